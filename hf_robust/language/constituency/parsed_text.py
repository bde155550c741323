"""Texts cut into sentences and parsed, and the phrases of their trees; each sentence is parsed once a process."""

from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from hf_robust.core.edits import Offsets
from hf_robust.core.recent import Recent
from hf_robust.language.annotation import annotate_values
from hf_robust.language.constituency.parsers import ConstituencyParser, constituency_parser
from hf_robust.language.constituency.productions import Production, is_tag_node, normalised, production, productions

if TYPE_CHECKING:
    from nltk import Tree

_KEPT = 10_000  # sentences whose trees are remembered
_ENDS = frozenset(".!?…")
_OPENERS = frozenset([*"([{“‘«¿¡", "``"])
_CLITICS = ("'", "’", "n't", "n’t")


class Phrase(NamedTuple):
    """A phrase of a tree.

    Args:
        lhs: Its symbol.
        rhs: The symbols of its children.
        gaps: Where a word may be added: the number of the word before which each child begins, and at last the number
            of the word after the phrase.
        above: The productions of its ancestors.
    """

    lhs: str
    rhs: tuple[str, ...]
    gaps: tuple[int, ...]
    above: tuple[tuple[str, tuple[str, ...]], ...]


class ParsedText(NamedTuple):
    """A text with its tokens, their tags, and the phrases of its sentences.

    Args:
        text: As it was given.
        tokens: Offsets of its tokens.
        tags: Their Penn tags.
        pos: Universal part of speech of its first token.
        sentences: First token of each sentence and the token after its last.
        phrases: Of all its sentences.
    """

    text: str
    tokens: tuple[Offsets, ...]
    tags: tuple[str, ...]
    pos: str
    sentences: tuple[Offsets, ...]
    phrases: tuple[Phrase, ...]

    def word(self, number: int) -> str:
        """A token's text."""
        start, end = self.tokens[number]
        return self.text[start:end]

    def gap(self, number: int) -> tuple[int, str, str] | None:
        """Where and how a word is written before a token.

        Args:
            number: Of the token; one more than the last for the end.

        Returns:
            Offset, and what stands before and after the new word; None where none can stand (``is| n't``,
            ``New| York``).

        Example:
            >>> text = ParsedText("Or both.", ((0, 2), (3, 7), (7, 8)), ("CC", "DT", "."), "CCONJ", (), ())
            >>> text.gap(2), text.gap(1), text.gap(3)
            ((7, ' ', ''), (3, '', ' '), None)
        """
        if number == len(self.tokens):
            last = number - 1
            return (self.tokens[last][1], " ", "") if self.word(last)[-1].isalnum() else None
        start, following = self.tokens[number][0], self.word(number)
        if number and self.tags[number - 1].startswith("NNP") and self.tags[number].startswith("NNP"):
            return None
        if following.lower().startswith(_CLITICS):
            return None
        if number == 0 or self.text[start - 1].isspace() or self.word(number - 1) in _OPENERS:
            return start, "", " "
        closing = not any(map(str.isalnum, following)) and following[0] not in "-‐‑–/_@#&*$"
        return (start, " ", "") if closing and self.word(number - 1)[-1].isalnum() else None


def parse_texts(
    texts: Sequence[str], parser: ConstituencyParser, name: Hashable, nlp: str | None = None
) -> list[ParsedText]:
    """Annotate and parse texts, sentence by sentence; all new sentences go through the parser together.

    Args:
        texts: Any number of texts.
        name: What stands for it in the memory of parsed sentences.
        nlp: spaCy pipeline, name or folder.

    Example:
        >>> from hf_robust.language.constituency.parsers import constituency_parser
        >>> (parsed,) = parse_texts(["Or both ."], constituency_parser("embedded"), "embedded")
        >>> [(phrase.lhs, phrase.rhs) for phrase in parsed.phrases][-1]
        ('NP', ('DT',))
    """
    noted = annotate_values(texts, {"pos", "dep"}, nlp)
    sentences = [list(_sentences(row["token"], row["sent"])) for row in noted]
    parsed = _parsed([words for row in sentences for _, words in row], parser, name)
    found = []
    for text, row, cut in zip(texts, noted, sentences):
        phrases = [_moved(phrase, first) for first, words in cut for phrase in parsed[words]]
        tokens = tuple(zip(row["start"], row["end"]))
        bounds = tuple((first, first + len(words)) for first, words in cut)
        found.append(ParsedText(text, tokens, tuple(row["tag"]), (row["pos"] or [""])[0], bounds, tuple(phrases)))
    return found


