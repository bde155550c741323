"""Subject and object of a relation in a Chinese sentence change order, and the relation stays."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.dictionary import universal_tags_of
from hf_robust.language.chinese.script import as_written, to_simplified
from hf_robust.tasks import RELATION
from hf_robust.tasks.token_spans import written
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.chinese.task_specific.relation_entities import relation_mentions
from hf_robust.transforms.row_changes import RowChange, RowTransformation, TaskRow

_ENDS = frozenset("，。；！？,;!?")
_ROLES = frozenset(
    "首都 省会 首府 总统 总理 主席 创始人 创办人 创立者 作者 导演 编剧 主演 校长 院长 董事长 总裁 市长 省长 "
    "妻子 丈夫 父亲 母亲 儿子 女儿 总部 故乡 家乡 母校 前身 别名 原名 发明者 设计者 所有者 出版社 监制 制片人 "
    "作曲者 作词者".split()
)
_MADE = frozenset(
    "导演 执导 创办 创立 建立 成立 设计 出版 发行 主演 编写 撰写 创作 制作 生产 开发 研发 收购 建造 主持 发明 "
    "演唱 作曲 作词 编剧 监制 拍摄 翻译 绘制 运营 经营 赞助 主办 承办".split()
)
_AND = re.compile("[和与及、]|以及")
_BESIDE_NAMES = frozenset("在 是 有 都 也 已 将 对 从 到 使 让 了".split())
_IS = frozenset("是 为 就是".split())
_COUNTRIES = frozenset("中美英法德俄苏日韩朝越印巴加墨澳意西葡荷比希土波捷匈奥瑞以埃伊泰缅菲马")  # their short names
_OF_BOTH = re.compile(
    "两国|两军|双方|之间|政府间|作为|首脑|元首|人民|建交|邦交|经贸|贸易|双边|边[界境]|关系(?!全国|委员会|研究|学)"
)
_SAID_OF_EACH = frozenset("分别 前者 后者 依次 先后 各自".split())  # then the order tells who is meant

Piece = tuple[int, int] | str
"""Tokens from one number up to another, or a word that comes in."""


class _Pair(NamedTuple):
    """The tokens of a sentence with its two mentions, the first and the second in the text.

    Args:
        tokens: Simplified.
        first: First and last token of the mention that stands first, with 《》 around it.
        second: The same of the other one.
    """

    tokens: Sequence[str]
    first: tuple[int, int]
    second: tuple[int, int]

    @property
    def between(self) -> list[str]:
        """The tokens between the mentions."""
        return list(self.tokens[self.first[1] + 1 : self.second[0]])

    @property
    def behind(self) -> list[str]:
        """The tokens behind the second mention, up to the end of its clause."""
        found = list[str]()
        for token in self.tokens[self.second[1] + 1 :]:
            if token in _ENDS:
                break
            found.append(token)
        return found

    @property
    def opens(self) -> bool:
        """Whether the first mention begins its clause."""
        return self.first[0] == 0 or self.tokens[self.first[0] - 1] in _ENDS

    def order(self, *pieces: Piece, tail: int = 0) -> list[Piece]:
        """The pieces of a clause, with what stands before it and behind it.

        Args:
            pieces: What stands in the place of the clause, from its first mention on.
            tail: How many tokens behind the second mention the pieces hold.
        """
        return [(0, self.first[0]), *pieces, (self.second[1] + 1 + tail, len(self.tokens))]

    def a(self) -> Piece:
        """The tokens of the first mention."""
        return self.first[0], self.first[1] + 1

    def b(self) -> Piece:
        """The tokens of the second mention."""
        return self.second[0], self.second[1] + 1


def _is_of(pair: _Pair) -> list[Piece] | None:
    """北京是中国的首都: 中国的首都是北京."""
    behind = pair.behind
    if pair.opens and "".join(pair.between) in _IS and behind[:1] == ["的"] and "".join(behind[1:]) in _ROLES:
        end = pair.second[1] + 1
        return pair.order(pair.b(), (end, end + len(behind)), "是", pair.a(), tail=len(behind))
    return None


def _of_is(pair: _Pair) -> list[Piece] | None:
    """中国的首都是北京: 北京是中国的首都."""
    between = pair.between
    if not pair.opens or pair.behind or between[:1] != ["的"] or between[-1] not in _IS:
        return None
    if "".join(between[1:-1]) not in _ROLES:
        return None
    start = pair.first[1] + 1
    return pair.order(pair.b(), "是", pair.a(), (start, pair.second[0] - 1))


def _by(pair: _Pair) -> list[Piece] | None:
    """公司由李明创办: 李明创办了公司."""
    behind, between = pair.behind, "".join(pair.between)
    closed = between == "是由" and behind[-1:] == ["的"]
    verb = "".join(behind[:-1] if closed else behind)
    if pair.opens and verb in _MADE and (closed or between == "由"):
        return pair.order(pair.b(), verb, "了", pair.a(), tail=len(behind))
    return None


def _makes(pair: _Pair) -> list[Piece] | None:
    """李明创办了公司: 公司由李明创办."""
    verb = "".join(pair.between).removesuffix("了")
    if pair.opens and not pair.behind and verb in _MADE:
        return pair.order(pair.b(), "由", pair.a(), verb)
    return None


def _and(pair: _Pair) -> list[Piece] | None:
    """李强和赵敏结婚了: 赵敏和李强结婚了."""
    if not _AND.fullmatch("".join(pair.between)) or not _SAID_OF_EACH.isdisjoint(pair.tokens):
        return None
    before = pair.tokens[pair.first[0] - 1] if pair.first[0] else "。"
    behind = next(iter(pair.tokens[pair.second[1] + 1 :]), "。")
    if not (_parts(before) and (_parts(behind) or behind in ("的", "等"))):  # 校长陆登庭及哈佛各学院院长
        return None
    return pair.order(pair.b(), (pair.first[1] + 1, pair.second[0]), pair.a())


def _of_both(pair: _Pair) -> list[Piece] | None:
    """中美两国都发表了声明: 美中两国都发表了声明."""
    first, second = (pair.tokens[span[0]] for span in (pair.first, pair.second))
    known = pair.first[0] == pair.first[1] and pair.second[0] == pair.second[1] and {first, second} <= _COUNTRIES
    if pair.between or not known or not _SAID_OF_EACH.isdisjoint(pair.tokens):
        return None
    if not _OF_BOTH.match("".join(pair.behind)):  # 中美合作所
        return None
    return pair.order(pair.b(), pair.a())


def _parts(token: str) -> bool:
    """Whether a word beside a name is surely no part of its noun phrase."""
    if token in _ENDS or token in _BESIDE_NAMES or _AND.fullmatch(token):
        return True
    return len(token) > 1 and universal_tags_of(token)[:1] in (("VERB",), ("ADV",), ("ADP",))


def _where(pair: _Pair) -> list[Piece] | None:
    """王芳在南京改变了计划: 在南京，王芳改变了计划."""
    between, behind = pair.between, pair.behind
    acts = bool(behind) and universal_tags_of(behind[0])[:1] in (("VERB",), ("ADV",))
    if pair.first[0] == 0 and between[-1:] == ["在"] and acts and all(map(_may_stand_between, between[:-1])):
        at = pair.second[0] - 1
        return pair.order((at, at + 1), pair.b(), "，", pair.a(), (pair.first[1] + 1, at))
    return None


def _may_stand_between(token: str) -> bool:
    return universal_tags_of(token)[:1] == ("ADV",)


def _in_front(pair: _Pair) -> list[Piece] | None:
    """在马德里，陈建国开了饭店: 陈建国在马德里开了饭店."""
    behind, start = pair.behind, pair.first[0] - 1
    acts = bool(behind) and universal_tags_of(behind[0])[:1] == ("VERB",)
    if start == 0 and pair.tokens[0] == "在" and pair.between == ["，"] and acts:
        return [pair.b(), (0, 1), pair.a(), (pair.second[1] + 1, len(pair.tokens))]
    return None


_FORMS: Sequence[Callable[[_Pair], list[Piece] | None]] = (
    _is_of,
    _of_is,
    _by,
    _makes,
    _and,
    _of_both,
    _where,
    _in_front,
)


@register
@dataclass(frozen=True, kw_only=True)
class SwapTriplePosition(RowTransformation):
    """Swap the order of subject and object. The relation between them does not change.

    * 北京是中国的首都 becomes 中国的首都是北京, and the other way round, with nouns such as 首都, 作者 and 妻子.
    * 公司由李明创办 becomes 李明创办了公司, and the other way round, with verbs such as 创办, 导演 and 出版.
    * 李强和赵敏结婚了 becomes 赵敏和李强结婚了.
    * 中美两国 becomes 美中两国, and so do other short names of countries before nouns such as 双方 and 关系.
    * 王芳在南京改变了计划 becomes 在南京，王芳改变了计划, and the other way round.

    Source: TextFlint (Wang et al. 2021), section 3, "SwapTriplePos".

    Example:
        >>> from hf_robust.tasks import task
        >>> row = {
        ...     "tokens": ["柏林", "是", "德国", "的", "首都", "。"],
        ...     "subject": [0, 0], "object": [2, 2], "relation": "首都",
        ... }
        >>> new = SwapTriplePosition().preview_row(row, task("relation-extraction", language="zh"))
        >>> "".join(new["tokens"]), new["subject"], new["object"]
        ('德国的首都是柏林。', [4, 4], [0, 0])
    """

    name = "swap-triple-position"
    version = "zh.2"
    level = "sentence"
    linguistics = "syntax"
    languages = ("zh",)
    seed_name = "SwapTriplePos"
    choice = "phrases that can be moved"
    effects = preserves(RELATION)

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange:
        doc = row.docs["tokens"]
        if doc.bounds is None:
            raise NotApplicable("the row is a text and no list of tokens")
        tokens = [doc.text[start:end] for start, end in doc.bounds]
        starts = {start: number for number, (start, _) in enumerate(doc.bounds)}
        ends = {end: number for number, (_, end) in enumerate(doc.bounds)}
        roles = {
            role: (starts[one.start], ends[one.end])
            for role, one in zip(("subject", "object"), relation_mentions(row), strict=True)
        }
        first, second = sorted(_with_marks(tokens, span) for span in roles.values())
        pair = _Pair([to_simplified(token) for token in tokens], first, second)
        order = next((found for form in _FORMS if (found := form(pair)) is not None), None)
        if order is None:
            raise NotApplicable("no phrase of a known form carries the relation")
        return _change(row, tokens, roles, order)


def _with_marks(tokens: Sequence[str], span: tuple[int, int]) -> tuple[int, int]:
    """A mention with the 《》 around it."""
    first, last = span
    quoted = first > 0 and last + 1 < len(tokens) and (tokens[first - 1], tokens[last + 1]) == ("《", "》")
    return (first - 1, last + 1) if quoted else span


def _change(
    row: TaskRow, tokens: Sequence[str], roles: dict[str, tuple[int, int]], order: Sequence[Piece]
) -> RowChange:
    doc = row.docs["tokens"]
    new, places = list[str](), dict[int, int]()  # by old number of a token its new one
    by_character = doc.language.by_character(tokens)
    for piece in order:
        if isinstance(piece, str):
            word = as_written([piece], doc.text)[0]
            new += list(word) if by_character else [word]
        else:
            places.update({number: len(new) + step for step, number in enumerate(range(*piece))})
            new += tokens[slice(*piece)]
    labels = {
        role: written(row.values[role], (places[first], places[last]), "".join(tokens[first : last + 1]))
        for role, (first, last) in roles.items()
    }
    return RowChange({"tokens": [_shortest(doc.text, "".join(new))]}, {"tokens": new, **labels})


def _shortest(old: str, new: str) -> Edit:
    """One edit of the characters that differ."""
    first = next((n for n, (one, other) in enumerate(zip(old, new)) if one != other), min(len(old), len(new)))
    last = 0
    while last < min(len(old), len(new)) - first and old[-1 - last] == new[-1 - last]:
        last += 1
    return Edit(first, len(old) - last, new[first : len(new) - last])
