"""A Chinese statement is denied, or its denial is taken out: 需要休息, 不需要休息."""

import re
from collections.abc import Sequence

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.language.chinese.closed_classes import DEGREES, PREPOSITIONS
from hf_robust.language.chinese.dictionary import entry
from hf_robust.language.chinese.verb_phrases import COVERBS
from hf_robust.language.chinese.word_view import WordView, word_view
from hf_robust.transforms.chinese.negation import STATES, affirmed, denied_action

__all__ = ["DENIED", "MODALS", "contradicted"]

_ENDED = "。.!！ "
_CLAUSE = re.compile(r"[，,。.！？!?；;：:…\s、]")
MODALS = frozenset("需要 可以 可能 能 能够 会 应该 应当 应 愿意 值得 必须 须要 有必要".split())
_WILL = frozenset("将 将会 将要".split())
DENIED = {"必须": "不必", "应": "不应", "有必要": "没有必要"}
# of these a part may be so and another not, or the speaker does not say it
_OPEN = re.compile(
    "如果|假如|只要|只有|除非|除了|至少|至多|不管|无论|有的|有些|一些|部分|多数|少数|许多|不少|很多|有人|几乎|差点|有时|偶尔|经常|常常"
    "|往往|吗|呢|什么|怎么|谁|哪|多少|几|还是|是否|不是.*而是|[或但]|虽|尽管|因为|所以|于是|才|也|又|还|仍|已|就|再|只|都|最(?!近)|更"
)
_SAYING = re.compile(
    "据[说称悉]|声称|企图|试图|怀疑|拒绝|避免|防止|计划|预[计期]|知道|觉得|以为|认为|发现|听|说(?!话)|看(?!了?电|了?书|了?病)|强调|表示|指出|证明|确定|显示|让|使|叫|请|帮|希望|建议|要求|想(?![法象])"
)
_NEGATED = re.compile("[不没未无别非]|[勿莫]")
_NO_DEGREE = frozenset("太 最 更 多 好 越 越来越 稍 有点 有些 比较 较 较为 不太".split())
_TAIL = re.compile("(?:的|了)?[。.!！ ]*$")
_COUNTED = re.compile("了(?:一些|些|许多|很多|不少|[一几][个只条本件张封部次种位场片间家份首座幅])(?!人)")
_AMOUNT = re.compile(
    "有(?:很多|许多|不少|一些|一定的?|[一两二三四五六七八九十几\\d]+[个名位种条件项家座本张])的?(?=[^年月日天次])"
)
_INSTEAD = {"曾": "未曾", "曾经": "未曾", "正在": "没在", "有关": "无关"}
_ASPECTS = re.compile("了(?!解)|[将要把被正]|在(?!位)|可以?|[是有令]")
_DEMANDS = re.compile("必须|应[该当]?|需要?|要|坚持|加强|推[进动]|务必|加快|切实")
_TELLS = re.compile("将|会(?![议见场员])|准备|打算|计划|决定")
_USE = re.compile("([有不无])(利于|助于)")
_FUSED = re.compile("[到出成为得于作]$|^[使让令]|进行|关于|通过")
_GRADABLE = frozenset("好 高 低 多 少 大 小 快 慢 早 晚 远 近 贵 强 弱 深 长 短 严".split())
_NOUNS = ("NOUN", "PROPN", "PRON")


