import Foundation

/// Runs the built `lapwing` as a user runs it. A test uses it on one thread.
package final class LapwingProcess {
  /// The result of a finished run.
  package struct Outcome: Sendable {
    /// The exit status; 128 and more if a signal ended the process.
    package let status: Int32
    package let output: String
    package let error: String

    package init(status: Int32, output: String, error: String) {
      self.status = status
      self.output = output
      self.error = error
    }

    /// The lines of standard output.
    package var lines: [Substring] { output.split(separator: "\n") }
  }

  /// Why the binary cannot be run.
  package struct Missing: Error {
    let path: String
  }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let error: URL
  private let folder: TemporaryFolder
  /// Output that was received and not returned yet.
  private var unread = Data()

  /// The binary in the folder of the running tests.
  package static var path: String {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent("lapwing").path
  }

  /// Starts it. Its standard input is empty until ``finish(input:)``.
  /// - Parameters:
  ///   - arguments: the arguments after the program's name.
  ///   - wrapper: a command that starts it, such as `["sh", "-c", …]`; the binary and its arguments follow.
  package init(_ arguments: [String], wrapper: [String] = []) throws {
    guard FileManager.default.isExecutableFile(atPath: Self.path) else { throw Missing(path: Self.path) }
    folder = try TemporaryFolder()
    error = URL(fileURLWithPath: try folder.write("", to: "stderr"))
    let command = wrapper + [Self.path] + arguments
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardInput = input
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: error)
    try process.run()
  }

  package var processIdentifier: Int32 { process.processIdentifier }

  package func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits for the next line of its output; `nil` at the end of the output.
  package func nextLine() -> String? {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: unread[..<end], as: UTF8.self)
        unread = Data(unread[(end + 1)...])
        return line
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      unread += more
    }
  }

  /// Gives it its input, if any, and waits until it ends.
  package func finish(input text: String = "") -> Outcome {
    let sender = input.fileHandleForWriting
    DispatchQueue.global().async {
      try? sender.write(contentsOf: Data(text.utf8))
      try? sender.close()
    }
    let read = output.fileHandleForReading.readDataToEndOfFile()
    return end(output: unread + read)
  }

  /// Waits until it ends without reading its output.
  package func finishUnread() -> Outcome { end(output: Data()) }

  private func end(output read: Data) -> Outcome {
    process.waitUntilExit()
    let status = process.terminationStatus + (process.terminationReason == .uncaughtSignal ? 128 : 0)
    return Outcome(
      status: status, output: String(decoding: read, as: UTF8.self),
      error: (try? String(contentsOf: error, encoding: .utf8)) ?? "")
  }

  /// Runs it until it ends.
  package static func run(_ arguments: [String], input: String = "", wrapper: [String] = []) throws -> Outcome {
    try LapwingProcess(arguments, wrapper: wrapper).finish(input: input)
  }
}

/// A box in its own folder: its configuration has a logbook and a control socket there.
package struct Workbench {
  package let folder: TemporaryFolder

  /// A box with further settings.
  package init(_ settings: String = "") throws {
    folder = try TemporaryFolder()
    _ = try folder.write(
      "logbook: {path: \(folder.file("lapwing.db"))}\ncontrol: {socket: \(folder.file("control"))}\n" + settings,
      to: "lapwing.yaml")
  }

  /// A box that also stores its list of adopted sensors there.
  /// - Parameter use: the lines of `sensors: use:` in braces.
  package init(use: String, _ settings: String = "") throws {
    try self.init(settings)
    try adopt(use: use)
  }

  /// Writes other lines for `sensors: use:` into its configuration.
  package func adopt(use: String) throws {
    let sensors = "sensors: {adopted-file: \(folder.file("adopted.json")), use: \(use)}\n"
    let text = try String(contentsOfFile: folder.file("lapwing.yaml"), encoding: .utf8)
    let others = text.split(separator: "\n").filter { !$0.hasPrefix("sensors:") }.joined(separator: "\n")
    _ = try folder.write(others + "\n" + sensors, to: "lapwing.yaml")
  }

  /// The arguments that name its configuration.
  package var options: [String] { ["--config", folder.file("lapwing.yaml")] }

  /// Writes a timeline and returns the arguments that run it.
  package func run(_ timeline: String, speed: String = "max") throws -> [String] {
    ["run", "--replay", try folder.write(timeline, to: "timeline.jsonl"), "--speed", speed] + options
  }
}

/// Generates timelines as text.
package enum TimelineText {
  /// A strap that gives a heart rate (bpm) every second of a range.
  package static func heartRate(_ bpm: (Int) -> Int, during seconds: Range<Int>) -> String {
    seconds.map { second in
      let value = String(min(max(bpm(second), 0), 255), radix: 16)
      return #"{"t": \#(second), "address": "C0:FF:EE:00:00:02", "characteristic": "0x2A37", "hex": "06"#
        + (value.count < 2 ? "0" : "") + value + "\"}\n"
    }.joined()
  }

  /// A heart rate that is too fast for 10 s of every 20 s: two alarm transitions in each 20 s.
  package static func restless(_ seconds: Int) -> String {
    // Without RR intervals a heart rate is unproved, and its return ends an alarm after 30 s.
    heartRate({ $0 % 45 < 33 ? 72 : 171 }, during: 0..<seconds)
  }
}
