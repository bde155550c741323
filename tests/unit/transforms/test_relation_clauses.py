"""Clauses stand where a clause can, and say nothing of the relation."""

import pytest
from test_relation_entities import row

from hf_robust.core.errors import NotApplicable, UsageError
from hf_robust.language.english.details import details
from hf_robust.language.english.facts import facts_about
from hf_robust.transforms.task_specific.relation_clauses import InsertClause

PLACE = ("PERSON", "CITY")


def inserted(text, types=PLACE, relation="rel", seed=0, **params):
    return InsertClause(**params).preview_row(row(text, types, relation), seed=seed)


@pytest.mark.parametrize("seed", range(6))
def test_only_a_clause_comes_in(seed):
    given = row("[ Jane Austen ] lived in [ Bath ] .", PLACE)
    new = InsertClause().preview_row(given, seed=seed)
    for role in ("subject", "object"):
        assert new["tokens"][new[role][0] : new[role][1] + 1] == given["tokens"][given[role][0] : given[role][1] + 1]
    at = new["tokens"].index(",")
    added = len(new["tokens"]) - len(given["tokens"])
    assert new["tokens"][:at] + new["tokens"][at + added :] == given["tokens"]
    assert new["tokens"][at + 1] in ("who", "which")


def test_before_the_end_mark_no_comma_follows():
    for seed in range(6):
        new = inserted("[ Zorp Quux ] met her in [ Lyon ] .", ("MISC", "CITY"), seed=seed)["tokens"]
        assert new.count(",") == 1 and new[-1] == "."


def test_facts_are_of_the_very_name_and_of_its_type():
    person = {
        " ".join(inserted("[ Marie Curie ] moved to [ Zorp ] .", ("PERSON", ""), seed=s)["tokens"]) for s in range(6)
    }
    clauses = [text.split(" , ")[1].removeprefix("who ") for text in person]
    assert set(clauses) <= set(facts_about("Marie Curie", "person")) and len(set(clauses)) > 1
    new = " ".join(inserted("[ Marie Curie ] moved to [ Zorp ] .", ("ORG", ""), generic=True)["tokens"])
    assert "which" in new and "physicist" not in new


def test_a_fact_names_neither_the_relation_nor_the_other_entity():
    for seed in range(8):
        new = inserted("[ zorp ] visited [ Paris ] and left France .", ("", "CITY"), "capital_of", seed)["tokens"]
        assert not {"capital"} & set(new) and new.count("France") == 1


@pytest.mark.parametrize(
    ("text", "types", "clause"),
    [
        ("[ Zorp ] visited [ Houston ] .", ("", "CITY"), "which is a city in the United States"),
        ("[ Zorp ] left [ Quux Corp. ] .", ("", "ORG"), "which is a company"),
        ("[ Zorp ] bought a [ violin ] .", ("", ""), "which is a kind of instrument"),
        ("[ Zorp ] met [ Aamir Khan ] .", ("", "PERSON"), "who worked as an actor"),
    ],
)
def test_what_is_known_by_the_type(text, types, clause):
    assert clause in " ".join(inserted(text, types, details=False)["tokens"])


def test_of_what_nothing_is_known_is_said_only_on_demand():
    with pytest.raises(NotApplicable, match="nothing is known of the object|neither a common noun"):
        inserted("[ zorp ] met [ Xqwz Qux ] .", ("", "PERSON"), details=False)
    new = " ".join(inserted("[ zorp ] met [ Xqwz Qux ] .", ("", "PERSON"), details=False, generic=True)["tokens"])
    assert ", who " in new


def test_a_comma_behind_the_mention_closes_the_clause():
    new = " ".join(inserted("In [ Kenya ] , he met [ Zorp ] .", ("COUNTRY", ""))["tokens"])
    assert new.startswith("In Kenya , which") and new.endswith(" , he met Zorp .") and new.count(",") == 2


