// The kernel's Bluetooth sockets, without a library: the addresses are the kernel's own binary interface, which no
// header of the C library declares. All descriptors are non-blocking and closed on exec. Imported by `Bluetooth` only.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// A socket of the management channel, bound and ready; or -1 with errno (EAFNOSUPPORT: this kernel has no Bluetooth).
int cbluetooth_open_management(void);

/// A socket of the monitor, which sees all traffic of all adapters; or -1 with errno (EPERM: CAP_NET_RAW is missing).
int cbluetooth_open_monitor(void);

/// Starts a connection to a device's attribute protocol channel; or -1 with errno. It goes on by itself: the socket
/// becomes writable when it has been made or has failed. Addresses are six bytes, lowest first; the type is 1 for a
/// public and 2 for a random address; a level above 0 asks for that security (BT_SECURITY).
int cbluetooth_start_connection(const uint8_t adapter[6], const uint8_t device[6], uint8_t type, uint8_t security);

/// 0 once a started connection stands, else the errno of its failure.
int cbluetooth_connection_error(int socket);

/// One message, as read(2) and write(2) do. EINTR is tried again.
ssize_t cbluetooth_receive(int socket, void *buffer, size_t size);
ssize_t cbluetooth_send(int socket, const void *message, size_t size);

/// As cbluetooth_receive, and when the kernel took it, in microseconds since 1970; 0 where it does not say.
ssize_t cbluetooth_receive_dated(int socket, void *buffer, size_t size, int64_t *microseconds);

/// Closes a descriptor.
void cbluetooth_close(int socket);

/// 1 where this process may administer the network (CAP_NET_ADMIN in its effective set), else 0.
int cbluetooth_may_administer(void);
