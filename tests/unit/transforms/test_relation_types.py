"""Things of a relation become the word for their type; weights, sports, voices and ranks become others."""

import pytest
from test_relation_entities import row

from hf_robust.core.errors import NotApplicable
from hf_robust.language.english.noun_types import noun_types
from hf_robust.transforms.task_specific.relation_entities import SwapEntity
from hf_robust.transforms.task_specific.relation_things import WEIGHTS


def swapped(text, seed=0):
    return " ".join(SwapEntity().preview_row(row(text), seed=seed)["tokens"])


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("The [ zorp ] was in a [ crate ] .", "The zorp was in a container ."),
        ("The [ zorp ] fell on the [ violinists ] .", "The zorp fell on the musicians ."),
        ("The [ osprey ] saw the [ zorp ] , and the osprey left .", "The bird saw the zorp , and the bird left ."),
        ("He saw an [ osprey ] in the [ zorp ] .", "He saw a bird in the zorp ."),
        ("The [ zorp ] was made of [ steel ] .", "The zorp was made of metal ."),
        ("Her [ husband ] made the [ zorp ] .", "Her spouse made the zorp ."),
        ("The [ recession ] hit the [ zorp ] .", "The downturn hit the zorp ."),
        ("They left the [ helicopters ] near the [ zorp ] .", "They left the aircraft near the zorp ."),
    ],
)
def test_a_thing_becomes_the_word_for_its_type(text, new):
    assert swapped(text) == new


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("The [ osprey ] is a [ zorp ] of the north .", "is what the sentence defines"),
        ("He saw the [ osprey ] and the gulls near the [ zorp ] .", "is part of a list"),
        ("The [ osprey ] is unlike other birds of the [ zorp ] .", "stands beside others of its kind"),
        ("The largest [ osprey ] saw the [ zorp ] .", "is said to be one of all or the only one"),
        ("We heard of a conspiracy of white [ ospreys ] in the [ zorp ] .", "says what a collection is of"),
        ("The [ discussion ] between Ann and Bob was in the [ zorp ] .", "is one between two that follow"),
        ("[ Beer ] is made of the [ zorp ] .", "no word tells what the subject is"),
        ("The jewellery [ robbers ] left the [ zorp ] .", "is part of a longer term"),
        ("The [ king ] 's evil hit the [ zorp ] .", "is part of a longer term"),
        ("He drank [ lemonade ] near the [ zorp ] .", "the type of the subject cannot stand in its place"),
        ("A [ violinist ] uses a [ zorp ] .", "stands for all of its kind"),
        ("She lost her [ kitchen ] near the [ zorp ] .", "the type of the subject cannot stand in its place"),
        ("The [ osprey ] chased the bird to the [ zorp ] .", "another thing of the type"),
        ("The [ woman ] lost her [ zorp ] .", "the type of the subject cannot stand in its place"),
        ("He saw the [ ospreys ] called Ova near the [ zorp ] .", "is described by what follows"),
    ],
)
def test_where_just_this_noun_is_meant_it_stays(text, reason):
    with pytest.raises(NotApplicable, match=reason):
        swapped(text)


def test_types_agree_with_article_and_number():
    assert [one.noun for one in noun_types("wine", "NN")] == ["drink", "alcohol"]
    assert swapped("The [ zorp ] made the [ wine ] .") == "The zorp made the drink ."
    assert swapped("The [ zorp ] was full of fine [ wine ] .") == "The zorp was full of fine alcohol ."


@pytest.mark.parametrize("seed", range(4))
def test_a_weight_class_becomes_another_one_wherever_it_stands(seed):
    text = "He won the [ flyweight ] title against flyweight champion [ Zorp ] ."
    new = swapped(text, seed).split()
    assert new[3] == new[6] != "flyweight" and new[3] in WEIGHTS


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("[ Major - General ] [ Zorp ] left Oslo .", "Lieutenant - General Zorp left Oslo ."),
        ("He met Oslo 's [ Vice Admiral ] [ Zorp ] .", "He met Oslo 's Rear Admiral Zorp ."),
        ("She met the [ tenor ] [ Zorp ] .", "She met the baritone Zorp ."),
    ],
)
def test_ranks_and_voices_become_others(text, new):
    assert swapped(text) == new


@pytest.mark.parametrize(
    "text",
    [
        "He won the [ flyweight ] title at 50 kg against [ Zorp ] .",
        "He won the bantamweight and the [ flyweight ] title against [ Zorp ] .",
        "[ Zorp ] was promoted to [ Major General ] .",
        "The [ zorp ] plays the high [ tenor ] saxophone .",
        "[ Zorp ] is a [ basketball ] player and point guard .",
    ],
)
def test_classes_of_which_more_is_said_stay(text):
    with pytest.raises(NotApplicable):
        swapped(text)
