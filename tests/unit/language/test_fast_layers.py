"""Faster layers of spaCy pipelines: the annotation that spaCy gives by itself, whatever else is in the batch."""

import os
import random
import subprocess
import sys

import numpy as np
import pytest
import spacy

from hf_robust.language import spacy_pipelines
from hf_robust.language.annotation import annotated_values
from hf_robust.language.annotation_column import LAYERS
from hf_robust.language.embedded.demo import demo_reviews
from hf_robust.language.fast_layers import speed_up

HOSTILE = ["", " ", "A b \n\n c.  ", "a\x00b", "x\u2028y", "👩‍👩‍👧 in New York", "مرحبا", "bad \ud83d here", "!" * 900]


@pytest.fixture(scope="module")
def texts():
    return [
        *demo_reviews()["text"][:60],
        "Anna Smith met a friend in Oslo, and left.\n It was 3 km away.",
        "Paid $ 3 million in London to John\n Smith .",
        "Well",
        *HOSTILE,
    ]


@pytest.fixture(scope="module")
def plain(pipeline):
    """The pipeline as spaCy loads it."""
    return spacy.load(pipeline)


@pytest.fixture(scope="module")
def fast(pipeline):
    """The pipeline with faster layers."""
    nlp = spacy.load(pipeline)
    speed_up(nlp)
    return nlp


def row_of(doc):
    """What the column says of a document, read token by token."""
    tokens = [token for token in doc if not token.is_space]
    place = {token.i: number for number, token in enumerate(tokens)}
    sentences = np.cumsum([bool(token.is_sent_start) or not number for number, token in enumerate(tokens)]) - 1
    return {
        "layers": "dep,ent,lemma,pos",
        "start": [token.idx for token in tokens],
        "end": [token.idx + len(token) for token in tokens],
        "token": [token.text for token in tokens],
        "pos": [token.pos_ for token in tokens],
        "tag": [token.tag_ for token in tokens],
        "lemma": [token.lemma_ for token in tokens],
        "dep": [token.dep_ for token in tokens],
        "head": [place.get(token.head.i, place[token.i]) for token in tokens],
        "sent": sentences.tolist(),
        "ent_start": [entity.start_char for entity in doc.ents],
        "ent_end": [entity.end_char for entity in doc.ents],
        "ent_label": [entity.label_ for entity in doc.ents],
    }


def test_the_column_says_what_spacy_says(plain, texts):
    found = annotated_values(texts, LAYERS).to_pylist()
    docs = plain.pipe(spacy_pipelines.spacy_doc(plain, text if text.strip() else "") for text in texts)
    assert found == [row_of(doc) for doc in docs]
    assert any(row["ent_label"] for row in found) and any(max(row["sent"], default=0) for row in found)


def test_a_text_gets_the_same_annotation_in_every_batch(texts):
    whole = annotated_values(texts, LAYERS).to_pylist()
    order = list(range(len(texts)))
    random.Random(3).shuffle(order)
    assert annotated_values([texts[place] for place in order], LAYERS).to_pylist() == [whole[place] for place in order]
    assert [annotated_values([text], LAYERS).to_pylist()[0] for text in texts] == whole


def test_products_of_rows_do_not_depend_on_the_other_rows(pipeline):
    ops = spacy_pipelines.spacy_pipeline(pipeline).get_pipe("tok2vec").model.ops
    draws = np.random.default_rng(5)
    for width in (96, 288, 480):
        rows, weights = (draws.standard_normal((size, width), np.float32) for size in (700, 288))
        whole = ops.gemm(rows, weights, trans2=True)
        np.testing.assert_allclose(whole, rows @ weights.T, rtol=1e-3, atol=1e-4)
        for start, end in ((0, 1), (3, 5), (7, 10), (7, 40), (100, 700)):
            part = ops.gemm(np.ascontiguousarray(rows[start:end]), weights, trans2=True)
            assert part.tobytes() == whole[start:end].tobytes()


def test_vectors_of_words_are_those_of_their_tokens(plain, fast, texts):
    assert fast.get_pipe("tok2vec").model.name == "windows"
    assert [node.name for node in fast.get_pipe("ner").model.walk()].count("windows") == 1
    for text in texts:
        one, other = (nlp.get_pipe("tok2vec")(spacy_pipelines.spacy_doc(nlp, text)).tensor for nlp in (plain, fast))
        np.testing.assert_allclose(one, other, rtol=1e-3, atol=1e-3)


