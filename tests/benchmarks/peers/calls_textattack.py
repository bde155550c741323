"""TextAttack's augmenter around one transformation each, at one word in ten."""

import nltk

nltk.download = lambda *_, **__: True  # asked for at every WordSwapWordNet()

from peers.cell import Cell, each, first  # noqa: E402
from textattack import transformations as found  # noqa: E402
from textattack.augmentation import Augmenter  # noqa: E402

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


def _factory(name: str):
    def build() -> Cell:
        augmenter = Augmenter(transformation=getattr(found, name)(), pct_words_to_swap=0.1)
        return Cell(each(lambda text: first(augmenter.augment(text))), name)

    return build


CELLS = {key: _factory(name) for key, name in NAMES.items()}
