"""How many eligible rows each transformation of a task changes, beside its goal.

    python tests/benchmarks/task_coverage.py DATA [--rows N] [--only NAMES] [--language CODE] [--quarter Q ...]

DATA holds the files that ``GOALS`` names. Each file is read with the layout of its task. Of its rows those whose index
leaves Q when it is divided by four are used (3 unless told otherwise: no rule was written on these rows), at most N.
*Eligible* leaves out rows that the data itself rules out: an entailment is needed, an aspect with a polarity, a number
that both texts share. Each transformation runs with its default parameters. Speeds are rows a CPU second on annotated
rows, warm, on one thread.

The column *most frequent* is the share of the outputs with the most frequent new word or phrase: the words that stand
in the output and not in the original, as one string. ``--why N`` also prints the N most frequent reasons of eligible
rows that stay as they are.
"""

import argparse
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, NamedTuple

from datasets import disable_caching, disable_progress_bars

import hf_robust as hr
from hf_robust.language.english.written_numbers import numbers_in
from hf_robust.language.lexicons.wordnet_senses import members
from hf_robust.tasks.layouts.load_rows import load_data
from hf_robust.transforms.chains import annotated_for
from hf_robust.transforms.transformation_registry import transformations

Row = dict[str, Any]
WARM = 20  # rows
POLAR = {"positive", "negative"}
ORGANIZATIONS = {"org", "corporation"}
OFFSETS = {"cmrc2018_trial.json": "utf-16"}  # counted in units of UTF-16


def every(row: Row) -> bool:
    return True


def entailed(row: Row) -> bool:
    return row["label"] in (0, "entailment")


def alike(row: Row) -> bool:
    return row["label"] in (1, "1")


def shared_number(first: str, second: str) -> Callable[[Row], bool]:
    """Rows whose two texts hold the same number, in digits or words; not "one", which is a pronoun as often."""

    def holds(row: Row) -> bool:
        values = [
            {one.value for one in numbers_in(row[name])} - {1} | set(re.findall(r"\d+", row[name]))
            for name in (first, second)
        ]
        return bool(values[0] & values[1])

    return holds


def polar(row: Row) -> bool:
    return any(one["polarity"] in POLAR for one in row["aspects"])


def polar_and_another(row: Row) -> bool:
    return polar(row) and len(row["aspects"]) > 1


def has_lemma(row: Row) -> bool:
    """A gold sense that has another lemma of one word."""
    own = row["lemma"].lower()
    lemmas = {one.lemma.lower() for key in row["sense"] for one in members(key)}
    return any("_" not in lemma and "-" not in lemma and lemma != own for lemma in lemmas)


def has_entity(row: Row) -> bool:
    return any(tag != "O" for tag in row["ner_tags"])


def has_organization(row: Row) -> bool:
    return any(tag.partition("-")[2].lower() in ORGANIZATIONS for tag in row["ner_tags"])


def longer(words: int) -> Callable[[Row], bool]:
    return lambda row: len(row["tokens"]) > words


class Goal(NamedTuple):
    """A transformation on some files: the goal in percent of the eligible rows, and what makes a row eligible."""

    task: str
    name: str
    percent: int | None
    files: tuple[str, ...]
    eligible: Callable[[Row], bool] = every
    of: str = "all rows"
    language: str = "en"


