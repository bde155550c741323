"""Questions as statements: a gap stands where the answer goes, and the verb has the form that it has there.

The rules read a constituency tree. What they do not cover has no statement: half a sentence is worse than none.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from hf_robust.language.english.closed_classes import BE_THIRD, COMMON_RELATIVES, KIND_NOUNS, NAME_NOUNS
from hf_robust.language.english.verbs import verb_forms

if TYPE_CHECKING:
    from nltk import Tree

_WH = frozenset({"WP", "WDT", "WRB", "WP$"})
_DO = {"did": "VBD", "does": "VBZ", "do": "VBP"}
_HAVE = frozenset({"has", "have", "had"})
_FRONTED = frozenset({"PP", "ADVP", "SBAR", "S", ",", "CC", "IN", "RB"})
_CLAUSES = frozenset({"SBARQ", "SQ", "S", "SINV", "FRAG"})
_ADVERBS = frozenset({"ADVP", "RB"})
_TIMES = frozenset({"year", "decade", "century"})
_RELATIVES = COMMON_RELATIVES | {"that"}
_NAMES = NAME_NOUNS | {"word", "reason"}
_KINDS = KIND_NOUNS | {"sorts", "part", "form"}
# these take a second object or a name after the first
_OF_TWO = frozenset(
    "call name give tell teach pay offer ask award cost consider make dub term title elect appoint declare".split()
)
# the gap lies behind the verb that follows these with "to"
_RAISING = frozenset(
    "want try like seek plan hope need have seem appear agree refuse decide start begin continue intend fail help "
    "love prefer wish attempt manage tend propose".split()
)
_JOINED = frozenset({("out", "of"), ("because", "of"), ("up", "to"), ("such", "as"), ("as", "of"), ("from", "under")})
_STRANDED = frozenset({"IN", "TO", "RP"})


class TreeNode(NamedTuple):
    """A phrase or a tag with the words under it: from the first up to the one after the last."""

    label: str
    start: int
    end: int
    children: tuple["TreeNode", ...]


class StatementPiece(NamedTuple):
    """A part of a statement: a word of the question, perhaps in another form, or the gap (word -1)."""

    word: int
    form: str | None = None


GAP = StatementPiece(-1)


class Statement(NamedTuple):
    """A question as a statement.

    Args:
        pieces: Its words in order, and the gap.
        asked: The phrase that asks, by its first word and the word after its last.
        role: What the gap is: ``subject``, ``object``, ``predicate`` or ``adverb``.
    """

    pieces: tuple[StatementPiece, ...]
    asked: tuple[int, int]
    role: str


def statement(tree: "Tree") -> Statement | None:
    """The statement that a question asks to complete; None where no rule covers it.

    Args:
        tree: The question's tree.

    Example:
        >>> from nltk import Tree
        >>> tree = Tree.fromstring(
        ...     "(TOP (SBARQ (WHNP (WP What)) (SQ (VBD did) (NP (NNP Ana)) (VP (VB win))) (. ?)))"
        ... )
        >>> words = tree.leaves()
        >>> [piece.form or (words[piece.word] if piece.word >= 0 else "_") for piece in statement(tree).pieces]
        ['Ana', 'won', '_']
    """
    words = [str(word).lower() for word in tree.leaves()]
    top = _node(tree, 0)
    body = [child for child in top.children if child.label not in (".", ":")]
    while len(body) == 1 and body[0].label in _CLAUSES:
        body = [child for child in body[0].children if child.label not in (".", ":")]
    place = _asking(body)
    if place is None:
        return _in_place(body)
    before = [StatementPiece(word) for child in body[:place] for word in range(child.start, child.end)]
    if before and body[place - 1].label != ",":
        return None
    rest = list(body[place + 1 :])
    while len(rest) == 1 and rest[0].label in ("SQ", "S", "SINV"):
        rest = list(rest[0].children)
    found = _completed(body[place], rest, words) if rest else None
    return None if found is None else found._replace(pieces=(*before, *found.pieces))


def _node(tree: "Tree", start: int) -> TreeNode:
    if len(tree) == 1 and isinstance(tree[0], str):
        return TreeNode(tree.label(), start, start + 1, ())
    children, at = [], start
    for child in tree:
        children.append(_node(child, at))
        at = children[-1].end
    return TreeNode(tree.label().split("-")[0] or tree.label(), start, at, tuple(children))


def _tags(node: TreeNode) -> Iterator[str]:
    if not node.children:
        yield node.label
    for child in node.children:
        yield from _tags(child)


def _asking(body: Sequence[TreeNode]) -> int | None:
    """Number of the phrase that asks: before it stands only what is fronted."""
    for place, child in enumerate(body):
        tags = list(_tags(child))
        if child.label != "SBAR" and _WH.intersection(tags[:2]) and child.label not in ("VP", "SQ"):
            return place
        if child.label not in _FRONTED:
            return None
    return None


def _in_place(body: Sequence[TreeNode]) -> Statement | None:
    """ "Thomas serves what role?": the phrase that asks stands where the answer does."""
    if len(body) < 2 or not body[0].label.startswith("NP") or body[-1].label != "VP":
        return None
    found = [node for child in body[1:] for node in _phrases(child) if _WH.intersection([next(_tags(node))])]
    asked = next((node for node in found if node.label in ("NP", "WHNP", "WP", "WHADJP", "WHADVP")), None)
    tags = [tag for child in body for tag in _tags(child)]
    if asked is None or sum(tag in _WH for tag in tags) != 1:
        return None
    if tags[asked.end - body[0].start :][:1] and tags[asked.end - body[0].start].startswith(("NN", "JJ", "CD")):
        return None
    pieces = [StatementPiece(word) for word in range(body[0].start, asked.start)]
    pieces += [GAP, *(StatementPiece(word) for word in range(asked.end, body[-1].end))]
    return Statement(tuple(pieces), (asked.start, asked.end), "object")


def _phrases(node: TreeNode) -> Iterator[TreeNode]:
    yield node
    for child in node.children:
        if child.label != "SBAR":
            yield from _phrases(child)


def _completed(asked: TreeNode, rest: list[TreeNode], words: Sequence[str]) -> Statement | None:
    span = (asked.start, asked.end)
    tags = list(_tags(asked))
    timed = _asks_time(words[asked.start : asked.end]) and list(_tags(rest[-1]))[-1] not in _STRANDED
    by_adverb = tags[0] in ("IN", "TO") or (tags[0] == "WRB" and len(tags) == 1) or (timed and _is_turned(rest, words))
    if rest[-1].end < len(words) and words[rest[-1].end] not in ("?", ".", "!"):
        return None
    verbs = [child for child in rest if child.label not in _ADVERBS]
    if not verbs:
        return None
    if verbs[0].label == "VP" and len(verbs) == 1:
        inner = verbs[0].children
        if len(rest) == 1 and len(inner) > 1 and inner[1].label.startswith("NP") and words[inner[0].start] in BE_THIRD:
            return _inverted(list(inner), span, words, by_adverb)
        return None if by_adverb else _subject(rest, span, words)
    if verbs[0].children or verbs[0] is not rest[0]:
        return None
    return _inverted(rest, span, words, by_adverb)


def _asks_time(asked: Sequence[str]) -> bool:
    return len(asked) == 2 and asked[0] in ("what", "which") and asked[1] in _TIMES


def _is_turned(rest: Sequence[TreeNode], words: Sequence[str]) -> bool:
    """Whether an auxiliary stands before a subject and its verb: "what year did Ana win"."""
    first = words[rest[0].start]
    return len(rest) > 2 and rest[-1].label == "VP" and (first in _DO or first in BE_THIRD or first in _HAVE)


def _subject(rest: Sequence[TreeNode], span: tuple[int, int], words: Sequence[str]) -> Statement | None:
    """The phrase that asks is the subject: all else stays. "What does it use?" and "how many were there?" are none."""
    start, last = rest[0].start, words[rest[-1].end - 1]
    inverted = words[start] in _DO and "not" not in words[start : start + 3]
    ends_with_verb = list(_tags(rest[-1]))[-1] in ("VBN", "VBD")
    inverted |= words[start] in _HAVE and ends_with_verb
    inverted |= words[start] in BE_THIRD and _stranded_end(rest, words) is not None
    return None if inverted or last == "there" else Statement((GAP, *_words(rest)), span, "subject")


def _words(nodes: Sequence[TreeNode]) -> tuple[StatementPiece, ...]:
    return tuple(StatementPiece(word) for node in nodes for word in range(node.start, node.end))


def _inverted(rest: list[TreeNode], span: tuple[int, int], words: Sequence[str], by_adverb: bool) -> Statement | None:
    """An auxiliary before its subject."""
    aux, *others = rest
    word = words[aux.start]
    if not others or (not others[0].label.startswith("NP") and others[0].label != "EX"):
        is_verb = aux.label.startswith(("VB", "MD"))
        return _subject(rest, span, words) if is_verb and not by_adverb else None
    named, *others = others
    adverbs = []
    while others and others[0].label in _ADVERBS:
        adverbs.append(others.pop(0))
    has_verb = bool(others) and others[0].label == "VP"
    if word in BE_THIRD and not has_verb:
        return _of_being(aux, named, [*adverbs, *others], span, words, by_adverb)
    if not has_verb:
        is_verb = word not in _DO and aux.label.startswith("VB") and not by_adverb
        return _subject(rest, span, words) if is_verb else None
    if word not in BE_THIRD and word not in _DO and word not in _HAVE and aux.label != "MD":
        return None
    predicate, *trailing = others
    return _with_gap(aux, named, adverbs, predicate, trailing, span, words, by_adverb)


def _of_being(
    aux: TreeNode, named: TreeNode, others: list[TreeNode], span: tuple[int, int], words: Sequence[str], by_adverb: bool
) -> Statement | None:
    """A form of "be" as the main verb: "What was the score of the game when ...", "Who is the owner?"."""
    if not _ends_well(named, words):
        return None
    while others and _belongs(named, others[0], words):
        more = others.pop(0)
        named = TreeNode("NP", named.start, more.end, (*named.children, more))
    head = (*_words([named]), *_words([aux]))
    if _stranded_end(others, words) is not None:
        return Statement((*head, *_words(others), GAP), span, "object")
    if any(node.label not in ("SBAR", "PP", "ADVP", "ADJP", ",", "NP-TMP") for node in others):
        return None
    if by_adverb:
        early = others and others[0].label == "SBAR"
        pieces = (*head, GAP, *_words(others)) if early else (*head, *_words(others), GAP)
        return Statement(pieces, span, "adverb")
    if any(node.label == "ADJP" for node in others):
        return None
    asked, size = words[span[0] : span[1]], span[1] - span[0]
    of_one = asked[0] in ("what", "which") and size > 1 and not _KINDS.intersection(asked)
    if (asked[0] == "who" and size == 1) or of_one:
        return Statement((GAP, *_words([aux, named, *others])), span, "subject")
    return Statement((*head, GAP, *_words(others)), span, "predicate")


def _ends_well(named: TreeNode, words: Sequence[str]) -> bool:
    """Whether a subject ends with a noun; else the parse has taken a part of the predicate for one of it."""
    last = list(_tags(named))[-1]
    clause = any(words[place] in BE_THIRD for place in range(named.start, named.end))
    return last.startswith(("NN", "CD", "PRP", "DT", "EX", "FW")) or clause


def _belongs(named: TreeNode, other: TreeNode, words: Sequence[str]) -> bool:
    """Whether what follows the subject is still a part of it: "most of the land", "the factors that contribute"."""
    if other.label == "PP":
        return words[other.start] == "of"
    if other.label == "SBAR":
        return words[other.start] in _RELATIVES or next(_tags(other)) not in ("WRB", "IN")
    return words[named.end - 1] in _NAMES and other.label == "VP"


def _stranded_end(nodes: Sequence[TreeNode], words: Sequence[str]) -> int | None:
    """The word after a preposition that ends the clause without its noun."""
    if not nodes:
        return None
    last = [tag for node in nodes for tag in _tags(node)][-1]
    return nodes[-1].end if last in _STRANDED and words[nodes[-1].end - 1] not in ("down", "out", "away") else None


def _with_gap(
    aux: TreeNode,
    named: TreeNode,
    adverbs: list[TreeNode],
    predicate: TreeNode,
    trailing: list[TreeNode],
    span: tuple[int, int],
    words: Sequence[str],
    by_adverb: bool,
) -> Statement | None:
    first = predicate.children[0]
    if first.children or not first.label.startswith(("VB", "TO")):
        return None
    word = words[aux.start]
    if words[first.start] in BE_THIRD or (word in BE_THIRD and words[named.end - 1] in _NAMES):
        return None
    denied = any(words[node.start] in ("not", "n't") for node in adverbs)
    verb = [StatementPiece(first.start)]
    head = list(_words([named]))
    if word in _DO and not denied:
        forms = verb_forms(words[first.start], _DO[word])
        if not forms:
            return None
        verb = [StatementPiece(first.start, forms[0])]
        head += _words(adverbs)
    else:
        head += [*_words([aux]), *_words(adverbs)]
    if word in BE_THIRD and first.label == "VBN" and not by_adverb and not _takes_gap(words, span, predicate, trailing):
        return None
    gap = _adverb_gap(predicate) if by_adverb else _object_gap(predicate, words)
    if gap is None or (trailing and _stranded_end(trailing, words) is None and trailing[0].label not in ("PP", "SBAR")):
        return None
    if trailing and not by_adverb and _stranded_end(trailing, words) is not None:
        gap = trailing[-1].end
    end = trailing[-1].end if trailing else predicate.end
    tail = [StatementPiece(number) for number in range(first.end, end)]
    at = max(0, gap - first.end)
    role = "adverb" if by_adverb else "object"
    return Statement((*head, *verb, *tail[:at], GAP, *tail[at:]), span, role)


def _takes_gap(words: Sequence[str], span: tuple[int, int], predicate: TreeNode, trailing: Sequence[TreeNode]) -> bool:
    """Whether a passive verb leaves room for what is asked: "was named _", "was named after _", "was kept for _"."""
    free = words[predicate.start] in _OF_TWO or words[span[0] : span[0] + 2] in (["how", "long"], ["how", "old"])
    ends = _stranded_end(trailing, words) is not None
    return free or ends or next(_stranded(predicate, words), None) is not None


def _adverb_gap(predicate: TreeNode) -> int | None:
    """Behind the clause, before what another clause or a comma adds."""
    for place, child in enumerate(predicate.children[1:]):
        if child.label in ("SBAR", ","):
            return child.start if place else None
    return predicate.end


def _object_gap(phrase: TreeNode, words: Sequence[str]) -> int | None:
    """Where the object goes that is asked for."""
    stranded = next(_stranded(phrase, words), None)
    if stranded is not None:
        return stranded
    verb, *others = phrase.children
    at = verb.end
    if others and others[0].label in ("PRT", "RP"):
        at = others.pop(0).end
    following = others[0] if others else None
    word = words[verb.start]
    if following is not None and following.label == "PP" and len(following.children) == 2:
        inner = next((node for node in _phrases(following.children[1]) if node.label == "VP"), None)
        if following.children[1].label in ("S", "VP") and inner is not None:
            return _object_gap(inner, words)
    if following is None or following.label in ("PP", "ADVP", ",", "RB"):
        return at
    if following.label == "NP":
        return following.end if word in _OF_TWO else None
    if following.label == "VP":
        return None if next(_tags(following)) in ("VBD", "VBZ", "VBP", "MD") else _object_gap(following, words)
    if following.label == "S":
        inner = next((child for child in following.children if child.label == "VP"), None)
        if word in _RAISING and inner is not None and len(following.children) == 1:
            return _object_gap(inner, words)
        return at if word not in _RAISING and verb.label != "VBN" else None
    if following.label == "SBAR" and next(_tags(following)) in ("WRB", "IN") and words[following.start] != "that":
        return at
    return None


def _stranded(phrase: TreeNode, words: Sequence[str]) -> Iterator[int]:
    """The word after a preposition without its noun."""
    for node in _phrases(phrase):
        for place, child in enumerate(node.children):
            if child.children or child.label not in ("IN", "TO"):
                continue
            last = child.end == phrase.end
            following = node.children[place + 1] if place + 1 < len(node.children) else None
            pp = following is not None and following.label == "PP" and next(_tags(following)) in ("IN", "TO")
            alone = following is None and node.label == "PP"
            pair = (words[child.start], words[child.end] if child.end < len(words) else "")
            if (last or pp or alone) and pair not in _JOINED:
                yield child.end
