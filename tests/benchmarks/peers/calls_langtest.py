"""LangTest's robustness transforms: on plain strings, and on the samples with labels that its Harness works on."""

from langtest.transform import robustness
from langtest.utils.custom_types import SequenceClassificationSample
from peers.cell import Cell

DISTRIBUTIONS = ("langtest",)
CONTEXT = {"ending_context": ["I told my sister about it.", "The weather is fine today."], "strategy": "end"}
NAMES = {
    "keyboard": ("AddTypo", {}),
    "ocr": ("AddOcrTypo", {}),
    "contraction-contract": ("AddContraction", {}),
    "word-case": ("UpperCase", {}),
    "twitter": ("AddSlangifyTypo", {}),
    "append-irrelevant": ("AddContext", CONTEXT),
    "punctuation": ("AddPunctuation", {}),
    "number": ("NumberToWord", {}),
    "homophone": ("AddSpeechToTextTypo", {}),
    "synonym": ("AdjectiveSynonymSwap", {}),
    "antonym": ("AdjectiveAntonymSwap", {}),
}


def _samples(texts) -> list:
    return [SequenceClassificationSample(original=text, task="text-classification") for text in texts]


def _strings(name: str, options: dict):
    def build() -> Cell:
        transform = getattr(robustness, name).transform
        return Cell(lambda texts: transform(list(texts), **options), name)

    return build


def _labelled(name: str, options: dict):
    def build() -> Cell:
        transform = getattr(robustness, name).transform
        return Cell(
            lambda samples: transform(samples, **options), name, _samples, lambda done: [one.test_case for one in done]
        )

    return build


CELLS = {
    **{key: _strings(*given) for key, given in NAMES.items()},
    **{f"{key}/samples": _labelled(*given) for key, given in NAMES.items()},
}
