"""Chinese questions as statements: what asks becomes a wrong answer, and what they are about becomes something else."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hf_robust.core.doc import Doc
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.composed_names import name_part, transliterations
from hf_robust.language.chinese.dictionary import entry, universal_tags_of
from hf_robust.language.chinese.numerals import NUMERALS, plain_digits, read_number, written_number
from hf_robust.language.chinese.person_names import (
    foreign_names,
    gender_of_given,
    given_names,
    is_likely_name,
    is_public,
    is_transliterated,
    sounds_foreign,
    split_name,
    surnames,
)
from hf_robust.language.chinese.places import is_doubtful, nations_of, peers, place_of
from hf_robust.language.chinese.quantities import find_quantities
from hf_robust.language.chinese.verb_phrases import COVERBS
from hf_robust.language.lexicons import lexicon

__all__ = ["Interrogative", "alterations", "asked_part", "full_foreign_names", "wrong_answer"]

_ASKS = (
    ("person", re.compile("(?<!与)(?:谁|何人|哪个人|什么人)(?!都|也)")),
    ("year", re.compile("(?:哪一?年|何年|什么年份)")),
    ("date", re.compile("(?:什么时候|什么时间|何时)")),
    ("nation", re.compile("(?:哪一?个国家|哪国|何国)")),
    ("place", re.compile("(?:哪里|哪儿|什么地方|何地|何处|哪一?[个座]城市)")),
    ("length", re.compile("(?<=有)多(?=[长高远重深宽])|(?<=有)多大|多(?:长时间|久)")),
    ("number", re.compile("(?:多少|几(?![乎何]))")),
)
_OTHER_ASKING = re.compile("什么|谁|哪|何[时人处地年种]|为何|如何|几|多少|怎|吗|是否|是不是|还是|多[长高远重深宽久大]")
_YEAR = re.compile(r"(?P<year>1[0-9]{3}|20[0-2][0-9])(?P<mark>年?)(?P<rest>(?:[0-9]{1,2}月(?:[0-9]{1,2}日)?)?)\Z")
_ANY_YEAR = re.compile("(?P<year>1[0-9]{3}|20[0-2][0-9])(?P<mark>年)(?P<rest>(?:[0-9]{1,2}月(?:[0-9]{1,2}日)?)?)")
_ANY_AMOUNT = re.compile(
    f"(?P<number>[0-9][0-9,]*(?:\\.[0-9]+)?(?:[百千]?[万亿])?|[{NUMERALS}]+)(?P<unit>[个名位次种条座家所年天岁层秒米吨人]|平方公里|公里|厘米|公斤|分钟|小时)"
    "(?![多余来])"
)
_AMOUNT = re.compile(
    rf"(?P<number>[0-9][0-9,，]*(?:\.[0-9]+)?(?:[百千]?[万亿])?|[{NUMERALS}]+)\s?(?P<unit>(?!半|余|多|几)[一-鿿]{{0,4}})\Z"
)
_VAGUE = ("以上", "以下", "左右", "多", "余", "半")
# measure words and units that stand right behind a number
_MEASURE = re.compile(
    "[首项个名位次种条座家所年天岁层部分秒米元吨人册张支场枚间件辆届块栋户股轮]|平方|公里|千米|公斤|英里|英尺|美元|小时|厘米|球(?!队)"
)
_NO_NAME_END = "赛派镇村省国队人家院校会站线区市场山河州县军族教党社"
_PLACE_END = re.compile("[省市县区镇乡村国州洲岛]\\Z")
_PARTICLES = COVERBS | frozenset("是 的 有".split())
_DOTS = ("·", "-")
_TITLE = re.compile("(?<=《)[^《》]+(?=》)")
_LAW = re.compile(
    "(?:法|法[令案典]|条[约例]|宣言|公约|协[议定]|宪章|敕令|声明|公报|规[定则])\\Z"
)  # no title of a story
_COINED = re.compile(
    "\\A[一-鿿]{2,4}?(?P<kind>洞|山|镇|车站|站|大桥|桥|湖|寺|岛|塔|水库|中学|小学|大学|学院|医院|公司|公园|机场)"
    "(?=[在是的于位什哪何建始成有由被共占距原通地])"
)
_BARE_YEAR = re.compile("(?<![0-9])(?:1[0-9]{3}|20[0-2][0-9])(?![0-9年])")
_LATEST = 2020  # a later year could lie in the future
_LONGEST_YEARS = 40  # years between the right and the wrong answer, about a generation


class Interrogative(NamedTuple):
    """What asks in a question.

    Args:
        start: First character.
        end: Character after the last.
        kind: ``person``, ``year``, ``date``, ``nation``, ``place``, ``length`` or ``number``.
    """

    start: int
    end: int
    kind: str


def asked_part(question: str) -> Interrogative | None:
    """What asks in a question; None where nothing of a known kind does, or more than one thing.

    Args:
        question: Simplified characters.

    Example:
        >>> asked_part("长城是什么时候修建的？"), asked_part("为什么下雨？")
        (Interrogative(start=3, end=7, kind='date'), None)
    """
    for kind, pattern in _ASKS:
        match = pattern.search(question)
        if match is not None:
            rest = f"{question[: match.start()]}\n{question[match.end() :]}"
            return None if _OTHER_ASKING.search(rest) else Interrogative(*match.span(), kind)
    return None


def wrong_answer(asked: Interrogative, question: str, gold: str, taken: str, rng: RowRandom) -> str | None:
    """A wrong answer in the form of the right one; None where the right one has another form.

    Args:
        asked: What asks in the question.
        question: The question, in simplified characters.
        gold: The right answer, in simplified characters.
        taken: Text that must not contain the wrong answer.
        rng: Draws.
    """
    gold = gold.strip().rstrip("。")
    tried = _OPTIONS[asked.kind](question[asked.end :], gold, rng)
    return next((answer for answer in tried if answer and answer not in taken and answer not in gold), None)


def _people(after: str, gold: str, rng: RowRandom) -> Iterator[str]:
    if re.search("[、和与及（(]|[^一-鿿·A-Za-z .-]", gold):
        return
    if "·" in gold or is_transliterated(gold) or gold.isascii():
        last, first = foreign_names()
        for number in range(20):
            draws = rng.fork(number)
            several = "·" in gold or " " in gold
            yield f"{draws.choice(first)}·{draws.choice(last)}" if several else next(transliterations(3, draws), "")
        return
    full = split_name(gold)
    if full is None or not is_likely_name(gold) or gold.endswith(tuple(_NO_NAME_END)):
        return
    gender = gender_of_given(full.given)
    for number in range(20):
        draws = rng.fork(number)
        yield draws.choice(surnames()[0][:60]) + draws.choice(given_names(gender, 2))


def _dates(after: str, gold: str, rng: RowRandom) -> Iterator[str]:
    match = _YEAR.match(gold) or _ANY_YEAR.search(gold)
    if match is None:
        return
    year = int(match["year"])
    for number in range(20):
        draws = rng.fork(number)
        new = year + draws.choice((-1, 1)) * draws.randint(3, _LONGEST_YEARS)
        if new <= max(_LATEST, year):
            rest = re.sub("[0-9]+(?=月)", str(draws.randint(1, 12)), match["rest"])
            yield f"{new}年" + re.sub("[0-9]+(?=日)", str(draws.randint(1, 28)), rest)


def _nations(after: str, gold: str, rng: RowRandom) -> Iterator[str]:
    yield from rng.permuted(
        [nation for region in lexicon("relative_clauses", "zh")["regions"] for nation in nations_of(region)]
    )


def _places(after: str, gold: str, rng: RowRandom) -> Iterator[str]:
    found = place_of(gold)
    if found is not None:
        yield from rng.permuted(peers(gold))
    elif _PLACE_END.search(gold) and len(gold) < len("一个很长的名字"):
        for number in range(20):
            draws = rng.fork(number)
            yield draws.choice(name_part("place_first")) + draws.choice(name_part("place_second")) + gold[-1]


def _numbers(after: str, gold: str, rng: RowRandom) -> Iterator[str]:
    match = _AMOUNT.match(gold)
    if match is None or match["unit"].endswith(_VAGUE):
        amounts = _ANY_AMOUNT.finditer(gold)
        match = next((one for one in amounts if not _ANY_YEAR.match(gold, one.start())), None)  # 2006年为1694人
    if match is None:
        return
    unit = match["unit"]
    if _MEASURE.match(after):
        unit = ""  # 多少次, 多少公里
    elif after and not after.startswith(("，", "是")) and unit not in ("个", "名", "位", "种"):
        return
    for number in range(20):
        new = _other_number(match["number"], rng.fork(number))
        yield "" if new is None else new + unit


def _lengths(after: str, gold: str, rng: RowRandom) -> Iterator[str]:
    match = _AMOUNT.match(gold) or _ANY_AMOUNT.search(gold)
    if match is not None and match["unit"] and not match["unit"].endswith(_VAGUE):
        for number in range(20):
            new = _other_number(match["number"], rng.fork(number))
            yield "" if new is None else new + match["unit"]


def _other_number(text: str, rng: RowRandom) -> str | None:
    """Another number of as many digits, written alike."""
    digits = plain_digits(text)
    if text[0] in NUMERALS:
        value = read_number(text)
        if value is None or value < 1:
            return None
        return written_number(
            rng.choice([new for new in range(max(2, value // 2), value * 2 + 4) if new != value][:400])
        )
    whole = digits.replace(",", "").replace("，", "").partition(".")[0]
    places = [place for place, sign in enumerate(text) if sign.isdigit()][: max(1, min(2, len(whole)))]
    new = list(text)
    for place in places:
        new[place] = str(rng.choice([n for n in range(1, 10) if str(n) != text[place]]))
    return "".join(new)


_OPTIONS = {
    "person": _people,
    "year": _dates,
    "date": _dates,
    "nation": _nations,
    "place": _places,
    "length": _lengths,
    "number": _numbers,
}


def alterations(doc: Doc, asked: Interrogative, taken: str, rng: RowRandom) -> dict[str, str]:
    """What a question is about, and what stands for it so that the statement is about something else.

    These are titles, names of people and places, named things such as a bridge or a school, and years.

    Args:
        doc: The question, in simplified characters.
        asked: What asks in it.
        taken: Text that must not contain what is new.
        rng: Draws.
    """
    text, found = doc.text, dict[str, str]()
    for old, options in _named(doc, asked, rng):
        used = (taken, *found.values())
        new = next((one for one in options if one != old and not any(one in other for other in used)), None)
        if new is not None and old not in found and not any(old in other or other in old for other in found):
            found[old] = new
    years = [
        quantity.text
        for quantity in find_quantities(text)
        if quantity.kind == "year"
        and quantity.text.isdigit()
        and not (asked.start < quantity.end and quantity.start < asked.end)
    ]
    bare = _BARE_YEAR.search(text) is not None  # 2000到2005年
    for step in [] if bare else rng.fork(-1).permuted(range(2, _LONGEST_YEARS)):
        shifted = {year: str(int(year) - step) for year in years}
        if not any(new in taken for new in shifted.values()):
            found.update(shifted)
            break
    return found


def _named(doc: Doc, asked: Interrogative, rng: RowRandom) -> Iterator[tuple[str, Iterator[str] | Sequence[str]]]:
    """The names of a question with what may stand for each."""
    text = doc.text
    for match in _TITLE.finditer(text):
        if _LAW.search(match[0]):
            continue
        yield match[0], rng.fork(match.start()).permuted(lexicon("made_titles", "zh"))
    last, first = foreign_names()
    for name in full_foreign_names(doc):
        draws = rng.fork(len(name))
        given, family = draws.fork(0).permuted(first), draws.fork(1).permuted(last)
        yield name, [f"{one}·{other}" for one, other in zip(given, family)]
    coined = _COINED.match(text)
    if coined is not None and place_of(coined[0]) is None:
        stems = [
            (rng.fork(n).choice(name_part("place_first")), rng.fork(-1 - n).choice(name_part("place_second")))
            for n in range(9)
        ]
        yield coined[0], [f"{one}{other}{coined['kind']}" for one, other in stems]
    for start, end in doc.words:
        word, draws = text[start:end], rng.fork(start)
        if (
            text[start - 1 : start] in _DOTS
            or text[end : end + 1] in _DOTS
            or (start < asked.end and asked.start < end)
        ):
            continue
        before = next((text[first:last] for first, last in doc.words if last == start), "")
        place = place_of(word) is not None and len(word) > 1
        inside = bool(before) and universal_tags_of(before)[:1] in ((), ("NOUN",), ("PROPN",), ("ADP",))
        if inside and not place and before not in _PARTICLES:  # 狭叶艾纳香, 溶组织内阿米巴: the end of a longer name
            continue
        if _goes_on_abroad(text, end):  # 吕志布尔: the beginning of a longer name
            continue
        if place and not is_doubtful(word):
            yield word, draws.permuted(peers(word))
        elif is_transliterated(word):
            yield word, transliterations(len(word), draws)
        elif is_likely_name(word) and not is_public(word) and _is_sure_name(word):
            yield word, _people("", word, draws)


def full_foreign_names(doc: Doc) -> Iterator[str]:
    """The names from abroad whose parts are joined by dots, as far as it is clear where each ends."""
    pieces = doc.language.pieces(doc.text)
    number = 0
    while number < len(pieces):
        last = number
        while pieces[last + 1 : last + 2] in (["·"], ["-"]) and last + 2 < len(pieces):
            last += 2
        if last == number or "·" not in pieces[number:last]:
            number = last + 1
            continue
        behind = pieces[last + 1 : last + 2]
        while behind and len(behind[0]) == 1 and sounds_foreign(behind[0]) and behind[0] not in _PARTICLES:
            last += 1
            behind = pieces[last + 1 : last + 2]
        end = pieces[last]
        clear = sounds_foreign(end) or (len(end) <= len("卡曼宁") and entry(end) is None)
        if clear and (not behind or behind[0] in _PARTICLES or entry(behind[0]) is not None):
            yield "".join(pieces[number : last + 1])
        number = last + 1


def _goes_on_abroad(text: str, end: int) -> bool:
    """Whether what follows a word are two characters that names from abroad are written with, and no word."""
    behind = text[end : end + 2]
    known = entry(behind)
    return len(behind) > 1 and sounds_foreign(behind) and (known is None or known.tag.startswith("nr"))


def _is_sure_name(word: str) -> bool:
    full = split_name(word)
    return len(word) > len("季后") and full is not None and bool(gender_of_given(full.given))
