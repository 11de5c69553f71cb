"""The definitions of docs/outdoor-air.md, a second time, written from that page alone.

It never was compared with Sources/AirQuality while it was written: this independence is its whole worth. Slow and plain on purpose.
A missing value is None; a value that is not finite counts as missing. A place is (latitude, longitude).
"""
import math
import struct
from statistics import fmean as mean, median, stdev

RADIUS = 6371.0088  # km


def here(x):
    return x is not None and math.isfinite(x)


def z_of(c):
    return math.log(max(c, 0.0) + 5)


def c_of(z):
    return max(0.0, math.exp(z) - 5) if z < 709 else math.inf


# Index and class. A table: its grid; its rows, "high index-low index-high class"; its edges; (index, class) above the last row, or None.

class Table:
    def __init__(self, grid, rows, edges, above=None):
        rows = [row.split() for row in rows.split(", ")]
        unit, step = {"tenths": (10, 1), "ones": (1, 1), "none": (1, 0)}[grid]
        highs = [round(float(row[0]) * unit) for row in rows]
        lows = [0] + [high + step for high in highs[:-1]]
        self.rows = [(low, high, int(row[1]), int(row[2]), row[3]) for low, high, row in zip(lows, highs, rows)]
        self.grid, self.unit, self.edges, self.above = grid, unit, edges, above
        self.names = list(dict.fromkeys([row[3] for row in rows] + ([above[1]] if above else [])))


TABLES = {
    "us": Table("tenths", "9.0 0 50 good, 35.4 51 100 moderate, 55.4 101 150 sensitive, 125.4 151 200 unhealthy, "
                "225.4 201 300 very-unhealthy, 325.4 301 500 hazardous", [9.1, 35.5, 55.5, 125.5, 225.5]),
    "us2012": Table("tenths", "12.0 0 50 good, 35.4 51 100 moderate, 55.4 101 150 sensitive, 150.4 151 200 unhealthy, "
                    "250.4 201 300 very-unhealthy, 350.4 301 400 hazardous, 500.4 401 500 hazardous", [12.1, 35.5, 55.5, 150.5, 250.5]),
    "korea": Table("ones", "15 0 50 good, 35 51 100 moderate, 75 101 250 unhealthy, 500 251 500 very-unhealthy", [15.5, 35.5, 75.5],
                   (500, "very-unhealthy")),
    "europe": Table("none", "5 1 1 good, 15 2 2 fair, 50 3 3 moderate, 90 4 4 poor, 140 5 5 very-poor", [5, 15, 50, 90, 140],
                    (6, "extremely-poor")),
    "uk": Table("ones", "11 1 1 low, 23 2 2 low, 35 3 3 low, 41 4 4 moderate, 47 5 5 moderate, 53 6 6 moderate, 58 7 7 high, 64 8 8 high, "
                "70 9 9 high", [35.5, 53.5, 70.5], (10, "very-high")),
    "india": Table("ones", "30 0 50 good, 60 51 100 satisfactory, 90 101 200 moderate, 120 201 300 poor, 250 301 400 very-poor, "
                   "380 401 500 severe", [30.5, 60.5, 90.5, 120.5, 250.5], (500, "severe")),
}


def tenths(c):
    return math.floor(10 * c + 1e-6)


def index(table, c):
    """(index, class), or None."""
    if not here(c):
        return None
    rules, c = TABLES[table], max(c, 0.0)
    t = {"tenths": tenths, "ones": lambda c: math.floor(c + 0.5 + 1e-9), "none": float}[rules.grid](c)
    row = next((row for row in rules.rows if t <= row[1]), None)
    if row is None and rules.above:
        return rules.above
    low, high, index_low, index_high, kind = row or rules.rows[-1]
    x = index_low + (float(t) - low) * (index_high - index_low) / (high - low)
    return min(math.floor(x + 0.5), 10 ** 9), kind


def invert(table, value):
    """A US index back to (c, z, own error). Without a table the year is not known."""
    if not here(value) or not 0 <= value <= 500:
        return None
    if table is None:
        new, old = invert("us", value)[1], invert("us2012", value)[1]
        z = (new + old) / 2
        return c_of(z), z, max(0.05, abs(new - old) / 2)
    low, high, index_low, index_high, _ = next(row for row in TABLES[table].rows if value <= row[3])
    c = (low + (value - index_low) * (high - low) / (index_high - index_low)) / 10
    return c, z_of(c), 0.0


