"""An order of subject and object that the rows never have is named, and only such an order."""

from types import SimpleNamespace

from datasets import Dataset

import hf_robust as hr
from hf_robust.evaluation.argument_order import argument_order_warnings

TASK = hr.task("relation-extraction")
BEFORE = {"tokens": ["Rust", "caused", "the", "leak"], "subject": [0, 0], "object": [3, 3], "relation": "causes"}
AFTER = {
    "tokens": ["the", "leak", "was", "caused", "by", "Rust"],
    "subject": [5, 5],
    "object": [1, 1],
    "relation": "causes",
}


class Entry(SimpleNamespace):
    def __len__(self):
        return len(self.original)


def suite(before, after, task=TASK):
    entry = Entry(original=Dataset.from_list(before), perturbed=Dataset.from_list(after))
    return SimpleNamespace(task=task, entries={"swap-triple-position": entry})


def test_rows_whose_subject_is_first_and_then_last_are_named_with_the_share():
    (found,) = argument_order_warnings(suite([BEFORE] * 40, [AFTER] * 40))
    assert found["code"] == "order-not-in-the-rows"
    assert "in 100% of the 40 rows that 'swap-triple-position' changed" in found["message"]


def test_a_kept_order_both_orders_few_rows_and_other_tasks_say_nothing():
    assert argument_order_warnings(suite([BEFORE] * 40, [BEFORE] * 40)) == []
    assert argument_order_warnings(suite([BEFORE, AFTER] * 20, [AFTER, BEFORE] * 20)) == []
    assert argument_order_warnings(suite([BEFORE] * 20, [AFTER] * 20)) == []
    assert argument_order_warnings(suite([BEFORE] * 40, [AFTER] * 40, hr.task("ner"))) == []
