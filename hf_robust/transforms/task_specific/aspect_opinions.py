"""Transformations for aspect-based sentiment analysis: judgments of aspects turn round, or are said more strongly."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Any, ClassVar

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.articles import with_articles
from hf_robust.language.english.contrasts import repaired_joins
from hf_robust.language.english.opinions import Aspect, aspects_of
from hf_robust.language.english.reversals import exaggerated, reversed_opinion
from hf_robust.language.english.sentiment_reversal_checks import check_frames, check_settled, contrasts
from hf_robust.language.english.sentiment_words import OTHER
from hf_robust.tasks import ABSA
from hf_robust.transforms.base import Effect, register
from hf_robust.transforms.row_changes import RowChange, RowTransformation, TaskRow

_TARGETS = ("random", "first")


@dataclass(frozen=True, kw_only=True)
class _OfTarget(RowTransformation):
    """Base of those that take one aspect as the target.

    Args:
        target: Which aspect is the target: ``random``, or ``first``, of those for which it can be done.
    """

    target: str = "random"

    level = "sentence"
    linguistics = "paradigmatic"
    needs = frozenset({"pos", "lemma", "dep"})

    def __post_init__(self) -> None:
        self._require_choice("target", _TARGETS)

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange | None:
        doc = row.docs["text"]
        aspects = aspects_of(doc, row.gold["aspects"] or ())
        if not aspects:
            raise NotApplicable("no aspect")
        self.check(aspects)
        check_settled(doc, aspects)
        order = rng.order(len(aspects)) if self.target == "random" else range(len(aspects))
        reason: NotApplicable | None = None
        for place in order:
            try:
                return self.of_target(doc, aspects, place, rng.fork(place))
            except NotApplicable as found:
                reason = reason or found
        raise reason or NotApplicable("no aspect")

    def check(self, aspects: Sequence[Aspect]) -> None:
        """Refuse what needs no look at the text.

        Raises:
            NotApplicable: When no aspect could be the target.
        """
        if not any(one.polarity in OTHER for one in aspects):
            raise NotApplicable("the target is neither positive nor negative")

    @abstractmethod
    def of_target(self, doc: Doc, aspects: Sequence[Aspect], target: int, rng: RowRandom) -> RowChange:
        """What becomes of a row with one of its aspects as the target.

        Raises:
            NotApplicable: When it cannot be done with this one.
        """


@register
@dataclass(frozen=True, kw_only=True)
class ReverseTarget(_OfTarget):
    """Reverse the opinion on the target aspect, and its label. Other aspects do not change.

    Each opinion word becomes its antonym, or a negation is added or removed. "And" and "but" are adapted. Aspects that
    share the opinion words with the target, as in "the food and the wine were good", are reversed too. If the data has
    no opinion words, the words of the bundled table that the dependency tree links to the aspect are used.

    Source: TextFlint (Wang et al. 2021), section 3, "RevTgt"; Xing et al. 2020, "Tasty Burgers, Soggy Fries",
        section 3.

    Example:
        >>> text = "The soup was fresh and the waiters were friendly."
        >>> row = {"text": text, "aspects": [
        ...     {"term": "soup", "start": 4, "end": 8, "polarity": "positive"},
        ...     {"term": "waiters", "start": 27, "end": 34, "polarity": "positive"}]}
        >>> new = ReverseTarget(target="first").preview_row(row)
        >>> new["text"], [aspect["polarity"] for aspect in new["aspects"]]
        ('The soup was stale but the waiters were friendly.', ['negative', 'positive'])
    """

    name = "reverse-target"
    version = "2"
    seed_name = "RevTgt"
    choice = "opinions on the target that can be reversed"
    effects: ClassVar[Mapping[str, Effect]] = MappingProxyType({ABSA: Effect.CHANGES})

    def of_target(self, doc: Doc, aspects: Sequence[Aspect], target: int, rng: RowRandom) -> RowChange:
        spans = _opinions_to_turn(aspects, target)
        turned = _turned_with(doc, aspects, spans)
        edits = _turn(doc, aspects[target].polarity, spans, rng)
        return _change(doc, aspects, edits, turned)


@register
@dataclass(frozen=True, kw_only=True)
class ReverseNonTarget(_OfTarget):
    """Reverse the opinion on the other aspects that have the same polarity as the target.

    Opinions with the opposite polarity are intensified. Only the labels of the reversed aspects change.

    Source: TextFlint (Wang et al. 2021), section 3, "RevNon"; Xing et al. 2020, "Tasty Burgers, Soggy Fries",
        section 3.

    Example:
        >>> text = "The soup was fresh and the waiters were friendly."
        >>> row = {"text": text, "aspects": [
        ...     {"term": "soup", "start": 4, "end": 8, "polarity": "positive"},
        ...     {"term": "waiters", "start": 27, "end": 34, "polarity": "positive"}]}
        >>> new = ReverseNonTarget(target="first").preview_row(row, seed=1)
        >>> new["text"], [aspect["polarity"] for aspect in new["aspects"]]
        ('The soup was fresh but the waiters were unfriendly.', ['positive', 'negative'])
    """

    name = "reverse-non-target"
    version = "2"
    seed_name = "RevNon"
    choice = "opinions on other aspects that can be reversed"
    effects: ClassVar[Mapping[str, Effect]] = MappingProxyType({ABSA: Effect.CHANGES})

    def check(self, aspects: Sequence[Aspect]) -> None:
        super().check(aspects)
        if sum(one.polarity in OTHER for one in aspects) < 2:
            raise NotApplicable("no other aspect that is positive or negative")

    def of_target(self, doc: Doc, aspects: Sequence[Aspect], target: int, rng: RowRandom) -> RowChange:
        own = aspects[target]
        if own.polarity not in OTHER:
            raise NotApplicable("the target is neither positive nor negative")
        others = [n for n, one in enumerate(aspects) if n != target and one.polarity in OTHER]
        if not others:
            raise NotApplicable("no other aspect that is positive or negative")
        edits: dict[Offsets, Edit] = {}
        turned: list[int] = []
        reason: NotApplicable | None = None
        for number in others:
            one, draws = aspects[number], rng.fork(number)
            try:
                if number in turned:
                    continue
                if one.polarity == own.polarity:
                    spans = _opinions_to_turn(aspects, number)
                    with_it = _turned_with(doc, aspects, spans)
                    if target in with_it:
                        raise NotApplicable("the other aspects are judged by the words that judge the target")
                    found = _turn(doc, one.polarity, spans, draws)
                    turned += with_it
                else:
                    check_frames(doc, one)
                    found = [edit for span in one.opinions for edit in exaggerated(doc, *span, one.polarity, draws)]
            except NotApplicable as why:
                reason = reason or why
                continue
            edits.update({edit[:2]: edit for edit in found})
        if not edits:
            raise reason or NotApplicable(
                "nothing is said of another aspect that could be turned round or strengthened"
            )
        return _change(doc, aspects, edits.values(), turned)


def _opinions_to_turn(aspects: Sequence[Aspect], target: int) -> Sequence[Offsets]:
    one = aspects[target]
    if one.polarity not in OTHER:
        raise NotApplicable("the target is neither positive nor negative")
    if not one.opinions:
        raise NotApplicable(f"no opinion words are known for '{one.term}'")
    return one.opinions


def _turned_with(doc: Doc, aspects: Sequence[Aspect], spans: Iterable[Offsets]) -> list[int]:
    """The aspects that all these words judge; they turn together.

    Raises:
        NotApplicable: When one is judged by some of them and by other words as well.
    """
    turned, wanted = [], set(spans)
    polarity = {one.polarity for one in aspects if wanted & set(one.opinions)}
    for number, one in enumerate(aspects):
        shared = wanted & set(one.opinions)
        if shared and (shared != set(one.opinions) or len(polarity) > 1):
            raise NotApplicable("the words that judge the target judge another aspect as well")
        if shared:
            turned.append(number)
    for number in turned:
        check_frames(doc, aspects[number])
    return turned


def _turn(doc: Doc, polarity: str, spans: Sequence[Offsets], rng: RowRandom) -> list[Edit]:
    verbs = [doc.tokens[doc.token_at(start)].pos == "VERB" for start, _ in spans]
    if len(spans) > 1 and any(verbs):
        raise NotApplicable("a verb and other words judge the aspect together")  # "she hates bad food"
    found = [edit for n, span in enumerate(spans) for edit in reversed_opinion(doc, *span, polarity, rng.fork(n))]
    return list({edit[:2]: edit for edit in found}.values())


def _change(doc: Doc, aspects: Sequence[Aspect], found: Iterable[Edit], turned: Sequence[int]) -> RowChange:
    """The change of a row: the edits with their repairs, and the polarities of the aspects that turned round.

    Raises:
        NotApplicable: When edits touch an aspect's name, or each other.
    """
    before = {span: one.polarity for one in aspects if one.polarity in OTHER for span in one.opinions}
    spans = {span for number in turned for span in aspects[number].opinions}
    after = {span: OTHER[side] if span in spans else side for span, side in before.items()}
    edits = sorted([*found, *repaired_joins(doc, before, after)])
    edits = with_articles(doc, sorted([*edits, *contrasts(doc, after, spans, edits)]))
    for one, other in pairwise(edits):
        if one.end > other.start or one[:2] == other[:2]:
            raise NotApplicable("the edits would be too close together")
    if any(edit.start < one.end and one.start < edit.end for edit in edits for one in aspects):
        raise NotApplicable("the opinion words are part of an aspect")
    return RowChange({"text": edits}, {"aspects": _flipped(turned)} if turned else {})


def _flipped(turned: Sequence[int]) -> Callable[[Any], list[dict[str, Any]]]:
    """A function that turns the polarities of some aspects round."""

    def flip(aspects: Any) -> list[dict[str, Any]]:
        return [
            {**one, "polarity": OTHER[one["polarity"]]} if number in turned else dict(one)
            for number, one in enumerate(aspects)
        ]

    return flip
