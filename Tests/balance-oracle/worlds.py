"""Random aircraft and loadings, each from a seed. A good third of them sits on a limit or 0.01 beside it."""

import copy
import glob
import json
import os
import random
from fractions import Fraction

from files import Aircraft, Scenario
from model import Sheet
from quantities import ARM, DENSITY, VOLUME, WEIGHT, parse
from ring import is_simple

HERE = os.path.dirname(os.path.abspath(__file__))
SHIPPED = os.path.join(HERE, "..", "..", "data", "aircraft")
SOURCE = {"document": "d", "section": "s", "publisher": "p", "datePublished": "unknown", "tcdsNumber": None, "url": None,
          "confidence": "low", "lastVerified": "2026-11-20", "notes": ""}
ROUND = [200, 250, 400, 500, 625, 800, 1000, 1250, 1600, 2000, 2500, 3125, 4000, 5000, 6250]
GRADES = ["100LL", "Jet A", "Jet B", "Mogas"]
TEMPERATURES = [-40, -12.5, 0, 15, 21, 38]
TUNINGS = ["takeoff", "ramp", "landing", "zeroFuel", "station", "combined", "capacity", "floor", "top", "near", "cg", "cg", "cg",
           "cg", "cg", "close", "close", "worst", "worst", "worst", "reserve", "reserve", "dry", "short"]


REGISTRATION = "N12345"


class World:
    """`aircraft` and `scenario` are in the long form, and with the tail in them; `texts` are the files."""

    def __init__(self, seed, aircraft, scenario, is_shipped, metric, tuned, texts):
        self.seed, self.aircraft, self.scenario = seed, aircraft, scenario
        self.is_shipped, self.metric, self.tuned = is_shipped, metric, tuned
        self.files = texts

    def texts(self):
        """Aircraft, scenario and tail (None if there is none)."""
        return self.files


def reread(data):
    """The values as the files will hold them."""
    return parse(json.dumps(data))


def number(value, places):
    value = round(value * 10 ** places)
    return value // 10 ** places if value % 10 ** places == 0 else float(Fraction(value, 10 ** places))


class Units:
    """The units of one file: pounds or kilograms, or all mixed."""

    def __init__(self, rng, style):
        self.rng, self.style = rng, style

    def pick(self, plain, metric, others):
        if self.style == "mixed":
            return self.rng.choice([plain, metric] + others)
        return metric if self.style == "metric" else plain

    def quantity(self, value, units, plain, metric, others=(), places=None):
        unit = self.pick(plain, metric, list(others))
        if places is None:
            places = self.rng.choice([0, 0, 0, 1, 2]) if self.style == "plain" else self.rng.choice([0, 1, 2, 3])
        return {"value": number(Fraction(value) / units[unit], places), "unit": unit}

    def weight(self, value, places=None):
        return self.quantity(value, WEIGHT, "lb", "kg", places=places)

    def arm(self, value, places=None):
        if places is None:
            places = self.rng.choice([0, 1, 1, 2])
        unit = self.pick("in", "mm", ["cm", "m", "ft"])
        return {"value": number(Fraction(value) / ARM[unit], places + {"m": 3, "ft": 2, "cm": 1}.get(unit, 0)), "unit": unit}

    def volume(self, value, places=None):
        return self.quantity(value, VOLUME, "gal", "l", ["imp gal"], places=places)

    def flow(self, value):
        unit = self.pick("gal/h", "l/h", [])
        return {"value": number(Fraction(value) / VOLUME[unit.split("/")[0]], 1), "unit": unit}

    def density(self, value):
        unit = self.pick("lb/gal", "kg/l", ["lb/l", "kg/gal", "lb/imp gal", "kg/imp gal"])
        weight, volume = unit.split("/")
        return {"value": number(Fraction(value) * VOLUME[volume] / WEIGHT[weight], 1 if unit == "lb/gal" else 3), "unit": unit}


def sourced(rng, entry, guesses):
    return {**entry, "known": rng.random() >= guesses, "source": SOURCE}


