import System

/// What is printed about the heart of one person over some days, for a doctor: values only (docs/figures.md). `HeartPDF` prints it.
package struct PrintedHeart: Sendable, Equatable {
  /// What the owner has written. A field that is empty is a line to write on.
  package struct Person: Sendable, Equatable {
    package var name: String?
    package var born: String?
    package var question: String?
    package var medication: String?

    package init(name: String? = nil, born: String? = nil, question: String? = nil, medication: String? = nil) {
      (self.name, self.born, self.question, self.medication) = (name, born, question, medication)
    }
  }

  package struct Range: Sendable, Equatable {
    package var lowest: Double
    package var mean: Double
    package var highest: Double

    package init(lowest: Double, mean: Double, highest: Double) {
      (self.lowest, self.mean, self.highest) = (lowest, mean, highest)
    }
  }

  /// How long values were below, within and above the limits, in milliseconds.
  package struct Times: Sendable, Equatable {
    package var below: Int64
    package var within: Int64
    package var above: Int64

    package init(below: Int64, within: Int64, above: Int64) {
      (self.below, self.within, self.above) = (below, within, above)
    }

    package var covered: Int64 { below + within + above }
  }

  package struct Day: Sendable, Equatable {
    package var date: UnixTime
    package var range: Range
    package var resting: Double?
    package var times: Times

    package init(date: UnixTime, range: Range, resting: Double?, times: Times) {
      (self.date, self.range, self.resting, self.times) = (date, range, resting, times)
    }
  }

  /// What one hour of the day was like, all days together: its range, and the middle and nine tenths of the means of its minutes.
  package struct Hour: Sendable, Equatable {
    package var lowest: Double
    package var from: Double
    package var middle: Double
    package var to: Double
    package var highest: Double

    package init(lowest: Double, from: Double, middle: Double, to: Double, highest: Double) {
      (self.lowest, self.from, self.middle, self.to, self.highest) = (lowest, from, middle, to, highest)
    }
  }

  package struct Episode: Sendable, Equatable {
    package var from: UnixTime
    package var duration: Int64
    package var goesOn: Bool
    package var what: String
    package var isLow: Bool
    package var worst: Double?
    package var limit: Double?
    package var beyond: Int64?
    package var answeredAfter: Int64?

    package init(
      from: UnixTime, duration: Int64, goesOn: Bool, what: String, isLow: Bool,
      values: (worst: Double?, limit: Double?),
      beyond: Int64?, answeredAfter: Int64?
    ) {
      (self.from, self.duration, self.goesOn, self.what, self.isLow) = (from, duration, goesOn, what, isLow)
      (worst, limit) = values
      (self.beyond, self.answeredAfter) = (beyond, answeredAfter)
    }
  }

  /// One wearing, from noon to noon.
  package struct Night: Sendable, Equatable {
    package var from: UnixTime
    package var to: UnixTime
    package var range: Range
    package var worn: Int64
    package var series: TimeSeries

    package init(from: UnixTime, to: UnixTime, range: Range, worn: Int64, series: TimeSeries) {
      (self.from, self.to, self.range, self.worn, self.series) = (from, to, range, worn, series)
    }
  }

  package struct Span: Sendable, Equatable {
    package var from: UnixTime
    package var to: UnixTime

    package init(from: UnixTime, to: UnixTime) { (self.from, self.to) = (from, to) }

    package var length: Int64 { to.milliseconds - from.milliseconds }
  }

  package struct Note: Sendable, Equatable {
    package var at: UnixTime
    package var text: String

    package init(at: UnixTime, text: String) { (self.at, self.text) = (at, text) }
  }

  /// What was measured, in the language of the document, with its unit.
  package var quantity: String
  package var unit: String
  /// What measured it.
  package var sensor: String
  package var box: String
  package var person = Person()
  package var from: UnixTime
  package var to: UnixTime
  package var printed: UnixTime
  package var zone: ClockZone
  package var low: Double?
  package var high: Double?
  package var range: Range
  package var times: Times
  /// The days with data, and those without.
  package var days: [Day] = []
  package var emptyDays: [UnixTime] = []
  /// From midnight on.
  package var hours: [Hour?] = []
  package var episodes: [Episode] = []
  /// Alarms about the sensor, such as no data.
  package var technicalAlarms = 0
  /// Wearings, and the gaps in them.
  package var worn: [Span] = []
  package var gaps: [Span] = []
  package var nights: [Night] = []
  package var notes: [Note] = []
  package var damagedParts = 0

  package init(
    quantity: String, unit: String, sensor: String, box: String, from: UnixTime, to: UnixTime, printed: UnixTime,
    figures: (range: Range, times: Times)
  ) {
    (self.quantity, self.unit, self.sensor, self.box) = (quantity, unit, sensor, box)
    (self.from, self.to, self.printed) = (from, to, printed)
    zone = .local
    (range, times) = figures
  }

  package var wornTime: Int64 { worn.reduce(0) { $0 + $1.length } }

  package var restingRates: [Double] { days.compactMap(\.resting) }

  /// The mean resting rate of the first and of the last week of days that have one; `nil` with fewer than 14 of them.
  package var restingTrend: (first: Double, last: Double)? {
    let rates = restingRates, week = 7
    guard rates.count >= 2 * week else { return nil }
    func mean(_ part: ArraySlice<Double>) -> Double { part.reduce(0, +) / Double(week) }
    return (mean(rates.prefix(week)), mean(rates.suffix(week)))
  }
}
