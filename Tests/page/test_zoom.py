"""Who needs it larger: 200 % of the browser, and text of 310 % on wide screens too. Nothing is cut off, covered or out of reach."""

import pytest
from layout import layout_faults
from pages import PAGES, SCREENS, visit


@pytest.mark.parametrize("path", PAGES)
def test_twice_as_large_nothing_is_cut_off_or_covered(browser, hangar, path):
    # 200 % on a screen of 1280 x 1024: half as many pixels of CSS, each of two of the screen.
    page = visit(browser, hangar, path, viewport={"width": 640, "height": 512}, device_scale_factor=2)
    faults = {"200 %": layout_faults(page)}
    if path not in SCREENS:
        page.evaluate("document.documentElement.style.fontSize = '310%'")
        for width in (640, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            faults[f"text of 310 % at {width}"] = layout_faults(page)
    page.context.close()
    assert not {where: found for where, found in faults.items() if found}
