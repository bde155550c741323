"""Adverbs of manner by the class of the verb: "slowly turned", "carefully examined", "to formally adopt"."""

from collections.abc import Mapping

from hf_robust.language.english.closed_classes import (
    ACCUSATIVES,
    ADULTS,
    AUXILIARIES,
    BE_FINITE,
    BE_TENSED,
    HAVE_TENSED,
    JOINERS,
    MODALS,
    SUBJECT_PRONOUNS,
)
from hf_robust.language.lexicons.wordnet import noun_kind
from hf_robust.transforms.word_places import FAR, NEAR, Place

# an irregular verb has its past after a slash
_CLASSES = {
    "slowly": """walk turn step climb nod approach wander drift crawl sink/sank lower lean sip
        chew stir unfold descend""",
    "quickly": """grab jump pull slip reach shut answer reply duck glance
        catch/caught seize hide/hid rush switch pick fix solve respond adapt spot""",
    "quietly": "enter wait watch whisper murmur sit/sat listen sleep/slept sob smile chuckle pray weep/wept",
    "carefully": """examine study inspect fold wipe wash clean adjust measure wrap load unload tie fasten pour lay/laid
        design plan prepare review arrange draft test weigh monitor count stack handle search
        edit scrutinize assess""",
    "gradually": "spread expand extend evolve fade widen accumulate dwindle weaken ease",
    "openly": "criticize criticise oppose defy admit attack mock",
    "promptly": "reject dismiss resign block remove",
    "formally": "announce request propose adopt approve declare appoint recognize recognise establish sign ban",
    "successfully": "complete defend launch implement",
    "clearly": "state indicate demonstrate illustrate define remember recall suggest prove",
    "actively": "seek/sought promote encourage participate pursue",
    "firmly": "grip insist press plant",
    "gently": "stroke kiss lift rub rock squeeze pat",
    "eagerly": "await",
    "fully": "understand/understood recover appreciate cooperate comply explain justify restore",
    "briefly": "visit stop mention attend pause",
    "completely": "cover destroy fill ignore forget/forgot replace transform",
    "directly": "affect involve contact result",
    "closely": "resemble watch",
    "properly": "maintain store install train treat equip protect",
    "heavily": "rely depend borrow invest",
    "generously": "donate contribute",
    "publicly": "accuse apologize denounce",
    "warmly": "greet welcome thank",
    "skillfully": "manipulate combine blend",
    "eventually": "become marry overcome",
}
_MANNERED = frozenset({"how", "if", "unless", "suddenly", "immediately", "instantly", "rush", "rushed"})
_SUBJECTS = frozenset({"NN", "NNS", "NNP", "NNPS", "PRP", "WDT", "WP"})
_NO_SUBJECT = ACCUSATIVES | {"it", "there", "what", "whom"}
_LEADS = AUXILIARIES | HAVE_TENSED | BE_TENSED | MODALS | {"been", "being", "be", "'ll", "'ve"}
_AFTER = frozenset({"DT", "PRP", "PRP$", "NN", "NNS", "NNP", "IN", "TO", "JJ", "RP", "CC", "WRB"})
# what names a speed or a state by its form: "left handed", "set in", "run for office"
_STATES_BY_FORM = frozenset({("leave", "VBN"), ("run", "VBN"), ("hide", "VBN"), ("wait", "VBZ"), ("cover", "VBZ")})
# of those who act: an inanimate subject does not take them
_OF_ACTORS = frozenset(
    """slowly quickly quietly carefully openly promptly formally actively firmly gently eagerly generously publicly
    warmly skillfully briefly kindly fully properly successfully""".split()
)
_OF_ACTS_ON = frozenset(
    "carefully formally successfully completely fully closely properly heavily promptly publicly".split()
)  # also in the passive
_OF_AMOUNTS = frozenset({"slowly", "gradually", "quickly", "quietly"})  # which an exact amount leaves no room for
_PERSONS = (SUBJECT_PRONOUNS - {"it"}) | ADULTS | {"who", "people", "boy", "girl"}


