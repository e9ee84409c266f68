"""Topics of the papers of a list: what belongs together is together, under words that its titles have."""

from __future__ import annotations

import random
from collections.abc import Iterator

from arxtui.ranking.topics import ListWords, Text, topics

_SUBJECTS = {
    "holes": "black hole horizon accretion merger spin".split(),
    "queues": "queue waiting server backlog arrival delay".split(),
    "proteins": "protein folding residue binding enzyme structure".split(),
    "galaxies": "galaxy halo redshift dust luminosity cluster".split(),
}
_FILLER = "we show that this new result holds and we discuss what it may mean for further work in the field".split()
_RARE = {"we": 0.9, "show": 0.6, "result": 0.5, "new": 0.4, "discuss": 0.3, "field": 0.3, "further": 0.3, "hold": 0.3}


def share_of(word: str) -> float:
    return _RARE.get(word, 0.001)


def on(subject: str, count: int, *, title: str = "On the {} of a {}") -> Iterator[Text]:
    """Yield papers on a subject, each with some of its words among many common ones."""
    chance = random.Random(subject)
    for _ in range(count):
        about = chance.sample(_SUBJECTS[subject], 4)
        text = [*about, *chance.choices(_FILLER, k=30)]
        chance.shuffle(text)
        yield Text(title.format(*about), " ".join(text))


def mixed() -> list[Text]:
    """Return papers of three subjects in turn, and three of none."""
    papers = [text for each in zip(*(on(subject, 12) for subject in list(_SUBJECTS)[:3]), strict=True) for text in each]
    strays = ["Isotopes in ice", "Medieval trade routes", "Knots and braids"]
    return [*papers, *(Text(title, " ".join(_FILLER)) for title in strays)]


def test_papers_on_one_subject_are_one_topic_and_strays_are_none() -> None:
    papers = mixed()
    found = topics(papers, share_of)
    assert sorted(topic.papers for topic in found) == [tuple(range(start, 36, 3)) for start in range(3)]


def test_the_same_list_always_has_the_same_topics_the_largest_first() -> None:
    papers = [*on("galaxies", 5), *mixed()]
    found = topics(papers, share_of)
    assert found == topics(papers, share_of)
    assert [len(topic.papers) for topic in found] == [12, 12, 12, 5]


def test_a_topic_is_named_by_two_or_three_words_that_its_titles_have_and_others_do_not() -> None:
    papers = mixed()
    for topic in topics(papers, share_of):
        words = topic.name.replace(",", "").split()
        own = {word for paper in topic.papers for word in papers[paper].title.split()}
        assert 2 <= len(words) <= 3
        assert own.issuperset(words)
        assert not set(words) & {word for text in papers for word in text.title.split()} - own


def test_every_paper_of_a_topic_has_one_of_its_words() -> None:
    papers = mixed()
    for topic in topics(papers, share_of):
        names = set(topic.name.replace(",", "").split())
        assert all(names & {*papers[paper].title.split(), *papers[paper].abstract.split()} for paper in topic.papers)


def test_words_that_titles_join_are_together_as_they_are_written() -> None:
    titles = ["Black-hole spin", "Black-hole mergers", "The black-hole horizon", "A Black-hole in dust"]
    papers = [*(Text(title, "A black-hole spins.") for title in titles), *on("queues", 12), *on("proteins", 12)]
    names = [topic.name for topic in topics(papers, share_of) if topic.papers == (0, 1, 2, 3)]
    assert [name.split(",")[0] for name in names] == ["black-hole"]


def test_the_forms_of_a_noun_are_one_word_and_no_stem_is_shown() -> None:
    titles = [f"{word} with {number}s" for number, word in enumerate(["Queues", "Queue", "Queues"] * 3)]
    known = ListWords.of([*(Text(title, "") for title in titles), *on("holes", 12)], share_of)
    assert known.name(known.distinguishing(range(9))[:1], range(9)).lower() in ("queues", "queue")
    assert known.share_with(("queue",), range(9)) == 1


def test_short_and_empty_lists_have_no_topics() -> None:
    assert topics([], share_of) == []
    assert topics(list(on("queues", 2)), share_of) == []


def test_words_count_also_where_their_share_of_all_papers_is_unknown() -> None:
    assert len(topics(mixed(), lambda _: 0.0)) == 3


def test_each_paper_is_in_one_topic_at_most() -> None:
    chance = random.Random(7)
    words = [word for subject in _SUBJECTS.values() for word in subject] + [f"term{letter}" for letter in "abcdefghij"]
    for size in range(0, 60, 3):
        papers = [
            Text(
                " ".join(chance.choices(words, k=chance.randrange(6))), " ".join(chance.choices(words, k=12)), category
            )
            for category in chance.choices(["cs.DC", "math.PR", ""], k=size)
        ]
        members = [paper for topic in topics(papers, lambda _: 0.001) for paper in topic.papers]
        assert len(members) == len(set(members)) <= len(papers)
