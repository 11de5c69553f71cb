import Engine
import Foundation
import Radio
import Readings
import Settings
import TestSupport
import Testing

@Suite struct `The file of a recording` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func fault(_ body: () throws -> Void) -> LapwingError? {
    do { try body() } catch { return error as? LapwingError }
    return nil
  }

  @Test func `is never written over another`() throws {
    let path = try folder.write("an hour of flight", to: "old.btsnoop")
    let fault = try #require(fault { _ = try CaptureFile(path: path) })
    #expect(fault.status == .inputOutput && fault.code == .fileExists)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "an hour of flight")
  }

  @Test func `is a recording that can be replayed from its first packet on`() throws {
    let path = folder.file("new.btsnoop")
    var file = try CaptureFile(path: path)
    let message: [UInt8] = [3, 0, 0, 0, 3, 0, 0x3E, 1, 0]
    file.add(message.span.bytes, unixMicroseconds: 1)
    try file.flush()
    #expect(file.packets == 1)
    var source = try ReplaySource(path: path)
    #expect(throws: Never.self) { while try source.next() != nil {} }
  }

  @Test func `reports a full disk, and a folder that is not there`() throws {
    let full = try #require(fault { _ = try CaptureFile(path: "/dev/full") })
    #expect(full.status == .inputOutput && full.message.hasPrefix("/dev/full: "))
    let missing = try #require(fault { _ = try CaptureFile(path: folder.file("nowhere/a.btsnoop")) })
    #expect(missing.status == .inputOutput && missing.message.contains("No such file"))
  }
}
