"""Makes the tables of Chinese words and characters from jieba's dictionary and pypinyin's readings.

The dictionary has some thousand single characters that come from text read in the wrong encoding, and words in
traditional characters; both stay out. Many frequent characters carry no part of speech there (tag ``zg``, ``g``,
``x``): they get the likeliest one of jieba's own tagger.
"""

import gzip
import math
from collections import Counter
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from hf_robust.core.errors import MissingResource
from hf_robust.language.embedded.build.build_zh_script import traditional_characters

LEAST = 20
COMMON = 3500
UNTAGGED = {"zg", "g", "x"}
VERSIONS = {"jieba": "0.42.1", "pypinyin": "0.55.0"}

# readings that pypinyin gives otherwise: no entry for the word, or a neutral tone left out
READINGS = {
    "大夫": "dai4 fu5", "妈妈": "ma1 ma5", "爸爸": "ba4 ba5", "哥哥": "ge1 ge5", "姐姐": "jie3 jie5",
    "弟弟": "di4 di5", "妹妹": "mei4 mei5", "爷爷": "ye2 ye5", "奶奶": "nai3 nai5", "叔叔": "shu1 shu5",
    "婆婆": "po2 po5", "公公": "gong1 gong5", "舅舅": "jiu4 jiu5", "姑姑": "gu1 gu5", "伯伯": "bo2 bo5",
    "太太": "tai4 tai5", "星星": "xing1 xing5", "宝宝": "bao3 bao5", "娃娃": "wa2 wa5", "谢谢": "xie4 xie5",
    "先生": "xian1 sheng5", "哪里": "na3 li5", "这里": "zhe4 li5", "那里": "na4 li5", "衣服": "yi1 fu5",
    "朋友": "peng2 you5", "时候": "shi2 hou5", "眼睛": "yan3 jing5", "头发": "tou2 fa5", "窗户": "chuang1 hu5",
    "地": "di4", "得": "de2", "长": "chang2", "嗯": "en5", "为": "wei4", "差": "cha4", "啊": "a5", "看": "kan4",
    "布什": "bu4 shi2", "着实": "zhuo2 shi2", "身着": "shen1 zhuo2", "用不着": "yong4 bu5 zhao2", "为准": "wei2 zhun3",
    "为名": "wei2 ming2", "全长": "quan2 chang2", "最长": "zui4 chang2", "体长": "ti3 chang2", "周长": "zhou1 chang2",
    "康有为": "kang1 you3 wei2", "宜都": "yi2 du1", "元大都": "yuan2 da4 du1", "两行": "liang3 hang2",
    "总产量": "zong3 chan3 liang4", "似地": "shi4 de5", "变得": "bian4 de5", "得分": "de2 fen1", "什么": "shen2 me5",
    "朝阳区": "chao2 yang2 qu1", "差不多": "cha4 bu5 duo1", "调研": "diao4 yan2", "谁": "shui2", "涨幅": "zhang3 fu2",
}  # fmt: skip


class Row(NamedTuple):
    """A row of jieba's dictionary."""

    word: str
    frequency: int
    tag: str


def checked(package: str) -> None:
    """The tables are made from one version, else they differ.

    Raises:
        MissingResource: The package is not installed in this version.
    """
    try:
        found = version(package)
    except ImportError:
        found = ""
    if found != VERSIONS[package]:
        raise MissingResource(f"{package} {VERSIONS[package]}", f"pip install {package}=={VERSIONS[package]}")


def rows() -> list[Row]:
    """The dictionary of jieba without words in traditional characters and such with signs."""
    checked("jieba")
    import jieba

    traditional = traditional_characters()
    text = (Path(jieba.__file__).parent / "dict.txt").read_text(encoding="utf-8")
    found = (line.split(" ") for line in text.splitlines())
    return [
        Row(word, int(frequency), tag)
        for word, frequency, tag in found
        if all("一" <= sign <= "鿿" and sign not in traditional for sign in word)
    ]


def level(character: str) -> int:
    """1 for the 3,755 common characters of GB 2312, 2 for the 3,008 others, 0 for one that it lacks."""
    try:
        row = character.encode("gb2312")[0] - 0xA0
    except UnicodeEncodeError:
        return 0
    return 1 if row < 56 else 2


def common_characters(table: list[Row]) -> list[str]:
    """The most frequent characters, first the commonest.

    Words of one character count only where GB 2312 calls the character common, and interjections and the like: the
    others hold the wrong encoding.
    """
    counts: Counter[str] = Counter()
    for word, frequency, tag in table:
        if len(word) > 1 or level(word) == 1 or tag in {"e", "o", "r", "y"}:
            counts.update(dict.fromkeys(word, frequency))
    ranked = sorted(counts, key=lambda character: (-counts[character], character))
    return [character for character in ranked if level(character)][:COMMON]


def likeliest_tag(character: str) -> str:
    """The part of speech that jieba's tagger finds likeliest for a character that is a word; "" where it knows none."""
    from jieba.posseg import prob_emit, prob_start

    found = [
        (prob_start.P.get(state, -math.inf) + emitted[character], state[1])
        for state, emitted in prob_emit.P.items()
        if state[0] == "S" and character in emitted and state[1] != "m"
    ]
    return max(found)[1] if found else ""


def reading(word: str, tag: str) -> str:
    """The syllables of a word with the number of their tone, 5 for the neutral one."""
    from pypinyin import Style, pinyin
    from pypinyin.constants import PHRASES_DICT

    if word in READINGS:
        return READINGS[word]
    syllables = [found[0] for found in pinyin(word, style=Style.TONE3, neutral_tone_with_five=True)]
    if word not in PHRASES_DICT and len(word) > 1:
        if word[-1] == "为":
            syllables[-1] = "wei2"
        if word[-1] == "地" and len(word) > 2 and word[-2] == word[-3]:
            syllables[-1] = "de5"
    return " ".join(syllables)


def kept(table: list[Row], common: set[str]) -> list[Row]:
    """The words of the table: frequent ones of several characters, and the common characters among those of one."""
    several = Counter(dict.fromkeys(common, 0))
    for word, frequency, _ in table:
        if len(word) > 1:
            several.update(dict.fromkeys(word, frequency))
    found = []
    for word, frequency, tag in table:
        if len(word) == 1:
            # a character that stands alone far more often than in words, and is no common one: wrong encoding
            if word not in common or (level(word) == 2 and frequency > 3 * several[word] and tag in UNTAGGED):
                continue
            tag = (likeliest_tag(word) or tag) if tag in UNTAGGED else tag
        if frequency >= LEAST:
            found.append(Row(word, frequency, tag))
    return sorted(found)


def packed(lines: list[str]) -> bytes:
    """Lines as a gzip file that has the same bytes each time."""
    return gzip.compress("".join(f"{line}\n" for line in lines).encode(), 9, mtime=0)


def build(out: Path) -> dict:
    """Write ``words.tsv.gz`` and ``common_characters.txt``.

    Args:
        out: The folder of the Chinese tables.

    Returns:
        Numbers of words and characters.

    Raises:
        MissingResource: jieba or pypinyin is not installed in the version that the tables are made from.
    """
    checked("pypinyin")
    table = rows()
    common = common_characters(table)
    words = kept(table, set(common))
    lines = [f"{word}\t{frequency}\t{tag}\t{reading(word, tag)}" for word, frequency, tag in words]
    out.mkdir(parents=True, exist_ok=True)
    (out / "words.tsv.gz").write_bytes(packed(lines))
    (out / "common_characters.txt").write_text("".join(f"{sign}\n" for sign in common), encoding="utf-8")
    return {"words": len(words), "common_characters": len(common)}
