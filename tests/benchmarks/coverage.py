"""How many rows each English transformation of texts changes, and how fast: the figures of ``hf-robust list``.

    python tests/benchmarks/coverage.py DATA [--rows N] [--only NAMES] [--out FILE]

DATA is a folder with ``cls/``, ``nli/``, ``sm/`` and ``ner/``. Rows are taken from the first halves of the files. Each
transformation runs with its default parameters. ``eligible`` are the rows that a person could change in this way, by
gold annotation where there is some. Speeds are CPU seconds of this process, warm. Transformations with a gate are also
measured at each level of it, on 200 rows.

A language model read outputs of each level; the numbers of outputs read and of those with a defect (``read``,
``faulty``) are entered by hand, and stay when the same version is measured again.

The file that is written is ``hf_robust/language/lexicons/yields.json``; other versions of a measured transformation
are replaced, others stay. Put its new hash and number of rows into ``SOURCES.toml``.
"""

import argparse
import json
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from datasets import Dataset, disable_caching, disable_progress_bars

import hf_robust as hr
from hf_robust.core.doc import Doc
from hf_robust.language import resources
from hf_robust.language.annotation import annotate_values
from hf_robust.language.english.closed_classes import GENDERED
from hf_robust.language.english.tense_signs import FINITE
from hf_robust.language.english.written_numbers import numbers_in
from hf_robust.language.lexicons.wordnet_senses import members, senses
from hf_robust.transforms.base import Transformation
from hf_robust.transforms.chains import annotated_for
from hf_robust.transforms.row_changes import RowTransformation
from hf_robust.transforms.transformation_registry import transformations

OUT = Path(hr.__file__).parent / "language" / "lexicons" / "yields.json"
TASK = hr.task("text-classification")
SOURCES = {
    "AG News": ("cls/agnews_a.jsonl", "text"),
    "Yelp": ("cls/yelp_a.jsonl", "text"),
    "DBpedia": ("cls/dbpedia_val_sample.jsonl", "text"),
    "MNLI premises": ("nli/mnli_matched_sample.jsonl", "premise"),
    "QQP": ("sm/qqp_dev_sample.jsonl", "sentence1"),
}
GOLD = "ner/conllpp_train_sample.jsonl"
OPEN = {"NOUN": "n", "VERB": "v", "ADJ": "a", "ADV": "r"}
SHORTEST, LONGEST = 8, 70  # words of a row


