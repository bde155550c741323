import random

import numpy as np
import pytest
import torch
from datasets import Dataset
from training_parts import entities, sentiment

import hf_robust as hr
from hf_robust.core.errors import UnknownNameError, UsageError
from hf_robust.core.randomness import row_id
from hf_robust.training.draw import draw, make_recipe

TASK = hr.task("sentiment-classification")


def drawn(data: Dataset, names: list, epoch: int = 0, **options):
    recipe = make_recipe(TASK, names, **options)
    return draw(data, TASK.bind(data), recipe, epoch)


def test_same_seed_and_epoch_same_rows():
    data = sentiment(40)
    first = drawn(data, ["keyboard", "ocr"], 3, seed=5)
    again = drawn(data, ["keyboard", "ocr"], 3, seed=5)
    assert first == again
    assert len(first.columns["text"]) == 20


@pytest.mark.parametrize("change", [{"epoch": 4}, {"seed": 6}])
def test_another_epoch_or_seed_draws_other_rows(change):
    data = sentiment(40)
    first = drawn(data, ["keyboard"], 3, seed=5)
    other = drawn(data, ["keyboard"], **{"epoch": 3, "seed": 5, **change})
    sources = [[record["source_id"] for record in found.columns["robust"]] for found in (first, other)]
    assert first.columns["text"] != other.columns["text"]
    assert sources[0] != sources[1]


def test_the_same_row_is_perturbed_differently_in_another_epoch():
    data = sentiment(10)
    texts = []
    for epoch in range(2):
        found = drawn(data, ["keyboard"], epoch, budget=1.0).columns
        texts.append(dict(zip((r["source_id"] for r in found["robust"]), found["text"])))
    assert texts[0].keys() == texts[1].keys() and len(texts[0]) == 10
    assert sum(texts[0][source] != texts[1][source] for source in texts[0]) >= 8


def test_rows_and_transformations_vary_and_labels_follow():
    data = sentiment(60)
    labels = dict(zip(data["text"][:], data["label"][:]))
    found = drawn(data, ["keyboard", "word-case", ["ocr", "punctuation"]], budget=1.0)
    assert sum(found.counts.values()) == 60 and found.counts["clean"] == 0
    assert all(found.counts[name] >= 8 for name in ("keyboard", "word-case", "ocr+punctuation"))
    by_id = {row_id((text,)): label for text, label in labels.items()}
    for text, label, record in zip(*(found.columns[name] for name in ("text", "label", "robust"))):
        assert text not in labels and record["status"] == "changed"
        assert label == by_id[record["source_id"]]


def test_counts_agree_with_the_provenance_of_the_rows():
    found = drawn(sentiment(50), ["keyboard", "ocr"], budget=1.5)
    names = [record["transformation"] for record in found.columns["robust"]]
    assert {name: names.count(name) for name in ("keyboard", "ocr")} == {
        name: found.counts[name] for name in ("keyboard", "ocr")
    }


def test_no_pair_of_row_and_transformation_comes_twice():
    found = drawn(sentiment(30), ["keyboard", "ocr", "typos"], budget=3)
    pairs = [(r["source_id"], r["transformation"]) for r in found.columns["robust"]]
    assert len(pairs) == 90 == len(set(pairs))


def test_each_row_comes_once_before_any_comes_again():
    found = drawn(sentiment(30), ["keyboard", "ocr"], budget=1.0)
    assert len({record["source_id"] for record in found.columns["robust"]}) == 30


def test_slots_of_rows_that_cannot_change_go_to_others():
    # keyboard needs words of four letters: only one row in ten has one
    texts = [f"{n} is ok" if n % 10 else f"{n} is wonderful" for n in range(300)]
    data = Dataset.from_dict({"text": texts, "label": [0] * 300})
    found = drawn(data, ["keyboard"], budget=0.1)
    assert found.counts == {"keyboard": 30, "clean": 0}
    again = drawn(data, ["keyboard"], budget=0.1)
    assert found == again


