import Readings
import Testing

@Suite struct `A duration in nanoseconds` {
  @Test(arguments: [
    (Duration.zero, Int64(0)), (.nanoseconds(1), 1), (.nanoseconds(-1), -1), (.seconds(60), 60_000_000_000),
    (.seconds(4_722), 4_722_000_000_000), (.seconds(4_723), 4_723_000_000_000), (.seconds(-4_723), -4_723_000_000_000),
    (.seconds(3_155_760_000), 3_155_760_000_000_000_000), (.nanoseconds(Int64.max), Int64.max),
    (.nanoseconds(Int64.min), Int64.min),
  ])
  func `is exact, however long it is`(duration: Duration, nanoseconds: Int64) {
    #expect(duration.wholeNanoseconds == nanoseconds)
  }

  @Test(arguments: [(Int64(1_999_999_999), Int64(1)), (999_999_999, 0), (-999_999_999, 0), (-1_999_999_999, -1)])
  func `leaves out what is less than one`(attoseconds: Int64, nanoseconds: Int64) {
    #expect(Duration(secondsComponent: 0, attosecondsComponent: attoseconds).wholeNanoseconds == nanoseconds)
  }

  @Test func `is held at the ends of what can be counted`() {
    #expect(Duration.seconds(Int64.max).wholeNanoseconds == .max)
    #expect(Duration.seconds(Int64.min).wholeNanoseconds == .min)
  }
}
