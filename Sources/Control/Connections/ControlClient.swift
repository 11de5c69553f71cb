import FoundationEssentials
import Glibc
import Readings
import Status
import System

/// The command line's end of the control socket. Its calls wait for the answer; errors are those of the connection and
/// the refusals of the box.
package struct ControlClient {
  private var connection: ControlConnection
  /// Lines that have arrived and were not returned yet.
  private var waiting: [String] = []

  private let patience: Duration
  /// How long a box may take to answer. It answers outside its critical loop, but soon.
  package static let usualPatience = Duration.seconds(5)
  private static let longestAnswer = 1 << 20
  /// The exit status for refusals that are not the fault of the order itself.
  private static let status: [String: SystemExit] = [
    "refused": .noPermission, "busy": .unavailable, "not-ready": .unavailable, "too-late": .unavailable,
    "no-circle": .unavailable, "no-circle-answer": .unavailable,
    "not-of-page": .noPermission, "no-changer": .noPermission,
  ]

  /// An answer of which only `ok` matters.
  private struct Anything: Codable {}

  /// - Parameter patience: how long the box may take to accept the connection, and for each answer.
  package init(path: String, patience: Duration = Self.usualPatience) throws(LapwingError) {
    self.patience = patience
    connection = ControlConnection(socket: try ControlSocket.connect(to: path, patience: patience))
  }

  package mutating func order(_ request: ControlRequest) throws(LapwingError) -> OrderReport {
    try ask(request).content
  }

  /// Asks for the status of the box.
  /// - Parameter isProved: whether the critical loop itself must answer first. Without it, a box whose loop hangs still
  ///   sends its last status.
  package mutating func status(isProved: Bool = false) throws(LapwingError) -> BoxStatus {
    try ask(.status(isProved: isProved)).content
  }

  package mutating func line(answering request: ControlRequest) throws(LapwingError) -> String {
    let (line, _): (String, Anything) = try ask(request)
    return line
  }

  private mutating func ask<Content: Codable & Sendable>(
    _ request: ControlRequest
  ) throws(LapwingError) -> (line: String, content: Content) {
    // After that the client no longer waits, and the box refuses the order instead of carrying it out unseen.
    let until = MonotonicClock.kernelMicroseconds() / 1000 + patience.wholeNanoseconds / 1_000_000
    guard let data = try? JSONEncoder().encode(ControlLine(request, until: until)) else {
      throw LapwingError(.usage, code: "bad-request", "the request cannot be written as JSON")
    }
    connection.send(String(decoding: data, as: UTF8.self))
    waiting = try lines(within: patience)
    guard !waiting.isEmpty else {
      throw LapwingError(.unavailable, code: "no-answer", "the box gave no answer; is it busy or stopped?")
    }
    let line = waiting.removeFirst()
    guard let answer = try? JSONDecoder().decode(ControlAnswer<Content>.self, from: Data(line.utf8)) else {
      throw LapwingError(
        .badData, code: "bad-answer", "the answer of the box cannot be read; does the box run the same version?")
    }
    switch answer {
    case .accepted(let content): return (line, content)
    case .refused(let refusal):
      throw LapwingError(Self.status[refusal.code] ?? .usage, code: refusal.code, refusal.message)
    }
  }

  /// Begins to follow what happens; ``next()`` gives the lines.
  /// - Parameter seen: what the caller knows of an earlier connection.
  package mutating func startFollowing(after seen: SeenAlarms?) throws(LapwingError) -> BoxStatus {
    try ask(.follow(after: seen)).content
  }

  /// Follows everything that happens until the box stops.
  /// - Throws: `unavailable` if the box closed the connection because it was not read fast enough.
  package mutating func follow(_ body: (String) throws(LapwingError) -> Void) throws(LapwingError) {
    while let line = try next() { try body(line) }
  }

  /// Waits for the next line; `nil` if the box stops.
  /// - Throws: as ``follow(_:)``.
  package mutating func next() throws(LapwingError) -> String? {
    waiting = try lines()
    guard !waiting.isEmpty else {
      throw LapwingError(
        .unavailable, code: "cut-off", "the box cut the connection: it has stopped, or was not read fast enough")
    }
    let line = waiting.removeFirst()
    return line == ControlServerState.end ? nil : line
  }

  /// Waits for news of a box that is followed.
  /// - Returns: their lines; empty if nothing happened within the time.
  /// - Throws: `unavailable` if the box has stopped, or has closed the connection.
  package mutating func news(within timeout: Duration) throws(LapwingError) -> [String] {
    let news = try lines(within: timeout)
    guard !connection.isBroken, !news.contains(ControlServerState.end) else {
      throw LapwingError(.unavailable, code: "cut-off", "the box has stopped, or was not read fast enough")
    }
    return news
  }

  /// Waits for a line, or the end of the connection, at most for a time.
  /// - Returns: whether ``next()`` has something to return or to throw.
  package func hasNext(within time: Duration) -> Bool {
    if !waiting.isEmpty { return true }
    var request = pollfd(fd: connection.socket.number, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, Int32(clamping: max(0, time.wholeNanoseconds / 1_000_000))) > 0
  }

  /// Waits for lines. Empty if the box has closed the connection or the time is over.
  private mutating func lines(within timeout: Duration? = nil) throws(LapwingError) -> [String] {
    guard waiting.isEmpty else {
      defer { waiting = [] }
      return waiting
    }
    let milliseconds = timeout.map { Int32(clamping: $0.wholeNanoseconds / 1_000_000) } ?? -1
    repeat {
      var request = pollfd(
        fd: connection.socket.number, events: Int16(POLLIN) | (connection.wantsToSend ? Int16(POLLOUT) : 0), revents: 0)
      let ready = poll(&request, 1, milliseconds)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return [] }
      // Read first: a box that refuses may already have closed its end.
      let lines = connection.receive(limit: Self.longestAnswer)
      connection.flush()
      if !lines.isEmpty { return lines }
    } while !connection.isBroken
    return []
  }
}

extension ControlClient {
  /// Throws if a box is running, because a running box uses the adapter alone.
  package static func refuseRunningBox(at path: String) throws(LapwingError) {
    guard (try? ControlClient(path: path)) != nil else { return }
    throw LapwingError(
      .unavailable, code: "adapter-in-use",
      "\(path): a running Lapwing uses the adapter; ask it with lapwing status, or stop it first "
        + "(systemctl stop lapwing)")
  }
}
