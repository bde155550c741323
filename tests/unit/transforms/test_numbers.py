"""Numbers keep their shape; articles follow."""

import re
from datetime import date

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, apply
from hf_robust.language.english.articles import article, with_articles
from hf_robust.transforms.numbers import Number

SEEDS = range(14)
NEAR_EIGHT = (("six", 6), ("seven", 7), ("nine", 9), ("ten", 10))


def outputs(text):
    return [Number().preview(text, seed=seed) for seed in SEEDS]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It opened in 1998.", {"It opened in 1995.", "It opened in 1996.", "It opened in 1997."}),
        ("We lost 3.5 percent.", {"We lost 2.5 percent.", "We lost 4.5 percent."}),
        ("She has 7 dogs", {f"She has {n} dogs" for n in (5, 6, 8, 9)}),
        ("450 dogs", {"350 dogs", "550 dogs"}),
        ("about 1,250,000 people", {f"about 1,{n}50,000 people" for n in (0, 1, 3, 4, 5)}),
        ("a fourth day", {"a third day", "a fifth day"}),
        ("a 3rd visit", {"a 4th visit"}),
        ("twenty-one dogs", {"thirty-one dogs", "eleven dogs"}),
        ("Seven dogs", {"Five dogs", "Six dogs", "Eight dogs", "Nine dogs"}),
        ("two hours", {"three hours"}),
        ("it costs $99.95 now", {f"it costs ${n}9.95 now" for n in (7, 8)}),
        ("a 77-minute film", {"a 57-minute film", "a 67-minute film", "an 87-minute film", "a 97-minute film"}),
        ("I paid 50% more", {f"I paid {n}% more" for n in (40, 60)}),
        ("we ate 15 oysters", {"we ate 10 oysters", "we ate 20 oysters"}),
        ("It made $1.3 billion.", {f"It made $1.{n} billion." for n in (1, 2, 4, 5, 6)}),
        ("a phone under 12k", {f"a phone under {n}k" for n in (10, 11, 13, 14, 15)}),
        ("I saw it over 25 times.", {"I saw it over 15 times.", "I saw it over 35 times."}),
        ("I was 7 years of age.", {f"I was {n} years of age." for n in (4, 5, 6, 8, 9)}),
        ("It ended at 1530 GMT.", {f"It ended at {n} GMT." for n in (1510, 1520, 1540, 1550)}),
        ("1. Ann Lund ( Norway ) 148.20", {f"1. Ann Lund ( Norway ) 1{n}.20" for n in (46, 47, 49, 50)}),
        ("he slept 23 hours", {"he slept 13 hours"}),
        ("five days a week", {"four days a week", "six days a week"}),
        # both ends of a range; what stands beside the noun, and a word that opens the text
        ("A table for 10 or 20 guests", {"A table for 20 or 30 guests"}),
        ("It takes 3 or 4 hours to get there.", {f"It takes {n} hours to get there." for n in ("2 or 3", "4 or 5")}),
        ("It costs between 20 and 30 dollars.", {f"It costs between {n} dollars." for n in ("10 and 20", "30 and 40")}),
        ("two more hours", {"three more hours"}),
        ("Ordered 7 dogs", {f"Ordered {n} dogs" for n in (5, 6, 8, 9)}),
        ("He moved at the age of 40.", {f"He moved at the age of {n}." for n in (37, 38, 39, 41, 42, 43)}),
        ("He met 300 Spartans there.", {f"He met {n}00 Spartans there." for n in (2, 4)}),
        ("700 MONUC troops", {f"{n}00 MONUC troops" for n in (5, 6, 8, 9)}),
        # a measure in two units
        ("It is 9 km (6 mi) away.", {f"It is {n} away." for n in ("7 km (4 mi)", "8 km (5 mi)")}),
        (
            "It is 526 metres (1726 ft) tall.",
            {f"It is {n} tall." for n in ("426 metres (1398 ft)", "626 metres (2054 ft)")},
        ),
        ("Piz Quill (2780 m) is high", {f"Piz Quill ({n}780 m) is high" for n in (1, 3)}),
        # goals of a row of standings go up and down together, the time of a race by little
        ("Oriiko 15 8 5 2 28 13 29", {f"Oriiko 15 8 5 2 {28 + n} {13 + n} 29" for n in (-2, -1, 1, 2)}),
        ("Oriiko 8 15 2 69 81 18", {f"Oriiko 8 15 2 {69 + n} {81 + n} 18" for n in (-2, -1, 1, 2)}),
        (
            "Anna Quill ( Norway ) 41.15 ; 5 .",
            {f"Anna Quill ( Norway ) 41.{n} ; 5 ." for n in (12, 13, 14, 16, 17, 18)},
        ),
        # a sum of money and a share; thousands after a space; a people between a number and its noun
        ("a 50 000 dollar fine", {f"a {n}0 000 dollar fine" for n in (4, 6)}),
        ("They met three Kenyan farmers.", {f"They met {n} Kenyan farmers." for n in ("two", "four")}),
        ("It opened in June 2011.", {f"It opened in June {n}." for n in (2008, 2009, 2010)}),
        ("3 dogs and 1 cat", {"2 dogs and 1 cat", "4 dogs and 1 cat"}),
        ("It won the 1982 Lund Prize.", {f"It won the {n} Lund Prize." for n in (1979, 1980, 1981)}),
        # results, and what else has a number with bounds of its own
        ("Berg beat Lund 6-3 6-2.", {f"Berg beat Lund 6-3 6-{n}." for n in (0, 1, 3, 4)}),
        ("They drew 2-2", {"They drew 1-1", "They drew 3-3"}),
        ("207 Anna Berg 70 70 67", {f"{207 + n} Anna Berg 70 70 {67 + n}" for n in (-2, -1, 1, 2)}),
        ("( Berg 39 , Lund 89 )", {f"( Berg {n} , Lund {m} )" for n in range(36, 43) for m in range(86, 90)}),
        ("Berg 2 Lund 1", {"Berg 3 Lund 1", "Berg 4 Lund 1"}),
        ("A goal in the 44th minute", {f"A goal in the {n} minute" for n in ("41st", "42nd", "43rd")}),
        ("It has a population of 266.", {"It has a population of 166.", "It has a population of 366."}),
        ("The wingspan is 30-35 mm.", {f"The wingspan is 30-{n} mm." for n in (45, 55)}),
        ("Berg (born 1950) won the cup in 1985.", {f"Berg (born {n}) won the cup in 1985." for n in range(1947, 1950)}),
        ("the eight-day strike, 8 days long", {f"the {w}-day strike, {n} days long" for w, n in NEAR_EIGHT}),
        ("Rain kills 30 in the hills", {f"Rain kills {n} in the hills" for n in (20, 40)}),
    ],
)
def test_numbers_stay_near_and_plausible(text, expected):
    assert set(outputs(text)) <= expected
    assert text not in outputs(text)


