"""Who does not want things to move sees none move, but the line that says that a page is old."""

import pytest
from pages import visit

MOVING = """[...document.querySelectorAll('*')].filter(e => e.id !== 'old').filter(e => {
  const { animationName, transitionDuration } = getComputedStyle(e);
  return animationName !== 'none' || transitionDuration.split(', ').some(time => parseFloat(time) > 0);
}).map(e => e.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("path", ["/", "/balance/sheet?scenario=sunday.json", "/air?days=365", "/kiosk"])
def test_nothing_moves_with_reduced_motion(browser, hangar, path):
    page = visit(browser, hangar, path)
    moving = page.evaluate(MOVING)
    page.context.close()
    assert not moving
