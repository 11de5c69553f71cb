// The kernel's Bluetooth sockets, without a library: the addresses are part of the kernel's binary interface, which no
// header of the C library declares. All descriptors are non-blocking and closed on exec. Imported by `Bluetooth` only.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// Opens and binds a socket of the management channel. Returns -1 with errno on failure (EAFNOSUPPORT: this kernel has
/// no Bluetooth).
int cbluetooth_open_management(void);

/// Opens a socket of the monitor, which receives all traffic of all adapters. Returns -1 with errno on failure (EPERM:
/// CAP_NET_RAW is missing).
int cbluetooth_open_monitor(void);

/// Starts a connection to the attribute protocol channel of a device, without waiting. Returns the socket, or -1 with
/// errno. The socket becomes writable when the connection is established or has failed. Addresses are six bytes, lowest
/// first; the type is 1 for a public and 2 for a random address; a security above 0 is a level of BT_SECURITY.
int cbluetooth_start_connection(const uint8_t adapter[6], const uint8_t device[6], uint8_t type, uint8_t security);

/// Returns 0 if a started connection is established, else the errno of its failure.
int cbluetooth_connection_error(int socket);

/// Receives or sends one message, like read(2) and write(2). The call is repeated after EINTR.
ssize_t cbluetooth_receive(int socket, void *buffer, size_t size);
ssize_t cbluetooth_send(int socket, const void *message, size_t size);

/// Like cbluetooth_receive, with the time at which the kernel took the message, in microseconds since 1970; 0 if it is
/// unknown.
ssize_t cbluetooth_receive_dated(int socket, void *buffer, size_t size, int64_t *microseconds);

void cbluetooth_close(int socket);

/// Returns 1 if this process may administer the network (CAP_NET_ADMIN in its effective set), else 0.
int cbluetooth_may_administer(void);
