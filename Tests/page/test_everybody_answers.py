"""What the page answers to a form, for everybody: a sentence of refusal, what would change, a question before something is done."""

import json

import pytest
from axe import findings
from hostile import ask
from pages import DEMO_STRAP, UPDATE, visit

# Sends a form as a person does, from a page of the box.
SEND = """([path, fields]) => {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = path;
  for (const name in fields) {
    const field = document.createElement('textarea');
    field.name = name;
    field.value = fields[name];
    form.append(field);
  }
  document.body.append(form);
  HTMLFormElement.prototype.submit.call(form);
}"""


def changed_backup(box):
    backup = json.loads(ask(box, "/settings/backup.json").split(b"\r\n\r\n", 1)[1])
    return {"backup": json.dumps({**backup, "configuration": backup["configuration"] + "\nalarms: {co2-high: {limit: 2900}}\n"})}


def wrong_person(box):
    shown = ask(box, "/settings/persons").decode()
    names = [part.split('"')[0] for part in shown.split('<form method="post" action="/settings/persons">')[1].split("</form>")[0].split(' name="')[1:]]
    fields = {name: "" for name in names if not name.endswith(".remove")}
    return {**fields, "was": shown.split('name="was" value="')[1].split('"')[0], "person.0.heart-rate-low": "lots", "person.0.sound": "standard"}


FORMS = {
    "/settings": lambda box: {"alarms.co2-high.limit": "lots", "was:alarms.co2-high.limit": "2500"},
    "/settings/persons": wrong_person,
    "/settings/backup": changed_backup,
    "/settings/restore": lambda box: {"backup": "nothing", "was": "nothing"},
    "/start/limits": lambda box: {"address": DEMO_STRAP, "alarms.co2-high.limit": "lots", "was:alarms.co2-high.limit": "2500"},
    "/standby": lambda box: {"person": "", "hours": "99", "way": "begin"},
    "/sensors/read": lambda box: {"address": "C0:FF:EE:00:00:77"},
    "/balance/keep": lambda box: {"scenario": "sunday.json", "typed": "imperial", "name": "x", "file": "../x", "load.front-seats.0": "9o"},
    "/update": lambda box: {"do": "install", "name": UPDATE},
    "/acknowledge": lambda box: {"condition": "nothing"},
    "/enter": lambda box: {"code": "1"},
}


@pytest.mark.parametrize("path", FORMS)
def test_axe_finds_nothing_on_the_answer_to_a_form(browser, hangar, path):
    page = visit(browser, hangar, "/enter" if path == "/enter" else "/nowhere", viewport={"width": 320, "height": 800}, locale="ko-KR")
    with page.expect_navigation():
        page.evaluate(SEND, [path, FORMS[path](hangar)])
    assert page.locator(".fault, table, #sure, #visit button").first.is_visible(), page.inner_text("main")
    found = findings(page, "dark") + findings(page, "forced light", "310%")
    page.context.close()
    assert not found
