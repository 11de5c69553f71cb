"""A person without a shell holds buttons A and C: the box makes a code, and flashes it."""

import json
import urllib.error
import urllib.parse
import urllib.request

from box import Box, until

HOLD = '{"t": 0}\n{"t": 2, "hold": "A+C"}\n{"t": 600}\n'


def green(box):
    return [lamp["pattern"] for lamp in box.status()["lamps"] if lamp["lamp"] == "green"]


def test_the_box_flashes_the_code_that_lets_a_browser_in():
    with Box(timeline=HOLD, page=", enabled: true") as box:
        until(lambda: green(box) == ["code"], 20, "the flashing")
        file = box.config.parent / "panel.json"
        assert file.stat().st_mode & 0o777 == 0o600
        code = json.loads(file.read_text())["code"]
        assert code["role"] == "change" and code["digits"] not in json.dumps(box.status())
        form = urllib.parse.urlencode({"code": code["digits"]}).encode()
        afar = {"X-Forwarded-For": "192.0.2.7", "Origin": box.url.rstrip("/")}
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        opener.open(urllib.request.Request(box.url + "enter", form, afar))
        # Who is in sees the page; who is not is sent to /enter.
        page = opener.open(urllib.request.Request(box.url + "settings", headers=afar))
        assert page.url == box.url + "settings"


def test_a_box_whose_page_is_off_flashes_nothing():
    with Box(timeline=HOLD) as box:
        # That it has recognised the gesture: it says that there is no code.
        until(lambda: "no code" in box.said(), 20, "the answer to the gesture")
        assert green(box) != ["code"]
        assert not (box.config.parent / "panel.json").exists()
