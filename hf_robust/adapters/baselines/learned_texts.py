"""Which texts the baselines and pipelines of this package have learned from: scores on them are flattered."""

from hf_robust.adapters.baselines.inference import SNLI
from hf_robust.adapters.embedded import CHINESE_MODEL, EMBEDDED_MODEL

# as the READMEs beside the weights say (hf_robust/language/embedded)
_TEXTS = {
    "segmenter-baseline": "four fifths of the development part of UD Chinese GSDSimp (its last 100 sentences are left "
    "out), UD Chinese PUD and HK, and sentences of this package",
    SNLI: "pairs of the training and development parts of SNLI",
    EMBEDDED_MODEL: "film snippets of Pang and Lee (2005) without those that share a sentence with SST-2's development "
    "and test parts, reviews in UD English EWT, and statements of this package; the development part chose its epoch",
    CHINESE_MODEL: "statements of this package in Chinese and English",
    "en_robust_sm": "parts of UD English EWT (a sample of train, three quarters of dev), GUM (train) and WNUT-17 (nine "
    "of ten rows of a sample of train), and texts that another model labeled",
    "zh_robust_sm": "UD Chinese GSDSimp (400 sentences of dev), HK, CFL and PUD, and texts that another model labeled",
}


def learned_from(model: str, kind: str) -> str | None:
    """What a model that comes with the package has learned from; None where that is not known.

    Args:
        model: Its name in a report, with the pipeline that it stands on or what it is trained on in parentheses.
        kind: Of which kind it is there; what users bring is never ``embedded``.

    Example:
        >>> learned_from("segmenter-baseline", "embedded")[:37]
        'four fifths of the development part o'
        >>> learned_from("segmenter-baseline", "function"), learned_from("first-sense-baseline", "embedded")
        (None, None)
        >>> learned_from("spacy-tagger-baseline (zh_robust_sm)", "embedded")[:18]
        'UD Chinese GSDSimp'
        >>> learned_from(EMBEDDED_MODEL, "embedded")[-32:]
        'development part chose its epoch'
    """
    name, _, pipeline = model.partition(" (")
    return _TEXTS.get(pipeline.removesuffix(")") or name) if kind == "embedded" else None
