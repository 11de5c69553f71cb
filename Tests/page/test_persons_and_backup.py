"""Persons, units, backup and reading on demand, in a real browser."""

import json
import re

import pytest
from box import Box, STRAP, heart_rates, hearts
from circle import circle
from layout import layout_faults
from playwright.sync_api import expect

SETTINGS = "alarms:\n  co2-high:\n    limit: 2600  # mine\n"


@pytest.fixture
def box():
    with Box(SETTINGS, heart_rates([72] * 600)) as box:
        yield box


def test_a_person_gets_limits_and_a_strap(page, box):
    page.goto(box.url)
    expect(page.locator("#main-value .value")).to_have_text("72", timeout=20_000)
    page.goto(box.url + "settings/persons")
    page.get_by_label("Name").fill("Kim “J.” #1")
    page.get_by_label("Sensor on the body").select_option(STRAP)
    page.get_by_role("button", name="Save persons").click()
    card = page.locator("fieldset", has_text="Kim “J.” #1")
    expect(card).to_be_visible()
    card.get_by_label("Age in years").fill("7")
    page.get_by_role("button", name="Save persons").click()
    expect(page.get_by_text(re.compile("allowed is one of adult"))).to_be_visible()
    card.get_by_label("Age in years").fill("")
    low = card.locator("[name='person.0.heart-rate-low']")
    low.fill("4")
    page.get_by_role("button", name="Save persons").click()
    expect(page.get_by_text(re.compile("allowed is a number from"))).to_be_visible()
    low.fill("42")
    page.get_by_role("button", name="Save persons").click()
    expect(page.locator(".done")).to_be_visible()
    page.goto(box.url)
    expect(page.locator("#sensors")).to_contain_text("Kim “J.” #1")
    assert "heart-rate-low: 42" in box.config.read_text()


def test_a_backup_comes_back_and_shows_first_what_changes(page, box, tmp_path):
    page.goto(box.url + "settings/backup")
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the file").click()
    file = tmp_path / "backup.json"
    download.value.save_as(file)
    assert json.loads(file.read_text())["format"] == "lapwing-backup"
    before = box.config.read_text()
    box.config.write_text(before.replace("limit: 2600  # mine", "limit: 2900  # mine"))
    page.wait_for_timeout(2200)  # The panel reads its configuration again after two seconds.
    page.goto(box.url + "settings/backup")
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name="Show what would change").click()
    expect(page.locator("table")).to_contain_text("alarms.co2-high.limit")
    page.get_by_role("button", name="Bring it back").click()
    expect(page.locator("main")).to_contain_text("The copy is back.")
    assert box.config.read_text() == before


def test_a_sensor_is_read_on_demand(page, box):
    page.goto(box.url)
    expect(page.locator("#main-value .value")).to_have_text("72", timeout=20_000)
    page.goto(box.url + "sensors")
    page.get_by_role("button", name=re.compile("^Read it now")).first.click()
    expect(page.locator("#visit")).to_contain_text("was read", timeout=15_000)
    expect(page.locator("#visit")).to_contain_text("heart rate 72 bpm")


def test_units_are_of_each_browser(browser, calm):
    page, other = browser.new_context().new_page(), browser.new_context().new_page()
    for visitor in (page, other):
        visitor.goto(calm.url)
        expect(visitor.locator("#sensors")).to_contain_text("°C", timeout=60_000)
    page.locator("footer summary").click()
    page.get_by_role("button", name="Imperial").click()
    expect(page.locator("#sensors")).to_contain_text("°F")
    page.wait_for_timeout(2500)
    expect(page.locator("#sensors")).to_contain_text("°F")
    expect(other.locator("#sensors")).to_contain_text("°C")
    page.context.close()
    other.context.close()


LONG, WIDE = "W" * 40, "김" * 40
PEOPLE = [
    {"name": "W" * 24, "word": "none", "invited": True, "link": "https://ntfy.sh/lapwing-abcdefghijklmnopqrstuvwxyz"},
    {"name": "김" * 24, "word": "consented", "since": "2026-11-01T00:00:00Z", "invited": True, "answered": True},
    {"name": LONG, "word": "stopped", "since": "2026-11-01T00:00:00Z", "paused_for_s": 4000},
]


@pytest.mark.parametrize("language", ["en-GB", "ko-KR"])
def test_the_longest_name_breaks_no_page(browser, language):
    others = ["C0:FF:EE:00:00:03", STRAP]
    persons = "".join(f"  {name}:\n    sensors: ['{strap}']\n" for name, strap in zip([LONG, WIDE], others))
    circle_settings = f"outside: {{circle: {{invite: true}}}}\nconsent: {{circle: 2026-01-01, circle-by: {LONG}}}\n"
    with Box(f"profile: bedside\npersons:\n{persons}{circle_settings}", hearts([[72] * 600] * 2)) as box:
        page = browser.new_context(viewport={"width": 320, "height": 640}, locale=language).new_page()
        with circle(box, link={"outcome": "done", "people": PEOPLE}):
            for path in ("", "settings/persons", "sensors", "settings", "people", "session", "kiosk"):
                page.goto(box.url + path)
                if path in ("", "people"):
                    expect(page.locator("main h2")).not_to_have_count(0, timeout=20_000)
                assert not layout_faults(page), path
        page.context.close()
