"""A whole text in its other tense: what each finite verb becomes, or that the text must stay."""

import itertools
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import (
    BE_TENSED,
    HAVE_TENSED,
    JOINERS,
    NOT,
    OPINIONS,
    PAST_MODALS,
    SPEAKERS,
)
from hf_robust.language.english.missed_verbs import hides_a_verb
from hf_robust.language.english.tense_signs import (
    FINITE,
    TITLED,
    WILL,
    quoted,
    reads_as_headline,
    simply_asked,
    times_in,
    why_fixed,
    why_mixed,
)
from hf_robust.language.english.verbs import (
    ADVERBS,
    agreement,
    children,
    content,
    is_first,
    is_name,
    plain,
    reinflected,
    subject_of,
)

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
_OF_PAST, _OF_PRESENT = frozenset({"VBD", "MD"}), frozenset({"VBZ", "VBP", "MD"})
_SURE = frozenset({"is", "are", "am", "'re", "'m", "does", "has"})  # no other word is written so
_FUTURE = WILL | {"must"}  # a speaker's own stay: "it was good and I will be back"
NO_VERB = "the text has no word that is tagged as a finite verb outside quotation marks"
_UNSURE_FORM = "the parse does not say with certainty what form a verb has in the other tense"
_TO_PRESENT = {
    "had": {"I": "have", "he": "has", "they": "have"},
    "did": {"I": "do", "he": "does", "they": "do"},
    "was": {"I": "am", "he": "is"},
    "were": {"they": "are"},
}
_WILL = {"will": "would", "'ll": "would", "wo": "would"}
_DO = frozenset({"do", "does", "did"})
_CLAUSE_ENDS = frozenset({",", ";", ":", "(", ")", "-", "--"})
_HAVE = HAVE_TENSED | {"'ve"}
_ADVICE = frozenset({"should", "must", "ought", "shall"})
_UNDER = ("ccomp", "acl:relcl")
_HOSTS = frozenset({"PRP", "EX", "WP", "WDT", "DT"})  # "it's", "there's", "who's", "that's"; a noun's may be possessive
_NOT_HOSTS = frozenset({"let", "here", "where", "how", "one"})
_AFTER_BE = frozenset({"DT", "RB", "JJ", "VBG", "IN", "PRP$", "CD", "PDT", "RBR", "JJR"})
_BEFORE_NOUN = frozenset({"DT", "PRP$", "POS", "JJ", "CD", "JJS", "JJR", "WP$"})
_BEFORE_HEAD = frozenset({"NN", "NNP", "NNS", "NNPS", "JJ", "DT", "PRP$", "CD", "VBN"})
_JOINS = JOINERS | {"but", "&"}
# what is done by saying it, and asides: "I recommend", "you know"
_SAID = frozenset(
    """reserve recommend suggest advise promise bet swear apologize urge ask know see mean guess dare bless beg hope
        prefer thank""".split()
)
_NEVER_BARE = frozenset({"are", "am", "'m", "'re", "'ve"})
# tags between a modal and a verb that is no infinitive behind it
_OF_OTHER_CLAUSE = FINITE | {"WDT", "WP", "WRB", "TO", "VB"}
_OPENING = frozenset({"have", "has", "do", "does", "is", "are"})
_ASKED = frozenset({"PRP", "DT", "NNP"})
_REACH = 12  # how far a question mark is looked for
_SAYING = SPEAKERS | {"'d"}
# what some people do once, though no word says which people
_REPORTED = OPINIONS | frozenset("agree argue call criticize deny expect fear hope indicate warn".split())
_BARE = frozenset({"better", "best"})  # "had better" has no other tense
_SEE = frozenset("see hear feel find tell smell taste understand afford stand bear".split())
_EXCEPTING = frozenset("except but save besides excluding plus including".split())
_BEFORE_EXCEPTION = frozenset({"DT", "CD", "JJ", "PRP$", "NN", "NNS", "NNP"})


class Shift(NamedTuple):
    """A text in its other tense.

    Args:
        forms: The new form of every finite verb and of every time that moves along, in lower case, by its index.
        reason: Why there are none.
    """

    forms: Mapping[int, str]
    reason: str | None = None


