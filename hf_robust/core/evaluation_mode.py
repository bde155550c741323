"""Evaluation mode of torch models: nothing is dropped at random while a model scores texts."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch.nn import Module


@contextmanager
def evaluating(model: "Module") -> Iterator[None]:
    """Put a model into evaluation mode for a while; each of its modules gets back the mode that it had.

    Example:
        >>> import torch
        >>> model = torch.nn.Sequential(torch.nn.Dropout(0.5))
        >>> with evaluating(model):
        ...     model[0].training
        False
        >>> model[0].training
        True
    """
    modes = [module for module in model.modules() if module.training]
    if not modes:  # as nearly always; shared models are then left alone
        yield
        return
    model.eval()
    try:
        yield
    finally:
        for module in modes:
            module.training = True
