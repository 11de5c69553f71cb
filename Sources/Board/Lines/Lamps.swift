import Alarms
import Readings

/// Turns lamp patterns into edges. It never waits: it is told the time, and says when it wants to be told again.
///
/// Edges are counted from the start of a pattern, so that they do not drift however late a call comes.
package struct Lamps {
  private struct State {
    var pattern = LampPattern.off
    var startedAt = Instant.start
    var isLit = false
  }

  private let driver: any LampDriver
  private var states = InlineArray<4, State>(repeating: State())
  private var drivenTo = Instant.start

  /// Whether all colours are one lamp's, which then shows the most urgent pattern alone.
  package var isOneLamp: Bool

  /// - Parameters:
  ///   - driver: the lines, all dark.
  ///   - isOneLamp: whether all colours are one lamp's, which then shows the most urgent pattern alone.
  package init(driver: any LampDriver, isOneLamp: Bool = false) {
    self.driver = driver
    self.isOneLamp = isOneLamp
  }

  /// The lines are others now, all dark: what is lit is lit again with the next ``advance(to:)``.
  package mutating func renew() { for index in states.indices { states[index].isLit = false } }

  /// Gives a lamp another pattern from now on.
  package mutating func show(_ pattern: LampPattern, on lamp: Lamp, at instant: Instant) throws(BoardFault) {
    let index = Int(lamp.rawValue)
    states[index].pattern = pattern
    states[index].startedAt = instant
    drivenTo = max(drivenTo, instant)
    if isOneLamp { try advance(to: instant) } else { try drive(lamp, at: instant) }
  }

  /// Drives every edge that is due, on all lamps even if one fails; then throws the first fault.
  package mutating func advance(to instant: Instant) throws(BoardFault) {
    drivenTo = max(drivenTo, instant)
    var fault: BoardFault?
    for lamp in isOneLamp ? Self.mostUrgentLast : Lamp.mostUrgentFirst {
      do throws(BoardFault) { try drive(lamp, at: instant) } catch { fault = fault ?? error }
    }
    if let fault { throw fault }
  }

  /// When the next edge is due.
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

  /// The order in which one lamp changes colour: the colour that stays is driven after those that go.
  private static let mostUrgentLast = Array(Lamp.mostUrgentFirst.reversed())

  /// Whether another pattern has the one lamp.
  private func isOutshone(_ lamp: Lamp) -> Bool {
    guard let rank = Self.mostUrgentLast.firstIndex(of: lamp) else { return false }
    return Self.mostUrgentLast[(rank + 1)...].contains { states[Int($0.rawValue)].pattern != .off }
  }

  private static func isLit(_ state: State, at instant: Instant) -> Bool {
    guard let (lit, period) = state.pattern.rhythm else { return state.pattern == .on }
    let phase = elapsed(state, at: instant) % period
    return lit.0.contains(phase) || lit.1.contains(phase)
  }

  private static func nextEdge(of state: State, after instant: Instant) -> Instant? {
    guard let (lit, period) = state.pattern.rhythm else { return nil }
    let elapsed = elapsed(state, at: instant)
    let phase = elapsed % period
    var next = period
    for edge in [lit.0.lowerBound, lit.0.upperBound, lit.1.lowerBound, lit.1.upperBound] where edge > phase {
      next = min(next, edge)
    }
    return state.startedAt.advanced(by: .nanoseconds(elapsed - phase + next))
  }

  private static func elapsed(_ state: State, at instant: Instant) -> Int64 {
    max(0, state.startedAt.duration(to: instant).wholeNanoseconds)
  }
}
