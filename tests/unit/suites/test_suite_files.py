"""Suites in folders: the round trip, replacing an older one, and everything that must be refused."""

import json
import os
import shutil
from pathlib import Path

import pytest
from datasets import ClassLabel, Dataset, Features, List, Value, load_dataset

import hf_robust as hr
from hf_robust.core.errors import HubError, SuiteError
from hf_robust.core.files import sha256
from hf_robust.suites.folder import config_folder
from hf_robust.suites.manifest import sealed

TEXTS = [f"A wonderful film number {i} with a great story about people." for i in range(12)] + ["42 ??", "."]


def reviews() -> Dataset:
    features = Features({"id": Value("string"), "text": Value("string"), "label": ClassLabel(names=["neg", "pos"])})
    labels = [number % 2 for number in range(len(TEXTS))]
    return Dataset.from_dict(
        {"id": [f"r{i}" for i in range(len(TEXTS))], "text": TEXTS, "label": labels}, features=features
    )


def build(transformations=("keyboard", ["ocr", "twitter"]), seed=7) -> hr.Suite:
    task = hr.task("sentiment-classification", id="id")
    return hr.Suite.build(reviews(), task, list(transformations), seed=seed, source="me/films", split="test")


@pytest.fixture(scope="module")
def suite() -> hr.Suite:
    return build()


@pytest.fixture
def folder(suite, tmp_path) -> Path:
    return suite.save(tmp_path / "suite")


def edit(folder: Path, change, seal: bool = True) -> None:
    manifest = json.loads((folder / "suite.json").read_text())
    change(manifest)
    (folder / "suite.json").write_text(json.dumps(sealed(manifest) if seal else manifest))


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def test_round_trip(suite, folder):
    loaded = hr.Suite.load(folder)
    assert loaded.content_hash == suite.content_hash
    assert loaded.task == suite.task and loaded.task.label_names == ("neg", "pos") and dict(loaded.task.columns)
    assert list(loaded) == ["keyboard", "ocr+twitter"]
    for name in suite:
        assert loaded[name].describe() == json.loads(json.dumps(suite[name].describe()))
        assert loaded[name].original[:] == suite[name].original[:]
        assert loaded[name].perturbed[:] == suite[name].perturbed[:]
        assert loaded[name].perturbed.features == suite[name].perturbed.features
    assert loaded["keyboard"].original.features["label"].names == ["neg", "pos"]
    assert {key: loaded.info[key] for key in suite.info} == suite.info
    assert loaded.info["hf_robust_version"] == hr.__version__


def test_saving_what_was_loaded_changes_nothing(folder, tmp_path):
    again = hr.Suite.load(folder).save(tmp_path / "again")
    assert contents(again) == contents(folder)


def test_the_folder_is_a_data_set_for_datasets(suite, folder, tmp_path):
    pairs = load_dataset(str(folder), "ocr+twitter", cache_dir=str(tmp_path / "cache"))
    assert pairs["perturbed"][:] == suite["ocr+twitter"].perturbed[:]
    assert pairs["original"]["robust"][0]["source_id"] == pairs["perturbed"]["robust"][0]["source_id"]


def test_manifest_has_a_hash_of_every_file(folder):
    manifest = json.loads((folder / "suite.json").read_text())
    named = [file for entry in manifest["entries"] for file in entry["files"]]
    assert manifest["schema_version"] == 2
    assert sorted([*named, "suite.json", "README.md"]) == sorted(contents(folder))


def test_token_lists_and_answers_survive(tmp_path):
    names = ["O", "B-PER", "I-PER", "B-LOC"]
    tagged = Dataset.from_dict(
        {
            "tokens": [["Anna", "Bergmann", "visited", "Stockholm", "yesterday"]] * 3,
            "ner_tags": [[1, 2, 0, 3, 0]] * 3,
        },
        features=Features({"tokens": List(Value("string")), "ner_tags": List(ClassLabel(names=names))}),
    )
    ner = hr.Suite.build(tagged, hr.task("named-entity-recognition"), ["keyboard"])
    loaded = hr.Suite.load(ner.save(tmp_path / "ner"))
    assert loaded.content_hash == ner.content_hash and loaded.task.label_names == tuple(names)
    assert loaded["keyboard"].perturbed["ner_tags"][0] == [1, 2, 0, 3, 0]
    context = "The bridge was opened by the old queen in 1932 and repaired twice."
    answers = {"text": ["1932"], "answer_start": [context.index("1932")]}
    asked = Dataset.from_list([{"context": context, "question": "When was it opened?", "answers": answers}])
    qa = hr.Suite.build(asked, hr.task("extractive-qa"), ["keyboard"])
    row = hr.Suite.load(qa.save(tmp_path / "qa"))["keyboard"].perturbed[0]
    start = row["answers"]["answer_start"][0]
    assert row["context"] != context and row["context"][start : start + 4] == "1932"


