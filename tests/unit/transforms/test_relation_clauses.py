"""Clauses stand where a clause can, and say nothing of the relation."""

import pytest
from test_relation_entities import row

from hf_robust.core.errors import NotApplicable, UsageError
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
    new = " ".join(inserted("[ Marie Curie ] moved to [ Zorp ] .", ("ORG", ""))["tokens"])
    assert "which" in new and "physicist" not in new


@pytest.mark.parametrize("relation", ["per:title", "per:employee_of", "Work_For"])
def test_nothing_is_said_of_what_the_relation_is_about(relation):
    new = " ".join(inserted("[ Marie Curie ] moved to [ Zorp ] .", ("PERSON", ""), relation)["tokens"])
    assert "physicist" not in new and "chemistry" not in new


@pytest.mark.parametrize("relation", ["per:city_of_birth", "Located_In", "place_of_death"])
def test_no_place_is_named_beside_a_relation_to_places(relation):
    for seed in range(4):
        new = inserted("[ zorp ] visited [ Paris ] .", ("", "CITY"), relation, seed)["tokens"]
        assert not {"France", "Seine", "Olympic", "capital"} & set(new)


def test_without_facts_nothing_is_said_of_the_world():
    new = " ".join(inserted("[ Marie Curie ] moved to [ Zorp ] .", ("PERSON", ""), facts=False)["tokens"])
    assert "mentioned" in new or "introduced" in new


@pytest.mark.parametrize(
    "text",
    [
        "[ Anna Berg ] 's brother left [ Lyon ] 's center .",
        "[ Anna Berg ] , 45 , likes [ Lyon ] , France .",
        "[ Anna Berg ] of Oslo saw the [ Lyon ] train .",
    ],
)
def test_no_clause_where_none_can_stand(text):
    with pytest.raises(NotApplicable, match="no clause can follow the (subject|object)"):
        inserted(text)


def test_common_nouns_only_where_they_are_known_to_the_reader():
    new = inserted("The [ lamp ] fell into the [ lake ] .", ("", ""))
    assert "which" in new["tokens"]
    with pytest.raises(NotApplicable, match="neither a name"):
        inserted("A [ lamp ] fell into [ lakes ] .", ("", ""))


def test_a_heading_gets_none():
    with pytest.raises(NotApplicable, match="no clause of its own"):
        inserted("[ Anna Berg ] in [ Lyon ] .")


def test_facts_are_switched_by_true_and_false():
    with pytest.raises(UsageError, match="facts must be True or False"):
        InsertClause(facts="no")


def test_plain_texts():
    given = {"tokens": "Anna Berg sleeps in Lyon.", "subject": [0, 9], "object": [20, 24], "relation": "x"}
    new = InsertClause().preview_row({**given, "subject_type": "PERSON", "object_type": "CITY"})
    for role in ("subject", "object"):
        start, end = new[role]
        assert new["tokens"][start:end] == given["tokens"][given[role][0] : given[role][1]]
    assert " ," not in new["tokens"]