def contradicted(doc: Doc, text: str, other: str = "") -> Sequence[Edit]:
    """The edits that turn a statement of one clause into its opposite by a negation; none where it may stay true.

    A modal verb is negated, 将 becomes 不会, an adjective that ends the text gets 不 for its adverb of degree, and the
    only negation of a text is taken out.

    Args:
        doc: The statement.
        text: It in simplified characters.
        other: The text that entails it. It tells a duty (要 becomes 不必) from what will be (要 becomes 不会).

    Example:
        >>> from hf_robust.core.edits import apply
        >>> from hf_robust.language.chinese.definition import CHINESE
        >>> texts = ["退役军人需要服务", "会议将在北京举行", "马路很空寂", "他没去过北京"]
        >>> [apply(one, contradicted(Doc(one, language=CHINESE), one)) for one in texts]
        ['退役军人不需要服务', '会议不会在北京举行', '马路不空寂', '他去过北京']
    """
    counted = _AMOUNT.sub("有", _COUNTED.sub("了", text))
    if _CLAUSE.search(text.rstrip(_ENDED)) or _OPEN.search(counted) or _SAYING.search(text):
        return ()
    view = word_view(doc)
    if _NEGATED.search(counted):
        found = _use_denied(view) or _affirmed(view)
    else:
        found = (
            _demand_denied(view, other)
            or _amount_denied(view)
            or _use_denied(view)
            or _modal_denied(view)
            or _action_denied(view)
            or _quality_denied(view)
            or _fact_denied(view)
        )
    return found if all(doc.is_free(edit.start, edit.end) for edit in found) else ()


def _affirmed(view: WordView) -> Sequence[Edit]:
    """Without its only negation, nor the 并 before it."""
    found = affirmed(view)
    if not found:
        return _attitude_affirmed(view)
    starts = [number for number, place in enumerate(view.places) if found and place == found[0][:2]]
    if not starts or view.after(starts[0]) in ("能", "可能"):
        return ()
    known = entry(view.after(starts[0]))
    if found[0].text and (known is None or known.tag[0] != "n"):  # 没有去世
        return ()
    if view.before(starts[0]) == "并":
        return [Edit(found[0].start - 1, found[0].end, found[0].text), *found[1:]]
    return found


def _attitude_affirmed(view: WordView) -> Sequence[Edit]:
    """Without 不 before a verb or an adjective of two characters, which gets 很: 不赞同, 不乐观."""
    number = next((number for number in range(1, len(view)) if view.word(number) in ("不", "不太")), 0)
    if (
        not number
        or view.text.count("不") > 1
        or view.before(number) in ("的", "得", "而")
        or "有" in view.ahead(number)
    ):
        return ()
    graded = view.after(number) == "太"
    said = number + 1 + graded
    start, word, tag = view.places[number][0], view.word(said), view.tags(said)[:1]
    if len(word) > len("赞同") or not view.after(said - 1) or not _is_subject(view, number) or view.text.endswith("了"):
        return ()
    if tag == ("VERB",) and len(word) == len("赞同") and not graded and view.word(number) == "不":
        return [Edit(start, view.places[said][0], "")]
    return [Edit(start, view.places[said][0], view.written("很"))] if tag == ("ADJ",) and said == len(view) - 1 else ()


def _fact_denied(view: WordView) -> Sequence[Edit]:
    """没有 before the only verb of a statement, 不 before one of attitude: 科技没有取得进步, 职工不配合访问."""
    number = next((number for number in range(1, len(view)) if view.tags(number)[:1] == ("VERB",)), 0)
    word, after, before = view.word(number), view.after(number), view.before(number)
    if not number or not after or _ASPECTS.search(view.text) or after in ("者", "的", "等", "得"):
        return ()
    subject = [view.tags(one)[:1] for one in range(number)]
    if not _is_subject(view, number) or _describes(view, number) or view.word(0) in COVERBS:
        return ()
    behind = [view.tags(one)[:1] for one in range(number + 2, len(view))]
    if ("VERB",) in behind:  # 公司生产成本上升
        return ()
    start = view.places[number][0]
    if before in DEGREES and before not in _NO_DEGREE and number > 1:
        return [Edit(view.places[number - 1][0], start, view.written("不"))]
    names = all(not tag or tag[0] in (*_NOUNS, "NUM", "ADJ", "PART") for tag in subject)
    if not names or before == "的" or subject[-1] not in ((), *((noun,) for noun in _NOUNS)):
        return ()
    if len(word) == len("过去") and word.endswith("过") and word not in ("通过", "经过", "超过"):  # 去过
        return [Edit(start, start, view.written("没"))]
    if after == "过" and number + 1 == len(view) - 1:
        return [Edit(start, start, view.written("没"))]
    if after == "着":
        return [Edit(start, start, view.written("没有")), Edit(*view.places[number + 1], "")]
    if len(word) != len("取得") or _FUSED.search(word):
        return ()
    return [Edit(start, start, view.written("不" if word in STATES else "没有"))]


