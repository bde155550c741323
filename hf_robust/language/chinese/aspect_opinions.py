"""What a Chinese review says of its aspects: the judging words of each one, and the clauses that they stand in."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from hf_robust.core.edits import Offsets
from hf_robust.language.chinese.closed_classes import ADDING, DEGREE_COMPLEMENTS, TOP_DEGREES
from hf_robust.language.chinese.predicates import degrees, polarities, predicate_at
from hf_robust.language.chinese.word_view import WordView
from hf_robust.language.lexicons import lexicon

SIDES = ("positive", "negative")
_PARTS = re.compile(r"[^，。！？；：,!?;:…~～\s]+")  # "、" parts no clauses: it joins aspects
_STOPS = re.compile(r"[。！？!?…\n]")
_DENIALS = tuple(
    "一点都不 一点也不 不是特别 不是非常 没有那么 并不是很 不是很 不是太 不怎么 没那么 并不 不太 不够 不算 不".split()
)
_VERBS = frozenset("喜欢 讨厌".split())  # the aspect follows them
_JOINS = re.compile(r"(?:和|与|跟|及|以及|还有|、|都)*")
_CONTINUES = re.compile("|".join((*sorted(ADDING), "[也又还]?")))
_LINKS = re.compile(r"(?:、|又|并且|而且|并|而|也|且)?")
_TAIL = re.compile(rf"(?:的|了|啊|呀|哦|呢|哈|哟|噢|嘛|吧|{'了|'.join(sorted(DEGREE_COMPLEMENTS - {'坏'}))}了|得很)*")
_OTHERWISE = re.compile(
    "可以|还行|说|没|除了"
)  # between an aspect and a judging word, it judges first or speaks of others
_RESULTS = frozenset("烂 坏".split())  # without an adverb they may end a verb: 泡烂
_WIDEST = 8  # characters between an aspect and what is said of it


class Opinion(NamedTuple):
    """Words that judge an aspect.

    Args:
        first: Where the adverb of degree or the negation before the word begins.
        start: Where the word begins.
        end: Where the word ends.
        word: The word, without a negation.
        degree: The adverb of degree before it.
        denial: The negation before it.
        side: ``positive`` or ``negative``, with its negation.
        owners: Numbers of the aspects that it judges.
    """

    first: int
    start: int
    end: int
    word: str
    degree: str
    denial: str
    side: str
    owners: tuple[int, ...] = ()


@dataclass(frozen=True)
class JudgedClause:
    """A clause of a review.

    Args:
        start: Where it begins.
        end: Where it ends.
        sentence: Number of its sentence.
        aspects: Numbers of the aspects that it names.
        opinions: The words that judge aspects.
        sides: What its other judging words are, ``positive`` or ``negative``.
    """

    start: int
    end: int
    sentence: int
    aspects: tuple[int, ...]
    opinions: tuple[Opinion, ...]
    sides: frozenset[str]

    @property
    def is_clear(self) -> bool:
        """Whether only words that judge an aspect judge in it."""
        return not self.sides

    @property
    def owners(self) -> frozenset[int]:
        """The aspects that its words judge."""
        return frozenset(number for one in self.opinions for number in one.owners)


def opposites() -> Mapping[str, str]:
    """Judging words with their opposites.

    Example:
        >>> opposites()["好吃"], opposites()["贵"]
        ('难吃', '便宜')
    """
    table = lexicon("aspect_judgments", "zh")
    return {**table["positive"], **table["negative"]}


def judged_clauses(view: WordView, aspects: Sequence[Offsets]) -> list[JudgedClause]:
    """Find the clauses of a review with the words that judge its aspects.

    A word judges the aspect before it, and those joined to that one by 和 or "、"; with 的 behind it the aspect after
    it. A clause that begins with a judging word goes on about the aspects of the clause before.

    Args:
        view: The words of the review.
        aspects: Where the names of the aspects stand.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> from hf_robust.language.chinese.definition import CHINESE
        >>> view = WordView(Doc("服务很好，环境不干净。", language=CHINESE))
        >>> parts = judged_clauses(view, [(0, 2), (5, 7)])
        >>> [(one.word, one.side, one.owners) for part in parts for one in part.opinions]
        [('好', 'positive', (0,)), ('干净', 'negative', (1,))]
    """
    found: list[JudgedClause] = []
    sentence = at = 0
    for part in _PARTS.finditer(view.text):
        start, end = part.span()
        sentence += bool(_STOPS.search(view.text[at:start]))
        before = found[-1] if found and found[-1].sentence == sentence else None
        found.append(_clause(view, aspects, (start, end, sentence), before))
        at = end
    return found


def _clause(
    view: WordView, aspects: Sequence[Offsets], place: tuple[int, int, int], before: JudgedClause | None
) -> JudgedClause:
    start, end, sentence = place
    inside = [n for n, (first, last) in enumerate(aspects) if start <= first and last <= end]
    opinions = list(_opinions(view, start, end))
    kept = []
    for number, one in enumerate(opinions):
        following = opinions[number + 1].first if number + 1 < len(opinions) else -1
        starts = {aspects[n][0] for n in inside}
        if (
            _is_attributive(view.text, one, starts)
            or one.word in _VERBS
            or _ends(view.text, one, end, following, starts)
        ):
            kept.append(one._replace(owners=_owners(view.text, aspects, inside, one, start, before)))
    kept = [one for one in kept if one.owners]
    covered = [*((one.start, one.end) for one in kept), *aspects]
    return JudgedClause(
        start, end, sentence, tuple(inside), tuple(kept), frozenset(_other_sides(view, start, end, covered))
    )


def _opinions(view: WordView, start: int, end: int) -> Iterator[Opinion]:
    """The judging words of a clause that are neither compared nor asked, wished for or bound otherwise."""
    table, grades = opposites(), _grades()
    positive = lexicon("aspect_judgments", "zh")["positive"]
    at = start
    for number, (first, last) in enumerate(view.places):
        if first < at or last > end:
            continue
        word = view.text[first:last]
        bare = word.removeprefix("不") if word not in table else word
        denial = next((one for one in _DENIALS if view.text[start : last - len(bare)].endswith(one)), "")
        if bare in table and denial and word not in ("不满",):
            begin = last - len(bare)
            degree = next((one for one in grades if view.text[start : begin - len(denial)].endswith(one)), "")
            if not view.text[start : begin - len(denial)].endswith(bare):  # 好不好 is a question
                side = SIDES[bare in positive]
                yield Opinion(begin - len(denial) - len(degree), begin, last, bare, degree, denial, side)
                at = last
            continue
        found = predicate_at(view, number, table, grades)
        if found is not None and found.end <= end and (found.degree or found.word not in _RESULTS):
            side = SIDES[found.word not in positive]
            yield Opinion(found.first, found.start, found.end, found.word, found.degree, "", side)
            at = found.end


@cache
def _grades() -> tuple[str, ...]:
    return tuple(sorted({*degrees(), *TOP_DEGREES, "真的"}, key=len, reverse=True))


def _is_attributive(text: str, one: Opinion, starts: set[int]) -> bool:
    return text[one.end : one.end + 1] == "的" and one.end + 1 in starts


def _ends(text: str, one: Opinion, end: int, following: int, starts: set[int]) -> bool:
    """Whether nothing but particles stands behind a judging word, up to the next one or the next aspect."""
    tail = _TAIL.match(text, one.end, end)
    at = tail.end() if tail else one.end
    link = _LINKS.match(text, at, end)
    at = link.end() if link else at
    return at in (end, following) or at in starts


def _owners(
    text: str, aspects: Sequence[Offsets], inside: Sequence[int], one: Opinion, start: int, before: JudgedClause | None
) -> tuple[int, ...]:
    behind = [n for n in inside if aspects[n][0] >= one.end]
    if _is_attributive(text, one, {aspects[n][0] for n in behind}):
        return tuple(n for n in behind if aspects[n][0] == one.end + 1)
    if one.word in _VERBS:
        return tuple(behind) if len(behind) == 1 else ()
    ahead = sorted((n for n in inside if aspects[n][1] <= one.first), key=lambda n: aspects[n], reverse=True)
    if not ahead:
        goes_on = before is not None and _CONTINUES.fullmatch(text, start, one.first) is not None
        return before.opinions[-1].owners if before is not None and goes_on and before.opinions else ()
    gap = text[aspects[ahead[0]][1] : one.first]
    if len(gap) > _WIDEST or _OTHERWISE.search(gap):
        return ()
    owners = ahead[:1]
    for n in ahead[1:]:
        if not _JOINS.fullmatch(text, aspects[n][1], aspects[owners[-1]][0]):
            break
        owners.append(n)
    return tuple(sorted(owners))


def _other_sides(view: WordView, start: int, end: int, covered: Sequence[Offsets]) -> Iterator[str]:
    """What the judging words of a clause are that are not among those covered."""
    table = lexicon("aspect_judgments", "zh")
    for first, last in view.places:
        if start <= first and last <= end and not any(first < b and a < last for a, b in covered):
            word = view.text[first:last]
            known = word in table["positive"] or word in table["negative"] or word in polarities()
            bare = word if known else word.removeprefix("不")
            side = next((side for side in SIDES if bare in table[side]), polarities().get(bare))
            if side in SIDES:
                denied = bare != word or view.text[start:first].endswith(_DENIALS)
                yield SIDES[(side == "positive") == denied]
