"""The card of a robustness suite: what each transformation did, how to load the pairs, how to build them again."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from hf_robust.reports.records.robustness_records import Stage
from hf_robust.suites.card import code, counted, filled, listed, resources_of, source_in_short, table, text
from hf_robust.suites.config_table import (
    all_configs,
    config_name,
    config_table,
    pairs_in_words,
    rated_limits,
    ratings_section,
)
from hf_robust.suites.filtering import left_out_in_words
from hf_robust.suites.manifest_records import PairsEntryRecord, PairsManifest
from hf_robust.suites.rebuild_code import rebuild_code
from hf_robust.suites.short_sections import (
    baseline_section,
    cited,
    facts_section,
    folded,
    limits_section,
    titled,
    use_section,
)
from hf_robust.suites.shown_pairs import examples_section

_PROVENANCE = """\
Both splits of a config have the columns of the source data and the same number of rows: row *i* of
`perturbed` was made from row *i* of `original`. The column `robust` says how:

| field | meaning |
|---|---|
| `source_id` | id of the source row, the same in both splits and over all configs |
| `transformation`, `version`, `params` | what changed the row; `params` is JSON |
| `seed`, `variant` | with `source_id`, transformation and field they determine the random draws |
| `status` | `original` in the one split, `changed` in the other |
| `effect` | what happens to the gold label: `preserves`, or `changes` when the row carries a new one |
| `edits` | what was replaced: `stage` of the chain, `field`, `start`, `end`, `before`, `after` |

Offsets count characters of the text that the stage received; token lists are joined by one space.

