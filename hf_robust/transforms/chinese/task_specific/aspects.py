"""Chinese reviews whose judgments of aspects turn round, or that go on about others."""

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Any, ClassVar

from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.aspect_opinions import JudgedClause, Opinion, judged_clauses, opposites
from hf_robust.language.chinese.closed_classes import NEGATIVE_DEGREES, SOFT_DEGREES
from hf_robust.language.chinese.word_view import WordView, word_view
from hf_robust.language.english.sentiment_words import OTHER
from hf_robust.tasks import ABSA
from hf_robust.transforms.base import Effect, register
from hf_robust.transforms.row_changes import RowChange, RowTransformation, TaskRow

TARGETS = ("random", "first")
_WEAK = SOFT_DEGREES | NEGATIVE_DEGREES | {"", "很", "较为"}
_STILL = ("还算", "也还", "还")  # 还不错, but not 还差
_CONTRAST = re.compile("但是|不过|可是|然而|只是|就是|可惜|但")
_ADDS = re.compile("而且|并且|同时")
# what binds a judgment to the rest of its sentence
_BOUND = re.compile(
    "所以|因此|因为|由于|导致|虽然|尽管|如果|不仅|不但|不光|除了|甚至|难怪|即使|就算|为了|以至|唯一|以为|应该"
)
# what only somebody says who is content, or is not
_OUTLOOK = {
    "positive": re.compile(
        "还会|推荐|值得|好评|点赞|五星|感谢|支持|放心|满意|超出?预期|物超所值|完美|惊喜|杠杠|粉丝|赞[叹不]|回购|[再继]续?购买|值这个价|没得说|没话说"
    ),
    "negative": re.compile("再也|后悔|退货|退款|差评|一星|垃圾|不会再|坑|无语|郁闷|失望|上当"),
}
# faults and merits that no judging word names; they count where the whole review has one polarity
_SIGNS = {
    "positive": re.compile("喜欢|给力|方便|快捷|上档次|就到|当天|准时|及时|[爱很太]赞|棒"),
    "negative": re.compile(
        "有点|偏[大小高低重轻软硬厚薄暗]|不能|无法|没法|不行|[坏掉断裂破漏]了|挡|划痕|死机|卡顿|杂音|根本|居然|竟然|毛病|瑕疵|维修|假货"
    ),
}
# a judgment that follows from what was told before: 早上就到了，物流就是快
_CONCLUDES = re.compile("就是|果然|毕竟|不愧")
_DELIVERY = re.compile("物流|快递|发货|送货|速度|配送")
_ARRIVES = re.compile(
    "就到|当天|当日|次日|第二天|隔天|[昨今明]天.{0,4}到|[0-9一二两三四五六七八九十半几]+[天周].{0,3}[才就]?到|准时|及时"
)
_WHICH = re.compile("这[个款种台部件副条]?|此|该|整个|这家")
_EASE = re.compile("操作|使用|安装|连接|设置|步骤|界面|上手|功能")
_BEST = frozenset(
    "好 好看 好吃 好喝 好听 好闻 好用 漂亮 干净 流畅 方便 热情 舒服 有趣 精彩 精致 满意".split()
)  # 太快 is a complaint
_PAIRS = (("（", "）"), ("(", ")"), ("“", "”"), ("《", "》"))
_SHORTEST = 4  # characters; a shorter clause may be the subject of the next one
_VAGUE = frozenset(("基本",))  # adverbs that are nouns as well
_WHOLE = frozenset("东西 产品 商品 宝贝 总体 整体".split())
_APART = re.compile("总的来说|总体|总之|整体|另外|其他|其它|还有就是")


