"""Runs TextFlint's transformations of tasks in its environment: ``python -m peers.task_flint JOBS OUT BUDGET``.

``task_rows.py`` writes the jobs, a JSON list with ``task``, ``flint``, ``options`` and ``samples`` in each, and puts
stand-ins for some resources where TextFlint looks for them. The answer has for each job what TextFlint writes for its
samples (or null), CPU seconds, and its errors with their counts.
"""

import collections
import copy
import functools
import gc
import importlib
import json
import logging
import os
import pkgutil
import random
import re
import sys
import time
from pathlib import Path

import numpy as np
import peers.calls_flint  # noqa: F401  gives TextFlint the spaCy pipeline
from textflint.common.settings import NEAR_DICT_PATH, POS_DICT_PATH, TRANSFORM_FIELDS
from textflint.common.utils import load_supporting_file
from textflint.common.utils.install import path_in_cache
from textflint.common.utils.logger import logger
from textflint.generation.generator.absa_generator import ABSAGenerator
from textflint.generation.transformation.MRC import perturb_question
from textflint.generation.transformation.UT.mlm_suggestion import MLMSuggestion

WARM = 20
FAILED = 5  # first rows; a transformation that fails on all of them is left
KINDS = {
    name.lower(): kind
    for name, kind in vars(sys.modules["textflint.input.component.sample"]).items()
    if name.endswith("Sample")
}


class Heard(logging.Handler):
    """Keeps what TextFlint only logs: where it meets an error of its own kind it answers with nothing."""

    def __init__(self):
        super().__init__(logging.ERROR)
        self.said: list[str] = []

    def emit(self, record):
        self.said.append(record.getMessage())


def main(jobs: str, out: str, budget: str) -> None:
    """Do all jobs, and write the answers after each."""
    heard = Heard()
    logger.handlers[:] = [heard]
    # its own language model would be fetched
    perturb_question.MLMSuggestion = functools.partial(MLMSuggestion, masked_model=os.environ["PEERS_MASKED_LM"])
    answers = []
    for job in json.loads(Path(jobs).read_text("utf-8")):
        try:
            answers.append(done(job, float(budget), heard))
        except BaseException as error:  # a transformation that cannot be made leaves the others alone
            answers.append({"cpu": 0.0, "dumped": [], "errors": {short(error): 1}})
        gc.collect()
        Path(out).write_text(json.dumps(answers), "utf-8")
        print(job["task"], job["flint"], round(answers[-1]["cpu"], 1), file=sys.stderr, flush=True)


def done(job: dict, budget: float, heard: Heard) -> dict:
    """The answer of one job; rows that do not fit into the budget of CPU seconds are left out."""
    call = Call(job, transformation(job["task"], job["flint"])(**job["options"]), heard)
    for place in range(min(WARM, len(job["samples"]))):
        call(place)
        if place == FAILED - 1 and call.errors.total() == FAILED:
            return {"cpu": 0.0, "dumped": [], "errors": call.errors}
    call.errors.clear()
    random.seed(1)
    np.random.seed(1)
    dumped = []
    while len(dumped) < len(job["samples"]) and call.cpu < budget:
        dumped.append(call(len(dumped)))
    return {"cpu": call.cpu, "dumped": dumped, "errors": call.errors}


def transformation(task: str, name: str) -> type:
    """The class of a transformation; not every package names those of its modules."""
    package = importlib.import_module(f"textflint.generation.transformation.{task}")
    modules = [
        importlib.import_module(f"{package.__name__}.{one.name}") for one in pkgutil.iter_modules(package.__path__)
    ]
    return next(vars(module)[name] for module in modules if name in vars(module))


class Call:
    """A transformation with what the engine of TextFlint gives it for each row.

    Args:
        job: What is asked for.
        transformation: The object.
        heard: What is logged.
    """

    def __init__(self, job: dict, transformation, heard: Heard):
        self.task, self.given, self.transformation, self.heard = job["task"], job["samples"], transformation, heard
        self.kind = KINDS[f"{self.task.lower()}sample"]
        self.fixed = _resources(job)
        self.errors: collections.Counter = collections.Counter()
        self.cpu = 0.0

    def __call__(self, place: int) -> dict | None:
        """One output for a row, as it is written; None without one. Loading and transforming are timed."""
        given = [copy.deepcopy(self.given[one]) for one in (place, *self._others(place))]
        self.heard.said.clear()
        began = time.process_time()
        try:
            one, *others = map(self.kind, given)
            found = self.transformation.transform(one, n=1, **self._field(), **self._named(others), **self.fixed)
            self.cpu += time.process_time() - began
            # some answer with many rows, always in the same order
            dumped = found[place % len(found)].dump() if found else None
        except Exception as error:
            self.cpu += time.process_time() - began
            self.errors[short(error)] += 1
            dumped = None
        else:
            self.errors.update(short(said) for said in self.heard.said[:1])
        if self.errors:
            gc.collect(0)  # a lock of a file that could not be fetched goes with its error
        return dumped

    def _others(self, place: int) -> list[int]:
        if self.task in ("NER", "NERCN"):
            return list(range(place + 1, min(place + 3, len(self.given))))
        if self.task == "COREF":
            return random.sample([one for one in range(len(self.given)) if one != place], 2)
        return []

    def _named(self, others: list) -> dict:
        named = {"NER": "concat_samples", "NERCN": "concat_samples", "COREF": "samples_other"}.get(self.task)
        return {named: others} if named else {}

    def _field(self) -> dict:
        return {"field": copy.copy(TRANSFORM_FIELDS[self.task]), "split_by_space": self.task == "WSD"}


def _resources(job: dict) -> dict:
    """What the generators of two tasks read once."""
    if job["flint"] == "AddDiff":
        generator = ABSAGenerator(trans_methods=["AddDiff"], dataset_config="laptop")
        return {"extra_text": generator.extra_text}
    if job["task"] == "MRC":
        near, tags = load_supporting_file(path_in_cache(NEAR_DICT_PATH), path_in_cache(POS_DICT_PATH))
        return {"nearby_word_dict": near, "pos_tag_dict": tags}
    return {}


def short(error: BaseException | str) -> str:
    """The cause of an error in one line: TextFlint raises another one over it."""
    while isinstance(error, BaseException) and error.__context__ is not None and "internal error" in str(error):
        error = error.__context__
    said = error if isinstance(error, str) else f"{type(error).__name__}: {error}"
    said = " ".join(re.sub(r"\{.*\}|\[.*\]|<.*?>", "...", said, flags=re.S).split())
    fetched = re.search(r"url: \S*/download/(\S+)", said)
    return f"fetches {fetched[1]}" if fetched else said[:110]


if __name__ == "__main__":
    main(*sys.argv[1:])
