"""Whether a server can be asked: one quick request before any data is read, and refusals that hold for all requests."""

import re
from typing import Any, NoReturn

from hf_robust.adapters.chat_models.chat_model import ChatModel
from hf_robust.adapters.remote.chat import Parameters, chat_request
from hf_robust.adapters.remote.exchange import certificates, direct_mounts, error_message
from hf_robust.adapters.remote.messages import ServerAnswer
from hf_robust.adapters.remote.providers import ProviderTransport
from hf_robust.adapters.remote.retries import Retries
from hf_robust.adapters.remote.secrets import Secrets
from hf_robust.adapters.remote.transport import Transport
from hf_robust.core.errors import UsageError
from hf_robust.core.json_text import parse_json
from hf_robust.core.quoted import named, quoted

_SECONDS = 10.0  # for a list of models
_QUICK = 2.0  # seconds for a version, which few servers state
_SHOWN = 10  # models in a message
_TRIES = re.compile(r" \(attempt \d+\)$")
_WRONG_KEY, _UNKNOWN = (401, 403), 404  # status codes


def check_server(model: ChatModel) -> None:
    """Refuse a server that cannot be asked. It is asked for its list of models.

    A model that is not in the list is asked for one token, because some servers list only a part of their models.

    Raises:
        MissingExtra: httpx is not installed.
        UsageError: The variable of the key is not set, the server cannot be reached or is of another kind, it refuses
            the key, or it does not know the model.
    """
    sender = model.sender(retries=Retries(tries=1))
    sender.need()
    if isinstance(sender, ProviderTransport):
        sender.check()
        _ask(model, [], sender)
        return
    secrets = Secrets()
    status, body, said = _models(str(model.base_url), model, secrets)
    if status in _WRONG_KEY:
        raise _wrong_key(model, f"HTTP {status}: {quoted(said)}")
    served = _names(body)
    if served is None and status != _UNKNOWN:
        _refuse_other_server(status, said, model)
    if served is None and _names(_models(f"{model.base_url}/v1", model, secrets)[1]) is not None:
        raise UsageError(f"the API of {model.base_url} is below /v1; set `base_url` to {model.base_url}/v1")
    if not served or model.name not in served:
        _ask(model, served or [], sender)


def refuse_final(answer: ServerAnswer, model: ChatModel, answered: bool) -> None:
    """Refuse to go on where a server says that it answers no request of a model.

    Args:
        answer: To any request.
        answered: Whether the server has answered another request. It may refuse a single text with 403 then.

    Raises:
        UsageError: The key is wrong, or the server has no such model or route.
    """
    if answer.status == "ok":
        return
    if answer.http_status == _UNKNOWN:
        raise _unknown(model, answer.reason, [])
    if answer.http_status in _WRONG_KEY and not (answered and answer.http_status == _WRONG_KEY[1]):
        raise _wrong_key(model, answer.reason)


def server_version(model: ChatModel) -> str | None:
    """Return the version that a server states, as vLLM and SGLang do; None where it states none."""
    import httpx

    if model.base_url is None:
        return None
    root = str(model.base_url).rstrip("/").removesuffix("/v1")
    try:
        with httpx.Client(timeout=_QUICK, mounts=direct_mounts(), verify=certificates()) as client:
            found = parse_json(client.get(f"{root}/version").content)
    except (httpx.HTTPError, httpx.InvalidURL, ValueError):
        return None
    version = found.get("version") if isinstance(found, dict) else None
    return version if isinstance(version, str) else None


def _models(url: str, model: ChatModel, secrets: Secrets) -> tuple[int, Any, str]:
    """The status code, the JSON (None for something else) and the text of what a server says about its models."""
    import httpx

    request = model.server().request("models", {}, 0)
    headers = {name: secrets.fill(value) for name, value in request.headers.items()}
    try:
        with (
            httpx.Client(timeout=_SECONDS, mounts=direct_mounts(), verify=certificates()) as client,
            secrets.hidden_in_logs(),
        ):
            response = client.get(secrets.fill_url(f"{url.rstrip('/')}/models"), headers=headers)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        said = secrets.hide(f"{type(error).__name__}: {error}")
        raise UsageError(f"no server replies at {url} ({said}); start it, or check `base_url`") from None
    text = secrets.hide(response.text)
    try:
        body = secrets.hide_in(parse_json(text))
    except ValueError:
        return response.status_code, None, text
    return response.status_code, body, error_message(body) or text


def _names(body: Any) -> list[str] | None:
    """The names in a list of models; None for something else."""
    listed = body.get("data") if isinstance(body, dict) else None
    if not isinstance(listed, list):
        return None
    return [str(one["id"]) for one in listed if isinstance(one, dict) and "id" in one]


def _refuse_other_server(status: int, said: str, model: ChatModel) -> NoReturn:
    if status >= 500:
        raise UsageError(f"the server {_name(model)} is not ready (HTTP {status}: {quoted(said)}); try again later")
    raise UsageError(
        f"{model.base_url} is no chat API: expected a JSON list of models at {model.base_url}/models, found HTTP "
        f"{status}: {quoted(said)}; check `base_url`, which ends in /v1 at most servers"
    )


def _ask(model: ChatModel, served: list[str], sender: Transport) -> None:
    """Ask a model for one token, and refuse it where the server does not know it."""
    parameters = Parameters(model.name, max_tokens=1, extra=model.extra)
    request = chat_request(model.server(), [{"role": "user", "content": "Hello"}], parameters)
    (answer,) = sender.send([request])
    if answer.http_status == _UNKNOWN or (served and answer.http_status == 400):
        raise _unknown(model, answer.reason, served)
    refuse_final(answer, model, answered=False)


def _name(model: ChatModel) -> str:
    return model.base_url or f"of the provider {model.provider}"


def _unknown(model: ChatModel, said: str, served: list[str]) -> UsageError:
    said = _TRIES.sub("", said)
    if not served and "model" not in said.lower():  # nothing says that the route exists
        return UsageError(
            f"the server {_name(model)} has no route /chat/completions, or no model {model.name!r} ({said}); check "
            "`base_url`, which often ends in /v1"
        )
    known = f"it serves {named(served[:_SHOWN])}" if served else "check it and `base_url`, which often ends in /v1"
    return UsageError(f"the server {_name(model)} has no model {model.name!r} ({said}); {known}")


def _wrong_key(model: ChatModel, said: str) -> UsageError:
    if model.api_key_env is None:
        what = "needs a key; run: export MY_KEY=..., and name the variable with `api_key_env`"
    else:
        what = f"refuses the key in the environment variable {model.api_key_env}; check its value"
    return UsageError(f"the server {_name(model)} {what} ({said})")
