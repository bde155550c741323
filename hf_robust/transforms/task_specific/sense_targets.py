"""Targets of word sense disambiguation that become other words of their sense."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.articles import with_articles
from hf_robust.language.english.verbs import verb_forms
from hf_robust.language.english.wordforms import is_fixed
from hf_robust.language.lexicons.people import is_written_large
from hf_robust.language.lexicons.wordnet import all_synonyms, is_compound, same_word, synonyms
from hf_robust.language.lexicons.wordnet_senses import Member, frames, members, placed_adjectives, senses, word_of_key
from hf_robust.tasks.senses import SENSES, sense_keys
from hf_robust.transforms.base import Effect, match_case, register
from hf_robust.transforms.row_changes import Change, RowTransformation, TaskRow

_UPOS = {"n": "NOUN", "v": "VERB", "a": "ADJ", "r": "ADV"}
_FORMS = {"n": ("NN", "NNS"), "v": ("VB", "VBZ", "VBG", "VBD", "VBN"), "a": ("JJ", "JJR", "JJS"), "r": ("RB",)}
_RANK = 2  # the new word has the sense as its first or its second
_SHARE = 0.5  # of the uses of the new word that are of the sense
_USES = 5  # of the new word in the sense
_LONGEST = 6  # letters of an adjective that may be compared by an ending
# what a word asks for behind it, which another one may not
_GOVERNED = frozenset(
    "to that for with on from at about into against over upon as than whether up out off down away through".split()
)
_VERBS_TAKE = _GOVERNED | frozenset("in of by".split())
_HAVE = frozenset("have has had having 've be is are was were been being am 's 're get got".split())
# pronouns, and what WordNet gives a wider use than texts do
_NEVER = frozenset("someone somebody like name allege quick populate".split())
_JOINTS = frozenset("- / '".split())


@register
@dataclass(frozen=True, kw_only=True)
class SwapTarget(RowTransformation):
    """The target becomes another word of its sense, in its form; the gold sense is that of the new word.

    The new word is one that texts have in this sense, and that means little else. ``lemma`` is written anew where the
    data have it.

    Source: TextFlint (Wang et al. 2021), section 3, "SwapTarget".

    Example:
        >>> row = {"tokens": ["Two", "lawyers", "left", "."], "target": [1, 1], "sense": "lawyer%1:18:00::"}
        >>> new = SwapTarget().preview_row(row)
        >>> " ".join(new["tokens"]), new["sense"]
        ('Two attorneys left .', 'attorney%1:18:00::')
    """

    name = "swap-target"
    level = "word"
    linguistics = "paradigmatic"
    seed_name = "SwapTarget"
    resources = ("wordnet",)
    effects = MappingProxyType({SENSES: Effect.CHANGES})

    def change(self, row: TaskRow, rng: RowRandom) -> Change:
        doc, keys = row.docs["tokens"], sense_keys(row.gold["sense"])
        if not doc.marks or not keys:
            raise NotApplicable("no target with a sense")
        mark = doc.marks[0]
        target = doc.text[mark.start : mark.end]
        lemma, pos = word_of_key(keys[0])
        _check_place(doc, mark.start, mark.end, lemma, pos)
        options = [
            (member, form)
            for member in members(keys[0])
            if _may_stand(member, lemma, keys[0], pos) and (form := _inflected(doc, target, member, lemma, pos))
        ]
        # those that can stand for the word in most texts come first
        usual = [one for one in options if one[0].lemma in synonyms(lemma, pos)]
        if not options:
            raise NotApplicable("no other usual word of the sense")
        member, form = rng.choice(usual or options)
        edits = with_articles(doc, [Edit(mark.start, mark.end, match_case(target, form))])
        return Change({"tokens": edits}, self._labels(row, member, keys))

    def _labels(self, row: TaskRow, member: Member, keys: Sequence[str]) -> dict[str, Any]:
        """The keys that the new word has for the gold senses, and its lemma."""
        found = [one.key for key in keys for one in members(key) if one.lemma == member.lemma]
        labels: dict[str, Any] = {
            "sense": found[0] if isinstance(row.gold["sense"], str) else list(dict.fromkeys(found))
        }
        old = row.gold.get("lemma")
        if isinstance(old, str):
            labels["lemma"] = member.lemma.replace("_", " ") if " " in old else member.lemma
        return labels


def _check_place(doc: Doc, start: int, end: int, lemma: str, pos: str) -> None:
    """Refuse targets that are parts of names and fixed terms, or that decide what stands behind them.

    Raises:
        NotApplicable: With the reason.
    """
    target = doc.text[start:end]
    before = doc.text[:start].split()[-1:] or [""]
    after = (doc.text[end:].split(maxsplit=1)[:1] or [""])[0].lower()
    previous = before[0].lower()
    if len(target) < 3 or not set(target.lower()) & set("aeiouy"):
        raise NotApplicable("the target is an abbreviation")
    if is_fixed(target.lower()) or is_fixed(lemma):
        raise NotApplicable("the target is a function word")
    if not target.islower() and not (start == 0 and target[1:].islower()):
        raise NotApplicable("the target is written like a name")
    low = target.lower()
    glued = previous in _JOINTS or after in _JOINTS
    if glued or is_compound(previous, low) or is_compound(low, after) or is_compound(lemma, after):
        raise NotApplicable("the target is a part of a fixed term")
    if after in (_VERBS_TAKE if pos == "v" else _GOVERNED):
        raise NotApplicable("the target decides which word follows it")


def _may_stand(member: Member, lemma: str, key: str, pos: str) -> bool:
    """Whether a word of the synset is a usual word for the sense, and can be used like the target."""
    name = member.lemma
    if name == lemma or member.number > _RANK or not member.uses or same_word(lemma, name) or is_written_large(name):
        return False
    if name in _NEVER or (name[-1] == "s" and name[-2:] not in ("ss", "us", "is")):
        return False
    if is_fixed(name) or not name.replace("_", "").isalpha() or not set(name) & set("aeiou"):
        return False
    if "_" not in name and name not in all_synonyms(lemma, pos):
        return False
    if "_" in name and (pos in "ar" or {*name.split("_")} & {*lemma.split("_")}):
        return False
    if pos == "v" and ("_" in name or frames(key) != frames(member.key)):
        return False
    if pos == "a" and any(word == name for word, _ in _placed(name)):
        return False
    total = sum(sense.uses for sense in senses(name, pos))
    close = name in synonyms(lemma, pos)
    if pos == "r" and not close and not (name.endswith("ly") and lemma.endswith("ly")):
        return False
    return member.uses >= _SHARE * total and (close or member.uses >= (_USES if "_" not in name else 1))


@lru_cache(maxsize=4096)
def _placed(name: str) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(one for one in placed_adjectives() if one[0] == name))


def _inflected(doc: Doc, target: str, member: Member, lemma: str, pos: str) -> str | None:
    """The new word in the form of the target; None where the form is in doubt or it has none."""
    tags = _forms_of(target.lower().replace(" ", "_"), lemma, pos)
    if not tags:
        return None
    forms = {_form(member.lemma, tag, pos) for tag in tags}
    if len(forms) > 1 and pos == "v" and {"VBD", "VBN"} == set(tags):
        before = doc.text[: doc.marks[0].start].lower().split()[-3:]
        forms = {_form(member.lemma, "VBN" if _HAVE.intersection(before) else "VBD", pos)}
    return forms.pop() if len(forms) == 1 else None


@lru_cache(maxsize=20_000)
def _forms_of(word: str, lemma: str, pos: str) -> tuple[str, ...]:
    """Penn tags that a word has as a form of a lemma."""
    return tuple(tag for tag in _FORMS[pos] if word in _all_forms(lemma, tag, pos))


def _form(lemma: str, tag: str, pos: str) -> str | None:
    return next(iter(_all_forms(lemma, tag, pos)), None)


@lru_cache(maxsize=20_000)
def _all_forms(lemma: str, tag: str, pos: str) -> tuple[str, ...]:
    """Forms of a lemma, several words of a noun with spaces between them, the usual one first."""
    from lemminflect import getInflection

    first, _, last = lemma.rpartition("_")
    if tag in ("NN", "JJ", "RB"):
        return (lemma.replace("_", " "),)
    if pos == "v":
        return verb_forms(lemma, tag) if not first else ()
    if "_of_" in f"_{first}_" or (tag != "NNS" and len(last) > _LONGEST):
        return ()
    found = getInflection(last, tag, inflect_oov=False)
    return tuple(f"{first} {form}".strip().replace("_", " ") for form in found)
