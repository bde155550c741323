"""One file for a whole evaluation, ``robust.yaml``: what may stand in it, read from YAML and written back."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import Any

import yaml

from hf_robust.adapters.model_kind import DEFAULT_MODEL
from hf_robust.adapters.request_failures import MAX_ERRORS
from hf_robust.configured.config_choices import (
    NO_FUNCTIONS,
    TEXTS,
    AttackChoice,
    CapabilityChoice,
    DataChoice,
    Limits,
    ModelChoice,
    PromptsChoice,
    SuiteChoice,
)
from hf_robust.configured.pushed_results import COMMIT, read_push, write_push
from hf_robust.configured.report_paths import read_formats
from hf_robust.core.errors import UsageError
from hf_robust.core.protected_kinds import KINDS
from hf_robust.core.protection import protection
from hf_robust.core.sections import (
    checked,
    default_of,
    flag,
    key,
    keys_of,
    language_code,
    plain,
    plain_section,
    read_section,
    several,
    share,
    text,
    values_by_name,
    whole,
)
from hf_robust.core.yaml_nodes import Node, compose, hint, node_of
from hf_robust.tasks.kind import task_name
from hf_robust.transforms.entry_files import ALL, read_entries

VERSION = 1
FILE = "robust.yaml"
MOST_MODELS = 10
COMPARISON = "comparison"
_NAME = "configuration"  # what errors call values that are not from a file


def _task(node: Node) -> str:
    return checked(node, lambda: task_name(node.value(str)))


def _filters(node: Node) -> dict[str, Any]:
    from hf_robust.suites.filtering import sieves_of

    found = values_by_name(node)
    for name, part in node.items().items():
        checked(part, partial(sieves_of, {name: found[name]}))
    return found


def _slice(node: Node) -> Any:
    """A subpopulation by name, or a mapping with parameters."""
    from hf_robust.slices.fitting import ALL as ALL_SLICES
    from hf_robust.slices.fitting import subpopulation_of

    found: Any = node.plain() if node.is_map else text(node)
    if found != ALL_SLICES:
        checked(node, lambda: subpopulation_of(found))
    return found["name"] if node.is_map and set(found) == {"name"} else found


def _bias(node: Node) -> tuple[str, ...] | None:
    """Kinds of groups; none of them for all that apply."""
    from hf_robust.transforms.swap_groups import SWAPS

    if not node.is_list and not node.is_map and node.plain() in (True, False):
        return () if node.plain() else None
    return node.among(SWAPS, "kind of bias")


def _capabilities(node: Node) -> tuple[CapabilityChoice, ...]:
    """``true`` is the specification of the task."""
    if not node.is_list and not node.is_map and node.plain() in (True, False):
        return (CapabilityChoice(),) if node.plain() else ()
    return several(lambda part: read_section(CapabilityChoice, part, "source"))(node)


def _write_capabilities(choices: tuple[CapabilityChoice, ...]) -> Any:
    return True if choices == (CapabilityChoice(),) else [plain_section(one, "source") for one in choices]


def _models(node: Node) -> tuple[ModelChoice, ...]:
    found = several(lambda part: read_section(ModelChoice, part, "model"))(node)
    if not 1 <= len(found) <= MOST_MODELS:
        node.fail(f"expected from 1 to {MOST_MODELS} models, found {len(found)}")
    for place, one in enumerate(found):
        if folder_name(one.called) in [COMPARISON, *(folder_name(other.called) for other in found[:place])]:
            node.fail(f"no two models may be called {one.called!r}, nor one {COMPARISON!r}; give it a 'name'")
    return found


def _write_models(models: tuple[ModelChoice, ...]) -> Any:
    return [plain_section(one, "model") or DEFAULT_MODEL for one in models]


def _attacks(node: Node) -> tuple[AttackChoice, ...]:
    return several(lambda part: read_section(AttackChoice, part, "recipe"))(node)


def _write_attacks(attacks: tuple[AttackChoice, ...]) -> Any:
    return [plain_section(one, "recipe") or default_of(fields(AttackChoice)[0]) for one in attacks]


def _version(node: Node) -> int:
    found = node.value(int)
    if found != VERSION:
        node.fail(f"expected {VERSION}, found {found}; a newer hf_robust may read it: pip install --upgrade hf-robust")
    return found


def _protect(node: Node) -> tuple[str, ...]:
    found = node.texts()
    try:
        protection(found)
    except UsageError as error:
        node.fail(str(error))
    return found


@dataclass(frozen=True, kw_only=True)
class Configuration:
    """The configuration of an evaluation: the data, the models, and the runs. Its attributes are the keys of the file.

    Example:
        >>> import hf_robust as hr
        >>> asked = hr.Configuration.from_dict({"models": "me/mine", "transformations": ["keyboard"]})
        >>> asked.models[0].model, asked.seed
        ('me/mine', 0)
    """

    version: int = key(_version, str(VERSION), "Version of the configuration format.", VERSION)
    task: str | None = key(_task, "task", "Task id, Hub task category or alias.")
    language: str | None = key(language_code, "code", "Language code of the texts. Default: en.")
    dataset: DataChoice = key(
        lambda node: read_section(DataChoice, node, "source"),
        "Hub id, file or mapping",
        "The dataset. Without a source, the bundled demo reviews are used.",
        DataChoice(),
        lambda value: plain_section(value, "source"),
    )
    suite: SuiteChoice = key(
        lambda node: read_section(SuiteChoice, node, "source"),
        "folder, Hub id or mapping",
        "An existing suite to use instead of a dataset. In the configuration that a run saves, this key "
        "has the content hash of the suite.",
        SuiteChoice(),
        lambda value: plain_section(value, "source"),
    )
    models: tuple[ModelChoice, ...] = key(
        _models,
        f"a model or up to {MOST_MODELS}",
        f"The models to evaluate. If omitted or set to {DEFAULT_MODEL}: the default model of the task.",
        (ModelChoice(),),
        _write_models,
    )
    baseline: str | None = key(
        text, "model", "Name of the model with which the other models are compared. Default: the first model."
    )
    transformations: tuple[Any, ...] | None = key(
        read_entries,
        f"{ALL}, or a list",
        f"A list of names, mappings with parameters, or lists (chains). {ALL} selects all that apply.",
    )
    variants: int = key(whole(1), "whole number", "Maximum number of perturbed versions per row and transformation.", 1)
    protect: tuple[str, ...] = key(
        _protect,
        TEXTS,
        f"Texts that no transformation changes: words, phrases, re:PATTERN, or any of {', '.join(KINDS)}.",
        (),
    )
    protect_defaults: bool = key(
        flag, "true or false", "Whether to protect URLs, e-mail addresses, markup and placeholders from changes.", True
    )
    nlp: str | None = key(text, "text", "spaCy pipeline that annotates the texts.")
    filters: Mapping[str, Any] = key(
        _filters,
        "mapping",
        "Minimum score per validator: a number from 0 to 1, lenient or strict. Perturbed rows with a lower score are "
        "dropped.",
        {},
    )
    slices: tuple[Any, ...] = key(
        several(_slice), "a name, a mapping, or a list of them", "Subpopulations to report separately.", ()
    )
    weakest: bool = key(flag, "true or false", "Whether to search for the slices on which the model is weakest.", False)
    metric: str | None = key(
        text,
        "name",
        "Metric of the scores in place of that of the task: the name of a measure, or of an evaluate metric or its "
        "folder, with the key of its result where it has several (rouge:rougeL). The metric of the task is reported "
        "beside it.",
    )
    prompts: PromptsChoice = key(
        lambda node: read_section(PromptsChoice, node),
        "mapping",
        "Other prompts that a language model is asked with, and repeats of the original rows.",
        PromptsChoice(),
    )
    bias: tuple[str, ...] | None = key(
        _bias,
        "true, or a list of gender, region",
        "Bias test: create one version of each text per gender and per region, and compare the scores. If "
        "transformations is omitted, only the bias test runs.",
        write=lambda kinds: list(kinds) or True,
    )
    capabilities: tuple[CapabilityChoice, ...] = key(
        _capabilities,
        "true, or a list",
        "Capability tests to run: true (the built-in tests of the task), or a list of specification names, "
        "specification files or capability suites.",
        (),
        _write_capabilities,
    )
    attacks: tuple[AttackChoice, ...] = key(
        _attacks, "a recipe, a mapping, or a list of them", "Adversarial attacks to run.", (), _write_attacks
    )
    seed: int = key(whole(), "whole number", "Random seed.", 0)
    thresholds: Limits = key(
        lambda node: read_section(Limits, node),
        "mapping",
        "Conditions under which the run exits with code 1.",
        Limits(),
    )
    push_results: str | None = key(
        read_push,
        f"true, false or {COMMIT}",
        f"Add the results to the model cards on the Hub: true opens a pull request, {COMMIT} commits without one.",
        write=write_push,
    )
    formats: tuple[str, ...] = key(read_formats, TEXTS, "Report formats in addition to html and json.", ())
    save_answers: bool = key(
        flag, "true or false", "Whether to save the answers of the model to each row, as answers.jsonl.", False
    )
    out: str | None = key(text, "folder", "Output folder.")
    cache_dir: str | None = key(text, "folder", "Folder in which predictions are cached for later runs.")
    max_errors: float = key(
        share,
        "number",
        "Largest share of the inputs (0 to 1) that may have no answer because requests to a remote model failed.",
        MAX_ERRORS,
    )
    num_proc: int | None = key(whole(1), "whole number", "Number of processes that perturb rows.")

    @classmethod
    def load(cls, path: str | Path) -> "Configuration":
        """Load a configuration file and validate it.

        Args:
            path: The file.

        Raises:
            SpecError: If the file has a mistake. The message names the line and the expected value.
        """
        return load(Path(path))

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "Configuration":
        """Create a configuration from a mapping with the keys of a file, and validate it.

        Args:
            values: Values by key. Short forms are allowed, as in a file.

        Raises:
            SpecError: If a value is invalid. The message names the key and the expected value.

        Example:
            >>> import hf_robust as hr
            >>> hr.Configuration.from_dict({"dataset": "reviews.csv", "task": "sentiment"}).task
            'sentiment-classification'
        """
        return _read(node_of(plain(values), _NAME, f"; {NO_FUNCTIONS}"))

    def validate(self) -> "Configuration":
        """Validate all values, and return the configuration with full names instead of short forms.

        A configuration that was read from a file or from a dict is already validated.

        Raises:
            SpecError: If a value is invalid. The message names the key and the expected value.

        Example:
            >>> import hf_robust as hr
            >>> hr.Configuration(task="nli", transformations=("keyboard",)).validate().task
            'natural-language-inference'
        """
        return self.from_dict(plain_section(self))

    def changed(self, **changes: Any) -> "Configuration":
        """Return a copy of the configuration with new values for some keys.

        A new value replaces the whole old value of the key. If a change can lead to other rows, the hash of the rows is
        removed.

        Args:
            changes: Values by key. Short forms are allowed, as in a file.

        Raises:
            SpecError: If a value is invalid. The message names the key and the expected value.

        Example:
            >>> import hf_robust as hr
            >>> hr.Configuration(seed=3).changed(models=["me/one", "me/two"], variants=2).variants
            2
        """
        new = read_section(Configuration, node_of(plain(changes), _NAME, f"; {NO_FUNCTIONS}"))
        found = replace(self, **{name: getattr(new, name) for name in changes})
        if "suite" not in changes and found.suite.source is None and not set(changes) <= SAME_ROWS:
            found = replace(found, suite=SuiteChoice())
        return found.validate()


KEYS = keys_of(Configuration)
SAME_ROWS = frozenset(  # keys that leave the rows of a suite as they are
    {
        *(
            "models",
            "baseline",
            "weakest",
            "metric",
            "prompts",
            "capabilities",
            "attacks",
            "thresholds",
            "push_results",
        ),
        *("formats", "save_answers", "out", "cache_dir", "max_errors", "num_proc"),
    }
)
WITHOUT_SUITE = (  # keys that have no meaning with a suite
    "dataset",
    "task",
    "language",
    "transformations",
    "variants",
    "protect",
    "protect_defaults",
    "filters",
    "bias",
    "attacks",
    "num_proc",
)


def load(path: Path) -> Configuration:
    """Read a file; everything that it says is checked.

    Raises:
        SpecError: A mistake in it; the message says the line, and what was expected.
    """
    return _read(compose(path, ", ".join(("models", "transformations", "task", "dataset"))))


def _read(root: Node) -> Configuration:
    found = read_section(Configuration, root)
    names = [one.called for one in found.models]
    if found.baseline is not None and found.baseline not in names:
        other = "a report of an earlier run stands under thresholds, as their baseline"
        root.items()["baseline"].fail(f"unknown model {found.baseline!r}{hint(found.baseline, names)}; {other}")
    for name, node in root.items().items():
        if found.suite.source is not None and name in WITHOUT_SUITE and not node.is_null:
            node.fail("has no meaning with the suite, whose rows are there already; leave one of them out")
    return found


def written(configuration: Configuration, title: str = "") -> str:
    """The file that :func:`load` reads as this configuration; each key with a comment.

    Args:
        title: What stands on top, as a comment.

    Example:
        >>> print(written(Configuration(seed=7), "Mine."))
        # Mine.
        <BLANKLINE>
        # Version of the configuration format.
        version: 1
        <BLANKLINE>
        # A list of names, mappings with parameters, or lists (chains). all selects all that apply.
        transformations: all
        <BLANKLINE>
        # Random seed.
        seed: 7
        <BLANKLINE>
    """
    said = plain_section(configuration)
    if configuration.suite.source is None:  # these decide on the rows, so they are said in any case
        every = {"transformations": ALL} if configuration.bias is None else {}
        said = {**every, "seed": configuration.seed, **said}
    said["version"] = VERSION
    ordered = {name: said[name] for name in KEYS if name in said}
    blocks = [f"# {KEYS[name].meaning}\n{yaml_of(name, value)}" for name, value in ordered.items()]
    return "\n".join([*([commented(title)] if title else []), *blocks])


def yaml_of(name: str, value: Any) -> str:
    """One key of a file with its value."""
    return yaml.safe_dump({name: value}, sort_keys=False, allow_unicode=True, width=110)


def commented(text: str) -> str:
    """Lines as comments.

    Example:
        >>> commented("seed: 7")
        '# seed: 7\\n'
    """
    return "".join(f"# {line}\n" for line in text.splitlines())


def is_configuration(value: str) -> bool:
    """Whether what was typed after ``--config`` is a file like this, and no config of a dataset.

    Example:
        >>> is_configuration("robust.yaml"), is_configuration("en")
        (True, False)
    """
    return Path(value).suffix.lower() in (".yaml", ".yml") or Path(value).is_file()


def folder_name(name: str) -> str:
    """A name as a folder can have it.

    Example:
        >>> folder_name("me/my model")
        'me-my-model'
    """
    return re.sub(r"[^\w.-]+", "-", name).strip(".-") or "model"


def check_source(configuration: Configuration) -> None:
    """Refuse what contradicts itself when the options that were typed are counted in.

    Raises:
        UsageError: Attacks without rows, or results of a part of a suite that would be pushed.
    """
    if configuration.suite.only and configuration.push_results is not None:
        raise UsageError("results of a part of a suite are not pushed; leave `transformations` or `push_results` out")
    if configuration.suite.source is not None and configuration.attacks:
        raise UsageError("attacks need the rows of a dataset; leave the suite or the attacks out")