@pytest.mark.parametrize(
    "text",
    [
        "an MP3 player",
        "1996-12-06",
        "10:30",
        "John 3:16",
        "v1.2.3",
        "3D",
        "no one",
        "at first",
        "a second",
        "9 out of 10",
        "3 out of 5 doctors",
        "four stars",
        "four-star rooms",
        "someone",
        "twentyish",
        "Area51",
        "½ ² ٣",
        "5/10",
        "two thumbs up",
        "100% sure",
        "100 percent",
        "no two alike",
        "1 hour",
        "9" * 5000,
        "1." * 5000,
    ],
)
def test_what_is_no_count_stays(text):
    assert outputs(text) == [text] * len(SEEDS)


@pytest.mark.parametrize(
    "text",
    [
        # said again, or nearly
        "Flood kills 30 people. Officials counted 30 of them in one valley.",
        "Team keeps three players. The three signed on.",
        "Blast hurts 300 people. Doctors treated 302 people.",
        # summed up, compared, side by side
        "Of 5 boats, 3 boats sank and 2 boats returned.",
        "It rose from 20 to 25 minutes.",
        # known or told one by one
        "She sold the three boats.",
        "Anna's four books are good.",
        "He has two brothers, and both sing.",
        "I like three things: soup, bread and tea.",
        # names, titles, labels
        "The Roadster 300 costs less.",
        'I read "Five Gray Rooms" and "six small boats" at school.',
        "It is on pages 40 and 41 there.",
        "Flight 12 leaves soon.",
        # dates, ages, times
        "We met on March 5 and left on March 9.",
        "It began on July 4.",
        "It runs from 9 am to 5 pm.",
        "A 15-year-old dancer and a 17-year-old singer",
        "They won 3-1 after two goals by Lund.",
        "They drew 1-1 with the champions.",
        "It is the third highest peak after two others.",
        "He opens at 5 a.m., and at 5 he is gone.",
        "It came 20 years after the first one.",
        "The war ended in 1995.",
        "It won at the 1982 Lund Trophy.",
        "Work began in 2006 and will resume in 2008.",
        # others say the same in another unit, or determine it
        "Police took eight kg (18 lb) of screws.",
        "A fine of 4,500 pounds ($7,400) is due.",
        "It took 90 minutes on foot, nearly 1.5 hours.",
        "It was 20 C, which is 68 F.",
        "It was up 8.79 points, or 0.96 percent, at 929.06.",
        "It rose 4.4 percent or 90 cents to $21.40.",
        "It fell by 10 points to 190, a drop of 5 percent.",
        "They own 60 percent, and Lund owns 40 percent.",
        "They have 30 vans, 25 cars and 20 boats, a fleet of 75 vehicles.",
        "Each of 15 vans holds 20 bags, so we have 300 bags.",
        "Sales doubled from 50 boats to 100 boats.",
        "Two great poets wrote it, and the poets are Berg and Lund.",
        "The storm hit the coast with 85-mph winds.",
        "The yield on the 10-year Treasury note rose.",
        "The bank raised rates by a quarter point to 1.75 percent.",
        "The quarter ended June 30.",
        "It came out on a 7-inch single.",
        "The test gave her a score of 1490.",
        "They have three daughters, singer Anna, painter Eva and Ida.",
        "They told five tales about one boat.",
        "Songs of the 80's in 1990.",
        "He lived there in 1990 and won the 2001 Lund Trophy.",
        "New notes of 500 and 2000 are out.",
        "Chief rivers of the '90s on the internet",
        "It grows at elevations of 1800-2100 m there.",
        "Lund leapt 44% with a gain of 6 5/8 to 21 5/8.",
        "Sales rose 5 % to $3.2 billion from $3.0 billion.",
        "It was decided in Lund v. Berg (1948).",
        "Why did Lund join them in 1947?",
        "In May 2016, Lund Group announced that Berg had joined.",
        "In 2017 President of Oslo Ann Lund left.",
        "The market fell on Oct. 13.",
        "It earned $3.11 per share on 821,220 common shares.",
        "The index of 225 selected issues fell.",
        "He played there in the 2003-04 season and in 2006.",
        "They drove them off at the Battle of Lund Court House in 1864.",
        "At the Battle of Lund, 300 Spartans held the pass for three days.",
        "Lund shares rose 87.5 cents to $38.875 apiece.",
        "He made his debut with Lund in 2000 - 01.",
        "It was told in the air blitz of 1941.",
        "It is the third season premiere and the 49th episode.",
        # sayings and fixed counts
        "I found a five dollar bill.",
        "It is a galaxy 13 billion light years away.",
        "We worked 24 hours a day, 7 days a week.",
        "He turned 180 degrees.",
        "Add 30 minutes, that is half an hour.",
    ],
)
def test_what_something_leans_on_stays(text):
    assert outputs(text) == [text] * len(SEEDS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We met on March 5 this spring.", {f"We met on March {n} this spring." for n in (2, 7, 9, 12)}),
        ("We met on Friday, March 5.", {f"We met on Friday, March {n}." for n in (12, 19)}),
        ("Work is beginning in 2006.", {f"Work is beginning in {n}." for n in (2007, 2008, 2009)}),
        (
            "a 12-member delegation",
            {f"a {n}-member delegation" for n in (10, 13, 14, 15)} | {"an 11-member delegation"},
        ),
        (
            "Two Africans and six Asians came.",
            {f"Three Africans and {n} Asians came." for n in ("five", "seven")},
        ),
        ("Shares fell 25 cents to $42.30.", {f"Shares fell {c} cents to ${n}2.30." for n in (3, 5) for c in (15, 35)}),
        ("songs of the 40s", {"songs of the 30s", "songs of the 50s"}),
        ("we met on 12 july .", {f"we met on {n} july ." for n in (4, 7, 9, 16, 19)}),
        ("It closes at 9 pm.", {f"It closes at {n} pm." for n in (7, 8, 10, 11)}),
        ("It left at 14:30.", {f"It left at {n}:30." for n in (12, 13, 15, 16)}),
        ("a 15-year-old dancer", {f"a {n}-year-old dancer" for n in (12, 13, 14, 16, 17)}),
        ("She is 20 years old.", {f"She is {n} years old." for n in (19, 21, 22, 23)}),
        ("Ms. Lund, 37, sings.", {f"Ms. Lund, {n}, sings." for n in (34, 35, 36, 38, 39, 40)}),
        ("a 17th-century house", {"a 16th-century house", "an 18th-century house"}),
        ("songs of the 1980s", {"songs of the 1970s", "songs of the 1990s"}),
        ("They beat Lund 3-1.", {"They beat Lund 4-1.", "They beat Lund 5-1."}),
        ("a 0-2 loss", {"a 0-3 loss", "a 0-4 loss"}),
        (
            "It stands at 806 North Lund Avenue.",
            {*(f"It stands at {n}06 North Lund Avenue." for n in (6, 7, 9))},
        ),
        ("his sixth studio album", {"his fifth studio album", "his seventh studio album"}),
        ("a $200M deal", {"a $100M deal", "a $300M deal"}),
        ("a $200bn deal", {"a $100bn deal", "a $300bn deal"}),
        ("shirts for $ 20", {"shirts for $ 10", "shirts for $ 30"}),
    ],
)
def test_formats_keep_their_bounds(text, expected):
    assert set(outputs(text)) <= expected
    assert text not in outputs(text)


