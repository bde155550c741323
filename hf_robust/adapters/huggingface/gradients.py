"""How strongly each piece of a text moves a classifier's decision: gradient x input at the embeddings."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from hf_robust.adapters.huggingface.classifier import TextClassifier
from hf_robust.adapters.pipeline import TextClassificationPredictor
from hf_robust.core.edits import Offsets
from hf_robust.core.errors import UsageError
from hf_robust.core.evaluation_mode import evaluating
from hf_robust.core.quoted import named

if TYPE_CHECKING:
    import torch

_ROWS = 8  # a batch: there is one input a text, so batches of each length are seldom full


class Pieces(NamedTuple):
    """The sub-words of one text.

    Args:
        starts: First character of each.
        ends: Character after the last of each.
        weights: Gradient x input of each.
        label: The class whose log-odds were differentiated.
    """

    starts: np.ndarray
    ends: np.ndarray
    weights: np.ndarray
    label: str = ""


def differentiable(
    predictor: Any,
    task: Any,
    wanted: str = "method 'gradient'",
    instead: str = "use method='lime' or 'leave-one-out'",
) -> TextClassifier:
    """The torch classifier behind a predictor, with a tokenizer that gives offsets.

    Args:
        predictor: A predictor over a torch model or pipeline.
        task: The classification task.
        wanted: What needs it, for the message.
        instead: What to do without, for the message.

    Raises:
        UsageError: When there is no torch model, or its tokenizer is not a fast one.
    """
    classifier = getattr(predictor, "inner", predictor)
    if isinstance(classifier, TextClassificationPredictor):
        model, tokenizer = classifier.pipeline.model, classifier.pipeline.tokenizer
        classifier = TextClassifier(model, tokenizer, task, batch_size=classifier.batch_size)
    if not isinstance(classifier, TextClassifier):
        raise UsageError(
            f"{wanted} needs a torch model, and {predictor.name} is a {predictor.kind}; pass a Hub id, a "
            f"folder or a model with tokenizer=, or {instead}"
        )
    if not getattr(classifier.tokenizer, "is_fast", False):
        raise UsageError(
            f"{wanted} needs the offsets of sub-words, and the tokenizer of {classifier.name} "
            f"({type(classifier.tokenizer).__name__}) gives none; pass a fast one as tokenizer=..."
        )
    return classifier


def gradient_times_input(
    classifier: TextClassifier, rows: list[dict[str, Any]], role: str, labels: Sequence[str] | None = None
) -> list[Pieces]:
    """Gradient x input of the sub-words of one text role.

    What is differentiated is the log-odds of a class, which does not flatten where a model is sure.

    Args:
        classifier: From :func:`differentiable`.
        rows: Rows keyed by role.
        role: The text role that is explained.
        labels: The class of each row; the predicted one when None.

    Returns:
        One record a row. What was cut off at the model's limit is absent.

    Raises:
        UsageError: When the model has no such label.

    Source:
        Denil, Demiraj and de Freitas (2014), Extraction of Salient Sentences from Labelled Documents.
    """
    encoded = classifier.encode_rows(rows, return_offsets_mapping=True)
    offsets = encoded["offset_mapping"]
    side = classifier.roles.index(role)
    columns = None if labels is None else _columns(classifier, labels)
    pieces: list[Pieces] = [Pieces(*(np.empty(0),) * 3)] * len(rows)
    with evaluating(classifier.model):
        for batch, tensors in classifier.tensors(encoded, even=True, rows=_ROWS, step=8):
            asked = None if columns is None else [columns[row] for row in batch]
            products, classes = _products(classifier, tensors, asked)
            for line, row in enumerate(batch):
                own = np.flatnonzero([number == side for number in encoded.sequence_ids(row)])
                bounds = np.array(offsets[row], dtype=np.int64).reshape(-1, 2)[own]
                shift = products.shape[1] - len(offsets[row]) if classifier.tokenizer.padding_side == "left" else 0
                label = classifier.labels[classes[line]]
                pieces[row] = Pieces(bounds[:, 0], bounds[:, 1], products[line, own + shift], label)
    return pieces


def on_words(pieces: Pieces, words: Sequence[Offsets]) -> np.ndarray:
    """The weights of the pieces of a text, added up over its words.

    Args:
        pieces: From :func:`gradient_times_input`.
        words: Offsets of the words, at least one.

    Example:
        >>> pieces = Pieces(np.array([0, 2, 7]), np.array([2, 4, 8]), np.array([1.0, 0.5, 0.25]))
        >>> on_words(pieces, [(0, 4), (5, 8)]).tolist()
        [1.5, 0.25]
    """
    starts, ends = np.array(words).T
    # the first word that ends behind the start of the piece, where they share characters
    word = np.minimum(np.searchsorted(ends, pieces.starts, side="right"), len(ends) - 1)
    inside = (starts[word] < pieces.ends) & (ends[word] > pieces.starts)
    return np.bincount(word[inside], pieces.weights[inside], minlength=len(ends))


def _columns(classifier: TextClassifier, labels: Sequence[str]) -> list[int]:
    missing = sorted(set(labels) - set(classifier.labels))
    if missing:
        raise UsageError(
            f"{classifier.name} has no label {named(missing)}; it has {named(classifier.labels)}. Give the "
            "model itself, not a predictor that renames its labels"
        )
    return [classifier.labels.index(label) for label in labels]


def _products(
    classifier: TextClassifier, tensors: dict[str, Any], columns: list[int] | None
) -> tuple[np.ndarray, list[int]]:
    """Gradient x input of every position of a batch, and the class of each of its texts."""
    gradient, inputs, classes = embedding_gradients(classifier, tensors, columns)
    return (gradient * inputs).sum(dim=-1).double().cpu().numpy(), classes


def embedding_gradients(
    classifier: TextClassifier, tensors: dict[str, Any], columns: Sequence[int] | None = None
) -> "tuple[torch.Tensor, torch.Tensor, list[int]]":
    """The gradient of the log-odds of a class at the input embeddings.

    The gradient of the loss is the same but for its sign and length: it is that times the probability of all other
    classes, and so vanishes where a model is sure.

    Args:
        classifier: From :func:`differentiable`, in evaluation mode.
        tensors: A batch, as the model takes it.
        columns: The class of each of its texts, by its place among the outputs; the predicted one when None.

    Returns:
        The gradient and the embeddings, float of shape (texts, positions, width), and the place of each class.
    """
    import torch

    seen: list[torch.Tensor] = []

    def watch(module: Any, arguments: Any, output: torch.Tensor) -> torch.Tensor:
        seen.append(output.detach().requires_grad_())
        return seen[-1]

    handle = classifier.model.get_input_embeddings().register_forward_hook(watch)
    try:
        with torch.enable_grad():
            logits = classifier.model(**tensors).logits.float()
            top = logits.detach().argmax(dim=-1, keepdim=True)
            if columns is not None:
                top = torch.tensor(columns, device=logits.device).unsqueeze(1)
            rest = logits.masked_fill(torch.zeros_like(logits, dtype=torch.bool).scatter(1, top, True), float("-inf"))
            odds = logits.gather(1, top).squeeze(1) - rest.logsumexp(dim=-1)
            (gradient,) = torch.autograd.grad(odds.sum(), seen[0])
    finally:
        handle.remove()
    return gradient, seen[0].detach(), top.squeeze(1).tolist()
