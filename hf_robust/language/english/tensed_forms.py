"""The form of a finite verb in the other tense, where the parse says for certain what it is."""

import itertools
from collections.abc import Sequence

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import (
    BE_TENSED,
    JOINERS,
    MANY,
    OPINIONS,
    PAST_MODALS,
    PLURAL_POINTERS,
    SINGULAR_SUBJECTS,
    SPEAKERS,
)
from hf_robust.language.english.tense_signs import WILL
from hf_robust.language.english.verbs import (
    ADVERBS,
    agreement,
    children,
    content,
    is_first,
    noun_agreement,
    plain,
    reinflected,
    subject_of,
)
from hf_robust.language.english.wordforms import lemmas_of
from hf_robust.language.lexicons.wordnet import noun_kind

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
    "may": "might",
}
_SURE = frozenset({"is", "are", "am", "'re", "'m", "does", "has", "says"})  # no other word is written so
FUTURE = WILL | {"must"}  # a speaker's own stay: "it was good and I will be back"
_TO_PRESENT = {
    "had": {"I": "have", "he": "has", "they": "have"},
    "did": {"I": "do", "he": "does", "they": "do"},
}
_WILL = {"will": "would", "'ll": "would", "wo": "would"}
_UNDER = ("ccomp", "acl:relcl")
_HOSTS = frozenset({"PRP", "EX", "WP", "WDT", "DT"})  # "it's", "there's", "who's", "that's"; a noun's may be possessive
_NOT_HOSTS = frozenset({"let", "here", "where", "how", "one"})
_AFTER_BE = frozenset({"DT", "RB", "JJ", "VBG", "IN", "PRP$", "CD", "PDT", "RBR", "JJR"})
_THINGS = frozenset({"it", "that", "this"})
_COMPANY = frozenset({"Co", "Corp", "Inc", "Ltd"})
_WITHOUT_PASSIVE = frozenset("come gone become happened ended started worked turned fallen grown lasted run".split())
_AFTER_PASSIVE = frozenset({"IN", "RB", ".", ","})  # "it's shot in black and white"
_OF_MANY = MANY | PLURAL_POINTERS | {"some"}
_BEFORE_NOUN = frozenset({"DT", "PRP$", "POS", "JJ", "CD", "JJS", "JJR", "WP$"})
_BEFORE_HEAD = frozenset({"NN", "NNP", "NNS", "NNPS", "JJ", "DT", "PRP$", "CD", "VBN"})
_JOINS = JOINERS | {"but", "&"}
# what is done by saying it, and asides: "I recommend", "you know"
_SAID = frozenset(
    """reserve recommend suggest advise promise bet swear apologize urge ask know see mean guess dare bless beg hope
        prefer thank""".split()
)
_OBJECTS = frozenset({"DT", "PRP", "PRP$", "TO"})
_PHRASE = 4  # words in which a participle belongs to its auxiliary
# what a writer says in the present also of the past: "it was long, I guess"
_OF_NOW = frozenset("promise bet swear mean guess know".split())
REACH = 12  # how far a question mark is looked for
# what makes a plural name less than a whole kind: "online sales", "officials in Lund"
_NARROWING = frozenset({"nmod:poss", "nmod", "compound", "amod", "acl:relcl", "acl"})
_SAYING = SPEAKERS | {"'d"}
# what some people do once, though no word says which people
_REPORTED = OPINIONS | frozenset("agree argue call criticize deny expect fear hope indicate warn".split())
_OPEN = FUTURE | {"can", "ca", "may"}  # "he said it will rain" becomes "he says it will rain"
_TELLING = _REPORTED | {"say", "tell"} | {"add", "announce", "report"}
_REPORTING = frozenset("say tell add announce report claim state".split())
_OF_STATES = frozenset("had needed wanted believed thought felt knew hoped expected planned remained lived".split())
_BARE = frozenset({"better", "best"})  # "had better" has no other tense
_SEE = frozenset("see hear feel find tell smell taste understand afford stand bear".split())
_EXCEPTING = frozenset("except but save besides excluding plus including".split())
_BEFORE_EXCEPTION = frozenset({"DT", "CD", "JJ", "PRP$", "NN", "NNS", "NNP"})


