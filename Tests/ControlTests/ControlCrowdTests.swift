import Appliance
import Control
import Engine
import Foundation
import Glibc
import Logbook
import Readings
import Settings
import Status
import System
import TestSupport
import Testing

/// The control socket with more clients than it has places, some of which read nothing.
@Suite(.timeLimit(.minutes(20))) struct `A crowd at the control socket` {
  private final class Bench {
    let folder: TemporaryFolder
    let server: ControlServer
    var path: String { folder.file("control") }
    private var isOver = false

    /// - Parameter owners: for whom places are kept; none here, since all clients of a test are of one user.
    init(owners: Set<UInt32> = []) throws {
      folder = try TemporaryFolder()
      let configuration = try Configuration(
        path: try folder.write("profile: bedside\n", to: "lapwing.yaml"), profile: nil)
      server = try ControlServer(
        path: folder.file("control"), box: Inbox(try BoundedRing(capacity: 16)), health: LogbookHealth(),
        configuration: configuration, reload: { () throws(LapwingError) in configuration }, manager: nil,
        owners: owners)
      server.start()
    }

    /// Once: a server that has ended does not end again, and would be waited for.
    func end() {
      guard !isOver else { return }
      isOver = true
      _ = server.ring.push(TimedOutput(instant: .start, record: .finished))
      server.ring.bell.ring()
      server.join(within: .seconds(60))
    }

    /// A client that asks and never reads.
    func deaf(_ request: String = #"{"verb":"follow"}"#) throws -> Descriptor {
      let socket = try ControlSocket.connect(to: path)
      let line = Array((request + "\n").utf8)
      #expect(send(socket.number, line, line.count, Int32(MSG_NOSIGNAL)) == line.count)
      return socket
    }

    /// The profile in the status of the box.
    func profile() throws -> String {
      var client = try ControlClient(path: path)
      return try client.status().profile
    }
  }

  /// Whether the other end has closed a connection, once all that it sent has been read.
  private func isCut(_ socket: Descriptor) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(socket.number, &chunk, chunk.count, Int32(MSG_DONTWAIT))
      if count == 0 || (count < 0 && errno == ECONNRESET) { return true }
      if count < 0 { return false }
    }
  }

  @Test func `that reads nothing is cut before the oldest that reads`() throws {
    let bench = try Bench()
    defer { bench.end() }
    var oldest = try ControlClient(path: bench.path)
    _ = try oldest.line(answering: .follow())
    let deaf = try (0..<ConnectionGate.usual).map { _ in try bench.deaf() }
    for _ in 0..<3 { #expect(try bench.profile() == "bedside") }
    // The oldest is still followed by: it gets the end.
    bench.end()
    var lines: [String] = []
    try oldest.follow { line in lines.append(line) }
    #expect(deaf.contains(where: isCut))
  }

  @Test func `of 200 that ask, read nothing and stay keeps nobody's answer away`() throws {
    let bench = try Bench()
    defer { bench.end() }
    var deaf: [Descriptor] = []
    for _ in 0..<200 { deaf.append(try bench.deaf(#"{"verb":"status"}"#)) }
    #expect(try bench.profile() == "bedside")
    #expect(deaf.count { isCut($0) } >= 200 - ConnectionGate.usual)
  }

  @Test func `that asks without end and reads nothing keeps nobody's answer away`() throws {
    let bench = try Bench()
    defer { bench.end() }
    let deaf = try (0..<15).map { _ in
      try bench.deaf(Array(repeating: #"{"verb":"status"}"#, count: 200).joined(separator: "\n"))
    }
    for _ in 0..<5 { #expect(try bench.profile() == "bedside") }
    #expect(deaf.count == 15)
  }

  @Test func `is answered for every order of each, also of one that says no more`() throws {
    let bench = try Bench()
    defer { bench.end() }
    let socket = try bench.deaf(Array(repeating: #"{"verb":"status"}"#, count: 3).joined(separator: "\n"))
    shutdown(socket.number, Int32(SHUT_WR))
    var text = ""
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      var request = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
      poll(&request, 1, 60_000)
      let count = recv(socket.number, &chunk, chunk.count, 0)
      guard count > 0 else { break }
      text += String(decoding: chunk[..<count], as: UTF8.self)
    }
    #expect(text.split(separator: "\n").count == 3)
  }

  @Test func `that says nothing at all gives way to one that asks`() throws {
    let bench = try Bench()
    defer { bench.end() }
    let silent = try (0..<40).map { _ in try ControlSocket.connect(to: bench.path) }
    #expect(try bench.profile() == "bedside")
    #expect(silent.count == 40)
  }

  @Test func `before a door that is not opened is waited behind, and then let in`() throws {
    let folder = try TemporaryFolder()
    let listener = try ControlSocket.listen(at: folder.file("control"))
    // A queue of one, which two fill: the kernel lets one more in than the limit.
    #expect(listen(listener.socket.number, 1) == 0)
    let before = try (0..<2).map { _ in
      try ControlSocket.connect(to: folder.file("control"), patience: .milliseconds(10))
    }
    let refused = #expect(throws: LapwingError.self) {
      try ControlSocket.connect(to: folder.file("control"), patience: .milliseconds(10))
    }
    #expect(refused?.code == "busy" && refused?.status == .unavailable)
    let path = folder.file("control")
    let late = try Box()
    let thread = Thread {
      late.isIn = (try? ControlSocket.connect(to: path, patience: .seconds(60))) != nil
      late.ended.ring()
    }
    thread.start()
    var taken = 0
    while taken < 3 {
      let number = accept(listener.socket.number, nil, nil)
      if number >= 0 {
        taken += 1
        close(number)
      }
    }
    _ = late.ended.wait(.seconds(60))
    #expect(late.isIn && before.count == 2)
  }

  private final class Box: @unchecked Sendable {
    var isIn = false
    let ended: EventFlag
    init() throws { ended = try EventFlag() }
  }

  @Test func `of strangers is told which group to join`() {
    let accounts = SystemAccounts(users: "", groups: "")
    #expect(accounts.groupName(5) == nil)
    #expect(ControlSocket.notAllowed(group: nil).message == "only root may give orders to this box: use sudo")
    let daemon = ControlSocket.notAllowed(group: 1)
    #expect(daemon.message.contains("members of the group daemon") && daemon.message.contains("usermod -a -G daemon"))
    #expect(daemon.status.rawValue == 77)
  }
}
