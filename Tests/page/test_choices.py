"""Language, units and colours are chosen at the foot of each page, and the person is still at that page afterwards."""

import html
import re
import urllib.parse

import pytest
from hostile import ask, status
from pages import DESCRIPTION, NOWHERE, PAGES, SCREENS, STRANGERS


def places_after_a_choice(answer):
    """Where the forms at the foot lead."""
    return set(re.findall(r'name="to" value="([^"]*)"', answer.decode().split("<footer>")[1])) - {""}


@pytest.mark.parametrize("path", [path for path in PAGES if path not in (NOWHERE, *SCREENS)])
def test_a_choice_leads_back_to_what_was_shown(hangar, path):
    fields = ["X-Forwarded-For: 192.0.2.7"] if path.startswith(STRANGERS) else []
    shown = ask(hangar, urllib.parse.quote(path, safe="/?&=.:"), fields)
    (place,) = places_after_a_choice(shown)
    again = ask(hangar, html.unescape(place), fields)
    assert status(again) == 200
    title = re.compile(rb"<h[12]\b.*?</h[12]>")
    # What an address asked for is still there: of a period its first heading, of a loading its verdict.
    assert title.findall(again) == title.findall(shown)
    assert again.count(b'id="verdict"') == shown.count(b'id="verdict"')


# Forms that no page answers: after the choice itself, with a sentence for a script, or for who has no code.
BARE = {"/language", "/units", "/colours", "/leave", "/update/part", "/answer", "/answer/call", "/enter"}
# It takes what it does not know, and goes on.
BARE.add("/start/limits")
FORMS = [path for path, methods in DESCRIPTION["paths"].items() if "post" in methods and path not in BARE]


@pytest.mark.parametrize("path", FORMS)
def test_a_choice_leads_back_from_a_form_that_is_refused(hangar, path):
    refused = ask(hangar, path, body=b"no=such+field")
    (place,) = places_after_a_choice(refused)
    assert status(refused) >= 400
    assert status(ask(hangar, html.unescape(place))) == 200, place


def test_a_choice_keeps_the_loading_that_was_typed_since(page, hangar):
    page.goto(hangar.url + "balance/sheet?scenario=sunday.json")
    weight = page.locator("[id='load.rear-seats.0']")
    weight.fill("81")
    page.wait_for_url("**load.rear-seats.0=81**")
    page.locator("footer summary").click()
    page.get_by_role("button", name="한국어").click()
    page.wait_for_selector("html[lang=ko]")
    assert weight.input_value() == "81"
