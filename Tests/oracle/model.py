"""The alarm rules as a model: from samples to the instants at which a condition may be on and must be on.

Written from the text of the rules alone. Times are seconds of the timeline. The words of the rules:
  fresh time   the time in which a value holds: from its message to the next, at most its freshness. What is stale is cut
               out; a hole of more than 120 s begins every count again.
  share        B(X): how long the value was beyond its limit within the last X of fresh time.
  may          fresh and beyond now, and B(1.5 M) >= N, confirmed; or must.
  must         fresh and beyond now, and B(1.5 M) >= M or B(L) >= L / 2, with L = 10 M, at least 120 s.
  end          with a value inside by the hysteresis, once inside for E in all within 1.5 E (E = N, from 5 to 60 s). Only the
               time from one value to the next that comes in time counts: what is sent no more, or is no number, ends nothing.
Where the text leaves room there are two readings of a sample: `hard` bits count where a rule *must* hold, `soft` bits
where it *may*. A `must` is the hard one with SLACK taken off, a `may` the soft one with SLACK added.
"""
from bisect import bisect_left, bisect_right
import frames
from pressure import Pressures

SLACK = 1.0          # seconds about a bound in which either answer is right
LONG_HOLE = 120.0    # seconds without fresh data that begin the counts again
NEVER = float('inf')


class Track:
    """Spans of fresh time, each with the bits that were true in it. A span is (from, to, bits, news): `news` are the
    measurements (or beats) that its message brought."""

    def __init__(self, spans, long_hole=LONG_HOLE):
        spans = [s for s in spans if s[1] > s[0]]
        self.t0, self.t1, self.bits, self.news = ([s[k] for s in spans] for k in range(4))
        self.f0, self.epoch, fresh, begin = [], [], 0.0, 0.0
        for i in range(len(spans)):
            if i and self.t0[i] - self.t1[i - 1] > long_hole:
                begin = fresh
            self.f0.append(fresh)
            self.epoch.append(begin)
            fresh += self.t1[i] - self.t0[i]
        self.sums = {}
        self.repeats = False    # whether messages may repeat a measurement

    def at(self, t):
        """The span that holds at t, as an index, or None while nothing is fresh. At a border it is the later one."""
        i = bisect_right(self.t0, t) - 1
        return i if i >= 0 and t < self.t1[i] else None

    def near(self, a, b):
        """The indexes of the spans that touch the time from a to b."""
        return range(bisect_left(self.t1, a), bisect_right(self.t0, b))

    def judged(self, i, t):
        """Where span i is judged for t: at t, or, where messages are far apart, when its own message came. A program that
        looks at its counts only when a message comes is right, too."""
        return t if self.t1[i] - self.t0[i] <= 1.5 else self.t0[i]

    def clock(self, t):
        """Fresh time counted up to t."""
        i = bisect_right(self.t0, t) - 1
        return 0.0 if i < 0 else self.f0[i] + min(t, self.t1[i]) - self.t0[i]

    def sum_of(self, bit):
        if bit not in self.sums:
            time, news, times, counts = 0.0, 0, [], []
            for i in range(len(self.t0)):
                times.append(time)
                counts.append(news)
                if self.bits[i] & bit:
                    time += self.t1[i] - self.t0[i]
                    news += self.news[i]
            self.sums[bit] = (times, counts + [news])
        return self.sums[bit]

    def total(self, bit, f):
        """Time with this bit, from the first span to the fresh time f."""
        j = bisect_right(self.f0, f) - 1
        if j < 0:
            return 0.0
        return self.sum_of(bit)[0][j] + (f - self.f0[j] if self.bits[j] & bit else 0.0)

    def window(self, t, length, origin):
        """The last `length` of fresh time before t, as two fresh times; never before `origin` or a long hole."""
        i = bisect_right(self.t0, t) - 1
        if i < 0:
            return 0.0, 0.0
        f = self.clock(t)
        return max(f - length, self.epoch[i], self.clock(origin) if origin is not None else 0.0), f

    def share(self, bit, t, length, origin=None):
        low, high = self.window(t, length, origin)
        return self.total(bit, high) - self.total(bit, low)

    def news_within(self, bit, t, length, origin=None):
        """Measurements with this bit whose value still counts within the window."""
        low, high = self.window(t, length, origin)
        first, last = max(0, bisect_right(self.f0, low) - 1), bisect_right(self.f0, high)
        counts = self.sum_of(bit)[1]
        found = counts[last] - counts[first] if last > first else 0
        if self.repeats:    # a window may begin amid the repeats of a measurement
            begin = next((i for i in range(first, last) if self.bits[i] & bit), None)
            found += begin is not None and self.news[begin] == 0
        return found


