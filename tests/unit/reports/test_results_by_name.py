"""Results by name, in loops and as a table, for every kind of report."""

import pickle
from functools import cache

import pytest
from datasets import Dataset
from report_samples import sample_attack, sample_capabilities, sample_corruptions, sample_record

import hf_robust as hr
from hf_robust.core.errors import RobustError, UnknownNameError
from hf_robust.reports.any_report import KINDS

THINGS = ("film", "play", "book", "song")
ROWS = Dataset.from_dict(
    {"text": [f"A {how} {what}." for what in THINGS for how in ("fine", "dull")], "label": ["pos", "neg"] * 4}
)


def model(texts):
    return ["pos" if "fine" in text else "neg" for text in texts]


def other(texts):
    return ["neg" if "dull" in text.lower() else "pos" for text in texts]


@cache
def reports():
    task = hr.task("sentiment-classification")
    both = {"old": model, "new": other}
    return {
        hr.Report: hr.Report(sample_record()),
        hr.CapabilityReport: hr.CapabilityReport(sample_capabilities()),
        hr.AttackReport: hr.AttackReport(sample_attack()),
        hr.CorruptionReport: hr.CorruptionReport(sample_corruptions()),
        hr.ChainReport: hr.worst_chains(model, ROWS, task, ["word-case", "twitter"], depth=2),
        hr.TrainingReport: hr.before_after(both, ROWS.select(range(2)), task, ["deepwordbug"], [], budget=9),
        hr.ComparisonReport: hr.compare(both, hr.Suite.build(ROWS, task, ["word-case", "ocr"])),
    }


# where the results lie in the record, and what the first of them is called
PLACES = {
    hr.Report: lambda record: (record["results"], record["results"][0]["name"]),
    hr.CapabilityReport: lambda record: (record["results"], record["results"][0]["id"]),
    hr.AttackReport: lambda record: (record["results"], record["results"][0]["row_id"]),
    hr.CorruptionReport: lambda record: (record["cells"], None),
    hr.ChainReport: lambda record: (record["chains"], record["chains"][0]["name"]),
    hr.TrainingReport: lambda record: (record["models"], "old"),
    hr.ComparisonReport: lambda record: ([one for m in record["models"] for one in m["results"]], "old / word-case"),
}


def test_every_kind_of_report_is_tested():
    assert set(reports()) == set(PLACES) == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_a_loop_gives_names_that_find_all_results(kind):
    report = reports()[kind]
    results, first = PLACES[kind](report.record)
    names = list(report)
    assert len(report) == len(names) == len(results) == len(set(names))
    assert first is None or names[0] == first
    for name, result in zip(names, results):
        assert name in report
        assert report[name].items() >= result.items()


@pytest.mark.parametrize("kind", KINDS)
def test_a_wrong_name_is_a_key_error_with_the_nearest(kind):
    report = reports()[kind]
    name = next(iter(report))
    typed = f"{name}#"
    assert typed not in report and 3 not in report and None not in report
    with pytest.raises(KeyError) as caught:
        report[typed]
    assert isinstance(caught.value, UnknownNameError) and isinstance(caught.value, RobustError)
    message = str(caught.value)
    assert message.startswith(f"unknown {report.result_noun} {typed!r}; did you mean ") and name in message
    assert str(pickle.loads(pickle.dumps(caught.value))) == message


@pytest.mark.parametrize("kind", KINDS)
def test_the_table_has_a_row_for_each_result_and_the_columns_of_the_record(kind):
    report = reports()[kind]
    results, _ = PLACES[kind](report.record)
    table = report.to_pandas()
    assert len(table) == len(results)
    added = {"model"} if kind is hr.ComparisonReport else set()
    assert set(table.columns) == added | {key for result in results for key in result}
    for number, result in enumerate(results):
        row = table.iloc[number]
        assert all(row[key] == value for key, value in result.items() if isinstance(value, (str, int, list, dict)))


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_found_is_of_the_saved_report_too(kind, tmp_path):
    report = reports()[kind]
    again = kind.load(report.save(tmp_path))
    assert list(again) == list(report)
    assert all(again[name] == report[name] for name in report)


@pytest.mark.parametrize("kind", KINDS)
def test_a_result_prints(kind):
    assert str(next(reports()[kind][name] for name in reports()[kind]))


def test_a_report_without_results_is_empty_and_true():
    record = {**sample_record(), "results": []}
    report = hr.Report(record)
    assert (len(report), list(report), len(report.to_pandas()), bool(report)) == (0, [], 0, True)
    with pytest.raises(KeyError, match="unknown result 'keyboard'"):
        report["keyboard"]


def test_a_capability_is_found_by_its_name_too():
    report = reports()[hr.CapabilityReport]
    for id in report:
        assert report[report[id]["name"]] is report[id] is report.result(id)
        assert report[id]["name"] in report
    name = report[next(iter(report))]["name"]
    with pytest.raises(KeyError, match="did you mean"):
        report[name[:-1]]


def test_tests_that_a_transformation_makes_are_found_after_the_results():
    pairs = Dataset.from_list(
        [{"sentence1": "Anna owns 3 cats.", "sentence2": "Anna owns 3 cats.", "label": "similar"}] * 2
    )
    suite = hr.Suite.build(pairs, "sentence-similarity", ["word-case", "overlap"])
    report = hr.run(lambda rows: ["similar"] * len(rows), suite)
    generated = [one["name"] for one in report.record.get("generated", ())]
    assert list(report) == [*(result["name"] for result in report.results), *generated]
    assert generated == ["overlap"] and set(report["overlap"]) >= {"score", "n"}
    table = report.to_pandas()
    assert table["name"].tolist() == list(report) and {"score", "drop"} <= set(table.columns)


def test_cells_are_named_by_what_cell_takes():
    report = reports()[hr.CorruptionReport]
    for cell in report.record["cells"]:
        keys = [cell[key] for key in ("model", "family", "choose", "count")]
        name = " / ".join("mean" if key is None else str(key) for key in keys)
        assert report[name] == report.cell(*keys)
