"""Plants damages into good outputs and counts which the check notices.

usage: python3 Tests/oracle/damage.py [BINARY] [--damages N] [--seeds N] [--show]
Outputs come from BINARY, or, without one, from the reference program. Only outputs in which the check finds nothing are
used. Exit status 1 if less than 95 % are noticed.
"""
import argparse, copy, random, sys
from collections import Counter, defaultdict
import series
from check import check
from model import World, RANK
from output import Output, present, standing, sounding, TECHNICAL
from reference import Reference
from run import play


class Good:
    """A good output with what is needed to damage it."""

    def __init__(self, seed, binary):
        self.scene = series.make(seed)
        s = self.scene
        if binary:
            self.lines, why = play(binary, s.lines, s.profile, s.config, s.strangers)
        else:
            eager = seed // len(series.KINDS) % 2 == 0
            self.lines = Reference(s, eager).play()
        self.seed = seed
        self.usable = bool(self.lines) and not s.groups and not self.faults(self.lines)
        self.world = World(s.lines, s.settings(), s.adopted, s.others, s.groups) if self.usable else None

    def faults(self, lines):
        return check(self.scene, lines)

    def stretches(self, test=present, values=True):
        """(key, begin, end, index of the first line, index of the last line) of stretches of alarms."""
        out = []
        output = Output(self.lines, self.world.end)
        for key, states in output.keys.items():
            # What the other box signals is of no sensor.
            if values and (key[0] in TECHNICAL or key[1] not in self.world.sensors):
                continue
            for begin, end in states.stretches(test, self.world.end):
                out.append((key, begin, end))
        return out


def of_key(line, key):
    return line.get('kind') == 'alarm' and (line['condition'], line.get('address', '')) == key


def sort(lines):
    order = {'alarm': 0, 'lamp': 1, 'sound': 2, 'loudness': 3, 'notice': 4}
    return sorted(lines, key=lambda x: float(x['t']))


def said_again(lines, end):
    """The sound and the lamps as they follow from the alarms: so that a damage of the alarms is a consistent one, and is
    not noticed for the sake of the sound alone."""
    kept = [x for x in lines if x.get('kind') not in ('sound', 'lamp')]
    output = Output(kept, end)
    times = sorted({float(x['t']) for x in kept if x.get('kind') == 'alarm'})
    more, sound, lamps = [], ('none', 'technical'), {}
    for t in times:
        best, family, shown = 0, None, 0
        for (name, _), states in output.keys.items():
            x = states.at(t)
            if present(x) and not (x['presence'] == 'on' and x['activation'] == 'off'):
                shown = max(shown, RANK[x['priority']])
            if sounding(x):
                f = 'technical' if name in TECHNICAL else 'heart' if name.startswith(('heart', 'spo2', 'no-p')) else 'air'
                rank = RANK[x['priority']]
                if rank > best or rank == best and ('heart', 'air', 'technical').index(f) < ('heart', 'air', 'technical').index(family):
                    best, family = rank, f
        now = (('none', 'low', 'medium', 'high')[best], family or sound[1])
        if now != sound:
            more.append({'t': t, 'kind': 'sound', 'signal': now[0], 'family': now[1]})
            sound = now
        for lamp, on in (('red', shown == 3), ('yellow', shown == 2), ('green', shown < 2)):
            if lamps.get(lamp, False) != on:
                more.append({'t': t, 'kind': 'lamp', 'lamp': lamp, 'pattern': 'flash' if on else 'off'})
                lamps[lamp] = on
    return sorted(kept + more, key=lambda x: (float(x['t']), x['kind'] != 'alarm'))


# ---- the damages. Each takes (good, rng) and gives new lines, or None where it finds nothing to damage.

