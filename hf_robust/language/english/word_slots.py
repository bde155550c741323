"""Where a word may become any other of its class and form, and the sentence stays grammatical."""

from collections.abc import Sequence
from functools import cache

from hf_robust.core.doc import Annotation, Doc, Token
from hf_robust.language.english.closed_classes import (
    ACCUSATIVES,
    ASSURANCES,
    BE,
    DO_TENSED,
    EXTENTS,
    FREQUENCIES,
    GET,
    HAVE,
    MODAL_STUMPS,
    MODALS,
    MODALS_CONTRACTED,
    MOST_TIMES,
    NOMINATIVES,
    POSSESSIVES,
)
from hf_robust.language.english.verbs import verb_forms
from hf_robust.language.english.wordforms import lemmas_of, tags_of
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import is_compound, noun_kind

CLASSES = ("NN", "VB", "JJ", "RB", "MD", "IN", "CC", "DT", "CD")
_BE = BE | {"’s", "’re", "’m"}
_AUX = (
    _BE
    | MODALS
    | GET
    | HAVE
    | DO_TENSED
    | MODAL_STUMPS
    | MODALS_CONTRACTED
    | frozenset("ought 've ’ll ’ve ’d ai".split())
)
_OF_UPOS = {
    "PROPN": "NNP",
    "DET": "DT",
    "NUM": "CD",
    "ADP": "IN",
    "SCONJ": "IN",
    "CCONJ": "CC",
    "PUNCT": ".",
    "AUX": "AUX",
    "PRON": "PRP",
    "INTJ": "UH",
    "SYM": "SYM",
    "X": "FW",
}
_UPOS = {tag: pos for pos, tag in _OF_UPOS.items() if pos != "SCONJ"} | {
    "NNPS": "PROPN",
    "PRP$": "PRON",
    "WP": "PRON",
    "WDT": "PRON",
    "WRB": "SCONJ",
    "MD": "AUX",
    "TO": "PART",
    "POS": "PART",
    "RP": "ADP",
    "JJR": "ADJ",
    "JJS": "ADJ",
    "RBR": "ADV",
    "RBS": "ADV",
}
_OPEN = {"NOUN": ("NN", "NNS"), "VERB": ("VBD", "VBN", "VBZ", "VBG", "VB", "VBP"), "ADJ": ("JJ",), "ADV": ("RB",)}
_POSSESSIVE = POSSESSIVES | {"whose"}
_TWINS = ({"VBD", "VBN"}, {"VB", "VBP"})  # one form in regular verbs
_INSIDE = frozenset(("JJ", "JJS", "JJR", "VBN", "CD", "RB"))  # between a determiner and its noun
_STARTS = frozenset(("DT", "PRP$", "POS"))
_OBJECT = frozenset(("DT", "PRP$", "NNP", "NNPS"))
_NOUNS = frozenset(("NN", "NNS", "NNP", "NNPS"))
_ENDS = frozenset((".", ",", ":", "''", '"', "-RRB-", ")", ""))
_OBJECT_PRONOUNS = ACCUSATIVES | {"it"}
_BEHIND_PASSIVE = frozenset(("by", "in", ".", ",", ";", "!", "?", ")", "-rrb-", ""))
_LIGHT = frozenset(
    "very really quite extremely incredibly remarkably surprisingly unusually particularly fairly".split()
)
_MIDDLE = (
    FREQUENCIES
    | MOST_TIMES
    | (ASSURANCES - {"surely", "truly"})
    | frozenset(
        """already actually probably clearly finally recently quickly
        apparently obviously eventually constantly currently previously originally suddenly
        slowly easily largely mainly""".split()
    )
)
# how something is done, and not to what degree, how often or whether
_NO_MANNER = EXTENTS | frozenset(
    "only early daily weekly monthly yearly likely fully highly hardly barely simply really exactly "
    "completely totally entirely absolutely extremely largely "
    "recently lately family supply reply apply rely ally directly immediately shortly finally previously "
    "respectively accordingly namely possibly probably certainly actually approximately roughly".split()
)


def penn_tags(tokens: Sequence[str], tags: Sequence[str]) -> list[str]:
    """Penn tags where the given ones are universal; auxiliaries get the tag ``AUX``.

    An open class is told apart by the forms of the word; where these leave doubt, the tag is empty.

    Example:
        >>> penn_tags(["Dogs", "have", "barked"], ["NOUN", "AUX", "VERB"])
        ['NNS', 'AUX', 'VBN']
    """
    if not any(tag in _OPEN or tag in _OF_UPOS for tag in tags):
        return ["AUX" if t[:2] in ("VB", "MD") and w.lower() in _AUX else t for w, t in zip(tokens, tags, strict=True)]
    low = [token.lower() for token in tokens]
    penn = [_penn(word, tag) for word, tag in zip(low, tags, strict=True)]
    for place, tag in enumerate(penn):
        if tag in ("VB", "VBD"):
            penn[place] = _told_apart(low, penn, place)
    return penn


