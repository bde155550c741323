"""What keeps an adverb away from a word, whatever rule offers it: "prove that he has reportedly left"."""

from hf_robust.core.doc import Doc
from hf_robust.language.english.closed_classes import (
    ADVERSATIVES,
    CONCESSIVES,
    DAY_PARTS,
    FIRST_PERSON,
    HEDGES,
    HOURS_AND_MINUTES,
    HOWEVER,
    INSTEAD,
    NEGATIONS,
    SEQUENCE_ADVERBS,
    THOUGHTS,
    WEEKDAYS,
)
from hf_robust.transforms.adverb_asked import KNOWING
from hf_robust.transforms.adverb_lists import listed
from hf_robust.transforms.adverb_misfits import is_misfit
from hf_robust.transforms.word_places import CLOSE, FAR, NEAR, Place

_HEARSAY = HEDGES | {"apparently", "reportedly"}
# what tells that something is so, or that somebody said it
_FACTS = KNOWING | frozenset("prove see find realise confirm notice news fact proof evidence".split())
_QUOTES = frozenset({'"', "``", "''", "“", "”"})
# a verse of the Bible is quoted to the letter
_SCRIPTURE = frozenset("bible gospel psalm psalms scripture scriptures thee thou thy ye".split())
_LONGEST_QUOTED = 9  # tokens: a quotation of that length is a saying or a title as often as a sentence
# what happens, with the outcome or speed that the speaker cannot aim at: "hoped to successfully pass"
_OUTCOMES = frozenset("easily eventually finally firmly gently quickly slowly successfully ultimately".split())
_INWARD = THOUGHTS | {"feel", "love", "prefer"}
_TIMES = (
    WEEKDAYS
    | DAY_PARTS
    | HOURS_AND_MINUTES
    | frozenset("noon midnight day year month week o'clock a.m a.m. p.m p.m. p.m.. occasion".split())
)
_OFTEN = frozenset({"often", "sometimes", "while", "until"})  # "often he was eventually forced"
_LATE = (SEQUENCE_ADVERBS - {"later", "then"}) | {"ultimately"}
# what an event of a moment or an amount does: "sales eventually rose to $3 million"
_MEASURED = frozenset({"fall", "grow", "rise"})
_CONTRAST = (
    ADVERSATIVES
    | CONCESSIVES
    | HOWEVER
    | INSTEAD
    | NEGATIONS
    | frozenset(
        "fact expect expected expecting thought supposed believed rather unlike contrary surprise surprised".split()
    )
)
_AT_ONE_TIME = frozenset({"night", "unless", "within", "departing"})  # "the night she had tricked them"


