"""Batched transformations, and words taken in the order of their importance."""

from dataclasses import dataclass

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import MissingResource, NotApplicable, TransformationError, UsageError
from hf_robust.tasks import SENTIMENT
from hf_robust.transforms.base import Batched, Transformation, WordTransformation, in_order, preserves

TASK = hr.task(SENTIMENT)


@dataclass(frozen=True, kw_only=True)
class Shout(Batched, Transformation):
    """Writes the first letter large, for a whole batch at once."""

    name = "shout"
    level = "sentence"
    linguistics = "model"
    effects = preserves(SENTIMENT)
    fails_on: str = ""

    def edits_batch(self, docs, rngs):
        CALLS.append([doc.text for doc in docs])
        assert len(docs) == len(rngs)
        if any(self.fails_on and self.fails_on in doc.text for doc in docs):
            raise RuntimeError("the model gave up")
        return [
            NotApplicable("no letter") if not doc.text[0].isalpha() else [Edit(0, 1, doc.text[0].upper())]
            for doc in docs
        ]


CALLS: list[list[str]] = []


@pytest.fixture(autouse=True)
def no_calls():
    CALLS.clear()


def statuses(rows):
    return [record["status"] for record in rows["robust"]]


def data(*texts, **columns):
    return Dataset.from_dict({"text": list(texts), "label": [0] * len(texts), **columns})


def test_all_rows_of_a_batch_are_handed_over_at_once():
    rows = data("a", "b", "", "3", "d").map(hr.Perturb(Shout(), TASK, keep="all"), batched=True)
    assert CALLS == [["a", "b", "3", "d"]]
    assert rows["text"][:] == ["A", "B", "", "3", "D"]
    assert statuses(rows) == ["changed", "changed", "not_applicable", "not_applicable", "changed"]
    assert rows["robust"][3]["reason"] == "no letter"


def test_one_bad_row_does_not_take_the_others_with_it():
    rows = data("a", "bad", "c").map(hr.Perturb(Shout(fails_on="bad"), TASK, keep="all"), batched=True)
    assert rows["text"][:] == ["A", "bad", "C"]
    assert rows["robust"][1]["reason"] == "RuntimeError: the model gave up"


@dataclass(frozen=True, kw_only=True)
class Draws(Shout):
    """Writes a drawn digit after the text; before some texts it fails."""

    name = "draws"

    def edits_batch(self, docs, rngs):
        digits = [rng.randrange(10**6) for rng in rngs]
        if len(docs) > 1 and any(doc.text == "bad" for doc in docs):
            raise RuntimeError("out of memory")
        return (iter([Edit(len(doc.text), len(doc.text), str(digit))]) for doc, digit in zip(docs, digits))


def test_a_batch_that_fails_does_not_change_the_draws_of_its_rows():
    texts = ["a", "bad", "c"]
    together = hr.Perturb(Draws(), TASK)({"text": texts, "label": [0] * 3})["text"]
    alone = [hr.Perturb(Draws(), TASK)({"text": [text], "label": [0]})["text"][0] for text in texts]
    assert together == alone and len(set(together)) == 3


def test_too_few_answers_are_a_fault_and_none_are_asked_for_nothing():
    class Lazy(Shout):
        def edits_batch(self, docs, rngs):
            CALLS.append(docs)
            return [[]] * (len(docs) - 1)

    with pytest.raises(TransformationError, match="shout gave 0 answers for 1 texts"):
        hr.Perturb(Lazy(), TASK)({"text": ["a", "b"], "label": [0, 1]})
    CALLS.clear()
    assert (
        statuses(hr.Perturb(Lazy(), TASK, keep="all")({"text": ["", " "], "label": [0, 1]})) == ["not_applicable"] * 2
    )
    assert not CALLS


def test_what_the_user_must_know_ends_the_run():
    class Absent(Shout):
        def edits_batch(self, docs, rngs):
            raise MissingResource("the model", "hf download model")

    with pytest.raises(MissingResource, match="hf download"):
        hr.Perturb(Absent(), TASK)({"text": ["a", "b"], "label": [0, 1]})


def test_a_single_text_works_too():
    assert Shout().preview("word") == "Word"
    with pytest.raises(NotApplicable, match="no letter"):
        Shout().preview("3 words")


def test_a_later_stage_sees_what_the_batched_one_wrote():
    rows = data("big dog").map(
        hr.Perturb([Shout(), {"name": "word-case", "case": "lower"}], TASK, keep="all"), batched=True
    )
    assert rows["text"][:] == ["big dog"] and statuses(rows) == ["unchanged"]


# --- importance


def ranked(text: str, *words: str) -> dict[str, list]:
    starts = [text.index(word) for word in words]
    ends = [start + len(word) for start, word in zip(starts, words)]
    return {"start": starts, "end": ends, "weight": [1.0 / (place + 1) for place in range(len(words))]}


TEXT = "The actors carry a simple story with wonderful charm"


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_most_important_words_are_taken(count):
    order = ("wonderful", "simple", "charm")
    rows = data(TEXT, text__importance=[ranked(TEXT, *order)])
    found = rows.map(hr.Perturb("typos", TASK, choose="important", count=count), batched=True)
    assert sorted(e["before"] for e in found[0]["robust"]["edits"]) == sorted(order[:count])
    assert "text__importance" not in found.column_names


def test_a_word_that_cannot_be_changed_is_passed_over():
    rows = data(TEXT, text__importance=[ranked(TEXT, "a", "story")])
    found = rows.map(hr.Perturb("keyboard", TASK, choose="important", count=1), batched=True)
    assert [e["before"] for e in found[0]["robust"]["edits"]] == ["story"]


