"""Rows a second of each transformation, beside two floors taken in the same run.

    python -m pytest tests/benchmarks --benchmark-only -s -p no:cacheprovider --override-ini addopts=

Times are those of the process (CPU), on one core and warm; the ratio to the floors is the figure to keep. The
floors: an identity ``map``, and a ``map`` around the smallest keyboard-typo loop that can be written by hand, which
returns only texts: no words, no labels, no provenance.
"""

import os
import random
import time

import pytest
from datasets import Dataset, disable_progress_bars

import hf_robust as hr
from hf_robust.core.errors import MissingResource
from hf_robust.language.embedded.demo import demo_reviews
from hf_robust.language.spacy_pipelines import spacy_name, spacy_pipeline
from hf_robust.transforms import transformation_registry
from hf_robust.transforms.base import Batched
from hf_robust.transforms.chains import applicable

SHORT, LONG = 20_000, 200
TASK = hr.task("sentiment-classification")
TAGGED = "named-entity-recognition"
ALL = transformation_registry.transformations.select(lambda cls: True)
ON_TEXTS = [cls for cls in ALL if TASK.name in cls.effects]
MODELS = [cls.name for cls in ON_TEXTS if issubclass(cls, Batched)]
PLAIN = [cls.name for cls in ON_TEXTS if not cls.needs and cls.name not in MODELS]
ANNOTATED = [cls.name for cls in ON_TEXTS if cls.needs and cls.name not in MODELS]
# those of other kinds of tasks are measured by task_speed.py
ON_TOKENS = [cls.name for cls in ALL if TASK.name not in cls.effects and TAGGED in cls.effects]
NEAR = {letter: "qwertyuiop"[place % 10] for place, letter in enumerate("abcdefghijklmnopqrstuvwxyz")}

GROWTH = ["keyboard", "misspelling", "contraction", "punctuation", "word-case"]
ROWS, LENGTHS, CHARACTERS = (1000, 10_000, 100_000, 1_000_000), (20, 200, 2000, 20_000, 100_000), 2_000_000

disable_progress_bars()


@pytest.fixture(scope="module")
def short() -> Dataset:
    """Short sentences: those of the demo reviews, again and again with another number at the end."""
    sentences = [s.strip() for row in demo_reviews()["text"] for s in row.split(". ") if len(s) > 40]
    texts = [f"{sentences[place % len(sentences)]} {place}" for place in range(SHORT)]
    return Dataset.from_dict({"text": texts, "label": [0] * SHORT})


@pytest.fixture(scope="module")
def long() -> Dataset:
    """Reviews of about 3,800 characters."""
    texts = list(demo_reviews()["text"])
    joined = " ".join(texts)
    starts = range(0, LONG * 37, 37)
    return Dataset.from_dict({"text": [joined[start : start + 3800] for start in starts], "label": [0] * LONG})


