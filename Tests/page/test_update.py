"""An update that is brought by the page: in parts, in a real browser, to the folder of a box that was started from a card."""

import pathlib

import pytest
from axe_playwright_python.sync_playwright import Axe
from box import Box, heart_rates, until
from playwright.sync_api import expect

NAME = "lapwing-0.2.0-rpi-arm64.raucb"


@pytest.fixture
def system(tmp_path):
    """The folders of the card's system: what it says, and where it takes requests."""
    (tmp_path / "box").mkdir()
    (tmp_path / "lapwing").mkdir()
    (tmp_path / "box/status").write_text("slot A, version 0.1.0: good\nslot B: nothing to go back to\n")
    return tmp_path


@pytest.fixture
def box(system):
    # No certificate and no visitor from afar: this is about the file.
    with Box("profile: bedside\n", heart_rates([72] * 600), environment={"RUNTIME_DIRECTORY": str(system / "lapwing")}) as box:
        yield box


def bring(page, box, file):
    def there():
        page.goto(box.url + "update")
        return page.get_by_label("File").count()

    # A panel that has just begun may not have reached its box yet, and says so.
    until(there, 30, "a box that takes updates")
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name="Send").click()


def visible(box):
    return [path.name for path in box.config.with_name("updates").iterdir() if path.name != ".lock"]


def requested(system):
    request = system / "lapwing/update"
    return until(lambda: request.exists() and request.read_text(), 10, "a request to the system")


def test_an_update_is_brought_shown_and_installed(page, box, system, tmp_path):
    content = bytes(number * 7 % 251 for number in range(150_001))
    file = tmp_path / "lapwing-0.2.0-rpi-arm64.raucb"
    file.write_bytes(content)
    bring(page, box, file)
    expect(page.get_by_role("heading", name=NAME)).to_be_visible(timeout=20_000)
    expect(page.locator("main")).to_contain_text("slot A, version 0.1.0: good")
    assert pathlib.Path(box.config.with_name("updates"), NAME).read_bytes() == content
    assert visible(box) == [NAME]
    assert not [fault["id"] for fault in Axe().run(page).response["violations"]]

    page.get_by_role("button", name="Show what it changes").click()
    expect(page.locator(".done")).to_be_visible()
    assert requested(system) == f"show {NAME}\n"
    (system / "lapwing/update").unlink()
    # It restarts the box, so what it changes is shown before, and a person must say so twice.
    page.get_by_role("button", name="Install").click()
    expect(page.locator("#sure")).to_contain_text(f"Install {NAME}?")
    assert requested(system) == f"show {NAME}\n"
    assert not [fault["id"] for fault in Axe().run(page).response["violations"]]
    (system / "lapwing/update").unlink()
    page.get_by_role("button", name="Yes, install it").click()
    expect(page.locator(".done")).to_be_visible()
    assert requested(system) == f"install {NAME}\n"
    (system / "lapwing/update").unlink()

    page.get_by_role("button", name="Go back").click()
    expect(page.locator("#sure")).to_contain_text("Go back to the version before?")
    assert not (system / "lapwing/update").exists()
    page.get_by_role("button", name="Yes, go back").click()
    expect(page.locator(".done")).to_be_visible()
    assert requested(system) == "back\n"

    page.get_by_role("button", name="Remove").click()
    expect(page.locator(".done")).to_contain_text("The update is removed.")
    assert visible(box) == []


def test_parts_that_get_lost_and_answers_that_get_lost_are_made_good(page, box, tmp_path):
    content = bytes(number * 11 % 253 for number in range(120_000))
    file = tmp_path / NAME
    file.write_bytes(content)
    seen = []

    def lose(route):
        seen.append(route.request.post_data)
        if len(seen) == 2:  # The request is lost.
            return route.abort()
        if len(seen) in (4, 6):  # The box has the part, the last one too, and the answer is lost.
            route.fetch()
            return route.abort()
        return route.continue_()

    page.route("**/update/part", lose)
    bring(page, box, file)
    expect(page.get_by_role("heading", name=NAME)).to_be_visible(timeout=30_000)
    assert box.config.with_name("updates").joinpath(NAME).read_bytes() == content
    assert len(seen) == 7


def test_a_file_that_is_no_update_is_refused_with_a_sentence(page, box, tmp_path):
    file = tmp_path / "holiday.raucb"
    file.write_bytes(b"x" * 100)
    bring(page, box, file)
    expect(page.locator("#unsent")).to_contain_text("an update has a name such as")
    assert not box.config.with_name("updates").exists()


def test_a_box_that_was_not_started_from_a_card_says_so(page, tmp_path):
    with Box("profile: bedside\n", heart_rates([72] * 600), environment={"RUNTIME_DIRECTORY": str(tmp_path / "lapwing")}) as box:
        page.goto(box.url + "update")
        expect(page.locator("main")).to_contain_text("it was not started from Lapwing's card")
        expect(page.locator("#upload")).to_have_count(0)
