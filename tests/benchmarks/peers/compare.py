"""Rows a second of hf_robust and of its peers, in the same run on the same texts.

    python tests/benchmarks/peers/compare.py --venvs VENVS --write

Each package runs in its own interpreter, one process after the other, in rounds; a peer whose interpreter is not
there is left out. ``install.py`` beside this file makes the environments.
"""

import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
if __name__ == "__main__":
    sys.path[0] = str(HERE.parent)

from peers import table, texts  # noqa: E402
from peers.rows import ROWS  # noqa: E402

PEERS = ("flint", "nlpaug", "textattack", "checklist", "langtest")
VARIANTS = ("", "/annotated", "/samples")
ONE_THREAD = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMEXPR_NUM_THREADS")
README = HERE.parent / "README.md"


def options() -> argparse.ArgumentParser:
    """The options of the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--venvs", type=Path, default=Path("venvs"), help="folder with peer_NAME/bin/python (venvs)")
    for name in PEERS:
        parser.add_argument(f"--{name}", type=Path, help=f"interpreter that has {name}")
    parser.add_argument("--sentences", type=Path, help="texts, one a line; .jsonl with a column text or sentence")
    parser.add_argument("--cased", type=Path, help="the same for names, places and numbers")
    parser.add_argument("--rows", type=int, default=2000, help="texts of each set (2000)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds (3)")
    parser.add_argument("--budget", type=float, default=5.0, help="CPU seconds of a cell; then it is cut (5)")
    parser.add_argument("--only", help=f"rows, separated by commas, of: {', '.join(ROWS)}")
    parser.add_argument("--nltk-data", help="NLTK data of the peers (VENVS/peer_data/nltk_data, then NLTK_DATA)")
    parser.add_argument(
        "--together", action="store_true", help="all packages at once, so that each meets the same load"
    )
    parser.add_argument("--write", action="store_true", help=f"write the tables into {README.name} beside the folder")
    return parser


def main() -> None:
    """Time all, print the tables and write them where asked."""
    given = options().parse_args()
    wanted = given.only.split(",") if given.only else list(ROWS)
    if unknown := set(wanted) - set(ROWS):
        sys.exit(f"no such row: {', '.join(sorted(unknown))}; there are {', '.join(ROWS)}")
    sets = {
        "plain": texts.of_file(given.sentences, given.rows) if given.sentences else texts.plain(given.rows),
        "cased": texts.of_file(given.cased, given.rows) if given.cased else texts.cased(given.rows),
    }
    cells = {f"{key}{variant}": ROWS[key].texts for key in wanted for variant in VARIANTS}
    rounds = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "texts.json")
        path.write_text(json.dumps(sets), "utf-8")
        for number in range(given.rounds):
            print(f"round {number + 1}", file=sys.stderr, flush=True)
            found = interpreters(given)
            with ThreadPoolExecutor(len(found) if given.together else 1) as pool:
                answers = pool.map(lambda one: run(*one, cells, path, given), found.items())
                rounds.append({package: answer for package, answer in zip(found, answers) if answer})
    block = report(rounds, sets)
    print(block)
    if given.write:
        table.write(block, README)


def interpreters(given: argparse.Namespace) -> dict[str, Path]:
    """The interpreter of each package: ours is the running one."""
    found = {"hf_robust": Path(sys.executable)}
    for name in PEERS:
        path = getattr(given, name) or given.venvs / f"peer_{name}" / "bin" / "python"
        if path.is_file():
            found[name] = path.absolute()
        else:
            print(f"{name} is left out: no interpreter at {path}", file=sys.stderr)
    return found


def run(package: str, python: Path, cells: dict[str, str], sets: Path, given: argparse.Namespace) -> dict | None:
    """Time one package in a process of its own."""
    out = sets.with_name(f"{package}.json")
    out.unlink(missing_ok=True)
    command = [python, "-m", "peers.worker", package, "--cells", json.dumps(cells), "--texts", sets]
    command += ["--budget", given.budget, "--out", out]
    log = sets.with_name(f"{package}.log")
    with log.open("w") as stream:
        done = subprocess.run(map(str, command), cwd=HERE.parent, env=environment(given), stdout=stream, stderr=stream)
    if done.returncode:
        print(f"{package} ended with {done.returncode}: {log.read_text('utf-8')[-800:]}", file=sys.stderr)
    if not out.exists():
        return None
    answer = json.loads(out.read_text("utf-8"))
    for name, cell in answer["cells"].items():
        if "error" in cell:
            print(f"{package}, {name}: {cell['error']}", file=sys.stderr)
    return answer


def environment(given: argparse.Namespace) -> dict[str, str]:
    """That of this process, on one thread and offline."""
    from hf_robust.language.embedded import SPACY_PIPELINE
    from hf_robust.language.embedded.masked_lm_model import masked_lm_path

    data = given.nltk_data or str((given.venvs / "peer_data" / "nltk_data").absolute())
    single = dict.fromkeys(ONE_THREAD, "1")
    return {
        **os.environ,
        **single,
        "HF_HUB_OFFLINE": "1",
        "TOKENIZERS_PARALLELISM": "false",
        "NLTK_DATA": os.pathsep.join(filter(None, [data, os.environ.get("NLTK_DATA")])),
        "TR_CACHE_DIR": str((given.venvs / "peer_data" / "textflint").absolute()),
        "PEERS_SPACY": str(SPACY_PIPELINE),
        "PEERS_MASKED_LM": str(masked_lm_path()),
    }


def report(rounds: list[dict], sets: dict[str, list[str]]) -> str:
    """The block of the README."""
    found = table.rates(rounds)
    words = [Path(word).name if os.path.exists(word) else word for word in sys.argv[1:]]
    return "\n\n".join(
        [
            table.said_at(f"peers/compare.py {shlex.join(words)}".strip()),
            table.facts(rounds, sets, found),
            table.tables(found),
            table.labels(found),
        ]
    )


if __name__ == "__main__":
    main()
