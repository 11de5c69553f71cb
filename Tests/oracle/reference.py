"""A small program that follows the rules, step by step. It exists to test the oracle: its output must pass the check, and
damage.py plants damages into it where no better program is at hand. `eager` begins alarms where it may, else where it must.
"""
from bisect import bisect_right
import frames
from pressure import Pressures
from model import CO2, SPO2, RANK, LONG_HOLE
from output import HOURLY

WITHHELD = {'taxi': 3600, 'take-off': 900, 'climb': 3600, 'descent': 3600, 'landing': 1800}
MONOXIDE = (('co-medium', 'medium', 50, 5, 60.0, 180.0), ('co-high', 'high', 300, 10, 30.0, 90.0))
DETECTOR = (('co-high', 'high', 1, 1, 0.0, 10.0),)
ALTITUDE = (('cabin-altitude-medium', 'medium', 10000, 200, 10.0, 30.0), ('cabin-altitude-high', 'high', 14000, 200, 10.0, 30.0))
LOW, HIGH, PROVED, INSIDE, TOUCH, ZERO, OFF = (1 << k for k in range(7))


class Count:
    """Fresh time so far, in pieces with bits; asked for sums over the last of it."""

    def __init__(self):
        self.begin()

    def begin(self):
        self.edges, self.bits, self.sums, self.clock = [0.0], [0], {}, 0.0

    def add(self, seconds, bits):
        if seconds <= 0:
            return
        if self.bits[-1] != bits or len(self.edges) == 1:
            for bit, sums in self.sums.items():
                sums.append(self._upto(bit, self.clock))
            self.edges.append(self.clock)
            self.bits.append(bits)
        self.clock += seconds

    def _upto(self, bit, f):
        sums = self.sums.get(bit)
        if sums is None:
            sums = self.sums[bit] = [0.0]
            for i in range(1, len(self.edges)):
                sums.append(sums[-1] + (self.edges[i] - self.edges[i - 1] if self.bits[i - 1] & bit else 0.0))
        i = min(bisect_right(self.edges, f) - 1, len(sums) - 1)
        return sums[i] + (f - self.edges[i] if self.bits[i] & bit else 0.0)

    def share(self, bit, length):
        return self._upto(bit, self.clock) - self._upto(bit, max(0.0, self.clock - length))

    def must(self, bit, m):
        long = max(10 * m, 120)
        return self.share(bit, 1.5 * m) >= m or self.share(bit, long) >= long / 2


class Value:
    """One quantity of one sensor, and how long its value holds."""

    def __init__(self):
        self.count, self.until, self.bits, self.updated, self.sample = Count(), -1e9, 0, None, None
        # Time from one value to the next that came in time, for the ends; and when the latest message came.
        self.ends, self.came, self.broken = Count(), None, False

    def advance(self, t):
        if self.updated is not None:
            self.count.add(min(t, self.until) - self.updated, self.bits)
            self.updated = max(self.updated, min(t, self.until))

    def take(self, t, bits, fresh, sample, counts=True):
        if self.updated is not None and t - self.until > LONG_HOLE:
            self.count.begin()
            self.ends.begin()
        elif self.came is not None:
            in_time = t <= self.until and counts and not self.broken
            self.ends.add(min(t, self.until) - self.came, self.bits if in_time else 0)
        self.came, self.broken = t, False
        self.bits, self.until, self.updated, self.sample = bits, t + fresh, t, sample

    def fresh(self, t):
        return t < self.until


class Alarm:
    def __init__(self, name, address, priority, technical):
        self.name, self.address, self.priority, self.technical = name, address, priority, technical
        self.on = self.ack = self.latched = False
        self.value = self.limit = self.ack_value = self.since = None
        self.acked_at = self.hour = 0.0
        self.there = False


