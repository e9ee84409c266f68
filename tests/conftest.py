"""What every test may ask for."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from arxtui.config.paths import Paths

# Examples are counted, not timed: a busy machine must not fail a test.
settings.register_profile("arxtui", deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("arxtui")

# The program is started some thousand times: compiled at the first start, not at each, it takes two thirds of the time.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Looked for as often as Python does, and in all that is there, garbage takes a quarter of the time.
gc.disable()

# Days are shown in the zone of the machine, which decides no test.
os.environ["TZ"] = "UTC"
time.tzset()

# What a test forgot to point at this machine reaches nobody: only the loopback address is asked without a proxy.
os.environ.update(dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), "http://127.0.0.1:1"))

# Nor is any authority trusted: reading those of the machine takes each program that fetches something 35 ms.
os.environ.pop("SSL_CERT_FILE", None)
os.environ["SSL_CERT_DIR"] = os.devnull

# The developer's own browser is never opened.
os.environ.pop("BROWSER", None)

_MEMORY, _ENOUGH = "/dev/shm", 1 << 30


def _is_room_in_memory() -> bool:
    """Whether files can be kept in memory, and programs be run from there."""
    try:
        is_usable = os.access(_MEMORY, os.W_OK) and not os.statvfs(_MEMORY).f_flag & os.ST_NOEXEC
        return is_usable and shutil.disk_usage(_MEMORY).free > _ENOUGH
    except OSError:
        return False


# Each act of the user waits for the disk. What a test kills is a process and never the machine, so that nothing is
# noticed on a disk that is not in memory too, where the same tests take half the time. TMPDIR names another place.
if "TMPDIR" not in os.environ and _is_room_in_memory():
    os.environ["TMPDIR"] = tempfile.tempdir = _MEMORY


def pytest_collection_finish() -> None:
    """What the tests themselves are made of is never garbage."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 10, 10)
    gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Three processes for two cores: a third of the time a test waits, for a server, another process or a clock."""
    return max(2, (os.cpu_count() or 1) * 3 // 2)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of captured answers and real metadata; tests that need it are skipped where it is absent."""
    root = Path(__file__).resolve().parents[1]
    folder = Path(os.environ.get("ARXTUI_SHARED") or root.parent / "shared")
    if (folder / "data").is_dir():
        return folder
    pytest.skip("the captured answers are not here; name their folder in ARXTUI_SHARED")


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    """A fresh home of its own."""
    made = Paths.under(tmp_path / "home")
    made.make()
    return made
