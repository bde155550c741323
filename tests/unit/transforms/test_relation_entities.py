"""Names of a relation become others of their type; the rest of the sentence still fits."""

import pytest

from hf_robust.core.errors import NotApplicable, UsageError
from hf_robust.language.english.name_origins import genders_of_names
from hf_robust.language.english.nations import nation_of_city
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.task_specific.relation_entities import SwapEntity


def row(text, types=("", ""), relation="rel"):
    """``[`` and ``]`` around the subject, then around the object."""
    tokens, spans = [], []
    for word in text.split():
        if word == "[":
            spans.append([len(tokens)])
        elif word == "]":
            spans[-1].append(len(tokens) - 1)
        else:
            tokens.append(word)
    first, second = (name or None for name in types)
    return {
        "tokens": tokens,
        "subject": spans[0],
        "object": spans[1],
        "subject_type": first,
        "object_type": second,
        "relation": relation,
    }


def swapped(text, types, relation="rel", seed=0, kind="same-type"):
    return SwapEntity(kind=kind).preview_row(row(text, types, relation), seed=seed)


def words(new, role):
    start, end = new[role]
    return new["tokens"][start : end + 1]


@pytest.mark.parametrize("kind", ["same-type", "low-frequency", "multi-type"])
@pytest.mark.parametrize("seed", range(4))
def test_a_person_stays_a_person_everywhere(kind, seed):
    new = swapped("[ Anna Smith ] left [ Lyon ] ; Smith sold her car", ("PERSON", "CITY"), seed=seed, kind=kind)
    first, last = words(new, "subject")
    if kind != "multi-type":
        assert genders_of_names()[first.lower()] == "female"
    assert new["tokens"].count(last) == 2 and "Smith" not in new["tokens"]
    assert new["tokens"][-3:] == ["sold", "her", "car"]
    city = " ".join(words(new, "object"))
    assert city != "Lyon" and nation_of_city()[city.lower()][0] == "france"


def test_titles_and_what_follows_the_name_stay():
    new = swapped("[ Dr. Martin Hall Jr. ] met [ Eva Lind ]", ("PERSON", "PERSON"))
    name = words(new, "subject")
    assert name[0] == "Dr." and name[-1] == "Jr." and len(name) == 4 and name[1:3] != ["Martin", "Hall"]


def test_two_people_of_one_family_keep_one_surname():
    new = swapped("[ Tim Ryan ] is the son of [ Jack Ryan ]", ("PER", "PER"), "child")
    assert words(new, "subject")[-1] == words(new, "object")[-1] != "Ryan"
    assert words(new, "subject")[0] != words(new, "object")[0]


@pytest.mark.parametrize("state", ["Ariz.", "Arizona"])
def test_a_city_and_its_state_change_together(state):
    new = swapped(f"They met in [ Tucson ] , [ {state} ]", ("Loc", "Loc"), "Located_In")
    table = lexicon("name_kinds")["states"]
    found = " ".join(words(new, "object"))
    (full,) = [name for name, entry in table.items() if found in (name, entry["short"])]
    assert found != state and (found == table[full]["short"]) == state.endswith(".")
    assert " ".join(words(new, "subject")) in table[full]["cities"]


def test_a_city_and_its_country_change_together():
    new = swapped(
        "The fair in [ Porto ] was the largest fair of [ Portugal ]".replace("largest", "first"), ("LOC", "LOC")
    )
    assert (
        nation_of_city()[" ".join(words(new, "subject")).lower()][0]
        == " ".join(words(new, "object")).lower()
        != "portugal"
    )


@pytest.mark.parametrize("age", ["45", "17", "7-year-old"])
def test_an_age_stays_an_age(age):
    new = swapped(f"[ Eva Lind ] , [ {age} ] , won", ("PERSON", "NUMBER"), "per:age")
    (found,) = words(new, "object")
    assert found != age and (int(found.split("-")[0]) < 18) == (int(age.split("-")[0]) < 18)


def test_an_organization_keeps_its_kind():
    new = swapped("[ Eva Lind ] works for [ Westbrook Bank ]", ("PERSON", "ORG"))
    assert words(new, "object")[-1] == "Bank" and words(new, "object")[0] != "Westbrook"


@pytest.mark.parametrize(
    ("text", "types", "reason"),
    [
        ("the [ wisdom ] of a [ handle ]", ("", ""), "no name whose type is known"),
        ("[ Xqwz Zorp ] said she likes [ jazz ]", ("PERSON", ""), "gender of the subject cannot be told"),
        ("the [ jazz ] of [ France ] and the French", ("", "COUNTRY"), "no name whose type"),
        ("[ Foo ] is near [ Bar ]", ("LOC", "LOC"), "not a known city and its country"),
        ("the capital [ Lyon ] is in [ France ]", ("LOC", "LOC"), "true only for this place"),
        ("[ Smith ] met Anna Smith in [ Zorp ]", ("PERSON", "MISC"), "another name"),
    ],
)
def test_what_cannot_be_changed_is_refused(text, types, reason):
    with pytest.raises(NotApplicable, match=reason):
        swapped(text, types)


def test_a_country_with_its_people_in_the_sentence_stays():
    new = swapped("[ Eva Lind ] left [ France ] with French friends", ("PERSON", "COUNTRY"))
    assert words(new, "object") == ["France"] and words(new, "subject") != ["Eva", "Lind"]


def test_articles_are_repaired():
    new = {
        swapped("an [ Arizona ] court tried [ Eva Lind ]", ("STATE", "PERSON"), seed=seed)["tokens"][0]
        for seed in range(8)
    }
    assert new == {"a", "an"}


def test_kind_is_checked():
    with pytest.raises(UsageError, match="kind must be one of low-frequency, same-type, multi-type"):
        SwapEntity(kind="rare")


def test_plain_texts():
    text = "Anna Smith left Lyon."
    given = {"tokens": text, "subject": [0, 10], "object": [16, 20], "relation": "x"}
    new = SwapEntity().preview_row({**given, "subject_type": "PERSON", "object_type": "CITY"})
    start, end = new["subject"]
    assert new["tokens"][start:end] != "Anna Smith" and new["tokens"][end:].startswith(" left ")


def test_a_state_that_stands_beside_another_city_stays():
    with pytest.raises(NotApplicable, match="next to another place"):
        swapped("He lives in [ Ocala ] , [ Fla. ] , and works in Jacksonville , Fla. today", ("LOC", "LOC"))


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("the [ money ] was in a [ box ] .", "the money was in a crate ."),
        ("[ Boxes ] of [ tea ] arrived .", "Crates of tea arrived ."),
        ("an [ apple ] has a [ stalk ] .", "a pear has a stalk ."),
    ],
)
def test_things_become_things_with_the_same_parts(text, new):
    assert " ".join(swapped(text, ("", ""), kind="low-frequency")["tokens"]) == new


@pytest.mark.parametrize(
    "text", ["the [ key ] was in a tool [ box ] .", "the crates stood in a [ box ] with a [ key ] ."]
)
def test_things_in_compounds_stay(text):
    with pytest.raises(NotApplicable):
        swapped(text, ("", ""))
