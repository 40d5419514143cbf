"""A copy of the source in which a script plants mistakes.

The copy is target/planted/source and is built beside the other builds in target, so that dependencies are not built
again. What is built of it is not optimised across its parts, so that a change is built in a quarter of the time.
"""

import os
import re
import resource
import signal
import subprocess
import sys
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLANTED = ROOT / "target/planted"
COPY = PLANTED / "source"
# Stands for the compiler where a crate of the copy is compiled.
COMPILER = PLANTED / "compiler"
# What a test program says of a test that fails, when it has ended.
FAILED = re.compile(r"test .* \.\.\. FAILED$")


def stop(message):
    sys.exit(f"{Path(sys.argv[0]).name}: {message}")


def copy_source():
    """Files keep their times unless they changed, so that Cargo builds little anew."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, stdout=subprocess.PIPE, check=True,
    )
    names = {name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file()}
    for name in names:
        write(COPY / name, (ROOT / name).read_bytes())
    for old in [path for path in COPY.rglob("*") if path.is_file()]:
        if str(old.relative_to(COPY)) not in names:
            old.unlink()


def write(path, content):
    if not path.is_file() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def build(package, target):
    """The test program of a package in the copy, and what was printed; no program if it does not compile."""
    write(COMPILER, b'#!/bin/sh\nexec "$@" -C lto=off\n')
    COMPILER.chmod(0o755)
    built = subprocess.run(
        ["cargo", "test", "--locked", "-p", package, *target, "--no-run"], cwd=COPY,
        env=dict(os.environ, CARGO_TARGET_DIR=str(ROOT / "target"), RUSTC_WORKSPACE_WRAPPER=str(COMPILER)),
        text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )
    program = re.search(r"Executable .* \((.*)\)", built.stdout)
    return program[1] if built.returncode == 0 and program else None, built.stdout


def environment(**settings):
    """Failures of planted mistakes are not left among the real ones."""
    return dict(os.environ, CARGO_TARGET_DIR=str(PLANTED), RUST_BACKTRACE="0", **settings)


def run(program, filters, folder, seconds, **settings):
    """Whether the tests passed, and what they printed. A broken program may wait for ever, and fails then."""
    try:
        done = subprocess.run(
            [program, *filters], cwd=COPY / folder,
            env=environment(**settings),
            text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds,
        )
    except subprocess.TimeoutExpired:
        return False, f"no end after {seconds} s"
    return done.returncode == 0, done.stdout


def passes(program, filters, folder, seconds):
    """Whether the tests pass that the filters name. Stops them when one has failed, since the others cannot change that.

    A broken program may compute for ever, or wait; the processor's seconds are what a busy machine does not change.
    """
    # Nobody reads a counterexample, so none is shrunk.
    running = subprocess.Popen(
        [program, *filters], cwd=COPY / folder, env=environment(PROPTEST_MAX_SHRINK_ITERS="0"), text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds)),
    )
    # What the tests have started ends with them.
    timer = threading.Timer(4 * seconds, os.killpg, [running.pid, signal.SIGKILL])
    timer.start()
    try:
        for line in running.stdout:
            if FAILED.match(line):
                return False
        return running.wait() == 0
    finally:
        timer.cancel()
        if running.poll() is None:
            os.killpg(running.pid, signal.SIGKILL)
        running.wait()


def judge(package, folder, seconds, near=()):
    """Whether the tests of a package notice what is planted: "found", "SURVIVES", or "does not compile".

    All of them are asked, each once: first those whose names contain a word of `near`, which are few and likely to
    notice it.
    """
    programs = []
    for target in (["--lib"], ["--test", "all"]):
        program, _ = build(package, target)
        if not program:
            return "does not compile"
        programs.append(program)
    others = [word for name in near for word in ("--skip", name)]
    for filters, limit in [(near, seconds // 4), (others, seconds)] if near else [((), seconds)]:
        if not all(passes(program, filters, folder, limit) for program in programs):
            return "found"
    return "SURVIVES"
