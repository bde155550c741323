"""Errors that quote a value of the data are short and can be printed, whatever the value holds."""

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.adapters.base import Prediction, input_of, listed_predictions
from hf_robust.core.errors import RobustError
from hf_robust.core.quoted import MOST, quoted
from hf_robust.scoring.case_scores import label_consistency
from hf_robust.scoring.measures import measure_named
from hf_robust.scoring.pronoun_links import stereotype_gap
from hf_robust.scoring.worst_cases import worst_case_by_id

HOSTILE = {
    "terminal": "\x1b[31mred\x1b[0m\r\n",
    "bidi": "\u202eabc\u2066",
    "zero width": "a\u200b\u200d\ufeff",
    "nul": "\x00\x07\x9b",
    "long": "long " * 5000,
    "surrogate": "\ud800 half",
    "chinese": "坏标签\x1b[2J" * 40,
    "tokens": ["\x1b[31m", "\u202e"] * 500,
}


class Odd:
    """An object whose repr has several lines."""

    def __repr__(self):
        return "odd\nobject\x1b[31m" * 30


VALUES = {
    **HOSTILE,
    "object": Odd(),
    "nested": [{"text": "\u202e"}] * 200,
    "mapping": dict.fromkeys(range(5000), "\x07"),
}


@pytest.mark.parametrize("name", VALUES)
def test_a_quoted_value(name):
    said = quoted(VALUES[name])
    assert said.isprintable() and 0 < len(said) <= MOST


def rows(value):
    return Dataset.from_dict({"text": ["A film.", "A play."], "label": ["pos", value]})


REFUSALS = {
    "a label that has no name": lambda value: hr.task(
        "sentiment-classification", label_names=["pos", "neg"]
    ).check_labels(rows(value)),
    "a label in a run": lambda value: hr.run(
        lambda texts: ["pos"] * len(texts),
        hr.Suite.build(rows("pos"), hr.task("sentiment-classification", label_names=["pos", value]), ["word-case"]),
        label_map={"pos": value + "x"},
    ),
    "a text that is a number": lambda value: input_of({"text": {value: 1}.keys()}, ("text",)),
    "no prediction": lambda value: listed_predictions([value], 1, "mine"),
    "a tag": lambda value: measure_named("seqeval_f1", "en").row_stats([[value]], [[5]]),
    "no tags": lambda value: measure_named("token_accuracy", "en").row_stats([value], [["O"]]),
    "a stereotype": lambda value: stereotype_gap([1], [1], [value], measure_named("accuracy", "en")),
    "a rating": lambda value: label_consistency(["pos"], [["pos"]], relevancy=[value]),
    "an id": lambda value: worst_case_by_id([1, 1], [value, value], [True, True]),
    "a prediction outside of the labels": lambda value: hr.run(
        lambda texts: [value] * len(texts),
        hr.Suite.build(rows("neg"), hr.task("sentiment-classification"), ["word-case"]),
    ),
}


@pytest.mark.parametrize("hostile", [name for name in HOSTILE if name not in ("tokens", "surrogate")])
@pytest.mark.parametrize("name", REFUSALS)
def test_a_refusal_that_quotes_the_data(name, hostile):
    with pytest.raises(RobustError) as caught:
        REFUSALS[name](HOSTILE[hostile])
    message = str(caught.value)
    assert all(sign.isprintable() or sign == "\n" for sign in message) and len(message) < 1500, message[:300]


def test_predictions_are_listed():
    assert listed_predictions((Prediction("a"),), 1, "mine") == [Prediction("a")]
