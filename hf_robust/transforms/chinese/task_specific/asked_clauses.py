"""Which clauses of a segmented text are statements that may become questions, and where these end."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Offsets
from hf_robust.language.chinese.closed_classes import CLAUSE_TIMES
from hf_robust.language.chinese.dictionary import entry
from hf_robust.language.chinese.script import to_simplified
from hf_robust.transforms.chinese.task_specific.gold_word_changes import clause_before, surrounding, word_beside
from hf_robust.transforms.chinese.task_specific.whole_sentences import is_whole
from hf_robust.transforms.chinese.task_specific.word_tags import tag_of

HAVE, DONE = "有", "了"
_CLAUSE_ENDS = ("。", "，", "；", "！", "？")
_LONGEST_SUBJECT = 9  # words
_SHORTEST_PREDICATE = 2  # words behind the verb: 人们可以预见，… has none of its own
_OF_ONE_NOUN = frozenset("有 是 缺乏 缺少 具有 拥有 存在 属于 面临 享有".split())  # 机器 是 手, 企业 缺乏 信心
_OF_ONE_VERB = ("值得", "可以", "能够")  # 原因 值得 探讨
_BREAKS = frozenset("：—（）") | {"———", "——", "。”"}  # a topic has none of them
_ASKED_OF_ONESELF = frozenset(
    "是 有 要 能 会 该 可以 应该 应当".split()
)  # nobody asks what the speaker wishes or knows
_SENTENCE_ENDS = ("。", "！", "？", "；")
_FULL_ENDS = _SENTENCE_ENDS[:3]  # what is said or demanded goes on after ；
_ARTICLE = re.compile("第[一二三四五六七八九十百零○〇]+条")  # of a law
_ANNOUNCED = re.compile(
    "(?:认识|意识)到|(?:要点|内容|条件|原因|目的|结果|特点|情况)[是为]"
)  # what follows is their object
_OF_PLACES = ("有", "存在")
_BY, _RULES = ("按照", "根据", "依照", "按"), ("规定", "法律", "协议", "合同", "章程")
_GROWS = ("会", "能", "要")
_TO_WHOM = ("有", "具有", "存在")
_PAUSES = frozenset("， ： “".split())
_MANNERS = frozenset("先后 相继 如期 依法 亲身 亲自 亲切 一同 一起 共同 联合 全力 大力 纷纷".split())  # no subjects
_TOWARDS = ("向", "为", "给")  # a question has its verb before them
_OF_ONESELF = ("我", "我们")
_FARTHEST = 200  # words of a sentence before a verb
_TAGS_OF_SUBJECTS = "nrtsji"
_LAST_OF_OTHER_CLAUSES = CLAUSE_TIMES | frozenset("下 上 里 的话 吗 呢 吧 了 来说 而言".split())
_QUESTION_WORDS = frozenset("吗 呢 谁 什么 哪 哪里 哪儿 哪些 怎么 怎样 如何 为什么 多少 几 还是 是否 何 ： “".split())


def end_of_clause(doc: Doc, start: int) -> Offsets | None:
    """Where the mark stands that ends the clause of a word; None at the end of a text without one."""
    words = doc.words if doc.bounds is None else doc.bounds
    behind = range(bisect_right(words, (start, len(doc.text))), len(words))
    return next((words[at] for at in behind if doc.text[slice(*words[at])] in _CLAUSE_ENDS), None)


def end_of_sentence(doc: Doc, start: int) -> Offsets | None:
    """Where the mark stands that ends the sentence of a word; None at the end of a text without one."""
    close = end_of_clause(doc, start)
    while close is not None and doc.text[slice(*close)] not in _FULL_ENDS:
        close = end_of_clause(doc, close[1])
    return close


def may_be_asked(doc: Doc, start: int, end: int) -> bool:
    """Whether a verb is the predicate of a statement that may become a question: only its subject precedes it."""
    close = end_of_clause(doc, end)
    rest, word = until(doc, end, close), to_simplified(doc.text[start:end])
    if not _is_predicate(word, rest) or not is_whole(doc, start, end) or not _is_plain(doc, start):
        return False
    sentence = _back_to(doc, start, _SENTENCE_ENDS)
    if entry(word_beside(doc, start, end, -1) + word) is not None:  # the end of a word that is cut: 委员 会
        return False
    clause = clause_before(doc, start, end)
    whole = _back_to(doc, start, _CLAUSE_ENDS)
    if "的" in clause:  # 人们 对 它 的 需求
        last = len(whole) - 1 - whole[::-1].index("的")
        whole = [one for place, one in enumerate(whole) if place > last or one != "对"]
    if word in _TO_WHOM and "对" in clause[1:]:  # 它 对 我们 有 影响
        clause, whole = clause[: clause.index("对", 1)], [one for one in whole if one != "对"]
    at = next((at for at, one in enumerate(clause) if at and one in _BY), 0)
    if at and clause[-1] in _RULES:  # 军官 按照 规定 享受 待遇
        whole = whole[: len(whole) - len(clause) + at]
        clause = clause[:at]
    if len(clause) > 1 and clause[-1] in surrounding("before_stative") and word in surrounding("stative"):
        clause = clause[:-1]
    if not clause and not _is_quoted(whole):
        return word in surrounding("asked_of_what_precedes") and _is_topic(sentence, word)
    if clause[:1] == ["在"] and clause[-2:-1] == ["的"] and tag_of(clause[-1]) == "n":  # 在 机关 任职 的 军官
        clause, whole = clause[-1:], clause[-1:]
    before = whole[-1]
    if (
        before == "我"
        or clause[:2] == ["我", "的"]
        or (before == "我们" and word not in _ASKED_OF_ONESELF)
        or (word == HAVE and HAVE in before)
    ):  # 有权 有 势
        return False
    if not surrounding("not_asked_in").isdisjoint(whole[1:] if whole[0] == "各" else whole):  # 各 单位
        return False
    if word in _OF_PLACES and clause and tag_of(clause[-1]) == "f" and len(clause) > 1:  # 城市 中 存在
        clause = clause[:-1]
    return not clause or _is_subject(clause) or (word == "是" and _is_named_action(clause, sentence))


def was_done(doc: Doc, start: int, end: int) -> bool:
    """Whether a verb, alone or with 了, tells at the end of a sentence what its subject did."""
    if not is_whole(doc, start, end, alone=True):
        return False
    word, close = to_simplified(doc.text[start:end]), end_of_clause(doc, start)
    rest = until(doc, end, close)
    rest = rest[1:] if rest[:1] == [DONE] else rest
    alone = not rest or (len(rest) == 1 and len(rest[0]) > 1)  # 受理 了 此案
    if not alone and not _is_predicate(word, rest):
        return False
    clause, whole = clause_before(doc, start, end), _back_to(doc, start, _CLAUSE_ENDS)
    place = next((place for place, one in enumerate(clause) if place and one in surrounding("prepositions")), 0)
    if place and clause[place] not in _TOWARDS and is_place(clause):  # 我国 与 邻国 建立 了 关系
        clause, whole = clause[:place], whole[: len(whole) - len(clause) + place]
    if (
        not clause
        or clause[-1] in _OF_ONESELF
        or clause[-1] in _MANNERS
        or clause == ["这些"]
        or clause[0] in surrounding("takes_up") - {"这些"}  # 这些 案件 反映 了 问题
        or not surrounding("not_asked_in").isdisjoint(whole)
    ):
        return False
    return _is_subject(clause) and _is_plain(doc, start)


def _is_plain(doc: Doc, start: int) -> bool:
    """Whether a clause is told by the text itself."""
    if _ARTICLE.search(to_simplified(doc.text)) or _is_said(sentence_before(doc, start)):
        return False
    sentence = _back_to(doc, start, _SENTENCE_ENDS)
    return len(sentence) < _FARTHEST


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


def _is_predicate(word: str, rest: Sequence[str]) -> bool:
    """Whether a verb and the words behind it, up to the end of their clause, are a predicate that may be asked."""
    alone = (word in _OF_ONE_NOUN and "n") or (word in (*_GROWS, *_OF_ONE_VERB) and "v")  # 需求 会 增加
    shortest = 1 if rest and len(rest[0]) > 1 and tag_of(rest[0]) == alone else _SHORTEST_PREDICATE
    shortest = 1 if word == HAVE and rest and rest[0] in surrounding("had") else shortest
    if word == "该" and rest and not tag_of(rest[0]).startswith("v"):  # 该 公司
        return False
    if "、" in rest and (word in rest or (word == HAVE and "《" in rest)):  # 要 准 、 要 小
        return False
    if (
        (word in _GROWS and "了" in rest)
        or len(rest) < shortest
        or rest[-1] == "地"
        or rest[-1] in _LAST_OF_OTHER_CLAUSES
        or _is_modifier(word, rest)
    ):
        return False
    caused = word == "是" and rest[0] in ("由于", "因为") and rest[-1] == "的"  # 是 由于 受潮 引起 的
    placed = rest[0] == "在" and word in surrounding("asked_with_place")
    if rest[0] in surrounding("not_after_asked") and not (caused or placed):
        return False
    quoted = rest[0] != "“" and rest.count("“") == rest.count("”")
    return _QUESTION_WORDS.isdisjoint(one for one in rest if one != "“" or not quoted)


def _is_quoted(clause: Sequence[str]) -> bool:
    """Whether what precedes a verb in its clause is in quotation marks or is a title."""
    return len(clause) > 2 and (clause[0], clause[-1]) in (("“", "”"), ("《", "》"))


def _is_subject(clause: Sequence[str]) -> bool:
    """Whether the words before a verb are its subject and nothing more."""
    if len(clause) > _LONGEST_SUBJECT or clause[-1] in surrounding("not_before_asked"):
        return False
    if (
        "的" in clause and "是" not in clause and tag_of(clause[0])[0] not in "pdc"
    ):  # 经济 发展 的 关键, 加强 党 的 领导: verbs before 的
        clause = clause[len(clause) - 1 - clause[::-1].index("的") :][1:]
        if len(clause) == 1 and tag_of(clause[0])[0] == "v":  # 制度 的 确立
            return True
    tags = [tag_of(one) for one in clause]
    plain = all(
        tag[0] not in "vpd" or (tag == "vn" and (behind[0] in "nc" or behind == "vn"))  # 考核 结果, 规划 和 研究
        for tag, behind in zip(tags, (*tags[1:], "n"))
    )
    return plain and tags[-1][0] in _TAGS_OF_SUBJECTS and "地" not in clause


def _is_named_action(clause: Sequence[str], sentence: Sequence[str]) -> bool:
    """Whether words are the name of what one does or what goes on, alone or of something: 改革 开放, 战争 和 生存.

    Behind other words of its sentence it ends in the action: 在 这里 ， 改革 开放.
    """
    tags = [tag_of(one) for one in clause]
    plain = all(
        tag[0] in "vnatsjibrmqf" or one in ("的", "和", "与") or (not place and one in surrounding("leads_predicate"))
        for place, (tag, one) in enumerate(zip(tags, clause))
    )
    ends = "vn" if clause == sentence else "v"
    return plain and len(clause) <= _LONGEST_SUBJECT and tags[-1][0] in ends and len(clause[-1]) > 1


def _is_modifier(word: str, rest: Sequence[str]) -> bool:
    """Whether a verb belongs to what modifies a noun: 能够 提供 的 信息, 有 影响 的 报纸."""
    if word != "是" and "的" in rest and "是" in rest[rest.index("的") :]:  # 可以 征收 的 最高 罚款 是
        return True
    at = rest.index("的") if "的" in rest[:3] else 0
    if word == HAVE:
        return at == 1 and tag_of(rest[0])[0] in "nv"
    return word != "是" and (
        rest[-1] == "的" or (at > 0 and rest[at - 1] != "相应" and tag_of(rest[at - 1]).startswith("v"))
    )


def sentence_before(doc: Doc, start: int) -> list[str]:
    """The words of a sentence before one of them."""
    return _back_to(doc, start, _FULL_ENDS)


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


def until(doc: Doc, start: int, close: Offsets | None) -> list[str]:
    """The words from a place to a mark, or to the end of the text."""
    stop = len(doc.text) if close is None else close[0]
    return [to_simplified(doc.text[slice(*place)]) for place in _words_between(doc, start, stop)]


def _words_between(doc: Doc, start: int, end: int) -> Sequence[Offsets]:
    words = doc.words if doc.bounds is None else doc.bounds
    return words[bisect_left(words, (start, start)) : bisect_left(words, (end, end))]


def is_place(words: Sequence[str]) -> bool:
    """Whether words end in a preposition and a noun, with no verb between: 在 会 上."""
    places = [place for place, word in enumerate(words) if word in surrounding("prepositions")]
    tags = [tag_of(word) for word in words[places[-1] + 1 :]] if places else []
    return bool(tags) and tags[-1].startswith(("n", "f", "s", "r", "t", "vn")) and "v" not in tags


def like_clauses(doc: Doc, start: int, end: int) -> list[Offsets]:
    """Where a verb comes again at the beginning of the clauses behind its own, up to the end of their sentence."""
    words = doc.words if doc.bounds is None else doc.bounds
    close = end_of_sentence(doc, end)
    stop = len(doc.text) if close is None else close[0]
    return [
        place
        for place in words[bisect_left(words, (end, end)) : bisect_left(words, (stop, stop))]
        if doc.text[slice(*place)] == doc.text[start:end] and word_beside(doc, *place, -1) == "，"
    ]
