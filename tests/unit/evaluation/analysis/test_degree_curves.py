"""Scores by the value of one parameter, on the originals that every value changed."""

import numpy as np
import pytest
from outcome_samples import outcomes_with, pairs_of

from hf_robust.evaluation.analysis.degree_curves import degree_curves
from hf_robust.evaluation.analysis.wanted import AnalysisOptions

GOLD = ["pos"] * 40


def at(value, wrong: int, name: str = "keyboard", rows: int = 40, **options):
    config = f"{name}-rate-{value}"
    params = {"rate": value, "layout": "qwerty", "keep": True}
    gold = GOLD[:rows]
    return pairs_of(config, gold, gold, ["neg"] * wrong + gold[wrong:], params=params, **options)


def found(*pairs):
    return degree_curves(outcomes_with(*pairs), None, AnalysisOptions())


def test_a_curve_by_hand():
    (curve,) = found(at(0.4, 20), at(0.1, 4), at(0.2, 8))["curves"]
    assert (curve["transformation"], curve["parameter"], curve["n"], curve["original"]) == ("keyboard", "rate", 40, 1.0)
    assert [(point["value"], point["score"]) for point in curve["points"]] == [(0.1, 0.9), (0.2, 0.8), (0.4, 0.5)]
    assert [point["name"] for point in curve["points"]] == [f"keyboard-rate-{v}" for v in (0.1, 0.2, 0.4)]
    slope = np.polyfit([0.1, 0.2, 0.4], [0.9, 0.8, 0.5], 1)[0]
    assert curve["slope"] == pytest.approx(slope) and curve["change"] == pytest.approx(0.3 * slope)
    low, high = curve["change_interval"]
    assert low < curve["change"] < high < -0.2
    for point in curve["points"]:
        assert point["interval"][0] < point["score"] < point["interval"][1]


def test_all_values_are_compared_on_the_same_originals():
    few = [str(number) for number in range(20, 40)]
    gold = ["pos"] * 20
    some = pairs_of(
        "keyboard-rate-0.1", gold, gold, ["neg"] * 5 + gold[5:], ids=few, params=at(0.1, 0).entry.stages[0]["params"]
    )
    (curve,) = found(some, at(0.4, 25))["curves"]
    assert curve["n"] == 20 and [point["score"] for point in curve["points"]] == [0.75, 0.75]
    assert curve["slope"] == pytest.approx(0)


def test_other_parameters_must_be_the_same():
    other = pairs_of("keyboard-rate-0.4", GOLD, GOLD, GOLD, params={"rate": 0.4, "layout": "azerty", "keep": True})
    assert found(at(0.1, 2), other) is None
    assert found(at(0.1, 2), at(0.4, 2, name="ocr")) is None
    assert found(at(0.1, 2)) is None


def test_truth_values_are_no_degrees():
    pairs = [pairs_of(f"case-{value}", GOLD, GOLD, GOLD, params={"keep": value}) for value in (True, False)]
    assert found(*pairs) is None


def test_curves_of_two_parameters_are_told_apart():
    pairs = [
        pairs_of(f"typos-rate-{rate}-count-{count}", GOLD, GOLD, GOLD, params={"rate": rate, "count": count})
        for rate in (0.1, 0.2)
        for count in (1, 2)
    ]
    curves = found(*pairs)["curves"]
    names = {(curve["transformation"], curve["parameter"]) for curve in curves}
    assert names == {
        ("typos-count-1", "rate"),
        ("typos-count-2", "rate"),
        ("typos-rate-0.1", "count"),
        ("typos-rate-0.2", "count"),
    }


def test_too_few_common_originals_are_named():
    result = found(at(0.1, 2, rows=9), at(0.4, 2))
    assert result["curves"] == [] and result["few"] == [{"transformation": "keyboard", "parameter": "rate", "n": 9}]


def test_the_steepest_fall_is_first_and_only_twelve_are_kept():
    pairs = [
        at(value, (value == 0.4) * (number + 1), name=f"t{number:02}") for number in range(14) for value in (0.1, 0.4)
    ]
    result = found(*pairs)
    assert result["curves"][0]["transformation"] == "t13" and len(result["curves"]) == 12 and result["left_out"] == 2


def test_variants_weigh_as_one_row():
    ids = [str(number // 2) for number in range(40)]
    new = (["neg", "pos"] * 20)[:40]
    params = at(0.4, 0).entry.stages[0]["params"]
    several = pairs_of("keyboard-rate-0.4", GOLD, GOLD, new, ids=ids, params=params)
    (curve,) = found(at(0.1, 0, rows=20), several)["curves"]
    assert curve["n"] == 20 and curve["points"][1]["score"] == 0.5
