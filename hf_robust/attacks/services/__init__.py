"""What answers the questions of searches, one service a kind of question."""

from collections.abc import Iterator, Mapping
from typing import Any

from hf_robust.attacks.services.victim import Victim
from hf_robust.core.errors import UnknownNameError
from hf_robust.core.lazy import load_object

_LAZY = {
    "encode": "hf_robust.attacks.services.encoder:Encoder",
    "fill": "hf_robust.attacks.services.masked_words:Fill",
    "fit": "hf_robust.attacks.services.masked_words:Fit",
    "gate": "hf_robust.attacks.services.gate_checks:GateService",
    "grammar": "hf_robust.attacks.services.grammar_checks:Grammar",
    "subwords": "hf_robust.attacks.services.masked_words:Subwords",
    "tags": "hf_robust.attacks.services.tags:Tags",
}
_OF_VICTIM = {"gradient": "hf_robust.attacks.services.word_gradients:Gradients"}


class Services(Mapping[str, Any]):
    """The services of one run; each is made when it is first asked.

    Args:
        victim: The attacked model.
    """

    def __init__(self, victim: Victim):
        self._created: dict[str, Any] = {"victim": victim}

    def __getitem__(self, kind: str) -> Any:
        if kind not in self._created:
            if kind in _OF_VICTIM:
                self._created[kind] = load_object(_OF_VICTIM[kind])(self._created["victim"])
            elif kind in _LAZY:
                self._created[kind] = load_object(_LAZY[kind])()
            else:
                raise UnknownNameError("kind of question", kind, list(self))
        return self._created[kind]

    def __iter__(self) -> Iterator[str]:
        return iter(("victim", *_OF_VICTIM, *_LAZY))

    def __len__(self) -> int:
        return 1 + len(_OF_VICTIM) + len(_LAZY)
