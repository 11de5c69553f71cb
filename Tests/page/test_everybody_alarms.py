"""What a calm box does not show, for everybody: the card of each priority, one that is answered, and a box that is lost."""

import pytest
from axe import COLOURS, findings
from box import Box, until
from pages import visit
from playwright.sync_api import expect

ALARMS = {"high": "co2-high", "medium": "co2-medium", "low": "co2-low"}
LIVE = ["/", "/sensors", "/start/sensors", "/kiosk", "/tile"]


def raise_alarms(box):
    for condition in ALARMS.values():
        # The longest time that there is: a page takes long on a machine that is busy.
        box.answer("alarms", "test", condition, "--seconds", "60")
    until(lambda: {alarm["priority"] for alarm in box.status()["alarms"]} >= set(ALARMS), 15, "an alarm of each priority")


def everything(page, colours=COLOURS):
    """Each in all colours; the last with large text, so that the page is drawn anew once."""
    return [finding for name in colours for finding in findings(page, name)] + findings(page, "dark", "310%")


@pytest.mark.parametrize("language", ["en-GB", "ko-KR"])
def test_axe_finds_nothing_on_cards_of_alarms_nor_when_their_box_is_lost(browser, language):
    with Box() as box:
        until(lambda: len(box.status()["sensors"]) > 1, 30, "both sensors")
        pages = {path: visit(browser, box, path, viewport={"width": 320, "height": 800}, locale=language) for path in LIVE}
        raise_alarms(box)
        box.answer("ack", "co2-medium")
        # A picture of the moment: the alarms of a test end, and axe takes its time.
        standing = visit(browser, box, "/", has_news=False, viewport={"width": 320, "height": 800}, locale=language)
        words = [standing.locator(f".alarm.{priority} .badge").first.inner_text() for priority in ALARMS]
        assert len(set(words)) == len(ALARMS), "each priority has its word, and not its colour alone"
        for page in pages.values():
            expect(page.locator("body.live")).to_be_visible()
        for path in ("/", "/kiosk"):
            expect(pages[path].locator(".alarm.high")).to_be_visible()
        box.kill()
        for page in pages.values():
            expect(page.locator("body.lost #lost:not([hidden])")).to_be_visible(timeout=10_000)
        found = {"/ with alarms": everything(standing)}
        for path, page in pages.items():
            found[f"{path} lost"] = everything(page, ["light", "forced dark"])
        for page in [standing, *pages.values()]:
            page.context.close()
        assert not {where: what for where, what in found.items() if what}
