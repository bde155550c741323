"""A whole text in its other tense: what each finite verb becomes, or that the text must stay."""

import itertools
from collections.abc import Sequence

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import (
    BE_TENSED,
    HAVE_TENSED,
    JOINERS,
    OPINIONS,
    PERCEPTIONS,
    PRIMARY_VERBS,
    SPEAKERS,
    THOUGHTS,
)
from hf_robust.language.english.tense_signs import FINITE, hides_a_verb, is_fixed
from hf_robust.language.english.verbs import ADVERBS, agreement, children, content, plain, reinflected, subject_of

_TO_PAST = {
    "is": "was",
    "'s": "was",
    "are": "were",
    "am": "was",
    "'re": "were",
    "'m": "was",
    "has": "had",
    "have": "had",
    "'ve": "had",
    "does": "did",
    "do": "did",
    "can": "could",
    "ca": "could",
}
_TO_PRESENT = {
    "had": {"I": "have", "he": "has", "they": "have"},
    "did": {"I": "do", "he": "does", "they": "do"},
    "was": {"I": "am", "he": "is"},
    "were": {"they": "are"},
}
_WILL = {"will": "would", "'ll": "would", "wo": "would"}
_HAVE = HAVE_TENSED | {"'ve"}
_UNDER = ("ccomp", "acl:relcl")
_HOSTS = frozenset({"PRP", "EX", "WP", "WDT", "DT"})  # "it's", "there's", "who's", "that's"; a noun's may be possessive
_NOT_HOSTS = frozenset({"let", "here", "where", "how", "one"})
_AFTER_BE = frozenset({"DT", "RB", "JJ", "VBG", "IN", "PRP$", "CD", "PDT", "RBR", "JJR"})
_BEFORE_NOUN = frozenset({"DT", "PRP$", "POS", "JJ", "CD", "JJS", "JJR", "WP$"})
_BEFORE_HEAD = frozenset({"NN", "NNP", "NNS", "NNPS", "JJ", "DT", "PRP$", "CD", "VBN"})
_JOINS = JOINERS | {"but", "&"}
# what is done by saying it, and asides: "I recommend", "you know"
_SAID = OPINIONS | frozenset(
    "reserve recommend suggest advise promise bet swear apologize urge ask know see admit "
    "reckon dare agree bless beg prefer".split()
)
# states: "we loved it" has a present, "we ordered it" has one in tales alone
_STATES = (
    PERCEPTIONS
    | THOUGHTS
    | PRIMARY_VERBS
    | frozenset(
        """love like hate enjoy want need appear understand remember wonder care deserve expect prefer doubt
            consider""".split()
    )
)
_SAYING = SPEAKERS | {"'d"}
_BARE = frozenset({"better", "best"})  # "had better" has no other tense
_FIRST = frozenset({"i", "we"})
_SEE = frozenset("see hear feel find tell smell taste understand afford stand bear".split())
_EXCEPTING = frozenset("except but save besides excluding plus including".split())
_BEFORE_EXCEPTION = frozenset({"DT", "CD", "JJ", "PRP$", "NN", "NNS", "NNP"})


def shifted(tokens: Sequence[Token]) -> dict[int, str]:
    """The new form of every finite verb of a text, in lower case, by its place; none when the text must stay.

    A text stays that has both tenses, names a time, asks, quotes or commands; and one in which a verb, its subject
    and their agreement do not fit together, since then the tagger may have taken one word for another.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> shifted(Doc.tagged("She/PRON/PRP//nsubj/2 sings/VERB/VBZ//root/0").tokens)
        {1: 'sang'}
    """
    places = [place for place, token in enumerate(tokens) if token.tag in FINITE]
    tags = {tokens[place].tag for place in places}
    if not places or ("VBD" in tags and not tags.isdisjoint(("VBZ", "VBP"))) or is_fixed(tokens):
        return {}
    move = _to_present if "VBD" in tags else _to_past
    forms = {}
    for place in places:
        form = move(tokens, place)
        if form is None:
            return {}
        forms[place] = form
    return {} if _has_found(tokens, places) or hides_a_verb(tokens) else forms


def _after(tokens: Sequence[Token], place: int) -> Token | None:
    """The next word that is no adverb."""
    return next((token for token in tokens[place + 1 :] if token.tag not in ADVERBS), None)


def _is_perfect(tokens: Sequence[Token], place: int) -> bool:
    after, word = _after(tokens, place), plain(tokens[place])
    if word not in _HAVE:
        return word == "'s" and after is not None and plain(after) == "been"
    return tokens[place].dep == "aux" or (after is not None and after.tag in ("VBN", "VBD"))


