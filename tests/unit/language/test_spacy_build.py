"""Pure functions behind the build of the spaCy pipeline."""

from itertools import product
from random import Random

import numpy as np
import pytest

from hf_robust.language.embedded.build.dependency_trees import best_tree, eisner, is_tree
from hf_robust.language.embedded.build.raw_text import joined
from hf_robust.language.embedded.build.silver import filled, lemma_table, merged
from hf_robust.language.embedded.build.teacher import Example, marks_of, spans_of
from hf_robust.language.embedded.build.weak_names import open_words


def projective(heads):
    """Do no two arcs cross, the root's included?"""
    arcs = [(min(i, h), max(i, h)) for i, h in enumerate(heads) if i != h]
    root = next(i for i, h in enumerate(heads) if i == h)
    return not any(a < c < b < d for a, b in arcs for c, d in arcs) and not any(a < root < b for a, b in arcs)


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_eisner_finds_the_best_of_all_projective_trees(size):
    rng = np.random.default_rng(size)
    for _ in range(5):
        scores = rng.normal(size=(size, size))
        every = (h for h in product(range(size), repeat=size) if is_tree(h) and projective(h))
        best = max(every, key=lambda heads: sum(scores[i, h] for i, h in enumerate(heads)))
        assert tuple(eisner(scores)) == best


def test_a_cycle_of_best_heads_becomes_a_tree():
    scores = np.array([[0.0, 9.0, 1.0], [9.0, 0.0, 2.0], [1.0, 1.0, 3.0]])
    assert [int(i) for i in scores.argmax(1)] == [1, 0, 2]
    heads = best_tree(scores)
    assert is_tree(heads) and heads == [1, 2, 2]


def test_crossing_best_heads_stay_when_they_are_a_tree():
    scores = np.zeros((4, 4))
    for word, head in enumerate([2, 3, 2, 2]):
        scores[word, head] = 5
    assert best_tree(scores) == [2, 3, 2, 2]


def test_marks_and_spans_are_opposites():
    rng = Random(3)
    for _ in range(50):
        spans, at = [], 0
        while at < 12:
            end = at + rng.randint(1, 3)
            if rng.random() < 0.5:
                spans.append((at, end, rng.choice(["ORG", "GPE"])))
            at = end
        assert spans_of(marks_of(at, spans)) == spans


def test_missing_words_have_their_own_mark():
    assert marks_of(4, [(0, 2, "?"), (2, 4, "ORG")]) == ["?", "?", "B-ORG", "I-ORG"]


def test_the_teacher_fills_in_only_what_is_missing():
    gold = Example(
        ["Al", "saw", "Bo", "Lee"],
        [0],
        tags=["NNP", "VBD", "NNP", "NNP"],
        spans=[(0, 1, "ORG"), (2, 3, "?"), (3, 4, "?")],
        spaces=[True] * 4,
    )
    found = Example(
        ["Al", "saw", "Bo", "Lee"],
        [0, 2],
        tags=["X"] * 4,
        kinds=["a", "b", "c", "d"],
        heads=[1, 1, 3, 1],
        deps=["x", "root", "y", "z"],
        spans=[(0, 1, "PERSON"), (2, 4, "PERSON")],
        sure=[0.9] * 4,
    )
    both = filled(gold, found)
    assert (both.starts, both.tags, both.heads) == ([0], gold.tags, found.heads)
    assert both.spans == [(0, 1, "ORG"), (2, 4, "PERSON")]


def test_unsure_words_stay_open():
    found = Example(["a", "B", "c"], [0], spans=[], sure=[0.99, 0.4, 0.99])
    assert merged([(0, 3, "?")], found) == [(1, 2, "?")]


def test_the_most_frequent_lemma_wins():
    texts = [Example(["Saw"], [0], ["VBD"], lemmas=[lemma]) for lemma in ("see", "saw", "see")]
    assert lemma_table(texts) == {("saw", "VBD"): "see"}


@pytest.mark.parametrize(
    "words, text",
    [
        (["It", "'s", "$", "5", ",", "is", "n't", "it", "?"], "It's $5, isn't it?"),
        (['"', "No", '"', ",", "he", "said", "."], '"No", he said.'),
    ],
)
def test_words_become_running_text(words, text):
    assert joined(words) == text


def test_capitalised_words_outside_of_known_names_stay_open():
    spans = open_words(["Then", "Ann", "Lee", "of", "Rome", "ran"], [(1, 3, "PERSON")])
    assert spans == [(0, 1, "?"), (1, 3, "PERSON"), (3, 4, "?"), (4, 5, "?")]
