import Alarms
import Readings

/// What the rules in force leave unwatched. A box that is configured into silence looks like one that has nothing to
/// tell, so it says what it does not watch: at its start, in its status and, but for advice, by the alarm `alarm-off`.
package enum Unwatched {
  /// One thing that is not watched.
  package enum Gap: Sendable, Equatable {
    /// A condition is switched off.
    case off(ConditionID)
    /// A sensor that the configuration names has no place, since all are taken.
    case noPlace(String)
    /// A limit lies at the end of what sensors can tell, in the unit of its condition; of a person or a sensor by name,
    /// or of everybody.
    case limit(ConditionID, Double, of: String?)
    /// A key of the configuration has heart rates taken from advertisements only, and a strap that does not advertise
    /// its heart rate may be used.
    case source(key: String)
    /// A person has no sensor of the heart that is used.
    case person(String)
    /// Beside a bed there is no heart-rate sensor of one's own.
    case nobody

    /// Whether it raises `alarm-off`. A condition of low priority only advises: who switches one off has chosen to be told
    /// no more, so it stands in the status and lights no lamp for ever.
    var isAlarming: Bool { if case .off(let id) = self { ConditionTable.standard[id].priority > .low } else { true } }

    /// For a person.
    package var sentence: String {
      switch self {
      case .off(let id): "\(id.name) is switched off"
      case .noPlace(let name): "\(name) is named, and has no place: as many other sensors are adopted as can be"
      case .limit(let id, let limit, let name):
        "\(id.name)\(name.map { " of \($0)" } ?? "") is \(Self.text(limit)) "
          + "\(ConditionTable.standard[id].trigger.unit), at the end of the scale: it can hardly be exceeded"
      case .source(let key):
        "\(key) is advert: a strap that tells its heart rate on a connection only is not read"
      case .person(let name): "\(name) has no sensor of the heart that is used: the heart is not watched"
      case .nobody: "no heart-rate sensor is adopted: nobody's heart is watched"
      }
    }

    private static func text(_ number: Double) -> String {
      Int64(exactly: number).map(\.description) ?? number.description
    }
  }
}
