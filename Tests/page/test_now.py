"""The page Now in a real browser: current, honest, and of use without JavaScript."""

import ctypes
import re
import signal
import time

import pytest
from box import until
from playwright.sync_api import expect


def lost(page):
    return page.locator("#lost:not([hidden])")


def test_an_alarm_becomes_a_red_card_and_is_acknowledged(page, racing):
    page.goto(racing.url)
    card = page.locator(".alarm.high", has_text="Heart rate high")
    expect(card).to_be_visible(timeout=30_000)
    expect(page.locator("#announce")).to_have_text(re.compile("Heart rate high"))
    card.get_by_role("button", name=re.compile("Acknowledge")).click()
    expect(card).to_contain_text(re.compile("acknowledged|sound paused"))
    assert any(alarm["activation"] != "on" for alarm in racing.status()["alarms"])


# On the page, without the line that says that the box is lost: a slow machine loses it for a moment.
PLACE = """e => {
  const { x, y, width, height } = e.getBoundingClientRect();
  return [x, y - document.querySelector('main').getBoundingClientRect().y, width, height].map(Math.round).join();
}"""


def test_no_button_becomes_that_of_another_alarm_under_the_finger(page, racing):
    page.goto(racing.url)
    racing.answer("alarms", "test", "co2-medium", "--seconds", "60")
    button = page.locator("#answer-co2-medium-test")
    expect(button).to_be_visible(timeout=10_000)
    page.evaluate(
        """() => new MutationObserver(() => {
          if (!document.querySelector('article.alarm.high') || window.atOnce) return;
          window.atOnce = (PLACE)(document.getElementById('answer-co2-medium-test'));
        }).observe(document.getElementById('alarms'), { childList: true, subtree: true })""".replace("PLACE", PLACE)
    )
    before = button.evaluate(PLACE)
    high = page.locator("article.alarm.high")
    expect(high).to_be_visible(timeout=60_000)
    assert page.evaluate("atOnce") == before
    # The largest thing says at once what the new alarm is, though its card comes last.
    expect(page.locator(".worst.high")).to_contain_text("Heart rate high")
    expect(page.locator("#alarms > article").last).to_contain_text("Heart rate high")
    # After a while without a touch the worst stands first.
    expect(page.locator("#alarms > article").first).to_contain_text("Heart rate high", timeout=15_000)


def test_a_button_that_has_moved_takes_no_touch_for_a_second(page, racing):
    page.goto(racing.url)
    button = page.locator("article.alarm.high button")
    expect(button).to_be_visible(timeout=60_000)
    expect(button).not_to_have_class(re.compile("rests"))
    page.evaluate("document.addEventListener('submit', event => { window.sent = true; event.preventDefault(); }, true)")
    # The line that says that the box is lost comes above the cards, and moves them.
    racing.stop(signal.SIGSTOP)
    expect(lost(page)).to_be_visible(timeout=4000)
    tapped = page.evaluate(
        "() => { const b = document.querySelector('article.alarm.high button'); const rests = b.matches('.rests');"
        "b.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 })); return [rests, window.sent === true]; }"
    )
    assert tapped == [True, False]
    expect(button).not_to_have_class(re.compile("rests"), timeout=3000)
    racing.stop(signal.SIGCONT)


def test_a_value_comes_without_a_load(page, racing):
    page.goto(racing.url)
    page.evaluate("window.mark = 1")
    expect(page.locator("#main-value .value")).to_have_text("180", timeout=20_000)
    assert page.evaluate("window.mark") == 1


def test_a_killed_box_is_lost_within_three_seconds_and_found_again(page, racing):
    page.goto(racing.url)
    expect(page.locator("#main-value .value")).to_be_visible(timeout=15_000)
    expect(page.locator(".alarm .facts").first).to_be_visible(timeout=30_000)
    racing.kill()
    expect(lost(page)).to_contain_text("Lost the box at", timeout=3000)
    # Also what an alarm says of its value.
    for shown in ("#main-value .value", ".alarm .facts"):
        assert "line-through" in page.locator(shown).first.evaluate("e => getComputedStyle(e).textDecoration"), shown
    racing.again()
    expect(lost(page)).to_have_count(0, timeout=15_000)


def test_the_way_to_the_worst_alarm_is_large_enough_for_a_finger(page, racing):
    page.goto(racing.url + "history")
    way = page.locator("#to-alarms")
    expect(way).to_be_visible(timeout=60_000)
    assert way.bounding_box()["height"] >= 44


def test_an_alarm_of_a_lost_box_is_not_red(page, racing):
    page.goto(racing.url)
    badge = page.locator("article.alarm .badge").first
    expect(badge).to_be_visible(timeout=60_000)
    colour = "e => getComputedStyle(e).backgroundColor"
    red = badge.evaluate(colour)
    racing.kill()
    expect(lost(page)).to_be_visible(timeout=4000)
    assert badge.evaluate(colour) != red