def _has_found(tokens: Sequence[Token], places: Sequence[int]) -> bool:
    """Whether a main verb is a perfect one: "has found" says that it is so now, "had found" looks back from then."""
    return any(_is_perfect(tokens, n) and not _is_under(tokens, n) for n in places)


# --- to the past


def _to_past(tokens: Sequence[Token], place: int) -> str | None:
    token, word = tokens[place], plain(tokens[place])
    if token.tag == "MD":
        return _TO_PAST.get(word) or (_WILL.get(word) if _is_under(tokens, place) else None)
    if not _agrees(tokens, place):
        return None
    if word == "'s":
        return _past_of_clitic(tokens, place)
    if word in BE_TENSED and _goes_to(tokens, place):
        return None
    if word in _TO_PAST:
        return _TO_PAST[word]
    base = reinflected(word, token.tag, "VB")
    if _is_of_kinds(tokens, place):
        return None
    if base in _SAID and place and plain(tokens[place - 1]) in _SAYING:
        return None
    return reinflected(word, token.tag, "VBD")


def _is_of_kinds(tokens: Sequence[Token], place: int) -> bool:
    """What all of a kind do: "cats eat mice" has no past that says it."""
    subject = subject_of(tokens, place)
    if subject is None or tokens[subject].tag != "NNS" or tokens[place].tag != "VBP":
        return False
    bare = not any(
        tokens[n].tag in ("DT", "PRP$", "CD", "POS") or tokens[n].dep == "nmod:poss" for n in children(tokens, subject)
    )
    return bare and tokens[place].pos == "VERB"


def _is_under(tokens: Sequence[Token], place: int) -> bool:
    """Whether a verb stands in a clause below another: "he says it will rain"."""
    above = content(tokens, place)
    while tokens[above].dep == "conj" and 0 <= tokens[above].head < above:
        above = tokens[above].head
    return tokens[above].dep in _UNDER


def _goes_to(tokens: Sequence[Token], place: int) -> bool:
    """ "Is going to": "was going to" says that it did not come to it."""
    words = [plain(token) for token in tokens[place + 1 : place + 4]]
    return any(one in ("going", "about", "gon") and other in ("to", "na") for one, other in itertools.pairwise(words))


def _past_of_clitic(tokens: Sequence[Token], place: int) -> str | None:
    """ "'s" after a pronoun and before what "is" can stand before."""
    host = tokens[place - 1]
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    if not place or host.tag not in _HOSTS or plain(host) in _NOT_HOSTS or after is None or _goes_to(tokens, place):
        return None
    if plain(after) in ("been", "got"):
        return "had" if plain(after) == "been" else None
    if host.tag == "EX" and after.tag not in ("DT", "RB"):
        return None
    return "was" if after.tag in _AFTER_BE else None


def _agrees(tokens: Sequence[Token], place: int) -> bool:
    """Whether a verb has a subject, and the form that the subject asks for."""
    token, word = tokens[place], plain(tokens[place])
    subject = subject_of(tokens, place)
    if (
        subject is None
        or _names_a_thing(tokens, place, subject)
        or (place and word not in BE_TENSED and tokens[place - 1].tag in _BEFORE_NOUN and subject < place - 1)
    ):
        return False
    if not _is_joined(tokens, place) or (token.tag == "VBP" and _may_be_object(tokens, place, subject)):
        return False
    who = agreement(tokens, place)
    if token.tag == "VBZ":
        return who in ("he", None)
    return who in ("I", "they") or (who is None and word in ("are", "'re", "am", "'m"))


def _names_a_thing(tokens: Sequence[Token], place: int, subject: int) -> bool:
    """Whether a name with an article goes on behind its verb: "the Anna Asks show"."""
    if tokens[subject].tag != "NNP" or subject != place - 1 or not subject or place + 1 >= len(tokens):
        return False
    return tokens[subject - 1].tag == "DT" and tokens[place + 1].tag in ("NN", "NNP")


def _may_be_object(tokens: Sequence[Token], place: int, subject: int) -> bool:
    """Whether the subject may be the verb: "food trumps sleep"."""
    if tokens[subject].tag != "NNS" or subject != place - 1 or not subject or tokens[subject - 1].tag[:2] != "NN":
        return False
    ends = place + 1 == len(tokens) or tokens[place + 1].tag in (".", ",", "CC", "RB")
    return ends and reinflected(plain(tokens[subject]), "VBZ", "VB") is not None


