"""What a new name must fit, and names that stay although they look like those of people or cities."""

import re

import pytest
from corpus import doc, parse

from hf_robust.language.english.name_origins import names_of
from hf_robust.transforms.entities import NamedEntity
from hf_robust.transforms.place_relations import within_reach
from hf_robust.transforms.place_swaps import _neighbors


def outputs(line, **params):
    """What becomes of a line, with each of some seeds."""
    return [NamedEntity(**params).preview(doc(parse(line), False), seed=seed) for seed in range(12)]


@pytest.mark.parametrize(
    ("line", "pattern"),
    [
        # initials before a surname that no list has, and before a given name
        (
            "directed/VERB by/ADP G./PROPN R./PROPN Quilisek/PROPN | G. R. Quilisek=PERSON",
            r"directed by G\. R\. (?!Quilisek)[A-Z]\w+",
        ),
        (
            "says/VERB J./PROPN Anna/PROPN Quilisek/PROPN ~,/PUNCT | J. Anna Quilisek=PERSON",
            r"says J\. (?!Anna)[A-Z]\w+ (?!Quilisek)[A-Z]\w+,",
        ),
        # a town that no list has, in a state that stays
        (
            "Linthicum/PROPN ~,/PUNCT Maryland/PROPN | Linthicum=PERSON, Maryland=GPE",
            r"(?!Linthicum)[A-Z]\w+, Maryland",
        ),
        ("at/ADP Linthicum/PROPN ~,/PUNCT Maryland/PROPN | Linthicum=GPE", r"at (?!Linthicum)[A-Z]\w+, Maryland"),
        # who is in office
        ("since/SCONJ Bush/PROPN took/VERB office/NOUN | Bush=PERSON", r"since (?!Bush)[A-Z]\w+ took office"),
    ],
)
def test_names_that_change(line, pattern):
    assert all(re.fullmatch(pattern, out) for out in outputs(line)), outputs(line)[:3]


@pytest.mark.parametrize(
    "line",
    [
        "opposite/ADP St./PROPN Sophia/PROPN he/PRON sat/VERB | Sophia=PERSON",
        "Anna/PROPN v./ADP Quilisek/PROPN was/AUX old/ADJ | Anna=PERSON",
        "Sibyls/NOUN painted/VERB by/ADP Raphael/PROPN ~./PUNCT | Raphael=PERSON",
        "Cray/PROPN Computer/PROPN will/AUX win/VERB ~,/PUNCT he/PRON said/VERB | Cray Computer=PERSON",
        "films/NOUN such/ADJ as/ADP Anna/PROPN Smith/PROPN won/VERB | Anna Smith=PERSON",
        "Anna/PROPN is/AUX in/ADP the/DET constellation/NOUN | Anna=PERSON",
        "Mao/PROPN ~'s/PART son/NOUN ~,/PUNCT Mao/PROPN Smith/PROPN ~,/PUNCT left/VERB | Mao=PERSON, Mao Smith=PERSON",
        "the/DET bombing/NOUN of/ADP Hiroshima/PROPN | Hiroshima=GPE",
        "in/ADP Islamabad/PROPN ~'s/PART 237-seat/ADJ assembly/NOUN | Islamabad=GPE",
        "Washington/PROPN and/CCONJ Tokyo/PROPN agree/VERB | Tokyo=GPE",
        "Says/PROPN Anna/PROPN Quilisek/PROPN ~:/PUNCT | Says Anna Quilisek=PERSON",
        "a/DET cocked/ADJ Kalashnikov/PROPN had/AUX jammed/VERB ~,/PUNCT he/PRON said/VERB | Kalashnikov=PERSON",
        "New/PROPN York/PROPN Central/PROPN runs/VERB trains/NOUN | New York=GPE",  # a railroad
        "Newsweek/PROPN ~'s/PART circulation/NOUN fell/VERB as/SCONJ he/PRON left/VERB | Newsweek=PERSON",
        "Vanderbilt/PROPN ~'s/PART Prof./PROPN Stoll/PROPN | Vanderbilt=PERSON",
        "perfect/ADJ as/ADP Rochester/PROPN | Rochester=GPE",  # whom somebody plays
        "in/ADP Jesus/PROPN Christ/PROPN | Jesus Christ=PERSON",
        "during/ADP Anna/PROPN Smith/PROPN | Anna Smith=PERSON",
        "(/PUNCT ~Saints/PROPN Mark/PROPN ~,/PUNCT Luke/PROPN and/CCONJ John/PROPN ~)/PUNCT | Luke=PERSON, John=PERSON",
        "a/DET private/NOUN (/PUNCT ~Lance/PROPN Corporal/PROPN ~)/PUNCT | Lance Corporal=PERSON",
        "born/VERB in/ADP Münster/PROPN | Münster=GPE",  # no Irish Munster
        "70/NUM Chile/PROPN and/CCONJ international/ADJ banks/NOUN | Chile=GPE",
    ],
)
def test_names_that_stay(line):
    assert set(outputs(line)) == {parse(line).text}


def test_no_half_of_a_name_changes():
    line = "Anna/PROPN Quilisek/PROPN ~'s/PART Zorp/PROPN News/PROPN &/CCONJ World/PROPN Report/PROPN"
    assert set(outputs(f"{line} | Anna Quilisek=PERSON")) == {parse(line).text}


def test_a_place_before_its_country_is_no_person():
    line = "he/PRON lost/VERB in/ADP Sara/PROPN Buri/PROPN ~,/PUNCT Thailand/PROPN | Sara Buri=PERSON"
    assert set(outputs(line, types=("person",))) == {parse(line).text}


def test_an_english_surname_that_is_a_given_name_elsewhere_is_a_surname():
    for out in outputs("a/DET good/ADJ judge/NOUN ~,/PUNCT Anderson/PROPN ~./PUNCT | Anderson=PERSON"):
        assert out.split()[-1].rstrip(".") not in names_of("spanish", "male")


def test_an_unlisted_name_gets_one_of_the_only_people_of_the_text():
    line = "a/DET Spanish/ADJ film/NOUN ~,/PUNCT directed/VERB by/ADP Zorp/PROPN Quilisek/PROPN | Zorp Quilisek=PERSON"
    for out in outputs(line, types=("person",)):
        assert out.split()[-1] in names_of("spanish", "surnames")


def test_a_place_becomes_one_that_is_about_as_well_known():
    assert within_reach(["Oslo", "Bergen", "Narvik"], "oslo", least=2) == ["Oslo", "Bergen"]
    assert within_reach(["Oslo"], "bergen") == ["Oslo"]
    assert {one.name for one in _neighbors("united states")} >= {"Canada", "Germany"}
    assert "Canada" not in {one.name for one in _neighbors("canada")}
    assert "Mongolia" not in {one.name for one in _neighbors("india")}
