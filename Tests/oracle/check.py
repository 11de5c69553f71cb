"""Compares what the program said with the model: values, hand-overs, missing data. Signals are in signals.py.

The check follows the program: counts begin again at the ends that the program reports, if they are right. So a fault
is reported once, where it happens. Every fault is (time, rule, text).
"""
from frames import feet
from model import World, Bound, Vapour, SLACK, NEVER, CO2, SPO2, GOOD, OFF, ZERO, IN_H, BEYOND_H, PROVED_H, LOW_S, LOW_H, HIGH_S, HIGH_H
from output import Output, present, standing, sounding, RANK, TECHNICAL, HOURLY, HEART_VALUES
import elsewhere
import signals

OXYGEN = ('spo2-low-medium', 'spo2-low-high')
HEART_COVER = HEART_VALUES + ('no-pulse', 'no-data', 'no-contact', 'implausible', 'frozen', 'not-watched')
AIR_COVER = ('no-data', 'implausible', 'frozen')
PRIORITY = {name: priority for table in (CO2, SPO2) for name, priority, *_ in table}
PRIORITY.update({'co-medium': 'medium', 'co-high': 'high', 'cabin-altitude-medium': 'medium', 'cabin-altitude-high': 'high', 'heart-rate-low': 'high', 'heart-rate-high': 'high',
                 'no-pulse': 'high', 'adapter-gone': 'high', 'sounder-failed': 'high', 'clock-unset': 'low', 'disk-full': 'low',
                 'lamp-failed': 'low', 'restarted': 'low', 'button-stuck': 'low', 'sensor-battery-low': 'low', 'under-voltage': 'low', 'too-hot': 'low'})
QUANTITY = {**{row[0]: 'co2' for row in CO2}, **{row[0]: 'spo2' for row in SPO2},
            'cabin-altitude-medium': 'hpa', 'cabin-altitude-high': 'hpa', 'co-medium': 'co', 'co-high': 'co', 'voc-high': 'voc', 'heart-rate-low': 'heart', 'heart-rate-high': 'heart'}
FAULTS = {'adapter-gone': 10.0, 'sounder-failed': 10.0, 'clock-unset': 60.0, 'disk-full': 60.0, 'lamp-failed': 60.0, 'restarted': 60.0, 'under-voltage': 60.0, 'too-hot': 60.0}


