"""Annotation: a column that is computed once."""

import sys
import time

import pytest
from datasets import Dataset, load_dataset
from other_process import printed

import hf_robust as hr
import hf_robust.suites.robustness
from hf_robust.core.doc import Annotation
from hf_robust.core.errors import MissingResource, UsageError
from hf_robust.language import resources, spacy_pipelines
from hf_robust.language.annotation import annotate_values

module = sys.modules["hf_robust.language.annotation"]  # the package shows the function under this name
TASK = hr.task("text-classification")
TEXTS = ["The old movies were bought quickly.", "Anna Smith met a friend in Oslo, and left.", "She began to help."]


def reviews(texts=TEXTS):
    return Dataset.from_dict({"text": texts, "label": [0] * len(texts)})


@pytest.fixture(autouse=True)
def embedded(pipeline, monkeypatch):
    monkeypatch.setenv("HF_ROBUST_SPACY", pipeline)


@pytest.fixture
def calls(monkeypatch):
    """The texts that were really annotated, call by call."""
    found = []
    real = spacy_pipelines.spacy_doc

    def spy(pipeline, key):
        found.append(key)
        return real(pipeline, key)

    monkeypatch.setattr(module, "spacy_doc", spy)
    return found


def test_column_schema():
    out = hr.annotate(reviews(), TASK)
    column = out.features["text__ann"]
    assert set(column) == {
        "layers",
        "start",
        "end",
        "token",
        "pos",
        "tag",
        "lemma",
        "dep",
        "head",
        "sent",
        "ent_start",
        "ent_end",
        "ent_label",
    }
    for text, row in zip(TEXTS, out["text__ann"]):
        assert row["layers"] == "dep,ent,lemma,pos"
        assert [text[a:b] for a, b in zip(row["start"], row["end"])] == row["token"]
        assert {len(row[k]) for k in ("start", "end", "token", "pos", "tag", "lemma", "dep", "head", "sent")} == {
            len(row["token"])
        }
        assert all(0 <= head < len(row["token"]) for head in row["head"])
        assert all(0 <= a < b <= len(text) for a, b in zip(row["ent_start"], row["ent_end"]))
    assert out["text"][:] == TEXTS and out["label"][:] == [0] * 3


def test_only_what_was_asked_for():
    row = hr.annotate(reviews(), TASK, {"ent"})[1]["text__ann"]
    assert row["layers"] == "ent" and row["pos"] == [] == row["lemma"] == row["dep"]
    row = hr.annotate(reviews(), TASK, {"pos"})[1]["text__ann"]
    assert row["pos"] and row["tag"] and row["ent_start"] == [] == row["lemma"]
    with pytest.raises(UsageError, match="unknown annotation layers lemmas"):
        hr.annotate(reviews(), TASK, {"lemmas"})
    with pytest.raises(MissingResource, match="spacy download no_such_pipeline"):
        hr.annotate(reviews(), TASK, {"pos"}, nlp="no_such_pipeline")


def test_equal_texts_are_annotated_once(calls):
    out = hr.annotate(reviews([*TEXTS, *TEXTS, "", " "]), TASK, {"pos"})
    assert sorted(calls) == sorted(TEXTS)
    rows = out["text__ann"][:]
    assert rows[:3] == rows[3:6] and rows[6]["token"] == [] == rows[7]["token"]


def test_every_transformation_reads_the_same_column(calls):
    annotated = hr.annotate(reviews(), TASK)
    assert len(calls) == 3
    for name in ("synonym", "named-entity"):
        out = annotated.map(hr.Perturb(name, TASK, seed=1), batched=True)
        assert "text__ann" not in out.column_names
    assert len(calls) == 3


def test_a_suite_annotates_once(calls):
    suite = hr.Suite.build(reviews(), TASK, [{"name": "synonym", "rate": 1.0}, "named-entity", "typos"])
    assert len(calls) == 3 and len(suite["synonym-rate-1.0"]) >= 1
    assert all("__ann" not in name for entry in suite.entries.values() for name in entry.perturbed.column_names)


def test_layers_that_are_absent_are_made_on_the_spot(calls):
    annotated = hr.annotate(reviews(), TASK, {"ent"})
    assert len(calls) == 3
    on_the_spot = annotated.map(hr.Perturb({"name": "synonym", "rate": 1.0}, TASK), batched=True)
    assert len(calls) == 6
    with_column = hr.annotate(reviews(), TASK).map(hr.Perturb({"name": "synonym", "rate": 1.0}, TASK), batched=True)
    assert on_the_spot["text"][:] == with_column["text"][:] != []
    without = reviews().map(hr.Perturb({"name": "synonym", "rate": 1.0}, TASK), batched=True)
    assert without["text"][:] == with_column["text"][:]


