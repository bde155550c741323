"""Light words: what people add to a sentence without changing what it judges, and where each of them may stand.

The table ``light_words`` says beside which determiners and nouns an adjective stands, and before which verbs and in
which place of a clause an adverb does. The grammar says where there is room at all; a language model ranks them.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from hf_robust.capability.expansion.masks import Mask
from hf_robust.language.constituency.parsed_text import ParsedText, Phrase
from hf_robust.language.english.closed_classes import (
    BE_TENSED,
    COMPARING,
    HAVE_TENSED,
    NEGATIVE_WORDS,
    NOT,
    SHORT_DEGREES,
    SPEAKERS,
    THOUGH,
)
from hf_robust.language.english.wordforms import lemmas_of
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.people import denotes_people
from hf_robust.language.lexicons.wordnet import is_compound

_HAVE = HAVE_TENSED | {"'s", "'ve"}
_DO = frozenset("do does did".split())
_NOT = NOT | {"n’t"}
_NEGATIONS = _NOT | NEGATIVE_WORDS | {"hardly", "without"}
_FINITE = frozenset("VBZ VBP VBD".split())
_RELATIVES = frozenset("that which who".split())
# a clause that begins with another word ("if", "than", "what") takes no adverb
_LINKS = _RELATIVES | THOUGH | {"because", "where", "whose"}
_PREDICATES = frozenset("DT PRP$ JJ JJR VBN VBG IN NN NNS CD PDT".split())
_MEASURES = NOT | COMPARING | {"of"}  # "of this whole film" counts, "as a new film" compares
_DEGREES = SHORT_DEGREES | {"such"}
_FIRST = SPEAKERS | {"me", "us"}
_MOST = 25  # words without a sign between them
_DENIES = re.compile(r"n['’]t\b|\b(?:not|never|nobody|lie|wrong|idiot|fool|deny|denies|doubt|false)\b", re.IGNORECASE)
_CONTRASTS = re.compile(r"\b(?:but|however|still|all the same)\b", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_NO = re.compile(r"\W*no\b", re.IGNORECASE)
_APART = 2  # words between two adverbs at least
_NOUNS = frozenset("NN NNS NNP NNPS POS CD HYPH".split())


class _Clause(NamedTuple):
    """Where an adverb would stand in a clause."""

    frame: str
    verb: int  # number of the word with the tense
    subject: int  # number of the last word of the subject; -1 where it is in an earlier clause


def light_words(piece: ParsedText, mask: Mask) -> tuple[str, ...]:
    """The light words that may stand in a mask's place, in alphabetical order; most places have none.

    Args:
        mask: The mask; of one word.

    Example:
        >>> tokens, tags = ((0, 3), (4, 8), (9, 13), (14, 15)), ("DT", "NN", "VBZ", ".")
        >>> piece = ParsedText("The cast sings .", tokens, tags, "DET", ((0, 4),), ())
        >>> light_words(piece, Mask(((1, "JJ"),), "NP", ("DT", "JJ", "NN"), 0.1, -2.3))
        ('entire', 'whole')
    """
    if len(mask.gaps) != 1:
        return ()
    gap, tag = mask.gaps[0]
    rows = _rows().get(tag)
    if rows is None or not _is_free(piece, gap) or _runs_on(piece, gap):
        return ()
    first, end = next(bounds for bounds in piece.sentences if bounds[0] <= gap <= bounds[1])
    said = {piece.word(at).lower() for at in range(first, end)}
    if tag == "RB":
        found = _adverbs(piece, gap, said, rows)
    elif tag == "PDT":
        found = _predeterminers(piece, gap, said, rows)
    else:
        found = _adjectives(piece, gap, rows)
    apart = lexicon("light_words")["kept_apart"]
    own = {word for word in found if word not in said and said.isdisjoint(apart.get(word, ()))}
    return tuple(sorted(word for word in own if not _in_compound(piece, gap, word)))


def fits_frame(words: Sequence[str], text: str, start: int, end: int) -> bool:
    """Whether words that may stand in a sentence fit the text round it.

    Args:
        start: Offset of the sentence.
        end: Offset after it.

    Returns:
        Not when the text has one of them already or a word that goes ill with it, when one is too formal for a text
        without capitals and full stops, when the text denies the sentence and one is no word that people deny with it
        ("not clearly", "not all"), or when it sets something else against the sentence and one adds to it ("also").

    Example:
        >>> text = "I don't think that the film is sad."
        >>> fits_frame(["really"], text, 19, 34), fits_frame(["clearly"], text, 19, 34)
        (True, False)
    """
    table, own = lexicon("light_words"), set(words)
    said = set(_WORDS.findall(text.lower()))
    if any(word in said or not said.isdisjoint(table["kept_apart"].get(word, ())) for word in own):
        return False
    if text.islower() and text[-1].isalnum() and not own.isdisjoint(table["formal"]):
        return False
    if _CONTRASTS.search(f"{text[:start]} | {text[end:]}") and not own.isdisjoint(table["contrasted"]):
        return False
    if "still" in own and (start, end) != (0, len(text)):  # of what somebody says nobody knows since when
        return False
    denied = _DENIES.search(text[:start]) or _NO.match(text[end:])
    return not denied or own <= set(table["denied"])


@cache
def _rows() -> dict[str, Sequence[Any]]:
    table = lexicon("light_words")
    return {"RB": table["adverbs"], "JJ": table["adjectives"], "PDT": table["predeterminers"]}


def _is_free(piece: ParsedText, gap: int) -> bool:
    """Whether plain words stand on both sides: no sign, placeholder, hyphen or name in small or mixed letters."""
    if not 0 < gap < len(piece.tokens) or not piece.word(gap)[0].isalpha():
        return piece.word(gap).lower() in BE_TENSED if 0 < gap < len(piece.tokens) else False
    around = piece.text[max(0, piece.tokens[gap - 1][0] - 2) : piece.tokens[gap][1] + 2]
    return not any(sign in around for sign in "-‐‑–<>@#_/*`~[]{}\\")


def _runs_on(piece: ParsedText, gap: int) -> bool:
    """Whether so many words stand round a gap without any sign that they are hardly one sentence."""
    first = last = gap
    while first > 0 and piece.word(first - 1)[-1].isalnum():
        first -= 1
    while last < len(piece.tokens) and piece.word(last)[-1].isalnum():
        last += 1
    return last - first > _MOST


def _in_compound(piece: ParsedText, gap: int, word: str) -> bool:
    before, after = piece.word(gap - 1).lower(), piece.word(gap).lower()
    return is_compound(before, after) or is_compound(word, after) or is_compound(before, word)


def _adjectives(piece: ParsedText, gap: int, rows: Sequence[Any]) -> set[str]:
    tag, following = piece.tags[gap], piece.tags[gap + 1] if gap + 1 < len(piece.tags) else "."
    if tag not in ("NN", "NNS") or following in _NOUNS | {"DT"} or not piece.word(gap).islower():
        return set()
    if gap + 1 < len(piece.tokens) and piece.word(gap + 1)[0] in "-‐‑–'’":
        return set()
    number = "one" if tag == "NN" else "many"
    lemmas, before = set(lemmas_of(piece.word(gap), tag)), _before_noun(piece, gap)
    if (
        gap > 1
        and (piece.word(gap - 2).lower() in _MEASURES or piece.tags[gap - 2] == "JJ")
        and before in ("a", "the", "this")
    ):
        return set()
    groups = lexicon("light_words")["nouns"]
    return {
        word
        for row in rows
        if before in row["after"] and row["number"] in (number, "any")
        if any(not lemmas.isdisjoint(groups[name]) for name in row["nouns"])
        for word in row["words"]
    }


def _before_noun(piece: ParsedText, gap: int) -> str:
    """The determiner before a noun; a genitive with what kind of word has it."""
    before = piece.word(gap - 1).lower()
    if before == "'s" and gap > 1:
        return f"{piece.tags[gap - 2]} 's"
    return {"an": "a"}.get(before, before)


def _predeterminers(piece: ParsedText, gap: int, said: set[str], rows: Sequence[Any]) -> set[str]:
    noun = next((at for at in range(gap + 1, min(gap + 3, len(piece.tags))) if piece.tags[at] != "JJ"), gap)
    after = piece.tags[noun + 1] if noun + 1 < len(piece.tags) else "."
    if piece.tags[noun] != "NNS" or after in _NOUNS or said & _NEGATIONS:
        return set()
    before, determiner = piece.word(gap - 1).lower(), piece.word(gap).lower()
    return {word for row in rows if determiner in row["before"] and before in row["after"] for word in row["words"]}


def _adverbs(piece: ParsedText, gap: int, said: set[str], rows: Sequence[Any]) -> set[str]:
    near = range(max(0, gap - _APART), min(len(piece.tags), gap + _APART))
    if any(piece.tags[at] in ("RB", "RBR", "RBS") and piece.word(at).lower() not in _NOT | _DEGREES for at in near):
        return set()
    clause = _clause(piece, gap)
    graded = piece.tags[gap] == "JJ" and piece.word(gap).lower() in lexicon("light_words")["graded"]
    if clause is None and graded and _opens_noun(piece, gap):
        clause = _Clause("graded", gap, -1)
    if clause is not None and clause.frame == "be" and graded:
        rows = [*rows, *(row | {"frames": ["be"]} for row in rows if "be-graded" in row["frames"])]
    if clause is None or not said.isdisjoint(("?", "if", "unless")) or _tells_who(piece, clause):
        return set()
    verb, tag = piece.word(gap).lower(), piece.tags[gap]
    lemmas = set(lemmas_of(verb, tag)) if clause.frame in ("verb", "and", "but") else set()
    time = "past" if piece.tags[clause.verb] == "VBD" else "present"
    first_person = clause.subject < 0 or piece.word(clause.subject).lower() in _FIRST
    named = clause.subject >= 0 and piece.tags[clause.subject].startswith("NNP")
    negated = any(piece.word(at).lower() in _NEGATIONS for at in range(gap)) and clause.frame not in ("negated", "not")
    return {
        word
        for row in rows
        if clause.frame in row["frames"] and time in row.get("times", (time,))
        if not row["verbs"] or clause.frame not in ("verb", "and", "but") or not lemmas.isdisjoint(row["verbs"])
        if not (first_person and row.get("person") == 3) and tag in row.get("next", (tag,))
        if row.get("names", True) or not named
        for word in row["words"]
        if not (negated and word in lexicon("light_words")["firm"])
    }


def _tells_who(piece: ParsedText, clause: _Clause) -> bool:
    """Whether a clause says who or what kind of people somebody is: "is a woman", "people who are ill"."""
    if clause.frame not in ("be", "before-be"):
        return False
    if clause.subject >= 0 and piece.tags[clause.subject] in ("WP", "WDT"):
        return True
    last = clause.verb + 1 + (clause.verb + 1 < len(piece.tags) and piece.tags[clause.verb + 1] == "DT")
    while last < len(piece.tags) and piece.tags[last] in _NOUNS | {"JJ"}:
        last += 1
    return piece.tags[last - 1] in _NOUNS and any(
        map(denotes_people, lemmas_of(piece.word(last - 1).lower(), "NNS" if piece.tags[last - 1][-1] == "S" else "NN"))
    )


def _opens_noun(piece: ParsedText, adjective: int) -> bool:
    """Whether an adjective stands between "a" or "an" and its noun."""
    following = piece.tags[adjective + 1] if adjective + 1 < len(piece.tags) else "."
    return piece.word(adjective - 1).lower() in ("a", "an") and following == "NN"


def _clause(piece: ParsedText, gap: int) -> _Clause | None:
    """What kind of place a gap is for an adverb; None where it is none."""
    before, after = piece.word(gap - 1).lower(), piece.word(gap).lower()
    if not _takes_adverbs(piece, gap):
        return None
    if after == "not":
        subject = _subject(piece, gap - 1) if before in BE_TENSED else None
        return _Clause("not", gap - 1, subject) if subject is not None else None
    subject = _subject(piece, gap)
    if subject is not None:
        helps = after in BE_TENSED | _HAVE | _DO or piece.tags[gap] == "MD"
        following = piece.word(gap + 1).lower() if gap + 1 < len(piece.tokens) else ""
        if helps and following in _NOT:
            return None if after.startswith("'") or following == "not" else _Clause("negated", gap, subject)
        if after in BE_TENSED:
            return None if after.startswith("'") else _Clause("before-be", gap, subject)
        if piece.tags[gap] == "VBP" and piece.tags[subject] in ("NN", "NNP"):
            return None  # "makes the story seem"
        main = (
            piece.tags[gap] in _FINITE and after not in BE_TENSED | _DO and not (after in _HAVE and following == "to")
        )
        return _Clause("verb", gap, subject) if main and not _is_helping(piece, gap) else None
    if before in ("and", "but") and piece.tags[gap] in _FINITE and after not in BE_TENSED | _HAVE | _DO:
        return _Clause(before, gap, -1) if _is_coordinated(piece, gap) else None
    subject = _subject(piece, gap - 1)
    if subject is None:
        return None
    following, frame = piece.tags[gap], None
    if before in BE_TENSED and piece.tags[gap - 1] in _FINITE and after != "been":
        frame = "be" if following in _PREDICATES or after in _DEGREES else None
    elif piece.tags[gap - 1] == "MD":
        goes_on = gap + 1 < len(piece.tokens) and piece.word(gap + 1)[0].isalpha()
        frame = "modal" if following == "VB" and goes_on else None
    elif before in _HAVE:
        frame = "have" if following == "VBN" else None
    return _Clause(frame, gap - 1, subject) if frame else None


def _is_helping(piece: ParsedText, verb: int) -> bool:
    return piece.word(verb).lower() in _HAVE and "VBN" in piece.tags[verb + 1 : verb + 3]


def _subject(piece: ParsedText, verb: int) -> int | None:
    """Number of the last word of the subject that stands right before a verb; None where none does."""
    if verb <= 0 or piece.tags[verb] not in _FINITE | {"MD"}:
        return None
    for phrase in piece.phrases:
        if phrase.lhs != "S" or verb not in phrase.gaps[:-1]:
            continue
        child = phrase.gaps.index(verb)
        if phrase.rhs[child] != "VP":
            continue
        if child and phrase.rhs[child - 1] == "NP":
            return verb - 1 if piece.word(verb - 1)[-1].isalnum() else None
        if not child and piece.tags[verb - 1] in ("WDT", "WP") and _is_relative(piece, verb - 1):
            return verb - 1
    return None


def _is_relative(piece: ParsedText, index: int) -> bool:
    """Whether a word says more of the noun before it, and asks nothing."""
    return (
        piece.word(index).lower() in _RELATIVES and index > 0 and piece.tags[index - 1][:2] in ("NN", ",", "PR", "DT")
    )


def _is_coordinated(piece: ParsedText, verb: int) -> bool:
    """Whether the verb heads the last of two coordinated predicates of a statement."""
    for phrase in piece.phrases:
        if phrase.lhs == "VP" and phrase.rhs == ("VP", "CC", "VP") and phrase.gaps[2] == verb:
            return _subject(piece, phrase.gaps[0]) is not None
    return False


def _takes_adverbs(piece: ParsedText, gap: int) -> bool:
    """Whether the clause round a gap is a main one, a relative one, or one with "that" or "because"."""
    inner: Phrase | None = None
    for phrase in piece.phrases:
        if phrase.lhs in ("SBAR", "SBARQ", "SQ", "SINV", "PRN") and phrase.gaps[0] <= gap < phrase.gaps[-1]:
            inner = phrase  # they come from the top
    if inner is None:
        return True
    start = inner.gaps[0]
    if inner.lhs != "SBAR":
        return False
    if piece.tags[start] in ("WDT", "WP"):
        return _is_relative(piece, start)
    stated = start > 0 and piece.tags[start - 1].startswith("VB")
    return piece.word(start).lower() in _LINKS or (
        stated and not piece.tags[start].startswith("W") and (piece.tags[start] != "IN")
    )
