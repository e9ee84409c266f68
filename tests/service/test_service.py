"""``arxtui service`` on machines with systemd, launchd, cron, or none of them."""

from __future__ import annotations

import plistlib
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.model.ledger import LedgerEntry, Outcome
from arxtui.service import job, preferred_scheduler
from arxtui.service.job import Job, ServiceError, ServiceFiles
from arxtui.service.schedulers import Crontab, Launchd, Systemd
from arxtui.store.cache.database import Cache
from tests.cli.command import COMMAND, environ, run_here
from tests.service.programs import System
from tests.terminal.screen import terminal

Service = Callable[..., subprocess.CompletedProcess[str]]
JOB = Job(("/opt/my python/bin/python", "-P", "-m", "arxtui"), (("ARXTUI_HOME", '/home/ada/50% "$HOME"\\x'),))


class Machine:
    """A machine, and the ``arxtui`` command on it."""

    def __init__(self, root: Path, *names: str) -> None:
        self.system = System(root, *names)
        self.home = root / "arxtui $HOME 100%"

    def service(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return run_here(self.home, "service", *arguments, env=self.system.environ)


@pytest.fixture
def machine(tmp_path: Path) -> Callable[..., Machine]:
    return lambda *names: Machine(tmp_path, *names)


Made = Callable[..., Machine]


def test_a_crontab_gets_one_line_and_gives_it_back(machine: Made) -> None:
    ada = machine("crontab")
    before = b"# m h dom mon dow command\n\xff\xfe MAILTO=ada\r\n0 5 * * 1 tar -zcf /var/backups/home.tgz /home/\n"
    ada.system.crontab = before
    said = ada.service("install", "--yes")
    assert said.returncode == 0, said.stderr
    after = ada.system.crontab
    assert after is not None
    assert after.startswith(before)
    [line] = after.removeprefix(before).decode().splitlines()
    assert line in said.stdout
    assert re.fullmatch(r"[0-5]?\d \* \* \* \* ARXTUI_HOME='.*' .* refresh --quiet # arxtui service", line)
    assert ada.service("install", "--yes").returncode == 0
    assert ada.system.crontab == after
    removed = ada.service("remove", "--yes")
    assert (removed.returncode, removed.stderr) == (0, "removed from cron\n")
    assert removed.stdout == f"the crontab:\n    {line}\n"
    assert ada.system.crontab == before
    assert ada.service("remove", "--yes").stderr == "nothing is installed\n"


def test_the_line_of_a_crontab_runs_in_a_shell(machine: Made) -> None:
    ada = machine("crontab")
    assert ada.service("install", "--yes").returncode == 0
    assert ada.system.crontab is not None
    line = ada.system.crontab.decode().split(" * * * * ", 1)[1].replace("\\%", "%")  # as cron reads it
    done = subprocess.run(["/bin/sh", "-c", line], capture_output=True, text=True, env={"HOME": str(ada.system.home)})
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (ada.home / "state/worker.ndjson").exists()


def test_a_line_that_the_user_commented_out_is_the_users(machine: Made) -> None:
    ada = machine("crontab")
    assert ada.service("install", "--yes").returncode == 0
    assert ada.system.crontab is not None
    commented = b"#" + ada.system.crontab
    ada.system.crontab = commented
    assert "not installed" in ada.service("status").stdout
    assert ada.service("install", "--yes").returncode == 0
    assert ada.system.crontab.startswith(commented)
    assert ada.service("remove", "--yes").returncode == 0
    assert ada.system.crontab == commented


def test_the_next_run_of_a_crontab_is_to_come(machine: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = machine("crontab")
    for name, value in ada.system.environ.items():
        monkeypatch.setenv(name, value)
    for minute in (0, 29, 59):
        ada.system.crontab = f"{minute} * * * * true # arxtui service\n".encode()
        before = datetime.now().astimezone()
        result = Crontab(JOB).next_run()
        expected = set()
        for now in (before, datetime.now().astimezone()):
            hours = (now + timedelta(hours=hour) for hour in range(2))
            at = next(at for hour in hours if (at := hour.replace(minute=minute, second=0)) > now)
            expected.add(f"{at:%a %H:%M}")
        assert result in expected


@pytest.mark.parametrize("when", ["*/10 * * * *", "@reboot"])
def test_a_line_of_the_crontab_without_a_minute_has_no_known_next_run_and_gets_a_minute(
    machine: Made, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    ada = machine("crontab")
    ada.system.crontab = f"{when} true # arxtui service\n".encode()
    for name, value in ada.system.environ.items():
        monkeypatch.setenv(name, value)
    assert Crontab(JOB).next_run() == ""
    assert ada.service("install", "--yes").returncode == 0
    assert ada.system.crontab is not None
    assert re.match(rb"[0-5]?\d \* \* \* \* ", ada.system.crontab)


def test_the_line_does_not_join_a_last_line_without_its_end(machine: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = machine("crontab")
    for name, value in ada.system.environ.items():
        monkeypatch.setenv(name, value)
    before = b"0 5 * * 1 true\n0 6 * * 2 false"
    ada.system.crontab = before
    Crontab(JOB).install()
    assert ada.system.crontab is not None
    first, second, ours = ada.system.crontab.splitlines()
    assert [first, second] == before.splitlines()
    assert ours.endswith(b"# arxtui service")


def test_a_crontab_without_the_line_is_not_written_to_remove_it(machine: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    ada = machine("crontab")
    for name, value in ada.system.environ.items():
        monkeypatch.setenv(name, value)
    ada.system.crontab = b"0 5 * * 1 true\n"
    Crontab(JOB).remove()
    assert ada.system.calls("crontab") == [["-l"]]


def test_the_minute_of_a_new_line_is_any_of_an_hour(machine: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in machine("crontab").system.environ.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(random, "randrange", lambda *bounds: bounds)
    [entry] = Crontab(JOB).planned()
    assert entry.text.startswith("(60,) * * * * ")


def test_a_crontab_with_nothing_else_is_removed_again(machine: Made) -> None:
    ada = machine("crontab")
    assert ada.service("install", "--yes").returncode == 0
    assert ada.service("remove", "--yes").returncode == 0
    assert ada.system.crontab is None


def test_a_last_line_without_an_end_stays_a_line(machine: Made) -> None:
    ada = machine("crontab")
    ada.system.crontab = b"0 5 * * 1 true"
    assert ada.service("install", "--yes").returncode == 0
    assert ada.system.crontab is not None
    assert ada.system.crontab.startswith(b"0 5 * * 1 true\n")


def test_a_crontab_that_cannot_be_read_is_not_written(machine: Made) -> None:
    ada = machine("crontab")
    ada.system.crontab = b"0 5 * * 1 true\n"
    ada.system.refuse("crontab", "You (ada) are not allowed to use this program (crontab)")
    said = ada.service("install", "--yes")
    assert (said.returncode, said.stdout) == (1, "")
    assert said.stderr.startswith("arxtui: 'crontab -l' failed: You (ada) are not allowed")
    assert ada.system.crontab == b"0 5 * * 1 true\n"
    assert ["-"] not in ada.system.calls("crontab")


def test_a_crontab_that_cannot_be_changed_is_reported_and_stays(machine: Made) -> None:
    ada = machine()
    program = ada.system.path / "crontab"
    ours = "5 * * * * true # arxtui service"
    program.write_text(f'#!/bin/sh\n[ "$1" = -l ] && echo "{ours}" && exit\necho "disk full" >&2\nexit 3\n')
    program.chmod(0o755)
    for action in ("install", "remove"):
        said = ada.service(action, "--yes")
        assert (said.returncode, said.stderr) == (1, "arxtui: the crontab was not changed: disk full\n")


def test_the_programs_of_the_system_speak_english_in_any_locale(machine: Made) -> None:
    ada = machine()
    program = ada.system.path / "crontab"
    program.write_text('#!/bin/sh\n[ "$LC_ALL" = C ] && echo "no crontab" >&2 || echo "kein crontab" >&2\nexit 1\n')
    program.chmod(0o755)
    said = run_here(ada.home, "service", "status", env={**ada.system.environ, "LC_ALL": "de_DE.UTF-8"})
    assert (said.returncode, said.stderr) == (0, "")


def test_systemd_gets_a_timer_and_a_service_and_gives_them_back(machine: Made) -> None:
    ada = machine("systemctl", "crontab")
    said = ada.service("install", "--yes")
    assert said.returncode == 0, said.stderr
    units = ["xdg/systemd/user/arxtui-refresh.service", "xdg/systemd/user/arxtui-refresh.timer"]
    assert ada.system.files() == units
    for unit in units:
        text = (ada.system.home / unit).read_text()
        assert all(f"    {line}".rstrip() in said.stdout for line in text.splitlines())
    assert {"OnCalendar=hourly", "Persistent=true"} < set(text.splitlines())  # missed runs are made up for
    assert ada.system.holds("enabled")
    assert ada.system.crontab is None
    assert "enable-linger" in said.stderr
    status = ada.service("status")
    assert status.returncode == 0
    assert status.stdout.startswith(f"installed with systemd: {ada.system.home}/{units[0]}")
    assert "next: Sat 2026-05-16 09:12:31 UTC\n" in status.stdout
    assert "update it" not in status.stdout
    assert ada.service("remove", "--yes").returncode == 0
    assert ada.system.files() == []
    assert not ada.system.holds("enabled")
    assert ada.system.calls("systemctl")[-1] == ["--user", "daemon-reload"]


def test_launchd_gets_an_agent_and_gives_it_back(machine: Made) -> None:
    ada = machine("launchctl")
    for _ in range(2):
        said = ada.service("install", "--with", "launchd", "--yes")
        assert said.returncode == 0, said.stderr
    [file] = ada.system.files()
    held = plistlib.loads((ada.system.home / file).read_bytes())
    assert {name for name, value in held.items() if value is True} == {"RunAtLoad", "LowPriorityIO"}
    assert file == "Library/LaunchAgents/arxtui.refresh.plist"
    assert held["EnvironmentVariables"] == {"ARXTUI_HOME": str(ada.home)}
    assert held["ProgramArguments"] == [sys.executable, "-P", "-m", "arxtui", "refresh", "--quiet"]
    assert ada.system.holds("loaded")
    assert "next: within the hour\n" in ada.service("status").stdout
    assert ada.service("remove", "--yes").returncode == 0
    assert ada.system.files() == []
    assert not ada.system.holds("loaded")


@pytest.mark.skipif(sys.platform == "darwin", reason="launchd is chosen there")
def test_cron_is_chosen_where_systemd_cannot_be_reached(machine: Made) -> None:
    ada = machine("systemctl", "crontab")
    ada.system.refuse("systemctl", "Failed to connect to bus: No medium found")
    assert "installed with cron" in ada.service("install", "--yes").stderr


@pytest.mark.parametrize(
    ("platform", "there", "chosen"),
    [
        ("linux", ("systemctl", "launchctl", "crontab"), "systemd"),
        ("linux", ("launchctl", "crontab"), "cron"),
        ("darwin", ("systemctl", "launchctl", "crontab"), "launchd"),
        ("darwin", ("systemctl", "crontab"), "cron"),
    ],
)
def test_each_platform_has_its_own_choice_and_cron_after_it(
    machine: Made, monkeypatch: pytest.MonkeyPatch, platform: str, there: tuple[str, ...], chosen: str
) -> None:
    monkeypatch.setenv("PATH", str(machine(*there).system.path))
    monkeypatch.setattr(sys, "platform", platform)
    assert preferred_scheduler(JOB).name == chosen


def test_where_there_is_nothing_the_way_out_is_named(machine: Made) -> None:
    said = machine().service("install", "--yes")
    assert (said.returncode, said.stdout) == (1, "")
    assert said.stderr.endswith("'arxtui refresh --watch' refreshes while it runs\n")


@pytest.mark.parametrize("name", ["systemd", "launchd", "cron"])
def test_a_missing_scheduler_cannot_be_chosen(machine: Made, name: str) -> None:
    ada = machine()
    said = ada.service("install", "--with", name, "--yes")
    assert (said.returncode, said.stderr) == (1, f"arxtui: {name} is not available on this system\n")
    assert ada.system.files() == []


def test_nothing_is_written_unasked(machine: Made) -> None:
    ada = machine("crontab")
    said = ada.service("install")
    assert said.returncode == 1
    assert "refresh --quiet # arxtui service" in said.stdout
    assert said.stderr.endswith("there is no terminal to confirm at; --yes skips the question\n")
    assert ada.system.crontab is None


def test_nothing_is_removed_unasked(machine: Made) -> None:
    ada = machine("crontab")
    assert ada.service("install", "--yes").returncode == 0
    installed = ada.system.crontab
    said = ada.service("remove")
    assert said.returncode == 1
    assert said.stderr.endswith("there is no terminal to confirm at; --yes skips the question\n")
    assert ada.system.crontab == installed is not None


@pytest.mark.parametrize(("answer", "code"), [("y", 0), ("YES", 0), ("n", 1), ("", 1)])
def test_at_a_terminal_the_user_confirms(machine: Made, answer: str, code: int) -> None:
    ada = machine("crontab")
    with terminal([*COMMAND, "service", "install"], environ(ada.home, **ada.system.environ), columns=200) as screen:
        screen.until(lambda: "[y/N]" in screen.text)
        screen.send(f"{answer}\r")
        assert screen.ended() == code
    assert (ada.system.crontab is not None) == (code == 0)


@pytest.mark.parametrize(("program", "state"), [("systemctl", "enabled"), ("launchctl", "loaded")])
def test_a_schedule_that_was_stopped_has_no_next_run(machine: Made, program: str, state: str) -> None:
    ada = machine(program)
    name = "systemd" if program == "systemctl" else "launchd"
    assert ada.service("install", "--with", name, "--yes").returncode == 0
    ada.system.stop(state)
    assert "next: unknown; it does not seem to be running\n" in ada.service("status").stdout


def test_the_rest_of_a_partly_deleted_service_is_removed(machine: Made) -> None:
    ada = machine("systemctl")
    assert ada.service("install", "--yes").returncode == 0
    (ada.system.home / ada.system.files()[0]).unlink()
    said = ada.service("remove", "--yes")
    assert (said.returncode, ada.system.files()) == (0, []), said.stderr


def test_two_do_not_refresh_beside_each_other(machine: Made) -> None:
    ada = machine("systemctl", "crontab")
    assert ada.service("install", "--with", "cron", "--yes").returncode == 0
    said = ada.service("install", "--with", "systemd", "--yes")
    assert said.returncode == 1
    assert "first remove it: 'arxtui service remove --with cron'" in said.stderr
    assert ada.system.files() == []


def test_an_empty_variable_names_no_directory(machine: Made) -> None:
    ada = machine("systemctl")
    environ = {**ada.system.environ, "XDG_CONFIG_HOME": ""}
    said = run_here(ada.home, "service", "install", "--yes", env=environ)
    units = [f".config/systemd/user/arxtui-refresh.{kind}" for kind in ("service", "timer")]
    assert (said.returncode, ada.system.files()) == (0, units), said.stderr


def test_files_of_somebody_else_are_left_alone(machine: Made) -> None:
    ada = machine("systemctl")
    file = ada.system.home / "xdg/systemd/user/arxtui-refresh.timer"
    file.parent.mkdir(parents=True)
    file.write_text("[Timer]\nOnCalendar=daily\n")
    for action in ("install", "remove"):
        said = ada.service(action, "--yes")
        assert (said.returncode, said.stderr.count("it is left as it is")) == (1, 1)
    assert ada.system.files() == ["xdg/systemd/user/arxtui-refresh.timer"]
    assert file.read_text() == "[Timer]\nOnCalendar=daily\n"


def test_a_file_that_cannot_be_read_is_not_taken_for_none(machine: Made) -> None:
    ada = machine("systemctl")
    (ada.system.home / "xdg/systemd/user/arxtui-refresh.timer").mkdir(parents=True)
    for action in ("install", "remove", "status"):
        said = ada.service(action, *(["--yes"] if action != "status" else []))
        assert (said.returncode, "arxtui-refresh.timer cannot be read: Is a directory" in said.stderr) == (1, True)


def test_a_file_that_cannot_be_written_or_removed_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    files = ServiceFiles({tmp_path / "file" / "unit": "text"})
    with pytest.raises(ServiceError, match=r"unit cannot be written: (Not a directory|File exists)"):
        files.write()
    with pytest.raises(ServiceError, match="unit cannot be removed: Not a directory"):
        files.remove()


def test_a_program_that_cannot_be_run_or_does_not_answer_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ServiceError, match=r"\Ano-such-program cannot be run: No such file or directory\Z"):
        job.run("no-such-program", "install")
    monkeypatch.setattr(job, "_TIMEOUT", 0.01)
    with pytest.raises(ServiceError, match=r"\Asleep did not answer within 0.01 seconds\Z"):
        job.run("sleep", "9")


def test_a_system_that_refuses_is_quoted(machine: Made) -> None:
    ada = machine("launchctl")
    ada.system.refuse("launchctl", "Bootstrap failed: 125: Domain does not support specified action")
    said = ada.service("install", "--with", "launchd", "--yes")
    assert said.returncode == 1
    assert "Bootstrap failed: 125: Domain does not support specified action" in said.stderr
    assert ada.service("remove", "--yes").returncode == 0
    assert ada.system.files() == []


@pytest.mark.parametrize(("program", "call"), [("crontab", "crontab -l"), ("launchctl", "launchctl bootstrap")])
def test_a_system_that_refuses_without_a_word_is_quoted_by_its_exit_status(
    machine: Made, program: str, call: str
) -> None:
    ada = machine(program)
    ada.system.refuse(program, "")
    said = ada.service("install", "--with", "cron" if program == "crontab" else "launchd", "--yes")
    assert said.returncode == 1
    assert re.fullmatch(f"arxtui: '{call}.*' failed: it ended with 1\n", said.stderr)


def test_the_status_shows_the_installed_scheduler_and_the_result_of_the_last_refresh(machine: Made) -> None:
    ada = machine("crontab")
    status = ada.service("status")
    assert (status.returncode, status.stdout) == (
        0,
        "not installed; 'arxtui service install' schedules automatic refreshes\n",
    )
    assert ada.service("install", "--yes").returncode == 0
    assert run_here(ada.home, "refresh").returncode == 0
    lines = ada.service("status").stdout.splitlines()
    assert lines[0] == "installed with cron: the crontab"
    assert re.fullmatch(r"next: \w{3} \d\d:\d\d", lines[1])
    assert re.fullmatch(r"last refresh: \d{4}-\d\d-\d\d \d\d:\d\d, all sources answered", lines[2])


def test_a_next_try_that_is_past_is_not_reported_as_one_to_come(machine: Made) -> None:
    ada = machine("crontab")
    now = datetime.now(UTC)
    dues = {now - timedelta(minutes=5): "with the next refresh", now + timedelta(days=1): r"\d{4}-.*:\d\d"}
    for due, words in dues.items():
        with Cache.open(Paths.under(ada.home).cache_db) as cache:
            cache.ledger.put(LedgerEntry("arxiv.feed", "cs.DC", now, Outcome.FAILED, due, reason="HTTP 503"))
        last = ada.service("status").stdout.splitlines()[-1]
        assert re.fullmatch(f"arXiv: never answered; HTTP 503, next try {words}", last)


def test_a_crontab_line_of_an_older_version_is_renewed(machine: Made) -> None:
    ada = machine("crontab")
    ada.system.crontab = b"7 * * * * /gone/python -m arxtui refresh # arxtui service\n"
    assert "install it again to update it" in ada.service("status").stdout
    assert ada.service("install", "--yes").returncode == 0
    assert ada.system.crontab is not None
    assert ada.system.crontab.startswith(b"7 * * * * ARXTUI_HOME=")
    assert ada.system.crontab.count(b"\n") == 1


def test_without_a_home_of_its_own_the_places_of_the_platform_are_named() -> None:
    job = Job.refresh(None, {"XDG_DATA_HOME": "/data", "XDG_CACHE_HOME": "", "PATH": "/bin"})
    assert job.environ == (("XDG_DATA_HOME", "/data"),)
    named = {f"XDG_{name}_HOME": f"/{name}" for name in ("CONFIG", "CACHE", "DATA", "STATE")}
    assert Job.refresh(None, named).environ == tuple(named.items())
    assert Job.refresh(Path("/home"), named).environ == (("ARXTUI_HOME", "/home"),)


def test_a_path_that_no_scheduler_can_run_is_refused() -> None:
    with pytest.raises(ServiceError, match="control characters"):
        Job.refresh(Path("/home/ada\n0 0 * * * rm"))
    with pytest.raises(ServiceError, match="control characters"):
        Job.refresh(None, {"XDG_STATE_HOME": "/home/ada\x1b"})


def test_every_word_reaches_the_program_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    service, _ = Systemd(Job((*JOB.command, "$HOME"), JOB.environ)).planned()
    assert 'Environment="ARXTUI_HOME=/home/ada/50%% \\"$HOME\\"\\\\x"' in service.text
    assert 'ExecStart="/opt/my python/bin/python" "-P" "-m" "arxtui" "$$HOME"' in service.text
    [plist] = Launchd(JOB).planned()
    held = plistlib.loads(plist.text.encode())
    assert (held["ProgramArguments"], held["EnvironmentVariables"]) == (list(JOB.command), dict(JOB.environ))
    monkeypatch.setenv("PATH", str(tmp_path))
    [line] = Crontab(JOB).planned()
    assert "ARXTUI_HOME='/home/ada/50\\% \"$HOME\"\\x' '/opt/my python/bin/python' -P -m arxtui #" in line.text


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd-analyze")
def test_systemd_finds_no_fault_with_the_units(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    program = tmp_path / "my 100% $python"
    program.symlink_to(sys.executable)
    files = []
    for place, text in Systemd(Job((str(program), *JOB.command[1:]), JOB.environ)).planned():
        Path(place).parent.mkdir(parents=True, exist_ok=True)
        Path(place).write_text(text)
        files.append(place)
    done = subprocess.run(
        ["systemd-analyze", "--user", "verify", *files],
        capture_output=True,
        text=True,
        env={"HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)},
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
