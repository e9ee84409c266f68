"""``arxtui serve``: the reader on a real web server at the loopback address, accessible only with the key."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING, NamedTuple

import pytest

from arxtui.cli.program import web_server
from tests.child import Child
from tests.cli.command import COMMAND, environ
from tests.cli.conftest import Call
from tests.terminal.screen import LIMIT, processes_of, wait_until

if TYPE_CHECKING:
    import aiohttp
else:
    aiohttp = pytest.importorskip("aiohttp", reason="the extra 'web' is not installed")
pytest.importorskip("textual_serve", reason="the extra 'web' is not installed")


class Served(NamedTuple):
    """A server: its process, the address that it printed, and the home that it serves."""

    process: Child[str]
    address: str
    home: Path

    @property
    def root(self) -> str:
        """The address without the key."""
        return self.address.rsplit("/", 2)[0]

    @property
    def port(self) -> int:
        return int(self.root.rpartition(":")[2])


@contextmanager
def serving(home: Path) -> Iterator[Served]:
    """Serve a home; on exit, wait until the server and every reader have ended."""
    process = Child(
        [*COMMAND, "serve", "--port", "0"],
        env=environ(home),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            assert process.stdout is not None
            yield Served(process, process.stdout.readline().strip(), home)
        finally:
            process.kill()
            wait_until(lambda: processes_of(str(home)) == [], "the end of every reader")


@pytest.fixture
def served(filled: Path) -> Iterator[Served]:
    """A server of a home with papers, for tests that open the reader."""
    with serving(filled) as started:
        yield started


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server of an empty home, which no test opens the reader on."""
    with serving(tmp_path_factory.mktemp("served")) as started:
        yield started


@asynccontextmanager
async def browser(served: Served) -> AsyncIterator[aiohttp.ClientSession]:
    """Yield a client that has opened the printed address."""
    timeout = aiohttp.ClientTimeout(total=LIMIT)
    async with aiohttp.ClientSession(timeout=timeout) as client:
        async with client.get(served.address) as answer:
            assert answer.status == 200
        yield client


def _websocket(served: Served, size: str = "width=120&height=35") -> str:
    return f"{served.address.replace('http', 'ws')}ws?{size}"


async def shows(websocket: aiohttp.ClientWebSocketResponse, words: bytes) -> None:
    """Wait until the reader has sent ``words``."""
    sent = b""
    while words not in sent:
        message = await websocket.receive(LIMIT)
        assert message.type is aiohttp.WSMsgType.BINARY, message
        sent += message.data


async def until_closed(websocket: aiohttp.ClientWebSocketResponse) -> None:
    """Receive messages until the server closes the connection; the server waits for a client that reads nothing."""
    while (await websocket.receive(LIMIT)).type is aiohttp.WSMsgType.BINARY:
        pass
    assert websocket.closed


async def test_the_reader_opens_in_the_page_opens_pages_in_the_browser_answers_keys_and_is_left(
    served: Served,
) -> None:
    async with browser(served) as client, client.ws_connect(_websocket(served)) as websocket:
        await shows(websocket, b"Bounded Staleness")
        await websocket.send_json(["stdin", "o"])
        while (message := await websocket.receive(LIMIT)).type is not aiohttp.WSMsgType.TEXT:
            assert message.type is aiohttp.WSMsgType.BINARY
        assert message.json() == ["open_url", {"url": "https://arxiv.org/abs/2605.01234", "new_tab": True}]
        await websocket.send_json(["stdin", "?"])
        await shows(websocket, b"the keys used most")
        await websocket.send_json(["stdin", "\x11"])  # Ctrl+Q quits from any screen
        await until_closed(websocket)
    wait_until(lambda: processes_of(str(served.home)) == [served.process.pid], "the end of the reader")


async def test_the_page_loads_nothing_from_elsewhere(server: Served) -> None:
    async with browser(server) as client, client.get(server.address) as answer:
        policy = answer.headers["Content-Security-Policy"]
        assert "https:" not in policy
        assert policy.startswith("default-src 'self'")
        page = await answer.text()
        assert f'"{_websocket(server).partition("?")[0]}"' in page
        assert page.count("keys.focus()") == page.count("</body>") == 1  # so that keys need no click before
        async with client.get(f"{server.address}static/js/textual.js") as script:
            assert script.status == 200


@pytest.mark.parametrize("path", ["/", "/guessed/", "//", "/ws", "/static/js/textual.js"])
async def test_without_the_key_nothing_is_served(server: Served, path: str) -> None:
    async with aiohttp.ClientSession() as client, client.get(f"{server.root}{path}") as answer:
        assert answer.status == 403
        assert await answer.text() == "Open the whole address that 'arxtui serve' printed."


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://example.org"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "{root}0"},
        {"Origin": "{root}.example.org"},
        {"Origin": "null"},
        {"Host": "example.org"},
        {"Host": "127.0.0.1"},
    ],
)
async def test_pages_of_other_sites_get_nothing_even_with_the_key(server: Served, headers: dict[str, str]) -> None:
    headers = {name: value.format(root=server.root) for name, value in headers.items()}
    async with browser(server) as client:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await client.ws_connect(_websocket(server), headers=headers)
        assert refused.value.status == 403
    assert processes_of(str(server.home)) == [server.process.pid], "no reader was started"


