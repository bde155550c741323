"""Pairs of words of which one can stand for the other without a check by a language model, and where they can.

The table ``word_pairs`` of the lexicons holds them. A row has conditions on the context, separated by spaces; all must
hold. ``X`` is a comma-separated list of words, lemmas, universal parts of speech and Penn tags:

========================  =========================================================================================
``>X``, ``>>X``           the next token is one of X; the one after it is. The end of the text counts as PUNCT.
``<X``, ``<<X``           the token before is one of X; the one before that is.
``=X``                    the word has one of these Penn tags.
``:X``                    the head noun of the following phrase is one of X.
``::X``                   the token after that noun is one of X: "made the film a success".
``~X``                    the text has one of these words or lemmas.
``!`` before any of them  it does not hold.
``head``, ``mod``         the noun may follow another noun, or stand before another.
``bare``                  the noun may stand without an article.
``form``                  the replacement stands as it is in the table, whatever the tag of the word.
``prep``, ``prep:X``      the verb or adjective may stand before any preposition, or before those of X.
========================  =========================================================================================
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from hf_robust.core.doc import Doc, Token
from hf_robust.language.english.inflection import inflected
from hf_robust.language.english.wordforms import lemmas_of
from hf_robust.language.gate.fixed_words import NO_LEADS, TAKES_COMPLEMENT, named_or_joined
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import is_compound

CODES = {
    "NOUN": "n",
    "VERB": "v",
    "ADJ": "a",
    "ADV": "r",
    "ADP": "p",
    "SCONJ": "s",
    "PRON": "o",
    "DET": "d",
    "AUX": "x",
}
"""The part of speech in the keys of the table, by its universal name."""
SURE, ASKED = "sure", "ask"
"""The levels: without a check in the contexts of the conditions; only with one."""
PHRASES = "m"
"""The code of phrases of several words, which :mod:`hf_robust.language.english.phrase_pairs` looks up."""
_EDGE = Token(0, 0, "", "PUNCT", "", "")
_PHRASE = frozenset({"DET", "ADJ", "NUM", "ADV", "NOUN", "PROPN"})
_PHRASE_TAGS = frozenset({"PRP$", "POS", "VBN", "VBG", "HYPH", "CC", ","})
_LONGEST_PHRASE = 8  # tokens of a noun phrase; a longer one is a list or a parse error
_PARTICLE_REACH = 5  # tokens between a verb and its particle: "turn the old radio off"
_REPEAT_REACH = 100  # characters in which the new word must not stand already
_CONDITION = re.compile(r"(!?)(>>|<<|::|>|<|=|:|~)(.+)")
_WITHOUT_FORMS = frozenset({"ADP", "SCONJ", "DET", "PRON", "AUX"})
_INFLECTED = frozenset({"VBD", "VBG", "VBN", "VBZ", "NNS"})


class ContextCondition(NamedTuple):
    """One condition on the context of a word.

    Args:
        kind: The sign: ``>``, ``>>``, ``<``, ``<<``, ``=``, ``:``, ``::`` or ``~``.
        values: Words, lemmas, parts of speech and tags.
        holds: Whether one of them must be there, or none.
    """

    kind: str
    values: frozenset[str]
    holds: bool


class WordPair(NamedTuple):
    """A replacement of a lemma.

    Args:
        new: The replacement: a lemma of one word or of several.
        level: ``sure`` or ``ask``.
        conditions: Where it holds.
        flags: What the word may do in its phrase: ``head``, ``mod``, ``bare``, ``prep``.
        prepositions: The prepositions that may follow.
    """

    new: str
    level: str
    conditions: tuple[ContextCondition, ...]
    flags: frozenset[str]
    prepositions: frozenset[str]


PairTable = Mapping[str, Mapping[str, tuple[WordPair, ...]]]
"""Pairs by universal part of speech, then by lemma."""


@cache
def word_pairs(level: str = SURE) -> dict[str, dict[str, tuple[WordPair, ...]]]:
    """The pairs of a level by universal part of speech, then by lemma.

    Example:
        >>> [pair.new for pair in word_pairs()["VERB"]["purchase"]]
        ['buy']
    """
    names = {code: name for name, code in CODES.items()}
    found: dict[str, dict[str, tuple[WordPair, ...]]] = {name: {} for name in CODES}
    for key, new, own_level, when, *_ in lexicon("word_pairs"):
        lemma, _, code = key.partition("|")
        if own_level == level and code != PHRASES:
            table = found[names[code]]
            table[lemma] = (*table.get(lemma, ()), read_pair(new, level, when))
    return found


def read_pair(new: str, level: str, when: str) -> WordPair:
    """A row of the table.

    Example:
        >>> read_pair("film", "sure", "head !<the").flags
        frozenset({'head'})
    """
    conditions, flags, prepositions = [], set(), frozenset[str]()
    for part in when.split():
        if (match := _CONDITION.fullmatch(part)) is not None:
            conditions.append(ContextCondition(match[2], frozenset(match[3].split(",")), not match[1]))
        elif part == "-":  # there are none
            continue
        elif part.startswith("prep:"):
            prepositions = frozenset(part.removeprefix("prep:").split(","))
        else:
            flags.add(part)
    # the cheap ones first: the words of the text are read once, a phrase is read for each pair
    conditions.sort(key=lambda one: (one.kind[0] == ":", one.kind == "~"))
    return WordPair(new, level, tuple(conditions), frozenset(flags), prepositions)


@lru_cache(maxsize=65_536)
def paired_words(lemma: str, pos: str) -> frozenset[str]:
    """The words that can stand for a lemma in some context, of the pairs that need no check.

    Args:
        lemma: Lower-case dictionary form.
        pos: Universal part of speech.

    Example:
        >>> sorted(paired_words("purchase", "VERB"))
        ['buy']
    """
    return frozenset(pair.new for pair in word_pairs()[pos].get(lemma, ()))


def fitting_words(doc: Doc, place: int, level: str = SURE) -> list[str]:
    """What a word may become in its context, in the form of the word; each once.

    Words of names, of compounds and of fixed terms stay. Several words do not replace the item of a token list, and no
    word is used that stands close by already.

    Args:
        doc: A text with parts of speech, tags, lemmas and entities.
        place: Number of the token.
        level: The pairs that are used.

    Example:
        >>> doc = Doc.tagged("We/PRON bought/VERB/VBD/buy a/DET car/NOUN/NN")
        >>> fitting_words(doc, 1)
        ['purchased']
    """
    return list(dict.fromkeys(form for _, form in fitting_pairs(doc, place, word_pairs(level))))


def paired_places(doc: Doc, wanted: Callable[[Token], bool] = lambda _: True) -> Iterator[int]:
    """The numbers of the tokens that have a fitting pair, as :func:`fitting_words` finds them.

    Args:
        doc: As for :func:`fitting_words`.
        wanted: Which tokens are looked at. It is asked before the context is, which takes longer.

    Example:
        >>> list(paired_places(Doc.tagged("We/PRON bought/VERB/VBD/buy a/DET house/NOUN/NN")))
        [1]
    """
    table = word_pairs()
    for place, token in enumerate(doc.tokens):
        pairs = _pairs_of(token, table)
        if pairs and wanted(token) and next(_fitting(doc, place, pairs), None) is not None:
            yield place


def is_paired(token: Token) -> bool:
    """Whether the table has a pair for a word, whether or not it fits where the word stands."""
    return bool(_pairs_of(token, word_pairs()))


def fitting_pairs(doc: Doc, place: int, table: PairTable) -> Iterator[tuple[WordPair, str]]:
    """The pairs of a table whose conditions hold for a word, each with the form that the replacement takes.

    Args:
        doc: As for :func:`fitting_words`.
        place: Number of the token.
        table: Pairs by universal part of speech, then by lemma.
    """
    return _fitting(doc, place, _pairs_of(doc.tokens[place], table))


def _fitting(doc: Doc, place: int, pairs: Sequence[WordPair]) -> Iterator[tuple[WordPair, str]]:
    if not pairs or named_or_joined(doc, place) is not None:
        return
    token = doc.tokens[place]
    near: frozenset[str] | None = None
    for pair in pairs:
        if not _fits(doc, place, pair) or _clashes(doc, place, pair.new):
            continue
        as_it_is = "form" in pair.flags or token.pos in _WITHOUT_FORMS
        form = pair.new if as_it_is else inflected(pair.new, token.tag, token.pos)
        if form is None or form.lower() == token.text.lower() or (doc.bounds is not None and " " in form):
            continue
        near = _near(doc, token) if near is None else near
        if form.lower() not in near:
            yield pair, form


def _pairs_of(token: Token, table: PairTable) -> tuple[WordPair, ...]:
    """The pairs of a word by its lemma; by those of the dictionary where the pipeline's is no word of the table."""
    own = table.get(token.pos)
    if not own:
        return ()
    found = own.get(token.lemma.lower())
    if found is None and token.tag in _INFLECTED and (lemmas := _lemmas(token.text.lower(), token.tag)):
        found = own.get(lemmas[0])
    return found or ()


