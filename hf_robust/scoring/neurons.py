"""Neuron coverage: which neurons of a model leave, on some cases, the bounds they keep on its training data."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hf_robust.core.errors import EmptyDataError, UsageError
from hf_robust.core.evaluation_mode import evaluating

if TYPE_CHECKING:
    from torch import Tensor
    from torch.nn import Module

Floats = NDArray[np.floating[Any]]


class NeuronCoverage(TypedDict):
    """What :func:`neuron_coverage` returns."""

    bound_cov: float
    sact_cov: float
    upper_corner: int
    lower_corner: int
    n_neurons: int


def neuron_coverage(activations: ArrayLike, low: ArrayLike, high: ArrayLike) -> NeuronCoverage:
    """BoundCov and SActCov of a set of cases.

    Args:
        activations: Output of each neuron on each case, shape (cases, neurons); or the highest and lowest only,
            as :func:`activation_bounds` gives them.
        low: Lowest output of each neuron on the training data, shape (neurons,).
        high: Highest output of each neuron on the training data, shape (neurons,).

    Returns:
        ``bound_cov``, neurons beyond either bound over twice the neurons; ``sact_cov``, those above the upper one over
        the neurons; the two counts, and ``n_neurons``.

    Raises:
        UsageError: Shapes that do not fit, or a lower bound above the upper one.
        EmptyDataError: No case, or no neuron.

    Example:
        >>> found = neuron_coverage([[2.0, 0.5], [0.0, 0.5]], low=[0.0, 0.0], high=[1.0, 1.0])
        >>> found["bound_cov"], found["sact_cov"]
        (0.25, 0.5)

    Source: S2LCT (2023), section 4, equations 1 and 2; Ma et al. (2018), DeepGauge.
    """
    values, low, high = (np.asarray(part, np.float64) for part in (activations, low, high))
    if values.ndim != 2 or low.shape != high.shape or low.shape != values.shape[1:]:
        raise UsageError(
            f"expected activations of shape (cases, neurons) and bounds of shape (neurons,), found {values.shape}, "
            f"{low.shape} and {high.shape}"
        )
    if not values.size:
        raise EmptyDataError("no activations: give at least one case and one neuron")
    if (low > high).any():
        raise UsageError(f"the lower bound of {int((low > high).sum())} neurons is above their upper bound")
    upper, lower = int((values > high).any(0).sum()), int((values < low).any(0).sum())
    size = len(low)
    return {
        "bound_cov": (upper + lower) / (2 * size),
        "sact_cov": upper / size,
        "upper_corner": upper,
        "lower_corner": lower,
        "n_neurons": size,
    }


def activation_bounds(
    model: "Module",
    batches: Iterable[Mapping[str, "Tensor"]],
    layers: Callable[[str, "Module"], bool] | Sequence[str] | None = None,
) -> tuple[Floats, Floats]:
    """Lowest and highest output of every neuron of a model over some inputs, read by forward hooks.

    A neuron is one feature of the output of a layer; over the positions of a text it has its lowest and its highest
    output. Padding is left out where the batch has an ``attention_mask`` of the shape of the layer's positions.

    Args:
        model: Any torch model. It is put into evaluation mode for the passes, and back.
        batches: Inputs as keyword arguments of the model.
        layers: Names of modules, or a test on (name, module). Without it every linear layer and activation function.

    Returns:
        Two arrays of shape (neurons,), neurons in the order of the layers.

    Raises:
        UsageError: No layer of the model is meant, or named ones do not exist.
        EmptyDataError: No batch.

    Example:
        >>> import torch
        >>> model = torch.nn.Sequential(torch.nn.Linear(2, 3))
        >>> low, high = activation_bounds(model, [{"input": torch.ones(4, 2)}])
        >>> low.shape, bool((low == high).all())
        ((3,), True)
    """
    import torch

    chosen = _chosen(model, layers)
    low: dict[str, Any] = {}
    high: dict[str, Any] = {}
    mask: list[Any] = [None]

    def hook(name: str) -> Callable[..., None]:
        def read(module: "Module", inputs: Any, output: Any) -> None:
            values = _rows(output, mask[0])
            if values is None or not len(values):
                return
            least, most = values.amin(0), values.amax(0)
            low[name] = torch.minimum(low[name], least) if name in low else least
            high[name] = torch.maximum(high[name], most) if name in high else most

        return read

    hooks = [module.register_forward_hook(hook(name)) for name, module in chosen.items()]
    seen = 0
    try:
        with evaluating(model), torch.inference_mode():
            for batch in batches:
                mask[0] = batch.get("attention_mask")
                model(**batch)
                seen += 1
    finally:
        for handle in hooks:
            handle.remove()
    if not seen or not low:
        raise EmptyDataError("no batch went through the layers; give at least one with inputs")
    order = [name for name in chosen if name in low]
    lowest, highest = (np.concatenate([ends[name].float().cpu().numpy() for name in order]) for ends in (low, high))
    return lowest, highest


def _chosen(model: "Module", layers: Any) -> "dict[str, Module]":
    import torch

    modules = {name: module for name, module in model.named_modules() if name}
    if layers is None:
        kinds = (torch.nn.Linear, torch.nn.ReLU, torch.nn.GELU, torch.nn.Tanh, torch.nn.Sigmoid)
        found = {name: module for name, module in modules.items() if isinstance(module, kinds)}
    elif callable(layers):
        found = {name: module for name, module in modules.items() if layers(name, module)}
    else:
        missing = [name for name in layers if name not in modules]
        if missing:
            known = ", ".join(list(modules)[:8])
            raise UsageError(f"the model has no layers {', '.join(missing)}; it has {known}, ...")
        found = {name: modules[name] for name in layers}
    if not found:
        raise UsageError("no layer is meant; name some of model.named_modules()")
    return found


def _rows(output: Any, mask: Any) -> Any:
    """Outputs as (positions, neurons), without the positions that are padding."""
    tensor = output[0] if isinstance(output, (tuple, list)) else getattr(output, "last_hidden_state", output)
    if not hasattr(tensor, "ndim") or tensor.ndim < 2 or not tensor.is_floating_point():
        return None
    if mask is not None and tensor.ndim == 3 and tuple(mask.shape) == tuple(tensor.shape[:2]):
        return tensor[mask.bool()]
    return tensor.reshape(-1, tensor.shape[-1])