def ring(rng, units, floor, top, forward, aft):
    """Points of a ring from `floor` to `top` (lb) between about `forward` and `aft` (in)."""
    weight_unit = units.pick("lb", "kg", [])
    arm_unit = units.pick("in", "mm", ["cm", "m", "ft"])
    steps = rng.choice([2, 3, 3, 3, 4, 5])
    heights = sorted(rng.sample(range(1, 20), steps - 2))
    heights = [floor] + [floor + (top - floor) * h / 20 for h in heights] + [top]
    width = aft - forward
    kind = rng.choice(["usual", "usual", "usual", "slanted", "slanted", "wild", "wild", "reverse", "peak", "step", "step"])
    ahead, behind = [], []
    lean = 0.0
    for index, height in enumerate(heights):
        if kind in ("usual", "slanted", "peak", "step"):
            lean = min(0.6, lean + rng.choice([0, 0, 0.1, 0.2, 0.4])) if index else 0
            ahead.append(forward + width * lean)
        elif kind == "reverse":
            lean = min(0.6, lean + rng.choice([0, 0.1, 0.2]))
            ahead.append(forward + width * (0.6 - lean))
        else:
            ahead.append(forward + width * rng.choice([0, 0.1, 0.2, 0.3, 0.4]))
        behind.append(aft - width * (rng.choice([0, 0, 0.1, 0.2, 0.3]) if kind in ("slanted", "wild", "step") else 0))
    if kind == "peak":
        behind[-1] = ahead[-1]
    if kind == "usual" and steps < 4 and rng.random() < 0.05:
        # A wedge cut out of the top: two ranges of arms at one weight.
        left, right = ahead[-1], behind[-1]
        cut = [(top, left + (right - left) * 0.4), ((heights[-2] + 2 * top) / 3, left + (right - left) * 0.5), (top, left + (right - left) * 0.6)]
    else:
        cut = []
    points = list(zip(heights, ahead))
    other = list(zip(heights, behind))
    if kind == "step" and steps > 2:
        # The limits jump at a weight: a horizontal edge in the middle of a side.
        for side, outward in ((points, -1), (other, 1)):
            if rng.random() < 0.6:
                index = rng.randrange(1, len(side) - 1)
                weight, arm = side[index]
                side.insert(index + rng.choice([0, 1]), (weight, arm + outward * width * rng.choice([0.1, -0.1, 0.15])))
    points = points + cut + other[::-1]
    result = []
    for weight, arm in points:
        point = {"weight": number(Fraction(weight) / WEIGHT[weight_unit], 0),
                 "arm": number(Fraction(arm) / ARM[arm_unit], {"in": 1, "mm": 0, "cm": 1, "m": 3, "ft": 2}[arm_unit])}
        if not result or point != result[-1]:
            result.append(point)
    if result[0] == result[-1]:
        result.pop()
    if rng.random() < 0.3:
        result = result[::-1]
    if rng.random() < 0.3:
        turn = rng.randrange(len(result))
        result = result[turn:] + result[:turn]
    if rng.random() < 0.2:
        result.append(result[0])
    return {"weightUnit": weight_unit, "armUnit": arm_unit, "points": result, "source": SOURCE}


def value_of(entry, units=WEIGHT):
    return Fraction(str(entry["value"])) * units[entry["unit"]]


