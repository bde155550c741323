"""Every way in which a file of a user or a stranger is read: a valid file, its syntax, and what reads it."""

import gzip
import json
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
from audit_samples import sample
from capability_samples import suite as cases
from datasets import Audio, Dataset, Features, Image, List, Value
from edits_samples import SENTIMENT, films
from report_samples import sample_attack, sample_capabilities, sample_corruptions, sample_record

import hf_robust as hr
from hf_robust.adapters.stored_predictions import _read as read_answers
from hf_robust.attacks.journal import Journal
from hf_robust.attacks.results import AttackResult
from hf_robust.attacks.textattack_results import from_textattack_csv
from hf_robust.audit.rating_files import read_key, read_ratings, write_sample
from hf_robust.capability.read_behavior import read_behavior
from hf_robust.capability.read_spec import read_file
from hf_robust.configured.configuration import load as read_configuration
from hf_robust.language.famous_names import read_names
from hf_robust.language.vectors import read_vectors
from hf_robust.prebuilt.recipe import SuiteRecipe
from hf_robust.reports.any_report import load_report
from hf_robust.slices.wordlists import read_words
from hf_robust.suites.manifest import sealed
from hf_robust.tasks.layouts.choose_layout import with_layout
from hf_robust.tasks.layouts.load_rows import load_data

PACKAGE = Path(hr.__file__).parent
ROWS = {"text": ["A fine film, José said.", "It was “dull”, I think.", "So-so."], "label": ["pos", "neg", "pos"]}
_TOKENS = (
    "-DOCSTART- -X- O O\n\nAnna NNP B-NP B-PER\nleft VBD B-VP O\nParis NNP B-NP B-LOC\n\n"
    "He PRP B-NP O\nran VBD B-VP O\n"
)
_TREE = "# sent_id = 1\n# text = She ran.\n" + "\n".join(
    f"{n}\t{word}\t{word}\t{pos}\t_\t_\t{head}\t{rel}\t_\t_"
    for n, word, pos, head, rel in (
        (1, "She", "PRON", 2, "nsubj"),
        (2, "ran", "VERB", 0, "root"),
        (3, ".", "PUNCT", 2, "punct"),
    )
)
_COREFERENCE = "#begin document (a); part 000\n" + "\n".join(
    f"a 0 {n} {word} X * - - - - * {mark}"
    for n, (word, mark) in enumerate((("Anna", "(0)"), ("saw", "-"), ("herself", "(0)")))
)
_SQUAD = {
    "version": "1.1",
    "data": [
        {
            "title": "Paris",
            "paragraphs": [
                {
                    "context": "Anna lives in Paris.",
                    "qas": [{"id": "1", "question": "Where?", "answers": [{"text": "Paris", "answer_start": 14}]}],
                }
            ],
        }
    ],
}
_SPANS = {"text": "Anna left Paris.", "entities": [[0, 4, "PER"], [10, 15, "LOC"]]}
_HEADER = {"attack": "pwws@1", "model": "m|1", "data": "abc"}
_LOG = "original_text,perturbed_text,original_score,perturbed_score,ground_truth_output,num_queries,result_type"


class Reader(NamedTuple):
    """One way in.

    Args:
        name: Name of the file.
        syntax: Of :data:`hostile_files.FRAGMENTS`.
        write: Writes the valid file.
        read: Reads it.
        fast: Whether some of its mutations belong to the default tests.
    """

    name: str
    syntax: str
    write: Callable[[Path], object]
    read: Callable[[Path], object]
    fast: bool = True


def _text(content: str) -> Callable[[Path], object]:
    return lambda path: path.write_text(content, encoding="utf-8")


def _json(content: Any) -> Callable[[Path], object]:
    return _text(json.dumps(content, indent=1, ensure_ascii=False))


def _data(task_name: str, **columns: str) -> Callable[[Path], object]:
    """What the option ``--dataset`` does."""

    def read(path: Path) -> object:
        rows = with_layout(load_data(str(path)), task_name)
        bound = hr.task(task_name, **columns).bind(rows)
        return hr.Perturb("word-case", bound)(rows[:])

    return read


