"""What is kept by linguistics, what is lost by linguistics and level."""

import pytest
from outcome_samples import outcomes_with, pairs_of

from hf_robust.evaluation.analysis.linguistic_profile import profile
from hf_robust.evaluation.analysis.wanted import AnalysisOptions

GOLD = ["pos"] * 10


def turned(wrong_before: int, wrong_after: int) -> tuple[list[str], list[str], list[str]]:
    return GOLD, ["neg"] * wrong_before + GOLD[wrong_before:], ["neg"] * wrong_after + GOLD[wrong_after:]


def found(*pairs):
    outcomes = outcomes_with(*pairs)
    return profile(outcomes, None, AnalysisOptions())


def test_means_over_transformations_by_hand():
    result = found(
        pairs_of("typos", *turned(0, 2)),  # drop 0.2, kept 0.8
        pairs_of("ocr", *turned(0, 6)),  # drop 0.6, kept 0.4
        pairs_of("synonym", *turned(0, 1), linguistics="paradigmatic", level="word"),
    )
    assert result["task"] == "sentiment-classification"
    morphology, paradigmatic = result["groups"]
    assert morphology["kept"] == pytest.approx(0.6) and morphology["n_results"] == 2 and morphology["n"] == 20
    assert paradigmatic["kept"] == pytest.approx(0.9)
    first, second = result["cells"]
    assert (first["linguistics"], first["level"], first["n_results"]) == ("morphology", "character", 2)
    assert (first["n"], first["originals"]) == (20, 10)
    assert first["drop"] == pytest.approx(0.4)
    assert first["interval"][0] < 0.4 < first["interval"][1]
    assert second["drop"] == pytest.approx(0.1) and second["p_value"] == 1.0


def test_single_transformation_is_tested_exactly_and_corrected():
    result = found(
        pairs_of("typos", *turned(0, 8)),
        pairs_of("synonym", *turned(0, 0), linguistics="paradigmatic", level="word"),
    )
    first, second = result["cells"]
    assert first["p_value"] == pytest.approx(2 / 2**8)
    assert first["p_adjusted"] == pytest.approx(4 / 2**8) and second["p_adjusted"] == 1.0


def test_usual_order_whatever_the_order_of_the_suite():
    result = found(
        pairs_of("odd", *turned(0, 1), linguistics="combined", level="word"),
        pairs_of("a", *turned(0, 1), linguistics="pragmatics", level="sentence"),
        pairs_of("b", *turned(0, 1), linguistics="morphology", level="word"),
        pairs_of("c", *turned(0, 1), linguistics="morphology", level="character"),
    )
    assert [group["name"] for group in result["groups"]] == ["morphology", "pragmatics", "combined"]
    assert [cell["level"] for cell in result["cells"]] == ["character", "word", "sentence", "word"]


def test_nothing_to_compare_is_nothing_to_say():
    assert found(pairs_of("typos", *turned(0, 2)), pairs_of("ocr", *turned(0, 6))) is None
    empty = pairs_of("synonym", [], [], [], linguistics="paradigmatic", level="word")
    assert found(pairs_of("typos", *turned(0, 2)), empty) is None


def test_what_was_never_right_keeps_no_share():
    result = found(
        pairs_of("typos", *turned(10, 10)),
        pairs_of("synonym", *turned(0, 5), linguistics="paradigmatic", level="word"),
    )
    lost, kept = result["groups"]
    assert (lost["kept"], lost["interval"], lost["n_results"]) == (None, None, 0)
    assert kept["kept"] == pytest.approx(0.5)


def test_variants_of_a_row_are_drawn_together():
    ids = [str(number // 5) for number in range(50)]
    gold, new = ["pos"] * 50, (["neg"] * 5 + ["pos"] * 5) * 5
    several = pairs_of("typos", gold, gold, new, ids=ids)
    other = pairs_of("synonym", *turned(0, 0), linguistics="paradigmatic", level="word")
    alone = pairs_of("typos", gold, gold, new)
    together = found(several, other)["cells"][0]["interval"]
    apart = found(alone, other)["cells"][0]["interval"]
    assert together[1] - together[0] > 1.6 * (apart[1] - apart[0])


def test_seed_gives_the_same_numbers_again():
    gold, new = ["pos"] * 997, ["neg"] * 311 + ["pos"] * 686
    pairs = (
        pairs_of("typos", gold, gold, new),
        pairs_of("synonym", gold, gold, new[::-1], linguistics="paradigmatic", level="word"),
    )
    assert found(*pairs) == found(*pairs)
    assert profile(outcomes_with(*pairs), None, AnalysisOptions(seed=3)) != found(*pairs)