class Bound:
    """One pair of bounds over one track: the share rule itself."""

    def __init__(self, track, hard, soft, n, m, news):
        self.track, self.hard, self.soft, self.n, self.m, self.news = track, hard, soft, n, m, news
        self.long = max(10.0 * m, 120.0)

    def must_in(self, i, t, origin):
        """Whether it must be on at t, which lies in (or at the end of) span i."""
        if not self.track.bits[i] & self.hard:
            return False
        t = self.track.judged(i, t)
        if self.track.share(self.hard, t, 1.5 * self.m, origin) >= self.m + SLACK - 1e-9:
            return True
        return self.track.share(self.hard, t, self.long, origin) >= self.long / 2 + SLACK - 1e-9

    def may_in(self, i, t, origin, slack):
        if not self.track.bits[i] & self.soft:
            return False
        share = self.track.share(self.soft, t, 1.5 * self.m, origin)
        if share >= self.n - slack and self.track.news_within(self.soft, t, 1.5 * self.m + slack, origin) >= self.news:
            return True
        return share >= self.m - slack or self.track.share(self.soft, t, self.long, origin) >= self.long / 2 - slack

    def first_must(self, a, b, origin):
        """The first instant from a to b at which it must be on, or None. B grows within a span, so its end decides."""
        for i in self.track.near(a, b):
            if not self.track.bits[i] & self.hard:
                continue
            low, high = max(a, self.track.t0[i]), min(b, self.track.t1[i])
            if high <= low or not self.must_in(i, high, origin):
                continue
            while high - low > 0.01:
                middle = (low + high) / 2
                low, high = (low, middle) if self.must_in(i, middle, origin) else (middle, high)
            return high
        return None

    def may(self, t, origin):
        """Whether it may begin at t, give or take SLACK."""
        for i in self.track.near(t - SLACK, t + SLACK):
            if self.may_in(i, min(t + SLACK, self.track.t1[i]), origin, SLACK):
                return True
        return False


class End:
    """One way to end: inside for `e` in all within 1.5 e of a track."""

    def __init__(self, track, hard, soft, e_soft, e_hard):
        self.track, self.hard, self.soft, self.e_soft, self.e_hard = track, hard, soft, e_soft, e_hard

    def may(self, t, origin, wide=SLACK):
        for i in self.track.near(t - wide, t + wide):
            if self.track.bits[i] & self.soft:
                at = min(t + wide, self.track.t1[i])
                if self.track.share(self.soft, at, 1.5 * self.e_soft + wide, origin) >= self.e_soft - wide:
                    return True
        return False

    def first_must(self, a, b, origin):
        for i in self.track.near(a, b):
            t = self.track.t0[i]        # an alarm ends with a value
            if self.track.bits[i] & self.hard and a <= t < b:
                if self.track.share(self.hard, t, 1.5 * self.e_hard, origin) >= self.e_hard + SLACK:
                    return t
        return None


class Rule:
    """A condition of a value: some bounds of which each may raise it, some ends of which each may end it."""

    def __init__(self, name, priority, limit, bounds, ends, tracks, above):
        self.name, self.priority, self.limit, self.bounds, self.ends = name, priority, limit, bounds, ends
        self.fresh, self.sooner = tracks    # the tracks that show whether anything is fresh
        self.above = above

    def first_must(self, a, b, origin):
        found = [t for t in (x.first_must(a, b, origin) for x in self.bounds if x.hard) if t is not None]
        return min(found) if found else None

    def may(self, t, origin):
        return any(x.may(t, origin) for x in self.bounds)

    def beyond_near(self, t, wide=SLACK):
        """Whether a fresh value beyond the limit is there about t."""
        return any(x.track.bits[i] & x.soft for x in self.bounds for i in x.track.near(t - wide, t + wide))

    def may_end(self, t, origin):
        return any(x.may(t, origin) for x in self.ends)

    def first_end(self, a, b, origin):
        found = [t for t in (x.first_must(a, b, origin) for x in self.ends) if t is not None]
        return min(found) if found else None

    def fresh_near(self, t, wide=SLACK):
        return len(self.fresh.near(t - wide, t + wide)) > 0

    def stale_near(self, t, wide=SLACK):
        """Whether anything is missing from the data about t, by either track."""
        a, b = t - wide, t + wide
        held = lambda track: sum(min(b, track.t1[i]) - max(a, track.t0[i]) for i in track.near(a, b))
        return min(held(self.fresh), held(self.sooner)) < b - a - 1e-6

    def first_stale(self, a, b):
        """The first instant from a to b at which the data have been stale for more than SLACK."""
        edge = a
        for i in self.fresh.near(a, b):
            if self.fresh.t0[i] > edge + SLACK:
                break
            edge = max(edge, self.fresh.t1[i])
        return edge + SLACK if edge + SLACK < b else None


# ---- what is watched, with limits and bounds