class Check:
    def __init__(self, world, output):
        self.world, self.out, self.broken = world, output, []
        self.end = world.end

    def fault(self, t, rule, text=''):
        self.broken.append((round(t, 2), rule, text))

    def run(self):
        for sensor in self.world.sensors.values():
            for rule in sensor.rules.values():
                self.plain_rule(sensor, rule)
            if sensor.heart:
                Heartwatch(self, sensor).run()
            if sensor.main.t0:
                self.no_data(sensor)
            if sensor.values['voc']:
                self.vapour(sensor)
        self.lines()
        self.order()
        self.box_faults()
        if self.world.settings.profile == 'bedside':
            self.not_watched()
        if self.world.reports:
            elsewhere.check(self)
        else:
            signals.check(self)
        return sorted(self.broken)

    # ---- one condition of a plain limit

    def plain_rule(self, sensor, rule):
        address, name, out = sensor.address, rule.name, self.out
        stretches = out.stretches(name, address) + [(self.end, None)]
        cursor, origin_must, origin_may, handed = self.world.begin, None, None, False
        for begin, end in stretches:
            # Off from cursor to begin: must it have been on?
            t = self.missed(rule, cursor, begin, origin_must, handed)
            if t is not None and t < begin - 0.02:
                self.fault(t, 'missed', f'{name} must be on')
            if end is None:
                break
            if not (rule.may(begin, origin_may) or handed and rule.fresh_near(begin)):
                self.fault(begin, 'early', f'{name} may not begin')
            t = rule.first_stale(begin, end)
            if t is not None:
                self.fault(t, 'on stale data', name)
            t = rule.first_end(begin, end, begin)
            if t is not None and t + SLACK < end and not rule.stale_near(t):
                self.fault(t, 'not ended', name)
            if end >= self.end:
                break
            # What was inside before an alarm ends nothing of it; one that was handed over had begun before.
            since = origin_may if handed else begin
            cursor, handed = end, False
            if rule.may_end(end, since):
                origin_must = end
                handed = rule.stale_near(end)
                origin_may = origin_may if handed else end
            elif self.world.reset_near(end - SLACK, end):
                origin_must = end
            elif rule.stale_near(end):
                handed = True
                cursor = end + 1.5 * SLACK      # an age is given in whole seconds
                self.handed_over(sensor, rule, end)
            else:
                self.fault(end, 'ended early', name)
                origin_must = origin_may = end

    def missed(self, rule, a, b, origin, handed):
        """The first must from a to b. After a hand-over an unseen end, or a long press, may have begun the counts again."""
        press = next((r for r in sorted(self.world.resets) if a < r < b), None) if handed else None
        if press is not None:
            t = self.missed(rule, a, press, origin, handed)
            return t if t is not None else rule.first_must(press, b, press)
        while handed:
            over = next((rule.fresh.t1[i] for i in rule.fresh.near(a, b) if rule.may_end(min(b, rule.fresh.t1[i]), origin)), None)
            if over is None or over >= b:
                break
            t = rule.first_must(a, over, origin)
            if t is not None:
                return t
            a = origin = over + 0.001
        return rule.first_must(a, b, origin)

    def vapour(self, sensor):
        """voc-high is high from the value that jumps, or from the first in flight, to its end; before that it is medium."""
        samples = [(m['t'], m['voc']) for m in sensor.values['voc']]
        model = Vapour(samples, sensor.rules['voc-high'].limit, self.world.phases, self.world.settings.profile)
        states, high, last = self.out.key('voc-high', sensor.address), False, None
        for begin, end in self.out.stretches('voc-high', sensor.address):
            # Where its data were lost in between it goes on, and where its sound was latched that stays as it was.
            former = states.before(begin)
            high = high and (sensor.rules['voc-high'].stale_near(last) or former['presence'] == 'latched' and former['priority'] == 'high')
            due, last = model.must_be_high(begin, end), end
            for t in [begin] + [x for x in states.times if begin < x < end] + ([due + 0.002] if due + 0.002 < end else []):
                now = states.at(t)['priority'] == 'high'
                if now and not high and not model.may_be_high(t):
                    self.fault(t, 'wrong priority', 'voc-high is high, and nothing jumps or flies')
                elif high and not now and t < due:
                    self.fault(t, 'wrong priority', 'voc-high falls while it lasts')
                elif not now and t > due:
                    self.fault(t, 'wrong priority', 'voc-high must be high')
                else:
                    high = now
                    continue
                break

    def handed_over(self, sensor, rule, t):
        """While the data of a condition that was on are stale, something of its sensor stands for it, as high as it."""
        back = next((rule.fresh.t0[i] for i in rule.fresh.near(t - SLACK, NEVER) if rule.fresh.t0[i] >= t), self.end)
        for reset in self.world.resets:
            if t - SLACK <= reset < back:
                back = reset
        names = AIR_COVER + ('no-contact',) + (HEART_VALUES + ('no-pulse',)) * sensor.cardiac
        priority = self.out.key(rule.name, sensor.address).before(t)['priority']
        low = self.out.first_below(sensor.address, names, t, min(back, self.end), RANK[priority]) if back > t else None
        if low is not None:
            self.fault(low, 'weaker hand-over', f'{rule.name} ({priority})')

    # ---- silence of a sensor

    def no_data(self, sensor):
        out, address, main = self.out, sensor.address, sensor.main
        names = ('no-data',)
        holes = [(main.t1[i], main.t0[i + 1] if i + 1 < len(main.t0) else self.end) for i in range(len(main.t0))]
        holes = [(a, b) for a, b in holes if b > a + 0.001]
        for a, b in holes:
            b = min([b] + [r for r in self.world.resets if a - SLACK <= r < b])
            # A plain gap is shown after 10 s, and sounds after 30 s, that of the air after 60 s.
            due, sounds = a + 10 + SLACK, a + (30 if sensor.cardiac else 60) + SLACK
            if due < b and not self.world.in_standby(a) and not self.world.in_standby(due):
                t = out.first_below(address, names, due, b, 1)
                if t is None and sounds < b:
                    t = out.first_below(address, names, sounds, b, 2)
                if t is not None:
                    self.fault(t, 'silence not signalled', 'no-data must be on')
                elif self.high_when_silent(sensor) and sounds < b:
                    t = out.first_below(address, names, sounds, b, 3)
                    if t is not None:
                        self.fault(t, 'silence not high', 'no-data must be high')
            self.gap(sensor, a, b)
        sooner = sensor.sooner
        early = [(sooner.t1[i], sooner.t0[i + 1] if i + 1 < len(sooner.t0) else self.end) for i in range(len(sooner.t0))]
        # What began in a hole may show until it ends by rule 1, where an episode that stood before it is over.
        stale_near = lambda t: any(a - SLACK <= t <= b + 6.5 for a, b in holes + early if b > a + 0.001)
        highs = sorted(s for (c, at), states in out.keys.items() if at == address and c not in TECHNICAL
                       for s, _ in states.stretches(lambda x: standing(x) and x['priority'] == 'high', self.end))
        for begin, end in out.stretches('no-data', address) if address not in self.world.shared else ():
            heart = sensor.heart
            missing = lambda t: heart and self.without_good(heart, t, 62.0) >= 38.0
            # Or for 30 s without a break: the value before may have gone up to two seconds sooner. What is frozen is no good value,
            # also while its number moves a little; whether it is frozen is checked by its own rule.
            gone = lambda t: heart and (heart.missing.share(3, t + SLACK, 32.0) + max(
                [since for at, since in heart.stood if t - 32 <= at <= t] or [0]) >= 28.0
                or any(a <= t - 28.0 and t <= b for a, b in out.stretches('frozen', address)))
            zero = heart and heart.bits_near(ZERO, begin, 6.0)
            if not (stale_near(begin) or missing(begin) or gone(begin) or zero or heart and heart.stale_near(begin)
                    or any(r.stale_near(begin) for r in sensor.rules.values())):
                self.fault(begin, 'no-data early', address)
            states = out.key('no-data', address)
            for t, state in zip(states.times, states.states):
                if begin <= t < end and present(state) and state['priority'] == 'high':
                    bed = self.world.settings.profile == 'bedside' and sensor.values['spo2']
                    long = sensor.cardiac and t >= begin + 20 - SLACK
                    if not (bed or long or missing(t) or gone(t) or any(h <= t for h in highs)):
                        self.fault(t, 'no-data high early', address)
                    break
        self.weaker_loss(sensor)
        self.dark_loss(sensor)
        self.missing_is_high(sensor)
        for name in ('no-data', 'no-contact', 'no-pulse'):
            for begin, end in out.stretches(name, address) if address not in self.world.shared else ():
                # A missing pulse ends with a rate inside the limits, or becomes the alarm of one beyond them; each has its own count.
                for bit in (IN_H, LOW_H, HIGH_H) if name == 'no-pulse' else (GOOD,):
                    good = self.good_for(sensor, begin, end, 60.0, bit)
                    if good is not None:
                        self.fault(good, 'not ended', name)

    @staticmethod
    def without_good(heart, t, seconds):
        """How much of the time before t may have had no good value: what is repeated without a beat for 10 s is frozen, and not good."""
        stood = max([since for at, since in heart.beatless + heart.stood if t - seconds <= at <= t] or [0])
        return heart.missing.share(3, t + SLACK, seconds) + stood

    def gap(self, sensor, a, b):
        """A gap outside an episode is not an alarm: nothing of medium priority begins at its sensor within 25 s of it."""
        heart, out = sensor.heart, self.out
        if not sensor.cardiac or heart is None or sensor.address in self.world.shared or b - a > 25:
            return
        for name in ('no-data', 'no-contact'):
            for begin, _ in out.stretches(name, sensor.address):
                begin = next((t for t in out.key(name, sensor.address).times if t >= begin and t < b
                              and RANK[out.key(name, sensor.address).at(t)['priority']] >= 2), None)
                if begin is None or not a <= begin < b or out.best(begin - 0.01, sensor.address, HEART_COVER + OXYGEN) >= 1:
                    continue
                if self.without_good(heart, begin, 60.0) < 36 and a - self.world.begin > 65:
                    self.fault(begin, 'a gap sounds', f'{name} after {begin - a:.0f} s')

    def missing_is_high(self, sensor):
        """What sounds because good data come and go is high at once where a silence is."""
        heart, out, address = sensor.heart, self.out, sensor.address
        states = out.key('no-data', address)
        if heart is None or states is None or address in self.world.shared or not self.high_when_silent(sensor):
            return
        origin = self.world.begin
        for a, b in states.stretches(lambda x: present(x) and RANK[x['priority']] >= 2, self.end):
            t = a + SLACK
            if t < b and heart.missing.share(1, t, 60.0, origin) >= 40 + 2 * SLACK and out.best(t, address, HEART_COVER) < 3 \
                    and not self.world.reset_near(a - 150, t) and not self.world.in_standby(t, 72.0):
                self.fault(t, 'silence not high', 'good heart data come and go')
            origin = b

    def weaker_loss(self, sensor):
        """A high loss of a strap is there, or something as high, until good data have been back for 5 s."""
        if sensor.heart is None or sensor.values['spo2'] or sensor.address in self.world.shared:
            return
        track = sensor.heart.all
        high = lambda x: present(x) and x['priority'] == 'high'
        for _, t in self.out.key('no-data', sensor.address).stretches(high, self.end) if self.out.key('no-data', sensor.address) else ():
            if t >= self.end or self.out.best(t, sensor.address, HEART_COVER) >= 3:
                continue
            back = any(track.bits[i] & GOOD and track.share(GOOD, min(t + SLACK, track.t1[i]), 7.5 + SLACK) >= 5 - SLACK
                       for i in track.near(t - SLACK, t + SLACK))
            if not back and not self.world.reset_near(t - SLACK, t) and not self.world.in_standby(t):
                self.fault(t, 'weaker loss', 'no-data was high, and nothing is')

    def dark_loss(self, sensor):
        """A loss of a heart that is shown or sounds goes on, whatever its cause turns into, until a good value comes."""
        if sensor.heart is None or sensor.values['spo2'] or sensor.address in self.world.shared:
            return
        track = sensor.heart.all
        for name in ('no-data', 'no-contact', 'implausible', 'frozen'):
            for _, t in self.out.stretches(name, sensor.address):
                if t >= self.end or self.out.best(t, sensor.address, HEART_COVER) >= 1:
                    continue
                # A value off the scale counts where it is beyond a limit.
                back = any(track.bits[i] & (GOOD | LOW_H | HIGH_H) for i in track.near(t - SLACK, t + SLACK))
                # A number that has moved on the skin is no frozen one, though whether it is good may be doubtful without a beat.
                late = [m for m in sensor.messages if t - 2 * SLACK <= m['t'] <= t + 0.002]
                back = back or name == 'frozen' and any(m.get('heart') and m.get('contact') is not False for m in late)
                if not back and not self.world.reset_near(t - SLACK, t) and not self.world.in_standby(t):
                    self.fault(t, 'dark loss', f'{name} has ended without a good value')

    def high_when_silent(self, sensor):
        """A strap's silence becomes high; an oximeter's beside a bed, if nothing else reports that person's heart."""
        if any('oximeter' not in m for m in sensor.values['heart']):
            return True
        others = [s for s in self.world.sensors.values() if s.heart and s is not sensor]
        return self.world.settings.profile == 'bedside' and sensor.cardiac and not others

    def good_for(self, sensor, a, b, seconds, good):
        """The first instant from a to b before which all data of the sensor were good (for a heart: this bit) for so long, or None."""
        tracks = [(sensor.heart.all, good)] if sensor.heart else [(sensor.sooner, 1)]
        tracks += [(r.sooner, None) for r in sensor.rules.values()]
        holes = []
        for track, bit in tracks:
            edge = a
            for i in track.near(a, b):
                if track.t0[i] > edge + 0.001:
                    holes.append((edge, track.t0[i]))
                if bit and not track.bits[i] & bit:
                    holes.append((track.t0[i], track.t1[i]))
                edge = max(edge, track.t1[i])
            holes.append((edge, max(edge, b)))
        begin = a
        for low, high in sorted(holes) + [(b, b)]:
            if min(low, b) - begin > seconds + SLACK:
                return begin + seconds + SLACK
            begin = max(begin, high)
        return None

    # ---- what a line says

    def lines(self):
        out, world = self.out, self.world
        last = {}
        for x in out.alarms:
            t, name, address = float(x['t']), x['condition'], x.get('address', '')
            key = (name, address)
            member = (name, x.get('member', address))
            begins = x['presence'] in ('on', 'ack') and not present(last.get(member))
            last[member] = x
            if address in world.strangers and x['presence'] != 'off':
                self.fault(t, 'stranger', f'{name} of {address}')
                continue
            if x['presence'] == 'off':
                continue
            want = PRIORITY.get(name)
            if want and x['priority'] != want:
                self.fault(t, 'wrong priority', f'{name} {x["priority"]}')
            # What another box signals is of the kind that it says (elsewhere.py).
            is_own = name != 'no-pulse' and not name.startswith('elsewhere')
            if is_own and x.get('technical') is not None and x['technical'] != (name in TECHNICAL):
                self.fault(t, 'wrong kind', f'{name} technical {x["technical"]}')
            quantity = QUANTITY.get(name)
            if quantity is None:
                if begins:
                    self.onset_of_technical(t, x, name, address)
                    self.last_value(t, x, name, address)
                continue
            sensor = world.sensors.get(address)
            known = sensor and (sensor.heart if quantity == 'heart' else name in sensor.rules)
            if address in world.unread:
                continue
            if not known:
                self.fault(t, 'nothing there', f'{name} of {address}')
            elif name not in world.settings.off:
                self.value_of(t, x, name, sensor, quantity)

    def order(self):
        """Lines come in order of time, and none before the timeline begins or after it ends."""
        last = self.world.begin
        for x in self.out.lines:
            t = float(x.get('t', last))
            if t < last - 1e-6 or t > self.world.end + 1e-6:
                self.fault(t, 'order', f'{x.get("kind")} at {t} after {last}')
            last = max(last, t)

    def value_of(self, t, x, name, sensor, quantity):
        """An alarm's value and limit are those of the data that raised it."""
        value, limit, settings = x.get('value'), x.get('limit'), sensor.settings
        if value is None or limit is None:
            return self.fault(t, 'no value', name)
        low = name in ('heart-rate-low', 'spo2-low-medium', 'spo2-low-high')
        allowed = {'heart-rate-low': settings.low, 'heart-rate-high': settings.high, 'cabin-altitude-high': (12500, 14000), 'co-high': (1, 300)}.get(name)
        if allowed is None:
            rule = sensor.rules[name]
            allowed = (rule.limit, rule.limit)
        if not allowed[0] <= limit <= allowed[1]:
            self.fault(t, 'wrong limit', f'{name} {limit}')
        convert = feet if quantity == 'hpa' else (lambda v: v)
        near = 3.0 if quantity == 'hpa' else 0.06
        slip = 25.0 if quantity == 'hpa' else 0.0
        if value > limit - slip and low or value < limit - slip and not low:
            self.fault(t, 'wrong value', f'{name} {value} is not beyond {limit}')
        elif not any(m['t'] <= t + 0.002 and abs(convert(m[quantity]) - value) <= near for m in sensor.values[quantity]):
            self.fault(t, 'wrong value', f'{name} {value} was never measured')

    def last_value(self, t, x, name, address):
        """What stands for an alarm whose data are gone has the last value, marked as such."""
        sensor = self.world.sensors.get(address)
        if sensor is None or name not in ('no-data', 'no-contact', 'implausible'):
            return
        left = [n for (n, at), states in self.out.keys.items() if at == address and n in QUANTITY
                and present(states.before(t)) and not present(states.at(t)) and RANK[states.before(t)['priority']] <= RANK[x['priority']]]
        # An alarm that may end has ended, and what was missing meanwhile shows then.
        gone = [n for n in left if ((sensor.heart.stale_near(t) or self.lost_near(sensor, t)) and not sensor.heart.may_end(t, None)
                                    if QUANTITY[n] == 'heart'
                                    else n in sensor.rules and sensor.rules[n].stale_near(t))]
        if not gone:
            return
        value = x.get('value')
        if value is None or x.get('last_value') is not True:
            return self.fault(t, 'last value not reported', f'{name} stands for {gone[0]}')
        near = lambda n, m: abs((feet(m['hpa']) if QUANTITY[n] == 'hpa' else m[QUANTITY[n]]) - value) <= (3.0 if QUANTITY[n] == 'hpa' else 0.06)
        if not any(near(n, m) for n in gone for m in sensor.values[QUANTITY[n]] if m['t'] <= t + 0.002):
            self.fault(t, 'last value not reported', f'{name}: {value} was never measured')

    def lost_near(self, sensor, t):
        """Whether the heart's data are no good ones about t."""
        track = sensor.heart.all
        return any(not track.bits[i] & GOOD for i in track.near(t - SLACK, t + SLACK))

    def onset_of_technical(self, t, x, name, address):
        world = self.world
        sensor = world.sensors.get(address)
        if name in FAULTS:
            told = [on for at, fault, on in world.faults if fault == name and at <= t + 0.002]
            if not told or not told[-1]:
                self.fault(t, 'nothing there', name)
        elif name == 'button-stuck' and not signals.chatters(world, t, soft=True):
            self.fault(t, 'nothing there', name)
        elif name == 'frozen' and sensor:
            quantity = next((q for q in ('heart', 'co2', 'spo2', 'hpa') if sensor.values[q]), 'heart')
            recent = {m[quantity] for m in sensor.values[quantity] if t - 9 <= m['t'] <= t}
            if len(recent) > 2:
                self.fault(t, 'nothing there', 'frozen, but values move')
            rate, late = sensor.settings.paced, [m for m in sensor.messages if 'heart' in m and t - 9 <= m['t'] <= t]
            beats = bool(late) and (late[-1]['rr'] or not any(m.get('rr') for m in sensor.messages))
            if rate and beats and all(rate - 2 <= m['heart'] <= rate + 20 for m in late):
                self.fault(t, 'nothing there', 'frozen, but a pacemaker keeps this rate')
        elif name == 'implausible' and sensor:
            recent = [m for m in sensor.messages if t - 60 <= m['t'] <= t + 0.002]
            odd = any(not 25 <= m.get('heart', 70) <= 250 or m.get('co2', 500) > 9999 for m in recent)
            if not odd:
                self.fault(t, 'nothing there', 'implausible, but values are not')
        elif name == 'no-contact' and sensor and sensor.heart:
            if sensor.heart.all.share(OFF, t + SLACK, 20.0) < 0.5 and not sensor.heart.bits_near(OFF, t):
                self.fault(t, 'nothing there', 'no-contact, but the strap has it')
        elif name in ('no-contact', 'no-pulse', 'no-data') and not sensor and address not in world.unread:
            self.fault(t, 'nothing there', f'{name} of {address}')

    # ---- the box itself

    def box_faults(self):
        for name, by in FAULTS.items():
            told = [(t, on) for t, fault, on in self.world.faults if fault == name]
            want = 'high' if by == 10.0 else 'low'
            for k, (t, on) in enumerate(told):
                until = next((at for at, now in told[k + 1:] if now != on), self.end)
                if on and until > t + by + SLACK:
                    low = self.out.first_below('', (name,), t + by + SLACK, until, RANK[want])
                    if low is not None and name != 'restarted':
                        self.fault(low, 'missed', name)
                for begin, end in self.out.stretches(name, '') if not on and name not in HOURLY else ():
                    if begin < t < end and min(end, until) - t > 60 + SLACK:
                        self.fault(t + 61, 'not ended', name)
            for begin, end in self.out.stretches(name, '') if name in HOURLY else ():
                self.whole_hours(name, begin, end, told)

            for t, on in told if name in HOURLY else ():
                if on and t + 0.1 < self.end and self.out.first_below('', (name,), t + 0.05, t + 0.1, RANK['low']) is not None:
                    self.fault(t, 'missed', name)

    def whole_hours(self, name, begin, end, told):
        """An alarm of a fault that is signalled once an hour ends at the end of the first hour at which there is none."""
        there = lambda t: next((on for at, on in reversed(told) if at <= t), False)
        edge = begin + 3600
        while edge < self.end - SLACK and (there(edge) or any(abs(at - edge) < SLACK for at, _ in told)):
            edge += 3600
        if end < self.end and (end - begin) % 3600 > SLACK and 3600 - (end - begin) % 3600 > SLACK:
            self.fault(end, 'ended early', f'{name} after {end - begin:.0f} s')
        if end > edge + SLACK and edge < self.end - SLACK:
            self.fault(edge, 'not ended', name)

    def not_watched(self):
        """A bed without a fresh heart rate says so."""
        hearts = [s.heart for s in self.world.sensors.values() if s.heart]
        first = min([h.all.t0[0] for h in hearts] or [NEVER])
        due = self.world.begin + 60 + 10 + SLACK
        if min(first, self.end) > due and not any(s.cardiac for s in self.world.sensors.values()):
            t = self.out.first_below('', ('not-watched', 'no-data'), due, min(first, self.end), 2)
            if t is not None:
                self.fault(t, 'missed', 'not-watched')
        for (name, address), states in self.out.keys.items():
            for begin, end in states.stretches(present, self.end) if name == 'not-watched' else ():
                if begin < self.world.begin + 59 and first > begin:
                    self.fault(begin, 'early', 'not-watched')
                good = hearts and all(h.missing.share(1, begin, 60.0) < 0.5 and h.missing.at(begin) is not None for h in hearts)
                if good and begin > first + 61 and not self.world.reset_near(begin - 60, begin):
                    self.fault(begin, 'early', 'not-watched, but it is')


