#!/usr/bin/env python3
"""Measures the page Now in Chromium: bytes over the wire, and times with a processor that is slowed four times. Then, not slowed,
how long a reading takes from the box to the screen, a number of a load sheet to its verdict, and a click on a year's chart to the
frame that shows it; the same of a year of air at once after its import; and what 50 and 200 viewers cost the panel.

usage: page.py LAPWING [RECORD_BENCHMARK | LOGBOOK.db]

RECORD_BENCHMARK makes the year that the box has recorded itself (Benchmarks/record-benchmark); without it that chart is not measured.

Beside it stand a fixed page of 30 kB and one of a single word in the same run, since times differ from machine to machine: nothing
can be painted sooner than that word. It prints tables, and fails if Now has more than 36 kB or its layout moves, if an event takes more than
50 ms to its frame (p99), or an imported year more than 150 ms (median). Times of a debug build, or on a busy machine, are upper bounds.
"""

import contextlib
import datetime
import functools
import http.server
import json
import os
import pathlib
import random
import select
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests/page"))
os.environ["LAPWING"] = str(pathlib.Path(sys.argv[1]).resolve())

from box import Box, heart_rates, until  # noqa: E402
from imported import FIRST, write_air  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

MOST_BYTES, MOST_FRAME_MS, MOST_IMPORTED_MS = 36_000, 50, 150
ROUNDS = 7
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")


def reference(folder):
    """A page of 30 kB: 24 kB of markup, 4 kB of style and 2 kB of script, served by Python; and `word.html`, of one word."""
    rows = "".join(f"<tr><td>{n}</td><td>{n * n}</td><td>a row of the reference page</td></tr>" for n in range(330))
    pathlib.Path(folder, "word.html").write_text("<!doctype html><title>w</title>word")
    pathlib.Path(folder, "style.css").write_text("td { padding: 1px }\n" * 200)
    pathlib.Path(folder, "script.js").write_text("document.title = 'reference';\n" * 70)
    pathlib.Path(folder, "index.html").write_text(
        "<!doctype html><title>r</title><link rel=stylesheet href=style.css><script src=script.js defer></script>"
        f"<table>{rows}</table>"
    )
    quiet = type("Quiet", (http.server.SimpleHTTPRequestHandler,), {"log_message": lambda *_: None})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/"


def visit(browser, url):
    """One visit with an empty cache: bytes, first paint, interactive (ms), and how far the layout moved."""
    context = browser.new_context(viewport={"width": 400, "height": 800})
    page = context.new_page()
    protocol = context.new_cdp_session(page)
    protocol.send("Network.enable")
    protocol.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    # A new window loads some hundred files of the browser's own, which no visitor waits for whose browser is open.
    page.wait_for_timeout(1500)
    total = []
    protocol.on("Network.loadingFinished", lambda event: total.append(event["encodedDataLength"]))
    page.goto(url, wait_until="load")
    page.wait_for_timeout(700)
    times = page.evaluate(
        """() => new Promise(done => {
          let moved = 0;
          new PerformanceObserver(list => { for (const e of list.getEntries()) moved += e.value; })
            .observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => done({
            paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
            ready: performance.getEntriesByType('navigation')[0].domInteractive, moved }), 200);
        })"""
    )
    context.close()
    return sum(total), times["paint"], times["ready"], times["moved"]


def heard(path, rates):
    """Records when the control socket of the box sent each new heart rate (s since 1970)."""
    control = socket.socket(socket.AF_UNIX)
    control.connect(path)
    control.sendall(b'{"verb":"follow"}\n')
    for line in control.makefile():
        rate = json.loads(line).get("heart_rate_bpm")
        if isinstance(rate, (int, float)):
            rates.setdefault(int(rate), time.time())


