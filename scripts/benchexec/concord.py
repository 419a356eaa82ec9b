"""Tool-info module for BenchExec: how Concord is called and what it answers.

    PYTHONPATH=CHECKOUT benchexec --tool-directory CHECKOUT/target/release BENCHMARK.xml

with tool="scripts.benchexec.concord" in the benchmark definition.
"""

import re

import benchexec.result as result
from benchexec.tools.template import BaseTool2, UnsupportedFeatureException

DATA_MODELS = {"ILP32": "ilp32", "LP64": "lp64"}


class Tool(BaseTool2):
    """Concord, a verifier for C programs."""

    def executable(self, tool_locator):
        return tool_locator.find_executable("concord")

    def name(self):
        return "Concord"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="concord ")

    def cmdline(self, executable, options, task, rlimits):
        # SV-COMP's rules; undefined functions are pure unless told otherwise.
        command = [executable, "check", "--malloc", "succeeds"]
        if task.property_file:
            command += ["--property", task.property_file]
        data_model = self._data_model(task)
        if data_model:
            command += ["--data-model", data_model]
        # Concord's limit is wall time; BenchExec sees to the CPU time itself. Being told
        # the smaller of both lets Concord give up in good order.
        limits = [limit for limit in (rlimits.cputime, rlimits.walltime) if limit]
        if limits:
            command += ["--timeout", f"{min(limits)}s"]
        if rlimits.memory:
            command += ["--memory", f"{rlimits.memory // 1_000_000}MB"]
        return [*command, *options, *task.input_files]

    def _data_model(self, task):
        if not isinstance(task.options, dict):
            return None
        name = task.options.get("data_model")
        if name is None:
            return None
        if task.options.get("language", "C") != "C" or name not in DATA_MODELS:
            raise UnsupportedFeatureException(
                f"Concord does not know {task.options.get('language')} with data model {name}"
            )
        return DATA_MODELS[name]

    def determine_result(self, run):
        # The other exit codes agree with the verdict, which is the last line.
        if run.exit_code.value == 3:
            return "ERROR (bad input)"
        if run.exit_code.value == 4:
            return "ERROR (internal error)"
        lines = [line.strip() for line in run.output if line.strip()]
        last = lines[-1] if lines else ""
        verdict = re.fullmatch(r"verdict: (true|false|unknown)(?:\((.*)\))?", last)
        if not verdict:
            return "ERROR (no verdict)"
        word, inside = verdict.groups()
        if word == "true":
            return result.RESULT_TRUE_PROP
        if word == "false":
            return f"{result.RESULT_FALSE_PROP}({inside})"
        if inside and inside.startswith("timeout"):
            return result.RESULT_TIMEOUT
        if inside and inside.startswith(("memory", "out of memory")):
            return "OUT OF MEMORY"
        return result.RESULT_UNKNOWN
