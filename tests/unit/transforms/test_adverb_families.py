"""Adverbs behind "not", of totals, of places, of numbers, of questions and of states."""

import pytest
from parsed import parsed

from hf_robust.transforms.adverb_degrees import degrees_at
from hf_robust.transforms.adverbs import InsertAdverb

# "|" shows where an adverb goes in
PLACES = [
    ("She does not |know the answer.", "really"),
    ("They do not |use the car.", "actually"),
    ("It is not |a problem.", "really"),
    ("It is not |clear.", "really"),
    ("He saw |nothing in the dark.", "absolutely"),
    ("He got |no answer from them.", "absolutely"),
    ("She took a |better picture of it.", "much"),
    ("They chose a |more useful tool.", "much"),
    ("He sat |beside her.", "right"),
    ("The dog lay |behind the house.", "right"),
    ("They live |near the river.", "very"),
    ("She walked |to the barn.", "straight"),
    ("He looked |at her.", "directly"),
    ("They saw |forty ships.", "about roughly"),
    ("The shop opened |an hour later.", "about"),
    ("They waited |half an hour.", "about"),
    ("The farm is |43 kilometers north of Oslo.", "about roughly"),
    ("What is it |like to live in Oslo?", "really"),
    ("Should I |buy a car?", "really"),
    ("Is there |any cure for it?", "really actually"),
    ("|How bad is the road?", "just"),
    ("She smiled |softly.", "very"),
    ("He |gently closed the box.", "very"),
    ("They |could not find the road.", "simply"),
    ("He talked |as if he were rich.", "almost"),
    ("She saw the ship |again.", "once"),
    ("He gave away a |large number of books.", "very"),
]
NOWHERE = [
    "She did not come.",
    "If you do not own a car, take the bus.",
    "Do not use the car.",
    "The minister said he had no plans.",
    "He wore no gun.",
    "She knows nothing but songs.",
    "He is on a higher level.",
    "It is under the table.",
    "They never looked at her.",
    "The law has ninety pages or more.",
    "How tall is 157 cm in feet?",
    "He came as soon as he could.",
    "She never saw it again.",
]
STATES = {
    "He was asked to leave.": "He was specifically asked to leave.",
    "The growth was fueled by sales of cars.": "The growth was largely fueled by sales of cars.",
    "He must have forgotten the box.": "He must surely have forgotten the box.",
}
NO_STATES = [
    "The town was burned or sold.",
    "The sum was determined by adding them.",
    "He must leave the house.",
]


def places(text, pipeline):
    doc = parsed(text, pipeline)
    return {doc.tokens[n].start: words for n in range(len(doc.tokens)) if (words := degrees_at(doc, n))}


@pytest.mark.parametrize(("marked", "words"), PLACES)
def test_a_word_takes_an_adverb(marked, words, pipeline):
    assert places(marked.replace("|", ""), pipeline).get(marked.index("|")) == tuple(words.split())


@pytest.mark.parametrize("text", NOWHERE)
def test_no_word_takes_one(text, pipeline):
    assert places(text, pipeline) == {}


@pytest.mark.parametrize("text", STATES)
def test_a_participle_takes_an_adverb(text, pipeline):
    assert InsertAdverb(gate="off", rate=1.0).preview(parsed(text, pipeline)) == STATES[text]


@pytest.mark.parametrize("text", NO_STATES)
def test_other_participles_stay(text, pipeline):
    assert InsertAdverb(gate="off", rate=1.0).preview(parsed(text, pipeline)) == text