def test_a_box_that_hangs_is_lost_within_three_seconds(page, racing):
    page.goto(racing.url)
    expect(page.locator("#main-value .value")).to_be_visible(timeout=15_000)
    racing.stop(signal.SIGSTOP)
    expect(lost(page)).to_contain_text("Lost the box at", timeout=3000)
    racing.stop(signal.SIGCONT)
    expect(lost(page)).to_have_count(0, timeout=10_000)


def test_a_panel_that_is_gone_or_hangs_is_noticed_as_well(page, racing):
    page.goto(racing.url)
    expect(page.locator("#main-value .value")).to_be_visible(timeout=15_000)
    racing.panel.send_signal(signal.SIGSTOP)
    expect(lost(page)).to_contain_text("Lost the box at", timeout=3000)
    racing.panel.send_signal(signal.SIGCONT)
    expect(lost(page)).to_have_count(0, timeout=10_000)


def test_a_proxy_that_holds_events_back_is_noticed(page, racing):
    page.route("**/live/now", lambda route: time.sleep(0))  # No answer ever comes.
    page.goto(racing.url)
    expect(lost(page)).to_contain_text("Looking for the box", timeout=3000)


def test_a_page_out_of_the_cache_is_not_taken_for_current(page, racing):
    page.goto(racing.url)
    expect(page.locator("#main-value .value")).to_be_visible(timeout=15_000)
    page.route("**/live/now", lambda route: None)
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}))")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    assert page.locator("body").evaluate("e => e.classList.contains('lost')")
    expect(lost(page)).to_contain_text("Lost the box at", timeout=100)


def test_a_phone_that_slept_says_so_when_it_wakes(page, racing):
    # The clock of the page stands still in a sleep: the script sees only that the time of day has jumped.
    page.goto(racing.url)
    expect(page.locator("#main-value .value")).to_be_visible(timeout=15_000)
    page.route("**/live/now", lambda route: None)
    page.evaluate("const now = Date.now; Date.now = () => now() + 3600e3; document.dispatchEvent(new Event('visibilitychange'))")
    assert page.locator("body").evaluate("e => e.classList.contains('lost')")


def test_without_javascript_it_reads_acknowledges_and_refreshes(browser, racing):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(racing.url)
    for _ in range(30):
        if page.locator(".alarm.high").count():
            break
        time.sleep(1)
        page.reload()
    expect(page.locator("#asof")).to_have_text(re.compile(r"as of \d\d:\d\d:\d\d"))
    assert page.locator("noscript meta[http-equiv=refresh]").count() or "refresh" in page.content()
    page.locator(".alarm.high").get_by_role("button", name=re.compile("Acknowledge")).click()
    expect(page.locator(".alarm.high")).to_contain_text(re.compile("acknowledged|sound paused"))
    racing.kill()
    time.sleep(1)
    page.reload()
    expect(page.locator("#lost")).to_contain_text("The box has not answered since")
    assert page.locator(".value").count() == 0
    context.close()


def test_without_javascript_an_old_page_says_so_by_itself(browser, racing):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(racing.url)
    expect(page.locator("#old")).to_be_hidden()
    # The animation that shows it is brought to its end, instead of waiting.
    context.close()
    context = browser.new_context()
    page = context.new_page()
    page.route("**/live.js*", lambda route: route.abort())
    page.goto(racing.url)
    page.evaluate("document.getAnimations().forEach(a => a.finish())")
    expect(page.locator("#old")).to_be_visible()
    context.close()


def test_two_people_see_the_same_answer(browser, racing):
    pages = [browser.new_context().new_page() for _ in range(2)]
    for page in pages:
        page.goto(racing.url)
    for page in pages:
        expect(page.locator(".alarm.high")).to_be_visible(timeout=30_000)
    pages[0].locator(".alarm.high").get_by_role("button", name=re.compile("Acknowledge")).click()
    expect(pages[1].locator(".alarm.high")).to_contain_text(re.compile("acknowledged|sound paused"))
    for page in pages:
        page.context.close()


def test_the_focus_stays_while_values_change(page, racing):
    page.goto(racing.url)
    button = page.locator(".alarm.high").get_by_role("button", name=re.compile("Acknowledge"))
    expect(button).to_be_visible(timeout=30_000)
    button.focus()
    before = page.locator("#sensors").inner_html()
    page.wait_for_function("before => document.getElementById('sensors').innerHTML !== before", arg=before, timeout=10_000)
    expect(button).to_be_focused()


