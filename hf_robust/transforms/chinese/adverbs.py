"""Neutral adverbs put before Chinese verbs."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from hf_robust.core.edits import Edit
from hf_robust.language.chinese.closed_classes import ADDING, ASPECTS
from hf_robust.language.chinese.dictionary import universal_tags_of
from hf_robust.language.chinese.word_view import WordView
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import NLI
from hf_robust.transforms.base import ANSWERING_ADDITIONS, GENERAL_TASKS, preserves, register
from hf_robust.transforms.chinese.word_transformation import ChineseWords

_UNSURE = re.compile(
    "吗|什么|怎么|为何|哪|请|别|不要|如果|要是|假如|万一|让|比|曾|刚|已|才|再|又|一直|经常|常|总|偶尔|有时|正在"
)
_ASKING = re.compile("吗|什么|怎么|为何|如何|是否|哪|谁|几[个点时月号天]|多少|多久|请|麻烦|帮[我忙]|给我|不要|别")
_TOLD = re.compile("了|过(?!于|程|分|来|去)|着(?!急)")
_TIMES = re.compile("昨[天日晚]|前[天年]|去年|上[周月次]|当[时天年晚]|刚才|今[天早晚]|最近|[年月日]")
_PAST_TIMES = re.compile("昨[天日晚]|前[天年]|去年|上[周月次]|刚才")
_LINKING = ADDING | frozenset(
    "不过 于是 另外 可是 同时 因为 因此 所以 此外 然后 由于 结果 虽然".split()
)  # before a verb, and no subject
_SINGLE = re.compile(
    "第一次|首次|今天|昨天|明天|今晚|昨晚|今早|上次|这次|刚|正|一下|了$|过$|[一两三四五六七八九十几\\d]+[次回遍个部台]"
)
_COVERBS = re.compile("[在从用把被给跟和与同对向为以由按比随经]|关于|根据|通过")
_WHEN = re.compile("[^的]{0,7}(?:后|之前|前|时|时候|期间|过程)(?!来)")
_COUNT = re.compile("了(?:[一二两三四五六七八九十百千万几半]|\\d)+(?![天年周]|个?[月小星])")
_ATTRIBUTE = re.compile("(?:了|过|着)?[^的]{0,6}的.")
_RESULT = re.compile("(?:错|完|好|到|上|下|出|掉|坏|碎|断|满|走|开|回来|回去|下来|进去|出来)了")
_ASKED = tuple("吗呢吧喽啦咯")  # nothing is told there
_STOPS = tuple(
    "的得不一者法完好上下出回掉到成住给点地错坏满起过走开对大多太"
)  # behind a verb: it goes on, or is half of a noun
_FAR = 6  # words before a verb that are looked at
_LONGEST = 3  # words of a listed verb: 打 篮球


@register
@dataclass(frozen=True, kw_only=True)
class ChineseInsertAdverb(ChineseWords):
    """Insert an adverb with little meaning (time, frequency, manner or certainty) before a verb or plain judgment.

    A table lists the adverbs for each verb, alone or before 了, 过, 着 and 起来. Only verbs that begin their clause or
    follow their subject get an adverb. A verb that begins its clause must be followed by 了, 过 or 着, or express a
    judgment. Verbs that are negated, questioned, requested, part of a noun, or preceded by another adverb, a modal or a
    verb do not get one. Adverbs of the past (后来, 马上) need 了, 过, 着 or a past time.

    Source: TextFlint (Wang et al. 2021), section 3, "InsertAdv".

    Example:
        >>> ChineseInsertAdverb().preview("爸爸钓鱼。", seed=5)
        '爸爸偶尔钓鱼。'
    """

    name = "insert-adverb"
    linguistics = "syntax"
    seed_name = "InsertAdv"
    choice = "verbs that can take an adverb"
    takes_parts: ClassVar[bool] = True  # 打电话 is one word, and takes an adverb
    # what a hypothesis says with an adverb more need not follow any longer
    effects = preserves(*GENERAL_TASKS, without={NLI, *ANSWERING_ADDITIONS})
    default_rate: ClassVar[float] = 0.34

    def edits_of(self, view: WordView, number: int) -> Sequence[Edit]:
        start, _ = view.places[number]
        new = [view.written(word) for word in _adverbs_at(view, number)]
        return [Edit(start, start, word, view.labels(word, "ADV", "RB")) for word in new]


def _adverbs_at(view: WordView, number: int) -> Sequence[str]:
    """The adverbs that may stand before a word; none where it is no full verb that can take one."""
    size = _verb_size(view, number)
    if not size or not _follows_subject(view, number):
        return ()
    verb = view.word(number) if size == 1 else "".join(view.word(number + place) for place in range(size))
    frame = _frame(view, number + size - 1)
    known = _frames()[verb].get(frame, ())
    if not known or _is_nominal(view, number, frame):
        return ()
    ahead, behind = view.ahead(number), view.behind(number + size - 1)
    if _UNSURE.search(ahead + verb) or view.mark_after(number) in ("？", "?") or behind.endswith(_ASKED):
        return ()
    clause = ahead + verb + behind
    told = _TOLD.search(behind) is not None
    if _ASKING.search(clause) or not (told or _is_stated(view, number, verb)):
        return ()
    return [
        word
        for word in known
        if word not in behind
        and (told or word not in _listed("past") or _PAST_TIMES.search(ahead))
        and (word not in _listed("counted") or _COUNT.match(behind))
        and (word not in _listed("told") or view.before(number))
        and (word not in _listed("moments") or view.before(number) not in _listed("times"))
        and (word not in _listed("habits") or word == "平时" or _is_habit(view, number, ahead + behind))
    ]


def _is_stated(view: WordView, number: int, verb: str) -> bool:
    """Whether a clause tells something and asks for nothing: it has a subject or a time, or judges."""
    if verb in _listed("subjectless"):
        return True
    ahead = view.ahead(number)
    if ahead and view.before(number) not in _listed("asked_persons") | _LINKING:
        return True
    return _TIMES.search(ahead) is not None


def _verb_size(view: WordView, number: int) -> int:
    """How many words the longest verb of the table has that begins here; 0 for none."""
    known = _frames()
    for size in range(_LONGEST, 0, -1):
        together = size == 1 or view.after(number, size - 1)
        if together and "".join(view.word(number + place) for place in range(size)) in known:
            return size
    return 0


def _frame(view: WordView, last: int) -> str:
    """What marks the aspect of a verb that ends with a word: ``bare`` for nothing, empty where it goes on otherwise."""
    behind = view.behind(last)
    found = next((frame for frame in ASPECTS if behind.startswith(frame)), "")
    if found:
        return (
            "" if behind.startswith(("过于", "了解", f"着{view.word(last)}", "过程", "着急", "过来", "过去")) else found
        )
    if _RESULT.match(behind):
        return "了"
    if behind.startswith(
        ("的", "得") if view.word(last) in _listed("clausal") | _listed("grades") else (*_STOPS, view.word(last))
    ):
        return ""
    return "了" if behind.endswith("了") and len(behind) < 8 else "bare"


def _follows_subject(view: WordView, number: int) -> bool:
    """Whether a word begins its clause, or stands behind its subject, a time or a conjunction."""
    before, first = view.before(number), view.clause(number)[0]
    if not before and view.word(number) in _listed("grades"):
        return False
    if view.text[first - 1 : first] == "、":
        return False
    if not before:  # right after a number or a letter nothing is sure
        return first == view.places[number][0]
    ahead = [view.before(number, step) for step in range(2, _FAR) if view.before(number, step)]
    if before in _listed("subjects"):
        return not ahead or not (_COVERBS.fullmatch(ahead[0]) or "VERB" in universal_tags_of(ahead[0])[:1])
    if (
        universal_tags_of(before)[:1] not in (("NOUN",), ("PROPN",))
        or before in _listed("no_subjects")
        or before in _frames()
    ):
        return False
    if len(before) < 2 and before not in _listed("short_subjects"):
        return False
    verbs = any("VERB" in universal_tags_of(word)[:1] or word in _frames() for word in ahead)
    return len(ahead) < _FAR - 2 and not verbs and not _COVERBS.search(view.ahead(number))


def _is_habit(view: WordView, number: int, clause: str) -> bool:
    """Whether a clause may tell what somebody does, or what happens, again and again."""
    fails = view.word(number) in _listed("faults")
    return not _SINGLE.search(clause) and (_is_person(view, number) or (fails and bool(view.before(number))))


def _is_person(view: WordView, number: int) -> bool:
    """Whether somebody is named or meant by the word before one."""
    before = view.before(number)
    return before in _listed("persons") or before in _listed("pronouns") or before.endswith("们")


def _is_nominal(view: WordView, number: int, frame: str) -> bool:
    """Whether a verb may be a noun where it stands, or tells which thing is meant: 设计风格, 我买的手机."""
    if _ATTRIBUTE.match(view.behind(number)) and view.word(number) not in _listed("clausal"):
        return True
    if frame == "bare" and _WHEN.match(view.behind(number)) and view.word(number) not in _listed("clausal"):
        return True
    if view.word(number) in _listed("clausal") | _listed("topics") | _listed("grades"):
        return False
    if frame == "bare" and "NOUN" in view.tags(number):
        return view.before(number) not in _listed("subjects") and not _is_person(view, number)
    return False


@cache
def _listed(name: str) -> frozenset[str]:
    """One of the lists of words that tell what stands beside a verb."""
    return frozenset(lexicon("adverbs", "zh")["beside"][name])


@cache
def _frames() -> Mapping[str, Mapping[str, Sequence[str]]]:
    """The adverbs of each verb by what follows it."""
    found: dict[str, dict[str, list[str]]] = {}
    for group in lexicon("adverbs", "zh")["groups"]:
        for verb in group["verbs"]:
            own = found.setdefault(verb, {})
            for frame, adverbs in group.items():
                if frame != "verbs":
                    known = own.setdefault(frame, [])
                    known += [word for word in adverbs if word not in known]
    return found
