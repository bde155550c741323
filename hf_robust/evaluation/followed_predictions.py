"""A guard: whether the predictions of a model follow from the length or the first word of a text alone."""

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

from hf_robust.evaluation.separated_labels import LEAST_ROWS, followed_share, follows, like_lengths, text_length
from hf_robust.reports.run_warnings import run_warning
from hf_robust.reports.wording import count, percent
from hf_robust.tasks import Task

if TYPE_CHECKING:
    from datasets import Dataset

LEAST_WORDS = 5  # different first words that occur several times
MOST_GOLD = 0.85  # share of rows whose gold label follows too; then a model that reads would be named
_MOST_ROWS = 5_000  # rows that are read


def followed_warnings(
    task: Task, rows: "Dataset", gold: Sequence[Any], predicted: Sequence[Any]
) -> list[dict[str, str]]:
    """Warnings where the prediction follows from a fact about a text that does not give the gold label.

    A model that reads only the length of a text is hardly moved by most transformations.

    Args:
        task: The task over the columns of the rows.
        rows: Original rows.
        gold: Gold label of each row.
        predicted: Predicted label of each row.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> texts = ["A film."] * 30 + ["A film about people in a house."] * 30
        >>> gold, predicted = ["bad", "good"] * 30, ["bad"] * 30 + ["good"] * 30
        >>> rows = Dataset.from_dict({"text": texts, "label": gold})
        >>> task = hr.task("sentiment-classification")
        >>> for one in followed_warnings(task, rows, gold, predicted): print(one["code"])
        predictions-follow-length
    """
    number = min(len(rows), _MOST_ROWS)
    labels, said = list(map(str, gold[:number])), list(map(str, predicted[:number]))
    if number < LEAST_ROWS:
        return []
    rows, spaced, found = rows.select(range(number)), task.spoken.spaced, []
    for role in task.text_roles:
        texts = [value for piece in task.by_role(rows, [role]) for value in piece]
        lengths = like_lengths([text_length(value, spaced) for value in texts])
        if _follows(lengths, said, labels):
            found.append(_warning("length", role, lengths, said))
        elif spaced and _follows(words := _first_words(texts), said, labels):
            found.append(_warning("first-word", role, words, said))
    return found


def _first_words(texts: Sequence[Any]) -> list[Hashable]:
    """The first word of each text, None for one that occurs once: nothing can be said of its label."""
    first = [next(iter(text.split() if isinstance(text, str) else text or ()), "") for text in texts]
    times = Counter(first)
    return [word if times[word] > 1 else None for word in first]


def _known(facts: Sequence[Hashable], labels: Sequence[str]) -> tuple[list[Hashable], list[str]]:
    known = [(fact, label) for fact, label in zip(facts, labels) if fact is not None]
    return [fact for fact, _ in known], [label for _, label in known]


def _follows(facts: Sequence[Hashable], said: Sequence[str], gold: Sequence[str]) -> bool:
    known, predictions = _known(facts, said)
    if len(known) < LEAST_ROWS or (None in facts and len(set(known)) < LEAST_WORDS):
        return False
    labels = _known(facts, gold)[1]
    return follows(followed_share(known, predictions), predictions) and followed_share(known, labels) < MOST_GOLD


def _warning(fact_name: str, role: str, facts: Sequence[Hashable], said: Sequence[str]) -> dict[str, str]:
    known, predictions = _known(facts, said)
    share = followed_share(known, predictions)
    fact = fact_name.replace("-", " ")
    message = (
        f"The prediction follows from the {fact} of the {role} alone in {percent(share)} of the "
        f"{count(len(known), 'row')}, and the right label does not: the model may not read the rest of the text."
    )
    return run_warning(f"predictions-follow-{fact_name}", message)
