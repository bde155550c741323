"""Rules that ask a question in another form: passive and active, another order, another question phrase."""

from collections.abc import Callable, Iterator

from hf_robust.language.english.closed_classes import (
    ACTIVE_VERBS,
    BE_THIRD,
    CALENDAR_UNITS,
    INDEFINITE_ARTICLES,
    LET,
    PERIODS,
    POSSESSIVES_THIRD,
    QUESTION_WORDS,
    RELATIVE_PRONOUNS,
    SEASONS,
    TIME_PREPOSITIONS,
)
from hf_robust.language.english.question_parts import PREPOSITIONS, Piece, QuestionParts
from hf_robust.language.english.verbs import noun_agreement, reinflected

_LONGEST_REST = 12  # tokens after the verb
_TENSES = {"did": "VBD", "does": "VBZ", "do": "VBP"}
_NO_PASSIVE = ACTIVE_VERBS | (LET - {"have", "make"}) | {"lose", "say", "win"}
_CLAUSE = frozenset({"SCONJ"})
_WH_TAGS = frozenset({"WP", "WDT", "WRB", "WP$"})
_ADJUNCTS = QUESTION_WORDS - RELATIVE_PRONOUNS - {"what"}
_TIMES = (CALENDAR_UNITS - {"week", "weekend"}) | SEASONS | PERIODS | {"fall", "season"}
_UNKNOWN = INDEFINITE_ARTICLES | {"another", "some"}
_NOT_STRANDED = TIME_PREPOSITIONS | {"at", "between"}


def forms(parts: QuestionParts) -> Iterator[list[Piece]]:
    """All forms in which a question can be asked, as pieces without the question mark."""
    for rule in _RULES:
        found = rule(parts)
        if found is not None:
            yield found


def _rest_is_plain(parts: QuestionParts, start: int) -> bool:
    """Whether no clause, comma or further question word stands after a token."""
    rest = parts.tokens[start : parts.end]
    if len(rest) > _LONGEST_REST:
        return False
    return not any(
        token.pos in _CLAUSE or token.tag in _WH_TAGS or token.text in (",", ";", ":") or token.text == "that"
        for token in rest
    )


def _span(start: int, stop: int) -> list[Piece]:
    return list(range(start, stop))


def _question_phrase(parts: QuestionParts) -> list[Piece]:
    """The question phrase as it stands behind its verb."""
    phrase = _span(0, parts.aux)
    return ["whom" if parts.word(0) == "who" and len(phrase) == 1 else phrase[0], *phrase[1:]]


def _in_place(parts: QuestionParts) -> list[Piece] | None:
    """ "In what year did Luther die?" becomes "Luther died in what year?" """
    if parts.aux < 1 or parts.word(parts.aux) not in _TENSES or parts.verb < parts.aux + 2:
        return None
    adjunct = parts.word(0) in _ADJUNCTS - {"how", "why"} or (parts.wh == 1 and parts.aux > 2)
    if not adjunct or not _rest_is_plain(parts, parts.aux + 1) or "not" in parts.words(parts.aux, parts.verb + 1):
        return None
    if parts.word(parts.end - 1) in PREPOSITIONS or parts.end - parts.aux > _LONGEST_REST:
        return None
    verb = reinflected(parts.word(parts.verb), "VB", _TENSES[parts.word(parts.aux)])
    if verb is None or (parts.tokens[parts.verb + 1 : parts.end][:1] and parts.word(parts.verb + 1) == "to"):
        return None
    subject = _span(parts.aux + 1, parts.verb)
    return [*subject, verb, *_span(parts.verb + 1, parts.end), *_question_phrase(parts)]


def _be_in_place(parts: QuestionParts) -> list[Piece] | None:
    """ "When was the bridge built?" becomes "The bridge was built when?" """
    if parts.aux < 1 or parts.word(parts.aux) not in BE_THIRD or not _rest_is_plain(parts, parts.aux + 1):
        return None
    if parts.end - parts.aux > 9 or parts.word(parts.aux + 1) in ("there", "it", "this", "these"):
        return None
    if parts.word(parts.end - 1) in PREPOSITIONS or parts.word(0) == "how" or parts.word(0) == "why":
        return None
    adjunct = parts.word(0) in _ADJUNCTS or (parts.wh == 1 and parts.aux > 2)
    if adjunct and parts.verb >= parts.aux + 2:
        subject = _span(parts.aux + 1, parts.verb)
        return [*subject, parts.aux, *_span(parts.verb, parts.end), *_question_phrase(parts)]
    copula = parts.verb == -1 and parts.aux == 1 and parts.word(0) in ("what", "when", "where")
    if not copula or parts.tokens[parts.aux + 1].pos not in ("DET", "PROPN", "NOUN", "ADJ"):
        return None
    if parts.tokens[parts.aux + 1].text.lower() in _UNKNOWN:
        return None
    if any(token.pos in ("VERB", "PRON") or token.tag == "VBN" for token in parts.tokens[2 : parts.end]):
        return None
    return [*_span(parts.aux + 1, parts.end), parts.aux, 0]


