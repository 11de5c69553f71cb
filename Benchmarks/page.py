#!/usr/bin/env python3
"""Measures the page Now in Chromium: bytes over the wire, and times with a processor that is slowed four times.

usage: page.py LAPWING

Beside it stands a fixed page of 30 kB in the same run, since times differ from machine to machine. It prints a table, and fails
only if Now has more than 30 kB.
"""

import functools
import http.server
import os
import pathlib
import statistics
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests/page"))
os.environ["LAPWING"] = str(pathlib.Path(sys.argv[1]).resolve())

from box import Box, heart_rates  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

MOST_BYTES = 30_000
ROUNDS = 7
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")


def reference(folder):
    """A page of 30 kB: 24 kB of markup, 4 kB of style and 2 kB of script, served by Python."""
    rows = "".join(f"<tr><td>{n}</td><td>{n * n}</td><td>a row of the reference page</td></tr>" for n in range(400))
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


def main():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play, Box(
        "profile: bedside\n", heart_rates([72] * 600)
    ) as box:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        pages = {"Now": box.url, "reference, 30 kB": reference(folder)}
        for url in pages.values():
            visit(browser, url)
        found = {name: [visit(browser, url) for _ in range(ROUNDS)] for name, url in pages.items()}
        browser.close()
    print("| page | bytes over the wire | first paint, ms | interactive, ms | layout shift |")
    print("|---|---|---|---|---|")
    for name, visits in found.items():
        size, paint, ready, moved = (statistics.median(column) for column in zip(*visits))
        print(f"| {name} | {size:.0f} | {paint:.0f} | {ready:.0f} | {moved:.3f} |")
    print(f"\nMedians of {ROUNDS} visits with an empty cache; Chromium with a processor slowed four times.")
    size = max(visit[0] for visit in found["Now"])
    if size > MOST_BYTES:
        sys.exit(f"Now has {size:.0f} bytes, and may have {MOST_BYTES}")


main()
