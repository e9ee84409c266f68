{ lib, python3Packages }:

let
  source = ../..;
  versionOf = builtins.match ".*__version__ = \"([^\"]+)\".*";
in
python3Packages.buildPythonApplication {
  pname = "arxtui";
  version = lib.head (versionOf (builtins.readFile (source + "/arxtui/__init__.py")));
  pyproject = true;
  src = source;

  build-system = [ python3Packages.hatchling ];

  dependencies = with python3Packages; [
    feedparser
    httpx2
    markdown-it-py
    mdit-py-plugins
    pillow
    platformdirs
    pypdfium2
    rapidfuzz
    resvg-py
    selectolax
    tantivy
    textual
    tomlkit
    zstandard
  ];

  pythonImportsCheck = [ "arxtui.cli.main" ];

  meta = {
    description = "Offline-first terminal reader for arXiv and Pith";
    license = lib.licenses.mit;
    mainProgram = "arxtui";
    platforms = lib.platforms.unix;
  };
}
