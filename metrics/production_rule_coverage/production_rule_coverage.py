"""How many grammar productions some texts cover, as an `evaluate` module."""

from typing import Any

import evaluate

from hf_robust.language.constituency import productions_of_texts
from hf_robust.language.constituency import productions_of_trees
from hf_robust.scoring import CheckedTexts
from hf_robust.scoring import of_samples
from hf_robust.scoring import production_rule_coverage
from hf_robust.scoring import text_features

_DESCRIPTION = """
Production-rule coverage is the number of different grammar productions in the constituency parses of some texts: the
higher, the more kinds of sentence structure there are.
"""

_KWARGS_DESCRIPTION = """
Args:
    predictions: texts, lists of words (one sentence each), or bracketed trees with trees=True.
    trees: whether the predictions are trees; then nothing is parsed.
    parser: "embedded", "stanza", a benepar model, or a callable from words to a tree; None takes the best installed.
    nlp: spaCy pipeline that cuts texts into sentences and words; None takes the best installed.
    size: texts of a sample, so that sets of unlike size compare; None takes all texts once.
    draws: samples whose median counts.
    seed: seed of the draws.
Returns:
    production_rule_coverage: different productions, or the median over samples; None with fewer texts than size.
    n: texts given.
Examples:
    >>> import hf_robust as hr
    >>> metric = hr.load_metric("production_rule_coverage")
    >>> trees = ["(S (NP (DT Both)) (VP (VBP work)))", "(S (NP (DT That)) (VP (VBZ works)))"]
    >>> metric.compute(predictions=trees, trees=True)
    {'production_rule_coverage': 5, 'n': 2}
"""

_CITATION = """
@misc{s2lct2023,
  title = {S2LCT: Specification- and Syntax-based Automated Testing Linguistic Capabilities of {NLP} Models},
  author = {Anonymous},
  year = {2023}
}
"""


@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _KWARGS_DESCRIPTION)
class ProductionRuleCoverage(CheckedTexts, evaluate.Metric):
    """Number of different productions in the parses of some texts."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            inputs_description=_KWARGS_DESCRIPTION,
            citation=_CITATION,
            features=text_features(),
        )

    def _compute(
        self,
        predictions: list[Any],
        trees: bool = False,
        parser: Any = None,
        nlp: str | None = None,
        size: int | None = None,
        draws: int = 3,
        seed: int = 0,
    ) -> dict[str, Any]:
        if trees:
            found = productions_of_trees(predictions)
        else:
            found = productions_of_texts(predictions, parser=parser, nlp=nlp)
        if size is None:
            covered = production_rule_coverage(found)
        else:
            covered = of_samples(found, production_rule_coverage, size, draws, seed)
        return {"production_rule_coverage": covered, "n": len(predictions)}
