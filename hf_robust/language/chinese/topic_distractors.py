"""A false lead for a Chinese question: a sentence about a work on what the question names, with a wrong answer."""

import re
from collections.abc import Iterator, Sequence

from hf_robust.core.doc import Doc
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.closed_classes import NOUN_ENDINGS
from hf_robust.language.chinese.dictionary import entry, universal_tags_of
from hf_robust.language.chinese.person_names import (
    given_names,
    is_likely_name,
    is_transliterated,
    sounds_foreign,
    surnames,
)
from hf_robust.language.chinese.places import is_doubtful, peers, place_of
from hf_robust.language.chinese.question_statements import full_foreign_names
from hf_robust.language.chinese.verb_phrases import COVERBS
from hf_robust.language.lexicons import lexicon

__all__ = ["topic_sentence"]

_TITLE = re.compile("《[^》]{2,20}》")
_LATIN = re.compile("[A-Za-z][A-Za-z0-9.&'-]*(?: [A-Za-z][A-Za-z0-9.&'-]*){0,3}(?! ?[0-9A-Za-z-])")
_OPENING = re.compile("《[^》]{2,20}》|[一-鿿A-Za-z0-9·]{2,12}(?=[（(]|是|，(?:又|也|或|简)?称)")
_DOTS = frozenset("·-•")
_APART = re.compile("[的是在有对和与从由被为于以向到把将让使会能可了着过就也都还又很最所及或等]")
_AMOUNT = re.compile(
    "[多少]数|[许很]多|一些|[大小]?部分|所有|全[部体]|[每某各]"
)  # nobody writes a book on most of them
_JOINS = frozenset("与和")
_QUALITIES = (*NOUN_ENDINGS - {"者"}, "度", "最多", "手中")
_NO_NOUN = re.compile("[最不很更亦也又所其该此每各某哪何谁几多]")  # in no name, or not at its edge
_SHORTEST, _LONGEST = 3, 12  # characters of a topic made of common nouns
_CITY = "成都"  # its peers are cities of China
_FIRST_YEAR, _YEARS = 2017, 8  # later than the texts of the usual datasets
_ASKED = (
    ("谁", re.compile("谁|何人|哪个人|什么人|哪[一两几]?[位名]|人物|作者")),
    ("何时", re.compile("哪一?年|何年|什么时候|什么时间|何时|年份|日期|哪天|世纪|年代")),
    ("何地", re.compile("哪里|哪儿|什么地方|何地|何处|哪一?[个座]?(?:城市|国家|地区|省|市|州|县)|哪国|位置|地点")),
    ("多少", re.compile("多少|几|多[长高远重深宽大久]|比例|百分|数量")),
    ("何名", re.compile("什么名字|叫什么|名称|叫做什么|称为什么|哪[部本首]|名叫")),
)
# the last part names the work; a form is left out where the question or the text speaks of such works
_FORMS = {
    "谁": (
        ("{person}写过一本关于{topic}的书。", "书"),
        ("{person}曾做过一场关于{topic}的讲座。", "讲座"),
        ("一部关于{topic}的纪录片由{person}执导。", "纪录片"),
        ("{person}在网上开设了一门关于{topic}的课程。", "课程"),
    ),
    "何时": (
        ("一部关于{topic}的纪录片于{year}年播出。", "纪录片"),
        ("一本关于{topic}的书于{year}年出版。", "书"),
        ("{year}年曾举办过一场关于{topic}的讲座。", "讲座"),
        ("{year}年曾举办过一次关于{topic}的图片展。", "图片展"),
    ),
    "何地": (
        ("一场关于{topic}的讲座曾在{city}举行。", "讲座"),
        ("一次关于{topic}的图片展曾在{city}举办。", "图片展"),
        ("一部关于{topic}的纪录片在{city}首映。", "纪录片"),
    ),
    "多少": (
        ("一本关于{topic}的书共有{count}章。", "书"),
        ("一部关于{topic}的纪录片共有{count}集。", "纪录片"),
        ("一场关于{topic}的讲座吸引了{count}名听众。", "讲座"),
    ),
    "何名": (
        ("一本关于{topic}的书名叫《{title}》。", "书"),
        ("一部关于{topic}的纪录片名叫《{title}》。", "纪录片"),
    ),
    "什么": (
        ("{person}在{city}做过一场关于{topic}的讲座。", "讲座"),
        ("{person}写的一本关于{topic}的书名叫《{title}》。", "书"),
        ("一部关于{topic}的纪录片于{year}年在{city}首映。", "纪录片"),
    ),
}