class Reference:
    def __init__(self, scene, eager=True):
        lines, settings, adopted = scene.lines, scene.settings(), scene.adopted
        self.lines, self.s, self.adopted, self.eager, self.others = lines, settings, adopted, eager, scene.others
        self.canon = {a: group[0] for group in scene.groups for a in group}
        self.out, self.alarms, self.values, self.rules = [], {}, {}, {}
        self.pauses, self.episode, self.noticed, self.hearts, self.pause_count = {}, {}, {}, {}, {}
        self.phase, self.phase_since, self.presses = None, 0, []
        self.said, self.sound, self.sound_since, self.loud, self.lamps = {}, ('none', None), 0.0, 'normal', {}
        self.pressures = Pressures()
        self.main, self.stuck, self.stuck_hot, self.quiet_since = {}, False, None, {}

    def play(self):
        t, begin = None, float(self.lines[0]['t'])
        self.begin = begin
        k, n = 0, len(self.lines)
        t = begin
        last_line = begin
        while k < n:
            while k < n and float(self.lines[k]['t']) <= t:
                self.line(float(self.lines[k]['t']), self.lines[k])
                last_line = t
                k += 1
            self.evaluate(t)
            if k >= n:
                break
            step = 0.5 if t - last_line < 400 else 20.0
            for e in self.noticed.values():
                step = min(step, max(0.5, e - t)) if e > t else step
            for p in self.pauses.values():
                if p > t:
                    step = min(step, max(0.25, p - t))
            for a in self.alarms.values():
                if a.on and a.name in HOURLY and a.hour > t:
                    step = min(step, a.hour - t)
            nxt = min(float(self.lines[k]['t']), t + step)
            t = nxt
        return self.out

    # ---- input

    def line(self, t, line):
        if 'button' in line:
            self.press(t, line)
        elif 'phase' in line:
            if line['phase'] != self.phase:
                self.phase, self.phase_since = line['phase'], t
        elif 'fault' in line:
            a = self.alarm(line['fault'], '', 'high' if line['fault'] in ('adapter-gone', 'sounder-failed') else 'low', True)
            a.there = True
            if not a.on:
                a.on, a.since, a.hour = True, t, t + 3600
                self.new_high(a, t)
        elif 'cleared' in line:
            a = self.alarm(line['cleared'], '', 'low', True)
            a.there, a.on = False, a.on and line['cleared'] in HOURLY
        elif 'address' in line:
            self.message(t, line)

    def message(self, t, line):
        address = self.canon.get(line['address'], line['address'])
        if address in self.others or self.adopted is not None and address not in self.adopted:
            return
        told = frames.read_line(line)
        hpa = frames.tag_pressure(line)
        self.pressures.correct(t, line['address'], told if hpa is None else {'hpa': hpa})
        if not told:
            return
        if 'oximeter' in told and 'spo2' not in told and (address, 'spo2') in self.values:
            self.values[(address, 'spo2')].broken = True
        for quantity in ('co2', 'spo2', 'hpa', 'co', 'heart'):
            if quantity in told:
                value = self.values.setdefault((address, quantity), Value())
                value.advance(t)
                getattr(self, 'take_' + quantity)(t, address, value, told)
        order = {'heart': 0, 'spo2': 1, 'co2': 2, 'co': 3}
        have = [q for q in order if (address, q) in self.values]
        if have:
            self.main[address] = self.values[(address, min(have, key=order.get))]

    def plain(self, t, address, value, told, number, table, above):
        bits = 0
        for k, (name, priority, limit, hysteresis, n, m) in enumerate(table):
            beyond = number >= limit if above else number < limit
            inside = number <= limit - hysteresis if above else number >= limit + hysteresis
            bits |= beyond << 2 * k | inside << 2 * k + 1
            rule = self.rules.setdefault((name, address), {'value': value, 'row': (name, priority, limit, hysteresis, n, m), 'news': [],
                                                           'beyond': 1 << 2 * k, 'inside': 2 << 2 * k, 'count': Count(), 'handed': False})
            new = told.get('measurement') != rule.get('last') or told.get('measurement') is None
            rule['last'] = told.get('measurement')
            if beyond and new:
                rule['news'].append(value.count.clock)
        value.take(t, bits, told['fresh'], number)

    def take_co2(self, t, address, value, told):
        self.plain(t, address, value, told, told['co2'], self.s.table(CO2), True)

    def take_spo2(self, t, address, value, told):
        self.plain(t, address, value, told, told['spo2'], self.s.table(SPO2), False)

    def take_hpa(self, t, address, value, told):
        if self.s.profile == 'bedside':
            return
        feet = frames.feet(told['hpa'])
        self.plain(t, address, value, dict(told, measurement=None), feet, ALTITUDE, True)
        high = self.rules[('cabin-altitude-high', address)]
        value.bits |= (feet >= 12500) << 10 | (feet <= 12300) << 11
        high['sustained'] = 1 << 10

    def take_co(self, t, address, value, told):
        if told.get('detector'):
            return self.plain(t, address, value, told, told['co'], DETECTOR, True)
        self.plain(t, address, value, dict(told, measurement=None), told['co'], MONOXIDE, True)
        high = self.rules[('co-high', address)]
        value.bits |= (told['co'] >= 100) << 10 | (told['co'] <= 90) << 11
        high['sustained'] = 1 << 10

    def take_heart(self, t, address, value, told):
        h = self.hearts.setdefault(address, {'value': value, 'open': False, 'cond': None, 'tech': None, 'proof': -99, 'beat': 0.0, 'beats': [], 'last': {},
                                             'clock': Value(), 'good_since': None, 'good_for': 0.0, 'high': None, 'came': t, 'zero': Count()})
        bpm, contact, rr = told['heart'], told['contact'], told['rr']
        proved = False
        if rr and bpm > 0:
            period = 60000.0 / bpm
            agree = [abs(x - period) <= period / 6 for x in rr]
            proved = all(agree)
            h['proof'], h['beat'] = t if proved else -99, rr[-1]
        elif bpm > 0:
            # A rate that has left its beats is proved again by the next beat only.
            if abs(h['beat'] - 60000.0 / bpm) > 10000.0 / bpm:
                h['proof'] = -99
            proved = t - h['proof'] <= min(10.0, max(3.0, 180.0 / bpm))
        touch = contact is not False
        bits = (TOUCH if touch else OFF) | (ZERO if bpm == 0 and contact else 0)
        if bpm > 0 and touch:
            low, high = self.s.of(address).low[0], self.s.of(address).high[0]
            bits |= (bpm < low) * LOW | (bpm > high) * HIGH | proved * PROVED | (low + 3 <= bpm <= high - 3) * INSIDE
            if bits & (LOW | HIGH) and rr and proved:
                h['beats'] += [value.count.clock] * len(rr)
        if bits & (LOW | HIGH):
            side = 'heart-rate-low' if bits & LOW else 'heart-rate-high'
            h['last'][side] = bpm
            h['latest'] = side
        bits |= (bits & (LOW | HIGH) and 1 << 8) | (bits & (LOW | HIGH) and proved and 1 << 9) | (bits & INSIDE and proved and 1 << 10)
        value.take(t, bits, told['fresh'], bpm, bpm > 0 and touch)

    # ---- buttons

    def press(self, t, line):
        if line['button'] != 'A':
            return
        gap = t - self.presses[-1] if self.presses else 99
        if gap >= 10:
            self.stuck, self.stuck_hot = False, None
        self.presses.append(t)
        hot = sum(t - 60 < p for p in self.presses) > 10
        self.stuck_hot = (self.stuck_hot if self.stuck_hot is not None else t) if hot else None
        if hot and t - self.stuck_hot >= 30:
            self.stuck = True
        if self.stuck:
            return
        if line['press'] == 'long':
            for a in self.alarms.values():
                a.latched = False
            for address, h in self.hearts.items():
                if h['open']:
                    self.close(h, address, t, latch=False)
                    h['value'].count.begin()
            self.episode.clear()
            self.pauses.clear()
            self.noticed.clear()
            return
        heard = [a for a in self.alarms.values() if self.heard(a, t)]
        rank = max([RANK[a.priority] for a in heard] or [0])
        for a in heard:
            if RANK[a.priority] != rank:
                continue
            if rank == 3:
                self.pauses[self.who(a)] = t + 120
                self.pause_count.setdefault(self.who(a), []).append(t)
                if len(self.pause_count[self.who(a)]) >= 4:
                    self.notice(t, a)
            elif a.latched and not a.on:
                a.latched = False
            else:
                a.ack, a.acked_at = True, t
                a.ack_value = self.rules[(a.name, a.address)]['value'].sample if (a.name, a.address) in self.rules else None

    def who(self, a):
        return a.address or a.name

    def heard(self, a, t):
        """On or latched, not paused, acknowledged or withheld."""
        if not (a.on or a.latched) or a.on and a.ack:
            return False
        if RANK[a.priority] == 3:
            return t >= self.pauses.get(self.who(a), -1) - 1e-9
        return not (a.on and self.is_withheld(t) and not a.technical)

    def is_withheld(self, t):
        return self.phase in WITHHELD and t - self.phase_since < WITHHELD[self.phase]

    # ---- rules

    def alarm(self, name, address, priority, technical):
        a = self.alarms.setdefault((name, address), Alarm(name, address, priority, technical))
        return a

    def new_high(self, a, t):
        """A new high alarm of another sensor breaks what is paused."""
        if a.priority == 'high':
            for who in list(self.pauses):
                if who != self.who(a):
                    del self.pauses[who]
            self.episode.setdefault(self.who(a), t)
            self.noticed.setdefault(self.who(a), self.episode[self.who(a)] + 60)

    def raise_(self, t, name, address, priority, value=None, limit=None, technical=False, handed=False):
        a = self.alarm(name, address, priority, technical)
        louder = RANK[priority] > RANK[a.priority] if a.on else True
        if not a.on or louder:
            fresh = not handed
            a.since = t if not a.on else a.since
            a.on, a.priority, a.ack = True, priority, a.ack and a.on and priority != 'high'
            if fresh:
                self.new_high(a, t)
        a.value, a.limit = value, limit
        return a

    def evaluate(self, t):
        for a in self.alarms.values():
            while a.on and a.name in HOURLY and a.hour <= t:
                a.hour, a.on = a.hour + 3600, a.there
        for value in self.values.values():
            value.advance(t)
        for (name, address), rule in self.rules.items():
            if name not in self.s.off:
                self.plain_rule(t, name, address, rule)
        for address, h in self.hearts.items():
            self.heart(t, address, h)
        for address, main in self.main.items():
            if address not in self.hearts:
                self.silence(t, address, main)
        if self.s.profile == 'bedside' and not self.hearts and t >= self.begin + 60:
            if not any(a.on and a.name == 'no-data' for a in self.alarms.values()):
                self.raise_(t, 'not-watched', '', 'medium', technical=True)
        elif ('not-watched', '') in self.alarms:
            self.alarms[('not-watched', '')].on = False
        if self.presses and t - self.presses[-1] >= 10:
            self.stuck = False
        b = self.alarm('button-stuck', '', 'low', True)
        b.on = self.stuck
        self.speak(t)

    def plain_rule(self, t, name, address, rule):
        _, priority, limit, _, n, m = rule['row']
        value, count = rule['value'], rule['value'].count
        origin = rule.setdefault('origin', 0.0)
        share = lambda bit, length: count.share(bit, min(length, max(0.0, count.clock - origin)))
        if count.clock < rule.get('clock', 0.0):     # a long hole began the counts again
            origin = rule['origin'] = 0.0
            rule['news'] = [x for x in rule['news'] if x <= count.clock]
            rule['news'] = rule['news'][-1:] if value.bits & rule['beyond'] else []
        rule['clock'] = count.clock
        a = self.alarm(name, address, priority, False)
        fresh, beyond = value.fresh(t), value.bits & rule['beyond']
        e = min(60.0, max(5.0, n))
        if a.on and not fresh:
            a.on, rule['handed'] = False, True
            b = self.raise_(t, 'no-data', address, self.at_least(address, priority), technical=True, handed=True)
            b.ack = b.priority == 'medium' and (b.ack or a.ack and priority == 'medium')
        elif rule['handed'] and fresh:
            rule['handed'] = False
            a.on = True
        elif a.on:
            inside = value.bits & rule['inside'] if a.limit != 12500 else value.bits & 1 << 11
            bit = rule['inside'] if a.limit != 12500 else 1 << 11
            since = value.ends.clock - min(rule.get('over', 0.0), value.ends.clock)
            over = value.came == t and value.ends.share(bit, min(1.5 * e, since)) >= e
            if name == 'co-high' and rule['row'][4] == 0.0:      # what a detector reports holds on its own
                over = share(bit, 1.5 * e) >= e
            if inside and over:
                a.on, a.latched, a.ack = False, self.s.latch and priority != 'low' and not a.ack, False
                rule['origin'], rule['over'] = count.clock, value.ends.clock
            elif name == 'co2-medium' and a.ack and value.bits & rule['beyond'] and a.ack_value and not a.since == 'again':
                if value.sample >= (a.ack_value + 2500) / 2:
                    a.ack = False
        elif fresh:
            news = [x for x in rule['news'] if x >= max(origin, count.clock - 1.5 * m)]
            long = max(10 * m, 120)
            must = beyond and (share(rule['beyond'], 1.5 * m) >= m or share(rule['beyond'], long) >= long / 2)
            may = beyond and share(rule['beyond'], 1.5 * m) >= n and len(news) >= 2
            if must or may and self.eager:
                self.raise_(t, name, address, priority, value.sample, limit)
            elif 'sustained' in rule and value.bits & rule['sustained'] and (
                    share(rule['sustained'], 2700) >= 1800 or share(rule['sustained'], 18000) >= 9000):
                self.raise_(t, name, address, priority, value.sample, 12500)
        if a.on and a.value is None:
            a.value, a.limit = value.sample, limit

    def at_least(self, address, priority):
        held = [r['row'][1] for (n, at), r in self.rules.items() if at == address and r['handed']]
        return max(held + [priority, 'medium'], key=RANK.get)

    def stands_for(self, address):
        """Whether no-data stands for another quantity of this sensor, whose alarm was on."""
        return any(r['handed'] for (_, at), r in self.rules.items() if at == address)

    def silence(self, t, address, main):
        a = self.alarm('no-data', address, 'medium', True)
        stale = [q for (at, _), q in self.values.items() if at == address and q.updated is not None and not q.fresh(t)]
        if not main.fresh(t) and not a.on and t >= main.until + 2:
            high = self.s.profile == 'bedside' and (address, 'spo2') in self.values
            self.raise_(t, 'no-data', address, self.at_least(address, 'high' if high else 'medium'), technical=True)
        if a.on and not stale:
            a.on, a.priority = False, 'medium'
        elif a.on and (address, 'spo2') in self.values and t - a.since >= 30:
            self.raise_(t, 'no-data', address, 'high', technical=True)

    def heart(self, t, address, h):
        value, count = h['value'], h['value'].count
        fresh, bits = value.fresh(t), value.bits
        h['clock'].count.add(t - h.get('seen', h['came']), 1 if not h.get('was_good', True) else 2)
        h['seen'], h['was_good'] = t, fresh and bool(bits & TOUCH) and not bits & ZERO
        mine = self.s.of(address)
        (pn, pm), (un, um) = mine.proved, mine.unproved
        beyond, proved = 1 << 8, 1 << 9
        if count.clock < h.get('clock_was', 0):
            h['beats'] = []
        h['clock_was'] = count.clock
        ends = value.ends
        if value.came == t and bits & INSIDE and h['open'] and (
                bits & 1 << 10 and ends.share(1 << 10, 1.5 * max(5, pn)) >= max(5, pn) or ends.share(INSIDE, 45) >= 30):
            self.close(h, address, t)
        elif h['open']:
            if not fresh:
                self.tell(t, address, h, None, 'no-data')
            elif bits & OFF:
                self.tell(t, address, h, None, 'no-contact')
            elif bits & ZERO:
                self.tell(t, address, h, 'no-pulse', None)
            elif bits & (LOW | HIGH):
                self.tell(t, address, h, 'heart-rate-low' if bits & LOW else 'heart-rate-high', None)
        else:
            beats = [b for b in h['beats'] if b >= count.clock - 1.5 * pm]
            more = [b for b in h['beats'] if b >= count.clock - 1.5 * um]
            must = bits & beyond and count.must(beyond, um) or bits & proved and count.must(proved, pm)
            may = (bits & proved and count.share(proved, 1.5 * pm) >= pn and len(beats) >= 3
                   or bits & beyond and count.share(beyond, 1.5 * um) >= un and len(more) >= 3)
            if fresh and (must or may and self.eager):
                window = 1.5 * (pm if count.share(proved, 1.5 * pm) >= pn else um)
                low, high = count.share(LOW, window), count.share(HIGH, window)
                side = 'heart-rate-low' if low > high else 'heart-rate-high' if high > low else h['latest']
                h['open'] = True
                self.tell(t, address, h, side, None, first=True)
            elif fresh and bits & ZERO and h['good_for'] >= 30 and count.must(ZERO, um):
                h['open'] = True
                self.tell(t, address, h, 'no-pulse', None, first=True)
            else:
                self.heart_missing(t, address, h, fresh, bits)
        if fresh and not bits & (ZERO | OFF):
            h['good_since'] = t if h['good_since'] is None else h['good_since']
            h['good_for'] = t - h['good_since']
        else:
            h['good_since'] = None
            if not fresh or bits & OFF:
                h['good_for'] = 0

    def heart_missing(self, t, address, h, fresh, bits):
        count, clock = h['value'].count, h['clock'].count
        a, c = self.alarm('no-data', address, 'medium', True), self.alarm('no-contact', address, 'medium', True)
        if bits & OFF and fresh and count.must(OFF, 10):
            self.raise_(t, 'no-contact', address, 'medium', technical=True)
        elif c.on and fresh and not bits & OFF and count.share(TOUCH, 7.5) >= 5:
            c.on = False
        gone = clock.share(1, 30) >= 30 - 0.001
        missing = (clock.share(1, 60) >= 40 or gone and not bits & ZERO) and not h['was_good']
        if missing and not (a.on and a.priority == 'high'):
            self.raise_(t, 'no-data', address, 'high', technical=True)
        elif not fresh and t >= h['value'].until + 2 and not a.on:
            self.raise_(t, 'no-data', address, 'medium', technical=True)
        elif a.on and a.priority == 'medium' and t - a.since >= 30:
            self.raise_(t, 'no-data', address, 'high', technical=True)
        elif a.on and h['was_good'] and clock.share(2, 7.5) >= 5 and not self.stands_for(address):
            a.on, a.priority = False, 'medium'

    def tell(self, t, address, h, condition, technical, first=False):
        """The one condition that stands for the episode now."""
        if first and t - h.get('closed', -99) > 15:
            self.pauses.pop(address, None)
        for name in ('heart-rate-low', 'heart-rate-high', 'no-pulse', 'no-data', 'no-contact'):
            a = self.alarm(name, address, 'high', name in ('no-data', 'no-contact'))
            wanted = name == (condition or technical) or name == 'no-data' and self.stands_for(address)
            if not wanted and a.on:
                a.on = False
            elif wanted:
                if name in ('heart-rate-low', 'heart-rate-high'):
                    self.raise_(t, name, address, 'high', h['last'][name], self.s.of(address).low[0] if name.endswith('low') else self.s.of(address).high[0], handed=not first)
                    a.latched = False
                    if h['cond'] in ('heart-rate-low', 'heart-rate-high') and h['cond'] != name:
                        self.pauses.pop(address, None)
                    h['told'] = name
                else:
                    self.raise_(t, name, address, 'high', technical=name != 'no-pulse', handed=not first)
                    if name == 'no-pulse' and h['cond'] != 'no-pulse':
                        self.pauses.pop(address, None)
        h['cond'] = condition or h['cond']

    def close(self, h, address, t, latch=True):
        for name in ('heart-rate-low', 'heart-rate-high', 'no-pulse', 'no-data', 'no-contact'):
            if name == 'no-data' and self.stands_for(address):
                continue
            a = self.alarm(name, address, 'high', False)
            a.on = False
            if name in ('no-data', 'no-contact'):
                a.priority = 'medium'
        if latch and self.s.latch and h.get('told') or latch and self.s.latch and h['cond']:
            self.alarm(h['cond'], address, 'high', False).latched = True
        h['open'], h['cond'], h['closed'] = False, None, t
        h['value'].count.begin()
        h['value'].ends.begin()
        h['beats'] = []

    # ---- output

    def notice(self, t, a):
        self.out.append({'t': t, 'kind': 'notice', 'condition': a.name, 'priority': 'high', 'unanswered_s': 60,
                         **({'address': a.address} if a.address else {})})

    def speak(self, t):
        for key, a in self.alarms.items():
            presence = 'ack' if a.on and a.ack else 'on' if a.on else 'latched' if a.latched else 'off'
            until = self.pauses.get(self.who(a), -1) if a.priority == 'high' else -1
            activation = 'off' if presence in ('off', 'ack') else 'paused' if until > t + 1e-9 else 'on'
            if presence == 'on' and a.priority != 'high' and not a.technical and self.is_withheld(t):
                activation = 'off'
            state = (presence, activation, a.priority)
            if state != self.said.get(key, ('off', 'off', a.priority)):
                line = {'t': t, 'kind': 'alarm', 'condition': a.name, 'priority': a.priority, 'presence': presence, 'activation': activation,
                        'technical': a.technical}
                if a.limit is not None:
                    line['limit'] = a.limit
                if a.value is not None:
                    line['value'] = a.value
                if activation == 'paused':
                    line['silent_until'] = until
                if a.address:
                    line['address'] = a.address
                self.out.append(line)
            self.said[key] = state
        heard = [a for a in self.alarms.values() if self.heard(a, t)]
        top = max([a.priority for a in heard] or ['none'], key=RANK.get)
        family = None
        for a in heard:
            if a.priority == top:
                f = 'technical' if a.technical else 'heart' if a.name.startswith(('heart', 'spo2', 'no-p')) else 'air'
                family = min([f] + [family] * (family is not None), key=('heart', 'air', 'technical').index)
        pressed = self.presses and t - self.presses[-1] < 0.01
        if RANK[top] < RANK[self.sound[0]] and t - self.sound_since < 2 and not pressed:
            top, family = self.sound        # a burst that began is played to its end
        if top != self.sound[0]:
            self.sound_since = t
        if (top, family) != self.sound:
            self.out.append({'t': t, 'kind': 'sound', 'signal': top, 'family': family or self.sound[1] or 'technical'})
            self.sound = (top, family)
        shown = [a.priority for a in self.alarms.values() if a.on and not (a.priority != 'high' and not a.technical and not a.ack and self.is_withheld(t))]
        best = max(shown or ['none'], key=RANK.get)
        for lamp, on in (('red', best == 'high'), ('yellow', best == 'medium'), ('green', RANK[best] < 2)):
            if self.lamps.get(lamp, False) != on:
                self.out.append({'t': t, 'kind': 'lamp', 'lamp': lamp, 'pattern': 'flash' if on else 'off'})
                self.lamps[lamp] = on
        self.grow(t, [a for a in heard if a.priority == 'high'])

    def grow(self, t, heard):
        whos = {self.who(a): a for a in heard}
        standing = {self.who(a) for a in self.alarms.values() if a.priority == 'high' and (a.on or a.latched)}
        for who in list(self.episode):
            if who not in standing:
                since = self.quiet_since.setdefault(who, t)
                if t - since > 15:
                    for d in (self.episode, self.noticed, self.pauses, self.pause_count, self.quiet_since):
                        d.pop(who, None)
            else:
                self.quiet_since.pop(who, None)
        level = 'normal'
        for who, a in whos.items():
            began = self.episode.setdefault(who, t)
            due = self.noticed.setdefault(who, began + 60)
            if t >= due:
                self.notice(t, a)
                self.noticed[who] = t + 60
            grown = 'loudest' if t - began >= 60 else 'louder' if t - began >= 30 else 'normal'
            level = max(level, grown, key=('normal', 'louder', 'loudest').index)
        if level != self.loud:
            self.out.append({'t': t, 'kind': 'loudness', 'level': level})
            self.loud = level


def main():
    """Plays the reference over the random series and checks it. usage: reference.py [SEEDS] [--late]"""
    import sys
    import series
    from check import check
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    bad = 0
    for seed in range(seeds):
        scene = series.make(seed)
        eager = seed // len(series.KINDS) % 2 == 0
        output = Reference(scene, eager).play()
        broken = check(scene, output)
        bad += bool(broken)
        for t, rule, text in broken[:2]:
            print(seed, series.kind_of(seed), 'eager' if eager else 'late', t, rule, text)
    print(f'{seeds} seeds, {bad} with broken rules')


if __name__ == '__main__':
    main()
