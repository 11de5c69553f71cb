"""While the box seals and rolls up the hours of a night that it has not sealed yet, whoever asks reads what was measured."""

import contextlib
import datetime
import difflib
import re
import sqlite3
import urllib.error
import urllib.request

import pytest
from box import Box, until

HOURS = 12
HOUR = 3_600_000
# CO2 of each minute of an hour, in ppm.
VALUES = [700 + 10 * minute for minute in range(60)]


def write_past(file, first):
    """A session of the past with all its readings as rows, as a box leaves them that was switched off at once."""
    with contextlib.closing(sqlite3.connect(file)) as logbook, logbook:
        last = first + HOURS * HOUR
        figures = (min(VALUES), sum(VALUES) / len(VALUES), max(VALUES))
        session = logbook.execute(
            "INSERT INTO session (started_at_ms, ended_at_ms, end_reason, profile, readings, co2_ppm_min, co2_ppm_mean, co2_ppm_max,"
            " alarms_high, alarms_medium, alarms_low, grade) VALUES (?, ?, 'ended', 'cabin', ?, ?, ?, ?, 0, 0, 0, 'B')",
            (first, last, HOURS * len(VALUES), *figures),
        ).lastrowid
        logbook.executemany(
            "INSERT INTO wide_reading (session_id, at_ms, address, model, co2_ppm) VALUES (?, ?, 'C2:DB:C0:DC:E4:55', 'Aranet4', ?)",
            ((session, first + hour * HOUR + minute * 60_000, value) for hour in range(HOURS) for minute, value in enumerate(VALUES)),
        )
    return session


def ask(box, path):
    """The status, and what a person reads; of a file its content."""
    try:
        with urllib.request.urlopen(box.url.rstrip("/") + path, timeout=60) as answer:
            code, text = answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        code, text = error.code, error.read().decode()
    main = re.search(r"<main.*</main>", text, re.S)
    return code, main[0] if main else text


@pytest.fixture(scope="module")
def past():
    """A box that is not started yet, and has a past to seal."""
    with Box() as box:
        until(lambda: "1" in box.sessions(), 30, "a session")
        box.run.terminate()
        box.run.wait(30)
        day = (datetime.datetime.now() - datetime.timedelta(days=40)).replace(hour=0, minute=0, second=0, microsecond=0)
        box.session = write_past(box.config.with_name("lapwing.db"), int(day.timestamp() * 1000))
        box.day, box.month = f"{day:%Y-%m-%d}", f"{day - datetime.timedelta(days=30):%Y-%m-%d}"
        yield box


def done(box):
    """How many hours are sealed, and how many of these are rolled up too."""
    with contextlib.closing(sqlite3.connect(box.config.with_name("lapwing.db"), timeout=20)) as logbook:
        return logbook.execute("SELECT (SELECT count(*) FROM block), (SELECT count(*) FROM block) - (SELECT count(*) FROM unrolled)").fetchone()


def difference(right, text):
    """The parts of a page, or the lines of a file, that are others."""
    lines = [re.split(r"(?=<)|\n", each) for each in (right, text)]
    return [line for line in difflib.unified_diff(*lines, lineterm="", n=0) if line.strip("+-") and line[:2] != "@@"][:20]


def test_history_trends_and_exports_are_right_at_every_moment_of_sealing(past):
    paths = [
        f"/history?to={past.day}", f"/air?from={past.day}&to={past.day}", f"/air?from={past.month}&to={past.day}",
        f"/sessions/{past.session}", f"/files/{past.session}/session.csv",
    ]
    truth = {path: ask(past, path) for path in paths}
    assert {code for code, _ in truth.values()} == {200}
    csv = truth[paths[-1]][1]
    assert csv.count("\n") == 1 + HOURS * len(VALUES)
    for path in paths[:-1]:
        assert re.search(r"\b1290\b", truth[path][1]), path
    past.again()
    # The box looks for hours to seal each minute.
    until(lambda: any(done(past)), 120, "the first sealed hour")
    wrong, seen = [], set()
    while (HOURS, HOURS) not in seen:
        for path in paths:
            seen.add(done(past))
            code, text = ask(past, path)
            if (code, text) != truth[path] and not (code == 503 and 'class="fault"' in text):
                wrong.append((path, code, *difference(truth[path][1], text)))
        assert not wrong
    assert len(seen) > 2, "nothing was asked while it was sealed"
