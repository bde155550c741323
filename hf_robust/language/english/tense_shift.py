"""A whole text in its other tense: what each finite verb becomes, or that the text must stay."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import (
    BE_TENSED,
    HAVE_TENSED,
    NOT,
    PAST_MODALS,
    SINGULAR_POINTERS,
)
from hf_robust.language.english.missed_verbs import hides_a_verb
from hf_robust.language.english.tense_signs import (
    ADVICE,
    FINITE,
    TITLED,
    WILL,
    asked,
    quoted,
    reads_as_headline,
    simply_asked,
    why_fixed,
    why_mixed,
)
from hf_robust.language.english.tense_times import times_in
from hf_robust.language.english.tensed_forms import (
    FUTURE,
    REACH,
    after_adverbs,
    is_of_speaker,
    is_under,
    past_form,
    present_form,
)
from hf_robust.language.english.verbs import (
    ADVERBS,
    children,
    content,
    is_first,
    is_name,
    plain,
    reinflected,
    subject_of,
)

_OF_PAST, _OF_PRESENT = frozenset({"VBD", "MD"}), frozenset({"VBZ", "VBP", "MD"})
NO_VERB = "the text has no word that is tagged as a finite verb outside quotation marks"
_UNSURE_FORM = "the form of a verb in the other tense is not certain"
_OF_FUTURE = "the text has both future forms and other verb forms"
_DO = frozenset({"do", "does", "did"})
_CLAUSE_ENDS = frozenset({",", ";", ":", "(", ")", "-", "--"})
_HAVE = HAVE_TENSED | {"'ve"}
_NEVER_BARE = frozenset({"are", "am", "'m", "'re", "'ve"})
# tags between a modal and a verb that is no infinitive behind it
_OF_OTHER_CLAUSE = FINITE | {"WDT", "WP", "WRB", "TO", "VB"}
_OF_NOUNS = frozenset({"obj", "obl", "nmod", "compound"})
_BEFORE_NOUNS = frozenset({"DT", "JJ", "PRP$", "POS", "IN", "CD", "VB", "VBG"})
_OPENING = frozenset({"have", "has", "do", "does", "is", "are"})
_ASKED = frozenset({"PRP", "DT", "NNP", "NNS"})


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
        if token.tag in FINITE
        and place not in inside
        and not _is_command(tokens, place)
        and not _is_noun(tokens, place)
    ]
    tags = {tokens[place].tag for place in places}
    if not places:
        return Shift({}, NO_VERB if inside != range(len(tokens)) else "a quotation mark is missing")
    mixed = "VBD" in tags and not tags.isdisjoint(("VBZ", "VBP"))
    past = "VBD" in tags and not mixed
    words = [plain(token) for token in tokens]
    reason = why_fixed(tokens, words, past) if not mixed else why_mixed(tokens, words)
    if reason is not None:
        return Shift({}, reason)
    if not past:
        # a headline, or a title of a book, keeps its verb
        places = [n for n in places if tokens[n].tag != "VBD" and not _is_titled(tokens, n)]
        told = mixed or any(tokens[n].pos == "AUX" for n in places)
        if not places or (not told and reads_as_headline(tokens)):
            return Shift({}, TITLED)
    if mixed and any(_is_bare_future(tokens, place) for place in places):
        return Shift({}, _OF_FUTURE)
    if not past:
        places = [n for n in places if not _is_bare_form(tokens, n)]
        if any(_may_be_bare(tokens, n) for n in places):
            return Shift({}, _UNSURE_FORM)
    move = present_form if past else past_form
    forms = {}
    for place in places:
        form = move(tokens, place)
        if form is None:
            return Shift({}, _UNSURE_FORM)
        forms[place] = form
    if any(_follows_do(tokens, place) or _may_be_passive(tokens, place) for place in places):
        return Shift({}, _UNSURE_FORM)
    moved = [place for place, form in forms.items() if form != plain(tokens[place])]
    if not moved:
        return Shift({}, "the only verbs are modals")
    if not past and plain(tokens[moved[0]]) in WILL and not _is_subordinate(tokens, moved[0]):
        return Shift({}, "all verbs are in the future")
    if _has_untagged_auxiliary(tokens) or any(_is_in_gloss(tokens, n) for n in moved):
        return Shift({}, _UNSURE_FORM)
    if _lacks_main_verb(tokens, places):
        return Shift({}, "a word may be a verb though it is not tagged as one")
    if any(_asks_for_a_way(tokens, place) for place in places):
        return Shift({}, "the text asks how something is done")
    if any(_leans_on_modal(tokens, places, place) for place in places):
        return Shift({}, "the main verb is a modal")
    if any(_is_joined_to_modal(tokens, place) or _is_bare_may(tokens, place) for place in moved):
        return Shift({}, "the main verb is a modal")
    if not past and any(_stays_in_future(tokens, place, moved) for place in places if place not in moved):
        return Shift({}, _OF_FUTURE)
    if any(_lacks_verb_of_cleft(tokens, place) for place in moved):
        return Shift({}, "a word may be a verb though it is not tagged as one")
    if mixed and any(_is_in_phrase(tokens, place) for place in moved):
        return Shift({}, "a sentence without a main verb may define a term")
    if any(plain(tokens[place]) == "were" and _is_wish(tokens, place) for place in places):
        return Shift({}, "the text has a condition, a wish or a contraction without its mark")
    if past and _has_found(tokens, places):
        return Shift({}, "the main verb is in a perfect tense")
    if hides_a_verb(tokens, passed=simply_asked(tokens), moved=_OF_PAST if past else _OF_PRESENT):
        return Shift({}, "a word may be a verb though it is not tagged as one")
    return Shift({**forms, **times_in(tokens, words, inside, past)})


def _is_subordinate(tokens: Sequence[Token], place: int) -> bool:
    """Whether a verb stands in any clause below another."""
    return is_under(tokens, place) or _is_below(tokens, place)


def _has_untagged_auxiliary(tokens: Sequence[Token]) -> bool:
    """Whether a question opens with an auxiliary that is not tagged as a finite verb: "Have they heard of it?"."""
    return any(
        tokens[n + 1].tag in _ASKED and token.tag not in FINITE and plain(token) in _OPENING and is_first(tokens, n)
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
    while not is_first(tokens, start) and tokens[start - 1].tag in ADVERBS | {"UH", "CC"}:
        start -= 1
    opens = is_first(tokens, start) or tokens[start - 1].pos == "PUNCT"
    asks = any(one.text == "?" for one in tokens[place : place + REACH])
    return opens and not asks and subject_of(tokens, place) is None


def _is_noun(tokens: Sequence[Token], place: int) -> bool:
    """Whether a word that is tagged as a verb in the present is the object of one: "it held talks"."""
    token = tokens[place]
    if token.tag not in ("VBZ", "VBP") or token.dep not in _OF_NOUNS or not place or token.pos == "AUX":
        return False
    return tokens[place - 1].tag in _BEFORE_NOUNS and subject_of(tokens, place) is None


def _is_titled(tokens: Sequence[Token], place: int) -> bool:
    """Whether a verb has a capital in the midst of a sentence, or is a clitic before a word with one."""
    after = tokens[place + 1].text[:1] if place + 1 < len(tokens) else ""
    return is_name(tokens, place) or (tokens[place].text[0] in "'’" and after.isupper() and place > 1)


def _is_bare_future(tokens: Sequence[Token], place: int) -> bool:
    """Whether a verb tells of the future and is not reported: "it will open"; a speaker's own may stay."""
    word = plain(tokens[place])
    future = word in WILL | {"shall", "may", "must"}
    return future and not is_under(tokens, place) and not is_of_speaker(tokens, place)


