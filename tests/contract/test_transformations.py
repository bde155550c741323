"""What every registered transformation must do; a new one is tested without a line here."""

import dataclasses
import doctest
import json
import pickle
import random
from functools import cache

import numpy as np
import pytest
import torch
from contract_helpers import (
    ALL_NAMES,
    DETERMINISTIC,
    NAMES,
    PAIRS,
    SOME_PAIRS,
    assert_replays,
    docs,
    edits_of,
    joined,
    make,
    run,
    ungated,
)
from corpus import SENTENCES, bound, check_row, columns, dataset, doc, parse, perturb
from datasets.fingerprint import Hasher
from other_process import printed
from span_samples import SPAN_TASKS, said

import hf_robust as hr
from hf_robust.core.doc import Annotation
from hf_robust.core.docstrings import parameters
from hf_robust.core.edits import Edit, check
from hf_robust.core.errors import UsageError
from hf_robust.language import resources
from hf_robust.tasks import NER, TASKS
from hf_robust.transforms.base import LAYERS, LEVELS, LINGUISTICS, Effect
from hf_robust.transforms.transformation_registry import transformations


@cache
def ungated_run(name, seed=0):
    return run(make(name, **ungated(name)), seed)


@pytest.mark.parametrize("name", NAMES)
def test_same_seed_same_edits_and_another_seed_others(name):
    first = ungated_run(name)
    assert first == run(make(name, **ungated(name)))
    assert any(edits and isinstance(edits[0], Edit) for edits in first)
    others = (ungated_run(name, seed) for seed in ((1, 2, 3) if name in DETERMINISTIC else range(1, 9)))
    if name in DETERMINISTIC:
        assert all(other == first for other in others)
    else:
        assert any(other != first for other in others)


@pytest.mark.parametrize("name", NAMES)
def test_edits_are_sorted_in_range_and_apart(name):
    for seed in range(3):
        for document, edits in zip(docs(), ungated_run(name, seed)):
            if edits and isinstance(edits[0], str):
                continue
            check(edits, len(document.text))
            for edit in edits if document.bounds is not None else ():
                layers = edit.tags or {}
                assert all(len(tags) == len(edit.text.split()) for tags in layers.values()), edit


@pytest.mark.parametrize(("name", "task"), SOME_PAIRS)
def test_global_random_state_is_not_touched(name, task):
    make(name)
    hr.Perturb(name, bound(task), seed=2)(columns(task))  # `rich` draws when a library that we need imports it
    states = random.getstate(), np.random.get_state(), torch.get_rng_state()
    hr.Perturb(name, bound(task), seed=3)(columns(task))
    assert random.getstate() == states[0]
    assert all(np.array_equal(a, b) for a, b in zip(np.random.get_state(), states[1]))
    assert torch.equal(torch.get_rng_state(), states[2])


@pytest.mark.parametrize("name", NAMES)
def test_pickles(name):
    transformation = make(name)
    again = pickle.loads(pickle.dumps(transformation))
    assert again == transformation and vars(again) == vars(transformation)
    assert run(again) == run(transformation)


# --- fingerprints

_HASHES = """
import json, sys
import hf_robust as hr
from datasets.fingerprint import Hasher
from hf_robust.transforms.transformation_registry import transformations
hashes = {}
for name in sys.argv[1:]:
    task = hr.task(sorted(transformations.get(name).effects)[0])
    hashes[name] = Hasher.hash(hr.Perturb(name, task, seed=5, protect=["b", "a", "c"]))
print(json.dumps(hashes))
"""


@pytest.fixture(scope="module")
def hashes():
    names = [name for name in NAMES if _available(name)]
    return json.loads(printed(_HASHES, *names))


def _available(name):
    try:
        resources.require(transformations.get(name).resources, name)
    except LookupError:
        return False
    return True


