"""Names of people, organizations and places replaced by others of their type."""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b

from hf_robust.core.column_edits import EditColumns
from hf_robust.core.doc import Doc, Span
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.randomness import Draws, RowRandom
from hf_robust.language.annotated_texts import AnnotatedTexts
from hf_robust.language.english.articles import with_articles
from hf_robust.language.english.places import demonyms, fits_anywhere, is_doubtful, place_edits, place_names, places
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import ABSA, HATE_SPEECH, POS, SENTIMENT, TEXT_CLASSIFICATION
from hf_robust.transforms.annotated_words import edits_of_annotated
from hf_robust.transforms.base import Transformation, preserves, register

TYPES = ("person", "organisation", "place")
# labels of spaCy's pipelines and of the usual corpora
KINDS = {"PERSON": "person", "PER": "person", "ORG": "organisation", "GPE": "place", "LOC": "place"}

# what stands before a name and is no part of it
TITLES = frozenset(
    "admiral aunt brother captain chancellor coach colonel count dame director doctor dr dr. emperor empress "
    "father general gov. governor imam judge justice king lady lieutenant lord madam major mayor minister miss "
    "mister mother mr mr. mrs mrs. ms ms. pope president prince princess prof. professor queen rabbi rep. saint "
    "sen. senator sergeant sheik sheikh sheriff sir sister st. uncle".split()
)

_POSSESSIVE = re.compile(r"\s?['’]s?\Z")  # some corpora count it as part of the name


@register
@dataclass(frozen=True, kw_only=True)
class NamedEntity(Transformation):
    """Person, organization and place mentions become others of their type, with as many tokens or more.

    A name that is mentioned twice becomes the same other name twice.

    Args:
        types: Which of ``person``, ``organisation``, ``place`` are replaced.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "SwapNamedEnt".

    Example:
        >>> doc = Doc.tagged("Anna/PROPN left/VERB Oslo/PROPN", {"Anna": "PERSON", "Oslo": "GPE"})
        >>> NamedEntity(types=("place",)).preview(doc, seed=6)
        'Anna left Prague'
    """

    types: tuple[str, ...] = TYPES

    name = "named-entity"
    version = "3"
    level = "word"
    linguistics = "paradigmatic"
    seed_name = "SwapNamedEnt"
    needs = frozenset({"ent", "pos"})
    effects = preserves(TEXT_CLASSIFICATION, SENTIMENT, HATE_SPEECH, ABSA, POS)

    def __post_init__(self) -> None:
        # a list from JSON or YAML is as good
        listed = (self.types,) if isinstance(self.types, str) else self.types
        right = isinstance(listed, (tuple, list)) and bool(listed) and all(name in TYPES for name in listed)
        self._require(right, "types", f"some of {', '.join(TYPES)}")
        object.__setattr__(self, "types", tuple(listed))

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        return with_articles(doc, list(self._swaps(doc, rng)))

    def edits_annotated(self, texts: AnnotatedTexts, draws: Draws) -> EditColumns | None:
        return edits_of_annotated(self.edits, texts, draws, texts.with_entities(KINDS))

    def _swaps(self, doc: Doc, rng: RowRandom) -> Iterator[Edit]:
        chosen: dict[str, str] = {}
        parts: dict[str, str] = {}  # "Smith" after "Anna Smith"
        at = 0
        for span in doc.entities:
            kind = _kind(doc.text, span)
            if kind not in self.types or span.start < at:
                continue
            start, end = _core(doc.text, span, kind)
            old = doc.text[start:end]
            if not _is_name(doc, span, old) or not doc.is_free(start, end):
                continue
            key = place_names().get(old.lower()) or old.lower()  # "U.S." and "United States" are one
            if key not in chosen:
                chosen[key] = parts.get(key) or _other(kind, key, rng, {*chosen, *map(str.lower, chosen.values())})
                words, others = key.split(), chosen[key].split()
                if kind == "person" and len(words) == len(others):
                    parts.update(zip(words, others, strict=True))
            new = chosen[key].lower() if old.islower() else chosen[key]
            if old.isupper() and len(old) > 4:
                new = new.upper()
            edits = place_edits(doc, start, end, new) if kind == "place" else [Edit(start, end, new)]
            yield from (edit for edit in edits if edit.start >= at)
            at = end


def _other(kind: str, old: str, rng: RowRandom, taken: set[str]) -> str:
    """Another name for one in lower case; two different names of the text never become the same one."""
    size = max(1, len(old.split()))
    if kind == "person":
        return _person(old, size, rng, {word for name in taken for word in name.split()})
    return _drawn(_names(kind, old, min(size, 3)), {old, *taken}, rng)


def _drawn(names: Sequence[str], taken: Collection[str], rng: RowRandom) -> str:
    """A name whose lower case is not taken, if there is one."""
    for _ in range(4):  # nearly always the first draw will do; the scan is for the rest
        name = rng.choice(names)
        if name.lower() not in taken:
            return name
    return rng.choice([name for name in names if name.lower() not in taken] or names)


def _kind(text: str, span: Span) -> str | None:
    """The type of an entity; a recognizer takes a listed place for a person at times."""
    kind = KINDS.get(span.label)
    return "place" if kind == "person" and is_no_person(text[span.start : span.end].lower()) else kind