class Settings:
    """Limits and bounds in force. Two numbers for a limit of the heart where the text gives a range."""

    def __init__(self, profile, off=(), low=None, high=None, limits=None, proved=None, unproved=None, persons=None,
                 paced=None, oxygen=10.0):
        self.profile, self.off, self.limits, self.persons = profile, set(off), limits or {}, persons or {}
        self.oxygen = oxygen    # how long the medium limit of oxygen waits
        self.paced = paced      # the rate that a pacemaker keeps
        self.latch = profile == 'bedside'
        # How often values of low and medium priority sound: 'never', 'once', 'repeat', or the seconds between two bursts.
        self.sound_low, self.sound_medium = ('never', 300.0) if profile == 'cabin' else ('once', 'repeat')
        self.low = low or {'bedside': (45, 45), 'cabin': (40, 40), 'cockpit': (40, 45)}[profile]
        self.high = high or {'bedside': (130, 130), 'cabin': (150, 150), 'cockpit': (100, 160)}[profile]
        self.proved = proved or (5.0, 10.0)
        self.unproved = unproved or ((15.0, 30.0) if profile == 'bedside' else (5.0, 10.0))

    def of(self, address):
        """What is in force for the person of a sensor: `persons` gives settings by address."""
        return self.persons.get(address, self)

    def table(self, rows):
        """The rows of a table with the limits that the configuration names."""
        rows = tuple((name, priority, self.limits.get(name, limit), *rest) for name, priority, limit, *rest in rows)
        return tuple((*r[:4], self.oxygen, max(20.0, self.oxygen)) if r[0] == 'spo2-low-medium' else r for r in rows)


CO2 = (('co2-low', 'low', 800, 50, 120.0, 300.0), ('co2-medium', 'medium', 1500, 100, 60.0, 180.0),
       ('co2-high', 'high', 2500, 100, 30.0, 90.0))
SPO2 = (('spo2-low-medium', 'medium', 90, 1, 10.0, 20.0), ('spo2-low-high', 'high', 85, 1, 10.0, 20.0))
VOC = (('voc-high', 'medium', 300, 30, 30.0, 90.0),)
RANK = {'none': 0, 'low': 1, 'medium': 2, 'high': 3}
NEAR_FEET = 25.0     # pressures come in steps of 0.1 hPa: so near to a limit either answer is right


def spans_of(samples, bits_of, aged=False, inside=0, broken=()):
    """Samples (t, value, fresh, news, age) as spans: each holds to the next, at most as long as it is fresh. The text has
    freshness begin with the message; a program that begins it with the measurement, `age` before that, is right, too. An
    age comes in whole seconds, so the measurement may have been up to a second earlier. The bits of `inside` hold only where
    the next sample comes in time, and no message without a number (`broken`, instants) between."""
    out = []
    for k, (t, value, fresh, news, age) in enumerate(samples):
        until, after = t + fresh - (age + 1 if aged and age else 0), samples[k + 1][0] if k + 1 < len(samples) else NEVER
        j = bisect_right(broken, t)
        measured = after <= until and not (j < len(broken) and broken[j] < after)
        out.append((t, min(after, until), bits_of(value) & (-1 if measured else ~inside), news))
    return out


def two_tracks(samples, bits_of, inside=0, broken=()):
    """The track by messages and the track by measurements."""
    tracks = [Track(spans_of(samples, bits_of, aged, inside, broken)) for aged in (False, True)]
    for track in tracks:
        track.repeats = True
    return tracks


def bounds_of(tracks, hard, soft, n, m):
    """It must be on where the shorter track says so, and may where either does."""
    later, sooner = tracks
    return [Bound(sooner, hard, soft, n, m, 2), Bound(later, 0, soft, n, m, 2)]


def ends_of(tracks, hard, soft, e_soft, e_hard):
    later, sooner = tracks
    return [End(sooner, hard, soft, e_soft, e_hard), End(later, 0, soft, e_soft, e_hard)]


def limit_rules(samples, table, above, broken=()):
    """Rules of a plain limit, all over one track: bits 1, 2 are beyond and inside of the first row, 4, 8 of the second …"""
    def bits_of(value):
        bits = 0
        for k, (_, _, limit, hysteresis, _, _) in enumerate(table):
            beyond = value >= limit if above else value < limit
            inside_soft = value <= limit - hysteresis if above else value >= limit + hysteresis
            inside_hard = value < limit - hysteresis if above else value > limit + hysteresis
            bits |= (beyond << 3 * k) | (inside_soft << 3 * k + 1) | (inside_hard << 3 * k + 2)
        return bits
    tracks = two_tracks(samples, bits_of, sum(6 << 3 * k for k in range(len(table))), broken)
    rules = []
    for k, (name, priority, limit, _, n, m) in enumerate(table):
        e = min(60.0, max(5.0, n))
        rules.append(Rule(name, priority, limit, bounds_of(tracks, 1 << 3 * k, 1 << 3 * k, n, m),
                          ends_of(tracks, 4 << 3 * k, 2 << 3 * k, e, e), tracks, above))
    return rules


