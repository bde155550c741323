"""Hostile texts: never an exception, never a broken span, and a reason where nothing could be done."""

import time
from functools import cache

import pytest
from contract_helpers import NAMES, PAIRS, SOME_PAIRS, assert_replays, make
from corpus import SPAN_TASKS, check_row, column
from hostile_texts import HOSTILE

import hf_robust as hr
from hf_robust.core.doc import Annotation
from hf_robust.tasks import ABSA, NER, QA, TASKS, TRANSLATION, WINOGRAD
from hf_robust.transforms.transformation_registry import transformations

MOST = 20  # CPU seconds for all of these texts, of which two have 60,000 characters
LONG = ("long", "long word", "long run")


@cache
def guessed(text):
    """A crude annotation of any text, so that no model has to read it."""
    bounds, at = [], 0
    for word in text.split(" "):
        if word.strip():
            bounds.append((at, at + len(word)))
        at += len(word) + 1
    tokens = {
        "start": [a for a, _ in bounds],
        "end": [b for _, b in bounds],
        "token": [text[a:b] for a, b in bounds],
        "pos": ["PROPN"] * len(bounds),
        "tag": ["NNP"] * len(bounds),
        "lemma": ["film"] * len(bounds),
    }
    tokens["pos"] = ["PROPN" if n % 2 else "NOUN" for n in range(len(bounds))]
    entities = {"ent_start": tokens["start"][1::2], "ent_end": tokens["end"][1::2]}
    labels = {"ent_label": ["PERSON"] * len(entities["ent_start"])}
    return {**column(Annotation((), ())), **tokens, **entities, **labels}


def hostile_rows(task, kinds=tuple(HOSTILE)):
    """The hostile texts as rows of a task, each with the labels that it can have."""
    rows = {}
    for kind in kinds:
        row = _hostile_row(task, HOSTILE[kind])
        for name, value in row.items():
            rows.setdefault(name, []).append(value)
    return rows


def _hostile_row(task, text):
    spec = TASKS[task]
    if "tokens" in spec.texts:
        tokens = (
            None if text is None else [w for w in text.split(" ") if w.strip()] if text.strip() else [text] * bool(text)
        )
        size = len(tokens or ())
        tags = {"ner_tags": ["B-LOC" if n % 5 == 0 else "O" for n in range(size)], "pos_tags": ["NOUN"] * size}
        tree = {"heads": [1 if n else 0 for n in range(size)], "deprels": ["dep" if n else "root" for n in range(size)]}
        entities = [{"start": 0, "end": max(size - 1, 0), "type": "A"}, {"start": 0, "end": 0, "type": "B"}]
        spans = {
            "entities": entities if size else [],
            "subject": [0, 0],
            "object": [max(size - 1, 0)] * 2,
            "target": [0, 0],
        }
        labels = {**tags, **tree, **spans, "relation": "near", "sense": "film%1:10:00::"}
        row = {"tokens": tokens, **{role: labels[role] for role in (*spec.labels, *spec.spans) if role in labels}}
        row["tokens__ann"] = guessed(" ".join(tokens or ()))
        row["tokens__next"] = {"tokens": [["A", "b"]], "tags": [["O", "O"]]}
        return row
    if "sentences" in spec.texts:
        tokens = None if text is None else [w for w in text.split(" ") if w.strip()]
        row = {
            "sentences": None if tokens is None else [tokens],
            "clusters": [[[0, 0], [1, 1]]] if size_of(tokens) > 1 else [],
        }
        row["sentences__ann"] = guessed(" ".join(tokens or ()))
        return row
    first = next((n for n, c in enumerate(text or "") if not c.isspace()), 0)
    answer = (text or "")[first : first + 2]
    row = dict.fromkeys(spec.texts, text)
    row |= {f"{role}__ann": guessed(text or "") for role in spec.texts}
    if task == QA:
        row["answers"] = {"text": [answer] if answer else [], "answer_start": [first] if answer else []}
    elif task == ABSA:
        aspect = {"term": answer, "start": first, "end": first + len(answer), "polarity": "neutral", "opinions": []}
        row["aspects"] = [aspect] if answer else []
    elif task == WINOGRAD:
        row["pronoun"] = {"text": answer, "start": first, "end": first + len(answer)}
        row["candidates"] = [{"text": name, "start": -1, "end": -1} for name in ("Anna", "Bo")]
        row["label"] = 0
    elif task == TRANSLATION:
        pass  # both sides are texts
    elif spec.open_ended:
        row[spec.labels[0]] = "A reference."
    else:
        row["label"] = 0
    return row


