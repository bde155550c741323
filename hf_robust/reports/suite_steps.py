"""What to do next after a run on a suite, by its outcome: a sentence each, with a command or a Python call."""

import re
from collections.abc import Iterable, Iterator

from hf_robust.adapters.baselines.baseline_table import advised_options
from hf_robust.language.embedded.demo import CALLS as DEMO_CALLS
from hf_robust.reports import suite_words as words
from hf_robust.reports.evidence import SMALL, independent_rows, rows_needed, sure_drop, too_few
from hf_robust.reports.gold_words import gold_word
from hf_robust.reports.records.robustness_records import RobustnessRecord, TransformationResult
from hf_robust.reports.run_warnings import MIXED_UP, NO_EVIDENCE, VOID, warnings_of
from hf_robust.reports.view import Outcome, Step
from hf_robust.reports.wording import clip, count, listed, percent, points
from hf_robust.tasks import TASKS
from hf_robust.tasks.classification import Classification
from hf_robust.tasks.tagging import Tagging

_TRUSTED = 0.95  # share of confirmed labels; below it, wrong labels alone can explain a drop that is not small
_NAMED = 5  # transformations that a step names
_CALLBACKS = {
    "ConsistencyCallback": "ConsistencyCallback, a callback for the Trainer, trains the model to predict the same for "
    "a row and its perturbed version.",
    "AugmentCallback": "AugmentCallback, a callback for the Trainer, adds perturbed rows to the training data.",
}
_ESTIMATED = 10  # changed rows from which their share is estimated: its standard error is then about a third of it
_OWN_DATA = (
    " In the call, model, data and task are those of this run. If the data has fewer rows, use all of them: "
    "leave out limit."
)
_GATE = "(a limit for each drop; its verdict is PASS or BLOCK)"
_PLAIN = re.compile(r"hf-robust run( [\w./:@+,=-]+)*")  # a command that a shell reads as it stands
_PROMPT = Step("Check the prompt and how its answers are read.", topic="llm")


def next_steps(record: RobustnessRecord, found: Outcome | None) -> tuple[Step, ...]:
    """What to do next, by the outcome.

    Args:
        record: A valid record whose texts can be shown.
        found: Its outcome; None has no steps.
    """
    if found is None:
        return ()
    if words.invalid(record):
        known = [code for code, _ in warnings_of(record)]
        if "few-answers" in known:
            return (_PROMPT,)
        if MIXED_UP in known:
            return (_exchange(record),)
        codes = [one for one in known if one in VOID] or [one for one in known if one in NO_EVIDENCE]
        return tuple(dict.fromkeys(_repair(record, code) for code in codes)) or (_labels(record),)
    if found.word == "Not robust":
        return tuple(_mend(record))
    if found.word == "Small drops":
        return (_gate(record, f"Decide with a gate which drop is acceptable {_GATE}."), *_mend(record))
    more = _more_rows(record)
    if found.tone == "doubt":
        return more
    gate = _gate(record, f"Check each new version of the model with a gate {_GATE}.")
    if words.worst_drop(record) < SMALL:
        return (*more, gate, _attack(record))
    breaking = sorted((one for one in words.measured(record) if one.broken), key=lambda one: -(one.broken or 0) / one.n)
    text = "If single rows must not break, retrain the model on perturbed rows."
    return (*more, gate, _train(record, breaking, text))


def _typed(record: RobustnessRecord) -> str:
    """The command of the run, if it can be typed again with more options; empty for a run from Python."""
    command = (record.command or "").strip()
    return command if _PLAIN.fullmatch(command) else ""


def _option(record: RobustnessRecord, name: str) -> str:
    """The value of an option of the command; empty where it has none."""
    found = re.search(rf" {name}[ =](\S+)", _typed(record))
    return found[1] if found else ""


def _again(record: RobustnessRecord, option: str, python: str) -> str:
    """The run again, with one more option, or as a Python call where it was one."""
    typed = _typed(record)
    return f"{typed} {option}" if typed else python


def _gate(record: RobustnessRecord, text: str) -> Step:
    python = 'hf_robust.run(model, suite).gate("drop<=5")'
    return Step(text, _again(record, '--gate "drop<=5"', python), "reports", purpose="gate")


def _repair(record: RobustnessRecord, code: str) -> Step:
    """What removes the cause of a warning."""
    if code in ("one-class", "one-position"):
        text = "Use rows of all classes: a limit draws a random sample that is stratified by class."
        return Step(text, _rows_command(record, 400), "cli")
    if code == "answers-lost":
        return _PROMPT
    if code == "answers-never-change":
        text = "Check that the model reads the text that the transformations change, and not another column."
        return Step(text, topic="adapters")
    return _labels(record)


def _exchange(record: RobustnessRecord) -> Step:
    """What to do where exchanged labels explain the score."""
    if record.model.kind == "function":
        return Step("Check which label the function returns for which class.", topic="adapters")
    if "--label-map" in (record.command or ""):
        return Step("Correct the label map: exchange the labels in --label-map.", topic="adapters")
    return _mapped(record, "Map each label of the model to the label of the data that it means.")


