"""Input reduction: the same label from as few words as can be."""

import pytest

import hf_robust as hr
from hf_robust.attacks.attempt import Attempt
from hf_robust.attacks.constraints.positions import NoWordTwice
from hf_robust.attacks.goals.input_reduction import FewestWords
from hf_robust.attacks.moves.word_deletion import DeleteWord
from hf_robust.attacks.recipes import RECIPES
from hf_robust.attacks.states import ORIGIN, AttackRow
from hf_robust.core.doc import Doc
from hf_robust.core.errors import UsageError

TASK = hr.task("sentiment-classification", label_names=["neg", "pos"])


def outcome_of(drive, search, text, positive, gold="pos"):
    import numpy as np

    row = AttackRow(TASK, {"text": text, "label": 1}, {"text": Doc.of_value(text)}, "1", gold, 7)
    attempt = Attempt(row, FewestWords(), DeleteWord(), (NoWordTwice(),))

    def victim(given):
        return np.array([1 - positive(given[0]), positive(given[0])], np.float32)

    (first,) = drive(attempt.ask([ORIGIN]), victim=victim)
    if search is None:
        return attempt, first
    final = drive(search.run(attempt, first), victim=victim)
    return attempt.row.text(final.state, "text"), final.score


@pytest.mark.parametrize("like", ["paper", "textattack"])
def test_the_words_that_do_not_matter_go(drive, like):
    search = RECIPES["input-reduction"].parts(like).search
    text, score = outcome_of(drive, search, "this is a really good film", lambda text: 0.9 if "good" in text else 0.2)
    assert text == "good"
    assert score == pytest.approx(5.9, abs=1e-4)


def test_the_least_important_word_goes_first(drive):
    beliefs = {"good fun here": 0.9, "fun here": 0.6, "good here": 0.7, "good fun": 0.8}
    search = RECIPES["input-reduction"].parts("textattack").search
    assert outcome_of(drive, search, "good fun here", lambda text: beliefs.get(text, 0.1)) == ("good fun", 1.8)


def test_a_row_that_the_model_has_wrong_is_skipped_and_no_row_is_a_success(drive):
    attempt, first = outcome_of(drive, None, "a fine film", lambda text: 0.2)
    assert FewestWords().skips(attempt, first.output) == "the model is wrong about the original"
    assert first.score == pytest.approx(-0.8) and not first.reached
    attempt, first = outcome_of(drive, None, "a fine film", lambda text: 0.9)
    assert FewestWords().skips(attempt, first.output) is None and not first.reached


def test_only_classifiers():
    with pytest.raises(UsageError, match="classification"):
        FewestWords().check(hr.task("named-entity-recognition"))
