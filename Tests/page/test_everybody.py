"""Every page for everybody: axe finds nothing, on a phone and on a desktop, in all colours, in both languages, with large text."""

import pytest
from axe import findings
from pages import PAGES, visit

# Colours and the size of text are style alone, and change while a page is shown. With all three each page has met all colours, both
# languages, both widths and large text.
LOOKS = [
    (320, "en-GB", [("light", "100%"), ("forced dark", "310%")]),
    (320, "ko-KR", [("dark", "310%"), ("light", "100%")]),
    (1280, "en-GB", [("dark", "100%"), ("forced light", "100%")]),
]


# In short each page has one of the three, in turn.
CASES = [
    pytest.param(path, *look, id=f"{path}-{name}", marks=[] if number % len(LOOKS) == place else [pytest.mark.whole])
    for number, path in enumerate(PAGES)
    for place, (name, look) in enumerate(zip(("phone", "Korean", "desk"), LOOKS))
]


@pytest.mark.parametrize("path, width, language, looks", CASES)
def test_axe_finds_nothing(browser, hangar, path, width, language, looks):
    page = visit(browser, hangar, path, viewport={"width": width, "height": 800}, locale=language)
    found = [finding for colours, size in looks for finding in findings(page, colours, size)]
    if page.evaluate("document.documentElement.lang") != language[:2]:
        found.append("another language")
    page.context.close()
    assert not found
