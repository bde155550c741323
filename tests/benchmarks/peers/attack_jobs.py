"""Jobs for ``textattack_run.py``: TextAttack's own recipes with the resources that come embedded in hf_robust."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from hf_robust.language.embedded.masked_lm_model import masked_lm_path
from hf_robust.language.embedded.packed import base_encoder_path
from hf_robust.language.english.wordforms import tags_of
from hf_robust.language.lexicons import lexicon
from hf_robust.language.vectors import word_vectors

_COARSE = {"NN": "NOUN", "VB": "VERB", "JJ": "ADJ", "RB": "ADV"}


def job_of(recipe: str, model: Path, rows: Sequence[Mapping[str, Any]], folder: Path) -> dict[str, Any]:
    """What TextAttack is asked to do.

    Args:
        recipe: Name of a recipe.
        model: Folder of the victim.
        rows: Texts and labels.
        folder: Where the file of word vectors is written.
    """
    space, vectors = word_vectors(), folder / "vectors.npz"
    if not vectors.exists():
        np.savez(vectors, words=np.array(space.words), vectors=space.vectors)
    stop_words = [spelled for word in lexicon("stop_words") for spelled in (word, word.capitalize(), word.upper())]
    return {
        "recipe": recipe,
        "model": str(model),
        "rows": [dict(row) for row in rows],
        "padding": "dynamic",
        "stop_words": stop_words,
        "vectors": str(vectors),
        "encoder": str(base_encoder_path()),
        "masked_lm": str(masked_lm_path()),
        "tags": coarse_tags(),
    }


@cache
def coarse_tags() -> dict[str, str]:
    """The part of speech of each word of the vectors that has but one."""
    found = {}
    for word in word_vectors().words:
        tags = {_COARSE.get(tag[:2]) for tag in tags_of(word)} - {None}
        if len(tags) == 1:
            found[word] = str(tags.pop())
    return found
