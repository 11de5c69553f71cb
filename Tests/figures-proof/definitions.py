"""The figures of the past, from docs/figures.md alone. It shares no code with the program.

Times are whole milliseconds. A sensor is a pair of address and model. Nothing here is fast: each figure is written as its
definition reads.
"""
import bisect
import collections
import math

FAST = {'heart_rate_bpm', 'spo2_pct', 'pulse_bpm', 'spo2_fast_pct', 'pulse_fast_bpm', 'spo2_slow_pct', 'pulse_slow_bpm', 'pai_pct'}
RADON = {'radon_bqm3', 'radon_long_bqm3'}
LONGEST = 5_400_000
MINUTE = 60_000
HALF_HOUR = 1_800_000

# Which quantity an alarm is about, on which side of its limit, and whether a value at the limit is beyond it.
CONDITIONS = {
    'heart-rate-low': ('heart_rate_bpm', 'low', False), 'heart-rate-high': ('heart_rate_bpm', 'high', False),
    'co2-medium': ('co2_ppm', 'high', True), 'co2-high': ('co2_ppm', 'high', True),
    'spo2-low-high': ('spo2_pct', 'low', False),
}
PRIORITIES = ['low', 'medium', 'high']

Reading = collections.namedtuple('Reading', 'sensor at session values ticks')
Hold = collections.namedtuple('Hold', 'value begin end')
Figures = collections.namedtuple('Figures', 'count lowest mean highest below within above covered')


def hold_of(quantity):
    return 5_000 if quantity in FAST else LONGEST if quantity in RADON else 900_000


def values(readings, sensor, quantity):
    """The values of a quantity of a sensor by time. Of two that were measured at once, the later row is in force."""
    found = [(one.at, one.values[quantity]) for one in readings if one.sensor == sensor and quantity in one.values]
    return sorted(found, key=lambda each: each[0])


def holds(series, quantity):
    longest = hold_of(quantity)
    ends = [at for at, _ in series[1:]] + [None]
    return [Hold(value, at, at + longest if end is None else min(end, at + longest)) for (at, value), end in zip(series, ends)]


def clipped(held, start, end):
    for one in held:
        begin, stop = max(one.begin, start), min(one.end, end)
        if begin < stop:
            yield Hold(one.value, begin, stop)


def side(value, limits):
    low, high, at_high = limits
    if low is not None and value < low:
        return 'below'
    if high is not None and (value >= high if at_high else value > high):
        return 'above'
    return 'within'


def figures(readings, sensor, quantity, start, end, limits=(None, None, False), session=None, is_closed=True):
    """None if there is neither a value nor one in force. With a session its readings are counted, whenever they were measured.

    Readings are in the order of their times. What cannot be in force in the time is passed over at once."""
    first = bisect.bisect_left(readings, start - hold_of(quantity), key=lambda one: one.at)
    last = bisect.bisect_right(readings, end, key=lambda one: one.at)
    series = values(readings[first:last], sensor, quantity)
    inside = list(clipped(holds(series, quantity), start, end))
    measured = [value for at, value in series if start <= at and (at <= end if is_closed else at < end)]
    every = measured + [one.value for one in inside]
    if not every:
        return None
    times = {'below': 0, 'within': 0, 'above': 0}
    for one in inside:
        times[side(one.value, limits)] += one.end - one.begin
    covered = sum(times.values())
    mean = sum(one.value * (one.end - one.begin) for one in inside) / covered if covered else sum(measured) / len(measured)
    if session is None:
        count = len(measured)
    else:
        count = sum(1 for one in readings if one.sensor == sensor and one.session == session and quantity in one.values)
    return Figures(count, min(every), min(max(mean, min(every)), max(every)), max(every), times['below'], times['within'], times['above'], covered)


def together(all_figures):
    """Over several sensors of one quantity."""
    known = [one for one in all_figures if one]
    if not known:
        return None
    return min(one.lowest for one in known), max(one.mean for one in known), max(one.highest for one in known)


def grade(mean):
    return next((letter for letter, limit in zip('ABCD', (1000, 1400, 1800, 2200)) if mean < limit), 'F')


def gaps(readings, start, end, quantities=None):
    """Times of a minute or more without a value in force."""
    spans = []
    for sensor in {one.sensor for one in readings}:
        for quantity in {key for one in readings if one.sensor == sensor for key in one.values}:
            if quantities is None or quantity in quantities:
                spans += [(one.begin, one.end) for one in clipped(holds(values(readings, sensor, quantity), quantity), start, end)]
    found, now = [], start
    for begin, stop in sorted(spans) + [(end, end)]:
        if begin - now >= MINUTE:
            found.append((now, begin))
        now = max(now, stop)
    return found


