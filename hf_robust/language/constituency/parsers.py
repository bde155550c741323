"""Constituency parsers behind one protocol: words in, ``nltk.Tree`` over the same words out.

:func:`constituency_parser` chooses one: what the user names or gives, what ``HF_ROBUST_PARSER`` names, ``benepar_en3``
when it is among NLTK's data, else the embedded one. stanza and any callable can serve as well.
All of them give trees of the same form: ``TOP`` above the sentence, a tag above each word, and as leaves exactly the
words that were given (brackets are not ``-LRB-``). A sentence without words is ``TOP`` without children.
"""

import os
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cache
from pathlib import Path
from pickle import UnpicklingError
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

from hf_robust.core.errors import DataFileError, MissingResource, UsageError
from hf_robust.core.extras import need
from hf_robust.language.embedded import CONSTITUENCY
from hf_robust.language.embedded.benepar_bridge import benepar
from hf_robust.language.embedded.chart import decode
from hf_robust.language.embedded.constituency_model import constituency_model_path, share_words
from hf_robust.language.embedded.packed import describe_packed
from hf_robust.language.lookup import file_stamp, module_folder, package_version
from hf_robust.language.resource_rows import EMBEDDED, FoundResource, UsedResource
from hf_robust.language.resources import BENEPAR_MODEL, get, note, resource

if TYPE_CHECKING:
    from nltk import Tree

_PARSER = resource("constituency-parser")
ROOTS = frozenset(("TOP", "ROOT", "S1", "VROOT", ""))
_PLAIN = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}", "``": '"', "''": '"'}
_UNSEEN = "[UNK]"
_SPANS = 60_000  # spans of a batch, which limit its memory


@runtime_checkable
class Parser(Protocol):
    """What a constituency parser must offer."""

    def parse(self, words: Sequence[str]) -> "Tree":
        """The tree of one tokenised sentence; its leaves are the words."""


class ConstituencyParser(ABC):
    """A parser that :func:`constituency_parser` gives: many sentences at once, and trees of one form.

    Args:
        resource: What stands on record when it has parsed.
    """

    def __init__(self, resource: UsedResource):
        self.resource = resource

    def parse(self, words: Sequence[str]) -> "Tree":
        """Parse one sentence; see :meth:`parse_all`."""
        return self.parse_all([words])[0]

    def parse_all(self, sentences: Sequence[Sequence[str]]) -> "list[Tree]":
        """Parse tokenised sentences.

        Args:
            sentences: The words of each. A sentence may be empty, of one word, or longer than the parser takes: then
                it is cut near its middle, after a punctuation mark if one is near, until its parts can be parsed,
                and the parts stand side by side under ``TOP``.

        Returns:
            One tree a sentence, in the same order; its leaves are exactly the words.

        Raises:
            UsageError: A text instead of words was given, or the parser gave a tree over other words.
        """
        need("nltk")
        from nltk import Tree

        rows = [_checked(words) for words in sentences]
        found = iter(self._trees([row for row in rows if row])) if any(rows) else iter(())
        note(self.resource)
        return [_finished(next(found), row, self.resource.name) if row else Tree("TOP", []) for row in rows]

    @abstractmethod
    def _trees(self, sentences: list[list[str]]) -> "list[Tree]":
        """Trees of sentences that are not empty; leaves may still be written as the back-end does."""


def _checked(words: Sequence[str]) -> list[str]:
    if isinstance(words, str):
        raise UsageError(f"expected a list of words, found the text {words[:40]!r}; split it first")
    row = list(words)
    for word in row:
        if not isinstance(word, str):
            raise UsageError(f"expected words, found {word!r} ({type(word).__name__})")
    return row


def _finished(tree: Any, words: list[str], name: str) -> "Tree":
    """The tree with ``TOP`` above it and the words as they were given, once they are seen to be the same."""
    need("nltk")
    from nltk import Tree

    if not isinstance(tree, Tree):
        raise UsageError(f"expected an nltk.Tree from the parser {name}, found {type(tree).__name__}")
    leaves = tree.leaves()
    if len(leaves) != len(words) or any(a != b and plain_word(a) != plain_word(b) for a, b in zip(leaves, words)):
        raise UsageError(f"the parser {name} gave a tree over {leaves[:8]}..., expected {words[:8]}...")
    rest = iter(words)

    def copied(node: "Tree") -> "Tree":
        return Tree(node.label(), [copied(child) if isinstance(child, Tree) else next(rest) for child in node])

    fresh = copied(tree)
    if fresh.label() not in ROOTS:
        return Tree("TOP", [fresh])
    fresh.set_label("TOP")
    return fresh


def plain_word(word: str) -> str:
    """A word without the escapes of treebanks.

    Example:
        >>> plain_word("-LRB-"), plain_word("``"), plain_word("either\\\\/or"), plain_word("word")
        ('(', '"', 'either/or', 'word')
    """
    for written, meant in _PLAIN.items():
        word = word.replace(written, meant)
    return word.replace("\\/", "/").replace("\\*", "*")


class _Piece(NamedTuple):
    """A part of a sentence, ready for the model."""

    sentence: int
    words: list[str]
    encoded: dict


