"""Upstream text made safe and readable: decoding, cleaning, TeX, folding, widths. Pure, no I/O."""

from arxtui.text.clean import clean, clean_block
from arxtui.text.decode import decode
from arxtui.text.fold import fingerprint, fold, title_key, words
from arxtui.text.forms import forms
from arxtui.text.greek import greek_damage, repair_greek
from arxtui.text.hyphens import compounds
from arxtui.text.tex import CONVERTER_VERSION, readable
from arxtui.text.width import cells, clip, wrap

__all__ = [
    "CONVERTER_VERSION",
    "cells",
    "clean",
    "clean_block",
    "clip",
    "compounds",
    "decode",
    "fingerprint",
    "fold",
    "forms",
    "greek_damage",
    "readable",
    "repair_greek",
    "title_key",
    "words",
    "wrap",
]
