"""A small annotated corpus, written by hand: rows for every task, without a model.

A sentence is written ``word/POS/TAG/lemma``; ``~`` glues a token to the one before; entities follow ``|``, and
after another ``|`` may come the dependencies, ``head:relation`` with heads from 1.
"""

from dataclasses import dataclass
from functools import cache

from datasets import ClassLabel, Dataset, Features, List, Value
from span_samples import SPAN_TASKS, check_span_row, span_columns

import hf_robust as hr
from hf_robust.core.doc import Annotation, Doc, Neighbors, Span, Token, token_bounds
from hf_robust.tasks import ABSA, NER, PARSING, POS, QA, TASKS
from hf_robust.tasks.base import Task

TAGGED = """
The/DET/DT movies/NOUN/NNS/movie were/AUX/VBD/be bought/VERB/VBN/buy quickly/ADV/RB by/ADP/IN larger/ADJ/JJR/large studios/NOUN/NNS/studio in/ADP/IN Oslo/PROPN/NNP ~./PUNCT/. | Oslo=GPE | 2:det 4:nsubj:pass 4:aux:pass 0:root 4:advmod 8:case 8:amod 4:obl:agent 10:case 8:nmod 4:punct
Anna/PROPN/NNP Smith/PROPN/NNP said/VERB/VBD/say that/SCONJ/IN Google/PROPN/NNP paid/VERB/VBD/pay 1,250/NUM/CD dollars/NOUN/NNS/dollar for/ADP/IN an/DET/DT old/ADJ/JJ car/NOUN/NN in/ADP/IN 1998/NUM/CD ~./PUNCT/. | Anna Smith=PERSON, Google=ORG | 3:nsubj 1:flat 0:root 6:mark 6:nsubj 3:ccomp 8:nummod 6:obj 12:case 12:det 12:amod 6:obl 14:case 6:obl 3:punct
I/PRON/PRP ca/AUX/MD/can ~n't/PART/RB/not believe/VERB/VB/believe how/ADV/WRB funny/ADJ/JJ the/DET/DT story/NOUN/NN is/AUX/VBZ/be ~,/PUNCT/, because/SCONJ/IN they/PRON/PRP are/AUX/VBP/be not/PART/RB even/ADV/RB trying/VERB/VBG/try ~!/PUNCT/. | | 4:nsubj 4:aux 4:advmod 0:root 6:advmod 4:ccomp 8:det 6:nsubj 6:cop 16:punct 16:mark 16:nsubj 16:aux 16:advmod 16:advmod 4:advcl 4:punct
Georgia/PROPN/NNP beat/VERB/VBD/beat New/PROPN/NNP York/PROPN/NNP in/ADP/IN the/DET/DT final/NOUN/NN with/ADP/IN three/NUM/CD goals/NOUN/NNS/goal | Georgia=GPE, New York=GPE | 2:nsubj 0:root 2:obj 3:flat 7:case 7:det 2:obl 10:case 10:nummod 2:obl
You/PRON/PRP should/AUX/MD definitely/ADV/RB watch/VERB/VB this/DET/DT wonderful/ADJ/JJ little/ADJ/JJ film/NOUN/NN before/ADP/IN tomorrow/NOUN/NN ~?/PUNCT/. | | 4:nsubj 4:aux 4:advmod 0:root 8:det 8:amod 8:amod 4:obj 10:case 4:obl 4:punct
It/PRON/PRP is/AUX/VBZ/be a/DET/DT terrible/ADJ/JJ restaurant/NOUN/NN with/ADP/IN beautiful/ADJ/JJ rooms/NOUN/NNS/room ~,/PUNCT/, and/CCONJ/CC we/PRON/PRP have/AUX/VBP/have been/AUX/VBN/be there/ADV/RB twice/ADV/RB ~./PUNCT/. | | 5:nsubj 5:cop 5:det 5:amod 0:root 8:case 8:amod 5:nmod 14:punct 14:cc 14:nsubj 14:aux 14:cop 5:conj 14:advmod 5:punct
Mark/PROPN/NNP began/VERB/VBD/begin to/PART/TO help/VERB/VB/help the/DET/DT boys/NOUN/NNS/boy ~,/PUNCT/, and/CCONJ/CC Mark/PROPN/NNP finished/VERB/VBD/finish early/ADV/RB ~./PUNCT/. | Mark=PERSON | 2:nsubj 0:root 4:mark 2:xcomp 6:det 4:obj 10:punct 10:cc 10:nsubj 2:conj 10:advmod 2:punct
The/DET/DT answer/NOUN/NN to/ADP/IN the/DET/DT question/NOUN/NN was/AUX/VBD/be 42/NUM/CD ~,/PUNCT/, which/PRON/WDT surprised/VERB/VBD/surprise everyone/PRON/NN at/ADP/IN the/DET/DT University/PROPN/NNP of/ADP/IN Tokyo/PROPN/NNP ~./PUNCT/. | University of Tokyo=ORG | 2:det 7:nsubj 5:case 5:det 2:nmod 7:cop 0:root 10:punct 10:nsubj 7:acl:relcl 10:obj 14:case 14:det 11:nmod 16:case 14:nmod 7:punct
The/DET/DT knight/NOUN/NN sent/VERB/VBD/send a/DET/DT pair/NOUN/NN of/ADP/IN weary/ADJ/JJ horses/NOUN/NNS/horse down/ADP/IN the/DET/DT right/ADJ/JJ road/NOUN/NN ~./PUNCT/. | | 2:det 3:nsubj 0:root 5:det 3:obj 8:case 8:amod 5:nmod 12:case 12:det 12:amod 3:obl 3:punct
I/PRON/PRP loved/VERB/VBD/love Tom/PROPN/NNP Hanks/PROPN/NNP in/ADP/IN Pulp/PROPN/NNP Fiction/PROPN/NNP ~;/PUNCT/: the/DET/DT music/NOUN/NN was/AUX/VBD/be good/ADJ/JJ ~;/PUNCT/: the/DET/DT ending/NOUN/NN was/AUX/VBD/be boring/ADJ/JJ ~./PUNCT/. | Tom Hanks=PERSON | 2:nsubj 0:root 2:obj 3:flat 6:case 2:obl 6:flat 2:punct 10:det 12:nsubj 12:cop 2:parataxis 12:punct 15:det 17:nsubj 17:cop 2:parataxis 2:punct
He/PRON/PRP opened/VERB/VBD/open the/DET/DT window/NOUN/NN of/ADP/IN his/PRON/PRP$ small/ADJ/JJ ~,/PUNCT/, old/ADJ/JJ kitchen/NOUN/NN ~./PUNCT/. | | 2:nsubj 0:root 4:det 2:obj 10:case 10:nmod:poss 10:amod 9:punct 10:amod 4:nmod 2:punct
"""


