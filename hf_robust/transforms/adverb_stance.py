"""Adverbs that need no certain verb: "had apparently left", "will probably stay", "was actually a school"."""

from collections.abc import Mapping

from hf_robust.core.doc import Doc
from hf_robust.language.english.closed_classes import (
    ACCUSATIVES,
    ADVERSATIVES,
    AS_THAN,
    ASSURANCES,
    BE_TENSED,
    CONDITIONS,
    CONSEQUENCES,
    DEMONSTRATIVES,
    DISTRIBUTIVES,
    FIRST_PERSON,
    FOCUS_ADVERBS,
    FREQUENCIES,
    HAVE_TENSED,
    HEDGES,
    MOST_TIMES,
    NEAR_NEGATIONS,
    NEGATIONS,
    NOMINATIVES_THIRD,
    PLAINLY,
    QUESTION_WORDS,
    SELDOM,
    SINGULAR_POINTERS,
    SUBORDINATORS,
    TIMES_OF_CLAUSES,
)
from hf_robust.language.english.verbs import ADVERBS, is_name, is_whole
from hf_robust.transforms.adverb_lists import listed
from hf_robust.transforms.adverb_manners import manner
from hf_robust.transforms.adverb_sequence import later, then
from hf_robust.transforms.adverb_states import state
from hf_robust.transforms.word_places import CLOSE, FAR, NEAR, Place

_LONGEST = 14  # tokens of a clause before its verb
_NOUNS = frozenset({"NN", "NNS", "NNP", "NNPS"})
_INSIDE = _NOUNS | frozenset({"DT", "PDT", "JJ", "JJS", "JJR", "PRP", "PRP$", "POS", "CD", "CC", "IN", "EX", "HYPH"})
_OPENS_CLAUSE = _NOUNS | {"DT", "PRP", "PRP$", "JJ", "CD", "CC"}
_BOUNDS = frozenset({",", ":", "``", "''", "-LRB-"})
_OBJECT = frozenset({"DT", "PRP$", "JJ", "NN", "NNS"})
_QUOTES = frozenset({'"', "``", "''", "“", "”"})
# what takes the main clause away: it depends, compares or asks
_DEPENDS = (SUBORDINATORS - {"as"}) | TIMES_OF_CLAUSES | QUESTION_WORDS | CONDITIONS | AS_THAN | {"whether", "like"}
# one adverb that judges what is said is enough
_STANCES = (
    HEDGES
    | CONSEQUENCES
    | ASSURANCES
    | PLAINLY
    | frozenset(
        """apparently actually allegedly course evidently fact ironically literally presumably reportedly seem seems
        seemed seemingly supposedly surprisingly indeed undoubtedly unfortunately fortunately""".split()
    )
)
_NO_SUBJECT = (ACCUSATIVES - {"us"}) | {"lot", "number"}
_NO_CLAUSE = _STANCES | CONDITIONS | {"?", "whether", "let", "please", "wish"}
_FOCUS = FOCUS_ADVERBS | frozenset("even only ever must always often".split())
_FREQUENT = (
    (FREQUENCIES - {"frequently", "regularly"}) | DISTRIBUTIVES | MOST_TIMES | frozenset({"never", "once", "sometimes"})
)
_BESIDE = _FOCUS | NEGATIONS | NEAR_NEGATIONS | SELDOM
_SOURCES = frozenset("said says reported according told announced told claimed alleged rumor rumored".split())
_TOLD_BY = _QUOTES | _SOURCES | FIRST_PERSON


def _forms(words: str) -> frozenset[str]:
    """The past forms of regular verbs; a word with a slash is an irregular past form."""
    found = set[str]()
    for word in words.split():
        if word.startswith("/"):
            found.add(word[1:])
        else:
            last = f"{word[:-1]}ied" if word[-1] == "y" and word[-2] not in "aeiou" else f"{word}ed"
            found |= {f"{word}d"} if word[-1] == "e" else {last, f"{word}{word[-1]}ed"}
    return frozenset(found)


