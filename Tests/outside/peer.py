"""The other box of a pair, in Python, written from "The datagram" and "How two boxes join" in docs/pair.md. It shares no
line with the program."""
import hashlib
import hmac
import os
import socket
import struct
import threading
import time

P = 2**255 - 19
HEALTH = ('works', 'stopped', 'hangs', 'missing', 'goodbye')
PRESENCE = ('off', 'sounding', 'silent', 'latched')
FAMILY = ('heart', 'air', 'technical')
SLOTS = ('high', 'medium', 'low', 'box')


def x25519(secret, point):
    """By the steps of RFC 7748, section 5."""
    k = bytearray(secret)
    k[0] &= 248
    k[31] = k[31] & 127 | 64
    k = int.from_bytes(k, 'little')
    u = int.from_bytes(point, 'little') & (2**255 - 1)
    x1, x2, z2, x3, z3, swap = u, 1, 0, u, 1, 0
    for t in reversed(range(255)):
        bit = k >> t & 1
        if swap ^ bit:
            x2, x3, z2, z3 = x3, x2, z3, z2
        swap = bit
        a, b, c, d = (x2 + z2) % P, (x2 - z2) % P, (x3 + z3) % P, (x3 - z3) % P
        aa, bb, da, cb = a * a % P, b * b % P, d * a % P, c * b % P
        e = (aa - bb) % P
        x3, z3 = (da + cb)**2 % P, x1 * (da - cb)**2 % P
        x2, z2 = aa * bb % P, e * (aa + 121665 * e) % P
    if swap:
        x2, z2 = x3, z3
    return (x2 * pow(z2, P - 2, P) % P).to_bytes(32, 'little')


assert x25519(bytes.fromhex('77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a'), bytes([9] + 31 * [0])).hex() == \
    '8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a'


class Key:
    def __init__(self, own, other, secret):
        self.own, self.other, self.secret = own, other, secret

    def of(self, sender):
        return hmac.digest(self.secret, b'lapwing peer 1 from' + sender, 'sha256')

    def text(self):
        return f'lapwing-peer-1:{self.own.hex()}:{self.other.hex()}:{self.secret.hex()}'

    def turned(self):
        return Key(self.other, self.own, self.secret)

    @staticmethod
    def random():
        return Key(os.urandom(8), os.urandom(8), os.urandom(32))


def frame(key, boot, counter, echo=(0, 0), health='works', signals=None, answers=(0, 0, 0, 0)):
    body = b'LWP1' + key.own + struct.pack('>QQQQ', boot, counter, *echo) + bytes([HEALTH.index(health)])
    for slot in SLOTS:
        presence, family, number = (signals or {}).get(slot, ('off', 'technical', 0))
        body += struct.pack('>BBI', PRESENCE.index(presence), FAMILY.index(family), number)
    body += struct.pack('>IIII', *answers)
    return body + hmac.digest(key.of(key.own), body, 'sha256')


def read(key, data):
    """A frame of the other box; None if it is none."""
    if len(data) != 117 or data[:4] != b'LWP1' or data[4:12] != key.other:
        return None
    if not hmac.compare_digest(hmac.digest(key.of(key.other), data[:-32], 'sha256'), data[-32:]):
        return None
    boot, counter, echo_boot, echo_counter = struct.unpack('>QQQQ', data[12:44])
    signals = {}
    for index, slot in enumerate(SLOTS):
        presence, family, number = struct.unpack('>BBI', data[45 + 6 * index:51 + 6 * index])
        signals[slot] = (PRESENCE[presence], FAMILY[family], number)
    return {'boot': boot, 'counter': counter, 'echo': (echo_boot, echo_counter), 'health': HEALTH[data[44]], 'signals': signals,
            'answers': struct.unpack('>IIII', data[69:85])}


class Peer(threading.Thread):
    """Sends a frame each second and at each change, and keeps what it has sent and received."""

    def __init__(self, key, port, to):
        super().__init__(daemon=True)
        self.key, self.to, self.boot, self.counter = key, ('127.0.0.1', to), int.from_bytes(os.urandom(8), 'big'), 0
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(('127.0.0.1', port))
        self.socket.settimeout(0.05)
        self.heard, self.sent, self.signals, self.health, self.answers = None, [], {}, 'works', [0, 0, 0, 0]
        self.ended, self.is_mute = False, False
        self.lock = threading.Lock()
        self.start()

    def run(self):
        due = 0
        while not self.ended:
            try:
                data, _ = self.socket.recvfrom(2048)
                heard = read(self.key, data)
                if heard:
                    self.heard = heard
            except TimeoutError:
                pass
            except OSError:
                return
            if time.monotonic() >= due:
                due = time.monotonic() + 1
                self.say()

    def say(self, **changes):
        with self.lock:
            vars(self).update(changes)
            if self.is_mute:
                return
            self.counter += 1
            echo = (self.heard['boot'], self.heard['counter']) if self.heard else (0, 0)
            data = frame(self.key, self.boot, self.counter, echo, self.health, self.signals, self.answers)
            self.sent.append(data)
            self.socket.sendto(data, self.to)

    def close(self):
        self.ended = True
        self.join()
        self.socket.close()


def join(port, to, timeout=30):
    """One side of `lapwing peer join`: the digits, and the key."""
    secret, nonce, session = os.urandom(32), os.urandom(16), os.urandom(8)
    public = x25519(secret, bytes([9] + 31 * [0]))
    own = session + public + nonce
    commitment = hashlib.sha256(b'lapwing join 1 commit' + own).digest()
    bound, end = None, time.monotonic() + timeout
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.bind(('127.0.0.1', port))
        sock.settimeout(0.2)
        result, last = None, None
        while time.monotonic() < (last or end):
            sock.sendto(b'LWJ1\x01' + session + commitment, ('127.0.0.1', to))
            if bound:
                sock.sendto(b'LWJ1\x02' + session + bound[0] + public + nonce, ('127.0.0.1', to))
            try:
                data, _ = sock.recvfrom(2048)
            except TimeoutError:
                continue
            if data[:5] == b'LWJ1\x01' and len(data) == 45:
                bound = bound or (data[5:13], data[13:])
            if data[:5] == b'LWJ1\x02' and len(data) == 69 and bound and data[5:13] == bound[0] and data[13:21] == session \
                    and not result:
                other = data[5:13] + data[21:]
                assert hashlib.sha256(b'lapwing join 1 commit' + other).digest() == bound[1]
                both = b''.join(sorted([own, other]))
                number = int.from_bytes(hashlib.sha256(b'lapwing join 1 digits' + both).digest()[:8], 'big') % 1_000_000
                shared = x25519(secret, other[8:40])
                key = Key(hashlib.sha256(public).digest()[:8], hashlib.sha256(other[8:40]).digest()[:8],
                          hmac.digest(shared, b'lapwing join 1 key' + both, 'sha256'))
                result, last = (f'{number:06d}', key), time.monotonic() + 2
        assert result, 'the box did not answer'
        return result
