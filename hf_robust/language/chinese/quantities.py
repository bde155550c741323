"""Numbers in Chinese texts that count or measure something: where they stand, what they are of, in which writing."""

import re
from functools import lru_cache
from typing import NamedTuple

from hf_robust.core.edits import Offsets
from hf_robust.language.chinese.dictionary import entry
from hf_robust.language.chinese.numerals import NUMERALS, plain_digits, read_number
from hf_robust.language.chinese.script import to_simplified

__all__ = ["MEASURES", "Quantity", "find_quantities"]

_CURRENCY = "美元 欧元 日元 英镑 港元 港币 人民币 元 块钱 块 毛 角 分钱"
_LENGTH = "平方公里 平方厘米 平方千米 平方米 立方米 平米 公里 千米 厘米 毫米 公尺 英寸 英尺 公顷 米 寸 尺 亩"
_WEIGHT = "公斤 千克 毫克 毫升 克拉 克 斤 吨 升 瓦 千瓦 兆"
_TIME = (
    "个半小时 个小时 个钟头 个半月 个月 个星期 个礼拜 小时 钟头 分钟 秒钟 星期 礼拜 年级 年代 "
    "年 天 周 季度 季 秒 岁 夜 晚上 晚 月 日 点 时 刻钟"
)
MEASURES = frozenset(f"{_CURRENCY} {_LENGTH} {_WEIGHT} {_TIME}".split())
"""Units of money, length, weight and time; before them 一 is a number and no article."""
_COUNTED = (
    "个 家 名 张 段 口 次 位 类 场 座 股 架 封 件 句 层 集 片 章 批 组 轮 套 户 盘 "
    "篇 碗 曲 杯 顿 尊 幕 枝 册 箱 粒 盒 袋 匹 盏 棵 株 桶 辑 瓣 栋 幢 勺 本 只 条 "
    "把 台 辆 艘 头 块 间 所 人 部 首 支 根 双 对 副 份 瓶 包 笔 项 倍 届 期 代 门 "
    "颗 朵 滴 串 堆 排 行 列 群 队 师 处 面 幅 束 顶 床 身 宗 则 道 样 种 款 趟 遍 "
    "回 下 步 圈 局 票 字 页 课 单 楼 号 路 级 折 成 星 分 度 米 线"
)
_UNITS = sorted(MEASURES.union(_COUNTED.split()), key=len)
_NOT_BEFORE = {"时": "间候", "包": "邮", "分": "之", "点": "儿", "个": "性", "本": "来"}
_UNIT = "|".join(f"{unit}(?![{_NOT_BEFORE[unit]}])" if unit in _NOT_BEFORE else unit for unit in reversed(_UNITS))
_ASCII_OR_FULL = "0-9A-Za-z０-９Ａ-Ｚａ-ｚ"
# signs that tie a number to another or to a name: dates, versions, scores, ranges, addresses
_TIES = r".．_\-—–/:：~～*×+=#＃@&"
_DIGITS = re.compile(
    rf"(?<![{_ASCII_OR_FULL}{_TIES}])(?<![A-Za-z] )"
    r"(?P<number>(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9０-９]+)(?:[.．][0-9０-９]+)?)(?P<percent>[%％])?"
    rf"(?![{_ASCII_OR_FULL}%％‰°℃]|[{_TIES}]|,[0-9]| ?[A-Za-z])"
)
_NUMERAL = re.compile(f"百分之(?P<part>[{NUMERALS}点]+)|[{NUMERALS}]+")
_AFTER = re.compile(f"(?P<more>[多余来])? ?(?P<unit>{_UNIT})?")
_PART_OF = re.compile("分之|[点比][零一二两三四五六七八九]")
_NAMES = frozenset("110 119 120 122 315 360 520 618 996 1314 2333".split())  # known as they are
_CODES = 5  # digits of a number that is a code where it has no unit
_MOST_DIGITS = 12  # longer numbers are codes, such as telephone and account numbers
_NOT_OPEN = "几数多第约好近"  # before 十, 百: 几十 is no number
_LONGEST = 6  # characters around a number in which a dictionary word may contain it; the longest such words have six
_WHOLE_TAGS = ("m", "q", "t")
# with another number they would mean something else
_FIXED = frozenset(
    (
        "一样 一下 一点 一面 一道 一路 一行 一时 一身 一块 一带 一对 一群 一番 一步 一期 一旦 "
        "一代 一级 一流 一线 一同 一成 一则 一排 一队 一所 一度 一层 一分 一回 十分 百度 千米 "
        "千克 百分 千瓦 四季 三包 二手 八角 三角 六角 三星 二线 三线 两面 两手 两口 十字 七星 "
        "五星 四面 八路 十足 三级 一份 百年 千年 万年 千里 万里 百家 千家 万家 百姓 万户 千户 "
        "三家 两下 三下 两样 一部分 一个劲 两口子 百口 百日 五毛"
    ).split()
)


