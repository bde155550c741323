"""A judged part of a work or a meal with the judgment denied behind it: "bad acting" as "acting that is not good"."""

from collections.abc import Sequence
from functools import cache

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.language.english.articles import article
from hf_robust.language.english.closed_classes import (
    DAY_PARTS,
    HIGH_DEGREES,
    INDEFINITE_ARTICLES,
    MIDDLE_DEGREES,
    NOUN_PREPOSITIONS,
)
from hf_robust.language.english.tense_signs import FINITE
from hf_robust.language.english.verbs import children, plain
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import EVENTS

# what may be interesting or boring, kind or rude, like a work or a meal
_GENERAL = (
    DAY_PARTS
    | EVENTS
    | frozenset(
        """adaptation adventure comedy debut documentary drama entertainment farce feature flick horror look mystery
        outing picture romance romp saga satire sequel series study tale thriller treatment yarn activity answer
        area atmosphere blend book chapter choice class combination comment company concept conversation date day
        deal decision display drama effort employee environment example experience explanation exploration fellow
        game gift group guide guy holiday host hotel house idea item job journey lady lecture lesson life location
        meeting method model moment movement neighborhood option owner part party people person piece place plan
        point portrait price problem product project question reading reason restaurant ride room server shop site
        solution spot stay store story subject system talk team thing tool topic tour town trip tutorial vacation
        view visit waiter waitress walk way week weekend work year""".split()
    )
)
_ANY = frozenset({"bad", "good"})  # these fit any noun
_MORE = frozenset(
    """cast score photography scenery ending premise storyline dialogue dialog screenplay effect costume joke character
        humor humour chemistry animation visuals lighting atmosphere setting pacing narration gameplay staff
        performance scene""".split()
)
# what such a part follows: "with a good cast", "it has bad jokes"
_BEFORE = frozenset({"with", "has", "had", "have", "by", "and", ",", "features", "featuring", "contains", "this"})


def quality_denied(doc: Doc, place: int, opposite: str) -> Edit | None:
    """The edit that says the opposite of an adjective behind its noun and denies it; None where that does not fit.

    Args:
        doc: The text, with tags, lemmas and trees.
        place: Number of the adjective among its tokens.
        opposite: The opposite of the adjective.

    Example:
        >>> with_it = "with/ADP/IN//case/3 awful/ADJ/JJ//amod/3 acting/NOUN/NN/acting/root/0 ./PUNCT/.//punct/3"
        >>> quality_denied(Doc.tagged(with_it), 1, "good").text
        'acting that is not good'
    """
    tokens, noun = doc.tokens, place + 1
    if noun >= len(tokens) or tokens[place].head != noun or tokens[place].tag != "JJ" or not _fits(tokens, noun):
        return None
    first, high = place, False
    while first and plain(tokens[first - 1]) in HIGH_DEGREES | MIDDLE_DEGREES:
        first -= 1
        high = high or plain(tokens[first]) in HIGH_DEGREES
    det = first and tokens[first - 1].sent == tokens[place].sent and plain(tokens[first - 1]) in INDEFINITE_ARTICLES
    first -= bool(det)
    opens = not first or tokens[first - 1].sent != tokens[place].sent
    counted = tokens[noun].tag == "NN" and tokens[noun].lemma.lower() not in _uncounted()
    if not (opens or plain(tokens[first - 1]) in _BEFORE) or (counted and not det):
        return None
    listed = not opens and first > 1 and plain(tokens[first - 1]) in (",", "and") and tokens[first - 2].pos == "ADJ"
    tense = _tense(tokens, noun)
    if listed or tense is None:
        return None  # "likeable, shallow characters"
    past = tense == "VBD"
    be = ("were" if past else "are") if tokens[noun].tag == "NNS" else ("was" if past else "is")
    name = tokens[noun].text
    text = f"{article(name)} {name}" if det else name
    if tokens[first].text[:1].isupper():
        text = text[:1].upper() + text[1:]
    said = f"{opposite} at all" if high else opposite
    return Edit(tokens[first].start, tokens[noun].end, f"{text} that {be} not {said}")


