// Lines of a GPIO chip through libgpiod 2, whose own header stays behind this one. Imported by `Board` only.
#pragma once
#include <stdint.h>

/// A line as it is asked for.
typedef struct {
  unsigned offset;
  int is_output;
  int is_active_low;
  int bias;  ///< 0 as it is, 1 none, 2 pull-up, 3 pull-down
  int drive; ///< 0 push-pull, 1 open drain, 2 open source
  unsigned debounce_microseconds;
} cgpio_line;

/// A change of an input, in its logical sense.
typedef struct {
  uint64_t nanoseconds; ///< by the kernel's monotonic clock, when it happened
  unsigned offset;
  int is_active;
} cgpio_edge;

/// Requested lines.
typedef struct cgpio_lines cgpio_lines;

/// Writes the path of the chip that has this label or name, or is this path; 0, or -1 with errno.
int cgpio_find_chip(const char *label, char *path, unsigned long size);
/// The offset of a named line of the chip at a path; or -1 with errno.
int cgpio_find_line(const char *path, const char *name);
/// How many lines the chip at a path has; or -1 with errno.
int cgpio_line_count(const char *path);
/// Takes the lines for this process; outputs are inactive at first. NULL with errno where that fails.
cgpio_lines *cgpio_request(const char *path, const cgpio_line *lines, unsigned count);
/// Gives the lines back.
void cgpio_release(cgpio_lines *lines);
/// Makes an output active or not; 0, or -1 with errno.
int cgpio_set(cgpio_lines *lines, unsigned offset, int is_active);
/// Whether a line is active, read from the hardware; or -1 with errno.
int cgpio_get(cgpio_lines *lines, unsigned offset);
/// Readable while a change of an input waits.
int cgpio_descriptor(cgpio_lines *lines);
/// The oldest change that waits: 1, 0 where there is none, or -1 with errno. Never waits.
int cgpio_next_edge(cgpio_lines *lines, cgpio_edge *edge);
