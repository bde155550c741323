"""Places: a country with its people and cities, one to one; what is only a part of a name keeps the text as it is."""

import pytest
from corpus import doc, parse

import hf_robust as hr
from hf_robust.core.edits import apply
from hf_robust.core.errors import NotApplicable
from hf_robust.core.protection import protection
from hf_robust.language.english.gazetteer import areas_of, cities_of
from hf_robust.language.english.nations import MONARCHIES, nations, stand_ins
from hf_robust.language.english.places import REGIONS, fits_anywhere, place_names, places
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.place_names import PlaceUnit
from hf_robust.transforms.place_swaps import place_edit
from hf_robust.transforms.regions import SwapRegion


def out(line, to="africa", tokens=False, **options):
    document = doc(parse(line), tokens, **options)
    try:
        return apply(document.text, SwapRegion(to=to).edits(document, None))
    except NotApplicable:
        return document.text


def place(name):
    return places()[name.lower()]


@pytest.mark.parametrize("to", REGIONS)
def test_city_to_city_and_country_to_country(to):
    for low, nation in nations().items():
        if nation.region != to and fits_anywhere(place(low)) and " " not in low and low != "jordan":
            new = place(out(f"in/ADP {nation.name}/PROPN | {nation.name}=GPE", to).removeprefix("in "))
            assert (new.group, new.region) == ("countries", to) and fits_anywhere(new)
    new = place(out("in/ADP Oslo/PROPN | Oslo=GPE", to).removeprefix("in "))
    assert new.group == "cities" and new.region == ("europe" if to == "europe" else to)


@pytest.mark.parametrize("to", REGIONS)
def test_places_of_the_region_stay(to):
    for nation in nations().values():
        for name in (nation.name, *nation.cities):
            line = " ".join(f"{word}/PROPN" for word in name.split()) + f" | {name}=GPE"
            assert nation.region != to or out(line, to) == name


def test_a_country_takes_its_people_and_its_cities_along():
    line = "Italy/PROPN sent/VERB Italian/ADJ troops/NOUN ~,/PUNCT and/CCONJ Italians/PROPN in/ADP Milan/PROPN ran/VERB"
    names = " | Italy=GPE, Milan=GPE"
    land = stand_ins("africa")["italy"]
    pool = [city for city in cities_of(land.name.lower()) if " " not in city]
    city = pool[cities_of("italy").index("Milan") % len(pool)]
    expected = f"{land.name} sent {land.adjective} troops, and {land.people} in {city} ran"
    assert out(line + names) == expected
    assert out("an/DET Italian/ADJ bus/NOUN in/ADP Italy/PROPN | Italy=GPE").endswith(f" bus in {land.name}")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("a/DET New/PROPN Zealand/PROPN made/VERB film/NOUN | New Zealand=GPE", "a {} made film"),
        ("a/DET New/PROPN Zealand/PROPN indie/ADJ group/NOUN | New Zealand=GPE", "a {} indie group"),
        ("provide/VERB New/PROPN Zealand/PROPN back/ADV ~-/PUNCT ~up/NOUN | New Zealand=GPE", "provide {} back-up"),
        ("the/DET New/PROPN Zealand/PROPN Under/ADP Secretary/PROPN | New Zealand=GPE", "the {} Under Secretary"),
    ],
)
def test_a_country_before_a_noun_becomes_an_adjective(line, expected):
    assert out(line) == expected.format(stand_ins("africa")["new zealand"].adjective)


def test_a_country_that_opens_a_sentence_may_be_the_subject_and_stays_a_noun():
    assert out("Chile/PROPN vows/NOUN help/NOUN | Chile=GPE") == f"{stand_ins('africa')['chile'].name} vows help"


def test_an_area_becomes_one_of_the_country_that_its_country_becomes():
    line = "He/PRON left/VERB Ohio/PROPN for/ADP Chicago/PROPN | Ohio=GPE, Chicago=GPE"
    _, _, area, _, city = out(line).split()
    land = stand_ins("africa")["united states"].name.lower()
    assert area in areas_of(land) and city in cities_of(land)


