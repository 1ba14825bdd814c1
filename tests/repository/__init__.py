"""Tests of the house itself: its law, its pages, its packages."""
