"""Words that become other words of their class: ones with several classes, ones with another prefix."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from heapq import nlargest
from itertools import pairwise
from typing import Any, NamedTuple

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.articles import with_articles
from hf_robust.language.english.closed_classes import CLOCK_UNITS, MODALS, REASONS, SUBJECT_PRONOUNS, THIRD_REFLEXIVES
from hf_robust.language.english.inflection import inflected
from hf_robust.language.english.noun_sisters import close_sisters
from hf_robust.language.english.verbs import verb_forms
from hf_robust.language.english.word_frames import MODAL, framed_words, is_ambiguous
from hf_robust.language.english.word_pairs import fitting_words
from hf_robust.language.english.word_slots import (
    CLASSES,
    adjective_slot,
    adverb_slot,
    noun_slot,
    penn_tags,
    tagged_doc,
    takes_object,
)
from hf_robust.language.english.wordforms import is_fixed, lemmas_of, tags_of
from hf_robust.language.gate import GateCandidate, fixed_reason, refusals
from hf_robust.language.gate.gate_levels import REPLACED
from hf_robust.language.gate.window_states import WindowSpot, fits, states
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import all_synonyms
from hf_robust.tasks import POS
from hf_robust.transforms.base import match_case, preserves, register
from hf_robust.transforms.gated_words import GATES, gate_stamp
from hf_robust.transforms.row_changes import BatchedRows, RowChange, TaskRow

_CLASS = {"NN": "NN", "NNS": "NN", "VB": "VB", "VBD": "VB", "VBG": "VB", "VBN": "VB", "VBP": "VB", "VBZ": "VB"}
_CLASS |= {"JJ": "JJ", "RB": "RB"}
# function words that a construction may replace; "this" is a pronoun as well, and "have" a verb
_FRAMED = _CLASS | {"IN": "IN", "CC": "CC", "DT": "DT", "PRP": "DT", "CD": "CD", "AUX": "VB", "": "NN"}
# Of 40 outputs for GUM dev 13 read odd; with a sense of 0.68, and of 0.72 for verbs, 9 of the 33 that are left.
_LEAST_GAIN = -1.0
_LEAST_FIT = -6.5
_LEAST_SENSE = {"balanced": 0.62, "strict": 0.68}
_LEAST_SENSE_OF_VERBS = {"balanced": 0.7, "strict": 0.72}
_AS_CLOSE = 0.02  # of the closest word in a place, those within this are drawn from
_MOST_JUDGED = 6  # words whose meaning is measured in a place: the likeliest ones there
_VERB_TAGS = ("VB", "VE")  # the first letters of Penn's tags and of the universal one
_WORDNET_POS = {"NOUN": "n", "VERB": "v", "ADJ": "a", "ADV": "r"}
# One reader looked at 11 nouns of the same type in 380 sentences of GUM and EWT that reach these: all can stand there.
_FIT_OF_SISTERS, _GAIN_OF_SISTERS = -8.0, -3.0
_FEW_WORDS = 2  # a text of so few says too little of what a word means: "Cheers", "Great remarks"
_PLURALS = frozenset("police people cattle poultry folk livestock".split())  # without a mark
# verbs that take objects of their own, in set phrases too, and nouns that are parts of a measure
_OWN_FRAMES = frozenset("say tell give make take see view watch hold keep look".split()) | CLOCK_UNITS
_COMPARED = frozenset({"JJR", "JJS", "RBR", "RBS"})
_MADE_BY = "__gate__"

Options = Callable[[Sequence[str], Sequence[str], int], Sequence[str]]


class _Place(NamedTuple):
    place: int
    words: Sequence[str]
    sure: bool  # whether the words need no check
    content: bool  # whether it is a noun, a verb or an adjective: these change first, since their words vary more


@dataclass(frozen=True, kw_only=True)
class ClassSwap(BatchedRows):
    """Base of those that put other words of the same class and form in the place of words with gold tags.

    Args:
        rate: Share of the words that can be changed, above 0 and up to 1; at least one is.
        gate: How new words are checked. ``"balanced"``: a masked language model must find the new word about as likely
            in this context as the original word, and related in meaning, without an effect on the meaning of the
            adjacent words. The closest words in meaning are used. Words that fit the construction need no check.
            ``"strict"``: all are checked, and must be closer in meaning. ``"off"``: no check; many sentences are then
            odd.
    """

    rate: float = 0.5
    gate: str = "balanced"

    level = "word"
    linguistics = "morphology"
    resources = ("wordnet", "masked-lm")
    effects = preserves(POS)
    changes_first = False  # whether a first word with a capital is looked at as without it

    def __post_init__(self) -> None:
        self._require_choice("gate", GATES)
        object.__setattr__(self, "resources", ("wordnet", "masked-lm") if self.checked else ("wordnet",))
        self._require_rate()

    @property
    def checked(self) -> bool:
        """Whether a language model checks the new words."""
        return self.gate != "off"

    def changes_batch(self, rows: Sequence[TaskRow], rngs: Sequence[RowRandom]) -> list[RowChange | NotApplicable]:
        """The new words of all rows are measured together."""
        places = [self._places(row, rng) for row, rng in zip(rows, rngs, strict=True)]
        if self.checked:
            asked = [
                (WindowSpot.of(row.docs["tokens"].text, *(row.docs["tokens"].bounds or ())[one.place]), word)
                for row, found in zip(rows, places)
                for one in found
                if not one.sure
                for word in one.words
            ]
            verbs = [
                row.gold["pos_tags"][one.place][:2] in _VERB_TAGS
                for row, found in zip(rows, places)
                for one in found
                if not one.sure
                for _ in one.words
            ]
            passed = iter(self.passing(asked, verbs) if asked else ())
            places = [
                [one if one.sure else one._replace(words=[w for w in one.words if next(passed)]) for one in found]
                for found in places
            ]
        return [self._changed(row, found, rng) for row, found, rng in zip(rows, places, rngs)]

    def _places(self, row: TaskRow, rng: RowRandom) -> list[_Place]:
        """The tokens that can change, with the words that are tried, in a drawn order."""
        doc, tags = row.docs["tokens"], row.gold["pos_tags"]
        bounds = doc.bounds or ()
        written = [doc.text[start:end] for start, end in bounds]
        penn, taken = penn_tags(written, tags), {token.lower() for token in written}
        found: list[_Place] = []
        tokens = _without_capital(written, penn) if self.changes_first else written
        known = tagged_doc(Doc.of_tokens(tokens) if tokens != written else doc, penn)
        for place, token in enumerate(tokens):
            if doc.is_kept(*bounds[place]):
                continue
            draws = rng.fork(place)
            words = [word for word in draws.permuted(self.sure(known, penn, place)) if word not in taken]
            sure = bool(words) and self.gate != "strict"
            if not sure and _may_change(token, penn[place]):
                options = self.options(known, penn, place)
                words += [word for word in draws.permuted(options) if word not in taken]
            if words:
                cased = words if token == written[place] else [match_case(written[place], word) for word in words]
                found.append(_Place(place, cased, sure, penn[place] in _CLASS.keys() - {"RB"}))
        return found

    def _changed(self, row: TaskRow, places: Sequence[_Place], rng: RowRandom) -> RowChange | NotApplicable:
        if not places:
            return NotApplicable("no word that can be replaced")
        left = [one for one in places if one.words]
        if not left:
            return NotApplicable("no replacement passed the quality checks: none is as likely in this context")
        doc = row.docs["tokens"]
        bounds = doc.bounds or ()
        wanted = max(1, int(self.rate * len(left) + 0.5))
        edits = [Edit(*bounds[place], word) for place, word in sorted(_drawn(left, wanted, rng).items())]
        return RowChange({"tokens": with_articles(doc, edits)})

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), **({_MADE_BY: gate_stamp()} if self.checked else {})}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        super().__setstate__({name: value for name, value in state.items() if name != _MADE_BY})

    def sure(self, doc: Doc, penn: Sequence[str], place: int) -> Sequence[str]:
        """Words that fit the place of a token by its construction, in its form.

        Args:
            doc: The sentence, with its tags.
            penn: Their Penn tags.
            place: Number of the token.
        """
        return ()

    def passing(self, asked: Sequence[tuple[WindowSpot, str]], verbs: Sequence[bool]) -> Iterator[bool]:
        """Which new words the gate lets pass.

        Args:
            asked: Places, each with its new word.
            verbs: Whether each is the place of a verb.
        """
        return _passing(asked, verbs, self.gate)

    @abstractmethod
    def options(self, doc: Doc, penn: Sequence[str], place: int) -> Sequence[str]:
        """Words that may stand in the place of a token, in its form.

        Args:
            doc: The sentence, with its tags.
            penn: Their Penn tags.
            place: Number of the token.
        """


@register
@dataclass(frozen=True, kw_only=True)
class SwapMultiPos(ClassSwap):
    """Replace words with words that have several possible parts of speech. Tag and inflection are kept.

    The meaning may change, the tags do not. A new word is a synonym from the table ``word_pairs``, or it fits the
    construction: *want* becomes *need* before an infinitive, *may* becomes *might* before a verb, *in 2003* becomes
    *before 2003*. Function words and adverbs change last. Other synonyms and nouns of one type need the gate. With
    ``gate="off"``, a noun becomes any noun of the same kind of thing, a verb with an object any transitive verb.

    Args:
        classes: Which of ``NN``, ``VB``, ``JJ``, ``RB``, ``MD``, ``IN``, ``CC``, ``DT`` and ``CD`` are replaced: nouns,
            verbs, adjectives, adverbs, modal verbs, prepositions and conjunctions, *but*, *this* and *that*, numerals.

    Source: TextFlint (Wang et al. 2021), section 3, "SwapMultiPOS".

    Example:
        >>> row = {"tokens": ["You", "can", "see", "it"], "pos_tags": ["PRP", "MD", "VB", "PRP"]}
        >>> SwapMultiPos().preview_row(row)["tokens"]
        ['You', 'will', 'see', 'it']
    """

    classes: tuple[str, ...] = CLASSES

    name = "swap-multi-pos"
    version = "6"
    seed_name = "SwapMultiPOS"
    choice = "words that can be replaced by an ambiguous word"
    changes_first = True

    def __post_init__(self) -> None:
        super().__post_init__()
        listed = (self.classes,) if isinstance(self.classes, str) else self.classes
        right = isinstance(listed, (tuple, list)) and bool(listed) and all(name in CLASSES for name in listed)
        self._require(right, "classes", f"some of {', '.join(CLASSES)}")
        object.__setattr__(self, "classes", tuple(listed))

    def sure(self, doc: Doc, penn: Sequence[str], place: int) -> Sequence[str]:
        token = doc.tokens[place]
        kind = MODAL if token.text in MODALS else _FRAMED.get(penn[place])
        if not self.checked or kind not in self.classes or not (token.text.isascii() and token.text.islower()):
            return ()
        plain = penn[place] in _CLASS and _COMPARED.isdisjoint(tags_of(token.text))  # universal tags have one ADJ
        forms = fitting_words(doc, place) if plain else ()
        pairs = (form for form in forms if _is_ambiguous_form(form, penn[place]) and _has_tag(form, penn[place]))
        return tuple(dict.fromkeys([*pairs, *framed_words([one.text for one in doc.tokens], penn, place)]))

    def passing(self, asked: Sequence[tuple[WindowSpot, str]], verbs: Sequence[bool]) -> Iterator[bool]:
        passed = [reason is None for reason in refusals([GateCandidate(*one) for one in asked])]
        if self.gate == "balanced":
            refused = [index for index, good in enumerate(passed) if not good]
            near = _are_close_sisters([asked[index] for index in refused])
            for index, good in zip(refused, near):
                passed[index] = good
        return iter(passed)

    def options(self, doc: Doc, penn: Sequence[str], place: int) -> Sequence[str]:
        tag, tokens = penn[place], [token.text for token in doc.tokens]
        kind = _CLASS[tag]
        if kind not in self.classes:
            return ()
        if self.checked and sum(token[0].isalnum() for token in tokens) <= _FEW_WORDS:
            return ()
        if self.checked:
            return tuple(word for word in dict.fromkeys(_near_in_meaning(doc, place)) if _has_tag(word, tag))
        table = _table()[kind]
        if kind == "NN":
            thing = noun_slot(tokens, penn, place)
            return _formed(table.get(thing or "", ()), tag)
        if kind == "VB":
            return _formed(table[""], tag) if takes_object(tokens, penn, place) else ()
        if kind == "JJ":
            degree = adjective_slot(tokens, penn, place)
            return [word for word in table[""] if degree == "any" or word in _gradable()] if degree else ()
        return table.get(adverb_slot(tokens, penn, place) or "", ())


@register
@dataclass(frozen=True, kw_only=True)
class SwapPrefix(ClassSwap):
    """Replace the prefix of words with another prefix: *production* becomes *reduction*.

    The meaning may change, the tags do not. Counterparts such as *increase* and *decrease* replace each other in all
    contexts. Other words with the same stem need the gate.

    Source: TextFlint (Wang et al. 2021), section 3, "SwapPrefix".

    Example:
        >>> row = {"tokens": ["They", "exported", "the", "goods"], "pos_tags": ["PRP", "VBD", "DT", "NNS"]}
        >>> SwapPrefix(gate="off").preview_row(row)["tokens"]
        ['They', 'imported', 'the', 'goods']
    """

    rate: float = 1.0

    name = "swap-prefix"
    version = "4"
    seed_name = "SwapPrefix"
    choice = "words whose prefix can be replaced"

    def options(self, doc: Doc, penn: Sequence[str], place: int) -> Sequence[str]:
        tokens = [token.text for token in doc.tokens]
        tag, low = penn[place], tokens[place]
        kind = _CLASS[tag]
        if kind == "RB":
            return ()
        lemma = low if kind == "JJ" else next(iter(lemmas_of(low, tag)), "")
        group = _groups()[kind].get(lemma, ())
        if low in _counterparts() and _has_reason(tokens, place):
            return ()
        if not group or not (low in _counterparts() or _fits(kind, tokens, penn, place)):
            return ()
        return _formed(tuple(word for word in group if word != lemma), tag)


def _has_reason(tokens: Sequence[str], place: int) -> bool:
    """Whether a sentence says why something rises or falls: "increased, as many people came"."""
    low = [token.lower() for token in tokens]
    beside = any(one == "," and other == "as" for one, other in pairwise(low))
    return beside or low[place - 1 : place] == ["with"] or not REASONS.isdisjoint(low)


def _without_capital(tokens: Sequence[str], penn: Sequence[str]) -> list[str]:
    """The tokens, the first one in small letters where only its place gives it a capital."""
    first, *rest = tokens or [""]
    asks = bool(rest) and (rest[0] in SUBJECT_PRONOUNS or first in ("Will", "Would"))  # "Will you come?"
    common = (
        first.istitle() and first.isascii() and len(first) > 1 and (penn[0] != "AUX" or asks) and penn[0] in _FRAMED
    )
    return [first.lower() if common else first, *rest]


def _drawn(places: Sequence[_Place], wanted: int, rng: RowRandom) -> dict[int, str]:
    """The new words by the numbers of the tokens; none comes twice."""
    new: dict[int, str] = {}
    for number in sorted(rng.order(len(places)), key=lambda one: not places[one].content):
        found = places[number]
        word = next((one for one in found.words if one not in new.values()), None)
        if word is not None:
            new[found.place] = word
        if len(new) == wanted:
            break
    return new


def _passing(asked: Sequence[tuple[WindowSpot, str]], verbs: Sequence[bool], gate: str) -> Iterator[bool]:
    """Which new words are likely in their places and of those the closest to what stood there.

    A counterpart needs no likeness: "decrease" stands where "increase" stands.
    """
    counterparts = {one for one in asked if one[1] in _counterparts().get(one[0].word, ())}
    likely: dict[WindowSpot, list[tuple[float, str]]] = {}
    for one, (fit, gain) in zip(asked, fits(asked)):
        if one in counterparts or (gain >= _LEAST_GAIN and fit >= _LEAST_FIT):
            likely.setdefault(one[0], []).append((0.0 if one in counterparts else fit, one[1]))
    judged = [(spot, word) for spot, found in likely.items() for _, word in nlargest(_MOST_JUDGED, found)]
    levels = {spot: (_LEAST_SENSE_OF_VERBS if verb else _LEAST_SENSE)[gate] for (spot, _), verb in zip(asked, verbs)}
    passed = {
        one: 1.0 if one in counterparts else sense
        for one, (sense, calm) in zip(judged, states(judged))
        if calm >= REPLACED["calm"].least and (one in counterparts or sense >= levels[one[0]])
    }
    closest: dict[WindowSpot, float] = {}
    for (spot, _), sense in passed.items():
        closest[spot] = max(sense, closest.get(spot, 0.0))
    return (one in passed and passed[one] >= closest[one[0]] - _AS_CLOSE for one in asked)


def _near_in_meaning(doc: Doc, place: int) -> Iterator[str]:
    """Synonyms of any sense, and nouns of the same type, that have several parts of speech, in the form of a word."""
    token = doc.tokens[place]
    if is_fixed(token.text) or fixed_reason(doc, place) is not None or token.lemma in _OWN_FRAMES:
        return
    if place + 1 < len(doc.tokens) and doc.tokens[place + 1].text in THIRD_REFLEXIVES | {"-"}:
        return  # "cloaking himself in", "large - scale"
    for lemma in all_synonyms(token.lemma, _WORDNET_POS[token.pos]):
        form = inflected(lemma, token.tag, token.pos)
        if form is not None and form.isalpha() and lemma not in _OWN_FRAMES and is_ambiguous(lemma):
            yield form
    yield from (form for form in close_sisters(token.text, token.tag) if _is_ambiguous_form(form, token.tag))


def _are_close_sisters(asked: Sequence[tuple[WindowSpot, str]]) -> Iterator[bool]:
    """Which new words are nouns that can stand for the old one in nearly every sentence, though no synonyms in it."""
    for (spot, word), (fit, gain) in zip(asked, fits(asked)):
        old = spot.word.lower()
        close = word.lower() in (*close_sisters(old, "NN"), *close_sisters(old, "NNS"))
        yield close and fit >= _FIT_OF_SISTERS and gain >= _GAIN_OF_SISTERS


def _has_tag(form: str, tag: str) -> bool:
    """Whether a noun has exactly this tag, as other words have by their form: "police" is plural, "plenty" singular."""
    tags = tags_of(form)
    if tag == "NN":
        return form not in _PLURALS and (not tags or "NN" in tags)
    return tag != "NNS" or form in _PLURALS or form.endswith("s") or (bool(tags) and "NN" not in tags)


def _is_ambiguous_form(form: str, tag: str) -> bool:
    """Whether the lemma of a form has several parts of speech."""
    return is_ambiguous(next(iter(lemmas_of(form, tag)), form))


def _fits(kind: str, tokens: Sequence[str], penn: Sequence[str], place: int) -> bool:
    if kind == "NN":
        return noun_slot(tokens, penn, place) is not None
    return takes_object(tokens, penn, place) if kind == "VB" else adjective_slot(tokens, penn, place) is not None


def _may_change(token: str, tag: str) -> bool:
    """Whether a token is a plain word in small letters that the dictionary lets have its tag."""
    if tag not in _CLASS or not (token.isascii() and token.isalpha() and token.islower() and len(token) > 2):
        return False
    known = tags_of(token)
    if tag in ("JJ", "RB") and not known.isdisjoint(_COMPARED):
        return False  # universal tags do not tell "larger" from "large"
    return tag in known or (tag == "VBD" and "VBN" in known)


@lru_cache(maxsize=4096)
def _formed(words: Sequence[str], tag: str) -> tuple[str, ...]:
    """Words in the form for a tag; those without one are left out."""
    if tag in ("NN", "JJ", "RB"):
        return tuple(words)
    if tag[:2] == "VB":
        return tuple(forms[0] for word in words if (forms := verb_forms(word, tag)))
    return tuple(_plural(word) for word in words)


@cache
def _gradable() -> frozenset[str]:
    """Adjectives with degrees: "very calm"."""
    return frozenset(lexicon("word_classes")["gradable"].split())


@cache
def _plural(word: str) -> str:
    from hf_robust.language.english.lemminflect_forms import getInflection

    return getInflection(word, "NNS")[0]


@cache
def _table() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Words of several classes by class, and by what else decides."""
    table = lexicon("word_classes")["several"]
    return {
        kind: {key: tuple(words.split()) for key, words in (found if isinstance(found, dict) else {"": found}).items()}
        for kind, found in table.items()
    }


@cache
def _groups() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """For each word with a prefix all words with its stem; its counterparts alone where it has some."""
    table = lexicon("word_classes")
    pairs = {kind: {groups: groups for groups in table["counterparts"][kind]} for kind in table["counterparts"]}
    return {kind: dict(_by_word({**groups, **pairs[kind]})) for kind, groups in table["stems"].items()}


@cache
def _counterparts() -> Mapping[str, frozenset[str]]:
    """For each form of a word the same form of those that stand where it stands."""
    found: dict[str, frozenset[str]] = {}
    for kind, groups in lexicon("word_classes")["counterparts"].items():
        for group in groups:
            for tag in (tag for tag, own in _CLASS.items() if own == kind):
                forms = frozenset(_formed(tuple(group.split()), tag))
                found |= {form: found.get(form, frozenset()) | forms for form in forms}
    return found


def _by_word(groups: Mapping[str, str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for words in groups.values():
        listed = tuple(words.split())
        for word in listed:
            yield word, listed
