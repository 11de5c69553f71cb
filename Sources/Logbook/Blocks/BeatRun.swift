/// Heartbeats without a gap: RR intervals one after the other. An interval is its own time stamp, so that only the
/// first beat needs a time.
package struct BeatRun: Sendable, Equatable {
  /// When the first interval ended, milliseconds since 1970.
  package var firstBeat: Int64
  /// The intervals in 1/1024 s, oldest first.
  package var ticks: [UInt16]

  /// How far the sum of the intervals may depart from the times at which they were received. A larger departure means
  /// that a notification was lost.
  static let tolerance: Int64 = 2_000

  /// The beats that these notifications report. The last interval of a notification ends when it is received.
  /// - Parameter notifications: in the order of their times, which are milliseconds since 1970.
  package static func runs(of notifications: some Sequence<(at: Int64, ticks: [UInt16])>) -> [BeatRun] {
    var runs: [BeatRun] = []
    // The end of the last interval, in 1/1024 ms, so that no error adds up.
    var end: Int64 = 0
    for (at, ticks) in notifications where !ticks.isEmpty {
      let sum = ticks.reduce(0) { $0 + Int64($1) * 1000 }
      let isNext = !runs.isEmpty && abs((end + sum) / 1024 - at) <= tolerance
      if isNext {
        runs[runs.count - 1].ticks += ticks
        end += sum
      } else {
        let rest = ticks.dropFirst().reduce(0) { $0 + Int64($1) * 1000 }
        runs.append(BeatRun(firstBeat: at - rest / 1024, ticks: ticks))
        end = (at - rest / 1024) * 1024 + rest
      }
    }
    return runs
  }

  /// Calls `body` with the time of each beat, in milliseconds since 1970, and the interval before it.
  package func forEach(_ body: (_ at: Int64, _ ticks: UInt16) -> Void) {
    var sum: Int64 = 0
    for (place, interval) in ticks.enumerated() {
      if place > 0 { sum += Int64(interval) * 1000 }
      body(firstBeat + sum / 1024, interval)
    }
  }
}

enum BeatColumn {
  /// Four beats for each reading that a block can hold.
  private static let most = 1 << 18

  static func write(_ runs: [BeatRun], after start: Int64, to bits: inout BitWriter) {
    bits.align()
    bits.writeNumber(UInt64(runs.count))
    var before = start
    for run in runs {
      bits.writeSigned(run.firstBeat - before)
      bits.writeNumber(UInt64(run.ticks.count))
      before = run.firstBeat
    }
    NumberColumn.write(runs.flatMap { $0.ticks.map(Int64.init) }, to: &bits)
  }

  static func count(from bits: inout BitReader) -> Int? {
    bits.align()
    guard let runs = bits.readCount(atMost: most) else { return nil }
    var all = 0
    for _ in 0..<runs {
      guard bits.readSigned() != nil, let length = bits.readCount(atMost: most - all) else { return nil }
      all += length
    }
    return all
  }

  /// - Returns: `nil` if the bytes end early or are not from ``write(_:after:to:)``.
  static func read(after start: Int64, from bits: inout BitReader) -> [BeatRun]? {
    bits.align()
    guard let count = bits.readCount(atMost: most) else { return nil }
    var runs: [BeatRun] = []
    var lengths: [Int] = []
    var before = start, all = 0
    for _ in 0..<count {
      guard let step = bits.readSigned(), let length = bits.readCount(atMost: most - all) else { return nil }
      before = before &+ step
      runs.append(BeatRun(firstBeat: before, ticks: []))
      lengths.append(length)
      all += length
    }
    guard let numbers = NumberColumn.read(all, from: &bits) else { return nil }
    let ticks = numbers.compactMap { UInt16(exactly: $0) }
    guard ticks.count == all else { return nil }
    var place = 0
    for (index, length) in lengths.enumerated() {
      runs[index].ticks = Array(ticks[place..<place + length])
      place += length
    }
    return runs
  }
}
