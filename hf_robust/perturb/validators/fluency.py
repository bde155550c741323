"""Validators that ask a language model how surprising the changed text is beside its original."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, inf
from typing import ClassVar

from hf_robust.core.checks import whole_number
from hf_robust.core.linear_layers import quick_linear
from hf_robust.language.likelihood import causal_losses, masked_losses
from hf_robust.perturb.validators.base import Measured, TextValidator, register

_LARGEST = 700.0  # exp of more is no number


@dataclass(frozen=True, kw_only=True)
class _Surprise(TextValidator):
    same: ClassVar[float] = 1.0
    languages: ClassVar[tuple[str, ...]] = ("en",)

    model: str | None = None
    pieces: int = 128

    def __post_init__(self) -> None:
        whole_number(self.pieces, "pieces", 1)

    def compare(self, before: float, after: float) -> Measured:
        """How many times as large the perplexity became."""
        more = 0.0 if before == after else after - before
        times = exp(more) if more < _LARGEST else inf
        return Measured(times, 1 / times if times > 1 else 1.0)


@register
@dataclass(frozen=True, kw_only=True)
class Perplexity(_Surprise):
    """Perplexity under a causal language model, divided by that of the original. The score is its inverse, at most 1.

    An empty changed text scores 0.

    Args:
        model: Hub id or folder of a causal model. Default: the model in ``HF_ROBUST_CAUSAL_LM``, or GPT-2 if it is in
            the local cache. No causal model comes with this package; ``pseudo-perplexity`` works offline.
        pieces: Number of word pieces from the start of a text that are read. Later edits are not seen.

    Source: Jelinek et al. (1977), Perplexity.
    """

    name: ClassVar[str] = "perplexity"
    resources: ClassVar[tuple[str, ...]] = ("causal-lm",)

    def read(self, texts: Sequence[str]) -> list[float]:
        """The mean loss of the pieces of each text."""
        with quick_linear("cpu"):  # where all models of `language` are
            return causal_losses(texts, self.pieces, self.model)


@register
@dataclass(frozen=True, kw_only=True)
class PseudoPerplexity(_Surprise):
    """Pseudo-perplexity under a masked language model, divided by that of the original. The score is its inverse.

    Each word piece of the text is masked alone and predicted from all others within 128 pieces, so a text of n pieces
    costs n model inputs. It is not a perplexity: pieces of the same word reveal each other, and its values are
    comparable only with each other. An empty changed text scores 0.

    Args:
        model: Hub id or folder of a fill-mask model, or ``"embedded"``. Default: the model in ``HF_ROBUST_MASKED_LM``,
            or the bundled model.
        pieces: Number of word pieces from the start of a text that are read. Later edits are not seen.

    Source: Salazar et al. (2020), Masked Language Model Scoring, section 2.3.

    Example:
        >>> from hf_robust.perturb.changes import Change
        >>> changes = [Change("The film was good.", text) for text in ("The film was fine.", "The good film was.")]
        >>> fine, odd = PseudoPerplexity(model="embedded").measure(changes)
        >>> fine.score > odd.score
        True
    """

    name: ClassVar[str] = "pseudo-perplexity"
    resources: ClassVar[tuple[str, ...]] = ("masked-lm",)

    def read(self, texts: Sequence[str]) -> list[float]:
        """The mean loss of the pieces of each text."""
        with quick_linear("cpu"):
            return masked_losses(texts, self.pieces, self.model)
