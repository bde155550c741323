"""Chinese texts as transformations read them, for tests."""

from hf_robust.core.doc import Doc
from hf_robust.core.edits import apply
from hf_robust.core.languages import Language
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.definition import CHINESE


def zh(text, **layers):
    return Doc(text, language=CHINESE, **layers)


def tokens(words, **layers):
    return Doc.of_tokens(words, language=CHINESE, **layers)


def outputs(transformation, doc, draws=20):
    """All texts that come out of so many draws."""
    return {apply(doc.text, list(transformation.edits(doc, RowRandom(seed)))) for seed in range(draws)}


def cut(text, joiner="|"):
    """A text cut into words by hand: ``"我|喜欢|面"``."""
    words = text.split(joiner)
    offsets, at = [], 0
    for word in words:
        offsets.append((at, at + len(word)))
        at += len(word)
    solid = [span for span, word in zip(offsets, words) if any(map(str.isalnum, word))]
    language = Language("zh", "Chinese", joiner="", words=lambda text, bounds: solid, by_character=CHINESE.by_character)
    return Doc("".join(words), language=language)
