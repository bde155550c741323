"""TextAttack's augmenter around one transformation each, at one word in ten."""

import os

import nltk

nltk.download = lambda *_, **__: True  # asked for at every WordSwapWordNet()

from peers.cell import Cell, each, first  # noqa: E402
from textattack import transformations as found  # noqa: E402
from textattack.augmentation import Augmenter  # noqa: E402
from transformers import AutoModelForMaskedLM, AutoTokenizer  # noqa: E402

DISTRIBUTIONS = ("textattack", "nltk", "torch")
NAMES = {
    "keyboard": "WordSwapQWERTY",
    "typos-insert": "WordSwapRandomCharacterInsertion",
    "typos-delete": "WordSwapRandomCharacterDeletion",
    "typos-replace": "WordSwapRandomCharacterSubstitution",
    "typos-swap": "WordSwapNeighboringCharacterSwap",
    "contraction-contract": "WordSwapContract",
    "contraction-expand": "WordSwapExtend",
    "delete-word": "WordDeletion",
    "homoglyph": "WordSwapHomoglyphSwap",
    "number": "WordSwapChangeNumber",
    "synonym": "WordSwapWordNet",
}


def _masked_lm() -> Cell:
    """The model of hf_robust in place of the one that would be fetched; inputs are padded to 64 pieces, not to 512."""
    folder = os.environ["PEERS_MASKED_LM"]
    model, tokenizer = AutoModelForMaskedLM.from_pretrained(folder), AutoTokenizer.from_pretrained(folder)
    return _factory("WordSwapMaskedLM", masked_language_model=model, tokenizer=tokenizer, max_length=64)()


def _factory(name: str, **options):
    def build() -> Cell:
        augmenter = Augmenter(transformation=getattr(found, name)(**options), pct_words_to_swap=0.1)
        return Cell(each(lambda text: first(augmenter.augment(text))), name)

    return build


CELLS = {"masked-lm": _masked_lm, **{key: _factory(name) for key, name in NAMES.items()}}