def test_what_nothing_can_change_is_filled_with_clean_rows():
    data = Dataset.from_dict({"text": [f"{n} is ok" for n in range(10)] + ["a clever film"], "label": [0] * 11})
    found = drawn(data, ["keyboard"], budget=1.0)
    assert found.counts == {"keyboard": 1, "clean": 10}
    assert len(found.columns["text"]) == 1 and len(set(found.clean)) == 10


def test_many_chunks_give_what_one_chunk_gives(monkeypatch):
    data = sentiment(100)
    whole = drawn(data, ["keyboard", "ocr"], budget=1.2)
    monkeypatch.setattr("hf_robust.training.draw._MOST", 7)
    assert drawn(data, ["keyboard", "ocr"], budget=1.2) == whole


def test_before_the_start_epoch_all_slots_are_clean():
    data = sentiment(10)
    assert drawn(data, ["keyboard"], 1, start_epoch=2).counts == {"keyboard": 0, "clean": 5}
    assert drawn(data, ["keyboard"], 2, start_epoch=2).counts == {"keyboard": 5, "clean": 0}


def test_tags_move_with_tokens():
    data = entities(12)
    task = hr.task("named-entity-recognition")
    found = draw(data, task.bind(data), make_recipe(task, ["entity-typos", "keyboard"], budget=1.0), 0)
    assert all(tags == [1, 2, 0, 3, 0, 0, 0] for tags in found.columns["ner_tags"])
    assert all(len(tokens) == 7 for tokens in found.columns["tokens"])
    assert not any(tokens in data["tokens"][:] for tokens in found.columns["tokens"])


def test_global_random_state_is_left_alone():
    states = random.getstate(), np.random.get_state()[1].tolist(), torch.get_rng_state().tolist()
    drawn(sentiment(20), ["keyboard", "ocr"])
    assert states == (random.getstate(), np.random.get_state()[1].tolist(), torch.get_rng_state().tolist())


@pytest.mark.parametrize(
    ("names", "options", "message"),
    [
        (["keyboard"], {"budget": 0}, "above 0 and up to 1"),
        (["keyboard", "ocr"], {"budget": 2.5}, "up to 2"),
        (["keyboard"], {"budget": True}, "budget"),
        (["keyboard"], {"seed": "x"}, "seed must be a whole number"),
        (["keyboard"], {"start_epoch": -1}, "start_epoch"),
        (["keyboard"], {"protect": "film"}, "protect must be a list"),
        ("keyboard", {}, "must be a list"),
        ([], {}, "must be a list"),
        (["keyboard", "keyboard"], {}, "keyboard is there twice"),
        (["entity-typos"], {}, "does not apply to sentiment-classification"),
    ],
)
def test_wrong_arguments_are_named(names, options, message):
    with pytest.raises(UsageError, match=message):
        make_recipe(TASK, names, **options)


def test_unknown_name_suggests_the_nearest():
    with pytest.raises(UnknownNameError, match="did you mean keyboard"):
        make_recipe(TASK, ["keybord"])


def test_a_transformation_that_leaves_the_label_unknown_is_refused():
    from dataclasses import dataclass
    from typing import ClassVar

    from hf_robust.transforms import Effect, Transformation

    @dataclass(frozen=True, kw_only=True)
    class Shuffle(Transformation):
        """Unknown effect."""

        name: ClassVar[str] = "shuffle-test"
        level: ClassVar[str] = "word"
        linguistics: ClassVar[str] = "syntax"
        effects: ClassVar[dict] = {TASK.name: Effect.UNKNOWN}

        def edits(self, doc, rng):
            return []

    with pytest.raises(UsageError, match="would carry wrong labels"):
        make_recipe(TASK, [Shuffle()])


def test_a_budget_below_one_row_is_refused():
    with pytest.raises(UsageError, match="not a single row"):
        drawn(sentiment(4), ["keyboard"], budget=0.1)