def altitude_rules(samples):
    """10,000 ft; 14,000 ft; 12,500 ft for 30 minutes. Hard and soft differ by what a step of pressure is worth."""
    limits = (10000.0, 14000.0, 12500.0)

    def bits_of(value):
        bits = 0
        for k, limit in enumerate(limits):
            bits |= ((value >= limit + NEAR_FEET) << 4 * k) | ((value >= limit - NEAR_FEET) << 4 * k + 1)
            bits |= ((value <= limit - 200 + NEAR_FEET) << 4 * k + 2) | ((value <= limit - 200 - NEAR_FEET) << 4 * k + 3)
        return bits
    tracks = two_tracks(samples, bits_of, 0xccc)
    bound = lambda k, n, m: bounds_of(tracks, 1 << 4 * k, 2 << 4 * k, n, m)
    return [Rule('cabin-altitude-medium', 'medium', 10000, bound(0, 10.0, 30.0), ends_of(tracks, 8, 4, 10.0, 10.0), tracks, True),
            Rule('cabin-altitude-high', 'high', None, bound(1, 10.0, 30.0) + bound(2, 1800.0, 1800.0),
                 ends_of(tracks, 8 << 8, 4 << 4, 10.0, 60.0), tracks, True)]


def monoxide_rules(samples):
    """50 ppm is medium; 300 ppm, or 100 ppm for ten minutes, is high. They end at 5 and 10 ppm below."""
    limits = ((50.0, 5.0), (300.0, 10.0), (100.0, 10.0))

    def bits_of(value):
        bits = 0
        for k, (limit, hysteresis) in enumerate(limits):
            bits |= (value >= limit) << 4 * k | (value <= limit - hysteresis) << 4 * k + 1 | (value < limit - hysteresis) << 4 * k + 2
        return bits
    tracks = two_tracks(samples, bits_of, 0x666)
    bound = lambda k, n, m: bounds_of(tracks, 1 << 4 * k, 1 << 4 * k, n, m)
    return [Rule('co-medium', 'medium', 50, bound(0, 60.0, 180.0), ends_of(tracks, 4, 2, 60.0, 60.0), tracks, True),
            Rule('co-high', 'high', None, bound(1, 30.0, 90.0) + bound(2, 600.0, 600.0),
                 ends_of(tracks, 4 << 8, 2 << 4, 30.0, 60.0), tracks, True)]


def detector_rules(samples):
    """What a detector reports is high by ten seconds, and ends when it reports otherwise: a report holds on its own."""
    tracks = two_tracks(samples, lambda v: 1 if v else 6)
    return [Rule('co-high', 'high', 1, bounds_of(tracks, 1, 1, 0.0, 10.0), ends_of(tracks, 4, 2, 5.0, 5.0), tracks, True)]


# ---- volatile organic compounds

# How long a phase lasts at most; then it is unknown.
LASTS = {'taxi': 3600.0, 'take-off': 900.0, 'climb': 3600.0, 'cruise': NEVER, 'descent': 3600.0, 'landing': 1800.0}


def flights(phases, profile):
    """The times in which an aircraft flies, as (from, to). On the ground of a cabin and in homes it does not."""
    if profile == 'cockpit':
        return [(-NEVER, NEVER)]
    out, last = [], None
    for t, name in phases if profile == 'cabin' else ():
        if name != last:
            if out:
                out[-1] = (out[-1][0], min(out[-1][1], t))
            if name in LASTS:
                out.append((t, t + LASTS[name]))
        last = name
    return out


class Vapour:
    """What makes voc-high a high alarm: a value beyond the limit in flight, or one that is 800 ppb above the lowest of the last
    15 to 30 minutes. Each row is (t, flies, jumps, may, inside)."""

    def __init__(self, samples, limit, phases, profile):
        self.flights, self.rows = flights(phases, profile), []
        for k, (t, value) in enumerate(samples):
            rise = lambda seconds: value - min(v for at, v in samples[:k + 1] if t - at <= seconds)
            beyond = value >= limit
            self.rows.append((t, beyond and self.flies(t, -2 * SLACK), beyond and rise(900) >= 800,
                              beyond and (self.flies(t, 2 * SLACK) or rise(1800 + SLACK) >= 800), value <= limit - 30))

    def flies(self, t, wide):
        return any(a - wide <= t < b + wide for a, b in self.flights)

    def must_be_high(self, begin, end):
        """From when an alarm from begin to end must be high, or NEVER: the value that holds at its begin counts as well."""
        held = [row[0] for row in self.rows if row[0] <= begin + 0.002][-1:]
        # A flight that has ended since the value that holds makes the alarm no longer high.
        lasts = not self.landed(held[0] if held else begin, begin)
        return next((max(begin, t) for t, flies, jumps, _, _ in self.rows
                     if begin < t < end and (flies or jumps) or t in held and (flies and lasts or jumps)), NEVER)

    def landed(self, since, t):
        return any(a <= since <= b <= t + 2 * SLACK for a, b in self.flights)

    def may_be_high(self, t):
        """Whether an alarm that is on at t may be high: a value said so since the last one that was inside."""
        found = self.flies(t, SLACK)
        for at, _, _, may, inside in reversed(self.rows):
            if at <= t + SLACK:
                found = found or may
                if found or inside:
                    break
        return found


