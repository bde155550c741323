"""Load models and tokenizers from the Hub or a folder, with one clear error when that fails."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, redirect_stderr
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import HubError, UsageError
from hf_robust.core.extras import need
from hf_robust.core.hub_client import HUB_CLIENT
from hf_robust.core.hub_errors import UNREACHABLE, reach

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

_HEADS = (
    "ForSequenceClassification",
    "ForTokenClassification",
    "ForQuestionAnswering",
    "ForMaskedLM",
    "ForCausalLM",
    "LMHeadModel",
    "ForPreTraining",
    "ForMultipleChoice",
    "ForNextSentencePrediction",
    "ForConditionalGeneration",
)
# other ends of the names of classes with the same head
_ALSO = {"ForConditionalGeneration": ("MTModel",), "LMHeadModel": ("ForCausalLM",)}
# byte-level tokenizers that must put a blank before each word of a token list
_PREFIX_SPACE = {"bloom", "deberta", "gpt2", "longformer", "modernbert", "roberta"}


@contextmanager
def quiet(gguf_file: str | None = None) -> Iterator[None]:
    """Silence the logging and progress bars of transformers for a while.

    Args:
        gguf_file: A GGUF file that is loaded: its progress bar writes to stderr whatever transformers is told.
    """
    need("torch", "transformers")
    from transformers.utils import logging

    level, bar = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity_error()
    if bar:
        logging.disable_progress_bar()
    try:
        with nullcontext() if gguf_file is None else redirect_stderr(StringIO()):
            yield
    finally:
        logging.set_verbosity(level)
        if bar:
            logging.enable_progress_bar()


def from_where(source: str) -> dict[str, bool]:
    """The option with which the Hub's client reads its cache alone where the Hub is out of reach.

    Without it the client asks six times for each file, over half a minute, before it looks into the cache.

    Args:
        source: Hub id or folder.
    """
    from huggingface_hub import constants

    if constants.HF_HUB_OFFLINE or Path(source).is_dir():
        return {}
    try:
        reach()
    except UNREACHABLE:
        return {"local_files_only": True}
    return {}


def hub_commit(repo: str, revision: str | None = None) -> str:
    """The commit that a revision of a Hub model stands for; the cache tells it when offline.

    Raises:
        HubError: When the Hub has no such model or revision, or cannot be reached.
    """
    from huggingface_hub import errors, hf_hub_download

    try:
        with quiet():
            config = hf_hub_download(repo, "config.json", revision=revision, **from_where(repo), **HUB_CLIENT)
    except (errors.HFValidationError, errors.HfHubHTTPError, OSError) as error:
        raise load_error(repo, revision, error) from error
    return Path(config).parent.name  # the cache keeps files under snapshots/<commit>/


def load_config(source: str, revision: str | None = None, gguf_file: str | None = None) -> Any:
    """The configuration of a model on the Hub or in a folder.

    Args:
        source: Hub id or folder.
        revision: Commit, tag or branch.
        gguf_file: Name of a GGUF file in the folder, which holds all of the model.

    Raises:
        HubError: When the Hub has no such model or revision, or cannot be reached.
        UsageError: When the folder holds no model.
    """
    need("torch", "transformers")
    from transformers import AutoConfig

    folder = Path(source)
    if folder.is_dir() and gguf_file is None and not (folder / "config.json").is_file():
        raise UsageError(
            f"the folder {source} holds no config.json; save a model there with "
            f"model.save_pretrained({source!r}) and "
            f"tokenizer.save_pretrained({source!r})"
        )
    try:
        with quiet():
            options = from_where(source) | ({} if gguf_file is None else {"gguf_file": gguf_file})
            return AutoConfig.from_pretrained(source, revision=revision, trust_remote_code=False, **options)
    except (OSError, ValueError) as error:
        raise load_error(source, revision, error) from error


def ends_of(head: str) -> tuple[str, ...]:
    """The ends of the names of all classes that have a head.

    Example:
        >>> ends_of("ForMaskedLM"), ends_of("LMHeadModel")
        (('ForMaskedLM',), ('LMHeadModel', 'ForCausalLM'))
    """
    return (head, *_ALSO.get(head, ()))


def load_model(source: str, auto_class: str, head: str, config: Any, **options: Any) -> "PreTrainedModel":
    """A model with a trained head.

    Args:
        source: Hub id or folder.
        auto_class: Name of the Auto class.
        head: End of the class names that have this head.
        config: From :func:`load_config`.
        **options: ``revision``, ``dtype`` and ``gguf_file``, for ``from_pretrained``.

    Raises:
        UsageError: When the checkpoint has another head or none.
        HubError: When the weights cannot be had.
    """
    import transformers

    saved = list(config.architectures or ())
    other = [name for name in saved if name.endswith(_HEADS) and not name.endswith(ends_of(head))]
    if other:
        raise UsageError(f"{source} was saved as {other[0]}, without a trained head for this task; expected ...{head}")
    try:
        with quiet(options.get("gguf_file")):
            loader = getattr(transformers, auto_class)
            model, info = loader.from_pretrained(
                source,
                output_loading_info=True,
                config=config,
                trust_remote_code=False,
                **from_where(source),
                **options,
            )
    except ImportError:
        raise  # says itself what to install
    except Exception as error:  # damaged files raise all sorts, the tokenizers library a bare Exception
        raise load_error(source, options.get("revision"), error) from error
    untrained = sorted(info["missing_keys"])
    if untrained:
        raise UsageError(
            f"{source} brings no weights for {', '.join(untrained[:4])}, which would be random; expected a "
            f"model trained as ...{head}"
        )
    return model.eval()


def load_tokenizer(
    source: str,
    *,
    revision: str | None = None,
    words: bool = False,
    model_type: str = "",
    gguf_file: str | None = None,
) -> "PreTrainedTokenizerBase":
    """The tokenizer of a model.

    Args:
        source: Hub id or folder.
        revision: Commit, tag or branch.
        words: Whether it will be given lists of words.
        model_type: The configuration's, to know byte-level tokenizers.
        gguf_file: Name of a GGUF file in the folder, which holds all of the model.

    Raises:
        UsageError: When there is none; transformers 5 then makes one with an empty vocabulary.
        HubError: When it cannot be had.
    """
    from transformers import AutoTokenizer

    options: dict[str, Any] = {"add_prefix_space": True} if words and model_type in _PREFIX_SPACE else {}
    options |= from_where(source) | ({} if gguf_file is None else {"gguf_file": gguf_file})
    try:
        with quiet():
            tokenizer = AutoTokenizer.from_pretrained(source, revision=revision, trust_remote_code=False, **options)
    except ImportError:
        raise  # says itself what to install
    except Exception as error:  # damaged files raise all sorts, the tokenizers library a bare Exception
        raise load_error(source, revision, error, part="tokenizer") from error
    if len(tokenizer) <= len(set(tokenizer.all_special_tokens)):
        raise UsageError(
            f"{source} holds no tokenizer; save one there first, with tokenizer.save_pretrained({source!r}); in Python "
            "tokenizer=... does, too"
        )
    return tokenizer


def own_code(source: str, part: str) -> str:
    """Why a model that brings Python code of its own is not loaded, and what to do instead."""
    return (
        f"the {part} {source!r} brings Python code of its own (auto_map), which is never run here. Read that code, "
        "load the model yourself with trust_remote_code=True, and pass the objects: "
        "hr.run(model, suite, tokenizer=tokenizer)"
    )


def load_error(source: str, revision: str | None, error: Exception, part: str = "model") -> Exception:
    """What to raise for an error of ``from_pretrained``: HubError, or UsageError for a folder."""
    if "trust_remote_code" in str(error):
        return UsageError(own_code(source, part))
    first_line = (str(error).strip().splitlines() or [""])[0]
    if Path(source).is_dir():
        return UsageError(f"the {part} in the folder {source} cannot be loaded: {first_line}")
    at = f" at revision {revision!r}" if revision else ""
    reason = _reason(error)
    if reason is None:
        return HubError(f"the {part} {source!r}{at} cannot be loaded from the Hub: {first_line}")
    return HubError(f"the {part} {source!r}{at} cannot be loaded: {reason}")


def _reason(error: BaseException | None) -> str | None:
    """Plain words for the Hub errors in the chain of causes, the most telling one."""
    from huggingface_hub import errors

    words = (
        (errors.HFValidationError, "neither a folder here nor a valid Hub id ('name' or 'owner/name')"),
        (errors.GatedRepoError, "access is restricted; ask for it on its page, then run: hf auth login"),
        (
            errors.RevisionNotFoundError,
            "the Hub has no such revision; leave revision out, or name a tag or commit",
        ),
        (
            errors.RepositoryNotFoundError,
            "the Hub has no such model; check the name, or for a private one run: hf auth login",
        ),
        (errors.RemoteEntryNotFoundError, "the repository lacks the file; is it a transformers model?"),
        (
            (errors.OfflineModeIsEnabled, errors.LocalEntryNotFoundError),
            "the Hub is out of reach or offline mode is on, and it is not in the local cache; connect, unset "
            "HF_HUB_OFFLINE, or pass the path of a folder",
        ),
    )
    chain = []
    while error is not None and error not in chain:
        chain.append(error)
        error = error.__cause__ or error.__context__
    for kind, reason in words:
        if any(isinstance(link, kind) for link in chain):
            return reason
    return None
