"""Upstream text made safe and readable."""
