"""Constraints on how likely words are, with a table in place of the language model."""

import pytest

from hf_robust.attacks.constraints.word_fits import BestByFit, FitDrop
from hf_robust.attacks.states import ORIGIN, Move, Unit, moved
from hf_robust.core.errors import UsageError

TEXT = "one two three good five six seven eight nine film end"
GOOD, FILM = (Unit("text", TEXT.index(word), TEXT.index(word) + 4) for word in ("good", "film"))
FITS = {"good": -1.0, "fine": -2.0, "bad": -5.0, "odd": -9.0, "film": -3.0, "movie": -2.5}


@pytest.fixture
def attempt(trial):
    return trial(TEXT, {}, lambda text: 0.1).attempt


class Model:
    def __init__(self):
        self.asked = []

    def __call__(self, request):
        self.asked.append(request)
        return tuple(FITS[word] for word in request[3:])


def states(unit, *words, before=ORIGIN):
    return [moved(before, Move(*unit, word)) for word in words]


def test_the_likeliest_of_each_word_are_kept_in_their_order(attempt, drive):
    model = Model()
    groups = [states(GOOD, "odd", "fine", "bad"), states(FILM, "movie")]
    kept = drive(BestByFit(most=2).filter(attempt, ORIGIN, groups), fit=model)
    assert kept == [states(GOOD, "fine", "bad"), states(FILM, "movie")]
    assert model.asked == [(TEXT, *GOOD[1:], "odd", "fine", "bad")]  # one question; few candidates need none


@pytest.mark.parametrize(("most", "passed"), [(0.5, []), (1.0, ["fine"]), (5.0, ["fine", "bad"])])
def test_a_word_may_be_so_much_less_likely(attempt, drive, most, passed):
    (kept,) = drive(FitDrop(most=most).filter(attempt, ORIGIN, [states(GOOD, "fine", "bad", "odd")]), fit=Model())
    assert kept == states(GOOD, *passed)


def test_the_window_has_so_many_words_on_either_side(attempt, drive):
    model = Model()
    drive(FitDrop(window=2).filter(attempt, ORIGIN, [states(GOOD, "fine")]), fit=model)
    assert model.asked == [("two three good five six", 10, 14, "good", "fine")]


def test_the_original_is_compared_in_the_original_text(attempt, drive):
    before = moved(ORIGIN, Move(*GOOD, "bad"))
    candidates = states(FILM, "movie", before=before)
    for compare, contexts in (("original", 2), ("previous", 1)):
        model = Model()
        drive(FitDrop(window=None, compare=compare).filter(attempt, before, [candidates]), fit=model)
        assert len(model.asked) == contexts
        assert (TEXT, *FILM[1:], "film") in model.asked or compare == "previous"
    (again,) = drive(
        FitDrop(most=1.0, window=None, compare="previous").filter(attempt, before, [states(GOOD, "odd", "fine")]),
        fit=Model(),
    )
    assert again == states(GOOD, "fine")  # -2 against the -5 of "bad"


def test_each_new_word_of_a_candidate_counts(attempt, drive):
    both = moved(ORIGIN, Move(*GOOD, "fine"), Move(*FILM, "odd"))
    assert drive(FitDrop(most=5.0).filter(attempt, ORIGIN, [[both]]), fit=Model()) == [[]]
    assert drive(FitDrop(most=6.0).filter(attempt, ORIGIN, [[both]]), fit=Model()) == [[both]]


def test_a_word_that_is_put_in_has_no_old_one(attempt, drive):
    put_in = [moved(ORIGIN, Move("text", GOOD.end, GOOD.end, f" {word}")) for word in ("odd", "fine", "bad")]
    assert drive(FitDrop().filter(attempt, ORIGIN, [put_in])) == [put_in]
    model = Model()
    assert drive(BestByFit(most=1, window=1).filter(attempt, ORIGIN, [put_in]), fit=model) == [[put_in[1]]]
    assert model.asked == [("good  five", 5, 5, "odd", "fine", "bad")]


def test_an_unknown_comparison_is_refused():
    with pytest.raises(UsageError, match="compare must be one of original, previous"):
        FitDrop(compare="both")
