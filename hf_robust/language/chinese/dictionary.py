"""The Chinese dictionary: words with frequency, part of speech and the reading that each character has in the word.

All look-ups take simplified characters; for traditional text convert first (:mod:`hf_robust.language.chinese.script`).
The tables are read at the first look-up, in a few tenths of a second.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from hf_robust.language.lexicons import lexicon

__all__ = [
    "Word",
    "common_characters",
    "entry",
    "frequency",
    "is_candidate",
    "is_offensive",
    "is_word",
    "pinyin_of",
    "rows",
    "universal_tag",
    "universal_tags",
    "universal_tags_of",
    "words_of_pinyin",
]


class Word(NamedTuple):
    """A word of the dictionary.

    Args:
        text: The word, in simplified characters.
        frequency: How often the corpora behind the dictionary had it, at least 20.
        tag: Its most usual part of speech in the tags of jieba (those of ICTCLAS): ``n``, ``v``, ``a``, ``nr``...
        pinyin: The syllables, one a character, each with the number of its tone, 5 for the neutral one; ``ü`` is ``v``.

    Example:
        >>> entry("银行")
        Word(text='银行', frequency=7684, tag='n', pinyin=('yin2', 'hang2'))
        >>> entry("女儿").pinyin
        ('nv3', 'er2')
    """

    text: str
    frequency: int
    tag: str
    pinyin: tuple[str, ...]

    @property
    def toneless(self) -> tuple[str, ...]:
        """The syllables without their tones.

        Example:
            >>> entry("行走").toneless
            ('xing', 'zou')
        """
        return tuple(syllable[:-1] for syllable in self.pinyin)


# by the whole tag, else by its first letter; the most usual first
_UNIVERSAL = {
    "an": ("ADJ", "NOUN"), "vn": ("VERB", "NOUN"), "ad": ("ADJ", "ADV"), "vd": ("VERB", "ADV"),
    "nr": ("PROPN",), "nrfg": ("PROPN",), "nrt": ("PROPN",), "ns": ("PROPN",), "nt": ("PROPN",), "nz": ("PROPN",),
    "a": ("ADJ",), "b": ("ADJ",), "z": ("ADJ",), "c": ("CCONJ",), "d": ("ADV",), "e": ("INTJ",), "f": ("ADP",),
    "h": ("PART",), "j": ("NOUN",), "k": ("PART",), "m": ("NUM",), "n": ("NOUN",), "o": ("ADV",), "p": ("ADP",),
    "q": ("NOUN",), "r": ("PRON",), "s": ("NOUN",), "t": ("NOUN",), "u": ("PART",), "v": ("VERB",), "y": ("PART",),
}  # fmt: skip

_TONES = str.maketrans("", "", "12345")


@cache
def rows() -> dict[str, str]:
    """All words with frequency, tag and reading, a tab between them: jieba's, and modern ones that it lacks.

    Example:
        >>> rows()["银行"], rows()["客服"]
        ('7684\\tn\\tyin2 hang2', '300\\tn\\tke4 fu2')
    """
    return lexicon("words", "zh") | lexicon("modern_words", "zh")


def entry(word: str) -> Word | None:
    """What the dictionary has of a word.

    Args:
        word: A word in simplified characters.

    Returns:
        None if it is not there. Words of one character are there if the character is a common one.

    Example:
        >>> entry("音乐").pinyin, entry("快乐").pinyin, entry("乐银") is None
        (('yin1', 'yue4'), ('kuai4', 'le4'), True)
    """
    row = rows().get(word)
    if row is None:
        return None
    count, tag, reading = row.split("\t")
    return Word(word, int(count), tag, tuple(reading.split(" ")))


def is_word(word: str) -> bool:
    """Whether the dictionary has the word.

    Args:
        word: A word in simplified characters.

    Example:
        >>> is_word("检查"), is_word("检茶")
        (True, False)
    """
    return word in rows()


def frequency(word: str) -> int:
    """How often the corpora behind the dictionary had the word; 0 for one that it lacks.

    Args:
        word: A word in simplified characters.

    Example:
        >>> frequency("老师") > frequency("老实") > frequency("老虱") == 0
        True
    """
    found = entry(word)
    return found.frequency if found else 0


def pinyin_of(word: str) -> tuple[str, ...]:
    """The reading of a word; of a string that is none, the readings that its characters have as words.

    Args:
        word: Simplified characters.

    Returns:
        Syllables with their tone, one a character; ``()`` if a character has no reading here.

    Example:
        >>> pinyin_of("行业"), pinyin_of("很行"), pinyin_of("A股")
        (('hang2', 'ye4'), ('hen3', 'xing2'), ())
    """
    found = entry(word)
    if found:
        return found.pinyin
    parts = [entry(character) for character in word]
    return tuple(part.pinyin[0] for part in parts if part) if all(parts) else ()


def universal_tags(tag: str) -> tuple[str, ...]:
    """The universal parts of speech that a tag of the dictionary stands for.

    Args:
        tag: A tag of jieba.

    Returns:
        Tags of Universal Dependencies, the most usual first; ``("X",)`` for idioms and phrases (``i``, ``l``) and for
        what has none.

    Example:
        >>> universal_tags("v"), universal_tags("vn"), universal_tags("nrt"), universal_tags("ul"), universal_tags("i")
        (('VERB',), ('VERB', 'NOUN'), ('PROPN',), ('PART',), ('X',))
    """
    return _UNIVERSAL.get(tag) or _UNIVERSAL.get(tag[:1], ("X",))


def universal_tag(tag: str) -> str:
    """The most usual of :func:`universal_tags`.

    Args:
        tag: A tag of jieba.

    Example:
        >>> universal_tag("vn"), universal_tag("a")
        ('VERB', 'ADJ')
    """
    return universal_tags(tag)[0]


def universal_tags_of(word: str) -> tuple[str, ...]:
    """The universal parts of speech of a word, the most usual first; ``()`` for one that the dictionary lacks.

    Args:
        word: A word in simplified characters.

    Example:
        >>> universal_tags_of("漂亮"), universal_tags_of("检查"), universal_tags_of("漂漂")
        (('ADJ',), ('VERB', 'NOUN'), ())
    """
    found = entry(word)
    return universal_tags(found.tag) if found else ()


def words_of_pinyin(syllables: Sequence[str], tone: bool = False) -> tuple[str, ...]:
    """The words that are read so, the most frequent first.

    Args:
        syllables: One a character, with the number of the tone or without.
        tone: The tones must be the same, too; the syllables then have theirs.

    Example:
        >>> words_of_pinyin(("chang", "sheng"))[:2]
        ('长生', '常胜')
        >>> words_of_pinyin(("jian3", "cha2"), tone=True)
        ('检查', '检察')
    """
    words = _by_pinyin().get(" ".join(syllables).translate(_TONES), ())
    asked = tuple(syllables)
    return tuple(word for word in words if pinyin_of(word) == asked) if tone else words


@cache
def _by_pinyin() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[tuple[int, str]]] = {}
    for word, row in rows().items():
        count, _, reading = row.split("\t")
        found.setdefault(reading.translate(_TONES), []).append((-int(count), word))
    return {reading: tuple(word for _, word in sorted(words)) for reading, words in found.items()}


def common_characters() -> tuple[str, ...]:
    """The 3,500 commonest characters, the commonest first.

    Example:
        >>> len(common_characters()), common_characters()[:3]
        (3500, ('一', '是', '人'))
    """
    characters: tuple[str, ...] = lexicon("common_characters", "zh")
    return characters


@cache
def _common() -> frozenset[str]:
    return frozenset(common_characters())


def is_offensive(word: str) -> bool:
    """Whether a word is on the list of offensive words, or holds one of several characters.

    Args:
        word: A word in simplified characters.

    Example:
        >>> is_offensive("白痴"), is_offensive("大白痴"), is_offensive("白糖")
        (True, True, False)
    """
    listed = lexicon("offensive", "zh")
    size = len(word)
    return word in listed or any(
        word[start:end] in listed for start in range(size - 1) for end in range(start + 2, size + 1)
    )


def is_candidate(word: str) -> bool:
    """Whether a word may be put into a text: a word of the dictionary or a common character, and never offensive.

    Args:
        word: A word in simplified characters.

    Example:
        >>> is_candidate("检察"), is_candidate("您"), is_candidate("检茶"), is_candidate("混蛋")
        (True, True, False, False)
    """
    return (is_word(word) or word in _common()) and not is_offensive(word)
