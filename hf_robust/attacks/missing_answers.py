"""What an attack does when a model writes no label: the answer is refused, cannot be read, or did not arrive."""

from typing import Any

import numpy as np

from hf_robust.attacks.asking import Refused

UNFINISHED = "not finished: "
"""How the reason of a row begins that was not attacked to its end. A journal does not keep such rows."""


class MissingAnswer(np.ndarray):
    """The output of a classifier that gives no label: a probability of 0 for each.

    Attributes:
        status: Why there is no label, see :class:`hf_robust.adapters.Prediction`.

    Example:
        >>> answer = MissingAnswer.of("refused", 2)
        >>> answer.tolist(), answer.status
        ([0.0, 0.0], 'refused')
    """

    status: str

    @classmethod
    def of(cls, status: str, labels: int) -> "MissingAnswer":
        """Return the output for a status.

        Args:
            status: Why there is no label.
            labels: Number of labels.
        """
        made = np.zeros(labels, np.float32).view(cls)
        made.status = status
        return made


def status_of(output: Any) -> str:
    """Return why an output is no answer; empty for an answer.

    Args:
        output: An array of one probability a label, or a prediction.

    Example:
        >>> status_of(np.array([0.1, 0.9])), status_of(MissingAnswer.of("filtered", 2))
        ('', 'filtered')
    """
    status = getattr(output, "status", "ok")
    return "" if status == "ok" else status


def failed_request(reason: str) -> Refused:
    """Return what stands in place of the answer to a request that failed.

    Args:
        reason: What failed; empty when it is not known.

    Example:
        >>> failed_request("503 after 5 attempts").reason
        'not finished: a request to the model failed (503 after 5 attempts)'
    """
    return Refused(f"{UNFINISHED}a request to the model failed{f' ({reason})' if reason else ''}")


def spent(limit: int) -> Refused:
    """Return what stands in place of an answer after the last query that is allowed.

    Args:
        limit: Number of queries.

    Example:
        >>> spent(50).reason
        'not finished: the attack has reached its limit of 50 queries (max_queries)'
    """
    return Refused(f"{UNFINISHED}the attack has reached its limit of {limit} queries (max_queries)")
