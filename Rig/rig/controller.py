"""An emulated Bluetooth controller that the guest's kernel accepts: Bumble's, with its faults corrected.

It was tested with Bumble 0.0.236 and Linux 6.12. The docstring of each method says what was wrong.
"""

import asyncio
import logging

from bumble import hci
from bumble.controller import Controller
from bumble.core import PhysicalTransport
from bumble.link import LocalLink
from bumble.snoop import BtSnooper, Snooper
from bumble.transport.common import StreamPacketSink, StreamPacketSource

from .usb import USBPlug

log = logging.getLogger("rig.controller")
ENHANCED_CONNECTION_COMPLETE = 1 << 9  # A bit of the LE event mask, Core specification, Vol 4, Part E, 7.8.1.
DEFAULT_RSSI = -60
NO_TX_POWER = 0x7F
NO_SET = 0xFF


class Air(LocalLink):
    """The link between the controllers."""

    def send_acl_data(self, sender_controller, destination_address, transport, data):
        """Bumble marks messages of a central with its random address; Linux connects with its public one, so the
        peripheral does not know the connection. This uses the address with which the connection was made."""
        if transport != PhysicalTransport.LE:
            return
        receiver = self.find_le_controller(destination_address)
        connection = sender_controller.le_connections.get(destination_address)
        if receiver and connection:
            asyncio.get_running_loop().call_soon(receiver.on_link_acl_data, connection.self_address, transport, data)


