import Documents
import Glibc
import System

package enum TrendDays {
  package static func check(_ days: Int, _ from: String?, _ to: String?) throws(DayFault) {
    guard (1...most).contains(days) else { throw DayFault(message: "--days must be from 1 to \(most)") }
    let (from, to) = (try DateText.day(ifGiven: from), try DateText.day(ifGiven: to))
    if let from, let to, to < from { throw DayFault(message: "--to is before --from") }
  }

  /// The beginning of each local day, and the end of the last one. What is still to come is not missing.
  package static func edges(
    _ days: Int, _ from: String?, _ to: String?, now: Int64 = Int64(time(nil)) * 1000
  ) throws(DayFault) -> [Int64] {
    let last = UnixTime(milliseconds: try DateText.day(ifGiven: to) ?? now)
    let first =
      try DateText.day(ifGiven: from).map(UnixTime.init(milliseconds:)) ?? LocalDays.day(last, later: 1 - days)
    guard first <= last else { throw DayFault(message: "--from is after the last day") }
    let wanted = LocalDays(first, through: last)
    guard wanted.count <= most else { throw DayFault(message: "these are more than \(most) days") }
    // A recording that is played fast runs ahead of the clock, so requested days to come count as a whole.
    return wanted.edges(upTo: to == nil || last.milliseconds < now ? now : .max)
  }

  /// Ten years.
  private static let most = 3660
  /// In milliseconds.
  package static let hour: Int64 = 3_600_000

  /// The parts of which a chart is drawn: days, and of a single day its hours. One point alone is no curve.
  package static func chartEdges(_ edges: [Int64]) -> [Int64] {
    edges.count == 2 ? LocalDays.divided(edges, by: hour) : edges
  }
}
