"""A sentence of a Chinese context moves, so that the answer stands elsewhere."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.dictionary import entry, universal_tags_of
from hf_robust.language.chinese.passage_bonds import goes_on, is_defined_with, is_in_between
from hf_robust.language.chinese.person_names import is_likely_name, is_transliterated
from hf_robust.language.chinese.script import as_written, to_simplified
from hf_robust.language.chinese.species_articles import tells_of_species
from hf_robust.language.chinese.written_out import topic_of, written_out
from hf_robust.tasks import QA
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.row_changes import RowChange, RowTransformation, TaskRow
from hf_robust.transforms.task_specific.reading import is_held, traded

_FINAL = re.compile("[。！？!?][”’」』》）)\"']*$")
_HALF = re.compile("[；;…：:][”’」』》）)\"']*$")
_PAIRS = ("“”", "‘’", "「」", "『』", "《》", "（）", "()")
# a sentence that begins so, or points back so in its first clause, stays behind the one before it
_PRONOUNS = "他 她 它 牠 其 此 这 那 该 本 上述 以上 前者 后者 两者 二者 双方 自己"
_LINKS = (
    "但 而 不过 然而 可是 只是 虽然 尽管 所以 因此 因而 于是 从而 故 由于 因为 并 且 加上 加之 此外 除 接着 然后 "
    "随后 随即 随着 首先 其次 其中 例如 比如 如 像 即 "
    "也就是 换言之 总之 总体 一般 通常 相反 反之 否则 假如 若 只有 只要 无论 不论 不管 对于 关于 至于 同样 同时 另 "
    "再 又 还 也 都 便 就 才 则 理由 原因 结果 目的 一方面 效果 意思 过程 第一 前来"
)
_TIMES = (
    "同年 同月 同日 当时 当年 当天 当中 后来 之后 之前 以后 以前 最后 最终 最初 最先 起初 目前 现 如今 今 昨 明 第二 "
    "第三 第四 次年 翌年 一年后 不久 期间 早期 晚期 年轻时 "
    "小时候"
)
_NO_SUBJECT = (
    "根据 按照 依 据 通过 经 为 由 被 把 将 以 用 在 从 自 到 至 与 和 跟 同 向 对 当 有 没 无 是 不 未 曾 已 正 仍 "
    "主要 大多 多数 部分 去世 出生 毕业 位于 属于 成为 "
    "作为 可 能 会 须 需 应 要 均 皆 亦 仅 更 较 很 最 极 获 参 担任 得 受 包括 包含"
)
_LEANING = re.compile('["“「『（(]*(?:' + "|".join(" ".join((_PRONOUNS, _LINKS, _TIMES, _NO_SUBJECT)).split()) + ")")
_POINTS_BACK = re.compile(
    "例外|亦|类似|相同|同样|其他|其它|其余|另一|[该此其](?!他|它|次|外|实|余)|这|那里|那个|那些|上述|前者|后者|他们?|她们?|它们?|也|又|另|还|则"
)
# what happened once; where a text tells events in order, a sentence with one of these has its place among them
_EVENT = re.compile(
    "了|[被遭遇获夺攻击败陷率派逃杀]|去世|逝世|成立|建立|创立|创办|前往|加入|离开|开始|结束|宣布|出任|接任|就任|任命|当选|发现|发生|完成|签署|签订|出版|发行"
    "|推出|开播|首播|上映|毕业|赢得|决定|改名|更名|迁|返回|曾|成为|后[，来]|来到|抵达|到达|会见|报告|出奔|要求|拒绝|同意|上诉|判决|起诉|裁定|恢复|搬迁|不服"
)
_FOREIGN = re.compile("[一-鿿]{1,6}·|[A-Za-z]")  # a name from abroad at the beginning
# things that were not told of, with what they do: 一些药店雇佣…; not 一些人 and 一个也
_SOME = re.compile("(?:一[个些支位名座所种项]|许多|某些)(?!人|的|[也都在是则却又还有])[^，]{2,}")
_TOPIC = re.compile("《[^》]+》|[^（(，,是为於于在有、。 ]{2,12}(?=[（(，,是为于在有])")
_ATTRIBUTE = re.compile(
    "[^，。]{1,3}(?:[量度率积长数高宽重速](?![的温])|[姓氏]，)|(?:[祖养继]?[父母]亲?|妻子?|丈夫|[长次独三]?[子女]儿?|哥哥|弟弟|姐姐|妹妹)[是为，]"
)  # of something or somebody that the sentence does not name
# predicates that the segmenter takes apart or the dictionary has as other words; 果为蒴果 is one of a row of notes
_PREDICATE = re.compile(
    "位于|坐落|属于|处于|地处|...[^因作成称认以]为|原为|占|含有|充满|[长高]达|分为|著称|闻名|源于|可以|建[筑造]?于"
    "|由[^，]{1,12}(?:绘制|设计|制作|演唱|作曲|作词|填词|饰演|主演|创作|组成|管理|负责|分类)"
)
_WHEN = re.compile("[前后时年月日]|期间|阶段|过程")  # 在 with a time: one of a row of events
_MARKS = re.compile("[，,。；;：:！？!?]")
_DATE = re.compile("(?:公元)?[0-9０-９]{3,4} ?年(?:[0-9０-９]{1,2} ?月)?(?:[0-9０-９]{1,2} ?日)?[，,] ?")
_SHORTEST = 7  # characters; a shorter sentence is one of a row of notes
_SOUNDS = 3  # characters by which a name from abroad is known
_NAME = 2  # characters of the shortest name; what was named before is no attribute: 高登身高1.93米
_VERSE = re.compile("(?:[一-鿿]{7}[，。？！]){2}|(?:[一-鿿]{5}[，。？！]){2}")
_OPENING = 10  # characters, about the subject of a sentence
_STORY = 3  # passages with a time
_NEAR = 3  # passages
_LONG = 6  # passages of a text in which only neighbours trade places: a far place is often off the topic
_DEFINES = re.compile("[是为（(]|指")
_NUMERAL = "[0-9０-９〇零一二三四五六七八九十]"
_TIMED = re.compile(
    f"{_NUMERAL} ?(?:年|月|日|岁|世纪)|公元|时期|年[代间]|之后|以后|之前|以前|后来|随后|最[后终]|曾|当[时年]|早期"
    f"|晚年|[元明清唐宋汉秦晋隋]朝"
    "|[同次翌]年|[至迄]今|目前|现在|如今"
)


@register
@dataclass(frozen=True, kw_only=True)
class ModifyPosition(RowTransformation):
    """Move a passage of the context past others, so that the answer stands elsewhere if that is possible.

    A passage is a sentence (up to 。！？) together with the following sentences that depend on it by a pronoun, a
    connective or an omitted subject. A sentence that opens with the topic of an article or with a year stands alone,
    and so does each fact of an article on a species (where it lives, how a part of it looks).
    The passage of the answer may move, or another one past it. Only if no such move is possible, the answer stays where
    it is. A passage is never moved before the first mention of its names, out of chronological order, across a
    quotation, or between two that belong together. In a text of six or more passages, only neighbours trade places, so
    that no passage leaves its subject. If no passage could move then, an opening pronoun or omitted subject that means
    the topic of an article becomes its name, and an opening connective is left out. For a question without an answer,
    any passage may move.

    Args:
        to: ``front`` or ``end`` of the context, or ``any`` place between passages. With ``any``, moves to the end are
            preferred, and a passage opens the context only if it begins with the topic of a text that no definition
            opens.

    Source: TextFlint (Wang et al. 2021), section 3, "ModifyPos".

    Example:
        >>> from hf_robust.tasks import task
        >>> row = {"context": "苹果含有很多水分。香蕉来自南方。王刚最喜欢吃西瓜。", "question": "香蕉来自哪里？"}
        >>> row["answers"] = {"text": ["南方"], "answer_start": [13]}
        >>> ModifyPosition(to="front").preview_row(row, task("extractive-qa", language="zh"))["context"]
        '香蕉来自南方。苹果含有很多水分。王刚最喜欢吃西瓜。'
    """

    to: str = "any"

    name = "modify-position"
    version = "zh.6"
    level = "sentence"
    linguistics = "syntax"
    languages = ("zh",)
    seed_name = "ModifyPos"
    choice = "passages that can be moved"
    effects = preserves(QA)

    def __post_init__(self) -> None:
        self._require_choice("to", ("any", "front", "end"))

    def change(self, row: TaskRow, rng: RowRandom) -> RowChange:
        doc = row.docs["context"]
        if doc.bounds is not None:
            raise NotApplicable("the context is a list of tokens")
        parts = passages(doc, facts=True)
        loose = len(parts) < 2
        moves = [] if loose else self._told_moves(doc, parts)
        edits: Mapping[int, Edit] = {}
        if not moves and self.to != "front":
            sentences = doc.language.sentences(doc.text)
            edits = {
                sentences[number][0]: edit
                for number, edit in written_out(to_simplified(doc.text), sentences).items()
                if doc.is_free(edit.start, edit.end)
            }
            parts = passages(doc, edits, facts=True)
            moves = [
                (number, to)
                for number, to in (self._told_moves(doc, parts) if len(parts) > 1 else ())
                if to > number and _stays_clear(edits.get(parts[number + 1][0]))
            ]
        if not moves:
            raise NotApplicable(
                "the context has no two passages that could stand in another order"
                if loose
                else "each passage holds an answer, depends on another one or has a fixed position in time"
            )
        number, to = rng.choice(_hardest(doc, parts, moves))
        left, right = _blocks(parts, number, to)
        # those that get another sentence before them
        begun = {parts[place][0] for place in (number, number + 1, to + 1) if place < len(parts)}
        inside = [edit for start, edit in sorted(edits.items()) if start in begun]
        changes = [Edit(edit.start, edit.end, _text(doc, edit)) for edit in inside]
        return RowChange({"context": traded(doc, left, right, changes)})

    def _told_moves(self, doc: Doc, parts: Sequence[Offsets]) -> list[tuple[int, int]]:
        """The moves after which the text can still be read: a passage, and the one whose place it takes."""
        text = to_simplified(doc.text)
        told = [_named(doc, text, part) for part in parts]
        moves = [move for move in self._moves(doc, parts) if _can_be_told(text, parts, told, *move)]
        if self.to == "any":
            defined = _opens_article(text, parts[0][1])
            moves = [(number, to) for number, to in moves if to or (not defined and _names_topic(text, parts, number))]
        return moves

    def _moves(self, doc: Doc, parts: Sequence[Offsets]) -> Iterator[tuple[int, int]]:
        """Which passage may move, and to the place of which other; an answer stands between the two."""
        last = len(parts) - 1 if _FINAL.search(doc.text.rstrip()) else len(parts) - 2
        for number, (start, end) in enumerate(parts):
            if not _FINAL.search(doc.text[start:end]):
                continue
            for to in {"front": range(1), "end": range(len(parts) - 1, last + 1)}.get(self.to, range(last + 1)):
                far = self.to == "any" and abs(to - number) > (_NEAR if len(parts) < _LONG else 1)
                if to != number and not far and not all(is_held(doc, block) for block in _blocks(parts, number, to)):
                    yield number, to


def _blocks(parts: Sequence[Offsets], number: int, to: int) -> tuple[Offsets, Offsets]:
    """The two blocks that trade places when a passage takes the place of another."""
    one = parts[number]
    if to < number:
        return (parts[to][0], parts[number - 1][1]), one
    return one, (parts[number + 1][0], parts[to][1])


def _hardest(doc: Doc, parts: Sequence[Offsets], moves: Sequence[tuple[int, int]]) -> Sequence[tuple[int, int]]:
    """The moves to choose from: those that give the answer another place, and of these the ones to the end."""

    def has_answer(block: Offsets) -> bool:
        return any(mark.start < block[1] and block[0] < mark.end for mark in doc.marks)

    chosen = [move for move in moves if any(map(has_answer, _blocks(parts, *move)))] or moves
    chosen = [
        move for move in chosen if abs(move[0] - move[1]) <= _NEAR
    ] or chosen  # a far place is often off the topic
    # what leaves its subject out reads worse at the front than at the end, and a definition is expected at the front
    ends, inner = (
        [move for move in chosen if move[1] in places] for places in ({len(parts) - 1}, range(1, len(parts)))
    )
    return ends or inner or chosen


def _stays_clear(after: Edit | None) -> bool:
    """Whether a sentence can be read without the one before it: it has no connective that is left out."""
    return after is None or bool(after.text)


def _text(doc: Doc, edit: Edit) -> str:
    return as_written([edit.text], doc.text)[0]


def passages(doc: Doc, edits: Mapping[int, Edit] | None = None, facts: bool = False) -> list[Offsets]:
    """The passages of a Chinese text: sentences up to 。！？, each with those behind that lean on it.

    Args:
        doc: The text.
        edits: What makes a sentence stand alone, by where the sentence begins. With it, a sentence that begins with a
            place (在) and then names its subject stands alone too.
        facts: Whether each fact of an article on a species stands alone.

    Example:
        >>> from hf_robust.language.chinese.definition import CHINESE
        >>> passages(Doc("长城很长。它也很老。黄河是一条河。", language=CHINESE))
        [(0, 10), (10, 17)]
    """
    text = to_simplified(doc.text)
    joined: list[Offsets] = []
    for start, end in doc.language.sentences(doc.text):
        alone = facts and joined and tells_of_species(text, start, end) and _is_closed(text, joined[-1], start)
        bound = facts and joined and not alone and goes_on(text, joined[-1], start, end)
        if joined and not alone and (bound or not _stands_alone(doc, text, joined[-1], start, end, edits)):
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def _stands_alone(doc: Doc, text: str, before: Offsets, start: int, end: int, edits: Mapping[int, Edit] | None) -> bool:
    """Whether a sentence can be read without the one before it."""
    if not _is_closed(text, before, start):
        return False
    edit = (edits or {}).get(start)
    if edit is not None and edit.text:
        return not _POINTS_BACK.search(_MARKS.split(text[edit.end : end])[0])
    start = edit.end if edit is not None else start
    if edits is not None and text[start] == "在":
        place, rest = _MARKS.split(text[start:end], maxsplit=1)[0], start
        rest += len(place) + 1
        if _POINTS_BACK.search(place) or _WHEN.search(place):
            return False
        start = rest + len(text[rest:end]) - len(text[rest:end].lstrip())
    if (dated := _DATE.match(text, start, end)) is not None:  # 1999年，该区人口…
        start = dated.end()
    if start >= end or _LEANING.match(text, start, end):
        return False
    clause = _MARKS.split(text[start:end])[0]
    if _POINTS_BACK.search(clause):
        return False
    topic = topic_of(text)
    return (bool(topic) and text.startswith(topic, start, end)) or _has_subject(doc, text, start, clause)


def _is_closed(text: str, before: Offsets, start: int) -> bool:
    """Whether a passage ends with a whole sentence in the line of the next one, and its quotations end in it."""
    told = text[slice(*before)]
    return _HALF.search(told) is None and _is_balanced(told) and "\n" not in text[before[1] : start]


def _has_subject(doc: Doc, text: str, start: int, clause: str) -> bool:
    """Whether a sentence begins with what it speaks of: a noun, a name, a title or a word of Latin letters."""
    if text[start] in "《“「" or _SOME.match(clause) or is_transliterated(clause[:_SOUNDS]):
        return True
    words = [text[a:b] for a, b in doc.words if start <= a < start + len(clause)]
    if len(words) < 2:
        return False
    found = entry(words[0])
    tags = [universal_tags_of(word) for word in words[1:]]
    if not (any("VERB" in known or "AUX" in known for known in tags) or _PREDICATE.search(clause)):
        return False  # a heading, or the end of a list
    second = entry(words[1])
    if second is not None and second.tag == "f" and not _is_noun(words[2:3]):  # 中医上以根入药, not 肺中氧浓度的增加
        return False
    if found is None or found.tag[0] in "nsj" or found.tag in ("an", "vn", "b"):
        return True
    # 交互式服务使用…, 严重的瘟疫肆虐了…
    return _is_noun(words[1:2] if found.tag == "l" else words[2:3] if found.tag == "a" and words[1] == "的" else [])


def _is_noun(words: Sequence[str]) -> bool:
    known = [entry(word) for word in words]
    return any(found is not None and (found.tag[0] == "n" or found.tag == "vn") for found in known)


def _is_balanced(text: str) -> bool:
    """Whether every quotation and bracket that begins in a text ends in it."""
    return text.count('"') % 2 == 0 and all(text.count(pair[0]) == text.count(pair[1]) for pair in _PAIRS)


def _named(doc: Doc, text: str, part: Offsets) -> frozenset[str]:
    """What a passage speaks of: its nouns, names and titles, and words that the dictionary does not know."""
    words = (text[a:b] for a, b in doc.words if part[0] <= a and b <= part[1] and b - a > 1)
    known = ((word, entry(word)) for word in words)
    names = {word for word, found in known if found is None or found.tag[0] in "nj"}
    return frozenset(names.union(re.findall("《([^》]+)》", text[part[0] : part[1]])))


def _can_be_told(text: str, parts: Sequence[Offsets], told: Sequence[frozenset[str]], number: int, to: int) -> bool:
    """Whether the passages can be read with one of them at the place of another."""
    start, end = parts[number]
    if not _is_balanced(text[start:end]) or (number == 0 and _opens_article(text, end)):
        return False
    others = range(to, number) if to < number else range(number + 1, to + 1)
    timed = [place for place in range(len(parts)) if _TIMED.search(text[slice(*parts[place])])]
    if number in timed and not {*others}.isdisjoint(timed):
        return False
    topic = topic_of(text)
    own = [frozenset(name for name in names if name not in topic) for names in told]
    if is_in_between(text, parts, own, timed, number, to):
        return False
    if any(is_defined_with(text, parts, own, number, place) for place in others):
        return False
    # what does not change, as the place of a town, can stand before and after what happened
    told_in_order = any(place in timed or _EVENT.search(text[slice(*parts[place])]) for place in others)
    happens = _EVENT.search(text[start:end]) or (number in timed and len(timed) >= _STORY)
    if told_in_order and (to < number or len(timed) >= _STORY) and happens:
        return False
    if end - start < _SHORTEST or _VERSE.search(text[start:end]):
        return False
    if not _keeps_owners(text, parts, number, to):
        return False
    # what is first named in one passage stays ahead of where it comes again
    first = {name: place for place in reversed(range(len(parts))) for name in told[place]}
    # no passage opens with what the one before it named first, if that is no longer the one before it
    cut = (to - 1, number) if to < number else (number, to)
    if any(_is_bound(text, parts, told, first, place) for place in cut if 0 <= place < len(parts) - 1):
        return False
    if number and _elaborates(text, parts, told, first, number):
        return False
    if to < number:
        named = _names_topic(text, parts, number)
        return all(first[name] == number or first[name] < to or (named and not first[name]) for name in told[number])
    new = {name for name in told[number] if first[name] == number}
    if any(name in told[place] and entry(name) is None for name in new for place in others):
        return False
    return not any(name in subject for name in new for place in others for subject in _subjects(text, parts[place]))


def _opens_article(text: str, end: int) -> bool:
    """Whether the first passage defines what a text is on: 长城是一道墙, 王刚，山东人."""
    name = _MARKS.split(text[:end])[0]
    return _DEFINES.search(text, 0, end) is not None or is_likely_name(name) or is_transliterated(name)


def _keeps_owners(text: str, parts: Sequence[Offsets], number: int, to: int) -> bool:
    """Whether passages that do not name what they tell of stay behind the first passage, or a fact behind another."""
    after = (number, to, number + 1) if to < number else (number + 1, number, to + 1)
    ahead = (to - 1, number, number - 1) if to < number else (number - 1, to, number)
    for place, before in zip(after, ahead):
        if place >= len(parts):
            continue
        if tells_of_species(text, *parts[place]):
            if before > 0 and not tells_of_species(text, _last_sentence(text, parts[before]), parts[before][1]):
                return False
        elif _is_attribute(text, *parts[place]) and (place == number or before > 0):
            return False
    return True


def _last_sentence(text: str, part: Offsets) -> int:
    """Where the last sentence of a passage begins."""
    return max(part[0], text.rfind("。", part[0], part[1] - 1) + 1)


def _is_attribute(text: str, start: int, end: int) -> bool:
    """Whether a passage begins with an attribute of something that it does not name: 容量为 ..."""
    return _ATTRIBUTE.match(text, start, end) is not None and text[start : start + _NAME] not in text[:start]


def _is_bound(
    text: str, parts: Sequence[Offsets], told: Sequence[frozenset[str]], first: Mapping[str, int], number: int
) -> bool:
    """Whether the passage behind another begins with a sign of what is named there for the first time."""
    topic = topic_of(text)
    if topic and text.startswith(topic, parts[number + 1][0]):
        return False
    if _FOREIGN.match(text, parts[number + 1][0]) or tells_of_species(text, *parts[number + 1]):
        return False
    said = {sign for name in told[number] if first[name] == number for sign in name} - {*text[: parts[number][0]]}
    return not said.isdisjoint(_subject(text, parts[number + 1]))


def _elaborates(
    text: str, parts: Sequence[Offsets], told: Sequence[frozenset[str]], first: Mapping[str, int], number: int
) -> bool:
    """Whether a passage begins with one of several things that only the passage before it names: 有海豚和鲸鱼。鲸鱼…"""
    subject, before = _subject(text, parts[number]), text[slice(*parts[number - 1])]
    new = (name for name in told[number - 1] if first[name] == number - 1 and subject.startswith(name))
    return any(re.search(f"[、和与及]{re.escape(name)}|{re.escape(name)}[、和与及]", before) for name in new)


def _subjects(text: str, part: Offsets) -> list[str]:
    """The beginnings of the sentences of a passage, without the topic of the text."""
    topic = topic_of(text)
    found = (sentence.removeprefix(topic) for sentence in re.split("[。！？!?；;]", text[slice(*part)]))
    return [sentence[:_OPENING] for sentence in found]


def _subject(text: str, part: Offsets) -> str:
    """The beginning of a passage, which may mean something that was named before: 桥于1990年建成."""
    return re.split("[，,。；;：:！？!?]", text[slice(*part)])[0][:_OPENING]


def _names_topic(text: str, parts: Sequence[Offsets], number: int) -> bool:
    """Whether a passage begins with what the text begins with, so that it can open it."""
    topic = _TOPIC.match(text[slice(*parts[0])])
    opens = topic is not None and text.startswith(topic[0], parts[number][0])
    return opens and re.search("[是为指]", _subject(text, parts[number])) is not None
