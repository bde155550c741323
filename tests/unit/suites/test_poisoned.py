"""Suites of strangers: whatever their files say, they are loaded whole or refused in one or two lines."""

import json
import os
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from datasets import Audio, ClassLabel, Dataset, Features, Image, List, Value, Video

import hf_robust as hr
from hf_robust.core.errors import SuiteError, UsageError
from hf_robust.core.files import sha256
from hf_robust.suites import rows
from hf_robust.suites.manifest import sealed

TASK = hr.task("sentiment-classification")
OLD = Path(__file__).parents[2] / "data" / "suites_of_schema_1"


@pytest.fixture(scope="module")
def suite() -> hr.Suite:
    features = Features({"text": Value("string"), "label": ClassLabel(names=["neg", "pos"])})
    data = Dataset.from_dict({"text": ["A fine film.", "A dull film.", ""], "label": [1, 0, 0]}, features=features)
    return hr.Suite.build(data, TASK, ["word-case"], source="me/films", split="test")


@pytest.fixture
def folder(suite, tmp_path) -> Path:
    return suite.save(tmp_path / "suite")


def edit(folder: Path, change, seal: bool = True) -> None:
    manifest = json.loads((folder / "suite.json").read_text())
    change(manifest)
    (folder / "suite.json").write_text(json.dumps(sealed(manifest) if seal else manifest))


def refused(folder: Path) -> str:
    with pytest.raises(SuiteError) as caught:
        hr.Suite.load(folder)
    assert len(str(caught.value)) < 600 and "\n" not in str(caught.value)
    return str(caught.value)


# --- what suite.json says


def test_suites_of_the_first_schema_are_read_as_before():
    old = hr.Suite.load(OLD / "robustness")
    assert old.content_hash == "199ff60f6c8721db6c6d83265a08e9a9" and old["word-case"].faults == 0
    assert old.task.label_names == ("neg", "pos") and old.info["dataset"] == "me/films"
    cases = hr.CapabilitySuite.load(OLD / "capabilities")
    assert cases.content_hash == "6ce7711fa0c03c9268921c8400af906a" and len(cases["A"].expanded) == 2


def test_an_old_suite_that_is_saved_again_is_sealed(tmp_path):
    old = hr.Suite.load(OLD / "robustness")
    manifest = json.loads((old.save(tmp_path / "new") / "suite.json").read_text())
    assert manifest["schema_version"] == 2 and manifest == sealed(manifest)
    assert hr.Suite.load(tmp_path / "new").content_hash == old.content_hash == manifest["content_hash"]


@pytest.mark.parametrize(
    "change",
    [
        lambda m: m["entries"][0].update(total=300),
        lambda m: m["info"].update(dataset="someone/else"),
        lambda m: m["info"].update(version="9.9.9"),
        lambda m: m["entries"][0]["stages"][0].update(version="99"),
        lambda m: m["task"].update(label_names=["pos", "neg"]),
        lambda m: m["features"]["label"].update(names=["pos", "neg"]),
        lambda m: m.update(more="x"),
        lambda m: m.pop("manifest_hash"),
        lambda m: m.update(schema_version=1),
    ],
)
def test_what_is_altered_in_the_manifest_is_seen(folder, change):
    edit(folder, change, seal=False)
    assert "suite.json was altered" in refused(folder)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda m: m["entries"][0].update(total="3"), "total should be int"),
        (lambda m: m["entries"][0].update(total=True), "total should be int"),
        (lambda m: m["entries"][0].update(total=-3), "counts contradict"),
        (lambda m: m["entries"][0].update(unchanged=3), "counts contradict"),
        (lambda m: m["entries"][0].update(faults="x"), "faults should be int"),
        (lambda m: m["entries"][0].update(n=7), "other rows"),
        (lambda m: m["entries"][0].update(stages="word-case"), "stages should be list"),
        (lambda m: m["entries"][0]["stages"][0].update(params=[1]), "params should be object|params should be dict"),
        (lambda m: m["entries"][0].update(files=["word-case/original.parquet"]), "files should be object"),
        (lambda m: m["entries"].append(m["entries"][0]), "other rows"),
        (lambda m: m["info"].update(rows=-1), "info.rows must be at least 0"),
        (lambda m: m["info"].update(seed="x"), "seed should be int"),
        (lambda m: m["info"].update(labels=[[1]]), "labels"),
        (lambda m: m["info"].update(skipped={}), "skipped should be list"),
        (lambda m: m.update(info=[]), "info should be object"),
        (lambda m: m["task"].update(label_names="negative"), "label_names should be list"),
        (lambda m: m["task"].update(columns={"text": ["text"]}), "columns.text should be str"),
        (lambda m: m["features"].update(label={"_type": "Path"}), "not a sound suite"),
        (lambda m: m.update(schema_version=True), "schema version True"),
        (lambda m: m.update(schema_version="2"), "schema version '2'"),
        (lambda m: m.update(kind=["suite"]), "is no robustness suite"),
        (lambda m: m.update(kind={"a": 1}), "is no robustness suite"),
    ],
)
def test_types_and_ranges_are_checked(folder, change, words):
    edit(folder, change)
    with pytest.raises(SuiteError, match=words):
        hr.Suite.load(folder)


