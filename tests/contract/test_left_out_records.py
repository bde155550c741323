"""``record=False``: map functions give the same rows without the columns that say where they come from."""

import pickle

import pytest
from datasets import Dataset
from datasets.fingerprint import Hasher

import hf_robust as hr
from hf_robust.capability.cases import case_record, case_row, features
from hf_robust.capability.expansion.expand import Expand
from hf_robust.core.errors import UsageError
from hf_robust.core.mapping import MapFunction

TASK = hr.task("sentiment-classification", label_names=["neg", "pos"])
ROWS = Dataset.from_dict(
    {
        "text": ["A good film.", "A dull film, he said.", "", "Good! See https://a.b.", "It isn't 3 days."],
        "label": [1, 0, 1, 1, 0],
        "id": [3, 4, 5, 6, 7],
    }
)
NER = hr.task("named-entity-recognition")
TAGGED = Dataset.from_dict(
    {"tokens": [["Anna", "loves", "Rome"], ["He", "left"]], "ner_tags": [["B-PER", "O", "B-LOC"], ["O", "O"]]}
)
CHINESE = Dataset.from_dict({"text": ["买了2张票。", "很好。"], "label": [1, 0]})
QA = Dataset.from_list(
    [
        {
            "context": "Anna lives in Rome. She is a baker.",
            "question": "Where does Anna live?",
            "answers": {"text": ["Rome"], "answer_start": [14]},
        }
    ]
)
CASE_ROWS = [
    case_row(["text"], [text], case_record("LC1", [text], accepted=["neutral"]))
    for text in ("The story is sad.", "Or both .", "Yes.")
]
SEEDS = Dataset.from_list(CASE_ROWS, features=features("sentiment-classification"))


def model(texts):
    return [{"label": "pos" if "ood" in text else "neg", "score": 0.9} for text in texts]


def expand(**options):
    return Expand(sentiment="vader", parser="embedded", **options)


# the function for its options, and rows
CASES = {
    "characters": (lambda **options: hr.Perturb("keyboard", TASK, **options), ROWS),
    "several variants": (lambda **options: hr.Perturb("typos", TASK, variants=3, **options), ROWS),
    "a chain": (lambda **options: hr.Perturb(["contraction", "word-case"], TASK, **options), ROWS),
    "annotated words": (lambda **options: hr.Perturb("tense", TASK, **options), ROWS),
    "all rows": (lambda **options: hr.Perturb("contraction", TASK, keep="all", **options), ROWS),
    "an id as the task": (lambda **options: hr.Perturb("ocr", "sentiment-classification", **options), ROWS),
    "tokens and tags": (lambda **options: hr.Perturb("entity-typos", NER, **options), TAGGED),
    "whole rows": (lambda **options: hr.Perturb("modify-position", "question-answering", keep="all", **options), QA),
    "Chinese": (
        lambda **options: hr.Perturb("number-form", hr.task("sentiment", language="zh"), **options),
        CHINESE,
    ),
    "an attack": (lambda **options: hr.Attack("deepwordbug", TASK, model, budget=20, **options), ROWS.select([0, 1])),
    "expansions": (expand, SEEDS),
}
# how a dataset comes to a function
FORMS = {
    "map": lambda data, function: data.map(function, batched=True),
    "small batches": lambda data, function: data.map(function, batched=True, batch_size=1),
    "arrow": lambda data, function: data.with_format("arrow").map(function, batched=True).with_format(None),
    "pandas": lambda data, function: data.with_format("pandas").map(function, batched=True).with_format(None),
    "a stream": lambda data, function: Dataset.from_list(list(data.to_iterable_dataset().map(function, batched=True))),
    "a plain mapping": lambda data, function: Dataset.from_dict(function(data.to_dict())),
}


def expected(name):
    make, data = CASES[name]
    function = make()
    kept = {"features": data.features} if name == "expansions" else {}
    made = data.map(function, batched=True, **kept)
    assert set(function.record_columns) <= set(made.column_names)
    return made.remove_columns(function.record_columns)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", [name for name in CASES if name != "expansions"])
def test_the_rows_are_the_same_without_the_record(name, form):
    make, data = CASES[name]
    made = FORMS[form](data, make(record=False))
    wanted = expected(name)
    assert made.to_list() == wanted.select_columns(made.column_names).to_list()
    assert set(made.column_names) == set(wanted.column_names)


@pytest.mark.parametrize("form", ["map", "small batches", "arrow"])
def test_expansions_without_the_record_of_their_case(form):
    made = FORMS[form](SEEDS, expand(record=False))
    assert len(made) > 0
    assert made.to_list() == expected("expansions").to_list()


@pytest.mark.parametrize("name", CASES)
def test_the_columns_are_declared_and_the_state_tells(name):
    make, _ = CASES[name]
    kept, left_out = make(), make(record=False)
    assert set(kept.columns_out) - set(left_out.columns_out) == set(kept.record_columns)
    assert Hasher.hash(make(record=True)) == Hasher.hash(kept) != Hasher.hash(left_out)
    again = pickle.loads(pickle.dumps(left_out))
    assert again.columns_out == left_out.columns_out and not again.keeps_record
    assert Hasher.hash(again) == Hasher.hash(left_out)


@pytest.mark.parametrize("form", ["map", "arrow", "pandas"])
def test_a_record_that_is_there_is_left_out_too(form):
    noisy = ROWS.map(hr.Perturb("word-case", TASK), batched=True)
    made = FORMS[form](noisy, hr.Perturb("ocr", TASK, record=False))
    assert made.column_names == ROWS.column_names
    assert FORMS[form](noisy, hr.Perturb("ocr", TASK))["text"][:] == made["text"][:]


def test_rows_that_are_asked_for_come_without_it():
    data = ROWS.with_transform(hr.Perturb("keyboard", TASK, record=False))
    assert set(data[0]) == set(ROWS.column_names) and len(data[:]["text"]) == len(ROWS)
    stream = ROWS.to_iterable_dataset().map(hr.Perturb("keyboard", TASK, record=False), batched=True)
    assert {frozenset(row) for row in stream} == {frozenset(ROWS.column_names)}


def test_a_default_collator_takes_the_rows():
    torch = pytest.importorskip("torch")
    collate = torch.utils.data.default_collate
    rows = ROWS.map(hr.Perturb("word-case", TASK, record=False), batched=True)
    assert collate(rows.to_list())["label"].tolist() == rows["label"][:]
    with pytest.raises((TypeError, KeyError, RuntimeError)):
        collate(ROWS.map(hr.Perturb(["word-case", "contraction"], TASK), batched=True).to_list())


def test_several_processes_leave_it_out():
    made = ROWS.map(hr.Perturb("keyboard", TASK, record=False), batched=True, num_proc=2)
    assert made.to_list() == expected("characters").to_list()


@pytest.mark.parametrize("value", [None, 0, "no"])
@pytest.mark.parametrize("name", ["characters", "an attack", "expansions"])
def test_record_is_true_or_false(name, value):
    with pytest.raises(UsageError, match="record must be True or False"):
        CASES[name][0](record=value)


def test_every_function_with_a_record_can_leave_it_out():
    recorded = {cls for cls in MapFunction.__subclasses__() if cls.record_columns}
    assert recorded == {type(make()) for make, _ in CASES.values()}
