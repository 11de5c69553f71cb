"""The sound of the page: only on request, for a high alarm and for a lost box, and not after an answer."""

import re

import pytest
from box import Box
from playwright.sync_api import expect

# Counts the tones that are begun, by their frequency. The pace of the sound is kept, but ten times as fast.
TONES = """window.tones = [];
const begin = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { tones.push(this.frequency.value); return begin.apply(this, when); };
const every = setInterval;
window.rounds = 0;
setInterval = (work, pause) => pause === 2500 ? every(() => { work(); rounds++; }, 250) : every(work, pause);"""


@pytest.fixture
def box():
    with Box() as box:
        yield box


@pytest.fixture
def listener(browser, box):
    """A page that is not asked for sound yet, with a high alarm."""
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script(TONES)
    page.goto(box.url)
    expect(page.locator("body.live")).to_be_visible(timeout=20_000)
    box.answer("alarms", "test", "co2-high", "--seconds", "60")
    expect(page.locator('.alarm.high[data-sounds="yes"]')).to_be_visible(timeout=10_000)
    yield page
    context.close()


def tones_of_three_rounds(page):
    """The sounds from now on."""
    page.evaluate("tones.length = 0; window.from = rounds")
    page.wait_for_function("() => rounds >= from + 3")
    return page.evaluate("tones")


def test_a_high_alarm_and_a_lost_box_are_heard_only_where_somebody_asks(listener, box):
    assert tones_of_three_rounds(listener) == []
    sound = listener.get_by_label(re.compile("Sound"))
    # By keyboard, as by a finger.
    sound.focus()
    listener.keyboard.press("Space")
    assert set(tones_of_three_rounds(listener)) == {880}
    box.kill()
    expect(listener.locator("body.lost")).to_be_visible(timeout=5000)
    assert set(tones_of_three_rounds(listener)) == {440}, "a lost box sounds lower"
    sound.uncheck()
    assert tones_of_three_rounds(listener) == []


def test_nothing_is_heard_after_an_answer(listener, box):
    listener.get_by_label(re.compile("Sound")).check()
    assert tones_of_three_rounds(listener)
    listener.locator(".alarm.high").get_by_role("button", name=re.compile("Acknowledge")).click()
    expect(listener.locator('.alarm.high[data-sounds="no"]')).to_be_visible(timeout=10_000)
    assert tones_of_three_rounds(listener) == []
