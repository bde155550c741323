"""Rules that ask with another question phrase: "What is the name of the river?", "What is the river called?"."""

import re
from collections.abc import Callable, Iterator

from hf_robust.language.english.closed_classes import BE_THIRD, DO_TENSED, HAVE_TENSED
from hf_robust.language.english.question_parts import Piece, QuestionParts

_YEAR = re.compile(r"(?:in )?1\d{3}|(?:in )?20\d\d")
_DATE = re.compile(r"[A-Z][a-z]+ \d{1,2}(?:, \d{4})?|\d{1,2} [A-Z][a-z]+(?: \d{4})?")
_KINDS = ("kind", "type", "sort")
_LASTING = DO_TENSED | HAVE_TENSED
_NOT_A_KIND = BE_THIRD | DO_TENSED | {"time", "else", "happened", "percentage", "other", "exactly"}
_MEASURES = {"large": "size", "big": "size", "tall": "height", "high": "height", "long": "length", "deep": "depth"}
_NOUNS = ("NN", "NNS", "JJ", "VBG")


def other_phrases(parts: QuestionParts, answer: str) -> Iterator[list[Piece]]:
    """The ways to ask with another question phrase, as pieces without the question mark.

    Args:
        parts: The question.
        answer: The gold answer, which tells what *when* asks for; empty where there is none.
    """
    for rule in _RULES:
        found = rule(parts, answer)
        if found is not None:
            yield found


def _rest(parts: QuestionParts, start: int) -> list[Piece]:
    return list(range(start, parts.end))


def _how_many(parts: QuestionParts, answer: str) -> list[Piece] | None:
    if parts.words(0, 2) != ["how", "many"] or parts.wh or (parts.aux == -1 and parts.verb < 3):
        return None
    noun = parts.tokens[2]
    if parts.word(parts.aux) in ("is", "was"):  # "How many miles is the road?"
        return None
    return ["what", "number", "of", *_rest(parts, 2)] if noun.tag in ("NNS", "JJ") and noun.text.islower() else None


def _when(parts: QuestionParts, answer: str) -> list[Piece] | None:
    if parts.word(0) != "when" or parts.aux != 1:
        return None
    if _YEAR.fullmatch(answer):
        return ["in", "what", "year", *_rest(parts, 1)]
    return ["on", "what", "date", *_rest(parts, 1)] if _DATE.fullmatch(answer) else None


def _why(parts: QuestionParts, answer: str) -> list[Piece] | None:
    return ["for", "what", "reason", *_rest(parts, 1)] if parts.word(0) == "why" and parts.aux == 1 else None


def _how(parts: QuestionParts, answer: str) -> list[Piece] | None:
    fits = parts.word(0) == "how" and parts.aux == 1 and parts.verb > 1
    return ["in", "what", "way", *_rest(parts, 1)] if fits else None


def _how_long(parts: QuestionParts, answer: str) -> list[Piece] | None:
    if parts.words(0, 3) == ["for", "how", "long"]:
        return ["how", *_rest(parts, 2)]
    if parts.words(0, 2) == ["how", "long"] and parts.word(2) in _LASTING and parts.verb > 0:
        return ["for", *_rest(parts, 0)] if parts.tokens[parts.verb].lemma.lower() not in ("take", "last") else None
    return None


def _how_often(parts: QuestionParts, answer: str) -> list[Piece] | None:
    return ["how", "frequently", *_rest(parts, 2)] if parts.words(0, 2) == ["how", "often"] else None


def _measure(parts: QuestionParts, answer: str) -> list[Piece] | None:
    """ "How tall is the tower?" becomes "What is the height of the tower?" """
    noun = _MEASURES.get(parts.word(1))
    if parts.word(0) != "how" or noun is None or parts.aux != 2 or parts.word(2) not in BE_THIRD or parts.verb != -1:
        return None
    plain = all(token.pos in ("DET", "NOUN", "PROPN", "ADJ") for token in parts.tokens[3 : parts.end])
    be = "is" if parts.word(2) in ("is", "are") else "was"
    return ["what", be, "the", noun, "of", *_rest(parts, 3)] if plain and parts.end > 3 else None


