"""The beam that a gradient ranks, with functions in place of model and gradient."""

import numpy as np
import pytest

from hf_robust.attacks.asking import Refused
from hf_robust.attacks.constraints.positions import MostWords, NoWordTwice
from hf_robust.attacks.goals.label_goals import Targeted
from hf_robust.attacks.searches.gradient_beam import GradientBeam
from hf_robust.core.errors import NotApplicable, UsageError

TEXT = "a b c"
TABLE = {"a": ("a1", "a2"), "b": ("b1", "b2"), "c": ("c1", "c2")}
GAINS = {"a1": 0.1, "a2": 0.0, "b1": 0.2, "b2": 0.3, "c1": 0.0, "c2": 0.05}


def negative(text):
    return min(1.0, 0.06 + sum(GAINS.get(word, 0) for word in text.split()))


def slope(gains):
    """The log-odds of the right label fall as gains say."""

    def gradient(request):
        given, label, places = request
        assert label == "pos"
        assert all(given[0][unit.start : unit.end] in TABLE for unit, _ in places)
        return [np.array([-gains[word] for word in words]) for _, words in places]

    return gradient


def search(trial, width, gains=GAINS, limit=negative, **options):
    one = trial(TEXT, TABLE, limit, constraints=(NoWordTwice(),), **options)
    outcome = one.search(GradientBeam(width=width), gradient=slope(gains))
    return one, outcome


def test_the_model_is_asked_about_what_promises_most(trial):
    one, outcome = search(trial, 1)
    assert one.asked == [["a b c"], ["a b2 c"], ["a1 b2 c"], ["a1 b2 c2"]]
    assert outcome.reached and one.result(outcome) == "a1 b2 c2" and one.attempt.queries == 4


def test_a_beam_asks_about_as_many_as_it_keeps_at_a_time(trial):
    one, outcome = search(trial, 2)
    assert list(map(len, one.asked)) == [1, 2, 2, 2] and one.asked[1] == ["a b2 c", "a b1 c"]
    assert outcome.reached


def test_what_the_model_says_decides_not_what_was_promised(trial):
    wrong = {**GAINS, "c1": 9.0, "b1": 0.31}
    one, outcome = search(trial, 3, wrong, limit=lambda text: negative(text) * ("c1" not in text))
    assert one.asked[1] == ["a b c1", "a b1 c", "a b2 c"]
    assert "b2" in one.result(outcome) and "c1" not in one.result(outcome)


def test_two_words_at_most(trial):
    one = trial(TEXT, TABLE, lambda text: negative(text) / 2, constraints=(NoWordTwice(), MostWords(count=2)))
    outcome = one.search(GradientBeam(width=10), gradient=slope(GAINS))
    assert not outcome.reached and one.result(outcome) == "a1 b2 c" and len(one.asked) == 3


def test_no_state_is_asked_about_twice(trial):
    one, _ = search(trial, 50, limit=lambda text: negative(text) / 9)
    texts = [text for asked in one.asked for text in asked]
    assert len(texts) == len(set(texts)) == 27  # each of three words is one of three


def test_a_refusal_ends_the_row(trial):
    one = trial(TEXT, TABLE, negative, constraints=(NoWordTwice(),))
    with pytest.raises(NotApplicable, match="no such label"):
        one.search(GradientBeam(), gradient=lambda request: Refused("no such label"))


def test_a_beam_holds_a_state():
    with pytest.raises(UsageError, match="1 state or more"):
        GradientBeam(width=0)
    assert GradientBeam().white_box


def test_a_target_is_approached(trial):
    one = trial(TEXT, TABLE, negative, constraints=(NoWordTwice(),))
    one.attempt.goal = Targeted(label="neg")
    asked = []

    def gradient(request):
        asked.append(request[1])
        return [np.array([GAINS[word] for word in words]) for _, words in request[2]]

    outcome = one.search(GradientBeam(width=1), gradient=gradient)
    assert set(asked) == {"neg"} and one.asked[1] == ["a b2 c"] and outcome.reached
