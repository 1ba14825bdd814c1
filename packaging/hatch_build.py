"""What hatchling is told besides pyproject.toml: the pages in the wheel, and a README that stands alone.

The package's page on an index has no folder around it, so links and pictures of the README cannot be relative there.
Where RASPUTITSA_SOURCE names the page of this very version in public (as ``https://HOST/OWNER/NAME/blob/v1.0``), they
lead there, and the package names it as its source.  Without it pictures are left out and links become plain words:
``rasputitsa docs`` has the pages.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

SOURCE = "RASPUTITSA_SOURCE"
EXAMPLES = "docs/examples"
HERE = "In this folder:\n\n    python -m pip install .\n    python -m game\n"
FROM_INDEX = "Then:\n\n    python -m pip install rasputitsa\n    rasputitsa\n"
LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!\w+:)([^)]*)\)")
EMPTY_ROW = re.compile(r"^\|[ |]*\|\n(\|---\|[-|]*\n)?", re.MULTILINE)


def stand_alone(readme: str, source: str) -> str:
    """The README without anything relative.

    :param source: where the files of this version can be seen; "" for nowhere.
    """

    def place(found: re.Match[str]) -> str:
        picture, text, target = found.groups()
        if source:
            raw = "?raw=true" if picture else ""
            return f"{picture}[{text}]({source}/{target}{raw})"
        return "" if picture else text

    told = LINK.sub(place, readme.replace(HERE, FROM_INDEX))
    if not source:
        told = EMPTY_ROW.sub("", told)
    return re.sub(r"\n{3,}", "\n\n", told)


def pages(root: Path) -> dict[str, str]:
    """The pages and examples, file -> place in the wheel; pictures and atlases stay outside."""
    found = [*(root / "docs").glob("*.md"), root / "CHANGELOG.md"]
    found += (path for path in (root / EXAMPLES).rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    places = {path: path.relative_to(root).as_posix() for path in found}
    return {str(path): f"rasputitsa_data/{'' if '/' in place else 'docs/'}{place}" for path, place in places.items()}


class Metadata(MetadataHookInterface):
    """Readme and addresses."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in what pyproject.toml calls dynamic."""
        source = os.environ.get(SOURCE, "").rstrip("/")
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": stand_alone(text, source)}
        metadata["urls"] = {}
        if source:
            home = source.partition("/blob/")[0]
            guide, changes = f"{source}/docs/playing.md", f"{source}/CHANGELOG.md"
            metadata["urls"] = {"Source": home, "Changelog": changes, "Guide": guide}


class Build(BuildHookInterface[BuilderConfig]):
    """The pages in the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the files; an editable installation reads them where they are."""
        if self.target_name == "wheel" and version != "editable":
            build_data["force_include"].update(pages(Path(self.root)))