def own_aircraft(rng, units):
    guesses = rng.choice([0, 0, 0, 0.15, 1])
    empty = rng.choice([1000, 1250, 1600, 2000, 2500, 3200])
    middle = rng.choice([40, 85, 130])
    gross = empty * rng.choice([1.5, 1.6, 1.75])
    span = rng.choice([6, 9, 12, 16])
    plain = units.style == "plain"
    places = 0 if plain else None

    def guess(entry):
        return sourced(rng, entry, guesses)

    limits = {"takeoff": guess(units.weight(gross, places))}
    if rng.random() < 0.7:
        limits["ramp"] = guess(units.weight(gross + rng.choice([0, 6, 12, 20]), places))
    if rng.random() < 0.6:
        limits["landing"] = guess(units.weight(gross * rng.choice([1, 0.97, 0.94]), places))
    if rng.random() < 0.5:
        limits["zeroFuel"] = guess(units.weight(gross * rng.choice([1, 0.95, 0.9]), places))
    stations = []
    for index in range(rng.randint(1, 5)):
        kind = rng.choice(["seat", "seat", "baggage", "other", "oil"])
        arm = middle + rng.choice([-60, -20, -4, 0, 10, 32, 33, 70, 110])
        limit = guess(units.weight(rng.choice([50, 120, 200, 340, 400, 1000]), places))
        if rng.random() < 0.35:
            limit["isLimit"] = False
        station = {"id": f"s{index}", "name": f"Station number {index}", "kind": kind, "arm": guess(units.arm(arm)), "maxWeight": limit}
        if rng.random() < 0.35:
            unit = units.pick("in", "mm", ["cm", "m", "ft"])
            fore, back = arm - rng.choice([1.5, 3, 8]), arm + rng.choice([1.5, 3, 9])
            places_of_unit = {"in": 1, "mm": 0, "cm": 1, "m": 3, "ft": 2}[unit]
            station["armRange"] = {"forward": number(Fraction(fore) / ARM[unit], places_of_unit),
                                   "aft": number(Fraction(back) / ARM[unit], places_of_unit), "unit": unit, "source": SOURCE}
        stations.append(station)
    idents = [s["id"] for s in stations]
    categories = []
    for index in range(rng.choice([1, 1, 2, 3])):
        below = 0 if index == 0 and rng.random() < 0.7 else rng.choice([0, 40, 100, 300])
        most = gross - below
        top = most - rng.choice([0, 0, 0, 0, 0, 30, 90]) + rng.choice([0, 0, 0, 0, 50])
        floor = empty * rng.choice([0.8, 0.9, 1, 1.05, 1.1])
        category = {"id": f"c{index}", "name": f"Category {index}", "maxWeight": guess(units.weight(most, places)),
                    "floorIsLimit": rng.random() < 0.35,
                    "envelope": {**ring(rng, units, floor, top, middle - span / 2, middle + span / 2), "known": rng.random() >= guesses}}
        for key, share in (("maxRamp", 1.005), ("maxLanding", 0.96), ("maxZeroFuel", 0.93)):
            if rng.random() < 0.25:
                category[key] = guess(units.weight(most * share, places))
        if rng.random() < 0.3:
            category["emptyStations"] = {"value": rng.sample(idents, 1),
                                         "known": rng.random() >= max(guesses, 0.3), "source": SOURCE}
        categories.append(category)
    tanks = []
    for index in range(rng.choice([0, 1, 1, 1, 2, 2, 3, 4])):
        tanks.append({"id": f"t{index}", "name": f"Tank number {index}", "arm": guess(units.arm(middle + rng.choice([-30, -5, -1, 0, 3, 8, 20, 45]))),
                      "capacity": guess(units.volume(rng.choice([10, 19, 26, 38, 53]), places)),
                      "density": guess(units.density(rng.choice([6, 6, 6, 6.7])))})
    combined = []
    for index in range(rng.choice([0, 0, 1, 1, 2])):
        if len(idents) > 1:
            members = rng.sample(idents, rng.randint(2, len(idents)))
            combined.append({"id": f"l{index}", "name": f"Group number {index}", "stations": members,
                             "maxWeight": guess(units.weight(rng.choice([120, 300, 450, 700]), places))})
    aircraft = {
        "schemaVersion": 1, "id": "own", "name": "Own", "model": "m", "manufacturer": "x", "years": "1", "serials": "1",
        "category": rng.choice(["single-engine"] * 6 + ["helicopter", "multi-engine"]), "tcdsNumber": "t",
        "certificationBasis": "c", "datum": {"value": "d", "source": SOURCE}, "notes": [],
        "emptyWeight": guess({"value": empty, "unit": "lb"} if plain else units.weight(empty)),
        "emptyArm": guess(units.arm(middle + rng.choice([-2, -1, 0, 0, 1]))), "limits": limits, "categories": categories,
        "stations": stations, "combinedLimits": combined, "tanks": tanks, "fuelGrade": "100LL",
        "taxiFuel": guess(units.volume(rng.choice([0, 1, 1, 2]) if tanks else 0, 0)),
        "burnOrder": rng.sample([t["id"] for t in tanks], len(tanks))}
    # After rounding in several units: no category or landing limit above take-off, no ramp limit below it.
    takeoff = value_of(limits["takeoff"])
    for key, bad in (("landing", lambda v: v > takeoff), ("ramp", lambda v: v < takeoff), ("zeroFuel", lambda v: v > takeoff)):
        if key in limits and bad(value_of(limits[key])):
            limits[key] = guess({key: limits["takeoff"][key] for key in ("value", "unit")})
    for category in categories:
        if value_of(category["maxWeight"]) > takeoff:
            category["maxWeight"] = guess({key: limits["takeoff"][key] for key in ("value", "unit")})
    if rng.random() < 0.4 and tanks:
        aircraft["cruiseFlow"] = guess(units.flow(rng.choice([5, 8, 12, 20])))
    if rng.random() < 0.2:
        aircraft["fixedItems"] = [{"id": "item", "name": "Item", "weight": guess(units.weight(rng.choice([0, 10, 33]), places)),
                                   "moment": guess({"value": rng.choice([0, 819, -200, 1234.5]), "unit": units.pick("lb·in", "kg·mm", [])})}]
    if rng.random() < 0.2:
        aircraft["meanChord"] = {"leadingEdge": guess(units.arm(middle - 10)), "length": guess(units.arm(50))}
    if rng.random() < 0.2:
        aircraft["fuelGrades"] = rng.sample(GRADES, rng.randint(1, len(GRADES)))
    return aircraft


def shipped_aircraft(rng):
    name = rng.choice(sorted(glob.glob(os.path.join(SHIPPED, "*.json"))))
    with open(name, encoding="utf-8") as file:
        return json.load(file)


