"""What is promised of a night of the care circle, written from docs/messages.md, docs/outside.md and two figures of the
simulated world: `faults(lines)` gives sentences
about what is against it. It knows nothing of how the circle decides, and takes from its log only which incident is about which subject.

Left alone is what a process that did not run may have forgotten: a minute before it died, until it ran again (rule 41)."""
import bisect
import collections

CONFIRMS = ('push', 'ntfy')
# Of a phone that does not doze, and of the queue's retries over short failures (Tests/CircleWorld/Surroundings.swift).
SLOWEST, RETRIES = 100, 130
# A clock may be read 3 s early, and a provider takes a message 50 ms after it was sent.
SLACK = 3.5
SILENCED = 30
# How long a first *have it* counts (rule 24), and how long an end in a countdown is remembered (rule 31).
FIRST_HOLD, SHORT = 300, 3600
# A hold takes longer by what the process was off (rule 41).
STOOD = 200
HELP, BOX_LOST = 2**64 - 1, 2**64 - 2
DAY = 86400
TOLD_OVER = ('ended', 'missed', 'normal', 'okay')
ACCEPTED = ('sent', 'confirmed')

Message = collections.namedtuple('Message', 't place incident round person channel kind name about by event')


def overlaps(intervals, begin, end):
    return any(low <= end and begin <= high for low, high in intervals)


class Night:
    """The lines of a night, sorted by what they are."""

    def __init__(self, lines):
        self.plan, self.lines = lines[0]['plan'], lines
        self.truth = lines[-1]['truth']
        self.order = [person['name'] for person in self.plan['people']]
        self.channels = {person['name']: person['channels'] for person in self.plan['people']}
        self.messages, self.twice = [], []
        self.events = []          # (t, place, line)
        self.arrived = {}         # Message: t
        self.reports = collections.defaultdict(list)   # Message: (t, report)
        self.subjects = {}        # Incident: subject
        self.opened = []          # (t, place, incident)
        self.rounds = []          # (t, place, incident, event that came before)
        self.alarms = {}          # Number: (since, until, alarm)
        self.words = collections.defaultdict(list)     # Person: (t, place, consents)
        self.pauses = collections.defaultdict(list)    # Person: (from, until, at the latest until)
        names, event = set(), None
        for place, line in enumerate(lines[1:-1]):
            t = line['t']
            if 'event' in line:
                event = line
                self.events.append((t, place, line))
                self.note(line, t, place)
            elif 'send' in line:
                self.note_message(line, t, place, event, names)
            elif 'arrived' in line:
                self.arrived.setdefault(line['arrived'], t)
            elif line.get('entry') == 'opened':
                self.subjects[line['incident']] = line['subject']
                self.opened.append((t, place, line['incident']))
            elif line.get('entry') == 'round':
                self.rounds.append((t, place, line['incident'], event))
        self.stopped = [(line['t'], line['stopped'], line['why']) for line in lines[1:-1] if 'stopped' in line]
        self.countdowns_over = {(line['t'], line['stopped']) for line in lines[1:-1] if line.get('why') == 'told'}
        self.end = lines[-2].get('t', 0) if len(lines) > 2 else 0
        self.steps = [t for t, _, _ in self.events]

    def note(self, line, t, place):
        what = line['event']
        if what == 'began':
            self.begin(line['alarm'], t)
        elif what == 'ended':
            self.over(line['number'], t)
        elif what == 'box-lost':
            self.begin({'number': BOX_LOST, 'priority': 'high', 'condition': 'box-lost', 'subject': 'box'}, t)
        elif what == 'box-back':
            named = [alarm['number'] for alarm in line['alarms']]
            for number in [number for number, alarm in self.alarms.items() if alarm[1] is None and number not in named]:
                self.over(number, t)
            for alarm in line['alarms']:
                self.begin(alarm, t)
        elif what == 'report':
            self.reports[line['message']].append((t, line['report']))
        elif what in ('consent', 'stop'):
            self.words[line['person']].append((t, place, what == 'consent'))
        elif what == 'pause':
            until = t + min(7 * 86400, max(60, line['seconds']))
            # The circle's time may stand while its process does not run (rule 41).
            stood = sum(high - low for low, high in self.truth['down'] if t <= high and low <= until)
            # A new one takes the place of the former.
            pauses = self.pauses[line['person']]
            pauses[:] = [(since, min(end, t), min(latest, t)) for since, end, latest in pauses]
            pauses.append((t, until, until + stood))

    def begin(self, alarm, t):
        number = alarm['number']
        if alarm['priority'] == 'high' and (number not in self.alarms or number == BOX_LOST and self.alarms[number][1] is not None):
            self.alarms[number] = (t, None, alarm)

    def over(self, number, t):
        if number in self.alarms and self.alarms[number][1] is None:
            self.alarms[number] = (self.alarms[number][0], t, self.alarms[number][2])

    def note_message(self, line, t, place, event, names):
        scope, number, person, channel, kind = line['send'].split('.')[:5]
        incident = int(scope[1:]) if scope[0] == 'i' else None
        self.messages.append(Message(t, place, incident, int(number), person, channel, kind, line['send'], tuple(line['about']),
                                     line.get('by'), event))
        if line['send'] in names:
            self.twice.append((t, line['send']))
        names.add(line['send'])

    # What holds at a time.

    def consents(self, person, t, place=float('inf')):
        known = [word for at, where, word in self.words[person] if at <= t and where < place]
        return bool(known) and known[-1]

    def is_ready(self, person, t):
        """By rule 6."""
        def is_paused(name):
            return any(begin <= t <= until for begin, until, _ in self.pauses[name])
        willing = [name for name in self.order if self.consents(name, t)]
        return person in willing and (not is_paused(person) or all(map(is_paused, willing)))

    def condition(self, number):
        return self.alarms[number][2]['condition'] if number in self.alarms else None

    def is_down(self, begin, end):
        return overlaps(self.truth['down'], begin, end)

    def concerns(self, line, subject):
        """Whether an answer, a call or a word may change who is alerted about this subject."""
        if line['event'] == 'have-it':
            return line.get('incident') is None or self.subjects.get(line['incident']) == subject
        if line['event'] in ('okay', 'need-help'):
            return line.get('subject') in (None, subject)
        # The words of people are looked at where they matter: at who is ready.
        return line['event'] in ('box-lost', 'box-back', 'plan', 'stop')

    def words_between(self, begin, end, kinds):
        """The events of these kinds from the first time to the second."""
        first = bisect.bisect_left(self.steps, begin)
        last = bisect.bisect_right(self.steps, end)
        return [line for _, _, line in self.events[first:last] if line['event'] in kinds]

    def can_be_reached(self, person, begin, end):
        """Whether a phone of this person that confirms can be reached for the whole time, and the person wants it."""
        truth = self.truth
        return (not overlaps(truth['off'][person], begin, end) and not overlaps(truth['dozing'][person], begin, end)
                and self.is_ready(person, begin) and not any(begin <= t <= end for t, _, _ in self.words[person])
                and not any(low <= end and begin <= high for low, _, high in self.pauses[person])
                and any(channel in CONFIRMS and channel not in truth['wrong'][person] and not overlaps(truth['outages'][channel], begin, end)
                        for channel in self.channels[person]))


