"""Words of a text and what each could be replaced with so that the text says something else: Monday and Friday."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from hf_robust.core.doc import Doc, Token
from hf_robust.language.english.closed_classes import (
    BE_OTHER,
    BE_TENSED,
    COMMON_PREPOSITIONS,
    COMPARED_JUDGMENTS,
    COMPASS,
    HAVE_TENSED,
    JOINERS,
    LESS,
    MONTHS,
    MORE,
    PARTICLES,
    SHORT_DEGREES,
    STRONG_DEGREES,
)
from hf_robust.language.english.inflection import inflected
from hf_robust.language.english.verbs import is_name, is_whole, plain
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import CONCRETE, is_compound, noun_kind

_KINDS = ("names", "words", "nouns", "mass", "verbs", "adjectives")
_FORMS = {
    "nouns": ("NN", "NNS"),
    "mass": ("NN",),
    "verbs": ("VB", "VBP", "VBZ", "VBG", "VBD", "VBN"),
}
_POS = {"nouns": "NOUN", "mass": "NOUN", "verbs": "VERB"}
_PAIR = 2  # pairs only: a noun of a larger set has several others
_COMPARING = LESS | MORE | SHORT_DEGREES | {"as", "how", "not"}
_GOING_ON = JOINERS | COMMON_PREPOSITIONS | {","}
_AUXILIARIES = BE_TENSED | HAVE_TENSED | BE_OTHER
_MONTHS = frozenset(month[:3] for month in MONTHS)
_BE = BE_TENSED | BE_OTHER  # before "allowed" they make it a participle, whatever the tag says
_SIDES_OF_THINGS = frozenset("side end bank coast wing wall edge shore slope part gate entrance tower door".split())
_OTHER_PREPOSITION = frozenset("similar different full empty familiar dependent independent".split())
_PARTICLES = PARTICLES | {"back", "over", "for"} | {"on", "in"} | {"onto", "into"}
_BESIDE_NOUNS = frozenset({"NN", "NNS", "NNP", "NNPS", "HYPH"})
_CAPITALS = frozenset({"NNP", "NNPS"})


class Contrary(NamedTuple):
    """A word or phrase that others can replace.

    Args:
        start: First character.
        end: Character after the last.
        same: What says the same in another text, in lower case, in all forms.
        others: The replacements, in the form that the word has.
        opposite: Whether they are opposites, as of verbs and adjectives, and not only others of its kind.
    """

    start: int
    end: int
    same: frozenset[str]
    others: tuple[str, ...]
    opposite: bool


class _Entry(NamedTuple):
    """One form of a word of the table."""

    kind: str
    form: str
    tag: str
    same: frozenset[str]
    others: tuple[str, ...]
    opposite: bool


def contrary_words(doc: Doc, exclusive: bool = False) -> Iterator[Contrary]:
    """The words of a text that have contraries. A word of several groups comes once for each.

    Args:
        doc: The text, with tags and lemmas.
        exclusive: Whether to read the verbs and adjectives that are never true of the same thing at once.

    Example:
        >>> doc = Doc.tagged("He/PRON/PRP hates/VERB/VBZ/hate tea/NOUN/NN/tea on/ADP/IN Monday/PROPN/NNP/Monday")
        >>> [(doc.text[found.start : found.end], found.others[:2]) for found in contrary_words(doc)]
        [('hates', ('loves',)), ('tea', ('coffee', 'beer')), ('Monday', ('Tuesday', 'Wednesday'))]
    """
    table, text = _table(exclusive), doc.text
    for place, token in enumerate(doc.tokens):
        for entry in table.get(plain(token), ()):
            end = token.start + len(entry.form)
            written = text[token.start : end]
            if (written if entry.kind == "names" else written.lower()) != entry.form or text[end : end + 1].isalnum():
                continue
            if doc.is_free(token.start, end) and _fits(doc, place, end, entry, exclusive):
                yield Contrary(token.start, end, entry.same, entry.others, entry.opposite)


def _fits(doc: Doc, place: int, end: int, entry: _Entry, exclusive: bool) -> bool:
    """Whether a word stands where its contraries can stand."""
    tokens = doc.tokens
    after = place + 1
    while after < len(tokens) and tokens[after].start < end:
        after += 1
    token, last = tokens[place], tokens[after - 1]
    before = tokens[place - 1] if place else None
    follows = tokens[after] if after < len(tokens) else None
    if len(token.text) > 1 and token.text.isupper() and entry.kind != "names":
        return False  # "CAT" is an examination
    if last.end != end or not (is_whole(doc, token) and is_whole(doc, last)):
        return False
    if entry.kind == "names":
        if token.tag[:2] == "VB" or (before is not None and before.tag == "MD"):
            return False  # "they can Google it"
        return not _is_part_of_name(tokens, place, before, follows)
    if is_name(tokens, place):
        return False
    if entry.kind == "words":
        return True
    if entry.kind == "adjectives":
        return _is_free_adjective(tokens, place, after, entry, exclusive)
    if entry.tag and last.tag != entry.tag and token.tag != entry.tag:
        return False
    if entry.kind == "verbs":
        if entry.tag == "VBN" and _AUXILIARIES.isdisjoint(plain(t) for t in tokens[max(0, place - 3) : place]):
            return False  # "rose" and "climbed" may be the past tense
        passive = entry.tag == "VBD" and not _BE.isdisjoint(plain(t) for t in tokens[max(0, place - 3) : place])
        return not passive and (follows is None or plain(follows) not in _PARTICLES)
    return not _is_in_compound(before, token, last, follows)


def _is_part_of_name(tokens: Sequence[Token], place: int, before: Token | None, follows: Token | None) -> bool:
    """Whether a name is a part of a longer one: "Michael Jordan", "Bank of America", "American Cancer Society"."""
    named = follows is not None and follows.text[:1].isupper() and follows.tag[:2] in ("NN", "JJ")
    if named or (follows is not None and follows.tag[:2] == "NN" and tokens[place].tag in _CAPITALS):
        return True
    if follows is not None and (plain(follows) in ("11", "of") or follows.text == "'"):
        return True  # September 11, Friends of the Earth, Massachusetts'
    if follows is not None and follows.text[:1].isdigit() and plain(tokens[place]).rstrip(".")[:3] not in _MONTHS:
        return True  # Windows 2000
    if before is None or place == 1:
        return before is not None and before.text[:1].isupper() and before.tag in _CAPITALS
    if before.text[:1].isupper() and before.tag in _CAPITALS:
        return True
    return plain(before) in ("of", "&", "and") and tokens[place - 2].tag in _CAPITALS


def _is_free_adjective(tokens: Sequence[Token], place: int, after: int, entry: _Entry, exclusive: bool) -> bool:
    """Whether an adjective describes a noun or subject by itself."""
    before = plain(tokens[place - 1]) if place else ""
    follows = tokens[after] if after < len(tokens) else None
    if exclusive and entry.form in COMPASS and follows is not None and plain(follows) in _SIDES_OF_THINGS:
        return True  # "the west side", which is tagged as a compound
    if tokens[after - 1].tag[:2] != "JJ" and " " not in entry.form and "-" not in entry.form:
        return False
    if before in JOINERS or before in (_COMPARING - STRONG_DEGREES if exclusive else _COMPARING):
        return False
    if follows is not None and follows.tag in ("JJ", "VBN") and entry.form in COMPARED_JUDGMENTS:
        return False  # "the worst affected area"
    if follows is None or follows.tag[:2] != "NN":
        governs = exclusive and entry.form not in _OTHER_PREPOSITION
        return follows is None or plain(follows) not in (_GOING_ON - COMMON_PREPOSITIONS if governs else _GOING_ON)
    head = after
    while head + 1 < len(tokens) and tokens[head + 1].tag[:2] == "NN":
        head += 1
    if is_compound(entry.form, follows.lemma.lower()):
        return False
    return entry.form not in colors() or noun_kind(tokens[head].lemma.lower()) in CONCRETE


def _is_in_compound(before: Token | None, token: Token, last: Token, follows: Token | None) -> bool:
    """Whether a noun is a part of a compound or of a fixed term."""
    if before is not None and (
        before.tag in _BESIDE_NOUNS
        or plain(before) in ("this", "new")
        or is_compound(plain(before), token.lemma.lower())
    ):
        return True
    if follows is None:
        return False
    if follows.tag == "VBG" and noun_kind(last.lemma.lower()) in CONCRETE - {"animal"}:
        return True  # "gun running"
    return (
        follows.tag in _BESIDE_NOUNS
        or plain(follows) in ("old", "ago")
        or is_compound(last.lemma.lower(), plain(follows))
    )


@cache
def _table(exclusive: bool) -> Mapping[str, Sequence[_Entry]]:
    """The forms of all words by their first word, longer forms first."""
    table = lexicon("contrary_words")
    table = table["exclusive"] if exclusive else table
    found: dict[str, list[_Entry]] = {}
    for kind in _KINDS:
        for group in table.get(kind, ()):
            for entry in _entries(kind, [words.split("|") for words in group.split(", ")]):
                found.setdefault(entry.form.split()[0].lower(), []).append(entry)
    return {first: sorted(entries, key=lambda entry: -len(entry.form)) for first, entries in found.items()}


def _entries(kind: str, sets: Sequence[Sequence[str]]) -> Iterator[_Entry]:
    tags = _FORMS.get(kind, ("",))
    for own in sets:
        same = frozenset(form.lower() for word in own for tag in tags if (form := _form(word, tag, kind)))
        for tag in tags:
            others = tuple(form for words in sets if words is not own and (form := _form(words[0], tag, kind)))
            for word in own:
                form = _form(word, tag, kind)
                if form and others:
                    opposite = kind in ("verbs", "adjectives") or (kind == "nouns" and len(sets) == _PAIR)
                    yield _Entry(kind, form, tag, same, others, opposite)


def _form(word: str, tag: str, kind: str) -> str | None:
    return inflected(word, tag, _POS[kind]) if tag else word


@cache
def colors() -> tuple[str, ...]:
    """The words for colors."""
    return tuple(word for words in lexicon("contrary_words")["colors"].split(", ") for word in words.split("|"))
