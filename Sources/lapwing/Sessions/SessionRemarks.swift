import Documents
import Logbook
import Sessions
import Status

/// What was drunk and confirmed in a session, and the times without a box.
struct SessionRemarks {
  let session: SessionRecord
  let parts: SessionParts

  private var millilitres: Int64 { parts.drinks.reduce(0) { $0 + $1.millilitres } }

  /// Why there are no data in a gap, in words.
  static func reason(_ gap: SessionParts.Gap) -> String { gap.reason.isEmpty ? "no data" : "no data, \(gap.reason)" }

  /// Name and value of each.
  private var named: [(name: String, value: String)] {
    var list: [(name: String, value: String)] = []
    if !parts.drinks.isEmpty {
      let count = parts.drinks.count == 1 ? "1 drink" : "\(parts.drinks.count) drinks"
      list.append(("Hydration", "\(millilitres) ml in \(count)"))
    }
    if let at = session.caffeineAt { list.append(("Caffeine", "at \(DateText.timeOfDay(at))")) }
    if let isConfirmed = session.isPlacementConfirmed {
      list.append(("Placement", isConfirmed ? "confirmed" : "not confirmed"))
    }
    return list
  }

  var lines: [String] {
    named.map { "\($0.name): \($0.value)" }
      + parts.gaps.map {
        let length = DurationText.text(milliseconds: $0.to - $0.from)
        return "\(DateText.local($0.from)) to \(DateText.timeOfDay($0.to)): \(Self.reason($0)) (\(length))"
      }
  }

  func add(to line: inout JSONLine) {
    if !parts.drinks.isEmpty {
      line.add("hydration_ml", millilitres)
      line.add(
        "drinks",
        parts.drinks.map {
          var item = JSONLine()
          item.add("at", DateText.utc($0.at))
          item.add("ml", $0.millilitres)
          return item
        })
    }
    if let at = session.caffeineAt { line.add("caffeine", DateText.utc(at)) }
    if let isConfirmed = session.isPlacementConfirmed { line.add("placement_confirmed", isConfirmed) }
    guard !parts.gaps.isEmpty else { return }
    line.add(
      "gaps",
      parts.gaps.map {
        var item = JSONLine()
        item.add("from", DateText.utc($0.from))
        item.add("to", DateText.utc($0.to))
        item.add("reason", Self.reason($0))
        return item
      })
  }

  /// The heading of the document.
  var details: [PrintedSession.Detail] {
    let about = session.details
    let flight = [about.airline, about.flight].compactMap(\.self).joined(separator: " ")
    let said: [(name: String, value: String?)] = [
      ("Flight", flight.isEmpty ? nil : flight), ("Route", about.route), ("Seat", about.seat),
    ]
    return said.compactMap { item in item.value.map { PrintedSession.Detail(item.name, $0) } }
      + named.map { PrintedSession.Detail($0.name, $0.value) }
  }

  var gaps: [PrintedSession.Gap] {
    parts.gaps.map {
      PrintedSession.Gap(
        from: DocumentTime(milliseconds: $0.from), to: DocumentTime(milliseconds: $0.to), Self.reason($0))
    }
  }
}
