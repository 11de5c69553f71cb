import Engine
import Readings
import System

extension ReplaySource {
  /// Reads a file to replay. It may be a pipe.
  /// - Parameter persons: the names of those whom the configuration names, in its order: a timeline may name them too.
  package init(path: String, persons: [String] = []) throws(LapwingError) {
    try self.init(path: path, bytes: try FileBytes.read(path, mayWait: true), persons: persons)
  }
}