@lru_cache(maxsize=65_536)
def _lemmas(word: str, tag: str) -> tuple[str, ...]:
    return lemmas_of(word, tag)


def _near(doc: Doc, token: Token) -> frozenset[str]:
    around = doc.text[max(0, token.start - _REPEAT_REACH) : token.end + _REPEAT_REACH]
    return frozenset(re.findall(r"[\w'-]+", around.lower()))


def _clashes(doc: Doc, place: int, new: str) -> bool:
    """ "more big": a short adjective has a degree of its own."""
    token, before = doc.tokens[place], doc.tokens[place - 1].text.lower() if place else ""
    short = token.pos == "ADJ" and len(new) <= 5 and before in ("more", "most")
    return short and inflected(new, "JJR", "ADJ") is not None


def _fits(doc: Doc, place: int, pair: WordPair) -> bool:
    named_before = named_after = False
    for condition in pair.conditions:
        if holds(doc, place, condition) != condition.holds:
            return False
        named_before |= condition.kind == "<" and condition.holds
        named_after |= condition.kind == ">" and condition.holds
    tokens = doc.tokens
    token = tokens[place]
    before = tokens[place - 1] if place else _EDGE
    after = tokens[place + 1] if place + 1 < len(tokens) else _EDGE
    if token.pos == "NOUN" and _in_compound(token, before, after, pair, named_before, named_after):
        return False
    if token.pos == "VERB" and any(t.tag == "RP" for t in tokens[place + 1 : place + 1 + _PARTICLE_REACH]):
        return False
    if token.pos in ("VERB", "ADJ") and not (named_after or "prep" in pair.flags):
        following = after.text.lower()
        if (after.pos in TAKES_COMPLEMENT and following not in pair.prepositions) or following == "enough":
            return False
    if token.pos in ("VERB", "ADJ", "ADV") and _in_term(token, before, after, named_before, named_after):
        return False
    if token.tag == "NN" and token.pos == "NOUN" and before.pos in NO_LEADS:
        return named_before or "bare" in pair.flags
    return not (token.pos == before.pos == "ADV") or named_before


