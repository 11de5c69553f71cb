import Alarms
import Engine
import Glibc
import Readings
import Sessions
import Status

/// A value against its limits: a word, and a class for its colour.
struct Standing {
  let word: NowWords
  let style: String

  static func co2(_ value: Double, _ limits: ConditionTable) -> Standing {
    func isAbove(_ condition: ConditionID) -> Bool { limits[condition].limit.map { value >= $0 } ?? false }
    if isAbove(.co2High) { return Standing(word: .critical, style: "high") }
    if isAbove(.co2Medium) { return Standing(word: .warning, style: "medium") }
    return isAbove(.co2Low) ? Standing(word: .advisory, style: "low") : Standing(word: .good, style: "good")
  }

  static func heartRate(_ value: Double, _ limits: ConditionTable) -> Standing {
    if let low = limits[.heartRateLow].limit, value < low { return Standing(word: .low, style: "high") }
    if let high = limits[.heartRateHigh].limit, value > high { return Standing(word: .high, style: "high") }
    return Standing(word: .good, style: "good")
  }
}

extension NowView {
  /// The value that the box is there for, large: the heart beside a bed, CO2 elsewhere, or the other one if there is no
  /// such sensor.
  var mainValue: HTML {
    let wanted: [Quantity] =
      status.profile == BoxProfile.bedside.rawValue
      ? [.heartRateBeatsPerMinute, .co2PartsPerMillion] : [.co2PartsPerMillion, .heartRateBeatsPerMinute]
    for quantity in wanted {
      for sensor in status.sensors where sensor.identity.isAdopted {
        if let value = sensor.reading?.measurements[quantity] { return main(value, quantity, of: sensor) }
      }
    }
    return .nothing
  }

  private func main(_ value: Double, _ quantity: Quantity, of sensor: SensorReport) -> HTML {
    let isHeart = quantity == .heartRateBeatsPerMinute, number = EventText.number(value.rounded())
    let standing = isHeart ? Standing.heartRate(value, limits) : Standing.co2(value, limits)
    // A value that is too old says nothing of now.
    let isOld = picture.age(of: sensor) > Double(HeldValues.longestHold(of: quantity)) / 1000
    let word = text(isOld ? NowWords.old : standing.word)
    let label = isHeart ? NowWords.heartLabel(value: number, status: word) : .co2Label(value: number, status: word)
    return """
      <section class="card main \(isOld ? "stale" : standing.style)">
      <h2>\(text(ThingWords.quantity(quantity)))</h2>
      <p class="number"><span class="unseen">\(text(label))</span>\
      <span aria-hidden="true"><b class="value">\(number)</b> \(quantity.unit)</span></p>
      <p><span class="badge" aria-hidden="true">\(word)</span> \(age(of: sensor))</p>
      \(isHeart ? .nothing : gauge(value))\(curve(of: quantity, from: sensor.identity.address))
      </section>
      """
  }

  /// Where the value lies between the limits. It repeats what is said in words.
  private func gauge(_ value: Double) -> HTML {
    let marks = [ConditionID.co2Low, .co2Medium, .co2High].compactMap { limits[$0].limit }
    let zones = zip(zip([Gauge.least] + marks, marks + [Gauge.most]), ["good", "low", "medium", "high"])
    let bars = zones.html { range, style in
      let from = Gauge.place(of: range.0), to = Gauge.place(of: range.1)
      return "<rect class=\"zone \(style)\" x=\"\(from)\" y=\"8\" width=\"\(max(0, to - from))\" height=\"8\"/>"
    }
    let place = Gauge.place(of: value)
    return """
      <svg class="gauge" viewBox="0 0 400 24" aria-hidden="true">\(bars)\
      <path class="needle" d="M\(place) 7l-6-7h12zM\(place) 17l-6 7h12z"/></svg>
      """
  }

  /// The last half hour as a line, with its lowest and highest value in words.
  private func curve(of quantity: Quantity, from address: String) -> HTML {
    let curve = picture.recent.curve(of: quantity, from: address)
    guard curve.count > 1, let low = curve.map(\.value).min(), let high = curve.map(\.value).max() else {
      return .nothing
    }
    let span = max(high - low, quantity == .co2PartsPerMillion ? 50 : 5)
    let points = curve.map { step, value in
      "\(step * 400 / (RecentValues.steps - 1)),\(Int(46 - (value - low) / span * 42))"
    }
    let words = NowWords.lastHalfHour(low: EventText.number(low), high: EventText.number(high))
    return """
      <svg class="curve" viewBox="0 0 400 50" preserveAspectRatio="none" aria-hidden="true">\
      <polyline points="\(points.joined(separator: " "))"/></svg><p class="small">\(text(words))</p>
      """
  }
}

/// The scale of the gauge: from 400 ppm, the air outside, to 5000 ppm, the limit at work (specification of the gauge).
private enum Gauge {
  static let least = 400.0
  static let most = 5000.0

  /// From 0 to 400. By the logarithm, since half of the scale would be above every limit.
  static func place(of value: Double) -> Int {
    let held = min(max(value, least), most)
    return Int((log(held / least) / log(most / least) * 400).rounded())
  }
}
