"""Models that are loaded: a Hub id or a folder."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hf_robust.adapters.base import Predictor
from hf_robust.adapters.baselines.unknown_model import naming_baselines
from hf_robust.adapters.huggingface.task_adapter import TaskModelKind, adapter_of, label_option
from hf_robust.adapters.identity import folder_hash
from hf_robust.adapters.model_kind import model_kinds
from hf_robust.core.errors import UsageError
from hf_robust.tasks import Task


@model_kinds.register
class Hub(TaskModelKind):
    """A Hub id or a folder of a saved model."""

    name = "hub"
    what = "a Hub id or folder"
    takes = frozenset(
        {"tokenizer", "label_map", "batch_size", "device", "revision", "max_length", "dtype", "precision"}
    )
    order = 60

    @classmethod
    def accepts(cls, model: Any) -> bool:
        return isinstance(model, (str, Path))

    @classmethod
    def predictor(cls, model: Any, task: Task, options: Mapping[str, Any]) -> Predictor:
        with naming_baselines(model):
            return _loaded(model, task, **options)

    @classmethod
    def check(cls, model: Any, given: Mapping[str, Any]) -> None:
        from hf_robust.adapters.huggingface.loading import load_config

        with naming_baselines(model):
            load_config(model, given.get("model_revision"))


def _loaded(
    source: str | Path,
    task: Task,
    *,
    tokenizer: Any = None,
    device: str | None = None,
    revision: str | None = None,
    label_map: Mapping[str, str] | None = None,
    dtype: Any = None,
    **options: Any,
) -> Predictor:
    """Load a folder or Hub id; the labels are matched on the configuration, before the weights are read."""
    from hf_robust.adapters.huggingface.loading import hub_commit, load_config, load_model, load_tokenizer

    adapter = adapter_of(task)
    place, folder = _place(source, revision)
    commit = folder_hash(folder) if folder is not None else hub_commit(place, revision)
    pinned: dict[str, Any] = {} if folder is not None else {"revision": commit}
    config = load_config(place, **pinned)
    adapter = adapter.fitting(config.architectures or ())
    adapter.check_config(config, task, label_map)
    words: dict[str, Any] = {"words": adapter.words, "model_type": config.model_type}
    if isinstance(tokenizer, (str, Path)):
        chosen = load_tokenizer(str(Path(tokenizer).expanduser()), **words)
    else:
        chosen = tokenizer or load_tokenizer(place, **pinned, **words)
    loading = {**pinned, **({} if dtype is None else {"dtype": dtype})}
    model = load_model(place, adapter.auto_class, adapter.head, config, **loading)
    return adapter(
        model,
        chosen,
        task,
        name=str(source) if folder is None else folder.resolve().name,
        kind="hub" if folder is None else "folder",
        revision=commit,
        device=device or _best_device(),
        own_tokenizer=tokenizer is None,
        **label_option(task, label_map),
        **options,
    )


def _place(source: str | Path, revision: str | None) -> tuple[str, Path | None]:
    """What to load from, and the folder when it is one."""
    if not str(source).strip():
        raise UsageError("there is no folder with an empty name; give a folder or a Hub id like 'owner/name'")
    path = Path(source).expanduser()
    if path.is_dir():
        if revision is not None:
            raise UsageError(f"{source} is a folder, which has no revisions; leave revision={revision!r} out")
        return str(path), path
    text = str(source)
    if isinstance(source, Path) or text.startswith((".", "/", "~")) or text.count("/") > 1 or "\\" in text:
        raise UsageError(f"there is no folder {text!r}; give the path of a saved model, or a Hub id like 'owner/name'")
    return text, None


def _best_device() -> str:
    import torch

    return "cuda" if torch.cuda.is_available() else "cpu"