def _in_compound(token: Token, before: Token, after: Token, pair: WordPair, left: bool, right: bool) -> bool:
    head, modifier = "head" in pair.flags, "mod" in pair.flags
    if (before.pos == "NOUN" and not head) or (after.pos == "NOUN" and not modifier):
        return True
    return _in_term(token, before, after, left or head, right or modifier)


def _in_term(token: Token, before: Token, after: Token, left: bool, right: bool) -> bool:
    """Whether a word and the one beside it are an entry of WordNet; a side that a condition names is not looked at."""
    words = {token.lemma.lower(), token.text.lower()}
    if not left and any(is_compound(before.lemma.lower(), word) for word in words):
        return True
    return not right and any(is_compound(word, next_) for word in words for next_ in _names(after))


def _names(token: Token) -> set[str]:
    return {token.text.lower(), token.lemma.lower()}


def holds(doc: Doc, place: int, condition: ContextCondition) -> bool:
    """Whether what a condition names is there; the caller compares this with ``condition.holds``."""
    return _KINDS[condition.kind](doc, place, condition.values)


def _beside(step: int) -> Callable[[Doc, int, frozenset[str]], bool]:
    def holds(doc: Doc, place: int, values: frozenset[str]) -> bool:
        at, tokens = place + step, doc.tokens
        return _is_one(tokens[at] if 0 <= at < len(tokens) else _EDGE, values)

    return holds


def _is_one(token: Token, values: frozenset[str]) -> bool:
    return (
        token.pos in values
        or token.tag in values
        or token.text.lower().replace("’", "'") in values
        or (token.lemma != "" and token.lemma.lower() in values)
    )


def _has_tag(doc: Doc, place: int, values: frozenset[str]) -> bool:
    return doc.tokens[place].tag in values


def _has_head(doc: Doc, place: int, values: frozenset[str]) -> bool:
    head = _head(doc.tokens, place)
    return head is not None and _is_one(doc.tokens[head], values)


def _has_after_head(doc: Doc, place: int, values: frozenset[str]) -> bool:
    head = _head(doc.tokens, place)
    return head is not None and head + 1 < len(doc.tokens) and _is_one(doc.tokens[head + 1], values)


def _head(tokens: Sequence[Token], place: int) -> int | None:
    """The number of the noun at the end of the phrase that follows a word, or its preposition."""
    start = place + 1
    if start < len(tokens) and tokens[start].pos in ("ADP", "PART"):
        start += 1
    head: int | None = None
    for at, token in enumerate(tokens[start : start + _LONGEST_PHRASE], start):
        if token.pos in ("NOUN", "PROPN"):
            head = at
        elif (head is not None and token.pos != "NUM" and token.tag != "POS") or not (
            token.pos in _PHRASE or token.tag in _PHRASE_TAGS
        ):
            break
    return head


def _has_words(doc: Doc, place: int, values: frozenset[str]) -> bool:
    return not values.isdisjoint(_words_of(doc))


@lru_cache(maxsize=4)
def _words_of(doc: Doc) -> frozenset[str]:
    return frozenset(_all_names(doc.tokens))


def _all_names(tokens: Sequence[Token]) -> Iterator[str]:
    for token in tokens:
        yield token.text.lower()
        yield token.lemma.lower()


_KINDS = {
    ">": _beside(1),
    ">>": _beside(2),
    "<": _beside(-1),
    "<<": _beside(-2),
    "=": _has_tag,
    ":": _has_head,
    "::": _has_after_head,
    "~": _has_words,
}
