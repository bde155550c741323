"""Rows that repeat an input add no evidence: in chains, corruptions, slices, attacks and generated tests."""

import numpy as np
import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.attacks.attack_record import summary
from hf_robust.capability.cases import case_record
from hf_robust.core.errors import EmptyDataError
from hf_robust.evaluation.repeated_inputs import input_keys, repeated
from hf_robust.scoring import attack_success_rate
from hf_robust.training.retraining import failure_rates

TASK = hr.task("sentiment-classification")
WORDS = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa")
ROWS = 40
STATISTICS = ("interval", "p_value", "p_adjusted", "score", "success_rate", "drop", "difference", "accuracy")


def rows_of(times, chinese=False):
    """Different texts, all of them repeated."""
    if chinese:
        texts = [f"第{place}部电影很{'好' if place % 3 else '差'}看。" for place in range(ROWS)]
    else:
        sides = ((one, other) for one in WORDS for other in WORDS[:4])
        judged = ("good", "dull", "good", "fine")
        texts = [f"The {one} film of {other} is {judged[n % 4]} and long." for n, (one, other) in enumerate(sides)]
    labels = ["pos" if place % 3 else "neg" for place in range(ROWS)]
    part = ["a" if place % 2 else "b" for place in range(ROWS)]
    return Dataset.from_dict({"text": texts * times, "label": labels * times, "part": part * times})


def model(texts):
    """It is wrong on some originals, and on more texts in capitals or with typing errors."""
    return [{"label": "pos" if " good" in text or len(text) % 3 else "neg", "score": 0.8} for text in texts]


def numbers(record):
    """All statistics of a record, by where they stand in it."""
    found = {}

    def walk(value, path):
        if isinstance(value, dict):
            for key, one in value.items():
                walk(one, (*path, key))
        elif isinstance(value, list) and path and path[-1].endswith("interval"):
            found.update({(*path, place): one for place, one in enumerate(value)})
        elif isinstance(value, list):
            for place, one in enumerate(value):
                walk(one, (*path, str(place)))
        elif path and any(path[-1].endswith(one) for one in STATISTICS) and not {"examples", "results"} & {*path[:-3]}:
            found[path] = value

    walk(record, ())
    return found


def same(once, repeats, least):
    one, several = numbers(once), numbers(repeats)
    assert one.keys() == several.keys() and len(one) >= least
    for path, value in one.items():
        assert several[path] == pytest.approx(value, nan_ok=True), path


def codes(record):
    return [one["code"] for one in record["warnings"]]


def message(record):
    return next(one["message"] for one in record["warnings"] if one["code"] == "duplicate-rows")


@pytest.mark.parametrize("times", [2, 3])
def test_chains(times):
    def searched(rows):
        return hr.worst_chains(model, rows, TASK, ["word-case", "twitter"], depth=2).record

    once, repeats = searched(rows_of(1)), searched(rows_of(times))
    same(once["chains"], repeats["chains"], 10)
    assert [one["name"] for one in once["chains"]] == [one["name"] for one in repeats["chains"]]
    assert repeats["judged"]["rows"] == times * once["judged"]["rows"]
    assert message(repeats) == f"{times * ROWS} of {times * ROWS} rows repeat a text and count as {ROWS} sources."
    assert "duplicate-rows" not in codes(once)


def test_the_halves_of_a_search_for_chains_share_no_text():
    rows = Dataset.from_dict({"text": ["A film.", "A play.", "A song."] * 20, "label": ["pos", "neg", "pos"] * 20})
    with pytest.raises(EmptyDataError, match="four rows with different inputs or more, found 3"):
        hr.worst_chains(model, rows, TASK, ["word-case", "twitter"], depth=2)


@pytest.mark.parametrize("times", [2, 3])
def test_corruptions(times):
    def corrupted(rows):
        return hr.corruption_benchmark(rows, TASK, model, ["noise", "delete"], (1, 2), ["random"], seeds=(0, 1)).record

    once, repeats = corrupted(rows_of(1)), corrupted(rows_of(times))
    for key in ("cells", "models", "contrasts"):
        same(once[key], repeats[key], 0)
    assert len(numbers(once["cells"])) > 20
    assert [one["n"] for one in repeats["cells"]] == [times * one["n"] for one in once["cells"]]
    assert "duplicate-rows" in codes(repeats) and "duplicate-rows" not in codes(once)


def test_targeted_corruptions_against_random_ones():
    def corrupted(rows):
        rankings = {"model": ranking(rows)}
        return hr.corruption_benchmark(rows, TASK, model, ["delete"], (1,), seeds=(0,), rankings=rankings).record

    same(corrupted(rows_of(1))["contrasts"], corrupted(rows_of(3))["contrasts"], 4)


def ranking(rows):
    """The last words matter most."""
    found = []
    for text in rows["text"]:
        ends = [place for place, mark in enumerate(text + " ") if mark == " "][-3:]
        starts = [text.rindex(" ", 0, end) + 1 for end in ends]
        found.append({"start": starts[::-1], "end": ends[::-1], "weight": [0.5, 0.4, 0.3]})
    return {"text__importance": found}


