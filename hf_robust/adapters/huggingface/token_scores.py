"""Log-probabilities of the tokens of answers behind their prompts, batched over rows and answers."""

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from inspect import signature
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from hf_robust.adapters.huggingface.answer_tokens import AnswerTokens, shared_start
from hf_robust.adapters.huggingface.batching import Waiting

if TYPE_CHECKING:
    import torch

    from hf_robust.adapters.huggingface.base import ModelPredictor

_SHORTEST_PREFIX = 8  # tokens; a shorter one saves less than its copies cost


class _Piece(NamedTuple):
    """An input of the model.

    Args:
        row: Index of the row.
        ids: Token ids.
        answers: Indices of the answers whose tokens it predicts.
    """

    row: int
    ids: list[int]
    answers: list[int]


def token_scores(
    predictor: "ModelPredictor", asked: Sequence[AnswerTokens], dtype: str | None = None
) -> Iterator[tuple[list[int], list[list[np.ndarray]]]]:
    """Yield the indices of some rows, and the natural logarithm of the probability of each token of their answers.

    Inputs of similar length go through the model together, padded on the right. What all prompts have in common at
    their begin, such as the instruction, goes through once.

    Args:
        predictor: Runs the model.
        asked: Prompt and answers of each row.
        dtype: Name of the torch type to compute in; that of the predictor when None.
    """
    pieces = [piece for row, tokens in enumerate(asked) for piece in _pieces(row, tokens)]
    waiting = Waiting(len(asked), (piece.row for piece in pieces))
    found: dict[int, dict[int, np.ndarray]] = {row: {} for row in range(len(asked))}
    with predictor.computing(dtype) as run:
        for batch, scores in _batches(predictor, run, pieces, asked):
            for number, own in zip(batch, scores, strict=True):
                piece = pieces[number]
                found[piece.row].update(zip(piece.answers, own, strict=True))
            done = waiting.done(pieces[number].row for number in batch)
            if done:
                yield done, [[own[answer] for answer in sorted(own)] for own in map(found.pop, done)]


def _pieces(row: int, tokens: AnswerTokens) -> list[_Piece]:
    """The inputs for one row; an answer is read in the first one that it fits."""
    inputs = tokens.inputs()
    owners: list[list[int]] = [[] for _ in inputs]
    for answer, ids in enumerate(tokens.answers):
        needed = [*tokens.prompt, *ids[:-1]]
        owners[next(number for number, one in enumerate(inputs) if one[: len(needed)] == needed)].append(answer)
    return [_Piece(row, ids, answers) for ids, answers in zip(inputs, owners)]


def _batches(
    predictor: "ModelPredictor", run: Callable[..., Any], pieces: Sequence[_Piece], asked: Sequence[AnswerTokens]
) -> Iterator[tuple[list[int], list[list[np.ndarray]]]]:
    """Indices of pieces, and the scores of the tokens of their answers."""
    import torch

    accepted = signature(predictor.model.forward).parameters
    start = min(len(asked[piece.row].prompt) for piece in pieces) - 1  # what follows the last token is read
    start = min(start, shared_start([piece.ids for piece in pieces])) if len(pieces) > 1 else 0
    cache = _prefix_cache(predictor, run, pieces[0].ids[:start]) if start >= _SHORTEST_PREFIX else None
    start = start if cache is not None else 0
    rests = [piece.ids[start:] for piece in pieces]
    encoded = {"input_ids": rests, "attention_mask": [[1] * len(ids) for ids in rests]}
    for batch, tensors in predictor.tensors(encoded, side="right"):
        lines, places, tokens, counts = _readings([pieces[number] for number in batch], asked, start)
        kept = np.unique(places)
        device = predictor.model.device
        options: dict[str, Any] = {"use_cache": cache is not None} if "use_cache" in accepted else {}
        if "logits_to_keep" in accepted:
            options["logits_to_keep"] = torch.from_numpy(kept).to(device)
            places = np.searchsorted(kept, places)
        if cache is not None:
            options["past_key_values"] = own = deepcopy(cache)
            own.batch_repeat_interleave(len(batch))
            mask = tensors["attention_mask"]
            tensors = {**tensors, "attention_mask": torch.cat([mask.new_ones(len(batch), start), mask], dim=1)}
        logits = run(**tensors, **options).logits.float()
        yield batch, _split(_read(logits, lines, places, tokens), counts)


def _readings(
    pieces: Sequence[_Piece], asked: Sequence[AnswerTokens], start: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[list[int]]]:
    """Line, position and token id of each score, and the numbers of tokens of the answers of each piece."""
    read: list[tuple[int, int, int]] = []
    counts: list[list[int]] = []
    for line, piece in enumerate(pieces):
        tokens = asked[piece.row]
        first = len(tokens.prompt) - 1 - start
        answers = [tokens.answers[answer] for answer in piece.answers]
        read += [(line, first + at, token) for ids in answers for at, token in enumerate(ids)]
        counts.append([len(ids) for ids in answers])
    lines, places, ids = np.array(read, dtype=np.int64).reshape(-1, 3).T
    return lines, places, ids, counts


def _read(logits: "torch.Tensor", lines: np.ndarray, positions: np.ndarray, tokens: np.ndarray) -> np.ndarray:
    """The logarithm of the probability of each token."""
    import torch

    line, position, token = (torch.from_numpy(part).to(logits.device) for part in (lines, positions, tokens))
    total = logits.logsumexp(-1)
    return (logits[line, position, token] - total[line, position]).double().cpu().numpy()


def _split(scores: np.ndarray, counts: Sequence[Sequence[int]]) -> list[list[np.ndarray]]:
    parts = iter(np.split(scores, np.cumsum([count for own in counts for count in own])[:-1]))
    return [[next(parts) for _ in own] for own in counts]


def _prefix_cache(predictor: "ModelPredictor", run: Callable[..., Any], ids: Sequence[int]) -> Any:
    """Keys and values of a prefix; None for models whose cache holds something else, such as a state."""
    import torch

    if "past_key_values" not in signature(predictor.model.forward).parameters:
        return None
    tensor = torch.tensor([list(ids)], device=predictor.model.device)
    cache = getattr(run(input_ids=tensor, use_cache=True), "past_key_values", None)
    layers = getattr(cache, "layers", [])
    plain = type(cache).__name__ == "DynamicCache" and {type(layer).__name__ for layer in layers} == {"DynamicLayer"}
    return cache if plain else None
