"""Work in shards: on several machines, in a SLURM array, in jobs of the Hub, or with Ray.

A command with `--shard 3/100` does part 3 of 100 of the work and writes the result to the folder `--out`. When all
parts are there, `hf-robust merge` makes the result. The parts do not communicate: each one is a separate process.

## Build a suite in shards

<!-- bash: shards -->
```bash
hf-robust suite --dataset reviews.csv --task sentiment-classification -t keyboard,typos --shard 1/2 --out shards/
hf-robust suite --dataset reviews.csv --task sentiment-classification -t keyboard,typos --shard 2/2 --out shards/
hf-robust merge shards/ --out suite/
```

A shard is a range of rows. For any number of shards, the merged suite has the same `content_hash` as a suite that was
built without shards. With the same version of PyArrow its Parquet files have the same bytes.

Some transformations read other rows. They can also read rows that are not in their shard. `concat-sentences` reads the
rows that follow. `concat-documents`, `insert-sentences` and `replace-sentences` draw rows from the whole dataset, so
each shard reads all rows for them.

With `--slice`, each shard computes the slices over the whole dataset, so the slices do not depend on the number of
shards. `--filter` is applied to the merged suite.

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

The hash of an input determines its shard. Each shard stores the predictions of the model for its inputs. Equal inputs
are in one shard. `hf-robust merge` repeats the `run` command in one process. All predictions are already stored, so the
model predicts nothing. The report is the same as that of `hf-robust run` in one process. This includes the analysis,
calibration, corrected drops, marks of rows, generated tests and the worst case. The last digits of probabilities may
differ, because a torch model computes them in other batches. The merge still loads the model, because its tokenizer is
needed to find out which inputs are truncated.

Without `--suite` a shard is a range of rows of the dataset. Each process builds the suite for its rows and runs the
model on it. A baseline that learns from the rows is trained at the merge.

`hf-robust attack`, `hf-robust corruptions` and `hf-robust capabilities run` take `--shard` in the same way. A shard of
an attack keeps the results of its rows, so the merge searches nothing again. Run the merge in the same working
directory as the shards, because it reads the dataset again. If the dataset has changed, the merge fails.

Do not use `--cache-dir` with `--shard`: the shards already store the predictions. `--shard` cannot be combined with
`--repeats`, `--prompts` or several models.

### More rows than one process can score

With `--suite` and `--sums`, a shard stores only counts and sums of the scores, and a few example rows. A row, its
perturbed versions and rows with the same input are in one shard. The report is computed from these counts and sums.

- Accuracy and other measures of right and wrong: scores, intervals, p-values and the worst case are exactly those of
  `hf-robust run` in one process.
- F1, chrF and other measures: the intervals come from a Poisson bootstrap with 1,000 resamples, whose weights depend on
  the hash of the input. The p-value is computed from the standard error of this bootstrap.
- For tasks of scores, a shard also stores the predicted and gold scores of its rows, from which Spearman's correlation,
  the errors and the shift of all rows are computed.
- The report has no analysis, calibration, corrected drops, marks of rows and generated tests.
- Models that generate text cannot be used with `--sums`. For a language model use batch files (`hf-robust docs chat`)
  or `ray.data.llm` (`build_processor`), and run the suite on the file of the answers.

## Several GPUs of one machine

```bash
accelerate launch --multi_gpu --num_processes 4 -m hf_robust run --suite suite/ --model my-model/ --out report/
```

Each process predicts one shard on a device of its own. Until all processes are finished, the shards are in the folder
of the report. The first process then writes the report and removes the shards. `torchrun` works in the same way: the
number of the process and their count come from `RANK` and `WORLD_SIZE`. On several machines the folder of the report
must be shared.

## What a folder of shards guarantees

`plan.json` states the rows (by a hash), the task, the transformations with versions and parameters, the seed, the model
and the versions of `hf_robust` and PyArrow. A process with another plan is refused, and the message names what differs.

A shard is first written to a temporary folder and then moved to its final folder in one atomic step. If the process is
killed or the disk is full, no incomplete shard remains. `shard.json` has the SHA-256 of each file. If you run the same
command again, complete shards are not changed, and missing or damaged shards are created again. `hf-robust merge` names
the shards that are missing, damaged or of another plan, and writes nothing.

The folder must be on a file system that all processes can reach. Otherwise, copy the shards into one folder before the
merge: each shard is a separate folder in `shards/`.

`--out` may also be an address that `fsspec` reads: `s3://bucket/shards` (`pip install s3fs`) or
`hf://datasets/me/shards`. The shard is then built on the local disk and uploaded. `shard.json` is uploaded last, so an
incomplete upload counts as missing. A store that cannot be reached ends the command with one message. The merge
downloads all shards and writes to a folder of the machine (`--out suite/`). `--dataset` and `hr.Suite.build(...,
engine=)` read `s3://bucket/rows.parquet` and `hf://datasets/me/reviews@COMMIT/rows.parquet`.

## Cost, and a billion rows

Measured with Python 3.11 on one core of a busy machine, with rows of 20 words. The table shows the CPU time in ms per
row, including saving and merging. It was measured with 2,400 rows and five transformations (`keyboard`, `ocr`, `typos`,
`word-case`, `synonym`).

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

The 33 transformations produced on average 26.7 changed rows per source row. Each changed row takes 62 to 112 bytes in
Parquet. For your own plan:

- core-hours = rows x ms a row / 3,600,000
- wall hours = core-hours / cores, plus the merge
- bytes of the suite = 2 x rows x changed rows per row x bytes per changed row (the factor 2 is for the originals)

For a billion rows the formula gives:

| | 31 transformations | with `synonym-embedding` | with `masked-lm` on a processor |
| --- | --- | --- | --- |
| ms a row | 7.5 | 12.6 | 43.1 |
| core-hours | 2,100 | 3,500 | 12,000 |
| hours on 256 cores | 8 | 14 | 47 |

The changed rows take 1.7 to 3.0 TB. In 2,000 shards of 500,000 rows, a shard takes about one hour on one core with 31
transformations. These figures are computed, and no run of that size was made: measure your transformations on some
thousand rows first.

A billion rows give 27.7 billion inputs (26.7 changed rows and the original for each row). At R inputs per second, a
device needs 27.7e9 / R / 3,600 hours to predict them. Run the model on a sample (`--limit 20000`) unless you need each
row.

Memory with `keyboard` and `word-case`:

| rows | a shard of a quarter | its own memory | merge | its own memory |
| --- | --- | --- | --- | --- |
| 20,000 | 211 | 139 | 252 | 178 |
| 200,000 | 328 | 183 | 436 | 187 |

The table shows the peak memory in MB. 'Its own memory' excludes memory-mapped files, which the operating system can
release when memory is short. If the metric is accuracy, the merge of a run with `--sums` needs 32 bytes for each source
row of each transformation. A merge without `--sums` needs as much memory as `hf-robust run` on all rows.

Limits: each shard reads the whole dataset once for its hash, and finds slices on all rows. The merge of a suite is one
process that reads and writes all rows once, so for a billion rows it takes longer than a shard. A merge writes to the
disk of one machine. If you do not need the suite in one folder, do not merge: each shard already contains its Parquet
files.

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
runs; otherwise one is started on this machine. Ray repeats a task up to three times when its worker is killed. If a
call was stopped, repeat it: it continues with the missing shards. `in_shards(run_shard, "my-model", suite, ...)` runs a
model. The arguments are sent to the workers with pickle, without the data files. The data files and the folder `out`
must therefore have the same path on all machines.

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
schemas between its steps. If your labels or tags are numbers, give their names in the task (`label_names=[...]`). When
you read the files, state the features again: `load_dataset("parquet", data_files=..., features=...)`. A model in memory
is not sent to the workers of Ray: give `Attack` and `WordImportance` a Hub id, a folder or a plain function.

Do not use `ray.data.from_huggingface` for large data: it copies the rows through the driver.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
