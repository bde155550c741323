"""Reviews written for this package (Apache-2.0): the data of ``hf-robust run`` when no data set is named."""

import json
from typing import TYPE_CHECKING

from hf_robust.core.errors import DataFileError
from hf_robust.language.embedded import DEMO_REVIEWS

if TYPE_CHECKING:
    from datasets import Dataset

LABELS = ("negative", "positive")
"""Names of the class label, in the order of their numbers."""


def demo_reviews() -> "Dataset":
    """Load the demo reviews: short opinions on films, books, hotels, food, products and services.

    Half are positive. The data set lives in memory; nothing is written to any cache.

    Returns:
        A data set with the columns ``id``, ``text`` and ``label`` (a ``ClassLabel``).

    Raises:
        DataFileError: The file that ships with the package is missing or damaged.

    Example:
        >>> reviews = demo_reviews()
        >>> reviews.column_names, reviews.features["label"].names
        (['id', 'text', 'label'], ['negative', 'positive'])
    """
    from datasets import ClassLabel, Dataset, Features, Value

    features = Features({"id": Value("string"), "text": Value("string"), "label": ClassLabel(names=list(LABELS))})
    try:
        rows = [json.loads(line) for line in DEMO_REVIEWS.read_text(encoding="utf-8").splitlines() if line]
        columns = {
            "id": [row["id"] for row in rows],
            "text": [row["text"] for row in rows],
            "label": [LABELS.index(row["label"]) for row in rows],
        }
    except (OSError, ValueError, KeyError) as error:
        raise DataFileError(
            f"expected demo reviews in {DEMO_REVIEWS}, found {error!r}; type: pip install --force-reinstall hf-robust"
        ) from error
    return Dataset.from_dict(columns, features=features)