def hand_written(batch):
    rng = random.Random(0)
    out = []
    for text in batch["text"]:
        words = text.split(" ")
        for place in rng.sample(range(len(words)), max(1, len(words) // 10)):
            word = words[place]
            if word:
                at = rng.randrange(len(word))
                words[place] = word[:at] + NEAR.get(word[at], "x") + word[at + 1 :]
        out.append(" ".join(words))
    return {"text": out}


def rate(data, function, rounds=3) -> float:
    """Rows a second, the best of some rounds."""
    best = min(_seconds(data, function) for _ in range(rounds))
    return len(data) / best


def _all_seconds() -> float:
    """CPU seconds of this process and of those that it started and that have ended."""
    return sum(os.times()[:4])


def _seconds(data, function) -> float:
    began = time.process_time()
    data.map(function, batched=True, load_from_cache_file=False)
    return time.process_time() - began


@pytest.fixture(scope="module")
def floors(short) -> tuple[float, float]:
    found = rate(short, lambda batch: batch), rate(short, hand_written)
    print(
        f"\nidentity map {found[0]:,.0f} rows/s; hand-written typos {found[1]:,.0f} rows/s, "
        f"{sum(map(len, short['text'])) // SHORT} characters a row"
    )
    return found


def measure(benchmark, data, function, floors, label):
    data.select(range(50)).map(function, batched=True, load_from_cache_file=False)  # lexicons and patterns
    benchmark.pedantic(lambda: data.map(function, batched=True, load_from_cache_file=False), rounds=1)
    found = rate(data, function)
    benchmark.extra_info.update(rows_per_second=round(found), over_hand_written=round(floors[1] / found, 2))
    print(
        f"{label:34}{found:>10,.0f} rows/s{floors[1] / found:>8.2f} x hand-written{floors[0] / found:>9.1f} x identity"
    )
    return found


@pytest.mark.parametrize("name", PLAIN)
def test_short_sentences(benchmark, short, floors, name):
    measure(benchmark, short, hr.Perturb(name, TASK), floors, name)


@pytest.mark.parametrize("name", PLAIN)
def test_long_reviews(benchmark, long, floors, name):
    benchmark.extra_info["characters"] = len(long[0]["text"])
    measure(benchmark, long, hr.Perturb(name, TASK), floors, f"{name}, 3,800 characters")


@pytest.mark.parametrize("name", GROWTH)
def test_growth_with_rows(benchmark, short, name):
    """Time for a row, by the number of rows: the same for all."""
    function, texts = hr.Perturb(name, TASK), short["text"][:1000]
    short.select(range(50)).map(function, batched=True, load_from_cache_file=False)
    found = {}
    for rows in ROWS:
        data = Dataset.from_dict({"text": texts * (rows // len(texts)), "label": [0] * rows})
        found[rows] = 1e6 / rate(data, function, rounds=3 if rows < ROWS[-1] else 1)
    _print_growth(benchmark, f"{name}, microseconds a row", found)


@pytest.mark.parametrize("name", GROWTH)
def test_growth_with_length(benchmark, short, name):
    """Time for 1,000 characters, by the length of the texts; each length with as many characters in all."""
    function, text = hr.Perturb(name, TASK), " ".join(short["text"][:2000])
    short.select(range(50)).map(function, batched=True, load_from_cache_file=False)
    found = {}
    for length in LENGTHS:
        texts = [text[:length].ljust(length, ".")] * (CHARACTERS // length)
        data = Dataset.from_dict({"text": texts, "label": [0] * len(texts)})
        found[length] = 1e9 / rate(data, function) / length
    _print_growth(benchmark, f"{name}, microseconds for 1,000 characters", found)


def _print_growth(benchmark, label, found):
    benchmark.pedantic(lambda: None, rounds=1)
    benchmark.extra_info.update({str(size): round(time, 2) for size, time in found.items()})
    print(f"{label:50}" + "".join(f"{size:>12,}: {time:.2f}" for size, time in found.items()))


def perturb(name, task=TASK) -> hr.Perturb:
    try:
        return hr.Perturb(name, task)
    except MissingResource as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def annotated(short) -> Dataset:
    """The first sentences with all layers."""
    return hr.annotate(short.select(range(2000)), TASK)


@pytest.mark.parametrize("name", ANNOTATED)
def test_annotated_sentences(benchmark, annotated, floors, name):
    """On rows that carry their annotation; without it the tagger is the limit."""
    measure(benchmark, annotated, perturb(name), floors, f"{name}, annotated")


@pytest.mark.parametrize("name", ["keyboard", "misspelling", "word-case"])
def test_annotation_that_is_not_read(benchmark, short, name):
    """Rows that carry annotation against the same rows without, turn by turn."""
    rows, function = hr.annotate(short.select(range(4000)), TASK), hr.Perturb(name, TASK)
    plain = rows.remove_columns("text__ann")
    benchmark.pedantic(lambda: _seconds(rows, function), rounds=1)
    turns = [(_seconds(rows, function), _seconds(plain, function)) for _ in range(6)]
    with_it, without = map(min, zip(*turns))
    benchmark.extra_info.update(share=round(without / with_it, 3))
    print(f"{name:34}{4000 / with_it:>10,.0f} rows/s on annotated rows, {without / with_it:.0%} of those without")


@pytest.mark.parametrize("name", MODELS)
def test_model_based_on_sentences(benchmark, annotated, floors, name):
    """The model's forward passes are the limit; 200 sentences, on one thread."""
    import torch

    torch.set_num_threads(1)
    measure(benchmark, annotated.select(range(200)), perturb(name), floors, f"{name}, annotated")


@pytest.mark.parametrize("name", ON_TOKENS)
def test_token_lists(benchmark, short, floors, name):
    """Token lists with the tags of a tagging task, annotated."""
    task = hr.task(TAGGED)
    tokens = [text.split() for text in short[:2000]["text"]]
    tags = [["B-PER" if token.istitle() and place else "O" for place, token in enumerate(row)] for row in tokens]
    rows = Dataset.from_dict({"tokens": tokens, task.column(task.kind.tags_role): tags})
    function = perturb(name, task)
    measure(benchmark, hr.annotate(rows, task, function.stages[0].needs), function, floors, f"{name}, token lists")


def test_annotation_shared_over_a_suite(benchmark, short):
    """A suite of all universal transformations, annotated once, against annotating for each of them."""
    rows = short.select(range(2000))
    names = [name for name in applicable(TASK) if name in PLAIN + ANNOTATED]
    spacy_pipeline(spacy_name())
    hr.Suite.build(rows.select(range(20)), TASK, names)  # lexicons, indices and patterns
    began, clock = _all_seconds(), time.perf_counter()
    benchmark.pedantic(lambda: hr.Suite.build(rows, TASK, names), rounds=1)
    shared, waited = _all_seconds() - began, time.perf_counter() - clock
    began = _all_seconds()
    for name in names:
        hr.Suite.build(rows, TASK, [name])
    each = _all_seconds() - began
    benchmark.extra_info.update(
        shared_seconds=round(shared, 2), shared_wall=round(waited, 2), each_seconds=round(each, 2)
    )
    read = len([name for name in names if name in ANNOTATED])
    print(
        f"suite of {len(names)} transformations, {read} of which read annotations, {len(rows)} rows: annotated once "
        f"{shared:.2f} s (by the clock {waited:.2f} s), for each {each:.2f} s, {each / shared:.1f} x"
    )
