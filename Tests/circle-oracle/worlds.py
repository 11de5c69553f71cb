"""Random timelines of the circle. The kind of a seed is its number modulo the number of kinds; all times are whole seconds, and
many fall on the same second, where rules meet."""
import random

from model import Model

NAMES = ('anna', 'ben', 'chloe', 'dan', 'eve')
CHANNELS = ('push', 'sms', 'mail')
CONDITIONS = ('heart-rate-low', 'heart-rate-high', 'no-pulse', 'no-data', 'co2-high', 'spo2-low')
SUBJECTS = ('Anna', 'room', 'box')
# How often each event comes, by kind; the last number is the mean time between two events in seconds.
KINDS = {
    'plain':   (dict(began=6, ended=5, report=16, haveit=1, silenced=1, worse=1), 20),
    'answers': (dict(began=5, ended=3, report=8, haveit=4, says=3, okay=3, help=2, silenced=2, worse=3), 25),
    'vital':   (dict(began=4, ended=2, report=8, haveit=2, says=1, okay=8, help=1, worse=3), 20),
    'short':   (dict(began=8, ended=8, report=3, haveit=0.5, okay=0.5, silenced=1), 25),
    'asked':   (dict(began=2, ended=0.5, report=10, haveit=6, says=4, worse=1, pause=1), 120),
    'paused':  (dict(began=4, ended=1, report=8, pause=5, resume=1, stop=0.5, consent=1, plan=0.3, haveit=0.5), 30),
    'late':    (dict(began=3, ended=3, report=30, haveit=0.3), 6),
    'flaps':   (dict(began=10, ended=10, report=4, haveit=1, okay=0.3), 40),
    'people':  (dict(began=5, ended=3, report=6, haveit=2, says=2, stop=3, consent=4, pause=3, resume=1, okay=1), 25),
    'notices': (dict(began=10, ended=8, report=2, silenced=2, date=2, pause=1, resume=1), 120),
    'crowd':   (dict(began=12, ended=4, report=4, haveit=1, okay=0.5, help=1, boxlost=1, boxback=1), 12),
    'box':     (dict(began=5, ended=3, report=8, boxlost=3, boxback=3, restart=2, late=2, haveit=1, okay=1), 40),
    'long':    (dict(began=3, ended=1, report=3, haveit=1, date=1, drill=1, stop=0.3, consent=1), 900),
    'plans':   (dict(began=5, ended=3, report=6, haveit=2, plan=3, says=2, consent=3, stop=1, okay=1, drill=1), 30),
    'weeks':   (dict(date=3, drill=2, report=2, restart=1, consent=1, pause=1, began=0.5, ended=4, help=0.3, okay=2), 20000),
}


def plan(rng):
    people = []
    for name in rng.sample(NAMES, rng.randint(1, 5)):
        people.append({'name': name, 'channels': rng.sample(CHANNELS, rng.randint(1, 3)),
                       'from': rng.choice(('low', 'medium', 'high', 'high')), 'weekly': rng.random() < 0.5})
    times = [rng.choice((30, 60, 120)), rng.choice((5, 10, 20)), rng.choice((15, 40, 40, 60)), rng.choice((60, 300)),
             rng.choice((300, 600, 1800)), rng.choice((60, 120, 600)), rng.choice((0, 60, 300))]
    quiet = [rng.randrange(0, 1440, 30), rng.randrange(0, 1440, 30)] if rng.random() < 0.5 else None
    return {'people': people, 'times': times, 'quiet': quiet, 'summary': [rng.randrange(7), rng.randrange(0, 1440, 60)]}


