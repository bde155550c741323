"""The card: what the Hub reads in it, what people read in it, and that its commands are true."""

import json
import re
from types import SimpleNamespace

import datasets
import pytest
import yaml
from datasets import ClassLabel, Dataset, Features, Value
from markdown_it import MarkdownIt

import hf_robust as hr
from hf_robust.suites.card import suite_card
from hf_robust.suites.hub import commit_of

ENTRIES = ["keyboard", {"name": "twitter", "mode": "at"}, ["ocr", {"name": "keyboard", "rate": 0.5}]]


def reviews() -> Dataset:
    rows = {"sentence": ["A fine film, well played.", "A dull film, badly played.", "42"], "label": [1, 0, 1]}
    features = Features({"sentence": Value("string"), "label": ClassLabel(names=["neg", "pos"])})
    return Dataset.from_dict(rows, features=features)


@pytest.fixture(scope="module")
def suite() -> hr.Suite:
    task = hr.task("sentiment-classification", text="sentence")
    built = hr.Suite.build(
        reviews(), task, ENTRIES, seed=3, variants=2, protect=["film"], source="me/films", split="test"
    )
    return hr.Suite(built.task, built.entries, {**built.info, "version": "1.0.0", "license": "cc-by-4.0"})


@pytest.fixture(scope="module")
def manifest(suite, tmp_path_factory) -> dict:
    folder = tmp_path_factory.mktemp("card")
    suite.fill_folder(folder, "me/films-robust")
    return json.loads((folder / "suite.json").read_text()) | {"_card": (folder / "README.md").read_text()}


def card(manifest: dict) -> str:
    return suite_card(manifest, hr.Suite.card_sections(manifest, None), rows=18)


def front(text: str) -> dict:
    return yaml.safe_load(text.split("---\n")[1])


def test_front_matter(manifest):
    found = front(manifest["_card"])
    assert found["task_categories"] == ["text-classification"] and found["task_ids"] == ["sentiment-classification"]
    assert found["license"] == "cc-by-4.0" and found["language"] == ["en"] and found["size_categories"] == ["n<1K"]
    assert {"robustness", "hf_robust", "evaluation"} <= set(found["tags"])
    assert [config["config_name"] for config in found["configs"]] == [
        "keyboard",
        "twitter-mode-at",
        "ocr+keyboard-rate-0.5",
    ]
    for config in found["configs"]:
        name = config["config_name"]
        assert config["version"] == "1.0.0" and "default" not in config
        assert config["data_files"] == [
            {"split": split, "path": f"{name}/{split}.parquet"} for split in ("original", "perturbed")
        ]


@pytest.mark.parametrize(
    ("task", "category", "ids"),
    [
        ("named-entity-recognition", "token-classification", ["named-entity-recognition"]),
        ("part-of-speech", "token-classification", ["part-of-speech"]),
        ("extractive-qa", "question-answering", ["extractive-qa"]),
        ("natural-language-inference", "text-classification", ["natural-language-inference"]),
        ("text-classification", "text-classification", None),
    ],
)
def test_tasks_have_the_hubs_ids(manifest, task, category, ids):
    bound = hr.task(task)
    described = {
        **manifest["task"],
        "name": task,
        "columns": dict(bound.columns),
        "fields": list(bound.fields),
    }
    found = front(card({**manifest, "task": described}))
    assert found["task_categories"] == [category] and found.get("task_ids") == ids


def test_counts_are_those_of_the_suite(suite, manifest):
    rows = [line for line in manifest["_card"].splitlines() if re.match(r"\| `(keyboard|twitter|ocr)", line)]
    assert len(rows) == len(suite)
    for line, entry in zip(rows, suite.entries.values(), strict=True):
        numbers = [int(cell) for cell in line.strip(" |").split(" | ")[-4:]]
        assert numbers == [len(entry), entry.total, entry.unchanged, entry.not_applicable]
        assert entry.summary in line and "label stays" in line
    assert "keyboard version" in rows[0] and "rate=0.5" in rows[2]


def test_load_lines_name_repository_and_tag(manifest):
    assert 'load_dataset("me/films-robust", "keyboard", revision="v1.0.0")' in manifest["_card"]
    assert 'hr.Suite.load("me/films-robust", revision="v1.0.0")' in manifest["_card"]
    assert "--suite me/films-robust --revision v1.0.0" in manifest["_card"]


def test_the_printed_code_builds_the_same_suite(manifest, monkeypatch):
    code = re.findall(r"```python\n(.*?)```", manifest["_card"].split("## Build it again")[1], re.DOTALL)[0]
    asked = []
    monkeypatch.setattr(datasets, "load_dataset", lambda name, split: asked.append((name, split)) or reviews())
    space: dict = {}
    exec(code, space)
    assert asked == [("me/films", "test")]
    assert space["suite"].content_hash == manifest["content_hash"]
    monkeypatch.setattr(datasets, "load_dataset", lambda name, split: reviews().select([0, 1]))
    with pytest.raises(AssertionError):
        exec(code, {})


@pytest.mark.parametrize("kind", ["ner", "qa"])
def test_the_printed_code_repeats_the_task(tmp_path, monkeypatch, kind):
    if kind == "ner":
        rows = {"key": ["a"], "words": [["Anna", "visited", "Stockholm"]], "ner_tags": [[1, 0, 2]]}
        task = hr.task("named-entity-recognition", tokens="words", id="key", label_names=["O", "B-PER", "B-LOC"])
    else:
        answers = {"text": ["1932"], "answer_start": [7]}
        rows = {"context": ["opened 1932"], "question": ["When was it opened?"], "answers": [answers]}
        task = hr.task("extractive-qa", fields="question")
    suite = hr.Suite.build(Dataset.from_dict(rows), task, ["keyboard"], source="me/x", split="test")
    text = (suite.save(tmp_path / "suite") / "README.md").read_text()
    monkeypatch.setattr(datasets, "load_dataset", lambda name, split: Dataset.from_dict(rows))
    space: dict = {}
    exec(re.findall(r"```python\n(.*?)```", text.split("## Build it again")[1], re.DOTALL)[0], space)
    assert space["suite"].task == suite.task and len(suite["keyboard"]) == 1