def test_later_stages_see_the_text_of_the_one_before(calls):
    annotated = hr.annotate(reviews(TEXTS[:1]), TASK)
    calls.clear()
    annotated.map(hr.Perturb([{"name": "word-case", "case": "lower"}, "synonym"], TASK), batched=True)
    assert calls == [TEXTS[0].lower()]


def test_token_lists_keep_their_tokens():
    tokens = [["It", "'s", "in", "New-York", ",", "U.S.", "."], ["a b", "c"]]
    data = Dataset.from_dict({"tokens": tokens, "ner_tags": [["O"] * 7, ["O"] * 2]})
    for row, expected in zip(hr.annotate(data, hr.task("named-entity-recognition"), {"pos"})["tokens__ann"], tokens):
        assert row["token"] == expected
        assert [" ".join(expected)[a:b] for a, b in zip(row["start"], row["end"])] == expected


def test_neighbors():
    data = Dataset.from_dict({"tokens": [["a"], ["b"], ["c"]], "ner_tags": [["O"], ["B-X"], ["O"]]})
    out = hr.annotate(data, hr.task("named-entity-recognition"), {"neighbors"}, following=2)
    assert [row["tokens"] for row in out["tokens__next"]] == [[["b"], ["c"]], [["c"]], []]
    assert [row["tags"] for row in out["tokens__next"]] == [[["B-X"], ["O"]], [["O"]], []]
    again = hr.annotate(out, hr.task("named-entity-recognition"), {"neighbors"}, following=1)
    assert [len(row["tokens"]) for row in again["tokens__next"]] == [1, 1, 0]
    with pytest.raises(UsageError, match="stream"):
        hr.annotate(data.to_iterable_dataset(), hr.task("named-entity-recognition"), {"neighbors"})


def test_pair_tasks_get_a_column_for_each_field():
    data = Dataset.from_dict({"premise": TEXTS, "hypothesis": TEXTS[::-1], "label": [0, 1, 2]})
    out = hr.annotate(data, hr.task("natural-language-inference"), {"pos"})
    assert out["premise__ann"][:] == out["hypothesis__ann"][::-1]


def test_hostile_texts():
    texts = [
        "",
        " ",
        None,
        "\u0301",
        "👩‍👩‍👧",
        "مرحبا",
        "a\x00b",
        "x\u2028y",
        "bad \ud83d here",
        "\ud83d\ude00 two",
        "...",
    ]
    rows = module.annotate_values(texts, {"pos", "lemma", "ent", "dep"})
    for text, row in zip(texts, rows):
        read = Annotation.of_column(row)
        assert all(0 <= t.start < t.end <= len(text) for t in read.tokens)
    assert next(iter(rows[8]["token"])) == "bad" and rows[0]["token"] == []


_FINGERPRINT = """
import hf_robust as hr
from datasets import Dataset
data = Dataset(Dataset.from_dict({"text": ["A film."], "label": [0]}).data, fingerprint="film")
print(hr.annotate(data, hr.task("text-classification"), ["pos", "ent", "lemma"])._fingerprint)
"""


def test_fingerprint_is_the_same_in_every_process():
    data = Dataset(Dataset.from_dict({"text": ["A film."], "label": [0]}).data, fingerprint="film")
    assert printed(_FINGERPRINT) == hr.annotate(data, TASK, ["lemma", "ent", "pos"])._fingerprint


def test_fingerprint_follows_the_pipeline(monkeypatch):
    from datasets.fingerprint import Hasher

    annotate = module.Annotate(["text"], {"pos"}, spacy_pipelines.spacy_name())
    perturb = hr.Perturb("synonym", TASK)
    before = Hasher.hash(annotate), Hasher.hash(perturb)
    annotate({"text": TEXTS})
    perturb({"text": TEXTS, "label": [0] * 3})
    assert (Hasher.hash(annotate), Hasher.hash(perturb)) == before
    monkeypatch.setattr(module, "spacy_version", lambda name: "another@9")
    monkeypatch.setattr(spacy_pipelines, "spacy_version", lambda name: "another@9")
    assert Hasher.hash(annotate) != before[0] and Hasher.hash(perturb) != before[1]


def test_what_was_used_is_on_record():
    hr.annotate(reviews(), TASK, {"pos"})
    (record,) = [r for r in resources.used() if r["purpose"] == "annotation"]
    assert record["name"] == "en_robust_sm" and record["version"] and record["origin"] == "bundled default"


def test_a_lone_surrogate_in_a_token_does_not_end_the_map():
    tokens = [["A", "bad\ud800", "film", "\ud83d"], ["A", "good", "film"]]
    first, second = module.annotate_values(tokens, {"pos"})
    assert first["token"] == ["A", "bad\ufffd", "film", "\ufffd"] and second["pos"] == ["DET", "ADJ", "NOUN"]


