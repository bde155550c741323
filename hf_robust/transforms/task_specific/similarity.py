"""Transformations for semantic similarity: pairs that say the same, and then no longer do."""

from dataclasses import dataclass
from types import MappingProxyType

from hf_robust.tasks import SIMILARITY
from hf_robust.transforms.base import Effect, register
from hf_robust.transforms.task_specific.pair_numbers import TurnedNumber
from hf_robust.transforms.task_specific.pair_words import TurnedWord


@register
@dataclass(frozen=True, kw_only=True)
class SwapWord(TurnedWord):
    """Replace a word that two equivalent sentences share with a contrary in one of them. They become different.

    A contrary is the antonym (*gain* and *lose*) or another thing of the same kind: another day, country, animal, site
    or school subject, a place of the same region, a person of the same gender. In a statement names change if there are
    any, else other words. The other sentence may have a word for the same (*rose* and *climbed*). Parts of names and
    of fixed terms do not change, and neither does a word that the rest of its text needs (*his younger self*). In a
    question, *best* becomes *cheapest*, *funniest* or *hardest* before things of which that is asked, and *worst* only
    where no other word can change.

    Source: TextFlint (Wang et al. 2021), section 3, Table 2 (c), "SwapWord".

    Example:
        >>> pair = {"sentence1": "How can I gain weight?", "sentence2": "How do I gain weight?", "label": "duplicate"}
        >>> new = SwapWord().preview_row({**pair, "label": "1"}, seed=2)
        >>> new["sentence1"], new["sentence2"], new["label"]
        ('How can I gain weight?', 'How do I lose weight?', '0')
    """

    name = "swap-word"
    version = "11"
    seed_name = "SwapWord"
    choice = "shared words that have an antonym"
    effects = MappingProxyType({SIMILARITY: Effect.CHANGES})


@register
@dataclass(frozen=True, kw_only=True)
class SwapNumber(TurnedNumber):
    """Replace a number that two equivalent sentences share in one of them. They become different.

    Counts, amounts, shares, years, dates, ages, hours, ordinals and numbers of versions ("iPhone 7") change. Indices
    ("S&P 500"), sayings and signs ("24/7") do not change.

    Source: TextFlint (Wang et al. 2021), section 3, Table 2 (c), "SwapNum".

    Example:
        >>> pair = {"sentence1": "It fell 20 percent.", "sentence2": "It dropped by 20 percent.", "label": "duplicate"}
        >>> SwapNumber().preview_row(pair)["sentence2"]
        'It dropped by 40 percent.'
    """

    name = "swap-number"
    version = "4"
    seed_name = "SwapNum"
    choice = "numbers that both sentences share"
    effects = MappingProxyType({SIMILARITY: Effect.CHANGES})
