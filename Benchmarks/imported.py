#!/usr/bin/env python3
"""Measures the import of a year, and what reads it at once afterwards. Exits with 1 if a limit is missed:

    Benchmarks/imported.py LAPWING [DAYS]

A strap is worn for eight hours each night, a value a second, in a file for each 30 days; an air sensor sends five values a minute, in
one file, and so as one session. Times are those of the processor, memory is the largest resident size of the process.
"""

import datetime
import os
import pathlib
import random
import subprocess
import sys
import tempfile

FIRST = datetime.datetime(2025, 10, 1, tzinfo=datetime.timezone.utc)
NIGHT_S = 8 * 3600
STRAP, AIR = "C0:FF:EE:00:00:02,Heart-rate strap", "C2:DB:C0:DC:E4:55,Aranet4"
MOST_IMPORT_MB, MOST_EXPORT_MB = 64, 48
MOST_QUERY_S, MOST_SESSION_S, MOST_DRAWING_S = 0.3, 0.5, 1.0


def text(time):
    return time.strftime("%Y-%m-%dT%H:%M:%SZ")


def write_strap(path, first, days, chance):
    rows = 0
    with open(path, "w") as file:
        file.write("time,address,model,heart rate (bpm)\n")
        for day in range(first, first + days):
            begin, rate = FIRST + datetime.timedelta(days=day, hours=22), chance.randrange(52, 70)
            for second in range(NIGHT_S):
                rate = min(max(rate + chance.choice((-1, 0, 0, 0, 0, 1)), 42), 120)
                file.write(f"{text(begin + datetime.timedelta(seconds=second))},{STRAP},{rate}\n")
            rows += NIGHT_S
    return rows


def write_air(path, days, chance):
    ppm, temperature = 700, 21.0
    with open(path, "w") as file:
        file.write("time,address,model,CO2 (ppm),temperature (°C),humidity (%),pressure (hPa),battery (%)\n")
        for minute in range(days * 1440):
            ppm = min(max(ppm + chance.randrange(-12, 13), 420), 2500)
            temperature = min(max(temperature + chance.choice((-0.05, 0, 0.05)), 16), 28)
            time = text(FIRST + datetime.timedelta(minutes=minute))
            file.write(f"{time},{AIR},{ppm},{temperature:.2f},{chance.randrange(35, 50)},{1000 + chance.randrange(30) / 10},90\n")
    return days * 1440


def run(program, *arguments):
    """The processor time in seconds, and the largest resident size in MB."""
    with open(os.devnull, "w") as nowhere:
        process = subprocess.Popen([program, *map(str, arguments)], stdout=nowhere, stderr=subprocess.PIPE, text=True,
                                   env={**os.environ, "TZ": "UTC"})
        said = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"{' '.join(map(str, arguments))}: {said}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    program, days = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 365
    chance = random.Random(1)
    faults = []

    def show(name, seconds, megabytes, most_s=None, most_mb=None):
        limits = ", ".join(f"at most {limit} {unit}" for limit, unit in ((most_s, "s"), (most_mb, "MB")) if limit)
        print(f"{name:58} {seconds:8.2f} s {megabytes:7.1f} MB  {limits}", flush=True)
        if (most_s and seconds > most_s) or (most_mb and megabytes > most_mb):
            faults.append(name)

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "lapwing.yaml").write_text("profile: bedside\n")
        options = ["--config", folder / "lapwing.yaml", "--logbook", folder / "lapwing.db"]
        rows = write_air(folder / "air.csv", days, chance)
        show(f"import of {days} days of air, {rows:,} rows",
             *run(program, "sessions", "import", folder / "air.csv", *options), most_mb=MOST_IMPORT_MB)
        seconds = most = rows = 0
        for first in range(0, days, 30):
            rows += write_strap(folder / "heart.csv", first, min(30, days - first), chance)
            used, megabytes = run(program, "sessions", "import", folder / "heart.csv", *options)
            seconds, most = seconds + used, max(most, megabytes)
        show(f"import of {days} nights of a strap, {rows:,} rows", seconds, most, most_mb=MOST_IMPORT_MB)
        print(f"the logbook has {(folder / 'lapwing.db').stat().st_size / 1e6:.1f} MB")
        last = (FIRST + datetime.timedelta(days=days)).date()
        span = ["--from", FIRST.date(), "--to", last]
        for subject in ("heart", "air"):
            show(f"{subject} trends of {days} days", *run(program, subject, "trends", *span, *options), most_s=MOST_QUERY_S)
        show("list of sessions", *run(program, "sessions", *options), most_s=MOST_QUERY_S)
        show("the air as one session: figures", *run(program, "sessions", "show", 1, "--json", *options), most_s=MOST_SESSION_S)
        show("the air as one session: drawing",
             *run(program, "sessions", "export", 1, "--svg", folder / "air.svg", *options), most_s=MOST_DRAWING_S)
        for kind in ("csv", "fhir", "pdf"):
            show(f"export of a month of a strap as {kind.upper()}",
                 *run(program, "sessions", "export", 2, f"--{kind}", folder / f"month.{kind}", *options), most_mb=MOST_EXPORT_MB)
        show(f"report for a doctor of {days} days",
             *run(program, "heart", "report", "--pdf", folder / "report.pdf", *span, *options))
    for fault in faults:
        print(f"missed: {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
