"""What every subpopulation must do: the same slices in any batch, a sound pickle, an example that runs."""

import dataclasses
import doctest
import json
import pickle

import numpy as np
import pytest
from datasets import Dataset
from datasets.fingerprint import Hasher
from nltk import Tree

import hf_robust as hr
from hf_robust.core.errors import UsageError
from hf_robust.language.annotation_column import LAYERS
from hf_robust.slices.fitting import slice_rows
from hf_robust.slices.gold_entities import UnseenEntities
from hf_robust.slices.subpopulation import LINGUISTICS
from hf_robust.slices.subpopulation_registry import subpopulations
from hf_robust.slices.user_predicate import UserPredicate
from hf_robust.tasks import ABSA, NER, NLI, QA, SENTIMENT, TASKS

NAMES = subpopulations.names()
ANSWERS = [
    {"text": ["Ann"], "answer_start": [0]},
    {"text": ["Oslo"], "answer_start": [13]},
    {"text": [], "answer_start": []},
]
ROWS = {
    SENTIMENT: {"text": ["He isn't in Kenya?", "A film by Anna.", "More than two.", ""], "label": ["a", "b", "a", "b"]},
    NLI: {
        "premise": ["If the man ran, the dog slept.", "It rains.", "A man and a dog ran."],
        "hypothesis": ["If the man ran.", "It is dry today.", "A dog ran."],
        "label": ["e", "n", "e"],
    },
    QA: {
        "context": ["Ann lives in Oslo."] * 3,
        "question": ["Who lives in Oslo?", "Where does Ann live?", "Name the town."],
        "answers": ANSWERS,
    },
    NER: {
        "tokens": [["Ann", "left", "Oslo"], ["It", "rains"], ["Bo", "ran"]],
        "ner_tags": [["B-PER", "O", "B-LOC"], ["O", "O"], ["B-PER", "O"]],
    },
    ABSA: {
        "text": ["The soup was good.", "The wine was bad."],
        "aspects": [
            [{"term": "soup", "start": 4, "end": 8, "polarity": "positive"}],
            [{"term": "wine", "start": 4, "end": 8, "polarity": "negative"}],
        ],
    },
}


def is_long(row):
    return len(str(row)) > 60


MADE = {
    "column": {"column": "label"},
    "predicate": {"function": is_long},
    "unseen-entities": {"known_entities": ("ann",)},
    "language-model": {"model": "embedded", "kind": "masked", "quantiles": 2},
    "constituent": {"model": "embedded"},
}


SLOW = {("language-model", task) for task in (NLI, QA, NER, ABSA)}


class SmallParser:
    """A clause after a comma, for the one sentence that has one; the real parser is tested by the example."""

    def parse_all(self, sentences):
        cuts = [[*words, ","].index(",") for words in sentences]
        return [Tree("S", [Tree("S", words[:cut]), *words[cut:]]) for words, cut in zip(sentences, cuts)]


@pytest.fixture(autouse=True)
def small_parser(monkeypatch):
    monkeypatch.setattr("hf_robust.language.constituency.constituency_parser", lambda model: SmallParser())


def made(name):
    return subpopulations[name](**MADE.get(name, {}))


def pairs():
    for name in NAMES:
        tasks = subpopulations[name].tasks
        for task in ROWS:
            applies = tasks is None or task in tasks
            if applies and (name != "column" or "label" in ROWS[task]) and (name, task) not in SLOW:
                yield name, task


PAIRS = list(pairs())


@pytest.mark.parametrize("name", NAMES)
def test_it_declares_what_it_is(name):
    cls = subpopulations[name]
    assert cls.name == name and cls.version and cls.linguistics in ("", *LINGUISTICS)
    assert cls.needs <= LAYERS and (cls.tasks is None or cls.tasks <= set(TASKS.names()))
    assert cls.costly or not (cls.needs or cls.resources), "what needs something is not taken unasked"
    assert dataclasses.is_dataclass(cls) and cls.__dataclass_params__.frozen


@pytest.mark.parametrize("name", NAMES)
def test_it_has_an_example_that_the_tests_of_docstrings_run(name):
    assert doctest.DocTestParser().get_examples(subpopulations[name].__doc__)


@pytest.mark.parametrize("name", NAMES)
def test_it_pickles_and_its_hash_follows_the_version(name, monkeypatch):
    one = made(name)
    again = pickle.loads(pickle.dumps(one))
    assert again == one and hash(again) == hash(one)
    before = Hasher.hash(one)
    assert before == Hasher.hash(again)
    monkeypatch.setattr(type(one), "version", "999")
    assert Hasher.hash(one) != before


@pytest.mark.parametrize(("name", "task"), PAIRS)
def test_slices_are_the_same_in_any_batch(name, task, monkeypatch, pipeline):
    data = Dataset.from_dict(ROWS[task])
    whole = slice_rows(data, hr.task(task), [made(name)], nlp=pipeline)
    monkeypatch.setattr("hf_robust.slices.fitting._BATCH", 1)
    single = slice_rows(data, hr.task(task), [made(name)], nlp=pipeline)
    assert whole.slices == single.slices and np.array_equal(whole.members, single.members)
    assert whole.notes == single.notes
    assert len(set(whole.names)) == len(whole.names) and all(one.summary for one in whole.slices)
    assert all(one.family == name for one in whole.slices)


@pytest.mark.parametrize(("name", "task"), PAIRS)
def test_a_slice_is_made_again_from_its_record(name, task, pipeline):
    data = Dataset.from_dict(ROWS[task])
    table = slice_rows(data, hr.task(task), [made(name)], nlp=pipeline)
    records = json.loads(json.dumps([one.describe() for one in table.slices]))
    again = [hr.SliceInfo.of_record(one) for one in records]
    if not again or name in ("predicate", "unseen-entities"):
        return  # a record holds no function, and not all entities
    found = hr.SliceColumns(hr.task(task), again, nlp=pipeline)
    assert found(ROWS[task])["slices"] == table.lists()


@pytest.mark.parametrize("name", [name for name in NAMES if subpopulations[name].tasks is not None])
def test_other_tasks_are_refused_with_what_there_is(name):
    other = next(task for task in TASKS if task not in subpopulations[name].tasks)
    with pytest.raises(UsageError, match=f"{name} does not apply to {other}.*there are column"):
        made(name).check(hr.task(other))


@pytest.mark.parametrize("name", [name for name in NAMES if "role" in made(name).params])
def test_an_unknown_role_is_refused(name):
    one = dataclasses.replace(made(name), role="hypotesis")
    with pytest.raises(UsageError, match="did you mean hypothesis"):
        one.check(hr.task(NLI))


def test_what_is_given_in_vain_is_refused():
    for wrong, match in (
        (lambda: UserPredicate(), "needs a function"),
        (lambda: UnseenEntities(), "needs the entities"),
        (lambda: subpopulations["column"](), "needs the name of a column"),
        (lambda: subpopulations["length"](count="letters"), "words, characters"),
        (lambda: subpopulations["language-model"](kind="odd"), "causal, masked"),
        (lambda: subpopulations["language-model"](pieces=0), "pieces"),
        (lambda: subpopulations["phrase"](kinds=["negatoin"]), "did you mean negation"),
        (lambda: subpopulations["label"](kinds=[1]), "list of names"),
    ):
        with pytest.raises(UsageError, match=match):
            wrong()