def test_two_countries_become_two():
    names = " | Chile=GPE, Peru=GPE"
    words = out("from/ADP Chile/PROPN to/ADP Peru/PROPN and/CCONJ Chilean/ADJ shops/NOUN" + names).split()
    assert words[5] == nations()[words[1].lower()].adjective and words[3].lower() in nations() and words[1] != words[3]


def test_the_same_place_is_the_same_in_every_text_and_under_every_name():
    one = out("He/PRON left/VERB Paris/PROPN for/ADP London/PROPN | Paris=GPE, London=GPE").split()
    two = out("London/PROPN is/AUX far/ADV | London=GPE").split()
    assert one[4] == two[0] != one[2]
    line = "the/DET U.S./PROPN ~,/PUNCT the/DET United/PROPN States/PROPN ~,/PUNCT America/PROPN is/AUX one/NUM"
    names = out(line + " | U.S.=GPE, United States=GPE, America=GPE").removesuffix(" is one").split(", ")
    assert len(names) == 3 and len(set(names)) == 1 and place(names[0])[1:] == ("countries", "africa")


@pytest.mark.parametrize(
    "line",
    [
        "They/PRON ate/VERB turkey/NOUN on/ADP china/NOUN",
        "Turkey/NOUN is/AUX good/ADJ",
        "nice/ADJ reading/NOUN in/ADP Bath/NOUN",
        "Jordan/PROPN left/VERB | Jordan=PERSON",
        "Jordan/PROPN left/VERB",
        "Paris/PROPN Hilton/PROPN left/VERB | Paris Hilton=PERSON",
        "Washington/PROPN left/VERB | Washington=PERSON",
        "the/DET Bank/PROPN of/ADP America/PROPN",
        "Chicago/PROPN Bulls/PROPN won/VERB",
        "the/DET University/PROPN of/ADP Oslo/PROPN | University of Oslo=ORG",
        "South/PROPN America/PROPN | South America=LOC",
        "One/NUM of/ADP Us/PROPN",
        "Paris/PROPN ~-/PUNCT ~Dakar/PROPN | Paris=GPE",
        "French/ADJ food/NOUN",
        "Real/ADJ Madrid/PROPN 16/NUM 11/NUM 5/NUM 0/NUM 32/NUM",
        "alba/X H.C./PROPN Lima/PROPN | H.C. Lima=PERSON",
        # a part of a name, of a law, of a title
        "shares/NOUN on/ADP London/PROPN ~'s/PART Metal/PROPN Exchange/PROPN | London=GPE",
        "the/DET Boston/PROPN 500/NUM began/VERB | Boston=GPE",
        "Boston/PROPN ~,/PUNCT MA/PROPN | Boston=GPE",
        "the/DET ruins/NOUN of/ADP ancient/ADJ Rome/PROPN | Rome=GPE",
        # something else ties the text to the place
        "Zorp/PROPN ~'s/PART central/ADJ region/NOUN is/AUX in/ADP Kazakhstan/PROPN | Kazakhstan=GPE",
        "the/DET partition/NOUN of/ADP India/PROPN | India=GPE",
        "Zorpal/PROPN ~,/PUNCT Israel/PROPN ~'s/PART airline/NOUN ~,/PUNCT grew/VERB | Israel=GPE",
        "students/NOUN in/ADP Canada/PROPN and/CCONJ in/ADP Europe/PROPN | Canada=GPE, Europe=LOC",
        "a/DET hundred/NUM dollars/NOUN in/ADP Canada/PROPN | Canada=GPE",
        "President/PROPN Ruiz/PROPN of/ADP Mexico/PROPN | Ruiz=PERSON, Mexico=GPE",
        "after/ADP Zorp/PROPN attacks/NOUN India/PROPN slept/VERB | India=GPE",
        "seeds/NOUN by/ADP Aborigines/PROPN/NNPS in/ADP Australia/PROPN | Australia=GPE",
        "The/DET Foos/PROPN/NNPS left/VERB Chicago/PROPN | Chicago=GPE",
        "the/DET Foos/PROPN/NNPS won/VERB in/ADP Chicago/PROPN | Chicago=GPE",
        "Lima/PROPN is/AUX by/ADP the/DET Quuxian/PROPN lake/NOUN | Lima=GPE, Quuxian=LOC",
    ],
)
def test_what_is_no_place_or_cannot_move_keeps_the_text(line):
    assert out(line, "asia") == parse(line).text


