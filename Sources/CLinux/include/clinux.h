// The Linux calls that Swift's Glibc module leaves out. Imported by `Appliance` only.
#pragma once
#include <nss.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/un.h>

/// Keeps name look-ups of a static binary away from the plug-ins of the system it runs on: glibc 2.36 loads them into
/// a static process and crashes. `.local` names do not resolve afterwards. Returns the number of databases refused.
int clinux_use_builtin_name_lookups(void);

/// The credentials of a Unix socket's peer; 0, or -1 with errno. (`struct ucred` hides behind _GNU_SOURCE.)
int clinux_peer(int socket, int *pid, unsigned *uid, unsigned *gid);

/// Whether the peer of a Unix socket belongs to a group beside its own; 0 where it does not or cannot be told.
int clinux_peer_is_in_group(int socket, unsigned gid);

/// The next connection of a listening socket, non-blocking and closed on exec; or -1 with errno.
int clinux_accept(int socket);

/// Whether a user with some groups may do with a file what access(2) calls `mode`: 0, or an errno. For root, who alone can
/// become somebody else: a child of this process does, and asks.
int clinux_access_as(const char *path, int mode, unsigned uid, unsigned gid, const unsigned *groups, unsigned count);

/// Whether the kernel's clock is kept in step with others (STA_UNSYNC of adjtimex is clear): 1 or 0, or -1 where the
/// kernel may not be asked, as under ProtectClock= of systemd.
int clinux_clock_is_synchronised(void);

/// How many seconds atomic time is ahead of the date, as far as the kernel was told: 0 where nobody did.
int clinux_atomic_time_offset(void);

/// Milliseconds since the boot, with the time of a suspended machine.
long long clinux_milliseconds_since_boot(void);
