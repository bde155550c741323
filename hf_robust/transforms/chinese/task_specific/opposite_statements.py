"""A Chinese statement becomes its opposite by the word that carries it: 有人 and 没有人, 不是 and 是, 已经 and 还没."""

import re
from collections.abc import Callable, Sequence

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.language.chinese.closed_classes import CLAUSE_TIMES, DEGREES, GIVING_WAY, NEGATIONS
from hf_robust.language.chinese.dictionary import entry
from hf_robust.language.chinese.verb_phrases import COVERBS, actions
from hf_robust.language.chinese.word_view import WordView, word_view
from hf_robust.transforms.chinese.negation import STATES
from hf_robust.transforms.chinese.task_specific.denied_statements import DENIED, MODALS

__all__ = ["RELATIONS", "opposite"]

_ENDED = "。.!！ "
_CLAUSE = re.compile(r"[，,。.！？!?；;：:…\s、]")
# a question, a condition, a choice or a reason: what is said of one part may stay true
_OPEN = re.compile(
    "如果|假如|只[要有是]|除非|除了|至[少多]|不管|无论|几乎|差点|[吗呢]|怎么|[哪谁]|多少|还是|是否|而是|[或但虽]|因为|由于|所以|于是|才|难道|是不是|有没有"
    "|(.)[不没]\\1|[才再又越最更]|比如|例如|说明|其[实他它]|一样|[?？]|也许|大概|恐怕|似乎|好像|可能"
)
_ANY = re.compile("任何|从来|丝毫|根本|[决绝毫]不|[绝毫]无")  # stand with a denial only
_SIGN = re.compile("[不没未无非]|(?<![特区个分级识辨])别(?![的人墅])")
_NOUNS = ("NOUN", "PROPN", "PRON")
# a denial and what is said without it, the longest first; none of them after a word that binds it
_WITHOUT = {
    "还不是": "已经是",
    "并不是": "是",
    "不是": "是",
    "并不在": "在",
    "不在": "在",
    "不止": "只有",
    "不能": "可以",
    "不可以": "可以",
    "不会": "会",
    "不必": "必须",
    "不用": "必须",
    "不需要": "需要",
    "不想": "想",
    "不应该": "应该",
    "不该": "应该",
    "不知道": "知道",
    "各不相同": "完全相同",
    "并不相同": "相同",
    "没什么人": "有很多人",
    "没有人": "有人",
    "没人": "有人",
    "无人": "有人",
}
# before 是 or a modal verb: a verb of saying, one of several, an adverbial
_HELD = re.compile(
    "[一几某每各另全]|所有|多|知道|觉得|以为|认为|发现|听|说(?!话)|看|强调|表示|指出|让|使|叫|请|[地得着了]$"
)
_BINDS = "的得地而是再就也都谁说了么"  # right before a denial
_ONE = re.compile("有?一[个种条位只家项]")
_SOME = re.compile("(?:还有|有)?(?:一些|有些|有的|许多|很多|不少|大量)")
_BEFORE_NOT = GIVING_WAY | {"已", "已经"}
_FUSED = {f"{adverb}{verb}": verb for adverb in _BEFORE_NOT for verb in "有是会"}
_NOT_DONE = NEGATIONS - {"不", "不是", "别"} | {"还没", "还没有"}
RELATIONS = frozenset("包括 包含 属于 意味着 等于 取决于".split())  # verbs that say how two things relate
_TIME = re.compile("(?<![多几半个])(?:[点时]|[0-9]{4}年|月[0-9一二三四五六七八九十]+[日号])(?:之|以)?([前后])")
_COMPARED = {"增加": "减少", "上升": "下降", "提高": "降低", "增长": "下降"}
_COMPARED |= {new: old for old, new in _COMPARED.items() if old != "增长"}
_SINGLE = frozenset("做 用 吃 喝 学 教 写 唱 靠 卖 种 养 开 穿 戴 收 缺 懂 怕 住".split())
_TOGETHER = frozenset("一起 一块 一同 共同 互相 相互 都 全 全部".split())