def fitting(doc: Doc, number: int, adverbs: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """The adverbs of those offered that nothing around a word keeps away; None where none is left.

    Args:
        doc: The text, with tags and lemmas.
        number: Number of the word that the adverb is to precede.
        adverbs: What a rule offers.

    Example:
        >>> doc = Doc.tagged("They/PRON/PRP hope/VERB/VBP/hope to/PART/TO pass/VERB/VB/pass it/PRON/PRP")
        >>> fitting(doc, 3, ("successfully", "fully"))
        ('fully',)
    """
    if adverbs is None:
        return None
    place = Place(doc.tokens, number)
    if _is_repeated(place) or _is_quoted_shortly(place) or not _SCRIPTURE.isdisjoint(place.sentence()):
        return None
    return tuple(one for one in adverbs if not _clashes(doc, place, one)) or None


def _clashes(doc: Doc, place: Place, adverb: str) -> bool:
    token = place.token(0)
    lemma = "" if token is None else token.lemma.lower()
    if is_misfit(place, lemma, adverb):
        return True
    if adverb == "actually":
        inward = lemma in _INWARD and place.word(-1) in FIRST_PERSON
        all_said = lemma == "say" and "all" in place.near(CLOSE, 0)  # "all I can say"
        return all_said or (not place.asks() and (inward or not _contrasts(doc)))
    if adverb in _HEARSAY and _is_fact(place):
        return True
    if place.tag(-1) == "TO" and place.tag(0) == "VB":
        lead = place.token(-2)
        vague = lead is not None and (lead.lemma.lower() in listed("seeming") or place.word(-2) == "only")
        mannered = vague and adverb in listed("of_will")
        return mannered or adverb in _OUTCOMES or (adverb == "really" and lemma in _INWARD)
    if adverb.endswith("ly") and place.tag(0)[:2] == "VB" and _opens_with_manner(place):
        return True  # "gradually he formally withdrew"
    if adverb == "recently":
        return not {"throughout", "history", "always"}.isdisjoint(place.sentence())
    if adverb == "possibly" and not {"possibility", "possible"}.isdisjoint(place.sentence()):
        return True
    if adverb == "actively" and place.tag(1) == "NNS" and place.tag(0) == "VBG":
        return True  # "in supporting roles"
    if adverb == "shortly" and place.word(0) == "after":
        before = place.token(-1)
        return before is not None and before.lemma == "be"  # "all the girls were after him"
    if adverb == "finally" and lemma == "become":
        return True
    if adverb in _LATE and place.tag(0)[:2] == "VB":
        repeated = not _OFTEN.isdisjoint(place.sentence())
        return repeated or lemma in _MEASURED or _is_timed(place) or (adverb == "eventually" and place.tag(-1) == "CC")
    if adverb in ("already", "truly") and "where" in place.near(CLOSE, 0):
        return True  # "where he had left them"
    if adverb == "already":
        return not _AT_ONE_TIME.isdisjoint(place.sentence())
    if adverb in ("previously", "apparently") and {"all", "life"} <= place.near(0, NEAR):
        return True
    if adverb in ("originally", "first") and place.tag(0) == "VBN":
        # "further scenes were shot", "a film directed by one, written by another"
        return "further" in place.sentence() or (place.word(-1) == "," and place.word(1) == "by")
    if adverb == "well" and place.tag(-1) == "MD":
        return "or" in place.near(0, FAR)  # "may be a contract or the cash value"
    if adverb == "completely":
        return place.tag(0) == "VBN" and place.word(1) == "by"
    if adverb == "potentially":
        return place.word(-1) in ("may", "might")
    if adverb == "publicly" and lemma == "say":
        return place.tag(-1) != "PRP" or place.word(-1) == "it"
    if adverb == "freely":
        return "all" in place.near(0, NEAR)
    if adverb == "far" and place.word(0) == "too":
        return "if" in place.near(NEAR, 0)
    if adverb == "very" and place.tag(0) == "JJS":
        return not {"absolutely", "hands-down", "hands", "easily", "possible"}.isdisjoint(place.near(NEAR, NEAR))
    if adverb in ("mainly", "largely") and place.word(0) in ("because", "due"):
        return place.is_negated(FAR) or not {"hope", "wish"}.isdisjoint(place.sentence())
    if (
        adverb == "currently"
        and lemma == "serve"
        and not {"film", "sequel", "book", "song"}.isdisjoint(place.sentence())
    ):
        return True
    if adverb == "currently":
        return not {"every", "frequently", "weekday"}.isdisjoint(place.sentence())
    if adverb == "usually" and "some" in place.sentence():
        return True
    return adverb == "usually" and any(place.tag(step) in ("NNP", "NNPS") for step in range(1, NEAR))


def _opens_with_manner(place: Place) -> bool:
    """Whether a sentence opens with an adverb of manner or time of its own."""
    opening = next((step for step in range(0, -2 * FAR, -1) if place.token(step - 1) is None), 0)
    first = [step for step in (opening, opening + 1) if step < 0 and place.tag(step) == "RB"]
    return any(place.word(step).endswith("ly") and place.word(step) != "only" for step in first)


def _is_repeated(place: Place) -> bool:
    """Whether a word stands after the same word once more: "he loves me, he loves me not"."""
    pair = place.word(-1), place.word(0)
    if place.tag(0)[:2] != "VB" or not place.tag(-1).startswith("PRP"):
        return False
    steps = (step for step in range(-FAR, FAR) if step)
    return any((place.word(step - 1), place.word(step)) == pair for step in steps)


def _is_quoted_shortly(place: Place) -> bool:
    """Whether a word stands within a few quoted words."""
    before = next((step for step in range(1, _LONGEST_QUOTED) if place.word(-step) in _QUOTES), 0)
    after = next((step for step in range(1, _LONGEST_QUOTED) if place.word(step) in _QUOTES), 0)
    return bool(before and after and before + after <= _LONGEST_QUOTED)


def _is_fact(place: Place) -> bool:
    """Whether the clause of a word is known or quoted: "it proves that he has left"."""
    before = [place.token(step) for step in range(-2 * NEAR, -1)]
    lemmas = {token.lemma.lower() for token in before if token is not None}
    if not _QUOTES.isdisjoint(place.sentence()):
        return True
    return not _FACTS.isdisjoint(lemmas) and not {"that", "how", "why"}.isdisjoint(place.near(2 * NEAR, -1))


def _is_timed(place: Place) -> bool:
    """Whether the sentence gives a time or an amount."""
    if not _TIMES.isdisjoint(place.sentence()):
        return True
    return any(place.tag(step) in ("CD", "$") for step in range(-FAR, FAR))


def _contrasts(doc: Doc) -> bool:
    """Whether a text sets something against something: only there does "actually" have something to correct."""
    return any(token.text.lower() in _CONTRAST for token in doc.tokens)