@pytest.mark.parametrize("depth", [900, 100_000])
def test_deep_nesting_is_refused(folder, depth):
    deep = "[" * depth + "]" * depth
    text = (folder / "suite.json").read_text().replace('"features": {', f'"features": {{"x": {deep}, ', 1)
    (folder / "suite.json").write_text(text)
    assert "nested too deeply" in refused(folder) or "altered" in refused(folder)


def test_a_huge_manifest_is_not_read(folder, monkeypatch):
    monkeypatch.setattr("hf_robust.suites.manifest._MOST_BYTES", 1000)
    assert "larger than" in refused(folder)


def test_what_no_json_of_others_holds_is_no_alteration(suite, tmp_path):
    described = {"name": "odd", "stages": [{"name": "odd", "version": "1", "params": {"limit": float("nan")}}]}
    entry = suite["word-case"].from_record({**suite["word-case"].describe(), **described}, suite["word-case"].rows)
    odd = hr.Suite(suite.task, {"odd \ud800": entry}, suite.info)
    loaded = hr.Suite.load(odd.save(tmp_path / "odd"))
    assert list(loaded) == ["odd \ud800"] and len(loaded["odd \ud800"]) == 2


# --- files


@pytest.mark.parametrize("name", ["suite.json", "word-case/perturbed.parquet"])
def test_a_pipe_is_no_file(folder, name):
    (folder / name).unlink()
    os.mkfifo(folder / name)
    assert "is not a regular file" in refused(folder)


@pytest.mark.parametrize("name", ["suite.json", "word-case/perturbed.parquet"])
def test_links_that_lead_out_are_refused(folder, tmp_path, name):
    (tmp_path / "elsewhere").mkdir()
    place = tmp_path / "elsewhere" / "file"
    (folder / name).rename(place)
    (folder / name).symlink_to(place)
    assert "leads out of the suite's folder" in refused(folder)


def test_links_to_the_blobs_of_the_hubs_cache_are_fine(suite, tmp_path):
    folder = suite.save(tmp_path / "datasets--me--x" / "snapshots" / "c0ffee")
    blobs = tmp_path / "datasets--me--x" / "blobs"
    blobs.mkdir()
    for number, path in enumerate([path for path in folder.rglob("*") if path.is_file()]):
        path.rename(blobs / str(number))
        path.symlink_to(blobs / str(number))
    assert hr.Suite.load(folder).content_hash == suite.content_hash


def replace_rows(folder: Path, table: pa.Table, name: str = "word-case/original.parquet", **options) -> None:
    pq.write_table(table, folder / name, **options)
    edit(folder, lambda m: m["entries"][0]["files"].update({name: sha256(folder / name)}))


