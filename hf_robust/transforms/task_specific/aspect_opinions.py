"""Transformations for aspect-based sentiment analysis: judgments of aspects turn round, or are said more strongly."""

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, tee
from types import MappingProxyType
from typing import Any, ClassVar

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.articles import with_articles
from hf_robust.language.english.aspect_turns import Turned, turned
from hf_robust.language.english.contrasts import check_joins, contrasts, repaired_joins
from hf_robust.language.english.denied_statements import denied_statement
from hf_robust.language.english.opinions import Aspect, aspects_of, head_of
from hf_robust.language.english.reversals import exaggerated
from hf_robust.language.english.sentiment_words import OTHER
from hf_robust.language.english.shortened_texts import ShortText, shortened_texts
from hf_robust.language.lexicons.wordnet import noun_kind
from hf_robust.tasks import ABSA
from hf_robust.transforms.base import Effect, register
from hf_robust.transforms.row_changes import RowChange, RowTransformation, TaskRow

_TARGETS = ("random", "first")
_DENIALS = frozenset({"not", "no", "", "never"})
_ALL_FOOD = frozenset({"food", "meal", "cuisine"})
_BESIDE_FOOD = frozenset("drink dessert wine beer cocktail coffee tea water juice sangria".split()) | _ALL_FOOD
_Reversal = Callable[[Doc, Sequence[Aspect], int, RowRandom, int | None], Turned]
_SHARED = "the row has no other aspect that is judged by words of its own"


@dataclass(frozen=True, kw_only=True)
class _OfTarget(RowTransformation):
    """Base of those that take one aspect as the target.

    Args:
        target: Which aspect to use as the target: a ``random`` one or the ``first`` one. Only aspects for which the
            transformation is possible are considered.
        statements: Whether a whole statement is denied if its words cannot be reversed.
    """

    target: str = "random"
    statements: bool = True

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
        order = rng.order(len(aspects)) if self.target == "random" else range(len(aspects))
        order = [place for place in order if aspects[place].polarity in OTHER]
        reason: NotApplicable | None = None
        ways = (turned, denied_statement) if self.statements else (turned,)
        for reverse, texts in zip(ways, tee(_texts(doc, aspects), len(ways))):
            for short in texts:
                for place in order:
                    try:
                        change = self.of_target(short.doc, aspects, place, rng.fork(place), reverse)
                        return _with_cuts(change, short.cuts, denies=reverse is denied_statement)
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
    def of_target(
        self, doc: Doc, aspects: Sequence[Aspect], target: int, rng: RowRandom, reverse: _Reversal
    ) -> RowChange:
        """What becomes of a row with one of its aspects as the target.

        Raises:
            NotApplicable: When it cannot be done with this one.
        """


