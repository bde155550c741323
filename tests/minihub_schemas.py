"""What the Hub checks of files when they are pushed: benchmark files, evaluation results and the metadata of cards.

The rules are those of the Hub's documentation ("Evaluation Results", "Model Cards") and of its list of frameworks.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

import yaml

FRAMEWORKS = frozenset(
    "exgentic inspect-ai math-arena mteb olmocr-bench harbor archipelago apex-evals screenspot-pro swe-bench "
    "swe-bench-pro nemo-evaluator yc-bench open-asr-leaderboard mdpbench parsebench video-mme-v2 claw-eval".split()
)
SOLVERS = frozenset(
    "prompt_template system_message user_message chain_of_thought use_tools generate self_critique "
    "multiple_choice".split()
)
SCORERS = frozenset("includes match pattern answer exact f1 model_graded_qa model_graded_fact choice math".split())
NUMBER = (int, float)
# the type of each key; a question mark says that it may be absent, no other key may be there
STEP = {"name": str, "args?": dict}
FIELDS = {"input": str, "target": str, "choices?": (str, list), "metadata?": list, "input_image?": str}
BENCHMARK = {"name": str, "description": str, "evaluation_framework": str, "tasks": list}
TASK = {"id": str, "config?": str, "split?": str}
INSPECT = {"field_spec": dict, "solvers": list, "scorers": list, "shuffle_choices?": bool, "epochs?": int}
RESULT = {"dataset": dict, "value": NUMBER, "verifyToken?": str, "date?": str, "source?": dict, "notes?": str}
RESULT_DATASET = {"id": str, "task_id": str, "revision?": str}
RESULT_SOURCE = {"url": str, "name?": str, "user?": str}
INDEX_MODEL = {"name": str, "results": list}
INDEX_RESULT = {"task": dict, "dataset": dict, "metrics": list, "source?": dict}
# keys that an entry of a card must have beside whatever it says
INDEX_TASK, INDEX_DATASET, INDEX_METRIC = {"type": str}, {"name": str, "type": str}, {"type": str, "value": object}


def faults(path: str, data: bytes) -> list[str]:
    """What the Hub would refuse in a file; nothing for files that it does not check.

    Args:
        path: The path in the repository.
        data: The content.
    """
    if path == "eval.yaml":
        return list(_read(data, _benchmark))
    if re.fullmatch(r"\.eval_results/[^/]+\.ya?ml", path):
        return list(_read(data, _results))
    if path == "README.md":
        front = re.match(r"---\r?\n(.*?)\r?\n---\r?(\n|$)", data.decode("utf-8", "replace"), re.DOTALL)
        return list(_read(front[1].encode(), _card)) if front else []
    return []


def _read(data: bytes, check: Any) -> Iterator[str]:
    try:
        value = yaml.safe_load(data)
    except yaml.YAMLError as error:
        yield f"no YAML: {error}"
        return
    yield from check(value)


def _keys(value: Any, spec: Mapping[str, Any], where: str, others: bool = False) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{where} must be an object"
        return
    known = {key.rstrip("?"): kind for key, kind in spec.items()}
    for key in spec:
        if not key.endswith("?") and key not in value:
            yield f"{where}.{key} is required"
    for key, one in value.items():
        if key not in known:
            if not others:
                yield f"{where}.{key} is unknown"
        elif not isinstance(one, known[key]) or (isinstance(one, bool) and known[key] not in (bool, object)):
            yield f"{where}.{key} is invalid: {one!r:.60}"


def _benchmark(value: Any) -> Iterator[str]:
    yield from (found := list(_keys(value, BENCHMARK, "eval.yaml")))
    if found:
        return
    framework = value["evaluation_framework"]
    if framework not in FRAMEWORKS:
        yield f"evaluation_framework is invalid: {framework!r}"
    ids = [task.get("id") for task in value["tasks"] if isinstance(task, dict)]
    if not ids or len(set(ids)) < len(ids):
        yield "tasks must have distinct ids"
    for number, task in enumerate(value["tasks"]):
        where = f"tasks[{number}]"
        inspect = framework == "inspect-ai"
        found = list(_keys(task, {**TASK, **INSPECT} if inspect else TASK, where))
        yield from found
        if inspect and not found:
            yield from _keys(task["field_spec"], FIELDS, f"{where}.field_spec")
            yield from _steps(task["solvers"], SOLVERS, f"{where}.solvers")
            yield from _steps(task["scorers"], SCORERS, f"{where}.scorers")


def _steps(steps: list[Any], known: frozenset[str], where: str) -> Iterator[str]:
    if not steps:
        yield f"{where} is empty"
    for number, step in enumerate(steps):
        found = list(_keys(step, STEP, f"{where}[{number}]"))
        yield from found
        if not found and step["name"] not in known:
            yield f"{where}[{number}].name is invalid: {step['name']!r}"


def _results(value: Any) -> Iterator[str]:
    if not isinstance(value, list):
        yield "results must be a list"
        return
    for number, one in enumerate(value):
        where = f"[{number}]"
        yield from (found := list(_keys(one, RESULT, where)))
        if found:
            continue
        yield from _keys(one["dataset"], RESULT_DATASET, f"{where}.dataset")
        if "source" in one:
            yield from _keys(one["source"], RESULT_SOURCE, f"{where}.source")
        try:
            datetime.fromisoformat(one.get("date", "2026-01-01"))
        except ValueError:
            yield f"{where}.date is no ISO 8601 date"


def _card(value: Any) -> Iterator[str]:
    if not isinstance(value, dict):
        yield "the metadata must be an object"
        return
    for model in value.get("model-index") or ():
        yield from (found := list(_keys(model, INDEX_MODEL, "model-index", others=True)))
        for number, result in enumerate([] if found else model["results"]):
            where = f"model-index.results[{number}]"
            yield from (broken := list(_keys(result, INDEX_RESULT, where, others=True)))
            if broken:
                continue
            yield from _keys(result["task"], INDEX_TASK, f"{where}.task", others=True)
            yield from _keys(result["dataset"], INDEX_DATASET, f"{where}.dataset", others=True)
            for metric in result["metrics"]:
                yield from _keys(metric, INDEX_METRIC, f"{where}.metrics", others=True)
    for config in value.get("configs") or ():
        yield from _keys(config, {"config_name": str, "data_files": (str, list, dict)}, "configs", others=True)
    tags = value.get("tags") or []
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        yield "tags must be a list of strings"
