"""Parts of a gold dependency tree of a Chinese sentence: adjuncts that can go, nouns that a clause can stand before."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from hf_robust.language.chinese.closed_classes import CLAUSE_TIMES, PREPOSITIONS
from hf_robust.language.chinese.dictionary import entry, universal_tags_of
from hf_robust.language.chinese.person_names import is_likely_name, is_transliterated
from hf_robust.language.chinese.places import place_of
from hf_robust.language.chinese.script import has_han, to_simplified
from hf_robust.language.lexicons import lexicon
from hf_robust.language.tree_parts import Subtree, extents

__all__ = ["NounPhrase", "loose_parts", "noun_phrases", "parts_apart"]

_COMMAS = ("，", ",")
_MARKS = frozenset("，,。.！!？?；;：:")
_PAIRS = {"（": "）", "(": ")", "［": "］", "[": "]", "〔": "〕"}
_QUOTES = frozenset("“”\"'‘’「」『』《》〈〉")
_OF = ("的", "之")
_LEAST = 4  # tokens with a letter or character that must be left
_FRONTED = frozenset("obl obl:tmod nmod:tmod advcl advmod".split())
_TIMES = frozenset(("obl:tmod", "nmod:tmod"))
_AT = frozenset("在 于 自 从 直到 截至".split())
_TIME_WORDS = (CLAUSE_TIMES - {"时候", "中"}) | frozenset("年 月 日 期间 以来 时期 年代 世纪 期 天 晚 周 星期".split())
_MORE_PARTS = frozenset("nummod det clf nmod compound amod flat flat:name".split())
_ROLES = frozenset("nsubj nsubj:pass obj obl obl:agent".split())
_LOCATED = frozenset("country city province autonomous municipality".split())
_THESE = ("这", "那")
_TIMES_AND_PLACES = frozenset("时候 时 期间 日子 时间 时期 时代 年代 阶段 方面 人 者 话 样子 一 之一 地方 程度".split())
_NOMINAL = frozenset("nmod compound appos".split())  # what a clause before a phrase could be taken to modify
_CLAUSAL = frozenset("acl conj cc advcl advmod appos mark csubj".split())
_BEFORE_NOUNS = PREPOSITIONS | {"对于", "於"}
_DOTS = frozenset("·•‧・．-")
_NUMBER = re.compile("[第0-9０-９〇零一二两三四五六七八九十百千万亿]")
_EXISTS = frozenset("有 没有 具有 无".split())
_AMOUNTS = frozenset(
    "数量 大量 少量 相当 许多 很多 不少 数个 若干 整个 全 全体 其余 其中 唯一 新 首 此次 当年 当时 今日 更多".split()
)
# nouns for a quality or part of something else, for kin, and for people in general: no text mentions them apart
_OF_OTHERS = re.compile(
    "(?:积|[长宽高速温密浓程制]度|全长|人数|次数|总数|率|[校全姓本别站片书地剧曲]名|码|人口|总量|[额价]|[头脸眼手脚腿胸腹背身][部发]?|父亲|母亲"
    "|父母|妻子|丈夫|儿子|女儿|[兄弟姐妹哥]+|大众|公众|民众|群众|媒体|观众|玩家|人类|专家|结尾|开头|方面|形象|性质|计划|资源|经济|海拔|对象)$"
)
_WHEN = CLAUSE_TIMES | {"期间"}
_POINTING = ("前者", "后者", "两者", "每", "任何", "该", "此", "本", "全", "总", "各")
_DEFINES = frozenset("是 为 指".split())
_LOCATING = frozenset("于 位于 处于 坐落于".split())
_MAIN = frozenset("root conj parataxis".split())
_LONGEST = 8  # tokens of a noun phrase
_PEOPLE_ENDS = (
    "者",
    "员",
    "师",
    "家",
    "手",
    "长",
    "生",
    "教授",
    "老师",
    "医生",
    "作家",
    "记者",
    "选手",
    "主席",
    "总统",
)
_NOT_PEOPLE = frozenset(
    "国家 专家组 家 大家 人家 手 双手 对手 师 校长室 成长 增长 延长 人生 产生 发生 出生 再见".split()
)
_ORGANIZED = ("公司", "大学", "学院", "医院", "政府", "委员会", "银行", "协会", "学校", "部门", "机构", "球队", "乐队")


class NounPhrase(NamedTuple):
    """A noun with all that stands before it.

    Args:
        start: Its first token, from 0.
        head: Its noun, from 0; the last token, or the first of a name.
        kind: ``person``, ``place`` or ``thing``.
        within: Where a listed place lies, if the noun is one; else empty.
    """

    start: int
    head: int
    kind: str
    within: str


def parts_apart(tokens: Sequence[str], heads: Sequence[int], deprels: Sequence[str]) -> list[Subtree]:
    """Remarks in brackets, and adjuncts before the subject with the comma behind them.

    Example:
        >>> parts_apart(
        ...     ["昨天", "，", "他", "来", "看", "我们"],
        ...     [4, 1, 4, 0, 4, 5],
        ...     ["nmod:tmod", "punct", "nsubj", "root", "advcl", "obj"],
        ... )
        [Subtree(start=0, end=2, opens=True)]
    """
    words = [to_simplified(token) for token in tokens]
    found = [cut for cut in _bracketed(words, heads) if _leaves_enough(words, cut)]
    cut = _fronted(words, heads, deprels)
    return [*found, cut] if cut is not None and _leaves_enough(words, cut) else found


def loose_parts(tokens: Sequence[str], heads: Sequence[int], deprels: Sequence[str]) -> list[Subtree]:
    """Adjuncts without commas: relative clauses and adjectives with 的, phrases of time, adverbs such as 逐渐.

    Example:
        >>> loose_parts(["他们", "逐渐", "掌握", "方法"], [3, 3, 0, 3], ["nsubj", "advmod", "root", "obj"])
        []
        >>> loose_parts(
        ...     ["他们", "逐渐", "掌握", "了", "方法"], [3, 3, 0, 3, 3], ["nsubj", "advmod", "root", "aux", "obj"]
        ... )
        [Subtree(start=1, end=2, opens=False)]
    """
    words = [to_simplified(token) for token in tokens]
    found = []
    for place, (first, last, size) in enumerate(extents(heads)):
        if last - first + 1 != size or last + 1 >= len(words) or heads[place] - 1 <= last:
            continue
        cut = Subtree(first, last + 1, not first)
        if _is_loose(words, heads, deprels, place, cut) and _leaves_enough(words, cut):
            found.append(cut)
    return found


def _leaves_enough(words: Sequence[str], cut: Subtree) -> bool:
    left = [word for word in (*words[: cut.start], *words[cut.end :]) if any(map(str.isalnum, word))]
    return len(left) >= _LEAST and 2 * len(left) >= len(words)


def _bracketed(words: Sequence[str], heads: Sequence[int]) -> Iterator[Subtree]:
    """Remarks in brackets on which nothing outside of them depends."""
    for start, word in enumerate(words):
        if word not in _PAIRS or not start:
            continue
        closing, opening = _PAIRS[word], word
        depth = list(accumulate((one == opening) - (one == closing) for one in words[start:]))
        if 0 not in depth:
            continue
        end = start + depth.index(0) + 1
        outside = [*heads[:start], *heads[end:]]
        if end - start > len("（）") and 0 not in heads[start:end] and not any(start < head <= end for head in outside):
            yield Subtree(start, end, False)


def _fronted(words: Sequence[str], heads: Sequence[int], deprels: Sequence[str]) -> Subtree | None:
    """The adjunct that opens the sentence, with its comma, where the subject of its verb follows."""
    for place, (first, last, size) in enumerate(extents(heads)):
        if first or deprels[place] not in _FRONTED or last - first + 1 != size:
            continue
        end = last + 1 if words[last] in _COMMAS else last + 2
        if end > len(words) or words[end - 1] not in _COMMAS or not _is_plain(words[: end - 1]):
            continue
        if end <= last or any(first < head <= end for head in heads[end:]):
            continue
        above = heads[place]
        subject = any(
            head == above and deprel.startswith(("nsubj", "csubj")) and end <= n < above - 1
            for n, (head, deprel) in enumerate(zip(heads, deprels))
        )
        if above - 1 >= end and subject and _words("answers").isdisjoint(words[end:above]):
            return Subtree(0, end, True)
    return None


def _is_plain(words: Sequence[str]) -> bool:
    """Whether no sentence or clause ends inside, and no quotation or bracket begins."""
    return not any(word in _MARKS or word in _QUOTES or word in _PAIRS or word in _PAIRS.values() for word in words)


def _is_loose(words: Sequence[str], heads: Sequence[int], deprels: Sequence[str], place: int, cut: Subtree) -> bool:
    """Whether what a token heads can go, and what it hangs on still says something whole."""
    inside, above = words[cut.start : cut.end], heads[place] - 1
    before = words[cut.start - 1] if cut.start else ""
    after = words[cut.end]
    if not _is_plain(inside) or after in _MARKS or before in _QUOTES or after in _QUOTES or heads[place] == 0:
        return False
    label, in_clause = deprels[place], deprels[above].startswith("acl")
    if label.split(":")[0] == "acl" or (label == "amod" and len(inside) > 1):
        whole = inside[-1] in _OF and len(inside) > 1 and before not in _words("tight") | _words("links")
        return whole and inside[0] not in _words("amounts") and _stands_alone(words, heads, deprels, above, cut)
    if in_clause:  # 2004年开业的 says more than 开业的
        return False
    if label == "advmod":
        return (
            len(inside) == 1
            and inside[0] in _words("adverbs")
            and before not in _words("tight")
            and after not in (*_OF, "地")
        )
    below = {deprels[n]: words[n] for n, head in enumerate(heads) if head == place + 1}
    timed = label in _TIMES and "case" not in below
    if label == "obl":
        timed = below.get("case") in _AT and inside[0] in _AT and _ends_in_time(inside)
    return (
        timed and before not in _words("tight") and after not in (*_OF, "才", "就") and after not in _words("answers")
    )


def _ends_in_time(words: Sequence[str]) -> bool:
    return words[-1] in _TIME_WORDS or words[-1].endswith(("年", "月", "日", "世纪", "年代"))


def _stands_alone(words: Sequence[str], heads: Sequence[int], deprels: Sequence[str], noun: int, cut: Subtree) -> bool:
    """Whether a noun says enough without its clause."""
    if words[noun] in lexicon("relative_clauses", "zh")["light_nouns"].split() or len(words[noun]) < len("名词"):
        return False
    rest = {deprels[n] for n, head in enumerate(heads) if head == noun + 1 and not cut.start <= n < cut.end}
    above = words[heads[noun] - 1] if heads[noun] else ""
    predicate = "cop" in rest or deprels[noun] in ("root", "parataxis", "conj", "ccomp") or above in _words("links")
    return bool(rest & _MORE_PARTS) or not predicate


def noun_phrases(tokens: Sequence[str], heads: Sequence[int], deprels: Sequence[str]) -> Iterator[NounPhrase]:
    """Subjects and objects before which a relative clause can stand.

    Args:
        tokens: The words of the sentence.
        heads: Their heads, from 1; the root has 0.
        deprels: Their relations.

    Example:
        >>> list(noun_phrases(["法国", "喜欢", "足球"], [2, 0, 2], ["nsubj", "root", "obj"]))
        [NounPhrase(start=0, head=0, kind='place', within='europe')]
    """
    words = [to_simplified(token) for token in tokens]
    for place, (first, last, size) in enumerate(extents(heads)):
        if deprels[place] not in _ROLES or last - first + 1 != size or size > _LONGEST:
            continue
        if deprels[place].startswith("obl"):
            if deprels[first] != "case" or heads[first] != place + 1 or words[first] not in _BEFORE_NOUNS:
                continue
            first, size = first + 1, size - 1
        above, phrase = heads[place] - 1, words[first : last + 1]
        named = _is_named_on(words, deprels, place, last)
        if (last != place and not named) or not _words("not_before").isdisjoint(phrase):
            continue
        if not _is_plain(phrase) or not all(has_han(word) or word in _DOTS for word in phrase):
            continue
        parts = {deprels[n].split(":")[0] for n in range(first, place)}
        if deprels[place] == "obj" and "nummod" in parts:  # an amount, not a thing
            continue
        if (
            parts & _CLAUSAL
            or deprels[above].split(":")[0] in ("acl", "csubj", "aux")
            or words[above] in _words("links")
        ):
            continue
        before = words[first - 1] if first and words[first - 1] not in _BEFORE_NOUNS else ""
        if before in _words("tight") | {"的", "、", "一"} or before in _QUOTES:
            continue
        kind, within = ("person", "") if named else _kind(words[place], size)
        pointed = phrase[0].startswith(_THESE) and heads[first] == place + 1 and not any(word in _OF for word in phrase)
        if pointed and words[place] not in _TIMES_AND_PLACES and len(words[place]) > 1:
            kind = kind or "thing"
        if within and before in _LOCATING:
            continue
        sure = named or pointed or is_likely_name(words[place]) or is_transliterated(words[place])
        sure = sure or place_of(words[place]) is not None
        kin = kind == "person" or words[place].endswith(_ORGANIZED)
        # of an object that is no name the verb may need the bare noun: 吃饭, 发挥 作用
        free = deprels[place].startswith("nsubj") or sure or (kin and size > 1)
        if within or (
            (kind and free)
            and (pointed or not _OF_OTHERS.search(words[place]))
            and _is_definite(words, deprels, (first, last), above, sure)
            and _is_clear(words, deprels, (first, last), place, kind)
        ):
            yield NounPhrase(first, place, kind, within)


def _is_named_on(words: Sequence[str], deprels: Sequence[str], place: int, last: int) -> bool:
    """Whether only the rest of a name follows a noun: 卡尔 · 马克思, 校长 王 刚."""
    behind = range(place + 1, last + 1)
    rest = [n for n in behind if words[n] not in _DOTS]
    if not rest or not all(deprels[n].startswith("flat") or (n == place + 1 and deprels[n] == "appos") for n in rest):
        return False
    return deprels[rest[0]] != "appos" or _kind(words[place], 1)[0] == "person"


def _is_clear(words: Sequence[str], deprels: Sequence[str], span: tuple[int, int], place: int, kind: str) -> bool:
    """Whether a clause before a phrase can only modify its last noun, and the noun is not of another thing.

    In 香港主权 the clause would say something of 香港, and in 旧街坊改造后 it could modify 改造. A bare noun behind
    another subject is often a part or quality of that subject: 该系统简单，效果好.
    """
    first, last = span
    inner = range(first, place)
    nominal = [n for n in inner if deprels[n].split(":")[0] in _NOMINAL]
    if nominal and any(word in _OF for word in words[first:place]):
        return False
    if words[place].endswith(_ORGANIZED):
        return True
    if kind == "person":  # 张建邦 博士 is one person; of 单县 县长 either could be meant
        return all(is_likely_name(words[n]) or not _is_name(words[n]) for n in nominal)
    if any(deprels[n].startswith("nmod") or _is_name(words[n]) for n in nominal):
        return False
    if words[last + 2 : last + 3] and words[last + 2] in _WHEN:
        return False
    return first < place or not any(deprel.startswith("nsubj") for deprel in deprels[:first])


def _is_name(word: str) -> bool:
    known = entry(word)
    return known is None or known.tag in ("ns", "nr", "nt") or place_of(word) is not None


def _is_definite(words: Sequence[str], deprels: Sequence[str], span: tuple[int, int], above: int, sure: bool) -> bool:
    """Whether a noun phrase may mean something that was mentioned: no amount, nothing new behind 有, and what a clause
    within another one is about only if it is a name or has a determiner.
    """
    first, last = span
    phrase, after = words[first : last + 1], words[last + 1 : last + 2]
    if words[first - 1 : first] and words[first - 1] in _EXISTS:
        return False
    if phrase[0].startswith(_POINTING) or ("nummod" in deprels[first:last] and "det" not in deprels[first:last]):
        return False
    if not first and after and (after[0] in _DEFINES or after[0] in _PAIRS):  # the first sentence on it
        return False
    if not (_words("amounts") | _AMOUNTS).isdisjoint(phrase):
        return False
    return sure or deprels[above].split(":")[0] in _MAIN or "det" in deprels[first:last]


def _kind(word: str, size: int) -> tuple[str, str]:
    """What kind of thing a noun names, and where it lies; empty where that is not sure."""
    known, place = entry(word), place_of(word)
    if place is not None:
        return ("place", place.within) if place.kind in _LOCATED and size == 1 else ("thing", "")
    if is_likely_name(word) or is_transliterated(word):
        return "person", ""
    if word in lexicon("relative_clauses", "zh")["light_nouns"].split() or len(word) < len("名词"):
        return "", ""
    if word in _people() or (word.endswith(_PEOPLE_ENDS) and word not in _NOT_PEOPLE):
        return "person", ""
    if word.endswith(_ORGANIZED):
        return "thing", ""
    if known is None:  # most often a name
        return ("", "") if _NUMBER.match(word) or word[0] in "其此各每某几多" else ("thing", "")
    sure = known.tag in ("n", "nz", "nt") and universal_tags_of(word)[:1] == ("NOUN",)
    return ("thing", "") if sure and len(universal_tags_of(word)) == 1 else ("", "")


@cache
def _people() -> frozenset[str]:
    return frozenset(lexicon("pair_templates", "zh")["people"])


@cache
def _words(use: str) -> frozenset[str]:
    """Words beside which something can go, or cannot."""
    return frozenset(lexicon("adjunct_words", "zh")[use].split())
