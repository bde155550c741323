"""Names of things and parts of longer names stay; a place fits the larger places of its text."""

import re

import pytest
from corpus import doc, parse

from hf_robust.transforms.entities import NamedEntity

SEEDS = range(20)


def outputs(line):
    document = doc(parse(line))
    return {NamedEntity().preview(document, seed=seed) for seed in SEEDS}


@pytest.mark.parametrize(
    "line",
    [
        # a work, a crater, a product, a poster
        "Morgana/PROPN was/AUX a/DET monthly/ADJ magazine/NOUN for/ADP us/PRON | Morgana=PERSON",
        "Anna/PROPN Smith/PROPN is/AUX a/DET small/ADJ lunar/ADJ crater/NOUN on/ADP it/PRON | Anna Smith=PERSON",
        "a/DET 1968/NUM Hemi/PROPN Racer/PROPN left/VERB | Hemi Racer=PERSON",
        "the/DET crater/NOUN Quux/PROPN A/PROPN said/VERB | Quux A=PERSON",
        "We/PRON bought/VERB Anna/PROPN Smith/PROPN Sandals/PROPN | Anna Smith Sandals=PERSON",
        # a mention is joined by a sign
        "Anna/PROPN Smith/PROPN left/VERB ~./PUNCT We/PRON like/VERB Smith+Co/X | Anna Smith=PERSON",
        # a given name in small letters, a numeral
        "We/PRON like/VERB anna/NOUN Smith/PROPN | Smith=PERSON",
        "We/PRON like/VERB Anna/PROPN Smith/PROPN XIV/PROPN | Anna Smith=PERSON",
        "We/PRON like/VERB the/DET Anna/PROPN M./PROPN Smith/PROPN School/PROPN | Anna=PERSON",
        # a part of the name of a company
        "Zorp/PROPN ~-/PUNCT ~Two/NUM Quux/PROPN Software/PROPN Inc./PROPN won/VERB | Quux Software Inc.=ORG",
        # an auxiliary
        "Will/PROPN Anna/PROPN Smith/PROPN win/VERB ~?/PUNCT | Will Anna Smith=PERSON",
        # a city that is a surname, too
        "but/CCONJ Washington/PROPN ~'s/PART a/DET great/ADJ place/NOUN | Washington=PERSON",
        # what says where a place is
        "from/ADP Munich/PROPN with/ADP my/PRON Bavaria/PROPN ticket/NOUN | Munich=GPE, Bavaria=GPE",
        "in/ADP London/PROPN ~,/PUNCT Ontario/PROPN | London=GPE, Ontario=GPE",
        "in/ADP eastern/ADJ Australia/PROPN near/ADP Sydney/PROPN | Australia=GPE, Sydney=GPE",
        "20/NUM km/NOUN north/ADV of/ADP Sydney/PROPN | Sydney=GPE",
        "from/ADP north/ADV of/ADP Sydney/PROPN to/ADP Queensland/PROPN | Sydney=GPE, Queensland=GPE",
        "Sudan/PROPN sent/VERB aid/NOUN to/ADP Darfur/PROPN | Sudan=GPE, Darfur=GPE",
    ],
)
def test_what_is_no_person_or_fits_one_place_stays(line):
    assert outputs(line) == {parse(line).text}


@pytest.mark.parametrize(
    ("line", "pattern"),
    [
        (
            "Anna/PROPN Smith/PROPN is/AUX a/DET lawyer/NOUN | Anna Smith=PERSON",
            r"(?!Anna)\w+ (?!Smith)\w+ is a lawyer",
        ),
        ("in/ADP Akron/PROPN Ohio/PROPN | Akron=GPE, Ohio=GPE", r"in (Toledo|Dayton) Ohio"),
        ("in/ADP Tampa/PROPN Fla./PROPN on/ADP Monday/PROPN | Tampa=GPE", r"in (?!Tampa)[A-Z]\w+ Fla\. on Monday"),
        ("the/DET Iraq/PROPN team/NOUN left/VERB | Iraq=GPE", r"the (?!Iraq)\w+(n|i|ish|ese|ti|se) team left"),
    ],
)
def test_people_and_places_still_move(line, pattern):
    assert all(re.fullmatch(pattern, out) for out in outputs(line)), outputs(line)


def test_a_well_known_university_changes_once():
    line = "at/ADP Cornell/PROPN University/PROPN she/PRON left/VERB | Cornell University=ORG"
    found = outputs(line)
    assert parse(line).text not in found and not any(re.search("[a-z][A-Z]", out) for out in found), found


def test_a_country_with_a_port_becomes_one_with_a_coast():
    line = "The/DET ship/NOUN hit/VERB a/DET breakwater/NOUN in/ADP Pakistan/PROPN | Pakistan=GPE"
    inland = {"Afghanistan", "Kazakhstan", "Mongolia", "Nepal", "Uzbekistan"}
    assert len(outputs(line)) > 1 and not any(name in out for out in outputs(line) for name in inland)


def test_a_name_that_ends_otherwise_takes_its_own_possessive():
    line = "We/PRON like/VERB Anna/PROPN Jones/PROPN ~'/PART book/NOUN | Anna Jones=PERSON"
    found = [re.fullmatch(r"We like \w+ (\w+)('s?) book", out) for out in outputs(line)]
    assert found and all(one and (one[1][-1] == "s") == (one[2] == "'") for one in found)


def test_a_country_of_two_words_is_nobody():
    line = "We/PRON met/VERB Sierra/PROPN Leone/PROPN in/ADP it/PRON | Sierra Leone=PERSON"
    assert NamedEntity(types=("person",)).preview(doc(parse(line)), seed=1) == parse(line).text
