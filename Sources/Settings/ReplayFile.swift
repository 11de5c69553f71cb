import Engine
import Readings
import System

extension ReplaySource {
  /// Reads a file to replay. It may be a pipe.
  /// - Parameters:
  ///   - persons: the names of those whom the configuration names, in its order: a timeline may name them too.
  ///   - buttons: what the presses of a timeline mean.
  package init(path: String, persons: [String] = [], buttons: ButtonTable = .standard) throws(LapwingError) {
    try self.init(path: path, bytes: try FileBytes.read(path, mayWait: true), persons: persons, buttons: buttons)
  }
}