def opposite(doc: Doc, text: str) -> Sequence[Edit]:
    """The edits after which a statement is false if it was true; none if no rule is sure.

    The statement is one clause, with at most a clause before it that tells when.

    Args:
        doc: The statement.
        text: It in simplified characters.

    Example:
        >>> from hf_robust.core.edits import apply
        >>> from hf_robust.language.chinese.definition import CHINESE
        >>> texts = ["有人盛装出席", "敌人不是统战对象", "政策已出台", "他没能如愿"]
        >>> [apply(one, opposite(Doc(one, language=CHINESE), one)) for one in texts]
        ['没有人盛装出席', '敌人是统战对象', '政策还没出台', '他如愿了']
    """
    if _OPEN.search(text) or not _is_one(text):
        return ()
    view = word_view(doc)
    signs = len(_SIGN.findall(text))
    if signs > 1 or (signs and _ANY.search(text)):
        return ()
    rules = _OF_DENIALS if signs else _OF_STATEMENTS
    found = next(filter(None, (rule(view) for rule in rules)), ())
    return found if all(doc.is_free(edit.start, edit.end) for edit in found) else ()


def _is_one(text: str) -> bool:
    """Whether a text has one clause, but for one before it that tells when."""
    *ahead, last = [part for part in _CLAUSE.split(text.rstrip(_ENDED)) if part]
    return bool(last) and (not ahead or (len(ahead) == 1 and ahead[0].endswith(tuple(CLAUSE_TIMES))))


def _noun(view: WordView, number: int) -> bool:
    tag = view.tags(number)[:1]
    return bool(view.word(number)) and (not tag or tag[0] in _NOUNS)


def _verb(view: WordView, number: int) -> bool:
    return view.tags(number)[:1] == ("VERB",)


def _replaced(view: WordView, start: int, end: int, new: str) -> Sequence[Edit]:
    """One edit, if it begins and ends with a word."""
    whole = any(first == start for first, _ in view.places) and any(last == end for _, last in view.places)
    return [Edit(start, end, view.written(new) if new else "")] if whole else ()


# --- denials ---------------------------------------------------------------------------------------------------------


def _without(view: WordView) -> Sequence[Edit]:
    """不是 becomes 是, 还不是 已经是, 不止一个 只有一个, 没人 有人."""
    for old in sorted(_WITHOUT, key=len, reverse=True):
        start = view.text.find(old)
        if start < 0:
            continue
        end = start + len(old)
        bound = view.text[:start].endswith(tuple(_BINDS)) and not (old == "不是" and view.text[:start].endswith("的"))
        if bound or end == len(view.text.rstrip(_ENDED)) or (old == "不止" and not _ONE.match(view.text, end)):
            return ()
        if old == "不止" and view.text.startswith("有", end):
            end += 1
        new = "" if old == "不是" and not start else _WITHOUT[old]  # 不是每个人都有
        return _replaced(view, start, end, new)
    return ()


def _no_longer(view: WordView) -> Sequence[Edit]:
    """还年轻 for 已经不年轻了."""
    found = re.search("(已经?)?不(?![过了])(.{2,4})了$", view.text.rstrip(_ENDED))
    if found is None or found.start() == 0:
        return ()
    number = view.number_at(found.start(2))
    if view.word(number) != found[2] or not (found[2] in (*STATES, "存在") or view.tags(number)[:1] == ("ADJ",)):
        return ()
    return [Edit(found.start(), found.start(2), view.written("还")), Edit(found.end(2), found.end(), "")]


def _done_after_all(view: WordView) -> Sequence[Edit]:
    """如愿了 for 没能如愿, 已经睡觉了 for 还没睡觉, 去过 for 没去过."""
    number = next((one for one in range(1, len(view)) if view.word(one) in _NOT_DONE), 0)
    if not number or not (_noun(view, number - 1) or view.before(number) == "还"):
        return ()
    verb = number + 1 + (view.after(number) == "能")
    still = view.word(number).startswith("还") or view.before(number) == "还"
    first = view.places[number - 1 if view.before(number) == "还" else number][0]
    gone = Edit(first, view.places[verb][0] if verb < len(view) else first, view.written("已经") if still else "")
    word, rest = view.word(verb), view.after(verb)
    if not _verb(view, verb) or word in STATES or word in COVERBS or word in ("想到", "有", "像", "完全", "关系"):
        return ()
    if rest == "过" or word.endswith("过"):
        return [gone]
    if rest and not (_noun(view, verb + 1) and verb + 1 == len(view) - 1):
        return ()
    end = view.places[verb][1]
    return [gone, Edit(end, end, "了")] if len(word) > 1 or rest else ()


