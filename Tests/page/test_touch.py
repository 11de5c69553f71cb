"""What is touched is 44 pixels wide and high, on a phone and with all that can be folded open."""

import pytest
from box import until
from pages import PAGES, visit

# A link within a sentence is as high as its line. A part of a chart is a link of its table too, and no stop of Tab.
SMALL = """least => {
  for (const closed of document.querySelectorAll('details')) closed.open = true;
  const inText = e => getComputedStyle(e).display === 'inline' && e.parentElement.textContent.trim() !== e.textContent.trim();
  const size = e => {
    const all = [e, ...(e.labels ?? [])].map(e => e.getBoundingClientRect());
    const along = (from, to) => Math.max(...all.map(r => r[to])) - Math.min(...all.map(r => r[from]));
    return Math.min(along('left', 'right'), along('top', 'bottom'));
  };
  return [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')]
    .filter(e => e.tabIndex >= 0 && !e.matches('.skip') && e.checkVisibility({ visibilityProperty: true }))
    .filter(e => !(e.matches('a') && inText(e)) && size(e) < least - .5)
    .map(e => `${Math.round(size(e))} px: ${e.outerHTML.slice(0, 120)}`);
}"""


@pytest.mark.parametrize("path", PAGES)
def test_touched_things_are_44_pixels(browser, hangar, path):
    if path in ("/", "/kiosk"):
        hangar.answer("alarms", "test", "co2-high")
        until(lambda: hangar.status()["alarms"], 10, "an alarm to answer")
    page = visit(browser, hangar, path, viewport={"width": 320, "height": 800})
    small = page.evaluate(SMALL, 44)
    page.context.close()
    assert not small
