"""One number of a pair of Chinese texts becomes another, so that the pair no longer says the same."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.closed_classes import CLOCK_UNITS, DATE_UNITS, ORDINAL_UNITS
from hf_robust.language.chinese.numerals import plain_digits, read_number, spelled_digits, written_number
from hf_robust.language.chinese.quantities import Quantity, find_quantities
from hf_robust.language.chinese.script import as_written, to_simplified
from hf_robust.tasks import NLI, SIMILARITY
from hf_robust.transforms.base import Effect, register
from hf_robust.transforms.chinese.task_specific.pair_words import HEDGED
from hf_robust.transforms.chinese.words import in_formula
from hf_robust.transforms.task_specific.contradictions import TurnedPair

# round one of these a number is no exact one
_BOUND_BEFORE = re.compile(
    "(?:约|近|超过|多于|少于|不到|不足|至少|最少|至多|最多|大于|小于|高于|低于|达|将近|接近|上|几|数|第几|每|过|[早晚][于过]?|[、~～-])$"
)
_BOUND_AFTER = re.compile(
    "^(?:[多余来几、~～-]|左右|以上|以下|以内|上下|之多|之内|[至到或]|分之|年?[的以之]?[前后起]|年的|年代|以来|前后|之间)"
)
_POINTED = re.compile("(?:这|那|哪|前|后|头|第|上|下|其中|另外?|任何|最|唯一|近)$")
_LESS, _MORE = ("不到", "少于"), ("多于", "超过")
_RANGES = {
    "月": 12,
    "日": 28,
    "号": 28,
    "点": 12,
    "时": 12,
    "分": 59,
    "岁": 99,
    "年级": 6,
    "季度": 4,
    "季": 12,
    "期": 9,
}
_DATED = ORDINAL_UNITS | DATE_UNITS | CLOCK_UNITS | frozenset("岁 季度 班 层 折 分 年".split())
_FULL_WIDTH = str.maketrans("0123456789.%", "０１２３４５６７８９．％")
_TRIED = 50  # draws until a number differs from all numbers of the pair
_ALONE = re.compile(
    "(?:[没不哪这那每另同是说讲唱放来给写做找想要有出的听看玩点选挑]|任何|唯一的?|推荐|介绍|播放|[帮给]我.{0,5})$"
)
_NUMBERS = re.compile("别的|其他|其它|可能|可以|也许|大概|如果|至少|至多|最多|吗|呢|[?？]|[没未]|不(?![同断错久])")


@dataclass(frozen=True, kw_only=True)
class TurnedChineseNumber(TurnedPair):
    """Base of those that turn a Chinese pair by one number."""

    level = "word"
    linguistics = "paradigmatic"
    languages = ("zh",)
    version = "zh.1"

    def turned(self, doc: Doc, other: Doc, strict: bool, rng: RowRandom) -> Sequence[Edit]:
        simple = to_simplified(doc.text)
        if strict and (_NUMBERS.search(simple) or HEDGED.search(simple)):
            return ()
        found = list(_shared(doc, other, strict))
        if not found:
            return ()
        return _turn(doc, rng.choice(found), other, strict, rng)


@register
@dataclass(frozen=True, kw_only=True)
class NumberWord(TurnedChineseNumber):
    """Replace a number that an entailed hypothesis shares with the premise. The pair becomes a contradiction.

    A count is replaced with a larger one, because three people include two, or it gets 多于, 超过, 不到 or 少于. Years,
    dates, ages, percentages and ordinals are replaced with a different value. Approximate numbers (约3人, 3人以上) do
    not change.

    If the dataset has only the labels *entailment* and *not entailment*, the new label is *not entailment*.

    Source: TextFlint (Wang et al. 2021), section 4.1, Table 6, "NumWord".

    Example:
        >>> from hf_robust.tasks import task
        >>> pair = {"premise": "小明买了8张票送人。", "hypothesis": "小明买了8张票。", "label": "entailment"}
        >>> NumberWord().preview_row(pair, task("nli", language="zh"), seed=3)["hypothesis"]
        '小明买了9张票。'
    """

    name = "number-word"
    version = "zh.2"
    seed_name = "NumWord"
    choice = "numbers that both texts share"
    effects = MappingProxyType({NLI: Effect.CHANGES})


@register
@dataclass(frozen=True, kw_only=True)
class SwapNumber(TurnedChineseNumber):
    """Replace a number that two equivalent sentences share in one of them, so that they are no longer equivalent.

    Source: TextFlint (Wang et al. 2021), section 3, Table 2 (c), "SwapNum".

    Example:
        >>> from hf_robust.tasks import task
        >>> pair = {"sentence1": "帮我定7点的闹钟", "sentence2": "7点叫我起床", "label": 1}
        >>> new = SwapNumber().preview_row(pair, task("similarity", language="zh"))
        >>> new["sentence1"], new["sentence2"], new["label"]
        ('帮我定7点的闹钟', '3点叫我起床', 0)
    """

    name = "swap-number"
    seed_name = "SwapNum"
    choice = "numbers that both sentences share"
    effects = MappingProxyType({SIMILARITY: Effect.CHANGES})


def _value(one: Quantity) -> float | None:
    if one.numeral:
        return read_number(one.text)
    return float(one.text.replace(",", "")) if re.fullmatch(r"[\d,]+(?:\.\d+)?", one.text) else None


def _shared(doc: Doc, other: Doc, strict: bool) -> Iterator[Quantity]:
    """The numbers that both texts have once, of the same thing."""
    mine, yours = find_quantities(doc.text), find_quantities(other.text)
    values = [_value(one) for one in mine], [_value(one) for one in yours]
    for one in mine:
        value = _value(one)
        there = [same for same in yours if _value(same) == value and _alike(one, same, strict)]
        if value is None or len(there) != 1 or values[0].count(value) != 1 or values[1].count(value) != 1:
            continue
        if in_formula(to_simplified(doc.text), *one.span):
            continue
        if not doc.is_free(*one.span) or (strict and (_is_bound(doc, one) or _is_bound(other, there[0]))):
            continue
        if strict and one.kind == "ordinal" and not one.unit:  # 第三帝国, 第二中学
            continue
        if strict and one.kind != "ordinal" and _POINTED.search(to_simplified(doc.text[: one.start])):
            continue
        if (
            value >= 2
            or (not strict and value == 1 and _is_counted(doc, one))
            or one.kind in ("decimal", "percent", "ordinal")
            or one.unit in ("月", "日", "点")
        ):
            yield one


def _is_counted(doc: Doc, one: Quantity) -> bool:
    """Whether a one counts: not 没一个, 这一次 or 一个人."""
    text = to_simplified(doc.text)
    return not _ALONE.search(text[: one.start]) and not text.startswith("个人", one.end)


def _alike(one: Quantity, same: Quantity, strict: bool) -> bool:
    """Whether two numbers say as much of the same: 8张 and 8张; of pairs that only say another thing also 8张 and "
    "8个."""
    if one.kind == same.kind and one.unit == same.unit:
        return True
    return not strict and one.kind == same.kind and (_value(one) or 0) >= 2


