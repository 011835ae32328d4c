"""The plugin by which coverage sees the lines of Cython, for .pxd files too.

Cython's own finds a .pxd file only when it has met a module that includes it, and then knows no lines but those that
this module has of it. This one reads all that Cython made before it is asked for anything.
"""

from pathlib import Path
from typing import Any

from Cython.Coverage import Plugin

CORE = Path(__file__).resolve().parents[1] / "src" / "trickloop" / "_core"


class Lines(Plugin):  # type: ignore[misc]
    """Cython's plugin, with the lines of each file from all modules."""

    def configure(self, config: Any) -> None:
        """Take what coverage was told to leave out, and read the modules."""
        super().configure(config)
        lines: dict[str, tuple[str, str, dict[int, str]]] = {}
        for module in sorted(CORE.glob("*.c")):
            self._read_source_lines(str(module), "")
            for path, (made, name, code) in self._c_files_map.items():
                lines.setdefault(path, (made, name, {}))[2].update(code)
        self._c_files_map = lines


def coverage_init(registry: Any, options: Any) -> None:
    """Give coverage the plugin."""
    plugin = Lines()
    registry.add_configurer(plugin)
    registry.add_file_tracer(plugin)