def past_form(tokens: Sequence[Token], place: int) -> str | None:
    """The past form of a finite verb in the present, in lower case; None where it is not certain.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> past_form(Doc.tagged("She/PRON/PRP//nsubj/2 sings/VERB/VBZ//root/0").tokens, 1)
        'sang'
    """
    token, word = tokens[place], plain(tokens[place])
    if token.tag == "MD":
        if word in PAST_MODALS or (word in FUTURE and is_of_speaker(tokens, place)):
            return word
        if place and tokens[place - 1].tag in _BEFORE_NOUN:
            return None  # "the will to go on"
        return _TO_PAST.get(word) or _WILL.get(word)
    if token.dep == "det" or (not _is_surely_finite(tokens, place) and not _agrees(tokens, place)):
        return None
    if word == "'s":
        return _past_of_clitic(tokens, place)
    if word in BE_TENSED and _goes_to(tokens, place):
        return None
    if word in ("need", "dare") and any(token.tag == "VB" for token in tokens[place + 1 : place + 2]):
        return None  # "I need say nothing"
    if word in _TO_PAST:
        return _TO_PAST[word]
    base = reinflected(word, token.tag, "VB")
    if _is_of_kinds(tokens, place):
        return None
    if base in _SAID and place and plain(tokens[place - 1]) in _SAYING:
        return word if base in _OF_NOW and plain(tokens[place - 1]) == "i" else None
    return reinflected(word, token.tag, "VBD")


def is_of_speaker(tokens: Sequence[Token], place: int) -> bool:
    """Whether a modal is said of the speaker or the reader, and in no clause below another."""
    subject = subject_of(tokens, place)
    speaks = subject is not None and plain(tokens[subject]) in SPEAKERS
    return speaks and not is_under(tokens, place)


def _is_surely_finite(tokens: Sequence[Token], place: int) -> bool:
    """Whether a word is a finite verb whatever its subject is: "is", "do" in a question, and "offers" with none."""
    token = tokens[place]
    word = plain(token)
    if word in _SURE or (word in ("have", "'ve") and _precedes(tokens, place, "VBN")):
        return True
    if token.pos == "AUX":
        asks = word == "do" and token.dep == "aux" and _precedes(tokens, place, "VB")
        return asks or is_first(tokens, place) or tokens[place - 1].tag in ("WRB", "WP")
    if token.tag != "VBZ":
        return False
    joined = token.dep == "conj" and tokens[place - 1].tag == "CC"
    if joined and any(one.tag in _OBJECTS for one in tokens[place + 1 : place + 2]):
        return True  # "is smart and wants the ball"
    alone = subject_of(tokens, place) is None and is_first(tokens, place) and token.dep in ("root", "ROOT")
    return alone or (token.dep == "acl:relcl" and tokens[place - 1].tag in ("WDT", "WP"))


def _precedes(tokens: Sequence[Token], place: int, tag: str) -> bool:
    """Whether a tag stands among the next few words."""
    return any(token.tag == tag for token in tokens[place + 1 : place + _PHRASE])


def _is_of_kinds(tokens: Sequence[Token], place: int) -> bool:
    """What all of a kind do: "cats eat mice" has no past that says it."""
    subject = subject_of(tokens, place)
    if subject is None or tokens[subject].tag != "NNS" or tokens[place].tag != "VBP":
        return False
    asks = any(token.text == "?" for token in tokens[place:])
    bare = not any(
        tokens[n].tag in ("DT", "PRP$", "CD", "POS", "WDT", "WP") or (tokens[n].dep in _NARROWING and not asks)
        for n in children(tokens, subject)
    )
    says = reinflected(plain(tokens[place]), "VBP", "VB") in _REPORTED
    return bare and tokens[place].pos == "VERB" and not says


