"""Chinese abbreviations written in full, and full forms abbreviated."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.script import to_simplified
from hf_robust.language.chinese.short_forms import long_form, long_forms, short_form
from hf_robust.transforms.base import Transformation, preserves, register
from hf_robust.transforms.chinese.words import CHINESE_TASKS, crosses_mark, whole_tokens, written_as

# they mean something else as well, are part of names, or are verbs and adverbs as often as nouns
_SEVERAL_SENSES = frozenset(
    "特区 化工 高速 百科 国贸 国安 国标 文体 家教 高中 初中 高考 超市 南大 武大 科大 医大 联大 南开 北影 浙商 青旅 "
    "法网 卫视 体检 军训 安检 质检 刑拘 代驾 网购 网暴 脱欧 维和 统战 巡演 公投 校招 社招 自考 研发 调研 科技 动漫 "
    "影视 环保 故宫 县委 市委 省委 数理化 外贸 日化 私服 人设".split()
)
MODES = ("both", "expand", "contract")


@register
@dataclass(frozen=True, kw_only=True)
class Contraction(Transformation):
    """Expand common abbreviations, and abbreviate full forms that have an abbreviation.

    Args:
        mode: ``both``, ``expand`` or ``contract``.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "Contraction".

    Example:
        >>> Contraction().preview("他去看了世博会，她在清华大学读书。")
        '他去看了世界博览会，她在清华读书。'
    """

    mode: str = "both"

    name = "contraction"
    version = "zh.1"
    level = "word"
    linguistics = "morphology"
    seed_name = "Contraction"
    choice = "abbreviations or full forms that have one"
    languages = ("zh",)
    effects = preserves(*CHINESE_TASKS)

    def __post_init__(self) -> None:
        self._require_choice("mode", MODES)

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        plain = to_simplified(doc.text)
        full = list(_full_forms(doc, plain))
        found = [(start, end, short_form(plain[start:end])) for start, end in full] if self.mode != "expand" else []
        if self.mode != "contract":
            found += [
                (start, end, "".join(long_form(plain[start:end])))
                for start, end in doc.free_words
                if _may_grow(plain, start, end) and not any(first < end and start < last for first, last in full)
            ]
        return [
            Edit(start, end, written_as(new, doc.text))
            for start, end, new in sorted(found)
            if doc.is_free(start, end) and whole_tokens(doc, start, end) and not crosses_mark(doc, start, end)
        ]


def _full_forms(doc: Doc, plain: str) -> Iterator[tuple[int, int]]:
    """Where full forms stand that are whole words."""
    starts, ends = {start for start, _ in doc.words}, {end for _, end in doc.words}
    for match in _pattern().finditer(plain):
        if match.start() in starts and match.end() in ends:
            yield match.span()


def _may_grow(plain: str, start: int, end: int) -> bool:
    """Whether a word is an abbreviation, and not one that the text goes on to spell out (高速 in 高速公路)."""
    word = plain[start:end]
    words = long_form(word)
    beside = plain.startswith(words[-1], end) or plain.endswith(words[0], 0, start) if words else True
    return not beside and word not in _SEVERAL_SENSES


@cache
def _pattern() -> re.Pattern[str]:
    return re.compile("|".join(sorted(map(re.escape, long_forms()), key=lambda form: (-len(form), form))))
