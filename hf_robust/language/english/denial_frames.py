"""The words around a statement that is denied: "I wish I could say that ..., but sadly that is not true"."""

from collections.abc import Sequence
from typing import NamedTuple

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.clause_parts import clause_of
from hf_robust.language.english.closed_classes import FIRST_PERSON, NEGATIONS
from hf_robust.language.english.verbs import children, plain
from hf_robust.language.english.wordforms import tags_of

TENSED = frozenset({"VBZ", "VBD", "VBP", "MD"})
_NEGATED = NEGATIONS | {"nt"}
_CAPITALS = 0.5  # of the words in capitals: the new words have them, too
_LONGEST = 14  # words of a statement that a prefix alone denies: in a longer one the reader loses it
_QUOTES = "\"“”'`"

_BEFORE = {
    "positive": (
        "Sadly, it is not true that",
        "Unfortunately, I cannot say that",
        "It is a pity that I cannot say that",
        "I am sorry to report that it is not true that",
    ),
    "negative": (
        "Luckily, it is not true that",
        "Fortunately, I cannot say that",
        "I am happy that I cannot say that",
        "I am glad to report that it is not true that",
    ),
}
_WRITTEN = {
    "positive": ("I wish I could write", "I was hoping to write"),
    "negative": ("I was afraid that I would have to write", "I expected to write"),
}
# after words in quotation marks that need not be a statement: "Try the soup", "Very fast"
_NOT_WRITTEN = {
    "positive": (", but sadly I cannot", ", but unfortunately I have no reason to"),
    "negative": (", but luckily I have no reason to", ", but fortunately there is no need for that"),
}
# where one thing is left out of the denial
_EXCEPT = {
    "positive": (
        ", but sadly such praise fits only {}",
        ", but unfortunately I can give such praise only to {}",
    ),
    "negative": (
        ", but luckily such criticism fits only {}",
        ", but fortunately I have to criticize only {}",
    ),
}
_URGED = {
    "positive": ("I see no reason to", "I would advise nobody to", "There is no reason to"),
    "negative": ("I see no reason to", "There is no reason to"),
}
_AFTER_LINK = {"positive": "sadly it is not true that", "negative": "luckily it is not true that"}
_AROUND = {
    "positive": ("I wish I could say that", "I was hoping to write that", "I would love to tell you that"),
    "negative": ("I was afraid that I would have to write that", "I expected to complain that"),
}
_HEARD = {"positive": ("I had been told that",), "negative": ("I had been warned that",)}
_DENIED = {
    "positive": (", but sadly that is not true", ", but unfortunately that is not the case"),
    "negative": (", but luckily that is not true", ", but fortunately that is not the case"),
}
_ALL_DENIED = {
    "positive": (", but sadly none of that is true", ", but unfortunately not a word of that is true"),
    "negative": (", but luckily none of that is true", ", but fortunately not a word of that is true"),
}


class Stretch(NamedTuple):
    """A part of a sentence that can stand alone.

    Args:
        head: Index of its predicate.
        first: Index of its first word, without the conjunction before it.
        last: Index of its last word.
        begin: Index of the word with which the sentence begins, if it begins with the part; else -1.
        ends: Whether the sentence ends with it.
    """

    head: int
    first: int
    last: int
    begin: int
    ends: bool

    @property
    def opens(self) -> bool:
        """Whether the sentence begins with it."""
        return self.begin >= 0


def urges(tokens: Sequence[Token], stretch: Stretch) -> bool:
    """Whether a sentence begins with an imperative and has no other clause: "Have the iced tea"."""
    head = tokens[stretch.head]
    alone = not any(clause_of(tokens, n) == n and n != stretch.head for n in range(stretch.first, stretch.last + 1))
    verb = head.pos == "VERB" and head.tag in ("VB", "VBP")
    return stretch.head == stretch.first and verb and stretch.ends and alone


def is_fragment(tokens: Sequence[Token], stretch: Stretch) -> bool:
    """Whether a sentence is a phrase without a verb that could be an imperative: "right size for a bag"."""
    inside = range(stretch.first, stretch.last + 1)
    noun = tokens[stretch.head].pos in ("NOUN", "PROPN", "ADJ") and stretch.first < stretch.last
    finite = any(tokens[n].tag in TENSED or tokens[n].tag == "VB" or plain(tokens[n]) in ("no", "not") for n in inside)
    quoted = any(not tokens[n].text[:1].isalnum() and tokens[n].text[:1] in "\"“”'`" for n in inside)
    return stretch.opens and stretch.ends and noun and not finite and not quoted


