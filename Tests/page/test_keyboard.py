"""All by keyboard: Tab reaches each control once, in the order of the page, where it is seen; and each form is sent."""

import pytest
from box import until
from pages import DESCRIPTION, PAGES, UPDATE, visit

CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary"
# Remembers each control that gets the focus, and how it is shown then.
WATCH = """controls => {
  for (const closed of document.querySelectorAll('details')) closed.open = true;
  const wanted = [...document.querySelectorAll(controls)]
    .filter(e => e.tabIndex >= 0 && !e.disabled && e.checkVisibility({ visibilityProperty: true }));
  const name = e => `${wanted.indexOf(e)} ${e.outerHTML.slice(0, 100)}`;
  window.reached = [];
  window.faults = [];
  document.addEventListener('focusin', ({ target }) => {
    if (!wanted.includes(target)) return;
    reached.push(name(target));
    const { left, right, top, bottom } = target.getBoundingClientRect(), style = getComputedStyle(target);
    if (style.outlineStyle === 'none' || parseFloat(style.outlineWidth) < 2) faults.push(`has no outline: ${name(target)}`);
    // Nothing that sticks to the top may hide it: WCAG 2.4.11.
    const x = Math.min(Math.max((left + right) / 2, 1), innerWidth - 1);
    const ys = [top + 2, (top + bottom) / 2, bottom - 2].filter(y => y >= 0 && y < innerHeight);
    const isSeen = ys.some(y => { const e = document.elementFromPoint(x, y); return e && (target.contains(e) || e.contains(target) && e !== document.body); });
    if (!isSeen) faults.push(`cannot be seen: ${name(target)}`);
  });
  return wanted.map(name);
}"""


@pytest.mark.parametrize("path", PAGES)
def test_tab_reaches_each_control_in_the_order_of_the_page(browser, hangar, path):
    page = visit(browser, hangar, path, has_news=False, viewport={"width": 400, "height": 800})
    # The browser moves to the field for the code when it first draws the page.
    page.wait_for_function("document.querySelector('[autofocus]')?.matches(':focus') !== false")
    wanted = page.evaluate(WATCH, CONTROLS)
    page.evaluate("document.body.tabIndex = -1; document.body.focus()")
    # A date has several parts, and a table that is wide has the focus too.
    for _ in range(3 * len(wanted) + 20):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => reached.length >= wanted && document.activeElement === document.body", len(wanted)):
            break
    reached, faults = page.evaluate("[reached, faults]")
    page.context.close()
    assert reached[: len(wanted)] == wanted
    assert not faults


# What is sent by no page of this box: while a sensor is paired, after an alarm that latches, for a browser that has entered the
# code, after something that waits for the next start, after a backup was shown, with a care circle; and the parts of an update are sent
# by a script.
ELSEWHERE = {"/sensors/number", "/sensors/stop", "/reset", "/leave", "/settings/restart", "/settings/restore", "/update/part", "/answer/call",
             "/people", "/people/drill", "/people/remove", "/people/pause", "/people/resume", "/people/earlier", "/people/off"}
# The buttons, as what they send and where; all that must be filled in is.
BUTTONS = """() => {
  for (const closed of document.querySelectorAll('details')) closed.open = true;
  for (const e of document.querySelectorAll('[required]')) if (e.type !== 'file' && !e.value) e.value = '1';
  window.buttons = [...document.querySelectorAll('form button')].filter(e => e.checkVisibility());
  return buttons.map(e => `${e.formMethod || e.form.method} ${new URL(e.hasAttribute('formaction') ? e.formAction : e.form.action).pathname} ${e.name}`);
}"""


def test_enter_sends_each_form(browser, hangar):
    hangar.answer("alarms", "test", "co2-high")
    unsent, sent, asked = [], set(), []

    # Nothing changes on the box, and the page stays as it is.
    def note(route):
        asked.append(route.request)
        route.fulfill(status=204)

    for path in PAGES:
        page = visit(browser, hangar, path, has_news=False, viewport={"width": 400, "height": 800})
        page.route(lambda url: "/assets/" not in url, note)
        for field in page.locator("input[type=file]").all():
            field.set_input_files({"name": UPDATE, "mimeType": "application/json", "buffer": b"{}"})
        # The same form on another page is not sent again.
        for number, button in enumerate(page.evaluate(BUTTONS)):
            if button in sent:
                continue
            asked.clear()
            page.evaluate("number => buttons[number].focus()", number)
            page.keyboard.press("Enter")
            try:
                until(lambda: page.evaluate("true") and asked, 3, "a request")
                sent.add(button)
            except AssertionError:
                unsent.append(f"{path}: {button}")
        page.context.close()
    assert not unsent
    orders = {path for path, methods in DESCRIPTION["paths"].items() if "post" in methods}
    assert orders - {button.split()[1] for button in sent} == ELSEWHERE
