"""Trees made for all texts of a batch at once: those of spaCy's parser, with one product for a move of all texts."""

import numpy as np
import pytest
import spacy
from spacy.pipeline.dep_parser import DependencyParser

from hf_robust.language import fast_trees
from hf_robust.language.embedded.demo import demo_reviews
from hf_robust.language.fast_layers import speed_up
from hf_robust.language.fast_trees import use_fast_trees

OTHERS = ["tagger", "morphologizer", "trainable_lemmatizer", "ner", "entity_ruler"]
MARKS = ["DEP", "HEAD", "SENT_START"]


@pytest.fixture(scope="module")
def nlp(pipeline):
    """The pipeline with faster layers but for the parser, which a test takes from here."""
    nlp = spacy.load(pipeline, exclude=OTHERS)
    speed_up(nlp)
    return nlp


def parsed(nlp, texts, pipe, starts=()):
    docs = [nlp.make_doc(text) for text in texts]
    for doc in docs:
        for place in starts:
            if place < len(doc):
                doc[place].is_sent_start = True
    encoder = nlp.get_pipe("tok2vec")
    encoder.set_annotations(docs, encoder.predict(docs))
    trees = pipe.predict(docs)
    pipe.set_annotations(docs, trees)
    return trees, [doc.to_array(MARKS).tolist() for doc in docs]


def both(nlp):
    fast = nlp.get_pipe("parser")
    return fast, DependencyParser(nlp.vocab, fast.model, "parser", fast.moves)


@pytest.fixture(autouse=True)
def few_texts(monkeypatch):
    """Also few texts are parsed in arrays."""
    monkeypatch.setattr(fast_trees, "_LEAST_TEXTS", 0)


def test_trees_are_those_of_spacy(nlp):
    texts = [
        *demo_reviews()["text"][:4],
        "",
        "Well",
        " ",
        "what film the who saw , said that he of it !",
        "a b c d e f g",
    ]
    fast, slow = both(nlp)
    trees, found = parsed(nlp, texts, fast)
    assert all(isinstance(tree, np.ndarray) for tree in trees)
    assert found == parsed(nlp, texts, slow)[1]


@pytest.mark.parametrize("seed", range(8))
def test_moves_are_those_of_spacy_where_scores_are_drawn(nlp, seed):
    """Drawn weights lead to moves that a trained parser seldom makes: words put back, heads replaced."""
    fast, slow = both(nlp)
    upper = fast.model.layers[2]
    kept = {name: upper.get_param(name).copy() for name in ("W", "b")}
    draws = np.random.default_rng(seed)
    try:
        for name, value in kept.items():
            upper.set_param(name, draws.standard_normal(value.shape).astype(np.float32) * 4)
        texts = [" ".join(draws.choice(["the", "film", "saw", "who", ",", "old", "."], size)) for size in range(1, 30)]
        assert parsed(nlp, texts, fast)[1] == parsed(nlp, texts, slow)[1]
    finally:
        for name, value in kept.items():
            upper.set_param(name, value)


def test_marked_sentences_are_kept(nlp):
    fast, slow = both(nlp)
    texts = ["The film was long and nobody who saw it liked it at all"]
    trees, found = parsed(nlp, texts, fast, starts=[3, 7])
    assert not isinstance(trees[0], np.ndarray)
    assert found == parsed(nlp, texts, slow, starts=[3, 7])[1]


def test_few_texts_are_parsed_one_after_the_other(nlp, monkeypatch):
    monkeypatch.setattr(fast_trees, "_LEAST_TEXTS", 10)
    fast, slow = both(nlp)
    long = "The film " + "which was old " * 30 + "was long."
    texts = [long] * 9 + ["It was long."] * 12
    assert not any(isinstance(tree, np.ndarray) for tree in parsed(nlp, texts, fast)[0])
    monkeypatch.setattr(fast_trees, "_TOKENS", 60)
    texts += ["It was long."] * 12
    trees, found = parsed(nlp, texts, fast)
    assert [isinstance(tree, np.ndarray) for tree in trees] == [False] * 9 + [True] * 15 + [False] * 9
    assert found == parsed(nlp, texts, slow)[1]


def test_one_product_of_matrices_serves_a_move_of_all_texts(nlp, monkeypatch):
    fast, _ = both(nlp)
    made = []
    inner = fast_trees._Scores.of
    monkeypatch.setattr(fast_trees._Scores, "of", lambda *given: made.append(len(given[2])) or inner(*given))
    text = "The film was long."
    parsed(nlp, [text], fast)
    alone = len(made)
    made.clear()
    parsed(nlp, [text] * 50, fast)
    assert made == [50] * alone


def test_another_parser_stays_as_it_is():
    nlp = spacy.blank("en")
    nlp.add_pipe("beam_parser", name="parser")
    use_fast_trees(nlp)
    assert type(nlp.get_pipe("parser")) is DependencyParser
