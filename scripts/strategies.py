#!/usr/bin/env python3
"""Compares strategies on the same tasks, as tables in Markdown.

    scripts/strategies.py RESULTS.json…

Each file is what `concord bench --strategy NAME --json` wrote. A strategy may have several:
of a task that was asked more than once, the answer of the last file counts. The first table
has the tasks each strategy solves in each family (the folder of the task); the second one sets
`auto` beside the best of the others, with the time of the tasks that both solve.
"""

import collections
import json
import os
import sys

AUTO = "auto"


def read(paths):
    """By strategy, the last record of each task."""
    strategies = collections.defaultdict(dict)
    for path in paths:
        results = json.load(open(path))
        for record in results["records"]:
            strategies[results["strategy"] or AUTO][record["task"], record["property"]] = record
    return strategies


def row(cells):
    print("| " + " | ".join(str(cell) for cell in cells) + " |")


def solved_table(strategies, families):
    row(["family", "tasks"] + [f"`{name}`" for name in strategies])
    row(["---"] * (2 + len(strategies)))
    for family, tasks in families.items():
        cells = []
        for records in strategies.values():
            asked = [records[task] for task in tasks if task in records]
            wrong = sum(record["judgement"] == "wrong" for record in asked)
            solved = sum(record["judgement"] == "correct" for record in asked)
            missing = len(tasks) - len(asked)
            cells.append(f"{solved}" + (f", {wrong} wrong" if wrong else "")
                         + (f" of {len(asked)}" if missing else ""))
        row([family, len(tasks)] + cells)


def best_table(strategies, families):
    row(["family", f"`{AUTO}`", "best other", "solves", "solved by it alone", "by both",
         f"wall, `{AUTO}`", "wall, other", "ratio"])
    row(["---"] * 9)
    for family, tasks in families.items():
        correct = {name: {task for task in tasks
                          if records.get(task, {}).get("judgement") == "correct"}
                   for name, records in strategies.items()}

        def time(name, among):
            return sum(strategies[name][task]["wall_seconds"] for task in among)

        # Of those that solve as many, the fastest.
        best = max((name for name in strategies if name != AUTO),
                   key=lambda name: (len(correct[name]), -time(name, correct[name])))
        both = correct[AUTO] & correct[best]
        ours, theirs = time(AUTO, both), time(best, both)
        row([family, len(correct[AUTO]), f"`{best}`", len(correct[best]),
             len(correct[best] - correct[AUTO]), len(both), f"{ours:.1f} s", f"{theirs:.1f} s",
             f"{ours / theirs:.2f}" if theirs else ""])


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    strategies = read(sys.argv[1:])
    families = collections.defaultdict(set)
    for records in strategies.values():
        for task in records:
            families[os.path.dirname(task[0])].add(task)
    families = dict(sorted(families.items()))
    solved_table(strategies, families)
    others = [name for name in strategies if name != AUTO]
    if AUTO in strategies and others:
        print()
        best_table(strategies, families)
        lost = sorted((task, name) for name in others for task, record in strategies[name].items()
                      if record["judgement"] == "correct"
                      and strategies[AUTO].get(task, {}).get("judgement") != "correct")
        for (task, property), name in lost:
            print(f"\nnot by `{AUTO}`: {task} {property}, solved by `{name}`", end="")
        print()


if __name__ == "__main__":
    main()
