"""Linear layers in float32 on a processor, computed by the library that uses its whole vector width."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from typing import Any

from hf_robust.core.wide_products import wide_linear

LEAST_ROWS = 4
"""Rows of the smallest batch on a processor. From this number on, the output of a row is the same bit for bit at any
number of rows: measured with 4 to 16 rows of 8 to 64 tokens in float32 and bfloat16, MKL and oneDNN, AMD EPYC. With 1
to 3 rows, logits differ by up to 6e-6, because the head multiplies so few vectors in another order."""


def quick_linear(device: str) -> AbstractContextManager:
    """A context in which linear layers in float32 are computed by oneDNN, where that is quicker.

    torch asks MKL for them, which on processors of other makers than its own leaves half of a 512 bit vector unused.
    The sums are the same but for the order of their terms. Nothing is trained in this context.

    Args:
        device: Where the model is, as ``str(device)`` says it.

    Example:
        >>> import torch
        >>> layer, rows = torch.nn.Linear(8, 4), torch.ones(2, 8)
        >>> with torch.inference_mode(), quick_linear("cpu"):
        ...     quick = layer(rows)
        >>> torch.allclose(quick, layer(rows), atol=1e-5)
        True
    """
    return _mode()() if device == "cpu" and wide_linear() is not None else nullcontext()


@cache
def _mode() -> Any:
    """The class of the context; it cannot be written before torch is imported."""
    import torch
    from torch.overrides import TorchFunctionMode

    linear = torch.nn.functional.linear
    quick: Any = wide_linear()
    plain = (torch.Tensor, torch.nn.Parameter)

    class _Linear(TorchFunctionMode):
        def __torch_function__(
            self, func: Any, types: Sequence[type], args: tuple = (), kwargs: Mapping[str, Any] | None = None
        ) -> Any:
            full = func is linear and len(args) == 3 and all(x.dtype == torch.float32 for x in args if x is not None)
            if full and type(args[1]) in plain and args[0].numel() and not torch.is_autocast_enabled("cpu"):
                return quick(*args, "none", [], "")
            return func(*args, **(kwargs or {}))

    return _Linear
