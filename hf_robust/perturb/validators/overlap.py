"""Validators that compare the letters and words of two texts, without a model."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from hf_robust.core.text_diff import Block, diff, kept_blocks
from hf_robust.perturb.changes import Change
from hf_robust.perturb.validators.base import Measured, Validator, register


@register
@dataclass(frozen=True, kw_only=True)
class WordsChanged(Validator):
    """Share of the words that changed. The score is the share of unchanged words.

    A word is unchanged if no edit touches it, according to the record of edits. The share refers to the words of the
    longer text, so inserted words count too. If the edits are not known, the texts are compared word by word.

    Example:
        >>> WordsChanged().measure([Change("a good film", "a goof film", [[(5, 6, "f")]])])[0].value
        0.3333333333333333
    """

    name: ClassVar[str] = "words-changed"
    same: ClassVar[float] = 0.0

    def measure(self, changes: Sequence[Change]) -> list[Measured]:
        """The share of each change."""
        return [Measured(share, 1 - share) for share in map(_share_of_words, changes)]


def _share_of_words(change: Change) -> float:
    words = change.language.words
    before, after = words(change.before, None), set(words(change.after, None))
    if not before and not after:
        return 0.0
    blocks = iter(_blocks(change))
    kept, block = 0, next(blocks, None)
    for start, end in before:
        while block is not None and block[0] + block[2] < end:
            block = next(blocks, None)
        if block is None:
            break
        moved = block[1] - block[0]
        kept += block[0] <= start and (start + moved, end + moved) in after
    return (max(len(before), len(after)) - kept) / max(len(before), len(after))


def _blocks(change: Change) -> list[Block]:
    """What is the same in both texts."""
    if change.steps is not None:
        known = kept_blocks(change.before, change.after, change.steps)
        if known is not None:
            return known
    blocks, old, new = [], 0, 0
    for kind, text in diff(change.before, change.after):
        if kind == "equal":
            blocks.append((old, new, len(text)))
        old += len(text) * (kind != "insert")
        new += len(text) * (kind != "delete")
    return blocks


@register
@dataclass(frozen=True, kw_only=True)
class EditDistance(Validator):
    """Levenshtein distance in characters. The score is 1 - distance / length of the longer text.

    Source: Levenshtein (1966), Binary codes capable of correcting deletions, insertions and reversals.

    Example:
        >>> EditDistance().measure([Change("a good film", "a goof film")])[0].value
        1.0
    """

    name: ClassVar[str] = "edit-distance"
    same: ClassVar[float] = 0.0
    resources: ClassVar[tuple[str, ...]] = ("rapidfuzz",)

    def measure(self, changes: Sequence[Change]) -> list[Measured]:
        """The distance of each change."""
        self.check()
        from rapidfuzz.distance import Levenshtein

        found = ((change, Levenshtein.distance(change.before, change.after)) for change in changes)
        return [Measured(float(far), 1 - far / max(len(change.before), len(change.after), 1)) for change, far in found]


@register
@dataclass(frozen=True, kw_only=True)
class Bleu(Validator):
    """Sentence BLEU (0 to 100) with the original as reference, smoothed, with as many n-gram orders as the text has.

    Source: Papineni et al. (2002), BLEU; computed by sacrebleu (Post 2018) with its tokenizer 13a and smoothing "exp".

    Example:
        >>> Bleu().measure([Change("a good film", "a good movie")])[0].score < 1
        True
    """

    languages: ClassVar[tuple[str, ...]] = ("en",)  # words between spaces
    name: ClassVar[str] = "bleu"
    same: ClassVar[float] = 100.0
    resources: ClassVar[tuple[str, ...]] = ("sacrebleu",)

    def measure(self, changes: Sequence[Change]) -> list[Measured]:
        """BLEU of each change."""
        self.check()
        return _overlaps(_metric("BLEU", effective_order=True), changes)


@register
@dataclass(frozen=True, kw_only=True)
class Chrf(Validator):
    """Sentence chrF (0 to 100) with the original as reference: overlap of character n-grams.

    Source: Popović (2015), chrF; computed by sacrebleu (Post 2018) with its defaults.

    Example:
        >>> Chrf().measure([Change("a good film", "a goof film")])[0].score < 1
        True
    """

    name: ClassVar[str] = "chrf"
    same: ClassVar[float] = 100.0
    resources: ClassVar[tuple[str, ...]] = ("sacrebleu",)

    def measure(self, changes: Sequence[Change]) -> list[Measured]:
        """chrF of each change."""
        self.check()
        return _overlaps(_metric("CHRF"), changes)


@cache
def _metric(name: str, **options: Any) -> Any:
    import sacrebleu.metrics

    return getattr(sacrebleu.metrics, name)(**options)


def _overlaps(metric: Any, changes: Sequence[Change]) -> list[Measured]:
    found = [metric.sentence_score(change.after, [change.before]).score for change in changes]
    return [Measured(score, min(max(score / 100, 0.0), 1.0)) for score in found]
