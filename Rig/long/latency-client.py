"""The same as latency.c in Python with asyncio: latency-client.py CHIP LINE. For `make latency` only."""

import asyncio
import ctypes
import fcntl
import socket
import struct
import sys
import time

GET_LINE, SET_VALUES = 0xC250B407, 0xC010B40F  # linux/gpio.h: GPIO_V2_GET_LINE_IOCTL, GPIO_V2_LINE_SET_VALUES_IOCTL
OUTPUT = 1 << 3
BATTERY, LOW_PERCENT = 17, 10


def open_line(path, line):
    # struct gpio_v2_line_request: 64 offsets, the consumer, its configuration, their number, room, the descriptor.
    config = struct.pack("<QI5I", OUTPUT, 0, *[0] * 5) + bytes(240)
    request = bytearray(struct.pack("<64I32s", line, *[0] * 63, b"latency") + config + struct.pack("<II5Ii", 1, 0, *[0] * 5, 0))
    with open(path, "rb+", buffering=0) as chip:
        fcntl.ioctl(chip, GET_LINE, request)
    return struct.unpack_from("<i", request, len(request) - 4)[0]


def open_management():
    management = socket.socket(socket.AF_BLUETOOTH, socket.SOCK_RAW | socket.SOCK_NONBLOCK, socket.BTPROTO_HCI)
    address = struct.pack("<HHH", socket.AF_BLUETOOTH, 0xFFFF, 3)
    if ctypes.CDLL(None, use_errno=True).bind(management.fileno(), address, len(address)) != 0:
        raise OSError(ctypes.get_errno(), "management")
    monitor = bytes([1, 0xFF, 0, 2, 0x02, 0x07]).ljust(35, b"\0")
    for code, parameters in ((0x0D, b"\1"), (0x05, b"\1"), (0x52, monitor), (0x23, b"\6")):
        management.send(struct.pack("<HHH", code, 0, len(parameters)) + parameters)
        time.sleep(0.3)
    return management


def aranet(data):
    at = 0
    while at + 1 < len(data) and data[at]:
        if data[at] > 24 and data[at + 1 : at + 4] == b"\xff\x02\x07":
            return data[at + 2 :]
        at += data[at] + 1
    return None


def main():
    line = open_line(sys.argv[1], int(sys.argv[2]))
    management = open_management()
    shown = None

    def take():
        nonlocal shown
        message = management.recv(1024)
        if message[:2] == b"\x13\0" and message[7] == 0:
            management.send(struct.pack("<HHHB", 0x23, 0, 1, 6))
        if message[:2] != b"\x12\0" or (data := aranet(message[20:])) is None:
            return
        low = data[BATTERY] <= LOW_PERCENT
        if low != shown:
            fcntl.ioctl(line, SET_VALUES, struct.pack("<QQ", low, 1))
        shown = low

    loop = asyncio.new_event_loop()
    loop.add_reader(management, take)
    loop.run_forever()


main()
