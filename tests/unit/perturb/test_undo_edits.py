"""Edits undone from the record alone."""

import pytest

from hf_robust.core.doc import token_bounds
from hf_robust.core.edits import Edit, project_tokens
from hf_robust.perturb.undo_edits import steps_of, undone


def edit(start, end, before, after, stage=0, field="text"):
    return {"stage": stage, "field": field, "start": start, "end": end, "before": before, "after": after}


def made(tokens, *edits):
    """A row's record, and its tokens after the edits of one stage."""
    text = " ".join(tokens)
    after = project_tokens(text, token_bounds(tokens), [Edit(*one) for one in edits]).tokens
    return " ".join(after), [edit(start, end, text[start:end], new) for start, end, new in edits]


def test_stages_are_undone_from_the_last():
    edits = [edit(2, 6, "good", "gd"), edit(7, 11, "film", "show"), edit(5, 5, "", "ly", stage=1)]
    found = undone("a gd lyshow", edits, "text")
    assert found.before == "a good film" and found.steps == [[(2, 6, "gd"), (7, 11, "show")], [(5, 5, "ly")]]
    assert steps_of(edits, "other") == []


def test_only_edits_of_the_column_count():
    edits = [edit(0, 1, "A", "B", field="premise"), edit(0, 1, "C", "D", field="hypothesis")]
    assert undone("B", edits, "premise").before == "A" and undone("D", edits, "hypothesis").before == "C"


def test_insertions_at_one_place_stay_in_order():
    assert undone("xya", [edit(0, 0, "", "x"), edit(0, 0, "", "y")], "text").before == "a"


@pytest.mark.parametrize("after", ["a nice film", "", "a gd"])
def test_a_text_that_was_changed_since_is_told(after):
    assert undone(after, [edit(2, 6, "good", "gopd")], "text") is None


def test_a_lone_surrogate_is_what_the_record_shows_of_it():
    assert undone("a \ud83d fim", [edit(4, 8, "film", "fim")], "text").before == "a \ufffd film"


@pytest.mark.parametrize(
    "edits",
    [
        [(3, 7, "")],  # a token goes with the space before
        [(4, 8, "")],  # and with the one after
        [(3, 3, " so")],
        [(4, 4, "so ")],
        [(3, 3, "so")],  # at the edge of a token: one of its own
        [(2, 5, "")],  # two tokens become one
        [(5, 5, " ")],  # one becomes two
        [(0, 3, "A B"), (8, 9, "xx")],
        [(0, 0, "One "), (2, 5, "-"), (11, 11, " .")],
        [(0, 4, ""), (5, 6, "r"), (11, 11, " .")],
    ],
)
def test_spaces_between_tokens_are_found_again(edits):
    tokens = ["The", "old", "man"]
    after, record = made(tokens, *edits)
    assert undone(after, record, "text", tokens=True).before == "The old man"


def test_many_edits_take_no_time_and_a_hopeless_case_ends():
    tokens = ["word"] * 3000
    after, record = made(tokens, *((5 * n, 5 * n + 1, "W") for n in range(3000)))
    assert undone(after, record, "text", tokens=True).before == " ".join(tokens)
    hopeless = [edit(2 * n, 2 * n, "", "a") for n in range(2000)] + [edit(4000, 4000, "", "b")]
    assert undone("a " * 3000, hopeless, "text", tokens=True) is None
