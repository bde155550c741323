"""Genders and regions that a text names, and words that only look like it."""

import pytest

import hf_robust as hr
from hf_robust.core.mapping import Columns
from hf_robust.slices.people_and_places import Prejudice
from hf_robust.slices.row_view import RowView


def named(text):
    found = Prejudice().read(RowView(Columns({"text": [text], "label": [0]}), hr.task("sentiment-classification")))
    return {found.names[number] for number in found.group}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("He left.", {"man"}),
        ("the chairwoman spoke", {"woman"}),
        ("His sister", {"both"}),
        ("It rains.", {"none"}),
        ("Then Anna spoke.", {"woman"}),
        ("President Vladimir Putin spoke.", {"man"}),
        ("Miss Marple knows.", {"woman"}),
        ("We Will Miss Targets", {"none"}),
        ("Charlotte won again.", {"none", "north-america"}),
        ("near Hurricane Frances", {"none"}),
        ("He flew to Nairobi.", {"man", "africa"}),
        ("two Kenyans", {"none", "africa"}),
        ("in the U.S. and Peru", {"none", "north-america", "south-america"}),
        ("let us go", {"none"}),
        ("Michael Jordan scored.", {"man"}),
        ("they went to jordan or japan", {"none", "asia"}),
        ("al pacino shines", {"man"}),
        ("He saw a guy in New South Wales", {"man", "oceania"}),
        ("a cowboy hat", {"none"}),
    ],
)
def test_who_and_where(text, names):
    assert named(text) == names