def loading(rng, units, aircraft, wild):
    """A scenario. `wild` lets in negative weights, short fuel and the like."""
    gross = max(300.0, float(Fraction(str(aircraft["limits"]["takeoff"]["value"])) * WEIGHT[aircraft["limits"]["takeoff"]["unit"]]))
    empty = float(Fraction(str(aircraft["emptyWeight"]["value"])) * WEIGHT[aircraft["emptyWeight"]["unit"]])
    useful = gross - empty
    loads = []
    fullness = rng.choice([0.3, 0.6, 0.8, 0.9, 1.1])
    stations = [s for s in aircraft["stations"] if rng.random() < 0.7]
    rng.shuffle(stations)
    for station in stations:
        most = float(Fraction(str(station["maxWeight"]["value"])) * WEIGHT[station["maxWeight"]["unit"]])
        weight = min(most * rng.choice([0.2, 0.5, 0.8, 1.0]), useful * fullness * 1.2 / max(1, len(stations)))
        if rng.random() < 0.04:
            weight = most + rng.choice([1, 40])
        if wild and rng.random() < 0.15:
            weight = rng.choice([-1, -50, -3000, 0, 9000, 1000000])
        load = {"stationId": station["id"], "weight": units.weight(weight)}
        span = station.get("armRange")
        if rng.random() < 0.2:
            if span:
                share = rng.choice([0, 0.25, 0.5, 1])
                load["arm"] = {"value": round(span["forward"] + share * (span["aft"] - span["forward"]), 3), "unit": span["unit"]}
            else:
                load["arm"] = {k: station["arm"][k] for k in ("value", "unit")}
                if wild:
                    load["arm"]["value"] = round(load["arm"]["value"] * 1.01, 3)
        loads.append(load)
        if rng.random() < 0.08:
            # Two people in one row, each by name, or each with an arm.
            second = {**load, "weight": units.weight(weight * rng.choice([0.1, 0.3, -0.5 if wild else 0.2]))}
            if span and rng.random() < 0.5:
                load["arm"] = {"value": span["forward"], "unit": span["unit"]}
                second["arm"] = {"value": span["aft"], "unit": span["unit"]}
            else:
                load["name"], second["name"] = "Ann", "Bob"
            loads.append(second)
    fuel, total = [], Fraction(0)
    for tank in aircraft["tanks"]:
        if rng.random() < 0.85:
            capacity = Fraction(str(tank["capacity"]["value"])) * VOLUME[tank["capacity"]["unit"]]
            volume = float(capacity) * rng.choice([0.1, 0.25, 0.5, 0.75, 1, 1])
            if wild and rng.random() < 0.1:
                volume = rng.choice([-3, 0, 200])
            entry = units.volume(volume, rng.choice([0, 0, 1]) if units.style == "plain" else None)
            if volume == float(capacity):
                entry = {k: tank["capacity"][k] for k in ("value", "unit")}
            total += max(Fraction(0), Fraction(str(entry["value"])) * VOLUME[entry["unit"]])
            fuel.append({"tankId": tank["id"], "volume": entry})
    scenario = {"schemaVersion": 1, "id": "s", "aircraftId": aircraft["id"], "name": "S", "notes": "", "stationLoads": loads,
                "fuelLoads": fuel, "createdAt": "2026-11-22T00:00:00Z", "updatedAt": "2026-11-22T00:00:00Z", "deletedAt": None,
                "dirty": False}
    if rng.random() < 0.93:
        share = rng.choice([0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8]) if rng.random() < 0.95 else rng.choice([1, 1.2])
        scenario["tripFuel"] = units.volume(float(total) * share, 0 if units.style == "plain" else None)
    if rng.random() < 0.3:
        scenario["taxiFuel"] = units.volume(rng.choice([0, 0, 1, 1.5, 3]))
    if len(aircraft["categories"]) > 1 and rng.random() < 0.7:
        scenario["category"] = rng.choice(aircraft["categories"])["id"]
    tanks = [t["id"] for t in aircraft["tanks"]]
    if tanks and rng.random() < 0.5:
        scenario["burnOrder"] = order(rng, units, tanks)
    draw = rng.random()
    if draw < 0.08:
        scenario["fuelDensity"] = units.density(rng.choice([5.8, 6.1, 6.7]))
    elif draw < 0.14:
        scenario["fuelGrade"] = rng.choice(GRADES)
        if rng.random() < 0.7:
            scenario["fuelTemperature"] = {"value": rng.choice(TEMPERATURES), "unit": "°C"}
    return scenario


def order(rng, units, tanks):
    """An order that may return to a tank, give amounts, and leave tanks out."""
    result = rng.sample(tanks, rng.randint(1, len(tanks)))
    if rng.random() < 0.6:
        result = [tank if rng.random() < 0.4 else {"tankId": tank, "volume": units.volume(rng.choice([2, 5, 10, 20]), 0)}
                  for tank in result]
        for _ in range(rng.choice([0, 1, 2, 3])):
            tank = rng.choice(tanks)
            result.append(tank if rng.random() < 0.4 else {"tankId": tank, "volume": units.volume(rng.choice([3, 7]), 0)})
    return result


def bend(rng, aircraft, scenario):
    """A new ring whose side runs along the way of the CG, so that the margin is least in the middle of a stretch, or jumps there."""
    sheet = Sheet(Aircraft(reread(aircraft)), Scenario(reread(scenario)))
    stretches = [s for s in sheet.stretches if s.part > 0 and s.low > 0 and s.high > s.low]
    if not stretches or not sheet.has_cg:
        return
    stretch = max(stretches, key=lambda s: s.high - s.low)
    floor = int(min(c.weight for c in sheet.flight)) - rng.choice([0, 10, 50])
    top = int(sheet.takeoff.weight) + rng.choice([1, 10, 50])
    if floor <= 0:
        return
    room = rng.choice([Fraction(-1, 50), Fraction(1, 100), Fraction(1, 20), Fraction(1, 5), Fraction(99, 100), Fraction(2)])
    aft = stretch.constant < 0
    if rng.random() < 0.15:
        aft = not aft
    sign = 1 if aft else -1
    far = min(c.cg for c in sheet.flight) - 5 if aft else max(c.cg for c in sheet.flight) + 5
    side = [(w, stretch.cg(w) + sign * room) for w in (floor, top)]
    if rng.random() < 0.4:
        middle = int(stretch.low + (stretch.high - stretch.low) * Fraction(rng.choice([0, 1, 2, 3, 4]), 4))
        if floor < middle < top:
            jump = [(middle, stretch.cg(middle) + sign * rng.choice([Fraction(3), room])) for _ in range(2)]
            side[1:1] = jump if jump[0] != jump[1] else jump[:1]
    points = side + [(top, far), (floor, far)]
    category = next(c for c in aircraft["categories"] if scenario.get("category") in (None, c["id"]))
    category["envelope"] = {"weightUnit": "lb", "armUnit": "in", "known": category["envelope"]["known"], "source": SOURCE,
                            "points": [{"weight": w, "arm": exact(a, 2)} for w, a in points]}


