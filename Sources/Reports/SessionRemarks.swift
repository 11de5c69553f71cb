import Alarms
import Documents
import Logbook
import Readings
import Sessions
import Status
import System

/// What was drunk and confirmed in a session, and the times without a box.
package struct SessionRemarks: Sendable {
  package let session: SessionRecord
  package let parts: SessionParts
  /// What was to be drunk in it, ml; 0 without a goal.
  package let goal: Int64
  /// The gaps in which there are readings after all: a sensor has kept them.
  private let filled: [Bool]

  package init(session: SessionRecord, goal: Int64, in reader: LogbookReader) throws(LapwingError) {
    self.session = session
    // No one drinks in bed.
    self.goal = session.profile == BoxProfile.bedside.rawValue ? 0 : goal
    parts = try reader.explained { () throws(LogbookError) in try reader.parts(ofSession: session.id) }
    var filled: [Bool] = []
    for gap in parts.gaps {
      let records = try reader.explained { () throws(LogbookError) in
        try reader.record(from: gap.from + 1, until: gap.to, session: session.id)
      }
      filled.append(records.contains { !$0.readings.isEmpty })
    }
    self.filled = filled
  }

  package var millilitres: Int64 { parts.drinks.reduce(0) { $0 + $1.millilitres } }

  /// The gaps, each with what is said about it.
  private var gapsWithReasons: [(gap: SessionParts.Gap, reason: String, isFilled: Bool)] {
    zip(parts.gaps, filled).map { gap, isFilled in
      let reason = isFilled ? "\(gap.reason), filled from what a sensor had kept" : "no data, \(gap.reason)"
      return (gap, reason, isFilled)
    }
  }

  /// Name and value of each.
  package var named: [(name: String, value: String)] {
    var list: [(name: String, value: String)] = []
    if !parts.drinks.isEmpty {
      let count = parts.drinks.count == 1 ? "1 drink" : "\(parts.drinks.count) drinks"
      let goal = goal > 0 ? ", goal \(goal) ml" : ""
      list.append(("Hydration", "\(millilitres) ml in \(count)\(goal)"))
    }
    if let at = session.caffeineAt { list.append(("Caffeine", "at \(DateText.timeOfDay(at))")) }
    if let isConfirmed = session.isPlacementConfirmed {
      list.append(("Placement", isConfirmed ? "confirmed" : "not confirmed"))
    }
    if let missing = session.checklistMissing {
      list.append(("Checklist", missing.isEmpty ? "complete at the start" : "begun without: \(missing)"))
    }
    return list
  }

  package var lines: [String] {
    named.map { "\($0.name): \($0.value)" } + gapLines
  }

  /// A line for each time without a box.
  package var gapLines: [String] {
    gapsWithReasons.map { gap, reason, _ in
      let length = DurationText.text(milliseconds: gap.to - gap.from)
      return "\(DateText.local(gap.from)) to \(DateText.timeOfDay(gap.to)): \(reason) (\(length))"
    }
  }

  package var json: JSONObject {
    let drinks = parts.drinks.map { ["at": DateText.utc($0.at), "ml": $0.millilitres] as JSONObject }
    let gaps = gapsWithReasons.map { gap, reason, _ in
      ["from": DateText.utc(gap.from), "to": DateText.utc(gap.to), "reason": reason] as JSONObject
    }
    let missing = session.checklistMissing?.split(separator: ",").map { $0.trimmingPrefix(" ").description }
    return [
      "hydration_ml": drinks.isEmpty ? nil : millilitres,
      "hydration_goal_ml": drinks.isEmpty || goal <= 0 ? nil : goal, "drinks": drinks.isEmpty ? nil : drinks,
      "caffeine": session.caffeineAt.map { DateText.utc($0) }, "placement_confirmed": session.isPlacementConfirmed,
      "checklist_missing": missing, "gaps": gaps.isEmpty ? nil : gaps,
    ]
  }

  /// The heading of the document.
  package var details: [PrintedSession.Detail] {
    let about = session.details
    let said: [(name: String, value: String?)] = [
      ("Flight", about.flightText), ("Route", about.route), ("Seat", about.seat),
    ]
    return said.compactMap { item in item.value.map { PrintedSession.Detail(item.name, $0) } }
      + named.map { PrintedSession.Detail($0.name, $0.value) }
  }

  /// Those without data.
  package var gaps: [PrintedSession.Gap] {
    gapsWithReasons.filter { !$0.isFilled }.map { gap, reason, _ in
      PrintedSession.Gap(
        from: UnixTime(milliseconds: gap.from), to: UnixTime(milliseconds: gap.to), reason)
    }
  }
}