def _csv_of(sign: str) -> str:
    return "\n".join(
        sign.join(f'"{cell}"' if sign == "," else cell for cell in row)
        for row in zip(("text", *ROWS["text"]), ("label", *ROWS["label"]))
    )


def _media(path: Path) -> None:
    """Columns of images and sounds as the library writes them; both name a file that must not be opened."""
    features = Features({"text": Value("string"), "image": Image(), "sounds": List(Audio())})
    file = {"bytes": None, "path": "/no/such.file"}
    table = pa.Table.from_pydict(
        {"text": ["a fine film"], "image": [file], "sounds": [[file]]}, schema=features.arrow_schema
    )
    pq.write_table(table, path)


def _arrow(path: Path) -> None:
    table = pa.table(ROWS)
    with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)


@cache
def _suite() -> hr.Suite:
    return hr.Suite.build(films(), SENTIMENT, ["word-case", {"name": "keyboard", "count": 1}])


def _save_edits(path: Path) -> None:
    hr.EditsSuite.of(_suite()).save(path.parent)


def _load_suite(rows: Callable[[], Dataset] | None = None) -> Callable[[Path], object]:
    def read(path: Path) -> object:
        loaded = hr.suites.BaseSuite.load(path.parent)
        shown = str(loaded), loaded._repr_html_()
        return shown if rows is None else loaded.apply(rows())

    return read


def _load_sealed(rows: Callable[[], Dataset] | None = None) -> Callable[[Path], object]:
    """As for a manifest whose author made its seal anew."""

    def read(path: Path) -> object:
        with suppress(ValueError, RecursionError, TypeError, AttributeError):
            path.write_text(json.dumps(sealed(json.loads(path.read_bytes()))))
        return _load_suite(rows)(path)

    return read


def _vectors() -> str:
    return "3 4\n" + "\n".join(f"{word} 0.1 -2.5 {n} 1e-3" for n, word in enumerate(("film", "movie", "play")))


def _journal(path: Path) -> None:
    with Journal(path, _HEADER) as journal:
        for place in range(3):
            move = {"role": "text", "start": 0, "end": 1, "before": "a", "after": "b"}
            journal.add(AttackResult(place, f"row {place}", "successful", moves=(move,), queries=7, similarity=0.5))


def _audit(path: Path) -> None:
    key, items = sample(per_transformation=2, per_capability=2)
    write_sample(path.parent, key, items, ["a", "b"])


def _copy(source: str) -> Callable[[Path], object]:
    return lambda path: path.write_bytes((PACKAGE / source).read_bytes())


def _zipped(content: str) -> Callable[[Path], object]:
    return lambda path: path.write_bytes(gzip.compress(content.encode(), mtime=0))


