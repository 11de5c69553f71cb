"""The rules of the care circle, in whole seconds, from the text of docs/messages.md and from nothing else. The numbers in
comments are those of the rules there.

A second has three parts: what is due by the clock; what is reported, in order; after each report, what it makes due at once.
"""
HELP, BOX_LOST = 2**64 - 1, 2**64 - 2
DAY, WEEK = 86400, 7 * 86400
RANK = {'low': 0, 'medium': 1, 'high': 2}


class Alert:
    """The latest alert to a person by a channel in an incident."""

    def __init__(self, name, round_, at, place):
        self.name, self.round, self.at, self.place = name, round_, at, place
        self.accepted = self.confirmed = self.failed = self.over = self.is_past = False


class Incident:
    def __init__(self, number, subject, countdown):
        self.number, self.subject = number, subject
        self.is_new = True      # until it has an alarm
        self.on = []            # [(number, condition)] in the order in which they began
        self.first = {}         # alarm: the first round that named it
        self.round, self.began, self.last = 0, None, None
        self.other = None       # when the last round began that did not begin by rule 21
        self.asked = None       # whom a round of rule 25 asks
        self.wide = self.by_all = False
        self.reminders = 0      # of those after T
        self.quiet = None       # since when no alarm is on
        self.lately = {}        # condition: when a round last named it
        self.logged = None      # the latest okay that was only logged (27)
        self.over = []          # what ended since it was last well
        self.said = {}          # round: [(person, word)] in the order in which they were said
        self.begin_again(countdown)

    def begin_again(self, countdown):
        self.state, self.left, self.runs, self.silent_until = 'countdown', countdown, False, None
        self.in_round, self.at, self.sent, self.confirmed, self.reached = {}, {}, {}, set(), set()
        self.holder = self.until = None
        self.forget_owed()

    def be_well(self):
        self.state, self.wide, self.over = 'well', False, []
        self.forget_owed()

    def forget_owed(self):
        """Who is owed an end, and who had an alert that was accepted or confirmed."""
        self.owed, self.has_alert, self.okayed = set(), set(), set()
        # A report about an alert of before counts no more.
        for alert in self.sent.values():
            alert.is_past = True

    def has(self, number):
        return any(number == other for other, _ in self.on)


