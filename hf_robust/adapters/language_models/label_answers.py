"""Answers that are one label: its word alone, in a field or in JSON, or as the only label of a text."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from hf_robust.adapters.language_models.answer_json import json_values
from hf_robust.adapters.language_models.answer_text import folded, unified
from hf_robust.adapters.language_models.answers import NO_VALUE, AnswerFormat, Parsed
from hf_robust.adapters.language_models.label_mentions import (
    is_conditional,
    is_harmless,
    is_of_other_case,
    stance,
    stance_before,
)
from hf_robust.adapters.language_models.label_words import forms_alone, verb_patterns, words_in_sentences
from hf_robust.adapters.language_models.refusals import is_refusal
from hf_robust.core.errors import LabelError, UsageError
from hf_robust.core.quoted import named, quoted
from hf_robust.tasks.label_spellings import canonical

_LONGEST_LABEL = 200  # characters of a text that may be a label alone
_DENIAL = canonical("no")
_MOST_MENTIONS = 1000  # labels that a text may mention and still state one
_FIELDS = (
    "label|answer|sentiment|class|category|classification|prediction|result|output|relation|relationship|polarity|"
    "topic|verdict|decision|标签|答案|情感|情绪|类别|分类|结果|关系|判断|结论|极性|主题"
)
_FIELD = re.compile(
    rf"(?<![a-z])(?:{_FIELDS})[\s*_\"'`”’]{{0,5}}(?:[:：=→–—]|->|\s-\s|\bis\b\s?[:：]?|应该是|应为|是|为)[\s*_\"'`“‘]{{0,5}}|"
    r"\b(?:belongs (?:to|in)|falls (?:under|into|in)) (?:the )?[\s*_\"'`“‘]{0,5}",
    re.IGNORECASE,
)
_JSON_KEY = re.compile(rf"(?:\w{{0,20}}[\s_-])?(?:{_FIELDS})", re.IGNORECASE)
_HAN = r"\u3400-\u9fff"
_INPUT = (
    r"(?:text|review|input|sentence|premise|hypothesis|question|context|tweet|document|passage|article|"
    r"headline|title|comment|message|example|文本|评论|输入|句子|前提|假设|问题|上下文|文章|标题|示例|例子)"
    r"[ \t]?\d{0,3}[*\"]{0,2}[ \t]?[:：]"
)
# what starts the next example of a prompt: on a line of its own, or behind an answer on the same line
_INPUT_LINE = re.compile(rf"^[#*> \t]{{0,6}}{_INPUT}", re.IGNORECASE | re.MULTILINE)
_INPUT_BEHIND = re.compile(rf"[\s.,;!|(。，；！（*_\"'`”’]{{1,6}}{_INPUT}", re.IGNORECASE)
# what may follow a label that is an answer of its own, with an explanation behind it
_EXPLAINED = re.compile(
    r"(?:[\s\"'*_`”’]{1,5}(?:category|class|label|section|topic))?"
    r"[\s\"'*_`”’]{0,5}(?:[.;!(。;\n—–]|-\s|,\s*(?!(?:or|and|maybe|perhaps)\b)|(?:because|since|as|due)\b)",
    re.IGNORECASE,
)
_SCORE = re.compile(
    r"[\s\"'*_`”’]{0,3}[:=(–-]?[\s*_`(]{0,4}(?:(?P<percent>\d{1,3}(?:\.\d{1,9})?)\s?%|(?P<share>[01]?\.\d{1,9})(?![\d.%]))"
)
_OPENING_MARKS = re.compile(r"[\s\"'*_`“‘(\[]{0,10}")
_RETRACTED = re.compile(r"\b(?:actually|wait|correction|instead|on second thought)\b", re.IGNORECASE)
_PARTS = re.compile(r"[.;!?,。，；！？\n()]|\s-\s")
_LETTER_BEFORE, _LETTER_AFTER = (
    r"(?:(?<=\A)|(?<=[\n(\[*\"'`:])|(?<=\bis )|(?<=[Oo]ption )|(?<=[Cc]hoice )|(?<=\bchoose )|"
    r"(?<=\band )|(?<=\bor )|(?<=either )|(?<=[Bb]oth ))",
    r"(?=[\])*\"'`:]|[.,]?\s*\Z|[.]\s|,?\s(?:because|since|as)\b|\s(?:and|or)\s|"
    r"\s(?:is|would be) (?:the )?(?:correct|right|best)\b)",
)


class LabelAnswers(AnswerFormat):
    """Reads one label.

    A label is found by its words, by its name and by other spellings of its name (``pos``, ``正面``). In this order:

    1. the text is a label, whatever its case and punctuation,
    2. a JSON object holds it, or a field such as ``Label: positive``,
    3. the first or the last line is a label, and no line is another one,
    4. the text starts with a label and explains it,
    5. the text asserts exactly one label: it does not deny it, doubt it or ask for it.

    The text behind an answer is ignored when it starts the next example of a prompt, such as ``Text: ...``. A label
    with a condition behind it (``positive if you like slow films``) is not stated.

    Args:
        words: The words of each label, the one that prompts show first.

    Raises:
        UsageError: There is no label, a label has no word, or two labels have the same word.

    Example:
        >>> labels = LabelAnswers({"pos": ["good"], "neg": ["bad"]})
        >>> labels.parse("**Good**.", {}).value, labels.parse('{"label": "bad"}', {}).value
        ('pos', 'neg')
        >>> labels.parse("It is not good.", {}), labels.parse("It is good or bad.", {})
        (None, None)
    """

    most_tokens = 64

    def __init__(self, words: Mapping[str, Sequence[str]]):
        _check(words)
        self._words = {label: tuple(spelled) for label, spelled in words.items()}
        self._exact = {word: label for label, spelled in words.items() for word in spelled}
        taken = {folded(word) for word in self._exact}
        names = {label: label for label in words if folded(label) not in taken}
        self._folded = _unique([(folded(word), label) for word, label in (*self._exact.items(), *names.items())])
        meanings = [(canonical(word), label) for word, label in self._exact.items()]
        meant = {meaning for meaning, _ in meanings}
        meanings += [(canonical(name), name) for name in names if canonical(name) not in meant]
        known = _unique(meanings)
        self._canonical = {**_unique([*forms_alone(known)]), **known}
        spelled = {**words_in_sentences(known), **names, **self._exact}
        self._mentions, self._mentioned = _mention_pattern(spelled, verb_patterns(known))

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of the labels."""
        return tuple(self._words)

    def parse(self, text: str, row: Mapping[str, Any]) -> Parsed | None:
        """Return the label; None when there is none, or more than one."""
        label = self.label(text)
        return None if label is None else Parsed(label)

    def missing(self, row: Mapping[str, Any]) -> str:
        """Return a text that is no label."""
        return NO_VALUE

    def label(self, text: str) -> str | None:
        """Return the label that a text states; None when there is none, or more than one."""
        if (found := self.exact(text)) is not None:
            return found
        stated = self._before_example(text) or self._stated(text) or self._scored(text)
        if stated:
            return stated.pop() if len(stated) == 1 else None
        found = self._leading(text) or self._only_mention(text)
        return None if found is not None and self._declines(found, text) else found

    def _declines(self, label: str, text: str) -> bool:
        """Whether the label is the word of a refusal, as in "No, I cannot answer that."."""
        return canonical(self._words[label][0]) == _DENIAL and is_refusal(text)

    def exact(self, text: str) -> str | None:
        """Return the label that a text is, whatever its case and punctuation.

        Example:
            >>> LabelAnswers({"1": ["1"], "-1": ["-1"]}).exact('"-1".')
            '-1'
        """
        if len(text) > _LONGEST_LABEL:
            return None
        if (found := self._exact.get(text.strip())) is not None:
            return found
        form = folded(text)
        if (found := self._folded.get(form)) is not None:
            return found
        return None if form.startswith("-") or not form else self._canonical.get(canonical(form))

    def write(self, gold: Any, row: Mapping[str, Any]) -> str:
        """Return the first word of a label.

        Raises:
            LabelError: There is no such label.

        Example:
            >>> LabelAnswers({"pos": ["good"]}).write("pos", {})
            'good'
        """
        if gold not in self._words:
            raise LabelError(f"expected one of the labels {named(self._words)}, found {quoted(gold)}")
        return self._words[gold][0]

    def _before_example(self, text: str) -> set[str]:
        """The labels that are stated before the next example of a prompt."""
        if (first := self._answer_on_line(text)) is not None:
            return {first}
        line = next((line for line in _INPUT_LINE.finditer(text) if text[: line.start()].strip()), None)
        if line is None:
            return set()
        answer = text[: line.start()]
        found = self.exact(answer)
        return self._stated(answer) if found is None else {found}

    def _answer_on_line(self, text: str) -> str | None:
        """The label with which a text starts, where an example follows on the same line."""
        behind = _INPUT_BEHIND.search(text, 0, _LONGEST_LABEL)
        if behind is None or "\n" in text[: behind.end()].strip():
            return None
        answer = text[: behind.start()]
        field = _FIELD.match(answer)
        return self.exact(answer[field.end() :] if field else answer)

    def _stated(self, text: str) -> set[str]:
        """The labels that JSON, else fields, else lines state."""
        return self._in_json(text) or self._in_fields(text) or self._on_lines(text)

    def _in_json(self, text: str) -> set[str]:
        """The labels that JSON objects state: under a key such as ``label``, else under any key."""
        stated: set[str] = set()
        for value in json_values(text):
            if isinstance(value, list):
                stated |= self._exact_of(value) if len(value) == 1 else set()
                continue
            keyed = [part for key, part in value.items() if _JSON_KEY.fullmatch(key)]
            stated |= self._exact_of(keyed) or self._highest(value) or self._exact_of(value.values())
        return stated

    def _highest(self, scores: Mapping[str, Any]) -> set[str]:
        """The labels with the highest score in an object such as ``{"positive": 0.1, "negative": 0.9}``."""
        scored = {
            label: score
            for key, score in scores.items()
            if isinstance(score, (int, float)) and (label := self.exact(key)) is not None
        }
        if len(scored) < 2:
            return {label for label, score in scored.items() if score is True}
        highest = max(scored.values())
        return {label for label, score in scored.items() if score == highest}

    def _exact_of(self, values: Any) -> set[str]:
        found = (self.exact(str(value)) for value in values if isinstance(value, (str, int)))
        return {label for label in found if label is not None}

    def _in_fields(self, text: str) -> set[str]:
        fields = [field for field in _FIELD.finditer(text) if _is_stated(text, field)]
        ends = [*(field.start() for field in fields[1:]), len(text)]
        values = (text[field.end() : min(end, field.end() + _LONGEST_LABEL)] for field, end in zip(fields, ends))
        lines = (value.partition("\n")[0] for value in values)
        return {label for line in lines for label in self._in_field(line)}

    def _in_field(self, line: str) -> set[str]:
        if (found := self.exact(line)) is not None:
            return {found}
        if scored := self._scored(line):
            return scored
        label = self._explained(line)[0] or self._only_mention(line)
        return set() if label is None else {label}

    def _scored(self, text: str) -> set[str]:
        """The labels with the highest score in a text such as ``Positive: 20%, negative: 80%``."""
        said = unified(text)
        scores: dict[str, float] = {}
        for match in islice(self._mentions.finditer(said), _MOST_MENTIONS):
            if (score := _SCORE.match(said, match.end())) is not None:
                value = float(score["share"]) if score["share"] else float(score["percent"]) / 100
                scores[self._label_of(match)] = value
        highest = max(scores.values(), default=0.0)
        return {label for label, score in scores.items() if score == highest} if len(scores) > 1 else set()

    def _on_lines(self, text: str) -> set[str]:
        """The labels that are lines, when the first or the last line is one."""
        lines = text.strip().splitlines()
        if len(lines) < 2 or not any(self.exact(line) for line in (lines[0], lines[-1])):
            return set()
        return {label for line in lines if (label := self.exact(line)) is not None}

    def _explained(self, text: str) -> tuple[str | None, str]:
        """The label with which a text starts and the explanation behind it; None when there is no such label."""
        said = unified(text)
        opening = _OPENING_MARKS.match(said)
        match = self._mentions.match(said, opening.end() if opening else 0)
        behind = _EXPLAINED.match(said, match.end()) if match else None
        if match is None or behind is None:
            return None, ""
        if self._mentions.match(said, behind.end()) and not is_harmless(said, behind.end()):
            return None, ""
        if is_conditional(said, match.end()):
            return None, ""
        return self._label_of(match), said[behind.end() :]

    def _leading(self, text: str) -> str | None:
        """The label with which a text starts, unless the text takes it back or gives another label, too."""
        label, rest = self._explained(text)
        if label is None or _RETRACTED.search(rest):
            return None
        return label if {self.exact(part) for part in _PARTS.split(rest)} <= {label, None} else None

    def _only_mention(self, text: str) -> str | None:
        """The only label that a text asserts; None when it also denies it, or states another."""
        said, denied, others = unified(text), set(), set()
        found: str | None = None
        for number, match in enumerate(self._mentions.finditer(said)):
            if number == _MOST_MENTIONS:
                return None
            label, meant = self._label_of(match), stance(said, match.start(), match.end())
            if is_of_other_case(said, match.start(), match.end()):
                others.add(label)
            if meant == "denied":
                denied.add(label)
            elif meant == "asserted":
                if found not in (None, label):
                    return None
                found = label
        return None if found in denied or others - {found} else found

    def _label_of(self, match: re.Match[str]) -> str:
        return self._mentioned[int((match.lastgroup or "")[1:])]


