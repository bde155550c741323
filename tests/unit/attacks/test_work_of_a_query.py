"""What a query costs, in counts that do not depend on the machine: batches, rows and tokens that the model computes."""

from collections import Counter
from dataclasses import replace

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.attacks.engine import AttackEngine, AttackPlan
from hf_robust.attacks.goals.label_goals import Untargeted
from hf_robust.attacks.recipes import RECIPES
from hf_robust.attacks.services.victim import Victim

TASK = hr.task("sentiment-classification", label_names=["neg", "pos"])
WORDS = ("plot", "cast", "story", "acting", "film", "actors", "movie")
ROWS = 16
MOST_ROWS = 1.1  # computed for an input: 1.03; where batches are filled up to 8 rows 1.23, to 16 rows 1.75
LEAST_FILL = 8  # inputs of a batch: 9.1; with 8 rows at most 6.5, with 4 rows 3.8


@pytest.fixture(scope="module")
def rows():
    """Texts of 4 to 12 words, with the labels that the model gives them."""
    from tiny_parts import classifier, tokenizer

    texts = [
        " ".join(f"{WORDS[(n * 3 + k) % 7]} {'good' if (n + k) % 3 else 'dull'}" for k in range(2 + n % 5))
        for n in range(ROWS)
    ]
    said = hr.as_predictor(classifier(), TASK, tokenizer=tokenizer()).predict([{"text": text} for text in texts])
    return Dataset.from_dict({"text": texts, "label": [TASK.label_names.index(one.value) for one in said]})


@pytest.fixture(scope="module")
def attacked(rows):
    """The results of an attack, and what the model computed for it."""
    from tiny_parts import classifier, tokenizer

    def run(batch_size=32, chosen=rows, whole=True):
        model, work = classifier(), Counter()

        def count(module, args, given):
            ids = given["input_ids"]
            work.update(batches=1, rows=len(ids), tokens=ids.numel())
            work.update(real=int(given["attention_mask"].sum()) if whole else ids.numel())

        # a model with a hook is called as a whole; else its layers are called, with all rows one after another
        (model if whole else model.bert.embeddings).register_forward_pre_hook(count, with_kwargs=True)
        parts = replace(RECIPES["deepwordbug"].parts("textattack"), goal=Untargeted())
        plan = AttackPlan("deepwordbug", TASK, parts, measures_similarity=False)
        predictor = hr.as_predictor(model, TASK, tokenizer=tokenizer(), batch_size=batch_size)
        engine = AttackEngine(plan, Victim(predictor, TASK))
        results = [result.describe() for result in engine.run(chosen)]
        return results, work | {"requests": engine.loads["victim"].requests}

    return run


@pytest.fixture(scope="module")
def usual(attacked):
    return attacked()


def test_the_model_computes_little_more_than_the_queries(usual):
    results, work = usual
    assert len(results) == ROWS and work["requests"] > 10 * ROWS
    assert work["rows"] <= MOST_ROWS * work["requests"]
    assert work["tokens"] <= 1.03 * work["real"]
    assert work["requests"] >= LEAST_FILL * work["batches"]


def test_the_size_of_batches_changes_no_result(attacked, usual, rows):
    results, work = usual
    small, more = attacked(batch_size=4)
    assert small == results and more["batches"] > work["batches"]
    some = range(3, ROWS, 7)
    alone, _ = attacked(chosen=rows.select(some))
    assert [one["moves"] for one in alone] == [results[place]["moves"] for place in some]


def test_a_model_without_hooks_computes_no_padding_and_no_row_twice(attacked, usual):
    results, work = usual
    packed, less = attacked(whole=False)
    assert packed == results
    assert less["tokens"] < work["real"] / 1.02 and less["rows"] == less["batches"] < 0.5 * work["batches"]
