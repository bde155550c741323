"""Adverbs of degree before words that are no verbs."""

import pytest
from parsed import parsed

from hf_robust.core.doc import Doc
from hf_robust.transforms.adverb_degrees import degrees_at
from hf_robust.transforms.adverbs import InsertAdverb

# "|" shows where an adverb goes in
PLACES = [
    ("It is a |large garden.", "very"),
    ("We met some |friendly people.", "really very"),
    ("He wrote this |awful song.", "truly really"),
    ("It was the |best meal of the trip.", "very"),
    ("He saw her for the |first time.", "very"),
    ("The new road is |wider than the old one.", "much considerably"),
    ("The film is |too long for children.", "far"),
    ("The phone works |well.", "very"),
    ("The fire killed |300 people.", "about roughly approximately"),
    ("They paid |$ 2 billion for it.", "about roughly approximately"),
    ("We stayed at the hotel |because it rained.", "mainly largely"),
    ("He looks |like a farmer.", "just"),
    ("They serve |the same soup.", "exactly"),
    ("It is |a great film.", "definitely certainly"),
    ("She is |a member of the board.", "currently"),
    ("There is |no reason to go.", "absolutely"),
    ("He left |after the vote.", "shortly"),
    ("The shop opened |last year.", "just"),
    ("He works for money and |for fun.", "also"),
    ("How |do I learn it?", "exactly"),
    ("Why |is the sky dark?", "exactly"),
    ("What |are the rules of the club?", "exactly"),
    ("The minister spoke |on Friday.", "late early"),
    ("The minister resigned |Friday.", "late early"),
    ("The church was built |in 1905.", "back"),
    ("They sold |over 300 cars.", "well"),
    ("They sold |more than 300 cars.", "slightly"),
    ("It was the |first time in his life.", "very"),
    ("What is the |cheapest way to Oslo?", "very"),
    ("He spent |two years in Oslo.", "about roughly"),
    ("Sales rose |7 percent in May.", "about roughly"),
    ("They left after |a few days.", "just"),
    ("They bought |a lot of bread.", "quite"),
    ("Does he |enjoy it?", "actually really"),
    ("He knows |how it works.", "exactly"),
    ("|How many people live in Oslo?", "exactly"),
    ("Who |was the first king?", "exactly"),
    ("Is it |safe to swim here?", "really"),
    ("Does milk |help a cold?", "really actually"),
    ("It was |quickly sold.", "very"),
    ("It was |recently sold.", "just"),
    ("They sell cars |around the world.", "all"),
    ("The minister resigned |yesterday.", "late early"),
    ("The minister resigned |last night.", "late"),
    ("They met |three years ago.", "about roughly"),
    ("This is |one of the best films.", "certainly"),
    ("What are the |best French films?", "very"),
    ("|In 1905, I left Oslo.", "back"),
    ("Our bridge was opened |on 1 May 1905.", "back"),
    ("My boss resigned |in September.", "back"),
    ("The house stands |at the edge of the town.", "right"),
    ("It is a town |north of Oslo.", "just"),
    ("He has lived in Oslo |since 1990.", "ever"),
    ("We |can not change the order.", "simply"),
    ("It happened in the |same year.", "very"),
    ("He is a painter and |the owner of a shop.", "also"),
    ("The index rose 41 points, or |0.44 percent, to 900.", "about roughly"),
    ("|After the vote, he left the room.", "shortly"),
    ("It was his |first film.", "very"),
]
NOWHERE = [
    "They saved it over 40 years.",
    "She saw a great number of rivers.",
    "She went to a high school.",
    "It is not a large garden, but it is pretty.",
    "It is such a large garden.",
    "It is a large or small garden.",
    "The best seller is here.",
    "The road is two miles wider than the old one.",
    "It was too bad.",
    "He came as well.",
    "He was born in 1900 and died in 1990.",
    "The fire killed 312 people.",
    "More than 300 people came.",
    "The 300 people came.",
    "The catch must not exceed 300 tons.",
    "They won by 20 points.",
    "Could someone tell me the way?",
    "They face five to 30 years in prison.",
    "She is an early modern painter.",
    "He swims like a fish.",
    "Why does it look like a farm?",
    "The minister said it is a great film.",
    "She was a member of the board.",
    "There is no one here but me.",
    "He left two days after the vote.",
    "He got two years in prison.",
    "Can you help me?",
    "She takes after her mother.",
    "Is this road wider than the old one?",
    "How are you?",
    "What are some ways to the sea?",
    "Why don't you come?",
    "What is your plan?",
    "He will speak on Friday.",
    "He spoke on Friday and Monday.",
    "It was laid down in 1905 and sold in 1907.",
    "It will open in 2005.",
    "They asked before she came in September.",
    "It was an honest mistake.",
    "What is a list of rivers?",
    "It is a film written by Anna Berg and directed by Tom Dahl.",
    "In 1905, she left Oslo.",
    "The bridge was opened on 1 May 1905.",
    "It was the first time in five months.",
    "He saw her for the first time since 1981.",
]


def places(text, pipeline):
    doc = parsed(text, pipeline)
    return {doc.tokens[n].start: words for n in range(len(doc.tokens)) if (words := degrees_at(doc, n))}


@pytest.mark.parametrize(("marked", "words"), PLACES)
def test_before_what_can_be_graded(marked, words, pipeline):
    assert places(marked.replace("|", ""), pipeline).get(marked.index("|")) == tuple(words.split())


@pytest.mark.parametrize("text", NOWHERE)
def test_nowhere_else(text, pipeline):
    assert places(text, pipeline) == {}


@pytest.mark.parametrize("gate", ["balanced", "off"])
def test_the_transformation_uses_them(gate, pipeline):
    doc = parsed("The fire killed 300 people.", pipeline)
    found = {InsertAdverb(gate=gate).preview(doc, seed) for seed in range(20)}
    assert found == {f"The fire killed {word} 300 people." for word in ("about", "roughly", "approximately")}


def test_a_capital_at_the_beginning_moves_to_the_adverb():
    line = "It/PRON/PRP burned/VERB/VBD ./PUNCT/. Over/ADP/IN 60/NUM/CD houses/NOUN/NNS fell/VERB/VBD ./PUNCT/."
    assert InsertAdverb().preview(Doc.tagged(line), seed=1) == "It burned . Well over 60 houses fell ."


def test_articles_follow_the_adverb(pipeline):
    doc = parsed("It is an old garden with an early flower.", pipeline)
    assert InsertAdverb(rate=1.0).preview(doc).startswith("It is a very old garden")
