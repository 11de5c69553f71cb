import CLinux
import Dispatch
import Glibc
import Readings

/// A program that runs as a child of this process and whose output is read here. It belongs to one reader; when it is
/// released, the program ends.
///
/// `Process` of Foundation (6.3) reads beyond the end of a buffer at each start, and traps if many files are open
/// (swift-corelibs-foundation, pull request 5472).
package final class ChildProcess {
  private let identifier: Int32
  private let output: Descriptor
  private let error: Descriptor
  /// Its exit status, once it has ended and been waited for.
  private var status: Int32?

  /// Bytes that a pipe holds, and that are read at once.
  private static let chunk = 64 * 1024

  /// Starts a program.
  /// - Parameter input: what it reads from its standard input; at most 64 kB, the rest is left out.
  /// - Throws: `unavailable` if it cannot be started.
  package init(_ path: String, _ arguments: [String], input: [UInt8]) throws(LapwingError) {
    let (itsInput, text) = try Self.pipe(), (output, itsOutput) = try Self.pipe(), (error, itsErrors) = try Self.pipe()
    // As much as a pipe holds: it is written before the reader can read it, or be gone.
    if !input.isEmpty {
      try withExtendedLifetime(text) { () throws(LapwingError) in
        try Output(descriptor: text.number).write(Array(input.prefix(Self.chunk)))
      }
    }
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var identifier: Int32 = 0
    // They stay open until the program has them.
    let failure = withExtendedLifetime((itsInput, itsOutput, itsErrors)) {
      clinux_spawn(path, &words, itsInput.number, itsOutput.number, itsErrors.number, &identifier)
    }
    guard failure == 0 else {
      throw LapwingError(
        .unavailable, code: "no-program", "\(path) cannot be started: \(String(cString: strerror(failure)))")
    }
    (self.identifier, self.output, self.error) = (identifier, output, error)
  }

  deinit {
    guard status == nil else { return }
    // It may take a moment to end; the caller does not wait.
    DispatchQueue.global().async { [identifier] in clinux_end(identifier) }
  }

  /// The next part of its output; empty when it has closed its output, `nil` if none comes within a time.
  package func output(within patience: Duration) -> [UInt8]? {
    let clock = MonotonicClock(), end = clock.now.advanced(by: patience)
    while true {
      let left = clock.now.duration(to: end)
      guard left > .zero else { return nil }
      var request = pollfd(fd: output.number, events: Int16(POLLIN), revents: 0)
      let ready = poll(&request, 1, Int32(clamping: left.wholeNanoseconds / 1_000_000 + 1))
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return nil }
      if let part = Self.read(output) { return part }
    }
  }

  /// Waits until it has ended.
  /// - Returns: its exit status; 128 and the number of the signal that ended it.
  package func wait() -> Int32 {
    if let status { return status }
    let ended = clinux_wait(identifier)
    status = ended
    return ended
  }

  /// The first 4 kB that it wrote to its standard error; call it when the program has ended.
  package func errors() -> String {
    var request = pollfd(fd: error.number, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, 0) > 0, let bytes = Self.read(error) else { return "" }
    return String(decoding: bytes.prefix(4096), as: UTF8.self)
  }

  /// - Returns: what there is to read; empty at the end, `nil` if a signal came first.
  private static func read(_ descriptor: Descriptor) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: chunk)
    let count = Glibc.read(descriptor.number, &bytes, bytes.count)
    if count < 0, errno == EINTR { return nil }
    return Array(bytes.prefix(max(count, 0)))
  }

  private static func pipe() throws(LapwingError) -> (reading: Descriptor, writing: Descriptor) {
    var ends: [Int32] = [-1, -1]
    _ = clinux_pipe(&ends)
    return (try Descriptor(ends[0], "a pipe"), try Descriptor(ends[1], "a pipe"))
  }
}
