"""Suites as edits: without the text of their source, and the very same suite once they are applied to a copy of it."""

import json
from dataclasses import replace

import pytest
from datasets import Dataset, Value
from edits_samples import SENTIMENT, TEXTS, built, card_of, films, rows_equal
from row_samples import FOLDER

import hf_robust as hr
from hf_robust.core.errors import SuiteError
from hf_robust.suites.source_leaks import find_leaks, source_texts


@pytest.fixture(scope="module")
def suite() -> hr.Suite:
    entries = [{"name": "keyboard", "count": 1}, ["ocr", "typos"], "contraction"]
    return hr.Suite.build(films(), SENTIMENT, entries, source="me/films", split="test")


@pytest.fixture(scope="module")
def edits(suite) -> hr.EditsSuite:
    return hr.EditsSuite.of(suite)


# --- what comes back


def test_the_same_suite_comes_back_from_shuffled_rows(suite, edits):
    mine = films(TEXTS, note=["mine"] * 4).shuffle(seed=5)
    applied = edits.apply(mine)
    assert type(applied) is hr.Suite and rows_equal(applied, suite)
    assert applied.content_hash == suite.content_hash == edits.info["applied_hash"]
    assert applied.task == suite.task
    for name in suite:  # counts, reasons, provenance
        assert applied[name].describe() == suite[name].describe()
    assert applied.info["dataset"] == "me/films" and "applied_hash" not in applied.info


def test_the_applied_suite_can_be_saved_and_run(edits, tmp_path):
    applied = edits.apply(films())
    again = hr.Suite.load(applied.save(tmp_path / "suite"))
    assert again.content_hash == applied.content_hash
    report = hr.run(lambda texts: ["pos" if "wonderful" in text else "neg" for text in texts], again)
    assert {result["name"] for result in report.results} >= {"keyboard-count-1", "ocr+typos"}


def test_rows_that_are_there_twice_and_labels_that_differ():
    texts = [TEXTS[0], TEXTS[1], TEXTS[0], TEXTS[1]]  # the same texts, once negative and once positive
    data = films(texts).map(lambda row, place: {"label": int(place > 1)}, with_indices=True)
    suite = hr.Suite.build(data, SENTIMENT, [{"name": "keyboard", "count": 1}])
    edits = hr.EditsSuite.of(suite)
    assert edits.info["source_rows"] == 4
    assert rows_equal(edits.apply(data.select([3, 2, 1, 0])), suite)


def test_ids_and_features_of_the_user(suite):
    data = films(TEXTS, n=[7, 8, 9, 10])
    task = hr.task("sentiment-classification", id="n")
    suite = hr.Suite.build(data, task, [{"name": "typos", "count": 1}])
    edits = hr.EditsSuite.of(suite)
    assert edits["typos-count-1"].edits["source_id"][:] == ["7", "8", "9", "10"]
    plain = Dataset.from_dict({"n": [10, 9, 8, 7], "text": TEXTS[::-1], "label": ["pos", "neg", "pos", "neg"]})
    assert rows_equal(edits.apply(plain), suite)  # label names where the source has numbers


def test_slices_of_the_rows_come_along():
    suite = hr.Suite.build(films(), SENTIMENT, [{"name": "typos", "count": 1}], slices=["length"])
    applied = hr.EditsSuite.of(suite).apply(films().shuffle(seed=1))
    assert rows_equal(applied, suite) and applied["typos-count-1"].original["robust_slices"][0]


def test_an_empty_entry_stays_on_record():
    none = hr.Suite.build(
        films(["So dull.", "A fine film."]), SENTIMENT, [{"name": "typos", "count": 1}, "contraction"]
    )
    made = hr.EditsSuite.of(none)
    assert made["contraction"].n == 0 and not made["contraction"].stayed_out
    assert made.apply(films(["So dull.", "A fine film."])).content_hash == none.content_hash


# --- all kinds of labels

OF_TASKS = {
    ("aspect-based-sentiment-analysis", "en"): ["punctuation", "contraction"],
    ("coreference-resolution", "en"): ["delete-sentences", "repeat-sentences", "shuffle-sentences"],
    ("extractive-qa", "en"): ["punctuation", "contraction"],
    ("natural-language-inference", "en"): ["punctuation"],
    ("parsing", "en"): ["punctuation", "delete-subtree"],
    ("part-of-speech", "en"): ["punctuation", "contraction"],
    ("relation-extraction", "en"): ["contraction", "punctuation"],
    ("semantic-similarity-classification", "en"): ["swap-number"],
    ("summarization", "en"): ["punctuation", "contraction"],
    ("text-generation", "en"): ["punctuation", "contraction"],
    ("translation", "en"): ["parallel-twitter", "swap-parallel-number"],
    ("winograd-schema", "en"): ["swap-names", "punctuation"],
    ("word-sense-disambiguation", "en"): ["append-irrelevant", "punctuation"],
    ("named-entity-recognition", "zh"): ["punctuation", "append-irrelevant"],
    ("word-segmentation", "zh"): ["reduplication", "swap-contraction", "swap-verb"],
}


@pytest.fixture(scope="module", params=sorted(OF_TASKS), ids="-".join)
def of_task(request) -> tuple[Dataset, hr.Suite]:
    name, language = request.param
    data = Dataset.from_list(rows_in(name, language))
    entries = [{"name": "keyboard", "count": 1}] if language == "en" else []
    return data, hr.Suite.build(data, hr.task(name, language=language), [*entries, *OF_TASKS[name, language]])