def is_under(tokens: Sequence[Token], place: int) -> bool:
    """Whether a verb stands in a clause below another: "he says it will rain"."""
    above = content(tokens, place)
    while tokens[above].dep == "conj" and 0 <= tokens[above].head < above:
        above = tokens[above].head
    return tokens[above].dep in _UNDER


def _goes_to(tokens: Sequence[Token], place: int) -> bool:
    """ "Is going to": "was going to" says that it did not come to it."""
    asks = is_first(tokens, place)  # "Is Anna Berg going to sing?"
    words = [plain(token) for token in tokens[place + 1 : place + (REACH if asks else 4)]]
    return any(one in ("going", "about", "gon") and other in ("to", "na") for one, other in itertools.pairwise(words))


def _past_of_clitic(tokens: Sequence[Token], place: int) -> str | None:
    """ "'s" after a pronoun and before what "is" can stand before."""
    host = tokens[place - 1]
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    if not place or host.tag not in _HOSTS or plain(host) in _NOT_HOSTS or after is None or _goes_to(tokens, place):
        return None
    verb = after_adverbs(tokens, place)
    if after.tag in ADVERBS and verb is not None and verb.tag in ("VBN", "VBD"):
        return None  # "she's never had"
    if plain(after) in ("been", "got"):
        return "had" if plain(after) == "been" else None
    if host.tag == "EX" and after.tag not in ("DT", "RB"):
        return None
    if after.tag == "VBN" and plain(host) in _THINGS and plain(after) not in _WITHOUT_PASSIVE:
        return "was" if place + 2 < len(tokens) and tokens[place + 2].tag in _AFTER_PASSIVE else None
    return (
        "was"
        if after.tag in _AFTER_BE or (plain(host) in ("that", "it", "this") and after.tag in ("WP", "PRP"))
        else None
    )


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
    if subject == place - 1 and place > 1 and plain(tokens[place - 2]) in _OF_MANY and tokens[subject].tag == "NN":
        return False  # "some life acts" are acts
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
    owns = place > 0 and tokens[place - 1].tag == "PRP" and tokens[place - 1].dep == "expl"  # "and it seems"
    if token.dep != "conj" or owns or any(tokens[n].dep.startswith("nsubj") for n in children(tokens, place)):
        return token.dep not in ("amod", "acl", "compound", "nmod", "det")
    if any(one.text == ";" for one in tokens[token.head : place]):
        return False  # "they parted; her mother, then married to him, left"
    head = tokens[token.head]
    before = place - 1
    while before >= 0 and tokens[before].tag in ADVERBS:
        before -= 1
    joined = before >= 0 and plain(tokens[before]) in _JOINS
    if head.tag == token.tag:
        return joined or token.tag != "VBP"
    # "it was built in 1875 and consists of two wings", "he was tired and had a rest"
    sure = head.tag in ("VBN", "VBD") if token.tag == "VBZ" else token.tag == "VBD" and _is_no_participle(tokens, place)
    return joined and (sure or head.tag in ("JJ", "NN", "VBG"))


def present_form(tokens: Sequence[Token], place: int) -> str | None:
    """The present form of a finite verb in the past, in lower case; None where it is not certain.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> present_form(Doc.tagged("She/PRON/PRP//nsubj/2 sang/VERB/VBD//root/0").tokens, 1)
        'sings'
    """
    token, word = tokens[place], plain(tokens[place])
    if token.tag == "MD":
        return _present_of_modal(tokens, place, word)
    after = after_adverbs(tokens, place)
    subject = subject_of(tokens, place)
    if _is_reported_act(tokens, place):
        return None  # "said it decided to leave": what is reported is over
    if plain(tokens[place - 1]) == "just" or (place + 1 < len(tokens) and plain(tokens[place + 1]) in _BARE):
        return None
    if word in ("was", "were"):
        return _present_of_be(tokens, place, word, subject)
    if (
        subject is None
        or not _is_joined(tokens, place)
        or _is_of_two(tokens, place, subject)
        or _is_left_out(tokens, subject)
        or _is_of_other_subject(tokens, place, subject)
        or (after is not None and plain(after) == "by")
    ):
        return None
    if word == "used":
        return None
    who = agreement(tokens, place)
    if who is None or (_may_be_many(tokens, subject) if who == "he" else _may_be_one(tokens, subject)):
        return None
    if word in _TO_PRESENT:
        return _TO_PRESENT[word].get(who)
    base = reinflected(word, "VBD", "VB")
    if token.dep == "conj" and tokens[token.head].tag in ("VBN", "JJ", "NN") and not _is_no_participle(tokens, place):
        return None
    if base == word and not _is_surely_one(tokens, subject):  # "shut" may be a command or a present form
        return None
    return reinflected(word, "VBD", "VBZ" if who == "he" else "VBP")


