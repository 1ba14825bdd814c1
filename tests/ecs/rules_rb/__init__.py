"""Tests of Russia Besieged, chapter by chapter."""
