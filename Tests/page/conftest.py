import os

import pytest
from box import Box, heart_rates
from firefox import Firefox
from hangar import hangar as make_hangar
from playwright.sync_api import sync_playwright

# The same engine without the windows of a desktop takes half the time; `make proof-page` takes the whole browser.
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell")


def pytest_configure(config):
    config.addinivalue_line("markers", "whole: not in short, as in CI; `make proof-page` runs it too")


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
    """A box that has something for each page."""
    with make_hangar(tmp_path_factory.mktemp("hangar")) as box:
        yield box


@pytest.fixture
def racing():
    """A box beside a bed, where a heart soon races."""
    with Box("profile: bedside\nalarms: {heart-rate: {unproved: 5/10}}\n", heart_rates([72] * 3 + [180] * 600)) as box:
        yield box
