"""Words that a masked language model suggests for the masks of a template.

Source: Ribeiro et al. 2020, section 3.3; the words are asked for in batches.
"""

from collections.abc import Mapping, Sequence

from hf_robust.core.errors import UsageError
from hf_robust.language.annotation import annotate_values
from hf_robust.language.fill_mask import suggestions
from hf_robust.language.models import masked_lm
from hf_robust.language.sentiment import LABELS, word_sentiment

_MARK = 0xE000  # of the private use area: stands for a mask until the text is made
_LOOKED_AT = 8  # words asked for, for each one that is kept: the filters leave few


def mask_marks(masks: Sequence[str]) -> dict[str, str]:
    """A character for each mask, which stands for it in the texts of :func:`suggested_words`."""
    return {name: chr(_MARK + number) for number, name in enumerate(masks)}


def suggested_words(
    texts: Sequence[str],
    marks: Mapping[str, str],
    top_n: int,
    tag: str | None,
    sentiment: str | None,
    model: str | None,
) -> dict[str, list[str]]:
    """Words by mask, the likeliest first; see :meth:`hf_robust.capability.templates.template.Template.suggested`.

    Args:
        texts: Filled texts with the marks of the masks.
        marks: Mark by name of the mask, from :func:`mask_marks`.
    """
    if sentiment is not None and sentiment not in LABELS:
        raise UsageError(f"sentiment must be one of {', '.join(LABELS)}, found {sentiment!r}")
    result = {}
    for name, mark in marks.items():
        holding = list(dict.fromkeys(text for text in texts if mark in text))
        asked = [_for_model(text, mark, marks, model) for text in holding]
        places = [(text.index(mark), text.index(mark) + 1) for text in asked]
        ranked = _ranked(asked, places, _LOOKED_AT * top_n, model)
        words = _kept(ranked, holding[0], mark, marks, tag, sentiment)[:top_n]
        if not words:
            wanted = " ".join(filter(None, [sentiment, tag]))
            raise UsageError(
                f"no {wanted or 'whole'} word fits {{{name}}} in {holding[0].replace(mark, '___')!r}; "
                "ask for another tag or sentiment, or give fillers"
            )
        result[name] = words
    return result


def _for_model(text: str, mark: str, marks: Mapping[str, str], model: str | None) -> str:
    """The text with the model's own mask for the other masks."""
    others = [other for other in marks.values() if other != mark and other in text]
    if others:
        for other in others:
            text = text.replace(other, masked_lm(model)[1].mask_token)
    return text


def _ranked(texts: Sequence[str], positions: Sequence[tuple[int, int]], top_k: int, model: str | None) -> list[str]:
    totals: dict[str, float] = {}
    for suggested in suggestions(texts, positions, top_k, model):
        for word, probability in suggested:
            totals[word] = totals.get(word, 0.0) + probability
    return sorted(totals, key=lambda word: (-totals[word], word))[:top_k]


def _kept(
    ranked: Sequence[str], text: str, mark: str, marks: Mapping[str, str], tag: str | None, sentiment: str | None
) -> list[str]:
    """The words that have the tag in a text, and the sentiment by themselves."""
    start = text.index(mark)
    for other in marks.values():
        text = text if other == mark else text.replace(other, "thing")
    tagged: list[tuple[str, str, str]] = []
    if tag is None and sentiment is None:
        return list(ranked)
    annotations = annotate_values([text.replace(mark, word) for word in ranked], {"pos"})
    for word, row in zip(ranked, annotations):
        place = row["start"].index(start) if start in row["start"] else None
        if place is not None and row["token"][place] == word:
            tagged.append((word, row["pos"][place], row["tag"][place]))
    fitting = [(word, pos) for word, pos, penn in tagged if tag in (None, pos, penn)]
    if sentiment is None:
        return [word for word, _ in fitting]
    labels = word_sentiment().labels(fitting)
    return [word for (word, _), label in zip(fitting, labels) if label == sentiment]
