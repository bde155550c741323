"""Adjuncts that go and clauses that come: the tree stays one tree, punctuation and capitals fit."""

import pytest

import hf_robust as hr
from hf_robust.core.errors import NotApplicable, UsageError
from hf_robust.core.head_edits import check_heads
from hf_robust.language.english.tree_spans import apart_subtrees, kind_of_name, names
from hf_robust.transforms.transformation_registry import transformations


def tree(text):
    """``word/head/deprel ...`` as a row."""
    parts = [word.rsplit("/", 2) for word in text.split()]
    tokens, heads, deprels = zip(*parts, strict=True)
    return {"tokens": list(tokens), "heads": [int(head) for head in heads], "deprels": list(deprels)}


def change(name, text, seed=0, **params):
    return transformations.get(name)(**params).preview_row(tree(text), seed=seed)


APPOSITION = "Ann/7/nsubj ,/4/punct my/4/nmod:poss aunt/1/appos ,/4/punct has/7/aux left/0/root us/7/obj ./7/punct"
FIRST = "In/2/case May/5/obl ,/2/punct people/5/nsubj travel/0/root a/7/det lot/5/obl ./5/punct"
LAST = "He/2/nsubj left/0/root the/4/det house/2/obj ,/6/punct singing/2/advcl ./2/punct"
BRACKETS = "The/2/det man/7/nsubj (/5/punct a/5/det cook/2/appos )/5/punct came/0/root home/7/advmod ./7/punct"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (APPOSITION, "Ann has left us ."),
        (FIRST, "People travel a lot ."),
        (LAST, "He left the house ."),
        (BRACKETS, "The man came home ."),
    ],
)
def test_adjuncts_go_with_their_punctuation(text, expected):
    new = change("delete-subtree", text)
    assert " ".join(new["tokens"]) == expected
    check_heads(new["heads"])
    old = tree(text)
    heads = {word: head and old["tokens"][head - 1] for word, head in zip(old["tokens"], old["heads"], strict=True)}
    for word, head in zip(new["tokens"], new["heads"], strict=True):
        if word in heads:
            assert (head and new["tokens"][head - 1].lower()) == (heads[word] and heads[word].lower())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Please/2/discourse send/0/root us/2/iobj the/6/det new/6/amod file/2/obj ./2/punct",
         "Send us the new file ."),
        ("He/2/nsubj sold/0/root cups/2/obj ,/5/punct plates/3/conj and/7/cc pans/3/conj there/2/advmod ./2/punct",
         "He sold cups and pans there ."),
        ("We/2/nsubj lived/0/root near/5/case the/5/det sea/2/obl for/8/case ten/8/nummod years/2/obl ./2/punct",
         "We lived near the sea ."),
        ("She/2/nsubj has/0/root a/6/det very/5/advmod bright/6/amod aunt/2/obj there/2/advmod ./2/punct",
         "She has a bright aunt there ."),
        ("She/3/nsubj just/3/advmod moved/0/root the/5/det house/3/obj ./3/punct", "She moved the house ."),
    ],
)  # fmt: skip
def test_adjuncts_without_marks_go(text, expected):
    new = change("delete-subtree", text)
    assert " ".join(new["tokens"]) == expected
    check_heads(new["heads"])


@pytest.mark.parametrize(
    "text",
    [
        "He/2/nsubj sold/0/root both/2/obj cups/3/appos ,/6/punct plates/4/conj and/8/cc pans/4/conj ./2/punct",
        "She/2/nsubj has/0/root a/6/det very/5/advmod old/6/amod aunt/2/obj there/2/advmod ./2/punct",  # "a old"
        "She/6/nsubj is/6/cop not/6/advmod so/6/advmod very/6/advmod kind/0/root to/8/case us/6/obl ./6/punct",
        "He/2/nsubj left/0/root the/4/det house/2/obj ./2/punct",  # nothing stands apart
        "Singing/5/advcl ,/1/punct go/5/aux you/5/nsubj now/0/root",  # no sentence would be left
        "Ann/7/nsubj ,/4/punct my/4/det aunt/1/conj ,/4/punct has/7/aux left/0/root us/7/obj ./7/punct",  # a list
        "If/3/mark it/3/nsubj rains/7/advcl ,/3/punct then/7/advmod we/7/nsubj go/0/root home/7/advmod now/7/advmod",
    ],
)
def test_what_must_stay_stays(text):
    with pytest.raises(NotApplicable, match="no adjunct"):
        change("delete-subtree", text)


def test_a_comma_that_ends_a_clause_stays():
    text = (
        "When/3/advmod I/3/nsubj met/11/advcl Ann/3/obj ,/7/punct my/7/nmod:poss aunt/4/appos ,/3/punct "
        "she/11/nsubj was/11/cop happy/0/root as/13/case ever/11/obl ./11/punct"
    )
    found = (" ".join(change("delete-subtree", text, seed)["tokens"]) for seed in range(8))
    assert "When I met Ann , she was happy as ever ." in found