ABSA = "absa/semeval14_rest_test.jsonl", "absa/semeval14_rest_train.jsonl", "absa/semeval14_laptop_train.jsonl"
CASED, PLAIN = ("cls/imdb_train.jsonl",), ("cls/yelp_a.jsonl",)
NLI = "nli/mnli_matched_sample.jsonl", "nli/snli_test_sample.jsonl", "nli/snli_cad_original_train_dev.jsonl"
SM = "sm/mrpc_train.jsonl", "sm/qqp_dev_sample.jsonl"
MRC, MRC_ZH = ("mrc/xquad_en_a.json",), ("mrc/xquad_zh_a.json", "mrc/cmrc2018_trial.json")
RE = "re/conll04_train.jsonl", "re/fewrel_wiki_sample.jsonl", "re/semeval10_train_sample.jsonl"
UD, UD_ZH = ("ud_english_ewt/dev.conllu", "gum/dev.conllu"), ("ud_chinese_gsdsimp/dev.conllu",)
WSD = "wsd/senseval2.jsonl", "wsd/semeval2015.jsonl"
WSC = "wsc/dpr_train.jsonl", "wsc/wsc273.jsonl"
NER, NER_ZH = ("ner/conllpp_test.jsonl", "ner/wnut17_train_sample.jsonl"), ("ner/zh_msra_a.jsonl",)
CWS = "cws/icwb2_msr_a.jsonl", "cws/icwb2_pku_a.jsonl"
ASPECTS, INFERENCE, PAIRS = (
    "aspect-based-sentiment-analysis",
    "natural-language-inference",
    "semantic-similarity-classification",
)
SENTIMENT, QA, RELATIONS, ENTITIES = (
    "sentiment-classification",
    "extractive-qa",
    "relation-extraction",
    "named-entity-recognition",
)
ANOTHER_ASPECT = "rows with a polar aspect and another one"
BOTH_NUMBERS = shared_number("premise", "hypothesis"), shared_number("sentence1", "sentence2")
GOALS = [
    Goal(ASPECTS, "reverse-target", 60, ABSA, polar, "rows with a polar aspect"),
    Goal(ASPECTS, "reverse-non-target", 40, ABSA, polar_and_another, ANOTHER_ASPECT),
    Goal(ASPECTS, "add-difference", 85, ABSA, polar, "rows with a polar aspect"),
    Goal(SENTIMENT, "double-denial", 40, PLAIN + CASED),
    Goal(SENTIMENT, "add-summary", 40, PLAIN + CASED),
    Goal(SENTIMENT, "swap-special-entity", 40, PLAIN + CASED),
    Goal(
        INFERENCE,
        "number-word",
        50,
        NLI,
        lambda row: entailed(row) and BOTH_NUMBERS[0](row),
        "entailments with a shared number",
    ),
    Goal(INFERENCE, "swap-antonym", 40, NLI, entailed, "entailments"),
    Goal(INFERENCE, "overlap", 50, NLI),
    Goal(INFERENCE, "add-sentence", None, NLI),
    Goal(PAIRS, "swap-word", 40, SM, alike, "equivalent pairs"),
    Goal(
        PAIRS,
        "swap-number",
        60,
        SM,
        lambda row: alike(row) and BOTH_NUMBERS[1](row),
        "equivalent pairs with a shared number",
    ),
    Goal(PAIRS, "overlap", 50, SM),
    Goal(QA, "perturb-answer", 60, MRC),
    Goal(QA, "modify-position", 60, MRC),
    Goal(QA, "add-sentence-diverse", 60, MRC),
    Goal(QA, "perturb-question", None, MRC),
    Goal(RELATIONS, "swap-entity", 80, RE),
    Goal(RELATIONS, "swap-triple-position", 25, RE),
    Goal(RELATIONS, "insert-clause", None, RE),
    Goal("part-of-speech", "swap-prefix", 25, UD),
    Goal("part-of-speech", "swap-multi-pos", 50, UD),
    Goal("parsing", "add-subtree", 40, UD, longer(5), "rows of more than five tokens"),
    Goal("parsing", "delete-subtree", 40, UD, longer(5), "rows of more than five tokens"),
    Goal("word-sense-disambiguation", "swap-target", 40, WSD, has_lemma, "senses with another one-word lemma"),
    *(
        Goal("winograd-schema", name, None, WSC)
        for name in ("swap-names", "swap-candidate-gender", "insert-relative-clause", "switch-voice")
    ),
    Goal(ENTITIES, "swap-entity-longer", 90, NER, has_organization, "rows with an organization"),
    Goal(ENTITIES, "swap-entity-cross-category", 90, NER, has_organization, "rows with an organization"),
    Goal(ENTITIES, "swap-entity-oov", None, NER, has_entity, "rows with an entity"),
    Goal(ENTITIES, "entity-typos", None, NER, has_entity, "rows with an entity"),
    Goal(ENTITIES, "swap-entity-longer", 90, NER_ZH, has_organization, "rows with an organization", "zh"),
    Goal(ENTITIES, "swap-entity-cross-category", 90, NER_ZH, has_organization, "rows with an organization", "zh"),
    Goal(ENTITIES, "swap-entity-oov", None, NER_ZH, has_entity, "rows with an entity", "zh"),
    Goal(SENTIMENT, "double-denial", None, ("cls/zh_eprstmt_a.jsonl",), language="zh"),
    Goal(
        INFERENCE,
        "number-word",
        50,
        ("nli/zh_ocnli_train_sample.jsonl",),
        lambda row: entailed(row) and BOTH_NUMBERS[0](row),
        "entailments with a shared number in digits",
        "zh",
    ),
    Goal(INFERENCE, "swap-antonym", 40, ("nli/zh_ocnli_train_sample.jsonl",), entailed, "entailments", "zh"),
    Goal(INFERENCE, "overlap", 50, ("nli/zh_ocnli_train_sample.jsonl",), language="zh"),
    Goal(PAIRS, "swap-word", 40, ("sm/zh_bustm_a.jsonl",), alike, "equivalent pairs", "zh"),
    Goal(PAIRS, "overlap", 50, ("sm/zh_bustm_a.jsonl",), language="zh"),
    Goal(QA, "perturb-answer", 60, MRC_ZH, language="zh"),
    Goal(QA, "modify-position", 60, MRC_ZH, language="zh"),
    Goal(QA, "add-sentence-diverse", 60, MRC_ZH, language="zh"),
    Goal(QA, "perturb-question", None, MRC_ZH, language="zh"),
    Goal("parsing", "add-subtree", 40, UD_ZH, longer(5), "rows of more than five tokens", "zh"),
    Goal("parsing", "delete-subtree", 40, UD_ZH, longer(5), "rows of more than five tokens", "zh"),
    Goal("word-segmentation", "swap-verb", 10, CWS, language="zh"),
    Goal("word-segmentation", "reduplication", 5, CWS, language="zh"),
    *(
        Goal("word-segmentation", name, None, CWS, language="zh")
        for name in ("swap-name", "long-number", "swap-contraction", "rare-synonym")
    ),
]


