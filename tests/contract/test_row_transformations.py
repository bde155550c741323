"""What every transformation of whole rows must do; a new one is tested without a line here."""

import pickle
import random
from functools import cache

import numpy as np
import pytest
import torch
from contract_helpers import make
from datasets import Dataset
from datasets.fingerprint import Hasher
from row_samples import ROW_NAMES, ROW_PAIRS, data_of

import hf_robust as hr
from hf_robust.core.doc import Doc, flat_tokens
from hf_robust.core.edits import Edit, apply
from hf_robust.transforms.base import Effect
from hf_robust.transforms.transformation_registry import transformations


def made(name, task, seed=0):
    data, bound = data_of(name, task)
    return list(data.map(hr.Perturb(make(name), bound, seed=seed, keep="all"), batched=True))


outputs = cache(made)
"""What :func:`made` gives, made once: most tests look at the same rows, and change none."""


@pytest.mark.parametrize(("name", "task"), ROW_PAIRS)
def test_same_seed_same_rows_in_any_batch(name, task):
    data, bound = data_of(name, task)
    first = outputs(name, task)
    perturb = hr.Perturb(make(name), bound, seed=0, keep="all")
    single = list(data.map(perturb, batched=True, batch_size=1))
    assert first == single
    assert any(row["robust"]["status"] == "changed" for row in first)
    assert not any(row["robust"]["status"] == "fault" for row in first)


@pytest.mark.parametrize(("name", "task"), ROW_PAIRS)
def test_edits_of_the_record_give_the_new_texts(name, task):
    data, bound = data_of(name, task)
    for before, row in zip(data, outputs(name, task, seed=1), strict=True):
        for role in bound.text_roles:
            column = bound.column(role)
            old, new = (
                value if isinstance(value, str) else " ".join(flat_tokens(value))
                for value in (before[column], row[column])
            )
            edits = [Edit(e["start"], e["end"], e["after"]) for e in row["robust"]["edits"] if e["field"] == column]
            assert apply(old, edits).split() == new.split()
        differs = any(row[column] != before[column] for column in bound.columns.values() if column in row)
        assert differs == (row["robust"]["status"] == "changed") == bool(row["robust"]["edits"])


@pytest.mark.parametrize(("name", "task"), ROW_PAIRS)
def test_labels_stay_legal(name, task):
    data, bound = data_of(name, task)
    mover = bound.label_mover()
    effect = transformations.get(name)().effect_on(task)
    for seed in range(2):
        for before, row in zip(data, outputs(name, task, seed=seed), strict=True):
            if mover is not None:
                Doc.of_value(row[bound.column(mover.role)], marks=mover.marks(row))
            if effect is Effect.PRESERVES and bound.kind.classifies:
                column = bound.column(bound.label_role)
                assert row[column] == before[column]
    assert bound.references(Dataset.from_list(outputs(name, task)))


@pytest.mark.parametrize("name", ROW_NAMES)
def test_random_state_pickles_and_hashes(name):
    task = next(iter(transformations.get(name).effects))
    made(name, task, seed=1)  # what libraries draw when they are imported, and models when they are loaded, is theirs
    states = random.getstate(), np.random.get_state(), torch.get_rng_state()
    before = made(name, task)
    assert random.getstate() == states[0]
    assert all(np.array_equal(a, b) for a, b in zip(np.random.get_state(), states[1]))
    assert torch.equal(torch.get_rng_state(), states[2])
    _, bound = data_of(name, task)
    perturb = hr.Perturb(make(name), bound, seed=0, keep="all")
    again = pickle.loads(pickle.dumps(perturb))
    assert Hasher.hash(perturb) == Hasher.hash(again)
    data, _ = data_of(name, task)
    assert list(data.map(again, batched=True)) == before


@pytest.mark.parametrize("name", ROW_NAMES)
def test_broken_rows_are_counted_and_not_changed(name):
    """Texts that are absent, empty or blank: a reason, and never a fault."""
    for task in transformations.get(name).effects:
        data, bound = data_of(name, task)
        rows = list(data.select(range(2)))
        role = bound.text_roles[0]
        column = bound.column(role)
        for empty in (None, "" if isinstance(rows[0][column], str) else []):
            broken = Dataset.from_list([{**rows[0], column: empty}, rows[1]], features=data.features)
            found = broken.map(hr.Perturb(make(name), bound, keep="all"), batched=True)
            assert found[0]["robust"]["status"] == "not_applicable" and found[0]["robust"]["reason"]
