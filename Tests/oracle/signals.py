"""The rules on sound, lamps, pause, acknowledgement, latch, escalation and phases, read from the output and the presses.

They need little of the model: a high alarm that is on and not paused sounds, whatever raised it.
"""
from bisect import bisect_right

from model import SLACK, RANK, NEVER, IN_H
from output import present, standing, sounding, States, TECHNICAL, HOURLY, HEART_VALUES

PAUSE = 120.0
# What is only shown at first, or for good, at low priority.
SHOWN = ('no-data', 'no-contact', 'implausible', 'not-watched')
WITHHELD = {'taxi': 3600.0, 'take-off': 900.0, 'climb': 3600.0, 'descent': 3600.0, 'landing': 1800.0}
LATCHING = ('heart-rate-low', 'heart-rate-high', 'no-pulse', 'co2-medium', 'co2-high', 'voc-high', 'spo2-low-medium',
            'spo2-low-high')


def check(c):
    sound(c)
    lamps(c)
    pauses(c)
    broken_by_others(c)
    ignored(c)
    acknowledgements(c)
    kept(c)
    if c.world.settings.latch:
        latches(c)
    escalation(c)
    withheld(c)
    stuck(c)
    standby(c)


def highest(c, t, test):
    found, who = 0, None
    for key, states in c.out.keys.items():
        state = states.at(t)
        if test(state) and RANK[state['priority']] > found:
            found, who = RANK[state['priority']], key
    return found, who


def repeats(c, name, state):
    """Whether an alarm that sounds repeats until it is answered."""
    settings, technical = c.world.settings, name in TECHNICAL
    if state['priority'] == 'high' or state.get('test'):
        return True
    if state['priority'] == 'medium':
        return technical or settings.sound_medium == 'repeat'
    return settings.sound_low == 'repeat' and name not in HOURLY


def sound(c):
    """What is on, not paused and not acknowledged sounds as often as it should; and nothing sounds that is not."""
    heard(c)
    now_and_then(c)
    order(c)
    slivers(c)


def heard(c):
    """The most urgent alarm that repeats sounds, and nothing sounds for more than a burst that is not on."""
    too_much = None
    for t in c.out.times + [c.end]:
        need, who = 0, None
        for key, states in c.out.keys.items():
            state = states.at(t)
            if sounding(state) and repeats(c, key[0], state) and RANK[state['priority']] > need:
                need, who = RANK[state['priority']], key
        most, _ = highest(c, t, sounding)
        has = RANK.get(c.out.sound.at(t), 3)
        if need >= 2 and has < need and t < c.end:
            c.fault(t, 'no sound', f'{who[0]}: {c.out.sound.at(t)}')
        if too_much is not None and t - too_much > 12:
            c.fault(too_much, 'sounds for nothing', c.out.sound.at(too_much))
            too_much = None
        too_much = (too_much if too_much is not None else t) if has > max(most, 1) else None


