"""The transformations of tasks beside those of TextFlint 0.1.0, on the same rows.

    python tests/benchmarks/peers/install.py VENVS --only nlpaug,flint
    python tests/benchmarks/peers/task_rows.py DATA OUT --venvs VENVS

DATA is a folder with the files that ``task_pairs.py`` names. Of each file the rows with a number of the form 4 n + 3
that have what the transformation works on are taken, up to ``--rows``. Both get the same columns, and one output a row
is kept. OUT gets ``flint.jsonl`` and ``ours.jsonl`` with one line a changed row: the fields that changed, labels too,
before and after, and the other short ones. Rates are rows a CPU second, from plain rows: loading and tagging count for
both.

TextFlint's engine is left out, so that an error costs one row and not the run. Its network is not needed either: the
clauses of ``AddDiff`` come from the other rows of the same file, near words are those of the embedded vectors, and its
language model is ours. What else it would fetch is missing, and said in the table.
"""

import argparse
import collections
import functools
import json
import re
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
if __name__ == "__main__":
    sys.path[0] = str(HERE.parent)

from datasets import Dataset, disable_progress_bars  # noqa: E402
from peers import compare, task_forms  # noqa: E402
from peers.task_pairs import KINDS, PAIRS, Pair, pieces, wanted  # noqa: E402

import hf_robust as hr  # noqa: E402
from hf_robust.core.errors import MissingResource  # noqa: E402
from hf_robust.language.english.wordforms import tags_of  # noqa: E402
from hf_robust.language.vectors import word_vectors  # noqa: E402
from hf_robust.tasks.layouts.load_rows import load_data  # noqa: E402
from hf_robust.transforms.chains import annotated_for  # noqa: E402
from hf_robust.transforms.transformation_registry import transformations  # noqa: E402

QUARTER = 3
WARM = 20
SHORT = 1000  # characters of a field that is shown though it did not change
NEAR = 20
CLAUSES = 600  # rows from which AddDiff takes clauses
# what it would fetch is missed at once, whatever network there is
NO_NETWORK = {f"{name}_proxy": "http://127.0.0.1:9" for name in ("http", "https")} | {"TQDM_DISABLE": "1"}

Row = dict


def main() -> None:
    """Run both on all pairs, write the outputs and print the table."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("data", type=Path)
    options.add_argument("out", type=Path)
    options.add_argument("--venvs", type=Path, default=Path("venvs"), help="folder with peer_flint/bin/python (venvs)")
    options.add_argument("--rows", type=int, default=300, help="rows of each pair (300)")
    options.add_argument("--only", help="regular expression for the title of a pair: 'NLI|COREF Rnd'")
    options.add_argument("--budget", type=float, default=60.0, help="CPU seconds of a pair; then TextFlint is cut (60)")
    given = options.parse_args()
    given.nltk_data = None  # those beside the environments
    given.out.mkdir(parents=True, exist_ok=True)
    disable_progress_bars()
    pairs = [pair for pair in PAIRS if wanted(pair, given.only) and (given.data / pair.file).exists()]
    rows = [taken(pair, given.data, given.rows) for pair in pairs]
    theirs = run_flint(pairs, rows, given)
    lines = collections.defaultdict(list)
    print("| transformation | file | rows | TextFlint changed | errors | rows/s | ours | changed | errors | rows/s |")
    print("| --- | --- | ---: | ---: | --- | ---: | --- | ---: | ---: | ---: |")
    for pair, numbered, answer in zip(pairs, rows, theirs):
        plain = [row for _, row in numbered]
        made, failed, rate = run_ours(pair, plain)
        changed = {"flint": items(pair, numbered, outputs(pair, plain, answer)), "ours": items(pair, numbered, made)}
        for name, found in changed.items():
            lines[name] += found
        judged = len(answer["dumped"])
        cells = [pair.title, pair.file, len(plain), f"{len(changed['flint'])} of {judged}"]
        cells += [said(answer), f"{judged / answer['cpu']:.0f}" if answer["cpu"] else "-"]
        cells += [pair.ours, f"{len(changed['ours'])} of {len(plain)}", failed, f"{rate:.0f}" if rate else "-"]
        print(f"| {' | '.join(map(str, cells))} |", flush=True)
    for name, found in lines.items():
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in found)
        (given.out / f"{name}.jsonl").write_text(text, "utf-8")


@functools.cache
def loaded(task: str, path: Path) -> Dataset:
    """A file in the layout of a task of TextFlint, with the columns that both packages get."""
    kind = KINDS[task]
    data = load_data(str(path))
    renamed = {old: new for old, new in kind.renamed.items() if old in data.column_names}
    data = data.remove_columns([new for new in renamed.values() if new in data.column_names])
    data = hr.with_layout(data.rename_columns(renamed), kind.name)
    return data.select_columns(list(kind.columns))


def taken(pair: Pair, folder: Path, count: int) -> list[tuple[int, Row]]:
    """The first rows of one quarter of the file that the transformation can work on, with their numbers."""
    found, data = [], loaded(pair.task, folder / pair.file)
    for number in range(QUARTER, len(data), 4):
        for row in pieces(data[number]):
            if None not in row.values() and pair.eligible(row):
                found.append((number, row))
        if len(found) >= count:
            break
    return found[:count]


def run_flint(pairs: list[Pair], rows: list[list[tuple[int, Row]]], given: argparse.Namespace) -> list[dict]:
    """TextFlint's answers from its interpreter, one a pair; empty ones where it is not there."""
    python = given.venvs / "peer_flint" / "bin" / "python"
    nothing = {"cpu": 0.0, "dumped": [], "errors": {"not installed": 1}}
    if not python.is_file():
        print(f"TextFlint is left out: no interpreter at {python}", file=sys.stderr)
        return [nothing] * len(pairs)
    environment = {**compare.environment(given), **NO_NETWORK}
    stand_ins(pairs, rows, given.data, Path(environment["TR_CACHE_DIR"]))
    jobs = [
        {
            "task": pair.task,
            "flint": pair.flint,
            "options": pair.flint_options,
            "samples": [task_forms.sample(pair.task, row) for _, row in numbered],
        }
        for pair, numbered in zip(pairs, rows)
    ]
    path, out = (given.out.absolute() / name for name in ("jobs.json", "answers.json"))
    path.write_text(json.dumps(jobs), "utf-8")
    out.unlink(missing_ok=True)
    command = [python.absolute(), "-m", "peers.task_flint", path, out, given.budget]
    subprocess.run(list(map(str, command)), cwd=HERE.parent, env=environment, stdout=sys.stderr)
    answers = json.loads(out.read_text("utf-8")) if out.exists() else []
    return answers + [nothing] * (len(pairs) - len(answers))


