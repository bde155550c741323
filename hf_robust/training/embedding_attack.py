"""How a model does when its input embeddings are moved against it: the measure of adversarial training."""

from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch import Tensor

from hf_robust.core.errors import UsageError
from hf_robust.training.adversarial_objective import AdversarialSettings, outcome_of
from hf_robust.training.embedding_perturbation import PerturbedEmbeddings, special_ids


def logits_under_fgm(
    model: Any,
    inputs: Mapping[str, Any],
    *,
    eps: float = 0.5,
    tokenizer: Any = None,
    special_tokens: Sequence[int] | None = None,
) -> tuple[Tensor, Tensor]:
    """Return the logits of a batch before and after one gradient step of length ``eps`` that increases the loss.

    The step changes the embeddings of the input. The model is set to evaluation mode and then restored. The gradients
    of its weights are not changed.

    Args:
        model: A ``transformers`` model whose output has ``loss`` and ``logits``.
        inputs: The batch with its labels.
        eps: Length of the step for each row, as a fraction of the mean norm of the row's embeddings.
        tokenizer: Tokenizer with the special tokens. The embeddings of special tokens are not changed.
        special_tokens: Ids of the special tokens, instead of ``tokenizer``.

    Returns:
        Both logits, without gradients.

    Raises:
        UsageError: If the model or the batch is not suitable.

    Source: Miyato, Dai and Goodfellow 2017.

    Example:
        >>> from hf_robust.language import load_sentiment_model
        >>> model, tokenizer = load_sentiment_model()
        >>> batch = tokenizer(["a warm, clever and very funny film"], return_tensors="pt")
        >>> clean, moved = logits_under_fgm(model, {**batch, "labels": torch.tensor([1])}, tokenizer=tokenizer)
        >>> bool(moved[0, 1] < clean[0, 1])
        True
    """
    AdversarialSettings("fgm", eps, None, None, 0)
    embeddings = PerturbedEmbeddings(model, special_ids(tokenizer, special_tokens))
    modes = [(module, module.training) for module in model.modules()]
    model.eval()
    try:
        with torch.enable_grad():
            embeddings.watch(next(model.parameters()).device)
            clean = outcome_of(model(**inputs))
            if clean.loss is None or not clean.scores:
                raise UsageError("the model returned no loss or no logits; give it the labels, too")
            ball = embeddings.ball(inputs.get("attention_mask"), eps)
            (gradient,) = torch.autograd.grad(clean.loss, embeddings.zero())
        with torch.no_grad(), embeddings.moved(ball.surface(gradient)):
            moved = outcome_of(model(**inputs))
    finally:
        embeddings.discard()
        embeddings.remove()
        for module, mode in modes:
            module.training = mode
    return clean.scores[0].detach(), moved.scores[0]