def now_and_then(c):
    """Low and medium values that sound once, or once in a while: a burst at each onset, and no more than that."""
    played = {rank: c.out.sound.stretches(lambda s, r=rank: s == r, c.end) for rank in ('low', 'medium', 'high')}
    starts = {'low': [], 'medium': []}
    repeating = {'low': [], 'medium': []}
    quiet = []
    for (name, address), states in c.out.keys.items():
        for rank in starts:
            for a, b in states.stretches(lambda s, r=rank: sounding(s) and s['priority'] == r, c.end):
                starts[rank].append(a)
                if repeats(c, name, states.at(a)):
                    repeating[rank].append((a, b))
                else:
                    quiet.append((rank, a, b, name))
    hidden = lambda rank, a, b: any(x < b and y > a for r in ('medium', 'high') if RANK[r] > RANK[rank] for x, y in played[r])
    for rank, a, b, name in quiet:
        way = c.world.settings.sound_low if rank == 'low' else c.world.settings.sound_medium
        heard = [(max(x, a), min(y, b)) for x, y in played[rank] if a - 2 <= x <= b or x <= a < y]
        if way == 'never' and rank == 'low':
            continue
        if name in TECHNICAL and rank == 'low':
            way = 3600.0 if name in HOURLY else 'once'
        if not heard and b - a > 5 and not hidden(rank, a - 1, min(b, a + 5)):
            c.fault(a, 'onset without a sound', f'{name} {rank}')
        if isinstance(way, float):
            edges = [(a, a)] + heard + [(b, b)]
            for (_, x), (y, _) in zip(edges, edges[1:]):
                if y - x > way + 5 and not hidden(rank, x, y):
                    c.fault(x, 'sound too rare', f'{name}: no sound for {y - x:.0f} s')
    changes = zip(c.out.family.times[1:], c.out.family.states, c.out.family.states[1:])
    families = [t for t, before, now in changes if before != now]
    for rank in ('low', 'medium'):
        way = c.world.settings.sound_low if rank == 'low' else c.world.settings.sound_medium
        if way == 'repeat':
            continue
        last = None
        for x, y in played[rank]:
            free = any(a - 0.1 <= x and y <= b + 5 or a < y and x < b for a, b in repeating[rank])
            # Of two families that waited behind a higher alarm, one burst follows the other.
            cuts = [x] + [t for t in families if x < t < y] + [y]
            longest = max(b - a for a, b in zip(cuts, cuts[1:]))
            if longest > 3 and not free:
                c.fault(x, 'sounds too long', f'{rank} for {longest:.0f} s')
            fresh = any((last if last is not None else -1) <= a <= x + 0.1 for a in starts[rank])
            over = any(RANK[r] > RANK[rank] and (last or 0) <= b <= x + 1 for r in ('medium', 'high') for _, b in played[r])
            hourly = rank == 'low' and any(n in HOURLY and sounding(states.at(x)) for (n, _), states in c.out.keys.items())
            due = last is not None and (isinstance(way, float) and x - last >= way - 1 or hourly and x - last >= 3599)
            if not (fresh or over or due or free):
                c.fault(x, 'sounds too often', f'{rank}, {x - (last or 0):.0f} s after the last time')
            if rank == 'low' and way == 'never':
                here = [n for (n, _), states in c.out.keys.items() if sounding(states.at(x)) and states.at(x)['priority'] == 'low']
                if not any(n in TECHNICAL for n in here):
                    c.fault(x, 'a low value sounds', ', '.join(here))
            last = x


def slivers(c):
    """A burst that began is played to its end: nothing sounds for less than half a second, unless a hand silences it."""
    times, states = c.out.sound.times, c.out.sound.states
    for k in range(len(times) - 1):
        short = times[k + 1] - times[k] < 0.5
        lower = RANK.get(states[k + 1], 3) < RANK.get(states[k], 3)
        rose = k == 0 or RANK.get(states[k - 1], 3) < RANK.get(states[k], 3)
        if short and lower and rose and not any(times[k] - 0.01 <= p <= times[k + 1] + 0.01 for p, _, _ in c.world.presses):
            c.fault(times[k], 'cut short', f'{states[k]} for {times[k + 1] - times[k]:.2f} s')


def order(c):
    """Within high the sound is that of the first in order: the heart, then air, then technical."""
    wrong = None
    for t in c.out.times + [c.end]:
        heart = air = stands = False
        for (name, address), states in c.out.keys.items():
            state = states.at(t)
            if sounding(state) and state['priority'] == 'high':
                sensor = c.world.sensors.get(address)
                stands |= name in TECHNICAL and sensor is not None and sensor.cardiac     # for a heart, it may be
                heart |= name.startswith(('heart', 'spo2', 'no-pulse'))
                air |= name.startswith(('co2', 'voc', 'cabin'))
        want = 'heart' if heart else None if stands else 'air' if air else None
        if wrong is not None and t - wrong > 15:
            c.fault(wrong, 'wrong sound', f'{c.out.family.at(wrong)}')
            wrong = None
        is_wrong = want and c.out.sound.at(t) == 'high' and c.out.family.at(t) != want
        wrong = (wrong if wrong is not None else t) if is_wrong else None


def lamps(c):
    lamp = lambda name, t: c.out.lamps[name].at(t) if name in c.out.lamps else 'off'
    for t in c.out.times:
        if t >= c.end:
            break
        # A phase that withholds an alarm hides one that was acknowledged as well.
        shown = lambda s: present(s) and not (s['presence'] == 'on' and s['activation'] == 'off') and (
            s['presence'] == 'on' or s['priority'] == 'high' or withheld_at(c, t) == 'no')
        rank, who = highest(c, t, shown)
        if rank == 3 and lamp('red', t) == 'off':
            c.fault(t, 'no lamp', f'{who[0]}: red is off')
        if rank == 2 and lamp('yellow', t) == 'off':
            c.fault(t, 'no lamp', f'{who[0]}: yellow is off')
        if rank >= 2 and lamp('green', t) != 'off':
            c.fault(t, 'green', f'{who[0]} is on and green, too')


# ---- buttons

