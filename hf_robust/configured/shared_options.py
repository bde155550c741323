"""A configuration as the mapping of options that loading data, building suites and loading models read."""

from pathlib import Path
from typing import Any

from hf_robust.configured.config_choices import ModelChoice
from hf_robust.configured.configuration import Configuration

# option -> field, where the value stays as it is
DATA = {
    "dataset": "source",
    "config": "config",
    "split": "split",
    "dataset_revision": "revision",
    "id_column": "id",
    "scheme": "scheme",
    "offsets": "offsets",
    "quotes": "quotes",
    "limit": "limit",
    "first": "first",
    "drop_unlabeled": "drop_unlabeled",
}
COLUMNS = ("columns", "text_column", "pair_column", "label_column")
MODEL = {
    "model_revision": "revision",
    "batch_size": "batch_size",
    "device": "device",
    "precision": "precision",
    "train": "train",
}
TOP = {
    "task_name": "task",
    "language": "language",
    "variants": "variants",
    "protect_defaults": "protect_defaults",
    "nlp": "nlp",
    "seed": "seed",
    "num_proc": "num_proc",
    "weakest": "weakest",
}
LIMITS = {"min_confidence": "min_confidence", "unrated": "unrated"}


def options_of(configuration: Configuration, model: ModelChoice | None = None) -> dict[str, Any]:
    """Return the values of a configuration by the names of the options that the commands share.

    Args:
        configuration: The configuration.
        model: Which of its models; None for the first.
    """
    data, limits = configuration.dataset, configuration.thresholds
    one = model or configuration.models[0]
    return {
        **{option: getattr(data, field) for option, field in DATA.items()},
        **{option: getattr(configuration, field) for option, field in TOP.items()},
        **{option: getattr(one, field) for option, field in MODEL.items()},
        **{option: getattr(limits, field) for option, field in LIMITS.items()},
        **dict.fromkeys(COLUMNS),
        "columns": data.columns,
        "fields": data.fields,
        "label_names": data.label_names,
        "protect": configuration.protect,
        "slices": configuration.slices,
        "label_map": one.label_map,
        "model_params": one.params,
        "fail_under": limits.fail_under,
        "junit": None if limits.junit is None else Path(limits.junit),
        "cache_dir": None if configuration.cache_dir is None else Path(configuration.cache_dir),
    }
