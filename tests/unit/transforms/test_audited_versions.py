"""What raters said of transformations counts for the version and parameters that they rated, and for no other."""

import json

import pytest
from audit_samples import of, pairs, rated
from datasets import Dataset

import hf_robust as hr
from hf_robust.audit.sample import draw
from hf_robust.audit.verdicts import judge, table_records
from hf_robust.cli.catalog import describe
from hf_robust.core.errors import DataFileError
from hf_robust.transforms import audited_versions, transformation_registry
from hf_robust.transforms.audited_versions import audit_of, older_versions, write_audits


@pytest.fixture
def records():
    key, items = draw([pairs()], per_transformation=4)
    said = rated(key, items, wrong=of(key, "keyboard")[:1])
    return table_records(judge(key, {"a": said, "b": said}), "2026-01-31")


@pytest.fixture
def known(records, monkeypatch):
    """The table holds the records."""
    monkeypatch.setattr(audited_versions, "lexicon", lambda name: tuple(records))
    return records


def stage(name, **changed):
    cls = transformation_registry.transformations.get(name)
    return {"name": name, "version": cls.version, "params": cls().params, **changed}


def test_a_record_for_each(records):
    assert [(one["name"], one["value"], one["tasks"]) for one in records] == [
        ("keyboard", 0.75, ["sentiment-classification"]),
        ("word-case", 1.0, ["sentiment-classification"]),
    ]
    assert records[0]["version"] == transformation_registry.transformations.get("keyboard").version


def test_only_this_version_and_these_parameters_count(known):
    found = audit_of([stage("keyboard")])
    assert found["value"] == 0.75 and found["n"] == 4 and found["data"] == "me/reviews test"
    assert audit_of([stage("keyboard", version="99")]) is None
    assert older_versions([stage("keyboard", version="99")]) == [stage("keyboard")["version"]]
    assert audit_of([stage("keyboard", params={**stage("keyboard")["params"], "rate": 0.9})]) is None
    assert audit_of([stage("keyboard"), stage("word-case")]) is None and audit_of([stage("ocr")]) is None
    assert older_versions([stage("keyboard")]) == []


def test_ratings_count_for_a_later_version_that_makes_the_same_edits(known, monkeypatch):
    rated_version = known[0]["version"]
    monkeypatch.setattr(audited_versions, "_SAME_EDITS", {("keyboard", "99"): rated_version})
    assert audit_of([stage("keyboard", version="99")])["value"] == 0.75
    assert older_versions([stage("keyboard", version="99")]) == []
    assert audit_of([stage("keyboard", version="98")]) is None
    assert audit_of([stage("keyboard", version="99", params={"rate": 0.9})]) is None


@pytest.mark.parametrize(("name", "version"), sorted(audited_versions._SAME_EDITS))
def test_versions_with_the_same_edits_are_current_and_their_ratings_exist(name, version):
    assert transformation_registry.transformations.get(name).version == version
    assert audit_of([stage(name)]) is not None and older_versions([stage(name)]) == []


def test_the_latest_counts(known):
    known.append({**known[0], "date": "2026-02-01", "value": 0.5})
    assert audit_of([stage("keyboard")])["value"] == 0.5


def test_it_is_listed_and_shown(known):
    rows = {row["name"]: row["audit"] for row in hr.transformations()}
    assert rows["keyboard"]["value"] == 0.75 and rows["ocr"] is None
    assert "0.75 of 4, natural 3.00, 0 with a defect; 2 people, 2026-01-31" in describe(
        transformation_registry.transformations.get("keyboard")
    )
    known[0]["version"] = "0.1"
    assert "version 0.1 (not this version): 0.75" in describe(transformation_registry.transformations.get("keyboard"))
    assert "Audits: none" in describe(transformation_registry.transformations.get("ocr"))


def test_who_rated_is_shown(known):
    known[0]["by"] = "language models"
    assert "0 with a defect; 2 language models, 2026-01-31" in describe(
        transformation_registry.transformations.get("keyboard")
    )
    del known[1]["by"]
    assert "0 with a defect; 2 people, 2026-01-31" in describe(transformation_registry.transformations.get("word-case"))


def test_the_package_says_who_rated_its_transformations():
    own = [one for name in transformation_registry.transformations for one in audited_versions.audits(name)]
    assert own and {one["by"] for one in own} == {"language models"}


def test_a_suite_carries_it(known, tmp_path):
    data = Dataset.from_dict({"text": ["A fine film that I liked."], "label": ["pos"]})
    suite = hr.Suite.build(data, hr.task("sentiment-classification"), ["keyboard", "ocr"])
    folder = suite.save(tmp_path / "suite")
    known.clear()  # a table that knows nothing of it
    loaded = hr.Suite.load(folder)
    assert loaded["keyboard"].audit["value"] == 0.75 and loaded["ocr"].audit is None
    card = (folder / "README.md").read_text()
    assert "0.75 of 4, 2 people, 2026-01-31" in card and "not rated" in card


def test_a_table_grows_and_is_read(records, tmp_path):
    path = write_audits(tmp_path / "audited.json", records)
    assert json.loads(path.read_text()) == records
    later = [{**records[0], "date": "2026-02-01"}, {**records[1], "value": 0.5}]
    found = json.loads(write_audits(path, later).read_text())
    assert [(one["name"], one["date"], one["value"]) for one in found] == [
        ("keyboard", "2026-01-31", 0.75),
        ("keyboard", "2026-02-01", 0.75),
        ("word-case", "2026-01-31", 0.5),
    ]


@pytest.mark.parametrize("content", ["no", "{}x", '[{"name": "keyboard"}]', "3"])
def test_a_file_that_is_no_table(records, tmp_path, content):
    path = tmp_path / "audited.json"
    path.write_text(content)
    with pytest.raises(DataFileError, match="no table of ratings"):
        write_audits(path, records)
    assert path.read_text() == content
