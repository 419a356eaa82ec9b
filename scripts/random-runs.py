#!/usr/bin/env python3
"""Random runs of SV-COMP tasks on the concrete machine, held against their labels.

    scripts/random-runs.py BENCHMARKS_C_DIR [--concord PATH] [--runs N] [--steps N]
                           [--jobs N] [FAMILY ...]

BENCHMARKS_C_DIR is the folder c/ of an sv-benchmarks checkout. Each task with an
expectation for unreach-call is run N times on random inputs (10000 unless told),
each run given up after so many operations. A task labelled true in which a run
reaches the error, and a task that makes the machine fail, are listed, and the
exit status is 1.
"""

import argparse
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FAMILIES = ["locks", "loops", "list-properties", "recursive-simple", "ssh-simplified"]


def tasks(folder):
    """Input file and expected verdict of each unreach-call task of a family."""
    for yml in sorted(folder.glob("*.yml")):
        text = yml.read_text()
        file = re.search(r"input_files:\s*['\"]?([^'\"\n]+)", text)
        verdict = re.search(r"unreach-call\.prp\s*\n\s*expected_verdict:\s*(true|false)", text)
        if file and verdict:
            yield folder / file.group(1).strip(), verdict.group(1) == "true"


def run(concord, task, runs, steps):
    file, expected = task
    command = [concord, "run", "--data-model", "ilp32", "--malloc", "succeeds"]
    command += ["--random", "1", "--runs", str(runs), "--steps", str(steps), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    last = done.stdout.strip().splitlines()[-1:] or [done.stderr.strip()[:200]]
    return file, expected, done.returncode, last[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("benchmarks", type=Path)
    parser.add_argument("families", nargs="*", default=FAMILIES)
    parser.add_argument("--concord", default=str(Path(__file__).parent.parent / "target/release/concord"))
    parser.add_argument("--runs", type=int, default=10000)
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()

    failed = False
    print(f"{'family':24}{'tasks':>7}{'true':>6}{'false':>7}{'errors found':>14}{'contradictions':>16}")
    for family in options.families:
        jobs = list(tasks(options.benchmarks / family))
        with ThreadPoolExecutor(options.jobs) as pool:
            results = list(pool.map(lambda t: run(options.concord, t, options.runs, options.steps), jobs))
        found = [r for r in results if r[3].startswith("outcome: error-call")]
        wrong = [r for r in found if r[1]]
        broken = [r for r in results if r[2] not in (0, 1, 2)]
        true = sum(1 for _, expected in jobs if expected)
        print(f"{family:24}{len(jobs):7}{true:6}{len(jobs) - true:7}{len(found):14}{len(wrong):16}", flush=True)
        for file, _, _, last in wrong + broken:
            print(f"  {file.name}: {last}")
        other = [r for r in results if r[2] == 1 and r not in found]
        for file, _, _, last in other:
            print(f"  (other fault) {file.name}: {last}")
        failed |= bool(wrong or broken)
    sys.exit(failed)


if __name__ == "__main__":
    main()
