"""The compiled core; everything else about the package is in pyproject.toml.

``TRICKLOOP_BUILD`` says what to build: ``auto`` (the default: the core, or the reference engine alone where
it cannot be compiled), ``core`` (a core that does not compile is an error) or ``pure`` (no core).

``TRICKLOOP_CHECKS`` makes a slow core for tests alone: ``bounds`` (every index of an array is checked, and the C
assertions of Python's own headers hold) or ``lines`` (coverage sees the lines that run, those without the lock of the
interpreter too; for Python 3.11, where tracing by a function in C is what coverage does by itself).
"""

import os
import shlex
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

BUILD = os.environ.get("TRICKLOOP_BUILD", "auto")
if BUILD not in ("auto", "core", "pure"):
    sys.exit(f"TRICKLOOP_BUILD must be 'auto', 'core' or 'pure', got {BUILD!r}")
CHECKS = os.environ.get("TRICKLOOP_CHECKS", "")
if CHECKS not in ("", "bounds", "lines"):
    sys.exit(f"TRICKLOOP_CHECKS must be 'bounds', 'lines' or empty, got {CHECKS!r}")

PACKAGE = "trickloop._core"
CORE = Path("src/trickloop/_core")
# Modules with memoryviews: Cython's code for these, 170 KB, is compiled once for all of them. The others do without
# sharing, as calls of shared functions take 0.1 us longer.
VIEWING = {"batch", "deal", "graph", "rounds"}
DIRECTIVES = {
    "language_level": 3,
    "binding": True,
    "boundscheck": CHECKS == "bounds",
    "cdivision": True,
    # Each game has buffers of its own, and what threads share of it they read: .ci/threads.
    "freethreading_compatible": True,
    "initializedcheck": CHECKS == "bounds",
    "linetrace": CHECKS == "lines",
    "wraparound": False,
}


class BuildCore(build_ext):
    """Build the whole core or none of it, and say which."""

    def finalize_options(self):
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self):
        try:
            super().run()
        except Exception as error:
            if BUILD == "core":
                raise
            # A core with a module missing would be taken for a broken one: leave nothing behind.
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions.clear()
            print(f"trickloop: the core was not built ({error}); installing the reference engine", file=sys.stderr)

    def build_extension(self, extension):
        if self.compiler.compiler_type == "msvc":
            extension.extra_compile_args = ["/O2"]
        elif CHECKS:
            extension.extra_compile_args = ["-O1", "-g", "-UNDEBUG"]
        else:
            # -O3 makes wheels a sixth larger and nothing faster (13 kinds of calls, all within 4 %); -Os is up to
            # 45 % slower. What the caller asks for comes last, so that it counts.
            extension.extra_compile_args = ["-O2", "-g0", *shlex.split(os.environ.get("CFLAGS", ""))]
        super().build_extension(extension)


def core():
    """Translate the core to C; to be called only where it is wanted."""
    names = {path.stem for path in CORE.glob("*.pyx")}
    if CHECKS:
        return translated(names)
    return translated(names - VIEWING) + translated(VIEWING, f"{PACKAGE}._memoryview")


def translated(names, shared=None):
    """Translate some modules, and make the module `shared` of what Cython gives to each of them."""
    traced = {"CYTHON_TRACE": "1", "CYTHON_TRACE_NOGIL": "1", "CYTHON_USE_SYS_MONITORING": "0"}
    macros = [*traced.items()] if CHECKS == "lines" else []
    extensions = [
        Extension(f"{PACKAGE}.{name}", [f"{CORE.as_posix()}/{name}.pyx"], define_macros=macros)
        for name in sorted(names)
    ]
    if shared is not None:
        extensions.append(Extension(shared, [f"{CORE.as_posix()}/{shared.rpartition('.')[2]}.c"]))
    return cythonize(extensions, shared_utility_qualified_name=shared, compiler_directives=DIRECTIVES)


setup(cmdclass={"build_ext": BuildCore}, ext_modules=[] if BUILD == "pure" else core())