def _told_apart(low: Sequence[str], penn: Sequence[str], place: int) -> str:
    """The tag of a verb whose form is that of two, by what stands before it: "they have called", "they call"."""
    at = place - 1
    while at >= 0 and penn[at] == "RB":
        at -= 1
    before = low[at] if at >= 0 else ""
    if penn[place] == "VBD":
        return "VBN" if before in _BE | HAVE | {"'ve"} and "VBN" in tags_of(low[place]) else "VBD"
    asked = at > 0 and (penn[at - 1] == "AUX" or (before == "you" and penn[at - 1][:2] == "VB"))
    return "VBP" if before in NOMINATIVES | {"you", "who"} and not asked else "VB"


def _penn(low: str, tag: str) -> str:
    if low in _POSSESSIVE:
        return "PRP$"
    if tag == "PART":
        return {"to": "TO", "'s": "POS", "’s": "POS", "'": "POS"}.get(low, "RB")
    if tag not in _OPEN:
        return _OF_UPOS.get(tag, "")
    if tag == "VERB" and low in _AUX:
        return "AUX"
    if tag in ("ADJ", "ADV"):
        return _OPEN[tag][0]
    found = tags_of(low) & set(_OPEN[tag])
    one = len(found) == 1 or found in _TWINS
    return next(form for form in _OPEN[tag] if form in found) if one else ""


def tagged_doc(doc: Doc, penn: Sequence[str]) -> Doc:
    """A list of tokens as a Doc whose annotation comes from its tags.

    Args:
        doc: The tokens.
        penn: Their tags, as :func:`penn_tags` returns them.

    Example:
        >>> tagged_doc(Doc.of_tokens(["Dogs", "barked"]), ["NNS", "VBD"]).tokens[1]
        Token(start=5, end=11, text='barked', pos='VERB', tag='VBD', lemma='bark', dep='', head=-1, sent=0)
    """
    tokens = []
    for (start, end), tag in zip(doc.bounds or (), penn, strict=True):
        word = doc.text[start:end]
        lemma = next(iter(lemmas_of(word.lower(), tag)), word.lower())
        pos = _UPOS.get(tag, "") or next((pos for pos, tags in _OPEN.items() if tag in tags), "PUNCT")
        tokens.append(Token(start, end, word, pos, tag, lemma))
    return Doc(doc.text, bounds=doc.bounds, annotation=Annotation(tokens), language=doc.language)


def noun_slot(tokens: Sequence[str], penn: Sequence[str], place: int) -> str | None:
    """The kind of thing that a noun names, where any other noun may stand; None elsewhere.

    The noun is countable there: plural, or behind a determiner; no compound, no clause as its complement.

    Example:
        >>> noun_slot(["the", "doctor", "left"], ["DT", "NN", "VBD"], 1)
        'person'
    """
    low = tokens[place]
    before, after = _tag(penn, place - 1), _tag(penn, place + 1)
    lemma = next(iter(lemmas_of(low, penn[place])), "")
    if lemma in _kept("NN") or before in _NOUNS or before == "VBG" or after in _NOUNS or after in ("TO", "CD", "HYPH"):
        return None
    if _word(tokens, place + 1) in ("that", "whether", "-", "/", "ago", "later", "'", "’") or before in ("HYPH", "$"):
        return None
    start = place - 1
    while start >= 0 and penn[start] in _INSIDE:
        start -= 1
    kind = noun_kind(lemma)
    first = _word(tokens, start)
    if kind == "substance":
        fits = penn[place] == "NN" and first not in ("a", "an", "each", "every", "one", "another")
        return kind if fits and "CD" not in penn[start + 1 : place] else None
    return kind if penn[place] == "NNS" or (penn[start : start + 1] and penn[start] in _STARTS and start >= 0) else None


