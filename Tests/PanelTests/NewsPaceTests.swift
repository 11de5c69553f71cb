import Readings
import Testing

@testable import Panel

@Suite struct `The pace of what a page shows` {
  private let reading = #"{"t":3,"kind":"reading","address":"C0:FF:EE:00:00:02","heart_rate_bpm":71}"#
  private let other = #"{"t":3,"kind":"reading","address":"C0:FF:EE:00:00:03","heart_rate_bpm":71}"#
  private let alarm = #"{"t":3,"kind":"alarm","condition":"heart-rate-low","address":"C0:FF:EE:00:00:02"}"#

  /// Whether each of these lines, each by itself, is due at its time.
  private func due(_ news: [(lines: [String], seconds: Double)]) -> [Bool] {
    var pace = NewsPace()
    return news.map { pace.isDue($0.lines, at: Instant(nanoseconds: Int64($0.seconds * 1e9))) }
  }

  @Test func `is one value a second of a sensor that sends ten`() {
    let shown = due((0..<100).map { ([reading], Double($0) / 10) }).count { $0 }
    #expect((10...12).contains(shown))
  }

  @Test func `holds back none of a sensor that sends each second, though not quite evenly`() {
    #expect(!due((0..<50).map { ([reading], Double($0) + ($0 % 2 == 0 ? 0 : 0.05)) }).contains(false))
  }

  @Test func `is kept for each sensor, and never for an alarm or what is not understood`() {
    #expect(
      due([
        ([reading], 0), ([other], 0.1), ([reading, other], 0.5), ([reading, alarm], 0.6), (["{"], 0.7),
      ]) == [true, true, false, true, true])
  }
}
