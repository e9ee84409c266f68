"""Settings of the test process and fixtures for all tests."""

from __future__ import annotations

import gc
import os
import shutil
import socket
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import pytest
from hypothesis import HealthCheck, settings

from arxtui.config.paths import Paths
from arxtui.store.cache.database import Cache
from arxtui.store.library.creation import create_library
from tests.fork_server import ForkServer
from tests.samples import sample

# Hypothesis counts examples and sets no deadline: a busy machine must not fail a test.
settings.register_profile(
    "arxtui", deadline=None, max_examples=sample(30, 200), suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("arxtui")

# Tests start the program several thousand times. With cached bytecode, a start takes two thirds of the time.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Users have no such variable either: unbuffered output would hide a message that is kept back while the program waits.
os.environ.pop("PYTHONUNBUFFERED", None)

# With Python's default thresholds, garbage collection takes a quarter of the test time. It is enabled again after
# collection, with higher thresholds.
gc.disable()

# Days are shown in the local time zone. The zone of the machine must not decide a test.
os.environ["TZ"] = "UTC"
time.tzset()

# A request that a test did not direct to a loopback server must not leave this machine: every other address goes to a
# proxy that refuses connections.
os.environ.update(dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), "http://127.0.0.1:1"))

# No certificate authorities are trusted: loading those of the machine takes 35 ms in every process that fetches
# something.
os.environ.pop("SSL_CERT_FILE", None)
os.environ["SSL_CERT_DIR"] = os.devnull

# The developer's browser is never opened.
os.environ.pop("BROWSER", None)

_MEMORY, _ENOUGH = "/dev/shm", 1 << 30


def _is_room_in_memory() -> bool:
    """Return whether ``/dev/shm`` is writable, allows programs to be run and has at least 1 GiB free."""
    try:
        is_usable = os.access(_MEMORY, os.W_OK) and not os.statvfs(_MEMORY).f_flag & os.ST_NOEXEC
        return is_usable and shutil.disk_usage(_MEMORY).free > _ENOUGH
    except OSError:
        return False


# Every user action waits for the disk. The tests kill processes, never the machine, so a file system in memory shows
# the same behaviour as a disk, and the tests take half the time there. TMPDIR overrides the folder.
if "TMPDIR" not in os.environ and _is_room_in_memory():
    os.environ["TMPDIR"] = tempfile.tempdir = _MEMORY


def pytest_collection(session: pytest.Session) -> None:
    """Import another share of the test modules first in each of several processes. Otherwise, each would compile
    all modules of a new checkout."""
    worker: Mapping[str, Any] | None = getattr(session.config, "workerinput", None)
    if worker is None:
        return
    root = session.config.rootpath
    files = sorted({file for folder in session.config.args for file in (root / folder).rglob("test_*.py")})
    for file in files[int(worker["workerid"].removeprefix("gw")) :: worker["workercount"]]:
        # Collection imports a module again that fails or is skipped, and reports it.
        with suppress(Exception, pytest.skip.Exception):
            import_module(".".join(file.relative_to(root).with_suffix("").parts))


def pytest_collection_finish() -> None:
    """Exclude the collected tests and imported modules from garbage collection, and enable it again."""
    gc.freeze()
    gc.set_threshold(50_000, 10, 10)
    gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Run two processes on each core: a third of the test time is spent waiting for a server, a process or a clock."""
    return 2 * (os.cpu_count() or 1)


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of captured responses and real metadata; skip the test if it is absent."""
    root = Path(__file__).resolve().parents[1]
    folder = Path(os.environ.get("ARXTUI_SHARED") or root.parent / "shared")
    if (folder / "data").is_dir():
        return folder
    pytest.skip("the captured answers are not here; name their folder in ARXTUI_SHARED")


def _skip_test() -> NoReturn:
    pytest.skip("this machine has no pseudo-terminals")


@pytest.fixture(scope="session", autouse=True)
def pseudo_terminals() -> Iterator[None]:
    """Skip each test that opens a pseudo-terminal, by whatever library, where the machine has none."""
    with pytest.MonkeyPatch.context() as patch:
        try:
            for descriptor in os.openpty():
                os.close(descriptor)
        except OSError:
            patch.setattr(os, "openpty", _skip_test)
        yield


@pytest.fixture(scope="session")
def localhost() -> str:
    """Return the name of this machine's loopback address; skip the test if the name service does not know it."""
    try:
        socket.getaddrinfo("localhost", None)
    except OSError:
        pytest.skip("the name service does not know localhost")
    return "localhost"


@pytest.fixture(scope="session")
def fork_server() -> Iterator[ForkServer]:
    """The process whose forks run the program."""
    from tests.forked import program

    with program() as started:
        yield started


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    """Return the paths of an empty home in the test's temporary folder."""
    made = Paths.under(tmp_path / "home")
    made.make()
    return made


@pytest.fixture(scope="session")
def new_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of an empty cache, to be copied."""
    cache_db = tmp_path_factory.mktemp("new") / "cache.db"
    Cache.open(cache_db).close()
    return cache_db


@pytest.fixture(scope="session")
def new_library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of an empty library, to be copied: most tests take less time than its creation."""
    library_db = tmp_path_factory.mktemp("new") / "library.db"
    create_library(library_db)
    return library_db
