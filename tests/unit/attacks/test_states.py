"""Where words lie in the text of a state."""

import pytest

from hf_robust.attacks.states import ORIGIN, Move, Unit, moved

TEXT = "a fine old film"
A, FINE, OLD, FILM = UNITS = [Unit("text", *span) for span in ((0, 1), (2, 6), (7, 10), (11, 15))]
AFTER_FINE = Move("text", FINE.end, FINE.end, " very")


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ([], ["a", "fine", "old", "film"]),
        ([Move(*A, "another"), Move(*FINE, "x"), Move(*OLD, "x")], ["another", "x", "x", "film"]),
        ([AFTER_FINE], ["a", "fine", "old", "film"]),
        ([Move(*FINE, "beautiful"), AFTER_FINE], ["a", "beautiful", "old", "film"]),
        ([Move("text", 0, 0, "It is "), AFTER_FINE], ["a", "fine", "old", "film"]),
        ([Move("text", 3, 3, "--"), Move("text", 8, 9, "")], ["a", "f--ine", "od", "film"]),
    ],
)
def test_a_word_is_found_whatever_grew_or_was_put_in_beside_it(trial, moves, words):
    row = trial(TEXT, {}, lambda text: 0.1).attempt.row
    state = moved(ORIGIN, *moves)
    text = row.text(state, "text")
    assert [text[slice(*row.span_in(state, unit))] for unit in UNITS] == words


def test_a_gap_lies_where_something_was_put_in(trial):
    row = trial(TEXT, {}, lambda text: 0.1).attempt.row
    state = moved(ORIGIN, Move(*FINE, "beautiful"), AFTER_FINE)
    assert row.text(state, "text")[slice(*row.span_in(state, AFTER_FINE))] == " very"
    merged = moved(ORIGIN, Move("text", OLD.start, FILM.end, "classic"))
    assert row.text(merged, "text")[slice(*row.span_in(merged, merged[0]))] == "classic"
