"""Labels whose numbers differ from dataset to dataset, so that a position does not tell which is which."""

from collections.abc import Sequence

from hf_robust.core.errors import LabelError
from hf_robust.core.quoted import quoted
from hf_robust.tasks.label_spellings import canonical

_INFERENCE = frozenset({"entailment", "contradiction", "notentailment"})
# the order in which nearly all datasets number these
_USUAL = (
    ("negative", "neutral", "positive"),
    ("notduplicate", "duplicate"),
    ("nothate", "hate"),
    ("notoffensive", "offensive"),
    ("nontoxic", "toxic"),
    ("false", "true"),
)


def check_order(model_labels: Sequence[str], data_labels: Sequence[str]) -> None:
    """Refuse to match names with bare numbers by position where the position says nothing.

    Datasets of inference number their labels in different orders. Others have a usual order, such as negative before
    positive; a model with another order cannot be matched with bare numbers either.

    Args:
        model_labels: The model's labels, in the order of its outputs.
        data_labels: The data's labels, which are numbers.

    Raises:
        LabelError: With what to type.

    Example:
        >>> check_order(["NEG", "POS"], ["0", "1"])
        >>> check_order(["entailment", "neutral", "contradiction"], ["0", "1", "2"])  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        hf_robust.core.errors.LabelError: the labels of the data are the numbers '0', '1', '2' without names...
    """
    names = [canonical(label) for label in model_labels]
    if _INFERENCE.intersection(names):
        why = "datasets of inference number their labels in different orders"
    elif usual := next((order for order in _USUAL if set(names) <= set(order) and _is_reordered(names, order)), None):
        why = f"most datasets number them {', '.join(order for order in usual if order in names)}"
    else:
        return
    found, own = (", ".join(map(quoted, labels)) for labels in (data_labels, model_labels))
    raise LabelError(
        f"the labels of the data are the numbers {found} without names, and those of the model are {own} in this "
        f"order; {why}, so a position does not tell which is which. Name the labels of the data in the order of their "
        f"numbers: hr.task(..., label_names=[...]) with {own}. For this run alone say label_map="
        f"{dict.fromkeys(model_labels, '<number>')!r}"
    )


def _is_reordered(names: Sequence[str], order: Sequence[str]) -> bool:
    """Whether names are in another order than the usual one."""
    places = [order.index(name) for name in names]
    return places != sorted(places)
