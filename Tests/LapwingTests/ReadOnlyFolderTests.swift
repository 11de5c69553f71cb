import Foundation
import GRDB
import Logbook
import Readings
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct `A logbook in a folder that may only be read` {
  private let folder: TemporaryFolder
  private var path: String { folder.file("lapwing.db") }
  private let start: Int64 = 1_699_999_200_000

  init() throws {
    folder = try TemporaryFolder()
    let logbook = try Logbook(path: folder.file("lapwing.db"))
    try logbook.append([.runStarted(at: start), .sessionStarted(at: start, profile: "cabin")])
    try logbook.append([.reading(.aranet4(co2: 612), of: "Aranet4", from: DeviceAddress(value: 7), at: start + 60_000)])
    logbook.close()
  }

  /// Root may write everything, so it becomes another user.
  private func sessions() throws -> LapwingProcess.Outcome {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: folder.file(name))
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path) }
    let other = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
    return try LapwingProcess.run(["sessions", "--logbook", path], wrapper: geteuid() == 0 ? other : [])
  }

  @Test func `is read`() throws {
    let list = try sessions()
    #expect(list.status == 0, "\(list.error)")
    #expect(list.output.contains("CO2 up to 612 ppm"))
  }

  @Test func `is read with what its write-ahead log holds`() throws {
    let copy = try TemporaryFolder()
    let logbook = try Logbook(path: path)
    try logbook.append([.sessionStarted(at: start + 3_600_000, profile: "cabin")])
    // As a loss of power leaves it.
    for part in ["", "-wal"] { try FileManager.default.copyItem(atPath: path + part, toPath: copy.file("x\(part)")) }
    logbook.close()
    for part in ["", "-wal"] {
      try? FileManager.default.removeItem(atPath: path + part)
      try FileManager.default.moveItem(atPath: copy.file("x\(part)"), toPath: path + part)
    }
    let list = try sessions()
    #expect(list.status == 0, "\(list.error)")
    #expect(list.lines.count == 2)
  }

  @Test func `is refused with a true sentence while somebody may be writing it`() throws {
    _ = try folder.write("", to: "lapwing.db-shm")
    let list = try sessions()
    #expect(list.status == 66)
    #expect(list.error.contains("its folder may not be written; copy it"), "\(list.error)")
    #expect(!list.error.contains("cannot be written ("))
  }
}
