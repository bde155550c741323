"""Specifications: those in the package, and every kind of mistake in a file with its place."""

import csv
import hashlib
import os
import pickle
import tomllib
from pathlib import Path

import pytest
import yaml
from hub_client import Client, Raised
from minihub import MiniHub
from minihub_store import File

from hf_robust.capability import capabilities, read_spec, specification_names
from hf_robust.capability.gold_labels import read_range
from hf_robust.core.errors import HubError, SpecError, UnknownNameError
from hf_robust.slices.rules import All, Label, Length, Not, StartsWith
from hf_robust.slices.sentence_rules import Agrees, Declarative, HasPeople, Margin
from hf_robust.slices.wordlists import WordList, read_words

GOOD = """\
task: sentiment-classification
version: "1"
labels: [negative, neutral, positive]
lexicons:
  rude: rude.txt
  worse: null
capabilities:
  - id: A
    name: Taken back
    search:
      label: negative
      length: {below: 10, at_least: 2}
      excludes: {lexicon: rude}
    transform:
      templates:
        - id: back
          text: "{lead} {sentence} {end}"
          slots:
            lead: [I thought that]
            end: [but it wasn't, but I didn't]
    accepted: [positive, neutral]
    oracle_confidence: 0.8
  - id: B
    name: Negated
    search: {starts_with: [[This, That], [is]], label: neutral}
    transform:
      negation:
        is: [is not, isn't]
    accepted: neutral
"""


@pytest.fixture
def write(tmp_path):
    (tmp_path / "rude.txt").write_text("# rude\ndamn\n")

    def written(text):
        path = tmp_path / "mine.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return written


def mistake(path):
    with pytest.raises(SpecError) as caught:
        capabilities(path)
    return caught.value


def test_a_file_becomes_a_specification(write):
    found = capabilities(write(GOOD))
    assert (found.task, found.version, found.labels) == (
        "sentiment-classification",
        "1",
        ("negative", "neutral", "positive"),
    )
    first = found["A"]
    label, length, without = first.searches["sentence"].rules
    assert (label, length) == (Label(("negative",)), Length(2, 9)) and isinstance(without, Not)
    assert first.transform.kind == "templates" and first.lexicons == {"rude"}
    assert first.transform.templates[0].used_slots == ("lead", "end")
    assert (first.oracle_confidence, first.expand, first.recheck) == (0.8, True, False)
    second = found["B"]
    assert second.searches["sentence"] == All((StartsWith((("This", "That"), ("is",))), Label(("neutral",))))
    assert second.transform.templates[0].negations == {"is": ("is not", "isn't")}
    assert second.oracle_confidence is None and second.needs_labels == {"neutral"}
    assert found.lexicons["worse"] is None and found.lexicons["rude"].name == "rude.txt"


def test_a_folder_is_a_place_for_a_specification(write, tmp_path):
    write(GOOD).rename(tmp_path / "capabilities.yaml")
    assert list(capabilities(tmp_path)) == ["A", "B"]