def hours12(hours):
    return [max(c, 0.0) if here(c) else None for c in (list(hours) + [None] * 12)[:12]]


def nowcast(hours):
    hours = hours12(hours)
    there = [(i, c) for i, c in enumerate(hours) if c is not None]
    if sum(i < 3 for i, _ in there) < 2:
        return None
    lowest, highest = min(c for _, c in there), max(c for _, c in there)
    w = max(0.5, lowest / highest) if highest > 0 else 1.0
    return tenths(sum(w ** i * c for i, c in there) / sum(w ** i for i, _ in there)) / 10


def c24e(hours):
    hours = hours12(hours)
    all12, new4 = [c for c in hours if c is not None], [c for c in hours[:4] if c is not None]
    if len(all12) < 9 or len(new4) < 3:
        return None
    c12 = sum(all12) / len(all12)
    c4 = sum(c * 0.75 if c >= 30 and 0.9 <= c / c12 <= 1.7 else c for c in new4) / len(new4)
    return (12 * c12 + 12 * c4) / 24


def distance(p, q):
    lat1, lon1, lat2, lon2 = (math.radians(x) for x in (*p, *q))
    a = math.sin((lat2 - lat1) / 2) ** 2 + math.cos(lat1) * math.cos(lat2) * math.sin((lon2 - lon1) / 2) ** 2
    return 2 * RADIUS * math.asin(min(1.0, math.sqrt(a)))


def solve(matrix, right):
    """Gauss with the largest pivot of each column."""
    rows = [list(row) + [b] for row, b in zip(matrix, right)]
    n = len(rows)
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for i in range(k + 1, n):
            ratio = rows[i][k] / rows[k][k]
            rows[i] = [a - ratio * b for a, b in zip(rows[i], rows[k])]
    x = [0.0] * n
    for k in reversed(range(n)):
        x[k] = (rows[k][n] - sum(rows[k][j] * x[j] for j in range(k + 1, n))) / rows[k][k]
    return x


# Tiers. An observation: {"at": place, "c": concentration, "age": hours, "error": in z}.

S0 = {"hour": 0.18, "day": 0.09}


def age_of(thing):
    return max(thing["age"], 0.0)


def gamma(d):
    return 0.2 + 1 - math.exp(-d / 200)


def used(at, observations):
    """The observations of steps 1 to 3, as (distance, observation)."""
    reach = [(distance(at, o["at"]), o) for o in observations if here(o["c"])]
    reach = [(d, o) for d, o in reach if d <= 500]
    newest = min((age_of(o) for _, o in reach), default=0)
    return sorted(((d, o) for d, o in reach if age_of(o) - newest <= 3), key=lambda pair: pair[0])[:8]  # sorted is stable


def station_tier(at, observations, period, factor=1.0):
    near = used(at, observations)
    n = len(near)
    if n == 0:
        return None
    z = [z_of(o["c"]) for _, o in near]
    g = [gamma(d) for d, _ in near]
    between = [[gamma(distance(a["at"], b["at"])) for _, b in near] for _, a in near]
    matrix = [[-near[i][1]["error"] ** 2 / S0[period] if i == j else between[i][j] for j in range(n)] + [1.0] for i in range(n)]
    *w, mu = solve(matrix + [[1.0] * n + [0.0]], g + [1.0])
    k = sum(a * b for a, b in zip(w, g)) + mu
    pairs = [(z[i] - z[j]) ** 2 / (2 * between[i][j]) for i in range(n) for j in range(i + 1, n)]
    q = sum(pairs) / len(pairs) if pairs else 0.0
    s = (8 * S0[period] + (n - 1) * q) / (8 + n - 1)
    total = sum(abs(a) for a in w)
    inverse = [1 / (d + 0.1) for d, _ in near]
    return {
        "z": sum(a * b for a, b in zip(w, z)), "variance": max(s * k * factor, 1e-6), "n": n, "nearest": near[0][0],
        "age": sum(abs(a) * age_of(o) for a, (_, o) in zip(w, near)) / total, "highest": max(max(o["c"], 0.0) for _, o in near),
        "inverseDistance": sum(a * b for a, b in zip(inverse, z)) / sum(inverse),
    }


