import FoundationEssentials
import Glibc
import Readings
import System

/// The command line's end of the control socket.
package struct ControlClient {
  private var connection: ControlConnection
  /// Lines that have arrived and not been given out.
  private var waiting: [String] = []

  /// How long a box may take to answer. It answers off its critical loop, but soon.
  private static let patience = Duration.seconds(5)
  private static let longestAnswer = 1 << 20
  /// What is no fault of the order itself.
  private static let status: [String: SystemExit] = ["refused": .noPermission, "busy": .unavailable]

  private struct Answer: Decodable {
    struct Fault: Decodable {
      var code: String
      var message: String
    }
    var ok: Bool
    var note: String?
    var error: Fault?
  }

  /// Connects to the box that listens at a path.
  package init(path: String) throws(LapwingError) {
    connection = ControlConnection(socket: try ControlSocket.connect(to: path))
  }

  /// Asks for something.
  /// - Returns: the answer's line, and what it says for a person beside it.
  package mutating func ask(_ request: ControlRequest) throws(LapwingError) -> (line: String, note: String?) {
    guard let data = try? JSONEncoder().encode(request) else {
      throw LapwingError(.usage, code: "bad-request", "the request can not be written as JSON")
    }
    connection.send(String(decoding: data, as: UTF8.self))
    waiting = try lines(within: Self.patience)
    guard !waiting.isEmpty else {
      throw LapwingError(.unavailable, code: "no-answer", "the box gave no answer; is it busy or stopped?")
    }
    let line = waiting.removeFirst()
    guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(line.utf8))
    else { throw LapwingError(.badData, code: "bad-answer", "the box gave an answer that is not understood") }
    guard answer.ok else {
      let code = answer.error?.code ?? "refused"
      throw LapwingError(Self.status[code] ?? .usage, code: code, answer.error?.message ?? "the box refused")
    }
    return (line, answer.note)
  }

  /// Follows everything that happens until the box stops.
  /// - Throws: `unavailable` where the box cut the connection: it was not read fast enough.
  package mutating func follow(_ body: (String) throws(LapwingError) -> Void) throws(LapwingError) {
    while true {
      let lines = try lines()
      for line in lines {
        if line == ControlServer.end { return }
        try body(line)
      }
      if lines.isEmpty {
        throw LapwingError(
          .unavailable, code: "cut-off", "the box cut the connection: it has stopped, or was not read fast enough")
      }
    }
  }

  /// Waits for lines. Empty when the box has closed the connection, or the time is over.
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
      // What has arrived comes first: a box that refuses may have closed its end already.
      let lines = connection.receive(limit: Self.longestAnswer)
      connection.flush()
      if !lines.isEmpty { return lines }
    } while !connection.isBroken
    return []
  }
}

extension ControlClient {
  /// A running box has the adapter for itself.
  package static func refuseRunningBox(at path: String) throws(LapwingError) {
    guard (try? ControlClient(path: path)) != nil else { return }
    throw LapwingError(
      .unavailable, code: "adapter-in-use",
      "\(path): a running Lapwing uses the adapter; ask it with lapwing status, or stop it first "
        + "(systemctl stop lapwing)")
  }
}
