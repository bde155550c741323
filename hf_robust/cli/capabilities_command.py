"""``hf-robust capabilities``: tests of linguistic capabilities, built from labeled data and run on a model."""

import click

from hf_robust.cli.capabilities_build_command import build_command
from hf_robust.cli.capabilities_run_command import run_capabilities_command


@click.group("capabilities")
def capabilities_group() -> None:
    """Test linguistic capabilities: build a suite from labeled data, run a model on it."""


capabilities_group.add_command(build_command)
capabilities_group.add_command(run_capabilities_command)
