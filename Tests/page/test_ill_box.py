"""The page of a box that is ill: a full disk, a logbook that another process holds, no control socket, a clock that
steps."""

import glob
import os
import shutil
import sqlite3
import subprocess
import tempfile

import pytest
from box import ROOT, Box, until
from hostile import ask, connect, read_until, status


def has_value(box):
    return b'class="value"' in ask(box)


def test_without_its_control_socket_it_shows_no_value_and_says_so_until_the_box_is_there_again():
    with Box() as box:
        until(lambda: has_value(box), 30)
        box.kill()
        box.config.with_name("control").unlink(missing_ok=True)
        until(lambda: not has_value(box), 10)
        assert b"has not answered since" in ask(box)
        assert status(ask(box, "/acknowledge", body=b"condition=all")) == 503
        box.again()
        until(lambda: has_value(box), 40)


def test_a_file_in_the_place_of_the_control_socket_is_no_box():
    with Box() as box:
        until(lambda: has_value(box), 30)
        box.kill()
        box.config.with_name("control").unlink(missing_ok=True)
        box.config.with_name("control").write_text("nothing")
        until(lambda: not has_value(box), 10)
        assert status(ask(box)) == 200


def ask_record(box):
    """What the pages that need the logbook say, and the session as a file."""
    paths = ("/history", "/alarms", "/sessions/1", "/air?days=1", "/files/1/session.csv")
    return {path: ask(box, path, timeout=30) for path in paths}


def test_a_locked_logbook_keeps_nobody_from_now_and_nobody_reads_less_than_there_is():
    with Box() as box:
        until(lambda: has_value(box), 30)
        until(lambda: "1" in box.sessions(), 30)
        with sqlite3.connect(box.config.with_name("lapwing.db"), isolation_level=None, timeout=20) as held:
            # As while a part of it is sealed: another process writes alone. What was written before is read.
            held.execute("BEGIN EXCLUSIVE")
            answers = ask_record(box)
            assert {path: status(answer) for path, answer in answers.items()} == dict.fromkeys(answers, 200)
            assert b'href="/sessions/1"' in answers["/history"] and b"Aranet4" in answers["/files/1/session.csv"]
            assert has_value(box)
            held.execute("ROLLBACK")
        held.close()
        box.kill()
        with sqlite3.connect(box.config.with_name("lapwing.db"), isolation_level=None, timeout=20) as held:
            # As while it is repaired: no other process reads it.
            held.execute("PRAGMA locking_mode = EXCLUSIVE")
            held.execute("BEGIN EXCLUSIVE")
            for path, answer in ask_record(box).items():
                assert status(answer) == 503 and b'class="fault"' in answer, path
            assert status(ask(box)) == 200
            held.execute("ROLLBACK")
        held.close()
        assert status(ask(box, "/history")) == 200


def test_a_torn_logbook_is_said_and_keeps_nobody_from_now():
    with Box() as box:
        until(lambda: has_value(box), 30)
        box.kill()
        for kind in ["-wal", "-shm"]:
            box.config.with_name("lapwing.db" + kind).unlink(missing_ok=True)
        box.config.with_name("lapwing.db").write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
        answer = ask(box, "/history")
        assert status(answer) == 503 and b'<main id="main"' in answer
        assert status(ask(box)) == 200


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small disk")
def test_a_full_disk_lets_nobody_new_in_and_keeps_those_who_are():
    folder = tempfile.mkdtemp()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", folder], capture_output=True).returncode:
        pytest.skip("this machine mounts no small disk")
    try:
        with Box(page="") as box:
            text = box.config.read_text().replace(str(box.config.with_name("panel.json")), f"{folder}/panel.json")
            box.config.write_text(text)
            box.panel.terminate()
            box.panel.wait(10)
            box.panel = box.command("panel", "--port", "0", stdout=subprocess.PIPE)
            box.url = box.panel.stdout.readline().decode().split()[-1]
            code = "".join(filter(str.isdigit, box.answer("panel", "code")))[:6]
            far = ["X-Real-IP: 192.0.2.7"]
            entered = ask(box, "/enter", far, f"code={code}".encode())
            cookie = entered.split(b"lapwing=")[1].split(b";")[0].decode()
            again = "".join(filter(str.isdigit, box.answer("panel", "code")))[:6]
            with open(f"{folder}/filler", "wb", buffering=0) as filler:
                try:
                    while True:
                        filler.write(b"x" * 4096)
                except OSError:
                    pass
            answer = ask(box, "/enter", far, f"code={again}".encode())
            assert status(answer) == 500 and b"No space left" in answer and b"Set-Cookie" not in answer
            # Who is in stays in, and the file is whole.
            assert status(ask(box, "/sensors", [*far, f"Cookie: lapwing={cookie}"])) == 200
            os.unlink(f"{folder}/filler")
            assert status(ask(box, "/enter", far, f"code={again}".encode())) == 303
    finally:
        subprocess.run(["umount", "--lazy", folder])
        shutil.rmtree(folder, ignore_errors=True)



# A static release takes no other library, so this test has the debug build, whatever the others have.
DYNAMIC = str(ROOT / ".build/debug/lapwing")
FAKE = next(iter(glob.glob("/usr/lib/*/faketime/libfaketime.so.1")), None)


@pytest.mark.skipif(FAKE is None, reason="faketime is not installed")
def test_a_clock_that_steps_neither_loses_the_box_nor_lets_a_stranger_in():
    with Box() as box:
        clock = box.config.with_name("clock")
        clock.write_text("+0")
        box.panel.terminate()
        box.panel.wait(10)
        steps = [f"LD_PRELOAD={FAKE}", f"FAKETIME_TIMESTAMP_FILE={clock}", "FAKETIME_NO_CACHE=1", "DONT_FAKE_MONOTONIC=1"]
        # A program that is not the first one with the library keeps its arguments; a shell is the first.
        command = ["env", *steps, "sh", "-c", 'exec "$@"', "sh", DYNAMIC, "panel", "--port", "0", "--config", str(box.config)]
        box.panel = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        box.url = box.panel.stdout.readline().decode().split()[-1]
        until(lambda: has_value(box), 30)
        code = "".join(filter(str.isdigit, box.answer("panel", "code")))[:6]
        far = ["X-Real-IP: 192.0.2.7"]
        entered = ask(box, "/enter", far, f"code={code}".encode())
        visitor = [*far, "Cookie: lapwing=" + entered.split(b"lapwing=")[1].split(b";")[0].decode()]
        for step, still in [("+1d", True), ("-1d", False), ("-20000d", False), ("+31d", False), ("+0", True)]:
            clock.write_text(step)
            with connect(box) as link:
                link.sendall(b"GET /live/now HTTP/1.1\r\nHost: localhost\r\n\r\n")
                for _ in range(3):
                    news = read_until(link, b"\n\n")
                    assert b"event: lost" not in news, step
            assert has_value(box), step
            # The age of a cookie of the future is not known, and an old one has ended; it counts again when the clock is right.
            assert status(ask(box, "/sensors", visitor)) == (200 if still else 303), step
            assert status(ask(box, "/sensors", far)) == 303
