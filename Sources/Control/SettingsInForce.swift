import Settings
import Synchronization

/// The settings in force, for the threads that show the box: they name persons and sensors, and what is not watched.
///
/// The control server replaces them when it hands a reload to the critical loop, so that the names are there before the
/// first output with them.
package final class SettingsInForce: Sendable {
  private let state: Mutex<(configuration: Configuration, change: UInt64, next: Configuration?)>

  package init(_ configuration: Configuration) { state = Mutex((configuration, 0, nil)) }

  package var configuration: Configuration {
    get { state.withLock { $0.configuration } }
    set { state.withLock { $0 = (newValue, $0.change &+ 1, nil) } }
  }

  /// The settings of the next start, if a person has ordered one.
  package var next: Configuration? {
    get { state.withLock { $0.next } }
    set { state.withLock { $0.next = newValue } }
  }

  /// The number of changes since the start.
  package var change: UInt64 { state.withLock { $0.change } }
}
