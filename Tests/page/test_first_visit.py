"""The first visit, as a person makes it: how many taps, and how many words there are to read."""

import re

import pytest
from box import Box, heart_rates, until
from playwright.sync_api import expect

MOST_TAPS = 12
MOST_WORDS = 3 * 200  # Three minutes at 200 words a minute.


class Visitor:
    """Counts the taps, and the words of each page, of which the tabs and the foot are read once."""

    def __init__(self, page):
        self.page, self.taps, self.words = page, 0, 0

    def read(self):
        self.words += len(self.page.locator("main").inner_text().split())

    def tap(self, thing):
        thing.click(timeout=15_000)
        self.taps += 1


@pytest.mark.parametrize("has_script", [True, False])
def test_a_new_owner_needs_twelve_taps_and_three_minutes(browser, has_script):
    with Box("profile: bedside\n", heart_rates([62] * 600)) as box:
        context = browser.new_context(viewport={"width": 400, "height": 800}, java_script_enabled=has_script)
        page = context.new_page()
        visitor = Visitor(page)
        page.goto(box.url + "start")
        expect(page.locator("h1")).to_have_text("What is the box for?")
        visitor.read()
        visitor.tap(page.get_by_role("button", name=re.compile("^Bedside")))
        for _ in range(15):
            if page.locator("article.card").count():
                break
            page.wait_for_timeout(1000)
            if not has_script:
                page.reload()
        visitor.read()
        visitor.tap(page.get_by_role("button", name="This is mine").first)
        expect(page.locator("h1")).to_have_text("Its name, and your limits")
        visitor.read()
        visitor.tap(page.get_by_label(re.compile("^Name")))
        page.keyboard.type("left strap")
        visitor.tap(page.get_by_role("button", name="Next"))
        expect(page.locator("h1")).to_have_text("Hear the alarms")
        visitor.read()
        for priority in ["High", "Medium", "Low"]:
            visitor.tap(page.get_by_role("button", name=f"Hear: {priority}"))
            # The box of these tests has no sounder.
            expect(page.locator(".done")).to_contain_text(f"{priority} is on, but no sounder works at this box", timeout=10_000)
        visitor.tap(page.get_by_role("link", name="Next"))
        expect(page.locator("h1")).to_have_text("Whom to call?")
        visitor.read()
        visitor.tap(page.get_by_label("Name and number"))
        page.keyboard.type("Anna +41 79 555 01 00")
        visitor.tap(page.get_by_role("button", name="Next"))
        expect(page.get_by_role("link", name="Call +41795550100")).to_have_attribute("href", "tel:+41795550100")
        visitor.read()
        visitor.tap(page.get_by_role("link", name="See what it measures"))
        expect(page.locator("#sensors")).to_contain_text("left strap")
        alarms = [alarm["condition"] for alarm in box.status()["alarms"]]
        print(f"{visitor.taps} taps, {visitor.words} words, afterwards {alarms}")
        assert visitor.taps <= MOST_TAPS
        assert visitor.words <= MOST_WORDS
        context.close()


def test_another_profile_and_another_limit_are_kept(page):
    with Box("profile: bedside  # as delivered\n", heart_rates([62] * 600)) as box:
        page.goto(box.url + "start")
        page.get_by_role("button", name=re.compile("^Cabin")).click()
        page.get_by_role("button", name="This is mine").first.click(timeout=20_000)
        limit = page.locator("[id='alarms.heart-rate-high.limit']")
        limit.fill("lots")
        page.get_by_role("button", name="Next").click()
        expect(page.locator("#fault")).to_be_visible()
        expect(limit).to_have_value("lots")
        limit.fill("145")
        page.get_by_role("button", name="Next").click()
        # A strap is no help in a cabin: the visit asks for the sensor that is.
        expect(page.locator("h1")).to_have_text("Which sensor is yours?")
        expect(page.locator("#heard")).to_contain_text("A CO₂ sensor is missing")
        page.get_by_role("link", name="Go on").click()
        expect(page.locator("h1")).to_have_text("Hear the alarms")
        page.goto(box.url + "start/done")
        expect(page.locator("h1")).to_have_text("One more step: a restart")
        expect(page.get_by_role("button", name=re.compile("^Start the box again"))).to_be_visible()
        expect(page.locator("main")).to_contain_text("It calls no one yet")
        text = box.config.read_text()
        assert "profile: cabin  # as delivered" in text and "limit: 145" in text


def test_the_signals_are_heard_and_end_by_themselves(page):
    with Box("profile: bedside\n", heart_rates([62] * 600)) as box:
        page.goto(box.url + "start/signals")
        page.get_by_role("button", name="Hear: High").click(no_wait_after=True)
        until(lambda: box.status()["sound"] == "high", 30, "the sound")
        expect(page.locator(".done")).to_be_visible(timeout=10_000)
        assert not any(alarm["activation"] == "paused" for alarm in box.status()["alarms"]), "nothing is acknowledged"
        until(lambda: box.status()["sound"] != "high", 20)