def stand_ins(pairs: list[Pair], rows: list[list[tuple[int, Row]]], folder: Path, cache: Path) -> None:
    """What TextFlint reads of two tasks: clauses with opinions, and words near those of the paragraphs."""
    if pair := next((pair for pair in pairs if pair.flint == "AddDiff"), None):
        data = loaded(pair.task, folder / pair.file)
        others = [row for number, row in enumerate(data) if number % 4 != QUARTER and pair.eligible(row)]
        examples = {str(number): task_forms.sample(pair.task, row) for number, row in enumerate(others[:CLAUSES])}
        _put(cache / "ABSA_DATA" / "laptop" / "train_sent_towe.json", examples)
    if any(pair.task == "MRC" for pair in pairs):
        texts = {row["context"] for pair, numbered in zip(pairs, rows) if pair.task == "MRC" for _, row in numbered}
        words = sorted({word for text in texts for word in re.findall(r"\w+", text.lower())})
        near = word_vectors().neighbors(words, NEAR)
        # the first is the word itself
        table = {word: [{"word": word}, *({"word": one.word} for one in found)] for word, found in near.items()}
        tags = {one["word"]: min(tags_of(one["word"]), default="NN") for found in table.values() for one in found}
        _put(cache / "MRC_DATA" / "neighbour.json", table)
        _put(cache / "MRC_DATA" / "postag_dict.json", tags)


def _put(path: Path, content: dict) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content), "utf-8")


def outputs(pair: Pair, rows: list[Row], answer: dict) -> list[Row | None]:
    """TextFlint's outputs in our layout, in the order of the rows."""
    return [
        None if dumped is None else task_forms.back(pair.task, row, dumped)
        for row, dumped in zip(rows, answer["dumped"])
    ]


def run_ours(pair: Pair, rows: list[Row]) -> tuple[list[Row | None], int, float]:
    """Our outputs, how many rows failed, and rows a CPU second."""
    kind, data = KINDS[pair.task], Dataset.from_list(rows)
    task = hr.task(kind.name, language=kind.language).bind(data)
    transformation = transformations.get(pair.ours, kind.language)(**pair.our_options)
    try:
        perturb = hr.Perturb(transformation, task, keep="all")
    except MissingResource as error:
        print(f"{pair.ours}: {error}", file=sys.stderr)
        return [None] * len(rows), len(rows), 0.0

    def perturbed(given: Dataset) -> Dataset:
        ready = annotated_for(given, task, [(transformation,)])
        return ready.map(perturb, batched=True, load_from_cache_file=False)

    perturbed(data.select(range(min(WARM, len(data)))))
    began = time.process_time()
    made = perturbed(data)
    spent = time.process_time() - began
    outputs, failed = [], 0
    for row in made.to_list():
        status = row.pop("robust")["status"]
        failed += status == "failed"
        outputs.append(row if status == "changed" else None)
    return outputs, failed, len(rows) / spent


def items(pair: Pair, numbered: list[tuple[int, Row]], made: list[Row | None]) -> list[dict]:
    """What is written for the changed rows."""
    found = []
    for (number, row), new in zip(numbered, made):
        changed = [name for name in row if new is not None and new.get(name) != row[name]]
        if changed:
            found.append(
                {
                    "transformation": pair.title,
                    "task": KINDS[pair.task].name,
                    "file": Path(pair.file).name,
                    "row": number,
                    "before": {name: row[name] for name in changed},
                    "after": {name: new[name] for name in changed},
                    "unchanged_fields": {
                        name: value for name, value in row.items() if name not in changed and len(str(value)) < SHORT
                    },
                }
            )
    return found


def said(answer: dict) -> str:
    """The errors of a cell: how many, and the most frequent one."""
    if not answer["errors"]:
        return "0"
    most, _ = max(answer["errors"].items(), key=lambda one: one[1])
    return f"{sum(answer['errors'].values())}: {most}".replace("|", "/")


if __name__ == "__main__":
    main()
