"""``WordImportance``: how much each word of a text counts for a model, as a ``datasets.map`` function."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from hf_robust.core.doc import find_words, token_bounds
from hf_robust.core.edits import Offsets
from hf_robust.core.errors import ColumnError, UnknownNameError, UsageError
from hf_robust.core.randomness import RowRandom
from hf_robust.explain.lime import draw_samples, features_of, fit, thinned
from hf_robust.tasks.base import Task, require_task

if TYPE_CHECKING:
    import pyarrow as pa

    from hf_robust.adapters import Predictor
    from hf_robust.adapters.source import ModelSource

METHODS = ("lime", "leave-one-out", "gradient", "random")
PRECISIONS = ("auto", "float32", "bfloat16")
# enters the fingerprint: raise it when weights or their order come out otherwise
_VERSION = "1"
_CHUNK_TEXTS, _CHUNK_CHARACTERS = 32_768, 8_000_000  # what is asked of the model at once

Weights = list[tuple[int, float]]


class Request(NamedTuple):
    """One text to explain.

    Args:
        text: The text; a token list joined by single spaces.
        words: Offsets of its words.
        role: Its role.
        row: All texts of the row, by role.
    """

    text: str
    words: tuple[Offsets, ...]
    role: str
    row: tuple[tuple[str, Any], ...]

    def key(self, seed: int, method: str) -> bytes:
        """What the draws for this text hang on: the seed and what the row says, not where it stands."""
        said = "\x1f".join(f"{role}={value!r}" for role, value in self.row)
        return blake2b(f"{seed}|{method}|{self.role}|{said}".encode("utf-8", "surrogatepass")).digest()

    def with_text(self, text: str) -> dict[str, Any]:
        """The row with another text in this one's place."""
        return {**dict(self.row), self.role: text}


