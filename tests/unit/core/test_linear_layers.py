"""Linear layers that oneDNN computes: near torch's own, and only where they serve."""

import pytest
import torch

from hf_robust.core import linear_layers
from hf_robust.core.linear_layers import quick_linear
from hf_robust.core.wide_products import wide_linear

needs_wide_vectors = pytest.mark.skipif(wide_linear() is None, reason="this processor has no vectors of 512 bits")


@pytest.fixture
def counted(monkeypatch):
    """How often oneDNN was asked."""
    calls = []
    quick = torch.ops.mkldnn._linear_pointwise
    monkeypatch.setattr(torch.ops.mkldnn, "_linear_pointwise", lambda *args: calls.append(args) or quick(*args))
    linear_layers._mode.cache_clear()
    yield calls
    linear_layers._mode.cache_clear()


@needs_wide_vectors
@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("shape", [(3, 32), (2, 5, 32)])
def test_the_same_within_float32(bias, shape, counted):
    layer, rows = torch.nn.Linear(32, 7, bias=bias), torch.randn(shape)
    with torch.inference_mode(), quick_linear("cpu"):
        quick = layer(rows)
    assert len(counted) == 1 and quick.shape == (*shape[:-1], 7)
    assert torch.allclose(quick, layer(rows), atol=1e-5)
    assert len(counted) == 1, "outside the context all is as it was"


@needs_wide_vectors
def test_other_types_and_empty_batches_are_left_to_torch(counted):
    layer = torch.nn.Linear(8, 4)
    with torch.inference_mode(), quick_linear("cpu"):
        assert layer(torch.empty(0, 8)).shape == (0, 4)
        assert layer.to(torch.float64)(torch.ones(2, 8, dtype=torch.float64)).dtype == torch.float64
        with torch.autocast("cpu", dtype=torch.bfloat16):
            assert layer.float()(torch.ones(2, 8)).dtype == torch.bfloat16
    assert not counted


def test_another_device_is_left_alone():
    with quick_linear("cuda:0") as nothing:
        assert nothing is None