def satellite_tier(at, month, depth, age, pairs):
    """A pair: {"at", "month", "c", "depth"}."""
    if not here(depth):
        return None
    def x(depth):
        return math.log(max(depth, 0.0) + 0.1)

    good = [p for p in pairs if p["month"] == month and here(p["c"]) and here(p["depth"]) and distance(at, p["at"]) <= 500]
    differences = [z_of(p["c"]) - x(p["depth"]) for p in good]
    r = (20 * 4.4 + sum(differences)) / (20 + len(good))
    variance = (20 * 1 + sum((d - r) ** 2 for d in differences)) / (20 + len(good))
    return {"z": r + x(depth), "variance": variance, "age": max(age, 0.0)}


def grown(variance, age):
    return variance + 1.0 * (1 - math.exp(-max(age, 0.0) / 18))


# Fusion. A tier: (name, z, grown variance), in the order station, camera, satellite.

def covariance(a, b):
    rho = 1.0 if a[0] == b[0] else 0.3 if {a[0], b[0]} == {"station", "satellite"} else 0.0
    return a[2] if a is b else rho * math.sqrt(a[2]) * math.sqrt(b[2])


def best_estimate(tiers):
    """(weights, z, V), no weight below 0."""
    left = list(range(len(tiers)))
    while True:
        raw = solve([[covariance(tiers[i], tiers[j]) for j in left] for i in left], [1.0] * len(left))
        weights = dict(zip(left, (x / sum(raw) for x in raw)))
        lowest = min(left, key=weights.get)
        if weights[lowest] >= 0:
            w = [weights.get(i, 0.0) for i in range(len(tiers))]
            return w, sum(a * t[1] for a, t in zip(w, tiers)), 1 / sum(raw)
        left.remove(lowest)


def misfit(tiers, i):
    others = tiers[:i] + tiers[i + 1:]
    w, z, _ = best_estimate(others)
    both = sum(a * b * covariance(s, t) for a, s in zip(w, others) for b, t in zip(w, others))
    cross = sum(a * covariance(tiers[i], t) for a, t in zip(w, others))
    return abs(tiers[i][1] - z) / math.sqrt(tiers[i][2] + both - 2 * cross)


def fuse(tiers):
    """{"z", "sigma", "weights": by name, "misfits": names}, or None without any tier."""
    left, out = list(tiers), []
    while len(left) >= 2:
        deltas = [misfit(left, i) for i in range(len(left))]
        if max(deltas) <= 3:
            break
        order = range(len(left))
        worst = deltas.index(max(deltas)) if len(left) > 2 else max(order, key=lambda i: (left[i][2], i))
        out.append(left.pop(worst)[0])
    if not left:
        return None
    w, z, v = best_estimate(left)
    weights = {t[0]: 0.0 for t in tiers} | {t[0]: a for t, a in zip(left, w)}
    return {"z": z, "sigma": math.sqrt(v), "weights": weights, "misfits": sorted(out)}


# Interval and class. Cells: clean near, clean far, moderate near, moderate far, smoke near, smoke far.

DEFAULTS = {
    "hour": ([-2.63, -2.13, -2.71, -2.48, -2.04, -2.69], [3.68, 2.90, 2.27, 2.01, 1.85, 1.94]),
    "day": ([-1.94, -2.07, -2.04, -2.66, -2.86, -2.97], [3.25, 2.32, 2.11, 1.88, 1.51, 1.82]),
}


def cell_of(z, station):
    """station: the station tier if it is used (weight above 0), else None."""
    c = c_of(z)
    level = 2 if c >= 35.5 or (station and station["highest"] > 35.4) else 0 if c < 9.1 else 1
    return 2 * level + (0 if station and station["nearest"] <= 10 else 1)


