"""Made-up authors: given names from many languages; the surnames are words for "example" or "sample" in many more."""

from __future__ import annotations

from random import Random

from arxtui.model.paper import Author

_GIVEN = (
    "Ada Björn Chloé Dmitri Ewa Farid Gül Håkon Inés Jūratė Kwame Lior Małgorzata Noé Olena Pınar Quentin Rūta Søren "
    "Tomáš Uma Vít Wanjiru Ximena Yuki Žofia Ádám Éva Ingrid Oluwaseun Priya Ngozi Mei Haruto Camila Luca"
).split()
_SURNAMES = (
    "Example Sample Beispiel Ejemplo Esempio Exemple Exemplo Voorbeeld Eksempel Exempel Esimerkki Näide Piemērs "
    "Pavyzdys Przykład Příklad Príklad Példa Primer Örnek Mfano Tatoe Shili Yeje Contoh Halimbawa Måns Specimen "
    "Fictive Placeholm Muster Template Mockworth Nonesuch"
).split()
_PLACES = (
    "Example University, Nowhere",
    "Institute for Made-Up Systems, Nowhere",
    "Department of Imaginary Mathematics, Sample University",
    "Fictional Laboratory for Computing, Placeholm",
    "Specimen Research, Utopia",
    "School of Invented Physics, Atlantis College",
)

COLLABORATION = Author("The EXAMPLE Collaboration")


def authors(rng: Random, count: int, *, affiliated: bool) -> tuple[Author, ...]:
    """Return ``count`` authors with different names; if ``affiliated``, each has one or two of at most three shared
    affiliations."""
    names: dict[str, None] = {}
    while len(names) < count:
        middle = f" {rng.choice('ABCDEFHJKLMNPRSTVW')}." if rng.random() < 0.25 else ""
        names[f"{rng.choice(_GIVEN)}{middle} {rng.choice(_SURNAMES)}"] = None
    places = rng.sample(_PLACES, rng.randint(1, 3)) if affiliated else []
    return tuple(Author(name, _some(rng, places)) for name in names)


def _some(rng: Random, places: list[str]) -> tuple[str, ...]:
    if not places:
        return ()
    count = 2 if len(places) > 1 and rng.random() < 0.2 else 1
    return tuple(rng.sample(places, count))