def chatters(world, t, soft=False):
    """Whether button A is stuck at t: more than 10 presses in 60 s, gone on for 30 s. Softly: nearly so."""
    presses = sorted(at for at, button, _ in world.presses if button == 'A' and at <= t + 0.002)
    hot_since, limit = None, (9 if soft else 10)
    for k, at in enumerate(presses):
        if hot_since is not None and at - presses[k - 1] >= 10:
            hot_since = None
        if k + 1 - bisect_right(presses, at - 60) > limit:
            hot_since = at if hot_since is None else hot_since
        else:
            hot_since = None
    if not presses or hot_since is None:
        return False
    first = min(p for p in presses if p > hot_since - 60)
    if soft:
        return t - presses[-1] < 11 and t - first >= 28
    return t - presses[-1] < 9 and t - hot_since >= 31


def stuck(c):
    presses = [at for at, button, _ in c.world.presses if button == 'A']
    if len(presses) < 11:
        return
    for k, t in enumerate(presses):
        if chatters(c.world, t) and t + 1 < c.end:
            low = c.out.first_below('', ('button-stuck',), t + 1, t + 1.001, 1)
            if low is not None and c.out.best(t + 1, '', ('button-stuck',)) < 1 and t + 1 - presses[-1] < 8:
                c.fault(t, 'missed', 'button-stuck')
                break


def pauses(c):
    """A pause begins with a press, lasts 120 s from there, is not prolonged, and is broken only for a reason."""
    by_address = {}
    for (name, address), states in c.out.keys.items():
        by_address.setdefault(address or name, []).append((name, states))
    for address, keys in by_address.items():
        pauses_of(c, address, keys)


def new_episode(c, address, t, keys):
    """Whether what begins at t is surely a new episode of a heart: a reset, or good data for max(10 s, M) in all within 1.5
    of that, since its last alarm ended."""
    sensor = c.world.sensors.get(address)
    if sensor is None or sensor.heart is None:
        return False
    ends = [e for n, s in keys if n in HEART_VALUES + ('no-pulse',) for _, e in s.stretches(present, c.end) if e < t]
    # What is there until t, or has sounded again by then, is no new one.
    if not ends or any(present(s.before(t)) for n, s in keys if n in HEART_VALUES + ('no-pulse',)):
        return False
    last, m, heart = max(ends), max(10.0, sensor.settings.unproved[1]), sensor.heart
    if any(last + 0.01 <= r < t for r in c.world.resets):      # at the very end either comes first
        return True
    return any(heart.all.bits[i] & IN_H and heart.all.share(IN_H, min(t, heart.all.t1[i]), 1.5 * m, last - m) >= m + SLACK
               for i in heart.all.near(last, t))


def begins(keys, t):
    """Whether an alarm of a heart begins at t."""
    return any(t in s.times and present(s.at(t)) and not present(s.before(t)) for n, s in keys if n in HEART_VALUES + ('no-pulse',))


def turned(keys, name, t):
    """Whether the last heart condition before t was the other direction."""
    last = max([(s.times[k], n) for n, s in keys if n in HEART_VALUES for k in range(len(s.times)) if s.times[k] < t and present(s.states[k])] or [(0, name)])
    return last[1] != name


