"""Neuron coverage against bounds computed by hand."""

import numpy as np
import pytest
import torch

from hf_robust.core.errors import EmptyDataError, UsageError
from hf_robust.scoring.neurons import activation_bounds, neuron_coverage


def test_corner_neurons_by_hand():
    low, high = [0.0, 0.0, 0.0, 0.0], [1.0, 1.0, 1.0, 1.0]
    cases = [[2.0, 0.5, -1.0, 0.5], [0.5, 1.0, 3.0, 0.0]]  # the first above, the third on both sides
    found = neuron_coverage(cases, low, high)
    assert (found["upper_corner"], found["lower_corner"], found["n_neurons"]) == (2, 1, 4)
    assert found["bound_cov"] == 3 / 8 and found["sact_cov"] == 0.5


@pytest.mark.parametrize(
    ("activations", "low", "high", "error"),
    [
        ([[1.0, 2.0]], [0.0], [1.0], UsageError),
        ([1.0], [0.0], [1.0], UsageError),
        ([[1.0]], [2.0], [1.0], UsageError),
        (np.zeros((0, 1)), [0.0], [1.0], EmptyDataError),
    ],
)
def test_bad_shapes(activations, low, high, error):
    with pytest.raises(error):
        neuron_coverage(activations, low, high)


class Tiny(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = torch.nn.Embedding(5, 2)
        self.head = torch.nn.Linear(2, 2, bias=False)
        self.embed.weight.data = torch.tensor([[0.0, 0.0], [1.0, -1.0], [2.0, 3.0], [-4.0, 1.0], [50.0, 50.0]])
        self.head.weight.data = torch.eye(2)

    def forward(self, input_ids, attention_mask=None):
        return self.head(self.embed(input_ids))


def test_bounds_over_batches_without_the_padding():
    model = Tiny().train()
    batches = [
        {"input_ids": torch.tensor([[1, 2, 4]]), "attention_mask": torch.tensor([[1, 1, 0]])},
        {"input_ids": torch.tensor([[3]]), "attention_mask": torch.tensor([[1]])},
    ]
    low, high = activation_bounds(model, batches)
    assert low.tolist() == [-4.0, -1.0] and high.tolist() == [2.0, 3.0]
    assert model.training and not model.head._forward_hooks


def test_layers_by_name_and_by_test():
    model, batch = Tiny(), [{"input_ids": torch.tensor([[1, 2]])}]
    assert len(activation_bounds(model, batch, layers=["embed", "head"])[0]) == 4
    assert len(activation_bounds(model, batch, layers=lambda name, module: name == "embed")[0]) == 2
    with pytest.raises(UsageError, match="no layers nowhere"):
        activation_bounds(model, batch, layers=["nowhere"])
    with pytest.raises(UsageError, match="no layer is meant"):
        activation_bounds(model, batch, layers=lambda name, module: False)


def test_no_batch():
    with pytest.raises(EmptyDataError):
        activation_bounds(Tiny(), [])


def test_hooks_are_gone_after_an_error():
    model = Tiny()
    with pytest.raises(IndexError):
        activation_bounds(model, [{"input_ids": torch.tensor([[77]])}])
    assert not model.head._forward_hooks


def test_cases_beyond_the_training_data():
    model = Tiny()
    low, high = activation_bounds(model, [{"input_ids": torch.tensor([[1, 2, 3]])}])
    found = neuron_coverage(np.stack(activation_bounds(model, [{"input_ids": torch.tensor([[4]])}])), low, high)
    assert found["sact_cov"] == 1.0 and found["bound_cov"] == 0.5
