"""Weight and balance in a real browser: a loading that follows the sliders, and one that is sent as a form."""

import re

from hangar import SUNDAY
from playwright.sync_api import expect


def sheet(box):
    return box.url + "balance/sheet?scenario=sunday.json"


def test_a_slider_changes_the_verdict_while_it_moves(page, hangar):
    page.goto(sheet(hangar))
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("INSIDE, unverified empty weight")
    page.evaluate("window.mark = 1")
    slider = page.locator("input[type=range][data-for='load.rear-seats.0']")
    expect(slider).to_be_visible()
    slider.fill("340")
    expect(verdict).to_contain_text("NOT WITHIN LIMITS")
    expect(page.locator("#result")).to_contain_text("Take-off weight exceeds its maximum")
    expect(page.locator("#picture svg polygon").first).to_be_attached()
    expect(page.locator("[id='load.rear-seats.0']")).to_have_value("340")
    # Nothing was loaded again, and the address has the loading.
    assert page.evaluate("window.mark") == 1
    assert "load.rear-seats.0=340" in page.url
    page.reload()
    expect(page.locator("#verdict")).to_contain_text("NOT WITHIN LIMITS")
    assert (hangar.scenarios / "sunday.json").read_text() == SUNDAY


def test_a_wrong_number_has_its_sentence_and_no_result(page, hangar):
    page.goto(sheet(hangar))
    field = page.locator("[id='load.front-seats.0']")
    field.fill("17o")
    expect(page.locator("[id='fault-load.front-seats.0']")).to_contain_text("“17o” is not a number")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#picture svg")).to_have_count(0)
    field.fill("170")
    expect(page.locator("#picture svg")).to_have_count(1)


def test_a_result_that_does_not_follow_says_so(page, hangar):
    page.goto(sheet(hangar))
    page.route("**/balance/live*", lambda route: route.abort())
    page.locator("[id='load.rear-seats.0']").fill("300")
    expect(page.locator("#stale")).to_be_visible()


def test_without_javascript_it_computes_and_keeps(browser, hangar):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(hangar.url + "balance")
    page.get_by_role("link", name=re.compile("Sunday")).click()
    assert page.locator("input[type=range]:visible").count() == 0
    page.locator("[id='load.rear-seats.0']").fill("120")
    page.get_by_role("button", name="Compute").click()
    expect(page.locator("#result")).to_contain_text("2168 lb")
    page.get_by_text("Keep on the box …").click()
    page.get_by_label("Name", exact=True).fill("With a child")
    page.get_by_label("File on the box").fill("child")
    page.get_by_role("button", name="Keep on the box").click()
    expect(page.locator(".done")).to_contain_text("Kept as child.json")
    kept = (hangar.scenarios / "child.json").read_text()
    assert "With a child" in kept and "// The Sunday flight" in kept
    context.close()


def test_a_keyboard_alone_loads_an_aeroplane(page, hangar):
    page.goto(sheet(hangar))
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.for") == "load.rear-seats.0":
            break
    for _ in range(3):
        page.keyboard.press("PageUp")
    assert float(page.locator("[id='load.rear-seats.0']").input_value()) > 0
    expect(page.locator("#result table").first).to_be_visible()


def test_other_units_convert_what_is_typed(page, hangar):
    page.goto(sheet(hangar))
    page.get_by_label("Units").select_option("metric")
    expect(page.locator("[id='load.front-seats.0']")).to_have_value("77.11")
    expect(page.locator("#result")).to_contain_text("929 kg")


def test_a_korean_verdict_leaves_room_for_what_is_below_it(browser, hangar):
    context = browser.new_context(viewport={"width": 400, "height": 800}, locale="ko-KR")
    page = context.new_page()
    page.goto(sheet(hangar) + "&typed=imperial&load.front-seats.0=170&load.rear-seats.0=700")
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("이륙중량이 최대 한계를 넘습니다. Take-off weight exceeds its maximum by")
    assert verdict.bounding_box()["height"] < 800 / 4
    context.close()


def test_verdict_and_envelope_stay_in_sight_beside_or_above_the_fields(browser, hangar):
    for width, height in [(360, 740), (768, 1024), (1280, 800)]:
        page = browser.new_context(viewport={"width": width, "height": height}).new_page()
        page.goto(sheet(hangar))
        for field in ["load.front-seats.0", "fuel.main-fuel", "trip"]:
            page.locator(f"[id='{field}']").scroll_into_view_if_needed()
            page.locator(f"[id='{field}']").focus()
            for shown in ["#verdict", "#picture svg"]:
                box = page.locator(shown).bounding_box()
                assert 0 <= box["y"] and box["y"] + box["height"] <= height, (width, field, shown)
        # Nobody types an arm who does not want to.
        expect(page.locator("[id='arm.front-seats.0']")).to_be_hidden()
        page.context.close()


def test_a_new_aeroplane_opens_in_grey_until_someone_is_on_board(page, hangar):
    page.goto(hangar.url + "balance/sheet?aircraft=cessna-172m&units=imperial")
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("No one is on board yet")
    colour = "e => getComputedStyle(e).backgroundColor"
    assert verdict.locator(".badge").evaluate(colour) not in ("rgb(52, 199, 89)", "rgb(255, 59, 48)")
    page.locator("[id='load.front-seats.0']").fill("170")
    expect(verdict).to_contain_text("INSIDE, unverified empty weight")


def test_no_table_is_cut_on_a_phone(browser, hangar):
    page = browser.new_context(viewport={"width": 360, "height": 740}).new_page()
    for path in ["balance/sources?aircraft=cessna-172m", "balance/sheet?scenario=sunday.json", "sessions/1", "history", "alarms"]:
        page.goto(hangar.url + path)
        cut = "tables => tables.filter(t => t.scrollWidth > t.parentElement.clientWidth + 1).map(t => t.parentElement.ariaLabel)"
        assert page.locator("table").evaluate_all(cut) == [], path
    page.context.close()
