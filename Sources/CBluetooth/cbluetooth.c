#define _GNU_SOURCE
#include "cbluetooth.h"

#include <errno.h>
#include <linux/capability.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <unistd.h>

// Numbers and layouts of the kernel's interface (include/net/bluetooth in the kernel's source tree; every user of
// AF_BLUETOOTH copies them). All fields are little-endian, and so are all machines that this is built for.
enum {
  protocol_l2cap = 0,
  protocol_hci = 1,
  no_device = 0xFFFF,
  monitor_channel = 2,
  control_channel = 3,
  attribute_channel = 4,
  public_address = 1,
  level_bluetooth = 274,
  option_security = 4,
};

struct hci_address {
  sa_family_t family;
  uint16_t device;
  uint16_t channel;
};

struct l2cap_address {
  sa_family_t family;
  uint16_t psm;
  uint8_t device[6];
  uint16_t channel;
  uint8_t type;
};

static int failed(int socket) {
  int reason = errno;
  close(socket);
  errno = reason;
  return -1;
}

static int open_channel(uint16_t channel) {
  int number = socket(AF_BLUETOOTH, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, protocol_hci);
  if (number < 0) return -1;
  struct hci_address address = {AF_BLUETOOTH, no_device, channel};
  if (bind(number, (struct sockaddr *)&address, sizeof address) != 0) return failed(number);
  // Room for some seconds in a crowded place: a message of 60 bytes takes 768 bytes of the buffer. A larger buffer than
  // the system limit needs CAP_NET_ADMIN.
  int room = 2 << 20;
  if (setsockopt(number, SOL_SOCKET, SO_RCVBUFFORCE, &room, sizeof room) != 0)
    setsockopt(number, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
  return number;
}

int cbluetooth_open_management(void) { return open_channel(control_channel); }

int cbluetooth_open_monitor(void) {
  int number = open_channel(monitor_channel);
  int on = 1;
  if (number >= 0 && setsockopt(number, SOL_SOCKET, SO_TIMESTAMP, &on, sizeof on) != 0) return failed(number);
  return number;
}

int cbluetooth_start_connection(const uint8_t adapter[6], const uint8_t device[6], uint8_t type, uint8_t security) {
  int number = socket(AF_BLUETOOTH, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, protocol_l2cap);
  if (number < 0) return -1;
  struct l2cap_address here = {.family = AF_BLUETOOTH, .channel = attribute_channel, .type = public_address};
  memcpy(here.device, adapter, sizeof here.device);
  if (bind(number, (struct sockaddr *)&here, sizeof here) != 0) return failed(number);
  if (security > 0) {
    uint8_t level[2] = {security, 0};
    if (setsockopt(number, level_bluetooth, option_security, level, sizeof level) != 0) return failed(number);
  }
  struct l2cap_address there = {.family = AF_BLUETOOTH, .channel = attribute_channel, .type = type};
  memcpy(there.device, device, sizeof there.device);
  if (connect(number, (struct sockaddr *)&there, sizeof there) != 0 && errno != EINPROGRESS) return failed(number);
  return number;
}

int cbluetooth_connection_error(int socket) {
  int error = 0;
  socklen_t size = sizeof error;
  if (getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) != 0) return errno;
  return error;
}

ssize_t cbluetooth_receive(int socket, void *buffer, size_t size) {
  ssize_t count;
  do count = read(socket, buffer, size);
  while (count < 0 && errno == EINTR);
  return count;
}

ssize_t cbluetooth_receive_dated(int socket, void *buffer, size_t size, int64_t *microseconds) {
  union {
    struct cmsghdr alignment;
    char bytes[CMSG_SPACE(sizeof(struct timeval))];
  } control;
  struct iovec place = {buffer, size};
  struct msghdr message = {
      .msg_iov = &place, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  ssize_t count;
  do count = recvmsg(socket, &message, MSG_DONTWAIT);
  while (count < 0 && errno == EINTR);
  *microseconds = 0;
  if (count < 0) return count;
  for (struct cmsghdr *part = CMSG_FIRSTHDR(&message); part; part = CMSG_NXTHDR(&message, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_TIMESTAMP) continue;
    struct timeval time;
    memcpy(&time, CMSG_DATA(part), sizeof time);
    *microseconds = (int64_t)time.tv_sec * 1000000 + time.tv_usec;
  }
  return count;
}

ssize_t cbluetooth_send(int socket, const void *message, size_t size) {
  ssize_t count;
  do count = send(socket, message, size, MSG_NOSIGNAL | MSG_DONTWAIT);
  while (count < 0 && errno == EINTR);
  return count;
}

void cbluetooth_close(int socket) { close(socket); }

int cbluetooth_may_administer(void) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct data[2] = {{0, 0, 0}, {0, 0, 0}};
  if (syscall(SYS_capget, &header, data) != 0) return 0;
  return data[0].effective >> CAP_NET_ADMIN & 1;
}