def test_the_reason_is_said():
    with pytest.raises(NotApplicable, match="'dollars' may be typical of one place, so another place may not fit"):
        SwapRegion().edits(doc(parse("ten/NUM dollars/NOUN in/ADP Canada/PROPN | Canada=GPE")), None)
    with pytest.raises(NotApplicable, match="'French' says what kind of 'food' is meant"):
        SwapRegion().edits(doc(parse("the/DET French/ADJ food/NOUN")), None)
    with pytest.raises(NotApplicable, match="'Arizona' may mean a team"):
        SwapRegion().edits(doc(parse("Well/ADV Arizona/PROPN lost/VERB 49-9/NUM | Arizona=GPE")), None)
    with pytest.raises(NotApplicable, match="it is not clear whether 'French'"):
        SwapRegion().edits(doc(parse("in/ADP French/ADJ")), None)


@pytest.mark.parametrize(
    "line",
    [
        "Turkey/PROPN won/VERB | Turkey=GPE",
        "Ghana/PROPN won/VERB | Ghana=PERSON",
        "It/PRON rained/VERB in/ADP Ghana/PROPN today/NOUN",
        "Ghana/PROPN won/VERB | Ghana=ORG",
        "They/PRON Go/PROPN On/PROPN GHANA/PROPN (/PUNCT",
        "Win/PROPN GHANA/PROPN now/ADV | Win GHANA=PERSON",
        "Ghana's/PROPN team/NOUN",
        "Ghana/PROPN ~--/PUNCT now/ADV",
        "a/DET Paris/PROPN ~-based/ADJ firm/NOUN | Paris=GPE",
        "US/PROPN won/VERB | US=GPE",
        "Jordan/PROPN won/VERB | Jordan=GPE",
        "New/PROPN Zealand/PROPN won/VERB",
        "São/PROPN Paulo/PROPN won/VERB | São Paulo=GPE",
        "Bogotá/PROPN won/VERB | Bogotá=GPE",
    ],
)
def test_places_that_a_context_shows(line):
    new, old = out(line, "oceania" if "Zealand" not in line else "asia"), parse(line).text
    assert new != old and new.split()[-1] == old.split()[-1]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("The/DET U.S./PROPN won/VERB | U.S.=GPE", "Nigeria won"),
        ("in/ADP the/DET U.S./PROPN | U.S.=GPE", "in Nigeria."),
        ("the/DET U.S./PROPN team/NOUN | U.S.=GPE", "the Nigerian team"),
        ("a/DET US/PROPN team/NOUN | US=GPE", "a Nigerian team"),
        ("the/DET UK/PROPN ~'s/PART team/NOUN | UK=GPE", "Kenya's team"),
        ("a/DET UK/PROPN team/NOUN | UK=GPE", "a Kenyan team"),
        ("OTHER/ADJ NORWAY/PROPN | NORWAY=GPE", "OTHER UGANDA"),
        ("an/DET Oslo/PROPN bus/NOUN | Oslo=GPE", "a Kampala bus"),
    ],
)
def test_articles_stops_and_capitals(line, expected):
    names = {stand_ins("africa")["united states"].name, stand_ins("africa")["united kingdom"].name}
    assert names == {"Nigeria", "Kenya"}
    lands = {"UGANDA": stand_ins("africa")["norway"].name.upper()}
    pool = cities_of(stand_ins("africa")["norway"].name.lower())
    lands["Kampala"] = pool[cities_of("norway").index("Oslo") % len(pool)]
    for old, new in lands.items():
        expected = expected.replace(old, new)
    assert out(line).replace("an ", "a ") == expected.replace("an ", "a ")