@dataclass(frozen=True)
class Sentence:
    """A text with its annotation."""

    text: str
    annotation: Annotation

    @property
    def words(self) -> list[str]:
        return [token.text for token in self.annotation.tokens]

    @property
    def upos(self) -> list[str]:
        return [token.pos for token in self.annotation.tokens]

    def spans(self) -> list[Span]:
        return list(self.annotation.entities)

    def bio(self) -> list[str]:
        tags = ["O"] * len(self.words)
        for entity in self.annotation.entities:
            kind = {"PERSON": "PER", "GPE": "LOC"}.get(entity.label, entity.label)
            inside = [n for n, t in enumerate(self.annotation.tokens) if entity.start <= t.start < entity.end]
            tags[inside[0]] = f"B-{kind}"
            for n in inside[1:]:
                tags[n] = f"I-{kind}"
        return tags

    def joined(self) -> "Sentence":
        """The same with single spaces between the tokens, as a token list is read."""
        line = " ".join("/".join((t.text, t.pos, t.tag, t.lemma)) for t in self.annotation.tokens)
        tokens = self.annotation.tokens
        names = []
        for e in self.annotation.entities:
            inside = [t.text for t in tokens if e.start <= t.start < e.end]
            names.append(f"{' '.join(inside)}={e.label}")
        names = list(dict.fromkeys(names))
        arcs = (f"{0 if t.head == n else t.head + 1}:{t.dep}" for n, t in enumerate(tokens))
        return parse(f"{line} | {', '.join(names)} | {' '.join(arcs) if tokens[0].dep else ''}")


