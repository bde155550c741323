"""Which type a model computes in: that of its weights, or bfloat16 where the device has it."""

from hf_robust.core.errors import UsageError

PRECISIONS = ("auto", "float32", "bfloat16")


def checked_precision(precision: str | None, device: str, dtype: str = "torch.float32") -> str | None:
    """The torch type to compute in instead of that of the weights; None for theirs.

    Args:
        precision: What the user asked for. ``auto`` is ``bfloat16`` for weights in float32 where that is much quicker.
        device: Where the model is, as ``str(device)`` says it.
        dtype: Type of the weights, as ``str(dtype)`` says it.

    Raises:
        UsageError: It is none of them, or the processor or GPU would only imitate it, which is slower.

    Example:
        >>> checked_precision("float32", "cpu"), checked_precision("auto", "cpu", "torch.float16")
        (None, None)
    """
    if precision is None or precision == "float32":
        return None
    if precision not in PRECISIONS:
        raise UsageError(f"precision must be one of {', '.join(PRECISIONS)}; found {precision!r}")
    if precision == "auto":
        return "bfloat16" if dtype == "torch.float32" and gains_by_bfloat16(device) else None
    if not has_bfloat16(device):
        raise UsageError(f"the device {device!r} does not compute in bfloat16; use precision='auto', or leave it out")
    return precision


def has_bfloat16(device: str) -> bool:
    """Whether a device computes in bfloat16 by itself."""
    import torch

    if device.startswith("cuda"):
        return torch.cuda.is_bf16_supported(including_emulation=False)
    if device != "cpu":
        return False
    known = ("_is_avx512_bf16_supported", "_is_amx_tile_supported")
    return any(getattr(torch.cpu, name, bool)() for name in known)


def gains_by_bfloat16(device: str) -> bool:
    """Whether a device is much quicker in bfloat16: a GPU that has it, or a processor with AMX tiles.

    On one that has it in its vectors only, what is gained in the products is lost around them.
    """
    import torch

    if device.startswith("cuda"):
        return has_bfloat16(device)
    return device == "cpu" and getattr(torch.cpu, "_is_amx_tile_supported", bool)()