@pytest.mark.parametrize("chinese", [False, True])
def test_slices_and_all_other_parts_of_the_analysis(chinese):
    task = hr.task("sentiment-classification", language="zh" if chinese else "en")
    names = ["keyboard", "missing-character"] if chinese else ["word-case", "typos", "missing-character"]
    slices = [{"name": "column", "column": "part"}, "length"]

    def analyzed(rows):
        return hr.run(model, hr.Suite.build(rows, task, names), slices=slices, weakest=True).record

    once, repeats = analyzed(rows_of(1, chinese)), analyzed(rows_of(2, chinese))
    for part in ("slices", "profile"):
        if part in once["analysis"]:
            same(once["analysis"][part], repeats["analysis"][part], 10)
    for part in ("wrong", "drops"):
        one, other = once["analysis"]["weakest"][part], repeats["analysis"]["weakest"][part]
        assert (one["tests"], one["slices"]) == (other["tests"], other["slices"])
        same(one, other, 0)
    for one, other in zip(*(record["analysis"]["error_flow"]["flows"] for record in (once, repeats)), strict=True):
        assert other["interval"] == pytest.approx(one["interval"])


def test_a_slice_that_holds_one_of_two_equal_rows():
    """The part of the rows says nothing of the text: each text is in both slices, so no slice is any different."""
    rows = rows_of(2)
    rows = rows.remove_columns("part").add_column("part", ["a"] * ROWS + ["b"] * ROWS)
    suite = hr.Suite.build(rows, TASK, ["word-case"])
    found = hr.run(model, suite, slices=[{"name": "column", "column": "part"}]).record["analysis"]["slices"]
    once = hr.run(model, hr.Suite.build(rows_of(1), TASK, ["word-case"]), slices=["length"]).record
    assert [one["n"] for one in found["slices"]] == [ROWS, ROWS]
    assert {one["score"] for one in found["slices"]} == {once["originals"]["score"]}
    assert all(one["p_value"] == 1.0 for one in found["slices"])


@pytest.mark.parametrize("times", [2, 3])
def test_attacks(times):
    def attacked(rows):
        return hr.attack(model, rows.select(range(len(rows))), "deepwordbug", TASK, budget=15)

    once, repeats = (attacked(rows_of(k).select([n for n in range(k * ROWS) if n % ROWS < 16])) for k in (1, times))
    found = [
        {key: run.record["summary"][key] for key in once.record["summary"] if key != "counts"}
        for run in (once, repeats)
    ]
    same(*found, 6)
    assert 0 < found[0]["success_rate"] < 1
    assert "duplicate-rows" in codes(repeats.record) and "duplicate-rows" not in codes(once.record)
    transfers = [
        hr.run(lambda texts: ["pos"] * len(texts), run.suite(effect="preserves")).record for run in (once, repeats)
    ]
    same(*(one["transfer"] for one in transfers), 2)


def test_an_attack_that_turns_one_text_again_and_again():
    rows = Dataset.from_dict({"text": ["A film."] * 9 + ["A play."], "label": ["pos"] * 10})
    groups = repeated(input_keys(TASK, rows))
    assert len(set(groups.tolist())) == 2
    answers = (["a"] * 10, ["b"] * 9 + ["a"], ["a"] * 10)
    alone, together = attack_success_rate(*answers), attack_success_rate(*answers, groups=groups.tolist())
    assert alone["attack_success_rate"] == together["attack_success_rate"] == 0.9
    assert together["interval"][1] - together["interval"][0] > 1.5 * (alone["interval"][1] - alone["interval"][0])
    assert summary([])["interval"] is None


@pytest.mark.parametrize("own_ids", [False, True])
def test_generated_tests(own_ids):
    """Rows with equal texts are one source, also where each has its own id and so other tests."""
    pairs = [
        ("A boy kicks a ball to a girl.", "A boy plays."),
        ("The woman paints a red door.", "A woman works."),
        ("The farmer sells a cow to the teacher.", "A farmer sells something."),
        ("A man reads a long book to the child.", "A man reads."),
    ]
    task = hr.task("nli", id="id") if own_ids else hr.task("nli")

    def tested(times):
        rows = [
            {"id": f"{turn} {n}", "premise": first, "hypothesis": second, "label": ("neutral", "entailment")[n % 2]}
            for turn in range(times)
            for n, (first, second) in enumerate(pairs)
        ]
        suite = hr.Suite.build(Dataset.from_list(rows), task, ["overlap"])
        tests = suite["overlap"]
        answers = {}  # right on the tests of the first two rows alone
        for original, made in zip(tests.original, tests.perturbed, strict=True):
            known = original["premise"] in (pairs[0][0], pairs[1][0])
            other = "entailment" if made["label"] != "entailment" else "neutral"
            answers[made["premise"], made["hypothesis"]] = made["label"] if known else other
        return hr.run(lambda rows: [answers[row["premise"], row["hypothesis"]] for row in rows], suite).record

    once, repeats = tested(1), tested(3)
    assert repeats["generated"][0]["n"] > once["generated"][0]["n"]
    assert message(repeats) == "12 of 12 rows repeat an input and count as 4 sources."
    assert "duplicate-rows" not in codes(once)
    one, other = (record["generated"][0]["interval"] for record in (once, repeats))
    assert other == pytest.approx(one, abs=0.1 if own_ids else 1e-9) and one[1] - one[0] > 0.7


def test_cases_of_one_source_sentence():
    task = hr.task("sentiment-classification", label_names=["negative", "positive"])

    def cases(times, shared):
        records = [
            case_record("A", [f"Case {n} {m}"], accepted=["positive"], source_ids=[f"row {n if shared else (n, m)}"])
            for n in range(8)
            for m in range(times)
        ]
        return Dataset.from_dict({"text": [f"Case {n} {m}" for n in range(8) for m in range(times)], "case": records})

    def answers(texts):
        return ["negative" if int(text.split()[1]) < 3 else "positive" for text in texts]

    once, repeats, apart = (
        failure_rates(answers, cases(*how), task)["A"] for how in ((1, True), (5, True), (5, False))
    )
    assert repeats["interval"] == pytest.approx(once["interval"])
    assert np.diff(apart["interval"]) < 0.7 * np.diff(once["interval"])
