"""Conversion of upstream text to safe and readable text: decoding, cleaning, TeX, folding, widths. Pure, no I/O."""

from arxtui.text.clean import clean, clean_block
from arxtui.text.decode import decode
from arxtui.text.fold import fingerprint, fold
from arxtui.text.greek import has_greek_damage, repair_greek
from arxtui.text.matching.forms import forms
from arxtui.text.matching.hyphens import compounds
from arxtui.text.matching.spans import Wanted, matching_spans, word_spans
from arxtui.text.matching.words import title_key, words
from arxtui.text.tex import CONVERTER_VERSION, readable
from arxtui.text.width import cells, clip, wrap

__all__ = [
    "CONVERTER_VERSION",
    "Wanted",
    "cells",
    "clean",
    "clean_block",
    "clip",
    "compounds",
    "decode",
    "fingerprint",
    "fold",
    "forms",
    "has_greek_damage",
    "matching_spans",
    "readable",
    "repair_greek",
    "title_key",
    "word_spans",
    "words",
    "wrap",
]
