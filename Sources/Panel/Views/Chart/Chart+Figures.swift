import Alarms
import Logbook
import Readings
import Sessions
import Status
import Words

extension Chart.Line {
  /// A line of the figures of parts, in the units of the page.
  /// - Parameter later: how much later its values are shown, milliseconds.
  init(
    _ name: String, of quantity: Quantity, _ figures: [(start: Int64, end: Int64, figure: HeldValues)],
    later: Int64 = 0, units: ShownUnits
  ) {
    func shown(_ value: Double) -> Double { units.shown(value, in: quantity.unit).value }
    let unit = units.unit(quantity.unit)
    let parts = figures.compactMap { part -> Chart.Part? in
      guard let mean = part.figure.mean else { return nil }
      return Chart.Part(
        start: part.start + later, end: part.end + later, low: shown(part.figure.minimum ?? mean), mean: shown(mean),
        high: shown(part.figure.maximum ?? mean))
    }
    self.init(
      name: name, unit: unit, places: quantity == .co2PartsPerMillion ? 0 : unit == "inHg" ? 2 : 1, parts: parts)
  }
}

extension Chart {
  /// More marks would be a line of triangles; the most urgent of those that would lie on each other is shown. Own choice.
  private static let mostMarks: Int64 = 40

  /// Adds the limits of a quantity, and the alarms about it of one sensor.
  mutating func add(
    _ limits: ValueLimits?, _ alarms: [RecalledAlarm], about quantity: Quantity, of sensor: DeviceAddress,
    _ request: PanelRequest
  ) {
    self.limits = [limits?.low, limits?.high].compactMap { limit in
      limit.map { request.units.shown($0, in: quantity.unit).value }
    }
    let room = max(1, (to - from) / Self.mostMarks)
    for alarm in alarms where alarm.address == "\(sensor)" && (from..<to).contains(alarm.beganAt) {
      guard let id = ConditionID(name: alarm.condition), ConditionTable.standard[id].trigger.quantity == quantity else {
        continue
      }
      let mark = Mark(
        at: alarm.beganAt, priority: Priority.allCases.first { $0.name == alarm.priority } ?? .low,
        name: ThingWords.condition(id).text(request.language))
      guard let last = marks.last, mark.at - last.at < room else {
        marks.append(mark)
        continue
      }
      if mark.priority > last.priority { marks[marks.count - 1] = mark }
    }
  }
}
