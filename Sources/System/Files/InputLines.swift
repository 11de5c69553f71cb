import Glibc
import Readings

/// Reads a descriptor line by line. Memory use is constant: a line that is too long is skipped and reported as such.
package struct InputLines: Sendable {
  package enum Line: Sendable, Equatable {
    /// The line without its line end.
    case text(String)
    /// The line is longer than the limit and was skipped.
    case tooLong
  }

  /// The largest length of a line in bytes, without the line end.
  private let longest: Int
  private let descriptor: Int32
  /// Bytes that were read and not yet returned; they begin at `start`.
  private var buffer: [UInt8] = []
  private var start = 0
  private var chunk: [UInt8]

  /// - Parameters:
  ///   - longest: the largest length of a line in bytes, without the line end.
  ///   - descriptor: open for reading.
  package init(longest: Int, descriptor: Int32 = STDIN_FILENO) {
    self.longest = longest
    self.descriptor = descriptor
    chunk = [UInt8](repeating: 0, count: longest)
  }

  /// Returns the next line, or `nil` at the end. Bytes after the last line end count as a line.
  package mutating func next() throws(LapwingError) -> Line? {
    var searched = start
    var isTooLong = false
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return isTooLong ? .tooLong : line(buffer[start..<end])
      }
      buffer.removeFirst(start)
      start = 0
      // One byte more than the limit, because a line may end with a carriage return, which does not count.
      if buffer.count > longest + 1 {
        isTooLong = true
        buffer.removeAll(keepingCapacity: true)
      }
      searched = buffer.count
      guard try fill() else {
        defer { buffer = [] }
        return isTooLong ? .tooLong : buffer.isEmpty ? nil : line(buffer[...])
      }
    }
  }

  private func line(_ bytes: ArraySlice<UInt8>) -> Line {
    let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
    return bytes.count > longest ? .tooLong : .text(String(decoding: bytes, as: UTF8.self))
  }

  /// Reads the bytes that are available; `false` at the end of the input.
  private mutating func fill() throws(LapwingError) -> Bool {
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        // Another process has made the descriptor non-blocking: wait as if it were blocking.
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&request, 1, -1)
        continue
      }
      guard count >= 0 else {
        throw LapwingError(
          .inputOutput, code: "read-failed", "the input cannot be read: \(SystemFault.reason)")
      }
      buffer += chunk[..<count]
      return count > 0
    }
  }
}
