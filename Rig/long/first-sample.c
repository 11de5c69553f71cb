// Prints when a USB sound card took the first sample of each sound, in seconds of the monotonic clock: the time at which
// the kernel's usbmon saw the end of the transfer, minus the later packets of that transfer. `make latency` runs it in the
// guest; it has no other use.
//
//   first-sample /dev/usbmon0
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>

// Documentation/usb/usbmon.rst of Linux: the raw binary format.
struct event {
  uint64_t id;
  uint8_t type, transfer, endpoint, device;
  uint16_t bus;
  char has_setup, has_data;
  int64_t seconds;
  int32_t microseconds, status;
  uint32_t length, captured;
  uint8_t setup[8];
  int32_t interval, start_frame;
  uint32_t flags, packets;
};
struct packet {
  int32_t status;
  uint32_t offset, length, padding;
};
struct request {
  struct event *event;
  void *data;
  size_t size;
};
#define GET_EVENT _IOW(0x92, 10, struct request)

enum { isochronous = 0, is_inward = 0x80, transfers = 64, microsecond = 1000000 };
// One packet a millisecond at full speed. A sound begins after at least this much silence.
static const double packet_s = 0.001, rest_s = 0.02;

static double now(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

// The first packet of a transfer that contains more than silence; -1 if there is none.
static int first_loud(const struct event *event, const uint8_t *data) {
  size_t descriptions = event->packets * sizeof(struct packet);
  if (event->captured < descriptions) return -1;
  const uint8_t *samples = data + descriptions;
  for (uint32_t index = 0; index < event->packets; index++) {
    struct packet packet;
    memcpy(&packet, data + index * sizeof packet, sizeof packet);
    for (uint32_t at = packet.offset; at < packet.offset + packet.length && at < event->captured - descriptions; at++)
      if (samples[at] != 0) return (int)index;
  }
  return -1;
}

int main(int count, char **arguments) {
  int monitor = count == 2 ? open(arguments[1], O_RDONLY | O_CLOEXEC) : -1;
  if (monitor < 0) {
    perror("first-sample: the path of a usbmon is needed, such as /dev/usbmon0");
    return 1;
  }
  static uint8_t data[1 << 16];
  struct {
    uint64_t id;
    int first_loud;
  } sent[transfers] = {0};
  struct event event;
  struct request request = {&event, data, sizeof data};
  const double realtime = now(CLOCK_REALTIME) - now(CLOCK_MONOTONIC); // The clock is not set meanwhile.
  unsigned next = 0;
  double loud_until = 0;
  while (ioctl(monitor, GET_EVENT, &request) == 0) {
    if (event.transfer != isochronous || event.endpoint & is_inward) continue;
    if (event.type == 'S') {
      sent[next].id = event.id;
      sent[next].first_loud = first_loud(&event, data);
      next = (next + 1) % transfers;
    }
    if (event.type != 'C') continue;
    // The newest transfer with that number, because numbers are reused.
    for (unsigned back = 1; back <= transfers; back++) {
      unsigned place = (next + transfers - back) % transfers;
      if (sent[place].id != event.id) continue;
      double done = (double)event.seconds + (double)event.microseconds / microsecond;
      // A cancelled transfer did not reach the card.
      if (event.status == 0 && sent[place].first_loud >= 0) {
        double first = done - packet_s * ((int)event.packets - 1 - sent[place].first_loud);
        if (first - loud_until > rest_s) {
          printf("%.6f\n", first - realtime);
          fflush(stdout);
        }
        loud_until = done;
      }
      break;
    }
  }
  perror(arguments[1]);
  return 1;
}
