"""Where the spaCy pipeline that annotates texts of a language is looked for."""

from pathlib import Path

from hf_robust.core.languages import Language
from hf_robust.language.lookup import module_folder
from hf_robust.language.resource_rows import Better, ResourceLocation, ResourceRow, shipped

_META = "meta.json"  # where a spaCy pipeline says what it is


def annotation_resource(language: Language, reinstall: str) -> ResourceRow:
    """The row of the table of resources for the annotation of a language: named, installed, or embedded.

    Args:
        reinstall: What to type when its bundled pipeline is not there.

    Example:
        >>> from hf_robust.core.registry import spoken_language
        >>> row = annotation_resource(spoken_language("zh"), "")
        >>> row.variable, [place.name for place in row.places][-1]
        ('HF_ROBUST_SPACY_ZH', 'zh_robust_sm')
    """
    places = [_installed(name, language.pipelines[0]) for name in language.pipelines]
    if language.folder is not None:
        name = language.pipelines[-1]
        places.append(shipped(language.folder, language.folder.name, Better(name, _download(name)), card=_META))
    command = _download(language.pipelines[-1]) if language.pipelines else "name a spaCy pipeline: nlp='<folder>'"
    return ResourceRow(
        "annotation",
        "annotation" if language.code == "en" else f"{language.name or language.code} annotation",
        language.code,
        tuple(places),
        reinstall if language.folder is not None else command,
        variable=language.pipeline_variable,
        named=_named,
        in_doctor=language.code in ("en", "zh"),
    )


def _download(name: str) -> str:
    return f"python -m spacy download {name}"


def _named(name: str) -> ResourceLocation:
    def find() -> Path | None:
        return Path(name) if Path(name).is_dir() else module_folder(name)

    return ResourceLocation(Path(name).name, find, command=_download(name), card=_META)


def _installed(name: str, best: str) -> ResourceLocation:
    better = None if name == best else Better(best, _download(best))
    return ResourceLocation(name, lambda: module_folder(name), "package", better=better, card=_META)