def test_all_years_of_a_text_move_together():
    text = "Ann Lund (born 5 June 1957) sang from 1980 to 1992."
    for out in outputs(text):
        born, began, ended = (int(year) for year in re.findall(r"\d{4}", out))
        assert born in (1954, 1955, 1956) and (began - born, ended - born) == (23, 35)


def test_a_full_date_keeps_its_day_of_the_week():
    for out in outputs("We met on Wednesday, Dec. 15, 2004."):
        day, year = (int(number) for number in re.findall(r"\d+", out))
        assert date(year, 12, day).strftime("%A") == "Wednesday" and (day, year) != (15, 2004)


def test_of_the_date_of_an_announcement_the_day_alone_moves():
    found = set(outputs("On April 5, 2016, Lund Group announced that Berg had joined."))
    assert len(found) > 1 and all(", 2016, " in out and "April 5," not in out for out in found)


def test_equal_numbers_move_together():
    for out in outputs("Flood kills 30 people. Officials found 30 people in one valley."):
        first, second = re.findall(r"\d+", out)
        assert first == second != "30"


def test_compared_numbers_keep_their_order():
    for out in outputs("The rate fell to 4 percent, down from 5 percent."):
        new, old = re.findall(r"\d+", out)
        assert int(new) < int(old)


def test_years_change_only_together():
    doc = Doc("She sang from 1980 to 1992.", protected=[(21, 25)])
    assert Number().preview(doc) == doc.text


