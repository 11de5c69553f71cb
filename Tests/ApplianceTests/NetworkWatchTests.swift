import Alarms
import Control
import Engine
import Foundation
import Monitor
import Readings
import Synchronization
import System
import TestSupport
import Testing

@testable import Appliance

@Suite struct `Another network that is wanted at the buttons` {
  /// A box, and a folder in which the test stands for the system.
  private final class Bench {
    private final class Time: Sendable { let now = Mutex(Instant.start) }

    private let folder: TemporaryFolder
    private let inward: BoundedRing<LoopInput>
    private let watch: NetworkWatch
    private let time = Time()

    init(isCard: Bool = true, plays: Bool = false) throws {
      folder = try TemporaryFolder()
      for name in ["lapwing", "box"] {
        try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: false)
      }
      inward = try BoundedRing(capacity: 16)
      let request = NetworkRequest(folder: folder.file("lapwing"), system: folder.file("box"))
      watch = NetworkWatch(
        plays ? nil : request, inward: Inbox(inward),
        clock: MonotonicClock(movedBy: { [time] in time.now.withLock { $0 } }))
      if isCard { try system(.normal) }
    }

    /// The system shows what it does.
    func system(_ mode: NetworkMode, order: String = "", refusal: String = "") throws {
      _ = try folder.write("\(mode.rawValue)\n\(order)\n\(refusal)\n", to: "box/network-mode")
    }

    /// Takes the request, as the system does: its word and its number.
    func taken() throws -> [String] {
      let text = try String(contentsOfFile: folder.file("lapwing/network"), encoding: .utf8)
      try FileManager.default.removeItem(atPath: folder.file("lapwing/network"))
      return text.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    var isAsked: Bool { FileManager.default.fileExists(atPath: folder.file("lapwing/network")) }

    func wants(_ wish: NetworkWish) {
      watch.receive([TimedOutput(instant: .start, record: .networkWanted(wish))])
    }

    /// What the loop gets at a time.
    func told(at seconds: Double = 0) -> [String] {
      time.now.withLock { $0 = .at(seconds) }
      watch.receive([])
      var found: [String] = []
      while let input = inward.pop() {
        switch input {
        case .network(let mode): found.append(mode.rawValue)
        case .event(.beeps(let count)): found.append("\(count) beeps")
        case .note(let text): found.append(text)
        default: Issue.record("\(input)")
        }
      }
      return found
    }
  }

  @Test func `is asked of the system, and told by beeps when it is done`() throws {
    let bench = try Bench()
    #expect(bench.told() == ["normal"])
    bench.wants(.flightMode)
    let on = try bench.taken()
    #expect(on.first == "flight")
    #expect(bench.told(at: 1) == [], "the system has not done it yet")
    try bench.system(.flight, order: try #require(on.last))
    #expect(bench.told(at: 2) == ["flight", "5 beeps"])
    bench.wants(.flightMode)
    let off = try bench.taken()
    #expect(off.first == "normal" && off.last != on.last)
    try bench.system(.normal, order: try #require(off.last))
    #expect(bench.told(at: 4) == ["normal", "6 beeps"])
  }

  @Test func `is told without a beep when somebody else has asked for it`() throws {
    let bench = try Bench()
    _ = bench.told()
    try bench.system(.flight)
    #expect(bench.told(at: 1) == ["flight"])
    #expect(bench.told(at: 2) == [])
  }

  @Test func `is refused by four beeps and the sentence of the system`() throws {
    let bench = try Bench()
    _ = bench.told()
    bench.wants(.flightMode)
    try bench.system(.normal, order: try #require(try bench.taken().last), refusal: "no")
    #expect(bench.told(at: 1) == ["flight mode is not switched: no", "4 beeps"])
  }

  @Test func `is refused by four beeps where the system does not answer in time`() throws {
    let bench = try Bench()
    _ = bench.told()
    bench.wants(.flightMode)
    #expect(bench.told(at: 244) == [])
    #expect(bench.told(at: 245) == ["flight mode is not switched: the system does not answer", "4 beeps"])
    #expect(bench.told(at: 300) == [])
  }

  @Test func `is not undone by somebody who presses again because it takes long`() throws {
    let bench = try Bench()
    _ = bench.told()
    bench.wants(.flightMode)
    let order = try bench.taken()
    for wish in [NetworkWish.flightMode, .hotSpot] {
      bench.wants(wish)
      #expect(!bench.isAsked)
      #expect(bench.told(at: 20).map { $0.prefix(31) } == ["flight mode is being switched a"])
    }
    try bench.system(.flight, order: try #require(order.last))
    #expect(bench.told(at: 30) == ["flight", "5 beeps"])
  }

  @Test func `is refused by four beeps and a sentence where this is no card`() throws {
    let bench = try Bench(isCard: false)
    bench.wants(.flightMode)
    #expect(
      bench.told() == ["flight mode is not switched: this box was not started from Lapwing's card", "4 beeps"])
    bench.wants(.hotSpot)
    #expect(bench.told() == [], "a person who wants a code of the page gets no beeps")
  }

  @Test func `is asked of nobody by a recording`() throws {
    let bench = try Bench(plays: true)
    bench.wants(.flightMode)
    #expect(!bench.isAsked)
    #expect(bench.told().last == "4 beeps")
  }

  @Test func `may be a hot spot, and why there is none is only logged`() throws {
    let bench = try Bench()
    _ = bench.told()
    bench.wants(.hotSpot)
    let first = try bench.taken()
    #expect(first.first == "hot-spot")
    try bench.system(.hotSpot, order: try #require(first.last))
    #expect(bench.told(at: 1) == ["hot-spot", "2 beeps"])
    bench.wants(.hotSpot)
    try bench.system(.normal, order: try #require(try bench.taken().last), refusal: "box.yaml has no password")
    #expect(bench.told(at: 2) == ["normal", "no hot spot: box.yaml has no password"])
  }
}
