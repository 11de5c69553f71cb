"""Every page for everybody: axe finds nothing, at any width, in light and dark, and a keyboard reaches it all."""

import pytest
from axe_playwright_python.sync_playwright import Axe

PAGES = ["/", "/history", "/sessions/1", "/alarms", "/sensors", "/settings", "/settings/persons", "/settings/backup", "/enter", "/nowhere"]
LOOKS = [("light", "none"), ("dark", "none"), ("light", "active")]


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("scheme, forced", LOOKS)
def test_axe_finds_nothing(browser, calm, path, width, scheme, forced):
    context = browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme=scheme, forced_colors=forced,
        extra_http_headers={"X-Forwarded-For": "192.0.2.7"} if path == "/enter" else {},
    )
    page = context.new_page()
    page.goto(calm.url.rstrip("/") + path, wait_until="load")
    found = [
        f"{fault['id']}: {node['html']} {node['failureSummary']}"
        for fault in Axe().run(page).response["violations"]
        for node in fault["nodes"]
    ]
    too_wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    context.close()
    assert not found
    assert not too_wide


@pytest.mark.parametrize("path", PAGES)
def test_text_three_times_as_large_is_not_cut(browser, calm, path):
    context = browser.new_context(viewport={"width": 320, "height": 800})
    page = context.new_page()
    page.goto(calm.url.rstrip("/") + path)
    page.evaluate("document.documentElement.style.fontSize = '310%'")
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    context.close()


def test_a_keyboard_reaches_every_button(page, calm):
    page.goto(calm.url)
    wanted = page.locator("a:visible, button:visible, input:visible").count()
    reached = set()
    for _ in range(wanted + 5):
        page.keyboard.press("Tab")
        reached.add(page.evaluate("document.activeElement.outerHTML"))
    assert len(reached) >= wanted


def test_touched_things_are_44_pixels_high(page, calm):
    page.goto(calm.url)
    for box in page.locator("nav a, button").all():
        assert box.bounding_box()["height"] >= 44
