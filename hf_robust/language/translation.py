"""Translation of many texts: cut into sentences, so that nothing is cut off, and batched by length."""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from hf_robust.core.evaluation_mode import evaluating
from hf_robust.core.text import replace_surrogates
from hf_robust.language.models import translator

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

_LENGTHS = (8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512)
_BATCH = 8
_SLACK = 4  # word pieces that a tokenizer adds
# an end mark, or a new line; not after an initial or a title
_END = re.compile(r"(?<!\b[A-Z])(?<!\bMr)(?<!\bMs)(?<!\bDr)(?<!\bSt)(?<!\bMrs)(?<!\bvs)[.!?…]+[\"'”’)\]]*\s+|\s*\n\s*")


def translate(texts: Sequence[str], model: str, num_beams: int = 1, max_length: int = 512) -> list[str]:
    """Translate texts with a model of one direction.

    Args:
        texts: Texts of any length; what is white space in them stays as it is between sentences.
        model: As for :func:`hf_robust.language.models.translator`.
        num_beams: Beams of the search; 1 takes the likeliest word each time.
        max_length: Most word pieces of one sentence, read or written; longer ones are cut in two at a space.

    Returns:
        One translation a text; the same whatever the other texts are.

    Raises:
        MissingResource: There is no such model.
    """
    _, tokenizer = translator(model)
    limit = max(2 * _SLACK, min(max_length, _longest(model)))
    cut = [list(_parts(replace_surrogates(text), tokenizer, limit - _SLACK)) for text in texts]
    wanted = list(dict.fromkeys(part for parts in cut for part, _ in parts if not part.isspace() and part))
    found = _translated(wanted, model, num_beams, limit)
    return ["".join(found.get(part, part) + space for part, space in parts) for parts in cut]


def translate_whole(texts: Sequence[str], model: str, num_beams: int = 1, max_length: int = 512) -> list[str | None]:
    """Translate sentences with a model of one direction, each at once.

    Args:
        texts: Sentences.
        model: As for :func:`hf_robust.language.models.translator`.
        num_beams: Beams of the search; 1 takes the likeliest word each time.
        max_length: Most word pieces of one sentence, read or written.

    Returns:
        One translation a text, None for one that is too long to be read.

    Raises:
        MissingResource: There is no such model.
    """
    _, tokenizer = translator(model)
    limit = max(2 * _SLACK, min(max_length, _longest(model)))
    read = [replace_surrogates(text) for text in texts]
    sizes = [len(tokenizer(text, verbose=False)["input_ids"]) for text in read]
    short = [text for text, size in zip(read, sizes) if size <= limit]
    found = _translated(list(dict.fromkeys(short)), model, num_beams, limit)
    return [found.get(text) for text in read]


def sentences(text: str) -> list[tuple[str, str]]:
    """A text as pairs of a sentence and the white space that follows it.

    Example:
        >>> sentences("Mr. Fox ran.  It rained! We left")
        [('Mr. Fox ran.', '  '), ('It rained!', ' '), ('We left', '')]
    """
    found, at = [], 0
    for end in _END.finditer(text):
        part = text[at : end.end()]
        if part.strip():
            found.append((part.rstrip(), part[len(part.rstrip()) :]))
            at = end.end()
    return [*found, (text[at:], "")] if at < len(text) else found


def _parts(text: str, tokenizer: "PreTrainedTokenizerBase", limit: int) -> Iterator[tuple[str, str]]:
    for sentence, space in sentences(text):
        *most, last = _short(sentence, tokenizer, limit)
        yield from ((part, " ") for part in most)
        yield last, space


def _short(sentence: str, tokenizer: "PreTrainedTokenizerBase", limit: int) -> list[str]:
    """The sentence, cut in two at the space nearest to its middle as often as it takes."""
    if len(sentence) < 2 or len(tokenizer(sentence, verbose=False)["input_ids"]) <= limit:
        return [sentence]
    middle = len(sentence) // 2
    spaces = [space.start() for space in re.finditer(r"\s", sentence) if 0 < space.start() < len(sentence) - 1]
    at = min(spaces, key=lambda place: abs(place - middle), default=middle)
    halves = sentence[:at].rstrip(), sentence[at:].lstrip()
    return [part for half in halves if half for part in _short(half, tokenizer, limit)]


def _longest(model: str) -> int:
    loaded, tokenizer = translator(model)
    positions = getattr(loaded.config, "max_position_embeddings", None) or _LENGTHS[-1]
    return min(positions, tokenizer.model_max_length, _LENGTHS[-1])


def _translated(parts: Sequence[str], name: str, num_beams: int, limit: int) -> dict[str, str]:
    import torch

    model, tokenizer = translator(name)
    by_length: dict[int, list[str]] = {}
    for part in parts:
        size = len(tokenizer(part, verbose=False)["input_ids"])
        by_length.setdefault(next((n for n in _LENGTHS if size <= n), size), []).append(part)
    found: dict[str, str] = {}
    for length, group in sorted(by_length.items()):
        for start in range(0, len(group), _BATCH):
            batch = group[start : start + _BATCH]
            full = batch + batch[-1:] * (_BATCH - len(batch))  # one shape: a text comes out the same in any company
            read = tokenizer(
                full, padding="max_length", max_length=length, return_tensors="pt", return_token_type_ids=False
            ).to(model.device)
            with evaluating(model), torch.inference_mode():
                written = model.generate(
                    **read, num_beams=num_beams, do_sample=False, max_length=min(limit, 2 * length + 16)
                )
            found |= zip(batch, tokenizer.batch_decode(written[: len(batch)], skip_special_tokens=True))
    return found
