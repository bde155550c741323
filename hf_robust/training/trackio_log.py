"""Robustness scores and the worst pairs of a suite as metrics and traces of Trackio."""

from collections.abc import Iterable, Mapping
from heapq import nsmallest
from typing import TYPE_CHECKING, Any

from hf_robust.core.extras import need

if TYPE_CHECKING:
    from transformers import TrainerCallback, TrainingArguments

    from hf_robust.reports.records.robustness_records import TransformationResult
    from hf_robust.reports.records.shared_records import ChangedExample

TRACES = "robust/worst_pairs"


class TrackioLog:
    """Writes into the run of Trackio that is open, which is that of the Trainer with ``report_to="trackio"``.

    Without an open run it opens one, with the project and the name of the run of the training arguments, and closes it
    at the end of the training.

    Args:
        traces: Pairs of each evaluation that become traces.

    Raises:
        MissingExtra: Trackio is not installed.
    """

    def __init__(self, traces: int):
        need("trackio")
        self._traces = traces
        self._own = ""

    def write(
        self,
        values: Mapping[str, float],
        results: Iterable["TransformationResult"],
        args: "TrainingArguments",
        step: int,
        logged: bool,
    ) -> None:
        """Log the values and the pairs that lost most.

        Args:
            values: The values by name.
            results: The results of the transformations.
            args: The arguments of the training.
            step: The step of the training.
            logged: Whether the Trainer gives the values to Trackio.
        """
        import trackio

        if trackio.context_vars.current_run.get() is None:
            run = trackio.init(project=args.project, name=self._own or args.run_name, resume="allow", embed=False)
            self._own = run.name
        said: dict[str, Any] = (
            {} if logged else {f"eval/{key.removeprefix('eval_')}": one for key, one in values.items()}
        )
        if traces := [trackio.Trace(**one) for one in worst_traces(results, self._traces)]:
            said[TRACES] = traces
        if said:
            trackio.log({**said, "train/global_step": step})

    def finish(self) -> None:
        """Close the run that :meth:`write` opened."""
        import trackio

        run = trackio.context_vars.current_run.get()
        if self._own and run is not None and run.name == self._own:
            trackio.finish()


def logs_to_trackio(callbacks: Iterable["TrainerCallback"]) -> bool:
    """Whether a Trainer reports to Trackio."""
    from transformers.integrations import TrackioCallback

    return any(isinstance(one, TrackioCallback) for one in callbacks)


def worst_traces(results: Iterable["TransformationResult"], most: int) -> list[dict[str, Any]]:
    """The pairs that lost most, as the arguments of a ``trackio.Trace``: texts as questions, predictions as answers.

    Args:
        results: The results of the transformations.
        most: How many pairs; each transformation has its worst one before another has its second.
    """
    ranked = [(rank, result.name, pair) for result in results for rank, pair in enumerate(result.examples)]
    return [_trace(name, pair) for _, name, pair in nsmallest(most, ranked, key=lambda one: one[0])]


def _trace(name: str, pair: "ChangedExample") -> dict[str, Any]:
    messages = []
    for side, prediction in (("before", pair.original_prediction), ("after", pair.perturbed_prediction)):
        text = "\n".join(getattr(field, side) for field in pair.fields)
        messages += [{"role": "user", "content": text}, {"role": "assistant", "content": prediction}]
    facts = {
        "transformation": name,
        "source_id": pair.source_id,
        "label": pair.gold,
        "prediction_before": pair.original_prediction,
        "prediction_after": pair.perturbed_prediction,
    }
    return {"messages": messages, "metadata": facts}
