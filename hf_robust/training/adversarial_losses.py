"""The losses of embedding-space adversarial training, one pure function a method, and the table of them.

A function sees a :class:`Problem`: what the model returned for a batch, and ``run``, which gives what it returns when
its input embeddings are moved by a perturbation of shape (rows, tokens, width). It returns an :class:`AdversarialLoss`.
Gradients of the search go to the perturbation alone.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

_REACH = 1.5  # the steps of a search together are so many times the radius long


@dataclass(frozen=True)
class ForwardOutput:
    """What a model returned for a batch.

    Args:
        loss: Its loss, a scalar; None for a batch without labels.
        scores: Logits: one tensor for most tasks, two for extractive question answering.
    """

    loss: Tensor | None
    scores: tuple[Tensor, ...]


@dataclass(frozen=True)
class Ball:
    """The perturbations that are allowed: an L2 ball for each row, zero where the mask is.

    Args:
        mask: 1 at the tokens that may be moved, else 0; (rows, tokens, 1).
        radius: Longest perturbation of each row, over all its tokens; (rows, 1, 1).

    Example:
        >>> ball = Ball(torch.tensor([[[1.0], [1.0], [0.0]]]), torch.tensor([[[2.0]]]))
        >>> ball.surface(torch.ones(1, 3, 2)).tolist()
        [[[1.0, 1.0], [1.0, 1.0], [0.0, 0.0]]]
    """

    mask: Tensor
    radius: Tensor

    def surface(self, direction: Tensor) -> Tensor:
        """The direction of each row, as long as the radius; a row without a direction stays zero."""
        direction = direction * self.mask
        length = direction.flatten(1).norm(dim=1).view(-1, 1, 1)
        return direction / torch.where(length > 0, length, 1) * torch.where(length > 0, self.radius, 0)

    def inside(self, delta: Tensor) -> Tensor:
        """The perturbation, shortened in rows where it is longer than the radius."""
        delta = delta * self.mask
        length = delta.flatten(1).norm(dim=1).view(-1, 1, 1)
        return torch.where(length > self.radius, self.surface(delta), delta)


@dataclass(frozen=True)
class Problem:
    """All that a method reads.

    Args:
        clean: What the model returned for the batch.
        zero: The perturbation of zeros that this was computed with; ``clean`` has a gradient with respect to it.
        run: What the model returns under a perturbation.
        ball: The perturbations that are allowed.
        start: A random perturbation on the surface of the ball.
        divergence: How far the second scores are from the first, a scalar with the scale of the loss.
        steps: Steps of the search.
        weight: Weight of the adversarial part.
        teacher: Scores under the momentum weights, for ``smart``; None without.
        clean_term: Whether ``freelb`` averages the clean loss too.
    """

    clean: ForwardOutput
    zero: Tensor
    run: Callable[[Tensor], ForwardOutput]
    ball: Ball
    start: Callable[[], Tensor]
    divergence: Callable[[tuple[Tensor, ...], tuple[Tensor, ...]], Tensor]
    steps: int
    weight: float
    teacher: tuple[Tensor, ...] | None = None
    clean_term: bool = False


@dataclass(frozen=True)
class AdversarialLoss:
    """What a method returns.

    Args:
        total: The loss to train on.
        part: The adversarial part of it, before its weight.
    """

    total: Tensor
    part: Tensor


def fgm(problem: Problem) -> AdversarialLoss:
    """Clean loss and loss one step up the gradient, averaged by weight.

    Source: Miyato, Dai and Goodfellow 2017, "Adversarial training methods for semi-supervised text classification";
    the average keeps the scale of the loss, as in Goodfellow et al. 2015, equation 10 of section 6.
    """
    (gradient,) = torch.autograd.grad(_loss(problem.clean), problem.zero, retain_graph=True)
    return _averaged(problem, problem.ball.surface(gradient))


def pgd(problem: Problem) -> AdversarialLoss:
    """Clean loss and loss after several projected steps from a random start, averaged by weight.

    Source: Madry et al. 2018, "Towards deep learning models resistant to adversarial attacks".
    """
    delta = problem.start() / 2
    for _ in range(problem.steps):
        delta.requires_grad_()
        (gradient,) = torch.autograd.grad(_loss(problem.run(delta)), delta)
        delta = _step(problem, delta, gradient)
    return _averaged(problem, delta)


def freelb(problem: Problem) -> AdversarialLoss:
    """The loss averaged over the steps of the search; the graphs of all steps are kept until the backward pass.

    Source: Zhu et al. 2020, "FreeLB: enhanced adversarial training for natural language understanding", algorithm 1.
    """
    delta = problem.start() / 2
    losses = []
    for _ in range(problem.steps):
        delta.requires_grad_()
        losses.append(_loss(problem.run(delta)))
        (gradient,) = torch.autograd.grad(losses[-1], delta, retain_graph=True)
        delta = _step(problem, delta, gradient)
    mean = torch.stack(losses).mean()
    if not problem.clean_term:
        return AdversarialLoss(mean, mean)
    return AdversarialLoss(torch.stack([_loss(problem.clean), *losses]).mean(), mean)


def vat(problem: Problem) -> AdversarialLoss:
    """Clean loss, where there are labels, plus the divergence under the perturbation that changes the scores most.

    Source: Miyato et al. 2019, "Virtual adversarial training", algorithm 1; no label is read.
    """
    scores = tuple(score.detach() for score in problem.clean.scores)
    delta = _most_divergent(problem, lambda other: problem.divergence(scores, other))
    part = problem.divergence(scores, problem.run(delta).scores)
    return _added(problem, part)


def smart(problem: Problem) -> AdversarialLoss:
    """Clean loss plus symmetric divergences: under the worst perturbation, and from the momentum weights.

    Source: Jiang et al. 2020, "SMART: robust and efficient fine-tuning", equations 1 to 4; the ball is L2 here.
    """
    scores = problem.clean.scores
    fixed = tuple(score.detach() for score in scores)
    delta = _most_divergent(problem, lambda other: _symmetric(problem, fixed, other))
    part = _symmetric(problem, scores, problem.run(delta).scores)
    if problem.teacher is not None:
        part = part + _symmetric(problem, problem.teacher, scores)
    return _added(problem, part)


@dataclass(frozen=True)
class Method:
    """A line of the table.

    Args:
        steps: Steps of the search, where the user names none.
        needs_labels: Whether a batch must have labels.
        compares_scores: Whether it compares scores rather than losses.
    """

    loss: Callable[[Problem], AdversarialLoss]
    steps: int
    needs_labels: bool = True
    compares_scores: bool = False


METHODS: Mapping[str, Method] = {
    "fgm": Method(fgm, steps=1),
    "freelb": Method(freelb, steps=3),
    "pgd": Method(pgd, steps=3),
    "smart": Method(smart, steps=1, compares_scores=True),
    "vat": Method(vat, steps=1, needs_labels=False, compares_scores=True),
}


def divergence(
    first: tuple[Tensor, ...], second: tuple[Tensor, ...], kind: str = "softmax", valid: Tensor | None = None
) -> Tensor:
    """How far scores are from others: Kullback-Leibler divergence, or squared difference for regression.

    Args:
        first: Logits, the classes in the last dimension.
        second: Logits of the same shapes.
        kind: ``"softmax"`` for one class of several, ``"sigmoid"`` for several labels, ``"squared"`` for regression.
        valid: Which positions count, where the logits have a position for each token; (rows, tokens).

    Returns:
        The mean over rows, positions that count, and labels.

    Example:
        >>> even, sure = torch.zeros(1, 2), torch.tensor([[0.0, 1.0]])
        >>> round(divergence((even,), (sure,)).item(), 4)
        0.1201
    """
    parts = [_mean(_pointwise(*pair, kind), valid) for pair in zip(first, second, strict=True)]
    return torch.stack(parts).mean()


def _pointwise(first: Tensor, second: Tensor, kind: str) -> Tensor:
    first, second = first.float(), second.float()
    if kind == "squared":
        return (first - second).square().mean(-1)
    if kind == "sigmoid":
        pairs = zip(_both_sides(first), _both_sides(second), strict=True)
        return torch.stack([p.exp() * (p - q) for p, q in pairs]).sum(0).mean(-1)
    p, q = functional.log_softmax(first, -1), functional.log_softmax(second, -1)
    return (p.exp() * (p - q)).sum(-1)


def _both_sides(logits: Tensor) -> Iterator[Tensor]:
    """Log-probabilities that a label holds, and that it does not."""
    yield functional.logsigmoid(logits)
    yield functional.logsigmoid(-logits)


def _mean(values: Tensor, valid: Tensor | None) -> Tensor:
    if valid is None or valid.shape != values.shape:
        return values.mean()
    return torch.where(valid, values, 0).sum() / valid.sum().clamp(min=1)


def _loss(outcome: ForwardOutput) -> Tensor:
    assert outcome.loss is not None  # the caller refuses a batch without labels
    return outcome.loss


def _step(problem: Problem, delta: Tensor, gradient: Tensor) -> Tensor:
    stride = problem.ball.surface(gradient) * (_REACH / problem.steps)
    return problem.ball.inside(delta.detach() + stride)


def _averaged(problem: Problem, delta: Tensor) -> AdversarialLoss:
    part = _loss(problem.run(delta))
    return AdversarialLoss((_loss(problem.clean) + problem.weight * part) / (1 + problem.weight), part)


def _added(problem: Problem, part: Tensor) -> AdversarialLoss:
    clean = problem.clean.loss
    return AdversarialLoss(problem.weight * part if clean is None else clean + problem.weight * part, part)


def _symmetric(problem: Problem, first: tuple[Tensor, ...], second: tuple[Tensor, ...]) -> Tensor:
    return problem.divergence(first, second) + problem.divergence(second, first)


def _most_divergent(problem: Problem, objective: Callable[[tuple[Tensor, ...]], Tensor]) -> Tensor:
    """A perturbation on the surface: power iteration from a random probe, half as long so that bfloat16 can tell it."""
    delta = problem.start()
    for _ in range(problem.steps):
        probe = (delta / 2).requires_grad_()
        (gradient,) = torch.autograd.grad(objective(problem.run(probe).scores), probe)
        found = problem.ball.surface(gradient)
        delta = torch.where(found.flatten(1).any(1).view(-1, 1, 1), found, delta)
    return delta