def once_and_with_consent(night):
    """No message twice within its name; none without consent (rules 4 and 33)."""
    for t, name in night.twice:
        yield t, f'{name} is sent twice'
    for message in night.messages:
        if not night.consents(message.person, message.t, message.place):
            yield message.t, f'{message.name} goes to a person who has not consented'
        if message.channel not in night.channels.get(message.person, []):
            yield message.t, f'{message.name} goes by a channel that this person does not have'


INTERRUPTIONS = ('have-it', 'okay', 'need-help', 'stop', 'pause', 'resume', 'consent', 'plan', 'box-lost', 'box-back')


def delivered(night):
    """While one person can be reached, a phone has each high alarm that is not answered (the end of docs/messages.md)."""
    plan, count = night.plan, collections.Counter()
    # Four more people, and two more channels of the last one.
    limit = plan['countdown'] + 4 * max(plan['step'], plan['unconfirmed']) + 2 * plan['unconfirmed'] + SLOWEST + RETRIES
    arrivals = collections.defaultdict(list)
    for message in night.messages:
        if message.kind == 'alarm' and message.name in night.arrived:
            for number in message.about:
                arrivals[number].append(night.arrived[message.name])
    for number, (since, until, alarm) in night.alarms.items():
        end = since + limit
        if night.words_between(since, end, ('silenced',)):
            end += SILENCED
        if (until or night.end) < end or night.is_down(since, end):
            continue
        # An answer of the hold before it may still count, so that only its holder is alerted.
        if any(night.concerns(line, alarm['subject']) for line in night.words_between(since - plan['hold'], end, INTERRUPTIONS)):
            continue
        reachable = [name for name in night.order if night.can_be_reached(name, since, end)]
        if not reachable:
            continue
        count[min(2, len(reachable))] += 1
        if not any(since <= t <= end for t in arrivals[number]):
            yield end, f'alarm {number} ({alarm["condition"]} of {alarm["subject"]}) reached no phone in {end - since:.0f} s, though {", ".join(reachable)} could be reached'
    night.count = count


