"""Maxout layers in blocks of rows: the numbers that thinc computes for all rows at once."""

import numpy as np
import pytest
from thinc.api import Maxout, Relu, chain, expand_window

from hf_robust.language.fast_encoder import MAXOUT, use_blocks
from hf_robust.language.fast_encoder import Maxout as InBlocks


def maxout(width, inputs, pieces):
    return Maxout(width, inputs, nP=pieces, normalize=True, dropout=0.0)


def drawn(layer, inputs, seed=4):
    """A layer with drawn weights, also where thinc begins with ones and zeros."""
    draws = np.random.default_rng(seed)
    layer.initialize(X=draws.standard_normal((3, inputs), np.float32))
    for node in layer.walk():
        for name in node.param_names:
            node.set_param(name, draws.standard_normal(node.get_param(name).shape).astype(np.float32))
    return layer


@pytest.mark.parametrize("rows", [0, 1, 511, 512, 513, 1500])
@pytest.mark.parametrize("layer, inputs", [(maxout(24, 40, 3), 40), (maxout(8, 8, 1), 8)])
def test_numbers_are_those_of_thinc(layer, inputs, rows):
    layer = drawn(layer, inputs)
    given = np.random.default_rng(rows).standard_normal((rows, inputs), np.float32)
    before = given.copy()
    blocks = use_blocks(layer)
    assert blocks is not layer
    np.testing.assert_allclose(blocks.predict(given), layer.predict(given), rtol=1e-4, atol=1e-4)
    assert np.array_equal(given, before)


def test_contributions_of_neighbors_add_up_to_the_layer():
    layer = drawn(maxout(24, 48, 3), 48)
    windows = chain(expand_window(1), layer)
    vectors = np.random.default_rng(2).standard_normal((80, 16), np.float32)
    found = InBlocks.of(layer)
    table = found.contributions(vectors, 3).reshape(240, -1)
    inner = np.arange(1, 79)
    chosen = np.stack([3 * (inner - 1), 3 * inner + 1, 3 * (inner + 1) + 2], axis=1)
    given = found.of_contributions(table, chosen)
    assert layer.name == MAXOUT
    np.testing.assert_allclose(given, windows.predict(vectors)[1:-1], rtol=1e-3, atol=1e-3)


def test_another_layer_stays_as_it_is():
    layer = Relu(4, 4, normalize=True, dropout=0.0)
    assert use_blocks(layer) is layer


def test_a_layer_in_blocks_is_not_trained():
    blocks = use_blocks(drawn(maxout(8, 8, 2), 8))
    _, backward = blocks(np.ones((2, 8), np.float32), is_train=False)
    with pytest.raises(RuntimeError, match=r"spacy\.load"):
        backward(np.ones((2, 8), np.float32))
