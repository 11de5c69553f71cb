"""Random questions of outdoor air, the same for the same seed.

A question is one line of JSON: {"ask": a function of air.py, "with": its arguments by name}. Its answer is one line of JSON, what the
function returns, in the same order. A missing value is null. JSON has no word for what is not finite: "nan", "inf" and "-inf" stand for it.
"""
import json
import math
import random

import air


def plain(value):
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, dict):
        return {key: plain(x) for key, x in value.items()}
    return [plain(x) for x in value] if isinstance(value, (list, tuple)) else value


def line(value):
    return json.dumps(plain(value), separators=(",", ":"))


def away(rng, place, km, sector=math.pi):
    """A place km away. Near the date line it may come out on either side."""
    lat, lon, angle, bearing = math.radians(place[0]), math.radians(place[1]), km / air.RADIUS, rng.uniform(-sector, sector)
    sine = math.sin(lat) * math.cos(angle) + math.cos(lat) * math.sin(angle) * math.cos(bearing)
    east = math.atan2(math.sin(bearing) * math.sin(angle) * math.cos(lat), math.cos(angle) - math.sin(lat) * sine)
    return [math.degrees(math.asin(max(-1.0, min(1.0, sine)))), (math.degrees(lon + east) + 180) % 360 - 180]


def reach(rng, low, high):
    """A distance in km: any, or close to a bound of the page."""
    return rng.choice([1, 10, 100, 150, 500]) * rng.uniform(0.998, 1.002) if rng.random() < 0.15 else 10 ** rng.uniform(low, high)


def middle(rng):
    special = [[90, 0], [-90, 17], [89.95, -120], [0, 180], [51.8, -180], [-17, 179.99], [0, 0]]
    return rng.choice(special) if rng.random() < 0.4 else [rng.uniform(-80, 80), rng.uniform(-180, 180)]


def concentration(rng, level=2.5, share=0.12):
    odd = [None, math.nan, math.inf, 0, -0.0, -3, -20, 35.4, 984.0, 5000.0, 1e6, 1e30]
    return rng.choice(odd) if rng.random() < share else 0.0 if level < 0 else rng.lognormvariate(level, 0.6)


def observations(rng, at):
    one_side = rng.random() < 0.2  # one station hides another: a weight may be below 0
    count = 9 if one_side else rng.choice([0, 1, 2, 3, 5, 8, 15, 40])
    level, result = rng.choice([-99] + [rng.uniform(0.5, 4.5)] * 9), []
    for _ in range(count):
        place = away(rng, at, rng.uniform(100, 350), 0.9) if one_side else away(rng, at, reach(rng, -3, 3))
        if rng.random() < 0.15:
            place = rng.choice([list(at)] + [o["at"] for o in result])
        if count <= 5 and rng.random() < 0.2:
            east = place[1] + (360 if place[1] < 0 else -360)  # the same place, said otherwise
            place = [place[0], rng.choice([east, math.nextafter(at[1], rng.choice([-999, 999]))])]
        age = rng.choice([100, -0.25, -6]) if rng.random() < 0.05 else rng.choice([0, 1, 3, 3.01, rng.randrange(0, 14) / 4])
        error = rng.choice([0, 0, 0, 0.05, rng.uniform(0, 1.5)])
        result.append({"at": place, "c": concentration(rng, level), "age": age, "error": error})
    return result


def depth(rng):
    return rng.choice([None, math.nan, 0, -0.05, 30.0]) if rng.random() < 0.15 else rng.lognormvariate(-1.5, 0.8)


def place_question(rng):
    at, month = middle(rng), rng.randint(1, 12)
    pairs = [{"at": away(rng, at, reach(rng, 0, 3)), "c": concentration(rng), "depth": depth(rng),
              "month": rng.choice([month, month, month % 12 + 1])} for _ in range(rng.choice([0, 3, 60]))]
    camera = {"z": rng.uniform(1.6, 6), "variance": 10 ** rng.uniform(-3, 0.5), "age": rng.choice([0, 2, 50, -1])}
    calibration = {"factor": rng.choice([1e-6, rng.uniform(0.25, 4)]), "lower": [-rng.uniform(0.1, 3) for _ in range(6)],
                   "upper": [rng.uniform(0.1, 3) for _ in range(6)]}
    return {"at": at, "period": rng.choice(["hour", "day"]), "month": month, "observations": observations(rng, at),
            "optical": rng.choice([None, {"depth": depth(rng), "age": rng.choice([0, 1.5, 30, -2])}]), "pairs": pairs,
            "camera": rng.choice([None, camera]), "calibration": rng.choice([None, calibration])}


def calibration_question(rng):
    at = middle(rng)
    places = [away(rng, at, 10 ** rng.uniform(0, 2.7)) for _ in range(rng.choice([4, 20, 30, 40]))]
    share, times = rng.choice([0, 0, 0.02]), []
    for _ in range(rng.randint(5, 8)):
        level = rng.choice([1.2, 2.7, 4.2])
        times.append([{"at": place, "c": concentration(rng, level, share), "age": rng.choice([0, 0, 0, 2, 5, -1]), "error": 0}
                      for place in places])
    return {"times": times, "period": rng.choice(["hour", "day"])}


