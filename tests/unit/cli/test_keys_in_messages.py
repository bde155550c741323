"""Messages of the library name keys of a configuration; the command line prints the options that say the same."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

import hf_robust.configured
from hf_robust.adapters.chat_models.chat_model import ChatModel
from hf_robust.cli.advice import KEYS, in_shell
from hf_robust.cli.run_command import run_command
from hf_robust.configured.config_choices import DataChoice, Limits, ModelChoice, PromptsChoice, SuiteChoice
from hf_robust.configured.configuration import Configuration

SECTIONS = {
    "prompts": PromptsChoice,
    "dataset": DataChoice,
    "models": ModelChoice,
    "suite": SuiteChoice,
    "thresholds": Limits,
}
OPTIONS = {name for option in run_command.params for name in option.opts}


def named_keys():
    """The keys that messages of the room name."""
    folder = Path(hf_robust.configured.__file__).parent
    for path in sorted({*folder.glob("*.py")} - {folder / "__init__.py"}):
        for line in path.read_text(encoding="utf-8").splitlines():
            if "#" not in line and '"""' not in line:
                yield from re.findall(r"(?<!`)`(\w+(?:\.\w+)?)`(?!`)", line)


@pytest.mark.parametrize("key", sorted({*KEYS, *named_keys()}))
def test_each_key_that_a_message_names_is_a_key_and_an_option(key):
    section, _, name = key.partition(".")
    assert in_shell(f"`{key}`") in OPTIONS
    if section in {one.name for one in fields(ChatModel)}:  # which a file has below the parameters of a model
        return
    assert section in {one.name for one in fields(Configuration)}
    assert not name or name in {one.name for one in fields(SECTIONS[section])}


def test_every_key_that_describes_data_has_an_option():
    assert {f"dataset.{one.name}" for one in fields(DataChoice)} <= set(KEYS)


def test_what_is_no_key_stays():
    assert in_shell("see `needs` and `suite`") == "see `needs` and `suite`"
