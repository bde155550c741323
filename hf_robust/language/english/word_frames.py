"""Words that other words can replace because of the construction: *want* and *need* before an infinitive."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache

from hf_robust.language.english.closed_classes import (
    ARTICLES,
    BE,
    BE_PRESENT,
    BE_TENSED,
    BE_THIRD,
    BEFORE_VERBS,
    CALENDAR_UNITS,
    DEMONSTRATIVES,
    FEW,
    FREQUENCIES,
    HAVE_TENSED,
    INDEFINITE_ARTICLES,
    INDEFINITE_PRONOUNS,
    MODALS,
    NEGATIONS,
    NOMINATIVES,
    NOT,
    PRIMARY_VERBS,
    QUESTION_WORDS,
    SUBJECT_PRONOUNS,
)
from hf_robust.language.english.function_frames import FUNCTION_FRAMES, OWNERS, Frame
from hf_robust.language.english.function_frames import tag_at as _tag
from hf_robust.language.english.function_frames import word_at as _word
from hf_robust.language.english.inflection import inflected
from hf_robust.language.english.praise_frames import PRAISE_FRAMES
from hf_robust.language.english.word_slots import adverb_slot, takes_object
from hf_robust.language.english.wordforms import lemmas_of, tags_of
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import is_compound
from hf_robust.language.lexicons.wordnet_senses import senses

MODAL = "MD"
_UPOS = {"NN": "NOUN", "VB": "VERB", "JJ": "ADJ", "RB": "ADV"}
_FUNCTION = {
    "IN": "ADP",
    "CC": "CCONJ",
    "DT": "DET",
    "PRP": "DET",
    "CD": "NUM",
    "AUX": "AUX",
}  # "this" is a pronoun as well
_CLOSINGS = frozenset({"regards", "thanks"})  # whose form alone does not tell their number
_HAVE_TAGS = {"have": "VBP", "has": "VBZ", "had": "VBD"}
_FINITE = frozenset({"VBD", "VBP", "VBZ", "AUX"})
_PEOPLE = NOMINATIVES | (INDEFINITE_PRONOUNS - {"anything", "everything", "something"}) | {"you", "who"}
_NOUNS = frozenset({"NN", "NNS", "NNP", "NNPS", "PRP"})
_BEFORE_NUMBER = frozenset({"DT", "PRP$", "RB", "JJR", "JJ", "RBR"})
# adverbs between a modal and its verb that all modals can have: not "can easily", "might possibly", "may well"
_WITH_MODALS = (BEFORE_VERBS - {"never", "first", "often"}) | {"just", "now"}
_CLAUSE_REACH = 12  # tokens in which the verb of a clause is looked for
_SUBJECT_REACH = 4  # tokens between a verb and its subject
# "for the first place": nouns with which an ordinal is a term, besides the compounds of WordNet
_TERMS = frozenset(
    "place thing steps sight minute hand day time name half step quarter impression word lady way reason".split()
)
_UNIQUE = frozenset("ever history all other others".split())  # words of what there is once

_MAKE = frozenset({"make", "take"})  # "made an attempt to": the verb goes with the noun

# their adverbs do not stand before "show": "strongly indicates"
_INDICATES = ("indicat", "suggest", "demonstrat", "prov", "confirm", "reveal", "illustrat")
_ASKING = (QUESTION_WORDS - {"that"}) | {"how", "if", "whether", "unclear"}
_ASKED_REACH = 3  # words before a modal in which the word that asks stands
_WISHES = frozenset({"wish", "wishes", "wished"})
_FINITE_TAGS = _FINITE | {"MD"}


def framed_words(tokens: Sequence[str], penn: Sequence[str], place: int) -> tuple[str, ...]:
    """Words with several possible parts of speech that fit the construction in which a word stands, in its form.

    The meaning may change; grammar and tag do not.

    Args:
        tokens: The words of a sentence.
        penn: Their tags, as :func:`hf_robust.language.english.word_slots.penn_tags` returns them.
        place: Number of the token.

    Example:
        >>> framed_words(["She", "wants", "to", "go"], ["PRP", "VBZ", "TO", "VB"], 1)
        ('needs', 'wishes')
        >>> framed_words(["You", "can", "see", "it"], ["PRP", "AUX", "VB", "PRP"], 1)
        ('will',)
        >>> framed_words(["She", "wants", "a", "car"], ["PRP", "VBZ", "DT", "NN"], 1)
        ()
    """
    tag, low = penn[place], [token.lower() for token in tokens]
    word = low[place]
    if tag == "AUX" and word in _HAVE_TAGS:
        tag = _HAVE_TAGS[word]
    closing = word in _CLOSINGS
    function = tag in _FUNCTION or closing
    if not function and tag[:2] not in _UPOS:
        return ()
    lemma = word if function or tag in ("JJ", "RB") else next(iter(lemmas_of(word, tag)), "")
    pos = "NOUN" if closing else _FUNCTION[tag] if function else _UPOS[tag[:2]]
    found: dict[str, None] = {}
    for name, new in _frames(pos).get(lemma, ()):
        if _FRAMES[name](low, penn, place):
            fitting = _modals_here(low, penn, place, new) if name == "modal" else new
            forms = [one if function else inflected(one, tag, pos) for one in fitting if one != lemma]
            found |= dict.fromkeys(form for form in forms if form)
    return tuple(found)


@lru_cache(maxsize=65_536)
def is_ambiguous(lemma: str) -> bool:
    """Whether WordNet has a word in more than one part of speech.

    Args:
        lemma: Lower-case dictionary form.

    Raises:
        MissingResource: When WordNet is not there.

    Example:
        >>> is_ambiguous("film"), is_ambiguous("movie")
        (True, False)
    """
    return sum(bool(senses(lemma, pos)) for pos in "nvar") > 1


@cache
def _frames(pos: str) -> Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]]:
    """The frames of each word of a part of speech, each with the words that may stand in it."""
    found: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {}
    for name, groups in lexicon("word_classes")["frames"][pos].items():
        for group in groups:
            for word in group["of"].split():
                found[word] = (*found.get(word, ()), (name, tuple(group["to"].split())))
    return found


def _nearby(low: Sequence[str], place: int) -> Sequence[str]:
    return low[max(0, place - _SUBJECT_REACH) : place]


def _clause(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "said that it was late"; no subjunctive: "insisted that he be there"."""
    if _word(low, place + 1) != "that" or _tag(penn, place + 1) != "IN":
        return False
    if penn[place] == "VBN" and _word(low, place - 1) in BE:
        return False  # "it should be noted that"
    if low[place].startswith(_INDICATES) and _tag(penn, place - 1) == "RB":
        return False  # "strongly indicates that"
    verbs = (tag for tag in penn[place + 2 : place + 2 + _CLAUSE_REACH] if tag in _FINITE or tag in ("VB", "MD"))
    words = low[place + 2 : place + 2 + _CLAUSE_REACH]
    return next(verbs, "VB") != "VB" and "be" not in words[:2]


