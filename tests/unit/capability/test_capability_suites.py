"""Capability suites: built, saved, loaded, altered; what is read is what was written."""

import json
from pathlib import Path

import pytest
from capability_samples import TASK, by_words, grown, rows, seed, suite, table
from datasets import Dataset, load_dataset

import hf_robust as hr
from hf_robust.capability import capabilities
from hf_robust.capability.cases import column_of
from hf_robust.capability.suite import CapabilitySuite
from hf_robust.core.errors import ColumnError, EmptyDataError, SuiteError, UnknownNameError, UsageError
from hf_robust.suites.manifest import sealed

REVIEWS = {
    "sentence": ["The plot is thin.", "I loved it all.", "It runs for two hours.", "This is dull.", "This is dull."],
    "score": [0.1, 0.9, 0.5, 0.2, 0.2],
}

SENTIMENT = capabilities("sentiment-classification", "published")


@pytest.fixture
def folder(tmp_path) -> Path:
    return suite().save(tmp_path / "suite")


def edit(folder, change):
    path = folder / "suite.json"
    manifest = json.loads(path.read_text())
    change(manifest)
    path.write_text(json.dumps(sealed(manifest)))


def reviews_suite(**options):
    task = hr.task("sentiment-classification", text="sentence")
    data = Dataset.from_dict(REVIEWS)
    given = {"only": ["LC3", "LC4", "LC6"], "label": "score", "expand": False, "seed": 7, **options}
    return CapabilitySuite.build(SENTIMENT, data, task, **given)


def test_build_counts_what_the_arithmetic_says():
    built = reviews_suite(source="me/reviews", split="test")
    negative = 2  # two of the texts are the same
    assert len(built["LC6"].seeds) == 4 * negative
    assert len(built["LC3"].seeds) == 9 * (2 * 1 + negative)
    assert len(built["LC4"].seeds) == 2
    assert built["LC4"].searched == {"sentence": 1}
    assert not any(len(entry.expanded) for entry in built.entries.values())
    assert built.task.label_names == ("negative", "neutral", "positive")
    info = built.info
    assert (info["rows"], info["seed"], info["expand"], info["dataset"]) == (5, 7, False, "me/reviews")
    assert info["specification"]["sha256"] and info["specification"]["name"] == "sentiment-classification"
    assert info["name"] == "reviews-capabilities"


def test_a_path_and_a_specification_build_the_same_suite():
    spec = SENTIMENT
    whole = reviews_suite()
    data, task = Dataset.from_dict(REVIEWS), hr.task("sentiment-classification", text="sentence")
    given = {"only": ["LC3", "LC4", "LC6"], "label": "score", "expand": False, "seed": 7}
    assert CapabilitySuite.build(spec, data, task, **given).content_hash == whole.content_hash
    assert CapabilitySuite.build(spec.file, data, task, **given).content_hash == whole.content_hash


def test_labels_that_are_missing_skip_capabilities_by_name():
    data = Dataset.from_dict({"text": ["It is bad.", "It is good."], "label": ["neg", "pos"]})
    built = CapabilitySuite.build(SENTIMENT, data, expand=False, only=["LC1", "LC5", "LC6"])
    assert list(built) == ["LC6"]
    assert [one["name"] for one in built.info["skipped"]] == ["LC1", "LC5"]
    assert all("neutral" in one["reason"] for one in built.info["skipped"])


def test_a_capability_without_a_match_is_there_with_zero(tmp_path):
    data = Dataset.from_dict({"text": ["It is bad.", "It is good."], "label": ["neg", "pos"]})
    built = CapabilitySuite.build(SENTIMENT, data, expand=False, only=["LC4", "LC6"])
    assert len(built["LC4"]) == 0 and built["LC4"].searched == {"sentence": 0}
    loaded = CapabilitySuite.load(built.save(tmp_path / "suite"))
    assert len(loaded["LC4"]) == 0 and loaded["LC4"].seeds.features == loaded["LC6"].seeds.features
    assert "LC4 (no cases)" in (tmp_path / "suite" / "README.md").read_text()


