"""Word segmentation by token classification models: one tag a character, of which the words are read."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hf_robust.adapters.base import Prediction
from hf_robust.adapters.huggingface.base import model_labels
from hf_robust.adapters.huggingface.tagger import TokenTagger
from hf_robust.adapters.label_matching import rename
from hf_robust.core.errors import LabelError
from hf_robust.core.quoted import named
from hf_robust.tasks import Task

_POSITION = re.compile(r"(?:(?P<first>[BIMES])(?:[-_].*)?|(?P<whole>begin|inside|middle|end|single).*)", re.IGNORECASE)
_ENDS = frozenset("ES")


def position_in_word(label: str) -> str | None:
    """Which character of a word a tag is of: ``B`` the first, ``M`` in the middle, ``E`` the last, ``S`` the only one.

    Args:
        label: The name of a tag, in the scheme BMES, BIES or BI; a type behind it, as in ``B-CWS``, is left out.

    Returns:
        None where it is no such tag.

    Example:
        >>> [position_in_word(label) for label in ("B", "I-CWS", "e", "Single", "LABEL_0", "NOUN")]
        ['B', 'M', 'E', 'S', None, None]
    """
    match = _POSITION.fullmatch(label)
    if match is None:
        return None
    letter = (match["first"] or match["whole"])[0].upper()
    return "M" if letter == "I" else letter


def positions_of_labels(labels: Sequence[str], label_map: Mapping[str, str] | None) -> dict[str, str]:
    """For each label of a model the place in a word that it means.

    Args:
        label_map: What the user says of them.

    Raises:
        LabelError: When they are no tags of characters, with what to say.

    Example:
        >>> positions_of_labels(["B", "I"], None)
        {'B': 'B', 'I': 'M'}
        >>> positions_of_labels(["LABEL_0", "LABEL_1"], {"LABEL_0": "B", "LABEL_1": "I"})
        {'LABEL_0': 'B', 'LABEL_1': 'M'}
    """
    renamed = rename(labels, label_map)
    found = {label: place for label in labels if (place := position_in_word(renamed[label])) is not None}
    places = set(found.values())
    # a tag for what is in no word, as some models have it, stands alone
    rest = [label for label in labels if label not in found and renamed[label] != "O"]
    if rest or not ({"B"} <= places and places & {"M", "E"}):
        raise LabelError(
            f"the labels of the model are {named(labels)}; a segmenter has B, M, E, S (or B, I) for the characters "
            "of a word. Say which is which: label_map={'LABEL_0': 'B', 'LABEL_1': 'M', 'LABEL_2': 'E', 'LABEL_3': 'S'}"
        )
    return {label: found.get(label, "S") for label in labels}


def words_of_positions(text: str, positions: Sequence[str]) -> list[str]:
    """The words of a text, whose characters have these places; a sequence that is none is read as far as it goes.

    Args:
        positions: One of ``BMES`` for each character.

    Example:
        >>> words_of_positions("他在清华上学", "SSBEBE"), words_of_positions("他在清华", "MMEM")
        (['他', '在', '清华', '上学'], ['他在清', '华'])
    """
    words: list[str] = []
    before = "S"
    for character, position in zip(text, positions, strict=True):
        if position in "BS" or before in _ENDS or not words:
            words.append(character)
        else:
            words[-1] += character
        before = position
    return words


class CharacterTagger(TokenTagger):
    """Predictor over an ``AutoModelForTokenClassification`` whose tags are of characters: BMES, BIES or BI.

    Each character is given as a word of its own, so that it has exactly one tag; long texts run in windows, as in
    :class:`TokenTagger`. White space is no part of a word.

    Args:
        tokenizer: Its tokenizer, a fast one.
        task: A task of word segmentation.
        label_map: Tag of the model to one of ``B``, ``M`` (or ``I``), ``E``, ``S``, where its name does not say so.
        stride: Characters that neighboring windows share; a quarter of the window when None.
        **options: As for :class:`hf_robust.adapters.huggingface.base.ModelPredictor`.

    Raises:
        LabelError: When its tags are not of characters.
    """

    def __init__(
        self,
        model: Any,
        tokenizer: Any,
        task: Task,
        *,
        label_map: Mapping[str, str] | None = None,
        stride: int | None = None,
        **options: Any,
    ):
        self._positions = positions_of_labels(model_labels(model), label_map)
        super().__init__(model, tokenizer, task, stride=stride, **options)
        self.labels, self._begin = None, False

    @classmethod
    def check_config(cls, config: Any, task: Task, label_map: Mapping[str, str] | None) -> None:
        """Check a configuration before the weights are read."""
        positions_of_labels([str(config.id2label[number]) for number in sorted(config.id2label)], label_map)

    def settings(self) -> dict[str, Any]:
        """As in the base, with what the tags mean."""
        return {**super().settings(), "places": sorted(self._positions.items())}

    def batches(self, rows: list[dict[str, Any]]) -> Iterator[tuple[list[int], list[Prediction]]]:
        """The places of some rows, and for each its words."""
        texts = ["".join((row[self.roles[0]] or "").split()) for row in rows]
        for places, found in super().batches([{"tokens": list(text)} for text in texts]):
            yield places, [self._segmented(texts[place], one) for place, one in zip(places, found)]

    def _segmented(self, text: str, tags: Prediction) -> Prediction:
        # a character of which the tokenizer knows nothing stands alone
        return Prediction(words_of_positions(text, [self._positions.get(tag, "S") for tag in tags.value]), tags.score)
