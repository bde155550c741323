"""What a run says of labels that were read by position or that no row has, and of the answers of language models."""

from typing import Any

from hf_robust.adapters.language_models.language_model import LanguageModel

MOST = 20  # labels that a message names


def label_notes(predictor: Any) -> list[dict[str, str]]:
    """Warnings about the labels of a predictor, as ``record["warnings"]`` holds them.

    ``labels-by-position``: the data has bare numbers, the model has names, and the position told which is which.
    ``labels-not-in-data``: a function returned labels that no row has.
    ``types-not-scored``: only some types of entities are scored.
    Those of a language model are about the way in which its answers were obtained. Ask after the predictions.

    Args:
        predictor: Any predictor.

    Example:
        >>> import hf_robust as hr
        >>> from hf_robust.tasks.labels import Seen
        >>> task = hr.task("text-classification").with_seen(["politics", "sports"])
        >>> model = hr.as_predictor(lambda texts: ["sports", "business"], task)
        >>> _ = model.predict([{"text": "Goal!"}, {"text": "Shares fell."}])
        >>> [note["code"] for note in label_notes(model)]
        ['labels-not-in-data']
    """
    notes = [
        ("labels-by-position", position_note(predictor)),
        ("labels-not-in-data", unseen_note(predictor)),
        ("types-not-scored", types_note(predictor)),
    ]
    said = [{"code": code, "message": message} for code, message in notes if message]
    return [*said, *(predictor.notes() if isinstance(predictor, LanguageModel) else ())]


def position_note(predictor: Any) -> str | None:
    """Which number of the data was read as which label of the model, where the position told; None otherwise.

    Args:
        predictor: Any predictor.
    """
    mapping = getattr(predictor, "label_mapping", None)
    if mapping is None or not getattr(mapping, "by_position", False):
        return None
    shown = [f"{number} for {name}" for name, number in list(mapping.items())[:MOST]]
    taken = " and ".join(", ".join(shown).rsplit(", ", 1)) if len(mapping) <= MOST else ", ".join([*shown, "..."])
    names = list(mapping)[:MOST]
    return (
        f"the dataset does not name its labels; by position, the model takes {taken}. If that is right, use "
        f"hr.task(..., label_names={names!r}); if not, name them in the order of their numbers"
    )


def unseen_note(predictor: Any) -> str | None:
    """Which labels a function returned that no row of the data has; None where there are none.

    Args:
        predictor: Any predictor.
    """
    labels = list(getattr(predictor, "unseen_labels", ()))
    if not labels:
        return None
    shown = ", ".join(map(repr, labels[:MOST])) + (", ..." if len(labels) > MOST else "")
    return (
        f"{predictor.name} returned labels that no row of the data has: {shown}. They count as wrong; "
        "where another name is meant, say label_map={...}"
    )


def types_note(predictor: Any) -> str | None:
    """Which types of entities are scored, where the model knows only some; None otherwise.

    Args:
        predictor: Any predictor.
    """
    only = tuple(getattr(predictor, "only", ()))
    if not only:
        return None
    return (
        f"{predictor.name} is scored on entities of {', '.join(only)}; entities of other types are removed from the "
        "gold labels and from the predictions"
    )
