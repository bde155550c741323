"""Words beside a place that keep one adverb away."""

import pytest
from parsed import parsed

from hf_robust.transforms.adverb_misfits import is_misfit
from hf_robust.transforms.word_places import Place

# "|" shows the word, before the adverb that does not fit there
MISFITS = [
    ("They want to |pursue or drop it.", "actively"),
    ("We |pursued aggressively a deal.", "actively"),
    ("They asked him to |join her.", "formally"),
    ("They |approved of the plan.", "formally"),
    ("They must |meet their obligations.", "personally"),
    ("Sales |stood at $5 billion.", "really"),
    ("She |brought us our food.", "really"),
    ("She |joined me here this week.", "later"),
    ("He left in part |because it rained.", "mainly"),
    ("It is a bit |north of Oslo.", "just"),
    ("He |has two sons.", "currently"),
    ("|27 days later, on April 10, he left.", "about"),
    ("He |finished his soup and left the room.", "recently"),
    ("It |used to be good.", "often"),
    ("They |record songs.", "accurately"),
    ("They want to |remove the gap.", "safely"),
    ("The first time I |walked in, it rained.", "slowly"),
    ("It can be |unloaded there.", "carefully"),
    ('It is |performed in the film "The Bridge".', "usually"),
    ("It is |performed in the film of 1957.", "often"),
    ("It keeps them from |lowering the cost.", "greatly"),
    ("They |treat it as a right.", "properly"),
    ("They |consider it as a gift.", "seriously"),
    ("It was delivered within |30 days.", "about"),
    ("There is |no richer humor.", "absolutely"),
    ("He caught her and |helped her in.", "also"),
    ("He has |preached it as well.", "already"),
    ("The business had been |handled by a firm.", "carefully"),
    ("It will |fail when it gets wet.", "probably"),
    ("She |trained in Oslo.", "properly"),
    ("These are films to |watch after lunch.", "closely"),
]
FITS = [
    ("They want to |pursue it.", "actively"),
    ("They want to |join the European Union.", "formally"),
    ("They |approved the plan.", "formally"),
    ("He hopes to |meet her.", "personally"),
    ("He left |because it rained.", "mainly"),
    ("It is a town |north of Oslo.", "just"),
    ("She |joined the club.", "later"),
    ("He |finished his book.", "recently"),
    ("They |walked home.", "slowly"),
    ("It is |performed in schools.", "usually"),
    ("They |treat it well.", "properly"),
    ("There is |no reason.", "absolutely"),
    ("He came and |helped in the barn.", "also"),
    ("It will |fail.", "probably"),
]


def misfit(marked, adverb, pipeline):
    doc = parsed(marked.replace("|", ""), pipeline)
    place = Place(doc.tokens, doc.token_at(marked.index("|")))
    return is_misfit(place, place.token(0).lemma.lower(), adverb)


@pytest.mark.parametrize(("marked", "adverb"), MISFITS)
def test_what_says_against_an_adverb(marked, adverb, pipeline):
    assert misfit(marked, adverb, pipeline)


@pytest.mark.parametrize(("marked", "adverb"), FITS)
def test_what_leaves_an_adverb(marked, adverb, pipeline):
    assert not misfit(marked, adverb, pipeline)
