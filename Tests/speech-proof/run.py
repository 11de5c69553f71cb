#!/usr/bin/env python3
"""Judges what the box speaks by programs that know nothing of Lapwing.

    .venv/bin/python Tests/speech-proof/run.py LAPWING [--short]

1. Recognised: announcements in English are read by pocketsphinx with a grammar of their form; 95 % must come back whole.
2. Joined rightly: a number of clips must be nearest to itself as flite or espeak-ng speak it whole, among seven numbers with one
   other digit (MFCC and dynamic time warping), in both languages.
3. Seams: no clip begins or ends with more than 1 % of full scale.
4. Loudness: the loudest 400 ms of speech lie within 3 LU of those of the high alarm, by pyloudnorm (ITU-R BS.1770-4), and no sample
   is above -1 dBFS.

No program here can say whether a person understands the voice; for Korean there is no recogniser at all.
"""
import concurrent.futures
import pathlib
import random
import subprocess
import sys
import tempfile
import wave

import numpy
import pocketsphinx
import pyloudnorm
from num2words import num2words
from scipy.fft import dct
from scipy.signal import resample_poly

RATE = 48_000


def rendered(lapwing, text, language, folder, name):
    path = f'{folder}/{name}.wav'
    subprocess.run([lapwing, 'render', '--say', text, '--language', language, '-o', path], check=True)
    return samples(path)


def samples(path):
    with wave.open(str(path)) as file:
        return numpy.frombuffer(file.readframes(file.getnframes()), numpy.int16).astype(float), file.getframerate()


def words(lapwing, language):
    listed = subprocess.run([lapwing, 'render', '--words', '--language', language], check=True, capture_output=True, text=True).stdout
    return dict(line.split('\t') for line in listed.splitlines())


def of(kind, known):
    return [text for name, text in known.items() if name.startswith(kind + '.')]


def english(number):
    return [word for word in num2words(number).replace('-', ' ').replace(',', '').split() if word != 'and']


class Recogniser:
    """pocketsphinx with a grammar of exactly this form: a loose one hears digits that are not there."""

    def __init__(self, known):
        speller = pocketsphinx.Decoder(samprate=16_000, loglevel='FATAL')

        def sentence(text):
            plain = [word.strip(',').lower() for word in text.split()]
            # Words that its dictionary lacks are spelled by ones that it has.
            plain = [part for word in plain for part in SPELLED.get(word, word).split()]
            for word in plain:
                if speller.lookup_word(word) is None:
                    raise SystemExit(f'pocketsphinx does not know the word {word!r}: add it to SPELLED')
            return ' '.join(plain)

        self.said = sentence
        digits = ' | '.join(english(number)[0] for number in range(1, 10))
        teens = ' | '.join(english(number)[0] for number in range(10, 20))
        tens = ' | '.join(english(number)[0] for number in range(20, 100, 10))
        # Seconds are spoken in steps of five.
        seconds = ' | '.join(' '.join(english(number)) for number in range(10, 60, 5))
        conditions = ' | '.join(sentence(text) for text in of('condition', known))
        advice = ' | '.join(sentence(text) for text in of('advice', known))
        units = ' | '.join(sentence(known[f'unit.{name}']) for name in ('partsPerMillion', 'percent', 'beats', 'feet', 'degrees'))
        grammar = f"""#JSGF V1.0;
grammar announcement;
<digit> = {digits};
<small> = <digit> | {teens} | ({tens}) [<digit>];
<hundreds> = <digit> hundred [<small>] | <small>;
<number> = zero | [<hundreds> thousand] <hundreds> | <hundreds> thousand;
<seconds> = {seconds};
public <announcement> = [person <small>] ({conditions}) [<number> ({units})] [for (<seconds> seconds | <small> minutes)] [{advice}];
"""
        self.decoder = pocketsphinx.Decoder(samprate=16_000, loglevel='FATAL', lm=None)
        self.decoder.add_jsgf_string('announcement', grammar)
        self.decoder.activate_search('announcement')

    def heard(self, sound, seed):
        sound = resample_poly(sound, 1, 3)
        noise = numpy.random.default_rng(seed)
        # Digital silence gives an empty result.
        padded = numpy.concatenate([numpy.zeros(4800), sound, numpy.zeros(4800)])
        padded = padded + noise.normal(0, 8, len(padded))
        self.decoder.start_utt()
        self.decoder.process_raw(numpy.clip(padded, -32768, 32767).astype(numpy.int16).tobytes(), full_utt=True)
        self.decoder.end_utt()
        found = self.decoder.hyp()
        return found.hypstr if found else ''


