"""One small report of each kind, for the tests of what all pages have in common."""

from collections.abc import Callable
from functools import cache

from datasets import ClassLabel, Dataset, Features, Value
from report_samples import sample_attack, sample_capabilities, sample_corruptions, sample_record

import hf_robust as hr
from hf_robust.reports import AttackReport, CapabilityReport, CorruptionReport, Report
from hf_robust.reports.base import BaseReport

TASK = hr.task("sentiment-classification", label_names=["negative", "positive"])
_TEXTS = (
    "This is a fine film, and she never bores the people who see it.",
    "The dull plot, which nobody wanted, wastes a good cast and 20 minutes.",
    "It's charming, honest and quick; he doesn't miss a single beat.",
    "They couldn't save this loud, tired and terribly long sequel.",
)


def rows(number: int = 40) -> Dataset:
    """Short reviews with labels."""
    features = Features(text=Value("string"), label=ClassLabel(names=["negative", "positive"]))
    texts = [f"{_TEXTS[n % 4]} Number {n}." for n in range(number)]
    return Dataset.from_dict({"text": texts, "label": [1 - n % 2 for n in range(number)]}, features)


def spelling_bound(texts: list[str]) -> list[str]:
    """A model that knows a positive review by two words, as they are spelled."""
    return ["positive" if "fine" in text or "charming" in text else "negative" for text in texts]


def case_bound(texts: list[str]) -> list[str]:
    """A model that knows a positive review by the case of its first letters."""
    return ["positive" if text[:3] in ("Thi", "It'") else "negative" for text in texts]


@cache
def suite() -> hr.Suite:
    """A suite with transformations of several kinds, of which some change few rows."""
    names = ["keyboard", "typos", "word-case", "contraction", "append-irrelevant", "homophone", "tense"]
    return hr.Suite.build(rows(), TASK, names, slices=["length"])


def _run() -> BaseReport:
    return hr.run(spelling_bound, suite(), slices=["length"], weakest=True)


def _bias() -> BaseReport:
    texts = [f"{who} was {how}." for who in ("He", "She") for how in ("charming", "fine", "dull", "slow")]
    data = Dataset.from_dict({"text": texts, "label": ["positive", "positive", "negative", "negative"] * 2})
    return hr.run(spelling_bound, hr.bias_suite(data, TASK, ["gender"]))


def _compared() -> BaseReport:
    return hr.compare({"spelling-bound": spelling_bound, "case-bound": case_bound}, suite())


def _chains() -> BaseReport:
    return hr.worst_chains(spelling_bound, rows(), TASK, ["keyboard", "word-case"], depth=2)


def _training() -> BaseReport:
    models = {"before": spelling_bound, "after": case_bound}
    return hr.before_after(models, rows(8), TASK, ["deepwordbug"], [], suite=suite(), budget=20)


def _many_measures() -> BaseReport:
    record = sample_record()
    names = ["squad_v2_exact_match", "squad_v2_f1", "has_answer_f1", "no_answer_f1", "macro_f1", "weighted_recall"]
    record["metric"]["secondary"] = names
    for result in record["results"]:
        result["secondary"] = {name: [1.0, 1.0] for name in names}
    return Report(record)


EVERY: dict[str, Callable[[], BaseReport]] = {
    "run": _run,
    "bias": _bias,
    "many measures": _many_measures,
    "comparison": _compared,
    "chains": _chains,
    "training": _training,
    "capabilities": lambda: CapabilityReport(sample_capabilities()),
    "attack": lambda: AttackReport(sample_attack()),
    "corruptions": lambda: CorruptionReport(sample_corruptions()),
}


@cache
def report(name: str) -> BaseReport:
    """The report of that name."""
    return EVERY[name]()
