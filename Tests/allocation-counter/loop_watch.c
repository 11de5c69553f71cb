// Tells how many turns the critical loop of a running appliance has made, and how many blocks its thread has taken from
// the heap. The loop sleeps in epoll_wait once a turn, and nothing else of its thread calls that for long. A static
// program's own epoll_wait is taken for the C library's, as its malloc is.
#define _GNU_SOURCE
#include "allocation_counter.h"

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

struct tally {
  unsigned long turns;
  unsigned long blocks;
};

static volatile struct tally *tally;

void loop_watch_begin(const char *path) {
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
