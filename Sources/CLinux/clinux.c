#define _GNU_SOURCE
#include "clinux.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <arpa/inet.h>
#include <net/if.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

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

static struct sockaddr_in udp_address(unsigned host, unsigned port) {
  struct sockaddr_in address = {.sin_family = AF_INET};
  address.sin_port = htons((uint16_t)port);
  address.sin_addr.s_addr = htonl(host);
  return address;
}

int clinux_udp_open(unsigned port) {
  int number = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (number < 0) return -1;
  struct sockaddr_in address = udp_address(INADDR_ANY, port);
  if (bind(number, (struct sockaddr *)&address, sizeof address) == 0) return number;
  int reason = errno;
  close(number);
  errno = reason;
  return -1;
}

int clinux_udp_send(int socket, const void *bytes, unsigned length, unsigned host, unsigned port) {
  struct sockaddr_in address = udp_address(host, port);
  return sendto(socket, bytes, length, MSG_NOSIGNAL, (struct sockaddr *)&address, sizeof address) == (ssize_t)length ? 0 : -1;
}

int clinux_udp_send_to_all(int socket, const void *bytes, unsigned length, unsigned group, unsigned port) {
  struct ifreq requests[32];
  struct ifconf list = {.ifc_len = sizeof requests, .ifc_req = requests};
  if (ioctl(socket, SIOCGIFCONF, &list) != 0) return 0;
  int sent = 0;
  for (int index = 0; index < list.ifc_len / (int)sizeof requests[0]; index++) {
    struct ifreq flags = requests[index];
    int wanted = IFF_UP | IFF_RUNNING | IFF_MULTICAST;
    if (ioctl(socket, SIOCGIFFLAGS, &flags) != 0 || (flags.ifr_flags & wanted) != wanted || flags.ifr_flags & IFF_LOOPBACK)
      continue;
    struct sockaddr_in own;
    memcpy(&own, &requests[index].ifr_addr, sizeof own);
    struct ip_mreq membership = {.imr_interface = own.sin_addr};
    membership.imr_multiaddr.s_addr = htonl(group);
    // It fails if it is a member already. An interface that went and came back needs it again.
    setsockopt(socket, IPPROTO_IP, IP_ADD_MEMBERSHIP, &membership, sizeof membership);
    if (setsockopt(socket, IPPROTO_IP, IP_MULTICAST_IF, &own.sin_addr, sizeof own.sin_addr) != 0) continue;
    if (clinux_udp_send(socket, bytes, length, group, port) == 0) sent++;
  }
  return sent;
}

int clinux_udp_receive(int socket, void *bytes, unsigned length, unsigned *host, unsigned *port) {
  struct sockaddr_in address = {0};
  socklen_t size = sizeof address;
  ssize_t count = recvfrom(socket, bytes, length, 0, (struct sockaddr *)&address, &size);
  *host = ntohl(address.sin_addr.s_addr);
  *port = ntohs(address.sin_port);
  return (int)count;
}

int clinux_spawn(const char *path, char *const *arguments, int input, int output, int error, int *child) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int failure = posix_spawn_file_actions_init(&actions);
  if (failure != 0) return failure;
  failure = posix_spawnattr_init(&attributes);
  if (failure == 0) {
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    if ((failure = posix_spawnattr_setsigmask(&attributes, &none)) == 0 &&
        (failure = posix_spawnattr_setsigdefault(&attributes, &all)) == 0 &&
        (failure = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)) == 0 &&
        (failure = posix_spawn_file_actions_adddup2(&actions, input, 0)) == 0 &&
        (failure = posix_spawn_file_actions_adddup2(&actions, output, 1)) == 0 &&
        (failure = posix_spawn_file_actions_adddup2(&actions, error, 2)) == 0 &&
        (failure = posix_spawn_file_actions_addclosefrom_np(&actions, 3)) == 0)
      failure = posix_spawn(child, path, &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

int clinux_wait(int child) {
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void clinux_end(int child) {
  kill(child, SIGTERM);
  for (int turn = 0; turn < 100; turn++) {
    if (waitpid(child, NULL, WNOHANG) != 0) return;
    usleep(50000);
  }
  kill(child, SIGKILL);
  clinux_wait(child);
}

int clinux_pipe(int *ends) { return pipe2(ends, O_CLOEXEC); }
