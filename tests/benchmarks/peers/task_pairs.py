"""Transformations of tasks that hf_robust and TextFlint 0.1.0 both have, and the rows on which they are compared."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

ENDS = ("positive", "negative")
PASSAGE = 6  # sentences of one row where the rows of a file are long documents


@dataclass(frozen=True)
class Kind:
    """A task in both packages.

    Args:
        name: In hf_robust.
        columns: The columns that both get; the others stay away.
        language: That of hf_robust's transformations.
        renamed: Columns of a file under the names that the task asks for.
    """

    name: str
    columns: tuple[str, ...]
    language: str = "en"
    renamed: dict = field(default_factory=dict)


@dataclass(frozen=True)
class Pair:
    """One transformation of both packages on one file.

    Args:
        task: Name of the task in TextFlint.
        flint: Class in TextFlint.
        ours: Name in hf_robust.
        file: Place in the folder of data.
        eligible: Says of a row whether it has what the transformation works on; by default all have.
        flint_options: Parameters of the class.
        our_options: Parameters of ours.
    """

    task: str
    flint: str
    ours: str
    file: str
    eligible: Callable[[dict], bool] = lambda row: True
    flint_options: dict = field(default_factory=dict)
    our_options: dict = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The name of the pair."""
        return " ".join([self.task, self.flint, *list(self.flint_options.values())[:1]])


KINDS = {
    "NLI": Kind("natural-language-inference", ("premise", "hypothesis", "label")),
    "SM": Kind("semantic-similarity-classification", ("sentence1", "sentence2", "label")),
    "SA": Kind("sentiment-classification", ("text", "label"), renamed={"sentence": "text", "label2": "label"}),
    "ABSA": Kind("aspect-based-sentiment-analysis", ("text", "aspects")),
    "NER": Kind("named-entity-recognition", ("tokens", "ner_tags")),
    "POS": Kind("part-of-speech-tagging", ("tokens", "pos_tags"), renamed={"xpos": "pos_tags"}),
    "DP": Kind("dependency-parsing", ("tokens", "pos_tags", "heads", "deprels"), renamed={"xpos": "pos_tags"}),
    "MRC": Kind("extractive-qa", ("context", "question", "answers")),
    "COREF": Kind("coreference-resolution", ("sentences", "clusters")),
    "WSD": Kind("word-sense-disambiguation", ("tokens", "target", "sense", "lemma", "pos")),
    "NMT": Kind("machine-translation", ("source", "target")),
    "CWS": Kind("word-segmentation", ("words",), "zh"),
    "SACN": Kind("sentiment-classification", ("text", "label"), "zh"),
    "SMCN": Kind("semantic-similarity-classification", ("sentence1", "sentence2", "label"), "zh"),
    "NERCN": Kind("named-entity-recognition", ("tokens", "ner_tags"), "zh"),
    "MRCCN": Kind("extractive-qa", ("context", "question", "answers"), "zh"),
    "RE": Kind("relation-extraction", ("tokens", "subject", "object", "relation")),
    "WSC": Kind("winograd-schema", ("text", "pronoun", "candidates", "label")),
}


def _polar(row: dict) -> list[dict]:
    """The aspects for or against something; none where TextFlint cannot hold the row: it asks for opinion words."""
    held = all(aspect.get("opinions") for aspect in row["aspects"])
    return [aspect for aspect in row["aspects"] if held and aspect["polarity"] in ENDS]


def _tagged(*tags: str) -> Callable[[dict], bool]:
    return lambda row: not set(tags).isdisjoint(row["pos_tags"])


def _has_name(row: dict) -> bool:
    return any(tag != "O" for tag in row["ner_tags"])


def _has_answer(row: dict) -> bool:
    return bool(row["answers"]["text"])


