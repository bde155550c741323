"""What a masked language model makes of a few words round an edit, before and after it."""

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from hf_robust.core.evaluation_mode import evaluating
from hf_robust.core.linear_layers import quick_linear
from hf_robust.core.recent import Recent
from hf_robust.core.text import replace_surrogates
from hf_robust.language.fill_mask import fixed_batches, place_fits
from hf_robust.language.models import masked_lm
from hf_robust.language.resource_rows import EMBEDDED

if TYPE_CHECKING:
    from torch import Tensor
    from transformers import PreTrainedTokenizerBase

_PIECES = 6  # on either side: as good as 24, at a third of the time
_REACH = 80  # characters in which they are looked for
_DEPTH = 2 / 3  # of the layers: where the states tell senses best
_KEPT = 100_000  # answers that are remembered


class WindowSpot(NamedTuple):
    """A word, or a gap, with what stands close by.

    Args:
        left: What stands before it, cut.
        word: The word; empty for a gap.
        right: What stands after it, cut.
    """

    left: str
    word: str
    right: str

    @classmethod
    def of(cls, text: str, start: int, end: int) -> "WindowSpot":
        """The spot of ``text[start:end]``; words at the edges that are cut in two are left out.

        Example:
            >>> WindowSpot.of("A fine film.", 2, 6)
            WindowSpot(left='A ', word='fine', right=' film.')
        """
        left, right = text[max(0, start - _REACH) : start], text[end : end + _REACH]
        if start > _REACH and " " in left:
            left = left[left.index(" ") + 1 :]
        if len(text) > end + _REACH and " " in right:
            right = right[: right.rindex(" ")]
        return cls(*map(replace_surrogates, (left, text[start:end], right)))


def fits(asked: Sequence[tuple[WindowSpot, str]]) -> list[tuple[float, float]]:
    """How likely new words are, each place asked for once.

    The first measure, ``fit``, is the natural logarithm of a word's probability there; the second, ``gain``, is that
    less the logarithm for the word that stood there (0 for a gap).

    Args:
        asked: Spots, each with its new word.

    Raises:
        MissingResource: There is no masked language model.
    """
    if not asked:
        return []  # no model is loaded for nothing
    words: dict[WindowSpot, list[str]] = {}
    for spot, new in asked:
        words.setdefault(spot, [spot.word] if spot.word else []).append(new)
    texts = [spot.left + spot.word + spot.right for spot in words]
    places = [(len(spot.left), len(spot.left) + len(spot.word)) for spot in words]
    found = place_fits(texts, places, list(words.values()), _PIECES, EMBEDDED)
    known = {spot: dict(zip(own, values)) for (spot, own), values in zip(words.items(), found)}
    return [(known[spot][new], known[spot][new] - known[spot][spot.word] if spot.word else 0.0) for spot, new in asked]


def states(asked: Sequence[tuple[WindowSpot, str]]) -> list[tuple[float, float]]:
    """What new words mean in their places and do to the words beside them, each window read once.

    The first measure, ``sense``, is the cosine of the model's states of the new and the old word (1 for a gap); the
    second, ``calm``, the least cosine of its states of a word beside them, before and after.

    Args:
        asked: Spots, each with its new word.

    Raises:
        MissingResource: There is no masked language model.
    """
    found = _STATES.known(asked)
    missing = list(dict.fromkeys(one for one in asked if one not in found))
    if missing:
        pairs = [(spot, spot._replace(word=new)) for spot, new in missing]
        windows = _read(list(dict.fromkeys(spot for pair in pairs for spot in pair)))
        fresh: dict[Hashable, tuple[float, float]] = {}
        fresh |= {one: _compared(windows[old], windows[new]) for one, (old, new) in zip(missing, pairs)}
        _STATES.keep(fresh)
        found |= fresh
    return [found[one] for one in asked]


_STATES = Recent(_KEPT)


class _Read(NamedTuple):
    """The states of a window: of each piece before the word, the word's mean, and of each piece after it."""

    left: "Tensor"
    word: "Tensor | None"
    right: "Tensor"


def _read(spots: Sequence[WindowSpot]) -> dict[WindowSpot, _Read]:
    import torch

    model, tokenizer = masked_lm(EMBEDDED)
    cut = [_cut(spot, tokenizer) for spot in spots]
    found: dict[WindowSpot, _Read] = {}
    body, layer = model.base_model, round(_DEPTH * model.config.num_hidden_layers)
    for numbers, batch, _ in fixed_batches([(one.ids, 0) for one in cut], tokenizer.pad_token_id or 0):
        with evaluating(model), torch.inference_mode(), quick_linear(str(model.device)):
            inputs = {name: tensor.to(model.device) for name, tensor in batch.items()}
            layers = body(**inputs, output_hidden_states=True).hidden_states
        for row, number in enumerate(numbers):
            _, first, end, last = cut[number]
            seen = layers[layer][row].float().cpu()
            word = seen[first:end].mean(0) if end > first else None
            found[spots[number]] = _Read(seen[1:first], word, seen[end:last])
    return found


class _Window(NamedTuple):
    ids: list[int]
    first: int  # of the word
    end: int
    last: int  # after the last piece that is no sign of the model's


def _cut(spot: WindowSpot, tokenizer: "PreTrainedTokenizerBase") -> _Window:
    """A few pieces round the word. Parts are cut up by themselves, which is the same where they meet at spaces."""
    left, word, right = (tokenizer(part, add_special_tokens=False, verbose=False)["input_ids"] for part in spot)
    left, right, word = left[-_PIECES:], right[:_PIECES], word[: 2 * _PIECES]
    ids = [tokenizer.cls_token_id, *left, *word, *right, tokenizer.sep_token_id]
    return _Window(ids, 1 + len(left), 1 + len(left) + len(word), len(ids) - 1)


def _compared(old: _Read, new: _Read) -> tuple[float, float]:
    import torch

    sense = 1.0
    if old.word is not None and new.word is not None:
        sense = torch.cosine_similarity(old.word, new.word, dim=-1).item()
    beside = torch.cat([old.left, old.right]), torch.cat([new.left, new.right])
    calm = torch.cosine_similarity(*beside, dim=-1).min().item() if len(beside[0]) else 1.0
    return round(sense, 4), round(calm, 4)
