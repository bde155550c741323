"""How many words a state has changed."""

import pytest

import hf_robust as hr
from hf_robust.attacks.states import AttackRow, Move, moved, words_changed
from hf_robust.core.doc import Doc

TEXT = "A fine film, in 3 parts."


@pytest.mark.parametrize(
    ("moves", "count"),
    [
        ([], 0),
        ([(2, 6, "dull")], 1),
        ([(2, 3, "F"), (5, 6, "E")], 1),  # twice in a word
        ([(4, 4, "-")], 1),  # inside a word
        ([(2, 11, "movie")], 2),
        ([(0, 7, "")], 2),
        ([(1, 1, " very")], 1),  # between words
        ([(1, 1, " very, very")], 2),
        ([(11, 12, ";")], 1),  # no word, and none put in
        ([(2, 6, "dull"), (7, 11, "show"), (24, 24, " Yes")], 3),
        ([(2, 8, "x"), (10, 14, "y")], 3),  # the same word from both sides
    ],
)
def test_words_changed(moves, count):
    task = hr.task("sentiment-classification", label_names=["neg", "pos"])
    row = AttackRow(task, {"text": TEXT, "label": 1}, {"text": Doc(TEXT)}, "1", "pos", 7)
    assert words_changed(row, moved((), *(Move("text", *move) for move in moves))) == count
