#include "czlib.h"

#include <limits.h>
#include <zlib.h>

// A window of 32 kB, and 16 more for the head and the sum of gzip; both are of zlib.h.
enum { window = 15 + 16, memory = 8 };

size_t czlib_gzip(const unsigned char *bytes, size_t count, unsigned char *written, size_t most) {
  if (count > UINT_MAX || most > UINT_MAX) return 0;
  z_stream stream = {0};
  if (deflateInit2(&stream, Z_BEST_SPEED + 3, Z_DEFLATED, window, memory, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
  stream.next_in = (Bytef *)bytes;
  stream.avail_in = (uInt)count;
  stream.next_out = written;
  stream.avail_out = (uInt)most;
  int end = deflate(&stream, Z_FINISH);
  size_t length = stream.total_out;
  deflateEnd(&stream);
  return end == Z_STREAM_END ? length : 0;
}
