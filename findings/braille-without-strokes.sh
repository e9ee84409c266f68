#!/bin/sh
# BRLTTY 6.5, which shows the text of a terminal on a braille display, takes the strokes from mathematical signs: in its
# tables for American English, French and German, not equal has the cells of equal, "not less" those of less, and "does
# not divide" those of divides. A blind reader of "P ≠ NP" reads P = NP. Where a table lacks a character, the first
# one of its canonical decomposition is shown; its manual calls that the base character, which for é is the e, but ≠ is
# decomposed in the same way, into = and a stroke. Signs whose base is unknown, too, like ∉, or that have none, like ≤,
# become one cell that says so. Of all its tables only the one of Canadian English has cells for ≠.
# Seen with Debian 12 (tables en_US, fr_FR, de):
#   a ≠ b   a = b, in each table        a ≮ b   a < b
#   n ∤ m   n ∣ m                       a ≁ b   a ~ b
#   a ∉ B   a, unknown sign, B          a ≤ b   a, unknown sign, b
# Contracted braille, grade 2, shows P = NP as well.
# The script fails if one of these changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get update -qq >/dev/null 2>&1 || true
apt-get download -qq brltty=6.5-7+deb12u1 libicu72 liblouis20=3.24.0-1 >/dev/null 2>&1
for package in *.deb; do dpkg -x "$package" root; done
export LC_ALL=C.UTF-8 LD_LIBRARY_PATH="$folder/root/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)"
etc="$folder/root/etc/brltty"
changed=0

braille() {
  printf '%s' "$2" | root/usr/bin/brltty-trtxt --input-table="$etc/Text/$1.ttb" --output-table=unicode
}

contracted() {
  printf '%s\n' "$1" | root/usr/bin/brltty-ctb --text-table="$etc/Text/en_US.ttb" \
    --contraction-table="$etc/Contraction/en-us-g2.ctb" 2>/dev/null
}

check() {
  printf '%-6s %s %s   %s %s   %s\n' "$1" "$2" "$3" "$4" "$5" "$6"
  if [ -z "$3" ]; then found=nothing; elif [ "$3" = "$5" ]; then found=same; else found=other; fi
  [ "$found" = "$6" ] || changed=1
}

for table in en_US fr_FR de; do
  for pair in '≠ =' '≮ <' '∤ ∣' '≁ ~' '∉ ≤'; do
    set -- $pair
    check "$table" "$1" "$(braille "$table" "a $1 b")" "$2" "$(braille "$table" "a $2 b")" same
  done
  check "$table" '≤' "$(braille "$table" 'a ≤ b')" '<' "$(braille "$table" 'a < b')" other
done
check en_CA '≠' "$(braille en_CA 'a ≠ b')" '=' "$(braille en_CA 'a = b')" other
check grade2 '≠' "$(contracted 'P ≠ NP')" '=' "$(contracted 'P = NP')" same
exit $changed