def size_of(tokens):
    return len(tokens or ())


# these have the columns of another task that is tested
_ALIKE = {"sentiment-classification", "hate-speech-detection", "semantic-similarity-classification"}


# spans move alike, whatever made the edits: two tasks of each transformation show it
_LONGEST = dict(SOME_PAIRS).items()  # long texts take most of the time: one task of each transformation has them
_TRIED = [pair for pair in PAIRS if pair[1] not in _ALIKE and (pair[1] not in SPAN_TASKS or pair in SOME_PAIRS)]


@pytest.mark.parametrize(("name", "task"), _TRIED)
def test_hostile_texts_survive(name, task):
    make(name)
    kinds = [kind for kind in HOSTILE if kind not in LONG or (name, task) in _LONGEST]
    rows = hostile_rows(task, kinds)
    started = time.process_time()
    found = hr.Perturb(name, hr.task(task), keep="all", seed=1)(rows)
    assert time.process_time() - started < MOST
    assert len(found["robust"]) == len(kinds)
    for place, kind in enumerate(kinds):
        before = {column: values[place] for column, values in rows.items()}
        row = {column: values[place] for column, values in found.items() if not column.endswith(("__ann", "__next"))}
        record = row["robust"]
        assert record["status"] in ("changed", "unchanged", "not_applicable"), kind
        reason = record["reason"] or ""
        assert record["status"] != "fault", (kind, reason)
        if kind in ("empty", "none", "blank"):
            assert record["status"] == "not_applicable" and reason, kind
        if record["status"] == "not_applicable":
            assert reason and all(row[c] == before[c] for c in row if c != "robust"), kind
            continue
        check_row(task, row)
        assert_replays(task, before, row)
        for role in TASKS[task].edited:
            if transformations.get(name).level == "character":
                _assert_marks_stay(before[role], row[role], kind)


def _assert_marks_stay(before, after, kind):
    """A combining mark still follows a letter; a surrogate or an emoji is not cut."""
    if kind == "combining" and isinstance(after, str):
        assert sum(c == "\u0301" for c in after) == sum(c == "\u0301" for c in before)
        places = [n for n, c in enumerate(after) if c in "\u0301\u0308"]
        assert all(after[n - 1].isalpha() for n in places)
    if kind == "emoji" and isinstance(after, str):
        assert "👩‍👩‍👧‍👦" in after and "👍🏽" in after and "❤️" in after


@pytest.mark.parametrize("name", NAMES)
def test_hostile_texts_go_through_a_dataset(name):
    """The same through Arrow, which cannot hold lone surrogates; long texts are as short ones to it."""
    from datasets import Dataset

    make(name)
    task = next(t for t in ("sentiment-classification", NER) if t in transformations.get(name).effects)
    kinds = [kind for kind in HOSTILE if kind not in LONG]
    rows = hostile_rows(task, kinds)
    holds = [n for n, kind in enumerate(kinds) if "surrogates" not in kind]
    data = Dataset.from_dict({column: [values[n] for n in holds] for column, values in rows.items()})
    bound = hr.task(task)
    out = data.map(hr.Perturb(name, bound, keep="all", seed=1), batched=True)
    plain = hr.Perturb(name, bound, keep="all", seed=1)(rows)
    role = TASKS[task].edited[0]
    assert out[role][:] == [plain[role][n] for n in holds]
    assert [r["status"] for r in out["robust"]] == [plain["robust"][n]["status"] for n in holds]
