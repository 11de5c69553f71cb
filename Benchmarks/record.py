#!/usr/bin/env python3
"""Measures the logbook beside what it replaces, and exits with 1 if a limit is missed:

    Benchmarks/record.py RECORD_BENCHMARK [DAYS]

RECORD_BENCHMARK makes a year of one strap and one air sensor (Benchmarks/record-benchmark). The same series are written as
the rows of version 0.1.0, and into VictoriaMetrics, which is Debian's package.
"""

import itertools
import json
import os
import pathlib
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request

ROW_DAYS = 2
METRICS_DAYS = 30
CACHE = pathlib.Path(os.environ.get("LAPWING_CACHE", pathlib.Path.home() / ".cache/lapwing"))
MOST_BYTES = {"co2": 0.6, "heart_rate": 0.5, "rr": 0.82}
LEAST_RR_ENTROPY = 0.75
MOST_BYTES_A_YEAR = 55e6
MOST_DAILY_MS, MOST_ZOOM_MS = 10, 20
MOST_WRITTEN_A_DAY = 25e6
NAMES = {"co2": "CO2 minute value", "heart_rate": "heart rate of a second", "rr": "RR interval"}

# The columns of a reading in version 0.1.0, of which these series fill some.
ROWS = """
CREATE TABLE session (id INTEGER PRIMARY KEY AUTOINCREMENT, started_at_ms INTEGER NOT NULL, profile TEXT NOT NULL);
CREATE TABLE reading (id INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id INTEGER REFERENCES session(id) ON DELETE CASCADE, at_ms INTEGER NOT NULL, address TEXT NOT NULL,
  model TEXT NOT NULL, co2_ppm DOUBLE, temperature_c DOUBLE, humidity_pct DOUBLE, pressure_hpa DOUBLE, battery_pct DOUBLE,
  heart_rate_bpm DOUBLE, energy_kj DOUBLE, contact BOOLEAN, rr_ms TEXT, age_s INTEGER, counter INTEGER);
CREATE INDEX reading_on_session_id ON reading(session_id);
"""
ADDRESSES = {"strap": ("C0:FF:EE:00:00:02", "Polar H10"), "air": ("C2:DB:C0:DC:E4:55", "Aranet4")}


def run(program, *arguments):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{program} {arguments[0]}: {done.stdout}{done.stderr}")
    return json.loads(done.stdout)


def dump(program, days):
    """The readings of the first days: (sensor, time in ms, fields)."""
    with subprocess.Popen([program, "dump", str(days)], stdout=subprocess.PIPE, text=True) as process:
        next(process.stdout)
        for line in process.stdout:
            sensor, at, *fields = line.rstrip("\n").split(",")
            yield sensor, int(at), fields


def bytes_as_rows(program, folder):
    """The bytes of the rows of version 0.1.0, a day."""
    path = f"{folder}/rows.db"
    database = sqlite3.connect(path)
    database.executescript(ROWS)
    database.execute("INSERT INTO session (started_at_ms, profile) VALUES (0, 'bedside')")
    for sensor, at, fields in dump(program, ROW_DAYS):
        place = (1, at, *ADDRESSES[sensor])
        if sensor == "air":
            database.execute(
                "INSERT INTO reading (session_id, at_ms, address, model, co2_ppm, temperature_c, humidity_pct, pressure_hpa, "
                "battery_pct) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*place, *map(float, fields)),
            )
        else:
            intervals = "[" + ",".join(str(int(tick) * 1000 / 1024) for tick in fields[1].split()) + "]"
            database.execute(
                "INSERT INTO reading (session_id, at_ms, address, model, heart_rate_bpm, contact, rr_ms) "
                "VALUES (?, ?, ?, ?, ?, 1, ?)",
                (*place, float(fields[0]), intervals if fields[1] else None),
            )
    database.commit()
    database.close()
    return os.path.getsize(path) / ROW_DAYS


def victoria_metrics():
    """The program; None and why if it cannot be had."""
    found = shutil.which("victoria-metrics") or shutil.which("victoria-metrics-prod")
    if found:
        return found, None
    program = CACHE / "victoria-metrics/usr/bin/victoria-metrics"
    if not program.exists():
        # Unpacked only: the package would start a service.
        with tempfile.TemporaryDirectory() as folder:
            got = subprocess.run(["apt-get", "download", "victoria-metrics"], cwd=folder, capture_output=True, text=True)
            packages = list(pathlib.Path(folder).glob("*.deb"))
            if got.returncode or not packages:
                return None, f"this Debian has no package victoria-metrics ({(got.stderr.strip() or 'not found').splitlines()[0]})"
            unpacked = CACHE / "victoria-metrics.new"
            shutil.rmtree(unpacked, ignore_errors=True)
            subprocess.run(["dpkg", "-x", packages[0], unpacked], check=True)
            unpacked.rename(CACHE / "victoria-metrics")
    return str(program), None


