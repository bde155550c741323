"""Answers to Chinese questions by rules: what stands where the question word is, or what its kind asks for."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from math import log
from typing import TYPE_CHECKING, Any, NamedTuple

from hf_robust.adapters.base import Prediction, texts_of
from hf_robust.adapters.baselines.baseline import Baseline
from hf_robust.core.edits import Offsets
from hf_robust.language.models import SentenceEncoder
from hf_robust.language.resources import record_of
from hf_robust.language.spacy_pipelines import read, spacy_doc, spacy_name, spacy_pipeline, spacy_version
from hf_robust.tasks import Task

if TYPE_CHECKING:
    from spacy.tokens import Doc as SpacyDoc

_NEEDS = frozenset({"ent"})


def _any(words: str) -> str:
    """A pattern for one of some words."""
    return f"(?:{'|'.join(words.split())})"


_FIGURE = "0-9０-９〇零一二三四五六七八九十"
_UNITS = _any(
    "平方公里 平方米 公里 千米 厘米 毫米 公斤 千克 分钟 小时 个月 美元 英镑 欧元 人次 英里 英尺"
    r" [^\W\d，。、的和在是以为]"
)
_AMOUNT = re.compile(
    "(?:约|大约|近|超过|至少)?(?:百分之)?[0-9０-９一二两三四五六七八九十百千万亿半]"
    f"[{_FIGURE}.,½两百千万亿]*[%％]?(?:多|余|几)?{_UNITS}?"
)
_NO_AMOUNTS = frozenset("一个 一种 一位 一名 一座 一处 一些 一部 一家 一项 一般 一直 一起 一样 一定".split())
_DAY = f"(?:[{_FIGURE}]{{1,3}} ?[日号])?"
_MONTH = f"[{_FIGURE}]{{1,2}} ?月{_DAY}"
_CENTURY = f"[{_FIGURE}]{{1,2}} ?世纪(?:[初末]|[0-9]+ ?年代)?"
_DATE = re.compile(f"(?:公元前?)?[{_FIGURE}]{{2,4}} ?年代?(?:{_MONTH})?|{_MONTH}|{_CENTURY}|[唐宋元明清]朝")
_PERIODS = _any("年代 年份 年 月份 月 天 日 世纪 朝代 时期")
_BODIES = _any("机构 公司 组织 单位 大学 学校 学院 球队 队 党 企业 集团 部门 电视台 媒体")
_SPOTS = _any("地方 地点 地区 位置 城市 国家")
_REGIONS = _any("国家 城市 地方 地区 省 市 县 州 洲 岛 区")
# what a question asks by, and the kinds of pieces that answer it; the first that occurs counts
_ASKED: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = (
    (re.compile("为什么|为何|什么原因|怎么样|怎样|如何"), ()),
    (re.compile(f"什么时[候间]|何时|(?:哪|什么|几)一?个?{_PERIODS}|几[号日月]"), ("DATE",)),
    (re.compile("多少|几(?=[^乎])|多[大高长宽重远久快深]"), ("AMOUNT",)),
    (re.compile(f"(?:什么|哪一?[个家所]){_BODIES}|哪[家所支]"), ("ORG",)),
    (re.compile(f"哪里|哪儿|何[处地]|什么{_SPOTS}|哪一?[个座]{_REGIONS}|哪[国省市县州]"), ("LOC",)),
    (re.compile("谁|何人|哪一?[位名]|哪一?个人|什么人"), ("PERSON",)),
)
_QUESTION_WORD = re.compile(
    "什么时[候间]|什么样的?|为什么|什么|哪[里儿些]|哪一?[个位名座家所支种年天部项届次]?|谁|何[时处地人]|多少|几"
    "|多(?=[大高长宽重远久快深])|如何|怎么样?|怎样|为何"
)
_MARKS = re.compile(r"[，。！？；：,!?;:…\n]+")
_OUTSIDE = "，。！？；：、,!?;:…\n \u3000"
_EDGES = "的了是在由于为被将以于和与及并而也都就"
_UNIT = re.compile(r"(?:多少|几)(?P<unit>[^\W\d])|多(?P<side>[大高长宽重远久快深])")
_CALENDAR = frozenset("年月日号")
_TRIED = 3  # sentences that are looked at
_FLOOR = 0.75  # cosine of texts that have nothing in common
_CLOSE = 4.0  # what the cosine above it counts beside the share of common words
_SHORT = 3  # characters of a clause that are no answer by themselves
_GLUE = 2  # characters of the question beside its question word that must stand in the sentence


class _Piece(NamedTuple):
    """A piece of a sentence, and how well it answers."""

    start: int
    end: int
    worth: float


class ChineseAnswers(Baseline):
    """An answer to a Chinese question without a trained reader.

    The sentence is found by encoder and shared words. In it the answer is what stands where the question has its
    question word, between the same characters; else the entity, date or amount that the question word asks for; else
    the clause without what the question says itself.

    Args:
        name: What it is called.
        nlp: spaCy pipeline for entities.
        encoder: As for :class:`hf_robust.language.models.SentenceEncoder`.
        batch_size: Rows at a time.
    """

    least_batch = 128

    def __init__(
        self, task: Task, name: str, *, nlp: str | None = None, encoder: str | None = None, batch_size: int = 32
    ):
        super().__init__(task, name, batch_size=batch_size)
        self._spoken = task.spoken
        self._encoder = SentenceEncoder(encoder, task.language)
        self._pipeline_name = spacy_name(nlp, task.language)
        self._pipeline = spacy_pipeline(self._pipeline_name)
        self.resources = (
            record_of("annotation", nlp, task.language),
            record_of("sentence-encoder", encoder, task.language),
        )

    def settings(self) -> dict[str, Any]:
        """As in the base, with what the pipeline and the segmenter say of themselves."""
        return {**super().settings(), "pipeline": spacy_version(self._pipeline_name), "words": self._spoken.stamp()}

    def answers(self, rows: list[dict[str, Any]]) -> list[Prediction]:
        """A piece of the context a row."""
        inputs = [texts_of(row, ("context", "question")) for row in rows]
        cut = lru_cache(maxsize=None)(lambda context: tuple(context[a:b] for a, b in self._spoken.sentences(context)))
        words = lru_cache(maxsize=None)(self._words)
        texts = list(dict.fromkeys(text for context, question in inputs for text in (question, *cut(context))))
        vectors = dict(zip(texts, self._encoder.encode(texts))) if texts else {}
        near = [_nearest(question, cut(context), vectors, words) for context, question in inputs]
        wanted = list(dict.fromkeys(text for own in near for text in own))
        docs = [spacy_doc(self._pipeline, text) for text in wanted]
        known = dict(zip(wanted, read(self._pipeline, docs, _NEEDS))) if docs else {}
        return [
            Prediction(_answer({text: known[text] for text in own}, question, words) if own else context.strip())
            for (context, question), own in zip(inputs, near)
        ]

    def _words(self, text: str) -> tuple[str, ...]:
        return tuple(text[start:end].lower() for start, end in self._spoken.words(text, None))


def _nearest(
    question: str, parts: Sequence[str], vectors: Mapping[str, Any], words: Callable[[str], Collection[str]]
) -> dict[str, float]:
    """The sentences that are nearest to a question, the nearest first, with how near they are."""
    asked = {*words(_QUESTION_WORD.sub("，", question))}
    seen = Counter(word for part in parts for word in {*words(part)})
    weights = {word: len(word) * log(1 + len(parts) / (1 + seen[word])) for word in asked}
    whole = sum(weights.values()) or 1.0

    def score(part: str) -> float:
        own = {*words(part)}
        shared = sum(weight for word, weight in weights.items() if word in own) / whole
        return _CLOSE * (float(vectors[question] @ vectors[part]) - _FLOOR) + shared

    scores = {part: score(part) for part in parts}
    return {part: scores[part] for part in sorted(scores, key=lambda one: -scores[one])[:_TRIED]}


def _answer(docs: "Mapping[str, SpacyDoc]", question: str, words: Callable[[str], Collection[str]]) -> str:
    """The best piece of the nearest sentences; that of a nearer one where two are as good."""
    best, found = -1.0, ""
    for place, (text, doc) in enumerate(docs.items()):
        for piece in _pieces(text, doc, question, words):
            worth = piece.worth - place
            if worth > best:
                best, found = worth, text[piece.start : piece.end]
    return found or next(iter(docs))


def _pieces(text: str, doc: "SpacyDoc", question: str, words: Callable[[str], Collection[str]]) -> Iterator[_Piece]:
    kinds = next((kinds for pattern, kinds in _ASKED if pattern.search(question)), ())
    places = _word_offsets(text, question, words)
    framed = _framed(text, question)
    for start, end in _of_kinds(text, doc, kinds):
        if text[start:end] not in question:
            away = min((abs(start - place) for place in places), default=len(text))
            inside = framed is not None and framed.start <= start and end <= framed.end
            worth = 3 + inside - min(away, 100) / 200
            yield _Piece(start, end, worth + (_measured(text, start, end, question) if "AMOUNT" in kinds else 0))
    if framed is not None:
        yield framed
    yield _rest(text, question, places)


def _of_kinds(text: str, doc: "SpacyDoc", kinds: Collection[str]) -> Iterator[Offsets]:
    """Entities, dates and amounts of the kinds that are asked for."""
    for entity in doc.ents:
        if {"GPE": "LOC", "FAC": "LOC"}.get(entity.label_, entity.label_) in kinds:
            yield entity.start_char, entity.end_char
    for kind, pattern in (("DATE", _DATE), ("AMOUNT", _AMOUNT)):
        if kind in kinds:
            yield from (match.span() for match in pattern.finditer(text) if match[0][:2] not in _NO_AMOUNTS)


def _measured(text: str, start: int, end: int, question: str) -> int:
    """1 for an amount of the unit, or of the side, that is asked for; -1 for a date where none is asked for."""
    asked = _UNIT.search(question)
    unit, side = asked.group("unit", "side") if asked else (None, None)
    if (unit and unit in text[start : end + 1]) or (side and side in text[max(0, start - 3) : start]):
        return 1
    return -1 if text[end - 1] in _CALENDAR and side not in ("久", "长") else 0


def _word_offsets(text: str, question: str, words: Callable[[str], Collection[str]]) -> list[int]:
    """Where words of the question stand."""
    asked = {word for word in words(_QUESTION_WORD.sub("，", question)) if len(word) > 1}
    low = text.lower()
    return [match.start() for word in sorted(asked) for match in re.finditer(re.escape(word), low)]


def _framed(text: str, question: str) -> _Piece | None:
    """What stands where the question has its question word: after the same characters, or before them."""
    asked = _QUESTION_WORD.search(question)
    if asked is None:
        return None
    left, right = question[: asked.start()], question[asked.end() :].rstrip("？?。 呢吗")
    before = next((n for n in range(len(left), _GLUE - 1, -1) if left[-n:] in text), 0)
    after = next((n for n in range(len(right), _GLUE - 1, -1) if right[:n] in text), 0)
    if not before and not after:
        return None
    start = text.index(left[-before:]) + before if before else -1
    end = text.find(right[:after], max(start, 0)) if after else -1
    if start < 0 or (end < 0 and after > before):
        end = text.index(right[:after])
        start = max((mark.end() for mark in _MARKS.finditer(text, 0, end)), default=0)
    elif end <= start:
        mark = _MARKS.search(text, start)
        end = mark.start() if mark else len(text)
    return _trimmed(text, start, end, 2.5 + 0.1 * min(10, before + after)) if end > start else None


def _rest(text: str, question: str, offsets: Sequence[int]) -> _Piece:
    """The clause nearest to the words of the question, without what the question says itself at its ends."""
    clauses = [match.span() for match in re.finditer(r"[^，。！？；,!?;\n]+", text)] or [(0, len(text))]
    start, end = max(clauses, key=lambda clause: sum(clause[0] <= offset < clause[1] for offset in offsets))
    said = _said(text[start:end], question)
    runs = [match.span() for match in re.finditer("0+", "".join("1" if shared else "0" for shared in said))]
    first, last = max(runs, key=lambda run: run[1] - run[0], default=(0, 0))
    if last - first < _SHORT:
        return _trimmed(text, start, end, 0.5)
    return _trimmed(text, start + first, start + last, 1.5)


def _said(clause: str, question: str) -> list[bool]:
    """Whether each character of a clause is in a stretch of two that the question has too."""
    shared = [False] * len(clause)
    for index in range(len(clause) - 1):
        if clause[index : index + 2] in question:
            shared[index] = shared[index + 1] = True
    return shared


def _trimmed(text: str, start: int, end: int, worth: float) -> _Piece:
    """A piece without marks and particles at its ends; as it is where nothing else is in it."""
    first, last = start, end
    while first < last and text[first] in _OUTSIDE + _EDGES:
        first += 1
    while first < last and text[last - 1] in _OUTSIDE + _EDGES:
        last -= 1
    return _Piece(first, last, worth) if first < last else _Piece(start, end, 0.0)