def calibrate(times, period):
    """times: lists of observations, without optical depth."""
    left_out = []
    for observations in times:
        observations = [o for o in observations if here(o["c"])]
        left_out += [(o, observations[:i] + observations[i + 1:]) for i, o in enumerate(observations)]

    def errors(factor):
        for o, rest in left_out:
            tier = station_tier(o["at"], rest, period, factor)
            if tier:
                yield tier, z_of(o["c"]) - tier["z"]

    ratios = [error ** 2 / tier["variance"] for tier, error in errors(1.0)]
    factor = min(4.0, max(0.25, sum(ratios) / len(ratios))) if len(ratios) >= 100 else 1.0
    cells = [[] for _ in range(6)]
    for tier, error in errors(factor):
        cells[cell_of(tier["z"], tier)].append(error / math.sqrt(grown(tier["variance"], tier["age"])))
    lower, upper = [], []
    for k in range(6):
        level = k // 2 * 2
        u = next((u for u in (cells[k], cells[level] + cells[level + 1], sum(cells, [])) if len(u) >= 100), None)
        if u is None:
            lower.append(DEFAULTS[period][0][k])
            upper.append(DEFAULTS[period][1][k])
            continue
        u, m = sorted(u), len(u)
        low, high = u[max(1, math.floor(0.025 * (m + 1))) - 1], u[min(m, math.ceil(0.975 * (m + 1))) - 1]
        lower.append(low if low < 0 else -1e-6)
        upper.append(high if high > 0 else 1e-6)
    return {"factor": factor, "lower": lower, "upper": upper}


def student(x):
    s = x / math.sqrt(1 + x * x / 4)
    return 0.5 + 3 / 8 * s * (1 - s * s / 12)


def below(b, z, sigma, low, high):
    """P(true < b)."""
    v = (z_of(b) - z) / sigma
    return student(2.7764451051977987 * (v / high if v >= 0 else v / -low))


def class_probability(name, z, sigma, low, high):
    table = TABLES[name]
    i = table.names.index(index(name, c_of(z))[1])
    upper = below(table.edges[i], z, sigma, low, high) if i < len(table.edges) else 1.0
    return upper - (below(table.edges[i - 1], z, sigma, low, high) if i > 0 else 0.0)


def estimate(at, period, month, observations, optical=None, pairs=(), camera=None, calibration=None):
    """The whole of a place. optical: {"depth", "age"}; camera: {"z", "variance", "age"}."""
    calibration = calibration or {"factor": 1.0, "lower": DEFAULTS[period][0], "upper": DEFAULTS[period][1]}
    station = station_tier(at, observations, period, calibration["factor"])
    satellite = satellite_tier(at, month, optical["depth"], optical["age"], pairs) if optical else None
    named = [("station", station), ("camera", camera), ("satellite", satellite)]
    fused = fuse([(name, t["z"], grown(t["variance"], t["age"])) for name, t in named if t])
    answer = {"station": station, "satellite": satellite, "fused": fused}
    if not fused:
        return answer
    z, sigma = fused["z"], fused["sigma"]
    k = cell_of(z, station if fused["weights"].get("station", 0) > 0 else None)
    low, high = calibration["lower"][k], calibration["upper"][k]
    classes = {name: {"value": index(name, c_of(z)), "probability": class_probability(name, z, sigma, low, high)} for name in TABLES}
    age = sum(fused["weights"][name] * age_of(t) for name, t in named if t)
    interval = {"lower": c_of(z + low * sigma), "upper": c_of(z + high * sigma)}
    return answer | interval | {"c": c_of(z), "age": age, "cell": k, "classes": classes}


# Bad stations. A station: {"at": place, "listed": places, "hours": values, the oldest first}.

def moment(values, power):
    middle = mean(values)
    return 0.0 if min(values) == max(values) else mean([(x - middle) ** power for x in values])


LARGEST = (2 - 2 ** -23) * 2.0 ** 127  # of the 32-bit floats


def kept(hours):
    """The last 168 hours as 32-bit floats."""
    return [struct.unpack("f", struct.pack("f", min(max(c, -LARGEST), LARGEST)))[0] if here(c) else None for c in hours[-168:]]


