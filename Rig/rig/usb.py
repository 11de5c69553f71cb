"""A Bluetooth adapter as a USB device for the guest's own btusb: the device's side of QEMU's `usb-redir`.

The messages are those of the USB network redirection protocol 0.7 (spice-space, usbredir: docs/usb-redirection-protocol),
the device's interface that of Bluetooth's USB transport (Core specification, Vol 4, Part B): commands go to endpoint 0,
events come from an interrupt endpoint, data goes over two bulk endpoints.
"""

import asyncio
import struct

(HELLO, CONNECT, INTERFACES, ENDPOINTS, SET_CONFIGURATION, GET_CONFIGURATION, CONFIGURATION) = (0, 1, 4, 5, 6, 7, 8)
SET_ALTERNATIVE, GET_ALTERNATIVE, ALTERNATIVE = 9, 10, 11
START_EVENTS, STOP_EVENTS, EVENTS_STATUS, CANCEL = 15, 16, 17, 21
CONTROL, BULK, INTERRUPT = 100, 101, 103
SUCCESS, CANCELLED, STALL = 0, 1, 4
# QEMU's controller needs these capabilities: `ENDPOINTS` contains packet sizes, ids have 64 bits after the greeting, and
# the length of data has 32 bits.
CAPABILITIES = 1 << 4 | 1 << 5 | 1 << 6
BULK_HEADER = struct.Struct("<BBHIH")  # Endpoint, status, length, stream, the length's upper half.
GREETING, HEADER = struct.Struct("<III"), struct.Struct("<IIQ")  # Kind, length, number.
FULL_SPEED = 1
WIRELESS_BLUETOOTH = (0xE0, 1, 1)  # Class, subclass and protocol.
VENDOR, PRODUCT = 0x1209, 0x0001  # Reserved for tests by pid.codes.
EVENTS, DATA_OUT, DATA_IN = 0x81, 0x02, 0x82
PACKET_SIZE = {EVENTS: 16, DATA_OUT: 64, DATA_IN: 64}
KIND = {EVENTS: 3, DATA_OUT: 2, DATA_IN: 2}  # Types of endpoints: interrupt, bulk.
NO_ENDPOINT = 255

DEVICE = struct.pack("<BBHBBBBHHHBBBB", 18, 1, 0x0200, *WIRELESS_BLUETOOTH, 64, VENDOR, PRODUCT, 0x0100, 0, 0, 0, 1)
_INTERFACE = struct.pack("<9B", 9, 4, 0, 0, 3, *WIRELESS_BLUETOOTH, 0) + b"".join(
    struct.pack("<BBBBHB", 7, 5, endpoint, KIND[endpoint], size, 1) for endpoint, size in PACKET_SIZE.items()
)
CONFIGURATION_1 = struct.pack("<BBHBBBBB", 9, 2, 9 + len(_INTERFACE), 1, 1, 0, 0xC0, 50) + _INTERFACE
DESCRIPTORS = {0x0100: DEVICE, 0x0200: CONFIGURATION_1}