def _present_of_be(tokens: Sequence[Token], place: int, word: str, subject: int | None) -> str | None:
    """ "Was" and "were" tell by themselves whether the subject is one or many; "were it so" is a wish."""
    if _goes_to(tokens, place):
        return None
    pronoun = plain(tokens[subject]) if subject is not None and tokens[subject].tag == "PRP" else ""
    if subject is None and any(plain(one) == "i" for one in tokens if one.sent == tokens[place].sent):
        return None
    if word == "were":
        return None if pronoun == "i" or pronoun in SINGULAR_SUBJECTS else "are"
    if pronoun == "i":
        return None if plain(tokens[place + 1]) == "n't" else "am"
    return "is"


def _is_no_participle(tokens: Sequence[Token], place: int) -> bool:
    """Whether a form in the past is no participle, by its spelling or because an object follows: "and had a son"."""
    object_follows = place + 1 < len(tokens) and tokens[place + 1].tag in (_OBJECTS | {"CD"}) - {"TO"}
    return object_follows or reinflected(plain(tokens[place]), "VBN", "VB") is None


def _may_be_many(tokens: Sequence[Token], subject: int) -> bool:
    """Whether a subject that counts as one thing may be several."""
    return tokens[subject].tag != "PRP" and (
        _may_be_two(tokens, subject) or _may_be_of_many(tokens, subject) or _is_capital_plural(tokens, subject)
    )


def _may_be_one(tokens: Sequence[Token], subject: int) -> bool:
    """Whether a subject that counts as many may be one: a company, or "Anna, his mother and a singer, had".

    So may a relative pronoun behind one thing: "the man in hat and coat who".
    """
    if subject and tokens[subject].tag in ("WP", "WDT") and tokens[subject - 1].tag == "NN":
        return True
    below = children(tokens, subject)
    if tokens[subject].tag in ("NN", "NNP") and any(tokens[n].dep == "appos" for n in below):
        return True
    names = [n for n in below if tokens[n].dep in ("cc", "conj") and tokens[n].text[:1].isupper()]
    company = any(tokens[n].text.rstrip(".") in _COMPANY for n in (subject, *names))
    return company or any(plain(tokens[n]) == "&" for each in (subject, *names) for n in children(tokens, each))


def _is_capital_plural(tokens: Sequence[Token], subject: int) -> bool:
    """Whether a first word that is tagged as a name is the plural of a noun: "Witnesses said"."""
    token = tokens[subject]
    if token.tag != "NNP" or not is_first(tokens, subject):
        return False
    lemmas = lemmas_of(plain(token), "NNS")
    return any(lemma != plain(token) and noun_kind(lemma) for lemma in lemmas)


def _may_be_two(tokens: Sequence[Token], subject: int) -> bool:
    """Whether "and" stands among the nouns and adjectives right before the subject: "Lund and Berg Media"."""
    place = subject
    while place > 0 and tokens[place - 1].tag in _BEFORE_HEAD:
        place -= 1
    return place > 0 and plain(tokens[place - 1]) in ("and", "&")


def _may_be_of_many(tokens: Sequence[Token], subject: int) -> bool:
    """Whether a relative pronoun stands behind a plural: "a group of people who"."""
    return tokens[subject].tag in ("WP", "WDT") and subject > 0 and tokens[subject - 1].tag in ("NNS", "NNPS")


