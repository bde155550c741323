"""``python -m hf_robust.defaults.build``: makes the models of the embedded defaults again from free data."""

import json
from collections.abc import Callable
from pathlib import Path

import click

from hf_robust.defaults import SENTIMENT_HEAD, SPACY_PIPELINE
from hf_robust.errors import DataFileError, RobustError

_FOLDER = click.Path(file_okay=False, path_type=Path)


@click.group()
def main() -> None:
    """Build the models that hf_robust ships."""


def _existing(folder: Path, option: str) -> Path:
    if not folder.is_dir():
        raise DataFileError(f"expected a folder with training data at {folder}, found nothing; "
                            f"give {option} DIR")
    return folder


def _run(build: Callable[..., dict], folders: dict[str, Path], **settings: object) -> None:
    """Check the folders, build, print the figures; our own errors end in one line."""
    try:
        figures = build(*(_existing(folder, option) for option, folder in folders.items()), **settings)
    except RobustError as error:
        raise click.ClickException(str(error)) from error
    click.echo(json.dumps(figures, indent=2))


@main.command()
@click.option("--data", type=_FOLDER, required=True, help="Folder with gum/, ud_english_ewt/, ner/ and more.")
@click.option("--out", type=_FOLDER, default=SPACY_PIPELINE, show_default="inside the package")
@click.option("--seed", default=0, show_default=True)
def spacy(data: Path, out: Path, seed: int) -> None:
    """Train the English spaCy pipeline (about fifteen minutes on one core)."""
    from hf_robust.defaults.build_spacy import build

    _run(build, {"--data": data}, out=out, seed=seed)


@main.command()
@click.option("--data", type=_FOLDER, required=True, help="Folder with sst/ and ud_english_ewt/.")
@click.option("--nltk-data", type=_FOLDER, required=True, help="NLTK data folder.")
@click.option("--out", type=_FOLDER, default=SENTIMENT_HEAD, show_default="inside the package")
@click.option("--epochs", default=3, show_default=True)
@click.option("--seed", default=0, show_default=True)
def sentiment(data: Path, nltk_data: Path, out: Path, epochs: int, seed: int) -> None:
    """Train the sentiment classifier (about ten minutes on one core)."""
    from hf_robust.defaults.build_sentiment import build

    _run(build, {"--data": data, "--nltk-data": nltk_data}, out=out, epochs=epochs, seed=seed)


if __name__ == "__main__":
    main()
