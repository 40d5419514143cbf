"""Runs test_@unit@.py under Icarus: python3 run.py. Needs cocotb 2 and iverilog."""

import sys
from pathlib import Path

from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

here = Path(__file__).resolve().parent
unit = here.parents[1]


def simulated(module):
    """Returns the file that simulates a module: tb has a model of a module that is empty in rtl."""
    model = unit / "tb" / module.name
    return model if model.exists() else module


runner = get_runner("icarus")
runner.build(
    sources=[simulated(module) for module in sorted((unit / "rtl").glob("*.v"))],
    hdl_toplevel="@top@",
    build_args=["-g2005"],
    build_dir=here / "build",
    timescale=("1ns", "1ps"),
)
results = runner.test(hdl_toplevel="@top@", test_module="test_@unit@", test_dir=here, build_dir=here / "build")
tests, failures = get_results(results)
print(f"{'PASS' if tests and not failures else 'FAIL'}: @top@, {tests} tests, {failures} failures")
sys.exit(not tests or failures > 0)