def exact(value, places=9):
    """A number for a file: at most nine places, as few as it needs."""
    scaled = round(value * 10 ** places)
    while places > 0 and scaled % 10 == 0:
        scaled, places = scaled // 10, places - 1
    return scaled if places == 0 else float(Fraction(scaled, 10 ** places))


def tune(rng, kind, aircraft, scenario):
    """Moves one number so that the sheet sits on a limit or 0.01 beside it; whether it could."""
    sheet = Sheet(Aircraft(reread(aircraft)), Scenario(reread(scenario)))
    beside = rng.choice([Fraction(0), Fraction(0), Fraction(1, 100), Fraction(-1, 100)])
    metric = aircraft["limits"]["takeoff"]["unit"] == "kg"
    unit, arm_unit = ("kg", "mm") if metric else ("lb", "in")
    phases, limits = sheet.phases(), sheet.limits

    def set_empty(weight, arm):
        """Sets the empty weight and arm, which are in pounds and inches."""
        if weight <= 0:
            return False
        scenario["emptyWeight"] = {"value": exact(weight / WEIGHT[unit]), "unit": unit}
        scenario["emptyArm"] = {"value": exact(arm / ARM[arm_unit]), "unit": arm_unit}
        return True

    empty = sheet.aircraft.empty_weight if sheet.scenario.empty_weight is None else sheet.scenario.empty_weight
    arm = sheet.aircraft.empty_moment / sheet.aircraft.empty_weight if sheet.scenario.empty_arm is None else sheet.scenario.empty_arm

    def weight_to(corner, limit):
        return set_empty(empty + limit + beside * WEIGHT[unit] - corner.weight, arm)

    if kind in phases:
        return limits[kind].value is not None and weight_to(phases[kind], limits[kind].value)
    if kind == "floor":
        return weight_to(sheet.zero_fuel, sheet.ring.floor)
    if kind == "top":
        return weight_to(sheet.takeoff, sheet.ring.top)
    if kind == "near":
        return weight_to(sheet.takeoff, limits["takeoff"].value * Fraction(95, 100))
    if kind in ("cg", "close"):
        # The CG of a corner onto one of its limits, or one inch inside.
        corner = rng.choice(sheet.flight)
        if kind == "close" and sheet.worst is not None:
            corner = next((c for c in sheet.flight if c.label == sheet.worst.label), corner)
        if not 0 < corner.weight or sheet.ring.has_notch:
            return False
        forward, aft = sheet.ring.section(corner.weight)[0]
        inside = Fraction(1 if kind == "close" else 0)
        if kind == "close":
            by_forward = corner.cg - forward <= aft - corner.cg
        else:
            by_forward = rng.random() < 0.5
        target = (forward + inside if by_forward else aft - inside) + beside * rng.choice([1, Fraction(1, 10)])
        return set_empty(empty, arm + (target - corner.cg) * corner.weight / empty)
    if kind == "worst":
        # The worst point of the way to a ten-thousandth of an inch from its limit, or from one inch.
        target = rng.choice([0, 0, 1]) + rng.choice([Fraction(1, 10000), Fraction(-1, 10000)])
        for _ in range(4):
            if sheet.worst is None or sheet.ring.has_notch:
                return False
            by_forward = sheet.worst.cg - sheet.worst.forward <= sheet.worst.aft - sheet.worst.cg
            arm += (target - sheet.worst.margin) * (1 if by_forward else -1) * round(sheet.worst.weight) / empty
            if not set_empty(empty, arm):
                return False
            arm = Fraction(str(scenario["emptyArm"]["value"])) * ARM[arm_unit]
            sheet = Sheet(sheet.aircraft, Scenario(reread(scenario)))
        return abs(sheet.worst.margin - target) < Fraction(1, 1000)
    if kind == "station" and scenario["stationLoads"]:
        load = rng.choice(scenario["stationLoads"])
        most = next(s for s in aircraft["stations"] if s["id"] == load["stationId"])["maxWeight"]
        load["weight"] = {"value": exact(Fraction(str(most["value"])) + beside), "unit": most["unit"]}
        return load["weight"]["value"] >= 0
    if kind == "combined" and aircraft["combinedLimits"]:
        group = rng.choice(aircraft["combinedLimits"])
        members = [load for load in scenario["stationLoads"] if load["stationId"] in group["stations"]]
        if not members:
            return False
        most = group["maxWeight"]
        left = Fraction(str(most["value"])) * WEIGHT[most["unit"]] + beside * WEIGHT[most["unit"]] - sum(
            sheet.stations[m][0] for m in group["stations"]) + sheet.stations[members[0]["stationId"]][0]
        members[0]["weight"] = {"value": exact(left / WEIGHT[most["unit"]]), "unit": most["unit"]}
        return left >= 0
    if kind == "capacity" and scenario["fuelLoads"]:
        load = rng.choice(scenario["fuelLoads"])
        capacity = next(t for t in aircraft["tanks"] if t["id"] == load["tankId"])["capacity"]
        load["volume"] = {"value": exact(Fraction(str(capacity["value"])) + beside), "unit": capacity["unit"]}
        return True
    board = sum(max(Fraction(0), v) for v, _, _ in sheet.tanks.values())
    if kind in ("reserve", "dry", "short") and board > 0:
        keep = Fraction(0)
        if kind == "reserve":
            if sheet.aircraft.flow is None:
                return False
            keep = sheet.aircraft.flow.value / (3 if sheet.aircraft.kind == "helicopter" else 2)
        volume_unit = "l" if metric else "gal"
        trip = board - sheet.taxi - keep + beside * VOLUME[volume_unit]
        if trip < 0:
            return False
        scenario["tripFuel"] = {"value": exact(trip / VOLUME[volume_unit]), "unit": volume_unit}
        return True
    return False