def test_expansions_come_from_the_seeds(monkeypatch):
    """What ``Expand`` is given, and that what it gives is kept."""
    from hf_robust.capability import suite as capability_suite

    asked = []

    class Expand:
        def __init__(self, text="text", **options):
            asked.append((text, options))

        def __call__(self, batch):
            seeds = [dict(zip(batch, values)) for values in zip(*batch.values())]
            made = [grown(one, f"{one['text']} indeed") for one in seeds]
            return {name: [row[name] for row in made] for name in batch}

    monkeypatch.setattr(capability_suite, "Expand", Expand)
    said = []
    built = reviews_suite(expand=True, k=3, selection="probable", per_seed=4, parser="embedded", progress=said.append)
    assert len(built["LC6"].expanded) == len(built["LC6"].seeds) == 8
    assert set(column_of(built["LC6"].expanded, "seed_id")) == set(column_of(built["LC6"].seeds, "case_id"))
    text, options = asked[-1]
    assert text == "text" and (options["k"], options["selection"], options["per_seed"]) == (3, "probable", 4)
    assert options["parser"] == "embedded" and options["seed"] == 7 and options["keeps"] is None
    assert said[0] == "LC3: seeds" and "LC6: expansions of 8 seeds" in said
    assert (built.info["k"], built.info["selection"], built.info["expand"]) == (3, "probable", True)


def test_wrong_growth_is_refused_before_the_search():
    said = []
    with pytest.raises(UnknownNameError, match="selection"):
        reviews_suite(expand=True, selection="best", progress=said.append)
    assert said == []


def test_round_trip(folder):
    built, loaded = suite(), CapabilitySuite.load(folder)
    assert list(loaded) == ["A", "B", "C"]
    assert loaded.content_hash == built.content_hash
    assert loaded.task == built.task
    for id in built:
        assert loaded[id].seeds[:] == built[id].seeds[:]
        assert loaded[id].expanded[:] == built[id].expanded[:]
        assert loaded[id].describe() == built[id].describe()
    assert loaded.info["dataset"] == "me/films"


def test_saving_what_was_loaded_changes_nothing(folder, tmp_path):
    again = CapabilitySuite.load(folder).save(tmp_path / "again")
    names = sorted(path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    assert names == sorted(path.relative_to(again) for path in again.rglob("*") if path.is_file())
    assert all((folder / name).read_bytes() == (again / name).read_bytes() for name in names)


def test_plain_load_dataset_reads_it(folder, tmp_path):
    cases = load_dataset(str(folder), "B", cache_dir=str(tmp_path / "cache"))
    assert set(cases) == {"seeds", "expanded"}
    assert cases["seeds"]["text"][:] == suite()["B"].seeds["text"][:]
    assert cases["expanded"][0]["case"]["kind"] == "expanded"


def test_without_expansions_a_config_has_one_split(tmp_path):
    place = suite(expansions=0).save(tmp_path / "suite")
    assert set(load_dataset(str(place), "A", cache_dir=str(tmp_path / "cache"))) == {"seeds"}
    assert len(CapabilitySuite.load(place)["A"].expanded) == 0


def test_the_card_lists_capabilities(folder):
    text = (folder / "README.md").read_text()
    assert "| `B` | Negation at the end |" in text and "| 4 | 8 |" in text
    assert "config_name: A" in text and "hf-robust capabilities run" in text


def test_the_hash_tells_any_change():
    base = suite()
    assert base.content_hash == suite().content_hash
    assert base.content_hash != suite(seeds=3).content_hash
    audited = {**base.entries, "A": base["A"].audited({"value": 0.89})}
    assert base.content_hash != CapabilitySuite(base.task, audited, base.info).content_hash
    found = rows()
    found["A"][0]["case"]["accepted"] = ["negative"]
    changed = CapabilitySuite.of_cases(TASK, {id: table(own) for id, own in found.items()})
    assert changed.content_hash != base.content_hash


def test_altered_rows_are_found(folder):
    path = folder / "A" / "seeds.parquet"
    table([seed("A", "other", ["negative"])] * 4).to_parquet(path)
    with pytest.raises(SuiteError, match="altered"):
        CapabilitySuite.load(folder)


def test_rows_and_digest_altered_together_are_found(folder):
    from hf_robust.core.files import sha256

    path = folder / "A" / "seeds.parquet"
    table([seed("A", f"other {n}", ["negative"]) for n in range(4)]).to_parquet(path)
    edit(folder, lambda m: m["entries"][0]["files"].update({"A/seeds.parquet": sha256(path)}))
    with pytest.raises(SuiteError, match="not those that its suite.json"):
        CapabilitySuite.load(folder)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda m: m["entries"][0].update(oracle_confidence=1.0), "not those"),
        (lambda m: m["entries"][0]["n"].update(seeds=9), "has other rows than its suite.json says"),
        (lambda m: m["entries"][0]["files"].pop("A/expanded.parquet"), "has other rows than its suite.json says"),
        (lambda m: m["entries"][0].update(files={"../x/seeds.parquet": "0"}), "not a suite's"),
        (lambda m: m["entries"][0].pop("searched"), "not a sound suite"),
        (lambda m: m.pop("task"), "not a sound suite"),
        (lambda m: m.update(schema_version=99), "schema version"),
        (lambda m: m.update(kind="other"), "is no capability suite"),
        (lambda m: m.pop("kind"), "but a robustness suite"),
    ],
)
def test_an_edited_manifest_is_refused(folder, change, message):
    edit(folder, change)
    with pytest.raises(SuiteError, match=message):
        CapabilitySuite.load(folder)


