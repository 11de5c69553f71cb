"""A disk that is full: whoever saves something reads in a sentence that it was not, and what was there before is whole."""

import contextlib
import hashlib
import html
import json
import os
import shutil
import subprocess
import tempfile
import urllib.parse
import urllib.request

import pytest
from box import Box, until
from hangar import SUNDAY
from hostile import ask, status
from pages import DEMO_STRAP, UPDATE

SETTINGS = "alarms:\n  co2-high:\n    limit: 2600  # mine\n"


@pytest.fixture(scope="module")
def small():
    """A box all of whose files are on a small disk that is full."""
    folder = tempfile.mkdtemp()
    if os.geteuid() or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", folder], capture_output=True).returncode:
        shutil.rmtree(folder)
        pytest.skip("only root can mount a small disk")
    try:
        scenarios = f"{folder}/scenarios"
        os.mkdir(scenarios)
        with open(f"{scenarios}/sunday.json", "w") as file:
            file.write(SUNDAY)
        with Box(SETTINGS, panel=("--scenarios", scenarios), place=folder) as box:
            until(lambda: "1" in box.sessions(), 30, "a session")
            until(lambda: session(box, "csv").count(b"\n") > 15, 30, "some readings")
            order(box, "/sensors/adopt", address=DEMO_STRAP, name="left strap")
            box.backup = ask(box, "/settings/backup.json").split(b"\r\n\r\n", 1)[1].decode()
            box.disk = folder
            yield box
    finally:
        subprocess.run(["umount", "--lazy", folder])
        shutil.rmtree(folder, ignore_errors=True)


def order(box, path, **fields):
    return ask(box, path, ["Content-Type: application/x-www-form-urlencoded"], urllib.parse.urlencode(fields).encode())


def contents(box):
    """The files that people and the page write, but not those of the running box."""
    own = [box.config, box.config.with_name("adopted.json"), *sorted((box.config.parents[1] / "scenarios").iterdir())]
    # A save holds it. It is empty and stays.
    own = [file for file in own if file.name != "lapwing.lock"]
    strange = [file.name for file in box.config.parent.iterdir() if file.name.startswith((".", "lapwing.yaml.", "adopted.json."))]
    return [(file.name, hashlib.sha256(file.read_bytes()).hexdigest()) for file in own] + strange


@contextlib.contextmanager
def filled(box):
    with open(f"{box.disk}/filler", "wb", buffering=0) as filler:
        with contextlib.suppress(OSError):
            while True:
                filler.write(b"x" * 4096)
    try:
        yield
    finally:
        os.unlink(f"{box.disk}/filler")


def restore(box):
    backup = json.loads(box.backup)
    backup["configuration"] = backup["configuration"].replace("2600", "2800")
    shown = order(box, "/settings/backup", backup=json.dumps(backup)).decode()
    assert "2800" in shown and 'name="was"' in shown, shown
    fields = {name: shown.split(f'name="{name}" value="')[1].split('"')[0] for name in ("was", "backup")}
    return order(box, "/settings/restore", was=fields["was"], backup=html.unescape(fields["backup"]))


def session(box, kind):
    with urllib.request.urlopen(f"{box.url}files/1/session.{kind}", timeout=60) as answer:
        return answer.read()


def add_person(box, name):
    shown = ask(box, "/settings/persons").decode()
    return order(box, "/settings/persons", **{"was": shown.split('name="was" value="')[1].split('"')[0], "new.name": name})


ORDERS = {
    "a setting": lambda box: order(box, "/settings", **{"alarms.co2-high.limit": "2200", "was:alarms.co2-high.limit": "2600"}),
    "the first visit": lambda box: order(box, "/start/limits", **{"alarms.co2-high.limit": "2200", "was:alarms.co2-high.limit": "2600"}),
    "a profile": lambda box: order(box, "/start/profile", profile="cockpit"),
    "persons": lambda box: add_person(box, "Lee"),
    "a loading": lambda box: order(box, "/balance/keep", scenario="sunday.json", typed="imperial", name="Later", file="later", **{"load.front-seats.0": "180"}),
    "a backup": restore,
}


@pytest.mark.parametrize("what", ORDERS)
def test_what_cannot_be_saved_is_said_and_nothing_is_lost(small, what):
    before = contents(small)
    with filled(small):
        answer = ORDERS[what](small)
        assert contents(small) == before
    assert status(answer) in (422, 500, 503) and b'<main id="main"' in answer
    assert b"No space left" in answer


def test_a_name_that_cannot_be_kept_is_said_to_hold_until_the_next_start(small):
    before = contents(small)
    with filled(small):
        answer = order(small, "/sensors/adopt", address=DEMO_STRAP, name="right strap")
        assert contents(small) == before
    assert b"No space left" in answer and b"holds only until the next start" in answer
    assert b'<p class="fault" role="alert">' in answer


def test_an_update_for_which_there_is_no_room_is_refused(small):
    with filled(small):
        part = order(small, "/update/part", name=UPDATE, **{"from": 0, "of": 9, "part": "YW4gdXBkYXRl"})
    assert status(part) >= 400 and part.split(b"\r\n\r\n", 1)[1]
    assert not small.config.with_name("updates").joinpath(UPDATE).exists()


WHOLE = {
    "csv": lambda body: b"heart rate (bpm)" in body.splitlines()[0] and len(body.splitlines()) > 5 and body.endswith(b"\n"),
    "json": lambda body: json.loads(body)["sensors"],
    "fhir": lambda body: json.loads(body)["entry"],
    "pdf": lambda body: body.rstrip().endswith(b"%%EOF"),
    "svg": lambda body: b"polyline" in body and body.rstrip().endswith(b"</svg>"),
}


@pytest.mark.parametrize("kind", WHOLE)
def test_a_session_is_taken_home_whole_from_a_full_disk(small, kind):
    with filled(small):
        content = session(small, kind)
    assert WHOLE[kind](content), content[-500:]


def test_the_page_lives_on_and_saves_again_when_there_is_room(small):
    with filled(small):
        until(lambda: b'class="value"' in ask(small), 10, "a value on a full disk")
    answer = order(small, "/settings", **{"alarms.co2-high.limit": "2300", "was:alarms.co2-high.limit": "2600"})
    assert b'class="done"' in answer and "limit: 2300  # mine" in small.config.read_text()
    until(lambda: "1" in small.sessions(), 30, "the logbook")
