"""Random timelines of many kinds. `make(kind, seed)` gives a Scene: its lines, and what the model must know of it.

Values are shaken a little at every measurement, so that nothing is frozen where no kind wants it so.
"""
import random
from elsewhere import elsewhere
from frames import AIR, CUBE, DETECTOR, GADGET, HEART, HEART_2, OXIMETER, TAG, WAVE
from frames import aranet, bthome, cube, detector, gadget, millis, oximeter, press, pressure, strap, tag, vapour_cube, wave
from model import Settings

# Per profile: well below the low limit, well inside, between hysteresis and limit, well above the high limit.
HEART_ZONES = {
    'bedside': {'lo': (28, 42), 'in': (55, 118), 'mid': (128, 130), 'midlow': (45, 47), 'hi': (136, 200)},
    'cabin': {'lo': (28, 37), 'in': (50, 140), 'mid': (148, 150), 'midlow': (40, 42), 'hi': (156, 200)},
    'cockpit': {'lo': (28, 37), 'in': (55, 92), 'mid': (60, 90), 'midlow': (55, 80), 'hi': (166, 210)},
}


class Scene:
    def __init__(self, seed, kind, profile=None, config=None, strangers=False, adopted=None, off=()):
        self.rng = random.Random(f'{kind} {seed}')
        self.profile = profile or self.rng.choice(['bedside', 'bedside', 'cabin', 'cockpit'])
        self.config, self.strangers, self.adopted, self.off = config, strangers, adopted, off
        self.limits, self.others, self.groups, self.persons = {}, set(), (), {}
        self.lines, self.counter, self.at = [], self.rng.randrange(256), 0.0
        self.zones = HEART_ZONES[self.profile]

    def settings(self):
        low, high = self.limits.get('heart-rate-low'), self.limits.get('heart-rate-high')
        return Settings(self.profile, self.off, low and (low, low), high and (high, high), self.limits,
                        persons={a: Settings(self.profile, self.off, **p) for a, p in self.persons.items()})

    def finish(self, tail=0.0):
        """Lines in order of time, with one more at the end so that time passes to there."""
        self.lines.sort(key=lambda line: line['t'])
        last = self.lines[-1]['t'] if self.lines else 0
        self.lines.append({'t': millis(max(last, self.at) + tail)})
        return self

    # ---- a strap

    def beat(self, t, address, bpm, mode, gap=1.0):
        """A message of a strap. mode: proved (RR agrees), plain (no RR), wrong (RR disagrees), mute (no contact sent)."""
        rr = ()
        if bpm > 0 and mode in ('proved', 'wrong'):
            period = 60000.0 / bpm
            factor = self.rng.choice([0.55, 1.5, 1.7]) if mode == 'wrong' else 1.0
            rr = [period * factor * self.rng.uniform(0.95, 1.05) for _ in range(max(1, min(4, round(gap * bpm / 60))))]
        contact = {'off': False, 'mute': None}.get(mode, True)
        self.lines.append(strap(t, address, bpm, contact, rr))

    def heart(self, segments, mode='proved', gap=1.0, address=HEART, start=None):
        """Plays segments (seconds, zone or bpm or 'gap', mode or None) on a strap, and moves the time on."""
        t = self.at if start is None else start
        for seconds, zone, own in segments:
            end = t + seconds
            if zone == 'gap':
                t = end
                continue
            base = self.rng.randint(*self.zones[zone]) if isinstance(zone, str) else zone
            while t < end - 1e-6:
                bpm = base
                if isinstance(zone, str):
                    low, high = self.zones[zone]
                    bpm = min(high, max(low, base + self.rng.randint(-2, 2)))
                elif 20 < base < 250:
                    bpm = base + self.rng.randint(-1, 1)
                step = gap * self.rng.uniform(0.92, 1.08)
                self.beat(t, address, bpm, own or mode, gap)
                t += step
            t = max(t, end) if gap > 1.5 else end
        if start is None:
            self.at = t
        return t

    def mode(self):
        return self.rng.choice(['proved', 'proved', 'plain', 'mute'])

    def bad(self):
        return self.rng.choice(['hi', 'hi', 'lo'])

    # ---- an Aranet

    def air(self, segments, advert=8.0, measure=60.0, interval=60, lost=0.0, address=AIR, start=None, hpa=None):
        """Plays segments (seconds, ppm or 'gap') on an Aranet that measures each `measure` seconds."""
        t = self.at if start is None else start
        measured, value = t, None
        for seconds, ppm in segments:
            end = t + seconds
            while t < end:
                if value is None or t - measured >= measure:
                    measured = t - ((t - measured) % measure if value is not None else 0)
                    self.counter += 1
                    value = ppm
                if ppm != 'gap' and value != 'gap' and self.rng.random() >= lost:
                    noise = random.Random(self.counter * 7919).randint(-4, 4)
                    pressure_now = (hpa(measured) if hpa else 1013.0) + noise * 0.1    # it sends what it measured
                    co2 = value + noise if value < 10000 else value
                    self.lines.append(aranet(t, address, co2, self.counter, int(t - measured), interval, pressure_now))
                t += advert * self.rng.uniform(0.9, 1.1)
        if start is None:
            self.at = max(self.at, t)
        return t

    def push(self, t, button='A', length='short'):
        self.lines.append(press(t, button, length))


# ---- the kinds

def steady(s):
    mode = s.mode()
    segments = [(s.rng.uniform(20, 120), 'in', None)]
    for _ in range(s.rng.randint(1, 3)):
        segments += [(s.rng.uniform(8, 120), s.bad(), None), (s.rng.uniform(20, 150), 'in', None)]
    s.heart(segments, mode)
    if s.rng.random() < 0.5:
        s.air([(s.rng.uniform(100, 500), s.rng.choice([600, 700])), (s.rng.uniform(60, 600), s.rng.choice([1000, 1700, 2800])),
               (400, 600)], start=0.0)


def flicker(s):
    mode, high = s.mode(), s.bad()
    segments = [(s.rng.uniform(10, 60), 'in', None)]
    period, share = s.rng.uniform(2, 20), s.rng.uniform(0.3, 0.9)
    for _ in range(int(s.rng.uniform(100, 400) / period)):
        k = s.rng.uniform(0.7, 1.3)
        segments += [(max(1, k * period * share), high, None), (max(1, k * period * (1 - share)), s.rng.choice(['in', 'in', 'mid']), None)]
    s.heart(segments + [(100, 'in', None)], mode)


def flicker_air(s):
    levels = s.rng.choice([(1000, 700), (1700, 1350), (1700, 700), (2800, 2300), (2800, 900)])
    share, segments = s.rng.uniform(0.3, 0.95), [(120, 600)]
    step = s.rng.choice([20, 30, 60])
    for _ in range(s.rng.randint(30, 90)):
        segments.append((step, levels[0] if s.rng.random() < share else levels[1]))
    s.air(segments + [(300, 600)], measure=step, advert=s.rng.choice([4, 8, 10]))