class Quantity(NamedTuple):
    """A number in a text.

    Args:
        start: Its first character.
        end: The character after its last, with the sign of a percentage.
        unit: What it counts or measures, in simplified characters; empty where that is not said.
        kind: ``integer``, ``decimal``, ``percent``, ``year`` or ``ordinal``.
        numeral: Whether it is written in Chinese characters.
        text: The number without a percent sign, in digits of ASCII or in simplified characters.
    """

    start: int
    end: int
    unit: str
    kind: str
    numeral: bool
    text: str

    @property
    def span(self) -> Offsets:
        """Where it stands."""
        return self.start, self.end


@lru_cache(maxsize=1)
def find_quantities(text: str) -> tuple[Quantity, ...]:
    """The numbers of a text, in their order.

    Left out are parts of words (一样, 三角), codes (a zero first, five digits and more without a unit), and what signs
    tie to something else (3-5天, 12:30, iPhone 12).

    Args:
        text: A text in either script.

    Example:
        >>> [(found.text, found.unit, found.kind) for found in find_quantities("第3次花了25.5元，买三张票打了85%")]
        [('3', '次', 'ordinal'), ('25.5', '元', 'decimal'), ('三', '张', 'integer'), ('85', '', 'percent')]
        >>> find_quantities("一样三角形，电话13800138000，12:30见")
        ()
    """
    plain = to_simplified(text)
    found = [_of_digits(plain, match) for match in _DIGITS.finditer(plain)]
    found += [_of_numeral(plain, match) for match in _NUMERAL.finditer(plain)]
    return tuple(sorted(quantity for quantity in found if quantity is not None))


def _of_digits(text: str, match: re.Match[str]) -> Quantity | None:
    number = plain_digits(match["number"])
    after = _AFTER.match(text, match.end())
    unit = after["unit"] or "" if after else ""
    whole, _, part = number.partition(".")
    if len(number) > _MOST_DIGITS:
        return None
    if match["percent"]:
        return Quantity(*match.span(), "", "percent", False, number)
    if not unit and (number in _NAMES or text[match.start() - 1 : match.start()] == "双"):
        return None
    if (len(whole) > 1 and whole[0] == "0") or (len(number) >= _CODES and not unit and "," not in number):
        return None
    kind = "decimal" if part else "integer"
    if text[match.start() - 1 : match.start()] == "第":
        kind = "ordinal"
    elif unit == "年" and len(number) == 4 and 1000 <= int(number) < 2100:
        kind = "year"
    return Quantity(*match.span(), unit, kind, False, number)


def _of_numeral(text: str, match: re.Match[str]) -> Quantity | None:
    start, end = match.span()
    if match["part"]:
        return Quantity(start, end, "", "percent", True, match["part"]) if _is_value(match["part"]) else None
    after = _AFTER.match(text, end)
    unit = after["unit"] or "" if after else ""
    before = text[start - 1 : start] if start else ""
    if before == "第":
        return Quantity(start, end, unit, "ordinal", True, match[0]) if read_number(match[0]) else None
    if read_number(match[0]) is None or not unit or before in _TIED_BEFORE or _PART_OF.match(text, end):
        return None
    if match[0][0] in "十百千万亿" and before and before in _NOT_OPEN:
        return None
    until = after.end() if after else end
    if _inside_word(text, start, end, until):
        return None
    is_year = unit == "年" and len(match[0]) == 4 and not set(match[0]) & set("十百千万")
    return Quantity(start, end, unit, "year" if is_year else "integer", True, match[0])


_TIED_BEFORE = tuple("每几数点之第比初十百千万.．-—~～至到")


def _is_value(part: str) -> bool:
    whole, _, decimals = part.partition("点")
    return read_number(whole) is not None and all(sign in "零一二三四五六七八九" for sign in decimals)


def _inside_word(text: str, start: int, end: int, until: int) -> bool:
    """Whether a word of the dictionary holds the number and more than its unit: 三天两头, 万一, 一下子."""
    if text[start:until] in _FIXED or text[start : until + 1] in _FIXED:
        return True
    for first in range(max(0, end - _LONGEST), start + 1):
        for last in range(end, min(len(text), first + _LONGEST) + 1):
            if last - first < 2 or (first == start and last in (end, until)):
                continue
            word = entry(text[first:last])
            if word is not None and not (first == start and _is_counted(word.tag, text[end:last])):
                return True
    return False


def _is_counted(tag: str, rest: str) -> bool:
    """Whether a word is a number with what it counts (三个月), and not a saying (三天两头)."""
    return tag.startswith(_WHOLE_TAGS) and set(rest).isdisjoint(NUMERALS)
