"""Numbers of pages, rankings, labels, prices that moved, ages and speech."""

import pytest

from hf_robust.transforms.numbers import Number

SEEDS = range(14)


def outputs(text):
    return {Number().preview(text, seed=seed) for seed in SEEDS}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("See the table on page 34.", {f"See the table on page {n}." for n in (22, 27, 30, 37, 39, 43)}),
        ("What are the top 10 songs?", {f"What are the top {n} songs?" for n in (5, 20)}),
        ("In 592, Lund fell.", {f"In {n}, Lund fell." for n in (585, 588, 589, 594, 595, 597)}),
        (
            "It sold well in the 1950s and 1960s.",
            {f"It sold well in the {n}." for n in ("1940s and 1950s", "1960s and 1970s")},
        ),
        ("42 - Number of states that agreed.", {f"{n} - Number of states that agreed." for n in (32, 52)}),
        ("Lund rose 9 to 753.", {f"Lund rose {n} to 753." for n in (7, 8)}),
        (
            "It was a man of fifty, tall.",
            {
                f"It was a man of {n}, tall."
                for n in ("forty-seven", "forty-eight", "forty-nine", "fifty-one", "fifty-two", "fifty-three")
            },
        ),
        ("How hard is CAT 2015?", {f"How hard is CAT {n}?" for n in (2012, 2013, 2014)}),
        ("The three men left.", {"The two men left.", "The four men left."}),
        ("a 5-foot snake", {f"a {n}-foot snake" for n in (4, 6)}),
        ("We met on October 4th.", {f"We met on October {n}." for n in ("2nd", "6th", "8th", "11th")}),
        ("a fare of $10 to $20", {"a fare of $20 to $30"}),
        ("a 10% to 20% share", {"a 20% to 30% share"}),
        (
            "It will be below last year's $148 million.",
            {f"It will be below last year's ${n} million." for n in (108, 118, 128, 138, 158, 168, 178, 188)},
        ),
        (
            'He said "we had to wait there for four hours to get in".',
            {f'He said "we had to wait there for {n} hours to get in".' for n in ("three", "five")},
        ),
        ("They sang there. Already, 10 towns agreed.", {f"They sang there. Already, {n} towns agreed." for n in (15,)}),
        ("I waited 1.5 hours.", {"I waited 2.5 hours."}),
        (
            "She worked at Ford for 40 years, holding jobs.",
            {f"She worked at Ford for {n} years, holding jobs." for n in (30, 50)},
        ),
    ],
)
def test_numbers_of_more_kinds_change(text, expected):
    assert outputs(text) <= expected and text not in outputs(text)


@pytest.mark.parametrize(
    "text",
    [
        "See pages 34 and 36.",
        "It sold well in the 1960s and 1990s in 1960.",
        'They sang "Two Hearts" and left.',
        "It is one of 50 states.",
        "He earned $5 million, or 50 cents a share, up from $4 million, or 40 cents a share.",
        "The two men talked to each other.",
        "Lund gained 10 pence -LRB- 16 cents -RRB- there.",
        "It is covered by ISO 2015.",
    ],
)
def test_ties_and_titles_stay(text):
    assert outputs(text) == {text}


def test_amounts_change_beside_the_only_amount_per_share():
    text = "It earned $126.1 million, or 50 cents a share."
    assert all(text != new and new.endswith(" cents a share.") for new in outputs(text))
