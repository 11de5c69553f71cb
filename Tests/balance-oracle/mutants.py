"""Moves a limit by 0.01 in the file that the binary gets, and not in the oracle's: each must be noticed (run.py BINARY --damage).

The loading of every case sits exactly on the limit, so that the binary must come to another warning; a figure that only echoes
the limit does not count as noticed.
"""

import copy
import json

SOURCE = {"document": "d", "section": "s", "publisher": "p", "datePublished": "unknown", "tcdsNumber": None, "url": None,
          "confidence": "low", "lastVerified": "2026-11-20", "notes": ""}


def q(value, unit="lb", **more):
    return {"value": value, "unit": unit, "known": True, "source": SOURCE, **more}


def base():
    """Empty 1000 lb at 40 in; the seat at 40 in, so that the CG stays; 50 gal at 40 in are 300 lb; the box is at 60 in."""
    return {
        "schemaVersion": 1, "id": "own", "name": "Own", "model": "m", "manufacturer": "x", "years": "1", "serials": "1",
        "category": "single-engine", "tcdsNumber": "t", "certificationBasis": "c", "datum": {"value": "d", "source": SOURCE},
        "notes": [], "emptyWeight": q(1000), "emptyArm": q(40, "in"), "limits": {"takeoff": q(2000), "ramp": q(2100)},
        "categories": [{"id": "normal", "name": "Normal", "maxWeight": q(2000), "floorIsLimit": False, "envelope": {
            "weightUnit": "lb", "armUnit": "in", "known": True, "source": SOURCE,
            "points": [{"weight": w, "arm": a} for w, a in ((900, 30), (2000, 30), (2000, 50), (900, 50))]}}],
        "stations": [{"id": "seat", "name": "Seat", "kind": "seat", "arm": q(40, "in"), "maxWeight": q(900)},
                     {"id": "box", "name": "Box", "kind": "baggage", "arm": q(60, "in"), "maxWeight": q(900)}],
        "combinedLimits": [{"id": "both", "name": "Both", "stations": ["seat", "box"], "maxWeight": q(1800)}],
        "tanks": [{"id": "main", "name": "Main", "arm": q(40, "in"), "capacity": q(100, "gal"), "density": q(6, "lb/gal")}],
        "fuelGrade": "100LL", "taxiFuel": q(0, "gal"), "burnOrder": ["main"]}


def loading(seat=0, box=0, fuel=50, trip=25):
    return {"schemaVersion": 1, "id": "s", "aircraftId": "own", "name": "S", "notes": "",
            "stationLoads": [{"stationId": i, "weight": {"value": w, "unit": "lb"}} for i, w in (("seat", seat), ("box", box)) if w],
            "fuelLoads": [{"tankId": "main", "volume": {"value": fuel, "unit": "gal"}}], "tripFuel": {"value": trip, "unit": "gal"},
            "createdAt": "2026-11-22T00:00:00Z", "updatedAt": "2026-11-22T00:00:00Z", "deletedAt": None, "dirty": False}


def points(*corners):
    return [{"weight": w, "arm": a} for w, a in corners]


# A category above the type's take-off limit is refused, so the two move together.
TAKEOFF = [("limits", "takeoff", "value"), ("categories", 0, "maxWeight", "value")]
# A ramp limit below the take-off limit is refused, so take-off is limited to 1950 lb and 60 lb burn before it.
BELOW_RAMP = {"categories.0.maxWeight": q(1950), "taxiFuel": q(10, "gal")}