# ---- the heart

LOW_H, LOW_S, HIGH_H, HIGH_S, BEYOND_H, BEYOND_S, PROVED_H, PROVED_S, IN_H, IN_S, INP_H, INP_S, GOOD, ZERO, TOUCH, OFF = (
    1 << k for k in range(16))


def heart_bits(sample, proved, settings):
    bpm, contact = sample['heart'], sample['contact']
    hard, soft = proved
    bits = 0
    touch = contact is not False
    sure = touch and not sample.get('beside')
    if bpm > 0:
        low_h, low_s = bpm < settings.low[0], bpm < settings.low[1]
        high_s, high_h = bpm > settings.high[0], bpm > settings.high[1]
        bits |= (low_h and sure) * LOW_H | low_s * LOW_S | (high_h and sure) * HIGH_H | high_s * HIGH_S
        inside_s = settings.low[0] + 3 <= bpm <= settings.high[1] - 3
        inside_h = settings.low[1] + 3 < bpm < settings.high[0] - 3
        bits |= (touch and inside_s) * IN_S | (sure and inside_h) * IN_H
        bits |= (touch and 25 <= bpm <= 250) * GOOD
    elif contact:
        bits |= ZERO
    if not touch:
        bits |= OFF
    else:
        bits |= TOUCH
    if bits & (LOW_H | HIGH_H):
        bits |= BEYOND_H | (PROVED_H if hard else 0)
    if bits & (LOW_S | HIGH_S | ZERO):
        bits |= BEYOND_S | (PROVED_S if soft else 0)
    bits |= INP_H if hard and bits & IN_H else 0
    bits |= INP_S if soft and bits & IN_S else 0
    return bits


def proofs(samples):
    """For each sample whether it is proved by its RR intervals, as (hard, soft), and how many beats agreed."""
    out, told_h, told_s, last = [], -NEVER, -NEVER, 0.0
    for s in samples:
        t, bpm, rr = s['t'], s['heart'], s['rr']
        beats = 0
        if rr and bpm > 0:
            period = 60000.0 / bpm
            off = [abs(x - period) / (period / 6) for x in rr]
            hard, soft = max(off) <= 0.9, min(off) <= 1.1
            beats = sum(x <= 1.1 for x in off)
            told_h = t if hard else -NEVER
            told_s = t if soft else told_s
            last = rr[-1]
        else:
            # RR that was sent before proves a rate for sure only where it agrees with this rate, and with all between.
            still = bpm > 0 and abs(last - 60000.0 / bpm) <= 0.9 * 10000.0 / bpm
            told_h = told_h if still or not bpm > 0 else -NEVER
            # It goes on for three beats, within 3 to 10 s.
            memory = min(10.0, max(3.0, 180.0 / bpm)) if bpm > 0 else 3.0
            hard, soft = still and t - told_h <= memory - 0.5, t - told_s <= 11.0
        if s['contact'] is False:
            hard = soft = False
        out.append(((hard, soft), beats))
    return out


def steady_beats(samples):
    """For each sample the rate of the last three beats where they agree with each other, as (hard, soft), and since when."""
    out, last, known_h, known_s = [], [], None, None
    for s in samples:
        if s['contact'] is False or out and s['t'] - before > s['fresh']:
            last, known_h, known_s = [], None, None
        before = s['t']
        if s['rr']:
            last = (last + s['rr'])[-3:]
            mean = sum(last) / 3
            worst = max(abs(x - mean) for x in last) / (mean / 6) if len(last) == 3 else 9.0
            known_h = (60000.0 / mean, s['t']) if worst <= 0.9 else None
            known_s = (60000.0 / mean, s['t']) if worst <= 1.1 else known_s
        still = lambda known, slip: known if known and s['t'] - known[1] <= min(10.0, max(3.0, 180.0 / known[0])) + slip else None
        out.append((still(known_h, -0.5), still(known_s, 1.0)))
    return out


