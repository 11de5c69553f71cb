"""The envelope: a ring in weight and centre of gravity (rules 9 to 13).

At a weight the ring allows one or more ranges of arms, a *section*. Between two weights of its corners each end of a range is a
straight line, so the ring is a list of slabs. Above and below the ring the section of its greatest or lowest weight counts.
"""

from fractions import Fraction
from math import isqrt

PRECISION = 10 ** 30


def root(value):
    """The square root of a fraction, right to 10^-30."""
    return Fraction(isqrt(value.numerator * value.denominator * PRECISION ** 2), value.denominator * PRECISION)


def merged(ranges):
    result = []
    for forward, aft in sorted(ranges):
        if result and forward <= result[-1][1]:
            result[-1] = (result[-1][0], max(result[-1][1], aft))
        else:
            result.append((forward, aft))
    return result


class Slab:
    """All weights between two neighbouring corner weights; its ranges are pairs of lines p + q * weight."""

    def __init__(self, low, high, ranges):
        self.low, self.high, self.ranges = low, high, ranges

    def section(self, weight):
        return [(f[0] + f[1] * weight, a[0] + a[1] * weight) for f, a in self.ranges]


class Ring:
    def __init__(self, points):
        """points: (weight, arm), in either orientation; the first may be repeated at the end."""
        if points[0] == points[-1]:
            points = points[:-1]
        edges = list(zip(points, points[1:] + points[:1]))
        self.weights = sorted({w for w, _ in points})
        self.floor, self.top = self.weights[0], self.weights[-1]
        self.slabs = []
        for low, high in zip(self.weights, self.weights[1:]):
            middle = (low + high) / 2
            lines = []
            for (w1, a1), (w2, a2) in edges:
                if min(w1, w2) <= low and max(w1, w2) >= high:
                    slope = (a2 - a1) / (w2 - w1)
                    lines.append((a1 - slope * w1, slope))
            lines.sort(key=lambda line: line[0] + line[1] * middle)
            self.slabs.append(Slab(low, high, list(zip(lines[::2], lines[1::2]))))
        self.corner_sections = {}
        for weight in self.weights:
            ranges = [r for slab in self.slabs if slab.low == weight or slab.high == weight for r in slab.section(weight)]
            ranges += [(min(a1, a2), max(a1, a2)) for (w1, a1), (w2, a2) in edges if w1 == w2 == weight]
            self.corner_sections[weight] = merged(ranges)
        # Without a notch every section is one range, and the rules are as simple as they read.
        self.has_notch = any(len(slab.ranges) > 1 for slab in self.slabs) or any(
            len(section) > 1 for section in self.corner_sections.values())

    def section(self, weight):
        weight = min(max(weight, self.floor), self.top)
        if weight in self.corner_sections:
            return self.corner_sections[weight]
        return next(slab for slab in self.slabs if slab.low < weight < slab.high).section(weight)

    def section_beside(self, weight, side):
        """What the section tends to just above (+1) or just below (-1) a weight."""
        if weight not in self.corner_sections:
            return self.section(weight)
        for slab in self.slabs:
            if (slab.low if side > 0 else slab.high) == weight:
                return slab.section(weight)
        return self.corner_sections[weight]  # above the top or below the floor

    def contains(self, weight, cg):
        return self.floor <= weight <= self.top and any(f <= cg <= a for f, a in self.section(weight))

    def regions(self):
        """The slabs, and what is below and above the ring, as (low, high, ranges of lines); None is no end."""
        def still(section):
            return [((f, Fraction(0)), (a, Fraction(0))) for f, a in section]
        yield None, self.floor, still(self.corner_sections[self.floor])
        for slab in self.slabs:
            yield slab.low, slab.high, slab.ranges
        yield self.top, None, still(self.corner_sections[self.top])


def is_simple(points):
    """Whether a ring neither crosses nor touches itself; the first point may be repeated at the end."""
    if points[0] == points[-1]:
        points = points[:-1]
    edges = list(zip(points, points[1:] + points[:1]))
    count = len(edges)
    for i in range(count):
        for j in range(i + 1, count):
            if j == i + 1 or (i == 0 and j == count - 1):
                (a, b), (c, d) = (edges[i], edges[j]) if j == i + 1 else (edges[j], edges[i])
                along = (b[0] - a[0]) * (d[0] - c[0]) + (b[1] - a[1]) * (d[1] - c[1])
                if turn(a, b, d) == 0 and along < 0:
                    return False
            elif meet(*edges[i], *edges[j]):
                return False
    return True


def turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def meet(a, b, c, d):
    """Whether two lines have a point in common, ends included."""
    sides = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)]
    signs = [(s > 0) - (s < 0) for s in sides]
    if signs[0] * signs[1] < 0 and signs[2] * signs[3] < 0:
        return True

    def between(p, q, r):
        return all(min(p[i], q[i]) <= r[i] <= max(p[i], q[i]) for i in (0, 1))

    return any(sign == 0 and between(*ends) for sign, ends in zip(
        signs, ((a, b, c), (a, b, d), (c, d, a), (c, d, b))))


def limits(section, cg):
    """The ends of the range that holds the CG, else of the range that is nearest (the forward one if equal)."""
    return max(section, key=lambda r: (min(cg - r[0], r[1] - cg), -r[0]))


def margin(section, cg):
    forward, aft = limits(section, cg)
    return min(cg - forward, aft - cg)
