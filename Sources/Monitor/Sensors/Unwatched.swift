import Alarms

/// What the rules in force do not watch. A box that is configured to be silent looks like one for which all is well, so
/// it reports the gaps: at its start, in its status and, except for low priorities, by the alarm `alarm-off`.
package enum Unwatched {
  /// One thing that is not watched. User-visible as ``sentence``.
  package enum Gap: Sendable, Equatable {
    /// A condition is switched off.
    case off(ConditionID)
    /// A sensor of the configuration has no place, since the table of sensors is full.
    case noPlace(String)
    /// A limit is so near the end of the scale that it can hardly be exceeded, in the unit of its condition; with the
    /// name of a person or a sensor, or `nil` for the common limit.
    case limit(ConditionID, Double, of: String?)
    /// By this key of the configuration, heart rates are read from advertisements only, and a strap in use may not
    /// advertise its heart rate.
    case source(key: String)
    /// A person has no heart sensor in use.
    case person(String)
    /// A sensor sends only when something happens: it cannot prove that it lives.
    case sendsOnEvents(String)
    /// In the profile `bedside`, no heart-rate sensor is adopted.
    case nobody

    /// Whether it raises `alarm-off`. A condition of low priority only gives advice, and its owner has chosen to switch
    /// it off: so it is shown in the status, and no lamp is lit for ever.
    var isAlarming: Bool { if case .off(let id) = self { ConditionTable.standard[id].priority > .low } else { true } }

    package var sentence: String {
      switch self {
      case .off(let id): "\(id.name) is switched off"
      case .noPlace(let name): "\(name) is in the configuration, but has no place: the table of adopted sensors is full"
      case .limit(let id, let limit, let name):
        "\(id.name)\(name.map { " of \($0)" } ?? "") is \(Self.text(limit)) "
          + "\(ConditionTable.standard[id].trigger.unit), at the end of the scale: it can hardly be exceeded"
      case .source(let key):
        "\(key) is advert: a strap that sends its heart rate only over a connection is not read"
      case .person(let name): "\(name) has no heart sensor in use: the heart is not watched"
      case .sendsOnEvents(let name):
        "\(name) sends only when something happens: if it fails, no message says so, so it does not watch"
      case .nobody: "no heart-rate sensor is adopted: no heart is watched"
      }
    }

    private static func text(_ number: Double) -> String {
      Int64(exactly: number).map(\.description) ?? number.description
    }
  }
}