@dataclass(frozen=True, kw_only=True)
class _OfTarget(RowTransformation):
    """Base of those that take one aspect of a Chinese review as the target.

    Args:
        target: Which aspect to use as the target: a ``random`` one or the ``first`` one. Only aspects for which the
            transformation is possible are considered.
    """

    target: str = "random"

    level = "sentence"
    linguistics = "paradigmatic"
    version = "zh.2"
    languages = ("zh",)
    effects: ClassVar[Mapping[str, Effect]] = MappingProxyType({ABSA: Effect.CHANGES})

    def __post_init__(self) -> None:
        self._require_choice("target", TARGETS)

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange | None:
        review = _Review(row)
        polar = [n for n, side in enumerate(review.sides) if side in OTHER]
        if not polar:
            raise NotApplicable("no aspect that is positive or negative")
        order = [polar[n] for n in rng.order(len(polar))] if self.target == "random" else polar
        reason: NotApplicable | None = None
        for number in order:
            try:
                return self.of_target(review, number)
            except NotApplicable as found:
                reason = reason or found
        raise reason or NotApplicable("no aspect that is positive or negative")

    @abstractmethod
    def of_target(self, review: "_Review", target: int) -> RowChange:
        """What becomes of a review with one of its aspects as the target.

        Raises:
            NotApplicable: When it cannot be done with this one.
        """


