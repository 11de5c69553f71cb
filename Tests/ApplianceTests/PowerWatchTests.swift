import Alarms
import Engine
import Foundation
import Monitor
import Readings
import Status
import Synchronization
import System
import TestSupport
import Testing

@testable import Appliance

/// Files as the kernel has them in sysfs on a Raspberry Pi.
final class FakeBoard: Sendable {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  var source: PowerSource { PowerSource(root: folder.path) }

  private func put(_ text: String, in name: String) throws {
    let path = (name as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder.file(path), withIntermediateDirectories: true)
    _ = try folder.write(text + "\n", to: name)
  }

  /// The flag of the driver raspberrypi-hwmon, beside the chip of the processor's temperature.
  func supply(isLow: Bool) throws {
    try put("cpu_thermal", in: "class/hwmon/hwmon0/name")
    try put("rpi_volt", in: "class/hwmon/hwmon1/name")
    try put(isLow ? "1" : "0", in: "class/hwmon/hwmon1/in0_lcrit_alarm")
  }

  /// The flags of the firmware, as the kernel of Raspberry Pi OS shows them.
  func flags(_ hexadecimal: String) throws {
    try put(hexadecimal, in: "devices/platform/soc/soc:firmware/get_throttled")
  }

  func celsius(_ text: String, of kind: String = "cpu-thermal") throws {
    try put(kind, in: "class/thermal/thermal_zone0/type")
    try put(text, in: "class/thermal/thermal_zone0/temp")
  }
}

@Suite struct `Supply and heat, as the system shows them` {
  @Test func `come from the driver and the thermal zone`() throws {
    let board = try FakeBoard()
    try board.supply(isLow: true)
    try board.celsius("61850")
    #expect(board.source.sight == PowerSource.Sight(isSupplyLow: true, celsius: 61.85))
    try board.supply(isLow: false)
    #expect(board.source.sight.isSupplyLow == false)
  }

  /// What is in the past (bits 16 on), or about heat (bits 1 to 3), is not the supply now.
  @Test(arguments: [("0", false), ("1", true), ("50005", true), ("50000", false), ("e", false), ("", nil), ("no", nil)])
  func `come from the firmware's flags where there is no driver`(flags: String, isLow: Bool?) throws {
    let board = try FakeBoard()
    try board.flags(flags)
    #expect(board.source.sight == PowerSource.Sight(isSupplyLow: isLow, celsius: nil))
  }

  @Test func `are unknown on another machine, or where the files are odd`() throws {
    let board = try FakeBoard()
    #expect(board.source.sight == PowerSource.Sight())
    try board.celsius("92000", of: "acpitz")
    #expect(board.source.sight == PowerSource.Sight(), "a workstation may be as hot as it likes")
    try board.celsius("hot")
    #expect(board.source.sight == PowerSource.Sight())
  }

  @Test(arguments: [
    (PowerSource.Sight(), true, "does not show"), (PowerSource.Sight(isSupplyLow: false, celsius: 51.4), true, "51 °C"),
    (PowerSource.Sight(isSupplyLow: true, celsius: 51), false, "too low"),
    (PowerSource.Sight(isSupplyLow: false, celsius: 80), false, "give the box air"),
  ])
  func `are judged by the doctor`(sight: PowerSource.Sight, isGood: Bool, word: String) {
    let finding = Doctor.power(sight)
    #expect(finding.isGood == isGood)
    #expect(finding.sentence.contains(word), "\(finding.sentence)")
  }
}

@Suite struct `Supply and heat, as the loop gets them` {
  private final class Bench {
    private final class Time: Sendable { let now = Mutex(Instant.start) }

    let board: FakeBoard
    private let inward: BoundedRing<LoopInput>
    private let watch: PowerWatch
    private let time = Time()

    init(plays: Bool = false) throws {
      board = try FakeBoard()
      inward = try BoundedRing(capacity: 16)
      watch = PowerWatch(
        plays ? nil : board.source, inward: Inbox(inward),
        clock: MonotonicClock(movedBy: { [time] in time.now.withLock { $0 } }))
    }

    /// What the loop gets at a time.
    func got(at seconds: Double) -> [String] {
      time.now.withLock { $0 = .at(seconds) }
      watch.receive([])
      var found: [String] = []
      while let input = inward.pop() {
        switch input {
        case .event(.fault(let condition)): found.append("\(condition.name) on")
        case .event(.cleared(let condition)): found.append("\(condition.name) off")
        case .power(let power): found.append(power.sentence ?? "")
        case .note(let text): found.append(text)
        default: Issue.record("\(input)")
        }
      }
      return found
    }

    func fill() { while inward.push(.note("")) {} }
  }

  @Test func `are faults, a state and a count after the hour`() throws {
    let bench = try Bench()
    try bench.board.supply(isLow: false)
    try bench.board.celsius("50000")
    #expect(bench.got(at: 0) == ["the supply is good; the processor is at 50 °C"])
    try bench.board.supply(isLow: true)
    #expect(bench.got(at: 1) == [], "the driver looks every 2 s")
    #expect(
      bench.got(at: 2) == [
        "under-voltage on", "the supply is too low, 1 time too low since the start; the processor is at 50 °C",
      ])
    #expect(bench.got(at: 4) == [])
    try bench.board.supply(isLow: false)
    #expect(
      bench.got(at: 6) == [
        "under-voltage off", "the supply is good, 1 time too low since the start; the processor is at 50 °C",
      ])
    try bench.board.supply(isLow: true)
    #expect(bench.got(at: 8).first == "under-voltage on")
    try bench.board.supply(isLow: false)
    #expect(bench.got(at: 10).first == "under-voltage off")
    #expect(bench.got(at: 3601) == [])
    #expect(bench.got(at: 3603) == ["in the last hour the supply was too low 2 times, for 6 s in all"])
    #expect(bench.got(at: 7300) == [], "an hour without one is not worth a line")
  }

  @Test func `tell the heat by its two ends, and its highest`() throws {
    let bench = try Bench()
    try bench.board.celsius("79000")
    #expect(bench.got(at: 0) == ["the processor is at 79 °C"])
    try bench.board.celsius("81400")
    #expect(bench.got(at: 2) == ["too-hot on"])
    try bench.board.celsius("76000")
    #expect(bench.got(at: 62) == ["the processor is at 76 °C"])
    try bench.board.celsius("74000")
    #expect(bench.got(at: 64) == ["too-hot off"])
    #expect(
      bench.got(at: 3602) == [
        "the processor is at 74 °C",
        "in the last hour the processor was too hot 1 time, for 62 s in all, 81 °C at most",
      ])
  }

  @Test func `are reported as soon as the loop has room`() throws {
    let bench = try Bench()
    try bench.board.supply(isLow: true)
    bench.fill()
    #expect(!bench.got(at: 0).contains("under-voltage on"))
    #expect(bench.got(at: 2).first == "under-voltage on")
  }

  @Test func `are not looked at by a box that plays a recording, and are nothing on another machine`() throws {
    let player = try Bench(plays: true)
    try player.board.supply(isLow: true)
    #expect(player.got(at: 0) == [])
    #expect(try Bench().got(at: 0) == [])
  }
}
