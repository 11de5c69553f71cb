"""Nights that were written from medical texts, played through the program. README.md says what each is, and its source.

usage: python3 Tests/night-cases/nights.py BINARY [--night NAME] [--keep FOLDER]
Exit status 1 if a night does not go as the texts ask, 2 if the program could not be run.

Nothing here was made from the program's code: hearts and sensors are models of their own, and the times by which an alarm
must be on are those of monitors in general. Parts of nights stand for whole ones, so that all of them take seconds.
"""
import argparse, json, math, os, random, struct, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

ANNA, BEN, CLIP = 'C8:10:00:00:00:01', 'C8:10:00:00:00:02', 'C8:10:00:00:00:03'
# What cannot show beats, such as an armband, may take half a minute, and lags by 15 s.
OPTICAL, OXYGEN = 45.0, 35.0
HEART = {'heart-rate-low', 'heart-rate-high', 'no-pulse'}
LOSS = {'no-data', 'no-contact', 'no-pulse', 'not-watched', 'frozen'}
RANK = {'low': 1, 'medium': 2, 'high': 3}


def ecg(rate):
    """A monitor signals a rate beyond its limit within 10 s (IEC 60601-2-27, unverified); a strap's mean lags by five beats, and its
    message by a second."""
    return 11.0 + 5 * 60.0 / rate


class Night:
    """Lines of a timeline, and what must be seen."""

    def __init__(self, name, minutes, persons):
        self.name, self.end, self.lines, self.wants = name, minutes * 60.0, [], []
        self.config = 'persons:\n' + ''.join(f'  {who}: {{sensors: [{", ".join(chr(34) + a + chr(34) for a in at)}]{more}}}\n'
                                             for who, at, more in persons)
        self.rng = random.Random(name)

    # ---- what must be seen

    def quiet(self, begin=0.0, end=None, what=None, priority='high', of=None):
        """No alarm of this priority or more begins in this time."""
        self.wants.append(('quiet', begin, end or self.end, what, priority, of))

    def alarm(self, begin, by, what, priority='high', of=None):
        """One of these alarms is on by then, and none of them is before."""
        self.wants.append(('alarm', begin, by, what, priority, of))

    def over(self, by, what, of=None):
        """None of these alarms is on after this time; a sound that stays until a person comes is no alarm."""
        self.wants.append(('over', by, self.end, what, 'medium', of))

    # ---- sensors

    def hears(self, t, address, service, characteristic, body):
        self.lines.append({'t': round(t, 3), 'address': address, 'service_uuid': service, 'characteristic': characteristic, 'hex': body.hex()})

    def strap(self, beats, address=ANNA, worn=lambda t: True, sends=lambda t: True, jitter=0.0):
        """An ECG strap: once a second the mean of the last five beats, with the intervals since its last message. `beats` are
        the times of heartbeats."""
        told, recent, at, second = None, [], 0, 0.7
        while second < self.end:
            intervals = []
            while at < len(beats) and beats[at] <= second:
                if told is not None:
                    interval = beats[at] - told + self.rng.uniform(-jitter, jitter)
                    intervals.append(interval)
                    recent = (recent + [interval])[-5:]
                told, at = beats[at], at + 1
            if sends(second):
                touch = worn(second)
                silent = told is None or second - told > 5.0 or not touch
                rate = 0 if silent or not recent else min(250, round(60.0 * len(recent) / sum(recent)))
                rr = b''.join(struct.pack('<H', round(x * 1024)) for x in intervals) if touch else b''
                self.hears(second, address, '0x180D', '0x2A37', bytes([(0x06 if touch else 0x04) | (0x10 if rr else 0), rate]) + rr)
            if not worn(second):
                recent, told = [], None
            second += 1.0

    def armband(self, rate, address=ANNA, lag=8.0, drift=0.6):
        """An optical armband: a smoothed rate once a second, without beats and without a word of contact."""
        value, second = rate(0.0), 0.5
        while second < self.end:
            value += (rate(second) - value) / lag
            self.hears(second, address, '0x180D', '0x2A37', bytes([0x00, round(value + self.rng.gauss(0, drift) if drift else value)]))
            second += 1.0

    def clip(self, spo2, pulse, address=CLIP):
        """A finger clip (Pulse Oximeter Service, continuous): whole percent and beats, once a second."""
        word = lambda v: struct.pack('<H', round(v) & 0x0fff)
        second = 0.6
        while second < self.end:
            self.hears(second, address, '0x1822', '0x2A5F', bytes([0]) + word(spo2(second)) + word(pulse(second)))
            second += 1.0

    # ---- hearts

    def beats(self, rate, variation=0.03, begin=0.0):
        """Beats at a rate that is a function of time: breathing moves it, and chance."""
        out, t = [], begin
        while t < self.end:
            r = rate(t)
            if r <= 0:
                t += 1.0
                continue
            breath = 1 + variation * math.sin(2 * math.pi * t / 4.5)
            t += 60.0 / r * breath * (1 + self.rng.gauss(0, variation / 4))
            if rate(t) > 0:
                out.append(t)
        return out

    def fibrillation(self, rate):
        """Irregularly irregular: intervals that know nothing of each other, spread by a fifth."""
        out, t = [], 0.0
        while t < self.end:
            t += max(0.3, 60.0 / rate(t) * (1 + self.rng.gauss(0, 0.2)))
            out.append(t)
        return out

    def paced(self, rate=60.0, begin=0.0, end=None):
        """To the microsecond: a pacemaker's crystal."""
        out, t = [], begin
        while t < (end or self.end):
            out.append(t)
            t += 60.0 / rate
        return out


