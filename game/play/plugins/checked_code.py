"""Code that is run as it was looked at: modules of a plug-in made of the very bytes whose digest was allowed.

Nothing is read from the disk between the look and the run, no compiled file is taken and none is written; so it does
not matter whether the plug-in lay in a folder or in a zip.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType


class CheckedModule(SourceFileLoader):
    """One module, of these bytes; where it lies is only told."""

    def __init__(self, name: str, place: str, source: bytes) -> None:
        super().__init__(name, place)
        self._source = source

    def get_data(self, path: str | bytes) -> bytes:
        """The bytes that were looked at, whatever lies there now."""
        del path
        return self._source

    def path_stats(self, path: str) -> Mapping[str, object]:
        """No time of the file is known, so that no compiled file is looked for.

        :raises OSError: always.
        """
        raise OSError(f"{path} is not looked at again")


class CheckedCode(MetaPathFinder):
    """The modules of one package.

    :param sources: '/'-separated names below the folder, and their bytes.
    """

    def __init__(self, package: str, folder: Path, sources: Mapping[str, bytes]) -> None:
        self.package = package
        self._modules: dict[str, tuple[Path, bytes]] = {}
        for name, source in sources.items():
            parts = name.removesuffix(".py").split("/")
            parts = parts[:-1] if parts[-1] == "__init__" else parts
            self._modules[".".join((package, *parts))] = folder / name, source

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Of a module of the package; None for all others."""
        del path, target
        if fullname not in self._modules:
            return None
        place, source = self._modules[fullname]
        inner = [str(place.parent)] if place.name == "__init__.py" else None
        loader = CheckedModule(fullname, str(place), source)
        return spec_from_file_location(fullname, place, loader=loader, submodule_search_locations=inner)

    def run(self) -> ModuleType:
        """The package, its code run; nothing of it stays where that fails."""
        self._take_back()
        sys.meta_path.insert(0, self)
        try:
            return import_module(self.package)
        except BaseException:
            self._take_back()
            for name in [n for n in sys.modules if n == self.package or n.startswith(f"{self.package}.")]:
                del sys.modules[name]
            raise

    def _take_back(self) -> None:
        """Find no module of this package any longer."""
        sys.meta_path[:] = [
            finder
            for finder in sys.meta_path
            if not (isinstance(finder, CheckedCode) and finder.package == self.package)
        ]