class WordImportance:
    """Rank the words of each text by what they count for a model's decision: pass it to ``map`` with ``batched=True``.

    For each text column it adds ``<column>__importance``: ``{"start": [...], "end": [...], "weight": [...]}``, the
    most important word first; ``Perturb(..., choose="important")`` reads it. Offsets are those of the row's text (of
    a token list: of its tokens joined by single spaces). The order is by absolute weight; a positive weight speaks
    for the class that the model predicts, a negative one against it. A text without words gets empty lists. The same
    row gives the same ranking under any order, batch size of ``map`` and ``num_proc``; weights of a torch model may
    differ in their last digits.

    =============== ==============================================================================================
    method          weight of a word
    =============== ==============================================================================================
    lime            of its presence, in a linear model of the class's probability around the text; the
                    ``num_features`` strongest words only
    leave-one-out   drop of the class's probability when the word goes
    gradient        gradient x input of the class's log-odds, summed over its sub-words; needs a torch model
    random          none: a shuffle, the control; needs no model; the weight tells the rank
    =============== ==============================================================================================

    Args:
        predictor: A Hub id, a folder, a ``transformers`` pipeline or model, a function, or a
            :class:`~hf_robust.adapters.Predictor`. None is the embedded sentiment classifier. In ``num_proc``
            workers that are not forked (Windows, macOS) only a Hub id, a folder, None or a plain function serves.
        task: The task with the columns; a classification task, except for ``random``.
        method: One of the methods above.
        field: Role of the only text to rank, for example ``"hypothesis"``; by default the task's fields.
        num_samples: For ``lime``: samples a text, the text itself among them.
        num_features: For ``lime``: distinct words that are listed.
        kernel_width: For ``lime``: how far from the text samples still count, as in the ``lime`` package.
        bow: For ``lime``: a word is left out everywhere at once, and all its occurrences are listed one after
            another with its weight; False ranks each occurrence by itself.
        seed: Seed of all draws.
        batch_size: Rows a batch of the model.
        precision: ``auto`` computes in bfloat16 where that is much faster and its error is far below that of the
            sampling: ``lime`` with a torch model on a processor with AMX. ``float32`` computes in the type of the
            weights, ``bfloat16`` in that type anywhere.
        **options: Passed on to :func:`hf_robust.adapters.as_predictor`: ``tokenizer``, ``device``, ``revision``,
            ``label_map``, ``cache_key``, ``max_length``, ``dtype``.

    Raises:
        UnknownNameError: When there is no such method.
        UsageError: When a number is out of range, the task is no classification, or the model cannot be used so.

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
        task: Task,
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
        require_task(task)
        if method not in METHODS:
            raise UnknownNameError("importance method", method, METHODS)
        if method != "random" and task.kind != "classification":
            raise UsageError(
                f"importance is measured on the probability of a class, and {task.name} has none; say method='random', "
                "or use a classification task"
            )
        if field is not None and field not in task.text_roles:
            raise UsageError(f"{task.name} has no text {field!r}; its texts are {', '.join(task.text_roles)}")
        self.task = task
        self.method = method
        self.fields = tuple(task.fields) if field is None else (field,)
        self.num_samples = _whole(num_samples, "num_samples", 2)
        self.num_features = _whole(num_features, "num_features", 1)
        if isinstance(kernel_width, bool) or not isinstance(kernel_width, (int, float)) or not kernel_width > 0:
            raise UsageError(f"kernel_width must be a number above 0, found {kernel_width!r}")
        self.kernel_width = float(kernel_width)
        self.bow = bool(bow)
        self.seed = _whole(seed, "seed", None)
        self.batch_size = _whole(batch_size, "batch_size", 1)
        self._dtype: str | None = None
        if precision not in PRECISIONS:
            raise UsageError(f"precision must be one of {', '.join(PRECISIONS)}; found {precision!r}")
        self._source: ModelSource | None = None
        if method != "random":
            from hf_robust.adapters import source

            self._source = source.ModelSource(predictor, task, batch_size=self.batch_size, **options)
            self._check_model(self._source.predictor(), precision)

    def _check_model(self, predictor: "Predictor", precision: str) -> None:
        from hf_robust.adapters.probabilities import quick_dtype, takes_dtype

        if self.method == "gradient":
            from hf_robust.adapters.huggingface.gradients import differentiable

            differentiable(predictor, self.task)
        # what `auto` comes to is kept, and enters the fingerprint. The drops of single words are too small for it
        if precision == "auto" and self.method == "lime":
            self._dtype = quick_dtype(predictor)
        if precision == "bfloat16":
            if self.method == "gradient" or not takes_dtype(predictor):
                raise UsageError(
                    f"precision='bfloat16' is for lime and leave-one-out with a torch model, found {self.method} "
                    f"with a {predictor.kind}; leave it out"
                )
            self._dtype = precision

    @property
    def precision(self) -> str:
        """``bfloat16``, or ``float32`` for the type of the weights, whatever it is."""
        return self._dtype or "float32"

    def __repr__(self) -> str:
        return f"WordImportance({self.task.name!r}, {self.method!r}, seed={self.seed})"

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_version": _VERSION}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self.__dict__.update({name: value for name, value in state.items() if name != "_version"})

    def __call__(self, batch: Mapping[str, Any]) -> "dict[str, list] | pa.Table":
        """Rank the words of one batch: columns in, the same with the importance columns out."""
        columns = self._columns(batch)
        requests = [request for role in self.fields for request in _requests(columns, role)]
        distinct = list(dict.fromkeys(request for request in requests if request is not None))
        ranked = dict(zip(distinct, self._rank(distinct)))
        found = [_listed(request, ranked.get(request, ())) for request in requests]
        rows = len(requests) // len(self.fields)
        new = {
            f"{self.task.column(role)}__importance": found[number * rows : (number + 1) * rows]
            for number, role in enumerate(self.fields)
        }
        table = getattr(batch, "pa_table", None)
        return new if table is None else _with_columns(table, new)

    def _columns(self, batch: Mapping[str, Any]) -> dict[str, list]:
        if not isinstance(batch, Mapping):
            raise UsageError(
                f"WordImportance reads columns of Python values, found {type(batch).__name__}; say "
                "dataset.with_format(None).map(importance, batched=True)"
            )
        columns = {role: self.task.column(role) for role in self.task.text_roles}
        missing = [column for column in columns.values() if column not in batch]
        if missing:
            raise ColumnError(
                f"{self.task.name} expects the columns {', '.join(columns.values())}; found: {', '.join(batch)}. "
                f"Say hr.task({self.task.name!r}, {self.task.text_roles[0]}='<column>')"
            )
        values = {role: batch[column] for role, column in columns.items()}
        if type(batch).__name__ == "LazyRow" or any(isinstance(column, str) for column in values.values()):
            raise UsageError("WordImportance works on batches; say dataset.map(importance, batched=True)")
        return {role: [_plain(value) for value in column] for role, column in values.items()}

    def _rank(self, requests: list[Request]) -> list[Weights]:
        if self.method == "random":
            return [self._shuffled(request) for request in requests]
        assert self._source is not None
        predictor = self._source.predictor()
        if self.method == "gradient":
            return _by_gradient(predictor, self.task, requests)
        prepare = self._lime if self.method == "lime" else _leave_one_out
        ranked: list[Weights] = []
        for chunk in _chunks(map(prepare, requests)):
            ranked += _asked(predictor, self.task, chunk, self._dtype)
        return ranked

    def _shuffled(self, request: Request) -> Weights:
        order = list(range(len(request.words)))
        RowRandom(request.key(self.seed, f"random@{_VERSION}")).shuffle(order)
        return [(word, 1.0 - rank / len(order)) for rank, word in enumerate(order)]

    def _lime(self, request: Request) -> "_Probe":
        text, words = request.text, request.words
        features = features_of(text, words, bow=self.bow)
        samples = draw_samples(len(features), self.num_samples, request.key(self.seed, f"lime@{_VERSION}"))

        def weigh(answers: np.ndarray) -> Weights:
            found = fit(samples, answers, self.kernel_width, self.num_features)
            return [(word, weight) for feature, weight in found for word in features[feature]]

        return _Probe(request, list(thinned(text, words, features, samples.kept)), weigh)


class _Probe(NamedTuple):
    """What is asked about one text: variants of it, the first itself, and how their answers become weights."""

    request: Request
    texts: list[str]
    weigh: Callable[[np.ndarray], Weights]


def _leave_one_out(request: Request) -> _Probe:
    places = range(len(request.words))
    kept = np.vstack([np.ones((1, len(places)), dtype=bool), ~np.eye(len(places), dtype=bool)])

    def weigh(answers: np.ndarray) -> Weights:
        return _sorted(answers[0] - answers[1:])

    texts = thinned(request.text, request.words, [[place] for place in places], kept)
    return _Probe(request, list(texts), weigh)


def _chunks(probes: Iterable[_Probe]) -> Iterator[list[_Probe]]:
    """Probes of many rows together, so that the model's batches are full, within the memory there is."""
    chunk: list[_Probe] = []
    texts = characters = 0
    for probe in probes:
        chunk.append(probe)
        texts += len(probe.texts)
        characters += len(probe.texts) * len(probe.request.text)
        if texts >= _CHUNK_TEXTS or characters >= _CHUNK_CHARACTERS:
            yield chunk
            chunk, texts, characters = [], 0, 0
    if chunk:
        yield chunk


