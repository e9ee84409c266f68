#!/bin/sh
# bibtex-tidy 1.14.0 compares DOIs by their letters and digits alone. A DOI of the American Physical Society is
# 10.1103/PhysRevLett.VOLUME.PAGE, so page 337 of volume 1 and page 37 of volume 13 are one paper to it. With --merge
# the second, of other authors, title and year, is deleted as a duplicate; the message says that the DOIs are identical.
# Titles are compared in the same way, without the signs of charges: with --duplicates=citation the paper on D- mesons
# is deleted for the one on D+ mesons, whatever their identifiers.
# Seen with Node.js 20:
#   --merge                         kept PhysRevLett.1.337 of 1958, deleted PhysRevLett.13.37 of 1964
#   --merge --duplicates=citation   kept "Production of $D^{+}$ mesons", deleted "Production of $D^{-}$ mesons"
# The script fails if one of these changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --loglevel=error bibtex-tidy@1.14.0 >/dev/null
cat > dois.bib <<'BIB'
@article{first, author = {Smith, Ann}, title = {Scattering of Neutrons}, journal = {Phys. Rev. Lett.},
  volume = {1}, pages = {337}, year = {1958}, doi = {10.1103/PhysRevLett.1.337}}
@article{second, author = {Weber, Eva}, title = {Decay of Muons}, journal = {Phys. Rev. Lett.},
  volume = {13}, pages = {37}, year = {1964}, doi = {10.1103/PhysRevLett.13.37}}
BIB
cat > charges.bib <<'BIB'
@article{plus, author = {{Mesons Collaboration}}, title = {Production of $D^{+}$ mesons},
  eprint = {2401.00001}, year = {2024}}
@article{minus, author = {{Mesons Collaboration}}, title = {Production of $D^{-}$ mesons},
  eprint = {2402.00002}, year = {2024}}
BIB
node_modules/.bin/bibtex-tidy dois.bib --modify --merge | grep DUPLICATE
node_modules/.bin/bibtex-tidy charges.bib --modify --merge --duplicates=citation | grep DUPLICATE
grep -h '^@\|title' dois.bib charges.bib
if [ "$(sed -n 's/^@article{\(.*\),$/\1/p' dois.bib charges.bib | paste -sd ' ' -)" != "first plus" ]; then
  echo "the outputs have changed" >&2
  exit 1
fi
