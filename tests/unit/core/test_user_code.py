"""Code of users in fingerprints: equal in every process, and another after an edit."""

import importlib
import sys
from textwrap import dedent

import pytest
from datasets import Dataset
from datasets.fingerprint import Hasher
from other_process import printed

import hf_robust as hr
from hf_robust.core.user_code import class_stamps, code_stamps

SOURCE = dedent('''
    import re
    from dataclasses import dataclass
    from functools import cached_property, lru_cache

    import hf_robust as hr
    import user_words
    from hf_robust.core.edits import Edit
    from hf_robust.transforms.base import Effect, Transformation

    WORDS = {"film", "play", "book"}
    ENDING = re.compile(r"m\\b")


    def changed(word):
        return word + "!"


    @lru_cache
    def remembered(word):
        return word + "-"


    class Base(Transformation):
        level = "word"
        linguistics = "morphology"
        effects = {"sentiment-classification": Effect.PRESERVES}
        mark = "?"


    @dataclass(frozen=True, kw_only=True)
    class Loud(Base):
        """A word becomes louder."""

        name = "loud-word"
        rate: float = 1.0

        @cached_property
        def end(self):
            return "#"

        def edits(self, doc, rng):
            found = [Edit(0, 0, changed(doc.text[:1]) + self.mark + self.end + remembered("x"))]
            inner = lambda word: word in WORDS and ENDING.search(word) and user_words.extra()
            return [one for one in found if inner or True]


    def predicate(row):
        return len(row["text"]) > 5 and any(word in row["text"] for word in WORDS)


    def model(texts):
        return [{"label": "pos", "score": 0.9} if "good" in text else "neg" for text in texts]
''')
HELPER = "def extra():\n    return 1\n"
TASK = 'hr.task("sentiment-classification", label_names=["neg", "pos"])'
FUNCTIONS = {
    "transformation": "user_code.Loud()",
    "perturb": f"hr.Perturb(user_code.Loud(), {TASK})",
    "chain": f'hr.Perturb([user_code.Loud(), "keyboard"], {TASK})',
    "slices": f'hr.InSlice("predicate", {TASK}, function=user_code.predicate, kinds=["yes"])',
    "importance": f'hr.WordImportance(user_code.model, {TASK}, "leave-one-out")',
    "attack": f'hr.Attack("deepwordbug", {TASK}, user_code.model)',
    "moves": f"hr.Attack(None, {TASK}, user_code.model, transformation=user_code.Loud())",
}
EDITS = {
    "method": ("doc.text[:1]", "doc.text[:2]"),
    "function that it calls": ('word + "!"', 'word + "."'),
    "function behind a decorator": ('word + "-"', 'word + "+"'),
    "attribute of a base": ('mark = "?"', 'mark = "%"'),
    "cached property": ('return "#"', 'return "@"'),
    "constant": ('"book"', '"novel"'),
    "pattern": (r'r"m\b"', r'r"k\b"'),
    "default": ("rate: float = 1.0", "rate: float = 0.5"),
}


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    (tmp_path / "user_words.py").write_text(HELPER)
    yield tmp_path
    for name in ("user_code", "user_words"):
        sys.modules.pop(name, None)


def value(place, expression, source=SOURCE):
    """What an expression over the user's module is, read anew."""
    (place / "user_code.py").write_text(source)
    for name in ("user_code", "user_words"):
        sys.modules.pop(name, None)
    importlib.invalidate_caches()
    return eval(expression, {"hr": hr, "user_code": importlib.import_module("user_code")})


@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_changes_the_hash_of_a_transformation(place, edit):
    before, after = EDITS[edit]
    assert before in SOURCE
    hashes = [
        Hasher.hash(value(place, FUNCTIONS["perturb"], source)) for source in (SOURCE, SOURCE.replace(before, after))
    ]
    assert hashes[0] != hashes[1]
    assert Hasher.hash(value(place, FUNCTIONS["perturb"])) == hashes[0]


def test_an_edit_of_another_module_of_the_user_changes_it(place):
    before = Hasher.hash(value(place, FUNCTIONS["perturb"]))
    (place / "user_words.py").write_text(HELPER.replace("1", "2"))
    assert Hasher.hash(value(place, FUNCTIONS["perturb"])) != before


READS = dict.fromkeys(("slices",), ("word in row", "word not in row"))
READS |= dict.fromkeys(("importance", "attack"), ('"good" in text', '"fine" in text'))
READS |= dict.fromkeys(("transformation", "perturb", "chain", "moves"), EDITS["method"])


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_map_function_follows_the_code_that_takes_part(place, name):
    before, after = READS[name]
    first = Hasher.hash(value(place, FUNCTIONS[name]))
    assert Hasher.hash(value(place, FUNCTIONS[name])) == first
    assert Hasher.hash(value(place, FUNCTIONS[name], SOURCE.replace(before, after))) != first


def test_the_hash_is_the_same_in_another_process(place):
    code = "import json, sys, hf_robust as hr, user_code; from datasets.fingerprint import Hasher;"
    code += f"print(json.dumps([Hasher.hash(one) for one in [{', '.join(FUNCTIONS.values())}]]))"
    here = [Hasher.hash(value(place, expression)) for expression in FUNCTIONS.values()]
    path = ":".join([str(place), *filter(None, sys.path)])
    assert printed(code, PYTHONPATH=path) == str(here).replace("'", '"')


def test_no_stale_rows_after_an_edit(place):
    rows = Dataset.from_dict({"text": ["film one", "play two"], "label": [0, 1]})
    before = rows.map(value(place, FUNCTIONS["perturb"]), batched=True)["text"][:]
    after = rows.map(value(place, FUNCTIONS["perturb"], SOURCE.replace('word + "!"', 'word + "."')), batched=True)
    assert after["text"][:] == [text.replace("!", ".") for text in before] != before


def test_code_typed_at_a_prompt_is_hashed_too():
    spaces = {}
    for name, mark in (("one", "!"), ("two", "?"), ("same", "!")):
        exec(f"def noisy(text):\n    return text + {mark!r}", spaces.setdefault(name, {"__name__": "__main__"}))
    one, two, same = (code_stamps(spaces[name]["noisy"]) for name in spaces)
    assert one == same != two


def test_code_of_libraries_is_left_to_their_versions():
    assert code_stamps([len, str, Dataset, hr.Perturb, pytest.raises, {"a": hr.Perturb("keyboard")}]) == ()
    assert class_stamps(hr.Perturb) == ()


def test_objects_that_hold_each_other_end():
    class Node:
        def __init__(self):
            self.other = self

    assert len(code_stamps([Node(), Node()])) == 1
