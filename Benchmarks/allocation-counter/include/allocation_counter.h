// Counts the heap allocations of a program. Linked into measuring programs only.
#pragma once

// The number of blocks that the calling thread has allocated or resized since it began.
unsigned long allocation_count(void);

// From now on the file at `path` contains two numbers (unsigned long): how often the main thread has slept in
// epoll_wait, and how many blocks it had allocated at the last time. Bluetooth sockets are redirected to the Unix sockets
// `kernel` (management) and `kernel`.att (connections), so that a machine without an adapter is sufficient.
void loop_watch_begin(const char *path, const char *kernel);
