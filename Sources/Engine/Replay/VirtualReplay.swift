import Bluetooth
import Monitor
import Readings
import SensorProtocols

/// Runs the engine over a file in virtual time: as fast as it goes, and the same on every run.
package enum VirtualReplay {
  /// The answer of a box without loadings.
  package static func noLoading(press: UInt32) -> (state: ScenarioState, text: String) {
    (ScenarioState(press: press, number: 0, count: 0, verdict: .refused), "no scenario")
  }

  /// Replays a whole file as one session.
  /// - Parameter loading: what the next loading of the box comes to, for a press of its button.
  /// - Throws: where the file cannot be read to its end, after all that stands before that point has been replayed and
  ///   the session closed.
  package static func run(
    _ source: inout ReplaySource, through start: Engine,
    loading: (_ press: UInt32) -> (state: ScenarioState, text: String) = noLoading, to sink: Engine.Sink
  ) throws(LapwingError) {
    var engine = start
    // No lamp hangs on a replay.
    let drive: Engine.Driver = { _ in }
    var isStarted = false
    var fault: LapwingError?
    do {
      while let (instant, input) = try source.next() {
        if !isStarted { engine.take(.event(.startSession), at: instant, driving: drive, to: sink) }
        isStarted = true
        var wanted: UInt32?
        engine.take(input, at: instant, driving: drive) { record, instant in
          if case .action(.scenarioWanted(let press)) = record { wanted = press }
          sink(record, instant)
        }
        if let wanted {
          let answer = loading(wanted)
          sink(.note("scenario \(answer.text)"), instant)
          engine.take(.event(.scenario(answer.state)), at: instant, driving: drive, to: sink)
        }
      }
    } catch {
      fault = error
    }
    engine.advance(to: engine.instant, driving: drive, to: sink)
    if isStarted { engine.take(.event(.endSession), at: engine.instant, driving: drive, to: sink) }
    if let fault { throw fault }
  }
}
