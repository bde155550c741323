"""Goals against how sure a model is."""

import pytest

from hf_robust.attacks.goals.confidence_goals import LessSure


@pytest.mark.parametrize("negative, why", [(0.6, "is wrong"), (0.4, "less than 0.7 sure"), (0.25, None), (0.1, None)])
def test_rows_that_are_there_already_are_skipped(trial, negative, why):
    attempt = trial("a b", {}, lambda text: negative)
    attempt.attempt.goal = goal = LessSure(below=0.7)
    (first,) = attempt.drive(attempt.attempt.ask([()]))
    reason = goal.skips(attempt.attempt, first.output)
    assert reason is None if why is None else why in reason
    assert first.score == pytest.approx(negative)
