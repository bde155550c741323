"""Rivers, streets, institutions of cities and small towns get other names, and only where nothing denies it."""

import pytest
from corpus import doc, parse

from hf_robust.transforms.entities import NamedEntity


def output(line, tokens=False):
    return NamedEntity().preview(doc(parse(line), tokens), seed=3)


@pytest.mark.parametrize(
    ("line", "kept", "old"),
    [
        ("the/DET Zorley/PROPN River/PROPN in/ADP Ohio/PROPN flows/VERB | Zorley River=LOC", "River in ", "Zorley"),
        ("near/ADP Fort/PROPN Anderson/PROPN we/PRON met/VERB | Fort Anderson=GPE", "near Fort ", "Anderson"),
        ("the/DET Anderson/PROPN Street/PROPN shop/NOUN", "the ", "Anderson"),
        ("at/ADP Kyoto/PROPN University/PROPN he/PRON taught/VERB | Kyoto University=ORG", " University", "Kyoto"),
        ("he/PRON came/VERB from/ADP Zorley/PROPN ~./PUNCT | Zorley=GPE", "he came from ", "Zorley"),
    ],
)
def test_sites_get_another_name(line, kept, old):
    out = output(line)
    assert kept in out and old not in out


@pytest.mark.parametrize(
    "line",
    [
        "the/DET George/PROPN Zorley/PROPN Bridge/PROPN shook/VERB",
        "the/DET Thames/PROPN River/PROPN rose/VERB",
        "Wall/PROPN Street/PROPN fell/VERB",
        "the/DET Zorley/PROPN Valley/PROPN of/ADP Kenya/PROPN 's/PART north/NOUN | Kenya=GPE",
        "Zorley/PROPN and/CCONJ the/DET Zorley/PROPN River/PROPN near/ADP Ohio/PROPN | Ohio=GPE",
        "Lake/PROPN Hale/PROPN sang/VERB | Lake Hale=PERSON",
        "a/DET film/NOUN set/VERB in/ADP Zorley/PROPN | Zorley=GPE",
        "shares/NOUN fell/VERB in/ADP Zorley/PROPN | Zorley=GPE",
    ],
)
def test_names_that_may_be_others_stay(line):
    assert output(line) == doc(parse(line)).text


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("Novelist/PROPN Anna/PROPN Berg/PROPN left/VERB | Anna Berg=PERSON", ("Anna", "Berg")),
        ("under/ADP General/PROPN Quux/PROPN we/PRON fought/VERB | General Quux=PERSON", ("Quux",)),
        ("Miss/PROPN Brooke/PROPN smiled/VERB | Brooke=PERSON", ("Brooke",)),
        ("between/ADP Emma/PROPN and/CCONJ Luis/PROPN | Emma=PERSON, Luis=PERSON", ("Emma", "Luis")),
    ],
)
def test_names_after_titles_and_in_pairs(line, changed):
    out = output(line)
    assert not any(name in out for name in changed)


@pytest.mark.parametrize(
    "line",
    [
        "the/DET General/PROPN Assembly/PROPN met/VERB | General Assembly=PERSON",
        "Romeo/PROPN and/CCONJ Juliet/PROPN | Romeo=PERSON, Juliet=PERSON",
        "Lowe/PROPN 's/PART stock/NOUN fell/VERB | Lowe=PERSON",
        "hurricane/NOUN Simon/PROPN hit/VERB us/PRON | Simon=PERSON",
        "why/ADV does/AUX God/PROPN create/VERB us/PRON | God=PERSON",
        "born/VERB in/ADP Murray/PROPN | Murray=PERSON",
    ],
)
def test_titles_pairs_and_things_that_are_no_people(line):
    assert output(line) == doc(parse(line)).text


@pytest.mark.parametrize(
    "line",
    [
        "at/ADP the/DET Zorley/PROPN Museum/PROPN ,/PUNCT Oxford/PROPN | Oxford=GPE",
        "in/ADP mature/ADJ markets/NOUN such/ADJ as/ADP Japan/PROPN | Japan=GPE",
        "She/PRON plays/VERB the/DET role/NOUN of/ADP Quilisa/PROPN ,/PUNCT a/DET widow/NOUN | Quilisa=PERSON",
    ],
)
def test_names_of_which_the_text_states_something_stay(line):
    assert output(line) == doc(parse(line)).text


def test_a_country_without_a_class_changes():
    assert "Japan" not in output("he/PRON lives/VERB in/ADP Japan/PROPN | Japan=GPE")
