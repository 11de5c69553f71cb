"""A screen beside the box: large enough to read from two metres, honest when the box is lost, with one control."""

import re
import time

import pytest
from box import Box, hearts, until
from circle import circle
from playwright.sync_api import expect

NAMES = ["Mum", "Dad", "Grandmother Margarethe", "Bo"]


def persons(count):
    lines = "".join(f"  {NAMES[place]}: {{sensors: ['C0:FF:EE:00:00:{place + 2:02X}']}}\n" for place in range(count))
    return f"profile: bedside\nalarms: {{heart-rate: {{unproved: 5/10}}}}\npersons:\n{lines}"


def test_a_kiosk_fits_its_screen_and_is_read_from_two_metres(browser, racing):
    context = browser.new_context(viewport={"width": 800, "height": 480})
    page = context.new_page()
    page.goto(racing.url + "kiosk")
    value = page.locator("#main-value .value")
    expect(value).to_have_text("180", timeout=20_000)
    expect(page.locator(".alarm.high")).to_be_visible(timeout=60_000)
    # On a screen of 7 in, 800 pixels wide, a pixel is 0.19 mm: 22 pixels are 4.2 mm, which is 7 minutes of arc at two metres.
    sizes = page.evaluate(
        "[...document.querySelectorAll('main b, main p, main h2, main .badge, main button')]"
        ".filter(e => e.offsetParent && !e.closest('.unseen')).map(e => parseFloat(getComputedStyle(e).fontSize))"
    )
    assert min(sizes) >= 22
    assert float(value.evaluate("e => getComputedStyle(e).fontSize").rstrip("px")) >= 150
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    # No control but the acknowledgement.
    assert all("Acknowledge" in text for text in page.locator("button:visible, a:visible").all_inner_texts())
    page.get_by_role("button", name=re.compile("Acknowledge")).first.click()
    expect(page).to_have_url(re.compile("/kiosk$"))
    expect(page.get_by_role("button", name=re.compile("Heart rate high"))).to_have_count(0)
    context.close()


def test_screens_count_down_to_the_next_person_and_keep_their_size(browser, racing):
    name, end = "grandmother-in-the-next-village", time.monotonic() + 600

    def countdown():
        return {"stage": "countdown", "in_s": round(end - time.monotonic(), 1), "next": name}

    for path, width, height in [("kiosk", 800, 480), ("tile", 200, 200)]:
        context = browser.new_context(viewport={"width": width, "height": height})
        page = context.new_page()
        page.goto(racing.url + path)
        expect(page.locator(".worst.high")).to_be_visible(timeout=60_000)
        line = page.locator("#circle .line")
        expect(line).to_have_count(0)
        with circle(racing, countdown):
            expect(line).to_be_visible(timeout=20_000)
            seconds = [until(lambda: seconds_left(line, name), 20)]
            seconds.append(until(lambda: (left := seconds_left(line, name)) < seconds[0] and left, 20))
            if path == "kiosk":
                assert float(line.evaluate("e => getComputedStyle(e).fontSize").removesuffix("px")) >= 22
                value = page.locator("#main-value .value").evaluate("e => getComputedStyle(e).fontSize")
                assert float(value.removesuffix("px")) >= 150
            fits = "document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight"
            assert page.evaluate(fits), path
            if path == "kiosk":
                # In the room of two alarms too. The next event draws them anew.
                two = "(alarm => alarm.after(alarm.cloneNode(true)))(document.querySelector('#alarms .alarm'))"
                assert page.evaluate(f"{two}, {fits}"), "two alarms"
        # Its process is gone, and so is the countdown.
        expect(line).to_have_count(0, timeout=20_000)
        context.close()


def seconds_left(line, name):
    return int(re.search(rf"{name} is alerted in (\d+) s", line.inner_text()).group(1))


FITS = "document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight"
# Text that is cut by the screen or by its card, or lies below another card.
CUT = """[...document.querySelectorAll('main h2, main b, main .badge, main button, main .line')].filter(e => {
  if (!e.checkVisibility() || e.closest('.unseen')) return false;
  const inner = e.getBoundingClientRect(), outer = (e.closest('.main') ?? document.body).getBoundingClientRect();
  return inner.left < outer.left - 1 || inner.right > outer.right + 1 || inner.top < outer.top - 1 || inner.bottom > Math.min(outer.bottom, innerHeight) + 1;
}).map(e => e.outerHTML.slice(0, 100))"""
SMALLEST = """Math.min(...[...document.querySelectorAll('main b, main p, main h2, main .badge, main button')]
  .filter(e => e.checkVisibility() && e.innerText.trim() && !e.closest('.unseen')).map(e => parseFloat(getComputedStyle(e).fontSize)))"""


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_a_kiosk_shows_one_to_four_people_and_the_worst_of_their_alarms(browser, count):
    with Box(persons(count), hearts([[62 + place] * 4 + [190 + place if place < 2 else 62 + place] * 600 for place in range(count)])) as box:
        context = browser.new_context(viewport={"width": 800, "height": 480})
        page = context.new_page()
        page.goto(box.url + "kiosk")
        expect(page.locator("#main-value .value")).to_have_count(count, timeout=20_000)
        for name in NAMES[:count]:
            expect(page.locator("#main-value h2", has_text=name)).to_be_visible()
        assert page.evaluate(FITS) and not page.evaluate(CUT) and page.evaluate(SMALLEST) >= 22
        # Both hearts race: one is large, and each of the others has its value too.
        expect(page.locator(".worst.high .value")).to_have_text(re.compile("19[01]"), timeout=60_000)
        for name in NAMES[:count]:
            expect(page.locator("main", has_text=name)).to_be_visible()
        expect(page.locator("#main-value .value")).to_have_count(count)
        until(lambda: page.locator("#alarms .what").first.inner_text().count("Heart rate high"), 20)
        assert page.evaluate(FITS) and not page.evaluate(CUT) and page.evaluate(SMALLEST) >= 22
        sizes = page.evaluate("[...document.querySelectorAll('main .value')].map(e => parseFloat(getComputedStyle(e).fontSize))")
        assert sizes[0] > 2 * max([0, *sizes[1:]])
        context.close()


def test_a_screen_says_that_the_box_is_lost(page, racing):
    for path in ["kiosk", "tile"]:
        page.goto(racing.url + path)
        expect(page.locator("#main-value .value")).to_be_visible(timeout=15_000)
        racing.kill()
        expect(page.locator("#lost:not([hidden])")).to_contain_text("Lost the box at", timeout=3000)
        assert "line-through" in page.locator("#main-value .value").evaluate("e => getComputedStyle(e).textDecoration")
        racing.again()
        expect(page.locator("#lost:not([hidden])")).to_have_count(0, timeout=15_000)


def test_a_tile_fits_into_two_hundred_pixels(browser, racing):
    context = browser.new_context(viewport={"width": 200, "height": 200})
    page = context.new_page()
    page.goto(racing.url + "tile")
    expect(page.locator("#main-value .value")).to_be_visible(timeout=15_000)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    context.close()


def test_a_kiosk_fits_its_screen_with_text_three_times_as_large(browser, racing):
    for width, height in [(800, 480), (320, 800), (1920, 1080)]:
        context = browser.new_context(viewport={"width": width, "height": height})
        page = context.new_page()
        page.goto(racing.url + "kiosk")
        expect(page.locator(".alarm.high")).to_be_visible(timeout=60_000)
        page.evaluate("document.documentElement.style.fontSize = '310%'")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), (width, height)
        context.close()
