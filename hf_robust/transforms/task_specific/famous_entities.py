"""Transformations for sentiment classification that turn on people and films which a text names."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.errors import NotApplicable
from hf_robust.core.files import sha256
from hf_robust.core.randomness import RowRandom
from hf_robust.core.word_bounds import find_words
from hf_robust.language.english.articles import with_articles
from hf_robust.language.english.closed_classes import (
    ANY_SOME_NO,
    ARTICLES,
    DEMONSTRATIVES,
    DISTRIBUTIVES,
)
from hf_robust.language.famous_deeds import is_known_for, years_of
from hf_robust.language.famous_dishes import is_kind_of, is_plural, numbers_of, parts_of_dish
from hf_robust.language.famous_films import are_alike_films, has_its_director, is_cast, is_told_of
from hf_robust.language.famous_mentions import (
    also_short,
    fits_only,
    is_of_studio,
    is_same,
    is_sure,
    is_written_otherwise,
)
from hf_robust.language.famous_names import (
    KINDS,
    Famous,
    FamousMention,
    NameTable,
    bare_mentions,
    credit,
    known_names,
    read_names,
    spellings,
)
from hf_robust.language.famous_people import are_alike, is_adult_with
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import SENTIMENT
from hf_robust.transforms.base import Transformation, preserves, register
from hf_robust.transforms.task_specific.famous_surroundings import (
    COMMON_FOODS,
    HOME_PLACES,
    can_go,
    is_address,
    is_meant_place,
    is_only,
    stands_free,
)

_KINDS = ("all", "both", *KINDS)
_PLAIN_TITLE = re.compile(r"[A-Z][\w'&. -]*\w")
_TRIES = 200  # draws until an entry of the same kind and gender comes; after them the text stays
_FAR = 40  # characters beside a name in which the words next to it are looked for, longer than two English words
_TELLING = 4  # letters of a part of a name by which readers know the person
_PARTED = re.compile(r"\b[A-Z][a-z]+(?= ?\([^()]*\) ?[A-Z][a-z])")  # "John (Watcher in the Woods) Hough"
_DETERMINERS = DEMONSTRATIVES | ARTICLES | DISTRIBUTIVES | ANY_SOME_NO | {"another"}
_NOUNS = frozenset(
    "film films movie movies flick flicks fan fans picture pictures vehicle vehicles comedy comedies thriller role "
    "character characters performance script style biopic impression impersonation type lookalike wannabe".split()
)


@dataclass(frozen=True, kw_only=True)
class _Named(Transformation):
    """Base of those that read a table of names.

    Args:
        kind: Which names count: ``all``, ``both`` (people and films), ``person``, ``film``, ``place``, ``business``,
            ``product``, ``character`` or ``dish``.
        table: A file of names instead of the project's own: ``.csv`` or ``.tsv`` with a header, or ``.json``, with the
            fields ``name`` and ``summary`` and, where known, ``kind``, ``gender`` and ``role``.
    """

    kind: str = "all"
    table: str | None = None

    def __post_init__(self) -> None:
        self._require_choice("kind", _KINDS)
        self._require(
            self.table is None or (isinstance(self.table, str) and self.table != ""), "table", "a file or None"
        )
        if self.table is not None:
            read_names(self.table)  # a mistake in it is found before any work starts

    def names(self) -> NameTable:
        """The table."""
        return known_names() if self.table is None else read_names(self.table)

    def mentions(self, doc: Doc) -> list[FamousMention]:
        """The names in a text that may be touched.

        Raises:
            NotApplicable: When there are none.
        """
        found = [
            mention
            for mention in self.names().find(doc)
            if self._counts(mention.entry.kind) and doc.is_free(mention.start, mention.end)
        ]
        if not found:
            what = {"all": "name", "both": "person or film"}.get(self.kind, self.kind)
            raise NotApplicable(f"the text has no {what} from the bundled list")
        return found

    def _counts(self, kind: str) -> bool:
        return self.kind == "all" or kind in ("", self.kind) or (self.kind == "both" and kind in ("person", "film"))

    def __getstate__(self) -> dict[str, Any]:
        # the content of the file decides what comes out, not its name
        read = {} if self.table is None else {"__table__": sha256(Path(self.table))[:16]}
        return {**super().__getstate__(), **read}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__({name: value for name, value in state.items() if name != "__table__"})


@register
@dataclass(frozen=True, kw_only=True)
class AddSummary(_Named):
    """Insert a neutral description in brackets after a known name: a person, film, place, business, product or dish.

    After a person who stands alone in brackets, the description follows a comma.

    Args:
        most: Maximum number of names that get a description. Each is inserted at the first mention.

    Source: TextFlint (Wang et al. 2021), section 3, "AddSum".

    Example:
        >>> AddSummary().preview("We saw Tom Hanks again.")
        'We saw Tom Hanks (an American actor born in 1956) again.'
        >>> AddSummary().preview("The spy (Tom Hanks) left.")
        'The spy (Tom Hanks, an American actor born in 1956) left.'
    """

    most: int = 1

    name = "add-summary"
    version = "6"
    level = "sentence"
    linguistics = "pragmatics"
    seed_name = "AddSum"
    choice = "names of known people, films, places, businesses or dishes"
    effects = preserves(SENTIMENT)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require_whole("most")

    def edits(self, doc: Doc, rng: RowRandom) -> Sequence[Edit]:
        first: dict[Famous, tuple[int, str, FamousMention]] = {}
        seen = set[Famous]()
        mentions = self.mentions(doc)
        about = {doc.text[a:b].lower() for a, b in doc.words}
        apart = doc.bounds is not None or re.search(r"\w [.,!?](?:\s|\Z)", doc.text) is not None
        brackets, comma = (" ( {} )", " , {}") if apart else (" ({})", ", {}")
        for mention in mentions:
            skipped = mention.entry in seen or _is_known_by_part(doc, mention)
            skipped = skipped or (mention.entry.kind == "film" and fits_only(doc.text, mention, about))
            seen.add(mention.entry)
            if skipped or mention.entry.role in COMMON_FOODS or not is_sure(doc.text, mention, about):
                continue
            place = _place_after(doc, mention)
            if place is not None:
                first[mention.entry] = (place, brackets, mention)
            elif _is_alone_in_brackets(doc.text, mention):
                first[mention.entry] = (mention.end, comma, mention)
        if not first:
            raise NotApplicable("a description cannot be inserted after any name of the text")
        chosen = rng.sample(list(first.values()), min(self.most, len(first)))
        said = [(place, form.format(_as_text(doc, rng.choice(one.entry.summaries)))) for place, form, one in chosen]
        return [Edit(place, place, words) for place, words in sorted(said)]


def _is_known_by_part(doc: Doc, mention: FamousMention) -> bool:
    """Whether a text has the surname of a person before the whole name."""
    parts = mention.entry.name.split()
    if mention.entry.kind != "person" or len(parts) < 2:
        return False
    spans = [(mention.start, mention.end)]
    return any(start < mention.start for start, _ in bare_mentions(doc, parts[-1], spans))


def _as_text(doc: Doc, words: str) -> str:
    """Words in lower case in a text in lower case."""
    return words.lower() if doc.text == doc.text.lower() else words


def _is_alone_in_brackets(text: str, mention: FamousMention) -> bool:
    """Whether a person stands alone in brackets, so that a comma leads to the description: "a spy (Tom Hanks)"."""
    before, after = text[: mention.start].rstrip()[-1:], text[mention.end :].lstrip()[:1]
    return mention.entry.kind in ("person", "") and before == "(" and after == ")"


def _place_after(doc: Doc, mention: FamousMention) -> int | None:
    """Where a remark on a name stands, behind a quotation mark; None before "'s" and where a bracket stands."""
    text, place = doc.text, mention.end
    if re.match(r"[,.](?:''|[\"”’'])", text[place:]):
        return None  # "the film 'Alien,' which I saw"
    closing = re.match(r"\s?(?:''|[\"”’'])(?![\w])", text[place:])
    if closing is not None and text[: mention.start].rstrip()[-1:] in tuple("\"“‘'`"):
        place += closing.end()
    after = text[place:].lstrip()
    if (
        after[:1] in ("(", "[")
        or re.match(r"(?:'s|’s|'|’)(?:\s|\Z|\w)", after)
        or text[: mention.start].count("(") != text[: mention.start].count(")")
    ):
        return None
    if mention.entry.kind not in ("person", "film", "") and not stands_free(text, mention.start, place):
        return None
    return None if _modifies(text, mention.start, place) else place


def _modifies(text: str, start: int, stop: int) -> bool:
    """Whether a name stands before a noun: "a Woody Allen film", "every Adam Sandler fan"."""
    after = find_words(text[stop : stop + _FAR])[:1]
    if not after or text[stop : stop + after[0][0]].strip():
        return False
    word = text[stop + after[0][0] : stop + after[0][1]].lower()
    if word in lexicon("stop_words"):
        return False
    if word.endswith("s") and is_only(word, ("NNS",)):
        return True  # "Stephen King stories"
    before = [
        text[max(0, start - _FAR) : start][a:b].lower() for a, b in find_words(text[max(0, start - _FAR) : start])
    ]
    return word in _NOUNS or not _DETERMINERS.isdisjoint(before[-3:])


@register
@dataclass(frozen=True, kw_only=True)
class SwapSpecialEntity(_Named):
    """Replace all mentions of a person, film, place, business, product or dish with another one from a bundled list.

    Of several names, a person changes first, then a place, business, product or dish, then a film or a character. If
    names overlap, the longest one is used. A person becomes one of the same gender, profession and generation, also if
    the text has only the surname or the first name; a film becomes one of the same kind and time. A title of one word
    is recognized only in quotation marks or next to a word such as "film". A name does not change if a part of it would
    remain in the text. A title next to the director, the year or an actor of the film does not change, and neither does
    that person. A dish of which the text names parts, or a city of which it names sights or dishes, does not change,
    and neither does a person of whom it tells what few others do or made, such as singing, or a style.

    Args:
        most: Maximum number of names that change.

    Source: TextFlint (Wang et al. 2021), section 3, "SwapSpecialEnt".

    Example:
        >>> SwapSpecialEntity(kind="person").preview("I like Tom Hanks. Hanks is fine.", seed=4)
        'I like Ethan Hawke. Hawke is fine.'
    """

    most: int = 1

    name = "swap-special-entity"
    version = "9"
    level = "word"
    linguistics = "paradigmatic"
    seed_name = "SwapSpecialEnt"
    choice = "names of known people, films, places, businesses or dishes"
    effects = preserves(SENTIMENT)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require_whole("most")

    def edits(self, doc: Doc, rng: RowRandom) -> Sequence[Edit]:
        mentions = self.mentions(doc)
        free = list(dict.fromkeys(one.entry for one in mentions))
        kept = self._kept(doc, mentions)
        spared = [(mention.start, mention.end) for mention in mentions]
        spared += [found.span() for found in _PARTED.finditer(doc.text)]
        parts = [part for old in free for part in (old.name.split()[0], old.name.split()[-1])]
        shared = {part for part in parts if parts.count(part) > 1}
        beside = [credit(doc.text, one.start, one.end) for one in self.names().find(doc) if one.entry.kind == "film"]
        new: dict[Famous, Famous] = {}
        lacking, edits = False, list[Edit]()
        for old in sorted(rng.sample(free, len(free)), key=_order):
            if old in kept or old in new or len(set(new.values())) == self.most:
                continue
            other = self._other(old, doc.text.lower(), set(new.values()), rng.fork(free.index(old)))
            if other is None:
                lacking = True
                continue
            changed = [one for one in free if one == old or is_same(one, old)]
            own = [_swapped(doc, one, other) for one in mentions if one.entry in changed]
            if old.kind == "person":
                own += _of_parts(doc, old.name, other.name, spared, shared)
            if not (_is_credited(own, beside) or _is_left(doc.text, old, other, own, spared)):
                new |= dict.fromkeys(changed, other)
                edits += own
        if not edits:
            if lacking:
                raise NotApplicable("the list has no other name of this kind that would fit")
            raise NotApplicable("the text says more of the names than can be changed")
        return with_articles(doc, sorted(edits))

    def _kept(self, doc: Doc, mentions: Sequence[FamousMention]) -> set[Famous]:
        """The names of a text of which it says something that another one does not have."""
        text = doc.text
        about = {text[a:b].lower() for a, b in doc.words}
        kept = {one.entry for one in mentions if not can_go(text, one, about)} | also_short(doc, mentions)
        kept |= {one.entry for one in mentions if fits_only(text, one, about) or is_written_otherwise(one.entry, about)}
        meant = {one.entry for one in mentions if is_meant_place(text, one, about)}
        kept |= {one.entry for one in mentions if one.entry.kind == "place" and one.entry not in meant}
        films = [one for one in mentions if one.entry.kind == "film"]
        names = [one.entry for one in films]
        kept |= {
            one.entry
            for one in films
            if is_of_studio(text, mentions, one)
            or is_told_of(text, one)
            or has_its_director(text, one.entry)
            or names.count(one.entry) > 1
        }
        found = self.names().find(doc)
        kept |= {one.entry for one in mentions if one.entry.kind == "person" and is_cast(text, one, found, about)}
        people = [one for one in mentions if one.entry.kind == "person" or one.entry.role == "author"]
        kept |= {one.entry for one in people if is_known_for(text, one)}
        kept |= {one.entry for pair in pairwise(mentions) if is_address(text, *pair) for one in pair}
        here = {one.entry for one in mentions if one.entry.role in HOME_PLACES}
        if not here.isdisjoint(kept):  # "the university of Pittsburgh in Oakland"
            kept |= here
        kept |= {one.entry for one in mentions if any(is_same(one.entry, other) for other in kept)}
        brands = " ".join(one.entry.name for one in mentions if one.entry.kind == "business").lower()
        kept |= {one.entry for one in mentions if one.entry.kind == "dish" and one.entry.name in brands}
        kept |= {one.entry for one in mentions if any(is_kind_of(one.entry, other.entry) for other in mentions)}
        return kept

    def _other(self, entry: Famous, text: str, taken: set[Famous], rng: RowRandom) -> Famous | None:
        """Another entry that may stand for one, and that the text does not have."""
        entries = self.names().of_group(entry)
        years = years_of(text)
        meats = {one.name for one in self.names().entries if one.role == "meat"} if entry.kind == "dish" else set()
        for _ in range(_TRIES):
            other = entries[rng.randrange(len(entries))]
            parts = other.name.lower().split()
            used = any(not set(parts).isdisjoint(one.name.lower().split()) for one in taken if one.kind == "dish")
            free = other not in taken and not used and parts[0] not in text
            if entry.kind == "dish" and any(part.rstrip("s") in text for part in parts if len(part) >= _TELLING):
                continue  # "the curry" beside another curry
            if other.name == "pork" and not _NO_PORK.isdisjoint(text.split()):
                continue
            if (
                entry.role not in ("meat", "chicken snack")
                and not meats.isdisjoint(parts)
                and meats.isdisjoint(entry.name.split())
            ):
                continue  # "chicken korma" would not go on "with lamb"
            if free and _may_replace(other, entry) and other.name.lower() not in text:
                if entry.kind == "person" and not is_adult_with(other, entry, years):
                    continue
                return other
        return None


_NO_PORK = frozenset("falafel gyro gyros halal hummus kebab kebabs kosher lamb shawarma".split())


def _order(entry: Famous) -> int:
    """The place of an entry in the order in which names change: the later, the more a text tells of it."""
    if entry.kind in ("character", "film"):
        return 3
    if entry.role in COMMON_FOODS:
        return 2
    return int(entry.kind not in ("person", ""))


def _may_replace(other: Famous, entry: Famous) -> bool:
    if (
        entry.unique
        or other.unique
        or other == entry
        or (other.kind, other.gender, other.role) != (entry.kind, entry.gender, entry.role)
    ):
        return False
    if is_same(entry, other):
        return False
    if entry.kind not in ("person", "film"):
        same = not set(other.summaries).isdisjoint(entry.summaries)  # "wings" and "chicken wings"
        return (entry.kind != "dish" or is_plural(entry) == is_plural(other)) and not same
    if entry.kind != "film":
        # as many parts, so that surnames and first names answer each other
        return are_alike(entry, other) and (len(other.name.split()) == 2 or len(entry.name.split()) != 2)
    return _PLAIN_TITLE.fullmatch(other.name) is not None and are_alike_films(entry, other)


def _is_credited(edits: Sequence[Edit], beside: Sequence[Offsets | None]) -> bool:
    """Whether a name that would change is that of a film with its maker or year beside it, or of that maker."""
    return any(one and (edit.end == one[0] or edit.start == one[1]) for edit in edits for one in beside)


def _is_left(text: str, old: Famous, new: Famous, edits: Sequence[Edit], spared: Sequence[Offsets]) -> bool:
    """Whether something of a name would stand in a text after the edits."""
    seen = [*((edit.start, edit.end) for edit in edits), *spared]
    known = [old.name, *numbers_of(old.name)] if old.kind == "dish" else [old.name]
    if old.kind == "person":
        parts = set(old.name.split()) - set(new.name.split())
        telling = [part for part in parts if sum(map(str.isalpha, part)) >= _TELLING]
        known += [*telling, *(f"{part}s" for part in telling)]  # "Washingtons accent"
    places = [start for part in known for start, _ in spellings(text, part)]
    if old.kind == "dish":
        places += parts_of_dish(text, old)
    return any(not any(first <= start < last for first, last in seen) for start in places)


def _swapped(doc: Doc, mention: FamousMention, new: Famous) -> Edit:
    """The edit of one mention; "Thewlis' hair" becomes "Law's hair"."""
    return _owning(doc, mention.start, mention.end, _as_written(doc, doc.text[mention.start : mention.end], new))


def _owning(doc: Doc, start: int, end: int, written: str) -> Edit:
    """The edit that puts a name in the place of another one, with "'s" for the mark behind an "s"."""
    mark = doc.text[end : end + 1]
    owner = mark in ("'", "’") and doc.text[end + 1 : end + 2] == " " and doc.text[end - 1] == "s"
    if owner and written[-1] not in "sS" and doc.text[start - 1 : start] not in ("'", "‘"):
        return Edit(start, end + 1, f"{written}{mark}s")
    return Edit(start, end, written)


def _as_written(doc: Doc, old: str, new: Famous) -> str:
    if new.kind == "dish":
        return new.name[:1].upper() + new.name[1:] if old[:1].isupper() else new.name
    return new.name.upper() if old.isupper() and " " in old else _as_text(doc, new.name)


def _of_parts(doc: Doc, old: str, new: str, spared: Sequence[Offsets], shared: Collection[str]) -> Iterator[Edit]:
    """Edits of the surname or the first name alone, where no other person of the text has it."""
    olds, news = old.split(), new.split()
    if len(olds) < 2 or len(news) < 2 or olds[-1] == "Jr.":
        return
    for part, other in ((olds[-1], news[-1]), (olds[0], news[0])):
        if part not in shared:
            for start, end in bare_mentions(doc, part, spared):
                if doc.is_free(start, end):
                    yield _owning(doc, start, end, _as_text(doc, other))
