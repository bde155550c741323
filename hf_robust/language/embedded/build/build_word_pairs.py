"""Measures pairs of words in contexts of free texts, and writes the table ``word_pairs`` of the lexicons."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

from hf_robust.language.embedded.build.free_texts import documents
from hf_robust.language.embedded.build.word_decisions import decisions
from hf_robust.language.english.inflection import inflected
from hf_robust.language.lexicons.wordnet import all_synonyms

POS = {"NOUN": "n", "VERB": "v", "ADJ": "a", "ADV": "r"}
CONTEXTS = 25
"""Contexts in which a pair is measured at most."""
SEEN_OFTEN = 8
"""How often the texts must have a lemma."""
REFEREED = 8
"""Contexts in which the gate is asked for the meaning, too."""
SENTENCES = 6000
"""Sentences of one source at most."""
LEAST, ASKED = 0.3, 8
"""The share of contexts that a pair of WordNet needs, and in how many, so that the gate is asked about it."""

NO_CONDITION = "-"
"""What stands in the column of the conditions where there are none."""

Context = tuple[str, int, int, str]
"""A sentence, the offsets of the word, and its Penn tag."""


def build(data: Path, nltk_data: Path, state: Path, out: Path) -> dict:
    """Measure all pairs and write the table. What ``state`` holds already is not measured again.

    Args:
        data: Folder of the data sets, see :func:`hf_robust.language.embedded.build.free_texts.documents`.
        nltk_data: NLTK data folder.
        state: Folder for contexts and measures, which are saved as they come.
        out: The table.

    Returns:
        Numbers of lemmas and pairs.
    """
    state.mkdir(parents=True, exist_ok=True)
    contexts = _kept_contexts(state / "contexts.jsonl", data, nltk_data)
    measured = _kept_measures(state / "measures.jsonl")
    with (state / "measures.jsonl").open("a", encoding="utf-8") as file:
        for key, own in contexts.items():
            missing = [new for new in candidates(key) if (key, new) not in measured]
            for new, row in measure(own, key.split("|")[1], missing).items():
                measured[key, new] = row
                file.write(json.dumps([key, new, *row]) + "\n")
            file.flush()
    return write(measured, out)


def candidates(key: str) -> list[str]:
    """The words that are measured for a lemma with its part of speech: those of WordNet and those that were written."""
    lemma, _, pos = key.partition("|")
    written = [one.new for one in decisions().get(key, ())]
    return sorted({*all_synonyms(lemma, pos), *written}) if pos in "nvar" else sorted(set(written))


def contexts_of(sentences: Iterable[tuple[str, Sequence[tuple]]], most: int = CONTEXTS) -> dict[str, list[Context]]:
    """Contexts by lemma and part of speech, the commonest lemma first.

    Args:
        sentences: Texts, each with the offset, text, part of speech, tag and lemma of its tokens, and whether it
            stands in a name.
        most: Contexts of a lemma.
    """
    found: dict[str, list[Context]] = {}
    seen: Counter[str] = Counter()
    for text, tokens in sentences:
        for start, word, pos, tag, lemma, named in tokens:
            if pos in POS and not named and word.isalpha():
                key = f"{lemma.lower()}|{POS[pos]}"
                seen[key] += 1
                if seen[key] <= most:
                    found.setdefault(key, []).append((text, start, start + len(word), tag))
    return {key: found[key] for key, count in seen.most_common() if count >= SEEN_OFTEN}


def measure(contexts: Sequence[Context], pos: str, words: Sequence[str]) -> dict[str, tuple[int, float, float]]:
    """How often each word passes where another stands.

    Args:
        contexts: Where the other word stands.
        pos: The part of speech: ``n``, ``v``, ``a`` or ``r``.
        words: Lemmas; one without the form that a context asks for is not measured there.

    Returns:
        For each word the number of contexts, the share of them in which it is likely enough for the gate, and the
        share in which it means the same for the gate.
    """
    from hf_robust.language.gate.gate_levels import REPLACED
    from hf_robust.language.gate.window_states import Spot, fits, states

    name = {value: key for key, value in POS.items()}[pos]
    asked = [
        (number, new, (Spot.of(text, start, end), form))
        for number, (text, start, end, tag) in enumerate(contexts)
        for new in words
        if (form := inflected(new, tag, name)) is not None
    ]
    few = [one for one in asked if one[0] < REFEREED]
    likely: dict[str, list[bool]] = {}
    same: dict[str, list[bool]] = {}
    for (_, new, _), (fit, gain) in zip(asked, fits([one[2] for one in asked])):
        likely.setdefault(new, []).append(fit >= REPLACED["fit"].least and gain >= REPLACED["gain"].least)
    for (_, new, _), (sense, calm) in zip(few, states([one[2] for one in few])):
        same.setdefault(new, []).append(sense >= REPLACED["sense"].least and calm >= REPLACED["calm"].least)
    return {new: (len(own), _share(own), _share(same.get(new, ()))) for new, own in likely.items()}


def _share(passed: Sequence[bool]) -> float:
    return round(sum(passed) / len(passed), 2) if passed else 0.0


def write(measured: Mapping[tuple[str, str], tuple[int, float, float]], out: Path) -> dict:
    """Write the table from the measures and the decisions.

    Returns:
        Numbers of lemmas and pairs, by level.
    """
    rows, levels = [], Counter[str]()
    written = decisions()
    for key, own in written.items():
        for one in own:
            count, likely, same = measured.get((key, one.new), (0, 0.0, 0.0))
            rows.append((key, one.new, "sure", one.when or NO_CONDITION, f"{count}", f"{likely:.2f}", f"{same:.2f}"))
    decided = {(key, one.new) for key, own in written.items() for one in own}
    for (key, new), (count, likely, same) in measured.items():
        if (key, new) not in decided and count >= ASKED and likely >= LEAST and same >= LEAST:
            rows.append((key, new, "ask", NO_CONDITION, f"{count}", f"{likely:.2f}", f"{same:.2f}"))
    levels.update(row[2] for row in rows)
    out.write_text("".join("\t".join(row) + "\n" for row in sorted(set(rows))), encoding="utf-8")
    return {"lemmas": len({row[0] for row in rows}), **levels}


def _kept_measures(path: Path) -> dict[tuple[str, str], tuple[int, float, float]]:
    if not path.exists():
        return {}
    rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    return {(key, new): (count, likely, same) for key, new, count, likely, same in rows}


def _kept_contexts(path: Path, data: Path, nltk_data: Path) -> dict[str, list[Context]]:
    if path.exists():
        rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
        return {key: [tuple(one) for one in own] for key, own in rows}
    found = contexts_of(_annotated(_sentences(data, nltk_data)))
    path.write_text("".join(json.dumps(row) + "\n" for row in found.items()), encoding="utf-8")
    return found


def _sentences(data: Path, nltk_data: Path) -> list[str]:
    """Sentences of all sources in a fixed random order, as many of each."""
    rng, found = Random(1), []
    for name, texts in documents(data, nltk_data).items():
        whole = name in ("gap", "dbpedia")  # half of these is measured elsewhere
        own = [text for one in (texts[: len(texts) // 2] if whole else texts) for text in one if " " in text]
        rng.shuffle(own)
        found += own[:SENTENCES] if name != "wordnet" else []
    rng.shuffle(found)
    return found


def _annotated(sentences: Sequence[str]) -> Iterator[tuple[str, list[tuple]]]:
    from hf_robust.language.spacy_pipelines import spacy_name, spacy_pipeline

    for doc in spacy_pipeline(spacy_name(None, "en")).pipe(sentences, disable=["parser"]):
        named = {place for entity in doc.ents for place in range(entity.start, entity.end)}
        yield doc.text, [(w.idx, w.text, w.pos_, w.tag_, w.lemma_, w.i in named) for w in doc]