def _has_some(view: WordView) -> Sequence[Edit]:
    """有 for 没有 before a noun that ends the text."""
    number = len(view) - len(["没有", "尽头"])
    if number < 1 or view.word(number) != "没有" or not _noun(view, number - 1):
        return ()
    known = entry(view.after(number))
    return [Edit(*view.places[number], "有")] if known is not None and known.tag[0] in "nsf" else ()


# --- statements ------------------------------------------------------------------------------------------------------


def _nobody(view: WordView) -> Sequence[Edit]:
    """没有人 for 有人, 没有东西 for 一些东西 at the start."""
    some = _SOME.match(view.text)
    if some is not None and view.text.count("都") + view.text.count("也") == 0:
        number = view.number_at(some.end())
        if _noun(view, number) and number < len(view) and view.places[number][0] == some.end():
            return _replaced(view, 0, some.end(), "没有")
    found = list(re.finditer("(?<![没所只具还])有人(?![员口类民物力工间均])", view.text))
    if len(found) != 1 or re.search("[也都]", view.text):
        return ()
    ahead = range(view.number_at(found[0].start()))
    clause = max((match.end() for match in _CLAUSE.finditer(view.text, 0, found[0].start())), default=0)
    if not all(_noun(view, one) or view.tags(one)[:1] == ("ADP",) for one in ahead if view.places[one][0] >= clause):
        return ()
    return _replaced(view, *found[0].span(), "没有人")


def _not_so(view: WordView) -> Sequence[Edit]:
    """不 before the only 是, 有 or modal verb, in place of an adverb: 不需要 for 还需要, 没有 for 仍有."""
    plain = [_FUSED.get(view.word(number), view.word(number)) for number in range(len(view))]
    known = [number for number, word in enumerate(plain) if word in MODALS or word in ("是", "有", "要")]
    if len(known) != 1:
        return ()
    number = known[0]
    word, (start, end) = plain[number], view.places[number]
    new = "没有" if word == "有" else DENIED.get(word, f"不{word}")
    if not number:
        starts = word not in ("是", "有") and _verb(view, 1)
        return [Edit(start, end, view.written(new))] if starts else ()
    if view.before(number) in _BEFORE_NOT:
        start = view.places[number - 1][0]
    elif word == view.word(number) and word != "是":
        return ()
    ahead = view.text[:start]
    if not ahead or word == "要" or not view.after(number) or _HELD.search(ahead):
        return ()
    # 买了婚戒还有镯子 has another verb
    has = (
        _noun(view, number + 1)
        and "了" not in ahead
        and not any(_verb(view, one) for one in range(view.number_at(start)))
    )
    return [Edit(start, end, view.written(new))] if word != "有" or has else ()


def _relation_denied(view: WordView) -> Sequence[Edit]:
    """不 before a verb that relates two things: 不属于, 不包括."""
    numbers = [one for one in range(1, len(view)) if view.word(one) in RELATIONS]
    if len(numbers) != 1 or not view.after(numbers[0]) or view.before(numbers[0]) in f"所{_BINDS}":
        return ()
    start = end = view.places[numbers[0]][0]
    if view.before(numbers[0]) in _BEFORE_NOT:  # 还包括
        start = view.places[numbers[0] - 1][0]
    return () if re.search("是|部分", view.text) else [Edit(start, end, view.written("不"))]


def _not_yet(view: WordView) -> Sequence[Edit]:
    """还没 for 已经, without 了: 还没出台."""
    number = next((one for one in range(1, len(view)) if view.word(one) in ("已", "已经")), 0)
    if not number or not _noun(view, number - 1) or not _verb(view, number + 1) or re.search("[0-9是有在]", view.text):
        return ()
    gone = [Edit(*place, "") for one, place in enumerate(view.places) if one > number and view.word(one) == "了"]
    later = view.text[view.places[number][1] :]
    if len(gone) > 1 or re.search("[一两二三四五六七八九十几多]|之前|以前", later + view.text[:1]):
        return ()
    return [Edit(*view.places[number], view.written("还没")), *gone]


