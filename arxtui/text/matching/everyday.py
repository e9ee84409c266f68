"""Everyday English: words that say nothing about a paper's subject, and the terms of papers for everyday ones."""

from __future__ import annotations

from arxtui.text.matching.words import words

FUNCTION_WORDS = frozenset(
    "a about after again all almost also although always am among an and another any anybody anyone anything are "
    "around as at away be because become becomes been before behind being below between both but by came can cannot "
    "come comes could did do does doing done down during each either else enough even ever every everybody everyone "
    "everything for from get gets getting give gives giving go goes going got had has have having he her here hers "
    "him his how however i if in inside instead into is it its itself just keep keeping keeps kind let lets like lots "
    "made make makes making many may me might more most much must my near need needs neither never no nobody none nor "
    "not nothing now of off often on once one only onto or other others our out outside over own per perhaps put "
    "quite rather really same say says see seem seems shall she should since so some somebody someone something "
    "sometimes still stuff such take takes taking tell than that the their them themselves then there these they "
    "thing things this those though through to together too toward towards try trying under until up upon us use used "
    "uses using very via want wants was way ways we well were what when where whether which while who whom whose why "
    "will with within without work works would yes yet you your".split()
)
"""Folded words that a question is made of, whatever it is about."""
MOST_WORDS = 24
"""Words of a question that are looked for; the rest of a pasted text is ignored."""

_TERMS = """
    age ages: ages, dating
    ai: artificial intelligence, language models
    animal animals: species, mice
    baby babies unborn: infant, fetal, neonatal
    boat boats ship: vessel
    bot bots chatbot chatbots: conversational, dialogue, llm
    brain brains: neural, cortical, eeg
    bug bugs: defects, vulnerabilities
    car cars driving: vehicle, autonomous
    cheap cheaper: low-cost, inexpensive
    clothes cloth clothing: garment, fabric
    computer computers: machine, computational
    doctor doctors: clinical, physician
    drug drugs medicine: pharmaceutical, molecule
    earthquake earthquakes: seismic
    electricity power: grid, energy
    fake: synthetic, generated, misinformation
    fast faster quick: efficient, accelerated
    guess guessing: prediction, estimation
    heart: cardiac
    heat hot: thermal, temperature
    hospital: clinical, patient
    invent lie lies lying: hallucination, deception
    kid kids child children: child, students
    law lawyer court: legal
    lung lungs: pulmonary
    moon: lunar
    moving motion: dynamics
    nearby: local
    phone phones: mobile, smartphone
    photo photos picture pictures: image
    plane planes airplane: aircraft, flight
    school schools teacher: education, students
    sea ocean: marine
    sick illness: disease, patients
    sound sounds: acoustic, audio
    speech talking: spoken, conversation
    star stars: stellar
    stock stocks: financial, market
    sun: solar
    surgery: surgical
    teach teaching: learning, training
    traffic: transportation
    tumor tumors: cancer, oncology
    weather rain: climate, forecast, precipitation
    weird odd strange: anomalous, anomaly
"""


def _read(table: str) -> dict[str, tuple[str, ...]]:
    rows = (line.split(":") for line in table.strip().splitlines())
    return {word: tuple(terms.replace(",", "").split()) for words, terms in rows for word in words.split()}


TERMS = _read(_TERMS)
"""The folded words that papers use for an everyday word. They count less than the word itself."""


def content_words(question: str) -> tuple[str, ...]:
    """Return the folded words of a question that say what it is about; all of them if none does."""
    distinct = tuple(dict.fromkeys(words(question)))
    return (tuple(word for word in distinct if word not in FUNCTION_WORDS) or distinct)[:MOST_WORDS]