class Model:
    def __init__(self, plan):
        self.now, self.out, self.offset = 0, [], None
        self.words, self.paused, self.incidents, self.count = {}, {}, [], 0
        self.ended, self.help, self.counted = [], None, []
        self.short = []         # [(subject, when an alarm of it ended in a countdown)]
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

    def send(self, scope, round_, person, channel, kind, alarms=(), by=None, again=False, sixth=None):
        name = f'{scope}.{round_}.{person}.{channel}.{kind}' + (f'.{sixth}' if sixth is not None else '')
        self.out.append({'t': self.now, 'send': name, 'alarms': list(alarms), 'by': by, 'again': again})
        return name

    def cancel(self, incident, person=None, channel=None):
        """33: what is not over is taken back."""
        for (who, by), alert in incident.sent.items():
            if person in (None, who) and channel in (None, by) and not alert.over:
                alert.over = True
                self.out.append({'t': self.now, 'cancel': alert.name})

    def words_to(self, incident, kind, people, alarms=(), by=None, sixth=None):
        """33: at once, by all channels that were used for them or else by the first, paused or not."""
        for person in self.people:
            if person in people and self.words.get(person):
                used = [channel for channel in self.channels[person] if (person, channel) in incident.sent]
                for channel in used or self.channels[person][:1]:
                    self.send(f'i{incident.number}', incident.round, person, channel, kind, alarms, by, sixth=sixth)

    # People

    def willing(self):
        return [person for person in self.people if self.words.get(person)]

    def ready(self, incident=None):
        """6"""
        willing = self.willing()
        if incident and incident.wide:
            return willing
        return [person for person in willing if person not in self.paused] or willing

    # Rounds

    def run(self, incident, runs, why=None):
        """Starts the countdown or lets it stand."""
        if runs and not incident.runs:
            self.out.append({'t': self.now, 'countdown': incident.number, 'ends': self.now + incident.left})
        if incident.runs and not runs:
            self.out.append({'t': self.now, 'stopped': incident.number, 'why': why})
        incident.runs = runs

    def begin_round(self, incident, people, why='told', counts=False, repeats=False, asked=None):
        """17; without people it begins with all who are ready."""
        if incident.state == 'countdown':
            self.run(incident, False, why)
        if counts:
            self.counted.append(self.now)                                                           # 34
        if not repeats:
            incident.other = self.now
        incident.round += 1
        incident.wide, incident.asked = repeats, asked                                              # 6, 24
        incident.by_all = repeats and self.now - incident.other >= 3600                             # 21
        incident.state, incident.began, incident.last, incident.holder = 'round', self.now, None, None
        incident.confirmed, incident.reached = set(), set()
        for number, condition in incident.on:
            incident.first.setdefault(number, incident.round)
            incident.lately[condition] = self.now
        ready = self.ready(incident)
        for person in ready if people is None else [person for person in ready if person in people] or ready[:1]:
            self.tell(incident, person, repeats or asked is not None)

    def tell(self, incident, person, again=False):
        incident.in_round[person] = incident.round
        incident.at[person] = incident.last = self.now
        incident.reminders = 0
        incident.owed.add(person)
        for channel in self.channels[person] if incident.by_all else self.channels[person][:1]:
            self.use(incident, person, channel, again)

    def use(self, incident, person, channel, again=False, reminder=None):
        self.cancel(incident, person, channel)
        before = incident.sent.get((person, channel))
        name = self.send(f'i{incident.number}', incident.round, person, channel, 'alarm',
                         [number for number, _ in incident.on if number in incident.first], again=again, sixth=reminder)
        # A reminder does not move the next channel (19).
        at, place = (before.at, before.place) if reminder else (self.now, len(self.of_round(incident, person)))
        incident.sent[person, channel] = Alert(name, incident.round, at, place)

    def unused(self, incident, person):
        """19: the next channel that was not used in this round."""
        for channel in self.channels[person]:
            alert = incident.sent.get((person, channel))
            if alert is None or alert.round < incident.round:
                return channel

    def of_round(self, incident, person):
        return [alert for (who, _), alert in incident.sent.items() if who == person and alert.round == incident.round]

    def at_last(self, incident):
        """Who was alerted at T."""
        return [person for person in self.people
                if incident.in_round.get(person) == incident.round and incident.at[person] == incident.last]

    def are_lost(self, incident):
        """18: whether none of the people alerted at T can be reached any more."""
        return all(not self.words.get(person) or (
            self.unused(incident, person) is None and all(alert.over for alert in self.of_round(incident, person)))
            for person in self.at_last(incident))

    def wait(self, incident):
        """18: how long after T the next person is alerted."""
        if self.are_lost(incident):
            return 0
        return self.step if any(person in incident.reached for person in self.at_last(incident)) else self.unconfirmed

    def follow(self, incident):
        """6, 18 to 21"""
        def rest():
            return [person for person in self.ready(incident) if incident.in_round.get(person) != incident.round]

        # Without a paused person there is nothing to widen.
        if self.ready() != self.willing() and not rest() and not incident.reached and incident.last is not None and (
                self.are_lost(incident) or self.now >= incident.last + self.unconfirmed):
            incident.wide = True
        ready, told = self.ready(incident), [person for person in self.ready(incident) if person not in rest()]
        if rest() and (incident.last is None or self.now >= incident.last + self.wait(incident)):
            self.tell(incident, rest()[0])
        elif not rest() and ready and incident.last is not None and self.now >= incident.last + self.repeat:
            return self.begin_round(incident, None, repeats=True)
        for person in told:
            while person not in incident.confirmed:
                channel = self.unused(incident, person)
                latest = max(self.of_round(incident, person), key=lambda alert: alert.place, default=None)
                if channel is None or latest and not latest.over and self.now < latest.at + self.unconfirmed:
                    break
                self.use(incident, person, channel)
        self.remind(incident)

    def remind(self, incident):
        """20"""
        if incident.last is None or incident.by_all:
            return
        due = sum(self.now >= incident.last + after for after in (20, 40, 60))
        if due <= incident.reminders:
            return
        incident.reminders = due
        for person in self.at_last(incident):
            for channel in self.channels[person] if person in self.ready(incident) else ():
                alert = incident.sent.get((person, channel))
                if alert and alert.round == incident.round and alert.accepted and not alert.over:
                    self.use(incident, person, channel, True, due)

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
            elif incident.state == 'held' and incident.until <= self.now:                           # 25
                self.begin_round(incident, [incident.holder], asked=incident.holder)
            elif incident.state == 'okay' and incident.until <= self.now:                           # 28
                self.start_again(incident)
        if self.help and self.help[1] <= self.now:                                                  # 29
            subject, self.help = self.help[0], None
            self.call(subject)
        for incident in list(self.incidents):                                                       # 32
            if not incident.on and self.now >= incident.quiet + self.cool:
                self.incidents.remove(incident)
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
        was_short = incident.is_new and any(
            subject == alarm['subject'] and self.now < at + 3600 for subject, at in self.short)     # 31
        self.add(incident, number, alarm['condition'])
        if incident.state == 'okay':
            self.start_again(incident)
        elif incident.state == 'countdown':
            if number == BOX_LOST:
                self.begin_round(incident, [], 'lost', counts=True)                                 # 13
            elif was_short:
                self.begin_round(incident, [], counts=True)
        else:
            self.tell_new(incident, alarm['condition'])

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
        incident.quiet, incident.is_new = None, False

    def start_again(self, incident):
        """28"""
        incident.begin_again(self.countdown)
        incident.round += 1
        if incident.has(BOX_LOST):
            self.begin_round(incident, [], 'lost', counts=True)
        else:
            self.run(incident, True)

    def tell_new(self, incident, condition):
        """22, 34"""
        known = incident.lately.get(condition)
        is_new = known is None or self.now - known >= self.cool
        people = list(incident.in_round)
        if incident.state == 'held':
            people = [incident.holder]
        elif not is_new and sum(at > self.now - DAY for at in self.counted) >= 10:
            people = []
        self.begin_round(incident, people, counts=True)

    def worse(self, number):
        """23"""
        for incident in self.incidents:
            if incident.has(number) and incident.state in ('held', 'okay'):
                self.begin_round(incident, [incident.holder] if incident.state == 'held' else list(incident.in_round), counts=True)

    def end(self, number):
        if number == HELP:                                                                          # 29
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
        incident.over = (incident.over + [number])[-16:]
        first = incident.first.pop(number, None)
        if incident.on:
            if first and incident.state != 'okay':                                                  # 30
                people = [person for person, round_ in incident.in_round.items() if round_ >= first]
                self.words_to(incident, 'ended', people, [number], sixth=number)
            return
        incident.quiet = self.now
        self.cancel(incident)
        told = incident.owed | incident.okayed
        missed = set() if incident.state == 'okay' else incident.owed - incident.has_alert
        self.words_to(incident, 'missed', missed, incident.over)
        self.words_to(incident, 'normal', told - missed)
        if incident.state == 'okay':
            self.incidents.remove(incident)
            return
        if incident.state == 'countdown':                                                           # 31
            self.run(incident, False, 'normal')
            for person in self.ready()[:1]:
                self.send(f'i{incident.number}', incident.round, person, self.channels[person][0], 'missed', incident.over)
            self.short = (self.short + [(incident.subject, self.now)])[-8:]
        incident.be_well()

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
                incident.silent_until = self.now + 30
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
        for incident in self.incidents:                                                             # 24
            if number not in (None, incident.number):
                continue
            if incident.state == 'held' and incident.holder == person:
                incident.until = max(incident.until, self.now + 300)
            elif incident.on and incident.state in ('countdown', 'round'):
                is_second = incident.state == 'round' and incident.asked == person
                if incident.state == 'countdown':
                    self.run(incident, False, 'taken')
                self.cancel(incident)
                incident.state, incident.holder, incident.wide = 'held', person, False
                incident.until = self.now + (self.hold if is_second else 300)
                self.words_to(incident, 'taken', incident.owed - {person}, [number for number, _ in incident.on], person)

    def says(self, word, person, number):
        """24: what a person says besides."""
        if not self.words.get(person):
            return
        if word != 'call-me':
            self.have_it(person, number)
        for incident in self.incidents:
            if incident.number != number or incident.state not in ('round', 'held'):
                continue
            before = incident.said.setdefault(incident.round, [])
            if (person, word) not in before:
                before.append((person, word))
                self.words_to(incident, 'says', incident.owed - {person}, [alarm for alarm, _ in incident.on], person, len(before))

    def okay(self, subject, person):
        if person is not None and not self.words.get(person):
            return
        if self.help and subject in (None, self.help[0]):
            self.help = None
        for incident in list(self.incidents):
            if subject in (None, incident.subject) and incident.state != 'okay' and self.counts(incident):
                self.take_okay(incident, person)

    def counts(self, incident):
        """27"""
        if not any(condition == 'no-pulse' or condition.startswith('spo2-') for _, condition in incident.on):
            return True
        age = None if incident.logged is None else self.now - incident.logged
        if age is None or age > 30:
            incident.logged = self.now
        return age is not None and 2 <= age <= 30

    def take_okay(self, incident, person):
        """26"""
        incident.logged = None
        self.cancel(incident)
        named = [number for number, _ in incident.on]
        incident.on = [alarm for alarm in incident.on if alarm[0] != HELP]
        incident.first.pop(HELP, None)
        if incident.state == 'countdown':
            self.run(incident, False, 'okay')
        incident.wide = False
        incident.okayed |= incident.owed | set(self.ready()[:1] if incident.on else ())
        self.words_to(incident, 'okay', incident.okayed, named, person)
        if incident.on:
            incident.state, incident.until = 'okay', self.now + 120
        else:
            self.incidents.remove(incident)

    def need_help(self, subject, person):
        """29"""
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
        self.begin_round(incident, None, 'help')

    # Words of people, reports, plan

    def stop(self, person):
        if person not in self.people:
            return
        self.words[person] = False
        for incident in self.incidents:                                                             # 7
            self.cancel(incident, person)
        for incident in self.incidents:
            if incident.state == 'held' and incident.holder == person:
                self.begin_round(incident, None)

    def report(self, name, what):
        for incident in self.incidents:
            for (person, _), alert in incident.sent.items():
                if alert.name == name:
                    self.take_report(incident, person, alert, what)

    def take_report(self, incident, person, alert, what):
        if what in ('sent', 'confirmed'):
            alert.accepted = True
            if not alert.is_past:
                incident.has_alert.add(person)
            if incident.in_round.get(person) == alert.round == incident.round:
                incident.reached.add(person)
        if what == 'confirmed':
            if incident.in_round.get(person) == alert.round == incident.round:
                incident.confirmed.add(person)
            if not alert.over or alert.failed:
                alert.over, alert.failed, alert.confirmed = False, False, True
        elif what in ('failed', 'expired') and not alert.confirmed and not alert.over:
            alert.over = alert.failed = True

    def new_plan(self, plan):
        """42"""
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
                for people in (incident.owed, incident.confirmed, incident.reached, incident.okayed, incident.has_alert):
                    people.discard(person)
        self.take_plan(plan)
        for incident in self.incidents:
            if incident.state == 'held' and incident.holder in gone:
                self.begin_round(incident, None)
            elif incident.state == 'round' and ways != {name: set(channels) for name, channels in self.channels.items()}:
                self.begin_round(incident, list(incident.in_round))

    # Low and medium alarms

    def local(self):
        return None if self.offset is None else self.now + self.offset

    def is_quiet(self):
        """38"""
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
        """39"""
        number, at = self.drill or (0, -60)
        if any(incident.on for incident in self.incidents) or self.help or self.now < at + 60:
            return
        self.drill = (number + 1, self.now)
        for person in self.ready():
            for channel in self.channels[person]:
                self.send(f'd{number + 1}', 0, person, channel, 'drill')

    def send_summary(self):
        """40"""
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
         'silenced': lambda: self.silence(get('number')), 'worse': lambda: self.worse(get('number')),
         'box-lost': lambda: self.begin({'number': BOX_LOST, 'priority': 'high', 'condition': 'box-lost', 'subject': 'box'}),
         'box-back': lambda: self.box_back(get('alarms')),
         'report': lambda: self.report(get('message'), get('report')),
         'have-it': lambda: self.have_it(get('person'), get('incident')),
         'says': lambda: self.says(get('word'), get('person'), get('incident')),
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
                      *(alert.at + self.unconfirmed for alert in incident.sent.values())]
            times += [(incident.last or 0) + wait for wait in (self.unconfirmed, self.step, self.repeat, 20, 40, 60)]
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
