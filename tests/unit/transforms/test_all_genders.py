"""All people of a text get the other gender; a text with somebody who would stay behind is left."""

import pytest
from corpus import doc, parse

from hf_robust.core.errors import NotApplicable
from hf_robust.transforms.identities import SwapGender


def out(line):
    document = doc(parse(line))
    try:
        return SwapGender().preview(document)
    except NotApplicable:
        return document.text


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "Tom/PROPN Berg/PROPN met/VERB Anna/PROPN Quux/PROPN and/CCONJ she/PRON/PRP liked/VERB him/PRON/PRP"
            " | Tom Berg=PERSON, Anna Quux=PERSON",
            "Marilyn Berg met Ken Quux and he liked her",
        ),
        (
            "he/PRON/PRP or/CCONJ she/PRON/PRP met/VERB my/PRON/PRP$ husband/NOUN",
            "she or he met my wife",
        ),
        # a name alone that no list has stays; a middle name moves, a surname that is a given name too does not
        ("Zorp/PROPN fed/VERB his/PRON/PRP$ cat/NOUN | Zorp=PERSON", "Zorp fed her cat"),
        (
            "MEP/PROPN Anna/PROPN Maria/PROPN Tom/PROPN left/VERB | MEP Anna Maria Tom=PERSON",
            "MEP Ken Barney Tom left",
        ),
        (
            "Riadh/PROPN Ben/PROPN Zorp/PROPN fed/VERB his/PRON/PRP$ cat/NOUN | Riadh Ben Zorp=PERSON",
            "Riadh Ben Zorp fed her cat",
        ),
        ("girls/NOUN who/PRON left/VERB", "boys who left"),
    ],
)
def test_everybody_moves(line, expected):
    assert out(line) == expected


@pytest.mark.parametrize(
    "line",
    [
        "ladies/NOUN and/CCONJ gentlemen/NOUN ~,/PUNCT he/PRON/PRP said/VERB",
        "Oliver/PROPN IV/PROPN met/VERB her/PRON/PRP | Oliver IV=PERSON",
        "She/PRON/PRP left/VERB ~./PUNCT Zorp/PROPN is/AUX on/ADP maternity/NOUN leave/NOUN",
        "He/PRON/PRP rejoined/VERB his/PRON/PRP$ men/NOUN",
        "Anna/PROPN Goncharova/PROPN left/VERB | Anna Goncharova=PERSON",
        "It/PRON rained/VERB",
    ],
)
def test_a_text_stays(line):
    assert out(line) == doc(parse(line)).text