def _by_word() -> tuple[Mapping[str, str], Mapping[str, str]]:
    bases, pasts = dict[str, str](), dict[str, str]()
    for adverb, verbs in _CLASSES.items():
        for verb in verbs.split():
            base, _, past = verb.partition("/")
            bases.setdefault(base, adverb)
            if past:
                pasts.setdefault(past, adverb)
    return bases, pasts


_BASES, _PASTS = _by_word()


def manner(place: Place) -> str | None:
    """The adverb of manner that fits the verb at a place; None where none does or the place may be no verb.

    Args:
        place: The verb.
    """
    token = place.token(0)
    if token is None or token.pos != "VERB":
        return None
    lemma = token.lemma.lower()
    # lemmas may be off by the end of the stem: "wip", "sippe", "slipp"
    stem = lemma.removesuffix("e")
    forms = (lemma, stem, f"{lemma}e", stem[:-1] if stem[-1:] == stem[-2:-1] else stem)
    adverb = next((_BASES[form] for form in forms if form in _BASES), _PASTS.get(place.word(0)))
    if adverb is None or (lemma, token.tag) in _STATES_BY_FORM or place.tag(1) not in _AFTER:
        return None
    if (
        not _MANNERED.isdisjoint(place.near(NEAR, NEAR))
        or place.tag(1) == "RP"
        or place.word(1) in JOINERS | {"as", "off", "like", "how"}
    ):
        return None
    if (adverb == "slowly" and place.tag(1) == "PRP") or (adverb == "closely" and place.tag(1) == "IN"):
        return None  # "turn you over", "watch on TV"
    if adverb == "quietly" and not {"silence", "silent", "silently"}.isdisjoint(place.sentence()):
        return None
    if adverb == "eventually" and any(place.tag(step) == "CD" for step in range(-FAR, FAR)):
        return None
    if any(place.tag(step) == "RB" and place.word(step).endswith("ly") for step in range(-FAR, FAR)):
        return None  # "slowly, she quickly slipped it"
    if adverb == "carefully" and (token.tag in ("VBZ", "VBP") or (place.tag(1) == "IN" and token.tag != "VBN")):
        return None  # what somebody does for a living, and "to study in Canada"
    if adverb in _OF_AMOUNTS and any(place.tag(step) in ("CD", "$") for step in range(1, NEAR)):
        return None
    return adverb if _is_verb(place, token.tag, adverb) else None


def _is_verb(place: Place, tag: str, adverb: str) -> bool:
    before, word = place.tag(-1), place.word(-1)
    acts = adverb not in _OF_ACTORS
    if tag == "VB":
        if before == "TO":
            return place.tag(-2) not in ("CD", "") and place.tag(-3) != "CD"
        return before == "MD" and word != "should" and (place.tag(-2) in _SUBJECTS and (acts or _is_person(place, -2)))
    if tag == "VBN":
        if word in BE_FINITE | {"been", "being", "be"}:
            return adverb in _OF_ACTS_ON and place.tag(-2) in _SUBJECTS | {"MD", "VBZ", "VBP", "VBD", "VBN"}
        return word in HAVE_TENSED and place.tag(-2) in _SUBJECTS and (acts or _is_person(place, -2))
    if tag == "VBG":
        if before == "IN":
            return place.tag(1) in ("DT", "PRP$", "PRP")
        return word in _LEADS and place.tag(-2) in _SUBJECTS and (acts or _is_person(place, -2))
    if (tag, before) in (("VBP", "NN"), ("VBP", "NNP"), ("VBZ", "NNS")):
        return False
    if before == "CC":
        earlier = {place.tag(step) for step in range(-2 * NEAR, -1)}
        return word == "and" and tag in earlier and acts
    return before in _SUBJECTS and word not in _NO_SUBJECT and (acts or _is_person(place, -1))


def _is_person(place: Place, step: int) -> bool:
    """Whether a subject is a person: a pronoun of people, a noun for one, or a name that is no common noun."""
    word, tag = place.word(step), place.tag(step)
    if word in _PERSONS:
        return True
    if tag in ("NN", "NNS"):
        return noun_kind(word.rpartition("-")[2].removesuffix("s") if tag == "NNS" else word) == "person"
    return tag == "NNP" and place.tag(step - 1) != "CC" and noun_kind(word) in (None, "", "person")
