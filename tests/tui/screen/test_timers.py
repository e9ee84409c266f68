"""Timers of the screens, on a machine that is held up at the worst moment."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from textual.app import App
from textual.message_pump import MessagePump
from textual.timer import Timer

from arxtui.tui.terminal.timers import call_after
from tests.tui.reader import LIMIT


async def test_a_call_is_made_although_the_machine_was_busy_as_its_timer_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert await is_called(monkeypatch, call_after)


async def test_textual_still_loses_such_a_call(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not await is_called(monkeypatch, MessagePump.set_timer)


async def is_called(monkeypatch: pytest.MonkeyPatch, start: Callable[..., Timer]) -> bool:
    """Start a timer that finds a minute gone at each look at the clock, and return whether it called its function."""
    app: App[None] = App()
    async with app.run_test() as pilot:
        called = asyncio.Event()
        timer = start(app, 0.01, called.set)
        task, held_up = timer._task, iter(range(0, 6000, 60))
        assert task

        def now() -> float:
            return time.monotonic() + (next(held_up) if asyncio.current_task() is task else 0)

        monkeypatch.setattr("textual.timer._time", SimpleNamespace(get_time=now))
        await asyncio.wait_for(task, LIMIT)
        await pilot.pause()
        return called.is_set()
