"""Who does what in a text: its people, its things and its verbs, as dictionary forms for sentences to be made of."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hf_robust.core.doc import Doc, Token
from hf_robust.language.english.closed_classes import CROWDS, INVOLVE, LET, PRIMARY_VERBS, STATIVE_VERBS, THOUGHTS
from hf_robust.language.english.verbs import children, plain, verb_forms
from hf_robust.language.english.wordforms import is_fixed, tags_of
from hf_robust.language.lexicons.wordnet import ABSTRACT, CONCRETE, EVENTS, noun_kind
from hf_robust.language.lexicons.wordnet_facts import takes_object

# verbs that say little, or mean with their object what they do not mean alone
_LIGHT = (
    STATIVE_VERBS
    | THOUGHTS
    | LET
    | PRIMARY_VERBS
    | INVOLVE
    | frozenset(
        """get take give go put keep seem look feel bring leave come set run turn call say tell show use try
            work pass lose win face mean cause owe wear near follow""".split()
    )
)
# of these one does not say "the" alone, or WordNet thinks first of another sense of theirs
_VAGUE = frozenset(
    "one other human male female being adult somebody someone anyone person individual self member part subject "
    "figure character object number thing front back side top area head eye black white asian african american "
    "folk kind god case life host match relative issue face model stroller villa voucher starter carrier logo "
    "joker cracker bearer primary world tank beach sky sir jerk pop comic piece crack "
    "cosmos ground slave passing".split()
)
_MENTIONED = ABSTRACT | EVENTS | {"group", "location", "food", "substance"}
_VAGUE_TOPICS = frozenset(
    "way kind sort type lot bit use case example time year month week day hour minute moment today yesterday tomorrow "
    "percent cent number amount rest lack fact term sense point place end start beginning half quarter dozen hundred "
    "thousand million billion something anything nothing everything none which who what while order addition regard "
    "spite behalf age need try making being having sake bunch majority period past future present night morning "
    "evening afternoon noon weekend second minute part side turn while instance response following left".split()
)
_NOUNS = frozenset({"NN", "NNS"})
_DETERMINERS = frozenset({"DT", "PRP$", "CD"})


class OwnNoun(NamedTuple):
    """A noun as a text has it.

    Args:
        text: In lower case.
        plural: Whether it is plural.
        lemma: Its dictionary form.
    """

    text: str
    plural: bool
    lemma: str


class OwnEvent(NamedTuple):
    """What somebody of a text does with something.

    Args:
        who: Who does it.
        verb: The verb's dictionary form.
        what: With what.
    """

    who: OwnNoun
    verb: str
    what: OwnNoun


class OwnWords(NamedTuple):
    """The words of a text that sentences can be made of, each once, in the order of the text.

    Args:
        people: Nouns for people.
        things: Nouns for concrete things.
        events: What people do with things.
        topics: Nouns for what else people can mention: events, groups, ideas.
    """

    people: Sequence[OwnNoun]
    things: Sequence[OwnNoun]
    events: Sequence[OwnEvent]
    topics: Sequence[OwnNoun] = ()


def own_words(docs: Sequence[Doc]) -> OwnWords:
    """The people, things and events of some texts.

    Args:
        docs: The texts, with tags, lemmas and trees.

    Example:
        >>> doc = Doc.tagged(
        ...     "A/DET/DT/a/det/2 boy/NOUN/NN/boy/nsubj/3 kicks/VERB/VBZ/kick/root/0 a/DET/DT/a/det/5 "
        ...     "ball/NOUN/NN/ball/obj/3"
        ... )
        >>> found = own_words([doc])
        >>> [noun.text for noun in found.people], [event.verb for event in found.events]
        (['boy'], ['kick'])
    """
    people: dict[str, OwnNoun] = {}
    things: dict[str, OwnNoun] = {}
    topics: dict[str, OwnNoun] = {}
    events: dict[tuple[str, str], OwnEvent] = {}
    for doc in docs:
        tokens = doc.tokens
        for place, token in enumerate(tokens):
            noun = _noun(tokens, place) if token.tag in _NOUNS else None
            if noun is not None:
                kind = noun_kind(noun.lemma)
                if kind == "person" or noun.lemma in CROWDS:
                    people.setdefault(noun.lemma, noun)
                elif kind in CONCRETE and (noun.plural or _has_article(doc.tokens, place)):
                    things.setdefault(noun.lemma, noun)
                elif kind in _MENTIONED and noun.lemma not in _VAGUE_TOPICS:
                    topics.setdefault(noun.lemma, noun)
        for event in _events(tokens):
            events.setdefault((event.verb, event.what.lemma), event)
    return OwnWords(tuple(people.values()), tuple(things.values()), tuple(events.values()), tuple(topics.values()))


def _noun(tokens: Sequence[Token], place: int) -> OwnNoun | None:
    """The noun at a place, where it is one for sure and no part of a compound."""
    token = tokens[place]
    if token.tag not in _NOUNS or not token.text.islower() or not token.text.isalpha() or len(token.text) < 3:
        return None
    word, lemma = plain(token), token.lemma.lower()
    if lemma in _VAGUE or is_fixed(word) or token.tag not in tags_of(word):
        return None
    beside = (tokens[at].tag for at in (place - 1, place + 1) if 0 <= at < len(tokens))
    if any(tag[:2] in ("NN", "HY", "PO") for tag in beside):
        return None
    return OwnNoun(word, token.tag == "NNS", lemma)


def _has_article(tokens: Sequence[Token], place: int) -> bool:
    """Whether a determiner stands before a noun and its adjectives."""
    at = place - 1
    while at >= 0 and tokens[at].tag in ("JJ", "JJR", "JJS", "VBN", "VBG"):
        at -= 1
    return at >= 0 and tokens[at].tag in _DETERMINERS


def _events(tokens: Sequence[Token]) -> Iterator[OwnEvent]:
    for place, token in enumerate(tokens):
        if token.pos != "VERB" or token.tag[:2] != "VB" or token.lemma.lower() in _LIGHT:
            continue
        below = children(tokens, place)
        if any(tokens[n].dep in ("iobj", "xcomp", "ccomp", "compound:prt") or tokens[n].tag == "RP" for n in below):
            continue
        if any(tokens[n].dep.startswith(("aux:pass", "nsubj:pass")) for n in below):
            continue
        who, what = _who(tokens, place, below), _what(tokens, below, place)
        lemma = token.lemma.lower()
        if who is None or what is None or who.lemma == what.lemma or not (takes_object(lemma) and is_verb(lemma)):
            continue
        yield OwnEvent(who, lemma, what)


def is_verb(lemma: str) -> bool:
    """Whether a word has the forms of a verb.

    Example:
        >>> is_verb("kick"), is_verb("nosuchverb")
        (True, False)
    """
    return bool(verb_forms(lemma, "VBD")) and bool(verb_forms(lemma, "VBN"))


def _who(tokens: Sequence[Token], place: int, below: Sequence[int]) -> OwnNoun | None:
    """The person who does something: the subject of a verb, or the noun that a participle hangs on."""
    subject = next((n for n in below if tokens[n].dep == "nsubj" and n < place), None)
    token: Token = tokens[place]
    if subject is None and token.dep == "acl" and token.tag == "VBG" and 0 <= token.head < place:
        subject = token.head
    noun = _noun(tokens, subject) if subject is not None else None
    if noun is None:
        return None
    return noun if noun_kind(noun.lemma) == "person" or noun.lemma in CROWDS else None


def _what(tokens: Sequence[Token], below: Sequence[int], place: int) -> OwnNoun | None:
    """The thing that is the object of a verb, where it has an article, or is plural."""
    found = next((n for n in below if tokens[n].dep in ("obj", "dobj") and n > place), None)
    noun = _noun(tokens, found) if found is not None else None
    if found is None or noun is None or noun_kind(noun.lemma) not in CONCRETE:
        return None
    held = children(tokens, found)
    if any(tokens[n].dep in ("conj", "nmod", "case") for n in held):
        return None
    return noun if noun.plural or any(tokens[n].tag in _DETERMINERS for n in held) else None
