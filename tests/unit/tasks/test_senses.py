"""Word senses: keys as WordNet writes them, one or several that are right."""

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.errors import ColumnError, UsageError
from hf_robust.tasks.senses import is_sense_key

ROW = {"tokens": ["Banks", "lend", "."], "target": [0, 0], "sense": "bank%1:14:00::"}


@pytest.mark.parametrize("key", ["bank%1:14:00::", "well%5:00:00:healthy:00", "u.s.%1:15:00::", "take_off%2:38:00::"])
def test_keys_of_wordnet(key):
    assert is_sense_key(key)


@pytest.mark.parametrize("key", ["bank.n.01", "bank%14", "bank%6:14:00::", "big bank%1:14:00::", "", None, 4])
def test_what_is_no_key(key):
    assert not is_sense_key(key)


def test_one_key_or_several():
    task = hr.task("wsd")
    one, several = Dataset.from_list([ROW]), Dataset.from_list([{**ROW, "sense": ["bank%1:14:00::", "bank%1:06:00::"]}])
    assert task.bind(one).references(one) == [["bank%1:14:00::"]]
    assert task.bind(several).references(several) == [["bank%1:14:00::", "bank%1:06:00::"]]
    assert task.show("a%1:03:00::") == "a%1:03:00::" and " | " in task.show(task.references(several)[0])
    assert "no sense key" in task.fault({**ROW, "sense": ["bank%1:14:00::", "bank"]})
    assert "outside of the 3 tokens" in task.fault({**ROW, "target": [3, 3]})
    with pytest.raises(ColumnError, match="'sense' must hold a sense key"):
        task.bind(Dataset.from_list([{**ROW, "sense": 4}]))


def test_a_model_says_a_key():
    data = Dataset.from_list([{**ROW, "lemma": "bank"}])
    task = hr.task("wsd").bind(data)
    assert task.inputs(data)[0] == {"tokens": ROW["tokens"], "target": [0, 0], "lemma": "bank", "pos": None}
    assert hr.as_predictor(lambda rows: [ROW["sense"]], task).predict(task.inputs(data))[0].value == ROW["sense"]
    with pytest.raises(UsageError, match="a sense key of WordNet"):
        hr.as_predictor(lambda rows: ["bank.n.01"], task).predict(task.inputs(data))