def pauses_of(c, address, keys):
    """The pauses of one sensor. A condition is paused by a press while it sounded, or it takes over a pause that runs."""
    high = lambda x: standing(x) and x['priority'] == 'high'
    marks = set(c.world.silence) | {c.end}
    for _, states in keys:
        marks.update(states.times)
    for t in list(marks):
        marks.add(t + PAUSE + 2 * SLACK)
    began, latest, count, first, told = {}, None, 0, None, set()
    for t in sorted(m for m in marks if m <= c.end):
        pressed = any(abs(p - t) < 0.002 for p in c.world.silence) and not chatters(c.world, t - 1)
        opened, earlier = False, dict(began)
        for name, states in keys:
            x, was = states.at(t), states.before(t)
            if not high(x) or x['activation'] != 'paused':
                running = began.pop(name, None)
                spoke = high(x) and x['activation'] == 'on' and high(was) and was['activation'] == 'paused'
                # A new episode sounds, and with it the latch of the one before, whichever condition begins it.
                spoke = spoke and not (not present(was) and begins(keys, t) and new_episode(c, address, t, keys))
                if spoke and running is not None and t < running + PAUSE - SLACK and not reason_to_speak(c, address, keys, running, t):
                    c.fault(t, 'pause broken', name)
                if high(x) and x['activation'] == 'on' and not high(was):
                    taken_over(c, address, keys, name, earlier, t)
                continue
            paused_before = high(was) and was['activation'] == 'paused'
            # At the very instant of a press something may break the pause before it: then the press begins another.
            renewed = pressed and name in began and abs((x.get('silent_until') or 0) - t - PAUSE) < 0.01 and reason_to_speak(
                c, address, keys, began[name], t)
            if pressed and high(was) and (not paused_before or name not in began or t >= began[name] + PAUSE - 0.01 or renewed):
                began[name], latest = t, t
                # A loss that stands for nothing is an episode of its own.
                opened = opened or name not in TECHNICAL or x.get('value') is not None
                told.discard(name)
            elif name not in began:
                others = [p for p in list(earlier.values()) + [latest] if p is not None and p + PAUSE > t - SLACK]
                anew = abs((x.get('silent_until') or 0) - t - PAUSE) < 0.01
                # A press at the very instant at which an alarm ends pauses what is left of its episode.
                pauses = [p for p in list(earlier.values()) + [latest] if p is not None]
                # One that sounds until then has broken the pause before.
                ends = lambda p, holds: any(high(s.before(p)) and holds(s.before(p)) and not high(s.at(p)) for _, s in keys)
                others += [p for p in c.world.silence if t - PAUSE - SLACK < p < t and ends(p, lambda s: True)
                           and (ends(p, sounding) or not any(q < p < q + PAUSE for q in pauses))]
                # A press in a pause that runs begins none, unless something breaks that one at this instant.
                if pressed and (not others or anew and reason_to_speak(c, address, keys, max(others), t)):
                    others.append(t)
                if not others:
                    c.fault(t, 'pause without a press', name)
                    told.add(name)
                began[name] = max(others or [t])
            if name in HEART_VALUES and present(x) and not present(was) and t in states.times and name not in told and not pressed:
                if new_episode(c, address, t, keys):
                    c.fault(t, 'muted at birth', f'{name}: a new episode in an old pause')
                elif turned(keys, name, t):
                    c.fault(t, 'muted at birth', f'{name}: the other direction in a pause')
            if name == 'no-pulse' and present(x) and not present(was) and t in states.times and not pressed:
                c.fault(t, 'muted at birth', 'no-pulse in a pause')
            until = began[name] + PAUSE
            if name not in told and (t > until + SLACK or (x.get('silent_until') or 0) > until + 0.01):
                c.fault(t, 'pause too long', f'{name} until {x.get("silent_until")}, pressed at {began[name]}')
                told.add(name)
        if opened:
            # A press on what is only latched may pause an episode that is over by then.
            over = first is None or episode_over(c, address, last_present(c, keys, first), t)
            first, count = (t, 1) if over else (first, count + 1)
            if count >= 4 and not any(t - 0.01 <= float(x['t']) <= t + SLACK and x.get('address', address) == address
                                      and x.get('reason', 'paused-again') == 'paused-again' for x in c.out.notices):
                c.fault(t, 'no notice', f'pause {count} of an episode')


def family(name, address, c):
    """Whose episode a condition is of, as far as its name says: a technical one may stand for its sensor's."""
    if name in TECHNICAL:
        sensor = c.world.sensors.get(address)
        return 'heart' if sensor and sensor.cardiac else 'air' if sensor else 'box'
    return 'air' if kin(name) == 'air' else 'heart'


def broken_by_others(c):
    """A high alarm that begins ends the pauses of other people and families."""
    high = lambda x: standing(x) and x['priority'] == 'high'
    for (name, address), states in c.out.keys.items():
        if name in TECHNICAL:
            continue
        mine = family(name, address, c)
        for t, _ in states.stretches(lambda x: present(x) and x['priority'] == 'high', c.end):
            own = [s for (n, at), s in c.out.keys.items() if at == address]
            if any(present(s.before(t)) and s.before(t)['priority'] == 'high' for s in own):
                continue        # a hand-over, or a return
            if any(abs(p - t) < SLACK for p in c.world.silence):
                continue
            for (other, at), s in c.out.keys.items():
                theirs = family(other, at, c)
                if at == address or mine == theirs == 'air':
                    continue
                x, was = s.at(t), s.before(t)
                if high(x) and high(was) and was['activation'] == 'paused' and x['activation'] == 'paused':
                    c.fault(t, 'pause not broken', f'{other} of {at} stays paused, but {name} of {address} begins')


