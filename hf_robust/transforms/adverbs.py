"""Neutral adverbs put before verbs, predicates and what can be graded."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import ClassVar, NamedTuple

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.randomness import RowRandom
from hf_robust.core.reasons import PROTECTED, nothing
from hf_robust.language.english.closed_classes import JOINERS
from hf_robust.language.english.function_words import is_english
from hf_robust.language.english.verbs import plain, token_number
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import NLI
from hf_robust.transforms.adverb_clashes import fitting
from hf_robust.transforms.adverb_degrees import degrees_at
from hf_robust.transforms.adverb_places import Event, event_at
from hf_robust.transforms.adverb_stance import stance_at
from hf_robust.transforms.base import ANSWERING_ADDITIONS, GENERAL_TASKS, preserves, register
from hf_robust.transforms.gated_words import GatedWords
from hf_robust.transforms.word_places import CLOSE

NO_ENTRY = "it is not certain that an adverb of the list fits a word of the text"
_OPEN = frozenset({"VERB", "AUX", "ADJ", "ADV", "NUM"})
_BEFORE_QUESTION = ("exactly",)
_NAMES = frozenset({"NNP", "NNPS"})
_BY_HOW_MUCH = frozenset({"considerably", "greatly", "significantly"})  # of which an amount tells more
_OF_PRICES = frozenset({"close", "end", "finish", "open"})  # "ended 29 cents lower"
_OPENING = '.?!"“`'  # ends of what stands before a sentence or a quotation
_NEAR = 6  # tokens after the verb in which the amount stands
_PARTS = ("VERB", "ADJ", "AUX")
_COUNTING = "now-amount"  # "currently has 3,000 inhabitants"
_TIMES = frozenset({"addition", "late", "now", "site", "time", _COUNTING})

_STANDS = {
    "": frozenset[str](),
    "first": frozenset({"first"}),
    "later": frozenset({"later", "told"}),
    "told": frozenset({"told"}),
}


@register
@dataclass(frozen=True, kw_only=True)
class InsertAdverb(GatedWords):
    """Insert an adverb of degree, time, frequency, manner or certainty before a verb, adjective, adverb or amount.

    A table lists the adverbs for each verb, with the verb forms and subjects that they fit: what one feels may be
    *really felt*, and what was published was *originally published*. A single event gets no adverb of frequency.
    *Good*, alone or before a noun, may become *really good*, unless it is negated, compared or weighed against
    something. The table also lists adjectives, adverbs and phrases that can be graded: *a large room* becomes *a very
    large room*, *300 people* *about 300 people*, *for two years* *for about two years*. Past times take an adverb too:
    *said on Friday* becomes *said late on Friday*, *built in 1905* *built back in 1905*. Points in space do as well:
    *right at the edge*, *just north of Lyon*. What *and* adds may take *also*. Other words do not change, but the
    participle of a verb that is not in the table may take *currently* or *already*: *has already resigned*.
    What is denied may be *not really clear*; *nothing* is *absolutely nothing*, a better look *a much better look*, and
    what lies behind the house *right behind the house*.
    A text in which no word takes an adverb of the table may take one for its clause: *had apparently left*, *will
    probably stay*, *is actually useful* where the text has a contrast, *later moved to Rome*, or one of manner or
    degree for its verb: *carefully folded it*, *was largely fueled by*.
    Commands, negated verbs and words that may not be finite verbs take no adverb before the verb. Questions take
    *exactly* at the question word, or *actually* or *really* before the verb: *How exactly do I learn it?* *Exactly how
    many are there?* *Is it really safe?* With ``gate="balanced"`` no language model is asked: the table has the
    conditions. In dependency trees, the adverb depends on the word that it precedes.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "InsertAdv".

    Example:
        >>> doc = Doc.tagged("We/PRON/PRP enjoyed/VERB/VBD/enjoy the/DET/DT show/NOUN/NN")
        >>> InsertAdverb().preview(doc, seed=1)
        'We thoroughly enjoyed the show'
    """

    name = "insert-adverb"
    version = "20"
    level = "word"
    linguistics = "syntax"
    seed_name = "InsertAdv"
    choice = "words that can take an adverb"
    needs = frozenset({"pos", "lemma"})
    resources = ("wordnet", "masked-lm")
    # what a hypothesis says with an adverb more need not follow any longer
    effects = preserves(*GENERAL_TASKS, without={NLI, *ANSWERING_ADDITIONS})
    keeps_fixed: ClassVar[bool] = False
    default_rate: ClassVar[float] = 0.34
    keeps_tokens: ClassVar[bool] = False

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        return _free(doc, adverbs_at) or _free(doc, _stance)

    def why_unchanged(self, doc: Doc) -> str:
        if not any(token.pos in _OPEN for token in doc.tokens):
            return nothing("verbs, adjectives, adverbs or numbers")
        closed = (at for at, token in enumerate(doc.tokens) if not doc.is_free(token.start, token.end))
        return PROTECTED if any(adverbs_at(doc, at) or _stance(doc, at) for at in closed) else NO_ENTRY

    def sure(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        return self.options(doc, start, end, rng) if is_english(doc) else iter(())

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        place = doc.token_at(start)
        words = adverbs_at(doc, place) or _stance(doc, place) or ()
        shouted, tags = doc.text[start:end].isupper() and end - start > 1, _tags(doc, start, end)
        begins = words == _BEFORE_QUESTION or place == 0 or doc.tokens[place - 1].text[-1] in _OPENING
        opens = doc.text[start].isupper() and not shouted and begins and doc.tokens[place].tag not in _NAMES
        for number in rng.order(len(words)) if not opens or doc.bounds is None else ():
            if opens:
                yield Edit(start, start + 1, f"{words[number].capitalize()} {doc.text[start].lower()}")
            else:
                yield Edit(start, start, f"{_cased(doc, place, words[number], shouted)} ", tags)


def _cased(doc: Doc, place: int, adverb: str, shouted: bool) -> str:
    """An adverb with a capital before a number that opens a text with capitals: "About 300 people"."""
    token = doc.tokens[place]
    opens = place == 0 and token.text[0].isdigit() and not doc.text.islower()
    return adverb.upper() if shouted else adverb.capitalize() if opens else adverb


def _free(doc: Doc, find: Callable[[Doc, int], tuple[str, ...] | None]) -> list[Offsets]:
    """The words that may take an adverb and are not protected."""
    return [
        (token.start, token.end)
        for place, token in enumerate(doc.tokens)
        if doc.is_free(token.start, token.end) and find(doc, place) is not None
    ]


def _tags(doc: Doc, start: int, end: int) -> Mapping[str, Sequence] | None:
    if doc.bounds is None:
        return None
    return {"upos": ["ADV"], "xpos": ["RB"], "deprel": ["advmod"], "head": [token_number(doc, start, end)]}


def adverbs_at(doc: Doc, place: int) -> tuple[str, ...] | None:
    """The adverbs that may stand before a word, the one that fits best first; None where none may.

    Args:
        place: Number of the word among its tokens.

    Example:
        >>> adverbs_at(Doc.tagged("We/PRON/PRP enjoyed/VERB/VBD/enjoy it/PRON/PRP"), 1)
        ('really', 'truly', 'thoroughly')
    """
    token = doc.tokens[place]
    by_frame = _groups().get(token.lemma.lower()) if token.pos in _PARTS else None
    if by_frame is None and token.tag in ("VBG", "VBN") and token.pos == "VERB":
        by_frame = {}
    found = None if by_frame is None else _before_event(doc, place, by_frame)
    found = found or degrees_at(doc, place)
    return _fitting(doc, place, found)


def _stance(doc: Doc, place: int) -> tuple[str, ...] | None:
    return _fitting(doc, place, stance_at(doc, place))


def _fitting(doc: Doc, place: int, found: tuple[str, ...] | None) -> tuple[str, ...] | None:
    return fitting(doc, place, _not_beside_stem(doc, place, found)) if found else found


def _not_beside_stem(doc: Doc, place: int, adverbs: tuple[str, ...]) -> tuple[str, ...] | None:
    """The adverbs that no word close by shares its stem with: "easy to easily understand" says the same twice."""
    near = {plain(token) for token in doc.tokens[max(0, place - CLOSE) : place + CLOSE + 1]}
    return tuple(one for one in adverbs if not any(_has_stem(word, one) for word in near)) or None


def _has_stem(word: str, adverb: str) -> bool:
    """Whether a word is an adverb or begins like the adjective in it: the "i" of "easily" is a "y" there."""
    stem = adverb.removesuffix("ly").removesuffix("i")
    return word == adverb or (adverb.endswith("ly") and word.startswith(stem))


def _before_event(doc: Doc, place: int, by_frame: Mapping[str, Sequence["_Group"]]) -> tuple[str, ...] | None:
    if doc.tokens[place].pos == "AUX" and doc.tokens[place].lemma != "be":
        return None
    event = event_at(doc, place, frozenset(_ANY_VERB) | frozenset(by_frame))
    if event is None:
        return None
    measured = any(token.tag in ("CD", "$") for token in doc.tokens[place + 1 : place + _NEAR])
    fitting = (
        group
        for group in by_frame.get(event.frame, ())
        if group.fits(event) and not (measured and (group.words[0] in _BY_HOW_MUCH or event.lemma in _OF_PRICES))
    )
    return tuple(dict.fromkeys(word for group in fitting for word in group.words)) or _of_any_verb(event)


# what goes on may be going on "currently", and what has been done "already", whatever the verb
_ANY_VERB = {"progressive": "currently", "perfect": "already", "past-perfect": "already"}
_STATES = frozenset(
    """be go have come become get remain stay stand lie seem live exist love like want need know think feel hope wish
        look try wait kid tell talk say mean suppose bear die see hear experience keep continue tend prove read eat
        suffer enjoy do use cause attract ask joke lack fail help lead last make take""".split()
)
_OWN_TIMES = frozenset(
    """if when while before after until since once ever never yet just recently long always often today tonight tomorrow
        soon again already currently now still first last next later then during for over past so far many several
        twice times every each any some most all historically traditionally usually finally ago years decades
        third consecutive straight""".split()
)


def _of_any_verb(event: Event) -> tuple[str, ...] | None:
    """The adverb of a verb group that fits any verb that tells of one event and of no time."""
    word = _ANY_VERB.get(event.frame)
    stays = event.lemma.lower() in _STATES and (event.lemma.lower(), event.frame) != ("be", "progressive")
    timeless = not stays and _OWN_TIMES.isdisjoint(event.words)
    fits = event.subject in ("noun", "he", "she", "they", "we", "it") and timeless
    fits = fits and event.following not in JOINERS | {"but"}  # "is captivating and long" tells of no event
    return (word,) if word is not None and fits else None


class _Group(NamedTuple):
    """Adverbs that stand before some words under the same conditions; a set is empty where there is no condition.

    Args:
        amounts: Whether an amount must follow, or must not; None where either is possible.
        adds: Whether another verb must stand before, to which it adds something.
    """

    words: tuple[str, ...]
    subjects: frozenset[str]
    after: frozenset[str]
    stands: frozenset[str]
    amounts: bool | None
    clashes: frozenset[str]
    adds: bool

    def fits(self, event: Event) -> bool:
        return (
            (not self.subjects or event.subject in self.subjects)
            and (not self.after or event.following in self.after)
            and (not self.stands or event.stands in self.stands)
            and (self.amounts is None or self.amounts == event.number_follows)
            and self.clashes.isdisjoint(event.words)
            and (event.adds or not self.adds)
        )


@cache
def _groups() -> Mapping[str, Mapping[str, Sequence[_Group]]]:
    """The groups of adverbs by verb or adjective, then by frame, those that fit best first."""
    table = lexicon("adverbs")
    clashes = {kind: frozenset(words) for kind, words in table["clashes"].items()}
    found: dict[str, dict[str, list[_Group]]] = {}
    for row in table["words"]:
        kind, subjects, after = row["kind"], frozenset(row.get("subjects", ())), frozenset(row.get("after", ()))
        amounts = kind == _COUNTING if kind in _TIMES else None
        stands, adds = _STANDS[row.get("place", "")], kind == "addition"
        group = _Group(row["words"], subjects, after, stands, amounts, clashes[kind], adds)
        for verb, frame in product(row["verbs"], row["frames"]):
            # parsers take "riding" for a form of "rid"
            for lemma in (verb, verb[:-1]) if frame == "progressive" and verb.endswith("e") else (verb,):
                found.setdefault(lemma, {}).setdefault(frame, []).append(group)
    return found
