"""Kinds of suites: found by their name in a registry, and what they all share is written once."""

import json
from dataclasses import dataclass, field
from typing import ClassVar

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.errors import SuiteError, UnknownNameError
from hf_robust.core.registry import Registry
from hf_robust.suites import BaseEntry, BaseSuite
from hf_robust.suites.manifest import sealed
from hf_robust.suites.manifest_records import EntryRecord, Manifest, SuiteInfo
from hf_robust.suites.suite_registry import suite_kinds

TASK = hr.task("sentiment-classification")


@pytest.fixture
def slices(monkeypatch):
    """A kind of suite that the package does not know, as another package would add it."""

    @dataclass(frozen=True, repr=False)
    class Part(BaseEntry):
        """Rows that have something in common."""

        splits: ClassVar[tuple[str, ...]] = ("chosen",)

        name: str
        rule: str
        chosen: Dataset = field(repr=False)

    @dataclass(frozen=True, repr=False)
    class SliceSuite(BaseSuite):
        """Parts of a dataset."""

        kind: ClassVar[str] = "slices"
        label: ClassVar[str] = "suite of slices"
        noun: ClassVar[tuple[str, str]] = ("slice", "slices")
        entry_type: ClassVar[type[BaseEntry]] = Part

    monkeypatch.setattr(suite_kinds, "_entries", {})
    suite_kinds.register(SliceSuite)
    rows = Dataset.from_dict({"text": ["It is <b>.", "Dull."], "label": ["pos", "neg"]})
    return SliceSuite(TASK, {"short": Part("short", "length < 9 | <i>", rows)}, {"name": "<b>parts</b>"})


def test_a_new_kind_is_saved_loaded_and_shown(slices, tmp_path):
    folder = slices.save(tmp_path / "suite")
    loaded = BaseSuite.load(folder)
    assert type(loaded) is type(slices) and loaded.content_hash == slices.content_hash
    assert loaded["short"].rule == "length < 9 | <i>" and loaded["short"].chosen[:] == slices["short"].chosen[:]
    assert loaded["short"].describe() == {"name": "short", "rule": "length < 9 | <i>", "n": {"chosen": 2}}
    assert loaded.versioned("1.0.0").info["version"] == "1.0.0"
    assert "config_name: short" in (folder / "README.md").read_text()
    with pytest.raises(SuiteError, match="no robustness suite but a suite of slices; load it with .*SliceSuite.load"):
        hr.Suite.load(folder)
    with pytest.raises(UnknownNameError, match="unknown slice 'shrt'; did you mean short"):
        loaded["shrt"]


def test_what_is_printed_is_short_and_pages_show_names_as_text(slices):
    assert str(slices).splitlines() == [
        "suite of slices '<b>parts</b>': sentiment-classification, 1 slice",
        "  short  2 chosen",
    ]
    assert repr(slices).startswith("<SliceSuite '<b>parts</b>'") and str(slices["short"]) == "short: 2 chosen"
    page = slices._repr_html_()
    assert "&lt;b&gt;parts" in page and "<b>" not in page and "<td>2</td>" in page
    assert "<td>2</td>" in slices["short"]._repr_html_()


def test_many_entries_are_cut():
    data = Dataset.from_dict({"text": ["A wonderful film."], "label": ["pos"]})
    entries = [{"name": "keyboard", "rate": rate / 20} for rate in range(1, 16)]
    suite = hr.Suite.build(data, TASK, entries)
    lines = str(suite).splitlines()
    assert len(lines) == 14 and lines[-1] == "  ... and 3 more: list(suite)"
    assert len(repr(suite)) < 100 and len(str(suite["keyboard-rate-0.5"])) < 120


def test_kinds_are_imported_when_they_are_asked_for():
    kinds = Registry("kind", attribute="kind")
    kinds.register_places({"suite": "hf_robust.suites.robustness:Suite"})
    assert kinds.names() == ("suite",) and "suite" in kinds and "other" not in kinds
    assert not kinds._entries
    assert kinds.get("suite") is hr.Suite and kinds.get("suite") is hr.Suite
    with pytest.raises(UnknownNameError, match="unknown kind 'suit'; did you mean suite"):
        kinds.get("suit")


def test_a_kind_that_is_not_known_names_the_remedy(slices, tmp_path, monkeypatch):
    folder = slices.save(tmp_path / "suite")
    monkeypatch.setattr(suite_kinds, "_entries", {})
    with pytest.raises(SuiteError, match="'slices', which this hf_robust does not know; run: pip install --upgrade"):
        BaseSuite.load(folder)


@dataclass(frozen=True, kw_only=True)
class PartRecord(EntryRecord):
    name: str
    rule: str
    n: dict[str, int]


@dataclass(frozen=True, kw_only=True)
class PartsInfo(SuiteInfo):
    author: str = "nobody"


@dataclass(frozen=True, kw_only=True)
class PartsManifest(Manifest):
    info: PartsInfo
    entries: tuple[PartRecord, ...]


def test_a_kind_with_a_type_of_its_own_reads_its_facts_as_attributes(slices, tmp_path, monkeypatch):
    def card_sections(cls, manifest, repo):
        return [f"By {manifest.info.author}: {', '.join(one.rule for one in manifest.entries)}."]

    monkeypatch.setattr(type(slices), "manifest_type", PartsManifest)
    monkeypatch.setattr(type(slices), "card_sections", classmethod(card_sections))
    folder = slices.with_facts(author="Doe").save(tmp_path / "suite")
    assert (folder / "README.md").read_text().endswith("By Doe: length < 9 | <i>.\n")
    assert BaseSuite.load(folder).info["author"] == "Doe"
    manifest = json.loads((folder / "suite.json").read_text())
    manifest["entries"][0]["rule"] = 9
    (folder / "suite.json").write_text(json.dumps(sealed(manifest)))
    with pytest.raises(SuiteError, match=r"entries\[0\]\.rule should be str, found 9; get the suite again"):
        BaseSuite.load(folder)
