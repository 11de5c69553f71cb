"""Who works with a keyboard keeps the place while news change the page around it."""

import pytest
from box import Box, until
from playwright.sync_api import expect

# Knows the stream of a page, and which parts it draws.
STREAMS = """window.parts = new Set();
EventSource = class extends EventSource {
  constructor(path) {
    super(path);
    window.stream = this;
    this.addEventListener('box', event => { for (const id in JSON.parse(event.data).parts) parts.add(id); });
  }
}"""
# Draws every part anew while one of its controls has the focus. Returns whether each control keeps it, and whether it is another one
# then: the card of an alarm stays.
DRAW = """() => {
  const drawn = [...parts].map(id => document.getElementById(id)).filter(e => e);
  const controls = () => drawn.flatMap(e => [...e.querySelectorAll('a, button, input:not([type=hidden]), select, summary')]);
  return controls().map((control, number) => {
    control = controls()[number];
    const name = control.id || control.outerHTML;
    control.focus();
    const news = { t: 1, p: 1, parts: Object.fromEntries(drawn.map(e => [e.id, e.innerHTML + '<!-- news -->'])) };
    stream.dispatchEvent(new MessageEvent('box', { data: JSON.stringify(news) }));
    const { activeElement } = document;
    return [name, (activeElement.id || activeElement.outerHTML) === name, !control.isConnected];
  });
}"""


@pytest.fixture(scope="module")
def stranger():
    """A box that has no sensor of its own yet."""
    with Box(arguments=("--strangers",)) as box:
        until(lambda: len(box.status()["sensors"]) > 1, 30, "both sensors")
        yield box


@pytest.mark.parametrize("path", ["/", "/start/sensors", "/kiosk"])
def test_news_take_the_focus_from_no_control(browser, stranger, path):
    stranger.answer("alarms", "test", "co2-high", "--seconds", "60")
    until(lambda: stranger.status()["alarms"], 10, "the alarm")
    page = browser.new_context().new_page()
    page.add_init_script(STREAMS)
    page.goto(stranger.url.rstrip("/") + path)
    expect(page.locator("body.live")).to_be_visible(timeout=20_000)
    controls = page.evaluate(DRAW)
    page.context.close()
    assert controls, "there are controls among the news of this page"
    assert any(is_new for _, _, is_new in controls)
    assert not [name for name, is_kept, _ in controls if not is_kept]
