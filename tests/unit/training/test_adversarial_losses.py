"""The losses of adversarial training as pure functions, against other computations of the same."""

from dataclasses import replace

import pytest
import torch
from torch.distributions import Bernoulli, Categorical, kl_divergence

from hf_robust.training.adversarial_losses import METHODS, Ball, ForwardOutput, Problem, divergence


@pytest.fixture
def scores():
    generator = torch.Generator().manual_seed(0)
    return [torch.randn(4, 5, 3, generator=generator) for _ in range(2)]


def test_divergences_are_those_of_torch(scores):
    first, second = scores
    expected = kl_divergence(Categorical(logits=first), Categorical(logits=second))
    torch.testing.assert_close(divergence((first,), (second,)), expected.mean())
    valid = torch.arange(5) < torch.tensor([[5], [2], [1], [3]])
    torch.testing.assert_close(divergence((first,), (second,), valid=valid), expected[valid].mean())
    several = kl_divergence(Bernoulli(logits=first), Bernoulli(logits=second))
    torch.testing.assert_close(divergence((first,), (second,), "sigmoid"), several.mean())
    torch.testing.assert_close(divergence((first,), (second,), "squared"), (first - second).square().mean())
    pair = divergence((first, second), (second, first))
    assert pair == (divergence((first,), (second,)) + divergence((second,), (first,))) / 2
    assert divergence((first,), (first,)) == 0


def test_the_ball():
    mask = torch.tensor([[1.0, 1, 0], [1, 0, 0], [0, 0, 0]]).unsqueeze(-1)
    ball = Ball(mask, torch.tensor([2.0, 3, 4]).view(-1, 1, 1))
    delta = torch.ones(3, 3, 2)
    assert ball.surface(delta).flatten(1).norm(dim=1).tolist() == pytest.approx([2, 3, 0])
    assert ball.surface(torch.zeros(3, 3, 2)).abs().sum() == 0
    torch.testing.assert_close(ball.inside(delta / 10), delta / 10 * mask)
    assert ball.inside(delta * 9).flatten(1).norm(dim=1).tolist() == pytest.approx([2, 3, 0])


def problem(**options):
    """A model with one linear layer over the mean of two tokens, and its class."""
    generator = torch.Generator().manual_seed(1)
    weight = torch.randn(4, 3, generator=generator, requires_grad=True)
    inputs, labels = torch.randn(6, 2, 4, generator=generator), torch.arange(6) % 3
    noise = torch.randn(6, 2, 4, generator=generator)

    def run(delta):
        logits = torch.tanh(inputs + delta).mean(1) @ weight
        return ForwardOutput(torch.nn.functional.cross_entropy(logits, labels), (logits,))

    zero = torch.zeros(6, 2, 4, requires_grad=True)
    ball = Ball(torch.ones(6, 2, 1), torch.full((6, 1, 1), 0.3))
    given = {"steps": 1, "weight": 1.0, **options}
    start = lambda: ball.surface(noise)  # noqa: E731
    return weight, Problem(run(zero), zero, run, ball, start, lambda p, q: divergence(p, q), **given)


@pytest.mark.parametrize("name", METHODS)
def test_the_search_leaves_no_gradient_on_the_weights(name):
    weight, given = problem(steps=METHODS[name].steps)
    found = METHODS[name].loss(given)
    assert weight.grad is None and given.zero.grad is None
    found.total.backward()
    assert weight.grad.abs().sum() > 0


def test_steps_find_more_than_a_random_change():
    _, given = problem(steps=3)
    clean, random = given.clean.loss, given.run(given.start()).loss
    worst = METHODS["pgd"].loss(given).part
    assert worst > METHODS["fgm"].loss(given).part - 0.01 and worst > random and worst > clean
    assert clean < METHODS["freelb"].loss(given).part < worst
    scores = given.clean.scores
    random_kl = divergence(scores, given.run(given.start()).scores)
    assert METHODS["vat"].loss(given).part > random_kl > 0


def test_weights_of_the_parts():
    for name, total in (
        ("fgm", lambda clean, part: (clean + 3 * part) / 4),
        ("vat", lambda clean, part: clean + 3 * part),
    ):
        _, given = problem(weight=3.0)
        found = METHODS[name].loss(given)
        torch.testing.assert_close(found.total, total(given.clean.loss, found.part))


def test_the_moving_average_adds_its_divergence():
    _, given = problem()
    alone = METHODS["smart"].loss(given)
    same, other = (
        METHODS["smart"].loss(problem(teacher=(given.clean.scores[0].detach() + shift,))[1]).part
        for shift in (0, torch.tensor([1.0, 0, 0]))
    )
    torch.testing.assert_close(alone.part, same)
    assert other > same


def test_the_clean_term_of_freelb_is_one_more_loss_in_the_mean():
    _, given = problem(steps=3)
    freelb = METHODS["freelb"].loss
    without, with_it = freelb(given), freelb(replace(given, clean_term=True))
    steps, clean = given.steps, given.clean.loss
    assert with_it.total.item() == pytest.approx(((without.total * steps + clean) / (steps + 1)).item(), rel=1e-6)
