"""Many windows of one browser: it has six connections to the box for all of them, and a click needs one."""

import re

from playwright.sync_api import expect


def test_eight_visible_windows_are_all_current_and_an_alarm_is_answered_in_the_last(browser, racing):
    context = browser.new_context(viewport={"width": 400, "height": 800})
    pages = []
    for _ in range(8):
        page = context.new_page()
        page.goto(racing.url, wait_until="commit", timeout=15_000)
        pages.append(page)
    for page in pages:
        assert page.evaluate("document.visibilityState") == "visible"
        expect(page.locator("#main-value .value")).to_be_visible(timeout=20_000)
        page.evaluate(
            "() => { window.losses = 0; new MutationObserver(() => { if (document.body.classList.contains('lost')) losses++; })"
            ".observe(document.body, { attributes: true, attributeFilter: ['class'] }); }"
        )
    last = pages[-1]
    expect(last.locator(".alarm.high")).to_be_visible(timeout=60_000)
    last.locator(".alarm.high").get_by_role("button", name=re.compile("Acknowledge")).click(timeout=10_000)
    expect(last.locator(".alarm.high")).to_contain_text(re.compile("acknowledged|sound paused"), timeout=10_000)
    # Every window knows, and none has lost the box meanwhile.
    for page in pages[:-1]:
        expect(page.locator(".alarm.high")).to_contain_text(re.compile("acknowledged|sound paused"), timeout=5_000)
        assert page.evaluate("losses") == 0
    context.close()


def test_a_browser_without_broadcast_channels_stays_current_too(browser, calm):
    context = browser.new_context()
    context.add_init_script("delete window.BroadcastChannel")
    page = context.new_page()
    page.goto(calm.url)
    assert page.evaluate("typeof BroadcastChannel") == "undefined"
    expect(page.locator("body.live")).to_be_visible(timeout=20_000)
    context.close()
