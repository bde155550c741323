"""What the gradient of the attacked model says of words: how much each counts, and what other words would change."""

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from hf_robust.adapters.base import Input, row_of
from hf_robust.adapters.huggingface.batching import even_rows, even_width
from hf_robust.adapters.huggingface.gradients import differentiable, embedding_gradients
from hf_robust.attacks.asking import Refused
from hf_robust.attacks.services.victim import Victim
from hf_robust.attacks.states import Unit
from hf_robust.core.errors import UsageError
from hf_robust.core.evaluation_mode import evaluating
from hf_robust.core.quoted import named, quoted
from hf_robust.core.recent import Recent

if TYPE_CHECKING:
    from torch import Tensor

_ROWS, _ROWS_GPU = 8, 64
_STEP = 8  # short texts are filled up to a multiple of it: there is one question a text, so batches are seldom full
_KEPT = 50_000  # words whose pieces are remembered
_WANTED = "an attack that reads gradients"
_INSTEAD = "take one that does not, such as 'textfooler'"


class Flips(NamedTuple):
    """A question after other words in places of a text.

    Args:
        value: What the model is given.
        label: The class whose log-odds are differentiated.
        words: Words of the given texts, by offsets in these, each with the words that may stand there instead.
    """

    value: Input
    label: str
    words: tuple[tuple[Unit, tuple[str, ...]], ...]


