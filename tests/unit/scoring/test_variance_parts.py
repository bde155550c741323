"""Shares of variance: cases computed by hand, and tables whose true shares are known."""

import numpy as np
import pytest

from hf_robust.core.errors import UsageError
from hf_robust.scoring.variance_parts import variance_shares


def test_a_case_computed_by_hand():
    """Means of prompts .8, .6, .4; of transformations .7, .5; one cell pair is off the sum by .03.

    Deviations of prompts: .2, 0, -.2; sum of squares 2 * .08 = .16. Of transformations: .1, -.1; 3 * .02 = .06.
    Interaction: .03, 0, -.03 and its negative; 4 * .0009 = .0036. In all .2236.
    """
    shares = variance_shares([[0.93, 0.67], [0.70, 0.50], [0.47, 0.33]])
    assert shares["prompt"] == pytest.approx(0.16 / 0.2236)
    assert shares["transformation"] == pytest.approx(0.06 / 0.2236)
    assert shares["both"] == pytest.approx(0.0036 / 0.2236)
    assert shares["rest"] is None


def test_the_noise_of_rows_computed_by_hand():
    """Prompt 1 is right on both rows, prompt 2 on one of two, under both transformations.

    Means 1 and .5: sum of squares of prompts 2 * 2 * .0625 = .25. Rows differ by prompt with deviations of .25 in four
    places: 2 * .25 / (2 * 1) = .25 is expected from the choice of two rows, so that nothing is left of the prompt.
    """
    shares = variance_shares([[[1, 1], [1, 1]], [[1, 0], [1, 0]]])
    assert shares == {"prompt": 0, "transformation": 0, "both": 0, "rest": 1}


def test_four_rows_computed_by_hand():
    """Right on three of four rows: the sum of squares is .0625, and so is the noise 2 * .375 / (4 * 3).

    With no right row at all the rows do not differ, so that all of the variance is that of the prompt.
    """
    half = variance_shares([[[1] * 4, [1] * 4], [[1, 1, 1, 0], [1, 1, 1, 0]]])
    assert half["prompt"] == pytest.approx(0) and half["rest"] == pytest.approx(1)
    whole = variance_shares([[[1] * 4, [1] * 4], [[0] * 4, [0] * 4]])
    assert whole == {"prompt": 1, "transformation": 0, "both": 0, "rest": 0}


def test_shares_are_unbiased_and_sum_to_1():
    """Over many draws of rows the shares are those of the chances from which the rows are drawn."""
    random = np.random.default_rng(0)
    chances = np.array([[0.9, 0.7, 0.6], [0.7, 0.5, 0.4], [0.6, 0.6, 0.2], [0.8, 0.6, 0.5]])
    exact = variance_shares(chances)
    found = []
    for _ in range(200):
        rows = (random.random((4, 3, 100)) < chances[:, :, None]).astype(float)
        shares = variance_shares(rows)
        assert sum(shares.values()) == pytest.approx(1)
        found.append([shares[name] * (rows.mean(axis=2).var()) / chances.var() for name in exact])
    prompt, transformation, both, rest = np.mean(found, axis=0)
    assert prompt == pytest.approx(exact["prompt"], abs=0.02)
    assert transformation == pytest.approx(exact["transformation"], abs=0.02)
    assert both == pytest.approx(exact["both"], abs=0.02)
    assert 0 < rest < 0.3
    plain = variance_shares(rows.mean(axis=2))
    assert plain["both"] > shares["both"], "without scores of rows the noise is in the interaction"


def test_differences_that_all_cells_share_do_not_count():
    """Hard rows are hard for all prompts, so that they are no noise."""
    easy = np.array([1.0, 0.0, 1.0, 0.5])
    table = np.array([[0.0, -0.1], [-0.2, -0.3]])[:, :, None] + easy
    assert variance_shares(table) == pytest.approx({"prompt": 0.8, "transformation": 0.2, "both": 0, "rest": 0})


@pytest.mark.parametrize(
    ("shape", "known"),
    [((1, 3), {"transformation"}), ((3, 1), {"prompt"}), ((1, 1), set()), ((1, 3, 5), {"transformation", "rest"})],
)
def test_a_factor_with_one_level_has_no_share(shape, known):
    shares = variance_shares(np.random.default_rng(1).random(shape))
    assert {name for name, share in shares.items() if share is not None} == known
    assert not known or sum(share for share in shares.values() if share is not None) == pytest.approx(1)


def test_equal_means_have_no_shares():
    assert set(variance_shares(np.full((3, 2), 0.7)).values()) == {None}


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ([0.5, 0.6], r"found shape \(2,\)"),
        (np.zeros((0, 2)), r"found shape \(0, 2\)"),
        ([[0.5, None], [0.5, 0.6]], r"found none at \(0, 1\)"),
    ],
)
def test_what_is_no_complete_table_is_refused(scores, message):
    with pytest.raises(UsageError, match=message):
        variance_shares(scores)
