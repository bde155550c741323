"""Chinese Winograd schemas with a relative clause before a candidate that says nothing of who is meant."""

from dataclasses import dataclass

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.closed_classes import NOMINAL_PRONOUNS
from hf_robust.language.chinese.dictionary import entry, universal_tags_of
from hf_robust.language.chinese.person_names import is_likely_name, is_transliterated, surnames
from hf_robust.language.chinese.script import as_written, is_han, to_simplified
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import WINOGRAD
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.row_changes import RowChange, RowTransformation, TaskRow

# Nothing in them can be meant by a pronoun, and nothing is a reason to do something or to be somehow.
_CLAUSES = {
    "person": ("出生在三月的", "出生在十月的", "以前住在附近的", "在本地长大的"),
    "thing": ("大家都见过的", "很多人都见过的", "人们都熟悉的"),
}
_OPENS = frozenset("，。！？；：“”\n ,.!?;:\"'（(")
_BEFORE = frozenset(("ADP", "CCONJ", "SCONJ"))
_BEFORE_NAMES = _BEFORE | {"VERB", "ADV"}
_PRONOUNS = {"他": "person", "她": "person", "它": "thing"}
_LONGEST = 6  # characters of a candidate
_OF_PEOPLE = NOMINAL_PRONOUNS | {"自己", "别人"}  # 它 does not mean them
_OF_WORK = "员师者匠警"  # last characters of nouns for people
_RARE = 700  # uses of a word in the dictionary: a name of many uses is that of somebody known, such as 孔子
_SIZES = (2, 3)
_NAME_TAGS = ("nr", "nrt")


@register
@dataclass(frozen=True, kw_only=True)
class InsertRelativeClause(RowTransformation):
    """Insert a relative clause before a candidate, for example 出生在三月的.

    The clause contains no noun that the pronoun might refer to, and gives no reason for anything, so that the label
    does not change. Candidates are names and nouns that stand before the pronoun, at the start of a clause or after a
    verb, a preposition or an adverb.

    Source: TextFlint (Wang et al. 2021), section 3, "InsertRelativeClause".

    Example:
        >>> from hf_robust.tasks import task
        >>> text = "律师通知了证人，因为他迟到了。"
        >>> row = {"text": text, "pronoun": {"text": "他", "start": 10, "end": 11}, "label": 1}
        >>> row["candidates"] = [{"text": "律师", "start": 0, "end": 2}, {"text": "证人", "start": 5, "end": 7}]
        >>> InsertRelativeClause().preview_row(row, task("winograd-schema", language="zh"))["text"]
        '出生在十月的律师通知了证人，因为他迟到了。'
    """

    name = "insert-relative-clause"
    version = "zh.2"
    level = "sentence"
    linguistics = "syntax"
    languages = ("zh",)
    seed_name = "InsertRelativeClause"
    choice = "candidates that a clause can precede"
    effects = preserves(WINOGRAD)

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange:
        doc, pronoun = row.docs["text"], row.values["pronoun"]
        standing = [one for one in row.values["candidates"] if one["start"] != -1]
        if len(standing) < 2:
            raise NotApplicable("the text does not contain two candidates")
        said = to_simplified(pronoun["text"])
        kind = _PRONOUNS.get(said.removesuffix("们"))
        if kind is None:
            raise NotApplicable(f"the pronoun '{pronoun['text']}' may mean people or things")
        found = [
            one["start"]
            for one in standing
            if one["end"] <= pronoun["start"] and _fits(doc, one["start"], one["end"], kind, said.endswith("们"))
        ]
        if not found:
            raise NotApplicable("no clause can stand before a candidate")
        at = rng.choice(found)
        return RowChange({"text": [Edit(at, at, as_written([rng.choice(_CLAUSES[kind])], doc.text)[0])]})


def _fits(doc: Doc, start: int, end: int, kind: str, many: bool) -> bool:
    """Whether a candidate is a name or a plain noun, and begins where a clause can stand."""
    text = to_simplified(doc.text)
    name, before = text[start:end], text[start - 1 : start]
    addressed = text[end : end + 1] in ("，", "！", ",", "!") and before in ("“", "：", "")  # 沈太太，你这话对
    if end - start > _LONGEST or addressed or not any(first == start for first, _ in doc.words):
        return False
    if text[end : end + 1] == "的" or (kind == "thing" and (len(name) == 1 or name in _OF_PEOPLE)):
        return False  # 在本地长大的王明的胃口; 大家都见过的手
    called = kind == "person" and not many and _is_called(doc, start, end)
    named = is_likely_name(name) or is_transliterated(name) or called
    if named and many:
        return False
    works = len(name) > 1 and name[-1] in _OF_WORK
    noun = works or universal_tags_of(name)[:1] == ("NOUN",)
    listed = name in lexicon("pair_templates", "zh")["people"] or name in lexicon("schema_nouns", "zh")["people"]
    person = named or works or listed
    if (kind == "person") != person or not (named or noun):
        return False
    if name in lexicon("schema_nouns", "zh")["unique"]:
        return False
    return clause_can_stand(doc, start, end, named)


def _is_called(doc: Doc, start: int, end: int) -> bool:
    """Whether a candidate that 他 or 她 may mean is surely a name: 老白, 阿丑, or a rare word that acts."""
    text = to_simplified(doc.text)
    name, known = text[start:end], entry(text[start:end])
    if known is not None and known.frequency > _RARE:
        return False
    if len(name) == len("老白") and name[0] in "老小阿":
        return name[0] == "阿" or name[1] in surnames()[0]
    opens = not text[start - 1 : start] or text[start - 1] in _OPENS
    new = all(map(is_han, name)) and len(name) in _SIZES and (known is None or known.tag in _NAME_TAGS)
    following = next((text[first:last] for first, last in doc.words if first == end), "")
    return opens and new and universal_tags_of(following)[:1] in (("VERB",), ("ADV",), ("ADP",))


def clause_can_stand(doc: Doc, start: int, end: int, named: bool) -> bool:
    """Whether a relative clause can stand before a name or noun.

    Args:
        doc: The text.
        start: First character of the name.
        end: Character after its last.
        named: Whether it is a name; a bare noun behind a verb may mean any of its kind (不沾姑娘).
    """
    text = to_simplified(doc.text)
    before, after = text[start - 1 : start], text[end : end + 1]
    if after in ("·", "-") or before in ("·", "-", "、"):
        return False
    if not before or before in _OPENS:
        return True
    word = next((text[first:last] for first, last in doc.words if last == start), "")
    return word not in lexicon("schema_nouns", "zh")["no_clause_behind"].split() and bool(
        (_BEFORE_NAMES if named else _BEFORE) & set(universal_tags_of(word)[:1])
    )
