"""Transformations of Winograd schemas."""

import re

import pytest

import hf_robust as hr
from hf_robust.core.errors import NotApplicable, UsageError
from hf_robust.transforms.transformation_registry import transformations


def schema(text, pronoun, *candidates, label=0):
    """A row whose candidates stand in the text; the pronoun is the last word of its kind."""
    parts = [{"text": name, "start": text.index(name), "end": text.index(name) + len(name)} for name in candidates]
    found = list(re.finditer(rf"(?<!\w){re.escape(pronoun)}(?!\w)", text))[-1]
    place = {"text": pronoun, "start": found.start(), "end": found.end()}
    return {"text": text, "pronoun": place, "candidates": parts, "label": label}


def changed(name, row, seed=0, **options):
    """The row after a transformation; all parts stand where they say."""
    new = transformations.get(name)(**options).preview_row(row, "winograd-schema", seed=seed)
    assert hr.task("winograd-schema").fault(new) is None
    return new


def right(row):
    return row["candidates"][row["label"]]["text"]


ANNA = schema("Anna lent Julia's map to nobody, since Anna knew that she was lost.", "she", "Anna", "Julia")


def test_names_trade_places_wherever_they_stand():
    new = changed("swap-names", ANNA)
    assert new["text"] == "Julia lent Anna's map to nobody, since Julia knew that she was lost."
    assert (right(ANNA), right(new)) == ("Anna", "Julia")


def test_new_names_have_the_same_gender_and_differ_from_all_words():
    found = {changed("swap-names", ANNA, seed, how="new")["text"] for seed in range(4)}
    assert len(found) > 1
    for text in found:
        assert "Anna" not in text and "Julia" not in text
        first, second = text.split()[0], text.split()[2].removesuffix("'s")
        assert first != second and text.count(first) == 2
    with pytest.raises(UsageError, match="how"):
        transformations.get("swap-names")(how="both")


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (schema("Anna helped Peter because she was kind.", "she", "Anna", "Peter"), "different genders"),
        (schema("Anna helped Julia because he was kind.", "he", "Anna", "Julia"), "do not have the gender of 'he'"),
        (schema("The glim helped Julia because she was kind.", "she", "The glim", "Julia"), "no other nouns are known"),
        (schema("Anna Berg helped Julia because Anna knew that she hoped.", "she", "Anna", "Julia"), "longer name"),
        (schema("Aunt Anna helped Julia because she was kind.", "she", "Anna", "Julia"), "longer name"),
    ],
)
def test_names_that_cannot_trade_places_are_left(row, reason):
    with pytest.raises(NotApplicable, match=reason):
        changed("swap-names", row)


def test_names_of_candidates_that_are_not_in_the_text_are_left():
    row = {**ANNA, "candidates": [ANNA["candidates"][0], {"text": "Julia's cat", "start": -1, "end": -1}]}
    for name in ("swap-names", "swap-candidate-gender", "switch-voice", "insert-relative-clause"):
        with pytest.raises(NotApplicable):
            changed(name, row)


def test_gender_of_all_people_changes_at_once():
    row = schema("Peter thanked Henry because he had lent him his car.", "he", "Peter", "Henry", label=1)
    new = changed("swap-candidate-gender", row)
    assert new["text"].endswith(" because she had lent her her car.")
    assert new["pronoun"]["text"] == "she" and right(new) == new["text"].split()[2] != "Henry"
    row = schema("The man greeted the nurse because he was polite.", "he", "The man", "the nurse")
    assert changed("swap-candidate-gender", row)["text"] == "The woman greeted the nurse because she was polite."


def test_names_of_both_genders_change_with_the_others():
    row = schema("Kelly praised Henry because he sang.", "he", "Kelly", "Henry")
    first, second = (one["text"] for one in changed("swap-candidate-gender", row)["candidates"])
    assert {first, second}.isdisjoint({"Kelly", "Henry"})


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (schema("Peter praised Jimbolo because he sang.", "he", "Peter", "Jimbolo"), "gender of 'Jimbolo'"),
        (schema("Peter praised Henry in front of Paul as he sang.", "he", "Peter", "Henry"), "'Paul' may be another"),
        (schema("Peter praised Henry as he met his mother.", "he", "Peter", "Henry"), "already female"),
        (schema("The cup hit the lid because it fell.", "it", "The cup", "the lid"), "shows a gender"),
    ],
)
def test_gender_that_cannot_change_as_a_whole_is_left(row, reason):
    with pytest.raises(NotApplicable, match=reason):
        changed("swap-candidate-gender", row)


@pytest.mark.parametrize(
    ("active", "passive", "pronoun", "candidates"),
    [
        ("The cat chased the dogs as it was afraid.", "The dogs were chased by the cat as it was afraid.", "it", None),
        ("Anna sees Julia because she waits.", "Julia is seen by Anna because she waits.", "she", ("Anna", "Julia")),
        (
            "The wolves ate the cow because it was slow.",
            "The cow was eaten by the wolves because it was slow.",
            "it",
            (),
        ),
        ("The fish ate the worm. [MASK] was small.", "The worm was eaten by the fish. [MASK] was small.", "[MASK]", ()),
    ],
)
def test_voice_is_switched_there_and_back(active, passive, pronoun, candidates):
    subject, obj = candidates or re.match(r"(\w+ \w+) \w+ (the \w+)", active).groups()
    row = schema(active, pronoun, subject, obj, label=1)
    new = changed("switch-voice", row)
    assert new["text"] == passive
    assert [one["text"].lower() for one in new["candidates"]] == [subject.lower(), obj.lower()]
    back = changed("switch-voice", new)
    assert (back["text"], back["candidates"], back["label"]) == (active, row["candidates"], 1)


