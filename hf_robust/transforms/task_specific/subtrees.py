"""Transformations of dependency trees: an adjunct goes, or a clause about a name comes; the tree stays one tree."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.closed_classes import INDEFINITE_ARTICLES
from hf_robust.language.english.facts import FACT_TYPES, RelativeClause, of_several, relative_clause, safe_clauses
from hf_robust.language.english.known_facts import facts_of_noun, known_facts
from hf_robust.language.english.tree_adjuncts import bare_subtrees
from hf_robust.language.english.tree_coordinations import coordinated_subtrees
from hf_robust.language.english.tree_spans import (
    Name,
    apart_subtrees,
    kind_of_name,
    loose_subtrees,
    names,
    noun_phrases,
)
from hf_robust.language.english.wordforms import lemmas_of, tags_of
from hf_robust.language.lexicons.wordnet import noun_kinds
from hf_robust.language.tree_parts import Subtree, is_universal
from hf_robust.tasks import PARSING
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.row_changes import RowChange, RowTransformation, TaskRow

FORMS = ("any", "clause", "apposition")
# of these nouns nothing can be said: "the day , which was mentioned earlier ,"
_NO_THINGS = frozenset(("time", "quantity", "tops"))


@register
@dataclass(frozen=True, kw_only=True)
class DeleteSubtree(RowTransformation):
    """Delete an adjunct, such as a relative clause, an adverbial or an apposition, with its punctuation.

    Adjuncts in commas or brackets go first. Without one, a relative clause, an adverbial clause, or a phrase of time or
    place goes. Without these, the second part of a coordination goes: "a cat and a dog" becomes "a cat". Without one,
    *please* goes, a thing inside a list, a length of time such as "for ten years", or an adverb such as *very*. Whole
    subjects, objects and predicates are not deleted. Heads are renumbered.

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
    version = "7"
    level = "sentence"
    linguistics = "syntax"
    seed_name = "DeleteSubTree"
    choice = "adjuncts that can go"
    effects = preserves(PARSING)

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange:
        doc, tokens, heads, deprels = tree_of(row)
        found = (
            apart_subtrees(tokens, heads, deprels)
            or loose_subtrees(tokens, heads, deprels)
            or coordinated_subtrees(tokens, heads, deprels)
            or bare_subtrees(tokens, heads, deprels)
        )
        if not found:
            raise NotApplicable("no adjunct and no coordinated phrase that can go")
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


