import Readings
import SensorProtocols
import TestSupport
import Testing

@Suite struct `A download of an Aranet's record` {
  private static let now: Int64 = 1_800_000_000

  private func fetch(
    _ recorder: inout AranetRecorder, after: Int64 = 0, before end: Int64 = .max, until: Int = .max,
    between: (inout AranetRecorder, Int) -> Void = { _, _ in }
  ) throws -> (rows: [AranetDownload.Row], end: AranetDownload.Output?) {
    var download = try #require(AranetDownload(of: .aranet4, after: after, before: end))
    var rows: [AranetDownload.Row] = []
    var outputs: [AranetDownload.Output] = []
    let isVersion2 = recorder.isVersion2
    download.start(has: { $0 == AranetRecorder.characteristic(isVersion2 ? 0x2005 : 0x2003) }, into: &outputs)
    var steps = 0
    while !outputs.isEmpty, steps < 5_000 {
      steps += 1
      let output = outputs.removeFirst()
      between(&recorder, steps)
      switch output {
      case .read(let characteristic):
        download.receive(characteristic, recorder.read(characteristic), atUnixSeconds: Self.now, into: &outputs)
      case .write(let message, _): recorder.write(message)
      case .wait:
        guard let next = recorder.nextNotification() else {
          download.advance(into: &outputs)
          continue
        }
        download.receive(AranetRecorder.characteristic(0x2003), next, atUnixSeconds: Self.now, into: &outputs)
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

  @Test(arguments: [true, false]) func `gives every sample once with its time, and keeps gaps`(isVersion2: Bool) throws
  {
    var recorder = AranetRecorder(isVersion2: isVersion2)
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
    var recorder = AranetRecorder()
    let (rows, end) = try fetch(&recorder, after: Self.now - 40 - 10 * 300)
    #expect(end == .finished)
    #expect(rows.map { $0.measurements[.co2PartsPerMillion] } == (491...500).map { Double(400 + $0) })
    let (none, _) = try fetch(&recorder, after: Self.now - 40)
    #expect(none == [])
  }

  @Test(arguments: [true, false]) func `asks for nothing beyond the time that is wanted`(isVersion2: Bool) throws {
    var recorder = AranetRecorder(isVersion2: isVersion2)
    let latest = Self.now - 40
    let (rows, end) = try fetch(&recorder, after: latest - 310 * 300, before: latest - 10 * 300)
    #expect(end == .finished)
    #expect(rows.map(\.unixSeconds) == (11...309).reversed().map { latest - $0 * 300 })
    let (none, _) = try fetch(&recorder, after: latest - 310 * 300, before: latest - 309 * 300 - 30)
    #expect(none == [])
    let (old, _) = try fetch(&recorder, after: latest - 9_000 * 300, before: latest - 8_000 * 300)
    #expect(old == [], "the memory does not reach back so far")
  }

  @Test func `goes on after the row at which it stopped`() throws {
    var recorder = AranetRecorder()
    let (first, _) = try fetch(&recorder, until: 200)
    let (rest, end) = try fetch(&recorder, after: try #require(first.last).unixSeconds)
    #expect(end == .finished)
    #expect((first + rest).map(\.unixSeconds) == (1...500).map { Self.now - 40 - Int64(500 - $0) * 300 })
  }

  @Test func `waits for a device that still reports something else`() throws {
    var recorder = AranetRecorder(total: 20, unready: 5)
    let (rows, end) = try fetch(&recorder)
    #expect(end == .finished)
    #expect(rows.count == 20)
  }

  @Test func `gives up on a device that never becomes ready`() throws {
    var recorder = AranetRecorder(total: 20, unready: .max)
    let (rows, end) = try fetch(&recorder)
    #expect(rows == [])
    guard case .failed? = end else {
      Issue.record("it should have failed: \(String(describing: end))")
      return
    }
  }

  @Test func `fetches again what a full memory has renumbered meanwhile`() throws {
    var recorder = AranetRecorder()
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
      download.receive(
        AranetRecorder.characteristic(characteristic), [0xFF, 0xFF], atUnixSeconds: Self.now, into: &outputs)
    }
    download.receive(
      AranetRecorder.characteristic(0x2005), [4, 1, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 1, 2], atUnixSeconds: 0,
      into: &outputs)
  }
}
