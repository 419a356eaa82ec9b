#!/usr/bin/env python3
"""Tries the witnesses that come with the proofs of a bench run.

    scripts/proofs.py RESULTS.json [SCRATCH]

RESULTS.json is what `concord bench --json` wrote. Every task that was answered
true is checked again with a witness, and `concord validate` must confirm it.
Prints a line for each that is not confirmed, and the counts.
"""

import collections
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

LIMIT = 120


def run(command):
    try:
        return subprocess.run(command, capture_output=True, text=True, errors="replace",
                              timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return None


def examine(record, folder):
    """The record, and what `validate` says of its witness."""
    words = shlex.split(record["command"])
    name = re.sub(r"\W+", "_", record["task"] + record["property"])
    witness = os.path.join(folder, name + ".yml")
    checked = run(words + ["--witness", witness])
    if checked is None or checked.returncode != 0:
        return record, "not true again"
    validated = run([words[0], "validate", witness] + words[2:])
    if validated is None:
        return record, "no answer in time"
    said = re.search(r"^witness: (.*)$", validated.stdout, re.M)
    return record, said.group(1) if said else "no answer"


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    records = json.load(open(sys.argv[1]))["records"]
    records = [r for r in records if r["answer"] == "true"]
    counts = collections.Counter()
    with tempfile.TemporaryDirectory(dir=sys.argv[2] if len(sys.argv) > 2 else None) as folder:
        with ThreadPoolExecutor(2) as pool:
            for record, said in pool.map(lambda r: examine(r, folder), records):
                counts["proofs"] += 1
                counts["witnesses " + said] += 1
                if said != "confirmed":
                    print(f"{record['task']} {record['property']}: {said}", flush=True)
    for name, count in counts.items():
        print(f"{count} {name}")


if __name__ == "__main__":
    main()