def without_beats(samples, bounds):
    """For each sample for how long no beat came with contact while the number was repeated, or 0; where it only may be no pulse
    by now, the first bound. The second number is how long the strap has been frozen: from 10 s of one number on, until a beat, a
    jump or lost contact."""
    n = bounds[0]
    hard, soft = silent(samples, bounds, 2.0, 4.0), silent(samples, bounds, 4.0, 6.0)
    return [(max(sure, n if loose else min(maybe, n)), stood) for (sure, _, stood), (maybe, loose, _) in zip(hard, soft)]


def silent(samples, bounds, brief, taken_off):
    """For each sample for how long no beat came, whether it may be no pulse, and how long the strap has been frozen. A number that
    moves by 5 at most counts as the second bound after 60 s; and what has reached the second bound stays, however it moves by
    small steps. Contact that was lost for `brief` in all since the last beat takes nothing back; what has reached the second
    bound goes with a loss of `taken_off`."""
    out, silence, drift, stood, known, loose, (n, m) = [], 0.0, 0.0, 0.0, False, False, bounds
    before, off, lost = None, None, 0.0     # the last message without lost contact; since when, and how long, it was lost
    for k, s in enumerate(samples):
        if s['contact'] is False:
            off = s['t'] if off is None else off
            out.append((0.0, False, 0.0))
            continue
        was_off = off is not None
        if was_off:
            lost += s['t'] - off
            is_off = s['t'] - off >= taken_off
            if is_off or lost > brief and silence < m:
                silence, drift, loose = 0.0, 0.0, False
            stood = 0.0 if s['t'] - off >= 5 else stood
        off, before, last = None, s, before or s
        still = known and k and s['contact'] is True and not any(200 <= x <= 6000 for x in s['rr']) and s['heart'] > 0
        passed = 0.0 if was_off else min(s['t'] - last['t'], last['fresh'])
        near = still and last['heart'] > 0 and abs(s['heart'] - last['heart']) <= 5
        drift = drift + passed if near else 0.0
        repeated = silence + passed if still and s['heart'] == last['heart'] else 0.0
        loose = near and (loose or silence >= m - SLACK or drift >= 60 - SLACK)     # here it may be no pulse
        stood = stood + passed if near and (stood > 0 or repeated >= 10 - SLACK) else 0.0
        if near and silence >= m + SLACK:
            repeated = silence + passed
        silence = max(repeated, m + drift - 60) if drift >= 60 else repeated
        lost = lost if silence or drift else 0.0
        known = known or any(200 <= x <= 6000 for x in s['rr'])
        out.append((silence, loose, stood))
    return out


class Heart(Rule):
    """The heart of one sensor. Both limits count together; proved and unproved time each have their bounds."""

    def __init__(self, samples, settings):
        told = proofs(samples)
        rows = []
        self.beatless, self.stood, n = [], [], settings.unproved[0]
        for s, (p, beats), (hard, soft), (silence, stood) in zip(samples, told, steady_beats(samples), without_beats(samples, settings.unproved)):
            bits = heart_bits(s, p, settings)
            beyond = lambda rate, low, high: bits & low and rate < settings.low[0] or bits & high and rate > settings.high[1]
            if hard and beyond(hard[0], LOW_H, HIGH_H) and s['contact'] is not False:
                bits |= PROVED_H
            if soft and bits & (LOW_S | HIGH_S):
                bits |= PROVED_S
                beats = max(beats, 3 if s['rr'] else 0)
            if silence > n - SLACK:     # by now it may be taken for no pulse
                bits &= ~(GOOD | IN_H | INP_H | LOW_H | HIGH_H | BEYOND_H | PROVED_H)
            self.beatless.append((s['t'], silence))
            self.stood.append((s['t'], stood))
            rows.append((s['t'], bits, s['fresh'], beats, 0))
        everything = spans_of(rows, lambda bits: bits, inside=IN_H | IN_S | INP_H | INP_S, broken=[
            s['t'] for s in samples if not s['heart'] > 0 or s['contact'] is False])
        self.all = Track(everything)
        touching = Track([s for s in everything if s[2] & TOUCH])
        proved = Track([s for s in everything if s[2] & (PROVED_S | INP_S)])
        self.settings, self.samples = settings, samples
        (pn, pm), (un, um) = settings.proved, settings.unproved
        bounds = [Bound(self.all, BEYOND_H, BEYOND_S, un, um, 3), Bound(self.all, PROVED_H, PROVED_S, pn, pm, 3),
                  Bound(touching, 0, BEYOND_S, un, um, 3), Bound(proved, 0, PROVED_S, pn, pm, 3)]
        e = min(60.0, max(5.0, pn))
        ends = [End(self.all, INP_H, INP_S, e, e), End(self.all, IN_H, IN_S, 30.0, 30.0),
                End(touching, 0, IN_S, 30.0, 30.0), End(proved, 0, INP_S, e, e)]
        Rule.__init__(self, 'heart', 'high', None, bounds, ends, (self.all, self.all), None)
        n, m = settings.unproved
        self.pulse = Rule('no-pulse', 'high', None, [Bound(self.all, ZERO, ZERO, n, m, 0)],
                          [End(self.all, 0, GOOD, 30.0, 30.0)], (self.all, self.all), None)
        begin, edge, clock = (samples[0]['t'] if samples else 0.0), None, []
        for k, (t0, t1, bits, _) in enumerate(everything):
            if edge is not None and t0 > edge:
                clock.append((edge, t0, 1, 0))
            clock.append((t0, t1, 4 if bits & GOOD else 2 if bits & TOUCH and not bits & ZERO else 1, 0))
            edge = t1
        if edge is not None:
            clock.append((edge, NEVER, 1, 0))
        self.missing = Track(clock, NEVER)      # bit 1 while good data are missing (2: off the scale), by the clock

    def side(self, name):
        return (LOW_S, HIGH_S) if name == 'heart-rate-low' else (HIGH_S, LOW_S)

    def right_side(self, name, t, origins):
        """Whether this side may be the one that is reported at t: as much time within 1.5 M as the other, or nearly."""
        mine, other = self.side(name)
        for origin in origins:
            for m in (self.settings.proved[1], self.settings.unproved[1]):
                a, b = (self.all.share(x, t + SLACK, 1.5 * m, origin) for x in (mine, other))
                if a >= b - 2 * SLACK and a > 0:
                    return True
        return False

    def beyond_side(self, name, t, wide=SLACK):
        bit = self.side(name)[0]
        return any(self.all.bits[i] & bit for i in self.all.near(t - wide, t + wide))

    def bits_near(self, bit, t, wide=SLACK):
        return any(self.all.bits[i] & bit for i in self.all.near(t - wide, t + wide))

    def beatless_near(self, t, wide=SLACK):
        """For how long no beat came about t, with contact and a number that is repeated."""
        i = bisect_right(self.beatless, (t + wide, NEVER))
        return max([silence for at, silence in self.beatless[max(0, i - 4):i] if at >= t - 5 - wide] or [0.0])

    def episode_may_be_over(self, a, b):
        """Whether somewhere from a to b there were good data for 10 s within 15 s."""
        for i in self.all.near(a, b):
            if self.all.bits[i] & IN_S and self.all.share(IN_S, min(b, self.all.t1[i]), 16.0, a) >= 9.0:
                return True
        return False


