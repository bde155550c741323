"""Calibration of label scores by inputs without content."""

import numpy as np

CONTENT_FREE = ("N/A", "[MASK]", "")
"""Texts without content, which say nothing for any label."""


def label_bias(log_scores: np.ndarray) -> np.ndarray:
    """Return how much a model prefers each label on inputs without content.

    Args:
        log_scores: Log-scores, an array (inputs, labels).

    Returns:
        The logarithm of the mean probability of each label.

    Example:
        >>> label_bias(np.log([[0.8, 0.2], [0.6, 0.4]])).round(3).tolist()
        [-0.357, -1.204]
        >>> label_bias(np.array([[0.0, -2000.0]])).tolist()
        [0.0, -2000.0]
    """
    relative = log_scores - log_scores.max(axis=-1, keepdims=True)
    logs = relative - np.log(np.exp(relative).sum(axis=-1, keepdims=True))  # finite where a probability is 0 as a float
    return np.logaddexp.reduce(logs, axis=0) - np.log(len(logs))


def calibrated(log_scores: np.ndarray, bias: np.ndarray) -> np.ndarray:
    """Return log-scores without the preference of the model: the bias is subtracted.

    Args:
        log_scores: Log-scores, an array (rows, labels).
        bias: From :func:`label_bias`.

    Source: Zhao et al. (2021), "Calibrate Before Use", section 5: a diagonal matrix that makes the mean probabilities
    of inputs without content equal.

    Example:
        >>> scores = np.log([[0.7, 0.3]])
        >>> softmax(calibrated(scores, label_bias(np.log([[0.9, 0.1]])))).round(3).tolist()
        [[0.206, 0.794]]
    """
    return log_scores - bias


def softmax(log_scores: np.ndarray) -> np.ndarray:
    """Return the probabilities of log-scores, over the last axis.

    Example:
        >>> softmax(np.array([[0.0, 0.0]])).tolist()
        [[0.5, 0.5]]
    """
    powers = np.exp(log_scores - log_scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)
