"""Two small translation models, trained in seconds on sequences of random words: word for word, there and back."""

import os
import shutil
from pathlib import Path

import torch
from kept_models import kept
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace
from tokenizers.processors import TemplateProcessing
from transformers import MarianConfig, MarianMTModel, PreTrainedTokenizerFast

ENGLISH = "the a film story was good dull we saw it again and . 7".split()
GERMAN = "der ein streifen geschichte war gut fad wir sahen es wieder und . 7".split()
BACK = ["movie" if word == "film" else word for word in ENGLISH]
POSITIONS = 24
_LONGEST = 16


def build(folder: str, source: list[str], target: list[str], steps: int = 200) -> None:
    """Write a model that replaces each word of ``source`` by the one at its place in ``target``, trained only once."""
    parts = (Path(__file__).read_bytes(), repr((source, target, steps)).encode())
    root = Path(os.environ["HF_ROBUST_CACHE"])
    made = kept(root, "tiny-translator", parts, lambda folder: _write(folder, source, target, steps))
    shutil.copytree(made, folder, dirs_exist_ok=True)


def _write(folder: Path, source: list[str], target: list[str], steps: int) -> None:
    words = list(dict.fromkeys(["<pad>", "</s>", "<unk>", *source, *target]))
    number = {word: n for n, word in enumerate(words)}
    inner = Tokenizer(WordLevel(number, unk_token="<unk>"))
    inner.pre_tokenizer = Whitespace()
    inner.post_processor = TemplateProcessing(single="$A </s>", special_tokens=[("</s>", 1)])
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=inner, pad_token="<pad>", eos_token="</s>", unk_token="<unk>", model_max_length=POSITIONS
    )
    tokenizer.save_pretrained(folder)
    config = MarianConfig(
        vocab_size=len(words),
        d_model=64,
        encoder_layers=1,
        decoder_layers=1,
        encoder_attention_heads=1,
        decoder_attention_heads=1,
        encoder_ffn_dim=32,
        decoder_ffn_dim=32,
        max_position_embeddings=POSITIONS,
        pad_token_id=0,
        eos_token_id=1,
        decoder_start_token_id=0,
        forced_eos_token_id=None,
        dropout=0.0,
        scale_embedding=True,
    )
    with torch.random.fork_rng():
        torch.manual_seed(0)
        model = MarianMTModel(config)
        _look_at_the_same_place(model)
        _train(model, torch.tensor([number[w] for w in source]), torch.tensor([number[w] for w in target]), steps)
    model.save_pretrained(folder)


def _look_at_the_same_place(model):
    """Let the decoder begin with the word at its own position, which takes most of the training otherwise."""
    attention = model.model.decoder.layers[0].encoder_attn
    same = torch.eye(model.config.d_model)
    with torch.no_grad():
        for layer, weight in zip(("q_proj", "k_proj", "v_proj", "out_proj"), (2 * same, 2 * same, same, same)):
            getattr(attention, layer).weight.copy_(weight)


def _train(model, source, target, steps):
    """Until it writes every word right; how many rounds that takes depends on the machine's arithmetic."""
    for _ in range(6):
        _one_round(model, source, target, steps)
        read, written = _drawn(source, target, 1024)
        with torch.inference_mode():
            said = model(input_ids=read, attention_mask=(read != 0).long(), labels=written).logits.argmax(-1)
        if torch.equal(said[written >= 0], written[written >= 0]):
            return
    raise AssertionError(f"the translation model has not learned its words in {6 * steps} steps")


def _one_round(model, source, target, steps):
    optimizer = torch.optim.Adam(model.parameters(), 6e-3, fused=True)
    slower = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 0.01, steps)
    for _ in range(steps):
        read, written = _drawn(source, target, 16)
        loss = model(input_ids=read, attention_mask=(read != 0).long(), labels=written).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        slower.step()


def _drawn(source, target, count):
    places = torch.arange(_LONGEST + 1)[None]
    length = torch.randint(1, _LONGEST + 1, (count, 1))
    drawn = torch.randint(len(source), (count, _LONGEST + 1))
    read = torch.where(places < length, source[drawn], 0)
    written = torch.where(places < length, target[drawn], -100)
    return torch.where(places == length, 1, read), torch.where(places == length, 1, written)
