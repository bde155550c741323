"""Trains the segmenter of Chinese, measures it, and writes its weights with their card."""

import gzip
from collections.abc import Sequence
from pathlib import Path
from string import Template
from typing import NamedTuple

import numpy as np

from hf_robust.core.edits import Offsets
from hf_robust.core.files import replaced_folder
from hf_robust.core.randomness import row_rng
from hf_robust.language.chinese.segmenter import WEIGHTS, TextUnit, Weights, best_ends, cut_units, find_units
from hf_robust.language.chinese.word_evidence import evidence
from hf_robust.language.embedded.build.full_names import with_full_names, with_other_names
from hf_robust.language.embedded.build.treebanks import Sentence, read_conllu

FOLDS, EPOCHS, REPEATS = 5, 6, 5
SCALE, LEAST = 12, 5
"""Weights are kept as whole numbers, so many to one step of the perceptron; a feature is if one of them is so large."""
OTHERS = ("pud", "hk")
WRITTEN = "training_chinese_words.txt"
REPEATS_OF_WRITTEN = 3


class Gold(NamedTuple):
    """One sentence: its units, where words end, and the offsets of all its tokens."""

    units: list[TextUnit]
    ends: list[int]
    tokens: set[Offsets]


def gold(words: Sequence[str], spaces: Sequence[bool]) -> Gold:
    """A sentence in words; where a token has Han characters and others, these are words of their own."""
    text, tokens = "", set()
    for word, space in zip(words, spaces):
        tokens.add((len(text), len(text) + len(word)))
        text += word + " " * space
    units, stops = find_units(text), {end for _, end in tokens}
    ends = [
        at
        for at, unit in enumerate(units)
        if unit.end in stops or unit.kind != "han" or (at + 1 < len(units) and units[at + 1].kind != "han")
    ]
    return Gold(units, sorted({*ends, len(units) - 1}), tokens)


def read(path: Path, as_is: bool = False) -> list[Gold]:
    """The sentences of a treebank; full names are one word unless they are wanted as the treebank has them.

    Raises:
        DataFileError: The file is absent.
    """
    return [gold(*((one.words, one.spaces) if as_is else with_full_names(one)[:2])) for one in sentences_of(path)]


def read_renamed(path: Path) -> list[list[Gold]]:
    """For each sentence of a treebank its copies with other names of people.

    Raises:
        DataFileError: The file is absent.
    """
    return [
        [gold(*one) for one in with_other_names(sentence, f"{path.stem} {at}")]
        for at, sentence in enumerate(sentences_of(path))
    ]


def read_written() -> list[Gold]:
    """Sentences of reviews, careers and news that were cut by hand for the segmenter."""
    lines = Path(__file__).with_name(WRITTEN).read_text(encoding="utf-8").splitlines()
    return [gold(words, [False] * len(words)) for words in (line.split(" ") for line in lines)]


def sentences_of(path: Path) -> list[Sentence]:
    """The sentences of a treebank as they are.

    Raises:
        DataFileError: The file is absent.
    """
    return [sentence for document in read_conllu(path) for sentence in document.sentences]


def tags(ends: Sequence[int], size: int) -> np.ndarray:
    """Where words end as a tag for each unit: 0 begin, 1 middle, 2 end of a word, 3 word of one."""
    found, first = np.ones(size, dtype=np.int64), 0
    for last in ends:
        found[first], found[last] = (3, 3) if first == last else (0, 2)
        first = last + 1
    return found


class Perceptron:
    """An averaged perceptron that learns how to tag units.

    Args:
        sentences: What it learns from.
    """

    def __init__(self, sentences: Sequence[Gold]):
        self._names: dict[str, int] = {"": 0}
        self._rows = [self._encoded(sentence) for sentence in sentences]
        self._truth = [tags(sentence.ends, len(sentence.units)) for sentence in sentences]
        self._weights, self._sums = np.zeros((2, len(self._names), 4))
        self._steps, self._step_sums = np.zeros((2, 4, 4))
        self._seen = 1

    def _encoded(self, sentence: Gold) -> list[np.ndarray | None]:
        features = evidence([unit.text for unit in sentence.units])
        return [
            np.array([self._names.setdefault(name, len(self._names)) for name in found]) if unit.kind == "han" else None
            for unit, found in zip(sentence.units, features)
        ]

    def learn(self, epochs: int) -> Weights:
        """Go over the sentences, in another order each time; what is returned is the average of all states."""
        for epoch in range(epochs):
            for number in row_rng(0, "segmenter", str(epoch), "").order(len(self._rows)):
                self._seen += 1
                self._correct(self._rows[number], self._truth[number])
        weights = self._weights - self._sums / self._seen
        steps = self._steps - self._step_sums / self._seen
        return rounded(dict(zip(list(self._names)[1:], weights[1:])), steps)

    def _correct(self, rows: list[np.ndarray | None], truth: np.ndarray) -> None:
        scores = [None if ids is None else tuple(self._weights[ids].sum(0).tolist()) for ids in rows]
        guess = tags(best_ends(scores, self._steps.tolist()), len(rows))
        for at in np.flatnonzero(guess != truth):
            for tag, change in ((truth[at], 1.0), (guess[at], -1.0)):
                self._weights[rows[at], tag] += change
                self._sums[rows[at], tag] += change * self._seen
        for tagged, change in ((truth, 1.0), (guess, -1.0)):
            np.add.at(self._steps, (tagged[:-1], tagged[1:]), change)
            np.add.at(self._step_sums, (tagged[:-1], tagged[1:]), change * self._seen)