def countdown_kept(night):
    """No alert before the countdown of an incident is over (rules 13 to 16), unless the box is lost, a person called for help, or short alarms
    ended in a countdown before (rules 22 and 31)."""
    for t, place, incident in night.opened:
        first = next((m for m in night.messages if m.incident == incident and m.kind == 'alarm' and m.place > place), None)
        if first is None or {HELP, BOX_LOST} & set(first.about) or night.is_down(t, first.t):
            continue
        # A *have it* in the countdown ends it; what begins after that is sent at once.
        if night.words_between(t, first.t, ('have-it', 'okay')):
            continue
        if any(why == 'normal' and night.subjects[other] == night.subjects[incident] and t - SHORT - STOOD < at <= first.t
               for at, other, why in night.stopped):
            continue
        if first.t < t + night.plan['countdown'] - SLACK:
            yield first.t, f'{first.name} is sent {first.t - t:.0f} s after the onset, in a countdown of {night.plan["countdown"]} s'


def by_rounds(night):
    rounds = collections.OrderedDict()
    for message in night.messages:
        if message.kind == 'alarm':
            rounds.setdefault((message.incident, message.round), []).append(message)
    return rounds


def in_order(night):
    """In a round people follow one by one, in the order of the plan (rules 17 and 18), not sooner and not later than the rule says."""
    plan, place_of = night.plan, {name: place for place, name in enumerate(night.order)}
    for (incident, number), messages in by_rounds(night).items():
        told = collections.OrderedDict()
        for message in messages:
            told.setdefault(message.person, message)
        tells = list(told.values())
        begin, end = tells[0].t, tells[-1].t
        if night.is_down(begin - 60, end + 60) or night.words_between(begin - SLACK, end, ('stop', 'consent', 'pause', 'resume')):
            continue
        if any(begin - SLACK <= latest and until <= end + SLACK for pauses in night.pauses.values() for _, until, latest in pauses):
            continue
        is_help = HELP in tells[0].about
        # By rule 22 a person who has it already is alerted first.
        if number == 1 and not is_help and not night.words_between(begin - plan['hold'] - STOOD, begin, ('have-it',)):
            first = next((name for name in night.order if night.is_ready(name, begin)), None)
            if tells[0].person != first:
                yield begin, f'round 1 of incident {incident} begins with {tells[0].person} and not with {first}'
            if len([tell for tell in tells if tell.t == begin]) > 1 and not any(
                    report == 'failed' for tell in tells for t, report in night.reports[tell.name]):
                yield begin, f'round 1 of incident {incident} begins with several people'
        later = [tell for tell in tells if tell.t > begin + 0.001]
        # In a wide round those who are paused come last (rule 6).
        places = [place_of[tell.person] for tell in later if night.is_ready(tell.person, begin)]
        if places != sorted(places):
            yield end, f'in round {number} of incident {incident} people get messages in the order {[tell.person for tell in tells]}'
        for tell in later:
            before = max(other.t for other in tells if other.t < tell.t)
            people = {other.person for other in tells if other.t == before}
            # A reminder takes the place of the alert before it (rule 20).
            own = {(message.person, message.channel): message for message in messages if message.person in people and message.t <= tell.t}
            if all(is_over(night, message, tell.t) for message in own.values()):
                continue
            accepted = [t for message in messages if message.person in people for t, report in night.reports[message.name]
                        if report in ACCEPTED and t <= tell.t]
            waited, shortest = tell.t - before, plan['unconfirmed']
            if accepted and min(accepted) < before + plan['unconfirmed'] - SLACK:
                shortest = plan['step']
            if waited < min(shortest, plan['step']) - SLACK:
                yield tell.t, f'{tell.name} is sent {waited:.0f} s after the one before it, and not {shortest} s'
            longest = plan['step'] if accepted and min(accepted) <= before + plan['unconfirmed'] + SLACK else plan['unconfirmed']
            if waited > max(longest, plan['unconfirmed']) + SLACK:
                yield tell.t, f'{tell.name} is sent {waited:.0f} s after the one before it, and not {longest} s'


def is_over(night, message, t):
    return any(at <= t and report in ('failed', 'expired') for at, report in night.reports[message.name])