def test_the_two_kinds_are_not_mistaken(folder, tmp_path):
    with pytest.raises(SuiteError, match="CapabilitySuite.load"):
        hr.Suite.load(folder)
    data = Dataset.from_dict({"text": ["A fine film."], "label": ["pos"]})
    other = hr.Suite.build(data, hr.task("sentiment-classification"), ["word-case"]).save(tmp_path / "other")
    with pytest.raises(SuiteError, match="Suite.load"):
        CapabilitySuite.load(other)
    before = (other / "suite.json").read_bytes()
    with pytest.raises(SuiteError, match="holds a robustness suite"):
        suite().save(other)
    assert (other / "suite.json").read_bytes() == before


def test_an_interrupted_save_leaves_the_old_suite(folder, monkeypatch):
    before = CapabilitySuite.load(folder).content_hash

    def failing(self, *args, **kwargs):
        raise KeyboardInterrupt

    monkeypatch.setattr(Dataset, "to_parquet", failing)
    with pytest.raises(KeyboardInterrupt):
        suite(seeds=2).save(folder)
    monkeypatch.undo()
    assert CapabilitySuite.load(folder).content_hash == before
    assert [path.name for path in folder.parent.iterdir()] == ["suite"]


def test_a_version_is_asked_for(tmp_path):
    place = suite().versioned("1.2.0").save(tmp_path / "suite")
    assert CapabilitySuite.load(place, "v1.2.0").info["version"] == "1.2.0"
    with pytest.raises(SuiteError, match="holds version 1.2.0"):
        CapabilitySuite.load(place, "v1.0.0")


def test_a_sample_keeps_seeds_with_what_grew_from_them():
    drawn = suite(seeds=6).sample(2, seed=5)
    for entry in drawn.entries.values():
        assert len(entry.seeds) == 2 and len(entry.expanded) == 4 and entry.limited == 4
        assert set(column_of(entry.expanded, "seed_id")) == set(column_of(entry.seeds, "case_id"))
    assert drawn.content_hash == suite(seeds=6).sample(2, seed=5).content_hash
    assert drawn.content_hash != suite(seeds=6).sample(2, seed=6).content_hash
    assert suite().sample(99).content_hash == suite().content_hash
    with pytest.raises(UsageError, match="at least 1"):
        suite().sample(0)


def test_a_sample_is_saved_and_loaded(tmp_path):
    drawn = suite().sample(1)
    loaded = CapabilitySuite.load(drawn.save(tmp_path / "suite"))
    assert loaded.content_hash == drawn.content_hash and loaded.info["seeds_per_capability"] == 1