@pytest.mark.parametrize("name", NAMES)
def test_hash_is_the_same_in_every_process_and_after_use(name, hashes):
    make(name)
    task = hr.task(sorted(transformations.get(name).effects)[0])
    perturb = hr.Perturb(name, task.bind(dataset(task.name)), seed=5)
    before = Hasher.hash(perturb)
    perturb(columns(task.name))
    assert Hasher.hash(perturb) == before == Hasher.hash(pickle.loads(pickle.dumps(perturb)))
    same = hr.Perturb(name, task, seed=5, protect=["a", "b", "c"])
    assert hashes[name] == Hasher.hash(same)


@pytest.mark.parametrize("name", NAMES)
def test_hash_follows_version_seed_and_parameters(name, monkeypatch):
    make(name)
    cls = transformations.get(name)
    task = hr.task(sorted(cls.effects)[0])
    before = Hasher.hash(hr.Perturb(name, task))
    assert Hasher.hash(hr.Perturb(name, task)) == before
    assert Hasher.hash(hr.Perturb(name, task, seed=1)) != before
    monkeypatch.setattr(cls, "version", "999")
    assert Hasher.hash(hr.Perturb(name, task)) != before


# --- annotation layers

_BLANK = {"pos": {"pos": "", "tag": ""}, "lemma": {"lemma": ""}, "dep": {"dep": "", "head": -1, "sent": 0}}


def without(annotation, layers):
    """The annotation as it is when these layers were not asked for."""
    blank = {key: value for layer in layers if layer in _BLANK for key, value in _BLANK[layer].items()}
    tokens = tuple(token._replace(**blank) for token in annotation.tokens)
    return Annotation(tokens, () if "ent" in layers else annotation.entities)


# where a name, or the dictionary form of the word beside it, keeps a word from being replaced: the gate lets it pass
FIXED = """
We/PRON/PRP watched/VERB/VBD/watch a/DET/DT movie/NOUN/NN last/ADJ/JJ night/NOUN/NN
We/PRON/PRP watched/VERB/VBD/watch a/DET/DT movie/NOUN/NN last/ADJ/JJ night/NOUN/NN | a movie=WORK_OF_ART
We/PRON/PRP watched/VERB/VBD/watch a/DET/DT silent/ADJ/JJ movie/NOUN/NN last/ADJ/JJ night/NOUN/NN
Oslo/PROPN/NNP has/VERB/VBZ/have a/DET/DT Siberian/ADJ/JJ tiger/NOUN/NN | Oslo=GPE
They/PRON/PRP met/VERB/VBD/meet Tove/PROPN/NNP Qvarn/PROPN/NNP ./PUNCT/. | Tove Qvarn=PERSON
The/DET/DT show/NOUN/NN was/AUX/VBD/be funny/ADJ/JJ ./PUNCT/. | funny=ORG
"""


@pytest.mark.parametrize("name", NAMES)
def test_needs_are_honest(name):
    transformation = make(name)
    needs = transformation.needs
    assert needs <= set(LAYERS)
    sentences = [*SENTENCES, *map(parse, FIXED.strip().splitlines())]
    sources = [(s if not tokens else s.joined(), s, tokens) for s in sentences for tokens in (False, True)]

    def documents(annotated, layers=frozenset()):
        options = {} if "neighbors" not in layers else {"neighbors": None}
        return [
            doc(s, tokens, annotation=without(full.annotation, layers) if annotated else None, **options)
            for full, s, tokens in sources
        ]

    complete = run(transformation, documents=[doc(s, tokens) for _, s, tokens in sources])
    undeclared = set(LAYERS) - needs
    if not needs - {"neighbors"}:
        assert run(transformation, documents=documents(annotated=False)) == complete
    assert run(transformation, documents=documents(True, undeclared)) == complete
    for layer in needs:
        assert run(transformation, documents=documents(True, {layer})) != complete, f"{layer} is never read"


@pytest.mark.parametrize("name", [n for n in NAMES if transformations.get(n).needs - {"neighbors"}])
def test_reading_without_annotation_is_an_error_that_says_what_to_do(name):
    transformation = make(name)
    bare = [doc(sentence, annotation=None) for sentence in SENTENCES]  # where nothing can change, none is read
    with pytest.raises(UsageError, match="needs"):
        run(transformation, documents=bare)


