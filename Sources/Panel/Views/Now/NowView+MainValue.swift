import Alarms
import Readings
import Sessions
import Status
import Web
import Words

extension NowView {
  /// What is largest: what the worst alarm is about, in its colour, with the other values small below it; without an alarm the
  /// values that the box is there for. Each person, and each sensor that is no one's, has one.
  var mainValue: HTML {
    guard let worst = worstAlarm, isLarge(worst) else {
      return largeValues.html { main($0, isAlone: largeValues.count == 1) }
    }
    let others = largeValues.filter { !isAbout($0, worst) }
    let rest: HTML = others.isEmpty ? .nothing : "<div class=\"rest\">\(others.html(small))</div>"
    return "\(large(worst))\(rest)"
  }

  /// A low alarm about the box or a sensor leaves the values their place.
  func isLarge(_ alarm: AlarmReport) -> Bool {
    priority(of: alarm) > .low || trigger(of: alarm)?.quantity != nil
  }

  private func isAbout(_ large: LargeValue, _ alarm: AlarmReport) -> Bool {
    trigger(of: alarm)?.quantity == large.quantity && alarm.address == large.sensor.identity.address
  }

  private func large(_ alarm: AlarmReport) -> HTML {
    let priority = priority(of: alarm)
    let title: HTML = "<b>\(name(of: alarm))</b>\(whose(alarm).map { " · \($0)" } ?? "")"
    let began: HTML =
      alarm.since.map {
        " <span>\(text(NowWords.began)) \(ages.html(of: max(0, picture.seconds - $0), at: picture.seconds, in: request.language))</span>"
      } ?? .nothing
    let facts = [shownLimit(of: alarm)].compactMap(\.self) + standing(alarm, isWhose: false)
    return """
      <section class="card main worst \(priority.name)">
      <p class="head">\(Symbol.alert.html) <span class="badge">\(text(ThingWords.priority(priority)))</span>\(began)</p>
      <h2>\(title)</h2>\(number(of: alarm))<p class="facts">\(facts.joined(separator: " · "))\(left(alarm))</p>
      </section>
      """
  }

  /// The present value in the unit of the limit; that of the alarm's latest change if there is none.
  private func number(of alarm: AlarmReport) -> HTML {
    guard let trigger = trigger(of: alarm), let quantity = trigger.quantity else { return .nothing }
    let sensor = sensor(of: alarm)
    let present = sensor.flatMap { picture.isOld(quantity, of: $0) ? nil : $0.reading?.measurements[quantity] }
    guard let value = present.map(trigger.shown) ?? alarm.value else { return .nothing }
    let when: HTML = present == nil ? "\(text(NowWords.lastValue))" : sensor.map { age(of: $0) } ?? .nothing
    return """
      <p class="number"><b class="value">\(Self.whole(value, quantity, request.units, in: trigger.unit))</b> \
      \(request.units.unit(trigger.unit)) <span class="when">\(when)</span></p>
      """
  }

  /// A large value is read from far: without digits behind the point, but of what has few digits.
  private static func whole(_ value: Double, _ quantity: Quantity, _ units: ShownUnits, in unit: String) -> String {
    quantity == .temperatureCelsius ? units.number(value, in: unit) : units.number(value.rounded(), in: unit)
  }

  /// What a box is there for, what matters most first.
  private var order: [Quantity] {
    let heart: [Quantity] = [.heartRateBeatsPerMinute, .oxygenSaturationPercent, .pulseBeatsPerMinute]
    let air: [Quantity] = [
      .carbonMonoxidePartsPerBillion, .co2PartsPerMillion, .pm25MicrogramsPerCubicMetre, .radonBecquerelsPerCubicMetre,
    ]
    return status.profile == BoxProfile.bedside.rawValue ? heart + air : air + heart
  }

  /// The first of these that each sensor has. A box with thermometers alone shows them.
  var largeValues: [LargeValue] {
    let values = largeValues(of: order)
    return values.isEmpty ? largeValues(of: [.temperatureCelsius]) : values
  }

