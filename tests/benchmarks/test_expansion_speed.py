"""Expansion of seeds with the embedded defaults: time by number of seeds, and expansions a seed.

    EXPANSION_DATA=DATA python -m pytest tests/benchmarks/test_expansion_speed.py -s -p no:cacheprovider \
        --override-ini addopts=

``EXPANSION_DATA`` names a folder with ``sst/train.jsonl`` (column ``sentence``); without it the tests are skipped.
``EXPANSION_SEEDS`` says for which numbers of seeds ("100,1000"), ``EXPANSION_THREADS`` how many threads torch may use
(1), ``EXPANSION_WORDS`` which words are added (``any``; of ``light`` ones fragments of reviews take fewer than five).
Each seed of the first test holds a sentence of its own, which is the worst case: in the suites of sentiment a sentence
stands in 2 to 18 seeds. Times are of the clock and, in brackets, of the process (on a busy machine that of one thread
tells more: several wait for each other, which counts).
"""

import json
import os
import random
import time
from pathlib import Path

import pytest

from hf_robust.capability import capabilities
from hf_robust.capability.cases import case_record, case_row
from hf_robust.capability.expansion import expand as expansion
from hf_robust.capability.expansion.expand import Expand
from hf_robust.core.recent import Recent
from hf_robust.language.constituency import parsed_text
from hf_robust.language.constituency.grammar import ReferenceGrammar

SIZES = [int(size) for size in os.environ.get("EXPANSION_SEEDS", "100,1000").split(",")]
TEMPLATES = [(lead, end) for lead in ("I thought that", "I agreed that") for end in ("but it wasn't", "but I didn't")]


@pytest.fixture(scope="module")
def sentences():
    folder = os.environ.get("EXPANSION_DATA")
    if not folder:
        pytest.skip("EXPANSION_DATA names no folder")
    import torch

    torch.set_num_threads(int(os.environ.get("EXPANSION_THREADS", "1")))
    lines = (Path(folder) / "sst" / "train.jsonl").read_text(encoding="utf-8").splitlines()
    found = [json.loads(line)["sentence"].rstrip(" .") for line in lines]
    random.Random(5).shuffle(found)
    return found


@pytest.fixture
def forgotten(monkeypatch):
    """Nothing of an earlier run is remembered."""
    monkeypatch.setattr(parsed_text, "_PARSED", Recent(10_000))
    monkeypatch.setattr(expansion, "_FILLED", Recent(200_000))


def _seed(sentence: str, lead: str, end: str) -> dict:
    text = f"{lead} {sentence[0].lower()}{sentence[1:]} {end}"
    record = case_record("LC6", [text], accepted=["positive", "neutral"], template="taken-back")
    return case_row(["text"], [text], record)


def _timed(seeds: list[dict]) -> tuple[float, float, int]:
    capability = capabilities("sentiment-classification", "published")["LC6"]
    words = os.environ.get("EXPANSION_WORDS", "any")
    options = {"words": words, "grammar": ReferenceGrammar.load(), "sentiment": "vader", "parser": "embedded"}
    expand = Expand(k=10, seed=1, capability=capability, **options)
    expand({name: [value] for name, value in _seed("it is a film", *TEMPLATES[0]).items()})  # loads the models
    clock, process, grown = time.perf_counter(), time.process_time(), 0
    for start in range(0, len(seeds), 1000):
        part = seeds[start : start + 1000]
        grown += len(expand({name: [row[name] for row in part] for name in part[0]})["text"])
    return time.perf_counter() - clock, time.process_time() - process, grown


@pytest.mark.parametrize("size", SIZES)
def test_every_seed_has_a_sentence_of_its_own(size, sentences, forgotten):
    seeds = [_seed(sentence, *TEMPLATES[n % 4]) for n, sentence in enumerate(sentences[:size])]
    clock, process, grown = _timed(seeds)
    print(f"\n{size} sentences, {size} seeds: {clock:.0f} s ({process:.0f} s), {grown / size:.1f} expansions a seed")
    assert grown >= 5 * size
    assert process / size < 0.6  # 1,000 seeds: under 5 minutes on 2 cores


@pytest.mark.parametrize("size", SIZES)
def test_a_sentence_stands_in_four_seeds(size, sentences, forgotten):
    seeds = [_seed(sentence, *template) for sentence in sentences[: size // 4] for template in TEMPLATES]
    clock, process, grown = _timed(seeds)
    print(f"\n{size // 4} sentences, {size} seeds: {clock:.0f} s ({process:.0f} s), {grown / size:.1f} a seed")
    assert grown >= 5 * size
    assert process / size < 0.2
