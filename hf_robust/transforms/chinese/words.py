"""What the transformations of Chinese words share: which words may change, and how a word of a table is written."""

from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import ClassVar

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.dictionary import entry, frequency, is_candidate, pinyin_of, rows, universal_tag
from hf_robust.language.chinese.numerals import NUMERALS
from hf_robust.language.chinese.predicates import polarities
from hf_robust.language.chinese.script import as_written, is_han, is_traditional, to_simplified
from hf_robust.language.chinese.word_view import word_view
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import (
    HATE_SPEECH,
    NER,
    NESTED_NER,
    NLI,
    POS,
    QA,
    SENTIMENT,
    SIMILARITY,
    SIMILARITY_SCORING,
    SUMMARIZATION,
    TEXT_GENERATION,
)
from hf_robust.transforms.base import LABELED_TEXTS, WordTransformation

CHINESE_TASKS = (
    *(*LABELED_TEXTS, SENTIMENT, HATE_SPEECH, NLI, SIMILARITY, SIMILARITY_SCORING, NER, NESTED_NER, QA, POS),
    *(SUMMARIZATION, TEXT_GENERATION),
)
"""Tasks that have Chinese transformations; word segmentation has its own."""

Choices = Sequence[tuple[str, float]]
"""What a word may become, each with its weight in the draw."""

_WORDS = 20_000  # of which is remembered what they are
_written_in_full = lru_cache(maxsize=1)(is_traditional)


def whole_tokens(doc: Doc, start: int, end: int) -> bool:
    """Whether characters are whole tokens, where the text is a token list.

    Example:
        >>> from hf_robust.language.chinese.definition import CHINESE
        >>> doc = Doc.of_tokens(["两张", "票"], language=CHINESE)
        >>> whole_tokens(doc, 0, 2), whole_tokens(doc, 0, 1)
        (True, False)
    """
    if doc.bounds is None:
        return True
    first, last = bisect_left(doc.bounds, start, key=itemgetter(0)), bisect_left(doc.bounds, end, key=itemgetter(1))
    size = len(doc.bounds)
    return first < size and last < size and doc.bounds[first][0] == start and doc.bounds[last][1] == end


def crosses_mark(doc: Doc, start: int, end: int) -> bool:
    """Whether a gold span begins or ends inside these characters: such a word is none of the annotator's.

    Example:
        >>> from hf_robust.core.doc import Span
        >>> doc = Doc("北京大学生", marks=[Span(0, 4, "ORG")])
        >>> crosses_mark(doc, 2, 5), crosses_mark(doc, 0, 2)
        (True, False)
    """
    return any(start < first < end or start < last < end for first, last, _ in doc.marks)


@dataclass(frozen=True, kw_only=True)
class HanWords(WordTransformation):
    """Base of those that change words of Chinese characters; Latin letters, digits and numerals stay as they are.

    Class attributes:
        least: Fewest characters of a word that is changed.
        spares_judgment: Whether the only word of a text that judges stays where it is one character, or where the
            text has no more than two words: without it the text would say something else.
    """

    languages = ("zh",)
    least: ClassVar[int] = 1
    spares_judgment: ClassVar[bool] = False

    def edits(self, doc: Doc, rng: RowRandom) -> Sequence[Edit]:
        found = super().edits(doc, rng)
        if not found and self.spares_judgment and sole_judgment(doc) is not None:
            raise NotApplicable("the only word that may change is the one that judges")
        return found

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        plain, fits = to_simplified(doc.text), _changeable(self)
        spared = sole_judgment(doc) if self.spares_judgment else None
        found = [word for word in doc.free_words if word != spared and fits(plain[word[0] : word[1]])]
        return [word for word in found if not crosses_mark(doc, *word)] if doc.marks else found

    def may_change(self, word: str) -> bool:
        """Whether a word may be drawn.

        Args:
            word: Its simplified characters.
        """
        return not is_numeral(word) and _NEGATIONS.isdisjoint(word)


@lru_cache(maxsize=64)
def _changeable(transformation: HanWords) -> Callable[[str], bool]:
    """Whether a word may be drawn, remembered by word."""

    @lru_cache(_WORDS)
    def fits(word: str) -> bool:
        return len(word) >= transformation.least and all(map(is_han, word)) and transformation.may_change(word)

    return fits