def test_confidence_goes_into_entries_and_cases():
    fresh = suite()["C"].audited({"value": 0.25, "n": 8})
    assert fresh.oracle_confidence == 0.25 and fresh.audit == {"value": 0.25, "n": 8}
    for split in (fresh.seeds, fresh.expanded):
        assert set(column_of(split, "oracle_confidence")) == {0.25}
    assert fresh.seeds.features == suite()["C"].seeds.features
    assert fresh.seeds[0]["case"]["accepted"] == ["neutral"]


def test_wrong_tables_are_refused():
    with pytest.raises(ColumnError, match="label, case"):
        CapabilitySuite.of_cases(TASK, {"A": Dataset.from_dict({"text": ["x"]})})
    with pytest.raises(UsageError, match="tables by capability"):
        CapabilitySuite.of_cases(TASK, {})
    with pytest.raises(UnknownNameError, match="did you mean"):
        reviews_suite(only=["LC66"])


def test_a_suite_without_any_case_cannot_be_run():
    data = Dataset.from_dict({"text": ["It is good."], "label": ["pos"]})
    built = CapabilitySuite.build(SENTIMENT, data, expand=False, only=["LC6"])
    with pytest.raises(EmptyDataError, match="no case"):
        hr.run(by_words, built)


def test_lists_of_words_and_the_capability_reach_the_expansion(monkeypatch):
    from hf_robust.capability import suite as capability_suite

    asked = []

    class Expand:
        def __init__(self, text="text", **options):
            asked.append(options)

        def __call__(self, batch):
            return {name: [] for name in batch}

    monkeypatch.setattr(capability_suite, "Expand", Expand)
    data = Dataset.from_dict({"text": ["We met women there.", "I wrote a list."], "label": ["toxic", "non-toxic"]})
    given = {"only": ["LC15", "LC17"], "lexicons": {"slur": ["blarg"]}}
    CapabilitySuite.build(capabilities("hate-speech-detection", "published"), data, **given)
    assert asked[-1]["capability"].id in ("LC15", "LC17") and "blarg" in asked[-1]["avoid"]
    assert [call["keeps"] is not None for call in asked if call.get("capability")] == [
        call["capability"].recheck for call in asked if call.get("capability")
    ]


@pytest.mark.parametrize("name", ["sentiment", "paraphrase", "reading"])
def test_suites_of_behavior_run_and_round_trip(name, tmp_path):
    built = CapabilitySuite.of_behavior(name, per_test=1, seed=3)
    assert len(built) > 20 and not any(len(entry.expanded) for entry in built.entries.values())
    loaded = CapabilitySuite.load(built.save(tmp_path / "suite"))
    assert loaded.content_hash == built.content_hash
    if built.task.kind.classifies:
        labels = built.task.label_names
        report = hr.run(lambda texts: [labels[0]] * len(texts), loaded, labels=labels)
    else:
        report = hr.run(lambda rows: [row["context"].split()[0] for row in rows], loaded)
    rates = {result["id"]: result["seeds"]["failure_rate"] for result in report.results}
    assert len(rates) + len(report.skipped) == len(built) and None not in rates.values()
    kinds = {kind for result in report.results for kind in result["tests"]}
    assert {"MFT", "INV"} <= kinds
    assert any(rates.values()) and not all(rates.values())


def test_the_package_shows_the_function_also_when_the_room_is_imported():
    import hf_robust.capability.seeds  # noqa: F401

    assert callable(hr.capabilities) and hr.capabilities("sentiment-classification", "published")["LC6"].id == "LC6"


def test_build_of_a_specification_is_deprecated_and_still_builds():
    data = Dataset.from_dict({"text": ["The plot is thin."], "label": ["negative"]})
    specification = hr.capabilities("sentiment-classification", "published")
    with pytest.warns(DeprecationWarning, match=r"removed in 0\.4\.0; use hr\.CapabilitySuite\.build"):
        built = specification.build(data, only=["LC6"], expand=False)
    assert isinstance(built, hr.CapabilitySuite) and len(built["LC6"].seeds) == 4
