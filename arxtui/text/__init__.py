"""Conversion of upstream text to safe and readable text: decoding, cleaning, TeX, folding, widths. Pure, no I/O."""

from arxtui.text.clean import clean, clean_block
from arxtui.text.decode import decode
from arxtui.text.fold import fingerprint, fold
from arxtui.text.matching.words import title_key, words
from arxtui.text.tex import CONVERTER_VERSION, readable
from arxtui.text.width import cells, clip, wrap

__all__ = [
    "CONVERTER_VERSION",
    "cells",
    "clean",
    "clean_block",
    "clip",
    "decode",
    "fingerprint",
    "fold",
    "readable",
    "title_key",
    "words",
    "wrap",
]