def steps(*parts):
    """A function of time that moves from value to value: (time, value), and a third number for how long the change takes."""
    def value(t):
        now = parts[0][1]
        for begin, to, *over in parts:
            if t >= begin:
                part = min(1.0, (t - begin) / over[0]) if over else 1.0
                now = now + (to - now) * part
        return now
    return value


def wave(low, high, seconds):
    return lambda t: (low + high) / 2 + (high - low) / 2 * math.sin(2 * math.pi * t / seconds)


NIGHTS = []


def night(minutes, *persons):
    def add(body):
        NIGHTS.append((body.__name__.replace('_', '-'), minutes, persons, body))
        return body
    return add


# ---- paced hearts

@night(60, ('Anna', [ANNA], ', kind: paced 60'))
def paced_60_ecg_strap(n):
    n.strap(n.paced(60))
    n.quiet(priority='medium')


@night(60, ('Anna', [ANNA], ', kind: paced 60'))
def paced_60_armband(n):
    n.armband(lambda t: 60.0 + (4.0 if t % 1200 > 1170 else 0.0), lag=3.0, drift=0)
    n.quiet(priority='medium')


@night(60, ('Anna', [CLIP], ', kind: paced 60'))
def paced_60_oximeter(n):
    n.clip(lambda t: 97, lambda t: 60)
    n.quiet(priority='medium')


@night(45, ('Anna', [ANNA], ', kind: paced 50'))
def paced_with_a_rest_rate(n):
    n.armband(steps((0, 60), (1500, 50, 60)), lag=3.0, drift=0)
    n.quiet(priority='medium')


@night(30, ('Anna', [ANNA], ', kind: paced 60'))
def paced_then_no_capture(n):
    n.strap(n.paced(60, 0, 1200) + n.beats(lambda t: 35.0, 0.02, 1201.7))
    n.quiet(0, 1200)
    n.alarm(1200, 1200 + ecg(35), {'heart-rate-low'})


# ---- infants and children

@night(40, ('Mia', [ANNA], ', kind: infant'))
def infant_asleep_and_crying(n):
    n.strap(n.beats(steps((0, 130), (600, 120, 300), (1500, 185, 20), (1740, 140, 120)), 0.05))
    n.quiet()


@night(30, ('Mia', [ANNA], ', kind: infant'))
def infant_apnoea_with_bradycardia(n):
    n.strap(n.beats(steps((0, 132), (1200, 62, 8), (1235, 135, 10))))
    n.quiet(0, 1200)
    n.alarm(1205, 1206 + ecg(62), {'heart-rate-low'})
    n.over(1270, {'heart-rate-low'})


@night(30, ('Mia', [ANNA], ', kind: infant'))
def infant_with_a_supraventricular_tachycardia(n):
    n.strap(n.beats(steps((0, 140), (1200, 245)), 0.01))
    n.quiet(0, 1200)
    n.alarm(1200, 1200 + ecg(245), {'heart-rate-high'})


