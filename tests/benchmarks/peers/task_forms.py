"""Rows of hf_robust in the form of TextFlint's samples, and back. Only the standard library is needed.

TextFlint joins the tokens of a text anew when it changes it. ``back`` gives the words that it left alone the spaces
that they had, so that only its changes differ.
"""

import re
from collections.abc import Callable
from difflib import SequenceMatcher
from typing import Any

Row = dict[str, Any]
FIELDS = {"NLI": ("premise", "hypothesis"), "SM": ("sentence1", "sentence2"), "NMT": ("source", "target")}
CHINESE = {"SACN": "SA", "SMCN": "SM", "NERCN": "NER", "MRCCN": "MRC"}
_PIECE = re.compile(r"\w+|[^\w\s]")


def sample(task: str, row: Row) -> Row:
    """What TextFlint loads; nothing for a task of which it has no resources.

    Args:
        task: Its name in TextFlint.
        row: In hf_robust's layout.
    """
    form = _SAMPLES.get(CHINESE.get(task, task))
    return form(row) if form else {}


def back(task: str, row: Row, dumped: Row) -> Row:
    """The changed row in hf_robust's layout.

    Args:
        task: Its name in TextFlint.
        row: The row that was changed.
        dumped: What TextFlint writes for it.
    """
    return {**row, **_BACK[CHINESE.get(task, task)](row, dumped)}


def respaced(before: str, after: str) -> tuple[str, Callable[[int, int], tuple[int, int]]]:
    """A changed text with the spaces of the original, and what moves spans into it.

    Args:
        before: The original.
        after: The changed text.
    """
    old, new = _spaced(before), _spaced(after)
    matcher = SequenceMatcher(None, [piece for _, piece in old], [piece for _, piece in new], False)
    for kind, start, end, first, last in matcher.get_opcodes():
        count = {"equal": end - start, "replace": 1}.get(kind, 0)
        for a, b in zip(range(start, start + count), range(first, last)):
            (space, _), (_, piece) = old[a], new[b]
            joins = not space and b > 0 and new[b - 1][1].isalnum() and piece.isalnum()
            if (a > 0) == (b > 0) and not joins:
                new[b] = space, piece
    text = "".join(space + piece for space, piece in new)
    letters = [place for place, letter in enumerate(text) if not letter.isspace()]

    def moved(start: int, end: int) -> tuple[int, int]:
        first, last = (len("".join(after[:place].split())) for place in (start, end))
        return (letters[first], letters[last - 1] + 1) if first < last <= len(letters) else (start, end)

    return text, moved


def _spaced(text: str) -> list[tuple[str, str]]:
    """Words and signs, each with the space before it."""
    found, end = [], 0
    for piece in _PIECE.finditer(text):
        found.append((text[end : piece.start()], piece.group()))
        end = piece.end()
    return found


def _texts(*names: str) -> Callable[[Row, Row], Row]:
    def texts(row: Row, dumped: Row) -> Row:
        return {name: respaced(row[name], dumped[name])[0] for name in names}

    return texts


def _pair_back(*names: str, label: Callable = str) -> Callable[[Row, Row], Row]:
    return lambda row, dumped: {**_texts(*names)(row, dumped), "label": label(dumped["y"])}


def _aspects(row: Row) -> Row:
    terms = {
        str(number): {
            "id": str(number),
            "term": aspect["term"],
            "from": aspect["start"],
            "to": aspect["end"],
            "polarity": aspect["polarity"],
            "opinion_words": [opinion["text"] for opinion in aspect.get("opinions", ())],
            "opinion_position": [[opinion["start"], opinion["end"]] for opinion in aspect.get("opinions", ())],
        }
        for number, aspect in enumerate(row["aspects"])
    }
    return {"sentence": row["text"], "term_list": terms}


def _aspects_back(row: Row, dumped: Row) -> Row:
    text, moved = respaced(row["text"], dumped["sentence"])

    def said(word: str, start: int, end: int) -> Row:
        """A span and its text: with the spaces of the sentence, or what TextFlint says where the span is another."""
        start, end = moved(start, end)
        same = "".join(text[start:end].split()) == "".join(word.split())
        return {"text": text[start:end] if same else word, "start": start, "end": end}

    aspects = []
    for number, aspect in enumerate(row["aspects"]):
        term = dumped["term_list"][str(number)]
        place = said(term["term"], term["from"], term["to"])
        opinions = [said(word, *one) for word, one in zip(term["opinion_words"], term["opinion_position"])]
        new = {"term": place.pop("text"), **place, "polarity": term["polarity"], "opinions": opinions}
        aspects.append({key: new[key] for key in aspect})
    return {"text": text, "aspects": aspects}


