"""What requests cost: tokens, prices from the user's file, an estimate beforehand and a limit."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hf_robust.adapters.remote.messages import JsonRequest
from hf_robust.core.checks import is_number, is_whole_number
from hf_robust.core.errors import CostLimitError, UsageError
from hf_robust.core.quoted import quoted
from hf_robust.core.yaml_nodes import Node, compose

_PRICED = 1_000_000  # tokens that a price is for, as providers state it
_SIGNS_A_TOKEN = 4  # of ASCII text, a rule of thumb; other characters count as a token each
_ANSWER_TOKENS = 1024  # of a request without a limit
_MESSAGE_TOKENS = 8  # around each message, for its role and the template
_OUTPUT_LIMITS = ("max_completion_tokens", "max_tokens")


@dataclass(frozen=True)
class TokenCounts:
    """Tokens of prompts and answers.

    Args:
        input: Of prompts.
        output: Of answers.
        cached: Of prompts, those that the provider had cached; part of ``input``.

    Example:
        >>> TokenCounts(10, 2) + TokenCounts(5, 1, cached=4)
        TokenCounts(input=15, output=3, cached=4)
    """

    input: int = 0
    output: int = 0
    cached: int = 0

    def __add__(self, other: "TokenCounts") -> "TokenCounts":
        return TokenCounts(self.input + other.input, self.output + other.output, self.cached + other.cached)

    @property
    def total(self) -> int:
        """Input and output together."""
        return self.input + self.output


def used_tokens(body: Any) -> TokenCounts | None:
    """The tokens that an answer states in ``usage``; None when it states none.

    Example:
        >>> used_tokens({"usage": {"prompt_tokens": 9, "completion_tokens": 1, "total_tokens": 10}})
        TokenCounts(input=9, output=1, cached=0)
    """
    usage = body.get("usage") if isinstance(body, Mapping) else None
    if not isinstance(usage, Mapping):
        return None
    details = usage.get("prompt_tokens_details")
    cached = details.get("cached_tokens") if isinstance(details, Mapping) else None
    counts = [usage.get("prompt_tokens"), usage.get("completion_tokens", 0), cached or 0]
    return TokenCounts(*counts) if all(is_whole_number(count, 0) for count in counts) else None


def estimated_tokens(request: JsonRequest) -> TokenCounts:
    """The tokens of a prompt by its length, and the most that its answer may have.

    Example:
        >>> body = {"messages": [{"role": "user", "content": "Is this text good or bad?"}], "max_tokens": 16}
        >>> estimated_tokens(JsonRequest("http://127.0.0.1/v1", body))
        TokenCounts(input=15, output=16, cached=0)
    """
    body: Mapping[str, Any] = request.body if isinstance(request.body, Mapping) else {}
    messages = body.get("messages")
    if isinstance(messages, list):
        texts = [part.get("content") if isinstance(part, Mapping) else part for part in messages]
    else:
        texts = [body.get("prompt", request.body)]
    found = sum(_text_tokens(text) + _MESSAGE_TOKENS for text in texts)
    limits = [body[name] for name in _OUTPUT_LIMITS if is_whole_number(body.get(name), 0)]
    answers = body.get("n") if is_whole_number(body.get("n"), 1) else 1
    most = _ANSWER_TOKENS if not request.body or {"messages", "prompt"} & body.keys() else 0  # others write no text
    return TokenCounts(found, (limits[0] if limits else most) * (answers or 1))


def _text_tokens(text: Any) -> int:
    text = text if isinstance(text, str) else json.dumps(text, ensure_ascii=False)
    wide = 0 if text.isascii() else len(text) - len(text.encode("ascii", "ignore"))
    return wide + -(-(len(text) - wide) // _SIGNS_A_TOKEN)


@dataclass(frozen=True)
class Price:
    """The price of a model.

    Args:
        input: Of a million tokens of prompts.
        output: Of a million tokens of answers.
        cached_input: Of a million tokens of prompts that the provider had cached; None for the price of others.

    Example:
        >>> Price(0.5, 2.0).of(TokenCounts(1_000_000, 100_000))
        0.7
    """

    input: float
    output: float
    cached_input: float | None = None

    def of(self, tokens: TokenCounts) -> float:
        """The cost of tokens."""
        cached = self.input if self.cached_input is None else self.cached_input
        parts = (tokens.input - tokens.cached) * self.input + tokens.cached * cached + tokens.output * self.output
        return parts / _PRICED


@dataclass(frozen=True)
class Prices:
    """Prices by model.

    Args:
        models: The price of each model.
        currency: What they are in.
    """

    models: Mapping[str, Price]
    currency: str = "USD"

    @classmethod
    def read(cls, path: str | Path) -> "Prices":
        """Read a file of prices.

        Args:
            path: YAML with a price for a million tokens of each model, and the currency if it is not USD.

        Raises:
            SpecError: The file is missing or has a mistake; the message names the line.

        Example:
            >>> import tempfile
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     path = Path(folder, "prices.yaml")
            ...     _ = path.write_text("currency: EUR\\nmodels:\\n  org/llm: {input: 0.5, output: 2}\\n")
            ...     Prices.read(path)
            Prices(models={'org/llm': Price(input=0.5, output=2.0, cached_input=None)}, currency='EUR')
        """
        root = compose(Path(path), expected="models")
        parts = root.keys(("models", "currency"), needed=("models",))
        currency = parts["currency"].value(str) if "currency" in parts else "USD"
        return cls({name: _price(part) for name, part in parts["models"].items().items()}, currency)


def _price(node: Node) -> Price:
    parts = node.keys(("input", "output", "cached_input"), needed=("input", "output"))
    return Price(**{name: _amount(part) for name, part in parts.items()})


def _amount(node: Node) -> float:
    found = float(node.value(float))
    if not 0 <= found < float("inf"):
        node.fail(f"a price must be 0 or more, found {found}")
    return found


@dataclass(frozen=True)
class Estimate:
    """What requests would take, before any is sent.

    Args:
        requests: How many would be sent.
        stored: How many have an answer in the store already.
        tokens: Of those that would be sent; an upper bound of the output.
        cost: Of these tokens; None when a price is not known.
        currency: What the cost is in.

    Example:
        >>> print(Estimate(1000, 24, TokenCounts(120_000, 16_000), 0.0276))
        1,000 requests to send (24 answers are stored), about 120,000 input tokens, at most 16,000 output tokens, \