def _sentences(words: Sequence[str], numbers: Sequence[int]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """First word and words of each sentence. One that does not end as sentences do goes on: the pipeline errs there."""
    first = 0
    for place in range(1, len(words) + 1):
        ended = place < len(words) and numbers[place] != numbers[place - 1] and words[place - 1][-1] in _ENDS
        if ended or place == len(words):
            yield first, tuple(words[first:place])
            first = place


def _moved(phrase: Phrase, by: int) -> Phrase:
    return phrase._replace(gaps=tuple(gap + by for gap in phrase.gaps)) if by else phrase


_PARSED = Recent(_KEPT)


def _parsed(
    sentences: Sequence[tuple[str, ...]], parser: ConstituencyParser, name: Hashable
) -> dict[tuple[str, ...], tuple[Phrase, ...]]:
    """Phrases by words; sentences that were parsed before are remembered."""
    keys = {(name, words): words for words in sentences}
    found = _PARSED.known(keys)
    new = [key for key in keys if key not in found]
    if new:
        trees = parser.parse_all([keys[key] for key in new])
        found.update(zip(new, map(phrases, trees)))
    _PARSED.keep(found)
    return {keys[key]: phrases_ for key, phrases_ in found.items()}


def phrases(tree: "Tree") -> tuple[Phrase, ...]:
    """The phrases of a tree from the top, first child first.

    Example:
        >>> from nltk import Tree
        >>> phrases(Tree.fromstring("(FRAG (CC Or) (NP (DT both)) (. .))"))[2]
        Phrase(lhs='NP', rhs=('DT',), gaps=(1, 2), above=(('TOP', ('FRAG',)), ('FRAG', ('CC', 'NP', '.'))))
    """
    found: list[Phrase] = []

    def walk(node: "Tree", first: int, above: tuple) -> int:
        if is_tag_node(node):
            return first + 1
        own = production(node)
        place = len(found)
        found.append(Phrase(*own, (), above))
        gaps = [first]
        for child in node:
            gaps.append(walk(child, gaps[-1], (*above, own)))
        found[place] = found[place]._replace(gaps=tuple(gaps))
        return gaps[-1]

    whole = normalised(tree)
    if len(whole):
        walk(whole, 0, ())
    return tuple(found)


def productions_of_texts(
    texts: "Sequence[str | Sequence[str]]", *, parser: Any = None, nlp: str | None = None
) -> "list[list[Production]]":
    """The productions of each text; equal texts and equal sentences are parsed once, all in batches.

    Args:
        texts: Texts, cut into sentences and words by spaCy; or lists of words, each one sentence.
        parser: What :func:`hf_robust.language.constituency.parsers.constituency_parser` takes.
        nlp: spaCy pipeline, name or folder.

    Raises:
        MissingResource: No parser or no spaCy pipeline is installed.
        UsageError: ``parser`` is none.

    Example:
        >>> from nltk import Tree
        >>> def flat(words):
        ...     return Tree("S", [Tree("NN", [word]) for word in words])
        >>> productions_of_texts([["birds", "sing"], ["birds", "sing"]], parser=flat)[1]
        [('TOP', ('S',)), ('S', ('NN', 'NN'))]
    """
    model = constituency_parser(parser)
    keys = [text if isinstance(text, str) else tuple(text) for text in texts]
    whole = list(dict.fromkeys(key for key in keys if isinstance(key, str)))
    listed = list(dict.fromkeys(key for key in keys if not isinstance(key, str)))
    found: dict[Any, list[Production]] = {}
    if whole:
        # a callable has no name that would hold in another call
        name = object() if callable(parser) else model.resource
        found |= {
            parsed.text: [phrase[:2] for phrase in parsed.phrases] for parsed in parse_texts(whole, model, name, nlp)
        }
    for words, tree in zip(listed, model.parse_all(listed) if listed else ()):
        whole_tree = normalised(tree)
        found[words] = list(productions(whole_tree)) if len(whole_tree) else []
    return [found[key] for key in keys]