MISTAKES = [
    # what is replaced, by what, line, key, parts of the message
    ("      label: negative\n", "      lable: negative\n", 11, "A.search.lable", ["did you mean label", "starts_with"]),
    ("label: negative\n", "label: bad\n", 11, "A.search.label", ["'bad'", "negative, neutral, positive"]),
    ("below: 10", "below: ten", 12, "A.search.length.below", ["a whole number", "'ten'"]),
    ("below: 10", "under: 10", 12, "A.search.length.under", ["'under'", "below"]),
    ("below: 10", "below: 2", 12, "A.search.length", ["no text"]),
    ("{lexicon: rude}", "{lexicon: rued}", 13, "A.search.excludes.lexicon", ["did you mean rude"]),
    ("{lexicon: rude}", "{sentiment: bad}", 13, "A.search.excludes.sentiment", ["positive"]),
    ("{lexicon: rude}", "{pos: ADJECTIVE}", 13, "A.search.excludes.pos", ["ADJ"]),
    ("{lexicon: rude}", "{lexicon: rude, pos: ADJ}", 13, "A.search.excludes", ["stand alone"]),
    ("{lexicon: rude}", "{}", 13, "A.search.excludes", ["none"]),
    ("{lexicon: rude}", "{people: false}", 13, "A.search.excludes.people", ["expected true"]),
    ("{lexicon: rude}", "{people: true, pos: ADJ}", 13, "A.search.excludes", ["'people' stands alone"]),
    ("{lexicon: rude}", "{lexicon: rued, people: true}", 13, "A.search.excludes.lexicon", ["did you mean rude"]),
    ("{lexicon: rude}", "{not_in: rude}", 13, "A.search.excludes", ["found none"]),
    ("{lexicon: rude}", "{pos: ADJ, not_in: rued}", 13, "A.search.excludes.not_in", ["did you mean rude"]),
    ("label: negative\n", "label: negative\n      clause: question\n", 12, "A.search.clause", ["declarative"]),
    ("label: negative\n", "label: negative\n      contrast: some\n", 12, "A.search.contrast", ["none"]),
    ("label: negative\n", "label: negative\n      margin: 0\n", 12, "A.search.margin", ["above 0"]),
    ("label: negative\n", "label: negative\n      margin: far\n", 12, "A.search.margin", ["a number", "'far'"]),
    (
        "label: negative\n",
        "label: negative\n      agrees: sentimant\n",
        12,
        "A.search.agrees",
        ["did you mean sentiment"],
    ),
    ('version: "1"\n', 'version: "1"\nspaces: open\n', 3, "spaces", ["closed, found"]),
    ("      templates:", "      template:", 15, "A.transform.template", ["did you mean templates"]),
    ("{lead} {sentence}", "{led} {sentence}", 17, "text", ["{led}", "did you mean lead"]),
    ("{lead} {sentence}", "{lead} {sentence", 17, "text", ["brace"]),
    ("{lead} {sentence}", "{lead} {sentence:upper}", 17, "text", ["as-is or negated"]),
    ("{lead} {sentence}", "{lead} {sentence:negated}", 16, "templates.1", ["negations"]),
    ("{lead} {sentence} {end}", "{lead} {end}", 16, "templates.1", ["no searched text", "sentence"]),
    ("{lead} {sentence} {end}", "{lead} {sentence}", 20, "slots.end", ["in no text"]),
    ("lead: [I thought that]", "lead: []", 19, "slots.lead", ["empty"]),
    ("lead: [I thought that]", "lead: {a: b}", 19, "slots.lead", ["expected text", "a mapping"]),
    ("          slots:", "          pairs: 3\n          slots:", 18, "pairs", ["joins two"]),
    ("    accepted: [positive, neutral]\n", "", 16, "templates.1", ["no label is accepted"]),
    ("accepted: [positive, neutral]", "accepted: [positive, neutrl]", 21, "A.accepted.2", ["did you mean neutral"]),
    ("accepted: [positive, neutral]", "accepted: {pos: positive}", 21, "A.accepted.pos", ["did you mean positive"]),
    ("oracle_confidence: 0.8", "oracle_confidence: 1.5", 22, "A.oracle_confidence", ["0 to 1", "1.5"]),
    ("oracle_confidence: 0.8", "oracle_confidence: high", 22, "A.oracle_confidence", ["a number", "'high'"]),
    ("oracle_confidence: 0.8", "expand: maybe", 22, "A.expand", ["true or false"]),
    ("    name: Negated\n", "", 23, "capabilities.2", ["'name' is missing"]),
    ("  - id: B", "  - id: A", 23, "capabilities.2.id", ["twice", "line 8"]),
    ("    name: Negated\n", "    name: Negated\n    name: Again\n", 25, "capabilities.2.name", ["twice", "line 24"]),
    ("search: {starts_with", "serch: {starts_with", 25, "capabilities.2.serch", ["did you mean search"]),
    ("[[This, That], [is]]", "[[This, That], []]", 25, "B.search.starts_with.2", ["empty"]),
    ("transform:\n      negation:\n        is: [is not, isn't]", "transform: flip", 26, "B.transform", ["none"]),
    ("        is: [is not, isn't]", "        {}", 28, "B.transform.negation", ["none"]),
    ("sentiment-classification", "sentiment-clasification", 1, "task", ["did you mean sentiment-classification"]),
    ("[negative, neutral, positive]", "[negative]", 3, "labels", ["two"]),
    ("[negative, neutral, positive]", "[negative, negative]", 3, "labels", ["two different"]),
    ('version: "1"\n', "", 1, "(the file)", ["'version' is missing"]),
    ("rude: rude.txt", "rude: rudest.txt", 5, "lexicons.rude", ["rudest.txt"]),
    ("rude: rude.txt", "rude: ../rude.txt", 5, "lexicons.rude", ["beside this file"]),
    ("version:", "versoin:", 2, "versoin", ["did you mean version"]),
    ("labels: [", "scores: {negative: [0]}\nlabels: [", 3, "scores.negative", ["[0, 0.4]"]),
]


