import Foundation

/// A folder that is deleted together with this object.
package final class TemporaryFolder: Sendable {
  package let path: String

  /// A new, empty folder.
  package init() throws {
    path = NSTemporaryDirectory() + "lapwing-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the folder.
  package func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file into the folder and returns its path.
  package func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  /// Writes a file into the folder and returns its path.
  package func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }
}
