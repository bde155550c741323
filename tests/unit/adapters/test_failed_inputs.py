"""An exception of a user's model keeps its type and says on which input it was raised."""

import pytest
from capability_samples import TASK as CASE_TASK
from capability_samples import seed, table
from datasets import Dataset

import hf_robust as hr
from hf_robust.adapters.function import FunctionPredictor
from hf_robust.capability.suite import CapabilitySuite
from hf_robust.core.errors import LabelError, UsageError
from hf_robust.core.quoted import MOST, quoted

TASK, LABEL = hr.task("sentiment-classification"), "positive"
TEXTS = [f"Film number {number} is fine." for number in range(20)]
TEXTS[7] = f"Film number 7 is \U0001f600 {'long ' * 40}"


def fails(texts):
    for text in texts:
        if "\U0001f600" in text:
            raise ZeroDivisionError("emoji")
    return [LABEL] * len(texts)


def rows():
    return Dataset.from_dict({"text": TEXTS, "label": [LABEL, "negative"] * 10})


def suite():
    return hr.Suite.build(rows(), TASK, ["word-case"])


CASES = [seed("A", text, ["positive"]) for text in TEXTS]
CALLS = {
    "run": lambda: hr.run(fails, suite()),
    "compare": lambda: hr.compare([lambda texts: [LABEL] * len(texts), fails], suite()),
    "attack": lambda: hr.attack(fails, rows(), "deepwordbug", TASK),
    "corruptions": lambda: hr.corruption_benchmark(rows(), TASK, fails, ("spelling",), (1,), ("random",), seeds=(0,)),
    "capability": lambda: hr.run(fails, CapabilitySuite.of_cases(CASE_TASK, {"A": table(CASES)})),
}


@pytest.mark.parametrize("name", CALLS)
def test_the_failing_text_is_noted(name):
    with pytest.raises(ZeroDivisionError, match="emoji") as caught:
        CALLS[name]()
    notes = "\n".join(caught.value.__notes__)
    assert notes.count("the model raised this on the input 'Film number 7 is") == 1
    assert all(len(line) < 200 for line in notes.splitlines())
    if name in ("run", "compare"):
        assert "this is row 7 of 'word-case', original" in notes


def test_a_batch_of_which_no_part_fails_is_named_by_its_first_text():
    def model(texts):
        if len(texts) == 8:
            raise RuntimeError("eight")
        return ["pos"] * len(texts)

    with pytest.raises(RuntimeError, match="eight") as caught:
        FunctionPredictor(model, TASK).predict([{"text": text} for text in TEXTS[8:16]])
    assert caught.value.__notes__ == [
        "hf_robust: the model raised this on the batch of 8 inputs, of which the first is 'Film number 8 is fine.'"
    ]


def test_errors_of_the_package_have_no_note():
    with pytest.raises(UsageError) as caught:
        FunctionPredictor(lambda texts: texts[1:], TASK).predict([{"text": "a"}, {"text": "b"}])
    assert not hasattr(caught.value, "__notes__")


@pytest.mark.parametrize("labels", [["neg", "pos"], None])
def test_an_echo_is_quoted_in_part(labels):
    texts = [f"{number} {'word ' * 4000}" for number in range(6)]
    data = Dataset.from_dict({"text": texts, "label": ["neg", "pos"] * 3})
    task = hr.task("sentiment-classification", label_names=labels) if labels else TASK
    with pytest.raises(LabelError) as caught:
        hr.run(lambda inputs: inputs, hr.Suite.build(data, task, ["word-case"]))
    assert len(str(caught.value)) < 1500 and "word " * 20 not in str(caught.value)


def test_quoted_values_have_a_longest_length():
    for value in ("a" * 1000, ["b"] * 1000, {"c": "d" * 1000}, "\x00" * 1000):
        assert len(quoted(value)) == MOST
