"""Attacks against their floor and against TextAttack.

    python tests/benchmarks/attack_speed.py [RECIPE ...] [--rows 30] [--data DATA] [--textattack PYTHON] [--write]

``DATA`` is a folder with ``sst/dev.jsonl`` (columns ``sentence`` and ``label2``), ``nli/snli_test_sample.jsonl`` and
``nli/snli_cad_original_train_dev.jsonl`` (columns ``premise``, ``hypothesis`` and ``label``); the demo reviews serve
without it. The first rows that the victim has right are attacked: of SST that is the embedded sentiment classifier, of
SNLI the embedded encoder with a head that is fitted to 600 pairs. ``PYTHON`` is the interpreter of an environment of
``peers/install.py --only textattack``; without it only the floor is measured. Lines are printed as rows end. A row of
TextAttack that takes more than ``--seconds`` of CPU time ends as an error; ours have the budget of queries alone.

All times are CPU seconds of one thread; other work on the machine slows whichever runs beside it. The floor is the time
of the same distinct inputs when they are all known beforehand, sorted by length in full batches, with no search: the
victim's inputs, and with them those of the sentence encoder. ``--write`` puts the table into ``attacks.md``, with
commit and date.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
import torch
from datasets import Dataset, disable_progress_bars
from peers.attack_jobs import job_of
from peers.table import said_at, write

import hf_robust as hr
from hf_robust.adapters.base import row_of
from hf_robust.adapters.resolve import as_predictor
from hf_robust.attacks.engine import AttackEngine, AttackPlan
from hf_robust.attacks.goals.label_goals import Untargeted
from hf_robust.attacks.recipes import RECIPES
from hf_robust.attacks.results import SUCCESSFUL, AttackResult
from hf_robust.attacks.services.encoder import Encoder
from hf_robust.attacks.services.victim import Victim
from hf_robust.language.embedded.packed import base_encoder_path

COMPARED = ["deepwordbug", "textfooler", "pwws", "textbugger", "bae"]
BUDGETS = {"bae": 500, "textbugger": 500}
ENTAILMENT = ["entailment", "neutral", "contradiction"]
START, END = "<!-- attacks: written by attack_speed.py -->", "<!-- attacks: end -->"
HERE = Path(__file__).parent


@dataclass(frozen=True)
class Set:
    """Rows that a victim has right.

    Args:
        folder: Where the victim is saved.
    """

    name: str
    task: Any
    rows: Dataset
    predictor: Any
    folder: Path


class Measured(Mapping[str, Any]):
    """Services that count the CPU seconds of each, and keep what each was asked."""

    def __init__(self, services: Mapping[str, Any]):
        self._services = services
        self.seconds: Counter[str] = Counter()
        self.inputs: dict[str, list[Any]] = {}

    def __getitem__(self, kind: str) -> Any:
        return _Measured(self._services[kind], kind, self)

    def __iter__(self) -> Iterator[str]:
        return iter(self._services)

    def __len__(self) -> int:
        return len(self._services)


@dataclass(frozen=True)
class _Measured:
    service: Any
    kind: str
    of: Measured

    def buckets(self, requests: Sequence[Any]) -> list[Hashable]:
        return self._timed(self.service.buckets, requests)

    def capacity(self, bucket: Hashable) -> int:
        return self.service.capacity(bucket)

    def answer(self, bucket: Hashable, requests: Sequence[Any]) -> list[Any]:
        self.of.inputs.setdefault(self.kind, []).extend(requests)
        return self._timed(self.service.answer, bucket, requests)

    def _timed(self, work: Callable[..., Any], *given: Any) -> Any:
        took, found = seconds(lambda: work(*given))
        self.of.seconds[self.kind] += took
        return found


@dataclass
class Figures:
    """What one recipe took on one set, ours or TextAttack's."""

    successes: int
    queries: int
    seconds: float
    errors: int = 0
    shares: Counter[str] = field(default_factory=Counter)

    @property
    def each(self) -> float:
        """Milliseconds a query."""
        return self.seconds / self.queries * 1e3


def seconds(work: Callable[[], Any]) -> tuple[float, Any]:
    """CPU seconds of some work, and what it returned."""
    start = time.process_time()
    found = work()
    return time.process_time() - start, found


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def sets(data: Path | None, count: int, folder: Path) -> Iterator[Set]:
    """The rows under attack."""
    names = ["negative", "positive"]
    rows = [{"text": row["text"], "label": row["label"]} for row in hr.demo_reviews()]
    if data is not None:
        found = [row for row in read(data / "sst" / "dev.jsonl") if str(row["label2"]) in ("0", "1")]
        rows = [{"text": row["sentence"], "label": int(row["label2"])} for row in found]
    task = hr.task("sentiment-classification", label_names=names)
    yield right_rows("SST" if data is not None else "reviews", task, rows, as_predictor(None, task), count, folder)
    if data is not None:
        task = hr.task("natural-language-inference", label_names=ENTAILMENT)
        victim = fitted_pairs(pairs(data / "nli" / "snli_cad_original_train_dev.jsonl")[:600])
        rows = pairs(data / "nli" / "snli_test_sample.jsonl")
        yield right_rows("SNLI", task, rows, as_predictor(victim[0], task, tokenizer=victim[1]), count, folder)


