"""``hf-robust docs``: the documentation, in the terminal, as a folder of pages or served on this machine."""

from pathlib import Path

import click

from hf_robust.core.errors import UsageError


@click.command("docs")
@click.argument("topic", required=False)
@click.option("--search", "word", metavar="WORD", help="Show the lines of all topics that contain WORD.")
@click.option(
    "--html", "folder", type=click.Path(path_type=Path), metavar="FOLDER", help="Write all topics as HTML pages."
)
@click.option(
    "--skill",
    "skills",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Write the skill hf-robust/SKILL.md for assistants into FOLDER, for example .claude/skills.",
)
@click.option("--serve", is_flag=True, help="Serve the pages locally until Ctrl-C.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8020, show_default=True, help="Port; 0 selects a free port."
)
def docs_command(
    topic: str | None, word: str | None, folder: Path | None, skills: Path | None, serve: bool, port: int
) -> None:
    """Show the documentation of TOPIC. Without TOPIC, list the topics.

    If the output is not a terminal, print plain Markdown.
    """
    from hf_robust.cli.docs import topics

    if sum(given is not None for given in (topic, word, folder, skills)) + serve > 1:
        raise UsageError("give one of TOPIC, --search, --html, --skill and --serve")
    if folder is not None:
        _write(folder)
    elif skills is not None:
        _write_skill(skills)
    elif serve:
        _serve(port)
    elif topic is not None:
        _show(topics.text(topic))
    elif word is not None:
        lines = [f"{name}: {line}" for name, line in topics.lines_with(word)]
        click.echo("\n".join(lines) or f"no topic says {word!r}")
    else:
        _list()


def _list() -> None:
    from hf_robust.cli.docs.topics import TOPICS, summary

    width = max(map(len, TOPICS))
    for name in TOPICS:
        click.echo(f"{name:<{width}}  {summary(name).replace('`', '')}")
    click.echo("\nhf-robust docs TOPIC shows a topic. hf-robust docs --serve shows all topics in a browser.")


def _show(markdown: str) -> None:
    """Markdown, drawn where it goes to a terminal."""
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    if console.is_terminal:
        console.print(Markdown(markdown))
    else:
        click.echo(markdown)


def _write(folder: Path) -> None:
    from hf_robust.cli.docs.docs_site import INDEX, pages
    from hf_robust.core.files import check_folder, write_files

    check_folder(folder)
    write_files(folder, {name: page.encode("utf-8") for name, page in pages().items()})
    click.echo(f"wrote {folder / INDEX}")


def _write_skill(folder: Path) -> None:
    from hf_robust.cli.docs.skill import MARK, skill_file, skill_text
    from hf_robust.cli.protected_files import is_forced
    from hf_robust.core.files import check_folder, write_files
    from hf_robust.core.own_files import check_own

    place = skill_file(folder)
    check_folder(place.parent)
    check_own([place], is_forced(), marks=(MARK,))
    write_files(place.parent, {place.name: skill_text().encode("utf-8")})
    click.echo(f"wrote {place}")


def _serve(port: int) -> None:
    from hf_robust.cli.docs.docs_site import DocsServer

    with DocsServer(port) as own:
        click.echo(f"open {own.address} (stop with Ctrl-C)")
        try:
            own.serve_forever()
        except KeyboardInterrupt:
            click.echo("stopped")
