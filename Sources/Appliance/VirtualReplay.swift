import Bluetooth
import Monitor
import Readings
import SensorProtocols

/// Runs the core over a file in virtual time: as fast as it goes, and the same on every run.
package enum VirtualReplay {
  /// A core for a file.
  /// - Parameter hasStrangers: whether no sensor of the file is one's own until it is adopted.
  package static func core(_ configuration: Configuration, hasStrangers: Bool) -> Core {
    // Keys that may not be read resolve nothing.
    let bonds = (try? BondFile(path: configuration.bondsPath).read()) ?? Bonds()
    return Core(configuration, scope: hasStrangers ? .adopted : nil, bonds: bonds)
  }

  /// Replays a whole file as one session.
  /// - Throws: where the file cannot be read to its end, after all that stands before that point has been replayed and
  ///   the session closed.
  package static func run(
    _ source: inout ReplaySource, through start: Core,
    scenarios: ScenarioShelf = ScenarioShelf(folder: nil), to sink: Core.Sink
  ) throws(ApplianceError) {
    var core = start
    // No lamp hangs on a replay.
    let drive: Core.Driver = { _ in }
    var shelf = scenarios
    var isStarted = false
    var fault: ApplianceError?
    do {
      while let (instant, input) = try source.next() {
        if !isStarted { core.take(.event(.startSession), at: instant, driving: drive, to: sink) }
        isStarted = true
        var wanted: UInt32?
        core.take(input, at: instant, driving: drive) { record, instant in
          if case .action(.scenarioWanted(let press)) = record { wanted = press }
          sink(record, instant)
        }
        if let wanted {
          let answer = shelf.next(press: wanted)
          sink(.note("scenario \(answer.text)"), instant)
          core.take(.event(.scenario(answer.state)), at: instant, driving: drive, to: sink)
        }
      }
    } catch {
      fault = error
    }
    core.advance(to: core.instant, driving: drive, to: sink)
    if isStarted { core.take(.event(.endSession), at: core.instant, driving: drive, to: sink) }
    if let fault { throw fault }
  }
}
