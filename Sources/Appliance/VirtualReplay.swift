import Bluetooth
import Monitor
import Readings
import SensorProtocols

/// Runs the engine over a file in virtual time: as fast as it goes, and the same on every run.
package enum VirtualReplay {
  /// An engine for a file.
  /// - Parameter hasStrangers: whether no sensor of the file is one's own until it is adopted.
  package static func engine(_ configuration: Configuration, hasStrangers: Bool) -> Engine {
    // Keys that may not be read resolve nothing.
    let bonds = (try? BondFile(path: configuration.bondsPath).read()) ?? Bonds()
    return Engine(configuration, scope: hasStrangers ? .adopted : nil, bonds: bonds)
  }

  /// Replays a whole file as one session.
  /// - Throws: where the file cannot be read to its end, after all that stands before that point has been replayed and
  ///   the session closed.
  package static func run(
    _ source: inout ReplaySource, through start: Engine,
    scenarios: LoadingFolder = LoadingFolder(folder: nil), to sink: Engine.Sink
  ) throws(ApplianceError) {
    var engine = start
    // No lamp hangs on a replay.
    let drive: Engine.Driver = { _ in }
    var shelf = scenarios
    var isStarted = false
    var fault: ApplianceError?
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
          let answer = shelf.next(press: wanted)
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
