"""What every transformation with a gate must do with the gate on; most other tests run it without."""

import pickle
from functools import cache

import pytest
from contract_helpers import GATED, docs, edits_of, make, run
from corpus import doc, parse
from default_set import MODELS

from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import row_rng
from hf_robust.transforms import gated_words

# in each a word of some transformation passes
PASS = """
We/PRON/PRP watched/VERB/VBD/watch a/DET/DT movie/NOUN/NN last/ADJ/JJ night/NOUN/NN
It/PRON/PRP was/AUX/VBD/be one/NUM/CD of/ADP/IN the/DET/DT best/ADJ/JJS/good movies/NOUN/NNS/movie ~./PUNCT/.
It/PRON/PRP was/AUX/VBD/be an/DET/DT easy/ADJ/JJ task/NOUN/NN in/ADP/IN a/DET/DT small/ADJ/JJ room/NOUN/NN ~./PUNCT/.
We/PRON/PRP enjoyed/VERB/VBD/enjoy the/DET/DT show/NOUN/NN ~./PUNCT/.
"""


def documents():
    sentences = [parse(line) for line in PASS.strip().splitlines()]
    return [*docs(), *(doc(s, tokens) for s in sentences for tokens in (False, True))]


@cache
def first_run(name):
    return run(make(name), documents=documents())


def is_changed(edits):
    return bool(edits) and isinstance(edits[0], Edit)


def test_those_with_a_gate():
    assert set(GATED) == {"antonym", "insert-adverb", "masked-lm", "synonym", "synonym-embedding"}


@pytest.mark.parametrize("name", GATED)
def test_same_seed_same_edits(name):
    found = first_run(name)
    assert found == run(make(name), documents=documents())
    assert any(map(is_changed, found))


@pytest.mark.parametrize("name", GATED)
def test_pickled(name):
    strict = make(name, gate="strict")
    again = pickle.loads(pickle.dumps(strict))
    assert again == strict and "masked-lm" in again.resources
    assert run(again, documents=documents()[::2]) == run(strict, documents=documents()[::2])


@pytest.mark.parametrize("name", GATED)
@pytest.mark.parametrize("params", [{}, {"rate": 1.0}, {"count": 1}], ids=str)
def test_one_by_one_and_in_a_batch(name, params):
    transformation, given = make(name, **params), documents()[:: 3 if name in MODELS else 2]
    rngs = [row_rng(0, transformation.signature, document.text, "text") for document in given]
    batch = transformation.edits_batch(given, rngs)
    found = [[str(edits)] if isinstance(edits, NotApplicable) else list(edits) for edits in batch]
    assert found == [edits_of(transformation, document) for document in given]
    assert any(map(is_changed, found))


@pytest.mark.parametrize("name", GATED)
def test_where_the_gate_refuses_all_nothing_is_changed(name, monkeypatch):
    monkeypatch.setattr(gated_words, "refusals", lambda candidates: ["it is odd"] * len(candidates))
    found = run(make(name, gate="strict"), documents=documents())
    assert not any(map(is_changed, found))
    assert ["no replacement passed the quality checks: it is odd"] in found


@pytest.mark.parametrize("name", ["masked-lm", "synonym", "synonym-embedding"])
def test_words_in_names_stay(name):
    tagged = PASS.strip().splitlines()[0]
    documents = [doc(parse(text)) for text in (tagged, f"{tagged} | a movie=WORK_OF_ART")]
    line = documents[0].text
    free, named = run(make(name, rate=1.0), documents=documents)
    changed = [[line[edit.start : edit.end] for edit in edits if isinstance(edit, Edit)] for edits in (free, named)]
    assert "movie" in changed[0] and "movie" not in changed[1]
