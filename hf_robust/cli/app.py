"""``hf-robust``: the command line. Each command stands in a file of its own and calls what the library does."""

import warnings
from typing import Any

import click

import hf_robust
from hf_robust.cli.advice import in_shell, told_warnings
from hf_robust.cli.attack_command import attack_command
from hf_robust.cli.audit_command import audit_group
from hf_robust.cli.capabilities_command import capabilities_group
from hf_robust.cli.chains_command import chains_command
from hf_robust.cli.compare_command import compare_command
from hf_robust.cli.corruptions_command import corruptions_command
from hf_robust.cli.docs_command import docs_command
from hf_robust.cli.doctor_command import doctor_command
from hf_robust.cli.export_command import export_command
from hf_robust.cli.import_command import import_command
from hf_robust.cli.init_command import init_command
from hf_robust.cli.inputs_command import inputs_command
from hf_robust.cli.list_command import list_command
from hf_robust.cli.merge_command import merge_command
from hf_robust.cli.options import DIFFERENT, STOPPED, WRONG, Stopped
from hf_robust.cli.perturb_command import perturb_command
from hf_robust.cli.prebuilt_command import prebuilt_group
from hf_robust.cli.protected_files import guarded
from hf_robust.cli.push_command import push_command
from hf_robust.cli.push_results_command import push_results_command
from hf_robust.cli.requests_command import requests_command
from hf_robust.cli.run_command import run_command
from hf_robust.cli.show_command import show_command
from hf_robust.cli.suite_command import suite_command
from hf_robust.cli.unchanged_command import unchanged_command
from hf_robust.core.errors import ColumnError, LabelError, MismatchError, RobustError
from hf_robust.core.garbage import leave_the_heap_at_exit
from hf_robust.core.text import one_line


class _Failure(click.ClickException):
    """A message and the exit code for what is wrong with a call."""

    exit_code = WRONG


class _Different(_Failure):
    """The same where something is not what was measured before."""

    exit_code = DIFFERENT


_FORMER_NAMES = {"refusals": "unchanged"}


class _Group(click.Group):
    """Errors raised on purpose, and those of files, end in one line and exit code 2: 1 means a low score."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return super().get_command(ctx, _FORMER_NAMES.get(cmd_name, cmd_name))

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with warnings.catch_warnings():
                told = told_warnings(ctx)
                warnings.showwarning = lambda message, *_, **__: _show_warning(message, told)
                return super().invoke(ctx)
        except (RobustError, OSError) as error:
            if isinstance(error, BrokenPipeError):
                raise  # the reader of the output went away: click's affair
            kind = _Different if isinstance(error, MismatchError) else _Failure
            raise kind(one_line(_in_shell(error))) from error
        except Stopped:
            raise click.exceptions.Exit(STOPPED) from None
        except click.ClickException as error:  # which may repeat what was typed, or what a file says
            vars(error)["message"] = one_line(error.message)
            raise


def _in_shell(error: Exception) -> str:
    """The message with its advice as options; where no option is in it, those that have to do with it follow."""
    message = str(error)
    translated = in_shell(message)
    return translated if translated != message else f"{message}{_hint(error)}"


def _hint(error: Exception) -> str:
    """What to type here for what the library calls by other names."""
    message = str(error)
    if isinstance(error, ColumnError) and message.startswith("the subpopulation "):
        return "; here: --slice NAME.KEY=VALUE, for example column.column=genre"
    if isinstance(error, ColumnError):
        return "; here: --text-column, --pair-column, --label-column or --column ROLE=COLUMN"
    if isinstance(error, LabelError) and "found None" in message:
        return "; here: --drop-unlabeled leaves out rows without a label"
    if "quotes='" in message:
        return "; here: --quotes " + ("literal" if "quotes='literal'" in message else "enclose")
    if "offsets=" in message:
        return "; here: --offsets UNIT"
    if "scheme='IO'" in message:
        return "; here: --scheme NAME"
    if "overwrite=True" in message:
        return "; here: --force"
    if "label_names=[" in message:
        return "; here: --label-names NAMES"
    return "; here: --label-map MODEL=DATA" if isinstance(error, LabelError) and "label_map" in message else ""


def _show_warning(message: Warning | str, told: set[str] | None = None) -> None:
    """A warning as a line for a reader, without the place in the code that gave it; each is printed once."""
    if told is None or str(message) not in told:
        click.echo(f"warning: {one_line(in_shell(str(message)))}", err=True)
    if told is not None:
        told.add(str(message))


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(hf_robust.__version__, prog_name="hf-robust")
def main() -> None:
    """Will my NLP model hold up? Perturb data, evaluate models, publish suites.

    Exit codes: 0 done; 1 a score is below --fail-under, blocked by a --gate or fell since a --baseline, a model got
    worse (compare --fail-on-regression), or `doctor --strict` misses something; 2 wrong usage, something is missing,
    or too many requests to a model failed; 3 a prebuilt suite, or what it is made of, is not what was measured before.
    """
    leave_the_heap_at_exit()


for command in (
    *(
        docs_command,
        list_command,
        show_command,
        doctor_command,
        perturb_command,
        suite_command,
        run_command,
        push_command,
    ),
    *(compare_command, push_results_command, init_command, inputs_command, requests_command, unchanged_command),
    *(export_command, import_command, merge_command),
    *(attack_command, chains_command, corruptions_command, capabilities_group, audit_group, prebuilt_group),
):
    main.add_command(guarded(command))