def drop_onset(g, rng):
    """An alarm of a value that never comes."""
    def due(key, begin, end):
        sensor = g.world.sensors.get(key[1])
        rule = sensor and (sensor.heart if key[0].startswith('heart') else sensor.rules.get(key[0]))
        return rule is not None and rule.first_must(begin, end - 1, None) is not None
    some = [s for s in g.stretches() if s[2] - s[1] > 5 and due(*s)]
    if not some:
        return None
    key, begin, end = rng.choice(some)
    lines = [x for x in g.lines if not (of_key(x, key) and begin <= float(x['t']) <= end)]
    return said_again(lines, g.world.end)


def late_onset(g, rng):
    """An alarm that comes a good while after it must."""
    some = [s for s in g.stretches() if s[2] - s[1] > 40 and s[0] in first_must(g)]
    rng.shuffle(some)
    for key, begin, end in some:
        due = next((m for m in first_must(g)[key] if begin - 1 <= m < end), None)
        if due is None or begin in [b for k, b, _ in g.stretches() if k == key][1:]:
            continue
        gap = interval_of(g, key)
        t = max(begin, due) + 2 + gap + rng.uniform(1, 20)
        if t < end - 1:
            return said_again(moved(g.lines, key, begin, t), g.world.end)
    return None


def first_must(g):
    """The instants at which the model says must, by key, from the beginning of the timeline."""
    out = {}
    for address, sensor in g.world.sensors.items():
        for name, rule in sensor.rules.items():
            t = rule.first_must(g.world.begin, g.world.end, None)
            if t is not None:
                out[(name, address)] = [t]
        if sensor.heart:
            t = sensor.heart.first_must(g.world.begin, g.world.end, None)
            if t is not None:
                out[('heart-rate-low', address)] = out[('heart-rate-high', address)] = [t]
    return out


