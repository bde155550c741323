"""Chinese sentences that go on from the one before them, and places of a text that take nothing in between."""

import re
from collections.abc import Sequence

from hf_robust.core.edits import Offsets

__all__ = ["goes_on", "is_defined_with", "is_in_between"]

_UNNAMED = re.compile(  # 1969年5月参加工作: who?
    "[0-9０-９]{2,4} ?年(?:[0-9０-９]{1,2} ?月)?(?:[0-9０-９]{1,2} ?日)?[起后]?"
    "[被任获加参入出毕当调赴在至到开正首转起进回退升]"
)
_LABEL = re.compile("[^，。；：]{1,12}：")  # 核心科目：中国语文、英国语文。
_QUOTES = re.compile('[^，。；]{1,24}(?:[说曰云]|写道|记载|指出)[：，]?[“「『"]')  # evidence for what stands before it
# of something that the sentence does not name
_OF_IT = re.compile(
    "症状|特征|特点|优点|缺点|功能|用途|主角|剧情|情节|案情|当局|官方|集团|成员|辩方|控方|法官|主办|一些部位|代表|墓|葬|卒"
)
_ABOVE = re.compile("上述|(?<![^，。；])以上|前述|[本此]文|此条目")  # means what stands before it in the text
_TERM = re.compile("叫做|叫作|称[为作之]|定义为")
# what is so at any time
_STATE = re.compile("是|为(?!了)|有|位于|属|包括|分[为布]|可|能|均|通常|一般|约|[长高]?达|善于|著称|喜|距|认为|称")
_SENTENCE = re.compile('。[”」』"]?')
_PARTS_OF_NAMES = (2, 3, 4, 5)  # characters of a surname from abroad
_OPENING = 10  # characters, about the subject of a sentence
_STORY = 3  # passages with a time


def goes_on(text: str, before: Offsets, start: int, end: int) -> bool:
    """Whether a sentence goes on from the one before it, although it has no pronoun and no connective.

    Args:
        text: The text in simplified characters.
        before: Where the passage before the sentence lies.
        start: Where the sentence begins.
        end: Where it ends.

    Example:
        >>> text = "王刚是山东人。1969年5月参加工作。山东很大。"
        >>> goes_on(text, (0, 7), 7, 19), goes_on(text, (7, 19), 19, 24)
        (True, False)
    """
    if any(sign.match(text, start, end) for sign in (_UNNAMED, _LABEL, _QUOTES, _OF_IT)):
        return True
    if any(text.count(pair[1], start, end) > text.count(pair[0], start, end) for pair in ("()", "（）")):
        return True  # it ends a bracket that the sentence before opens
    ends = [found.end() for found in _SENTENCE.finditer(text, *before)]
    if any(f"{dot}{text[start : start + size]}" in text[slice(*before)] for dot in "·•" for size in _PARTS_OF_NAMES):
        return True  # 戴维斯… behind 托马斯·戴维斯
    last = next((place for place in reversed(ends) if place < before[1]), before[0])
    return _LABEL.match(text, last, before[1]) is not None


def is_in_between(
    text: str, parts: Sequence[Offsets], told: Sequence[frozenset[str]], timed: Sequence[int], number: int, to: int
) -> bool:
    """Whether a passage would part others that belong together.

    Args:
        text: The text in simplified characters.
        parts: Where its passages lie.
        told: What each speaks of, without the topic of the text.
        timed: The passages that say when something was.
        number: The passage that would move.
        to: The passage whose place it would take.
    """
    # what most passages speak of does not show which ones belong together
    often = {name for names in told for name in names if 2 * sum(name in one for one in told) > len(told)}
    # among what happened, only what is so at any time has no place of its own
    if number not in timed and len(timed) >= _STORY and not _STATE.search(text, *_first_sentence(text, parts[number])):
        return True
    ahead, behind = (to - 1, to) if to < number else (to, to + 1)
    if ahead >= 0 and behind < len(parts):
        # in the middle of what is told by its years
        if number not in timed and len(timed) >= _STORY and timed[0] <= ahead and behind <= timed[-1]:
            return True
        shared = told[ahead] & told[behind]
        if shared - often and told[number].isdisjoint(told[ahead] | told[behind]):
            return True
        # 凤岭校区…东盟校区…
        subjects = [text[start : start + _OPENING] for start, _ in (parts[ahead], parts[behind])]
        if any(all(name in subject for subject in subjects) for name in shared - told[number]):
            return True
    others = range(to, number) if to < number else range(number + 1, to + 1)
    if any(_ABOVE.search(text, *parts[place]) for place in (*others, number)):
        return True
    return number + 1 < len(parts) and any(
        _goes_on_with(text, parts, number + 1, name) for name in told[number] - often
    )


def _first_sentence(text: str, part: Offsets) -> Offsets:
    found = _SENTENCE.search(text, *part)
    return part[0], found.end() if found is not None else part[1]


def _goes_on_with(text: str, parts: Sequence[Offsets], place: int, name: str) -> bool:
    """Whether one passage alone begins with a name, so that it goes on from the one before it."""
    return [text.startswith(name, start) for start, _ in parts] == [number == place for number in range(len(parts))]


def is_defined_with(text: str, parts: Sequence[Offsets], told: Sequence[frozenset[str]], one: int, other: int) -> bool:
    """Whether two passages say what terms mean, or one of them does and both speak of the same thing.

    Args:
        text: The text in simplified characters.
        parts: Where its passages lie.
        told: What each speaks of, without the topic of the text.
        one: The number of one passage.
        other: The number of the other.
    """
    terms = sum(_TERM.search(text, *parts[place]) is not None for place in (one, other))
    return terms == 2 or (terms == 1 and bool(told[one] & told[other]))
