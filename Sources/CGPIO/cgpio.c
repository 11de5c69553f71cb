#include "cgpio.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <gpiod.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cgpio_lines {
  struct gpiod_line_request *request;
  struct gpiod_edge_event_buffer *buffer;
};

static int has_name(const char *path, const char *wanted) {
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (!chip) return 0;
  struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
  int found = info && (strcmp(gpiod_chip_info_get_label(info), wanted) == 0 ||
                       strcmp(gpiod_chip_info_get_name(info), wanted) == 0);
  if (info) gpiod_chip_info_free(info);
  gpiod_chip_close(chip);
  return found;
}

int cgpio_find_chip(const char *label, char *path, unsigned long size) {
  if (label[0] == '/') {
    if ((unsigned long)snprintf(path, size, "%s", label) < size) return 0;
    errno = ENAMETOOLONG;
    return -1;
  }
  DIR *devices = opendir("/dev");
  if (!devices) return -1;
  int found = 0;
  for (struct dirent *entry; !found && (entry = readdir(devices));) {
    if (strncmp(entry->d_name, "gpiochip", 8) != 0) continue;
    found = (unsigned long)snprintf(path, size, "/dev/%s", entry->d_name) < size && has_name(path, label);
  }
  closedir(devices);
  if (!found) errno = ENODEV;
  return found ? 0 : -1;
}

int cgpio_list_chips(char *text, unsigned long size) {
  int count = 0;
  unsigned long used = 0;
  text[0] = 0;
  DIR *devices = opendir("/dev");
  if (!devices) return 0;
  for (struct dirent *entry; (entry = readdir(devices));) {
    char path[300];
    if (strncmp(entry->d_name, "gpiochip", 8) != 0) continue;
    snprintf(path, sizeof path, "/dev/%s", entry->d_name);
    struct gpiod_chip *chip = gpiod_chip_open(path);
    if (!chip) continue;
    struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
    if (info) {
      int added = snprintf(text + used, size - used, "%s%s", count ? ", " : "", gpiod_chip_info_get_label(info));
      if (added > 0 && (unsigned long)added < size - used) {
        used += added;
        count++;
      } else {
        text[used] = 0;
      }
      gpiod_chip_info_free(info);
    }
    gpiod_chip_close(chip);
  }
  closedir(devices);
  return count;
}

int cgpio_find_line(const char *path, const char *name) {
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (!chip) return -1;
  int offset = gpiod_chip_get_line_offset_from_name(chip, name);
  int reason = errno;
  gpiod_chip_close(chip);
  errno = reason;
  return offset;
}

int cgpio_line_count(const char *path) {
  struct gpiod_chip *chip = gpiod_chip_open(path);
  if (!chip) return -1;
  struct gpiod_chip_info *info = gpiod_chip_get_info(chip);
  int count = info ? (int)gpiod_chip_info_get_num_lines(info) : -1;
  if (info) gpiod_chip_info_free(info);
  gpiod_chip_close(chip);
  return count;
}

static int add(struct gpiod_line_config *config, struct gpiod_line_settings *settings, const cgpio_line *line) {
  static const enum gpiod_line_bias biases[] = {GPIOD_LINE_BIAS_AS_IS, GPIOD_LINE_BIAS_DISABLED,
                                                GPIOD_LINE_BIAS_PULL_UP, GPIOD_LINE_BIAS_PULL_DOWN};
  static const enum gpiod_line_drive drives[] = {GPIOD_LINE_DRIVE_PUSH_PULL, GPIOD_LINE_DRIVE_OPEN_DRAIN,
                                                 GPIOD_LINE_DRIVE_OPEN_SOURCE};
  gpiod_line_settings_reset(settings);
  gpiod_line_settings_set_active_low(settings, line->is_active_low);
  if (gpiod_line_settings_set_bias(settings, biases[line->bias & 3]) != 0) return -1;
  if (line->is_output) {
    if (gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_OUTPUT) != 0 ||
        gpiod_line_settings_set_output_value(settings, GPIOD_LINE_VALUE_INACTIVE) != 0 ||
        gpiod_line_settings_set_drive(settings, drives[line->drive % 3]) != 0)
      return -1;
  } else {
    if (gpiod_line_settings_set_direction(settings, GPIOD_LINE_DIRECTION_INPUT) != 0 ||
        gpiod_line_settings_set_edge_detection(settings, GPIOD_LINE_EDGE_BOTH) != 0 ||
        gpiod_line_settings_set_event_clock(settings, GPIOD_LINE_CLOCK_MONOTONIC) != 0)
      return -1;
    gpiod_line_settings_set_debounce_period_us(settings, line->debounce_microseconds);
  }
  return gpiod_line_config_add_line_settings(config, &line->offset, 1, settings);
}