# kind, what the type has besides, the loading, the path of the number, its step.
# Take-off 1000 + 700 + 300 = 2000 lb; landing is 150 lb less, zero fuel 300 lb less. 200 lb in the box and 50 gal: 1500 lb at
# (52000 + 12000) / 1500 = 42.6667 in; without fuel 1200 lb at 43.3333 in. A category of 1900 lb is 100 lb below the type, so its
# ramp limit is 2100 - 100 lb. 1000 lb in the seat are half of 2000 lb: 2 in of travel move the CG by 1 in.
CASES = [
    ("take-off", {}, loading(700), TAKEOFF, -0.01),
    ("category's maximum", {}, loading(700), ("categories", 0, "maxWeight", "value"), -0.01),
    ("ramp", {"limits": {"takeoff": q(1950), "ramp": q(2000)}, **BELOW_RAMP}, loading(700), ("limits", "ramp", "value"), -0.01),
    ("ramp from the category", {"limits": {"takeoff": q(2000), "ramp": q(2100)}, "categories.0.maxWeight": q(1900), "taxiFuel": q(20, "gal")},
     loading(700, fuel=50), ("categories", 0, "maxWeight", "value"), -0.01),
    ("category's ramp", {"categories.0.maxRamp": q(2000), **BELOW_RAMP}, loading(700), ("categories", 0, "maxRamp", "value"), -0.01),
    ("landing", {"limits": {"takeoff": q(2000), "landing": q(1850)}}, loading(700), ("limits", "landing", "value"), -0.01),
    ("category's landing", {"categories.0.maxLanding": q(1850)}, loading(700), ("categories", 0, "maxLanding", "value"), -0.01),
    ("zero fuel", {"limits": {"takeoff": q(2000), "zeroFuel": q(1700)}}, loading(700), ("limits", "zeroFuel", "value"), -0.01),
    ("category's zero fuel", {"categories.0.maxZeroFuel": q(1700)}, loading(700), ("categories", 0, "maxZeroFuel", "value"), -0.01),
    ("station", {"stations.0.maxWeight": q(300)}, loading(300), ("stations", 0, "maxWeight", "value"), -0.01),
    ("plausible load", {"stations.0.maxWeight": q(300, isLimit=False)}, loading(300), ("stations", 0, "maxWeight", "value"), -0.01),
    ("combined", {"combinedLimits.0.maxWeight": q(500)}, loading(300, 200), ("combinedLimits", 0, "maxWeight", "value"), -0.01),
    ("capacity", {}, loading(fuel=100), ("tanks", 0, "capacity", "value"), -0.01),
    ("forward, take-off", {"categories.0.envelope.points": points((900, 30), (1000, 30), (1300, 40), (2000, 40), (2000, 50), (900, 50))},
     loading(), ("categories", 0, "envelope", "points", 2, "arm"), 0.01),
    ("forward, slanted, at landing", {"categories.0.envelope.points": points((900, 39.6), (1150, 40), (1650, 20), (1650, 50), (900, 50))},
     loading(), ("categories", 0, "envelope", "points", 1, "arm"), 0.01),
    ("aft, zero fuel", {"categories.0.envelope.points": points((900, 30), (2000, 30), (2000, 60), (1300, 60), (1000, 40), (900, 40))},
     loading(), ("categories", 0, "envelope", "points", 4, "arm"), -0.01),
    ("aft, ring by weight", {"categories.0.envelope.points": points((900, 30), (2000, 30), (2000, 40), (1150, 40), (900, 50))},
     loading(seat=100), ("categories", 0, "envelope", "points", 2, "arm"), -0.01),
    ("floor that is a limit", {"categories.0.floorIsLimit": True, "categories.0.envelope.points":
                               points((1000, 30), (2000, 30), (2000, 50), (1000, 50))},
     loading(), ("categories", 0, "envelope", "points", (0, 3), "weight"), 0.01),
    ("floor that is none", {"categories.0.envelope.points": points((1000, 30), (2000, 30), (2000, 50), (1000, 50))},
     loading(), ("categories", 0, "envelope", "points", (0, 3), "weight"), 0.01),
    ("top below take-off", {"categories.0.envelope.points": points((900, 30), (1300, 30), (1300, 50), (900, 50))},
     loading(), ("categories", 0, "envelope", "points", (1, 2), "weight"), -0.01),
    ("arms of a range, aft", {"stations.0.maxWeight": q(1000), "stations.0.armRange": {"forward": 40, "aft": 42, "unit": "in", "source": SOURCE},
                              "categories.0.envelope.points": points((900, 30), (2000, 30), (2000, 41), (900, 41))},
     loading(seat=1000, fuel=0, trip=0), ("stations", 0, "armRange", "aft"), 0.01),
    ("arms of a range, forward", {"stations.0.maxWeight": q(1000), "stations.0.armRange": {"forward": 38, "aft": 40, "unit": "in", "source": SOURCE},
                                  "categories.0.envelope.points": points((900, 39), (2000, 39), (2000, 60), (900, 60))},
     loading(seat=1000, fuel=0, trip=0), ("stations", 0, "armRange", "forward"), -0.01),
    ("flow of the reserve", {"cruiseFlow": q(50, "gal/h")}, loading(), ("cruiseFlow", "value"), 0.01),
    ("one inch of margin", {"categories.0.envelope.points": points((900, 30), (2000, 30), (2000, 41), (900, 41))},
     loading(), ("categories", 0, "envelope", "points", (2, 3), "arm"), -0.01),
    ("five per cent", {"limits": {"takeoff": q(2000)}}, loading(600), TAKEOFF, -0.01),
    ("capacity of the trip", {"taxiFuel": q(25, "gal")}, loading(fuel=50, trip=24.99), ("taxiFuel", "value"), 0.01),
    ("shortage", {"taxiFuel": q(25, "gal")}, loading(fuel=50, trip=25), ("taxiFuel", "value"), 0.01),
]


def prepared():
    """(kind, aircraft, damaged aircraft, loading), as texts."""
    for kind, changes, load, path, step in CASES:
        aircraft = base()
        for key, value in changes.items():
            keys = [int(k) if k.isdigit() else k for k in key.split(".")]
            put(aircraft, keys, value)
        damaged = copy.deepcopy(aircraft)
        for keys in spread(path):
            put(damaged, keys, round(get(damaged, keys) + step, 6))
        yield kind, json.dumps(aircraft), json.dumps(damaged), json.dumps(load)


def spread(path):
    """A path with alternatives in it, or a list of paths, as several paths."""
    if isinstance(path, list):
        return path
    for index, key in enumerate(path):
        if isinstance(key, tuple):
            return [path[:index] + (k,) + path[index + 1:] for k in key]
    return [path]


def get(data, keys):
    for key in keys:
        data = data[key]
    return data


def put(data, keys, value):
    get(data, keys[:-1])[keys[-1]] = value


def compared_with_itself():
    """(kind, warnings, warnings after the damage), both by the oracle."""
    from run import expected
    for kind, aircraft, damaged, load in prepared():
        before, after = (expected(text, load, False)[1]["warnings"] for text in (aircraft, damaged))
        yield kind, [(w["level"], w["code"]) for w in before], [(w["level"], w["code"]) for w in after]


def main(binary, folder):
    from run import compare, start
    # `run.py` runs as `__main__`, so the module `run` is a second copy of it that does not know the binary yet.
    start(binary)
    missed = 0
    total = 0
    for kind, aircraft, damaged, load in prepared():
        total += 1
        right, _ = compare(folder, aircraft, load, False)
        lines, _ = compare(folder, aircraft, load, False, damaged=damaged)
        noticed = [line for line in lines if line.startswith(("warnings", "exit status 0", "exit status 1"))]
        if right:
            print(f"{kind}: differs before the damage: {right[0]}")
        if not noticed or right:
            missed += 1
            print(f"{kind}: MISSED")
        else:
            print(f"{kind}: noticed, {noticed[0]}")
    print(f"{total} damages, {missed} missed")
    return 1 if missed else 0
