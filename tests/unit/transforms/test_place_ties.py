"""What ties a text to its places keeps them; an everyday place moves."""

import pytest
from corpus import doc, parse

from hf_robust.core.errors import NotApplicable
from hf_robust.transforms.regions import SwapRegion


def out(line):
    document = doc(parse(line))
    try:
        return SwapRegion().preview(document)
    except NotApplicable:
        return document.text


@pytest.mark.parametrize(
    "line",
    [
        # what one country has
        "a/DET quarterback/NOUN in/ADP Lyon/PROPN | Lyon=GPE",
        "ten/NUM euros/NOUN in/ADP Lyon/PROPN | Lyon=GPE",
        "the/DET Congress/PROPN met/VERB in/ADP Boston/PROPN | Boston=GPE",
        "a/DET Patagonian/ADJ lamb/NOUN in/ADP Chile/PROPN | Chile=GPE",
        "French/ADJ bread/NOUN in/ADP Lyon/PROPN | Lyon=GPE",
        # nature, a currency area and a name before what it is
        "a/DET tsunami/NOUN hit/VERB Chile/PROPN | Chile=GPE",
        "snow/NOUN fell/VERB in/ADP Lyon/PROPN | Lyon=GPE",
        # parts that not every country has, an unlisted place, a club and a person in brackets, a material
        "a/DET Chilean/ADJ state/NOUN",
        "in/ADP Bork/PROPN Chile/PROPN | Chile=GPE",
        "He/PRON left/VERB Chile/PROPN from/ADP Bork/PROPN | Chile=GPE",
        "Ann/PROPN (/PUNCT Danes/PROPN )/PUNCT left/VERB",
        "plaster/NOUN of/ADP Lyon/PROPN | Lyon=GPE",
        "Lyon/PROPN and/CCONJ the/DET eurozone/NOUN | Lyon=GPE",
        "the/DET Galil/PROPN village/NOUN of/ADP Lyon/PROPN | Lyon=GPE",
        # people and organizations of one country
        "President/PROPN Ruiz/PROPN left/VERB Chile/PROPN | Ruiz=PERSON, Chile=GPE",
        "Merkel/PROPN left/VERB Germany/PROPN | Merkel=PERSON, Germany=GPE",
        "Chile/PROPN and/CCONJ Harvard/PROPN agreed/VERB | Chile=GPE, Harvard=ORG",
        # a letter of another script, a place with its region, a currency
        "a/DET Japanese/ADJ garden/NOUN 庭/X",
        "in/ADP London/PROPN Ontario/PROPN | London=GPE, Ontario=GPE",
        "They/PRON took/VERB US/PROPN $/SYM ~5/NUM | US=GPE",
        "for/ADP the/DET next/ADJ Chile/PROPN | Chile=GPE",
        "Lyon/PROPN and/CCONJ Zorpville/PROPN agreed/VERB | Lyon=GPE, Zorpville=GPE",
        # a veto, a border, a continent, a measure, a tax, a noun of a place and a country for an adjective
        "Chile/PROPN vetoed/VERB a/DET plan/NOUN | Chile=GPE",
        "Peru/PROPN mined/VERB the/DET Chilean/ADJ border/NOUN | Peru=GPE",
        "South/ADJ American/ADJ monkeys/NOUN in/ADP Japan/PROPN | Japan=GPE",
        "ten/NUM gallons/NOUN in/ADP Chile/PROPN | Chile=GPE",
        "a/DET provincial/ADJ gas/NOUN tax/NOUN in/ADP Lyon/PROPN | Lyon=GPE",
        "a/DET Māori/ADJ song/NOUN in/ADP Chile/PROPN | Chile=GPE",
        "We/PRON read/VERB the/DET Limerick/PROPN ~:/PUNCT | Limerick=GPE",
        "in/ADP Chile/PROPN Or/CCONJ Canadian/ADJ ~./PUNCT | Chile=GPE",
        "a/DET Tammany/PROPN leader/NOUN in/ADP Lyon/PROPN | Lyon=GPE",
        "The/DET Quills/PROPN are/VERB an/DET issue/NOUN in/ADP Chile/PROPN | Chile=GPE",
        "The/DET voters/NOUN in/ADP Lyon/PROPN like/VERB the/DET Quibble/PROPN | Lyon=GPE",
        "The/DET American/ADJ blacks/NOUN of/ADP Lyon/PROPN | Lyon=GPE",
        "The/DET U.S.-led/ADJ force/NOUN left/VERB Chile/PROPN | Chile=GPE",
        "10/NUM Berg/PROPN (/PUNCT Chile/PROPN )/PUNCT Lyon/PROPN 38/NUM | Berg=PERSON, Chile=GPE, Lyon=GPE",
    ],
)
def test_what_ties_a_text_keeps_it(line):
    assert out(line) == parse(line).text


@pytest.mark.parametrize(
    "line",
    [
        "We/PRON had/VERB lunch/NOUN in/ADP Lyon/PROPN | Lyon=GPE",
        "They/PRON left/VERB the/DET United/PROPN States/PROPN on/ADP Monday/PROPN | United States=GPE",
        "Anna/PROPN lives/VERB in/ADP Chile/PROPN | Anna=PERSON, Chile=GPE",
        "Anna/PROPN Quux/PROPN lives/VERB in/ADP Lyon/PROPN | Anna Quux=PERSON, Lyon=GPE",
        "a/DET baker/NOUN in/ADP Lyon/PROPN likes/VERB Lyon/PROPN | Lyon=GPE",
        "a/DET French/ADJ baker/NOUN in/ADP Lyon/PROPN | Lyon=GPE",
        "a/DET French/ADJ baker/NOUN left/VERB",
        "a/DET Lyon/PROPN ~-based/ADJ baker/NOUN | Lyon=GPE",
        "the/DET French/ADJ Army/PROPN left/VERB Lyon/PROPN | French Army=ORG, Lyon=GPE",
        "the/DET army/NOUN in/ADP Chile/PROPN | Chile=GPE",
        "They/PRON met/VERB in/ADP Chile/PROPN in/ADP 1974/NUM | Chile=GPE",
        "Ann/PROPN Quux/PROPN lives/VERB in/ADP Chile/PROPN | Ann Quux=PERSON, Chile=GPE",
        "a/DET ride/NOUN from/ADP Chile/PROPN to/ADP Peru/PROPN | Chile=GPE, Peru=GPE",
        "lunch/NOUN in/ADP Lyon/PROPN or/CCONJ in/ADP Milan/PROPN | Lyon=GPE, Milan=GPE",
    ],
)
def test_everyday_places_move(line):
    assert out(line) != parse(line).text


def test_a_plain_text_without_places_has_no_edits():
    assert SwapRegion().edits(doc(parse("She/PRON liked/VERB the/DET soup/NOUN")), None) == []