@register
@dataclass(frozen=True, kw_only=True)
class ReverseTarget(_OfTarget):
    """Reverse the opinion on the target aspect, and its label.

    Other aspects do not change, unless they share opinion words with the target, as in "the food and the wine were
    good". These aspects are reversed too. Each opinion word becomes its antonym, or a negation is added or removed.
    "And" between two opinions becomes "but" if they now differ, and "but" becomes "and" if they now agree. If a row has
    no opinion words, they are found with a bundled word list and the dependency tree.

    If the rest of the text depends on the old opinion, the parts that do are left out: a clause, a sentence or a text
    in brackets that contains no aspect and no opinion word. "The soup was fresh, so we stayed" becomes "The soup was
    stale".

    If no words can be reversed, a statement that judges the target is denied as a whole: "I wish I could say that the
    soup is top notch, but sadly that is not true". A judgment that cannot stand after "that" is quoted: 'I was hoping
    to write "Great value for the price", but sadly I cannot'. All aspects in the sentence are then reversed. Events,
    advice, questions, statements under a condition, wishes, reports of what others say and statements with several
    polarities are not denied.

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
    version = "11"
    seed_name = "RevTgt"
    choice = "opinions on the target that can be reversed"
    effects: ClassVar[Mapping[str, Effect]] = MappingProxyType({ABSA: Effect.CHANGES})

    def of_target(
        self, doc: Doc, aspects: Sequence[Aspect], target: int, rng: RowRandom, reverse: _Reversal
    ) -> RowChange:
        if aspects[target].polarity not in OTHER:
            raise NotApplicable("the target is neither positive nor negative")
        return _change(doc, aspects, [reverse(doc, aspects, target, rng, None)])


@register
@dataclass(frozen=True, kw_only=True)
class ReverseNonTarget(_OfTarget):
    """Reverse the opinion on the other aspects that have the same polarity as the target.

    Opinions with the opposite polarity are intensified. Only the labels of the reversed aspects change. Parts of the
    text that depend on an old opinion are left out as in ``reverse-target``.

    If one word judges several things side by side, the sentence is denied except for the target: "I wish I could say
    that we love the graphics and the screen, but sadly such praise fits only the screen".

    Source: TextFlint (Wang et al. 2021), section 3, "RevNon"; Xing et al. 2020, "Tasty Burgers, Soggy Fries",
        section 3.

    Example:
        >>> text = "The soup was fresh and the waiters were friendly."
        >>> row = {"text": text, "aspects": [
        ...     {"term": "soup", "start": 4, "end": 8, "polarity": "positive"},
        ...     {"term": "waiters", "start": 27, "end": 34, "polarity": "positive"}]}
        >>> new = ReverseNonTarget(target="first").preview_row(row)
        >>> new["text"], [aspect["polarity"] for aspect in new["aspects"]]
        ('The soup was fresh but the waiters were unfriendly.', ['positive', 'negative'])
    """

    name = "reverse-non-target"
    version = "11"
    seed_name = "RevNon"
    choice = "opinions on other aspects that can be reversed"
    effects: ClassVar[Mapping[str, Effect]] = MappingProxyType({ABSA: Effect.CHANGES})

    def check(self, aspects: Sequence[Aspect]) -> None:
        super().check(aspects)
        if sum(one.polarity in OTHER for one in aspects) < 2:
            raise NotApplicable("no other aspect that is positive or negative")

    def of_target(
        self, doc: Doc, aspects: Sequence[Aspect], target: int, rng: RowRandom, reverse: _Reversal
    ) -> RowChange:
        own = aspects[target]
        if own.polarity not in OTHER:
            raise NotApplicable("the target is neither positive nor negative")
        others = [n for n, one in enumerate(aspects) if n != target and one.polarity in OTHER]
        if not others:
            raise NotApplicable("no other aspect that is positive or negative")
        found: list[Turned] = []
        reason: NotApplicable | None = None
        for number in others:
            if any(number in one.aspects for one in found):
                continue
            try:
                one = _of_other(doc, aspects, target, number, rng.fork(number), reverse)
            except NotApplicable as why:
                reason = reason or why
                continue
            if one.edits:
                found.append(one)
        if not found:
            raise reason or NotApplicable(
                "nothing is said of another aspect that could be turned round or strengthened"
            )
        if reverse is turned and _keeps_a_kind(doc, aspects, {number for one in found for number in one.aspects}):
            raise NotApplicable("the text praises or blames a kind of what would be judged the other way")
        return _change(doc, aspects, found)


def _keeps_a_kind(doc: Doc, aspects: Sequence[Aspect], numbers: Collection[int]) -> bool:
    """Whether the food turns round and a dish keeps its polarity: "The food is awful - the sushi was good"."""
    lemmas = [_head_lemma(doc, one) for one in aspects]
    whole = {aspects[n].polarity for n in numbers if lemmas[n] in _ALL_FOOD}
    kept = (n for n, one in enumerate(aspects) if n not in numbers and one.polarity in whole)
    return any(noun_kind(lemmas[n]) == "food" and lemmas[n] not in _BESIDE_FOOD for n in kept)


def _head_lemma(doc: Doc, one: Aspect) -> str:
    head = head_of(doc.tokens, one.start, one.end)
    return "" if head is None else doc.tokens[head].lemma.lower()


def _texts(doc: Doc, aspects: Sequence[Aspect]) -> Iterator[ShortText]:
    """The text, then shorter ones with all aspects and their words, where no label of another aspect may rest on the
    rest.
    """
    yield ShortText(doc, ())
    if all(one.opinions for one in aspects if one.polarity in OTHER):
        yield from shortened_texts(doc, [span for one in aspects for span in ((one.start, one.end), *one.opinions)])


def _with_cuts(change: RowChange, cuts: Sequence[Edit], denies: bool) -> RowChange:
    """The change of a shorter text, and what makes it shorter; a denied statement reaches no further than its words."""
    edits = list(change.edits["text"])
    words = [edit.text.strip().lower() for edit in edits]
    if cuts and not denies and any(word in _DENIALS or " not " in f" {word} " for word in words):
        raise NotApplicable("a negation may reach what is left out")
    free = [cut for cut in cuts if not any(cut.start < edit.end and edit.start < cut.end for edit in edits)]
    if any(not cut.text for cut in set(cuts) - set(free)):
        raise NotApplicable("the edits would be too close together")
    return change._replace(edits={"text": sorted([*edits, *free])})


def _of_other(
    doc: Doc, aspects: Sequence[Aspect], target: int, number: int, rng: RowRandom, reverse: _Reversal
) -> Turned:
    """What becomes of one of the other aspects: it turns round, or is said more strongly.

    Raises:
        NotApplicable: When its words judge the target as well, or cannot be turned round.
    """
    one, own = aspects[number], aspects[target]
    if one.polarity != own.polarity:
        edits = [edit for span in one.opinions for edit in exaggerated(doc, *span, one.polarity, rng)]
        return Turned(edits, [])
    found = reverse(doc, aspects, number, rng, target)
    if target in found.aspects:
        raise NotApplicable(_SHARED)
    return found


def _change(doc: Doc, aspects: Sequence[Aspect], found: Sequence[Turned]) -> RowChange:
    """The change of a row: the edits with their repairs, and the polarities of the aspects that turned round.

    Raises:
        NotApplicable: When edits touch an aspect's name, or each other.
    """
    numbers = sorted({number for one in found for number in one.aspects})
    reversed_ones = {number for one in found if not one.stays for number in one.aspects}
    spans = {span for number in reversed_ones for span in _spans(aspects[number])}
    before = {span: one.polarity for one in aspects if one.polarity in OTHER for span in _spans(one)}
    after = {span: OTHER[side] if span in spans else side for span, side in before.items()}
    edits = sorted({edit[:2]: edit for one in found for edit in one.edits}.values())
    edits = sorted({edit[:2]: edit for edit in (*repaired_joins(doc, before, after), *edits)}.values())
    edits = sorted([*edits, *contrasts(doc, after, spans, edits)])
    check_joins(doc, before, after, edits, [(one.start, one.end) for one in aspects])
    edits = with_articles(doc, edits)
    edits = [part for edit in edits for part in _parted(doc, edit, aspects)]
    for one, other in pairwise(edits):
        if one.end > other.start or one[:2] == other[:2]:
            raise NotApplicable("the edits would be too close together")
    changed = [edit for edit in edits if doc.text[edit.start : edit.end].lower() != edit.text.lower()]
    if any(edit.start < one.end and one.start < edit.end for edit in changed for one in aspects):
        raise NotApplicable("the opinion words are part of an aspect")
    return RowChange({"text": edits}, {"aspects": _flipped(numbers)} if numbers else {})


def _parted(doc: Doc, edit: Edit, aspects: Sequence[Aspect]) -> list[Edit]:
    """An edit without text, cut where an opinion begins: "was not fresh" has "not fresh" as its opinion."""
    if edit.text:
        return [edit]
    if doc.text[edit.start : edit.start + 1] == doc.text[edit.end : edit.end + 1] == " ":
        edit = Edit(edit.start + 1, edit.end + 1, "")  # the space behind goes, so that the opinion begins with a word
    inside = [start for one in aspects for start, end in one.opinions if edit.start < start < edit.end < end]
    return [Edit(edit.start, inside[0], ""), Edit(inside[0], edit.end, "")] if inside else [edit]


def _spans(one: Aspect) -> tuple[Offsets, ...]:
    """Where an aspect is judged: its words of opinion, else its name."""
    return one.opinions or ((one.start, one.end),)


def _flipped(turned: Sequence[int]) -> Callable[[Any], list[dict[str, Any]]]:
    """A function that turns the polarities of some aspects round."""

    def flip(aspects: Any) -> list[dict[str, Any]]:
        return [
            {**one, "polarity": OTHER[one["polarity"]]} if number in turned else dict(one)
            for number, one in enumerate(aspects)
        ]

    return flip