@pytest.mark.parametrize(
    "line",
    [
        "NATO/PROPN left/VERB Oslo/PROPN | Oslo=GPE",
        "a/DET sheriff/NOUN in/ADP Ohio/PROPN | Ohio=GPE",
        "the/DET queen/NOUN of/ADP Norway/PROPN | Norway=GPE",
        "an/DET all/DET American/ADJ boy/NOUN | American=NORP",
        "the/DET Count/PROPN of/ADP Zorp/PROPN left/VERB Oslo/PROPN | Oslo=GPE",
        "Maxentius/PROPN left/VERB Syria/PROPN | Syria=GPE",
        "the/DET battle/NOUN of/ADP Oslo/PROPN | Oslo=GPE",
        "a/DET pipeline/NOUN to/ADP Norway/PROPN | Norway=GPE",
        "In/ADP Syracuse/PROPN ~,/PUNCT N.Y./PROPN ~,/PUNCT it/PRON rained/VERB | Syracuse=GPE",
        "Texas/PROPN attorneys/NOUN paid/VERB $/SYM 90/NUM | Texas=GPE",
        "H-2A/PROPN workers/NOUN left/VERB Norway/PROPN | Norway=GPE",
        "films/NOUN that/PRON portray/VERB Norway/PROPN | Norway=GPE",
        "Zorp/PROPN is/AUX a/DET lake/NOUN in/ADP Norway/PROPN | Norway=GPE",
        "~Ohio/PROPN ~'s/PART Sierra/PROPN Nevada/PROPN foothills/NOUN | Ohio=GPE, Nevada=GPE",
    ],
)
def test_what_other_regions_do_not_have_keeps_the_text(line):
    assert out(line) == parse(line).text


def test_republics_become_republics():
    for region in ("africa", "middle-east", "asia", "europe"):
        swapped = stand_ins(region)
        assert all(land.name.lower() not in MONARCHIES for low, land in swapped.items() if low not in MONARCHIES)


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("in/ADP southern/ADJ Peru/PROPN yesterday/NOUN | Peru=GPE", "in southern {} yesterday"),
        ("in/ADP northern/ADJ Peru/PROPN close/ADJ to/ADP it/PRON | Peru=GPE", "in northern {} close to it"),
    ],
)
def test_a_country_behind_a_direction_stays_a_noun(line, kept):
    assert out(line) == kept.format(stand_ins("africa")["peru"].name)


def test_token_lists_keep_their_tokens():
    assert out("in/ADP Oslo/PROPN | Oslo=GPE", tokens=True) != "in Oslo"
    for line in ("in/ADP New/PROPN York/PROPN | New York=GPE", "in/ADP the/DET United/PROPN States/PROPN"):
        assert out(line, tokens=True) == parse(line).text and out(line) != parse(line).text


def test_protected_places_keep_the_text():
    line = "Paris/PROPN is/AUX Paris/PROPN and/CCONJ Rome/PROPN | Paris=GPE, Rome=GPE"
    assert out(line) != parse(line).text
    assert out(line, protected=[(0, 5)]) == out(line, protect=protection(["paris"], defaults=False)) == parse(line).text


def test_two_places_never_become_one():
    pool = len({nation.name for nation in stand_ins("oceania").values()})
    lands = [n.name for n in nations().values() if n.region == "africa" and n.is_plain]
    assert len(lands) > pool
    line = " ~,/PUNCT ".join(f"{name}/PROPN" for name in lands) + " won/VERB | " + ", ".join(f"{n}=GPE" for n in lands)
    assert out(line, "oceania") == parse(line).text


def test_a_tree_stays_a_tree_without_the_article():
    line = "We/PRON/PRP left/VERB/VBD the/DET/DT U.S./PROPN/NNP ~./PUNCT/. | U.S.=GPE"
    sentence = parse(line).joined()
    row = {"tokens": [sentence.words], "heads": [[2, 0, 4, 2, 2]]}
    row["deprels"] = [["nsubj", "root", "det", "obj", "punct"]]
    start, end = [t.start for t in sentence.annotation.tokens], [t.end for t in sentence.annotation.tokens]
    row["tokens__ann"] = [
        {
            "layers": "ent,pos",
            "start": start,
            "end": end,
            "token": sentence.words,
            "pos": sentence.upos,
            "tag": [],
            "lemma": [],
            "dep": [],
            "head": [],
            "sent": [],
            "ent_start": [start[3]],
            "ent_end": [end[3]],
            "ent_label": ["GPE"],
        }
    ]
    new = hr.Perturb("swap-region", hr.task("parsing"))(row)
    assert place(new["tokens"][0][2]).region == "africa" and len(new["tokens"][0]) == 4
    assert new["heads"] == [[2, 0, 2, 2]] and new["deprels"] == [["nsubj", "root", "obj", "punct"]]


