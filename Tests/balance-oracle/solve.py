#!/usr/bin/env python3
"""Checks `lapwing balance solve --json` by brute force on small cases: solve.py BINARY [--seeds N] [--jobs N].

What is assumed of the output (adapt it here if it changes):

- Every line is an object with `steps`, a list of one or two. A step has `kind`, `place`, for a move `destination`, and `weight` or `volume` in whole steps of
  the unit (pounds, kilograms with --metric; GALLON_STEP, LITRE_STEP for fuel).
- A sheet is legal if it has no danger and no warning, and no station is beyond its plausible load that was not before.
- `remove`, `move`, `ballast`, `drain`: the least that makes the sheet legal, for that place and destination. What is moved or added
  is at the arm of what is in the station, else at its usual arm. Stations of the kind oil take no part, and nothing is
  removed from seats: people are moved, not left behind.
- On a legal sheet `mostPayload` is the room of the station by rule 14, and `mostFuel` how much more fits in one tank.
- Two steps are only offered if no single step helps. Every remedy is legal, its first step alone is not, and after the first step
  the second is the least of its kind and place. If some pair helps, at least one remedy is printed.
"""

import argparse
import collections
import json
import multiprocessing
import os
import random
import sys
import tempfile
from copy import copy
from fractions import Fraction

import run
from files import Aircraft, Scenario
from model import CAUTION, Sheet
from mutants import SOURCE, base, loading
from quantities import VOLUME, WEIGHT, parse
from room import rooms

GALLON_STEP, LITRE_STEP = Fraction(1, 10), Fraction(1)
SINGLE = {"remove", "move", "ballast", "drain"}
MOST = {"mostPayload", "mostFuel"}


class Case:
    def __init__(self, sheet, metric):
        self.sheet, self.metric = sheet, metric
        self.unit = WEIGHT["kg"] if metric else Fraction(1)
        self.step = (LITRE_STEP * VOLUME["l"]) if metric else GALLON_STEP
        self.stations = [s for s in sheet.aircraft.stations if s.kind != "oil"]
        self.beyond = implausible(sheet)
        self.known = {}

    def after(self, steps):
        """The sheet after steps (kind, place, destination, whole number), or None if one cannot be done."""
        scenario = copy(self.sheet.scenario)
        scenario.loads, scenario.fuel = dict(scenario.loads), dict(scenario.fuel)
        for kind, place, destination, amount in steps:
            if kind == "drain":
                scenario.fuel[place] = scenario.fuel.get(place, Fraction(0)) - amount * self.step
                if scenario.fuel[place] < 0:
                    return None
                continue
            weight = amount * self.unit
            if kind in ("remove", "move") and not self.change(scenario, place, -weight):
                return None
            if kind in ("move", "ballast"):
                self.change(scenario, destination if kind == "move" else place, weight)
        return Sheet(self.sheet.aircraft, scenario)

    def change(self, scenario, ident, weight):
        """Adds to a station or takes off it, at the arm of what is in it; whether there is as much."""
        station = next(s for s in self.sheet.aircraft.stations if s.id == ident)
        loads = scenario.loads.get(ident, [])
        before = sum((w for w, _ in loads), Fraction(0))
        if before + weight < 0:
            return False
        moment = sum((w * (station.arm.value if own is None else own) for w, own in loads), Fraction(0))
        own = None if before == 0 or moment == before * station.arm.value else moment / before
        scenario.loads[ident] = [(before + weight, own)] if before + weight != 0 else []
        return True

    def is_legal(self, *steps):
        if steps not in self.known:
            sheet = self.after(steps)
            self.known[steps] = sheet is not None and legal(sheet, self.beyond)
        return self.known[steps]

    def whole(self, ident):
        return int(self.sheet.stations[ident][0] / self.unit)

    def choices(self):
        """(kind, place, destination, greatest number) of every single step."""
        for station in self.stations:
            most = self.whole(station.id)
            if most > 0:
                if station.kind != "seat":  # people are moved, not left behind
                    yield "remove", station.id, None, most
                for other in self.stations:
                    if other.id != station.id:
                        yield "move", station.id, other.id, most
            yield "ballast", station.id, None, self.ballast_most(station)
        for tank in self.sheet.aircraft.tanks:
            most = int(self.sheet.tanks[tank.id][0] / self.step)
            if most > 0:
                yield "drain", tank.id, None, most

    def ballast_most(self, station):
        left = min(station.limit.value - self.sheet.stations[station.id][0],
                   self.sheet.limits["takeoff"].value - self.sheet.takeoff.weight)
        return max(0, int(left / self.unit))

    def least(self, kind, place, destination, most, first=()):
        for n in range(1, most + 1):
            if self.is_legal(*first, (kind, place, destination, n)):
                return n
        return None