def shifted(tokens: Sequence[Token]) -> Shift:
    """The new form of every finite verb of a text, and of the times that move along.

    A text with both tenses moves to the past: its past verbs stay as they are. A text does not change if it has a time
    that goes with its tense alone, a condition or quoted speech, or if a verb, its subject and their agreement do not
    fit together, because then a tag may be wrong. "Would", "should" and "might" stay as they are beside verbs that
    move. Commands with "do not" also stay.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> shifted(Doc.tagged("She/PRON/PRP//nsubj/2 sings/VERB/VBZ//root/0").tokens).forms
        {1: 'sang'}
    """
    inside = quoted(tokens)
    places = [
        place
        for place, token in enumerate(tokens)
        if token.tag in FINITE and place not in inside and not _is_command(tokens, place)
    ]
    tags = {tokens[place].tag for place in places}
    if not places:
        return Shift({}, NO_VERB if inside != range(len(tokens)) else "a quotation mark is missing")
    mixed = "VBD" in tags and not tags.isdisjoint(("VBZ", "VBP"))
    past = "VBD" in tags and not mixed
    reason = why_fixed(tokens, past) if not mixed else why_mixed(tokens)
    if reason is not None:
        return Shift({}, reason)
    if not past:
        # a headline, or a title of a book, keeps its verb
        places = [n for n in places if tokens[n].tag != "VBD" and not _is_titled(tokens, n)]
        told = mixed or any(tokens[n].pos == "AUX" for n in places)
        if not places or (not told and reads_as_headline(tokens)):
            return Shift({}, TITLED)
    if mixed and any(_is_bare_future(tokens, place) for place in places):
        return Shift({}, "the text has the past, the present and the future")
    if not past:
        places = [n for n in places if not _is_bare_form(tokens, n)]
        if any(_may_be_bare(tokens, n) for n in places):
            return Shift({}, _UNSURE_FORM)
    move = _to_present if past else _to_past
    forms = {}
    for place in places:
        form = move(tokens, place)
        if form is None:
            return Shift({}, _UNSURE_FORM)
        forms[place] = form
    moved = [place for place, form in forms.items() if form != plain(tokens[place])]
    if not moved:
        return Shift({}, "the text has no verb but modals")
    if not past and all(plain(tokens[n]) in WILL and not _is_under(tokens, n) for n in moved):
        return Shift({}, "the text tells of the future alone")
    if _has_untagged_auxiliary(tokens) or any(_is_in_gloss(tokens, n) for n in moved):
        return Shift({}, _UNSURE_FORM)
    if any(_asks_for_a_way(tokens, place) for place in places):
        return Shift({}, "the text asks how something is done")
    if any(_leans_on_modal(tokens, places, place) for place in places):
        return Shift({}, "the main verb is a modal")
    if any(plain(tokens[place]) == "were" and _is_wish(tokens, place) for place in places):
        return Shift({}, "the text has a condition, a wish or a contraction without its mark")
    if past and _has_found(tokens, places):
        return Shift({}, "the main verb is in a perfect tense")
    if hides_a_verb(tokens, passed=simply_asked(tokens), moved=_OF_PAST if past else _OF_PRESENT):
        return Shift({}, "a word may be a verb though it is not tagged as one")
    return Shift({**forms, **times_in(tokens, past)})


def _has_untagged_auxiliary(tokens: Sequence[Token]) -> bool:
    """Whether a question opens with an auxiliary that is not tagged as a finite verb: "Have they heard of it?"."""
    return any(
        plain(token) in _OPENING and token.tag not in FINITE and is_first(tokens, n) and tokens[n + 1].tag in _ASKED
        for n, token in enumerate(tokens[:-1])
    )


def _is_in_gloss(tokens: Sequence[Token], place: int) -> bool:
    """Whether a verb stands in brackets with a colon, as in the translation of a title: "(English: He is coming)"."""
    opened = next((n for n in range(place, -1, -1) if "(" in tokens[n].text), None)
    if opened is None or any(")" in token.text for token in tokens[opened + 1 : place]):
        return False
    return any(":" in token.text for token in tokens[opened:place])


def _is_command(tokens: Sequence[Token], place: int) -> bool:
    """Whether "do" opens a negated command, which both tenses have: "just do n't stay here"."""
    token, start = tokens[place], place
    if plain(token) != "do" or place + 1 == len(tokens) or plain(tokens[place + 1]) not in NOT | {"nt"}:
        return False
    while not is_first(tokens, start) and tokens[start - 1].tag in ADVERBS | {"UH"}:
        start -= 1
    opens = is_first(tokens, start) or tokens[start - 1].pos == "PUNCT"
    asks = any(one.text == "?" for one in tokens[place : place + _REACH])
    return opens and not asks and subject_of(tokens, place) is None


