"""The plugin by which coverage sees the lines of Cython, for .pxd files too.

Cython's own finds a .pxd file only when it has met a module that includes it, knows then no lines but those that this
module has of it, and may take them for those of the module's own .pxd. This one reads all that Cython made before it is
asked for anything.
"""

import re
from pathlib import Path
from typing import Any

from Cython.Coverage import Plugin

DECLARED = re.compile(r"\s*cp?def\s[^=]*$")
CORE = Path(__file__).resolve().parents[1] / "src" / "trickloop" / "_core"


def is_declared(file: str, line: str) -> bool:
    """Say whether a line of a .pxd file only declares what is defined elsewhere, or what stands in its next lines."""
    return file.endswith(".pxd") and DECLARED.match(line) is not None


class Lines(Plugin):  # type: ignore[misc]
    """Cython's plugin, with the lines of each file from all modules."""

    def configure(self, config: Any) -> None:
        """Take what coverage was told to leave out, and read the modules."""
        super().configure(config)
        self._c_files_map = {}
        self._file_path_map = {}
        for module in sorted(CORE.glob("*.c")):
            for name, code in self._parse_cfile_lines(str(module)).items():
                path = str(CORE / Path(name).name)
                known = self._c_files_map.setdefault(path, (str(module), name, {}))[2]
                known.update({line: text for line, text in code.items() if not is_declared(name, text)})
                self._file_path_map[name] = path


def coverage_init(registry: Any, options: Any) -> None:
    """Give coverage the plugin."""
    plugin = Lines()
    registry.add_configurer(plugin)
    registry.add_file_tracer(plugin)