def _is_perfect(tokens: Sequence[Token], place: int) -> bool:
    after, word = after_adverbs(tokens, place), plain(tokens[place])
    if word not in _HAVE:
        return word == "'s" and after is not None and plain(after) == "been"
    return tokens[place].dep == "aux" or (after is not None and after.tag in ("VBN", "VBD"))


def _has_found(tokens: Sequence[Token], places: Sequence[int]) -> bool:
    """Whether a main verb is a perfect one: "has found" says that it is so now, "had found" looks back from then."""
    return any(_is_perfect(tokens, n) and not is_under(tokens, n) for n in places)


def _asks_for_a_way(tokens: Sequence[Token], place: int) -> bool:
    """Whether a question is about what to do: "How do I fix it?" is seldom asked of the past, "How can I" may be."""
    words = [plain(token) for token in tokens[place - 1 : place + 2]] if place else []
    return words[:1] in (["how"], ["where"], ["what"]) and words[1] == "do" and words[2:] in (["i"], ["you"], ["we"])


def _leans_on_modal(tokens: Sequence[Token], places: Sequence[int], place: int) -> bool:
    """Whether a modal that stays is the main verb of a sentence with another verb in a clause below it."""
    word = plain(tokens[place])
    if tokens[place].tag != "MD" or (word not in PAST_MODALS and not (word in FUTURE and is_of_speaker(tokens, place))):
        return False
    if word in ADVICE and any(token.text == "?" for token in tokens[place:]):
        return True  # "Was it good? Should I buy it?"
    if _is_below(tokens, place):
        return False
    others = [n for n in places if n != place and tokens[n].sent == tokens[place].sent]
    above = content(tokens, place)
    return bool(others) and (
        all(_is_below(tokens, n) for n in others) or any(_is_clause_of(tokens, n, above) for n in others)
    )


