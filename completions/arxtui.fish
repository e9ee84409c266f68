# Completions of arxtui for fish: arxtui completions fish | source
function __arxtui_complete
    set -l words (commandline -opc)
    set -l found ($words[1] completions fish -- $words[2..] (commandline -ct) 2> /dev/null)
    if test "$found[1]" = //files
        __fish_complete_path (commandline -ct)
    else
        string join \n -- $found
    end
end
complete -c arxtui -f -a '(__arxtui_complete)'
