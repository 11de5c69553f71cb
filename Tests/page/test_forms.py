"""The forms in a real browser: what is refused says why beside the field, and nothing that was typed is lost."""

import re

import pytest
from box import Box, STRAP, heart_rates
from playwright.sync_api import expect


@pytest.fixture
def own(browser):
    """A box with one sensor, and a browser at its page."""
    with Box("alarms:\n  co2-high:\n    limit: 2500  # as in the study\n", heart_rates([72] * 600)) as box:
        page = browser.new_page()
        page.goto(box.url)
        expect(page.locator("#main-value .value")).to_have_text("72", timeout=15_000)
        yield box, page
        page.close()


def test_a_sensor_gets_a_name_and_is_forgotten(own):
    box, page = own
    page.goto(box.url + "sensors")
    page.get_by_label("Name").first.fill("left <b>strap</b>")
    page.get_by_role("button", name="Rename").click()
    page.goto(box.url + "sensors")
    expect(page.get_by_role("heading", name="left <b>strap</b>")).to_be_visible()
    page.get_by_text("Forget this sensor").click()
    page.get_by_role("button", name=re.compile("Forget it")).click()
    page.goto(box.url + "sensors")
    button = page.get_by_role("button", name=re.compile("Make it yours"))
    expect(button).to_be_visible()
    button.click()
    assert [s["address"] for s in box.status()["sensors"] if s["adopted"]] == [STRAP]


def test_standby_of_somebody_who_is_received_is_refused_and_the_hours_stay(own):
    box, page = own
    page.goto(box.url + "sensors")
    page.get_by_label(re.compile("Hours")).fill("99")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_label(re.compile("Hours"))).to_have_value("99")


def limit_of(page, alarm):
    return page.get_by_role("textbox", name=f"{alarm}: limit (ppm)")


def test_a_limit_is_changed_in_the_file_and_in_the_box(own):
    box, page = own
    page.goto(box.url + "settings")
    page.get_by_text("Alarms", exact=True).click()
    slider = page.get_by_role("slider", name="CO2 high: limit (ppm)")
    expect(slider).to_have_attribute("max", "10000")
    slider.fill("2250")
    expect(limit_of(page, "CO2 high")).to_have_value("2250")
    limit_of(page, "CO2 high").fill("2200")
    # What will change is said before it is saved.
    expect(page.locator("#changes li")).to_have_text("CO2 high: limit (ppm): 2500 → 2200")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".done")).to_be_visible()
    assert "limit: 2200  # as in the study" in box.config.read_text()
    # The key of the file is nothing that a person must read, unless they look for it.
    assert "co2-high" not in page.inner_text("main")


def test_a_setting_is_found_and_without_a_script_a_page_says_what_will_change(browser, own):
    box, _ = own
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(box.url + "settings")
    page.get_by_label("Search the settings").fill("loudness of alarms")
    page.get_by_role("button", name="Find").click()
    field = page.get_by_role("textbox")
    expect(field.last).to_have_attribute("name", "board.sound.level")
    field.last.fill("-9")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("main li")).to_contain_text("Loudness of alarms (dB): ")
    assert "level" not in box.config.read_text()
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".done")).to_be_visible()
    assert "level: -9" in box.config.read_text()
    context.close()


def test_a_wrong_limit_says_why_beside_the_field_and_nothing_is_lost(own):
    box, page = own
    before = box.config.read_text()
    page.goto(box.url + "settings")
    page.get_by_text("Alarms", exact=True).click()
    limit_of(page, "CO2 elevated").fill("1600")
    limit_of(page, "CO2 high").fill("lots")
    page.get_by_role("button", name="Save").click()
    field = limit_of(page, "CO2 high")
    expect(field).to_be_visible()
    expect(field).to_have_value("lots")
    expect(limit_of(page, "CO2 elevated")).to_have_value("1600")
    fault = page.locator("#" + re.sub(r"\.", r"\\.", "fault-alarms.co2-high.limit"))
    expect(fault).to_contain_text("allowed is a number from")
    assert field.get_attribute("aria-invalid") == "true"
    assert box.config.read_text() == before


def test_a_visitor_of_the_network_enters_with_the_code(browser, own):
    box, _ = own
    context = browser.new_context(extra_http_headers={"X-Forwarded-For": "192.0.2.7"})
    page = context.new_page()
    page.goto(box.url)
    expect(page.get_by_role("heading", name="Enter the code")).to_be_visible()
    page.get_by_label("Code").fill("1")
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_label("Code").fill(box.answer("panel", "code", "--role", "look")[:7])
    page.get_by_role("button", name="Enter").click()
    expect(page.locator("#main-value .value")).to_be_visible()
    page.goto(box.url + "sensors")
    assert page.get_by_role("button", name="Rename").count() == 0
    page.locator("footer summary").click()
    page.get_by_role("button", name="Sign out").click()
    page.goto(box.url)
    expect(page.get_by_role("heading", name="Enter the code")).to_be_visible()
    context.close()


def test_a_session_is_found_shown_and_taken_home(own):
    box, page = own
    while "1" not in box.sessions():  # The logbook is written by a thread of its own.
        page.wait_for_timeout(200)
    page.goto(box.url + "history?from=yesterday")
    expect(page.locator("#fault-from")).to_be_visible()
    expect(page.get_by_label("From")).to_have_value("yesterday")
    page.goto(box.url + "history?search=cabin")
    page.locator("tbody a").first.click()
    expect(page.get_by_role("heading", name="Session 1")).to_be_visible()
    for kind in ("PDF", "CSV", "JSON", "FHIR"):
        with page.expect_download() as download:
            page.get_by_role("link", name=kind).click()
        assert download.value.path().stat().st_size > 0
