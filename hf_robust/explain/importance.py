"""Words of a text ranked by how much they count for a model, as a function for ``datasets.map``."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from hf_robust.adapters.huggingface.gradients import differentiable
from hf_robust.adapters.precision import PRECISIONS
from hf_robust.adapters.probabilities import quick_dtype, takes_dtype
from hf_robust.adapters.source import ModelSource
from hf_robust.core.checks import is_number, whole_number
from hf_robust.core.doc import plain_text, token_bounds
from hf_robust.core.errors import UnknownNameError, UsageError
from hf_robust.core.languages import Language
from hf_robust.core.mapping import IMPORTANCE, Columns, MapFunction
from hf_robust.core.randomness import RowRandom
from hf_robust.explain.attribution import attribute, draw_key
from hf_robust.explain.tokens import ExplainedTokens, TokenSpan
from hf_robust.tasks.base import Task
from hf_robust.tasks.task_ids import as_task

if TYPE_CHECKING:
    import pyarrow as pa

    from hf_robust.adapters import Predictor

METHODS = ("lime", "leave-one-out", "gradient", "random")

Ranking = list[tuple[int, float]]
"""Numbers of words with their weights, the most important first."""


class WordImportance(MapFunction):
    """Rank the words of each text by their importance for the prediction: pass it to ``map`` with ``batched=True``.

    For each text column it adds ``<column>__importance``: ``{"start": [...], "end": [...], "weight": [...]}``, with the
    most important word first. ``Perturb(..., choose="important")`` reads it. The offsets refer to the text of the row,
    or to the joined tokens of a token list. The words are sorted by absolute weight. A positive weight supports the
    predicted class, a negative weight opposes it. A text without words gets empty lists. The ranking of a row does not
    depend on the row order, the batch size of ``map`` or ``num_proc``. The last digits of the weights of a torch model
    may differ.

    =============== ==============================================================================================
    method          weight of a word
    =============== ==============================================================================================
    lime            its coefficient in a linear model of the class probability around the text; only the
                    ``num_features`` words with the largest weights
    leave-one-out   decrease of the class probability when the word is removed
    gradient        gradient x input of the log-odds of the class, summed over subwords; needs a torch model
    random          random order as a control; needs no model; the weight decreases from 1 with the rank
    =============== ==============================================================================================

    Args:
        predictor: A Hub id, a folder, a ``transformers`` pipeline or model, a function, or a
            :class:`~hf_robust.adapters.Predictor`. None uses the bundled sentiment classifier. With ``num_proc``, if
            worker processes are not forked (Windows, macOS), only a Hub id, a folder, None or a plain function is
            possible.
        task: The task with the columns, or its id. It must be a classification task, except for ``random``.
        method: One of the methods above.
        field: Role of the only text to rank, such as ``"hypothesis"``. None ranks the fields of the task.
        num_samples: For ``lime``: number of samples per text, including the text itself.
        num_features: For ``lime``: number of distinct words in the ranking.
        kernel_width: For ``lime``: width of the kernel that weights the samples by their distance to the text, as in
            the ``lime`` package.
        bow: For ``lime``: whether all occurrences of a word are removed together and share one weight. In the ranking
            they follow each other. False ranks each occurrence separately.
        seed: Random seed.
        batch_size: Batch size of the model.
        precision: ``auto`` computes in bfloat16 if this is much faster and its error is far below the sampling error:
            for ``lime`` with a torch model on a processor with AMX. ``float32`` computes in the type of the weights.
            ``bfloat16`` always computes in bfloat16.
        **options: Passed to :func:`hf_robust.adapters.as_predictor`: ``tokenizer``, ``device``, ``revision``,
            ``label_map``, ``cache_key``, ``max_length``, ``dtype``.

    Raises:
        UnknownNameError: If the method does not exist.
        UsageError: If a number is out of range, if the task is not a classification task, or if the model does not
            support the method.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> def model(texts):
        ...     return [{"label": "pos", "score": 0.9} if "fine" in text else "neg" for text in texts]
        >>> task = hr.task("sentiment-classification", label_names=["neg", "pos"])
        >>> rank = WordImportance(model, task, "leave-one-out")
        >>> Dataset.from_dict({"text": ["A fine film"], "label": [1]}).map(rank, batched=True)[0]["text__importance"]
        {'start': [2, 0, 7], 'end': [6, 1, 11], 'weight': [0.9, 0.0, 0.0]}

    Source:
        Ribeiro, Singh and Guestrin (2016), "Why Should I Trust You?": Explaining the Predictions of Any Classifier,
        section 3, for ``lime``. Desai et al. (2020), Benchmarking Popular Classification Models' Robustness to Random
        and Targeted Corruptions, section 4.2, for its use and the defaults of ``num_samples`` and ``num_features``.
    """

    def __init__(
        self,
        predictor: Any,
        task: Task | str,
        method: str = "lime",
        *,
        field: str | None = None,
        num_samples: int = 750,
        num_features: int = 15,
        kernel_width: float = 25,
        bow: bool = True,
        seed: int = 0,
        batch_size: int = 64,
        precision: str = "auto",
        **options: Any,
    ):
        task = as_task(task)
        if method not in METHODS:
            raise UnknownNameError("importance method", method, METHODS)
        if method != "random" and not task.kind.classifies:
            raise UsageError(
                f"importance is measured on the probability of a class, and {task.name} has none; use method='random', "
                "or use a classification task"
            )
        if field is not None and field not in task.text_roles:
            raise UsageError(f"{task.name} has no text {field!r}; its texts are {', '.join(task.text_roles)}")
        self.task = task
        self.method = method
        self.fields = tuple(task.fields) if field is None else (field,)
        self.num_samples = whole_number(num_samples, "num_samples", 2)
        self.num_features = whole_number(num_features, "num_features", 1)
        if not is_number(kernel_width) or not kernel_width > 0:
            raise UsageError(f"kernel_width must be a number above 0, found {kernel_width!r}")
        self.kernel_width = float(kernel_width)
        self.bow = bool(bow)
        self.seed = whole_number(seed, "seed")
        self.batch_size = whole_number(batch_size, "batch_size", 1)
        self.dtype: str | None = None
        if precision not in PRECISIONS:
            raise UsageError(f"precision must be one of {', '.join(PRECISIONS)}; found {precision!r}")
        self.source: ModelSource | None = None
        if method != "random":
            self.source = ModelSource(predictor, task, batch_size=self.batch_size, **options)
            self._check_model(self.source.predictor(), precision)

    def _check_model(self, predictor: "Predictor", precision: str) -> None:
        if self.method == "gradient":
            differentiable(predictor, self.task)
        # what `auto` comes to is kept, and enters the fingerprint; the drops of single words are too small for it
        if precision == "auto" and self.method == "lime":
            self.dtype = quick_dtype(predictor)
        if precision == "bfloat16":
            if self.method == "gradient" or not takes_dtype(predictor):
                raise UsageError(
                    f"precision='bfloat16' is for lime and leave-one-out with a torch model, found {self.method} "
                    f"with a {predictor.kind}; leave it out"
                )
            self.dtype = precision

    @property
    def precision(self) -> str:
        """``bfloat16``, or ``float32`` for the type of the weights, which may also be another type."""
        return self.dtype or "float32"

    def __repr__(self) -> str:
        return f"WordImportance({self.task.name!r}, {self.method!r}, seed={self.seed})"

    @property
    def columns_in(self) -> tuple[str, ...]:
        """Columns with texts."""
        return tuple(self.task.column(role) for role in self.task.text_roles)

    @property
    def columns_out(self) -> tuple[str, ...]:
        """Columns with the rankings."""
        return tuple(self.task.column(role) + IMPORTANCE for role in self.fields)

    @property
    def hint(self) -> str:
        """Advice on how to name the columns of the task."""
        return f"Use hr.task({self.task.name!r}, {self.task.text_roles[0]}='<column>')"

    def types(self) -> "dict[str, pa.DataType]":
        """Return the Arrow types of the rankings."""
        import pyarrow as pa

        offsets = pa.list_(pa.int32())
        ranking = pa.struct([("start", offsets), ("end", offsets), ("weight", pa.list_(pa.float64()))])
        return dict.fromkeys(self.columns_out, ranking)

    def process(self, batch: Columns) -> dict[str, list]:
        """Return the rankings of one batch."""
        columns = {role: batch[self.task.column(role)] for role in self.task.text_roles}
        importance = {}
        for role, name in zip(self.fields, self.columns_out):
            texts = [_words(values, role, self._draws, self.task.spoken) for values in _rows(columns)]
            distinct = {text.key: text for text in texts if text.spans}
            rankings = dict(zip(distinct, self._rank(list(distinct.values()))))
            importance[name] = [_listed(text, rankings.get(text.key, [])) for text in texts]
        return importance

    @property
    def _draws(self) -> str:
        """What the draws of this method depend on, beside the seed and the text."""
        return f"{self.method}@{self.version}"

    def _rank(self, texts: list[ExplainedTokens]) -> list[Ranking]:
        if self.method == "random":
            return [self._shuffled(text) for text in texts]
        assert self.source is not None
        how: dict[str, Any] = {"dtype": self.dtype}
        if self.method == "lime":
            how |= {"num_samples": self.num_samples, "num_features": self.num_features}
            how |= {"kernel_width": self.kernel_width, "bow": self.bow, "seed": self.seed}
        weights = attribute(self.source.predictor(), self.task, texts, self.method, **how)
        together = self.method == "lime" and self.bow
        return [
            _ranking(values, text.groups(together))
            for text, by_label in zip(texts, weights)
            for values in by_label.values()  # of one label, the predicted one
        ]

    def _shuffled(self, text: ExplainedTokens) -> Ranking:
        order = list(range(len(text.spans)))
        RowRandom(draw_key(self.seed, text.key)).shuffle(order)
        return [(word, 1.0 - rank / len(order)) for rank, word in enumerate(order)]


def _rows(columns: Mapping[str, list]) -> Iterator[dict[str, Any]]:
    """Rows by role: a text, or a token list as a tuple; without None."""
    for row in zip(*columns.values()):
        yield {role: _plain(value) for role, value in zip(columns, row)}


def _plain(value: Any) -> str | tuple[str, ...]:
    if value is None or isinstance(value, str):
        return value or ""
    return tuple("" if token is None else token for token in value)


def _words(values: Mapping[str, Any], role: str, draws: str, language: Language) -> ExplainedTokens:
    """The words of one text of a row, without the marks between them."""
    bounds = None if isinstance(values[role], str) else token_bounds(values[role], language.joiner)
    row = {name: plain_text(value, language) for name, value in values.items()}
    places = tuple(TokenSpan(role, start, end) for start, end in language.words(row[role], bounds))
    content = "\x1f".join(f"{name}={value!r}" for name, value in values.items())
    return ExplainedTokens(row, places, f"{draws}|{role}|{content}", language.joiner)


def _ranking(weights: np.ndarray, groups: Sequence[Sequence[int]]) -> Ranking:
    """Words with their weights, by decreasing absolute weight; equal ones in the order of the text."""
    weighed = [group for group in groups if not np.isnan(weights[group[0]])]
    order = sorted(weighed, key=lambda group: -abs(weights[group[0]]))
    return [(word, float(weights[word])) for group in order for word in group]


def _listed(text: ExplainedTokens, ranking: Ranking) -> dict[str, list]:
    places = [text.spans[word] for word, _ in ranking]
    return {
        "start": [place.start for place in places],
        "end": [place.end for place in places],
        "weight": [weight for _, weight in ranking],
    }
