"""Logs of inspect_ai: ``.eval`` files, which are ZIP archives of JSON files, and ``.json`` files."""

import struct
import warnings
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile, ZipFile, ZipInfo

from hf_robust.core.errors import DataFileError, UsageError
from hf_robust.core.json_text import parse_json
from hf_robust.core.quoted import quoted
from hf_robust.harnesses.exports import ROBUST
from hf_robust.harnesses.logs import Log, LoggedAnswer, existing, read_origin

SUFFIXES = (".eval", ".json")
_AGAIN = "pass a complete log, or run the task again: inspect eval TASK.py --model MODEL"
_HEADERS = ("header.json", "_journal/start.json")  # the second alone is there while the task runs
_SAMPLES = "samples/"
_ZSTD = 93  # a compression method that zipfile knows from Python 3.14 on
_LOCAL_HEADER = struct.Struct("<26xHH")  # of a file in an archive: the lengths of its name and of more facts
_ATTACHMENT = "attachment://"


class _Run(NamedTuple):
    """A log as it stands in a file: the name of the model, and the samples with their places for messages."""

    model: str
    samples: list[tuple[str, Mapping[str, Any]]]


def read_inspect(paths: Iterable[str | Path]) -> Log:
    """Read logs of inspect. Of a log with several epochs, the first epoch counts.

    Args:
        paths: ``.eval`` or ``.json`` files of one model, or a folder with one of them.

    Raises:
        DataFileError: A file cannot be read or is cut.
        UsageError: A file holds no samples of an exported suite, or a folder holds several logs.
    """
    files = [_in_folder(path) if path.is_dir() else path for path in existing(paths)]
    runs = [_run(file) for file in files]
    samples = [sample for run in runs for sample in run.samples]
    first = [(where, sample) for where, sample in samples if sample.get("epoch", 1) == 1]
    if len(first) < len(samples):
        warnings.warn(
            f"{files[0].name}: {len(samples) - len(first)} of {len(samples)} samples are of later epochs; the first "
            "epoch counts",
            stacklevel=4,
        )
    return Log(runs[0].model, [_answer(where, one) for where, one in first], ", ".join(file.name for file in files))


def _in_folder(folder: Path) -> Path:
    files = sorted(path for path in folder.iterdir() if path.suffix in SUFFIXES and path.name != "logs.json")
    if len(files) != 1:
        raise UsageError(f"{folder} holds {len(files)} logs of inspect (*.eval, *.json), expected one; name its file")
    return files[0]


def _run(file: Path) -> _Run:
    try:
        run = _archive(file) if file.suffix.lower() == ".eval" else _json_log(file)
    except (BadZipFile, ValueError, LookupError, struct.error, OSError) as error:
        raise DataFileError(f"{file} is no complete log of inspect ({error}); {_AGAIN}") from error
    if not run.samples:
        raise DataFileError(f"{file} holds no samples; {_AGAIN}, without --no-log-samples")
    return run


def _json_log(file: Path) -> _Run:
    log = parse_json(file.read_bytes())
    samples = log.get("samples") if isinstance(log, Mapping) else None
    if not isinstance(samples, list):
        raise ValueError(f"expected an object with 'eval' and 'samples', found {quoted(log)}")
    return _Run(_model(log), [(f"{file}, sample {number}", one) for number, one in enumerate(samples)])


def _archive(file: Path) -> _Run:
    with ZipFile(file) as archive, file.open("rb") as stream:
        members = {info.filename: info for info in archive.infolist()}
        header = next((members[name] for name in _HEADERS if name in members), None)
        if header is None:
            raise ValueError(f"expected a file {_HEADERS[0]} in it, found {quoted(list(members))}")
        named = [info for name, info in members.items() if name.startswith(_SAMPLES) and name.endswith(".json")]
        found = [(f"{file}, {info.filename}", parse_json(_content(archive, stream, info))) for info in named]
        return _Run(_model(parse_json(_content(archive, stream, header))), found)


def _content(archive: ZipFile, stream: Any, info: ZipInfo) -> bytes:
    """The content of a file in an archive."""
    if info.compress_type != _ZSTD:
        return archive.read(info)
    import pyarrow

    stream.seek(info.header_offset)
    lengths = _LOCAL_HEADER.unpack(stream.read(_LOCAL_HEADER.size))
    stream.seek(sum(lengths), 1)
    packed = pyarrow.BufferReader(stream.read(info.compress_size))
    content: bytes = pyarrow.CompressedInputStream(packed, "zstd").read(info.file_size)
    if len(content) != info.file_size:
        raise ValueError(f"{info.filename} is cut")
    return content


def _model(log: Any) -> str:
    facts = log.get("eval") if isinstance(log, Mapping) else None
    model = facts.get("model") if isinstance(facts, Mapping) else None
    return model if isinstance(model, str) and model else "inspect"


def _answer(where: str, sample: Any) -> LoggedAnswer:
    if not isinstance(sample, Mapping) or not isinstance(sample.get("metadata"), Mapping):
        raise UsageError(f"{where}: expected a sample of inspect with 'metadata', found {quoted(sample)}; {_AGAIN}")
    origin = read_origin(sample["metadata"].get(ROBUST), where, "inspect")
    if sample.get("error"):
        error = sample["error"]
        return LoggedAnswer(where, origin, error=str(error.get("message") if isinstance(error, Mapping) else error))
    output = sample.get("output")
    choices = output.get("choices") if isinstance(output, Mapping) else None
    if not isinstance(output, Mapping) or not isinstance(choices, list):
        raise UsageError(f"{where}: expected 'output' with 'choices', found {quoted(output)}; {_AGAIN}")
    if not choices:
        return LoggedAnswer(where, origin, error=str(output.get("error") or "the model returned nothing"))
    text = "".join(_texts(choices[0].get("message"), sample.get("attachments") or {}))
    return LoggedAnswer(where, origin, text=text, finish_reason=choices[0].get("stop_reason"))


def _texts(message: Any, attachments: Mapping[str, Any]) -> Iterator[str]:
    """The texts of a message, without reasoning; long ones may stand among the attachments."""
    content = message.get("content") if isinstance(message, Mapping) else None
    for part in content if isinstance(content, list) else [{"type": "text", "text": content}]:
        text = part.get("text") if isinstance(part, Mapping) and part.get("type") == "text" else None
        if isinstance(text, str):
            yield str(attachments.get(text.removeprefix(_ATTACHMENT), text))