def _is_of_two(tokens: Sequence[Token], place: int, subject: int) -> bool:
    """Whether "and" may join the verbs and not the subjects: "he sang and his brother danced"."""
    joined = any(tokens[n].dep == "cc" and n < subject and plain(tokens[n]) != "but" for n in children(tokens, subject))
    return joined and any(token.tag == "VBD" and token.sent == tokens[place].sent for token in tokens[:subject])


def _is_of_other_subject(tokens: Sequence[Token], place: int, subject: int) -> bool:
    """Whether a coordinated verb may belong to a clause above or before it, whose subject asks for another form.

    "Her friends said that she left and cried" does not tell who cried.
    """
    above = place
    while tokens[above].dep == "conj" and 0 <= tokens[above].head < above:
        above = tokens[above].head
    if above == place or subject > tokens[place].head:
        return False  # it has a subject of its own
    others = set(range(tokens[place].head + 1, place))
    while tokens[above].head >= 0 and tokens[above].dep not in ("root", "ROOT"):
        above = tokens[above].head
        others.update(n for n in children(tokens, above) if n < place)
    number = noun_agreement(tokens, subject)
    return any(tokens[n].dep.startswith("nsubj") and noun_agreement(tokens, n) != number for n in others)


def _is_left_out(tokens: Sequence[Token], subject: int) -> bool:
    """Whether an exception stands beside the subject, which then may be one or many: "all except one student"."""
    if tokens[subject].tag == "PRP":
        return False  # "but I found it"
    if subject + 1 < len(tokens) and plain(tokens[subject + 1]) in _EXCEPTING:
        return True
    place = subject
    while place > 0 and tokens[place - 1].tag in _BEFORE_EXCEPTION:
        place -= 1
    return place > 0 and plain(tokens[place - 1]) in _EXCEPTING and not is_first(tokens, place - 1)


def _is_surely_one(tokens: Sequence[Token], subject: int) -> bool:
    if tokens[subject].tag == "PRP":
        return plain(tokens[subject]) in ("he", "she", "it")
    return tokens[subject].tag == "NN" and any(tokens[n].tag == "DT" for n in children(tokens, subject))


def _present_of_modal(tokens: Sequence[Token], place: int, word: str) -> str | None:
    negated = place + 1 < len(tokens) and plain(tokens[place + 1]) == "n't"
    after = after_adverbs(tokens, place)
    if word == "could" and after is not None and after.tag == "VB" and (plain(after) in _SEE or negated):
        return "ca" if negated else "can"
    if word == "would" and is_under(tokens, place) and tokens[tokens[content(tokens, place)].head].tag == "VBD":
        return "wo" if negated else "will"
    stays = word in PAST_MODALS or (word in FUTURE and is_of_speaker(tokens, place))
    reports = word in _OPEN and (is_under(tokens, place) or _only_reports(tokens))
    return word if stays or reports else None


def _is_reported_act(tokens: Sequence[Token], place: int) -> bool:
    """Whether a verb in the past tells what somebody said was done, and not what was so."""
    told = content(tokens, place)
    while tokens[told].dep == "conj" and 0 <= tokens[told].head < told:
        told = tokens[told].head
    head = tokens[tokens[told].head]
    if tokens[told].dep != "ccomp" or head.tag != "VBD" or reinflected(plain(head), "VBD", "VB") not in _REPORTING:
        return False
    return tokens[place].dep == "aux:pass" or (tokens[place].pos == "VERB" and plain(tokens[place]) not in _OF_STATES)


def _only_reports(tokens: Sequence[Token]) -> bool:
    """Whether all verbs in the past say who said something: "Sales may rise, he added"."""
    return all(reinflected(plain(one), "VBD", "VB") in _TELLING for one in tokens if one.tag == "VBD")


def after_adverbs(tokens: Sequence[Token], place: int) -> Token | None:
    """The next word that is no adverb."""
    return next((token for token in tokens[place + 1 :] if token.tag not in ADVERBS), None)
