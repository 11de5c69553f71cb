// The smallest C program that does what Lapwing does from an advertisement to a lamp: an epoll on the kernel's Bluetooth
// management, and a GPIO line. `make latency` compares Lapwing with it; it has no other use.
//
//   latency CHIP LINE    lights the line while the battery of an Aranet that advertises is at 10 % or less
#include <errno.h>
#include <fcntl.h>
#include <linux/gpio.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { control_channel = 3, no_device = 0xFFFF, device_found = 0x0012, battery_offset = 17, low_percent = 10 };

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static void order(int management, uint16_t code, const uint8_t *parameters, uint16_t size) {
  uint8_t message[64] = {code & 0xFF, code >> 8, 0, 0, size & 0xFF, size >> 8};
  memcpy(message + 6, parameters, size);
  if (write(management, message, 6 + size) != 6 + size) fail("write");
  usleep(300000);
}

static int open_management(void) {
  int number = socket(AF_BLUETOOTH, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, 1);
  struct {
    sa_family_t family;
    uint16_t device, channel;
  } address = {AF_BLUETOOTH, no_device, control_channel};
  if (number < 0 || bind(number, (struct sockaddr *)&address, sizeof address) != 0) fail("management");
  const uint8_t on = 1, low_energy = 6;
  const uint8_t monitor[35] = {1, 0xFF, 0, 2, 0x02, 0x07};
  order(number, 0x000D, &on, 1);
  order(number, 0x0005, &on, 1);
  order(number, 0x0052, monitor, sizeof monitor);
  order(number, 0x0023, &low_energy, 1);
  return number;
}

static int open_line(const char *path, unsigned line) {
  int chip = open(path, O_RDWR | O_CLOEXEC);
  struct gpio_v2_line_request request = {.offsets = {line}, .num_lines = 1, .consumer = "latency"};
  request.config.flags = GPIO_V2_LINE_FLAG_OUTPUT;
  if (chip < 0 || ioctl(chip, GPIO_V2_GET_LINE_IOCTL, &request) != 0) fail(path);
  return request.fd;
}

static void drive(int line, int high) {
  struct gpio_v2_line_values values = {.bits = high ? 1 : 0, .mask = 1};
  if (ioctl(line, GPIO_V2_LINE_SET_VALUES_IOCTL, &values) != 0) fail("line");
}

// Manufacturer data of Aranet's company among the AD structures.
static const uint8_t *aranet(const uint8_t *data, size_t size) {
  for (size_t at = 0; at + 1 < size && data[at] != 0; at += data[at] + 1u) {
    if (at + 1 + data[at] > size) return NULL;
    if (data[at] > 24 && data[at + 1] == 0xFF && data[at + 2] == 0x02 && data[at + 3] == 0x07) return data + at + 2;
  }
  return NULL;
}

int main(int count, char **arguments) {
  if (count != 3) return 64;
  int line = open_line(arguments[1], (unsigned)atoi(arguments[2]));
  int management = open_management();
  int poll = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event event = {.events = EPOLLIN};
  if (poll < 0 || epoll_ctl(poll, EPOLL_CTL_ADD, management, &event) != 0) fail("epoll");
  int shown = -1;
  for (;;) {
    if (epoll_wait(poll, &event, 1, -1) < 0 && errno != EINTR) fail("epoll");
    uint8_t message[1024];
    ssize_t size;
    while ((size = read(management, message, sizeof message)) > 0) {
      if (size < 20 || (message[0] | message[1] << 8) != device_found) {
        // The kernel ends its discovery every ten seconds.
        if (size >= 8 && message[0] == 0x13 && message[7] == 0) {
          const uint8_t restart[7] = {0x23, 0, 0, 0, 1, 0, 6};
          if (write(management, restart, sizeof restart) < 0) fail("write");
        }
        continue;
      }
      const uint8_t *data = aranet(message + 20, (size_t)size - 20);
      if (!data) continue;
      int low = data[battery_offset] <= low_percent;
      if (low != shown) drive(line, low);
      shown = low;
    }
  }
}
