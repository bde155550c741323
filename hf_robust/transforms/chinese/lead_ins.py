"""An irrelevant lead-in before a Chinese text, and a proverb behind a long one."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.core.text import HAN
from hf_robust.language.chinese.script import is_traditional, to_simplified, to_traditional
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import NLI
from hf_robust.transforms.base import Transformation, preserves, register
from hf_robust.transforms.chinese.han_words import CHINESE_TASKS

LONG_TEXT = 10
_OPENS = re.compile(rf"[“‘「『《（(\"']?[{HAN}A-Za-z0-9]")
_NUMBERED = re.compile(rf"[“‘「『（(]?(?:[0-9]+|[一二三四五六七八九十]+)[、.．)）:：]|第[{HAN}0-9]{{1,3}}[，、]")
_CLOSED = re.compile(r"[。！？!?…~～][”’」』》）)\"']*\s*\Z")
_OPEN_END = re.compile(rf"[{HAN}A-Za-z0-9”’」』》）)]\s*\Z")

ASKS = re.compile(
    r"[？?]|什么|怎么|怎样|如何|为何|哪|谁|几[点个时天年月号岁]|多少|多久|多大|是否|能否|可否|吗\s*\Z|呢\s*\Z|(.)不\1"
)
"""What a question has, in simplified characters."""
_REQUESTS = re.compile(
    r"[请帮给喊叫祝别]|加油|然而|但|所以|因此|因为|不过|而且|那么|可是|[^。！!，,]*吧[。！!~～.]*\Z|.{0,9}打开\Z"
)
# before a question or request, and before what goes on with something, only these: the others promise a statement
_OF_QUESTIONS = frozenset(
    "说起来 话说回来 对了 突然想到 我突然想到 刚才想到 刚想起来 先说一句 插一句 大家好 各位好 说真的 一句话".split()
)

Phrase = tuple[Sequence[str], Sequence[str]]


@register
@dataclass(frozen=True, kw_only=True)
class AppendIrrelevant(Transformation):
    """An irrelevant lead-in before a text and, behind one of ten words or more, a proverb.

    A lead-in stands before texts that begin with a letter or digit, a quotation mark or bracket before it or not, and
    not before the points of a list; before a question one that does not promise a statement. A proverb stands behind
    texts that end with a final mark; where a statement ends without any mark it gets a full stop.

    Args:
        place: ``both``, ``start`` or ``end``, where the proverb stands after shorter texts, too.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "AppendIrr".

    Example:
        >>> AppendIrrelevant().preview("耳机坏了。", seed=1)
        '随手写几句，耳机坏了。'
    """

    place: str = "both"

    name = "append-irrelevant"
    version = "zh.1"
    level = "sentence"
    linguistics = "pragmatics"
    seed_name = "AppendIrr"
    languages = ("zh",)
    # what is known of a premise does not entail a proverb behind the hypothesis
    effects = preserves(*CHINESE_TASKS, without={NLI})

    def __post_init__(self) -> None:
        self._require_choice("place", ("both", "start", "end"))

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        # both are drawn always, so that `place` does not change what is drawn
        plain = to_simplified(doc.text)
        asks = ASKS.search(plain) is not None
        states = not asks and _REQUESTS.match(plain.lstrip()) is None
        leadin, saying = rng.choice(_leadins(not states)), rng.choice(lexicon("sayings", "zh"))
        text, found = doc.text, []
        start = len(text) - len(text.lstrip())
        if self.place != "end" and _OPENS.match(text, start) and not _NUMBERED.match(text, start):
            found.append(_inserted(doc, start, leadin))
        if self.place == "end" or (self.place == "both" and len(doc.words) >= LONG_TEXT):
            end = len(text.rstrip())
            if _CLOSED.search(text):
                found.append(_inserted(doc, end, saying))
            elif _OPEN_END.search(text) and not asks:
                words, tags = saying
                found.append(_inserted(doc, end, (("。", *words), ("PUNCT", *tags))))
        return found


@cache
def _leadins(before_question: bool) -> Sequence[Phrase]:
    found: Sequence[Phrase] = lexicon("leadins", "zh")
    return [one for one in found if "".join(one[0][:-1]) in _OF_QUESTIONS] if before_question else found


def _inserted(doc: Doc, place: int, phrase: Phrase) -> Edit:
    words, upos = phrase
    if is_traditional(doc.text):
        words = tuple(map(to_traditional, words))
    return Edit(place, place, "".join(words), new_words(doc, words, {"upos": upos}))


def new_words(doc: Doc, words: Sequence[str], tags: Mapping[str, Sequence[str]]) -> Mapping[str, Sequence] | None:
    """What an edit says of the tokens that it inserts: the words and their tags; nothing where tokens are characters.

    Args:
        doc: The text.
        words: The words.
        tags: A tag for each by layer.
    """
    if doc.bounds is None or doc.language.by_character([doc.text[start:end] for start, end in doc.bounds]):
        return None
    return {**tags, "words": list(words)}