def ignored(c):
    """A press of a button that is not stuck silences what sounds: a high alarm is paused."""
    presses = [p for p, b, _ in c.world.presses if b == 'A']
    for p in c.world.silence:
        if chatters(c.world, p, soft=True) or any(0 < p - q < 12 and chatters(c.world, q, soft=True) for q in presses) or p + SLACK > c.end:
            continue
        heard = [(s, k) for k, s in c.out.keys.items() if k[0] not in ('adapter-gone', 'sounder-failed')
                 and sounding(s.before(p)) and s.before(p)['priority'] == 'high']
        # What begins at the instant of the press may break its pause at once.
        if any(abs(a - p) < 0.01 for k, s in c.out.keys.items() for a, _ in s.stretches(lambda x: present(x) and x['priority'] == 'high', c.end)):
            continue
        if heard and all(sounding(s.at(p + 0.002)) and s.at(p + 0.002)['priority'] == 'high' for s, _ in heard):
            c.fault(p, 'press ignored', f'{heard[0][1][0]} goes on sounding')


def taken_over(c, address, keys, name, began, t):
    """A hand-over in the same episode does not break a pause: what takes over from a paused condition is paused, too."""
    left = [n for n, s in keys if n in began and n != name and not present(s.at(t)) and present(s.before(t))
            and not has_ended(s, t) and s.before(t)['activation'] == 'paused']
    for n in left:
        if t < began[n] + PAUSE - SLACK and not reason_to_speak(c, address, keys, began[n], t):
            return c.fault(t, 'pause broken', f'{name} takes over from {n} and sounds')


def episode_over(c, address, a, b):
    """Whether an episode of this sensor may have ended between a and b."""
    if any(a < r <= b + 0.01 for r in c.world.resets):
        return True
    sensor = c.world.sensors.get(address)
    if sensor is None:
        return True
    if sensor.heart and sensor.heart.episode_may_be_over(a, b):
        return True
    return any(r.may_end(r.fresh.t1[i], a) for r in sensor.rules.values() for i in r.fresh.near(a, b) if a < r.fresh.t1[i] < b)


def last_present(c, keys, t):
    """The latest instant up to t at which one of these conditions was present."""
    ends = [min(b, t) for _, s in keys for a, b in s.stretches(present, c.end) if a <= t]
    return max(ends, default=t)


def reason_to_speak(c, address, keys, a, b):
    """What may break a pause that began at a, by b: another family's alarm, the other direction, no pulse, a new episode."""
    if episode_over(c, address, a, b):
        return True
    for (name, at), states in c.out.keys.items():
        loud = lambda test: [s for s, _ in states.stretches(lambda x: test(x) and x['priority'] == 'high', c.end)]
        for s in loud(standing) + loud(present):
            if a < s <= b + 0.01:
                other = at != address or name == 'no-pulse' or kin(name) not in {
                    kin(n) for n, x in keys if n != name and standing(x.at(a)) and x.at(a)['priority'] == 'high' and not stands_in(n, x.at(a))}
                mirror = name in HEART_VALUES and any(n in HEART_VALUES and n != name and x.key_was_on(a - 600, b) for n, x in keys)
                if other and (name not in TECHNICAL or not hands_over(c, at, s)) or at != address or mirror:
                    return True
    # At the press nothing of this sensor was high: what speaks now is of a higher priority.
    return not any(standing(s.at(a)) and s.at(a)['priority'] == 'high' for _, s in keys)


def hands_over(c, address, t):
    """Whether a technical alarm of this sensor that becomes high at t stands for a value that was reported until then."""
    return any(at == address and n not in TECHNICAL and present(s.before(t)) and not has_ended(s, t) for (n, at), s in c.out.keys.items())


def has_ended(states, t):
    """Whether an alarm is over at t, and only its sound is left: what is missing from then on is news, of the technical family."""
    return states.at(t) is not None and states.at(t)['presence'] == 'latched'


def stands_in(name, state):
    """Whether a technical alarm stands for one of a value: it has that one's family."""
    return name in TECHNICAL and state.get('family', 'technical') != 'technical'


def kin(name):
    return 'spo2' if name.startswith('spo2') else 'heart' if name.startswith(('heart', 'no-pulse')) else 'air'


def key_was_on(states, a, b):
    return any(a <= s <= b or s <= a < e for s, e in states.stretches(standing, NEVER))


States.key_was_on = key_was_on