class Adapter(Controller):
    """The controller that the guest drives over a serial line."""

    def __init__(self, air, address, trace, legacy=False):
        super().__init__("adapter", link=air, public_address=address)
        self._trace = BtSnooper(trace)
        self._heard = set()
        self._transport = None
        self.rssi = {}  # By address, if it is not the default.
        self.scan_responses = {}  # By address.
        self.is_hung = False
        self._unheard = []  # The connections that were lost while it hung.
        # A controller that filters duplicates reports the same data of a device once per scan, as most do.
        self.may_filter = True
        if legacy:
            extended = hci.LeFeatureMask.LE_EXTENDED_ADVERTISING | hci.LeFeatureMask.LE_PERIODIC_ADVERTISING
            self.le_features &= ~(extended | hci.LeFeatureMask.LE_2M_PHY | hci.LeFeatureMask.LE_CODED_PHY)

    async def connect(self, path):
        """Connects to the other end of the guest's serial line."""
        loop = asyncio.get_running_loop()
        self._transport, source = await loop.create_unix_connection(StreamPacketSource, str(path))
        source.set_packet_sink(self)
        self.host = StreamPacketSink(self._transport)

    async def plug(self, path):
        """Connects as a USB device."""
        self._transport = self.host = USBPlug(self)
        await self.host.connect(path)

    async def unplug(self):
        self.close()
        self.on_hci_reset_command(None)

    def close(self):
        if self._transport:
            self._transport.close()
            self._transport = self.host = None

    # -- To and from the guest

    def hang(self):
        """Stops answering and reporting, and drops all connections: the other ends detect it by a time-out."""
        self.is_hung = True
        self.pending_le_connection = None
        self._unheard += list(self.le_connections.values())
        self._drop_connections()

    def recover(self):
        """Continues, and reports the ends of the connections, unless a reset has ended them."""
        self.is_hung = False
        for connection in self._unheard:
            self._tell_of_loss(connection)
        self._unheard = []

    def on_packet(self, packet):
        if self.is_hung:
            return
        self._trace.snoop(packet, Snooper.Direction.HOST_TO_CONTROLLER)
        super().on_packet(packet)

    def send_hci_packet(self, packet):
        """Linux waits for LE Enhanced Connection Complete if the controller has extended advertising; Bumble sends
        the plain event, which blocks the kernel's command queue for 20 s."""
        if isinstance(packet, hci.HCI_LE_Connection_Complete_Event):
            if self.le_event_mask & ENHANCED_CONNECTION_COMPLETE:
                packet = _enhanced(packet)
        if self.is_hung or not self.host:
            return
        content = bytes(packet)
        self._trace.snoop(content, Snooper.Direction.CONTROLLER_TO_HOST)
        asyncio.get_running_loop().call_soon(self.host.on_packet, content)

    def on_hci_reset_command(self, command):
        """A reset also ends scans, attempts to connect and connections. The other ends detect that by a time-out."""
        self.le_scan_enable = False
        self.pending_le_connection = None
        self._unheard = []
        self._drop_connections()
        return super().on_hci_reset_command(command)

    def on_hci_disconnect_command(self, command):
        """For an unknown connection, Bumble reports that it is being ended, and nothing more."""
        if self.find_le_connection_by_handle(command.connection_handle):
            return super().on_hci_disconnect_command(command)
        self._send_hci_command_status(hci.HCI_ErrorCode.UNKNOWN_CONNECTION_IDENTIFIER_ERROR, command.op_code)

    def _drop_connections(self):
        for connection in list(self.le_connections.values()):
            peer = self.link.find_le_controller(connection.peer_address)
            if peer and (other := peer.le_connections.get(connection.self_address)):
                peer.on_le_disconnected(other, hci.HCI_ErrorCode.CONNECTION_TIMEOUT_ERROR)
        self.le_connections.clear()

    def _tell_of_loss(self, connection):
        self.send_hci_packet(
            hci.HCI_Disconnection_Complete_Event(
                status=hci.HCI_ErrorCode.SUCCESS,
                connection_handle=connection.handle,
                reason=hci.HCI_ErrorCode.CONNECTION_TIMEOUT_ERROR,
            )
        )

    def on_hci_le_create_connection_cancel_command(self, _command):
        """A cancelled attempt ends with an event; Bumble continues it."""
        pending, self.pending_le_connection = self.pending_le_connection, None
        if pending is None:
            return hci.HCI_StatusReturnParameters(hci.HCI_ErrorCode.COMMAND_DISALLOWED_ERROR)
        cancelled = hci.HCI_LE_Connection_Complete_Event(
            status=hci.HCI_ErrorCode.UNKNOWN_CONNECTION_IDENTIFIER_ERROR,
            connection_handle=0,
            role=0,
            peer_address_type=pending.peer_address.address_type,
            peer_address=pending.peer_address,
            connection_interval=0,
            peripheral_latency=0,
            supervision_timeout=0,
            central_clock_accuracy=0,
        )
        # After the answer to the command.
        asyncio.get_running_loop().call_soon(self.send_hci_packet, cancelled)
        return hci.HCI_StatusReturnParameters(hci.HCI_ErrorCode.SUCCESS)

    def on_hci_le_set_scan_enable_command(self, command):
        self._heard.clear()
        return super().on_hci_le_set_scan_enable_command(command)

    def on_hci_le_set_extended_scan_enable_command(self, command):
        self._heard.clear()
        return super().on_hci_le_set_extended_scan_enable_command(command)

    # -- From the air

    def on_advertising_pdu(self, pdu):
        """Bumble also reports every advertisement as its own scan response, and all of them with one RSSI."""
        if self.is_hung:
            return
        address = pdu.advertiser_address
        self.hear(address, pdu.data, self.rssi.get(str(address), DEFAULT_RSSI), connectable=True)
        if response := self.scan_responses.get(str(address)):
            self.hear(address, response, self.rssi.get(str(address), DEFAULT_RSSI), connectable=True, response=True)
        pending = self.pending_le_connection
        if pending and pending.peer_address == address:
            self.create_le_connection(address)

    def hear(self, address, data, rssi, connectable=False, response=False):
        """Reports an advertisement if the guest scans; returns whether it did."""
        if not self.le_scan_enable:
            return False
        if self.filter_duplicates and self.may_filter:
            if (bytes(address), response, data) in self._heard:
                return False
            self._heard.add((bytes(address), response, data))
        if self.le_features & hci.LeFeatureMask.LE_EXTENDED_ADVERTISING:
            kind = hci.HCI_LE_Extended_Advertising_Report_Event.EventType
            flags = kind.LEGACY_ADVERTISING_PDU_USED
            if connectable:
                flags |= kind.CONNECTABLE_ADVERTISING | kind.SCANNABLE_ADVERTISING
            if response:
                flags |= kind.SCAN_RESPONSE
            report = hci.HCI_LE_Extended_Advertising_Report_Event.Report(
                event_type=flags,
                address_type=address.address_type,
                address=address,
                primary_phy=1,
                secondary_phy=0,
                advertising_sid=NO_SET,
                tx_power=NO_TX_POWER,
                rssi=rssi,
                periodic_advertising_interval=0,
                direct_address_type=0,
                direct_address=hci.Address.ANY,
                data=data,
            )
            self.send_hci_packet(hci.HCI_LE_Extended_Advertising_Report_Event([report]))
        else:
            kind = hci.HCI_LE_Advertising_Report_Event.EventType
            report = hci.HCI_LE_Advertising_Report_Event.Report(
                event_type=kind.SCAN_RSP if response else kind.ADV_IND if connectable else kind.ADV_NONCONN_IND,
                address_type=address.address_type,
                address=address,
                data=data,
                rssi=rssi,
            )
            self.send_hci_packet(hci.HCI_LE_Advertising_Report_Event([report]))
        return True


def _enhanced(event):
    nobody = hci.Address("00:00:00:00:00:00", hci.Address.RANDOM_DEVICE_ADDRESS)
    return hci.HCI_LE_Enhanced_Connection_Complete_Event(
        status=event.status,
        connection_handle=event.connection_handle,
        role=event.role,
        peer_address_type=event.peer_address_type,
        peer_address=event.peer_address,
        local_resolvable_private_address=nobody,
        peer_resolvable_private_address=nobody,
        connection_interval=event.connection_interval,
        peripheral_latency=event.peripheral_latency,
        supervision_timeout=event.supervision_timeout,
        central_clock_accuracy=event.central_clock_accuracy,
    )
