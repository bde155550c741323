"""What GitHub and PyPI show: issue forms, templates, the citation file and the metadata of the package."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml
from documentation import check_line

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
FORMS = {path.stem: path for path in sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))}
CHOOSER = yaml.safe_load(FORMS.pop("config").read_text(encoding="utf-8"))
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
TEXTS = {
    name: (ROOT / name).read_text(encoding="utf-8")
    for name in ("SECURITY.md", "CONTRIBUTING.md", ".github/PULL_REQUEST_TEMPLATE.md")
} | {path.name: path.read_text(encoding="utf-8") for path in FORMS.values()}
FIELDS = {"type", "id", "attributes", "validations"}


def test_there_are_three_forms():
    assert sorted(FORMS) == ["bug", "feature", "wrong_output"]


@pytest.mark.parametrize("name", FORMS)
def test_a_form_is_one_that_github_shows(name):
    form = yaml.safe_load(FORMS[name].read_text(encoding="utf-8"))
    assert set(form) == {"name", "description", "labels", "body"} and len(form["description"]) <= 200
    ids = [field["id"] for field in form["body"]]
    assert len(set(ids)) == len(ids) and all(re.fullmatch(r"[\w-]+", one) for one in ids)
    for field in form["body"]:
        assert field.keys() <= FIELDS and field["type"] in ("input", "textarea")
        assert field["attributes"].keys() <= {"label", "description", "placeholder", "render"}
        assert field["attributes"]["label"]
    assert any(field.get("validations", {}).get("required") for field in form["body"])


def test_a_wrong_output_is_reported_with_original_output_and_reason():
    form = yaml.safe_load(FORMS["wrong_output"].read_text(encoding="utf-8"))
    required = {field["id"] for field in form["body"] if field.get("validations", {}).get("required")}
    assert {"transformation", "original", "output", "why"} <= required


@pytest.mark.parametrize("name", TEXTS)
def test_named_commands_and_files_exist(name):
    code = re.findall(r"`([^`\n]+)`", TEXTS[name])
    for line in (line for line in code if line.startswith("hf-robust ") and not re.search(r"[A-Z]", line)):
        check_line(line)
    files = [one for one in code if re.fullmatch(r"[\w./-]+\.(md|toml|yml)", one)]
    assert not [one for one in files if not (ROOT / one).is_file()]


def test_headings_that_are_named_exist():
    named = re.findall(r'`CONTRIBUTING\.md`, "([^"]+)"', TEXTS[".github/PULL_REQUEST_TEMPLATE.md"])
    assert len(named) == 2 and all(f"\n## {one}\n" in TEXTS["CONTRIBUTING.md"] for one in named)


def test_addresses_agree():
    urls = PROJECT["urls"]
    assert {"Homepage", "Documentation", "Repository", "Issues", "Changelog"} <= set(urls)
    assert all(url.startswith("https://") for url in urls.values())
    assert urls["Issues"] == f"{urls['Repository']}/issues" and urls["Changelog"].startswith(urls["Repository"])
    assert CITATION["repository-code"] == urls["Repository"]
    links = [link["url"] for link in CHOOSER["contact_links"]] + re.findall(
        r"\((https://[^)]+)\)", TEXTS["SECURITY.md"]
    )
    assert len(links) == 3 and all(link.startswith((urls["Repository"], urls["Documentation"])) for link in links)


def test_the_classifiers_exist():
    known = pytest.importorskip("trove_classifiers").classifiers
    assert [one for one in PROJECT["classifiers"] if one not in known] == []


def test_the_citation_file():
    assert CITATION["cff-version"] == "1.2.0" and CITATION["type"] == "software"
    assert CITATION["authors"] == [{"name": author["name"]} for author in PROJECT["authors"]]
    assert CITATION["license"] == PROJECT["license"].split()[0]
    assert "version" not in CITATION  # it is written once, in hf_robust/__init__.py
    references = CITATION["references"]
    assert [reference["title"].partition(":")[0].split()[0] for reference in references] == [
        "TextFlint",
        "Benchmarking",
        "S2LCT",
    ]
    for reference in references:
        assert {"type", "title", "authors", "year"} <= reference.keys()
        assert all(author.keys() in ({"name"}, {"given-names", "family-names"}) for author in reference["authors"])
