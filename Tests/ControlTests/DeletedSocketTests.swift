import Control
import Engine
import Foundation
import Glibc
import Logbook
import Readings
import Settings
import System
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct `A control socket that is deleted` {
  private final class Loop: OrderTaker {
    func post(_ order: BoxOrder, before deadline: Int64?) -> Bool { false }
  }

  private let folder: TemporaryFolder
  private var path: String { folder.file("box/control") }

  init() throws { folder = try TemporaryFolder() }

  /// Serves until the body ends.
  private func serving(_ body: () throws -> Void) throws {
    let configuration = try Configuration(path: try folder.write("profile: bedside\n", to: "good.yaml"), profile: nil)
    let server = try ControlServer(
      path: path, box: Loop(), health: LogbookHealth(), configuration: configuration,
      reload: { () throws(LapwingError) in configuration }, manager: nil)
    server.start()
    try body()
    _ = server.ring.push(TimedOutput(instant: .start, record: .finished))
    server.ring.bell.ring()
    server.join(within: .seconds(60))
  }

  private func answers() throws -> Bool {
    while access(path, F_OK) != 0 { sched_yield() }  // The suite has a time limit.
    while true {
      // The file is there before the box listens.
      if var client = try? ControlClient(path: path) {
        return try client.line(answering: .status()).contains("\"ok\"")
      }
    }
  }

  @Test(arguments: [["control"], ["control", "control.lock"], []])
  func `is there again, with its lock and its folder`(names: [String]) throws {
    try serving {
      #expect(try answers())
      if names.isEmpty { try FileManager.default.removeItem(atPath: folder.file("box")) }
      for name in names { #expect(unlink(folder.file("box/\(name)")) == 0) }
      #expect(try answers())
      #expect(access(path + ".lock", F_OK) == 0)
      var status = stat()
      #expect(lstat(path, &status) == 0 && status.st_mode & 0o777 == 0o660)
    }
    #expect(access(path, F_OK) != 0)
  }

  @Test func `is left to another box that has taken its place meanwhile`() throws {
    let first = try ControlSocket.listen(at: path)
    #expect(first.isReachable)
    #expect(unlink(path) == 0 && !first.isReachable)
    #expect(unlink(path + ".lock") == 0)
    let second = try ControlSocket.listen(at: path)
    #expect(throws: LapwingError.self) { try first.again() }
    #expect(second.isReachable)
  }
}
