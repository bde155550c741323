"""``hf-robust import``: turn the log of another evaluation harness into a report."""

from pathlib import Path
from typing import Any

import click

from hf_robust.cli.options import REPORT, command_line, folder_option, gate_options, verdict_options
from hf_robust.cli.outcome import check_paths, finish_judged, format_option
from hf_robust.configured.report_gates import check_gate
from hf_robust.core.errors import UsageError


@click.command("import")
@click.argument("harness", metavar="HARNESS")
@click.argument("logs", nargs=-1, required=True, metavar="LOG...", type=click.Path(path_type=Path))
@click.option(
    "--suite",
    "suite_source",
    metavar="DIR|REPO",
    help="The suite that was exported: a folder or a Hub id. Default: where the suite was when it was exported.",
)
@click.option("--revision", help="Tag, branch or commit of --suite, for example v1.0.0.")
@format_option
@folder_option(REPORT, "Folder of the report.")
@gate_options("a score on perturbed rows")
@verdict_options("drop")
def import_command(
    harness: str, logs: tuple[Path, ...], suite_source: str | None, revision: str | None, out: Path, **options: Any
) -> None:
    """Turn the LOG of another harness on an exported suite into a report: lm-eval, inspect or eee.

    LOG is a file or a folder: samples_*.jsonl of lm-eval, *.eval or *.json of inspect, *_samples.jsonl of eee (Every
    Eval Ever).
    """
    from hf_robust.evaluation.dispatch import run
    from hf_robust.harnesses.importing import logged_model, read_log
    from hf_robust.suites.robustness import Suite

    check_paths(out, {**options, "logs": logs, "suite_source": suite_source}, "report")
    if revision is not None and suite_source is None:
        raise UsageError("--revision goes with --suite; add that, or leave --revision out")
    log = read_log(logs, harness)
    source, revision = (suite_source, revision) if suite_source is not None else log.source()
    suite = Suite.load(source, revision)
    check_gate(options["gate"], options["strict"], list(suite.entries), ["drop"])
    report = run(logged_model(log, suite), suite, command=command_line())
    finish_judged(report, out, options)
