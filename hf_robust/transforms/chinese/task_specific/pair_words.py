"""One word of a pair of Chinese texts becomes one that excludes it, so that the pair no longer says the same."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.closed_classes import (
    BEFORE_PREDICATES,
    COMPARING_DEGREES,
    DEGREES,
    GIVING_WAY,
    LIGHT_VERBS,
    NOUN_ENDINGS,
    SUCH_DEGREES,
)
from hf_robust.language.chinese.dictionary import entry, universal_tags_of
from hf_robust.language.chinese.exclusive_words import Exclusive, exclusive_words
from hf_robust.language.chinese.script import as_written, to_simplified
from hf_robust.language.chinese.word_view import word_view
from hf_robust.tasks import NLI, SIMILARITY
from hf_robust.transforms.base import Effect, register
from hf_robust.transforms.chinese.negation import denied_action
from hf_robust.transforms.chinese.task_specific.denied_statements import contradicted
from hf_robust.transforms.chinese.task_specific.opposite_statements import RELATIONS, opposite
from hf_robust.transforms.chinese.words import in_formula
from hf_robust.transforms.task_specific.contradictions import TurnedPair

# the opposite of a word may be as true where one of these stands
UNSURE = re.compile(
    "难以|不(?![错断仅久同光])|[没未无别勿曾某或]|可能|可以|也许|大概|恐怕|似乎|好像|能够?|如果|假如|只要|只有|除非|除了|至少|至多|最(?!近)|越(?!南|来越)|有的|有些|一些|部分|多数|少数"
    "|许多|不少|很多人|有人|几乎|差点|有时|偶尔|经常|常常|往往|想(?![法象])|希望|打算|准备|之一|尽管|虽然|但是?|吗|呢|[?？、]|还是|等等?$"
)
# what is planned, advised or reported is not asserted
HEDGED = re.compile(
    "将|预计|预期|计划|有望|据[说称悉]|应[该当]|必须|需要|建议|考虑|试图|企图|声称|认为|相信|怀疑|拒绝|避免|防止|会(?=[^议员见场谈面上计]|$)"
)
_CLAUSE = re.compile(r"[，,。！？!?；;：:…\s]")
_DEGREES = (
    DEGREES
    | COMPARING_DEGREES
    | SUCH_DEGREES
    | BEFORE_PREDICATES
    | frozenset(
        "真的 较为 尤其 感到 觉得 颇 依然 有点儿 超级 日益 逐渐 日渐 看起来 感觉 是 不太 不够 总是 总 确实 实在 "
        "多".split()
    )
)
_ENDS = re.compile("(?:了|的|吧|啊|呀|哦|呢|噢|哈|啦|嘛|极了|死了|得很|的[话呢])*(?=$|[，,。！!？?；;…~～ ])")
_MADE_NOUNS = LIGHT_VERBS | frozenset(
    "得到 受到 提供 获得 的 取得 表示 做出 引起 造成 遭到 遭受 实现 对 和 与 及 以及 为 为了".split()
)
# what the verb does is what is spoken of, and not what is said: 扩大开放有利于和平
_SUBJECT_OF = re.compile("有|是|能|可以|会|使|让|令|需要")
_JOINED = ("和", "与", "及", "并", "或", "等", "、")
_NO_VERB_BEFORE = ("的", "地", *NOUN_ENDINGS, *_JOINED)
_TOWARDS = frozenset("在 到 从 往 向 于 朝 去 居 位于 住 来 走".split())
_CALENDAR = re.compile("[今昨明去前][年天晚早]$|(?:周|星期)[一二三四五六日天]$|[春夏秋冬][天季]$")
_PAST, _FUTURE = re.compile("昨|前天|去年|上周|上次|上个月"), re.compile("明|下周|下次|下个月")
_DONE = re.compile("[了过]|刚|已经?|曾")
_HAS = "有"
_HAD = re.compile(
    "有(?=[些点人时的关利没多几何所二两三四五六七八九十百千数大待望着过了害名用效]|不少|很)|有[太要]|[没具拥所只还占享富含设持共若如惟唯未稀罕]有"
)
# verbs of state, whose denial with 不 excludes what they say
_STATES = RELATIONS | frozenset(
    "是 在 知道 认识 懂 明白 记得 存在 熟悉 符合 具备 具有 同意 愿意 舍得 擅长 善于 关心 在乎 害怕 怕 "
    "恨 像 姓 重视 有利于 适用 适用于 位于 依赖".split()
)
_OF_SOME = re.compile(
    "[一几某每各另非]|所有|全[部体]|多|不同|其中|[\\d０-９]|[两二三四五六七八九十百千万][个名位种条件]"
)
_SAYING = re.compile("知道|觉得|以为|发现|听|说|看|强调|表示|指出|证明|确定|显示|说明|让|使|叫|请|帮")
_CLOSE = frozenset("》 ” 」 中 上 里 内 间".split())  # at the end of a subject
_FOCUS = GIVING_WAY | frozenset("才 只 又 即 并 更 总 老 都 再 最 单 仅 主要 大多 基本 完全".split())
_TAILS = re.compile("[了的吗吧啊呀过着]$")
_EDGES = re.compile("^[很太更最不好多真]|[了的吗吧啊呀过着得地]$")
_BEFORE = re.compile("[些点也都只才就再还已曾刚总更越]|一直|非常|开始|继续|完|[掉死光]了|越来")
_ASKS = re.compile("吗|么$|[?？]|是不是|是否|有没有|难道|(.)[不没]\\1")
_FELT = re.compile("心情|感觉|感到|高兴|开心|难过|伤心|生气")
_DENYING = "不没别未无非"
# what is seen, heard, measured or done to one kind of thing alone
_POLITE = re.compile("谢|荣幸|希望|但愿|祝|遇见|认识你")  # nobody thanks for the opposite
_ASSENT = re.compile("好[的吧啊呀嘛]|行[吧啊]|嗯|可以[,，]|没问题|没关系|谢")
_HOW = re.compile("(?:怎么|怎样|如何)(?![这那]么|还|就|又|会)")
_SENSED = re.compile("[好难][听看吃喝闻玩用]|[高低矮重轻胖瘦]|搬家|[做构]成?的|[听看]你?(?:[唱跳]|画画)")


@dataclass(frozen=True, kw_only=True)
class TurnedChineseWord(TurnedPair):
    """Base of those that turn a Chinese pair by one word."""

    level = "word"
    linguistics = "paradigmatic"
    languages = ("zh",)
    version = "zh.1"

    def turned(self, doc: Doc, other: Doc, strict: bool, rng: RowRandom) -> Sequence[Edit]:
        mine, yours = to_simplified(doc.text), to_simplified(other.text)
        found = [(one, _open_words(one, mine, yours)) for one in exclusive_words(doc)]
        fits = _excludes if strict else _says_another
        fitting = [(one, words) for one, words in found if words and fits(doc, one, mine, yours)]
        if strict and (UNSURE.search(mine) or HEDGED.search(mine)):
            return contradicted(doc, mine, yours) or opposite(doc, mine)
        if fitting:
            one, words = rng.choice(fitting)
            return [Edit(one.start, one.end, rng.choice(words))]
        if not strict:
            return ()
        denied = _has_not(doc, mine) or _is_not(doc, mine) or _did_not(doc, mine) or contradicted(doc, mine, yours)
        return denied or opposite(doc, mine)


@register
@dataclass(frozen=True, kw_only=True)
class SwapAntonym(TurnedChineseWord):
    """Replace a word of an entailed hypothesis with an incompatible word, so that the pair becomes a contradiction.

    The word must carry the statement of the hypothesis: an adjective as predicate, the verb, or a place that the
    premise also contains. Without such a word, the statement is denied. A verb of state gets 不 or 没 (是 becomes
    不是), and so does the only action that is reported as done (去过 becomes 没去过), a modal verb, an adjective at the
    end or the only verb. 将 becomes 不会, 正在 becomes 没在, 有利于 becomes 不利于, and 有三个 becomes 没有. The verb
    要 becomes 不必 if the premise demands something, and 不会 if it tells the future. If the hypothesis has a negation,
    the negation is removed. 有人 becomes 没有人, 已经 becomes 还没, and 前 behind a point of time becomes 后.
    Hypotheses that ask or name a condition do not change.

    If the dataset has only the labels *entailment* and *not entailment*, the new label is *not entailment*.

    Source: TextFlint (Wang et al. 2021), section 4.1, Table 6, "SwapAnt".

    Example:
        >>> from hf_robust.tasks import task
        >>> pair = {"premise": "这里的菜便宜又好吃。", "hypothesis": "这里的菜很便宜。", "label": "entailment"}
        >>> new = SwapAntonym().preview_row(pair, task("nli", language="zh"))
        >>> new["hypothesis"], new["label"]
        ('这里的菜很贵。', 'contradiction')
    """

    name = "swap-antonym"
    version = "zh.5"
    seed_name = "SwapAnt"
    choice = "words that have an antonym"
    effects = MappingProxyType({NLI: Effect.CHANGES})


@register
@dataclass(frozen=True, kw_only=True)
class SwapWord(TurnedChineseWord):
    """Replace a word in one of two equivalent sentences with an incompatible word. They are no longer equivalent.

    The words are antonyms (打开 and 关闭) or members of a small set such as times of the day, family members and
    directions. Pronouns and names stay as they are.

    Source: TextFlint (Wang et al. 2021), section 3, Table 2 (c), "SwapWord".

    Example:
        >>> from hf_robust.tasks import task
        >>> pair = {"sentence1": "今天的天气怎么样", "sentence2": "今天天气如何", "label": 1}
        >>> new = SwapWord().preview_row(pair, task("similarity", language="zh"), seed=1)
        >>> new["sentence1"], new["sentence2"], new["label"]
        ('今天的天气怎么样', '明天天气如何', 0)
    """

    name = "swap-word"
    version = "zh.5"
    seed_name = "SwapWord"
    choice = "shared words that have an antonym"
    effects = MappingProxyType({SIMILARITY: Effect.CHANGES})


def _open_words(one: Exclusive, mine: str, yours: str) -> tuple[str, ...]:
    """What may replace a word: nothing that either text says already; nothing where the word comes twice."""
    if mine.count(one.word) > 1 or in_formula(mine, one.start, one.end) or _is_in_word(one, mine):
        return ()
    felt = _FELT.search(mine) and not _ASKS.search(mine)  # 明天心情不太好 tells nobody
    another = _PAST if one.kind == "time" and not _DONE.search(mine) and not felt else _FUTURE
    fits = ((word, to_simplified(word)) for word in one.others)
    return tuple(
        word
        for word, simple in fits
        if simple not in mine and simple not in yours and not (one.kind == "time" and another.match(simple))
        if not (simple in _STATES and mine.startswith(("了", "过"), one.end))  # 记得了
    )


def _is_in_word(one: Exclusive, text: str) -> bool:
    """Whether a word belongs to a longer one that the segmenter took apart: 进出口, 关上."""
    if one.end - one.start > 1:
        longer = (text[max(0, one.start - 1) : one.end], text[one.start : one.end + 1])
        return any(
            len(word) > one.end - one.start and entry(word) is not None and not _EDGES.search(word) for word in longer
        )
    if text[: one.start].endswith(tuple("很太更真好挺最")):
        return False
    around = (
        text[max(0, one.start - 1) : one.end],
        text[one.start : one.end + 1],
        text[max(0, one.start - 1) : one.end + 1],
    )
    return any(len(word) > 1 and entry(word) is not None and not _TAILS.search(word) for word in around)


def _clause(text: str, one: Exclusive) -> tuple[str, str]:
    """What stands in the clause of a word before it, and behind it."""
    return _CLAUSE.split(text[: one.start])[-1], _CLAUSE.split(text[one.end :])[0]


def _previous(doc: Doc, start: int) -> str:
    """The word that ends where another begins."""
    return next((to_simplified(doc.text[first:start]) for first, last in doc.words if first < start <= last), "")


def _excludes(doc: Doc, one: Exclusive, mine: str, yours: str) -> bool:
    """Whether the text with the other word contradicts the text as it is."""
    before, after = _clause(mine, one)
    if "有" in before or "比" in before or after.startswith("过"):
        return False
    if one.kind == "state":
        tags = universal_tags_of(one.word)
        said = not tags or "ADJ" in tags or "VERB" in tags  # of 爱好和平的国家 the noun is what is liked
        return _is_predicate(doc, one, mine) or (
            said and "是" in before and re.match("的[^，,。]+$", after) is not None
        )
    if one.kind == "verb":
        return _is_verb(doc, one, after)
    if one.kind == "time":  # a finished event has its time; what is so today may be so tomorrow
        return one.word in yours and _CALENDAR.match(one.word) is not None and _DONE.search(mine) is not None
    return one.kind == "place" and one.word in yours and _is_where(doc, one, after)


def _is_where(doc: Doc, one: Exclusive, after: str) -> bool:
    """Whether a place is where something is, and does not say which of several things is meant: 西部大开发."""
    following = next((doc.text[first:last] for first, last in doc.words if first == one.end), "")
    named = universal_tags_of(to_simplified(following))[:1] in ((), ("NOUN",), ("ADJ",), ("PROPN",))
    return not after or (_previous(doc, one.start) in _TOWARDS and not named and not after.startswith("的"))


def _is_predicate(doc: Doc, one: Exclusive, text: str) -> bool:
    """Whether an adjective ends its clause, said of what stands before it."""
    if _ENDS.match(text, one.end) is None:
        return False
    before = _previous(doc, one.start)
    if before in _DEGREES:
        return True
    clause = _clause(text, one)[0]
    tags = [
        universal_tags_of(text[start:end]) for start, end in doc.words if one.start - len(clause) <= start < one.start
    ]
    verbs = any(found[:1] == ("VERB",) for found in tags)
    return len(one.word) > 1 and not verbs and bool(tags) and tags[-1][:1] in ((), ("NOUN",), ("PRON",), ("PROPN",))


def _is_verb(doc: Doc, one: Exclusive, after: str) -> bool:
    """Whether a verb is what its clause says, and no part of a description of something else."""
    before = _previous(doc, one.start)
    clause = _clause(to_simplified(doc.text), one)[0]
    if "进行" in clause or _SUBJECT_OF.search(after) or (one.word in "哭笑" and after.startswith("起来")):
        return False
    if before in _MADE_NOUNS or after.startswith(_NO_VERB_BEFORE):
        return False
    leads = not before or before in _DEGREES or universal_tags_of(before)[:1] in (("ADV",), ("VERB",))
    if "NOUN" in universal_tags_of(one.word) and not after.startswith(("了", "着")):
        following = next((to_simplified(doc.text[first:last]) for first, last in doc.words if first == one.end), "")
        if not leads or (not before and universal_tags_of(following)[:1] != ("NOUN",)):
            return False
        if not after and universal_tags_of(before)[:1] == ("VERB",):
            return False
    if "的" not in after:
        return True
    described = one.end + after.rindex("的") + 1
    rest = (universal_tags_of(to_simplified(doc.text[start:end])) for start, end in doc.words if start >= described)
    return not any(found[:1] in (("VERB",), ("ADJ",), ("ADV",)) and len(found) == 1 for found in rest)


def _says_another(doc: Doc, one: Exclusive, mine: str, yours: str) -> bool:
    """Whether the text with the other word says or asks another thing."""
    around = mine[max(0, one.start - 1) : one.start] + mine[one.end : one.end + 1]
    if any(sign in around for sign in _DENYING) or mine[max(0, one.start - 2) : one.start] == "不太":
        return False
    if mine.startswith(("地", "的说"), one.end):
        return False
    if mine[one.start - 1 : one.start] == "多" or one.word.startswith("多"):  # 多大, 多久: asks for an amount
        return False
    if one.kind in ("thing", "place", "who") and not _is_free(doc, one, mine):
        return False
    if one.kind == "thing" and re.search("谁|[几一]位", mine):  # the other thing is no person
        return False
    if one.kind != "time" and (_POLITE.search(mine) or (one.kind == "state" and _HOW.search(mine))):
        return False
    if one.word == "支持" and re.match("[A-Za-z0-9]", mine[one.end :]):  # what a device supports
        return False
    if one.kind == "verb" and _ASSENT.match(mine):  # 好的原谅你了
        return False
    if one.kind == "verb" and "被" in _clause(mine, one)[0]:  # 被你打败: the opposite takes no 被
        return False
    if one.kind == "state" and mine[: one.start].endswith(("搞", "弄", "看", "听", "说", "想")):  # 搞清楚
        return False
    if one.kind == "state":
        single = len(one.word) == 1
        return not _ASKS.search(mine) and (not single or _is_predicate(doc, one, mine))
    return True


def _is_free(doc: Doc, one: Exclusive, mine: str) -> bool:
    """Whether a noun is no part of a compound or name (鬼故事, OPPO手机), and nothing is said that fits only it."""
    if _SENSED.search(mine):
        return False
    before = next(((first, last) for first, last in doc.words if last == one.end or first < one.start <= last), None)
    previous = mine[before[0] : one.start] if before is not None and before[0] < one.start else ""
    behind = next((mine[first:last] for first, last in doc.words if first == one.end), "")
    if re.search("[A-Za-z0-9]\\Z", mine[: one.start].rstrip()) or re.match("[A-Za-z0-9]", mine[one.end :].lstrip()):
        return False
    joined = [word for word in (previous, behind) if word]
    return not any(universal_tags_of(word)[:1] in (("NOUN",), ("PROPN",)) for word in joined)


def _has_not(doc: Doc, mine: str) -> Sequence[Edit]:
    """有 becomes 没有, where it is what the text says of its subject."""
    places = [(start, end) for start, end in doc.words if mine[start:end] == _HAS]
    if len(places) != 1 or _HAD.search(mine) or not doc.is_free(*places[0]):
        return ()
    start, end = places[0]
    if re.search("[已才仍只就很]$", mine[:start]):
        return ()
    end += len("一个") if mine.startswith("一个", end) else len("个") if mine.startswith("个", end) else 0
    subject, thing = _CLAUSE.split(mine[:start])[-1], _CLAUSE.split(mine[end:])[0]
    if subject.startswith(("对", "给", "让", "使", "把", "凡", "为")):
        return ()
    if thing.startswith("一") or thing.rstrip("。.!！ ").endswith("了"):  # 有一个人快打完工了
        return ()
    return [Edit(start, end, as_written(["没有"], doc.text)[0])] if (subject or not start) and len(thing) > 1 else ()


def _did_not(doc: Doc, mine: str) -> Sequence[Edit]:
    """没 before what was done, where a text with one clause says it of one subject: 他去过北京, 他没去过北京."""
    if _CLAUSE.search(mine.rstrip("。.!！ ")) or _OF_SOME.search(mine) or _SAYING.search(mine) or _BEFORE.search(mine):
        return ()
    found = sorted(denied_action(word_view(doc)), key=lambda edit: edit[:2])
    starts = bool(found) and found[0].start > 0 and not mine[: found[0].start].endswith(("的", "地", "得", "着"))
    return found if starts and all(doc.is_free(edit.start, edit.end) for edit in found) else ()


def _is_not(doc: Doc, mine: str) -> Sequence[Edit]:
    """不 before a verb of state that is the first verb of a text with one clause: 他是医生, 他不是医生."""
    words = [(mine[start:end], start, end) for start, end in doc.words]
    if _CLAUSE.search(mine.rstrip("。.!！ ")):
        return ()
    number = next((n for n, (word, *_) in enumerate(words) if word in _STATES), 0)
    if not number:
        return ()
    word, start, end = words[number]
    before, previous = mine[:start], words[number - 1][0]
    if _OF_SOME.search(before) or _SAYING.search(before) or previous in _FOCUS or mine.startswith("的", end):
        return ()
    tags = [universal_tags_of(one)[:1] for one, *_ in words]
    behind = tags[number + 1 :]
    stays = bool(behind) and behind[0] in ((), ("NOUN",), ("PRON",), ("PROPN",)) and ("VERB",) not in behind
    if word == "在" and not stays:  # 他在北京工作: a preposition
        return ()
    if word != "是" and ("VERB",) in tags[:number]:
        return ()
    named = tags[number - 1] in ((), ("NOUN",), ("PRON",), ("PROPN",)) or (word == "是" and previous == "的")
    compound = word == "是" and number > 1 and tags[number - 1] == ("VERB",) and len(previous) > 1  # 通货 膨胀 是
    named = named or compound or previous in _CLOSE
    return [Edit(start, start, as_written(["不"], doc.text)[0])] if named and doc.is_free(start, end) else ()
