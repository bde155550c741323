"""Edits as they are shown: nothing is lost below the limit, edits survive above it."""

from hypothesis import given
from hypothesis import strategies as st

from hf_robust.reports.records.shared_records import ChangedText
from hf_robust.reports.text_segments import FULL, LONG, show


def field(*diff: list[str]) -> ChangedText:
    before = "".join(text for kind, text in diff if kind != "insert")
    after = "".join(text for kind, text in diff if kind != "delete")
    return ChangedText(field="text", before=before, after=after, diff=tuple((kind, text) for kind, text in diff))


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


def test_a_long_edit_is_clipped_in_its_middle_and_shows_what_came():
    went, came = "a" * 30_000 + "z", "A" * 30_000 + "Z"
    shown = show(field(["equal", "It was "], ["delete", went], ["insert", came], ["equal", " then"]))
    for segments, size in ((shown.segments, LONG), (shown.full, FULL)):
        kinds = [part.kind for part in segments]
        assert kinds == ["equal", "delete", "gap", "delete", "insert", "gap", "insert", "gap"]
        assert segments[3].text.endswith("az") and segments[6].text.endswith("AZ")
        assert sum(len(part.text) for part in segments if part.kind != "gap") <= size


def test_a_short_side_of_a_long_edit_is_whole():
    shown = show(field(["delete", "x" * 3000], ["insert", "dog"]))
    assert [(part.kind, len(part.text)) for part in shown.segments if part.kind == "insert"] == [("insert", 3)]


def test_without_segments_the_two_texts_are_shown():
    same = ChangedText(field="text", before="a", after="a", diff=())
    other = ChangedText(field="text", before="a", after="b", diff=())
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


@given(
    st.lists(st.tuples(st.text("ab", min_size=1, max_size=900), st.text("cd", min_size=1, max_size=900)), max_size=6)
)
def test_no_deletion_is_shown_without_its_insertion(edits):
    segments = [pair for old, new in edits for pair in (["delete", old], ["insert", new], ["equal", "-" * 50])]
    kinds = [part.kind for part in show(field(*segments)).segments if part.kind in ("delete", "insert")]
    runs = [kind for place, kind in enumerate(kinds) if not place or kinds[place - 1] != kind]
    assert runs == ["delete", "insert"] * (len(runs) // 2)