def _is_titled(tokens: Sequence[Token], place: int) -> bool:
    """Whether a verb has a capital in the midst of a sentence, or is a clitic before a word with one."""
    after = tokens[place + 1].text[:1] if place + 1 < len(tokens) else ""
    return is_name(tokens, place) or (tokens[place].text[0] in "'’" and after.isupper() and place > 1)


def _is_bare_future(tokens: Sequence[Token], place: int) -> bool:
    """Whether a verb tells of the future and is not reported: "it will open"; a speaker's own may stay."""
    word = plain(tokens[place])
    future = word in WILL | {"shall", "may", "must"}
    return future and not _is_under(tokens, place) and not _is_of_speaker(tokens, place)


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
        if word in PAST_MODALS or (word in _FUTURE and _is_of_speaker(tokens, place)):
            return word
        return _TO_PAST.get(word) or _WILL.get(word)
    if not _is_surely_finite(tokens, place) and not _agrees(tokens, place):
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


def _asks_for_a_way(tokens: Sequence[Token], place: int) -> bool:
    """Whether a question is about what to do: "How do I fix it?" is seldom asked of the past, "How can I" may be."""
    words = [plain(token) for token in tokens[place - 1 : place + 2]] if place else []
    return words[:1] in (["how"], ["where"], ["what"]) and words[1] == "do" and words[2:] in (["i"], ["you"], ["we"])


def _leans_on_modal(tokens: Sequence[Token], places: Sequence[int], place: int) -> bool:
    """Whether a modal that stays is the main verb of a sentence whose other verbs are all in clauses below it."""
    word = plain(tokens[place])
    if tokens[place].tag != "MD" or (
        word not in PAST_MODALS and not (word in _FUTURE and _is_of_speaker(tokens, place))
    ):
        return False
    if word in _ADVICE and any(token.text == "?" for token in tokens[place:]):
        return True  # "Was it good? Should I buy it?"
    if _is_below(tokens, place):
        return False
    others = [n for n in places if n != place and tokens[n].sent == tokens[place].sent]
    return bool(others) and all(_is_below(tokens, n) for n in others)


def _is_below(tokens: Sequence[Token], place: int) -> bool:
    return tokens[content(tokens, place)].dep in ("advcl", "ccomp", "acl:relcl", "acl", "csubj", "xcomp")


def _is_wish(tokens: Sequence[Token], place: int) -> bool:
    """Whether "were" opens a condition: "were you to go"."""
    ahead = [token.tag for token in tokens[place + 1 : place + 4]]
    return is_first(tokens, place) and "TO" in ahead


def _is_of_speaker(tokens: Sequence[Token], place: int) -> bool:
    """Whether a modal is said of the speaker or the reader, and in no clause below another."""
    subject = subject_of(tokens, place)
    speaks = subject is not None and plain(tokens[subject]) in SPEAKERS
    return speaks and not _is_under(tokens, place)


def _is_surely_finite(tokens: Sequence[Token], place: int) -> bool:
    """Whether a word is a finite verb whatever its subject is: "is", "do" in a question, and "offers" with none."""
    token = tokens[place]
    if plain(token) in _SURE:
        return True
    if token.pos == "AUX":
        return is_first(tokens, place) or tokens[place - 1].tag in ("WRB", "WP")
    if token.tag != "VBZ":
        return False
    alone = subject_of(tokens, place) is None and is_first(tokens, place) and token.dep in ("root", "ROOT")
    return alone or (token.dep == "acl:relcl" and tokens[place - 1].tag in ("WDT", "WP"))


def _is_bare_form(tokens: Sequence[Token], place: int) -> bool:
    """Whether a verb tagged as a present form is the infinitive behind "do" or a modal: "How do I upload it?"."""
    between = _behind_modal(tokens, place)
    return between is not None and not any(tag in _OF_OTHER_CLAUSE for tag in between)