def _is_joined(tokens: Sequence[Token], place: int) -> bool:
    """Whether a coordinated verb without a subject is joined to a verb of its tense."""
    token = tokens[place]
    if token.dep != "conj" or any(tokens[n].dep.startswith("nsubj") for n in children(tokens, place)):
        return token.dep not in ("amod", "acl", "compound", "nmod", "det")
    head = tokens[token.head]
    before = place - 1
    while before >= 0 and tokens[before].tag in ADVERBS:
        before -= 1
    joined = before >= 0 and plain(tokens[before]) in _JOINS
    return (head.tag == token.tag and (joined or token.tag != "VBP")) or (head.tag in ("JJ", "NN", "VBG") and joined)


# --- to the present


def _to_present(tokens: Sequence[Token], place: int) -> str | None:
    token, word = tokens[place], plain(tokens[place])
    if token.tag == "MD":
        return _present_of_modal(tokens, place, word)
    after = _after(tokens, place)
    subject = subject_of(tokens, place)
    if plain(tokens[place - 1]) == "just" or (place + 1 < len(tokens) and plain(tokens[place + 1]) in _BARE):
        return None
    if (
        subject is None
        or not _is_joined(tokens, place)
        or _is_of_two(tokens, place, subject)
        or _is_left_out(tokens, subject)
        or (after is not None and plain(after) == "by")
    ):
        return None
    if word == "used" or (word in ("was", "were") and (_goes_to(tokens, place) or _is_passive(after))):
        return None
    if _is_perfect(tokens, place) and any(t.tag == "VBD" and plain(t) != "had" for t in tokens):
        return None
    who = agreement(tokens, place)
    if who is None or (who == "he" and _may_be_two(tokens, subject)):
        return None
    if word == "had" and token.dep != "aux" and plain(tokens[subject]) in _FIRST:  # what one ate, or met with
        return None
    if word in _TO_PRESENT:
        short = word == "was" and who == "I" and plain(tokens[place + 1]) == "n't"
        return None if short else _TO_PRESENT[word].get(who)
    base = reinflected(word, "VBD", "VB")
    if plain(tokens[subject]) in _FIRST and base not in _STATES:
        return None
    if token.dep == "conj" and tokens[token.head].tag in ("VBN", "JJ", "NN") and reinflected(word, "VBN", "VB"):
        return None
    if base == word and not _is_surely_one(tokens, subject):  # "shut" may be a command or a present form
        return None
    return reinflected(word, "VBD", "VBZ" if who == "he" else "VBP")


def _may_be_two(tokens: Sequence[Token], subject: int) -> bool:
    """Whether "and" stands among the nouns and adjectives right before the subject: "Lund and Berg Media"."""
    place = subject
    while place > 0 and tokens[place - 1].tag in _BEFORE_HEAD:
        place -= 1
    return place > 0 and plain(tokens[place - 1]) in ("and", "&")


def _is_of_two(tokens: Sequence[Token], place: int, subject: int) -> bool:
    """Whether "and" may join the verbs and not the subjects: "he sang and his brother danced"."""
    joined = any(tokens[n].dep == "cc" and n < subject for n in children(tokens, subject))
    return joined and any(token.tag == "VBD" and token.sent == tokens[place].sent for token in tokens[:subject])


def _is_left_out(tokens: Sequence[Token], subject: int) -> bool:
    """Whether an exception stands beside the subject, which then may be one or many: "all except one student"."""
    if subject + 1 < len(tokens) and plain(tokens[subject + 1]) in _EXCEPTING:
        return True
    place = subject
    while place > 0 and tokens[place - 1].tag in _BEFORE_EXCEPTION:
        place -= 1
    return place > 0 and plain(tokens[place - 1]) in _EXCEPTING


def _is_surely_one(tokens: Sequence[Token], subject: int) -> bool:
    if tokens[subject].tag == "PRP":
        return plain(tokens[subject]) in ("he", "she", "it")
    return tokens[subject].tag == "NN" and any(tokens[n].tag == "DT" for n in children(tokens, subject))


def _is_passive(after: Token | None) -> bool:
    """Whether a past of "be" tells what was done: "was killed" has no present that says it."""
    return after is not None and after.tag in ("VBN", "VBD")


def _present_of_modal(tokens: Sequence[Token], place: int, word: str) -> str | None:
    negated = place + 1 < len(tokens) and plain(tokens[place + 1]) == "n't"
    after = _after(tokens, place)
    if word == "could" and after is not None and after.tag == "VB" and (plain(after) in _SEE or negated):
        return "ca" if negated else "can"
    if word == "would" and _is_under(tokens, place) and tokens[tokens[content(tokens, place)].head].tag == "VBD":
        return "wo" if negated else "will"
    return None
