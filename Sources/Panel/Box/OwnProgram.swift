import Readings
import System

/// Runs a command of Lapwing in a process of its own, and reads what it writes.
///
/// Whatever reads years of the logbook or draws a document is such a command: the panel stays small, a crash of a drawing
/// library does not end it, and all of it is the same as on the command line.
struct OwnProgram: Sendable {
  /// The program; this one, unless a test names another.
  let path: String
  /// The options that name the configuration.
  let options: [String]

  /// How long a command may take.
  private static let patience = Duration.seconds(60)

  /// All that a command writes.
  /// - Parameters:
  ///   - input: what it reads, at most 64 kB.
  ///   - good: the exit statuses of a command that has done what it should.
  ///   - most: in bytes.
  /// - Throws: the sentence that the command writes to standard error.
  func output(
    _ arguments: [String], input: [UInt8]? = nil, good: Set<Int32> = [0], most: Int
  ) throws(LapwingError) -> [UInt8] {
    let run = try start(arguments, input: input, good: good)
    var bytes: [UInt8] = []
    while let part = try run.next() {
      bytes += part
      guard bytes.count <= most else {
        throw LapwingError(
          .unavailable, code: .tooMuch, "this is too much for a page; use the command line on the box")
      }
    }
    return bytes
  }

  /// Starts a command. Its output is read by ``Running/next()``.
  func start(_ arguments: [String], input: [UInt8]? = nil, good: Set<Int32> = [0]) throws(LapwingError) -> Running {
    Running(child: try ChildProcess(path, arguments + options, input: input ?? []), good: good)
  }

  /// A command that runs. It belongs to one reader; when it is released, the command ends.
  final class Running: @unchecked Sendable {
    private let child: ChildProcess
    private let good: Set<Int32>
    private let clock = MonotonicClock()

    fileprivate init(child: ChildProcess, good: Set<Int32>) { (self.child, self.good) = (child, good) }

    /// The next part of the output; `nil` when the command has ended well.
    /// - Throws: what it says if it failed, or that it took too long.
    func next() throws(LapwingError) -> [UInt8]? {
      let left = OwnProgram.patience - Instant.start.duration(to: clock.now)
      guard let part = child.output(within: left) else {
        throw LapwingError(.unavailable, code: .tooSlow, "this takes too long; use the command line on the box")
      }
      if !part.isEmpty { return part }
      let status = child.wait()
      guard good.contains(status) else { throw failure(status) }
      return nil
    }

    /// The first line that it wrote to standard error, without the name of the program in front.
    private func failure(_ status: Int32) -> LapwingError {
      var line = child.errors().split(separator: "\n").first.map(String.init) ?? "the command failed"
      for start in ["lapwing: ", "Error: "] where line.hasPrefix(start) { line.removeFirst(start.count) }
      return LapwingError(SystemExit(rawValue: status) ?? .unavailable, code: .failed, line)
    }
  }
}