def never_silent(night):
    """While an unanswered alarm is on, people are alerted again and again (rules 18 and 21)."""
    plan = night.plan
    longest = max(plan['countdown'] + SILENCED, plan['step'], plan['again']) + 2 * SLACK
    sent = collections.defaultdict(list)
    for message in night.messages:
        if message.kind == 'alarm':
            for number in message.about:
                sent[number].append(message.t)
    for number, (since, until, alarm) in night.alarms.items():
        times = [since, *sent[number], until or night.end]
        for begin, end in zip(times, times[1:]):
            if end - begin <= longest or night.is_down(begin - 60, end):
                continue
            if any(night.concerns(line, alarm['subject']) for line in night.words_between(begin - plan['hold'] - SLACK, end, INTERRUPTIONS)):
                continue
            if any(all(night.is_ready(name, t) for t in (begin, end)) for name in night.order):
                yield begin + longest, f'alarm {number} is on, and no one gets a message of it for {end - begin:.0f} s'


def answers_stop_the_others(night):
    """After *have it* there is no further alert, and everyone else who was alerted is informed who has it (rule 24)."""
    by_subject = collections.defaultdict(list)
    for since, until, alarm in night.alarms.values():
        by_subject[alarm['subject']].append((since, until or night.end + 1))
    for t, place, line in night.events:
        if line['event'] != 'have-it' or not night.consents(line['person'], t):
            continue
        person, wanted = line['person'], line.get('incident')
        for incident, subject in night.subjects.items():
            if wanted not in (None, incident) or not any(since <= t < until for since, until in by_subject[subject]):
                continue
            yield from one_answer(night, t, place, person, incident, subject, by_subject[subject])


def one_answer(night, t, place, person, incident, subject, spans):
    before = [m for m in night.messages if m.incident == incident and m.place < place]
    if not before or night.is_down(t - 60, t + 1) or before[-1].kind in ('missed', 'normal', 'okay', 'taken'):
        return
    calm = max((m.place for m in before if m.kind in ('missed', 'normal', 'okay')), default=-1)
    # A person who has it already, or who said that all is well, comes first.
    if night.words_between(t - night.plan['hold'] - SLACK, t - 0.001, ('have-it', 'okay')):
        return
    told = {m.person for m in before if m.kind == 'alarm' and m.place > calm}
    heard = {m.person for m in night.messages if m.incident == incident and m.kind == 'taken' and m.by == person and abs(m.t - t) < 1}
    for name in sorted(told - {person} - heard):
        if night.consents(name, t):
            yield t, f'{name} got a message of incident {incident} and not that {person} has it'
    end = t + FIRST_HOLD - SLACK
    news = [since for since, _ in spans if since > t] + [line_t for line_t, _, line in night.events if line_t > t and line['event'] in (
        'okay', 'worse', 'stop', 'plan', 'box-lost', 'box-back')]
    # Help is called for at once, or 3 s after a word at the box (rule 29), which may have been said before this answer.
    news += [line_t if line_t > t else line_t + 3 for line_t, _, line in night.events if line_t + SLACK > t and line['event'] == 'need-help']
    down = [low for low, _ in night.truth['down'] if low + 60 > t]
    end = min([end, *news, *down])
    for m in night.messages:
        if m.incident == incident and m.kind == 'alarm' and m.person != person and place < m.place and t < m.t < end - 0.001:
            yield m.t, f'{m.name} is sent though {person} has it'


def ends_told(night):
    """Everyone who was alerted to an alarm gets a message of its end (rule 30)."""
    sent = collections.defaultdict(list)
    for message in night.messages:
        if message.incident is not None:
            sent[message.incident].append(message)
    for t, place, line in night.events:
        if line['event'] != 'ended' or line['number'] not in night.alarms or night.is_down(t - 61, t + 61):
            continue
        number = line['number']
        for incident, messages in sent.items():
            told = {m.person: m for m in messages if m.kind == 'alarm' and number in m.about and m.place < place}
            for name, message in told.items():
                calm = any(m.kind in TOLD_OVER and m.person == name and message.place < m.place < place and (m.kind != 'ended' or number in m.about)
                           for m in messages)
                heard = any(m.kind in ('ended', 'missed', 'normal') and m.person == name and place < m.place and m.t < t + 1 for m in messages)
                was_okay = any(m.kind == 'okay' and message.place < m.place < place for m in messages)
                if not calm and not heard and not was_okay and night.consents(name, t) and not night.words_between(message.t, t, ('stop', 'okay')):
                    yield t, f'{name} got a message of alarm {number}, and not that it is over'


