"""What the `evaluate` modules under ``metrics/`` share: their input features and checks before Arrow.

`evaluate` itself is not imported here: a module's class is the first `EvaluationModule` that `evaluate` finds
in its file, so the shared part must not be one.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, ClassVar

from hf_robust.core.errors import EmptyDataError, UsageError
from hf_robust.core.quoted import quoted
from hf_robust.scoring.inputs import as_list, check_lengths


class CheckedInputs:
    """Mixin before ``evaluate.Metric``: clear errors for what `evaluate` crashes on or lets pass.

    Columns of different length, a missing column, fractions where labels belong (Arrow would cut 0.7 down to
    0) and input without rows. An empty batch among others is skipped.

    Example:
        >>> class Recorder:
        ...     writer = None
        ...     def add_batch(self, **columns):
        ...         self.seen = columns
        >>> class Metric(CheckedInputs, Recorder):
        ...     pass
        >>> metric = Metric()
        >>> metric.add_batch(predictions=(1, 0), references=(1, 1))
        >>> metric.seen
        {'predictions': [1, 0], 'references': [1, 1]}
        >>> metric.add_batch(predictions=[0.7, 0.2], references=[1, 1])
        Traceback (most recent call last):
            ...
        hf_robust.core.errors.UsageError: predictions row 0 is 0.7, a score; give the predicted class (argmax)
    """

    writer: Any  # of the evaluate.Metric behind this mixin
    unused: ClassVar[tuple[str, ...]] = ()
    """Inputs that the module has no use for; taken, since `evaluate` and other modules do, and left out."""

    def add_batch(
        self,
        *,
        predictions: Iterable[Any] | None = None,
        references: Iterable[Any] | None = None,
        **columns: Iterable[Any] | None,
    ) -> None:
        """Check one batch and hand it on; an empty batch is skipped."""
        given = {"predictions": predictions, "references": references, **columns}
        given = {name: column for name, column in given.items() if name not in self.unused}
        missing = [name for name, column in given.items() if column is None]
        if missing:
            raise UsageError(f"missing input {', '.join(missing)}; give {', '.join(given)} as columns")
        batch = {name: as_list(column) for name, column in given.items() if column is not None}
        if check_lengths(**batch) == 0:
            return
        batch = {name: self._checked(name, column) for name, column in batch.items()}
        first = self.writer is None
        try:
            super().add_batch(**batch)  # type: ignore[misc]
        except ValueError:
            # evaluate has fixed the features from the refused batch by now; forget them with it.
            if first:
                self.writer = None
            raise

    def _checked(self, name: str, column: list[Any]) -> list[Any]:
        """One column as Arrow shall have it."""
        _reject_fractions(name, column)
        return column

    def _infer_feature_from_batch(self, batch: dict[str, list[Any]]) -> Any:
        """The features that fit the first row that shows them: an empty list would fit any."""
        rows = [dict(zip(batch, row)) for row in zip(*batch.values())]
        telling = next((row for row in rows if [] not in row.values()), rows[0])
        return super()._infer_feature_from_batch({name: [value] for name, value in telling.items()})  # type: ignore[misc]

    def add(self, *, prediction: Any = None, reference: Any = None, **columns: Any) -> None:
        """Check one row and hand it on; `evaluate.combine` spells the two names in the plural."""
        row = {"predictions": prediction, "references": reference, **columns}
        batch: dict[str, Any] = {name: None if value is None else [value] for name, value in row.items()}
        self.add_batch(**batch)

    def compute(
        self, *, predictions: Iterable[Any] | None = None, references: Iterable[Any] | None = None, **kwargs: Any
    ) -> dict[str, Any] | None:
        """Compute as `evaluate` does, but refuse to compute on nothing."""
        given: list[Any] = [column for column in (predictions, references) if column is not None]
        if self.writer is None and not any(len(column) for column in given):
            raise EmptyDataError(
                "no rows to score: give columns with at least one row to compute(), or call add_batch() first"
            )
        return super().compute(predictions=predictions, references=references, **kwargs)  # type: ignore[misc]


class CheckedCases(CheckedInputs):
    """The same for modules over test cases, whose references are the labels that each case accepts.

    One label and a collection of labels may stand side by side; Arrow gets lists. A case that accepts nothing is
    refused at once.

    Example:
        >>> CheckedCases()._checked("references", ["pos", ["neg", "neutral"]])
        [['pos'], ['neg', 'neutral']]
    """

    def _checked(self, name: str, column: list[Any]) -> list[Any]:
        if not name.endswith("references"):
            return super()._checked(name, column)
        found = [_several(value) for value in column]
        for row, labels in enumerate(found):
            if not labels or None in labels:
                raise UsageError(f"{name} row {row} accepts no label; give the labels that are right for the case")
            _reject_fractions(name, labels)
        return found


class CheckedRatings(CheckedCases):
    """The same for what people say of cases: a label or a rating may be absent.

    Arrow gets labels as lists of one or none, since a text column whose first value is absent has no type.

    Example:
        >>> CheckedRatings()._checked("predictions", ["pos", None])
        [['pos'], []]
    """

    def add_batch(
        self,
        *,
        predictions: Iterable[Any] | None = None,
        references: Iterable[Any] | None = None,
        relevancy: Iterable[Any] | None = None,
        **columns: Iterable[Any] | None,
    ) -> None:
        """Check one batch and hand it on; without ratings their column is empty."""
        if relevancy is None and references is not None:
            references = as_list(references)
            relevancy = [None] * len(references)
        super().add_batch(predictions=predictions, references=references, relevancy=relevancy, **columns)

    def add(self, *, prediction: Any = None, reference: Any = None, **columns: Any) -> None:
        """Check one row and hand it on; no prediction is a case that nobody labelled."""
        rows = {"predictions": prediction, "relevancy": None, **columns}
        given = None if reference is None and "references" not in columns else [reference]
        batch: dict[str, Any] = {"references": given, **{name: [value] for name, value in rows.items()}}
        self.add_batch(**batch)

    def compute(self, **kwargs: Any) -> dict[str, Any] | None:
        """Compute as `evaluate` does; ratings may be left out."""
        return super().compute(**{"relevancy": None, **kwargs})

    def _checked(self, name: str, column: list[Any]) -> list[Any]:
        if name == "relevancy":
            return column
        if name == "predictions":
            found = [[] if value is None else [value] for value in column]
            for labels in found:
                _reject_fractions(name, labels)
            return found
        return super()._checked(name, column)


class CheckedScores(CheckedInputs):
    """The same for modules over scores, which may have fractions.

    Example:
        >>> CheckedScores()._checked("predictions", [0.7, 2])
        [0.7, 2]
    """

    def _checked(self, name: str, column: list[Any]) -> list[Any]:
        return column


class CheckedTexts(CheckedInputs):
    """The same for modules over texts alone: there are no references.

    Example:
        >>> CheckedTexts.unused
        ('references',)
    """

    unused = ("references",)


class CheckedActivations(CheckedTexts):
    """The same for modules over the neurons of a model: one row of numbers a case, all of one length.

    Example:
        >>> CheckedActivations()._checked("predictions", [[1.0], []])
        Traceback (most recent call last):
            ...
        hf_robust.core.errors.UsageError: predictions row 1 has 0 neurons, row 0 has 1; give one number a neuron in each row
    """  # noqa: E501

    def _checked(self, name: str, column: list[Any]) -> list[Any]:
        rows = [value.tolist() if hasattr(value, "tolist") else value for value in column]
        for place, row in enumerate(rows):
            if not isinstance(row, (list, tuple)):
                raise UsageError(f"{name} row {place} is {quoted(row)}; give the output of each neuron, a list a case")
            if len(row) != len(rows[0]):
                raise UsageError(
                    f"{name} row {place} has {len(row)} neurons, row 0 has {len(rows[0])}; give one number a neuron in "
                    "each row"
                )
        return rows


def paired_features() -> list[Any]:
    """Return the alternative input features of the modules that compare originals with perturbed rows.

    All three columns hold class names, class numbers, tag names, tag numbers, trees or clusters; or texts, beside
    SQuAD golds or lists of those that are right.

    Returns:
        A list of ``datasets.Features``; `evaluate` takes the first that fits the first row.

    Example:
        >>> sorted(paired_features()[0])
        ['original_predictions', 'predictions', 'references']
    """
    from datasets import Features, List, Value

    text, number = Value("string"), Value("int64")
    answers = {"text": List(text), "answer_start": List(Value("int32"))}
    # a tree would also pass for the list of its keys, so structures come before lists
    labels = [(kind, kind) for kind in (text, number, _tree(), _clusters(), List(text), List(number))]
    return [
        Features({"predictions": value, "original_predictions": value, "references": gold})
        for value, gold in [*labels, (text, answers), (text, List(text))]
    ]


def label_features() -> list[Any]:
    """Return the alternative input features of a module over labels: names or numbers.

    Example:
        >>> [list(features) for features in label_features()]
        [['predictions', 'references'], ['predictions', 'references']]
    """
    from datasets import Value

    return [_alike(Value("string")), _alike(Value("int64"))]


def label_set_features() -> list[Any]:
    """Return the alternative input features of the module over sets of labels: lists of names or numbers.

    Example:
        >>> [list(features) for features in label_set_features()]
        [['predictions', 'references'], ['predictions', 'references']]
    """
    from datasets import List, Value

    return [_alike(List(Value("string"))), _alike(List(Value("int64")))]


def score_features() -> Any:
    """Return the input features of the module that compares the scores of originals and of perturbed rows.

    Example:
        >>> sorted(score_features())
        ['original_predictions', 'predictions', 'references']
    """
    from datasets import Features, Value

    return Features(dict.fromkeys(("predictions", "original_predictions", "references"), Value("float64")))


def sense_features() -> Any:
    """Return the input features of the module over word senses: a key, and a list of those that are right.

    Example:
        >>> list(sense_features())
        ['predictions', 'references']
    """
    from datasets import Features, List, Value

    return Features({"predictions": Value("string"), "references": List(Value("string"))})


def tree_features() -> Any:
    """Return the input features of the module over dependency trees.

    Example:
        >>> list(tree_features()["predictions"])
        ['heads', 'deprels']
    """
    return _alike(_tree())


def cluster_features() -> Any:
    """Return the input features of the module over clusters of mentions.

    Example:
        >>> list(cluster_features())
        ['predictions', 'references']
    """
    return _alike(_clusters())


def span_features() -> Any:
    """Return the input features of the module over entities that may be nested.

    Example:
        >>> list(span_features())
        ['predictions', 'references']
    """
    from datasets import List, Value

    return _alike(List({"start": Value("int64"), "end": Value("int64"), "type": Value("string")}))


def link_features() -> list[Any]:
    """Return the alternative input features of the module over pronouns: links to two names, or clusters.

    Example:
        >>> [sorted(features["references"]) for features in link_features()]
        [['a', 'b'], ['a', 'a_span', 'b', 'b_span', 'pronoun']]
    """
    from datasets import Features, List, Value

    links = {"a": Value("bool"), "b": Value("bool")}
    places = dict.fromkeys(("pronoun", "a_span", "b_span"), List(Value("int64")))
    return [_alike(links), Features({"predictions": _clusters(), "references": {**links, **places}})]


def _alike(kind: Any) -> Any:
    from datasets import Features

    return Features({"predictions": kind, "references": kind})


def _tree() -> dict[str, Any]:
    from datasets import List, Value

    return {"heads": List(Value("int64")), "deprels": List(Value("string"))}


def _clusters() -> Any:
    from datasets import List, Value

    return List(List(List(Value("int64"))))


def grouped_features() -> list[Any]:
    """Return the alternative input features of the modules that group rows by source id.

    Returns:
        A list of ``datasets.Features``: class names or numbers, with ids that are strings or numbers.

    Example:
        >>> sorted(grouped_features()[0])
        ['ids', 'predictions', 'references']
    """
    from datasets import Features, Value

    text, number = Value("string"), Value("int64")
    return [
        Features({"predictions": value, "references": value, "ids": key})
        for value in (text, number)
        for key in (text, number)
    ]


def case_features(*, seeds: bool = False) -> list[Any]:
    """Return the alternative input features of the modules over test cases.

    Args:
        seeds: With the columns of the seeds.

    Returns:
        A list of ``datasets.Features``: labels that are names or numbers, and lists of the accepted ones.

    Example:
        >>> sorted(case_features(seeds=True)[0])
        ['predictions', 'references', 'seed_predictions', 'seed_references']
    """
    from datasets import Features, List, Value

    before = ("", "seed_") if seeds else ("",)
    return [
        Features(
            {f"{part}predictions": value for part in before} | {f"{part}references": List(value) for part in before}
        )
        for value in (Value("string"), Value("int64"))
    ]


def rating_features() -> list[Any]:
    """Return the alternative input features of the module over people's ratings; see :class:`CheckedRatings`.

    Example:
        >>> sorted(rating_features()[0])
        ['predictions', 'references', 'relevancy']
    """
    from datasets import Features, List, Value

    return [
        Features({"predictions": List(value), "references": List(value), "relevancy": Value("float64")})
        for value in (Value("string"), Value("int64"))
    ]


def text_features(*, paired: bool = False) -> list[Any]:
    """Return the alternative input features of the modules over texts: texts, or lists of words.

    Args:
        paired: With references of the same kind.

    Example:
        >>> [list(features) for features in text_features()]
        [['predictions'], ['predictions']]
    """
    from datasets import Features, List, Value

    kinds = (List(Value("string")), Value("string")) if paired else (Value("string"), List(Value("string")))
    return [_alike(kind) if paired else Features({"predictions": kind}) for kind in kinds]


def activation_features() -> Any:
    """Return the input features of the module over neurons: a list of numbers a case.

    Example:
        >>> list(activation_features())
        ['predictions']
    """
    from datasets import Features, List, Value

    return Features({"predictions": List(Value("float64"))})


def _several(value: Any) -> list[Any]:
    """One label, or a collection of them, as a list."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, Collection) and not isinstance(value, (str, bytes, Mapping)):
        return list(value)
    return [value]


def _reject_fractions(name: str, column: list[Any]) -> None:
    for row, value in enumerate(column):
        if isinstance(value, float) and not value.is_integer():
            raise UsageError(f"{name} row {row} is {value}, a score; give the predicted class (argmax)")