def _asked(predictor: "Predictor", task: Task, probes: list[_Probe], dtype: str | None) -> list[Weights]:
    from hf_robust.adapters.probabilities import score_rows

    rows = [probe.request.with_text(text) for probe in probes for text in probe.texts]
    scores = score_rows(predictor, rows, task, dtype=dtype)
    ranked, start = [], 0
    for probe in probes:
        own = slice(start, start + len(probe.texts))
        ranked.append(probe.weigh(scores.of(scores.best(start), own)))
        start = own.stop
    return ranked


def _by_gradient(predictor: "Predictor", task: Task, requests: list[Request]) -> list[Weights]:
    from hf_robust.adapters.huggingface.gradients import differentiable, gradient_times_input, on_words

    classifier = differentiable(predictor, task)
    ranked: list[Weights] = [[] for _ in requests]
    for role in dict.fromkeys(request.role for request in requests):
        places = [place for place, request in enumerate(requests) if request.role == role]
        rows = [dict(requests[place].row) for place in places]
        for place, pieces in zip(places, gradient_times_input(classifier, rows, role)):
            ranked[place] = _sorted(on_words(pieces, requests[place].words))
    return ranked


def _sorted(weights: np.ndarray) -> Weights:
    """Words with their weights, by decreasing absolute weight; equal ones in the order of the text."""
    return [(int(word), float(weights[word])) for word in np.argsort(-np.abs(weights), kind="stable")]


def _requests(columns: Mapping[str, list], role: str) -> Iterator[Request | None]:
    """What there is to explain in one text column; None where a text has no words."""
    roles = tuple(columns)
    for row in zip(*columns.values()):
        value = row[roles.index(role)]
        text = value if isinstance(value, str) else " ".join(value)
        words = find_words(text, None if isinstance(value, str) else token_bounds(value))
        yield Request(text, tuple(words), role, tuple(zip(roles, row))) if words else None


def _plain(value: Any) -> str | tuple[str, ...]:
    """A text, or a token list as a tuple; without None."""
    if value is None or isinstance(value, str):
        return value or ""
    return tuple("" if token is None else token for token in value)


def _listed(request: Request | None, weights: Weights | tuple) -> dict[str, list]:
    words = [request.words[word] for word, _ in weights] if request is not None else []
    return {
        "start": [start for start, _ in words],
        "end": [end for _, end in words],
        "weight": [weight for _, weight in weights],
    }


def _with_columns(table: "pa.Table", columns: Mapping[str, list]) -> "pa.Table":
    """The table with the columns, typed also where all lists of a batch are empty."""
    import pyarrow as pa

    offsets = pa.list_(pa.int32())
    kind = pa.struct([("start", offsets), ("end", offsets), ("weight", pa.list_(pa.float64()))])
    for name, values in columns.items():
        table = table.drop_columns([name]) if name in table.column_names else table
        table = table.append_column(name, pa.array(values, kind))
    return table


def _whole(value: Any, name: str, least: int | None) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or (least is not None and value < least):
        raise UsageError(f"{name} must be a whole number{f' of at least {least}' if least else ''}, found {value!r}")
    return value