def test_other_relations_are_refused():
    with pytest.raises(NotApplicable, match="Universal Dependencies"):
        change("delete-subtree", "He/2/nsubj saw/0/root him/2/dobj ./2/punct")


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("text", ["Paris/3/nsubj is/3/cop large/0/root ./3/punct", APPOSITION.replace("us", "Oslo")])
def test_a_clause_comes_with_its_tree(text, seed):
    old, new = tree(text), change("add-subtree", text, seed)
    check_heads(new["heads"])
    assert len({len(new[role]) for role in ("tokens", "heads", "deprels")}) == 1
    assert len(new["tokens"]) > len(old["tokens"]) + 3
    places = [place for place, deprel in enumerate(new["deprels"]) if deprel in ("acl:relcl", "appos")]
    assert any(new["tokens"][new["heads"][place] - 1] in ("Paris", "Oslo", "Ann") for place in places)
    comma = new["tokens"].index(",")
    assert new["deprels"][comma] == "punct"


def test_at_the_end_there_is_one_comma():
    new = change("add-subtree", "They/2/nsubj left/0/root Oslo/2/obj ./2/punct")
    assert new["tokens"][-1] == "." and new["tokens"][-2] != "," and new["tokens"].count(",") == 1


def test_forms_and_subtypes():
    text = "Paris/3/nsubj is/3/cop large/0/root ./3/punct"
    apposition = change("add-subtree", text, form="apposition")
    assert "appos" in apposition["deprels"] and "which" not in apposition["tokens"]
    clause = change("add-subtree", text, form="clause", subtypes=False)
    assert clause["tokens"][2] == "which" and not any(":" in deprel for deprel in clause["deprels"])
    with pytest.raises(NotApplicable, match="no noun phrase"):
        change("add-subtree", text.replace("Paris", "Bodo"), form="apposition")
    with pytest.raises(UsageError, match="form"):
        transformations.get("add-subtree")(form="list")


def test_tags_and_numbers_as_text_come_too():
    row = tree("Paris/3/nsubj is/3/cop large/0/root ./3/punct")
    columns = {"tokens": [row["tokens"]], "heads": [list(map(str, row["heads"]))], "deprels": [row["deprels"]]}
    columns["pos_tags"] = [["PROPN", "AUX", "ADJ", "PUNCT"]]
    out = hr.Perturb("add-subtree", hr.task("parsing"), keep="all")(columns)
    assert out["robust"][0]["status"] == "changed"
    assert all(isinstance(head, str) for head in out["heads"][0])
    assert out["pos_tags"][0][1] == "PUNCT" and len(out["pos_tags"][0]) == len(out["tokens"][0])


@pytest.mark.parametrize(
    "text",
    [
        "Bodo/2/nsubj left/0/root ./2/punct",  # nobody knows what it is
        "The/2/det day/3/nsubj left/0/root ./3/punct",  # nothing can be said of a time
        "A/2/det team/3/nsubj left/0/root ./3/punct",  # nothing is known, and nobody has spoken of it
        "On/4/case the/4/det other/4/amod hand/5/obl we/6/nsubj left/0/root ./6/punct",
        "PARIS/3/nsubj IS/3/cop LARGE/0/root ./3/punct",
        "He/2/nsubj left/0/root Oslo/5/nmod:poss 's/3/case day/2/obj ./2/punct",
    ],
)
def test_texts_without_a_name_say_so(text):
    with pytest.raises(NotApplicable, match="no noun phrase|no plain sentence"):
        change("add-subtree", text)


def test_names_and_their_kinds():
    row = tree("In/3/case New/3/compound York/5/obl he/5/nsubj met/0/root Ann/5/obj ./5/punct")
    assert [name.text for name in names(**row)] == ["New York", "Ann"]
    found = [kind_of_name(name) for name in ("Anna", "New York", "Acme Bank", "Monday", "Bank")]
    assert found == ["person", "place", "organisation", None, None]


def test_no_subtree_without_a_subject():
    assert apart_subtrees(**tree("Yes/0/root ,/1/punct my/4/nmod:poss dear/1/vocative ./1/punct")) == []


@pytest.mark.parametrize(
    "text",
    [
        "drugs/7/nsubj that/7/mark ,/7/punct if/5/mark given/7/advcl ,/5/punct would/0/root hurt/7/xcomp us/8/obj "
        "badly/8/advmod ./7/punct",
        "We/2/nsubj know/0/root Ann/2/obj ,/6/punct she/6/nsubj sings/2/parataxis ,/6/punct here/2/advmod "
        "plus/10/cc there/8/conj ./2/punct",
        "We/2/nsubj live/0/root here/2/advmod ,/6/punct who/6/nsubj asks/2/advcl ?/2/punct",
    ],
    ids=["a comma behind that", "a clause lost", "a question lost"],
)
def test_what_would_leave_wrong_marks_stays(text):
    with pytest.raises(NotApplicable):
        change("delete-subtree", text)


@pytest.mark.parametrize("name", ["Helen", "Summer", "Games"])
def test_no_clause_where_neither_who_nor_which_is_sure(name):
    with pytest.raises(NotApplicable):
        change("add-subtree", f"{name}/3/nsubj is/3/cop nice/0/root ./3/punct")


