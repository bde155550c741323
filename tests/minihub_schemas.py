"""What the Hub checks of files when they are pushed: benchmark files, evaluation results and the metadata of cards.

The rules are those of the Hub's documentation ("Evaluation Results", "Licenses"; the specifications ``modelcard.md``
and ``datasetcard.md`` of huggingface/hub-docs), of its list of frameworks (``packages/tasks/src/eval.ts`` of
huggingface/huggingface.js) and, for the fields of inspect, of what inspect itself accepts (``HFTask`` of inspect_ai).
"""

import math
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

import yaml

FRAMEWORKS = frozenset(
    "exgentic inspect-ai math-arena mteb olmocr-bench harbor archipelago apex-evals screenspot-pro swe-bench "
    "swe-bench-pro nemo-evaluator yc-bench open-asr-leaderboard mdpbench parsebench video-mme-v2 claw-eval "
    "wildclawbench".split()
)
SOLVERS = frozenset(
    "prompt_template system_message user_message chain_of_thought use_tools generate self_critique "
    "multiple_choice".split()
)
SCORERS = frozenset("includes match pattern answer exact f1 model_graded_qa model_graded_fact choice math".split())
LICENSES = frozenset(
    "apache-2.0 mit openrail bigscience-openrail-m creativeml-openrail-m bigscience-bloom-rail-1.0 bigcode-openrail-m "
    "afl-3.0 artistic-2.0 bsl-1.0 bsd bsd-2-clause bsd-3-clause bsd-3-clause-clear c-uda cc cc0-1.0 cc-by-2.0 "
    "cc-by-2.5 cc-by-3.0 cc-by-4.0 cc-by-sa-3.0 cc-by-sa-4.0 cc-by-nc-2.0 cc-by-nc-3.0 cc-by-nc-4.0 cc-by-nd-4.0 "
    "cc-by-nc-nd-3.0 cc-by-nc-nd-4.0 cc-by-nc-sa-2.0 cc-by-nc-sa-3.0 cc-by-nc-sa-4.0 cdla-sharing-1.0 "
    "cdla-permissive-1.0 cdla-permissive-2.0 wtfpl ecl-2.0 epl-1.0 etalab-2.0 eupl-1.1 agpl-3.0 gfdl gpl gpl-2.0 "
    "gpl-3.0 lgpl lgpl-2.1 lgpl-3.0 isc lppl-1.3c ms-pl mpl-2.0 odc-by odbl openrail++ osl-3.0 postgresql ofl-1.1 "
    "ncsa unlicense zlib pddl lgpl-lr deepfloyd-if-license llama2 gemma unknown other".split()
)
SIZES = frozenset("n<1K 1K<n<10K 10K<n<100K 100K<n<1M 1M<n<10M 10M<n<100M 100M<n<1B n>1T".split())
REPO = r"[\w.-]+/[\w.-]+"
NUMBER = (int, float)
# the type of each key; a question mark says that it may be absent, no other key may be there
STEP = {"name": str, "args?": dict}
FIELDS = {
    "input": str,
    "target": str,
    "choices?": (str, list),
    "metadata?": list,
    "input_image?": str,
    "id?": str,
    **dict.fromkeys(("sandbox?", "files?", "setup?", "checkpoint?", "description?"), str),
}
BENCHMARK = {"name": str, "description": str, "evaluation_framework": str, "tasks": list}
TASK = {"id": str, "config?": str, "split?": str}
INSPECT = {
    "field_spec": dict,
    "solvers": list,
    "scorers": list,
    "shuffle_choices?": bool,
    "epochs?": int,
    "epoch_reducer?": str,
}
RESULT = {
    "dataset": dict,
    "value": NUMBER,
    "verifyToken?": str,
    "date?": str,
    "source?": dict,
    "notes?": str,
    "evaluation_framework?": str,
}
RESULT_DATASET = {"id": str, "task_id": str, "revision?": str}
RESULT_SOURCE = {"url": str, "name?": str, "user?": str}
INDEX_MODEL = {"name": str, "results": list}
INDEX_RESULT = {"task": dict, "dataset": dict, "metrics": list, "source?": dict}
# keys that an entry of a card must have beside whatever it says
INDEX_TASK, INDEX_DATASET, INDEX_METRIC = {"type": str}, {"name": str, "type": str}, {"type": str, "value": object}
CARD = {
    "model-index?": list,
    "configs?": list,
    "pretty_name?": str,
    "library_name?": str,
    **dict.fromkeys(("language?", "license?", "datasets?", "metrics?", "source_datasets?"), (str, list)),
    **dict.fromkeys(("tags?", "task_categories?", "task_ids?", "size_categories?"), list),
}
CONFIG = {"config_name": str, "data_files?": (str, list, dict), "default?": bool, "version?": str}
FILES = {"split": str, "path": (str, list)}


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
            yield from _strings(task["field_spec"].get("metadata"), f"{where}.field_spec.metadata")
            if task.get("epochs", 1) < 1:
                yield f"{where}.epochs is invalid: {task['epochs']}"
            if not re.fullmatch(r"(pass_at|at_least)_\d+|max|mode|median|mean", task.get("epoch_reducer", "mean")):
                yield f"{where}.epoch_reducer is invalid: {task['epoch_reducer']!r}"
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
        if not re.fullmatch(REPO, str(one["dataset"].get("id", "me/x"))):
            yield f"{where}.dataset.id is invalid: {one['dataset']['id']!r}"
        if not math.isfinite(one["value"]):
            yield f"{where}.value is invalid: {one['value']}"
        if one.get("evaluation_framework", "inspect-ai") not in FRAMEWORKS:
            yield f"{where}.evaluation_framework is invalid: {one['evaluation_framework']!r}"
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
    yield from (found := list(_keys(value, CARD, "metadata", others=True)))
    if found:
        return
    for model in value.get("model-index", ()):
        yield from (found := list(_keys(model, INDEX_MODEL, "model-index", others=True)))
        for number, result in enumerate([] if found else model["results"]):
            yield from _result(result, f"model-index.results[{number}]")
    for config in value.get("configs", ()):
        yield from (found := list(_keys(config, CONFIG, "configs", others=True)))
        files = config.get("data_files") if not found else None
        for file in files if isinstance(files, list) else ():
            yield from _keys(file, FILES, "configs.data_files")
    for key in ("tags", "task_categories", "task_ids", "datasets", "metrics", "source_datasets"):
        yield from _strings(_listed(value, key), key)
    for key, known in {
        "license": LICENSES.__contains__,
        "size_categories": SIZES.__contains__,
        "language": _code,
    }.items():
        yield from (f"{key} is invalid: {one!r}" for one in _listed(value, key) if not known(one))


def _result(result: Any, where: str) -> Iterator[str]:
    yield from (broken := list(_keys(result, INDEX_RESULT, where, others=True)))
    if broken:
        return
    yield from _keys(result["task"], INDEX_TASK, f"{where}.task", others=True)
    yield from _keys(result["dataset"], INDEX_DATASET, f"{where}.dataset", others=True)
    for metric in result["metrics"]:
        yield from _keys(metric, INDEX_METRIC, f"{where}.metrics", others=True)


def _listed(value: dict[str, Any], key: str) -> list[Any]:
    found = value.get(key, [])
    return found if isinstance(found, list) else [found]


def _code(language: Any) -> bool:
    """Whether a language is a code of ISO 639, or one of the two words that the Hub knows beside them."""
    return isinstance(language, str) and bool(re.fullmatch(r"[a-z]{2,3}|multilingual|code", language))


def _strings(values: Any, where: str) -> Iterator[str]:
    yield from (f"{where} is invalid: {one!r:.60}" for one in values or () if not isinstance(one, str))
