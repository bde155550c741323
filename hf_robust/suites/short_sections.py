"""What every card says before its details: how to use the suite, facts, baselines, limits."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hf_robust.core.registry import languages
from hf_robust.reports.audit_words import MODELS, rated_by
from hf_robust.reports.wording import inside, moment, points
from hf_robust.suites.card import block, code, counted, filled, listed, loading_code, source_of, table, text
from hf_robust.suites.manifest_records import BaselineScores, Manifest, SuiteInfo, SuiteTask

FEW = 50
"""Rows below which a card says that intervals are wide."""
_NAMED = 6  # configs that a sentence lists


def titled(info: SuiteInfo) -> str:
    """The title of a suite and which sample of its data was used, as the beginning of a text.

    For example ``**Reviews: the recipe's sample, 98 rows.**``; empty where neither is stated.
    """
    title = (info.title or "").strip().rstrip(".")
    part = f"{info.sample}, {counted(info.rows, 'row')}" if info.sample and info.rows else ""
    said = ": ".join(filter(None, (title, part)))
    return f"**{text(said)}.** " if said else ""


def use_section(manifest: Manifest, repo: str | None, cls: str, shown: str, command: str) -> str:
    """How to load one config, the whole suite, and how to run a model on it.

    Args:
        manifest: What ``suite.json`` holds.
        repo: The repository it is published in; None for a folder.
        cls: Public name of the suite's class.
        shown: What is in the rows of a config, in code.
        command: The command that runs a model on it.
    """
    if not filled(manifest.entries):
        return "## Use\n\nThere is nothing to load: no entry has rows."
    place, release = loading_code(manifest, repo)
    config = filled(manifest.entries)[0].config
    lines = block(
        "from datasets import load_dataset",
        "",
        f'rows = load_dataset("{place}", "{config}"{release})  # one config: {shown}',
        "",
        "import hf_robust as hr",
        "",
        f'suite = hr.{cls}.load("{place}"{release})  # all of it, checked against its hashes',
        "report = hr.run(model, suite)  # a Hub id, folder, pipeline or function",
    )
    option = f" --revision v{manifest.info.version}" if repo else ""
    typed = f"{command} --model <model id or folder> --suite {place}{option}"
    return f"## Use\n\n{lines}\n\nIn a shell: `{typed}`"


def facts_section(manifest: Manifest, more: Sequence[tuple[str, str]]) -> str:
    """A table of what a reader asks first.

    Args:
        manifest: What ``suite.json`` holds.
        more: Titles and cells in Markdown that are of this kind of suite.
    """
    info, task = manifest.info, manifest.task
    revision = f", revision {code(info.source_revision)}" if info.source_revision else ""
    license = code(info.license) if info.license else "not given"
    terms = f". {text(info.terms)}" if info.terms else ""
    facts = [
        ("Task, language", f"{text(task.name)}, {text(language_of(task))}"),
        ("Source", source_of(info) + revision),
        *more,
        ("License of the source, terms", f"{license}{terms}"),
        ("Version", text(info.version or "none yet")),
        ("Made with", f"hf_robust {text(info.hf_robust_version)}, {text(_day(info.created))}"),
        ("Content hash", code(manifest.content_hash)),
    ]
    return "## Facts\n\n" + table({"": "---", " ": "---"}, facts)


def language_of(task: SuiteTask) -> str:
    """Name of the language of a task, or its code where it is not known here."""
    code = task.language
    return languages.get(code).name if code in languages else code


def _day(created: str | None) -> str:
    return moment(created)[:10] if created else "day not known"


def baseline_section(manifest: Manifest) -> list[str]:
    """Each baseline in one line, where there is any."""
    found = manifest.info.baselines
    configs = sum(not entry.generated for entry in filled(manifest.entries))  # a baseline says nothing of the others
    return ["## Baseline\n\n" + listed(_baseline(one, configs) for one in found)] if found else []


def _baseline(baseline: BaselineScores, configs: int) -> str:
    revision = f" (revision {code(baseline.revision[:12])})" if baseline.revision else ""
    when = f"{text(_day(baseline.date))}, hf_robust {text(baseline.hf_robust_version)}"
    measured = len(baseline.entries)
    part = f", {measured} of {configs} configs" if measured < configs else ""
    taught = baseline.learned_from
    learned = f"; it learned from {text(taught)}: on these its scores are flattered" if taught else ""
    return f"{code(baseline.model)}{revision}: {_scores(baseline)} ({when}{part}){learned}"


def _scores(baseline: BaselineScores) -> str:
    metric = text(inside(baseline.label))
    if overall := baseline.overall:
        rates = (("seeds", overall.seeds), ("expanded", overall.expanded))
        kinds = [f"{points(rate)} on {kind}" for kind, rate in rates if rate is not None]
        return f"{metric} {', '.join(kinds) or 'not known'}, mean over capabilities"
    worst = baseline.worst_case
    if worst and worst.worst is not None:
        return (
            f"{metric}, mean of the {counted(worst.n, 'changed row')}: {points(worst.original)} on their "
            f"originals, {points(worst.worst)} in the worst case of each over all changes"
        )
    originals = baseline.originals
    return f"{metric} {points(originals.score)} on {counted(originals.n, 'original')}" if originals else metric


def cited(manifest: Manifest) -> list[str]:
    """Whose data it is, where that is known."""
    citation = manifest.info.citation
    return [f"### Cite\n\n{text(citation)}"] if citation else []


def limits_section(manifest: Manifest, found: Iterable[str]) -> str:
    """What a reader should know before trusting numbers; what its makers say comes first.

    Args:
        manifest: What ``suite.json`` holds.
        sentences: Sentences in Markdown that hold for this kind of suite.
    """
    info = manifest.info
    lines = [*map(text, info.limits or ()), *found]
    if not info.license and not info.terms:
        lines.append("The license of the source data was not given; look it up before you use or pass on the rows.")
    if info.resources:
        used = ", ".join(dict.fromkeys(one.name for one in info.resources))
        lines.append(f"Models and word lists took part ({text(used)}); their errors are in the rows.")
    variants = f", {counted(info.variants, 'variant')} a row" if info.variants is not None else ""
    lines.append(
        f"One seed ({text(info.seed)}){variants}, {text(language_of(manifest.task))} only: other "
        "draws and texts give other scores."
    )
    if not info.baselines:
        lines.append("No baseline was measured: nothing here says how hard it is.")
    if info.skipped:
        lines.append(f"Left out for the reasons in the details: {some([one.name for one in info.skipped])}.")
    return "## Known limits\n\n" + listed(lines)


def few_rows(sizes: Mapping[str, int]) -> list[str]:
    """A warning of configs with few rows.

    Args:
        sizes: Rows by config.

    Example:
        >>> few_rows({"keyboard": 12, "ocr": 400})
        ['Fewer than 50 rows, so that intervals are wide: `keyboard` (12).']
        >>> few_rows({"ocr": 400})
        []
    """
    few = [f"{code(name)} ({number})" for name, number in sizes.items() if 0 < number < FEW]
    if len(few) == len(sizes) > 1:
        return [f"All configs have fewer than {FEW} rows, so that intervals are wide."]
    return [f"Fewer than {FEW} rows, so that intervals are wide: {_short(few)}."] if few else []


def unrated(names: Sequence[str], all_names: Sequence[str], noun: str, gold: str = "label") -> list[str]:
    """Which labels nobody checked.

    Args:
        names: Those that nobody rated.
        noun: What several of them are called.
        gold: What the expected answer of a row is called.
    """
    if not names:
        return []
    if len(names) == len(all_names):
        return [f"Nobody has rated whether the {gold}s of these {noun} are right."]
    return [f"Nobody has rated the {gold}s of {len(names)} of {len(all_names)} {noun}: {some(names)}."]


def rated_by_models(audits: Mapping[str, Mapping[str, Any] | None], noun: str, gold: str = "label") -> list[str]:
    """Which labels no person checked, but language models did.

    Args:
        audits: The record by name; None where nobody rated.
        noun: What several of them are called.
        gold: What the expected answer of a row is called.

    Example:
        >>> models = {"by": "language models"}
        >>> rated_by_models({"keyboard": models}, "transformations")
        ['No person has rated the labels of these transformations; language models have.']
        >>> rated_by_models({"keyboard": models, "ocr": {}, "tense": None}, "transformations")
        ['Language models alone, and no person, have rated the labels of 1 of 3 transformations: `keyboard`.']
    """
    found = [name for name, audit in audits.items() if audit and rated_by(audit) == MODELS]
    if not found:
        return []
    if len(found) == len(audits):
        return [f"No person has rated the {gold}s of these {noun}; language models have."]
    said = f"have rated the {gold}s of {len(found)} of {len(audits)} {noun}: {some(found)}."
    return [f"Language models alone, and no person, {said}"]


def some(names: Sequence[str]) -> str:
    """Names in a sentence, the first few of many.

    Example:
        >>> some(["a", "b"]), some(list("abcdefgh"))
        ('`a`, `b`', '`a`, `b`, `c`, `d`, `e`, `f` and 2 more')
    """
    return _short([code(name) for name in names])


def _short(shown: Sequence[str]) -> str:
    more = f" and {len(shown) - _NAMED} more" if len(shown) > _NAMED else ""
    return ", ".join(shown[:_NAMED]) + more


def folded(sections: Iterable[str]) -> str:
    """What most readers do not need, behind a line that opens it."""
    return "\n\n".join(["<details>\n<summary><b>Details</b></summary>", *sections, "</details>"])