def settle(rng, aircraft, scenario):
    """Sets the empty weight and arm so that most limits are kept: else nearly every sheet would be a danger."""
    sheet = Sheet(Aircraft(reread(aircraft)), Scenario(reread(scenario)))
    unit, arm_unit = ("kg", "mm") if aircraft["limits"]["takeoff"]["unit"] == "kg" else ("lb", "in")
    weight = sheet.aircraft.empty_weight
    over = max(phase.weight - sheet.limits[name].value for name, phase in sheet.phases().items()
               if sheet.limits[name].value is not None)
    over = max(over, sheet.takeoff.weight - sheet.ring.top)
    if over > 0:
        weight -= over + rng.choice([0, 5, 40])
    elif sheet.zero_fuel.weight < sheet.ring.floor:
        weight += min(-over, sheet.ring.floor - sheet.zero_fuel.weight)
    if weight <= 100:
        return
    # Weights that have an exact arm for nearly every moment, unless that is too light.
    round_weight = max((w for w in ROUND if w * WEIGHT[unit] <= weight), default=0) * WEIGHT[unit]
    lightest = sheet.zero_fuel.weight - sheet.empty[0] + round_weight
    if round_weight > 0 and (lightest >= sheet.ring.floor or rng.random() < 0.2):
        weight = round_weight
    else:
        weight = Fraction(int(weight / WEIGHT[unit] / 50) * 50) * WEIGHT[unit]
    corner = rng.choice(sheet.flight)
    fixed = [sum((item[i] for item in sheet.aircraft.fixed), Fraction(0)) for i in (0, 1)]
    total = corner.weight - sheet.empty[0] + fixed[0] + weight
    if total <= 0 or weight <= 0:
        return
    forward, aft = sheet.ring.section(total)[0]
    target = forward + (aft - forward) * Fraction(rng.choice([2, 10, 20, 30, 40, 50, 50, 60, 70, 80, 90, 98]), 100)
    arm = (target * total - (corner.moment - sheet.empty[1] + fixed[1])) / weight
    scenario["emptyWeight"] = {"value": exact(weight / WEIGHT[unit]), "unit": unit}
    scenario["emptyArm"] = {"value": exact(arm / ARM[arm_unit], 2), "unit": arm_unit}


def with_tail(rng, units, aircraft):
    """(the aircraft with the tail's stations and tanks in it, the tail without weighings)."""
    tail = {"registration": REGISTRATION, "aircraftId": aircraft["id"], "source": {"document": "Record"}, "stations": [], "tanks": []}
    merged = copy.deepcopy(aircraft)
    for key, chance in (("stations", 0.4), ("tanks", 0.4)):
        for index, entry in enumerate(aircraft[key]):
            if rng.random() < chance / len(aircraft[key]):
                own = copy.deepcopy(entry)
                own["name"] = "Own " + entry["name"]
                own["arm"] = {**units.arm(value_of(entry["arm"], ARM) + rng.choice([0, 1, -2])), "known": True}
                own.pop("armRange", None)
                bound = "maxWeight" if key == "stations" else "capacity"
                own[bound] = {"value": own[bound]["value"] + rng.choice([0, 10]), "unit": own[bound]["unit"],
                              "known": rng.random() < 0.9}
                if key == "tanks":
                    own["density"] = {k: entry["density"][k] for k in ("value", "unit")}
                merged[key][index] = own
                tail[key].append(own)
    if rng.random() < 0.3:
        own = {"id": "extra", "name": "Extra tank", "arm": units.arm(value_of(aircraft["emptyArm"], ARM) + rng.choice([-5, 0, 20])),
               "capacity": units.volume(rng.choice([10, 20])), "density": units.density(6)}
        merged["tanks"].append(own)
        tail["tanks"].append(own)
    if rng.random() < 0.3:
        own = {"id": "extra-seat", "name": "Extra seat", "kind": rng.choice(["seat", "baggage"]), "arm": units.arm(value_of(aircraft["emptyArm"], ARM) + 20),
               "maxWeight": units.weight(120)}
        merged["stations"].append(dict(own))
        # Which rules of the type hold for it is said by the tail, or follows.
        if rng.random() < 0.4:
            own["emptyIn"] = [c["id"] for c in aircraft["categories"] if rng.random() < 0.5]
        if rng.random() < 0.4:
            own["combinedLimits"] = [c["id"] for c in aircraft.get("combinedLimits", []) if rng.random() < 0.5]
        tail["stations"].append(own)
    return merged, tail


