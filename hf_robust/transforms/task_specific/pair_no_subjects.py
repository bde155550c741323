"""The subject of an entailed hypothesis becomes none: "a man sleeps", "two men sleep", "critics say" get "no"."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.language.english.asserted_clause import main_clause
from hf_robust.language.english.closed_classes import (
    ADDITIONS,
    ANY_WORDS,
    ASSURANCES,
    CONSEQUENCES,
    EXTENTS,
    FOCUS_ADVERBS,
    FREQUENCIES,
    GROUPS,
    HAVE_TENSED,
    INDEFINITE_ARTICLES,
    LESS,
    MANY,
    MODALS,
    MORE,
    MOST_TIMES,
    NEAR_NEGATIONS,
    NEGATIONS,
    NOMINATIVES_THIRD,
    NUMBER_WORDS,
    PAST_MODALS,
    PLAINLY,
    PRESENT_MODALS,
    QUANTITIES,
    SELDOM,
    SOME_WORDS,
    UNIVERSALS,
)
from hf_robust.language.english.tense_signs import FINITE
from hf_robust.language.lexicons.wordnet import noun_kind
from hf_robust.transforms.base import match_case
from hf_robust.transforms.task_specific.pair_existence import LOTS
from hf_robust.transforms.task_specific.pair_negations import PARTIAL, is_supposed, lacks_noun
from hf_robust.transforms.task_specific.pair_told import has_word, said_words
from hf_robust.transforms.task_specific.pair_view import PairWords, Swap

# beside one of these "no" denies another thing, or leaves open what it denies
_POLAR = (
    (ADDITIONS | ANY_WORDS | ASSURANCES | CONSEQUENCES | EXTENTS | FOCUS_ADVERBS | FREQUENCIES | MANY | MOST_TIMES)
    | (NEAR_NEGATIONS | NEGATIONS | PLAINLY | QUANTITIES | SELDOM | SOME_WORDS | UNIVERSALS | LESS | MORE)
    | PARTIAL
    | frozenset("few either ever even yet already again only almost".split())
)
_AMOUNT_NOUNS = LOTS | {"majority", "minority", "pair"}
_MODIFIERS = frozenset({"JJ", "VBN", "VBG", "HYPH", "RB"})
_NOUNS = frozenset({"NN", "NNS"})
_PLURAL_VERBS = frozenset({"VBP", "VBD", "MD"})
_SINGULAR = {"are": "is", "were": "was"}
_LONG = 4  # digits of a number that may be a year
_FEW = 2
_SEEN = frozenset({"wear", "picture", "show"})  # verbs that add nothing to a scene: "in a dress" tells that it is worn
_ANYONE = frozenset({"person", "people"})
_DUTIES = (MODALS - PAST_MODALS - PRESENT_MODALS) | {"should"}
_NEEDS = frozenset({"need", "needed", "needs", "ought"})
_JOINED = frozenset({"and", "or", "&", "/", ",", "nor", "but"})


class _Subject(NamedTuple):
    """An indefinite subject, by the numbers of its tokens.

    Args:
        first: Its first token.
        noun: Its noun.
        verb: The verb behind it; it is finite, or a participle in a caption ("two dogs running").
        main: The last verb of its group.
    """

    first: int
    noun: int
    verb: int
    main: int


def no_subject_swaps(doc: Doc, mine: PairWords, yours: PairWords) -> Iterator[Swap]:
    """The way to give the subject of a hypothesis "no".

    Args:
        doc: The hypothesis.
        mine: Its words.
        yours: The words of the premise.
    """
    if doc.tokens[-1].sent != doc.tokens[0].sent or not _POLAR.isdisjoint(mine.low):
        return
    subject = _subject(mine)
    if subject is None or _goes_on(mine, subject):
        return
    if not _is_told(mine, yours) or is_supposed(mine, yours, False):
        return
    edit = _denied(doc, mine, subject)
    if doc.is_free(edit.start, edit.end):
        yield Swap((edit,), True)


def _subject(mine: PairWords) -> _Subject | None:
    """The indefinite subject of a text: with "a", with a number, or a bare plural; None where it has another one."""
    clause = main_clause(mine.tokens, possible=False)
    if clause is not None:
        noun = None if clause.denied or _is_duty(mine.low, clause.finite) else _noun(mine, clause.first, clause.finite)
        return None if noun is None else _Subject(clause.first, noun, clause.finite, clause.main)
    tokens = mine.tokens
    if any(token.tag in FINITE for token in tokens):
        return None
    verb = next((n for n, token in enumerate(tokens) if token.tag == "VBG" and n > 1), None)
    noun = None if verb is None else _noun(mine, 0, verb)
    return None if verb is None or noun != verb - 1 else _Subject(0, verb - 1, verb, verb)


def _is_duty(low: Sequence[str], verb: int) -> bool:
    """Whether a verb says what must be: "no drink must be cold" may deny the drink or the duty."""
    return low[verb] in _DUTIES or (low[verb] in HAVE_TENSED | _NEEDS and low[verb + 1 : verb + 2] == ["to"])


def _noun(mine: PairWords, first: int, verb: int) -> int | None:
    """The noun of an indefinite phrase before a verb."""
    low, tokens = mine.low, mine.tokens
    amount = _is_amount(low[first])
    place = first + amount
    while place < verb and tokens[place].tag in _MODIFIERS:
        place += 1
    if place >= verb or tokens[place].tag not in _NOUNS:
        return None
    noun = place
    while noun + 1 < verb and tokens[noun + 1].tag in _NOUNS:
        noun += 1
    if (
        tokens[noun + 1].tag == "POS"
        or not (amount or tokens[noun].tag == "NNS")
        or not _JOINED.isdisjoint(low[first:verb])
    ):
        return None
    return None if mine.lemmas[noun] in _AMOUNT_NOUNS or noun_kind(mine.lemmas[noun]) == "time" else noun


def _is_amount(word: str) -> bool:
    """Whether a word is an article or a small number."""
    return word in INDEFINITE_ARTICLES | NUMBER_WORDS or (word.isdecimal() and len(word) < _LONG)


def _denied(doc: Doc, mine: PairWords, subject: _Subject) -> Edit:
    """The edit that puts "no" for an article, a number or "a group of", before a bare plural, or "no one"."""
    low, tokens, at = mine.low, mine.tokens, subject.first
    old = tokens[at].text
    amount = _is_amount(low[at])
    grouped = low[at + 1 : at + 3] in ([group, "of"] for group in GROUPS | {"bunch"})
    plural = tokens[subject.verb].tag in _PLURAL_VERBS and low[subject.verb] != "was"
    start = at + (3 if amount and grouped and plural and tokens[at + 3].tag == "NNS" else amount)
    if start < subject.verb and low[start] in _ANYONE and start in (subject.noun, at + 3):
        verb = low[subject.verb]
        be = start + 1 == subject.verb and verb in _SINGULAR
        if be:
            return Edit(tokens[at].start, tokens[subject.verb].end, match_case(old, "no one") + f" {_SINGULAR[verb]}")
        if tokens[subject.verb].tag not in ("VBP",) and verb not in _SINGULAR:
            return Edit(tokens[at].start, tokens[start].end, match_case(old, "no one"))
    if start > at:
        return Edit(tokens[at].start, tokens[start - 1].end, match_case(old, "no"))
    kept = old if tokens[at].tag[:3] == "NNP" else old[:1].lower() + old[1:]
    return Edit(tokens[at].start, tokens[at].end, f"{match_case(old, 'no')} {kept}")


def _goes_on(mine: PairWords, subject: _Subject) -> bool:
    """Whether the text names the subject again by a pronoun, or has another clause with its own subject."""
    low, tokens = mine.low, mine.tokens
    rest = range(subject.main + 1, len(tokens))
    again = NOMINATIVES_THIRD | {"it"} if tokens[subject.noun].tag == "NN" else {"they"}
    if any(low[n] in again and tokens[n].tag == "PRP" for n in rest):
        return True
    if tokens[subject.noun].tag == "NNS" and "and" in low[subject.main :]:
        return True  # of people in yellow and purple nobody need wear both
    joint = next((n for n in rest if low[n] in _JOINED), len(tokens))
    return any(
        tokens[n].tag in FINITE and tokens[n - 1].tag in ("NN", "NNS", "PRP", "NNP") for n in range(joint, len(tokens))
    )


def _is_told(mine: PairWords, yours: PairWords) -> bool:
    """Whether the premise has all words of a hypothesis, or lacks only one noun of a kind that may be told so."""
    said = [
        (n, word, kind)
        for n, word, kind in said_words(mine)
        if mine.tokens[n].tag != "CD" and not (kind == "v" and word in _SEEN)
    ]
    missing = [n for n, word, kind in said if not has_word(yours.all, word, kind)]
    nouns = [n for n in missing if mine.tokens[n].tag[:2] != "VB"]
    if not said or (nouns and not lacks_noun(mine, missing)):
        return False
    return missing == nouns and len(missing) < _FEW