@pytest.mark.parametrize("old, new, line, key, said", MISTAKES, ids=[row[3] + "-" + row[1][:12] for row in MISTAKES])
def test_a_mistake_is_reported_where_it_is(write, old, new, line, key, said):
    assert GOOD.count(old) >= 1
    path = write(GOOD.replace(old, new, 1))
    found = mistake(path)
    assert found.line == line and found.key.endswith(key), str(found)
    assert str(found).startswith(f"{path}:{line}: ")
    for part in said:
        assert part in found.message


@pytest.mark.parametrize(
    "text, line, said",
    [
        ("", 1, "empty"),
        ("# only a remark\n", 1, "empty"),
        ("task: [a\nversion: 1\n", 2, "no YAML"),
        ("- a\n- b\n", 1, "expected a mapping, found a list"),
        ("just words", 1, "expected a mapping"),
        (GOOD[: GOOD.index("  - id: A")].replace("capabilities:", "capabilities: []"), 7, "at least one capability"),
        (GOOD[: GOOD.index("  - id: A")], 7, "expected a list, found nothing"),
    ],
)
def test_a_file_that_holds_no_specification(write, text, line, said):
    found = mistake(write(text))
    assert found.line == line and said in str(found)


def test_two_searches_need_a_transformation(write):
    old = "search: {starts_with: [[This, That], [is]], label: neutral}"
    text = GOOD.replace(old, "searches: {a: &r {label: neutral}, b: *r}")
    found = mistake(write(text))
    assert "one search" in found.message and found.line == 28
    text = text[: text.index("    transform:\n      negation")] + "    accepted: neutral\n"
    assert "a transformation is needed" in mistake(write(text)).message


def test_a_rule_may_not_be_given_twice_and_must_be_given(write):
    line = "    search: {starts_with: [[This, That], [is]], label: neutral}\n"
    assert "either 'search'" in mistake(write(GOOD.replace(line, ""))).message
    assert "either 'search'" in mistake(write(GOOD.replace(line, line + "    searches: {}\n"))).message
    assert "an empty rule" in mistake(write(GOOD.replace(line, "    search: {}\n"))).message
    assert "at least one named" in mistake(write(GOOD.replace(line, "    searches: {}\n"))).message


def test_rules_nest_and_name_their_regular_expression(write):
    line = "search: {starts_with: [[This, That], [is]], label: neutral}"
    rule = "search: {any: [{not: {matches: '(a'}}, {label: neutral}]}"
    found = mistake(write(GOOD.replace(line, rule)))
    assert found.key.endswith("search.any.1.not.matches") and "regular expression" in found.message
    assert "at least one rule" in mistake(write(GOOD.replace(line, "search: {any: []}"))).message
    either = capabilities(write(GOOD.replace(line, "search: {any: [{label: neutral}, {label: positive}]}")))
    assert either["B"].needs_labels == {"neutral"}  # the only label that is right


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("(?:a{60000}){60000}", "counts in braces ask for more than 10,000 copies"),
        ("a" * 1_001, "1,001 characters"),
        ("(" * 900 + "a" + ")" * 900, "1,801 characters"),
    ],
)
def test_a_regular_expression_that_is_too_large_is_refused(write, pattern, message):
    line = "search: {starts_with: [[This, That], [is]], label: neutral}"
    assert message in mistake(write(GOOD.replace(line, f"search: {{matches: '{pattern}'}}"))).message


def test_alternatives_that_multiply_to_millions_are_refused(write):
    slots = ", ".join(f"s{n}: [{', '.join(f'w{m}' for m in range(10))}]" for n in range(7))
    text = " ".join(f"{{s{n}}}" for n in range(7))
    line = GOOD[GOOD.index("    transform:\n      negation") :]
    templates = (
        f"    transform: {{templates: [{{text: '{text} {{sentence}}', slots: {{{slots}}}}}]}}\n    accepted: neutral\n"
    )
    assert "found 10,000,000 by all alternatives multiplied" in mistake(write(GOOD.replace(line, templates))).message


