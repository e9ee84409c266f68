"""Tests."""

import pytest

pytest.register_assert_rewrite("tests.export.readers")