def test_fewer_ranked_words_than_asked_is_not_applicable():
    rows = data(TEXT, TEXT + ".", text__importance=[ranked(TEXT, "simple"), {"start": [], "end": [], "weight": []}])
    found = rows.map(hr.Perturb("typos", TASK, choose="important", count=2, keep="all"), batched=True)
    assert statuses(found) == ["not_applicable"] * 2
    assert found["robust"][1]["reason"] == "no word of the text has an importance score"


def test_a_later_stage_finds_the_words_where_they_are_then():
    rows = data(TEXT, text__importance=[ranked(TEXT, "wonderful", "charm")])
    chain = [{"name": "append-irrelevant", "place": "start"}, {"name": "typos", "count": 2, "choose": "important"}]
    record = rows.map(hr.Perturb(chain, TASK), batched=True)[0]["robust"]
    assert sorted(e["before"] for e in record["edits"] if e["stage"] == 1) == ["charm", "wonderful"]


def test_without_the_column_the_error_says_what_to_do():
    with pytest.raises(UsageError, match="WordImportance"):
        hr.Perturb("typos", TASK, choose="important", count=1)({"text": ["a long word"], "label": [0]})
    with pytest.raises(UsageError, match="choose must be one of random, important"):
        hr.Perturb("typos", TASK, choose="best")


# --- words


@dataclass(frozen=True, kw_only=True)
class Drop(WordTransformation):
    """Takes words away with the space behind them, or before the last."""

    name = "drop"
    level = "word"
    linguistics = "morphology"
    effects = preserves(SENTIMENT)
    skips_stop_words = True

    def edit_at(self, doc: Doc, start: int, end: int, rng) -> Edit:
        return Edit(start, end + 1, "") if end < len(doc.text) else Edit(start - 1, end, "")


def test_two_deletions_never_take_the_same_space():
    assert Drop(count=2).preview("bright films") == ""
    assert Drop(count=2).preview("the bright films") == "the "
    assert in_order([Edit(3, 8, ""), Edit(0, 4, "")]) == [Edit(0, 4, ""), Edit(4, 8, "")]


def test_stop_words_are_never_chosen():
    with pytest.raises(NotApplicable, match="fewer than 1 words"):
        Drop(count=1).preview("it was the one that he had")
    assert Drop(count=1).preview("it was the film that he had") == "it was the that he had"


ASPECTS = [
    {
        "term": "food",
        "start": 4,
        "end": 8,
        "polarity": "positive",
        "opinions": [{"text": "good", "start": 13, "end": 17}],
    },
    {"term": "service", "start": 22, "end": 29, "polarity": "negative", "opinions": None},
]


@pytest.mark.parametrize("kind", ["numpy", "torch", "pandas", "arrow"])
def test_nested_columns_in_every_format(kind):
    rows = Dataset.from_list(
        [{"text": "The food was good but service bad.", "aspects": ASPECTS}, {"text": "A nice place", "aspects": []}]
    )
    perturb = hr.Perturb("typos", hr.task("absa"), keep="all")
    expected = [(row["text"], row["aspects"], row["robust"]["edits"]) for row in rows.map(perturb, batched=True)]
    found = rows.with_format(kind).map(perturb, batched=True).with_format(None)
    assert [(row["text"], row["aspects"], row["robust"]["edits"]) for row in found] == expected
    stream = rows.to_iterable_dataset().with_format(kind).map(perturb, batched=True).with_format(None)
    assert [(row["text"], row["aspects"]) for row in stream] == [row[:2] for row in expected]


@pytest.mark.parametrize("kind", ["numpy", "torch", "pandas"])
def test_annotation_in_every_format(kind):
    rows = hr.annotate(data("The film is great.", "It was what they play."), TASK, {"pos", "lemma", "dep"})
    perturb = hr.Perturb("tense", TASK, keep="all")
    expected = rows.map(perturb, batched=True)
    found = rows.with_format(kind).map(perturb, batched=True).with_format(None)
    assert found["text"][:] == expected["text"][:] and "changed" in statuses(found)


def test_rows_without_gold_labels_are_not_applicable():
    tagged = Dataset.from_dict({"tokens": [["From", "Oslo"]] * 2, "ner_tags": [None, ["O", "B-LOC"]]})
    asked = Dataset.from_dict(
        {
            "context": ["Here it is."] * 2,
            "question": ["where"] * 2,
            "answers": [None, {"text": ["it"], "answer_start": [5]}],
        }
    )
    tree = Dataset.from_dict({"tokens": [["a", "b"]] * 2, "heads": [None, [0, 1]], "deprels": [["root", "dep"]] * 2})
    for rows, task, reason in (
        (tagged, "ner", "the row has no tags"),
        (asked, "qa", "the row has no answers"),
        (tree, "parsing", "the row has no tree"),
    ):
        found = rows.map(hr.Perturb("word-case", hr.task(task), keep="all"), batched=True)["robust"][:]
        assert [record["status"] for record in found] == ["not_applicable", "changed"]
        assert found[0]["reason"] == reason


def test_a_tree_without_parts_of_speech():
    rows = {
        "tokens": [["Here", "they", "are"]] * 2,
        "heads": [[3, 3, 0]] * 2,
        "deprels": [["advmod", "nsubj", "root"]] * 2,
    }
    data = Dataset.from_dict({**rows, "pos_tags": [["ADV", "PRON", "AUX"], None]})
    found = data.map(hr.Perturb("punctuation", hr.task("parsing"), keep="all"), batched=True)
    assert statuses(found) == ["changed"] * 2
    assert len(found["pos_tags"][0]) == len(found["tokens"][0]) and found["pos_tags"][1] is None


def test_a_list_with_something_else_than_texts():
    with pytest.raises(UsageError, match="expected a list of texts, found NoneType at place 1"):
        hr.Perturb("keyboard")(["hello there", None])
