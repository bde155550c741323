"""Schemes of entity tags: how a dataset writes them, recognized from all of its tags."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache

from hf_robust.core.errors import LabelError
from hf_robust.core.quoted import quoted

# Marks of each scheme. IO has none: a tag is the type. BES is BIOES or BMES where no tag tells which.
MARKS = {"IO": "", "BIO": "BI", "IOB1": "BI", "BES": "BES", "BIOES": "BIES", "BILOU": "BILU", "BMES": "BMES"}
NAMES = tuple(name for name in MARKS if name != "BES")
EXPECTED = (
    "tags of one scheme: types and O (IO), B- and I- (BIO, IOB1), also E- and S- (BIOES), L- and U- (BILOU), "
    "or B-, M-, E- and S- (BMES); marks may follow the type (PER-B) and be in lower case (b-per)"
)
_OTHER_NAMES = {"IOB2": "BIO", "IOB": "BIO", "BIES": "BIOES", "IOBES": "BIOES", "BIOUL": "BILOU", "BMESO": "BMES"}
_ALL_MARKS = "BIESLUM"
_OUTSIDE = ("O", "o")
_SEPARATORS = ("-", "_", ":", "/", "|", ".", "=", " ")
_NO_TYPE = "_"  # type of entities whose tags are marks alone
# names that no token has: padding, sub-words, special tokens
_SPECIAL = ("[", "<")
_SPECIAL_NAMES = frozenset({"X", "PAD", "SPECIAL"})


class UnknownScheme(Exception):
    """Tags that follow no scheme.

    Args:
        tag: A tag that does not fit.
        why: What is wrong with it.
    """

    def __init__(self, tag: str, why: str):
        super().__init__(f"{quoted(tag)} {why}")
        self.tag = tag


@dataclass(frozen=True)
class TagScheme:
    """How the tags of a dataset say where entities begin and end.

    Inside this package all tags are read as ``B-PER``, ``I-PER`` and so on; tags of IO as ``I-PER``.

    Args:
        name: ``IO``, ``BIO``, ``IOB1``, ``BIOES``, ``BILOU``, ``BMES``, or ``BES`` where nothing tells BIOES and BMES
            apart. Empty: tags are read as ``B-PER``, with any mark.
        separator: What stands between mark and type.
        mark_last: Whether the mark follows the type.
        lower: Whether marks are in lower case.
        outside: The tag of tokens in no entity.
        typed: Whether tags name a type; without, a tag is a mark alone.

    Example:
        >>> suffixed = TagScheme("BIO", "_", mark_last=True)
        >>> suffixed.read("PER_B"), suffixed.write("I-PER"), suffixed.read("PER")
        ('B-PER', 'PER_I', None)
        >>> TagScheme("IO").read("ORG"), TagScheme("IO").write("B-ORG")
        ('I-ORG', 'ORG')
    """

    name: str
    separator: str = "-"
    mark_last: bool = False
    lower: bool = False
    outside: str = "O"
    typed: bool = True

    @property
    def marks(self) -> str:
        """The letters that mark a place in an entity."""
        return MARKS.get(self.name, _ALL_MARKS)

    def read(self, tag: str) -> str | None:
        """A tag as ``B-PER``, ``I-PER`` and so on, or ``O``; None for one that is not of this scheme.

        Args:
            tag: The tag as the dataset writes it.
        """
        if tag in _OUTSIDE:
            return "O"
        if self.name == "IO":
            return f"I-{tag}" if tag else None
        mark, kind = self.parts(tag)
        return f"{mark}-{kind}" if mark and mark in self.marks else None

    def write(self, tag: str) -> str:
        """A tag as the dataset writes it.

        Args:
            tag: A tag such as ``B-PER`` or ``O``, whose mark the scheme has.
        """
        if tag == "O":
            return self.outside
        mark, kind = tag[0], tag[2:]
        if self.name == "IO":
            return kind
        mark = mark.lower() if self.lower else mark
        if not self.typed:
            return mark
        return f"{kind}{self.separator}{mark}" if self.mark_last else f"{mark}{self.separator}{kind}"

    def parts(self, tag: str) -> tuple[str, str]:
        """Mark (in upper case) and type of a tag; an empty mark where the tag is written in another way."""
        if not self.typed:
            mark, kind, rest = tag, _NO_TYPE, ""
        elif self.mark_last:
            kind, rest, mark = tag[: -1 - len(self.separator)], tag[-1 - len(self.separator) : -1], tag[-1:]
        else:
            mark, rest, kind = tag[:1], tag[1 : 1 + len(self.separator)], tag[1 + len(self.separator) :]
        letters = _ALL_MARKS.lower() if self.lower else _ALL_MARKS
        fits = len(mark) == 1 and mark in letters and rest == (self.separator if self.typed else "") and bool(kind)
        return (mark.upper(), kind) if fits else ("", tag)

    def __str__(self) -> str:
        """The scheme as it is typed: its name, and how ``B-X`` and ``O`` are written where that is another way."""
        begin = TagScheme.write(self, "B-X")
        return (
            self.name if (begin, self.outside) in (("B-X", "O"), ("X", "O")) else f"{self.name} {begin} {self.outside}"
        )


STANDARD = TagScheme("")


def _spellings() -> list[TagScheme]:
    found = [
        TagScheme("", separator, last, lower)
        for separator in _SEPARATORS
        for last in (False, True)
        for lower in (False, True)
    ]
    return [*found, *(TagScheme("", typed=False, lower=lower) for lower in (False, True))]


SPELLINGS = tuple(_spellings())


def parse_scheme(text: str) -> TagScheme:
    """A scheme as it is typed, such as ``"BIOES"`` or ``"BIO PER_B o"``, with any type.

    Args:
        text: The name, and how the first tag of an entity and the tag outside of entities are written.

    Raises:
        LabelError: When there is no such scheme.

    Example:
        >>> parse_scheme("BIO X_B O").write("B-PER"), parse_scheme("BMES").name
        ('PER_B', 'BMES')
    """
    typed, _, rest = str(text).partition(" ")
    name = _OTHER_NAMES.get(typed.upper(), typed.upper())
    begin, _, outside = rest.rpartition(" ")
    if name in MARKS and not rest:
        return TagScheme(name)
    if name in MARKS and outside in _OUTSIDE:
        for one in SPELLINGS if name != "IO" else ():
            if one.parts(begin)[0] == "B":
                return TagScheme(name, one.separator, one.mark_last, one.lower, outside, one.typed)
        if name == "IO" and begin:
            return TagScheme("IO", outside=outside)
    raise LabelError(
        f"scheme must be one of {', '.join(NAMES)}, where needed with the first tag of an entity and the tag outside "
        f"of entities, as in 'BIO PER_B O'; found {text!r}"
    )


def recognize(tags: Iterable[str], name: str | None = None) -> TagScheme:
    """The scheme that the tags of a dataset follow.

    Args:
        tags: All tags that occur.
        name: The name of the scheme, where it is known.

    Raises:
        UnknownScheme: With a tag that does not fit the others.

    Example:
        >>> str(recognize(["O", "ORG", "PER"])), str(recognize(["O", "b-org", "i-org"]))
        ('IO', 'BIO b-X O')
        >>> str(recognize(["PER_B", "PER_E", "PER_S", "PER_M", "O"]))
        'BMES X_B O'
    """
    found = list(dict.fromkeys(tags))
    outside = [tag for tag in found if tag in _OUTSIDE]
    rest = [tag for tag in found if tag not in _OUTSIDE]
    if "" in rest:
        raise UnknownScheme("", "is empty")
    if not rest:
        return TagScheme(name or "BIO", outside=outside[0] if outside else "O")
    if name == "IO":
        return TagScheme("IO", outside=outside[0] if outside else "O")
    counts = [sum(bool(one.parts(tag)[0]) for tag in rest) for one in SPELLINGS]
    most = max(counts)
    one = SPELLINGS[counts.index(most)]
    if most < len(rest):
        strange = next(tag for tag in rest if not one.parts(tag)[0])
        if most or name:
            raise UnknownScheme(strange, "has no mark" if not most else f"is not written as {_example(one, rest)!r}")
        return _plain(rest, outside)
    marks = _by_mark(one, rest)
    return TagScheme(
        name if name and set(marks) <= set(MARKS[name]) else _name_of(marks, name),
        one.separator,
        one.mark_last,
        one.lower,
        outside[0] if outside else ("o" if one.lower else "O"),
        one.typed,
    )


def _example(scheme: TagScheme, tags: Iterable[str]) -> str:
    return next(tag for tag in tags if scheme.parts(tag)[0])


def _by_mark(scheme: TagScheme, tags: Iterable[str]) -> dict[str, str]:
    """A tag with each of the marks that occur."""
    marks: dict[str, str] = {}
    for tag in tags:
        marks.setdefault(scheme.parts(tag)[0], tag)
    return marks


def _name_of(marks: dict[str, str], name: str | None) -> str:
    """The first scheme that has all of the marks."""
    if name is None:
        for known in ("BIO", "BES", "BIOES", "BILOU", "BMES"):
            if set(marks) <= set(MARKS[known]):
                return known
    first, second = _apart(marks, name)
    raise UnknownScheme(second, f"is of another scheme than {first}")


def _apart(marks: dict[str, str], name: str | None) -> tuple[str, str]:
    """What is expected, and a tag that is something else."""
    if name is not None:
        return name, next(tag for mark, tag in marks.items() if mark not in MARKS[name])
    for mark, tag in marks.items():
        for other, second in marks.items():
            if not any({mark, other} <= set(letters) for letters in MARKS.values()):
                return repr(tag), second
    tags = list(marks.values())
    return ", ".join(map(quoted, tags[:-1])), tags[-1]


def _plain(tags: Collection[str], outside: Collection[str]) -> TagScheme:
    """Types without marks."""
    if not outside:
        raise UnknownScheme(next(iter(tags)), "may be a type or a tag outside of entities: no token has the tag 'O'")
    first, last = defaultdict(set), defaultdict(set)
    for tag in tags:
        if len(tag) > 2:
            first[tag[1:]].add(tag)
            last[tag[:-1]].add(tag)
    for groups, place in ((first, 0), (last, -1)):
        for same in groups.values():
            marked = sorted(tag for tag in same if tag[place].upper() in _ALL_MARKS)
            if len(marked) > 1:
                raise UnknownScheme(
                    marked[0], f"and {quoted(marked[1])} look like one type with two marks and no separator"
                )
    return TagScheme("IO", outside=next(iter(outside)))


@lru_cache(maxsize=64)
def scheme_of_names(names: tuple[str, ...], name: str | None) -> TagScheme:
    """The scheme of the names of a dataset's tags; names of special tokens do not count.

    Args:
        name: The name of the scheme, where it is known.

    Raises:
        UnknownScheme: With a name that does not fit the others.
    """
    special = [tag for tag in names if tag.startswith(_SPECIAL) or tag.upper() in _SPECIAL_NAMES]
    try:
        return recognize(names, name)
    except UnknownScheme:
        if not special:
            raise
    return recognize([tag for tag in names if tag not in special], name)
