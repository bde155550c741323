"""Estimates of the scores of all prompts from a part of the calls, beside the exact table."""

from itertools import product

import numpy as np
import pytest

from hf_robust.core.errors import UsageError
from hf_robust.scoring.prompt_estimates import QUANTILES, balanced_cells, estimate_prompts
from hf_robust.scoring.rasch import logistic

AXES = list(product(range(5), range(2), range(5), range(2)))
ROWS = 200


def table(seed, axis=0.35, own=0.2):
    """Scores of 100 prompts on 200 rows: effects of axis values, of single prompts and of rows, and noise."""
    random = np.random.default_rng(seed)
    skill = 1.0 + random.normal(0, own, len(AXES))
    for values in zip(*AXES):
        skill += random.normal(0, axis, max(values) + 1)[list(values)]
    chance = logistic(skill[:, None] - random.normal(0, 1.5, ROWS))
    return (random.random(chance.shape) < chance).astype(float)


def quantiles(scores):
    return np.quantile(scores, np.array(QUANTILES) / 100)


def estimated(seed):
    """A table, a tenth of its cells, and the estimates from these."""
    scores = table(seed)
    cells = balanced_cells(len(AXES), ROWS, scores.size // 10, seed)
    known = [scores[cell] for cell in cells]
    return scores, cells, estimate_prompts(cells, known, prompts=len(AXES), rows=ROWS, axes=AXES)


@pytest.fixture(scope="module")
def tenth():
    return [estimated(seed) for seed in range(4)]


def errors_of(found):
    """Errors of the estimated quantiles, and of the quantiles of the means over the rows that were asked."""
    errors, naive = [], []
    for scores, cells, estimates in found:
        exact = quantiles(scores.mean(axis=1))
        errors.append(np.array(list(estimates["quantiles"].values())) - exact)
        asked = np.array([np.mean([scores[cell] for cell in cells if cell[0] == prompt]) for prompt in range(100)])
        naive.append(quantiles(asked) - exact)
    return np.abs(errors).mean(axis=0), np.abs(naive).mean(axis=0)


def test_quantiles_from_a_tenth_of_the_calls_are_close_to_the_exact_ones(tenth):
    for _, _, estimates in tenth:
        assert estimates["calls"] == 2000 and estimates["cells"] == 20_000
        assert estimates["worst"] <= estimates["quantiles"]["5"] <= estimates["quantiles"]["95"] <= estimates["best"]
    off, naive = errors_of(tenth)
    assert off[0] <= 0.025 and off[2] <= 0.015, off
    assert off[0] < naive[0] / 3, "the mean of 20 rows is much worse at the 5% quantile"


@pytest.mark.slow
def test_over_20_tables_the_mean_error_is_at_most_2_points():
    off, _ = errors_of([estimated(seed) for seed in range(20)])
    assert off[0] <= 0.02 and off[2] <= 0.01, off


def test_errors_say_how_far_estimates_of_single_prompts_are_off(tenth):
    ratios = [
        (np.array(estimates["scores"]) - scores.mean(axis=1)) / np.array(estimates["errors"])
        for scores, _, estimates in tenth
    ]
    assert 0.8 < np.std(ratios) < 1.3


def test_a_complete_table_gives_the_exact_numbers():
    scores = table(5)[:7, :30]
    cells = [(prompt, row) for prompt in range(7) for row in range(30)]
    found = estimate_prompts(cells[::-1], [scores[cell] for cell in cells[::-1]], prompts=7, rows=30)
    means = scores.mean(axis=1)
    assert np.allclose(found["scores"], means) and not any(found["errors"])
    assert np.allclose(list(found["quantiles"].values()), quantiles(means))
    assert (found["best"], found["worst"]) == (means.max(), means.min())


def test_scores_that_are_known_are_kept():
    """With nearly all cells known, the rest can move the score of a prompt by no more than its share."""
    scores = table(6)[:6, :50]
    cells = [(prompt, row) for prompt in range(6) for row in range(50) if (prompt + row) % 10]
    found = estimate_prompts(cells, [scores[cell] for cell in cells], prompts=6, rows=50)
    for prompt in range(6):
        known = sum(scores[cell] for cell in cells if cell[0] == prompt) / 50
        assert known <= found["scores"][prompt] <= known + 0.1


def test_prompts_that_were_never_asked_follow_their_axes():
    scores = table(7, axis=0.8, own=0.0)
    some = [prompt for prompt in range(100) if prompt % 3 == 0]
    cells = [(some[place], row) for place, row in balanced_cells(len(some), ROWS, 4000)]
    found = estimate_prompts(cells, [scores[cell] for cell in cells], prompts=100, rows=ROWS, axes=AXES)
    exact = scores.mean(axis=1)
    never = [prompt for prompt in range(100) if prompt % 3]
    assert np.corrcoef(np.array(found["scores"])[never], exact[never])[0, 1] > 0.9
    assert abs(found["quantiles"]["5"] - np.quantile(exact, 0.05)) < 0.04
    without = estimate_prompts(cells, [scores[cell] for cell in cells], prompts=100, rows=ROWS)
    assert np.ptp(np.array(without["scores"])[never]) < 1e-9


def test_scores_between_0_and_1_and_the_same_score_everywhere():
    cells = balanced_cells(10, 20, 60)
    parts = [0.25 + 0.5 * (row % 2) for _, row in cells]
    found = estimate_prompts(cells, parts, prompts=10, rows=20)
    assert abs(found["quantiles"]["50"] - 0.5) < 0.05 and max(found["errors"]) < 0.06
    right = estimate_prompts(cells, [1.0] * 60, prompts=10, rows=20)
    assert right["quantiles"]["50"] > 0.95 and right["best"] <= 1.0


def test_the_estimate_is_deterministic_and_does_not_depend_on_the_order_of_cells():
    scores = table(8)[:10, :40]
    cells = balanced_cells(10, 40, 120, seed=3)
    assert cells == balanced_cells(10, 40, 120, seed=3) != balanced_cells(10, 40, 120, seed=4)
    one, other = (
        estimate_prompts(order, [scores[cell] for cell in order], prompts=10, rows=40) for order in (cells, cells[::-1])
    )
    assert np.allclose(one["scores"], other["scores"]) and np.allclose(one["errors"], other["errors"])


@pytest.mark.parametrize(("prompts", "rows"), [(30, 40), (7, 5), (5, 7), (6, 4), (1, 9), (9, 1)])
def test_cells_are_balanced(prompts, rows):
    whole = balanced_cells(prompts, rows, 10**9)
    assert sorted(whole) == [(prompt, row) for prompt in range(prompts) for row in range(rows)]
    for budget in {1, prompts, prompts * rows // 10 + 1, prompts * rows // 2 + 1}:
        cells = balanced_cells(prompts, rows, budget)
        assert len(set(cells)) == budget and cells == whole[:budget]
        by_prompt = np.bincount([prompt for prompt, _ in cells], minlength=prompts)
        by_row = np.bincount([row for _, row in cells], minlength=rows)
        assert np.ptp(by_prompt) <= 1 and np.ptp(by_row) <= 2


@pytest.mark.parametrize(
    ("cells", "scores", "axes", "message"),
    [
        ([], [], None, "found none"),
        ([(0, 0)], [1, 0], None, "differ in length"),
        ([(0, 2)], [1], None, r"2 prompts and 2 rows, both from 0; found \(0, 2\)"),
        ([(-1, 0)], [1], None, r"found \(-1, 0\)"),
        ([(0, 0), (1, 1), (1, 1)], [1, 1, 0], None, r"cell \(1, 1\) is there twice"),
        ([(0, 0), (1, 1)], [1, 1.5], None, "found 1.5 at position 1"),
        ([(0, 0)], [float("nan")], None, "found nan"),
        ([(0, 0)], [1], [("a",)], "for each of 2 prompts; found 1 prompts"),
        ([(0, 0)], [1], [("a",), ("a", "b")], r"numbers of values \[1, 2\]"),
    ],
)
def test_what_is_no_table_is_refused(cells, scores, axes, message):
    with pytest.raises(UsageError, match=message):
        estimate_prompts(cells, scores, prompts=2, rows=2, axes=axes)


def test_a_design_of_nothing_is_refused():
    with pytest.raises(UsageError, match="budget must be at least 1, found 0"):
        balanced_cells(2, 2, 0)