def readers() -> dict[str, Reader]:
    """All ways in, by name."""
    sentiment, ner = "sentiment-classification", "named-entity-recognition"
    lines = "\n".join(json.dumps(dict(zip(ROWS, row)), ensure_ascii=False) for row in zip(*ROWS.values()))
    reports = {
        "report": ("report.json", sample_record),
        "capability-report": ("capabilities.json", sample_capabilities),
        "attack-report": ("attack.json", sample_attack),
        "corruption-report": ("corruptions.json", sample_corruptions),
    }
    labels = hr.task(sentiment, label_names=["neg", "pos"])
    return {
        "csv": Reader("rows.csv", "text", _text(_csv_of(",")), _data(sentiment)),
        "tsv": Reader("rows.tsv", "text", _text(_csv_of("\t")), _data(sentiment)),
        "json-lines": Reader("rows.jsonl", "json", _text(lines), _data(sentiment)),
        "json": Reader("rows.json", "json", _text(f"[{','.join(lines.splitlines())}]"), _data(sentiment)),
        "squad": Reader("squad.json", "json", _json(_SQUAD), _data("extractive-qa")),
        "spans": Reader("spans.jsonl", "json", _text(json.dumps(_SPANS)), _data(ner)),
        "cells-of-lists": Reader(
            "lists.csv", "json", _text('tokens,ner_tags\n"[""A"", ""b""]","[""O"", ""O""]"\n'), _data(ner)
        ),
        "parquet": Reader(
            "rows.parquet", "binary", lambda path: Dataset.from_dict(ROWS).to_parquet(path), _data(sentiment)
        ),
        "media": Reader("media.parquet", "binary", _media, lambda path: load_data(str(path))[:]),
        "arrow": Reader("rows.arrow", "binary", _arrow, _data(sentiment)),
        "conll": Reader("rows.conll", "text", _text(_TOKENS), _data(ner)),
        "conllu": Reader("rows.conllu", "text", _text(_TREE + "\n"), _data("dependency-parsing")),
        "coreference": Reader(
            "text.conll", "text", _text(_COREFERENCE + "\n\n#end document\n"), _data("coreference-resolution")
        ),
        "answers": Reader("answers.jsonl", "json", _text(lines), lambda path: read_answers(path)),
        "manifest": Reader("suite.json", "json", lambda path: _suite().save(path.parent), _load_suite()),
        "sealed-manifest": Reader("suite.json", "json", lambda path: _suite().save(path.parent), _load_sealed()),
        "edits-manifest": Reader("suite.json", "json", _save_edits, _load_sealed(films)),
        "capability-manifest": Reader(
            "suite.json", "json", lambda path: cases().save(path.parent), _load_sealed(), False
        ),
        **{
            name: Reader(file, "json", _json(make()), lambda path: str(load_report(path.parent)))
            for name, (file, make) in reports.items()
        },
        "recipe": Reader("demo-reviews.yaml", "yaml", _copy("../dataset_scripts/demo-reviews.yaml"), SuiteRecipe.read),
        "configuration": Reader(
            "robust.yaml",
            "yaml",
            _text(
                "version: 1\ntransformations:\n- keyboard\n- {name: ocr, rate: 0.2}\n- [typos, twitter]\nseed: 3\n"
                "task: sentiment-classification\ndataset: {source: rows.csv}\nmodels: [baseline]\n"
            ),
            read_configuration,
        ),
        "specification": Reader(
            "mine.yaml", "yaml", _copy("capability/specs/natural-language-inference.yaml"), read_file, False
        ),
        "behavior": Reader(
            "mine.yaml", "yaml", _copy("capability/specs/behavior/sentiment_zh.yaml"), read_behavior, False
        ),
        "word-list": Reader(
            "words.txt", "text", _text("# a list\nfilm\nold play\n"), lambda path: read_words("x", path)
        ),
        "word-list-yaml": Reader(
            "words.yaml", "yaml", _text("a: [film, play]\nb: [book]\n"), lambda path: read_words("x", path)
        ),
        "word-table": Reader(
            "words.csv", "text", _text('Placeholder,Values\n[X_S],"film,play"\n'), lambda path: read_words("x", path)
        ),
        "vectors": Reader("vectors.txt", "text", _text(_vectors()), read_vectors),
        "zipped-vectors": Reader("vectors.txt.gz", "binary", _zipped(_vectors()), read_vectors),
        "names": Reader(
            "names.json",
            "json",
            _json({"PER": ["Ann Lee"], "LOC": ["Oslo"]}),
            lambda path: hr.Perturb("swap-entity-oov", hr.task(ner), names=str(path)),
        ),
        "known-names": Reader(
            "names.json",
            "json",
            _json([{"name": "Ann Quux", "summary": "a friend"}]),
            lambda path: read_names(str(path)),
        ),
        "known-names-csv": Reader(
            "names.csv",
            "text",
            _text("name,summary,kind\nAnn Quux,a friend.,person\n"),
            lambda path: read_names(str(path)),
        ),
        "journal": Reader("journal.jsonl", "json", _journal, lambda path: Journal(path, _HEADER)),
        "attack-log": Reader(
            "log.csv",
            "text",
            _text(_LOG + '\n"A [[good]] film","A [[decent]] film",0.1,0.9,1.0,20,Successful\n'),
            lambda path: from_textattack_csv(path, labels),
        ),
        "ratings": Reader("a.csv", "text", _audit, read_ratings),
        "rating-key": Reader("key.json", "json", _audit, lambda path: read_key(path.parent)),
    }