def pairs(path: Path) -> list[dict[str, Any]]:
    found = [row for row in read(path) if row["label"] in ENTAILMENT]
    return [{name: row[name] for name in ("premise", "hypothesis")} | {"label": row["label"]} for row in found]


def fitted_pairs(rows: Sequence[Mapping[str, Any]]) -> tuple[Any, Any]:
    """The embedded encoder with a head for pairs: a random pooler, and a logistic regression over it."""
    from sklearn.linear_model import LogisticRegression
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    place, names = str(base_encoder_path()), dict(enumerate(ENTAILMENT))
    tokenizer = AutoTokenizer.from_pretrained(place)
    labels = {"id2label": names, "label2id": {name: number for number, name in names.items()}, "num_labels": 3}
    model = AutoModelForSequenceClassification.from_pretrained(place, **labels).eval()
    size, generator = model.config.hidden_size, torch.Generator().manual_seed(0)
    model.bert.pooler.dense.weight.data = torch.randn(size, size, generator=generator) * 0.08
    model.bert.pooler.dense.bias.data.zero_()
    pooled = []
    with torch.inference_mode():
        for start in range(0, len(rows), 16):
            texts = [[row[name] for row in rows[start : start + 16]] for name in ("premise", "hypothesis")]
            pooled.append(model.bert(**tokenizer(*texts, padding=True, return_tensors="pt")).pooler_output.numpy())
    gold = [ENTAILMENT.index(row["label"]) for row in rows]
    head = LogisticRegression(C=0.3, max_iter=500).fit(np.concatenate(pooled), gold)
    model.classifier.weight.data = torch.tensor(head.coef_, dtype=torch.float32)
    model.classifier.bias.data = torch.tensor(head.intercept_, dtype=torch.float32)
    return model, tokenizer


def right_rows(name: str, task: Any, rows: list[dict], predictor: Any, count: int, folder: Path) -> Set:
    """The first rows that the victim has right; it is saved for TextAttack."""
    rows = rows[: 3 * count]
    numbered = [{**row, "label": label_number(task, row["label"])} for row in rows]
    task = task.bind(Dataset.from_list(numbered))
    said = predictor.predict([{role: row[task.column(role)] for role in task.input_roles} for row in rows])
    right = [row for row, one in zip(numbered, said) if one.value == task.label_names[row["label"]]]
    place = folder / name
    predictor.model.save_pretrained(place)
    predictor.tokenizer.save_pretrained(place)
    return Set(name, task, Dataset.from_list(right[:count]), predictor, place)


def label_number(task: Any, label: str | int) -> int:
    return task.label_names.index(label) if isinstance(label, str) else label


def ours(recipe: str, given: Set) -> tuple[Figures, Measured]:
    """One run of our engine with TextAttack's parameters."""
    parts = RECIPES[recipe].parts("textattack")
    parts = replace(parts, goal=parts.goal or Untargeted())
    budget = BUDGETS.get(recipe, RECIPES[recipe].budget)
    plan = AttackPlan(recipe, given.task, parts, budget, seed=7, measures_similarity=False)
    AttackEngine(plan, Victim(given.predictor, given.task)).run(given.rows.select(range(1)))  # loads what it needs
    engine = AttackEngine(plan, Victim(given.predictor, given.task))
    services = Measured(engine.scheduler._services)
    engine.scheduler._services = services
    began = time.process_time()

    def shown(result: AttackResult) -> None:
        at = time.process_time() - began
        print(f"ours, row {result.index}: {result.status}, {at:.1f} s so far", file=sys.stderr, flush=True)

    took, results = seconds(lambda: engine.run(given.rows, each=shown))
    successes = sum(result.status == SUCCESSFUL for result in results)
    return Figures(successes, sum(one.queries for one in results), took, shares=services.seconds), services