def _is_clause_of(tokens: Sequence[Token], place: int, above: int) -> bool:
    """Whether a verb stands in a clause below a predicate, and in none that is joined to it."""
    at = content(tokens, place)
    for _ in range(len(tokens)):
        if at == above or tokens[at].dep in ("conj", "parataxis", "root", "ROOT") or tokens[at].head < 0:
            return at == above and content(tokens, place) != above
        at = tokens[at].head
    return False


def _is_joined_to_modal(tokens: Sequence[Token], place: int) -> bool:
    """Whether a verb that moves is joined to one that stays behind a modal: "it would stop and does not start"."""
    above = content(tokens, place)
    if tokens[above].dep != "conj":
        return False
    if any(tokens[n].dep.startswith("nsubj") for n in children(tokens, above)):
        return False
    head = tokens[above].head
    return any(tokens[n].tag == "MD" and plain(tokens[n]) in PAST_MODALS for n in children(tokens, head))


def _is_bare_may(tokens: Sequence[Token], place: int) -> bool:
    """Whether "may" is not reported and in no relative clause: "so I might work on Sunday" tells of no past."""
    return plain(tokens[place]) == "may" and not is_under(tokens, place)


def _lacks_verb_of_cleft(tokens: Sequence[Token], place: int) -> bool:
    """Whether no verb is tagged in the clause with "what" before a "be" that moves: "What he ignores is that"."""
    if plain(tokens[place]) not in BE_TENSED or place + 1 == len(tokens):
        return False
    before = [token for token in tokens[:place] if token.sent == tokens[place].sent]
    opens = len(before) > 1 and plain(before[0]) == "what" and FINITE.isdisjoint(token.tag for token in before)
    return opens and plain(tokens[place + 1]) in ("that", "how", "why", "to")


def _is_in_phrase(tokens: Sequence[Token], place: int) -> bool:
    """Whether a verb stands in a relative clause of a sentence that has no other: "Lever: a bar that turns"."""
    others = (n for n, token in enumerate(tokens) if token.sent == tokens[place].sent and token.tag in FINITE)
    return all(tokens[content(tokens, n)].dep in ("acl:relcl", "acl") for n in others)


