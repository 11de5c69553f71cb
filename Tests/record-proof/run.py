#!/usr/bin/env python3
"""Cuts the power while the logbook is written, sealed, rolled up, moved, migrated and partly deleted:

    Tests/record-proof/run.py RECORD_BENCHMARK [CUTS]

strace writes down every call by which RECORD_BENCHMARK changes the files of a logbook, and what it reports as committed,
in order. The files are then rebuilt as of random moments (disk.py), and the same code must open them and find in them all
that was reported, once. Controls: on a disk that forgets what was synchronised, losses must be found. Exits with 1 if a
cut loses anything, or a control finds nothing.
"""

import collections
import concurrent.futures
import json
import os
import pathlib
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

import disk
import old_files

HOURS = "9"  # By then every kind of work has been done, also the move of the write-ahead log into the file.
CONTROL_CUTS = 20
SEED = int(os.environ.get("SEED", "2026"))


def run(program, *arguments, environment=None):
    return subprocess.run(
        [program, *map(str, arguments)], capture_output=True, text=True, env={**os.environ, "HOURS": HOURS, **(environment or {})}
    )


def record(program, folder, verb, file):
    """Runs a verb of the program under strace. The files of the folder stay as they were before.

    Returns the disk as it was, and what happened to it."""
    work = tempfile.mkdtemp(prefix="traced-", dir=folder.parent)
    for name in os.listdir(folder):
        shutil.copy(folder / name, work)
    trace = pathlib.Path(work + ".trace")
    done = run(
        "strace", "-f", "--seccomp-bpf", "-xx", "-s", 1 << 20, "-e", f"trace={disk.CALLS}", "-o", trace, program, verb,
        f"{work}/{file}",
    )
    if done.returncode:
        sys.exit(f"strace {program} {verb}: {done.stderr or done.stdout}")
    happened = [
        (call, *(str(folder / os.path.relpath(part, work)) if isinstance(part, str) and part.startswith(work + "/") else
                 str(folder) if part == work else part for part in rest))
        for call, *rest in disk.events(trace.read_bytes(), work)
    ]
    shutil.rmtree(work)
    trace.unlink()
    return happened


def phases(happened):
    """The places of the calls on files, by what the program was doing."""
    found, now = collections.defaultdict(list), "start"
    for place, event in enumerate(happened):
        if event[0] == "mark":
            now = event[1].split()[0]
        else:
            found[now].append(place)
    # What a commit writes comes before it is reported.
    return {phase: places for phase, places in found.items() if len(places) > 2}


def choose(happened, cuts, chance):
    """Random moments, as many of each kind of work."""
    kinds = sorted(phases(happened).items())
    chance.shuffle(kinds)
    chosen = [(chance.choice(places), phase) for number in range(cuts) for phase, places in [kinds[number % len(kinds)]]]
    return sorted(chosen)


class Tally:
    def __init__(self):
        self.cuts, self.lost, self.torn, self.waiting = collections.Counter(), 0, 0, 0
        self.faults = []

    def add(self, other):
        self.cuts += other.cuts
        self.lost, self.torn, self.waiting = self.lost + other.lost, self.torn + other.torn, self.waiting + other.waiting
        self.faults += other.faults


def cut(folder, happened, cuts, check, chance, lie=None):
    """Cuts the power at random moments and checks what is left.

    check: takes the folder and the marks so far; returns a fault or None."""
    tally = Tally()
    model, marks, done = disk.Disk(str(folder), lie), [], 0
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="cuts-", dir=folder.parent))

    def examine(number, place, phase, share, marks):
        fault = check(scratch / str(number), marks)
        if fault:
            return f"{phase}, call {place}, {share:.0%} of what waits kept: {fault}"
        shutil.rmtree(scratch / str(number))
        return None

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        waiting = collections.deque()
        for number, (place, phase) in enumerate(choose(happened, cuts, chance)):
            while done <= place:
                if happened[done][0] == "mark":
                    marks.append(happened[done][1])
                else:
                    model.take(happened[done])
                done += 1
            # All of it kept would be no cut for a control.
            share = chance.choice([0, 0.1, 0.5, 0.9] + [1] * (not lie))
            tally.waiting += model.waiting()
            left, lost, torn = model.after_cut(chance, share)
            tally.cuts[phase] += 1
            tally.lost += lost
            tally.torn += torn
            (scratch / str(number)).mkdir()
            for name, content in left.items():
                (scratch / str(number) / name).write_bytes(content)
            waiting.append(pool.submit(examine, number, place, phase, share, list(marks)))
            # Few folders at a time.
            while len(waiting) > 2 * os.cpu_count():
                tally.faults.append(waiting.popleft().result())
        tally.faults += [one.result() for one in waiting]
    tally.faults = [fault for fault in tally.faults if fault]
    if not tally.faults or lie:
        shutil.rmtree(scratch)
    return tally


def latest(marks, word):
    """The number in the latest mark with a word; 0 if there is none."""
    return next((int(mark.split()[1]) for mark in reversed(marks) if mark.startswith(word + " ")), 0)


def rows(path, sql):
    with sqlite3.connect(path) as database:
        return database.execute(sql).fetchall()


def tables(path):
    """What is wrong with the file, and the counts that only its tables give: a reader shows each reading once."""
    fault = next((text for (text,) in rows(path, "PRAGMA integrity_check") if text != "ok"), None)
    fault = fault or next((f"foreign key: {row}" for row in rows(path, "PRAGMA foreign_key_check")), None)
    ((readings, blocks),) = rows(path, "SELECT (SELECT count(*) FROM reading), (SELECT coalesce(sum(count), 0) FROM block)")
    ((blocked,),) = rows(path, "SELECT count(*) FROM block")
    alarms = [number for (number,) in rows(path, "SELECT sequence FROM alarm ORDER BY id")]
    return fault, readings + blocks, blocked, alarms


