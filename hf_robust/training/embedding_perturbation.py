"""Run a model with a perturbation added to what its input embeddings return."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import torch
from torch import Tensor

from hf_robust.core.errors import UsageError
from hf_robust.training.adversarial_losses import Ball


class PerturbedEmbeddings:
    """A hook on the input embeddings of a model; without a call of ``expect`` it does nothing.

    Args:
        model: A model with ``get_input_embeddings``.
        special: Ids of the tokens that are never moved.

    Raises:
        UsageError: When the model has no such embeddings.
    """

    def __init__(self, model: Any, special: Sequence[int]):
        self._special = list(special)
        self._delta: Tensor | None = None
        self._waiting = False
        self._seen: tuple[Tensor, Tensor, Tensor] | None = None  # ids, norms, the zeros that were added
        self._random: list[tuple[torch.Generator, Tensor]] = []
        self._handle = _input_embeddings(model).register_forward_hook(self._add)

    def remove(self) -> None:
        """Take the hook off."""
        self._handle.remove()

    def watch(self, device: torch.device) -> None:
        """The next pass is the clean one: zeros are added, and what the model draws is kept to be drawn again."""
        self._delta, self._seen, self._waiting = None, None, True
        self._random = [(generator, generator.get_state()) for generator in _generators(device)]

    def discard(self) -> None:
        """Forget the clean pass with all that it holds in memory."""
        self._delta, self._seen, self._waiting, self._random = None, None, False, []

    @contextmanager
    def moved(self, delta: Tensor | None) -> Iterator[None]:
        """A pass with the same dropout as the clean one, under a perturbation; the random state is as before after it.

        Args:
            delta: (rows, tokens, width); None for none.
        """
        before = [(generator, generator.get_state()) for generator, _ in self._random]
        for generator, state in self._random:
            generator.set_state(state)
        self._delta, self._waiting = delta, delta is not None
        try:
            yield
        finally:
            self._delta, self._waiting = None, False
            for generator, state in before:
                generator.set_state(state)

    def zero(self) -> Tensor:
        """The zeros that were added in the clean pass.

        Raises:
            UsageError: When that pass had no token ids to embed.
        """
        return self._first()[2]

    def _first(self) -> tuple[Tensor, Tensor, Tensor]:
        if self._seen is None:
            raise UsageError(
                "adversarial training moves the input embeddings, and the model's forward embedded no token ids: it "
                "must be given input_ids, not inputs_embeds, and call model.get_input_embeddings()"
            )
        return self._seen

    def ball(self, attention: Tensor | None, eps: float) -> Ball:
        """What may be added to the batch of the clean pass.

        Args:
            attention: The attention mask of the batch, 0 at padding.
            eps: Radius of a row as a share of the mean norm of its embeddings that may be moved.
        """
        ids, norms, _ = self._first()
        free = ~torch.isin(ids, torch.tensor(self._special, device=ids.device, dtype=ids.dtype))
        if attention is not None and attention.numel() == ids.numel():
            free &= attention.reshape(ids.shape).bool()
        mean = (norms * free).sum(1) / free.sum(1).clamp(min=1)
        return Ball(free.unsqueeze(-1).float(), (eps * mean).view(-1, 1, 1))

    def _add(self, module: Any, args: tuple[Tensor, ...], output: Tensor) -> Tensor | None:
        # a decoder that shares the table calls it a second time: only the first call of a pass counts
        if not self._waiting:
            return None
        self._waiting = False
        delta = self._delta
        if delta is None:
            delta = torch.zeros(output.shape, dtype=torch.float32, device=output.device, requires_grad=True)
            self._seen = (args[0], output.detach().float().norm(dim=-1), delta)
        return output + delta.to(output.dtype)


def special_ids(tokenizer: Any, ids: Sequence[int] | None) -> list[int]:
    """Ids of the tokens that are never moved.

    Args:
        tokenizer: The Trainer's ``processing_class``.
        ids: What the user said instead.

    Raises:
        UsageError: When there is neither.
    """
    if ids is not None:
        return list(ids)
    special = getattr(getattr(tokenizer, "tokenizer", tokenizer), "all_special_ids", None)
    if special is None:
        raise UsageError(
            "adversarial training leaves special tokens as they are, so it must know them: use "
            "Trainer(processing_class=tokenizer), or special_tokens=[ids]"
        )
    return list(special)


def random_direction(like: Tensor, key: int) -> Tensor:
    """Standard normal numbers of the shape of a tensor, on its device, from a key.

    Example:
        >>> bool((random_direction(torch.zeros(2, 3), 7) == random_direction(torch.zeros(2, 3), 7)).all())
        True
    """
    generator = torch.Generator(device=like.device).manual_seed(key)
    return torch.randn(like.shape, generator=generator, device=like.device)


def _input_embeddings(model: Any) -> torch.nn.Module:
    encoder = model.get_encoder() if getattr(getattr(model, "config", None), "is_encoder_decoder", False) else model
    try:
        found = encoder.get_input_embeddings()
    except (AttributeError, NotImplementedError):
        found = None
    if not isinstance(found, torch.nn.Module):
        raise UsageError(
            f"adversarial training needs a model with get_input_embeddings(), as those of transformers; "
            f"{type(model).__name__} has none"
        )
    return found


def _generators(device: torch.device) -> list[torch.Generator]:
    """The generators that dropout draws from."""
    found = [torch.default_generator]
    if device.type == "cuda":
        found.append(torch.cuda.default_generators[device.index or 0])
    return found