SPELLED = {'unwatched': 'un watched'}


def announcements(known, choice, count):
    for _ in range(count):
        parts = []
        if choice.random() < 0.5:
            parts.append(f'{known["phrase.person"]} {choice.randint(1, 9)}')
        parts.append(choice.choice(of('condition', known)))
        if choice.random() < 0.8:
            number = choice.choice([choice.randint(30, 220), choice.randint(400, 9999)])
            unit = choice.choice(['partsPerMillion', 'percent', 'beats', 'feet', 'degrees'])
            parts.append(f'{number} {known[f"unit.{unit}"]}')
        if choice.random() < 0.7:
            parts.append(choice.choice([f'for {choice.randrange(10, 60, 5)} seconds', f'for {choice.randint(2, 59)} minutes']))
        if choice.random() < 0.7:
            parts.append(choice.choice(of('advice', known)))
        yield '. '.join(parts) + '.'


def recognised(lapwing, folder, count):
    known = words(lapwing, 'en')
    recogniser, right, wrong = Recogniser(known), 0, []
    for index, text in enumerate(announcements(known, random.Random(56), count)):
        sound, _ = rendered(lapwing, text, 'en', folder, f'announcement{index}')
        tokens = []
        for word in text.replace('.', '').split():
            tokens += english(int(word)) if word.isdigit() else [word]
        said = recogniser.said(' '.join(tokens))
        heard = recogniser.heard(sound, index)
        right += heard == said
        if heard != said:
            wrong.append(f'  said  {said}\n  heard {heard}')
    print(f'recognised: {right} of {count} announcements in English, every word of each')
    print('\n'.join(wrong[:5]))
    return count - right <= max(1, count // 20)


def cepstra(sound, rate):
    """12 mel cepstra of each 10 ms, without their mean and without silence."""
    sound = resample_poly(sound, 16_000, rate) if rate != 16_000 else sound
    width, step = 400, 160
    frames = numpy.lib.stride_tricks.sliding_window_view(sound, width)[::step]
    frames = frames[(frames ** 2).mean(axis=1) > 100 ** 2]
    power = numpy.abs(numpy.fft.rfft(frames * numpy.hamming(width), 512)) ** 2
    edges = 700 * (10 ** (numpy.linspace(0, 2840, 28) / 2595) - 1) * 512 / 16_000
    bins = numpy.arange(257)
    bank = numpy.array([numpy.interp(bins, edges[i:i + 3], [0, 1, 0], left=0, right=0) for i in range(26)])
    values = dct(numpy.log(power @ bank.T + 1), axis=1, norm='ortho')[:, 1:13]
    return values - values.mean(axis=0)


def distance(one, other):
    """The mean cost of the cheapest way through both (dynamic time warping)."""
    cost = numpy.sqrt(((one[:, None, :] - other[None, :, :]) ** 2).sum(axis=2))
    rows, columns = cost.shape
    total = numpy.full((rows + 1, columns + 1), numpy.inf)
    total[0, 0] = 0
    for row in range(1, rows + 1):
        before = numpy.minimum(total[row - 1, 1:], total[row - 1, :-1])
        here, line = numpy.inf, cost[row - 1]
        for column in range(columns):
            here = line[column] + min(before[column], here)
            total[row, column + 1] = here
    return total[rows, columns] / (rows + columns)


def whole(language, number, folder):
    """A number as the synthesiser speaks it by itself."""
    path = f'{folder}/whole-{language}-{number}.wav'
    if language == 'en':
        command = ['flite', '-voice', 'slt', '--setf', 'duration_stretch=0.9', '-t', ' '.join(english(number)), '-o', path]
    else:
        command = ['espeak-ng', '-v', 'ko', '-s', '210', '-a', '80', '-w', path, num2words(number, lang='ko').replace(' ', '')]
    subprocess.run(command, check=True, capture_output=True)
    return cepstra(*samples(path))


def others(number, choice):
    digits, found = str(number), []
    while len(found) < 7:
        place = choice.randrange(len(digits))
        changed = digits[:place] + choice.choice('123456789') + digits[place + 1:]
        if changed != digits and int(changed) not in found:
            found.append(int(changed))
    return found


def nearest(job):
    lapwing, language, number, rivals, folder = job
    joined = cepstra(*rendered(lapwing, str(number), language, folder, f'joined-{language}-{number}'))
    costs = {rival: distance(joined, whole(language, rival, folder)) for rival in [number, *rivals]}
    return language, number, min(costs, key=costs.get)


def joined(lapwing, folder, count):
    choice, jobs = random.Random(57), []
    for language in ('en', 'ko'):
        for _ in range(count):
            number = choice.randrange(1000, 10_000) if choice.random() < 0.6 else choice.randrange(100, 1000)
            jobs.append((lapwing, language, number, others(number, choice), folder))
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        found = list(pool.map(nearest, jobs))
    good = True
    for language in ('en', 'ko'):
        right = sum(number == best for its, number, best in found if its == language)
        wrong = [f'{number} to {best}' for its, number, best in found if its == language and number != best]
        print(f'joined rightly: {right} of {count} numbers are nearest to themselves, {language}', *wrong)
        good &= count - right <= max(1, count // 20)
    return good


def seams(lapwing, folder):
    good = True
    for language in ('en', 'ko'):
        known = words(lapwing, language)
        text = ' '.join(list(known.values())[:60])
        sound, _ = rendered(lapwing, text, language, folder, f'seams-{language}')
        is_quiet = sound == 0
        runs = numpy.flatnonzero(numpy.diff(numpy.concatenate([[0], is_quiet.astype(int), [0]])))
        edges = []
        for first, last in zip(runs[::2], runs[1::2]):
            if last - first > RATE // 100:
                edges += [abs(sound[place]) for place in (first - 1, last) if 0 <= place < len(sound)]
        print(f'seams: {len(edges) // 2} in {language}, largest step {max(edges) / 327.68:.3f} % of full scale')
        good &= len(edges) >= 100 and max(edges) <= 327.68
    return good


def loudness(lapwing, folder):
    def momentary(sound):
        meter = pyloudnorm.Meter(RATE, block_size=0.4)
        window, step = int(0.4 * RATE), RATE // 10
        return max(meter.integrated_loudness(sound[first:first + window + 1]) for first in range(0, len(sound) - window - 1, step))

    path = f'{folder}/high.wav'
    subprocess.run([lapwing, 'render', 'high', '--seconds', '8', '-o', path], check=True)
    alarm = momentary(samples(path)[0] / 32768)
    good = True
    texts = {
        'en': ['Heart rate low. 38 beats per minute. For 20 seconds. Check the person.', 'C O two high. 2610 parts per million.'],
        'ko': ['심박수 낮음. 분당 38회. 20초째. 사람을 확인하세요.', '씨오투 높음. 2610 피피엠.'],
    }
    for language, sentences in texts.items():
        for index, text in enumerate(sentences):
            sound = rendered(lapwing, text, language, folder, f'loud-{language}-{index}')[0] / 32768
            level, peak = momentary(sound), 20 * numpy.log10(abs(sound).max())
            print(f'loudness: {language} {level:.1f} LUFS, {level - alarm:+.1f} LU beside the high alarm; peak {peak:.1f} dBFS')
            good &= abs(level - alarm) <= 3 and peak <= -1
    return good


def main():
    lapwing, is_short = sys.argv[1], '--short' in sys.argv[2:]
    lapwing = str(pathlib.Path(lapwing).resolve())
    with tempfile.TemporaryDirectory() as folder:
        results = [
            seams(lapwing, folder), loudness(lapwing, folder), joined(lapwing, folder, 4 if is_short else 40),
            recognised(lapwing, folder, 20 if is_short else 200),
        ]
    sys.exit(0 if all(results) else 1)


if __name__ == '__main__':
    main()
