"""``RobustnessCallback``: scores on a suite beside the usual metrics of each evaluation."""

import warnings
from collections.abc import Mapping
from dataclasses import replace
from statistics import fmean
from typing import TYPE_CHECKING, Any

from transformers import EarlyStoppingCallback, PreTrainedModel, TrainerCallback
from transformers.integrations import is_deepspeed_zero3_enabled

from hf_robust.adapters import CachedPredictor, Predictor, as_predictor
from hf_robust.core.errors import UsageError
from hf_robust.evaluation.prepared_run import measure_of, with_labels
from hf_robust.evaluation.robustness_run import evaluate_suite, warnings_of_run
from hf_robust.reports.run_warnings import CONSTANT_PREDICTIONS
from hf_robust.suites.robustness import Suite
from hf_robust.tasks.row_sampling import sample_indices
from hf_robust.training.trackio_log import TrackioLog, logs_to_trackio

if TYPE_CHECKING:
    from transformers import Trainer, TrainerControl, TrainerState, TrainingArguments

    from hf_robust.reports.records.robustness_records import TransformationResult

PREFIX = "eval_robust/"
_WHEN = ("evaluate", "epoch")


class RobustnessCallback(TrainerCallback):
    """Evaluate the model on a suite during training.

    The callback adds these values to the metrics of each evaluation, in the metric of the task:

    - ``eval_robust/<config>``: the score on the perturbed rows, and ``eval_robust/<config>_drop``: the difference from
      the score on the originals of the same rows,
    - ``eval_robust/<config>_error``: the mean absolute error on the perturbed rows, for a model that predicts scores,
    - ``eval_robust/<config>_answered``: the share of perturbed rows with an answer, for a model that writes answers,
    - ``eval_robust/original`` and ``eval_robust/perturbed``: means over the configs, each on the rows that it changed;
      compare these two with each other,
    - ``eval_robust/worst_case``: the mean over rows of the lowest score among the original and its perturbed versions.
      Compare it with ``eval_robust/worst_case_original``, the same mean over the originals alone.

    A warning tells if the model gives one and the same answer to nearly all rows: then no score can fall.

    ``trainer.evaluate()`` returns these values, ``trainer.state.log_history`` contains them, and
    ``metric_for_best_model="eval_robust/worst_case"`` selects the best checkpoint or stops early. Trackers (W&B,
    TensorBoard) log an evaluation before callbacks run. They get these values only if you add the callback with
    ``attach(trainer)``, which also puts it before an ``EarlyStoppingCallback``. A hyperparameter search needs its own
    ``compute_objective``, because the default sums all metrics.

    The callback does not change the mode, device or gradients of the model, and it draws no random numbers. On several
    processes, the main process predicts and sends the values to the others.

    Args:
        limit: Maximum number of rows per config, sampled with the seed of the suite. None uses all rows.
        every: ``"evaluate"``: at each evaluation of the Trainer; ``"epoch"``: at the end of each epoch, and only in
            ``trainer.state.log_history``.
        batch_size: Rows per batch.
        label_map: Maps labels of the model to labels of the data, if their names do not match.
        max_length: Maximum number of tokens per input. None uses the limit of the model.
        report_to: ``"trackio"`` logs the values and the worst pairs as traces (texts and predictions before and after,
            label) to Trackio, in the run of the Trainer if there is one. None logs no traces.
        traces: Number of pairs per evaluation that are logged as traces.

    Raises:
        MissingExtra: If Trackio is not installed.
        UsageError: If an argument is out of range or the suite has no rows; when training begins, also if the model,
            its tokenizer or its sharding is not supported.
        LabelError: If the labels of the model and of the data do not match.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["A fine film.", "A dull film."], "label": ["pos", "neg"]})
        >>> suite = hr.Suite.build(data, "sentiment-classification", ["keyboard", "word-case"])
        >>> callback = hr.RobustnessCallback(suite, limit=500)  # for Trainer(..., callbacks=[callback])
    """

    def __init__(
        self,
        suite: Suite,
        *,
        limit: int | None = None,
        every: str = "evaluate",
        batch_size: int = 32,
        label_map: Mapping[str, str] | None = None,
        max_length: int | None = None,
        report_to: str | None = None,
        traces: int = 10,
    ):
        if not isinstance(suite, Suite):
            raise UsageError(f"expected a suite from hr.Suite.build or .load, found {type(suite).__name__}")
        if limit is not None and (isinstance(limit, bool) or not isinstance(limit, int) or limit < 1):
            raise UsageError(f"limit must be a whole number of at least 1, or None for all; found {limit!r}")
        if every not in _WHEN:
            raise UsageError(f"every must be one of {', '.join(map(repr, _WHEN))}, found {every!r}")
        if report_to not in (None, "trackio"):
            raise UsageError(f"report_to must be 'trackio' or None, found {report_to!r}")
        if isinstance(traces, bool) or not isinstance(traces, int) or traces < 0:
            raise UsageError(f"traces must be a whole number of at least 0, found {traces!r}")
        self._tracker = TrackioLog(traces) if report_to else None
        self.suite = _shortened(suite, limit)
        self.every = every
        self._task = with_labels(suite)  # a label may be absent from the first rows
        self._options: dict[str, Any] = {"batch_size": batch_size, "label_map": label_map, "max_length": max_length}
        self._trainer: Trainer | None = None
        self._last: tuple[Any, dict[str, float]] | None = None
        self._results: list[TransformationResult] = []

    def attach(self, trainer: "Trainer") -> "RobustnessCallback":
        """Add the callback to a Trainer so that its trackers get the values too.

        Returns:
            The callback itself.
        """
        self._trainer = trainer
        callbacks = trainer.callback_handler.callbacks
        if self not in callbacks:
            stoppers = [isinstance(callback, EarlyStoppingCallback) for callback in callbacks]
            callbacks.insert(stoppers.index(True) if any(stoppers) else len(callbacks), self)
        return self

    def on_train_begin(
        self, args: "TrainingArguments", state: "TrainerState", control: "TrainerControl", **kwargs: Any
    ) -> None:
        """Refuse what cannot work before any training is done."""
        if args.fsdp or is_deepspeed_zero3_enabled():
            raise UsageError(
                "RobustnessCallback runs the model on the main process alone, which FSDP and DeepSpeed "
                "ZeRO-3 do not allow; leave it out and use hr.run on the saved model"
            )
        self._predictor(kwargs["model"], kwargs["processing_class"])
        if self.every == "evaluate" and args.eval_strategy == "no":
            warnings.warn(
                "RobustnessCallback waits for evaluations, and eval_strategy='no' brings none; set "
                "eval_strategy, or use every='epoch'",
                stacklevel=2,
            )

    def on_evaluate(
        self, args: "TrainingArguments", state: "TrainerState", control: "TrainerControl", **kwargs: Any
    ) -> None:
        """Add the values to the metrics of the evaluation."""
        if self.every == "evaluate":
            values = self._values(args, state, kwargs["model"], kwargs["processing_class"])
            # the Trainer chooses its best model by this very dict, after the callbacks
            kwargs["metrics"].update(values)
            self._log(values, args, state, control)

    def on_epoch_end(
        self, args: "TrainingArguments", state: "TrainerState", control: "TrainerControl", **kwargs: Any
    ) -> None:
        """Evaluate at the end of the epoch, where this was asked for."""
        if self.every == "epoch":
            values = self._values(args, state, kwargs["model"], kwargs["processing_class"])
            self._log(values, args, state, control)

    def on_train_end(
        self, args: "TrainingArguments", state: "TrainerState", control: "TrainerControl", **kwargs: Any
    ) -> None:
        """Close a run of a tracker that was opened here."""
        if self._tracker is not None and state.is_world_process_zero:
            self._tracker.finish()

    def _values(self, args: Any, state: Any, model: PreTrainedModel, tokenizer: Any) -> dict[str, float]:
        # an evaluation on several datasets comes here once for each: the model is the same
        weights = hash(tuple((id(weight), weight._version) for weight in model.parameters()))
        if self._last is None or self._last[0] != (state.global_step, weights):
            values = self._measured(model, tokenizer) if state.is_world_process_zero else {}
            if args.world_size > 1:
                from accelerate.utils import broadcast_object_list

                values = broadcast_object_list([values])[0]
            self._last = (state.global_step, weights), values
        return self._last[1]

    def _measured(self, model: PreTrainedModel, tokenizer: Any) -> dict[str, float]:
        runner = CachedPredictor(self._predictor(model, tokenizer), task=self._task)
        scored = evaluate_suite(runner, self.suite)
        results = self._results = [result for result in scored.results if result.n]
        values: dict[str, float | None] = {}
        for result in results:
            values[f"{PREFIX}{result.name}"] = result.perturbed
            values[f"{PREFIX}{result.name}_drop"] = result.drop
            if result.scores:
                values[f"{PREFIX}{result.name}_error"] = result.scores.error[1]
            if result.answers:
                values[f"{PREFIX}{result.name}_answered"] = result.answers.after.answered
        for test in scored.generated:
            if test.n:
                values[f"{PREFIX}{test.name}"] = test.score
        if results:
            for side in ("original", "perturbed"):
                values[f"{PREFIX}{side}"] = fmean(getattr(result, side) for result in results)
        if scored.worst_case:
            values[f"{PREFIX}worst_case"] = scored.worst_case.worst
            values[f"{PREFIX}worst_case_original"] = scored.worst_case.original
        for one in warnings_of_run(scored, runner.predictor, self.suite, measure_of(self.suite)):
            if one["code"] == CONSTANT_PREDICTIONS:  # without skill are most models when training begins
                warnings.warn(f"RobustnessCallback: {one['message']}", RuntimeWarning, stacklevel=2)
        return {name: value for name, value in values.items() if value is not None}

    def _predictor(self, model: Any, tokenizer: Any) -> Predictor:
        if not isinstance(model, PreTrainedModel):
            raise UsageError(f"RobustnessCallback needs a transformers model, found {type(model).__name__}")
        if tokenizer is None:
            raise UsageError("RobustnessCallback needs the tokenizer: use Trainer(processing_class=...)")
        return as_predictor(model, self._task, tokenizer=tokenizer, **self._options)

    def _log(self, values: Mapping[str, float], args: Any, state: Any, control: Any) -> None:
        last = state.log_history[-1] if state.log_history else {}
        if last.get("step") == state.global_step and any(name.startswith("eval_") for name in last):
            last.update(values)
        else:
            state.log_history.append({**values, "epoch": state.epoch, "step": state.global_step})
        callbacks: list[TrainerCallback] = []
        if self._trainer is not None:
            callbacks = self._trainer.callback_handler.callbacks
            self._trainer.callback_handler.on_log(args, state, control, {**values, "epoch": state.epoch})
        if self._tracker is not None and state.is_world_process_zero:
            self._tracker.write(values, self._results, args, state.global_step, logs_to_trackio(callbacks))


def _shortened(suite: Suite, limit: int | None) -> Suite:
    """The suite with a sample of the rows of each config.

    Raises:
        UsageError: When there are none.
    """
    if not any(len(entry) for entry in suite.entries.values()):
        raise UsageError("the suite has no perturbed rows, so there is nothing to evaluate")
    if limit is None:
        return suite
    entries = {}
    for name, entry in suite.entries.items():
        if len(entry) <= limit:
            entries[name] = entry
            continue
        short = sample_indices(entry.original, suite.task, limit, suite.info.get("seed", 0))
        original, perturbed = entry.original.select(short), entry.perturbed.select(short)
        entries[name] = replace(entry, original=original, perturbed=perturbed)
    return replace(suite, entries=entries)
