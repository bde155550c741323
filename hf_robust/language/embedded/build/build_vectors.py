"""Small word vectors for the spaCy pipeline, made from the encoder: what kind of word is an unseen one?"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from hf_robust.language.embedded.packed import base_encoder_path

if TYPE_CHECKING:
    from numpy import ndarray
    from spacy.vocab import Vocab

WIDTH = 48
WORDS = 12_000


def frequent_words(texts: Iterable[Sequence[str]], size: int = WORDS) -> list[str]:
    """The most frequent words, lower case, that hold a letter and were seen twice.

    Example:
        >>> frequent_words([["A", "dog", "and", "a", "cat"], ["dog", "!", "!"]])
        ['a', 'dog']
    """
    counts = Counter(word.lower() for words in texts for word in words)
    return [word for word, n in counts.most_common() if n > 1 and any(c.isalpha() for c in word)][:size]


def word_vectors(words: Sequence[str], width: int = WIDTH) -> "ndarray":
    """One vector a word: the encoder's mean output for it alone, on its main components.

    Args:
        words: Distinct words.
        width: Number of components kept.

    Returns:
        Array (words, width), float32, every component with variance one.
    """
    import numpy as np
    import torch
    from transformers import AutoTokenizer, BertModel

    base = base_encoder_path()
    tokenizer = AutoTokenizer.from_pretrained(base, local_files_only=True)
    model = BertModel.from_pretrained(base, local_files_only=True).eval()
    rows = []
    for start in range(0, len(words), 256):
        batch = tokenizer(list(words[start : start + 256]), padding=True, return_tensors="pt")
        with torch.inference_mode():
            hidden = model(**batch).last_hidden_state
        mask = batch["attention_mask"][..., None]
        rows.append((hidden * mask).sum(1) / mask.sum(1))
    found = torch.cat(rows).numpy().astype(np.float64)
    found -= found.mean(0)
    _, _, axes = np.linalg.svd(found, full_matrices=False)
    projected = found @ axes[:width].T
    return (projected / projected.std(0)).astype(np.float32)


def add_vectors(vocab: "Vocab", words: Sequence[str], vectors: "ndarray") -> None:
    """Put the vectors into a vocabulary, looked up by the words' lower-case forms."""
    from spacy.vectors import Vectors

    vocab.vectors = Vectors(
        data=vectors,
        keys=[vocab.strings.add(word) for word in words],
        attr="LOWER",
        strings=vocab.strings,
        name="encoder",
    )
