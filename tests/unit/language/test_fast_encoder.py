"""Encoder layers in blocks of rows: the numbers that thinc computes for all rows at once."""

import numpy as np
import pytest
from thinc.api import Maxout, Relu, chain, expand_window, residual

from hf_robust.language.fast_encoder import use_blocks


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


def windowed(width, window, pieces):
    return residual(chain(expand_window(window), maxout(width, width * (2 * window + 1), pieces)))


@pytest.mark.parametrize("rows", [0, 1, 63, 511, 512, 513, 1500])
@pytest.mark.parametrize(
    "layer, inputs", [(windowed(24, 1, 3), 24), (windowed(16, 2, 2), 16), (maxout(24, 40, 3), 40), (maxout(8, 8, 1), 8)]
)
def test_numbers_are_those_of_thinc(layer, inputs, rows):
    layer = drawn(layer, inputs)
    given = np.random.default_rng(rows).standard_normal((rows, inputs), np.float32)
    before = given.copy()
    blocks = use_blocks(layer)
    assert blocks is not layer
    np.testing.assert_allclose(blocks.predict(given), layer.predict(given), rtol=1e-4, atol=1e-4)
    assert np.array_equal(given, before)


def test_rows_far_away_change_nothing():
    blocks = use_blocks(drawn(windowed(24, 1, 3), 24))
    given = np.random.default_rng(1).standard_normal((1300, 24), np.float32)
    whole = blocks.predict(given)
    for start, end in ((500, 1300), (100, 900)):
        assert np.array_equal(blocks.predict(given[start:end])[1:-1], whole[start + 1 : end - 1])


def test_another_layer_stays_as_it_is():
    layer = Relu(4, 4, normalize=True, dropout=0.0)
    assert use_blocks(layer) is layer


def test_a_layer_in_blocks_is_not_trained():
    blocks = use_blocks(drawn(maxout(8, 8, 2), 8))
    _, backward = blocks(np.ones((2, 8), np.float32), is_train=False)
    with pytest.raises(RuntimeError, match=r"spacy\.load"):
        backward(np.ones((2, 8), np.float32))
