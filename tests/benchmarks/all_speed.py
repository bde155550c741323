"""All speeds by one command, each beside its floor, and beside a peer where one is installed.

    python tests/benchmarks/all_speed.py --data DATA [--lime FOLDER] [--textattack PYTHON] [--only PART,...] [--write]

``DATA`` is a folder with ``sst/train.jsonl``, ``sst/dev.jsonl`` and ``sst/test.jsonl`` (columns ``sentence`` and
``label2``), and for the attacks the files of ``attack_speed.py``. The demo reviews serve without it. ``FOLDER`` holds
the package ``lime``; ``PYTHON`` is the interpreter that ``attack_speed.py`` describes. The parts are:

==================== =========================================================================================
transformations      ``test_speed.py`` on short sentences: the smallest loop by hand is the floor
annotated            synonym, masked-lm, negation and named-entity, from the text and on annotated rows; the
                     floors are an identity ``map`` and the bare passes over the windows that were read
suite                the suite of all transformations for sentiment; the annotation of its rows is the floor
lime                 ``test_importance_speed.py`` in float32; the passes over the distinct inputs are the floor
run                  ``hf-robust run`` without arguments; its forward passes are the floor
attacks              ``attack_speed.py``
==================== =========================================================================================

All times are CPU seconds of one thread, processes that are started included. ``--write`` puts the tables into
``README.md``, each part with commit and date; what did not run stays there as it was. Attacks are written by
``attack_speed.py``.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")

import attack_speed
import torch
from click.testing import CliRunner
from datasets import Dataset, disable_caching, disable_progress_bars
from gate_speed import READ, bare, count_windows
from peers.table import said_at, write

import hf_robust as hr
from hf_robust.adapters.huggingface import method_call
from hf_robust.cli.app import main as command_line
from hf_robust.transforms.chains import applicable

START, END = "<!-- speed, {}: written by all_speed.py -->", "<!-- speed, {}: end -->"
HERE = Path(__file__).parent
SENTIMENT = hr.task("sentiment-classification", label_names=["negative", "positive"])
TAGGED = hr.task("named-entity-recognition")
NAMES = ("synonym", "masked-lm", "negation", "named-entity")


def all_seconds(work: Callable[[], Any]) -> tuple[float, Any]:
    """CPU seconds of some work, those of ended child processes included, and what it returned."""
    began = time.process_time() + sum(os.times()[2:4])
    found = work()
    return time.process_time() + sum(os.times()[2:4]) - began, found


def rows_of(data: Path | None, split: str, count: int) -> Dataset:
    """Labeled sentences."""
    if data is None:
        return hr.demo_reviews().select_columns(["text", "label"])
    found = [row for row in attack_speed.read(data / "sst" / f"{split}.jsonl") if str(row["label2"]) in ("0", "1")]
    return Dataset.from_list([{"text": row["sentence"], "label": int(row["label2"])} for row in found[:count]])


def transformations(args: Namespace) -> Iterator[str]:
    """What ``test_speed.py`` measures for each transformation."""
    yield "| transformation | rows a second | loop by hand over it |"
    yield "| --- | ---: | ---: |"
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "found.json")
        command = f"-m pytest {HERE / 'test_speed.py'} --benchmark-only -q -p no:cacheprovider --override-ini addopts="
        chosen = "short_sentences or annotated_sentences or model_based or token_lists"
        subprocess.run([sys.executable, *command.split(), "-k", chosen, f"--benchmark-json={out}"], stdout=sys.stderr)
        for one in json.loads(out.read_text("utf-8"))["benchmarks"]:
            form = {"test_short_sentences": "", "test_token_lists": ", annotated token lists"}
            figures, name = one["extra_info"], one["param"] + form.get(one["name"].split("[")[0], ", annotated")
            yield f"| {name} | {figures['rows_per_second']:,} | {figures['over_hand_written']} |"


def annotated(args: Namespace) -> Iterator[str]:
    """Transformations that read annotation; those that sentiment forbids, on token lists without entities."""
    yield "| what | rows | rows a second | changed | over an identity map | windows | tokens | bare passes, % |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    data = rows_of(args.data, "test", args.rows)
    words = [text.split() for text in data["text"]]
    tagged = Dataset.from_dict({"tokens": words, "ner_tags": [["O"] * len(own) for own in words]})
    few = range(min(4, len(data)))
    hr.annotate(data.select(few), SENTIMENT)
    took, of_texts = all_seconds(partial(hr.annotate, data, SENTIMENT))
    yield f"| annotation, all layers | {len(data)} | {len(data) / took:,.0f} | – | – | – | – | – |"
    of_tokens = hr.annotate(tagged, TAGGED)
    count_windows()
    for name in NAMES:
        on_texts = name in applicable(SENTIMENT)
        task = SENTIMENT if on_texts else TAGGED
        for kind, rows in {
            "from the text": data if on_texts else tagged,
            "annotated": of_texts if on_texts else of_tokens,
        }.items():
            rows.select(few).map(hr.Perturb(name, task, seed=1), batched=True)  # loads what it needs
            seed = 3 if kind == "annotated" else 2  # other words are drawn, so that little is known already
            READ.clear()
            took, found = all_seconds(partial(rows.map, hr.Perturb(name, task, seed=seed), batched=True))
            read = Counter(READ)
            least = all_seconds(partial(rows.map, lambda batch: batch, batched=True))[0]
            windows = sum(shape[0] * times for shape, times in read.items())
            tokens = sum(shape[0] * shape[1] * times for shape, times in read.items())
            cells = [f"{name}, {kind}", len(rows), f"{len(rows) / took:,.0f}", f"{len(found) / len(rows):.0%}"]
            cells += [f"{took / least:.1f}", windows, tokens, f"{bare(read) / took:.0%}"]
            yield "| " + " | ".join(map(str, cells)) + " |"


def suite(args: Namespace) -> Iterator[str]:
    """The suite of all transformations for sentiment."""
    data = rows_of(args.data, "train", 2020)
    count = min(2000, len(data))
    hr.Suite.build(data.select(range(len(data) - 20, len(data))), SENTIMENT)  # lexicons, indices and models
    took, made = all_seconds(partial(hr.Suite.build, data.select(range(count)), SENTIMENT))
    least, _ = all_seconds(partial(hr.annotate, data.select(range(count)), SENTIMENT))
    yield (
        f"Suite of {len(made)} transformations for sentiment, {count:,} rows: {took:.1f} s. The annotation of these "
        f"rows alone: {least:.1f} s."
    )


def lime(args: Namespace) -> Iterator[str]:
    """LIME beside the package."""
    if args.lime:
        sys.path.append(args.lime)
    from lime.lime_text import LimeTextExplainer
    from test_importance_speed import measured

    from hf_robust.language.embedded.sentiment_model import load_sentiment_model

    texts = rows_of(args.data, "test", args.sentences)["text"][:]
    found = measured(LimeTextExplainer, texts, load_sentiment_model(), "float32")
    yield (
        f"LIME in float32, {len(texts)} sentences, 750 samples each ({found.inputs:,} distinct inputs): "
        f"{found.ours / len(texts):.2f} s a sentence, the package lime {found.lime / len(texts):.2f} s: "
        f"{found.lime / found.ours:.2f} times. The bare passes over these inputs take {found.floor / found.ours:.0%} "
        f"of ours, so no more than {found.lime / found.floor:.2f} times is possible with these passes."
    )


def run(args: Namespace) -> Iterator[str]:
    """The main job."""
    spent: Counter[str] = Counter()
    plain = method_call.method_call

    def timed_call(*given: Any) -> Callable[..., Any]:
        call = plain(*given)

        def timed(**tensors: Any) -> Any:
            took, output = all_seconds(partial(call, **tensors))
            spent.update(seconds=took, passes=1, rows=len(tensors["input_ids"]))
            return output

        return timed

    method_call.method_call = timed_call
    with tempfile.TemporaryDirectory() as folder:
        words = ["run", "--out", folder, "--cache-dir", f"{folder}/cache"]
        took, done = all_seconds(partial(CliRunner().invoke, command_line, words, catch_exceptions=False))
    method_call.method_call = plain
    assert done.exit_code == 0, done.output
    yield (
        f"`hf-robust run` without arguments: {took:.1f} s, {spent['seconds']:.1f} s of them in {spent['passes']:,} "
        f"forward passes over {spent['rows']:,} inputs: {took / spent['seconds']:.2f} times the passes."
    )


def attacks(args: Namespace) -> Iterator[str]:
    """Attacks beside their floor and TextAttack."""
    yield attack_speed.HEAD
    with tempfile.TemporaryDirectory() as folder:
        for given in attack_speed.sets(args.data, args.attacked, Path(folder)):
            for recipe in attack_speed.COMPARED:
                yield attack_speed.measure(recipe, given, args, Path(folder))


PARTS: dict[str, Callable[[Namespace], Iterator[str]]] = {
    part.__name__: part for part in (transformations, annotated, suite, lime, run, attacks)
}


def machine() -> str:
    """What the times depend on."""
    lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines() if Path("/proc/cpuinfo").exists() else []
    model = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), "unknown processor")
    bits = 512 if torch.backends.cpu.get_cpu_capability() == "AVX512" else 256
    return (
        f"CPU seconds of one thread; {os.cpu_count()} cores, {model}, vectors of {bits} bits, mean load "
        f"{os.getloadavg()[2]:.0f}: other jobs lower all speeds, only the ratios count."
    )


def main(given: Sequence[str] | None = None) -> None:
    parser = ArgumentParser(description="All speeds beside their floors and peers.")
    parser.add_argument("--data", type=Path)
    parser.add_argument("--rows", type=int, default=1000, help="sentences that single transformations get (1000)")
    parser.add_argument("--lime", metavar="FOLDER", help="where the package lime is, if it is not installed")
    parser.add_argument("--sentences", type=int, default=20, help="sentences that LIME explains (20)")
    parser.add_argument("--textattack", metavar="PYTHON")
    parser.add_argument("--attacked", type=int, default=30, help="rows that are attacked (30)")
    parser.add_argument("--seconds", type=float, default=60.0, help="CPU seconds of a row of TextAttack")
    parser.add_argument("--only", help=f"parts, separated by commas, of: {', '.join(PARTS)}")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args(given)
    torch.set_num_threads(1)
    disable_progress_bars()
    disable_caching()
    print(machine())
    for name in args.only.split(",") if args.only else PARTS:
        print(f"\n{name}")
        try:
            lines = []
            for line in PARTS[name](args):
                print(line, flush=True)
                lines.append(line)
        except ImportError as absent:
            print(f"left out: {absent}", file=sys.stderr)
            continue
        if args.write and name != "attacks":
            block = "\n".join([said_at(f"all_speed.py --only {name}"), machine(), "", *lines])
            write(block, HERE / "README.md", START.format(name), END.format(name))


if __name__ == "__main__":
    main()