def _may_be_bare(tokens: Sequence[Token], place: int) -> bool:
    """Whether a verb may be joined to an infinitive, "you could watch it and still have time", or is one: "dare we"."""
    if place > 1 and tokens[place].tag == "VBP" and tokens[place - 1].tag == "PRP":
        before = tokens[place - 2]
        leads = before.tag in ("VB", "MD", "VBP") or (before.dep == "aux" and before.tag not in FINITE)
        if leads and not _has_subject_before(tokens, place - 2):
            return True
    between = _behind_modal(tokens, place)
    if between is None or "CC" not in between:
        return False
    last = len(between) - between[::-1].index("CC")
    joined = content(tokens, place)
    owns = any(tokens[n].dep.startswith("nsubj") for n in children(tokens, joined))
    return not owns and not any(tag in _OF_OTHER_CLAUSE for tag in between[last:])


def _has_subject_before(tokens: Sequence[Token], place: int) -> bool:
    return place > 0 and tokens[place - 1].tag[:2] in ("NN", "PR", "WP", "WD", "EX", "RB")


def _behind_modal(tokens: Sequence[Token], place: int) -> list[str] | None:
    """The tags between a verb in its bare form and the "do" or modal before it in its clause; None where none is."""
    token = tokens[place]
    if token.tag != "VBP" or plain(token) in _NEVER_BARE:
        return None
    start = place - 1
    while start >= 0 and tokens[start].sent == token.sent and tokens[start].text not in _CLAUSE_ENDS:
        if tokens[start].tag == "MD" or plain(tokens[start]) in _DO:
            return [one.tag for one in tokens[start + 1 : place]]
        start -= 1
    return None


def _is_of_kinds(tokens: Sequence[Token], place: int) -> bool:
    """What all of a kind do: "cats eat mice" has no past that says it."""
    subject = subject_of(tokens, place)
    if subject is None or tokens[subject].tag != "NNS" or tokens[place].tag != "VBP":
        return False
    bare = not any(
        tokens[n].tag in ("DT", "PRP$", "CD", "POS") or tokens[n].dep == "nmod:poss" for n in children(tokens, subject)
    )
    says = reinflected(plain(tokens[place]), "VBP", "VB") in _REPORTED
    return bare and tokens[place].pos == "VERB" and not says


def _is_under(tokens: Sequence[Token], place: int) -> bool:
    """Whether a verb stands in a clause below another: "he says it will rain"."""
    above = content(tokens, place)
    while tokens[above].dep == "conj" and 0 <= tokens[above].head < above:
        above = tokens[above].head
    return tokens[above].dep in _UNDER


def _goes_to(tokens: Sequence[Token], place: int) -> bool:
    """ "Is going to": "was going to" says that it did not come to it."""
    asks = is_first(tokens, place)  # "Is Anna Berg going to sing?"
    words = [plain(token) for token in tokens[place + 1 : place + (_REACH if asks else 4)]]
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
    if head.tag == token.tag:
        return joined or token.tag != "VBP"
    sure = token.tag == "VBZ" and head.tag in ("VBN", "VBD")  # "it was built in 1875 and consists of two wings"
    return joined and (sure or head.tag in ("JJ", "NN", "VBG"))


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
    if word == "used" or (word in ("was", "were") and _goes_to(tokens, place)):
        return None
    who = agreement(tokens, place)
    if who is None or (who == "he" and _may_be_two(tokens, subject)):
        return None
    if word in _TO_PRESENT:
        short = word == "was" and who == "I" and plain(tokens[place + 1]) == "n't"
        return None if short else _TO_PRESENT[word].get(who)
    base = reinflected(word, "VBD", "VB")
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
    joined = any(tokens[n].dep == "cc" and n < subject and plain(tokens[n]) != "but" for n in children(tokens, subject))
    return joined and any(token.tag == "VBD" and token.sent == tokens[place].sent for token in tokens[:subject])


def _is_left_out(tokens: Sequence[Token], subject: int) -> bool:
    """Whether an exception stands beside the subject, which then may be one or many: "all except one student"."""
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
    after = _after(tokens, place)
    if word == "could" and after is not None and after.tag == "VB" and (plain(after) in _SEE or negated):
        return "ca" if negated else "can"
    if word == "would" and _is_under(tokens, place) and tokens[tokens[content(tokens, place)].head].tag == "VBD":
        return "wo" if negated else "will"
    stays = word in PAST_MODALS or (word in _FUTURE and _is_of_speaker(tokens, place))
    return word if stays else None
