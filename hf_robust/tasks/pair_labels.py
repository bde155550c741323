"""What the labels of a pair of texts mean: that one follows from the other, that both say the same."""

from collections.abc import Sequence
from typing import Any

from hf_robust.core.errors import NotApplicable
from hf_robust.core.quoted import quoted
from hf_robust.tasks.base import Task
from hf_robust.tasks.classification import SIMILARITY
from hf_robust.tasks.label_spellings import canonical
from hf_robust.tasks.labels import whole

ENTAILMENT = "entailment"
CONTRADICTION = "contradiction"
NEUTRAL = "neutral"
NOT_ENTAILMENT = "notentailment"
EQUIVALENT = "duplicate"
NOT_EQUIVALENT = "notduplicate"

_PAIRS = (ENTAILMENT, CONTRADICTION, NEUTRAL, NOT_ENTAILMENT, EQUIVALENT, NOT_EQUIVALENT)
# as WordNet's authors, GLUE and most datasets of paraphrases number them
_NUMBERED = {1: EQUIVALENT, 0: NOT_EQUIVALENT}
# how a label is spelled where a dataset says only the other one
_SPELLED = {
    CONTRADICTION: "contradiction",
    NEUTRAL: "neutral",
    ENTAILMENT: "entailment",
    NOT_ENTAILMENT: "not_entailment",
}
_SPELLED_IN_CHINESE = {CONTRADICTION: "矛盾", NEUTRAL: "中立", ENTAILMENT: "蕴含", NOT_ENTAILMENT: "不蕴含"}
_SAYS = {
    **_SPELLED,
    EQUIVALENT: "equivalent",
    NOT_EQUIVALENT: "not equivalent",
}


def pair_meaning(task: Task, gold: Any) -> str:
    """What a gold label means: one of this module's constants.

    In similarity the numbers 1 and 0 without names are *equivalent* and *not equivalent*, as in nearly all datasets.

    Args:
        task: The bound task.
        gold: The label, by its name where it has one.

    Raises:
        NotApplicable: When the label's name says none of them, or it is a number of inference without a name.

    Example:
        >>> from hf_robust.tasks import task
        >>> pair_meaning(task("nli"), "Not_Entailment"), pair_meaning(task("similarity"), 1)
        ('notentailment', 'duplicate')
    """
    meaning = _meaning(task, gold)
    if meaning is None and _whole_number(gold) is not None:
        raise NotApplicable("the labels are numbers without names; use label_names=[...] in the task")
    if meaning is None:
        raise NotApplicable(f"the label {quoted(gold)} does not say how the two texts are related")
    return meaning


def pair_label(task: Task, gold: Any, *meanings: str) -> Any:
    """The data's label for the first of several meanings that it has one for.

    Where the names are not known, they are spelled as the gold label is.

    Args:
        task: The bound task.
        gold: The row's gold label, by its name where it has one.
        *meanings: Constants of this module, the best first.

    Raises:
        NotApplicable: When the data has no label for any of them.

    Example:
        >>> from hf_robust.tasks import task
        >>> two = task("nli", label_names=["entailment", "not_entailment"])
        >>> pair_label(two, "entailment", CONTRADICTION, NOT_ENTAILMENT)
        'not_entailment'
        >>> pair_label(task("similarity"), 1, NOT_EQUIVALENT), pair_label(task("nli"), "Entailment", NEUTRAL)
        (0, 'Neutral')
    """
    names = task.label_names or _unnamed(task, gold)
    for meaning in meanings:
        found = next((name for name in names if _meaning(task, name) == meaning), None)
        if found is not None:
            return found
    wanted = " or ".join(map(repr, (_SAYS[meaning] for meaning in meanings)))
    raise NotApplicable(f"the data has no label for {wanted}")


def _meaning(task: Task, label: Any) -> str | None:
    number = _whole_number(label)
    if number is not None:
        return _NUMBERED.get(number) if task.name == SIMILARITY else None
    found = canonical(label) if isinstance(label, str) else ""
    return found if found in _PAIRS else None


def _whole_number(label: Any) -> int | None:
    if isinstance(label, str):
        return int(label) if label.isascii() and label.isdigit() else None
    return whole(label)


def _unnamed(task: Task, gold: Any) -> Sequence[Any]:
    """The labels that there are likely to be, where the data does not name them."""
    if _whole_number(gold) is not None:
        kind = type(gold)
        return [kind(number) for number in _NUMBERED] if task.name == SIMILARITY else []
    if task.name == SIMILARITY:
        other = {EQUIVALENT: "not_", NOT_EQUIVALENT: ""}
        meaning = _meaning(task, gold)
        if meaning is None:
            return []
        if gold.casefold() == "same":
            return [gold, _like(gold, "different")]
        return [gold, _opposite_in_chinese(gold) or _like(gold, other[meaning] + _bare(gold))]
    spelled = _SPELLED if str(gold).isascii() else _SPELLED_IN_CHINESE
    if _meaning(task, gold) == NOT_ENTAILMENT:  # two labels
        return [gold, _like(gold, spelled[ENTAILMENT])]
    return [_like(gold, spelled[meaning]) for meaning in (ENTAILMENT, NEUTRAL, CONTRADICTION)]


def _opposite_in_chinese(label: str) -> str:
    """The label with 不 before it, or without it; empty for one in Latin letters."""
    if label.isascii():
        return ""
    return label.removeprefix("不") if label.startswith("不") else "不" + label


def _bare(label: str) -> str:
    """A label without what denies it: ``not_duplicate``, ``different``."""
    low = label.casefold()
    if low == "different":
        return "similar"
    return low.removeprefix("not").removeprefix("non").lstrip("_- ")


def _like(label: str, name: str) -> str:
    """A name in the capitals of another."""
    if label.isupper():
        return name.upper()
    return name.capitalize() if label[:1].isupper() else name
