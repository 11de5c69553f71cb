"""In what order fuel is burned (rules 2 to 4): a queue of draws, then the corners of the way."""

from fractions import Fraction

from way import Corner, Stretch


def draws(tanks, order):
    """[(tank id, volume)] from full to dry. `order` holds (tank id, volume or None); `tanks` maps ids to volumes in file order.

    A tank that the order does not name is a step of its own at its end. What steps with amounts leave follows in the order in
    which the tanks were first named. A negative tank burns nothing on the flight; it is set to 0 with the rest at the end.
    """
    left = dict(tanks)
    queue = []
    named = list(dict.fromkeys(tank for tank, _ in order))
    steps = list(order) + [(tank, None) for tank in tanks if tank not in named] + [(tank, None) for tank in named]
    for tank, amount in steps:
        volume = left[tank] if amount is None else max(Fraction(0), min(amount, left[tank]))
        if volume != 0:
            queue.append((tank, volume))
            left[tank] -= volume
    return queue


class Burn:
    def __init__(self, queue, taxi, trip):
        """Splits the queue into taxi, trip and rest; each a list of (tank, volume)."""
        self.short = max(Fraction(0), taxi + trip - sum(v for _, v in queue if v > 0))
        self.parts = []
        for need in (taxi, trip):
            part, rest = [], []
            for tank, volume in queue:
                taken = min(need, volume) if volume > 0 else Fraction(0)
                need -= taken
                if taken > 0:
                    part.append((tank, taken))
                if volume != taken:
                    rest.append((tank, volume - taken))
            self.parts.append(part)
            queue = rest
        self.parts.append(queue)

    def burned(self, part, tank):
        return sum((v for t, v in self.parts[part] if t == tank), Fraction(0))

    def remaining(self):
        """What is left at landing; negative tanks are nothing."""
        return sum((v for _, v in self.parts[2] if v > 0), Fraction(0))


def way(burn, weight, moment, tanks):
    """(corners, stretches). `tanks` maps ids to (name, arm, density). A tank that is left again says which use that was."""
    corners = [Corner("ramp", weight, moment, 0)]
    stretches, uses, burning = [], {}, None
    for part, end in enumerate(("take-off", "landing", "zero fuel")):
        whole = merge(burn.parts[part])
        for index, (tank, volume) in enumerate(whole):
            name, arm, density = tanks[tank]
            weight -= volume * density
            moment -= volume * density * arm
            last = index == len(whole) - 1
            if volume > 0 and tank != burning:  # less than 0 burns nothing, so it is no change
                uses[tank] = uses.get(tank, 0) + 1
                burning = tank
            again = f", use {uses[tank]}" if uses.get(tank, 0) > 1 else ""
            label = end if last else f"{name} changed over{again}"
            corners.append(Corner(label, weight, moment, part + 1 if last else (0, 1, 3)[part]))
            stretches.append(Stretch(corners[-2], corners[-1], arm, (0, 1, 3)[part]))
        if not whole:
            corners.append(Corner(end, weight, moment, part + 1))
            stretches.append(Stretch(corners[-2], corners[-1], Fraction(0), (0, 1, 3)[part]))
    return corners, stretches


def merge(part):
    result = []
    for tank, volume in part:
        if result and result[-1][0] == tank:
            result[-1] = (tank, result[-1][1] + volume)
        else:
            result.append((tank, volume))
    return result
