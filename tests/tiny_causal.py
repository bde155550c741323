"""A causal language model of nine words; its weights are random."""

import torch
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace
from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast

WORDS = "<s> <unk> the movie was long and good .".split()
POSITIONS = 12


def build(folder: str) -> str:
    """Write the model and its tokenizer."""
    numbers = {word: number for number, word in enumerate(WORDS)}
    inner = Tokenizer(WordLevel(numbers, unk_token="<unk>"))
    inner.pre_tokenizer = Whitespace()
    PreTrainedTokenizerFast(tokenizer_object=inner, bos_token="<s>", unk_token="<unk>").save_pretrained(folder)
    with torch.random.fork_rng():
        torch.manual_seed(3)
        config = GPT2Config(
            vocab_size=len(WORDS), n_embd=16, n_layer=1, n_head=2, n_positions=POSITIONS, bos_token_id=0, eos_token_id=0
        )
        GPT2LMHeadModel(config).save_pretrained(folder)
    return folder
