"""The sentences of a Chinese review in another order."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.closed_classes import DEGREES
from hf_robust.language.chinese.dictionary import entry, universal_tags_of
from hf_robust.language.chinese.script import to_simplified
from hf_robust.tasks import SENTIMENT
from hf_robust.transforms.base import Transformation, preserves, register

LEAST = 2
_MOST = 8  # of reviews with more, two raters found each one that was shuffled incoherent (10 rows, November 2026)
_SHORTEST = 4  # characters with the final mark; a shorter sentence is a cry about the one before
_SELF = frozenset(("我", "我们", "本人", "在", "对", "对于"))
# with these a sentence goes on from the one before, or sums up
_GOES_ON = re.compile(
    r"[“‘「『（(\"']*(?:但|可是|不过|然而|而|所以|因此|因而|于是|那|这|它|其|他|她|此|该|也|还|又|再|并|另外|除此|同时|结果|否则|"
    r"不然|本来|原[来本]|起初|开始|总之|总的|总体|综上|最后(?!的)|最终(?!的)|接着|然后|后来|特别是|尤其|更|甚至|比如|例如|反正|反而|相反|却|就|关键|重点|问题是|差[点一]|要不|只是|当然|因为|毕竟|以上|"
    r"如此|同样|连|(?:真的?|太|有点|有些)?(?:遗憾|可惜))"
)
# what a sentence says of the one before it
_REFERS = re.compile(
    r"^我(?:想|觉得|认为|感觉)[，,]?[这那]|这(?:个|些|种|一)?(?:问题|点|情况|现象|原因|缺点|毛病|方面|事)"
)
# where in time a sentence stands: those that say so keep their order
_TIMED = re.compile(
    "刚|初|抢|双十[一二]|618|收到|到货|入手|下单|买[了来回的]|购[买于]|第[一二三两]|当时|之前|以前|之后|以后|现在|如今|目前|今[天早晚年]|昨|前天|去年|那天|晚上|早上|上午|下午"
    "|[0-9一二两三四五六七八九十几半]+(?:多|来)?个?(?:[天月年周]|小时|分钟|星期)|过了|终于|直到|等到|发现|没想到|想|打电话|联系|[^据来不么]说(?!实话|真的|吧)|称|回复"
)
# how a review ends
_CLOSES = re.compile(
    "总|综|最后|好[啦了]|就此|推荐|反正|不管|希望|建议|谢谢|加油|下次|以后|再也|期待|再来|追评|不?值得"
)
_SHORTENED = re.compile("[^，,]{1,8}(?:不会|不是|没有|可以|不行)[，,]")  # 商城客服不会，...
_CRY = re.compile(r"[“‘「『]?\w{1,2}[！？!?…~～]+[”’」』]?")  # 哎？？ opens the next sentence
_LISTED = re.compile(
    r"[（(]?(?:[0-9]+|[一二三四五六七八九十]+)[、.．)）:：]|首先|第[一二三四五六七八九十]|其[一二三四]|[①-⑩]"
)
_FINAL = re.compile(r"[。！？!?…~～]+[”’」』》）)\"']*\Z")
_CLOSING = {"”": "“", "’": "‘", "」": "「", "』": "『", "》": "《", "）": "（", ")": "("}


@register
@dataclass(frozen=True, kw_only=True)
class SwapSentenceOrder(Transformation):
    """Shuffle the sentences of a text with two or more sentences.

    A sentence moves only if it begins with what it speaks of. One that continues the previous sentence (with *but*,
    *so*, *this*, *it*), refers to it (*this problem*) or leaves out its subject stays after it. Sentences with a
    position in time (昨天, 收到后) keep their order, and a summary at the end stays there. Sentences in the same
    quotation marks or brackets stay together. Texts with numbered items or with more than eight sentences do not
    change. If the last sentence has no final mark and another sentence follows it now, it gets a full stop.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "SentOrder".

    Example:
        >>> SwapSentenceOrder().preview("味道很好。服务一般。但是环境不错。价格偏高。", seed=2)
        '价格偏高。味道很好。服务一般。但是环境不错。'
    """

    name = "swap-sentence-order"
    version = "zh.4"
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
        if len(sentences) > _MOST:
            raise NotApplicable(f"more than {_MOST} sentences, which tell a story")
        if any(_LISTED.match(simplified, start) for start, _ in sentences):
            raise NotApplicable("the sentences are the items of a list")
        blocks: list[list[Offsets]] = []
        for sentence in sentences:
            if blocks and (not _opens(doc, simplified, sentence) or _CRY.fullmatch(simplified[slice(*blocks[-1][-1])])):
                blocks[-1].append(sentence)
            else:
                blocks.append([sentence])
        if len(blocks) < 2:
            raise NotApplicable("each sentence continues the previous one")
        if not all(doc.is_free(start, end) for start, end in sentences):
            raise NotApplicable("the change would move protected words")
        told = [simplified[block[0][0] : block[-1][1]] for block in blocks]
        order = _order(told, simplified[slice(*sentences[-1])], rng)
        return _moved(text, sentences, [sentence for place in order for sentence in blocks[place]])


def _opens(doc: Doc, text: str, place: Offsets) -> bool:
    """Whether a sentence can be read without the one before it: it names first what it speaks of, and says something
    of it.
    """
    start, end = place
    sentence = text[start:end]
    goes_on = _GOES_ON.match(sentence) or _REFERS.search(sentence) or _SHORTENED.match(sentence)
    if goes_on or len(sentence) <= _SHORTEST or sentence[0] in "，、；：":
        return False
    words = [text[first:last] for first, last in doc.words if start <= first and last <= end]
    tags = [universal_tags_of(word)[:1] for word in words]
    known = bool(words) and entry(words[0]) is not None
    # 包装还行: a verb that names what the judgement is on
    judged = len(words) > 1 and tags[0] == ("VERB",) and len(words[0]) > 1 and words[1] in DEGREES | {"还"}
    named = bool(words) and (judged or not known or tags[0] in (("NOUN",), ("PROPN",)) or words[0] in _SELF)
    return named and any(tag in (("VERB",), ("ADJ",), ("AUX",)) for tag in tags[1:])


def _order(blocks: Sequence[str], ending: str, rng: RowRandom) -> list[int]:
    """Another order of the blocks: those that stand in time keep theirs, and the end stays the end.

    Raises:
        NotApplicable: When no block could stand elsewhere.
    """
    last = len(blocks) - (_CLOSES.search(ending) is not None)
    timed = [place for place in range(last) if _TIMED.search(blocks[place])]
    if last < 2 or len(timed) == last:
        raise NotApplicable("each sentence has its place in the story")
    order = list(range(last))
    while order == sorted(order):
        order = list(rng.permuted(range(last)))
        in_order = iter(timed)
        order = [next(in_order) if place in timed else place for place in order]
    return [*order, *range(last, len(blocks))]


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
