"""How far predictions in bfloat16 lie from those in the type of the weights."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from hf_robust.adapters.huggingface.base import ModelPredictor


def precision_error(predictor: "ModelPredictor", rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """How far predictions in ``predictor.precision`` lie from those in the type of the weights.

    Args:
        predictor: A predictor that computes in another type.
        rows: Rows that both predict.

    Returns:
        ``type``; ``compared``, the number of rows; ``largest_difference`` of a probability (None when the model gives
        none); ``changed``, the rows that are predicted otherwise.
    """
    asked = list(rows)
    quick = predictor.predict(asked)
    exact = predictor.in_full().predict(asked)
    pairs = list(zip(quick, exact, strict=True))
    near = [
        abs(a.score - b.score) for a, b in pairs if a.value == b.value and a.score is not None and b.score is not None
    ]
    of_each, of_each_exact = (getattr(model, "probabilities", None) for model in (predictor, predictor.in_full()))
    if of_each is not None and of_each_exact is not None and asked:
        near.append(float(np.abs(of_each(asked) - of_each_exact(asked)).max()))
    return {
        "type": predictor.precision,
        "compared": len(asked),
        "largest_difference": max(near, default=None),
        "changed": sum(a.value != b.value for a, b in pairs),
    }
