"""The way of the centre of gravity as fuel burns (rules 2 to 6), and what is least on it (rules 12, 13, 18).

Along a stretch that burns from a tank with the arm a the moment is M = a * W + K, so the CG is a + K / W.
"""

from dataclasses import dataclass
from fractions import Fraction

from quantities import POUND_IN_KILOGRAMS, rounded
from ring import limits, margin, root


@dataclass
class Corner:
    label: str
    weight: Fraction
    moment: Fraction
    part: int  # 0 ramp and taxi, 1 take-off up to landing, 2 landing, 3 after landing

    @property
    def cg(self):
        return self.moment / self.weight if self.weight > 0 else None


@dataclass
class Stretch:
    start: Corner
    end: Corner
    arm: Fraction
    part: int

    @property
    def low(self):
        return min(self.start.weight, self.end.weight)

    @property
    def high(self):
        return max(self.start.weight, self.end.weight)

    @property
    def constant(self):
        return self.start.moment - self.arm * self.start.weight

    @property
    def label(self):
        return "on the way to " + self.end.label

    def cg(self, weight):
        return self.arm + self.constant / weight


@dataclass
class Point:
    """A point of the way with its limits and margin."""
    label: str
    weight: Fraction
    cg: Fraction
    forward: Fraction
    aft: Fraction
    exact: bool = True

    @property
    def margin(self):
        return min(self.cg - self.forward, self.aft - self.cg)


def at(label, weight, cg, section, exact=True):
    forward, aft = limits(section, cg)
    return Point(label, weight, cg, forward, aft, exact)


def points_of_stretch(stretch, ring):
    """The points inside a stretch of which one has its least margin, in the order of the way. Ends only where the limits jump."""
    if stretch.low == stretch.high or stretch.low <= 0:
        return []
    low, high, arm, constant = stretch.low, stretch.high, stretch.arm, stretch.constant
    found = []
    for weight in ring.weights:
        if low <= weight <= high:
            cg = stretch.cg(weight)
            here = margin(ring.section(weight), cg)
            for side in (1, -1):
                if (weight < high) if side > 0 else (weight > low):
                    point = at(stretch.label, weight, cg, ring.section_beside(weight, side))
                    inside = low < weight < high
                    if inside or point.margin < here:
                        found.append(point)
    for below, above, ranges in ring.regions():
        left = low if below is None else max(low, below)
        right = high if above is None else min(high, above)
        if left >= right:
            continue
        lines = [line for pair in ranges for line in pair]
        weights = [root(-constant / q) for _, q in lines if q != 0 and -constant / q > 0]
        if len(ranges) > 1:
            # Between two ranges the margin is least half-way: a + K / W = p + q W.
            for (_, (p1, q1)), ((p2, q2), _) in zip(ranges, ranges[1:]):
                weights += quadratic((q1 + q2) / 2, (p1 + p2) / 2 - arm, -constant)
        for weight in (nearest_step(weight) for weight in weights):
            if left < weight < right:
                section = [(f[0] + f[1] * weight, a[0] + a[1] * weight) for f, a in ranges]
                found.append(at(stretch.label, weight, stretch.cg(weight), section, exact=False))
    falling = stretch.end.weight < stretch.start.weight
    return sorted(found, key=lambda point: -point.weight if falling else point.weight)


def nearest_step(weight):
    """A weight rounded to the steps of rule 13, 10^-14 kg."""
    return rounded(weight * POUND_IN_KILOGRAMS, 14) / POUND_IN_KILOGRAMS


def quadratic(a, b, c):
    """The real roots of a x^2 + b x + c, as fractions right to many places."""
    if a == 0:
        return [] if b == 0 else [-c / b]
    discriminant = b * b - 4 * a * c
    if discriminant < 0:
        return []
    half = root(discriminant)
    return [(-b - half) / (2 * a), (-b + half) / (2 * a)]


def points(corners, stretches, ring):
    """All candidates for a least margin, as (part, point), in the order of the way."""
    result = []
    for index, corner in enumerate(corners):
        result.append((corner.part, at(corner.label, corner.weight, corner.cg, ring.section(corner.weight))))
        if index < len(stretches):
            stretch = stretches[index]
            result += [(stretch.part, point) for point in points_of_stretch(stretch, ring)]
    return result
