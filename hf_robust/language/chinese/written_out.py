"""Chinese sentences that need the one before them, with what they refer to written out: 它很长 becomes 长城很长."""

import re
from collections.abc import Mapping, Sequence

from hf_robust.core.edits import Edit, Offsets
from hf_robust.language.chinese.person_names import is_likely_name, is_transliterated

__all__ = ["topic_of", "written_out"]

# a text that opens so is an article on what it names first
_TOPIC = re.compile(r"《[^》]{1,20}》|[一-鿿·A-Za-z0-9\- ]{2,14}?(?=[（(]|是|为|，(?:又|也|或|简|别|俗|原)?[称名])")
_NO_TOPIC = re.compile(
    "[的在了被由将有对与和及、，是为之]|[0-9] ?[年月日]|^[他她它其该此这那本我每各]|[多少]数|一[些个]"
)
_THING = re.compile("(?:它|牠)(?=的|[^们])")
_PERSON = re.compile("[他她](?=的|[^们])")
_ITS = re.compile("其(?![中他它次余实后间一二三])")
_THIS = re.compile(
    "[本该]([种属科站片剧书鱼校馆县市镇村区岛山河湖街路线桥塔寺庙]|城堡|公司|机构|组织|协会|大学|学院|专辑|歌曲|单曲"
    "|游戏|小说|电影)(?!们)"
)
_LONGEST_KIND = 5  # characters of the noun that ends a name
_WHOLE = re.compile(
    "(?:主要|多|常|一般|通常|广泛|目前)?(?:分布[于在]|生长[于在]|栖息[于在]|生活[于在]|产于|原产于|常见于|生于|出生[于在])"
)
_OF_SOME = re.compile("的[^，。]*[是为有较很最会达占]")  # 栖息在深水的个体较大
_CONNECTIVE = re.compile(
    "(?:此外|另外|同时|与此同时|例如|比如|事实上|实际上)[，,] ?|(?:然而|但是|不过|可是)[，,]? ?"
    "|但(?![愿凡书求丁])[，,]? ?"
)
_CONTRASTED = re.compile("则|却")  # needs what it is contrasted with


def written_out(text: str, sentences: Sequence[Offsets]) -> Mapping[int, Edit]:
    """What makes sentences stand alone: a name for an opening pronoun or omitted subject, or no opening connective.

    The name is that of the topic of an article, which its first sentence defines. A pronoun gets it if the sentence
    before begins with it too.

    Args:
        text: The text in simplified characters.
        sentences: Where its sentences lie.

    Returns:
        The edit of a sentence by the number of the sentence.

    Example:
        >>> text = "泰山（泰山山脉）是一座山。它位于山东。但山东还有别的山。"
        >>> written_out(text, [(0, 13), (13, 19), (19, 28)])
        {1: Edit(start=13, end=14, text='泰山', tags=None), 2: Edit(start=19, end=20, text='', tags=None)}
    """
    topic = topic_of(text)
    person = is_likely_name(topic) or is_transliterated(topic) or "·" in topic
    found: dict[int, Edit] = {}
    on_topic = False
    for number, (start, end) in enumerate(sentences):
        edit = None
        if number and topic:
            edit = _named(text, start, topic, person, on_topic)
        on_topic = edit is not None or (bool(topic) and text.startswith(topic, start, end))
        if (
            number
            and edit is None
            and (joined := _CONNECTIVE.match(text, start, end)) is not None
            and not _CONTRASTED.search(text, start, end)
        ):
            edit = Edit(start, joined.end(), "")
            on_topic = bool(topic) and text.startswith(topic, joined.end())
        if edit is not None:
            found[number] = edit
    return found


def topic_of(text: str) -> str:
    """What a text is an article on, as its first sentence names it; empty for other texts.

    Args:
        text: The text in simplified characters.

    Example:
        >>> topic_of("泰山（泰山山脉）是一座山。"), topic_of("他在山上。")
        ('泰山', '')
    """
    match = _TOPIC.match(text)
    return match[0].strip() if match is not None and not _NO_TOPIC.search(match[0].strip("《》")) else ""


def _named(text: str, start: int, topic: str, person: bool, on_topic: bool) -> Edit | None:
    """The edit that names the topic where a sentence begins."""
    if on_topic:
        if (opening := (_PERSON if person else _THING).match(text, start)) is not None:
            return Edit(start, opening.end(), topic)
        if (opening := _ITS.match(text, start)) is not None:
            return Edit(start, opening.end(), f"{topic}的")
    this = _THIS.match(text, start)
    if this is not None and not person and (text[start] == "本" or topic.endswith(this[1])):
        return Edit(start, this.end(), topic)
    if not person and text[start : start + 1] == "该":
        for size in range(_LONGEST_KIND, 1, -1):
            end = start + 1 + size
            if len(topic) > size and text[start + 1 : end] == topic[-size:]:  # 该银行, of 越南投资发展银行
                return Edit(start, end, topic)
    clause = re.split("[，。；]", text[start:], maxsplit=1)[0]
    if (on_topic or not person) and _WHOLE.match(clause) and not _OF_SOME.search(clause):
        return Edit(start, start, topic)
    return None
