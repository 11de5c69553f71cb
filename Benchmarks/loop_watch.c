// Preloaded into a running appliance: tells how many turns the critical loop has made, and how many blocks its thread
// has taken from the heap. The loop sleeps in epoll_wait once a turn, and nothing else of its thread calls that for long.
// Built with allocation_counter.c, by Benchmarks/loop_allocations.py.
#include "allocation_counter.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

struct tally {
  unsigned long turns;
  unsigned long blocks;
};

static volatile struct tally *tally;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("LOOP_TALLY");
  int file = path ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
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
