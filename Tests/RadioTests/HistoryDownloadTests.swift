import Bluetooth
import Engine
import Logbook
import Radio
import Readings
import SensorProtocols
import TestSupport
import Testing

/// A sensor with a record around a `HistoryDownload`: it is visited whenever that is due, and answers at once.
private struct Visits {
  var fetch = HistoryDownload()
  var recorder = AranetRecorder()
  var rows: [AranetDownload.Row] = []
  var filled: [HistoryGap] = []
  var notes: [String] = []
  var leaves: [String] = []
  /// When a visit began, seconds.
  var begins: [Double] = []
  /// Whether it can be connected to.
  var isReachable = true
  /// Whether it answers with an error.
  var refusal: ATTError?
  /// How long it takes to answer, seconds.
  var delay = 0.0
  private(set) var now = 0.0

  static let start: Int64 = 1_800_000_000_000

  private static let profile: GATTProfile? = {
    // The least of a table: a client learns it from a device that answers.
    var client = GATTClient(plan: .record), outputs: [GATTClient.Output] = []
    client.start(at: .start, into: &outputs)
    func low(_ number: UInt16) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8)] }
    func declaration(_ handle: UInt16, _ number: UInt128) -> [UInt8] {
      let value = AranetRecorder.characteristic(number).value
      return low(handle) + [0x0A] + low(handle + 1) + (0..<16).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    client.receive([0x03, 247, 0], at: .start, into: &outputs)
    var handle: UInt16 = 1
    for number: UInt128 in [0x1402, 0x2001, 0x2002, 0x2004, 0x2005] {
      client.receive([0x09, 21] + declaration(handle, number), at: .start, into: &outputs)
      handle += 2
    }
    client.receive([0x01, 0x08, 0, 0, 0x0A], at: .start, into: &outputs)
    for case .ready(let profile) in outputs { return profile }
    return nil
  }()

  mutating func want(from: Int64, to: Int64, address: DeviceAddress = .sampleAranet4) {
    let gap = HistoryGap(
      address: address, model: SensorModel.aranet4.name, from: Self.start + from * 60_000, to: Self.start + to * 60_000)
    if let wish = HistoryRequest(gap, start: Self.start) { fetch.want(wish, at: .at(now)) }
  }

  /// Lets time pass; the sensor advertises every second.
  mutating func pass(until end: Double) throws {
    while now < end {
      now += 1
      if fetch.isDue(.sampleAranet4, at: .at(now)) { try visit() }
    }
  }

  private mutating func visit() throws {
    begins.append(now)
    var outputs: [HistoryDownload.Output] = []
    fetch.begin(.sampleAranet4, at: .at(now))
    if isReachable { fetch.start(try #require(Self.profile), at: .at(now), into: &outputs) }
    while isReachable, !outputs.isEmpty {
      switch outputs.removeFirst() {
      case .read(let characteristic):
        now += delay
        // A sample every five minutes, one of them 40 s before the start.
        recorder.total = 500 + (40 + Int(now)) / 300
        recorder.age = (40 + Int(now)) % 300
        if let due = fetch.nextDeadline, due <= .at(now) {
          outputs = []
          fetch.advance(to: .at(now), into: &outputs)
        } else if let refusal {
          fetch.refused(characteristic, refusal, into: &outputs)
        } else {
          fetch.receive(characteristic, recorder.read(characteristic), at: .at(now), into: &outputs)
        }
      case .write(let message, _): recorder.write(message)
      case .piece(let piece):
        rows += piece.rows
        if piece.isLast { filled.append(piece.gap) }
      case .note(let text): notes.append(text)
      case .leave(let reason):
        leaves.append(reason)
        outputs = []
      }
    }
    fetch.closed(at: .at(now), into: &outputs)
    for case .note(let text) in outputs { notes.append(text) }
  }
}

@Suite struct `The record of a sensor` {
  private var visits = Visits()

  @Test mutating func `is fetched for the gap alone, and reported in one line`() throws {
    visits.want(from: -60, to: 0)
    try visits.pass(until: 100)
    // At its age of 40 s and every 300 s before; the visit is half a minute after the start.
    #expect(visits.begins == [30])
    #expect(visits.rows.count == 12)
    let times = visits.rows.map { $0.unixSeconds - Visits.start / 1000 }
    #expect(times.allSatisfy { -3600 < $0 && $0 < 0 })
    #expect(times == times.sorted())
    let reported = "C2:DB:C0:DC:E4:55: 12 measurements of its history fill the 60 minutes in which it was not received"
    #expect(visits.notes == [reported])
    #expect(visits.filled.count == 1)
    #expect(visits.leaves == ["its history is read"])
  }

  @Test mutating func `is fetched for all gaps at one visit`() throws {
    visits.want(from: -600, to: -540)
    visits.want(from: -60, to: 0)
    try visits.pass(until: 100)
    #expect(visits.begins.count == 1)
    #expect(visits.filled.count == 2)
    let times = visits.rows.map(\.unixSeconds)
    #expect(times == times.sorted())
    #expect(Set(times).count == times.count)
  }

  @Test mutating func `is left after a minute, and gone on with a minute later without a row twice`() throws {
    visits.delay = 3
    visits.want(from: -2400, to: 0)
    try visits.pass(until: 900)
    #expect(visits.leaves.dropLast() == visits.leaves.dropLast().map { _ in "its history takes longer" })
    #expect(visits.begins.count > 1)
    #expect(zip(visits.begins, visits.begins.dropFirst()).allSatisfy { $1 - $0 >= 120 })
    let times = visits.rows.map(\.unixSeconds)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 300 })
    #expect(visits.filled.count == 1)
  }

  @Test mutating func `is given up until the next start where the sensor cannot be connected to`() throws {
    visits.isReachable = false
    visits.want(from: -60, to: 0)
    try visits.pass(until: 3600)
    #expect(visits.begins == [30, 330, 630])
    #expect(
      visits.notes == ["C2:DB:C0:DC:E4:55 could not be asked for its history; the box tries again at its next start"])
    #expect(visits.filled == [], "the hole stays in the logbook")
  }

  @Test mutating func `is refused by a sensor that has forgotten the box`() throws {
    visits.refusal = ATTError(rawValue: 0x05)
    visits.want(from: -60, to: 0)
    try visits.pass(until: 3600)
    #expect(visits.begins.count == 1)
    #expect(visits.notes.count == 1)
    #expect(visits.notes[0].hasSuffix("pair it again: lapwing pair C2:DB:C0:DC:E4:55"))
    #expect(visits.filled == [])
  }

  @Test mutating func `may hold nothing of the time`() throws {
    visits.want(from: -9000, to: -8000)
    try visits.pass(until: 100)
    #expect(visits.rows.isEmpty)
    #expect(visits.filled.count == 1)
    #expect(visits.notes[0].contains("holds nothing for the 1000 minutes"))
  }
}
