"""Options that ``--help`` shows below a title of their own."""

from typing import Any

import click


class GroupedOption(click.Option):
    """An option with the title of its group.

    Args:
        group: The title.
    """

    def __init__(self, *args: Any, group: str, **options: Any):
        super().__init__(*args, **options)
        self.group = group


class GroupedCommand(click.Command):
    """A command that shows grouped options behind the others."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, those of each group below its title."""
        groups: dict[str, list[tuple[str, str]]] = {"Options": []}
        for option in self.get_params(ctx):
            record = option.get_help_record(ctx)
            if record is not None:
                groups.setdefault(getattr(option, "group", "Options"), []).append(record)
        for title, records in groups.items():
            with formatter.section(title):
                formatter.write_dl(records)
