"""How far Chinese word segmentation falls: word F1 of two segmenters before and after each transformation.

    python tests/benchmarks/segmentation_fall.py WORDS FILE [FILE ...] [--rows N] [--only NAME,...] [--runs]

WORDS is a word list, one word a line: the vocabulary of longest match. With ``--runs``, longest match also keeps a run
of digits or Latin letters together. A FILE holds one segmented sentence a row, as ``hf-robust run --task
word-segmentation`` reads it. The first N rows are used, seed 0. *New* is the share of the new words that the list
lacks; *crossing* is the share of the changed places where a word of longest match overlaps a new word and neither
contains the other.
"""

import argparse
import re
from collections.abc import Callable, Iterable
from difflib import SequenceMatcher
from pathlib import Path

from datasets import disable_progress_bars

import hf_robust as hr
from hf_robust.core.errors import RobustError
from hf_robust.language.chinese.segmenter import pieces
from hf_robust.tasks.layouts.load_rows import load_data
from hf_robust.transforms.transformation_registry import transformations

TASK = "word-segmentation"
UNIVERSAL = "text-classification"
_RUN = re.compile("[0-9０-９]+(?:[.．][0-9０-９]+)*|[A-Za-zＡ-Ｚａ-ｚ]+")


def longest_match(words: set[str], runs: bool = False) -> Callable[[str], list[str]]:
    """A segmenter that takes the longest word of a list at each place, or, with ``runs``, a longer run of digits."""
    longest = max(map(len, words))

    def split(text: str) -> list[str]:
        found, place = [], 0
        while place < len(text):
            sizes = range(min(longest, len(text) - place), 0, -1)
            size = next(size for size in sizes if size == 1 or text[place : place + size] in words)
            run = _RUN.match(text, place) if runs else None
            size = max(size, run.end() - place) if run else size
            found.append(text[place : place + size])
            place += size
        return found

    return split


def spans(words: Iterable[str]) -> list[tuple[int, int]]:
    """Where each word begins and ends."""
    found, place = [], 0
    for word in words:
        found.append((place, place + len(word)))
        place += len(word)
    return found


def word_f1(rows: list[list[str]], split: Callable[[str], list[str]]) -> float:
    """F1 of the words, in points out of 100."""
    pairs = [(set(spans(row)), set(spans(split("".join(row))))) for row in rows]
    right = sum(len(gold & found) for gold, found in pairs)
    return 200 * right / sum(len(gold) + len(found) for gold, found in pairs)


def describe(pairs: list[tuple[list[str], list[str]]], words: set[str]) -> tuple[float, float]:
    """The shares *new* and *crossing* of some changed rows."""
    split, new, unknown, changed, crossed = longest_match(words), 0, 0, 0, 0
    for before, after in pairs:
        gold, guessed = spans(after), spans(split("".join(after)))
        for kind, _, _, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
            if kind == "equal" or first == last:
                continue
            new, unknown = new + last - first, unknown + sum(word not in words for word in after[first:last])
            changed += 1
            crossed += any(overlap(*word, *guess) for word in gold[first:last] for guess in guessed)
    return unknown / max(1, new), crossed / max(1, changed)


def overlap(start: int, end: int, from_: int, to: int) -> bool:
    """Whether two spans have a part in common, and each has a part of its own."""
    return start < from_ < end < to or from_ < start < to < end


def main() -> None:
    """Print a table."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("words", type=Path)
    options.add_argument("files", nargs="+")
    options.add_argument("--rows", type=int, default=400)
    options.add_argument("--only", default="")
    options.add_argument("--runs", action="store_true")
    given = options.parse_args()
    disable_progress_bars()
    words = set(given.words.read_text("utf-8").split())
    only = set(filter(None, given.only.split(",")))
    print("| transformation | data | rows | longest match | fall | embedded segmenter | fall | new | crossing |")
    print("| --- | --- | ---: | --- | ---: | --- | ---: | ---: | ---: |")
    for file in given.files:
        data = hr.with_layout(load_data(file), TASK)
        data = data.select(range(min(given.rows, len(data)))).select_columns(["words"])
        task = hr.task(TASK, language="zh").bind(data)
        rows = list(data["words"])
        for name in transformations.names("zh"):
            effects = transformations.get(name, "zh").effects
            if TASK not in effects or UNIVERSAL in effects or (only and name not in only):
                continue
            try:
                made = list(data.map(hr.Perturb(name, task, keep="all"), batched=True)["words"])
            except RobustError as error:
                print(f"| `{name}` | {Path(file).stem} | {error} | | | | | | |")
                continue
            pairs = [(before, after) for before, after in zip(rows, made, strict=True) if before != after]
            if not pairs:
                continue
            cells = [f"`{name}`", Path(file).stem, str(len(pairs))]
            for split in (longest_match(words, given.runs), pieces):
                old, new = (word_f1([pair[side] for pair in pairs], split) for side in (0, 1))
                cells += [f"{old:.1f} > {new:.1f}", f"{old - new:.1f}"]
            new, crossing = describe(pairs, words)
            print("| " + " | ".join([*cells, f"{new:.0%}", f"{crossing:.0%}"]) + " |", flush=True)


if __name__ == "__main__":
    main()