def implausible(sheet):
    return {s.id for s in sheet.aircraft.stations if not s.is_limit and sheet.stations[s.id][0] > s.limit.value}


def legal(sheet, beyond):
    return all(w["level"] == CAUTION for w in sheet.warnings) and implausible(sheet) <= beyond


def check(case, lines):
    """What is wrong with the lines of the solver."""
    found = []
    if legal(case.sheet, case.beyond):
        return check_room(case, lines)
    best = {}
    for kind, place, destination, most in case.choices():
        n = case.least(kind, place, destination, most)
        if n is not None:
            best[kind, place, destination] = n
    said = {}
    pairs = []
    for line in lines:
        if len(line["steps"]) > 1:
            pairs.append(line)
        elif line["kind"] in SINGLE:
            said[line["kind"], line["place"], line.get("destination")] = amount(case, line)
        else:
            found.append(f"a line of an unknown kind: {line}")
    for key, n in said.items():
        if key not in best:
            found.append(f"{name(key)} {n}: does not make it legal by any number")
        elif best[key] != n:
            found.append(f"{name(key)} {n}: the least is {best[key]}")
    for key, n in best.items():
        if key not in said:
            found.append(f"{name(key)} {n}: would help, and is not said")
    for line in pairs:
        found += check_pair(case, line, best)
    if not best and not pairs and any_pair(case):
        found.append(f"no remedy, and {any_pair(case)} would help")
    return found


def check_pair(case, line, best):
    steps = [(s["kind"], s["place"], s.get("destination"), amount(case, s)) for s in line["steps"]]
    said = " and ".join(f"{name(s[:3])} {s[3]}" for s in steps)
    if best:
        return [f"{said}: one step is enough, {name(next(iter(best)))}"]
    if not case.is_legal(*steps):
        return [f"{said}: is not legal"]
    if any(case.is_legal(step) for step in steps):
        return [f"{said}: one of them is enough"]
    *first, (kind, place, destination, n) = steps
    least = case.least(kind, place, destination, n, tuple(first))
    return [] if least == n else [f"{said}: {least} is enough for the second"]


