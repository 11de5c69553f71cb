import Alarms

/// Missed and nuisance alarms, by what was true in the world.
///
/// *Missed*: the true value is beyond the limit, by more than the sensor's data sheet allows it to err, for longer than
/// must-by and one interval of the sensor, and neither this alarm nor a technical one in its place is signalled. While
/// either is, somebody is told, and the time without a signal begins anew when it ends.
/// *Nuisance*: an onset with no true value beyond the limit, by however little, within 60 s either side.
struct Score: Sendable {
  private(set) var missed: [Int]
  private(set) var nuisance: [Int]
  private(set) var onsets: [Int]

  private var runs: [Run]
  private var pending: [Pending] = []

  private struct Run: Sendable {
    var since: Double?
    var isMissed = false
    var lastBeyond = -Double.infinity
  }
  private struct Pending: Sendable {
    let at: Double
    let place: Int
    let id: ConditionID
  }

  static let nuisanceWindow = 60.0

  init() {
    runs = Array(repeating: Run(), count: Promise.all.count)
    missed = Array(repeating: 0, count: Promise.all.count)
    nuisance = missed
    onsets = missed
  }

  /// An alarm on a value begins.
  mutating func onset(_ alarm: AlarmTransition, _ now: Double) {
    guard let place = Promise.all.firstIndex(where: { $0.id == alarm.condition }) else { return }
    onsets[place] += 1
    let isTrue = Promise.all.indices.contains {
      Promise.all[$0].id == alarm.condition && runs[$0].lastBeyond >= now - Self.nuisanceWindow
    }
    if !isTrue { pending.append(Pending(at: now, place: place, id: alarm.condition)) }
  }

  /// A second has passed.
  /// - Parameters:
  ///   - value: the true value that a promise is about.
  ///   - grace: one interval of its sensor, s.
  ///   - isTold: whether the alarm is signalled.
  ///   - isStoodIn: whether a technical alarm stands in its place.
  /// - Returns: whether the alarm is missed now.
  @inline(__always)
  mutating func step(
    _ place: Int, _ value: Double, grace: Double, isTold: @autoclosure () -> Bool, isStoodIn: @autoclosure () -> Bool,
    _ now: Double
  ) -> Bool {
    let promise = Promise.all[place]
    guard promise.isBeyond(value) else {
      if runs[place].since != nil { runs[place].since = nil }
      return false
    }
    runs[place].lastBeyond = now
    guard promise.isBeyond(value, by: promise.accuracy) else {
      runs[place].since = nil
      return false
    }
    guard let since = runs[place].since else {
      runs[place].since = now
      runs[place].isMissed = false
      return false
    }
    // Somebody is told, by the alarm or by a technical one: the time without signal begins anew when that ends.
    guard !isTold(), !isStoodIn() else {
      runs[place].since = now
      runs[place].isMissed = false
      return false
    }
    guard now - since > promise.mustBy + grace, !runs[place].isMissed else { return false }
    runs[place].isMissed = true
    missed[place] += 1
    return true
  }

  /// Judges the onsets whose minute is over.
  /// - Returns: one that was a nuisance.
  mutating func judge(_ now: Double) -> (id: ConditionID, at: Double)? {
    guard let first = pending.first else { return nil }
    let isTrue = Promise.all.indices.contains { Promise.all[$0].id == first.id && runs[$0].lastBeyond > first.at }
    guard isTrue || now - first.at > Self.nuisanceWindow else { return nil }
    pending.removeFirst()
    guard !isTrue else { return nil }
    nuisance[first.place] += 1
    return (first.id, first.at)
  }

  /// The box begins anew: what has been true until now it can not know.
  mutating func restart() { for place in runs.indices { runs[place].since = nil } }
}