def _pairs() -> Iterator[Pair]:
    for file in ("nli/mnli_matched_sample.jsonl", "nli/snli_cad_original_train_dev.jsonl"):
        yield Pair("NLI", "NumWord", "number-word", file)
        yield Pair("NLI", "SwapAnt", "swap-antonym", file, lambda row: row["label"] == "entailment")
        yield Pair("NLI", "AddSent", "add-sentence", file)
        yield Pair("NLI", "Overlap", "overlap", file)
    for file in ("sm/mrpc_train.jsonl", "sm/qqp_dev_sample.jsonl"):
        yield Pair("SM", "SwapNum", "swap-number", file)
        yield Pair("SM", "SwapWord", "swap-word", file, lambda row: row["label"] == 1)
        yield Pair("SM", "Overlap", "overlap", file)
    reviews, entities, trees = "sst/test.jsonl", "ner/conllpp_test.jsonl", "ud_english_ewt/dev.conllu"
    for file in (reviews, "cls/yelp_a.jsonl"):
        yield Pair("SA", "DoubleDenial", "double-denial", file)
    yield Pair("SA", "SwapSpecialEnt", "swap-special-entity", reviews)
    yield Pair("SA", "AddSum", "add-summary", reviews)
    laptops = "absa/semeval14_laptop_train.jsonl"
    for file in (laptops, "absa/semeval14_rest_train.jsonl"):
        yield Pair("ABSA", "RevTgt", "reverse-target", file, lambda row: bool(_polar(row)))
        yield Pair("ABSA", "RevNon", "reverse-non-target", file, lambda row: len(_polar(row)) > 1)
    yield Pair("ABSA", "AddDiff", "add-difference", laptops, lambda row: bool(_polar(row)))
    yield Pair("NER", "EntTypos", "entity-typos", entities, _has_name)
    yield Pair("NER", "ConcatSent", "concat-sentences", entities)
    for kind, ours in {"OOV": "oov", "CrossCategory": "cross-category", "SwapLonger": "longer"}.items():
        yield Pair("NER", "SwapEnt", f"swap-entity-{ours}", entities, _has_name, {"swap_type": kind})
    for kind, tags in {"NN": "NN NNS", "VB": "VB VBD VBG VBN VBP VBZ", "JJ": "JJ JJR JJS", "RB": "RB RBR RBS"}.items():
        options = {"treebank_tag": kind}, {"classes": [kind]}
        yield Pair("POS", "SwapMultiPOS", "swap-multi-pos", trees, _tagged(*tags.split()), *options)
    yield Pair("POS", "SwapPrefix", "swap-prefix", trees)
    yield Pair("DP", "DeleteSubTree", "delete-subtree", trees)
    yield Pair("DP", "DeleteSubTree", "delete-subtree", "gum/dev.conllu")
    yield Pair("DP", "AddSubTree", "add-subtree", trees)
    paragraphs, masked = "mrc/xquad_en_a.json", {"transform_method": "MLM", "device": "cpu"}
    yield Pair("MRC", "ModifyPos", "modify-position", paragraphs, _has_answer)
    yield Pair("MRC", "PerturbAnswer", "perturb-answer", paragraphs, _has_answer)
    yield Pair("MRC", "PerturbQuestion", "perturb-question", paragraphs, _has_answer, masked)
    yield Pair("MRC", "AddSentDiverse", "add-sentence-diverse", paragraphs, _has_answer)
    for flint, ours in {
        "RndConcat": "concat-documents",
        "RndDelete": "delete-sentences",
        "RndInsert": "insert-sentences",
        "RndRepeat": "repeat-sentences",
        "RndReplace": "replace-sentences",
        "RndShuffle": "shuffle-sentences",
    }.items():
        for file in ("gum/train.coref.jsonl", "coref/litbank_a.jsonl"):
            yield Pair("COREF", flint, ours, file)
    for file in ("wsd/semeval2015.jsonl", "wsd/senseval2.jsonl"):
        yield Pair("WSD", "SwapTarget", "swap-target", file)
    captions = "mt/multi30k_en-de_test2016.jsonl"
    yield Pair("NMT", "ParallelTwitterType", "parallel-twitter", captions)
    for file in (captions, "mt/wmt22_en-zh_a.jsonl"):
        yield Pair("NMT", "SwapParallelNum", "swap-parallel-number", file)
        yield Pair("NMT", "SwapParallelSameWord", "swap-parallel-word", file)
    for flint, ours in {
        "CnSwapNum": "long-number",
        "CnMLM": "split-compound",
        "SwapName": "swap-name",
        "SwapContraction": "swap-contraction",
        "SwapVerb": "swap-verb",
        "SwapSyn": "rare-synonym",
    }.items():
        yield Pair("CWS", flint, ours, "cws/icwb2_pku_a.jsonl")
    yield Pair("SACN", "CNDoubleDenial", "double-denial", "cls/zh_eprstmt_a.jsonl")
    yield Pair("SACN", "SentenceOrderSwap", "swap-sentence-order", "cls/zh_eprstmt_a.jsonl")
    yield Pair("SACN", "ExtentAdjust", "adjust-degree", "cls/zh_eprstmt_a.jsonl")
    yield Pair("SMCN", "SwapWord", "swap-word", "sm/zh_bustm_a.jsonl", lambda row: row["label"] == 1)
    yield Pair("SMCN", "SwapNum", "swap-number", "sm/zh_bustm_a.jsonl")
    yield Pair("SMCN", "Overlap", "overlap", "sm/zh_bustm_a.jsonl")
    yield Pair("NERCN", "ConcatSent", "concat-sentences", "ner/zh_resume_train_sample.jsonl")
    yield Pair("NERCN", "EntTypos", "entity-typos", "ner/zh_resume_train_sample.jsonl", _has_name)
    yield Pair("MRCCN", "ModifyPos", "modify-position", "mrc/xquad_zh_a.json", _has_answer)
    yield Pair("MRCCN", "PerturbAnswer", "perturb-answer", "mrc/xquad_zh_a.json", _has_answer)
    yield Pair("MRCCN", "PerturbQuestion", "perturb-question", "mrc/xquad_zh_a.json", _has_answer)
    relations = "re/fewrel_wiki_sample.jsonl"
    yield Pair("RE", "SwapEnt", "swap-entity", relations)
    yield Pair("RE", "InsertClause", "insert-clause", relations)
    yield Pair("RE", "SwapBirth", "swap-triple-position", relations)
    for flint, ours in {
        "SwapNames": "swap-names",
        "SwapGender": "swap-candidate-gender",
        "SwitchVoice": "switch-voice",
        "InsertRelativeClause": "insert-relative-clause",
    }.items():
        yield Pair("WSC", flint, ours, "wsc/wsc273.jsonl")


PAIRS = tuple(_pairs())


def pieces(row: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The row, or passages of it where it is a long document."""
    if "sentences" not in row:
        yield row
        return
    for start in range(0, len(row["sentences"]), PASSAGE):
        sentences = row["sentences"][start : start + PASSAGE]
        first = sum(map(len, row["sentences"][:start]))
        end = first + sum(map(len, sentences))
        within = [
            [[begin - first, last - first] for begin, last in cluster if first <= begin <= last < end]
            for cluster in row["clusters"]
        ]
        if len(sentences) > 1 and any(len(cluster) > 1 for cluster in within):
            yield {"sentences": sentences, "clusters": [cluster for cluster in within if len(cluster) > 1]}


def wanted(pair: Pair, pattern: str | None) -> bool:
    """Whether the title of a pair fits a regular expression."""
    return pattern is None or re.search(pattern, pair.title) is not None