def any_pair(case):
    """A pair of steps that helps, looked for over a grid of whole numbers."""
    choices = list(case.choices())
    for one, (kind, place, destination, most) in enumerate(choices):
        for n in sorted({1, 2, 3, 5, 8, 12, most // 2, most} - {0}):
            if n > most:
                continue
            first = (kind, place, destination, n)
            for other in choices[one + 1:]:
                for m in range(1, other[3] + 1):
                    if case.is_legal(first, (*other[:3], m)):
                        return f"{name(first[:3])} {n} and {name(other[:3])} {m}"
    return None


def check_room(case, lines):
    found = []
    want = {ident: n for ident, n in rooms(case.sheet, case.unit).items() if n > 0}
    said = {line["place"]: amount(case, line) for line in lines if line["kind"] == "mostPayload"}
    for ident in sorted(want.keys() | said.keys()):
        if want.get(ident) != said.get(ident):
            found.append(f"mostPayload {ident}: the binary has {said.get(ident)}, the oracle {want.get(ident)}")
    found += [f"a line of an unknown kind: {line}" for line in lines if line["kind"] not in MOST]
    return found


def amount(case, step):
    """How many whole steps; a fraction where everything leaves a place, which the output rounds."""
    if "weight" in step:
        number = Fraction(step["weight"])
        everything = case.sheet.stations[step["place"]][0] / case.unit
    else:
        number = Fraction(step["volume"]) / (LITRE_STEP if case.metric else GALLON_STEP)
        everything = case.sheet.tanks[step["place"]][0] / case.step
    if step["kind"] in ("remove", "move", "drain") and abs(number - everything) < Fraction(1, 10 ** 5):
        number = everything
    return int(number) if number.denominator == 1 else number


def name(key):
    kind, place, destination = key
    return f"{kind} {place}" + (f" to {destination}" if destination else "")


def small(seed):
    """A light aeroplane with few pounds in each place, so that every step can be tried."""
    rng = random.Random(seed)
    plane = base()
    plane["emptyWeight"]["value"] = 400
    takeoff = rng.choice([480, 500, 520])
    plane["limits"] = {"takeoff": {**plane["limits"]["takeoff"], "value": takeoff}}
    category = plane["categories"][0]
    category["maxWeight"]["value"] = takeoff
    forward, aft = 40 - rng.choice([1, 2, 3]), 40 + rng.choice([1, 2, 3])
    lean = rng.choice([0, 0, 1])
    category["envelope"]["points"] = [{"weight": w, "arm": a} for w, a in (
        (rng.choice([350, 410, 440]), forward), (450, forward), (takeoff, forward + lean), (takeoff, aft))]
    category["envelope"]["points"].append({"weight": category["envelope"]["points"][0]["weight"], "arm": aft})
    category["floorIsLimit"] = rng.random() < 0.5
    plane["stations"] = [{"id": f"s{n}", "name": f"Place {n}", "kind": rng.choice(["seat", "baggage"]),
                          "arm": {"value": 40 + rng.choice([-30, -10, 0, 5, 20, 60]), "unit": "in", "known": True, "source": SOURCE},
                          "maxWeight": {"value": rng.choice([15, 25, 40]), "unit": "lb", "known": True, "source": SOURCE}}
                         for n in range(rng.choice([2, 3]))]
    for station in plane["stations"]:
        if rng.random() < 0.3:
            station["maxWeight"]["isLimit"] = False
    plane["combinedLimits"] = []
    if rng.random() < 0.3:
        plane["combinedLimits"] = [{"id": "both", "name": "Both", "stations": ["s0", "s1"],
                                    "maxWeight": {"value": 30, "unit": "lb", "known": True, "source": SOURCE}}]
    plane["tanks"][0]["arm"]["value"] = 40 + rng.choice([-5, 0, 5])
    plane["tanks"][0]["capacity"]["value"] = 6
    load = loading(fuel=rng.choice([2, 4, 5, 6, 8]), trip=rng.choice([0, 1, 2]))
    load["stationLoads"] = [{"stationId": s["id"], "weight": {"value": rng.choice([0, 5, 12, 20, 30, 42]), "unit": "lb"}}
                            for s in plane["stations"]]
    return json.dumps(plane), json.dumps(load), rng.random() < 0.2


def one(seed):
    plane, load, metric = small(seed)
    folder = os.path.join(tempfile.gettempdir(), f"balance-oracle-{os.getpid()}")
    os.makedirs(folder, exist_ok=True)
    status, out, err = run.balance(folder, "solve", load, plane, metric, more=["--all"])
    if status not in (0, 1):
        return seed, "refused", [f"exit status {status}: {err.strip()[:200]}"]
    case = Case(Sheet(Aircraft(parse(plane)), Scenario(parse(load))), metric)
    lines = [parse(line) for line in out.splitlines()]
    is_legal = legal(case.sheet, case.beyond)
    found = check(case, lines)
    if status != (0 if is_legal else 1):
        found.append(f"exit status {status}, and the sheet is {'' if is_legal else 'not '}legal")
    kind = "room" if is_legal else "two steps" if any(len(line["steps"]) > 1 for line in lines) else "one step" if lines else "no remedy"
    return seed, kind, found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    binary = os.path.abspath(options.binary)
    seeds = range(options.seeds) if options.seed is None else [options.seed]
    kinds, wrong = collections.Counter(), 0
    with multiprocessing.Pool(options.jobs, run.start, (binary,)) as pool:
        for seed, kind, found in pool.imap(one, seeds):
            kinds[kind] += 1
            if found:
                wrong += 1
                if wrong <= 10:
                    print(f"seed {seed}:")
                    for line in found[:10]:
                        print("   ", line)
    print(f"{len(seeds)} cases ({', '.join(f'{n} {kind}' for kind, n in sorted(kinds.items()))}), {wrong} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
