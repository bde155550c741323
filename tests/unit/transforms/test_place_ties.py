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
        # nothing is in the place: a title, a team, an office
        "Lyon/PROPN is/AUX bold/ADJ and/CCONJ sad/ADJ | Lyon=GPE",
        "Nothing/PRON since/SCONJ Chile/PROPN is/AUX so/ADV good/ADJ | Chile=GPE",
        "Lyon/PROPN people/NOUN like/VERB rolls/NOUN | Lyon=GPE",
        "a/DET Lyon/PROPN ~-based/ADJ baker/NOUN | Lyon=GPE",
        "a/DET clerk/NOUN in/ADP a/DET Lyon/PROPN office/NOUN | Lyon=GPE",
        # words that hold of one country
        "the/DET army/NOUN in/ADP Chile/PROPN | Chile=GPE",
        "We/PRON saw/VERB the/DET church/NOUN in/ADP Lyon/PROPN | Lyon=GPE",
        "ten/NUM visas/NOUN for/ADP a/DET stay/NOUN in/ADP Chile/PROPN | Chile=GPE",
        "a/DET drizzle/NOUN in/ADP Lyon/PROPN | Lyon=GPE",
        "a/DET quarterback/NOUN in/ADP Lyon/PROPN | Lyon=GPE",
        # time and names
        "They/PRON met/VERB in/ADP Chile/PROPN in/ADP 1974/NUM | Chile=GPE",
        "the/DET Foo/PROPN Opera/PROPN in/ADP Lyon/PROPN | Lyon=GPE",
        "Ann/PROPN Quux/PROPN lives/VERB in/ADP Chile/PROPN | Ann Quux=PERSON, Chile=GPE",
        "a/DET Patagonian/ADJ lamb/NOUN in/ADP Chile/PROPN | Chile=GPE",
        # more than one country
        "a/DET ride/NOUN from/ADP Chile/PROPN to/ADP Peru/PROPN | Chile=GPE, Peru=GPE",
        "lunch/NOUN in/ADP Lyon/PROPN or/CCONJ in/ADP Milan/PROPN | Lyon=GPE, Milan=GPE",
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
    ],
)
def test_everyday_places_move(line):
    assert out(line) != parse(line).text


@pytest.mark.parametrize(
    "line", ["the/DET Foo/PROPN March/NOUN ~-/PUNCT Bar/PROPN Baz/PROPN ran/VERB", "a/DET temperance/NOUN church/NOUN"]
)
def test_the_text_beside_it_may_tie_a_place_too(line):
    with pytest.raises(NotApplicable, match="place that the other text mentions|specific to one country"):
        SwapRegion().edits(doc(parse(line)), None)


def test_a_plain_text_without_places_has_no_edits():
    assert SwapRegion().edits(doc(parse("She/PRON liked/VERB the/DET soup/NOUN")), None) == []
