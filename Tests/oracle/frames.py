"""Frames of sensors: makes the lines of a timeline, and reads them back.

Written from the published layouts (Aranet advertisement, Heart Rate Measurement 2A37, PLX continuous measurement 2A5F).
Only what the oracle needs is read; a frame of any other kind is left unread.
"""
import struct

HEART, AIR, OXIMETER = 'C0:FF:EE:00:00:02', 'C0:FF:EE:00:00:01', 'C0:FF:EE:00:00:04'
HEART_2 = 'C0:FF:EE:00:00:03'
GADGET, TAG = 'C0:FF:EE:00:00:05', 'C0:FF:EE:00:00:06'
CUBE, DETECTOR, WAVE = 'C0:FF:EE:00:00:07', 'C0:FF:EE:00:00:08', 'C0:FF:EE:00:00:09'
FRESH_CUBE, FRESH_BTHOME, FRESH_WAVE = 330.0, 630.0, 930.0
WAVE_READING = 'b42e2a68-ade7-11e4-89d3-123b93f75cba'
FRESH_STRAP, FRESH_OXIMETER, FRESH_OTHER = 5.0, 10.0, 60.0


def millis(t):
    """A time as the timeline writes it: seconds with at most three places."""
    t = round(t, 3)
    return int(t) if t == int(t) else t


# ---- making frames

def strap(t, address, bpm, contact=True, rr=()):
    """A heart rate strap. contact: True, False, or None if the strap does not send it. rr in milliseconds."""
    flags = {True: 0x06, False: 0x04, None: 0x00}[contact] | (0x10 if rr else 0) | (0x01 if bpm > 255 else 0)
    body = bytes([flags]) + (struct.pack('<H', bpm) if bpm > 255 else bytes([bpm]))
    for interval in rr:
        body += struct.pack('<H', max(1, min(65535, round(interval * 1.024))))
    return {'t': millis(t), 'address': address, 'service_uuid': '0x180D', 'characteristic': '0x2A37', 'hex': body.hex()}


def aranet(t, address, co2, counter, age=0, interval=60, hpa=1013.0):
    """The advertisement of an Aranet4 with its integrations on."""
    body = bytes([0x21, 0x0e, 4, 1, 0, 0x0c, 0x0f, 1])
    body += struct.pack('<HHHBBBHHB', co2, 460, round(hpa * 10), 45, 90, 1, interval, min(age, 65535), counter & 255)
    data = bytes([0x02, 0x07]) + body
    return {'t': millis(t), 'address': address, 'adv_hex': (b'\x02\x01\x06' + bytes([len(data) + 1, 0xff]) + data).hex()}


def gadget(t, address, co2):
    """A Sensirion gadget with an SCD4x alone: sample type 0x24, CO2 and no barometer."""
    data = bytes([0xd5, 0x06, 0x00, 0x24, 0x12, 0x34]) + struct.pack('<H', co2)
    return {'t': millis(t), 'address': address, 'adv_hex': (b'\x02\x01\x06' + bytes([len(data) + 1, 0xff]) + data).hex()}


def tag(t, address, hpa, counter):
    """A RuuviTag, format 5: its pressure, at 21 °C and 45 %."""
    body = struct.pack('>BhHHhhhHBH', 5, 4200, 18000, round(hpa * 100) - 50000, 0, 0, 1000, (1400 << 5) | 22, 0, counter & 0x7fff)
    data = bytes([0x99, 0x04]) + body + bytes(int(x, 16) for x in address.split(':'))
    return {'t': millis(t), 'address': address, 'adv_hex': (b'\x02\x01\x06' + bytes([len(data) + 1, 0xff]) + data).hex()}


def oximeter(t, address, spo2, pulse):
    """A pulse oximeter; None gives 'no number' (NaN of an SFLOAT)."""
    word = lambda v: struct.pack('<H', 0x07ff if v is None else v & 0x0fff)
    return {'t': millis(t), 'address': address, 'service_uuid': '0x1822', 'characteristic': '0x2A5F',
            'hex': (bytes([0]) + word(spo2) + word(pulse)).hex()}