class Measured(NamedTuple):
    """What one transformation did with the rows of one file."""

    version: str
    eligible: int
    changed: int
    rate: float
    frequent: tuple[str, float]
    reasons: Counter[str]


def words_of(value: Any) -> list[str]:
    return value.split() if isinstance(value, str) else list(value)


def new_words(before: Row, after: Row, fields: tuple[str, ...]) -> str:
    """The words of the output that replace others or are inserted, in one string."""
    made: list[str] = []
    for name in fields:
        first, second = words_of(before[name]), words_of(after[name])
        steps = SequenceMatcher(None, first, second, autojunk=False).get_opcodes()
        made += [" ".join(second[c:d]) for kind, _, _, c, d in steps if kind in ("replace", "insert")]
    return " ... ".join(made)


def measured(goal: Goal, file: Path, rows: int, quarters: set[int]) -> Measured:
    """Run one transformation on the chosen rows of a file."""
    data = hr.with_layout(load_data(str(file)), goal.task, offsets=OFFSETS.get(file.name))
    data = data.select([index for index in range(len(data)) if index % 4 in quarters][:rows])
    task = hr.task(goal.task, language=goal.language).bind(data)
    stage = transformations.get(goal.name, goal.language)()
    ready = annotated_for(data, task, [(stage,)])
    hr.Perturb(stage, task)(ready.select(range(min(WARM, len(ready)))).with_format("arrow")[:])
    perturb = hr.Perturb(stage, task, keep="all")
    table = ready.with_format("arrow")[:]
    began = time.process_time()
    made = perturb(table).to_pylist()
    spent = time.process_time() - began
    names = (*task.fields, *({"question"} & set(data.column_names)))
    reasons: Counter[str] = Counter()
    outputs: Counter[str] = Counter()
    eligible = changed = 0
    for before, after in zip(data.to_list(), made, strict=True):
        record = after.pop("robust")
        if not goal.eligible(before):
            continue
        eligible += 1
        if record["status"] == "changed":
            changed += 1
            outputs[new_words(before, after, names)] += 1
        else:
            reasons[str(record.get("reason") or record["status"])] += 1
    named = [(words, count) for words, count in outputs.most_common() if words]
    words, count = named[0] if named else ("", 0)
    share = count / changed if changed else 0.0
    return Measured(str(stage.version), eligible, changed, len(made) / max(spent, 1e-3), (words, share), reasons)


def lines(data: Path, goals: list[Goal], rows: int, quarters: set[int], why: int) -> Iterator[str]:
    """The lines of the table."""
    yield "| transformation | language | file | eligible are | n | changed, % | goal | rows/CPU s | most frequent |"
    yield "| --- | --- | --- | --- | ---: | ---: | ---: | ---: | --- |"
    for goal in goals:
        for name in goal.files:
            one = measured(goal, data / name, rows, quarters)
            percent = f"{100 * one.changed / one.eligible:.0f}" if one.eligible else ""
            frequent = f"{100 * one.frequent[1]:.1f} % {one.frequent[0][:40]!r}" if one.changed else ""
            yield (
                f"| {goal.name} {one.version} | {goal.language} | {Path(name).stem} | {goal.of} | {one.eligible} "
                f"| {percent} | {goal.percent or ''} | {one.rate:,.0f} | {frequent} |"
            )
            yield from (f"    {count:4} {reason[:110]}" for reason, count in one.reasons.most_common(why))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--rows", type=int, default=300)
    parser.add_argument("--only", default="")
    parser.add_argument("--language", default="")
    parser.add_argument("--quarter", type=int, nargs="+", default=[3], choices=range(4))
    parser.add_argument("--why", type=int, default=0)
    given = parser.parse_args()
    disable_caching()
    disable_progress_bars()
    only = set(filter(None, given.only.split(",")))
    chosen = [
        goal
        for goal in GOALS
        if (not only or goal.name in only) and (not given.language or goal.language == given.language)
    ]
    for line in lines(given.data, chosen, given.rows, set(given.quarter), given.why):
        print(line, flush=True)


if __name__ == "__main__":
    main()