def lines_of(program):
    """The series of some days, as VictoriaMetrics takes them, an hour or so a line."""
    quantities = ["co2_ppm", "temperature_c", "humidity_pct", "pressure_hpa", "battery_pct"]
    readings = dump(program, METRICS_DAYS)
    while piece := list(itertools.islice(readings, 3660)):
        series = {}
        for sensor, at, fields in piece:
            if sensor == "air":
                for name, value in zip(quantities, fields):
                    series.setdefault((name, sensor), []).append((at, float(value)))
            else:
                series.setdefault(("heart_rate_bpm", sensor), []).append((at, float(fields[0])))
                ticks = [int(tick) for tick in fields[1].split()]
                # Each interval ends with its beat, the last one when it is received.
                for place, tick in enumerate(ticks):
                    beat = at - sum(ticks[place + 1 :]) * 1000 // 1024
                    series.setdefault(("rr_ticks", sensor), []).append((beat, tick))
        for (name, sensor), points in series.items():
            metric = {"__name__": name, "address": ADDRESSES[sensor][0], "model": ADDRESSES[sensor][1]}
            line = {"metric": metric, "values": [value for _, value in points], "timestamps": [at for at, _ in points]}
            yield json.dumps(line).encode() + b"\n"


def bytes_in_metrics(program, folder):
    """The bytes in VictoriaMetrics, a day; None and why if it cannot be measured."""
    server, reason = victoria_metrics()
    if not server:
        return None, reason
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        place = f"127.0.0.1:{free.getsockname()[1]}"
    data = pathlib.Path(folder) / "metrics"
    process = subprocess.Popen(
        [server, f"-storageDataPath={data}", f"-httpListenAddr={place}", "-retentionPeriod=100y"],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )

    def ask(path, body=None):
        with urllib.request.urlopen(urllib.request.Request(f"http://{place}{path}", data=body), timeout=300) as answer:
            return answer.read()

    try:
        for _ in range(100):
            try:
                ask("/health")
                break
            except OSError:
                if process.poll() is not None:
                    return None, f"it ended at once: {process.stderr.read().splitlines()[-1:]}"
                time.sleep(0.1)
        sent = lines_of(program)
        while body := b"".join(itertools.islice(sent, 200)):
            ask("/api/v1/import", body)
        ask("/internal/force_flush")
        ask("/internal/force_merge")
        # A merge goes on for a while after it was asked for.
        sizes = []
        while len(sizes) < 120 and not (len(sizes) > 4 and len(set(sizes[-4:])) == 1):
            time.sleep(0.5)
            sizes.append(size_of(data))
        found = json.loads(ask("/api/v1/query?query=count(heart_rate_bpm)&time=1700092800"))["data"]["result"]
        if not found:
            return None, "it has taken no value"
    finally:
        process.terminate()
        process.wait(60)
    return size_of(data) / METRICS_DAYS, None


def size_of(folder):
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat().st_size if path.is_file() else 0
        except FileNotFoundError:
            pass  # A merge removes files.
    return total


def main(program, days):
    missed = []

    def row(what, figure, beside="", limit=None, value=None):
        is_missed = limit is not None and value > limit
        if is_missed:
            missed.append(what)
        print(f"| {what} | {figure} | {beside} |{' MISSED' if is_missed else ''}", flush=True)

    with tempfile.TemporaryDirectory(dir=".build" if os.path.isdir(".build") else None) as folder:
        print("| what | figure | beside it |\n|---|---|---|", flush=True)
        year = run(program, "year", f"{folder}/year.db", days)
        for key, name in NAMES.items():
            size, entropy = year["bytes_per_value"][key], year["entropy"][key]
            row(f"bytes per {name}", f"{size:.3f} (at most {MOST_BYTES[key]})", f"entropy of the differences {entropy:.3f}",
                MOST_BYTES[key], size)
        if year["entropy"]["rr"] < LEAST_RR_ENTROPY:
            missed.append(f"RR intervals with an entropy of at least {LEAST_RR_ENTROPY}")
        size = year["bytes"] / days * 365
        row("a year in the logbook, roll-ups included", f"{size / 1e6:.1f} MB (at most {MOST_BYTES_A_YEAR / 1e6:.0f})",
            f"{days} days measured", MOST_BYTES_A_YEAR, size)
        rows = bytes_as_rows(program, folder) * 365
        row("the same as rows of version 0.1.0", f"{rows / 1e6:.0f} MB", f"{rows / size:.1f} times as much; {ROW_DAYS} days measured")
        metrics, reason = bytes_in_metrics(program, folder)
        if metrics:
            metrics *= 365
            row("the same in VictoriaMetrics", f"{metrics / 1e6:.0f} MB",
                f"{metrics / size:.1f} times as much; {METRICS_DAYS} days measured, no roll-ups")
        else:
            row("the same in VictoriaMetrics", "not measured", reason)
        query = run(program, "query", f"{folder}/year.db", days)
        for key, name, most in [("daily", "daily figures of all days", MOST_DAILY_MS), ("zoom", "any zoom, 1,000 points", MOST_ZOOM_MS)]:
            high = query[f"{key}_ms_p99"]
            row(f"{name}, p99", f"{high:.1f} ms (at most {most})",
                f"p50 {query[f'{key}_ms_p50']:.1f} ms; the reference {query['reference_ms_p50']:.1f} ms", most, high)
        # A folder in memory would count nothing.
        day = run(program, "day", f"{folder}/day.db")
        written = day["written_per_day"]
        row("written to the disk in a day", f"{written / 1e6:.1f} MB (at most {MOST_WRITTEN_A_DAY / 1e6:.0f})",
            "by the kernel's count", MOST_WRITTEN_A_DAY, written)
        if written == 0:
            missed.append("bytes written in a day, which the kernel does not count here")
    for what in missed:
        print(f"missed: {what}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    sys.exit(main(os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) == 3 else 365))
