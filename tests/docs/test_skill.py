"""The skill for assistants is made of the documentation: its commands parse, and each example is one that is run."""

import re

import yaml
from click.testing import CliRunner
from documentation import FENCED, check_line, commands, marked

from hf_robust.cli import main
from hf_robust.cli.docs.skill import NAME, skill_text
from hf_robust.cli.docs.topics import TOPICS

# limits of the format
LONGEST_NAME, LONGEST_DESCRIPTION, MOST_LINES = 64, 1024, 500


def written(folder, *options):
    return CliRunner().invoke(main, ["docs", "--skill", str(folder), *options])


def test_the_command_writes_a_skill_in_a_folder_of_its_name(tmp_path):
    shown = written(tmp_path)
    place = tmp_path / "hf-robust" / "SKILL.md"
    assert shown.exit_code == 0 and shown.output == f"wrote {place}\n"
    assert place.read_text("utf-8") == skill_text() and written(tmp_path).exit_code == 0
    place.write_text("notes of somebody else\n")
    shown = written(tmp_path)
    assert shown.exit_code == 2 and "hf_robust did not write it" in shown.output
    assert place.read_text() == "notes of somebody else\n"
    assert written(tmp_path / "new", "--html", str(tmp_path / "site")).exit_code == 2


def test_the_front_matter_is_that_of_a_skill():
    _, front, body = skill_text().split("---\n", 2)
    said = yaml.safe_load(front)
    assert said.keys() == {"name", "description"} and said["name"] == NAME
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", NAME) and len(NAME) <= LONGEST_NAME
    assert len(said["description"]) <= LONGEST_DESCRIPTION and "Use when" in said["description"]
    assert len(body.splitlines()) <= MOST_LINES


def test_its_examples_are_those_of_the_documentation_that_are_run():
    blocks = [code for _, language, code in FENCED.findall(skill_text()) if language == "bash"]
    run = [code for _, code in marked("bash")]
    assert len(blocks) >= 6 and all(code in run for code in blocks)
    for line in (line for code in blocks for line in commands(code)):
        check_line(line)


def test_it_names_each_topic_and_commands_that_parse():
    text = skill_text()
    assert all(f"- `{name}`: " in text for name in TOPICS)
    inline = re.findall(r"`(hf-robust [^`]*)`", text)
    typed = [line.replace("COMMAND", "run").replace("TOPIC", "tasks") for line in inline]
    assert len(typed) > 8
    for line in typed:
        check_line(line if "--skill" not in line else f"{line} skills")