class Heartwatch:
    """The heart of one sensor: an episode is open from the first onset until the model lets it end."""

    def __init__(self, check, sensor):
        self.check, self.sensor, self.heart, self.out = check, sensor, sensor.heart, check.out
        self.address, self.world = sensor.address, check.world

    def on(self, name, t):
        states = self.out.key(name, self.address)
        return states is not None and present(states.at(t))

    def run(self):
        out, heart, world, fault = self.out, self.heart, self.world, self.check.fault
        times = out.changes(self.address, HEART_COVER, world.begin, world.end)
        open_, origin_must, origin_may, told, before, seen = False, None, None, False, set(), set()
        quiet_from = times[0]       # since when nothing of medium priority stood
        for a, b in zip(times, times[1:]):
            rank = out.best(a, self.address, HEART_COVER)
            now = {n for n in HEART_VALUES + ('no-pulse',) if self.on(n, a)}
            for name in sorted(now - before):
                self.onset(name, a, open_, origin_may, origin_must, name in seen)
                open_ = True
                seen.add(name)
            if len(now & set(HEART_VALUES)) == 2:
                fault(a, 'two directions', 'low and high at once')
            if open_ and before and not now and self.oxygen_lost(a) and heart.may_end(a, origin_may):
                # What goes on is the loss of the oxygen; the heart's own alarm has ended by its rule.
                open_, seen, origin_must, origin_may = False, set(), a, a
            if open_ and rank < 3:
                open_, told, seen = False, False, set()
                origin_must = a
                if heart.may_end(a, origin_may):
                    origin_may = a
                elif not world.reset_near(a - SLACK, a) and not ('no-pulse' in before and heart.pulse.may_end(a, origin_may)):
                    why = 'weaker hand-over' if heart.stale_near(a) or self.odd_near(a) else 'ended early'
                    fault(a, why, 'heart (high)')
                    origin_may = a
            if rank < 3:
                t = heart.first_must(a, b, origin_must)
                if t is not None and t < b - 0.02 and not told:
                    fault(t, 'missed', 'the heart rate is beyond')
                    told = True
                self.missing(a, b, rank, quiet_from)
            else:
                told = False
                if not now:
                    self.hidden(a, b, origin_must)
            if len(now & set(HEART_VALUES)) == 1:
                self.other_side(min(now & set(HEART_VALUES)), a, b)
            if rank >= 2:
                quiet_from = b
            before = now
        self.stretches()
        self.stopped()

    def oxygen_lost(self, t):
        """Whether the loss that is reported stands for an alarm on the oxygen: its limit is one of 70 to 98 %."""
        states = self.out.key('no-data', self.address)
        x = states.at(t) if states is not None else None
        return present(x) and 70 <= (x.get('limit') or 0) <= 98

    def odd_near(self, t):
        return any(not self.heart.all.bits[i] & GOOD for i in self.heart.all.near(t - SLACK, t + SLACK))

    def onset(self, name, t, open_, origin, sooner, seen):
        """An onset of this condition at t. In an open episode a condition that was reported before may come back."""
        heart, fault = self.heart, self.check.fault
        if name == 'no-pulse':
            still = heart.beatless_near(t) >= heart.settings.unproved[0] - SLACK
            if not heart.bits_near(ZERO, t) and not seen and not still:
                fault(t, 'nothing there', 'no-pulse, but a pulse')
            elif not open_ and not still and not heart.pulse.may(t, origin) and not self.was_high_loss(t):
                fault(t, 'early', 'no-pulse')
            elif not (open_ and seen) and self.worn(t) < 30 - SLACK:
                fault(t, 'early', f'no-pulse after {self.worn(t):.0f} s of good rate')
            return
        if open_:
            if not heart.beyond_side(name, t) and not (seen and heart.fresh_near(t)):
                fault(t, 'wrong direction', f'{name}: no value beyond this side')
        elif not heart.may(t, origin):
            fault(t, 'early', f'{name} may not begin' if heart.beyond_near(t) else f'{name}: no fresh value beyond')
        elif not heart.right_side(name, t, (origin, sooner)):
            fault(t, 'wrong direction', f'{name}: the other side has more time')

    def was_high_loss(self, t):
        """Whether the loss was high until t: a missing pulse takes its place at once."""
        states = self.out.key('no-data', self.address)
        return states is not None and present(states.before(t)) and states.before(t)['priority'] == 'high'

    def stopped(self):
        """No beat with contact is no pulse: high by the second bound, whatever number is repeated."""
        heart, told = self.heart, False
        bound = heart.settings.unproved[1]
        for k, (t, silence) in enumerate(heart.beatless[:-1]):
            until = min(heart.beatless[k + 1][0], t + 5.0)
            if silence < bound + SLACK or until - t < 0.05:
                told = told and silence > 0
                continue
            quiet = any(t - silence - 150 <= r <= t for r in self.world.resets) or self.world.in_standby(t, 72.0)
            if not told and not quiet and self.worn(t, 5 - SLACK) >= 35 + silence and self.out.best(t + 0.02, self.address, HEART_COVER) < 3:
                told = True
                self.check.fault(t, 'missed', f'no-pulse: no beat for {silence:.0f} s')

    def other_side(self, name, a, b):
        """While one side is reported, only the other one is beyond, for as long as would raise it: the condition must change."""
        heart, track = self.heart, self.heart.all
        mine, other = (LOW_S, HIGH_H) if name == 'heart-rate-low' else (HIGH_S, LOW_H)
        for i in track.near(a, b):
            high = min(b, track.t1[i])
            if not track.bits[i] & other or high <= max(a, track.t0[i]):
                continue
            t = track.judged(i, high)
            for bit, m in ((BEYOND_H, heart.settings.unproved[1]), (PROVED_H, heart.settings.proved[1])):
                if track.bits[i] & bit and t < b - 0.02 and track.share(bit, t, 1.5 * m) >= m + 2 * SLACK and track.share(mine, t, 1.5 * m) == 0:
                    return self.check.fault(t, 'wrong direction', f'{name} stays, but the heart is beyond the other side')

    def hidden(self, a, b, origin):
        """Behind a technical alarm that stays, a value beyond its limit is not reported."""
        t = self.heart.first_must(a, b, origin)
        if t is None or b < t + 36:
            return
        spans = list(self.heart.all.near(t, t + 35))
        whole = all(self.heart.all.bits[i] & BEYOND_H for i in spans) and not self.heart.first_stale(t, t + 36)
        if spans and whole:
            self.check.fault(t + 35, 'hidden', 'a heart rate beyond its limit behind another alarm')

    def missing(self, a, b, rank, quiet_from):
        """Good data missing for 40 s of 60, or for 30 s without a break; no contact; no pulse."""
        heart, fault = self.heart, self.check.fault
        track = heart.missing
        resets = [r for r in self.world.resets]
        calm = lambda t: not any(t - 150 <= r <= t for r in resets) and not self.world.in_standby(t, 72.0)
        if rank < 2:
            for i in track.near(a, b):
                begin, t = max(a, track.t0[i]), min(b, track.t1[i])
                # In a cabin or cockpit a long press leaves it shown.
                shown = self.world.settings.profile != 'bedside' and self.on('not-watched', t - 0.01)
                if track.bits[i] & 1 and t > begin + SLACK and track.share(1, t, 60.0, quiet_from) >= 40 + SLACK and calm(t) and not shown:
                    fault(t, 'missing data not signalled', '40 s of 60 without good heart data')
                    break
        # 30 s off the skin are as high as 30 s of silence.
        sounds = 3 if self.check.high_when_silent(self.sensor) and self.address not in self.world.shared else 2
        for low, high in self.bad_runs() if rank < sounds else ():
            for rank_due, after in ((1, 20.0), (sounds, 40.0)):
                t = max(a, low + after + SLACK)
                if rank < rank_due and t < min(b, high) - 0.02 and calm(t):
                    fault(t, 'missed', 'no-contact')
                    return
        t = heart.pulse.first_must(a, b, quiet_from if rank < 2 else a)
        if t is not None and t < b - 0.02 and calm(t) and self.had_pulse(t):
            fault(t, 'missed', 'no-pulse')

    def bad_runs(self):
        """The times without a good value, of a sensor that speaks and says that it is off the skin."""
        if not hasattr(self, 'runs'):
            track, self.runs = self.heart.all, []
            for i in range(len(track.t0)):
                if not track.bits[i] & OFF:
                    continue
                if self.runs and track.t0[i] - self.runs[-1][1] < 0.01:
                    self.runs[-1][1] = track.t1[i]
                else:
                    self.runs.append([track.t0[i], track.t1[i]])
        return self.runs

    def worn(self, t, off=5 + SLACK):
        """For how long there was a rate since the strap was put on: it was off if it had no contact for so long without a
        break, up to the next message with contact."""
        track, found, on = self.heart.all, 0.0, t
        for i in reversed(track.near(self.world.begin, t)):
            if not track.bits[i] & OFF:
                on = track.t0[i]
            elif on - track.t0[i] >= off:
                break
            elif not track.bits[i] & ZERO:
                continue
            if not track.bits[i] & (ZERO | OFF):
                found += max(0.0, min(t, track.t1[i]) - track.t0[i])
        return found

    def had_pulse(self, t):
        """30 s of good rate without a hole, in contact, just before the zeros that t lies in; contact that is lost for less
        than 4 s at a time hides it no more than it takes the strap off."""
        track = self.heart.all
        i = track.at(t - 0.01)
        lost = lambda i: track.bits[i] & OFF and track.t1[i] - track.t0[i] < 4 and not (i and track.bits[i - 1] & OFF)
        while i is not None and i > 0 and (track.bits[i] & ZERO or lost(i)) and track.t0[i] - track.t1[i - 1] < 0.01:
            i -= 1
        found, begin = 0.0, track.t1[i] if i is not None else t
        while i is not None and i >= 0 and (track.bits[i] & GOOD or lost(i)) and begin - track.t1[i] < 0.01:
            begin = track.t0[i]
            found += track.t1[i] - begin if track.bits[i] & GOOD else 0.0
            i -= 1
        return found >= 35.0

    def stretches(self):
        """Value alarms that stay where the data are stale, or inside for long enough."""
        heart, out, fault = self.heart, self.out, self.check.fault
        both = []
        for name in HEART_VALUES:
            both += out.stretches(name, self.address)
        merged = []
        for a, b in sorted(both):
            if merged and a <= merged[-1][1] + 0.001:
                merged[-1][1] = max(merged[-1][1], b)
            else:
                merged.append([a, b])
        for a, b in merged:
            t = heart.first_stale(a, b)
            if t is not None:
                fault(t, 'on stale data', 'heart rate')
            t = heart.first_end(a, b, a)
            if t is not None and t + SLACK < b:
                fault(t, 'not ended', 'heart rate')


def check(scene, output_lines):
    """All faults of an output for a scene (series.Scene, or anything with lines, settings(), adopted and others)."""
    sounds = [float(x['t']) for x in output_lines if x.get('kind') == 'sound' and x['signal'] not in ('none', 'beeps')]
    world = World(scene.lines, scene.settings(), scene.adopted, scene.others, scene.groups, sounds)
    world.follows = 'follow:' in (scene.config or '')
    return Check(world, Output(output_lines, world.end, world.canon)).run()
