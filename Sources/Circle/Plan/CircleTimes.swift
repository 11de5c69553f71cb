/// How long the circle waits for what. The defaults are own choices, except the countdown (document 002 of the
/// specification) and the cool-down (its reference program).
package struct CircleTimes: Codable, Sendable, Equatable {
  /// From an alarm to the first person, 30 to 600 s. 30 s beside a bed: a person must know within 90 s.
  package var countdown: Duration
  /// How long a provider may take to accept a message until the next person is alerted, and a phone to confirm it until the next
  /// channel is used, 5 to 120 s. Google's push service delivered more than 40 % within 10 s (docs/sources.md).
  package var unconfirmed: Duration
  /// How long a person whose provider has the message may take to answer before the next one is alerted, 15 to 600 s.
  package var step: Duration
  /// From the last person to the repeat to all, 60 to 3600 s.
  package var again: Duration
  /// How long the answer of a person counts who was asked once more, 300 to 7200 s.
  package var hold: Duration
  /// How long all must be well until an incident is closed, 60 to 3600 s.
  package var coolDown: Duration
  /// Between two messages of a low or medium condition at one subject, 0 to 3600 s.
  package var noticeCoolDown: Duration

  package init(
    countdown: Duration = .seconds(120), unconfirmed: Duration = .seconds(10), step: Duration = .seconds(40),
    again: Duration = .seconds(300), hold: Duration = .seconds(1800), coolDown: Duration = .seconds(600),
    noticeCoolDown: Duration = .seconds(60)
  ) {
    self.countdown = countdown
    self.unconfirmed = unconfirmed
    self.step = step
    self.again = again
    self.hold = hold
    self.coolDown = coolDown
    self.noticeCoolDown = noticeCoolDown
  }

  /// A sentence about the first time that is out of its range.
  var fault: String? {
    let ranges: [(String, Duration, ClosedRange<Int64>)] = [
      ("countdown", countdown, 30...600), ("unconfirmed", unconfirmed, 5...120), ("step", step, 15...600),
      ("repeat", again, 60...3600), ("hold", hold, 300...7200), ("cool-down", coolDown, 60...3600),
      ("notice cool-down", noticeCoolDown, 0...3600),
    ]
    for (name, time, range) in ranges
    where time < .seconds(range.lowerBound) || time > .seconds(range.upperBound) {
      return "The care circle's \(name) is \(time). Give \(range.lowerBound) to \(range.upperBound) s."
    }
    return nil
  }
}
