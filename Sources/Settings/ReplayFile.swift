import Engine
import Readings
import System

extension ReplaySource {
  /// Reads a file to replay. It may be a pipe.
  /// - Parameters:
  ///   - persons: the names of the persons in the configuration, in its order. A timeline may name them.
  ///   - buttons: the meanings of presses in a timeline.
  ///   - isFollowing: whether the box sounds for the other one of a pair, if the timeline has events of it.
  package init(
    path: String, persons: [String] = [], buttons: ButtonTable = .standard, isFollowing: Bool = false
  ) throws(LapwingError) {
    try self.init(
      path: path, bytes: try FileBytes.read(path, mayWait: true), persons: persons, buttons: buttons,
      isFollowing: isFollowing)
  }
}
