import Bluetooth
import Readings
import TestSupport
import Testing

@Suite struct `Connections to strangers` {
  private func device(_ number: UInt64) -> LEAddress { LEAddress(DeviceAddress(value: number), .random) }

  /// So many of these devices are connected to, one after the other.
  private func connected(_ schedule: inout ReconnectionSchedule, _ numbers: Range<UInt64>, isOwn: Bool) -> Int {
    numbers.count { number in
      guard schedule.shouldConnect(to: device(number), isOwn: isOwn, at: .start) else { return false }
      schedule.connected(device(number))
      return true
    }
  }

  @Test func `leave two of six free for one's own`() {
    var schedule = ReconnectionSchedule()
    #expect(connected(&schedule, 0..<10, isOwn: false) == 4)
    #expect(schedule.strangerToLeave(for: device(20), at: .start) == nil)
    #expect(connected(&schedule, 20..<22, isOwn: true) == 2)
  }

  @Test func `end where one's own needs them`() throws {
    var schedule = ReconnectionSchedule()
    _ = connected(&schedule, 0..<10, isOwn: false)
    _ = connected(&schedule, 20..<22, isOwn: true)
    #expect(schedule.shouldConnect(to: device(22), isOwn: true, at: .start) == false)
    let stranger = try #require(schedule.strangerToLeave(for: device(22), at: .start))
    #expect(stranger.address.value < 10)
    schedule.closed(stranger, at: .start)
    #expect(schedule.shouldConnect(to: device(22), isOwn: true, at: .start) == true)
  }

  @Test func `wait for one's own, and one's own for no stranger`() {
    var schedule = ReconnectionSchedule()
    #expect(schedule.shouldConnect(to: device(1), isOwn: true, at: .at(0)) == true)
    // Both are seen while the first is called, and the stranger has never been tried.
    #expect(schedule.shouldConnect(to: device(2), isOwn: false, at: .at(1)) == false)
    schedule.closed(device(1), at: .at(2))
    #expect(schedule.shouldConnect(to: device(1), isOwn: true, at: .at(4)) == true)
    schedule.closed(device(1), at: .at(4.5))
    #expect(schedule.shouldConnect(to: device(2), isOwn: false, at: .at(4.6)) == true)
  }
}
