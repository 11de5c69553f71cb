"""Commands for one device: lapwing read, pair, unpair and history, with the guest's own kernel."""

import itertools
import json
import time

import pytest
from test_bluetooth_sensors import aranet_says, gaps, notes, readings, sensor

ARANET = "F2:00:00:00:00:02"
BONDS = "/var/lib/lapwing/bonds.json"


def seconds(box, command):
    """Runs a command; returns its result and its duration by the guest's clock."""
    result = box.run(f"a=$(cut -d' ' -f1 /proc/uptime); {command}; s=$?; echo $a $(cut -d' ' -f1 /proc/uptime); exit $s", timeout=240, check=False)
    *lines, times = result.output.splitlines()
    began, ended = map(float, times.split())
    return result.status, lines, result.errors, ended - began


def test_a_strap_is_read(box):
    box.radio.attach()
    strap = box.radio.strap()
    strap.beat_on(72, every=0.3)
    status, lines, errors, took = seconds(box, f"lapwing read {strap.address} --json")
    assert status == 0, errors
    readings = [json.loads(line) for line in lines]
    assert any(reading.get("heart_rate_bpm") == 72 for reading in readings)
    print(f"a strap read in {took:.1f} s")


@pytest.mark.full
def test_a_scan_shows_on_a_terminal_what_it_has_heard_so_far(box):
    box.radio.attach()
    strap = box.radio.strap()
    strap.beat_on(72, every=0.3)
    seen = box.run(
        "TERM=xterm python3 -c 'import pty, sys; sys.exit(pty.spawn([\"lapwing\", \"scan\", \"--seconds\", \"12\"]))'",
        timeout=120,
    ).output
    pages = seen.split("\x1b[H")[1:]
    live = [page for page in pages if strap.address in page and "72 bpm" in page.split("\x1b[?1049l")[0]]
    last = seen.rpartition("\x1b[?25h")[2]
    print(f"{len(pages)} pages in 12 s, {len(live)} of them with the strap's rate")
    assert len(pages) > 5 and live and strap.address in last and "1 sensors among" in last


@pytest.mark.full
def test_an_absent_peer_costs_its_deadline(box):
    box.radio.attach()
    status, _, errors, took = seconds(box, "lapwing read F9:00:00:00:00:01 --seconds 5")
    assert status == 69
    assert "was not received for 5 s" in errors
    assert took < 15
    print(f"an absent device cost {took:.1f} s of 5 s")


@pytest.mark.parametrize(
    "secure", [True, pytest.param(False, marks=pytest.mark.full)], ids=["secure-connections", "legacy"]
)
def test_a_protected_history_is_read_after_pairing(box, secure):
    box.radio.attach()
    box.radio.aranet4(ARANET, passkey=123456, version=2 if secure else 1, secure=secure)
    status, _, errors, _ = seconds(box, f"lapwing read {ARANET}")
    assert status == 69 and f"lapwing pair {ARANET}" in errors

    status, _, errors, took = seconds(box, f"lapwing pair {ARANET} --passkey 123456")
    assert status == 0, errors
    assert box.run(f"stat -c %a {BONDS}").output.strip() == "600"
    print(f"paired in {took:.1f} s")

    # Another process, which gives the kernel the stored keys.
    status, lines, errors, _ = seconds(box, f"lapwing read {ARANET} --json")
    assert status == 0, errors
    assert json.loads(lines[0])["co2_ppm"] == 1000

    status, lines, errors, took = seconds(box, f"lapwing history {ARANET} -o /tmp/h.csv")
    assert status == 0, errors
    rows = box.run("cat /tmp/h.csv").output.splitlines()
    assert rows[0] == "time,co2_ppm,temperature_c,pressure_hpa,humidity_pct"
    assert [row.split(",")[1] for row in rows[1:]] == ["" if n == 250 else str(400 + n) for n in range(1, 451)]
    print(f"450 samples in {took:.1f} s")

    # A truncated file is continued.
    box.run("head -c 6000 /tmp/h.csv >/tmp/cut.csv")
    status, lines, errors, _ = seconds(box, f"lapwing history {ARANET} -o /tmp/cut.csv")
    assert status == 0, errors
    cut = box.run("cat /tmp/cut.csv").output.splitlines()
    assert [row.split(",")[1:] for row in cut] == [row.split(",")[1:] for row in rows]

    assert seconds(box, f"lapwing unpair {ARANET}")[0] == 0
    status, _, errors, _ = seconds(box, f"lapwing read {ARANET}")
    assert status == 69 and f"lapwing pair {ARANET}" in errors


