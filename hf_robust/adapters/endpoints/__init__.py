"""Models behind any HTTP API: describe the API in a YAML file, and evaluate it like any other model.

Use this for a service that is no chat model: a classifier or an entity recognizer that you host, or that of a cloud.
The extra `remote` is needed (`pip install "hf-robust[remote]"`).

```yaml
# acme.yaml: the API of your service
task: named-entity-recognition
url: https://api.example.com/v1/entities
headers: {Authorization: "Bearer ${env:ACME_KEY}"}
body: {documents: "{{batch}}", each: {id: "{{n}}", text: "{{text}}"}}
batch: 25
response: {items: "documents[*]", id: id, spans: "entities[*]", start: offset, length: length, type: category}
offsets: utf-16
labels: {Person: PER, Location: LOC, Organization: ORG}
only: [PER, LOC, ORG]
limits: {concurrency: 8, per_minute: 600, timeout: 30}
```

```bash
export ACME_KEY=...
hf-robust run --model endpoint:acme.yaml --suite suite/ --cache-dir cache/
```

In Python, pass `hr.Endpoint("acme.yaml")` as the model. In `robust.yaml`, write
`models: [{model: "endpoint:acme.yaml"}]`. A mistake in the file is reported with its line before any data is read.

## Use a preset

A preset is a file that comes with the package. Its name takes the place of the file. `--base-url` and `--model-param`
give the values that it needs:

```bash
hf-robust run --model endpoint:vllm-classify --base-url http://127.0.0.1:8000 --model-param model=org/mine \
              --dataset stanfordnlp/sst2 --split validation --task sentiment-classification --text-column sentence
```

<!-- python: preset -->
```python
import hf_robust as hr

hr.Endpoint(preset="vllm-classify", base_url="http://127.0.0.1:8000", model="org/mine")
```

<!-- table: endpoints -->

Keys are read from the variables in the last column. To change a preset, copy its file from
`hf_robust/adapters/endpoints/`.

Amazon Comprehend needs signed requests: `hr.Endpoint(preset="aws-comprehend", sign=sign)`. The function
`sign(method, url, headers, body)` is called before each try and returns the headers to add. With botocore, create
`request = AWSRequest(method, url, data=body, headers=headers)`, sign it with
`SigV4Auth(credentials, "comprehend", "us-east-1").add_auth(request)`, and return `dict(request.headers)`.

## Example

This example starts a small service and evaluates it:

<!-- python: endpoint -->
```python
import json
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

from datasets import Dataset
import hf_robust as hr

class Service(BaseHTTPRequestHandler):  # stands for your service
    def do_POST(self):
        texts = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["texts"]
        labels = ["good" if "great" in text else "bad" for text in texts]
        answer = json.dumps({"answers": [{"label": label, "score": 0.9} for label in labels]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *arguments):
        pass

server = HTTPServer(("127.0.0.1", 0), Service)
Thread(target=server.serve_forever, daemon=True).start()

Path("service.yaml").write_text('''
task: sentiment-classification
values: {base_url: null}
url: "{{base_url}}/classify"
body: {texts: "{{batch}}"}
batch: 8
response: {items: "answers[*]", label: label, score: score}
labels: {good: positive, bad: negative}
''')
data = Dataset.from_dict({"text": ["A great film.", "A dull film."], "label": ["positive", "negative"]})
endpoint = hr.Endpoint("service.yaml", base_url=f"http://127.0.0.1:{server.server_port}")
report = hr.run(endpoint, data, task="sentiment-classification", transformations=["word-case"])
print(report["word-case"]["original"], report["word-case"]["perturbed"])  # 1.0 0.5
server.shutdown()
```

## Keys of the file

<!-- table: endpoint-keys -->

**What is sent**: `body` is JSON in which names in double braces stand for the values of a row. The names are the roles
of the task (`{{premise}}`, `{{question}}`, `{{tokens}}`), `{{text}}` for the only text of a row, and `{{n}}` for its
number in the request, from 0. The text of a list of tokens is what the language makes of them, with spaces in English
and without in Chinese. `{{batch}}` is a list with one entry per row, and `each` says what an entry is; without `each`
it is the text. `{{label_options}}` is an object with the labels of the task as keys and null as values, by the names of
the API where `labels` gives some. An API that takes one row per request has no `{{batch}}` and no `batch`. Names of
your own stand in `values`, and `--model-param NAME=VALUE` or `hr.Endpoint(file, NAME="VALUE")` sets them.

**Keys of APIs**: `${env:NAME}` in `url` and `headers` is replaced by an environment variable when a request is sent.
The value is removed from everything that is written.

**Where the answers are**: `response` has paths. `documents[*].entities` means the field `entities` of all items of
the list `documents`. `[0]` is the first item, `$` the value itself, `^.type` a field of the object around a value,
`name?` a field that may be absent, and `[**]` all items of lists in lists. `items` leads from the whole answer to one
item per row. The other paths begin at an item, or at a span for `start`, `end`, `length`, `type`, `text` and `score`.

| task | keys of `response` |
| --- | --- |
| classification | `label`, `score`. Of several labels, the one with the highest score is the answer |
| entities, parts of speech | `spans`, `start`, `type`, and one of `end`, `length` and `text`; or `token_scores` |
| question answering | `answer`; or `start` with `end` or `length` |
| translation, texts | `text` |

**Offsets**: APIs count characters in code points (Python), UTF-16 units (Java, JavaScript, .NET) or UTF-8 bytes (Go).
They differ for emoji and some homoglyphs. Set `offsets` to `code-points` (the default), `utf-16` or `utf-8`, and add
`text` to `response` if the API returns the text of spans: offsets that fit it in another unit only are an error. A
token belongs to a span that it overlaps.

**Types and labels**: `labels` maps the names of the API to those of the dataset. `only` lists the types that are
scored. Other types are removed from the gold labels and from the predictions, and the report says so.

## Answers and errors

Each answer is stored as it arrives, row by row: in `--cache-dir`, else in the cache folder of the package. A run that
was stopped sends only the rest. Answers of a server on your own computer are stored in `--cache-dir` only, because
its model may change. `hr.Endpoint(file, store=False)` stores none. If you correct `response` or `labels`, the stored
answers are read again and no request is sent.

The first request is sent alone. If its answer does not fit the file, the run ends with an error. After that, a row
whose request fails has the status `error` and no score. A row whose answer has no meaning (a missing field, an offset
outside of the text) has the status `unparsable` and counts as wrong. A label that the dataset does not have is an
error.
"""