async def test_no_cookie_takes_the_key_to_servers_of_other_ports(server: Served) -> None:
    """A browser sends the cookies of a host to all ports of the host."""
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as client:
        for path in ("", "static/js/textual.js"):
            async with client.get(f"{server.address}{path}") as answer:
                assert answer.status == 200
        assert list(client.cookie_jar) == []


_ECHO = """import os, sys
def write(data): os.write(1, b"D" + len(data).to_bytes(4, "big") + data)
print("__GANGLION__", flush=True)
write(f"{os.environ['COLUMNS']}x{os.environ['ROWS']}".encode())
write(sys.stdin.buffer.read(int.from_bytes(sys.stdin.buffer.read(5)[1:], "big")))
"""
"""A program that writes the size of its terminal, then the first message that it receives."""


@pytest.mark.parametrize(
    ("asked", "given"), [((600, 300), (500, 200)), ((500, 200), (500, 200)), ((80, 24), (80, 24)), ((-5, 0), (1, 1))]
)
async def test_a_page_gets_a_terminal_of_a_bounded_size(asked: tuple[int, int], given: tuple[int, int]) -> None:
    from textual_serve.download_manager import DownloadManager

    from arxtui.cli.program.web_server import PageReader

    sent: asyncio.Queue[bytes | str] = asyncio.Queue()

    async def close() -> None:
        """Ignore the end."""

    reader = PageReader(
        f"exec {join([sys.executable, '-c', _ECHO])}",
        write_bytes=sent.put,
        write_str=sent.put,
        close=close,
        download_manager=DownloadManager(),
    )
    await reader.start(*asked)
    assert await sent.get() == b"%dx%d" % given
    await reader.set_terminal_size(*asked)
    assert json.loads(await sent.get()) == {"type": "resize", "width": given[0], "height": given[1]}
    await reader.stop()


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes through /proc")
@pytest.mark.parametrize("number", [signal.SIGCONT, signal.SIGSTOP], ids=["idle", "busy"])
async def test_the_reader_of_a_closed_page_ends_busy_or_not(served: Served, number: signal.Signals) -> None:
    async with browser(served) as client, client.ws_connect(_websocket(served)) as websocket:
        await shows(websocket, b"Bounded Staleness")
        for pid in set(processes_of(str(served.home))) - {served.process.pid}:
            os.kill(pid, number)
    wait_until(lambda: processes_of(str(served.home)) == [served.process.pid], "the end of the reader")


async def test_localhost_leads_to_the_address_that_works(server: Served) -> None:
    async with aiohttp.ClientSession() as client:
        localhost = {"Host": f"localhost:{server.port}"}
        async with client.get(server.address, headers=localhost, allow_redirects=False) as answer:
            assert answer.headers["Location"] == server.address


def test_other_addresses_of_this_machine_are_not_listened_on(server: Served) -> None:
    assert server.root.startswith("http://127.0.0.1:")
    with socket.socket() as other:
        assert other.connect_ex(("127.0.0.2", server.port)) != 0


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes through /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
async def test_readers_end_with_the_server(served: Served, number: signal.Signals) -> None:
    async with browser(served) as client, client.ws_connect(_websocket(served)) as websocket:
        await shows(websocket, b"Bounded Staleness")
        os.kill(served.process.pid, number)
        await until_closed(websocket)
    wait_until(lambda: processes_of(str(served.home)) in ([], [served.process.pid]), "the end of the reader")
    served.process.wait(LIMIT)
    assert served.process.returncode == (-number if number is signal.SIGKILL else 0)
    assert served.process.stdout
    assert served.process.stdout.read() == "", "only the address is printed"


@pytest.mark.usefixtures("home")
def test_a_port_that_is_taken_is_said(call: Call) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = call("serve", "--port", str(port))
    assert said.code == 1
    words = "Address already in use; --port 0 takes a free one"
    assert said.err == f"arxtui: port {port} cannot be used: {words}\n"


@pytest.mark.usefixtures("home")
def test_a_number_that_is_no_port_is_refused(call: Call) -> None:
    said = call("serve", "--port", "65536")
    assert said.code == 2
    assert "must be a port" in said.err


@pytest.mark.usefixtures("home")
def test_without_the_extra_it_says_how_to_get_it(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("serve", "web_server"):
        monkeypatch.delitem(sys.modules, f"arxtui.cli.program.{module}", raising=False)
    monkeypatch.setitem(sys.modules, "textual_serve", None)
    assert call("serve") == (1, "", "arxtui: the reader in a browser needs an extra: pip install 'arxtui[web]'\n")


def test_the_reader_needs_no_terminal_where_textual_draws_elsewhere(filled: Path) -> None:
    env = environ(filled, TEXTUAL_DRIVER="textual.drivers.web_driver:WebDriver", TERM="dumb")
    with Child[bytes](
        COMMAND, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as reader:
        assert reader.stdout is not None
        assert reader.stdout.readline() == b"__GANGLION__\n"
        reader.kill()


def test_the_terminal_of_the_server_is_not_that_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TERM", *web_server._TERMINALS):
        monkeypatch.setenv(name, "that of the server")
    with web_server.bound_socket(0) as listening:
        web_server.WebServer(listening)
    assert (os.environ["TERM"], {*web_server._TERMINALS} & {*os.environ}) == ("xterm-256color", set())
