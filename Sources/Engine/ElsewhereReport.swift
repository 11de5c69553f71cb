import Alarms
import Readings

/// What the process that receives the other box reports to this box, as on the control socket and in timelines: `{"link":true,"high":"sounding
/// heart 7"}`. A signal that is not there is off.
package struct ElsewhereReport: Codable, Sendable, Equatable {
  /// Whether the other box is received and works.
  package var link: Bool
  /// Each as a presence, a family and the number of its latest onset, such as `sounding heart 7`; without a number it is 0.
  package var high: String?
  package var medium: String?
  package var low: String?
  package var box: String?

  package init(_ elsewhere: Elsewhere) {
    link = elsewhere.isLinked
    high = Self.words(elsewhere[.high])
    medium = Self.words(elsewhere[.medium])
    low = Self.words(elsewhere[.low])
    box = Self.words(elsewhere[.box])
  }

  /// - Parameter isFollowed: whether this box sounds for the other one.
  /// - Throws: `usage` if a word is unknown.
  package func elsewhere(isFollowed: Bool) throws(LapwingError) -> Elsewhere {
    var elsewhere = Elsewhere(isLinked: link)
    elsewhere.isFollowed = isFollowed
    for (slot, words) in zip(Elsewhere.Slot.allCases, [high, medium, low, box]) {
      guard let words else { continue }
      let parts = words.split(separator: " ").map(String.init)
      let number = parts.count == 3 ? UInt32(parts[2]) : 0
      guard (2...3).contains(parts.count), let number,
        let presence = Self.presences.first(where: { Self.word($0) == parts[0] }),
        let family = SignalFamily.allCases.first(where: { $0.name == parts[1] })
      else {
        throw LapwingError(
          .usage, code: .badSignal,
          "a signal of the other box is sounding, silent or latched, then heart, air or technical, then the number of its onset"
        )
      }
      elsewhere[slot] = Elsewhere.Signal(presence, family, number: number)
    }
    return elsewhere
  }

  private static let presences = Elsewhere.Presence.allCases.filter { $0 != .off }

  private static func words(_ signal: Elsewhere.Signal) -> String? {
    signal.presence == .off ? nil : "\(word(signal.presence)) \(signal.family.name) \(signal.number)"
  }

  private static func word(_ presence: Elsewhere.Presence) -> String {
    switch presence {
    case .off: "off"
    case .sounding: "sounding"
    case .silent: "silent"
    case .latched: "latched"
    }
  }
}