def bare_noun_denied(doc: Doc, det: int, place: int, noun: int, said: str) -> Edit | None:
    """The edit of a sentence that is a noun with an adjective alone: "A good film." becomes "Not a bad film.".

    Args:
        doc: The text, with tags and trees.
        det: Number of its article.
        place: Number of the adjective.
        noun: Number of the noun.
        said: The opposite of the adjective.
    """
    tokens = doc.tokens
    sentence = [n for n in range(len(tokens)) if tokens[n].sent == tokens[place].sent]
    if det != sentence[0] or any(tokens[n].tag in FINITE for n in sentence) or tokens[noun].head != noun:
        return None
    after = plain(tokens[noun + 1]) if noun + 1 < len(tokens) else ""
    if noun != sentence[-1] and after not in (".", "!") and after not in NOUN_PREPOSITIONS:
        return None
    opens = "Not" if tokens[det].text[:1].isupper() else "not"
    return Edit(tokens[det].start, tokens[place].end, f"{opens} {article(said)} {said}")


def takes_opposite(tokens: Sequence[Token], noun: int, word: str, opposite: str) -> bool:
    """Whether a noun with an adjective also goes with the opposite of it: "a boring film", but no "boring rush".

    Args:
        tokens: The tokens of the text.
        noun: Number of the noun.
        word: The adjective.
        opposite: Its opposite.
    """
    derived = opposite.endswith(word) or word.endswith(opposite)
    after = [plain(token) for token in tokens[noun + 1 : noun + 5]]
    if after[:1] == ["for"] and any(token.pos == "NUM" for token in tokens[noun + 1 : noun + 5]):
        return False  # "a fun rush for about two minutes": the denial would reach the span
    return opposite in _ANY or derived or tokens[noun].lemma.lower() in judged_parts() | _GENERAL


def _tense(tokens: Sequence[Token], noun: int) -> str | None:
    """The tag of the finite verb of the clause that a noun stands in, "" without one; None where it is unclear.

    A participle may be tagged as a past form, so a verb counts only with a subject; else the whole sentence must agree.
    """
    place = noun
    for _ in range(len(tokens)):
        group = (place, *(n for n in children(tokens, place) if tokens[n].dep.split(":")[0] in ("cop", "aux")))
        owns = any(tokens[n].dep.startswith("nsubj") for n in children(tokens, place))
        finite = [tokens[n].tag for n in group if tokens[n].tag in FINITE]
        if finite and owns:
            return finite[0]
        if tokens[place].head in (place, -1):
            break
        place = tokens[place].head
    found = {token.tag for token in tokens if token.sent == tokens[noun].sent and token.tag in FINITE}
    return next(iter(found), "") if "VBD" not in found or len(found) == 1 else None


def _fits(tokens: Sequence[Token], noun: int) -> bool:
    """Whether a noun is a part that one judges, without anything else that belongs to it, at the end of a clause."""
    after = tokens[noun + 1] if noun + 1 < len(tokens) and tokens[noun + 1].sent == tokens[noun].sent else None
    again = (
        noun + 2 < len(tokens) and after is not None and after.text == "," and tokens[noun + 2].pos in ("ADJ", "ADV")
    )
    if again or (noun > 2 and any(plain(token) == "used" for token in tokens[max(0, noun - 5) : noun])):
        return False  # "good staff, really welcoming", "used to have fresh food"
    ends = after is None or after.text in (".", "!", ";", ",", ")", "...")
    below = [tokens[n].dep.split(":")[0] for n in children(tokens, noun)]
    alone = below.count("amod") == 1 and {"acl", "nmod", "appos", "compound", "conj", "cop", "nsubj"}.isdisjoint(below)
    return ends and alone and tokens[noun].tag in ("NN", "NNS") and tokens[noun].lemma.lower() in judged_parts()


@cache
def judged_parts() -> frozenset[str]:
    """Works, dishes and their parts: what one judges in a review."""
    classes = lexicon("antonyms")["classes"]
    return frozenset(classes["CRAFT"]) | frozenset(classes["MEAL"]) | _MORE


@cache
def _uncounted() -> frozenset[str]:
    """Parts that have no article: "with bad acting"."""
    named = "acting cinematography dialogue dialog direction editing music writing food service staff photography"
    return frozenset(f"{named} scenery humor humour chemistry animation lighting pacing coffee beer wine".split())