def parse(line: str) -> Sentence:
    """One line of the notation above."""
    body, names, arcs = ([*line.split("|"), "", ""])[:3]
    text, tokens = "", []
    for item in body.split():
        glued = item.startswith("~")
        word, pos, tag, lemma = ([*item.removeprefix("~").split("/"), "", "", ""])[:4]
        text += "" if glued or not text else " "
        tokens.append(Token(len(text), len(text) + len(word), word, pos, tag, lemma or word.lower()))
        text += word
    for place, arc in enumerate(arcs.split()):
        head, _, relation = arc.partition(":")
        tokens[place] = tokens[place]._replace(head=int(head) - 1 if int(head) else place, dep=relation)
    entities = []
    for pair in filter(None, (part.strip() for part in names.split(","))):
        name, label = pair.split("=")
        at = -1
        while (at := text.find(name, at + 1)) >= 0:
            entities.append(Span(at, at + len(name), label))
    entities = [e for e in entities if not any(o != e and o.start <= e.start and e.end <= o.end for o in entities)]
    return Sentence(text, Annotation(tuple(tokens), tuple(sorted(entities))))


SENTENCES = [parse(line) for line in TAGGED.strip().splitlines()]
NER_NAMES = ["O", "B-PER", "I-PER", "B-ORG", "I-ORG", "B-LOC", "I-LOC"]


def column(annotation: Annotation, layers: str = "dep,ent,lemma,pos") -> dict:
    """An annotation as it stands in the column that ``annotate`` writes."""
    tokens, entities = annotation
    return {
        "layers": layers,
        "start": [t.start for t in tokens],
        "end": [t.end for t in tokens],
        "token": [t.text for t in tokens],
        "pos": [t.pos for t in tokens],
        "tag": [t.tag for t in tokens],
        "lemma": [t.lemma for t in tokens],
        "dep": [t.dep for t in tokens],
        "head": [t.head for t in tokens],
        "sent": [t.sent for t in tokens],
        "ent_start": [e.start for e in entities],
        "ent_end": [e.end for e in entities],
        "ent_label": [e.label for e in entities],
    }


def doc(sentence: Sentence, tokens: bool = False, **options) -> Doc:
    """The sentence as a transformation sees it, with all that any of them may read."""
    source = sentence.joined() if tokens else sentence
    options.setdefault("annotation", source.annotation)
    options.setdefault("marks", source.spans())
    options.setdefault("neighbors", Neighbors((("Rome", "won", "."),), (("B-LOC", "O", "O"),)))
    bounds = token_bounds(source.words) if tokens else None
    return Doc(source.text, bounds=bounds, **options)


def tree(sentence: Sentence) -> tuple[list[int], list[str]]:
    """A flat tree: everything hangs on the first verb."""
    root = next(n for n, pos in enumerate(sentence.upos) if pos in ("VERB", "AUX"))
    heads = [0 if n == root else root + 1 for n in range(len(sentence.words))]
    return heads, ["root" if head == 0 else "dep" for head in heads]


def columns(name: str) -> dict[str, list]:
    """Columns of a task, with annotation columns for each field that is perturbed."""
    if name in SPAN_TASKS:
        return span_columns(name, SENTENCES, column)
    roles = TASKS[name].texts
    joined = [s.joined() for s in SENTENCES]
    annotated = [column(s.annotation) for s in joined if s]
    if "tokens" in roles:
        data = {"tokens": [s.words for s in SENTENCES], "tokens__ann": annotated}
        following = [SENTENCES[n + 1 : n + 3] for n in range(len(SENTENCES))]
        data["tokens__next"] = [
            {"tokens": [s.words for s in rows], "tags": [[NER_NAMES.index(t) for t in s.bio()] for s in rows]}
            for rows in following
        ]
        if name == NER:
            data["ner_tags"] = [[NER_NAMES.index(tag) for tag in s.bio()] for s in SENTENCES]
        else:
            data["pos_tags"] = [s.upos for s in SENTENCES]
        if name == PARSING:
            data["heads"], data["deprels"] = map(list, zip(*map(tree, SENTENCES)))
        return data
    plain = [column(s.annotation) for s in SENTENCES]
    texts = [s.text for s in SENTENCES]
    if name == QA:
        return {
            "context": texts,
            "context__ann": plain,
            "question": ["What happened?"] * len(texts),
            "answers": [_answer(s) for s in SENTENCES],
        }
    if name == ABSA:
        return {"text": texts, "text__ann": plain, "aspects": [_aspects(s) for s in SENTENCES]}
    data = {roles[0]: texts, f"{roles[0]}__ann": plain}
    for role in roles[1:]:
        data[role], data[f"{role}__ann"] = turned(texts), turned(plain)
    if TASKS[name].open_ended:
        return {**data, TASKS[name].labels[0]: [" ".join(s.words[:3]) for s in SENTENCES]}
    return {**data, "label": [n % 2 for n in range(len(texts))]}


