"""A false statement that looks like an answer, for Chinese reading comprehension."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.definition import fold_chinese_answer
from hf_robust.language.chinese.question_statements import alterations, asked_part, wrong_answer
from hf_robust.language.chinese.script import as_written, to_simplified
from hf_robust.language.chinese.topic_distractors import topic_sentence
from hf_robust.tasks import QA
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.chinese.task_specific.modify_position import passages
from hf_robust.transforms.row_changes import RowChange, RowTransformation, TaskRow

PLACES = ("start", "end", "random")
_LONGEST = 45  # characters of a question
_POINTING = re.compile('[该此这那其他她它我你您]|以下|下列|上述|文中|文章|本文|本[剧片书赛]|上文|最后|[“”"（(；;]')
_FINAL = re.compile("[。！？!?][”』」]?\\s*\\Z")


@register
@dataclass(frozen=True, kw_only=True)
class AddSentenceDiverse(RowTransformation):
    """Add a distractor sentence that answers a similar but different question.

    A name, a title, a place or a year of the question is replaced with another one. The words that ask (谁, 什么时候,
    哪里, 多少 and the like) are replaced with a wrong answer in the form of the right one. For other questions, and
    where no such name is found, the sentence is about a book, a film, a lecture or an exhibition on what the question
    names, or else the context, with something of the type that the question asks for: 一本关于赛里木湖的书共有23章.
    The wrong answer does not occur in the context, and no correct answer occurs in the sentence. The sentence is added
    between two passages, at the start or at the end, so that the answers do not change.

    Args:
        place: ``start`` or ``end`` of the context, or ``random`` (any position between passages, including both ends).

    Source: TextFlint (Wang et al. 2021), section 3, "AddSentDiverse"; after Jia and Liang 2017, "Adversarial Examples
        for Evaluating Reading Comprehension Systems", section 3.3.

    Example:
        >>> from hf_robust.tasks import task
        >>> row = {"context": "《雷雨》于1934年发表。", "question": "《雷雨》是什么时候发表的？"}
        >>> row["answers"] = {"text": ["1934年"], "answer_start": [5]}
        >>> AddSentenceDiverse(place="end").preview_row(row, task("extractive-qa", language="zh"))["context"]
        '《雷雨》于1934年发表。《第七个夏天》是1915年发表的。'
    """

    place: str = "random"

    name = "add-sentence-diverse"
    version = "zh.4"
    level = "sentence"
    linguistics = "pragmatics"
    languages = ("zh",)
    seed_name = "AddSentDiverse"
    choice = "question from which a distractor can be made"
    effects = preserves(QA)

    def __post_init__(self) -> None:
        self._require_choice("place", PLACES)

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange:
        context = row.docs["context"]
        if context.bounds is not None or not _FINAL.search(context.text):
            raise NotApplicable("the context does not end with a sentence")
        if not context.marks:
            raise NotApplicable("the question has no answer in the context")
        new = as_written([self._sentence(row, rng)], context.text)[0]
        at = self._at(context, rng)
        return RowChange({"context": [Edit(at, at, new)]})

    def _sentence(self, row: TaskRow, rng: RowRandom) -> str:
        """The statement that the question makes; else a sentence about a work on its topic."""
        try:
            return distractor(row, rng)
        except NotApplicable as reason:
            question, context = (
                Doc(to_simplified(row.docs[name].text), language=row.docs[name].language)
                for name in ("question", "context")
            )
            golds = [context.text[mark.start : mark.end].strip() for mark in row.docs["context"].marks]
            told = topic_sentence(question, context, golds, rng.fork(2))
            folded = [fold_chinese_answer(gold) for gold in golds]
            if told is None or any(gold in fold_chinese_answer(told) for gold in folded):
                raise reason
            return told

    def _at(self, doc: Doc, rng: RowRandom) -> int:
        """An edge of a passage."""
        start, end = len(doc.text) - len(doc.text.lstrip()), len(doc.text.rstrip())
        if self.place != "random":
            return {"start": start, "end": end}[self.place]
        inner = [
            first
            for first, _ in passages(doc)[1:]
            if _FINAL.search(doc.text[:first]) and not any(mark.start < first < mark.end for mark in doc.marks)
        ]
        return rng.choice([start, *inner, end])


def distractor(row: TaskRow, rng: RowRandom) -> str:
    """The false statement for a row, in simplified characters.

    Args:
        row: Context, question and answers.
        rng: Draws.

    Raises:
        NotApplicable: When no rule covers the question, or none makes another question or a wrong answer of it.
    """
    question, context = row.docs["question"], row.docs["context"]
    text = re.sub("\\A请问[，,]?|[？?。！!\\s]+\\Z|呢[？?]?\\Z", "", to_simplified(question.text))
    doc = Doc(text, language=question.language)
    if len(text) > _LONGEST:
        raise NotApplicable("the question is too long")
    if (odd := _POINTING.search(text)) is not None:
        raise NotApplicable(f"the question contains '{odd[0]}'")
    asked = asked_part(text)
    if asked is None:
        raise NotApplicable("no rule makes a statement of the question")
    taken = to_simplified(context.text) + text
    golds = [to_simplified(context.text[mark.start : mark.end]) for mark in context.marks]
    answer = wrong_answer(asked, text, golds[0], taken, rng.fork(0))
    if answer is None:
        raise NotApplicable("no rule tells the type of the answer")
    changed = alterations(doc, asked, taken + answer, rng.fork(1))
    if not changed:
        raise NotApplicable("the question has no name or year that could become another")
    told = "".join(_told(text, asked.start, asked.end, answer, changed)) + "。"
    if any(fold_chinese_answer(gold) in fold_chinese_answer(told) for gold in golds):
        raise NotApplicable("the statement would hold a right answer")
    return told


def _told(text: str, start: int, end: int, answer: str, changed: dict[str, str]) -> Iterator[str]:
    """The pieces of the statement."""
    names = re.compile("|".join(map(re.escape, sorted(changed, key=len, reverse=True))))
    yield names.sub(lambda match: changed[match[0]], text[:start])
    yield answer
    rest = text[end:] if "是" in text[:start] else text[end:].removesuffix("的")  # 他哪年来的: 他1990年来
    yield names.sub(lambda match: changed[match[0]], rest)
