import Readings

extension Adoption {
  /// What came of holding both buttons.
  package struct Nearest {
    /// The sensors that are one's own now, or are confirmed.
    package var adopted: [Change] = []
    /// What could not be adopted, and why.
    package var refused: [LapwingError] = []
    /// Whether a sensor that was one's own already is held near.
    package var isOwnNear = false

    /// Whether the person who holds the buttons has got what was asked for.
    package var isDone: Bool { !adopted.isEmpty || isOwnNear }
  }

  /// A sensor that is held beside the box reaches this, dBm. Ours, by the issue.
  private static let nearSignal: Int8 = -65
  /// By so much it is nearer than the next of its kind, dB: three times as near, where nothing stands between.
  private static let lead: Int8 = 10

  /// Somebody holds both buttons: the nearest sensor of each kind is one's own, and what the box adopted by itself is
  /// confirmed, unless another one of its kind is meant.
  package mutating func adoptNearest(at instant: Instant) -> Nearest {
    var outcome = Nearest()
    let present = heard.present(at: instant)
    var settled: Set<SensorKind> = []
    for kind in SensorKind.allCases {
      let near = present.compactMap { device in
        SensorKind(device.model) == kind ? device.signal.map { (device.address, signal: $0) } : nil
      }.sorted { $0.signal > $1.signal }
      guard let (address, signal) = near.first, signal >= Self.nearSignal else { continue }
      if near.count > 1, Int(signal) - Int(near[1].signal) < Int(Self.lead) {
        outcome.refused.append(
          LapwingError(
            .usage, code: "not-nearest",
            "\(address) and \(near[1].0) are about as near as each other; hold \(kind.text) closer to the box"))
        continue
      }
      settled.insert(kind)
      if let known = self[address], known.way != .itself {
        outcome.isOwnNear = true
        continue
      }
      do throws(LapwingError) {
        outcome.adopted.append(try adopt(AdoptionOrder(address)))
      } catch {
        outcome.refused.append(error)
      }
    }
    for sensor in unconfirmed where !(SensorKind(sensor.model).map(settled.contains) ?? false) {
      guard let confirmed = confirm(sensor.address) else { continue }
      outcome.adopted.append(Change(sensor: confirmed, wasOwn: true, replaced: nil))
    }
    if !outcome.isDone, outcome.refused.isEmpty {
      outcome.refused.append(
        LapwingError(
          .usage, code: "none-near",
          "no sensor is near enough (\(Self.nearSignal) dBm); hold it beside the box, and both buttons for 5 s"))
    }
    return outcome
  }
}
