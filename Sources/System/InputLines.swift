import Glibc
import Readings

/// The lines of a text that comes in through a descriptor, read in constant memory however long a line is.
package struct InputLines: Sendable {
  /// A line of it.
  package enum Line: Sendable, Equatable {
    /// Without its end.
    case text(String)
    /// Longer than the longest. It was passed over.
    case tooLong
  }

  /// The most bytes of a line, without its end.
  private let longest: Int
  private let descriptor: Int32
  /// What was read and not given out, from `start` on.
  private var buffer: [UInt8] = []
  private var start = 0
  private var chunk: [UInt8]

  /// - Parameters:
  ///   - longest: the most bytes of a line, without its end.
  ///   - descriptor: open for reading.
  package init(longest: Int, descriptor: Int32 = STDIN_FILENO) {
    self.longest = longest
    self.descriptor = descriptor
    chunk = [UInt8](repeating: 0, count: longest)
  }

  /// The next line, or `nil` at the end. What stands behind the last line end is a line, unless nothing does.
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
      // One byte more, since the line may end with a carriage return, which is not counted.
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

  /// Reads what is there; `false` at the end.
  private mutating func fill() throws(LapwingError) -> Bool {
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        // Somebody has made the descriptor non-blocking: wait as if it were not.
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&request, 1, -1)
        continue
      }
      guard count >= 0 else {
        throw LapwingError(
          .inputOutput, code: "read-failed", "the input cannot be read: \(String(cString: strerror(errno)))")
      }
      buffer += chunk[..<count]
      return count > 0
    }
  }
}