def _is_bound(doc: Doc, one: Quantity) -> bool:
    text = to_simplified(doc.text)
    end = one.end
    behind = text[end + len(one.unit) :] if one.unit and text[end:].startswith(one.unit) else text[end:]
    return bool(_BOUND_BEFORE.search(text[: one.start]) or _BOUND_AFTER.match(text[end:]) or _BOUND_AFTER.match(behind))


def _turn(doc: Doc, one: Quantity, other: Doc, strict: bool, rng: RowRandom) -> list[Edit]:
    """Another number; or that it is more or less than this one."""
    counts = (
        one.unit not in _DATED and one.kind in ("integer", "decimal") and not _POINTED.search(doc.text[: one.start])
    )
    if strict and counts and one.unit and rng.randrange(2):
        words = _LESS if (_value(one) or 0) > 2 and rng.randrange(2) else _MORE
        return [Edit(one.start, one.start, as_written([rng.choice(words)], doc.text)[0])]
    taken = {_value(known) for known in (*find_quantities(doc.text), *find_quantities(other.text))}
    larger = strict and one.kind in ("integer", "decimal") and one.unit not in _DATED
    new = next((value for value in other_values(one, larger, rng) if value not in taken), None)
    old = doc.text[one.start : one.end]
    return [] if new is None else [Edit(one.start, one.end, as_written([_like(one, old, new)], doc.text)[0])]


def _scaled(one: Quantity) -> tuple[int, int]:
    """The value as a whole number, and of how many decimals it is."""
    decimals = len(one.text.partition(".")[2])
    return round((_value(one) or 0) * 10**decimals), decimals


def other_values(one: Quantity, larger: bool, rng: RowRandom) -> Iterator[float]:
    """Other values of a number, as they are drawn: as round as it is, a year near it, an hour for an hour.

    Args:
        one: The number.
        larger: Whether they must be larger.
        rng: The draws.
    """
    whole, decimals = _scaled(one)
    step = 1
    while not decimals and one.kind != "year" and step * 10 <= whole and whole % (step * 10) == 0:
        step *= 10
    size = whole // step
    least, most = max(1, size - 9), size + max(9, size // 2)
    if one.kind == "year":
        least, most = whole - 15, min(whole + 15, 2099)
    elif one.kind == "percent":
        step, size, least, most = 1, whole, 1, 99 * 10**decimals
    elif one.unit in _RANGES and not decimals and whole <= _RANGES[one.unit]:
        step, size, least, most = 1, whole, 1, _RANGES[one.unit]
    for _ in range(_TRIED):
        value = rng.randint(least, most)
        if value != size and not (larger and value < size):
            yield value * step / 10**decimals if decimals else value * step


def _like(one: Quantity, old: str, value: float) -> str:
    """A value as the old number is written: in characters or digits, of that width, with commas and decimals."""
    if one.numeral:
        number = int(value)
        if one.kind == "year":
            return spelled_digits(str(number))
        if one.kind == "percent":
            return "百分之" + written_number(number)
        counted = number == 2 and one.kind == "integer" and one.unit not in _DATED
        return "两" if counted else written_number(number)
    decimals = len(one.text.partition(".")[2])
    new = f"{value:,.{decimals}f}" if "," in one.text else f"{value:.{decimals}f}"
    plain = plain_digits(old)
    new = plain.replace(one.text, new) if one.text in plain else new
    return new if plain == old else new.translate(_FULL_WIDTH)
