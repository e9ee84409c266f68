"""The pace of a service is kept within a process, whatever its file contains."""

from __future__ import annotations

import json
import stat
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import repeat
from pathlib import Path

import pytest

from arxtui.http.errors import Cancelled, HttpError, NoNetwork, RateLimited
from arxtui.http.pacer import INTERVAL, Pacer

HERE = "http://127.0.0.1:8000/"
ARXIV = "https://export.arxiv.org/api/query"


class Refusing(threading.Event):
    """An event that does not wait, and records how long each wait would have been."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[float] = []
        self.answers: Iterator[bool] = repeat(True)

    def wait(self, timeout: float | None = None) -> bool:
        self.asked.append(timeout or 0.0)
        return next(self.answers)


def store(directory: Path, **pace: object) -> Path:
    file = directory / "pace-arxiv.json"
    file.write_text(json.dumps({"ended": time.time(), "pause": 0.0, "reason": "", **pace}))
    return file


def first_wait(directory: Path, url: str, interval: float = 0.0) -> float:
    """Return how many seconds a new process would wait for its turn."""
    stop = Refusing()
    try:
        with Pacer(directory, "arxiv", interval, stop=stop).turn(url):
            return 0.0
    except Cancelled:
        return stop.asked[0]


def test_the_first_turn_is_free_and_the_next_waits_three_seconds(tmp_path: Path) -> None:
    assert INTERVAL == 3.0, "arXiv's terms of use"
    assert first_wait(tmp_path, ARXIV) == 0.0
    assert first_wait(tmp_path, ARXIV) == pytest.approx(INTERVAL, abs=0.5)


def test_a_turn_says_how_long_it_waits_and_when_it_begins(tmp_path: Path) -> None:
    received: list[float] = []
    with Pacer(tmp_path, "arxiv", on_turn=received.append).turn(ARXIV):
        assert received == [0.0]
    with pytest.raises(Cancelled), Pacer(tmp_path, "arxiv", stop=Refusing(), on_turn=received.append).turn(ARXIV):
        pass
    assert received == [0.0, pytest.approx(INTERVAL, abs=0.5)]


def test_three_seconds_cannot_be_lowered_for_a_real_host(tmp_path: Path) -> None:
    store(tmp_path)
    for interval in (0.0, 0.001, 2.9, -5.0):
        assert first_wait(tmp_path, ARXIV, interval) == pytest.approx(INTERVAL, abs=0.5)
    assert first_wait(tmp_path, ARXIV, 4.0) == pytest.approx(4.0, abs=0.5)


@pytest.mark.parametrize("url", [HERE, "http://localhost:1/", "http://[::1]:80/", "https://127.9.9.9/x"])
def test_at_a_loopback_address_there_is_no_pace_unless_requested(tmp_path: Path, url: str) -> None:
    store(tmp_path)
    assert first_wait(tmp_path, url) == 0.0
    store(tmp_path)
    assert first_wait(tmp_path, url, 2.0) == pytest.approx(2.0, abs=0.5)


@pytest.mark.parametrize("url", ["http://127.0.0.1.example.org/", "http://localhost.example.org/", "http://10.0.0.1/"])
def test_a_host_that_only_looks_like_a_loopback_address_is_paced(tmp_path: Path, url: str) -> None:
    store(tmp_path)
    assert first_wait(tmp_path, url) > 2.0


def test_the_pause_after_a_request_counts_from_its_end(tmp_path: Path) -> None:
    pacer = Pacer(tmp_path, "arxiv", 0.2)
    with pacer.turn(HERE):
        time.sleep(0.25)
        ended = time.monotonic()
    with pacer.turn(HERE):
        assert time.monotonic() - ended >= 0.2


def test_a_hold_makes_other_processes_wait_and_says_until_when_and_why(tmp_path: Path) -> None:
    with Pacer(tmp_path, "arxiv").turn(HERE) as turn:
        turn.block(60.0, "429 Too Many Requests")
    received: list[tuple[datetime, str]] = []
    with pytest.raises(Cancelled):  # noqa: SIM117
        with Pacer(tmp_path, "arxiv", stop=Refusing(), on_wait=lambda *words: received.append(words)).turn(HERE):
            raise AssertionError("the hold was not kept")
    ((until, reason),) = received
    assert reason == "429 Too Many Requests"
    assert timedelta(seconds=55) < until - datetime.now(UTC) <= timedelta(seconds=60)


def test_a_hold_of_one_service_does_not_hold_another(tmp_path: Path) -> None:
    with Pacer(tmp_path, "arxiv").turn(HERE) as turn:
        turn.block(60.0, "429")
    with Pacer(tmp_path, "pith", stop=Refusing()).turn(HERE):
        pass


def test_a_hold_longer_than_ten_minutes_is_an_error_at_once(tmp_path: Path) -> None:
    with Pacer(tmp_path, "arxiv").turn(HERE) as turn:
        turn.block(3600.0, "429 Too Many Requests")
    with pytest.raises(RateLimited, match="429") as raised, Pacer(tmp_path, "arxiv", stop=Refusing()).turn(HERE):
        raise AssertionError("the hold was not kept")
    assert raised.value.retry_after == pytest.approx(3600, abs=5)


def test_a_hold_of_ten_minutes_is_waited_for_and_a_longer_one_is_not(tmp_path: Path) -> None:
    for pause, kind in ((600.0, Cancelled), (601.0, RateLimited)):
        store(tmp_path, pause=pause, reason="429")
        with pytest.raises(kind), Pacer(tmp_path, "arxiv", stop=Refusing()).turn(HERE):
            raise AssertionError("the hold was not kept")


def test_a_hold_is_reported_once_however_often_it_is_looked_at_and_lasts_a_day_at_most(tmp_path: Path) -> None:
    with Pacer(tmp_path, "arxiv").turn(HERE) as turn:
        turn.block(1e9, "refused for ever")
    assert json.loads((tmp_path / "pace-arxiv.json").read_text())["pause"] == 86_400.0
    store(tmp_path, pause=500.0, reason="refused")
    stop, result = Refusing(), list[str]()
    stop.answers = iter([False, False, True])
    with (
        pytest.raises(Cancelled),
        Pacer(tmp_path, "arxiv", stop=stop, on_wait=lambda until, why: result.append(why)).turn(HERE),
    ):
        pass
    assert (len(stop.asked), result) == (3, ["refused"])


def test_a_hold_ends(tmp_path: Path) -> None:
    store(tmp_path, ended=time.time() - 61, pause=60.0, reason="429")
    assert first_wait(tmp_path, HERE) == 0.0


def test_a_time_to_come_costs_one_interval_and_no_more(tmp_path: Path) -> None:
    store(tmp_path, ended=time.time() + 1e7)
    assert first_wait(tmp_path, ARXIV) == pytest.approx(INTERVAL, abs=0.5)
    assert json.loads((tmp_path / "pace-arxiv.json").read_bytes())["ended"] <= time.time()


def test_a_hold_survives_a_clock_set_back_at_its_own_length(tmp_path: Path) -> None:
    store(tmp_path, ended=time.time() + 1e7, pause=4.0, reason="429")
    assert first_wait(tmp_path, HERE) == pytest.approx(4.0, abs=0.5)


@pytest.mark.parametrize("pause", [1e9, -3.0, float("inf"), float("nan")])
def test_a_pause_beyond_reason_is_not_believed(tmp_path: Path, pause: float) -> None:
    store(tmp_path, pause=pause, reason="429")
    assert first_wait(tmp_path, HERE) == 0.0


@pytest.mark.parametrize(("expected", "refused"), [({}, 0), ({"refusals": 2}, 2), ({"refusals": -2}, 0)])
def test_a_turn_knows_how_many_were_refused_before_it(
    tmp_path: Path, expected: dict[str, object], refused: int
) -> None:
    store(tmp_path, **expected)
    with Pacer(tmp_path, "arxiv").turn(HERE) as turn:
        assert turn.earlier_refusals == refused


def test_a_turn_that_was_answered_ends_a_row_of_refusals(tmp_path: Path) -> None:
    file = store(tmp_path, refusals=2)
    with Pacer(tmp_path, "arxiv").turn(HERE):
        pass
    assert json.loads(file.read_bytes())["refusals"] == 0


def test_a_turn_that_reached_nobody_leaves_the_row_of_refusals_as_it_was(tmp_path: Path) -> None:
    file = store(tmp_path, refusals=2)
    with pytest.raises(NoNetwork), Pacer(tmp_path, "arxiv").turn(HERE):
        raise NoNetwork("unreachable")
    assert json.loads(file.read_bytes())["refusals"] == 2


def test_a_pause_of_a_day_is_believed(tmp_path: Path) -> None:
    store(tmp_path, pause=86400.0, reason="403")
    with pytest.raises(RateLimited, match="403"), Pacer(tmp_path, "arxiv", stop=Refusing()).turn(HERE):
        raise AssertionError("the hold was not kept")


@pytest.mark.parametrize("content", [b"{", b"\xff\xfe", b"[]", b"null", b'{"ended": "x"}', b'{"ended": {}}'])
def test_a_corrupt_file_counts_as_a_request_when_it_was_written(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "pace-arxiv.json").write_bytes(content)
    assert first_wait(tmp_path, HERE) == 0.0
    (tmp_path / "pace-arxiv.json").write_bytes(content)
    assert first_wait(tmp_path, ARXIV) == pytest.approx(INTERVAL, abs=0.5)


def test_a_turn_that_failed_counts_like_any_other(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="on the way"), Pacer(tmp_path, "arxiv").turn(ARXIV):
        raise ValueError("on the way")
    assert first_wait(tmp_path, ARXIV) > 2.0


def test_a_turn_under_way_keeps_others_out_until_it_ends(tmp_path: Path) -> None:
    order: list[str] = []

    def second() -> None:
        with Pacer(tmp_path, "arxiv").turn(HERE):
            order.append("second")

    with Pacer(tmp_path, "arxiv").turn(HERE):
        waiting = threading.Thread(target=second)
        waiting.start()
        waiting.join(0.1)
        order.append("first")
    waiting.join()
    assert order == ["first", "second"]


def test_waiting_for_another_process_can_be_stopped(tmp_path: Path) -> None:
    with Pacer(tmp_path, "arxiv").turn(HERE):  # noqa: SIM117
        with pytest.raises(Cancelled), Pacer(tmp_path, "arxiv", stop=Refusing()).turn(HERE):
            raise AssertionError("two turns at once")


def test_a_stopped_process_gets_no_turn(tmp_path: Path) -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(Cancelled), Pacer(tmp_path, "arxiv", stop=stop).turn(HERE):
        raise AssertionError("a turn after the stop")


def test_a_state_directory_is_made_for_its_owner_with_those_above_it(tmp_path: Path) -> None:
    state = tmp_path / "home" / "state"
    with Pacer(state, "arxiv").turn(HERE):
        pass
    assert stat.S_IMODE(state.stat().st_mode) == 0o700
    assert first_wait(state, ARXIV) > 2.0


def test_a_state_directory_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file")
    with (
        pytest.raises(HttpError, match="cannot be used to keep the pace"),
        Pacer(tmp_path / "state", "arxiv").turn(HERE),
    ):
        raise AssertionError("no file, no pace")


def beside_wait(directory: Path, url: str) -> float:
    """Return how many seconds a request to another service would wait for this one's pace."""
    stop = Refusing()
    try:
        with Pacer(directory, "arxiv", stop=stop).beside(url):
            return 0.0
    except Cancelled:
        return stop.asked[0]


def test_a_request_beside_keeps_the_interval_and_the_pause_that_it_does_not_wait_for(tmp_path: Path) -> None:
    store(tmp_path, ended=time.time() - 10, pause=5000.0, reason="too many requests", refusals=2)
    assert beside_wait(tmp_path, ARXIV) == 0.0
    kept = json.loads((tmp_path / "pace-arxiv.json").read_text())
    assert (kept["reason"], kept["refusals"], kept["pause"]) == ("too many requests", 2, pytest.approx(4990, abs=5))
    with pytest.raises(RateLimited, match="too many requests"), Pacer(tmp_path, "arxiv").turn(ARXIV):
        pass
    assert beside_wait(tmp_path, ARXIV) == pytest.approx(INTERVAL, abs=0.5), "the request before it was one of arXiv"


def test_a_request_beside_never_runs_during_a_turn(tmp_path: Path) -> None:
    with Pacer(tmp_path, "arxiv").turn(HERE):
        assert beside_wait(tmp_path, HERE) > 0.0
    with Pacer(tmp_path, "arxiv").beside(HERE):
        assert first_wait(tmp_path, HERE) > 0.0
