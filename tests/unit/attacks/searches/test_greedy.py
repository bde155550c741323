"""Greedy search over all words, and a beam."""

import pytest

from hf_robust.attacks.attempt import BudgetSpent
from hf_robust.attacks.constraints.positions import NoWordTwice
from hf_robust.attacks.searches.greedy import Greedy
from hf_robust.core.errors import UsageError

TABLE = {"a": ("A", "x"), "b": ("B", "y"), "c": ("C", "z")}
ALONE = {"A": 0.2, "B": 0.1, "y": 0.1, "z": 0.05}


def bag(text):
    """Words count alone; ``x y`` together count most, though neither is best alone."""
    if "x y" in text:
        return 0.9
    return min(0.05 + sum(ALONE.get(word, 0) for word in text.split()), 0.45)


def test_takes_the_best_of_all_words_at_each_step(trial):
    attack = trial("a b c", {"a": ("A",), "b": ("B",), "c": ("C",)}, lambda text: 0.3 * sum(map(str.isupper, text)))
    assert attack.result(attack.search(Greedy())) == "A B c"  # the first of equals, and no further than the goal
    assert attack.asked == [["a b c"], ["A b c", "a B c", "a b C"], ["A B c", "A b C"]]


def test_a_beam_finds_what_greedy_search_misses(trial):
    narrow = trial("a b c", TABLE, bag, (NoWordTwice(),))
    wide = trial("a b c", TABLE, bag, (NoWordTwice(),))
    assert not narrow.search(Greedy()).reached
    outcome = wide.search(Greedy(beam=5))
    assert outcome.reached and wide.result(outcome) == "x y c"


def test_goes_on_through_worse_states_or_stops_there(trial):
    def dip(text):
        return {"a b": 0.3, "A b": 0.2, "a B": 0.1, "A B": 0.8}[text]

    table = {"a": ("A",), "b": ("B",)}
    assert trial("a b", table, dip).search(Greedy()).reached
    stopped = trial("a b", table, dip)
    outcome = stopped.search(Greedy(only_better=True))
    assert (stopped.result(outcome), stopped.attempt.queries) == ("a b", 3)


def test_returns_the_best_and_ends_without_a_constraint(trial):
    attack = trial("a b", {"a": ("A",), "b": ("B",)}, lambda text: {"a b": 0.1, "A b": 0.4}.get(text, 0.2))
    assert attack.result(attack.search(Greedy())) == "A b"
    assert attack.attempt.queries == 4


def test_steps_and_budget_are_kept(trial):
    one = trial("a b c", TABLE, bag, (NoWordTwice(),))
    one.search(Greedy(steps=1))
    assert len(one.asked) == 2
    short = trial("a b c", TABLE, bag, (NoWordTwice(),), budget=4)
    with pytest.raises(BudgetSpent):
        short.search(Greedy())
    assert short.attempt.queries == 4 and short.result(short.attempt.best) == "A b c"


def test_an_empty_beam_is_refused():
    with pytest.raises(UsageError, match="beam"):
        Greedy(beam=0)
