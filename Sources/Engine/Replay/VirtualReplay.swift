import Monitor
import Readings

/// Runs the engine over a file in virtual time: as fast as possible, and with the same result every time.
package enum VirtualReplay {
  /// The answer of a box that has no loadings.
  package static func noLoading(press: UInt32) -> (state: ScenarioState, text: String) {
    (ScenarioState(press: press, number: 0, count: 0, verdict: .refused), "no scenario")
  }

  /// Replays a whole file as one session.
  /// - Parameters:
  ///   - loading: gives the next loading of the box, for a press of its button.
  ///   - sink: receives every output in order. The engine is not being changed during the call.
  /// - Throws: if the file cannot be read to its end. Everything before that point was replayed, and the session was
  ///   closed.
  package static func run(
    _ source: inout ReplaySource, through start: Engine,
    loading: (_ press: UInt32) -> (state: ScenarioState, text: String) = noLoading,
    to sink: (LoopOutput, Instant) -> Void
  ) throws(LapwingError) {
    var engine = start
    var outputs: [TimedOutput] = []
    /// - Returns: the press of a button that asks for the next loading.
    func passOn() -> UInt32? {
      var wanted: UInt32?
      for output in outputs {
        if case .action(.scenarioWanted(let press)) = output.record { wanted = press }
        sink(output.record, output.instant)
      }
      outputs.removeAll(keepingCapacity: true)
      return wanted
    }
    var isStarted = false
    var fault: LapwingError?
    do {
      while let (instant, input) = try source.next() {
        if !isStarted { engine.handle(.event(.startSession), at: instant, into: &outputs) }
        isStarted = true
        engine.handle(input, at: instant, into: &outputs)
        if let wanted = passOn() {
          let answer = loading(wanted)
          sink(.note("scenario \(answer.text)"), instant)
          engine.handle(.event(.scenario(answer.state)), at: instant, into: &outputs)
          _ = passOn()
        }
      }
    } catch {
      fault = error
    }
    engine.advance(to: engine.instant, into: &outputs)
    if isStarted { engine.handle(.event(.endSession), at: engine.instant, into: &outputs) }
    _ = passOn()
    if let fault { throw fault }
  }
}
