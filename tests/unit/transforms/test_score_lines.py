"""Lines of sports pages: clubs and players change, what is no score line stays."""

import re

import pytest
from corpus import doc, parse

from hf_robust.language.english.organization_groups import group_members
from hf_robust.transforms.entities import NamedEntity


def outputs(line, tokens=False):
    """What becomes of a line, with each of some seeds."""
    document = doc(parse(line), tokens)
    return [NamedEntity().preview(document, seed=seed) for seed in range(12)]


@pytest.mark.parametrize(
    ("line", "pattern"),
    [
        ("Oriiko/PROPN 2/NUM Zorpek/PROPN 0/NUM", r"(?!Oriiko)[A-Z][\w ]+ 2 (?!Zorpek)[A-Z][\w ]+ 0"),
        ("Barnsley/PROPN v/ADP Zorpek/PROPN", r"(?!Barnsley)[A-Z][\w ]+ v (?!Zorpek)[A-Z][\w ]+"),
        ("Oriiko/PROPN win/VERB 5-1/NUM on/ADP aggregate/NOUN", r"(?!Oriiko)[A-Z][\w ]+ win 5-1 on aggregate"),
        ("PITTSBURGH/PROPN AT/ADP COLORADO/PROPN", r"(?!PITT)[A-Z .]+ AT (?!COLORADO)[A-Z .]+"),
        (
            "A./PROPN Zorpek/PROPN c/NOUN Quilisek/PROPN b/NOUN Oriiko/PROPN 12/NUM",
            r"A\. (?!Zorpek)[A-Z]\w+ c (?!Quilisek)[A-Z]\w+ b (?!Oriiko)[A-Z]\w+ 12",
        ),
        ("M./PROPN Zorpek/PROPN not/PART out/ADP 8/NUM", r"M\. (?!Zorpek)[A-Z]\w+ not out 8"),
        ("3./X Zorpek/PROPN 176/NUM", r"3\. (?!Zorpek)[A-Z]\w+ 176"),
    ],
)
def test_score_lines_change(line, pattern):
    assert all(re.fullmatch(pattern, out) for out in outputs(line)), outputs(line)[:3]


def test_both_clubs_of_a_result_are_of_one_league():
    leagues = ("football clubs", "football clubs in full", "city clubs", "rovers", "spanish clubs", "italian clubs")
    leagues += ("german clubs", "scottish clubs", "dutch clubs")
    for out in outputs("Oriiko/PROPN 2/NUM Zorpek/PROPN 0/NUM"):
        clubs = set(re.fullmatch(r"(.+) 2 (.+) 0", out).groups())
        assert len(clubs) == 2 and any(clubs <= {one.name for one in group_members(league)} for league in leagues)


@pytest.mark.parametrize(
    "line",
    [
        "Zorpek/PROPN v/ADP Oriiko/PROPN",  # a case of a court
        "Anna/PROPN Zorpek/PROPN 2/NUM Oriiko/PROPN 1/NUM",
        "3./X Yesterday/NOUN 2:05/NUM",
        "6./X Van/PROPN Doorn/PROPN 176/NUM",
    ],
)
def test_other_lines_stay(line):
    assert set(outputs(line)) == {parse(line).text}


def test_tokens_of_a_result_stay_as_many():
    for out in outputs("Oriiko/PROPN 2/NUM Zorpek/PROPN 0/NUM", tokens=True):
        assert len(out.split()) == 4 and "Oriiko" not in out
