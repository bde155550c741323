"""Suites that an earlier version saved: they load, are read into types and are written again as they were."""

import json
from pathlib import Path

import pytest

import hf_robust as hr
from hf_robust.core.errors import SuiteError, UsageError
from hf_robust.core.typed_json import as_json, read_json
from hf_robust.suites import BaseSuite
from hf_robust.suites.manifest import sealed

DATA = Path(__file__).parents[2] / "data"
SAVED = sorted((DATA / "suites_of_0_2").iterdir())
FIRST = sorted((DATA / "suites_of_schema_1").iterdir())
# Facts on record that no card shows: the type of a manifest does not name them.
NOT_SHOWN = {"schema_version", "kind", "manifest_hash", "seeds_per_capability", "pairs"}


def stated(folder: Path) -> dict:
    return json.loads((folder / "suite.json").read_text())


def typed(folder: Path):
    found = stated(folder)
    kind = {"edits": hr.EditsSuite, "capabilities": hr.CapabilitySuite}.get(found.get("kind"), hr.Suite)
    return read_json(kind.manifest_type, found, "manifest")


def without_digests(manifest: dict) -> dict:
    """A manifest without the hashes of files, which depend on the version of pyarrow."""
    entries = [{**entry, "files": list(entry["files"])} for entry in manifest["entries"]]
    return {**manifest, "entries": entries, "manifest_hash": None}


@pytest.mark.parametrize("folder", SAVED, ids=lambda folder: folder.name)
def test_it_is_written_again_as_it_was(folder, tmp_path):
    again = BaseSuite.load(folder).save(tmp_path / "again")
    assert without_digests(stated(again)) == without_digests(stated(folder))
    assert list(stated(again)["info"]) == list(stated(folder)["info"])


@pytest.mark.parametrize("folder", SAVED + FIRST, ids=lambda folder: f"{folder.parent.name}/{folder.name}")
def test_its_type_holds_all_that_the_file_holds(folder):
    """No key is unknown to the types, and none is lost or changed on the way through them."""
    found = stated(folder)
    info = {key: value for key, value in found["info"].items() if key not in NOT_SHOWN}
    whole = {key: value for key, value in found.items() if key not in NOT_SHOWN} | {"info": info}
    assert as_json(typed(folder)) == whole


@pytest.mark.parametrize("folder", SAVED + FIRST, ids=lambda folder: f"{folder.parent.name}/{folder.name}")
def test_a_value_of_another_type_is_named_with_its_place(folder, tmp_path):
    """Each text and number of the facts, the task and the first entry is refused as a list."""
    found, tried = stated(folder), 0
    place = tmp_path / "suite"
    place.mkdir()
    for part, where in ((found["info"], "info"), (found["task"], "task"), (found["entries"][0], r"entries\[0\]")):
        for key, value in list(part.items()):
            if isinstance(value, (int, float, str)) and key not in NOT_SHOWN:
                part[key] = []
                manifest = sealed(found) if "manifest_hash" in found else found
                (place / "suite.json").write_text(json.dumps(manifest))
                with pytest.raises(SuiteError, match=rf"suite: {where}\.{key} should be \w+, found \[\]; get the suit"):
                    BaseSuite.load(place)
                part[key], tried = value, tried + 1
    assert tried > 10


def test_facts_are_attributes():
    manifest = typed(DATA / "suites_of_0_2" / "robustness")
    (strict, least) = manifest.info.filters
    assert (strict.validator, strict.level, least.least) == ("words-changed", "strict", 0.1)
    assert [one.n for one in manifest.entries] == [len(one) for one in hr.Suite.load(SAVED[-1]).entries.values()]
    first = manifest.info.baselines[0]
    assert first.worst_case.n == 3 and first.entries["typos-count-1"].n == manifest.entries[1].n > 0
    assert manifest.info.slices[0].params and manifest.entries[0].stages[0].name


def test_a_fact_that_could_not_be_loaded_is_not_saved(tmp_path):
    suite = hr.Suite.load(DATA / "suites_of_schema_1" / "robustness")
    before = (suite.save(tmp_path / "suite") / "suite.json").read_bytes()
    with pytest.raises(UsageError, match=r"not saved: .*info\.limits should be list, found 'Few rows'; .*with_facts"):
        suite.with_facts(limits="Few rows").save(tmp_path / "suite")
    assert (tmp_path / "suite" / "suite.json").read_bytes() == before
