"""Kinds of suites: found by their name in a registry, and what they all share is written once."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.errors import SuiteError, UnknownNameError
from hf_robust.core.registry import Registry
from hf_robust.suites import BaseEntry, BaseSuite
from hf_robust.suites.suite_registry import suite_kinds

TASK = hr.task("sentiment-classification")


@pytest.fixture
def slices(monkeypatch):
    """A kind of suite that the package does not know, as another package would add it."""

    @dataclass(frozen=True, repr=False)
    class Part(BaseEntry):
        """Rows that have something in common."""

        splits: ClassVar[tuple[str, ...]] = ("chosen",)
        shape: ClassVar[Mapping[str, Any]] = {"rule": str}

        name: str
        rule: str
        chosen: Dataset = field(repr=False)

    @dataclass(frozen=True, repr=False)
    class SliceSuite(BaseSuite):
        """Parts of a data set."""

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