def _opinion(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "I think she left", "they believe that she left"; no negation, which would belong to the clause."""
    if penn[place] == "VB" and place:
        return False
    if low[place + 1 : place + 3] == ["that", "that"] or not NEGATIONS.isdisjoint(_nearby(low, place)):
        return False
    if _clause(low, penn, place):
        return True
    speaks = _word(low, place - 1) in ("i", "we") or (not place and low[place] == "hope")  # "Hope you are well"
    told = _tag(penn, place + 2) in _FINITE_TAGS or _tag(penn, place + 3) in _FINITE_TAGS
    return (
        penn[place] in ("VBP", "")
        and speaks
        and told
        and _word(low, place + 1) in SUBJECT_PRONOUNS | {"this", "there", "all"}
    )


def _own_opinion(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "I think it is late"."""
    return _word(low, place - 1) == "i" and _opinion(low, penn, place)


def _short_modal(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "Will come again !": no subject."""
    at = place + 1 + (_tag(penn, place + 1) == "RB")
    return not place and _tag(penn, at) == "VB" and low[at] != "be" and NEGATIONS.isdisjoint(low[:at])


def _quotation(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "..., she said." """
    if penn[place] != "VBD" or not _subject(low, penn, place):
        return False
    marks = frozenset({",", "''", '"', "”", "’", "?", "!"})
    behind = _word(low, place - 2) in marks and _word(low, place + 1) in {".", ","}
    return behind or (_word(low, place + 1) in (",", ":") and _word(low, place + 2) in ("``", '"', "“", "‘"))


def _bare_clause(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "she said it was late"; "she says she can come"."""
    finite = _tag(penn, place + 2) in _FINITE_TAGS
    told = penn[place] in ("VBD", "VBZ", "VBP") and _word(low, place + 1) in NOMINATIVES | {"it", "you"}
    return told and finite and _subject(low, penn, place)


def _business(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "I love this restaurant"."""
    alone = _tag(penn, place + 1) not in ("NN", "NNS", "NNP", "POS") and _word(low, place + 1) != "of"
    return penn[place] == "NN" and alone and _word(low, place - 1) in ARTICLES | DEMONSTRATIVES


def _subject(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """Whether somebody is the subject of a verb: a pronoun or a name before it."""
    at = place - 1
    while at >= 0 and place - at <= _SUBJECT_REACH and (penn[at] in ("RB", "AUX") or low[at] in NOT):
        at -= 1
    return _word(low, at) in _PEOPLE or _tag(penn, at) in ("NNP", "NNPS")


def _to_verb(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    bare = _tag(penn, place + 2) == "VB" or _word(low, place + 2) in ("be", "have")
    return _word(low, place + 1) == "to" and bare


def _infinitive(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "we want to leave"."""
    if low[place] != "like" and not (NOT | MODALS | {"like", "if", "before", "when"}).isdisjoint(_nearby(low, place)):
        return False  # "you may want to look", "if you need to call"
    if low[place] == "like" and not ({"if"} | QUESTION_WORDS).isdisjoint(low[:place]):
        return False  # "how you would like to pay"
    stands = penn[place] != "VBG" and _word(low, place - 1) not in BE and _tag(penn, place - 1) != "TO"
    return stands and _to_verb(low, penn, place) and _subject(low, penn, place)


def _going_on(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "we are trying to leave"."""
    denied = not (NOT | {"if", "whether"}).isdisjoint(low[:place])
    return not denied and penn[place] == "VBG" and _to_verb(low, penn, place) and _subject(low, penn, place)


def _phase(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "it began to rain"."""
    return _to_verb(low, penn, place)


def _gerund(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "they kept going"."""
    return penn[place] != "VBG" and _tag(penn, place + 1) == "VBG" and _tag(penn, place - 1) not in OWNERS


def _object(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "we enjoyed the film"."""
    plain = penn[place] in ("VBD", "VBP", "VBZ") and NEGATIONS.isdisjoint(_nearby(low, place))
    return plain and _subject(low, penn, place) and takes_object(low, penn, place)


def _number(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "about twenty people"."""
    number = _tag(penn, place + 1) == "CD" and _word(low, place + 1) != "one"
    return number and _tag(penn, place - 1) not in _BEFORE_NUMBER and _word(low, place - 1) not in NOT


def _present(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "she often sings", "they are usually sold"; no negation."""
    before, after = _tag(penn, place - 1), _tag(penn, place + 1)
    if not NEGATIONS.isdisjoint(low[max(0, place - 2) : place + 2]):
        return False
    if after in ("VBZ", "VBP"):
        return before in _NOUNS and (low[place] != "now" or after == "VBZ")
    return after == "VBN" and _word(low, place - 1) in ("is", "are") and _tag(penn, place - 2) in _NOUNS


def _copula(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "it is also a museum"."""
    plain = _tag(penn, place + 1) in ("DT", "JJ", "IN", "VBG", "PRP$")
    return plain and _word(low, place - 1) in ("is", "are") and NEGATIONS.isdisjoint(low[place : place + 2])


def _behind_modal(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "it can also be read"."""
    bare = _tag(penn, place + 1) == "VB" or _word(low, place + 1) == "be"
    return bare and _word(low, place - 1) in MODALS


def _past(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "she finally left"."""
    return _tag(penn, place + 1) == "VBD" and _tag(penn, place - 1) in _NOUNS


def _perfect(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "she has recently left"."""
    return _tag(penn, place + 1) == "VBN" and _word(low, place - 1) in HAVE_TENSED


def _degree(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "a very good film"."""
    plain = NEGATIONS.isdisjoint(low[max(0, place - _SUBJECT_REACH) : place]) and FREQUENCIES.isdisjoint(
        low[place - 1 : place]
    )
    behind = low[place + 1 :]
    so_that = low[place] == "so" and (behind[:1] in (["much"], ["many"]) or not {"that", "as", "to"}.isdisjoint(behind))
    best = "JJS" in tags_of(_word(low, place + 1))  # "the very best"
    return plain and not so_that and not best and adverb_slot(low, penn, place) == "degree"


def _ordinal(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "the first film", "his second wife"; no other ordinal in the sentence."""
    before, after = _word(low, place - 1), _word(low, place + 1)
    if not (before == "the" or _tag(penn, place - 1) in OWNERS) or _tag(penn, place + 1) not in ("NN", "JJ"):
        return False
    if "CD" in penn[:3]:
        return False  # "2 . The second thing is"
    at = place + 1
    while _tag(penn, at) == "JJ":
        at += 1
    if _tag(penn, at) != "NN" or _tag(penn, at + 1)[:2] in ("NN", "TO") or not _UNIQUE.isdisjoint(low):
        return False  # "the first settlements", "the first person to land", "for the first time ever"
    others = _ordinals() & {*low[:place], *low[place + 1 :]}
    return not others and after not in _TERMS | FEW and not is_compound(low[place], after)


def _infinitive_of_noun(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "the right to vote"; no "made an attempt to"."""
    started = any(lemma in _MAKE for word in low[max(0, place - 3) : place] for lemma in lemmas_of(word, "VB"))
    determined = _tag(penn, place - 1) in ("DT", "PRP$", "POS")
    started = started or (low[place] == "right" and low[max(0, place - 2)][:7] == "reserve")
    return determined and not started and _word(low, place - 1) not in DEMONSTRATIVES and _to_verb(low, penn, place)


def _clause_of_noun(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "the idea that it was late"."""
    return _tag(penn, place - 1) in ("DT", "PRP$", "POS") and _clause(low, penn, place)


def _portion(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "a number of books"."""
    beside = _word(low, place - 2) in (",", "(")  # "the Thyrza, a series of elegies"
    several = (
        not beside
        and _tag(penn, place + 2) != "DT"
        and _word(low, place + 1) == "of"
        and "NNS" in (_tag(penn, place + 2), _tag(penn, place + 3))
    )
    return several and _word(low, place - 1) in INDEFINITE_ARTICLES and _word(low, place + 2)[:-1] not in CALENDAR_UNITS


def _extent(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "at the end of the film"."""
    return low[max(0, place - 2) : place] == ["at", "the"] and low[place + 1 : place + 2] == ["of"]


@cache
def _ordinals() -> frozenset[str]:
    groups = lexicon("word_classes")["frames"]["ADJ"]["ordinal"]
    return frozenset(word for group in groups for word in f"{group['to']} next".split())


def _verb_behind(low: Sequence[str], penn: Sequence[str], place: int) -> int:
    """Where the bare verb behind a modal stands; 0 where none does, or where the modal is negated."""
    at = place + 1
    if _tag(penn, at) == "RB" and low[at] in _WITH_MODALS:
        at += 1
    return at if _tag(penn, at) == "VB" or _word(low, at) in PRIMARY_VERBS | {"get"} else 0


def _is_perfect(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    at = _verb_behind(low, penn, place)
    behind = list(penn[at + 1 : at + 3])
    return bool(at) and low[at] == "have" and (behind[:1] == ["VBN"] or "been" in low[at + 1 : at + 3])


def _modal(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "you can see it"; "could" only where nothing is told of the past, in which it says what somebody was able to."""
    if not place or not _verb_behind(low, penn, place) or _is_perfect(low, penn, place):
        return False
    if not _WISHES.isdisjoint(low[:place]) or (low[place] == "should" and "VBD" in penn[:place]):
        return False
    if "if" in (low if low[place] == "would" else _nearby(low, place)):
        return False  # both verbs of a condition go together
    if low[place] == "would" and ("VBD" in penn[:place] or low[_verb_behind(low, penn, place)] == "love"):
        return False  # "on the condition that he would teach"
    if low[place] == "will" and low[_verb_behind(low, penn, place)] == "love":
        return False
    if _word(low, place - 1) == "i" and low[_verb_behind(low, penn, place)] in ("add", "say"):
        return False  # "I must say"
    if low[place] == "can" and _word(low, place + 1) in NOT:
        return False  # "few people can not find it"
    if low[place] == "can" and not {"as", "whatever"}.isdisjoint(low[max(0, place - 3) : place]):
        return False  # "as you can see"
    if low[place] != "will" and not _ASKING.isdisjoint(low[max(0, place - _ASKED_REACH) : place]):
        return False  # "tell me where I can buy it", "it is unclear what might explain it"
    return low[place] != "could" or "VBD" not in penn


def _modal_of_now(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "that would help"; not "would like", "would have helped", and nothing told of the past."""
    at = _verb_behind(low, penn, place)
    wished = low[at] in PRIMARY_VERBS | {"like", "love", "prefer"} if low[place] != "'ll" else False
    told = {"VBD", ""}.isdisjoint(penn) and ((BE_THIRD - BE_PRESENT) | {"had", "did", "if", "when"}).isdisjoint(low)
    return bool(at) and not wished and (told or low[place] == "'ll") and _modal(low, penn, place)


def _modals_here(low: Sequence[str], penn: Sequence[str], place: int, new: Sequence[str]) -> Sequence[str]:
    """The modals that fit: no "can be leaving", no "they might be downloaded" for what is allowed."""
    at = next((number for number in range(place + 1, place + 4) if _tag(penn, number) != "RB"), place + 1)
    behind = at + 1 + (_tag(penn, at + 1) == "RB")
    if _word(low, at) == "be" and _tag(penn, behind) not in ("VBN", "VBD"):
        return [one for one in new if one not in ("can", "must")]  # also "can be ready" for a plan
    if low[place] == "can":
        return ["might" if _word(low, at) == "be" else "will"]  # not "it will be extended" for what is allowed
    if low[place] == "may" and _word(low, at) == "be":
        return [one for one in new if one != "might"]
    if low[place] == "should" and not _subject(low, penn, place):
        return ()  # "the papers should be delivered today"
    return new


def _asked(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "can you come ?"; no condition."""
    subject = _word(low, place + 1)
    verb = _tag(penn, place + 2) == "VB" or _word(low, place + 2) in PRIMARY_VERBS | {"get"}
    progress = _word(low, place + 2) == "be" and _tag(penn, place + 3) == "VBG"
    asks = subject in SUBJECT_PRONOUNS - {"i"} and verb and "if" not in low and not progress
    return asks and (low[place] not in ("could", "would") or (subject == "you" and not place))


def _progress(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "we are just looking"."""
    told = _word(low, place - 1) in BE_TENSED and NEGATIONS.isdisjoint(low[place : place + 2])
    return told and _tag(penn, place + 1) == "VBG" and _word(low, place + 1) not in ("going", "being")


def _modal_of_past(low: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """ "she may have left"."""
    return _is_perfect(low, penn, place)


_FRAMES: Mapping[str, Frame] = {
    "clause": _clause,
    "opinion": _opinion,
    "infinitive": _infinitive,
    "going on": _going_on,
    "phase": _phase,
    "gerund": _gerund,
    "object": _object,
    "number": _number,
    "present": _present,
    "past": _past,
    "perfect": _perfect,
    "degree": _degree,
    "ordinal": _ordinal,
    "copula": _copula,
    "behind a modal": _behind_modal,
    "infinitive of a noun": _infinitive_of_noun,
    "clause of a noun": _clause_of_noun,
    "portion": _portion,
    "extent": _extent,
    "opinion of mine": _own_opinion,
    "short modal": _short_modal,
    "quotation": _quotation,
    "clause without that": _bare_clause,
    "business": _business,
    "modal": _modal,
    "modal of the past": _modal_of_past,
    "modal of now": _modal_of_now,
    "question": _asked,
    "progress": _progress,
    **FUNCTION_FRAMES,
    **PRAISE_FRAMES,
}


def frame_names() -> Iterator[str]:
    """The names of the frames, as the lexicon uses them."""
    yield from _FRAMES
