"""Every page of the box, by the description of its paths: who adds a page there has it tested everywhere."""

import json

from box import ROOT

DESCRIPTION = json.loads((ROOT / "data/schemas/page.openapi.json").read_text())
# The strap of the recorded flight.
DEMO_STRAP = "E7:A1:3C:58:0B:42"
UPDATE = "lapwing-0.2.0-rpi-arm64.raucb"
# A link of the right shape. `circle.py` answers it.
LINK = "c-" + "a" * 20 + ".k3x9." + "a" * 32

# The addresses at which a path is looked at, where that is not the path alone: each shows something of its own.
LOOKED_AT = {
    "/sessions/{id}": ["/sessions/1"],
    "/history": ["/history", "/history?from=yesterday&peak=lots"],
    "/air": ["/air?days=1", "/air?days=7", "/air?days=365"],
    "/heart": ["/heart?days=1"],
    "/balance/sheet": [
        "/balance/sheet?scenario=sunday.json", "/balance/sheet?aircraft=navajo-chieftain-pa31",
        "/balance/sheet?scenario=sunday.json&typed=imperial&load.front-seats.0=x",
        "/balance/sheet?scenario=sunday.json&typed=imperial&load.front-seats.0=170&load.rear-seats.0=700",
    ],
    "/balance/sources": ["/balance/sources?aircraft=cessna-172m"],
    "/start/limits": [f"/start/limits?address={DEMO_STRAP}"],
    "/start/signals": ["/start/signals", "/start/signals?heard=high"],
    "/answer": [f"/answer?t={LINK}"],
}
# A page that is not there is not described.
NOWHERE = "/nowhere"
# At the machine itself no code is asked.
STRANGERS = ("/enter", "/answer")
# A screen that is never scrolled or touched: larger text grows only as far as it has room (docs/page.md).
SCREENS = ("/kiosk", "/tile")


def is_page(answers):
    return answers["200"].get("$ref", "").endswith("/Page")


def paths():
    return [path for path, methods in DESCRIPTION["paths"].items() if is_page(methods.get("get", {}).get("responses", {"200": {}}))]


def pages():
    assert set(LOOKED_AT) <= set(paths()), "a page that is looked at is not described"
    found = [address for path in paths() for address in LOOKED_AT.get(path, [path])] + [NOWHERE]
    assert not any("{" in address for address in found), "say in LOOKED_AT at which address a new path with a parameter is looked at"
    return found


PAGES = pages()


def visit(browser, box, path, has_news=True, **context):
    """A page in a context of its own, loaded. Without news it stays as it was then."""
    if path.startswith(STRANGERS):
        context["extra_http_headers"] = {"X-Forwarded-For": "192.0.2.7"}
    page = browser.new_context(reduced_motion="reduce", **context).new_page()
    if not has_news:
        page.route("**/live.js*", lambda route: route.abort())
    page.goto(box.url.rstrip("/") + path, wait_until="load")
    return page
