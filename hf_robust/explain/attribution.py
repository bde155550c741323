"""How much each token of a text counts for a label: leave-one-out, LIME and gradients, many texts at once."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from hf_robust.adapters.huggingface.gradients import differentiable, gradient_times_input, on_words
from hf_robust.adapters.probabilities import score_rows
from hf_robust.core.errors import UnknownNameError
from hf_robust.explain.lime import draw_samples, fit
from hf_robust.explain.tokens import ExplainedTokens
from hf_robust.tasks.base import Task

if TYPE_CHECKING:
    from hf_robust.adapters import Predictor

METHODS = ("leave-one-out", "lime", "gradient")
_CHUNK_TEXTS, _CHUNK_CHARACTERS = 32_768, 8_000_000  # what is asked of the model at once

Weights = dict[str, np.ndarray]
"""By label, a number a token."""


def attribute(
    predictor: "Predictor",
    task: Task,
    texts: Sequence[ExplainedTokens],
    method: str = "leave-one-out",
    labels: Sequence[Sequence[str]] | None = None,
    *,
    num_samples: int = 750,
    num_features: int | None = None,
    kernel_width: float = 25,
    bow: bool = False,
    seed: int = 0,
    dtype: str | None = None,
) -> list[Weights]:
    """What each token counts for some labels, the model's batches shared by all texts.

    Args:
        task: The classification task.
        texts: The texts with their tokens.
        method: ``leave-one-out`` (drop of the label's probability without the token), ``lime`` (weight of the token's
            presence in a linear model of that probability) or ``gradient`` (gradient x input of the label's log-odds).
        labels: For each text the labels that are asked about; by default the one that is predicted.
        num_samples: For ``lime``: samples a text, the text itself among them.
        num_features: For ``lime``: only so many tokens, or groups of equal ones, get a weight; by default all.
        kernel_width: For ``lime``: how far from the text samples still count.
        bow: For ``lime``: all occurrences of a word are left out at once.
        seed: For ``lime``: seed of the samples.
        dtype: Name of the torch type to compute in, see :func:`hf_robust.adapters.probabilities.takes_dtype`.

    Returns:
        For each text one array a label, a number a token; above zero the token speaks for the label. What ``lime``
        left out by ``num_features`` is nan.

    Raises:
        UnknownNameError: There is no such method.
        UsageError: ``gradient`` with a model that cannot be differentiated.

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("sentiment-classification", label_names=["neg", "pos"])
        >>> model = hr.as_predictor(lambda texts: ["pos" if "fine" in text else "neg" for text in texts], task)
        >>> (weights,) = attribute(model, task, [ExplainedTokens.of({"text": "a fine film"}, task)])
        >>> {label: values.tolist() for label, values in weights.items()}
        {'pos': [0.0, 1.0, 0.0]}

    Source: leave-one-out: Li, Monroe and Jurafsky (2016), Understanding Neural Networks through Representation Erasure.
        LIME: Ribeiro, Singh and Guestrin (2016), "Why Should I Trust You?", section 3. Gradient x input: Denil, Demiraj
        and de Freitas (2014), Extraction of Salient Sentences from Labelled Documents.
    """
    if method not in METHODS:
        raise UnknownNameError("attribution method", method, METHODS)
    if method == "gradient":
        return _by_gradient(predictor, task, texts, labels)
    prepare: Callable[[ExplainedTokens], _Probe] = _without_each
    if method == "lime":
        size: dict[str, Any] = {"num_samples": num_samples, "num_features": num_features}
        prepare = partial(_sampled, kernel_width=kernel_width, bow=bow, seed=seed, **size)
    weights: list[Weights] = []
    for chunk in _chunks(map(prepare, texts)):
        names = None if labels is None else labels[len(weights) : len(weights) + len(chunk)]
        weights += _asked(predictor, task, chunk, names, dtype)
    return weights


class _Probe(NamedTuple):
    """What is asked about one text.

    Args:
        kept: Array (variants, tokens), which tokens stay; the first variant is the text itself.
        weigh: Makes weights of tokens of the label's probability in each variant.
    """

    tokens: ExplainedTokens
    kept: np.ndarray
    weigh: Callable[[np.ndarray], np.ndarray]


def _without_each(tokens: ExplainedTokens) -> _Probe:
    size = len(tokens.spans)
    kept = np.vstack([np.ones((1, size), dtype=bool), ~np.eye(size, dtype=bool)])
    return _Probe(tokens, kept, lambda answers: answers[0] - answers[1:])


def _sampled(
    tokens: ExplainedTokens, num_samples: int, num_features: int | None, kernel_width: float, bow: bool, seed: int
) -> _Probe:
    size = len(tokens.spans)
    if not size:
        return _without_each(tokens)
    groups = tokens.groups(bow)
    samples = draw_samples(len(groups), num_samples, draw_key(seed, tokens.key))
    group_of = np.empty(size, dtype=np.int64)
    for number, group in enumerate(groups):
        group_of[group] = number

    def weigh(answers: np.ndarray) -> np.ndarray:
        weights = np.full(size, np.nan)
        for group, weight in fit(samples, answers, kernel_width, num_features or len(groups)):
            weights[groups[group]] = weight
        return weights

    return _Probe(tokens, samples.kept[:, group_of], weigh)


def draw_key(seed: int, content: str) -> bytes:
    """What draws for a text depend on.

    Args:
        seed: Random seed.
        content: What the text says; lone surrogates, too.
    """
    return blake2b(f"{seed}|{content}".encode("utf-8", "surrogatepass")).digest()


def _chunks(probes: Iterable[_Probe]) -> Iterator[list[_Probe]]:
    """Probes of many texts together, so that the model's batches are full, within the memory there is."""
    chunk: list[_Probe] = []
    texts = characters = 0
    for probe in probes:
        chunk.append(probe)
        texts += len(probe.kept)
        characters += len(probe.kept) * sum(map(len, probe.tokens.row.values()))
        if texts >= _CHUNK_TEXTS or characters >= _CHUNK_CHARACTERS:
            yield chunk
            chunk, texts, characters = [], 0, 0
    if chunk:
        yield chunk


def _asked(
    predictor: "Predictor", task: Task, probes: list[_Probe], labels: Sequence[Sequence[str]] | None, dtype: str | None
) -> list[Weights]:
    rows = [row for probe in probes for row in probe.tokens.variants(probe.kept)]
    scores = score_rows(predictor, rows, task, dtype=dtype)
    weights: list[Weights] = []
    start = 0
    for number, probe in enumerate(probes):
        variants = slice(start, start + len(probe.kept))
        names = [scores.best(start)] if labels is None else labels[number]
        weights.append({name: probe.weigh(scores.of(name, variants)) for name in names})
        start = variants.stop
    return weights


def _by_gradient(
    predictor: "Predictor", task: Task, texts: Sequence[ExplainedTokens], labels: Sequence[Sequence[str]] | None
) -> list[Weights]:
    classifier = differentiable(predictor, task)
    weights: list[Weights] = [{} for _ in texts]
    for role in task.text_roles:
        numbers = [[n for n, place in enumerate(tokens.spans) if place.role == role] for tokens in texts]
        explained = [at for at in range(len(texts)) if numbers[at]]
        asked: list[tuple[int, str]] = [(at, "") for at in explained]
        if labels is not None:
            asked = [(at, name) for at in explained for name in dict.fromkeys(labels[at])]
        rows = [dict(texts[at].row) for at, _ in asked]
        wanted = None if labels is None else [name for _, name in asked]
        for (at, _), pieces in zip(asked, gradient_times_input(classifier, rows, role, wanted)):
            values = weights[at].setdefault(pieces.label, np.zeros(len(texts[at].spans)))
            values[numbers[at]] = on_words(pieces, [texts[at].spans[n][1:] for n in numbers[at]])
    for at, names in enumerate(labels or ()):
        for name in names:  # a text without tokens
            weights[at].setdefault(name, np.zeros(len(texts[at].spans)))
    return weights
