"""A moving average of a model's weights, kept beside the checkpoints of a Trainer."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from hf_robust.core.errors import MissingResource

FILE = "adversarial_momentum.safetensors"


class MomentumWeights:
    """The average of the weights that are trained.

    Args:
        model: The model, whose weights are where the average begins.
        decay: How much of the average stays in each update.

    Example:
        >>> layer = torch.nn.Linear(1, 1, bias=False)
        >>> _ = layer.weight.data.fill_(0.0)
        >>> average = MomentumWeights(layer, decay=0.75)
        >>> _ = layer.weight.data.fill_(1.0)
        >>> average.update(layer)
        >>> average.weights["weight"].item()
        0.25
    """

    def __init__(self, model: torch.nn.Module, decay: float):
        self.decay = decay
        self.weights = {name: weight.detach().clone() for name, weight in _trained(model).items()}

    @torch.no_grad()
    def update(self, model: torch.nn.Module) -> None:
        """Move the average toward the model's weights of now."""
        for name, weight in _trained(model).items():
            self.weights[name].lerp_(weight.detach(), 1 - self.decay)

    @torch.no_grad()
    def run(self, model: torch.nn.Module, kwargs: Mapping[str, Any]) -> Any:
        """What the model returns with the average in place of its weights."""
        return torch.func.functional_call(model, self.weights, kwargs=dict(kwargs))

    def save(self, folder: Path) -> None:
        """Write the average into a checkpoint."""
        from safetensors.torch import save_file

        save_file({name: weight.contiguous() for name, weight in self.weights.items()}, folder / FILE)

    def load(self, folders: list[Path]) -> None:
        """Read the average from the checkpoint that a run goes on from.

        Args:
            folders: Where it may be.

        Raises:
            MissingResource: When it is in none of them.
        """
        from safetensors.torch import load_file

        found = next((folder / FILE for folder in folders if (folder / FILE).is_file()), None)
        if found is None:
            places = ", ".join(map(str, folders))
            raise MissingResource(
                f"{FILE}, the momentum weights of the run to resume (looked in {places}),",
                "TrainingArguments(resume_from_checkpoint=<folder of the checkpoint>), or momentum=None for both runs",
            )
        stored = load_file(found)
        self.weights = {name: stored[name].to(weight.device) for name, weight in self.weights.items()}


def _trained(model: torch.nn.Module) -> dict[str, Tensor]:
    return {name: weight for name, weight in model.named_parameters() if weight.requires_grad}