def acknowledgements(c):
    """Only a hand acknowledges; a high alarm is paused, not acknowledged (but `adapter-gone` in the standby of all); a medium one speaks again when it gets worse."""
    for (name, address), states in c.out.keys.items():
        before, since = None, None
        if name == 'standby':       # only its lamp shows it
            continue
        for t, x in zip(states.times, states.states):
            if name == 'adapter-gone' and c.world.settings.profile == 'bedside' and x['presence'] == 'ack' and c.world.in_standby(t):
                before = None       # no person is watched, so its lamp alone shows it
                continue
            if x['presence'] == 'ack':
                if x['priority'] == 'high':
                    c.fault(t, 'high acknowledged', name)
                near = any(t - 0.5 <= p <= t + 0.002 for p in c.world.silence)
                if present(before) and before['presence'] == 'on' and x['priority'] == 'medium' and c.out.sound.at(t - 0.001) == 'high':
                    c.fault(t, 'unheard', f'{name}: a press in the tail of a high burst acknowledges it')
                if present(before) and before['presence'] == 'on' and not near:
                    c.fault(t, 'acknowledged by no one', name)
                elif not present(before) and not any(p <= t + 0.002 for p in c.world.silence):
                    c.fault(t, 'acknowledged by no one', name)
                if before is None or before['presence'] != 'ack':
                    since = t
            elif x['presence'] == 'on' and before is not None and before['presence'] == 'ack' and x['priority'] == before['priority']:
                speaks_again(c, name, address, since, t)
            before = x
        if name == 'co2-medium':
            for a, b in states.stretches(lambda s: present(s) and s['presence'] == 'ack', c.end):
                must_speak(c, address, a, b)


def kept(c):
    """An acknowledgement is kept where missing data take over from an acknowledged alarm."""
    for (name, address), states in c.out.keys.items():
        if name != 'no-data' or address not in c.world.sensors:
            continue
        mine = [s for (n, at), s in c.out.keys.items() if at == address and n not in TECHNICAL]
        for t, _ in states.stretches(present, c.end):
            x = states.at(t)
            left = [s.before(t) for s in mine if present(s.before(t)) and not present(s.at(t))]
            if x['priority'] == 'medium' and x['presence'] == 'on' and x['activation'] == 'on' and left and not any(present(s.at(t)) for s in mine):
                best = max(RANK[y['priority']] for y in left)
                if best == 2 and all(y['presence'] == 'ack' for y in left if RANK[y['priority']] == 2):
                    c.fault(t, 'acknowledgement lost', f'{address}: no-data sounds for what was acknowledged')


def co2_at(c, address, t):
    sensor = c.world.sensors.get(address)
    values = [m['co2'] for m in sensor.values['co2'] if m['t'] <= t + 0.002] if sensor else []
    return values[-1] if values else None


def speaks_again(c, name, address, since, t):
    """An acknowledged alarm that sounds again needs a reason: its snooze is over, or it is half way to the next limit."""
    if name not in ('co2-low', 'co2-medium') or t - since >= 890 or any(since <= r <= t + 0.01 for r in c.world.resets):
        return
    value, now = co2_at(c, address, since), co2_at(c, address, t)
    half = (value + {'co2-low': 1500, 'co2-medium': 2500}[name]) / 2
    if now is None or now < half - 6:
        c.fault(t, 'speaks again', f'{name}: {now}, half way is {half}')


def must_speak(c, address, a, b):
    """Half of the way to the next limit for three minutes without a break is an alarm that speaks again."""
    value = co2_at(c, address, a)
    sensor = c.world.sensors.get(address)
    if value is None or value >= 2480 or any(a < p < b for p in c.world.silence):
        return
    half, since = (value + 2500) / 2 + 6, None
    for m in sensor.values['co2']:
        if a <= m['t'] < b:
            since = (m['t'] if since is None else since) if m['co2'] >= half else None
            if since is not None and m['t'] - since > 182 + 60:
                return c.fault(m['t'], 'does not speak again', f'co2-medium above {half}')


# ---- latch

