"""Parameters: refused by name when they are out of range, and exact when they are not."""

import dataclasses
import json
from math import nan

import pytest
from contract_helpers import DETERMINISTIC, NAMES, SOME_PAIRS, docs, make, run, ungated
from corpus import perturb

import hf_robust as hr
from hf_robust.core.doc import Doc
from hf_robust.core.errors import UsageError
from hf_robust.tasks import TASKS
from hf_robust.transforms.base import WordTransformation
from hf_robust.transforms.transformation_registry import transformations

WRONG = {
    "rate": [0, -0.1, 1.01, "0.5", True, nan],
    "count": [0, -1, 1.5, "2", True],
    "classes": [(), ("XX",), "XX", 5, None],
    "choose": ["nonsense", "", None],
    "kind": ["dog", "", None],
    "layout": ["dvorak", "", None],
    "min_length": [0, -1, 2.5, "4"],
    "mode": ["nonsense", "", None],
    "where": ["nonsense", "", None],
    "most": [0, -1, 1.5, "2", True, None],
    "case": ["nonsense", None],
    "place": ["middle", None],
    "keep_first": ["yes", None],
    "keep_last": ["yes", 1],
    "types": [(), ("dog",), "dog", 5, None, ("person", "dog")],
    "table": ["", 1, ("a",)],
    "to": ["nowhere", "", None],
    "form": ["nonsense", "", None],
    "subtypes": ["yes", None, 1],
    "following": [0, -1, 1.5, "2"],
    "model": [1, ("a",)],
    "models": ["one", ("one",), ("", "two"), (1, 2)],
    "vectors": [1, ("a",)],
    "neutral": ["yes", None, 1],
    "gate": ["yes", None, 1],
    "top_k": [0, -1, 1.5, "2", True, None],
    "names": [1, ("a",), "", "/no/such/file.json"],
    "num_beams": [0, -1, 1.5, "2", True, None],
    "max_length": [0, -1, 1.5, "2", True, None],
    "min_probability": [1.01, -0.1, "0.5", True, nan, None],
    "min_similarity": [1.01, -1.5, "0.5", True, nan, None],
}
PARAMETERS = [(name, f.name) for name in NAMES for f in dataclasses.fields(transformations.get(name))]


@pytest.mark.parametrize(("name", "parameter"), PARAMETERS)
def test_wrong_parameters_are_refused_by_name(name, parameter):
    assert parameter in WRONG, f"add wrong values of {parameter} to this test"
    task = hr.task(sorted(transformations.get(name).effects)[0])
    for value in WRONG[parameter]:
        if value is None and transformations.get(name).__dataclass_fields__[parameter].default is None:
            continue
        with pytest.raises(UsageError, match=parameter):
            make(name, **{parameter: value})
        with pytest.raises(UsageError, match=parameter):
            hr.Perturb(name, task, **{parameter: value})


@pytest.mark.parametrize("name", NAMES)
def test_unknown_parameter_is_refused_with_the_known_ones(name):
    make(name)
    task = hr.task(sorted(transformations.get(name).effects)[0])
    with pytest.raises(UsageError, match="no parameter 'nonsense'"):
        hr.Perturb(name, task, nonsense=1)


# of what these change the sentences of the corpus have one word at most
MORE = {
    "homophone": Doc("They knew that their side was weaker than it's rival, and it lost its quiet way."),
    "insert-adverb": Doc.tagged(
        "We/PRON/PRP enjoyed/VERB/VBD/enjoy tea/NOUN/NN ,/PUNCT/, they/PRON/PRP liked/VERB/VBD/like it/PRON/PRP"
    ),
    "antonym": Doc.tagged("an/DET/DT old/ADJ/JJ car/NOUN/NN in/ADP/IN a/DET/DT narrow/ADJ/JJ street/NOUN/NN"),
    "emoji": Doc("They rose. They left. The bells rang. The children slept."),
    "number": Doc("We waited 30 minutes, ate seven dishes and left after two hours."),
}
WORD_LEVEL = [name for name in NAMES if issubclass(transformations.get(name), WordTransformation)]


@pytest.mark.parametrize("name", WORD_LEVEL)
def test_rate_or_count(name):
    with pytest.raises(UsageError, match="rate or count"):
        make(name, rate=0.2, count=1)
    few, many = (make(name, rate=rate, **ungated(name)) for rate in (0.01, 1.0))
    documents = documents_of(name)
    assert sum(map(size, run(few, documents=documents))) < sum(map(size, run(many, documents=documents)))
    assert all(size(edits) == 1 for edits in run(few) if edits), "at least one word is changed"


@pytest.mark.parametrize("name", WORD_LEVEL)
def test_count_is_exact(name):
    seen = set()
    for count in (1, 2, 3):
        for edits in run(make(name, count=count, **ungated(name)), documents=documents_of(name)):
            if isinstance(edits[0], str):
                assert f"fewer than {count} words" in edits[0]
            else:
                assert size(edits) == count
                seen.add(count)
    assert {1, 2} <= seen
    assert all(isinstance(edits[0], str) for edits in run(make(name, count=500, **ungated(name))))


def documents_of(name):
    return [*docs(), MORE[name]] if name in MORE else docs()


def size(edits):
    """How many words were changed; an article that was repaired does not count."""
    return sum(edit.text.lower() not in ("a", "an") for edit in edits)


@pytest.mark.parametrize(("name", "task"), SOME_PAIRS)
def test_variants_differ(name, task):
    make(name)
    # a row with two words to choose from comes out alike in all of 8 draws once in 128 seeds
    variants = 8
    rows = perturb(name, task, seed=2, variants=variants, **ungated(name))
    fields = TASKS[task].edited
    by_source = {}
    for row in rows:
        by_source.setdefault(row["robust"]["source_id"], []).append(row)
    for group in by_source.values():
        assert len(group) <= variants
        assert len({r["robust"]["variant"] for r in group}) == len(group)
        assert len({json.dumps([r[f] for f in fields]) for r in group}) == len(group)
    # few words have two opposites
    expected = 1 if name in DETERMINISTIC or name in ("antonym", "double-denial") else 2
    assert max(map(len, by_source.values())) >= expected
    if name in DETERMINISTIC:
        assert all(len(group) == 1 for group in by_source.values())