def dropouts(s):
    mode, segments = s.mode(), [(s.rng.uniform(10, 40), 'in', None)]
    for _ in range(s.rng.randint(8, 25)):
        segments.append((s.rng.uniform(3, 40), s.rng.choice([s.bad(), s.bad(), 'in']), None))
        if s.rng.random() < 0.7:
            segments.append((s.rng.choice([s.rng.uniform(5, 15), s.rng.uniform(5, 15), s.rng.uniform(20, 110), s.rng.uniform(130, 300)]), 'gap', None))
    s.heart(segments + [(80, 'in', None)], mode)


def air_dropouts(s):
    segments = [(200, 600)]
    for _ in range(s.rng.randint(4, 12)):
        segments.append((s.rng.uniform(60, 600), s.rng.choice([600, 1000, 1700, 2800, 2800])))
        if s.rng.random() < 0.6:
            segments.append((s.rng.choice([s.rng.uniform(40, 145), s.rng.uniform(155, 260), s.rng.uniform(280, 900)]), 'gap'))
    s.air(segments + [(300, 600)], advert=s.rng.choice([5, 8, 10]), measure=30)


def slow(s):
    interval = s.rng.choice([120, 300, 600])
    segments = [(s.rng.uniform(1, 6) * interval, s.rng.choice([600, 1000, 1700, 2800])) for _ in range(s.rng.randint(5, 12))]
    s.air(segments + [(3 * interval, 600)], advert=s.rng.choice([20, 30, 60, 110]), measure=interval, interval=interval,
          lost=s.rng.choice([0, 0.3]))
    if s.rng.random() < 0.5:
        s.heart([(40, 'in', None), (s.rng.uniform(20, 90), s.bad(), None), (120, 'in', None)], s.mode(), gap=s.rng.uniform(2, 4.4),
                start=s.rng.uniform(0, 100))


def use(*addresses):
    return 'sensors:\n  use:\n' + ''.join(f'    "{a}": automatic\n' for a in addresses) + '    any: advert\n'