def _kind(parts: QuestionParts, answer: str) -> list[Piece] | None:
    word = parts.word(1)
    if parts.word(0) not in ("what", "which") or parts.word(2) != "of" or word.removesuffix("s") not in _KINDS:
        return None
    new = _KINDS[(_KINDS.index(word.removesuffix("s")) + 1) % 2]
    return [0, new + ("s" if word.endswith("s") else ""), *_rest(parts, 2)]


def _name_of(parts: QuestionParts, answer: str) -> list[Piece] | None:
    """ "What is the name of the river?" becomes "What is the river called?" """
    if parts.words(0, 1) != ["what"] or parts.word(1) not in BE_THIRD or parts.words(2, 5) != ["the", "name", "of"]:
        return None
    named = range(5, parts.end)
    clause = next((n for n in named if parts.tokens[n].tag in ("WP", "WDT") or parts.word(n) == "that"), None)
    if clause is None and not any(parts.tokens[n].pos in ("VERB", "SCONJ", "AUX", "PUNCT") for n in named):
        be = parts.word(1)
        head = next((n for n in named if parts.tokens[n].pos == "ADP"), parts.end) - 1
        if parts.tokens[head].tag in ("NNS", "NNPS"):
            be = {"is": "are", "was": "were"}.get(be, be)  # "the name of matters that ..."
        return ["what", be, *named, "called"] if len(named) <= 9 else None
    if clause is not None and parts.word(5) == "the" and 6 < clause <= 9 and clause + 2 < parts.end:
        finite = parts.tokens[clause + 1].tag in ("VBD", "VBZ", "VBP", "MD") and "," not in parts.words(5, parts.end)
        return ["which", *range(6, clause), *range(clause + 1, parts.end)] if finite else None
    return None


def _called(parts: QuestionParts, answer: str) -> list[Piece] | None:
    """ "What is the river called?" becomes "What is the name of the river?" """
    if (
        parts.word(0) != "what"
        or parts.aux != 1
        or parts.word(1) not in BE_THIRD
        or parts.word(parts.end - 1) != "called"
    ):
        return None
    named = range(2, parts.end - 1)
    plain = named and all(parts.tokens[n].pos in ("DET", "NOUN", "PROPN", "ADJ", "ADP") for n in named)
    be = "is" if parts.word(1) in ("is", "are") else "was"
    return ["what", be, "the", "name", "of", *named] if plain else None


def _another_name(parts: QuestionParts, answer: str) -> list[Piece] | None:
    """ "What is another name for the river?" becomes "What else is the river called?" """
    if parts.words(0, 3) != ["what", "is", "another"] or parts.word(3) not in ("name", "term", "word"):
        return None
    plain = all(parts.tokens[n].pos not in ("VERB", "PUNCT", "PRON") for n in range(5, parts.end))
    return ["what", "else", "is", *_rest(parts, 5), "called"] if parts.word(4) == "for" and plain else None


def _where(parts: QuestionParts, answer: str) -> list[Piece] | None:
    fits = (
        parts.word(0) == "where"
        and parts.aux == 1
        and parts.verb > 1
        and parts.word(parts.end - 1) not in ("from", "to")
    )
    moves = parts.verb > 1 and parts.tokens[parts.verb].lemma.lower() in ("go", "move", "come", "travel", "flee", "be")
    return ["in", "what", "place", *_rest(parts, 1)] if fits and not moves else None


def _which(parts: QuestionParts, answer: str) -> list[Piece] | None:
    """ "What team" becomes "Which team", and the reverse."""
    wh = parts.wh
    word, token = parts.word(wh), parts.tokens[wh + 1]
    if word not in ("what", "which") or token.tag not in _NOUNS or parts.word(wh + 1) in _NOT_A_KIND | set(_KINDS):
        return None
    if parts.aux == wh + 1 or (parts.verb == wh + 1 and parts.aux == -1):
        return None
    return [*range(wh), "which" if word == "what" else "what", *_rest(parts, wh + 1)]


_RULES: tuple[Callable[[QuestionParts, str], list[Piece] | None], ...] = (
    _name_of,
    _called,
    _another_name,
    _how_many,
    _when,
    _why,
    _how,
    _how_long,
    _how_often,
    _measure,
    _kind,
    _where,
    _which,
)
