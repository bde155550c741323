"""Slots of templates: how they are written, and what may stand in them.

Source: Ribeiro, Wu, Guestrin and Singh 2020, Beyond Accuracy: Behavioral Testing of NLP Models with CheckList,
section 3.3 (templates and lexicons).
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import NamedTuple, Protocol

from hf_robust.core.errors import UnknownNameError, UsageError
from hf_robust.language.english.articles import article
from hf_robust.language.lexicons import lexicon

Filler = str | Mapping[str, str]
_FIELD = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_SLOT = re.compile(r"(?:(a|A|cap):)?([A-Za-z_]\w*)(?:\.([A-Za-z_]\w*))?")
# "in the Hague", "from the Bahamas": no plain filler
_WITH_ARTICLE = frozenset(
    (
        *("Bahamas", "Congo", "Gambia", "Hague", "Maldives", "Netherlands", "Philippines", "Seychelles", "UAE", "UK"),
        *("US", "USA", "Central African Republic", "Cook Islands", "Czech Republic", "Dominican Republic"),
        *("Ivory Coast", "Marshall Islands", "Solomon Islands", "United Arab Emirates", "United Kingdom"),
        "United States",
    )
)
_WRITTEN = "{name}, {name1}, {name.part}, {a:name}, {A:name} or {cap:name}; a brace of the text is written {{ or }}"


class Slot(NamedTuple):
    """A place of a template.

    Args:
        name: As written, with its number: ``name1``.
        attribute: Which part of a filler that has several; empty for the whole.
        form: ``a``: with its article; ``A``: with its article, capital; ``cap``: capital; empty: as it is.
    """

    name: str
    attribute: str = ""
    form: str = ""

    def write(self, filler: Filler) -> str:
        """What stands in the text.

        Raises:
            UsageError: The filler has no such attribute, or has attributes where none is asked for.

        Example:
            >>> Slot("person", "name").write({"name": "Ada"}), Slot("adj", form="A").write("old")
            ('Ada', 'An old')
        """
        text = self._part(filler)
        if self.form in ("a", "A"):
            text = f"{article(text)} {text}"
        return text[:1].upper() + text[1:] if self.form in ("A", "cap") else text

    def _part(self, filler: Filler) -> str:
        """The filler, or the one of its attributes that is asked for."""
        if isinstance(filler, str):
            if self.attribute:
                raise UsageError(f"slot {{{self}}}: expected attributes, found the text {filler!r}")
            return filler
        if not self.attribute:
            raise UsageError(f"slot {{{self}}}: expected a text, found attributes {', '.join(filler)}")
        if self.attribute not in filler:
            raise UsageError(f"slot {{{self}}}: unknown attribute; the filler has {', '.join(filler)}")
        return filler[self.attribute]

    def __str__(self) -> str:
        return self.name + (f".{self.attribute}" if self.attribute else "")


Parts = tuple[str | Slot, ...]


def parse(text: str) -> Parts:
    """Cut a template into plain texts and slots.

    Raises:
        UsageError: A brace without its partner, or something that is no slot between two.

    Example:
        >>> parse("{A:adj} film by {name1}")
        (Slot(name='adj', attribute='', form='A'), ' film by ', Slot(name='name1', attribute='', form=''))
    """
    parts: list[str | Slot] = []
    plain, at = "", 0
    for found in _FIELD.finditer(text):
        plain += text[at : found.start()]
        at = found.end()
        if found.group() in ("{{", "}}"):
            plain += found.group()[0]
            continue
        if found.group(1) is None:
            raise UsageError(
                f"unbalanced {found.group()!r} at character {found.start() + 1} of {text!r}; a slot is "
                f"written {_WRITTEN}"
            )
        slot = _SLOT.fullmatch(found.group(1).strip())
        if slot is None:
            raise UsageError(f"{found.group()!r} in {text!r} is no slot; expected {_WRITTEN}")
        parts += [plain, Slot(slot[2], slot[3] or "", slot[1] or "")]
        plain = ""
    return tuple(part for part in (*parts, plain + text[at:]) if part != "")


def base_of(name: str, known: Mapping[str, object]) -> str:
    """The fillers that a slot draws from: its own, or without its number those of several that differ.

    Example:
        >>> base_of("name2", {"name": ()}), base_of("b52", {"b52": ()})
        ('name', 'b52')
    """
    return name if name in known else name.rstrip("0123456789")


class Nested(Protocol):
    """What a filler is that holds slots itself: a template."""

    size: int

    def fill(self, index: int) -> str:
        """One of its texts."""


class SlotPool:
    """The fillers of a slot, one after the other: texts, texts with attributes, or templates with all their texts.

    Args:
        name: Of the slot.
        fillers: What may stand there.

    Example:
        >>> pool = SlotPool("adj", ["old", "new"])
        >>> pool.size, pool[1]
        (2, 'new')
    """

    def __init__(self, name: str, fillers: Sequence["Filler | Nested"]):
        if not fillers:
            raise UsageError(f"slot {{{name}}} has no fillers; expected at least one")
        self.fillers = list(fillers)
        self._ends: list[int] = []
        for filler in self.fillers:
            self._ends.append((self._ends[-1] if self._ends else 0) + getattr(filler, "size", 1))

    @property
    def size(self) -> int:
        """How many fillers there are, those of nested templates counted."""
        return self._ends[-1]

    def __getitem__(self, index: int) -> Filler:
        place = bisect_right(self._ends, index)
        filler = self.fillers[place]
        if isinstance(filler, str | Mapping):
            return filler
        return filler.fill(index - (self._ends[place - 1] if place else 0))


def _full_names() -> tuple[str, ...]:
    """A surname for each of some first names, both walked through at their own pace."""
    first, last = word_list("first names"), word_list("surnames")
    return tuple(f"{name} {last[place * 7 % len(last)]}" for place, name in enumerate(first))


def _people(*kinds: str) -> tuple[str, ...]:
    names = lexicon("entities")["PERSON"]
    usual = {word for kind in kinds for word in names[kind]} - set(lexicon("genders")["also_words"])
    return tuple(sorted(usual))


def _place_names(kind: str) -> tuple[str, ...]:
    names = {name for region in lexicon("places").values() for name in region[kind]}
    return tuple(sorted(names - _WITH_ARTICLE))


_WORDS: Mapping[str, Callable[[], tuple[str, ...]]] = {
    "cities": lambda: _place_names("cities"),
    "countries": lambda: _place_names("countries"),
    "female names": lambda: _people("first_female"),
    "first names": lambda: _people("first_female", "first_male"),
    "full names": _full_names,
    "male names": lambda: _people("first_male"),
    "organizations": lambda: tuple(lexicon("entities")["ORG"]),
    "surnames": lambda: tuple(lexicon("entities")["PERSON"]["surnames"]),
}


_OLD_NAMES = {"organisations": "organizations"}


@cache
def word_list(name: str) -> tuple[str, ...]:
    """Fillers out of the package's word lists.

    First names that are also words or places ("Amber", "April") are left out.

    Args:
        name: ``cities``, ``countries``, ``female names``, ``first names``, ``full names``, ``male names``,
            ``organizations`` or ``surnames``.

    Raises:
        UnknownNameError: There is no such list.

    Example:
        >>> len(word_list("first names")) > 1000, "Lima" in word_list("cities")
        (True, True)
    """
    name = _OLD_NAMES.get(name, name)
    if name not in _WORDS:
        raise UnknownNameError("word list", name, _WORDS)
    return _WORDS[name]()
