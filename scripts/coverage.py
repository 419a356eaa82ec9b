#!/usr/bin/env python3
"""Front-end coverage over the SV-COMP C benchmarks, with gcc as the yardstick.

    scripts/coverage.py BENCHMARKS_C_DIR [--concord PATH] [--jobs N]
                        [--list-failures] [--gcc-cache FILE]

BENCHMARKS_C_DIR is the folder c/ of an sv-benchmarks checkout.  The input files
of a family are those its .yml task definitions name; a family without task
definitions gives all its .c and .i files (foo.i goes before foo.c).  Of the two
largest families only every tenth or twentieth file, by name, is taken.

Each file goes through two programs:

    gcc -fsyntax-only -w -std=gnu11 -m32|-m64     (then -std=gnu89, if rejected)
    concord cfa --data-model ilp32|lp64 --summary FILE

Exit status 0 of concord means lowered and 3 rejected; any other status, or more
than 10 seconds, is a crash or hang.  A table says, per family, how many of the
files gcc accepts concord lowers, and how many of those gcc rejects concord
accepts; the latter are listed with gcc's first error.

--list-failures also lists the files gcc accepts and concord rejects, with
concord's first line, and the files both reject.  --gcc-cache keeps gcc's
verdicts in a JSON file between runs; keep it outside the repository.

The exit status is 1 if concord lowers less than 99.5 % of what gcc accepts,
crashes or hangs anywhere, or a family is missing; else 0.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

THRESHOLD = 99.5  # per cent
TIMEOUT = 10  # seconds, for one run of concord

# Family -> take every n-th file.
FAMILIES = {
    "ntdrivers": 1, "ntdrivers-simplified": 1, "ssh": 1, "ssh-simplified": 1,
    "locks": 1, "loops": 1, "list-properties": 1, "list-simple": 1,
    "forester-heap": 1, "heap-manipulation": 1, "memsafety": 1,
    "ldv-regression": 1, "ldv-linux-3.0": 1, "ldv-linux-3.4-simple": 10,
    "busybox-1.22.0": 1, "product-lines": 1, "systemc": 1, "bitvector": 1,
    "float-benchs": 1, "recursive-simple": 1, "regression": 20,
}


def bits(family):
    return 64 if family.startswith(("ldv-linux-", "busybox")) else 32


def task_inputs(yml):
    """The files named by input_files: a scalar, a flow list or a block list."""
    match = re.search(r"^input_files:((?:[^\n]*)(?:\n\s*-[^\n]*)*)",
                      yml.read_text(), re.M)
    value = re.sub(r"^\s*-|[\[\]'\",]|(?:^|\s)#.*", " ",
                   match.group(1) if match else "", flags=re.M)
    return [yml.parent / name for name in value.split()]


def inputs(folder, step):
    tasks = sorted(folder.glob("*.yml"))
    if tasks:
        files = {Path(os.path.normpath(f)) for y in tasks for f in task_inputs(y)}
        files = {f for f in files if f.suffix != ".h"}
    else:
        files = set(folder.glob("*.i"))
        files |= {f for f in folder.glob("*.c") if f.with_suffix(".i") not in files}
    return sorted(files)[::step]


def run_gcc(path, width):
    """None if gcc accepts the file, else its first error."""
    first_error = None
    for std in ("gnu11", "gnu89"):
        result = subprocess.run(
            ["gcc", "-fsyntax-only", "-w", f"-std={std}", f"-m{width}", str(path)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, encoding="utf-8", errors="replace",
            env={**os.environ, "LC_ALL": "C"})
        if result.returncode == 0:
            return None
        error = re.search(r":(\d+:(?:\d+:)?) (?:fatal )?error: (.*)", result.stderr)
        first_error = first_error or (" ".join(error.groups()) if error
                                      else f"gcc exit status {result.returncode}")
    return first_error


def run_concord(concord, path, width):
    """(outcome, message), the outcome being lowered, rejected or crash."""
    model = "lp64" if width == 64 else "ilp32"
    try:
        result = subprocess.run(
            [concord, "cfa", "--data-model", model, "--summary", str(path)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, encoding="utf-8", errors="replace",
            timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return "crash", f"no answer in {TIMEOUT} s"
    lines = result.stderr.strip().splitlines() or [""]
    message = lines[0].replace(str(path), path.name)
    if result.returncode in (0, 3):
        return ("rejected" if result.returncode else "lowered"), message
    return "crash", f"exit status {result.returncode}: {message}"


def parse_arguments():
    parser = argparse.ArgumentParser(
        description="Front-end coverage over the SV-COMP C benchmarks.")
    parser.add_argument("benchmarks", type=Path, metavar="BENCHMARKS_C_DIR")
    parser.add_argument("--concord", metavar="PATH", help="default: target/release/concord",
                        default=Path(__file__).resolve().parent.parent / "target/release/concord")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list-failures", action="store_true")
    parser.add_argument("--gcc-cache", type=Path, metavar="FILE")
    return parser.parse_args()


def main():
    args = parse_arguments()
    cache = {}
    if args.gcc_cache and args.gcc_cache.exists():
        cache = json.loads(args.gcc_cache.read_text())

    tasks, missing = [], []
    for family, step in FAMILIES.items():
        files = inputs(args.benchmarks / family, step)
        tasks += [(family, path) for path in files]
        missing += [] if files else [family]

    def measure(task):
        family, path = task
        width = bits(family)
        name = os.path.relpath(path, args.benchmarks)
        if not path.is_file():
            sys.exit(f"input file {name} is missing")
        key = f"{name} -m{width} {path.stat().st_size}"
        if key not in cache:
            cache[key] = run_gcc(path, width)
        return (family, name, cache[key], *run_concord(str(args.concord), path, width))

    try:
        with ThreadPoolExecutor(args.jobs) as pool:
            results = list(pool.map(measure, tasks))
    except OSError as error:
        sys.exit(f"cannot run {error.filename}: {error.strerror}")
    finally:
        if args.gcc_cache:
            args.gcc_cache.write_text(json.dumps(cache, indent=0, sort_keys=True))

    def row(name, rows):
        good = [r for r in rows if r[2] is None]
        bad = [r for r in rows if r[2] is not None]
        lowered = sum(r[3] == "lowered" for r in good)
        percent = 100 * lowered / len(good) if good else 0.0
        print(f"{name:<22}{len(rows):>7}{len(good):>9}{lowered:>9}{percent:>9.2f}"
              f"{len(bad):>9}{sum(r[3] == 'lowered' for r in bad):>12}"
              f"{sum(r[3] == 'crash' for r in rows):>9}")
        return percent

    print(f"{'family':<22}{'files':>7}{'gcc ok':>9}{'lowered':>9}{'%':>9}"
          f"{'gcc bad':>9}{'of those ok':>12}{'crashes':>9}")
    for family in FAMILIES:
        if family in missing:
            print(f"{family:<22}missing")
        else:
            row(family, [r for r in results if r[0] == family])
    percent = row("total", results)

    def listing(title, rows):
        if rows:
            print(f"\n{title}:")
            for name, message in rows:
                print(f"  {name}: {message}")

    crashes = [(r[1], r[4]) for r in results if r[3] == "crash"]
    listing("concord crashes or hangs", crashes)
    listing("gcc rejects, concord accepts (gcc's first error)",
            [(r[1], r[2]) for r in results if r[2] is not None and r[3] == "lowered"])
    if args.list_failures:
        listing("gcc accepts, concord rejects",
                [(r[1], r[4]) for r in results if r[2] is None and r[3] == "rejected"])
        listing("both reject (gcc's first error)",
                [(r[1], r[2]) for r in results if r[2] is not None and r[3] == "rejected"])

    return 1 if percent < THRESHOLD or crashes or missing else 0


if __name__ == "__main__":
    sys.exit(main())
