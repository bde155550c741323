"""Moves from a masked language model, which a plain function stands in for."""

import pytest

from hf_robust.attacks.moves.masked_fills import InsertedFills, MaskedFills, MergedFills, SubwordFills
from hf_robust.attacks.states import ORIGIN, Move, Unit, moved
from hf_robust.language.fill_mask import Suggestion

TEXT = "Good film , very long plot"
GOOD, FILM, VERY, LONG, PLOT = UNITS = [
    Unit("text", TEXT.index(word), TEXT.index(word) + len(word)) for word in ("Good", "film", "very", "long", "plot")
]


@pytest.fixture
def attempt(trial):
    return trial(TEXT, {}, lambda text: 0.1).attempt


class Model:
    """Answers the same words everywhere, and notes the masked texts."""

    def __init__(self, *words):
        self.words, self.seen = words, []

    def __call__(self, request):
        text, start, end, _ = request
        self.seen.append(f"{text[:start]}[{text[start:end]}]{text[end:]}")
        return tuple(Suggestion(word, 0.5**number) for number, word in enumerate(self.words, 1))


def texts(attempt, groups):
    return [[attempt.row.text(state, "text") for state in group] for group in groups]


def test_a_fill_takes_the_case_of_the_word_and_never_the_word_itself(attempt, drive):
    model = Model("film", "fine", "good")
    groups = drive(MaskedFills().moves(attempt, ORIGIN, [GOOD, FILM]), fill=model)
    assert model.seen == ["[Good] film , very long plot", "Good [film] , very long plot"]
    assert texts(attempt, groups) == [
        ["Film film , very long plot", "Fine film , very long plot"],
        ["Good fine , very long plot", "Good good , very long plot"],
    ]


def test_what_is_masked_is_the_present_text(attempt, drive):
    state = moved(ORIGIN, Move(*GOOD, "Wonderful"), Move("text", GOOD.end, GOOD.end, " new"), Move(*PLOT, "story"))
    model = Model("dull")
    drive(MaskedFills().moves(attempt, state, [GOOD, FILM, PLOT]), fill=model)
    assert model.seen == [
        "[Wonderful] new film , very long story",
        "Wonderful new [film] , very long story",
        "Wonderful new film , very long [story]",
    ]


def test_a_word_that_was_replaced_becomes_neither_what_it_was_nor_what_it_is(attempt, drive):
    state = moved(ORIGIN, Move(*FILM, "movie"))
    (group,) = drive(MaskedFills().moves(attempt, state, [FILM]), fill=Model("film", "movie", "show"))
    assert texts(attempt, [group]) == [["Good show , very long plot"]]


@pytest.mark.parametrize(("least", "number"), [(0.0, 3), (0.25, 2), (0.6, 0)])
def test_unlikely_fills_are_left_out(attempt, drive, least, number):
    for kind in (MaskedFills, InsertedFills):
        (group,) = drive(kind(least=least).moves(attempt, ORIGIN, [LONG]), fill=Model("a", "b", "c"))
        assert len(group) == number


def test_an_inserted_word_stands_after_the_word_once(attempt, drive):
    model = Model("new", "bad")
    groups = drive(InsertedFills().moves(attempt, ORIGIN, [GOOD, PLOT]), fill=model)
    assert model.seen == ["Good [] film , very long plot", "Good film , very long plot []"]
    assert texts(attempt, groups)[0] == ["Good new film , very long plot", "Good bad film , very long plot"]
    assert texts(attempt, groups)[1][0] == "Good film , very long plot new"
    again = drive(InsertedFills().moves(attempt, groups[0][0], [GOOD, FILM]), fill=model)
    assert again[0] == [] and texts(attempt, again)[1][0] == "Good new film new , very long plot"


def test_two_words_become_one_where_only_space_is_between_them(attempt, drive):
    model = Model("show", "good")
    groups = drive(MergedFills().moves(attempt, ORIGIN, UNITS), fill=model)
    assert model.seen[0] == "[Good film] , very long plot"
    assert texts(attempt, groups)[0] == ["Show , very long plot", "Good , very long plot"]
    assert [len(group) for group in groups] == [2, 0, 2, 2, 0]  # a comma, and the end


def test_neither_word_of_a_merge_may_be_edited_already_or_kept(drive, trial):
    from hf_robust.attacks.constraints.positions import KeepStopWords, NoWordTwice

    attempt = trial(TEXT, {}, lambda text: 0.1, constraints=(NoWordTwice(), KeepStopWords())).attempt
    assert VERY not in attempt.free(ORIGIN)
    state = moved(ORIGIN, Move(*PLOT, "story"))
    groups = drive(MergedFills().moves(attempt, state, [GOOD, LONG]), fill=Model("show"))
    assert [len(group) for group in groups] == [1, 0]
    between = moved(ORIGIN, Move("text", GOOD.end, GOOD.end, " new"))
    assert drive(MergedFills().moves(attempt, between, [GOOD]), fill=Model("show")) == [[]]


def test_subwords_ask_within_their_limits(attempt, drive):
    asked = []

    def model(request):
        asked.append(request)
        return (Suggestion("long", 0.5), Suggestion("short", 0.2))

    (group,) = drive(SubwordFills(whole=5, inner=2, joined=3).moves(attempt, ORIGIN, [LONG]), subwords=model)
    assert texts(attempt, [group]) == [["Good film , very short plot"]]
    assert asked == [(TEXT, *LONG[1:], (5, 2, 3))]


@pytest.mark.parametrize("kind", [MaskedFills, SubwordFills, InsertedFills, MergedFills])
def test_without_words_nothing_is_asked(attempt, drive, kind):
    assert drive(kind().moves(attempt, ORIGIN, [])) == []


def test_lists_of_tokens_keep_their_length(drive):
    import hf_robust as hr
    from hf_robust.attacks.attempt import Attempt
    from hf_robust.attacks.goals.label_goals import Untargeted
    from hf_robust.attacks.states import AttackRow
    from hf_robust.core.doc import Doc

    task = hr.task("sentiment-classification", label_names=["neg", "pos"])
    row = AttackRow(task, {"text": ["a", "film"], "label": 1}, {"text": Doc.of_value(["a", "film"])}, "1", "pos", 7)
    attempt = Attempt(row, Untargeted(), MaskedFills())
    for kind, number in ((InsertedFills, 0), (MergedFills, 0), (MaskedFills, 1)):
        groups = drive(kind().moves(attempt, ORIGIN, list(row.words)), fill=Model("show"))
        assert [len(group) for group in groups] == [number] * 2