def in_formula(plain: str, start: int, end: int) -> bool:
    """Whether characters are part of a set phrase, of which no word is changed.

    Args:
        plain: The text in simplified characters.
        start: The first of them.
        end: Behind the last.

    Example:
        >>> in_formula("实行改革开放", 4, 6), in_formula("公园开放", 2, 4)
        (True, False)
    """
    longest = max(map(len, _formulas()))
    near = range(max(0, start - longest + 1), end)
    return any(plain.startswith(one, at) and start < at + len(one) for at in near for one in _formulas())


@lru_cache(maxsize=1)
def _formulas() -> tuple[str, ...]:
    return tuple(lexicon("word_surroundings", "zh")["formulas"].split())


_NEGATIONS = frozenset("不没無无未非别勿莫")
_MOST_CHOICES = 5  # what an input method shows at once
_SINGLE, _LONGER = 3000, 200  # least frequency of one character, and of a longer word: rare ones are rarely typed
_SAME_TONES = 4.0  # times likelier
_RARER_THAN_OLD = 150  # times rarer than the word that is replaced, beside which nobody would see it offered
_RARER = 100  # times rarer than the most frequent choice is too rare
_DARK = frozenset("侵死杀尸亡逝葬毒屎尿贱奸淫性骂丧鬼首哼")  # none of these comes in
_OPPOSED = ("买卖", "进出", "授受")  # sound alike and say the opposite


