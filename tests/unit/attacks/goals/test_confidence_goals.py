"""Goals against how sure a model is."""

import pytest

from hf_robust.attacks.goals.confidence_goals import LessSure, SureOfOther


@pytest.mark.parametrize("negative, why", [(0.6, "is wrong"), (0.4, "less than 0.7 sure"), (0.25, None), (0.1, None)])
def test_rows_that_are_there_already_are_skipped(trial, negative, why):
    attempt = trial("a b", {}, lambda text: negative)
    attempt.attempt.goal = goal = LessSure(below=0.7)
    (first,) = attempt.drive(attempt.attempt.ask([()]))
    reason = goal.skips(attempt.attempt, first.output)
    assert reason is None if why is None else why in reason
    assert first.score == pytest.approx(negative)


@pytest.mark.parametrize("negative, reached", [(0.5, False), (0.69, False), (0.7, True), (0.9, True)])
def test_another_label_must_be_sure(trial, negative, reached):
    attempt = trial("a b", {"a": ("c",)}, lambda text: negative if "c" in text else 0.2)
    attempt.attempt.goal = goal = SureOfOther(least=0.7)
    (first,) = attempt.drive(attempt.attempt.ask([()]))
    assert goal.skips(attempt.attempt, first.output) is None
    ((state,),) = attempt.drive(attempt.attempt.candidates((), attempt.attempt.free(())[:1]))
    (found,) = attempt.drive(attempt.attempt.ask([state]))
    assert found.reached is reached and found.score == pytest.approx(negative)
