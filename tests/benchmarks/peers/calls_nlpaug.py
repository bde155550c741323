"""nlpaug's augmenters, at one word in ten and one character a word."""

import os

import nlpaug.augmenter.char as chars
import nlpaug.augmenter.word as words
from peers.cell import Cell, each, first

DISTRIBUTIONS = ("nlpaug", "nltk", "torch")
RATE = {"aug_char_max": 1, "aug_word_p": 0.1}


def _cell(augmenter) -> Cell:
    label = type(augmenter).__name__ + (f" {augmenter.action}" if "Random" in type(augmenter).__name__ else "")
    return Cell(each(lambda text: first(augmenter.augment(text))), label)


def _random(action: str):
    return lambda: _cell(chars.RandomCharAug(action=action, **RATE))


CELLS = {
    "keyboard": lambda: _cell(chars.KeyboardAug(**RATE)),
    "typos-insert": _random("insert"),
    "typos-delete": _random("delete"),
    "typos-replace": _random("substitute"),
    "typos-swap": _random("swap"),
    "ocr": lambda: _cell(chars.OcrAug(**RATE)),
    "misspelling": lambda: _cell(words.SpellingAug(aug_p=0.1)),
    "delete-word": lambda: _cell(words.RandomWordAug(action="delete", aug_p=0.1)),
    "synonym": lambda: _cell(words.SynonymAug(aug_src="wordnet", aug_p=0.1)),
    "masked-lm": lambda: _cell(
        words.ContextualWordEmbsAug(model_path=os.environ["PEERS_MASKED_LM"], model_type="bert", aug_p=0.1)
    ),
    "antonym": lambda: _cell(words.AntonymAug(aug_p=0.1)),
}
