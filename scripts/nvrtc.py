#!/usr/bin/env python3
"""Compiles CUDA C files to PTX with NVRTC 11.8, the runtime compiler of the PyPI package nvidia-cuda-nvrtc-cu11.
CUDA's own headers, such as cuda_fp16.h, are those of nvidia-cuda-runtime-cu11.

    scripts/nvrtc.py OUT FILE.cu...    writes OUT/FILE.nvrtc.ptx, under the file's own directories

Files are named relative to the working directory, which is also where their includes are looked for. Leading comment
lines of a file choose how it is compiled:
    // arch: sm_70              the architecture, sm_35 unless said
    // nvrtc: OPTION OPTION     further options
Exit codes: 0 all compiled, 1 a file does not compile, 2 wrong usage, 77 a package is missing or another version.
"""

import ctypes
import importlib.metadata
import importlib.util
import pathlib
import sys

LIBRARY, HEADERS = "nvidia-cuda-nvrtc-cu11", "nvidia-cuda-runtime-cu11"
VERSION = "11.8.89"
# Where scripts/setup installs the packages when Python does not have them already.
OWN_PACKAGES = pathlib.Path(__file__).resolve().parent.parent / "target" / "python"


def missing():
    """What is wrong with the installed packages, or None."""
    for package in (LIBRARY, HEADERS):
        try:
            found = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            return f"{package} is missing, run scripts/setup"
        # Another release makes different PTX of the same source.
        if found != VERSION:
            return f"{package} is {found}, {VERSION} is needed; run scripts/setup"
    return None


def directory_of(module):
    spec = importlib.util.find_spec(module)
    return pathlib.Path(next(iter(spec.submodule_search_locations)))


def load_library():
    directory = directory_of("nvidia.cuda_nvrtc") / "lib"
    # The library finds its builtins by name among those already loaded.
    ctypes.CDLL(str(directory / "libnvrtc-builtins.so.11.8"), ctypes.RTLD_GLOBAL)
    return ctypes.CDLL(str(directory / "libnvrtc.so.11.2"))


def directives(text, name):
    """The words of all leading comment lines `// name: words`."""
    words = []
    for line in text.splitlines():
        if not line.startswith("//"):
            break
        key, colon, value = line[2:].strip().partition(":")
        if colon and key == name:
            words += value.split()
    return words


def options_for(text):
    arch = (directives(text, "arch") or ["sm_35"])[0].replace("sm_", "compute_")
    # Without contraction an expression has one value under every compiler; kernels that want fma say so.
    chosen = directives(text, "nvrtc")
    contraction = [] if any(option.startswith("--fmad") for option in chosen) else ["--fmad=false"]
    headers = f"--include-path={directory_of('nvidia.cuda_runtime') / 'include'}"
    fixed = [f"--gpu-architecture={arch}", "--std=c++14", "--include-path=.", headers]
    return fixed + contraction + chosen


class Compiler:
    def __init__(self, library):
        self.library = library
        library.nvrtcGetErrorString.restype = ctypes.c_char_p

    def must(self, code, what):
        if code != 0:
            raise RuntimeError(f"{what}: {self.library.nvrtcGetErrorString(code).decode()}")

    def text(self, kind, program):
        """The program's `ProgramLog` or `PTX`."""
        size = ctypes.c_size_t()
        self.must(getattr(self.library, f"nvrtcGet{kind}Size")(program, ctypes.byref(size)), kind)
        buffer = ctypes.create_string_buffer(size.value)
        self.must(getattr(self.library, f"nvrtcGet{kind}")(program, buffer), kind)
        return buffer.value.decode()

    def compile(self, name, text):
        """PTX, or None; and the compiler's messages."""
        program = ctypes.c_void_p()
        created = self.library.nvrtcCreateProgram(
            ctypes.byref(program), text.encode(), name.encode(), 0, None, None
        )
        self.must(created, name)
        options = [option.encode() for option in options_for(text)]
        array = (ctypes.c_char_p * len(options))(*options)
        code = self.library.nvrtcCompileProgram(program, len(options), array)
        log = self.text("ProgramLog", program)
        ptx = self.text("PTX", program) if code == 0 else None
        self.library.nvrtcDestroyProgram(ctypes.byref(program))
        return ptx, log


def main(arguments):
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    sys.path.insert(0, str(OWN_PACKAGES))
    reason = missing()
    if reason is not None:
        print(f"skipped: {reason}")
        return 77
    compiler = Compiler(load_library())
    out = pathlib.Path(arguments[0])
    status = 0
    for name in arguments[1:]:
        ptx, log = compiler.compile(name, pathlib.Path(name).read_text())
        if ptx is None:
            print(f"{name} does not compile with NVRTC:\n{log}", file=sys.stderr)
            status = 1
            continue
        if log.strip():
            print(log, file=sys.stderr)
        target = out / pathlib.Path(name).with_suffix(".nvrtc.ptx")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(ptx)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
