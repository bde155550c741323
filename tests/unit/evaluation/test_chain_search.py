"""The search for the worst chains: what it tries, and that its scores are those of rows that chose nothing."""

from dataclasses import dataclass
from hashlib import blake2b
from typing import ClassVar

import numpy as np
import pytest
from datasets import ClassLabel, Dataset, Features, Value

import hf_robust as hr
from hf_robust.core.edits import Edit
from hf_robust.core.errors import EmptyDataError, UsageError
from hf_robust.reports import load_report
from hf_robust.transforms.base import Effect, Transformation

TASK = hr.task("sentiment-classification")


def marker(word: str, effect: Effect = Effect.PRESERVES) -> type[Transformation]:
    """A transformation that writes a word at the end."""

    @dataclass(frozen=True, kw_only=True)
    class Marker(Transformation):
        """Writes a word at the end."""

        name: ClassVar[str] = f"mark-{word}"
        version: ClassVar[str] = "1"
        level: ClassVar[str] = "word"
        linguistics: ClassVar[str] = "pragmatics"
        effects: ClassVar[dict] = {TASK.name: effect}

        def edits(self, doc, rng):
            yield Edit(len(doc.text), len(doc.text), f" {word}")

    return Marker


@pytest.fixture
def marks(registered):
    return [registered(marker(word)).name for word in ("a1", "b2", "c3", "d4")]


@pytest.fixture
def rows():
    texts = [f"film {'fine' if n % 2 else 'dull'} {n}" for n in range(80)]
    features = Features(text=Value("string"), label=ClassLabel(names=["neg", "pos"]))
    return Dataset.from_dict({"text": texts, "label": [n % 2 for n in range(80)]}, features)


def model(texts):
    """Right, unless a1 and c3 stand in a text whose number ends with 0 to 5, or b2 in one that ends with 6 or 7."""
    answers = []
    for text in texts:
        digit = int(text.split()[2][-1])
        wrong = ("a1" in text and "c3" in text and digit <= 5) or ("b2" in text and 6 <= digit <= 7)
        answers.append("pos" if ("fine" in text) != wrong else "neg")
    return answers


def test_chain_that_is_worse_than_its_parts_is_found_and_measured_on_other_rows(rows, marks, registered):
    report = hr.worst_chains(model, rows, TASK, marks, depth=2)
    worst, record = report.chains[0], report.record
    assert set(worst["stages"]) == {"mark-a1", "mark-c3"} and worst["n"] == 40
    assert record["searched"]["rows"] == record["judged"]["rows"] == 40
    assert worst["drop"] == pytest.approx(1 - worst["score"]) and worst["drops"] == [0.0, 0.0]
    assert worst["beyond"] == pytest.approx(worst["drop"]) and worst["p_adjusted"] < 0.01
    assert worst["beyond_interval"][0] > 0
    assert {one["name"] for one in record["singles"]} == set(marks)
    assert record["searched"]["chains"] == 12  # 4 transformations, each followed by 3


def test_third_stage_grows_from_the_worst_of_two(rows, marks):
    report = hr.worst_chains(model, rows, TASK, marks, depth=3, beam=4)
    worst = report.chains[0]
    assert set(worst["stages"]) == {"mark-a1", "mark-b2", "mark-c3"}
    assert worst["worst"] == "mark-b2" and worst["beyond"] < worst["drop"]
    assert report.record["searched"]["chains"] > 12


def test_rows_of_search_and_judgment_are_apart_and_drawn_by_the_seed(rows, marks):
    asked = []

    def watched(texts):
        asked.extend(texts)
        return model(texts)

    report = hr.worst_chains(watched, rows, TASK, marks[:2], depth=2, limit=40)
    originals = {text for text in asked if len(text.split()) == 3}
    assert len(originals) == 40 and len(asked) == len(set(asked))  # each text is asked once
    assert report.record["judged"]["rows"] == 20
    again = hr.worst_chains(model, rows, TASK, marks[:2], depth=2, limit=40)
    assert again.chains == report.chains
    other = hr.worst_chains(model, rows, TASK, marks[:2], depth=2, limit=40, seed=5)
    assert other.record["searched"] != report.record["searched"] or other.chains != report.chains


def test_chain_of_chance_shows_no_winners_curse(rows, marks):
    def noisy(texts):
        return ["pos" if blake2b(text.encode()).digest()[0] % 2 else "neg" for text in texts]

    chains = hr.worst_chains(noisy, rows, TASK, marks, depth=2).chains
    searched, judged = (np.mean([chain[key] for chain in chains]) for key in ("searched", "score"))
    assert searched < judged  # the score by which a chain was chosen is too low


def test_rows_that_a_chain_cannot_change_count_as_they_are(rows, registered):
    @registered
    @dataclass(frozen=True, kw_only=True)
    class Rare(marker("c3")):
        """Writes a word at the end of some texts."""

        name: ClassVar[str] = "rare"

        def edits(self, doc, rng):
            if doc.text.split()[2][-1] == "0":
                yield from super().edits(doc, rng)

    first = registered(marker("a1")).name
    chain = next(one for one in hr.worst_chains(model, rows, TASK, [first, "rare"], depth=2).chains)
    assert chain["n"] == 40 and 0 < chain["drop"] < 0.3


def test_report_is_saved_and_read(rows, marks, tmp_path):
    report = hr.worst_chains(model, rows, TASK, marks, depth=2)
    report.save(tmp_path)
    assert load_report(tmp_path) == report
    assert "mark-a1" in (tmp_path / "chains.html").read_text(encoding="utf-8")
    assert "statistically significant" in report.verdict and "mark-" in str(report)


def test_what_cannot_be_searched_is_said_before_any_work(rows, marks, registered):
    def never(texts):
        raise AssertionError("the model was asked")

    registered(marker("flips", Effect.CHANGES))
    for more, message in (
        ({"transformations": [*marks, "mark-flips"]}, "does not keep the label"),
        ({"transformations": marks[:1]}, "takes two transformations"),
        ({"transformations": [marks[0], marks[0]]}, "named twice"),
        ({"transformations": "keyboard"}, "must be a list"),
        ({"transformations": marks, "depth": 4}, "depth must be 2 or 3"),
        ({"transformations": marks, "beam": 0}, "beam of 1 or more"),
        ({"transformations": marks, "limit": 2}, "4 rows or more"),
    ):
        with pytest.raises(UsageError, match=message):
            hr.worst_chains(never, rows, TASK, **more)
    with pytest.raises(EmptyDataError, match="four rows"):
        hr.worst_chains(model, rows.select(range(3)), TASK, marks)