@pytest.mark.parametrize("how", ["compressed", "repeated"])
def test_files_that_unpack_to_far_more_than_their_size_are_refused(folder, monkeypatch, how):
    monkeypatch.setattr(rows, "_MOST", 2**20)
    monkeypatch.setattr(rows, "_RATIO", 2)
    text = ["a" * 20_000] * 200 if how == "compressed" else ["a" * 100] * 100_000
    replace_rows(folder, pa.table({"text": text}), compression="zstd", use_dictionary=how == "repeated")
    assert (folder / "word-case/original.parquet").stat().st_size < 100_000
    assert "unpacks to more than" in refused(folder)


@pytest.mark.parametrize("column", [pa.array(["x", "y"]), pa.array([1, 2]), pa.array([{"source_id": 3}] * 2), None])
def test_rows_without_provenance_are_refused(folder, column):
    for split in ("original", "perturbed"):
        table = pq.read_table(folder / f"word-case/{split}.parquet").replace_schema_metadata(None)
        table = table.drop_columns(["robust"])
        replace_rows(
            folder, table if column is None else table.append_column("robust", column), f"word-case/{split}.parquet"
        )
    assert "is not a sound suite" in refused(folder)


def test_cases_of_other_types_are_refused(tmp_path):
    folder = hr.CapabilitySuite.load(OLD / "capabilities").save(tmp_path / "suite")
    name = "A/seeds.parquet"
    table = pq.read_table(folder / name).replace_schema_metadata(None)
    column = pa.array(range(table.num_rows))
    replace_rows(folder, table.set_column(table.schema.get_field_index("text"), "text", column), name)
    with pytest.raises(SuiteError, match="A: its columns hold other values"):
        hr.CapabilitySuite.load(folder)


def test_a_damaged_file_is_refused(folder):
    name = "word-case/original.parquet"
    (folder / name).write_bytes(b"PAR1" + bytes(100) + b"PAR1")
    edit(folder, lambda m: m["entries"][0]["files"].update({name: sha256(folder / name)}))
    assert "get the suite again" in refused(folder)


# --- columns that open files


@pytest.fixture
def asked() -> "list[str]":
    """A server on loopback; the paths that anybody asked it for."""
    found: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            found.append(self.path)
            self.send_error(404)

        def log_message(self, *args):
            """Quiet."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    found.append(f"http://127.0.0.1:{server.server_port}/x.png")
    yield found
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("kind", [Image(), List(Image()), {"inner": Image()}, Audio(), Video()])
def test_columns_that_open_files_are_never_decoded(folder, asked, kind):
    address = asked.pop()
    original = pq.read_table(folder / "word-case/original.parquet")
    features = Features({**Features.from_arrow_schema(original.schema), "picture": kind})
    value = {"bytes": None, "path": address}
    value = [value] if isinstance(kind, List) else {"inner": value} if isinstance(kind, dict) else value
    schema = features.arrow_schema
    column = pa.array([value] * original.num_rows, schema.field("picture").type)
    table = original.replace_schema_metadata(None).append_column("picture", column).cast(schema)
    for split in ("original", "perturbed"):
        replace_rows(folder, table, f"word-case/{split}.parquet")
    assert "columns that open files or addresses when they are read (picture)" in refused(folder)
    assert asked == []


def test_data_with_pictures_is_refused_before_any_work():
    features = Features({"text": Value("string"), "label": Value("string"), "picture": Image()})
    rows = {"text": ["A fine film."], "label": ["pos"], "picture": [{"bytes": None, "path": "/none.png"}]}
    data = Dataset(pa.table(rows).cast(features.arrow_schema))
    with pytest.raises(UsageError, match=r"'picture' would open files.*dataset.remove_columns\(\['picture'\]\)"):
        hr.Suite.build(data, TASK, ["word-case"])
    assert len(hr.Suite.build(data.remove_columns(["picture"]), TASK, ["word-case"])["word-case"]) == 1
