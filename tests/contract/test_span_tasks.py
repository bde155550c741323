"""Tasks whose labels are spans: their sample rows are sound, and stay so whatever is done to them."""

import json
import os
import re
from pathlib import Path

import pytest
from contract_helpers import PAIRS, make, ungated
from corpus import dataset
from datasets import Dataset
from row_samples import ROW_PAIRS, data_of
from span_samples import KEYS, SPAN_TASKS, check_span_row, said

import hf_robust as hr
from hf_robust.core.errors import LabelError, NotApplicable
from hf_robust.language import resources
from hf_robust.language.lexicons.wordnet import wordnet_files
from hf_robust.tasks import COREFERENCE, NESTED_NER, RELATION, SENSES, TRANSLATION, WINOGRAD
from hf_robust.tasks.senses import sense_keys
from hf_robust.transforms.transformation_registry import transformations

DATA = Path(os.environ.get("HF_ROBUST_TEST_DATA", ""))
FAST = ["keyboard", "contraction", "stop-word", "punctuation", "word-case", "append-irrelevant", "whitespace"]


@pytest.fixture(scope="module")
def known():
    """All sense keys of WordNet."""
    try:
        resources.require(("wordnet",), "sense keys")
    except LookupError as error:
        pytest.skip(str(error))
    return {line.partition(" ")[0] for line in wordnet_files()("index.sense")}


@pytest.mark.parametrize("task", SPAN_TASKS)
def test_sample_rows_are_sound(task):
    assert hr.task(task).bind(dataset(task))
    for row in dataset(task):
        check_span_row(task, row)
        assert hr.task(task).fault(row) is None


def test_sense_keys_of_the_samples_are_in_wordnet(known):
    assert set(KEYS.values()) <= known


@pytest.mark.parametrize(("name", "task"), ROW_PAIRS)
def test_changes_of_rows_leave_sound_rows(name, task, request):
    data, bound = data_of(name, task)
    rows = list(data.map(hr.Perturb(make(name), bound, keep="all"), batched=True))
    assert not [fault for row in rows if (fault := bound.fault(row)) is not None]
    if task == SENSES:
        keys = request.getfixturevalue("known")
        assert not {key for row in rows for key in sense_keys(row[bound.column("sense")])} - keys


@pytest.mark.parametrize("name", [name for name, task in ROW_PAIRS if task == TRANSLATION])
def test_both_sides_of_a_translation_change_alike(name):
    """Together, and by the same digits and handles, where these stand on both sides before."""
    data, bound = data_of(name, TRANSLATION)
    source, target = bound.column("source"), bound.column("target")
    changed = 0
    for before, row in zip(data, data.map(hr.Perturb(make(name), bound, keep="all"), batched=True), strict=True):
        assert (row[source] != before[source]) == (row[target] != before[target])
        changed += row[source] != before[source]
        for pattern in (r"\d+", r"@\w+|https?://\S+"):
            old, new = ([sorted(re.findall(pattern, one[side])) for side in (source, target)] for one in (before, row))
            assert old[0] != old[1] or new[0] == new[1]
    assert changed


# --- datasets as they are published


def real_rows(task):
    """Rows of a published dataset, some of them; only where it lies on the disk."""

    def read(path, count):
        with (DATA / path).open(encoding="utf-8") as file:
            return [json.loads(line) for _, line in zip(range(count), file)]

    if task == RELATION:
        found = read("re/semeval10_train_sample.jsonl", 200)
        return [
            {"tokens": r["tokens"], "subject": r["subj"], "object": r["obj"], "relation": r["relation"]} for r in found
        ]
    if task == COREFERENCE:
        return [{"sentences": r["sentences"], "clusters": r["clusters"]} for r in read("coref/litbank_a.jsonl", 3)]
    if task == NESTED_NER:
        return nested_rows(read("gum/train.coref.jsonl", 3))
    if task == TRANSLATION:
        return [{"source": r["src"], "target": r["tgt"]} for r in read("mt/multi30k_en-de_test2016.jsonl", 200)]
    if task == SENSES:
        return [
            {"tokens": r["tokens"], "target": [one["index"]] * 2, "sense": one["keys"]}
            for r in read("wsd/senseval2.jsonl", 40)
            for one in r["instances"]
        ]
    return [row for r in read("wsc/dpr_train.jsonl", 200) if (row := _schema(r)) is not None]


def nested_rows(documents):
    rows = []
    for document in documents:
        at = 0
        for sentence in document["sentences"]:
            own = [one for one in document["mentions"] if at <= one[0] and one[1] < at + len(sentence)]
            entities = [{"start": first - at, "end": last - at, "type": kind} for first, last, kind, *_ in own]
            rows.append({"tokens": sentence, "entities": entities})
            at += len(sentence)
    return rows


