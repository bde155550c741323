"""Words of other languages and other forms of words that state a label.

Models answer an English prompt in the language of the text, or with a verb in place of the label. The tables have an
entry for each meaning, named as :func:`hf_robust.tasks.label_spellings.canonical` does.
"""

from collections.abc import Iterator, Mapping, Sequence

from hf_robust.tasks.label_spellings import canonical

# words that state the label in a sentence, too
IN_SENTENCES: Mapping[str, str] = {
    "positive": "positiv positiver positiven positivt positiva positivo positif positief pozitif pozitív pozytywny "
    "pozytywna pozytywne позитивный позитивная позитивное положительный положительная положительное ポジティブ "
    "긍정적 긍정 正面的 积极的",
    "negative": "negativ negativer negativen negativt negativa negativo négatif négative negatif negatief negatív "
    "negatywny negatywna negatywne негативный негативная негативное отрицательный отрицательная отрицательное "
    "ネガティブ 부정적 부정 负面的 消极的",
    "neutral": "neutraler neutralen neutralt neutra neutro neutre neutraal neutralny neutralna neutralne нейтральный "
    "нейтральная нейтральное ニュートラル 중립적 중립 中性的 中立的",
}
# words that are too short or too common to state a label in a sentence
ALONE: Mapping[str, str] = {
    "true": "ja oui sí si sim да tak evet はい 是 是的 对 对的 正确 네 예 wahr vrai vero verdadero verdadeiro верно",
    "false": "nein non não nao nee nej нет hayır いいえ 否 不 不是 不对 错误 아니요 아니오 falsch faux falso неверно",
}
_PREMISE = r"(?:the |this |that )?(?:premise|hypothesis|(?:first|second|other|given) \w+|statement|claim|conclusion)"
_PAIR = rf"(?:{_PREMISE}|each other|one another|it\b(?! is| was)|this\b(?! is| was))"
# patterns of verbs whose object is the other text: "the premise entails that it rains" states nothing about the pair
VERBS: Mapping[str, str] = {
    "entailment": rf"\bentails?\s+{_PAIR}|\b(?:is|are)\s+(?:\w+ly\s+)?entailed\b",
    "contradiction": rf"\bcontradicts?\s+{_PAIR}|\b(?:is|are)\s+(?:\w+ly\s+)?(?:contradicted|contradictory)\b",
}
_LEAST_PLURAL = 5  # letters of a word whose singular is read like it


def words_in_sentences(meanings: Mapping[str, str]) -> dict[str, str]:
    """Return the words of other languages that state a label in a sentence, with their labels.

    There are none where a label is a degree of another one, such as ``very positive``.

    Args:
        meanings: Label by meaning.

    Example:
        >>> words_in_sentences({"positive": "POS", "toxic": "TOX"})["positif"]
        'POS'
        >>> words_in_sentences({"positive": "POS", "verypositive": "POS+"})
        {}
    """
    return {
        word: label
        for meaning, label in meanings.items()
        if not _has_degrees(meaning, meanings)
        for word in IN_SENTENCES.get(meaning, "").split()
    }


def verb_patterns(meanings: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the patterns of verbs that state a label, with their labels.

    Args:
        meanings: Label by meaning.

    Example:
        >>> [label for _, label in verb_patterns({"entailment": "E", "neutral": "N"})]
        ['E']
    """
    return [(VERBS[meaning], label) for meaning, label in meanings.items() if meaning in VERBS]


def forms_alone(meanings: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the forms that state a label when they are the whole answer, with their labels.

    They are words of other languages, and the singular of a word in the plural.

    Args:
        meanings: Label by meaning.

    Example:
        >>> found = dict(forms_alone({"true": "yes", "sports": "Sports"}))
        >>> found["oui"], found["sport"]
        ('yes', 'Sports')
    """
    for meaning, label in meanings.items():
        words: Sequence[str] = f"{IN_SENTENCES.get(meaning, '')} {ALONE.get(meaning, '')}".split()
        yield from ((canonical(word), label) for word in words)
        if meaning.endswith("s") and not meaning.endswith(("ss", "us", "is", "ies")) and len(meaning) > _LEAST_PLURAL:
            yield meaning[:-1], label


def _has_degrees(meaning: str, meanings: Mapping[str, str]) -> bool:
    return any(meaning in other and other != meaning for other in meanings)