def resting(readings, sensor, start, end):
    best = None
    for begin in range(start, end, HALF_HOUR):
        found = figures(readings, sensor, 'heart_rate_bpm', begin, begin + HALF_HOUR, is_closed=False)
        if found and found.covered * 5 >= HALF_HOUR * 4:
            best = found.mean if best is None else min(best, found.mean)
    return best


def middles(readings, sensor, quantity, start, end):
    """The middle of the minutes of each hour of the day that has some: (hour, value). Readings are in the order of time."""
    lengths, times = [collections.Counter() for _ in range(24)], [one.at for one in readings]
    for begin in range(start, end, MINUTE):
        near = readings[bisect.bisect_left(times, begin - MINUTE):bisect.bisect_left(times, begin + MINUTE)]
        found = figures(near, sensor, quantity, begin, begin + MINUTE, is_closed=False) if near else None
        if found:
            lengths[begin // (60 * MINUTE) % 24][math.floor(found.mean * 100)] += max(1, found.covered)
    for hour, parts in enumerate(lengths):
        left = sum(parts.values()) / 2
        for value, length in sorted(parts.items()):
            left -= length
            if left <= 0:
                yield hour, value / 100
                break


def minutes(readings, sensor, quantity, start, end):
    """FHIR: the mean of each minute with a measured value."""
    found = {}
    for at, _ in values(readings, sensor, quantity):
        if start <= at <= end:
            begin = at // MINUTE * MINUTE
            if begin not in found:
                found[begin] = figures(readings, sensor, quantity, max(begin, start), min(begin + MINUTE, end),
                                       is_closed=begin + MINUTE > end)
    return found


Alarm = collections.namedtuple('Alarm', 'condition address priority limit began ended acked answered duration worst beyond')


def alarms(rows, readings, session, start, end):
    """rows: (session, at, condition, address, priority, presence, activation, limit) in the order in which they were written."""
    found, open_ones = [], {}
    for own, at, condition, address, priority, presence, activation, limit in rows:
        is_before = at < start
        if not is_before and (own != session or at > end):
            continue
        key = (condition, address)
        # A person answers an alarm by acknowledging it, or by pausing its sound.
        answers = presence == 'ack' or activation == 'paused'
        one = open_ones.get(key)
        if one is None:
            if presence != 'off':
                one = dict(condition=condition, address=address, priority=priority, limit=limit, began=at, ended=None,
                           acked=answers, answered=None)
                if presence == 'latched':
                    one['ended'] = at
                open_ones[key] = one
                found.append(one)
            continue
        if PRIORITIES.index(priority) > PRIORITIES.index(one['priority']):
            one['priority'] = priority
        if answers:
            one['acked'] = True
            if one['answered'] is None:
                one['answered'] = at - one['began']
        if presence in ('off', 'latched') and one['ended'] is None:
            one['ended'] = at
        if presence == 'on':
            one['ended'] = None
        if presence == 'off':
            del open_ones[key]
    result = []
    for one in found:
        # One that was over at the start and only sounded on is none of the session.
        if one['began'] < start and one['ended'] is not None and one['ended'] <= start:
            continue
        begin, stop = max(one['began'], start), end if one['ended'] is None else min(one['ended'], end)
        stop = max(begin, stop)
        worst = beyond = None
        known = CONDITIONS.get(one['condition'])
        if known and one['limit'] is not None and one['address']:
            quantity, which, at_limit = known
            limits = (one['limit'], None, False) if which == 'low' else (None, one['limit'], at_limit)
            # The pulse of an oximeter raises the alarms of a heart rate.
            kinds = (quantity, 'pulse_bpm') if quantity == 'heart_rate_bpm' else (quantity,)
            for sensor, kind in sorted({(each.sensor, kind) for each in readings for kind in kinds if each.sensor[0] == one['address']}):
                mine = list(clipped(holds(values(readings, sensor, kind), kind), begin, stop))
                if mine:
                    every = [each.value for each in mine]
                    ours = min(every) if which == 'low' else max(every)
                    worst = ours if worst is None else (min if which == 'low' else max)(worst, ours)
                    time = sum(each.end - each.begin for each in mine if side(each.value, limits) != 'within')
                    beyond = time if beyond is None else max(beyond, time)
        result.append(Alarm(**one, duration=stop - begin, worst=worst, beyond=beyond))
    return sorted(result, key=lambda each: each.began)
