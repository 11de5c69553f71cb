"""The emulated Bluetooth devices around the box. Every method may be called from a test's own thread."""

import asyncio
import itertools
import logging
import threading

from bumble import hci

from .controller import Adapter, Air
from .peers import Aranet4, Peer, Strap

ADDRESS = "B8:27:EB:12:34:{:02X}"  # The addresses of the guest's adapters.
CALL_S = 30
APPEARS = "for try in $(seq 100); do ! ls /sys/class/bluetooth | grep -q . || exit 0; sleep 0.1; done; exit 1"


class Radio:
    def __init__(self, folder, machine, run):
        self._folder = folder
        self._machine = machine
        self._run = run
        self._tasks = set()
        self.adapters = {}
        self._plugs = 0
        self.peers = []
        handler = logging.FileHandler(folder / "peers.log", mode="a")
        handler.setFormatter(logging.Formatter("%(asctime)s %(name)s %(message)s"))
        self._handler = handler
        for name in ("rig", "bumble"):
            logging.getLogger(name).addHandler(handler)
            logging.getLogger(name).propagate = False
        logging.getLogger("rig").setLevel(logging.INFO)
        logging.getLogger("bumble").setLevel(logging.WARNING)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.air = self.call(self._make_air())

    @staticmethod
    async def _make_air():
        return Air()

    def call(self, coroutine, timeout=CALL_S):
        """Runs a coroutine in the devices' event loop and returns its result."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(timeout)

    def soon(self, function, *arguments):
        self._loop.call_soon_threadsafe(function, *arguments)

    def begin(self, coroutine):
        """Runs a coroutine in the background, until the test ends."""

        async def keep():
            task = asyncio.current_task()
            self._tasks.add(task)
            try:
                await coroutine
            except asyncio.CancelledError:
                pass
            except Exception:
                logging.getLogger("rig.radio").exception("a device failed")
            finally:
                self._tasks.discard(task)

        return asyncio.run_coroutine_threadsafe(keep(), self._loop)

    # -- The box's adapters

    def attach(self, number=0, legacy=False):
        """Plugs an adapter into the box: the guest gets a new hciN. With `legacy`, it supports only Bluetooth 4."""
        if number not in self.adapters:
            self._make_adapter(number, Adapter.connect, self._machine.adapter_socket(number), legacy)
        self._run(f"systemd-run -q --unit=adapter{number} /usr/lib/rig/attach /dev/hvc{number}; {APPEARS}")
        return self.adapters[number]

    def detach(self, number=0):
        """Unplugs it."""
        self._run(f"systemctl stop adapter{number}")

    def plug(self, number=0):
        """Plugs in an adapter on USB, which the guest's btusb drives."""
        self._plugs += 1
        path, name = self._machine.sockets / f"usb{self._plugs}", f"usb{self._plugs}"
        address = {"type": "unix", "data": {"path": str(path)}}
        backend = {"type": "socket", "data": {"addr": address, "server": True, "wait": False}}
        self._machine.monitor.order("chardev-add", id=name, backend=backend)
        if number in self.adapters:
            self.call(self.adapters[number].plug(path))
        else:
            self._make_adapter(number, Adapter.plug, path)
        self._machine.monitor.order("device_add", driver="usb-redir", id=f"adapter{number}", chardev=name)
        self._run(APPEARS)
        return self.adapters[number]

    def unplug(self, number=0):
        """Pulls it out; it loses its power and its connections."""
        self._machine.monitor.order("device_del", id=f"adapter{number}")
        self.call(self.adapters[number].unplug())

    def _make_adapter(self, number, join, path, legacy=False):
        trace = open(self._folder / f"peers-{number}.btsnoop", "wb", buffering=0)

        async def make():
            adapter = Adapter(self.air, ADDRESS.format(number), trace, legacy=legacy)
            await join(adapter, path)
            return adapter

        self.adapters[number] = self.call(make())

    @property
    def adapter(self):
        return self.adapters[0]

    def hang(self, number=0):
        """The adapter stops answering and reporting and drops its connections, until `recover`."""
        self.soon(self.adapters[number].hang)

    def recover(self, number=0):
        self.soon(self.adapters[number].recover)

    # -- Devices

    def peer(self, address, name="", **how):
        """A device that the box can connect to; see `Peer`."""
        return self._add(Peer(self, address, name, **how))

    def strap(self, address="F1:00:00:00:00:01", name="HR-Sim", **how):
        """A heart-rate strap."""
        return self._add(Strap(self, address, name, **how))

    def aranet4(self, address="F2:00:00:00:00:02", passkey=123456, **how):
        """An Aranet4 that must be paired; `version` of its history, `secure` for Secure Connections."""
        return self._add(Aranet4(self, address, passkey, **how))

    def _add(self, peer):
        self.peers.append(peer)
        self.call(peer.begin())
        return peer

    def say(self, address, data, rssi=-60, connectable=False):
        """Sends one advertisement, without creating a device. False: no adapter was scanning at that time."""
        source = hci.Address(address, hci.Address.RANDOM_DEVICE_ADDRESS)

        def tell():
            return any([adapter.hear(source, data, rssi, connectable) for adapter in self.adapters.values()])

        async def go():
            return tell()

        # A call from `broadcast` is already in the devices' event loop, and must not wait for itself.
        return tell() if threading.current_thread() is self._thread else self.call(go())

    def broadcast(self, address, data, every=1.0, rssi=-60):
        """Repeats an advertisement. `data`: bytes, or a function that returns them. Cancel the returned task to
        stop."""
        source = hci.Address(address, hci.Address.RANDOM_DEVICE_ADDRESS)

        async def go():
            while True:
                content = data() if callable(data) else data
                for adapter in self.adapters.values():
                    adapter.hear(source, content, rssi)
                await asyncio.sleep(every)

        return self.begin(go())

    def crowd(self, addresses=200, per_second=500, rssi=-80):
        """Strangers that advertise at this total rate, with different data each time. Cancel the returned task to stop."""
        sources = [hci.Address(f"E{n >> 8:X}:00:00:00:00:{n & 255:02X}", 1) for n in range(addresses)]

        async def go():
            loop, began = asyncio.get_running_loop(), asyncio.get_running_loop().time()
            for number in itertools.count():
                content = bytes.fromhex("02011a0bff4c001006") + number.to_bytes(6, "big")
                for adapter in self.adapters.values():
                    adapter.hear(sources[number % addresses], content, rssi)
                if (ahead := began + (number + 1) / per_second - loop.time()) > 0.005:
                    await asyncio.sleep(ahead)

        return self.begin(go())

    def lose(self, address):
        """The device with this address is out of range: both ends of its connections get a time-out."""

        async def cut():
            for controller in list(self.air.controllers):
                for connection in list(controller.le_connections.values()):
                    if address in (str(connection.peer_address)[:17], str(connection.self_address)[:17]):
                        controller.on_le_disconnected(connection, hci.HCI_ErrorCode.CONNECTION_TIMEOUT_ERROR)

        self.call(cut())

    def close(self):
        async def end():
            for task in list(self._tasks):
                task.cancel()
            for adapter in self.adapters.values():
                adapter.close()
            await asyncio.sleep(0)

        self.call(end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=10)
        for name in ("rig", "bumble"):
            logging.getLogger(name).removeHandler(self._handler)
        self._handler.close()
