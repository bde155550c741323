"""Finds the rows of a dataset that a capability asks for, as a function for ``datasets.map`` or ``filter``."""

from collections.abc import Mapping, Sequence
from typing import Any

from hf_robust.capability.gold_labels import LabelReader
from hf_robust.capability.spec import Capability, Specification
from hf_robust.capability.templates.patterns import may_be_small
from hf_robust.core.errors import UnknownNameError, UsageError
from hf_robust.core.mapping import ANNOTATION, Columns, MapFunction
from hf_robust.core.randomness import row_id
from hf_robust.language.annotation import annotate_values
from hf_robust.language.english.wordforms import is_fixed, lemmas_of, tags_of
from hf_robust.language.lexicons.people import is_written_large
from hf_robust.language.sentiment import Given, WordSentiment, word_sentiment
from hf_robust.slices.rules import Rule, RuleColumn, RuleRow, asked
from hf_robust.slices.wordlists import WordList, WordSource, read_words
from hf_robust.tasks.base import Task
from hf_robust.tasks.task_ids import as_task

FOUND, NAME, IDS, SMALL = "robust__found", "robust__label", "robust__ids", "robust__small"
OPINION = "robust__opinion"


class Search(MapFunction):
    """The ``datasets.map`` function that says of each row what it was found for. Its fingerprint holds all it reads.

    It gives the columns ``robust__found`` (names of the rules met), ``robust__label`` (the label by the
    specification's name), ``robust__ids`` (the row's id) and ``robust__small`` (for each text, whether its first
    letter may be written small where it continues a sentence). Parts of speech and trees are read from the columns
    that :func:`hf_robust.language.annotation.annotate` writes, and labels by a second classifier, where one is asked,
    from the column ``robust__opinion``.

    Args:
        rules: Rule by name.
        task: The task with the columns, or its id.
        labels: Gives the labels their names; None where there are none.
        lexicons: Word list by name.
        sentiment: Of words.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> from hf_robust.slices.rules import Length
        >>> task = hr.task("sentiment-classification")
        >>> data = Dataset.from_dict({"text": ["Dull.", "A film that never quite begins."]})
        >>> found = data.map(Search({"short": Length(most=3)}, task), batched=True)
        >>> found["robust__found"][:]
        [['short'], []]
    """

    version = "2"

    def __init__(
        self,
        rules: Mapping[str, Rule],
        task: Task | str,
        *,
        labels: LabelReader | None = None,
        lexicons: Mapping[str, WordList] | None = None,
        sentiment: WordSentiment | None = None,
    ):
        task = as_task(task)
        self.rules = dict(rules)
        self.task = task
        self.labels = labels
        self.lexicons = dict(lexicons or {})
        self.sentiment = sentiment
        self.words = sentiment.version if sentiment is not None else None

    @property
    def columns_in(self) -> tuple[str, ...]:
        """The columns with texts, and with labels where rules read them."""
        texts = [self.task.column(role) for role in self.task.text_roles]
        return (*texts, *([self.labels.column] if self.labels else ()))

    @property
    def columns_out(self) -> tuple[str, ...]:
        """What was found, the labels, the ids and what may be written small."""
        return (FOUND, NAME, IDS, SMALL)

    @property
    def hint(self) -> str:
        """How a task gets its columns."""
        return f"Use hr.task({self.task.name!r}, {self.task.text_roles[0]}='<column>')"

    def process(self, batch: Columns) -> dict[str, list]:
        """What the rows of one batch were found for."""
        columns: dict[str, list] = {FOUND: [], NAME: [], IDS: [], SMALL: []}
        for row in self.rows(batch):
            texts = list(row.texts.values())
            columns[FOUND].append([name for name, rule in self.rules.items() if rule.meets(row)])
            columns[NAME].append(row.label)
            column = self.task.id_column
            columns[IDS].append([str(row.columns[column]) if column else row_id(texts)])
            columns[SMALL].append([self._small(row, role) for role in row.texts])
        return columns

    def rows(self, batch: Mapping[str, Any]) -> list[RuleRow]:
        """The rows of a batch as the rules see them; a text that is missing is empty."""
        roles = self.task.text_roles
        texts = [[_plain(value) for value in batch[self.task.column(role)]] for role in roles]
        names: Sequence[str | None] = [None] * len(texts[0])
        margins: Sequence[float | None] = [None] * len(texts[0])
        if self.labels:
            names = self.labels(batch[self.labels.column])
            margins = self.labels.margins(batch[self.labels.column])
        opinions = batch.get(OPINION) or [None] * len(texts[0])
        annotations = {role: batch.get(self.task.column(role) + ANNOTATION) for role in roles}
        columns = self._columns()
        rows = []
        for place, values in enumerate(zip(*texts)):
            rows.append(
                RuleRow(
                    texts=dict(zip(roles, values)),
                    label=names[place],
                    columns={name: batch[name][place] for name in columns if name in batch},
                    annotations={role: column[place] for role, column in annotations.items() if column is not None},
                    lexicons=self.lexicons,
                    sentiment=self.sentiment,
                    margin=margins[place],
                    opinion=opinions[place],
                )
            )
        return rows

    def _columns(self) -> set[str]:
        named = {rule.name for rule in asked(self.rules.values(), RuleColumn)}
        return named | ({self.task.id_column} if self.task.id_column else set())

    @staticmethod
    def _small(row: RuleRow, role: str) -> bool:
        annotation = row.annotations.get(role)
        if not annotation or not annotation["pos"]:
            return False
        return _is_common(row.seen_in(role)) and may_be_small(row.texts[role], "NOUN")


