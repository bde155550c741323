"""Character offsets in code points, UTF-16 units and UTF-8 bytes."""

import json

import pytest
from click.testing import CliRunner
from datasets import Dataset

import hf_robust as hr
from hf_robust.cli.app import main
from hf_robust.configured.configuration import load
from hf_robust.core.errors import LabelError, UsageError
from hf_robust.core.sections import read_section
from hf_robust.core.yaml_nodes import compose
from hf_robust.prebuilt.recipe_source import Source
from hf_robust.tasks.offset_checks import check_offsets
from hf_robust.tasks.offset_units import OTHER_SPELLINGS, UNITS

TEXT = "Ada😀 met Charles Babbage in Köln, then 北京 was far."
PLAIN = "Anna met Charles Babbage in London, then she left."


def at(text, part, unit):
    """Where a part begins and ends in a unit."""
    encoded = {"code-points": ("utf-32-le", 4), "utf-16": ("utf-16-le", 2), "utf-8": ("utf-8", 1)}
    name, size = encoded[unit]
    start = text.index(part)
    return tuple(len(text[:end].encode(name)) // size for end in (start, start + len(part)))


def struct(text, part, unit, said="term", **more):
    start, end = at(text, part, unit)
    return {said: part, "start": start, "end": end, **more}


def entities(text, unit):
    spans = [("Charles Babbage", "PER"), ("Köln" if "Köln" in text else "London", "LOC")]
    return {"text": text, "entities": [dict(zip(("start", "end"), at(text, p, unit)), label=kind) for p, kind in spans]}


def answers(text, unit):
    found = {"text": ["Charles"], "answer_start": [at(text, "Charles", unit)[0]]}
    return {"context": text, "question": "Who?", "answers": found}


def aspects(text, unit):
    opinions = [struct(text, "far" if "far" in text else "left", unit, "text")]
    return {"text": text, "aspects": [struct(text, "Charles", unit, polarity="positive", opinions=opinions)]}


def terms(text, unit):
    start, end = at(text, "Charles", unit)
    return {
        "sentence": text,
        "aspectTerms": [{"term": "Charles", "from": str(start), "to": str(end), "polarity": "positive"}],
    }


def one_aspect(text, unit):
    return {"sentence": text, **struct(text, "Charles", unit), "polarity": "positive"}


def schema(text, unit):
    parts = [struct(text, "Charles", unit, "text"), struct(text, "Babbage", unit, "text")]
    return {
        "text": text,
        "pronoun": struct(text, "was" if "was" in text else "she", unit, "text"),
        "candidates": parts,
        "label": 0,
    }


def gap(text, unit):
    found = {"ID": "1", "Text": text, "Pronoun": "was" if "was" in text else "she", "A": "Charles", "B": "Babbage"}
    found |= {f"{name}-offset": at(text, found[name], unit)[0] for name in ("Pronoun", "A", "B")}
    return {**found, "A-coref": True, "B-coref": False}


KINDS = {
    "entities": ("ner", entities),
    "answers": ("qa", answers),
    "aspects": ("absa", aspects),
    "terms": ("absa", terms),
    "one aspect": ("absa", one_aspect),
    "schema": ("wsc", schema),
    "gap": ("coref", gap),
}


def read(name, rows, **options):
    """The rows in the columns of the task, as plain values, when they are bound."""
    task, _ = KINDS[name]
    found = hr.with_layout(Dataset.from_list(rows), task, **options)
    hr.task(task).bind(found, labels=False)
    return found.to_list()


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("unit", UNITS[1:])
def test_offsets_in_another_unit_are_refused_or_named(name, unit):
    make = KINDS[name][1]
    right = [make(PLAIN, "code-points"), make(TEXT, "code-points")]
    given = [make(PLAIN, unit), make(TEXT, unit)]
    expected = read(name, right)
    with pytest.raises(LabelError) as caught:
        read(name, given)
    said = str(caught.value)
    assert "row 1" in said and f"offsets={unit!r}" in said
    assert all(f"{one}: " in said for one in UNITS) and ("'Charles" in said or "'was'" in said)
    assert read(name, given, offsets=unit) == expected
    if name in ("entities", "terms", "one aspect"):
        read(name, given, offsets="code-points")
    assert read(name, right, offsets="code-points") == expected


def test_ascii_rows_and_spans_inside_of_words_stay():
    rows = [{"text": "The Londoners left.", "entities": [{"start": 4, "end": 10, "label": "LOC"}]}]
    rows += [{"text": "我在北京大学读书。", "entities": [{"start": 2, "end": 4, "label": "LOC"}]}]
    rows += [{"text": "Die Kölner gingen.", "entities": [{"start": 4, "end": 8, "label": "LOC"}]}]
    found = read("entities", rows)
    assert [[t for t, tag in zip(r["tokens"], r["ner_tags"]) if tag != "O"] for r in found] == [
        ["London"],
        ["北京"],
        ["Köln"],
    ]


def shifted(number, by):
    text = f"On day {number} the painter Émile met Anna {number} in the old town."
    start = text.index(f"Anna {number}")
    found = {"text": [f"Anna {number}"], "answer_start": [start + by]}
    return {"context": text, "question": "Who?", "answers": found}


@pytest.mark.parametrize(
    ("by", "said"), [(2, "2 characters too large .* Subtract 2"), (-1, "1 character too small .* Add 1")]
)
def test_a_constant_shift_is_told_and_not_taken_for_a_unit(by, said):
    rows = Dataset.from_list([shifted(number, by) for number in range(20)])
    with pytest.raises(LabelError, match=f"the offsets are {said}"):
        hr.task("qa").bind(rows, labels=False)


def test_a_unit_is_advised_only_where_nearly_all_rows_fit_it():
    rows = [shifted(number, 1) if number == 5 else shifted(number, 0) for number in range(20)]
    hr.task("qa").bind(Dataset.from_list(rows), labels=False)  # the row is left out with its reason
    found = Dataset.from_list(rows).map(hr.Perturb("keyboard", "qa", keep="all"), batched=True)["robust"]
    assert [n for n, one in enumerate(found) if "does not stand at its offset" in one["reason"]] == [5]
    spans = [{"text": "Der Kölner Maler Emil kam.", "spans": [[start, start + 4]]} for start in (17, 17, 17, 18)]
    with pytest.raises(LabelError, match=r"row 3: .*No unit fits all of the first 4 rows \(3 as code-points") as caught:
        check_offsets(Dataset.from_list(spans), {"spans": "text"}, "ner")
    assert "offsets=" not in str(caught.value)
    in_bytes = Dataset.from_list([shifted(number, 1) for number in range(20)])  # the accent takes two bytes
    with pytest.raises(LabelError, match="offsets='utf-8'"):
        hr.task("qa").bind(in_bytes, labels=False)


def test_wrong_units():
    rows = Dataset.from_list([answers(TEXT, "utf-8")])
    with pytest.raises(UsageError, match="code-points, utf-16, utf-8"):
        hr.with_layout(rows, "qa", offsets="bytes")
    broken = Dataset.from_list([{"text": "😀 Ann", "entities": [{"start": 1, "end": 4, "label": "PER"}]}])
    with pytest.raises(LabelError, match="row 0.*1 is no place between two characters of the text in utf-16"):
        hr.with_layout(broken, "ner", offsets="utf-16")


@pytest.mark.parametrize("spelling", [*OTHER_SPELLINGS, *UNITS])
def test_each_spelling_of_a_unit_is_accepted_everywhere(spelling, tmp_path):
    unit = OTHER_SPELLINGS.get(spelling, spelling)
    rows = Dataset.from_list([entities(TEXT, unit)])
    assert hr.with_layout(rows, "ner", offsets=spelling)[:] == hr.with_layout(rows, "ner", offsets=unit)[:]
    file = tmp_path / "robust.yaml"
    file.write_text(f"task: ner\ndataset: {{source: rows.jsonl, offsets: {spelling}}}\n", encoding="utf-8")
    assert load(file).dataset.offsets == unit
    file.write_text(f"hub: me/rows\noffsets: {spelling}\n", encoding="utf-8")
    assert read_section(Source, compose(file)).offsets == unit
    typed = ["perturb", "typos", "--dataset", "no.jsonl", "--task", "ner", "--out", "x.jsonl", "--offsets", spelling]
    assert "is not one of" not in CliRunner().invoke(main, typed).output


def test_the_command_line(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text("\n".join(json.dumps(entities(TEXT, "utf-16")) for _ in range(3)), encoding="utf-8")
    out = tmp_path / "out.jsonl"
    typed = ["perturb", "typos", "--dataset", str(path), "--task", "ner", "--out", str(out)]
    refused = CliRunner().invoke(main, typed)
    assert refused.exit_code and "here: --offsets UNIT" in refused.output and not out.exists()
    result = CliRunner().invoke(main, [*typed, "--offsets", "utf-16"])
    assert result.exit_code == 0, result.output
    assert "Charles" in json.loads(out.read_text().splitlines()[0])["tokens"]


def test_the_command_line_names_a_scheme(tmp_path):
    path = tmp_path / "rows.jsonl"
    row = {"tokens": ["Ann", "met", "Bo", "today"], "ner_tags": ["PER", "O", "B-PER", "O"]}
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    out = tmp_path / "out.jsonl"
    typed = ["perturb", "typos", "--dataset", str(path), "--task", "ner", "--out", str(out)]
    refused = CliRunner().invoke(main, typed)
    assert refused.exit_code and "name the scheme: --scheme IO" in refused.output and not out.exists()
    result = CliRunner().invoke(main, [*typed, "--scheme", "IO"])
    assert result.exit_code == 0, result.output


def test_offsets_that_are_all_one_too_late_are_not_called_bytes():
    """In the row with an umlaut before the answer they fit as UTF-8 bytes, by chance."""
    rows = [
        answers(f"{n}: {'Köln' if n == 2 else 'Rome'} saw Charles {'Babbage' * (n % 3)}.", "code-points")
        for n in range(30)
    ]
    for row in rows[1:]:
        row["answers"] = {"text": ["Charles"], "answer_start": [row["answers"]["answer_start"][0] + 1]}
    data = Dataset.from_list(rows)
    with pytest.raises(LabelError, match="the offsets are 1 character too large in 29 of the first 30 rows"):
        hr.task("extractive-qa").bind(data)
    with pytest.raises(LabelError, match="offsets='utf-8'"):
        hr.task("extractive-qa").bind(data.select([0, 2]))  # all of them fit
    out = data.map(hr.Perturb("keyboard", "extractive-qa", keep="all"), batched=True)
    reasons = {row["reason"] for row in out["robust"] if row["status"] == "not_applicable"}
    assert "broken row: an answer does not stand at its offset in the context" in reasons