def weather(rng, hours):
    z, result = 2.5, []
    for _ in range(hours):
        z += 0.15 * (2.5 - z) + rng.gauss(0, 0.35)
        result.append(max(0.0, math.exp(z) - 3))
    return result


def damaged(rng, values):
    """The values of a station with a fault, or with none, of every kind."""
    n, kind = len(values), rng.choice(["good", "good", "scale", "range", "frozen", "late", "early", "indoor", "gaps", "short", "tenth"])
    v = [x * rng.lognormvariate(0, 0.15) for x in values]
    if kind == "scale":
        v = [x * rng.choice([0.3, 3.5]) for x in v] if rng.random() < 0.3 else [x * 3.0 + 4 for x in v]
    if kind == "range":
        wrong = rng.choice([985.0, -10.5, 1e30, 1e300, -1e300, 984.00001, -10.0000001])  # the last two are in range as 32-bit floats
        share = rng.choice([0.05, 0.11])
        v = [wrong if rng.random() < share else x for x in v]
    if kind == "frozen":
        start, length = rng.randrange(n), rng.choice([22, 23, 24, 30])
        v[start:start + length] = [v[start] * (1 + 1e-12 * t) for t in range(len(v[start:start + length]))]  # equal as 32-bit floats
    if kind in ("late", "early"):
        shift = 24 if kind == "late" else -24
        noise = rng.choice([0.1, rng.uniform(0.7, 1.2)])
        v = [values[(t - shift) % n] * rng.lognormvariate(0, noise) for t in range(n)]
    if kind == "indoor":
        power, cooking = rng.uniform(0.3, 0.9), rng.uniform(2, 60)
        v = [0.5 * x ** power + 3 + (rng.expovariate(1 / cooking) if rng.random() < 0.08 else 0) for x in v]
    if kind == "tenth":  # a tenth of the values that are there, or just less
        count, first = min(n, 168) // 10 * 10, rng.choice([0, 1])
        return [None] * (n - count) + [985.0 if t % 10 == 0 and t >= first else x for t, x in enumerate(v[n - count:])]
    missing = {"gaps": 0.3, "short": 0.75, "range": 0.15}.get(kind, 0.02)
    return [rng.choice([None, math.nan]) if rng.random() < missing else x for x in v]


def faults_question(rng):
    at, air_outside, stations = middle(rng), weather(rng, rng.choice([60, 168, 168, 200])), []
    for _ in range(rng.choice([2, 4, 12])):
        place = away(rng, at, reach(rng, -1, 2.5))
        listed = [place] + rng.choice([[], [], [away(rng, place, rng.choice([0.999, 1.001, 50]))]])
        stations.append({"at": place, "listed": listed, "hours": damaged(rng, air_outside[rng.choice([0, 0, 30]):])})
    return {"stations": stations}


def index_question(rng):
    table = rng.choice(list(air.TABLES))
    near = [-1e-3, -1e-8, -1e-10, 0, 1e-10, 0.04999, 0.05, 0.5]
    edge = rng.choice(air.TABLES[table].edges + [row[1] / air.TABLES[table].unit for row in air.TABLES[table].rows])
    return {"table": table, "c": rng.choice([edge + rng.choice(near), concentration(rng), rng.uniform(0, 700)])}


def questions(seed):
    rng = random.Random(seed)
    level, missing = rng.uniform(1, 5), rng.choice([0, 0, 0.2])
    hours = [None if rng.random() < missing else concentration(rng, level, 0.02) for _ in range(rng.choice([2, 10, 12, 12, 12, 12]))]
    p, tiers = middle(rng), [[rng.uniform(0, 80), rng.choice([0, 1, 1, 1]) * rng.random()] for _ in range(rng.choice([0, 1, 2, 2, 3, 3]))]
    asked = [("index", index_question(rng)) for _ in range(6)]
    asked += [("invert", {"table": rng.choice([None, "us", "us2012"]), "value": rng.choice([rng.uniform(-5, 510), rng.randint(0, 500)])})]
    asked += [(name, {"hours": hours}) for name in ("nowcast", "c24e")]
    asked += [("distance", {"p": p, "q": rng.choice([p, middle(rng), [-p[0], p[1] + 180], away(rng, p, 10 ** rng.uniform(-3, 4.3))])})]
    asked += [("estimate", place_question(rng)) for _ in range(4)] + [("reference_fusion", {"tiers": tiers})]
    asked += [("reference_station", {"at": p, "observations": observations(rng, p)})]
    humidity = rng.choice([None, rng.uniform(0, 100)])
    asked += [("reference_satellite", {"depth": depth(rng), "age": rng.uniform(-1, 20), "humidity": humidity})]
    asked += [("faults", faults_question(rng)) for _ in range(3)]
    asked += [("calibrate", calibration_question(rng))] if seed % 5 == 0 else []
    return [{"ask": name, "with": arguments} for name, arguments in asked]