def to_the_screen(browser, seconds=45):
    """From the event of the box to the frame that shows it, ms, of a heart rate that is another one each second."""
    with Box("profile: bedside\n", heart_rates(range(50, 50 + seconds + 15))) as box:
        page = browser.new_page()
        page.goto(box.url)
        page.wait_for_selector("#main-value .value", timeout=30_000)
        told = {}
        threading.Thread(target=heard, args=(str(box.config.parent / "control"), told), daemon=True).start()
        shown = page.evaluate(
            """seconds => new Promise(done => {
              const shown = {}, now = () => performance.timeOrigin + performance.now();
              const note = () => {
                const value = document.querySelector('#main-value .value')?.textContent;
                if (value && !(value in shown)) requestAnimationFrame(() => { shown[value] ??= now(); });
              };
              new MutationObserver(note).observe(document.body, { childList: true, characterData: true, subtree: true });
              setTimeout(() => done(shown), seconds * 1000);
            })""",
            seconds,
        )
        page.close()
        return [shown[str(rate)] - at * 1000 for rate, at in sorted(told.items())[1:] if str(rate) in shown]


def verdicts(url, count=201):
    """A question of a slider and its answer, ms, without a browser."""
    times = []
    for number in range(count):
        query = f"balance/live?aircraft=cessna-172m&typed=imperial&load.front-seats.0={100 + number % 100}"
        begin = time.perf_counter()
        urllib.request.urlopen(url + query).read()
        times.append((time.perf_counter() - begin) * 1000)
    return times


# The year of Benchmarks/record-benchmark begins on 2023-11-15, and the month is in the middle of it.
YEAR = "air?quantity=co2_ppm&from=2023-11-15&to=2024-11-13"
MONTH = "air?quantity=co2_ppm&from=2024-05-01&to=2024-05-31"


def clicks(browser, start, target, count=30, warm=2):
    """From a click on a link to the frame that shows all of its page, ms."""
    page = browser.new_page(viewport={"width": 400, "height": 800})
    # Two frames after the document is complete the first one has been painted: an upper bound.
    page.add_init_script(
        """addEventListener('click', e => { sessionStorage.clicked = performance.timeOrigin + e.timeStamp; }, true);
        addEventListener('DOMContentLoaded', () => requestAnimationFrame(() => requestAnimationFrame(() => {
          window.painted = performance.timeOrigin + performance.now(); })));"""
    )
    times = []
    for _ in range(count + warm):
        page.goto(start)
        page.evaluate(
            """target => { const link = document.createElement('a');
            [link.id, link.href, link.textContent] = ['go', target, 'go']; document.body.prepend(link); }""",
            target,
        )
        page.click("#go")
        page.wait_for_url(target)
        painted = None
        while not painted:
            painted = page.evaluate("window.painted")
        times.append(painted - page.evaluate("Number(sessionStorage.clicked)"))
    shown = page.locator("figure.chart path.band").count()
    page.close()
    # The first two are of a browser that knows no style yet, and of a program that has read nothing yet.
    return times[warm:], shown


def years_chart(browser, year, other):
    """The same of a year's chart, of a month's, and of the reference page."""
    with tempfile.TemporaryDirectory() as folder:
        logbook = pathlib.Path(year)
        if logbook.suffix != ".db":
            logbook = pathlib.Path(folder, "year.db")
            subprocess.run([year, "year", logbook, "365"], check=True, stdout=subprocess.DEVNULL)
        with Box("profile: bedside\n", heart_rates([72] * 600), logbook=logbook) as box:
            found = {}
            for name, path in [("a year's chart", YEAR), ("a month's chart", MONTH)]:
                found[name], shown = clicks(browser, box.url + "history", box.url + path)
                assert shown == 1, f"{name} is not there"
    found["the reference page, 30 kB"], _ = clicks(browser, other, other + "?again")
    return found


def imported_year(browser, program, days=365):
    """The same of a year of air, a value a minute: the first click after its import, and those that follow."""
    with Box("profile: bedside\n", heart_rates([72] * 600)) as box:
        file = box.config.with_name("air.csv")
        write_air(file, days, random.Random(1))
        subprocess.run([program, "sessions", "import", file, "--config", box.config], check=True, stdout=subprocess.DEVNULL)
        last = FIRST + datetime.timedelta(days=days)
        path = f"air?quantity=co2_ppm&from={FIRST:%Y-%m-%d}&to={last:%Y-%m-%d}"
        # One that has drawn another chart: what is new is the year.
        clicks(browser, box.url + "history", box.url + "air?days=1", count=1)
        first, shown = clicks(browser, box.url + "history", box.url + path, count=1, warm=0)
        assert shown == 1, "the imported year is not there"
        rest, _ = clicks(browser, box.url + "history", box.url + path)
    return first, rest