class Sensor:
    """All rules of one address."""

    def __init__(self, address, messages, settings):
        self.address, self.settings, self.rules, self.heart = address, settings, {}, None
        self.values, self.messages = {}, messages
        for quantity in ('heart', 'co2', 'spo2', 'hpa', 'co', 'voc'):
            self.values[quantity] = [m for m in messages if quantity in m]
        known, serial = {}, 0
        for m in self.values['co2']:
            # The counter of an Aranet moves with each measurement; what repeats it is no new measurement.
            m['new'] = int(m['measurement'] != known.get('last'))
            known['last'] = m['measurement']
        rows = lambda q: [(m['t'], m[q], m['fresh'], m.get('new', 1), m.get('age', 0)) for m in self.values[q]]
        numberless = [m['t'] for m in messages if 'oximeter' in m and 'spo2' not in m]
        rules = limit_rules(rows('co2'), settings.table(CO2), True)
        rules += limit_rules(rows('spo2'), settings.table(SPO2), False, numberless)
        rules += (detector_rules if any('detector' in m for m in self.values['co']) else monoxide_rules)(rows('co'))
        rules += limit_rules(rows('voc'), settings.table(VOC), True)
        if settings.profile != 'bedside':
            rules += altitude_rules([(t, frames.feet(hpa), *rest) for t, hpa, *rest in rows('hpa')])
        self.rules = {r.name: r for r in rules if r.name not in settings.off and r.fresh.t0}
        if self.values['heart']:
            self.heart = Heart(self.values['heart'], settings)
        main = self.values['heart'] or self.values['spo2'] or self.values['co2'] or self.values['co']
        told = [(m['t'], 0, m['fresh'], 0, m.get('age', 0)) for m in main]
        self.main, self.sooner = (Track(spans_of(told, lambda v: 1, aged), NEVER) for aged in (False, True))
        self.cardiac = bool(self.values['heart'] or self.values['spo2'])