class Finds:
    """The ``dataset.filter`` function of one rule.

    Args:
        task: The task with the columns, or its id.
        **options: As for :class:`Search`.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> from hf_robust.slices.rules import StartsWith
        >>> data = Dataset.from_dict({"text": ["This is it.", "It is this."]})
        >>> rule = StartsWith((("This", "That"), ("is",)))
        >>> data.filter(Finds(rule, "sentiment-classification"), batched=True)["text"][:]
        ['This is it.']
    """

    def __init__(self, rule: Rule, task: Task | str, **options: Any):
        task = as_task(task)
        self.search = Search({"": rule}, task, **options)

    def __call__(self, batch: Mapping[str, Any]) -> list[bool]:
        """Whether each row of the batch is found."""
        return [self.search.rules[""].meets(row) for row in self.search.rows(batch)]


def lexicons_for(specification: Specification, own: Mapping[str, WordSource] | None = None) -> dict[str, WordList]:
    """The word lists of a specification: those of the user, then those beside its file.

    Args:
        own: Words or a file by the name of the list.

    Returns:
        The lists that are there; one that the user has to name, and did not, is left out.

    Raises:
        UnknownNameError: The specification has no list of that name.
        DataFileError: A list cannot be read.

    Example:
        >>> from hf_robust.capability import capabilities
        >>> sorted(lexicons_for(capabilities("hate-speech-detection")))
        ['identity', 'profanity']
    """
    for name in own or {}:
        if name not in specification.lexicons:
            raise UnknownNameError("lexicon", name, specification.lexicons)
    sources = {**specification.lexicons, **(own or {})}
    return {name: read_words(name, source) for name, source in sources.items() if source is not None}


def sentiment_for(source: "str | Given | WordSentiment | None") -> WordSentiment:
    """The word sentiment that a user named, in whatever form."""
    return source if isinstance(source, WordSentiment) else word_sentiment(source)


def still_meets(
    capability: Capability,
    texts: Sequence[str | Mapping[str, str]],
    labels: Sequence[str | None],
    *,
    nlp: str | None = None,
    sentiment: "str | Given | WordSentiment | None" = None,
    lexicons: Mapping[str, WordList] | None = None,
) -> list[bool]:
    """Whether new texts still meet one of the search rules of a capability; all are annotated in one go.

    Args:
        capability: Its rules must not look at columns other than texts and label.
        texts: Texts, or texts by role.
        labels: Label of each, by the specification's name.
        nlp: spaCy pipeline, name or folder.
        sentiment: Source of word sentiment.
        lexicons: Word list by name, from :func:`lexicons_for`.

    Raises:
        UsageError: A rule reads a word list that was not given.

    Example:
        >>> from hf_robust.capability import capabilities
        >>> rule = capabilities("sentiment-classification", "published")["LC5"]
        >>> still_meets(rule, ["This is a film.", "It is a film."], ["neutral", "neutral"])
        [True, False]
    """
    rules = list(capability.searches.values())
    for name in sorted(capability.lexicons - (lexicons or {}).keys()):
        raise UsageError(f"{capability.id} reads the word list {name!r}; use lexicons=lexicons_for(spec)")
    rows = [{"": text} if isinstance(text, str) else dict(text) for text in texts]
    annotations: list[dict[str, Any]] = [{} for _ in rows]
    if capability.layers:
        for role in rows[0] if rows else ():
            for place, tokens in enumerate(annotate_values([row[role] for row in rows], capability.layers, nlp)):
                annotations[place][role] = tokens
    words = sentiment_for(sentiment) if capability.reads_sentiment else None
    seen = (
        RuleRow(row, label, annotations=annotation, lexicons=lexicons or {}, sentiment=words)
        for row, label, annotation in zip(rows, labels, annotations)
    )
    return [any(rule.meets(row) for rule in rules) for row in seen]


def _is_common(row: RuleRow) -> bool:
    """Whether the first word is no name: "Gay people" is one for taggers, and "Muslims" is none."""
    (word, pos, tag), *others = row.tokens
    word = word.lower()
    if is_fixed(word):
        return True
    title = pos != "PROPN" and any(following[:1].isupper() for following, _, _ in others[:1])  # "Cold Mountain is"
    if title or any(map(is_written_large, (word, *lemmas_of(word, tag)))):
        return False
    known = tag == "NNP" and ("JJ" in tags_of(word) or any(listed.occurs([word]) for listed in row.lexicons.values()))
    return pos != "PROPN" or (known and any(following.islower() for following, _, _ in others[:1]))


def _plain(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else " ".join(value)
