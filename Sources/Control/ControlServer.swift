import Board
import Engine
import Foundation
import Logbook
import Readings
import Settings
import Status
import System

/// Serves the control socket on a thread of its own.
///
/// The critical loop puts its outputs into ``ring``; the thread keeps a copy of the box's status from them, answers
/// clients, and passes orders to the loop through an ``OrderTaker``. What the thread alone touches is
/// ``ControlServerState``.
package final class ControlServer: Sendable {
  private let path: String
  private let setup: ControlServerState.Setup
  private let ended: EventFlag

  package var ring: BoundedRing<TimedOutput> { setup.ring }

  /// The settings in force, for the other threads that show the box.
  package var settings: SettingsInForce { setup.settings }

  /// - Parameters:
  ///   - writer: writes settings; `nil` for a box that writes none.
  ///   - changers: who may have them written.
  ///   - doctor: looks at the parts of the box, on a thread of its own.
  ///   - owners: the users for whom places are kept, and who alone may have the roles *peer* and *circle*.
  package init(
    path: String, box: any OrderTaker, health: LogbookHealth, configuration: Configuration,
    reload: @escaping @Sendable () throws(LapwingError) -> Configuration, writer: SettingsWriter? = nil,
    changers: SettingsChangers = SettingsChangers(),
    doctor: @escaping @Sendable () -> [DoctorFinding] = { [] }, manager: ServiceNotifier?,
    owners: Set<UInt32> = ControlOwners.users()
  ) throws(LapwingError) {
    self.path = path
    ended = try EventFlag()
    let ring = try BoundedRing<TimedOutput>(capacity: 1024, reserved: 256)
    setup = ControlServerState.Setup(
      ring: ring, listener: try ControlSocket.listen(at: path), box: box,
      health: health, configuration: configuration, settings: SettingsInForce(configuration), reload: reload,
      changes: writer.map {
        SettingsQueue($0, running: configuration.profile, reload: reload, bell: ring.bell)
      }, changers: changers,
      doctor: DoctorWorker(bell: ring.bell, look: doctor), manager: manager, owners: owners)
  }

  package func start() {
    Thread.start(named: "control") { [self] in
      var state = ControlServerState(setup)
      state.serve()
      try? ControlSocket.removeLeftover(at: path)
      ended.ring()
    }
  }

  /// Waits until the thread has ended, at most for a time.
  package func join(within timeout: Duration) { _ = ended.wait(timeout) }
}
