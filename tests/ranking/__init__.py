"""Tests of the user's own ranking."""
