import Alarms

/// Missed and nuisance alarms, by what was true in the world.
///
/// *Missed*: the true value is beyond the limit, by more than the sensor's data sheet allows it to err, for longer than
/// must-by and one interval of the sensor, and neither this alarm nor a technical one in its place is signalled. An alarm
/// that ends while its value is still beyond is missed at once. What a technical alarm has stood in for, the box hears anew
/// when that ends, and its time begins then.
/// *Nuisance*: an onset with no true value beyond the limit, by however little, within 60 s either side.
struct Score: Sendable {
  private(set) var missed: [Int]
  private(set) var nuisance: [Int]
  private(set) var onsets: [Int]

  private let promises = Promise.all
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
  /// - Parameter value: the true value that a promise is about.
  /// - Returns: whether the promise has something to say: then ``step(_:grace:isTold:isStoodIn:_:)`` follows.
  @inline(__always) mutating func isBeyond(_ place: Int, _ value: Double, _ now: Double) -> Bool {
    guard promises[place].isBeyond(value) else {
      if runs[place].since != nil { runs[place].since = nil }
      return false
    }
    runs[place].lastBeyond = now
    guard promises[place].isBeyond(value, by: promises[place].accuracy) else {
      runs[place].since = nil
      return false
    }
    return true
  }

  /// A second has passed in which a true value is beyond its limit.
  /// - Parameters:
  ///   - grace: one interval of its sensor, s.
  ///   - isTold: whether the alarm is signalled.
  ///   - isStoodIn: whether a technical alarm stands in its place.
  /// - Returns: whether the alarm is missed now.
  mutating func step(_ place: Int, grace: Double, isTold: Bool, isStoodIn: Bool, _ now: Double) -> Bool {
    guard let since = runs[place].since, !isStoodIn else {
      runs[place].since = now
      runs[place].isMissed = false
      return false
    }
    guard !isTold else {
      runs[place].isMissed = false
      return false
    }
    guard now - since > promises[place].mustBy + grace, !runs[place].isMissed else { return false }
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
