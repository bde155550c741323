"""TextFlint's universal transformations, one output a sample, on samples of the sentiment task.

Its resources lie on a host of its own; ``install.py`` puts stand-ins of the same form where it looks for them. The
spaCy pipeline is the one that hf_robust reads, in the order of components that TextFlint counts on.
"""

import os

import spacy
from peers.cell import Cell, each
from textflint.common.preprocess import EnProcessor
from textflint.generation.transformation.UT import (
    append_irr,
    contraction,
    keyboard,
    mlm_suggestion,
    ocr,
    punctuation,
    reverse_neg,
    spelling_error,
    swap_ant_wordnet,
    swap_named_ent,
    swap_num,
    swap_syn_wordnet,
    twitter_type,
    typos,
    word_case,
)
from textflint.input.component.sample import SASample

DISTRIBUTIONS = ("textflint", "spacy", "nltk")
ORDER = ["tok2vec", "tagger", "parser", "ner", "entity_ruler", "trainable_lemmatizer"]
TENTH = {"trans_p": 0.1}

EnProcessor.nlp = spacy.load(os.environ["PEERS_SPACY"], config={"nlp": {"pipeline": ORDER}})


def _samples(texts) -> list:
    return [SASample({"x": text, "y": "positive"}) for text in texts]


def _texts(outputs) -> list:
    return [found[0].x.text if found else None for found in outputs]


def _factory(kind, **options):
    def build() -> Cell:
        transformation = kind(**options)
        return Cell(each(lambda sample: transformation.transform(sample, n=1)), kind.__name__, _samples, _texts)

    return build


CELLS = {
    "keyboard": _factory(keyboard.Keyboard, **TENTH),
    "typos-insert": _factory(typos.Typos, mode="insert", **TENTH),
    "typos-delete": _factory(typos.Typos, mode="delete", **TENTH),
    "typos-replace": _factory(typos.Typos, mode="replace", **TENTH),
    "typos-swap": _factory(typos.Typos, mode="swap", **TENTH),
    "ocr": _factory(ocr.Ocr, **TENTH),
    "misspelling": _factory(spelling_error.SpellingError, **TENTH),
    "contraction": _factory(contraction.Contraction),
    "word-case": _factory(word_case.WordCase),
    "twitter": _factory(twitter_type.TwitterType),
    "append-irrelevant": _factory(append_irr.AppendIrr),
    "punctuation": _factory(punctuation.Punctuation),
    "number": _factory(swap_num.SwapNum),
    "negation": _factory(reverse_neg.ReverseNeg),
    "named-entity": _factory(swap_named_ent.SwapNamedEnt),
    "synonym": _factory(swap_syn_wordnet.SwapSynWordNet, **TENTH),
    "masked-lm": _factory(mlm_suggestion.MLMSuggestion, masked_model=os.environ["PEERS_MASKED_LM"], **TENTH),
    "antonym": _factory(swap_ant_wordnet.SwapAntWordNet, **TENTH),
}
