import Foundation

/// A file that the project ships, from the place of this file.
package struct ProjectFile: Sendable {
  /// Where it is.
  package let path: String

  /// - Parameter name: its path inside the project, such as `data/loadings/172m-two-up.json`.
  package init(_ name: String) {
    path =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../" + name)
      .standardized.path
  }

  /// Why a text cannot be changed: what was to be replaced is not in it.
  package struct NotInFile: Error {
    let text: String
  }

  package var text: String { get throws { try String(contentsOfFile: path, encoding: .utf8) } }

  /// Its text with the first place of one text replaced by another.
  package func text(replacing old: String, by new: String) throws -> String {
    let text = try text
    guard let range = text.range(of: old) else { throw NotInFile(text: old) }
    return text.replacingCharacters(in: range, with: new)
  }

  /// The paths of all files of a folder whose name ends so, in order.
  package static func paths(in folder: String, suffix: String = ".json") throws -> [String] {
    let path = ProjectFile(folder).path
    return try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(suffix) }.sorted()
      .map { path + "/" + $0 }
  }
}

/// A slip in a data file, and what is to be said of it.
package struct DataSlip: Sendable, CustomStringConvertible {
  let old: String, new: String
  /// What must be said after the file's name: line, key and sentence, as far as they matter.
  package let message: String
  /// What is said of it, to tell it from others in a test report.
  package var description: String { message }

  /// - Parameters:
  ///   - old: what stands in the good file.
  ///   - new: what stands there instead.
  ///   - message: how the message goes on after `FILE:`.
  package init(_ old: String, _ new: String, says message: String) {
    self.old = old
    self.new = new
    self.message = message
  }

  /// What `lapwing balance check` says of the file with the slip, without the folder's name.
  package func check(in file: ProjectFile) throws -> LapwingProcess.Outcome {
    let folder = try TemporaryFolder()
    let path = try folder.write(try file.text(replacing: old, by: new), to: "slip.json")
    return try LapwingProcess.run(["balance", "check", path])
  }
}
