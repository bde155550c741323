"""Names of a relation become others of their type; the rest of the sentence still fits."""

import pytest

from hf_robust.core.errors import NotApplicable, UsageError
from hf_robust.language.english.composed_names import titles
from hf_robust.language.english.name_origins import genders_of_names, language_of_family
from hf_robust.language.english.nations import nation_of_city
from hf_robust.language.english.noun_sisters import sisters
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
    new = swapped(f"They met in [ Tucson ] , [ {state} ]", ("Loc", "Loc"), "Located_In", seed=1)
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
        ("the [ wisdom ] of a [ quorum ]", ("", ""), "no thing whose type is known"),
        ("the [ jazz ] of [ France ] and the French", ("", "COUNTRY"), "no thing whose type"),
        ("the [ Foo ] is near the [ Bar ]", ("LOC", "LOC"), "not a town"),
        ("the capital [ Lyon ] is in [ France ]", ("LOC", "LOC"), "true only for this place"),
        ("[ Mark Aurelius ] met Septimius in [ Zorp ]", ("PERSON", "MISC"), "nobles, a myth or old times"),
        ("the [ Zorp ] invasion of [ Qux ]", ("ORG", "MISC"), "is not an organization"),
        ("the [ wisdom ] was full of [ box ]", ("", ""), "no thing whose type"),
        ("[ Smith ] met Anna Smith in [ Zorp ]", ("PERSON", "MISC"), "another name"),
        ("[ Clinton ] has paid . The rumors reached [ Zorp ]", ("PERSON", "MISC"), "ties subject and object"),
        ('the film " [ Anna Smith ] " of [ Zorp ]', ("PERSON", "MISC"), "like a title"),
        ("[ Major - Governor ] Smith saw [ Zorp ]", ("", "MISC"), "the subject"),
    ],
)
def test_what_cannot_be_changed_is_refused(text, types, reason):
    with pytest.raises(NotApplicable, match=reason):
        swapped(text, types)


def test_a_country_with_its_people_in_the_sentence_stays():
    new = swapped("[ Eva Smith ] left [ France ] with French friends", ("PERSON", "COUNTRY"))
    assert words(new, "object") == ["France"] and words(new, "subject") != ["Eva", "Smith"]