def test_without_facts_nothing_is_said_of_the_world():
    new = " ".join(inserted("[ Marie Curie ] moved to [ Zorp ] .", ("PERSON", ""), facts=False)["tokens"])
    assert any(word in new for word in ("mentioned", "introduced", "described"))


@pytest.mark.parametrize(
    "text",
    [
        "[ Anna Berg ] 's brother left [ Lyon ] 's center .",
        "[ Anna Berg ] , 45 , likes [ Lyon ] , France .",
        "Both [ Anna Berg ] and Eva saw the [ Lyon ] train .",
    ],
)
def test_no_clause_where_none_can_stand(text):
    with pytest.raises(NotApplicable, match="no clause can follow the (subject|object)"):
        inserted(text)


def test_common_nouns_only_where_they_are_known_to_the_reader():
    new = inserted("The [ wisdom ] fell into the [ abyss ] .", ("", ""), details=False, generic=True)
    assert "which" in new["tokens"]
    with pytest.raises(NotApplicable, match="nothing is known|neither a common noun"):
        inserted("[ Zorp ] gave [ lamp ] .", ("", ""))


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("They put the [ zorp ] into old [ bottles ] .", "bottles , which are a kind of container ."),
        ("The [ chef ] made [ wine ] .", "wine , which is a kind of drink ."),
        ("The [ chef ] cooked the [ meal ] and served it .", "meal , which is a kind of food , and served it ."),
    ],
)
def test_common_nouns_get_their_kind(text, clause):
    assert " ".join(inserted(text, ("", ""), details=False)["tokens"]).endswith(clause)


@pytest.mark.parametrize(
    ("text", "types", "start", "kind", "tag"),
    [
        ("[ Zorp ] met [ Xqwz Qux ] .", ("", "PERSON"), "Zorp met Xqwz Qux , who ", "person", "VBD"),
        ("[ Zorp ] meets [ Xqwz Qux ] .", ("", "PERSON"), "Zorp meets Xqwz Qux , who ", "person", "VBZ"),
        ("[ Anna Berg ] of Oslo met [ Zorp ] .", ("PERSON", ""), "Anna Berg of Oslo , who ", "person", "VBD"),
        ("[ Zorp ] saw the [ Xqwz River ] .", ("", "LOC"), "Zorp saw the Xqwz River , which ", "water", "VBZ"),
        ("[ Zorp ] thanked the [ student ] .", ("", ""), "Zorp thanked the student , who ", "someone", "VBD"),
    ],
)
def test_an_unknown_entity_gets_a_detail_of_its_type(text, types, start, kind, tag):
    new = " ".join(inserted(text, types)["tokens"])
    assert new.startswith(start)
    assert new.removeprefix(start).removesuffix(" .").partition(" , ")[0] in details(kind, tag)


@pytest.mark.parametrize("text", ["[ Zorp ] is a [ tenor ] .", "[ Zorp ] saw no [ student ] ."])
def test_no_detail_of_a_noun_that_names_no_certain_thing(text):
    with pytest.raises(NotApplicable):
        inserted(text, ("", ""))


def test_a_heading_gets_none():
    with pytest.raises(NotApplicable, match="no clause of its own"):
        inserted("[ Anna Berg ] in [ Lyon ] .")


def test_facts_are_switched_by_true_and_false():
    with pytest.raises(UsageError, match="facts must be True or False"):
        InsertClause(facts="no")
    with pytest.raises(UsageError, match="details must be True or False"):
        InsertClause(details=1)
    with pytest.raises(UsageError, match="generic must be True or False"):
        InsertClause(generic="no")


def test_plain_texts():
    given = {"tokens": "Anna Berg sleeps in Lyon.", "subject": [0, 9], "object": [20, 24], "relation": "x"}
    new = InsertClause().preview_row({**given, "subject_type": "PERSON", "object_type": "CITY"})
    for role in ("subject", "object"):
        start, end = new[role]
        assert new["tokens"][start:end] == given["tokens"][given[role][0] : given[role][1]]
    assert " ," not in new["tokens"]
