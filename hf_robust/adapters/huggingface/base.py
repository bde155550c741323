"""The part that all adapters over transformers models share: encode, batch, run forward."""

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar, Self

from hf_robust.adapters.base import BatchedOutput
from hf_robust.adapters.huggingface.batching import FINE_WIDTHS, even_batches, length_batches, pad
from hf_robust.adapters.huggingface.threads import fitting_threads
from hf_robust.adapters.identity import settings_hash, tokenizer_hash, weights_hash
from hf_robust.adapters.kind_adapters import label_matcher
from hf_robust.adapters.precision import checked_precision
from hf_robust.adapters.truncation import SeenInput, key_of, may_reach
from hf_robust.core.errors import UsageError
from hf_robust.core.evaluation_mode import evaluating
from hf_robust.core.linear_layers import LEAST_ROWS, quick_linear
from hf_robust.core.text import replace_surrogates
from hf_robust.tasks import Task

if TYPE_CHECKING:
    import torch
    from transformers import BatchEncoding, PreTrainedModel, PreTrainedTokenizerBase

_NO_LIMIT = 1_000_000  # a tokenizer without a limit reports 1e30


class ModelPredictor(BatchedOutput):
    """A transformers model with its tokenizer; the subclasses say what its outputs mean.

    Class attributes:
        auto_class: Name of the Auto class that loads it.
        head: End of the names of the model classes that fit.
        words: Whether its tokenizer is given lists of words.
        needs_fast_tokenizer: Whether it reads the offsets that only a fast tokenizer gives.

    Args:
        model: The model; it is put into evaluation mode while predicting and left as it was.
        task: Gives name, text roles and label names.
        name: What to call it; the model's own name or path when None.
        kind: ``hub``, ``folder``, ``model`` or ``embedded``.
        revision: Commit or hash of the files; None hashes the weights when a cache asks.
        batch_size: Rows in a batch.
        max_length: Tokens of one input; the model's limit when None.
        device: ``"cpu"``, ``"cuda"``, ...; where the model is when None.
        own_tokenizer: Whether the tokenizer belongs to the revision, and need not be hashed itself.
        precision: ``bfloat16`` to predict in that type, ``auto`` to do so where it is much quicker (a GPU, or a
            processor with AMX) and the weights are in float32; the weights stay as they are.

    Raises:
        UsageError: When a number is out of range, the tokenizer cannot pad, or the model does not fit the
            task.
    """

    auto_class: ClassVar[str]
    head: ClassVar[str]
    words: ClassVar[bool] = False
    needs_fast_tokenizer: ClassVar[bool] = False

    def __init__(
        self,
        model: "PreTrainedModel",
        tokenizer: "PreTrainedTokenizerBase",
        task: Task,
        *,
        name: str | None = None,
        kind: str = "model",
        revision: str | None = None,
        batch_size: int = 32,
        max_length: int | None = None,
        device: str | None = None,
        own_tokenizer: bool = False,
        precision: str | None = None,
    ):
        self.model = model if device is None else _moved(model, device)
        self.tokenizer = tokenizer
        self.name = name or getattr(model, "name_or_path", "") or type(model).__name__
        self.kind = kind
        self.revision = revision
        self.labels: tuple[str, ...] | None = None
        self.roles = tuple(task.input_roles)
        self.task_name = task.name
        self.batch_size = batch_size
        self.max_length = _checked_length(max_length, model_limit(model, tokenizer))
        self.precision = checked_precision(precision, str(self.model.device), str(self.model.dtype))
        self._own_tokenizer = own_tokenizer
        self._types = _takes_token_types(model, tokenizer)
        self._check()

    def _check(self) -> None:
        if not isinstance(self.batch_size, int) or self.batch_size < 1:
            raise UsageError(f"batch_size must be a whole number of at least 1, found {self.batch_size!r}")
        if "pad_token" not in self.tokenizer.special_tokens_map and self.batch_size > 1:
            raise UsageError(
                f"the tokenizer of {self.name} has no padding token; use batch_size=1, or set "
                f"tokenizer.pad_token and "
                "model.config.pad_token_id and pass model and tokenizer"
            )
        if self.needs_fast_tokenizer and not getattr(self.tokenizer, "is_fast", False):
            raise UsageError(
                f"the tokenizer of {self.name} ({type(self.tokenizer).__name__}) gives no offsets; pass a "
                "fast one as tokenizer=..."
            )

    @classmethod
    def fitting(cls, architectures: Sequence[str]) -> "type[ModelPredictor]":
        """The adapter for a model of some class, where a task has several.

        Args:
            architectures: Names of model classes, as a configuration has them.
        """
        return cls

    @classmethod
    def check_config(cls, config: Any, task: Task, label_map: Mapping[str, str] | None) -> None:
        """Check a configuration before the weights are read.

        Raises:
            LabelError: When its labels do not match the task's.
        """
        matcher = label_matcher(task.kind)
        if task.label_names and matcher is not None:
            own = [str(config.id2label[number]) for number in sorted(config.id2label)]
            matcher.match(own, task.scored_names, label_map)

    def settings(self) -> dict[str, Any]:
        """What shapes the predictions besides weights and tokenizer."""
        own = {"class": type(self).__name__, "max_length": self.max_length, "dtype": str(self.model.dtype)}
        return own if self.precision is None else {**own, "precision": self.precision}

    def in_full(self) -> Self:
        """The same model, predicting in the type of its weights."""
        other = copy(self)
        other.precision = None
        return other

    def fingerprint(self) -> str:
        """Hash over the settings, and over weights and tokenizer where no revision stands for them."""
        parts = [self.settings()]
        if self.revision is None:
            parts.append({"weights": weights_hash(self.model)})
        if self.revision is None or not self._own_tokenizer:
            parts.append({"tokenizer": tokenizer_hash(self.tokenizer)})
        return settings_hash(parts)

    def texts_given(self, rows: Sequence[Mapping[str, Any]]) -> list[list[tuple[str, ...]]]:
        """For each row the texts, or pairs of texts, that are cut at the limit; none where long rows run in windows."""
        return [[] for _ in rows]

    def seen(self, rows: Sequence[Mapping[str, Any]]) -> list[SeenInput | None]:
        """What the model sees of rows that reach its limit; None for the others."""
        limit = self.max_length
        found: list[SeenInput | None] = [None] * len(rows)
        if limit is None:
            return found
        for row, texts in enumerate(self.texts_given(rows)):
            special = self.tokenizer.num_special_tokens_to_add(pair=len(texts[0]) == 2) if texts else 0
            if not any(may_reach(one, limit, special) for one in texts):
                continue
            columns = [list(side) for side in zip(*texts)]
            ids = self.encode(*columns, truncation=False)["input_ids"]
            longest = max(map(len, ids))
            if longest < limit:
                continue
            kept = self.encode(*columns, truncation=True, max_length=limit)["input_ids"] if longest > limit else ids
            found[row] = SeenInput(longest > limit, key_of(kept), key_of(ids))
        return found

    def encode(self, first: Sequence[Any], second: Sequence[str] | None = None, **options: Any) -> "BatchEncoding":
        """Tokenize all inputs at once, without padding."""
        pair = None if second is None else [replace_surrogates(text) for text in second]
        words = bool(options.get("is_split_into_words"))
        texts = (
            [[replace_surrogates(token) for token in tokens] for tokens in first]
            if words
            else [replace_surrogates(t) for t in first]
        )
        return self.tokenizer(
            texts,
            pair,
            padding=False,
            return_attention_mask=True,
            return_token_type_ids=self._types,
            verbose=False,  # no warning about long inputs: they are cut or windowed here
            **options,
        )

    def forward(
        self,
        encoded: Mapping[str, list[list[int]]],
        *,
        even: bool = False,
        dtype: str | None = None,
        rows: int | None = None,
        fine: int = FINE_WIDTHS,
    ) -> Iterator[tuple[list[int], Any]]:
        """Run the model over batches sorted by length; yields (indices of the inputs, model output).

        Args:
            encoded: From :meth:`encode`.
            even: Batches of fixed widths: an output then does not depend on what else is asked; an index may
                come twice.
            dtype: Name of the torch type to compute in instead of that of the weights; the model stays as it is. None
                is the predictor's ``precision``.
            rows: Rows in a batch; the predictor's own number when None.
            fine: For fixed widths, as for :func:`hf_robust.adapters.huggingface.batching.even_batches`.
        """
        with self.computing(dtype) as run:
            for batch, tensors in self.tensors(encoded, even=even, rows=rows, fine=fine):
                yield batch, run(**tensors)

    @contextmanager
    def computing(self, dtype: str | None = None, method: str = "forward") -> Iterator[Callable[..., Any]]:
        """A context with a function that runs the model on keyword arguments, without gradients.

        Args:
            dtype: As for :meth:`forward`.
            method: Name of the method to run: ``forward`` or ``generate``.
        """
        import torch

        from hf_robust.adapters.huggingface.method_call import method_call

        device = str(self.model.device)
        with evaluating(self.model), torch.inference_mode(), fitting_threads(device):
            # weights only: buffers, such as rotary frequencies, need their precision
            name = dtype or self.precision
            cast = {} if name is None else self._cast(getattr(torch, name))
            call = method_call(self.model, method, cast)

            def run(**tensors: Any) -> Any:
                with quick_linear(device):
                    return call(**tensors)

            yield run

    def _cast(self, dtype: "torch.dtype") -> dict[str, "torch.Tensor"]:
        named = self.model.named_parameters()
        return {name: weight.to(dtype) for name, weight in named if weight.is_floating_point()}

    def tensors(
        self,
        encoded: Mapping[str, list[list[int]]],
        *,
        even: bool = False,
        rows: int | None = None,
        step: int = 2,
        fine: int = FINE_WIDTHS,
        side: str | None = None,
    ) -> Iterator[tuple[list[int], dict[str, "torch.Tensor"]]]:
        """The batches of :meth:`forward` as the model takes them: (indices of the inputs, keyword arguments).

        Args:
            encoded: From :meth:`encode`.
            even: Batches of fixed widths; :func:`hf_robust.adapters.huggingface.batching.even_batches` explains them,
                also ``step`` and ``fine``.
            rows: Rows in a batch; the predictor's own number when None.
            step: For fixed widths.
            fine: For fixed widths.
            side: Where to pad, ``left`` or ``right``; where the tokenizer does when None.
        """
        import torch

        side = side or self.tokenizer.padding_side
        fill = self._fill_values(encoded)
        lengths = [len(ids) for ids in encoded["input_ids"]]
        rows = rows or self.batch_size
        least = LEAST_ROWS if self.model.device.type == "cpu" else None  # a GPU chooses its kernels by the shape
        batches = (
            even_batches(lengths, rows, self.max_length, step=step, fine=fine, least=least)
            if even
            else ((1, batch) for batch in length_batches(lengths, rows))
        )
        for width, batch in batches:
            arrays = {key: pad([encoded[key][i] for i in batch], value, side, width) for key, value in fill.items()}
            yield batch, {key: torch.from_numpy(array).to(self.model.device) for key, array in arrays.items()}

    def _fill_values(self, encoded: Mapping[str, Any]) -> dict[str, int]:
        token = self.tokenizer.pad_token_id if "pad_token" in self.tokenizer.special_tokens_map else 0
        values = {"input_ids": token, "attention_mask": 0, "token_type_ids": self.tokenizer.pad_token_type_id}
        return {key: value for key, value in values.items() if key in encoded}


