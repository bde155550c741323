"""Which sentences of a segmented text may become a question as a whole, with nothing left beside it."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

from hf_robust.core.doc import Doc
from hf_robust.transforms.chinese.task_specific.gold_word_changes import clauses_of, surrounding
from hf_robust.transforms.chinese.task_specific.word_tags import tag_of

_ENDS = frozenset("。 ！ ？".split())
_STOP = "。"
_LONGEST = 200  # words of a sentence
_PAUSE = "，"
_PAIRS = (("“", "”"), ("《", "》"), ("（", "）"))
_BREAKS = frozenset("： ； ， —— ——— …… … ‘ ’ （ ）".split())
_TELLS_ON = "vdpcrum"  # tags of a first word that takes up the sentence before, or has no subject of its own
_ITEM = re.compile("[0-9０-９]*[.．]|[(（][0-9０-９一二三四五]+[)）]")  # of a numbered list
_NOT_BEHIND = frozenset("也 还 就 则 却 但 而 等 等等 。".split())  # a second statement, or a list
_ENDS_IT = _BREAKS | _NOT_BEHIND


def is_whole(doc: Doc, start: int, end: int, alone: bool = False) -> bool:
    """Whether the sentence of a verb may be asked: only its topic precedes, and nothing rests on what it states.

    Behind a modal verb the predicates of the same subject may follow, and behind 是 others with 是.

    Args:
        start: First character of the verb.
        end: Character after its last.
        alone: Whether the text must have no other sentence.
    """
    words = doc.words if doc.bounds is None else doc.bounds
    texts, ends, demands = _sentences(doc)
    place, next_ = bisect_left(words, (start, end)), bisect_left(words, (end, end))
    number = bisect_left(ends, place)
    first, last = ends[number - 1] + 1 if number else 0, ends[number]
    if last - first > _LONGEST or texts[last] not in ("", _STOP) or next_ > last:
        return False
    before, rest = texts[first:place], texts[next_:last]
    behind = texts[last + 1 : ends[number + 1]] if number + 1 < len(ends) else []
    if not _is_closed(before) or not _is_closed(rest):
        return False
    if not before or (not _ENDS_IT.isdisjoint(rest) and (alone or not _goes_on(texts[place], before, rest))):
        return False
    if not _is_topic(before):
        return False
    taken = surrounding("takes_up") - surrounding("takes_up_with_noun") if not behind else surrounding("takes_up")
    if first and not taken.isdisjoint(before):
        return False
    if alone and (first or behind):
        return False
    if behind and not (rest and _stands_alone(behind, before, rest)):
        return False
    return texts[place] not in surrounding("demands") or demands == 1


@lru_cache(maxsize=16)
def _sentences(doc: Doc) -> tuple[list[str], list[int], int]:
    """The words of a text, simplified, where its sentences end, and how many words of demands it has.

    An empty word ends the text.
    """
    texts, _ = clauses_of(doc)
    ends = [at for at, word in enumerate(texts) if word in _ENDS]
    demands = sum(word in surrounding("demands") for word in texts)
    return [*texts, ""], [*ends, len(texts)], demands


def _is_closed(words: Sequence[str]) -> bool:
    """Whether each mark that opens is closed in the same part."""
    return all(words.count(opens) == words.count(closes) for opens, closes in _PAIRS)


def _is_topic(before: Sequence[str]) -> bool:
    """Whether what precedes a verb in its sentence is its subject, behind adverbials at most."""
    clauses = _clauses(before)
    told = [word for clause in clauses if not _is_meanwhile(clause) and not _is_case(clause) for word in clause]
    if not surrounding("not_whole_behind").isdisjoint(told) or not (_BREAKS - {_PAUSE}).isdisjoint(before):
        return False
    if not surrounding("numbers_items").isdisjoint(before[:1]):
        return False
    if any(_ITEM.fullmatch(word) for word in before):
        return False
    if before[-1:] == [_PAUSE]:  # 加快 改革 ， 是 …
        named = "的" in clauses[-1][-4:-1] and all(map(_is_adverbial, clauses[:-1]))  # 取得 的 巨大 成功 ， 是 …
        opens = next((word for word in clauses[0] if word not in surrounding("leads_predicate")), "")
        return "了" not in before and (named or (opens != "" and tag_of(opens) == "v"))
    return all(_is_adverbial(clause) for clause in clauses[:-1])


def _is_adverbial(clause: Sequence[str]) -> bool:
    """Whether a clause before a comma tells only when, where or about what."""
    return (
        clause[0] in surrounding("opens_adverbial")
        or _is_meanwhile(clause)
        or _is_case(clause)
        or clause[-1] in surrounding("closes_adverbial")
        or not any(tag_of(word)[0] in "va" for word in clause)
    )


def _stands_alone(behind: Sequence[str], before: Sequence[str], rest: Sequence[str]) -> bool:
    """Whether the sentence behind another does not take it up: it has a subject of its own and no such pronoun."""
    clauses = _clauses(behind)
    number = 0
    while number < len(clauses) - 1 and _is_adverbial(clauses[number]):
        number += 1
    head, read = clauses[number], [word for clause in clauses[: number + 1] for word in clause]
    first, taken = head[0], surrounding("takes_up")
    if first in taken or first in surrounding("not_asked_in"):
        return False
    goes_on = tag_of(first) != "vn" and tag_of(first)[0] in _TELLS_ON
    if goes_on and first not in surrounding("opens_other_subject") and not first[0].isdigit():
        return False
    is_topic = before[-1] == _PAUSE
    named = [one for one in before if len(one) > 1] if is_topic else [before[-1], _clauses(before)[-1][0]]
    if not {rest[-1], *named}.isdisjoint(read):  # 世界 是 … 。 世界 各国 …; 是 事故 。 事故 发生 后 …
        return False
    return taken.isdisjoint(read) and surrounding("not_whole_behind").isdisjoint(read)


def _goes_on(word: str, before: Sequence[str], rest: Sequence[str]) -> bool:
    """Whether the clauses behind that of a verb may be asked together with it."""
    planned = word in surrounding("asked_of_many") or (word == "是" and before[-1] in surrounding("plans"))
    return _are_like(word, rest) or (planned and _are_predicates(rest))


def _are_predicates(rest: Sequence[str]) -> bool:
    """Whether the clauses behind that of a modal verb are predicates of the same subject, under the same modal.

    要 加强 调度 ， 对 各地 的 工作 进行 检查 。
    """
    clauses = _clauses(rest)
    return len(clauses) > 1 and (_BREAKS - {_PAUSE}).isdisjoint(rest) and all(map(_is_predicate, clauses[1:]))


def _are_like(word: str, rest: Sequence[str]) -> bool:
    """Whether the clauses behind that of 是 begin with 是, too: 石油 是 资源 ， 是 财富."""
    clauses = _clauses(rest)
    like = len(clauses) > 1 and all(clause[0] == word and len(clause) > 2 for clause in clauses[1:])
    return word == "是" and like and _ENDS_IT.isdisjoint(one for one in rest if one != _PAUSE)


def _is_predicate(clause: Sequence[str]) -> bool:
    """Whether a clause begins with a verb, behind an adverb of manner or a prepositional phrase, and denies nothing."""
    start = 0
    while start < len(clause) - 1 and clause[start] in surrounding("leads_predicate"):
        start += 1
    opens = clause[start] in surrounding("opens_predicate") or (tag_of(clause[start]) == "v" and len(clause[start]) > 1)
    return opens and len(clause) > 1 and clause[-1] != "的" and surrounding("not_in_predicates").isdisjoint(clause)


def _is_meanwhile(clause: Sequence[str]) -> bool:
    """Whether a clause tells what goes on at the same time: 在 提高 产量 的 同时."""
    return clause[0] == "在" and clause[-2:] == ["的", "同时"]


def _is_case(clause: Sequence[str]) -> bool:
    """Whether a clause is a case of a rule: 部队 移防 的, ..."""
    return len(clause) > 2 and clause[-1] == "的" and "是" not in clause and tag_of(clause[-2]) == "v"


def _clauses(words: Sequence[str]) -> list[list[str]]:
    """The parts between commas."""
    return [list(group) for pause, group in groupby(words, lambda word: word == _PAUSE) if not pause]
