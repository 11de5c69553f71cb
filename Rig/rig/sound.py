"""The box's USB sound card, which can be plugged and unplugged, and the sound that it played."""

import array
import math
import struct
import sys
import time
from dataclasses import dataclass

HEADER = 44
CHANNELS = 2
RATE = 44100
ISOCHRONOUS = 0  # The kind of an USB packet, as Linux's usbmon numbers it.


@dataclass(frozen=True)
class Burst:
    start: float  # In seconds of the recording, which has no silence between two streams.
    seconds: float
    hertz: float  # From zero crossings.
    peak: int  # Of 32767.


class Sound:
    def __init__(self, machine):
        self._machine = machine
        self._path = machine.folder / "sound.wav"
        self.is_plugged = False

    def plug(self, trace=None):
        """With `trace`, every packet that the card takes is written to that file of the host, for Wireshark."""
        more = {"pcap": str(trace)} if trace else {}
        self._machine.monitor.order("device_add", driver="usb-audio", id="card", audiodev="sound", **more)
        self.is_plugged = True

    def unplug(self):
        self._machine.monitor.order("device_del", id="card")
        self.is_plugged = False

    def recorded(self):
        """Seconds of sound so far. Times are positions in the stream, not of the clock."""
        return max(0, self._path.stat().st_size - HEADER) / (2 * CHANNELS * RATE) if self._path.exists() else 0

    def wait(self, seconds, timeout):
        """Waits until this much more sound has been played."""
        until, deadline = self.recorded() + seconds, time.monotonic() + timeout
        while self.recorded() < until:
            if time.monotonic() > deadline:
                raise TimeoutError(f"{self.recorded() - until + seconds:.1f} s of sound came in {timeout} s")
            time.sleep(0.05)

    def samples(self, start=0.0):
        """The left channel from this time on, signed 16 bits."""
        with open(self._path, "rb") as file:
            file.seek(HEADER + int(start * RATE) * 2 * CHANNELS)
            content = file.read()
        both = array.array("h", content[: len(content) // 4 * 4])
        if sys.byteorder == "big":
            both.byteswap()
        return both[::CHANNELS]

    def bursts(self, start=0.0, threshold=1000, window=0.01):
        """Periods of sound between silences of at least `window` seconds."""
        samples, step = self.samples(start), int(RATE * window)
        loud = [max(map(abs, samples[at : at + step])) > threshold for at in range(0, len(samples) - step, step)]
        found, first = [], None
        for index, is_loud in enumerate([*loud, False]):
            if is_loud and first is None:
                first = index
            elif not is_loud and first is not None:
                part = samples[first * step : index * step]
                length = (index - first) * window
                found.append(Burst(start + first * window, length, frequency(part), max(map(abs, part))))
                first = None
        return found


def packets(trace):
    """For each packet: when the card took it, by time.time(), and whether it contains more than silence."""
    with open(trace, "rb") as file:
        file.seek(24)
        while len(head := file.read(16 + 64)) == 16 + 64:
            seconds, microseconds, length = struct.unpack_from("=IIi", head)
            data = file.read(length - 64)
            if head[16 + 9] == ISOCHRONOUS:
                yield seconds + microseconds / 1e6, any(data)


def onsets(trace, rest=0.02):
    """The times at which the card took the first sample of a sound, by time.time(), after at least `rest` seconds of silence."""
    found, loud_until = [], 0.0
    for at, is_loud in packets(trace):
        if not is_loud:
            continue
        if at - loud_until > rest:
            found.append(at)
        loud_until = at
    return found


def frequency(samples):
    crossings = [index for index in range(1, len(samples)) if samples[index - 1] < 0 <= samples[index]]
    if len(crossings) < 3:
        return 0.0
    return (len(crossings) - 1) * RATE / (crossings[-1] - crossings[0])


def amplitude(samples, hertz):
    """The amplitude of a sine of this frequency, by the Goertzel algorithm."""
    step = 2 * math.cos(2 * math.pi * hertz / RATE)
    before, last = 0.0, 0.0
    for sample in samples:
        before, last = last, sample + step * last - before
    power = before * before + last * last - step * before * last
    return 2 * math.sqrt(max(0, power)) / max(1, len(samples))
