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

# Of one session a whole day, of another one an hour; and the hours of both.
HOURS, ALL = 24, 25
HOUR = 3_600_000
# CO2 of each minute of an hour, in ppm.
VALUES = [700 + 10 * minute for minute in range(60)]


def write_past(file, first, hours):
    """A session of the past with all its readings as rows, as a box leaves them that was switched off at once."""
    with contextlib.closing(sqlite3.connect(file)) as logbook, logbook:
        last = first + hours * HOUR
        figures = (min(VALUES), sum(VALUES) / len(VALUES), max(VALUES))
        session = logbook.execute(
            "INSERT INTO session (started_at_ms, ended_at_ms, end_reason, profile, readings, co2_ppm_min, co2_ppm_mean, co2_ppm_max,"
            " alarms_high, alarms_medium, alarms_low, grade) VALUES (?, ?, 'ended', 'cabin', ?, ?, ?, ?, 0, 0, 0, 'B')",
            (first, last, hours * len(VALUES), *figures),
        ).lastrowid
        logbook.executemany(
            "INSERT INTO wide_reading (session_id, at_ms, address, model, co2_ppm) VALUES (?, ?, 'C2:DB:C0:DC:E4:55', 'Aranet4', ?)",
            ((session, first + hour * HOUR + minute * 60_000, value) for hour in range(hours) for minute, value in enumerate(VALUES)),
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
    # What else can be chosen grows with what the box measures meanwhile.
    return code, re.sub(r'<nav aria-label="Value".*?</nav>|<select.*?</select>', "", main[0], flags=re.S) if main else text


@pytest.fixture(scope="module")
def past():
    """A box that has a past to seal, and what its pages said before it began."""
    with Box() as box:
        until(lambda: "1" in box.sessions(), 30, "a session")
        box.run.terminate()
        box.run.wait(30)
        midnight = datetime.datetime.now().replace(hour=0, minute=0, second=0, microsecond=0)
        day, month, other = (f"{midnight - datetime.timedelta(days=days):%Y-%m-%d}" for days in (40, 70, 80))
        sessions = [
            write_past(box.config.with_name("lapwing.db"), int((midnight - datetime.timedelta(days=days)).timestamp() * 1000), hours)
            for days, hours in ((40, HOURS), (80, 1))
        ]
        box.paths = [
            f"/history?to={day}", f"/air?from={day}&to={day}", f"/air?from={month}&to={day}", f"/sessions/{sessions[0]}",
            f"/files/{sessions[0]}/session.csv",
        ]
        box.hour = f"/air?from={other}&to={other}"
        box.truth = {path: ask(box, path) for path in [*box.paths, box.hour]}
        box.again()
        yield box


def done(box):
    """How many hours are sealed, and how many figures are still to be computed."""
    with contextlib.closing(sqlite3.connect(box.config.with_name("lapwing.db"), timeout=20)) as logbook:
        return logbook.execute("SELECT (SELECT count(*) FROM block), (SELECT count(*) FROM unrolled)").fetchone()


def difference(right, text):
    """The words of a page, or the lines of a file, that are others."""
    lines = [re.split(r"(?=<)|\n", each) for each in (right, text)]
    return [line for line in difflib.unified_diff(*lines, lineterm="", n=0) if line.strip("+-") and line[:2] != "@@" and "<path" not in line][:30]


def test_history_trends_and_exports_are_right_at_every_moment_of_sealing(past):
    assert {code for code, _ in past.truth.values()} == {200}
    assert past.truth[past.paths[-1]][1].count("\n") == 1 + HOURS * len(VALUES)
    assert all(re.search(r"\b1290\b", past.truth[path][1]) for path in past.paths[:-1])
    # The box looks for hours to seal each minute.
    until(lambda: any(done(past)), 120, "the first sealed hour")
    wrong, seen = [], set()
    while (ALL, 0) not in seen:
        for path in past.paths:
            seen.add(done(past))
            code, text = ask(past, path)
            if (code, text) != past.truth[path] and not (code == 503 and 'class="fault"' in text):
                wrong.append((path, code, *difference(past.truth[path][1], text)))
        assert not wrong
    assert len(seen) > 2, "nothing was asked while it was sealed"


def test_a_value_that_is_held_into_an_hour_without_readings_is_still_there_after_sealing(past):
    until(lambda: done(past) == (ALL, 0), 180, "the last hour")
    code, text = ask(past, past.hour)
    assert code == 200 and not difference(past.truth[past.hour][1], text)