# --- labels, spans, protection


@pytest.mark.parametrize(("name", "task"), PAIRS)
def test_rows_of_every_task_keep_legal_labels(name, task):
    make(name)
    source = dataset(task)
    changed = 0
    # labels that are no class of the whole point into the text, and move
    for seed in range(1 if TASKS[task].classifies or task in (NER, *SPAN_TASKS) else 2):
        rows = perturb(name, task, seed=seed, keep="all", **ungated(name))
        assert len(rows) == len(source)
        assert {record["status"] for record in rows["robust"]} <= {"changed", "unchanged", "not_applicable"}
        assert not [r for r in rows["robust"] if (r["reason"] or "").split(":")[0].endswith(("Error", "Exception"))]
        for before, row in zip(source, rows):
            check_row(task, row)
            assert_replays(task, before, row)
            if task in SPAN_TASKS and not transformations.get(name).edits_protected:
                assert said(task, row) == said(task, before)
            changed += row["robust"]["status"] == "changed"
    assert changed, "no row of this task was ever changed"


@pytest.mark.parametrize("name", NAMES)
def test_protected_spans_are_not_touched(name):
    transformation = make(name, **ungated(name))
    for seed in range(2):
        for sentence in SENTENCES:
            for tokens in (False, True):
                source = sentence.joined() if tokens else sentence
                spans = [(e.start, e.end) for e in source.spans()]
                document = doc(sentence, tokens, protected=spans)
                edits = edits_of(transformation, document, seed)
                if transformation.edits_protected or (edits and isinstance(edits[0], str)):
                    continue
                touched = [e for e in edits for a, b in spans if e.start < b and a < e.end]
                assert not touched


@pytest.mark.parametrize(("name", "task"), SOME_PAIRS)
def test_protected_words_are_not_touched(name, task):
    make(name)
    source = dataset(task)
    plain = perturb(name, task, seed=1, **ungated(name))
    touched = {w.lower() for r in plain["robust"] for e in r["edits"] for w in e["before"].split() if w.isalpha()}
    protect = sorted(touched)[:12]
    rows = perturb(name, task, seed=1, protect=protect, keep="all", **ungated(name))
    for before, row in zip(source, rows):
        for field in TASKS[task].edited:
            text = joined(before[field])
            for e in row["robust"]["edits"]:
                if e["field"] == field:
                    words = {"".join(c for c in w if c.isalnum()).lower() for w in text[e["start"] : e["end"]].split()}
                    assert not words & set(protect), e
        check_row(task, row)


# --- what is declared


@pytest.mark.parametrize("name", ALL_NAMES)
def test_class_says_what_it_is(name):
    cls = transformations.get(name)
    assert cls.name == name == name.lower() and " " not in name
    assert cls.level in LEVELS and cls.linguistics in LINGUISTICS
    assert cls.version and cls.seed_name and cls.languages
    assert cls.effects and set(cls.effects) <= set(TASKS)
    assert all(isinstance(effect, Effect) for effect in cls.effects.values())
    with pytest.raises(TypeError):
        cls.effects["x"] = Effect.PRESERVES
    assert dataclasses.is_dataclass(cls) and cls.__dataclass_params__.frozen
    transformation = make(name)
    assert hash(transformation) == hash(cls()) and json.dumps(transformation.params)
    lines, explained = cls.__doc__.strip().splitlines(), parameters(cls.__doc__)
    assert lines[0].endswith(".") and len(lines[0]) <= 110
    assert "Source:" in cls.__doc__
    for field in dataclasses.fields(cls):
        assert explained.get(field.name), f"the docstring does not explain {field.name}"
    assert "{" not in "".join(explained.values())


@pytest.mark.parametrize("name", ALL_NAMES)
def test_it_has_an_example_that_the_tests_of_docstrings_run(name):
    assert doctest.DocTestParser().get_examples(transformations.get(name).__doc__)
