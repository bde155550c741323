"""The table of cases."""

import pytest
from datasets import Dataset

from hf_robust.capability.cases import case_id, case_record, case_row, expanded_case, features


def test_a_row_fits_the_features():
    row = case_row(["text"], ["Dull."], case_record("LC2", ["Dull."], accepted=["negative"], source_ids=["7"]))
    data = Dataset.from_list([row], features=features("sentiment-classification"))
    assert data[0] == row
    assert set(row["case"]) == set(features("sentiment-classification")["case"])


def test_the_label_is_there_when_one_is_right():
    def label(accepted):
        row = case_row(["text"], ["x"], case_record("A", ["x"], accepted=accepted))
        return row["label"], row["case"]["expectation"]["label"]

    assert label(["a"]) == ("a", "a")
    assert label(["a", "b"]) == label([]) == (None, None)


def test_ids_depend_on_capability_and_texts():
    ids = {case_id("A", ["x", "y"]), case_id("A", ["x"]), case_id("B", ["x", "y"]), case_id("A", ["y", "x"])}
    assert len(ids) == 4 and all(id[:2] in ("A-", "B-") for id in ids)
    assert case_id("A", ["\ud800"])


def test_a_seed_is_its_own_and_an_expanded_case_is_not():
    texts = ["Or both .", "A hypothesis ."]
    record = case_record("N", texts, accepted=["neutral"], source_ids=["1"], oracle_confidence=0.5, template="t")
    seed = case_row(["premise", "hypothesis"], texts, record)
    assert seed["case"]["seed_id"] == seed["case"]["case_id"] and seed["case"]["kind"] == "seed"
    grown = expanded_case(seed, {"premise": "Or both sides ."}, symbol="NNS", word="sides", position=2, rank=0)
    case = grown["case"]
    assert (grown["premise"], grown["hypothesis"], grown["label"]) == ("Or both sides .", "A hypothesis .", "neutral")
    assert case["seed_id"] == seed["case"]["case_id"] != case["case_id"]
    kept = (case["kind"], case["source_ids"], case["template"], case["oracle_confidence"])
    assert kept == ("expanded", ["1"], "t", 0.5)
    assert (case["symbol"], case["word"], case["position"], case["score"]) == ("NNS", "sides", 2, None)


def test_a_directed_expectation_is_kept():
    expected = {"kind": "down", "label": "positive", "tolerance": 0.1, "other": "A-1"}
    record = case_record("A", ["x"], test="DIR", expectation=expected)
    assert record["expectation"] == expected and record["test"] == "DIR"
    with pytest.raises(TypeError, match="wrod"):
        case_record("A", ["x"], wrod="y")
