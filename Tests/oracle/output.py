"""What the program said, as states over time."""
from bisect import bisect_right

RANK = {'none': 0, 'low': 1, 'medium': 2, 'high': 3}
TECHNICAL = {'no-data', 'no-contact', 'implausible', 'frozen', 'not-watched', 'adapter-gone', 'sounder-failed', 'sensor-battery-low',
             'clock-unset', 'disk-full', 'lamp-failed', 'restarted', 'alarm-off', 'standby', 'button-stuck', 'link-gone', 'settings-fault',
             'under-voltage', 'too-hot', 'nobody-told'}
# They are signalled once an hour, and an alarm of one lasts whole hours.
HOURLY = {'under-voltage', 'too-hot'}
HEART_VALUES = ('heart-rate-low', 'heart-rate-high')


class States:
    """A thing that has one state at a time; of changes at one instant the last one counts."""

    def __init__(self, changes, first=None):
        self.times, self.states = [], []
        for t, state in changes:
            if self.times and self.times[-1] == t:
                self.states[-1] = state
            else:
                self.times.append(t)
                self.states.append(state)
        self.first = first

    def at(self, t):
        i = bisect_right(self.times, t) - 1
        return self.states[i] if i >= 0 else self.first

    def before(self, t):
        i = bisect_right(self.times, t) - 1
        i -= i >= 0 and self.times[i] == t
        return self.states[i] if i >= 0 else self.first

    def stretches(self, test, end):
        """The stretches of time [from, to) in which the test holds."""
        out, begin = [], None
        for t, state in zip(self.times, self.states):
            if test(state):
                begin = t if begin is None else begin
            elif begin is not None:
                out.append((begin, t))
                begin = None
        if begin is not None and end > begin:
            out.append((begin, end))
        return out


def present(state):
    """The condition is there, whether it sounds or not."""
    return state is not None and state['presence'] in ('on', 'ack')


def standing(state):
    """There, or latched."""
    return state is not None and state['presence'] in ('on', 'ack', 'latched')


def sounding(state):
    return state is not None and state['presence'] in ('on', 'latched') and state['activation'] == 'on'


def together(changes):
    """The changes of a condition that several sensors of one person have: the strongest state counts."""
    now, out = {}, []
    order = lambda x: (('off', 'latched', 'ack', 'on').index(x['presence']), x['activation'] == 'on', RANK.get(x['priority'], 0))
    for t, x in changes:
        now[x.get('member')] = x
        out.append((t, max(now.values(), key=order)))
    return out


class Output:
    def __init__(self, lines, end, canon=None):
        if canon:       # the sensors of one person are reported as its first one
            lines = [dict(x, address=canon[x['address']], member=x['address']) if x.get('address') in canon else x for x in lines]
        self.lines, self.end = lines, end
        raw = {}
        self.alarms = [x for x in lines if x.get('kind') == 'alarm']
        for x in self.alarms:
            raw.setdefault((x['condition'], x.get('address', '')), []).append((float(x['t']), x))
        self.keys = {k: States(together(v) if canon else v) for k, v in raw.items()}
        of = lambda kind, field: [(float(x['t']), x[field]) for x in lines if x.get('kind') == kind and field in x]
        self.sound = States([(t, s) for t, s in of('sound', 'signal') if s != 'beeps'], 'none')
        self.family = States(of('sound', 'family'), None)
        self.loudness = States(of('loudness', 'level'), 'normal')
        self.lamps = {}
        for x in lines:
            if x.get('kind') == 'lamp':
                self.lamps.setdefault(x['lamp'], []).append((float(x['t']), x['pattern']))
        self.lamps = {k: States(v, 'off') for k, v in self.lamps.items()}
        self.notices = [x for x in lines if x.get('kind') == 'notice']
        self.times = sorted({float(x['t']) for x in lines if x.get('kind') in ('alarm', 'sound', 'lamp', 'loudness')})

    def key(self, condition, address):
        return self.keys.get((condition, address))

    def stretches(self, condition, address, test=present):
        states = self.key(condition, address)
        return states.stretches(test, self.end) if states else []

    def best(self, t, address, names, test=present, before=False):
        """The highest rank among these conditions of an address at t (conditions without an address count, too)."""
        found = 0
        for (condition, at), states in self.keys.items():
            if condition in names and at in (address, ''):
                state = states.before(t) if before else states.at(t)
                if test(state):
                    found = max(found, RANK.get(state['priority'], 0))
        return found

    def changes(self, address, names, a, b):
        """The instants from a to b at which one of these conditions changes, a and b themselves among them."""
        times = {a, b}
        for (condition, at), states in self.keys.items():
            if condition in names and at in (address, ''):
                times.update(t for t in states.times if a < t < b)
        return sorted(times)

    def first_below(self, address, names, a, b, rank, test=present):
        """The first instant from a to b (not at b) at which the best of these is below the rank, or None."""
        for t in self.changes(address, names, a, b)[:-1]:
            if self.best(t, address, names, test) < rank:
                return t
        return None

    def first_onset(self, condition, address, a, b):
        return next((s for s, _ in self.stretches(condition, address) if a <= s < b), None)