  /// Of several sensors of one person the latest value.
  private func largeValues(of order: [Quantity]) -> [LargeValue] {
    var shown: [LargeValue] = []
    for sensor in status.sensors where sensor.identity.isAdopted {
      let measured = order.lazy.compactMap { quantity in sensor.reading?.measurements[quantity].map { (quantity, $0) } }
      guard let (quantity, value) = measured.first else { continue }
      let large = LargeValue(sensor: sensor, quantity: quantity, value: value), person = sensor.identity.person
      let other = shown.firstIndex { person != nil && $0.sensor.identity.person == person && $0.quantity == quantity }
      guard let other else {
        shown.append(large)
        continue
      }
      if sensor.ageSeconds < shown[other].sensor.ageSeconds { shown[other] = large }
    }
    return shown
  }

  func standing(of large: LargeValue) -> Standing {
    picture.isOld(large.quantity, of: large.sensor)
      ? Standing.old
      : Standing.of(large.value, large.quantity, of: large.sensor, in: status)
  }

  private func main(_ large: LargeValue, isAlone: Bool) -> HTML {
    let dial = Gauge.html(large, style: { Standing(Judgement.byLimits($0, large.quantity, large.sensor.limits)).style })
    let curve = curve(of: large.quantity, from: large.sensor.identity.address)
    return card(large, isAlone: isAlone, isSmall: false, dial: dial, curve: curve)
  }

  private func small(_ large: LargeValue) -> HTML {
    card(large, isAlone: false, isSmall: true, dial: .nothing, curve: .nothing)
  }

  private func card(_ large: LargeValue, isAlone: Bool, isSmall: Bool, dial: HTML, curve: HTML) -> HTML {
    let quantity = large.quantity, identity = large.sensor.identity
    let number = Self.whole(large.value, quantity, request.units, in: quantity.unit)
    let standing = standing(of: large), word = text(standing.word)
    let label: String =
      switch quantity {
      case .heartRateBeatsPerMinute: text(NowWords.heartLabel(value: number, status: word))
      case .co2PartsPerMillion: text(NowWords.co2Label(value: number, status: word))
      default: "\(text(ThingWords.quantity(quantity))): \(number) \(request.units.unit(quantity.unit)), \(word)"
      }
    let figure: HTML = """
      <p class="number"><span class="unseen">\(label)</span>\
      <span aria-hidden="true"><b class="value">\(number)</b> <span class="unit">\(request.units.unit(quantity.unit))</span></span></p>
      """
    let whose = identity.person ?? (isAlone ? nil : large.sensor.heading(in: request.language))
    // Beside an alarm there is room for few words, and the unit says what it is.
    let name = isSmall && whose != nil ? nil : text(ThingWords.quantity(quantity))
    let title = [name, whose].compactMap(\.self).joined(separator: " · ")
    return """
      <section class="card main \(standing.style)">
      <h2>\(Face.html(identity.person))\(title)</h2>
      \(dial.isEmpty ? figure : "<div class=\"dial\(number.count > 3 ? " long" : "")\">\(dial)\(figure)</div>")
      <p><span class="badge" aria-hidden="true">\(word)</span> \(age(of: large.sensor))</p>\(curve)
      </section>
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
    func foot(_ step: Int?) -> String { "\((step ?? 0) * 400 / (RecentValues.steps - 1)),50" }
    let area = ([foot(curve.first?.step)] + points + [foot(curve.last?.step)]).joined(separator: " ")
    // As the large value is written: whole numbers.
    let words = NowWords.lastHalfHour(low: EventText.number(low.rounded()), high: EventText.number(high.rounded()))
    return """
      <svg class="curve" viewBox="0 0 400 50" preserveAspectRatio="none" aria-hidden="true">\
      <polygon class="under" points="\(area)"/>\
      <polyline class="line" points="\(points.joined(separator: " "))"/></svg><p class="small">\(text(words))</p>
      """
  }
}
