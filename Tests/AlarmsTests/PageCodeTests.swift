import Alarms
import Testing

@Suite struct `A code of the page that a lamp flashes` {
  private static let millisecond: Int64 = 1_000_000

  /// When the lamp is lit, in milliseconds, looked at each ten of them.
  private func flashes(_ code: PageCode) -> [(from: Int64, to: Int64)] {
    var found: [(from: Int64, to: Int64)] = []
    for time in stride(from: 0 as Int64, to: 200_000, by: 10) where code.isLit(after: time * Self.millisecond) {
      if let last = found.indices.last, found[last].to == time {
        found[last].to = time + 10
      } else {
        found.append((time, time + 10))
      }
    }
    return found
  }

  /// What a person reads who counts flashes and writes a digit down after each pause of more than two seconds, and ten as 0.
  private func read(_ flashes: [(from: Int64, to: Int64)]) -> String {
    var digits = "", count = 0
    for (place, flash) in flashes.enumerated() {
      count += 1
      let isLast = place + 1 == flashes.count
      guard isLast || flashes[place + 1].from - flash.to > 2000 else { continue }
      digits += "\(count % 10)"
      count = 0
    }
    return digits
  }

  @Test(arguments: ["000000", "123456", "100000", "999999", "090909", "000001", "777070"])
  func `is read twice by somebody who counts`(digits: String) throws {
    let code = try #require(UInt64(digits).flatMap { PageCode($0) })
    let flashes = flashes(code)
    #expect(read(flashes) == digits + digits)
    #expect(flashes.allSatisfy { $0.to - $0.from == 300 })
    // No rhythm of an alarm: IEC 60601-1-8 has 0.4 to 0.8 Hz and 1.4 to 2.8 Hz.
    let periods = zip(flashes, flashes.dropFirst()).map { $1.from - $0.from }
    #expect(periods.min() == 1000)
    #expect(code.length <= 160_000 * Self.millisecond)
  }

  @Test func `has an edge wherever the lamp changes, and none after its end`() throws {
    let code = try #require(PageCode(203_019))
    var edges: [Int64] = [], elapsed: Int64 = 0
    while let next = code.nextEdge(after: elapsed) {
      #expect(next > elapsed)
      elapsed = next
      edges.append(next)
    }
    for flash in flashes(code) {
      #expect(edges.contains(flash.from * Self.millisecond) && edges.contains(flash.to * Self.millisecond))
    }
    #expect(elapsed == code.length && !code.isLit(after: elapsed))
  }

  @Test func `has six digits`() {
    #expect(PageCode(1_000_000) == nil)
    #expect(PageCode(999_999)?.number == 999_999)
  }
}
