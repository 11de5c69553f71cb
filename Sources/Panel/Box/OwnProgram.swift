import Foundation
import Glibc
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

  private static let chunk = 64 * 1024
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
          .unavailable, code: "too-much", "this is too much for a page; use the command line on the box")
      }
    }
    return bytes
  }

  /// Starts a command. Its output is read by ``Running/next()``.
  func start(_ arguments: [String], input: [UInt8]? = nil, good: Set<Int32> = [0]) throws(LapwingError) -> Running {
    let process = Process(), output = Pipe(), error = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments + options
    let text = Pipe()
    process.standardInput = input == nil ? FileHandle.nullDevice : text
    // As much as a pipe holds: it is written before somebody can read it, or be gone.
    if let input { try? text.fileHandleForWriting.write(contentsOf: input.prefix(Self.chunk)) }
    process.standardOutput = output
    process.standardError = error
    do { try process.run() } catch {
      throw LapwingError(.unavailable, code: "no-program", "\(path) cannot be started: \(error.localizedDescription)")
    }
    try? text.fileHandleForWriting.close()
    return Running(process: process, output: output, error: error, good: good)
  }

  /// A command that runs. It belongs to one reader; when it is released, the command ends.
  final class Running: @unchecked Sendable {
    private let process: Process
    private let output: Pipe
    private let error: Pipe
    private let good: Set<Int32>
    private let clock = MonotonicClock()

    fileprivate init(process: Process, output: Pipe, error: Pipe, good: Set<Int32>) {
      (self.process, self.output, self.error, self.good) = (process, output, error, good)
    }

    deinit { if process.isRunning { process.terminate() } }

    /// The next part of the output; `nil` when the command has ended well.
    /// - Throws: what it says if it failed, or that it took too long.
    func next() throws(LapwingError) -> [UInt8]? {
      let left = OwnProgram.patience - Instant.start.duration(to: clock.now)
      var request = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard left > .zero, poll(&request, 1, Int32(clamping: left.wholeNanoseconds / 1_000_000)) > 0 else {
        process.terminate()
        throw LapwingError(.unavailable, code: "too-slow", "this takes too long; use the command line on the box")
      }
      var bytes = [UInt8](repeating: 0, count: OwnProgram.chunk)
      let count = read(request.fd, &bytes, bytes.count)
      if count > 0 { return Array(bytes[..<count]) }
      process.waitUntilExit()
      guard good.contains(process.terminationStatus) else { throw failure() }
      return nil
    }

    /// The first line that it wrote to standard error, without the name of the program in front.
    private func failure() -> LapwingError {
      let text = String(decoding: error.fileHandleForReading.availableData.prefix(4096), as: UTF8.self)
      var line = text.split(separator: "\n").first.map(String.init) ?? "the command failed"
      for start in ["lapwing: ", "Error: "] where line.hasPrefix(start) { line.removeFirst(start.count) }
      let status = SystemExit(rawValue: process.terminationStatus) ?? .unavailable
      return LapwingError(status, code: "failed", line)
    }
  }
}