@night(30, ('Tom', [ANNA], ', kind: child 2'))
def child_of_2_with_fever(n):
    n.strap(n.beats(steps((0, 105), (300, 142, 900))))
    n.quiet()


@night(40, ('Tom', [ANNA], ', kind: child 5'))
def child_of_5_with_a_nightmare(n):
    n.strap(n.beats(steps((0, 92), (600, 76, 300), (1500, 142, 10), (1800, 90, 120)), 0.08))
    n.quiet()


@night(30, ('Tom', [ANNA], ', kind: child 7'))
def child_of_7_with_a_supraventricular_tachycardia(n):
    n.strap(n.beats(steps((0, 82), (1200, 205)), 0.01))
    n.quiet(0, 1200)
    n.alarm(1200, 1200 + ecg(205), {'heart-rate-high'})


# ---- athletes, atrial fibrillation

@night(60, ('Anna', [ANNA], ', kind: athlete'))
def athlete_asleep(n):
    n.strap(n.beats(wave(38, 45, 700), 0.1))
    n.quiet()


@night(30, ('Anna', [ANNA], ', kind: athlete'))
def athlete_with_a_heart_block(n):
    n.strap(n.beats(steps((0, 44), (1200, 26)), 0.02))
    n.quiet(0, 1200)
    n.alarm(1200, 1200 + ecg(26), {'heart-rate-low'})


@night(60, ('Anna', [ANNA], ', kind: atrial-fibrillation'))
def fibrillation_under_control(n):
    n.strap(n.fibrillation(wave(62, 92, 900)))
    n.quiet()


@night(30, ('Anna', [ANNA], ', kind: atrial-fibrillation'))
def fibrillation_runs_away(n):
    n.strap(n.fibrillation(steps((0, 80), (1200, 165, 5))))
    n.quiet(0, 1200)
    n.alarm(1200, 1200 + OPTICAL, {'heart-rate-high'})       # beats that disagree prove no rate


# ---- sleep apnoea

@night(60, ('Anna', [ANNA], ''))
def apnoea_on_a_strap(n):
    n.strap(n.beats(lambda t: wave(54, 86, 50)(t) if 600 < t < 3000 else 60.0))
    n.quiet()


@night(60, ('Anna', [CLIP], ', oxygen-delay: 30'))
def apnoea_on_a_finger_clip(n):
    # Falls of 20 s below 90 % each minute, and one long one at the end.
    n.clip(lambda t: 79 if 3000 <= t < 3090 else 87.5 if 600 < t < 2700 and t % 60 < 20 else 95, lambda t: 62 + 8 * math.sin(t / 9.0))
    n.quiet(0, 3000, priority='medium')
    n.alarm(3000, 3000 + OXYGEN, {'spo2-low-high'})
    n.over(3130, {'spo2-low-high', 'spo2-low-medium'})


# ---- loss, contact, two persons

@night(45, ('Anna', [ANNA], ''), ('Ben', [BEN], ', kind: paced 70'))
def two_persons(n):
    n.strap(n.beats(steps((0, 62), (2000, 172))), ANNA)
    n.strap(n.paced(70), BEN, sends=lambda t: t < 1200)
    n.quiet(0, 1200)
    n.alarm(1205, 1205 + 45, {'no-data'}, of='Ben')
    n.quiet(0, 2000, of='Anna')
    n.alarm(2000, 2000 + ecg(172), {'heart-rate-high'}, of='Anna')


@night(60, ('Anna', [ANNA], ''))
def bad_contact(n):
    off = [(t, t + n.rng.uniform(2, 12)) for t in range(300, 3300, 375)]
    n.strap(n.beats(wave(55, 64, 400)), worn=lambda t: not any(a <= t < b for a, b in off))
    n.quiet()


@night(40, ('Anna', [ANNA], ''))
def taken_off_and_laid_away(n):
    n.strap(n.beats(lambda t: 64.0), worn=lambda t: t < 1200, sends=lambda t: t < 1230)
    n.quiet(0, 1200, priority='medium')
    n.alarm(1200, 1290, LOSS, priority='medium')


@night(30, ('Anna', [ANNA], ''))
def heart_that_stops(n):
    n.strap(n.beats(steps((0, 66), (1200, 0))))
    n.quiet(0, 1200)
    n.alarm(1200, 1205 + 10 + 31, {'no-pulse', 'heart-rate-low'})