def _not_each_other(view: WordView) -> Sequence[Edit]:
    """互不认识 for 互相认识."""
    number = next((one for one in range(1, len(view)) if view.word(one) in ("互相", "相互")), 0)
    fits = number and view.after(number) in STATES and number + 1 == len(view) - 1
    return [Edit(*view.places[number], view.written("互不"))] if fits else ()


def _without_it(view: WordView) -> Sequence[Edit]:
    """无 for 有 in a word that ends the text, without an adverb of degree: 无益, 无效."""
    number = len(view) - 1
    word = view.word(number)
    if number < 1 or len(word) != len("有益") or word[0] != "有" or entry(f"无{word[1]}") is None:
        return ()
    start, end = view.places[number][0], view.places[number][0] + 1
    if view.before(number) in DEGREES:
        start = view.places[number - 1][0]
    return [Edit(start, end, view.written("无"))] if word not in ("有限", "有数") else ()


def _time_turned(view: WordView) -> Sequence[Edit]:
    """后 for 前 behind a point of time."""
    found = list(_TIME.finditer(view.text))
    if len(found) != 1 or re.search("[前后].*[前后]|[已曾]", view.text):
        return ()
    place = found[0].span(1)
    fits = view.text[place[1] : place[1] + 1] not in ("", "的", "夕")
    return _replaced(view, *place, "后" if found[0][1] == "前" else "前") if fits else ()


def _less(view: WordView) -> Sequence[Edit]:
    """减少了 for 增加了, compared with another time."""
    found = re.search(f"比.*[年月期次].*({'|'.join(_COMPARED)})了?$", view.text.rstrip(_ENDED))
    return _replaced(view, *found.span(1), _COMPARED[found[1]]) if found is not None else ()


def _not_heard(view: WordView) -> Sequence[Edit]:
    """没 before a verb of speech or sense whose object is no clause: 没听到他的讲话."""
    done = list(actions(view))
    if len(done) != 1 or done[0] is None or not done[0].start:
        return ()
    verb, start = done[0].verb, done[0].start
    others = [one for one in range(len(view)) if _verb(view, one) and one != verb]
    if others or not re.match("[看听说读讲]", view.word(verb)) or re.search("[0-9几多一]|[两三][个次年]", view.text):
        return ()
    if view.before(start) in _TOGETHER:
        start -= 1
    elif not _noun(view, start - 1) or view.before(start) == "的":
        return ()
    place, particle = view.places[start][0], done[0].particle
    gone = [Edit(*particle, "")] if view.text[particle[0]] == "了" else []
    return [Edit(place, place, view.written("没")), *gone] if start else ()


def _not_done(view: WordView) -> Sequence[Edit]:
    """不 before the only verb, of one character, with an object: 不做调查."""
    numbers = [one for one in range(1, len(view)) if view.word(one) in _SINGLE]
    if len(numbers) != 1 or re.search("[了过着得把被将是有在]", view.text):
        return ()
    number = numbers[0]
    ahead, behind = range(number), range(number + 1, len(view))
    fits = all(_noun(view, one) or view.tags(one)[:1] == ("NUM",) or view.word(one) == "的" for one in ahead)
    if not fits or not behind or view.before(number) == "的" or not any(map(view.tags, behind)):
        return ()
    if any(view.tags(one) == ("VERB",) for one in behind) or "NOUN" not in view.tags(len(view) - 1):
        return ()
    start = view.places[number][0]
    return [Edit(start, start, view.written("不"))]


_Rule = Callable[[WordView], Sequence[Edit]]
_OF_DENIALS: tuple[_Rule, ...] = (_no_longer, _done_after_all, _has_some, _without)
_OF_STATEMENTS: tuple[_Rule, ...] = (
    _nobody,
    _not_yet,
    _not_each_other,
    _without_it,
    _relation_denied,
    _time_turned,
    _less,
    _not_heard,
    _not_so,
    _not_done,
)