def rows_in(task: str, language: str) -> list[dict]:
    path = FOLDER / ("" if language == "en" else language) / f"{task}.jsonl"
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def test_labels_that_point_into_the_texts(of_task, tmp_path):
    data, suite = of_task
    edits = hr.EditsSuite.load(hr.EditsSuite.of(suite).save(tmp_path / "edits"))
    applied = edits.apply(data.shuffle(seed=2))
    assert applied.content_hash == edits.info["applied_hash"]
    assert sum(map(len, applied.entries.values())) > 0
    for name in applied:
        pairs = list(zip(suite[name].original, suite[name].perturbed))
        assert all(pair in pairs for pair in zip(applied[name].original, applied[name].perturbed))
        assert len(applied[name]) + sum(edits[name].stayed_out.values()) == len(suite[name])
    assert find_leaks(tmp_path / "edits", source_texts(data, suite.task), suite.task.spoken) == []


def test_new_labels_are_said_as_differences():
    data = Dataset.from_list(rows_in("part-of-speech", "en"))
    suite = hr.Suite.build(data, hr.task("part-of-speech"), ["punctuation"])
    edits = hr.EditsSuite.of(suite)
    said = [json.loads(labels)["pos_tags"]["list"] for labels in edits["punctuation"].edits["labels"] if labels]
    assert said and all(any(isinstance(part, dict) for part in one) for one in said)  # what the row keeps
    assert {part for one in said for part in one if isinstance(part, str)} <= {"-LRB-", "-RRB-", "``", "''", "SYM"}


def test_a_label_that_changes_is_a_new_label():
    data = Dataset.from_list(rows_in("translation", "en"))  # the second text is the gold value
    suite = hr.Suite.build(data, hr.task("translation"), ["swap-parallel-number"])
    edits = hr.EditsSuite.of(suite)
    assert edits["swap-parallel-number"].n == suite["swap-parallel-number"].n > 0
    assert {edit["field"] for row in edits["swap-parallel-number"].edits["edits"] for edit in row} == {
        "source",
        "target",
    }


# --- the folder


def test_the_card_of_a_source_that_is_a_file(edits):
    named = replace(edits, info={**edits.info, "dataset": "films.jsonl (a file)"})
    card = card_of(named)
    assert "load_dataset" not in card and 'rows = Dataset.from_json("your-copy.jsonl")' in card
    assert card.index("hf-robust prebuilt apply") < card.index("from datasets import Dataset")


def test_the_python_on_the_card_runs(edits, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    films().cast_column("label", Value("int64")).to_json("your-copy.jsonl")
    monkeypatch.setattr(hr.EditsSuite, "load", lambda place, revision=None: edits)
    code = card_of(edits.versioned("1.0.0")).split("```python\n")[1].split("```")[0]
    found: dict = {}
    exec(code, found)
    assert found["suite"].content_hash == edits.info["applied_hash"]


def test_the_card(edits):
    card = card_of(edits.versioned("1.0.0"))
    assert (
        f"letters (of {edits.info['words_shown']:.0%} of the words of its rows)" in card
        and "never 5 in a row, over all configs" in card
    )
    assert 'suite = hr.EditsSuite.load("me/films-edits", revision="v1.0.0").apply(rows)' in card
    assert "hf-robust prebuilt apply me/films-edits --data your-copy.jsonl --out whole/" in card
    assert edits.info["applied_hash"] in card and edits["ocr+typos"].applied_hash in card
    assert 'rows = datasets.load_dataset("me/films", split="test")' in card


def test_a_folder_is_loaded_and_holds_nothing_of_the_source(edits, tmp_path):
    folder = edits.save(tmp_path / "edits")
    again = hr.EditsSuite.load(folder)
    assert again.content_hash == edits.content_hash and str(again) == str(edits)
    assert again["ocr+typos"].describe() == edits["ocr+typos"].describe()
    assert again.apply(films()).content_hash == edits.info["applied_hash"]
    assert find_leaks(folder, TEXTS) == []
    with pytest.raises(
        SuiteError, match="no robustness suite but a suite of edits; make the whole .* hf-robust prebuilt apply"
    ):
        hr.Suite.load(folder)


def test_the_folder_is_plain_data_for_datasets(edits, tmp_path):
    from datasets import load_dataset

    folder = edits.save(tmp_path / "edits")
    rows = load_dataset(str(folder), "ocr+typos", split="edits", cache_dir=str(tmp_path / "cache"))
    assert rows[:] == edits["ocr+typos"].edits[:]


def test_a_damaged_folder_is_refused(edits, tmp_path):
    folder = edits.save(tmp_path / "edits")
    path = folder / "ocr+typos" / "edits.parquet"
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(SuiteError, match="altered"):
        hr.EditsSuite.load(folder)


def test_making_finds_what_a_card_would_give_away(edits, monkeypatch):
    from hf_robust.suites.edits_suite import EditsSuite

    monkeypatch.setattr(
        EditsSuite, "card_sections", classmethod(lambda cls, *_: [TEXTS[0] if _[0].entries[0].stages else ""])
    )
    with pytest.raises(SuiteError, match="would hold words of the source in README.md"):
        hr.EditsSuite.of(built("typos"))