@night(60, ('Anna', [ANNA], ''))
def armband_with_a_tachycardia(n):
    n.armband(steps((0, 60), (1200, 54, 600), (2700, 168, 10), (3300, 70, 30)))
    n.quiet(0, 2700)
    n.alarm(2700, 2700 + OPTICAL, {'heart-rate-high'})
    n.over(3420, {'heart-rate-high'})


# ---- playing and judging

def play(binary, lines, config, name, keep):
    folder = keep or tempfile.mkdtemp(prefix='nights')
    timeline, settings = (os.path.join(folder, f'{name}.{end}') for end in ('jsonl', 'yaml'))
    with open(timeline, 'w') as file:
        file.writelines(json.dumps(line) + '\n' for line in sorted(lines, key=lambda line: line['t']))
    with open(settings, 'w') as file:
        file.write(config)
    done = subprocess.run([os.path.abspath(binary), 'replay', timeline, '--profile', 'bedside', '--json', '--config', settings],
                          capture_output=True, text=True, timeout=300)
    if not keep:
        os.remove(timeline)
        os.remove(settings)
        os.rmdir(folder)
    if done.returncode:
        raise SystemExit(f'{name}: exit {done.returncode}: {done.stderr.strip()[:300]}')
    return [x for x in map(json.loads, filter(None, done.stdout.splitlines())) if x['kind'] == 'alarm']


def spells(alarms, end):
    """Each stretch of time in which an alarm is on, at its highest priority: (from, to, condition, priority, person)."""
    out, now = [], {}
    for x in alarms:
        key, on = (x['condition'], x.get('person'), x.get('address')), x['presence'] in ('on', 'ack')
        if key in now and (not on or now[key][1] != x['priority']):
            out.append((now[key][0], x['t'], key[0], now[key][1], key[1]))
            del now[key]
        if on and key not in now:
            now[key] = (x['t'], x['priority'])
    return sorted(out + [(since, end, key[0], priority, key[1]) for key, (since, priority) in now.items()])


def judge(n, found):
    """What is not as it was asked, in words."""
    faults = []
    for kind, begin, end, what, priority, of in n.wants:
        mine = [s for s in found if (what is None or s[2] in what) and RANK[s[3]] >= RANK[priority] and (of is None or s[4] == of)]
        if kind == 'quiet':
            faults += [f'{s[2]} {s[3]} at {s[0]:.0f} s, where it must be quiet' for s in mine if begin <= s[0] < end]
        elif kind == 'over':
            faults += [f'{s[2]} is on until {s[1]:.0f} s, and must be over by {begin:.0f} s' for s in mine if s[1] > begin]
        else:
            if any(s[0] < begin for s in mine):
                faults.append(f'{mine[0][2]} at {mine[0][0]:.0f} s, before there is a cause at {begin:.0f} s')
            if not any(s[0] <= end and s[1] >= begin for s in mine):
                late = f'first at {mine[0][0]:.1f} s' if mine else 'never seen'
                faults.append(f'one of {", ".join(sorted(what))} must be on by {end:.0f} s: {late}')
    return faults


def run(job):
    (name, minutes, persons, body), binary, keep = job
    n = Night(name, minutes, persons)
    body(n)
    n.lines.append({'t': n.end})
    found = spells(play(binary, n.lines, n.config, name, keep), n.end)
    return name, minutes, found, judge(n, found)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('binary')
    parser.add_argument('--night')
    parser.add_argument('--keep', help='a folder for the timelines and configurations')
    arguments = parser.parse_args()
    if arguments.keep:
        os.makedirs(arguments.keep, exist_ok=True)
    jobs = [(x, arguments.binary, arguments.keep) for x in NIGHTS if arguments.night in (None, x[0])]
    broken = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, minutes, found, faults in pool.map(run, jobs):
            broken += bool(faults)
            shown = ', '.join(f'{c} {p} {a:.0f} to {b:.0f}' for a, b, c, p, _ in found[:6] if RANK[p] > 1) or 'nothing'
            print(f'{name:48}{minutes:4} min  {"BROKEN" if faults else "as asked":9} {shown}{" …" if len(found) > 6 else ""}')
            for fault in faults[:5]:
                print(f'    {fault}')
    print(f'{len(jobs)} nights, {broken} not as the texts ask')
    sys.exit(broken > 0)


if __name__ == '__main__':
    main()
