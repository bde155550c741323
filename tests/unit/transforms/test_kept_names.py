"""Names of people stay where something of the text keeps them."""

import pytest
from corpus import doc, parse

from hf_robust.transforms.entities import NamedEntity
from hf_robust.transforms.old_names import names_of_time
from hf_robust.transforms.person_names import people

SEEDS = range(3)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Anna/PROPN Smith/PROPN left/VERB a/DET Smithian/ADJ way/NOUN | Anna Smith=PERSON", "Smith"),
        ('Tom/PROPN Berg/PROPN made/VERB "/PUNCT ~Mr/PROPN Tom/PROPN ~"/PUNCT | Tom Berg=PERSON', "Tom"),
        ("the/DET play/NOUN Anna/PROPN Smith/PROPN opened/VERB | Anna Smith=PERSON", "Anna"),
        ("a/DET character/NOUN from/ADP Anna/PROPN Smith/PROPN ran/VERB | Anna Smith=PERSON", "Anna"),
        ("Anna/PROPN da/PROPN Silva/PROPN left/VERB | Anna da Silva=PERSON", "Silva"),
        ("Kristy/PROPN Swanson/PROPN Omar/PROPN left/VERB | Kristy Swanson Omar=PERSON", "Kristy"),
        ("Bob/PROPN Smith/PROPN (/PUNCT ~Anna/PROPN Jones/PROPN ~)/PUNCT ran/VERB | Bob Smith=PERSON", "Bob"),
        ("Microsoft/PROPN said/VERB MSFT.O/PROPN rose/VERB | Microsoft=ORG", "Microsoft"),
        ("In/ADP 1356/NUM Anna/PROPN Smith/PROPN left/VERB | Anna Smith=PERSON", "Anna"),
        ("Oliver/PROPN Smith/PROPN hid/VERB ,/PUNCT and/CCONJ Ollie/PROPN slept/VERB | Oliver Smith=PERSON", "Oliver"),
        ("Anna/PROPN Smith/PROPN has/VERB a.smith@lund.org/X | Anna Smith=PERSON", "Anna"),
        ("the/DET club/NOUN/NN Anna/PROPN Smith/PROPN won/VERB | Anna Smith=PERSON", "Anna"),
        ("Hurricane/PROPN Smith/PROPN hit/VERB he/PRON said/VERB | Hurricane Smith=PERSON", "Smith"),
        ("published/VERB by/ADP Anna/PROPN Smith/PROPN | Anna Smith=PERSON", "Anna"),
        ("a/DET Lord/PROPN of/ADP Smith/PROPN met/VERB Anna/PROPN Smith/PROPN | Anna Smith=PERSON", "Smith"),
        ("the/DET constellation/NOUN of/ADP Anna/PROPN Smith/PROPN shone/VERB | Anna Smith=PERSON", "Anna"),
        ("Anna/PROPN Smith/PROPN met/VERB Queen/PROPN Olga/PROPN | Anna Smith=PERSON", "Anna"),
        ("Anna/PROPN Smith/PROPN -/PUNCT Lund/PROPN left/VERB | Anna Smith=PERSON", "Smith"),
        ("Anna/PROPN Smith/PROPN (/PUNCT née/ADJ Lund/PROPN ~)/PUNCT left/VERB | Anna Smith=PERSON", "Smith"),
        ("Margaret/PROPN of/ADP Foix/PROPN met/VERB Anna/PROPN Smith/PROPN | Anna Smith=PERSON", "Anna"),
    ],
)
def test_names_that_stay(line, name):
    document = doc(parse(line), False)
    assert all(name in NamedEntity().preview(document, seed=seed).split() for seed in SEEDS)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Anna/PROPN Smith/PROPN left/VERB | Anna Smith=PERSON", "Anna"),
        ('Anna/PROPN Smith/PROPN said/VERB "/PUNCT ~Now/ADV sleep/VERB ~"/PUNCT | Anna Smith=PERSON', "Anna"),
        ("Anna/PROPN Smith/PROPN (/PUNCT ~Olga/PROPN Jones/PROPN ~)/PUNCT ran/VERB | Anna Smith=PERSON", "Anna"),
        ("Microsoft/PROPN said/VERB no/INTJ | Microsoft=ORG", "Microsoft"),
        ("I/PRON met/VERB Quilis/PROPN ~'s/PART wife/NOUN | Quilis=PERSON", "Quilis"),
        ("Zorp/PROPN Quilis/PROPN left/VERB and/CCONJ he/PRON wept/VERB | Zorp Quilis=PERSON", "Quilis"),
        ("the/DET arrest/NOUN of/ADP Lund/PROPN and/CCONJ Larsen/PROPN | Lund=PERSON, Larsen=PERSON", "Larsen"),
    ],
)
def test_other_names_change(line, name):
    document = doc(parse(line), False)
    assert all(name not in NamedEntity().preview(document, seed=seed).split() for seed in SEEDS)


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("the/DET singer/NOUN/NN Zorp/PROPN Quilis/PROPN is/AUX a/DET tenor/NOUN | Zorp Quilis=PERSON", ("male", "")),
        (
            "the/DET singer/NOUN/NN Zorp/PROPN Quilis/PROPN is/AUX a/DET soprano/NOUN | Zorp Quilis=PERSON",
            ("female", ""),
        ),
        ("Zorp/PROPN Quilis/PROPN is/AUX a/DET Spanish/ADJ boxer/NOUN | Zorp Quilis=PERSON", ("male", "spanish")),
    ],
)
def test_new_names_fit_the_voice_and_the_people(line, names):
    (person,) = people(doc(parse(line), False))
    assert (person.gender, person.language) == names


def test_names_of_an_old_year_are_lasting_ones():
    assert names_of_time("He died in 1826.", ("Emma", "Tracy")) == ("Emma",)
    assert names_of_time("He died in 1926.", ("Emma", "Tracy")) == ("Emma", "Tracy")
