/// Writes the times of readings, in milliseconds, each correct to half a second.
///
/// A sensor that sends at an even pace needs no bits for its times: a run is a first time and a number of readings at
/// that pace. An uneven one has the differences of its whole seconds. The cheaper way is taken.
enum TimeColumn {
  /// How far a time may lie from that of its run, in milliseconds; and half of the pace at most, so that readings
  /// never change places.
  static let tolerance: Int64 = 500
  /// The pace is in 1/64 ms: at 1 Hz, an hour of that error is 28 ms.
  private static let paceUnit: Int64 = 64
  private static let mostRuns = 1 << 16

  /// - Parameters:
  ///   - times: in ascending order.
  ///   - start: a time before them all, which the reader knows.
  static func write(_ times: [Int64], after start: Int64, to bits: inout BitWriter) {
    guard times.count > 0 else { return }
    let pace = pace(of: times)
    let runs = runs(of: times, pace: pace)
    var paced = BitWriter(), seconds = BitWriter()
    paced.writeNumber(UInt64(pace))
    paced.writeNumber(UInt64(runs.count))
    var before = start
    for run in runs {
      paced.writeSigned(run.first - before)
      paced.writeNumber(UInt64(run.count))
      before = run.first
    }
    NumberColumn.write(times.map { wholeSeconds($0 - start) }, to: &seconds)
    let isPaced = paced.bytes.count <= seconds.bytes.count
    bits.align()
    bits.write(isPaced ? 1 : 0, bits: 8)
    bits.write(isPaced ? paced.bytes : seconds.bytes)
  }

  /// - Returns: `nil` if the bytes end early or are not from ``write(_:after:to:)``.
  static func read(_ count: Int, after start: Int64, from bits: inout BitReader) -> [Int64]? {
    guard count > 0 else { return [] }
    bits.align()
    switch bits.read(bits: 8) {
    case 0: return NumberColumn.read(count, from: &bits)?.map { start &+ $0 &* 1000 }
    case 1:
      guard let pace = bits.readNumber(), let runs = bits.readCount(atMost: mostRuns) else { return nil }
      var times: [Int64] = []
      times.reserveCapacity(count)
      var before = start
      for _ in 0..<runs {
        guard let step = bits.readSigned(), let length = bits.readCount(atMost: count - times.count) else { return nil }
        before = before &+ step
        for place in 0..<Int64(length) { times.append(time(place, from: before, pace: Int64(clamping: pace))) }
      }
      return times.count == count ? times : nil
    default: return nil
    }
  }

  private static func time(_ place: Int64, from first: Int64, pace: Int64) -> Int64 {
    first &+ (place &* pace &+ paceUnit / 2) / paceUnit
  }

  private static func wholeSeconds(_ milliseconds: Int64) -> Int64 { (milliseconds + 500) / 1000 }

  /// The time between two readings, in 1/64 ms: the mean of the differences that are not gaps.
  private static func pace(of times: [Int64]) -> Int64 {
    let differences = zip(times.dropFirst(), times).map { $0 - $1 }
    let middle = differences.sorted()[safe: differences.count / 2] ?? 0
    let usual = differences.filter { $0 <= middle + middle / 2 }
    guard !usual.isEmpty else { return 0 }
    return usual.reduce(0, +) * paceUnit / Int64(usual.count)
  }

  private static func runs(of times: [Int64], pace: Int64) -> [(first: Int64, count: Int)] {
    var runs: [(first: Int64, count: Int)] = []
    let limit = min(tolerance, pace / paceUnit / 2)
    for time in times {
      if let run = runs.last, abs(Self.time(Int64(run.count), from: run.first, pace: pace) - time) <= limit {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((time, 1))
      }
    }
    return runs
  }
}

extension Array {
  fileprivate subscript(safe place: Int) -> Element? { indices.contains(place) ? self[place] : nil }
}
