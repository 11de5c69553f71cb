import Alarms
import Engine
import Glibc
import Readings
import Sessions
import Status
import Web
import Words

extension NowView {
  /// The value that the box is there for, large: the heart beside a bed, CO2 elsewhere, or the other one if there is no
  /// such sensor. Each person, and each sensor that is no one's, has one.
  var mainValue: HTML {
    let wanted: [Quantity] =
      status.profile == BoxProfile.bedside.rawValue
      ? [.heartRateBeatsPerMinute, .co2PartsPerMillion] : [.co2PartsPerMillion, .heartRateBeatsPerMinute]
    for quantity in wanted {
      let shown = sensorsToShow(of: quantity)
      if !shown.isEmpty { return shown.html { main($1, quantity, of: $0, isAlone: shown.count == 1) } }
    }
    return .nothing
  }

  /// Of several sensors of one person the one with the latest value.
  private func sensorsToShow(of quantity: Quantity) -> [(sensor: SensorReport, value: Double)] {
    var shown: [(sensor: SensorReport, value: Double)] = []
    for sensor in status.sensors where sensor.identity.isAdopted {
      guard let value = sensor.reading?.measurements[quantity] else { continue }
      let person = sensor.identity.person
      if let place = shown.firstIndex(where: { person != nil && $0.sensor.identity.person == person }) {
        if sensor.ageSeconds < shown[place].sensor.ageSeconds { shown[place] = (sensor, value) }
      } else {
        shown.append((sensor, value))
      }
    }
    return shown
  }

  private func main(_ value: Double, _ quantity: Quantity, of sensor: SensorReport, isAlone: Bool) -> HTML {
    let isHeart = quantity == .heartRateBeatsPerMinute, number = EventText.number(value.rounded())
    // A value that is too old says nothing of now.
    let isOld = picture.age(of: sensor) > Double(HeldValues.longestHold(of: quantity)) / 1000
    let standing =
      isOld ? Standing(word: .old, style: "stale") : Standing.of(value, quantity, of: sensor, in: status)
    let word = text(standing.word)
    let label = isHeart ? NowWords.heartLabel(value: number, status: word) : .co2Label(value: number, status: word)
    let identity = sensor.identity
    let whose = identity.person ?? (isAlone ? nil : identity.name ?? identity.address)
    let title = [text(ThingWords.quantity(quantity)), whose].compactMap(\.self).joined(separator: " · ")
    return """
      <section class="card main \(standing.style)">
      <h2>\(title)</h2>
      <p class="number"><span class="unseen">\(text(label))</span>\
      <span aria-hidden="true"><b class="value">\(number)</b> \(quantity.unit)</span></p>
      <p><span class="badge" aria-hidden="true">\(word)</span> \(age(of: sensor))</p>
      \(isHeart ? .nothing : gauge(value, sensor.limits))\(curve(of: quantity, from: identity.address))
      </section>
      """
  }

  /// Where the value lies between the limits. It repeats what is said in words.
  private func gauge(_ value: Double, _ limits: LimitsReport?) -> HTML {
    let steps: [(ConditionID, style: String)] = [(.co2Low, "low"), (.co2Medium, "medium"), (.co2High, "high")]
    // A limit that is switched off begins no zone.
    let known = steps.compactMap { id, style in limits?[id].map { (limit: $0, style: style) } }
    guard !known.isEmpty else { return .nothing }
    let marks = known.map(\.limit)
    let zones = zip(zip([Gauge.least] + marks, marks + [Gauge.most]), ["good"] + known.map(\.style))
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
    // As the large value is written: whole numbers.
    let words = NowWords.lastHalfHour(low: EventText.number(low.rounded()), high: EventText.number(high.rounded()))
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

/// A value as the box itself judges it: a word, and a class for its colour.
struct Standing {
  let word: NowWords
  let style: String

  static let good = Standing(word: .good, style: "good")
  /// Of a box that does not tell its limits, and of a sensor that raises no alarm: nobody may call its value good.
  static let unjudged = Standing(word: .unjudged, style: "stale")

  /// Inside the limits that are on, and where a limit would be that is switched off: no alarm would come of it.
  static let unwatched = Standing(word: .unwatched, style: "stale")

  private var rank: Int { ["stale", "good", "low", "medium", "high"].firstIndex(of: style) ?? 0 }

  /// The value against the limits of the running box, and never better than an alarm that stands.
  static func of(_ value: Double, _ quantity: Quantity, of sensor: SensorReport, in status: BoxStatus) -> Standing {
    let measured = sensor.limits.map { byLimits(value, quantity, $0) } ?? .unjudged
    let alarms = status.alarms.filter { isAbout(quantity, of: sensor, $0) }
    guard let worst = Priority.allCases.last(where: { priority in alarms.contains { $0.priority == priority.name } })
    else { return measured }
    let alarm = Standing(word: .alarm, style: worst.name)
    return measured.rank >= alarm.rank ? measured : alarm
  }

  private static func byLimits(_ value: Double, _ quantity: Quantity, _ limits: LimitsReport) -> Standing {
    func limit(_ id: ConditionID) -> Double? { limits[id] }
    // Where the limit of a condition that is off would be, by the table of the conditions.
    func isMissed(_ id: ConditionID) -> Bool {
      guard limit(id) == nil, let usual = ConditionTable.standard[id].limit else { return false }
      return id == .heartRateLow ? value < usual : id == .heartRateHigh ? value > usual : value >= usual
    }
    if quantity == .heartRateBeatsPerMinute {
      if let low = limit(.heartRateLow), value < low { return Standing(word: .low, style: "high") }
      if let high = limit(.heartRateHigh), value > high { return Standing(word: .high, style: "high") }
      if limit(.heartRateLow) == nil, limit(.heartRateHigh) == nil { return .unjudged }
      return isMissed(.heartRateLow) || isMissed(.heartRateHigh) ? .unwatched : .good
    }
    let steps: [(ConditionID, NowWords, String)] = [
      (.co2High, .critical, "high"), (.co2Medium, .warning, "medium"), (.co2Low, .advisory, "low"),
    ]
    for (id, word, style) in steps {
      if let limit = limit(id), value >= limit { return Standing(word: word, style: style) }
    }
    if steps.allSatisfy({ limit($0.0) == nil }) { return .unjudged }
    return steps.contains { isMissed($0.0) } ? .unwatched : .good
  }

  /// Whether an alarm speaks of this value: of its quantity, or of what the sensor measures otherwise, such as a pulse
  /// that is missing. A test of the signals says nothing of the air.
  private static func isAbout(_ quantity: Quantity, of sensor: SensorReport, _ alarm: AlarmReport) -> Bool {
    guard alarm.isTest != true else { return false }
    let person = sensor.identity.person
    let isHere = alarm.address == nil || alarm.address == sensor.identity.address
    let isOfPerson = person != nil && alarm.person == person
    guard isHere || isOfPerson, let id = ConditionID(name: alarm.condition) else { return false }
    let condition = ConditionTable.standard[id]
    if let compared = condition.trigger.quantity { return compared == quantity }
    let isHeart = quantity == .heartRateBeatsPerMinute
    return !condition.isTechnical && (condition.family == .heart) == isHeart
  }
}