@pytest.mark.slow
def test_entities_end_where_a_known_sentence_ends_and_marked_ones_are_kept(plain, fast):
    text = "Barack Obama met Angela Merkel in New York City on 5 March 2014 before Google left"

    def entities(nlp, starts=(), marked=()):
        doc = nlp.make_doc(text)
        for place in starts:
            doc[place].is_sent_start = True
        doc.set_ents([spacy.tokens.Span(doc, *span) for span in marked], default="missing")
        (doc,) = nlp.pipe([doc], disable=["parser", "entity_ruler"])
        return [(entity.start, entity.end, entity.label_) for entity in doc.ents]

    whole = entities(fast)
    assert whole == entities(plain) and any(end - start > 2 for start, end, _ in whole)
    assert entities(fast, starts=[1, 8]) == entities(plain, starts=[1, 8]) != whole
    marked = [(2, 4, "ORG")]
    assert entities(fast, marked=marked) == entities(plain, marked=marked) != whole


def test_a_pipeline_with_faster_layers_is_not_trained(fast):
    embedding = next(node for node in fast.get_pipe("ner").model.walk() if node.name == "windows")
    _, backward = embedding([fast.make_doc("A film.")], is_train=False)
    with pytest.raises(RuntimeError, match=r"spacy\.load"):
        backward([])


def test_only_what_a_layer_reads_is_run(pipeline):
    nlp = spacy_pipelines.spacy_pipeline(pipeline)

    def run(*needs):
        return [name for name in nlp.pipe_names if name not in spacy_pipelines.unused_components(nlp, needs)]

    assert run("pos") == ["tok2vec", "tagger", "morphologizer"]
    assert run("ent") == ["ner", "entity_ruler"]  # the recognizer has vectors of its own
    assert run("dep") == ["tok2vec", "parser"]
    assert run("pos", "lemma", "dep", "ent") == nlp.pipe_names


_FORK = """
import hf_robust as hr
from datasets import Dataset
data = Dataset.from_dict({"text": [f"Film {n} was made in Oslo and nobody saw it." for n in range(400)]})
task = hr.task("text-classification")
one = hr.annotate(data, task)["text__ann"][:]
assert hr.annotate(data, task, num_proc=2)["text__ann"][:] == one
"""


def test_processes_that_are_forked_annotate_too():
    # with threads of their own, which a fork loses
    environment = {name: value for name, value in os.environ.items() if name != "OMP_NUM_THREADS"}
    done = subprocess.run(
        [sys.executable, "-c", _FORK],
        env={**environment, "HF_ROBUST_SPACY": "embedded"},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr[-2000:]


def test_a_layer_is_the_same_whatever_else_is_asked_for(texts):
    whole = annotated_values(texts, LAYERS).to_pylist()
    for layer, lists in {"pos": ("pos", "tag"), "lemma": ("lemma",), "dep": ("dep", "head", "sent")}.items():
        alone = annotated_values(texts, {layer}).to_pylist()
        assert [[row[name] for name in lists] for row in alone] == [[row[name] for name in lists] for row in whole]
    alone = annotated_values(texts, {"ent"}).to_pylist()
    assert [row["ent_start"] for row in alone] == [row["ent_start"] for row in whole]


@pytest.mark.parametrize("values", [[], [None, "", " \n\t"], [[], None, ["a", ""]]])
def test_nothing_to_annotate(values):
    found = annotated_values(values, LAYERS).to_pylist()
    assert [row["token"] for row in found] == [[]] * len(values)
    assert all(row["layers"] == "dep,ent,lemma,pos" for row in found)


def test_a_very_long_text(pipeline):
    sentence = "Anna saw 3 films in Oslo. "
    text = sentence * 4_000  # 104,000 characters
    (row,) = annotated_values([text], {"pos"}).to_pylist()
    assert row["token"][:7] == ["Anna", "saw", "3", "films", "in", "Oslo", "."] and row["end"][-1] == len(text) - 1
    nlp = spacy_pipelines.spacy_pipeline(pipeline)
    longer = spacy_pipelines.spacy_doc(nlp, "a " * (nlp.max_length // 2 + 10))
    assert len(longer.text) == nlp.max_length  # what is longer is read as far as the pipeline reads
