"""Words of written Chinese that another word can stand for, each in the places where it can.

The table ``interchangeable`` has words that another stands for in most texts. Those here are short ones, such as 于 and
属, which are often part of a name or of a longer word: what stands before and behind them in the clause decides.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from hf_robust.language.chinese.word_view import WordView

__all__ = ["written_words"]

_NUMERAL = "[0-9一二两三四五六七八九十百千几数]"
_AMOUNT = rf"(?:约|大约|为|达|共)?{_NUMERAL}"
_SEASON = r"(?:$|里|是|的|时|会|来|到)"
_YEAR = r"(?:公元前?)?[0-9]{2,4}年"


class _Pair(NamedTuple):
    """A word, what can stand for it, and patterns of the clause before it and behind it.

    Args:
        tags: Parts of speech of the word before, of which it has one; the word also opens a clause then.
    """

    word: str
    new: str
    ahead: str = r""
    behind: str = r".+"
    tags: str = ""


_THINGS = "NOUN PROPN PRON ADV"
_PAIRS = (
    _Pair("于", "在", r"(?:分布|生长|居住|栖息|坐落|座落|收藏|存放|安葬|埋葬|聚居|定居|生活)$", r"[^0-9]{2}"),
    _Pair("于", "在", r"(?:^|曾|并|又|最初|最早|首次|后|亦|也|均)$", rf"{_YEAR}.{{2}}"),
    _Pair("于", "在", "", rf"{_YEAR}.{{2}}", "PROPN PRON"),
    _Pair("亦", "也", r"(?<![此人抑])$", r"(?![然即可步])."),
    _Pair("至", "到", r"[0-9][年月日]?$", r"[0-9]"),
    _Pair("因", "因为", "", r"[^此而其应素].+而"),
    _Pair("共", "总共", r"(?<![公一总中同])$", _AMOUNT),
    _Pair("共", "一共", r"(?<![公一总中同])$", _AMOUNT),
    _Pair("共有", "总共有", "", _AMOUNT),
    _Pair("拥有", "有", "", r"(?![者权了过着的和与、]).{2}", _THINGS),
    _Pair("具有", "有", "", r"(?![的和与、]).{2}", _THINGS),
    _Pair("设有", "有", "", r"(?![的和与、]).{2}", _THINGS),
    _Pair("属", "属于", r"(?:^|也|亦|均|皆|都|同|原)$", r"(?![于下名的性相实地国]).{2}"),
    _Pair("并", "并且", r"^$", r"(?![不非未没无且列存肩入排称购行联发重举将把以]).{4}"),
    _Pair("若", "如果", r"^$", r"(?![干是非无有即隐论]).{3}"),
    _Pair("虽", "虽然", r"^$", r"(?![然说败死则是]).{2}"),
    _Pair("仅", "只", r"(?<!不)$", r"(?:有(?!的)|能|限于)"),
    _Pair("为", "是", r"(?:^.{2,}|亦|也)$", r"一[种类部条座所款]", "NOUN PROPN"),
    _Pair("为", "是", "", r".{2,}之一$", "NOUN PROPN"),
    _Pair("常", "经常", r"(?<![日正经通非平异反])$", r"(?:被|在|会|与|把|将|出现|用|作|以)"),
    _Pair("自", "从", r"^$", rf"{_YEAR}.*起"),
    _Pair("及", "和", r"..$", r"(?![其时格早物]).{2}", "NOUN PROPN"),
    _Pair("以及", "和", r"..$", r".{2}"),
    _Pair("组成", "构成", r"由.{2,}$", r"$"),
    _Pair("使", "让", r"(?<![度史大公特天即促迫驱察抚密专])$", r"(?![用得者命节馆臣徒领团能之]).{4}", _THINGS),
    _Pair("使得", "使", "", r".{4}"),
    _Pair("可", "可以", "", r"(?:分为|分成|追溯|通过|在|由|被|以|根据|从|将|把|使|用)", _THINGS),
    _Pair("需", "需要", "", r"(?!要).{3}", _THINGS),
    _Pair("生于", "出生于", "", _YEAR),
    _Pair("又名", "又称", r"", r".{2}"),
    _Pair("对于", "对", r"^$", r".*(?:来说|而言|来讲)"),
    _Pair("对", "对于", r"^$", r".{2,}(?:来说|而言)"),
    _Pair("全长", "总长", r"..$", _AMOUNT),
    _Pair("体长", "身长", "", _AMOUNT),
    _Pair("分为", "分成", "", _NUMERAL),
    _Pair("随后", "之后", r"^$"),
    _Pair("不过", "但是", r"^$", r".{3}"),
    _Pair("根据", "依据", r"^$", r".{4}"),
    _Pair("大部分", "大多数", r"(?<!绝)$", r"的?(?:人|地区|国家|城市|学生|居民|成员|球员|时候|情况)"),
    _Pair("多次", "数次", r"(?<![很许太更那这么])$"),
    _Pair("最后", "最终", r"(?:^|[^的在到])$", rf"(?!{_NUMERAL}|一|的|阶段|时刻|关头|机会|日|天|期限).{{3}}"),
    _Pair("其他", "其它", "", r"(?!.{0,8}[人者员家师生民手们友客童兵王长国族神子女])(?!的).{2}"),
    _Pair("因为", "由于", r".$", r"(?!.*的$).{2}", "NOUN PROPN PRON"),
    _Pair("电影", "影片", r"(?<!电视)$", r"(?:$|[的于在是由中里讲以为])"),
    _Pair("风景", "景色", "", r"(?:$|优美|美丽|秀丽|宜人|如画|很|非常|真|不错|迷人|壮)"),
    _Pair("依据", "根据", r"^$", r".{4}"),
    _Pair("包括", "包含", "", r"(?!.{0,8}[他她员人们长手者]).{2}"),
    _Pair("之后", "以后", r"..$", r"$"),
    _Pair("之后", "此后", r"^$"),
    _Pair("获得", "取得", "", r".*(?:[冠亚季]军|[金银铜]牌|第.+名|学位|硕士|博士|胜利|成功|成绩|资格|优势)"),
    _Pair("获得", "得到", "", r".*(?:支持|帮助|认可|好评|批准|机会|同意|重视|改善|提高|发展|承认|保障)$"),
    _Pair("春季", "春天", "", _SEASON),
    _Pair("夏季", "夏天", "", _SEASON),
    _Pair("秋季", "秋天", "", _SEASON),
    _Pair("冬季", "冬天", "", _SEASON),
    _Pair("赢得", "获得", "", r".*(?:冠军|亚军|[金银铜]牌|奖|支持|尊重|好评|赞誉|声誉)"),
)
"""Sorted by nothing: a word has several lines where it goes with several surroundings."""

_ENUMERATED = ("如", ("例如", "比如"))  # 如甲、乙


def _by_word() -> dict[str, list[tuple[str, re.Pattern[str], re.Pattern[str], frozenset[str]]]]:
    found: dict[str, list[tuple[str, re.Pattern[str], re.Pattern[str], frozenset[str]]]] = {}
    for word, new, ahead, behind, tags in _PAIRS:
        line = (new, re.compile(ahead), re.compile(behind), frozenset(tags.split()))
        found.setdefault(word, []).append(line)
    return found


_KNOWN = _by_word()


def written_words(view: WordView, number: int) -> Sequence[str]:
    """The words that can stand for a word of written Chinese in its place; none for any other word.

    Args:
        view: The words of a text.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> from hf_robust.language.chinese.definition import CHINESE
        >>> view = WordView(Doc.of_tokens("它 分布 于 亚洲 ， 终 于".split(), language=CHINESE))
        >>> written_words(view, 2), written_words(view, 5)
        (['在'], [])
    """
    word = view.word(number)
    known = _KNOWN.get(word)
    if known is None:
        return list(_ENUMERATED[1]) if word == _ENUMERATED[0] and _opens_list(view, number) else []
    ahead, behind = view.ahead(number), view.behind(number)
    return [
        new
        for new, before, after, tags in known
        if before.search(ahead) and after.match(behind) and (not tags or not ahead or tags & set(view.tags(number - 1)))
    ]


def _opens_list(view: WordView, number: int) -> bool:
    return not view.ahead(number) and view.mark_after(number) == "、" and len(view.behind(number)) > 1
