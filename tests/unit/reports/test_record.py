"""The record: its schema, its versions, and reading it back from disk."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from report_samples import sample_capabilities, sample_corruptions, sample_record

from hf_robust.core.errors import DataFileError, UsageError
from hf_robust.reports import SCHEMA_VERSION, load_record, validate_record
from hf_robust.reports import record as module
from hf_robust.reports.capability_report import SCHEMA as CAPABILITIES
from hf_robust.reports.corruption_report import SCHEMA as CORRUPTIONS
from hf_robust.reports.suite_report import SCHEMA


def write(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def test_samples_are_valid():
    validate_record(sample_record())
    CAPABILITIES.check(sample_capabilities())
    CORRUPTIONS.check(sample_corruptions())


@pytest.mark.parametrize("section", ["suite", "model", "metric", "predictions", "environment"])
def test_each_key_of_a_section_is_required(section):
    for key in sample_record()[section]:
        record = sample_record()
        del record[section][key]
        with pytest.raises(UsageError, match=f"{section}.{key} is missing"):
            validate_record(record)


def test_each_key_of_a_result_is_required():
    for key in sample_record()["results"][0].keys() - {"human"}:  # records of earlier versions have it
        record = sample_record()
        del record["results"][1][key]
        with pytest.raises(UsageError, match=rf"results\[1\]\.{key} is missing"):
            validate_record(record)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("results", 0, "n"), 1.5),
        (("results", 0, "n"), True),
        (("results", 0, "drop"), "0.1"),
        (("results", 0, "interval"), 0.1),
        (("results", 0, "reasons"), {"why": "many"}),
        (("results",), {}),
        (("worst_case",), []),
        (("suite", "seed"), None),
        (("groups", "level"), []),
        (("results", 0, "examples", 0, "fields", 0, "diff"), ["equal"]),
    ],
)
def test_wrong_types_are_named(path, value):
    record = sample_record()
    place = record
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(UsageError, match=str(path[0])):
        validate_record(record)


def test_null_numbers_and_more_keys_are_allowed():
    record = sample_record()
    record["results"][0].update(original=None, drop=None, interval=[None, None], p_value=None, later="more")
    record["worst_case"] = None
    validate_record(record)


def test_many_problems_are_counted():
    record = sample_record()
    for key in list(record["suite"]):
        del record["suite"][key]
    with pytest.raises(UsageError, match=r"and 6 more"):
        validate_record(record)


def test_load_accepts_file_and_folder(tmp_path):
    file = write(tmp_path / "report.json", sample_record())
    assert load_record(file) == load_record(tmp_path) == json.loads(json.dumps(sample_record()))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe\x00",
        b"[1]",
        b"null",
        b'{"schema_version": "1"}',
        b'{"schema_version": true}',
        b'{"schema_version": 0}',
        b"[" * 200_000,
    ],
)
def test_unreadable_files_are_data_file_errors(tmp_path, content):
    (tmp_path / "report.json").write_bytes(content)
    with pytest.raises(DataFileError, match="report.json"):
        load_record(tmp_path)


def test_an_incomplete_record_names_file_and_key(tmp_path):
    record = sample_record()
    del record["metric"]
    with pytest.raises(DataFileError, match=r"report\.json is not a report record: metric is missing"):
        load_record(write(tmp_path / "report.json", record))


def test_a_newer_schema_is_refused(tmp_path):
    file = write(tmp_path / "report.json", sample_record() | {"schema_version": 3})
    with pytest.raises(DataFileError, match="schema version 3.*up to 2.*pip install --upgrade hf-robust"):
        load_record(file)


def test_older_versions_pass_through_every_migration_in_turn(tmp_path):
    steps = (
        lambda record: record | {"command": "one"},
        lambda record: record | {"command": record["command"] + " two"},
    )
    schema = replace(SCHEMA, migrations=steps)
    loaded = schema.read(write(tmp_path / "report.json", sample_record() | {"schema_version": 1}))
    assert (loaded["schema_version"], loaded["command"]) == (3, "one two")
    second = sample_record() | {"schema_version": 2, "command": "from"}
    loaded = schema.read(write(tmp_path / "report.json", second))
    assert loaded["command"] == "from two"


def test_a_report_of_version_1_has_no_human_ratings(tmp_path):
    old = sample_record() | {"schema_version": 1}
    for result in old["results"]:
        del result["human"]
    loaded = load_record(write(tmp_path / "report.json", old))
    assert loaded["schema_version"] == 2 and [result["human"] for result in loaded["results"]] == [None] * 3
    with pytest.raises(DataFileError, match="results should be list"):
        load_record(write(tmp_path / "report.json", old | {"results": 3}))


def test_the_present_versions():
    assert (SCHEMA_VERSION, CAPABILITIES.version, CORRUPTIONS.version) == (2, 2, 1)


def test_bytes_are_valid_utf_8():
    assert json.loads(module.dumps({"a\udfff": "b"})) == {"a�": "b"}


def test_half_of_a_report_is_finished_when_it_is_read(tmp_path):
    older, newer = (write(tmp_path / f"{seed}.json", {**sample_record(), "command": f"seed {seed}"}) for seed in (1, 2))
    folder = tmp_path / "report"
    staging = folder / ".new-abcd1234"
    (staging / "new").mkdir(parents=True)
    older.rename(folder / "report.json")
    newer.rename(staging / "new" / "report.json")
    for name in ("hf_robust.lock", "ready"):  # killed in the midst of its moves
        (staging / name).touch()
    assert load_record(folder)["command"] == "seed 2"
    assert [path.name for path in folder.iterdir()] == ["report.json"]
