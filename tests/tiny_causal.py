"""A causal language model of a few words; its weights are random."""

from collections.abc import Iterable

import torch
from tokenizers import Tokenizer
from tokenizers.models import WordLevel
from tokenizers.pre_tokenizers import Whitespace
from transformers import GPT2Config, GPT2LMHeadModel, PreTrainedTokenizerFast

WORDS = "<s> <unk> the movie was long and good .".split()
POSITIONS = 12


def build(
    folder: str, words: Iterable[str] = WORDS, positions: int = POSITIONS, spread: float = 0.02, seed: int = 3
) -> str:
    """Write the model and its tokenizer.

    Args:
        words: The words of the vocabulary.
        positions: The most words of a text.
        spread: Standard deviation of the weights; above 0.1 the next word depends on the words before it.
        seed: Seed of the weights.
    """
    numbers = {word: number for number, word in enumerate(dict.fromkeys([*WORDS[:2], *words]))}
    inner = Tokenizer(WordLevel(numbers, unk_token="<unk>"))
    inner.pre_tokenizer = Whitespace()
    PreTrainedTokenizerFast(
        tokenizer_object=inner, bos_token="<s>", eos_token="<s>", unk_token="<unk>"
    ).save_pretrained(folder)
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        config = GPT2Config(
            vocab_size=len(numbers),
            n_embd=16,
            n_layer=1,
            n_head=2,
            n_positions=positions,
            bos_token_id=0,
            eos_token_id=0,
            initializer_range=spread,
        )
        GPT2LMHeadModel(config).save_pretrained(folder)
    return folder
