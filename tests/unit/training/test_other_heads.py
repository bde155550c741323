"""The callbacks in a Trainer over heads with several labels and with one score."""

import pytest
from datasets import Dataset
from tiny_models import classifier, tokenizer
from transformers import DataCollatorWithPadding, Trainer, TrainingArguments

import hf_robust as hr

TOPICS = ("animal", "place", "good")
TEXTS = ["the cat sat on the mat", "paris was good", "a dog lived in london", "it was bad"]
SETS = [["animal"], ["place", "good"], ["animal", "place"], []]
SCORES = [0.0, 1.0, 0.5, -1.0]

pytestmark = pytest.mark.slow


def rows(**gold):
    return Dataset.from_dict({"text": TEXTS * 8, **{name: values * 8 for name, values in gold.items()}})


@pytest.fixture(params=["multi_label_classification", "regression"])
def case(request):
    """The task, its rows, a model, what encodes a batch, and the measure."""
    tokens = tokenizer()
    if request.param == "regression":

        def encode(batch):
            return {**tokens(batch["text"]), "labels": [float(score) for score in batch["score"]]}

        return (
            hr.task("text-regression"),
            rows(score=SCORES),
            classifier(("score",), problem_type=request.param),
            encode,
        )

    def encode(batch):
        marks = [[float(topic in row) for topic in TOPICS] for row in batch["topics"]]
        return {**tokens(batch["text"]), "labels": marks}

    task = hr.task("multi-label-classification", labels="topics", label_names=TOPICS)
    return task, rows(topics=SETS), classifier(TOPICS, problem_type=request.param), encode


def trainer(case, folder):
    _, data, model, encode = case
    arguments = TrainingArguments(
        str(folder),
        num_train_epochs=1,
        eval_strategy="epoch",
        save_strategy="no",
        report_to=[],
        use_cpu=True,
        disable_tqdm=True,
    )
    return Trainer(
        model,
        arguments,
        train_dataset=data,
        eval_dataset=data.map(encode, batched=True),
        processing_class=tokenizer(),
        data_collator=DataCollatorWithPadding(tokenizer()),
    )


@pytest.mark.parametrize(
    "callback",
    [
        lambda task, encode: hr.AugmentCallback(task, ["word-case"], encode=encode),
        lambda task, encode: hr.ConsistencyCallback(task, ["word-case"], encode=encode),
        lambda task, encode: hr.AttackCallback(
            task, "deepwordbug", share=0.1, clean_epochs=0, encode=encode, labels_hold=True, budget=20
        ),
    ],
    ids=["augment", "consistency", "attack"],
)
def test_rows_that_a_callback_adds_keep_their_gold_values(case, callback, tmp_path):
    made = trainer(case, tmp_path)
    callback(case[0], case[3]).attach(made)
    made.train()
    assert made.state.global_step > 0


def test_the_values_of_a_suite_stand_beside_the_metrics(case, tmp_path):
    task, data, *_ = case
    made = trainer(case, tmp_path)
    hr.RobustnessCallback(hr.Suite.build(data, task, ["word-case"])).attach(made)
    found = made.evaluate()
    assert {"eval_robust/word-case", "eval_robust/word-case_drop"} <= found.keys()
    assert found["eval_robust/worst_case"] <= found["eval_robust/worst_case_original"]
    assert ("eval_robust/word-case_error" in found) == (task.name == "text-regression")
