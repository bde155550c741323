"""Scores by slice, and what transformations cost there, on slices that are drawn by hand."""

from dataclasses import replace

import numpy as np
import pytest
from outcome_samples import outcomes_with, pairs_of

from hf_robust.evaluation.analysis.slice_scores import slice_scores
from hf_robust.evaluation.analysis.wanted import AnalysisOptions
from hf_robust.scoring import paired_bootstrap, wilson

ROWS = 40
GOLD = ["pos"] * ROWS
FIRST = [number < 20 for number in range(ROWS)]
OTHERS = [not inside for inside in FIRST]


def wrong(*places: int) -> list[str]:
    return ["neg" if number in places else "pos" for number in range(ROWS)]


def found(*pairs, **slices):
    return slice_scores(outcomes_with(*pairs, slices=slices), None, AnalysisOptions())


def test_scores_and_gaps_by_hand():
    result = found(pairs_of("typos", GOLD, wrong(*range(8)), wrong(*range(8))), first=FIRST, others=OTHERS)
    assert result["n"] == ROWS and result["small"] == [] and result["left_out"] == 0
    by_name = {one["name"]: one for one in result["slices"]}
    first, others = by_name["first"], by_name["others"]
    assert (first["n"], first["score"], others["score"]) == (20, 0.6, 1.0)
    assert first["gap"] == pytest.approx(-0.4) and others["gap"] == pytest.approx(0.4)
    assert first["interval"] == pytest.approx(list(wilson(12, 20)))
    # Fisher's exact test of 8 of 20 against 0 of 20
    assert first["p_value"] == pytest.approx(0.00328, abs=0.002) and first["p_value"] == others["p_value"]
    assert first["p_adjusted"] == pytest.approx(2 * first["p_value"])
    assert "params" not in first and first["summary"] == "rows of first"


def test_drops_by_hand():
    typos = pairs_of("typos", GOLD, wrong(0), wrong(0, *range(1, 11), 30))
    result = found(typos, pairs_of("ocr", GOLD, wrong(0), wrong()), first=FIRST, others=OTHERS)
    drops = dict(zip([one["name"] for one in result["slices"]], result["drops"], strict=True))
    assert result["transformations"] == ["typos", "ocr"]
    assert [cell["drop"] for cell in drops["first"]] == pytest.approx([0.5, -0.05])
    assert [cell["drop"] for cell in drops["others"]] == pytest.approx([0.05, 0.0])
    low, high = drops["first"][0]["interval"]
    assert 0.2 < low < 0.5 < high < 0.8
    assert drops["first"][0]["p_adjusted"] == pytest.approx(4 * 2 / 2**10)
    assert drops["others"][1]["p_adjusted"] == 1.0


def test_rows_that_a_transformation_did_not_change_do_not_count():
    some = [number for number in range(ROWS) if number < 5 or number >= 20]
    typos = pairs_of("typos", ["pos"] * 25, ["pos"] * 25, ["neg"] * 10 + ["pos"] * 15, ids=[str(n) for n in some])
    result = found(pairs_of("ocr", GOLD, GOLD, GOLD), typos, first=FIRST, others=OTHERS)
    drops = dict(zip([one["name"] for one in result["slices"]], result["drops"], strict=True))
    assert drops["first"][1] == {"n": 5, "drop": None, "interval": None, "p_adjusted": None}
    assert drops["others"][1]["n"] == 20 and drops["others"][1]["drop"] == pytest.approx(0.25)


def test_small_and_empty_slices_are_named_and_one_of_all_rows_has_no_gap():
    nine = [number < 9 for number in range(ROWS)]
    ten = [number < 10 for number in range(ROWS)]
    result = found(
        pairs_of("typos", GOLD, wrong(1), wrong(2)), nine=nine, none=[False] * ROWS, all=[True] * ROWS, ten=ten
    )
    assert result["small"] == [{"name": "nine", "n": 9, "to_find": 9}, {"name": "none", "n": 0, "to_find": 0}]
    ten, everything = result["slices"]
    assert everything["name"] == "all" and everything["score"] == 0.975
    assert (everything["gap"], everything["p_value"], everything["p_adjusted"]) == (None, None, None)
    assert ten["p_adjusted"] == ten["p_value"]


def test_slices_with_little_to_find_are_not_scored():
    pytest.importorskip("seqeval")
    empty, person = ["O", "O"], ["B-PER", "O"]
    gold = [empty] * 20 + [person] * 30
    pair = pairs_of("typos", gold, gold, [empty] * 50, task="named-entity-recognition")
    slices = {
        "empty": [number < 20 for number in range(50)],
        "little": [number < 25 for number in range(50)],
        "people": [number >= 20 for number in range(50)],
        "mixed": [number % 2 == 0 for number in range(50)],
    }
    result = slice_scores(outcomes_with(pair, task="named-entity-recognition", slices=slices), None, AnalysisOptions())
    assert result["small"] == [{"name": "empty", "n": 20, "to_find": 0}, {"name": "little", "n": 25, "to_find": 5}]
    by_name = {one["name"]: one for one in result["slices"]}
    assert set(by_name) == {"people", "mixed"}
    # outside of it there is nothing to find, so no score to compare with
    assert by_name["people"]["gap"] is None and by_name["people"]["p_value"] is None
    assert by_name["people"]["score"] == 1.0 and by_name["mixed"]["gap"] == 0.0


