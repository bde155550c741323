"""The record of every transformation leads back to the text before, alone and in chains."""

import pytest
from corpus import dataset

import hf_robust as hr
from hf_robust.core.doc import plain_text
from hf_robust.core.errors import MissingResource
from hf_robust.perturb.undo_edits import undone
from hf_robust.tasks import NER, TEXT_CLASSIFICATION
from hf_robust.transforms import transformation_registry

COLUMN = {TEXT_CLASSIFICATION: "text", NER: "tokens"}
CHAINS = [
    ["typos", "whitespace", "typos"],
    ["contraction", "punctuation", "word-case"],
    ["append-irrelevant", "delete-word", "keyboard"],
    ["twitter", "contraction", "emoji"],
]


def names(task):
    return [cls.name for cls in transformation_registry.transformations.select(lambda cls: task in cls.effects)]


CASES = [(task, name) for task in COLUMN for name in names(task)]


def assert_undone(task, rows):
    """Each changed row leads back to the row it was made from."""
    column = COLUMN[task]
    originals = {row["n"]: plain_text(row[column]) for row in with_numbers(task)}
    for row in rows:
        found = undone(plain_text(row[column]), row["robust"]["edits"], column, tokens=task == NER)
        assert found is not None and found.before == originals[row["n"]]


def with_numbers(task):
    data = dataset(task)
    return data.add_column("n", range(len(data)))


@pytest.mark.parametrize(("task", "name"), CASES)
def test_each_transformation(task, name, pipeline):
    try:
        rows = with_numbers(task).map(hr.Perturb(name, hr.task(task), seed=2, nlp=pipeline), batched=True)
    except MissingResource as absent:
        pytest.skip(str(absent))
    assert_undone(task, rows)


@pytest.mark.parametrize("task", COLUMN)
@pytest.mark.parametrize("chain", CHAINS, ids="+".join)
def test_chains(task, chain):
    chain = [name for name in chain if name in names(task)]
    rows = with_numbers(task).map(hr.Perturb(chain, hr.task(task), seed=5), batched=True)
    assert len(rows)
    assert_undone(task, rows)
