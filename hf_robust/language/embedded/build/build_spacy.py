"""Trains the English spaCy pipeline of the embedded defaults from free treebanks and free text.

A larger teacher model is trained on the gold data and labels free text (``teacher.py``, ``silver.py``); spaCy's
own training then makes two small models from gold and labelled text: tagger, morphologizer, parser and lemmatizer
share one encoder, the entity recogniser has its own. The card in the folder states data, licences and quality.

Source: Hinton et al., Distilling the knowledge in a neural network, 2015 (a small model learns from a larger one).
"""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from hf_robust.core.staging import scratch_folder
from hf_robust.language.embedded.build.assemble import assemble, publish
from hf_robust.language.embedded.build.build_vectors import add_vectors, frequent_words, word_vectors
from hf_robust.language.embedded.build.entity_corpora import ner_corpora
from hf_robust.language.embedded.build.gold import ewt, gum, lowered, measured, teacher_data
from hf_robust.language.embedded.build.silver import silver_texts
from hf_robust.language.embedded.build.teacher import Example
from hf_robust.language.embedded.build.teacher_training import measure, train_teacher

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc
    from spacy.vocab import Vocab

GOLD = 3
"""How often gold trees are repeated among the labelled texts."""


def make_doc(vocab: "Vocab", text: Example) -> "Doc":
    """A gold ``Doc`` with the layers that the text has, but for entities."""
    from spacy.tokens import Doc

    kinds = [kind.split("|", 1) for kind in text.kinds]
    starts = [i in set(text.starts) for i in range(len(text.words))]
    return Doc(
        vocab,
        words=text.words,
        spaces=text.spaces,
        tags=text.tags or None,
        pos=[pos for pos, _ in kinds] or None,
        morphs=[morph for _, morph in kinds] or None,
        heads=text.heads or None,
        deps=text.deps or None,
        lemmas=text.lemmas or None,
        sent_starts=None if text.heads else starts,
    )


def _wide(texts: Iterable[Example]) -> list[Example]:
    """Texts as some datasets print them: blanks between all words, every second one in lower case."""
    return [lowered(text) if i % 2 else replace(text, spaces=[True] * len(text.words)) for i, text in enumerate(texts)]


def syntax_texts(data: Path, silver: dict[str, list[Example]]) -> list[Example]:
    """Training texts of tagger, morphologizer, parser and lemmatizer."""
    gold = [*gum(data, "train", longest=999), *ewt(data, longest=999)["train"]]
    other = [*silver["tagged"], *silver["wnut"], *silver["free"]]
    return gold * GOLD + _wide(gold) + other + _wide(other[::8])


def write_corpus(docs: Iterable["Doc"], path: Path) -> None:
    """Save gold texts in spaCy's binary format."""
    from spacy.tokens import DocBin

    DocBin(docs=docs, store_user_data=False).to_disk(path)


def _config(name: str) -> str:
    return Path(__file__).with_name(f"spacy_{name}.cfg").read_text(encoding="utf-8")


def train(config: str, corpora: dict[str, list["Doc"]], vocab: "Vocab", **settings: object) -> "Language":
    """Run spaCy's own training loop and give back the pipeline of the best step.

    Args:
        config: Which components: "syntax" or "ner", the middle of the name of a ``spacy_*.cfg`` file.
        corpora: Gold texts; "train" and "dev" are used.
        vocab: Vocabulary with the word vectors.
        **settings: Values for the holes in ``spacy_training.cfg``.
    """
    import spacy
    from spacy.language import DEFAULT_CONFIG
    from spacy.training.initialize import init_nlp
    from spacy.training.loop import train as train_loop
    from thinc.api import Config

    with scratch_folder() as folder:
        for part in ("train", "dev"):
            write_corpus(corpora[part], folder / f"{part}.spacy")
        blank = spacy.blank("en", vocab=vocab)
        blank.to_disk(folder / "vectors")
        text = _config(config) + _config("training").format(folder=folder, **settings)
        nlp = init_nlp(Config(DEFAULT_CONFIG).merge(Config().from_str(text)))
        (folder / "out").mkdir()
        _, best = train_loop(nlp, folder / "out")
        return spacy.load(best)


def train_syntax(corpora: dict[str, list["Doc"]], vocab: "Vocab", steps: int = 2800, seed: int = 0) -> "Language":
    """Train tagger, morphologizer, parser and lemmatizer over one encoder."""
    weights = "tag_acc = 0.3\npos_acc = 0.25\ndep_las = 0.3\nlemma_acc = 0.15"
    return train(
        "syntax",
        corpora,
        vocab,
        steps=steps,
        steps_end=steps + 150,
        every=max(steps // 6, 1),
        seed=seed,
        dropout=0.1,
        words=1000,
        lower=0.05,
        weights=weights,
    )


def train_ner(corpora: dict[str, list["Doc"]], vocab: "Vocab", steps: int = 2600, seed: int = 0) -> "Language":
    """Train the entity recogniser with its own encoder."""
    return train(
        "ner",
        corpora,
        vocab,
        steps=steps,
        steps_end=steps + 150,
        every=max(steps // 6, 1),
        seed=seed,
        dropout=0.15,
        words=1000,
        lower=0.05,
        weights="ents_f = 1.0",
    )


def build(data: Path, nltk_data: Path, out: Path, seed: int = 0, encoder: Path | None = None) -> dict:
    """Train the teacher, label free text, train both parts, measure them and write the pipeline with its card.

    Args:
        data: Folder with ``gum/``, ``ud_english_ewt/``, ``ner/``, ``coref/``, ``cls/``, ``re/`` and ``sst/``.
        nltk_data: NLTK data folder with ``sentence_polarity``, ``subjectivity`` and ``movie_reviews``.
        out: Folder to write.
        seed: Seed of weights, order and swapped names.
        encoder: State of a ``BertModel`` (safetensors) that the teacher starts from; without it, the public encoder.

    Returns:
        The figures on the card.

    Raises:
        DataFileError: A data file is missing.
        MissingResource: The encoder's package is not installed.
    """
    import spacy

    blank = spacy.blank("en")
    teacher = train_teacher(teacher_data(data, blank, seed), seed=seed, encoder=encoder)
    taught = {name: measure(teacher, texts) for name, texts in measured(data).items()}
    silver = silver_texts(teacher, data, nltk_data, blank)
    syntax, entities = distil(data, silver, seed), ner_corpora(blank.vocab, data, silver, seed)
    nlp = assemble(syntax, train_ner(entities, blank.vocab, seed=seed))
    return publish(
        nlp,
        measured_docs(blank.vocab, data),
        {name: entities[name] for name in ("gum_dev", "wnut_held_out")},
        taught,
        out,
    )


def measured_docs(vocab: "Vocab", data: Path) -> dict[str, list["Doc"]]:
    """Texts that nothing was trained on, as gold ``Doc`` objects."""
    texts = measured(data)
    return {name: [make_doc(vocab, text) for text in texts[name]] for name in ("gum_dev", "gum_test_a", "ewt_held_out")}


def distil(data: Path, silver: dict[str, list[Example]], seed: int = 0) -> "Language":
    """Make all but the entity recogniser from gold and labelled texts."""
    from spacy.vocab import Vocab

    vocab = Vocab()
    words = frequent_words(text.words for texts in silver.values() for text in texts)
    add_vectors(vocab, words, word_vectors(words))
    corpora = {
        "train": [make_doc(vocab, text) for text in syntax_texts(data, silver)],
        "dev": [make_doc(vocab, text) for text in measured(data)["ewt_choose"]],
    }
    return train_syntax(corpora, vocab, seed=seed)
