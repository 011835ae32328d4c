"""``trickloop info``: what is installed, which engine plays and why, and on what machine."""

import json
import os
import platform
from argparse import RawDescriptionHelpFormatter
from importlib import import_module
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version
from pathlib import Path

from trickloop._cli_options import Parser, version

UNKNOWN = "unknown"
FEATURES = ("sse4_2", "popcnt", "avx", "avx2", "bmi1", "bmi2", "avx512f", "avx512bw", "avx512vl", "asimd")
"""Names in /proc/cpuinfo of the instruction sets that a core can make use of."""

_CPUINFO = Path("/proc/cpuinfo")
_EXAMPLES = """\
The exit code is 2 where no engine can play.

example:
  trickloop info --json
"""


def run(words: list[str]) -> int:
    """Print what a report of a problem or of a measurement should say."""
    parser = Parser(
        prog="trickloop info",
        description="Show the version, the engine and the machine.",
        epilog=_EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")
    args = parser.parse_args(words)
    rows = {"trickloop": version(), **engine_rows(), **machine_rows()}
    if args.json:
        print(json.dumps(rows))
    else:
        for label, value in rows.items():
            print(f"{label.replace('_', ' '):<14}{value}")
    return 2 if rows["engine"] == "none" else 0


def engine_rows() -> dict[str, str]:
    """Say which engine plays and why, what it was built with, and which kernel it has for Camicia."""
    core, compiler = _core()
    wish = os.environ.get("TRICKLOOP_ENGINE", "auto")
    why = f"TRICKLOOP_ENGINE={wish}" if "TRICKLOOP_ENGINE" in os.environ else "TRICKLOOP_ENGINE is not set"
    try:
        default = import_module("trickloop._engine").default
    except ImportError as error:
        engine, kernel, why = "none", "none", str(error)
    else:
        engine, kernel = default.name, default.batch.KERNELS[-1]
    return {"engine": engine, "chosen_by": why, "core": core, "compiler": compiler, "kernel": kernel}


def _core() -> tuple[str, str]:
    """Return the state of the core and the compiler it was built with."""
    name = "trickloop._core.orbit"
    try:
        module = import_module(name)
    except ModuleNotFoundError as error:
        is_absent = error.name is not None and name.startswith(error.name)
        return ("not compiled" if is_absent else f"broken: {error}"), UNKNOWN
    except ImportError as error:
        return f"broken: {error}", UNKNOWN
    return "compiled", str(getattr(module, "COMPILER", UNKNOWN))


def machine_rows() -> dict[str, str]:
    """Say on what all this runs."""
    try:
        numpy = installed_version("numpy")
    except PackageNotFoundError:
        numpy = "(not installed)"
    cpu, features = _cpu()
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "numpy": numpy,
        "platform": platform.platform(),
        "cpu": cpu,
        "cpu_features": features,
        "cpus_usable": str(_usable_cpus()),
    }


def _cpu() -> tuple[str, str]:
    """Return the model and those of the features that it has."""
    facts: dict[str, str] = {}
    try:
        for line in _CPUINFO.read_text(errors="replace").splitlines():
            key, _, value = line.partition(":")
            facts.setdefault(key.strip(), value.strip())
    except OSError:
        pass
    model = facts.get("model name") or facts.get("Model") or platform.processor() or UNKNOWN
    flags = facts.get("flags") or facts.get("Features")
    if flags is None:
        return model, UNKNOWN
    return model, " ".join(sorted(set(FEATURES) & set(flags.split()), key=FEATURES.index)) or "none of note"


def _usable_cpus() -> int:
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1