def test_articles_are_repaired():
    new = {
        swapped("an [ Arizona ] court tried [ Eva Lind ]", ("STATE", "PERSON"), seed=seed)["tokens"][0]
        for seed in range(30)
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
    new = swapped("He lives in [ Ocala ] , [ Fla. ] , and works in Jacksonville , Fla. today", ("LOC", "LOC"))
    assert words(new, "object") == ["Fla."] and words(new, "subject") != ["Ocala"]
    assert new["tokens"][-4:] == ["Jacksonville", ",", "Fla.", "today"]


def test_a_given_name_of_unknown_gender_stays():
    new = swapped("[ Xqwz Zorp ] said she likes American [ jazz ]", ("PERSON", ""))
    assert words(new, "subject")[0] == "Xqwz" and words(new, "subject")[1] != "Zorp"


@pytest.mark.parametrize(
    ("text", "role", "noun", "number"),
    [
        ("the [ wisdom ] was in a [ box ] .", "object", "box", "NN"),
        ("[ Boxes ] of [ jazz ] arrived .", "subject", "boxes", "NNS"),
        ("an [ apple ] has a [ husk ] .", "subject", "apple", "NN"),
        ("the [ wisdom ] was in a large [ truck ] .", "object", "truck", "NN"),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_things_become_things_of_their_type(text, role, noun, number, seed):
    new = swapped(text, ("", ""), seed=seed)
    assert words(new, role)[0].lower() in sisters(noun, number)
    first = new["tokens"][0]
    assert first[0].isupper() == text.lstrip("[ ")[0].isupper()
    assert first not in ("a", "an") or (first == "an") == (words(new, role)[0][0] in "aeiou")


def test_a_thing_that_is_named_again_becomes_the_same_thing():
    tokens = swapped("the [ box ] of the [ wisdom ] , a large box , fell", ("", ""))["tokens"]
    assert tokens[1] == tokens[8] != "box"


@pytest.mark.parametrize(
    "text",
    [
        "the [ wisdom ] is in a gift [ basket ] .",
        "a [ galaxy ] of [ wisdom ]",
        "the bottled [ bottle ] of [ wisdom ]",
        "the song The Large Box of the [ wisdom ] is about a [ box ]",
        "a large pack of old [ wolves ] met [ wisdom ]",
        "a [ crowd ] of [ wisdom ]",
    ],
)
def test_nouns_of_fixed_terms_and_of_several_senses_stay(text):
    with pytest.raises(NotApplicable):
        swapped(text, ("", ""))


def test_both_mentions_become_different_things():
    for seed in range(12):
        new = swapped("the [ jar ] and the [ canister ] fell", ("", ""), seed=seed)
        assert words(new, "subject") != words(new, "object")


@pytest.mark.parametrize(
    ("text", "role", "kept"),
    [
        ("the [ Zorpford River ] flows to [ Qux ]", "subject", ["River"]),
        ("the [ Battle of Zorpford ] was near [ Qux ]", "subject", ["Battle", "of"]),
        ("[ Mount Zorpford ] is near [ Qux ]", "subject", ["Mount"]),
    ],
)
def test_things_with_a_name_keep_the_word_for_what_they_are(text, role, kept):
    new = words(swapped(text, ("", "")), role)
    assert set(kept) < set(new) and "Zorpford" not in new


def test_languages_become_languages():
    new = swapped("a [ Hindi ] film called [ Zorp ]", ("", ""))
    assert words(new, "subject")[0] in sisters("Hindi", "NNP")


def test_an_organization_of_which_a_country_has_one_stays():
    new = swapped("[ Eva Lind ] works for the [ Supreme Court ] .", ("PERSON", "ORG"))
    assert words(new, "object") == ["Supreme", "Court"] and words(new, "subject") != ["Eva", "Lind"]


def test_an_organization_of_a_people_stays():
    new = swapped("[ Anna Smith ] works for the [ Romanian Liga ] .", ("PERSON", "ORG"))
    assert words(new, "object") == ["Romanian", "Liga"] and words(new, "subject") != ["Anna", "Smith"]


@pytest.mark.parametrize("name", ["Zorp", "FBI", "Qux Trading Company"])
def test_organizations_of_any_name_become_others(name):
    for seed in range(3):
        new = swapped(f"[ Eva Lind ] works for the [ {name} ] .", ("PERSON", "ORG"), seed=seed)
        assert " ".join(words(new, "object")) != name and new["tokens"][2:5] == ["works", "for", "the"]


@pytest.mark.parametrize(
    ("text", "relation", "gender"),
    [
        ("[ Orra ] sang with her mother [ Gloria ] .", "mother", "female"),
        ("[ Orra ] is the child of [ Howard ] .", "P22", "male"),
        ("[ Anna Smith ] met her son , [ Howard ] , in Lima .", "P40", "male"),
    ],
)
def test_the_relation_or_a_noun_tells_that_a_name_is_a_person(text, relation, gender):
    new = SwapEntity(kind="same-type").preview_row(row(text, relation=relation))
    given = words(new, "object")[0]
    assert given not in text and genders_of_names()[given.lower()] in (gender, "unisex")


def test_a_suffix_stays_behind_a_whole_name():
    new = swapped("[ Eva Lind ] shot [ Martin Luther Hall Jr ] .", ("PERSON", "PERSON"))["tokens"]
    assert "Hall" not in new and new[-2:] == ["Jr", "."] and new[2] == "shot" and new[:2] != new[3:5]


def test_relatives_keep_one_surname():
    new = swapped("[ Anna Smith ] and her brother Carl Smith met [ Eva Lind ] .", ("PERSON", "PERSON"))
    assert new["tokens"].count(words(new, "subject")[-1]) == 2 and "Smith" not in new["tokens"]


def test_titles_of_works_and_numbers_of_catalogues_become_others():
    new = SwapEntity().preview_row(row('The film " [ Zorp Night ] " is about [ NGC 245 ] .'))
    title, star = " ".join(words(new, "subject")), words(new, "object")
    assert title in titles() and star[0] == "NGC" and star[1].isdigit() and star[1] != "245"


@pytest.mark.parametrize(
    "text",
    [
        'The ship " [ Zorp ] " left [ wisdom ] .',  # no work
        'The film " [ Zorp ] " , which means rain , is about [ wisdom ] .',
        "[ Apollo 13 ] needs [ wisdom ] .",
        "[ Route 66 ] , once 66 miles long , needs [ wisdom ] .",
    ],
)
def test_other_names_in_quotation_marks_or_with_numbers_stay(text):
    with pytest.raises(NotApplicable):
        SwapEntity().preview_row(row(text))


def test_events_with_years_move_together():
    new = SwapEntity().preview_row(row("He sang at the [ 2010 Games ] , the 2012 Games and the [ 2014 Games ] ."))
    years = [int(token) for token in new["tokens"] if token.isdigit()]
    assert years[0] < 2010
    assert [year - years[0] for year in years] == [0, 2, 4]


def test_stars_get_another_letter_wherever_it_stands():
    new = SwapEntity().preview_row(row("[ Eta Gruis ] ( η Gruis ) is a faint star in [ Grus ] ."))
    assert new["tokens"][0] != "Eta"
    assert new["tokens"][3] != "η"
    assert new["tokens"][1] == new["tokens"][4] == "Gruis"


@pytest.mark.parametrize("name", ["Hans - Rudolf Weber", "Karl Berg - Weber"])
def test_names_with_a_hyphen_become_others_as_a_whole(name):
    new = swapped(f"Major [ {name} ] CBE left [ Lyon ] .", ("PERSON", "CITY"))
    assert "-" not in new["tokens"] and "CBE" in new["tokens"]


@pytest.mark.parametrize(
    "text",
    [
        "He sang at the [ 2010 Games ] in the 1990s and at the [ 2014 Games ] .",
        "He was born in 1980 and sang at the [ 2010 Games ] and the [ 2014 Games ] .",
        "[ Alpha Gruis ] is the brightest star of [ Grus ] .",
        "The ship was named after [ Megrez ] , a star in [ Grus ] .",
    ],
)
def test_years_and_stars_of_which_more_is_said_stay(text):
    with pytest.raises(NotApplicable):
        SwapEntity().preview_row(row(text))


@pytest.mark.parametrize("kind", ["same-type", "low-frequency"])
@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("[ Anna Smith ] likes [ jazz ]", "english"),
        ("[ Giulia Moretti ] is an Italian singer of [ jazz ]", "italian"),
        ("[ Zorp Quilis ] is a German singer of [ jazz ]", "german"),
    ],
)
def test_a_new_name_is_of_the_same_language(kind, text, language):
    for seed in range(5):
        surname = words(swapped(text, ("PERSON", ""), seed=seed, kind=kind), "subject")[-1]
        assert language_of_family(surname.lower()) == language


@pytest.mark.parametrize(
    ("text", "types", "reason"),
    [
        ("[ Anna Smith ] , Duchess of Zorp , likes [ jazz ]", ("PERSON", ""), "nobles"),
        ("the Samaritan woman [ Anna ] was wife of King Herod and liked [ jazz ]", ("PERSON", ""), "nobles"),
        ("[ Anna Smith ] said he likes [ jazz ]", ("PERSON", ""), "two genders"),
        ("[ Zorp Quux ] likes [ jazz ]", ("PERSON", ""), "from which language"),
        ("[ Zorpnak River ] flows to [ Qux ]", ("", ""), "is English"),
        ("[ Zorpford Bridge ] leads through Kenya to [ Qux ]", ("", ""), "no English names"),
        ("They left Chicago on [ Lake Zorpford ] for [ Qux ]", ("", ""), "names a place beside it"),
        ("They sailed along [ South Island ] to [ Qux ]", ("", ""), "only one"),
        ("[ Greek ] mythology and [ jazz ]", ("", ""), "no word tells"),
        ("he loves the freedom of [ movement ] and [ jazz ]", ("", ""), "the subject"),
    ],
)
def test_names_without_a_fitting_other_one_stay(text, types, reason):
    with pytest.raises(NotApplicable, match=reason):
        swapped(text, types)


def test_a_noun_of_no_group_becomes_one_of_the_table_of_pairs():
    tokens = swapped("the [ explosion ] came from [ jazz ]", ("", ""))["tokens"]
    assert tokens[1] == "blast"