# what a person or a firm does that others learn of from reports
_REPORTED = _forms(
    """agree plan approve consider order request propose demand seek /sought /bought /paid /sold earn
    acquire hire invest spend /spent decide intend cost purchase recruit"""
)
# states of mind that others infer
_INFERRED = _forms(
    """want decide believe /knew hope need enjoy prefer fail forget /forgot live work belong
    expect intend consider realize realise suspect assume mistake mistook /understood plan try trust"""
)
# verbs of the first person that take no "actually": what is said is done by saying it, or is a figure of speech
_NOT_ACTUALLY = frozenset(
    """say mean guess wonder wish hope fear suppose agree apologize thank recommend suggest swear promise bet beg
    assume imagine ask see understand need must appreciate look tell bear be do can remember recall doubt
    know""".split()
)
# what one concludes from what is there, in the passive: "was apparently made by hand"
_RESULTS = frozenset(
    """made derived intended doomed designed informed meant planned killed stolen abandoned chosen caused inspired
    influenced based built destroyed damaged impressed surprised satisfied convinced persuaded forgotten ignored
    rejected lost left created developed deceived misled betrayed fooled needed used given assigned written""".split()
)
# what anybody who is there sees
_SEEN = frozenset(
    "sit stand run walk lie wear hold lean clutch carry hang look smile laugh sitt runn nod point".split()
)
_MODAL: Mapping[str, str] = {
    "will": "probably",
    "'ll": "probably",
    "would": "probably",
    "may": "well",
    "might": "well",
    "should": "certainly",
    "could": "easily",
    "can": "easily",
    "must": "surely",
}
_EASY = frozenset("get make find see use lose tell hear give reach learn change take buy forget imagine kill".split())
_NOT_OFTEN = frozenset({"locate", "situate", "base", "name", "call", "know", "concern", "say", "marry", "bear", "list"})
_NEVER_APPARENT = frozenset({"bear", "name", "call", "say", "found", "elect", "locate", "situate", "publish"})


def stance_at(doc: Doc, number: int) -> tuple[str, ...] | None:
    """The adverbs that may stand before a word for what its clause tells, whatever the verb; None where none may.

    Args:
        doc: The text, with tags and lemmas.
        number: Number of the word among its tokens.

    Example:
        >>> stance_at(Doc.tagged("She/PRON/PRP had/AUX/VBD/have left/VERB/VBN/leave ./PUNCT/."), 2)
        ('apparently',)
    """
    token, tokens = doc.tokens[number], doc.tokens
    find = _FINDERS.get(token.tag)
    if not number or (find is None and tokens[number - 1].lemma != "be"):
        return None
    place = Place(tokens, number)
    found = find(place) if find is not None else None
    if token.pos == "VERB" and found != "reportedly":
        found = later(place) or then(place) or manner(place) or state(place) or found
    found = found or _complement(place)
    if found is None or not is_whole(doc, token) or (token.tag[:2] == "VB" and is_name(tokens, number)):
        return None
    near = {place.tag(step) for step in range(-2, CLOSE - 1)}
    beside = _BESIDE - {"must"} if found == "surely" else _BESIDE
    free = place.near(NEAR, NEAR).isdisjoint(beside) and near.isdisjoint(ADVERBS)
    free = free and place.sentence().isdisjoint(_NO_CLAUSE)
    return (found,) if free else None


def _starts(place: Place, verb: int) -> bool:
    """Whether a main clause runs from its opening to just before a verb: a noun phrase, and nothing that depends.

    Args:
        place: The word that the adverb precedes.
        verb: How far before it the first verb of the clause stands; 0 where it is the word itself.
    """
    step = -verb - 1
    if place.word(step) in DEMONSTRATIVES:
        return place.token(step - 1) is None or place.tag(step - 1) in _BOUNDS
    if place.tag(step) not in _NOUNS | {"PRP", "EX"} or place.word(step) in _NO_SUBJECT:
        return False
    if place.tag(step) == "PRP" and place.tag(step - 1) in _NOUNS:
        return False  # "the tool it will hold"
    while place.token(step) is not None and place.tag(step) not in _BOUNDS and step > -_LONGEST:
        if place.tag(step) not in _INSIDE or place.word(step) in _DEPENDS:
            return False
        step -= 1
    opens = place.tag(step + 1) in _OPENS_CLAUSE and step > -_LONGEST
    # behind a comma, what stands before must not need the clause
    before = range(-FAR, step) if place.token(step) is not None else ()
    complete = any(place.tag(at) in ("VBZ", "VBD", "VBP", "MD") for at in before)
    return opens and (complete or _DEPENDS.isdisjoint(place.word(at) for at in before))


def _subject(place: Place, verb: int) -> str:
    """The subject: a pronoun, or ``noun``."""
    return place.word(-verb - 1) if place.tag(-verb - 1) in ("PRP", "EX") else "noun"


def _told(place: Place) -> bool:
    """Whether the text itself tells it: no quotation, and nobody who says it."""
    words = place.sentence()
    return words.isdisjoint(_TOLD_BY) and all(place.tag(step) != "CD" for step in range(-FAR, FAR))


