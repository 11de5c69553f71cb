// Lines of a GPIO chip through libgpiod 2. This header hides that of libgpiod. Imported by `Board` only.
#pragma once
#include <stdint.h>

/// The description of a line to request.
typedef struct {
  unsigned offset;
  int is_output;
  int is_active_low;
  int bias;  ///< 0 unchanged, 1 none, 2 pull-up, 3 pull-down
  int drive; ///< 0 push-pull, 1 open drain, 2 open source
  unsigned debounce_microseconds;
} cgpio_line;

/// A change of an input. The value is logical: an active-low line is active when it is low.
typedef struct {
  uint64_t nanoseconds; ///< the time of the change on the kernel's monotonic clock
  unsigned offset;
  int is_active;
} cgpio_edge;

/// Lines that this process has requested.
typedef struct cgpio_lines cgpio_lines;

/// Finds a chip by label, name or path and writes its path. Returns 0, or -1 with errno.
int cgpio_find_chip(const char *label, char *path, unsigned long size);
/// Writes the labels of the chips that this user may open, with ", " between them. Returns how many there are.
int cgpio_list_chips(char *text, unsigned long size);
/// Returns the offset of a named line of a chip, or -1 with errno.
int cgpio_find_line(const char *path, const char *name);
/// Returns the number of lines of a chip, or -1 with errno.
int cgpio_line_count(const char *path);
/// Requests lines for this process. Outputs begin inactive. Returns NULL with errno on failure.
cgpio_lines *cgpio_request(const char *path, const cgpio_line *lines, unsigned count);
/// Releases the lines and frees the memory.
void cgpio_release(cgpio_lines *lines);
/// Sets whether an output is active. Returns 0, or -1 with errno.
int cgpio_set(cgpio_lines *lines, unsigned offset, int is_active);
/// Reads from the hardware whether a line is active. Returns 1 or 0, or -1 with errno.
int cgpio_get(cgpio_lines *lines, unsigned offset);
/// A descriptor that is readable while there are changes of inputs.
int cgpio_descriptor(cgpio_lines *lines);
/// Takes the oldest change. Returns 1, 0 if there is none, or -1 with errno. Never waits.
int cgpio_next_edge(cgpio_lines *lines, cgpio_edge *edge);
