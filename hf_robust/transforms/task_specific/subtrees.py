"""Transformations of dependency trees: an adjunct goes, or a clause about a name comes; the tree stays one tree."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.facts import FACT_TYPES, facts_about, relative_clause, safe_clauses
from hf_robust.language.english.tree_spans import Name, Subtree, apart_subtrees, is_universal, kind_of_name, names
from hf_robust.tasks import PARSING
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.row_changes import RowChange, RowTransformation, TaskRow

FORMS = ("any", "clause", "apposition")


@register
@dataclass(frozen=True, kw_only=True)
class DeleteSubtree(RowTransformation):
    """Delete an adjunct in commas or brackets, with its punctuation.

    The adjunct is an adverbial, an apposition, a relative clause or a remark. Subjects, objects and predicates are not
    deleted. Heads are renumbered.

    Source: TextFlint (Wang et al. 2021), section 3, "DeleteSubTree".

    Example:
        >>> row = {
        ...     "tokens": ["Ann", ",", "my", "aunt", ",", "has", "left", "us", "."],
        ...     "heads": [7, 4, 4, 1, 4, 7, 0, 7, 7],
        ...     "deprels": ["nsubj", "punct", "nmod:poss", "appos", "punct", "aux", "root", "obj", "punct"],
        ... }
        >>> new = DeleteSubtree().preview_row(row)
        >>> " ".join(new["tokens"]), new["heads"]
        ('Ann has left us .', [3, 3, 0, 3, 3])
    """

    name = "delete-subtree"
    version = "2"
    level = "sentence"
    linguistics = "syntax"
    seed_name = "DeleteSubTree"
    choice = "adjuncts in commas or brackets"
    effects = preserves(PARSING)

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange:
        doc, tokens, heads, deprels = _tree(row)
        found = apart_subtrees(tokens, heads, deprels)
        if not found:
            raise NotApplicable("no adjunct between commas or in brackets that can go")
        return RowChange({"tokens": _without(doc, rng.choice(found))})


def _without(doc: Doc, cut: Subtree) -> list[Edit]:
    bounds = doc.bounds or ()
    if not cut.opens:
        return [Edit(bounds[cut.start - 1][1], bounds[cut.end - 1][1], "")]
    start, (first, last) = bounds[cut.start][0], bounds[cut.end]
    edits = [Edit(start, first, "")]
    word = doc.text[first:last]
    if doc.text[start].isupper() and word[0].islower():
        edits.append(Edit(first, last, word[0].upper() + word[1:]))
    return edits


class _Clause(NamedTuple):
    """What follows a name, between its commas; heads count from 0 in it, -1 is the name."""

    words: Sequence[str]
    upos: Sequence[str]
    xpos: Sequence[str]
    deprels: Sequence[str]
    heads: Sequence[int]


@register
@dataclass(frozen=True, kw_only=True)
class AddSubtree(RowTransformation):
    """Insert a relative clause or apposition after a name. The new words get tags, relations and heads.

    For well-known names, it states a fact from a table. For other names, it says that they were mentioned.

    Args:
        form: ``clause``, ``apposition`` (only for well-known names), or ``any``.
        subtypes: Whether the relations of the data have subtypes: ``acl:relcl``, ``nsubj:pass``.

    Source: TextFlint (Wang et al. 2021), section 3, "AddSubTree".

    Example:
        >>> row = {
        ...     "tokens": ["Paris", "is", "large", "."],
        ...     "heads": [3, 3, 0, 3],
        ...     "deprels": ["nsubj", "cop", "root", "punct"],
        ... }
        >>> new = AddSubtree().preview_row(row)
        >>> " ".join(new["tokens"]), new["heads"]
        ('Paris , the capital of France , is large .', [9, 4, 4, 1, 6, 4, 4, 9, 0, 9])
    """

    form: str = "any"
    subtypes: bool = True

    name = "add-subtree"
    version = "2"
    level = "sentence"
    linguistics = "syntax"
    seed_name = "AddSubTree"
    choice = "names that a clause can follow"
    effects = preserves(PARSING)

    def __post_init__(self) -> None:
        self._require_choice("form", FORMS)
        self._require(isinstance(self.subtypes, bool), "subtypes", "True or False")

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange:
        doc, tokens, heads, deprels = _tree(row)
        if doc.text.isupper() or tokens[-1] not in (".", "!", "?"):
            raise NotApplicable("no plain sentence")
        places = names(tokens, heads, deprels)
        for number in rng.order(len(places)):
            clause = self._clause(places[number], rng.fork(number))
            if clause is not None:
                return self._attached(doc, tokens, places[number], clause)
        raise NotApplicable("no name that something can be said of")

    def _clause(self, name: Name, rng: RowRandom) -> _Clause | None:
        """Something that is known of a name, or can be said of its kind."""
        kind = kind_of_name(name.text)
        options = [(fact, known) for known in FACT_TYPES for fact in facts_about(name.text, known)]
        if len(name.text.split()) == 1:
            options = [(fact, known) for fact, known in options if known == (kind or known)]
        if len({known for _, known in options}) > 1:  # two things have the name
            return None
        if self.form != "clause":
            appositions = [fact for fact in options if fact[0].startswith(("is a ", "is an ", "is the "))]
            if appositions and (self.form == "apposition" or rng.random() < 0.5):
                fact, known = rng.choice(appositions)
                return self._made(relative_clause(fact, known), known, bare=True)
        if self.form == "apposition" or (not options and (kind is None or " " not in name.text)):
            return None  # a single word may be a town or a season as well as a person
        fact, known = rng.choice(options or [(clause, str(kind)) for clause in safe_clauses(str(kind))])
        return self._made(relative_clause(fact, known), known, bare=False)

    def _made(self, found: Any, kind: str, bare: bool) -> _Clause | None:
        deprels, heads, skipped = list(found.deprels), list(found.heads), 0
        if bare:
            skipped = 2
            if deprels[:2] != ["nsubj", "cop"]:
                return None
            deprels[heads.index(-1)] = "appos"
            heads = [head if head < 0 else head - skipped for head in heads[skipped:]]
            deprels = deprels[skipped:]
        if not self.subtypes:
            deprels = [deprel.split(":")[0] for deprel in deprels]
        return _Clause(found.words[skipped:], found.upos[skipped:], found.xpos[skipped:], deprels, heads)

    def _attached(self, doc: Doc, tokens: Sequence[str], name: Name, clause: _Clause) -> RowChange:
        bounds = doc.bounds or ()
        closing = 0 if tokens[name.end] in (",", ".", "!", "?") else 1
        tags: Mapping[str, Sequence[Any]] = {
            "upos": ["PUNCT", *clause.upos, *["PUNCT"] * closing],
            "xpos": [",", *clause.xpos, *[","] * closing],
            "deprel": ["punct", *clause.deprels, *["punct"] * closing],
            "head": [name.head + 1] * (len(clause.words) + 1 + closing),
        }
        at = bounds[name.end - 1][1]
        text = " " + " ".join([",", *clause.words, *[","] * closing])
        return RowChange({"tokens": [Edit(at, at, text, tags)]}, {"heads": _with_heads(name, clause, closing)})


def _with_heads(name: Name, clause: _Clause, closing: int) -> Callable[[Sequence[Any]], list[Any]]:
    """Puts the heads of the new words, which hang on each other, into heads in which all hang on the name."""

    def changed(heads: Sequence[Any]) -> list[Any]:
        new, kind = list(heads), type(heads[0])
        first = name.end + 1  # place of the first word, behind the comma
        top = kind(first + clause.heads.index(-1) + 1)
        new[name.end] = top
        for place, head in enumerate(clause.heads):
            new[first + place] = kind(name.head + 1) if head < 0 else kind(first + head + 1)
        if closing:
            new[first + len(clause.heads)] = top
        return new

    return changed


def _tree(row: TaskRow) -> tuple[Doc, list[str], list[int], list[str]]:
    """The text, its tokens, heads as numbers, and relations."""
    doc = row.docs["tokens"]
    tokens = [doc.text[start:end] for start, end in doc.bounds or ()]
    deprels = [str(deprel) for deprel in row.gold["deprels"]]
    if not is_universal(deprels):
        raise NotApplicable("relations that are not those of Universal Dependencies")
    return doc, tokens, [int(head) for head in row.gold["heads"]], deprels
