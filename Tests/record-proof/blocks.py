#!/usr/bin/env python3
"""Reads sealed blocks with a reader of its own, and compares each value with the series that was written.

    Tests/record-proof/blocks.py BENCHMARK         BENCHMARK is the program record-benchmark

The reader follows the layout as the comments of Sources/Logbook/Blocks give it, bit by bit, and shares no code with the program. It
reads quantities that every reading has, packed as today and in sections of their own as before, and passes over times and beats.
"""
import csv, io, os, sqlite3, subprocess, sys, tempfile, zlib

DAYS = 2
# By their number in a block: the columns of `record-benchmark dump`.
AIR = {0: 'co2_ppm', 2: 'temperature_c', 3: 'humidity_pct', 4: 'pressure_hpa', 25: 'battery_pct'}
HEART_RATE = 27
PACKED, EVERYWHERE, QUANTITIES = 127, 64, 64
# A block of an air sensor from before quantities were packed; the first hour of the same series.
OLD = bytes.fromhex(
    '4c0100c2dbc0dce455074172616e657434d0c9ba84fa62a088d8013c0180b0ea0101003c402800be09cfe60f1c1612bac0309c282920841a1084986982c8'
    'ac31e58f683964396150846d0aa60790421028de20051ac36b1030cb01031861a8c043080350ff20277871c8440e10e89d01000434c0d68b00400400590b'
    '00c8010000000000000000fbab17aa')


class Bits:
    def __init__(self, data):
        self.text, self.at = ''.join(f'{byte:08b}' for byte in data), 0

    def take(self, count):
        part = self.text[self.at:self.at + count]
        if len(part) != count:
            raise ValueError('the bits end early')
        self.at += count
        return int(part, 2) if count else 0

    def align(self):
        self.at = -(-self.at // 8) * 8

    def left(self):
        return len(self.text) - self.at

    def number(self):
        value = shift = 0
        while True:
            group = self.take(8)
            value |= (group & 0x7F) << shift
            shift += 7
            if group < 0x80:
                return value

    def short(self):
        length = self.take(4)
        if length == 15:
            length = self.take(6) + 1
        return 1 << (length - 1) | self.take(length - 1) if length else 0

    def data(self, count):
        self.align()
        return bytes(self.take(8) for _ in range(count))


def signed(value):
    return (value >> 1) ^ -(value & 1)


class Rice:
    def __init__(self, total=2, tenths=6):
        self.count, self.total, self.tenths = 1, total, tenths

    def take(self, bits):
        k = 0
        while (self.count << k) * 10 < self.total * self.tenths:
            k += 1
        quotient = 0
        while quotient < 24 and bits.take(1):
            quotient += 1
        value = bits.take(64) if quotient == 24 else quotient << k | bits.take(k)
        self.total += min(value, 1 << 20)
        self.count += 1
        if self.count > 64:
            self.total, self.count = self.total >> 1, self.count >> 1
        return value


def runs(count, first, step, bits):
    values, now, lengths, changes = [first], first, Rice(), Rice()
    while True:
        values += [now] * lengths.take(bits)
        if len(values) >= count:
            return values
        now += signed(changes.take(bits)) * step
        values.append(now)


def numbers(count, bits, packed):
    has_step, way = bits.take(1), bits.take(3)
    if packed:
        first = signed(bits.short())
    else:
        bits.align()
        first = signed(bits.number())
    step = bits.number() if has_step else 1
    if way == 3:
        values = runs(count, first, step, bits)
    else:
        code, past, values = Rice(12, 5) if way in (4, 5) else Rice(), [0, 0, 0, 0], [first]
        while len(values) < count:
            expected = {0: past[3], 4: past[3], 1: past[3] + past[2] >> 1, 5: past[3] + past[2] >> 1, 2: sum(past) >> 2}[way]
            now = expected + signed(code.take(bits))
            values.append(first + now * step)
            past = past[1:] + [now]
    if not packed:
        bits.align()
    return values


def quantity(count, bits, packed):
    decimals = bits.take(4)
    return [value / 10 ** decimals for value in numbers(count, bits, packed)]


def block(data):
    """The quantities that every reading of a block has, by their number."""
    if zlib.crc32(data[:-4]) != int.from_bytes(data[-4:], 'big'):
        raise ValueError('the checksum is wrong')
    bits, found = Bits(data[2:-4]), {}
    bits.take(8 + 48)
    bits.data(bits.number())
    bits.number(), bits.number()
    count = bits.number()
    if bits.take(8):
        bits.number()
        for _ in range(bits.number()):
            bits.number(), bits.number()
    else:
        numbers(count, bits, False)
    while bits.align() or bits.left() >= 8:
        kind, inner = bits.number(), None
        inner = Bits(bits.data(bits.number()))
        if kind == PACKED:
            for _ in range(inner.take(6)):
                number = inner.take(6)
                found[number] = quantity(count, inner, True)
        elif EVERYWHERE <= kind < PACKED:
            found[kind - EVERYWHERE] = quantity(count, inner, False)
    return found


def written(benchmark):
    """The series as columns of values, by sensor and column."""
    text = subprocess.run([benchmark, 'dump', str(DAYS)], capture_output=True, text=True, check=True).stdout
    columns = {name: [] for name in AIR.values()}
    rates = []
    for row in csv.reader(io.StringIO(text)):
        if row[0] == 'strap':
            rates.append(float(row[2]))
        elif row[0] == 'air':
            for name, value in zip(AIR.values(), row[2:]):
                columns[name].append(float(value))
    return columns, rates


def main(benchmark):
    columns, rates = written(benchmark)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'lapwing.db')
        subprocess.run([benchmark, 'year', path, str(DAYS)], capture_output=True, check=True)
        with sqlite3.connect(path) as logbook:
            blocks = [block(data) for (data,) in logbook.execute('SELECT data FROM block ORDER BY first_ms, id')]
    read = {name: [v for b in blocks if 0 in b for v in b[number]] for number, name in AIR.items()}
    read_rates = [v for b in blocks if HEART_RATE in b for v in b[HEART_RATE]]
    wrong = [name for name in read if not read[name] or read[name] != columns[name][:len(read[name])]]
    if not read_rates or read_rates != rates[:len(read_rates)]:
        wrong.append('heart_rate_bpm')
    old = block(OLD)
    wrong += [f'{name} of an old block' for number, name in AIR.items() if old.get(number) != columns[name][:60]]
    values = sum(map(len, read.values())) + len(read_rates) + 5 * 60
    print(f'{len(blocks)} blocks and an old one: {values} values, ' + (f'wrong: {", ".join(wrong)}' if wrong else 'all as they were written'))
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
