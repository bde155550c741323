"""Files that describe an API: each fault has its line, what was expected, and the nearest key."""

import re

import pytest
from endpoint_samples import NER, written

import hf_robust as hr
from hf_robust.adapters.remote.endpoint_file import read_endpoint
from hf_robust.adapters.remote.json_paths import JsonPath, PathError
from hf_robust.cli.docs.topics import source
from hf_robust.core.errors import SpecError, UnknownNameError, UsageError

LABELS = """
    task: text-classification
    url: URL/classify
    body: {text: "{{text}}"}
    response: {label: label}
"""
QUESTIONS = """
    task: extractive-qa
    url: URL/answer
    body: {question: "{{question}}", context: "{{context}}"}
    response: {answer: answer}
"""


def test_the_example_is_read(tmp_path):
    file = read_endpoint(written(tmp_path, NER))
    assert (file.task, file.batch, file.offsets, file.limits.concurrency) == (
        "named-entity-recognition",
        3,
        "code-points",
        2,
    )
    assert file.each == {"id": "{{n}}", "text": "{{text}}"} and file.body == {"documents": "{{batch}}"}
    assert file.response.spans == JsonPath("entities[*]") and file.only == ("PER", "LOC", "ORG")


FAULTS = [
    # text, old, new, line, what the message says
    (NER, "task: named", "task: nmed", 1, "did you mean"),
    (NER, "batch: 3", "bach: 3", 5, "did you mean batch"),
    (NER, "batch: 3", "batch: 0", 5, "at least 1"),
    (NER, "limits: {concurrency: 2}", "limits: {concurency: 2}", 9, "did you mean concurrency"),
    (NER, "limits: {concurrency: 2}", "limits: {timeout: -1}", 9, "positive number"),
    (NER, "labels:", "offsets: utf32\n    labels:", 7, "did you mean utf"),
    (NER, "labels:", "method: POTS\n    labels:", 7, "did you mean POST"),
    (NER, "start: offset,", "begin: offset,", 6, "unknown key 'begin'"),
    (NER, "start: offset,", "", 6, "spans need start, type, and one of end, length and text"),
    (NER, 'spans: "entities[*]",', "", 6, "'spans' or 'token_scores' is missing"),
    (NER, '"entities[*]"', '"entities[*"', 6, "expected a path such as documents[*].entities"),
    (NER, 'items: "documents[*]", id: id,', "", 6, "'items' is missing"),
    (LABELS, "label: label", "label: label, id: id", 4, "id needs items"),
    (NER, "id: id,", "id: id, errors: 'errors[*]',", 6, "'error_id' is missing"),
    (NER, "type: category", "type: category, label: x", 6, "'label' has no meaning for named-entity-recognition"),
    (NER, '"{{text}}"', '"{{txt}}"', 4, "unknown name {{txt}} in each; did you mean text"),
    (NER, 'text: "{{text}}"', 'text: "x"', 4, "expected {{text}} or {{tokens}}, found {{n}}"),
    (NER, '"{{text}}"', '"of {{tokens}}"', 4, "is a list; expected it alone"),
    (NER, '"{{text}}"', '"{{label_options}}"', 4, "unknown name"),
    (NER, '"Bearer ${env:ACME_KEY}"', "Bearer abcdefg", 3, "must read its key from an environment variable"),
    (NER, "URL/v1", "acme.com/v1", 2, "must begin with http:// or https://"),
    (NER, "URL/v1", "https://me:secret@acme.com/v1", 2, "user and password"),
    (NER, "URL/v1/entities", "URL/v1?api_key=abcdefg", 2, "the parameter api_key of the URL must read its key"),
    (NER, "labels:", "method: GET\n    labels:", 4, "a GET request has no body"),
    (NER, "task: named-entity-recognition", "task: parsing", 1, "an API cannot serve parsing; expected one of"),
    (LABELS, 'body: {text: "{{text}}"}', "", 2, "'body' is missing"),
    (LABELS, "response:", "batch: 8\n    response:", 4, "expected {{batch}} in body"),
    (LABELS, "response:", "each: {a: 1}\n    response:", 4, "expected {{batch}} in body, because each"),
    (LABELS, "label: label", "score: 'scores[*]'", 4, "score without label needs `classes`"),
    (LABELS, "response:", "values: {text: x}\n    response:", 4, "has a meaning already"),
    (LABELS, "URL/classify", "URL/{{model}}", 2, "unknown name {{model}} in url"),
    (QUESTIONS, ', context: "{{context}}"', "", 3, "expected {{context}}, found {{question}}"),
    (QUESTIONS, "answer: answer", "start: start", 4, "start needs end or length"),
]