def test_a_loop_that_hangs_is_lost_though_the_rest_of_the_box_answers(page, racing):
    # The main thread alone is stopped, as a debugger does it: the control socket still answers.
    page.goto(racing.url)
    expect(page.locator("#main-value .value")).to_be_visible(timeout=15_000)
    ptrace = ctypes.CDLL(None, use_errno=True).ptrace
    seize, interrupt, detach, nothing = 0x4206, 0x4207, 17, ctypes.c_void_p(0)
    if ptrace(ctypes.c_long(seize), ctypes.c_long(racing.run.pid), nothing, nothing):
        pytest.skip("this machine lets no process stop a thread")
    ptrace(ctypes.c_long(interrupt), ctypes.c_long(racing.run.pid), nothing, nothing)
    expect(lost(page)).to_contain_text("Lost the box at", timeout=4000)
    assert racing.status()["sensors"]
    ptrace(ctypes.c_long(detach), ctypes.c_long(racing.run.pid), nothing, nothing)
    expect(lost(page)).to_have_count(0, timeout=10_000)


def test_news_that_come_late_are_no_news(page, racing):
    # The clock of the panel is given four seconds on, as if each event had been on its way for so long.
    page.goto(racing.url)
    expect(page.locator("#main-value .value")).to_be_visible(timeout=15_000)
    expect(lost(page)).to_have_count(0)

    def later(route):
        answer = route.fetch()
        route.fulfill(response=answer, body=str(int(answer.text()) + 4000))

    page.route("**/live/clock", later)
    expect(lost(page)).to_contain_text("Lost the box at", timeout=8000)
    page.unroute("**/live/clock")
    expect(lost(page)).to_have_count(0, timeout=10_000)


def test_a_panel_that_gives_no_round_trip_is_lost(page, racing):
    page.goto(racing.url)
    expect(page.locator("#main-value .value")).to_be_visible(timeout=15_000)
    page.route("**/live/clock", lambda route: None)
    expect(lost(page)).to_contain_text("Lost the box at", timeout=10_000)


HIDE = (
    "Object.defineProperty(document, 'visibilityState', {get: () => window.seen ? 'visible' : 'hidden'});"
    "Object.defineProperty(document, 'hidden', {get: () => !window.seen});"
    "document.dispatchEvent(new Event('visibilitychange'))"
)


def test_a_tab_that_nobody_sees_carries_the_worst_alarm_and_a_second_one_gives_its_connection_up(browser, racing):
    context = browser.new_context()
    first, second = context.new_page(), context.new_page()
    for page in (first, second):
        page.goto(racing.url)
        expect(page.locator("body.live")).to_be_visible(timeout=15_000)
    own = first.evaluate("document.querySelector('title').dataset.own")
    # The first knows the second by then, and the second the first.
    second.wait_for_timeout(1500)
    second.evaluate(HIDE)
    first.evaluate(HIDE)
    before = second.inner_text("#asof")
    until(lambda: racing.status()["sound"] == "high", 60, "the alarm")
    expect(first).to_have_title(re.compile(f"^▲ Heart rate high, .* · {re.escape(own)}$"), timeout=2000)
    assert first.locator("link[rel=icon]").get_attribute("href") == first.locator("link[rel=icon]").get_attribute("data-high")
    assert second.inner_text("#asof") == before
    assert second.evaluate(
        "() => { window.seen = true; document.dispatchEvent(new Event('visibilitychange'));"
        "return document.body.classList.contains('lost') }"
    )
    expect(lost(second)).to_have_count(0, timeout=10_000)
    racing.kill()
    expect(first).to_have_title(re.compile("^⚠ Lost the box at"), timeout=4000)
    context.close()


def test_sensors_say_that_the_box_is_lost_and_keep_what_is_typed(page, racing):
    page.goto(racing.url + "sensors")
    expect(page.locator("main .value")).to_contain_text("180", timeout=30_000)
    page.get_by_label("Name").first.fill("half a na")
    page.wait_for_timeout(1500)
    expect(page.get_by_label("Name").first).to_have_value("half a na")
    racing.kill()
    expect(lost(page)).to_contain_text("Lost the box at", timeout=4000)
    assert "line-through" in page.locator("main .value").evaluate("e => getComputedStyle(e).textDecoration")


def test_what_the_first_visit_shows_of_sensors_is_struck_out_with_the_box(page, racing):
    page.goto(racing.url + "start/sensors")
    values = page.locator("#heard .facts").first
    expect(values).to_contain_text("bpm", timeout=15_000)
    racing.kill()
    expect(lost(page)).to_contain_text("Lost the box at", timeout=3000)
    assert "line-through" in values.evaluate("e => getComputedStyle(e).textDecoration")
