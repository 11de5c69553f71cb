"""A flight as it was: altitude of the aircraft over time, and what follows from it.

The truth comes from altitude and ground speed alone. Nothing here knows the detector."""
import bisect
import dataclasses

STEP = 10  # s between two points of a flight


@dataclasses.dataclass
class Flight:
    name: str
    kind: str               # a group in the table
    pressurised: bool
    altitude: list          # pressure altitude of the aircraft, ft, each STEP seconds
    legs: list              # (lift-off, touchdown), s; more than one if it stood on the ground between
    boarding: float = None  # s, when people begin to come aboard; None: not simulated
    notes: dict = dataclasses.field(default_factory=dict)

    def end(self):
        return (len(self.altitude) - 1) * STEP


def on_grid(times, altitudes, start, end):
    """Altitudes each STEP seconds, linear between points."""
    result = []
    for t in range(int(start), int(end) + 1, STEP):
        at = bisect.bisect_left(times, t)
        if at == 0:
            result.append(altitudes[0])
        elif at == len(times):
            result.append(altitudes[-1])
        else:
            share = (t - times[at - 1]) / max(1e-9, times[at] - times[at - 1])
            result.append(altitudes[at - 1] + share * (altitudes[at] - altitudes[at - 1]))
    return result


LEVEL_RATE = 250        # ft/min: slower is level
SHORT_LEVEL = 300       # s: a shorter level part within a climb or a descent belongs to it; between two others it may be
                        # called a cruise or by the move before or after it
SMALL_MOVE = 700        # ft: a climb or a descent of less is part of a cruise


def truth(flight):
    """The phase of each minute: before, climb, cruise, descent or after; and `boarding` where people are aboard on the
    ground before the first flight, until the lift-off. Several words with slashes are all right."""
    phases = ['before'] * len(flight.altitude)
    for index, (up, down) in enumerate(flight.legs):
        first, last = int(up // STEP), min(int(down // STEP), len(phases) - 1)
        if index:
            previous = int(flight.legs[index - 1][1] // STEP)
            phases[previous:first] = ['after'] * (first - previous)
        phases[first:last] = moves(flight.altitude[first:last + 1])[:last - first]
        phases[last:] = ['after'] * (len(phases) - last)
    if flight.boarding is not None and flight.legs:
        first, last = int(flight.boarding // STEP), int(flight.legs[0][0] // STEP)
        phases[first:last] = ['boarding'] * (last - first)
    return [phases[minute * 60 // STEP] for minute in range(len(phases) * STEP // 60)]


def moves(altitude):
    """Climb, cruise or descent for each point of one leg."""
    half = 60 // STEP
    words = []
    for at in range(len(altitude)):
        low, high = max(0, at - half), min(len(altitude) - 1, at + half)
        rate = (altitude[high] - altitude[low]) / max(1, high - low) * 60 / STEP
        words.append('climb' if rate > LEVEL_RATE else 'descent' if rate < -LEVEL_RATE else 'cruise')
    parts = runs(words)
    # Small moves first, then short level parts between moves of the same direction, or at both ends of the leg.
    parts = merged([['cruise' if word != 'cruise' and abs(altitude[end - 1] - altitude[begin]) < SMALL_MOVE
                     and 0 < begin and end < len(altitude) else word, begin, end] for word, begin, end in parts])
    for at, part in enumerate(parts):
        word, begin, end = part
        before = parts[at - 1][0] if at else 'climb'
        after = parts[at + 1][0] if at + 1 < len(parts) else 'descent'
        if word == 'cruise' and (end - begin) * STEP < SHORT_LEVEL:
            if before == after:
                part[0] = before
            elif not at and after == 'climb':
                part[0] = 'climb'
            elif at + 1 == len(parts) and before == 'descent':
                part[0] = 'descent'
            else:
                part[0] = '/'.join(dict.fromkeys(['cruise', before.split('/')[0], after]))
    result = []
    for word, begin, end in parts:
        result += [word] * (end - begin)
    return result


def runs(words):
    parts = []
    for at, word in enumerate(words):
        if parts and parts[-1][0] == word:
            parts[-1][2] = at + 1
        else:
            parts.append([word, at, at + 1])
    return parts


def merged(parts):
    result = []
    for part in parts:
        if result and result[-1][0] == part[0]:
            result[-1][2] = part[2]
        else:
            result.append(list(part))
    return result
