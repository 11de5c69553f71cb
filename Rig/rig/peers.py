"""Emulated Bluetooth devices that the box connects to. Their methods may be called from a test's own thread."""

import asyncio
import logging
import struct
import threading

from bumble import hci
from bumble.core import AdvertisingData
from bumble.controller import Controller
from bumble.device import Device
from bumble.gatt import Characteristic, CharacteristicValue, Service
from bumble.host import Host
from bumble.pairing import PairingConfig, PairingDelegate

log = logging.getLogger("rig.peers")
ADVERTISING_MS = 100
READ, WRITE, NOTIFY, INDICATE = (
    Characteristic.Properties.READ,
    Characteristic.Properties.WRITE,
    Characteristic.Properties.NOTIFY,
    Characteristic.Properties.INDICATE,
)


def advertisement(*parts, flags=6):
    """Builds advertising data from pairs of a type (Assigned Numbers, 2.3) and bytes."""
    return bytes(AdvertisingData([(AdvertisingData.FLAGS, bytes([flags])), *parts]))


def characteristic(uuid, properties, value=b"", protected=False):
    """`value`: bytes, or a bumble.gatt.CharacteristicValue. `protected`: only after pairing with the passkey."""
    permissions = Characteristic.READABLE | Characteristic.WRITEABLE
    if protected:
        permissions |= Characteristic.READ_REQUIRES_AUTHENTICATION | Characteristic.WRITE_REQUIRES_AUTHENTICATION
    return Characteristic(uuid, properties, permissions, value)


class Peer:
    """A device with a random static address, services and an advertisement.

    services: {uuid: [characteristic(…), …]}. passkey: the number on its display; None: it does not pair by passkey.
    secure: whether it pairs by LE Secure Connections. rssi: the signal strength at the box.
    """

    def __init__(
        self, radio, address, name="", services=None, data=None, scan_response=b"", passkey=None, secure=True, rssi=-60
    ):
        self._radio = radio
        self.address = address
        self.name = name
        self.services = services or {}
        self.data = data if data is not None else advertisement((AdvertisingData.COMPLETE_LOCAL_NAME, name.encode()))
        self.scan_response = scan_response
        self.passkey = passkey
        self.secure = secure
        self.rssi = rssi
        self.device = None
        self.connections = 0
        self.connected = threading.Event()

    async def begin(self):
        controller = Controller(self.name, link=self._radio.air, public_address="00:00:00:00:00:00")
        host = Host()
        host.controller = controller
        address = hci.Address(self.address, hci.Address.RANDOM_DEVICE_ADDRESS)
        self.device = _Device(name=self.name or self.address, address=address, host=host)
        for uuid, characteristics in self.services.items():
            self.device.add_service(Service(uuid, characteristics))
        self.device.pairing_config_factory = lambda _: PairingConfig(
            sc=self.secure, mitm=self.passkey is not None, bonding=True, delegate=_Display(self)
        )
        self.device.on("connection", self._on_connection)
        await self.device.power_on()
        await self._advertise()

    async def _advertise(self):
        for adapter in self._radio.adapters.values():
            adapter.rssi[str(self.device.random_address)] = self.rssi
            adapter.scan_responses[str(self.device.random_address)] = self.scan_response
        self.device.advertising_data = self.data
        await self.device.start_advertising(
            auto_restart=True,
            advertising_interval_min=ADVERTISING_MS,
            advertising_interval_max=ADVERTISING_MS,
        )

    def _on_connection(self, connection):
        self.connections += 1
        self.connected.set()
        log.info("%s: connected by %s", self.name, connection.peer_address)
        connection.on("disconnection", lambda reason: (self.connected.clear(), log.info("%s: gone, %s", self.name, reason)))
        connection.on("pairing", lambda *_: log.info("%s: paired", self.name))
        connection.on("pairing_failure", lambda reason: log.info("%s: pairing failed, %s", self.name, reason))

    # -- From a test

    def advertise(self, data=None):
        """Starts advertising, or continues with other data."""

        async def change():
            if data is not None:
                self.data = data
            await self.device.stop_advertising()
            await self._advertise()

        self._radio.call(change())

    def hide(self):
        """Stops advertising; connections stay."""
        self._radio.call(self.device.stop_advertising())

    def lose(self):
        """Ends connections as if the device were out of range. It continues to advertise, unless hidden."""
        self._radio.lose(self.address)

    def leave(self):
        """Goes out of range."""
        self.hide()
        self.lose()

    def notify(self, characteristic, value):
        """Sends a value to every connection that has subscribed."""
        self._radio.call(self.device.notify_subscribers(characteristic, value))

    def wait_connected(self, timeout=60):
        if not self.connected.wait(timeout):
            raise TimeoutError(f"no client connected to {self.name} within {timeout} s")


