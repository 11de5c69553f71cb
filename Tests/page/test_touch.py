"""For fingers and for who needs it larger: what is touched is 44 pixels wide and high, on a phone and with all that can be folded
open; and with 200 % of the browser, and text of 310 % on wide screens too, nothing is cut off, covered or out of reach."""

import pytest
from box import until
from layout import layout_faults
from pages import PAGES, SCREENS, visit

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
def test_a_page_is_touched_and_enlarged(browser, hangar, path):
    if path in ("/", "/kiosk"):
        hangar.answer("alarms", "test", "co2-high")
        until(lambda: hangar.status()["alarms"], 10, "an alarm to answer")
    page = visit(browser, hangar, path, viewport={"width": 320, "height": 800})
    faults = {"touched": page.evaluate(SMALL, 44)}
    # 200 % on a screen of 1280 x 1024: half as many pixels of CSS.
    page.set_viewport_size({"width": 640, "height": 512})
    faults["200 %"] = layout_faults(page)
    if path not in SCREENS:
        page.evaluate("document.documentElement.style.fontSize = '310%'")
        for width in (640, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            faults[f"text of 310 % at {width}"] = layout_faults(page)
    page.context.close()
    assert not {where: found for where, found in faults.items() if found}
