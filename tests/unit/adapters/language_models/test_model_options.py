"""Options that all kinds of language models share: prompt, label words, examples, way of answering, limits."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from datasets import ClassLabel, Dataset, Features, Value

import hf_robust as hr
from hf_robust.adapters.language_models.answers import Answer, read_answer
from hf_robust.adapters.language_models.language_model import LanguageModel
from hf_robust.adapters.language_models.model_options import LanguageModelOptions, example_pool
from hf_robust.adapters.language_models.prompt_files import load_prompts
from hf_robust.core.errors import ColumnError, LabelError, UnknownNameError, UsageError

SENTIMENT = hr.task("sentiment-classification", label_names=["negative", "positive"])
NER = hr.task("ner", label_names=["O", "B-PER", "I-PER"])
TRAIN = [{"text": f"{word} film {n}.", "label": label} for n in range(3) for label, word in enumerate(("Dull", "Fine"))]
TWO_SHOTS = replace(load_prompts("sentiment").default, shots=2)


class Positive(LanguageModel):
    """Says positive."""

    def answers(self, rows: list[dict[str, Any]]) -> Iterator[tuple[list[int], list[Answer]]]:
        yield list(range(len(rows))), [read_answer("positive", self.expected, row) for row in rows]


def positive(options: LanguageModelOptions) -> Positive:
    found = options.resolved(SENTIMENT)
    return Positive(SENTIMENT, found.prompt, found.shots, name="positive", kind="scripted", revision="1")


def test_defaults_are_those_of_the_task() -> None:
    labels, entities = (LanguageModelOptions().resolved(task) for task in (SENTIMENT, NER))
    assert labels.prompt == load_prompts("sentiment").default and labels.answer == "auto"
    assert entities.answer == "generate" and entities.max_tokens > labels.max_tokens
    assert labels.shots == ()


def test_the_label_map_gives_labels_their_words() -> None:
    found = LanguageModelOptions(label_map={"good": "positive"}).resolved(SENTIMENT).prompt
    assert found.label_words(SENTIMENT) == {"negative": "negative", "positive": "good"}
    assert found.answer_format(SENTIMENT).parse("Good!", {}).value == "positive"


def test_values_of_the_prompt_are_set() -> None:
    translation = hr.task("translation")
    for options in ({"target_language": "French"}, {"prompt_values": {"target_language": "French"}}):
        prompt = LanguageModelOptions().changed(options).resolved(translation).prompt
        assert "to French" in prompt.messages(translation, {"source": "Hello."})[0]["content"]


@pytest.mark.parametrize("form", ["rows", "dataset", "file", "named labels"])
def test_examples_are_drawn_from_rows(form: str, tmp_path: Any) -> None:
    rows: Any = TRAIN
    if form == "file":
        rows = tmp_path / "train.jsonl"
        rows.write_text("".join(json.dumps(row) + "\n" for row in TRAIN))
    elif form != "rows":
        names = ClassLabel(names=["negative", "positive"]) if form == "named labels" else Value("int64")
        rows = Dataset.from_list(TRAIN, features=Features({"text": Value("string"), "label": names}))
    found = LanguageModelOptions(prompt=TWO_SHOTS, examples=rows).resolved(SENTIMENT)
    assert {shot.gold for shot in found.shots} == {"negative", "positive"} and len(found.pool) == 6
    assert len(found.prompt.messages(SENTIMENT, {"text": "Odd."}, found.shots)) == 5


def test_equal_rows_are_one_example() -> None:
    assert len(example_pool([*TRAIN, *TRAIN], SENTIMENT)) == len(TRAIN)


def test_examples_may_not_be_rows_of_the_suite() -> None:
    suite = hr.Suite.build(Dataset.from_list(TRAIN), SENTIMENT, ["word-case"])
    model = positive(LanguageModelOptions(prompt=TWO_SHOTS, examples=TRAIN))
    with pytest.raises(UsageError, match=r"2 of 2 examples in the prompt are rows of the suite"):
        hr.run(model, suite)
    with pytest.raises(UsageError, match="take the examples from a train split"):
        model.predict([dict(model.shots[0].row)])
    others = [{**row, "text": f"Another {row['text']}"} for row in TRAIN]
    assert (
        hr.run(positive(LanguageModelOptions(prompt=TWO_SHOTS, examples=others)), suite).record["originals"]["n"] == 6
    )


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"answer": "guess"}, UsageError, "answer must be one of auto, choice"),
        ({"answer": "Choice"}, UsageError, "answer must be"),
        ({"max_tokens": 0}, UsageError, "max_tokens must be a whole number of at least 1"),
        ({"seed": "1"}, UsageError, "seed must be a whole number"),
        ({"temperature": -1}, UsageError, "temperature must be"),
        ({"label_map": ["a"]}, UsageError, "label_map must be a mapping"),
        ({"label_map": {"good": "fine"}}, LabelError, "expected negative, positive|expected 'negative'"),
        ({"label_map": {"good": "positive", "nice": "positive"}}, LabelError, "two words, 'good' and 'nice'"),
        ({"label_map": {"negative": "positive"}}, UsageError, "have the same word"),
        ({"prompt_values": {"tongue": "French"}}, UnknownNameError, "value of the prompt 'tongue'"),
        ({"prompt": TWO_SHOTS}, UsageError, "has 2 examples; name rows of a train split"),
        ({"prompt": TWO_SHOTS, "examples": TRAIN[:1]}, UsageError, "expected at least 2 examples"),
        ({"prompt": TWO_SHOTS, "examples": [{"words": "a", "label": 1}]}, ColumnError, "text"),
        ({"prompt": TWO_SHOTS, "examples": [{"text": "a", "label": "odd"}]}, LabelError, "odd"),
        ({"examples": 7}, UsageError, "examples must be a dataset, a list of rows or a file, found int"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        assert LanguageModelOptions(**options).resolved(SENTIMENT).shots


def test_ways_of_choosing_a_label_need_labels() -> None:
    with pytest.raises(UsageError, match=r"answer='choice' chooses one label for a row.*use answer='generate'"):
        LanguageModelOptions(answer="choice").resolved(NER)


def test_unknown_options_are_named() -> None:
    with pytest.raises(UnknownNameError, match="did you mean max_tokens"):
        LanguageModelOptions().changed({"max_token": 3})
