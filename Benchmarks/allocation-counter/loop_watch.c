// Counts the turns of the critical loop of a running appliance and the heap blocks that its thread has allocated. The
// loop sleeps in epoll_wait once a turn, and nothing else in its thread sleeps there. A static program's own epoll_wait,
// socket, bind and connect replace those of the C library, as its malloc does.
#define _GNU_SOURCE
#include "allocation_counter.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

struct tally {
  unsigned long turns;
  unsigned long blocks;
};

static volatile struct tally *tally;
static const char *kernel;

void loop_watch_begin(const char *path, const char *kernel_path) {
  // The management of adapters needs a privilege, which an ordinary user has in a separate namespace.
  if (geteuid() != 0) unshare(CLONE_NEWUSER);
  kernel = kernel_path;
  int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0 || ftruncate(file, sizeof *tally) != 0) return;
  void *memory = mmap(NULL, sizeof *tally, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory != MAP_FAILED) tally = memory;
}

int epoll_wait(int set, struct epoll_event *events, int most, int timeout) {
  if (tally && timeout != 0 && gettid() == getpid()) {
    tally->turns++;
    tally->blocks = allocation_count();
  }
  return (int)syscall(SYS_epoll_pwait, set, events, most, timeout, NULL, 8);
}

static int connect_kernel(int number, const char *suffix) {
  struct sockaddr_un there = {.sun_family = AF_UNIX};
  snprintf(there.sun_path, sizeof there.sun_path, "%s%s", kernel, suffix);
  return (int)syscall(SYS_connect, number, &there, sizeof there);
}

int socket(int family, int type, int protocol) {
  if (!kernel || family != AF_BLUETOOTH) return (int)syscall(SYS_socket, family, type, protocol);
  return (int)syscall(SYS_socket, AF_UNIX, SOCK_SEQPACKET | (type & (SOCK_NONBLOCK | SOCK_CLOEXEC)), 0);
}

// bind opens the management, with the short address of an adapter and a channel.
int bind(int number, const struct sockaddr *address, socklen_t size) {
  if (!kernel || address->sa_family != AF_BLUETOOTH) return (int)syscall(SYS_bind, number, address, size);
  return size == 6 ? connect_kernel(number, "") : 0;
}

int connect(int number, const struct sockaddr *address, socklen_t size) {
  if (!kernel || address->sa_family != AF_BLUETOOTH) return (int)syscall(SYS_connect, number, address, size);
  return connect_kernel(number, ".att");
}
