"""Verbs of a segmented text in other shapes: 要不要, 问一问, 洗了个澡."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.closed_classes import CLAUSE_TIMES
from hf_robust.language.chinese.dictionary import entry
from hf_robust.language.chinese.script import to_simplified
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import SEGMENTATION
from hf_robust.transforms.base import Effect, register
from hf_robust.transforms.chinese.task_specific.gold_word_changes import (
    Forms,
    GoldWordChange,
    clause_before,
    surrounding,
    word_beside,
)

_TIME = re.compile(r".*[0-9０-９○〇一二三四五六七八九十][年月日时]")
_PERSON = re.compile(r"(?!国家|个人).+[员者家长人们民师兵手友警]")
_ENDS = ("", "。", "，", "！", "；")
STANDARDS = ("ctb", "pku")
_NO, _QUESTION, _HAVE = "不", "？", "有"
_CLAUSE_ENDS = ("。", "，", "；", "！", "？")
_LONGEST_SUBJECT = 9  # words
_SHORTEST_PREDICATE = 2  # words behind the verb: 人们可以预见，… has none of its own
_OF_ONE_WORD = ("有", "是")  # their predicate may be one noun: 机器 是 手
_OPENING = frozenset("除 除了 随着 由于 经过 对 对于 关于".split())  # open a clause that belongs to what follows
_BREAKS = frozenset("：—（）") | {"———", "——", "。”"}  # a topic has none of them
_JOINING = ("并", "并且", "也是", "全面", "全力")
_ASKED_OF_ONESELF = frozenset(
    "是 有 要 能 会 该 可以 应该 应当".split()
)  # nobody asks what the speaker wishes or knows
_OF_RESULTS = frozenset("就 就要 才 却 则 所以".split())
_UNTRIED = frozenset("没 没有 了 过".split())  # what was or was not done is not tried: 没有 去 想, 去 帮 他 盖上 了
_TOLD = frozenset("说 说道 写道 道 表示 指出 称 声称 宣称".split())  # behind a statement: whose words it is
_SENTENCE_ENDS = ("。", "！", "？", "；")
_FULL_ENDS = _SENTENCE_ENDS[:3]  # what is said or demanded goes on after ；
_ARTICLE = re.compile("第[一二三四五六七八九十百零○〇]+条")  # of a law
_ANNOUNCED = re.compile(
    "(?:认识|意识)到|(?:要点|内容|条件|原因|目的|结果|特点|情况)[是为]"
)  # what follows is their object
_GROWS = ("会", "能", "要")
_TO_WHOM = ("有", "具有", "存在")
_PAUSES = frozenset("， ： “".split())
_RESULTS = ("到", "于", "成", "出", "入", "给", "着", "著")  # an unknown word that ends in one is a verb: 意识到
_FOLLOWS = re.compile(
    "(?:也|还|又|并|同时|而且)?(?:是|要|有|可以|应当|应该)|也|还|又|都|均|名|比如|例如|譬如|如|尤其|特别"
)
_FARTHEST = 200  # words of a sentence before a verb
_TAGS_OF_SUBJECTS = "nrtsji"
_LAST_OF_OTHER_CLAUSES = CLAUSE_TIMES | frozenset("下 上 里 的话 吗 呢 吧 了 来说 而言".split())
_QUESTION_WORDS = frozenset("吗 呢 谁 什么 哪 哪里 哪些 怎么 怎样 如何 为什么 多少 几 还是 是否 何 ： “".split())
_LONGEST_PLACE = 6  # words between a preposition and the verb


@register
@dataclass(frozen=True, kw_only=True)
class SwapVerb(GoldWordChange):
    """Change the form of a verb: 要 -> 要不要 or 问 -> 问一问 (one word), or a separable verb 洗澡 -> 洗/了/个/澡.

    The first form makes a question of a clause: 这/是/书/。 -> 这/是不是/书/？. The verb follows its subject, and
    nothing in the clause makes it a negation, a question or a condition. The clause is not the object of a verb such as
    要求 or 预计, not an article of a law, and not the first of several predicates of one kind. 可以 becomes 可不可以.
    The second form is used for verbs in requests and intentions. The third form is used for completed actions: the verb
    ends its clause or precedes 后; a subject, a time, an adverb or a preposition precedes it; and nothing makes it a
    plan, a habit or a negation. After 曾, it takes 过. Verbs that are used as nouns do not change. A text that takes
    the first form takes no other.

    Args:
        standard: How the first two forms are segmented: ``ctb`` (one word, as also in MSR) or ``pku``, which cuts them
            (要/不/要) except for verbs of two characters (可不可以). With ``pku`` only some verbs of one character take
            the first form, such as 是, 要, 能, 会 and 有.

    Source: TextFlint (Wang et al. 2021), section 3.2, "SwapVerb" of Chinese word segmentation.

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("word-segmentation")
        >>> hr.Perturb("swap-verb", task, count=2)({"words": ["他 回家 洗澡 ， 想 看 书"]})["words"]
        ['他 回家 洗 了 个 澡 ， 想 看一看 书']
    """

    name = "swap-verb"
    version = "zh.4"
    level = "word"
    linguistics = "morphology"
    seed_name = "SwapVerb"
    choice = "verbs that may have another shape"
    effects = MappingProxyType({SEGMENTATION: Effect.CHANGES})

    standard: str = "ctb"

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require_choice("standard", STANDARDS)

    def edits(self, doc: Doc, rng: RowRandom) -> Sequence[Edit]:
        found = super().edits(doc, rng)
        ends = {_end_of_question(doc, edit.start) for edit in found if _asks(to_simplified(edit.text))}
        marks = [
            Edit(*place, _QUESTION) for place in ends if place is not None and doc.text[slice(*place)] != _QUESTION
        ]
        return sorted((*found, *marks)) if marks else found

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        words = super().eligible(doc)
        asked = [word for word in words if to_simplified(doc.text[slice(*word)]) in surrounding("asked")]
        return asked or words

    def forms_at(self, doc: Doc, start: int, end: int) -> Forms:
        word = to_simplified(doc.text[start:end])
        if word in surrounding("asked") and _may_be_asked(doc, start, end):
            return self._asked(word)
        before, after = word_beside(doc, start, end, -1), word_beside(doc, start, end)
        if len(word) == 1:
            if lexicon("repeated_words", "zh").get(word) != "v-one-v" or not _may_be_tried(before, after):
                return []
            if before == "来" and word in ("说", "看") and after in _ENDS:  # 一般 来 说
                return []
            clause = clause_before(doc, start, end)
            if not _UNTRIED.isdisjoint((*clause, *_until(doc, end, _end_of_clause(doc, end)))):
                return []
            answer = any(one.startswith("答") for one in clause)  # 答记者问
            form = (word, "一", word) if self.standard == "pku" else (f"{word}一{word}",)
            return [] if answer else [form]
        parts = lexicon("separable_verbs", "zh").get(word)
        if parts is None:
            return []
        if before in surrounding("planned") and "个" in parts and after in _ENDS:
            return [(parts[0], *parts[2:])]
        clause = clause_before(doc, start, end)
        if not _may_be_done(word, clause, after):
            return []
        return [(parts[0], "过", parts[-1])] if "曾" in clause or "曾经" in clause else [parts]

    def _asked(self, word: str) -> Forms:
        """A verb and its negation, as a question has them."""
        if word == _HAVE:
            return [(word, "没", word) if self.standard == "pku" else (f"{word}没{word}",)]
        if len(word) > 1 or self.standard != "pku":
            return [(f"{word[0]}{_NO}{word}",)]
        return [(word, _NO, word)] if word in surrounding("asked_where_pku_cuts") else []


def _asks(new: str) -> bool:
    """Whether a new form is that of a question: 要不要, 有没有."""
    return new[1:2] in ("不", "没") and new[:1] == new[2:3]


def _end_of_clause(doc: Doc, start: int) -> Offsets | None:
    """Where the mark stands that ends the clause of a word; None at the end of a text without one."""
    words = doc.words if doc.bounds is None else doc.bounds
    behind = range(bisect_right(words, (start, len(doc.text))), len(words))
    return next((words[at] for at in behind if doc.text[slice(*words[at])] in _CLAUSE_ENDS), None)


def _end_of_question(doc: Doc, start: int) -> Offsets | None:
    """Where the question mark goes: behind the clauses that follow and have no subject of their own."""
    close = _end_of_clause(doc, start)
    while close is not None and doc.text[slice(*close)] == "，":
        further = _end_of_clause(doc, close[1])
        words = _until(doc, close[1], further)
        if further is None or not words or "”" in words or not _continues(words):
            break
        close = further
    return close


def _continues(clause: Sequence[str]) -> bool:
    """Whether a clause begins with its predicate; 在 这种 条件 下 belongs to what follows."""
    first, behind = _tag(clause[0])[0], _tag(clause[1])[0] if len(clause) > 1 else ""
    if clause[0] in _OPENING or "的" in clause[1:2]:  # 种植 的 区域
        return False
    if first in "vd" or clause[0] in _JOINING or (first == "a" and behind in "vdp" and behind):  # 全面 加强
        return True
    return first == "p" and not _tag(clause[-1]).startswith("f")


def _may_be_asked(doc: Doc, start: int, end: int) -> bool:
    """Whether a verb is the predicate of a statement that may become a question: only its subject precedes it."""
    close = _end_of_clause(doc, end)
    if close is not None and word_beside(doc, *close) in ("“", "《"):  # what follows is said or thought
        return False
    rest, word = _until(doc, end, close), to_simplified(doc.text[start:end])
    if not _is_predicate(word, rest) or (
        close is not None and _is_tied(_until(doc, close[1], _end_of_clause(doc, close[1])))
    ):
        return False
    if (
        _ARTICLE.search(to_simplified(doc.text))
        or _is_said(_back_to(doc, start, _FULL_ENDS))
        or _goes_on(doc, word, start, close)
    ):
        return False
    sentence = _back_to(doc, start, _SENTENCE_ENDS)
    if len(sentence) == _FARTHEST or sentence.count("《") > sentence.count("》"):
        return False
    if entry(word_beside(doc, start, end, -1) + word) is not None:  # the end of a word that is cut: 委员 会
        return False
    clause = clause_before(doc, start, end)
    whole = _back_to(doc, start, _CLAUSE_ENDS)
    if "的" in clause:  # 人们 对 它 的 需求
        last = len(whole) - 1 - whole[::-1].index("的")
        whole = [one for place, one in enumerate(whole) if place > last or one != "对"]
    if word in _TO_WHOM and "对" in clause[1:]:  # 它 对 我们 有 影响
        clause, whole = clause[: clause.index("对", 1)], [one for one in whole if one != "对"]
    if not clause and not _is_quoted(whole):
        ends = close is None or doc.text[slice(*close)] == "。"
        return ends and word in surrounding("asked_of_what_precedes") and _is_topic(sentence, word)
    before = whole[-1]
    if (before == "我" and word not in _ASKED_OF_ONESELF) or (word == _HAVE and _HAVE in before):  # 有权 有 势
        return False
    return surrounding("not_asked_in").isdisjoint(whole) and (not clause or _is_subject(clause))


def _is_said(sentence: Sequence[str]) -> bool:
    """Whether what precedes a verb makes its clause the object of another verb: 要求, 预计."""
    text = "".join(sentence)
    if _ANNOUNCED.search(text):
        return True
    return any(
        word in surrounding("takes_statements") or (word in surrounding("may_take_statements") and behind in _PAUSES)
        for word, behind in zip(sentence, (*sentence[1:], ""))
        if behind != "的"
    )


def _goes_on(doc: Doc, word: str, start: int, close: Offsets | None) -> bool:
    """Whether the statement goes on behind the question: with another predicate of its kind, or with a number."""
    end = _end_of_question(doc, start)
    if end is None or close is None:
        return False
    places = _words_between(doc, close[1], len(doc.text))
    behind = [to_simplified(doc.text[slice(*place)]) for place in places[:_FARTHEST]]
    told = next((place for place, one in enumerate(behind) if one in _FULL_ENDS), len(behind))
    if not _TOLD.isdisjoint(behind[:told]) and doc.text[slice(*close)] == "，":
        return True
    inside = _until(doc, close[1], end) if end != close else []
    if word in inside or any(mark == "，" and _FOLLOWS.match(behind) for mark, behind in zip(("，", *inside), inside)):
        return True
    if doc.text[slice(*end)] != "，":
        return False
    rest = _until(doc, end[1], _end_of_clause(doc, end[1]))
    return not rest or _FOLLOWS.match("".join(rest[:2])) is not None or _is_list(rest)


def _is_list(clause: Sequence[str]) -> bool:
    """Whether a clause has a number and no verb: 利税 ３３００万 元."""
    return not any(_tag(one)[0] == "v" for one in clause) and any(one[0].isdigit() for one in clause)


def _is_predicate(word: str, rest: Sequence[str]) -> bool:
    """Whether a verb and the words behind it, up to the end of their clause, are a predicate that may be asked."""
    alone = (word in _OF_ONE_WORD and "n") or (word in _GROWS and "v")  # 需求 会 增加
    shortest = 1 if rest and len(rest[0]) > 1 and _tag(rest[0]) == alone else _SHORTEST_PREDICATE
    if "、" in rest and word in rest:  # 要 准 、 要 小
        return False
    if len(rest) < shortest or rest[-1] == "地" or rest[-1] in _LAST_OF_OTHER_CLAUSES or _is_modifier(word, rest):
        return False
    if rest[0] in surrounding("not_after_asked") and not (rest[0] == "在" and word in surrounding("asked_with_place")):
        return False
    quoted = rest[0] != "“" and rest.count("“") == rest.count("”")
    return _QUESTION_WORDS.isdisjoint(one for one in rest if one != "“" or not quoted)


def _is_tied(clause: Sequence[str]) -> bool:
    """Whether a clause makes the one before it a condition, or the first half of a contrast."""
    begin = "".join(clause[:2])
    contrast = begin.startswith(("而非", "而是", "而不")) or (begin.startswith("也") and not begin.startswith("也是"))
    return contrast or not _OF_RESULTS.isdisjoint(clause[:3])


def _is_quoted(clause: Sequence[str]) -> bool:
    """Whether what precedes a verb in its clause is in quotation marks or is a title."""
    return len(clause) > 2 and (clause[0], clause[-1]) in (("“", "”"), ("《", "》"))


def _is_subject(clause: Sequence[str]) -> bool:
    """Whether the words before a verb are its subject and nothing more."""
    if len(clause) > _LONGEST_SUBJECT or clause[-1] in surrounding("not_before_asked"):
        return False
    if (
        "的" in clause and "是" not in clause and _tag(clause[0])[0] not in "pdc"
    ):  # 经济 发展 的 关键, 加强 党 的 领导: verbs before 的
        clause = clause[len(clause) - 1 - clause[::-1].index("的") :][1:]
        if len(clause) == 1 and _tag(clause[0])[0] == "v":  # 制度 的 确立
            return True
    tags = [_tag(one) for one in clause]
    plain = all(
        tag[0] not in "vpd" or (tag == "vn" and (behind[0] in "nc" or behind == "vn"))  # 考核 结果, 规划 和 研究
        for tag, behind in zip(tags, (*tags[1:], "n"))
    )
    return plain and tags[-1][0] in _TAGS_OF_SUBJECTS and "地" not in clause


def _is_modifier(word: str, rest: Sequence[str]) -> bool:
    """Whether a verb belongs to what modifies a noun: 能够 提供 的 信息, 有 影响 的 报纸."""
    if word != "是" and "的" in rest and "是" in rest[rest.index("的") :]:  # 可以 征收 的 最高 罚款 是
        return True
    at = rest.index("的") if "的" in rest[:3] else 0
    if word == _HAVE:
        return at == 1 and _tag(rest[0])[0] in "nv"
    return word != "是" and (rest[-1] == "的" or (at > 0 and _tag(rest[at - 1]).startswith("v")))


def _back_to(doc: Doc, start: int, marks: Sequence[str]) -> list[str]:
    """The words before one, back to the last of some marks; the marks of a list do not end a clause."""
    words = doc.words if doc.bounds is None else doc.bounds
    place = bisect_left(words, (start, start))
    found: list[str] = []
    for first, last in reversed(words[max(0, place - _FARTHEST) : place]):
        if doc.text[first:last] in marks:
            break
        found.append(to_simplified(doc.text[first:last]))
    return found[::-1]


def _is_topic(sentence: Sequence[str], word: str) -> bool:
    """Whether what precedes a verb, from the start of the sentence to a comma, is what it says something of.

    加快 改革 ， 是 一 项 任务 。
    """
    if len(sentence) <= 2 or sentence[-1] != "，" or word in sentence:
        return False
    return _BREAKS.isdisjoint(sentence) and surrounding("not_before_such").isdisjoint(sentence)


def _until(doc: Doc, start: int, close: Offsets | None) -> list[str]:
    """The words from a place to a mark, or to the end of the text."""
    stop = len(doc.text) if close is None else close[0]
    return [to_simplified(doc.text[slice(*place)]) for place in _words_between(doc, start, stop)]


def _words_between(doc: Doc, start: int, end: int) -> Sequence[Offsets]:
    words = doc.words if doc.bounds is None else doc.bounds
    return words[bisect_left(words, (start, start)) : bisect_left(words, (end, end))]


def _may_be_tried(before: str, after: str) -> bool:
    """Whether a verb of one character is asked for or meant, with a thing or nothing behind it."""
    if before not in surrounding("tried_before"):
        return False
    found = entry(after)
    return after in _ENDS or (found is not None and found.tag.startswith(("n", "r")))


def _may_be_done(word: str, clause: Sequence[str], after: str) -> bool:
    """Whether a separable verb is the predicate of a clause that tells what was done."""
    lasts = after == "的" and word in surrounding("lasting")
    if not clause or not (lasts or after in surrounding("after_done")) or _is_unreal(clause):
        return False
    before = clause[-1]
    if before in surrounding("done_before") or _TIME.fullmatch(before):
        return True
    is_doer = _tag(before) in ("nr", "d") or _PERSON.fullmatch(before)
    return not lasts and (bool(is_doer) or _is_place(clause[-_LONGEST_PLACE:]))


def _is_unreal(clause: Sequence[str]) -> bool:
    """Whether a clause tells of a plan, a habit or a denial; 会 of 会 上 is a meeting."""
    meeting = ("会", "上")
    return any(
        word in surrounding("unreal") and (word, behind) != meeting for word, behind in zip(clause, (*clause[1:], ""))
    )


def _is_place(words: Sequence[str]) -> bool:
    """Whether words end in a preposition and a noun, with no verb between: 在 会 上."""
    places = [place for place, word in enumerate(words) if word in surrounding("prepositions")]
    tags = [_tag(word) for word in words[places[-1] + 1 :]] if places else []
    return bool(tags) and tags[-1].startswith(("n", "f", "s", "r")) and not any(tag.startswith("v") for tag in tags)


def _tag(word: str) -> str:
    """The tag of a word in the dictionary; that of a noun where it is unknown, or of a verb by its ending."""
    found = entry(word)
    if found is None:
        return "v" if len(word) > 1 and word.endswith(_RESULTS) else "n"
    return found.tag
