"""``hf-robust export``: write a suite as a task of another evaluation harness."""

from pathlib import Path

import click

from hf_robust.cli.options import refuse_without
from hf_robust.cli.protected_files import is_forced
from hf_robust.core.errors import UsageError


@click.command("export")
@click.argument("harness", metavar="HARNESS")
@click.argument("suite", metavar="SUITE")
@click.option("--revision", help="Tag, branch or commit of SUITE on the Hub, for example v1.0.0.")
@click.option(
    "--out",
    "--output",
    "folder",
    type=click.Path(path_type=Path),
    required=True,
    help="Folder of the task, or FILE.py for inspect. Files of an earlier export are replaced.",
)
@click.option(
    "--report",
    "report_folder",
    metavar="DIR",
    help="For eee: the report of a run with --save-answers on SUITE, a folder or report.json.",
)
@click.option("--name", help="Name of the task. Default: the name of the suite.")
@click.option("--prompts", metavar="FILE", help="Prompt file (YAML), whose default is used. Default: that of the task.")
@click.option(
    "--generate",
    is_flag=True,
    help="For lm-eval: let the model write the label. Default: lm-eval compares the log-likelihoods of the labels.",
)
def export_command(
    harness: str,
    suite: str,
    revision: str | None,
    folder: Path,
    report_folder: str | None,
    name: str | None,
    prompts: str | None,
    generate: bool,
) -> None:
    """Write SUITE (a folder or a Hub id) as a task of another evaluation harness: lm-eval or inspect.

    Run the printed command, then read its logs with: hf-robust import HARNESS LOG

    eee (Every Eval Ever) takes the answers of a run in place of a task: add --report.
    """
    from hf_robust.harnesses.eee_export import HARNESSES as OF_ANSWERS

    if (harness in OF_ANSWERS) != (report_folder is not None):
        raise UsageError(
            f"{harness} takes the answers of a run on SUITE: name its report with --report"
            if report_folder is None
            else f"--report goes with {' or '.join(OF_ANSWERS)}; leave it out for {harness}"
        )
    if report_folder is not None:
        refuse_without({"name": False, "prompts": False, "generate": False}, "a task (lm-eval, inspect)")
        _export_answers(harness, suite, revision, folder, report_folder)
        return
    from hf_robust.harnesses.exporting import export_suite
    from hf_robust.suites.robustness import Suite

    local = Path(suite).exists()
    source = str(Path(suite).resolve()) if local else f"{suite}@{revision}" if revision else suite
    command = export_suite(
        Suite.load(suite, revision),
        harness,
        folder,
        prompt=prompts,
        name=name,
        generate=generate,
        source=source,
        overwrite=is_forced(),
    )
    click.echo(f"{harness} task -> {folder}\nrun: {command}")


def _export_answers(harness: str, suite: str, revision: str | None, folder: Path, report_folder: str) -> None:
    from hf_robust.harnesses.eee_export import export_report
    from hf_robust.reports import CapabilityReport, Report
    from hf_robust.reports.any_report import load_report
    from hf_robust.suites import BaseSuite

    report = load_report(report_folder)
    if not isinstance(report, (Report, CapabilityReport)):
        raise UsageError(f"{report_folder} holds a {report.schema.noun}; name the report of a run on SUITE")
    files = export_report(report, BaseSuite.load(suite, revision), harness, folder, overwrite=is_forced())
    click.echo(f"{harness} files -> {', '.join(map(str, files))}")
