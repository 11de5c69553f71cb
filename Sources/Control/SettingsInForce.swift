import Settings
import Synchronization

/// The settings in force, for the threads that show the box: they name persons and sensors, and what is not watched.
///
/// The control server replaces them when it hands a reload to the critical loop, so that the names are there before the
/// first output with them.
package final class SettingsInForce: Sendable {
  private let state: Mutex<Configuration>

  package init(_ configuration: Configuration) { state = Mutex(configuration) }

  /// The settings of now.
  package var configuration: Configuration {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