def weigh(rng, units, aircraft, scenario, tail):
    """Puts weighings into the tail; most of them take the empty weight out of the scenario."""
    own = {"weight": {k: aircraft["emptyWeight"][k] for k in ("value", "unit")},
           "arm": {k: aircraft["emptyArm"][k] for k in ("value", "unit")}}
    if "emptyWeight" in scenario and rng.random() < 0.8:
        own = {"weight": scenario.pop("emptyWeight"), "arm": scenario.pop("emptyArm")}
    scenario["date"] = rng.choice(["2026-11-22", "2026-03-01", "2028-02-29", "2025-05-01"])
    day = rng.choice(["2022-05-01", "2023-11-22", "2023-11-21", "2025-02-28", "2023-03-01", "2022-04-30"])
    old = {"date": "2015-06-01", "weight": units.weight(1000), "arm": units.arm(40)}
    tail["weighings"] = [{"date": day, **own}]
    if rng.random() < 0.6:
        tail["weighings"].insert(0, old)
    elif rng.random() < 0.5:
        tail["weighings"].append(old)
    if rng.random() < 0.3:  # after the day of the sheet
        tail["weighings"].append({**old, "date": "2028-03-01"})
    if rng.random() < 0.6:
        weight, arm = units.weight(rng.choice([3, 10, 25])), units.arm(rng.choice([15, 40, 90]))
        part = {"name": "Part", "weight": weight, "arm": arm}
        tail["equipment"] = [{"date": day, **part}, {"date": "2025-06-01", **part}]
        if rng.random() < 0.8:  # out again, so that a tuned loading stays on its limit
            tail["equipment"].append({"date": "2025-07-01", **part, "weight": {**weight, "value": -weight["value"]}})
    scenario["tail"] = REGISTRATION
    if rng.random() < 0.5:
        del scenario["aircraftId"]


def by_weight(rng, aircraft, scenario):
    """Gives fuel as a weight, to three decimals, where all tanks hold fuel of one density."""
    densities = {value_of(tank["density"], DENSITY) for tank in aircraft["tanks"]}
    if not densities or (len(densities) != 1 and "fuelDensity" not in scenario and "fuelGrade" not in scenario):
        return
    density = densities.pop()
    places = [load["volume"] for load in scenario["fuelLoads"]] + [scenario[key] for key in ("taxiFuel", "tripFuel") if key in scenario]
    for place in places:
        if rng.random() < 0.6:
            unit = rng.choice(["lb", "kg"])
            place.update({"value": number(value_of(place, VOLUME) * density / WEIGHT[unit], 3), "unit": unit})


def shorter(rng, scenario):
    """The short form of a scenario: units once, loads by station, no key that has a default."""
    short = {key: value for key, value in scenario.items() if key not in (
        "schemaVersion", "id", "name", "notes", "createdAt", "updatedAt", "deletedAt", "dirty")}
    given = {"weight": rng.choice(["lb", "kg"]), "arm": rng.choice(["in", "mm", "ft"]), "volume": rng.choice(["gal", "l", "imp gal"])}
    if rng.random() < 0.5:
        given = {"weight": "lb", "arm": "in", "volume": "gal"}
    else:
        short["units"] = given

    def plain(entry, kinds=("weight", "arm", "volume")):
        if entry["unit"] in [given[kind] for kind in kinds] and rng.random() < 0.9:
            return entry["value"] if "units" not in short or rng.random() < 0.8 else {"value": entry["value"]}
        return entry

    for key in ("emptyWeight", "emptyArm"):
        if key in short:
            short[key] = plain(short[key])
    for key in ("taxiFuel", "tripFuel"):
        if key in short:
            short[key] = plain(short[key], ("volume",))
    loads = {}
    for load in short["stationLoads"]:
        entry = plain(load["weight"])
        if "arm" in load or "name" in load or rng.random() < 0.2:
            entry = {"weight": entry, **({"arm": plain(load["arm"])} if "arm" in load else {}),
                     **({"name": load["name"]} if "name" in load else {})}
        loads.setdefault(load["stationId"], []).append(entry)
    short["stationLoads"] = {key: some[0] if len(some) == 1 and rng.random() < 0.8 else some for key, some in loads.items()}
    short["fuelLoads"] = {load["tankId"]: plain(load["volume"], ("volume",)) for load in short["fuelLoads"]}
    if "fuelTemperature" in short and rng.random() < 0.5:
        short["fuelTemperature"] = short["fuelTemperature"]["value"]
    return "// A short one.\n" + json.dumps(short, indent=1)