def subject_of(tokens: Sequence[Token], place: int) -> int | None:
    """The subject of a predicate that stands before it and is no relative or question word."""
    below = [n for n in children(tokens, place) if tokens[n].dep.startswith(("nsubj", "expl")) and n < place]
    return next((n for n in below if tokens[n].tag not in ("WP", "WDT", "WRB")), None)


def states(tokens: Sequence[Token], stretch: Stretch) -> bool:
    """Whether a part of a sentence has a subject and a finite verb."""
    below = [n for n in children(tokens, stretch.head) if n < stretch.head]
    finite = any(tokens[n].tag in TENSED for n in (stretch.head, *below))
    return finite and subject_of(tokens, stretch.head) is not None


def can_be_quoted(tokens: Sequence[Token], stretch: Stretch) -> bool:
    """Whether a whole sentence has no quotation marks yet, so that it can be cited."""
    inside = tokens[stretch.first : stretch.last + 1]
    quoted = any(token.text[:1] in _QUOTES and not token.text[1:2].isalpha() for token in inside)
    return stretch.opens and stretch.ends and stretch.first < stretch.last and not quoted


def tells_views(tokens: Sequence[Token], stretch: Stretch, held: frozenset[str]) -> bool:
    """Whether a sentence advises the reader, or says what its writer thinks or feels of something.

    Args:
        tokens: The tokens, parsed.
        stretch: The sentence.
        held: Lemmas of verbs of saying and thinking.

    Raises:
        NotApplicable: When it says what somebody else thinks, which a denial would not reach.
    """
    inside = range(stretch.first, stretch.last + 1)
    views = False
    for n in inside:
        above = tokens[n].head
        clause = tokens[n].dep.startswith(("ccomp", "csubj")) and above >= 0
        says = clause and tokens[above].lemma.lower() in held
        if says and not any(plain(tokens[m]) in FIRST_PERSON for m in children(tokens, above) if m < above):
            raise NotApplicable("the sentence of the target is no statement")
        views = views or says or _is_urging(tokens, n) or (clause and tokens[above].pos in ("ADJ", "NOUN"))
    return views


def _begins_plainly(tokens: Sequence[Token], stretch: Stretch) -> bool:
    """Whether a sentence begins with its subject, so that "that" can stand before it."""
    subject = subject_of(tokens, stretch.head)
    place = stretch.first
    for _ in range(len(tokens)):
        if place == subject:
            return True
        if tokens[place].head in (place, -1, stretch.head):
            return False
        place = tokens[place].head
    return False


def _is_urging(tokens: Sequence[Token], place: int) -> bool:
    """Whether a verb is an imperative: "definitely try the bass"."""
    token = tokens[place]
    below = children(tokens, place)
    helped = any(tokens[n].dep.startswith(("nsubj", "aux", "mark", "cop")) for n in below)
    return token.tag == "VB" and token.dep in ("conj", "parataxis", "ccomp") and not helped


def denial(doc: Doc, stretch: Stretch, polarity: str, rng: RowRandom, cited: bool, but: str = "") -> list[Edit]:
    """The edits that deny a part of a sentence.

    Args:
        doc: The text, with tags, lemmas and trees.
        stretch: The part.
        polarity: What it says, ``positive`` or ``negative``.
        rng: Chooses the words.
        cited: Whether the words must stand in quotation marks.
        but: The thing of which it still holds, if there is one: "the food".

    Raises:
        NotApplicable: When the denial would reach further, or the sentence does not end behind the part.
    """
    tokens = doc.tokens
    inside = range(stretch.first, stretch.last + 1)
    words = {plain(tokens[n]) for n in inside}
    clauses = [n for n in inside if n != stretch.head and clause_of(tokens, n) == n]
    simple = not clauses and words.isdisjoint(_NEGATED) and len(inside) <= _LONGEST
    if urges(tokens, stretch) and not but:
        return _prefixed(doc, stretch, rng.choice(_URGED[polarity]))
    if stretch.opens and stretch.ends:
        fragment = is_fragment(tokens, stretch)
        told = not FIRST_PERSON.isdisjoint(words)
        better = (told and polarity == "negative") or _may_be_name(doc, stretch) or not _begins_plainly(tokens, stretch)
        cited = cited or fragment or (better and can_be_quoted(tokens, stretch))
        if simple and not cited and not but and rng.random() < 0.5:
            return _prefixed(doc, stretch, rng.choice(_BEFORE[polarity]))
        prefixes = _WRITTEN[polarity] if cited else _AROUND[polarity]
        if not cited and not told:
            prefixes += _HEARD[polarity]
        joined = any(tokens[n].dep in ("conj", "parataxis") for n in clauses)
        suffixes: tuple[str, ...] = (_ALL_DENIED if joined else _DENIED)[polarity]
        if cited:
            suffixes = _NOT_WRITTEN[polarity] + (suffixes if fragment or states(tokens, stretch) else ())
        if but:
            suffixes = tuple(suffix.format(but) for suffix in _EXCEPT[polarity])
        return _framed(doc, stretch, rng.choice(prefixes), rng.fork(1).choice(suffixes), cited)
    if not simple:
        raise NotApplicable("a denial would reach what is joined to the statement")
    if stretch.opens:
        end = tokens[stretch.last].end
        comma = [] if doc.text[end : end + 1] == "," else [Edit(end, end, ",")]
        return [*_prefixed(doc, stretch, _BEFORE[polarity][0]), *comma]
    return _prefixed(doc, stretch, _AFTER_LINK[polarity])