class _Input(NamedTuple):
    """A sentence in the shape that benepar's model reads."""

    words: list[str]
    space_after: list[bool]
    tree: None = None


class BeneparParser(ConstituencyParser):
    """A parser of benepar.

    Args:
        model: Name of a model in NLTK's data, or path of one.
        resource: What stands on record.
        base_words: Whether it has the word embeddings of the embedded encoder, which are then in memory once.
    """

    def __init__(self, model: str, resource: UsedResource, *, base_words: bool = False):
        super().__init__(resource)
        self.model = _benepar_model(model, base_words)

    def _trees(self, sentences: list[list[str]]) -> "list[Tree]":
        need("nltk")
        from nltk import Tree

        pieces = [piece for i, words in enumerate(sentences) for piece in self._pieces(i, words)]
        parts: list[list[Tree]] = [[] for _ in sentences]
        trees: dict[int, Tree] = {}
        for rows in _batches([len(piece.words) for piece in pieces]):
            trees.update(zip(rows, self._parsed([pieces[row] for row in rows])))
        for row, piece in enumerate(pieces):
            parts[piece.sentence].append(trees[row])
        return [
            found[0] if len(found) == 1 else Tree("TOP", [child for tree in found for child in tree]) for found in parts
        ]

    def _pieces(self, sentence: int, words: list[str]) -> Iterator[_Piece]:
        encoded = self._encoded([_visible(word) for word in words])
        if encoded is None and len(words) == 1:
            encoded = self._encoded([_UNSEEN])
        if encoded is not None:
            yield _Piece(sentence, words, encoded)
            return
        cut = _cut(words)
        yield from self._pieces(sentence, words[:cut])
        yield from self._pieces(sentence, words[cut:])

    def _encoded(self, words: list[str]) -> dict | None:
        """The sentence as the model takes it; None when it is too long."""
        from benepar.ptb_unescape import guess_space_after

        room = self.model.add_timing.timing_table.shape[0] if self.model.encoder is not None else None
        if room is not None and len(words) + 2 > room:
            return None
        try:
            return self.model.encode(_Input(words, guess_space_after(words)))
        except ValueError:  # benepar's way to say that there are too many sub-words
            return None

    def _parsed(self, pieces: list[_Piece]) -> "list[Tree]":
        model, trees = self.model, []
        found = decode(model, model.pad_encoded([piece.encoded for piece in pieces]))
        for piece, (labels, ids) in zip(pieces, found):
            tags = ["UNK"] * len(piece.words) if ids is None else [model.tag_from_index[i] for i in ids.tolist()]
            trees.append(model.decoder.tree_from_chart(labels, list(zip(piece.words, tags))))
        return trees


@cache
def _benepar_model(model: str, base_words: bool = False) -> Any:
    """Load a benepar model in evaluation mode, once a process."""
    try:
        loaded = benepar().Parser(model)._parser
    except (RuntimeError, OSError, ValueError, KeyError, AttributeError, UnpicklingError) as error:
        raise DataFileError(f"benepar cannot load {model!r}: {str(error)[:300]}") from error
    except LookupError as error:
        folder = f"ls {model} (a parser's folder holds benepar_model.bin)"
        download = f"python -c \"import benepar; benepar.download('{model}')\""
        raise MissingResource(f"the benepar model {model!r}", folder if os.sep in model else download) from error
    if base_words:
        share_words(loaded.pretrained_model)
    return loaded.eval()


def _visible(word: str) -> str:
    """What the model reads for a word: plain brackets; a stand-in where its tokenizer would leave nothing."""
    word = plain_word(word)
    seen = any(unicodedata.category(sign)[0] in "LNPS" and sign != "\ufffd" for sign in word)
    return word if seen else _UNSEEN


def _cut(words: list[str]) -> int:
    """Where to cut a sentence that is too long: after the mark nearest to its middle, if one is near; else there."""
    middle = len(words) // 2
    marks = [
        i + 1
        for i, word in enumerate(words[:-1])
        if not any(sign.isalnum() for sign in word) and abs(i + 1 - middle) <= middle // 2
    ]
    return min(marks, key=lambda place: abs(place - middle), default=middle)


def _batches(lengths: list[int]) -> Iterator[list[int]]:
    """Rows of similar length, as many as keep the number of spans of a batch bounded."""
    rows: list[int] = []
    for row in sorted(range(len(lengths)), key=lengths.__getitem__):
        if rows and (len(rows) + 1) * lengths[row] ** 2 > _SPANS:
            yield rows
            rows = []
        rows.append(row)
    if rows:
        yield rows


class StanzaParser(ConstituencyParser):
    """stanza's constituency parser.

    Args:
        pipeline: A ``stanza.Pipeline`` with ``constituency`` that takes tokenised text; default: English, which must
            have been downloaded.
    """

    def __init__(self, pipeline: Any = None):
        version = package_version("stanza")
        origin = "package stanza" if pipeline is None else "user"
        super().__init__(UsedResource(_PARSER.purpose, "stanza", version, origin))
        self.pipeline = _stanza_pipeline() if pipeline is None else pipeline

    def _trees(self, sentences: list[list[str]]) -> "list[Tree]":
        parsed = self.pipeline(sentences).sentences
        if len(parsed) != len(sentences):
            raise UsageError(
                f"expected {len(sentences)} trees from stanza, found {len(parsed)}; "
                "give a pipeline made with tokenize_pretokenized=True"
            )
        return [_from_stanza(sentence.constituency) for sentence in parsed]


