import Engine
import Monitor
import Readings
import Settings
import TestSupport
import Testing
@testable import Status

@Suite struct `For how long alarms are withheld` {
  private let configuration: Configuration

  init() throws { configuration = try ShownScene.configuration(in: try TemporaryFolder()) }

  /// The minutes in a status after a hold of an hour was set at `start`.
  private func minutes(start: Double, after seconds: Double) -> Int64? {
    var status = ApplianceStatus()
    let began = Instant.at(start)
    status.apply(TimedOutput(instant: began, record: .action(.withheld(until: began.advanced(by: .seconds(3_600))))))
    status.apply(TimedOutput(instant: began.advanced(by: .seconds(seconds)), record: .note("time passes")))
    return BoxStatus(status, in: configuration).withheldMinutes
  }

  @Test func `is the whole time at its begin, whatever fraction of a second that is`() {
    for step in 0..<1_000 {
      let start = 1_234 + Double(step) * 0.001_7
      #expect(minutes(start: start, after: 0) == 60, "\(start) s")
    }
  }

  @Test func `is never told as less than what is left`() {
    #expect(minutes(start: 12.345, after: 1) == 60)
    #expect(minutes(start: 12.345, after: 60) == 59)
    #expect(minutes(start: 12.345, after: 61) == 59)
    #expect(minutes(start: 12.345, after: 3_599.9) == 1)
  }
}
