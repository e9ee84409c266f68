# Completions of arxtui for bash: eval "$(arxtui completions bash)"
_arxtui() {
    local line program=${COMP_WORDS[0]/#\~/$HOME} found=()
    while IFS= read -r line; do
        found+=("$line")
    done < <("$program" completions bash -- "${COMP_LINE:0:COMP_POINT}" 2> /dev/null)
    COMPREPLY=()
    if [[ ${found[0]-} == //files ]]; then
        compopt -o default 2> /dev/null
    else
        COMPREPLY=("${found[@]}")
        [[ ${#found[@]} -gt 0 && ${found[0]} == *: ]] && compopt -o nospace 2> /dev/null
    fi
    return 0
}
complete $(type -t compopt > /dev/null || echo -o default) -F _arxtui arxtui
