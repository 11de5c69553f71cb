"""Every page for everybody: axe finds nothing, at any width, in light and dark, and a keyboard reaches it all."""

import pytest
from axe_playwright_python.sync_playwright import Axe

PAGES = [
    "/", "/session", "/history", "/sessions/1", "/alarms", "/sensors", "/settings", "/settings/persons", "/settings/backup", "/update", "/enter", "/nowhere",
    "/balance", "/balance/sheet?scenario=sunday.json", "/balance/sheet?aircraft=navajo-chieftain-pa31",
    "/balance/sheet?scenario=sunday.json&typed=imperial&load.front-seats.0=x", "/balance/sources?aircraft=cessna-172m",
    "/start", "/start/sensors", "/start/limits", "/start/signals", "/start/done", "/kiosk", "/tile", "/doctor", "/air?days=1",
    "/heart?days=1",
    "/air?days=7", "/air?days=365",
]
# Pages whose words are Korean and English beside each other.
KOREAN = [
    "/", "/session", "/sensors", "/history", "/balance", "/balance/sources?aircraft=cessna-172m", "/balance/sheet?aircraft=navajo-chieftain-pa31",
    "/balance/sheet?scenario=sunday.json&typed=imperial&load.front-seats.0=170&load.rear-seats.0=700",
]
LOOKS = [("light", "none"), ("dark", "none"), ("light", "active")]


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("width", [320, 1280])
def test_axe_finds_nothing(browser, hangar, path, width):
    context = browser.new_context(
        viewport={"width": width, "height": 800}, reduced_motion="reduce",
        extra_http_headers={"X-Forwarded-For": "192.0.2.7"} if path == "/enter" else {},
    )
    page = context.new_page()
    page.goto(hangar.url.rstrip("/") + path, wait_until="load")
    found = []
    # A page is loaded once for all looks, which are style alone.
    for scheme, forced in LOOKS:
        page.emulate_media(color_scheme=scheme, forced_colors=forced, reduced_motion="reduce")
        found += [
            f"{scheme}, forced colours {forced}: {fault['id']}: {node['html'][:200]} {node['failureSummary']}"
            for fault in Axe().run(page).response["violations"]
            for node in fault["nodes"]
        ]
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found.append(f"{scheme}, forced colours {forced}: too wide")
    context.close()
    assert not found


@pytest.mark.parametrize("path", KOREAN)
def test_a_korean_page_has_no_finding_and_fits(browser, hangar, path):
    context = browser.new_context(viewport={"width": 320, "height": 800}, reduced_motion="reduce", locale="ko-KR")
    page = context.new_page()
    page.goto(hangar.url.rstrip("/") + path, wait_until="load")
    assert page.evaluate("document.documentElement.lang") == "ko"
    assert not [(fault["id"], node["html"][:200]) for fault in Axe().run(page).response["violations"] for node in fault["nodes"]]
    for size in ["100%", "310%"]:
        page.evaluate("size => document.documentElement.style.fontSize = size", size)
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth"), size
    context.close()


@pytest.mark.parametrize("path", PAGES)
def test_text_three_times_as_large_is_not_cut(browser, hangar, path):
    context = browser.new_context(viewport={"width": 320, "height": 800})
    page = context.new_page()
    page.goto(hangar.url.rstrip("/") + path)
    page.evaluate("document.documentElement.style.fontSize = '310%'")
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    context.close()


def test_a_keyboard_reaches_every_button(page, hangar):
    page.goto(hangar.url)
    wanted = page.locator("a:visible, button:visible, input:visible").count()
    reached = set()
    for _ in range(wanted + 5):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.outerHTML"))
    assert len(reached) >= wanted


def test_touched_things_are_44_pixels_high(page, hangar):
    page.goto(hangar.url)
    for box in page.locator("nav a, button").all():
        assert box.bounding_box()["height"] >= 44
