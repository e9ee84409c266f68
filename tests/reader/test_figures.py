"""The pictures of a document come with their captions, the sentences that refer to them, and their texts."""

from __future__ import annotations

from arxtui.model.document import Document, Float, Group, Paragraph, Picture, Pictures, Reference, Text
from arxtui.reader import markdown, plain
from arxtui.reader.figures import captioned_pictures, mentions, with_figure_texts


def figure(tag: str, caption: str, *inner: Pictures | Float, anchor: str = "") -> Float:
    return Float("figure", tag, (Text(caption),), inner, (anchor,))


def test_pictures_have_the_captions_of_the_figures_around_them() -> None:
    parts = (
        figure("(a)", "Left.", Pictures((Picture("a.svg", ""),))),
        figure("(b)", "Right.", Pictures((Picture("b.svg", ""), Picture("", "no file")))),
    )
    document = Document((), (), (Pictures((Picture("alone.png", "A queue"),)), figure("Figure 1", "Both.", *parts)))
    found = list(captioned_pictures(document))
    assert [(each.picture.address, each.caption) for each in found] == [
        ("alone.png", "A queue"),
        ("a.svg", "Figure 1: Both. · (a): Left."),
        ("b.svg", "Figure 1: Both. · (b): Right."),
    ]
    assert [each.whole and each.whole.tag for each in found] == [None, "Figure 1", "Figure 1"]


def test_deep_figures_are_found_without_recursion() -> None:
    block = figure("", "", Pictures((Picture("x.svg", ""),)))
    for _ in range(3_000):
        block = figure("", "", block)
    assert [each.picture.address for each in captioned_pictures(Document((), (), (block,)))] == ["x.svg"]


def test_the_sentences_that_refer_to_a_figure_are_whole_and_once() -> None:
    refers = Reference((Text("1"),), "F1")
    blocks = (
        Paragraph((Text("Queues are stale. As Fig. "), refers, Text(" shows, they wait. Nobody minds."))),
        Paragraph((Text("See Figure "), refers, Text(" and again Figure "), refers, Text("."))),
        Paragraph((Text("Another is in Figure "), Reference((Text("2"),), "F2"), Text("."))),
    )
    assert mentions(blocks, ("F1",)) == ["As Fig. 1 shows, they wait.", "See Figure 1 and again Figure 1."]
    assert mentions(blocks, ()) == []


def test_the_text_of_a_drawing_replaces_its_description() -> None:
    document = Document((), (), (Pictures((Picture("#pic1", "queue"),)),))
    read = with_figure_texts(document, lambda _: ("Text: queue",))
    assert [line.strip() for line in plain(read, 100)] == ["▣ drawing", "", "Text: queue"]
    assert [*markdown(read)] == ["\\[picture: drawing\\]", "", "Text: queue"]
    assert [*markdown(document)] == ["\\[picture: queue\\]"]
    assert [*plain(with_figure_texts(document, lambda _: ()), 100)][1].strip() == "│ ▣ queue │"


def test_the_text_of_each_figure_is_below_it_numbered_where_one_of_a_row_has_it() -> None:
    lines = {"a.svg": ("left", "queue"), "b.svg": ("right",)}
    row = Pictures((Picture("a.svg", "A"), Picture("b.svg", "B"), Picture("c.svg", "C")))
    alone, without = Pictures((Picture("a.svg", "A"),)), Pictures((Picture("c.svg", "C"), Picture("", "D")))
    two = Pictures(row.pictures[1:])
    texts_of = ((row, ["(1) left", "(1) queue", "(2) right"]), (two, ["(1) right"]), (alone, ["left", "queue"]))
    for block, texts in (*texts_of, (without, [])):
        for outer in (block, figure("", "", block), Group("theorem", (), (block,))):
            found = with_figure_texts(Document((), (), (outer,)), lambda address: lines.get(address, ()))
            words = [line.strip() for line in plain(found, 100)]
            assert [line for line in words if line and line[0] not in "┌│└"] == texts
