"""GGUF files: read once, converted once, and the same answers as from the file itself."""

import pytest
import tiny_language_model as tiny
import torch

import hf_robust as hr
from hf_robust.adapters.huggingface import gguf_files
from hf_robust.adapters.huggingface.gguf_files import converted, read_once
from hf_robust.adapters.huggingface.loading import load_config, load_model, load_tokenizer
from hf_robust.adapters.huggingface.located import located

gguf = pytest.importorskip("gguf", reason="pip install 'hf-robust[llm]'")
WORDS = ["negative", "positive", *sorted({word for text in tiny.reviews(20)["text"] for word in text.split()})]
HEAD = ("AutoModelForCausalLM", "ForCausalLM")


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """A Llama of one layer with random weights, and a byte-level tokenizer."""
    path = tmp_path_factory.mktemp("gguf") / "tiny.gguf"
    writer, draw = gguf.GGUFWriter(path, "llama"), torch.Generator().manual_seed(0)
    tokens = ["<|end|>", *sorted(set("".join(WORDS))), "Ġ"]
    merges = []
    for word in WORDS:
        for at in range(1, len(word)):
            if word[: at + 1] not in tokens and word[at] in tokens:
                tokens.append(word[: at + 1])
                merges.append(f"{word[:at]} {word[at]}")
    writer.add_name("tiny")
    for name, value in (("context_length", 512), ("embedding_length", 16), ("block_count", 1)):
        getattr(writer, f"add_{name}")(value)
    writer.add_feed_forward_length(32)
    writer.add_head_count(2)
    writer.add_head_count_kv(1)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_freq_base(10000.0)
    writer.add_vocab_size(len(tokens))
    writer.add_tokenizer_model("gpt2")
    writer.add_token_list(tokens)
    writer.add_token_merges(merges)
    writer.add_eos_token_id(0)
    writer.add_bos_token_id(0)
    writer.add_unk_token_id(0)
    block = {"attn_q": (16, 16), "attn_k": (8, 16), "attn_v": (8, 16), "attn_output": (16, 16)}
    block |= {"ffn_gate": (32, 16), "ffn_up": (32, 16), "ffn_down": (16, 32), "attn_norm": (16,), "ffn_norm": (16,)}
    shapes = {f"blk.0.{name}": shape for name, shape in block.items()}
    shapes |= {"token_embd": (len(tokens), 16), "output_norm": (16,)}
    for name, shape in shapes.items():
        writer.add_tensor(f"{name}.weight", torch.randn(shape, generator=draw).numpy())
    for step in ("header", "kv_data", "tensors"):
        getattr(writer, f"write_{step}_to_file")()
    writer.close()
    return path


@pytest.fixture
def kept(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_ROBUST_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "gguf"


@pytest.fixture
def reads(monkeypatch):
    """How often a GGUF file was read."""
    found, own = [], gguf.GGUFReader
    monkeypatch.setattr(gguf, "GGUFReader", lambda *given, **named: found.append(given) or own(*given, **named))
    return found


def logits(place, **options):
    model = load_model(str(place), *HEAD, load_config(str(place), **options), **options)
    tokenizer = load_tokenizer(str(place), **options)
    with torch.no_grad():
        return model(**tokenizer("the film was good", return_tensors="pt")).logits


def test_the_folder_holds_the_same_model(file, kept):
    found = converted(located(file), *HEAD)
    assert (found.name, found.commit, found.options) == ("tiny", located(file).commit, {})
    assert torch.equal(logits(found.source), logits(file.parent, gguf_file=file.name))
    assert [folder.name for folder in kept.iterdir()] == [found.source.rpartition("/")[2]]


def test_the_file_is_read_once_in_all(file, kept, reads):
    first = hr.as_predictor(f"causal:{file}", tiny.sentiment(), device="cpu")
    assert len(reads) == 1
    second = hr.as_predictor(f"causal:{file}", tiny.sentiment(), device="cpu")
    assert len(reads) == 1 and second.fingerprint() == first.fingerprint() and second.name == "tiny"
    rows = [{"text": text} for text in tiny.reviews(4)["text"]]
    assert first.predict(rows) == second.predict(rows)


@pytest.mark.parametrize("reason", ["large", "no folder can be made"])
def test_without_a_folder_the_model_comes_from_the_file(file, kept, monkeypatch, reason):
    if reason == "large":
        monkeypatch.setattr(gguf_files, "LARGEST", 1000)
    else:
        kept.parent.write_text("a file in the place of the folder")
    assert converted(located(file), *HEAD) == located(file)
    assert hr.as_predictor(f"causal:{file}", tiny.sentiment(), device="cpu").name == "tiny"
    assert not kept.is_dir()


def test_what_is_no_gguf_file_stays(tiny_language_model):
    found = located(tiny_language_model)
    assert converted(found, *HEAD) is found


def test_the_package_is_as_before_after_an_error():
    before = gguf.GGUFReader

    def load():
        with read_once():
            assert gguf.GGUFReader is not before
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        load()
    assert gguf.GGUFReader is before