def likely_words(word: str, candidates: Iterable[str]) -> Choices:
    """Those words that somebody may type for another, with their frequencies as weights.

    Names and rare words are left out, and those that are no candidates at all; five at most are kept. Those of the
    same tones weigh more.

    Args:
        word: The word that is replaced.
        candidates: Words of the dictionary.

    Example:
        >>> [new for new, _ in likely_words("检查", ["监察", "检察", "检查", "茧茶"])]
        ['检察', '监察']
    """
    found = (entry(other) for other in candidates if other != word and len(other) == len(word))
    least = max(_SINGLE if len(word) == 1 else _LONGER, frequency(word) // _RARER_THAN_OLD)
    usual = [
        other
        for other in found
        if other is not None
        and other.frequency >= least
        and universal_tag(other.tag) != "PROPN"
        and is_candidate(other.text)
        and not is_unpleasant(other.text)
        and not is_opposed(word, other.text)
    ]
    tones = _tones(pinyin_of(word))
    weights = {other.text: other.frequency * (_SAME_TONES if _tones(other.pinyin) == tones else 1) for other in usual}
    kept = sorted(weights, key=lambda other: (-weights[other], other))[:_MOST_CHOICES]
    return tuple((other, weights[other]) for other in kept if weights[other] * _RARER >= weights[kept[0]])


def _tones(syllables: Iterable[str]) -> list[str]:
    return [syllable[-1] for syllable in syllables]


def is_unpleasant(word: str) -> bool:
    """Whether a word stands out whatever the text is about.

    Example:
        >>> is_unpleasant("逝世"), is_unpleasant("试试")
        (True, False)
    """
    return not _DARK.isdisjoint(word)


def is_opposed(word: str, other: str) -> bool:
    """Whether two words differ in characters that are alike and say the opposite.

    Example:
        >>> is_opposed("买方", "卖方"), is_opposed("买方", "买房")
        (True, False)
    """
    return any({one, two} <= {a, b} for one, two in map(tuple, _OPPOSED) for a, b in zip(word, other) if a != b)


_BEFORE_JUDGMENT = "很挺真太超最更好"
_STRONG = frozenset(
    "差评 好评 垃圾 骗 骗子 假 坏 破 恨 爱 赞 毒 病 死 强奸 流产 呻吟 叛变 引诱 怒 监狱 凶手 犯罪 战争".split()
)


@lru_cache(_WORDS)
def polarity(word: str) -> str:
    """``positive`` or ``negative`` of a word that judges, ``strong`` of one that strikes in any text; else empty.

    Example:
        >>> polarity("很棒"), polarity("失望"), polarity("垃圾"), polarity("桌子")
        ('positive', 'negative', 'strong', '')
    """
    if word in _STRONG:
        return "strong"
    found = polarities().get(word) or polarities().get(word.lstrip(_BEFORE_JUDGMENT), "")
    return "" if found == "neutral" else found


@lru_cache(_WORDS)
def is_numeral(word: str) -> bool:
    """Whether a word is a number in characters, or one with what it counts.

    Example:
        >>> is_numeral("三百"), is_numeral("第一"), is_numeral("书")
        (True, True, False)
    """
    found = entry(word)
    return all(sign in NUMERALS for sign in word) or (found is not None and found.tag.startswith("m"))


_JUDGING = frozenset(
    "好 差 烂 棒 赞 行 糟 渣 爽 贵 美 坏 臭 香 丑 帅 牛 慢 快 值 假 还行 还好 可以 还可以 一般".split()
)
_FEW = 2  # words of a text that says nothing but its judgment


@lru_cache(maxsize=16)
def sole_judgment(doc: Doc) -> Offsets | None:
    """The only word of a text that judges, where it is one character or the text has no more than two words.

    Example:
        >>> from hf_robust.language.chinese.definition import CHINESE
        >>> found = [Doc(text, language=CHINESE) for text in ("垃圾！", "质量差", "这家店的垃圾很多")]
        >>> [sole_judgment(doc) for doc in found]
        [(0, 2), (2, 3), None]
    """
    plain = to_simplified(doc.text)
    found = [place for place in doc.words if _judges(plain[place[0] : place[1]])]
    if len(found) != 1:
        return None
    start, end = found[0]
    return (start, end) if end - start == 1 or len(doc.words) <= _FEW else None


@lru_cache(_WORDS)
def _judges(word: str) -> bool:
    return word in _JUDGING or bool(polarity(word))


_FUNCTION_TAGS = frozenset({"PART", "ADP", "CCONJ", "PRON", "INTJ"})
_FUNCTION_WORDS = frozenset("是 有 很 都 也 就 还 又 再 太 最 更 才 只 会 能 要 可以 应该 非常 已经 这 那 个".split())


@lru_cache(_WORDS)
def is_function_word(word: str) -> bool:
    """Whether a word says little by itself: a particle, pronoun, preposition, conjunction, or a usual adverb.

    Example:
        >>> is_function_word("的"), is_function_word("我们"), is_function_word("电影")
        (True, True, False)
    """
    found = entry(word)
    return word in _FUNCTION_WORDS or (found is not None and universal_tag(found.tag) in _FUNCTION_TAGS)


@dataclass(frozen=True, kw_only=True)
class ContentWords(HanWords):
    """Base of those that change words which say something."""

    choice = "words that say something"

    def may_change(self, word: str) -> bool:
        return super().may_change(word) and not is_function_word(word)


@dataclass(frozen=True, kw_only=True)
class WeightedWords(HanWords):
    """Base of those that put another word of the dictionary in the place of one, the likelier the heavier it is.

    Words of one character are tried when no longer one is left: of them nearly every slip makes a word that misleads.
    What is part of a longer word of the dictionary stays, and so does a character that is cut off from one (什么时|候).
    """

    spares_judgment: ClassVar[bool] = True

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        view = word_view(doc)
        found = [place for place in super().eligible(doc) if self.choices(view.text[place[0] : place[1]])]
        found = [place for place in found if place[1] - place[0] > 1 or not _is_cut_off(view.text, place[0])]
        return [place for place in found if not view.is_part(view.number_at(place[0]))]

    @abstractmethod
    def choices(self, word: str) -> Choices:
        """What a word may become.

        Args:
            word: Its simplified characters.
        """

    def order(self, doc: Doc, eligible: Sequence[Offsets], rng: RowRandom) -> Iterable[int]:
        found = super().order(doc, eligible, rng)
        if self.choose != "random":
            return found
        found, single = list(found), [end - start == 1 for start, end in eligible]
        return [n for n in found if not single[n]] + [n for n in found if single[n]] if any(single) else found

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        choices = self.choices(to_simplified(doc.text[start:end]))
        if not choices:
            return None
        number = next(rng.weighted_order([weight for _, weight in choices]))
        return written_as(choices[number][0], doc.text)

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        choices = self.choices(to_simplified(doc.text[start:end]))
        for number in rng.weighted_order([weight for _, weight in choices]):
            yield Edit(start, end, written_as(choices[number][0], doc.text))


def _is_cut_off(text: str, place: int) -> bool:
    """Whether a character and those beside it are a word of three or four characters."""
    known = rows()
    return any(
        text[start : start + size] in known
        for size in (3, 4)
        for start in range(max(0, place - size + 1), min(place, len(text) - size) + 1)
    )


def written_as(word: str, text: str) -> str:
    """A word of the tables in the script of a text.

    Example:
        >>> written_as("检察", "請檢查一下"), written_as("检察", "请检查一下")
        ('檢察', '检察')
    """
    return as_written([word], text)[0] if _written_in_full(text) else word
