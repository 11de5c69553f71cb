"""A box that receives another one: timelines with what that one reports, and what this one must then signal, by docs/alarms.md ("Two boxes")
and docs/pair.md ("What it does").

The box has one healthy strap, so that all that is signalled is the other box's, its loss, or a fault of its own."""
from frames import millis
from output import present, sounding
from signals import heard

# In the order of their urgency.
SLOTS = ('high', 'medium', 'low', 'box')
# Low ones about a box have a signal of their own.
FAMILIES = {slot: ('heart', 'air', 'technical') for slot in ('high', 'medium')} | {'low': ('heart', 'air'), 'box': ('technical',)}
# Between two of these something that the other box signals is checked; longer pauses of high alarms are over by themselves after 120 s.
ANSWERED = 100
LAMPS = {'high': 'red', 'medium': 'yellow', 'low': 'yellow', 'box': 'blue'}
CONFIG = 'outside:\n  peer:\n    name: bed\n'
FOLLOWS = '  follow: bed\n'


def name(slot):
    return f'elsewhere-{slot}'


# ---- timelines

def elsewhere(s):
    """What another box signals comes and goes, is silenced there and here, and its link is lost and found."""
    follows = s.rng.random() < 0.85
    s.config = CONFIG + FOLLOWS * follows
    begin = s.at
    s.heart([(20, 'in', None)], 'proved')
    signals, number, link = {}, 0, True
    count = s.rng.randint(6, 25)
    t = s.at
    for _ in range(count):
        what = s.rng.choice(['begins', 'begins', 'begins', 'silent', 'sounds', 'again', 'ends', 'latched', 'press', 'link', 'quiet'])
        on = [slot for slot in signals if signals[slot][0] != 'off']
        if not follows:
            what = s.rng.choice(['link', 'quiet', 'press'])
        if what == 'link':
            link = not link
        elif what == 'begins':
            number += 1
            slot = s.rng.choice([slot for slot in SLOTS if slot not in on] or list(SLOTS))
            if slot not in on:
                signals[slot] = ('sounding', s.rng.choice(FAMILIES[slot]), number)
        elif on and what in ('silent', 'sounds', 'again', 'ends', 'latched'):
            slot = s.rng.choice(on)
            presence, family, own = signals[slot]
            # What begins again after its end is a new onset.
            again = what == 'again' or what in ('silent', 'sounds') and presence == 'latched'
            number += again
            own = number if again else own
            signals[slot] = {'silent': ('silent', family, own), 'sounds': ('sounding', family, own), 'again': ('sounding', family, number),
                             'latched': ('latched', family, own), 'ends': ('off', family, 0)}[what]
        elif what == 'press':
            s.push(t, 'A')
        length = s.rng.choice([s.rng.uniform(0.5, 4), s.rng.uniform(4, 40)])
        # It says every second what it signals.
        at = t
        while at < t + length:
            s.lines.append({'t': millis(at), 'elsewhere': report(link, signals)})
            at += s.rng.uniform(0.9, 1.1)
        s.heart([(length, 'in', None)], 'proved', start=None)
        t += length
    s.at = max(t, s.at)
    assert s.at >= begin


def report(link, signals):
    words = {slot: f'{presence} {family} {number}' for slot, (presence, family, number) in signals.items() if presence != 'off'}
    return {'link': link, **words}


# ---- what must follow

class Slot:
    """One signal of the other box, as this one must show it."""

    def __init__(self):
        self.presence, self.family, self.number = 'off', None, 0
        self.silenced = None      # Since when it is silent here, by a hand or because it is silent there.
        self.ended = None         # The latched sound that a hand has ended here: a link that comes back does not bring it again.

    def hear(self, words, t):
        if self.presence == 'latched' and self.silenced is not None:
            self.ended = (self.family, self.number)
        presence, family, number = (words.split() + ['0'])[:3] if words else ('off', None, '0')
        was, new = self.presence, int(number) != self.number or family != self.family
        if presence == 'silent':
            self.silenced = t if self.silenced is None else self.silenced
        elif presence == 'sounding' and (was != 'sounding' and was != 'latched' or new):
            self.silenced = None
        elif presence in ('latched', 'off') and was != presence:
            self.silenced = t if presence == 'latched' and self.ended == (family, int(number)) else None
        self.presence, self.family, self.number = presence, family, int(number)


