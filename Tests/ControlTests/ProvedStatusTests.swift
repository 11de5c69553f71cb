import Control
import Engine
import Glibc
import Logbook
import Readings
import Settings
import Status
import Synchronization
import System
import TestSupport
import Testing

/// A loop that keeps orders until the test lets it live.
final class StoppedLoop: OrderTaker {
  private struct State {
    var taken: [(order: BoxOrder, deadline: Int64?)] = []
    var lives = false
    var ring: BoundedRing<TimedOutput>?
  }
  private let state = Mutex(State())

  func answers(through ring: BoundedRing<TimedOutput>) { state.withLock { $0.ring = ring } }
  /// As Swift writes them.
  var orders: [String] { state.withLock { $0.taken.map { "\($0.order)" } } }
  var deadlines: [Int64?] { state.withLock { $0.taken.map(\.deadline) } }

  func post(_ order: BoxOrder, before deadline: Int64?) -> Bool {
    state.withLock { state in
      state.taken.append((order, deadline))
      if state.lives { Self.answer(order, state.ring) }
      return true
    }
  }

  /// Answers what waits, and everything from now on.
  func live() {
    state.withLock { state in
      state.lives = true
      for (order, _) in state.taken { Self.answer(order, state.ring) }
    }
  }

  private static func answer(_ order: BoxOrder, _ ring: BoundedRing<TimedOutput>?) {
    _ = ring?.push(TimedOutput(instant: .start, record: .answer(order.number, .done([]))))
    ring?.bell.ring()
  }
}

/// A control socket before such a loop.
final class StoppedBox: Sendable {
  let folder: TemporaryFolder
  let loop = StoppedLoop()
  private let server: ControlServer

  /// - Parameter owners: by number; `nil` for those of this machine, of whom the user of the tests is one.
  init(_ settings: String = "profile: bedside\n", owners: Set<UInt32>? = nil) throws {
    folder = try TemporaryFolder()
    let configuration = try Configuration(path: try folder.write(settings, to: "lapwing.yaml"), profile: nil)
    server = try ControlServer(
      path: folder.file("control"), box: loop, health: LogbookHealth(), configuration: configuration,
      reload: { () throws(LapwingError) in configuration }, manager: nil,
      owners: owners ?? ControlOwners.users())
    loop.answers(through: server.ring)
    server.start()
  }

  func client(_ patience: Duration = .seconds(60)) throws(LapwingError) -> ControlClient {
    try ControlClient(path: folder.file("control"), patience: patience)
  }

  /// What it answers to a line that no client of this version sends.
  func answer(to line: String) throws -> String {
    let socket = try ControlSocket.connect(to: folder.file("control")), bytes = Array((line + "\n").utf8)
    #expect(send(socket.number, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
    var answer = [UInt8](repeating: 0, count: 1 << 12)
    var arrival = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
    _ = poll(&arrival, 1, -1)
    let count = recv(socket.number, &answer, answer.count, 0)
    return String(decoding: answer.prefix(max(0, count)), as: UTF8.self)
  }

  /// A person calls the care circle at the buttons.
  func press(_ call: PersonCall) {
    _ = server.ring.push(TimedOutput(instant: .start, record: .call(call)))
    server.ring.bell.ring()
  }

  deinit {
    _ = server.ring.push(TimedOutput(instant: .start, record: .finished))
    server.ring.bell.ring()
    server.join(within: .seconds(60))
  }
}

@Suite(.timeLimit(.minutes(20))) struct `A status that proves life` {
  @Test func `is not told by a box whose loop hangs, though it tells its last status`() throws {
    let box = try StoppedBox()
    var patient = try box.client()
    #expect(try patient.status().profile == "bedside")
    var client = try box.client(.milliseconds(50))
    #expect(throws: LapwingError.self) { try client.status(isProved: true) }
  }

  @Test func `is told when the loop answers, to all who have asked`() throws {
    let box = try StoppedBox()
    for _ in 0..<3 {
      var client = try box.client(.milliseconds(50))
      #expect(throws: LapwingError.self) { try client.status(isProved: true) }
    }
    #expect(box.loop.deadlines.count == 1, "one order serves all who wait")
    box.loop.live()
    for _ in 0..<3 {
      var client = try box.client()
      #expect(try client.status(isProved: true).profile == "bedside")
    }
  }
}

@Suite(.timeLimit(.minutes(20))) struct `An order that nobody waits for any more` {
  @Test func `has its end with it for the loop`() throws {
    let box = try StoppedBox()
    var client = try box.client(.milliseconds(50))
    let before = MonotonicClock.kernelMicroseconds() / 1000
    #expect(throws: LapwingError.self) { try client.order(.acknowledge("heart-rate-high")) }
    let deadline = try #require(box.loop.deadlines.first ?? nil)
    #expect(deadline >= before + 50 && LateOrder.isLate(deadline, at: deadline + 1))
    #expect(!LateOrder.isLate(deadline, at: deadline) && !LateOrder.isLate(nil, at: .max))
  }

  @Test func `is not handed to the loop by a box that reads it too late`() throws {
    let box = try StoppedBox()
    box.loop.live()
    let socket = try ControlSocket.connect(to: box.folder.file("control"))
    var connection = ControlConnection(socket: socket)
    connection.send(#"{"verb":"ack","name":"heart-rate-high","until":1}"#)
    var lines: [String] = []
    while lines.isEmpty, !connection.isBroken { lines = connection.receive(limit: 1 << 16) }
    #expect(lines.first?.contains("too-late") == true)
    #expect(box.loop.deadlines.isEmpty)
  }
}