def bthome(t, address, co2, packet):
    """A BTHome sensor of a stranger: CO2 in plain text."""
    body = bytes([0xd2, 0xfc, 0x40, 0x00, packet & 255, 0x12]) + struct.pack('<H', co2)
    return {'t': millis(t), 'address': address, 'adv_hex': (b'\x02\x01\x06' + bytes([len(body) + 1, 0x16]) + body).hex()}


def cube(t, address, ppb):
    """An Atmocube at 21 °C, 45 %, 600 ppm of CO2 and 1013.2 hPa, with carbon monoxide in its scan response."""
    data = bytes([0xff, 0xff, 2, 50, 1]) + struct.pack('<HHhHH', 20, 30, 2100, 4500, 600)
    name = b'CUBE_0001'
    answer = bytes([0xff, 0xff]) + struct.pack('<IBHHHBHH', 101320, 40, 100, 10, 5, 0, min(ppb, 0xfffd), 20) + bytes(5)
    part = lambda kind, body: bytes([len(body) + 1, kind]) + body
    return {'t': millis(t), 'address': address, 'adv_hex': (part(1, b'\x06') + part(0xff, data) + part(9, name)).hex(),
            'scan_response_hex': part(0xff, answer).hex()}


def vapour_cube(t, address, ppb):
    """An older Atmocube, which sends VOC in ppb and nothing in a scan response."""
    data = bytes([0xff, 0xff, 1]) + struct.pack('<HHHhHH', ppb, 20, 30, 2100, 4500, 600)
    part = lambda kind, body: bytes([len(body) + 1, kind]) + body
    return {'t': millis(t), 'address': address, 'adv_hex': (part(1, b'\x06') + part(0xff, data) + part(9, b'CUBE_0001')).hex()}


def wave(t, address, ppb):
    """A reading of an Airthings Wave Plus at 21 °C, 45 %, 1013 hPa, 600 ppm of CO2 and 30 Bq/m³ of radon."""
    body = struct.pack('<BBBBHHHHHHI', 1, 90, 0, 0, 30, 30, 2100, 50650, 600, ppb, 0)
    return {'t': millis(t), 'address': address, 'characteristic': WAVE_READING, 'hex': body.hex()}


def detector(t, address, reports, packet):
    """A BTHome detector of carbon monoxide: its binary sensor 0x17."""
    body = bytes([0xd2, 0xfc, 0x40, 0x00, packet & 255, 0x17, int(reports)])
    return {'t': millis(t), 'address': address, 'adv_hex': (b'\x02\x01\x06' + bytes([len(body) + 1, 0x16]) + body).hex()}


def press(t, button='A', length='short'):
    return {'t': millis(t), 'button': button, 'press': length}


# ---- reading frames

def sfloat(word):
    """An SFLOAT as a number, or None where it stands for none."""
    if word in (0x07ff, 0x0800, 0x07fe, 0x0802, 0x0801):
        return None
    mantissa, exponent = word & 0x0fff, word >> 12
    mantissa -= 0x1000 if mantissa & 0x0800 else 0
    exponent -= 16 if exponent & 8 else 0
    return mantissa * 10.0 ** exponent


