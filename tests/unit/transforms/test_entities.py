"""Names: consistent, one to one, as long as the old ones."""

import pytest

import hf_robust as hr
from hf_robust.core.doc import Doc, Span
from hf_robust.language.english.places import fits_anywhere, places
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.entities import NamedEntity
from hf_robust.transforms.task_specific.entity_tags import ConcatSentences


def tagged(text, names):
    """Every word is a proper noun; each mention of a name is an entity."""
    doc = Doc.tagged(" ".join(f"{word}/PROPN/NNP" for word in text.split()))
    spans = []
    for name, label in names.items():
        at = -1
        while (at := text.find(name, at + 1)) >= 0:
            spans.append(Span(at, at + len(name), label))
    return Doc(text, annotation=doc._annotation._replace(entities=tuple(sorted(spans))))


def outputs(text, names, **params):
    return [NamedEntity(**params).preview(tagged(text, names), seed=seed) for seed in range(60)]


def test_the_same_name_becomes_the_same_other_name():
    for out in outputs("Oslo beat Oslo and Bergen", {"Oslo": "GPE", "Bergen": "GPE"}):
        one, rest = out.split(" beat ")
        same, other = rest.split(" and ")
        assert one == same != "Oslo" and other not in ("Bergen", one)


def test_two_names_never_become_one():
    names = dict.fromkeys(("Oslo", "Bergen", "Paris", "Rome", "Berlin"), "GPE")
    assert all(len(set(out.split(" , "))) == 5 for out in outputs(" , ".join(names), names))


def test_a_surname_follows_its_person():
    for out in outputs(
        "Anna Smith left and Smith stayed", {"Anna Smith": "PERSON", "Smith stayed": "X", " Smith ": "X"}
    ):
        assert "Anna" not in out
    doc = tagged("Anna Smith met Bob . Smith ran", {"Anna Smith": "PERSON"})
    spans = (*doc.entities, Span(21, 26, "PERSON"))
    doc = Doc(doc.text, annotation=doc._annotation._replace(entities=spans))
    for seed in range(20):
        out = NamedEntity().preview(doc, seed=seed).split()
        assert out[1] == out[5] != "Smith"


def test_names_keep_their_gender_and_length():
    table = lexicon("entities")["PERSON"]
    female, male = set(table["first_female"]), set(table["first_male"])
    only_female, only_male = sorted(female - male)[0], sorted(male - female)[0]
    assert all(out in female - {only_female} for out in outputs(only_female, {only_female: "PERSON"}))
    assert all(out.split()[0] in male for out in outputs(f"{only_male} Qwrtz", {f"{only_male} Qwrtz": "PER"}))
    assert all(len(out.split()) == 2 for out in outputs("New York", {"New York": "GPE"}))
    assert all(len(out.split()) >= 3 for out in outputs("University of Oslo", {"University of Oslo": "ORG"}))


def test_a_country_becomes_a_country():
    countries = {name for region in lexicon("places").values() for name in region["countries"]}
    assert set(outputs("Norway", {"Norway": "GPE"})) <= countries - {"Norway"}


def test_types_case_and_possessive():
    names = {"Anna": "PERSON", "Oslo": "GPE", "Google": "ORG"}
    assert all(
        out.startswith("Anna ") and out.endswith(" Google")
        for out in outputs("Anna Oslo Google", names, types=["place"])
    )
    assert NamedEntity(types="place") == NamedEntity(types=["place"]) == NamedEntity(types=("place",))
    assert all(out.isupper() for out in outputs("NORWAY", {"NORWAY": "GPE"}))
    assert all(out.islower() for out in outputs("oslo", {"oslo": "GPE"}))
    assert all(out.endswith("'s") for out in outputs("Anna's", {"Anna's": "PERSON"}))
    assert outputs("Anna", {"Anna": "DATE"})[0] == "Anna"
    assert outputs("42", {"42": "ORG"})[0] == "42"


def test_titles_and_articles_are_no_part_of_a_name():
    for out in outputs(
        "President Anna Smith left the U.S. and the United States",
        {"President Anna Smith": "PERSON", "the U.S.": "GPE", "United States": "GPE"},
    ):
        title, first, _, rest = out.split(" ", 3)
        one, other = rest.split(" and ")
        assert title == "President" and first != "Anna"
        # "the" goes at the end, where it belonged to the name; both names meant one country
        assert one == f"left the {other}" and places()[other.lower()].group == "countries"
    for out in outputs("the U.S. team", {"U.S.": "GPE"}):
        assert out.startswith("the ") and out.endswith(" team")
    assert outputs("President left", {"President": "PERSON"})[0] == "President left"


def test_no_new_name_needs_an_article():
    for region in lexicon("places").values():
        for group, old in (("countries", "Norway"), ("cities", "Oslo"), ("areas", "Bavaria")):
            named = {name for name in region[group] if not fits_anywhere(places()[name.lower()])}
            assert not named & set(outputs(old, {old: "GPE"}))


def test_what_a_recogniser_gets_wrong():
    # a listed place that it takes for a person, a people, and a word
    assert all(out.lower() in places() for out in outputs("Scandinavia", {"Scandinavia": "PERSON"}))
    assert outputs("Siberian huskies", {"Siberian": "PERSON"})[0] == "Siberian huskies"
    assert outputs("The jettison", {"jettison": "PERSON"})[0] == "The jettison"
    surnames = set(lexicon("entities")["PERSON"]["surnames"])
    assert set(outputs("Washington", {"Washington": "PERSON"})) <= surnames


def test_two_people_never_become_one():
    names = {f"{first} Quux": "PERSON" for first in ("Anna", "Maria", "Emma", "Laura")}
    for out in outputs(" , ".join(names), names):
        assert len({part.split()[0] for part in out.split(" , ")}) == 4


def test_entities_that_overlap_do_no_harm():
    doc = tagged("Anna Smith ran", {"Anna Smith": "PERSON", "Smith": "PERSON"})
    assert NamedEntity().preview(doc).endswith(" ran")


def test_typos_in_every_entity_and_nowhere_else():
    row = {"tokens": ["Anna", "Smith", "left", "Oslo", "."], "ner_tags": ["B-PER", "I-PER", "O", "B-LOC", "O"]}
    out = hr.Perturb("entity-typos", hr.task("named-entity-recognition"), seed=1)({k: [v] for k, v in row.items()})
    (new,) = out["tokens"]
    assert out["ner_tags"] == [row["ner_tags"]] and new[2] == "left" and new[4] == "."
    assert new[3] != "Oslo" and sum(a != b for a, b in zip(new[:2], row["tokens"])) == 1
    assert all(new[n][0] == row["tokens"][n][0] for n in (0, 1, 3))


@pytest.mark.parametrize(("following", "tokens"), [(1, 4), (2, 7), (9, 7)])
def test_joined_rows_bring_their_tags(following, tokens):
    batch = {
        "tokens": [["Hi", "."]],
        "ner_tags": [["O", "O"]],
        "tokens__next": [{"tokens": [["Oslo", "."], ["We", "won", "."]], "tags": [["B-LOC", "O"], ["O"] * 3]}],
    }
    out = hr.Perturb(ConcatSentences(following=following), hr.task("named-entity-recognition"))(batch)
    assert len(out["tokens"][0]) == len(out["ner_tags"][0]) == tokens and out["ner_tags"][0][2] == "B-LOC"
