"""A sample over many suites: how much of each, mixed, and nothing that gives its origin away."""

from collections import Counter
from itertools import pairwise

import pytest
from audit_samples import REVIEWS, pairs, sample
from capability_samples import TASK, seed, suite, table
from datasets import Dataset

import hf_robust as hr
from hf_robust.audit.sample import draw
from hf_robust.capability.suite import CapabilitySuite
from hf_robust.core.errors import UsageError


def counted(key):
    return Counter((key.rated[origin.rated].name, origin.part) for origin in key.origins)


def test_so_many_of_each_over_both_kinds():
    key, items = sample(per_transformation=5, per_capability=4)
    expected = {("word-case", "pair"): 5, ("keyboard", "pair"): 5}
    expected |= {(id, part): 2 for id in "ABC" for part in ("seed", "expanded")}
    assert counted(key) == expected and len({item.id for item in items}) == len(items) == 22
    assert [item.id for item in items] == [origin.id for origin in key.origins]


def test_the_same_seed_draws_the_same():
    assert sample(seed=1) == sample(seed=1)
    assert [item.id for item in sample(seed=1)[1]] != [item.id for item in sample(seed=2)[1]]


def test_they_are_mixed():
    key, _ = sample(per_transformation=6)
    names = [key.rated[origin.rated].name for origin in key.origins]
    assert names != sorted(names) and sum(a != b for a, b in pairwise(names)) > len(names) // 2


def test_a_rater_sees_the_pair_with_its_label_and_no_name():
    _, items = sample()
    pair = next(item.shown for item in items if item.shown.original in REVIEWS)
    assert pair.gold in ("pos", "neg") and pair.text != pair.original and not pair.about
    assert pair.questions == ("keep", "natural", "defects")
    said = repr([(item.id, item.shown.text, item.shown.about, item.shown.gold) for item in items])
    assert "word-case" not in said and "keyboard" not in said


def test_a_case_asks_for_its_label_and_an_expansion_shows_its_seed():
    key, items = sample()
    parts = {origin.id: origin.part for origin in key.origins}
    shown = {parts[item.id]: item.shown for item in items}
    assert shown["seed"].questions == ("label", "relevant", "natural", "defects") and not shown["seed"].original
    assert "valid" in shown["expanded"].questions
    assert shown["expanded"].text.startswith(shown["expanded"].original + " ")
    assert shown["seed"].choices == ("negative", "neutral", "positive") and not shown["seed"].gold
    assert shown["seed"].about in ("Praise", "Negation at the end", "Facts")


@pytest.mark.parametrize(
    ("seeds", "expansions", "expected"), [(2, 3, (2, 6)), (6, 0, (6, 0)), (8, 1, (5, 5)), (1, 1, (1, 1))]
)
def test_what_one_part_lacks_the_other_gives(seeds, expansions, expected):
    found = counted(draw([suite(seeds, expansions)], per_capability=10 if seeds * (1 + expansions) > 8 else 8)[0])
    assert (found["A", "seed"], found["A", "expanded"]) == expected


def test_one_transformation_of_two_suites_is_drawn_from_both():
    other = pairs(texts=[f"The soup, number {place}, was lukewarm." for place in range(12)], source="me/food")
    key, items = draw([pairs(), other], per_transformation=6)
    assert len(key.rated) == 2 and len(items) == 12
    assert Counter(origin.suite for origin in key.origins) == {0: 6, 1: 6}
    assert [one.dataset for one in key.suites] == ["me/reviews", "me/food"]


def test_other_parameters_are_rated_apart():
    data = Dataset.from_dict({"text": REVIEWS, "label": ["pos", "neg"] * 6})
    task = hr.task("sentiment-classification")
    suites = [hr.Suite.build(data, task, [{"name": "keyboard", "rate": rate}]) for rate in (0.1, 0.5)]
    assert len(draw(suites)[0].rated) == 2


def test_sources_repeat_as_little_as_possible():
    rows = [seed("A", f"good film {n} {m}", ["positive"], source_ids=[f"row{n}"]) for n in range(6) for m in range(5)]
    key, _ = draw([CapabilitySuite.of_cases(TASK, {"A": table(rows)})], per_capability=8)
    found = Counter(origin.sources[0] for origin in key.origins)
    assert len(found) == 6 and max(found.values()) == 2


def test_the_label_of_a_text_that_changes_it_is_shown_with_the_old_one():
    data = Dataset.from_dict({"premise": ["A man eats an apple."], "hypothesis": ["A man is eating."], "label": [0]})
    names = ["entailment", "neutral", "contradiction"]
    entry = hr.Suite.build(data, hr.task("natural-language-inference", label_names=names), ["word-case"])
    _, items = draw([entry])
    assert items[0].shown.original == "premise: A man eats an apple.\nhypothesis: A man is eating."
    assert items[0].shown.gold == "entailment"


@pytest.mark.parametrize("given", [{"per_transformation": 0}, {"per_capability": 1.5}])
def test_wrong_numbers(given):
    with pytest.raises(UsageError, match="whole number"):
        draw([suite()], **given)


def test_nothing_to_rate():
    with pytest.raises(UsageError, match="nothing to rate"):
        draw([])