def _labels(record: RobustnessRecord) -> Step:
    """What to check of a model without skill: its labels only where some differ from the gold labels."""
    if words.labels_match(record) or (record.labels and record.labels.candidates):
        return Step("Check the model first: it may not be trained for this task.", topic="adapters")
    text = (
        "Check the model first: it may not be trained for this task, or its label names may differ from those of the "
        "data."
    )
    if record.model.kind == "function":
        return Step(f"{text} The function must return the label names of the data.", topic="adapters")
    return _mapped(record, f"{text} MODEL and DATA are the two names of one label.")


def _mapped(record: RobustnessRecord, text: str) -> Step:
    """A run with a label map; for a baseline that takes none, the use of another model."""
    if "label_map" not in advised_options(record.model.name):
        return Step("Use another model: this baseline is hardly better than a guess on these rows.", topic="adapters")
    python = 'hf_robust.run(model, suite, label_map={"MODEL": "DATA"})'
    return Step(
        text,
        _again(record, "--label-map MODEL=DATA", python),
        "adapters",
    )


def _all_rows(record: RobustnessRecord) -> bool:
    """Whether a command ran on all rows of the data: no option can add rows to it."""
    chosen = [_option(record, name) for name in ("--suite", "--limit", "--first", "--config")]
    return bool(_typed(record)) and not any(chosen)


def _without_limit(typed: str) -> str:
    """A command on all rows of the data."""
    return re.sub(r" --(limit|first)[ =][0-9]+", "", typed)


def _all_rows_command(record: RobustnessRecord) -> str:
    """A run on all rows; empty where none can be typed."""
    return "" if _option(record, "--suite") or _option(record, "--config") else _without_limit(_typed(record))


def _rows_command(record: RobustnessRecord, rows: int) -> str:
    """A run on so many rows; a suite is built of them first where one was given."""
    typed = _typed(record)
    if _all_rows(record):
        return ""
    if typed and not _option(record, "--suite"):
        return f"{_without_limit(typed)} --limit {rows}"
    if typed and (build := _suite_command(record)):
        return f"{build} --limit {rows}"
    names = [_listed(one) for one in record.results]
    chosen = f"transformations=[{', '.join(names)}], " if 0 < len(names) <= _NAMED else ""
    return f"hf_robust.run(model, data, task=task, {chosen}limit={rows})"


def _listed(result: TransformationResult) -> str:
    """A transformation or chain as an entry of ``transformations``, without parameters."""
    names = [f'"{stage.name}"' for stage in result.stages]
    return names[0] if len(names) == 1 else f"[{', '.join(names)}]"


def _suite_command(record: RobustnessRecord, every: bool = False) -> str:
    """The command that saves the suite of the run in the folder ``suite``; empty if the dataset cannot be typed.

    Args:
        record: A record of a run.
        every: Whether the run used all transformations of the task, so that they need no names.
    """
    suite = record.suite
    if suite.dataset not in DEMO_CALLS and not _PLAIN.fullmatch(f"hf-robust run {suite.dataset or '?'}"):
        return ""
    split = f" --split {suite.split}" if suite.split else ""
    dataset = "" if suite.dataset in DEMO_CALLS else f" --dataset {suite.dataset}{split} --task {suite.task}"
    names = ",".join(dict.fromkeys("+".join(stage.name for stage in one.stages) for one in record.results))
    chosen = "" if every else f" --transformations {names}"
    return f"hf-robust suite{dataset}{chosen} --out suite"


def _saved_first(record: RobustnessRecord) -> str:
    """How to save the suite of a run that built it from rows."""
    every = not _option(record, "-t") and not _option(record, "--transformations")
    typed = _typed(record) and _suite_command(record, every)
    limit = _option(record, "--limit")
    command = f"{typed} --limit {limit}" if limit else typed
    python = 'hf_robust.Suite.build(data, task, transformations).save("suite")'
    return f" Save the suite first: {command or python}"


def _mend(record: RobustnessRecord) -> Iterator[Step]:
    """How to mend a model: labels that may be wrong first, then training, then where it fails."""
    hurt = [result for result in words.measured(record) if sure_drop(result)]
    gold = gold_word(record.suite.task)
    doubtful = [one for one in hurt if one.audit is None or one.audit["value"] < _TRUSTED]
    yield _train(record, hurt, "Retrain the model on perturbed rows.")
    if not (record.analysis and record.analysis.slices):
        python = 'hf_robust.run(model, suite, slices=["length", "phrase"])'
        text = (
            "See which kinds of rows fail most: compute the scores of slices (groups of rows with a common property, "
            "such as the length of the text or a negation in it)."
        )
        yield Step(text, _again(record, "--slice all", python), "slices")
    if doubtful:
        which = [f"'{clip(one.name, 60)}'" for one in doubtful[:_NAMED]]
        more = [f"{count(len(doubtful) - _NAMED)} more"] if len(doubtful) > _NAMED else []
        folder = _option(record, "--suite") or record.suite.repo or ""
        text = (
            f"Check on a sample that the texts changed by {listed([*which, *more])} still have the right {gold}: "
            f"a changed text with a wrong {gold} also counts towards the drop."
        )
        if not folder:
            text += _saved_first(record)
        yield Step(text, f"hf-robust audit draw --suite {folder or 'suite'}", "audit")


