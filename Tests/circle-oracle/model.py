"""The rules of the care circle, in whole seconds, from the text of docs/messages.md and from nothing else. The numbers in
comments are those of the rules there.

A second has three parts: what is due by the clock; what is reported, in order; after each report, what it makes due at once.
"""
HELP, BOX_LOST = 2**64 - 1, 2**64 - 2
DAY, WEEK = 86400, 7 * 86400
RANK = {'low': 0, 'medium': 1, 'high': 2}


class Message:
    """The latest message of alarms to a person by a channel in an incident."""

    def __init__(self, round_, at, place):
        self.round, self.at, self.place, self.over, self.confirmed, self.failed = round_, at, place, False, False, False


class Incident:
    def __init__(self, number, subject, countdown):
        self.number, self.subject = number, subject
        self.on = []            # [(number, condition)] in the order in which they began
        self.first = {}         # alarm: the first round that named it
        self.waiting = set()    # alarms held back
        self.round, self.repeats, self.began, self.last = 0, 0, None, None
        self.quiet = None       # since when no alarm is on
        self.lately = {}        # condition: when a round last named it
        self.begin_again(countdown)

    def begin_again(self, countdown):
        self.state, self.left, self.runs, self.silent_until = 'countdown', countdown, False, None
        self.forget_people()

    def forget_people(self):
        self.in_round, self.at, self.sent, self.confirmed, self.owed = {}, {}, {}, set(), set()
        self.holder = self.until = None

    def has(self, number):
        return any(number == other for other, _ in self.on)


