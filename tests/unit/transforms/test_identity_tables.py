"""The tables behind names, genders and places."""

from collections import Counter

import pytest

from hf_robust.language.english.name_origins import genders_of_names, names_of, origins
from hf_robust.language.english.places import REGIONS, places
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.gendered_words import GENDERS, _nouns, bound_words, gender_of


def test_given_names_belong_to_one_list():
    people = lexicon("entities")["PERSON"]
    female, male, unisex = (set(people[f"first_{kind}"]) for kind in ("female", "male", "unisex"))
    assert min(len(female), len(male)) >= 520 and len(unisex) >= 100
    assert not (female & male or female & unisex or male & unisex)
    assert len(people["surnames"]) >= 400 and len(lexicon("entities")["ORG"]) >= 150
    assert all(name.isalpha() and name.istitle() for name in female | male | unisex)


def test_seven_regions_with_twenty_of_each():
    table = lexicon("places")
    assert tuple(sorted(table)) == REGIONS and len(places()) >= 1000
    assert all(len(table[region]["cities"]) >= 50 and len(table[region]["areas"]) >= 20 for region in REGIONS)
    few = {"middle-east": 15, "south-america": 13, "oceania": 19}  # there are no more
    assert {region: len(table[region]["countries"]) for region in few} == few
    assert all(len(table[region]["countries"]) >= 20 for region in set(REGIONS) - few.keys())
    names = [name for region in table.values() for group in region.values() for name in group]
    assert len(names) == len({name.lower() for name in names})
    assert {"Turkey", "Iran", "Saudi Arabia"} <= set(table["middle-east"]["countries"])


def test_nouns_are_pairs():
    nouns = lexicon("genders")["nouns"]
    assert len(nouns) >= 60 and all(len(row) in (2, 4) for row in nouns)
    for column in range(4):
        words = Counter(row[column] for row in nouns if column < len(row))
        assert words.most_common(1)[0][1] == 1, words.most_common(1)
    asked = "husband boy man father waiter businessman grandfather nephew widower bridegroom".split()
    pairs = {row[0]: row[1:] for row in nouns}
    assert set(asked) <= pairs.keys()
    assert pairs["man"] == ("woman", "men", "women") and pairs["husband"] == ("wife", "husbands", "wives")
    assert all(word == word.lower() and " " not in word for row in nouns for word in row)


@pytest.mark.parametrize("to", ["female", "male"])
def test_no_word_moves_to_a_word_that_would_move_too(to):
    moving = _nouns(to)
    assert not set(moving.values()) & moving.keys()
    assert all(gender_of(old) != to for old in moving)


def test_titles_and_pronouns_move_to_the_gender_that_was_asked_for():
    table = lexicon("genders")
    for to, other in (("female", "male"), ("male", "female")):
        for kind in ("titles", "pronouns"):
            assert not {new.lower() for new in table[kind][to].values()} & table[kind][to].keys()
        assert set(table["pronouns"][to]) & set(table["pronouns"][other].values())


def test_words_among_the_names_are_listed_names():
    people = lexicon("entities")["PERSON"]
    names = set(people["first_female"]) | set(people["first_male"])
    assert {"Will", "Grace", "Mark", "Rose"} <= set(lexicon("genders")["also_words"]) <= names


def test_names_by_language_are_listed_names_of_that_gender():
    for origin in lexicon("origins"):
        for kind in (*GENDERS, "surnames"):
            assert len(names_of(origin, kind)) >= 10
    assert all(genders_of_names().get(name, kind) == kind for kind in GENDERS for name in origins(kind))
    assert set(origins("surnames")) <= {name.lower() for name in lexicon("entities")["PERSON"]["surnames"]}


def test_words_that_go_with_one_gender_are_not_swapped():
    swapped = {word for to in GENDERS for word in _nouns(to)}
    assert bound_words() & swapped == {"boyfriends", "girlfriends"}
    general = {"actor", "antihero", "heir", "hero", "superhero"}
    apart = {word for row in lexicon("genders")["apart"] for word in row if row[0] not in general}
    assert apart and not apart & swapped
