"""Slices by words and phrases that a text has: negation, questions, pronouns, comparisons and others."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hf_robust.language.english.closed_classes import LARGE_PLURALS, NUMBER_WORDS, SCALES
from hf_robust.slices.grouped_rows import GroupedSubpopulation, RowGroups
from hf_robust.slices.row_view import RowView
from hf_robust.slices.subpopulation import register
from hf_robust.tasks import QA
from hf_robust.tasks.base import Task

# kind -> words, and phrases with a plus sign between their words
_WORDS = {
    "negation": "not n't cannot no never none nobody nothing nowhere neither nor without hardly scarcely barely nope "
    "dont didnt doesnt isnt wasnt arent werent wouldnt couldnt shouldnt havent hasnt hadnt aint",
    "first-person": "i me my myself we us our ours ourselves",
    "second-person": "you your yours yourself yourselves",
    "third-person": "he him his himself she her hers herself they them their theirs themselves",
    "comparison": "than more less fewer better worse greater larger bigger smaller higher lower stronger weaker faster "
    "slower older younger longer shorter superior inferior compared+to compared+with in+comparison relative+to "
    "as+good+as as+well+as+any as+bad+as as+much+as as+many+as",
    "superlative": "most least best worst greatest largest biggest smallest highest lowest strongest weakest fastest "
    "oldest youngest finest longest tallest funniest",
    "quantifier": "all every each some any many much several most few both none everyone everybody everything "
    "someone somebody something anyone anybody anything nobody nothing plenty lots a+lot+of a+few a+couple+of",
    "contrast": "but although though however nevertheless nonetheless despite whereas albeit yet instead in+spite+of "
    "even+if on+the+other+hand on+the+contrary rather+than",
    "modal": "can could may might must shall should will would ought cannot 'll ca+n't wo+n't sha+n't",
    "conditional": "if unless as+long+as provided+that in+case otherwise",
    "cause": "because therefore thus hence due+to so+that as+a+result owing+to thanks+to",
    "time": "before after during until till when while since yesterday today tomorrow tonight now then recently "
    "already soon later ago",
    "hedge": "maybe perhaps probably possibly apparently seemingly somewhat seems seem seemed likely sort+of kind+of "
    "i+think i+guess i+suppose",
    "intensifier": "very really so too extremely highly absolutely totally completely utterly incredibly truly deeply "
    "quite rather pretty",
}
# what a phrase hides: words that mean something else there
_HIDDEN = {
    "negation": "no+doubt no+wonder not+only no+less+than nothing+but nothing+less+than",
    "comparison": "no+more once+more more+or+less older+than+time any+more no+longer as+long+as other+than rather+than "
    "sooner+or+later",
    "superlative": "at+least at+most at+best at+worst for+the+most+part",
    "contrast": "nothing+but anything+but all+but not+yet yet+to",
    "quantifier": "at+all after+all all+right",
    "intensifier": "so+that so+far so+much+for rather+than would+rather me+too so+as+to",
    "conditional": "as+if what+if",
}
# words that are names or something else where they are written large
_AS_NAMES = frozenset({"us", "may", "will", "it"})
_NUMBER_WORDS = (NUMBER_WORDS - {"one"}) | (SCALES - {"trillion"}) | LARGE_PLURALS | {"billions", "dozen"}
_RANKED = re.compile(r" no (?=\d)")  # "No. 1"
_QUESTION_MARK = re.compile(r"\?+[!.]*[\"'’”)\]]*(?=\s|$)")
KINDS = (*_WORDS, "number", "pronoun", "question")
"""What a text may have."""


class _Signs(NamedTuple):
    """What tells one kind of phrase.

    Args:
        words: Single words.
        phrases: Phrases with a space before, between and after their words.
        hidden: Phrases in which the words mean something else, written the same way.
    """

    words: frozenset[str]
    phrases: tuple[str, ...]
    hidden: tuple[str, ...]


@register
@dataclass(frozen=True, kw_only=True)
class PhraseKinds(GroupedSubpopulation):
    """Phrases of a given type in the text (question, negation, ...).

    The types are negation (also *don't* and *cannot*), questions, pronouns (and the first, second and third person),
    comparisons, superlatives, quantifiers, contrasts, modals, numbers, conditions, causes, times, hedges and
    intensifiers. Case is ignored.

    Args:
        role: Role of the text to read. Default: the question for question answering, all texts for other tasks.

    Source: TextFlint (Wang et al. 2021), section 2.3, the subpopulation Phrase; Robustness Gym (Goel et al. 2021).

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["I can't say.", "A film.", "Is it better?"], "label": [0, 1, 0]})
        >>> hr.slice_rows(data, "text-classification", [PhraseKinds(kinds=("negation", "question"))]).lists()
        [['phrase: negation'], [], ['phrase: question']]
    """

    name: ClassVar[str] = "phrase"
    linguistics: ClassVar[str] = "semantics"
    groups: ClassVar[tuple[str, ...]] = tuple(sorted(KINDS))

    role: str | None = None

    def looked_at(self, task: Task) -> tuple[str, ...]:
        """The question of question answering, else all texts; or the one that is named."""
        return ("question",) if self.role is None and task.name == QA else super().looked_at(task)

    def read(self, rows: RowView) -> RowGroups:
        """The kinds that each row has."""
        kinds = self.kinds or self.groups or ()
        masks = {kind: np.zeros(len(rows), np.bool_) for kind in kinds}
        for role in self.looked_at(rows.task):
            terms, words = rows.terms(role), rows.words(role)
            known, lines = [frozenset(row) for row in terms], [f" {' '.join(row)} " for row in terms]
            for kind in kinds:
                if kind == "question":
                    masks[kind] |= np.array([_QUESTION_MARK.search(text) is not None for text in rows.texts(role)])
                elif kind == "number":
                    masks[kind] |= np.array([_has_number(row, words) for row, words in zip(known, terms)], np.bool_)
                else:
                    masks[kind] |= _having(_signs()[kind], known, lines, words)
        return RowGroups.of_masks(masks, len(rows))

    def meaning(self, key: str) -> str:
        """What rows it holds."""
        return f"Rows with {_MEANINGS[key]}."


_MEANINGS = {
    "cause": "a word of cause: because, therefore, due to",
    "comparison": "a comparison: more, better, than",
    "conditional": "a condition: if, unless",
    "contrast": "a contrast: but, although, however",
    "first-person": "I, me, my, we, us or our",
    "hedge": "a word that limits how sure it is: perhaps, seems",
    "intensifier": "a word that makes another stronger: very, so, extremely",
    "modal": "a modal verb: can, could, must, will",
    "negation": "a negation: not, n't, never, no, without",
    "number": "a number, in digits or words",
    "pronoun": "a personal pronoun",
    "quantifier": "a word of quantity: all, some, many, few",
    "question": "a question mark that ends a sentence",
    "second-person": "you or your",
    "superlative": "a superlative: most, best, worst",
    "third-person": "he, she, they and their forms",
    "time": "a word of time: before, since, now",
}


@cache
def _signs() -> Mapping[str, _Signs]:
    """What tells each kind that is told by words."""
    persons = " ".join(_WORDS[f"{person}-person"] for person in ("first", "second", "third"))
    table = {**_WORDS, "pronoun": f"{persons} it its itself"}
    return {kind: _read(words.split(), _HIDDEN.get(kind, "").split()) for kind, words in table.items()}


def _read(entries: Sequence[str], hidden: Sequence[str]) -> _Signs:
    phrases, spaced = ([f" {entry.replace('+', ' ')} " for entry in some if "+" in entry] for some in (entries, hidden))
    return _Signs(frozenset(entry for entry in entries if "+" not in entry), tuple(phrases), tuple(spaced))


def _having(
    signs: _Signs, known: Sequence[frozenset[str]], lines: Sequence[str], words: Sequence[list[str]]
) -> NDArray[np.bool_]:
    """Which rows have one of the words or phrases."""
    found = np.array([not signs.words.isdisjoint(row) for row in known], np.bool_)
    for place in np.flatnonzero(found).tolist():
        found[place] = _means_it(signs, known[place], lines[place], words[place])
    if signs.phrases:
        for place in np.flatnonzero(~found).tolist():
            found[place] = any(phrase in lines[place] for phrase in signs.phrases)
    return found


def _means_it(signs: _Signs, known: frozenset[str], line: str, words: Sequence[str]) -> bool:
    """Whether one of the words that a row has means what the kind says."""
    if "no" in signs.words and _RANKED.search(line):
        line = _RANKED.sub(" ", line)
        known = frozenset(line.split())
    for phrase in signs.hidden:
        if phrase in line:
            line = line.replace(phrase, " ")
            known = frozenset(line.split())
    hits = signs.words & known
    if not hits or not hits <= _AS_NAMES:
        return bool(hits)
    return any(_is_word(words, place) for place, word in enumerate(words) if word.lower() in hits)


def _is_word(words: Sequence[str], index: int) -> bool:
    """Whether a word that may be a name is none: "us" and not "the US", "may" and not "in May"."""
    word = words[index]
    if word.islower() or all(other.isupper() or not other.isalpha() for other in words):
        return True
    following = words[index + 1] if index + 1 < len(words) else ""
    return index == 0 and not word.isupper() and not following.istitle()


def _has_number(known: Collection[str], terms: Sequence[str]) -> bool:
    return not _NUMBER_WORDS.isdisjoint(known) or any(term[0].isdigit() for term in terms)
