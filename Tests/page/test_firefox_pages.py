"""Every page in Firefox ESR, the first visit, and the loss of the box."""

import pytest
from box import Box, heart_rates, until
from pages import PAGES
from proxy import proxied


def test_every_page_loads_without_a_fault_of_a_script_or_of_its_policy(firefox, hangar):
    far = proxied(hangar.url)
    before, empty = len(firefox.faults()), []
    for path in PAGES:
        firefox.open((far if path == "/enter" else hangar.url).rstrip("/") + path)
        if not firefox.one("main").text.strip():
            empty.append(path)
        if firefox.all("body[data-live]"):
            firefox.one("body.live")
    assert not empty
    assert not firefox.faults()[before:]


def test_a_new_owner_makes_the_whole_first_visit(firefox):
    with Box("profile: bedside\n", heart_rates([62] * 600), arguments=("--strangers",)) as box:
        firefox.open(box.url + "start")
        firefox.one("main button", "Bedside").click()
        firefox.one("button[id^=adopt-]", "This is mine").click()
        firefox.type("#name", "left strap")
        firefox.one("main button", "Next").click()
        firefox.one("main button", "Hear: Low").click()
        firefox.one(".done", "Low is on, but no sounder works at this box")
        firefox.one("main a", "Next").click()
        firefox.type("#person", "Anna +41 79 555 01 00")
        firefox.one("main button", "Next").click()
        firefox.one("#call", "+41795550100")
        firefox.one("main a", "See what it measures").click()
        firefox.one("#sensors", "left strap")
        until(lambda: any(sensor.get("name") == "left strap" for sensor in box.status()["sensors"]), 10, "the name")


# How long after the last news the page says that it is lost, by its own clock.
WATCH = """window.heard = performance.now();
new MutationObserver(() => { heard = performance.now(); }).observe(document.getElementById('asof'), { childList: true });
new MutationObserver(() => { if (document.body.classList.contains('lost')) window.took ??= performance.now() - heard; })
  .observe(document.body, { attributes: true, attributeFilter: ['class'] });"""


def test_a_killed_box_is_lost_within_three_seconds_and_found_again(firefox):
    with Box("profile: bedside\n", heart_rates([72] * 600)) as box:
        firefox.open(box.url)
        firefox.one("#main-value .value", "72")
        firefox.one("body.live")
        firefox.driver.execute_script(WATCH, sandbox=None)
        box.kill()
        firefox.one("#lost", "Lost the box at")
        assert firefox.driver.execute_script("return window.took", sandbox=None) <= 3000
        value = firefox.one("#main-value .value")
        assert "line-through" in value.value_of_css_property("text-decoration")
        box.again()
        until(lambda: not firefox.all("body.lost"), 20, "the box")