def shorter_aircraft(rng, aircraft):
    """The short form of an aircraft: the source and the units once, no key that has a default."""
    given = {"weight": "lb", "arm": "in", "volume": "gal"}

    def short(entry):
        if isinstance(entry, list):
            return [short(item) for item in entry]
        if not isinstance(entry, dict):
            return entry
        entry = {key: short(value) for key, value in entry.items() if key != "source"}
        if entry.get("known") is True:
            del entry["known"]
        if entry.get("unit") in list(given.values()) + ["lb/gal"]:
            del entry["unit"]
        if set(entry) == {"value"} and not isinstance(entry["value"], list):
            return entry["value"]
        return entry

    result = {key: short(value) for key, value in aircraft.items() if key not in (
        "schemaVersion", "model", "manufacturer", "years", "serials", "tcdsNumber", "certificationBasis", "notes")}
    if result["category"] == "single-engine":
        del result["category"]
    if result["combinedLimits"] == []:
        del result["combinedLimits"]
    if result["taxiFuel"] == 0:
        del result["taxiFuel"]
    if aircraft["burnOrder"] == [tank["id"] for tank in aircraft["tanks"]]:
        del result["burnOrder"]
    for category, long in zip(result["categories"], aircraft["categories"]):
        if not category["floorIsLimit"]:
            del category["floorIsLimit"]
        envelope = category["envelope"]
        if envelope["weightUnit"] == "lb" and envelope["armUnit"] == "in":
            del envelope["weightUnit"], envelope["armUnit"]
            if rng.random() < 0.5:
                envelope["points"] = [[p["weight"], p["arm"]] for p in envelope["points"]]
            if set(envelope) == {"points"}:
                category["envelope"] = envelope["points"]
        if "emptyStations" in long:
            category["emptyStations"] = long["emptyStations"]
        if category["maxWeight"] == result["limits"]["takeoff"] and long["maxWeight"]["known"]:
            del category["maxWeight"]
    for tank in result["tanks"]:
        if tank["density"] == 6:
            del tank["density"]
    for station in result["stations"]:
        span = station.get("armRange")
        if span and "unit" not in span:
            station["armRange"] = [span["forward"], span["aft"]]
    return "// A short one.\n" + json.dumps({"source": {"document": "Record"}, "units": given, **result}, indent=1)


FURTHEST_ARM = 1000 * ARM["m"]


def is_accepted(aircraft, scenario):
    """Whether the files may be read at all: simple rings, and no arm beyond 1,000 m."""
    for category in aircraft["categories"]:
        if not is_simple([(Fraction(str(p["weight"])), Fraction(str(p["arm"]))) for p in category["envelope"]["points"]]):
            return False
    return "emptyArm" not in scenario or abs(value_of(scenario["emptyArm"], ARM)) <= FURTHEST_ARM


def world(seed):
    rng = random.Random(seed)
    is_shipped = rng.random() < 0.3
    units = Units(rng, "plain" if is_shipped else rng.choice(["plain"] * 7 + ["metric", "metric", "mixed"]))
    wild = rng.random() < 0.08
    has_tail = rng.random() < 0.15
    tail = None
    while True:
        plane = shipped_aircraft(rng) if is_shipped else own_aircraft(rng, units)
        aircraft = plane
        if has_tail:
            aircraft, tail = with_tail(rng, units, plane)
        scenario = loading(rng, units, aircraft, wild)
        if not wild and rng.random() < 0.85:
            settle(rng, aircraft, scenario)
            if not is_shipped and rng.random() < 0.3:
                bend(rng, aircraft, scenario)
                plane["categories"] = aircraft["categories"]
        # Four in five of the sheets that are a danger by chance are drawn again: those say less.
        if wild or rng.random() < 0.2:
            break
        if Sheet(Aircraft(reread(aircraft)), Scenario(reread(scenario))).verdict != "danger":
            break
    tuned = None
    if rng.random() < 0.7:
        kinds = TUNINGS[:]
        rng.shuffle(kinds)
        for kind in kinds:
            if tune(rng, kind, aircraft, scenario):
                tuned = kind
                break
    if not is_accepted(aircraft, scenario):
        return world(seed + 1_000_000)
    loaded = copy.deepcopy(scenario)
    if tail is not None:
        weigh(rng, units, plane, scenario, tail)
    if not is_shipped and rng.random() < 0.3:
        plane["weighedOn"] = rng.choice(["2022-05-01", "2025-06-01", "2026-11-22", "2026-11-23"])
        scenario.setdefault("date", rng.choice(["2026-11-22", "2025-06-01"]))
    if "emptyWeight" not in scenario and rng.random() < 0.1:
        for key in ("emptyWeight", "emptyArm"):
            scenario[key] = {k: plane[key][k] for k in ("value", "unit")}
    if "emptyWeight" in scenario and rng.random() < 0.7:
        scenario["weighedOn"] = rng.choice(["2022-05-01", "2025-06-01", "2026-11-22", "2026-11-23"])
        scenario.setdefault("date", rng.choice(["2026-11-22", "2025-06-01"]))
    if rng.random() < 0.15:
        by_weight(rng, aircraft, scenario)
    if rng.random() < 0.05:
        scenario["changedElsewhere"] = ["load front", "name"]
    text = shorter(rng, scenario) if rng.random() < 0.3 else json.dumps(scenario)
    plane_text = json.dumps(plane) if is_shipped or rng.random() < 0.7 else shorter_aircraft(rng, plane)
    return World(seed, aircraft, loaded, is_shipped, rng.random() < 0.15, tuned,
                 (plane_text, text, tail and json.dumps(tail)))