@pytest.mark.parametrize(("text", "old", "new", "line", "said"), FAULTS)
def test_a_fault_has_its_line(tmp_path, text, old, new, line, said):
    assert old in text
    with pytest.raises(SpecError) as error:
        read_endpoint(written(tmp_path, text.replace(old, new)))
    assert said in str(error.value)
    assert f":{line}:" in str(error.value) or f"line {line}" in str(error.value)


def test_a_literal_key_is_not_shown(tmp_path):
    with pytest.raises(SpecError) as error:
        read_endpoint(written(tmp_path, NER.replace("${env:ACME_KEY}", "sk-0123456789")))
    assert "sk-0123456789" not in str(error.value)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "found neither"),
        ({"file": "a.yaml", "preset": "vllm-classify"}, "found both"),
        ({"preset": "vllm-clasify"}, "Did you mean vllm-classify"),
        ({"preset": "vllm-classify"}, "needs base_url, model; pass base_url=..., model=..."),
        ({"preset": "vllm-classify", "base_url": "127.0.0.1", "model": "m"}, "must begin with http"),
        ({"preset": "vllm-classify", "base_url": "http://a", "modl": "m"}, "did you mean model"),
        ({"file": "absent.yaml"}, "cannot be read"),
        ({"preset": "tei-predict", "base_url": "http://a", "concurrency": 0}, "concurrency must be a whole number"),
        ({"preset": "vllm-classify", "sign": 7}, "sign must be a function"),
    ],
)
def test_options_are_checked(options, said):
    with pytest.raises((UsageError, SpecError, UnknownNameError), match=None) as error:
        hr.Endpoint(**options)
    assert said.casefold() in str(error.value).casefold()


def test_a_file_for_another_task_is_refused(tmp_path, monkeypatch):
    monkeypatch.setenv("ACME_KEY", "sk-0123456789")
    endpoint = hr.Endpoint(written(tmp_path, NER))
    with pytest.raises(UsageError, match="is for named-entity-recognition, expected a file for text-classification"):
        hr.as_predictor(endpoint, hr.task("text-classification", label_names=["a", "b"]))
    with pytest.raises(UsageError, match="expected a file for part-of-speech"):
        endpoint.check("part-of-speech")
    hr.Endpoint(preset="vllm-classify", base_url="http://a", model="m").check("sentiment-classification")
    monkeypatch.delenv("ACME_KEY")
    with pytest.raises(UsageError, match="ACME_KEY is not set; run: export ACME_KEY"):
        endpoint.check()


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("$", {"a": [{"b": 1}, {"b": 2}], "n": None}),
        ("a[*].b", [1, 2]),
        ("a[1].b", 2),
        ("n[*]", []),
        ("c?", None),
        ("c?.d?", None),
        ("n?.x?", None),
    ],
)
def test_paths(path, found):
    assert JsonPath(path).get({"a": [{"b": 1}, {"b": 2}], "n": None}) == found


@pytest.mark.parametrize("path", ["c", "a.b", "a[2]", "n.x", "a[0].b[*]", "^.a"])
def test_absent_parts_are_errors(path):
    with pytest.raises(PathError):
        JsonPath(path).get({"a": [{"b": 1}, {"b": 2}], "n": None})


@pytest.mark.parametrize("path", ["a..b", "a[", "a[x]", "a b.[*]x", ".", "a[*]b"])
def test_what_is_no_path_is_refused(path):
    with pytest.raises(UsageError, match="expected a path"):
        JsonPath(path)


def test_the_file_of_the_documentation_is_read(tmp_path):
    (yaml,) = re.findall(r"```yaml\n(.*?)```", source("endpoints"), re.DOTALL)
    file = read_endpoint(written(tmp_path, yaml))
    assert (file.batch, file.offsets, file.limits.per_minute) == (25, "utf-16", 600)