def interval_of(g, key):
    sensor = g.world.sensors.get(key[1])
    times = [m['t'] for m in sensor.messages] if sensor else [0, 1]
    gaps = sorted(b - a for a, b in zip(times, times[1:])) or [1]
    return gaps[len(gaps) * 9 // 10]


def moved(lines, key, begin, t):
    """The onset at `begin` moved to t; what was reported of it between falls away."""
    out = []
    for x in lines:
        if of_key(x, key) and float(x['t']) == begin and x['presence'] in ('on', 'ack'):
            x = dict(x, t=t)
        elif of_key(x, key) and min(begin, t) < float(x['t']) <= max(begin, t):
            continue
        out.append(x)
    return sorted(out, key=lambda x: float(x['t']))


def early_onset(g, rng):
    """An alarm that comes before it may: at once with the first value beyond, or before any."""
    seen, some = set(), []
    for s in sorted(g.stretches(), key=lambda s: s[1]):
        family = 'heart' if s[0][0].startswith('heart') else s[0][0]
        if (family, s[0][1]) not in seen and s[1] > 30:
            some.append(s)
        seen.add((family, s[0][1]))
    if not some:
        return None
    key, begin, end = rng.choice(some)
    sensor = g.world.sensors[key[1]]
    m = {'heart-rate-low': 5.0, 'heart-rate-high': 5.0, 'no-pulse': 5.0, 'spo2-low-medium': 10.0, 'spo2-low-high': 10.0}.get(key[0])
    n = m or (sensor.rules[key[0]].bounds[0].n if key[0] in sensor.rules else 5.0)
    t = begin - n - rng.uniform(2, 15)
    may = sensor.heart.may(t, None) if key[0].startswith('heart') else sensor.rules[key[0]].may(t, None) if key[0] in sensor.rules else False
    if t < 1 or may:
        return None
    return said_again(moved(g.lines, key, begin, t), g.world.end)


def early_end(g, rng):
    """An alarm that ends while its value is beyond."""
    some = [s for s in g.stretches() if s[2] - s[1] > 12]
    if not some:
        return None
    key, begin, end = rng.choice(some)
    t = begin + rng.uniform(0.2, 0.6) * (end - begin)
    sensor = g.world.sensors[key[1]]
    rule = sensor.heart if key[0].startswith('heart') else sensor.rules.get(key[0])
    if rule is None or rule.may_end(t, None) or any(t - 2 < r < t + 2 for r in g.world.resets) or any(begin < r < end for r in g.world.resets):
        return None
    lines = [x for x in g.lines if not (of_key(x, key) and t < float(x['t']) <= end)]
    lines.append({'t': t, 'kind': 'alarm', 'condition': key[0], 'address': key[1], 'presence': 'off', 'activation': 'off',
                  'priority': next(x['priority'] for x in g.lines if of_key(x, key)), 'technical': False})
    return said_again(sorted(lines, key=lambda x: float(x['t'])), g.world.end)


def late_end(g, rng):
    """An alarm that stays long after its value has returned."""
    some = [s for s in g.stretches() if s[2] < g.world.end - 30]
    rng.shuffle(some)
    for key, begin, end in some:
        sensor = g.world.sensors[key[1]]
        rule = sensor.heart if key[0].startswith('heart') else sensor.rules.get(key[0])
        if rule is None or not rule.may_end(end, None) or rule.stale_near(end, 8.0):
            continue
        t = min(g.world.end - 1, end + rng.uniform(60, 200) + 2 * interval_of(g, key))
        due = rule.first_end(begin, t, begin)
        if due is None or t < due + 5 or any(b for k, b, _ in g.stretches() if k == key and end < b <= t + 1):
            continue
        lines = [dict(x, t=t) if of_key(x, key) and float(x['t']) == end else x for x in g.lines]
        return said_again(sorted(lines, key=lambda x: float(x['t'])), g.world.end)
    return None


def weaker(g, rng):
    """A hand-over at a lower priority: what stands for a high episode is medium."""
    lines, done = [], False
    out = Output(g.lines, g.world.end)
    picks = []
    for i, x in enumerate(g.lines):
        if x.get('kind') == 'alarm' and x['condition'] in ('no-data', 'no-contact') and x['presence'] == 'on' and x['priority'] == 'high':
            other = any(name not in TECHNICAL and at == x.get('address', '') and present(s.before(float(x['t']))) and not present(s.at(float(x['t'])))
                        and s.before(float(x['t']))['priority'] == 'high' for (name, at), s in out.keys.items())
            if other:
                picks.append(i)
    if not picks:
        return None
    i = rng.choice(picks)
    x = g.lines[i]
    return said_again([dict(y, priority='medium') if y is x else y for y in g.lines], g.world.end)


def no_hand_over(g, rng):
    """The hand-over does not come: the alarm ends where the data do."""
    out = Output(g.lines, g.world.end)
    picks = [(key, b, e) for key, b, e in g.stretches(values=False) if key[0] in ('no-data', 'no-contact') and e - b > 3 and any(
        n not in TECHNICAL and at == key[1] and present(s.before(b)) and not present(s.at(b)) for (n, at), s in out.keys.items())]
    if not picks:
        return None
    key, begin, end = rng.choice(picks)
    return said_again([x for x in g.lines if not (of_key(x, key) and begin <= float(x['t']) <= end)], g.world.end)


def wrong_priority(g, rng):
    some = [i for i, x in enumerate(g.lines) if x.get('kind') == 'alarm' and x['condition'] not in TECHNICAL and x['presence'] in ('on', 'ack')]
    if not some:
        return None
    i = rng.choice(some)
    lower = {'high': 'medium', 'medium': 'low', 'low': 'medium'}
    key, t = (g.lines[i]['condition'], g.lines[i].get('address', '')), float(g.lines[i]['t'])
    return said_again([dict(x, priority=lower[x['priority']]) if k == i else x for k, x in enumerate(g.lines)], g.world.end)


def wrong_value(g, rng):
    """A value that is not that of the data which raised the alarm."""
    some = [i for i, x in enumerate(g.lines) if x.get('kind') == 'alarm' and x.get('value') is not None and x['condition'] not in TECHNICAL
            and x['presence'] in ('on', 'ack')]
    if not some:
        return None
    i = rng.choice(some)
    x = g.lines[i]
    low = x['condition'] in ('heart-rate-low', 'spo2-low-medium', 'spo2-low-high')
    value = x['limit'] + (10 if low else -10) if rng.random() < 0.6 else x['limit'] + (-1.37 if low else 1.37) * rng.uniform(3, 9)
    return [dict(y, value=value) if k == i else y for k, y in enumerate(g.lines)]


def wrong_limit(g, rng):
    some = [i for i, x in enumerate(g.lines) if x.get('kind') == 'alarm' and x.get('limit') is not None and x['presence'] != 'off' and x['condition'] not in TECHNICAL
            and (g.scene.profile != 'cockpit' or not x['condition'].startswith('heart'))]
    if not some:
        return None
    i = rng.choice(some)
    return [dict(y, limit=y['limit'] * rng.choice([0.8, 1.25])) if k == i else y for k, y in enumerate(g.lines)]


def cut_sound(g, rng):
    """A sound that stops, or never begins, while an alarm is on."""
    some = [i for i, x in enumerate(g.lines) if x.get('kind') == 'sound' and x['signal'] in ('high', 'medium')]
    if not some:
        return None
    i = rng.choice(some)
    if rng.random() < 0.5:
        lower = {'high': rng.choice(['medium', 'low', 'none']), 'medium': rng.choice(['low', 'none'])}[g.lines[i]['signal']]
        return [dict(y, signal=lower) if k == i else y for k, y in enumerate(g.lines)]
    later = next((float(x['t']) for x in g.lines[i + 1:] if x.get('kind') == 'sound'), g.world.end)
    t = float(g.lines[i]['t'])
    if later - t < 10:
        return None
    # The check looks where something changes; a line of the alarm itself is such a place.
    at = rng.uniform(t + 1, later - 2)
    return sorted(g.lines + [{'t': at, 'kind': 'sound', 'signal': 'none', 'family': g.lines[i]['family']}], key=lambda x: float(x['t']))


def sliver(g, rng):
    """A burst that is cut off."""
    some = [(i, x) for i, x in enumerate(g.lines) if x.get('kind') == 'sound' and x['signal'] in ('high', 'medium')
            and not any(abs(p - float(x['t'])) < 1 for p, _, _ in g.world.presses)]
    output = Output(g.lines, g.world.end)
    some = [(i, x) for i, x in some if RANK.get(output.sound.before(float(x['t'])), 3) < RANK[x['signal']]]
    if not some:
        return None
    i, x = rng.choice(some)
    t = float(x['t']) + rng.uniform(0.1, 0.4)
    again = dict(x, t=t + 0.3)
    return sorted(g.lines + [{'t': t, 'kind': 'sound', 'signal': 'none', 'family': x['family']}, again], key=lambda y: float(y['t']))


def for_nothing(g, rng):
    """A sound that goes on after its alarm."""
    some = [i for i, x in enumerate(g.lines) if x.get('kind') == 'sound' and x['signal'] == 'none']
    picks = []
    for i in some:
        later = next((float(x['t']) for x in g.lines[i + 1:] if x.get('kind') in ('sound',)), g.world.end)
        before = next((x['signal'] for x in reversed(g.lines[:i]) if x.get('kind') == 'sound'), 'none')
        if later - float(g.lines[i]['t']) > 25 and before in ('medium', 'high'):
            picks.append(i)
    if not picks:
        return None
    i = rng.choice(picks)
    return [x for k, x in enumerate(g.lines) if k != i]


def dark(g, rng):
    some = [i for i, x in enumerate(g.lines) if x.get('kind') == 'lamp' and (x['lamp'] in ('red', 'yellow') and x['pattern'] != 'off'
                                                                            or x['lamp'] == 'green' and x['pattern'] == 'off')]
    if not some:
        return None
    i = rng.choice(some)
    return [x for k, x in enumerate(g.lines) if k != i]


def longer_pause(g, rng):
    """A pause that does not end after its 120 s, or that a second press prolongs."""
    some = [i for i, x in enumerate(g.lines) if x.get('kind') == 'alarm' and x['activation'] == 'paused' and x.get('silent_until')]
    if not some:
        return None
    i = rng.choice(some)
    x = g.lines[i]
    key, until = (x['condition'], x.get('address', '')), x['silent_until']
    if rng.random() < 0.5:
        return [dict(y, silent_until=until + rng.uniform(1, 100)) if k == i else y for k, y in enumerate(g.lines)]
    end = until + rng.uniform(5, 100)
    back = [k for k, y in enumerate(g.lines) if of_key(y, key) and y['activation'] == 'on' and abs(float(y['t']) - until) < 1.5]
    if not back or end > g.world.end:
        return None
    lines = [dict(y, t=end) if k == back[0] else y for k, y in enumerate(g.lines)
             if k == back[0] or not (of_key(y, key) and until < float(y['t']) <= end)]
    return said_again(sorted(lines, key=lambda y: float(y['t'])), g.world.end)


def broken_pause(g, rng):
    """A pause that ends by itself after some seconds."""
    some = [(k, x) for k, x in enumerate(g.lines) if x.get('kind') == 'alarm' and x['activation'] == 'paused' and x['priority'] == 'high'
            and any(abs(p - float(x['t'])) < 0.01 for p in g.world.silence)]
    if not some:
        return None
    k, x = rng.choice(some)
    key, t = (x['condition'], x.get('address', '')), float(x['t'])
    after = next((float(y['t']) for y in g.lines if of_key(y, key) and float(y['t']) > t), g.world.end)
    if after - t < 12:
        return None
    at = rng.uniform(t + 3, after - 3)
    return said_again(sorted(g.lines + [dict(x, t=at, activation='on', silent_until=None)], key=lambda y: float(y['t'])), g.world.end)


def by_nobody(g, rng):
    """A pause or an acknowledgement without a press."""
    some = [(k, b, e) for k, b, e in g.stretches(lambda x: present(x) and x['activation'] == 'on', values=False) if e - b > 10]
    if not some:
        return None
    key, begin, end = rng.choice(some)
    t = rng.uniform(begin + 2, end - 2)
    if any(abs(p - t) < 3 for p in g.world.silence):
        return None
    state = Output(g.lines, g.world.end).key(*key).at(t)
    change = {'activation': 'paused', 'silent_until': t + 120} if state['priority'] == 'high' else {'presence': 'ack', 'activation': 'off'}
    lines = [x for x in g.lines if not (of_key(x, key) and t < float(x['t']) < end)]
    return said_again(sorted(lines + [dict(state, t=t, **change)], key=lambda y: float(y['t'])), g.world.end)


def lost_latch(g, rng):
    """A latch that is forgotten before anybody resets it."""
    some = [(k, b, e) for k, b, e in g.stretches(lambda x: x is not None and x['presence'] == 'latched') if e - b > 3]
    if not some:
        return None
    key, begin, end = rng.choice(some)
    t = begin if rng.random() < 0.5 else rng.uniform(begin + 1, end - 1)
    lines = []
    for x in g.lines:
        if of_key(x, key) and t < float(x['t']) < end:
            continue
        if of_key(x, key) and float(x['t']) == t:
            x = dict(x, presence='off', activation='off')
        lines.append(x)
    if t > begin:
        last = [x for x in g.lines if of_key(x, key) and float(x['t']) <= t][-1]
        lines.append(dict(last, t=t, presence='off', activation='off'))
    return said_again(sorted(lines, key=lambda y: float(y['t'])), g.world.end)


def no_notice(g, rng):
    output = Output(g.lines, g.world.end)
    there = lambda x: present(output.key(x['condition'], x.get('address', '')) and output.key(x['condition'], x.get('address', '')).at(float(x['t'])))
    some = [i for i, x in enumerate(g.lines) if x.get('kind') == 'notice' and there(x)]
    if not some:
        return None
    i = rng.choice(some)
    t, key = float(g.lines[i]['t']), g.lines[i].get('address', '')
    lines = [x for x in g.lines if not (x.get('kind') == 'notice' and abs(float(x['t']) - t) < 58 and x.get('address', '') == key)]
    return lines


def never_louder(g, rng):
    if not any(x.get('kind') == 'loudness' and x['level'] != 'normal' for x in g.lines):
        return None
    return [x for x in g.lines if x.get('kind') != 'loudness']


def quieter(g, rng):
    """The box gets quieter while an alarm sounds."""
    some = [i for i, x in enumerate(g.lines) if x.get('kind') == 'loudness' and x['level'] != 'normal']
    if not some:
        return None
    i = rng.choice(some)
    t = float(g.lines[i]['t'])
    later = next((float(x['t']) for x in g.lines[i + 1:] if x.get('kind') in ('loudness', 'sound')), g.world.end)
    if later - t < 4:
        return None
    return sorted(g.lines + [{'t': rng.uniform(t + 1, later - 1), 'kind': 'loudness', 'level': 'normal'}], key=lambda y: float(y['t']))


def stranger(g, rng):
    """An alarm for a value, or for the silence, of a stranger's sensor."""
    if not g.world.strangers:
        return None
    name, priority = rng.choice([('heart-rate-high', 'high'), ('co2-high', 'high'), ('no-data', 'medium')])
    line = {'t': rng.uniform(1, g.world.end - 1), 'kind': 'alarm', 'condition': name, 'priority': priority, 'presence': 'on', 'activation': 'on',
            'technical': name == 'no-data', 'address': rng.choice(sorted(g.world.strangers)), 'value': 180, 'limit': 130}
    return said_again(sorted(g.lines + [line], key=lambda y: float(y['t'])), g.world.end)


def no_silence_told(g, rng):
    """A sensor falls silent and nothing reports it."""
    some = [(k, b, e) for k, b, e in g.stretches(values=False) if k[0] == 'no-data' and e - b > 25]
    if not some:
        return None
    key, begin, end = rng.choice(some)
    return said_again([x for x in g.lines if not (of_key(x, key) and begin <= float(x['t']) <= end)], g.world.end)


def silence_stays_medium(g, rng):
    """A strap's silence that never becomes high."""
    some = []
    for i, x in enumerate(g.lines):
        if x.get('kind') == 'alarm' and x['condition'] == 'no-data' and x['priority'] == 'high' and x['presence'] == 'on':
            key = (x['condition'], x.get('address', ''))
            end = next((e for k, b, e in g.stretches(values=False) if k == key and b <= float(x['t']) < e), 0)
            before = [y for y in g.lines[:i] if of_key(y, key)]
            if end - float(x['t']) > 5 and before and before[-1]['priority'] == 'medium' and before[-1]['presence'] == 'on':
                some.append(i)
    if not some:
        return None
    i = rng.choice(some)
    return said_again([x for k, x in enumerate(g.lines) if k != i], g.world.end)


def out_of_nothing(g, rng):
    """A high alarm of a value that is well inside."""
    some = [(a, s) for a, s in g.world.sensors.items() if s.heart or s.values['co2']]
    if not some:
        return None
    address, sensor = rng.choice(some)
    t = rng.uniform(g.world.begin + 5, max(g.world.begin + 6, g.world.end - 5))
    name = 'heart-rate-high' if sensor.heart else 'co2-high'
    rule = sensor.heart or sensor.rules.get(name)
    out = Output(g.lines, g.world.end)
    if rule is None or rule.may(t, None) or rule.beyond_near(t, 30) or out.best(t, address, ('no-data', 'no-contact', 'no-pulse', 'heart-rate-low',
                                                                                         'heart-rate-high', 'co2-high')) > 0:
        return None
    value = [m.get('heart', m.get('co2')) for m in sensor.messages if 'heart' in m or 'co2' in m][0]
    line = {'t': t, 'kind': 'alarm', 'condition': name, 'priority': 'high', 'presence': 'on', 'activation': 'on', 'technical': False,
            'address': address, 'value': value, 'limit': sensor.settings.high[0] if sensor.heart else 2500}
    return said_again(sorted(g.lines + [line, dict(line, t=t + 5, presence='off', activation='off')], key=lambda y: float(y['t'])), g.world.end)


def other_direction(g, rng):
    """A fast heart reported as a slow one, or the other way round."""
    some = [i for i, x in enumerate(g.lines) if x.get('kind') == 'alarm' and x['condition'].startswith('heart-rate') and x['presence'] == 'on']
    keys = {(x['condition'], x.get('address', '')) for x in g.lines if x.get('kind') == 'alarm' and x['condition'].startswith('heart-rate')}
    if not some or len(keys) != 1:
        return None
    mirror = {'heart-rate-low': 'heart-rate-high', 'heart-rate-high': 'heart-rate-low'}
    limit = {'heart-rate-low': g.scene.settings().low[0], 'heart-rate-high': g.scene.settings().high[0]}
    out = []
    for x in g.lines:
        if x.get('kind') == 'alarm' and x['condition'] in mirror:
            name = mirror[x['condition']]
            x = dict(x, condition=name, limit=limit[name])
        out.append(x)
    return out


DAMAGES = [drop_onset, late_onset, early_onset, early_end, late_end, weaker, no_hand_over, wrong_priority, wrong_value, wrong_limit, cut_sound, sliver,
           for_nothing, dark, longer_pause, broken_pause, by_nobody, lost_latch, no_notice, never_louder, quieter, stranger, no_silence_told,
           silence_stays_medium, out_of_nothing, other_direction]


def main():
    p = argparse.ArgumentParser(description='Plants damages and counts which the check notices.')
    p.add_argument('binary', nargs='?')
    p.add_argument('--damages', type=int, default=2000)
    p.add_argument('--seeds', type=int, default=600)
    p.add_argument('--show', action='store_true', help='show what was not noticed')
    a = p.parse_args()
    planted, noticed, unusable, by_rule = Counter(), Counter(), 0, defaultdict(Counter)
    each = -(-a.damages // len(DAMAGES))
    for seed in range(a.seeds):
        if sum(planted.values()) >= a.damages:
            break
        good = Good(seed, a.binary)
        if not good.usable:
            unusable += 1
            continue
        rng = random.Random(seed)
        for damage in rng.sample(DAMAGES, len(DAMAGES)):
            if planted[damage.__name__] >= each * 2:
                continue
            lines = damage(good, rng)
            if lines is None or lines == good.lines:
                continue
            faults = good.faults(lines)
            planted[damage.__name__] += 1
            if faults:
                noticed[damage.__name__] += 1
                by_rule[damage.__name__][faults[0][1]] += 1
            elif a.show:
                print(f'not noticed: {damage.__name__} in seed {seed} ({series.kind_of(seed)})')
    total, found = sum(planted.values()), sum(noticed.values())
    print(f'{"damage":22} {"planted":>8} {"noticed":>8}   as')
    for damage in DAMAGES:
        n = damage.__name__
        print(f'{n:22} {planted[n]:8} {noticed[n]:8}   ' + ', '.join(f'{r} {k}' for r, k in by_rule[n].most_common(3)))
    share = 100.0 * found / max(1, total)
    print(f'{"all":22} {total:8} {found:8}   {share:.1f} %; {unusable} outputs were not good and not used')
    return 0 if total and share >= 95 else 1


if __name__ == '__main__':
    sys.exit(main())