def _repeats(name: str, fact: str) -> bool:
    """Whether a fact says what the name says: Kyoto University is a university."""
    return not set(name.lower().split()).isdisjoint(fact.lower().split()[2:])


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
    """Insert a relative clause or apposition after a noun phrase. The new words get tags, relations and heads.

    For well-known names, the clause states a fact from a table. For common nouns, it states their category ("which is a
    kind of mammal"), if a bundled list contains it. For other names, and for nouns with *the*, *this* or a possessive,
    it says that they are mentioned elsewhere: "the treaty , which was mentioned earlier ,".

    Args:
        form: What to insert: ``clause``, ``apposition`` (only for names and nouns in the tables), or ``any``.
        subtypes: Whether the dependency relations of the dataset have subtypes, for example ``acl:relcl`` and
            ``nsubj:pass``.

    Source: TextFlint (Wang et al. 2021), section 3, "AddSubTree".

    Example:
        >>> row = {
        ...     "tokens": ["Paris", "is", "large", "."],
        ...     "heads": [3, 3, 0, 3],
        ...     "deprels": ["nsubj", "cop", "root", "punct"],
        ... }
        >>> new = AddSubtree().preview_row(row)
        >>> " ".join(new["tokens"]), new["heads"]
        ('Paris , which has an old university , is large .', [10, 4, 4, 1, 7, 7, 4, 4, 10, 0, 10])
    """

    form: str = "any"
    subtypes: bool = True

    name = "add-subtree"
    version = "3"
    level = "sentence"
    linguistics = "syntax"
    seed_name = "AddSubTree"
    choice = "noun phrases that a clause can follow"
    resources = ("wordnet",)
    effects = preserves(PARSING)

    def __post_init__(self) -> None:
        self._require_choice("form", FORMS)
        self._require(isinstance(self.subtypes, bool), "subtypes", "True or False")

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange:
        doc, tokens, heads, deprels = tree_of(row)
        if doc.text.isupper():
            raise NotApplicable("no plain sentence")
        named = names(tokens, heads, deprels)
        common = noun_phrases(tokens, heads, deprels)
        places = [*((name, self._clause) for name in named), *((phrase, self._clause_of_noun) for phrase in common)]
        for number in rng.order(len(places)):
            place, made = places[number]
            clause = made(place, rng.fork(number))
            if clause is not None:
                return self._attached(doc, tokens, place, clause)
        raise NotApplicable("no noun phrase that something can be said of")

    def _clause_of_noun(self, phrase: Name, rng: RowRandom) -> _Clause | None:
        """What kind of thing a noun names, or that it was mentioned, if it is definite."""
        *before, word = phrase.text.split()
        tags = tags_of(word) & {"NN", "NNS"}
        if len(tags) != 1 or not (before or tags):
            return None
        lemma = word if tags == {"NN"} else next(iter(lemmas_of(word, "NNS")), word)
        kinds = noun_kinds(lemma)
        kind = kinds[0] if kinds else ""
        if kind in _NO_THINGS or not kind or (kind != "person" and "person" in kinds):
            return None  # neither "who" nor "which" is sure
        facts = facts_of_noun(lemma) if tags == {"NN"} else ()
        if facts and self.form != "clause" and (self.form == "apposition" or rng.random() < 0.5):
            return self._made(relative_clause(rng.choice(facts), "thing"), bare=True)
        definite = before[0].lower() not in INDEFINITE_ARTICLES
        if self.form == "apposition" or not (facts or definite):
            return None
        said = "person" if kind == "person" else "thing"
        chosen = rng.choice([*facts, *(safe_clauses(said) if definite else ())])
        clause = chosen if tags == {"NN"} else of_several(chosen)
        return self._made(relative_clause(clause, said), bare=False)

    def _clause(self, name: Name, rng: RowRandom) -> _Clause | None:
        """Something that is known of a name, or can be said of its kind."""
        kind = kind_of_name(name.text)
        options = [
            (fact, known)
            for known in FACT_TYPES
            for fact in known_facts(name.text, known)
            if not _repeats(name.text, fact)
        ]
        if len(name.text.split()) == 1:
            options = [(fact, known) for fact, known in options if known == (kind or known)]
        if len({known for _, known in options}) > 1:  # two things have the name
            return None
        if self.form != "clause":
            appositions = [fact for fact in options if fact[0].startswith(("is a ", "is an ", "is the "))]
            if appositions and (self.form == "apposition" or rng.random() < 0.5):
                fact, known = rng.choice(appositions)
                return self._made(relative_clause(fact, known), bare=True)
        if self.form == "apposition" or (not options and (kind is None or " " not in name.text)):
            return None  # a single word may be a town or a season as well as a person
        fact, known = rng.choice(options or [(clause, str(kind)) for clause in safe_clauses(str(kind))])
        return self._made(relative_clause(fact, known), bare=False)

    def _made(self, found: RelativeClause, bare: bool) -> _Clause | None:
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
        closing = 0 if tokens[name.end] in (",", ".", "!", "?", ";") else 1
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
    first = name.end + 1  # place of the first word, behind the comma

    def changed(heads: Sequence[Any]) -> list[Any]:
        new = hung(heads, first, clause.heads)
        top = type(new[0])(first + clause.heads.index(-1) + 1)
        new[name.end] = top
        if closing:
            new[first + len(clause.heads)] = top
        return new

    return changed


def hung(heads: Sequence[Any], first: int, inner: Sequence[int]) -> list[Any]:
    """Heads in which inserted words hang on each other.

    Args:
        heads: The heads of all tokens, from 1.
        first: The place of the first inserted word, from 0.
        inner: The head of each inserted word, counted from 0 among them; -1 for one that stays where it hangs.

    Example:
        >>> hung([4, 4, 4, 0], 1, [1, -1])
        [4, 3, 4, 0]
    """
    new = list(heads)
    for place, head in enumerate(inner, start=first):
        if head >= 0:
            new[place] = type(new[place])(first + head + 1)
    return new


def tree_of(row: TaskRow) -> tuple[Doc, list[str], list[int], list[str]]:
    """The text of a row, its tokens, heads as numbers, and relations.

    Raises:
        NotApplicable: The relations are not those of Universal Dependencies.
    """
    doc = row.docs["tokens"]
    tokens = [doc.text[start:end] for start, end in doc.bounds or ()]
    deprels = [str(deprel) for deprel in row.gold["deprels"]]
    if not is_universal(deprels):
        raise NotApplicable("relations that are not those of Universal Dependencies")
    return doc, tokens, [int(head) for head in row.gold["heads"]], deprels