def _train(record: RobustnessRecord, results: Iterable[TransformationResult], text: str) -> Step:
    """A training on the transformations of some results: for equal predictions, where the labels stay."""
    if record.answers is not None:
        return Step(text, "hf_robust.consistency_rows(model, suite)", "training")
    task, single = record.suite.task, [one for one in results if len(one.stages) == 1]
    keeping = [one for one in single if one.effect == "preserves"]
    consistent = keeping and task in TASKS and isinstance(TASKS[task], (Classification, Tagging))
    names = dict.fromkeys(f'"{one.stages[0].name}"' for one in (keeping if consistent else single))
    callback = "ConsistencyCallback" if consistent else "AugmentCallback"
    text = f"{text} {_CALLBACKS[callback]}"
    if len(names) > _NAMED:
        text += f" The command names the {_NAMED} transformations that harm the model most."
    return Step(text, f'hf_robust.{callback}("{task}", [{", ".join(list(names)[:_NAMED])}])', "training")


def _attack(record: RobustnessRecord) -> Step:
    data, model = _option(record, "--dataset"), _option(record, "--model")
    task = record.suite.task
    command = f'hf_robust.attack(model, data, "textfooler", "{task}")'
    if data and model:
        command = f"hf-robust attack --recipe textfooler --model {model} --dataset {data} --task {task}"
    return Step("Look for harder cases: attack the model.", command, "attacks")


def _more_rows(record: RobustnessRecord) -> tuple[Step, ...]:
    """How many rows of the data detect a drop of 5 points for all transformations that have too few."""
    results = words.measured(record)
    few = [one for one, _ in too_few(results)]
    if not few:
        return ()
    own = "" if _typed(record) else _OWN_DATA
    estimated = [one for one in few if independent_rows(one) >= _ESTIMATED]
    known = [
        (needed * record.suite.rows / independent_rows(one), needed, one)
        for one in estimated
        if (needed := rows_needed(one, results))
    ]
    if not known or len(known) < len(estimated):
        if _has_fewer(record, 10 * record.suite.rows):
            text = f"Use all {count(record.suite.data_rows, 'row')} of the data: these are too few to detect a drop."
            return (Step(text, _all_rows_command(record), "evaluation", purpose="rows"),)
        text = f"Use more rows, for example ten times as many: these are too few to detect a drop.{own}"
        return (Step(text, _rows_command(record, _round_up(10 * record.suite.rows)), "evaluation", purpose="rows"),)
    known.sort(key=lambda one: one[0])
    rows, needed, last = known[-1]
    drop = f"a drop of {points(SMALL)} points"
    missing = len(results) // 2 + 1 - (len(results) - len(few))  # until the rows are enough for more than half
    most = _round_up(known[missing - 1][0]) if 0 < missing <= len(known) else None
    everything = _round_up(rows)
    rare = len(few) - len(known)
    which = f"all transformations that changed {_ESTIMATED} or more rows" if rare else "all transformations"
    if _has_fewer(record, everything):
        text = (
            f"Use all {count(record.suite.data_rows, 'row')} of the data (now {count(record.suite.rows)}): they narrow "
            f"the intervals, but they are not enough to detect {drop} for {which}. For that, about {count(everything)} "
            "rows are needed."
        )
        return (Step(text, _all_rows_command(record), "evaluation", purpose="rows"),)
    said = f"Use more rows: about {count(everything)} (now {count(record.suite.rows)})"
    said = f"{said} are enough to detect {drop} for {which}"
    if most is not None and most < everything:
        said = f"{said}, and about {count(most)} for most of them"
    changes = f"'{clip(last.name, 60)}' changes {percent(last.coverage)} of the rows"
    why = f"{changes} and needs about {count(_round_up(needed))} changed rows"
    why += ". The run used all rows of the data" if _all_rows(record) else ""
    return (Step(f"{said}. {why}.{own}", _rows_command(record, everything), "evaluation", purpose="rows"),)


def _has_fewer(record: RobustnessRecord, rows: int) -> bool:
    """Whether the data has fewer rows than so many, and more than were used."""
    there = record.suite.data_rows
    return there is not None and record.suite.rows < there < rows


def _round_up(rows: float) -> int:
    """Two digits, rounded up: the number is an estimate."""
    size = 10 ** max(len(str(int(rows))) - 2, 0)
    return int(-(-rows // size) * size)