def read_strap(body):
    flags, at = body[0], 1
    if flags & 1:
        bpm, at = struct.unpack_from('<H', body, at)[0], 3
    else:
        bpm, at = body[at], 2
    at += 2 if flags & 8 else 0
    rr = []
    if flags & 0x10:
        rr = [w / 1.024 for (w,) in struct.iter_unpack('<H', body[at:at + (len(body) - at) // 2 * 2])]
    contact = None if not flags & 4 else bool(flags & 2)
    if bpm == (0xffff if flags & 1 else 0xff):
        # The number that means none: no data, as a message without a number.
        return {}
    return {'heart': bpm, 'contact': contact, 'rr': rr, 'fresh': FRESH_STRAP}


def read_aranet(data):
    """The 22 bytes behind the company number. A quantity that is marked as not valid is left out."""
    if len(data) < 21 or not data[0] & 0x20:
        return {}
    co2, _, pressure, _, _, _, interval, age = struct.unpack_from('<HHHBBBHH', data, 8)
    out = {'measurement': (data[21] if len(data) > 21 else 0, ), 'fresh': 2.0 * interval + 30, 'age': age, 'interval': interval, 'kind': 'aranet'}
    if not co2 & 0x8000:
        out['co2'] = co2
    if not pressure & 0x8000:
        out['hpa'] = pressure / 10.0
    return out


def read_line(line):
    """What a line of a timeline gives: a dictionary with the quantities that it has, empty for a frame not known here."""
    if 'adv_hex' in line:
        body, at = bytes.fromhex(line['adv_hex']), 0
        while at + 1 < len(body) and body[at]:
            piece = body[at + 1:at + 1 + body[at]]
            if piece[:1] == b'\xff' and piece[1:3] == b'\x02\x07':
                return read_aranet(piece[3:])
            if piece[:5] == b'\xff\xd5\x06\x00\x24' and len(piece) >= 9:
                return {'co2': struct.unpack_from('<H', piece, 7)[0], 'fresh': FRESH_OTHER, 'kind': 'gadget'}
            if piece[:4] == b'\x16\xd2\xfc\x40' and len(piece) == 8 and piece[6] == 0x17:
                return {'co': piece[7], 'detector': True, 'fresh': FRESH_BTHOME, 'measurement': ('packet', piece[5])}
            if piece[:4] == b'\xff\xff\xff\x01' and len(piece) == 16:
                return {'voc': struct.unpack_from('<H', piece, 4)[0], 'co2': 600, 'fresh': FRESH_CUBE, 'kind': 'cube'}
            at += 1 + body[at]
        answer = bytes.fromhex(line.get('scan_response_hex', ''))
        if answer[1:4] == b'\xff\xff\xff' and len(answer) == 25:
            # Its CO2 is 600 ppm, which is the main quantity and no alarm.
            return {'co': struct.unpack_from('<H', answer, 16)[0] / 1000.0, 'co2': 600, 'fresh': FRESH_CUBE, 'kind': 'cube'}
        return {}
    if 'hex' not in line:
        return {}
    body, kind = bytes.fromhex(line['hex']), line.get('characteristic', '').upper()[-4:]
    if line.get('characteristic') == WAVE_READING and len(body) == 20:
        return {'voc': struct.unpack_from('<H', body, 14)[0], 'co2': 600, 'fresh': FRESH_WAVE, 'kind': 'wave'}
    if kind == '2A37' and len(body) > 1:
        return read_strap(body)
    if kind == '2A5F' and len(body) >= 5:
        spo2, pulse = (sfloat(w) for w in struct.unpack_from('<HH', body, 1))
        out = {'fresh': FRESH_OXIMETER, 'oximeter': True}
        if spo2 is not None and 0 < spo2 <= 100:
            out['spo2'] = spo2
        if pulse is not None and pulse > 0:
            out.update(heart=pulse, contact=None, rr=[])
        return out
    return {}


def tag_pressure(line):
    """The pressure that a RuuviTag sends, or None. Nothing else of it is read."""
    body = bytes.fromhex(line.get('adv_hex', ''))
    at = body.find(b'\xff\x99\x04\x05')
    return None if at < 0 else (struct.unpack_from('>H', body, at + 8)[0] + 50000) / 100.0


def feet(hpa):
    """Pressure altitude of the standard atmosphere."""
    return 44330.77 * (1 - (hpa / 1013.25) ** 0.190263) / 0.3048


def pressure(altitude):
    return 1013.25 * (1 - altitude * 0.3048 / 44330.77) ** (1 / 0.190263)
