"""Entities found by token patterns in one pass over a text, in place of spaCy's ``entity_ruler``."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import UsageError

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc
    from spacy.vocab import Vocab

_RULER = "entity_ruler"
_FACTORY = "hf_robust_one_pass_ruler"
_ATTRIBUTES = {"TEXT": "orth_", "LOWER": "lower_"}
_COUNTS = {None: "", "?": "?", "+": "+"}


def use_one_pass_ruler(nlp: "Language") -> None:
    """Replace the ``entity_ruler`` of a pipeline by one with the same patterns whose time is linear.

    spaCy's ruler lists every part of a repeated pattern: its time is cubic in the length of a run of numbers.

    Args:
        nlp: The pipeline; one without an ``entity_ruler`` stays as it is.

    Raises:
        UsageError: A pattern has an attribute or an operator that is not supported here.
    """
    if _RULER not in nlp.pipe_names:
        return
    _register()
    config = nlp.config
    config["initialize"].setdefault("components", {})  # replace_pipe reads it, and the bundled pipeline has none
    nlp.config = config
    nlp.replace_pipe(_RULER, _FACTORY, config={"patterns": nlp.get_pipe(_RULER).patterns})


@cache
def _register() -> None:
    from spacy.language import Language

    def make(nlp: Any, name: str, patterns: list[dict[str, Any]]) -> "OnePassRuler":
        return OnePassRuler(patterns)

    Language.factory(_FACTORY, default_config={"patterns": []}, func=make)


class OnePassRuler:
    """Finds the longest match of each pattern among tokens that are in no entity yet.

    Args:
        patterns: Patterns in the form of spaCy's ``entity_ruler``. A pattern is a list of tokens with ``TEXT`` or
            ``LOWER``, each ``{"IN": [...]}`` or ``{"REGEX": "..."}``, and ``OP`` ``?``, ``+`` or none. No two tokens of
            a pattern may match the same word, and one of them must not be optional.

    Raises:
        UsageError: A pattern has another attribute or operator.
    """

    def __init__(self, patterns: Sequence[Mapping[str, Any]]):
        self._rules = [_Rule(pattern["label"], pattern["pattern"]) for pattern in patterns]

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the patterns."""
        return tuple(sorted({rule.label for rule in self._rules}))

    def __call__(self, doc: "Doc") -> "Doc":
        """Add the entities of the patterns to a document."""
        for rule in self._rules:
            found = list(rule.spans(doc))
            if found:
                doc.set_ents([*doc.ents, *found])
        return doc

    def pipe(self, stream: "Iterable[Doc]", *, batch_size: int = 256) -> "Iterator[Doc]":
        """Documents with the entities of the patterns."""
        return map(self, stream)


class _Rule:
    """One pattern, as a regular expression over one letter for each token.

    Args:
        label: Label of the entities.
        tokens: The tokens of the pattern.
    """

    def __init__(self, label: str, tokens: Sequence[Mapping[str, Any]]):
        self.label = label
        self._tests = [_test_of(token) for token in tokens]
        self._letters = [chr(ord("a") + place) for place in range(len(tokens))]
        counts = (_COUNTS[token.get("OP")] for token in tokens)
        self._expression = re.compile("".join(map("".join, zip(self._letters, counts))))
        self._known: dict[int, str] = {}
        self._matching: set[int] = set()

    def spans(self, doc: "Doc") -> "Iterator[Any]":
        from spacy.tokens import Span

        words, types = doc.to_array(["ORTH", "ENT_TYPE"]).T.tolist()
        self._learn(doc.vocab, {*words}.difference(self._known))
        if self._matching.isdisjoint(words):
            return
        letters = "".join("-" if kind else self._known[word] for word, kind in zip(words, types))
        for match in self._expression.finditer(letters):
            yield Span(doc, match.start(), match.end(), self.label)

    def _learn(self, vocab: "Vocab", words: Iterable[int]) -> None:
        """Note the letter of the token of the pattern that each word matches; ``-`` when there is none."""
        for word in words:
            lexeme = vocab[word]
            matching = (letter for letter, test in zip(self._letters, self._tests) if test(lexeme))
            self._known[word] = letter = next(matching, "-")
            if letter != "-":
                self._matching.add(word)


def _test_of(token: Mapping[str, Any]) -> Any:
    """A function that tells whether a word of the vocabulary matches a token of a pattern."""
    attribute = next((name for name in _ATTRIBUTES if name in token), None)
    known = attribute is not None and not {*token} - {attribute, "OP"} and token.get("OP") in _COUNTS
    if not known or attribute is None or {*token[attribute]} not in ({"IN"}, {"REGEX"}):
        raise UsageError(f"expected TEXT or LOWER with IN or REGEX and the OP '?' or '+', found {dict(token)}")
    read, values = _ATTRIBUTES[attribute], token[attribute]
    if "IN" in values:
        words = frozenset(values["IN"])
        return lambda word: getattr(word, read) in words
    expression = re.compile(values["REGEX"])
    return lambda word: expression.search(getattr(word, read)) is not None
