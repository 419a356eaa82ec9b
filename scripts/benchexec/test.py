"""Tests of the tool-info module; `scripts/benchexec/test` runs them."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from benchexec.tools.template import BaseTool2, UnsupportedFeatureException
from benchexec.util import ProcessExitCode

from scripts.benchexec.concord import Tool

ROOT = Path(__file__).resolve().parents[2]

TASK = """format_version: '2.0'
input_files: 'a.c'
properties:
  - property_file: unreach-call.prp
    expected_verdict: true
options:
  language: C
  data_model: ILP32
"""


class Call(unittest.TestCase):
    def command(self, rlimits=None, **task):
        task = BaseTool2.Task.with_files(["a.c", "b.c"], **task)
        return Tool().cmdline("concord", ["--stats"], task, rlimits or BaseTool2.ResourceLimits())

    def test_minimal(self):
        command = ["concord", "check", "--malloc", "succeeds", "--stats", "a.c", "b.c"]
        self.assertEqual(self.command(), command)

    def test_property_data_model_and_limits(self):
        limits = BaseTool2.ResourceLimits(cputime=900, walltime=1000, memory=15_000_000_000)
        options = {"language": "C", "data_model": "LP64"}
        command = self.command(limits, property_file="p.prp", options=options)
        expected = "concord check --malloc succeeds --property p.prp --data-model lp64 "
        expected += "--timeout 900s --memory 15000MB --stats a.c b.c"
        self.assertEqual(" ".join(command), expected)

    def test_other_languages(self):
        with self.assertRaises(UnsupportedFeatureException):
            self.command(options={"language": "C", "data_model": "ILP64"})


class Answer(unittest.TestCase):
    def answer(self, code, *lines):
        output = BaseTool2.RunOutput([line + "\n" for line in lines])
        code = ProcessExitCode.create(value=code)
        return Tool().determine_result(BaseTool2.Run(["concord"], code, output, None))

    def test_verdicts(self):
        for code, verdict, expected in [
            (0, "true", "true"),
            (1, "false(unreach-call)", "false(unreach-call)"),
            (1, "false(valid-memtrack)", "false(valid-memtrack)"),
            (2, "unknown(timeout)", "TIMEOUT"),
            (2, "unknown(out of memory)", "OUT OF MEMORY"),
            (2, "unknown(inline assembly (x86) at a.c:3)", "unknown"),
        ]:
            self.assertEqual(self.answer(code, "text", f"verdict: {verdict}", ""), expected)

    def test_failures(self):
        self.assertEqual(self.answer(3), "ERROR (bad input)")
        self.assertEqual(self.answer(4, "verdict: true"), "ERROR (internal error)")
        self.assertEqual(self.answer(0), "ERROR (no verdict)")
        self.assertEqual(self.answer(0, "verdict: true", "more"), "ERROR (no verdict)")


class BenchExecsOwnTest(unittest.TestCase):
    def test_tool_info(self):
        with tempfile.TemporaryDirectory() as folder:
            task, output = Path(folder, "a.yml"), Path(folder, "output")
            task.write_text(TASK)
            Path(folder, "a.c").write_text("int main(void) { return 0; }\n")
            Path(folder, "unreach-call.prp").touch()
            output.write_text("verdict: false(valid-deref)\n")
            command = [sys.executable, "-m", "benchexec.test_tool_info"]
            command += ["scripts.benchexec.concord", "--no-container"]
            command += ["--tool-directory", os.path.relpath(os.environ["CONCORD_FOLDER"], ROOT)]
            command += ["--task-definition", str(task), "--tool-output", str(output)]
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        said = done.stderr
        self.assertEqual(done.returncode, 0, said)
        # Its warnings are what it finds wrong with a module. That it is not isolated
        # from the system is our own wish.
        warnings = [line for line in said.splitlines() if "WARNING" in line and "container" not in line]
        self.assertEqual(warnings, [], said)
        self.assertIn("Version: “0.", said)
        self.assertIn("'--data-model', 'ilp32'", said)
        self.assertIn("false(valid-deref)", said)


if __name__ == "__main__":
    unittest.main()