def rounded(features: dict[str, np.ndarray], steps: np.ndarray) -> Weights:
    """Weights as whole numbers, features that say little left out."""
    whole = {name: tuple(int(x) for x in np.rint(row * SCALE)) for name, row in features.items()}
    kept = {name: row for name, row in sorted(whole.items()) if max(map(abs, row)) >= LEAST}
    return Weights(kept, np.rint(steps * SCALE).astype(int).tolist())


def f1(weights: Weights, sentences: Sequence[Gold]) -> float:
    """F1 of all tokens, signs included, in percent."""
    right = found = there = 0
    for units, _, tokens in sentences:
        ends = cut_units(units, weights)
        firsts = [0, *(end + 1 for end in ends[:-1])]
        guess = {
            (units[first].start, units[last].end) for first, last in zip(firsts, ends) if units[first].kind != "space"
        }
        right, found, there = right + len(guess & tokens), found + len(guess), there + len(tokens)
    return 200 * right / (found + there)


def packed(weights: Weights) -> bytes:
    """The file of the weights: a feature or, after ``~``, a tag, and four numbers a line."""
    rows = [*((f"~{tag}", row) for tag, row in zip("BMES", weights.steps)), *weights.features.items()]
    text = "".join("\t".join([name, *map(str, row)]) + "\n" for name, row in rows)
    return gzip.compress(text.encode(), 9, mtime=0)


def build(data: Path, out: Path) -> dict:
    """Train on four fifths of the development part of GSDSimp and on other treebanks, measure on the last fifth.

    Args:
        data: Folder with ``ud_chinese_gsdsimp/dev.conllu`` and ``ud_chinese_other/``.
        out: Folder to write.

    Returns:
        The figures on the card.

    Raises:
        DataFileError: A treebank is missing.
    """
    dev = data / "ud_chinese_gsdsimp" / "dev.conllu"
    main, as_is, renamed = read(dev), read(dev, as_is=True), read_renamed(dev)
    paths = [data / "ud_chinese_other" / f"{name}.conllu" for name in OTHERS]
    found, written = [sentence for path in paths for sentence in read(path)], read_written()
    others = found + [one for path in paths for copies in read_renamed(path) for one in copies]
    others += written * REPEATS_OF_WRITTEN
    size = len(main) // FOLDS
    scores, raw_scores, weights = [], [], Weights({}, [])
    for fold in range(FOLDS):
        held = range(fold * size, (fold + 1) * size)
        rest = [at for at in range(len(main)) if at not in held]
        learned = [main[at] for at in rest] * REPEATS + [one for at in rest for one in renamed[at]]
        weights = Perceptron(learned + others).learn(EPOCHS)
        scores.append(round(f1(weights, [main[at] for at in held]), 2))
        raw_scores.append(round(f1(weights, [as_is[at] for at in held]), 2))
    figures = {
        "f1": scores[-1],
        "f1_of_folds": scores,
        "f1_cross_validated": round(sum(scores) / FOLDS, 2),
        "f1_as_is": raw_scores[-1],
        "f1_as_is_cross_validated": round(sum(raw_scores) / FOLDS, 2),
        "features": len(weights.features),
        "sentences": size * (FOLDS - 1) + len(found) + len(written),
        "bytes": len(packed(weights)),
    }
    shown = {**figures, "f1_of_folds": ", ".join(map(str, scores))}
    card = Template(Path(__file__).with_name("card_zh_segmenter.md").read_text(encoding="utf-8"))
    with replaced_folder(out) as folder:
        (folder / WEIGHTS).write_bytes(packed(weights))
        (folder / "README.md").write_text(card.substitute(shown), encoding="utf-8", newline="\n")
    return figures