static struct gpiod_line_request *request(const char *path, const cgpio_line *lines, unsigned count) {
  struct gpiod_line_request *result = NULL;
  struct gpiod_chip *chip = gpiod_chip_open(path);
  struct gpiod_line_settings *settings = gpiod_line_settings_new();
  struct gpiod_line_config *config = gpiod_line_config_new();
  struct gpiod_request_config *options = gpiod_request_config_new();
  if (chip && settings && config && options) {
    int refused = 0;
    for (unsigned i = 0; i < count && !refused; i++) refused = add(config, settings, &lines[i]) != 0;
    gpiod_request_config_set_consumer(options, "lapwing");
    if (!refused) result = gpiod_chip_request_lines(chip, options, config);
  }
  int reason = errno;
  if (options) gpiod_request_config_free(options);
  if (config) gpiod_line_config_free(config);
  if (settings) gpiod_line_settings_free(settings);
  if (chip) gpiod_chip_close(chip);
  errno = reason;
  return result;
}

cgpio_lines *cgpio_request(const char *path, const cgpio_line *lines, unsigned count) {
  cgpio_lines *result = calloc(1, sizeof *result);
  if (!result) return NULL;
  result->buffer = gpiod_edge_event_buffer_new(1);
  result->request = result->buffer ? request(path, lines, count) : NULL;
  if (result->request) {
    int descriptor = gpiod_line_request_get_fd(result->request);
    fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
    return result;
  }
  int reason = errno;
  cgpio_release(result);
  errno = reason;
  return NULL;
}

void cgpio_release(cgpio_lines *lines) {
  if (lines->request) gpiod_line_request_release(lines->request);
  if (lines->buffer) gpiod_edge_event_buffer_free(lines->buffer);
  free(lines);
}

int cgpio_set(cgpio_lines *lines, unsigned offset, int is_active) {
  return gpiod_line_request_set_value(lines->request, offset,
                                      is_active ? GPIOD_LINE_VALUE_ACTIVE : GPIOD_LINE_VALUE_INACTIVE);
}

int cgpio_get(cgpio_lines *lines, unsigned offset) { return gpiod_line_request_get_value(lines->request, offset); }

int cgpio_descriptor(cgpio_lines *lines) { return gpiod_line_request_get_fd(lines->request); }

int cgpio_next_edge(cgpio_lines *lines, cgpio_edge *edge) {
  int count = gpiod_line_request_read_edge_events(lines->request, lines->buffer, 1);
  if (count < 0) return errno == EAGAIN || errno == EINTR ? 0 : -1;
  if (count == 0) return 0;
  struct gpiod_edge_event *event = gpiod_edge_event_buffer_get_event(lines->buffer, 0);
  edge->nanoseconds = gpiod_edge_event_get_timestamp_ns(event);
  edge->offset = gpiod_edge_event_get_line_offset(event);
  edge->is_active = gpiod_edge_event_get_event_type(event) == GPIOD_EDGE_EVENT_RISING_EDGE;
  return 1;
}
