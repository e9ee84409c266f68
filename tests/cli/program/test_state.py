"""``arxtui stats``, ``paths`` and ``doctor``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arxtui.cli.program import doctor
from arxtui.config.settings import parse
from arxtui.demo.messages import Reply, Request
from arxtui.demo.server import Server
from tests.cli.command import PAPERS, arxtui, objects, write_papers
from tests.cli.conftest import Call


@pytest.mark.usefixtures("filled")
def test_stats_count_papers_reviews_marks_and_categories(call: Call) -> None:
    call("mark", "2605.01234", "--unread", "--star")
    said = call("stats")
    assert (said.code, said.err) == (0, "")
    counted = {
        name.strip(): int(count.replace(",", ""))
        for name, count in (line.rsplit(None, 1) for line in said.out.splitlines())
    }
    assert (counted["papers"], counted["reviews"], counted["unread"], counted["starred"]) == (4, 1, 1, 1)
    assert counted["cs.DC"] == 2
    assert json.loads(call("stats", "--json").out)["papers"] == 4


def test_stats_of_a_deleted_cache_know_no_state_of_the_index(call: Call, filled: Path) -> None:
    for file in (filled / "cache").glob("cache.db*"):
        file.unlink()
    assert json.loads(call("stats", "--json").out)["index_behind"] is None
    assert "index behind                            unknown\n" in call("stats").out


def test_paths_are_named_and_not_made(call: Call, home: Path) -> None:
    assert json.loads(call("paths", "--json").out) == {
        "config_file": f"{home}/config/config.toml",
        "cache_db": f"{home}/cache/cache.db",
        "index": f"{home}/cache/index",
        "library_db": f"{home}/data/library.db",
        "log_file": f"{home}/state/arxtui.log",
    }
    assert call("paths").out.splitlines()[0] == f"config_file {home}/config/config.toml"
    assert not home.exists()


def _parts(said: str) -> dict[str, str]:
    return {check["part"]: check["state"] for check in objects(said)}


@pytest.mark.usefixtures("filled")
def test_the_doctor_finds_a_sound_home_sound(call: Call) -> None:
    call("subscribe", "cs.DC")
    said = call("doctor", "--offline", "--json")
    assert said.code == 0
    sound = dict.fromkeys(("config", "cache", "library", "index", "figures"), "ok")
    assert _parts(said.out) == {**sound, "terminal": "warning", "records": "unchecked"}
    assert call("doctor", "--offline").out.startswith("ok     config ")


@pytest.mark.usefixtures("filled")
def test_the_doctor_says_last_that_records_are_not_read_unless_everything_is(call: Call) -> None:
    assert call("doctor", "--offline").out.endswith("-      records            not read: arxtui doctor --full\n")
    full = call("doctor", "--offline", "--full")
    assert (full.code, "records" in full.out) == (0, False)


def test_the_doctor_reports_faulty_settings_and_a_damaged_cache(call: Call, filled: Path) -> None:
    (filled / "config/config.toml").write_text("[ui]\ntheme = 1\n")
    (filled / "cache/cache.db").write_bytes(b"not a database" * 1000)
    said = call("doctor", "--json")
    assert said.code == 1
    assert _parts(said.out)["config"] == "fault"
    assert _parts(said.out)["cache"] == "fault"
    assert _parts(said.out)["library"] == "ok"
    config, cache, _, index, *_ = objects(said.out)
    assert "line 2" in config["words"]
    assert cache["words"].endswith("saves what can be read of it; it holds none of your data and can be deleted.")
    assert index["words"] == "cannot be compared with the cache, which cannot be read"


def _scribble(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[-len(content) // 3 :] = b"\xff" * (len(content) // 3)
    file.write_bytes(content)


def _make_many(home: Path, call: Call) -> None:
    """Import so many papers that some of their pages in the cache remain undamaged."""
    papers = [{**PAPERS[1], "id": f"2604.{number:05}", "title": f"Paper {number}"} for number in range(1, 400)]
    assert call("import", str(write_papers(home / "many.jsonl", papers))).code == 0


@pytest.mark.parametrize("mode", [0o755, 0o750, 0o705, 0o710, 0o701])
def test_the_doctor_says_that_others_can_read_the_library_and_mends_it(call: Call, filled: Path, mode: int) -> None:
    for folder in ("data", "state"):
        (filled / folder).chmod(mode)
    said = call("doctor", "--offline")
    words = f"other users can read {filled / 'data'} and {filled / 'state'}, your library included"
    assert (said.code, words in said.out) == (0, True)
    mended = call("doctor", "--repair")
    assert mended.code == 0
    assert f"{filled / 'data'} is private now" in mended.out
    assert [(filled / folder).stat().st_mode & 0o777 for folder in ("data", "state")] == [0o700, 0o700]
    assert "other users" not in call("doctor", "--offline").out


def test_the_doctor_sums_up_the_damage_of_a_cache_and_names_the_repair(call: Call, filled: Path) -> None:
    _make_many(filled, call)
    _scribble(filled / "cache/cache.db")
    cache = objects(call("doctor", "--offline", "--json").out)[1]
    assert cache["state"] == "fault"
    assert "damaged (" in cache["words"]
    assert len(cache["words"]) < 300
    assert cache["words"].endswith("'arxtui doctor --repair' repairs it")


def test_the_doctor_mends_cache_and_index_and_the_marks_survive(call: Call, filled: Path) -> None:
    call("subscribe", "cs.DC")
    _make_many(filled, call)
    call("mark", "2605.01234", "--star", "--tag", "thesis")
    call("note", "2605.01111", "look again")
    library = (filled / "data/library.db").read_bytes()
    _scribble(filled / "cache/cache.db")
    next((filled / "cache/index").rglob("*.idx")).write_bytes(b"garbage")
    said = call("doctor", "--repair")
    assert said.code == 0, said
    before, done, after = (
        [line for line in said.out.splitlines() if line.startswith(mark)] for mark in ("FAULT", "done", "ok")
    )
    assert [line.split()[1] for line in before] == ["cache"]
    assert "cache.db.damaged-" in done[0]
    assert done[-1].endswith(" papers")
    assert {"cache", "index", "library"} <= {line.split()[1] for line in after[-4:]}
    assert (filled / "data/library.db").read_bytes() == library
    assert _ids(call, "is:starred") == _ids(call, "tag:thesis") == ["2605.01234v2"]
    assert _ids(call, "note:again") == ["2605.01111"]
    assert call("doctor", "--repair").out.count("there was nothing to repair") == 1


def _ids(call: Call, query: str) -> list[str]:
    return [line.lstrip("● ").split()[0] for line in call("list", query).out.splitlines()]


def test_for_a_damaged_library_the_way_to_restore_it_is_named(call: Call, filled: Path) -> None:
    call("mark", "2605.01234", "--star")
    library = filled / "data/library.db"
    _scribble(library)
    damaged = library.read_bytes()
    said = call("doctor", "--repair", "--json")
    assert said.code == 1
    output = [check["words"] for check in objects(said.out) if check["part"] == "library"]
    assert len(output) == 2
    assert all("There is no backup of it here" in words for words in output)
    assert library.read_bytes() == damaged
    backup = library.with_name("library.db.v1.bak")
    backup.write_bytes(b"the copy made before an update")
    assert f"copy {backup.name} to library.db" in objects(call("doctor", "--offline", "--json").out)[2]["words"]


def test_the_doctor_requests_each_address_once(call: Call, filled: Path) -> None:
    statuses = {
        "/api": 200,
        "/rss": 404,
        "/oai": 405,
        "/dois": 404,
        "/html": 404,
        "/ar5iv": 404,
        "/list": 200,
        "/pith": 404,
        "/mcp": 503,  # the service would not be requested again after this status
    }

    def answer(request: Request) -> Reply:
        status = next((each for path, each in statuses.items() if request.path.startswith(path)), 500)
        return Reply(status, b"words")

    with Server(answer) as upstream:
        url = upstream.url
        (filled / "config/config.toml").write_text(
            f'[arxiv]\ncategories = ["cs.DC"]\napi_url = "{url}/api"\nfeed_url = "{url}/rss"\noai_url = "{url}/oai"\n'
            f'datacite_url = "{url}/dois"\n'
            f'html_url = "{url}/html"\nar5iv_url = "{url}/ar5iv"\nlisting_url = "{url}/list"\n'
            f'[pith]\nlisting_url = "{url}/pith/{{category}}"\nmcp_url = "{url}/mcp"\nrecord_url = ""\npaper_url = ""\n'
        )
        said = call("doctor", "--json")
        assert said.code == 1
        found = _parts(said.out)
        assert {part: found[part] for part in list(found)[6:]} == {
            "arxiv.api_url": "ok",
            "arxiv.feed_url": "fault",
            "arxiv.oai_url": "ok",
            "arxiv.datacite_url": "ok",
            "arxiv.html_url": "ok",
            "arxiv.ar5iv_url": "ok",
            "arxiv.listing_url": "ok",
            "pith.listing_url": "fault",
            "pith.mcp_url": "fault",
            "records": "unchecked",
        }
        asked = [hit.path.split("/")[1].split("?")[0] for hit in upstream.log]
        assert asked == ["api", "rss", "oai", "dois", "html", "ar5iv", "list", "pith", "mcp"]


@pytest.mark.parametrize(
    ("status", "state"),
    [(200, "ok"), (400, "ok"), (404, "ok"), *((each, "fault") for each in (403, 406, 429, 500, 503))],
)
def test_an_address_that_is_only_a_prefix_may_answer_anything_but_a_refusal(
    call: Call, filled: Path, status: int, state: str
) -> None:
    with Server(lambda request: Reply(status, b"words")) as upstream:
        others = "".join(f'{name}_url = ""\n' for name in ("api", "feed", "oai", "datacite", "ar5iv", "listing"))
        (filled / "config/config.toml").write_text(
            f'[arxiv]\nhtml_url = "{upstream.url}"\n{others}'
            f'[pith]\nreviews = false\nlisting_url = ""\nmcp_url = "{upstream.url}"\nrecord_url = ""\n'
        )
        found = _parts(call("doctor", "--json").out)
    asked = {part: found[part] for part in found if part.endswith("_url")}
    assert asked == {"arxiv.html_url": state}, "without reviews the addresses of reviews are not asked"


def test_addresses_of_lists_must_answer_with_a_list_and_others_only_answer() -> None:
    settings = parse(
        '[arxiv]\ncategories = ["hep-th", "cs.DC"]\n[pith]\nlisting_url = "https://pith.example/{category}"\n'
    )
    asked = {each.setting: each for each in doctor._addresses(settings)}
    assert {name for name, each in asked.items() if each.good} == {
        "arxiv.api_url",
        "arxiv.feed_url",
        "pith.listing_url",
    }
    services = {name.partition(".")[0]: each.service for name, each in asked.items() if name != "arxiv.datacite_url"}
    assert (services, asked["arxiv.datacite_url"].service) == ({"arxiv": "arxiv", "pith": "pith"}, "datacite")
    assert [asked[name].url.rpartition("/")[2] for name in ("arxiv.feed_url", "pith.listing_url")] == [
        "hep-th+cs.DC",
        "hep-th",
    ]
    assert "/hep-th/recent" in asked["arxiv.listing_url"].url


def test_sources_of_citations_are_requested_if_they_are_switched_on() -> None:
    settings = parse(
        '[citations]\ninspire = true\nsemantic_scholar = true\nopenalex = false\nsemantic_scholar_key = "made-up"\n'
    )
    asked = {each.service: each for each in doctor._addresses(settings) if each.setting.startswith("citations")}
    assert list(asked) == ["inspire", "semantic_scholar"]
    assert (asked["inspire"].url, asked["inspire"].secrets) == ("https://inspirehep.net/api", None)
    assert asked["semantic_scholar"].secrets == {"x-api-key": "made-up"}


def test_a_source_that_lacks_the_key_it_needs_is_not_requested() -> None:
    settings = parse("[citations]\nsemantic_scholar = true\n")
    assert "semantic_scholar" not in {each.service for each in doctor._addresses(settings)}


def test_the_doctor_says_that_nobody_listens(call: Call, filled: Path) -> None:
    with Server(lambda request: Reply()) as upstream:
        nobody = upstream.url
    (filled / "config/config.toml").write_text(
        f'[arxiv]\napi_url = "{nobody}"\nfeed_url = ""\noai_url = ""\nhtml_url = ""\nar5iv_url = ""\nlisting_url = ""\n'
        'datacite_url = ""\n[pith]\nmcp_url = ""\nrecord_url = ""\npaper_url = ""\n'
    )
    said = call("doctor")
    assert said.code == 1
    assert "FAULT  arxiv.api_url" in said.out


def test_without_a_network_the_doctor_says_so_once(call: Call, filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for proxy in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):  # a proxy would resolve the names itself
        monkeypatch.delenv(proxy)
    nameless = "x" * 64  # too long for a DNS label, so no name server is queried
    addresses = "".join(
        f'{name}_url = "http://{name}.{nameless}/{name}"\n'
        for name in ("api", "feed", "oai", "datacite", "html", "ar5iv", "listing")
    )
    (filled / "config/config.toml").write_text(
        f'[arxiv]\n{addresses}[pith]\nlisting_url = ""\nmcp_url = ""\nrecord_url = ""\npaper_url = ""\n'
    )
    said = call("doctor", "--json")
    assert said.code == 1
    *_, (part, words) = [(each["part"], each["words"]) for each in objects(said.out) if each["state"] == "fault"]
    assert part == "network"
    assert words.startswith("no network: none of the names was found (api.xxx")
    none = "".join(f'{name}_url = ""\n' for name in ("feed", "oai", "datacite", "html", "ar5iv", "listing"))
    (filled / "config/config.toml").write_text(
        f'[arxiv]\napi_url = "http://api.{nameless}/api"\n{none}'
        '[pith]\nlisting_url = ""\nmcp_url = ""\nrecord_url = ""\npaper_url = ""\n'
    )
    [fault] = [each for each in objects(call("doctor", "--json").out) if each["state"] == "fault"]
    assert (fault["part"], fault["words"].startswith(f"api.{nameless} cannot be reached: ")) == ("arxiv.api_url", True)


def test_the_doctor_runs_in_a_pipe(tmp_path: Path) -> None:
    said = arxtui(tmp_path, "doctor", "--offline")
    assert (said.returncode, said.stderr) == (0, "")
    assert "arxtui subscribe" in said.stdout