class _Review:
    """A row with what is said of its aspects."""

    def __init__(self, row: TaskRow):
        given = row.gold["aspects"] or ()
        self.view: WordView = word_view(row.docs["text"])
        self.sides = [one.get("polarity") or "" for one in given]
        self.names = [one["term"] for one in given]
        self.starts = [one["start"] for one in given]
        self.clauses = judged_clauses(self.view, [(one["start"], one["end"]) for one in given])

    def judging(self, aspect: int) -> list[JudgedClause]:
        """The clauses that name or judge an aspect."""
        return [part for part in self.clauses if aspect in part.aspects or aspect in part.owners]

    def opinions(self, aspect: int) -> list[Opinion]:
        """The words that judge an aspect, as its label says.

        Raises:
            NotApplicable: When there are none, or the label says otherwise.
        """
        found = [one for part in self.clauses for one in part.opinions if aspect in one.owners]
        if not found:
            raise NotApplicable(f"no words of opinion are known of '{self.names[aspect]}'")
        if any(one.side != self.sides[aspect] for one in found):
            raise NotApplicable(f"the words on '{self.names[aspect]}' do not say what its label says")
        return found

    def turned(self, aspects: Sequence[int]) -> tuple[list[Edit], set[int]]:
        """The edits that turn aspects round, and all aspects that turn with them.

        Raises:
            NotApplicable: When the words of one cannot be turned round, or something else rests on them.
        """
        names = {self.names[number] for number in aspects}
        numbers = {n for n, name in enumerate(self.names) if name in names and self.sides[n] in OTHER}
        words = dict.fromkeys(one for number in sorted(numbers) for one in self.opinions(number))
        if any(one.end == other.start for one in words for other in words):  # 方便简单
            raise NotApplicable("two judging words stand side by side")
        if any(map(self._is_described, numbers)):
            raise NotApplicable("what describes the aspect would stay")
        for one in words:
            if one.word in ("简单", "复杂") and not any(_EASE.search(self.names[n]) for n in one.owners):
                raise NotApplicable("the opposite of the judging word does not fit the aspect")  # 包装简单
        for number in {number for one in words for number in one.owners}:
            if not set(self.opinions(number)) <= set(words):
                raise NotApplicable(f"'{self.names[number]}' has words of opinion of its own")
            numbers.add(number)
        turning = {self.names[number] for number in numbers}
        if any(
            self.names[n] in turning and self.sides[n] in OTHER and n not in numbers for n in range(len(self.names))
        ):
            raise NotApplicable("another aspect has the same name")
        cuts = {n for number in numbers for part in self.judging(number) for n in self._leaning(part)}
        kept = {side for number, side in enumerate(self.sides) if number not in numbers}
        for side in {self.sides[number] for number in numbers}:
            cuts.update(self._same_elsewhere(side, whole_only=side in kept))
        self._require_agreement(numbers, words, cuts)
        edits = [edit for one in words for edit in _turned(self.view, one)]
        return sorted([*edits, *self._joins(numbers), *self._without(cuts)]), numbers

    def _leaning(self, part: JudgedClause) -> Iterator[int]:
        """Numbers of the clauses behind a judged one that go on about it: 服务很好，一直给我们倒水.

        Raises:
            NotApplicable: When the judgment is bound to its sentence otherwise.
        """
        text = self.view.text
        said = "".join(text[one.start : one.end] for one in self.clauses if one.sentence == part.sentence)
        if not part.is_clear:
            raise NotApplicable("another word in the clause judges something")
        if any(_CONCLUDES.search(text, part.start + 1, one.first) for one in part.opinions):
            raise NotApplicable("the judgment follows from something else that is told")
        if _BOUND.search(said):
            raise NotApplicable("the judgment is a cause, a condition or a concession")
        yield from self._following(self.clauses.index(part))

    def _following(self, place: int) -> Iterator[int]:
        """Numbers of the clauses that go on with what another one speaks of."""
        for number in range(place + 1, len(self.clauses)):
            other = self.clauses[number]
            apart = other.sentence != self.clauses[place].sentence
            if apart or other.owners or other.aspects or self._has_subject(other):
                return
            yield number

    def _has_subject(self, part: JudgedClause) -> bool:
        """Whether a clause speaks of something else: it begins with a noun, or with words such as 另外."""
        text = self.view.text
        opener = _CONTRAST.match(text, part.start) or _APART.match(text, part.start)
        if opener and _APART.fullmatch(opener[0]):
            return True
        at = opener.end() if opener else part.start
        number = self.view.number_at(at)
        if number >= len(self.view) or self.view.word(number) in _VAGUE:
            return False
        tags = self.view.tags(number)
        following = self.view.tags(number + 1) if number + 1 < len(self.view) else ()
        acts = "VERB" in tags and "NOUN" in following  # 升级系统后稍好些
        return not acts and not {"NOUN", "PROPN"}.isdisjoint(tags)

    def _require_agreement(self, numbers: set[int], words: Iterable[Opinion], cuts: set[int]) -> None:
        """Refuse what would contradict itself.

        Raises:
            NotApplicable: When a word of contrast would join clauses that agree, or the old judgment is made again.
        """
        stays = [part for number, part in enumerate(self.clauses) if number not in cuts]
        if any(self._judges_whole(number) for number in range(len(self.names)) if number not in numbers):
            raise NotApplicable("the judgment of the whole would stay")
        self._require_no_evidence(numbers, stays)
        said = {one.word for one in words}
        for number, part in enumerate(stays):
            own, text = bool(numbers & part.owners), self.view.text[part.start : part.end]
            before = stays[number - 1] if number else None
            turns = before is not None and bool(numbers & before.owners)
            if not (part.owners or part.aspects):
                if any(word in text for word in said):
                    raise NotApplicable("the text judges the aspect again in another clause")
                if turns and before is not None and before.sentence != part.sentence and not self._has_subject(part):
                    raise NotApplicable("the next sentence goes on about the judgment")
            if not _CONTRAST.match(text):
                continue
            left = [one for one in stays[:number] if before is not None and one.sentence >= part.sentence - 1]
            left = [one for one in left if one.sentence == part.sentence] or left
            turned = [bool(numbers & one.owners) for one in (*left, part)]
            two = before is not None and bool(before.opinions) and bool(part.opinions)
            if any(turned) and not all(turned) and not (two and (own or turns) and sum(turned) == 1 and len(left) == 1):
                raise NotApplicable("a word such as 但是 would join judgments that agree")

    def _require_no_evidence(self, numbers: set[int], stays: Sequence[JudgedClause]) -> None:
        """Refuse where facts in clauses that stay would speak against the turned judgment.

        Raises:
            NotApplicable: When the thing itself is judged and more is told of it, when an aspect is named again, or
                when a time of delivery stays beside a turned judgment of the delivery.
        """
        turned = {self.names[number] for number in numbers}
        told = [self.view.text[one.start : one.end] for one in stays if not numbers & one.owners]
        rest = [one for one in stays if not one.owners and not one.aspects]
        if rest and any(self._is_thing(number) for number in numbers):
            raise NotApplicable("what else is told of the thing would stay")
        if any(name in text for name in turned for text in told):
            raise NotApplicable("another clause speaks of the same aspect")
        if any(map(_DELIVERY.search, turned)) and any(map(_ARRIVES.search, told)):
            raise NotApplicable("the time of the delivery would stay")

    def _is_thing(self, aspect: int) -> bool:
        """Whether an aspect is what the review is about: 这个膜, 很差的膜, 东西."""
        start = self.starts[aspect]
        before = self.view.text[max(0, start - 2) : start]
        described = any(one.end + 1 == start and aspect in one.owners for part in self.clauses for one in part.opinions)
        return self.names[aspect] in _WHOLE or _WHICH.search(before) is not None or described

    def _is_described(self, aspect: int) -> bool:
        """Whether a verb or an adjective with 的 describes an aspect and does not judge it: 裸露的充电口."""
        start, text = self.starts[aspect], self.view.text
        number = self.view.number_at(start) - 2
        if text[start - 1 : start] != "的" or number < 0 or self._is_thing(aspect):
            return False
        return self.view.tags(number)[:1] in (("VERB",), ("ADJ",))

    def _judges_whole(self, aspect: int) -> bool:
        """Whether an aspect is the thing itself, as in 东西不错."""
        return self.names[aspect] in _WHOLE and self.sides[aspect] in OTHER

    def _same_elsewhere(self, side: str, whole_only: bool) -> Iterator[int]:
        """Numbers of the clauses without an aspect that judge the whole, and of those that go on about them.

        Args:
            side: The polarity to look for.
            whole_only: Whether only clauses count that say what somebody says who is content, or is not.
        """
        for number, part in enumerate(self.clauses):
            said = self.view.text[part.start : part.end]
            before = self.clauses[number - 1] if number else None
            joined = before is not None and before.sentence == part.sentence and not before.opinions
            short = joined and before is not None and before.end - before.start <= _SHORTEST and "都" in said
            same = (not whole_only and (side in part.sides or _SIGNS[side].search(said))) or _OUTLOOK[side].search(said)
            if same and not (part.owners or part.aspects or short):
                if joined and before is not None and _APART.match(self.view.text, before.start, before.end):
                    yield number - 1  # 总体来说 would be left alone
                yield number
                yield from self._following(number)

    def _without(self, cuts: set[int]) -> Iterator[Edit]:
        """The edits that leave clauses out, each run of them with the marks on one side.

        Raises:
            NotApplicable: When what would then begin a sentence leans on what is left out.
        """
        text, clauses = self.view.text, self.clauses
        for first in sorted(cuts):
            if first - 1 in cuts:
                continue
            last = next(n for n in range(first, len(clauses)) if n + 1 not in cuts)
            gone = text[clauses[first].start : clauses[last].end]
            if any(gone.count(one) != gone.count(other) for one, other in _PAIRS):
                raise NotApplicable("brackets or quotation marks would be left open")
            begins = first == 0 or clauses[first - 1].sentence != clauses[first].sentence
            follows = last + 1 < len(clauses)
            if begins and follows and clauses[last + 1].sentence == clauses[last].sentence:
                if _CONTRAST.match(text, clauses[last + 1].start) or _ADDS.match(text, clauses[last + 1].start):
                    raise NotApplicable("the sentence would begin with a word that joins clauses")
                yield Edit(clauses[first].start, clauses[last + 1].start, "")
            elif first == 0:
                yield Edit(0, clauses[last + 1].start if follows else len(text), "")
            else:
                yield Edit(clauses[first - 1].end, clauses[last].end, "")

    def _joins(self, numbers: set[int]) -> Iterator[Edit]:
        """The words between two judged clauses that agree or differ otherwise than before."""
        text = self.view.text
        judged = [(part, one) for part in self.clauses for one in part.opinions]
        if judged and numbers & set(judged[0][1].owners) and text[: judged[0][1].first].endswith("也"):
            yield Edit(judged[0][1].first - 1, judged[0][1].first, "")
        for (part, first), (other, second) in pairwise(judged):
            if bool(numbers & set(first.owners)) == bool(numbers & set(second.owners)):
                continue
            differs = first.side == second.side  # now that one of them turns
            contrast, adds = _CONTRAST.match(text, other.start), _ADDS.match(text, other.start)
            if contrast and not differs and part is not other:
                yield Edit(contrast.start(), contrast.end(), self.view.written("而且"))
            if adds and differs and part is not other:
                yield Edit(adds.start(), adds.end(), "但是")
            also = text[second.first - 1 : second.first]
            if also == "也" and differs and not self._are_neighbours(part, other):
                raise NotApplicable("也 refers to something else")
            if also == ("也" if differs else "却"):
                alone = differs and not (contrast or adds) and not _CONTRAST.match(text, self._after(other))
                yield Edit(second.first - 1, second.first, self.view.written("却") if alone else "")

    def _are_neighbours(self, one: JudgedClause, other: JudgedClause) -> bool:
        """Whether two clauses are the same or follow each other in one sentence."""
        return one.sentence == other.sentence and self.clauses.index(other) - self.clauses.index(one) <= 1

    def _after(self, part: JudgedClause) -> int:
        """Where the clause behind one begins."""
        number = self.clauses.index(part) + 1
        return self.clauses[number].start if number < len(self.clauses) else len(self.view.text)