def test_a_plain_word_beside_a_name_is_a_name():
    new = changed("switch-voice", schema("Apple sued Henry because he lied.", "he", "Apple", "Henry"))
    assert new["text"] == "Henry was sued by Apple because he lied."


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (schema("Peter asked Henry to leave because he was ill.", "he", "Peter", "Henry"), "more parts"),
        (schema("Peter hit Henry and ran because he was ill.", "he", "Peter", "Henry"), "same subject"),
        (schema("Peter met Henry because he was ill.", "he", "Peter", "Henry"), "no passive"),
        (schema("Peter saw his brother because he was ill.", "he", "Peter", "his brother"), "leans on the first"),
        (schema("Peter hit Henry but he did not cry.", "he", "Peter", "Henry"), "taken for the new subject"),
        (schema("Peter hit Henry because he wanted to.", "he", "Peter", "Henry"), "left out"),
        (schema("Monkeys hate snakes because they bite.", "they", "Monkeys", "snakes"), "plain word"),
        (schema("Peter hit Henry because he hated himself.", "he", "Peter", "Henry"), "himself"),
        (schema("Peter looked at Henry because he sang.", "he", "Peter", "Henry"), "not stand between"),
    ],
)
def test_clauses_that_would_say_something_else_are_left(row, reason):
    with pytest.raises(NotApplicable, match=reason):
        changed("switch-voice", row)


def test_clauses_agree_with_what_they_follow():
    things = schema("The ships passed the boat because it was slow.", "it", "The ships", "the boat", label=1)
    texts = {changed("insert-relative-clause", things, seed)["text"] for seed in range(12)}
    assert len(texts) > 3
    assert all(re.search(r"(The ships, which (were|have)|the boat, which (was|has)) [a-z ]+,", text) for text in texts)
    row = schema("The judge saw Peter after he slept.", "he", "The judge", "Peter")
    people = {changed("insert-relative-clause", row, seed)["text"] for seed in range(12)}
    assert all(", who " in text and text.count(",") == 2 for text in people)


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (schema("A cup hit a lid because it was old.", "it", "A cup", "a lid"), "not sure"),
        (schema("The team saw the army as they left.", "they", "The team", "the army"), "not sure"),
        (schema("The cup stood beside the lamp. He broke it.", "He", "The cup", "the lamp"), "not what 'he' means"),
    ],
)
def test_clauses_that_fit_no_candidate_are_left(row, reason):
    with pytest.raises(NotApplicable, match=reason):
        changed("insert-relative-clause", row)


def test_no_clause_parts_what_belongs_together():
    row = schema("Peter gave Henry a book because he was kind.", "he", "Peter", "Henry")
    texts = {changed("insert-relative-clause", row, seed)["text"] for seed in range(8)}
    assert all(text.startswith("Peter, who ") for text in texts)


@pytest.mark.parametrize(
    ("text", "candidates"),
    [
        ("The engineer told the client that [MASK] was late.", ["The engineer", "the client"]),
        ("A dog chased the cat until [MASK] got tired.", ["A dog", "the cat"]),
        ("The lawyers called the teacher after [MASK] won.", ["The lawyers", "the teacher"]),
    ],
)
def test_nouns_become_other_nouns_of_their_role_and_masks_stay(text, candidates):
    places = [{"text": one, "start": text.index(one), "end": text.index(one) + len(one)} for one in candidates]
    mask = text.index("[MASK]")
    given = {
        "text": text,
        "pronoun": {"text": "[MASK]", "start": mask, "end": mask + 6},
        "candidates": places,
        "label": 1,
    }
    made = transformations.get("swap-names")()
    for seed in range(6):
        new = made.preview_row(given, seed=seed)
        assert new["label"] == 1 and new["text"] != text
        assert new["text"][new["pronoun"]["start"] : new["pronoun"]["end"]] == "[MASK]"
        for old, one in zip(candidates, new["candidates"]):
            assert new["text"][one["start"] : one["end"]] == one["text"] != old
            assert one["text"].split()[0].lower() in ("the", "a", "an")


@pytest.mark.parametrize(
    ("text", "new"),
    [
        (
            "The engineer informed the client that [MASK] would need more time.",
            "The client was informed by the engineer that [MASK] would need more time.",
        ),
        (
            "The firefighter rescued the teenager after [MASK] had played with fire.",
            "The teenager was rescued by the firefighter after [MASK] had played with fire.",
        ),
    ],
)
def test_voice_changes_where_the_pronoun_is_a_mask(text, new):
    names = ("The engineer", "the client") if "client" in text else ("The firefighter", "the teenager")
    spots = [{"text": one, "start": text.index(one), "end": text.index(one) + len(one)} for one in names]
    at = text.index("[MASK]")
    row = {"text": text, "pronoun": {"text": "[MASK]", "start": at, "end": at + 6}, "candidates": spots, "label": 0}
    assert transformations.get("switch-voice")().preview_row(row)["text"] == new