class World:
    """A timeline as the model sees it."""

    def __init__(self, lines, settings, adopted=None, others=(), groups=(), sounds=()):
        self.settings, self.adopted = settings, adopted
        self.sounds = sounds    # when an alarm begins to sound, by the output: a press from then on wants silence
        self.canon = {a: group[0] for group in groups for a in group}    # sensors of one person count as its first one
        self.presses, self.phases, self.faults, self.unread, messages, orders, fresh = [], [], [], set(), {}, [], {}
        # What the other box of a pair signals.
        self.reports, self.follows = [], False
        pressures = Pressures()
        for line in lines:
            t = float(line['t'])
            if 'button' in line:
                self.presses.append((t, line['button'], line.get('press', 'short')))
            elif 'elsewhere' in line:
                self.reports.append((t, line['elsewhere']))
            elif 'phase' in line:
                self.phases.append((t, line['phase']))
            elif 'fault' in line or 'cleared' in line:
                self.faults.append((t, line.get('fault') or line.get('cleared'), 'fault' in line))
            elif 'standby' in line:
                orders.append((t, line.get('hours', 8) * 3600.0))
            elif 'address' in line:
                told = frames.read_line(line)
                if (adopted is None or line['address'] in adopted) and line['address'] not in others:
                    hpa = frames.tag_pressure(line)
                    pressures.correct(t, line['address'], told if hpa is None else {'hpa': hpa})
                address = self.canon.get(line['address'], line['address'])
                messages.setdefault(address, [])
                if not told:
                    self.unread.add(address)     # a frame of a kind that the oracle cannot read
                else:
                    told['t'] = t
                    # Of two sensors of one person that are fresh either may speak: nothing must be on for what one says.
                    told['beside'] = any(a != line['address'] and canon == address and until > t for a, (canon, until) in fresh.items())
                    fresh[line['address']] = (address, t + told.get('fresh', 0.0))
                    told.setdefault('measurement', len(messages[address]))
                    messages[address].append(told)
        self.begin = float(lines[0]['t']) if lines else 0.0
        self.end = float(lines[-1]['t']) if lines else 0.0
        mine = lambda a: (adopted is None or a in adopted) and a not in others
        self.sensors = {a: Sensor(a, m, settings.of(a)) for a, m in messages.items() if mine(a) and m}
        self.shared = set(self.canon.values())
        self.strangers = {a for a in messages if not mine(a)}
        yes = self.answered()
        orders = sorted(orders + [(t, 8 * 3600.0) for t in yes])
        self.silence = [t for t, b, p in self.presses if b == 'A' and (p == 'hold' or p == 'short' and t not in yes)]
        self.resets = [t for t, b, p in self.presses if (b, p) == ('A', 'long')]
        self.refused, self.standbys = [], []
        for t, seconds in orders:
            self.order(t, seconds)

    def answered(self):
        """Beside a bed A held for 5 s asks for standby, unless the heart is received: one short press of A, 2 to 10 s later and
        with no other gesture between, says yes, unless an alarm has begun to sound since."""
        yes, asked = set(), None
        for t, button, press in self.presses if self.settings.profile == 'bedside' else ():
            if asked is not None and (button, press) == ('A', 'short') and 2 <= t - asked <= 10 and not any(
                    asked < at <= t for at in self.sounds):
                yes.add(t)
                asked = None
            else:
                asked = t if (button, press) == ('A', 'hold') and self.lost(t) else None
        return yes

    def lost(self, t):
        """Whether there is a heart sensor, and its heart is not received."""
        tracks = [s.heart.all for s in self.sensors.values() if s.heart]
        at = [(track, track.at(t)) for track in tracks]
        return bool(tracks) and any(i is None or not track.bits[i] & GOOD for track, i in at)

    def order(self, t, seconds):
        """A standby: refused while the heart is received. Else it ends the episode, and ends by its time or 30 s of good data:
        `standbys` has when it begins, when it may end, when it must, and whether by its time."""
        hearts = [s.heart for s in self.sensors.values() if s.heart]
        if not hearts:
            return
        track = hearts[0].all
        i = track.at(t)
        if i is not None and track.bits[i] & GOOD:
            return self.refused.append(t)
        if self.standbys and self.standbys[-1][2] > t:       # ordered again: from here on
            self.standbys[-1] = (self.standbys[-1][0], t, t, False)
        over, may, must, run = t + seconds, None, None, t
        for k in track.near(t, over):
            low, high = max(t, track.t0[k]), min(over, track.t1[k])
            if not track.bits[k] & GOOD or low - (track.t1[k - 1] if k else low) > 0.001:
                run = low
            if not track.bits[k] & GOOD or high <= low:
                continue
            if may is None and track.share(GOOD, high, 46.0, t) >= 30 - SLACK:
                may = max(low, high - (track.share(GOOD, high, 46.0, t) - 30 + SLACK))
            if must is None and low - run >= 30 + SLACK:     # a rate that is only held counts for no end
                must = low
        self.standbys.append((t, min(over, may or over), min(over, must or over), must is None and may is None))
        self.resets.append(t)

    def in_standby(self, t, after=SLACK):
        return any(a - SLACK <= t <= c + after for a, _, c, _ in self.standbys)

    def reset_near(self, a, b):
        return any(a <= t <= b for t in self.resets)
