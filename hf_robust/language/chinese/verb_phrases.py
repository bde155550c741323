"""Where the predicate of a Chinese clause begins, and what marks its time."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from hf_robust.core.edits import Offsets
from hf_robust.language.chinese.closed_classes import DEGREE_COMPLEMENTS, PREPOSITIONS
from hf_robust.language.chinese.word_view import WordView

__all__ = ["ACTIONS_GONE", "COVERBS", "Action", "actions", "predicate_start"]

COVERBS = PREPOSITIONS | frozenset("于 到 把 用 以 往".split())
"""Words that open a phrase before a verb."""
ACTIONS_GONE = frozenset("了 过".split())
"""Particles of what was done."""
_SUBJECTS = frozenset({"NOUN", "PROPN", "PRON", "NUM", "ADV"})
_WITHIN = frozenset({"NOUN", "PROPN", "PRON", "NUM", "ADP"})
_FAR = 6  # words between a preposition and its verb; phrases that are longer are rare, and their parse is uncertain
_GRADED = re.compile("太|极|可|最")  # 太贵了 tells no time
_NO_VERBS = DEGREE_COMPLEMENTS | frozenset("为 除 罢 算 好 对 完 忘".split())


class Action(NamedTuple):
    """A verb with 了 or 过 behind it.

    Args:
        verb: Number of the verb.
        particle: Offsets of 了 or 过.
        start: Number of the word with which the predicate begins: the verb, or what opens the phrase before it.
    """

    verb: int
    particle: Offsets
    start: int


def predicate_start(view: WordView, verb: int) -> int | None:
    """The number of the word before which an adverb may stand: the verb's, or that of a phrase before it.

    Args:
        view: The words of the text.
        verb: Number of the verb.

    Returns:
        None where something else stands between the verb and its subject.
    """
    for place in range(verb - 1, max(-1, verb - _FAR), -1):
        if not view.before(verb, verb - place):
            break
        if view.word(place) in COVERBS:
            return place if _opens(view, place) else None
        if not _WITHIN.intersection(view.tags(place)[:1]) and view.tags(place):
            break
    return verb if _opens(view, verb) else None


def _opens(view: WordView, number: int) -> bool:
    before = view.before(number)
    if not before:
        return view.clause(number)[0] == view.places[number][0]
    tags = view.tags(number - 1)
    return before not in COVERBS and (not tags or bool(_SUBJECTS.intersection(tags[:1])))


def actions(view: WordView) -> Iterator[Action | None]:
    """The verbs of a text with 了 or 过 behind them; None for such a particle whose verb cannot be told."""
    for number in range(1, len(view)):
        word = view.word(number)
        graded = not view.after(number) and _GRADED.search(view.ahead(number))
        if word not in ACTIONS_GONE or not view.before(number) or graded:
            continue
        verb = number - 1
        may = "VERB" in view.tags(verb)[:1] or view.word(verb) in ("上", "下", "去", "来")
        sure = may and view.word(verb) not in _NO_VERBS and bool(view.after(number))
        start = predicate_start(view, verb) if sure else None
        yield None if start is None else Action(verb, view.places[number], start)
