"""Puts the trained spaCy components together, measures them and writes the folder with its card."""

import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from hf_robust.core.files import replaced_folder
from hf_robust.language.embedded.build.entity_training import NUMBER_PATTERNS

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

_CARD = Path(__file__).with_name("card_spacy.md")
_SCORES = {
    "tag_acc": "Penn tags",
    "pos_acc": "Parts of speech",
    "morph_acc": "Features",
    "lemma_acc": "Lemmas",
    "dep_uas": "Heads (UAS)",
    "dep_las": "Labelled heads (LAS)",
    "sents_f": "Sentences (F1)",
    "token_acc": "Tokens",
}
_META = {
    "name": "robust_sm",
    "version": "1.1.0",
    "license": "CC BY-SA 4.0",
    "author": "The hf_robust authors",
    "email": "",
    "url": "",
    "description": "Small English pipeline of hf_robust: tags, features, trees, lemmas, entities.",
    "sources": [
        {"name": "UD English EWT", "license": "CC BY-SA 4.0"},
        {"name": "GUM", "license": "CC BY 4.0 (annotations); CC BY / CC BY-SA (texts)"},
        {"name": "WNUT-17", "license": "CC BY 4.0"},
        {"name": "GAP", "license": "Apache-2.0; texts CC BY-SA"},
        {"name": "DBpedia abstracts", "license": "CC BY-SA 3.0"},
        {"name": "FewRel", "license": "CC BY-SA 4.0"},
        {"name": "SemEval-2010 task 8", "license": "CC BY 3.0"},
        {"name": "LitBank", "license": "CC BY 4.0"},
        {"name": "Movie reviews, sentence polarity, subjectivity", "license": "CC BY 4.0"},
        {"name": "all-MiniLM-L6-v2", "license": "Apache-2.0"},
    ],
}


def assemble(syntax: "Language", ner: "Language") -> "Language":
    """One pipeline with a rule for numbers at its end.

    Settings of the training run, which name temporary files, are taken out.
    """
    syntax.add_pipe("ner", source=ner)
    add_numbers(syntax)
    config = syntax.config
    for section in ("corpora", "paths", "training", "pretraining", "initialize"):
        config[section] = {}
    syntax.config = config
    return syntax


def add_numbers(nlp: "Language") -> None:
    """Let numbers and amounts outside of the recogniser's entities be NUMBER."""
    nlp.add_pipe("entity_ruler", config={"overwrite_ents": False}).add_patterns(NUMBER_PATTERNS)


def score(nlp: "Language", docs: Sequence["Doc"]) -> dict:
    """spaCy's scores of the pipeline on raw text against gold documents."""
    from spacy.training import Example

    return nlp.evaluate([Example(nlp.make_doc(doc.text), doc) for doc in docs])


def lower_scores(nlp: "Language", docs: Sequence["Doc"]) -> dict:
    """Tag scores on the same texts in lower case, words apart, as many sentiment datasets print them."""
    from spacy.tokens import Doc
    from spacy.training import Example

    examples = []
    for doc in docs:
        words = [t.lower_ for t in doc]
        gold = Doc(doc.vocab, words=words, tags=[t.tag_ for t in doc], pos=[t.pos_ for t in doc])
        examples.append(Example(Doc(nlp.vocab, words=words), gold))
    return nlp.evaluate(examples)


def words_per_second(nlp: "Language", docs: Sequence["Doc"], disable: Sequence[str] = ()) -> int:
    """Best of three runs of ``nlp.pipe`` in one process."""
    texts, best = [doc.text for doc in docs], 0.0
    for _ in range(3):
        start = time.perf_counter()
        words = sum(len(doc) for doc in nlp.pipe(texts, disable=list(disable)))
        best = max(best, words / (time.perf_counter() - start))
    return int(round(best, -2))


def publish(
    nlp: "Language",
    syntax: dict[str, Sequence["Doc"]],
    entities: dict[str, Sequence["Doc"]],
    taught: dict[str, dict[str, float]],
    out: Path,
) -> dict:
    """Measure, write the pipeline and its card to ``out`` (whole or not at all) and give back the figures.

    Args:
        nlp: The whole pipeline.
        syntax: Gold texts with tags and trees, by name.
        entities: Gold texts with entities, by name.
        taught: What the teacher reached on texts, for the card.
        out: Folder to write.
    """
    import spacy

    with replaced_folder(out) as folder:
        nlp.to_disk(folder)
        figures = measured(spacy.load(folder), syntax, entities) | {"teacher": taught}
        nlp.meta.update({**_META, "performance": figures})
        nlp.to_disk(folder)
        (folder / "README.md").write_text(
            card(figures, list(syntax), list(entities), nlp.vocab.vectors.shape), encoding="utf-8"
        )
    return figures