def _framed(doc: Doc, stretch: Stretch, prefix: str, suffix: str, cited: bool) -> list[Edit]:
    """The words before and behind a whole sentence, which then stands in quotation marks or behind "that"."""
    tokens = doc.tokens
    suffix = suffix.upper() if _is_loud(doc, stretch) else suffix
    closing = [token for token in tokens[stretch.last + 1 :] if token.sent == tokens[stretch.head].sent]
    rest = doc.text[closing[-1].end :] if closing else doc.text[tokens[stretch.last].end :].lstrip(" ")
    if "".join(token.text for token in closing).strip(" .…!;\xa0") or rest[:1].strip():
        raise NotApplicable("the sentence of the target is no statement")
    end = tokens[stretch.last].end
    if cited:
        first = tokens[stretch.first].start
        opening = f'{prefix.upper() if _is_loud(doc, stretch) else prefix} "'
        # the first letter is an edit of its own: what is put before a span of an opinion stays outside of it
        letter = _first_letter(doc, stretch)
        return [Edit(tokens[stretch.begin].start, first, opening), *letter, Edit(end, end, f'"{suffix}')]
    return [*_prefixed(doc, stretch, prefix), Edit(end, end, suffix)]


def _first_letter(doc: Doc, stretch: Stretch) -> list[Edit]:
    """The edit of the first letter of a shorter text, which begins with a capital that the old text lacks."""
    first = doc.tokens[stretch.first]
    same = doc.text[first.start] == first.text[:1]
    return [] if same else [Edit(first.start, first.start + 1, first.text[:1])]


def _prefixed(doc: Doc, stretch: Stretch, prefix: str) -> list[Edit]:
    """The words before a statement, and its first letter in lower case."""
    first = doc.tokens[stretch.first]
    letter = doc.text[first.start]
    begin = doc.tokens[stretch.begin] if stretch.opens else first
    if stretch.opens and begin.text[:1].islower() and not prefix.startswith("I "):
        prefix = prefix[:1].lower() + prefix[1:]
    if begin is first and first.text[:1] != letter:  # a word in lower case that opens a shorter text
        return [Edit(first.start, first.start, f"{prefix} "), Edit(first.start, first.start + 1, letter)]
    edits = [Edit(begin.start, first.start, f"{prefix} ")]
    if _is_loud(doc, stretch):
        return [Edit(begin.start, first.start, f"{prefix.upper()} ")]
    fixed = first.pos == "PROPN" or plain(first) == "i" or first.text[1:2].isupper()
    fixed = fixed or (first.pos == "NOUN" and not tags_of(plain(first)))  # "Microsoft" that the tagger does not know
    if _may_be_name(doc, stretch):
        raise NotApplicable(f"'{first.text}' may be a name or not")
    if letter.isupper() and not fixed:
        edits.append(Edit(first.start, first.start + 1, letter.lower()))
    return edits


def _is_loud(doc: Doc, stretch: Stretch) -> bool:
    """Whether most words of a statement are in capitals."""
    words = [token.text for token in doc.tokens[stretch.first : stretch.last + 1] if token.text[:1].isalpha()]
    return sum(word.isupper() and len(word) > 1 for word in words) > _CAPITALS * len(words)


def _may_be_name(doc: Doc, stretch: Stretch) -> bool:
    """Whether the first word is tagged as a name and known as a word, so that its capital may have to go or stay."""
    first = doc.tokens[stretch.first]
    capital = doc.text[first.start].isupper() and first.text[1:2].islower()
    return first.pos == "PROPN" and capital and plain(first) != "i" and bool(tags_of(plain(first)))
