#!/usr/bin/env python3
"""Compares the sheets of the binary with those of the oracle on random aircraft and loadings. See README.md."""

import argparse
import collections
import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile
import time

from compare import Comparison
from files import Aircraft, Scenario
from model import Sheet
from quantities import parse
from room import room
from worlds import REGISTRATION, world

BINARY = None


def balance(folder, verb, scenario, aircraft=None, metric=False, tail=None, more=()):
    """(exit status, standard output, standard error) of one call; the aircraft is a text for a file, or None for its id."""
    paths = {name: os.path.join(folder, name + ".json") for name in ("scenario", "aircraft")}
    with open(paths["scenario"], "w", encoding="utf-8") as file:
        file.write(scenario)
    call = [BINARY, "balance", verb, "--scenario", paths["scenario"], "--json", *more]
    if aircraft is not None:
        with open(paths["aircraft"], "w", encoding="utf-8") as file:
            file.write(aircraft)
        # Half of them by name, from a folder of one's own; with a tail file, all of them.
        if tail is None and len(aircraft) % 2:
            call += ["--aircraft", paths["aircraft"]]
        else:
            own = os.path.join(folder, "own")
            os.makedirs(own, exist_ok=True)
            shutil.copy(paths["aircraft"], os.path.join(own, "own.json"))
            call += ["--aircraft-folder", own]
    if tail is not None:
        with open(os.path.join(folder, REGISTRATION + ".json"), "w", encoding="utf-8") as file:
            file.write(tail)
        call += ["--tails-folder", folder]
    if metric:
        call.append("--metric")
    done = subprocess.run(call, capture_output=True, text=True, close_fds=False, check=False)
    return done.returncode, done.stdout, done.stderr


def expected(aircraft, scenario, metric, tail=None):
    """The figures of the oracle for the texts of two files."""
    scenario = parse(scenario)
    plane = Aircraft(parse(aircraft), tail and parse(tail), scenario.get("date"))
    sheet = Sheet(plane, Scenario(scenario, plane.tanks))
    figures = sheet.figures(metric)
    figures["room"] = room(sheet, metric)
    return sheet, figures


def compare(folder, aircraft, scenario, metric, is_shipped=False, damaged=None, tail=None):
    """The lines of difference, and the number of figures. `damaged` is what the binary gets in place of the aircraft."""
    _, want = expected(aircraft, scenario, metric, tail)
    status, out, err = balance(folder, "compute", scenario, None if is_shipped else damaged or aircraft, metric, tail)
    if status not in (0, 1) or not out:
        return [f"exit status {status}: {err.strip()[:300]}"], 0
    comparison = Comparison()
    if status != (1 if want["verdict"] == "danger" else 0):
        comparison.lines.append(f"exit status {status} with the verdict {want['verdict']}")
    comparison.sheet(parse(out), want)
    return comparison.lines, comparison.figures


def one(seed):
    made = world(seed)
    aircraft, scenario, tail = made.texts()
    folder = os.path.join(tempfile.gettempdir(), f"balance-oracle-{os.getpid()}")
    os.makedirs(folder, exist_ok=True)
    lines, figures = compare(folder, aircraft, scenario, made.metric, made.is_shipped, tail=tail)
    if lines:
        kept = os.path.join(tempfile.gettempdir(), f"balance-oracle-seed-{seed}")
        shutil.rmtree(kept, ignore_errors=True)
        shutil.copytree(folder, kept)
    return seed, made.tuned, lines, figures


def start(binary):
    global BINARY
    BINARY = binary


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary")
    parser.add_argument("--seeds", type=int, default=3000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--seed", type=int, help="only this one")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--short", action="store_true", help="400 seeds")
    parser.add_argument("--shown", type=int, default=10, help="how many seeds with differences are shown in full")
    parser.add_argument("--damage", action="store_true", help="move limits by 0.01 behind the oracle's back: each must be noticed")
    options = parser.parse_args()
    start(os.path.abspath(options.binary))
    began = time.monotonic()
    if options.damage:
        import mutants
        with tempfile.TemporaryDirectory() as folder:
            sys.exit(mutants.main(BINARY, folder))
    seeds = [options.seed] if options.seed is not None else range(options.first, options.first + (400 if options.short else options.seeds))
    differing, figures, near = 0, 0, 0
    causes = collections.Counter()
    with multiprocessing.Pool(options.jobs, start, (BINARY,)) as pool:
        for seed, tuned, lines, count in pool.imap(one, seeds, chunksize=10):
            figures += count
            near += tuned is not None
            if not lines:
                continue
            differing += 1
            causes.update({cause(line) for line in lines})
            if differing <= options.shown:
                print(f"seed {seed} (files in {tempfile.gettempdir()}/balance-oracle-seed-{seed}):")
                for line in lines[:12]:
                    print("   ", line)
    for line, count in causes.most_common(30):
        print(f"{count:6} sheets differ in {line}")
    seconds = time.monotonic() - began
    print(f"{len(seeds)} sheets ({near} at or beside a limit), {figures} figures, {differing} sheets differ, {seconds:.1f} s")
    sys.exit(1 if differing else 0)


def cause(line):
    """A line without its figures, to count by."""
    path, _, rest = line.partition(":")
    path = path.split("[")[0] + (path.rpartition("]")[2] if "]" in path else "")
    return f"{path}: {rest.strip()[:110]}" if path == "warnings" or "exit" in path else path


if __name__ == "__main__":
    main()