def _action_denied(view: WordView) -> Sequence[Edit]:
    """没 before the only action, whose 了 and indefinite amount go; 未曾 for 曾, 没在 for 正在, 无关 for 有关."""
    text, last = view.text, len(view) - 1
    for number in range(1, len(view)):
        word, place = view.word(number), view.places[number]
        if not _is_subject(view, number) or _describes(view, number) or view.before(number) == "的":
            continue
        if word in _INSTEAD and (word != "有关" or number == last):
            return [Edit(*place, view.written(_INSTEAD[word]))]
        behind = [view.tags(one)[:1] for one in range(number + 1, len(view))]
        doing = view.tags(number + 1) == ("VERB",) or (view.before(number) == "正" and behind[:1] == [("VERB",)])
        stays = "的" not in view.text and behind[:1] in ([("NOUN",)], [("PROPN",)])
        beside = ("VERB",) in (behind[1:] if view.after(number) in PREPOSITIONS else behind[-1:] if stays else ())
        if word == "在" and (doing or beside):
            start = view.places[number - 1][0] if view.before(number) == "正" else place[0]
            return [Edit(start, place[1], view.written("没在"))]
    found = sorted(denied_action(view), key=lambda edit: edit[:2])
    amount = _COUNTED.search(text)
    if len(found) > 1 and found[0].start and amount is not None and amount.start() == found[1].start:
        return [found[0], Edit(*amount.span(), "")]
    verbs = [number for number in range(len(view)) if view.tags(number)[:1] == ("VERB",)]
    if last > 1 and view.word(last) == "了" and len(verbs) == 1 and last - verbs[0] < len("动宾了"):
        verb = verbs[0]
        done = verb == last - 1 or view.tags(last - 1)[:1] == ("NOUN",)
        if done and view.tags(verb - 1)[:1] in (("NOUN",), ("PRON",), ("PROPN",)):
            return [Edit(view.places[verb][0], view.places[verb][0], view.written("没")), Edit(*view.places[last], "")]
    return ()


def _modal_denied(view: WordView) -> Sequence[Edit]:
    """不 before the only modal verb, where it is the predicate: a subject ahead of it, no noun that it describes."""
    numbers = [number for number in range(len(view)) if view.word(number) in MODALS or view.word(number) in _WILL]
    if len(numbers) != 1 or not numbers[0]:
        return ()
    number = numbers[0]
    word, (start, end) = view.word(number), view.places[number]
    before, after = view.tags(number - 1)[:1], view.tags(number + 1)[:1]
    if view.before(number) in ("的", "地", "得") or not _is_subject(view, number):
        return ()
    rest = view.text[end:]
    if _describes(view, number) or re.search("是(?!的)", rest):
        return ()
    if word in _WILL:
        if word == "将" and (after[:1] and after[0] in _NOUNS):  # 将 is 把 here
            return ()
        return [Edit(start, end, view.written("不会"))]
    if word == "会" and before == ("VERB",):
        return ()
    if view.before(number) == "有":  # 有可能
        return [Edit(view.places[number - 1][0], view.places[number - 1][0], view.written("没"))]
    if word in DENIED:
        return [Edit(start, end, view.written(DENIED[word]))]
    return [Edit(start, start, view.written("不"))]


