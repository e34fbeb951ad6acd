"""The app on a phone: start, fatal error, second tab, update, full storage, forms from other sites."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from phone.device import GAME, START, Device
from phone.host import BUILT, hosted
from playwright.sync_api import Page, expect

MATCH = (f"/new/{GAME.key}", ("players[]", "Anna"), ("players[]", "Bo"), ("dealer", "0"))
BROKEN = (
    """() => new BroadcastChannel("companion " + companion.base).postMessage({ type: "ask", id: "broken", head: {} })"""
)
# Wait until the files of a version are deleted. For `wait_for_function` a promise would be true at once.
GONE = """async (old) => {
  while ((await caches.keys()).some((name) => name.endsWith(old))) await new Promise((done) => setTimeout(done, 50));
}"""
# A folder of fake files that records all operations on a file.
NOTED = """async (address) => {
  const { Folder } = await import(address);
  const told = [];
  const handle = (name) => ({
    getSize: () => 0, truncate: (size) => told.push(`${name} cut ${size}`), flush: () => told.push(`${name} flushed`),
    write: (bytes, { at }) => (told.push(`${name} ${at}`), name === "full" ? 0 : bytes.length),
  });
  const stream_ops = { write: () => told.push("memory") };
  const mknod = (_, name) => ({ name, node_ops: { setattr() {} }, stream_ops });
  const memory = {
    mount: () => ({ node_ops: { mknod } }),
    createNode: () => {},
  };
  let root = null;
  const FS = {
    filesystems: { MEMFS: memory }, isFile: () => true, mkdirTree() {}, mount: (type) => (root = type.mount({})),
    ErrnoError: class extends Error { constructor(errno) { super(errno); this.errno = errno; } },
  };
  const folder = new Folder(new Map(["db", "wal", "full"].map((name) => [name, handle(name)])));
  folder.mount(FS, "/matches");
  const [db, wal, full] = ["db", "wal", "full"].map((name) => root.node_ops.mknod(null, name, 0, 0));
  const write = (node, at) => node.stream_ops.write({}, new Uint8Array(4), 0, 4, at);
  write(wal, 0); write(wal, 4); write(db, 0); write(wal, 8); folder.flush(); folder.flush();
  try { write(full, 0); } catch (error) { told.push(error.errno); }
  return told;
}"""


@pytest.fixture
def phone(device: Callable[..., Device]) -> Device:
    """Return a phone with a match, on which all files of the app are stored."""
    found = device().open().kept()
    found.post(*MATCH)
    return found


def match_of(phone: Device) -> str:
    """Return the path of the only match."""
    found = re.search(r'class="slip" href="[^"]*?(/m/\w+)"', phone.get("/"))
    assert found
    return found[1]


def note(phone: Device, number: int) -> int:
    fields = {"kind": "note", "text": f"note {number}", "entry_id": f"n-{number}", "seen": f"{number}.0"}
    return phone.post(f"{match_of(phone)}/entries", **fields)[0]


def notes(phone: Device) -> list[str]:
    return [one["text"] for one in json.loads(phone.get(f"{match_of(phone)}/match.json"))["entries"] if "text" in one]


class TestStart:
    def test_a_first_visit_to_any_address_works(self, device: Callable[..., Device]) -> None:
        phone = device().open("rules")
        expect(phone.app.locator("main")).to_contain_text(GAME.name)
        assert phone.page.url == f"{phone.url}rules"
        phone.kept().page.context.set_offline(True)
        phone.open(f"rules/{GAME.key}")  # from the service worker this time
        expect(phone.app.locator("main article").first).to_be_attached()

    def test_the_shell_says_what_it_is_doing(self, device: Callable[..., Device]) -> None:
        phone = device()
        phone.page.goto(phone.url)
        expect(phone.page.locator("#told")).to_have_text(re.compile(r"Getting ready|first time"))
        assert phone.page.evaluate("performance.now()") < 5000

    def test_a_disturbed_start_is_tried_again_and_then_told(self, device: Callable[..., Device]) -> None:
        phone = device()
        phone.page.context.route("**/app.bin", lambda route: route.abort())
        phone.page.goto(phone.url)
        expect(phone.page.locator("#told")).to_have_text(re.compile("did not start. Nothing"), timeout=START)
        phone.page.context.unroute_all()
        phone.page.get_by_role("button", name="Try again").click()
        phone.drawn()

    def test_on_iphones_it_asks_to_be_installed_first(self, device: Callable[..., Device]) -> None:
        phone = device()
        phone.page.add_init_script("Object.defineProperty(navigator, 'standalone', { value: false })")
        phone.page.goto(phone.url)
        expect(phone.page.locator("#told")).to_contain_text("put this page on the home screen")
        phone.page.get_by_role("button", name="Go on without it").click()
        phone.drawn()


class TestFatalErrors:
    def test_a_new_worker_takes_over_and_nothing_is_lost(self, phone: Device) -> None:
        note(phone, 0)
        phone.page.evaluate(BROKEN)
        phone.page.wait_for_function("() => companion.starts === 2 && companion.isReady", timeout=START)
        assert notes(phone) == ["note 0"]
        assert note(phone, 1) == 200

    def test_deep_json_is_refused_and_ends_nothing(self, phone: Device) -> None:
        sent = """async () => {
          const page = await (await fetch(parent.companion.base + "import")).text();
          const { forms } = new DOMParser().parseFromString(page, "text/html");
          const fields = new FormData([...forms].find((one) => one.enctype.startsWith("multipart")));
          fields.set("file", new File(["[".repeat(3000)], "deep.json"));
          return (await fetch(parent.companion.base + "import", { method: "POST", body: fields })).status;
        }"""
        assert phone.frame.evaluate(sent) == 422
        assert phone.state("starts") == 1


class TestTabs:
    def test_two_write_and_the_second_goes_on_alone(self, phone: Device) -> None:
        other = Device(phone.page.context.new_page(), phone.url).open()
        assert note(phone, 0) == note(other, 1) == 200
        assert notes(phone) == notes(other) == ["note 0", "note 1"]
        phone.page.close()
        assert note(other, 2) == 200
        assert notes(other) == ["note 0", "note 1", "note 2"]


class TestStrangers:
    def test_a_form_of_another_site_writes_nothing(self, phone: Device) -> None:
        action = f"{phone.url}{match_of(phone)[1:]}/entries"
        form = f"<form method=post action='{action}'><input name=kind value=note><input name=text value=x></form>"
        stranger = phone.page.context.new_page()
        stranger.route("**/stranger", lambda route: route.fulfill(body=form, content_type="text/html"))
        stranger.goto("http://127.0.0.1:1/stranger")
        stranger.evaluate("document.forms[0].submit()")
        expect(stranger.locator("body")).to_contain_text("another website")
        assert notes(phone) == []


class TestUpdates:
    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        """Return a copy of the folder, which the test changes."""
        if not BUILT.exists():
            pytest.skip("dist/phone is not built: make phone")
        shutil.copytree(BUILT, tmp_path / "phone")
        return tmp_path / "phone"

    @pytest.fixture
    def host(self, folder: Path) -> Iterator[str]:
        with hosted(folder) as url:
            yield url

    def test_between_two_deals_all_is_of_one_version(self, phone: Device, folder: Path) -> None:
        """Runtime, app and snapshot of the earlier version are replaced together; what was saved stays."""
        note(phone, 0)
        old = version(phone.page)
        (folder / "_" / old).rename(folder / "_" / "newer")
        for name in ("index.html", "404.html", "sw.js"):
            text = (folder / name).read_text(encoding="utf-8")
            (folder / name).write_text(text.replace(old, "newer"), encoding="utf-8")
        phone.reload()  # still the earlier version, while the newer one is fetched
        assert note(phone, 1) == 200
        phone.page.evaluate(GONE, old)
        phone.page.context.set_offline(True)
        phone.reload()
        assert version(phone.page) == "newer"
        assert notes(phone) == ["note 0", "note 1"]
        assert note(phone, 2) == 200


def version(page: Page) -> str:
    """Return the version of the shell page."""
    found = re.search(r"_/(\w+)/shell.js", page.content())
    assert found
    return found[1]


class TestStorage:
    def test_an_answer_leaves_after_the_flush_and_one_file_is_flushed_before_another(self, phone: Device) -> None:
        address = f"{phone.url}_/{version(phone.page)}/files.mjs"
        told = phone.page.evaluate(NOTED, address)
        assert told[:9] == [
            "wal 0",
            "memory",
            "wal 4",
            "memory",
            "wal flushed",
            "db 0",
            "memory",
            "db flushed",
            "wal 8",
        ]
        assert told[9:] == ["memory", "wal flushed", "full 0", 51]  # refused by the disk, so not in memory either

    def test_a_full_storage_is_told_and_loses_nothing(self, phone: Device) -> None:
        note(phone, 0)
        session = phone.page.context.new_cdp_session(phone.page)
        origin = "/".join(phone.url.split("/")[:3])
        session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1000})
        full = [note(phone, n) for n in range(1, 60)]
        assert 507 in full, full
        session.send("Storage.overrideQuotaForOrigin", {"origin": origin})
        saved = full.index(507)
        assert notes(phone) == [f"note {n}" for n in range(saved + 1)]
        assert note(phone, saved + 1) == 200
