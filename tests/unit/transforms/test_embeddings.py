"""Neighbors in a space of word vectors."""

import numpy as np
import pytest

import hf_robust as hr
from hf_robust.core.doc import Doc
from hf_robust.core.errors import DataFileError, MissingResource, NotApplicable, UsageError
from hf_robust.core.protection import protection
from hf_robust.language import resources
from hf_robust.language.vectors import WordVectors
from hf_robust.transforms.embeddings import SynonymEmbedding, may_replace


@pytest.fixture(autouse=True)
def _resources():
    try:
        resources.require(SynonymEmbedding.resources, "test")
    except MissingResource as absent:
        pytest.skip(str(absent))


def outputs(tagged, seeds=range(24), **params):
    transformation = SynonymEmbedding(**{"gate": "off", **params})
    return {transformation.preview(Doc.tagged(tagged), seed=seed) for seed in seeds}


def test_neighbors_have_the_form_and_the_case_of_the_word():
    assert outputs("Movies/NOUN/NNS and/CCONJ/CC", count=1) == {"Films and"}
    assert outputs("She/PRON/PRP purchased/VERB/VBD it/PRON", count=1) <= {"She bought it", "She acquired it"}
    assert {text.split()[0] for text in outputs("a/DET/DT strange/ADJ/JJ day/NOUN/NN", count=1)} == {"a", "an"}


@pytest.mark.parametrize(
    ("new", "old", "tag"),
    [
        ("bad", "good", "JJ"),  # opposites, and of another sentiment
        ("large", "small", "JJ"),  # opposites without a sentiment
        ("sold", "bought", "VBD"),
        ("film", "films", "NNS"),  # another form
        ("movies", "movie", "NN"),
        ("musician", "music", "NN"),  # made from the word
        ("infamous", "famous", "JJ"),
        ("hours", "minutes", "NNS"),  # members of a list
        ("actress", "actor", "NN"),
        ("movie", "movie", "NN"),
        ("never", "always", "RB"),
        ("quickly", "quick", "JJ"),  # another kind of word
        ("terrible", "long", "JJ"),  # another sentiment
    ],
)
def test_what_is_near_and_means_something_else_is_left_out(new, old, tag):
    assert not may_replace(new, old, tag)


def test_synonyms_are_taken():
    for new, old, tag in (("film", "movie", "NN"), ("bought", "purchased", "VBN"), ("weird", "strange", "JJ")):
        assert may_replace(new, old, tag) and may_replace(old, new, tag)


def test_a_file_of_vectors_serves(tmp_path):
    path = tmp_path / "v.txt"
    path.write_text("house 1 0 0\ncottage 0.9 0.1 0\nruin 0.8 0.3 0\nriver 0 0 1\n", encoding="utf-8")
    text = "The/DET/DT house/NOUN/NN fell/VERB/VBD"
    assert outputs(text, vectors=str(path), count=1, top_k=1) == {"The cottage fell"}
    with pytest.raises(NotApplicable, match="fewer than 1 words"):
        SynonymEmbedding(gate="off", vectors=str(path), count=1, min_similarity=0.999).preview(Doc.tagged(text))
    assert outputs(text, vectors=str(path), min_similarity=0.999) == {"The house fell"}
    path.write_text("house 1 0 0\ncottage 0.9\n", encoding="utf-8")
    from hf_robust.language.vectors import _word_vectors

    _word_vectors.cache_clear()
    with pytest.raises(DataFileError, match="line 2"):
        SynonymEmbedding(gate="off", vectors=str(path)).preview(Doc.tagged(text))


def test_the_nearer_the_likelier(monkeypatch):
    space = WordVectors(["film", "movie", "cinema"], np.array([[1, 0], [1, 0.2], [1, 1.1]]))
    monkeypatch.setattr("hf_robust.transforms.embeddings.word_vectors", lambda name: space)
    drawn = [
        SynonymEmbedding(gate="off", min_similarity=0.1).preview(Doc.tagged("film/NOUN/NN"), seed=seed)
        for seed in range(200)
    ]
    assert drawn.count("movie") > 2 * drawn.count("cinema") > 0 == drawn.count("film")


def test_all_rows_of_a_batch_are_looked_up_at_once(monkeypatch):
    from hf_robust.language.vectors import word_vectors

    space = word_vectors()
    asked = []
    real = space._search
    monkeypatch.setattr(space, "_search", lambda words, *rest: asked.append(len(words)) or real(words, *rest))
    monkeypatch.setattr(space, "_found", {})
    task = hr.task("sentiment-classification")
    rows = {"text": ["The movie was strange.", "We purchased a large house.", "An odd story."], "label": [0, 1, 0]}
    hr.Perturb("synonym-embedding", task, keep="all", gate="strict")(rows)
    assert asked[0] >= 6 and not any(asked[1:])


def test_parts_of_words_and_what_is_protected_stay():
    doc = Doc.tagged("movie/NOUN/NN movie-house/NOUN/NN")
    assert [doc.text[a:b] for a, b in SynonymEmbedding(gate="strict").eligible(doc)] == ["movie"]
    full = Doc.tagged("strange/ADJ/JJ movie/NOUN/NN")
    guarded = Doc(
        full.text, annotation=full._annotation, protected=[(0, 7)], protect=protection(["movie"], defaults=False)
    )
    strict = SynonymEmbedding(gate="strict")
    assert strict.eligible(full) and not strict.eligible(guarded)


def test_named_vectors_are_not_asked_of_the_installation():
    assert "word-vectors" in SynonymEmbedding().resources
    assert "word-vectors" not in SynonymEmbedding(vectors="x.vec").resources
    with pytest.raises(UsageError, match="min_similarity"):
        SynonymEmbedding(min_similarity=2)


def test_fingerprint_follows_the_vectors(tmp_path):
    path = tmp_path / "v.txt"
    path.write_text("a 1 0\n", encoding="utf-8")
    before = SynonymEmbedding(gate="off", vectors=str(path)).__getstate__()
    path.write_text("a 1 0\nb 0 1\n", encoding="utf-8")
    assert SynonymEmbedding(gate="off", vectors=str(path)).__getstate__() != before
