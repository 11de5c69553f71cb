"""Compares phases with the truth, minute by minute."""
import dataclasses

WORD = {'pre-flight': 'before', 'boarding': 'boarding', 'taxi': 'boarding', 'take-off': 'climb', 'climb': 'climb',
        'cruise': 'cruise', 'descent': 'descent', 'landing': 'descent', 'arrived': 'after', 'unknown': 'unknown',
        'before': 'before', 'after': 'after'}
IN_AIR = {'climb', 'cruise', 'descent'}


def dated_back(changes, minutes):
    """The phase of each minute as it is known in the end. changes: (t, phase, since) in order."""
    times = []
    for _, phase, since in changes:
        while times and times[-1][0] >= since:
            times.pop()
        times.append((since, phase))
    return [shown(times, (minute + 0.5) * 60) for minute in range(minutes)]


def live(changes, minutes):
    """The phase of each minute as it was shown then."""
    return [shown([(t, phase) for t, phase, _ in changes], (minute + 0.5) * 60) for minute in range(minutes)]


def shown(times, t):
    phase = 'unknown'
    for since, word in times:
        if since <= t:
            phase = word
    return phase


@dataclasses.dataclass
class Score:
    minutes: int = 0
    air: int = 0
    six: int = 0
    air_live: int = 0
    flights: int = 0
    missed: int = 0
    extra: int = 0
    offs: list = dataclasses.field(default_factory=list)
    downs: list = dataclasses.field(default_factory=list)

    def add(self, other):
        for field in dataclasses.fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))


def score(flight, truth, changes, has_co2):
    """changes: (t, phase, since)."""
    minutes = len(truth)
    known = [WORD[phase] for phase in dated_back(changes, minutes)]
    now = [WORD[phase] for phase in live(changes, minutes)]
    result = Score(minutes=minutes, flights=len(flight.legs))

    def same(word, true):
        if '/' in true:
            return word in true.split('/')
        if not has_co2 or true != 'boarding':
            # Without CO2 it cannot be seen who is aboard. A second departure is as well `before` as `after`.
            word = 'before' if word == 'boarding' and true in ('before', 'boarding') else word
            true = 'before' if true == 'boarding' else true
        return word == true or true == 'after' and word in ('boarding', 'before') and len(flight.legs) > 1

    for minute in range(minutes):
        result.air += (known[minute] in IN_AIR) == (truth[minute].split('/')[0] in IN_AIR)
        result.air_live += (now[minute] in IN_AIR) == (truth[minute].split('/')[0] in IN_AIR)
        result.six += same(known[minute], truth[minute])
    spells = []
    for minute, word in enumerate(known + ['after']):
        if word in IN_AIR and (not spells or spells[-1][1] is not None):
            spells.append([minute, None])
        elif word not in IN_AIR and spells and spells[-1][1] is None:
            spells[-1][1] = minute
    final = []
    for _, phase, since in changes:
        while final and final[-1][0] >= since:
            final.pop()
        final.append((since, WORD[phase]))
    for up, down in flight.legs:
        mine = [s for s in spells if s[0] * 60 < down and s[1] * 60 > up]
        if not mine:
            result.missed += 1
            continue
        begins = [since for (since, word), before in zip(final, [(0, 'unknown')] + final)
                  if word in IN_AIR and before[1] not in IN_AIR]
        ends = [since for (since, word), before in zip(final, [(0, 'unknown')] + final)
                if word == 'after' and before[1] != 'after']
        if begins:
            result.offs.append(min((abs(t - up), t - up) for t in begins)[1])
        if ends:
            result.downs.append(min((abs(t - down), t - down) for t in ends)[1])
    result.extra += sum(not any(s[0] * 60 < down and s[1] * 60 > up for up, down in flight.legs) for s in spells)
    return result
