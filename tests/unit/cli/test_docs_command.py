"""The documentation: topics are read without importing what they are about, and shown, written and served."""

import inspect
import json
import re
import subprocess
import sys
import threading
from html.parser import HTMLParser
from urllib.error import HTTPError
from urllib.request import urlopen

import click
import pytest
from click.testing import CliRunner

import hf_robust as hr
from hf_robust.cli import main
from hf_robust.cli.docs import api_listing
from hf_robust.cli.docs.docs_site import DocsServer, pages, to_html
from hf_robust.cli.docs.topic_tables import TABLES, filled
from hf_robust.cli.docs.topics import API, TOPICS, source, summary, text
from hf_robust.core.errors import UsageError

ROOT = api_listing.files("hf_robust")


@pytest.fixture(scope="module")
def site():
    with click.Context(main):
        return pages()


def docs(*typed):
    return CliRunner().invoke(main, ["docs", *typed])


def test_each_room_has_a_topic():
    rooms = {path.name for path in ROOT.iterdir() if (path / "__init__.py").is_file()}
    assert rooms - {folder.split("/")[0] for folder in TOPICS.values()} == {"core"}


def test_the_list_has_a_line_for_each_topic():
    shown = docs()
    assert shown.exit_code == 0
    assert [line.split()[0] for line in shown.output.split("\n\n")[0].splitlines()] == list(TOPICS)
    assert [name for name in TOPICS if not 20 < len(summary(name)) < 125] == []


def test_a_topic_is_plain_markdown_with_tables_where_it_is_piped():
    shown = docs("attacks")
    with click.Context(main):
        assert shown.output == text("attacks") + "\n"
    assert "<!--" not in shown.output


def test_an_unknown_topic_names_the_nearest():
    shown = docs("atacks")
    assert shown.exit_code == 2 and "did you mean attacks" in shown.output


def test_one_thing_at_a_time(tmp_path):
    shown = docs("attacks", "--html", str(tmp_path / "site"))
    assert shown.exit_code == 2 and not (tmp_path / "site").exists()


def test_a_topic_is_drawn_in_a_terminal(monkeypatch):
    # rich keeps the environment that it met first; a map of datasets with several processes replaces os.environ
    monkeypatch.setattr("rich.console.Console._environ", {"FORCE_COLOR": "1", "TERM": "xterm-256color"})
    shown = CliRunner().invoke(main, ["docs", "reports"], color=True).output
    assert "\x1b[" in shown and "`" not in shown


def test_search_shows_the_lines_with_a_word():
    assert "api: - `Perturb(" in docs("--search", "pERTurb(").output
    assert docs("--search", "no such word").output == "no topic says 'no such word'\n"


def test_search_finds_the_methods_of_public_classes():
    assert "api: `Report.answers_to_pandas()`: Return the rows" in docs("--search", "answers_to_pandas").output
    for name in ("Suite.build", "Report.save", "ComparisonReport.regressions"):
        cls, method = name.split(".")
        assert callable(getattr(getattr(hr, cls), method)) and f"api: `{name}(" in docs("--search", name).output


def test_all_places_of_tables_are_known_and_filled():
    named = [name for topic in TOPICS for name in re.findall(r"<!-- table: (.*?) -->", source(topic))]
    assert sorted(named) == sorted(TABLES)
    with click.Context(main):
        assert [topic for topic in TOPICS if "<!--" in text(topic)] == []
    with pytest.raises(UsageError, match="no table 'recipe'"):
        filled("<!-- table: recipe -->")


def test_the_commands_are_those_of_the_command_line():
    with click.Context(main):
        table = filled("<!-- table: commands -->")
    assert re.findall(r"`hf-robust ([\w-]+)`", table) == sorted(main.commands)


@pytest.mark.parametrize("name", sorted(set(hr.__all__) - {"__version__"}))
def test_the_api_says_which_parameters_there_are(name):
    module, node = api_listing.definition("hf_robust", name)
    shown = api_listing.parameters(module, node)
    assert f"`{name}{shown}`: " in text(API)
    if not shown:  # a protocol, an enumeration, an error, a bound method
        return
    code = compile(f"def made{shown.replace('=...', '=0')}: pass", name, "exec", flags=0, dont_inherit=True)
    (made,) = [one for one in code.co_consts if inspect.iscode(one)]
    names = made.co_varnames
    assert list(names) == _in_order(inspect.signature(getattr(hr, name)))


def _in_order(signature):
    """The names of parameters as a code object keeps them: those after a star before the star."""
    kinds = inspect.Parameter
    order = (kinds.POSITIONAL_ONLY, kinds.POSITIONAL_OR_KEYWORD, kinds.KEYWORD_ONLY, kinds.VAR_POSITIONAL)
    found = signature.parameters.values()
    return [one.name for kind in (*order, kinds.VAR_KEYWORD) for one in found if one.kind == kind]


class _Links(HTMLParser):
    def __init__(self, page):
        super().__init__()
        self.links, self.tags, self.ids = [], set(), []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.tags.add(tag)
        self.ids += [found["id"]] if "id" in found else []
        self.links += [found[key] for key in ("href", "src") if key in found]


def test_the_pages_need_nothing_from_elsewhere_and_link_to_each_other(site):
    assert set(site) == {"index.html", *(f"{name}.html" for name in TOPICS)}
    for page in site.values():
        found = _Links(page)
        assert not {"script", "link[rel=stylesheet]", "img"} & found.tags
        assert {link for link in found.links if not link.startswith(("#", "data:"))} <= set(site)
        assert {link[1:] for link in found.links if link.startswith("#")} <= set(found.ids)
        assert len(set(found.ids)) == len(found.ids)
    assert all(f'href="{name}"' in site["index.html"] for name in site)


def test_what_looks_like_markup_is_shown_as_written():
    assert to_html("a <script>x</script> `<b>`").count("<") == 4


def test_the_folder_keeps_what_else_is_in_it(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    shown = docs("--html", str(tmp_path))
    assert shown.output == f"wrote {tmp_path / 'index.html'}\n"
    assert len(list(tmp_path.glob("*.html"))) == len(TOPICS) + 1 and (tmp_path / "mine.txt").read_text() == "mine"
    assert docs("--html", str(tmp_path / "mine.txt")).exit_code == 2


def test_the_pages_are_served_on_this_machine(site):
    with click.Context(main):
        server = DocsServer()
    with server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            assert server.address.startswith("http://127.0.0.1:")
            for name, page in (("", "index.html"), ("attacks.html", "attacks.html")):
                with urlopen(server.address + name) as answer:
                    assert answer.read().decode() == site[page]
            with pytest.raises(HTTPError, match="404"):
                urlopen(server.address + "../pyproject.toml")
            taken = docs("--serve", "--port", str(server.server_port))
            assert taken.exit_code == 2 and "choose another one with --port" in taken.output
        finally:
            server.shutdown()
            thread.join()


def test_no_heavy_module_is_imported_for_a_topic():
    code = """if True:
        import json, sys
        from hf_robust.cli.docs.topics import TOPICS, source
        for name in TOPICS:
            source(name)
        print(json.dumps(sorted(sys.modules)))
    """
    loaded = json.loads(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout)
    assert {"torch", "transformers", "spacy", "datasets", "hf_robust.attacks", "hf_robust.training"}.isdisjoint(loaded)