def model_limit(model: "PreTrainedModel", tokenizer: "PreTrainedTokenizerBase") -> int | None:
    """The most tokens an input may have: the smaller of tokenizer and position table, None without either."""
    limits = []
    if tokenizer.model_max_length and tokenizer.model_max_length < _NO_LIMIT:
        limits.append(tokenizer.model_max_length)
    positions = getattr(model.config, "max_position_embeddings", None)
    if isinstance(positions, int) and positions > 0:
        # RoBERTa and its kin count positions from padding_idx + 1
        offset = getattr(getattr(model.base_model, "embeddings", None), "padding_idx", None)
        limits.append(positions - (offset + 1 if offset is not None else 0))
    return min(limits) if limits else None


def _moved(model: "PreTrainedModel", device: str) -> "PreTrainedModel":
    """The model on a device.

    Raises:
        UsageError: When there is no such device.
    """
    try:
        return model.to(device)
    except (AssertionError, RuntimeError) as error:  # torch raises either, by what is missing
        why = str(error).splitlines()[0]
        if why.startswith("Expected one of"):
            why = "torch knows no such device"
        raise UsageError(f"the device {device!r} cannot be used: {why}; use 'cpu'") from error


def _checked_length(asked: int | None, limit: int | None) -> int | None:
    if asked is None:
        return limit
    if not isinstance(asked, int) or asked < 4 or (limit is not None and asked > limit):
        upper = f" and {limit}, the model's limit" if limit is not None else ""
        raise UsageError(f"max_length must be a whole number between 4{upper}; found {asked!r}")
    return asked