class Strap(Peer):
    """Heart Rate Service 1.0: rate, contact and RR intervals, position on the body, battery."""

    def __init__(self, radio, address, name, battery=87, **how):
        self.measurement = characteristic("2A37", NOTIFY, bytes([0, 0]))
        services = {
            "180D": [self.measurement, characteristic("2A38", READ, bytes([1]))],
            "180F": [characteristic("2A19", READ | NOTIFY, bytes([battery]))],
        }
        data = advertisement(
            (AdvertisingData.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS, bytes.fromhex("0d18")),
            (AdvertisingData.COMPLETE_LOCAL_NAME, name.encode()),
        )
        super().__init__(radio, address, name, services, data, **how)
        self._bpm = None

    def beat(self, bpm, rr_ms=(), contact=None):
        """Sends one measurement."""
        self.notify(self.measurement, heart_rate_measurement(bpm, rr_ms, contact))

    def beat_on(self, bpm, every=1.0):
        """Sends measurements with an RR interval from now on; call it again to change the rate; None: stop."""
        began, self._bpm = self._bpm is not None, bpm

        async def go():
            while self._bpm is not None:
                value = heart_rate_measurement(self._bpm, [60000 / self._bpm])
                await self.device.notify_subscribers(self.measurement, value)
                await asyncio.sleep(every)

        if bpm is not None and not began:
            self._radio.begin(go())


def heart_rate_measurement(bpm, rr_ms=(), contact=None):
    """Heart Rate Service 1.0, 3.1: flags, the rate in one or two bytes, RR intervals in 1/1024 s."""
    flags = (bpm > 255) | (0 if contact is None else 4 | 2 * contact) | (16 if rr_ms else 0)
    rate = bpm.to_bytes(2 if bpm > 255 else 1, "little")
    return bytes([flags]) + rate + b"".join(round(ms * 1.024).to_bytes(2, "little") for ms in rr_ms)


class Aranet4(Peer):
    """An Aranet4 that gives readings and history only to paired boxes. Its advertisement was captured with integrations
    off, so it contains no values."""

    ADVERTISEMENT = bytes.fromhex("0201060bff02070100020100000000")
    CURRENT = bytes.fromhex("e803c801e7271e63012c010a00")  # 1000 ppm, 22.8 °C, 1021.5 hPa, 30 %, battery 99 %.
    FRAME = 100  # Samples in a frame of version 2.

    def __init__(self, radio, address, passkey, version=2, total=450, interval=300, age=40, hole=250, **how):
        self.total, self.interval, self.age, self.hole = total, interval, age, hole
        self._asked = (0, 1)

        def number(uuid, value):
            return characteristic(self.uuid(uuid), READ, struct.pack("<H", value), protected=True)

        own = [
            characteristic(self.uuid(0x1402), WRITE, CharacteristicValue(write=self._write), protected=True),
            characteristic(self.uuid(0x3001), READ, self.CURRENT, protected=True),
            number(0x2001, total),
            number(0x2002, interval),
            number(0x2004, age),
        ]
        if version == 2:
            own.append(characteristic(self.uuid(0x2005), READ, CharacteristicValue(read=self._read), protected=True))
        else:
            self._record = characteristic(self.uuid(0x2003), NOTIFY)
            own.append(self._record)
        super().__init__(radio, address, "Aranet4", {"FCE0": own}, self.ADVERTISEMENT, passkey=passkey, **how)

    @staticmethod
    def uuid(number):
        return f"f0cd{number:04x}-95da-4f4b-9ac8-aa55d312af0c"

    def _samples(self, parameter, first, count):
        def sample(n):
            if parameter == 1:
                return struct.pack("<H", 450 + n % 10)  # 22.5 °C and more.
            if parameter == 2:
                return bytes([30 + n % 10])
            if parameter == 3:
                return struct.pack("<H", 10132)
            return struct.pack("<H", 0x8001 if n == self.hole else 400 + n)

        return b"".join(map(sample, range(first, first + count)))

    def _write(self, _, message):
        message = bytes(message)
        if message[0] == 0x61:
            self._asked = (message[1], int.from_bytes(message[2:4], "little"))
        elif message[0] == 0x82:
            first, last = struct.unpack("<HH", message[4:8])
            self._radio.begin(self._tell(message[1], first, last))

    async def _tell(self, parameter, first, last):
        while first <= last:
            count = min(8, last - first + 1)
            frame = struct.pack("<BHB", parameter, first, count) + self._samples(parameter, first, count)
            await self.device.notify_subscribers(self._record, frame)
            first += count

    def _read(self, _):
        parameter, first = self._asked
        count = max(0, min(self.FRAME, self.total - first + 1))
        self._asked = (parameter, first + count)
        frame = struct.pack("<BHHHHB", parameter, self.interval, self.total, self.age, first, count)
        return frame + self._samples(parameter, first, count)


class _Device(Device):
    async def get_long_term_key(self, connection_handle, rand, ediv):
        """After a pairing of Bluetooth 4.0, Bumble as a peripheral looks up the key that the other side distributed; the
        central encrypts with the peripheral's own."""
        key = self.smp_manager.get_long_term_key(self.lookup_connection(connection_handle), rand, ediv)
        if key is None and (connection := self.lookup_connection(connection_handle)):
            keys = await self.keystore.get(str(connection.peer_address))
            if keys and (stored := keys.ltk or keys.ltk_central):
                key = stored.value
        return key


class _Display(PairingDelegate):
    """A device that can show a number and has no keyboard."""

    def __init__(self, peer):
        shows = PairingDelegate.DISPLAY_OUTPUT_ONLY if peer.passkey is not None else PairingDelegate.NO_OUTPUT_NO_INPUT
        super().__init__(io_capability=shows)
        self._peer = peer

    async def generate_passkey(self):
        return self._peer.passkey

    async def display_number(self, number, digits=6):
        log.info("%s: shows %0*d", self._peer.name, digits, number)
