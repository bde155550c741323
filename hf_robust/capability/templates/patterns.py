"""Patterns of templates, and how a found sentence is put into one."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

_FIELD = re.compile(r"\{([^{}]*)\}")
_NAME = re.compile(r"([A-Za-z][\w-]*)(?:\.([A-Za-z][\w-]*))?(?::([a-z-]+))?")
_FINAL = re.compile(r"[\s.!?…;:,]+$")
_OPENS = re.compile(r"(?:^|[.!?…][\"'”’)]*)\s*[\"“‘(]*$")
_NEGATED = re.compile(r"\s*(?:n['’]t|not|no|never|nothing|none|nobody|neither|nor|hardly|scarcely|barely)\b", re.I)
_TOKENIZED = re.compile(r"\s(?:[.,!?;:]|n't|'s|'re|'ve|'ll|'d|'m)(?:\s|$)")
_ACTIVITY = re.compile(r"\b(?:am|is|are|was|were)\s+([a-z]+ing\b.*)", re.DOTALL)
MODES = ("as-is", "negated", "activity")


@dataclass(frozen=True)
class SlotField:
    """A place for one of several alternatives."""

    name: str


@dataclass(frozen=True)
class SearchField:
    """A place for a text that was searched for.

    Args:
        search: Name of the search.
        role: Role of the text in the row.
        mode: ``as-is``: as it was found, without the space around it; ``negated``: with its verb negated;
            ``activity``: what somebody in it is doing, ``riding a horse``; else as the place asks for.
    """

    search: str
    role: str
    mode: str = ""


@dataclass(frozen=True)
class Pattern:
    """A text with places in it.

    Args:
        parts: Plain text, slots and found texts in order.

    Example:
        >>> pattern = parse("{lead} {sentence} ? yes", {"sentence": ("sentence", "text")}, ["lead"])
        >>> pattern.fill({"lead": "Do I think that"}, lambda part: Text("It is fun .", small=True))
        'Do I think that it is fun ? yes'
    """

    parts: tuple[str | SlotField | SearchField, ...]

    @property
    def slots(self) -> list[str]:
        """Names of its slots, in order."""
        return [part.name for part in self.parts if isinstance(part, SlotField)]

    @property
    def search_fields(self) -> list[SearchField]:
        """Places for found texts, in order."""
        return [part for part in self.parts if isinstance(part, SearchField)]

    def fill(self, slots: Mapping[str, str], text_of: "Callable[[SearchField], Text]") -> str:
        """The text with everything in its place.

        A found text that continues a sentence begins with a small letter, unless its first word is a name, and one
        that is continued loses the marks at its end; otherwise it stays as it was found.
        """
        written = ""
        for place, part in enumerate(self.parts):
            if isinstance(part, str):
                written += part
            elif isinstance(part, SlotField):
                written += slots[part.name]
            elif part.mode == "as-is":
                written += text_of(part).text.strip()
            elif part.mode == "activity":
                written += activity(text_of(part).text) or ""
            else:
                last = place == len(self.parts) - 1
                written += text_of(part).fitted(opens=bool(_OPENS.search(written)), ends=last)
        return written


@dataclass(frozen=True)
class Text:
    """A found text.

    Args:
        text: As it was found.
        small: Whether its first letter may be written small: its first word is neither a name nor "I".
    """

    text: str
    small: bool = False

    def fitted(self, opens: bool, ends: bool) -> str:
        """The text as a part of a longer one.

        Args:
            opens: Whether a sentence begins with it.
            ends: Whether nothing follows.

        Example:
            >>> Text("The end .", small=True).fitted(opens=False, ends=False)
            'the end'
        """
        text = self.text.strip()
        if not ends:
            text = _FINAL.sub("", text) or text
        return text[:1].lower() + text[1:] if self.small and not opens else text


def may_be_small(text: str, pos: str) -> bool:
    """Whether the first letter of a text may be written small where it continues a sentence.

    Args:
        pos: Universal part of speech of its first word.

    Example:
        >>> [may_be_small(*pair) for pair in [("The end", "DET"), ("Oslo won", "PROPN"), ("I won", "PRON")]]
        [True, False, False]
    """
    first = (text.split() or [""])[0]
    start = re.match(r"[^\W\d_]+", first)
    letters = start.group() if start else ""
    if not letters or pos == "PROPN" or letters == "I":
        return False
    return letters[0].isupper() and (letters[1:].islower() or letters == "A")


def activity(text: str) -> str | None:
    """What somebody is doing by a sentence: its participle and all that follows; None where it says no such thing.

    Args:
        text: A sentence.

    Example:
        >>> activity("A man is riding a horse."), activity("The man rides."), activity("A man is tall.")
        ('riding a horse', None, None)
    """
    match = _ACTIVITY.search(text)
    return _FINAL.sub("", match.group(1)) if match else None


def negate(text: str, negations: Mapping[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    """Negate the first of some verbs, where it is not negated yet.

    Args:
        text: A sentence. In text with spaces around its tokens, ``isn't`` is written ``is n't``.
        negations: What may stand for a verb.

    Returns:
        Pairs of ``verb -> what stands for it`` and the new sentence; none when there is no such verb, or it is negated.

    Example:
        >>> negate("This is fun.", {"is": ("is not", "isn't")})
        [('is -> is not', 'This is not fun.'), ("is -> isn't", "This isn't fun.")]
        >>> negate("That 's dull .", {"'s": ("is not",)}), negate("This is n't fun .", {"is": ("is not",)})
        ([("'s -> is not", 'That is not dull .')], [])
    """
    verbs = "|".join(
        (r"\s*" if verb[0] == "'" else r"(?<!\w)(?<!['’])") + re.escape(verb).replace("'", "['’]") for verb in negations
    )
    match = re.search(rf"(?:{verbs})(?!\w)(?!['’])", text, re.IGNORECASE) if verbs else None
    if match is None or _NEGATED.match(text, match.end()):
        return []
    verb = match.group().strip().replace("’", "'").lower()
    together = match.group()[0] in "'’" or match.group()[0].isspace()
    before = text[: match.start()] + " " * together
    apart = _TOKENIZED.search(text) is not None
    negated_texts = []
    for negated in negations[verb]:
        shown = re.sub(r"(?<=\w)n't\b", " n't", negated) if apart else negated
        negated_texts.append((f"{verb} -> {negated}", before + shown + text[match.end() :]))
    return negated_texts


def parse(written: str, searches: Mapping[str, tuple[str, str]], slots: "Mapping | list[str]") -> Pattern:
    """Read a pattern.

    Args:
        written: The text with names in braces; ``{name:as-is}``, ``{name:negated}`` and ``{name:activity}`` say how a
            found text is put in.
        searches: Search and role by name of a found text.
        slots: Names of the slots.

    Raises:
        KeyError: A name that is neither; it is the error's argument.
        ValueError: Braces that do not fit, or an unknown way of putting in; the message says which.

    Example:
        >>> parse("Not {x}!", {}, ["x"]).parts
        ('Not ', SlotField(name='x'), '!')
    """
    parts: list[str | SlotField | SearchField] = []
    at = 0
    for match in _FIELD.finditer(written):
        parts.append(written[at : match.start()])
        parts.append(_field(match.group(1), searches, slots))
        at = match.end()
    parts.append(written[at:])
    if any(isinstance(part, str) and re.search(r"[{}]", part) for part in parts):
        raise ValueError("a brace that is not closed or not opened; expected names as {name}")
    return Pattern(tuple(part for part in parts if part != ""))


def _field(
    written: str, searches: Mapping[str, tuple[str, str]], slots: "Mapping | list[str]"
) -> SlotField | SearchField:
    match = _NAME.fullmatch(written)
    if match is None:
        raise ValueError(f"{{{written}}} is no name; expected {{name}}, {{search.role}} or {{name:negated}}")
    name, role, mode = match.groups()
    key = f"{name}.{role}" if role else name
    if key in slots and not mode:
        return SlotField(key)
    if key not in searches:
        raise KeyError(key)
    if mode is not None and mode not in MODES:
        raise ValueError(f"unknown way {mode!r} of putting in {{{key}}}; expected {' or '.join(MODES)}")
    return SearchField(*searches[key], mode or "")
