"""What every page says of the box, also one that shows nothing current: that it is lost, and that an alarm is on."""

from playwright.sync_api import expect

# Pages without a stream of their own; as many as a browser has connections to one host.
STILL = ["history", "heart", "doctor", "settings", "update", "start"]


def test_every_window_of_any_page_says_within_three_seconds_that_the_box_is_lost(browser, racing):
    context = browser.new_context()
    pages = [context.new_page() for _ in STILL]
    for page, path in zip(pages, STILL):
        assert page.goto(racing.url + path).ok, path
    for page in pages:
        page.wait_for_selector("body.live")
    racing.kill()
    lost = [page.locator("#lost:not([hidden])") for page in pages]
    for each in lost:
        expect(each).to_contain_text("Lost the box at", timeout=3000)
    racing.again()
    for each in lost:
        expect(each).to_have_count(0, timeout=20_000)
    context.close()


def test_an_alarm_is_seen_on_a_page_of_settings_and_nothing_typed_is_lost(page, racing):
    page.goto(racing.url + "settings/persons")
    page.fill("[id='new.name']", "Anna")
    line = page.locator("#worst-alarm")
    expect(line).to_contain_text("High Heart rate high", timeout=60_000)
    assert line.locator("[role=alert]").count() == 1
    assert page.input_value("[id='new.name']") == "Anna"
    line.get_by_role("link").click()
    page.get_by_role("button", name="Acknowledge").first.click()
    # A high alarm is paused, and stays in sight until it ends.
    expect(page.locator("article.alarm.high")).to_contain_text("sound paused")
    page.goto(racing.url + "settings")
    expect(line).to_contain_text("Heart rate high")


def test_without_a_script_the_alarm_and_the_lost_box_are_said_when_a_page_is_loaded(browser, racing):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(racing.url + "settings")
    for _ in range(60):
        if page.locator("#worst-alarm .high").count():
            break
        page.wait_for_timeout(1000)
        page.reload()
    expect(page.locator("#worst-alarm")).to_contain_text("Heart rate high")
    racing.kill()
    for _ in range(20):
        if page.locator("#lost:not([hidden])").count():
            break
        page.wait_for_timeout(500)
        page.reload()
    expect(page.locator("#lost")).to_contain_text("The box has not answered since")
    expect(page.locator("#old")).to_have_count(0)
    context.close()