class Gradients:
    """Answers two kinds of questions, each at the cost of one pass there and back.

    ``(given, label, units)``: how much each word of a text counts, as a float array. It is the sum of the absolute
    values of the gradient at the word, averaged over its pieces. A word behind the model's limit counts nothing. What
    is differentiated is the log-odds of the label: their gradient has the direction of the loss's, so that the words
    are in the same order, and does not vanish where the model is sure.

    :class:`Flips`: for each place a float array, by how much each word there would change the log-odds of the label,
    to first order: the product of the gradient with the difference of the embeddings of new and old word. Of words in
    several pieces those that both have are compared in their order.

    Args:
        victim: The attacked model.

    Raises:
        UsageError: The model is no torch classifier, its tokenizer is not a fast one, or a wrapper renames its labels.

    Source: Yoo and Qi (2021), Towards Improving Adversarial Training of NLP Models, section 3.1, for what a word
        counts; Ebrahimi et al. (2018), HotFlip: White-Box Adversarial Examples for Text Classification, section 3.1,
        for flips.
    """

    def __init__(self, victim: Victim):
        self._classifier = differentiable(victim.predictor, victim.task, _WANTED, _INSTEAD)
        renamed = {*(victim.task.label_names or ())} & {*(victim.predictor.labels or ())}
        if missing := sorted(renamed - set(self._classifier.labels)):
            raise UsageError(
                f"{_WANTED} needs the model itself, whose labels are {named(self._classifier.labels)}, not a "
                f"predictor that renames them to {named(missing)}; pass the model with label_map={{...}}"
            )
        self._pieces_of = Recent(_KEPT)

    @property
    def _rows(self) -> int:
        return _ROWS if self._classifier.model.device.type == "cpu" else _ROWS_GPU

    def _encode(self, requests: Sequence[tuple], **options: Any) -> Any:
        return self._classifier.encode_rows([row_of(one[0], self._classifier.roles) for one in requests], **options)

    def buckets(self, requests: Sequence[tuple]) -> list[Hashable]:
        """The width of each text."""
        limit = self._classifier.max_length
        return [even_width(len(ids), limit, step=_STEP) for ids in self._encode(requests)["input_ids"]]

    def capacity(self, bucket: Hashable) -> int:
        """Texts of a full batch."""
        assert isinstance(bucket, int)
        return even_rows(bucket, self._rows)

    def answer(self, bucket: Hashable, requests: Sequence[tuple]) -> list[Any]:
        """What was asked for, or that the model does not have such a label."""
        labels = self._classifier.labels
        found: list[Any] = [Refused(f"the model has no label {quoted(one[1])}") for one in requests]
        asked = [place for place, one in enumerate(requests) if one[1] in labels]
        if not asked:
            return found
        encoded = self._encode([requests[place] for place in asked], return_offsets_mapping=True)
        columns = [labels.index(requests[place][1]) for place in asked]
        with evaluating(self._classifier.model):
            for batch, tensors in self._classifier.tensors(encoded, even=True, rows=self._rows, step=_STEP):
                rows = [columns[row] for row in batch]
                gradient, inputs, _ = embedding_gradients(self._classifier, tensors, rows)
                for line, row in enumerate(batch):
                    request, pieces = requests[asked[row]], self._pieces(encoded, row, gradient.shape[1])
                    if isinstance(request, Flips):
                        found[asked[row]] = self._flips(request, pieces, gradient[line], inputs[line])
                    else:
                        found[asked[row]] = _sizes(request[2], pieces, gradient[line])
        return found

    def _pieces(self, encoded: Any, row: int, width: int) -> "_Pieces":
        """Where the word pieces of one text lie."""
        bounds = np.array(encoded["offset_mapping"][row], dtype=np.int64).reshape(-1, 2)
        sides = np.array([-1 if side is None else side for side in encoded.sequence_ids(row)])
        shift = width - len(bounds) if self._classifier.tokenizer.padding_side == "left" else 0
        return _Pieces(self._classifier.roles, sides, bounds, shift)

    def _flips(self, request: Flips, pieces: "_Pieces", gradient: "Tensor", inputs: "Tensor") -> list[np.ndarray]:
        import torch

        texts = dict(zip(self._classifier.roles, request.value))
        embed = self._classifier.model.get_input_embeddings()
        changes = []
        for unit, words in request.words:
            old = pieces.of(unit)
            text = texts[unit.role]
            # where words are parted by spaces some tokenizers have a piece of its own for a word after one
            lead = " " if isinstance(text, str) and text[: unit.start].endswith(" ") else ""
            numbers = [ids[: len(old)] for ids in self._piece_ids([lead + word for word in words])]
            change = np.zeros(len(words))
            for place, at in enumerate(old):
                having = [number for number, ids in enumerate(numbers) if len(ids) > place]
                if not having:
                    break
                with torch.inference_mode():
                    new = embed(torch.tensor([numbers[one][place] for one in having], device=gradient.device)).float()
                    gains = (new - inputs[at].float()) @ gradient[at].float()
                change[having] += gains.double().cpu().numpy()
            changes.append(change)
        return changes

    def _piece_ids(self, words: Sequence[str]) -> list[list[int]]:
        """The word pieces of words by themselves."""
        known = self._pieces_of.known(words)
        if new := list(dict.fromkeys(word for word in words if word not in known)):
            fresh = self._classifier.tokenizer(new, add_special_tokens=False, verbose=False)["input_ids"]
            known |= dict(zip(new, fresh))
            self._pieces_of.keep(dict(zip(new, fresh)))
        return [known[word] for word in words]


class _Pieces(NamedTuple):
    """The word pieces of an input: of which text each is, where it lies there, and what the batch puts before all."""

    roles: Sequence[str]
    sides: np.ndarray
    bounds: np.ndarray
    shift: int

    def of(self, unit: Unit) -> list[int]:
        """The positions of a word's pieces in the batch; none where it was cut off."""
        inside = (self.bounds[:, 0] < unit.end) & (self.bounds[:, 1] > unit.start)
        return (np.flatnonzero(inside & (self.sides == self.roles.index(unit.role))) + self.shift).tolist()


def _sizes(units: Sequence[Unit], pieces: _Pieces, gradient: "Tensor") -> np.ndarray:
    found = [pieces.of(Unit(*unit)) for unit in units]
    return np.array([float(gradient[own].float().mean(0).abs().sum()) if own else 0.0 for own in found])
