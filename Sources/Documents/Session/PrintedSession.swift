import System

/// What is printed about a session: values only. The logbook fills it, and `SessionPDF` prints it.
package struct PrintedSession: Sendable, Equatable {
  /// A line of the heading, such as `Flight` and `KE 17, ICN–LAX`.
  package struct Detail: Sendable, Equatable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  /// The figures of one quantity of one sensor. Sensors of one quantity are kept apart.
  package struct Figures: Sendable, Equatable {
    package var quantity: String
    package var unit: String
    package var sensor: String
    package var readings: Int
    package var minimum: Double?
    package var mean: Double?
    package var maximum: Double?
    /// The decimals of the three values.
    package var places: Int
    /// Time below, within and above the limits, and without data; `nil` for a quantity without limits.
    package var times: Times?

    package init(
      quantity: String, unit: String, sensor: String, readings: Int, minimum: Double?, mean: Double?, maximum: Double?,
      places: Int = 0, times: Times? = nil
    ) {
      (self.quantity, self.unit, self.sensor, self.readings) = (quantity, unit, sensor, readings)
      (self.minimum, self.mean, self.maximum) = (minimum, mean, maximum)
      (self.places, self.times) = (places, times)
    }
  }

  /// How long a quantity was below, within and above its limits, in milliseconds.
  package struct Times: Sendable, Equatable {
    package var below: Int64
    package var within: Int64
    package var above: Int64
    package var noData: Int64

    package init(below: Int64, within: Int64, above: Int64, noData: Int64) {
      (self.below, self.within, self.above, self.noData) = (below, within, above, noData)
    }

    /// The share of time within, of the time with data; `nil` if there was none.
    package var shareWithin: Double? {
      let known = Double(below) + Double(within) + Double(above)
      return known > 0 ? Double(within) / known : nil
    }
  }

  /// A part of the session with figures of its own.
  package struct Phase: Sendable, Equatable {
    package var name: String
    package var from: UnixTime
    package var to: UnixTime
    package var readings: Int
    package var meanCO2: Double?
    package var highestCO2: Double?
    /// Milliseconds above the CO2 that is expected in this phase; `nil` if none is expected.
    package var aboveExpected: Int64?
    package var alarms: Int

    package init(
      name: String, from: UnixTime, to: UnixTime, readings: Int, meanCO2: Double? = nil,
      highestCO2: Double? = nil, aboveExpected: Int64? = nil, alarms: Int = 0
    ) {
      (self.name, self.from, self.to, self.readings) = (name, from, to, readings)
      (self.meanCO2, self.highestCO2) = (meanCO2, highestCO2)
      (self.aboveExpected, self.alarms) = (aboveExpected, alarms)
    }
  }

  /// An alarm from its onset to its end.
  package struct Episode: Sendable, Equatable {
    package var from: UnixTime
    /// `nil` while it lasts, or if its end is not known.
    package var to: UnixTime?
    /// How long it was on in the time of the document, milliseconds.
    package var duration: Int64
    package var priority: TimeChart.Alarm.Priority
    /// What the alarm is, such as `heart rate low`.
    package var what: String
    package var subject: String
    /// The worst value with its unit, such as `38 bpm`.
    package var extreme: String?
    /// How long values were beyond the limit, milliseconds; `nil` for an alarm without a limit.
    package var beyond: Int64?
    /// Milliseconds until a person answered; `nil` without an answer.
    package var answeredAfter: Int64?
    package var isTest: Bool

    package init(
      from: UnixTime, to: UnixTime?, priority: TimeChart.Alarm.Priority, what: String,
      subject: String = "",
      extreme: String? = nil, answeredAfter: Int64? = nil, isTest: Bool = false
    ) {
      (self.from, self.to, self.priority, self.what, self.subject) = (from, to, priority, what, subject)
      self.duration = to.map { $0.milliseconds - from.milliseconds } ?? 0
      (self.extreme, self.answeredAfter, self.isTest) = (extreme, answeredAfter, isTest)
    }
  }

  /// A time without data, such as a restart of the box.
  package struct Gap: Sendable, Equatable {
    package var from: UnixTime
    package var to: UnixTime
    package var reason: String

    package init(from: UnixTime, to: UnixTime, _ reason: String) {
      (self.from, self.to, self.reason) = (from, to, reason)
    }

    /// What is left of it beside other gaps.
    /// - Parameter length: a shorter part is left out, milliseconds.
    package func without(_ others: [Gap], atLeast length: Int64) -> [Gap] {
      var left: [Gap] = []
      var begin = from
      for other in others.sorted(by: { $0.from < $1.from }) where other.to > begin && other.from < to {
        if other.from > begin { left.append(Gap(from: begin, to: other.from, reason)) }
        begin = max(begin, other.to)
      }
      if begin < to { left.append(Gap(from: begin, to: to, reason)) }
      return left.filter { others.isEmpty || $0.to.milliseconds - $0.from.milliseconds >= length }
    }
  }

  package struct Sensor: Sendable, Equatable {
    package var name: String
    package var model: String
    package var address: String?
    package var readings: Int
    /// The share of the session for which it gave data, from 0 to 1; `nil` if that is not known.
    package var coverage: Double?

    package init(name: String, model: String, address: String? = nil, readings: Int, coverage: Double? = nil) {
      (self.name, self.model, self.address) = (name, model, address)
      (self.readings, self.coverage) = (readings, coverage)
    }
  }

  /// The heading, such as `Night of 25 November 2026`.
  package var title: String
  package var box: String
  package var profile: String
  package var sessionID: String
  package var from: UnixTime
  /// `nil` while the session lasts; `printed` stands for it then.
  package var to: UnixTime?
  package var printed: UnixTime
  package var zone: ClockZone
  /// Airline, flight, seat, route, caffeine, hydration and the like, as far as they were given.
  package var details: [Detail]
  package var grade: String?
  package var charts: [TimeChart]
  package var figures: [Figures]
  package var phases: [Phase]
  package var episodes: [Episode]
  package var gaps: [Gap]
  package var sensors: [Sensor]
  /// Sentences: limits and their changes, steps of the clock, what was left out.
  package var notes: [String]
  package var disclaimer: String

  package static let usualDisclaimer =
    "Lapwing is not a medical device and is not certified for aircraft. Values come from consumer sensors and may be wrong."

  package init(
    title: String, box: String, profile: String, sessionID: String = "", from: UnixTime, to: UnixTime?,
    printed: UnixTime, zone: ClockZone, details: [Detail] = [], grade: String? = nil, charts: [TimeChart] = [],
    figures: [Figures] = [], phases: [Phase] = [], episodes: [Episode] = [], gaps: [Gap] = [], sensors: [Sensor] = [],
    notes: [String] = [], disclaimer: String = usualDisclaimer
  ) {
    (self.title, self.box, self.profile, self.sessionID) = (title, box, profile, sessionID)
    (self.from, self.to, self.printed, self.zone) = (from, to, printed, zone)
    (self.details, self.grade, self.charts, self.figures) = (details, grade, charts, figures)
    (self.phases, self.episodes, self.gaps, self.sensors) = (phases, episodes, gaps, sensors)
    (self.notes, self.disclaimer) = (notes, disclaimer)
  }

  package var end: UnixTime { max(to ?? printed, from) }
  package var duration: Int64 { end.milliseconds - from.milliseconds }
}
