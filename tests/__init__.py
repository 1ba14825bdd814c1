"""Tests, in folders that mirror the product; kits they share, programs run by hand, and hostile input beside them."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
"""The folder of the checkout."""
TESTS = ROOT / "tests"
