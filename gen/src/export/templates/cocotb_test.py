"""Drives and checks the recorded run of @top@ with cocotb 2: a starting point for your own tests."""

from pathlib import Path

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge, Timer

# Pins in the order of a row of the recording, with their widths in bits.
INPUTS = [
@inputs@
]
OUTPUTS = [
@outputs@
]
RECORDING = Path(__file__).resolve().parents[2] / "tb" / "@top@_tb.hex"


def cycles():
    """Yields the reset, and input and output values by pin, for each cycle."""
    width = sum(width for _, width in INPUTS + OUTPUTS)
    for line in RECORDING.read_text().splitlines():
        if line.startswith("//"):
            continue
        pins, end = line.split("_")
        bits = f"{int(pins, 16):0{width}b}"
        values = {}
        for name, width_of_pin in INPUTS + OUTPUTS:
            values[name], bits = int(bits[:width_of_pin], 2), bits[width_of_pin:]
        inputs, outputs = ({name: values[name] for name, _ in pins} for pins in (INPUTS, OUTPUTS))
        reset, count = divmod(int(end, 16), 0x8000)
        for _ in range(count):
            yield reset, inputs, outputs


@cocotb.test()
async def the_recorded_run(dut):
    dut.reset.value = 1
    for name, _ in INPUTS:
        getattr(dut, name).value = 0
    Clock(dut.clock, 10, unit="ns").start()
    await RisingEdge(dut.clock)
    await Timer(1, unit="ns")
    for cycle, (reset, inputs, outputs) in enumerate(cycles()):
        dut.reset.value = reset
        for name, value in inputs.items():
            getattr(dut, name).value = value
        await FallingEdge(dut.clock)
        for name, expected in outputs.items():
            actual = getattr(dut, name).value
            assert actual == expected, f"cycle {cycle}: {name}: expected {expected:#x}, actual {actual}"
        await RisingEdge(dut.clock)
        await Timer(1, unit="ns")
