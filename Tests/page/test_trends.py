"""Past values by day: from the history to a year, and by links alone from there to a month, a day and its hours."""

from playwright.sync_api import expect


def test_a_year_is_found_and_zoomed_without_javascript(browser, calm):
    context = browser.new_context(java_script_enabled=False, viewport={"width": 400, "height": 800})
    page = context.new_page()
    page.goto(calm.url + "history")
    page.locator("main").get_by_role("link", name="Air", exact=True).click()
    page.get_by_role("navigation", name="Period").get_by_role("link", name="Year").click()
    expect(page.get_by_role("link", name="Year")).to_have_attribute("aria-current", "page")
    expect(page.locator("figure.days .band").first).to_be_attached()
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


def test_a_part_of_the_chart_leads_to_its_month(page, calm):
    page.goto(calm.url + "air?days=365")
    month = page.locator("tbody th a").last.get_attribute("href")
    page.locator("figure.days a").last.dispatch_event("click")
    expect(page).to_have_url(calm.url.rstrip("/") + month)
    expect(page.locator("thead th").first).to_have_text("Day")


def test_another_value_keeps_the_days(page, calm):
    page.goto(calm.url + "air?days=365")
    days = page.locator("h2 + p").inner_text()
    page.get_by_role("navigation", name="Value").get_by_role("link", name="Temperature").click()
    expect(page.locator("h2").first).to_contain_text("Temperature")
    assert page.locator("h2 + p").inner_text() == days
