import os

import pytest
from box import Box, heart_rates, until
from circle import circle
from firefox import Firefox
from pages import DEMO_STRAP, UPDATE
from playwright.sync_api import sync_playwright

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")

SUNDAY = """// The Sunday flight
{
  "aircraftId": "cessna-172m", "name": "Sunday",
  "stationLoads": {"front-seats": [170, {"weight": 150, "name": "Ann"}], "baggage-1": 40},
  "fuelLoads": {"main-fuel": 38}, "tripFuel": 20
}
"""


@pytest.fixture(scope="session")
def play():
    with sync_playwright() as play:
        yield play


@pytest.fixture(scope="session")
def browser(play):
    browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def firefox():
    browser = Firefox()
    yield browser
    browser.close()


@pytest.fixture
def page(browser):
    context = browser.new_context(viewport={"width": 400, "height": 800})
    page = context.new_page()
    # A page of the box has no fault of its own: not in a script, and nothing that the policy refuses.
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text) if "Content Security" in line.text else None)
    yield page
    context.close()
    assert not faults


@pytest.fixture(scope="module")
def calm():
    """A box with the recorded flight."""
    with Box() as box:
        yield box


@pytest.fixture(scope="module")
def hangar(tmp_path_factory):
    """A box that has something for each page: a scenario, a person, a session, an update, and a message of its care circle."""
    folder = tmp_path_factory.mktemp("hangar")
    for name in ("scenarios", "box", "lapwing"):
        (folder / name).mkdir()
    (folder / "scenarios/sunday.json").write_text(SUNDAY)
    # What the card's system says.
    (folder / "box/status").write_text("slot A, version 0.1.0: good\nslot B: nothing to go back to\n")
    settings = f'persons: {{Kim: {{sensors: ["{DEMO_STRAP}"]}}}}\noutside: {{circle: {{link: "https://localhost:8437"}}}}\n'
    system = {"RUNTIME_DIRECTORY": str(folder / "lapwing")}
    message = {"outcome": "open", "title": "Heart rate high of Kim", "text": "Heart rate 180 bpm\nLook after Kim."}
    with Box(settings, panel=("--scenarios", str(folder / "scenarios")), environment=system) as box:
        box.scenarios = folder / "scenarios"
        box.config.with_name("updates").mkdir()
        box.config.with_name("updates").joinpath(UPDATE).write_bytes(b"an update")
        until(lambda: "1" in box.sessions() and len(box.status()["sensors"]) > 1, 30, "a session with both sensors")
        with circle(box, link=message):
            yield box


@pytest.fixture
def racing():
    """A box beside a bed, where a heart soon races."""
    with Box("profile: bedside\nalarms: {heart-rate: {unproved: 5/10}}\n", heart_rates([72] * 3 + [180] * 600)) as box:
        yield box