def _is_stated(text: str, field: re.Match[str]) -> bool:
    """Whether a field states what follows: ``Label:`` does, ``the label is`` may stand under a negation or a doubt."""
    return (
        re.search("[:：=]", field[0]) is not None
        or stance_before(text[max(0, field.start() - 200) : field.start()]) == "asserted"
    )


def _check(words: Mapping[str, Sequence[str]]) -> None:
    if not words:
        raise UsageError("expected at least one label, found none; name them with hr.task(..., label_names=[...])")
    owner: dict[str, str] = {}
    for label, spelled in words.items():
        if isinstance(spelled, str) or not spelled or not all(word.strip() for word in spelled):
            raise UsageError(f"expected a list of words for the label {quoted(label)}, found {quoted(spelled)}")
        for word in spelled:
            if owner.setdefault(word, label) != label:
                raise UsageError(
                    f"the labels {quoted(owner[word])} and {quoted(label)} have the same word {quoted(word)}; "
                    "choose a word for each label"
                )


def _unique(pairs: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Label by form, without the forms that several labels share."""
    labels: dict[str, set[str]] = {}
    for form, label in pairs:
        labels.setdefault(form, set()).add(label)
    return {form: next(iter(found)) for form, found in labels.items() if form and len(found) == 1}


def _mention_pattern(words: Mapping[str, str], verbs: Sequence[tuple[str, str]]) -> tuple[re.Pattern[str], list[str]]:
    """A pattern of all words with one group each, the longest first, then of verbs, and the label of each group."""
    ordered = sorted(words, key=lambda word: (-len(word), word))
    patterns = [(_word_pattern(word), words[word]) for word in ordered]
    patterns += [(f"(?i:{pattern})", label) for pattern, label in verbs]
    groups = [f"(?P<g{number}>{pattern})" for number, (pattern, _) in enumerate(patterns)]
    return _compiled("|".join(groups)), [label for _, label in patterns]


@lru_cache(maxsize=64)
def _compiled(pattern: str) -> re.Pattern[str]:
    """Compile the pattern of all labels once: ``re`` forgets patterns when others are compiled."""
    return re.compile(pattern)


def _word_pattern(word: str) -> str:
    said = unified(word).strip()
    parts = [re.escape(part) for part in re.split(r"[\s_\-/]+", said) if part]
    if len(said) == 1 and said.isascii() and said.isalpha():  # "A" is also a word: only where it stands as an option
        return f"{_LETTER_BEFORE}{said}{_LETTER_AFTER}"
    if said.casefold() == "no":  # "no information" states no label
        return r"(?i:\bno\b(?!\.\s?\d)(?=\s*(?:[^\w\s]|\Z|because\b|since\b|as\b)))"
    if re.fullmatch(r"-?\d+", said):
        return rf"(?<![\w.,-]){re.escape(said)}(?![.,]?\d|[\w%])"
    joined = r"[\s_\-/]{0,3}".join(parts) if said[0].isalnum() else re.escape(said)
    return f"(?i:{_boundary(said[0], before=True)}{joined}{_boundary(said[-1], before=False)})"


def _boundary(sign: str, before: bool) -> str:
    """What keeps a word apart from letters beside it; Chinese words stand beside others without spaces."""
    if re.match(f"[{_HAN}]", sign) or not (sign.isalnum() or sign == "_"):
        return ""
    letter = rf"(?-i:[^\W{_HAN}])"  # without case: re folds the case of each sign of a range, one by one
    return f"(?<!{letter})" if before else f"(?!{letter})"
