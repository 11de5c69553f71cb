#define _GNU_SOURCE
#include "clinux.h"

#include <errno.h>
#include <grp.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int clinux_use_builtin_name_lookups(void) {
  static const char *const databases[] = {"passwd",   "group",     "shadow", "services",
                                          "networks", "protocols", "ethers", "netgroup"};
  int refused = __nss_configure_lookup("hosts", "files dns") != 0;
  for (unsigned i = 0; i < sizeof databases / sizeof *databases; i++)
    refused += __nss_configure_lookup(databases[i], "files") != 0;
  return refused;
}

int clinux_peer(int socket, int *pid, unsigned *uid, unsigned *gid) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return -1;
  *pid = peer.pid;
  *uid = peer.uid;
  *gid = peer.gid;
  return 0;
}

int clinux_peer_is_in_group(int socket, unsigned gid) {
  gid_t groups[256];
  socklen_t size = sizeof groups;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, groups, &size) != 0) return 0;
  for (unsigned i = 0; i < size / sizeof *groups; i++)
    if (groups[i] == gid) return 1;
  return 0;
}

int clinux_accept(int socket) { return accept4(socket, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC); }

int clinux_access_as(const char *path, int mode, unsigned uid, unsigned gid, const unsigned *groups, unsigned count) {
  pid_t child = fork();
  if (child < 0) return errno;
  if (child == 0) {
    // System calls without the library, whose functions would signal threads that a forked child does not have.
    if (syscall(SYS_setgroups, (size_t)count, groups) != 0 || syscall(SYS_setresgid, gid, gid, gid) != 0 ||
        syscall(SYS_setresuid, uid, uid, uid) != 0 || access(path, mode) != 0)
      _exit(errno > 0 && errno < 256 ? errno : EIO);
    _exit(0);
  }
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return errno;
  return WIFEXITED(status) ? WEXITSTATUS(status) : EIO;
}

int clinux_clock_is_synchronised(void) {
  struct timex state = {.modes = 0};  // Nothing is changed, so no privilege is needed.
  if (adjtimex(&state) < 0) return -1;
  return (state.status & STA_UNSYNC) == 0;
}

int clinux_atomic_time_offset(void) {
  struct timespec atomic, date;
  if (clock_gettime(CLOCK_REALTIME, &date) != 0 || clock_gettime(CLOCK_TAI, &atomic) != 0) return 0;
  // The clocks are read one after the other, so they differ by whole seconds and the time between the calls.
  long long difference = (atomic.tv_sec - date.tv_sec) * 1000LL + (atomic.tv_nsec - date.tv_nsec) / 1000000;
  return difference >= 500 ? (int)((difference + 500) / 1000) : 0;
}

long long clinux_milliseconds_since_boot(void) {
  struct timespec time;
  if (clock_gettime(CLOCK_BOOTTIME, &time) != 0) return 0;
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}
