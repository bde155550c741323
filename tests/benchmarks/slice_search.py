"""The search for weak slices against planted ones: ``python tests/benchmarks/slice_search.py [ROWS.jsonl]``.

``ROWS.jsonl`` has a column ``sentence``; the demo reviews serve without it. The model is made up: it is right on 90% of
the first 2,000 texts, and on 60% of those in a planted slice, which is a word, a span of lengths or a pair of
declared slices, drawn among those that hold 5% to 30% of the rows. It prints

- how often the planted slice is the first that is found, in 20 seeds each, and what else is listed beside it;
- how often anything is found in 200 permutations of the losses, where there is nothing to find, beside a test of each
  slice without correction;
- the time and memory of a search on 10,000 and 100,000 rows (texts drawn again and again), with declared slices, words,
  clusters and pairs;
- the time of a search over 20 transformations of 10,000 rows, slice by slice and transformation by transformation.
"""

import json
import resource
import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

import numpy as np

import hf_robust as hr
from hf_robust.scoring.distinct_slices import distinct_slices
from hf_robust.scoring.slice_search import MOST_SHARE, Losses, least_rows, search_slices
from hf_robust.slices.candidates import Candidates, Families, RowFacts, candidates
from hf_robust.slices.slice_table import SliceTable
from hf_robust.slices.value_slices import span_slices

RIGHT, RIGHT_INSIDE = 0.9, 0.6
SEEDS, PERMUTATIONS = 20, 200
SIZES = (0.05, 0.3)  # shares of the rows that a planted slice may hold
KINDS = {"word": ("word",), "span": ("length", "commas"), "pair": ("pair",)}


def declared_slices(texts: Sequence[str]) -> SliceTable:
    """Slices that a user might declare."""
    lengths = np.array([len(text.split()) for text in texts], float)
    commas = np.array([text.count(",") for text in texts], float)
    return span_slices("length", lengths).beside(span_slices("commas", commas, 3))


def looked_at(texts: Sequence[str], families: Families | None = None) -> Candidates:
    """All candidates of some texts."""
    rows = RowFacts({"text": texts}, declared_slices(texts))
    return candidates(rows, least_rows(len(texts)), int(MOST_SHARE * len(texts)), families)


def plantable(found: Candidates, kind: str) -> np.ndarray:
    """Numbers of the slices of a kind that have a fitting size."""
    shares = found.table.sizes / len(found.table)
    fits = (shares >= SIZES[0]) & (shares <= SIZES[1])
    return np.flatnonzero(fits & [one.family in KINDS[kind] for one in found.table.slices])


def losses_of(rng: np.random.Generator, inside: np.ndarray) -> Losses:
    """Where the model is wrong, more often inside of a slice."""
    wrong = rng.random(len(inside)) >= np.where(inside, RIGHT_INSIDE, RIGHT)
    return Losses(np.arange(len(inside)), wrong.astype(float))


def planted(found: Candidates, kind: str, seeds: int = SEEDS) -> tuple[int, int, float]:
    """How often the planted slice is first, how often an equal one is, and how many slices stand beside it."""
    places, members = plantable(found, kind), found.table.members
    first = same = 0
    listed = []
    for seed in range(seeds):
        rng = np.random.default_rng(seed)
        place = int(rng.choice(places))
        losses = losses_of(rng, members[:, place])
        tests = search_slices([losses], members, seed=seed)
        ranked = tests.slice[tests.significant()].tolist()
        distinct = distinct_slices(ranked, members, losses, tests.critical, found.kinds)
        listed.append(len(distinct))
        first += ranked[:1] == [place]
        same += bool(ranked) and place in (distinct[0].slice, *distinct[0].also)
    return first, same, float(np.mean(listed))


def false_discoveries(found: Candidates, runs: int = PERMUTATIONS) -> tuple[int, int, int]:
    """Of some permutations of the losses, how many runs find anything: the family, by share, without correction."""
    rng = np.random.default_rng(1)
    base = losses_of(rng, np.zeros(len(found.table), bool))
    family = share = naive = 0
    for seed in range(runs):
        losses = Losses(base.rows, rng.permutation(base.values))
        tests = search_slices([losses], found.table.members, seed=seed)
        family += len(tests.significant()) > 0
        share += len(tests.significant(by="share")) > 0
        naive += bool((tests.p_value <= tests.alpha).any())
    return family, share, naive


def cost(texts: Sequence[str], rows: int) -> None:
    """Time and memory of a search on so many rows."""
    rng = np.random.default_rng(2)
    many = [texts[place] for place in rng.integers(0, len(texts), rows)]
    start = time.process_time()
    found = looked_at(many)
    made = time.process_time()
    tests = search_slices([losses_of(rng, np.zeros(rows, bool))], found.table.members)
    end = time.process_time()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10
    families = ", ".join(f"{count} {name}" for name, count in found.families.items())
    print(
        f"{rows:7,} rows, {len(tests)} slices ({families}): candidates {made - start:.1f} s, "
        f"search {end - made:.1f} s, peak memory of the process {peak:,.0f} MB",
        flush=True,
    )


def cost_of_drops(texts: Sequence[str], rows: int = 10_000, transformations: int = 20) -> None:
    """Time of a search for slices on which a transformation costs more, each on nine rows of ten."""
    rng = np.random.default_rng(3)
    found = looked_at([texts[place] for place in rng.integers(0, len(texts), rows)], Families(pairs=False))
    losses = []
    for _ in range(transformations):
        some = np.sort(rng.permutation(rows)[: rows * 9 // 10])
        losses.append(Losses(some, rng.choice([-1.0, 0.0, 1.0], len(some), p=[0.02, 0.88, 0.1])))
    start = time.process_time()
    tests = search_slices(losses, found.table.members)
    took = time.process_time() - start
    print(f"{rows:7,} rows, {transformations} transformations, {len(tests)} tests: {took:.1f} s")


def main() -> None:
    parser = ArgumentParser(description="The search for weak slices against planted ones.")
    parser.add_argument("path", nargs="?")
    parser.add_argument("--rows", type=int, default=2000)
    args = parser.parse_args()
    if args.path is None:
        texts = hr.demo_reviews()["text"][:]
    else:
        lines = Path(args.path).read_text(encoding="utf-8").splitlines()
        texts = [json.loads(line)["sentence"] for line in lines]
    texts = list(texts)
    found = looked_at(texts[: args.rows])
    print(f"{len(found.table)} rows, {found.families}")
    for kind in KINDS:
        first, same, beside = planted(found, kind)
        print(
            f"planted {kind}: first in {first} of {SEEDS} seeds, it or one with the same rows in {same}; "
            f"{beside:.1f} slices listed",
            flush=True,
        )
    family, share, naive = false_discoveries(found)
    print(
        f"nothing planted, {PERMUTATIONS} permutations: something found in {family} (stated rate 5%), by share in "
        f"{share}, without correction in {naive}",
        flush=True,
    )
    for rows in (10_000, 100_000):
        cost(texts, rows)
    cost_of_drops(texts)


if __name__ == "__main__":
    sys.exit(main())