def test_other_names_mean_listed_places():
    assert all(not low or low in places() for low in place_names().values())
    assert place_names()["holland"] == "netherlands" and place_names()["latin america"] == ""


def test_an_article_that_is_protected_stays():
    document = doc(parse("in/ADP the/DET UK/PROPN"), protected=[(3, 6)])
    mention = PlaceUnit(7, 9, "uk", "united kingdom", "country", "", True, True, False)
    assert [edit[:3] for edit in place_edit(document, mention, "Mali")] == [(7, 9, "Mali")]


def test_nations_are_listed_places_and_have_stand_ins():
    for low, nation in nations().items():
        assert place(low).group == "countries" and all(place(c)[1:] == ("cities", nation.region) for c in nation.cities)
    for to in REGIONS:
        assert all(new.region == to and new.is_plain for new in stand_ins(to).values()), to


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("He/PRON slept/VERB in/ADP london/PROPN | london=GPE", "He slept in nairobi"),
        ("Bradford/PROPN 22/NUM 5/NUM 6/NUM 11/NUM", "{} 22 5 6 11"),
        (
            "Dutch/ADJ Lawmakers/PROPN Accuse/PROPN Cabinet/PROPN Again/PROPN (/PUNCT ~AP/PROPN ~)/PUNCT",
            "Ugandan Lawmakers Accuse Cabinet Again (AP)",
        ),
        ("born/VERB in/ADP Fort/PROPN Wayne/PROPN Indiana/PROPN | Fort Wayne=GPE, Indiana=GPE", "born in {}"),
        (
            "moths/NOUN of/ADP western/ADJ Asia/PROPN ~,/PUNCT as/ADP in/ADP Japan/PROPN | Asia=LOC, Japan=GPE",
            "moths of western Africa, as in Libya",
        ),
        (
            "Zorp/PROPN Loses/VERB CHICAGO/PROPN (/PUNCT ~Reuters/PROPN ~)/PUNCT -/PUNCT Kraft/PROPN Inc./PROPN"
            " lost/VERB dollars/NOUN | CHICAGO=GPE",
            "Zorp Loses KANO (Reuters) - Kraft Inc. lost dollars",
        ),
    ],
)
def test_places_with_a_sign_of_their_own_move(line, expected):
    changed = out(line)
    if "{}" in expected:
        start, end = expected.split("{}")
        assert changed != parse(line).text and changed.startswith(start) and changed.endswith(end)
    else:
        assert changed == expected


def test_a_city_and_its_area_become_a_listed_pair():
    seats = lexicon("more_places")["seats"]
    listed = {area for areas in lexicon("more_places")["provinces"].values() for area in areas}
    assert seats.keys() <= listed
    city, area = out("born/VERB in/ADP Hartford/PROPN Connecticut/PROPN | Hartford=GPE, Connecticut=GPE").split()[2:]
    assert seats[area] == city


@pytest.mark.parametrize(
    "line",
    [
        "a/DET village/NOUN in/ADP the/DET state/NOUN of/ADP Kerala/PROPN in/ADP India/PROPN | Kerala=GPE, India=GPE",
        'she/PRON saw/VERB "/PUNCT ~The/DET Americans/PROPN ~"/PUNCT | Americans=NORP',
        "games/NOUN of/ADP the/DET Far/PROPN East/PROPN in/ADP Japan/PROPN | Japan=GPE",
        "New/PROPN York/PROPN Central/PROPN runs/VERB trains/NOUN | New York=GPE",
    ],
)
def test_levels_and_companies_of_one_country_stay(line):
    assert out(line) == parse(line).text