def _stays_in_future(tokens: Sequence[Token], place: int, moved: Sequence[int]) -> bool:
    """Whether a future that stays belongs to what moves: another future, what it points at, or what has its subject.

    "We do not accept it, nor will we pay it", "it was settled law, and we will demonstrate that". What the reader
    will do follows from all of the text: "there were many parks; you will find".
    """
    subject = subject_of(tokens, place)
    if plain(tokens[place]) not in WILL or subject is None:
        return False
    inside = [token for token in tokens if token.sent == tokens[place].sent and token.start > tokens[place].start]
    points = any(plain(token) in SINGULAR_POINTERS and token.dep.startswith(("obj", "nsubj")) for token in inside)
    if points or plain(tokens[subject]) == "you" or any(plain(tokens[n]) in WILL for n in moved):
        return True
    others = (subject_of(tokens, n) for n in moved if tokens[n].sent == tokens[place].sent)
    return any(other is not None and plain(tokens[other]) == plain(tokens[subject]) for other in others)


def _is_below(tokens: Sequence[Token], place: int) -> bool:
    return tokens[content(tokens, place)].dep in ("advcl", "ccomp", "acl:relcl", "acl", "csubj", "xcomp")


def _lacks_main_verb(tokens: Sequence[Token], places: Sequence[int]) -> bool:
    """Whether all verbs of a question are in clauses below others: "How many people move when they are adults?"."""
    return any(
        found and all(_is_below(tokens, n) for n in found)
        for found in ([n for n in places if tokens[n].sent == sentence] for sentence in asked(tokens))
    )


def _is_wish(tokens: Sequence[Token], place: int) -> bool:
    """Whether "were" opens a condition: "were you to go"."""
    ahead = [token.tag for token in tokens[place + 1 : place + 4]]
    return is_first(tokens, place) and "TO" in ahead


def _is_bare_form(tokens: Sequence[Token], place: int) -> bool:
    """Whether a verb tagged as a present form is the infinitive behind "do" or a modal: "How do I upload it?"."""
    between = _behind_modal(tokens, place)
    return between is not None and not any(tag in _OF_OTHER_CLAUSE for tag in between)


def _follows_do(tokens: Sequence[Token], place: int) -> bool:
    """Whether a verb that is no infinitive stands behind "do" in its clause: "Why does it follows me?"."""
    if tokens[place].tag not in ("VBZ", "VBD") or tokens[place].dep in ("aux", "cop"):
        return False
    start = place - 1
    while start >= 0 and tokens[start].sent == tokens[place].sent and not _ends_clause(tokens[start]):
        if tokens[start].tag in _OF_OTHER_CLAUSE or tokens[start].tag == "CC":
            return plain(tokens[start]) in _DO and tokens[start].dep == "aux"
        start -= 1
    return False


def _may_be_passive(tokens: Sequence[Token], place: int) -> bool:
    """Whether a verb of a question may be a participle without its auxiliary: "What qualification required?"."""
    token, subject = tokens[place], subject_of(tokens, place)
    if token.tag != "VBD" or subject is None or subject + 1 != place or reinflected(plain(token), "VBN", "VB") is None:
        return False
    asked_for = any(tokens[n].tag in ("WDT", "WP") for n in children(tokens, subject))
    has_object = any(tokens[n].dep in ("obj", "ccomp", "xcomp") for n in children(tokens, place))
    return asked_for and not has_object


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
    while start >= 0 and tokens[start].sent == token.sent and not _ends_clause(tokens[start]):
        if tokens[start].tag == "MD" or plain(tokens[start]) in _DO:
            return [one.tag for one in tokens[start + 1 : place]]
        start -= 1
    return None


def _ends_clause(token: Token) -> bool:
    return token.text in _CLAUSE_ENDS and token.tag != "HYPH"  # "web-based"
