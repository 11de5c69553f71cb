#!/usr/bin/env python3
"""Checks `lapwing balance solve --json` by brute force on small cases: solve.py BINARY [--seeds N] [--jobs N].

It was written from rules 23 to 28 of docs/weight-and-balance.md. What is assumed of the output (adapt it here if it changes):

- Every line is an object with `steps`, a list of one or two. A step has `kind`, `place`, for a move or swap `destination`, and
  `weight` or `volume` in the unit (pounds and gallons, kilograms and litres with --metric).
- A move of all that is in a seat to an empty one, and all that is taken off a seat, are whole people.

Every single step and, if none helps, every pair of steps with every amount is tried. Each must be said with the least weight that
is handled, unless a better remedy has the same result or 60 better ones are said; and what is said must be in the order of rank.
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
from model import ADVISORY, CAUTION, Sheet
from mutants import SOURCE, base, loading
from quantities import VOLUME, WEIGHT, parse
from room import rooms

GALLON_STEP, LITRE_STEP = Fraction(1, 10), Fraction(1)
MOST = {"mostPayload", "mostFuel"}
MOST_REMEDIES = 60
PERSON = 300
# Rule 26, best first.
BAGGAGE, PEOPLE, FUEL, BALLAST, STAYS, PART = range(6)

# What a step does, without its amount: kind, place, destination, and whether it is of whole people.
Kind = collections.namedtuple("Kind", "kind place destination people")


def name(kind):
    words = f"{kind.kind} {kind.place}" + (f" to {kind.destination}" if kind.destination else "")
    return words + " (people)" * kind.people


class Case:
    def __init__(self, sheet, metric):
        self.sheet = sheet
        self.unit = WEIGHT["kg"] if metric else Fraction(1)
        self.step = (LITRE_STEP * VOLUME["l"]) if metric else GALLON_STEP
        self.stations = {s.id: s for s in sheet.aircraft.stations if s.kind != "oil"}
        self.pilot = next((s.id for s in sheet.aircraft.stations if s.kind == "seat"), None)
        self.sheets, self.known = {}, {}

    def load(self, ident):
        return self.sheet.stations[ident][0]

    def is_seat(self, ident):
        return self.stations[ident].kind == "seat"

    # Steps (rule 24)

    def kinds(self):
        """Every kind of step with its amounts: weights in pounds, volumes in gallons."""
        found = {}
        for ident, station in self.stations.items():
            load = self.load(ident)
            if load > 0:
                amounts = self.amounts(load, self.unit)
                if ident != self.pilot:
                    found[Kind("remove", ident, None, False)] = amounts
                    if station.kind == "seat":
                        found[Kind("remove", ident, None, True)] = [load]
                for other in self.stations:
                    # Baggage lies on no seat that is taken.
                    if other != ident and (station.kind == "seat" or not self.is_seat(other) or self.load(other) == 0):
                        found[Kind("move", ident, other, False)] = [n for n in amounts if ident != self.pilot or n < load]
            room = station.limit.value - load
            found[Kind("ballast", ident, None, False)] = [n * self.unit for n in range(1, int(max(room, 0) / self.unit) + 1)]
        seats = [s for s in self.stations if self.is_seat(s)]
        for one in seats:
            for other in seats:
                if self.load(one) > 0 and self.load(other) == 0 and one not in (other, self.pilot):
                    found[Kind("move", one, other, True)] = [self.load(one)]
            for other in seats[seats.index(one) + 1:]:
                loads = {self.load(one), self.load(other)}
                if len(loads) == 2 and 0 < min(loads) and max(loads) <= PERSON:
                    found[Kind("swap", one, other, True)] = [max(loads)]
        taken = self.sheet.taxi + self.sheet.trip
        spare = sum(max(t[0], 0) for t in self.sheet.tanks.values()) - taken
        for ident, (volume, _, _) in self.sheet.tanks.items():
            found[Kind("drain", ident, None, False)] = self.amounts(min(volume, spare), self.step)
        return {kind: amounts for kind, amounts in found.items() if amounts}

    @staticmethod
    def amounts(most, step):
        """Whole steps, and what is left of a load."""
        amounts = [n * step for n in range(1, int(most / step) + 1)] if most > 0 else []
        return amounts + [most] if most > 0 and most % step else amounts

    def rank(self, kind):
        if kind.kind == "drain":
            return FUEL
        if kind.kind == "ballast":
            return BALLAST
        if kind.people:
            return STAYS if kind.kind == "remove" else PEOPLE
        seats = self.is_seat(kind.place) or (kind.destination is not None and self.is_seat(kind.destination))
        return PART if seats else BAGGAGE

    def effort(self, kind, amount):
        if kind.kind == "drain":
            return amount * self.sheet.densities[kind.place]
        return self.load(kind.place) + self.load(kind.destination) if kind.kind == "swap" else amount

    def result(self, steps):
        """Loads and fuel after steps (kind, amount); None if there is not as much."""
        change, drained = collections.Counter(), collections.Counter()
        for kind, amount in steps:
            if kind.kind == "drain":
                drained[kind.place] += amount
            elif kind.kind == "swap":
                more = self.load(kind.destination) - self.load(kind.place)
                change[kind.place] += more
                change[kind.destination] -= more
            else:
                if kind.kind != "ballast":
                    change[kind.place] -= amount
                if kind.kind != "remove":
                    change[kind.destination or kind.place] += amount
        loads = tuple(self.load(ident) + change[ident] for ident in self.stations)
        fuel = tuple(volume - drained[ident] for ident, (volume, _, _) in self.sheet.tanks.items())
        return (loads, fuel) if min(loads + fuel) >= 0 else None

    # What counts (rule 25)

    def is_legal(self, steps):
        result = self.result(steps)
        if result not in self.known:
            self.known[result] = result is not None and self.may_be(result) and self.judge(result)
        return self.known[result]

    def may_be(self, result):
        """Quick tests that every legal result passes."""
        loads, fuel = result
        for (ident, station), load in zip(self.stations.items(), loads):
            if load > station.limit.value and (station.is_limit or load > self.load(ident)):
                return False
            if ident == self.pilot and load <= 0 < self.load(ident):
                return False
        weights = dict(zip(self.stations, loads))
        if any(sum(weights.get(m, 0) for m in members) > most.value for _, _, members, most in self.sheet.aircraft.combined):
            return False
        if fuel not in self.sheets:
            scenario = copy(self.sheet.scenario)
            scenario.fuel = dict(zip(self.sheet.tanks, fuel))
            sheet = Sheet(self.sheet.aircraft, scenario)
            ring = [float(a) for section in sheet.ring.corner_sections.values() for pair in section for a in pair]
            self.sheets[fuel] = ([(float(c.weight), float(c.moment)) for c in sheet.flight], min(ring), max(ring),
                                 float(sheet.limits["takeoff"].value))
        corners, forward, aft, takeoff = self.sheets[fuel]
        weight = float(sum(loads) - sum(self.load(ident) for ident in self.stations))
        moment = float(sum((load - self.load(ident)) * self.sheet.arm(self.stations[ident])
                           for ident, load in zip(self.stations, loads)))
        for w, m in corners:
            w, m = w + weight, m + moment
            if w > takeoff + 1e-6 or not forward * w - 1e-6 <= m <= aft * w + 1e-6:
                return False
        return True

    def judge(self, result):
        loads, fuel = result
        scenario = copy(self.sheet.scenario)
        scenario.fuel = dict(zip(self.sheet.tanks, fuel))
        scenario.loads = dict(scenario.loads)
        for ident, load in zip(self.stations, loads):
            scenario.loads[ident] = [(load, self.sheet.arm(self.stations[ident]))] if load else []
        return legal(Sheet(self.sheet.aircraft, scenario))

    # The best of each kind (rules 26 and 27)

    def remedies(self):
        """{steps without amounts: (rank, effort)} of everything that must be said, and the amounts of each."""
        kinds = self.kinds()
        found = self.least([(kind,) for kind in kinds], kinds)
        if found:
            return found
        names = list(kinds)
        return self.least([(one, other) for i, one in enumerate(names) for other in names[i + 1:] if apart(one, other)], kinds)

    def least(self, choices, kinds):
        found = {}
        for choice in choices:
            rank = max(self.rank(kind) for kind in choice)
            for effort, amounts in self.ascending(choice, kinds):
                steps = tuple(zip(choice, amounts))
                if self.is_legal(steps):
                    found[frozenset(choice)] = (rank, effort, self.result(steps))
                    break
        return found

    def ascending(self, choice, kinds):
        """The amounts of steps, least effort first."""
        efforts = [[(self.effort(kind, n), n) for n in kinds[kind]] for kind in choice]
        if len(choice) == 1:
            return [(effort, (n,)) for effort, n in efforts[0]]
        return sorted(((a + b, (n, m)) for a, n in efforts[0] for b, m in efforts[1]), key=lambda entry: entry[0])


def apart(one, other):
    """Whether two steps are at different places."""
    return not {one.place, one.destination} - {None} & {other.place, other.destination}


def legal(sheet):
    return all(w["level"] in (CAUTION, ADVISORY) for w in sheet.warnings)


def check(case, lines):
    """What is wrong with the lines of the solver."""
    if legal(case.sheet):
        return check_room(case, lines)
    if any(w["code"] in ("NEGATIVE_WEIGHT", "NEGATIVE_FUEL", "ARM_OUT_OF_RANGE") for w in case.sheet.warnings):
        return ["a remedy for a number that cannot be"] if lines else []
    found, want, said, ranks = [], case.remedies(), {}, []
    for line in lines:
        steps = tuple(step_of(case, step) for step in line["steps"])
        choice = frozenset(kind for kind, _ in steps)
        words = " and ".join(f"{name(kind)} {float(amount):g}" for kind, amount in steps)
        rank = max(case.rank(kind) for kind, _ in steps), sum(case.effort(kind, amount) for kind, amount in steps)
        ranks.append(rank)
        if choice in said:
            found.append(f"{words}: is said twice")
        said[choice] = case.result(steps)
        if not case.is_legal(steps):
            found.append(f"{words}: is not legal")
        elif choice not in want:
            found.append(f"{words}: one step is enough, or the two are at one place")
        elif want[choice][1] < rank[1]:
            found.append(f"{words}: handles {float(rank[1]):g} lb, and {float(want[choice][1]):g} lb are enough")
    if ranks != sorted(ranks):
        found.append("the remedies are not in the order of their rank")
    results = dict(zip(reversed([said[choice] for choice in said]), reversed(ranks)))
    for choice, (rank, effort, result) in want.items():
        is_given = choice in said or (result in results and results[result] <= (rank, effort))
        if not is_given and (len(lines) < MOST_REMEDIES or (rank, effort) < ranks[-1]):
            found.append(f"{' and '.join(sorted(map(name, choice)))}, {float(effort):g} lb: would help, and is not said")
    return found


def step_of(case, step):
    """(kind, amount) of a step of the output. What is left of a place is rounded there."""
    place, destination = step["place"], step.get("destination")
    if step["kind"] == "drain":
        amount, everything = Fraction(step["volume"]) * (case.step if case.step != GALLON_STEP else 1), case.sheet.tanks[place][0]
        spare = sum(max(t[0], 0) for t in case.sheet.tanks.values()) - case.sheet.taxi - case.sheet.trip
        everything = min(everything, spare)
    else:
        amount, everything = Fraction(step["weight"]) * case.unit, case.load(place)
    if step["kind"] in ("remove", "move", "drain") and abs(amount - everything) < Fraction(1, 10 ** 5):
        amount = everything
    people = step["kind"] == "swap"
    if step["kind"] in ("remove", "move") and amount == everything and case.is_seat(place):
        people = step["kind"] == "remove" or (case.is_seat(destination) and case.load(destination) == 0)
    return Kind(step["kind"], place, destination, people), amount


def check_room(case, lines):
    found = []
    want = {ident: n for ident, n in rooms(case.sheet, case.unit).items() if n > 0}
    said = {line["place"]: amount(case, line) for line in lines if line["kind"] == "mostPayload"}
    for ident in sorted(want.keys() | said.keys()):
        if want.get(ident) != said.get(ident):
            found.append(f"mostPayload {ident}: the binary has {said.get(ident)}, the oracle {want.get(ident)}")
    found += [f"a line of an unknown kind: {line}" for line in lines if line["kind"] not in MOST]
    return found


def amount(case, line):
    return int(Fraction(line["weight"]))


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
    is_legal = legal(case.sheet)
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