def test_what_is_more_stays_more():
    for out in outputs("They fed 8 cats, then 9 ducks with 12 buckets in one barn."):
        cats, ducks, buckets = (int(n) for n in re.findall(r"\d+", out))
        assert cats < ducks < buckets


def test_articles_follow_the_number():
    assert set(outputs("It was an 8 hour drive")) == {f"It was a {n} hour drive" for n in (6, 7, 9)}
    assert "It was an 8 hour drive" in outputs("It was a 7 hour drive")


@pytest.mark.parametrize("text", ["a three-hour film", "Twenty-one dogs", "TWO hours", "It was fine. Five days"])
def test_batches_see_what_single_texts_do(text):
    data = Dataset.from_dict({"text": [text, "none here"], "label": [0, 1]})
    suite = hr.Suite.build(data, hr.task("text-classification"), [Number()])
    assert len(suite) == 1


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("8", "an"),
        ("80", "an"),
        ("5", "a"),
        ("11", "an"),
        ("18", "an"),
        ("11th", "an"),
        ("110", "a"),
        ("180", "a"),
        ("1", "a"),
        ("hour", "an"),
        ("honest", "an"),
        ("house", "a"),
        ("heir", "an"),
        ("user", "a"),
        ("union", "a"),
        ("uninteresting", "an"),
        ("uncle", "an"),
        ("European", "a"),
        ("one", "a"),
        ("FBI", "an"),
        ("NATO", "a"),
        ("US", "a"),
        ("umbrella", "an"),
        ("utility", "a"),
        ("unimportant", "an"),
        ("oslo", "an"),
        ("Oslo", "an"),
        ("year", "a"),
        ("once-great", "a"),
        ("ewe", "a"),
        ("apple", "an"),
        ("university", "a"),
        ("usual", "a"),
        ("MRI", "an"),
        ("UN", "a"),
        ("SOS", "an"),
        ("EU", "an"),
        ("HTML", "an"),
        ("FILM", "a"),
        ("MAN", "a"),
        ("SHOW", "a"),
        ("UGLY", "an"),
        ("ONE", "a"),
        ("UNION", "a"),
        ("HOUR", "an"),
        ("X-ray", "an"),
        ("F", "an"),
        ("U-turn", "a"),
        ("", "a"),
        ("'", "a"),
        ("11,000", "an"),
        ("T-shirt", "a"),
    ],
)
def test_article(word, expected):
    assert article(word) == expected


def test_articles_keep_their_case_and_what_is_protected():
    doc = Doc("A film, AN ACT, a b", protected=[(16, 17)])
    edits = [Edit(2, 6, "idea"), Edit(11, 14, "SHOW"), Edit(18, 19, "e")]
    assert apply(doc.text, with_articles(doc, edits)) == "An idea, A SHOW, a e"


def test_token_lists_change_whole_tokens_only():
    doc = Doc.of_tokens(["3-0", "and", "3-dog", "barns"])
    assert Number().preview(doc) == doc.text
    doc = Doc.of_tokens(["3-0", "and", "7", "goats"])
    assert all(re.fullmatch("3-0 and [5-9] goats", Number().preview(doc, seed=s)) for s in SEEDS)
    assert Number().preview(Doc.of_tokens(["paid", "$40."]), seed=1) in ("paid $30.", "paid $50.")


def test_a_time_of_the_day_is_no_year():
    text = "Play began at 1415 local time ( 1315 GMT ) after rain."
    assert Number().preview(text, seed=1) == text
