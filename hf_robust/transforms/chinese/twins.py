"""Which English transformations have a Chinese class of the same name, and why the others have none."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from hf_robust.transforms.transformation_registry import transformations

_LETTERS = "Chinese words are not written with letters; use {}"
_DOCUMENTS = "no Chinese data with coreference clusters to check the labels on"

WITHOUT_CHINESE: Mapping[str, str] = MappingProxyType(
    {
        **{
            name: _LETTERS.format(others)
            for name, others in {
                "bidi-control": "`invisible-character`",
                "homoglyph": "`ocr`",
                "misspelling": "`homophone` or `fuzzy-pinyin`",
                "random-character": "`ocr`",
                "special-symbol": "`whitespace` or `invisible-character`",
                "spelling-errors": "`keyboard` or `homophone`",
                "text-noise": "`keyboard`, `missing-character` or `repeated-character`",
                "typos": "`keyboard`, `missing-character` or `adjacent-swap`",
                "word-case": "`script`, which changes how all characters are written",
            }.items()
        },
        **dict.fromkeys(
            (
                "concat-documents",
                "delete-sentences",
                "insert-sentences",
                "repeat-sentences",
                "replace-sentences",
                "shuffle-sentences",
            ),
            _DOCUMENTS,
        ),
        "stop-word": "lexical; Chinese particles (了, 的) carry aspect and structure, so that few can be left out",
        "swap-multi-pos": "lexical; no list of Chinese words by parts of speech has been written",
        "swap-prefix": "Chinese words take no prefix that changes the meaning and keeps the part of speech",
        "swap-target": "no Chinese data with word senses to check the labels on",
        "switch-voice": "把 and 被 need a parser; hardly any text of CLUEWSC has them between two plain noun phrases",
        "synonym-random": "a baseline for comparison; use `synonym`",
    }
)
"""The English transformations without a Chinese class, each with the reason."""


class Twin(NamedTuple):
    """An English transformation and what Chinese has of it.

    Args:
        name: Name of the transformation.
        level: ``character``, ``word`` or ``sentence``.
        version: Version of the Chinese class; empty without one.
        missing: Tasks that the English class can do and the Chinese one cannot.
        reason: Why there is no Chinese class; empty where there is one.
    """

    name: str
    level: str
    version: str
    missing: tuple[str, ...]
    reason: str


def chinese_twins() -> Iterator[Twin]:
    """Each English transformation with its Chinese class or the reason why it has none, by name.

    Example:
        >>> found = {twin.name: twin for twin in chinese_twins()}
        >>> found["negation"].version[:3], found["misspelling"].reason
        ('zh.', 'Chinese words are not written with letters; use `homophone` or `fuzzy-pinyin`')
    """
    chinese = set(transformations.names("zh"))
    for name in transformations.names("en"):
        own = transformations.get(name, "en")
        if name not in chinese:
            yield Twin(name, own.level, "", (), WITHOUT_CHINESE.get(name, ""))
            continue
        other = transformations.get(name, "zh")
        yield Twin(name, own.level, other.version, tuple(sorted(set(own.effects) - set(other.effects))), "")
