#!/bin/sh
# Liblouis 3.24.0, which writes braille for screen readers and embossers, leaves a blank for the minus of a power in its
# French tables and in those of mainland China: 10⁻³ is 10 ³, from which 10³ differs by the blank alone. These tables
# show a character that they lack as a cell without dots ("undefined 0"), and they have the raised digits, but not the
# raised minus. They lack lowered digits and many relations, too: x₁ and x₂ are the same, and of a ≲ b only a and b are
# left. The English and German tables spell out the number of a character that they lack.
# Seen with Debian 12 (braille, where a blank cell is ⠀):
#   table          10⁻³                10³        x₁     x₂     a ≲ b
#   fr-bfu-comp8   ⠡⠼⠀⡸                ⠡⠼⡸        ⠭⠀     ⠭⠀     ⠁⠀⠀⠀⠃
#   fr-bfu-g2      ⠠⠡⠼⠀⠈⠩              ⠠⠡⠼⠈⠩      ⠰⠭⠀    ⠰⠭⠀
#   zhcn-g1        ⠼⠁⠚⠀⠰⠔⠼⠉            ⠼⠁⠚⠰⠔⠼⠉    ⠭⠀     ⠭⠀     ⠁⠀⠀⠀⠃
#   en-ueb-g2      ⠼⠁⠚⠄⡳⠭⠃⠚⠛⠃⠄⠰⠔⠼⠉    ⠼⠁⠚⠰⠔⠼⠉
# The script fails if one of these changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get update -qq >/dev/null 2>&1 || true
apt-get download -qq liblouis-bin=3.24.0-1 liblouis20=3.24.0-1 liblouis-data=3.24.0-1 >/dev/null 2>&1
for package in *.deb; do dpkg -x "$package" root; done
export LC_ALL=C.UTF-8 LD_LIBRARY_PATH="$folder/root/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)"
export LOUIS_TABLEPATH="$folder/root/usr/share/liblouis/tables"
changed=0

braille() {
  printf '%s\n' "$2" | root/usr/bin/lou_translate --forward "unicode.dis,$1"
}

check() {
  found=$(braille "$1" "$2")
  printf '%-16s %-6s %s\n' "$1" "$2" "$found"
  [ "$found" = "$3" ] || changed=1
}

check fr-bfu-comp8.utb 10⁻³ ⠡⠼⠀⡸
check fr-bfu-comp8.utb 10³ ⠡⠼⡸
check fr-bfu-comp6.utb 10⁻³ ⠠⠡⠼⠀⠈⠩
check fr-bfu-comp6.utb 10³ ⠠⠡⠼⠈⠩
check fr-bfu-g2.ctb 10⁻³ ⠠⠡⠼⠀⠈⠩
check fr-bfu-g2.ctb 10³ ⠠⠡⠼⠈⠩
check fr-bfu-g2.ctb x₁ ⠰⠭⠀
check fr-bfu-g2.ctb x₂ ⠰⠭⠀
check zhcn-g1.ctb 10⁻³ ⠼⠁⠚⠀⠰⠔⠼⠉
check zhcn-g1.ctb 10³ ⠼⠁⠚⠰⠔⠼⠉
check zhcn-g2.ctb 10⁻³ ⠼⠁⠚⠀⠰⠔⠼⠉
check en-ueb-g2.ctb 10⁻³ ⠼⠁⠚⠄⡳⠭⠃⠚⠛⠃⠄⠰⠔⠼⠉
check en-ueb-g2.ctb 10³ ⠼⠁⠚⠰⠔⠼⠉
for table in fr-bfu-comp8.utb fr-bfu-comp6.utb zhcn-g1.ctb; do
  check "$table" x₁ ⠭⠀
  check "$table" x₂ ⠭⠀
  check "$table" 'a ≲ b' ⠁⠀⠀⠀⠃
done
exit $changed