def theirs(recipe: str, given: Set, python: str, limit: float, folder: Path) -> Figures:
    """TextAttack's own recipe on the same victim, in its own environment."""
    job, out = folder / "job.json", folder / "out.jsonl"
    limits = {"budget": BUDGETS.get(recipe), "seconds": limit, "seed": 7}
    rows = given.rows.to_list()
    if given.name == "SNLI":
        rows = [{"text": {k: row[k] for k in ("premise", "hypothesis")}, "label": row["label"]} for row in rows]
    job.write_text(json.dumps(job_of(recipe, given.folder, rows, folder) | limits), "utf-8")
    subprocess.run([python, str(HERE / "peers" / "textattack_run.py"), str(job), str(out)], check=True)
    lines = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    found, totals = lines[:-1], lines[-1]["totals"]
    count = Counter(line["status"] for line in found)
    shares = Counter({kind: totals[kind]["cpu"] for kind in ("victim", "encoder")})
    queries = sum(line["queries"] for line in found)
    return Figures(count["successful"], queries, sum(line["cpu"] for line in found), count["error"], shares)


def floor(given: Set, inputs: Mapping[str, list[Any]]) -> Counter[str]:
    """The least CPU seconds in which models answer inputs that are all known."""
    found: Counter[str] = Counter()
    predictor, rows = given.predictor, [row_of(one, given.task.input_roles) for one in inputs["victim"]]

    def victim() -> None:
        for _, output in predictor.forward(predictor.encode_rows(rows), even=True):
            output.logits.numpy()

    found["victim"] = seconds(victim)[0]
    if inputs.get("encode"):
        encoder = Encoder()
        parts: dict[int, list[str]] = {}
        for one, bucket in zip(inputs["encode"], encoder.buckets(inputs["encode"])):
            parts.setdefault(bucket, []).append(one)
        for bucket, part in parts.items():
            found["encode"] += seconds(partial(encoder.answer, bucket, part))[0]
    return found


HEAD = """\
| recipe | set | rows | successes, ours / TextAttack | queries | ms a query | TextAttack over ours | the floor allows \
| a row | victim, encoder, rest of ours, % | of TextAttack, % |
| --- | --- | ---: | --- | --- | --- | ---: | ---: | ---: | --- | --- |"""


def line_of(recipe: str, given: Set, mine: Figures, other: Figures | None, least: Counter[str]) -> str:
    """One line of the table."""
    queries, each, ratio, row, parts = str(mine.queries), f"{mine.each:.1f}", "–", "–", "–"
    rest = 1 - (mine.shares["victim"] + mine.shares["encode"]) / mine.seconds
    own = [mine.shares["victim"] / mine.seconds, mine.shares["encode"] / mine.seconds, rest]
    successes, bound = str(mine.successes), sum(least.values()) / mine.queries * 1e3
    if other is not None:
        left_out = f" ({other.errors} stopped)" if other.errors else ""
        successes += f" / {other.successes}{left_out}"
        queries += f" / {other.queries}"
        each += f" / {other.each:.1f}"
        ratio, allowed = f"{other.each / mine.each:.2f}", f"{other.each / bound:.2f}"
        row = f"{other.seconds / mine.seconds:.2f}"
        share = [other.shares["victim"] / other.seconds, other.shares["encoder"] / other.seconds]
        parts = ", ".join(f"{100 * one:.0f}" for one in [*share, 1 - sum(share)])
    else:
        allowed = f"floor over ours {bound / mine.each:.2f}"
    cells = [f"`{recipe}`", given.name, str(len(given.rows)), successes, queries, each, ratio, allowed, row]
    return "| " + " | ".join([*cells, ", ".join(f"{100 * one:.0f}" for one in own), parts]) + " |"


def measure(recipe: str, given: Set, args: Namespace, folder: Path) -> str:
    """One recipe on one set: ours, the floor, TextAttack."""
    mine, services = ours(recipe, given)
    least = floor(given, services.inputs)
    other = theirs(recipe, given, args.textattack, args.seconds, folder) if args.textattack else None
    return line_of(recipe, given, mine, other, least)


def main() -> None:
    parser = ArgumentParser(description="Attacks against their floor and against TextAttack.")
    parser.add_argument("recipes", nargs="*", help=f"of {', '.join(COMPARED)}; all of them without any")
    parser.add_argument("--rows", type=int, default=30)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--textattack", metavar="PYTHON")
    parser.add_argument("--seconds", type=float, default=60.0, help="CPU seconds of a row of TextAttack")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    torch.set_num_threads(1)
    disable_progress_bars()
    lines = [HEAD]
    with tempfile.TemporaryDirectory() as folder:
        print(HEAD)
        for given in sets(args.data, args.rows, Path(folder)):
            for recipe in args.recipes or COMPARED:
                lines.append(measure(recipe, given, args, Path(folder)))
                print(lines[-1], flush=True)
    if args.write:
        write("\n".join([said_at("attack_speed.py"), "", *lines]), HERE / "attacks.md", START, END)


if __name__ == "__main__":
    sys.exit(main())
