"""``hf-robust push-results``: write the results of a report into a model's card on the Hub."""

from pathlib import Path

import click


@click.command("push-results")
@click.argument("report", metavar="REPORT_DIR", type=click.Path(path_type=Path))
@click.option("--model", required=True, help="The model's repository on the Hub, user/model.")
@click.option("--create-pr/--no-pr", default=False, help="Open a pull request in place of a commit.")
@click.option("--revision", help="Branch; without it main.")
def push_results_command(report: Path, model: str, create_pr: bool, revision: str | None) -> None:
    """Write the results in REPORT_DIR into the card of a model on the Hub: its index, and a section.

    Results of an earlier push of the same suite are replaced, all else of the card stays as it is. The token is that of
    `hf auth login` or HF_TOKEN.
    """
    from hf_robust.reports import load_report

    click.echo(f"{model} -> {load_report(report).push_results(model, create_pr, revision)}")
