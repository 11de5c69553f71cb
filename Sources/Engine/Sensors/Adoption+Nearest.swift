import Readings

extension Adoption {
  /// The result of holding the two buttons.
  package struct Nearest {
    /// The sensors that were adopted or confirmed.
    package var adopted: [Change] = []
    /// Why others could not be adopted.
    package var refused: [LapwingError] = []
    /// Whether a sensor that was already adopted is held near the box.
    package var isOwnNear = false

    /// Whether the person who holds the buttons got the desired result.
    package var isDone: Bool { !adopted.isEmpty || isOwnNear }
  }

  /// In dBm: a sensor that is held beside the box is at least this strong. Our own choice.
  private static let nearSignal: Int8 = -65
  /// In dB: the nearest sensor must be stronger than the next of its kind by this. With a free path that is three times
  /// as near.
  private static let lead: Int8 = 10

  /// Adopts the nearest sensor of each kind, because a person holds the two buttons. Sensors that the box adopted by
  /// itself are confirmed, unless another one of the same kind is nearer.
  package mutating func adoptNearest(at instant: Instant) -> Nearest {
    var outcome = Nearest()
    let present = received.present(at: instant)
    var settled: Set<SensorKind> = []
    for kind in SensorKind.allCases {
      let near = present.compactMap { device in
        SensorKind(device.model) == kind ? device.signal.map { (device.address, signal: $0) } : nil
      }.sorted { $0.signal > $1.signal }
      guard let (address, signal) = near.first, signal >= Self.nearSignal else { continue }
      if near.count > 1, Int(signal) - Int(near[1].signal) < Int(Self.lead) {
        outcome.refused.append(
          LapwingError(
            .usage, code: .notNearest,
            "\(address) and \(near[1].0) are at about the same distance; hold \(kind.text) closer to the box"))
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
          .usage, code: .noneNear,
          "no sensor is near enough (\(Self.nearSignal) dBm); hold it beside the box and press both buttons for 5 s"))
    }
    return outcome
  }
}
