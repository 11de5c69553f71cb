"""The main paths in Firefox ESR: enter with a code, a live alarm to acknowledge and to the log, a setting that is saved; and
all of it to read without JavaScript."""

import pytest
from box import Box, heart_rates, until
from firefox import Firefox
from proxy import proxied

RACING = "profile: bedside\nalarms:\n  heart-rate:\n    unproved: 5/10\n"


@pytest.fixture(scope="module")
def box():
    with Box(RACING, heart_rates([72] * 8 + [180] * 600)) as box:
        yield box


def test_an_alarm_is_seen_answered_and_in_the_log(firefox, box):
    firefox.open(box.url)
    firefox.one("#main-value .value", "180")
    firefox.one(".alarm.high", "Heart rate high")
    firefox.one(".alarm.high form button").click()
    until(lambda: any(alarm["activation"] != "on" for alarm in box.status()["alarms"]), 15)
    firefox.one(".alarm.high", "ack" if "ack" in firefox.one(".alarm.high").text else "paused")
    until(lambda: (firefox.open(box.url + "alarms"), "Heart rate high" in firefox.one("main").text)[1], 20)


def test_a_setting_is_saved(firefox, box):
    firefox.open(box.url + "settings")
    field = "[id='key-alarms.co2-high.limit']"
    firefox.driver.execute_script("document.querySelectorAll('details').forEach(e => e.open = true)")
    firefox.type(field, "2300")
    firefox.one("form[action='/settings'] button.primary").click()
    firefox.one(".done")
    assert "2300" in box.config.read_text()


def test_without_javascript_a_stranger_enters_with_the_code_and_reads(box):
    browser = Firefox(script=False)
    try:
        browser.open(proxied(box.url))
        code = box.answer("panel", "code", "--role", "look")[:7]
        browser.type("#code", code)
        browser.one("main form button").click()
        browser.one("#main-value .value", "180")
        browser.one("p.asof", "as of")
        assert not browser.all(".alarm form"), "who may look answers nothing"
        browser.open(box.url)
        browser.one(".alarm")
    finally:
        browser.close()