@pytest.mark.parametrize(
    ("text", "who", "verbs"),
    [
        ("The/2/det cat/3/nsubj left/0/root ./3/punct", "which", {"was", "has", "is"}),
        ("My/2/nmod:poss cats/3/nsubj left/0/root ./3/punct", "which", {"were", "have", "are"}),
        ("This/2/det teacher/3/nsubj left/0/root ./3/punct", "who", {"was", "has", "is"}),
        ("These/2/det teachers/3/nsubj left/0/root ./3/punct", "who", {"were", "have", "are"}),
    ],
)
def test_clauses_about_definite_nouns_agree(text, who, verbs):
    for seed in range(8):
        new = change("add-subtree", text, seed, form="clause")
        assert new["tokens"][2:4] == [",", who] and new["tokens"][4] in verbs
        assert new["heads"].count(0) == 1 and new["tokens"][-2:] == ["left", "."]
        assert all(0 <= head <= len(new["tokens"]) for head in new["heads"])


def test_an_indefinite_noun_gets_what_kind_of_thing_it_is():
    for seed in range(8):
        new = change("add-subtree", "A/2/det violin/3/nsubj fell/0/root ./3/punct", seed)
        assert new["tokens"][new["tokens"].index("kind") : new["tokens"].index("kind") + 3] == [
            "kind",
            "of",
            "instrument",
        ]
        assert {"appos", "acl:relcl"} & set(new["deprels"])


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Ann/2/nsubj left/0/root the/4/det man/2/obj who/6/nsubj sang/4/acl:relcl ./2/punct", "Ann left the man ."),
        ("Ann/2/nsubj left/0/root her/4/nmod:poss house/2/obj during/7/case the/7/det war/2/obl ./2/punct",
         "Ann left her house ."),
        ("Ann/2/nsubj left/0/root her/4/nmod:poss house/2/obj because/7/mark she/7/nsubj sang/2/advcl ./2/punct",
         "Ann left her house ."),
        ("Ann/3/nsubj really/3/advmod left/0/root her/5/nmod:poss house/3/obj ./3/punct", "Ann left her house ."),
        ("Maybe/3/advmod we/3/nsubj left/0/root her/5/nmod:poss house/3/obj ./3/punct", "We left her house ."),
        ("Ann/2/nsubj has/0/root a/4/det cat/2/obj and/7/cc a/7/det dog/4/conj ./2/punct", "Ann has a cat ."),
        ("We/2/nsubj left/0/root her/5/nmod:poss old/5/amod house/2/obj "
         ",/9/punct but/9/cc Ann/9/nsubj stayed/2/conj ./2/punct",
         "We left her old house ."),
    ],
)  # fmt: skip
def test_without_commas_clauses_times_and_adverbs_go(text, left):
    new = change("delete-subtree", text)
    assert " ".join(new["tokens"]) == left and new["heads"].count(0) == 1


@pytest.mark.parametrize(
    "text",
    [
        "We/2/nsubj know/0/root those/2/obj who/5/nsubj sang/3/acl:relcl ./2/punct",
        "We/2/nsubj live/0/root near/5/case the/5/det house/2/obl ./2/punct",
        "We/2/nsubj sang/0/root the/6/det most/5/advmod often/6/advmod songs/2/obj ./2/punct",
        "The/2/det cat/6/nsubj and/5/cc the/5/det dog/2/conj left/0/root her/8/det house/6/obj ./6/punct",  # agreement
        "We/2/nsubj chose/0/root between/5/case the/5/det cat/2/obl and/8/cc the/8/det dog/5/conj ./2/punct",
        "We/3/nsubj will/3/aux try/0/root and/5/cc see/3/conj her/7/det house/5/obj ./3/punct",
        "We/2/nsubj sang/0/root songs/2/obj Highly/5/advmod recommend/2/parataxis it/5/obj",  # begins a sentence
        "I/2/nsubj like/0/root the/4/det way/2/obj you/6/nsubj sang/4/acl:relcl it/6/obj ./2/punct",
        "The/3/det only/3/amod people/7/nsubj who/5/nsubj sang/3/acl:relcl it/5/obj left/0/root us/7/obj ./7/punct",
        "So/2/advmod tall/0/root that/5/mark we/5/nsubj sang/2/advcl loud/5/advmod ./2/punct",
    ],
)
def test_what_a_sentence_needs_stays(text):
    with pytest.raises(NotApplicable, match="no adjunct"):
        change("delete-subtree", text)


def test_cycles_are_refused_and_no_gold_is_touched():
    given = {"tokens": ["The", "cat", "left", "."], "heads": [2, 3, 2, 3], "deprels": ["det", "nsubj", "dep", "punct"]}
    for name in ("add-subtree", "delete-subtree"):
        out = hr.Perturb(name, hr.task("parsing"), keep="all")({key: [value] for key, value in given.items()})
        assert out["robust"][0]["status"] == "not_applicable" and out["robust"][0]["reason"]
        assert out["heads"][0] == given["heads"] and out["tokens"][0] == given["tokens"]
