"""How people rated transformed English texts (Wang et al. 2021), and a confidence derived from the ratings."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from statistics import fmean
from typing import Any, NamedTuple

from hf_robust.language.lexicons import lexicon

SOURCE = "Wang et al. 2021, TextFlint, Tables 1 and 2"
RATED_TEXTS, RATERS = 100, "3 native speakers"
RATED_LANGUAGE = "en"
"""Language of the texts that were rated; what bears the same name for another language has no rating."""


class Rating(NamedTuple):
    """How one transformation was rated for one task: means over 100 texts and three native speakers, from 1 to 5.

    Args:
        seed_name: What the paper calls the transformation.
        name: What we call it.
        params: The parameters of the variant that was rated; empty where there is one.
        plausibility: Of the originals and of the transformed texts: would a native speaker write this?
        grammaticality: Of the originals and of the transformed texts.
    """

    seed_name: str
    task: str
    name: str
    params: Mapping[str, Any]
    plausibility: tuple[float, float]
    grammaticality: tuple[float, float]

    @property
    def confidence(self) -> float:
        """How much of the originals' quality is left, see :func:`confidence`."""
        return confidence(self.plausibility, self.grammaticality)


@cache
def ratings() -> tuple[Rating, ...]:
    """All ratings, by seed name and task.

    Source: the two tables of Wang et al. 2021. ``SwapSyn-WordNet`` and ``SwapAnt-WordNet`` are as printed. Their
    lines may be exchanged there: antonyms are rated for four tasks, some of whose labels they do not keep.

    Example:
        >>> [rating.plausibility for rating in ratings() if rating.seed_name == "BackTrans"]
        [(3.79, 3.94)]
    """

    def rating(seed_name: str, task: str, name: str, params: str, *figures: str) -> Rating:
        before, after, grammar_before, grammar_after = map(float, figures)
        return Rating(seed_name, task, name, json.loads(params), (before, after), (grammar_before, grammar_after))

    return tuple(rating(*row) for row in lexicon("human_scores"))


def confidence(plausibility: Sequence[float], grammaticality: Sequence[float]) -> float:
    """How much of the originals' quality the transformed texts keep: 1 all of it, 0 nothing.

    For each rating it is (transformed - 1) / (original - 1), since 1 is the lowest mark, and at most 1; the confidence
    is the mean of the two. Where it is low, a drop may be the fault of the texts as much as of the model.

    Args:
        plausibility: Of originals and transformed texts, 1 to 5.
        grammaticality: The same.

    Example:
        >>> confidence((4.0, 4.2), (4.0, 2.5))
        0.75
    """
    return fmean(min(1.0, (after - 1) / (before - 1)) for before, after in (plausibility, grammaticality))


def rated(name: str, params: Mapping[str, Any] | None = None) -> list[Rating]:
    """The ratings of one transformation; none when nobody rated it, or not with these parameters.

    Args:
        name: Our name.
        params: All its parameters; None for the ratings of all variants.

    Example:
        >>> {rating.seed_name for rating in rated("word-case", {"case": "title"})}
        {'WordCase-title'}
        >>> rated("word-case", {"case": "random"})
        []
    """
    found = (rating for rating in ratings() if rating.name == name)
    return [rating for rating in found if params is None or rating.params.items() <= params.items()]


def human_score(
    stages: Sequence[Mapping[str, Any]], task: str, language: str = RATED_LANGUAGE
) -> dict[str, Any] | None:
    """The ratings that stand behind a result, for its record.

    Args:
        stages: Name and parameters of each transformation. A chain is as good as its worst stage; it has no rating
            when one of its stages has none.
        task: The task. When the transformation was rated for others only, the mean over these is taken.
        language: Code of the language of the texts; only English ones were rated.

    Returns:
        ``transformation``, ``seed_names``, ``tasks`` (those the figures are of), ``own`` (whether that is the task
        itself), ``plausibility`` and ``grammaticality`` (original, transformed) and ``confidence``; or None.

    Example:
        >>> score = human_score([{"name": "keyboard", "params": {}}], "part-of-speech")
        >>> score["own"], score["grammaticality"], round(score["confidence"], 2)
        (True, [3.7, 3.33], 0.87)
        >>> human_score([{"name": "homophone", "params": {}}], "part-of-speech") is None
        True
        >>> human_score([{"name": "keyboard", "params": {}}], "part-of-speech", "zh") is None
        True
    """
    if language != RATED_LANGUAGE:
        return None
    found = [_stage_score(stage, task) for stage in stages]
    scores = [score for score in found if score is not None]
    if not scores or len(scores) < len(found):
        return None
    return min(scores, key=lambda score: score["confidence"])


def _stage_score(stage: Mapping[str, Any], task: str) -> dict[str, Any] | None:
    found = rated(stage["name"], stage.get("params") or {})
    own = [rating for rating in found if rating.task == task]
    used = own or found
    if not used:
        return None
    sides = {side: _means([getattr(rating, side) for rating in used]) for side in ("plausibility", "grammaticality")}
    return {
        "transformation": stage["name"],
        "seed_names": sorted({rating.seed_name for rating in used}),
        "tasks": sorted({rating.task for rating in used}),
        "own": bool(own),
        **sides,
        "confidence": round(confidence(**sides), 4),
    }


def _means(pairs: Sequence[tuple[float, float]]) -> list[float]:
    return [round(fmean(side), 4) for side in zip(*pairs, strict=True)]
