"""An update that the box brings from a web server, and that a person installs by the page."""

import functools
import http.cookiejar
import http.server
import re
import ssl
import threading
import urllib.error
import urllib.parse
import urllib.request

import pytest

from card import ask_page, free_port
from conftest import BOARD

# Where the emulated box finds this machine.
HOST = "10.0.2.2"
NAME = "lapwing-9.0.0-rpi-arm64.raucb"
FOLDER = "/var/lib/lapwing/updates"


@pytest.fixture(scope="module")
def server(updates, tmp_path_factory):
    """An update under the name that `make bundle` gives it, with the index beside it."""
    made, folder = updates("9.0.0"), tmp_path_factory.mktemp("server")
    (folder / NAME).symlink_to(made)
    index = (made.parent / "lapwing-rpi-arm64.json").read_text().replace(made.name, NAME)
    (folder / "lapwing-rpi-arm64.json").write_text(index)
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", free_port()), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://{HOST}:{server.server_address[1]}/lapwing-rpi-arm64.json"
    server.shutdown()


class Visitor:
    """A browser without scripts that may change things."""

    def __init__(self, box):
        self._base = f"https://127.0.0.1:{box.page}"
        context = ssl._create_unverified_context()
        self._opener = urllib.request.build_opener(
            urllib.request.HTTPSHandler(context=context), urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
        code = "".join(re.search(r"(\d{3}) ?(\d{3})", box.run("lapwing panel code")).groups())
        self.send("/enter", code=code)

    def get(self, path):
        return self._opener.open(self._base + path, timeout=120).read().decode()

    def send(self, path, **fields):
        """The address to which the form leads, and its page."""
        form = urllib.request.Request(self._base + path, urllib.parse.urlencode(fields).encode(), {"Origin": self._base})
        try:
            with self._opener.open(form, timeout=120) as answer:
                return answer.url.removeprefix(self._base), answer.read().decode()
        except urllib.error.HTTPError as refusal:
            raise AssertionError(f"{path} {fields}: {refusal}: {refusal.read().decode()}") from None


def test_an_update_of_a_web_server_is_brought_and_installed_by_the_page(box, server):
    box.card.write("lapwing.yaml", f"{BOARD}panel: {{enabled: true, address: 0.0.0.0}}\noutside: {{updates: {{address: \"{server}\"}}}}\n")
    box.start()
    box.wait(f"test -e {FOLDER}/{NAME} && systemctl is-active box-health", timeout=900)
    assert box.run(f"stat -c '%U %G %a' {FOLDER}") == "lapwing lapwing 2770"
    assert box.run(f"stat -c '%U %G' {FOLDER}/{NAME}") == "lapwing-outside lapwing"
    assert box.run("systemctl --failed --no-legend") == ""
    ask_page(box)
    visitor = Visitor(box)
    assert NAME in visitor.get("/update")
    path, shown = visitor.send("/update", do="install", name=NAME)
    assert path == f"/update?sure=install&name={NAME}" and 'name="sure" value="yes"' in shown
    path, shown = visitor.send("/update", do="install", name=NAME, sure="yes")
    assert path == "/update?said=asked"
    box.wait("test $(cat /usr/lib/box/version) = 9.0.0 && systemctl is-active box-health", timeout=1800)
    assert box.run("/usr/lib/box/update status").splitlines()[:2] == ["slot B, version 9.0.0: good", "slot A: good, to go back to"]
    # It stays in the folder here: the program of this update is still that of the version before.
