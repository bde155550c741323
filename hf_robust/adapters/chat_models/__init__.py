"""Chat models: evaluate chat models behind an API, Hugging Face Inference Providers, and batch files of answers.

Chat models need the extra `remote`: `pip install 'hf-robust[remote]'`.

## Run a chat model

`--base-url` names the server: vLLM, SGLang, TGI, llama.cpp, a provider, or any other API with the route
`/chat/completions`. The same suite serves classifiers, taggers, question-answering models and chat models.

```bash
export MY_KEY=...
hf-robust run --model chat:org/llm --base-url http://127.0.0.1:8000/v1 --api-key-env MY_KEY --suite my-suite/
hf-robust run --model chat:org/llm --provider auto --suite my-suite/
```

In Python, pass an `hr.ChatModel` to `hr.run`. `dry_run` of its predictor says what a run would send:

<!-- python: chat -->
```python
import hf_robust as hr

model = hr.ChatModel("org/llm", base_url="http://127.0.0.1:8000/v1", api_key_env="MY_KEY", store=False)
task = hr.task("sentiment-classification", label_names=["negative", "positive"])
print(hr.as_predictor(model, task).dry_run([{"text": "A fine film."}]))
```

Before any data is read, the command line asks the server for its models. Keys are read from environment variables. They
are in no report, cache, log or error message.

## Choose how answers are obtained

| `--answer` | answer | needs |
| --- | --- | --- |
| `generate` | the text, parsed for a label, a JSON list of entities, or an answer | nothing |
| `constrained` | the text; the server permits label words only | `structured_outputs` or `response_format` |
| `first-token` | the label whose first token is the most probable | `top_logprobs` |
| `choice` | the label with the most probable word, one request per label | `echo` in `/completions` |

`auto` (default) sends one small request for each way and uses the first that works: `first-token`, `constrained`,
`generate`. The report has the way, and a warning if a better one could not be used. `choice` sends the prompt as plain
text, without the chat template of the model. Tasks that ask for more than one label use `generate`.

`first-token` reads the text when the labels have less than half of the probability. Label words that begin with the
same word cannot be told apart by `first-token`.

## Set the prompt

The package has a prompt for each task. `--prompt mine.yaml` uses another one, and `--label-map good=positive
--label-map bad=negative` gives labels other words. If a prompt has examples, `--examples train.csv` names the rows that
they are drawn from. Rows of the suite are refused as examples. Values of a prompt, such as the target language of a
translation, are parameters: `--model-param target_language=French`. More parameters: `max_tokens`, `seed`,
`temperature`, `timeout`, and `extra` for parameters of the server.

In `robust.yaml`, all of these are `params` of the model:

```yaml
task: sentiment-classification
dataset: reviews.csv
models:
  - model: chat:org/llm
    params: {base_url: "http://127.0.0.1:8000/v1", api_key_env: MY_KEY, answer: generate, max_tokens: 200}
```

## Limit the load and the cost

- `--concurrency`, `--requests-per-minute` and `--tokens-per-minute` limit what is sent. After a reply with status 429,
  all limits are halved for some time.
- Time-outs and the replies 408, 409, 429 and 5xx are tried again, up to five times. A row without an answer has the
  status `error`.
- Where the account has no credit or quota left (status 402, or a code such as `insufficient_quota`), the run stops at
  once with an error. Add credit and start the same command again: it asks only for the rest.
- Answers are stored in the answer cache as they arrive: in the folder of `--cache-dir`, else in the cache of the
  package (environment variable `HF_ROBUST_CACHE`). A run that was stopped sends only the rest when you start it again.
  `--no-store` turns this off.
- `--dry-run` prints the number of requests, their tokens and their cost, and sends nothing.
- `--max-cost 5` stops the run before it can cost more. It needs a file of prices for a million tokens:

```yaml
currency: USD
models:
  org/llm: {input: 0.5, output: 1.5, cached_input: 0.1}
```

## Use batch files

Batch APIs of providers cost about half, and `vllm run-batch` needs no server. Use the same options in both commands:

```bash
hf-robust requests my-suite/ --model chat:org/llm --out requests.jsonl
vllm run-batch -i requests.jsonl -o answers.jsonl --model org/llm
hf-robust run --suite my-suite/ --model chat:org/llm --answers answers.jsonl
```

The second run sends nothing. `auto` means `generate` here. Lines with an error are rows with the status `error`. To
complete a batch, append the answers of a second one.

## Classifiers of Inference Providers

`hr.InferenceModel("org/classifier")` (`--model inference:org/classifier`) evaluates a text classifier or a tagger of
entities by the API of Hugging Face Inference Providers. It also takes the URL of an Inference Endpoint.
"""