class Model:
    def __init__(self, plan):
        self.now, self.out, self.offset = 0, [], None
        self.words, self.paused, self.incidents, self.count = {}, {}, [], 0
        self.ended, self.help, self.counted, self.flooded = [], None, [], None
        self.notices, self.pairs, self.told_notices = [], {}, []
        self.drill, self.summary_week, self.summaries = None, None, 0
        self.take_plan(plan)

    # What comes out

    def take_plan(self, plan):
        self.plan = plan
        self.people = [person['name'] for person in plan['people']]
        self.channels = {person['name']: person['channels'] for person in plan['people']}
        (self.countdown, self.unconfirmed, self.step, self.repeat, self.hold, self.cool,
         self.notice_cool) = plan['times']

    def send(self, scope, round_, person, channel, kind, alarms=(), by=None, again=False, alarm=None):
        name = f'{scope}.{round_}.{person}.{channel}.{kind}' + (f'.{alarm}' if alarm is not None else '')
        self.out.append({'t': self.now, 'send': name, 'alarms': list(alarms), 'by': by, 'again': again})

    def cancel(self, incident, person=None, channel=None):
        """32: what is not over is taken back."""
        for (who, by), message in incident.sent.items():
            if person in (None, who) and channel in (None, by) and not message.over:
                message.over = True
                self.out.append({'t': self.now, 'cancel': f'i{incident.number}.{message.round}.{who}.{by}.alarm'})

    def words_to(self, incident, kind, people, alarms=(), by=None, alarm=None):
        """32: at once, by all channels that were used for them, paused or not."""
        for person in self.people:
            if person in people and self.words.get(person):
                for channel in self.channels[person]:
                    if (person, channel) in incident.sent:
                        self.send(f'i{incident.number}', incident.round, person, channel, kind, alarms, by, alarm=alarm)

    # People

    def willing(self):
        return [person for person in self.people if self.words.get(person)]

    def ready(self):
        """6"""
        willing = self.willing()
        return [person for person in willing if person not in self.paused] or willing

    # Rounds

    def run(self, incident, runs, why=None):
        """Starts the countdown or lets it stand."""
        if runs and not incident.runs:
            self.out.append({'t': self.now, 'countdown': incident.number, 'ends': self.now + incident.left})
        if incident.runs and not runs:
            self.out.append({'t': self.now, 'stopped': incident.number, 'why': why})
        incident.runs = runs

    def begin_round(self, incident, people, why='told', counts=False, again=False, repeats=False):
        """17"""
        if incident.state == 'countdown':
            self.run(incident, False, why)
        if counts:
            self.counted.append(self.now)
        incident.round += 1
        incident.repeats = incident.repeats + 1 if repeats else 0  # 20
        incident.state, incident.began, incident.last, incident.holder = 'round', self.now, None, None
        incident.confirmed = set()
        for number, condition in incident.on:
            incident.first.setdefault(number, incident.round)
            incident.lately[condition] = self.now
        incident.waiting.clear()
        ready = self.ready()
        for person in [person for person in ready if person in people] or ready[:1]:
            self.tell(incident, person, again)

    def tell(self, incident, person, again=False):
        incident.in_round[person] = incident.round
        incident.at[person] = incident.last = self.now
        incident.owed.add(person)
        self.use(incident, person, self.channels[person][0], again)

    def use(self, incident, person, channel, again=False):
        self.cancel(incident, person, channel)
        incident.sent[person, channel] = Message(incident.round, self.now, len(self.of_round(incident, person)))
        self.send(f'i{incident.number}', incident.round, person, channel, 'alarm',
                  [number for number, _ in incident.on if number in incident.first], again=again)

    def unused(self, incident, person):
        """19: the next channel that was not used in this round."""
        for channel in self.channels[person]:
            message = incident.sent.get((person, channel))
            if message is None or message.round < incident.round:
                return channel

    def of_round(self, incident, person):
        return [message for (who, _), message in incident.sent.items() if who == person and message.round == incident.round]

    def wait(self, incident):
        """18: how long after T the next person is alerted."""
        at_last = [person for person in self.people
                   if incident.in_round.get(person) == incident.round and incident.at[person] == incident.last]

        def out_of_reach(person):
            return not self.words.get(person) or (
                self.unused(incident, person) is None and all(message.over for message in self.of_round(incident, person)))

        if all(out_of_reach(person) for person in at_last):
            return 0
        return self.step if any(person in incident.confirmed for person in at_last) else self.unconfirmed

    def follow(self, incident):
        """18 to 20"""
        ready = self.ready()
        rest = [person for person in ready if incident.in_round.get(person) != incident.round]
        told = [person for person in ready if incident.in_round.get(person) == incident.round]
        if rest and (incident.last is None or self.now >= incident.last + self.wait(incident)):
            self.tell(incident, rest[0])
        elif not rest and ready and incident.last is not None:
            repeat = max(self.repeat, 3600) if incident.repeats >= 11 else self.repeat
            if self.now >= incident.last + repeat:
                return self.begin_round(incident, ready, again=True, repeats=True)
        for person in told:
            while person not in incident.confirmed:
                channel = self.unused(incident, person)
                latest = max(self.of_round(incident, person), key=lambda message: message.place, default=None)
                if channel is None or latest and not latest.over and self.now < latest.at + self.unconfirmed:
                    break
                self.use(incident, person, channel)

    # What is due

    def due(self):
        for person in [person for person, until in self.paused.items() if until <= self.now]:      # 5
            del self.paused[person]
        for incident in self.incidents:
            if incident.state == 'countdown' and incident.on:                                       # 15, 16
                if not incident.runs and (incident.silent_until or 0) <= self.now:
                    self.run(incident, True)
                if incident.runs and incident.left <= 0:
                    self.begin_round(incident, [], counts=True)
            elif incident.state == 'round':
                self.follow(incident)
            elif incident.state == 'held' and incident.until <= self.now:                           # 24
                self.begin_round(incident, self.ready(), again=True)
            elif incident.state == 'okay' and incident.until <= self.now:                           # 26
                self.start_again(incident)
        if self.help and self.help[1] <= self.now:                                                  # 27
            subject, self.help = self.help[0], None
            self.call(subject)
        for incident in list(self.incidents):                                                       # 31
            if not incident.on and self.now >= incident.quiet + self.cool:
                self.incidents.remove(incident)
        for incident in self.incidents:                                                             # 34
            conditions = [condition for number, condition in incident.on if number in incident.waiting]
            if any(self.now >= incident.lately[condition] + self.cool for condition in conditions):
                self.tell_new(incident)
        self.tell_notices()
        self.send_summary()

    # High alarms

    def begin(self, alarm):
        number, priority = alarm['number'], alarm['priority']
        if number in self.ended or any(incident.has(number) for incident in self.incidents):        # 8
            return
        if priority != 'high':
            if len(self.notices) < 32 and all(notice['number'] != number for notice in self.notices):
                self.notices.append(dict(alarm, told=[], done=False))
            return
        self.notices = [notice for notice in self.notices if notice['number'] != number]            # 9
        incident = self.incident(alarm['subject'])
        if number not in (HELP, BOX_LOST) and sum(other not in (HELP, BOX_LOST) for other, _ in incident.on) >= 16:
            return                                                                                  # 11
        self.add(incident, number, alarm['condition'])
        if incident.state == 'okay':
            self.start_again(incident)
        elif incident.state == 'countdown':
            if number == BOX_LOST:
                self.begin_round(incident, [], 'lost', counts=True)                                 # 13
        else:
            self.tell_or_wait(incident, number, alarm['condition'])

    def incident(self, subject):
        """8, 10"""
        for incident in self.incidents:
            if incident.subject == subject:
                return incident
        if len(self.incidents) == 8:
            quiet = [incident for incident in self.incidents if not incident.on]
            if not quiet:
                return self.incidents[-1]
            self.incidents.remove(quiet[0])
        self.count += 1
        self.incidents.append(Incident(self.count, subject, self.countdown))
        return self.incidents[-1]

    def add(self, incident, number, condition):
        incident.on.append((number, condition))
        incident.quiet = None

    def start_again(self, incident):
        """26"""
        incident.begin_again(self.countdown)
        if incident.has(BOX_LOST):
            self.begin_round(incident, [], 'lost', counts=True)
        else:
            self.run(incident, True)

    def tell_new(self, incident):
        """21"""
        people = [incident.holder] if incident.state == 'held' else list(incident.in_round)
        self.begin_round(incident, people, counts=True)

    def tell_or_wait(self, incident, number, condition):
        """33, 35"""
        known = incident.lately.get(condition)
        is_new = known is None or self.now - known >= self.cool
        if is_new or sum(at > self.now - DAY for at in self.counted) < 10:
            return self.tell_new(incident)
        incident.waiting.add(number)
        if self.flooded is None or self.now >= self.flooded + DAY:
            self.flooded = self.now
            self.words_to(incident, 'flood', [person for person in incident.in_round if person in self.ready()], [number])

    def end(self, number):
        if number == HELP:                                                                          # 28
            return
        for notice in self.notices:                                                                 # 37
            if notice['number'] == number:
                self.notices.remove(notice)
                self.remember(number)
                for person in self.willing():
                    if person in notice['told']:
                        self.send(f'a{number}', 0, person, self.channels[person][0], 'over', [number])
                return
        for incident in self.incidents:
            if incident.has(number):
                break
        else:
            return
        self.remember(number)
        incident.on = [alarm for alarm in incident.on if alarm[0] != number]
        incident.waiting.discard(number)
        first = incident.first.pop(number, None)
        if incident.on:
            if first and incident.state != 'okay':                                                  # 29
                people = [person for person, round_ in incident.in_round.items() if round_ >= first]
                self.words_to(incident, 'ended', people, [number], alarm=number)
            return
        incident.quiet = self.now
        if incident.state == 'okay':
            self.incidents.remove(incident)
        elif incident.state == 'countdown':                                                         # 14
            self.run(incident, False, 'normal')
        else:                                                                                       # 30
            self.cancel(incident)
            self.words_to(incident, 'normal', incident.owed)
            incident.owed, incident.state = set(), 'well'

    def remember(self, number):
        if number not in (HELP, BOX_LOST):
            self.ended = (self.ended + [number])[-64:]

    def silence(self, number):
        """15, 36"""
        for notice in self.notices:
            if notice['number'] == number:
                notice['done'] = True
        for incident in self.incidents:
            if incident.has(number) and incident.state == 'countdown' and incident.silent_until is None:
                incident.silent_until = self.now + 120
                self.run(incident, False, 'silenced')

    def box_back(self, alarms):
        """12"""
        on = [number for incident in self.incidents for number, _ in incident.on]
        named = [alarm['number'] for alarm in alarms]
        for number in on + [notice['number'] for notice in self.notices]:
            if number not in named:
                self.end(number)
        for alarm in alarms:
            self.begin(alarm)

    # Answers

    def have_it(self, person, number):
        if not self.words.get(person):
            return
        for incident in self.incidents:                                                             # 23
            if number not in (None, incident.number):
                continue
            if incident.state == 'held' and incident.holder == person:
                incident.until = self.now + self.hold
            elif incident.on and incident.state in ('countdown', 'round'):
                if incident.state == 'countdown':
                    self.run(incident, False, 'taken')
                self.cancel(incident)
                incident.state, incident.holder, incident.until = 'held', person, self.now + self.hold
                self.words_to(incident, 'taken', incident.owed - {person}, [number for number, _ in incident.on], person)

    def okay(self, subject, person):
        if person is not None and not self.words.get(person):
            return
        if self.help and subject in (None, self.help[0]):
            self.help = None
        for incident in list(self.incidents):                                                       # 25
            if subject not in (None, incident.subject):
                continue
            self.cancel(incident)
            self.words_to(incident, 'okay', incident.owed, [number for number, _ in incident.on], person)
            incident.owed = set()
            incident.on = [alarm for alarm in incident.on if alarm[0] != HELP]
            incident.first.pop(HELP, None)
            incident.waiting.clear()
            if incident.state == 'countdown':
                self.run(incident, False, 'okay')
            if incident.on:
                incident.state, incident.until = 'okay', self.now + self.hold
            else:
                self.incidents.remove(incident)

    def need_help(self, subject, person):
        """27"""
        if person is not None:
            if self.words.get(person):
                self.call(subject)
        else:
            self.help = self.help or (subject, self.now + 3)

    def call(self, subject):
        incident = self.incident(subject)
        if incident.has(HELP):
            if incident.state == 'round' and self.now < incident.began + 60:
                return
        else:
            self.add(incident, HELP, 'help')
        self.begin_round(incident, self.ready(), 'help')

    # Words of people, reports, plan

    def stop(self, person):
        if person not in self.people:
            return
        self.words[person] = False
        for incident in self.incidents:                                                             # 7
            self.cancel(incident, person)
        for incident in self.incidents:
            if incident.state == 'held' and incident.holder == person:
                self.begin_round(incident, self.ready())

    def report(self, name, what):
        scope, round_, person, channel, kind = name.split('.')[:5]
        for incident in self.incidents:
            message = incident.sent.get((person, channel))
            if scope != f'i{incident.number}' or kind != 'alarm' or not message or message.round != int(round_):
                continue
            if what == 'confirmed':
                if incident.in_round.get(person) == message.round == incident.round:
                    incident.confirmed.add(person)
                if not message.over or message.failed:
                    message.over, message.failed, message.confirmed = False, False, True
            elif what in ('failed', 'expired') and not message.confirmed and not message.over:
                message.over = message.failed = True

    def new_plan(self, plan):
        """43"""
        before = self.channels
        ways = {name: set(channels) for name, channels in before.items()}
        gone = [person for person in self.people if all(person != other['name'] for other in plan['people'])]
        for incident in self.incidents:
            for (person, channel) in list(incident.sent):
                kept = [other['channels'] for other in plan['people'] if other['name'] == person]
                if person in before and not (kept and channel in kept[0]):
                    self.cancel(incident, person, channel)
                    del incident.sent[person, channel]
        for person in gone:
            self.words.pop(person, None)
            self.paused.pop(person, None)
            for incident in self.incidents:
                incident.in_round.pop(person, None)
                incident.owed.discard(person)
                incident.confirmed.discard(person)
        self.take_plan(plan)
        for incident in self.incidents:
            if incident.state == 'held' and incident.holder in gone:
                self.begin_round(incident, self.ready())
            elif incident.state == 'round' and ways != {name: set(channels) for name, channels in self.channels.items()}:
                self.begin_round(incident, list(incident.in_round))

    # Low and medium alarms

    def local(self):
        return None if self.offset is None else self.now + self.offset

    def is_quiet(self):
        """39"""
        if self.plan['quiet'] is None or self.offset is None:
            return False
        begin, end = (minute * 60 for minute in self.plan['quiet'])
        second = self.local() % DAY
        return begin <= second < end if begin <= end else second >= begin or second < end

    def wanted_by(self, notice):
        return [person['name'] for person in self.plan['people']
                if person['name'] in self.ready() and RANK[person['from']] <= RANK[notice['priority']]]

    def tell_notices(self):
        """36"""
        for notice in self.notices:
            pair = notice['condition'], notice['subject']
            if notice['done'] or not self.wanted_by(notice) or self.is_quiet():
                continue
            if pair in self.pairs and self.now < self.pairs[pair] + self.notice_cool:
                continue
            if sum(at > self.now - 3600 for at in self.told_notices) >= 12:
                continue
            notice['done'] = True
            self.pairs.pop(pair, None)
            self.pairs[pair] = self.now
            while len(self.pairs) > 32:
                self.pairs.pop(next(iter(self.pairs)))
            self.told_notices.append(self.now)
            for person in self.wanted_by(notice):
                notice['told'].append(person)
                self.send(f'a{notice["number"]}', 0, person, self.channels[person][0], 'notice', [notice['number']])

    # Drills and summaries

    def do_drill(self):
        """40"""
        number, at = self.drill or (0, -60)
        if any(incident.on for incident in self.incidents) or self.help or self.now < at + 60:
            return
        self.drill = (number + 1, self.now)
        for person in self.ready():
            for channel in self.channels[person]:
                self.send(f'd{number + 1}', 0, person, channel, 'drill')

    def send_summary(self):
        """41"""
        weekly = [person['name'] for person in self.plan['people'] if person['weekly'] and person['name'] in self.ready()]
        if self.offset is None or not weekly:
            return
        # 4 January 1970 was a Sunday.
        begin = 3 * DAY + self.plan['summary'][0] * DAY + self.plan['summary'][1] * 60
        week, passed = divmod(self.local() - begin, WEEK)
        if self.summary_week is not None and self.summary_week > week + 1:
            self.summary_week = week
        elif passed < DAY and (self.summary_week is None or week > self.summary_week):
            self.summary_week = week
            self.summaries += 1
            for person in weekly:
                self.send(f'w{self.summaries}', 0, person, self.channels[person][0], 'summary')

    # A line of a timeline

    def take(self, line):
        event, now = line['event'], line['t']
        get = line.get
        {'began': lambda: self.begin(get('alarm')), 'ended': lambda: self.end(get('number')),
         'silenced': lambda: self.silence(get('number')),
         'box-lost': lambda: self.begin({'number': BOX_LOST, 'priority': 'high', 'condition': 'box-lost', 'subject': 'box'}),
         'box-back': lambda: self.box_back(get('alarms')),
         'report': lambda: self.report(get('message'), get('report')),
         'have-it': lambda: self.have_it(get('person'), get('incident')),
         'okay': lambda: self.okay(get('subject'), get('person')),
         'need-help': lambda: self.need_help(get('subject'), get('person')),
         'consent': lambda: self.words.update({get('person'): True} if get('person') in self.people else {}),
         'stop': lambda: self.stop(get('person')),
         'pause': lambda: self.paused.update(
             {get('person'): now + min(max(get('seconds'), 60), WEEK)} if get('person') in self.people else {}),
         'resume': lambda: self.paused.pop(get('person'), None),
         'drill': self.do_drill, 'plan': lambda: self.new_plan(get('plan')),
         'date': lambda: setattr(self, 'offset', get('seconds')),
         'restart': lambda: setattr(self, 'offset', None), 'tick': lambda: None}[event]()

    def pass_time(self, seconds):
        self.now += seconds
        for incident in self.incidents:
            if incident.runs:
                incident.left -= seconds

    def next_second(self, end):
        """The next second at which anything could be due: every time that is kept, with every length of the rules added."""
        times = [end, *self.paused.values(), *(at + self.notice_cool for at in self.pairs.values()),
                 *(at + 3600 for at in self.told_notices)]
        if self.help:
            times.append(self.help[1])
        for incident in self.incidents:
            times += [self.now + max(0, incident.left), incident.until or 0, incident.silent_until or 0,
                      (incident.quiet or 0) + self.cool, *(at + self.cool for at in incident.lately.values()),
                      *(message.at + self.unconfirmed for message in incident.sent.values())]
            times += [(incident.last or 0) + wait for wait in (self.unconfirmed, self.step, self.repeat, max(self.repeat, 3600))]
        if self.offset is not None:
            # Local times matter in whole minutes.
            minutes = [*(self.plan['quiet'] or ()), self.plan['summary'][1]]
            times += [self.now + (minute * 60 - self.local() - 1) % DAY + 1 for minute in minutes]
        return min(time for time in times if time > self.now)

    def settle(self):
        """2: what is due at once follows in the same moment."""
        for _ in range(20):
            before = len(self.out)
            self.due()
            if len(self.out) == before:
                return

    def play(self, lines):
        for line in lines:
            if line.get('late') or line['event'] == 'restart':
                self.pass_time(max(0, line['t'] - self.now))
            while self.now < line['t']:
                self.pass_time(self.next_second(line['t']) - self.now)
                if self.now < line['t'] or line['event'] != 'stop':
                    self.settle()
            line = dict(line, t=self.now)
            if line['event'] == 'restart':
                self.offset = None
            if line['event'] != 'stop':
                self.settle()
            self.take(line)
            self.settle()
        return self.out
