"""Recipes against those of TextAttack 0.3.11, row by row: the same victim, the same moves, the same stop words.

``tests/benchmarks/peers/install.py VENVS --only textattack`` makes the environment; its interpreter is named by
``HF_ROBUST_TEXTATTACK``. What TextAttack is known to do otherwise is undone in ``textattack_run.py`` on demand, and
named here: ``gain``, ``follow_deleted`` and ``graded``.
"""

import json
import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.attacks.moves.base import PlainMoves
from hf_robust.attacks.recipes import RECIPES
from hf_robust.attacks.states import Move, State, moved
from hf_robust.core.doc import Doc
from hf_robust.language.embedded.demo import demo_reviews
from hf_robust.language.embedded.packed import base_encoder_path
from hf_robust.language.lexicons import lexicon
from hf_robust.language.vectors import word_vectors

PYTHON = os.environ.get("HF_ROBUST_TEXTATTACK", "")
RUNNER = Path(__file__).parents[1] / "benchmarks" / "peers" / "textattack_run.py"
LABELS = ("negative", "positive")
TASK = hr.task("sentiment-classification", label_names=LABELS)
ROWS, SIZES = 40, {"textfooler": 10}

pytestmark = pytest.mark.skipif(not PYTHON, reason="HF_ROBUST_TEXTATTACK names no interpreter with TextAttack")


@dataclass(frozen=True, kw_only=True)
class Table(PlainMoves):
    """A word becomes one of those that a table has for it."""

    table: Mapping[str, tuple[str, ...]] = field(hash=False, repr=False)

    name = "table"

    def of_word(self, attempt, state, unit):
        return [moved(state, Move(*unit, new)) for new in self.table.get(attempt.row.word(unit), ())]


@pytest.fixture(scope="module")
def victim(tmp_path_factory):
    """Folder of a small random classifier whose answers hang on every word, and are seldom sure."""
    import torch
    from transformers import AutoTokenizer, BertConfig, BertForSequenceClassification

    folder = str(tmp_path_factory.mktemp("victim"))
    tokenizer = AutoTokenizer.from_pretrained(base_encoder_path(), model_max_length=256)
    names = {"id2label": dict(enumerate(LABELS)), "label2id": {name: place for place, name in enumerate(LABELS)}}
    shape = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 64}
    model = BertForSequenceClassification(BertConfig(vocab_size=len(tokenizer), **shape, **names))
    generator = torch.Generator().manual_seed(5)
    for name, weight in model.named_parameters():
        if weight.dim() > 1:
            scale = 0.05 if "position" in name else 1.0 if "word_emb" in name else 0.4
            weight.data = torch.randn(weight.shape, generator=generator) * scale
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def rows(victim):
    """Texts that the classifier is right about: their labels are what it says."""
    texts = [row["text"] for row in demo_reviews()][:ROWS]
    own = hr.adapters.as_predictor(victim, TASK).predict([{"text": text} for text in texts])
    return Dataset.from_dict({"text": texts, "label": [LABELS.index(one.value) for one in own]})


@pytest.fixture(scope="module")
def words(rows):
    """The words of the texts."""
    return sorted({text[start:end] for text in rows["text"] for start, end in Doc(text).words})


@pytest.fixture(scope="module")
def tables(words):
    """What words may become, for each recipe that is given it."""
    near = word_vectors().neighbors([word.lower() for word in words], 8)
    return {
        "deepwordbug": {word: misspelled(word) for word in words[::4]},
        "pruthi": {word: misspelled(word) for word in words},
        "pwws": {word: replaced(word, words) for word in words if len(word) > 3},
        "textfooler": {word: tuple(sorted(one.word for one in near[word.lower()])) for word in words},
    }