def test_an_entry_without_rows_is_on_record_but_has_no_files(tmp_path):
    task = hr.task("sentiment-classification")
    data = Dataset.from_dict({"text": ["1 2 3", "4 5 6"], "label": ["pos", "neg"]})
    suite = hr.Suite.build(data, task, ["keyboard", "twitter"])
    assert not len(suite["keyboard"]) and len(suite["twitter"])
    folder = suite.save(tmp_path / "suite")
    loaded = hr.Suite.load(folder)
    assert list(loaded) == ["keyboard", "twitter"] and len(loaded["keyboard"]) == 0
    assert loaded["keyboard"].total == 2 and loaded.content_hash == suite.content_hash
    assert not (folder / "keyboard").exists()
    assert "keyboard (no rows)" in (folder / "README.md").read_text()
    assert "config_name: keyboard" not in (folder / "README.md").read_text()


def test_an_older_suite_is_replaced(folder):
    other = build(["ocr"], seed=1)
    other.save(folder)
    assert hr.Suite.load(folder).content_hash == other.content_hash
    assert sorted(os.listdir(folder)) == ["README.md", "ocr", "suite.json"]
    assert os.listdir(folder.parent) == ["suite"]


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError])
def test_an_interrupted_save_leaves_the_old_suite(folder, monkeypatch, error):
    before, real, calls = contents(folder), Dataset.to_parquet, []

    def failing(self, *args, **kwargs):
        calls.append(self)
        if len(calls) == 3:
            raise error("stop")
        return real(self, *args, **kwargs)

    monkeypatch.setattr(Dataset, "to_parquet", failing)
    with pytest.raises(SuiteError if error is OSError else error):
        build(seed=8).save(folder)
    assert contents(folder) == before and os.listdir(folder.parent) == ["suite"]


def test_a_failing_move_brings_the_old_suite_back(folder, monkeypatch):
    before, real = contents(folder), os.replace

    def failing(source, target):
        if str(target) == str(folder) and Path(source).name != "old":
            raise OSError("the disk is gone")
        real(source, target)

    monkeypatch.setattr(os, "replace", failing)
    with pytest.raises(SuiteError, match="what was there is unchanged"):
        build(seed=8).save(folder)
    assert contents(folder) == before and os.listdir(folder.parent) == ["suite"]


def test_what_is_not_a_suite_is_never_replaced(suite, folder, tmp_path):
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "chapter.tex").write_text("years of work")
    (tmp_path / "file").write_text("x")
    for place in ("thesis", "file"):
        with pytest.raises(SuiteError, match="is not a suite; name another folder"):
            suite.save(tmp_path / place)
    (folder / "keyboard" / "notes.txt").write_text("mine")
    with pytest.raises(SuiteError, match="keyboard/notes.txt"):
        suite.save(folder)
    (tmp_path / "thesis" / "suite.json").write_text("[1]")
    with pytest.raises(SuiteError, match="not a suite's"):
        suite.save(tmp_path / "thesis")
    assert (tmp_path / "thesis" / "chapter.tex").read_text() == "years of work"
    assert (folder / "keyboard" / "notes.txt").exists()


def test_an_empty_or_new_folder_is_taken(suite, tmp_path):
    (tmp_path / "empty").mkdir()
    for place in ("empty", "new/below"):
        assert hr.Suite.load(suite.save(tmp_path / place)).content_hash == suite.content_hash


def test_altered_rows_are_found(folder):
    path = folder / "keyboard" / "perturbed.parquet"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(SuiteError, match="perturbed.parquet was altered"):
        hr.Suite.load(folder)
    path.unlink()
    with pytest.raises(SuiteError, match="perturbed.parquet is missing"):
        hr.Suite.load(folder)


def test_rows_and_their_hash_altered_together_are_found(folder):
    path = folder / "keyboard" / "original.parquet"
    rows = Dataset.from_parquet(str(path), cache_dir=str(folder.parent / "cache"))
    rows.map(lambda row: {"label": 1 - row["label"]}, load_from_cache_file=False).to_parquet(path)
    with pytest.raises(SuiteError, match="was altered"):
        hr.Suite.load(folder)
    edit(
        folder,
        lambda m: m["entries"][0]["files"].update({"keyboard/original.parquet": sha256(path)}),
    )
    with pytest.raises(SuiteError, match="not those that its suite.json was made for"):
        hr.Suite.load(folder)


