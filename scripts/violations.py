#!/usr/bin/env python3
"""Tries what comes with the violations of a bench run.

    scripts/violations.py RESULTS.json [SCRATCH]

RESULTS.json is what `concord bench --json` wrote. Every task that was answered
false is checked again with a test case and a witness; the test case is compiled
with gcc as its header says and must fail, and `concord validate` must confirm the
witness. Prints a line for each that does not hold, and the counts.
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


def run(command, **options):
    try:
        return subprocess.run(command, capture_output=True, text=True, errors="replace",
                              timeout=LIMIT, **options)
    except subprocess.TimeoutExpired:
        return None


def try_test_case(path):
    """None if it fails as it should, else what happened instead."""
    text = open(path, errors="replace").read()
    command = re.search(r"^\s*(?:\*|//)?\s*(gcc .*)$", text, re.M)
    if not command:
        return "no command in its header"
    program = path + ".out"
    words = shlex.split(command.group(1).split("&&")[0])
    words = [path if word == "THIS_FILE" else word for word in words]
    words[words.index("-o") + 1] = program
    built = run(words)
    if built is None or built.returncode != 0:
        return "does not compile: " + (built.stderr.strip().splitlines() or ["?"])[0] if built else "gcc hangs"
    ended = run([program], env=dict(os.environ, ASAN_OPTIONS="detect_leaks=1"))
    os.unlink(program)
    if ended is None:
        return "does not end"
    said = ended.stdout + ended.stderr
    if ended.returncode < 0 or "Sanitizer" in said or "runtime error" in said:
        return None
    return f"ends with {ended.returncode}"


def examine(record, folder):
    words = shlex.split(record["command"])
    name = os.path.join(folder, re.sub(r"\W+", "_", record["task"] + record["property"]))
    case, witness = name + ".c", name + ".yml"
    checked = run(words + ["--test-case", case, "--witness", witness])
    if checked is None or checked.returncode != 1:
        return record, "not false again", None
    tool, rest = words[0], words[2:]
    validated = run([tool, "validate", witness] + rest)
    confirmed = validated is not None and "witness: confirmed" in validated.stdout
    return record, try_test_case(case), None if confirmed else "not confirmed"


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    records = json.load(open(sys.argv[1]))["records"]
    records = [r for r in records if r["answer"].startswith("false")]
    counts = collections.Counter()
    with tempfile.TemporaryDirectory(dir=sys.argv[2] if len(sys.argv) > 2 else None) as folder:
        with ThreadPoolExecutor(2) as pool:
            for record, case, witness in pool.map(lambda r: examine(r, folder), records):
                counts["violations"] += 1
                counts["test cases fail"] += case is None
                counts["witnesses confirmed"] += witness is None
                for what, why in (("test case", case), ("witness", witness)):
                    if why:
                        print(f"{record['task']} {record['property']}: {what}: {why}", flush=True)
    for name, count in counts.items():
        print(f"{count} {name}")


if __name__ == "__main__":
    main()