def viewers(counts=(0, 50, 200), seconds=20):
    """What event streams of Now cost the panel: private memory in MB, and the share of one processor in percent."""
    found = []
    with Box("profile: bedside\n", heart_rates([60, 61] * 600)) as box, contextlib.ExitStack() as stack:
        host, port = box.url.split("/")[2].split(":")
        until(lambda: b"heart" in urllib.request.urlopen(box.url, timeout=10).read(), 30, "a value")
        links = []
        for count in counts:
            while len(links) < count:
                links.append(stack.enter_context(socket.create_connection((host, int(port)))))
                links[-1].sendall(b"GET /live/now HTTP/1.1\r\nHost: localhost\r\n\r\n")
            threading.Thread(target=drain, args=[list(links), time.monotonic() + seconds + 2], daemon=True).start()
            time.sleep(2)
            before = processor_s(box.panel.pid)
            time.sleep(seconds)
            share = (processor_s(box.panel.pid) - before) / seconds * 100
            memory = pathlib.Path(f"/proc/{box.panel.pid}/smaps_rollup").read_text()
            kilobytes = int(memory.split("Anonymous:")[1].split()[0])
            found.append((count, kilobytes / 1024, share))
    return found


def drain(links, end):
    """Reads what comes, as viewers do."""
    # They are closed at the end of the measurement.
    with contextlib.suppress(OSError, ValueError):
        while time.monotonic() < end:
            for link in select.select(links, [], [], 0.5)[0]:
                link.recv(65536)


def processor_s(process):
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def p99(times):
    return sorted(times)[min(len(times) - 1, int(len(times) * 0.99))]


def line(name, times):
    print(f"| {name} | {len(times)} | {statistics.median(times):.0f} | {p99(times):.0f} |")


def main():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play, Box(
        "profile: bedside\n", heart_rates([72] * 600)
    ) as box:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        other = reference(folder)
        pages = {"Now": box.url, "reference, 30 kB": other, "reference, one word": other + "word.html"}
        for url in pages.values():
            visit(browser, url)
        found = {name: [visit(browser, url) for _ in range(ROUNDS)] for name, url in pages.items()}
        answers = verdicts(box.url)
        frames = to_the_screen(browser)
        charts = years_chart(browser, sys.argv[2], other) if len(sys.argv) > 2 else {}
        first, imported = imported_year(browser, os.environ["LAPWING"])
        browser.close()
    costs = viewers()
    print("| page | bytes over the wire | first paint, ms | interactive, ms | layout shift |")
    print("|---|---|---|---|---|")
    for name, visits in found.items():
        size, paint, ready, moved = (statistics.median(column) for column in zip(*visits))
        print(f"| {name} | {size:.0f} | {paint:.0f} | {ready:.0f} | {moved:.3f} |")
    print(f"\nMedians of {ROUNDS} visits with an empty cache; Chromium with a processor slowed four times.")
    print("\n| what | count | median, ms | p99, ms |\n|---|---|---|---|")
    line("from the event of the box to the frame that shows it", frames)
    # The first one reads the aircraft's files.
    line("the first verdict of a load sheet, without a browser", answers[:1])
    line("the others, each of another number", answers[1:])
    for name, times in charts.items():
        line(f"from a click to the frame that shows {name}", times)
    line("the same of a year at once after its import, the first time", first)
    line("the same later", imported)
    print("\n| viewers | private memory, MB | of one processor, % |\n|---|---|---|")
    for count, megabytes, share in costs:
        print(f"| {count} | {megabytes:.1f} | {share:.1f} |")
    size, moved = (max(visit[column] for visit in found["Now"]) for column in (0, 3))
    if size > MOST_BYTES:
        sys.exit(f"Now has {size:.0f} bytes, and may have {MOST_BYTES}")
    if moved:
        sys.exit(f"The layout of Now moves by {moved:.3f}")
    if p99(frames) > MOST_FRAME_MS:
        sys.exit(f"An event takes {p99(frames):.0f} ms to its frame (p99), and may take {MOST_FRAME_MS}")
    if statistics.median(first + imported) > MOST_IMPORTED_MS:
        sys.exit(f"An imported year takes {statistics.median(first + imported):.0f} ms, and may take {MOST_IMPORTED_MS}")


main()
