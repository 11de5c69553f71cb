// Counts what a program takes from the heap. Linked into measuring programs only.
#pragma once

// How many blocks the calling thread has taken or resized since it began.
unsigned long allocation_count(void);

// From now on the file at `path` holds two numbers (unsigned long): how often the main thread has gone to sleep in
// epoll_wait, and how many blocks it had taken when it did so last. Bluetooth sockets are led to the Unix sockets
// `kernel` (management) and `kernel`.att (connections), so that a machine without an adapter will do.
void loop_watch_begin(const char *path, const char *kernel);