def _answers(row: Row) -> Row:
    answers = [dict(zip(("text", "answer_start"), one)) for one in zip(*(row["answers"][key] for key in _ANSWER))]
    return {
        "context": row["context"],
        "question": row["question"],
        "answers": answers,
        "title": "",
        "is_impossible": False,
    }


_ANSWER = ("text", "answer_start")


def _answers_back(row: Row, dumped: Row) -> Row:
    context, moved = respaced(row["context"], dumped["context"])
    starts = [moved(one["answer_start"], one["answer_start"] + len(one["text"]))[0] for one in dumped["answers"]]
    answers = {"text": [one["text"] for one in dumped["answers"]], "answer_start": starts}
    return {"context": context, **_texts("question")(row, dumped), "answers": answers}


def _tree(row: Row) -> Row:
    names = {"word": "tokens", "postag": "pos_tags", "deprel": "deprels"}
    return {**{name: list(row[column]) for name, column in names.items()}, "head": [str(head) for head in row["heads"]]}


def _tree_back(row: Row, dumped: Row) -> Row:
    heads = [int(head) for head in dumped["head"]]
    return {"tokens": dumped["word"], "pos_tags": dumped["postag"], "heads": heads, "deprels": dumped["deprel"]}


def _sense(row: Row) -> Row:
    first, last = row["target"]
    tokens, span = row["tokens"], range(first, last + 1)
    return {
        "sentence": list(tokens),
        "pos": [row["pos"] if place in span else "X" for place in range(len(tokens))],
        "lemma": [row["lemma"] if place in span else token.lower() for place, token in enumerate(tokens)],
        "instance": [["d000.s000.t000", first, last + 1, " ".join(tokens[first : last + 1]), row["sense"][0]]],
        "sentence_id": "d000.s000",
        "source": "ALL",
    }


def _sense_back(row: Row, dumped: Row) -> Row:
    _, start, end, _, sense = dumped["instance"][0]
    lemma = dumped["lemma"][start]
    return {"tokens": dumped["sentence"], "target": [start, end - 1], "sense": [sense], "lemma": lemma}


def _words_back(row: Row, dumped: Row) -> Row:
    words = ""
    for letter, label in zip(dumped["x"], dumped["y"]):
        words += letter + (" " if label in "ES" else "")
    return {"words": words.split()}


_SAMPLES: dict[str, Callable[[Row], Row]] = {
    "NLI": lambda row: {"premise": row["premise"], "hypothesis": row["hypothesis"], "y": row["label"]},
    "SM": lambda row: {"sentence1": row["sentence1"], "sentence2": row["sentence2"], "y": str(row["label"])},
    "SA": lambda row: {"x": row["text"], "y": str(row["label"])},
    "ABSA": _aspects,
    "NER": lambda row: {"x": list(row["tokens"]), "y": list(row["ner_tags"])},
    "POS": lambda row: {"x": list(row["tokens"]), "y": list(row["pos_tags"])},
    "DP": _tree,
    "MRC": _answers,
    "COREF": lambda row: {"sentences": row["sentences"], "clusters": row["clusters"]},
    "WSD": _sense,
    "NMT": lambda row: {"source": row["source"], "target": row["target"]},
    "CWS": lambda row: {"x": " ".join(row["words"]), "y": []},
}
_BACK: dict[str, Callable[[Row, Row], Row]] = {
    "NLI": _pair_back("premise", "hypothesis"),
    "SM": _pair_back("sentence1", "sentence2", label=int),
    "SA": lambda row, dumped: {"text": respaced(row["text"], dumped["x"])[0], "label": int(dumped["y"])},
    "ABSA": _aspects_back,
    "NER": lambda row, dumped: {"tokens": dumped["x"], "ner_tags": dumped["y"]},
    "POS": lambda row, dumped: {"tokens": dumped["x"], "pos_tags": dumped["y"]},
    "DP": _tree_back,
    "MRC": _answers_back,
    "COREF": lambda row, dumped: {"sentences": dumped["sentences"], "clusters": dumped["clusters"]},
    "WSD": _sense_back,
    "NMT": _texts("source", "target"),
    "CWS": _words_back,
}