@register
@dataclass(frozen=True, kw_only=True)
class ReverseTarget(_OfTarget):
    """Reverse the opinion on the target aspect, and its label.

    Each judging word becomes its opposite, or loses its negation: 服务很好 becomes 服务很差. Aspects that are judged by
    the same words (环境和服务都很好) or have the same name turn round together. 但是 and 而且 between two judgments
    change if they no longer fit. Clauses that go on about the judgment (一直给我们倒水) are left out. Without another
    aspect of the old polarity, clauses that judge the whole are left out, too (下次还会再来).

    Opinions are found with a bundled word list, up to eight characters behind the name of the aspect, or before it with
    的.

    Source: TextFlint (Wang et al. 2021), section 3, "RevTgt"; Xing et al. 2020, "Tasty Burgers, Soggy Fries",
        section 3.

    Example:
        >>> from hf_robust.tasks import task
        >>> row = {"text": "服务很好，但是价格有点贵。", "aspects": [
        ...     {"term": "服务", "start": 0, "end": 2, "polarity": "positive"},
        ...     {"term": "价格", "start": 7, "end": 9, "polarity": "negative"}]}
        >>> absa = task("aspect-based-sentiment-analysis", language="zh")
        >>> new = ReverseTarget(target="first").preview_row(row, absa)
        >>> new["text"], [aspect["polarity"] for aspect in new["aspects"]]
        ('服务很差，而且价格有点贵。', ['negative', 'negative'])
    """

    name = "reverse-target"
    seed_name = "RevTgt"
    choice = "opinions on the target that can be reversed"

    def of_target(self, review: _Review, target: int) -> RowChange:
        return _change(review, *review.turned([target]))


