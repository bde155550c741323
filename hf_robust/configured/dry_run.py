"""What a configured run would send to models behind an API."""

from collections.abc import Iterator
from contextlib import nullcontext
from typing import TYPE_CHECKING

from hf_robust.configured.config_run import Work
from hf_robust.configured.configuration import Configuration
from hf_robust.configured.listener import Listener
from hf_robust.core.errors import UsageError
from hf_robust.evaluation.several_models import naming

if TYPE_CHECKING:
    from hf_robust.adapters.remote.costs import Estimate


def dry_run(configuration: Configuration, listener: Listener) -> "Iterator[tuple[str, Estimate]]":
    """Yield the name of each model of a configuration, and what its run on the suite would take. Nothing is sent.

    Args:
        listener: Receives messages and progress.

    Raises:
        UsageError: A model is of another kind, or the configuration asks for more than a suite.
        RobustError: The configuration cannot be run.
    """
    from hf_robust.evaluation.planned_requests import estimate

    if configuration.capabilities or configuration.attacks:
        raise UsageError("the requests of capability tests and attacks are not known before; leave them out")
    work = Work.prepared(configuration, None, listener, offline=True)
    for model in configuration.models:
        with naming(model.called) if len(configuration.models) > 1 else nullcontext():
            yield model.called, estimate(*work.model_and_suite(model), configuration.prompts.plan(configuration.seed))
