"""The sentences of a Chinese review in another order."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.script import to_simplified
from hf_robust.tasks import SENTIMENT
from hf_robust.transforms.base import Transformation, preserves, register

LEAST = 3  # sentences: two would often be a statement and its reason, which have one order
# with these a sentence goes on from the one before, or sums up
_GOES_ON = re.compile(
    r"[“‘「『（(\"']*(?:但|可是|不过|然而|而|所以|因此|因而|于是|那|这|它|其|他|她|此|该|也|还|又|再|并|另外|除此|同时|结果|否则|"
    r"不然|总之|总的|总体|综上|最后(?!的)|最终(?!的)|接着|然后|后来|特别是|尤其|更|甚至|比如|例如|反正|反而|相反|却|就|只是|当然|因为|毕竟|以上|"
    r"如此|同样|连|(?:真的?|太|有点|有些)?(?:遗憾|可惜))"
)
# what a sentence says of the one before it
_REFERS = re.compile(r"这(?:个|些|种|一)?(?:问题|点|情况|现象|原因|缺点|毛病|方面|事)")
_CRY = re.compile(r"[“‘「『]?\w{1,2}[！？!?…~～]+[”’」』]?")  # 哎？？ opens the next sentence
_LISTED = re.compile(
    r"[（(]?(?:[0-9]+|[一二三四五六七八九十]+)[、.．)）:：]|首先|第[一二三四五六七八九十]|其[一二三四]|[①-⑩]"
)
_FINAL = re.compile(r"[。！？!?…~～]+[”’」』》）)\"']*\Z")
_CLOSING = {"”": "“", "’": "‘", "」": "「", "』": "『", "》": "《", "）": "（", ")": "("}


@register
@dataclass(frozen=True, kw_only=True)
class SwapSentenceOrder(Transformation):
    """Shuffle the sentences of a text with three or more sentences.

    A sentence that continues the previous one (with *but*, *so*, *this*, *it*) or refers to it (*this problem*) stays
    after it, and a cry of one or two characters (哎？) stays before the next one. Sentences in the same
    quotation marks or brackets stay together. Texts with numbered items do not change. If the last sentence has no
    final mark and another sentence follows it now, it gets a full stop.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "SentOrder".

    Example:
        >>> SwapSentenceOrder().preview("味道很好。服务一般。但是环境不错。价格偏高。", seed=2)
        '价格偏高。味道很好。服务一般。但是环境不错。'
    """

    name = "swap-sentence-order"
    version = "zh.2"
    level = "sentence"
    linguistics = "pragmatics"
    seed_name = "SwapSentenceOrder"
    choice = "sentences that can be moved"
    languages = ("zh",)
    effects = preserves(SENTIMENT)

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        text, simplified = doc.text, to_simplified(doc.text)
        sentences = whole_sentences(text, doc.language.sentences(text))
        if len(sentences) < LEAST:
            raise NotApplicable(f"fewer than {LEAST} sentences")
        if any(_LISTED.match(simplified, start) for start, _ in sentences):
            raise NotApplicable("the sentences are the items of a list")
        blocks: list[list[Offsets]] = []
        for sentence in sentences:
            if blocks and (
                _goes_on(simplified[slice(*sentence)]) or _CRY.fullmatch(simplified[slice(*blocks[-1][-1])])
            ):
                blocks[-1].append(sentence)
            else:
                blocks.append([sentence])
        if len(blocks) < 2:
            raise NotApplicable("each sentence continues the previous one")
        if not all(doc.is_free(start, end) for start, end in sentences):
            raise NotApplicable("the change would move protected words")
        order = list(range(len(blocks)))
        while order == sorted(order):
            order = list(rng.permuted(order))
        return _moved(text, sentences, [sentence for place in order for sentence in blocks[place]])


def _goes_on(sentence: str) -> bool:
    return _GOES_ON.match(sentence) is not None or _REFERS.search(sentence) is not None


def whole_sentences(text: str, sentences: Sequence[Offsets]) -> list[Offsets]:
    """Sentences with a final mark, those that share quotation marks or brackets as one.

    Args:
        sentences: What a language takes for sentences.

    Example:
        >>> whole_sentences("很好；（不贵。下次来。）走了。", [(0, 3), (3, 7), (7, 12), (12, 15)])
        [(0, 12), (12, 15)]
    """
    found: list[Offsets] = []
    start = -1
    for first, end in sentences:
        start = first if start < 0 else start
        if (_FINAL.search(text[start:end]) or text[end : end + 1] == "\n") and _is_balanced(text[start:end]):
            found.append((start, end))
            start = -1
    if start >= 0:
        found.append((start, sentences[-1][1]))
    return found


def _is_balanced(text: str) -> bool:
    return all(text.count(opening) == text.count(closing) for closing, opening in _CLOSING.items())


def _moved(text: str, places: Sequence[Offsets], order: Sequence[Offsets]) -> list[Edit]:
    """The edits that put sentences to the places of others."""
    edits = []
    for place, (old, new) in enumerate(zip(places, order)):
        sentence = text[new[0] : new[1]]
        if place + 1 < len(places) and new == places[-1] and not _FINAL.search(sentence):
            sentence = sentence.rstrip("，、；：,; ") + "。"
        if old != new:
            edits.append(Edit(*old, sentence))
    return edits
