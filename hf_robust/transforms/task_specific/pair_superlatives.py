"""A question for the best thing of a kind becomes one for the cheapest or the funniest: another question."""

from collections.abc import Iterator, Sequence
from types import MappingProxyType

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.language.english.closed_classes import JOINERS, QUESTION_WORDS
from hf_robust.transforms.task_specific.pair_view import PairWords, Swap

_WARES = """bicycle bike book camera car class college course drone earphone gym headphone hospital hotel institute
    headset laptop mobile monitor motorcycle notebook phone printer projector restaurant router scooter smartphone
    speaker tablet television tv university watch"""
_WORKS = "advertisement anime book cartoon comic film joke movie novel poem prank quote scene series show song story"
_SKILLS = "exercise game instrument language recipe subject trick workout"
_PRICED, _FELT, _LEARNT = ("cheapest", "most expensive"), ("funniest", "saddest"), ("easiest", "hardest")
_NEW = MappingProxyType(
    dict.fromkeys(_WARES.split(), _PRICED)
    | dict.fromkeys(_WORKS.split(), _FELT)
    | dict.fromkeys(_SKILLS.split(), _LEARNT)
    | dict.fromkeys("answer essay experience memory moment photo picture question".split(), ("funniest",))
    | dict.fromkeys("app program software website".split(), ("cheapest", "most expensive"))
    | {"book": ("cheapest", "longest", "shortest", "hardest")}
)
# where one of these stands the question is for the price, the mood or the effort already
_TOLD = frozenset(
    """affordable budget cheap comedy cost difficult easy expensive free fun funny hard low price quality romantic sad
        horror psychological inspirational
        tragic value beginner beginning recommend should buy worth""".split()
)
# the worst of these serves nothing: nobody asks for it
_MEANS = frozenset(
    """alternative app approach exercise guide language lesson method model number place plan platform position
        practice program resource service software solution source strategy suggestion supplement
        technique time tip tool tutorial way website workout""".split()
)
_NEAR = 5  # words behind "best" in which its noun stands
_BEFORE = QUESTION_WORDS | {"the", "some", "is", "are"}


def superlative_swaps(doc: Doc, mine: PairWords, yours: PairWords) -> Iterator[Swap]:
    """The ways to ask for another extreme of a kind of thing than the best.

    Args:
        doc: The question that changes.
        mine: Its words.
        yours: The words of the other question, which must ask for the best of the same kind, too.
    """
    if "?" not in mine.low or mine.low.count("best") != 1 or yours.low.count("best") != 1:
        return
    if not _TOLD.isdisjoint(mine.all | yours.all):
        return
    place = mine.low.index("best")
    noun = _kind(mine, place)
    if noun is None or noun != _kind(yours, yours.low.index("best")) or mine.low[place - 1] not in _BEFORE:
        return
    token = doc.tokens[place]
    if place and doc.is_free(token.start, token.end) and token.text == "best":
        for new in _NEW[noun]:
            yield Swap((Edit(token.start, token.end, new),), False)


def is_worst(swap: Swap) -> bool:
    """Whether a swap asks for the worst instead of the best, as it could do in very many questions."""
    return swap.edits[-1].text.lower() == "worst"


def asks_for_means(words: PairWords) -> bool:
    """Whether a question asks for the best way, method or place to do something, or for what serves a purpose."""
    if "best" not in words.low:
        return False
    rest = words.lemmas[words.low.index("best") + 1 :][:_NEAR]
    return not _MEANS.isdisjoint(rest) or "to" in rest


def only_worst(swaps: Sequence[Swap]) -> bool:
    """Whether there is no other swap than such ones."""
    return all(is_worst(swap) for swap in swaps)


def _kind(words: PairWords, place: int) -> str | None:
    """The noun of a table right behind a word, or behind other nouns and adjectives; it begins no list."""
    at = place + 1
    while at < len(words.tokens) and words.tokens[at].pos in ("ADJ", "NOUN", "PROPN"):
        at += 1
    noun = words.lemmas[at - 1]
    if at - 1 == place or words.tokens[at - 1].pos == "ADJ" or noun not in _NEW:
        return None
    return None if at < len(words.low) and words.low[at] in JOINERS | {",", "/", "&"} else noun