def latches(c):
    """At the bedside a medium or high alarm of a value sounds until a person resets it (or has acknowledged it)."""
    for (name, address), states in c.out.keys.items():
        for a, b in states.stretches(lambda x: x is not None and x['presence'] == 'latched', c.end):
            x = states.at(b)
            hand = any(b - 0.5 <= p <= b + 0.002 for p in c.world.resets + c.world.silence)
            # On again and off in one instant: the other direction has taken over, and latches in its turn.
            taken = any(at == address and n != name and kin(n) == kin(name) and present(s.at(b))
                        for (n, at), s in c.out.keys.items())
            if b < c.end and x['presence'] == 'off' and not hand and not taken:
                c.fault(b, 'latch lost', f'{name} of {address}')
    addresses = {at for name, at in c.out.keys if name in LATCHING}
    for address in addresses:
        for family in ('heart', 'spo2', 'air'):
            names = [n for n in LATCHING if kin(n) == family and (n, address) in c.out.keys]
            owed = 0
            marks = {c.end}
            everything = [(n, s) for (n, at), s in c.out.keys.items() if at == address or at == '' and n == 'not-watched']
            for _, states in everything:
                marks.update(states.times)
            marks.update(c.world.resets + c.world.silence)
            before = {}
            for t in sorted(m for m in marks if m < c.end):
                if any(abs(t - r) < 0.002 for r in c.world.resets):
                    owed = 0
                for n in names:
                    x = c.out.key(n, address).at(t)
                    if x is None:
                        continue
                    if present(x) and not present(before.get(n)) and x['presence'] == 'on':
                        owed = max(owed, RANK[x['priority']])
                    if x['presence'] == 'ack' and owed == 2:
                        owed = 0
                    before[n] = x
                if any(abs(t - p) < 0.002 for p in c.world.silence) and owed == 2:
                    owed = 0
                rank = max([RANK[s.at(t)['priority']] for _, s in everything if standing(s.at(t))] or [0])
                if rank < owed:
                    c.fault(t, 'latch lost', f'{family} of {address}')
                    owed = 0


# ---- no answer

def escalation(c):
    """A high alarm that sounds for a minute without an answer grows, sends notices, and never gets quieter."""
    level = {'normal': 0, 'louder': 1, 'loudest': 2}
    high = lambda x: sounding(x) and x['priority'] == 'high'
    presses = sorted(t for t, _, _ in c.world.presses)
    there, heard, ends = {}, {}, set()
    for (name, address), states in c.out.keys.items():
        there.setdefault(address or name, []).extend(states.stretches(lambda x: high(x) and present(x), c.end))
        heard.setdefault(address or name, []).extend(states.stretches(lambda x: sounding(x) and x['priority'] != 'low', c.end))
        # What goes on at a lower priority has stood in for an alarm that has ended.
        ends |= {b for test in (present, standing, high) for _, b in states.stretches(test, c.end)}
    for address, parts in there.items():
        for a, b in unpressed(parts, presses):
            grows(c, address, a, b, level)
    # A hand, or the end of an alarm, may make the box quieter; nothing else.
    for address, parts in heard.items():
        for a, b in unpressed(parts, presses):
            loud = level.get(c.out.loudness.at(a + 0.001), 0)
            for t, state in zip(c.out.loudness.times, c.out.loudness.states):
                if a + 0.001 < t < b:
                    if level.get(state, 0) < loud and t not in ends:
                        c.fault(t, 'quieter', f'{state} while {address} sounds')
                    loud = level.get(state, 0)


def unpressed(parts, presses):
    """Stretches that touch made one, and cut where a button is pressed."""
    merged = []
    for a, b in sorted(parts):
        if merged and a <= merged[-1][1] + 1e-6:
            merged[-1][1] = max(merged[-1][1], b)
        else:
            merged.append([a, b])
    for a, b in merged:
        cuts = [a] + [p for p in presses if a < p < b] + [b]
        yield from zip(cuts, cuts[1:])


def grows(c, address, a, b, level):
    """A stretch in which a high alarm is on and sounds, and no button is pressed."""
    told = sorted(float(x['t']) for x in c.out.notices if x.get('address', address) == address and a - 0.01 <= float(x['t']) <= b)
    last = a
    for t in told + [b]:
        if t - last > 60 + 2 * SLACK:
            c.fault(last + 62, 'no notice', f'no one answered {address}')
            break
        last = t
    for after, least in ((33, 1), (63, 2)):
        if b - a > after and level.get(c.out.loudness.at(a + after), 0) < least:
            c.fault(a + after, 'does not grow', f'{address} after {after} s')
            break


# ---- phases

def withheld_at(c, t):
    """'yes', 'no', or 'either' about a border: whether low and medium alarms are withheld."""
    told = [(at, name) for at, name in c.world.phases if at <= t + 0.002]
    if not told:
        return 'no'
    name, since = told[-1][1], told[-1][0]
    if name not in WITHHELD:
        return 'no'
    for at, other in reversed(told):
        if other != name:
            break
        since = at
    lasts = WITHHELD[name]
    if t - told[-1][0] < SLACK or abs(t - since - lasts) < 2 * SLACK:
        return 'either'
    return 'yes' if t - since < lasts else 'no'