LONG = {
    "marks": "Great " + "!" * 3000 + " film",
    "signs of two characters": "'s" * 2000,
    "emoji": "😀" * 1000 + " film",
    "emoji that are joined": "👩‍👩‍👧" * 300,
    "combining marks": "a" + "\u0301" * 2000,
    "one long word": "a" * 3000,
    "surrogates": "\ud83d" * 3000,
    "an address": "see http://example.org/" + "page/" * 300 + "x there",
}


@pytest.mark.parametrize("text", LONG.values(), ids=LONG.keys())
def test_long_strings_without_a_space_are_cut_between_tokens(text):
    (row,) = module.annotate_values([text], {"pos"})
    read = text.replace("\ud83d", "\ufffd")
    assert [read[start:end] for start, end in zip(row["start"], row["end"])] == row["token"]
    assert "".join(row["token"]) == "".join(read.split())
    assert len(row["token"]) == 3 or "http" not in text
    assert all(len(token) <= 256 or token.isalnum() or "http" in token or not token.isascii() for token in row["token"])


def test_tokens_are_the_same_on_both_sides_of_a_cut(pipeline):
    nlp = spacy_pipelines.spacy_pipeline(pipeline)
    text = "I don't know" + "!" * 500 + " he won't go"
    cut, whole = spacy_pipelines.spacy_doc(nlp, text), nlp.make_doc(text)
    assert [(t.text, t.norm_, t.idx) for t in cut] == [(t.text, t.norm_, t.idx) for t in whole]


def test_runs_of_punctuation_cost_time_in_proportion_to_their_length(pipeline):
    nlp = spacy_pipelines.spacy_pipeline(pipeline)

    def seconds(marks):
        start = time.process_time()
        assert len(spacy_pipelines.spacy_doc(nlp, marks)) == len(marks)
        return time.process_time() - start

    # the tokenizer remembers strings, so none comes twice; one that reads the whole rest for each mark needs 36 times
    # as long for the longer ones, and half a minute for both
    shorter = min(seconds("!?" * 1000 + mark) for mark in "!?")
    assert min(seconds("!?" * 6000 + mark) for mark in "!?") < 18 * shorter


@pytest.fixture
def processes(monkeypatch):
    """The ``num_proc`` of each ``map``, which runs in one process all the same."""
    found = []
    real = Dataset.map

    def spy(self, *args, num_proc=None, **options):
        found.append(num_proc)
        return real(self, *args, **options)

    monkeypatch.setattr(Dataset, "map", spy)
    monkeypatch.setattr(module, "worth_processes", lambda work: 3 if work > 0.01 else None)
    return found


def test_processes_where_they_pay(processes):
    large = reviews(TEXTS * 20)
    hr.annotate(reviews(TEXTS[:1]), TASK)
    hr.annotate(large, TASK)
    hr.annotate(large, TASK, num_proc=1)
    hr.Suite.build(large, TASK, ["synonym", "tense", "named-entity"])
    assert processes == [None, 3, 1, 3, None, None, None]
    processes.clear()
    hr.Suite.build(large, TASK, ["named-entity"], num_proc=2)
    assert processes == [2, 2]


_REMEMBERED = """
import sys
import hf_robust as hr
from datasets import load_dataset
from hf_robust.language import annotation
real, calls = annotation.spacy_doc, []
annotation.spacy_doc = lambda nlp, text: calls.append(text) or real(nlp, text)
data = load_dataset("json", data_files=sys.argv[1], split="train", cache_dir=sys.argv[2])
rows = hr.annotate(data, hr.task("text-classification"), ["pos"])
suite = hr.Suite.build(data, hr.task("text-classification"), ["synonym", "typos"])
print(len(calls), rows["text__ann"][0]["tag"])
"""


def test_annotation_is_found_again_by_another_process(tmp_path, calls):
    file, cache = tmp_path / "rows.jsonl", tmp_path / "cache"
    reviews().to_json(file)
    data = load_dataset("json", data_files=str(file), split="train", cache_dir=str(cache))
    tags = hr.annotate(data, TASK, ["pos"])[0]["text__ann"]["tag"]
    hr.Suite.build(data, TASK, ["synonym", "typos"])
    assert len(calls) == 6
    assert printed(_REMEMBERED, file, cache) == f"0 {tags}"


def test_a_list_that_was_split_at_spaces_is_read_as_its_text():
    found, text = annotate_values([("He", "ran", "home,", "fast."), "He ran home, fast."], {"pos"})
    assert found == text and found["token"] == ["He", "ran", "home", ",", "fast", "."]
    (kept,) = annotate_values([("Mr.", "Berg", "ran", ".")], {"pos"})
    assert kept["token"] == ["Mr.", "Berg", "ran", "."]