def _passive(parts: QuestionParts) -> list[Piece] | None:
    """ "Who wrote the letter?" becomes "By whom was the letter written?" """
    tokens, verb = parts.tokens, parts.verb
    if parts.aux != -1 or parts.wh or verb < 1 or parts.word(0) not in ("who", "what", "which"):
        return None
    if (
        (parts.word(0) == "who") != (verb == 1)
        or tokens[verb].tag not in ("VBD", "VBZ")
        or parts.word(verb) in BE_THIRD
    ):
        return None
    if not _rest_is_plain(parts, verb + 1) or tokens[verb].lemma.lower() in _NO_PASSIVE:
        return None
    if tokens[verb - 1].pos == "ADV":
        return None
    heads = [n for n in range(verb + 1, parts.end) if tokens[n].dep == "obj" and tokens[n].head == verb]
    participle = reinflected(parts.word(verb), tokens[verb].tag, "VBN")
    if len(heads) != 1 or participle is None or not tokens[heads[0]].tag.startswith("NN"):
        return None
    stop = _stop(parts, heads[0])
    inside = range(verb + 1, stop)
    if stop is None or any(not _under(parts, place, heads[0]) for place in inside):
        return None
    if parts.word(verb + 1) in POSSESSIVES_THIRD or any(tokens[n].tag == "PRP" for n in inside):
        return None
    if stop < parts.end and tokens[stop].pos not in ("ADP", "NOUN", "NUM"):
        return None
    number = noun_agreement(tokens, heads[0])
    if number not in ("he", "they"):
        return None
    past = tokens[verb].tag == "VBD"
    be = ("was" if past else "is") if number == "he" else ("were" if past else "are")
    asked: list[Piece] = ["whom"] if verb == 1 else _span(0, verb)
    return ["by", *asked, be, *inside, participle, *_span(stop, parts.end)]


def _active(parts: QuestionParts) -> list[Piece] | None:
    """ "By whom was the letter written?" and "Who was the letter written by?" become "Who wrote the letter?" """
    be, verb, tokens = parts.word(parts.aux) if parts.aux > 0 else "", parts.verb, parts.tokens
    if be not in BE_THIRD or verb < parts.aux + 2 or tokens[verb].tag != "VBN":
        return None
    last = parts.end
    if parts.word(0) == "by" and parts.wh == 1:
        asked: list[Piece] = ["who"] if parts.word(1) == "whom" else _span(1, parts.aux)
    elif parts.word(last - 1) == "by" and parts.wh == 0 and parts.word(0) in ("who", "what", "which"):
        asked, last = _span(0, parts.aux), last - 1
    else:
        return None
    active = reinflected(parts.word(verb), "VBN", "VBD" if be in ("was", "were") else "VBZ")
    if active is None:
        return None
    return [*asked, active, *_span(parts.aux + 1, verb), *_span(verb + 1, last)]


def _fronted_preposition(parts: QuestionParts) -> list[Piece] | None:
    """ "What city did she live in?" becomes "In what city did she live?" """
    last = parts.end - 1
    if parts.aux < 1 or parts.wh or parts.word(0) not in ("what", "which", "who") or last <= parts.aux + 2:
        return None
    token, before = parts.tokens[last], parts.tokens[last - 1]
    if token.tag not in ("IN", "TO") or token.dep == "compound:prt" or parts.word(last) not in PREPOSITIONS:
        return None
    if parts.word(last) in ("of", "as", "about", "like") or before.pos not in ("VERB", "NOUN", "PROPN"):
        return None
    if parts.aux == 1 and parts.word(0) == "what":
        return None  # "In what did she live?"
    if before.pos != "VERB" and parts.verb == -1:
        return None
    asked: list[Piece] = ["whom"] if parts.word(0) == "who" else _span(0, parts.aux)
    return [parts.word(last), *asked, *_span(parts.aux, last)]


def _stranded_preposition(parts: QuestionParts) -> list[Piece] | None:
    """ "Into what language did she translate it?" becomes "What language did she translate it into?" """
    if parts.wh != 1 or parts.aux < 3 or parts.word(0) in _NOT_STRANDED:
        return None
    if not _rest_is_plain(parts, parts.aux) or parts.word(1) == "how" or parts.tokens[parts.end - 1].pos == "ADP":
        return None
    if parts.tokens[parts.aux + 1 : parts.end] and parts.word(0) == "by":
        return None
    return [*_span(1, parts.end), parts.word(0)]


def _fronted_time(parts: QuestionParts) -> list[Piece] | None:
    """ "Who won the cup in 1990?" becomes "In 1990, who won the cup?" """
    tokens = parts.tokens
    start = next(
        (
            n
            for n in range(parts.end - 2, max(parts.end - 7, 3), -1)
            if parts.word(n) in ("in", "during", "after", "by")
        ),
        None,
    )
    if start is None or parts.tokens[start - 1].pos == "ADP" or parts.wh:
        return None
    inside = range(start + 1, parts.end)
    if any(tokens[n].pos in ("VERB", "AUX", "ADP", "PRON", "PUNCT", "SCONJ", "CCONJ") for n in inside):
        return None
    year = len(inside) == 1 and tokens[start + 1].text.isdecimal() and len(tokens[start + 1].text) == 4
    named = tokens[parts.end - 1].lemma.lower() in _TIMES and parts.word(start + 1) in ("the", "this")
    return [parts.word(start), *inside, ",", *_span(0, start)] if year or named else None


def _stop(parts: QuestionParts, head: int) -> int:
    """The token after a noun with what hangs on it from the right, where that is of its own."""
    stop = head + 1
    while stop < parts.end and _under(parts, stop, head):
        stop += 1
    return stop


def _under(parts: QuestionParts, place: int, head: int) -> bool:
    for _ in range(parts.end):
        if place == head:
            return True
        above = parts.tokens[place].head
        if above in (place, -1):
            return False
        place = above
    return False


_RULES: tuple[Callable[[QuestionParts], list[Piece] | None], ...] = (
    _passive,
    _active,
    _fronted_preposition,
    _stranded_preposition,
    _in_place,
    _be_in_place,
    _fronted_time,
)