def withheld(c):
    marks = sorted({t for t in c.out.times} | {t + 2 for t, _ in c.world.phases}
                   | {t + WITHHELD[p] + 3 for t, p in c.world.phases if p in WITHHELD})
    told = set()
    for t in marks:
        if t >= c.end:
            break
        state = withheld_at(c, t)
        for (name, address), states in c.out.keys.items():
            x = states.at(t)
            if x is None or x['presence'] != 'on' or (name, address, 'x') in told:
                continue
            silent = x['activation'] == 'off'
            if silent and x['priority'] == 'high':
                c.fault(t, 'withheld', f'{name} is high')
            elif silent and state == 'no' and not (x['priority'] == 'low' and name in SHOWN):
                c.fault(t, 'withheld', f'{name} in no phase that withholds')
            elif not silent and state == 'yes' and x['priority'] != 'high' and name not in TECHNICAL and x['activation'] == 'on':
                c.fault(t, 'not withheld', name)
            else:
                continue
            told.add((name, address, 'x'))


# ---- standby

def without_radio(c, begin, soonest, lamp):
    """Beside a bed a box without a radio is silent for a person in standby; its lamp shows it. (One person in these worlds.)"""
    state = c.out.keys.get(('adapter-gone', ''))
    if c.world.settings.profile != 'bedside' or state is None:
        return
    told = [(t, on) for t, fault, on in c.world.faults if fault == 'adapter-gone']
    for t in [begin + 0.002] + [t for t in c.out.times if begin < t < min(soonest - SLACK, c.end)]:
        last = [(at, on) for at, on in told if at <= t]
        if sounding(state.at(t)):
            return c.fault(t, 'standby', 'adapter-gone sounds in the standby of all')
        if last and last[-1][1] and t > last[-1][0] + 10 + SLACK and lamp('red', t) == 'off':
            return c.fault(t, 'standby', 'no red lamp for adapter-gone')
    gone = [on for at, on in told if at <= soonest + 1]
    if gone and gone[-1] and c.end > soonest + 1 and not any(soonest < a <= soonest + 75 for a, *_ in c.world.standbys):
        t = soonest + 75
        if t < c.end and all(on for at, on in told if soonest < at <= t) and not any(t - 121 < p <= t for p in c.world.silence) and not sounding(state.at(t)):
            c.fault(t, 'standby', 'adapter-gone stays silent after it')


def standby(c):
    """A person in standby has a blue lamp and never a green one, until the time is over or the heart is received for 30 s."""
    world, out = c.world, c.out
    lamp = lambda name, t: out.lamps[name].at(t) if name in out.lamps else 'off'
    address = next((s.address for s in world.sensors.values() if s.heart), '')
    there = lambda t: out.best(t, address, ('standby',)) > 0
    for a, _ in out.stretches('standby', address):
        if not any(begin - 0.01 <= a <= latest + SLACK for begin, _, latest, _ in world.standbys):
            c.fault(a, 'standby', 'it was not requested')
    for t in world.refused:
        if there(t + 0.002) and not world.in_standby(t):
            c.fault(t, 'standby', 'not refused while the heart is received')
    for begin, soonest, latest, timed in world.standbys:
        if begin + 0.01 < c.end and out.best(begin + 0.01, address, HEART_VALUES + ('no-pulse', 'no-data', 'no-contact', 'implausible')) == 3:
            c.fault(begin, 'standby', 'the episode of the heart goes on')
        marks = [begin + 0.002] + [t for t in out.times if begin < t < min(soonest - SLACK, c.end)]
        for t in marks if soonest - SLACK > begin else ():
            if not there(t):
                c.fault(t, 'standby', 'it is not reported')
            elif lamp('blue', t) == 'off':
                c.fault(t, 'standby', 'no blue lamp')
            elif lamp('green', t) != 'off':
                c.fault(t, 'standby', 'green')
            else:
                continue
            break
        without_radio(c, begin, soonest, lamp)
        t = latest + SLACK
        if t < c.end and there(t) and not any(a < t and t < d for a, _, d, _ in world.standbys):
            c.fault(t, 'standby', 'it does not end')
        for k in range(1, 13):
            t = begin + 3600.0 * k
            if t < min(soonest, c.end) - SLACK and not any(x.get('kind') == 'sound' and x['signal'] == 'beeps' and abs(float(x['t']) - t) < 10 for x in out.lines):
                c.fault(t, 'standby', 'no reminder')
                break
        t = latest + 60 + 10 + SLACK
        if timed and t < c.end and not any(latest < a < t for a, *_ in world.standbys) and not any(s.heart and s.heart.all.near(latest - 5, t) for s in world.sensors.values()):
            if out.best(t, address, ('not-watched', 'no-data')) < 2:
                c.fault(t, 'standby', 'not-watched is not reported after it')