def first_half(data: Path, name: str) -> list[dict[str, Any]]:
    rows = [json.loads(line) for line in (data / name).read_text(encoding="utf-8").splitlines()]
    return rows[: len(rows) // 2]


def texts_of(data: Path, rows: int) -> list[str]:
    """So many rows of all sources together."""
    found: list[str] = []
    for name, column in SOURCES.values():
        texts = [row[column] for row in first_half(data, name)]
        found += [text for text in texts if SHORTEST <= len(text.split()) <= LONGEST][: rows // len(SOURCES)]
    return found


def gold_rows(data: Path, rows: int) -> tuple[list[str], list[set[str]]]:
    """Sentences with gold entities: the texts, and the types that each holds."""
    chosen = [row for row in first_half(data, GOLD) if len(row["tokens"]) >= SHORTEST][:rows]
    types = [{tag.partition("-")[2] for tag in row["ner"] if tag != "O"} for row in chosen]
    return [" ".join(row["tokens"]) for row in chosen], types


@cache
def annotated(text: str) -> Doc:
    (annotation,) = annotate_values([text], frozenset({"pos", "lemma", "ent"}))
    return Doc(text, annotation=annotation)


def has_synonym(text: str) -> bool:
    words = {(token.lemma, OPEN[token.pos]) for token in annotated(text).tokens if token.pos in OPEN}
    return any(len(members(sense.key)) > 1 for word in words for sense in senses(*word))


def has_one_tense(text: str) -> bool:
    past = {token.tag == "VBD" for token in annotated(text).tokens if token.tag in FINITE - {"MD"}}
    return len(past) == 1


def has_number(text: str) -> bool:
    doc = annotated(text)
    named = [one for one in doc.entities if one.label in ("DATE", "TIME", "PERSON", "ORG", "GPE", "PRODUCT", "EVENT")]
    return any(not any(one.start <= number.start < one.end for one in named) for number in numbers_in(text))


def has_gender(text: str) -> bool:
    return any(text[start:end].lower() in GENDERED for start, end in Doc(text).words)


SYNONYM = "rows with an open-class word that has a synonym in WordNet", has_synonym
ELIGIBLE: dict[str, tuple[str, Callable[[str], bool]]] = {
    **dict.fromkeys(("synonym", "synonym-random", "synonym-embedding", "masked-lm"), SYNONYM),
    "tense": ("rows whose finite verbs share a tense", has_one_tense),
    "number": ("rows with a number outside dates and names", has_number),
    "swap-gender": ("rows with a gendered pronoun", has_gender),
}
GATES = ("strict", "balanced", "off")
GATE_ROWS = 200
GOLD_TYPES = {
    "named-entity": ("sentences of CoNLL++ with a gold person, place or organization", {"PER", "LOC", "ORG"}),
    "swap-region": ("sentences of CoNLL++ with a gold place", {"LOC"}),
}


def changed_rows(name: str, texts: list[str], **params: Any) -> tuple[list[bool], float, float]:
    """Which rows change, and the CPU seconds of annotating and of changing them."""
    data = Dataset.from_dict({"text": texts, "label": [0] * len(texts)})
    perturb = hr.Perturb({"name": name, **params}, TASK, keep="all")
    warm = annotated_for(data.select(range(2)), TASK, [perturb.stages])
    warm.map(perturb, batched=True)
    began = time.process_time()
    ready = annotated_for(data, TASK, [perturb.stages])
    middle = time.process_time()
    out = ready.map(perturb, batched=True)
    end = time.process_time()
    return [record["status"] == "changed" for record in out["robust"]], middle - began, end - middle


def measured(cls: type[Transformation], texts: list[str], gold: tuple[list[str], list[set[str]]]) -> dict[str, Any]:
    changed, annotating, changing = changed_rows(cls.name, texts)
    eligibility, chosen = None, []
    if cls.name in ELIGIBLE:
        eligibility, fits = ELIGIBLE[cls.name]
        chosen = [new for text, new in zip(texts, changed, strict=True) if fits(text)]
    elif cls.name in GOLD_TYPES:
        eligibility, types = GOLD_TYPES[cls.name]
        chosen = [new for new, own in zip(changed_rows(cls.name, gold[0])[0], gold[1], strict=True) if own & types]
    return {
        "name": cls.name,
        "version": cls.version,
        "rows": len(texts),
        "changed": sum(changed),
        "eligibility": eligibility,
        "eligible": len(chosen) if eligibility else None,
        "eligible_changed": sum(chosen) if eligibility else None,
        "rows_per_second": round(len(texts) / max(changing, 1e-3), 1),
        "rows_per_second_plain": round(len(texts) / max(changing + annotating, 1e-3), 1),
        "date": datetime.now(UTC).date().isoformat(),
        "data": ", ".join(SOURCES),
        **gates_of(cls, texts),
    }


def gates_of(cls: type[Transformation], texts: list[str]) -> dict[str, Any]:
    """The share of changed rows and the speed with each level of the gate; nothing without a gate."""
    if not hasattr(cls(), "gate"):
        return {}
    found = {}
    rows = texts[:: max(1, len(texts) // GATE_ROWS)][:GATE_ROWS]
    for gate in GATES:
        changed, _, seconds = changed_rows(cls.name, rows, gate=gate)
        speed = round(len(rows) / max(seconds, 1e-3), 1)
        found[gate] = {"rows": len(rows), "changed": sum(changed), "rows_per_second": speed}
    return {"gates": found}


def with_readings(record: dict[str, Any], earlier: dict[str, Any]) -> dict[str, Any]:
    """A record with what was read of the same version."""
    if earlier.get("version") == record["version"]:
        for gate, figures in record.get("gates", {}).items():
            old = earlier.get("gates", {}).get(gate, {})
            figures.update({key: old[key] for key in ("read", "faulty") if key in old})
    return record


def measurable(only: set[str]) -> list[type[Transformation]]:
    """The transformations of one text whose resources are installed."""
    found = []
    for cls in transformations.select(lambda cls: TASK.name in cls.effects and not issubclass(cls, RowTransformation)):
        try:
            resources.require(cls.resources, cls.name)
        except LookupError:
            continue
        if not only or cls.name in only:
            found.append(cls)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--rows", type=int, default=500)
    parser.add_argument("--only", default="")
    parser.add_argument("--out", type=Path, default=OUT)
    given = parser.parse_args()
    disable_caching()
    disable_progress_bars()
    texts, gold = texts_of(given.data, given.rows), gold_rows(given.data, given.rows)
    known = json.loads(given.out.read_text(encoding="utf-8")) if given.out.exists() else []
    records = {one["name"]: one for one in known}
    for cls in measurable({name for name in given.only.split(",") if name}):
        one = with_readings(measured(cls, texts, gold), records.get(cls.name, {}))
        records[cls.name] = one
        print(
            f"{cls.name:20} {one['changed']:4} of {one['rows']}  {one['eligible_changed']} of {one['eligible']}",
            flush=True,
        )
        lines = [json.dumps(records[name], ensure_ascii=False) for name in sorted(records)]
        given.out.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
