"""Transformations of Chinese dependency trees: an adjunct goes, or a relative clause comes; the tree stays one tree."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.script import as_written, to_simplified
from hf_robust.language.chinese.tree_spans import NounPhrase, loose_parts, noun_phrases, parts_apart
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import PARSING
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.row_changes import RowChange, RowTransformation, TaskRow
from hf_robust.transforms.task_specific.subtrees import hung, tree_of


@register
@dataclass(frozen=True, kw_only=True)
class DeleteSubtree(RowTransformation):
    """Delete an adjunct: a remark in brackets, a fronted adverbial, a relative clause, a phrase of time, an adverb.

    Remarks in brackets and adverbials with a comma before the subject go first, with their punctuation. Without one, a
    relative clause or an adjective with 的, a phrase of time, or an adverb from a list goes. Subjects, objects and
    predicates are not deleted. Heads are renumbered.

    Source: TextFlint (Wang et al. 2021), section 3, "DeleteSubTree".

    Example:
        >>> from hf_robust.tasks import task
        >>> row = {
        ...     "tokens": ["去年", "，", "他们", "修复", "了", "城墙", "。"],
        ...     "heads": [4, 1, 4, 0, 4, 4, 4],
        ...     "deprels": ["nmod:tmod", "punct", "nsubj", "root", "aux", "obj", "punct"],
        ... }
        >>> new = DeleteSubtree().preview_row(row, task("parsing", language="zh"))
        >>> " ".join(new["tokens"]), new["heads"]
        ('他们 修复 了 城墙 。', [2, 0, 2, 2, 2])
    """

    name = "delete-subtree"
    version = "zh.1"
    level = "sentence"
    linguistics = "syntax"
    languages = ("zh",)
    seed_name = "DeleteSubTree"
    choice = "adjuncts that can go"
    effects = preserves(PARSING)

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange:
        doc, tokens, heads, deprels = tree_of(row)
        found = parts_apart(tokens, heads, deprels) or loose_parts(tokens, heads, deprels)
        if not found:
            raise NotApplicable("no adjunct that can go")
        cut, bounds = rng.choice(found), doc.bounds or ()
        return RowChange({"tokens": [Edit(bounds[cut.start][0], bounds[cut.end - 1][1], "")]})


_TIME = re.compile("[年月日号天时晚早午后前来]$|期间")


class _Word(NamedTuple):
    """A word of a clause; its head counts from 0 in the clause, -1 is the noun."""

    text: str
    upos: str
    deprel: str
    head: int


@register
@dataclass(frozen=True, kw_only=True)
class AddSubtree(RowTransformation):
    """Insert a relative clause before a noun phrase. The new words get tags, relations and heads.

    A country or city in the bundled tables gets its location (位于欧洲的法国). Other subjects, and objects that name
    people or organizations, get a clause that says that the text mentioned them before: 上文提到的教授.

    Args:
        subtypes: Whether the dependency relations of the dataset have subtypes, for example ``acl:relcl`` and
            ``mark:rel``.

    Source: TextFlint (Wang et al. 2021), section 3, "AddSubTree".

    Example:
        >>> from hf_robust.tasks import task
        >>> row = {
        ...     "tokens": ["法国", "喜欢", "足球", "。"],
        ...     "heads": [2, 0, 2, 2],
        ...     "deprels": ["nsubj", "root", "obj", "punct"],
        ... }
        >>> new = AddSubtree().preview_row(row, task("parsing", language="zh"), seed=1)
        >>> " ".join(new["tokens"]), new["heads"]
        ('位于 欧洲 的 法国 喜欢 足球 。', [4, 1, 1, 5, 0, 5, 5])
    """

    subtypes: bool = True

    name = "add-subtree"
    version = "zh.4"
    level = "sentence"
    linguistics = "syntax"
    languages = ("zh",)
    seed_name = "AddSubTree"
    choice = "noun phrases that a clause can precede"
    effects = preserves(PARSING)

    def __post_init__(self) -> None:
        self._require(isinstance(self.subtypes, bool), "subtypes", "True or False")

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange:
        doc, tokens, heads, deprels = tree_of(row)
        # 28日前面提到的: a time without a mark would be read as part of the clause
        found = [
            phrase
            for phrase in noun_phrases(tokens, heads, deprels)
            if not (phrase.start and _is_time(tokens[phrase.start - 1], deprels[phrase.start - 1]))
        ]
        if not found:
            raise NotApplicable("no noun phrase that something can be said of")
        phrase = rng.choice(found)
        return self._attached(doc, phrase, _clause(doc, phrase, rng))

    def _attached(self, doc: Doc, phrase: NounPhrase, clause: Sequence[_Word]) -> RowChange:
        xpos = lexicon("relative_clauses", "zh")["xpos"]
        tags: Mapping[str, Sequence[Any]] = {
            "words": [word.text for word in clause],
            "upos": [word.upos for word in clause],
            "xpos": [xpos[word.upos] for word in clause],
            "deprel": [word.deprel if self.subtypes else word.deprel.split(":")[0] for word in clause],
            "head": [phrase.head + 1] * len(clause),
        }
        at = (doc.bounds or ())[phrase.start][0]
        inner = [word.head for word in clause]
        return RowChange(
            {"tokens": [Edit(at, at, "".join(tags["words"]), tags)]},
            {"heads": lambda heads: hung(heads, phrase.start, inner)},
        )


def _is_time(word: str, deprel: str) -> bool:
    """Whether a word ends a phrase of time."""
    return deprel.endswith(":tmod") or _TIME.search(to_simplified(word)) is not None


def _clause(doc: Doc, phrase: NounPhrase, rng: RowRandom) -> list[_Word]:
    """Where a place lies, if that is known; else something that can be said of all of its kind."""
    table = lexicon("relative_clauses", "zh")
    within = table["regions"].get(phrase.within, phrase.within)
    if phrase.kind == "place" and within and within not in doc.text and not within.isascii():
        chosen = rng.choice(table["located"]).format(place=within)
    else:
        chosen = rng.choice([one for one in table[phrase.kind] if one.split("/")[0] not in doc.text])
    parts = [word.split("/") for word in chosen.split(" ")]
    texts = as_written([part[0] for part in parts], doc.text)
    return [_Word(text, upos, deprel, int(head)) for text, (_, upos, deprel, head) in zip(texts, parts)]
