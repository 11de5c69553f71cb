// Compresses a whole body for a browser with zlib, without its macros, which Swift does not see.
#pragma once
#include <stddef.h>

/// Writes bytes as gzip (RFC 1952). Returns the number of bytes that were written, or 0 if they have no room in `most`, or if
/// there is no memory.
size_t czlib_gzip(const unsigned char *bytes, size_t count, unsigned char *written, size_t most);