class World:
    def __init__(self, seed):
        self.rng = rng = random.Random(seed)
        self.kind = list(KINDS)[seed % len(KINDS)]
        weights, self.gap = KINDS[self.kind]
        self.names, self.weights = list(weights), list(weights.values())
        self.plan = plan(rng)
        self.model = Model(self.plan)
        self.lines, self.t, self.number, self.on = [], 0, 0, {}
        for person in self.model.people:
            if rng.random() < 0.9:
                self.add('consent', person=person)
        if self.kind in ('notices', 'weeks', 'long'):
            self.date()

    def add(self, event, **values):
        line = dict(t=self.t, event=event, **values)
        self.lines.append(line)
        self.model.play([line])

    def date(self):
        rng = self.rng
        seconds = 1_790_000_000 + rng.randrange(20) * 86400 + rng.randrange(0, 86400, 300)
        self.add('date', seconds=rng.choice((seconds, seconds, seconds + 3600, seconds + 200 * 86400, None)))

    def person(self):
        return self.rng.choice(self.model.people) if self.rng.random() < 0.95 else 'nobody'

    def new_alarm(self):
        rng = self.rng
        self.number += 1
        if self.kind == 'crowd':
            subject, condition = f's{rng.randrange(11)}', f'c{rng.randrange(6)}'
            if rng.random() < 0.3:
                subject = 's1'
        else:
            subject, condition = rng.choice(SUBJECTS), rng.choice(CONDITIONS)
        low = 0.8 if self.kind == 'notices' else 0.15
        if self.kind == 'vital':
            condition = rng.choice(('no-pulse', 'spo2-low', 'no-data'))
        priority = rng.choice(('low', 'medium')) if rng.random() < low else 'high'
        return {'number': self.number, 'priority': priority, 'condition': condition, 'subject': subject}

    def began(self):
        rng = self.rng
        if self.on and rng.random() < 0.1:
            alarm = dict(self.on[rng.choice(list(self.on))])
            alarm['priority'] = rng.choice(('high', 'high', 'medium'))
        elif rng.random() < 0.03 and self.number > 3:
            alarm = dict(self.new_alarm(), number=rng.randint(1, self.number))
        else:
            alarm = self.new_alarm()
        self.on[alarm['number']] = alarm
        self.add('began', alarm=alarm)

    def ended(self):
        if self.on:
            number = self.rng.choice(list(self.on))
            del self.on[number]
            self.add('ended', number=number)
            if self.kind == 'flaps' and self.rng.random() < 0.8:
                self.t += self.rng.choice((0, 1, 5, 10))
                self.number += 1
                alarm = {'number': self.number, 'priority': 'high', 'condition': CONDITIONS[0], 'subject': 'Anna'}
                self.on[self.number] = alarm
                self.add('began', alarm=alarm)

    def report(self):
        sent = [line['send'] for line in self.model.out if 'send' in line][-12:]
        if self.rng.random() < (0.8 if self.kind == 'late' else 0.25):
            # The latest alerts by each channel, some of which are of earlier rounds.
            sent = [alert.name for incident in self.model.incidents for alert in incident.sent.values()]
        if sent:
            self.add('report', message=self.rng.choice(sent),
                     report=self.rng.choice(('sent', 'sent', 'sent', 'confirmed', 'confirmed', 'failed', 'failed', 'expired')))

    def step(self):
        rng, model = self.rng, self.model
        gap = rng.choice((0, 1, 5, 10, 30, 60)) if rng.random() < 0.5 else rng.expovariate(1 / self.gap)
        self.t += int(gap)
        event = rng.choices(self.names, self.weights)[0]
        if event in ('began', 'ended', 'report', 'date'):
            getattr(self, event)()
        elif event == 'worse':
            self.add('worse', number=rng.choice(list(self.on) or [1]))
        elif event == 'haveit':
            numbers = [incident.number for incident in model.incidents]
            number = rng.choice(numbers + [99]) if numbers and rng.random() < 0.5 else None
            self.add('have-it', person=self.person(), incident=number)
        elif event == 'says':
            numbers = [incident.number for incident in model.incidents]
            self.add('says', word=rng.choice(('on-my-way', 'there', 'call-me')), person=self.person(), incident=rng.choice(numbers + [99]))
        elif event == 'okay':
            subject = rng.choice(SUBJECTS + ('s1', None, None))
            self.add('okay', subject=subject, person=rng.choice((None, self.person())))
            if rng.random() < 0.5:
                self.t += rng.choice((0, 1, 2, 3, 29, 30, 31, 119, 120, 121))
                self.add('okay', subject=subject, person=rng.choice((None, self.person())))
        elif event == 'help':
            self.add('need-help', subject=rng.choice(SUBJECTS + ('s1',)), person=rng.choice((None, None, self.person())))
            if rng.random() < 0.3:
                self.t += rng.choice((1, 3, 4, 61))
                self.add('need-help', subject='Anna', person=None)
        elif event == 'silenced':
            self.add('silenced', number=rng.choice(list(self.on) or [1]))
        elif event in ('stop', 'consent', 'resume'):
            self.add(event, person=self.person())
        elif event == 'pause':
            self.add(event, person=self.person(), seconds=rng.choice((1, 60, 120, 600, 10**9)))
        elif event == 'boxlost':
            self.add('box-lost')
        elif event == 'boxback':
            for number in list(self.on):
                if rng.random() < 0.3:
                    del self.on[number]
            if rng.random() < 0.5:
                alarm = self.new_alarm()
                self.on[alarm['number']] = alarm
            self.add('box-back', alarms=list(self.on.values()))
        elif event == 'restart':
            self.t += rng.choice((0, 5, 100, 4000))
            self.add('restart')
        elif event == 'late':
            self.t += rng.choice((30, 100, 1000))
            self.add('tick', late=True)
        elif event == 'plan':
            self.plan = plan(rng) if rng.random() < 0.3 else changed(self.plan, rng)
            self.add('plan', plan=self.plan)
        elif event == 'drill':
            self.add('drill')
        if rng.random() < 0.02:
            # A time that goes back.
            self.t -= min(self.t, 3)
            self.add('tick')
            self.t += 3


def changed(plan, rng):
    """The same people in another order, or one of them with another channel."""
    people = [dict(person) for person in plan['people']]
    rng.shuffle(people)
    rng.choice(people)['channels'] = rng.sample(CHANNELS, rng.randint(1, 3))
    return dict(plan, people=people)


def timeline(seed, events=60):
    """(kind, plan, lines, what comes out by the rules)"""
    world = World(seed)
    first = world.plan
    for _ in range(events):
        world.step()
    world.t += 700
    world.add('tick')
    return world.kind, first, world.lines, world.model.out
