#!/bin/sh
# TtH 4.16, which turns TeX into HTML, writes \mp as the sign of \pm: cos(a ± b) = cos a cos b ± sin a sin b is on the
# page, which is false for either sign. It also has one sign for \simeq and \cong, for \star and \ast, and for \oslash,
# a product, and \emptyset. Its manual says that signs which it cannot translate are inserted as they are written, and
# so it does with \nmid, with a message; of these it says nothing.
# Seen with Debian 12 (tth -r -u, the character references decoded):
#   $a \mp b$       a ±b        $a \simeq b$     a  ≅ b
#   $a \pm b$       a ±b        $a \cong b$      a  ≅ b
#   $u \oslash v$   u ∅v        $n \nmid m$      n \nmid m, and "Unknown command \nmid in equation"
# The script fails if one of these changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get update -qq >/dev/null 2>&1 || true
apt-get download -qq tth=4.16+ds-1 >/dev/null 2>&1
dpkg -x ./*.deb root
changed=0

check() {
  found=$(printf '$%s$\n' "$1" | root/usr/bin/tth -r -u 2>messages | sed 's/<[^>]*>//g' | tr -d '\n')
  if grep -q 'Unknown command' messages; then found="$found, unknown command"; fi
  printf '%-46s %s\n' "$1" "$found"
  [ "$found" = "$2" ] || changed=1
}

check 'a \mp b' 'a &#177;b'
check 'a \pm b' 'a &#177;b'
check '\cos(a \pm b) = \cos a \cos b \mp \sin a \sin b' 'cos(a &#177;b) = cosa cosb &#177;sina sinb'
check 'a \simeq b' 'a  &#8773; b'
check 'a \cong b' 'a  &#8773; b'
check 'f \star g' 'f &#8727;g'
check 'f \ast g' 'f &#8727;g'
check 'u \oslash v' 'u &#8709;v'
check '\emptyset' '&#8709;'
check 'n \nmid m' 'n \nmid m, unknown command'
exit $changed
