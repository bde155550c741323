"""Adverbs of order: "he later joined the army", "which was later sold", "picked it up and then left"."""

from hf_robust.language.english.closed_classes import (
    BE_THIRD,
    BEFORE_VERBS,
    MONTHS,
    NOMINATIVES_THIRD,
    RELATIVE_TIMES,
    SEQUENCE_ADVERBS,
    STORY_TIMES,
    TIME_PREPOSITIONS,
    TIMES_OF_CLAUSES,
)
from hf_robust.transforms.word_places import FAR, NEAR, Place

# what people do in the course of a life, one thing after the other
_STAGES = frozenset(
    """joined moved served played worked received taught studied won wrote published founded returned directed starred
    became represented coached produced recorded performed owned earned attended sold bought built retired settled
    travelled traveled resigned established toured appeared ran managed edited signed completed commanded led""".split()
)
_UNDERGONE = frozenset(
    """appointed promoted transferred adapted remade renamed converted acquired demolished replaced rebuilt restored
    translated occupied awarded arrested convicted executed buried sold released moved destroyed republished knighted
    expanded extended revived abandoned purchased used""".split()
)
_ACTS = frozenset(
    """aimed answered asked ate backed began bent bought bounced bowed brought buried burned called caught climbed
    closed collapsed crawled crossed cut died disappeared dismounted dived dove drank dressed drew dropped drove
    ducked dug entered escaped fell filled fired fled flung folded frowned gave glanced grabbed grinned halted
    handed headed hit hugged hung hurled hurried jumped kicked kissed knelt knocked landed laughed lay leaned
    led left lifted lit loaded locked looked lowered mailed married mounted moved murmured muttered nodded
    opened ordered packed passed paused phoned picked plunged poured pulled punched pushed put raised ran rang
    relaxed removed replaced replied returned rolled rose rubbed rushed saddled sank sat scratched
    seized sent set settled shook shot shouted shrugged sighed signed sipped slammed slid slipped smiled sold
    spat spoke started stepped stood stopped struck swallowed swung telephoned threw tied told took
    tore tossed tucked turned unfolded unpacked untied vanished walked washed went whispered wiped woke wrapped
    wrote""".split()
)
_STAYING = frozenset("be have know think see feel live love seem hear want like need stay remain stand".split())
_TIMED = (
    STORY_TIMES
    | TIMES_OF_CLAUSES
    | TIME_PREPOSITIONS
    | RELATIVE_TIMES
    | (BEFORE_VERBS - {"not"})
    | frozenset("ago both early ever last late next same simultaneously time".split())
)
_ORDERED = SEQUENCE_ADVERBS | frozenset("then both when while as later thereby thus also always".split())


def later(place: Place) -> str | None:
    """ "He served in Rome" becomes "he later served in Rome", and "which was sold" "which was later sold"."""
    passive = place.tag(0) == "VBN"
    verb = -1 if passive else 0
    subject, tag = place.word(verb - 1), place.tag(verb - 1)
    if passive and (place.word(-1) not in ("was", "were") or place.word(0) not in _UNDERGONE):
        return None
    if not passive and (place.tag(0) != "VBD" or place.word(0) not in _STAGES or place.tag(1) in (",", ".", "")):
        return None
    opens = place.token(verb - 2) is None or place.tag(verb - 2) in (",", "CC")
    fits = (subject in NOMINATIVES_THIRD and opens) or (passive and (tag == "WDT" or subject == "it"))
    if not fits:
        return None
    dated = any(place.tag(step) == "CD" or place.word(step) in MONTHS for step in range(-FAR, 0))
    return "later" if not dated and place.sentence().isdisjoint(_TIMED) else None


def then(place: Place) -> str | None:
    """ "He closed the door and turned" becomes "he closed the door and then turned"."""
    if place.word(-1) != "and" or place.tag(0) != "VBD" or place.word(0) not in _ACTS or place.tag(1) in (".", ","):
        return None
    earlier = [token for step in range(-2 * NEAR, -1) if (token := place.token(step)) is not None]
    verbs = [token for token in earlier if token.tag in ("VBD", "VBZ", "VBP", "MD", "VBN", "VBG")]
    acts = bool(verbs) and verbs[-1].tag == "VBD" and verbs[-1].lemma.lower() not in _STAYING
    acts = acts and verbs[-1].pos == "VERB" and verbs[-1].text.lower() not in BE_THIRD
    return "then" if acts and place.sentence().isdisjoint(_ORDERED) else None