def _amount_denied(view: WordView) -> Sequence[Edit]:
    """没有 for 有 and an amount of things: 有很多朋友, 没有朋友."""
    found = _AMOUNT.search(view.text)
    if found is None or view.text.count("有") > 1 or view.text.rstrip(_ENDED).endswith("了"):
        return ()
    start, end = found.span()
    numbers = [number for number, (first, _) in enumerate(view.places) if first >= end]
    starts = {first for first, _ in view.places}
    if not numbers or not {start, end} <= starts or not all(_names(view, number) for number in numbers[:-1]):
        return ()
    before = [number for number, (_, last) in enumerate(view.places) if last <= start]
    return [Edit(start, end, view.written("没有"))] if before and all(_names(view, one) for one in before) else ()


def _names(view: WordView, number: int) -> bool:
    """Whether a word belongs to a noun phrase."""
    tag, known = view.tags(number)[:1], entry(view.word(number))
    return (
        not tag or tag[0] in (*_NOUNS, "ADJ") or view.word(number) == "的" or (known is not None and known.tag == "f")
    )


def _demand_denied(view: WordView, other: str) -> Sequence[Edit]:
    """不必 for 要 that demands something, 不会 for 要 that tells what will be, as the other text says."""
    numbers = [number for number in range(1, len(view)) if view.word(number) == "要"]
    if len(numbers) != 1 or not _is_subject(view, numbers[0]) or _describes(view, numbers[0]) or "是" in view.text:
        return ()
    demands, tells = _DEMANDS.search(other), _TELLS.search(other)
    if bool(demands) == bool(tells) or view.before(numbers[0]) in ("的", "不", "想", "需"):
        return ()
    return [Edit(*view.places[numbers[0]], view.written("不必" if demands else "不会"))]


def _use_denied(view: WordView) -> Sequence[Edit]:
    """不利于 for 有利于, and back."""
    found = list(_USE.finditer(view.text))
    if len(found) != 1 or not found[0].start() or len(_NEGATED.findall(view.text)) > (found[0][1] != "有"):
        return ()
    new = {"有": "无" if found[0][2] == "助于" else "不"}.get(found[0][1], "有")
    return [Edit(*found[0].span(1), view.written(new))]


def _is_subject(view: WordView, number: int) -> bool:
    """Whether nothing but a subject and adverbials stands before a word: no verb that governs it."""
    tags = [view.tags(one)[:1] for one in range(number)]
    nouns = any(tag in ((), *((noun,) for noun in _NOUNS)) for tag in tags)
    return nouns and view.text[: view.places[number][0]].count("是") == 0


def _describes(view: WordView, number: int) -> bool:
    """Whether what a word governs describes a noun whose own predicate follows: 需要帮助的人来了."""
    words = [view.word(one) for one in range(number + 1, len(view))]
    if "的" not in words:
        return False
    last = len(words) - 1 - words[::-1].index("的")
    rest = range(number + 2 + last, len(view))
    return any(view.tags(one)[:1] in (("VERB",), ("ADJ",)) for one in rest)


def _quality_denied(view: WordView) -> Sequence[Edit]:
    """不 for the adverb of degree before an adjective that ends the text, or before an adjective behind a noun."""
    number = len(view) - 1
    while number > 0 and view.word(number) in ("的", "了"):
        number -= 1
    felt = view.before(number) in DEGREES and view.tags(number)[:1] == ("VERB",)  # 很为难
    if (
        number < 1
        or not (view.tags(number)[:1] == ("ADJ",) or felt)
        or not _TAIL.match(view.text[view.places[number][1] :])
    ):
        return ()
    start, before = view.places[number][0], view.before(number)
    if before in DEGREES and before not in _NO_DEGREE and number > 1:
        return [Edit(view.places[number - 1][0], start, view.written("不"))]
    governed = any(view.tags(one)[:1] == ("VERB",) for one in range(number))
    short = len(view.word(number)) == 1 and not (view.word(number) in _GRADABLE and len(before) > 1)
    if governed or short or view.tags(number - 1)[:1] not in (("NOUN",), ("PRON",), ("PROPN",)):
        return ()
    return [Edit(start, start, view.written("不"))] if view.tags(number) == ("ADJ",) else ()