def test_rules_of_sentences_are_read(write):
    rules = "label: negative\n      clause: declarative\n      contrast: none\n      margin: 0.05\n"
    rules += "      agrees: [sentiment, classifier]\n"
    text = GOOD.replace("label: negative\n", rules).replace('version: "1"\n', 'version: "1"\nspaces: closed\n')
    found = capabilities(write(text.replace("excludes: {lexicon: rude}", "excludes: {lexicon: rude, people: true}")))[
        "A"
    ]
    _, clause, contrast, margin, agrees, *_, people = found.searches["sentence"].rules
    assert (clause, margin, people) == (Declarative(), Margin(0.05), Not(HasPeople("rude")))
    assert isinstance(contrast, Not) and agrees == All((Agrees("sentiment"), Agrees("classifier")))
    assert found.closed and found.reads_sentiment and found.asks_a_classifier
    assert found.layers == {"pos", "dep"} and found.lexicons == {"rude"}
    plain = capabilities(write(GOOD))["A"]
    assert not (plain.closed or plain.reads_sentiment or plain.asks_a_classifier or plain.layers)


def test_words_are_no_second_opinion_on_labels_that_are_no_sentiment(write):
    text = GOOD.replace("[negative, neutral, positive]", "[rude, kind]").replace("positive, neutral", "rude")
    text = text.replace("label: negative\n", "agrees: sentiment\n")
    found = mistake(write(text))
    assert found.key == "capabilities.A.search.agrees" and "the labels kind, rude are not" in found.message


def test_a_column_that_only_leaves_rows_out_need_not_be_there(write):
    line = "search: {starts_with: [[This, That], [is]], label: neutral}"
    out = "search: {label: neutral, not: {column: {name: kind, is: draft}}}"
    assert capabilities(write(GOOD.replace(line, out)))["B"].columns == frozenset()
    both = "search: {column: {name: year, is: 1999}, not: {column: {name: kind, is: draft}}}"
    assert capabilities(write(GOOD.replace(line, both)))["B"].columns == {"year"}


def test_a_missing_file_is_named(tmp_path):
    found = mistake(tmp_path / "absent.yaml")
    assert found.line == 1 and "absent.yaml" in str(found)
    with pytest.raises(UnknownNameError, match="sentiment-classification"):
        capabilities("sentiment-clasification")
    with pytest.raises(UnknownNameError, match="did you mean LC7"):
        capabilities("sentiment-classification")["LC77"]


def test_the_error_survives_a_worker(write):
    found = mistake(write(""))
    again = pickle.loads(pickle.dumps(found))
    assert type(again) is SpecError and str(again) == str(found)


def test_the_package_holds_what_papers_publish_beside_what_serves():
    names = specification_names(published=True)
    assert names == ("hate-speech-detection", "sentiment-classification")
    for name in names:
        published, refined = capabilities(name, "published"), capabilities(name)
        assert published.version == "1" and Path(published.file).parent.name == "published"
        assert list(published) == list(refined) and published.labels == refined.labels
        assert published.lexicons == refined.lexicons
    with pytest.raises(UnknownNameError, match="unknown edition of sentiment-classification 'publisht'; did you mean"):
        capabilities("sentiment-classification", "publisht")
    with pytest.raises(UnknownNameError, match="published specification 'natural-language-inference'"):
        capabilities("natural-language-inference", "published")


def test_what_the_package_holds():
    assert specification_names() == ("hate-speech-detection", "natural-language-inference", "sentiment-classification")
    sentiment = capabilities("sentiment-classification")
    assert [id for id in sentiment if not sentiment[id].optional] == [f"LC{n}" for n in range(1, 11)]
    assert [id for id in sentiment if sentiment[id].optional] == ["LC10-positive", "LC10-negative"]
    assert list(capabilities("hate-speech-detection")) == [f"LC{n}" for n in range(1, 20)]
    assert len(capabilities("natural-language-inference")) >= 8
    for name in specification_names():
        for capability in capabilities(name).values():
            for template in capability.transform.templates:
                assert 0 <= capability.confidence(template) <= 1
    assert [id for id in sentiment if sentiment[id].recheck] == ["LC1", "LC2"]
    hate = capabilities("hate-speech-detection")
    assert [id for id in hate if hate[id].recheck] == ["LC17", "LC18"]


def test_the_published_product_of_alternatives():
    """How many cases one found sentence gives; for pairs, one pair."""

    def product(template):
        size = 1
        for slot in template.slots.values():
            size *= len(slot)
        return size * max(1, len(next(iter(template.negations.values()), ())))

    def sizes(name):
        return {id: [product(t) for t in c.transform.templates] for id, c in capabilities(name, "published").items()}

    found = sizes("sentiment-classification")
    assert found["LC3"] == [18, 9] and found["LC4"] == found["LC5"] == [2]
    assert found["LC6"] == [4] and found["LC7"] == [3] and found["LC8"] == [4, 4]
    assert found["LC9"] == found["LC10"] == [2]
    found = sizes("hate-speech-detection")
    assert found["LC11"] == found["LC12"] == [4, 4, 4, 4]
    assert [sum(found[f"LC{n}"]) for n in (13, 14, 15, 16, 19)] == [3, 3, 2, 2, 4]