def checked(program, path, arguments, least_blocks=0):
    if not path.exists() and arguments[0] == "verify" and arguments[1]:
        return "the file is gone"
    if path.exists() and least_blocks:
        # Before the code opens it, since that seals more.
        blocked = run(sys.executable, "-c", COUNT_BLOCKS, path).stdout.strip()
        if int(blocked or -1) < least_blocks:
            return f"{blocked} blocks of {least_blocks} that were reported"
    done = run(program, arguments[0], path, *arguments[1:])
    if done.returncode:
        return f"status {done.returncode}: {(done.stdout + done.stderr).strip()}"
    told = json.loads(done.stdout.splitlines()[-1])
    fault, readings, _, alarms = tables(path)
    if fault:
        return fault
    if readings != told["readings"]:
        return f"{readings} readings are stored in place of {told['readings']}"
    if len(alarms) != told["alarms"] or len(set(alarms)) != len(alarms):
        return f"{len(alarms)} alarms are stored in place of {told['alarms']}"
    return None


# In a process of its own and on a copy: SQLite would recover the file, and the code under test must do that.
COUNT_BLOCKS = """
import os, shutil, sqlite3, sys, tempfile
with tempfile.TemporaryDirectory(dir=os.path.dirname(sys.argv[1])) as folder:
    for end in ("", "-wal"):
        if os.path.exists(sys.argv[1] + end):
            shutil.copy(sys.argv[1] + end, folder + "/copy.db" + end)
    print(sqlite3.connect(folder + "/copy.db").execute("SELECT count(*) FROM block").fetchone()[0])
"""


def report(title, tally, began):
    kinds = ", ".join(f"{count} {phase}" for phase, count in sorted(tally.cuts.items()))
    print(
        f"{title}: {sum(tally.cuts.values())} cuts ({kinds}), {tally.lost} of {tally.waiting} waiting sectors lost, "
        f"{tally.torn} torn; {len(tally.faults)} with a loss; {time.monotonic() - began:.0f} s",
        flush=True,
    )


def main(program, cuts):
    chance = random.Random(SEED)
    # Half of the cuts in the work of the box, and a quarter each in deletions and migrations.
    shares = {"live": cuts - 2 * (cuts // 4), "delete": cuts // 4, "migrate": cuts // 4}
    failures = []
    place = "/dev/shm" if os.access("/dev/shm", os.W_OK) and shutil.disk_usage("/dev/shm").free > 1 << 30 else None
    with tempfile.TemporaryDirectory(prefix="record-proof-", dir=place) as name:
        top = pathlib.Path(name)

        def measure(title, folder, happened, count, check, lie=None, sum_up=None):
            began = time.monotonic()
            tally = cut(folder, happened, count, check, chance, lie)
            if sum_up:
                sum_up.add(tally)
            else:
                report(title, tally, began)
            if not lie:
                failures.extend(f"{title}: {fault}" for fault in tally.faults)
            elif len(tally.faults) < count // 2:
                failures.append(f"{title}: losses were found in {len(tally.faults)} of {count} cuts only")

        empty = top / "empty"
        empty.mkdir()
        live = record(program, empty, "live", "lapwing.db")

        def check_live(folder, marks):
            return checked(
                program, folder / "lapwing.db", ["verify", latest(marks, "appended")], latest(marks, "sealed")
            )

        measure("The box writes, seals and rolls up", empty, live, shares["live"], check_live)

        full = top / "full"
        full.mkdir()
        old_files.replay(live, empty, full)
        deletion = record(program, full, "delete", "lapwing.db")

        def check_deletion(folder, marks):
            return checked(program, folder / "lapwing.db", ["verify-deleted", latest(marks, "deleted")])

        measure("A session is deleted", full, deletion, shares["delete"], check_deletion)

        began, migrations = time.monotonic(), Tally()
        versions = old_files.make(program, record, empty, full, top)
        for number, (version, folder, expected) in enumerate(versions):
            part = shares["migrate"] // len(versions) + (number < shares["migrate"] % len(versions))
            if not part:
                continue
            migration = record(program, folder, "open", "lapwing.db")

            def check_migration(after, marks):
                path = after / "lapwing.db"
                done = run(program, "finish", path)
                if done.returncode:
                    return f"status {done.returncode}: {(done.stdout + done.stderr).strip()}"
                fault, readings, _, alarms = tables(path)
                latest_schema = rows(path, "SELECT count(*) FROM grdb_migrations")[0][0]
                found = (readings, len(alarms), latest_schema)
                return fault or (None if found == expected else f"readings, alarms, migrations: {found} in place of {expected}")

            measure(f"A logbook of schema {version} is migrated", folder, migration, part, check_migration, sum_up=migrations)
        report(f"A logbook of one of {len(versions)} older schemas is migrated", migrations, began)

        print("Controls, in which losses must be found:")
        measure("  Nothing is synchronised", empty, live, CONTROL_CUTS, check_live, "all")
        measure(f"  All is synchronised {disk.LATE} times too late", empty, live, CONTROL_CUTS, check_live, "late")
    for failure in failures:
        print(failure, file=sys.stderr)
    print(f"{cuts} power cuts: " + (f"{len(failures)} FAULTS" if failures else "nothing that was committed is lost"))
    return 1 if failures else 0


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    sys.exit(main(os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) == 3 else 200))