def test_what_is_unknown_is_said(manifest):
    info = {**manifest["info"], "license": None, "dataset": None, "split": None, "version": None}
    text = card({**manifest, "info": info})
    assert front(text)["license"] == "unknown" and "source_datasets" not in front(text)
    assert "The license of the source data was not given" in text and "inherits its license" in text
    assert 'a data set without a name (`source="user/name"` when the suite is built gives it one)' in text
    assert "path/to/this/folder" in text and "revision=" not in text
    assert all("version" not in config for config in front(text)["configs"])


def test_skipped_ones_and_odd_texts_do_not_break_the_table(manifest):
    first = {**manifest["entries"][0], "summary": "one | two\nthree"}
    info = {**manifest["info"], "skipped": [{"name": "synonym", "reason": "wordnet was not found"}]}
    text = card({**manifest, "info": info, "entries": [first, *manifest["entries"][1:]]})
    assert r"one \| two three" in text and "- synonym: wordnet was not found" in text


def test_a_transformation_that_is_not_installed_is_shown_with_all_parameters(manifest):
    stage = {"name": "not-installed", "version": "1", "params": {"rate": 0.1, "kinds": ["a", "b"]}}
    entry = SimpleNamespace(**manifest["entries"][0])
    text = card({**manifest, "entries": [{**vars(entry), "stages": [stage]}]})
    assert "{'name': 'not-installed', 'rate': 0.1, 'kinds': ('a', 'b')}" in text


HOSTILE = "<img src=x onerror=alert(1)> [click](javascript:x) | `"


def test_names_are_text_on_the_card(manifest):
    info = {**manifest["info"], "name": HOSTILE, "dataset": HOSTILE, "split": HOSTILE, "license": HOSTILE}
    info |= {"skipped": [{"name": HOSTILE, "reason": HOSTILE}], "created": HOSTILE, "version": HOSTILE}
    info["resources"] = [dict.fromkeys(("purpose", "name", "version", "origin"), HOSTILE)]
    plain = {name: value for name, value in manifest["entries"][0].items() if name != "audit"}
    entry = {**plain, "summary": HOSTILE, "level": HOSTILE, "files": {}, "name": HOSTILE}
    text = card({**manifest, "info": info, "entries": [entry]})
    body = text.split("---\n", 2)[2]
    tokens = MarkdownIt("commonmark", {"html": True}).enable("table").parse(body)
    inner = [token.type for block in tokens for token in (block, *(block.children or ()))]
    assert not {"html_block", "html_inline", "link_open", "image"} & set(inner)
    assert inner.count("td_open") == 9 + 2 * 6  # one entry, and the table of the provenance
    assert front(text)["pretty_name"] == HOSTILE


def test_the_card_is_the_hubs_own_kind(manifest):
    from huggingface_hub import DatasetCard

    data = DatasetCard(manifest["_card"]).data
    assert data.task_ids == ["sentiment-classification"] and len(data.configs) == 3
    assert data.source_datasets == ["me/films"]


def test_no_internal_path_is_printed(manifest, tmp_path):
    from capability_samples import suite as cases

    printed = (cases().save(tmp_path / "suite") / "README.md").read_text()
    assert 'import hf_robust as hr\n\nsuite = hr.CapabilitySuite.load("path/to/this/folder")' in printed
    for text in (manifest["_card"], printed):
        assert "hf_robust." not in re.sub(r"hf_robust \d+\.\d+\.\d+", "", text)


def test_a_data_set_of_the_hub_names_itself(monkeypatch):
    monkeypatch.setattr("hf_robust.suites.hub.repository_of", lambda dataset: "me/films")
    info = datasets.DatasetInfo(features=reviews().features, config_name="movies")
    named = Dataset(reviews().data, info=info, split=datasets.Split("test"))
    task = hr.task("sentiment-classification", text="sentence")
    suite = hr.Suite.build(named, task, ["keyboard"])
    assert (suite.info["dataset"], suite.info["config"], suite.info["split"]) == ("me/films", "movies", "test")
    assert suite.info["name"] == "films-robust"
    text = card({**suite.describe(), "entries": [{**suite["keyboard"].describe(), "config": "keyboard", "files": {}}]})
    assert "`me/films`, config `movies`, split `test`" in text
    assert "load_dataset('me/films', 'movies', split='test')" in text
    other = hr.Suite.build(named, task, ["keyboard"], source="you/mine", split="train", name="mine")
    assert (other.info["dataset"], other.info["split"], "config" in other.info) == ("you/mine", "train", False)


def test_a_data_set_that_was_made_here_has_no_name():
    task = hr.task("sentiment-classification", text="sentence")
    assert hr.Suite.build(reviews(), task, ["keyboard"]).info["dataset"] is None


@pytest.mark.parametrize(
    ("folder", "repository", "commit"),
    [("a" * 40, "me/films", "a" * 40), ("a" * 40, None, None), ("0.0.0", "me/films", None)],
)
def test_the_commit_of_a_data_set(monkeypatch, folder, repository, commit):
    monkeypatch.setattr("hf_robust.suites.hub.repository_of", lambda dataset: repository)
    loaded = SimpleNamespace(cache_files=[{"filename": f"/cache/me___films/default/0.0.0/{folder}/films-test.arrow"}])
    assert commit_of(loaded) == commit
