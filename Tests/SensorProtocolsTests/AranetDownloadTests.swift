import Readings
import SensorProtocols
import Testing

/// An Aranet4 that keeps a record, in the bytes of its characteristics.
private struct Recorder {
  var total = 500
  var interval = 300
  var age = 40
  /// CO2 of a sample; a hole where nothing was measured.
  var co2: (Int) -> UInt16 = { $0 == 250 ? 0x8001 : UInt16(400 + $0) }
  var isVersion2 = true
  var asked: (parameter: UInt8, start: Int, end: Int) = (0, 0, 0)
  /// Notifications that wait.
  var notifications: [[UInt8]] = []
  /// Answers that still tell of something else.
  var unready = 0
  var requests = 0

  static func characteristic(_ number: UInt128) -> BluetoothUUID {
    BluetoothUUID(value: 0xF0CD_0000_95DA_4F4B_9AC8_AA55_D312_AF0C | number << 96)
  }

  private func low(_ number: Int) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8 & 0xFF)] }

  private func samples(_ first: Int, _ count: Int) -> [UInt8] {
    (first..<first + count).flatMap { number -> [UInt8] in
      switch asked.parameter {
      case 1: low(450 + number % 10)
      case 2: [UInt8(30 + number % 10)]
      case 3: low(10_132)
      default: low(Int(co2(number)))
      }
    }
  }

  mutating func write(_ message: [UInt8]) {
    requests += 1
    let start = Int(message[message[0] == 0x61 ? 2 : 4]) | Int(message[message[0] == 0x61 ? 3 : 5]) << 8
    asked = (message[1], start, message[0] == 0x61 ? total : Int(message[6]) | Int(message[7]) << 8)
    guard message[0] == 0x82 else { return }
    var next = start
    while next <= asked.end {
      let count = min(asked.end - next + 1, asked.parameter == 2 ? 16 : 8)
      notifications.append([asked.parameter] + low(next) + [UInt8(count)] + samples(next, count))
      next += count
    }
    notifications.append([asked.parameter] + low(asked.end + 1) + [0])
  }

  mutating func read(_ characteristic: BluetoothUUID) -> [UInt8] {
    switch characteristic {
    case Self.characteristic(0x2001): return low(total)
    case Self.characteristic(0x2002): return low(interval)
    case Self.characteristic(0x2004): return low(age)
    default:
      unready -= 1
      let isReady = unready < 0
      let count = isReady ? max(0, min(118, total - asked.start + 1)) : 0
      let frame = [asked.parameter] + low(interval) + low(total) + low(age) + low(asked.start) + [UInt8(count)]
      let whole = frame + samples(asked.start, count)
      asked.start += count
      return whole
    }
  }
}

@Suite struct `A download of an Aranet's record` {
  private static let now: Int64 = 1_800_000_000

  private func fetch(
    _ recorder: inout Recorder, after: Int64 = 0, until: Int = .max,
    between: (inout Recorder, Int) -> Void = { _, _ in }
  ) throws -> (rows: [AranetDownload.Row], end: AranetDownload.Output?) {
    var download = try #require(AranetDownload(of: .aranet4, after: after))
    var rows: [AranetDownload.Row] = []
    var outputs: [AranetDownload.Output] = []
    let isVersion2 = recorder.isVersion2
    download.start(has: { $0 == Recorder.characteristic(isVersion2 ? 0x2005 : 0x2003) }, into: &outputs)
    var steps = 0
    while !outputs.isEmpty, steps < 5_000 {
      steps += 1
      let output = outputs.removeFirst()
      between(&recorder, steps)
      switch output {
      case .read(let characteristic):
        download.take(characteristic, recorder.read(characteristic), atUnixSeconds: Self.now, into: &outputs)
      case .write(let message, _): recorder.write(message)
      case .wait:
        guard !recorder.notifications.isEmpty else {
          download.advance(into: &outputs)
          continue
        }
        let next = recorder.notifications.removeFirst()
        download.take(Recorder.characteristic(0x2003), next, atUnixSeconds: Self.now, into: &outputs)
        // Its notifications come by themselves.
        if outputs.isEmpty { outputs.append(.wait(.zero)) }
      case .rows(let more):
        rows += more
        if rows.count >= until { return (rows, nil) }
      case .finished, .failed: return (rows, output)
      }
    }
    return (rows, outputs.first)
  }