def _takes_token_types(model: "PreTrainedModel", tokenizer: "PreTrainedTokenizerBase") -> bool:
    """Whether the tokenizer declares token types and the model has several.

    A model was trained on what its tokenizer declares: it has never seen the types of one that declares none.
    """
    if "token_type_ids" not in tokenizer.model_input_names:
        return False
    size = getattr(model.config, "type_vocab_size", None)
    return "token_type_ids" in inspect.signature(model.forward).parameters and size != 1


def model_labels(model: "PreTrainedModel") -> tuple[str, ...]:
    """The labels of a classification head, in the order of its outputs."""
    names = model.config.id2label
    return tuple(str(names[number]) for number in sorted(names))


def check_single_label(config: Any, name: str) -> None:
    """Refuse heads whose outputs are not one choice among several labels.

    Raises:
        UsageError: For regression and multi-label heads.
    """
    kind = "regression" if config.problem_type == "regression" or config.num_labels == 1 else config.problem_type
    if kind in ("regression", "multi_label_classification"):
        raise UsageError(
            f"{name} has a {kind.replace('_classification', '').replace('_', '-')} head with "
            f"{config.num_labels} output(s); expected one label out of two or more. Pass a function that "
            "turns its outputs into one label a text"
        )


def check_one_score(config: Any, name: str) -> None:
    """Refuse heads that give no score.

    Raises:
        UsageError: For a head with several outputs.
    """
    if config.num_labels != 1:
        raise UsageError(f"{name} has {config.num_labels} outputs; a score needs a head with one")


def check_several_labels(config: Any, name: str) -> None:
    """Refuse heads that were trained for one label a text, whose outputs are no probabilities of single labels.

    Raises:
        UsageError: For regression and single-label heads.
    """
    if config.num_labels == 1:
        raise UsageError(
            f"{name} has a regression head with 1 output; several labels a text need one output a label. Load the "
            "model with num_labels=<number of labels> and problem_type='multi_label_classification', and train it"
        )
    if config.problem_type not in (None, "multi_label_classification"):
        kind = config.problem_type
        raise UsageError(
            f"{name} has a {kind.replace('_classification', '').replace('_', '-')} head with {config.num_labels} "
            "output(s); several labels a text need a model with problem_type='multi_label_classification'. Take a task "
            "with one label a text, or pass a function that returns lists of labels"
        )
