"""Work in shards: on several machines, in a SLURM array, in jobs of the Hub, or with Ray.

A command with `--shard 3/100` does the third of 100 parts of the work and writes it to the folder `--out`. When all
parts are there, `hf-robust merge` makes the result. Nothing runs between the parts: each is a process of its own.

## Build a suite in shards

<!-- bash: shards -->
```bash
hf-robust suite --dataset reviews.csv --task sentiment-classification -t keyboard,typos --shard 1/2 --out shards/
hf-robust suite --dataset reviews.csv --task sentiment-classification -t keyboard,typos --shard 2/2 --out shards/
hf-robust merge shards/ --out suite/
```

A shard is a range of rows. The merged suite has the `content_hash` of a suite that was built at once, for any number of
shards. With the same version of PyArrow its Parquet files have the same bytes.

Transformations that read other rows read them beyond the border of the shard. `concat-sentences` reads the rows that
follow. `concat-documents`, `insert-sentences` and `replace-sentences` draw rows from the whole dataset, so each shard
reads all rows for them.

With `--slice` each shard finds the slices of all rows, so that they do not depend on the number of shards. `--filter`
is applied to the merged suite.

`hf-robust suite --engine local --workers 8` does all shards in processes of this machine and merges them.
`--engine ray --address auto` does them on a Ray cluster. In Python: `hr.Suite.build(rows, task, engine="local",
workers=8)`. A package adds an engine through the entry point group `hf_robust.engines`, with a subclass of
`hf_robust.suites.engines.Engine`.

## Run a model in shards

```bash
hf-robust run --suite suite/ --model my-model/ --shard 1/2 --out run-shards/
hf-robust run --suite suite/ --model my-model/ --shard 2/2 --out run-shards/
hf-robust merge run-shards/ --out report/
```

A shard has the inputs that fall into it by their hash, and keeps the predictions of the model. Equal inputs are in one
shard. `hf-robust merge` runs the command again in one process, which finds all predictions and asks the model for
nothing. The report is the one of `hf-robust run` in one process: analysis, calibration, corrected drops, marks of rows,
generated tests and worst case. The last digits of probabilities may differ, because a torch model computes them in
other batches. The merge loads the model, since its tokenizer tells which inputs are cut.

Without `--suite` a shard is a range of rows of the data set. It builds the suite of these rows and predicts it. A
baseline that learns from the rows is trained at the merge.

`hf-robust attack`, `hf-robust corruptions` and `hf-robust capabilities run` take `--shard` in the same way. A shard of
an attack keeps the results of its rows, so the merge searches nothing again. Run the merge in the folder in which the
shards were made, because it reads the data again; other data are refused.

`--cache-dir` is not for shards, as these keep the predictions. Repeated prompts (`--repeats`, `--prompts`) and several
models are refused.

### More rows than one process can score

With `--suite` and `--sums` a shard keeps counts and sums, and no rows except a few examples. A row, its perturbed
versions and rows with the same input are in one shard. The report is made of these records.

- Accuracy and other measures of right and wrong: scores, intervals, p-values and the worst case are exactly those of
  `hf-robust run` in one process.
- F1, chrF and other measures: the intervals come from a Poisson bootstrap with 1,000 resamples, whose weights depend on
  the hash of the input. The p-value comes from its standard error.
- The report has no analysis, calibration, corrected drops, marks of rows and generated tests.
- Models that write their answers are refused. For a language model use batch files (`hf-robust docs chat`) or
  `ray.data.llm` (`build_processor`), and run the suite on the file of the answers.

## Several GPUs of one machine

```bash
accelerate launch --multi_gpu --num_processes 4 -m hf_robust run --suite suite/ --model my-model/ --out report/
```

Each process predicts one shard on a device of its own. The first process waits for the others, writes the report and
removes the shards, which lie beside the report until then. `torchrun` works in the same way: the number of the process
and their count come from `RANK` and `WORLD_SIZE`. On several machines the folder of the report must be shared.

## What a folder of shards guarantees

`plan.json` states the rows (by a hash), the task, the transformations with versions and parameters, the seed, the model
and the versions of `hf_robust` and PyArrow. A process with another plan is refused, and the message names what differs.

A shard is written beside its place and moved there at once. A process that is killed or a full disk leaves no part of
it. `shard.json` has the SHA-256 of each file. The same command leaves a shard that is whole, and makes one again that
is missing or damaged. `hf-robust merge` names the shards that are missing, damaged or of another plan, and writes
nothing.

The folder must be on a file system that all processes reach, or be copied together before the merge: each shard is a
folder of its own below `shards/`.

`--out` may also be an address that `fsspec` reads: `s3://bucket/shards` (`pip install s3fs`) or
`hf://datasets/me/shards`. A shard is then made on the machine and uploaded, `shard.json` last, so that an upload that
was cut off counts as missing. A store that cannot be reached ends the command with one message. The merge downloads all
shards and writes to a folder of the machine (`--out suite/`). `--dataset` and `hr.Suite.build(..., engine=)` read
`s3://bucket/rows.parquet` and `hf://datasets/me/reviews@COMMIT/rows.parquet`.

## Cost, and a billion rows

Measured with Python 3.11 on one core of a busy machine, with rows of 20 words. Processor time of 2,400 rows and five
transformations (`keyboard`, `ocr`, `typos`, `word-case`, `synonym`), with saving or merging, in ms a row:

| one build | 1 shard | 2 shards | 4 shards |
| --- | --- | --- | --- |
| 2.22 | 2.23 | 2.24 | 2.29 |

The cost of a row is the sum of its parts. Measured for 33 transformations of such rows on one core:

| part | ms a row |
| --- | --- |
| annotation, once for all transformations that read it | 3.3 |
| `masked-lm` on a processor | 30.5 |
| `synonym-embedding` | 5.1 |
| the 31 other transformations together | 4.2 |

They made 26.7 changed rows of each row, of 62 to 112 bytes each in Parquet. For your own plan:

- core-hours = rows x ms a row / 3,600,000
- wall hours = core-hours / cores, plus the merge
- bytes of the suite = rows x changed rows a row x bytes a changed row; the originals take as much again

For a billion rows the formula gives:

| | 31 transformations | with `synonym-embedding` | with `masked-lm` on a processor |
| --- | --- | --- | --- |
| ms a row | 7.5 | 12.6 | 43.1 |
| core-hours | 2,100 | 3,500 | 12,000 |
| hours on 256 cores | 8 | 14 | 47 |

The changed rows take 1.7 to 3.0 TB. In 2,000 shards of 500,000 rows, a shard takes about one hour on one core with 31
transformations. These figures are computed, and no run of that size was made: measure your transformations on some
thousand rows first.

Predicting 27.7 billion inputs at R inputs a second takes 27.7e9 / R / 3,600 hours of a device. Run the model on a
sample (`--limit 20000`) unless you need each row.

Memory with `keyboard` and `word-case`:

| rows | a shard of a quarter | its own memory | merge | its own memory |
| --- | --- | --- | --- | --- |
| 20,000 | 211 | 139 | 252 | 178 |
| 200,000 | 328 | 183 | 436 | 187 |

The figures are MB at the peak; own memory is without mapped files, which the system takes back when it needs room. The
merge of a run with `--sums` by accuracy holds 32 bytes for each source of a transformation; a merge with predictions
needs what `hf-robust run` needs for all rows.

Limits: each shard reads the whole dataset once for its hash, and finds slices on all rows. The merge of a suite is one
process that reads and writes all rows once, so for a billion rows it takes longer than a shard. A merge writes to the
disk of one machine. Leave the shards as they are where a suite need not be one folder: each has its Parquet files.

## A SLURM array

```bash
#!/bin/bash
#SBATCH --array=1-100
#SBATCH --cpus-per-task=1
#SBATCH --mem=4G
hf-robust suite --dataset "$DATA" --task sentiment-classification -t keyboard,typos \
  --shard "$SLURM_ARRAY_TASK_ID/100" --out "$SCRATCH/shards"
```

Submit the merge so that it waits for the array:
`sbatch --dependency=afterok:JOB --wrap "hf-robust merge $SCRATCH/shards"`.

## Jobs of the Hub

Each job has a disk of its own, so each uploads its shard to one dataset repository, and the merge downloads them all:

```bash
for n in $(seq 100); do
  hf jobs uv run --detach --with hf-robust --secrets HF_TOKEN --env SHARD="$n/100" shard.py
done
```

```
# shard.py
import os

from datasets import load_dataset
from huggingface_hub import upload_folder

from hf_robust.distributed import build_suite_shard

rows = load_dataset("me/reviews", split="train", revision="v1")
build_suite_shard(rows, "sentiment-classification", ["keyboard"], shard=os.environ["SHARD"], out="shards")
upload_folder(repo_id="me/shards", folder_path="shards", repo_type="dataset")
```

Then run `hf download me/shards --repo-type dataset --local-dir shards` and `hf-robust merge shards`.

## Processes of one machine, and Ray

<!-- python: shards -->
```python
import hf_robust as hr
from hf_robust.distributed import build_suite_shard, in_shards

if __name__ == "__main__":  # the processes import this file
    rows = hr.demo_reviews().select(range(8))
    suite = in_shards(
        build_suite_shard, rows, "sentiment-classification", ["word-case"], out="shards", shards=2, workers=1
    )
    print(len(suite["word-case"]))  # 8
```

`engine="ray"` does each shard as a task of Ray (`pip install 'hf-robust[ray]'`). `address="auto"` names a cluster that
runs; otherwise one is started on this machine. Ray repeats a task up to three times when its worker is killed. The
same call goes on where an earlier one was stopped. `in_shards(run_shard, "my-model", suite, ...)` runs a model. The
arguments are pickled to the workers: the files of the data and the folder `out` must have the same path on all
machines.

## Functions of `hf_robust` in pipelines of `ray.data`

`Perturb`, `Attack`, `Validate`, `SliceColumns` and `WordImportance` take and return a `pyarrow.Table`:

```
import ray

import hf_robust as hr

perturb = hr.Perturb("keyboard", "sentiment-classification", seed=7)
rows = ray.data.read_parquet("reviews/").map_batches(perturb, batch_format="pyarrow")
rows.write_parquet("perturbed/")
```

The tables that come out have the names of the labels in the metadata of their schema. Ray 2.60 drops the metadata of
schemas between its steps. For tasks that need the names, such as tags given as numbers, name them in the task
(`label_names=[...]`), and name the features again when the files are read:
`load_dataset("parquet", data_files=..., features=...)`. A model in memory is not sent to the workers of Ray: give
`Attack` and `WordImportance` a Hub id, a folder or a plain function.

Do not use `ray.data.from_huggingface` for large data: it copies the rows through the driver.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