@pytest.mark.full
def test_the_hour_in_which_the_box_was_off_is_filled_from_the_sensors_record(box):
    box.radio.attach()
    # The stored values are beyond the limit of the high alarm; those that it advertises are not.
    total, hole = 2900, 2870
    aranet = box.radio.aranet4(ARANET, total=total, interval=60, age=8, hole=hole)
    aranet.advertise(aranet_says(co2=600, counter=1))
    assert seconds(box, f"lapwing pair {ARANET} --passkey 123456")[0] == 0
    strap = box.radio.strap()
    strap.beat_on(70)

    box.log_at_once()
    box.start()
    box.wait_for(lambda: sensor(box, ARANET))
    box.wait_for(lambda: readings(box, ARANET))
    box.run("systemctl stop lapwing")
    box.set_clock(time.time() + 3600, synchronised=True)
    aranet.advertise(aranet_says(co2=610, counter=61))
    box.start()
    strap.wait_connected()
    told = box.wait_for(lambda: notes(box, "of its history fill"), timeout=180)

    live, past = (
        box.query("select *, at_ms - 1000 * coalesce(age_s, 0) as measured, coalesce(co2_raw_ppm, co2_ppm) as sent "
                  f"from reading where address = '{ARANET}'"
                  f" and history = {history} order by at_ms")
        for history in (0, 1)
    )
    began = box.query("select max(started_at_ms) as at from run")[0]["at"]
    beats = [row["at_ms"] for row in readings(box, strap.address) if row["at_ms"] > began]
    worst = max(gaps(beats))
    print(f"{told[-1]['MESSAGE'].split(': ', 1)[1]}; the strap's longest gap meanwhile {worst:.1f} s")
    assert 58 <= len(past) <= 60
    times = [row["measured"] for row in past]
    assert all(later - earlier == 60_000 for earlier, later in itertools.pairwise(times))
    assert [row["measured"] for row in live if row["at_ms"] < began][-1] < times[0]
    assert times[-1] < [row["measured"] for row in live if row["at_ms"] >= began][0]
    values = [row["sent"] for row in past]
    first = next(value for value in values if value)
    assert values == [None if value == 400 + hole else value for value in range(int(first), int(first) + len(past))]
    assert not box.query("select * from alarm where condition like 'co2%'")
    assert not box.query("select * from hole") and worst < 10

    # Existing rows are not downloaded again.
    box.run("systemctl restart lapwing")
    strap.wait_connected()
    time.sleep(40)
    assert len(box.query(f"select id from reading where address = '{ARANET}' and history")) == len(past)


@pytest.mark.full
def test_a_wrong_passkey_is_said(box):
    box.radio.attach()
    box.radio.aranet4(ARANET, passkey=123456)
    status, _, errors, took = seconds(box, f"lapwing pair {ARANET} --passkey 111111")
    assert status == 69
    assert "does not accept that passkey" in errors
    assert box.run(f"test -e {BONDS}", check=False).status != 0
    # The right passkey still works afterwards.
    assert seconds(box, f"lapwing pair {ARANET} --passkey 123456")[0] == 0
    print(f"a wrong passkey is refused in {took:.1f} s")


@pytest.mark.full
def test_nobody_is_asked_without_a_terminal(box):
    box.radio.attach()
    box.radio.aranet4(ARANET)
    status, _, errors, _ = seconds(box, f"lapwing pair {ARANET}")
    assert status == 64
    assert "--passkey" in errors
    assert seconds(box, f"lapwing pair {ARANET} --passkey 123456")[0] == 0


@pytest.mark.full
def test_a_terminal_is_asked(box):
    box.radio.attach()
    box.radio.aranet4(ARANET)
    result = box.run(
        "python3 -c 'import os, pty, sys, time\n"
        "pid, fd = pty.fork()\n"
        f'if pid == 0: os.execvp("lapwing", ["lapwing", "pair", "{ARANET}"])\n'
        'seen = b""\n'
        'while b"shows: " not in seen: seen += os.read(fd, 100)\n'
        'os.write(fd, b"123456\\n")\n'
        "try:\n"
        "  while chunk := os.read(fd, 100): seen += chunk\n"
        "except OSError: pass\n"
        "print(seen.decode()); sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))'",
        timeout=90,
    )
    assert f"{ARANET} is paired" in result.output
