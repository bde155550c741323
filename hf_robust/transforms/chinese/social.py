"""The style of Chinese social media: user names, topics, links and net spelling."""

from collections.abc import Iterator
from dataclasses import dataclass

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.languages import single_characters
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.script import to_simplified
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.base import ANSWERING_ADDITIONS, Transformation, preserves, register
from hf_robust.transforms.chinese.words import CHINESE_TASKS, written_as

_WORDS_A_SLIP = 10  # one misspelled word in ten words, as in the English transformation
_NEWS = ("记者", "报道", "新华社", "日电", "据悉", "发言人", "公司名称", "有限公司")
_KINDS = ("at", "topic", "url")


@register
@dataclass(frozen=True, kw_only=True)
class Twitter(Transformation):
    """Add an @name, a #topic# or a URL at the start or end.

    In texts other than news, up to 10% of the words also become net slang.

    Args:
        mode: ``random``, ``at``, ``topic`` or ``url`` (a short link as on Weibo).

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "TwitterType".

    Example:
        >>> Twitter(mode="topic").preview("这家店的面很好吃", seed=1)
        '这家店的面很好吃 #今日分享#'
    """

    mode: str = "random"

    name = "twitter"
    version = "zh.1"
    level = "sentence"
    linguistics = "pragmatics"
    seed_name = "TwitterType"
    choice = "places where a handle can be added"
    languages = ("zh",)
    effects = preserves(*CHINESE_TASKS, without=ANSWERING_ADDITIONS)

    def __post_init__(self) -> None:
        self._require_choice("mode", ("random", *_KINDS))

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        text = doc.text
        drawn = rng.choice(_KINDS)  # drawn always, so that `mode` does not change the rest
        kind = self.mode if self.mode != "random" else drawn
        first = kind != "url" and rng.random() < 0.5
        sign = written_as(_sign(kind, rng.fork(0)), text)
        tags = _tags(sign)
        plain = to_simplified(text)
        found = [] if any(word in plain for word in _NEWS) else sorted(_respelled(doc, plain, rng.fork(1)))
        gap = " " if doc.bounds is None else ""
        if first:
            return [Edit(0, 0, sign + gap, tags), *found]
        gap = "" if text[-1:].isspace() else gap
        return [*found, Edit(len(text), len(text), gap + sign, tags)]


def _sign(kind: str, rng: RowRandom) -> str:
    table = lexicon("net_style", "zh")
    if kind == "url":
        return "http://t.cn/" + rng.choice(table["link_parts"])
    return "@" + rng.choice(table["handles"]) if kind == "at" else f"#{rng.choice(table['topics'])}#"


def _tags(sign: str) -> dict[str, list[str]]:
    size = len(single_characters(sign))
    return {"upos": ["X"] * size, "xpos": ["FW"] * size}


def _respelled(doc: Doc, plain: str, rng: RowRandom) -> Iterator[Edit]:
    """Some of the words, one in ten of the text and one at least."""
    known = lexicon("net_style", "zh")["words"]
    words = [word for word in doc.free_words if plain[slice(*word)] in known]
    for number in rng.order(len(words))[: max(1, len(doc.words) // _WORDS_A_SLIP)]:
        start, end = words[number]
        yield Edit(start, end, written_as(rng.fork(number).choice(known[plain[start:end]]), doc.text))
