"""The capability suite of a specification, searched for in a dataset or in the sentences of the package."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hf_robust.configured.configuration import Configuration
from hf_robust.configured.data import SOURCE, chosen_data
from hf_robust.configured.listener import Notify, silent

if TYPE_CHECKING:
    from hf_robust.capability.spec import Specification
    from hf_robust.capability.suite import CapabilitySuite

DEMO_SEEDS = 10  # with no dataset named: what a laptop does in about a minute


def searched_suite(
    specification: "Specification",
    asked: Configuration,
    seeds_per_capability: int | None = None,
    *,
    source_key: str = SOURCE,
    progress: Callable[[str], None] | None = None,
    notify: Notify = silent,
    **options: Any,
) -> "CapabilitySuite":
    """Build the suite of a specification.

    Args:
        asked: The configuration, whose dataset is searched.
        seeds_per_capability: Most seeds of a capability.
        source_key: The key or option that names the dataset, for the messages.
        progress: Called with the name of each capability before its search.
        notify: Called with each message.
        options: Further options of :meth:`hf_robust.capability.suite.CapabilitySuite.build`.
    """
    from hf_robust.capability.suite import CapabilitySuite

    source = asked.dataset.source
    data, task = chosen_data(replace(asked, task=specification.task), source_key, sentences=True, notify=notify)
    return CapabilitySuite.build(
        specification,
        data,
        task,
        seeds_per_capability=seeds_per_capability or (DEMO_SEEDS if source is None else None),
        seed=asked.seed,
        protect=asked.protect,
        protect_defaults=asked.protect_defaults,
        nlp=asked.nlp,
        num_proc=asked.num_proc,
        source=source,
        split=asked.dataset.split,
        progress=progress,
        **options,
    )
