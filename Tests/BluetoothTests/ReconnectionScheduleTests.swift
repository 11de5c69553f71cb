import Bluetooth
import Readings
import Testing

/// A schedule that can be asked within an expectation.
private final class Asked {
  private var schedule = ReconnectionSchedule()

  func shouldConnect(to device: LEAddress, at instant: Instant) -> Bool {
    schedule.shouldConnect(to: device, at: instant)
  }
  func mayVisit(_ device: LEAddress, at instant: Instant) -> Bool { schedule.mayVisit(device, at: instant) }
  func patience(for device: LEAddress) -> Duration { schedule.patience(for: device) }
  func connected(_ device: LEAddress) { schedule.connected(device) }
  func gaveValue(_ device: LEAddress) { schedule.gaveValue(device) }
  @discardableResult func closed(_ device: LEAddress, at instant: Instant) -> Duration {
    schedule.closed(device, at: instant)
  }
}

@Suite struct `The schedule of connections` {
  private func device(_ number: UInt64) -> LEAddress { LEAddress(DeviceAddress(value: number), .random) }
  private func at(_ seconds: Double) -> Instant { Instant(seconds: seconds) ?? .start }

  @Test func `connects on sight, to one device at a time`() {
    let schedule = Asked()
    #expect(schedule.shouldConnect(to: device(1), at: at(0)))
    #expect(!schedule.shouldConnect(to: device(2), at: at(0.1)))
    schedule.connected(device(1))
    #expect(schedule.shouldConnect(to: device(2), at: at(0.2)))
    #expect(!schedule.shouldConnect(to: device(1), at: at(0.3)))
  }

  @Test func `leaves a device alone after a failure, from one second to thirty`() {
    let schedule = Asked()
    var pauses: [Int64] = []
    var now = 0.0
    for _ in 0..<7 {
      #expect(schedule.shouldConnect(to: device(1), at: at(now)))
      let pause = schedule.closed(device(1), at: at(now))
      pauses.append(pause.components.seconds)
      #expect(!schedule.shouldConnect(to: device(1), at: at(now + Double(pause.components.seconds) - 0.1)))
      now += Double(pause.components.seconds)
    }
    #expect(pauses == [1, 2, 4, 8, 16, 30, 30])
    #expect(schedule.shouldConnect(to: device(1), at: at(now)))
    schedule.gaveValue(device(1))
    #expect(schedule.closed(device(1), at: at(now)) == .seconds(1))
  }

  @Test func `lets the one that has waited longest go first`() {
    let schedule = Asked()
    #expect(schedule.shouldConnect(to: device(1), at: at(0)))
    #expect(!schedule.shouldConnect(to: device(2), at: at(0)))
    schedule.closed(device(1), at: at(0.5))
    #expect(schedule.shouldConnect(to: device(2), at: at(1)))
    schedule.closed(device(2), at: at(1.2))
    #expect(!schedule.shouldConnect(to: device(2), at: at(2.5)))
    #expect(schedule.shouldConnect(to: device(1), at: at(2.6)))
  }

  @Test func `listens as long as a failed attempt took before it tries one that failed again`() {
    let schedule = Asked()
    #expect(schedule.shouldConnect(to: device(1), at: at(0)))
    schedule.closed(device(1), at: at(5))
    #expect(!schedule.shouldConnect(to: device(1), at: at(9.9)))
    // One that never failed may be a strap that has just come back.
    #expect(schedule.shouldConnect(to: device(2), at: at(6)))
    schedule.connected(device(2))
    #expect(schedule.shouldConnect(to: device(1), at: at(10)))
  }

  @Test func `leaves half of the time for listening, however many devices never answer`() {
    let schedule = Asked()
    var now = 0.0
    var attempting = 0.0
    while now < 300 {
      let tried = (1...20).first { schedule.shouldConnect(to: device($0), at: at(now)) }
      if let tried {
        schedule.closed(device(tried), at: at(now + 5))
        attempting += now < 100 ? 0 : 5  // At first none of them has failed yet.
        now += 5
      }
      now += 0.1
    }
    #expect(attempting <= 105)
  }

  @Test func `calls a device until its next advertisement, from two seconds to the kernel's own four`() {
    for (interval, patience) in [(0.1, 2), (1, 2), (3, 3.5), (10, 4)] {
      let schedule = Asked()
      #expect(schedule.patience(for: device(1)) == .seconds(2))
      for number in 0..<4 {
        _ = schedule.shouldConnect(to: device(1), at: at(Double(number) * interval))
        // The scan response, right behind.
        _ = schedule.shouldConnect(to: device(1), at: at(Double(number) * interval + 0.001))
      }
      // The scan response stands between two of them.
      let called = schedule.patience(for: device(1))
      #expect(abs(called / .seconds(1) - patience) < 0.01)
    }
  }

  @Test func `keeps a place free at the dongle`() {
    let schedule = Asked()
    for number in 1...6 {
      #expect(schedule.shouldConnect(to: device(UInt64(number)), at: at(0)))
      schedule.connected(device(UInt64(number)))
    }
    #expect(!schedule.shouldConnect(to: device(7), at: at(1)))
    schedule.closed(device(3), at: at(2))
    #expect(schedule.shouldConnect(to: device(7), at: at(2)))
  }

  @Test func `lets a visit wait for everybody who was there in the last minute`() {
    let schedule = Asked()
    #expect(schedule.shouldConnect(to: device(1), at: at(0)))
    #expect(!schedule.mayVisit(device(9), at: at(0.5)), "an attempt is under way")
    schedule.connected(device(1))
    #expect(schedule.mayVisit(device(9), at: at(1)))
    #expect(!schedule.shouldConnect(to: device(2), at: at(2)), "one at a time")
    schedule.closed(device(9), at: at(4))
    #expect(schedule.shouldConnect(to: device(2), at: at(8)))
    schedule.closed(device(2), at: at(9))
    #expect(!schedule.mayVisit(device(9), at: at(60)), "2 was there and may come back")
    #expect(schedule.mayVisit(device(9), at: at(70)))
  }

  @Test func `gives a visit the link that the others leave free`() {
    let schedule = Asked()
    for number: UInt64 in 1...6 {
      #expect(schedule.shouldConnect(to: device(number), at: at(Double(number))))
      schedule.connected(device(number))
    }
    #expect(schedule.mayVisit(device(9), at: at(10)))
  }
}
