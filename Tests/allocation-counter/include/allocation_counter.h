// Counts what a program takes from the heap. Linked into the benchmark only.
#pragma once

// How many blocks the calling thread has taken or resized since it began.
unsigned long allocation_count(void);
