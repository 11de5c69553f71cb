"""A flight at the page: a person starts a session, sets the phase, drinks, ends it, and finds it in the history."""

import re

import pytest
from box import Box, heart_rates, until
from playwright.sync_api import expect


@pytest.fixture(scope="module")
def cabin():
    with Box("profile: cabin\n", heart_rates([72] * 3600)) as box:
        until(lambda: "1" in box.sessions(), 20, "the logbook")
        yield box


@pytest.mark.parametrize("has_script", [True, False])
def test_a_flight_is_begun_noted_and_found_again(browser, cabin, has_script):
    context = browser.new_context(java_script_enabled=has_script)
    page = context.new_page()
    page.goto(cabin.url)
    page.locator("#to-session").click()
    state, said = page.locator("#state"), page.locator(".done")
    expect(state).to_contain_text("A session is running")

    # It is not ready: the page says what is missing, and the person begins all the same. Nothing typed is lost.
    page.get_by_text("Start a new session").click()
    page.get_by_text("Which flight").click()
    page.get_by_label(re.compile("^Flight number")).fill("KE 17")
    page.get_by_label(re.compile("^Seat")).fill("23A")
    page.get_by_label(re.compile("^The sensor lies")).check()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("alert").filter(has_text="the session was not started")).to_be_visible()
    expect(page.get_by_label(re.compile("^Seat"))).to_have_value("23A")
    expect(page.get_by_label(re.compile("^The sensor lies"))).to_be_checked()
    page.get_by_role("button", name="Start all the same").click()
    expect(said).to_have_text("The session has begun.")
    expect(state).to_contain_text("KE 17 · seat 23A")
    assert cabin.status()["session_about"] == {"flight": "KE 17", "seat": "23A"}

    page.get_by_label("Phase", exact=True).select_option("Taxi")
    page.get_by_role("button", name="Set the phase").click()
    expect(state).to_contain_text("Low and medium alarms are withheld for at most 60 min")
    assert cabin.status()["phase"] == "taxi"

    page.get_by_role("button", name="I drank 200 ml").click()
    expect(state).to_contain_text("Drunk: 200")
    page.get_by_text("Another amount").click()
    page.get_by_label(re.compile("^Amount")).fill("330")
    page.get_by_role("button", name="Note it").click()
    expect(state).to_contain_text("Drunk: 530")
    page.get_by_role("button", name="Take the latest drink back").click()
    expect(said).to_have_text("The latest drink is taken back.")
    expect(state).to_contain_text("Drunk: 200")
    page.get_by_role("button", name="I took caffeine").click()
    expect(state).to_contain_text("Caffeine")
    page.get_by_role("button", name="Take the caffeine back").click()
    expect(state).not_to_contain_text("Caffeine")
    # To load the page again sends nothing.
    page.reload()
    assert cabin.status()["hydration_ml"] == 200

    page.get_by_text("End the session").click()
    page.get_by_role("button", name="End it now").click()
    expect(said).to_contain_text("The session has ended.")
    expect(state).to_contain_text("No session")
    said.get_by_role("link").click()
    row = page.locator("tbody tr").first
    until(lambda: "KE 17 · seat 23A" in row.inner_text() and "goes on" not in row.inner_text() or page.reload(), 10, "its end")
    row.get_by_role("link").click()
    expect(page.locator("main")).to_contain_text("Drunk: 200")
    expect(page.get_by_role("region", name="Phases of flight")).to_contain_text("Taxi")
    cabin.answer("session", "start")
    context.close()


def test_what_the_box_refuses_is_said_in_a_sentence_beside_what_was_typed(page, cabin):
    page.goto(cabin.url + "session")
    for amount in ["0", "99999"]:
        if not page.get_by_label(re.compile("^Amount")).is_visible():
            page.get_by_text("Another amount").click()
        page.get_by_label(re.compile("^Amount")).fill(amount)
        page.get_by_role("button", name="Note it").click()
        expect(page.locator("#fault")).to_have_text(f"a drink is a whole number of millilitres from 1 to 2000, not {amount}")
        expect(page.get_by_label(re.compile("^Amount"))).to_have_value(amount)
    page.goto(cabin.url + "session")
    page.get_by_role("button", name="Take the latest drink back").click()
    expect(page.locator("#fault")).to_contain_text("so none can be taken back")
    # It is ended elsewhere while this page is open.
    page.goto(cabin.url + "session")
    cabin.answer("session", "end")
    expect(page.locator("#state")).to_contain_text("No session", timeout=10_000)
    page.get_by_text("End the session").click()
    page.get_by_role("button", name="End it now").click()
    expect(page.locator("#fault")).to_contain_text("no session is running")
    cabin.answer("session", "start")
    # The page shows it a moment after the box.
    expect(page.locator("#state")).to_contain_text("A session is running", timeout=10_000)


def test_what_is_typed_stays_while_the_state_changes(page, cabin):
    page.goto(cabin.url + "session")
    until(lambda: page.get_by_text("Start a new session").is_visible() or page.reload(), 20, "the session on the page")
    page.get_by_text("Start a new session").click()
    page.get_by_text("Which flight").click()
    page.get_by_label(re.compile("^Flight number")).fill("KE 1")
    cabin.answer("phase", "cruise")
    expect(page.locator("#state")).to_contain_text("Cruise", timeout=10_000)
    expect(page.get_by_label(re.compile("^Flight number"))).to_have_value("KE 1")


def test_somebody_who_may_only_look_sees_the_session_and_no_form(browser, cabin):
    context = browser.new_context(extra_http_headers={"X-Forwarded-For": "192.0.2.7"})
    page = context.new_page()
    page.goto(cabin.url)
    page.get_by_label("Code").fill(cabin.answer("panel", "code", "--role", "look")[:7])
    page.get_by_role("button", name="Enter").click()
    page.goto(cabin.url + "session")
    expect(page.locator("#state")).to_contain_text("A session is running")
    expect(page.locator("main form")).to_have_count(0)
    context.close()


def test_a_second_tap_drinks_nothing_and_what_is_said_is_said_once(page, cabin):
    page.goto(cabin.url + "session")
    drunk = cabin.status().get("hydration_ml", 0)
    page.get_by_role("button", name="I drank 200 ml").dblclick()
    expect(page.locator(".done")).to_have_text("The drink is recorded.")
    until(lambda: cabin.status().get("hydration_ml") == drunk + 200, 10, "the drink")
    page.wait_for_url("**/session")
    page.reload()
    expect(page.locator("#state")).to_contain_text(f"Drunk: {drunk + 200}")
    assert not page.locator(".done").count() and cabin.status()["hydration_ml"] == drunk + 200