class USBPlug:
    """Connects a controller to QEMU as its host: its packets go to `on_packet`, with H4's type byte first."""

    def __init__(self, controller):
        self._controller = controller
        self._writer = None
        self._reset()

    def _reset(self):
        self._is_new = True
        self._takes_events = False
        self._waiting = []
        self._events = 0
        self._wanted = []  # Requests that wait for data: number and stream.
        self._data = []

    async def connect(self, path):
        reader, self._writer = await asyncio.open_unix_connection(str(path))
        self._task = asyncio.create_task(self._serve(reader))

    def close(self):
        self._task.cancel()
        self._writer.close()

    # -- From the controller

    def on_packet(self, packet):
        kind, content = packet[0], packet[1:]
        if kind == 4:
            self._waiting.append(content)
            self._tell_events()
        elif kind == 2:
            self._data.append(content)
            self._tell_data()

    def _tell_events(self):
        """QEMU requests events only when the guest does, which is after its first command."""
        size = PACKET_SIZE[EVENTS]
        while self._takes_events and self._waiting:
            event = self._waiting.pop(0)
            # A packet that is not full ends an event; if all are full, an empty one ends it.
            for start in range(0, len(event) + 1, size):
                part = event[start : start + size]
                self._send(INTERRUPT, self._events, struct.pack("<BBH", EVENTS, SUCCESS, len(part)) + part)
                self._events += 1

    def _tell_data(self):
        while self._wanted and self._data:
            number, stream = self._wanted.pop(0)
            content = self._data.pop(0)
            self._send(BULK, number, BULK_HEADER.pack(DATA_IN, SUCCESS, len(content), stream, 0) + content)

    # -- From QEMU

    async def _serve(self, reader):
        try:
            while True:
                header = GREETING if self._is_new else HEADER
                kind, length, number = header.unpack(await reader.readexactly(header.size))
                self._take(kind, number, await reader.readexactly(length))
        except (asyncio.IncompleteReadError, ConnectionError):
            pass

    def _send(self, kind, number, content):
        header = GREETING if kind == HELLO else HEADER
        self._writer.write(header.pack(kind, len(content), number) + content)

    def _take(self, kind, number, content):
        if kind == HELLO:
            self._reset()
            self._is_new = False
            self._introduce()
        elif kind == SET_CONFIGURATION or kind == GET_CONFIGURATION:
            self._send(CONFIGURATION, number, struct.pack("<BB", SUCCESS, 1))
        elif kind == SET_ALTERNATIVE or kind == GET_ALTERNATIVE:
            self._send(ALTERNATIVE, number, struct.pack("<BBB", SUCCESS, content[0], 0))
        elif kind == START_EVENTS or kind == STOP_EVENTS:
            self._takes_events = kind == START_EVENTS
            self._send(EVENTS_STATUS, number, struct.pack("<BB", SUCCESS, content[0]))
            self._tell_events()
        elif kind == CONTROL:
            self._take_control(number, *struct.unpack_from("<BBBBHHH", content), content[10:])
        elif kind == BULK:
            self._take_bulk(number, *BULK_HEADER.unpack_from(content)[:4], content[BULK_HEADER.size :])
        elif kind == CANCEL:
            for wanted in [wanted for wanted in self._wanted if wanted[0] == number]:
                self._wanted.remove(wanted)
                self._send(BULK, number, BULK_HEADER.pack(DATA_IN, CANCELLED, 0, wanted[1], 0))

    def _introduce(self):
        self._send(HELLO, 0, b"Lapwing's rig".ljust(64, b"\0") + struct.pack("<I", CAPABILITIES))
        columns = [(0, *WIRELESS_BLUETOOTH)] + [(0, 0, 0, 0)] * 31
        self._send(INTERFACES, 0, struct.pack("<I", 1) + b"".join(bytes(column) for column in zip(*columns)))
        # The index of an endpoint is its number, plus 16 for those that are read. Endpoint 0 comes first.
        places = {(endpoint & 0x80) >> 3 | endpoint & 15: endpoint for endpoint in PACKET_SIZE}
        kinds = [0 if place & 15 == 0 else KIND.get(places.get(place), NO_ENDPOINT) for place in range(32)]
        sizes = [64 if place & 15 == 0 else PACKET_SIZE.get(places.get(place), 0) for place in range(32)]
        intervals = [1 if kind == KIND[EVENTS] else 0 for kind in kinds]
        self._send(ENDPOINTS, 0, bytes(kinds) + bytes(intervals) + bytes(32) + struct.pack("<32H", *sizes))
        self._send(CONNECT, 0, struct.pack("<BBBBHH", FULL_SPEED, *WIRELESS_BLUETOOTH, VENDOR, PRODUCT))

    def _take_control(self, number, endpoint, request, kind, _, value, index, length, content):
        answer, status = b"", SUCCESS
        if kind == 0x20 and request == 0:  # A class request to the device: a command.
            self._controller.on_packet(b"\x01" + content)
        elif kind == 0x80 and request == 6:
            answer = DESCRIPTORS.get(value, b"")[:length]
            status = SUCCESS if answer else STALL
        elif kind & 0x80:
            answer = bytes(length)
        length = len(answer) if kind & 0x80 else len(content)
        header = struct.pack("<BBBBHHH", endpoint, request, kind, status, value, index, length)
        self._send(CONTROL, number, header + answer)

    def _take_bulk(self, number, endpoint, _, length, stream, content):
        if endpoint == DATA_IN:
            self._wanted.append((number, stream))
            self._tell_data()
        else:
            self._controller.on_packet(b"\x02" + content)
            self._send(BULK, number, BULK_HEADER.pack(endpoint, SUCCESS, length, stream, 0))