@register
@dataclass(frozen=True, kw_only=True)
class ReverseNonTarget(_OfTarget):
    """Reverse the opinion on the other aspects that have the same polarity as the target.

    Opinions with the opposite polarity are intensified: 很差 becomes 非常差. Only the labels of the reversed aspects
    change.

    Source: TextFlint (Wang et al. 2021), section 3, "RevNon"; Xing et al. 2020, "Tasty Burgers, Soggy Fries",
        section 3.

    Example:
        >>> from hf_robust.tasks import task
        >>> row = {"text": "味道不错，环境也很干净。", "aspects": [
        ...     {"term": "味道", "start": 0, "end": 2, "polarity": "positive"},
        ...     {"term": "环境", "start": 5, "end": 7, "polarity": "positive"}]}
        >>> absa = task("aspect-based-sentiment-analysis", language="zh")
        >>> new = ReverseNonTarget(target="first").preview_row(row, absa)
        >>> new["text"], [aspect["polarity"] for aspect in new["aspects"]]
        ('味道不错，环境却很脏。', ['positive', 'negative'])
    """

    name = "reverse-non-target"
    seed_name = "RevNon"
    choice = "opinions on other aspects that can be reversed"

    def of_target(self, review: _Review, target: int) -> RowChange:
        others = [n for n, side in enumerate(review.sides) if n != target and side in OTHER]
        if not others:
            raise NotApplicable("no other aspect that is positive or negative")
        same = [n for n in others if review.sides[n] == review.sides[target]]
        turning, reason = list[int](), NotApplicable("the opinions on the other aspects cannot be made stronger")
        for number in same:
            try:
                if target in review.turned([*turning, number])[1]:
                    raise NotApplicable("the target is judged by the same words as the other aspect")
                turning.append(number)
            except NotApplicable as found:
                reason = found
        edits, numbers = review.turned(turning) if turning else ([], set())
        stronger = [edit for n in others if n not in same for edit in _stronger(review, n, target)]
        if not edits and not stronger:
            raise reason
        return _change(review, [*edits, *stronger], numbers)