def _schema(row):
    text = row["text"]
    found = re.search(rf"\b{re.escape(row['pronoun'])}\b", text)
    if found is None:
        return None
    candidates = []
    for name in row["candidates"]:
        at = text.casefold().find(name.casefold())
        there = {"text": text[at : at + len(name)], "start": at, "end": at + len(name)}
        candidates.append(there if at >= 0 else {"text": name, "start": -1, "end": -1})
    pronoun = {"text": found.group(), "start": found.start(), "end": found.end()}
    return {"text": text, "pronoun": pronoun, "candidates": candidates, "label": row["label"]}


@pytest.mark.skipif(not DATA.name, reason="HF_ROBUST_TEST_DATA names no folder")
@pytest.mark.parametrize(("name", "task"), [(n, t) for n, t in PAIRS if n in FAST and t in SPAN_TASKS])
def test_real_rows_keep_their_labels(name, task):
    data = Dataset.from_list(real_rows(task))
    bound = hr.task(task).bind(data)
    rows = data.map(hr.Perturb(make(name, **ungated(name)), bound, keep="all"), batched=True)
    changed = 0
    for before, row in zip(data, rows, strict=True):
        assert row["robust"]["status"] != "fault"
        assert bound.fault(row) is None
        changed += row["robust"]["status"] == "changed"
        if not transformations.get(name).edits_protected:
            assert said(task, row) == said(task, before)
    assert changed


@pytest.mark.skipif(not DATA.name, reason="HF_ROBUST_TEST_DATA names no folder")
def test_real_sense_keys_are_in_wordnet(known):
    assert {key for row in real_rows(SENSES) for key in row["sense"]} <= known


# --- what is wrong with a row is found


BROKEN = {
    RELATION: [
        ({"object": [3, 40]}, r"the object \[3, 40\] lies outside of the \d+ tokens"),
        ({"subject": [2, 1]}, r"the subject \[2, 1\] holds nothing"),
        ({"subject": [-1, 1]}, "outside"),
        ({"subject": [1]}, r"the subject must be \[start, end\]"),
        ({"subject": None}, "the subject is absent"),
        ({"tokens": []}, "empty text"),
    ],
    NESTED_NER: [
        (
            {"entities": [{"start": 3, "end": 40, "type": "PER"}]},
            r"the entity \[3, 40\] lies outside of the \d+ tokens",
        ),
        ({"entities": [{"start": 2, "end": 1, "type": "PER"}]}, r"the entity \[2, 1\] holds nothing"),
        ({"entities": None}, "the row has no list of entities"),
    ],
    COREFERENCE: [
        ({"clusters": [[[0, 18]]]}, r"mention of cluster 0 \[0, 18\] crosses the end of a sentence"),
        ({"clusters": [[]]}, "cluster 0 is empty"),
        ({"clusters": [[[0, 999]]]}, "outside"),
        ({"speakers": [["A"], ["B"]]}, "speakers"),
    ],
    WINOGRAD: [
        ({"candidates": []}, "two candidates, found 0"),
        ({"candidates": [{"text": "", "start": -1, "end": -1}] * 2}, "candidate 0 is empty"),
        ({"pronoun": {"text": "it", "start": 0, "end": 2}}, r"the pronoun 'it' does not stand at \[0, 2\]"),
        ({"label": 7}, "the label 7 is the number of none of the 3 candidates"),
    ],
    SENSES: [
        ({"sense": ["movie.n.01"]}, "'movie.n.01' is no sense key of WordNet"),
        ({"sense": []}, "the list of senses is empty"),
        ({"target": {"start": 0, "end": 0, "text": "film"}}, "says 'film', but 'Anna' stands there"),
    ],
}


@pytest.mark.parametrize(("task", "change", "words"), [(t, *case) for t, cases in BROKEN.items() for case in cases])
def test_a_broken_row_is_named_by_its_number_and_not_changed(task, change, words):
    source = dataset(task)
    rows = list(source)
    rows[1] = {**rows[1], **change}
    data = Dataset.from_list(rows, features=source.features)
    bound = hr.task(task)
    with pytest.raises(LabelError, match=f"row 1 does not fit {task}: .*{words}.*1 of {len(rows)} rows"):
        bound.bind(data)
    assert bound.bind(data.filter(lambda row: bound.fault(row) is None))
    if task == NESTED_NER and change.get("entities") is not None:  # these are checked before any row is changed
        with pytest.raises(LabelError, match=f"row 1 of a batch does not fit {task}: .*{words}"):
            data.map(hr.Perturb("keyboard", bound, keep="all"), batched=True)
        return
    out = data.map(hr.Perturb("keyboard", bound, keep="all"), batched=True)
    assert out[0]["robust"]["status"] == "changed"
    if "label" in change or "sense" in change:  # what is wrong with these does not keep a text from being changed
        return
    assert out[1]["robust"]["status"] == "not_applicable" and re.search(words, out[1]["robust"]["reason"])
    with pytest.raises(NotApplicable, match=words):
        bound.label_mover().marks(rows[1])
