"""``hf-robust push-results``: write the results of a report into a model's card on the Hub."""

from pathlib import Path

import click


@click.command("push-results")
@click.argument("report", metavar="REPORT_DIR", type=click.Path(path_type=Path))
@click.option("--model", required=True, help="Hub id of the model, user/model.")
@click.option("--create-pr/--no-pr", default=False, help="Open a pull request instead of committing directly.")
@click.option("--revision", help="Branch. Default: main.")
def push_results_command(report: Path, model: str, create_pr: bool, revision: str | None) -> None:
    """Add the results in REPORT_DIR to a model card on the Hub, as metadata and as a section.

    Results of an earlier push of the same suite are replaced. The rest of the card does not change. The token is that
    of `hf auth login` or HF_TOKEN.
    """
    from hf_robust.reports import load_report

    click.echo(f"{model} -> {load_report(report).push_results(model, create_pr, revision)}")
