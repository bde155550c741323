"""Slices by how likely a language model finds the texts of a row."""

from dataclasses import dataclass
from math import exp, nan
from typing import ClassVar

import numpy as np

from hf_robust.core.checks import whole_number
from hf_robust.core.errors import UsageError
from hf_robust.core.linear_layers import quick_linear
from hf_robust.language.likelihood import causal_losses, masked_losses
from hf_robust.slices.row_view import RowView
from hf_robust.slices.scored_rows import Floats, ScoredSubpopulation
from hf_robust.slices.subpopulation import register

_LARGEST = 700.0  # exp of more is no number
_DIGITS = 4  # sums of a model differ in their last digits with what else is in the batch
_KINDS = ("causal", "masked")


@register
@dataclass(frozen=True, kw_only=True)
class TextPerplexity(ScoredSubpopulation):
    """Perplexity of the text under a language model.

    With a causal model, it is the perplexity, and the slices have this name. Without a model, the bundled masked
    language model gives a pseudo-perplexity: each word piece is masked alone and predicted from the surrounding ones.
    It is not a perplexity, and its slices are named ``pseudo-perplexity``. For several texts, the mean loss is used.

    Args:
        model: Hub id or folder of a causal model such as ``"gpt2"``; with ``kind="masked"``, of a fill-mask model.
        kind: ``causal`` or ``masked``. Default: causal if a model is given, otherwise masked.
        pieces: Number of word pieces from the start of a text that are read.
        role: Role of the text to read. Default: all texts that a model reads.

    Source: Jelinek et al. (1977), Perplexity; Salazar et al. (2020), Masked Language Model Scoring, section 2.3.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["The film was good.", "Was film the good."], "label": [1, 1]})
        >>> task = hr.task("sentiment-classification")
        >>> lists = hr.slice_rows(data, task, [TextPerplexity(model="embedded", kind="masked", quantiles=2)]).lists()
        >>> [names[0].split(":")[0] for names in lists], lists[0] < lists[1]
        (['pseudo-perplexity', 'pseudo-perplexity'], False)
    """

    name: ClassVar[str] = "language-model"
    linguistics: ClassVar[str] = "semantics"
    languages: ClassVar[tuple[str, ...]] = ("*",)
    resources: ClassVar[tuple[str, ...]] = ("masked-lm",)
    costly: ClassVar[bool] = True

    model: str | None = None
    kind: str | None = None
    pieces: int = 128
    role: str | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        whole_number(self.pieces, f"{self.name}: pieces", 1)
        if self.kind not in (None, *_KINDS):
            raise UsageError(f"{self.name}: kind must be one of {', '.join(_KINDS)}, found {self.kind!r}")

    @property
    def is_causal(self) -> bool:
        """Whether a causal model is asked."""
        return self.kind == "causal" or (self.kind is None and self.model is not None)

    @property
    def needed(self) -> tuple[str, ...]:
        """The model."""
        return ("causal-lm",) if self.is_causal else ("masked-lm",)

    def prefix(self) -> str:
        """What is measured."""
        name = "perplexity" if self.is_causal else "pseudo-perplexity"
        return f"{name} of {self.role}" if self.role else name

    def read(self, rows: RowView) -> Floats:
        """The perplexity of each row; none where there is nothing to read."""
        losses = causal_losses if self.is_causal else masked_losses
        roles = self.looked_at(rows.task)
        texts = {text: 0.0 for role in roles for text in rows.texts(role)}
        with quick_linear("cpu"):  # where all models of `language` are
            texts = dict(zip(texts, losses(list(texts), self.pieces, self.model)))
        found = np.mean([[texts[text] for text in rows.texts(role)] for role in roles], axis=0)
        return np.array([_rounded(loss) for loss in found.tolist()], np.float64)

    def meaning(self, key: tuple[float, float]) -> str:
        """What rows it holds."""
        return f"{self.prefix()[:1].upper()}{self.prefix()[1:]} {self.title(key)}"


def _rounded(loss: float) -> float:
    return float(f"{exp(loss):.{_DIGITS}g}") if loss < _LARGEST else nan
