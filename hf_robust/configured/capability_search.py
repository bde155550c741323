"""The capability suite of a specification, searched for in a data set or in the sentences of the package."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from hf_robust.configured.data import chosen_data
from hf_robust.configured.listener import Notify, silent
from hf_robust.configured.option_values import listed, pairs
from hf_robust.tasks import SENTIMENT

if TYPE_CHECKING:
    from hf_robust.capability.suite import CapabilitySuite

# with no data set named: what a laptop does in about a minute
DEMO_SEEDS = 10
GROWING = ("k", "per_seed", "selection", "words", "parser", "masked_lm")
_DEFAULTS: Mapping[str, Any] = {
    **dict.fromkeys(("spec", "search_dataset", "config", "split", "dataset_revision", "id_column", "label_names")),
    **dict.fromkeys(("text_column", "pair_column", "label_column", "limit", "first", "second_opinion", "only")),
    **dict.fromkeys(("words", "pairs", "nlp", "parser", "masked_lm", "num_proc", "score_ranges")),
    **dict.fromkeys(("columns", "label_map", "lexicons", "protect"), ()),
    "task_name": SENTIMENT,
    "k": 10,
    "per_seed": 20,
    "selection": "random",
    "expand": True,
    "protect_defaults": True,
}


def demo_options(seeds_per_capability: int | None, seed: int) -> dict[str, Any]:
    """Return the default values of all options of the search, with these two.

    Args:
        seeds_per_capability: Most seeds of a capability.
        seed: Seed of all draws.
    """
    return {**_DEFAULTS, "seeds_per_capability": seeds_per_capability, "seed": seed}


def found_suite(
    given: Mapping[str, Any],
    name: str | None,
    *,
    label: Any = None,
    progress: Callable[[str], None] | None = None,
    notify: Notify = silent,
) -> "CapabilitySuite":
    """Build the suite of a specification.

    Args:
        given: Values of the options, see :func:`demo_options`.
        name: Name of the suite.
        label: Ranges of scores or other names of the labels; None for the labels of the data.
        progress: Called with the name of each capability before its search.
        notify: Called with each message.
    """
    from hf_robust.capability.read_spec import capabilities
    from hf_robust.capability.spec import PUBLISHED
    from hf_robust.capability.suite import CapabilitySuite

    published = given["spec"] == PUBLISHED
    specification = (
        capabilities(given["task_name"], PUBLISHED) if published else capabilities(given["spec"] or given["task_name"])
    )
    demo = given["search_dataset"] is None
    data, task = chosen_data(
        {**given, "dataset": given["search_dataset"], "task_name": specification.task},
        "--search-dataset",
        ("score_ranges", "label_map"),
        sentences=True,
        notify=notify,
    )
    passed = (
        *GROWING,
        "protect",
        "protect_defaults",
        "seed",
        "expand",
        "pairs",
        "second_opinion",
        "nlp",
        "num_proc",
        "split",
    )
    return CapabilitySuite.build(
        specification,
        data,
        task,
        label=label,
        only=listed(given["only"]),
        seeds_per_capability=given["seeds_per_capability"] or (DEMO_SEEDS if demo else None),
        lexicons=pairs(given["lexicons"], "--lexicon") or None,
        name=name,
        source=given["search_dataset"],
        progress=progress,
        **{option: given[option] for option in passed},
    )
