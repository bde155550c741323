"""Before which words an adverb may stand, and what is said there: the kind of event decides which adverb fits."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from hf_robust.core.doc import Doc, Token
from hf_robust.language.english.closed_classes import (
    ADVERSATIVES,
    AS_THAN,
    BE_CONTRACTED,
    BE_PRESENT,
    COMPARING,
    CONDITIONS,
    EXCLAMATIVES,
    NEGATIONS,
    NEGATIVE_PRONOUNS,
    PAST_MODALS,
    PERCENT,
    PRESENT_MODALS,
    SINGULAR_SUBJECTS,
    SPEAKERS,
    SUBJECT_PRONOUNS,
    SUBORDINATORS,
    TIMES_OF_CLAUSES,
)
from hf_robust.language.english.tense_signs import FINITE
from hf_robust.language.english.verbs import ADVERBS, is_name, is_whole, plain
from hf_robust.language.lexicons.wordnet import noun_kind

_FAR = 40  # how many tokens of a sentence are looked at on either side
_NEAR = 8  # how far a negation or a comparison reaches
_SINGULAR, _PLURAL = frozenset({"NN", "NNP"}), frozenset({"NNS", "NNPS"})
_NOUNS = _SINGULAR | _PLURAL
_ENDS_NOUN = _NOUNS | {",", "-RRB-"}  # of a noun that a participle follows
_WITHOUT_SUBJECT = frozenset({"reduced", "infinitive", "planned", "gerund"})
# "is to remove", "plans to remove": how it will go is not known yet
_PLANNING = frozenset("be plan intend agree decide expect".split())
_SIMPLE = frozenset({"past", "present"})  # frames without an auxiliary: what looks finite may be a participle or noun
_BOUND = ADVERBS | {"RP"}  # "left off", "walked slowly"
_ASKING = frozenset({"WRB", "WP", "WDT", "MD"})
_PRESENT_BE = BE_PRESENT | BE_CONTRACTED
_PAST_BE = frozenset({"was", "were"})
_HAVE = frozenset({"has", "have", "'ve"})
_MODALS = {
    **dict.fromkeys(("will", "'ll"), "will"),
    **dict.fromkeys(("would", "'d"), "would"),
    **{word: word for word in (PAST_MODALS | PRESENT_MODALS) - {"will", "would"}},
}
_SUBJECTS = {"VBZ": SINGULAR_SUBJECTS, "VBP": (SPEAKERS | {"they"})}
_OBJECTS_TOO = frozenset({"you", "it"})  # "gave you" and "saw it" are no subjects
_PRONOUNS = frozenset({"people", "one"})
# what has no number of its own, or turns what is said
_NO_SUBJECT = NEGATIVE_PRONOUNS | PERCENT | {"neither", "lot", "number"}
# verbs of what somebody senses, with an adjective behind them
SENSED = frozenset("felt feels looked looks tasted tastes".split())
_RELATIVE = frozenset({"who", "which", "that"})
_NEGATIVE = (NEGATIONS - {"nowhere"}) | {"hardly", "barely", "rarely"}
# the last line: "all I can say is", "from what I know"
_COMPARING = (
    COMPARING
    | EXCLAMATIVES
    | frozenset("so however whatever wherever whenever whichever lest god all anything everything".split())
)
# what an adjective may follow as a predicate, and what may follow it: no noun, and nothing that weighs it
_COPULAS = (
    _PRESENT_BE
    | _PAST_BE
    | SENSED
    | frozenset(
        """be been remain remains remained seem seems seemed smelled sounds sounded appear appears appeared look feel
        become becomes became grew got getting stayed""".split()
    )
)
_BARE = frozenset("be look feel become remain seem appear".split())  # of a command, where nothing leads them
_AFTER_PREDICATE = frozenset({".", ",", ":", "CC", "IN", "TO", "-RRB-", "''"})
# what is counted by, or has a name, with an adjective: "a good deal", "a sweet potato"
_FIXED = frozenset(
    "bit bone chunk couple deal distance faith fortune fraction half hour laugh luck many mile minute month number "
    "part potato tooth week while will year".split()
)
_YEAR = re.compile("1[0-9][0-9][0-9]s?|20[0-9][0-9]s?")
_WEIGHING = CONDITIONS | AS_THAN | ADVERSATIVES | {"or", "though"}
_JOINS = frozenset({"CC", "IN", "WDT", "WP", "WRB", ",", "``", "''", ":", "-LRB-", "UH"})
_SUBORDINATE = SUBORDINATORS | TIMES_OF_CLAUSES | frozenset("whether than whereas why how so lest".split())


class Event(NamedTuple):
    """What a verb tells.

    Args:
        frame: The verb group: ``past``, ``progressive``, ``passive-past``, ``infinitive``, ``planned`` (an infinitive
            after "is" or "plans"), ``gerund`` (after a preposition), ``reduced`` (a participle after its noun), or the
            modal such as ``will``; of an adjective ``predicate`` or, before its noun, ``attributive``.
        lemma: The verb or adjective.
        subject: Its subject: a pronoun, ``noun``, ``who``, ``which`` or ``and`` (joined to another verb).
        stands: Where its subject opens a sentence: ``first``, of the text; ``later``; ``told``, later and after a verb
            in the past; else empty.
        following: The word after it.
        number_follows: Whether that is an amount.
        words: The words of the sentence; for an adjective, those near it.
        adds: Whether it may be one more thing that the text tells: another verb of its tense stands before it.
    """

    frame: str
    lemma: str
    subject: str
    stands: str
    following: str
    number_follows: bool
    words: frozenset[str]
    adds: bool = False


def event_at(doc: Doc, place: int, frames: frozenset[str]) -> Event | None:
    """What the verb or predicate at a place tells; None where no adverb may be put before it.

    Left out are commands, questions, infinitives, negated verbs, verbs beside another adverb, and what may be no finite
    verb: its subject must be seen, agree with it, and open a clause. Of adjectives those are left that are part
    of a name, compared, or weighed against another.

    Args:
        place: Number of the token.
        frames: Frames that are of interest for this verb.
    """
    tokens = doc.tokens
    if not place or not is_whole(doc, tokens[place]) or is_name(tokens, place):
        return None
    if tokens[place].tag == "JJ":
        event = _predicate(tokens, place)
        return event if event is not None and event.frame in frames else None
    frame, subject = _frame(tokens, place)
    if frame in _WITHOUT_SUBJECT:
        return _reduced(tokens, place, frame) if frame in frames else None
    if frame not in frames or subject < 0 or place + 1 == len(tokens):
        return None
    after = tokens[place + 1]
    is_word = after.text[0].isalnum() or after.tag in ("$", "``")
    if not is_word or after.tag in _BOUND or plain(after) in _NEGATIVE:
        return None
    return _in_sentence(tokens, place, subject, frame)


def _predicate(tokens: Sequence[Token], place: int) -> Event | None:
    """What an adjective tells that stands behind "is", "was" or "looks", or between "a" and its noun."""
    behind, first, last = plain(tokens[place - 1]), *_sentence(tokens, place)
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    following = "" if after is None else plain(after)
    if behind in ("a", "an"):
        frame, fits = "attributive", after is not None and after.tag == "NN" and place > first
        fits = fits and after is not None and after.text.islower() and following not in _FIXED
        # "a completely new co-host" is no new kind of person
        fits = fits and (plain(tokens[place]) != "new" or noun_kind(following.rpartition("-")[2]) != "person")
    else:
        frame = "predicate"
        fits = behind in _COPULAS and tokens[place - 1].tag != "POS" and place - first > 1
        fits = fits and (behind not in _BARE or tokens[place - 2].tag in ("MD", "TO", "NNS", "PRP", "VBN"))
        fits = fits and (after is None or (after.tag in _AFTER_PREDICATE and following not in _WEIGHING))
    told = plain(tokens[first]) == "when" and tokens[last].text == "."  # "When she left, he was happy."
    if not fits or (not told and _is_question(tokens, first, last)):
        return None
    if any(plain(token) in _NEGATIVE for token in tokens[max(first, place - _NEAR) : place]):
        return None
    near = _words(tokens, max(first, place - _NEAR), min(last, place + _NEAR))
    return Event(frame, tokens[place].lemma.lower(), behind, "", following, False, near)


def _words(tokens: Sequence[Token], first: int, last: int) -> frozenset[str]:
    """The words of a sentence, but for those in brackets; where there is a year, also ``<year>``."""
    words, inside = set[str](), 0
    for token in tokens[first : last + 1]:
        inside += (token.text == "(") - (token.text == ")")
        if inside <= 0:
            words.add(plain(token))
    if any(_YEAR.fullmatch(word.rstrip(".")) for word in words):
        words.add("<year>")
    return frozenset(words)


def _frame(tokens: Sequence[Token], place: int) -> tuple[str, int]:
    """The kind of verb group, and where its subject must end."""
    tag, before = tokens[place].tag, plain(tokens[place - 1])
    is_auxiliary = tokens[place - 1].pos == "AUX"
    if tag == "VB":
        if tokens[place - 1].tag == "TO":
            # "have to" is a modal
            leads = tokens[place - 2].lemma.lower() if place > 1 else ""
            frame = "" if leads in ("have", "need") else "planned" if leads in _PLANNING else "infinitive"
            return frame, place - 2
        return _MODALS.get(before, "") if tokens[place - 1].tag == "MD" else "", place - 2
    if tag == "VBG" and tokens[place - 1].tag == "IN":
        return "gerund", place - 1
    if tag == "VBG" and is_auxiliary:
        return "progressive" if before in _PRESENT_BE else "past-progressive" if before in _PAST_BE else "", place - 2
    if tag == "VBN" and is_auxiliary:
        return _participle_frame(tokens, place, before)
    if tag == "VBN" and tokens[place - 1].tag in _ENDS_NOUN:
        return "reduced", place - 1
    if tag in ("VBZ", "VBP", "VBD"):
        return "past" if tag == "VBD" else "present", place - 1
    return "", place - 1


def _participle_frame(tokens: Sequence[Token], place: int, before: str) -> tuple[str, int]:
    if before == "been" and place > 1:
        return "perfect-passive" if plain(tokens[place - 2]) in _HAVE | {"had"} else "", place - 3
    if before in _HAVE or before == "had":
        return "past-perfect" if before == "had" else "perfect", place - 2
    # "'s made" may be "has made"
    passive = "passive" if before in _PRESENT_BE and before != "'s" else "passive-past" if before in _PAST_BE else ""
    return passive, place - 2


def _reduced(tokens: Sequence[Token], place: int, frame: str) -> Event | None:
    """What a verb tells that has no subject of its own: "a film released in 1999", "to reduce the cost"."""
    first, last = _sentence(tokens, place)
    after = tokens[place + 1] if place < last else None
    if after is None or place - 1 < first or after.tag in _BOUND or not after.text[0].isalnum():
        return None
    if frame == "reduced" and (after.tag not in ("IN", "TO", "RP") or _is_question(tokens, first, last)):
        return None
    if frame == "reduced" and not any(token.tag in FINITE for token in tokens[first : last + 1]):
        return None  # "the students performed at school" has no other verb
    if any(plain(token) in _NEGATIVE for token in tokens[max(first, place - _NEAR) : place + 2]):
        return None  # also "to feel no pain"
    words = _words(tokens, max(first, place - 2 * _NEAR), min(last, place + _NEAR))
    if any(token.tag == "VBD" for token in tokens[first : last + 1]):
        words |= {"<past>"}
    return Event(frame, tokens[place].lemma.lower(), "noun", "", plain(after), False, words)


def _in_sentence(tokens: Sequence[Token], place: int, subject: int, frame: str) -> Event | None:
    first, last = _sentence(tokens, place)
    if subject < first or _is_question(tokens, first, last):
        return None
    if any(plain(token) in _NEGATIVE for token in tokens[max(first, place - _NEAR) : place]):
        return None
    kind = _subject(tokens, place, subject, first)
    if kind is None or (kind == "noun" and frame in _SIMPLE and not _is_main(tokens, place, subject, first, last)):
        return None
    words = _words(tokens, first, last)
    after = tokens[place + 1]
    stands = _stands(tokens, first) if first == subject or kind == "noun" else ""
    number = after.tag in ("CD", "$")
    adds = kind == "and" or _adds(tokens, place, first, frame)
    return Event(frame, tokens[place].lemma.lower(), kind, stands, plain(after), number, words, adds)


def _adds(tokens: Sequence[Token], place: int, first: int, frame: str) -> bool:
    """Whether the sentence before has a verb of the same tense, and no earlier one the verb itself."""
    if any(token.lemma == tokens[place].lemma for token in tokens[max(0, first - _FAR) : first]):
        return False  # it only says more of the same event
    tags = ("VBD",) if "past" in frame else ("VBZ", "VBP", "MD")
    number = first - 2
    while number >= 0 and first - number < _FAR and not _ends_sentence(tokens[number]):
        if tokens[number].tag in tags and (tokens[number].pos == "VERB" or tokens[number].tag == "MD"):
            return True
        number -= 1
    return False


def _stands(tokens: Sequence[Token], first: int) -> str:
    """Where a sentence stands, as :class:`Event` has it."""
    if not first:
        return "first"
    place = first - 2
    while place >= 0 and first - place < _FAR and not _ends_sentence(tokens[place]):
        if tokens[place].tag == "VBD" and tokens[place].pos == "VERB":
            return "told"
        place -= 1
    return "later"


def _sentence(tokens: Sequence[Token], place: int) -> tuple[int, int]:
    """Numbers of the first and last token; of a long sentence, those around the place."""
    first, last, size = place, place, len(tokens)
    while first and place - first < _FAR and not _ends_sentence(tokens[first - 1]):
        first -= 1
    while last + 1 < size and last - place < _FAR and not _ends_sentence(tokens[last]):
        last += 1
    while first < place and tokens[first].tag in ("``", "''", "-LRB-"):
        first += 1
    return first, last


def _ends_sentence(token: Token) -> bool:
    return token.tag == "." or token.text == ";"


def _is_question(tokens: Sequence[Token], first: int, last: int) -> bool:
    opening = tokens[first]
    return "?" in tokens[last].text or opening.tag in _ASKING or opening.pos == "AUX"


def _subject(tokens: Sequence[Token], place: int, subject: int, first: int) -> str | None:
    """What kind of subject ends before a verb group, as :class:`Event` has it; None where it may be none."""
    token, tag = tokens[subject], tokens[place].tag
    word, is_simple = plain(token), subject == place - 1
    before = tokens[subject - 1] if subject > first else None
    if token.tag == "PRP":
        agrees = word in (_SUBJECTS.get(tag, SUBJECT_PRONOUNS) if is_simple else SUBJECT_PRONOUNS)
        is_object = word in _OBJECTS_TOO and before is not None and before.tag not in _JOINS
        compares = before is not None and plain(before) in _COMPARING
        if not agrees or is_object or compares:
            return None
        return "we" if word == "i" and before is not None and before.tag == "CC" else word
    if word in _RELATIVE and token.tag in ("WDT", "WP"):
        return ("who" if word == "who" else "which") if before is not None and before.tag in _NOUNS else None
    if token.tag == "CC":
        return "and" if is_simple and word == "and" and _continues(tokens, place, first) else None
    if not is_simple and token.tag in ("-RRB-", ","):
        return "noun"  # the subject has an apposition
    if token.tag not in _NOUNS or word in _NO_SUBJECT:
        return None
    if is_simple and tag in _SUBJECTS and (token.tag in _PLURAL or word == "people") != (tag == "VBP"):
        return None
    return word if word in _PRONOUNS else "noun"


def _continues(tokens: Sequence[Token], place: int, first: int) -> bool:
    """Whether a form goes on from another of the same sentence: "she rose and left"."""
    tag = tokens[place].tag
    return tag in ("VBD", "VBZ") and any(
        token.tag == tag and token.pos == "VERB" for token in tokens[first : place - 1]
    )


def _is_main(tokens: Sequence[Token], place: int, subject: int, first: int, last: int) -> bool:
    """Whether the sentence begins with the subject of a verb, and has no other verb that may be the finite one."""
    before = tokens[first:subject]
    if any(token.pos in ("VERB", "AUX") or plain(token) in _SUBORDINATE or token.tag in _ASKING for token in before):
        return False
    for token in tokens[place + 1 : last + 1]:
        if token.tag in (",", "CC", "PRP", "WDT", "WP", "WRB", ":") or plain(token) in _SUBORDINATE:
            return True
        if token.tag in FINITE:
            return False
    return True