def _turned(view: WordView, one: Opinion) -> list[Edit]:
    """The edits that turn a judging word round, with the adverb or the negation before it."""
    text = view.text
    if one.denial:
        kept = bool(one.degree) and one.degree not in NEGATIVE_DEGREES  # 很不好, 很好; but 有点不好, 很好
        start = one.start - len(one.denial) if kept else one.first
        return [Edit(start, one.start, "" if kept else view.written("很"))]
    new = opposites()[one.word]
    found = [Edit(one.start, one.end, view.written(new))]
    still = next((said for said in _STILL if text[: one.first].endswith(said)), "")
    done = text[one.end : one.end + 1] == "了"
    too = one.degree == "太" and one.side == "negative" and not (done and new in _BEST)
    if done and (too or one.degree in NEGATIVE_DEGREES):
        found = [Edit(one.start, one.end + 1, view.written(new))]
    if still:
        found.append(Edit(one.first - len(still), one.first, "" if one.degree else view.written("很")))
    elif one.degree in NEGATIVE_DEGREES or too:
        found.append(Edit(one.first, one.start, view.written("很")))
    elif not one.degree and one.word == "不错":
        found = [Edit(one.start, one.end, view.written(f"很{new}"))]
    return found


def _stronger(review: _Review, aspect: int, target: int) -> list[Edit]:
    """The edits that say more strongly what is said of an aspect."""
    try:
        words = review.opinions(aspect)
    except NotApplicable:
        return []
    written = review.view.written("非常")
    return [
        Edit(one.first, one.start, written)
        for one in words
        if not one.denial and one.degree in _WEAK and target not in one.owners and one.word != "不错"
        if not review.view.text[: one.first].endswith(("还", "也还", "还算"))
        if one.degree or len(one.word) > 1
    ]


def _change(review: _Review, edits: Sequence[Edit], numbers: set[int]) -> RowChange:
    edits = sorted(edits)
    if any(one.end > other.start or one[:2] == other[:2] for one, other in pairwise(edits)):
        raise NotApplicable("the edits would be too close together")

    def flip(aspects: Any) -> list[dict[str, Any]]:
        return [
            {**one, "polarity": OTHER[one["polarity"]]} if number in numbers else dict(one)
            for number, one in enumerate(aspects)
        ]

    return RowChange({"text": edits}, {"aspects": flip} if numbers else {})