def takes_object(tokens: Sequence[str], penn: Sequence[str], place: int) -> bool:
    """Whether a verb stands where any transitive verb may: a plain object follows, or it is in a plain passive.

    Example:
        >>> takes_object(["He", "built", "a", "house"], ["PRP", "VBD", "DT", "NN"], 1)
        True
    """
    tag, lemma = penn[place], next(iter(lemmas_of(tokens[place], penn[place])), "")
    if not lemma or lemma in _kept("VB") or _word(tokens, place - 1) in ("-", "/"):
        return False
    after, following = _tag(penn, place + 1), _word(tokens, place + 1)
    if _tag(penn, place - 1) in ("DT", "PRP$", "JJ") or (tag == "VBN" and _tag(penn, place - 1) in _NOUNS):
        return False
    rest = list(penn[place + 1 : place + 8])
    be = _word(tokens, place - 1) in _BE or (_tag(penn, place - 1) == "RB" and _word(tokens, place - 2) in _BE)
    plain = after in _OBJECT or following in _OBJECT_PRONOUNS
    if (
        plain
        and not (be and tag in ("VBN", "VBD"))
        and following not in ("that", "what", "whatever", "which", "all", "both")
    ):
        # no second object, and nothing that the object is said to do or to be
        return (
            "TO" not in rest[:5] and "VB" not in rest[:4] and "RP" not in rest[:5] and _one_object(tokens, rest, place)
        )
    passive = tag in ("VBN", "VBD") and be and tokens[place] in verb_forms(lemma, "VBN")
    return passive and following in _BEHIND_PASSIVE and "TO" not in rest


def _one_object(tokens: Sequence[str], rest: Sequence[str], place: int) -> bool:
    if _word(tokens, place + 1) in _OBJECT_PRONOUNS:
        return len(rest) < 2 or rest[1] in _ENDS or rest[1] in ("IN", "CC", "RB")
    nouns = [number for number, tag in enumerate(rest) if tag in ("NN", "NNS", "NNP", "NNPS")]
    if not nouns:
        return False
    end = nouns[0]
    while end + 1 < len(rest) and rest[end + 1] in _NOUNS:
        end += 1
    following = rest[end + 1] if end + 1 < len(rest) else ""
    return following in _ENDS or (
        following in ("IN", "CC", "RB", "WDT", "WP", "POS")
        and _word(tokens, place + end + 2) not in ("as", "that", "than")
    )


def adjective_slot(tokens: Sequence[str], penn: Sequence[str], place: int) -> str | None:
    """``any`` or ``gradable`` where an adjective may become any, or any that has degrees; None elsewhere.

    Example:
        >>> adjective_slot(["a", "fine", "film"], ["DT", "JJ", "NN"], 1)
        'any'
    """
    low, before, after = tokens[place], _tag(penn, place - 1), _tag(penn, place + 1)
    following = _word(tokens, place + 1)
    if low in _kept("JJ") or following in ("-", "/") or is_compound(low, following):
        return None
    degree = "gradable" if before == "RB" else "any"
    if after in ("NN", "NNS") and before in ("DT", "PRP$", "IN", "CD", "VBD", "VBZ", "VBP", "VB", "AUX", "POS", "RB"):
        return degree
    if after in (".", ",", "") and (
        _word(tokens, place - 1) in _BE or (before == "RB" and _tag(penn, place - 2) == "AUX")
    ):
        return "gradable"
    return None


def adverb_slot(tokens: Sequence[str], penn: Sequence[str], place: int) -> str | None:
    """``before`` or ``behind`` a verb, or ``degree`` before an adjective; None where an adverb is none of these.

    Example:
        >>> adverb_slot(["He", "left", "quietly", "."], ["PRP", "VBD", "RB", "."], 2)
        'behind'
    """
    low, before, after = tokens[place], _tag(penn, place - 1), _tag(penn, place + 1)
    if low in _LIGHT:
        return "degree" if after == "JJ" and before in ("DT", "AUX") else None
    if low in _kept("RB"):
        return None
    if low in _MIDDLE and after in ("VBD", "VBZ", "VBP", "VBN") and before in ("NN", "NNS", "NNP", "PRP", "AUX"):
        # "just" before a finite verb, or between an auxiliary and its participle
        return "before" if (before == "AUX") == (after == "VBN") else None
    manner = low.endswith("ly") and low not in _NO_MANNER and len(low) > 4
    verbal = before[:2] == "VB" and before != "VBG"
    return "behind" if manner and verbal and after in (".", ",", "IN", "") else None


def _tag(penn: Sequence[str], place: int) -> str:
    return penn[place] if 0 <= place < len(penn) else ""


def _word(tokens: Sequence[str], place: int) -> str:
    return tokens[place].lower() if 0 <= place < len(tokens) else ""


@cache
def _kept(kind: str) -> frozenset[str]:
    return frozenset(lexicon("word_classes")["kept"][kind].split())
