"""Transformations for natural language inference."""

from dataclasses import dataclass
from types import MappingProxyType

from hf_robust.tasks import NLI
from hf_robust.transforms.base import Effect, register
from hf_robust.transforms.task_specific.pair_numbers import TurnedNumber
from hf_robust.transforms.task_specific.pair_words import TurnedWord


@register
@dataclass(frozen=True, kw_only=True)
class SwapAntonym(TurnedWord):
    """A word of an entailed hypothesis becomes its opposite; the pair becomes a contradiction.

    Only a word changes that the premise says too, or that says where all of it happens, and whose opposite excludes it
    while both are said of the same thing: *sit* and *stand*, *inside* and *outside*, *young* and *old*, a text of men
    alone and one of women. Hypotheses that negate, count, compare, ask or only think something possible stay.

    With two labels a contradiction is *not entailment*.

    Source: TextFlint (Wang et al. 2021), section 4.1, Table 6, "SwapAnt".

    Example:
        >>> pair = {"premise": "A dog sleeps outside.", "hypothesis": "A dog is outside.", "label": "entailment"}
        >>> SwapAntonym().preview_row(pair)["hypothesis"]
        'A dog is inside.'
    """

    name = "swap-antonym"
    seed_name = "SwapAnt"
    effects = MappingProxyType({NLI: Effect.CHANGES})


@register
@dataclass(frozen=True, kw_only=True)
class NumberWord(TurnedNumber):
    """A number that an entailed hypothesis shares with the premise becomes another; the pair becomes a contradiction.

    What counts gets larger, since three men are also two, or "more than" or "fewer than" before it. Years, dates, ages,
    hours, shares and ordinals become others. Numbers that are no exact ones ("about 3", "at least 3"), parts of names,
    and such as the premise may count more of ("three men and others") stay.

    With two labels a contradiction is *not entailment*.

    Source: TextFlint (Wang et al. 2021), section 4.1, Table 6, "NumWord".

    Example:
        >>> pair = {"premise": "Three men sleep outside.", "hypothesis": "Three men sleep.", "label": "entailment"}
        >>> NumberWord().preview_row(pair)["hypothesis"]
        'Eight men sleep.'
    """

    name = "number-word"
    seed_name = "NumWord"
    effects = MappingProxyType({NLI: Effect.CHANGES})
