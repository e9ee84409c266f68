"""Tests of what is published: the wheel and the sdist, the recipes of package managers, the workflows."""
