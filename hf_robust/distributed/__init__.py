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

`--slice` and `--filter` need all rows and are refused with `--shard`. Name the slices when you run a model on the
merged suite, and filter it with `suite.filter(...)`.

## Run a model in shards

```bash
hf-robust run --suite suite/ --model my-model/ --shard 1/2 --out run-shards/
hf-robust run --suite suite/ --model my-model/ --shard 2/2 --out run-shards/
hf-robust merge run-shards/ --out report/
```

A shard has the rows whose original input falls into it by its hash. A row, its perturbed versions and rows with the
same input are in one shard. A shard keeps counts and sums, and no rows except a few examples. The report is made of
these records.

- Accuracy and other measures of right and wrong: scores, intervals, p-values and the worst case are exactly those of
  `hf-robust run` in one process.
- F1, chrF and other measures: the intervals come from a Poisson bootstrap with 1,000 resamples, whose weights depend on
  the hash of the input. The p-value comes from its standard error.
- The report has no analysis, calibration, corrected drops, marks of rows and generated tests.
- Models that write their answers are refused. For a language model use batch files (`hf-robust docs chat`) or
  `ray.data.llm` (`build_processor`), and run the suite on the file of the answers.

## What a folder of shards guarantees

`plan.json` states the rows (by a hash), the task, the transformations with versions and parameters, the seed, the model
and the versions of `hf_robust` and PyArrow. A process with another plan is refused, and the message names what differs.

A shard is written beside its place and moved there at once. A process that is killed or a full disk leaves no part of
it. `shard.json` has the SHA-256 of each file. The same command leaves a shard that is whole, and makes one again that
is missing or damaged. `hf-robust merge` names the shards that are missing, damaged or of another plan, and writes
nothing.

The folder must be on a file system that all processes reach, or be copied together before the merge: each shard is a
folder of its own below `shards/`.

## Cost

Measured with Python 3.11 on one core of a busy machine, with rows of 20 words. Processor time of 2,400 rows and five
transformations (`keyboard`, `ocr`, `typos`, `word-case`, `synonym`), with saving or merging:

| one build | 1 shard | 2 shards | 4 shards |
| --- | --- | --- | --- |
| 2.22 ms a row | 2.23 | 2.24 | 2.29 |

A billion such rows would take about 620 core-hours at this rate: on paper, 2.4 hours on 256 cores. Transformations
with a model cost far more, so measure with yours before you plan.

Memory with `keyboard` and `word-case` on 200,000 rows: a shard of 50,000 rows peaks at 340 MB. The merge peaks at 444
MB, part of which is the mapped file of the rows; for 20,000 rows it is 258 MB. The merge of a run by accuracy holds 32
bytes for each source of a transformation.

Limits: each shard reads the whole dataset once for its hash, and the merge of a suite is one process that reads and
writes all rows once.

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
`load_dataset("parquet", data_files=..., features=...)`. Do not use `ray.data.from_huggingface` for large data: it
copies the rows through the driver.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
