import Foundation
import Readings
import System
import TestSupport
import Testing

@testable import Settings

/// A file system of 64 KiB, which only root can mount.
private final class SmallDisk {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try Self.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder.path])
  }

  deinit { try? Self.run(["umount", "--lazy", folder.path]) }

  struct Failed: Error { let command: [String] }

  static func run(_ command: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed(command: command) }
  }

  static let canMount = (try? SmallDisk()) != nil
}

@Suite(.timeLimit(.minutes(20)), .enabled(if: SmallDisk.canMount, "no disk can be mounted here"))
struct `Settings on a disk that takes no more` {
  enum Ill: String, CaseIterable {
    case full = "No space left on device"
    case readOnly = "Read-only file system"
  }

  @Test(arguments: Ill.allCases, [true, false])
  func `are refused with the reason, and stay whole`(ill: Ill, hasLock: Bool) throws {
    let disk = try SmallDisk(), folder = disk.folder, content = "profile: cabin\n"
    let path = try folder.write(content, to: "lapwing.yaml")
    if hasLock { _ = try folder.write("", to: FolderLock.name) }
    switch ill {
    case .full:
      try SmallDisk.run(["sh", "-c", "dd if=/dev/zero of=\(folder.file("filler")) bs=4096; true"])
    case .readOnly: try SmallDisk.run(["mount", "-o", "remount,ro", folder.path])
    }
    let high = SettingsChange.Value("alarms.co2-high.limit", "2600", was: nil)
    do {
      _ = try ConfigurationEditor(path: path).change(SettingsChange(values: [high]))
      Issue.record("it was changed")
    } catch {
      #expect(error.error.code == "no-write" && error.error.message.contains(ill.rawValue), "\(error.error)")
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == content)
    let names = Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
    #expect(names.subtracting(["lapwing.yaml", FolderLock.name, "filler"]) == [])
  }
}