@pytest.fixture(scope="module")
def theirs(rows, victim, tables, tmp_path_factory):
    """What TextAttack makes of the rows, by recipe."""
    folder, space = tmp_path_factory.mktemp("jobs"), word_vectors()
    np.savez(folder / "vectors.npz", words=np.array(space.words), vectors=space.vectors)
    stop = [spelled for word in lexicon("stop_words") for spelled in (word, word.capitalize(), word.upper())]
    own = {
        "deepwordbug": {},
        "input-reduction": {"follow_deleted": True, "graded": True},
        "pruthi": {},
        "pwws": {"gain": True},
        "textfooler": {"vectors": str(folder / "vectors.npz"), "encoder": str(base_encoder_path()), "tags": {}},
    }
    places = []
    for recipe, job in own.items():
        job |= {"recipe": recipe, "model": victim, "padding": "dynamic", "stop_words": stop}
        job |= {"candidates": tables.get(recipe), "rows": rows.select(range(SIZES.get(recipe, ROWS))).to_list()}
        places += [folder / f"{recipe}.json", folder / f"{recipe}.jsonl"]
        places[-2].write_text(json.dumps(job), "utf-8")
    done = subprocess.run([PYTHON, str(RUNNER), *map(str, places)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return {
        recipe: [json.loads(line) for line in (folder / f"{recipe}.jsonl").read_text("utf-8").splitlines()][:-1]
        for recipe in own
    }


@pytest.fixture
def ours(rows, victim, tables):
    """What a recipe of the same name makes of them, with the parameters of TextAttack."""

    def run(recipe: str, **options) -> list[dict]:
        chosen = rows.select(range(SIZES.get(recipe, ROWS)))
        if recipe in tables:
            options["transformation"] = Table(table=tables[recipe])
        found = hr.attack(victim, chosen, recipe, TASK, like="textattack", **options).results
        return [
            {"status": one.status, "text": _text(text, one.state), "queries": one.queries}
            for text, one in zip(chosen["text"], found)
        ]

    return run


def _text(text: str, state: State) -> str:
    for move in reversed(state):
        text = text[: move.start] + move.text + text[move.end :]
    return text


def differences(found: list[dict], expected: list[dict]) -> list[tuple]:
    """Rows with another status or text; spaces do not count, which a deleted word leaves here and there."""

    def told(row):
        return row["status"], re.findall(r"\w+|[^\w\s]", row["text"])

    return [(told(one), told(other)) for one, other in zip(found, expected, strict=True) if told(one) != told(other)]


def misspelled(word: str) -> tuple[str, ...]:
    """Four misspellings of a word, none of them drawn."""
    if len(word) < 4:
        return ()
    half = len(word) // 2
    swapped = word[: half - 1] + word[half] + word[half - 1] + word[half + 1 :]
    found = {swapped, word[:half] + word[half + 1 :], word[:half] + "x" + word[half:], word[:-2] + "q" + word[-1]}
    return tuple(sorted(found - {word}))


def replaced(word: str, words: list[str]) -> tuple[str, ...]:
    """Some of the other words, by a rule."""
    place = words.index(word)
    return tuple(sorted({words[(place * 7 + step * 31) % len(words)] for step in range(1, 6)} - {word}))


@pytest.mark.parametrize("recipe", ["deepwordbug", "pruthi", "pwws"])
def test_rows_and_queries_are_theirs_where_the_moves_are(ours, theirs, recipe):
    found, expected = ours(recipe), theirs[recipe]
    assert differences(found, expected) == []
    assert [one["queries"] for one in found] == [one["distinct"] for one in expected]
    assert {one["status"] for one in found} >= {"successful"}


def test_textfooler_is_theirs_where_neighbors_and_spaces_are_the_same(ours, theirs):
    kept = [one for one in RECIPES["textfooler"].parts("textattack").constraints if one.name != "part-of-speech"]
    found, expected = ours("textfooler", constraints=kept), theirs["textfooler"]
    assert differences(found, expected) == []
    assert [one["queries"] for one in found] == [one["distinct"] for one in expected]


def test_input_reduction_is_theirs_where_deletions_are_followed_and_graded(ours, theirs):
    assert differences(ours("input-reduction"), theirs["input-reduction"]) == []