def turned(values: list) -> list:
    """The other texts of pairs; a text with a place that may move meets one that names nothing."""
    return values[2:] + values[:2]


def _answer(s: Sentence) -> dict:
    spans = s.spans() or [Span(t.start, t.end) for t in s.annotation.tokens if t.pos == "NOUN"][:1]
    return {"text": [s.text[a:b] for a, b, _ in spans], "answer_start": [a for a, _, _ in spans]}


def _aspects(s: Sentence) -> list[dict]:
    nouns = [t for t in s.annotation.tokens if t.pos == "NOUN"][:2]
    adjectives = [t for t in s.annotation.tokens if t.pos == "ADJ"][:1]
    opinions = [{"text": t.text, "start": t.start, "end": t.end} for t in adjectives]
    return [
        {"term": t.text, "start": t.start, "end": t.end, "polarity": "positive", "opinions": opinions} for t in nouns
    ]


@cache
def dataset(name: str) -> Dataset:
    """The rows of a task as a dataset."""
    data = Dataset.from_dict(columns(name))
    if name == NER:
        tags = List(ClassLabel(names=NER_NAMES))
        following = {"tokens": List(List(Value("string"))), "tags": List(List(Value("int64")))}
        features = Features({**data.features, "ner_tags": tags, "tokens__next": following})
        data = data.cast(features)
    return data


@cache
def bound(name: str) -> Task:
    """The task bound to its rows."""
    return hr.task(name).bind(dataset(name))


def perturb(name: str, task: str, **options) -> Dataset:
    """A transformation run over the rows of a task."""
    return dataset(task).map(hr.Perturb(name, bound(task), **options), batched=True)


def check_row(task: str, row: dict, names: list[str] = NER_NAMES) -> None:
    """Every label that points into a text still fits it."""
    if task in SPAN_TASKS:
        check_span_row(task, row)
    elif task == QA:
        for text, start in zip(row["answers"]["text"], row["answers"]["answer_start"]):
            assert text and row["context"][start : start + len(text)] == text
    elif task == ABSA:
        for aspect in row["aspects"]:
            assert row["text"][aspect["start"] : aspect["end"]] == aspect["term"] != ""
            for opinion in aspect["opinions"]:
                assert row["text"][opinion["start"] : opinion["end"]] == opinion["text"] != ""
    elif task in (NER, POS, PARSING):
        assert row["tokens"] and all(token and token == token.strip() for token in row["tokens"])
        if task == NER:
            assert len(row["ner_tags"]) == len(row["tokens"])
            assert legal_bio([names[tag] if isinstance(tag, int) else tag for tag in row["ner_tags"]])
        else:
            assert len(row["pos_tags"]) == len(row["tokens"]) and all(row["pos_tags"])
        if task == PARSING:
            assert_tree(row["heads"], row["deprels"], len(row["tokens"]))


def legal_bio(tags: list[str]) -> bool:
    """No I- without the same label before it."""
    return all(
        tag == "O" or tag[:2] == "B-" or (tag[:2] == "I-" and before[2:] == tag[2:])
        for before, tag in zip(["O", *tags], tags)
    )


def assert_tree(heads: list[int], deprels: list[str], size: int) -> None:
    """One root, no cycle, every head in range."""
    assert len(heads) == len(deprels) == size
    assert sum(head == 0 for head in heads) == 1
    for place in range(1, size + 1):
        seen = set()
        while place:
            assert 0 < place <= size and place not in seen
            seen.add(place)
            place = heads[place - 1]