def measured(nlp: "Language", syntax: dict[str, Sequence["Doc"]], entities: dict[str, Sequence["Doc"]]) -> dict:
    """All figures of a pipeline; its vocabulary takes up the gold texts' strings, so give a copy."""
    for docs in (*syntax.values(), *entities.values()):
        for one, other in ((nlp.vocab, docs[0].vocab), (docs[0].vocab, nlp.vocab)):
            for string in list(other.strings):  # spaCy looks up features of either in the other
                one.strings.add(string)
    parts = {name: score(nlp, docs) for name, docs in syntax.items()}
    named = {name: score(nlp, docs) for name, docs in entities.items()}
    lower = {name: lower_scores(nlp, docs) for name, docs in syntax.items()}
    return {
        **{name: {k: round(s[k], 4) for k in _SCORES} for name, s in parts.items()},
        **{f"{name}_lower": {k: round(s[k], 4) for k in ("tag_acc", "pos_acc")} for name, s in lower.items()},
        **{
            f"{name}_entities": {
                "p": round(s["ents_p"], 4),
                "r": round(s["ents_r"], 4),
                "f": round(s["ents_f"], 4),
                "f_without_numbers": round(_names_f(s["ents_per_type"], entities[name]), 4),
                "per_type": {
                    t: round(v["f"], 4) for t, v in s["ents_per_type"].items() if t in _labels(entities[name])
                },
            }
            for name, s in named.items()
        },
        "words_per_second": words_per_second(nlp, [doc for docs in syntax.values() for doc in docs]),
    }


def _names_f(per_type: dict[str, dict[str, float]], docs: Sequence["Doc"]) -> float:
    """F1 of all types but NUMBER, which is the easy one."""
    gold = Counter(ent.label_ for doc in docs for ent in doc.ents if ent.label_ != "NUMBER")
    hits = {label: per_type[label]["r"] * count for label, count in gold.items() if label in per_type}
    found = sum(hit / per_type[label]["p"] for label, hit in hits.items() if hit)
    return 2 * sum(hits.values()) / max(found + gold.total(), 1)


def _labels(docs: Sequence["Doc"]) -> set[str]:
    return {ent.label_ for doc in docs for ent in doc.ents}


def card(figures: dict, syntax: Sequence[str], entities: Sequence[str], vectors: tuple[int, int]) -> str:
    """The model card with the measured figures in its tables."""
    import spacy

    head = f"| | {' | '.join(syntax)} |\n|---|{'---:|' * len(syntax)}\n"
    rows = [_row(label, [figures[p][key] for p in syntax]) for key, label in _SCORES.items()]
    rows += [
        _row(f"{_SCORES[key]}, lower-cased words", [figures[f"{p}_lower"][key] for p in syntax])
        for key in ("tag_acc", "pos_acc")
    ]
    title = "| | precision | recall | F1 | F1 without NUMBER | F1 by type |\n|---|---:|---:|---:|---:|---|\n"
    named = title + "\n".join(
        "| {} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {} |".format(
            p,
            *(100 * figures[f"{p}_entities"][k] for k in ("p", "r", "f", "f_without_numbers")),
            ", ".join(f"{t} {100 * f:.0f}" for t, f in sorted(figures[f"{p}_entities"]["per_type"].items())),
        )
        for p in entities
    )
    taught = "| | tags | UAS | LAS | entities (F1) |\n|---|---:|---:|---:|---:|\n" + "\n".join(
        f"| {part} | "
        + " | ".join(f"{100 * found[key]:.1f}" if key in found else "" for key in ("tags", "uas", "las", "entities"))
        + " |"
        for part, found in figures["teacher"].items()
    )
    return Template(_CARD.read_text(encoding="utf-8")).substitute(
        syntax=head + "\n".join(rows),
        entities=named,
        speed=f"{figures['words_per_second']:,}",
        spacy=spacy.__version__,
        teacher=taught,
        words=f"{vectors[0]:,}",
        width=vectors[1],
    )


def _row(label: str, shares: Sequence[float]) -> str:
    return f"| {label} | " + " | ".join(f"{100 * share:.1f}" for share in shares) + " |"