def crowd(s):
    """Own strap (and air) amid 71 devices of others, which speak all the time."""
    s.config, s.adopted = use(HEART, AIR), {HEART, AIR}
    count = s.rng.choice([71, 71, 90])
    begin = s.rng.uniform(10, 60)
    length = 150 + s.rng.uniform(0, 60)
    for k in range(count):
        other = 'C1:00:00:00:%02X:%02X' % (k // 256, k % 256)
        t = s.rng.uniform(0, 30)
        while t < length:
            if k % 7 == 0:
                s.beat(t, other, s.rng.randint(150, 190), 'plain')
            else:
                s.lines.append(bthome(t, other, s.rng.randint(500, 4000), int(t)))
            t += s.rng.uniform(20, 40)
    s.at = begin
    s.heart([(s.rng.uniform(5, 40), 'in', None), (s.rng.uniform(15, 60), s.bad(), None), (40, 'in', None)], s.mode())
    s.air([(length, s.rng.choice([600, 2800]))], start=s.rng.uniform(0, 20), measure=20)
    s.at = length


def two_straps(s):
    end = 0
    for address in (HEART, HEART_2):
        segments = [(s.rng.uniform(10, 60), 'in', None)]
        for _ in range(s.rng.randint(1, 4)):
            segments += [(s.rng.uniform(8, 60), s.bad(), None), (s.rng.uniform(20, 90), s.rng.choice(['in', 'in', 'gap']), None)]
        end = max(end, s.heart(segments + [(60, 'in', None)], s.mode(), address=address, start=s.rng.uniform(0, 5)))
    for _ in range(s.rng.randint(1, 6)):
        s.push(s.rng.uniform(10, end))
    s.at = end


def buttons(s):
    """Presses where they hurt: at onsets, in dropouts, at returns, some long."""
    mode, segments, marks, t = s.mode(), [(30, 'in', None)], [], 30
    for _ in range(s.rng.randint(5, 14)):
        for zone, seconds in ((s.bad(), s.rng.uniform(8, 60)), (s.rng.choice(['gap', 'in', 'in']), s.rng.uniform(5, 40))):
            segments.append((seconds, zone, None))
            marks.append(t)
            t += seconds
    s.heart(segments + [(60, 'in', None)], mode)
    for mark in marks:
        if s.rng.random() < 0.7:
            s.push(mark + s.rng.choice([0, 0.01, 5, 10, 10.01, s.rng.uniform(0, 40)]), length=s.rng.choice(['short'] * 5 + ['long']))


def stuck(s):
    s.heart([(20, 'in', None), (s.rng.uniform(200, 500), s.bad(), None), (100, 'in', None)], s.mode())
    t, end = s.rng.uniform(20, 100), s.at - s.rng.uniform(40, 150)
    gap = s.rng.choice([0.3, 1.0, 2.0, 4.0])
    while t < end:
        s.push(t)
        t += gap * s.rng.uniform(0.8, 1.2)
    if s.rng.random() < 0.6:         # it has rested, and is believed again
        s.heart([(s.rng.uniform(60, 100), s.bad(), None), (60, 'in', None)])
        s.push(s.at - s.rng.uniform(61, 100))


EXTRA = set()        # what the program's timeline knows besides: 'restart', 'reload' (run.py asks it)


def restarts(s):
    """The box says that it was started again, after some silence; what it knew is to hold."""
    mode = s.mode()
    for _ in range(s.rng.randint(2, 4)):
        s.heart([(s.rng.uniform(20, 60), 'in', None), (s.rng.uniform(15, 60), s.bad(), None), (s.rng.uniform(3, 100), 'gap', None)], mode)
        if 'restart' in EXTRA:
            s.lines.append({'t': millis(s.at - 0.6), 'restart': True})
        s.lines.append({'t': millis(s.at - 0.5), 'fault': 'restarted'})
        s.heart([(s.rng.uniform(5, 40), s.rng.choice(['in', s.bad()]), None)], mode)
        s.lines.append({'t': millis(s.at), 'cleared': 'restarted'})
    s.heart([(60, 'in', None)], mode)


def jumps(s):
    mode = s.mode()
    for _ in range(s.rng.randint(2, 6)):
        s.heart([(s.rng.uniform(2, 40), 'in', None), (s.rng.uniform(2, 30), s.bad(), None)], mode)
        s.at += s.rng.choice([60, 119, 121, 125, 600, 36000, 172800]) + s.rng.uniform(0, 3)
    s.heart([(40, 'in', None)], mode)


def fast(s):
    gap = s.rng.choice([0.01, 0.05, 0.1, 0.25])
    k = 1 if gap > 0.02 else 0.5
    segments = [(s.rng.uniform(3, 10), 'in', None)]
    for _ in range(s.rng.randint(2, 4)):
        segments += [(k * s.rng.uniform(2, 22), s.bad(), None), (k * s.rng.uniform(1, 10), s.rng.choice(['in', 'mid']), None)]
    s.heart(segments + [(12, 'in', None)], s.rng.choice(['proved', 'plain']), gap=gap)


def hover(s):
    mode = s.mode()
    s.heart([(20, 'in', None)], mode)
    high = s.rng.random() < 0.6
    for _ in range(s.rng.randint(20, 60)):
        zone = s.rng.choice(['hi', 'mid', 'in'] if high else ['lo', 'midlow', 'in'])
        limit = s.settings().high if high else s.settings().low
        if zone in ('hi', 'lo') and s.profile != 'cockpit':
            zone = limit[0] + (s.rng.randint(2, 4) if high else -s.rng.randint(2, 4))
        s.heart([(s.rng.uniform(1, 14), zone, None)], mode)
    s.heart([(80, 'in', None)], mode)
    if s.rng.random() < 0.5:
        limit = s.rng.choice([800, 1500, 2500])
        s.air([(s.rng.uniform(20, 120), limit + s.rng.choice([-130, -30, -10, 10, 30, 60])) for _ in range(20)], start=0.0, measure=20)


def contact(s):
    """A strap that loses the skin for seconds, again and again, in and out of an episode, and then perhaps for long."""
    mode, segments = s.rng.choice(['proved', 'plain']), [(s.rng.uniform(10, 60), 'in', None)]
    zone = s.rng.choice(['in', 'in', 'hi', 'lo'])
    share, period = s.rng.uniform(0.3, 0.95), s.rng.uniform(2, 15)
    for _ in range(int(s.rng.uniform(100, 400) / period)):
        now = zone if s.rng.random() < 0.7 else 'in'
        segments += [(max(1, period * share), now, 'off'), (max(1, period * (1 - share)), now, None)]
    if s.rng.random() < 0.4:
        segments += [(s.rng.uniform(10, 60), 'in', None), (s.rng.uniform(20, 120), zone, 'off')]
    s.heart(segments + [(80, 'in', None)], mode)


def implausible(s):
    """Values off the scale for seconds, again and again."""
    segments = [(s.rng.uniform(10, 60), 'in', None)]
    share, period, value = s.rng.uniform(0.3, 0.95), s.rng.uniform(2, 12), s.rng.choice([300, 251, 255, 15])
    for _ in range(int(s.rng.uniform(100, 300) / period)):
        segments += [(max(1, period * share), value, 'plain'), (max(1, period * (1 - share)), 'in', None)]
    s.heart(segments + [(80, 'in', None)], s.rng.choice(['proved', 'plain']))


def off_scale(s):
    if s.rng.random() < 0.6:
        mode, bad = s.rng.choice(['proved', 'plain']), s.bad()
        s.heart([(40, 'in', None), (s.rng.choice([0, s.rng.uniform(5, 60)]), bad, None),
                 (s.rng.uniform(40, 120), 15 if bad == 'lo' else s.rng.choice([251, 300]), 'plain'), (s.rng.uniform(0, 20), bad, None), (80, 'in', None)], mode)
    else:
        s.air([(200, 600), (s.rng.uniform(30, 400), s.rng.choice([2800, 1000])), (s.rng.uniform(200, 900), s.rng.choice([10050, 12000, 30000])),
               (300, s.rng.choice([600, 2800])), (200, 600)], measure=30)


def rr_mixed(s):
    """Proved and unproved time in turns: RR that comes and goes, or disagrees."""
    segments = [(30, 'in', None)]
    bad = s.bad()
    for _ in range(s.rng.randint(20, 60)):
        zone = s.rng.choice([bad, bad, bad, 'in'])
        segments.append((s.rng.uniform(1, 14), zone, s.rng.choice(['proved', 'plain', 'wrong', 'wrong'])))
    s.heart(segments + [(60, 'in', s.rng.choice(['proved', 'wrong']))])


def oximeters(s):
    t, spo2, pulse, out = 0.0, 97, 70, []
    plan = [(60, 97, 'in')]
    for _ in range(s.rng.randint(4, 9)):
        plan.append((s.rng.uniform(8, 90), s.rng.choice([97, 94, 87, 80, 62, 45, None, 127, 'gap']), s.rng.choice(['in', 'in', 'in', s.bad()])))
    for seconds, spo2, zone in plan + [(80, 97, 'in')]:
        base, end = s.rng.randint(*s.zones[zone]), t + seconds
        while t < end:
            if spo2 != 'gap':
                low, high = s.zones[zone]
                pulse = min(high, max(low, base + s.rng.randint(-2, 2)))
                out.append(oximeter(t, OXIMETER, spo2 if spo2 in (None, 127) else min(100, spo2 + s.rng.randint(-1, 1)), pulse))
            t += s.rng.uniform(0.95, 1.05)
    s.lines += out
    s.at = t


def both_limits(s):
    mode, segments = s.mode(), [(20, 'in', None)]
    period, share = s.rng.uniform(1, 14), s.rng.uniform(0.2, 0.8)
    for _ in range(int(s.rng.uniform(80, 250) / period)):
        segments += [(max(1, period * share), 'hi', None), (max(1, period * (1 - share)), 'lo', None)]
        if s.rng.random() < 0.3:
            segments.append((s.rng.uniform(1, 4), 'in', None))
    s.heart(segments + [(60, 'in', None)], mode)


def cabin_air(s):
    """An Aranet in a cabin whose pressure changes, with CO2 about its limits as it sends them."""
    s.profile = s.rng.choice(['cabin', 'cockpit'])
    plan, t, segments = [(0.0, 0.0)], 0.0, []
    while t < s.rng.uniform(1500, 6000):
        t += s.rng.uniform(100, 900)
        plan.append((t, s.rng.choice([0, 2000, 5000, 6500, 8000, 8000, 9500])))
    at = lambda now: pressure([f for begin, f in plan if begin <= now][-1])
    while sum(seconds for seconds, _ in segments) < t + 600:
        segments.append((s.rng.uniform(60, 700), s.rng.choice([450, 600, 800, 900, 1100, 1300, 1500, 1700, 2300, 2600, 'gap'])))
    s.air(segments, advert=s.rng.choice([8, 20]), measure=60, hpa=at)


def borrowed(s):
    """A gadget without a barometer beside a tag that has one and falls silent, freezes or sends nonsense."""
    s.profile = s.rng.choice(['cabin', 'cockpit'])
    t, counter, hpa, silent_until, ppm, change = 0.0, 0, 1013.0, 0.0, 600, 0.0
    end = s.rng.uniform(3000, 9000)
    while t < end:
        if t >= change:
            change = t + s.rng.uniform(200, 1500)
            hpa = s.rng.choice([1013.2, 990.0, 850.5, 752.6, 752.6, 1105.0, 1120.0])
            ppm = s.rng.choice([600, 700, 900, 1150, 1250, 1600, 1900, 2400, 2700])
            if s.rng.random() < 0.5:
                silent_until = t + s.rng.uniform(300, 2500)
        if t >= silent_until:
            counter += 1
            s.lines.append(tag(t, TAG, hpa + counter % 7 * 0.1, counter))
        s.lines.append(gadget(t + 0.4, GADGET, ppm + counter % 5))
        t += s.rng.uniform(8, 12)
    s.at = t


def monoxide(s):
    """Carbon monoxide at an Atmocube, which ends at 65 ppm, and a detector that reports it."""
    s.profile = s.rng.choice(['cabin', 'cockpit'])
    t, level, reports, change, packet = 0.0, 2.0, False, 0.0, 0
    end = s.rng.uniform(1000, 3000)
    quiet = s.rng.choice([CUBE, DETECTOR, None])
    while t < end:
        if t >= change:
            change = t + s.rng.choice([20, 50, 70, 100, 200, 400]) * s.rng.uniform(0.8, 1.2)
            level, reports = s.rng.choice([2, 10, 44, 46, 48, 50, 55, 60]), s.rng.random() < 0.4
        packet += 1
        if quiet != CUBE:
            s.lines.append(cube(t, CUBE, int(level * 1000) + packet % 9))
        if quiet != DETECTOR:
            s.lines.append(detector(t + 0.3, DETECTOR, reports, packet))
        t += s.rng.uniform(8, 14)
    s.at = t


def vapours(s):
    """Volatile organic compounds that hang about, creep, jump and come back, in rooms and through the phases of a flight."""
    s.profile = s.rng.choice(['cabin', 'cabin', 'cabin', 'cockpit', 'bedside'])
    seldom = s.rng.random() < 0.3       # it measures every five minutes
    t, level, end = 0.0, s.rng.choice([60, 150, 250]), s.rng.uniform(3000, 7000) * (2 if seldom else 1)
    while t < end:
        way, length = s.rng.choice(['stay', 'level', 'level', 'jump', 'creep', 'gap']), s.rng.uniform(60, 1200)
        step = 0.0
        if way == 'level':
            level = s.rng.choice([60, 240, 262, 285, 310, 310, 420, 560, 700])
        elif way == 'jump':
            level += s.rng.choice([300, 700, 790, 815, 815, 1200])
        elif way == 'creep':
            step = s.rng.choice([-0.2, 0.2, 0.3])
        elif way == 'gap' and not seldom:
            length = s.rng.choice([100, 200, 400, 1000])
        begin, stop = t, t + length
        while t < stop:
            ppb = round(max(5, level + step * (t - begin))) + s.rng.randint(-3, 3)
            if way != 'gap' or seldom:
                s.lines.append(wave(t, WAVE, ppb) if seldom else vapour_cube(t, CUBE, ppb))
            t += s.rng.uniform(295, 305) if seldom else s.rng.uniform(8, 14)
        level = max(5, level + step * (t - begin))
        if level > 2500:
            level = 60
    if s.profile == 'cabin' and s.rng.random() < 0.7:
        at = s.rng.uniform(0, end / 2)
        while at < end:
            phase = s.rng.choice(['taxi', 'take-off', 'climb', 'cruise', 'descent', 'landing', 'boarding', 'unknown'])
            s.lines.append({'t': millis(at), 'phase': phase})
            at += s.rng.uniform(60, 2500)
    for _ in range(s.rng.choice([0, 0, 1, 4])):
        s.push(s.rng.uniform(30, end), length=s.rng.choice(['short', 'short', 'long']))
    s.at = t


def altitude(s):
    s.profile = s.rng.choice(['cabin', 'cockpit'])
    step, plan, t = s.rng.choice([15, 30]), [(0.0, 8000.0)], 0.0
    high = s.rng.choice([10600, 13000, 13500, 15000])
    for _ in range(s.rng.randint(3, 9)):
        t += s.rng.uniform(100, 1500)
        plan.append((t, s.rng.choice([high, high, high, 8000, 9900, 12400])))
    end = t + 900
    at = lambda now: pressure([f for begin, f in plan if begin <= now][-1])
    s.air([(end, 600)], advert=step, measure=step, hpa=at)


def acks(s):
    """Acknowledged medium and low alarms, with values that rise to the next limit or hang about."""
    values, segments = [1600, 1700, 1900], [(100, 600), (400, 1600)]
    for _ in range(s.rng.randint(2, 7)):
        segments.append((s.rng.uniform(100, 500), s.rng.choice([1560, 1700, 1900, 2150, 2300, 2450, 1450])))
    s.air(segments + [(300, 600)], measure=30)
    for _ in range(s.rng.randint(1, 5)):
        s.push(s.rng.uniform(250, s.at - 300))


def expiries(s):
    """A low or medium alarm that stands when its acknowledgement is over, where low values sound once."""
    s.profile = s.rng.choice(['cockpit', 'bedside'])
    s.air([(100, 600), (s.rng.uniform(1500, 2700), s.rng.choice([950, 1000, 1200, 1700])), (300, 600)], measure=30)
    s.push(s.rng.uniform(250, 450))
    if s.rng.random() < 0.3:
        s.push(s.rng.uniform(1000, 1600))


def phases(s):
    s.profile = s.rng.choice(['cabin', 'cockpit'])
    t, end = 0.0, s.rng.choice([3000, 6000])
    while t < end:
        phase = s.rng.choice(['taxi', 'take-off', 'climb', 'cruise', 'descent', 'landing', 'unknown'])
        for _ in range(s.rng.choice([1, 1, 3])):
            s.lines.append({'t': millis(t), 'phase': phase})
            t += s.rng.uniform(60, 500)
        t += s.rng.choice([0, 900, 4000])
    s.air([(s.rng.uniform(200, 900), s.rng.choice([600, 1000, 1700, 1700, 2800])) for _ in range(int(end / 500) + 1)], advert=15, measure=30)


def strangers(s):
    """Nothing is adopted but what the configuration names; passers-by come and go."""
    s.strangers = True
    own = s.rng.choice([(), (HEART,), (HEART, AIR)])
    s.adopted = set(own)
    s.config = use(*own) if own else None
    length = s.rng.uniform(200, 420)
    if HEART in own:
        s.heart([(30, 'in', None), (s.rng.uniform(20, 60), s.bad(), None), (length - 80, 'in', None)], s.mode())
    if AIR in own:
        s.air([(length, s.rng.choice([600, 2800]))], start=0.0, measure=30)
    for k in range(s.rng.randint(2, 6)):
        t = s.rng.uniform(0, length / 2)
        s.heart([(s.rng.uniform(20, 150), s.rng.choice(['hi', 'lo', 'in', 0]), s.rng.choice(['plain', 'off', 'proved']))],
                address='D1:00:00:00:00:%02X' % k, start=t)
    for k in range(s.rng.randint(2, 4)):
        s.air([(s.rng.uniform(100, 400), s.rng.choice([700, 2900]))], address='D2:00:00:00:00:%02X' % k, start=s.rng.uniform(0, 100), measure=20)
    s.at = length + 60


def latches(s):
    s.profile = 'bedside'
    s.zones = HEART_ZONES['bedside']
    mode = s.mode()
    for _ in range(s.rng.randint(1, 3)):
        s.heart([(s.rng.uniform(10, 40), 'in', None), (s.rng.uniform(36, 60), s.bad(), None)], mode)
        for _ in range(s.rng.randint(0, 2)):
            s.heart([(s.rng.uniform(5.5, 40), 'gap', None), (s.rng.uniform(3, 50), s.rng.choice(['in', 'in', 'hi']), None)], mode)
        s.heart([(s.rng.uniform(50, 120), 'in', None)], mode)
        for _ in range(s.rng.randint(0, 2)):
            s.push(s.at - s.rng.uniform(0, 60), length=s.rng.choice(['short', 'long']))
    s.heart([(60, 'in', None)], mode)
    if s.rng.random() < 0.4:
        s.air([(100, 600), (s.rng.uniform(120, 400), s.rng.choice([1700, 2800])), (400, 600)], start=0.0, measure=30)


def escalation(s):
    """An unanswered alarm, with seconds lost again and again."""
    mode, bad = s.mode(), s.bad()
    s.heart([(20, 'in', None), (40, bad, None)], mode)
    for _ in range(s.rng.randint(3, 9)):
        s.heart([(s.rng.uniform(10, 55), bad, None), (s.rng.choice([s.rng.uniform(5.5, 8), s.rng.uniform(8, 60)]), 'gap', None)], mode)
    for _ in range(s.rng.choice([0, 0, 1, 5])):
        s.push(s.rng.uniform(60, s.at))
    s.heart([(20, bad, None), (60, 'in', None)], mode)


def board(s):
    """Supply and heat of the board for some hours, in a room that is well."""
    s.profile = s.rng.choice(['cabin', 'cockpit'])
    s.air([(s.rng.uniform(5400, 12000), 600)], advert=25.0)
    for fault in s.rng.sample(['under-voltage', 'too-hot'], s.rng.randint(1, 2)):
        t = s.rng.uniform(5, 3000)
        while t < s.at - 60:
            s.lines.append({'t': millis(t), 'fault': fault})
            t += s.rng.choice([2, 2, s.rng.uniform(4, 300), s.rng.uniform(3000, 8000)])
            s.lines.append({'t': millis(t), 'cleared': fault})
            t += s.rng.choice([2, s.rng.uniform(4, 200), s.rng.uniform(1000, 5000)])
    for _ in range(s.rng.choice([0, 0, 1, 3])):
        s.push(s.rng.uniform(5, s.at))


def faults(s):
    if s.rng.random() < 0.3:
        return board(s)
    s.heart([(s.rng.uniform(20, 60), 'in', None), (s.rng.uniform(0, 60), s.bad(), None), (s.rng.uniform(60, 200), 'in', None)], s.mode())
    for fault in s.rng.sample(['adapter-gone', 'sounder-failed', 'lamp-failed', 'disk-full', 'clock-unset'], s.rng.randint(1, 3)):
        t = s.rng.uniform(5, s.at - 40)
        s.lines.append({'t': millis(t), 'fault': fault})
        if s.rng.random() < 0.8:
            s.lines.append({'t': millis(t + s.rng.uniform(5, 60)), 'cleared': fault})
    for _ in range(s.rng.randint(0, 3)):
        s.push(s.rng.uniform(5, s.at))


def no_pulse(s):
    mode = s.rng.choice(['proved', 'plain'])
    s.heart([(s.rng.choice([10, 45, 60, 100]), 'in', None)], mode)
    for _ in range(s.rng.randint(1, 3)):
        s.heart([(s.rng.uniform(3, 80), 0, 'plain'), (s.rng.uniform(2, 50), s.rng.choice(['in', 'lo', 'gap']), None)], mode)
    if s.rng.random() < 0.4:         # a slow heart that is paused, and stops
        s.heart([(s.rng.uniform(40, 60), 'in', None), (s.rng.uniform(36, 60), 'lo', None)], mode)
        s.push(s.at - s.rng.uniform(0, 4))
        s.heart([(s.rng.uniform(20, 80), 0, 'plain')], mode)
    for _ in range(s.rng.choice([0, 0, 1, 3])):
        s.push(s.rng.uniform(40, s.at))
    s.heart([(60, 'in', None)], mode)


def unwatched(s):
    """A bed without a strap: only air, or a strap that comes late."""
    s.profile = 'bedside'
    s.zones = HEART_ZONES['bedside']
    length = s.rng.uniform(150, 400)
    s.air([(length, s.rng.choice([600, 700, 2800]))], measure=30)
    if s.rng.random() < 0.4:
        s.heart([(60, 'in', None), (40, s.bad(), None), (60, 'in', None)], s.mode(), start=s.rng.uniform(80, 200))
    s.at += 120


def long_silence(s):
    """A strap or an air sensor that falls silent for good, in and out of an episode."""
    bad, mode = s.rng.choice([s.bad(), 'in']), s.mode()
    s.heart([(30, 'in', None), (s.rng.uniform(40, 80), bad, None)], mode)
    if s.rng.random() < 0.5:
        s.air([(s.rng.uniform(200, 400), s.rng.choice([600, 1700, 2800]))], start=0.0, measure=30)
    for _ in range(s.rng.choice([0, 1, 3])):
        s.push(s.at + s.rng.uniform(0, 200), length=s.rng.choice(['short', 'short', 'long']))
    s.at += s.rng.uniform(100, 600)


def limits(s):
    """Limits of the configuration instead of those of the profile."""
    s.profile = s.rng.choice(['bedside', 'cabin'])
    low, high = s.rng.choice([25, 38, 50, 55]), s.rng.choice([90, 110, 160, 210])
    s.limits = {'heart-rate-low': low, 'heart-rate-high': high, 'co2-high': s.rng.choice([2000, 3500]), 'spo2-low-medium': 93, 'spo2-low-high': 80}
    s.config = 'alarms:\n' + ''.join(f'  {name}:\n    limit: {value}\n' for name, value in s.limits.items())
    s.zones = {'lo': (max(1, low - 12) if low < 30 else low - 12, low - 2), 'in': (low + 8, high - 8), 'mid': (high - 2, high), 'hi': (high + 3, min(250, high + 40))}
    mode = s.mode()
    for _ in range(s.rng.randint(2, 4)):
        s.heart([(s.rng.uniform(20, 60), 'in', None), (s.rng.uniform(20, 70), s.bad(), None), (s.rng.uniform(1, 20), 'mid', None)], mode)
    s.heart([(60, 'in', None)], mode)
    s.air([(s.at, s.rng.choice([1900, 2200, 3000, 3800]))], start=0.0, measure=20)
    t = 0.0
    while t < s.at and s.rng.random() < 0.999:
        s.lines.append(oximeter(t, OXIMETER, (97, 91, 82, 78)[int(t / 60) % 4], None))
        t += s.rng.uniform(0.9, 1.1)


def persons(s):
    """Two people, each with limits and bounds of their own."""
    s.profile, s.config, end = s.rng.choice(['bedside', 'cabin']), 'persons:\n', 0
    pairs = {'5/10': (5.0, 10.0), '10/20': (10.0, 20.0), '15/30': (15.0, 30.0), '30/60': (30.0, 60.0)}
    for name, address in (('Anna', HEART), ('Ben', HEART_2)):
        low, high = s.rng.choice([36, 45, 55]), s.rng.choice([105, 130, 170])
        k = s.rng.randrange(4)
        proved, unproved = list(pairs)[k], list(pairs)[s.rng.randrange(k, 4)]
        s.config += (f'  {name}:\n    sensors: ["{address}"]\n    heart-rate-low: {low}\n    heart-rate-high: {high}\n'
                     f'    bounds: {proved}\n    unproved: {unproved}\n')
        s.persons[address] = {'low': (low, low), 'high': (high, high), 'proved': pairs[proved], 'unproved': pairs[unproved]}
        s.zones = {'lo': (26, low - 2), 'in': (low + 8, high - 8), 'mid': (high - 2, high), 'hi': (high + 3, high + 50)}
        mode, segments = s.rng.choice(['proved', 'proved', 'plain']), [(s.rng.uniform(10, 60), 'in', None)]
        for _ in range(s.rng.randint(2, 5)):
            segments += [(s.rng.uniform(4, 90), s.bad(), None), (s.rng.uniform(5, 90), s.rng.choice(['in', 'in', 'mid', 'gap']), None)]
        end = max(end, s.heart(segments + [(70, 'in', None)], mode, address=address, start=s.rng.uniform(0, 5)))
    for _ in range(s.rng.randint(0, 3)):
        s.push(s.rng.uniform(10, end))
    s.at = end


# The table of docs/alarms.md: what follows `kind:`, and the limits. None is the limit of the profile.
PERSON_KINDS = (('adult', None, None), ('infant', 80, 210), ('child 1', 65, 170), ('child 3', 65, 170), ('child 4', 55, 150),
                ('child 12', 55, 150), ('child 13', 45, 140), ('child 17', 45, 140), ('athlete', 34, None),
                ('atrial-fibrillation', 40, None), ('paced 50', 45, None), ('paced 60', 55, None), ('paced 72', 67, None))


def kinds(s):
    """A person of a kind, at times with a limit of their own. A paced heart is as steady as a machine for minutes."""
    s.profile = s.rng.choice(['bedside', 'bedside', 'cabin'])
    usual = Settings(s.profile)
    word, low, high = s.rng.choice(PERSON_KINDS + PERSON_KINDS[-3:])
    low, high, own = low or usual.low[0], high or usual.high[0], ''
    if s.rng.random() < 0.3:
        high = s.rng.choice([100, 125, 220])
        own = f'    heart-rate-high: {high}\n'
    s.config = f'persons:\n  Anna:\n    sensors: ["{HEART}"]\n    kind: {word}\n{own}'
    rate = int(word[6:]) if word.startswith('paced') else None
    s.persons[HEART] = {'low': (low, low), 'high': (high, high), 'paced': rate}
    s.zones = {'lo': (27, low - 2), 'in': (low + 8, high - 8), 'mid': (high - 2, high), 'hi': (high + 3, min(250, high + 40))}
    mode = s.mode()
    for _ in range(s.rng.randint(1, 3)):
        s.heart([(s.rng.uniform(10, 60), 'in', None), (s.rng.uniform(8, 70), s.bad(), None), (s.rng.uniform(1, 20), 'mid', None)], mode)
    s.heart([(60, 'in', None)], mode)
    if rate:
        rate += s.rng.choice([-2, 0, 0, 0, 10, 20])
        tells, end = s.rng.choice([True, False]) and mode != 'mute', s.at + s.rng.uniform(320, 500)
        while s.at < end:
            s.lines.append(strap(s.at, HEART, rate, None if mode == 'mute' else True, (60000.0 / rate,) if mode == 'proved' or tells else ()))
            s.at += 60.0 / rate if mode == 'proved' or tells else 1.0
        s.heart([(40, s.bad(), None), (60, 'in', None)], mode)


def oxygen_delay(s):
    """A person whose medium alarm of oxygen waits: falls of the oxygen, shorter and longer than that."""
    s.profile, delay = s.rng.choice(['bedside', 'cabin']), s.rng.choice([5, 8, 15, 20, 30])
    s.config = f'persons:\n  Anna:\n    sensors: ["{OXIMETER}"]\n    oxygen-delay: {delay}\n'
    s.persons[OXIMETER] = {'oxygen': float(delay)}
    t = 0.0
    for _ in range(s.rng.randint(4, 9)):
        for length, low in ((s.rng.uniform(15, 90), 96), (s.rng.uniform(0.4, 2.5) * delay, s.rng.choice([87, 87, 88, 81]))):
            end = t + length
            while t < end:
                s.lines.append(oximeter(t, OXIMETER, low + s.rng.randint(0, 1), s.rng.randint(60, 75)))
                t += s.rng.uniform(0.9, 1.1)
    s.at = t


def spare_strap(s):
    """Two sensors of one person: one falls silent, the other takes over, sooner or later; at times both speak."""
    s.profile = s.rng.choice(['bedside', 'cabin'])
    s.zones = HEART_ZONES[s.profile]
    second = s.rng.choice([HEART_2, HEART_2, OXIMETER])
    s.config, s.groups = f'persons:\n  Anna:\n    sensors: ["{HEART}", "{second}"]\n', ((HEART, second),)
    truth, t = [(0.0, s.rng.randint(*s.zones['in']))], s.rng.uniform(20, 60)
    for _ in range(s.rng.randint(2, 5)):
        truth.append((t, s.rng.randint(*s.zones[s.bad()])))
        t += s.rng.uniform(15, 90)
        truth.append((t, s.rng.randint(*s.zones['in'])))
        t += s.rng.uniform(10, 90)
    end, mode = t + 40, s.rng.choice(['proved', 'plain'])
    change = s.rng.uniform(30, end - 30)
    parts = [(HEART, 0.0, change), (second, change + s.rng.choice([-20, -5, 3, 8, 30]), end)]
    if s.rng.random() < 0.4:
        parts.append((HEART, s.rng.uniform(change + 20, end), end))
    for address, begin, stop in parts:
        t = begin
        while t < stop:
            bpm = [v for at, v in truth if at <= t][-1] + s.rng.randint(-1, 1)
            if address == OXIMETER:
                s.lines.append(oximeter(t, address, s.rng.randint(95, 98), bpm))
            else:
                s.beat(t, address, bpm, mode)
            t += s.rng.uniform(0.92, 1.08)
    for _ in range(s.rng.choice([0, 0, 1, 3])):
        s.push(s.rng.uniform(20, end))
    s.at = end


def lookalikes(s):
    """Frames of things that are no sensors of ours (rule 9): a plug, a relay, thermometers without CO2. They never alarm."""
    s.heart([(40, 'in', None), (s.rng.uniform(36, 60), s.bad(), None), (80, 'in', None)], s.mode())
    for k in range(s.rng.randint(1, 4)):
        address = 'C3:00:00:00:00:%02X' % k
        s.others.add(address)
        govee, t = s.rng.random() < 0.4, s.rng.uniform(0, 10)
        mac = bytes.fromhex(address.replace(':', ''))
        while t < s.at:
            if govee:       # company 1, eight bytes, no name: a battery of 10 % reads as 2,560 ppm
                data = bytes([0x01, 0x00, 0x01, 0x01]) + s.rng.randrange(200000, 240000).to_bytes(3, 'big') + bytes([10, s.rng.randrange(9), 0])
            else:           # SwitchBot's company and nothing else: a plug, a lock, a weather station
                data = bytes([0x69, 0x09]) + mac + bytes([s.rng.randrange(256), s.rng.randrange(10), 0x80 + s.rng.randrange(40), s.rng.randrange(100)])
                data += bytes([0, 0, 0]) + s.rng.choice([(0).to_bytes(2, 'big'), s.rng.randrange(2600, 9000).to_bytes(2, 'big')]) + bytes([0])
            s.lines.append({'t': millis(t), 'address': address, 'adv_hex': (b'\x02\x01\x06' + bytes([len(data) + 1, 0xff]) + data).hex()})
            t += s.rng.uniform(2, 8)


def pauses(s):
    """An alarm that lasts, and a person who pauses it again and again: through hand-overs, and beside another alarm."""
    mode, bad, t = s.mode(), s.bad(), 0.0
    s.heart([(s.rng.uniform(10, 40), 'in', None), (20, bad, None)], mode)
    length = s.rng.uniform(500, 900)
    while s.at < length:
        s.heart([(s.rng.uniform(30, 200), bad, None)], mode)
        lost = s.rng.choice([0, 0, s.rng.uniform(5.5, 25)])
        if lost:
            s.heart([(lost, *s.rng.choice([('gap', None), (bad, 'off')]))], mode)
        elif s.rng.random() < 0.5:       # it ends, and is reset and back before its episode is over
            s.push(s.at - s.rng.uniform(2, 20))
            s.heart([(s.rng.uniform(5.5, 8), 'in', 'proved')], mode)
            s.push(s.at + s.rng.uniform(0.3, 3), length='long')
            s.heart([(s.rng.uniform(12, 40), bad, None)], mode)
    s.heart([(60, 'in', None)], mode)
    t = s.rng.uniform(30, 70)
    while t < s.at:
        s.push(t)
        t += s.rng.choice([s.rng.uniform(7, 60), s.rng.uniform(118, 135)])
    if s.rng.random() < 0.4:
        begin = s.rng.uniform(60, length - 100)
        s.heart([(20, 'in', None), (s.rng.uniform(36, 60), s.bad(), None), (60, 'in', None)], s.mode(), address=HEART_2, start=begin)
    if s.rng.random() < 0.4:
        s.air([(s.rng.uniform(60, 300), 600), (s.rng.uniform(200, 400), 2800), (200, 600)], start=0.0, measure=20)


def night(s):
    """A person with other limits by night: the time of day is in the day, in the night, at a change, or not known."""
    s.profile = s.rng.choice(['bedside', 'cabin'])
    day, dark = (s.rng.choice([40, 50]), s.rng.choice([125, 150])), (s.rng.choice([35, 45, 55]), s.rng.choice([105, 135, 170]))
    s.config = (f'persons:\n  Anna:\n    sensors: ["{HEART}"]\n    heart-rate-low: {day[0]}\n    heart-rate-high: {day[1]}\n'
                f'    night: {{from: "22:00", to: "07:00", heart-rate-low: {dark[0]}, heart-rate-high: {dark[1]}}}\n')
    tight = (max(day[0], dark[0]), min(day[1], dark[1]))
    times = {'12:00': day, '20:30': day, '08:00': day, '02:00': dark, '23:15': dark, '06:00': dark, '21:58': tight, '06:58': tight, None: tight}
    told = s.rng.choice(list(times) + [None, None])
    low, high = times[told]
    s.lines.append({'t': 0, 'time-of-day': told})
    s.persons[HEART] = {'low': (low, low), 'high': (high, high)}
    levels = sorted({28, *(v + d for v in (day[0], dark[0], day[1], dark[1]) for d in (-5, 5)), 185} - {low, high})
    mode, segments = s.rng.choice(['proved', 'proved', 'plain']), [(30, 80, None)]
    for _ in range(s.rng.randint(3, 4)):         # within ten minutes
        segments += [(s.rng.uniform(10, 60), s.rng.choice(levels), None), (s.rng.uniform(20, 70), 80, None)]
    s.heart(segments + [(40, 80, None)], mode)


def standby(s):
    """An order that a person is not to be watched: refused while the heart is received, and only for a time."""
    s.profile, s.config = s.rng.choice(['bedside', 'bedside', 'cabin']), f'persons:\n  Anna:\n    sensors: ["{HEART}"]\n'
    s.zones = HEART_ZONES[s.profile]
    mode = s.rng.choice(['proved', 'plain'])
    order = lambda t, hours: s.lines.append({'t': millis(t), 'standby': 'Anna', 'hours': round(hours, 4)})
    for _ in range(s.rng.randint(1, 3)):
        begin = s.at
        s.heart([(s.rng.uniform(40, 70), 'in', None), (s.rng.choice([0, s.rng.uniform(36, 60)]), s.bad(), None)], mode)
        if s.rng.random() < 0.6:
            order(s.rng.uniform(begin + 3, s.at - 8), s.rng.uniform(0.05, 8))        # refused
        silence = s.at
        hours = s.rng.choice([s.rng.uniform(0.02, 0.1), s.rng.uniform(0.02, 0.1), s.rng.uniform(1.2, 12)])
        t = silence + s.rng.uniform(8, 80)
        order(t, hours)
        s.at = s.rng.choice([t + hours * 3600 + s.rng.uniform(75, 200), t + s.rng.uniform(10, hours * 3600)])
        if s.profile == 'bedside' and s.rng.random() < 0.3:      # a box without a radio, while no person is watched
            gone = t + s.rng.uniform(-20, min(hours * 3600, 300))
            s.lines.append({'t': millis(gone), 'fault': 'adapter-gone'})
            s.lines.append({'t': millis(max(gone, s.at) + s.rng.uniform(5, 200)), 'cleared': 'adapter-gone'})
            s.push(gone + s.rng.uniform(5, 60))
        if s.rng.random() < 0.4:         # too short to end it
            s.at = min(s.at, t + hours * 3600)
            s.heart([(s.rng.uniform(3, 20), 'in', None), (s.rng.uniform(50, 90), 'gap', None)], mode)
    s.heart([(s.rng.uniform(60, 120), 'in', None)], mode)


def question(s):
    """Hands at button A beside a bed: only a hold, and one press after the question, mean standby."""
    s.profile = 'bedside'
    s.zones = HEART_ZONES[s.profile]
    press = lambda t, how: s.lines.append({'t': millis(t), 'button': 'A', 'press': how})
    mode = s.rng.choice(['proved', 'plain'])
    for _ in range(s.rng.randint(1, 3)):
        begin = s.at
        s.heart([(s.rng.uniform(50, 80), 'in', None)], mode)
        if s.rng.random() < 0.3:         # refused: the heart is received
            t = s.rng.uniform(begin + 10, s.at - 20)
            press(t, 'hold')
            press(t + s.rng.uniform(2.5, 9), 'short')
        t = s.at + s.rng.uniform(8, 90)
        for _ in range(s.rng.randint(1, 4)):
            way = s.rng.choice(['yes', 'yes', 'double', 'hasty', 'late', 'other', 'quick'])
            if way != 'double' and way != 'quick':
                press(t, 'hold')
            if way == 'double' or way == 'quick':
                gap = s.rng.uniform(0.15, 0.9)
                for k in range(s.rng.randint(2, 4)):
                    press(t + k * gap, 'double' if way == 'double' and k else 'short')
            elif way == 'hasty':
                press(t + s.rng.uniform(0.2, 1.9), 'short')
                press(t + s.rng.uniform(2.2, 9), 'short')
            elif way == 'other':
                press(t + s.rng.uniform(2.2, 4), s.rng.choice(['long', 'double']))
                press(t + s.rng.uniform(5, 9), 'short')
            else:
                press(t + (s.rng.uniform(2.2, 9.8) if way == 'yes' else s.rng.uniform(10.2, 14)), 'short')
            t += s.rng.uniform(20, 90)
        s.at = t + s.rng.uniform(10, 200)
    s.heart([(s.rng.uniform(60, 120), 'in', None)], mode)


def loose(s):
    """A lost contact that was acknowledged, and soon after it an alarm on the rate, with and without contact in turn."""
    mode, bad = s.rng.choice(['proved', s.mode()]), s.bad()
    s.heart([(s.rng.uniform(10, 60), 'in', None)], mode)
    for _ in range(s.rng.randint(1, 4)):
        s.heart([(s.rng.uniform(15, 40), 'in', 'off')], mode)
        s.push(s.at - s.rng.uniform(0.5, 4))
        s.heart([(s.rng.uniform(0.5, 4), 'in', None), (s.rng.uniform(5.5, 12), bad, None)], mode)
        for _ in range(s.rng.randint(1, 4)):
            s.heart([(s.rng.uniform(1, 8), bad, 'off'), (s.rng.uniform(1, 12), bad, None)], mode)
        s.heart([(s.rng.uniform(5, 60), 'in', None)], mode)
    s.heart([(80, 'in', None)], mode)


def losses(s):
    """Losses of a worn strap: gaps, also again and again, 0 with contact after one, contact that flaps or is lost for a message,
    beats that stop while the number stays or dies away."""
    s.heart([(s.rng.choice([10, 40, 50, 60]), 'in', None)], 'proved')
    for _ in range(s.rng.randint(2, 5)):
        kind = s.rng.choice(['gap', 'gaps', 'zero', 'slip', 'flap', 'stopped', 'stopped', 'lag'])
        if s.rng.random() < 0.3:
            s.heart([(s.rng.uniform(12, 30), s.bad(), None)], 'proved')
        if kind == 'gap':
            s.heart([(s.rng.uniform(3, 70), 'gap', None)])
        elif kind == 'gaps':
            silent, good = s.rng.uniform(16, 34), s.rng.uniform(2, 12)
            for _ in range(s.rng.randint(3, 9)):
                s.heart([(silent, 'gap', None), (good, 'in', None)], 'proved')
        elif kind == 'slip':        # one message without contact in the zeros, or before them
            s.heart([(40, 'in', None)], 'proved')
            s.heart([(s.rng.choice([0, 1, 6]), 0, 'plain'), (1, 'in', 'off'), (s.rng.choice([0, 8]), 'in', None)], 'proved')
            s.heart([(s.rng.uniform(10, 60), 0, 'plain')])
        elif kind == 'zero':
            s.heart([(s.rng.uniform(3, 70), 'gap', None), (s.rng.uniform(2, 50), 0, 'plain')])
        elif kind == 'flap':
            off, on = s.rng.uniform(4, 16), s.rng.uniform(1, 6)
            for _ in range(s.rng.randint(3, 12)):
                s.heart([(off, 'in', 'off'), (on, 'in', None)], 'proved')
        elif kind == 'stopped':
            bpm, end = s.rng.randint(*s.zones[s.rng.choice(['in', 'in', s.bad()])]), s.at + s.rng.uniform(5, 110)
            fading = s.rng.choice([0, 0, 0.05, 0.2])
            slips = s.rng.choice([0, 0, s.rng.uniform(8, 25)])       # a loose electrode: contact is lost for a message or two
            while s.at < end:
                s.beat(s.at, HEART, bpm, 'off' if slips and s.at % slips < 1.5 else 'plain')
                bpm = max(1, bpm - (s.rng.random() < fading))
                s.at += s.rng.uniform(0.92, 1.08)
        else:       # a mean that lags behind beats that are slow at once
            low, until, beat, mean = s.settings().low[0], s.at + s.rng.uniform(10, 40), s.at, 60.0
            rate = max(20, low - 20)
            while s.at < until:
                rr = []
                while beat <= s.at:
                    rr.append(60000.0 / rate * s.rng.uniform(0.97, 1.03))
                    beat += rr[-1] / 1000
                mean += (rate - mean) * 0.12
                s.lines.append(strap(s.at, HEART, round(mean), True, rr))
                s.at += s.rng.uniform(0.92, 1.08)
        s.heart([(s.rng.uniform(3, 60), 'in', None)], 'proved')
    for _ in range(s.rng.choice([0, 0, 1, 3])):
        s.push(s.rng.uniform(40, s.at), length=s.rng.choice(['short', 'short', 'long']))
    s.heart([(60, 'in', None)], 'proved')


KINDS = {f.__name__.replace('_', '-'): f for f in (
    steady, flicker, flicker_air, dropouts, air_dropouts, slow, crowd, two_straps, buttons, stuck, restarts, jumps, fast, hover,
    contact, implausible, off_scale, rr_mixed, oximeters, both_limits, altitude, acks, expiries, phases, strangers, latches, escalation,
    cabin_air, borrowed, monoxide, vapours, faults, no_pulse, unwatched, long_silence, limits, lookalikes, persons, kinds, oxygen_delay, spare_strap, pauses, night, standby, question, loose, losses, elsewhere)}


def kind_of(seed):
    names = list(KINDS)
    return names[seed % len(names)]


def make(seed, kind=None):
    kind = kind or kind_of(seed)
    scene = Scene(seed, kind)
    KINDS[kind](scene)
    if 'reload' in EXTRA and scene.rng.random() < 0.3 and scene.at > 60:
        for _ in range(scene.rng.randint(1, 4)):     # the configuration is read again: nothing changes
            scene.lines.append({'t': millis(scene.rng.uniform(5, scene.at)), 'reload': True})
    return scene.finish(scene.rng.choice([0, 0, 0, 30]))