def test_drops_need_things_to_find_in_the_rows_that_changed():
    pytest.importorskip("seqeval")
    empty, person = ["O", "O"], ["B-PER", "O"]
    gold = [empty] * 20 + [person] * 30
    every = pairs_of("typos", gold, gold, gold, task="named-entity-recognition")
    ids = [str(number) for number in range(25)]
    some = pairs_of("ocr", gold[:25], gold[:25], [empty] * 25, task="named-entity-recognition", ids=ids)
    outcomes = outcomes_with(every, some, task="named-entity-recognition", slices={"half": [True] * 36 + [False] * 14})
    ((typos, ocr),) = slice_scores(outcomes, None, AnalysisOptions())["drops"]
    assert typos["drop"] == 0.0 and ocr == {"n": 25, "drop": None, "interval": None, "p_adjusted": None}


def test_slices_that_are_not_there_are_noted():
    outcomes = outcomes_with(pairs_of("typos", GOLD, GOLD, GOLD), slices={"first": FIRST})
    table = replace(outcomes.slices, notes=("all: every row is in it, so it is left out",))
    result = slice_scores(replace(outcomes, slices=table), None, AnalysisOptions())
    assert result["notes"] == ["all: every row is in it, so it is left out"]


def test_only_small_slices_leave_their_names():
    result = found(pairs_of("typos", GOLD, GOLD, GOLD), none=[False] * ROWS)
    assert (result["slices"], result["drops"], len(result["small"])) == ([], [], 1)


def test_without_slices_there_is_nothing_to_say():
    assert slice_scores(outcomes_with(pairs_of("typos", GOLD, GOLD, GOLD)), None, AnalysisOptions()) is None


def test_many_slices_are_cut_to_those_that_differ_most_surely():
    rng = np.random.default_rng(1)
    slices = {f"random {number}": (rng.random(ROWS) < 0.5).tolist() for number in range(110)}
    slices["weak"] = FIRST
    result = found(pairs_of("typos", GOLD, wrong(*range(16)), wrong()), **slices)
    assert len(result["slices"]) == len(result["drops"]) == 100 and result["left_out"] == 11
    assert result["slices"][0]["name"] == "weak" and result["slices"][0]["p_adjusted"] < 0.05
    assert all(one["p_adjusted"] > 0.05 for one in result["slices"][1:])


def test_measures_that_are_no_share_of_rows_have_the_bootstrap():
    pytest.importorskip("seqeval")
    rng = np.random.default_rng(3)
    gold = [["B-PER", "O", "B-LOC"]] * 60
    old = [["B-PER", "O", "B-LOC" if draw else "O"] for draw in rng.random(60) < 0.9]
    new = [["B-PER" if draw else "O", "O", "O"] for draw in rng.random(60) < 0.6]
    pair = pairs_of("typos", gold, old, new, task="named-entity-recognition")
    half = [number < 30 for number in range(60)]
    outcomes = outcomes_with(pair, task="named-entity-recognition", slices={"half": half})
    result = slice_scores(outcomes, None, AnalysisOptions())
    cell = result["drops"][0][0]
    expected = paired_bootstrap(pair.stats[:30], pair.stats_after[:30], outcomes.measure.aggregate)
    assert cell["interval"] == pytest.approx(list(expected), abs=0.03)
    aggregate = outcomes.measure.aggregate
    assert cell["drop"] == pytest.approx(
        float(aggregate(pair.stats[:30].sum(axis=0)) - aggregate(pair.stats_after[:30].sum(axis=0)))
    )
    scored = result["slices"][0]
    assert scored["interval"][0] < scored["score"] < scored["interval"][1] and cell["p_adjusted"] < 0.001


def test_variants_of_a_row_are_no_independent_rows():
    ids = [str(number // 4) for number in range(4 * ROWS)]
    old, new = ["pos"] * 4 * ROWS, (["neg"] * 4 + ["pos"] * 4) * (ROWS // 2)
    together = found(pairs_of("typos", old, old, new, ids=ids), first=FIRST)["drops"][0][0]
    alone = found(pairs_of("typos", GOLD, GOLD, new[::4]), first=FIRST)["drops"][0][0]
    assert together["n"] == 80 and alone["n"] == 20 and together["drop"] == alone["drop"] == 0.5
    assert np.diff(together["interval"])[0] == pytest.approx(np.diff(alone["interval"])[0], abs=0.12)
    assert together["p_adjusted"] > 0.001