def _simple(place: Place) -> str | None:
    token = place.token(0)
    if token is None or token.pos != "VERB" or not _starts(place, 0):
        return None
    word, lemma, subject, past = place.word(0), token.lemma.lower(), _subject(place, 0), token.tag == "VBD"
    if subject in ("i", "we"):
        acts = lemma not in _NOT_ACTUALLY and place.tag(1) not in (".", ",", ":", "")
        return "actually" if acts else None
    if subject == "you" or subject == "there":
        return None
    if lemma == "have":
        return "actually" if place.tag(1) in ("DT", "PRP$") else None
    third = subject in NOMINATIVES_THIRD | SINGULAR_POINTERS | {"noun", "it"}
    if not past and place.tag(-1) in ("NN", "NNS", "PRP") and lemma not in _NOT_ACTUALLY | listed("reporting"):
        return "actually" if place.tag(1) in ("DT", "PRP$", "IN", "TO", "JJ", "NNS", "PRP") else None
    if past and subject in ("they", "it") and lemma not in _NOT_ACTUALLY | listed("reporting"):
        return "actually" if place.tag(1) in _OBJECT | {"PRP", "TO"} else None
    if not third or not past or not _told(place):
        return None
    if word in _REPORTED and place.tag(-1) in ("NNP", "NN", "NNS", "PRP"):
        return "reportedly" if word not in _INFERRED or subject == "noun" else "apparently"
    return "apparently" if word in _INFERRED else None


def _participle(place: Place) -> str | None:
    token, auxiliary = place.token(0), place.word(-1)
    been = place.word(0) == "been"  # "had apparently been left"
    if auxiliary == "'s" and place.tag(-2) not in ("PRP", "DT"):
        return None
    if token is None or auxiliary not in BE_TENSED | HAVE_TENSED or (token.pos != "VERB" and not been):
        return None
    if not _starts(place, 1):
        return None
    subject, lemma = _subject(place, 1), token.lemma.lower()
    if subject in ("i", "we"):
        return "actually" if auxiliary in HAVE_TENSED or token.tag == "VBG" else None
    if subject in ("you", "there", "it") or lemma in _NEVER_APPARENT or not _told(place):
        return None
    if auxiliary in ("is", "are") and token.tag == "VBN":
        timeless = lemma not in _NOT_OFTEN and place.tag(1) in ("IN", "TO", "RP")
        timeless = timeless and place.sentence().isdisjoint(_FREQUENT | {"now", "currently", "this"})
        return "usually" if timeless and place.tag(-2) in ("NN", "NNS") else None
    if token.tag == "VBN" and auxiliary in BE_TENSED and place.word(0) not in _RESULTS:
        return None
    if token.tag == "VBG" and lemma in _SEEN:
        return None
    inner = lemma in ("have", "hate", "hat", "love", "feel", "think", "want", "try") and subject in NOMINATIVES_THIRD
    return None if inner else "apparently"


def _after_modal(place: Place) -> str | None:
    token, modal = place.token(0), place.word(-1)
    if (
        token is None
        or modal not in _MODAL
        or token.lemma == "predict"
        or (modal != "must" and not _starts(place, 1))
        or place.word(0) == "like"
    ):
        return None
    if modal == "must":
        return "surely" if place.word(0) == "have" and place.tag(1) == "VBN" else None
    adverb = _MODAL[modal]
    if adverb == "well" and place.word(0) == "be" and place.tag(1) == "VBN":
        return None  # what may be done, not what is likely
    if adverb == "probably" and _subject(place, 1) == "i":
        return None  # a promise or a threat
    if adverb == "easily" and token.lemma not in _EASY:
        adverb = "actually"
    if adverb in ("certainly", "well") and _subject(place, 1) in ("you", "i"):
        return None
    return adverb if place.sentence().isdisjoint({"shall", "thou", "god"}) else None


def _complement(place: Place) -> str | None:
    """ "Peanuts are an important legume" becomes "peanuts are actually an important legume"."""
    be = place.word(-1)
    if (
        be not in BE_TENSED
        or (be == "'s" and place.tag(-2) not in ("PRP", "DT"))
        or place.tag(0) not in _OBJECT
        or not _starts(place, 1)
    ):
        return None
    subject, first = _subject(place, 1), place.token(-3)
    named = place.tag(-2) in ("NNP", "NNPS")
    if (
        named
        or (subject == "there" and be not in ("is", "are"))
        or (first is None and subject in NOMINATIVES_THIRD and place.word(0) in ("a", "an"))
    ):
        return None  # a definition, or the first thing that is told of somebody
    if place.tag(0) in ("NN", "NNS", "CD") or place.word(0) in ("such", "sure", "able", "due", "same", "all", "likely"):
        return None
    weighed = not place.near(0, NEAR).isdisjoint(AS_THAN | ADVERSATIVES)
    if place.tag(1) in ("NNP", "NNPS") or weighed:
        return None
    if place.word(0) == "the" and subject != "noun":
        return None
    if any(place.tag(at) == "CD" for at in range(NEAR + CLOSE)):
        return None  # facts of number and date
    judged = not listed("reporting").isdisjoint(place.near(NEAR, 0))
    return None if judged else "actually"


_FINDERS = {
    "VBD": _simple,
    "VBZ": _simple,
    "VBP": _simple,
    "VBN": _participle,
    "VBG": _participle,
    "VB": _after_modal,
}
