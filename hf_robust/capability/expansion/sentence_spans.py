"""Where the sentences that were searched for stand in the seeds that a template made of them."""

import re
from collections.abc import Mapping, Sequence

from hf_robust.capability.spec import Capability
from hf_robust.capability.templates.patterns import Pattern, SearchField, SlotField
from hf_robust.core.edits import Offsets


class SentenceSpans:
    """Finds the sentences that were searched for in the seeds of a capability.

    Args:
        capability: Whose templates made the seeds; without one all of a text was searched for.
        role: Role of the text.

    Example:
        >>> from hf_robust.capability import capabilities
        >>> text = "Everybody says that it is dull, but that is wrong."
        >>> searched = SentenceSpans(capabilities("sentiment-classification")["LC6"], "text")
        >>> [text[start:end] for start, end in searched.spans(text, "taken-back")]
        ['it is dull']
    """

    def __init__(self, capability: Capability | None, role: str):
        templates = capability.transform.templates if capability is not None else ()
        self._by_id = {
            template.id: _expression(template.texts[role], template.slots)
            for template in templates
            if role in template.texts and not template.negations
        }

    def spans(self, text: str, template: str | None) -> list[Offsets]:
        """Offsets of the sentences; of the whole text where no template of that name tells."""
        expression = self._by_id.get(template or "")
        match = expression.fullmatch(text) if expression is not None else None
        if match is None or not match.groups():
            return [(0, len(text))]
        return [match.span(index + 1) for index in range(len(match.groups()))]


def _expression(pattern: Pattern, slots: Mapping[str, Sequence[str]]) -> re.Pattern[str]:
    written = ""
    for part in pattern.parts:
        if isinstance(part, SearchField):
            written += "(.+)"
        elif isinstance(part, SlotField):
            written += f"(?:{'|'.join(map(re.escape, slots[part.name]))})"
        else:
            written += re.escape(part)
    return re.compile(written, re.DOTALL)
