"""Measures the envelope and spectrum of a recorded burst of pulses, and compares them with the alarm table."""

import cmath
import math
from dataclasses import dataclass

from .sound import RATE

SIZE = 2048  # Samples of a spectrum: 46 ms, 21.5 Hz a bin.


@dataclass(frozen=True)
class Pulse:
    start: float  # Seconds of the recording at which it has risen to 90 %.
    seconds: float  # Between the 90 % of its rise and of its fall.
    rise: float  # From 10 % to 90 %.
    fall: float
    peak: float  # Of 32767.
    hertz: float  # The frequency of its fundamental.
    harmonics: tuple  # In dB relative to the fundamental, for each harmonic from 300 to 4000 Hz.


def bursts(sound, start=0.0, gap=2.0):
    """The bursts of pulses, separated by silence of `gap` seconds; each is a list of pulses."""
    found = []
    for stretch in sound.bursts(start, threshold=150, window=0.02):
        end = found[-1][-1].start + found[-1][-1].seconds if found else None
        if end is None or stretch.start - end > gap:
            found.append([])
        found[-1].append(stretch)
    return [pulses(sound, burst) for burst in found]


def pulses(sound, stretches):
    first = max(0, stretches[0].start - 0.05)
    samples = sound.samples(first)[: int((stretches[-1].start + stretches[-1].seconds + 0.1 - first) * RATE)]
    found = []
    for stretch in stretches:
        begin = int((stretch.start - 0.02 - first) * RATE)
        part = samples[max(0, begin) : begin + int((stretch.seconds + 0.04) * RATE)]
        found.append(pulse(part, first + max(0, begin) / RATE))
    return found


def pulse(samples, start):
    level = envelope(samples)
    peak = max(level)

    def first(part, of):
        return next(index for index, value in enumerate(of) if value >= part * peak)

    backwards, last = level[::-1], len(level) - 1
    begins, has_risen = first(0.1, level), first(0.9, level)
    falls, ends = last - first(0.9, backwards), last - first(0.1, backwards)
    hertz, harmonics = spectrum(samples)
    return Pulse(
        start + has_risen / 1000, (falls - has_risen) / 1000, (has_risen - begins) / 1000, (ends - falls) / 1000,
        peak, hertz, harmonics,
    )


def envelope(samples, window=0.004):
    """The loudest sample around each millisecond, in a window of one period of the lowest note."""
    half, step = int(RATE * window / 2), RATE / 1000
    middles = [int(index * step) for index in range(int(len(samples) / step))]
    return [max(map(abs, samples[max(0, middle - half) : middle + half])) for middle in middles]


def spectrum(samples):
    """The frequency of the fundamental, and the levels of its harmonics relative to it, in dB."""
    middle = max(0, (len(samples) - SIZE) // 2)
    part = list(samples[middle : middle + SIZE]) + [0] * (SIZE - len(samples))
    window = [0.5 - 0.5 * math.cos(2 * math.pi * index / SIZE) for index in range(SIZE)]
    heights = [abs(value) for value in transform([a * b for a, b in zip(part, window)])[: SIZE // 2]]
    width = RATE / SIZE
    lowest = max(range(int(150 / width), int(1000 / width) + 1), key=heights.__getitem__)
    around = [math.log(max(heights[lowest + offset], 1e-9)) for offset in (-1, 0, 1)]
    bend = around[0] - 2 * around[1] + around[2]
    hertz = (lowest + (0.5 * (around[0] - around[2]) / bend if bend else 0)) * width
    tallest = {number: max(heights[round(number * hertz / width) - 1 :][:3]) for number in range(1, int(4000 / hertz) + 1)}
    return hertz, tuple(
        20 * math.log10(max(height, 1e-9) / tallest[1])
        for number, height in tallest.items()
        if number > 1 and 300 <= number * hertz <= 4000
    )


def transform(values):
    """The fast Fourier transform; the number of values is a power of two."""
    if len(values) == 1:
        return values
    even, odd = transform(values[::2]), transform(values[1::2])
    turned = [cmath.exp(-2j * cmath.pi * index / len(values)) * value for index, value in enumerate(odd)]
    return [a + b for a, b in zip(even, turned)] + [a - b for a, b in zip(even, turned)]