def neighbour_medians(i, stations, hours):
    """Their last hours are the same hour."""
    others = [(distance(stations[i]["at"], s["at"]), j) for j, s in enumerate(stations) if j != i]
    nearest = [j for d, j in sorted(others) if d <= 150][:8]
    medians = []
    for t in range(-len(hours[i]), 0):
        there = [z_of(hours[j][t]) for j in nearest if t >= -len(hours[j]) and hours[j][t] is not None]
        medians.append(median(there) if len(there) >= 3 else None)
    return medians


def clock_variance(z, m, shift):
    r = [z[t] - m[t + shift] for t in range(len(z)) if 0 <= t + shift < len(m) and z[t] is not None and m[t + shift] is not None]
    return moment(r, 2) if len(r) >= 48 else None


def fault(i, stations, hours):
    """A fault, "unknown", or "good"."""
    station, there = stations[i], [c for c in hours[i] if c is not None]
    if there and 10 * sum(c > 984 or c < -10 for c in there) >= len(there):
        return "out-of-range"
    run = 0
    for t, c in enumerate(there):
        run = run + 1 if t and c == there[t - 1] else 1
        if run >= 24:
            return "frozen"
    if any(distance(place, station["at"]) > 1 for place in station["listed"]):
        return "moved"
    z, m = [None if c is None else z_of(c) for c in hours[i]], neighbour_medians(i, stations, hours)
    both = [(a, b) for a, b in zip(z, m) if a is not None and b is not None]
    if len(both) < 48:
        return "unknown"
    r = [a - b for a, b in both]
    b = median(r)
    if abs(b) > 0.9:
        return "scale"
    v0 = clock_variance(z, m, 0)
    if any(v is not None and v < 0.55 * v0 for v in (clock_variance(z, m, 24), clock_variance(z, m, -24))):
        return "clock"
    skew = moment(r, 3) / v0 ** 1.5 if v0 > 0 else 0.0
    return "indoor" if b < 0 and skew - 1.4 * correlation(*zip(*both)) - 0.8 * b > 0.3 else "good"


def correlation(x, y):
    if min(x) == max(x) or min(y) == max(y):
        return 0.0
    mx, my = mean(x), mean(y)
    cross = sum((a - mx) * (b - my) for a, b in zip(x, y))
    return cross / math.sqrt(sum((a - mx) ** 2 for a in x) * sum((b - my) ** 2 for b in y))


def faults(stations):
    hours = [kept(s["hours"]) for s in stations]
    return [fault(i, stations, hours) for i in range(len(stations))]


# The specified formulas, for comparison.

def reference_station(at, observations):
    """(PM, confidence)."""
    near = sorted(((distance(at, o["at"]), max(o["c"], 0.0)) for o in observations if here(o["c"])), key=lambda pair: pair[0])
    near = [(d, c) for d, c in near if d <= 100][:5]
    if not near:
        return None
    w, values = [1 / (d + 0.1) ** 2 for d, _ in near], [c for _, c in near]
    evenness = 1 - min(0.5, (stdev(values) if len(values) > 1 else 0.0) / mean(values)) if mean(values) > 0 else 0.0
    confidence = 0.9 * math.exp(-near[0][0] / 25) * min(1, len(near) / 3) * evenness
    return sum(a * c for a, c in zip(w, values)) / sum(w), confidence


def reference_satellite(depth, age, humidity):
    if not here(depth):
        return None
    factor = 1 + (humidity - 50) / 100 if here(humidity) else 1.0
    return (120 * max(depth, 0.0) + 5) * factor, 0.75 * 0.5 ** (max(0.0, age - 3) / 6)


def reference_fusion(tiers):
    """tiers: (value, confidence)."""
    total = sum(c for _, c in tiers)
    if not total > 0:
        return None
    pm = sum(c * v for v, c in tiers) / total
    sigma = stdev([v for v, _ in tiers]) if len(tiers) > 1 else 8.5
    confidence = total / len(tiers) + max(0.0, 0.15 - sigma / 50) + (0.05 if len(tiers) == 3 else 0)
    return {"pm": pm, "sigma": sigma, "confidence": min(0.99, max(0.0, confidence)),
            "lower": pm - 1.96 * sigma, "upper": pm + 1.96 * sigma}
