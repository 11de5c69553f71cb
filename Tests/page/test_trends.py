"""Past values by day: from the history to a year, and by links alone from there to a month, a day and its hours."""

import re

from playwright.sync_api import expect


def test_a_year_is_found_and_zoomed_without_javascript(browser, calm):
    context = browser.new_context(java_script_enabled=False, viewport={"width": 400, "height": 800})
    page = context.new_page()
    page.goto(calm.url + "history")
    page.locator("main").get_by_role("link", name="Air", exact=True).click()
    page.get_by_role("navigation", name="Period").get_by_role("link", name="Year").click()
    expect(page.get_by_role("link", name="Year")).to_have_attribute("aria-current", "page")
    expect(page.locator("figure.chart .band").first).to_be_attached()
    # Of the first sensor: the sensors are in the order of their addresses on every page.
    rows = page.locator("table").first.locator("tbody tr")
    expect(rows).to_have_count(1)
    greatest = rows.locator("td").nth(2).inner_text()
    # By the table: the days of the month, the hours of the day.
    for title in ["Day", "Hour"]:
        page.locator("tbody th a").first.click()
        expect(page.locator("thead th").first).to_have_text(title)
    expect(page.locator("tbody th a")).to_have_count(0)
    # The hours of this day have the greatest value of the year: it is the only day.
    assert greatest in [row.locator("td").nth(2).inner_text() for row in rows.all()]
    context.close()


def test_a_part_of_the_chart_leads_to_its_month_without_a_script(browser, calm):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(calm.url + "air?days=365")
    month = page.locator("tbody th a").last.get_attribute("href")
    page.goto(calm.url.rstrip("/") + page.locator("figure.chart svg a").last.get_attribute("href"))
    assert page.url == calm.url.rstrip("/") + month
    expect(page.locator("thead th").first).to_have_text("Day")
    context.close()


def test_another_value_keeps_the_days(page, calm):
    page.goto(calm.url + "air?days=365")
    days = page.locator("h2 + p").inner_text()
    page.get_by_role("navigation", name="Value").get_by_role("link", name="Temperature").click()
    expect(page.locator("h2").first).to_contain_text("Temperature")
    assert page.locator("h2 + p").inner_text() == days


# What is written on a chart, and how large.
TEXTS = "[...document.querySelectorAll('figure.chart text')].filter(e => e.getBoundingClientRect().width).map(e => parseFloat(getComputedStyle(e).fontSize))"


def test_a_chart_is_read_and_moved_by_finger_mouse_and_keyboard(browser, calm):
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True)
    page = context.new_page()
    page.goto(calm.url + "air?days=7")
    figure, plot = page.locator("figure.chart").first, page.locator("figure.chart .plot").first
    readout = figure.locator(".readout")
    # It begins in the first half of a phone, its text can be read, and it has ticks on both axes.
    # (A box that has just started may still show more above it.)
    page.wait_for_function("() => document.querySelector('figure.chart').getBoundingClientRect().top < 370")
    assert min(page.evaluate(TEXTS)) >= 11
    assert figure.locator("text.time, text.first, text.last").count() >= 3
    figure.focus()
    # From what is still to come to the latest part with a value.
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    expect(readout).to_contain_text("ppm (")
    box = plot.bounding_box()
    cursor = figure.locator("line.cursor").bounding_box()
    here = {"x": cursor["x"] + cursor["width"] / 2, "y": box["y"] + box["height"] / 2}
    page.mouse.move(box["x"] + 2, here["y"])
    expect(readout).to_contain_text("no data")
    # A part is narrower than a pixel here: a finger beside it means it.
    page.touchscreen.tap(here["x"] - 8, here["y"])
    expect(readout).to_contain_text("ppm (")
    # Closer, the same days come in finer parts from the box.
    with page.expect_response("**/air?**from=**"):
        for _ in range(3):
            page.keyboard.press("+")
    page.wait_for_function("() => document.querySelectorAll('figure.chart .plot text').length > 3")
    times = figure.locator("text.time").all_text_contents()
    figure.get_by_role("button", name="Earlier").click()
    assert figure.locator("text.time").all_text_contents() != times
    box = plot.bounding_box()
    # With their places: a chart that is moved by an hour or two may have the same times.
    places = "ticks => ticks.map(tick => tick.textContent + Math.round(tick.getBoundingClientRect().x))"
    before = figure.locator("text.time").evaluate_all(places)
    page.mouse.move(here["x"] - 100, here["y"])
    page.mouse.down()
    page.mouse.move(here["x"] - 20, here["y"], steps=4)
    page.mouse.up()
    assert figure.locator("text.time").evaluate_all(places) != before
    figure.get_by_role("button", name="All of it").click()
    figure.focus()
    page.mouse.move(here["x"], here["y"])
    before = plot.inner_html()
    page.mouse.wheel(0, -100)
    page.wait_for_function("before => document.querySelector('figure.chart .plot').innerHTML !== before", arg=before)
    assert min(page.evaluate(TEXTS)) >= 11
    context.close()


def test_two_quantities_stand_in_one_chart(page, calm):
    page.goto(calm.url + "air?days=1")
    page.get_by_label("Compare with").select_option("Temperature")
    page.get_by_role("button", name="Show").click()
    figure = page.locator("figure.chart").first
    expect(figure.locator("text.second").first).to_be_attached()
    expect(figure.locator(".legend .other")).to_contain_text("Temperature (°C)")
    figure.focus()
    page.keyboard.press("End")
    # To the end of the latest part.
    page.keyboard.press("ArrowLeft")
    expect(figure.locator(".readout")).to_contain_text("°C (")


def test_the_last_day_unfolds_on_now(page, calm):
    page.goto(calm.url)
    page.get_by_text("The last 24 hours").click()
    figure = page.locator("#past figure.chart").first
    expect(figure.get_by_role("button", name="Closer")).to_be_visible(timeout=10_000)
    expect(figure.locator("path.band").first).to_have_attribute("d", re.compile("^M"))


# What is drawn, without the times below it, of which a script writes as many as there is room for.
DRAWN = """() => [...document.querySelectorAll('figure.chart .plot :is(path, rect, line.limit, .mark)')]
  .filter(e => !e.closest('a') && !e.closest('.mark path'))
  .map(e => [e.getAttribute('class'), e.getAttribute('d'), ...['x', 'y', 'y1', 'width', 'height'].map(name => parseFloat(e.getAttribute(name)).toFixed(1))].join(' '))
  .sort()"""


def test_the_script_draws_what_the_server_has_drawn(browser, calm):
    page = browser.new_page()
    page.route("**/chart.js*", lambda route: route.abort())
    page.goto(calm.url + "air?days=1")
    other = page.get_by_label("Compare with").locator("option", has_text="Temperature").get_attribute("value")
    for path in ("air?days=1", f"air?days=7&with={other}", "air?days=365"):
        page.goto(calm.url + path)
        before = page.evaluate(DRAWN)
        assert any("band" in each for each in before), path
        page.unroute("**/chart.js*")
        page.add_script_tag(url=page.locator("script[src*='chart.js']").get_attribute("src"))
        page.wait_for_selector("figure.chart .tools")
        # The observer of its size has drawn it by the next frame.
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
        assert page.evaluate(DRAWN) == before, path
        page.route("**/chart.js*", lambda route: route.abort())
    page.close()
