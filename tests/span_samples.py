"""Rows of the tasks with spans over tokens or texts, from annotated sentences; and what must hold of them."""

from itertools import accumulate, pairwise

from hf_robust.core.doc import flat_tokens
from hf_robust.tasks import COREFERENCE, NESTED_NER, RELATION, SENSES, TRANSLATION, WINOGRAD
from hf_robust.tasks.senses import is_sense_key, sense_keys

SPAN_TASKS = (RELATION, COREFERENCE, WINOGRAD, SENSES, TRANSLATION, NESTED_NER)
# of the first noun of each sentence of the corpus; each is in WordNet 3.0
KEYS = {
    "movie": "movie%1:10:00::",
    "dollar": "dollar%1:21:00::",
    "story": "story%1:10:00::",
    "final": "final%1:11:00::",
    "film": "film%1:10:00::",
    "restaurant": "restaurant%1:06:00::",
    "boy": "boy%1:18:00::",
    "answer": "answer%1:10:00::",
    "knight": "knight%1:18:00::",
    "music": "music%1:10:00::",
    "window": "window%1:06:00::",
}


def span_columns(task, sentences, column):
    """Columns of one of these tasks, with annotation.

    Args:
        task: The task.
        sentences: The sentences, see ``corpus``.
        column: Makes the annotation column of an annotation.
    """
    if task == WINOGRAD:
        return _schemas(sentences, column)
    if task == TRANSLATION:
        texts = [s.text for s in sentences]
        return {
            "source": texts,
            "source__ann": [column(s.annotation) for s in sentences],
            "target": [" ".join(word[::-1] for word in text.split()) for text in texts],
        }
    if task == COREFERENCE:
        return _documents(sentences, column)
    data = {
        "tokens": [s.words for s in sentences],
        "tokens__ann": [column(s.joined().annotation) for s in sentences],
    }
    if task == NESTED_NER:
        return {**data, "entities": list(map(_entities, sentences))}
    nouns = [_nouns(s) for s in sentences]
    if task == RELATION:
        return {
            **data,
            "subject": [[found[0], found[0]] for found in nouns],
            "object": [[found[-1], found[-1]] for found in nouns],
            "relation": ["part-of" if number % 2 else "none" for number in range(len(sentences))],
        }
    targets = [next(n for n, t in enumerate(s.annotation.tokens) if t.pos == "NOUN") for s in sentences]
    lemmas = [s.annotation.tokens[n].lemma for s, n in zip(sentences, targets)]
    return {
        **data,
        "target": [{"start": n, "end": n, "text": s.words[n]} for s, n in zip(sentences, targets)],
        "lemma": lemmas,
        "pos": ["NOUN"] * len(sentences),
        "sense": [[KEYS.get(lemma, "entity%1:03:00::")] for lemma in lemmas],
    }


def _entities(sentence):
    """The entities of a sentence; of every other one, an outer entity with the next token, and one of another type."""
    bounds = sentence.joined().annotation.tokens
    found = []
    for number, span in enumerate(sentence.joined().spans()):
        inside = [n for n, token in enumerate(bounds) if span.start <= token.start < span.end]
        entity = {"start": inside[0], "end": inside[-1], "type": span.label}
        found.append(entity)
        if number % 2 == 0 and inside[-1] + 1 < len(bounds):
            found.append({**entity, "end": inside[-1] + 1, "type": "GROUP"})
    return found


def _nouns(sentence):
    """The first and the last noun; a name or a pronoun where there is but one."""
    for kinds in (("NOUN",), ("NOUN", "PROPN"), ("NOUN", "PROPN", "PRON")):
        found = [n for n, t in enumerate(sentence.annotation.tokens) if t.pos in kinds]
        if len(found) > 1:
            break
    return [found[0], found[-1]]


def _schemas(sentences, column):
    pronouns, candidates = [], []
    for s in sentences:
        tokens = s.annotation.tokens
        first, last = _nouns(s)
        other = next(
            t
            for n, t in enumerate(tokens)
            if n not in (first, last) and t.pos in ("PRON", "NOUN", "DET", "ADP", "PART")
        )
        pronouns.append(_part(other))
        candidates.append([_part(tokens[first]), _part(tokens[last]), {"text": "nobody", "start": -1, "end": -1}])
    return {
        "text": [s.text for s in sentences],
        "text__ann": [column(s.annotation) for s in sentences],
        "pronoun": pronouns,
        "candidates": candidates,
        "label": [number % 2 for number in range(len(sentences))],
    }


