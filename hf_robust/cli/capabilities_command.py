"""``hf-robust capabilities``: tests of linguistic capabilities, built from labeled data and run on a model."""

import click

from hf_robust.cli.capabilities_build_command import build_command
from hf_robust.cli.capabilities_run_command import run_capabilities_command


@click.command("schema")
@click.option("--behavior", is_flag=True, help="The format of tests made of templates, for build --behavior.")
def schema_command(behavior: bool) -> None:
    """Print the format of a specification (build --spec): every key, with an example."""
    from hf_robust.capability.schema import describe_format

    click.echo(describe_format(behavior))


@click.group("capabilities")
def capabilities_group() -> None:
    """Test linguistic capabilities: build a suite from labeled data and run a model on it."""


capabilities_group.add_command(build_command)
capabilities_group.add_command(run_capabilities_command)
capabilities_group.add_command(schema_command)
