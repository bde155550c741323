"""Chinese questions of reading comprehension asked in other words; context and answers stay."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets, apply
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.dictionary import entry
from hf_robust.language.chinese.script import as_written, to_simplified
from hf_robust.tasks import QA
from hf_robust.transforms.base import Batched, Effect, Transformation, preserves, register
from hf_robust.transforms.row_changes import BatchedRows, RowChange, RowTransformation, TaskRow
from hf_robust.transforms.transformation_registry import transformations

_BACK, _WORDING = "back-translation", "wording"
_MADE_BY = "__with__"
_OPENINGS = ("根据文章，", "请问，", "根据上文，", "请问")
_OPENED = re.compile("根据|依据|按照|请|问|文中|文章|据|上文|本文|在文|以下|下列")
# each matches a question word, and has what asks the same
_WORDINGS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = tuple(
    (re.compile(pattern), tuple(words.split()))
    for pattern, words in (
        ("什么时候|什么时间", "何时"),
        ("何时", "什么时候"),
        ("(?<![从自到由])哪里(?!人)|哪儿(?!人)", "什么地方"),
        ("什么地方|何地|何处", "哪里"),
        ("为什么(?!样)", "为何"),
        ("为何", "为什么"),
        ("如何(?=[一-龥]{2})", "怎样 怎么"),
        ("怎样(?=[一-龥]{2})(?!的)|怎么(?=[一-龥]{2})(?!样)", "如何"),
        ("什么样的|怎么样的", "怎样的"),
        ("怎样的", "什么样的"),
        ("哪一(?=[年天位个家所次部届座])", "哪"),
        ("哪(?=[年天位家所次届座])", "哪一"),
        ("(?<!第)(?<!哪)(?<!好)(?<!十)(?<!这)(?<!那)几(?=[个名位种次条座家所年天岁人层部])", "多少"),
        ("(?<![和与或])谁(?!的|都|也)", "哪个人"),
        ("是否", "是不是"),
        ("是不是", "是否"),
        ("(?<![都还])有哪些", "都有哪些"),
        ("哪个国家", "哪国 哪一个国家"),
        ("多大年纪|多大岁数", "多少岁"),
        ("何人", "什么人"),
        ("何种", "哪种 什么样的"),
        ("叫什么名字", "名字是什么 名字叫什么"),
        ("哪个(?!国|人)", "哪一个"),
        ("哪一个(?!国)", "哪个"),
        ("哪种", "哪一种 何种"),
        ("哪一种", "哪种"),
        ("多久", "多长时间"),
        ("多长时间", "多久"),
        ("是什么(?=[？?]|$)", "到底是什么"),
        (
            "(?<![为做是有])什么(?=(?:原因|方法|方式|作用|影响|关系|特点|条件|组织|机构|语言|颜色|职位|职务|奖项|宗教|民族))",
            "何种",
        ),
        ("有什么(?=[一-龥])", "有哪些"),
        ("有哪些(?=[一-龥])", "有什么"),
        ("有多少", "共有多少 总共有多少"),
        ("怎么样(?=[？?]|$)", "如何"),
        ("由谁", "由哪个人 由何人"),
        ("最后", "最终"),
        ("位于", "坐落于 地处"),
        ("成立于", "创立于 创建于"),
        ("属于", "归属于"),
        ("称为|称作", "叫做 叫作"),
        ("被称为", "被叫做 又叫做"),
        ("因为", "由于"),
        ("目前", "现在"),
        ("一共", "总共 共"),
        ("大约|大概", "约"),
    )
)
_FIXED = re.compile('《[^》]+》|“[^”]+”|「[^」]+」|"[^"]+"|[A-Za-zÀ-ɏ0-9０-９.·-]*[A-Za-zÀ-ɏ0-9０-９]')
_NAMES = ("nr", "ns", "nt", "nz")
_ASKING = re.compile("什么|谁|哪|何|几|多|怎|吗|是否|是不是|[?？]")


@register
@dataclass(frozen=True, kw_only=True)
class PerturbQuestion(BatchedRows):
    """Rephrase the question by a rule, or with another transformation that is applied only to the question.

    The rules replace question words and set phrases (什么时候 becomes 何时), or words as the transformation
    ``synonym`` does. Names, numbers and quotations in the question do not change. With ``mode="back-translation"``, the
    row does not change if the result lacks one of them. Context and answers do not change.

    Args:
        mode: ``wording`` (the rule), ``back-translation``, or the name of any other Chinese transformation that
            preserves the answers of ``extractive-qa`` and changes a single text. That transformation runs with its
            default parameters.
        models: For ``mode="back-translation"``: Hub ids or folders of the two translation models, as in the
            transformation ``back-translation``.
        lead_in: Whether a question that no rule covers gets an opening phrase (根据文章，).

    Source: TextFlint (Wang et al. 2021), section 3, "PerturbQuestion" (BackTrans, MLM).

    Example:
        >>> from hf_robust.tasks import task
        >>> row = {"context": "李白是唐代著名的诗人。", "question": "李白是什么时候的诗人？"}
        >>> row["answers"] = {"text": ["唐代"], "answer_start": [3]}
        >>> PerturbQuestion().preview_row(row, task("extractive-qa", language="zh"))["question"]
        '李白是何时的诗人？'
    """

    mode: str = "wording"
    models: tuple[str, str] | None = None
    lead_in: bool = False

    name = "perturb-question"
    version = "zh.4"
    level = "sentence"
    linguistics = "model"
    languages = ("zh",)
    seed_name = "PerturbQuestion"
    choice = "question that can be rephrased"
    annotated = ("question",)
    effects = preserves(QA)

    def __post_init__(self) -> None:
        self._require(self.mode in question_modes(), "mode", "one of " + ", ".join(question_modes()))
        self._require(self.models is None or self.mode == _BACK, "models", f"None unless mode is {_BACK}")
        if self.models is not None:
            object.__setattr__(self, "models", tuple(self.models))
        inner = self.inner
        if inner is not None:
            object.__setattr__(self, "resources", inner.resources)
            object.__setattr__(self, "needs", inner.needs)

    @property
    def inner(self) -> Transformation | None:
        """The transformation that is run on the question; None for the rules."""
        if self.mode == _WORDING:
            return None
        made: Any = transformations.get(self.mode, "zh")
        return made() if self.models is None else made(models=self.models)

    def changes_batch(
        self, rows: Sequence[TaskRow], rngs: Sequence[RowRandom]
    ) -> list[RowChange | NotApplicable | None]:
        """All questions go through the transformation together."""
        inner, docs = self.inner, [row.docs["question"] for row in rows]
        if inner is None:
            found: list[Any] = [_reworded(doc, rng, self.lead_in) for doc, rng in zip(docs, rngs)]
            found = _with_synonyms(docs, found, rngs)
        else:
            found = _run(inner, [_guarded(doc, self.mode != _BACK) for doc in docs], rngs)
        return [_change(doc, edits) for doc, edits in zip(docs, found)]

    def __getstate__(self) -> dict[str, Any]:
        inner = self.inner
        return {**super().__getstate__(), _MADE_BY: None if inner is None else inner.__getstate__()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__({name: value for name, value in state.items() if name != _MADE_BY})


def question_modes() -> tuple[str, ...]:
    """The modes: the rules, and the Chinese transformations that keep what a question asks and read it alone.

    Example:
        >>> question_modes()[0]
        'wording'
    """
    kept = []
    for name in transformations.names("zh"):
        made = transformations.get(name, "zh")
        alone = not issubclass(made, RowTransformation) and not made.edits_protected and "neighbors" not in made.needs
        if name == _BACK or (
            alone and made.effects.get(QA) is Effect.PRESERVES and len(made.effects) > 1 and not made.control
        ):
            kept.append(name)
    return (_WORDING, *kept)


def _reworded(doc: Doc, rng: RowRandom, lead_in: bool) -> list[Edit]:
    """One question word in other words, or an opening before the question."""
    text, found = to_simplified(doc.text), []
    names = _fixed_spans(doc)
    for pattern, words in _WORDINGS:
        for match in pattern.finditer(text):
            start, end = match.span()
            if doc.is_free(start, end) and not any(first < end and start < last for first, last in names):
                found += [Edit(start, end, word) for word in words]
    if found:
        return [_written(rng.choice(found), doc)]
    opens = not lead_in or not doc.words or not doc.is_free(0, 1) or _OPENED.match(text.lstrip())
    return [] if opens else [_written(Edit(0, 0, rng.choice(_OPENINGS)), doc)]


def _with_synonyms(docs: Sequence[Doc], found: list[Any], rngs: Sequence[RowRandom]) -> list[Any]:
    """The edits of the rules, and synonyms in the questions that have none."""
    left = [number for number, edits in enumerate(found) if not edits]
    made: Any = transformations.get("synonym", "zh")
    guarded = [docs[number].protecting(_asking_spans(docs[number])) for number in left]
    for number, edits in zip(left, _run(made(), guarded, [rngs[number] for number in left])):
        found[number] = [] if isinstance(edits, NotApplicable) else edits
    return found


def _asking_spans(doc: Doc) -> list[Offsets]:
    """The spans that stay, and the question words with the word behind each: 哪里人."""
    asking = [match.span() for match in re.finditer(rf"(?:{_ASKING.pattern})[一-龥]?", to_simplified(doc.text))]
    return sorted({*_fixed_spans(doc), *asking})


def _written(edit: Edit, doc: Doc) -> Edit:
    return Edit(edit.start, edit.end, as_written([edit.text], doc.text)[0])


def _run(inner: Transformation, docs: Sequence[Doc], rngs: Sequence[RowRandom]) -> list[Any]:
    """The edits of a transformation for each question, or why there are none."""
    if isinstance(inner, Batched):
        return list(inner.edits_batch(docs, rngs))
    found: list[Any] = []
    for doc, rng in zip(docs, rngs):
        try:
            found.append(list(inner.edits(doc, rng)))
        except NotApplicable as reason:
            found.append(reason)
    return found


def _guarded(doc: Doc, protects: bool) -> Doc:
    """The question with its names, numbers and quotations protected; a translation may not know any."""
    return doc.protecting(_fixed_spans(doc) if protects else ())


def _fixed_spans(doc: Doc) -> list[Offsets]:
    """Where the names, numbers, quotations and words of Latin letters of a question stand."""
    text = to_simplified(doc.text)
    spans = [match.span() for match in _FIXED.finditer(text)]
    for start, end in doc.words:
        found = entry(text[start:end])
        named = found is not None and found.tag.startswith(_NAMES)
        if named or (found is None and end - start > 1 and not _ASKING.search(text[start:end])):
            spans.append((start, end))
    return sorted(set(spans))


def _change(doc: Doc, edits: Any) -> RowChange | NotApplicable | None:
    if isinstance(edits, NotApplicable):
        return edits
    if not edits:
        return None
    after = apply(doc.text, edits)
    if not all(doc.text[start:end].lower() in after.lower() for start, end in _fixed_spans(doc)):
        return NotApplicable("a name, a number or a quotation of the question would be lost")
    if _ASKING.search(to_simplified(doc.text)) and not _ASKING.search(to_simplified(after)):
        return NotApplicable("the result is not a question")
    return RowChange({"question": [Edit(*edit[:3]) for edit in edits]})
