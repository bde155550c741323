"""Texts written for this package (Apache-2.0): the data of commands when no dataset is named."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

from hf_robust.core.errors import DataFileError, UsageError
from hf_robust.language import embedded

if TYPE_CHECKING:
    from datasets import Dataset

LABELS = ("negative", "positive")
"""Names of the class label of the reviews, in the order of their numbers."""
CALLS = {
    "the English demo reviews of hf_robust": "hr.demo_reviews()",
    "the Chinese demo reviews of hf_robust": "hr.demo_reviews('zh')",
    "the demo sentences of hf_robust": "hr.demo_sentences()",
    # names in suites that earlier versions stored
    "the en demo reviews of hf_robust": "hr.demo_reviews()",
    "the zh demo reviews of hf_robust": "hr.demo_reviews('zh')",
}
"""The call that loads each demo dataset, by the name that records give it."""
_REVIEWS = {"en": "DEMO_REVIEWS", "zh": "ZH_DEMO_REVIEWS"}
_LANGUAGES = {"en": "English", "zh": "Chinese"}
SENTENCE_LABELS = ("negative", "neutral", "positive")
"""The same of the sentences."""


def demo_reviews(language: str = "en") -> "Dataset":
    """Load the demo reviews: short opinions on films, books, hotels, food, products and services.

    Half of the reviews are positive. The dataset is in memory, and no cache files are written.

    The random draws of a row depend on its id. By default, the id is a hash of the text. ``hr.task(..., id="id")`` uses
    the column ``id`` instead, which results in other draws and another content hash. The command line uses the default
    for the demo data, so its suites are equal to those of ``hr.task("sentiment-classification")``. The recipe
    ``demo-reviews`` of ``hf_robust.prebuilt`` uses ``id="id"``.

    Args:
        language: Language code of the reviews.

    Returns:
        A dataset with the columns ``id``, ``text`` and ``label`` (a ``ClassLabel``).

    Raises:
        UsageError: If there are no reviews in the language.
        DataFileError: If the file in the package is missing or damaged.

    Example:
        >>> reviews = demo_reviews()
        >>> reviews.column_names, reviews.features["label"].names
        (['id', 'text', 'label'], ['negative', 'positive'])
    """
    if language not in _REVIEWS:
        raise UsageError(f"there are demo reviews in {', '.join(_REVIEWS)}, none in {language}; name your own data")
    return _loaded(getattr(embedded, _REVIEWS[language]), LABELS, reviews_name(language))


def reviews_name(language: str) -> str:
    """The name of the demo reviews in records and messages.

    Example:
        >>> reviews_name("zh")
        'the Chinese demo reviews of hf_robust'
    """
    return f"the {_LANGUAGES.get(language, language)} demo reviews of hf_robust"


def demo_sentences() -> "Dataset":
    """Load the demo sentences. They are short, so that each sentiment capability finds seeds among them and can expand
    them.

    One third each is negative, neutral and positive. The dataset is in memory, and no cache files are written. The row
    ids work as in :func:`demo_reviews`.

    Returns:
        A dataset with the columns ``id``, ``text`` and ``label`` (a ``ClassLabel``).

    Raises:
        DataFileError: If the file in the package is missing or damaged.

    Example:
        >>> sentences = demo_sentences()
        >>> len(sentences), sentences[1]["text"], sentences.features["label"].names
        (150, 'This is the second book of a long series.', ['negative', 'neutral', 'positive'])
    """
    return _loaded(embedded.DEMO_SENTENCES, SENTENCE_LABELS, "the demo sentences of hf_robust")


def demo_name(dataset: "Dataset") -> str | None:
    """The name of demo data, also after rows were selected or changed; None for any other dataset.

    Example:
        >>> demo_name(demo_reviews().select(range(2)))
        'the English demo reviews of hf_robust'
    """
    name = dataset.info.dataset_name
    return name if name in CALLS else None


def _loaded(path: Path, labels: tuple[str, ...], name: str) -> "Dataset":
    from datasets import ClassLabel, Dataset, DatasetInfo, Features, Value

    features = Features({"id": Value("string"), "text": Value("string"), "label": ClassLabel(names=list(labels))})
    try:
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
        columns = {
            "id": [row["id"] for row in rows],
            "text": [row["text"] for row in rows],
            "label": [labels.index(row["label"]) for row in rows],
        }
    except (OSError, ValueError, KeyError) as error:
        raise DataFileError(
            f"expected demo texts in {path}, found {error!r}; run: pip install --force-reinstall hf-robust"
        ) from error
    return Dataset.from_dict(columns, info=DatasetInfo(features=features, dataset_name=name))
