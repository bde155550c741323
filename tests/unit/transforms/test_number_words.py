"""Ordinals, shares, hours, ages and other words of number."""

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.doc import Doc
from hf_robust.transforms.numbers import Number

SEEDS = range(14)


def outputs(text):
    return {Number().preview(text, seed=seed) for seed in SEEDS}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # ordinals
        ("He came with his first wife.", {"He came with his second wife."}),
        ("It made a third-quarter loss.", {f"It made a {n}-quarter loss." for n in ("first", "second", "fourth")}),
        ("The second half is dull.", {"The first half is dull."}),
        ("A second ship is due.", {"A third ship is due."}),
        ("He skipped eighth grade.", {"He skipped seventh grade.", "He skipped ninth grade."}),
        # round numbers, and those that are named by their size
        ("It took a hundred years.", {"It took two hundred years.", "It took three hundred years."}),
        ("A dozen men left.", {"Two dozen men left."}),
        ("I have hundreds of movies.", {"I have dozens of movies.", "I have thousands of movies."}),
        ("Hundreds of years went by.", {"Thousands of years went by."}),
        # how often
        ("We meet once a week.", {"We meet twice a week."}),
        ("I have been there twice.", {"I have been there three times."}),
        ("It runs seven times a day.", {f"It runs {n} times a day." for n in ("five", "six", "eight", "nine")}),
        # shares
        (
            "More than half of the film is good.",
            {f"More than a {n} of the film is good." for n in ("third", "quarter")},
        ),
        ("Remove about half the leaves.", {f"Remove about a {n} of the leaves." for n in ("third", "quarter")}),
        ("It is almost one-third of all sales.", {f"It is almost one-{n} of all sales." for n in ("fourth", "half")}),
        # one
        ("One year later, he left.", {"Two years later, he left.", "Three years later, he left."}),
        ("He left half an hour ago.", {"He left two hours ago."}),
        ("He was there half a dozen times.", {"He was there a dozen times."}),
        ("I was away for a couple of days.", {"I was away for three days.", "I was away for four days."}),
        ("It rained for the past couple of weeks.", {f"It rained for the past {n} weeks." for n in ("three", "four")}),
        ("She took one step forward.", {"She took two steps forward.", "She took three steps forward."}),
        ("He helped one of the slaves to flee.", {"He helped two of the slaves to flee."}),
        ("One of the boys laughed loudly.", {"Two of the boys laughed loudly."}),
        # several of some others, crews and guesses
        (
            "Fourteen of his men left.",
            {f"{n} of his men left." for n in ("Ten", "Eleven", "Twelve", "Thirteen")}
            | {f"{n} of his men left." for n in ("Fifteen", "Sixteen", "Seventeen", "Eighteen")},
        ),
        ("She was one of three nurses there.", {f"She was one of {n} nurses there." for n in ("two", "four")}),
        ("It had a crew of twenty-one.", {"It had a crew of eleven.", "It had a crew of thirty-one."}),
        ("He took five or six of the men.", {f"He took {n} of the men." for n in ("four or five", "six or seven")}),
        ("a sale of 15 or more stocks", {"a sale of 10 or more stocks", "a sale of 20 or more stocks"}),
        ("We eat there every two weeks.", {"We eat there every three weeks."}),
        # hours, ages and decades
        ("He came at nine o'clock.", {f"He came at {n} o'clock." for n in ("seven", "eight", "ten", "eleven")}),
        ("a two-year-old girl", {f"a {n}-year-old girl" for n in ("three", "four", "five")}),
        (
            "He left at the age of nine.",
            {f"He left at the age of {n}." for n in ("six", "seven", "eight", "ten", "eleven", "twelve")},
        ),
        ("She is in her late forties.", {"She is in her late thirties.", "She is in her late fifties."}),
        ("It began in the mid-1970s.", {"It began in the mid-1960s.", "It began in the mid-1980s."}),
        # labels, prices and things of several words
        ("It is shown in Fig. 7.", {f"It is shown in Fig. {n}." for n in (5, 6, 8, 9)}),
        ("a laptop under Rs. 50000", {f"a laptop under Rs. {n}0000" for n in (4, 6)}),
        ("It needs another $120 million.", {f"It needs another ${n} million." for n in (90, 100, 110, 130, 140, 150)}),
        ("their 4-inch flowers", {"their 3-inch flowers", "their 5-inch flowers"}),
        ("It will visit 8 other Soviet cities.", {f"It will visit {n} other Soviet cities." for n in (6, 7, 9)}),
        # years
        ("He lost the title in May 1991.", {f"He lost the title in May {n}." for n in (1988, 1989, 1990)}),
        (
            "It was an electoral district in 1859.",
            {f"It was an electoral district in {n}." for n in (1856, 1857, 1858)},
        ),
    ],
)
def test_words_of_number_change(text, expected):
    assert outputs(text) <= expected and text not in outputs(text)


@pytest.mark.parametrize(
    "text",
    [
        "It was the first time in years.",
        "It was the first film of its kind.",
        "The second year is better than the first.",
        "We got the ball in the fourth quarter of the game.",
        "As a first episode, it is fine.",
        "His first film was better than Lund 2.",
        "I have told you a hundred times.",
        "a hundred dollar bill",
        "Thousands of them left.",
        "Tens of thousands of people left.",
        "He came at once.",
        "Once upon a time, he lived here.",
        "Think twice.",
        "I go there once or twice a week.",
        "I was there three times. Once I met Ann.",
        "Half of the men and a third of the women left.",
        "One day, he left.",
        "It was on for one week, and the next week it was gone.",
        "She is one of his sisters.",
        "One of the boys lost his hat.",
        "She met one of his sisters, Ann.",
        "He and two others were one of three pairs, alongside Lund.",
        "The G7, the Group of Seven rich nations, met.",
        "It was before the invasion of Iraq in 2003.",
        "He won eight medals in 1980.",
        "The Judiciary Act of 1891 was passed.",
        "It fell after the 1987 crash.",
        "It is priced to yield 7.88%.",
        'From it, two singles, "Lund "and "Abel "were released.',
        "Is class 12 hard?",
        "It took an hour and a half.",
        "He spent half a day there and a day here.",
        "The couple of the year met.",
        "Berg and Lund give two very fine, warm performances.",
        "A couple of them left.",
        "Ann and Bea are a couple of singers.",
        "It was a half-hour plea.",
        "It gave one of the better performances in the film.",
        "Figures are in thousands of tonnes.",
        "Opening with a joke, it is funny in the second half.",
        "It may have cost thousands and possibly millions of lives.",
        "You must be over the age of eighteen.",
        "It gave way at the first attempt.",
        "She sat at a sixth-floor window.",
        "It grew in the first half of the last century.",
        "It hosted the Eurovision Song Contest in May 2015.",
        "It took ten minutes to nine o'clock at noon.",
    ],
)
def test_idioms_records_and_known_things_stay(text):
    assert outputs(text) == {text}


def test_words_of_number_stay_where_a_text_has_another_number_to_change():
    assert all("first wife" in new for new in outputs("His first wife paid 20 dollars."))


def test_one_thing_stays_one_in_a_token_list():
    assert outputs(Doc.of_tokens(["One", "year", "later", "he", "left"])) == {"One year later he left"}


def test_a_batch_changes_the_same_words():
    texts = ["His first wife left.", "We meet once a week.", "Nothing here.", "Hundreds of men left."]
    data = Dataset.from_dict({"text": texts, "label": [0] * 4})
    new = data.map(hr.Perturb("number", "text-classification", seed=7), batched=True)
    assert len(new) == 3 and not set(texts) & set(new["text"])
