import Alarms
import Monitor
import Settings
import Testing

@Suite struct `The presets of a profile` {
  private func settings(_ profile: BoxProfile) throws -> MonitorSettings {
    try Configuration(path: "/dev/null", profile: profile).monitor
  }

  @Test(arguments: [(BoxProfile.cabin, 40.0, 150.0), (.cockpit, 40, 150), (.bedside, 45, 130)])
  func `are limits of the heart rate for those whom it watches`(profile: BoxProfile, low: Double, high: Double) throws {
    let conditions = try settings(profile).conditions
    #expect(conditions[.heartRateLow].limit == low)
    #expect(conditions[.heartRateHigh].limit == high)
  }

  @Test func `give a strap that proves nothing more time beside a bed`() throws {
    #expect(try settings(.bedside).proved == Bounds(5, 10))
    #expect(try settings(.bedside).unproved == Bounds(15, 30))
    #expect(try settings(.cabin).unproved == Bounds(5, 10))
    #expect(try settings(.cockpit).unproved == Bounds(5, 10))
  }

  @Test func `are quiet where it is normal`() throws {
    #expect(try settings(.cabin).sounds == SoundWays(low: .never, medium: .every(.seconds(300))))
    #expect(try settings(.cockpit).sounds == SoundWays(low: .once, medium: .repeat))
    #expect(try settings(.bedside).sounds == SoundWays(low: .once, medium: .repeat))
  }

  @Test(arguments: BoxProfile.allCases)
  func `leave nothing unwatched`(profile: BoxProfile) throws {
    #expect(try Configuration(path: "/dev/null", profile: profile).gaps == [])
  }
}