def is_no_person(name: str) -> bool:
    """Whether a name in lower case is that of a place, and neither a given name nor a surname.

    Example:
        >>> is_no_person("scandinavia"), is_no_person("sydney"), is_no_person("washington")
        (True, False, False)
    """
    listed = bool(place_names().get(name)) and not is_doubtful(name)
    return listed and name not in genders_of_names() and name not in surnames()


def _core(text: str, span: Span, kind: str) -> Offsets:
    """The name alone: no possessive, no title of a person, no article of a place."""
    start, old = span.start, _POSSESSIVE.sub("", text[span.start : span.end])
    while True:
        head, blank, rest = old.partition(" ")
        dropped = head.lower() in TITLES if kind == "person" else kind == "place" and head.lower() == "the"
        if not dropped or not rest[:1].isalnum():
            return start, start + len(old)
        start += len(head) + len(blank)
        old = rest


def _is_name(doc: Doc, span: Span, old: str) -> bool:
    """A recognizer also marks "somebody", "President" and "Siberian"; a name has a proper noun in it."""
    low = old.lower()
    if low in TITLES or low in demonyms() or not any(c.isalpha() for c in old):
        return False
    if old == low and not doc.text.islower():  # a word that was taken for a name
        return False
    first = doc.token_at(span.start)
    last = doc.token_at(span.end)
    return any(token.pos == "PROPN" for token in doc.tokens[first:last])


def _names(kind: str, old: str, size: int) -> Sequence[str]:
    """Names of as many tokens, else of more; a country for a country, a city for what is not listed."""
    if kind == "organisation":
        return _of_size("organisations", size)
    known = places().get(old)
    return _of_size(known.group if known else "cities", size)


@cache
def _of_size(group: str, size: int) -> Sequence[str]:
    names = _group(group)
    exact = tuple(name for name in names if len(name.split()) == size)
    return exact if len(exact) > 1 else tuple(name for name in names if len(name.split()) >= size)


@cache
def _group(group: str) -> Sequence[str]:
    if group == "organisations":
        return lexicon("entities")["ORG"]
    return tuple(place.name for place in places().values() if place.group == group and fits_anywhere(place))


@cache
def genders_of_names() -> Mapping[str, str]:
    """``female``, ``male`` or ``unisex`` by given name in lower case.

    Example:
        >>> genders_of_names()["anna"]
        'female'
    """
    table = lexicon("entities")["PERSON"]
    return {name.lower(): kind for kind in ("unisex", "female", "male") for name in table[f"first_{kind}"]}


def _person(old: str, size: int, rng: RowRandom, taken: set[str]) -> str:
    """A first name for one token, first name and surname for two, an initial between for more."""
    table = lexicon("entities")["PERSON"]
    words = old.split()
    gender = genders_of_names().get(words[0])
    if gender is not None:
        firsts: Sequence[str] = table[f"first_{gender}"]
    elif size == 1:
        firsts = table["surnames"]  # one unknown word is most often a surname
    else:
        firsts = table["first_female" if rng.random() < 0.5 else "first_male"]
    taken = taken.union(words)
    first = _drawn(firsts, taken, rng)
    if size == 1:
        return first
    surname = _drawn(table["surnames"], taken, rng)
    middle = [rng.choice("ABCDEFGHJKLMNPRSTW") + "." for _ in range(size - 2)]
    return " ".join([first, *middle, surname])


@cache
def surnames() -> frozenset[str]:
    """The listed surnames in lower case."""
    return frozenset(name.lower() for name in lexicon("entities")["PERSON"]["surnames"])


def is_person(entity: Span | None) -> bool:
    """Whether an entity is a person."""
    return entity is not None and KINDS.get(entity.label) == "person"


def entity_at(doc: Doc, start: int, end: int) -> Span | None:
    """The entity that covers some of these characters, the first if there are more."""
    place = bisect_right(doc.entities, start, key=lambda span: span.end)
    found = doc.entities[place : place + 1]
    return found[0] if found and found[0].start < end else None


def shuffled(names: Iterable[str]) -> tuple[str, ...]:
    """Names in an order that says nothing about them and is the same everywhere."""
    return tuple(sorted(names, key=lambda name: blake2b(name.encode(), digest_size=8).digest()))


def one_to_one(
    table: Mapping[str, tuple[Sequence[str], int]], olds: Iterable[str], taken: Iterable[str]
) -> dict[str, str]:
    """A new name for each old one, the same in every text unless that one is taken.

    Args:
        table: By old name, what it may become and where among them its own stands.
        olds: The old names, in lower case.
        taken: Names that must not come in, in lower case.

    Returns:
        New name by old; an old one is absent when all that it may become is taken.

    Example:
        >>> one_to_one({"oslo": (("Cairo", "Lagos"), 0), "rome": (("Cairo", "Lagos"), 0)}, ["oslo", "rome"], ())
        {'oslo': 'Cairo', 'rome': 'Lagos'}
    """
    used = set(taken)
    chosen: dict[str, str] = {}
    for old in sorted(olds):
        pool, place = table[old]
        order = (pool[(place + step) % len(pool)] for step in range(len(pool)))
        new = next((name for name in order if name.lower() not in used), None)
        if new is not None:
            used.add(new.lower())
            chosen[old] = new
    return chosen