def _from_stanza(node: Any) -> "Tree":
    need("nltk")
    from nltk import Tree

    return Tree(node.label, [_from_stanza(child) if child.children else child.label for child in node.children])


@cache
def _stanza_pipeline() -> Any:
    if module_folder("stanza") is None:
        raise MissingResource("stanza", "pip install stanza")
    import stanza

    processors = "tokenize,pos,constituency"
    try:
        return stanza.Pipeline(
            "en", processors=processors, tokenize_pretokenized=True, download_method=None, verbose=False
        )
    except Exception as error:  # stanza has several of its own
        raise MissingResource(
            "stanza's English constituency model",
            f"python -c \"import stanza; stanza.download('en', processors='{processors}')\"",
        ) from error


class CallableParser(ConstituencyParser):
    """Any callable from a list of words to an ``nltk.Tree``.

    Args:
        function: Called with one sentence at a time.
        name: What stands on record; default: its own name.

    Example:
        >>> from nltk import Tree
        >>> flat = CallableParser(lambda words: Tree("S", [Tree("UNK", [word]) for word in words]), "flat")
        >>> print(flat.parse(["Birds", "sing"]))
        (TOP (S (UNK Birds) (UNK sing)))
    """

    def __init__(self, function: "Callable[[list[str]], Tree]", name: str | None = None):
        own = getattr(function, "__qualname__", type(function).__name__)
        super().__init__(UsedResource(_PARSER.purpose, name or own, "", "user"))
        self.function = function

    def _trees(self, sentences: list[list[str]]) -> "list[Tree]":
        return [self.function(list(words)) for words in sentences]


def constituency_parser(parser: "str | Parser | Callable[[list[str]], Tree] | None" = None) -> ConstituencyParser:
    """Choose the constituency parser.

    Args:
        parser: ``"embedded"``, ``"stanza"``, a benepar model by name (``"benepar_en3"``) or folder, an object with
            ``parse(words)``, or a callable. Default, in order: the environment variable ``HF_ROBUST_PARSER`` (one of
            those names), ``benepar_en3`` where NLTK's data has it, the embedded one.

    Returns:
        The parser, with ``parse`` and ``parse_all``. The model behind a name is loaded once a process.

    Raises:
        MissingExtra: benepar is not installed.
        MissingResource: The model, or the encoder of the embedded one, is not installed.
        UsageError: Something else was given.

    Example:
        >>> parser = constituency_parser("embedded")
        >>> print(parser.parse(["The", "dog", "(", "a", "poodle", ")", "barked", "."]))
        (TOP
          (S
            (NP
              (NP (DT The) (NN dog))
              (PRN (-LRB- () (NP (DT a) (NN poodle)) (-RRB- ))))
            (VP (VBD barked))
            (. .)))
    """
    if isinstance(parser, ConstituencyParser):
        return parser
    if parser is None or isinstance(parser, str | os.PathLike):
        return _named(_name(parser))
    parse = getattr(parser, "parse", None)
    if callable(parse) and not isinstance(parser, type):
        return CallableParser(parse, type(parser).__name__)
    if callable(parser):
        return CallableParser(parser)
    raise UsageError(
        f"expected a parser's name or folder, an object with parse(words) or a callable, found {type(parser).__name__}"
    )


def _name(parser: "str | os.PathLike | None") -> str:
    """Name or folder of the parser that serves."""
    choice = _PARSER.choice(os.fspath(parser) if parser is not None else None)
    found = _PARSER.look() if not choice else None
    return BENEPAR_MODEL if isinstance(found, FoundResource) and found.origin != EMBEDDED else choice or EMBEDDED


def _named(name: str) -> ConstituencyParser:
    if name == "stanza":
        return StanzaParser()
    if name != EMBEDDED:
        return BeneparParser(name, UsedResource(_PARSER.purpose, Path(name).name, package_version("benepar"), name))
    benepar()
    return BeneparParser(str(constituency_model_path()), get(_PARSER.name, EMBEDDED).record(), base_words=True)


def parser_stamp(parser: Any = None) -> Hashable:
    """What stands for a parser in fingerprints and in memory, found without loading a model.

    Args:
        parser: What :func:`constituency_parser` takes.

    Example:
        >>> parser_stamp("benepar_en3") == parser_stamp("embedded")
        False
    """
    if parser is not None and not isinstance(parser, str | os.PathLike):
        return parser if isinstance(parser, Hashable) else id(parser)
    name = _name(parser)
    if name == EMBEDDED:
        return f"{EMBEDDED}@{describe_packed(CONSTITUENCY)['sha256'][:12]}"
    return f"{file_stamp(name)}@{package_version('stanza' if name == 'stanza' else 'benepar')}"
