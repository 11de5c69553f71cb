import Alarms
import Readings

/// Drives the lamps: it turns patterns into commands of the ``LampDriver``. It gets the time as an argument and never
/// waits: the critical loop calls ``advance(to:)`` at each ``nextEdge``.
///
/// Edges are computed from the start of a pattern, so that late calls cause no drift.
package struct Lamps {
  private struct State {
    var pattern = LampPattern.off
    var startedAt = Instant.start
    var isLit = false
  }

  private let driver: any LampDriver
  private var states = InlineArray<4, State>(repeating: State())
  private var drivenTo = Instant.start

  /// Whether all colours are parts of one lamp, which then shows only the most urgent pattern.
  package var isOneLamp: Bool

  /// - Parameters:
  ///   - driver: the lines; all lamps must be off.
  ///   - isOneLamp: whether all colours are parts of one lamp.
  package init(driver: any LampDriver, isOneLamp: Bool = false) {
    self.driver = driver
    self.isOneLamp = isOneLamp
  }

  /// The driver was replaced, and all lamps are off: they are set again with the next ``advance(to:)``.
  package mutating func renew() { for index in states.indices { states[index].isLit = false } }

  package mutating func show(_ pattern: LampPattern, on lamp: Lamp, at instant: Instant) throws(BoardFault) {
    let index = Int(lamp.rawValue)
    states[index].pattern = pattern
    states[index].startedAt = instant
    drivenTo = max(drivenTo, instant)
    if isOneLamp { try advance(to: instant) } else { try drive(lamp, at: instant) }
  }

  /// Performs all edges that are due. If a lamp fails, the others are still set; then the first fault is thrown.
  package mutating func advance(to instant: Instant) throws(BoardFault) {
    drivenTo = max(drivenTo, instant)
    var fault: BoardFault?
    for lamp in isOneLamp ? Self.mostUrgentLast : Lamp.mostUrgentFirst {
      do throws(BoardFault) { try drive(lamp, at: instant) } catch { fault = fault ?? error }
    }
    if let fault { throw fault }
  }

  package var nextEdge: Instant? {
    var next: Instant?
    for index in states.indices {
      guard let edge = Self.nextEdge(of: states[index], after: drivenTo) else { continue }
      if next.map({ edge < $0 }) ?? true { next = edge }
    }
    return next
  }

  private mutating func drive(_ lamp: Lamp, at instant: Instant) throws(BoardFault) {
    let index = Int(lamp.rawValue)
    let isLit = !(isOneLamp && isOutshone(lamp)) && Self.isLit(states[index], at: instant)
    guard isLit != states[index].isLit else { return }
    try driver.set(lamp, isLit: isLit)
    states[index].isLit = isLit
  }

  /// The order in which one lamp changes colour: the new colour is switched on after the old ones are off.
  private static let mostUrgentLast = Array(Lamp.mostUrgentFirst.reversed())

  /// Whether a more urgent pattern is shown by the one lamp.
  private func isOutshone(_ lamp: Lamp) -> Bool {
    guard let rank = Self.mostUrgentLast.firstIndex(of: lamp) else { return false }
    return Self.mostUrgentLast[(rank + 1)...].contains { states[Int($0.rawValue)].pattern != .off }
  }

  private static func isLit(_ state: State, at instant: Instant) -> Bool {
    state.pattern.isLit(after: elapsed(state, at: instant))
  }

  private static func nextEdge(of state: State, after instant: Instant) -> Instant? {
    state.pattern.nextEdge(after: elapsed(state, at: instant)).map { state.startedAt.advanced(by: .nanoseconds($0)) }
  }

  private static func elapsed(_ state: State, at instant: Instant) -> Int64 {
    max(0, state.startedAt.duration(to: instant).wholeNanoseconds)
  }
}