  @Test(arguments: [true, false]) func `gives every sample once with its time, and keeps holes`(isVersion2: Bool) throws
  {
    var recorder = Recorder(isVersion2: isVersion2)
    let (rows, end) = try fetch(&recorder)
    #expect(end == .finished)
    #expect(rows.count == 500)
    #expect(rows.last?.unixSeconds == Self.now - 40)
    #expect(rows.first?.unixSeconds == Self.now - 40 - 499 * 300)
    #expect(zip(rows, rows.dropFirst()).allSatisfy { $1.unixSeconds - $0.unixSeconds == 300 })
    #expect(rows[0].measurements[.co2PartsPerMillion] == 401)
    #expect(rows[0].measurements[.temperatureCelsius] == 22.55)
    #expect(rows[0].measurements[.pressureHectopascals] == 1013.2)
    #expect(rows[0].measurements[.relativeHumidityPercent] == 31)
    #expect(rows[249].measurements[.co2PartsPerMillion] == nil)
    #expect(rows[249].measurements[.pressureHectopascals] == 1013.2)
  }

  @Test func `asks for nothing that is there already`() throws {
    var recorder = Recorder()
    let (rows, end) = try fetch(&recorder, after: Self.now - 40 - 10 * 300)
    #expect(end == .finished)
    #expect(rows.map { $0.measurements[.co2PartsPerMillion] } == (491...500).map { Double(400 + $0) })
    let (none, _) = try fetch(&recorder, after: Self.now - 40)
    #expect(none == [])
  }

  @Test func `goes on after the row at which it stopped`() throws {
    var recorder = Recorder()
    let (first, _) = try fetch(&recorder, until: 200)
    let (rest, end) = try fetch(&recorder, after: try #require(first.last).unixSeconds)
    #expect(end == .finished)
    #expect((first + rest).map(\.unixSeconds) == (1...500).map { Self.now - 40 - Int64(500 - $0) * 300 })
  }

  @Test func `waits for a device that still tells of something else`() throws {
    var recorder = Recorder(total: 20, unready: 5)
    let (rows, end) = try fetch(&recorder)
    #expect(end == .finished)
    #expect(rows.count == 20)
  }

  @Test func `gives up on a device that never becomes ready`() throws {
    var recorder = Recorder(total: 20, unready: .max)
    let (rows, end) = try fetch(&recorder)
    #expect(rows == [])
    guard case .failed? = end else {
      Issue.record("it should have failed: \(String(describing: end))")
      return
    }
  }

  @Test func `fetches again what a full memory has renumbered meanwhile`() throws {
    var recorder = Recorder()
    let shifted: (Int) -> UInt16 = { UInt16(401 + $0) }
    recorder.co2 = { UInt16(400 + $0) }
    let (rows, end) = try fetch(&recorder) { recorder, step in
      // A new sample comes in the middle of the first piece; the oldest goes, and all numbers move.
      if step == 8 { (recorder.co2, recorder.age) = (shifted, 0) }
    }
    #expect(end == .finished)
    // 40 s before the first header was the latest; the new one is an interval later, so now at another anchor.
    let values = rows.compactMap { $0.measurements[.co2PartsPerMillion] }
    #expect(values == values.sorted())
    #expect(Set(values).count == values.count)
    #expect(values.last == 901)
  }

  @Test func `takes any bytes for an answer without a trap`() throws {
    var download = try #require(AranetDownload(of: .aranet4, after: 0))
    var outputs: [AranetDownload.Output] = []
    download.start(has: { _ in true }, into: &outputs)
    for characteristic: UInt128 in [0x2001, 0x2002, 0x2004, 0x2005, 0x2005] {
      download.take(
        Recorder.characteristic(characteristic), [0xFF, 0xFF], atUnixSeconds: Self.now, into: &outputs)
    }
    download.take(
      Recorder.characteristic(0x2005), [4, 1, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 1, 2], atUnixSeconds: 0,
      into: &outputs)
  }
}
