"""The grammar productions of texts and of bracketed trees, for production-rule coverage."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import UsageError

if TYPE_CHECKING:
    from hf_robust.language.constituency.productions import Production


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
    from hf_robust.capability.expansion.masks import pieces
    from hf_robust.language.constituency.parsers import constituency_parser
    from hf_robust.language.constituency.productions import normalised, productions

    model = constituency_parser(parser)
    keys = [text if isinstance(text, str) else tuple(text) for text in texts]
    whole = list(dict.fromkeys(key for key in keys if isinstance(key, str)))
    listed = list(dict.fromkeys(key for key in keys if not isinstance(key, str)))
    found: dict[Any, list[Production]] = {}
    if whole:
        # a callable has no name that would hold in another call
        name = object() if callable(parser) else model.resource
        found |= {piece.text: [phrase[:2] for phrase in piece.phrases] for piece in pieces(whole, model, name, nlp)}
    for words, tree in zip(listed, model.parse_all(listed) if listed else ()):
        whole_tree = normalised(tree)
        found[words] = list(productions(whole_tree)) if len(whole_tree) else []
    return [found[key] for key in keys]


def productions_of_trees(trees: Sequence[str]) -> "list[list[Production]]":
    """The productions of bracketed trees.

    Args:
        trees: One tree each, as treebanks and parsers write it.

    Raises:
        UsageError: A text is no tree; the message says which row.

    Example:
        >>> productions_of_trees(["(FRAG (CC Or) (NP (DT both)))"])
        [[('TOP', ('FRAG',)), ('FRAG', ('CC', 'NP')), ('NP', ('DT',))]]
    """
    from nltk import Tree

    from hf_robust.language.constituency.productions import normalised, productions

    found = []
    for row, text in enumerate(trees):
        try:
            tree = normalised(Tree.fromstring(text))
        except (ValueError, TypeError, IndexError, AttributeError) as error:
            reason = " ".join(str(error).split())
            raise UsageError(
                f"predictions row {row} is no bracketed tree like '(S (NP (DT Both)) (VP (VBP work)))': {reason:.100}; "
                "for texts leave trees=True out"
            ) from error
        found.append(list(productions(tree)) if len(tree) else [])
    return found
