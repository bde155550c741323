"""The tables within topics, made when they are shown of what is registered then."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from hf_robust.core.errors import UsageError

_MARK = re.compile(r"^<!-- table: ([\w-]+) -->$", re.MULTILINE)


def filled(text: str) -> str:
    """A topic with its tables.

    Args:
        text: Markdown in which a line ``<!-- table: NAME -->`` stands where a table is wanted.

    Raises:
        UsageError: There is no such table.
    """

    def table(match: re.Match[str]) -> str:
        name = match[1]
        if name not in TABLES:
            raise UsageError(f"there is no table {name!r} for a topic; expected one of {', '.join(sorted(TABLES))}")
        return TABLES[name]()

    return _MARK.sub(table, text)


def grid(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown.

    Args:
        headings: One a column.
        rows: Cells; a bar in one is escaped.

    Example:
        >>> print(grid(["name", "value"], [["a|b", "1"]]))
        | name | value |
        | --- | --- |
        | a\\|b | 1 |
    """
    lines = [f"| {' | '.join(headings)} |", "|" + " --- |" * len(headings)]
    lines += [f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" for row in rows]
    return "\n".join(lines)


def _transformations(language: str = "en") -> str:
    from hf_robust.cli.catalog import transformations_table

    return transformations_table(language)


def _chinese_twins() -> str:
    """Each English transformation with its Chinese class, or the reason why there is none."""
    from hf_robust.tasks import TASKS
    from hf_robust.transforms.chinese.twins import chinese_twins

    rows = []
    for twin in chinese_twins():
        own = f"version {twin.version}" if twin.version else "–"
        tasks = "" if not twin.missing else "not for " + ", ".join(one for one in TASKS if one in twin.missing)
        rows.append((f"`{twin.name}`", own, twin.reason or tasks))
    return grid(["English transformation", "Chinese class", "remark"], rows)


def _for_languages(kind: str) -> str:
    """The transformations of a kind that German has: ``any`` for every language, or ``european`` for five."""
    from hf_robust.transforms.listing import transformations

    rows = [row for row in transformations(language="de") if row["version"].startswith(f"{kind}.")]
    return grid(["name", "description"], [(f"`{row['name']}`", row["summary"]) for row in rows])


def _languages() -> str:
    """The languages by script, with their codes."""
    from hf_robust.core.written_languages import WRITTEN

    scripts: dict[str, list[str]] = {}
    for code, known in sorted(WRITTEN.items()):
        scripts.setdefault(known.scripts[0], []).append(f"{known.name} `{code}`")
    return grid(["script", "languages"], [(script, ", ".join(found)) for script, found in sorted(scripts.items())])


def _parameters() -> str:
    from hf_robust.cli.catalog import shared_parameters

    return shared_parameters()


def _subpopulations() -> str:
    from hf_robust.cli.catalog import subpopulations_table

    return subpopulations_table()


def _recipes() -> str:
    from hf_robust.cli.catalog import recipes_table

    return recipes_table()


def _validators() -> str:
    """Each validator with its levels, what they rest on, and what it needs."""
    from hf_robust.perturb.validators.validator_registry import validators
    from hf_robust.perturb.validity_levels import KNOWN_LEVELS

    rows = []
    for name, found in KNOWN_LEVELS.items():
        about = (validators.get(name).__doc__ or "").strip().splitlines()[0]
        strict = "–" if found.strict is None else f"{found.strict:g}"
        rows.append((f"`{name}`", about, f"{found.lenient:g}, {strict}", found.how))
    return grid(["validator", "description", "lenient, strict", "basis of these levels"], rows)


def _tasks() -> str:
    """Each task with its roles, its measures, and what serves where no model is named."""
    from hf_robust.adapters.baselines.baseline_table import default_models
    from hf_robust.scoring import measure_for
    from hf_robust.tasks import SENTIMENT, TASKS

    served = {name: row.summary for name, row, _ in default_models() if row is not None}
    served[SENTIMENT] = "the bundled classifier"
    rows = []
    for kind in TASKS.values():
        measure = measure_for(kind.name)
        names = ", ".join(f"`{one}`" for one in (kind.name, *kind.aliases))
        roles = ", ".join(f"`{role}`{' (optional)' if role in kind.optional else ''}" for role in kind.roles)
        measures = ", ".join(one.label for one in (measure, *measure.secondary))
        rows.append((names, roles, measures, served.get(kind.name, "no default; specify a model")))
    return grid(["task and aliases", "roles", "metrics", "default model"], rows)


def _baselines() -> str:
    """The baselines in the order of their tasks; the first for a language is that of the task."""
    from hf_robust.adapters.baselines.baseline_table import BASELINES

    rows = [
        (f"`{row.name}`", row.task, "any" if "*" in row.languages else ", ".join(row.languages), row.summary)
        for row in BASELINES.values()
    ]
    return grid(["baseline", "task", "language", "description"], rows)


def _resources() -> str:
    """What each purpose is served by: the places in their order, and the variable that names another."""
    from hf_robust.language.resources import RESOURCES

    rows = []
    for row in RESOURCES:
        places = ", ".join(f"{one.name} ({one.origin})" if one.origin else one.name for one in row.places)
        variable = f"`{row.variable}`" if row.variable else "–"
        if row.purpose:
            rows.append((row.purpose, row.language or "any", variable, places or "–"))
    return grid(["purpose", "language", "environment variable", "sources, in this order"], rows)


def _layouts() -> str:
    """The layouts of each task, with the columns that they are told by."""
    from hf_robust.tasks.layouts import LAYOUTS

    rows = [
        (
            layout.task,
            f"`{layout.name}`",
            "; or ".join(", ".join(f"`{c}`" for c in columns) for columns in layout.shapes),
        )
        for layout in sorted(LAYOUTS.values(), key=lambda one: (one.task, one.name))
    ]
    return grid(["task", "layout", "recognized by the columns"], rows)


def _metrics() -> str:
    """Each metric with what its card says of it."""
    from hf_robust.scoring.evaluate_modules import metric_names, metric_summary

    return grid(["metric", "description"], [(f"`{name}`", metric_summary(name)) for name in metric_names()])


def _measures() -> str:
    """Each measure that a run can score with, and the tasks that are scored with it."""
    from hf_robust.scoring import MEASURES
    from hf_robust.tasks import TASKS

    rows = [
        (f"`{name}`", measure.label, ", ".join(kind.name for kind in TASKS.values() if kind.measure == name) or "–")
        for name, measure in MEASURES.items()
    ]
    return grid(["name", "measure", "default of"], rows)


def _configuration() -> str:
    """The keys of a configuration."""
    from hf_robust.configured.configuration import KEYS

    return grid(["key", "description"], [(f"`{name}`", key.meaning) for name, key in KEYS.items()])


@cache
def _prebuilt() -> str:
    """The recipes of prebuilt suites."""
    from hf_robust.prebuilt import load_recipe, recipe_names

    found = [load_recipe(name) for name in recipe_names()]
    rows = [(f"`{one.name}`", one.title, one.task, one.language, one.licence.publish) for one in found]
    return grid(["recipe", "dataset", "task", "language", "what is published"], rows)


def _recipe_keys() -> str:
    """The keys of a recipe of a prebuilt suite, and of its parts."""
    from hf_robust.core.sections import keys_of
    from hf_robust.prebuilt.recipe import Licence, SuiteRecipe
    from hf_robust.prebuilt.recipe_source import Source

    parts: tuple[tuple[str, type], ...] = (("", SuiteRecipe), ("licence.", Licence), ("source.", Source))
    rows = [
        (f"`{prefix}{name}`", key.expected, key.meaning)
        for prefix, part in parts
        for name, key in keys_of(part).items()
    ]
    return grid(["key", "value", "description"], rows)


def _endpoints() -> str:
    """The presets of endpoint files, with the values that a user must give and the variables of keys."""
    from hf_robust.adapters.remote.endpoint_file import endpoint_path, presets, read_endpoint
    from hf_robust.adapters.remote.secrets import variables

    rows = []
    for name in presets():
        file = read_endpoint(endpoint_path(name))
        values = ", ".join(
            f"`{value}`" if given is None else f"`{value}={given}`" for value, given in file.values.items()
        )
        keys = ", ".join(f"`{one}`" for text in (file.url, *file.headers.values()) for one in variables(text))
        rows.append((f"`{name}`", file.about, file.task, values or "–", "`sign`" if file.signed else keys or "–"))
    return grid(["preset", "API", "task", "values", "key"], rows)


def _endpoint_keys() -> str:
    """The keys of an endpoint file, and of its paths to the answers."""
    from hf_robust.adapters.remote.endpoint_sections import EndpointFile, ResponsePaths
    from hf_robust.core.sections import keys_of

    parts: tuple[tuple[str, type], ...] = (("", EndpointFile), ("response.", ResponsePaths))
    rows = [
        (f"`{prefix}{name}`", key.expected, key.meaning)
        for prefix, part in parts
        for name, key in keys_of(part).items()
    ]
    return grid(["key", "value", "description"], rows)


def _commands() -> str:
    """The commands of the command line that is running."""
    import click

    root = click.get_current_context().find_root()
    if not isinstance(root.command, click.Group):
        return ""
    rows = [
        (f"`hf-robust {name}`", command.get_short_help_str(limit=200))
        for name, command in sorted(root.command.commands.items())
    ]
    return grid(["command", "description"], rows)


TABLES: Mapping[str, Callable[[], str]] = {
    "baselines": _baselines,
    "chinese-twins": _chinese_twins,
    "commands": _commands,
    "configuration": _configuration,
    "endpoint-keys": _endpoint_keys,
    "endpoints": _endpoints,
    "languages": _languages,
    "layouts": _layouts,
    "measures": _measures,
    "metrics": _metrics,
    "recipe-keys": _recipe_keys,
    "parameters": _parameters,
    "prebuilt": _prebuilt,
    "recipes": _recipes,
    "resources": _resources,
    "subpopulations": _subpopulations,
    "tasks": _tasks,
    "transformations": _transformations,
    "transformations-any": lambda: _for_languages("any"),
    "transformations-european": lambda: _for_languages("european"),
    "transformations-zh": lambda: _transformations("zh"),
    "validators": _validators,
}
"""What makes a table, by the name in its place."""