def test_splits_out_of_step_are_found(folder):
    path = folder / "keyboard" / "original.parquet"
    shutil.copy(folder / "keyboard" / "perturbed.parquet", path)
    rows = Dataset.from_parquet(str(path), cache_dir=str(folder.parent / "cache"))
    rows.select(range(len(rows) - 1, -1, -1)).to_parquet(path)
    edit(
        folder,
        lambda m: m["entries"][0]["files"].update({"keyboard/original.parquet": sha256(path)}),
    )
    with pytest.raises(SuiteError, match="do not belong together"):
        hr.Suite.load(folder)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda m: m.update(schema_version=3), "pip install --upgrade hf-robust"),
        (lambda m: m.pop("schema_version"), "schema version None"),
        (lambda m: m.pop("task"), "not a sound suite"),
        (lambda m: m["task"].update(name="chess"), "not a sound suite"),
        (lambda m: m["task"]["columns"].update(text="sentence"), "not a sound suite"),
        (lambda m: m["entries"][0].pop("stages"), "not a sound suite"),
        (lambda m: m["entries"][0].update(files={"../../x/original.parquet": "0"}), "which is not a suite's"),
        (lambda m: m["entries"][0].update(files={"../original.parquet": "0"}), "which is not a suite's"),
        (lambda m: m.update(content_hash="0"), "not those that its suite.json was made for"),
    ],
)
def test_a_broken_manifest_is_refused(folder, change, message):
    edit(folder, change)
    with pytest.raises(SuiteError, match=message):
        hr.Suite.load(folder)


def test_folders_that_are_no_suites(folder, tmp_path):
    (tmp_path / "other").mkdir()
    (tmp_path / "suite.json").write_text("[1]")
    for place, message in (
        (tmp_path / "other", "has no suite.json"),
        (tmp_path / "absent", "there is no folder"),
        (folder / "suite.json", "is a file"),
        (tmp_path, "schema version None"),
    ):
        with pytest.raises(SuiteError, match=message):
            hr.Suite.load(place)
    (folder / "suite.json").write_text("{")
    with pytest.raises(SuiteError, match="cannot be read"):
        hr.Suite.load(folder)


def test_a_folder_must_hold_the_version_asked_for(suite, tmp_path):
    folder = suite.versioned("1.2.0").save(tmp_path / "suite")
    for revision in ("1.2.0", "v1.2.0"):
        assert hr.Suite.load(str(folder), revision).info["version"] == "1.2.0"
    with pytest.raises(SuiteError, match=r"holds version 1\.2\.0, not 1\.0\.0"):
        hr.Suite.load(folder, "v1.0.0")
    with pytest.raises(SuiteError, match="its revision is a version"):
        hr.Suite.load(folder, "main")
    with pytest.raises(SuiteError, match="holds version None"):
        hr.Suite.load(suite.save(tmp_path / "unversioned"), "1.0.0")


def test_odd_names_become_safe_and_distinct_folders(suite, tmp_path):
    names = {config_folder(name) for name in ("a/b", "a b", "a-b", "../a-b", ".a-b", "")}
    assert len(names) == 6 and all(name and name[0] not in "._" and "/" not in name for name in names)
    odd = hr.Suite(suite.task, {"words from /tmp/list.txt": suite["keyboard"]}, suite.info)
    loaded = hr.Suite.load(odd.save(tmp_path / "a=b" / "c::d"))
    assert list(loaded) == ["words from /tmp/list.txt"] and loaded.content_hash == odd.content_hash
    assert loaded["words from /tmp/list.txt"].original.column_names == ["id", "text", "label", "robust"]


def test_a_suite_whose_replacement_was_killed_is_found_when_it_is_loaded(suite, folder, tmp_path):
    staging = tmp_path / ".suite-abcd1234"
    staging.mkdir()
    (staging / "hf_robust.lock").touch()
    folder.rename(staging / "old")
    newer = build(["ocr"], seed=1)
    newer.save(tmp_path / "newer").rename(staging / "new")
    assert hr.Suite.load(folder).content_hash == newer.content_hash
    assert os.listdir(tmp_path) == ["suite"]


@pytest.mark.parametrize("name", ["sweet", "./sweet", "out/sweet/films"])
def test_a_mistyped_folder_is_told_without_asking_the_hub(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("hf_robust.suites.hub.HfApi", None)
    with pytest.raises(HubError, match=f"'{name}' is neither a folder here nor a repository on the Hub"):
        hr.Suite.load(name)


@pytest.mark.parametrize("name", ["/tmp/films", "films"])
def test_who_pushes_to_a_folder_is_told_how_to_write_one(name, suite):
    with pytest.raises(HubError, match=r"'user/.*suite\.save\(folder\) writes it to a folder"):
        suite.push_to_hub(name, "1.0.0")
