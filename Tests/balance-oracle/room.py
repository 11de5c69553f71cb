"""How much more each station can take (rules 14, 15), in closed form.

With x more at the arm A a point that weighs W with the moment M is at W + x with M + A x. Its distance from a straight limit
p + q W, times the weight, is a quadratic in x; on a stretch that burns from the arm a the total weight T has the moment
a T + K + (A - a) x, so at a fixed T it is linear in x. The first whole number that makes one of them negative stops it.
`first_failure_by_walking` does the same by computing the whole sheet for each number; the tests compare the two.
"""

from copy import copy
from fractions import Fraction
from math import ceil, floor, isqrt, lcm

from model import ADVISORY, CAUTION, Sheet
from quantities import WEIGHT


def with_more(sheet, station, weight):
    """The sheet with more in a station, at the arm of what is in it."""
    scenario = copy(sheet.scenario)
    scenario.loads = dict(scenario.loads)
    scenario.loads[station.id] = scenario.loads.get(station.id, []) + [(weight, sheet.arm(station))]
    return Sheet(sheet.aircraft, scenario)


def is_clean(sheet):
    return all(w["level"] in (CAUTION, ADVISORY) for w in sheet.warnings)


def stops(sheet, station):
    """The code that stops a sheet at which a station took more, or None."""
    if not is_clean(sheet):
        return sheet.warnings[0]["code"]
    implausible = not station.is_limit and sheet.stations[station.id][0] > station.limit.value
    return "STATION_IMPLAUSIBLE" if implausible else None


def rooms(sheet, unit):
    """{station id: n} for every station that takes part."""
    return {station.id: room_of(sheet, station, unit) for station in sheet.aircraft.stations if station.kind != "oil"}


def room(sheet, metric=False):
    if not is_clean(sheet):
        return None
    unit = WEIGHT["kg"] if metric else Fraction(1)
    found = rooms(sheet, unit)
    if not found:
        return None
    best = max(found, key=lambda ident: found[ident])  # the first of equal ones
    station = next(s for s in sheet.aircraft.stations if s.id == best)
    return {"weight": Fraction(found[best]), "station": best,
            "limit": stops(with_more(sheet, station, (found[best] + 1) * unit), station)}


def room_of(sheet, station, unit):
    weight = sheet.stations[station.id][0]
    if weight == 0:
        if station.id in sheet.category.empty_stations and sheet.category.empty_stations_known:
            return 0
        if station.range and not station.range[0] <= station.arm.value <= station.range[1]:
            return 0
    left = [station.limit.value - weight]
    left += [limit.value - sheet.phases()[phase].weight for phase, limit in sheet.limits.items() if limit.value is not None]
    left += [most.value - sum(sheet.stations[m][0] for m in members)
             for _, _, members, most in sheet.aircraft.combined if station.id in members]
    if sheet.ring.top < sheet.limits["takeoff"].value:
        left.append(sheet.ring.top - max(c.weight for c in sheet.flight if c.part == 1))
    most = floor(min(left) / unit)
    if most <= 0:
        return 0
    if sheet.ring.has_notch:
        return first_failure_by_walking(sheet, station, unit, most) - 1
    return first_out_of_balance(sheet, sheet.arm(station), unit, most) - 1


def first_failure_by_walking(sheet, station, unit, most):
    for n in range(1, most + 1):
        if stops(with_more(sheet, station, n * unit), station) is not None:
            return n
    return most + 1


def first_out_of_balance(sheet, arm, unit, most):
    """The first whole number from 1 to `most` that brings a point of the flight out of balance, else most + 1."""
    best = most + 1

    def test(a, b, c, low, high):
        """Where a x^2 + b x + c is negative, x = n * unit, n from low to high."""
        nonlocal best
        low, high = max(low, 1), min(high, best - 1)
        if low <= high:
            n = first_negative(a * unit * unit, b * unit, c, low, high)
            if n is not None:
                best = n

    ring = sheet.ring
    sides = [(sign, end) for sign, end in ((1, 0), (-1, 1))]  # forward, aft
    regions = [(low, high, ranges[0]) for low, high, ranges in ring.regions()]
    for corner in sheet.flight:
        w, m = corner.weight, corner.moment
        for low, high, lines in regions:
            least = 1 if low is None else floor((low - w) / unit) + 1
            last = most if high is None else ceil((high - w) / unit) - 1
            for sign, end in sides:
                p, q = lines[end]
                test(-sign * q, sign * (arm - p - 2 * q * w), sign * (m - p * w - q * w * w), least, last)
        for weight in ring.weights:
            n = (weight - w) / unit
            if n.denominator == 1:
                for sign, end in sides:
                    limit = ring.section(weight)[0][end]
                    test(Fraction(0), sign * arm, sign * (m - limit * weight), int(n), int(n))
    for stretch in sheet.stretches:
        if stretch.part == 0 or stretch.low == stretch.high:
            continue
        a, k = stretch.arm, stretch.constant
        for weight in ring.weights:
            for side in (1, -1):
                section = ring.section_beside(weight, side)[0]
                if side > 0:
                    least, last = floor((weight - stretch.high) / unit) + 1, floor((weight - stretch.low) / unit)
                else:
                    least, last = ceil((weight - stretch.high) / unit), ceil((weight - stretch.low) / unit) - 1
                for sign, end in sides:
                    test(Fraction(0), sign * (arm - a), sign * (a * weight + k - section[end] * weight), least, last)
        for low, high, lines in regions:
            for sign, end in sides:
                p, q = lines[end]
                if sign * q < 0:
                    total = (a - p) / (2 * q)
                    if (low is None or total > low) and (high is None or total < high):
                        least, last = floor((total - stretch.high) / unit) + 1, ceil((total - stretch.low) / unit) - 1
                        test(Fraction(0), sign * (arm - a), sign * (a * total + k - (p + q * total) * total), least, last)
    return best


def first_negative(a, b, c, low, high):
    """The first whole number n from low to high with a n^2 + b n + c < 0, or None."""
    scale = lcm(a.denominator, b.denominator, c.denominator)
    a, b, c = int(a * scale), int(b * scale), int(c * scale)

    def value(n):
        return (a * n + b) * n + c

    if value(low) < 0:
        return low
    if a == 0:
        if b >= 0:
            return None
        candidates = [c // -b + 1]
    else:
        discriminant = b * b - 4 * a * c
        if discriminant < 0:
            return None
        # Negative beyond the greater root if a < 0, from the lesser root on if a > 0: it is the same formula.
        guess = (-b - isqrt(discriminant)) // (2 * a)
        candidates = range(guess - 2, guess + 4)
    for n in candidates:
        if low < n <= high and value(n) < 0:
            return n
    return None