def topic_sentence(question: Doc, context: Doc, golds: Sequence[str], rng: RowRandom) -> str | None:
    """A sentence that names the topic of a question and something of the type that the question asks for.

    Args:
        question: The question, in simplified characters.
        context: The text that has the answers, in simplified characters.
        golds: The answers.
        rng: Draws.

    Returns:
        The sentence; None if the question names nothing that the context names too.

    Example:
        >>> from hf_robust.language.chinese.definition import CHINESE
        >>> question = Doc("《雷雨》讲了什么？", language=CHINESE)
        >>> context = Doc("《雷雨》写了两个家庭。", language=CHINESE)
        >>> topic_sentence(question, context, ["两个家庭"], RowRandom(b"a"))
        '沈小刚在湘潭做过一场关于《雷雨》的讲座。'
    """
    topic = next(_topics(question, context, golds), None)
    if topic is None:
        return None
    taken = question.text + context.text
    kind = next((kind for kind, pattern in _ASKED if pattern.search(question.text)), "什么")
    filled = {
        "person": _person(rng.fork(1)),
        "city": next((one for one in rng.fork(2).permuted(peers(_CITY)) if one not in taken), ""),
        "year": str(_FIRST_YEAR + rng.fork(3).randint(0, _YEARS - 1)),
        "count": str(rng.fork(4).randint(12, 95)),
        "title": next((one for one in rng.fork(5).permuted(lexicon("made_titles", "zh")) if one not in taken), ""),
    }
    forms = [form for form, work in _FORMS[kind] if work not in taken]
    forms = [
        form for form in forms if all(f"{{{name}}}" not in form or new not in taken for name, new in filled.items())
    ]
    return rng.choice(forms).format(topic=topic, **filled) if forms else None


def _person(rng: RowRandom) -> str:
    return rng.choice(surnames()[0][:60]) + rng.choice(given_names("", 2))


def _topics(question: Doc, context: Doc, golds: Sequence[str]) -> Iterator[str]:
    """What the question names and the context too, the surest first; at last what the context names first."""
    text, opening = question.text, _OPENING.match(context.text)
    topic = opening[0] if opening is not None and not opening[0][0].isdigit() and "的" not in opening[0] else ""
    names = [topic] if topic and topic in text else []
    names.extend(_full_names(question))
    names.extend(_named(question, context.text))
    names.extend(match[0] for match in _LATIN.finditer(text) if len(match[0]) >= _SHORTEST)
    names.extend([topic, *_full_names(context)])
    places = (context.text[start:end] for start, end in context.words)
    names.extend(name for name in places if len(name) > 1 and place_of(name) is not None and not is_doubtful(name))
    for name in filter(None, names):  # no answer has a part of it or is a part of it
        if (
            name in context.text
            and not _AMOUNT.search(name)
            and not any(name in gold or gold in name for gold in golds)
        ):
            yield name


def _full_names(doc: Doc) -> Iterator[str]:
    """Titles, and names from abroad with dots whose limits are clear."""
    yield from (match[0] for match in _TITLE.finditer(doc.text))
    for name in full_foreign_names(doc):
        before = doc.text[: doc.text.find(name)][-1:]
        if all(map(sounds_foreign, re.split("[·-]", name))) and not (before and sounds_foreign(before)):
            yield name


def _named(question: Doc, context: str) -> Iterator[str]:
    """Names, and runs of nouns as long as the context has them: 药剂顾问, 美国广播公司; none that is a part of more."""
    text, places = question.text, question.words
    words = [text[start:end] for start, end in places]
    number = 0
    while number < len(words):
        if not _is_noun(words[number]):
            number += 1
            continue
        last = number
        for end in range(number + 1, len(words)):
            if places[end - 1][1] != places[end][0] or not (_may_be_inside(words[end]) or words[end] in _JOINS):
                break
            if _ends_noun(words[end]) and text[places[number][0] : places[end][1]] in context:
                last = end
        start, stop = places[number][0], places[last][1]
        if (
            words[last] not in _light()
            and _is_whole(text, start, stop, context)
            and (
                all(entry(word) is not None for word in words[number : last + 1]) or context.count(text[start:stop]) > 1
            )
        ):
            yield text[start:stop]
        number = last + 1


def _is_whole(text: str, start: int, end: int, context: str) -> bool:
    """Whether a run of nouns says enough alone, and the context has it without what stands beside it."""
    name, before, after = text[start:end], text[:start][-1:], text[end : end + 1]
    sure = (place_of(name) is not None and not is_doubtful(name)) or is_likely_name(name) or is_transliterated(name)
    if len(name) > _LONGEST or not (sure or len(name) >= _SHORTEST) or name.endswith(_QUALITIES):
        return False
    count = context.count(name)
    if before in _DOTS or after in _DOTS or (after.isascii() and after.isalnum()):
        return False
    left = before.isalpha() and not _APART.match(before) and context.count(before + name) == count
    right = after.isalpha() and not _APART.match(after) and context.count(name + after) == count
    return not (left or right)


def _light() -> frozenset[str]:
    return frozenset(lexicon("relative_clauses", "zh")["light_nouns"].split())


def _is_noun(word: str) -> bool:
    if any(map(str.isdigit, word)) or word.isascii() or len(word) < 2:
        return False
    known = entry(word)
    if known is None:
        return not (_NO_NOUN.match(word[0]) or _NO_NOUN.match(word[-1]))
    return universal_tags_of(word)[:1] in (("NOUN",), ("PROPN",)) and known.tag[0] in "nj"


def _may_be_inside(word: str) -> bool:
    """Whether a word may stand inside a name: 美国广播公司."""
    return _is_noun(word) or (len(word) > 1 and "NOUN" in universal_tags_of(word) and word not in COVERBS)


def _ends_noun(word: str) -> bool:
    return _is_noun(word) or _is_end(word)


def _is_end(word: str) -> bool:
    """Whether one character ends a name: 队, 市, 山."""
    known = entry(word)
    return len(word) == 1 and known is not None and known.tag[0] == "n" and not _NO_NOUN.match(word)
