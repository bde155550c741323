"""Language models that resolve a pronoun: the candidate wins that reads best in its place."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np

from hf_robust.adapters.base import Prediction
from hf_robust.adapters.baselines.input_spans import character_stretch
from hf_robust.adapters.huggingface.base import ModelPredictor
from hf_robust.adapters.truncation import SeenInput, key_of, may_reach
from hf_robust.core.errors import UsageError
from hf_robust.core.text import replace_surrogates
from hf_robust.language.english.closed_classes import DEMONSTRATIVES, POSSESSIVES
from hf_robust.language.resource_rows import UsedResource
from hf_robust.tasks import Task


class PronounModel(ModelPredictor):
    """Predictor over a language model: the number of the candidate that is likeliest in the place of the pronoun.

    Args:
        model: A masked or causal language model.
        task: A task with the roles ``text``, ``pronoun`` and ``candidates``.
        **options: As for :class:`ModelPredictor`.
    """

    auto_class = "AutoModelForMaskedLM"
    head: ClassVar[str] = "ForMaskedLM"
    resources: tuple[UsedResource, ...] = ()

    @classmethod
    def fitting(cls, architectures: Sequence[str]) -> "type[PronounModel]":
        """The adapter for a kind of model: masked language models, or those that predict the next word."""
        causal = any(name.endswith((CausalPronouns.head, "ForCausalLM")) for name in architectures)
        return CausalPronouns if causal else MaskedPronouns

    @classmethod
    def check_config(cls, config: Any, task: Task, label_map: Mapping[str, str] | None) -> None:
        """Nothing: the labels are numbers of candidates."""

    def batches(self, rows: list[dict[str, Any]]) -> Iterator[tuple[list[int], list[Prediction]]]:
        """The places of some rows, and the number of the likeliest candidate of each."""
        size = max(self.batch_size, 64)
        for start in range(0, len(rows), size):
            part = rows[start : start + size]
            texts = [one for row in part for one in filled(row)]
            scores = iter(self.scores(texts))
            found = [[next(scores) for _ in row["candidates"]] for row in part]
            yield list(range(start, start + len(part))), [_best(own) for own in found]

    @abstractmethod
    def scores(self, texts: Sequence[tuple[str, str, str]]) -> list[float]:
        """How likely the middle parts are (or what comes after them): means of natural logarithms.

        Args:
            texts: What stands before a candidate, the candidate, and what stands after it.
        """

    @abstractmethod
    def encoded(self, texts: Sequence[tuple[str, str, str]]) -> list[tuple[list[int], bool]]:
        """What the model is given of each text, without what its subclass fills in, and whether a part was cut off.

        Args:
            texts: As for :meth:`scores`.
        """

    def seen(self, rows: Sequence[Mapping[str, Any]]) -> list[SeenInput | None]:
        """What the model sees of rows of which a part was cut off; None for the others."""
        found: list[SeenInput | None] = [None] * len(rows)
        for place, row in enumerate(rows):
            texts = filled(row)
            if any(may_reach(text, self._limit(), 4) for text in texts):
                own = self.encoded(texts)
                if any(cut for _, cut in own):
                    names = [text[1] for text in texts]
                    whole = self._pieces(["".join(text) for text in texts])
                    found[place] = SeenInput(True, key_of([*(ids for ids, _ in own), names]), key_of(whole))
        return found

    def _limit(self) -> int:
        return self.max_length or 512

    def _pieces(self, texts: Sequence[str]) -> list[list[int]]:
        clean = [replace_surrogates(text) for text in texts]
        return self.tokenizer(clean, add_special_tokens=False, verbose=False)["input_ids"] if clean else []


class _Masked(NamedTuple):
    """A text whose candidate is masked: its pieces, where the candidate stands, its own pieces, whether it was cut."""

    ids: list[int]
    start: int
    own: list[int]
    cut: bool


class MaskedPronouns(PronounModel):
    """Masked language models: all word pieces of a candidate are masked, and their mean logarithm counts.

    Source: Kocijan et al. (2019), "A Surprisingly Robust Trick for the Winograd Schema Challenge", section 3.
    """

    def __init__(self, model: Any, tokenizer: Any, task: Task, **options: Any):
        super().__init__(model, tokenizer, task, **options)
        if tokenizer.mask_token is None:
            raise UsageError(f"the tokenizer of {self.name} has no mask; name a masked or a causal language model")

    def _parts(self, texts: Sequence[tuple[str, str, str]]) -> list[_Masked]:
        """The masked texts, cut at both ends where they are too long."""
        mask, alone = self.tokenizer.mask_token_id, self.tokenizer(self.tokenizer.mask_token)["input_ids"]
        before, after = alone[: alone.index(mask)], alone[alone.index(mask) + 1 :]
        left, middle, right = (self._pieces([text[side].strip() for text in texts]) for side in range(3))
        parts = []
        for one, own, other in zip(left, self._in_a_sentence(texts) or middle, right):
            room = max(8, self._limit() - len(own) - len(before) - len(after))
            kept = one[-max(room // 2, room - len(other)) :], other[: max(room // 2, room - len(one))]
            inside = [*before, *kept[0], *[mask] * len(own), *kept[1], *after]
            cut = len(kept[0]) + len(kept[1]) < len(one) + len(other)
            parts.append(_Masked(inside, len(before) + len(kept[0]), own, cut))
        return parts

    def scores(self, texts: Sequence[tuple[str, str, str]]) -> list[float]:
        """See :meth:`PronounModel.scores`."""
        parts = self._parts(texts)
        inputs = [part.ids for part in parts]
        targets = [[(part.start + at, piece) for at, piece in enumerate(part.own)] for part in parts]
        return self._means({"input_ids": inputs, "attention_mask": [[1] * len(row) for row in inputs]}, targets)

    def encoded(self, texts: Sequence[tuple[str, str, str]]) -> list[tuple[list[int], bool]]:
        """See :meth:`PronounModel.encoded`."""
        return [(part.ids, part.cut) for part in self._parts(texts)]

    def _in_a_sentence(self, texts: Sequence[tuple[str, str, str]]) -> list[list[int]] | None:
        """The pieces of the candidates as they are after a blank, where that makes a difference."""
        joined = self._pieces([f" {text[1].strip()}" for text in texts])
        return joined if all(joined) else None

    def _means(self, encoded: Mapping[str, list], targets: Sequence[Sequence[tuple[int, int]]]) -> list[float]:
        found = np.full(len(targets), -np.inf)
        for batch, output in self.forward(encoded):
            left = self.tokenizer.padding_side == "left"
            width = output.logits.shape[1]
            for line, place in enumerate(batch):
                shift = width - len(encoded["input_ids"][place]) if left else 0
                at = [number + shift for number, _ in targets[place]]
                if at:
                    logs = output.logits[line, at].float().log_softmax(-1).cpu().numpy()
                    found[place] = logs[np.arange(len(at)), [piece for _, piece in targets[place]]].mean()
        return found.tolist()


class CausalPronouns(PronounModel):
    """Models that predict the next word: how likely what follows the candidate is, given all before it.

    Source: Trinh and Le (2018), "A Simple Method for Commonsense Reasoning", section 3.1 (partial scores).
    """

    auto_class = "AutoModelForCausalLM"
    head = "LMHeadModel"

    def __init__(self, model: Any, tokenizer: Any, task: Task, *, batch_size: int = 32, **options: Any):
        # without a sign to fill up with, texts go through one by one
        alone = "pad_token" not in tokenizer.special_tokens_map
        super().__init__(model, tokenizer, task, batch_size=1 if alone else batch_size, **options)

    def _kept(self, ids: Sequence[int]) -> list[int]:
        """The end of a text behind the sign that begins one."""
        signs = (self.tokenizer.bos_token_id, self.tokenizer.eos_token_id)
        return [*[sign for sign in signs if sign is not None][:1], *ids][-self._limit() :]

    def encoded(self, texts: Sequence[tuple[str, str, str]]) -> list[tuple[list[int], bool]]:
        """See :meth:`PronounModel.encoded`."""
        wholes = self._pieces(["".join(text) for text in texts])
        return [(self._kept(whole), len(whole) > self._limit()) for whole in wholes]

    def scores(self, texts: Sequence[tuple[str, str, str]]) -> list[float]:
        """See :meth:`PronounModel.scores`."""
        heads = self._pieces([text[0] + text[1] for text in texts])
        wholes = self._pieces(["".join(text) for text in texts])
        inputs, counted = [], []
        for head, whole in zip(heads, wholes):
            own = self._kept(whole)
            rest = max(1, min(len(whole) - len(head), len(own) - 1))
            inputs.append(own)
            # at the end of a text nothing follows: the candidate itself counts
            counted.append(rest if len(whole) > len(head) + 1 else len(own) - 1)
        encoded = {"input_ids": inputs, "attention_mask": [[1] * len(row) for row in inputs]}
        found = np.full(len(inputs), -np.inf)
        for batch, output in self.forward(encoded):
            left = self.tokenizer.padding_side == "left"
            for line, place in enumerate(batch):
                ids = inputs[place]
                shift = output.logits.shape[1] - len(ids) if left else 0
                logs = output.logits[line, shift : shift + len(ids) - 1].float().log_softmax(-1).cpu().numpy()
                of_next = logs[np.arange(len(ids) - 1), ids[1:]]
                if len(of_next):
                    found[place] = of_next[-counted[place] :].mean()
        return found.tolist()


def filled(row: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """The text with each candidate in the place of the pronoun: what is before, the candidate, what is after.

    A candidate is written as it would be there: its article small inside of a sentence, with the pronoun's *'s*.

    Args:
        row: ``text``, ``pronoun`` and ``candidates``.

    Example:
        >>> row = {"text": "The cat saw a dog, so it ran.", "pronoun": {"text": "it", "start": 22, "end": 24},
        ...        "candidates": [{"text": "The cat"}, {"text": "a dog"}]}
        >>> [part[1] for part in filled(row)]
        ['the cat', 'the dog']
    """
    text = row["text"]
    start, end = character_stretch(row["pronoun"])
    pronoun = text[start:end]
    return [
        (text[:start], _written(_name(one), pronoun, text[:start], text[end:]), text[end:]) for one in row["candidates"]
    ]


def _name(candidate: Any) -> str:
    return candidate["text"] if isinstance(candidate, Mapping) else str(candidate)


def _written(name: str, pronoun: str, before: str, after: str) -> str:
    first, _, rest = name.partition(" ")
    if rest and first.lower() in ("a", "an", "the"):
        name = f"the {rest}"
    elif first.lower() in _DETERMINERS:
        name = first.lower() + name[len(first) :]
    if not before.strip() or before.rstrip()[-1:] in ".!?":
        name = name[:1].upper() + name[1:]
    low = pronoun.lower()
    possessive = low in ("his", "its", "their") or (low == "her" and after[1:2].isalpha() and after[:1] == " ")
    return name + ("'" if name.endswith("s") else "'s") if possessive and not name.endswith("'s") else name


_DETERMINERS = POSSESSIVES | DEMONSTRATIVES | {"some", "two", "three"}


def _best(scores: Sequence[float]) -> Prediction:
    """The number of the likeliest candidate; the first one of equals."""
    values = np.array(scores)
    powers = np.exp(values - values.max()) if len(values) and np.isfinite(values.max()) else np.ones(len(values))
    best = int(powers.argmax()) if len(values) else 0
    return Prediction(best, float(powers[best] / powers.sum()) if len(values) else None)
