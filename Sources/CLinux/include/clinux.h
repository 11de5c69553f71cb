// Linux calls that Swift's Glibc module lacks. Imported by `System`, `Control`, `Radio` and `Appliance`.
#pragma once
#include <nss.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>

/// Stops name look-ups of a static binary from loading plug-ins of the system: glibc 2.36 loads them into a static
/// process and crashes. `.local` names do not resolve afterwards. Returns the number of databases that were refused.
int clinux_use_builtin_name_lookups(void);

/// Reads the credentials of a Unix socket's peer. Returns 0, or -1 with errno. (`struct ucred` needs _GNU_SOURCE.)
int clinux_peer(int socket, int *pid, unsigned *uid, unsigned *gid);

/// Whether the peer of a Unix socket has this group as a supplementary group; 0 if not, or if it is unknown.
int clinux_peer_is_in_group(int socket, unsigned gid);

/// Accepts the next connection of a listening socket, non-blocking and closed on exec. Returns -1 with errno on failure.
int clinux_accept(int socket);

/// Checks whether a user with these groups has access to a file; `mode` is that of access(2). Returns 0, or an errno.
/// Only root may call this: a child process becomes that user and asks the kernel.
int clinux_access_as(const char *path, int mode, unsigned uid, unsigned gid, const unsigned *groups, unsigned count);

/// Whether the kernel's clock is synchronised (STA_UNSYNC of adjtimex is clear): 1 or 0, or -1 if the kernel may not be
/// asked, as under ProtectClock= of systemd.
int clinux_clock_is_synchronised(void);

/// The offset of atomic time from UTC in seconds, as the kernel has it; 0 if no program has set it.
int clinux_atomic_time_offset(void);

/// Milliseconds since boot, including the time in which the machine was suspended.
long long clinux_milliseconds_since_boot(void);

/// A UDP socket of IPv4 at a port, non-blocking and closed on exec; -1 with errno on failure. An address is four bytes with
/// the first one highest.
int clinux_udp_open(unsigned port);

/// Sends a datagram to an address; -1 if it did not leave.
int clinux_udp_send(int socket, const void *bytes, unsigned length, unsigned host, unsigned port);

/// Sends a datagram to a multicast group by each interface that is up and not loopback, and joins the group there. The
/// interfaces are found by ioctl and not by getifaddrs, which needs a netlink socket: the unit has none. Returns by how many
/// it left.
int clinux_udp_send_to_all(int socket, const void *bytes, unsigned length, unsigned group, unsigned port);

/// Takes a datagram: its length, or -1 if there is none. A longer one is cut.
int clinux_udp_receive(int socket, void *bytes, unsigned length, unsigned *host, unsigned *port);

/// Starts a program with these open descriptors as its standard input, output and error, and with no other one. No signal
/// is blocked or ignored in it. `arguments` begin with its name and end with NULL. Returns 0, or an errno.
int clinux_spawn(const char *path, char *const *arguments, int input, int output, int error, int *child);

/// Waits until a child ends. Returns its exit status, 128 and the number of the signal that ended it, or -1 with errno.
int clinux_wait(int child);

/// Ends a child by SIGTERM, after five seconds by SIGKILL, and waits until it has ended.
void clinux_end(int child);

/// A pipe whose ends are closed on exec: the one for reading, the one for writing. Returns 0, or -1 with errno.
int clinux_pipe(int *ends);
