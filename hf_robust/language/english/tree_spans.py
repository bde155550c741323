"""Parts of a gold dependency tree: subtrees that stand apart, and names that a clause can be attached to."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from hf_robust.language.english.closed_classes import (
    ANY_SOME_NO,
    ARTICLES,
    AS_IF,
    AS_THAN,
    CALENDAR_UNITS,
    COORDINATORS,
    DAY_PARTS,
    DEMONSTRATIVES,
    INDEFINITE_PRONOUNS,
    JOINERS,
    LOCATIVES,
    MONTHS,
    MORE,
    NEAR_DAYS,
    NEITHER_NOR,
    PLACE_PREPOSITIONS,
    PLURAL_POINTERS,
    POSSESSIVES,
    QUANTITIES,
    RELATIVE_PRONOUNS,
    SEASONS,
    SHORT_DEGREES,
    THOUGH,
    TIME_PREPOSITIONS,
    WEEKDAYS,
    WHEN_WHERE,
)
from hf_robust.language.english.name_origins import genders_of_names, surnames
from hf_robust.language.english.places import is_doubtful, place_names
from hf_robust.language.english.wordforms import tags_of
from hf_robust.language.lexicons import lexicon
from hf_robust.language.tree_parts import Subtree, extents

_ADJUNCTS = frozenset("advcl appos obl parataxis acl advmod vocative discourse nmod dislocated".split())
_MARKS = frozenset((",", ".", "!", "?", ";", ":", "...", "…"))
_FINAL = frozenset((".", "!", "?", "...", "…"))
_PAIRS = {"(": ")", "-LRB-": "-RRB-", "[": "]"}
_QUOTES = ('"', "``", "''", "“", "”", "'", "‘", "`")
_TURNING = AS_THAN | NEITHER_NOR | frozenset("not no never either only rather but so such".split())
_LEAST = 4  # tokens that must be left
_ROLES = frozenset("nsubj nsubj:pass obj iobj obl nmod obl:agent root".split())
_IN_NAMES = frozenset("flat flat:name compound det case nmod:desc amod goeswith punct".split())
_RELATIVES = RELATIVE_PRONOUNS | ARTICLES | {"where", "when", "that"}


def apart_subtrees(tokens: Sequence[str], heads: Sequence[int], deprels: Sequence[str]) -> list[Subtree]:
    """Adjuncts between commas, in brackets, or between a comma and an edge of the sentence, with their punctuation.

    Nothing outside of them depends on one of their tokens, and a clause with a subject is left.

    Example:
        >>> apart_subtrees(
        ...     ["Ann", ",", "my", "aunt", ",", "has", "left", "us", "."],
        ...     [7, 4, 4, 1, 4, 7, 0, 7, 7],
        ...     ["nsubj", "punct", "nmod:poss", "appos", "punct", "aux", "root", "obj", "punct"],
        ... )
        [Subtree(start=1, end=5, opens=False)]
    """
    root = heads.index(0) + 1
    below = {deprel.split(":")[0] for head, deprel in zip(heads, deprels) if head == root}
    asks = "VB" in tags_of(tokens[root - 1].lower()) and not below & {"aux", "cop"}  # "If so , please call us ."
    if not asks and not below & {"nsubj", "csubj", "expl"}:
        return []
    spans = extents(heads)
    found = []
    for place, deprel in enumerate(deprels):
        first, last, size = spans[place]
        if deprel.split(":")[0] not in _ADJUNCTS or last - first + 1 != size:
            continue
        cut = _cut(tokens, heads, first, last, _closes_clause(tokens, heads, deprels, spans, place))
        if cut is not None and _is_neat(tokens, deprels, cut) and _leaves_a_sentence(tokens, heads, deprels, cut):
            found.append(cut)
    return list(dict.fromkeys(found))


def loose_subtrees(tokens: Sequence[str], heads: Sequence[int], deprels: Sequence[str]) -> list[Subtree]:
    """Adjuncts without commas: relative and adverbial clauses, adverbs, and phrases of time and place.

    They stand behind what they belong to, or open the sentence right before its subject.

    Example:
        >>> loose_subtrees(
        ...     ["Ann", "met", "a", "man", "who", "knows", "us", "."],
        ...     [2, 0, 4, 2, 6, 4, 6, 2],
        ...     ["nsubj", "root", "det", "obj", "nsubj", "acl:relcl", "obj", "punct"],
        ... )
        [Subtree(start=4, end=7, opens=False)]
    """
    spans = extents(heads)
    found = []
    for place, _deprel in enumerate(deprels):
        first, last, size = spans[place]
        opens = not first and _stands_before_subject(heads, deprels, spans, place)
        if last - first + 1 != size or not (first or opens) or not _is_loose(tokens, heads, deprels, place, opens):
            continue
        before, after = tokens[first - 1] if first else "", tokens[last + 1] if last + 1 < len(tokens) else ""
        marks = (
            before in _MARKS
            or tokens[first] == "-"
            or before in _PAIRS
            or before in _QUOTES
            or after in (",", ":", *_QUOTES)
        )
        inner = any(token in _MARKS for token in tokens[first : last + 1])
        cut = Subtree(first, last + 1, opens)
        if after and not marks and not inner and _is_whole(tokens[first : last + 1]) and leaves_enough(tokens, cut):
            found.append(cut)
    return found


def _stands_before_subject(
    heads: Sequence[int], deprels: Sequence[str], spans: Sequence[tuple[int, int, int]], place: int
) -> bool:
    """Whether the subject of what a token hangs on begins right behind all that it heads."""
    return any(
        head == heads[place] and deprels[n].startswith("nsubj") and spans[n][0] == spans[place][1] + 1
        for n, head in enumerate(heads)
    )


def _is_loose(
    tokens: Sequence[str], heads: Sequence[int], deprels: Sequence[str], place: int, opens: bool = False
) -> bool:
    """Whether what a token heads can go and what it hangs on still says something whole."""
    below = {deprels[n]: tokens[n].lower() for n, head in enumerate(heads) if head == place + 1}
    above, label = heads[place] - 1, deprels[place].split(":")[0]
    if label != "advmod" and above > place and not opens:
        return False
    beside = {tokens[n].lower() for n, head in enumerate(heads) if head == above + 1}
    if deprels[place] == "acl:relcl":
        whole = tokens[above].lower() not in _NEEDING and not beside & _TELLING
        return whole and bool(below.keys() & {"nsubj", "nsubj:pass", "obj", "obl"})
    if label == "advcl":
        return below.get("mark", below.get("advmod", "")) in _CLAUSE_MARKS and tokens[above].lower() not in _TURNING
    if label == "advmod":
        apart = tokens[place - 1].lower() not in _BEFORE_ADVERBS and (not place or tokens[place].islower())
        return not below and tokens[place].lower() in _ADVERBS and apart and heads[place] > 0
    lasting = tokens[above].lower() in _LASTING
    if deprels[place] in _UNMARKED:
        return (
            not lasting
            and tokens[place].lower() in _TIME_NOUNS
            and len(below) < _LONGEST_TIME
            and not {"cc", "conj", "case"} & below.keys()
        )
    case = below.get("case", "")
    if label == "obl":
        dated = tokens[place].lower() in _TIME_NOUNS | MONTHS or _is_year(tokens[place])
        timed = case in _TIMES or (case in PLACE_PREPOSITIONS and dated)
        return not lasting and timed and deprels[place] == "obl" and not {"cc", "conj"} & below.keys()
    if deprels[place] == "nmod":
        return case in _SPOTS and tokens[above].lower() not in _NEEDING and tokens[above].isalpha()
    return False


_ADVERBS = frozenset(
    """absolutely actually again already also always basically carefully certainly clearly completely currently
    definitely directly easily eventually extremely finally formerly frequently generally highly immediately
    incredibly literally mainly maybe mostly now obviously occasionally often originally perhaps personally
    possibly probably quickly quietly really recently simply slowly sometimes soon strongly suddenly today
    tomorrow tonight totally truly typically usually very yesterday""".split()
)


def _is_year(token: str) -> bool:
    return len(token) == 4 and token.isdigit() and token[:2] in ("17", "18", "19", "20")


_UNMARKED = frozenset(("obl:tmod", "obl:npmod", "obl:unmarked", "nmod:tmod"))
_LASTING = frozenset("last lasted lasts take takes taking took wait waited".split())  # a time belongs to these verbs
_TIME_NOUNS = WEEKDAYS | SEASONS | DAY_PARTS | NEAR_DAYS | CALENDAR_UNITS | {"tonight", "days"}
_LONGEST_TIME = 4  # words of a time without preposition: "three days last week"


def leaves_enough(tokens: Sequence[str], cut: Subtree) -> bool:
    """Whether what is left when a subtree has gone has four words, and half of the tokens."""
    left = [token for token in (*tokens[: cut.start], *tokens[cut.end :]) if any(map(str.isalpha, token))]
    return len(left) >= _LEAST and len(left) * 2 >= len(tokens)


_NEEDING = (
    _TURNING
    | INDEFINITE_PRONOUNS
    | QUANTITIES
    | PLURAL_POINTERS
    | frozenset("any both each it many much nothing one ones same that the they what who".split())
    # "the way you propose", "the reason I left"
    | frozenset("extent fact feeling idea impression kind manner moment point reason reasons sort way ways".split())
)
# words beside a noun that need its clause: "the only people who came", "such a fool that", "enough books to read"
_TELLING = (
    RELATIVE_PRONOUNS
    | AS_THAN
    | (ANY_SOME_NO - {"some"})
    | frozenset("all enough every first last only same such that those too what".split())
)
_BEFORE_ADVERBS = ARTICLES | AS_THAN | SHORT_DEGREES | MORE | {"how", "not"}
_TIMES = TIME_PREPOSITIONS | {"despite", "throughout", "until", "without"}
_CLAUSE_MARKS = (
    (_TIMES - {"despite", "during", "throughout", "without"}) | THOUGH | WHEN_WHERE | {"because", "unless", "while"}
)
_SPOTS = (LOCATIVES | {"during"}) - {"to"}


def _closes_clause(
    tokens: Sequence[str],
    heads: Sequence[int],
    deprels: Sequence[str],
    spans: Sequence[tuple[int, int, int]],
    place: int,
) -> bool:
    """Whether the comma behind a subtree is needed when that has gone: it ends a clause, or begins another."""
    last = spans[place][1]
    comma = last if tokens[last] == "," else last + 1
    after = comma + 1
    if after < len(tokens) and deprels[after].split(":")[0] in ("cc", "mark"):
        return True
    above = heads[place]
    while above:
        end, over = spans[above - 1][1], heads[above - 1]
        if over - 1 > comma and end <= comma:
            return not deprels[above - 1].startswith(("nsubj", "csubj"))
        above = over
    return False


def _cut(tokens: Sequence[str], heads: Sequence[int], first: int, last: int, keeps_comma: bool) -> Subtree | None:
    """The subtree with the commas that go with it."""
    low, high = first, last
    if tokens[low] in _PAIRS:
        fits = tokens[high] == _PAIRS[tokens[low]] and high - low > 1
        return Subtree(low, high + 1, False) if fits and low > 0 and high + 1 < len(tokens) else None
    while low < high and tokens[low] == ",":
        low += 1
    while high > low and tokens[high] == ",":
        high -= 1
    before = tokens[low - 1] if low else ""
    after = tokens[high + 1] if high + 1 < len(tokens) else ""
    if low - first > 1 or last - high > 1 or tokens[low].lower() in _TURNING or not _is_whole(tokens[low : high + 1]):
        return None
    if not before:
        return Subtree(low, high + 2, True) if after == "," else None
    if before != "," or high + 2 > len(tokens):
        return None
    own_left = first <= heads[low - 1] - 1 <= last
    if after in _FINAL:
        return Subtree(low - 1, high + 1, False) if own_left and high + 2 == len(tokens) else None
    if after != ",":
        return None
    own_right = first <= heads[high + 1] - 1 <= last
    if own_left:
        return Subtree(low - 1, high + (1 if keeps_comma else 2), False)
    return Subtree(low, high + 2, False) if own_right and not keeps_comma else None


def _is_whole(tokens: Sequence[str]) -> bool:
    """Whether quotation marks and brackets come in pairs, and no sentence ends inside."""
    quotes = sum(token in _QUOTES for token in tokens)
    opened = sum(token in _PAIRS for token in tokens)
    closed = sum(token in _PAIRS.values() for token in tokens)
    inside = any(token in _FINAL or token in (";", ":") for token in tokens)
    return not quotes and opened == closed and not inside


def _leaves_a_sentence(tokens: Sequence[str], heads: Sequence[int], deprels: Sequence[str], cut: Subtree) -> bool:
    """Whether what is left is a sentence that begins and ends as one."""
    left = [*tokens[: cut.start], *tokens[cut.end :]]
    words = [token for token in left if any(map(str.isalpha, token))]
    if len(words) < _LEAST or len(left) * 2 < len(tokens):
        return False
    if cut.end < len(tokens) and tokens[cut.end].lower() == "then":
        return False
    if left[0] in _MARKS or any(one in _MARKS and other in _MARKS for one, other in pairwise(left)):
        return False
    inside = range(cut.start + 1, cut.end + 1)
    # punctuation that goes has nothing below it, and no pair of words is joined around a gap
    if any(head in inside and place + 1 not in inside for place, head in enumerate(heads)):
        return False
    if cut.opens:
        following = tokens[cut.end]
        if not following[0].isalpha() or deprels[cut.end].split(":")[0] in ("cc", "aux", "cop", "punct"):
            return False
        return not _is_inverted(heads, deprels)
    joins = tokens[cut.end].lower() if cut.end < len(tokens) else ""
    return joins not in COORDINATORS or deprels[cut.start].split(":")[0] != "punct" or _is_pair(tokens, cut)


def _is_neat(tokens: Sequence[str], deprels: Sequence[str], cut: Subtree) -> bool:
    """Whether what is left has the marks it needs: no comma behind *that*, none lost between two clauses.

    A remark may be what a question asks, or hold the subject of what follows; it goes only in brackets.
    """
    label = deprels[cut.start + 1 if tokens[cut.start] == "," else cut.start].split(":")[0]
    inside = [deprel.split(":")[0] for deprel in deprels[cut.start : cut.end]]
    bracketed = tokens[cut.start] in _PAIRS
    if "parataxis" in inside and not bracketed:
        return False
    before = tokens[cut.start - 1].lower() if cut.start else ""
    after = tokens[cut.end] if cut.end < len(tokens) else ""
    if before == ",":  # the comma before a phrase stays where that behind it goes
        if cut.start > 1 and (tokens[cut.start - 2].lower() in _OPENING or deprels[cut.start - 2] in _JOINED):
            return False
    elif after == "," and (before in _OPENING or label == "punct"):
        return False
    if tokens[-1] == "?" and any(one.startswith(("nsubj", "csubj")) for one in inside) and not bracketed:
        return False
    # "Ann, 42, and her aunt": the comma that stays would part a pair
    follows = tokens[cut.end + 1].lower() if after == "," and cut.end + 1 < len(tokens) else ""
    return not (follows in ("and", "or") and "appos" in deprels[cut.start : cut.end])


_JOINED = frozenset(("aux", "aux:pass", "cop", "case", "det", "mark"))  # no comma stands behind these
_OPENING = RELATIVE_PRONOUNS | THOUGH | JOINERS | AS_IF | WHEN_WHERE | {"that", "but"}


def _is_pair(tokens: Sequence[str], cut: Subtree) -> bool:
    """Whether both commas went, or the one that stays still separates two clauses."""
    return tokens[cut.end - 1] == "," or tokens[cut.start] != ","


def _is_inverted(heads: Sequence[int], deprels: Sequence[str]) -> bool:
    root = heads.index(0) + 1
    return any(
        head == root and deprel.startswith("nsubj") and place + 1 > root
        for place, (head, deprel) in enumerate(zip(heads, deprels))
    )


class Name(NamedTuple):
    """A name that can be followed by a clause about it.

    Args:
        head: Number of its head, from 0.
        end: The token after its last.
    """

    head: int
    end: int
    text: str


def names(tokens: Sequence[str], heads: Sequence[int], deprels: Sequence[str]) -> list[Name]:
    """Names that are whole phrases: subjects, objects and what stands behind a preposition.

    Example:
        >>> names(["Ann", "left", "Oslo", "."], [2, 0, 2, 2], ["nsubj", "root", "obj", "punct"])
        [Name(head=0, end=1, text='Ann'), Name(head=2, end=3, text='Oslo')]
    """
    found = []
    spans = extents(heads)
    for place, deprel in enumerate(deprels):
        first, last, size = spans[place]
        if (
            tokens[first].lower() in ("a", "an")
            or deprel not in _ROLES
            or deprel == "root"
            or last - first + 1 != size
            or not tokens[place][0].isupper()
        ):
            continue
        below = [n for n in range(first, last + 1) if n != place]
        plain = all(deprels[n] in _IN_NAMES and heads[n] - 1 in range(first, last + 1) for n in below)
        if not plain or any(n > place and not deprels[n].startswith("flat") for n in below):
            continue
        start = place
        while start > first and tokens[start - 1][:1].isupper() and deprels[start - 1] not in ("case", "det"):
            start -= 1
        parts = tokens[start : last + 1]
        if parts[-1].lower() in _NO_PERSONS or deprel == "conj" or "conj" in (deprels[n] for n in below):
            continue
        following = tokens[last + 1] if last + 1 < len(tokens) else ""
        above = tokens[heads[place] - 1]
        if (deprel == "nmod" and above[0].isupper()) or (
            following == "," and last + 2 < len(tokens) and tokens[last + 2].lower() in _RELATIVES
        ):
            continue
        solid = all(part.replace(".", "").replace("-", "").isalpha() and part[0].isupper() for part in parts)
        if solid and (following in (",", ".") or (following.isalpha() and following.islower())):
            found.append(Name(place, last + 1, " ".join(parts)))
    return found


def noun_phrases(tokens: Sequence[str], heads: Sequence[int], deprels: Sequence[str]) -> list[Name]:
    """Noun phrases with a common noun that a clause can follow: subjects, objects and what a preposition governs.

    The first word is a determiner, and nothing of the phrase stands behind its noun.

    Example:
        >>> noun_phrases(["The", "old", "box", "fell", "."], [3, 3, 4, 0, 4], ["det", "amod", "nsubj", "root", "punct"])
        [Name(head=2, end=3, text='The old box')]
    """
    found = []
    spans = extents(heads)
    for place, deprel in enumerate(deprels):
        first, last, size = spans[place]
        begin = first + 1 if deprels[first] == "case" else first
        word = tokens[place]
        if deprel not in _ROLES or deprel == "root" or last != place or last - first + 1 != size:
            continue
        if word in _IN_IDIOMS or tokens[begin].lower() not in _DETERMINERS or not (word.isalpha() and word.islower()):
            continue
        inside = [deprels[n] for n in range(begin, place)]
        if not set(inside) <= _BEFORE_NOUN or any(
            heads[n] - 1 not in range(begin, last + 1) for n in range(begin, place)
        ):
            continue
        following = tokens[last + 1] if last + 1 < len(tokens) else ""
        after = tokens[last + 2].lower() if last + 2 < len(tokens) else ""
        plain = following in (",", ".", "!", "?", ";") or (following.isalpha() and following.islower())
        if plain and following not in _RELATIVES and (following != "," or after not in _RELATIVES | COORDINATORS):
            found.append(Name(place, last + 1, " ".join(tokens[begin : last + 1])))
    return found


_DETERMINERS = ARTICLES | POSSESSIVES | DEMONSTRATIVES
_IN_IDIOMS = frozenset("case contrary end fact former hand latter least most moment other point rest same way".split())
_BEFORE_NOUN = frozenset(("det", "amod", "compound", "nummod", "nmod:poss"))


# last words of names, and names, of which neither *who* nor a singular verb is sure
_NO_PERSONS = (
    MONTHS
    | WEEKDAYS
    | SEASONS
    | frozenset(
        """games olympics winds islands mountains alps states nations series awards finals championships fall
            easter christmas helen dawn grace hope joy faith rose""".split()
    )
)


def kind_of_name(name: str) -> str | None:
    """``person``, ``organisation`` or ``place`` where a list tells so without doubt.

    Example:
        >>> kind_of_name("Anna Smith"), kind_of_name("Oslo"), kind_of_name("Acme Corp."), kind_of_name("Monday")
        ('person', 'place', 'organisation', None)
    """
    words = name.lower().split()
    if words[-1].rstrip(".") in _organizations():
        return "organisation" if len(words) > 1 else None
    listed = bool(place_names().get(name.lower())) and not is_doubtful(name.lower())
    if len(words) == 1:
        person = words[0] in genders_of_names() or words[0] in surnames()
        return (
            None if listed == person else "place" if listed else ("person" if words[0] in genders_of_names() else None)
        )
    if listed:
        return "place"
    return "person" if words[0] in genders_of_names() and len(words) < 4 else None


def _organizations() -> frozenset[str]:
    return frozenset(kind.lower().rstrip(".") for kind in lexicon("organizations")["kinds"])
