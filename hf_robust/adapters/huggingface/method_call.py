"""Calls of a method of a torch model with other weights than its own."""

from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch.func import functional_call


class _Method(torch.nn.Module):
    """A module whose forward pass is a method of a model."""

    def __init__(self, model: torch.nn.Module, name: str):
        super().__init__()
        self.model, self.name = model, name

    def forward(self, **options: Any) -> Any:
        return getattr(self.model, self.name)(**options)


def method_call(model: torch.nn.Module, method: str, weights: Mapping[str, torch.Tensor]) -> Callable[..., Any]:
    """Return a function that calls a method with keyword arguments.

    Args:
        model: The model, which keeps its weights.
        method: Name of the method; ``forward`` calls the model itself.
        weights: Weights by name, in place of its own; none for its own.

    Example:
        >>> model = torch.nn.Linear(2, 1, bias=False)
        >>> method_call(model, "forward", {"weight": torch.ones(1, 2)})(input=torch.ones(1, 2)).tolist()
        [[2.0]]
    """
    if not weights:
        return model if method == "forward" else getattr(model, method)
    if method == "forward":
        return lambda **options: functional_call(model, weights, (), options)
    named = {f"model.{name}": weight for name, weight in weights.items()}
    wrapped = _Method(model, method)
    return lambda **options: functional_call(wrapped, named, (), options)
