import Foundation
import TestSupport
import Testing

/// Real file systems, mounted in a name space of their own.
@Suite(.timeLimit(.minutes(20))) struct `Settings on a disk that takes no more` {
  private static let canMount =
    (try? LapwingProcess.run(
      ["--version"], wrapper: ["unshare", "-rm", "sh", "-c", "mount -t tmpfs none /mnt && exec \"$0\" \"$@\""]))?.status
    == 0

  /// Why a disk takes no more: commands for the shell that make `$disk` so, and what is said of it.
  enum Ill: String, CaseIterable, CustomTestStringConvertible {
    case full = "dd if=/dev/zero of=$disk/filler bs=4096 2>/dev/null;"
    case readOnly = "mount -o remount,ro $disk &&"

    var reason: String { self == .full ? "No space left on device" : "Read-only file system" }
    var testDescription: String { reason }
  }

  /// A box whose file of settings lies on a disk of 64 KiB.
  private struct Bench {
    let bench: Workbench
    let file: String
    let before: String

    init() throws {
      bench = try Workbench()
      let disk = bench.folder.file("disk")
      try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
      before = try String(contentsOfFile: bench.folder.file("lapwing.yaml"), encoding: .utf8)
      file = try bench.folder.write(before, to: "disk/lapwing.yaml")
    }

    /// What runs a command where the disk is ill.
    func wrapper(_ ill: Ill, then end: String) -> [String] {
      let mount =
        "disk=\(bench.folder.file("disk")); mount -t tmpfs -o size=64k none $disk && "
        + "cp \(bench.folder.file("lapwing.yaml")) $disk && \(ill.rawValue) \(end)"
      return ["unshare", "-rm", "sh", "-c", mount]
    }

    var order: [String] { ["config", "set", "alarms.co2-high.limit", "2600", "--config", file] }
  }

  @Test(.enabled(if: canMount, "no disk can be mounted here"), arguments: Ill.allCases)
  func `are refused with the reason by the command line, and stay whole`(ill: Ill) throws {
    let bench = try Bench()
    let end = "{ \"$0\" \"$@\"; status=$?; cat $disk/lapwing.yaml; ls -A $disk; exit $status; }"
    let done = try LapwingProcess.run(bench.order, wrapper: bench.wrapper(ill, then: end))
    #expect(done.status == 74 && done.error.contains(ill.reason), "\(done.status) \(done.error)")
    #expect(done.output.hasPrefix(bench.before), "\(done.output)")
    let rest = Set(done.output.dropFirst(bench.before.count).split(separator: "\n"))
    #expect(rest.subtracting(["lapwing.yaml", "lapwing.lock", "filler"]) == [], "\(rest)")
  }

  @Test(.enabled(if: canMount, "no disk can be mounted here"), arguments: Ill.allCases)
  func `are refused with the reason by a running box, and stay whole`(ill: Ill) throws {
    let bench = try Bench()
    var arguments = try bench.bench.run(TimelineText.restless(60_000), speed: "1")
    arguments[arguments.count - 1] = bench.file
    let box = try RunningBox(
      arguments, on: bench.bench, wrapper: bench.wrapper(ill, then: "exec \"$0\" \"$@\""))
    defer { _ = box.end() }
    let done = try LapwingProcess.run(bench.order)
    #expect(done.status == 74 && done.error.contains(ill.reason), "\(done.status) \(done.error)")
    let inside = "/proc/\(box.process.processIdentifier)/root\(bench.file)"
    #expect(try String(contentsOfFile: inside, encoding: .utf8) == bench.before)
  }
}
