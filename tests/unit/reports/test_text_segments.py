"""Edits as they are shown: nothing is lost below the limit, edits survive above it."""

from hypothesis import given
from hypothesis import strategies as st

from hf_robust.reports.text_segments import FULL, LONG, show


def field(*diff: list[str]) -> dict:
    before = "".join(text for kind, text in diff if kind != "insert")
    after = "".join(text for kind, text in diff if kind != "delete")
    return {"field": "text", "before": before, "after": after, "diff": [list(pair) for pair in diff]}


def test_short_text_is_shown_whole():
    shown = show(field(["equal", "a "], ["delete", "cat"], ["insert", "dog"]))
    parts = [(part.kind, part.text) for part in shown.segments]
    assert parts == [("equal", "a "), ("delete", "cat"), ("insert", "dog")]
    assert shown.full == [] and not shown.cut


def test_long_text_is_clipped_around_its_edit_and_kept_in_full():
    shown = show(field(["equal", "x" * 3000], ["delete", "cat"], ["insert", "dog"], ["equal", "y" * 3000]))
    text = "".join(part.text for part in shown.segments)
    assert len(text) < LONG and "catdog" in text and text.startswith(" … x") and text.endswith("y … ")
    assert "".join(part.text for part in shown.full) == "x" * 3000 + "catdog" + "y" * 3000
    assert shown.length == 6003 and not shown.cut


def test_very_long_text_stops_and_says_so():
    shown = show(field(["equal", "x" * (FULL + 5)], ["insert", "dog"]))
    assert shown.cut and shown.full[-1].kind == "gap" and len(shown.full[0].text) == FULL


def test_without_segments_the_two_texts_are_shown():
    same = {"field": "text", "before": "a", "after": "a", "diff": []}
    other = {"field": "text", "before": "a", "after": "b", "diff": []}
    assert [part.kind for part in show(same).segments] == ["equal"]
    assert [(part.kind, part.text) for part in show(other).segments] == [("delete", "a"), ("insert", "b")]


def test_blank_edits_can_be_seen():
    shown = show(field(["equal", "a b"], ["delete", " "], ["insert", "\n\t"]))
    assert [part.text for part in shown.segments] == ["a b", "␣", "↵⇥"]


@given(st.lists(st.tuples(st.sampled_from(["equal", "delete", "insert"]), st.text(max_size=900)), max_size=8))
def test_size_is_bounded_whatever_the_edits(diff):
    shown = show(field(*diff))
    assert sum(len(part.text) for part in shown.segments if part.kind != "gap") <= LONG
    assert all(part.text for part in shown.segments)
