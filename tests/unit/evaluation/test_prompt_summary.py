"""The record of many prompts: exact where all cells were asked, estimated where some were."""

from dataclasses import asdict, dataclass, field
from itertools import product

import numpy as np
import pytest

from hf_robust.core.errors import UsageError
from hf_robust.evaluation.prompt_summary import UNCHANGED, PromptCell, prompt_summary
from hf_robust.scoring import balanced_cells, variance_shares
from hf_robust.scoring.rasch import logistic


@dataclass
class NamedChoice:
    """A prompt as far as the summary reads it."""

    name: str
    choices: dict = field(default_factory=dict)


def grid(*sizes):
    numbers = list(product(*(range(1, size + 1) for size in sizes)))
    return [NamedChoice(f"p{one}", {f"axis{place}": number for place, number in enumerate(one)}) for one in numbers]


def cells_of(table, names):
    """Cells of an array (prompts, versions, rows); NaN means that there is no such version of a row."""
    return [
        PromptCell(prompt, f"r{row}", names[version], float(table[prompt, version, row]))
        for prompt, version, row in zip(*np.nonzero(np.isfinite(table)))
    ]


@pytest.fixture
def complete():
    random = np.random.default_rng(0)
    chances = np.array([[0.9, 0.8, 0.7], [0.6, 0.55, 0.3], [0.5, 0.5, 0.5], [0.8, 0.6, 0.4]])
    return (random.random((4, 3, 60)) < chances[:, :, None]).astype(float)


def test_a_complete_grid_gives_exact_numbers(complete):
    found = prompt_summary(grid(2, 2), cells_of(complete, [UNCHANGED, "typos", "case"]))
    before, after = complete[:, 0].mean(axis=1), complete[:, 1:].mean(axis=(1, 2))
    assert not found.estimated and found.calls == found.all_calls == 720 and (found.grid, found.rows) == (4, 60)
    assert [one.original for one in found.prompts] == pytest.approx(before)
    assert [one.perturbed for one in found.prompts] == pytest.approx(after)
    assert [one.drop for one in found.prompts] == pytest.approx(before - after)
    assert {one.standard_error for one in found.prompts} == {None}
    assert (found.original.worst, found.original.best) == pytest.approx((before.min(), before.max()))
    assert found.drop.worst == pytest.approx((before - after).max())
    assert found.drop.quantiles["50"] == pytest.approx(np.median(before - after))
    assert found.perturbed.spread == pytest.approx(np.ptp(after))
    assert asdict(found.variance) == pytest.approx(dict(variance_shares(complete))) and found.variance_rows == 60
    drops = (complete[:, :1] - complete[:, 1:]).mean(axis=2)
    assert [(one.name, one.prompts) for one in found.transformations] == [("typos", 4), ("case", 4)]
    assert [(one.drop, one.least, one.most) for one in found.transformations] == [
        pytest.approx((column.mean(), column.min(), column.max())) for column in drops.T
    ]


def test_transformations_may_change_different_rows(complete):
    """Scores are over rows that changed; shares of variance are then computed from means."""
    complete[:, 1, 30:] = complete[:, 2, :30] = np.nan
    complete[:, 1:, 50:] = np.nan
    found = prompt_summary(grid(2, 2), cells_of(complete, [UNCHANGED, "typos", "case"]))
    assert found.rows == 50 and not found.estimated and found.calls == 4 * (60 + 30 + 20)
    assert [one.original for one in found.prompts] == pytest.approx(complete[:, 0, :50].mean(axis=1))
    first, second = complete[:, 0, :30] - complete[:, 1, :30], complete[:, 0, 30:50] - complete[:, 2, 30:50]
    assert [one.drop for one in found.prompts] == pytest.approx(np.hstack([first, second]).mean(axis=1))
    original = complete[:, 0, :50].mean(axis=1)
    means = np.column_stack([original, original - first.mean(axis=1), original - second.mean(axis=1)])
    assert asdict(found.variance) == pytest.approx(dict(variance_shares(means))) and found.variance_rows is None


def test_answers_to_the_same_cell_are_averaged(complete):
    cells = cells_of(complete, [UNCHANGED, "typos", "case"])
    again = [cell._replace(score=1 - cell.score) for cell in cells if cell.transformation == UNCHANGED]
    found = prompt_summary(grid(2, 2), [*cells, *again])
    assert [one.original for one in found.prompts] == pytest.approx([0.5] * 4) and found.calls == 960


def test_a_part_of_the_grid_is_estimated():
    """48 prompts at a tenth of the answers: originals and their perturbed versions with the same prompts."""
    random = np.random.default_rng(3)
    prompts = grid(6, 2, 4)
    skill = 1.0 + np.array([0.4 * one.choices["axis0"] - 1.2 + 0.3 * one.choices["axis2"] for one in prompts])
    level = skill[:, None, None] - random.normal(0, 1.5, 150) - np.array([0, 0.5])[:, None]
    table = (random.random(level.shape) < logistic(level)).astype(float)
    asked = np.full(table.shape, np.nan)
    for prompt, row in balanced_cells(48, 150, 720):
        asked[prompt, :, row] = table[prompt, :, row]
    found = prompt_summary(prompts, cells_of(asked, [UNCHANGED, "typos"]))
    assert found.estimated and found.calls == 1440 and found.all_calls == 48 * 300 and found.variance is None
    exact = table.mean(axis=2)
    for over, values in ((found.original, exact[:, 0]), (found.perturbed, exact[:, 1])):
        assert over.quantiles["50"] == pytest.approx(np.median(values), abs=0.03)
        assert over.quantiles["5"] == pytest.approx(np.quantile(values, 0.05), abs=0.06)
    assert found.drop.quantiles["50"] == pytest.approx(np.median(exact[:, 0] - exact[:, 1]), abs=0.04)
    assert np.corrcoef([one.original for one in found.prompts], exact[:, 0])[0, 1] > 0.8
    assert all(0 < one.standard_error < 0.1 for one in found.prompts)


def test_prompts_that_were_not_asked_count_in_the_grid(complete):
    found = prompt_summary([*grid(2, 2), NamedChoice("more")], cells_of(complete, [UNCHANGED, "typos", "case"]))
    assert found.estimated and found.grid == 5 and len(found.prompts) == 4 and found.all_calls == 900
    assert [one.original for one in found.prompts] == pytest.approx(complete[:, 0].mean(axis=1))


def test_originals_alone_have_no_drop(complete):
    found = prompt_summary(grid(2, 2), cells_of(complete[:, :1], [UNCHANGED]))
    assert found.drop is found.perturbed is found.variance is None and found.transformations == ()
    assert found.prompts[0].drop is None and found.rows == 60


def test_one_prompt_has_no_share(complete):
    assert prompt_summary(grid(1), cells_of(complete[:1], [UNCHANGED, "typos", "case"])).variance is None


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ([], "expected answers to original rows"),
        ([PromptCell(0, "a", "typos", 1.0)], "expected answers to original rows"),
        ([PromptCell(0, "a", "typos", 1.0), PromptCell(0, "b", "", 1.0)], "originals of the perturbed rows"),
        ([PromptCell(4, "a", "", 1.0)], "prompts from 0 to 3, found 4 for row 'a'"),
        ([PromptCell(0, "a", "", 1.2)], "scores from 0 to 1, found 1.2 for prompt 0, row 'a'"),
    ],
)
def test_what_is_no_table_is_refused(cells, message):
    with pytest.raises(UsageError, match=message):
        prompt_summary(grid(2, 2), cells)