def test_labels_that_a_capability_cannot_do_without():
    needs = {id: c.needs_labels for id, c in capabilities("sentiment-classification", "published").items()}
    assert [id for id, labels in needs.items() if "neutral" in labels] == ["LC1", "LC5", "LC7"]
    assert needs["LC2"] == needs["LC10"] == frozenset()
    needs = {id: c.needs_labels for id, c in capabilities("sentiment-classification").items()}
    assert [id for id, labels in needs.items() if "neutral" in labels] == ["LC1", "LC5"]  # LC7 accepts it, no more


def test_word_lists_are_what_their_source_says():
    said = tomllib.loads((read_spec.FOLDER / "SOURCES.toml").read_text(encoding="utf-8"))
    lists = {path.name for path in read_spec.FOLDER.iterdir() if path.suffix in (".txt", ".csv")} | {
        "identity_terms.yaml"
    }
    assert set(said) == lists
    for name, entry in said.items():
        data = (read_spec.FOLDER / name).read_bytes()
        assert hashlib.sha256(data).hexdigest() == entry["sha256"], f"{name} changed; state its new hash"
    groups = yaml.safe_load((read_spec.FOLDER / "identity_terms.yaml").read_text(encoding="utf-8"))
    assert len(groups) == said["identity_terms.yaml"]["rows"] == 7
    rows = [line for line in (read_spec.FOLDER / "profanity.txt").read_text().splitlines() if line[:1] not in ("", "#")]
    assert len(rows) == len(set(rows)) == said["profanity.txt"]["rows"]


def test_identity_terms_are_those_of_hatecheck():
    table = Path(os.environ.get("HF_ROBUST_DATA", "gone")) / "hatecheck" / "template_placeholders.csv"
    if not table.is_file():
        pytest.skip("HF_ROBUST_DATA does not name a folder that holds hatecheck/")
    with table.open(encoding="utf-8", newline="") as file:
        values = {row["Placeholder"]: row["Values"].split(", ") for row in csv.DictReader(file)}
    published = WordList.of(term for part in "SPA" for term in values[f"[IDENTITY_{part}]"])
    assert read_words("identity", read_spec.FOLDER / "identity_terms.yaml") == published


@pytest.mark.parametrize("given", ["0.4", "[0.4]", "(0.6, 0.4]", [0.6, 0.4], [1], ["a", "b"], None, "[0, 1"])
def test_what_is_no_range(given):
    with pytest.raises(ValueError, match="range"):
        read_range(given)


def test_a_specification_comes_from_the_hub(tmp_path):
    code = """
spec = __import__("hf_robust.capability", fromlist=["x"]).capabilities(repo, revision)
value = [list(spec), sorted(spec.lexicons), spec.lexicons["rude"].read_text()]
"""
    with MiniHub() as hub:
        client = Client(hub.endpoint, tmp_path / "home", tmp_path / "log")
        try:
            client.run("HfApi().create_repo('me/tests', repo_type='dataset')")
            repo = hub.dataset("me/tests")
            files = {"capabilities.yaml": File(GOOD.encode()), "rude.txt": File(b"damn\n"), "big.bin": File(b"0")}
            repo.commit(files, "first")
            assert client.run(code, repo="me/tests", revision=None) == [["A", "B"], ["rude", "worse"], "damn\n"]
            assert not [path for _, path, _ in hub.requests if "big.bin" in path]
            with pytest.raises(Raised, match=r"HubError: me/none is neither"):
                client.run(code, repo="me/none", revision=None)
            with pytest.raises(Raised, match=r"HubError: me/tests at v9 is neither"):
                client.run(code, repo="me/tests", revision="v9")
        finally:
            client.close()


def test_without_the_hub_one_error_says_so():
    with pytest.raises(HubError, match="me/tests is neither a file here"):
        capabilities("me/tests")


def test_a_published_file_is_read_by_its_own_path():
    folder = Path(capabilities("hate-speech-detection", "published").file).parent
    by_path = capabilities(folder / "hate-speech-detection.yaml")
    assert by_path == capabilities("hate-speech-detection", "published")
    assert by_path.lexicons["identity"].is_file()
