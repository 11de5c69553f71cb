"""A network cable of the box: to another box, or to the servers that a test has on the host."""

HOST = "10.0.2.2"  # The test's machine, in QEMU's user network.


class Cable:
    """A network card in the slot of this name (machine.SLOTS), and what it is plugged into."""

    def __init__(self, box, slot, address, backend):
        self._box = box
        self.slot = slot
        self.address = address
        number = address.rpartition(".")[2]
        # Both boxes begin with the same saved state, so their cards need addresses of their own.
        hardware = f"52:54:00:00:{sum(slot.encode()) & 255:02x}:{int(number):02x}"
        box.monitor.order("netdev_add", id=f"{slot}-cable", **backend)
        box.monitor.order(
            "device_add", driver="virtio-net-pci", id=f"{slot}-card", bus=slot, netdev=f"{slot}-cable", mac=hardware, romfile=""
        )
        # udev gives the card a name of its own first.
        box.wait(f"grep -qx {hardware} /sys/class/net/*/address && udevadm settle")
        box.run(
            f"card=$(basename $(dirname $(grep -lx {hardware} /sys/class/net/*/address))); ip link set $card name {slot} &&"
            f" ip address add {address}/24 dev {slot} && ip link set {slot} up"
        )

    def cut(self):
        """The card sees that its cable is out."""
        self._box.monitor.order("set_link", name=f"{self.slot}-card", up=False)

    def mend(self):
        self._box.monitor.order("set_link", name=f"{self.slot}-card", up=True)


def between(one, other, network="10.76.87"):
    """A cable between two boxes; its two ends."""
    paths = [str(box.machine.sockets / "cable") for box in (one, other)]

    def end(box, index):
        own, far = ({"type": "unix", "path": path} for path in (paths[index], paths[1 - index]))
        return Cable(box, "lan", f"{network}.{index + 1}", {"type": "dgram", "local": own, "remote": far})

    return end(one, 0), end(other, 1)


def to_the_host(box):
    """A cable to the test's machine, which the box reaches as HOST."""
    return Cable(box, "wan", "10.0.2.15", {"type": "user"})
