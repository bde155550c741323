"""A sentence about one person, animal or vehicle can be about several."""

import pytest

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, apply
from hf_robust.language.english.single_subjects import is_counted_once, single_subject

MAN = "A/DET/DT man/NOUN/NN/man"
PLURALS = [
    (f"{MAN} sleeps/VERB/VBZ/sleep", "Two men sleep"),
    (f"{MAN} is/AUX/VBZ/be riding/VERB/VBG/ride a/DET/DT bike/NOUN/NN/bike", "Two men are riding bikes"),
    (f"{MAN} walks/VERB/VBZ/walk his/PRON/PRP$ dog/NOUN/NN/dog", "Two men walk their dog"),
    (f"{MAN} teaches/VERB/VBZ/teache dogs/NOUN/NNS/dog", "Two men teach dogs"),
    (
        "A/DET/DT girl/NOUN/NN/girl in/ADP/IN a/DET/DT red/ADJ/JJ hat/NOUN/NN/hat runs/VERB/VBZ/run",
        "Two girls in red hats run",
    ),
    ("One/NUM/CD dog/NOUN/NN/dog runs/VERB/VBZ/run", "Two dogs run"),
]
SINGLE = [
    f"{MAN} is/AUX/VBZ/be a/DET/DT farmer/NOUN/NN/farmer",
    f"{MAN} and/CCONJ/CC a/DET/DT dog/NOUN/NN/dog run/VERB/VBP/run",
    f"{MAN} says/VERB/VBZ/say he/PRON/PRP runs/VERB/VBZ/run",
    "The/DET/DT man/NOUN/NN/man sleeps/VERB/VBZ/sleep",
    "A/DET/DT couple/NOUN/NN/couple sleeps/VERB/VBZ/sleep",
    "A/DET/DT chair/NOUN/NN/chair stands/VERB/VBZ/stand there/ADV/RB",
]


@pytest.mark.parametrize(("text", "new"), PLURALS)
def test_noun_verb_possessive_and_object_agree(text, new):
    doc = Doc.tagged(text)
    found = single_subject(doc)
    assert apply(doc.text, [Edit(*found.article, "Two"), *found.edits]) == new


@pytest.mark.parametrize("text", SINGLE)
def test_other_sentences_stay_about_one(text):
    assert single_subject(Doc.tagged(text)) is None


@pytest.mark.parametrize(
    ("text", "once"),
    [
        (f"{MAN} sleeps/VERB/VBZ/sleep", True),
        ("Two/NUM/CD men/NOUN/NNS/man sleep/VERB/VBP/sleep", False),
        ("The/DET/DT man/NOUN/NN/man sleeps/VERB/VBZ/sleep", False),
        (f"{MAN} sees/VERB/VBZ/see a/DET/DT man/NOUN/NN/man", False),
    ],
)
def test_a_noun_counts_once_with_its_article(text, once):
    assert is_counted_once(Doc.tagged(text), "man") is once
