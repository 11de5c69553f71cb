import contextlib
import os
import time
import urllib.error
import urllib.request

import pytest
from box import Box, heart_rates, until
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


# The recorded flight lasts eight minutes; a box that plays it is exchanged before its end.
LASTS = 240


class Shared:
    """A box that the tests of several modules use, one after the other."""

    def __init__(self, make):
        self.make, self.stack, self.began = make, contextlib.ExitStack(), None

    def box(self):
        if self.began is None or time.monotonic() - self.began > LASTS:
            self.stack.close()
            self.box_now, self.began = self.stack.enter_context(self.make()), time.monotonic()
        return self.box_now


@contextlib.contextmanager
def flight():
    """A box that has logged the beginning of the recorded flight."""
    with Box() as box:

        def has_values():
            # There is no logbook for a moment.
            with contextlib.suppress(urllib.error.HTTPError):
                return b"<table" in urllib.request.urlopen(box.url + "air?days=1", timeout=10).read()

        until(has_values, 30, "a value in the logbook")
        yield box


@pytest.fixture(scope="session")
def shared(tmp_path_factory):
    boxes = {"calm": Shared(flight), "hangar": Shared(lambda: make_hangar(tmp_path_factory.mktemp("hangar")))}
    yield boxes
    for each in boxes.values():
        each.stack.close()


@pytest.fixture(scope="module")
def calm(shared):
    """A box with the recorded flight."""
    return shared["calm"].box()


@pytest.fixture(scope="module")
def hangar(shared):
    """A box that has something for each page."""
    return shared["hangar"].box()


@pytest.fixture
def racing():
    """A box beside a bed, where a heart soon races."""
    with Box("profile: bedside\nalarms: {heart-rate: {unproved: 5/10}}\n", heart_rates([72] * 3 + [180] * 600)) as box:
        yield box
