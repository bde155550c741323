"""Every row that stays as it is says why, row by row and a column at a time."""

from collections import Counter

import chinese_rows
import pytest
from column_paths import TASK, tables
from contract_helpers import NAMES
from corpus import SENTENCES, perturb
from datasets import Dataset
from row_samples import ROW_PAIRS, TEXT_NAMES, data_of

import hf_robust as hr
from hf_robust.core.edits import Edit
from hf_robust.core.reasons import SAME_TEXT, NoEdits, ReasonKind, counted_reason, main_reason, nothing, reason_kind
from hf_robust.language import resources
from hf_robust.language.embedded.demo import demo_reviews
from hf_robust.transforms.base import Batched, Transformation, preserves
from hf_robust.transforms.chains import annotated_for
from hf_robust.transforms.transformation_registry import transformations

MIXED = [
    *("Good", "ATHENS 2004", "Il est tard et on a faim.", "She paid 12 dollars in Paris.", "..."),
    *("a", 'It\'s not ("that") bad', "naïve café", "I do n't know", "WOW!!", "42"),
    *(sentence.text for sentence in SENTENCES[:2]),
    *demo_reviews()["text"][:2],
]
FEW = 5  # texts for what asks a model


def available(name, language="en"):
    cls = transformations.get(name, language)
    try:
        resources.require(cls.resources, name, language)
    except LookupError as error:
        pytest.skip(str(error))
    return cls


def assert_reasons(records):
    """Each row that has not changed says why, shortly."""
    for record in records:
        if record["status"] == "changed":
            assert record["reason"] == ""
        elif record["status"] == "unchanged":
            assert record["reason"] == SAME_TEXT
        else:
            assert record["status"] == "not_applicable" and 0 < len(record["reason"]) <= 150, record
            assert reason_kind(record["reason"]) is not ReasonKind.SAME


@pytest.mark.parametrize("name", [name for name in TEXT_NAMES if TASK.name in transformations.get(name).effects])
def test_both_paths_give_the_same_reason(name, paths):
    available(name)
    texts = MIXED[:FEW] if issubclass(transformations.get(name), Batched) else MIXED
    data = Dataset.from_dict({"text": texts, "label": [0] * len(texts)})
    data = annotated_for(data, TASK.bind(data), [[transformations.get(name)()]])
    one, other = tables(data, paths, name, keep="all", always=False)
    records = other["robust"].to_pylist()
    assert_reasons(records)
    assert records == one["robust"].to_pylist()


@pytest.mark.parametrize(("name", "task"), ROW_PAIRS)
def test_rows_that_stay_say_why(name, task):
    available(name)
    data, bound = data_of(name, task)
    assert_reasons(data.map(hr.Perturb(name, bound, keep="all"), batched=True)["robust"])


@pytest.mark.parametrize("name", [name for name in NAMES if TASK.name not in transformations.get(name).effects])
def test_texts_of_other_tasks_that_stay_say_why(name):
    available(name)
    assert_reasons(perturb(name, next(iter(transformations.get(name).effects)), keep="all")["robust"])


@pytest.mark.parametrize(("name", "task"), chinese_rows.PAIRS)
def test_chinese_rows_that_stay_say_why(name, task):
    chinese_rows.available(name)
    data = chinese_rows.annotated_rows(name, task)
    bound = chinese_rows.task_of(task).bind(data)
    assert_reasons(data.map(hr.Perturb(name, bound, keep="all"), batched=True)["robust"])


@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_transformation_says_what_it_changes(language):
    """The sentence is what users read: a plural noun phrase, and no two causes in one."""
    for cls in transformations.select(lambda cls: True, language):
        assert len(cls.choice) <= 70 and not cls.choice.endswith("."), cls.name
        assert cls.choice or cls.level in ("character", "word"), f"{cls.name} needs a `choice`"


def test_a_chain_tells_the_first_refusal(paths):
    texts = ["Fine.", "Il est tard et on a faim de tout.", "It is good."]
    data = Dataset.from_dict({"text": texts, "label": [0, 1, 0]})
    one, other = tables(data, paths, ["contraction", "homophone"], keep="all")
    records = other["robust"].to_pylist()
    assert records == one["robust"].to_pylist()
    assert [record["status"] for record in records] == ["not_applicable", "not_applicable", "changed"]
    assert records[0]["reason"] == "the text has no contractions and no phrases that can be contracted"


class Undone(Transformation):
    """Edits that give the same text, or none with a reason of their own."""

    name = "undone"
    level = "word"
    linguistics = "syntax"
    effects = preserves("sentiment-classification", "natural-language-inference")

    def edits(self, doc, rng):
        if "two tenses" in doc.text:
            return NoEdits("the text has two tenses")
        return [Edit(0, 1, doc.text[0] if doc.text[0] == "A" else "A")] if doc.text[0] in "Ab" else []


def test_a_transformation_says_its_own_reason_on_both_paths(paths):
    texts = ["A film.", "bad film.", "two tenses", "none"]
    data = Dataset.from_dict({"text": texts, "label": [0] * 4})
    one, other = tables(data, paths, Undone(), keep="all")
    records = other["robust"].to_pylist()
    assert records == one["robust"].to_pylist()
    assert [(record["status"], record["reason"]) for record in records] == [
        ("unchanged", SAME_TEXT),
        ("changed", ""),
        ("not_applicable", "the text has two tenses"),
        ("not_applicable", "the text has no words that can be changed"),
    ]


def test_a_reason_of_one_text_does_not_keep_the_other_from_changing():
    rows = {"premise": ["two tenses", "two tenses"], "hypothesis": ["bad", "none"], "label": [0, 0]}
    found = hr.Perturb(Undone(), "natural-language-inference", keep="all")(rows)["robust"]
    assert [record["status"] for record in found] == ["changed", "not_applicable"]
    assert found[1]["reason"] == "the text has two tenses"  # a refusal is told before what is not there


def test_suites_count_reasons_without_what_varies():
    texts = ["The man lives in Athens.", "The man lives in Sparta.", "Nothing.", "Nothing here."]
    data = Dataset.from_dict({"text": texts, "label": [0, 1, 0, 1]})

    class Places(Undone):
        name = "places"

        def edits(self, doc, rng):
            word = doc.text.split()[-1].strip(".")
            return NoEdits(f"the place '{word}' is not listed") if "lives" in doc.text else ()

    suite = hr.Suite.build(data, TASK, [Places(), "word-case"])
    entry = suite["places"]
    assert entry.reasons == {"the place '…' is not listed": 2, "the text has no words that can be changed": 2}
    assert (entry.unchanged, entry.not_applicable) == (0, 4)


def test_kinds_and_counted_reasons():
    assert reason_kind(nothing("numbers")) is ReasonKind.NO_CANDIDATE
    assert reason_kind("empty text") is ReasonKind.NO_CANDIDATE
    for of_gold in ("only a pair that is an entailment can be turned", "no aspect that is positive or negative"):
        assert reason_kind(of_gold) is ReasonKind.NO_CANDIDATE
    assert reason_kind("the text is not English") is ReasonKind.REFUSED
    assert reason_kind(SAME_TEXT) is ReasonKind.SAME
    assert counted_reason("the row's word 'O’Neil' has 3 parts") == "the row's word '…' has N parts"
    assert Counter(map(counted_reason, ["'a' may be known", '"it\'s" may be known'])) == {"'…' may be known": 2}
    assert main_reason([SAME_TEXT, "the text has no numbers", "a", "b"]) == "a"