Compare on these rows only: the score on `original` against the score on `perturbed`. Source rows that
could not be changed are in neither split; the table above counts them."""


def robustness_sections(manifest: PairsManifest, repo: str | None) -> list[str]:
    """The card's texts.

    Args:
        manifest: What ``suite.json`` holds, and ``examples`` where pairs are to be shown.
        repo: The repository it is published in; None for a folder.
    """
    shown = 'rows["original"], rows["perturbed"]'
    return [
        _introduction(manifest),
        use_section(manifest, repo, "Suite", shown, "hf-robust run"),
        facts_section(manifest, _facts(manifest)),
        *baseline_section(manifest),
        *_attacked(manifest),
        *_generated(manifest),
        "## Configs\n\n" + config_table(manifest),
        *examples_section(manifest.examples),
        limits_section(manifest, rated_limits(manifest)),
        folded(_details(manifest, repo)),
    ]


def _generated(manifest: PairsManifest) -> list[str]:
    """Which entries hold generated tests, and how their scores are to be read."""
    names = [code(entry.name) for entry in filled(manifest.entries) if entry.generated]
    if not names:
        return []
    return [
        f"## Generated tests\n\nThe perturbed rows of {', '.join(names)} are generated tests: new inputs that are made "
        "with words of a row and have a right answer of their own. They are no versions of the row, so report a score "
        "on them and no drop."
    ]


def _details(manifest: PairsManifest, repo: str | None) -> list[str]:
    cached = (
        "When the Hub is out of reach, `load_dataset` may serve another version from its cache; "
        "`Suite.load` checks version, files and rows, and fails instead."
    )
    return [
        *([cached] if repo and filled(manifest.entries) else []),
        *all_configs(manifest),
        *ratings_section(manifest),
        "### Versions, parameters and counts\n\n" + _table(manifest.entries),
        *_left_out(manifest),
        *_filtered(manifest),
        *_sliced(manifest),
        "### Rows\n\n" + _PROVENANCE,
        "### Where it comes from\n\n" + _origin(manifest),
        *cited(manifest),
        "### Build it again\n\n" + rebuild_code(manifest),
    ]


def _attacked(manifest: PairsManifest) -> list[str]:
    """By which attack on which model the rows were found, and how numbers on them are to be read."""
    model = manifest.info.attacked
    if not model:
        return []
    named = code(model.name) + (f" at revision {code(model.revision)}" if model.revision else "")
    recipes = ", ".join(code(entry.name.removeprefix("attack-")) for entry in manifest.entries)
    return [
        f"## Found by an attack\n\nThe rows were found by an attack on {named} with the recipe {recipes}: that model "
        "has every original right and every changed row wrong, by construction.\n\n"
        + listed(
            [
                "No person checked the labels when the suite was made; `hf-robust audit draw` begins that. Until then "
                "say so beside every number.",
                "On the attacked model every changed row is wrong, so its score is no result: do not cite it, and "
                "rank no models in which it takes part.",
                "On another model cite the *transfer rate*, the share of the rows that it had right that it now has "
                "wrong, with its interval, the attacked model, the recipe and the content hash. It is no attack "
                "success rate: an attack on that model itself would find more.",
            ]
        )
    ]


def _introduction(manifest: PairsManifest) -> str:
    info = manifest.info
    return (
        f"{titled(info)}Does a model for **{manifest.task.name}** still answer right when its texts change? This "
        f"robustness suite holds rows of {source_in_short(info.dataset)}, changed by "
        f"{counted(len(filled(manifest.entries)), 'transformation')}, each changed row paired with its original. Run a "
        "model on it to see how much of its score it loses, and to what."
    )


def _facts(manifest: PairsManifest) -> list[tuple[str, str]]:
    return [("Rows", pairs_in_words(manifest))]


def _table(entries: Sequence[PairsEntryRecord]) -> str:
    words = ("config", "version and parameters", "level")
    faulty = ["faults"] if any(entry.faults for entry in entries) else []
    numbers = ("pairs", "source rows", "nothing to change", "not applicable", *faulty)
    head = {**dict.fromkeys(words, "---"), **dict.fromkeys(numbers, "---:")}
    rows = [
        [
            config_name(entry),
            text("; ".join(_stage(stage) for stage in entry.stages)),
            text(f"{entry.level}, {entry.linguistics}"),
            *(str(getattr(entry, name)) for name in ("n", "total", "unchanged", "not_applicable", *faulty)),
        ]
        for entry in entries
    ]
    return table(head, rows)


def _stage(stage: Stage) -> str:
    params = ", ".join(f"{name}={json.dumps(value)}" for name, value in stage.params.items())
    return f"{stage.name} version {stage.version}" + (f" ({params})" if params else "")


def _left_out(manifest: PairsManifest) -> list[str]:
    texts = []
    if any(not entry.files for entry in manifest.entries):
        sieved = ", or all of it was left out" if manifest.info.filters else ""
        texts.append(
            f"Entries marked *no rows* changed nothing in this data{sieved}: they are on record, but are no config."
        )
    if manifest.info.skipped:
        skipped = listed([f"{text(one.name)}: {text(one.reason)}" for one in manifest.info.skipped])
        texts.append(f"Left out when the suite was built:\n\n{skipped}")
    return texts


def _filtered(manifest: PairsManifest) -> list[str]:
    """What validators left out, where the suite was filtered."""
    filters = manifest.info.filters
    if not filters:
        return []
    shown = ("version", "params", "least", "level")
    head = {"validator": "---", **dict.fromkeys(shown, "---"), "pairs left out": "---:"}
    rows = [
        [code(one.validator), *(text(_param(getattr(one, key))) for key in shown), str(one.left_out)] for one in filters
    ]
    by_config = listed(
        f"{text(entry.name)}: {text(left_out_in_words(entry.left_out))}"
        for entry in manifest.entries
        if any(entry.left_out.values())
    )
    levels = " The levels lenient and strict are starting values, not calibrated yet by people's ratings."
    note = levels if any(one.level for one in filters) else ""
    return [
        "### Left out by validators\n\nA validator scores how near a changed text is to its original, from 0 to 1. "
        "Pairs below the least score were left out, each counted for the first validator that it did not pass."
        f"{note}\n\n{table(head, rows)}\n\n{by_config}".rstrip()
    ]


def _sliced(manifest: PairsManifest) -> list[str]:
    """The slices of the rows, where the suite was built with some."""
    info = manifest.info
    if info.slices is None:
        return []
    head = {"slice": "---", "what it holds": "---", "source rows": "---:"}
    rows = [[text(one.name), text(one.summary), str(one.rows)] for one in info.slices]
    return [
        "### Slices\n\nThe column `robust_slices` names the slices that a row is in, by its original; a row may be in "
        "several or in none. They were found on all source rows, those that could not be changed included."
        + (f"\n\n{table(head, rows)}" if rows else "")
        + (f"\n\nNot among them:\n\n{listed(map(text, info.slice_notes))}" if info.slice_notes else "")
    ]


def _param(value: Any) -> Any:
    if not isinstance(value, Mapping):
        return f"{value:g}" if isinstance(value, float) else value
    return ", ".join(f"{name}={json.dumps(given)}" for name, given in value.items() if given is not None)


def _origin(manifest: PairsManifest) -> str:
    info = manifest.info
    license = (
        f"License given for the source data: {code(info.license)}."
        if info.license
        else "The license of the source data was not given when this was published."
    )
    return listed(
        [
            f"Source: {source_in_short(info.dataset)}, {counted(info.rows, 'row')}",
            f"Seed {info.seed}, {counted(info.variants, 'variant')} a row, built {text(info.created)} "
            f"with hf_robust {text(info.hf_robust_version)}",
            f"Resources: {resources_of(info)}",
            f"Content hash: {code(manifest.content_hash)}; SHA-256 of every file in `suite.json`",
            f"{license} A suite contains that data and inherits its license: its terms hold here too.",
        ]
    )
