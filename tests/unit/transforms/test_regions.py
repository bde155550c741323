"""Places: one to one, of the same group, and nothing that is no place."""

import pytest
from corpus import doc, parse

import hf_robust as hr
from hf_robust.core.edits import apply
from hf_robust.language.english.places import REGIONS, fits_anywhere, place_edits, place_names, places
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.regions import SwapRegion


def out(line, to="africa", tokens=False, **options):
    document = doc(parse(line), tokens, **options)
    return apply(document.text, SwapRegion(to=to).edits(document, None))


def place(name):
    return places()[name.lower()]


@pytest.mark.parametrize("to", REGIONS)
def test_city_to_city_and_country_to_country_and_area_to_area(to):
    for group in ("cities", "countries", "areas"):
        for region in set(REGIONS) - {to}:
            names = [n for n in lexicon("places")[region][group] if fits_anywhere(place(n)) and " " not in n][:8]
            for name in names:
                new = place(out(f"in/ADP {name}/PROPN | {name}=GPE", to).removeprefix("in "))
                assert (new.group, new.region) == (group, to) and fits_anywhere(new)


@pytest.mark.parametrize("to", REGIONS)
def test_places_of_the_region_stay(to):
    for group in lexicon("places")[to].values():
        for name in group:
            line = " ".join(f"{word}/PROPN" for word in name.split()) + f" | {name}=GPE"
            assert out(line, to) == name


def test_two_places_never_become_one_nor_one_that_is_there():
    names = "London Paris Rome Berlin Madrid Oslo Vienna Lima Tokyo Seoul Boston Chicago Perth Lagos Cairo".split()
    line = " ".join(f"{name}/PROPN ~,/PUNCT" for name in names) + " | " + ", ".join(f"{n}=GPE" for n in names)
    new = out(line).replace(",", "").split()
    assert len(new) == len(set(new)) == 15 and new[-2:] == ["Lagos", "Cairo"]
    assert {place(name).region for name in new} == {"africa"}


def test_more_places_than_the_region_has():
    names = [n for n in lexicon("places")["north-america"]["countries"] if " " not in n and fits_anywhere(place(n))]
    names += ["Chile", "Peru", "Fiji"]
    line = " ".join(f"{name}/PROPN ~,/PUNCT" for name in names) + " | " + ", ".join(f"{n}=GPE" for n in names)
    new = out(line, "middle-east", tokens=True).replace(",", "").split()
    changed = [name for name in new if name not in names]
    assert len(set(new)) == len(names) and 8 <= len(changed) < len(names)
    assert {place(name).region for name in changed} == {"middle-east"}


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
        "Chad/PROPN left/VERB | Chad=PERSON",
        "Washington/PROPN left/VERB | Washington=PERSON",
        "the/DET Bank/PROPN of/ADP America/PROPN",
        "Chicago/PROPN Bulls/PROPN won/VERB",
        "the/DET University/PROPN of/ADP Oslo/PROPN | University of Oslo=ORG",
        "South/PROPN America/PROPN | South America=LOC",
        "One/NUM of/ADP Us/PROPN",
        "a/DET London-based/ADJ firm/NOUN",
        "Paris/PROPN ~-/PUNCT ~Dakar/PROPN | Paris=GPE",
        "Nairobian/ADJ food/NOUN",
        "French/ADJ food/NOUN",
        "in/ADP london/PROPN | london=GPE",
    ],
)
def test_what_is_no_place_stays(line):
    assert out(line, "asia") == parse(line).text


@pytest.mark.parametrize(
    "line",
    [
        "Turkey/PROPN won/VERB | Turkey=GPE",
        "Portugal/ADJ won/VERB | Portugal=GPE",
        "Ghana/PROPN won/VERB | Ghana=PERSON",
        "It/PRON rained/VERB in/ADP Ghana/PROPN today/NOUN",
        "Ghana/PROPN won/VERB | Ghana=ORG",
        "Go/PROPN On/PROPN GHANA/PROPN (/PUNCT",
        "Win/PROPN GHANA/PROPN now/ADV | Win GHANA=PERSON",
        "Ghana's/PROPN team/NOUN",
        "Ghana/PROPN ~--/PUNCT now/ADV",
        "US/PROPN won/VERB | US=GPE",
        "Jordan/PROPN won/VERB | Jordan=GPE",
        "New/PROPN Zealand/PROPN won/VERB",
        "São/PROPN Paulo/PROPN won/VERB | São Paulo=GPE",
        "Bogotá/PROPN won/VERB",
        "The/DET Hague/PROPN won/VERB | Hague=GPE",
    ],
)
def test_places_that_a_context_shows(line):
    new, old = out(line, "oceania" if "Zealand" not in line else "asia"), parse(line).text
    assert new != old and new.split()[-1] == old.split()[-1]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("The/DET U.S./PROPN won/VERB | U.S.=GPE", "{} won"),
        ("in/ADP the/DET U.S./PROPN | U.S.=GPE", "in {}."),
        ("the/DET U.S./PROPN team/NOUN | U.S.=GPE", "the {} team"),
        ("a/DET US/PROPN team/NOUN | US=GPE", "{a} {} team"),
        ("the/DET UK/PROPN ~'s/PART team/NOUN | UK=GPE", "{}'s team"),
        ("the/DET Oslo/PROPN of/ADP old/ADJ | Oslo=GPE", "the {} of old"),
        ("OTHER/ADJ NORWAY/PROPN | NORWAY=GPE", "OTHER {U}"),
        ("an/DET Oslo/PROPN bus/NOUN | Oslo=GPE", "{a} {} bus"),
    ],
)
def test_articles_stops_and_capitals(line, expected):
    for to in ("africa", "asia", "south-america"):
        new = out(line, to)
        found = [p.name for p in places().values() if p.region == to and p.name.lower() in new.lower()]
        name = max(found, key=len)
        shapes = {expected.replace("{a}", a).replace("{U}", name.upper()).replace("{}", name) for a in ("a", "an")}
        assert new in shapes


def test_washington_takes_its_district_along():
    line = "in/ADP Washington/PROPN ~,/PUNCT D.C./PROPN ~,/PUNCT now/ADV | Washington=GPE, D.C.=GPE"
    new = out(line).removeprefix("in ").removesuffix(", now")
    assert place(new)[1:] == ("cities", "africa")
    assert out(line, tokens=True) == "in Washington , D.C. , now"


def test_token_lists_keep_their_tokens():
    names = {"New York": "cities", "Oslo": "cities", "U.S.": "countries", "Rio de Janeiro": "cities"}
    names["Nova Scotia"] = "areas"
    line = " and/CCONJ ".join(" ".join(f"{w}/PROPN" for w in name.split()) for name in names)
    line += " | " + ", ".join(f"{name}=GPE" for name in names)
    for to in set(REGIONS) - {"north-america"}:
        new = out(line, to, tokens=True).split(" and ")
        for (old, group), name in zip(names.items(), new, strict=True):
            assert len(name.split()) == len(old.split())
            assert name == old or place(name)[1:] == (group, to)


def test_protected_places_stay_everywhere():
    line = "Paris/PROPN is/AUX Paris/PROPN and/CCONJ Rome/PROPN | Paris=GPE, Rome=GPE"
    new = out(line, protected=[(0, 5)]).split()
    assert new[:4] == "Paris is Paris and".split() and place(new[4]).region == "africa"
    assert out(line, protect=frozenset({"paris", "rome"})) == parse(line).text


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
    assert [edit[:3] for edit in place_edits(document, 7, 9, "Mali")] == [(7, 9, "Mali")]