at most about 0.03 USD
    """

    requests: int
    stored: int
    tokens: TokenCounts
    cost: float | None = None
    currency: str = "USD"

    def __str__(self) -> str:
        cost = "cost not known" if self.cost is None else f"at most about {self.cost:,.2f} {self.currency}"
        return (
            f"{self.requests:,} requests to send ({self.stored:,} answers are stored), about {self.tokens.input:,} "
            f"input tokens, at most {self.tokens.output:,} output tokens, {cost}"
        )


class Budget:
    """Counts what requests cost, and stops before the cost could exceed a limit.

    Each request reserves the most that it may cost. Its answer replaces the reserved amount by the real one. A request
    that may have been answered without an answer that arrived keeps its reserved amount.

    Args:
        prices: Needed for a limit.
        max_cost: The most that all requests may cost; None for no limit.
        stored: Whether answers are stored, so that another run pays only for the rest.

    Raises:
        UsageError: The limit is not positive, or has no prices.

    Example:
        >>> budget = Budget(Prices({"m": Price(1.0, 1.0)}), max_cost=1.0)
        >>> budget.settle(budget.reserve(JsonRequest("http://127.0.0.1/v1", {"model": "m"})), TokenCounts(1000, 10))
        >>> budget.cost, budget.tokens.total
        (0.00101, 1010)
    """

    def __init__(self, prices: Prices | None = None, max_cost: float | None = None, stored: bool = True):
        if max_cost is not None and not (is_number(max_cost) and max_cost > 0):
            raise UsageError(f"max_cost must be a positive number, found {quoted(max_cost)}")
        if max_cost is not None and prices is None:
            raise UsageError("max_cost needs prices; name a file with the prices of a million tokens of each model")
        self.prices, self.max_cost, self.stored = prices, max_cost, stored
        self.restart()

    def restart(self) -> None:
        """Count from 0 again."""
        self.tokens, self.cost, self.unstated = TokenCounts(), 0.0, 0
        self._reserved = 0.0

    def estimate(self, requests: Iterable[JsonRequest], stored: int = 0) -> Estimate:
        """What requests would take.

        Args:
            requests: Those to be sent.
            stored: How many others have an answer already.
        """
        estimates = [(request, estimated_tokens(request)) for request in requests]
        costs = [price.of(tokens) for request, tokens in estimates if (price := self._price(request.model))]
        cost = sum(costs) if self.prices and len(costs) == len(estimates) else None
        tokens = sum((tokens for _, tokens in estimates), TokenCounts())
        return Estimate(len(estimates), stored, tokens, cost, self.prices.currency if self.prices else "USD")

    def check(self, requests: Iterable[JsonRequest]) -> None:
        """Refuse requests to a model without a price when there is a limit.

        Raises:
            UsageError: A price is missing.
        """
        missing = {request.model for request in requests if self._price(request.model) is None}
        if self.max_cost is not None and missing:
            raise UsageError(f"max_cost needs the price of {quoted(min(missing))}; add it to the file of prices")

    def rest(self) -> str:
        """Return what another run of the same command does, for an error that ends this one."""
        if self.stored:
            return "All answers so far are stored: run the same command again to ask only for the rest."
        return "No answer is stored, so another run asks and pays for all of them again; store them."

    def reserve(self, request: JsonRequest) -> "Reserved":
        """Set aside the most that a request may cost.

        Raises:
            CostLimitError: The cost could exceed the limit.
        """
        tokens, price = estimated_tokens(request), self._price(request.model)
        amount = price.of(tokens) if price else 0.0
        if self.max_cost is not None and self.cost + self._reserved + amount > self.max_cost:
            rest = (
                "answers so far are stored; run again with a higher `max_cost` for the rest"
                if self.stored
                else "no answer is stored, so another run asks and pays for all of them again; store them"
            )
            raise CostLimitError(
                f"max_cost {self.max_cost:g} would be exceeded: {self.cost:.4g} is spent, and the next request may "
                f"cost {amount:.2g}; {rest}"
            )
        self._reserved += amount
        return Reserved(tokens, price, amount)

    def settle(self, reserved: "Reserved", used: TokenCounts | None) -> None:
        """Replace a reserved amount by the real one.

        Args:
            reserved: From :meth:`reserve`.
            used: The tokens that the answer states; None when that is not known, so that the estimate counts.
        """
        self._reserved -= reserved.amount
        self.unstated += used is None
        tokens = reserved.tokens if used is None else used
        self.tokens += tokens
        self.cost += reserved.price.of(tokens) if reserved.price else 0.0

    def _price(self, model: str) -> Price | None:
        return self.prices.models.get(model) if self.prices else None


@dataclass(frozen=True)
class Reserved:
    """What was set aside for one request; made by :meth:`Budget.reserve`."""

    tokens: TokenCounts
    price: Price | None
    amount: float