def _part(token):
    return {"text": token.text, "start": token.start, "end": token.end}


def _documents(sentences, column):
    """Documents of two sentences; a cluster over both."""
    data = {name: [] for name in ("sentences", "sentences__ann", "speakers", "clusters")}
    for pair in pairwise([*sentences, sentences[0]]):
        one, other = (s.joined() for s in pair)
        after, tokens = len(one.text) + 1, len(one.words)
        moved = (
            t._replace(start=t.start + after, end=t.end + after, head=t.head + tokens if t.head >= 0 else -1, sent=1)
            for t in other.annotation.tokens
        )
        entities = (e._replace(start=e.start + after, end=e.end + after) for e in other.annotation.entities)
        both = one.annotation._replace(
            tokens=(*one.annotation.tokens, *moved), entities=(*one.annotation.entities, *entities)
        )
        first, second = _nouns(one), [tokens + n for n in _nouns(other)]
        data["sentences"].append([one.words, other.words])
        data["sentences__ann"].append(column(both))
        data["speakers"].append([["A"] * tokens, ["B"] * len(other.words)])
        data["clusters"].append(
            [[[first[0], first[0]], [second[0], second[0]]], [[n, n] for n in (first[1], second[1])]]
        )
    return data


def check_span_row(task, row):
    """Every span lies in its text, and holds what it says."""
    if task == WINOGRAD:
        for part in (row["pronoun"], *row["candidates"]):
            assert part["start"] == -1 or row["text"][part["start"] : part["end"]] == part["text"] != ""
        assert 0 <= row["label"] < len(row["candidates"])
    elif task == TRANSLATION:
        assert row["source"] and row["target"]
    elif task == COREFERENCE:
        check_document(row)
    elif task == NESTED_NER:
        assert row["tokens"] and all(token and token == token.strip() for token in row["tokens"])
        for entity in row["entities"]:
            assert 0 <= entity["start"] <= entity["end"] < len(row["tokens"]) and entity["type"]
    else:
        assert row["tokens"] and all(token and token == token.strip() for token in row["tokens"])
        for role in ("subject", "object") if task == RELATION else ("target",):
            start, end = ends(row[role])
            assert 0 <= start <= end < len(row["tokens"])
            assert isinstance(row[role], list) or row[role]["text"] == " ".join(row["tokens"][start : end + 1])
        if task == SENSES:
            assert sense_keys(row["sense"]) and all(map(is_sense_key, sense_keys(row["sense"])))


def check_document(row):
    """Sentences without an empty one, speakers for all tokens, mentions within their sentences."""
    assert all(row["sentences"]) and all(token for sentence in row["sentences"] for token in sentence)
    if row.get("speakers") is not None:
        assert [len(sentence) for sentence in row["speakers"]] == [len(sentence) for sentence in row["sentences"]]
    bounds = list(accumulate(map(len, row["sentences"])))
    for cluster in row["clusters"]:
        assert cluster
        for start, end in map(ends, cluster):
            assert 0 <= start <= end < bounds[-1] and not any(start < bound <= end for bound in bounds)


def ends(span):
    """Both numbers of a span."""
    return (span["start"], span["end"]) if isinstance(span, dict) else tuple(span)


def said(task, row):
    """What stands at the spans of a row: it must not change."""
    if task == WINOGRAD:
        return [part["text"] for part in (row["pronoun"], *row["candidates"])]
    if task == COREFERENCE:
        tokens = flat_tokens(row["sentences"])
        return [[tokens[start : end + 1] for start, end in map(ends, cluster)] for cluster in row["clusters"]]
    if task == TRANSLATION:
        return row["target"]
    if task == NESTED_NER:
        return [(one["type"], row["tokens"][one["start"] : one["end"] + 1]) for one in row["entities"]]
    roles = ("subject", "object") if task == RELATION else ("target",)
    return [row["tokens"][start : end + 1] for start, end in (ends(row[role]) for role in roles)]