def check(c):
    """Compares each instant with the reports and presses up to then."""
    slots, linked = {slot: Slot() for slot in SLOTS}, None
    marks = [(t, 0, words) for t, words in c.world.reports] + [(t, 1, None) for t in c.world.silence]
    marks.sort(key=lambda mark: mark[:2])
    for (t, kind, words), following in zip(marks, [*marks[1:], (c.end, 0, None)]):
        if kind == 0:
            linked = words['link']
            for slot, own in slots.items():
                own.hear(words.get(slot) if linked else None, t)
        else:
            # One signal sounds at a time, that of the highest priority, and of those one about the box comes last: a press answers it.
            # Between two bursts the text leaves open which of several of that priority is answered.
            candidates = [slot for slot, own in slots.items() if own.presence in ('sounding', 'latched') and own.silenced is None]
            same = [slot for slot in candidates if rank(slot) == rank(candidates[0])]
            answered = [slot for slot in same if not sounding(state_of(c, slot, t + 0.002))] if len(same) > 1 else []
            for slot in (answered or same)[:1]:
                slots[slot].silenced = t
        if linked is not None and following[0] - t > 0.01:
            one(c, t, following[0], slots, linked)
    heard(c)


def rank(slot):
    return 'low' if slot == 'box' else slot


def one(c, t, until, slots, linked):
    """From t to `until` nothing was reported and no button pressed."""
    for at in [t + 0.002] + [x for x in c.out.times if t + 0.002 < x < until - 0.002]:
        gone = c.out.key('link-gone', '')
        state = gone.at(at) if gone else None
        if linked and present(state):
            c.fault(at, 'link-gone stays', 'the other box answers')
        if not linked:
            if not present(state):
                c.fault(at, 'link-gone is missed', '')
            elif state['priority'] != ('high' if c.world.follows or c.world.settings.profile == 'bedside' else 'medium'):
                c.fault(at, 'link-gone', f'is {state["priority"]}')
        for slot, own in slots.items():
            signal(c, at, slot, own)
        lamps(c, at, slots)
        if c.broken:
            return


def state_of(c, slot, at):
    """What this box says of the signal; None if it has never said anything."""
    states = c.out.key(name(slot), '')
    return states.at(at) if states else None


def signal(c, at, slot, own):
    state = state_of(c, slot, at)
    presence = state['presence'] if state else 'off'
    text = f'{name(slot)} is {presence} {state["activation"] if state else ""}, there {own.presence}'
    if own.presence == 'off' and presence != 'off':
        return c.fault(at, 'elsewhere stays', text)
    if own.presence == 'off':
        return None
    if state and presence != 'off' and state['priority'] != rank(slot):
        return c.fault(at, 'elsewhere priority', f'{text}: {state["priority"]}')
    if state and presence != 'off' and state['technical'] != (own.family == 'technical'):
        return c.fault(at, 'elsewhere kind', f'{text}: {own.family}')
    if own.presence == 'latched':
        # Who silences what only sounds ends it here (docs/alarms.md, States).
        if own.silenced is None and presence != 'latched':
            c.fault(at, 'elsewhere latch', text)
        return None
    if not present(state):
        return c.fault(at, 'elsewhere is missed', text)
    if own.silenced is None and not sounding(state):
        return c.fault(at, 'elsewhere is silent', text)
    if own.silenced is not None and at < own.silenced + ANSWERED and sounding(state):
        return c.fault(at, 'elsewhere sounds', text)
    if own.silenced is not None and slot != 'high' and presence != 'ack' and at < own.silenced + ANSWERED:
        return c.fault(at, 'elsewhere is not acknowledged', text)
    return None


def lamps(c, at, slots):
    shown = {'red': False, 'yellow': False, 'blue': False}
    for slot, own in slots.items():
        if own.presence in ('sounding', 'silent'):
            shown[LAMPS[slot]] = True
    for (condition, _), states in c.out.keys.items():
        if not condition.startswith('elsewhere') and present(states.at(at)):
            shown[{'high': 'red', 'medium': 'yellow', 'low': 'blue'}[states.at(at)['priority']]] = True
    for lamp, is_on in shown.items():
        has = c.out.lamps[lamp].at(at) if lamp in c.out.lamps else 'off'
        if is_on and has == 'off':
            c.fault(at, 'no lamp', f'{lamp} is off')
        # Green stands for a box that is well; a lamp of its own kind stands for nothing else here.
        if not is_on and has != 'off' and lamp != 'blue':
            c.fault(at, 'lamp for nothing', f'{lamp} is {has}')
