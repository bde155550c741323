"""Letter moves: what they make of words, what they leave alone, and that draws belong to the word."""

import pytest

import hf_robust as hr
from hf_robust.attacks.attempt import Attempt
from hf_robust.attacks.constraints.edit_distance import MostCharacters, levenshtein
from hf_robust.attacks.goals.label_goals import Untargeted
from hf_robust.attacks.moves import letter_moves
from hf_robust.attacks.moves.letter_moves import (
    DeleteLetter,
    InsertLetter,
    SplitWord,
    SubstituteLetter,
    SwapHomoglyph,
    SwapLetters,
)
from hf_robust.attacks.moves.several import Several
from hf_robust.attacks.recipes import RECIPES
from hf_robust.attacks.states import ORIGIN, AttackRow, Move
from hf_robust.core.doc import Doc
from hf_robust.core.errors import UsageError
from hf_robust.core.randomness import RowRandom

TASK = hr.task("sentiment-classification", label_names=["neg", "pos"])
KINDS = (SwapLetters, SubstituteLetter, DeleteLetter, InsertLetter, SplitWord, SwapHomoglyph)


def attempt_on(text, moves, key=7, constraints=()):
    row = AttackRow(TASK, {"text": text, "label": 1}, {"text": Doc.of_value(text)}, "1", "pos", key)
    return Attempt(row, Untargeted(), moves, constraints)


def texts_of(attempt, state=ORIGIN):
    """The texts that the moves of each word make; the moves ask nothing."""
    asking = attempt.candidates(state, attempt.row.words)
    with pytest.raises(StopIteration) as ended:
        next(asking)
    return [[attempt.row.text(one, "text") for one in group] for group in ended.value.value]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("word", ["wonderful", "Ok", "NASA", "e\u0301te\u0301", "2010", "x", "don't", "\U0001f600a"])
@pytest.mark.parametrize("inside", [False, True])
def test_every_form_differs_and_one_is_drawn_of_them(kind, word, inside):
    every = kind(inside=inside, every=True).of_letters(word, RowRandom(1))
    assert word not in every and len(set(every)) == len(every)
    drawn = kind(inside=inside).of_letters(word, RowRandom(2))
    assert bool(drawn) == bool(every)
    if inside and kind is not SplitWord:
        assert all(new[0] == word[0] and new[-1] == word[-1] for new in every)


def test_digits_and_letters_with_marks_stay():
    for kind in (SwapLetters, SubstituteLetter, DeleteLetter):
        assert kind(every=True).of_letters("2010", RowRandom(1)) == []
        assert all("e\u0301" in new for new in kind(every=True).of_letters("abe\u0301d", RowRandom(1)))


def test_what_each_makes():
    rng = RowRandom(3)
    assert SwapLetters(inside=True, every=True).of_letters("great", rng) == ["gerat", "graet"]
    assert DeleteLetter(inside=True, every=True).of_letters("great", rng) == ["geat", "grat", "gret"]
    assert SplitWord(every=True).of_letters("cat", rng) == ["c at", "ca t"]
    (new,) = SubstituteLetter().of_letters("GREAT", rng)
    assert new.isupper() and levenshtein(new, "GREAT") == 1
    assert len(InsertLetter(every=True, inside=True).of_letters("great", rng)) == 4
    assert len(InsertLetter(every=True).of_letters("great", rng)) >= 5


def test_unknown_letters_are_refused():
    with pytest.raises(UsageError, match="'any' or 'keyboard'"):
        SubstituteLetter(letters="all")
    with pytest.raises(UsageError, match="'drawn' or 'all'"):
        InsertLetter(letters="any")


def test_draws_belong_to_the_word_whatever_the_state_and_the_company():
    moves = Several(kinds=(SubstituteLetter(), InsertLetter()))
    attempt = attempt_on("a wonderful film about actors", moves)
    alone = attempt.candidates(ORIGIN, attempt.row.words[3:4])
    with pytest.raises(StopIteration) as ended:
        next(alone)
    others = attempt.candidates((Move("text", 2, 11, "fine"),), attempt.row.words)
    with pytest.raises(StopIteration) as again:
        next(others)
    word = attempt.row.words[3]
    assert [one[-1] for one in ended.value.value[0]] == [one[-1] for one in again.value.value[3]]
    assert all(one[-1][:3] == word for one in ended.value.value[0])
    other_row = texts_of(attempt_on("a wonderful film about actors", moves, key=8))
    assert other_row != texts_of(attempt)


def test_two_words_that_are_equal_have_draws_of_their_own():
    (first, second) = texts_of(attempt_on("wonderfully wonderfully", SubstituteLetter()))
    assert first[0].split()[0] != second[0].split()[1]


def test_several_keep_the_order_of_their_kinds():
    (group,) = texts_of(attempt_on("cat", Several(kinds=(DeleteLetter(every=True), SplitWord(every=True)))))
    assert group == ["at", "ct", "ca", "c at", "ca t"]


@pytest.mark.parametrize(
    ("before", "after", "distance"), [("", "", 0), ("ab", "", 2), ("abc", "axc", 1), ("ab", "ba", 2)]
)
def test_levenshtein(before, after, distance):
    assert levenshtein(before, after) == levenshtein(after, before) == distance


def test_most_characters_counts_all_edits():
    attempt = attempt_on("good film", DeleteLetter(every=True), constraints=(MostCharacters(most=1),))
    first = (Move("text", 0, 4, "god"),)
    assert texts_of(attempt)[1]
    assert texts_of(attempt, first)[1] == []
    assert attempt.rejected["characters-changed"] == 4


def test_deepwordbug_has_the_parameters_of_its_paper():
    parts = RECIPES["deepwordbug"].parts()
    assert parts.search.importance == "unk"
    assert [kind.name for kind in parts.moves.kinds] == [
        "swap-letters",
        "substitute-letter",
        "delete-letter",
        "insert-letter",
    ]
    assert MostCharacters(most=30) in parts.constraints
    assert letter_moves.near_letters("é") == []
