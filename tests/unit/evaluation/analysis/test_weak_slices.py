"""Slices on which a model is wrong more often, and on which transformations cost more, from outcomes by hand."""

import numpy as np
import pytest
from outcome_samples import outcomes_with, pairs_of

from hf_robust.core.json_values import plain
from hf_robust.core.typed_json import read_json
from hf_robust.evaluation.analysis import weak_slices as module
from hf_robust.evaluation.analysis.wanted import AnalysisOptions
from hf_robust.evaluation.analysis.weak_slices import weak_slices
from hf_robust.reports.records.analysis_records import Weakest
from hf_robust.slices.candidates import Families, candidates

ROWS = 400


@pytest.fixture(autouse=True)
def _told_by_hand(monkeypatch):
    """No clusters, which need vectors, and no subpopulations, which need all columns."""

    def plain_candidates(rows, least, most, families=None, seed=0):
        return candidates(rows, least, most, families or Families(clusters=False), seed)

    monkeypatch.setattr(module, "candidates", plain_candidates)
    monkeypatch.setattr(module, "slice_rows", lambda rows, task: None)


def answers(gold, wrong):
    return [("neg" if one == "pos" else "pos") if bad else one for one, bad in zip(gold, wrong, strict=True)]


def found(wrong_before, *wrong_after, slices=None, **options):
    gold = ["pos", "neg"] * (ROWS // 2)
    pairs = [
        pairs_of(f"t{number}", gold, answers(gold, wrong_before), answers(gold, wrong), **options)
        for number, wrong in enumerate(wrong_after)
    ]
    outcomes = outcomes_with(*pairs, slices=slices)
    result = weak_slices(outcomes, None, AnalysisOptions(weakest=True))
    read_json(Weakest, plain(result), "search")
    return result


def chance(seed, share):
    return np.random.default_rng(seed).random(ROWS) < share


def test_nothing_is_searched_unless_it_was_asked_for():
    gold = ["pos", "neg"]
    assert weak_slices(outcomes_with(pairs_of("t", gold, gold, gold)), None, AnalysisOptions()) is None


def test_slice_where_the_model_is_wrong_is_found_with_rows_to_look_at():
    rows = np.arange(ROWS)
    short = rows % 5 == 0
    wrong = chance(1, 0.1) | (short & chance(2, 0.5))
    result = found(wrong, wrong, slices={"length: short": short, "length: odd": rows % 2 == 1})
    assert result["rows"] == ROWS and result["families"]["length"] == 2
    first = result["wrong"]["found"][0]
    assert (first["name"], first["n"], first["kind"]) == ("length: short", 80, "text")
    assert first["inside"] == pytest.approx(1 - wrong[short].mean())
    assert first["outside"] == pytest.approx(1 - wrong[~short].mean())
    assert first["difference"] == pytest.approx(first["outside"] - first["inside"])
    assert first["interval"][0] < first["inside"] < first["interval"][1]
    assert 0 < first["at_least"] < first["difference"] and first["p_adjusted"] < 0.05
    assert len(first["mistakes"]) == 3
    for row in first["mistakes"]:
        number = int(row["source_id"])
        assert short[number] and wrong[number] and row["gold"] != row["prediction"]
        assert row["fields"] == [{"field": "text", "text": f"text {number}"}]
    assert result["drops"]["tests"] == 0  # the transformation changed no answer


def test_slice_on_which_one_transformation_costs_more_is_found_with_its_name():
    rows = np.arange(ROWS)
    short = rows % 5 == 0
    before = chance(2, 0.05)
    harmless, harmful = before | chance(4, 0.05), before | chance(5, 0.05) | (short & chance(6, 0.5))
    result = found(before, harmless, harmful, slices={"length: short": short})
    assert result["wrong"]["found"] == []
    (one,) = result["drops"]["found"]
    assert (one["name"], one["transformation"], one["n"]) == ("length: short", "t1", 80)
    drop = harmful.astype(float) - before
    assert one["inside"] == pytest.approx(drop[short].mean()) and one["outside"] == pytest.approx(drop[~short].mean())
    assert one["mistakes"] == [] and len(one["examples"]) == 3
    assert all(int(example["source_id"]) % 5 == 0 for example in one["examples"])


def test_nothing_is_found_by_chance_and_it_is_said_what_would_have_been():
    wrong = chance(7, 0.1)
    result = found(wrong, wrong | chance(8, 0.05), slices={"a": chance(9, 0.3), "b": chance(10, 0.1)})
    assert result["wrong"]["found"] == [] == result["drops"]["found"]
    sizes = [one["n"] for one in result["wrong"]["detectable"]]
    needed = [one["difference"] for one in result["wrong"]["detectable"]]
    assert sizes == sorted(sizes) and needed == sorted(needed, reverse=True) and needed


def test_answers_are_no_slices_of_drops_and_gold_labels_are_marked():
    gold_wrong = np.arange(ROWS) % 2 == 0  # every row whose label is pos
    result = found(gold_wrong & chance(11, 0.4), gold_wrong & chance(12, 0.9))
    assert {one["kind"] for one in result["wrong"]["found"]} == {"gold", "answer"}
    assert [one["name"] for one in result["drops"]["found"]] == ["label: pos"]


def test_same_slice_twice_is_named_under_the_better_one():
    rows = np.arange(ROWS)
    wrong = chance(13, 0.08) | ((rows < 60) & chance(14, 0.6))
    result = found(wrong, wrong, slices={"first": rows < 60, "much of it": rows < 66})
    (one,) = result["wrong"]["found"]
    assert (one["name"], one["also"]) == ("first", ["much of it"])


def test_variants_count_once():
    gold = ["pos", "neg"] * 100
    ids = [str(number // 2) for number in range(200)]
    gold = [gold[number // 2] for number in range(200)]
    wrong = np.repeat(np.random.default_rng(15).random(100) < 0.3, 2)
    pairs = pairs_of("t", gold, answers(gold, wrong), gold, ids=ids, variants=[0, 1] * 100)
    result = weak_slices(
        outcomes_with(pairs, slices={"half": np.arange(100) < 50}), None, AnalysisOptions(weakest=True)
    )
    assert result["rows"] == 100


def test_seed_gives_the_same_record_again():
    wrong = chance(16, 0.2)
    assert found(wrong, ~wrong) == found(wrong, ~wrong)
