"""New errors of grammar."""

from collections import Counter

from hf_robust.attacks.asking import Refused
from hf_robust.attacks.constraints.new_errors import NewErrors
from hf_robust.attacks.states import ORIGIN


def checker(text):
    """Each ``x`` is an error of one kind, each ``y`` one of another."""
    return Counter({kind: text.count(kind) for kind in "xy" if kind in text})


def test_errors_beyond_those_of_the_original_count_by_kind(drive, tagged_attempt, swaps):
    attempt = tagged_attempt("a b x")
    same, other = swaps(attempt, b="c"), swaps(attempt, x="y")
    for most, kept in ((0, [same]), (1, [same, other])):
        assert drive(NewErrors(most=most).filter(attempt, ORIGIN, [[same, other]]), grammar=checker) == [kept]


def test_without_a_check_nothing_passes(drive, tagged_attempt, swaps):
    attempt = tagged_attempt("a b x")
    asking = NewErrors().filter(attempt, ORIGIN, [[swaps(attempt, b="c")]])
    assert drive(asking, grammar=lambda text: Refused("why")) == [[]]
