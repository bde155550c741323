"""CheckList's Perturb, one output a text. What reads a spaCy document is timed from texts and from parsed documents."""

import contextlib
import functools
import os

import numpy as np
import spacy
from checklist.perturb import Perturb
from pattern.en import tenses
from peers.cell import Cell, each, first

VERSIONS = {"checklist": "0.0.11"}  # unpacked from its source, without metadata
DISTRIBUTIONS = ("spacy", "numpy")
np.random.seed(7)
with contextlib.suppress(RuntimeError):  # since Python 3.7 the first look-up of `pattern` fails, later ones do not
    tenses("goes")


@functools.cache
def pipeline():
    """The spaCy pipeline that hf_robust reads too."""
    return spacy.load(os.environ["PEERS_SPACY"])


def _parse(texts) -> list:
    return list(pipeline().pipe(texts))


_parsed = functools.lru_cache(maxsize=4)(_parse)


def _documents(texts) -> list:
    return _parsed(tuple(texts))


def _outputs(found) -> list:
    return [first(one) for one in found]


def _of_text(function, label: str):
    return lambda: Cell(each(function), label, texts=_outputs)


def _of_document(function, label: str):
    """Two cells: from the text, and from documents that were parsed before."""
    return (
        lambda: Cell(lambda texts: [function(doc) for doc in pipeline().pipe(texts)], label, texts=_outputs),
        lambda: Cell(each(function), label, _documents, _outputs),
    )


DOCUMENT = {
    "number": _of_document(lambda doc: Perturb.change_number(doc, n=1), "change_number"),
    "named-entity": _of_document(lambda doc: Perturb.change_names(doc, n=1), "change_names"),
    "swap-region": _of_document(lambda doc: Perturb.change_location(doc, n=1), "change_location"),
    "negation": _of_document(Perturb.add_negation, "add_negation"),
    "punctuation": _of_document(Perturb.punctuation, "punctuation"),
}
CELLS = {
    "typos-swap": _of_text(Perturb.add_typos, "add_typos"),
    "contraction": _of_text(Perturb.contractions, "contractions"),
    "contraction-contract": _of_text(Perturb.contract, "contract"),
    "contraction-expand": _of_text(Perturb.expand_contractions, "expand_contractions"),
    "annotate": lambda: Cell(_parse, "nlp.pipe", texts=lambda docs: [None] * len(docs)),
    **{key: text for key, (text, _) in DOCUMENT.items()},
    **{f"{key}/annotated": document for key, (_, document) in DOCUMENT.items()},
}