def missed_is_true(night):
    """*Missed* goes to those who had no accepted alert since all was well, *back to normal* to the others (rule 30)."""
    sent = collections.defaultdict(list)
    for m in night.messages:
        before = sent[m.incident]
        before.append(m)
        if m.kind not in ('missed', 'normal') or night.is_down(m.t - 60, m.t + 1):
            continue
        calm = max((other.place for other in before if other.t < m.t and other.kind in ('missed', 'normal', 'okay')), default=-1)
        accepted = [other.name for other in before if other.kind == 'alarm' and other.person == m.person and other.place > calm
                    and any(report in ACCEPTED and t < m.t for t, report in night.reports[other.name])]
        was_okay = any(other.kind == 'okay' for other in before)
        if m.kind == 'missed' and accepted:
            yield m.t, f'{m.name} is sent, though the provider had {accepted[0]}'
        if m.kind == 'normal' and not accepted and not was_okay:
            yield m.t, f'{m.name} is sent, though no provider had an alert to {m.person}'


def reminders_kept(night):
    """Reminders come 20, 40 and 60 s after the alert, by a channel whose latest alert was accepted (rule 20)."""
    latest, first = {}, {}
    for m in night.messages:
        if m.kind != 'alarm':
            continue
        way = m.incident, m.round, m.person, m.channel
        begin = first.setdefault(way[:3], m.t)
        before, latest[way] = latest.get(way), m
        parts = m.name.split('.')
        if len(parts) < 6 or night.is_down(begin - 60, m.t):
            continue
        number = int(parts[5])
        if not begin + 20 * number - SLACK <= m.t or number < 3 and m.t > begin + 20 * number + 20 + SLACK:
            yield m.t, f'{m.name} is sent {m.t - begin:.0f} s after the first alert'
        if before is None or not any(report in ACCEPTED and t <= m.t for t, report in night.reports[before.name]):
            yield m.t, f'{m.name} is sent, though no provider had the alert before it'


def a_second_okay(night):
    """While `no-pulse` or `spo2-` is on, an okay counts only after one that was only logged (rule 27)."""
    said = [(t, line.get('subject')) for t, _, line in night.events if line['event'] == 'okay']
    for m in night.messages:
        subject = night.subjects.get(m.incident)
        if m.kind != 'okay' or not any(is_vital(night.condition(number)) for number in m.about) or night.is_down(m.t - 100, m.t + 1):
            continue
        if not any(who in (None, subject) and m.t - 30 - SLACK <= t <= m.t - 2 + SLACK and t < m.t for t, who in said):
            yield m.t, f'{m.name} is sent after one okay'


def is_vital(condition):
    return condition == 'no-pulse' or (condition or '').startswith('spo2-')


def floods_limited(night):
    """After ten rounds in a day an alarm that is not new goes to one person first (rule 34); no more than twelve low or medium alarms an hour
    (rule 36)."""
    told_of = {}   # (incident, condition): when a round last named it
    counted = []
    for (incident, number), messages in sorted(by_rounds(night).items(), key=lambda entry: entry[1][0].place):
        first = messages[0]
        cause = first.event
        # By rule 22, 23 or 31, by `box-lost`, or by rule 16: at the end of a countdown.
        began = cause['alarm'] if cause['event'] == 'began' and cause['alarm']['number'] in first.about else {}
        is_counted = began or BOX_LOST in first.about and cause['event'] == 'box-lost' or cause['event'] == 'worse' or (
            first.t, incident) in night.countdowns_over
        last = told_of.get((incident, began.get('condition')))
        others = {m.person for m in messages if m.t == first.t} - {first.person}
        if others and began and len([t for t in counted if t > first.t - DAY]) >= 10 and last is not None \
                and first.t - last < night.plan['coolDown'] - SLACK and not night.is_down(last - 60, first.t):
            yield first.t, f'round {number} of incident {incident} begins in a flood with {first.person} and {", ".join(sorted(others))}'
        if is_counted:
            counted.append(first.t)
        for name in {night.condition(about) for about in first.about}:
            told_of[(incident, name)] = first.t
    notices = collections.OrderedDict()
    for message in night.messages:
        if message.kind == 'notice':
            notices.setdefault(message.name.split('.')[0], message.t)
    times = list(notices.values())
    for first, last in zip(times, times[12:]):
        if last - first < 3600 - SLACK:
            yield last, 'thirteen low or medium alarms are sent in an hour'


PROMISES = (once_and_with_consent, delivered, countdown_kept, in_order, never_silent, answers_stop_the_others, ends_told, missed_is_true,
            reminders_kept, a_second_okay, floods_limited)


def faults(lines):
    """Sentences with the promise that is broken, in the order of their times, and how many alarms had to reach a phone: (faults, Counter)."""
    night, found = Night(lines), []
    night.count = collections.Counter()
    for promise in PROMISES:
        found += [(t, f'{promise.__name__}: {t:.1f} s: {sentence}') for t, sentence in promise(night)]
    return [sentence for _, sentence in sorted(found)], night.count
